"""What hooks read from the databases: read-only, never waiting, never creating a file.

A locked, missing or damaged database is no reason to disturb a session: every function then
returns nothing and leaves a line in the log.
"""

from __future__ import annotations

import os

from pmi.base.home import Home

TYPE_CHECKING = False
if TYPE_CHECKING:
    import sqlite3
    from collections.abc import Callable, Collection, Sequence
    from typing import Any, TypeVar

    Row = dict[str, Any]
    T = TypeVar("T")

BUSY_TIMEOUT_S = 0.1
POSTING_BUDGET = 50_000
"""Index rows that the terms of one prompt may touch together."""
MAX_TERMS = 32
COMMON_SHARE = 50
"""One shared word is enough only where at most one memory in so many has it."""
CANDIDATES = 40

_STANDING = "(m.verification = 'user_confirmed' OR m.trust = 'owner')"
_USABLE = "(m.verification = 'user_confirmed' OR m.trust <> 'external')"
_COLUMNS = """m.id, m.content, m.kind, m.project, m.stance, m.recorded_at AS at,
    CASE WHEN m.said_at <> '' THEN m.said_at ELSE m.recorded_at END AS said_at,
    m.verification = 'user_confirmed' AS confirmed,
    ifnull((SELECT max(l.number) FROM learning l
            WHERE l.memory = m.id AND l.status = 'confirmed'), 0) AS number"""


def match_memories(
    home: Home,
    terms: Sequence[str],
    project: str,
    exclude: Collection[str],
    limit: int,
    *,
    posting_budget: int = POSTING_BUDGET,
) -> list[Row]:
    """Return the active memories that a prompt's words point to, best first.

    Two shared words, or one rare one, point to a memory; of many words the rarest count.

    Args:
        home: Where the databases are.
        terms: As `pmi.base.text.query_terms` returns them.
        project: Key of the current project; memories of others are left out.
        exclude: Ids that are known already.
        limit: How many at most.
        posting_budget: Index rows that may be touched.
    """
    if not terms or limit <= 0:
        return []
    found = _ask(
        home,
        home.search_db,
        "match",
        lambda db: _candidates(db, terms, project, posting_budget),
    )
    ids = [memory for memory in found or () if memory not in exclude]
    rows = _rows_by_id(home, ids, _USABLE) if ids else {}
    return [rows[memory] for memory in ids if memory in rows][:limit]


def journal_head(home: Home) -> int:
    """Return the number of the newest journal entry; 0 for none."""
    sql = "SELECT ifnull(max(seq), 0) FROM journal"
    return _ask(home, home.memory_db, "head", lambda db: int(db.execute(sql).fetchone()[0])) or 0


def counts(home: Home) -> tuple[int, int]:
    """Return how many memories are active and how many rules are confirmed."""
    sql = """SELECT (SELECT count(*) FROM memory WHERE status = 'active'),
        (SELECT count(*) FROM learning l JOIN memory m ON m.id = l.memory
         WHERE l.status = 'confirmed' AND m.status = 'active')"""
    found = _ask(home, home.memory_db, "counts", lambda db: tuple(db.execute(sql).fetchone()))
    return found or (0, 0)


def still_active(home: Home, ids: Collection[str]) -> set[str]:
    """Return those of some memories that are active now."""
    return set(_rows_by_id(home, list(ids), "1")) if ids else set()


def added_since(home: Home, seq: int, project: str, limit: int) -> list[Row]:
    """Return active memories touched by entries after `seq`, newest first.

    Only what may stand unasked: the user's own words and what the user confirmed.
    """
    sql = f"""SELECT {_COLUMNS} FROM memory m WHERE m.status = 'active' AND {_STANDING}
        AND m.project IN ('', ?) AND m.id IN (
            SELECT t.value FROM journal j, json_each(j.outcome, '$.touched') t WHERE j.seq > ?)
        ORDER BY m.entry DESC, m.id DESC LIMIT ?"""
    return (
        _ask(
            home, home.memory_db, "added", lambda db: _dicts(db.execute(sql, (project, seq, limit)))
        )
        or []
    )


def brief_rows(home: Home, project: str, limit: int) -> list[Row]:
    """Return active memories for a start without a prepared brief, rules and newest first."""
    sql = f"""SELECT {_COLUMNS} FROM memory m WHERE m.status = 'active' AND {_STANDING}
        AND m.project IN ('', ?) ORDER BY number > 0 DESC, m.entry DESC, m.id DESC LIMIT ?"""
    return (
        _ask(home, home.memory_db, "brief", lambda db: _dicts(db.execute(sql, (project, limit))))
        or []
    )


def open_read_only(path: str) -> sqlite3.Connection:
    """Return a connection that can not write and gives up after 100 ms of waiting."""
    import sqlite3

    quoted = path.replace("%", "%25").replace("?", "%3f").replace("#", "%23")
    return sqlite3.connect(
        f"file:{quoted}?mode=ro", uri=True, timeout=BUSY_TIMEOUT_S, isolation_level=None
    )


def _ask(home: Home, path: str, what: str, work: Callable[[sqlite3.Connection], T]) -> T | None:
    if not os.path.exists(path):
        return None
    try:
        connection = open_read_only(path)
        try:
            return work(connection)
        finally:
            connection.close()
    except Exception as error:  # noqa: BLE001 - whatever is wrong with a database, hooks go on
        from pmi.base.log import note

        note(home, f"lookup.{what}", error)
        return None


def _candidates(
    db: sqlite3.Connection, terms: Sequence[str], project: str, posting_budget: int
) -> list[str]:
    """Return ids of memories that share enough with the terms, best first."""
    total = db.execute("SELECT count(*) FROM memory_doc").fetchone()[0]
    rarity = _rarest(db, terms, posting_budget)
    if not rarity:
        return []
    rows = db.execute(
        """SELECT d.memory, d.terms, d.project FROM memory_fts f JOIN memory_doc d ON d.id = f.rowid
        WHERE memory_fts MATCH ? ORDER BY rank LIMIT ?""",
        (" OR ".join(f'"{term}"' for term in rarity), CANDIDATES * 5),
    ).fetchall()
    kept = []
    for memory, words, of_project in rows:
        if of_project not in ("", project):
            continue
        shared = rarity.keys() & set(words.split())
        rare = any(rarity[term] <= max(3, total // COMMON_SHARE) for term in shared)
        if len(shared) >= 2 or rare:
            kept.append(memory)
    return kept[:CANDIDATES]


def _rarest(db: sqlite3.Connection, terms: Sequence[str], posting_budget: int) -> dict[str, int]:
    """Return how many memories have each of the rarest terms, within the budget; at least two."""
    from pmi.base.text import fts_term

    counted: list[tuple[int, str]] = []
    for term in dict.fromkeys(map(fts_term, terms)):
        row = db.execute("SELECT doc FROM memory_vocab WHERE term = ?", (term,)).fetchone()
        if row is not None:
            counted.append((row[0], term))
    counted.sort()
    chosen: dict[str, int] = {}
    spent = 0
    for documents, term in counted[:MAX_TERMS]:
        spent += documents
        if len(chosen) >= 2 and spent > posting_budget:
            break
        chosen[term] = documents
    return chosen


def _rows_by_id(home: Home, ids: Sequence[str], condition: str) -> dict[str, Row]:
    marks = ",".join("?" * len(ids))
    sql = f"""SELECT {_COLUMNS} FROM memory m
        WHERE m.id IN ({marks}) AND m.status = 'active' AND {condition}"""
    found = _ask(home, home.memory_db, "rows", lambda db: _dicts(db.execute(sql, tuple(ids))))
    return {row["id"]: row for row in found or ()}


def _dicts(cursor: sqlite3.Cursor) -> list[Row]:
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
