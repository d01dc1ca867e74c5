"""Reads sources as values: by what people type, with their versions, texts and quotes.

Example:
    >>> source = get_source(store, "file:~/notes/deploy.md")  # doctest: +SKIP
    >>> read_text(store, source.id)  # doctest: +SKIP
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from pmi.base.errors import NotFound, UsageError
from pmi.base.ids import is_ending
from pmi.model.conversation import Reference
from pmi.model.source import LostQuote, Source, SourceKind, SourceVersion
from pmi.store import originals
from pmi.store.conversations import read_messages

if TYPE_CHECKING:
    from pmi.store.database import Store

_VERSION = """
    SELECT source.id, source.kind, source.origin_key, source.title, source.url,
        source_version.id AS version, source_version.at, source_version.source_time,
        source_version.content_hash, source_version.chars, source_version.text,
        CASE source_version.trust WHEN '' THEN source.trust ELSE source_version.trust END AS trust
    FROM source JOIN source_version ON source_version.source = source.id
"""
_SEEN_IN = """
    SELECT source_version.source, evidence.version, evidence.quote,
        ifnull(nullif(memory.merged_into, ''), memory.id) AS memory
    FROM source_version JOIN evidence ON evidence.version = source_version.id
        JOIN memory ON memory.id = evidence.memory
"""
"""Quotes with the memory that they are seen in: the claim's own, or what it merged into."""


def find_id(connection: sqlite3.Connection, reference: str) -> str:
    """Return the id of the source that a reference names; empty for none.

    Args:
        reference: An id, its last six or more characters, an origin key, or a URL; where
            several have the URL, the newest of them.

    Raises:
        UsageError: Two sources end alike; the message lists them.
    """
    name = reference.strip()
    if not name:
        return ""
    for where, value in (
        ("id = ?", name),
        ("origin_key = ?", name),
        ("origin_key = ?", f"url:{name}"),
        ("url = ?", name),
    ):
        row = connection.execute(
            f"SELECT id FROM source WHERE {where} ORDER BY id DESC LIMIT 1", (value,)
        ).fetchone()
        if row is not None:
            return str(row["id"])
    ending = name.lower().removeprefix("src_")
    if not is_ending(ending):
        return ""
    rows = connection.execute(
        "SELECT id FROM source WHERE substr(id, ?) = ? LIMIT 5", (-len(ending), ending)
    ).fetchall()
    if len(rows) > 1:
        names = ", ".join(row["id"] for row in rows)
        raise UsageError(f"{name!r} names several sources: {names}.", "type more of the id")
    return str(rows[0]["id"]) if rows else ""


def find_by_content(connection: sqlite3.Connection, content_hash: str) -> str:
    """Return the id of the first source whose newest text is this one; empty for none.

    What was only said or remembered does not count: it is no text that was kept.
    """
    row = connection.execute(
        """
        SELECT source.id FROM source_version JOIN source ON source.id = source_version.source
        WHERE content_hash = ? AND kind <> 'conversation'
            AND origin_key NOT LIKE 'said:%' AND origin_key NOT LIKE 'cc://%'
            AND source_version.id = (
                SELECT max(id) FROM source_version AS newest WHERE newest.source = source.id)
        ORDER BY source.id LIMIT 1
        """,
        (content_hash,),
    ).fetchone()
    return str(row["id"]) if row is not None else ""


def find_newest(connection: sqlite3.Connection, reference: str) -> sqlite3.Row | None:
    """Return the newest version of a source with what the source is, or None.

    Its columns: id, kind, origin_key, title, url of the source; version, at, source_time,
    content_hash, chars, text and trust of the version. `text_of` gives its whole text.

    Args:
        reference: As for `find_id`.
    """
    row: sqlite3.Row | None = connection.execute(
        f"{_VERSION} WHERE source.id = ? ORDER BY source_version.id DESC LIMIT 1",
        (find_id(connection, reference),),
    ).fetchone()
    return row


def text_of(store: Store, version: sqlite3.Row) -> str:
    """Return the whole text of a version that `find_newest` gave, wherever it lies.

    Raises:
        Damaged: Its file is missing.
        NotFound: It is a conversation that is no longer archived.
    """
    if version["kind"] == "conversation":
        messages = read_messages(store, Reference.parse(version["origin_key"]))
        return "\n".join(message.text for message in messages)
    return originals.read_text(store.home, version)


def get_source(store: Store, reference: str) -> Source:
    """Return the source that a reference names, with its versions.

    Raises:
        NotFound: There is none.
    """
    connection = store.reading("memory")
    [found] = _sources(connection, [_require(connection, reference)])
    return found


def list_sources(
    store: Store, *, kind: SourceKind | None = None, limit: int = 0, said: bool = False
) -> list[Source]:
    """Return sources with their versions, the newest first.

    Args:
        kind: Only of this kind.
        limit: 0 for all.
        said: Also what was only said: conversations that are quoted, sentences remembered.
    """
    where, values = ["?1 IS NULL OR kind = ?1"], [kind]
    if not said and kind != "conversation":
        where.append(
            "kind <> 'conversation' AND origin_key NOT LIKE 'said:%' "
            "AND origin_key NOT LIKE 'cc://%'"
        )
    connection = store.reading("memory")
    rows = connection.execute(
        f"SELECT id FROM source WHERE ({') AND ('.join(where)}) "
        f"ORDER BY id DESC LIMIT {limit or -1:d}",
        values,
    ).fetchall()
    return _sources(connection, [row["id"] for row in rows])


def read_text(store: Store, reference: str, version: str = "") -> str:
    """Return the stored text of a version of a source.

    Args:
        version: ``ver_…``, its last six or more characters, or its number from 1; empty for
            the newest.

    Raises:
        NotFound: There is no such source or version.
        Damaged: Its file is missing.
    """
    connection = store.reading("memory")
    source = _require(connection, reference)
    rows = connection.execute(
        f"{_VERSION} WHERE source.id = ? ORDER BY source_version.id", (source,)
    ).fetchall()
    row = _choose(rows, version.strip())
    if row is None:
        raise NotFound(f"{source} has no version {version!r}.", f"pmi show {source}")
    return text_of(store, row)


def list_quotes(connection: sqlite3.Connection, source: str) -> list[LostQuote]:
    """Return what active memories quote of a source, whichever version, by memory.

    Of one memory each quote comes once.
    """
    rows = connection.execute(
        f"""
        SELECT DISTINCT seen.memory, shown.content, seen.quote
        FROM ({_SEEN_IN} WHERE source_version.source = ?) AS seen
            JOIN memory AS shown ON shown.id = seen.memory
        WHERE shown.status = 'active' ORDER BY seen.memory, seen.quote
        """,
        (source,),
    ).fetchall()
    return [LostQuote(row["memory"], row["content"], row["quote"]) for row in rows]


def list_outdated(connection: sqlite3.Connection, memories: Iterable[str]) -> list[tuple[str, str]]:
    """Return source and quote of what memories quote from a version that is not the newest."""
    rows = connection.execute(
        """
        SELECT DISTINCT source_version.source, evidence.quote FROM memory
        JOIN evidence ON evidence.memory = memory.id
        JOIN source_version ON source_version.id = evidence.version
        JOIN source ON source.id = source_version.source
        WHERE source.kind <> 'conversation'
            AND source_version.id < (SELECT max(newest.id) FROM source_version AS newest
                WHERE newest.source = source_version.source)
            AND (memory.id IN (SELECT value FROM json_each(?1))
                OR (memory.merged_into <> ''
                    AND memory.merged_into IN (SELECT value FROM json_each(?1))))
        """,
        (json.dumps(sorted(memories)),),
    ).fetchall()
    return [(row["source"], row["quote"]) for row in rows]


def _require(connection: sqlite3.Connection, reference: str) -> str:
    source = find_id(connection, reference)
    if not source:
        raise NotFound(f"There is no source {reference!r}.", "pmi list sources")
    return source


def _choose(rows: Sequence[sqlite3.Row], version: str) -> sqlite3.Row | None:
    if not version:
        return rows[-1] if rows else None
    if version.isdecimal() and len(version) < 6:
        return rows[int(version) - 1] if 0 < int(version) <= len(rows) else None
    ending = version.lower().removeprefix("ver_")
    found = [row for row in rows if is_ending(ending) and row["version"].endswith(ending)]
    return found[0] if len(found) == 1 else None


def _sources(connection: sqlite3.Connection, ids: Iterable[str]) -> list[Source]:
    """Return these sources, in this order."""
    wanted = list(ids)
    given = json.dumps(wanted)
    versions: dict[str, tuple[SourceVersion, ...]] = {}
    for row in connection.execute(
        f"{_VERSION} WHERE source.id IN (SELECT value FROM json_each(?)) ORDER BY version", (given,)
    ):
        version = SourceVersion(
            id=row["version"],
            at=row["at"],
            source_time=row["source_time"],
            content_hash=row["content_hash"],
            chars=row["chars"],
            trust=row["trust"],
        )
        versions[row["id"]] = (*versions.get(row["id"], ()), version)
    counts = {
        row["source"]: int(row["memories"])
        for row in connection.execute(
            f"""
            SELECT seen.source, count(DISTINCT seen.memory) AS memories
            FROM ({_SEEN_IN} WHERE source_version.source IN (SELECT value FROM json_each(?)))
                AS seen JOIN memory AS shown ON shown.id = seen.memory
            WHERE shown.status = 'active' GROUP BY seen.source
            """,
            (given,),
        )
    }
    rows = connection.execute(
        "SELECT * FROM source WHERE id IN (SELECT value FROM json_each(?))", (given,)
    ).fetchall()
    found = {
        row["id"]: Source(
            id=row["id"],
            kind=row["kind"],
            origin_key=row["origin_key"],
            title=row["title"],
            url=row["url"],
            trust=versions[row["id"]][-1].trust if row["id"] in versions else row["trust"],
            at=row["at"],
            versions=versions.get(row["id"], ()),
            memories=counts.get(row["id"], 0),
        )
        for row in rows
    }
    return [found[source] for source in wanted if source in found]
