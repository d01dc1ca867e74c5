"""Learnings as the worker stages them: a message in the archive, a learning in the journal."""

from __future__ import annotations

import json
import uuid
from typing import Any

from pmi.base.ids import new_id
from pmi.model.conversation import Message, Session
from pmi.store import archiving, reviews
from pmi.store.database import Store
from pmi.store.projects import record_project
from pmi.writing.drafting import Draft

AT = "2026-11-30T09:00:00.000Z"


def say(store: Store, text: str, *, session: str = "s-1", project: str = "", at: str = AT) -> str:
    """Archive what the user typed and return its reference."""
    message = Message(
        uuid=str(uuid.uuid4()),
        session=session,
        position=0,
        parent="",
        role="user",
        origin="prompt",
        at=at,
        text=text,
    )
    held = Session(
        id=session,
        parent="",
        project=project,
        cwd="",
        branch="",
        title="",
        started_at=at,
        ended_at=at,
        messages=0,
        original=False,
    )
    with store.writing("transcripts") as connection:
        archiving.ensure_session(connection, held)
        if project:
            record_project(connection, project, project.rpartition("/")[2], "", "")
        archiving.add_messages(connection, session, [message])
    return f"cc://{session}#{message.uuid}"


def learn(store: Store, text: str, *, said: str = "", **values: Any) -> int:
    """Stage a learning from a message that is archived for it; return its number.

    Args:
        said: The whole message; the text where none is given.
        values: Further columns of the learning, as `quote`, `signal`, `project` or `session`.
    """
    at = values.pop("at", AT)
    session, project = values.get("session", "s-1"), values.get("project", "")
    reference = say(store, said or text, session=session, project=project, at=at)
    with store.writing("memory") as connection:
        draft = Draft(connection, store.clock(), "hook", "stage", f"signals:{reference}")
        number = reviews.next_number(connection)
        effect = {
            "row": "learning",
            "number": number,
            "text": text,
            "kind": "preference",
            "memory": "",
            "at": draft.at,
            "reference": reference,
            "signal": "correction",
            "quote": text,
            "domain": "",
            "paths": "[]",
            "said_at": at,
            "session": session,
            "project": project,
            **values,
        }
        effect["paths"] = json.dumps(values.get("paths", []))
        draft.apply([effect])
        draft.close({"message": reference}, [{"number": number}])
    return number


def say_again(store: Store, number: int, quote: str, *, session: str = "s-2", at: str = AT) -> None:
    """Note that a learning was said once more, in another session."""
    reference = say(store, quote, session=session, at=at)
    with store.writing("memory") as connection:
        draft = Draft(connection, store.clock(), "hook", "stage", f"signals:{reference}")
        effect = {
            "row": "sighting",
            "id": new_id("sgt"),
            "number": number,
            "reference": reference,
            "quote": quote,
            "said_at": at,
            "session": session,
        }
        draft.apply([effect])
        draft.close({"message": reference}, [{"number": number}])
