"""What a session came to, and the Markdown file that says so."""

from __future__ import annotations

from typing import TYPE_CHECKING, Literal, NamedTuple

from pmi.model.conversation import Prompt, Session, TouchedFile
from pmi.model.memory import Memory

if TYPE_CHECKING:
    from pmi.model.learning import Learning

FileState = Literal["ours", "replaced", "edited"]
"""Who wrote a summary's text: we, somebody through us, or somebody without us."""


class Summary(NamedTuple):
    """One session after its end, in the words of its user.

    Attributes:
        language: ``en`` or ``zh``, whichever the user wrote more in.
        title: The name it was given, else what was asked first.
        slug: The title as a part of a file's name.
        project_name: What people call its project; empty for none.
        prompts: What was asked, without what the conversation left.
        decided: Memories that quote the session, decisions first.
        signals: What was learned in it, by number.
        files: Files that were written in it.
        questions: Open questions that quote it.
        open: ``unanswered`` where the last word is the user's, ``interrupted`` where the model
            was stopped at work, else empty.
        asked_back: What the model asked in its last words and got no answer to.
    """

    session: Session
    language: str
    title: str
    slug: str
    project_name: str
    prompts: tuple[Prompt, ...]
    decided: tuple[Memory, ...] = ()
    signals: tuple[Learning, ...] = ()
    files: tuple[TouchedFile, ...] = ()
    questions: tuple[Memory, ...] = ()
    open: str = ""
    asked_back: str = ""
    keywords: tuple[str, ...] = ()


class SummaryFile(NamedTuple):
    """A summary as it lies in ``sessions/``.

    Attributes:
        session: Id of the session that it is about.
        start, end: When the first and the last word was said (UTC, stored form).
        text: What stands below the front matter.
    """

    path: str
    session: str
    title: str
    project: str
    start: str
    end: str
    state: FileState
    text: str
