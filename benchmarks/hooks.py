"""Measures each hook as a whole process against the bare interpreter, in the same run.

    python benchmarks/hooks.py            # the figures of the changelog
    python benchmarks/hooks.py --short    # what continuous integration prints

Each sample of a hook is followed by one of `python -I -S -c pass`, so that a busy machine
slows both. CPU is the child's own (user and system), wall from start to end. Prompts and starts
run against 20,000 memories, built through the real store and index. Nothing is asserted.
"""

from __future__ import annotations

import argparse
import json
import os
import random
import sys
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.support.figures import at  # noqa: E402 - a checkout is measured, installed or not
from pmi import Memory  # noqa: E402 - a checkout is measured, installed or not
from pmi.base.config import write_prepared  # noqa: E402
from pmi.base.home import Home  # noqa: E402
from pmi.base.lock import WorkerLock, is_running  # noqa: E402
from pmi.base.spool import waiting  # noqa: E402
from pmi.learn.lesson_pages import write_pages  # noqa: E402
from pmi.learn.rules_file import RULES_MAX_CHARS, plan_rules, write_rules  # noqa: E402
from pmi.model.operation import Operation  # noqa: E402

PROVES = ("H4",)
RUN = str(ROOT / "hooks" / "run.py")
BARE = [sys.executable, "-I", "-S", "-c", "pass"]
BUDGET = {"stop": 4.0, "session-end": 4.0, "session-start": 5.0, "user-prompt": 5.0}
BATCH = 500
LESSONS = 500
HUGE_BYTES = 200_000_000

ENGLISH = """deploy invoice staging database branch review latency token customer refund billing
cache queue worker schema migration release rollback pipeline secret region cluster
index search memory profile budget template session transcript evidence quote policy
proposal archive journal fence spool hook prompt agent model server client proxy
socket thread process kernel driver module"""
CHINESE = (
    "部署数据库迁移备份发布回滚测试评审分支缓存队列索引搜"
    "索记忆模板会话证据引用策略归档日志提示代理模型服务"
)


@dataclass(frozen=True, slots=True)
class Samples:
    """Times of one case and of the bare interpreter beside it, in milliseconds."""

    name: str
    budget: float
    cpu: list[float]
    wall: list[float]
    bare_cpu: list[float]
    bare_wall: list[float]

    def row(self) -> str:
        """Return the line of the table."""
        ratio = at(self.cpu, 50) / at(self.bare_cpu, 50)
        wall_ratio = at(self.wall, 50) / at(self.bare_wall, 50)
        verdict = "ok" if ratio <= self.budget else "OVER"
        return (
            f"{self.name:44} {at(self.cpu, 50):7.1f} {at(self.cpu, 95):7.1f} {ratio:6.2f}x"
            f" {at(self.wall, 50):8.1f} {at(self.wall, 95):7.1f} {wall_ratio:6.2f}x"
            f"   <= {self.budget:.0f}x {verdict}"
        )


def run(command: list[str], data: bytes, environment: dict[str, str]) -> tuple[float, float]:
    """Return CPU and wall time of one process, in milliseconds."""
    with tempfile.TemporaryFile() as given:
        given.write(data)
        given.seek(0)
        actions = [
            (os.POSIX_SPAWN_DUP2, given.fileno(), 0),
            (os.POSIX_SPAWN_OPEN, 1, os.devnull, os.O_WRONLY, 0),
        ]
        start = time.perf_counter()
        child = os.posix_spawn(command[0], command, environment, file_actions=actions)
        _, status, usage = os.wait4(child, 0)
        wall = time.perf_counter() - start
    if status:
        raise SystemExit(f"{command} ended with {status}")
    return (usage.ru_utime + usage.ru_stime) * 1000, wall * 1000


def measure(
    name: str,
    event: str,
    fields: dict[str, str],
    home: Home,
    count: int,
    *,
    worker: bool = False,
    off: bool = False,
) -> Samples:
    """Return samples of a hook, each in a session of its own."""
    environment = {key: value for key, value in os.environ.items() if key[:6] not in _FOREIGN}
    environment["PMI_HOME"] = home.root
    if off:
        environment["PMI_DISABLE"] = "1"
    samples = Samples(name, BUDGET[event], [], [], [], [])
    for i in range(count + 2):
        data = {"session_id": f"{event}-{i}", "prompt_id": f"p{i}", "cwd": home.root, **fields}
        cpu, wall = run([*BARE[:3], RUN, event], json.dumps(data).encode() + b"\n", environment)
        while worker and (waiting(home) or is_running(home)):
            time.sleep(0.05)
        bare_cpu, bare_wall = run(BARE, b"", environment)
        if i >= 2:  # the first ones fill the caches of files
            samples.cpu.append(cpu)
            samples.wall.append(wall)
            samples.bare_cpu.append(bare_cpu)
            samples.bare_wall.append(bare_wall)
        for path in Path(home.spool).glob("*.json"):
            path.unlink()
    return samples


_FOREIGN = {"CLAUDE", "PMI_HO", "PMI_IN", "PMI_DI"}


def sentence(chance: random.Random, number: int) -> str:
    """Return a sentence of a memory; every third is Chinese."""
    if number % 3 == 0:
        return f"{''.join(chance.choices(CHINESE, k=18))}第{number}条"
    words = chance.choices(ENGLISH.split(), k=9)
    return f"The {' '.join(words)} of case {chance.randrange(10**6)}x{number}"


def fill(home: Home, memories: int) -> None:
    """Make memories and lessons through the real store, index them, prepare the briefs."""
    chance = random.Random(7)
    with Memory.open(home) as memory:
        for number in range(min(LESSONS, memories)):
            memory.remember(sentence(chance, number))
        for start in range(LESSONS, memories, BATCH):
            end = min(memories, start + BATCH)
            memory.propose(
                [Operation("create", sentence(chance, number)) for number in range(start, end)]
            )
        memory.refresh()
        print(f"{memory.counts()} in {home.root}")
    Path(home.config_file).write_text('[general]\nlanguage = "en"\n', encoding="utf-8")
    write_prepared(home)


def lessons(home: Home, count: int) -> None:
    """Print what bringing rules files and pages up to date costs a worker, with all lessons."""
    with Memory.open(home) as memory:
        for name, write in (("rules files", write_rules), ("the user's pages", write_pages)):
            cpu: list[float] = []
            for _ in range(count):
                start = time.process_time()
                write(memory.store)
                cpu.append((time.process_time() - start) * 1000)
            rules = memory.counts()["rules"]
            print(
                f"{f'{name}, {rules} lessons, in process':44} {at(cpu, 50):7.1f} {at(cpu, 95):7.1f}"
            )
        sizes = [len(text) for text in plan_rules(memory.store).values()]
        print(
            f"{len(sizes)} rules files, the longest: {max(sizes)} of {RULES_MAX_CHARS} characters"
        )


def prompts() -> dict[str, str]:
    """Return prompts of 500 words, and one that fits nothing."""
    chance = random.Random(8)
    english = " ".join(
        chance.choice(ENGLISH.split()) if i % 4 == 0 else f"some word{chance.randrange(900)}"
        for i in range(250)
    )
    chinese = "，".join("".join(chance.choices(CHINESE, k=10)) for _ in range(75))
    return {"500 words, English": english, "500 words, Chinese": chinese, "3 words": "hi there you"}


def main() -> None:
    """Build a home, measure all cases and print the table."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0] if __doc__ else "")
    parser.add_argument("--short", action="store_true", help="fewer samples and 2,000 memories")
    parser.add_argument("--memories", type=int, default=0)
    given = parser.parse_args()
    count = 15 if given.short else 101
    memories = given.memories or (2_000 if given.short else 20_000)
    with tempfile.TemporaryDirectory() as folder:
        home = Home(os.path.join(folder, ".pmi"))
        home.ensure()
        claude = Path(folder, ".claude")
        claude.mkdir()
        installed = Path(home.path("state", "installed.json"))
        installed.write_text(json.dumps({"config_dirs": [str(claude)]}), encoding="utf-8")
        fill(home, memories)
        small, huge = Path(folder, "small.jsonl"), Path(folder, "huge.jsonl")
        small.write_bytes(b"x" * 1000)
        with huge.open("wb") as file:
            file.truncate(HUGE_BYTES)
        sizes = {"1 KB transcript": str(small), "200 MB transcript": str(huge)}
        print(
            f"{'whole process, ms':44} {'cpu p50':>7} {'p95':>7} {'ratio':>7}"
            f" {'wall p50':>8} {'p95':>7} {'ratio':>7}   budget (cpu p50)"
        )
        with WorkerLock(home):
            for event in ("stop", "session-end"):
                for size, path in sizes.items():
                    fields = {"transcript_path": path}
                    print(measure(f"{event}, {size}", event, fields, home, count).row())
                print(measure(f"{event}, PMI_DISABLE=1", event, {}, home, count, off=True).row())
            fields = {"source": "startup"}
            name = f"session-start, {memories:,} memories"
            print(measure(name, "session-start", fields, home, count).row())
            for kind, prompt in prompts().items():
                name = f"user-prompt, {kind}, {memories:,}"
                print(measure(name, "user-prompt", {"prompt": prompt}, home, count).row())
        few = max(5, count // 5)
        lessons(home, few)
        print(measure("stop, starting the worker", "stop", {}, home, few, worker=True).row())


if __name__ == "__main__":
    main()
