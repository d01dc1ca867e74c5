"""Asks a small memory thousands of questions nobody should ask, and judges the answers.

    python tests/fuzz/queries.py 10000              # prints its seed and what was asked
    python tests/fuzz/queries.py 10000 --seed 7     # the same questions again

Each question goes through `Memory.search` over all scopes, the prompt hook's look-up and
`get_context`. Into some of them a word is planted that stands in one text only: however wild the
rest is, that text has to be found. Ends with 1 on any exception or wrong answer.
"""

from __future__ import annotations

import argparse
import math
import os
import random
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path
from unittest import mock

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from pmi import Memory  # noqa: E402 - a checkout is tried, installed or not
from pmi.api.finding import CONTEXT_TOKENS  # noqa: E402
from pmi.base.errors import UsageError  # noqa: E402
from pmi.base.home import Home  # noqa: E402
from pmi.base.lookup import match_memories  # noqa: E402
from pmi.base.text import query_terms  # noqa: E402
from pmi.indexer.capture import CaptureRules  # noqa: E402
from pmi.indexer.sync import Archive  # noqa: E402
from pmi.model.finding import SCOPES, SearchAnswer  # noqa: E402
from pmi.model.source import SourceDraft  # noqa: E402
from pmi.search.snippet import CLOSE, OPEN  # noqa: E402
from tests.support import isolation  # noqa: E402
from tests.support.transcripts import append, path_of, turn  # noqa: E402

LIMIT = 60
"""More than the home holds, so that what is found is never cut off."""

PLANTED_SHARE = 0.4
HOOK_TERMS = 100
"""Of a longer prompt the hook looks only some of the words up."""

SHOWN_FAILURES = 10

MEMORIES = (
    ("quokka", "The quokka server restarts on Sundays, never on weekdays"),
    ("苍鹭", "苍鹭服务器在周日重启"),
    ("カモノハシ", "カモノハシのサーバーは日曜に再起動します"),
    ("오리너구리", "오리너구리 서버는 일요일에 다시 시작한다"),
    ("tardigrade17", "Tests of tardigrade17 run on café-grade hardware at 40 GB/s"),
)
SOURCES = (
    ("narwhal", "Minutes: the narwhal budget is 900 EUR; v2.1 of src/auth.rs is due in May."),
    ("獨角鯨", "會議記錄：獨角鯨的預算是九百歐元。"),
)
MESSAGES = (
    ("pangolin", "why did we drop pangolin?", "pangolin had no pre-edit hook and used C++."),
    ("穿山甲", "为什么不用穿山甲？", "穿山甲没有钩子，重跑gen-itgc后50条都失败。"),
    ("🦩", "which bird is on the logo?", "A 🦩 on blue, by decision of the team."),
)
PLANTS = (
    *(word for word, _ in MEMORIES),
    *(word for word, _ in SOURCES),
    *(word for word, *_ in MESSAGES),
)
FILLER = "Note {0}: the build of module {0} takes {0} minutes. 模块{0}的构建需要{0}分钟。"

SYNTAX = (
    *('"', '""', "'", "*", "a*", "NEAR(", "NEAR(a b, 2)", "AND", "OR", "NOT", "a AND", "(", ")"),
    *("terms:", "terms : x", "{terms}: x", "-x", "- x", "^x", "+", "a + b", '"a" *', '"unclosed'),
    *("%", "_", "\\", "\\'", "/", "//", "::", "@", "#", "`", "~", "|", "&", "$", "=", "<>", ";"),
    *("cc://", "cc://x#y", "mem_", "src_", "profile/x.md:1", "http://[::1", "C++", "C#", "..."),
    *("' OR 1=1 --", "'; DROP TABLE memory_fts; --", "x') UNION SELECT 1 --", "?1", ":a", "@p"),
    *("{0}", "%s", "%(x)s", "${x}", "{x!r}", "<b>", "</pmi>", "«", "»", "null", "None", "NaN"),
    *("rowid:1", "rank MATCH 'bm25()'", "snippet(", "__proto__", "../../etc", "\\x00", "é", "ß"),
)
SIGNS = {
    "controls": [chr(code) for code in (*range(32), *range(127, 160))],
    "surrogates": [chr(code) for code in (0xD800, 0xDBFF, 0xDC00, 0xDFFF)],
    "directions": list("\u200e\u200f\u202a\u202e\u2066\u2069עבריתعربي"),
    "emoji": list("😀🎉👩🏽💻🇩🇪❤\ufe0f\u200d✅☠"),
    "marks": list("e\u0301\u0316\u0489\u20dd\u3099a\u0e48"),
    "spaces": list(" \t\n\r\x0b\x0c\x85\xa0\u2028\u2029\u3000\u200b\ufeff"),
    "punctuation": list("!\"#$%&'()*+,-./:;<=>?@[\\]^_`{|}~，。、；：？！“”‘’（）《》…—"),
    "hangul": list("가힣ㄱㅎㅏ각서버"),
    "kana": list("ァアーヶｱﾞﾟぁあん々〇"),
}


@dataclass
class Tally:
    """What was asked, and what went wrong: question and what was wrong with the answer."""

    asked: Counter[str] = field(default_factory=Counter)
    failures: list[tuple[str, str]] = field(default_factory=list)


def make_memory(root: Path) -> Memory:
    """Return an open memory below a folder, with memories, sources and a conversation."""
    home = Home(isolation.places(root)["PMI_HOME"])
    home.ensure()
    memory = Memory.open(home)
    for _, text in MEMORIES:
        memory.remember(text)
    for number in range(15):
        memory.remember(FILLER.format(number))
    for _, text in SOURCES:
        memory.add_source(SourceDraft(text, title="minutes"))
    config = root / "user" / ".claude"
    for number, (_, question, answer) in enumerate(MESSAGES):
        append(path_of(config), turn(number, question, answer))
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    memory.search("warm up", scopes=SCOPES)
    return memory


def make_question(chance: random.Random) -> tuple[str, str, str]:
    """Return a question, the word planted in it (or none) and what kind it is."""
    kind = chance.choice(list(KINDS))
    question = KINDS[kind](chance)
    if chance.random() >= PLANTED_SHARE:
        return question, "", kind
    plant = chance.choice(PLANTS)
    space = chance.choice([" ", "\n", "\t", "。", "　"])
    first, last = chance.choice([(plant, question), (question, plant)])
    return f"{first}{space}{last}", plant, kind


def judge(memory: Memory, question: str, plant: str) -> list[str]:
    """Return what is wrong with the answers to a question; empty for nothing."""
    wrong = [*_judge_search(memory, question, plant), *_judge_hook(memory, question, plant)]
    return [*wrong, *_judge_context(memory, question)]


def run(memory: Memory, count: int, chance: random.Random) -> Tally:
    """Ask a memory so many questions and return the tally."""
    tally = Tally()
    before = _contents(memory)
    for _ in range(count):
        question, plant, kind = make_question(chance)
        tally.asked[kind] += 1
        tally.asked["planted"] += bool(plant)
        try:
            wrong = judge(memory, question, plant)
        except Exception:  # noqa: BLE001 - whatever is raised is what is looked for
            wrong = [traceback.format_exc(limit=-4)]
        tally.failures += [(question, text) for text in wrong]
    if _contents(memory) != before:
        tally.failures.append(("all of them together", "the databases are not what they were"))
    return tally


def _judge_search(memory: Memory, question: str, plant: str) -> Iterator[str]:
    answer = memory.search(question, scopes=SCOPES, limit=LIMIT)
    hits = answer.hits
    scores = [hit.score for hit in hits]
    if not all(map(math.isfinite, scores)) or sorted(scores, reverse=True) != scores:
        yield f"scores are out of order: {scores}"
    if len({(hit.scope, hit.reference) for hit in hits}) != len(hits) or len(hits) > LIMIT:
        yield "hits come twice, or too many of them"
    if not query_terms(question) and hits:
        yield "something was found by nothing"
    if plant and not _shows(answer, plant):
        yield f"{plant} was not found"
    yield from _unprintable(*(text for hit in hits for text in (hit.snippet, *hit.why)))
    yield from _unprintable(*answer.notes)


def _shows(answer: SearchAnswer, plant: str) -> bool:
    return any(
        plant in hit.snippet.replace(OPEN, "").replace(CLOSE, "") and OPEN in hit.snippet
        for hit in answer.hits
    )


def _judge_hook(memory: Memory, question: str, plant: str) -> Iterator[str]:
    log = Path(memory.home.path("logs", "hook.log"))
    size = log.stat().st_size if log.exists() else 0
    terms = query_terms(question)
    rows = match_memories(memory.home, terms, "", (), LIMIT)
    if log.exists() and log.stat().st_size != size:
        yield f"the hook's log says: {log.read_text()[-300:]}"
    remembered = dict(MEMORIES)
    shown = {row["content"] for row in rows}
    if plant in remembered and len(terms) <= HOOK_TERMS and remembered[plant] not in shown:
        yield f"the hook did not find {plant}"


def _judge_context(memory: Memory, question: str) -> Iterator[str]:
    try:
        context = memory.get_context(question)
    except UsageError:
        if question.strip():
            raise
        return
    if context.tokens > CONTEXT_TOKENS:
        yield f"the context takes {context.tokens} tokens"
    yield from _unprintable(*(item.text for item in context.items), *context.notes)


def _unprintable(*texts: str) -> Iterator[str]:
    for text in texts:
        try:
            text.encode()
        except UnicodeEncodeError:
            yield f"can not be printed: {text!r}"


def _contents(memory: Memory) -> list[tuple[object, ...]]:
    rows: list[tuple[object, ...]] = []
    for name in ("memory", "search", "transcripts"):
        connection = memory.store.reading(name)
        rows += [tuple(row) for row in connection.execute("PRAGMA integrity_check")]
        for table in ("memory", "memory_doc", "source_doc", "message_doc", "message"):
            known = connection.execute("SELECT 1 FROM sqlite_master WHERE name = ?", (table,))
            if known.fetchone():
                rows.append(tuple(connection.execute(f"SELECT count(*) FROM {table}").fetchone()))
    return rows


def _of_signs(signs: Sequence[str], longest: int = 40) -> Callable[[random.Random], str]:
    return lambda chance: "".join(chance.choices(signs, k=chance.randint(0, longest)))


def _any_text(chance: random.Random) -> str:
    top = chance.choice([0x80, 0x800, 0x10000, 0x110000])
    return "".join(chr(chance.randrange(top)) for _ in range(chance.randint(0, 60)))


def _syntax(chance: random.Random) -> str:
    return chance.choice([" ", ""]).join(chance.choices(SYNTAX, k=chance.randint(1, 6)))


def _long_words(chance: random.Random) -> str:
    unit = chance.choice(
        ["a", "中", "a/", "e\u0301", " ", '"', "-x ", "aB", "1.", "ᄀ", "日本 ", "*"]
    )
    return unit * (chance.choice([100, 3000, 10_000]) // len(unit))


def _long_cjk(chance: random.Random) -> str:
    return "".join(chr(chance.randrange(0x4E00, 0x9FFF)) for _ in range(chance.randint(50, 5000)))


def _mixed(chance: random.Random) -> str:
    others = [kind for name, kind in KINDS.items() if name != "mixed"]
    return chance.choice([" ", "", "\n"]).join(kind(chance) for kind in chance.choices(others, k=3))


KINDS: dict[str, Callable[[random.Random], str]] = {
    "empty": lambda chance: chance.choice(["", " ", "\x00", "\n", "。"]),
    "any text": _any_text,
    "syntax": _syntax,
    "long": _long_words,
    "long CJK": _long_cjk,
    "mixed": _mixed,
    **{name: _of_signs(signs) for name, signs in SIGNS.items()},
}


@contextmanager
def small_memory() -> Iterator[Memory]:
    """Yield the memory that is asked, in a folder and an environment of its own."""
    with tempfile.TemporaryDirectory(prefix="pmi-fuzz-") as folder:
        values = isolation.environment(Path(folder))
        with mock.patch.dict(os.environ, values, clear=True), make_memory(Path(folder)) as memory:
            yield memory


def main(arguments: Sequence[str] | None = None) -> int:
    """Ask, print the tally, and return 1 where anything went wrong."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").splitlines()[0])
    parser.add_argument("count", type=int, nargs="?", default=10_000)
    parser.add_argument("--seed", type=int, default=random.SystemRandom().randrange(2**32))
    chosen = parser.parse_args(arguments)
    start = time.process_time()
    with small_memory() as memory:
        tally = run(memory, chosen.count, random.Random(chosen.seed))
    print(f"seed {chosen.seed}, {chosen.count} questions, {time.process_time() - start:.0f} s CPU")
    print(", ".join(f"{name} {number}" for name, number in sorted(tally.asked.items())))
    print(f"{len(tally.failures)} failures")
    for question, wrong in tally.failures[:SHOWN_FAILURES]:
        print(f"\n{question[:300]!a} ({len(question)} characters)\n{wrong}")
    return 1 if tally.failures else 0


if __name__ == "__main__":
    sys.exit(main())
