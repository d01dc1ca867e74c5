"""Removes rows and words for good. Only `pmi.upkeep.forget` calls this.

Words are overwritten by as many blocks, so that the offsets of other quotes stay right.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Sequence

_TEXT_COLUMNS = (
    ("memory", "content"),
    ("memory", "detail"),
    ("evidence", "quote"),
    ("source", "title"),
    ("source", "origin_key"),
    ("source_version", "text"),
    ("proposal", "operation"),
    ("proposal", "evidence"),
    ("learning", "text"),
    ("decision", "reason"),
)


def find_orphans(connection: sqlite3.Connection, ids: Iterable[str]) -> tuple[set[str], set[str]]:
    """Return the source versions that only these memories quote, and sources left without any."""
    wanted = json.dumps(sorted(ids))
    versions = {
        row[0]
        for row in connection.execute(
            "SELECT version FROM evidence GROUP BY version "
            "HAVING min(memory IN (SELECT value FROM json_each(?))) = 1",
            (wanted,),
        ).fetchall()
    }
    sources = {
        row[0]
        for row in connection.execute(
            "SELECT source FROM source_version GROUP BY source "
            "HAVING min(id IN (SELECT value FROM json_each(?))) = 1",
            (json.dumps(sorted(versions)),),
        ).fetchall()
    }
    return versions, sources


def list_version_texts(connection: sqlite3.Connection, versions: Iterable[str]) -> list[str]:
    """Return the texts of these source versions."""
    rows = connection.execute(
        "SELECT text FROM source_version WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(versions)),),
    ).fetchall()
    return [row[0] for row in rows]


def list_own_texts(connection: sqlite3.Connection, memory: str) -> list[str]:
    """Return a claim's own texts, its learnings' included: it may say what it merged into
    in other words.
    """
    rows = connection.execute(
        "SELECT content FROM memory WHERE id = ?1 UNION SELECT detail FROM memory WHERE id = ?1 "
        "UNION SELECT quote FROM evidence WHERE memory = ?1 "
        "UNION SELECT text FROM learning WHERE memory = ?1",
        (memory,),
    ).fetchall()
    return [row[0] for row in rows]


def remove(
    connection: sqlite3.Connection, ids: set[str], versions: set[str], sources: set[str]
) -> None:
    """Take out memories with their evidence and decisions, and sources that nobody needs."""
    for statement, values in (
        ("DELETE FROM decision WHERE subject IN", ids),
        ("DELETE FROM evidence WHERE memory IN", ids),
        ("UPDATE learning SET text = '', reference = '', memory = '' WHERE memory IN", ids),
        ("DELETE FROM memory WHERE id IN", ids),
        ("DELETE FROM source_version WHERE id IN", versions),
        ("DELETE FROM source WHERE id IN", sources),
    ):
        connection.execute(
            f"{statement} (SELECT value FROM json_each(?))", (json.dumps(sorted(values)),)
        )


def overwrite_words(connection: sqlite3.Connection, words: Sequence[str]) -> None:
    """Overwrite these words wherever a row of memory.db has them."""
    for table, column in _TEXT_COLUMNS:
        for word in spellings(words):
            connection.execute(
                f"UPDATE {table} SET {column} = replace({column}, ?1, ?2) "
                f"WHERE instr({column}, ?1)",
                (word, blocks(word)),
            )


def overwrite_messages(connection: sqlite3.Connection, words: Sequence[str]) -> int:
    """Overwrite these words in all archived messages and titles; return how many messages."""
    count = 0
    for word in words:
        count += connection.execute(
            "UPDATE message SET text = replace(text, ?1, ?2) WHERE instr(text, ?1)",
            (word, blocks(word)),
        ).rowcount
        connection.execute(
            "UPDATE session SET title = replace(title, ?1, ?2) WHERE instr(title, ?1)",
            (word, blocks(word)),
        )
    return count


def spellings(words: Sequence[str]) -> list[str]:
    """Return words as they stand in text and inside JSON, the longest first."""
    found = dict.fromkeys(words)
    for word in words:
        found[json.dumps(word, ensure_ascii=False)[1:-1]] = None
    return sorted(found, key=len, reverse=True)


def blocks(word: str) -> str:
    """Return what stands where a word stood: as long, and saying nothing."""
    return "█" * len(word)
