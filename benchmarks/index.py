"""How fast transcripts are archived and indexed, and what that takes in memory and on disk.

    python benchmarks/index.py            # 370 MB in 4,000 files, a file of 2 GB
    python benchmarks/index.py --short    # what continuous integration prints

Speed is megabytes of transcript per second of CPU, redaction, archive and word index included,
beside one plain `json.loads` pass over the same files in the same run. Every figure stands
beside its budget; nothing is judged by an exit code.
"""

from __future__ import annotations

import argparse
import gc
import json
import os
import resource
import subprocess
import sys
import tempfile
import time
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.transcripts import (  # noqa: E402 - a checkout is measured, installed or not
    Conversation,
    Words,
    append_turn,
    write_transcripts,
)
from pmi.base.home import Home  # noqa: E402
from pmi.indexer.capture import CaptureRules  # noqa: E402
from pmi.indexer.sync import Archive  # noqa: E402
from pmi.search.index import catch_up  # noqa: E402
from pmi.store.database import Store  # noqa: E402

PROVES = ("T4",)
TOOL_CHARS = 200
MB = 1_000_000
JUDGED_MB = 100
"""With less, nearly every word is a new one and costs more than ever again."""


class Sizes(NamedTuple):
    """How much is measured: megabytes, files, and of these how many grow."""

    first_mb: int
    many_mb: int
    many_files: int
    grown_files: int
    giant_mb: int


SHORT = Sizes(first_mb=8, many_mb=4, many_files=60, grown_files=6, giant_mb=100)
FULL = Sizes(first_mb=120, many_mb=370, many_files=4_000, grown_files=150, giant_mb=2_000)


class Took(NamedTuple):
    """What a run took, and how many new messages it found."""

    cpu_s: float
    wall_s: float
    messages: int
    files: int


def size_of(paths: Sequence[Path]) -> float:
    """Return how many megabytes some files have."""
    return sum(path.stat().st_size for path in paths) / MB


def made_home(folder: Path, name: str) -> Home:
    """Return a new home."""
    home = Home(str(folder / name))
    home.ensure()
    return home


def parse_everything(paths: Sequence[Path]) -> float:
    """Return the CPU seconds of reading every line as JSON and keeping nothing."""
    begun = time.process_time()
    for path in paths:
        with path.open("rb") as file:
            for line in file:
                json.loads(line)
    return time.process_time() - begun


def bring_up_to_date(home: Home, config: Path, tool_chars: int) -> Took:
    """Archive and index what is new, as the worker does."""
    gc.collect()
    cpu, wall = time.process_time(), time.perf_counter()
    with Store(home) as store:
        report = Archive(store, home, CaptureRules(tool_chars=tool_chars)).sync_all([str(config)])
        catch_up(store)
    return Took(
        time.process_time() - cpu,
        time.perf_counter() - wall,
        report.messages,
        report.files_read,
    )


def database_mb(home: Home) -> float:
    """Return how many megabytes the archive and its index take."""
    with Store(home) as store:
        for name in ("transcripts", "search"):
            store.checkpoint(name)
    return (os.path.getsize(home.transcripts_db) + os.path.getsize(home.search_db)) / MB


def show(what: str, figure: str, budget: str = "", *, good: bool = True, beside: str = "") -> None:
    """Print one line of the table."""
    verdict = f"{budget:12}{'PASS' if good else 'OVER BUDGET'}" if budget else ""
    print(f"{what:44}{figure:>14}   {verdict:26}{beside}".rstrip())


def measure_first(folder: Path, words: Words, sizes: Sizes) -> None:
    """Print the speed of a first index, and what it takes on disk."""
    bring_up_to_date(made_home(folder, "home-warm"), folder / "nothing", TOOL_CHARS)
    config = folder / "first"
    paths = write_transcripts(config, sizes.first_mb * MB, max(4, sizes.first_mb // 2), 1, words)
    mb = size_of(paths)
    plain = parse_everything(paths)
    show(f"json.loads of every line, {mb:.0f} MB", f"{mb / plain:.1f} MB/s")
    for tool_chars, name, budget in ((0, "without", 60), (TOOL_CHARS, "with", 0)):
        home = made_home(folder, f"home-{tool_chars}")
        took = bring_up_to_date(home, config, tool_chars)
        plain = min(plain, parse_everything(paths))
        speed = mb / took.cpu_s
        show(
            f"first index {name} tool text",
            f"{speed:.1f} MB/s",
            f">= {budget}" if budget and mb >= JUDGED_MB else "",
            good=speed >= budget,
            beside=f"{took.cpu_s / plain:.2f}x the json pass, {took.messages:,} messages, "
            f"wall {took.wall_s:.1f} s",
        )
        show(f"  database {name} tool text", f"{database_mb(home) / mb:.3f} MB/MB")


def measure_many(folder: Path, words: Words, sizes: Sizes) -> None:
    """Print what a run without changes takes, and one after some files grew."""
    config = folder / "many"
    paths = write_transcripts(config, sizes.many_mb * MB, sizes.many_files, 3, words)
    home = made_home(folder, "home-many")
    first = bring_up_to_date(home, config, TOOL_CHARS)
    about = f"{len(paths):,} files, {size_of(paths):.0f} MB"
    show(f"first index, {about}", f"{first.cpu_s:.2f} s", beside=f"wall {first.wall_s:.2f} s")
    idle = bring_up_to_date(home, config, TOOL_CHARS)
    show(
        "run without changes",
        f"{idle.wall_s:.3f} s",
        "<= 0.3 s",
        good=idle.wall_s <= 0.3 and not idle.files,
        beside=f"CPU {idle.cpu_s:.3f} s",
    )
    append_turn(paths[:: len(paths) // sizes.grown_files][: sizes.grown_files], words)
    grown = bring_up_to_date(home, config, TOOL_CHARS)
    show(
        f"run after {grown.files} files grew",
        f"{grown.wall_s:.3f} s",
        "<= 3 s",
        good=grown.wall_s <= 3,
        beside=f"CPU {grown.cpu_s:.3f} s, {grown.messages:,} messages",
    )


def write_giant(config: Path, words: Words, megabytes: int) -> Path:
    """Write one long session: talk, many images, and one line of 50 MB."""
    folder = config / "projects" / "-home-dev-giant"
    folder.mkdir(parents=True)
    talk = Conversation(words, 5, "/home/dev/giant")
    path = folder / f"{talk.id}.jsonl"
    size = megabytes * MB
    with path.open("wb") as file:
        file.writelines(talk.lines(size // 20))
        file.write(talk.image(50 * MB))
        file.write(talk.image(30 * MB))
        while file.tell() < size:
            file.write(talk.image(3 * MB))
            file.writelines(talk.lines(MB // 4))
    return path


def measure_memory(folder: Path, words: Words, sizes: Sizes) -> None:
    """Print the peak memory of a process that reads one giant file."""
    config = folder / "giant"
    path = write_giant(config, words, sizes.giant_mb)
    home = made_home(folder, "home-giant")
    command = [sys.executable, __file__, "--giant", home.root, str(config)]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    peak, cpu_s, messages = done.stdout.split()
    show(
        f"peak memory, one file of {size_of([path]):,.0f} MB",
        f"{float(peak):.0f} MB",
        "< 200 MB",
        good=float(peak) < 200,
        beside=f"{size_of([path]) / float(cpu_s):.0f} MB/s, {int(messages):,} messages",
    )
    path.unlink()


def read_giant(home: Home, config: Path) -> None:
    """Read one configuration folder; print peak memory in MB, CPU seconds and messages."""
    took = bring_up_to_date(home, config, TOOL_CHARS)
    print(peak_mb(), took.cpu_s, took.messages)


def peak_mb() -> float:
    """Return the most memory that this process has had.

    Linux counts what the process was forked from into `ru_maxrss`, but not into `VmHWM`.
    """
    try:
        with open("/proc/self/status", encoding="ascii") as file:
            [line] = [line for line in file if line.startswith("VmHWM")]
        return int(line.split()[1]) * 1024 / MB
    except OSError:
        return resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / MB


def main() -> None:
    """Write transcripts, measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--short", action="store_true", help="a few megabytes")
    parser.add_argument("--only", choices=("first", "many", "memory"))
    parser.add_argument("--giant", nargs=2, metavar=("HOME", "CONFIG"), help=argparse.SUPPRESS)
    given = parser.parse_args()
    for name in [name for name in os.environ if name.startswith(("CLAUDE", "PMI_"))]:
        del os.environ[name]
    if given.giant:
        read_giant(Home(given.giant[0]), Path(given.giant[1]))
        return
    words = Words(1)
    sizes = SHORT if given.short else FULL
    parts = {"first": measure_first, "many": measure_many, "memory": measure_memory}
    for name, measure in parts.items():
        if given.only in (None, name):
            with tempfile.TemporaryDirectory() as folder:
                measure(Path(folder), words, sizes)


if __name__ == "__main__":
    main()
