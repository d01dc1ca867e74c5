"""What a session, a day or a week comes to: overviews for people and agents."""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from pmi.model.conversation import Prompt, Session, TouchedFile
from pmi.model.memory import Memory

if TYPE_CHECKING:
    from pmi.model.learning import Learning
    from pmi.model.operation import Review


class Overview(NamedTuple):
    """One session at a glance.

    Attributes:
        project_name: What people call its project; empty for none.
        tools: How often each tool was used, the most used first.
        files: Files that were read or written, the written ones first.
        prompts: What was asked, in its order.
        memories: What quotes it.
        agents: Its sub-agents' runs.
        folder: Where it can be resumed; empty where that folder is gone.
        resume: The command that resumes it; empty where nothing can.
        summary: The file of its summary; empty for none.
    """

    session: Session
    project_name: str
    tools: dict[str, int]
    files: tuple[TouchedFile, ...]
    prompts: tuple[Prompt, ...]
    memories: tuple[Memory, ...]
    agents: tuple[Session, ...]
    folder: str
    resume: str
    summary: str = ""


class Passage(NamedTuple):
    """What matched in a session.

    Attributes:
        position: Its number in the conversation; 0 where it is not known.
        snippet: Text around the match; matches stand between ``«`` and ``»``.
    """

    position: int
    reference: str
    snippet: str


class FoundSessions(NamedTuple):
    """The sessions in which words were said, the best first, each with what matched.

    Attributes:
        passages: The best ones of each session, by its id.
        notes: How the search went.
    """

    query: str
    sessions: tuple[Session, ...]
    passages: dict[str, tuple[Passage, ...]]
    notes: tuple[str, ...] = ()


class Asked(NamedTuple):
    """A session as far as it went on in a period.

    Attributes:
        reference: Opens what was said in that period.
        prompts: What was asked in it.
        open: ``unanswered`` where the last word is the user's, ``interrupted`` where the model
            was stopped at work, else empty.
    """

    session: Session
    reference: str
    prompts: tuple[Prompt, ...]
    open: str = ""


class Recorded(NamedTuple):
    """A memory that was recorded, with the words of what gave way to it."""

    memory: Memory
    before: str = ""


class ProjectDigest(NamedTuple):
    """What a period came to in one project.

    Attributes:
        key: The project's key; empty for what holds everywhere or has no project.
        decided: Memories that were recorded, decisions first.
        changed: Memories of before that are otherwise now.
        files: Files that were written.
        questions: Open questions that were recorded.
        reviews: What came to wait for the user.
        learnings: What was learned and waits for the user.
    """

    key: str
    name: str
    asked: tuple[Asked, ...] = ()
    decided: tuple[Recorded, ...] = ()
    changed: tuple[Memory, ...] = ()
    files: tuple[TouchedFile, ...] = ()
    questions: tuple[Memory, ...] = ()
    reviews: tuple[Review, ...] = ()
    learnings: tuple[Learning, ...] = ()


class Digest(NamedTuple):
    """What happened from the first to the last day, both of them days where the user is."""

    first: str
    last: str
    projects: tuple[ProjectDigest, ...]
