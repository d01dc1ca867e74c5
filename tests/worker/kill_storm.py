"""Kills workers and hooks at random moments and compares with a run that nobody disturbed.

    python tests/worker/kill_storm.py 200 [SEED]

The same story is told twice: transcripts grow, turns end, the user types commands. In the
storm, each hook and each worker may be killed (-9) after a random time. Whatever was killed
before its line was in the spool is told again; nothing else is. In the end all rows must be
equal, after ids and times are replaced by their order.
"""

# ruff: noqa: E402 - as a script it must find the checkout first

from __future__ import annotations

import json
import os
import random
import re
import signal
import sqlite3
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import zip_longest
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
if __name__ == "__main__":
    sys.path.insert(0, str(ROOT))

from pmi.base import spool
from pmi.base.home import Home
from pmi.base.lock import is_running
from pmi.base.process import worker_program
from tests.support import isolation
from tests.support.transcripts import append, path_of, turn
from tests.support.waiting import wait_until
from tests.worker.processes import workers_of

SESSIONS = ("11111111-2222-4333-8444-555555555555", "22222222-2222-4333-8444-555555555555")
KILLS_PER_STORY = 10
LONGEST_WORKER_S = 0.45
LONGEST_HOOK_S = 0.06

_ID = re.compile(r"\b(?:jrn|src|ver|mem|evi|prp|dec|ent|spl)_[0-9a-z]{26}\b")
_TIME = re.compile(r"\b20\d\d-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z")
_STORY_DAY = "2026-01-05"


@dataclass
class Stage:
    """One home with its Claude Code folder, and how rough the weather is."""

    root: Path
    chance: random.Random | None = None
    kills: int = 0

    def __post_init__(self) -> None:
        self.environment = isolation.environment(self.root)
        self.home = Home(self.environment["PMI_HOME"])
        self.home.ensure()
        spool.ensure_key(self.home)
        self.config = Path(self.environment["CLAUDE_CONFIG_DIR"])
        self.folder = self.root / "project"
        self.folder.mkdir(exist_ok=True)


def tell(stage: Stage, seed: int) -> dict[str, list[tuple[Any, ...]]]:
    """Tell the whole story on a stage and return its rows, comparable."""
    for step, (kind, session, words) in enumerate(story(seed)):
        path = path_of(stage.config, session)
        more = {"sessionId": session, "cwd": str(stage.folder), "uuid_prefix": session[:4]}
        append(path, _turn_of(step, words, more))
        run_hook(stage, "stop", session, str(path))
        if kind != "turn":
            _type(stage, kind, words, session=session, transcript=str(path), step=step)
        run_worker(stage)
    stage.chance = None
    run_hook(stage, "session-start", SESSIONS[0], str(path_of(stage.config, SESSIONS[0])))
    run_worker(stage)
    wait_until(lambda: not workers_of(stage.home.root), 60, "the end of the workers")
    run_worker(stage)
    assert spool.waiting(stage.home) == 0
    return read_rows(stage)


def story(seed: int) -> Iterator[tuple[str, str, str]]:
    """Yield what happens: a turn, or a turn and a command behind it."""
    chance = random.Random(f"story {seed}")
    for number in range(KILLS_PER_STORY):
        kind = chance.choice(("turn", "remember", "remember", "remember", "undo", "search"))
        words = f"rule {number}: 我们只在周二部署 {chance.randrange(4)}"
        yield kind, chance.choice(SESSIONS), words


def _turn_of(step: int, words: str, more: dict[str, str]) -> list[dict[str, Any]]:
    prefix = more.pop("uuid_prefix")
    lines = turn(step, f"question {words}", f"answer {words}", **more)
    for line in lines:
        line["uuid"] = f"{prefix}-{line['uuid']}"
        if line["parentUuid"]:
            line["parentUuid"] = f"{prefix}-{line['parentUuid']}"
    return lines


def run_hook(stage: Stage, name: str, session: str, transcript: str) -> None:
    """Run a hook as Claude Code does; a killed one is not repeated."""
    event = {"session_id": session, "transcript_path": transcript, "cwd": str(stage.folder)}
    command = [sys.executable, "-I", "-S", str(ROOT / "hooks" / "run.py"), name]
    _run(stage, command, json.dumps(event).encode(), LONGEST_HOOK_S)


def _type(stage: Stage, name: str, words: str, *, session: str, transcript: str, step: int) -> None:
    """Put a typed command into the spool by a process that may be killed at it."""
    prompt = f"p-{step}"
    line = {
        "event": "command",
        "session": session,
        "transcript": transcript,
        "cwd": str(stage.folder),
        "prompt_id": prompt,
        "at": f"{_STORY_DAY}T{10 + step // 60:02d}:{step % 60:02d}:30.000Z",
        "command": name,
        "argument": "" if name == "undo" else words,
        "pid": 1,
    }
    program = (
        f"import sys, json; sys.path.insert(0, {str(ROOT)!r}); from pmi.base import spool; "
        "from pmi.base.home import Home; line = json.load(sys.stdin); "
        f"spool.put(Home({stage.home.root!r}), line)"
    )
    command = [sys.executable, "-I", "-S", "-c", program]
    _stop_workers(stage)
    _run(stage, command, json.dumps(line).encode(), LONGEST_HOOK_S)
    if not _is_spooled(stage, prompt):
        calm, stage.chance = stage.chance, None
        _run(stage, command, json.dumps(line).encode(), 0)
        stage.chance = calm
    assert _is_spooled(stage, prompt)


def _is_spooled(stage: Stage, prompt: str) -> bool:
    return any(line.get("prompt_id") == prompt for _, line in spool.take(stage.home))


def run_worker(stage: Stage) -> None:
    """Run a worker; in the storm it is killed after a random time."""
    if stage.chance is None:
        wait_until(lambda: not is_running(stage.home), 60, "the end of the worker before")
    command = [sys.executable, "-I", worker_program(), "--home", stage.home.root]
    _run(stage, command, b"", LONGEST_WORKER_S)
    _stop_workers(stage)


def _stop_workers(stage: Stage) -> None:
    """Kill what the hooks started; on a calm stage wait for its end."""
    if stage.chance is None:
        wait_until(lambda: not workers_of(stage.home.root), 60, "the end of the workers")
        return
    for process in workers_of(stage.home.root):
        try:
            os.kill(process, signal.SIGKILL)
            stage.kills += 1
        except ProcessLookupError:
            continue
    wait_until(lambda: not workers_of(stage.home.root), 60, "the end of the killed")


def _run(stage: Stage, command: list[str], given: bytes, longest_s: float) -> None:
    process = subprocess.Popen(
        command,
        stdin=subprocess.PIPE,
        stdout=subprocess.DEVNULL,
        stderr=subprocess.DEVNULL,
        env=stage.environment,
    )
    if stage.chance is None:
        process.communicate(given, timeout=120)
        return
    assert process.stdin is not None
    try:
        process.stdin.write(given)
        process.stdin.close()
    except BrokenPipeError:
        pass
    try:
        process.wait(stage.chance.uniform(0.0, longest_s))
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
        stage.kills += 1


def read_rows(stage: Stage) -> dict[str, list[tuple[Any, ...]]]:
    """Return all rows that matter, ids and times of the run replaced by their order."""
    names: dict[str, str] = {}
    rows: dict[str, list[tuple[Any, ...]]] = {}
    for database, table, order in _TABLES:
        connection = sqlite3.connect(f"file:{stage.home.path(database)}?mode=ro", uri=True)
        found = connection.execute(f"SELECT * FROM {table} ORDER BY {order}").fetchall()
        connection.close()
        rows[table.split()[0]] = [
            tuple(_plain(value, names, stage) for value in row) for row in found
        ]
    return rows


_TABLES = (
    ("memory.db", "journal", "seq"),
    ("memory.db", "memory", "id"),
    ("memory.db", "evidence", "id"),
    ("memory.db", "learning", "number"),
    ("memory.db", "source", "id"),
    ("memory.db", "decision", "id"),
    ("transcripts.db", "session", "id"),
    (
        "transcripts.db",
        "session_message AS shown JOIN message ON message.id = shown.message",
        "shown.session, shown.position",
    ),
    ("search.db", "memory_doc", "memory"),
)


def _plain(value: object, names: dict[str, str], stage: Stage) -> object:
    if not isinstance(value, str):
        return value
    text = value.replace(str(stage.root), "ROOT")
    text = _ID.sub(lambda found: names.setdefault(found[0], f"id-{len(names)}"), text)
    return _TIME.sub(lambda found: found[0] if found[0].startswith(_STORY_DAY) else "TIME", text)


def compare(folder: Path, seed: int) -> int:
    """Tell one story in calm and in storm, and return how many processes were killed."""
    calm = tell(Stage(folder / "calm"), seed)
    rough = Stage(folder / "storm", random.Random(f"storm {seed}"))
    stormy = tell(rough, seed)
    for table, rows in calm.items():
        found, expected = _numberless(table, stormy[table]), _numberless(table, rows)
        assert found == expected, f"{table} differs, seed {seed}:\n{_difference(expected, found)}"
    return rough.kills


def _difference(expected: list[tuple[Any, ...]], found: list[tuple[Any, ...]]) -> str:
    pairs = zip_longest(expected, found)
    return "\n".join(f"calm:  {calm}\nstorm: {storm}" for calm, storm in pairs if calm != storm)


def _numberless(table: str, rows: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Leave out row numbers that nothing but the index refers to: they follow the reading."""
    if table == "memory_doc":
        return [row[1:] for row in rows]
    return [row[:2] + row[4:] for row in rows] if table == "session_message" else rows


def storm(kills: int, seed: int) -> int:
    """Tell stories until so many processes were killed; return how many were."""
    done = told = 0
    while done < kills:
        with tempfile.TemporaryDirectory(prefix="storm-") as folder:
            done += compare(Path(folder), seed + told)
        told += 1
        if __name__ == "__main__":
            print(f"{done} killed in {told} stories, all rows equal", flush=True)
    return done


if __name__ == "__main__":
    started = time.monotonic()
    wanted = int(sys.argv[1]) if len(sys.argv) > 1 else 200
    first = int(sys.argv[2]) if len(sys.argv) > 2 else random.randrange(10**6)
    print(f"seed {first}")
    total = storm(wanted, first)
    print(f"{total} kills, rows equal to an undisturbed run's; {time.monotonic() - started:.0f} s")
