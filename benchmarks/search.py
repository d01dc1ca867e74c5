"""How long a search takes over 10 thousand, 100 thousand and a million messages.

    python benchmarks/search.py                     # all three sizes
    python benchmarks/search.py --sizes 100000
    python benchmarks/search.py --short             # 10,000, what continuous integration prints

Made-up conversations in English and Chinese are archived and indexed through the store's own
functions; 200 natural questions in both languages, stop words and all, go through
`Memory.search` in process, beside one bare FTS5 query of the same words on the same index. CPU
time is told: the machine may be doing other things. The budget is for a million.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Iterator, Sequence
from datetime import UTC, datetime, timedelta
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.support.figures import at  # noqa: E402 - a checkout is measured, installed or not
from benchmarks.transcripts import Words  # noqa: E402
from pmi import Memory  # noqa: E402
from pmi.base.home import Home  # noqa: E402
from pmi.base.text import fts_term, query_terms  # noqa: E402
from pmi.model.conversation import Message, Session  # noqa: E402
from pmi.model.finding import EVERYWHERE  # noqa: E402
from pmi.search.index import catch_up  # noqa: E402
from pmi.store import archiving  # noqa: E402

SIZES = (10_000, 100_000, 1_000_000)
BUDGET_AT, BUDGET_P50_MS, BUDGET_P95_MS = 1_000_000, 40.0, 150.0
QUESTIONS = 200
CHARS = 450
SESSION_MESSAGES = 40
SESSIONS_PER_BATCH = 100
CHINESE_SHARE = 0.4
FIRST_DAY = datetime(2022, 1, 1, tzinfo=UTC)
PROJECTS = 12

ENGLISH = """when did we decide to {0} the {1} of the {2}?
Could you please tell me why it was that the {0} {1} did not {2} any more, and whether we have \
changed it since then because of {3}?
what was the name of the thing that we used to {0} for {1}
I would like to know who said that {0} and {1} should be {2} before the next release
{0} {1} {2}
how do I {0} {1} when {2} is {3} and there are no more {4} in the {5}?""".splitlines()
CHINESE = """我们什么时候决定把{0}和{1}改成{2}的？
请问一下，为什么当时{0}的{1}没有{2}，后来是不是因为{3}又改了？
{0}{1}应该怎么处理
我想知道是谁说过{0}需要在{1}之前{2}
{0} {1} {2}
关于{0}的那个问题，最后是用{1}还是{2}解决的，{3}有没有影响？""".splitlines()


def make_sessions(words: Words, count: int, chance: random.Random) -> Iterator[list[Message]]:
    """Yield sessions that hold so many messages together, alternately asked and answered."""
    for number in range(-(-count // SESSION_MESSAGES)):
        chinese = chance.random() < CHINESE_SHARE
        begun = FIRST_DAY + timedelta(minutes=number * 75)
        messages = []
        for place in range(min(SESSION_MESSAGES, count - number * SESSION_MESSAGES)):
            at = (begun + timedelta(minutes=place)).strftime("%Y-%m-%dT%H:%M:%S.000Z")
            uuid, above = f"m-{number}-{place}", f"m-{number}-{place - 1}" if place else ""
            size = CHARS // 3 if chinese else CHARS
            text = words.prose(chance, int(size * (0.4 + 1.2 * chance.random())), chinese=chinese)
            if place % 2:
                messages.append(
                    Message(uuid, f"s-{number}", 0, above, "assistant", "reply", at, text)
                )
            else:
                messages.append(Message(uuid, f"s-{number}", 0, above, "user", "prompt", at, text))
        yield messages


def fill(memory: Memory, words: Words, count: int) -> list[str]:
    """Archive and index messages; returns some of their texts to ask about."""
    chance = random.Random(7)
    kept: list[str] = []
    batch: list[list[Message]] = []

    def flush() -> None:
        with memory.store.writing("transcripts") as connection:
            for messages in batch:
                name, at = messages[0].session, messages[0].at
                key = f"path:~/project-{len(kept) % PROJECTS}"
                place = Session(name, "", key, "", "", "", at, at, 0, original=True)
                archiving.ensure_session(connection, place)
                archiving.add_messages(connection, name, messages)
        batch.clear()
        catch_up(memory.store)

    for messages in make_sessions(words, count, chance):
        batch.append(messages)
        kept.append(chance.choice(messages).text)
        if len(batch) >= SESSIONS_PER_BATCH:
            flush()
    flush()
    return kept


def make_questions(texts: Sequence[str], words: Words, count: int) -> list[str]:
    """Return natural questions, each about what was said in one of the texts."""
    chance = random.Random(11)
    known = {"en": set(words.english), "zh": words.chinese}
    found: list[str] = []
    while len(found) < count:
        text = chance.choice(texts)
        if text.isascii():
            said = [word.strip(".?:,").lower() for word in text.split()]
            telling = [word for word in said if word in known["en"]]
            forms = ENGLISH
        else:
            telling = [text[at : at + chance.choice((2, 2, 3))] for at in range(0, len(text), 3)]
            telling = [word for word in telling if not set(word) & set("，。？： ")]
            forms = CHINESE
        if len(telling) >= 6:
            form = forms[len(found) // 2 % len(forms)]
            found.append(form.format(*chance.sample(telling, 6)))
    return found


def bare(memory: Memory, question: str) -> None:
    """Look up all words of a question in the same index, and nothing more."""
    terms = " OR ".join(f'"{fts_term(word)}"' for word in query_terms(question))
    sql = "SELECT rowid FROM message_fts WHERE message_fts MATCH ? ORDER BY rank LIMIT 10"
    memory.store.reading("search").execute(sql, (terms,)).fetchall()


def timed(asked: Sequence[str], work: Callable[[str], object]) -> list[float]:
    """Return the CPU time of each question, in milliseconds."""
    took = []
    for question in asked:
        begun = time.process_time()
        work(question)
        took.append((time.process_time() - begun) * 1e3)
    return took


def profile(memory: Memory, asked: Sequence[str]) -> None:
    """Print where the time of these questions goes."""
    import cProfile
    import pstats

    profiler = cProfile.Profile()
    profiler.runcall(timed, asked, lambda question: memory.search(question, scopes=EVERYWHERE))
    pstats.Stats(profiler).sort_stats("tottime").print_stats(25)


def measure(memory: Memory, count: int, texts: Sequence[str], words: Words) -> None:
    """Ask everything and print one line."""
    asked = make_questions(texts, words, QUESTIONS)

    def ours(question: str) -> object:
        return memory.search(question, scopes=EVERYWHERE)

    timed(asked[:10], ours)
    plain, found = timed(asked, lambda question: bare(memory, question)), timed(asked, ours)
    empty = sum(not memory.search(each, scopes=EVERYWHERE, limit=1).hits for each in asked)
    size = os.path.getsize(memory.home.search_db) / 1e6
    print(
        f"{count:>10,} {at(plain, 50):9.1f} {at(plain, 95):9.1f} {at(found, 50):9.1f} "
        f"{at(found, 95):9.1f} {at(found, 50) / at(plain, 50):8.2f}x "
        f"{at(found, 95) / at(plain, 95):7.2f}x {size:10.0f} MB {empty:6}"
    )
    if count == BUDGET_AT:
        fine = at(found, 50) <= BUDGET_P50_MS and at(found, 95) <= BUDGET_P95_MS
        verdict = "PASS" if fine else "over budget"
        print(f"budget {BUDGET_P50_MS:.0f} / {BUDGET_P95_MS:.0f} ms at {BUDGET_AT:,}: {verdict}")


def main() -> None:
    """Build homes of growing size, ask, and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--short", action="store_true", help="10,000 messages")
    parser.add_argument("--sizes", type=int, nargs="+", default=list(SIZES))
    parser.add_argument("--keep", default="", help="folder of homes to make, or to use again")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    for name in [name for name in os.environ if name.startswith(("CLAUDE", "PMI_"))]:
        del os.environ[name]
    words = Words(1)
    print(f"{'':>10} {'bare FTS5 p50, p95':>19} {'search p50, p95':>19} {'ratio':>17}"
          f" {'index':>13} {'empty':>6}   CPU ms")  # fmt: skip
    for count in SIZES[:1] if given.short else given.sizes:
        with tempfile.TemporaryDirectory() as folder:
            home = Home(os.path.join(given.keep or folder, f"home-{count}"))
            known = os.path.exists(home.transcripts_db)
            home.ensure()
            with Memory.open(home) as memory:
                begun = time.process_time()
                texts = read_texts(memory) if known else fill(memory, words, count)
                if not known:
                    print(f"made in {time.process_time() - begun:.0f} s", file=sys.stderr)
                if given.profile:
                    profile(memory, make_questions(texts, words, QUESTIONS))
                else:
                    measure(memory, count, texts, words)


def read_texts(memory: Memory) -> list[str]:
    """Return some texts of a home that was made before."""
    rows = memory.store.reading("transcripts").execute(
        "SELECT text FROM message WHERE id % 40 = 7 LIMIT 20000"
    )
    return [row[0] for row in rows]


if __name__ == "__main__":
    main()
