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
POSTING_BUDGET = 4_000
"""Index rows that the terms of one prompt may touch together; 1,000 take half a millisecond."""
MAX_TERMS = 24
MAX_LOOKED_UP = 128
"""Of a long prompt's terms so many are looked up, spread over all of it."""
COMMON_SHARE = 50
"""One shared word is enough only where at most one memory in so many has it."""
CANDIDATES = 200
RECENT_ENTRIES = 100
"""A brief that is further behind shows the changes of the newest entries only."""

_HOLDS = "(+m.valid_to = '' OR +m.valid_to > date('now'))"
_STANDING = f"(m.verification = 'user_confirmed' OR m.trust = 'owner') AND {_HOLDS}"
_USABLE = f"(m.verification = 'user_confirmed' OR m.trust <> 'external') AND {_HOLDS}"
_COLUMNS = """m.id, m.content, m.kind, m.project, m.stance, m.recorded_at AS at,
    CASE WHEN m.said_at <> '' THEN m.said_at ELSE m.recorded_at END AS said_at,
    m.verification = 'user_confirmed' AS confirmed,
    ifnull((SELECT max(l.number) FROM learning l
            WHERE l.memory = m.id AND l.status = 'confirmed'), 0) AS number"""


def match_memories(
    home: Home,
    terms: Sequence[str],
    projects: Sequence[str],
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
        projects: Keys of the current project; memories of others are left out.
        exclude: Ids that are known already.
        limit: How many at most.
        posting_budget: Index rows that may be touched.
    """
    found = find_matching(home, terms, projects, posting_budget=posting_budget) if limit > 0 else []
    return usable_rows(home, [memory for memory in found if memory not in exclude], limit)


def find_matching(
    home: Home,
    terms: Sequence[str],
    projects: Sequence[str],
    *,
    posting_budget: int = POSTING_BUDGET,
) -> list[str]:
    """Return ids of the memories that a prompt's words point to, best first; see above.

    Some of them may no longer be active, or not what may be given.
    """
    if not terms:
        return []
    found = _ask(
        home,
        home.search_db,
        "match",
        lambda db: _candidates(db, terms, projects, posting_budget),
    )
    return found or []


def usable_rows(home: Home, ids: Sequence[str], limit: int) -> list[Row]:
    """Return the first of some memories that are active and may be given, in their order."""
    ids = ids[: limit * 4]
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


def pending_learnings(home: Home) -> set[int]:
    """Return the numbers of the learnings that wait for the user's word now."""
    sql = "SELECT number FROM learning WHERE status = 'pending' AND text <> ''"
    work = lambda db: {int(number) for (number,) in db.execute(sql)}  # noqa: E731 - as above
    return _ask(home, home.memory_db, "pending", work) or set()


def still_active(home: Home, ids: Collection[str]) -> set[str]:
    """Return those of some memories that are active now."""
    return set(_rows_by_id(home, list(ids), "1")) if ids else set()


def added_since(home: Home, seq: int, projects: Sequence[str], limit: int) -> list[Row]:
    """Return active memories touched by entries after `seq`, newest first.

    Only what may stand unasked: the user's own words and what the user confirmed.
    """
    # the plus signs make SQLite start from the few ids instead of all active memories
    sql = f"""SELECT {_COLUMNS} FROM memory m WHERE +m.status = 'active' AND {_STANDING}
        AND +m.project IN ('', {_marks(projects)}) AND m.id IN (
            SELECT t.value FROM journal j, json_each(j.outcome, '$.touched') t
            WHERE j.seq > ? AND j.seq > (SELECT max(seq) FROM journal) - {RECENT_ENTRIES})
        ORDER BY m.entry DESC, m.id DESC LIMIT ?"""
    values = (*projects, seq, limit)
    return _ask(home, home.memory_db, "added", lambda db: _dicts(db.execute(sql, values))) or []


def brief_rows(home: Home, projects: Sequence[str], limit: int) -> list[Row]:
    """Return the newest active memories of exactly one project, where no brief is prepared.

    Only what may stand unasked, as in `added_since`; no keys mean what holds everywhere.
    """
    # Trigger: most memories may be of everywhere. Why: sorting them all takes 10 ms. Outcome:
    # the plus signs keep SQLite on the ids, whose order is that of time.
    place = f"m.status = 'active' AND m.project IN ({_marks(projects)})"
    if not projects:
        place = "+m.status = 'active' AND +m.project = ''"
    sql = f"""SELECT {_COLUMNS} FROM memory m WHERE {place} AND {_STANDING}
        ORDER BY m.id DESC LIMIT ?"""
    values = (*projects, limit)
    return _ask(home, home.memory_db, "brief", lambda db: _dicts(db.execute(sql, values))) or []


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
    db: sqlite3.Connection, terms: Sequence[str], projects: Sequence[str], posting_budget: int
) -> list[str]:
    """Return ids of memories that share enough with the terms, best first.

    Rows are weighed here, by the rarity of what they share: FTS5's own ranking takes three
    times as long, and this has to fit beside a prompt.
    """
    from math import log

    total = db.execute("SELECT ifnull(max(id), 0) FROM memory_doc").fetchone()[0]
    scores: dict[int, float] = {}
    shared: dict[int, int] = {}
    for term, documents in _rarest(db, terms, min(posting_budget, POSTING_BUDGET)).items():
        weight = log(1 + total / documents)
        worth = 2 if documents <= max(3, total // COMMON_SHARE) else 1
        found = db.execute("SELECT rowid FROM memory_fts WHERE memory_fts MATCH ?", (f'"{term}"',))
        for (number,) in found:
            scores[number] = scores.get(number, 0.0) + weight
            shared[number] = shared.get(number, 0) + worth
    kept = [number for number, worth in shared.items() if worth >= 2]
    kept.sort(key=lambda number: (-scores[number], -number))
    kept = kept[:CANDIDATES]
    marks = ",".join("?" * len(kept))
    rows = db.execute(f"SELECT id, memory, project FROM memory_doc WHERE id IN ({marks})", kept)
    known = {number: memory for number, memory, of in rows if of in {"", *projects}}
    return [known[number] for number in kept if number in known]


def _rarest(db: sqlite3.Connection, terms: Sequence[str], posting_budget: int) -> dict[str, int]:
    """Return how many memories have each of the rarest terms, rarest first, within the budget."""
    from pmi.base.text import fts_term

    step = -(-len(terms) // MAX_LOOKED_UP)
    asked = [fts_term(term) for term in terms[::step]]
    marks = ",".join("?" * len(asked))
    counted = db.execute(f"SELECT doc, term FROM memory_vocab WHERE term IN ({marks})", asked)
    chosen: dict[str, int] = {}
    for documents, term in sorted(counted)[:MAX_TERMS]:
        posting_budget -= documents
        if posting_budget < 0 and (len(chosen) >= 2 or documents > POSTING_BUDGET):
            break
        chosen[term] = documents
    return chosen


def _marks(values: Sequence[str]) -> str:
    """Return a question mark for each value, as SQL has them; NULL for none."""
    return ",".join("?" * len(values)) or "NULL"


def _rows_by_id(home: Home, ids: Sequence[str], condition: str) -> dict[str, Row]:
    marks = ",".join("?" * len(ids))
    sql = f"""SELECT {_COLUMNS} FROM memory m
        WHERE m.id IN ({marks}) AND +m.status = 'active' AND {condition}"""
    found = _ask(home, home.memory_db, "rows", lambda db: _dicts(db.execute(sql, tuple(ids))))
    return {row["id"]: row for row in found or ()}


def _dicts(cursor: sqlite3.Cursor) -> list[Row]:
    names = [column[0] for column in cursor.description]
    return [dict(zip(names, row, strict=True)) for row in cursor]
