"""Keeps the summaries of the last sessions in ``sessions/``: written once each, by the worker.

A person's session gets its summary when it ended, or when nothing was said in it for half an
hour; again when it went on afterwards. A program's gets none. What somebody changed stays: a file
that was edited as it is, a text that was replaced through `replace_text` below front matter that
follows the session.

Killed at any point, the next run writes the same files again: what is done is written down last.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Collection, Mapping
from datetime import datetime, timedelta
from typing import TYPE_CHECKING

from pmi.base import log
from pmi.base.clock import local
from pmi.base.config import lies_in, load
from pmi.base.errors import Locked, NotFound, Unwritable, UsageError
from pmi.learn.keywords import Keywords
from pmi.model.summary import SummaryFile
from pmi.profile import summary_files
from pmi.profile.summary_files import Done
from pmi.recall.overview import get_session
from pmi.recall.render import shown, shown_line
from pmi.recall.summary import gist_line, mended, summarize, summary_text
from pmi.store import conversations

if TYPE_CHECKING:
    from pmi.model.conversation import Session
    from pmi.model.summary import Summary
    from pmi.store.database import Store

KEPT = 30
LOOKED_AT = 4 * KEPT
"""So many sessions are looked at for the last ones in which somebody asked something."""

FORGOTTEN = "█"
"""Stands where words stood that are forgotten."""

SETTLED = timedelta(minutes=30)
TEXT_MAX_CHARS = 100_000


def write_summaries(
    store: Store,
    ended: Collection[str] = (),
    *,
    busy: Collection[str] = (),
    between: Callable[[], None] | None = None,
) -> list[str]:
    """Write the summaries that are due; return the projects of their sessions.

    Args:
        ended: Sessions that are over, however short ago.
        busy: Sessions of which a hook just told something: they go on, whatever their times say.
        between: Called between two of them.

    Raises:
        Unwritable: A file can not be written; what is missing is due at the next run.
    """
    done = summary_files.read_done(store.home)
    due, known = _choose(store, done, ended, busy)
    if not due:
        return []
    writer = _Writer(store, between)
    try:
        for session in due:
            before = done.get(session.id)
            known[session.id] = _written(writer, session, before, ended=session.id in ended)
            if between is not None:
                between()
        _keep_last(store)
        summary_files.write_done(store.home, known)
    except OSError as error:
        raise _unwritable(store, error) from error
    return sorted({session.project for session in due})


def refresh_summaries(store: Store, cleaned: Callable[[str], str]) -> None:
    """Write all summaries anew, after words were taken out of what they are made from.

    What somebody edited is only named anew: whoever calls this cleans all files of the folder.

    Args:
        cleaned: Takes the words out of a text.

    Raises:
        OSError: A file can not be written.
    """
    files = summary_files.list_files(store.home)
    done = summary_files.read_done(store.home)
    if not files and not done:
        return
    writer = _Writer(store, None, cleaned)
    known = {}
    for file in files:
        session = conversations.find_session(store, file.session)
        if session is not None and session.id == file.session:
            known[session.id] = _written(writer, session, None, ended=True)
        if not known.get(file.session, Done(0, "")).name:
            summary_files.remove(file)
    for session in conversations.list_sessions(store, ids=list(done), limit=len(done)):
        if session.id not in known:  # it has no file: removed by the user, or never written
            known[session.id] = Done(session.messages, session.title, done[session.id].name)
    summary_files.write_done(store.home, known)


def get_file(store: Store, named: str) -> SummaryFile:
    """Return the summary of a session.

    Raises:
        NotFound: There is no such session, or it has no summary.
        UsageError: Several sessions begin so.
    """
    session = get_session(store, named)
    file = summary_files.find_file(store.home, session.id)
    if file is None:
        raise NotFound(f"Session {session.id} has no summary.", f"pmi sessions show {session.id}")
    return file


def replace_text(store: Store, named: str, text: str) -> SummaryFile:
    """Put other prose below the front matter of a session's summary; return the new file.

    The front matter goes on following the session; the text is not written again.

    Raises:
        NotFound: There is no such session, or it has no summary.
        UsageError: The text is empty or too long, somebody edited the file by hand, or several
            sessions begin so.
        Unwritable: The file can not be written; the old one is there.
    """
    file = get_file(store, named)
    told = shown(text).strip()
    if not told or len(told) > TEXT_MAX_CHARS:
        raise UsageError(
            f"The text of a summary has 1 to {TEXT_MAX_CHARS} characters.",
            f"pmi sessions summary {file.session}",
        )
    if file.state == "edited":
        raise UsageError(f"{file.path} was edited by hand. It was left as it is.", "Edit that file")
    try:
        replaced = file._replace(state="replaced", text=told)
        summary_files.write_summary(store.home, os.path.basename(file.path), replaced)
    except OSError as error:
        raise _unwritable(store, error) from error
    return get_file(store, named)


def _choose(
    store: Store, done: Mapping[str, Done], ended: Collection[str], busy: Collection[str]
) -> tuple[list[Session], dict[str, Done]]:
    """Return the sessions whose summary is due, and what stays known of the others."""
    exclude = [str(glob) for glob in load(store.home)["capture"]["exclude"]]
    since = datetime.fromisoformat(store.clock()) - SETTLED
    settled = f"{since:%Y-%m-%dT%H:%M:%S}.000Z"
    due: list[Session] = []
    known: dict[str, Done] = {}
    count = 0
    for session in conversations.list_sessions(store, limit=LOOKED_AT, attended=True):
        before = done.get(session.id)
        if before is not None:
            known[session.id] = before
        if count == KEPT or lies_in(exclude, session.cwd):
            continue
        if before is not None and before[:2] == (session.messages, session.title):
            count += bool(before.name)
            continue
        count += 1
        is_settled = session.ended_at <= settled and session.id not in busy
        if session.id in ended or is_settled:
            due.append(session)
    return due, known


def _written(writer: _Writer, session: Session, before: Done | None, *, ended: bool) -> Done:
    """Return what is known of a session after its summary was written.

    One that nothing can be said of is let be until it goes on: it must not hold up all others.
    """
    try:
        return writer.write(session, before.name if before else "", ended=ended)
    except OSError:
        raise
    except Exception as error:
        if isinstance(error, Locked) or writer.store.explain(error) is not None:
            raise
        log.note(writer.store.home, f"summary of {session.id}", error)
        return Done(session.messages, session.title)


def _keep_last(store: Store) -> None:
    """Remove the files of ours behind the last ones, and what a killed writer left."""
    files = sorted(summary_files.list_files(store.home), key=lambda file: file.end, reverse=True)
    for file in files[KEPT:]:
        summary_files.remove(file)
    summary_files.sweep(store.home)


def _unwritable(store: Store, error: OSError) -> Unwritable:
    folder = store.home.path(summary_files.FOLDER)
    return Unwritable(
        f"{folder} can not be written: {error.strerror}.",
        "Free space or mend the folder",
    )


class _Writer:
    """Writes summaries; loads what cuts texts into words once for all of them.

    Args:
        cleaned: Takes out what must not stand in a file, or its name, any more; None for nothing.
    """

    def __init__(
        self,
        store: Store,
        between: Callable[[], None] | None,
        cleaned: Callable[[str], str] | None = None,
    ) -> None:
        self.store = store
        self._forgets = cleaned is not None
        self._cleaned = cleaned or str
        self._keywords = Keywords(store.home, between)
        self._language = str(load(store.home)["general"]["language"])
        self._files: dict[str, list[SummaryFile]] = {}
        for file in summary_files.list_files(store.home):
            self._files.setdefault(file.session, []).append(file)

    def write(self, session: Session, named: str, *, ended: bool) -> Done:
        """Bring the summary of a session up to date, and return what is known of it then.

        Args:
            named: How its file was called when we wrote it; empty for what is not known. A file
                that is called otherwise has its name from the user, and keeps it.
        """
        found = summarize(
            self.store, session, self._keywords, home_language=self._language, ended=ended
        )
        there = self._files.get(session.id, [])
        done = Done(session.messages, session.title)
        if found is None:
            for file in there:
                summary_files.remove(file)
            return done
        title = self._cleaned(found.title)
        found = found._replace(title=title, slug=self._keywords.slug(title))
        name = summary_files.file_name(local(session.started_at)[:10], found.slug, session.id)
        called = [os.path.basename(file.path) for file in there]
        if named and called and named not in called:
            name = called[0]
        gist = self._cleaned(gist_line(found))
        changed = next((file for file in there if file.state != "ours"), None)
        if changed is not None and changed.state == "edited":
            name = self._without_forgotten(found, changed, name)
        else:
            self._put(found, changed, name)
        for file in there:
            if os.path.basename(file.path) != name and file is not changed:
                summary_files.remove(file)
        return done._replace(name=name, heading=found.title, gist=gist)

    def _without_forgotten(self, found: Summary, edited: SummaryFile, name: str) -> str:
        """Take what is forgotten out of a file that somebody edited; return what it is called."""
        if self._forgets:
            told = self._cleaned(summary_text(found))
            if FORGOTTEN in told:
                changed = edited._replace(title=found.title, text=mended(edited, told))
                summary_files.rewrite(changed)
            if summary_files.rename(self.store.home, edited, name):
                return name
        return os.path.basename(edited.path)

    def _put(self, found: Summary, replaced: SummaryFile | None, name: str) -> None:
        session = found.session
        text = self._cleaned(summary_text(found))
        if replaced is not None:
            text = mended(replaced, text) if FORGOTTEN in text else replaced.text
        file = SummaryFile(
            path="",
            session=session.id,
            title=shown_line(found.title),
            project=shown_line(self._cleaned(found.project_name)),
            start=session.started_at,
            end=session.ended_at,
            state="ours" if replaced is None else "replaced",
            text=self._cleaned(text),
        )
        written = summary_files.write_summary(self.store.home, name, file)
        if written and replaced is not None and replaced.path != written:
            summary_files.remove(replaced)
