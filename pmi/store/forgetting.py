"""Removes rows and words for good. Only `pmi.upkeep.forget` calls this.

Words are overwritten by as many blocks, so that the offsets of other quotes stay right. The
same function does it in rows and in the journal's effects, so that both stay equal.
"""

from __future__ import annotations

import json
import sqlite3
from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from pmi.store.placing import place_facts
from pmi.store.rows import as_given

TEXT_COLUMNS: Mapping[str, tuple[str, ...]] = {
    "source": ("title", "origin_key"),
    "source_version": ("text",),
    "memory": ("slug", "content", "detail", "slot"),
    "memory_fact": ("value",),
    "entity": ("name", "name_key"),
    "entity_fact": ("value", "value_key"),
    "evidence": ("quote",),
    "proposal": ("operation", "evidence", "reason"),
    "learning": ("text", "quote", "paths"),
    "sighting": ("quote",),
    "learning_edit": ("text",),
    "decision": ("reason",),
}
"""Columns in which words of people can stand; all others hold ids, times and fixed words."""

_JSON = ("operation", "evidence", "paths")
"""Columns that hold JSON: words go out of its texts, so that it can still be read."""

_FIXED_KEYS = frozenset(
    {"op", "kind", "stance", "type", "trust", "entry", "memory", "proposal", "verdict", "version",
     "content_hash", "reference", "said_at", "valid_from", "valid_to", "inferred_create"}
)  # fmt: skip
"""Keys of JSON under which ids, times and words of ours stand, never words of people."""

_NAMED_KEYS = frozenset({"target", "slug"})

_NAMING = ("origin_key", "name_key", "value_key")
"""Columns by which something is found."""

LONG_CHARS, LONG_CJK_CHARS = 8, 4
"""From this length on words are a sentence, overwritten wherever they stand; shorter ones only
where they are the whole text: `ok` must not be cut out of `token`."""


_UNPLACE = "UPDATE memory SET status = 'disputed' WHERE id = ? AND status = 'active'"
"""Before a slot changes: the new one may have an active memory already."""


class Overwriter:
    """Overwrites words in texts, in any case, and slugs where something is named by them.

    >>> overwrite = Overwriter(["on Tuesdays", "ok"])
    >>> overwrite("we deploy On Tuesdays, ok")
    'we deploy ███████████, ok'
    """

    def __init__(self, words: Iterable[str], names: Iterable[str] = ()) -> None:
        every = {word for word in words if word.strip()}
        self._whole = {word.strip().lower() for word in every}
        self._inside = _spellings([word for word in every if _is_long(word.strip())])
        self._small = [word.lower() for word in self._inside]
        self._names = frozenset(names)

    def __call__(self, text: str) -> str:
        """Return a text with the words overwritten."""
        small = text.lower()
        if small.strip() in self._whole:
            return blocks(text)
        if len(small) == len(text):
            spans = _find_all(small, self._small)
        else:  # a few capitals are two signs when small
            spans = _find_all(text, self._inside)
        parts, done = [], 0
        for start, end in sorted(spans):
            if end > done:
                parts += [text[done : max(done, start)], blocks(text[max(done, start) : end])]
                done = end
        return "".join(parts) + text[done:] if parts else text

    def values(self, value: Any, key: str = "") -> Any:
        """Return JSON data with the words overwritten wherever people's words can stand."""
        if isinstance(value, str):
            if key in _NAMED_KEYS and value in self._names:
                return blocks(value)
            return value if key in _FIXED_KEYS else self(value)
        if isinstance(value, list):
            return [self.values(item, key) for item in value]
        if isinstance(value, dict):
            return {name: self.values(item, name) for name, item in value.items()}
        return value


def _find_all(text: str, words: Iterable[str]) -> set[tuple[int, int]]:
    spans = set()
    for word in words:
        start = text.find(word)
        while start >= 0:
            spans.add((start, start + len(word)))
            start = text.find(word, start + len(word))
    return spans


def overwrite_row(
    table: str, row: Mapping[str, object], overwrite: Overwriter
) -> dict[str, object]:
    """Return a row, or an effect, with its words overwritten.

    A memory whose words changed is named by the end of its id: its slug was made of them. So is
    a source or an entity by its whole id: blocks of the same length would name several.
    """
    changed = dict(row)
    for column in TEXT_COLUMNS.get(table, ()):
        if column not in row:  # an effect that is older than its column
            continue
        stored = str(row[column])
        changed[column] = (
            _overwrite_json(stored, overwrite) if column in _JSON else overwrite(stored)
        )
        if column in _NAMING and changed[column] != row[column]:
            changed[column] = row["id"]
    if table == "memory" and any(changed[name] != row[name] for name in ("slug", "content")):
        changed["slug"] = str(row["id"])[-6:]
    return changed


def overwrite_rows(connection: sqlite3.Connection, overwrite: Overwriter) -> set[str]:
    """Overwrite words wherever a row of memory.db has them; return the memories that changed.

    Where these stand has to be decided again: slots whose words went may have become one. So
    has what counts about entities.
    """
    touched: set[str] = set()
    renamed: set[str] = set()
    for table, columns in TEXT_COLUMNS.items():
        key = "number" if table == "learning" else "id"
        names = ", ".join((key, *columns))
        for row in connection.execute(f"SELECT {names} FROM {table}").fetchall():
            before = dict(row)
            after = overwrite_row(table, before, overwrite)
            if after != before:
                if table == "memory" and after["slot"] != before["slot"]:
                    connection.execute(_UNPLACE, (row["id"],))
                assignments = ", ".join(f"{column} = :{column}" for column in columns)
                connection.execute(f"UPDATE {table} SET {assignments} WHERE {key} = :{key}", after)
                if table == "memory":
                    touched.add(row["id"])
                    renamed |= {row["id"]} if after["content"] != before["content"] else set()
    touched |= _overwrite_given(connection, overwrite, renamed)
    for row in connection.execute("SELECT DISTINCT memory FROM memory_fact").fetchall():
        place_facts(connection, row["memory"])
        touched.add(row["memory"])
    return touched


def _overwrite_given(
    connection: sqlite3.Connection, overwrite: Overwriter, renamed: set[str]
) -> set[str]:
    """Overwrite words in what memories were first given, as in the effects that gave it."""
    touched = set()
    for row in connection.execute("SELECT id, given FROM memory").fetchall():
        given = json.loads(row["given"])
        after = overwrite_row("memory", {"id": row["id"], "content": "", **given}, overwrite)
        changed = {name: after[name] for name in given}
        if row["id"] in renamed:
            changed["slug"] = row["id"][-6:]
        if changed != given:
            stored = as_given(changed)
            connection.execute("UPDATE memory SET given = ? WHERE id = ?", (stored, row["id"]))
            place_facts(connection, row["id"])
            touched.add(row["id"])
    return touched


def _overwrite_json(text: str, overwrite: Overwriter) -> str:
    value = json.loads(text)
    changed = overwrite.values(value)
    return text if changed == value else json.dumps(changed, ensure_ascii=False)


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


def list_held(connection: sqlite3.Connection) -> dict[str, int]:
    """Return which entry holds each row that can outlive the undo of the one that made it."""
    return {
        row["id"]: row["entry"]
        for table in ("source", "source_version", "entity")
        for row in connection.execute(f"SELECT id, entry FROM {table}").fetchall()
    }


def list_version_texts(connection: sqlite3.Connection, versions: Iterable[str]) -> list[str]:
    """Return the texts of these source versions."""
    rows = connection.execute(
        "SELECT text FROM source_version WHERE id IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(versions)),),
    ).fetchall()
    return [row[0] for row in rows]


def list_lone_hashes(connection: sqlite3.Connection, versions: Iterable[str]) -> list[str]:
    """Return the hashes of texts that only these source versions have."""
    rows = connection.execute(
        "SELECT content_hash FROM source_version GROUP BY content_hash "
        "HAVING min(id IN (SELECT value FROM json_each(?))) = 1",
        (json.dumps(sorted(versions)),),
    ).fetchall()
    return [row[0] for row in rows]


def list_own_texts(connection: sqlite3.Connection, memory: str) -> list[str]:
    """Return a claim's own texts: what merged may say the same in other words."""
    rows = connection.execute(
        "SELECT content FROM memory WHERE id = ?1 UNION SELECT detail FROM memory WHERE id = ?1 "
        "UNION SELECT quote FROM evidence WHERE memory = ?1 "
        "UNION SELECT text FROM learning WHERE memory = ?1 "
        "UNION SELECT quote FROM learning WHERE memory = ?1",
        (memory,),
    ).fetchall()
    return [row[0] for row in rows]


def list_learning_words(connection: sqlite3.Connection, numbers: Iterable[int]) -> list[str]:
    """Return all words that stand in these learnings: as said, said again, and edited."""
    wanted = json.dumps(sorted(numbers))
    rows = connection.execute(
        """
        WITH wanted AS (SELECT value AS number FROM json_each(?))
        SELECT text FROM learning WHERE number IN (SELECT number FROM wanted)
        UNION SELECT quote FROM learning WHERE number IN (SELECT number FROM wanted)
        UNION SELECT quote FROM sighting WHERE number IN (SELECT number FROM wanted)
        UNION SELECT text FROM learning_edit WHERE number IN (SELECT number FROM wanted)
        """,
        (wanted,),
    ).fetchall()
    return [row[0] for row in rows]


def list_learnings_of(connection: sqlite3.Connection, memories: Iterable[str]) -> set[int]:
    """Return the numbers of the learnings that are one of these memories now."""
    rows = connection.execute(
        "SELECT number FROM learning WHERE memory IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(memories)),),
    ).fetchall()
    return {row[0] for row in rows}


def list_memories_of(connection: sqlite3.Connection, numbers: Iterable[int]) -> set[str]:
    """Return all memories that learnings ever were, those with their earlier words included.

    What one of them merged into stands for it.
    """
    rows = connection.execute(
        """
        WITH wanted AS (SELECT value AS number FROM json_each(?)),
        tied AS (
            SELECT memory FROM learning_memory WHERE number IN (SELECT number FROM wanted)
            UNION SELECT given_memory FROM learning WHERE number IN (SELECT number FROM wanted)
        )
        SELECT ifnull(nullif(memory.merged_into, ''), memory.id)
        FROM tied JOIN memory ON memory.id = tied.memory
        """,
        (json.dumps(sorted(numbers)),),
    ).fetchall()
    return {row[0] for row in rows}


BLANK_LEARNING: Mapping[str, str] = {
    "text": "",
    "quote": "",
    "paths": "[]",
    "reference": "",
    "session": "",
}
"""What a forgotten learning says; number and times stay."""


def remove_learnings(connection: sqlite3.Connection, numbers: set[int]) -> None:
    """Take all words out of learnings, and where they were said; their numbers stay taken."""
    wanted = json.dumps(sorted(numbers))
    inside = "number IN (SELECT value FROM json_each(:wanted))"
    for table in ("sighting", "learning_edit", "learning_memory"):
        connection.execute(f"DELETE FROM {table} WHERE {inside}", {"wanted": wanted})
    blank = ", ".join(f"{column} = :{column}" for column in BLANK_LEARNING)
    connection.execute(
        f"UPDATE learning SET {blank}, memory = '', given_memory = '' WHERE {inside}",
        {**BLANK_LEARNING, "wanted": wanted},
    )


def remove_reasons(connection: sqlite3.Connection, subjects: Iterable[str]) -> None:
    """Take out why the user decided as they did: a reason is about the words that go."""
    connection.execute(
        "UPDATE decision SET reason = '' "
        "WHERE reason <> '' AND subject IN (SELECT value FROM json_each(?))",
        (json.dumps(sorted(subjects)),),
    )


def remove(
    connection: sqlite3.Connection, ids: set[str], versions: set[str], sources: set[str]
) -> None:
    """Take out memories with their evidence and decisions, and sources that nobody needs."""
    for statement, values in (
        ("DELETE FROM decision WHERE subject IN", ids),
        ("DELETE FROM evidence WHERE memory IN", ids),
        ("DELETE FROM memory_fact WHERE memory IN", ids),
        ("DELETE FROM memory_entity WHERE memory IN", ids),
        ("DELETE FROM link WHERE memory IN", ids),
        ("DELETE FROM link WHERE target IN", ids),
        ("UPDATE review SET subject = '' WHERE subject IN", ids),
        ("DELETE FROM learning_memory WHERE memory IN", ids),
        ("UPDATE learning SET given_memory = '' WHERE given_memory IN", ids),
        ("DELETE FROM memory WHERE id IN", ids),
        ("DELETE FROM source_version WHERE id IN", versions),
        ("DELETE FROM source WHERE id IN", sources),
    ):
        connection.execute(
            f"{statement} (SELECT value FROM json_each(?))", (json.dumps(sorted(values)),)
        )


def overwrite_messages(
    connection: sqlite3.Connection, words: Iterable[str], overwrite: Overwriter
) -> int:
    """Overwrite words in all archived messages and titles; return in how many messages."""
    count = 0
    for table, column in (("message", "text"), ("session", "title")):
        found: dict[int, str] = {}
        for word in words:
            rows = connection.execute(
                f"SELECT rowid, {column} FROM {table} WHERE instr(lower({column}), lower(?))",
                (word,),
            ).fetchall()
            found.update({row[0]: row[1] for row in rows})
        for number, text in found.items():
            changed = overwrite(text)
            if changed != text:
                connection.execute(
                    f"UPDATE {table} SET {column} = ? WHERE rowid = ?", (changed, number)
                )
                count += table == "message"
    return count


def overwrite_passage(connection: sqlite3.Connection, message: str, start: int, end: int) -> int:
    """Overwrite a passage (half-open, code points) of one archived message; 1 where it is."""
    row = connection.execute("SELECT text FROM message WHERE uuid = ?", (message,)).fetchone()
    if row is None or end > len(row["text"]):
        return 0
    text = row["text"]
    changed = text[:start] + blocks(text[start:end]) + text[end:]
    connection.execute("UPDATE message SET text = ? WHERE uuid = ?", (changed, message))
    return 1


def blocks(text: str) -> str:
    """Return what stands where words stood: as long, and saying nothing."""
    return "█" * len(text)


def _is_long(word: str) -> bool:
    return len(word) >= (LONG_CHARS if word.isascii() else LONG_CJK_CHARS)


def _spellings(words: Sequence[str]) -> list[str]:
    """Return words as they stand in text and inside JSON, the longest first."""
    found = set(words)
    for word in words:
        found.add(json.dumps(word, ensure_ascii=False)[1:-1])
        found.add(json.dumps(word)[1:-1])
    return sorted(found, key=lambda word: (-len(word), word))
