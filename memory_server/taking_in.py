"""``memory_add_source``: a text, or a file where the user allows it, becomes evidence."""

from __future__ import annotations

import glob
import os
from dataclasses import dataclass
from typing import TYPE_CHECKING, cast

from pmi.base.config import lies_in, load
from pmi.base.errors import UsageError
from pmi.documents.places import confined, key_of
from pmi.documents.reading import read_document
from pmi.memory_server.boundary import fenced, language, open_memory
from pmi.model.source import SourceDraft
from pmi.recall.intake_text import intake_text

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.model.memory import Trust


@dataclass(frozen=True, slots=True)
class Given:
    """What an agent gave; empty fields say nothing."""

    text: str
    path: str
    title: str
    url: str
    origin_key: str
    source_time: str
    trust: str


def take_in(given: Given) -> str:
    """Keep a text and return what became of it, with the id by which it is quoted.

    Raises:
        UsageError: There is no text, or both text and path.
        PolicyDenied: The file may not be read, or the agent vouched for the text as its owner.
    """
    with open_memory() as memory:
        draft = _draft(memory, given)
        done = memory.add_source(draft)
        if done.result != "known":
            memory.after_write()
        text = intake_text(done, language(memory.home))
    return fenced("source", f"{text}\n{done.source.id}")


def _draft(memory: Memory, given: Given) -> SourceDraft:
    if bool(given.path.strip()) == bool(given.text.strip()):
        raise UsageError("Give either a text or a path.")
    trust = cast("Trust", given.trust)  # what is none of them is refused by the core
    if not given.path.strip():
        return SourceDraft(
            text=given.text,
            kind="url" if given.url.strip() else "text",
            title=given.title,
            url=given.url,
            origin_key=given.origin_key,
            source_time=given.source_time,
            trust=trust,
        )
    path = _allowed(memory, given.path)
    document = read_document(path)
    url = given.url or document.url
    return SourceDraft(
        text=document.text,
        kind="file",
        title=given.title or document.title or os.path.splitext(os.path.basename(path))[0],
        url=url,
        origin_key=given.origin_key or ("" if url else key_of(path)),
        source_time=given.source_time or document.source_time,
        trust=trust,
    )


def _allowed(memory: Memory, path: str) -> str:
    """Return a file's real path; what the user keeps out of the memory, an agent does too."""
    capture = load(memory.home)["capture"]
    excluded = [*capture["exclude"], glob.escape(os.path.realpath(memory.home.root))]
    real = confined(path, capture["import_roots"])
    return confined(path, ()) if lies_in(excluded, os.path.dirname(real)) else real
