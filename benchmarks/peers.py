"""How PMI compares with what else can be installed: speed, and what each of them misses.

    python benchmarks/peers.py                        # installs them below a temporary folder
    python benchmarks/peers.py --venvs /tmp/peers     # keeps the installations for the next run
    python benchmarks/peers.py --write docs/peers.md

`grep -rl` and three programs from PyPI read the same generated transcripts in the same run, as
processes, each with a HOME of its own. Not part of continuous integration: it installs other
people's programs. Times are the least of several runs: CPU seconds, wall seconds beside them.
"""

from __future__ import annotations

import argparse
import os
import platform
import resource
import shutil
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass, field
from datetime import UTC, datetime
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.support.probes import (  # noqa: E402 - a checkout is measured, installed or not
    CREDENTIAL,
    FORK,
    FORKED,
    HOSTILE,
    PROBES,
    PURGED,
    SECRET,
    Probe,
    write_probes,
)
from benchmarks.transcripts import Words, write_transcripts  # noqa: E402

QUERIES = ("deploy release", "timeout retry worker", "数据", "migration column")
FORGIVING = "3650"
LIMIT_S = 900


class Took(NamedTuple):
    """What a process took and said."""

    cpu_s: float
    wall_s: float
    code: int
    output: str
    errors: str


@dataclass
class Program:
    """One program: how it is installed, brought up to date and asked.

    Attributes:
        index: Its arguments for a first run; none for one without an index.
        again: Those for the next one.
        search: Gives its arguments for a question; its fastest way that finds old sessions.
        as_told: The same without being told to look further back than it does by itself.
        settings: What its `config.toml` says, for ours.
    """

    name: str
    requirement: str
    index: Sequence[str]
    again: Sequence[str]
    search: Callable[[str], list[str]]
    as_told: Callable[[str], list[str]]
    settings: str = ""
    version: str = ""
    program: str = ""
    trouble: str = ""
    figures: dict[str, Took] = field(default_factory=dict)
    found: dict[str, str] = field(default_factory=dict)


def programs() -> list[Program]:
    """Return ours and the others."""
    return [
        Program("pmi", str(ROOT), ["sync"], ["sync"],
                lambda text: ["search", text], lambda text: ["search", text]),
        Program("pmi, no tool text", str(ROOT), ["sync"], ["sync"],
                lambda text: ["search", text], lambda text: ["search", text],
                settings="[capture]\ntool_result_chars = 0\n"),
        Program("claude-mem", "claude-mem==1.0.3", ["cc-index"], ["cc-index"],
                lambda text: ["search", "--days", FORGIVING, text],
                lambda text: ["search", text]),
        Program("ccrecall", "ccrecall==0.26.0", ["import"], ["import"],
                lambda text: ["search", "--keyword-only", f"--query={text}"],
                lambda text: ["search", "--keyword-only", f"--query={text}"]),
        Program("cc-conversation-search", "cc-conversation-search==0.5.3",
                ["init", "--quiet", "--days", FORGIVING], ["index", "--quiet", "--all"],
                lambda text: ["search", "--no-index", text],
                lambda text: ["search", "--no-index", text]),
        Program("grep -rl", "", [], [], lambda text: ["-rl", "-e", text, ".claude/projects"],
                lambda text: ["-rl", "-e", text, ".claude/projects"], program="grep"),
    ]  # fmt: skip


def install(program: Program, folder: Path) -> None:
    """Install a program into an environment of its own, or note why it can not be."""
    if not program.requirement:
        done = subprocess.run(["grep", "--version"], capture_output=True, text=True, check=False)
        program.version = done.stdout.partition("\n")[0].rpartition(" ")[2]
        return
    ours = program.name.startswith("pmi")
    place = folder / ("pmi" if ours else program.name)
    python, mark = place / "bin" / "python", place / "installed"
    if program.name == "pmi" or mark.is_file() is False or mark.read_text() != program.requirement:
        shutil.rmtree(place, ignore_errors=True)
        subprocess.run([sys.executable, "-m", "venv", str(place)], check=True)
        command = [str(python), "-m", "pip", "install", "--quiet", program.requirement]
        done = subprocess.run(command, capture_output=True, text=True, check=False)
        if done.returncode:
            program.trouble = f"can not be installed: {done.stderr.strip().splitlines()[-1][:200]}"
            return
        mark.write_text(program.requirement)
    name = "personal-memory" if ours else program.name
    asked = f"from importlib.metadata import version; print(version({name!r}))"
    done = subprocess.run([str(python), "-c", asked], capture_output=True, text=True, check=False)
    program.version = done.stdout.strip()
    program.program = str(place / "bin" / place.name)


def run(program: Program, user: Path, arguments: Sequence[str]) -> Took:
    """Run a program with a HOME of its own and return what it took."""
    environment = {
        "HOME": str(user),
        "CLAUDE_CONFIG_DIR": str(user / ".claude"),
        "PMI_HOME": str(user / ".pmi"),
        "TMPDIR": str(user / "tmp"),
        "PATH": os.defpath,
        "LANG": "C.UTF-8",
        "HF_HUB_OFFLINE": "1",
    }
    before, began = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter()
    command = [program.program, *arguments]
    try:
        done = subprocess.run(command, env=environment, cwd=user, capture_output=True,
                              timeout=LIMIT_S, check=False)  # fmt: skip
        code, output, errors = done.returncode, done.stdout, done.stderr
    except subprocess.TimeoutExpired:
        code, output, errors = -1, b"", b"timeout"
    after, wall = resource.getrusage(resource.RUSAGE_CHILDREN), time.perf_counter() - began
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return Took(cpu, wall, code, output.decode(errors="replace"), errors.decode(errors="replace"))


def make_user(program: Program, folder: Path, corpus: Path) -> Path:
    """Return a HOME for a program with a copy of the transcripts."""
    user = folder / program.name.replace(" ", "_").replace(",", "")
    shutil.copytree(corpus, user / ".claude")
    (user / "tmp").mkdir()
    if program.name.startswith("pmi"):
        python = str(Path(program.program).with_name("python"))
        made = "from pmi.base.home import Home; Home.locate().ensure()"
        subprocess.run([python, "-c", made], env={"PMI_HOME": str(user / ".pmi")}, check=True)
        if program.settings:
            (user / ".pmi" / "config.toml").write_text(program.settings)
    return user


def least(program: Program, user: Path, arguments: Sequence[str], times: int) -> Took:
    """Return the least CPU and wall time of several runs."""
    runs = [run(program, user, arguments) for _ in range(times)]
    return runs[-1]._replace(
        cpu_s=min(took.cpu_s for took in runs), wall_s=min(took.wall_s for took in runs)
    )


def measure(program: Program, user: Path, times: int) -> None:
    """Take the times of a first run, of one without changes, and of a search."""
    figures = program.figures
    if program.index:
        figures["first index"] = run(program, user, program.index)
        figures["run without changes"] = least(program, user, program.again, times)
        if figures["first index"].code:
            program.trouble = figures["first index"].errors.strip()[-200:]
    each = [least(program, user, program.search(text), times) for text in QUERIES]
    figures["search"] = each[-1]._replace(
        cpu_s=sum(took.cpu_s for took in each) / len(each),
        wall_s=sum(took.wall_s for took in each) / len(each),
    )


def probe_all(program: Program, user: Path, files: dict[str, Path]) -> None:
    """Note what a program finds of the probes, what it stores, and where it breaks."""
    if program.index:
        run(program, user, program.index)
    for probe in PROBES:
        arguments = (program.search if probe.days < 30 else program.as_told)(probe.query)
        program.found[probe.name] = look_for(program, user, probe, arguments)
    output = run(program, user, program.search(FORK.query)).output
    shown = sum(session[:8] in output for session in (FORK.session, FORKED))
    program.found[FORK.name] = ("no", "once", "twice")[shown]
    program.found["queries of punctuation that break"] = breaking(program, user)
    program.found[SECRET.name] = "STORED" if stores(user, CREDENTIAL) else "not stored"
    if not program.index:
        program.found[SECRET.name] = "-"
    inside = files[PURGED.name].relative_to(files[PURGED.name].parents[2])
    (user / ".claude" / inside).unlink()
    if program.again:
        run(program, user, program.again)
    program.found[PURGED.name] = look_for(program, user, PURGED, program.search(PURGED.query))


def look_for(program: Program, user: Path, probe: Probe, arguments: Sequence[str]) -> str:
    """Return whether the answer names the session in which it was said."""
    took = run(program, user, arguments)
    if is_broken(program, took):
        return "error"
    return "yes" if probe.session[:8] in took.output else "no"


def is_broken(program: Program, took: Took) -> bool:
    """Tell whether a program failed, instead of finding something or nothing."""
    said = f"{took.output}\n{took.errors}".lower()
    told = any(word in said for word in ("traceback", "fts5:", "syntax error", "search error"))
    return told or took.code not in ((0, 1) if program.name == "grep -rl" else (0,))


def breaking(program: Program, user: Path) -> str:
    """Return how many of the hostile queries make a program fail."""
    broken = [is_broken(program, run(program, user, program.search(text))) for text in HOSTILE]
    return f"{sum(broken)} of {len(broken)}"


def stores(user: Path, secret: str) -> bool:
    """Tell whether a text is in any file but the transcripts themselves."""
    files = (path for path in user.rglob("*") if path.is_file())
    transcripts = user / ".claude" / "projects"
    return any(
        secret.encode() in path.read_bytes() for path in files if transcripts not in path.parents
    )


def report(found: Sequence[Program], megabytes: int) -> str:
    """Return everything as Markdown."""
    ours = found[0]
    python = f"Python {platform.python_version()}, {os.cpu_count()} cores"
    lines = [
        "# PMI beside other programs",
        "",
        f"`python benchmarks/peers.py --mb {megabytes}` on {datetime.now(UTC).date()}, {python}.",
        "CPU seconds of the whole process, wall seconds in brackets; × is ours over theirs.",
        "",
        "| program | version | " + " | ".join(ours.figures) + " |",
        "|---|---|" + "---|" * len(ours.figures),
    ]
    for each in found:
        cells = [_cell(each.figures.get(name), ours.figures[name], each is ours)
                 for name in ours.figures]  # fmt: skip
        lines.append(f"| {each.name} | {each.version} | {' | '.join(cells)} |")
    lines += ["", "| what is looked for | " + " | ".join(each.name for each in found) + " |"]
    lines.append("|---|" + "---|" * len(found))
    for name in ours.found:
        cells = [each.found.get(name, "-") for each in found]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    lines += [
        "",
        "`ccrecall` ran without its vectors: its model is downloaded at the first use. All",
        "programs were told to look back ten years, but where a conversation of last year is",
        "looked for; `cc-conversation-search` was asked without its own index run before.",
    ]
    lines += [f"{each.name}: {each.trouble}" for each in found if each.trouble]
    return "\n".join(lines) + "\n"


def _cell(took: Took | None, ours: Took, is_ours: bool) -> str:
    if took is None:
        return "-"
    text = f"{took.cpu_s:.2f} ({took.wall_s:.2f})"
    return text if is_ours else f"{text}, {ours.cpu_s / max(took.cpu_s, 0.001):.2f}×"


def judge(found: Sequence[Program]) -> list[str]:
    """Return the goals, each with what came out; nobody but `grep` reads tools' text."""
    lines = []
    for ours in (each for each in found if each.name.startswith("pmi")):
        for each in (each for each in found if not each.name.startswith("pmi")):
            for what, theirs in each.figures.items():
                most = 2.0 if (what, each.name) == ("first index", "claude-mem") else 1.0
                ratio = ours.figures[what].cpu_s / max(theirs.cpu_s, 0.001)
                verdict = "PASS" if ratio <= most else "OVER"
                names = f"{ours.name:19}{what:21}{each.name:24}"
                lines.append(f"{names}{ratio:6.2f} <= {most:.0f}   {verdict}")
    return lines


def main() -> None:
    """Install, measure, print."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--short", action="store_true", help="do nothing: not part of CI")
    parser.add_argument("--mb", type=int, default=60, help="megabytes of transcripts")
    parser.add_argument("--times", type=int, default=5, help="runs of which the least counts")
    parser.add_argument("--venvs", type=Path, help="where to keep the installed programs")
    parser.add_argument("--write", type=Path, help="also write the table into this file")
    parser.add_argument("--only", action="append", help="only ours and this one; again for more")
    chosen = parser.parse_args()
    if chosen.short:
        print("peers: not part of continuous integration")
        return
    with tempfile.TemporaryDirectory(prefix="pmi-peers-") as temporary:
        folder = Path(temporary)
        wanted = chosen.only or [each.name for each in programs()]
        found = [each for each in programs() if each.name in wanted or each.name == "pmi"]
        for each in found:
            install(each, chosen.venvs or folder / "venvs")
        words = Words(1)
        write_transcripts(folder / "large", chosen.mb * 1_000_000, max(2, chosen.mb // 2), 1, words)
        write_transcripts(folder / "small", 1_000_000, 8, 2, words)
        files = write_probes(folder / "small")
        for each in found:
            if each.trouble:
                continue
            measure(each, make_user(each, folder / "times", folder / "large"), chosen.times)
            probe_all(each, make_user(each, folder / "probes", folder / "small"), files)
            print(f"{each.name}: done", file=sys.stderr)
        text = report(found, chosen.mb)
        print(text)
        print("\n".join(judge([each for each in found if each.figures])))
        if chosen.write:
            chosen.write.write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
