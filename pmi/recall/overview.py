"""Puts together what there is to say of one session before anybody reads it.

Example:
    >>> found = get_overview(store, "3f9a1c")  # doctest: +SKIP
    >>> found.resume  # doctest: +SKIP
    "cd /home/ana/billing && claude --resume 3f9a1c2b-…"
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pmi.base.errors import NotFound
from pmi.base.project import short_name
from pmi.base.text import one_line, strip_control
from pmi.model.conversation import Prompt, Reference, Session
from pmi.model.overview import FoundSessions, Overview, Passage
from pmi.profile.summary_files import find_file
from pmi.rules.resuming import resume_command
from pmi.search.live_branch import find_taken_back
from pmi.store import conversations, memories, periods, projects
from pmi.store.references import complete

if TYPE_CHECKING:
    from collections.abc import Sequence

    from pmi.model.conversation import TouchedFile
    from pmi.model.finding import Hit, SearchAnswer
    from pmi.store.database import Store

AGENTS_MAX = 1000
PASSAGES_MAX = 2
TITLE_CHARS = 100


def get_session(store: Store, named: str) -> Session:
    """Return the session that an id, its beginning or a ``cc://`` reference names.

    Raises:
        NotFound: There is none.
        UsageError: Several begin so.
    """
    reference = complete(store, parse_reference(named))
    session = conversations.find_session(store, reference.session)
    if session is None:
        raise NotFound(f"There is no session {named!r}.", "pmi sessions")
    return session


def parse_reference(text: str) -> Reference:
    """Return the parts of a reference; the ``cc://`` before it may be missing.

    >>> parse_reference("3f9a1c…"), parse_reference("cc://3f9a1c:2-4").last
    (Reference(session='3f9a1c', message='', first=0, last=0), 4)

    Raises:
        UsageError: It can be none.
    """
    plain = text.strip().replace("…", "")
    return Reference.parse(plain if plain.startswith("cc://") else f"cc://{plain}")


def get_overview(store: Store, named: str) -> Overview:
    """Return a session at a glance.

    Raises:
        NotFound: There is none.
        UsageError: Several begin so.
    """
    session = _titled(store, get_session(store, named))
    agents = [
        _titled(store, agent)
        for agent in conversations.list_sessions(store, parent=session.id, limit=AGENTS_MAX)
    ]
    ids = [session.id, *(agent.id for agent in agents)]
    files = [
        file for each in conversations.list_touched_files(store, ids).values() for file in each
    ]
    tools = conversations.count_tools(store, session.id)
    connection = store.reading("memory")
    quoting = periods.list_quoting_session(connection, ids)
    folder = find_folder(store, session)
    return Overview(
        session=session,
        project_name=projects.list_project_names(store).get(session.project)
        or short_name(session.project),
        tools=dict(sorted(tools.items(), key=lambda item: (-item[1], item[0]))),
        files=tuple(joined(files)),
        prompts=tuple(list_prompts(store, session.id)),
        memories=tuple(memories.find_many(connection, quoting)),
        agents=tuple(agents),
        folder=folder,
        resume=resume_command(session.parent or session.id, folder)
        if session.original and folder
        else "",
        summary=file.path if (file := find_file(store.home, session.id)) else "",
    )


def _titled(store: Store, session: Session) -> Session:
    """Return a session with a title: of a sub-agent's run without one, what it was told to do."""
    if session.title or not session.parent or not session.messages:
        return session
    [first] = conversations.read_messages(store, Reference(session.id, first=1, last=1), 1)
    return session._replace(title=one_line(first.text)[:TITLE_CHARS])


def found_sessions(store: Store, answer: SearchAnswer, passages: Sequence[Hit]) -> FoundSessions:
    """Return the sessions that a search found, each with the best of the passages in it.

    Args:
        answer: Hits of sessions.
        passages: Hits of messages, the best first, of these sessions and of others.
    """
    ids = [hit.reference.removeprefix("cc://") for hit in answer.hits]
    told: dict[str, list[Passage]] = {session: [] for session in ids}
    for hit in passages:
        reference = Reference.parse(hit.reference)
        known = told.get(reference.session)
        if known is not None and len(known) < PASSAGES_MAX:
            [message] = conversations.read_messages(store, reference, 1)
            known.append(Passage(message.position, hit.reference, hit.snippet))
    for hit in answer.hits:
        known = told[hit.reference.removeprefix("cc://")]
        if not known:
            known.append(Passage(0, hit.reference, hit.snippet))
    found = conversations.list_sessions(store, ids=ids, limit=len(ids))
    best = {session: tuple(known) for session, known in told.items()}
    return FoundSessions(answer.query, tuple(found), best, answer.notes)


def list_prompts(
    store: Store, session: str, period: tuple[str, str] = periods.EVER
) -> list[Prompt]:
    """Return what was asked in a session, with marks on what the conversation left."""
    left = find_taken_back(store, session)
    found = periods.list_prompts(store, session, period)
    return [prompt._replace(taken_back=prompt.uuid in left) for prompt in found]


def find_folder(store: Store, session: Session) -> str:
    """Return where a session can be resumed: its folder, else another one of its project.

    Empty where none of them is there, or its name can not be typed.
    """
    folders = [session.cwd]
    if session.project:
        connection = store.reading("transcripts")
        keys = set(projects.list_same_project(connection, session.project))
        known = projects.read_known(store)
        folders += [path for path, key in sorted(known.items()) if key in keys]
    for folder in folders:
        typed = strip_control(folder) == folder and "\n" not in folder
        if os.path.isabs(folder) and typed and os.path.isdir(folder):
            is_git = os.path.basename(folder) == ".git"
            return os.path.dirname(folder) if is_git else folder
    return ""


def get_resume_command(store: Store, named: str) -> str:
    """Return the command that resumes a session in its folder, quoted for the shell.

    Raises:
        NotFound: There is no such session, or Claude Code or its folder is without it now.
        UsageError: Several begin so.
    """
    session = get_session(store, named)
    if not session.original:
        raise NotFound(
            f"Claude Code deleted the transcript of {session.id}: only the archive has it.",
            f"pmi show cc://{session.id}",
        )
    folder = find_folder(store, session)
    if not folder:
        raise NotFound(
            f"The folder {session.cwd} of session {session.id} is gone.",
            "make that folder again, then run the command once more",
        )
    return resume_command(session.parent or session.id, folder)


def joined(files: Sequence[TouchedFile]) -> list[TouchedFile]:
    """Return files with their uses by several sessions as one, the written ones first."""
    found: dict[str, TouchedFile] = {}
    for file in files:
        other = found.get(file.path)
        found[file.path] = file if other is None else file._replace(
            changed=file.changed or other.changed,
            first_at=min(file.first_at, other.first_at),
            last_at=max(file.last_at, other.last_at),
        )  # fmt: skip
    return sorted(found.values(), key=lambda file: (not file.changed, file.path))
