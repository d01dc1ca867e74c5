"""What keeps summaries of sessions: written by the worker, read and rewritten by anybody."""

from __future__ import annotations

from collections.abc import Callable, Collection
from typing import TYPE_CHECKING

from pmi.api.opening import Opened

if TYPE_CHECKING:
    from pmi.model.summary import SummaryFile


class Summarizing(Opened):
    """The part of ``Memory`` about summaries of sessions."""

    def summaries(self) -> list[SummaryFile]:
        """Return the summaries that lie in the home, the latest session first."""
        from pmi.profile.summary_files import list_files

        return sorted(list_files(self.home), key=lambda file: file.end, reverse=True)

    def summary(self, named: str) -> SummaryFile:
        """Return the summary of a session.

        Raises:
            NotFound: There is no such session, or it has no summary.
        """
        from pmi.recall.summaries import get_file

        return get_file(self.store, named)

    def replace_summary(self, named: str, text: str) -> SummaryFile:
        """Put other prose below the front matter of a session's summary; return the new file.

        Raises:
            NotFound: There is no such session, or it has no summary.
            UsageError: The text can be none, or somebody edited the file by hand.
        """
        from pmi.recall.summaries import replace_text

        return replace_text(self.store, named, text)

    def write_summaries(
        self,
        ended: Collection[str] = (),
        *,
        busy: Collection[str] = (),
        between: Callable[[], None] | None = None,
    ) -> list[str]:
        """Write the summaries that are due; return the projects of their sessions.

        Args:
            ended: Sessions that are over, however short ago.
            busy: Sessions that go on, whatever their times say.
            between: Called between two of them.
        """
        from pmi.recall.summaries import write_summaries

        return write_summaries(self.store, ended, busy=busy, between=between)
