"""Kills hooks and workers while sessions bring learnings, and compares with a calm run.

    python tests/worker/learning_storm.py 40 [SEED]

So many sessions say what only they say, what others say too, and what they take back. In the
storm each hook and each worker may be killed (-9) after a random time. In the end every
learning must be there once, said as often and cancelled as in the calm; numbers may differ,
because they follow the order of reading.
"""

# ruff: noqa: E402 - as a script it must find the checkout first

from __future__ import annotations

import random
import sys
import tempfile
import time
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from pmi import Memory
from pmi.base import spool
from pmi.learn.staging import OP
from pmi.store import journal, learnings, scanning
from tests.support.transcripts import append, path_of, turn
from tests.support.waiting import wait_until
from tests.worker.kill_storm import Stage, run_hook, run_worker
from tests.worker.processes import workers_of

PLACES = (
    "alder", "birch", "cedar", "dogwood", "elm", "fir", "ginkgo", "hazel", "ivy", "juniper",
    "katsura", "larch", "maple", "nutmeg", "oak", "pine", "quince", "rowan", "spruce", "tulip",
)  # fmt: skip
SHARED = ("Always run the linter before committing.", "以后提交前都要先跑全部测试。")

Told = dict[str, tuple[str, frozenset[str]]]
"""Text of a learning -> its status, and every message in which it was said."""


def story(sessions: int, seed: int) -> Iterator[tuple[str, list[str]]]:
    """Yield what happens: a session, and what the user says in its next turns."""
    chance = random.Random(f"story {seed}")
    for number in range(sessions):
        session = f"{number:08x}-2222-4333-8444-555555555555"
        place = f"{PLACES[number % len(PLACES)]}{number // len(PLACES) or ''}"
        yield session, [f"Never push to the {place} branch."]
        later = [f"以后不要手动修改 {place} 目录。", "what does the parser do?"]
        if chance.random() < 0.5:
            later.append(chance.choice(SHARED))
        if chance.random() < 0.3:
            later += [f"From now on, always use the {place} branch for releases.", "scratch that"]
        yield session, later


def tell(stage: Stage, sessions: int, seed: int) -> Told:
    """Tell the whole story on a stage and return the learnings that came of it."""
    with Memory.open(stage.home) as memory, memory.store.writing("transcripts") as connection:
        scanning.begin_at(connection, scanning.SIGNALS, "2026-01-01T00:00:00.000Z")
    said: dict[str, int] = {}
    last = ("", "")
    for session, words in story(sessions, seed):
        path = path_of(stage.config, session)
        for text in words:
            step = said[session] = said.get(session, 0) + 1
            more = {"sessionId": session, "cwd": str(stage.folder)}
            lines = turn(step, text, "All right.", **more)
            for line in lines:
                line["uuid"] = f"{session[:8]}-{line['uuid']}"
                if line["parentUuid"]:
                    line["parentUuid"] = f"{session[:8]}-{line['parentUuid']}"
            append(path, lines)
        run_hook(stage, "stop", session, str(path))
        run_worker(stage)
        last = (session, str(path))
    stage.chance = None
    run_hook(stage, "session-start", *last)
    run_worker(stage)
    wait_until(lambda: not workers_of(stage.home.root), 60, "the end of the workers")
    run_worker(stage)
    assert spool.waiting(stage.home) == 0
    return read(stage)


def read(stage: Stage) -> Told:
    """Return the learnings of a home, after looking that each was made once."""
    with Memory.open(stage.home) as memory:
        connection = memory.store.reading("memory")
        causes = [entry.cause for entry in journal.iterate(connection) if entry.op == OP]
        assert len(causes) == len(set(causes))
        found: Told = {}
        for item in learnings.list_learnings(connection):
            assert item.text not in found, f"twice: {item.text}"
            again = learnings.list_sightings(connection, item.number)
            where = [item.reference, *(one.reference for one in again)]
            assert len(where) == len(set(where)) == item.count
            found[item.text] = (item.status, frozenset(where))
        assert memory.rebuild().changed == 0
        return found


def compare(folder: Path, sessions: int, seed: int) -> tuple[int, int]:
    """Tell one story in calm and in storm; return how many learnings there were, and kills."""
    calm = tell(Stage(folder / "calm"), sessions, seed)
    rough = Stage(folder / "storm", random.Random(f"storm {seed}"))
    assert tell(rough, sessions, seed) == calm
    assert len(calm) >= 2 * sessions
    return len(calm), rough.kills


if __name__ == "__main__":
    started = time.monotonic()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 40
    first = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    print(f"seed {first}")
    with tempfile.TemporaryDirectory(prefix="storm-") as place:
        total, kills = compare(Path(place), wanted, first)
    print(
        f"{wanted} sessions, {total} learnings, {kills} kills: each learning once, as in calm; "
        f"{time.monotonic() - started:.0f} s"
    )
