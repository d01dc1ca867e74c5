"""Makes Claude Code transcripts of any size: seeded, English and Chinese, shaped like real ones.

    python benchmarks/transcripts.py FOLDER --mb 100 --files 40
    python benchmarks/transcripts.py --short    # only says what they are made of

Shares of bytes follow measured real sessions: nearly half are tool results (each stored
twice), a third is progress, and what people and the model say to each other is about 3 %.
Nothing in here is anybody's text.
"""

from __future__ import annotations

import argparse
import json
import random
import tempfile
import uuid
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from itertools import accumulate
from pathlib import Path
from typing import Any

VERSION = "2.1.332"
COMMON = """the to of and in is that for it on with this as we be are you not have from was at by
or an if but can will so do all about which there when one what more then now just should into our
how only because also first after than make need use out like no time work file test error run add
fix change build check function call return value data user server request table query config
deploy branch commit merge review issue log line path type class module import key name list string
number default option version update delete create read write open close start stop wait retry
timeout cache index search memory prompt session context agent tool model release package install
command output result failed passed warning trace schema migration column row transaction lock
thread process queue worker job schedule event message handler client route login role permission
variable image container volume network port host domain proxy balance metric alert dashboard
latency throughput disk"""
SYLLABLES = """ka lo mi ra ten sor vel dra quin bex tam nor phi zet gul har jun wex pol cri ost ver
lin dor mak sel tri bon fer gan"""
CODE = (
    "def {}({}, {}):",
    "return {}.{}({})",
    "if {} is not {}: {}",
    "{} = {}[{!r}]",
    "assert {} == {}  # {}",
    "from {} import {}, {}",
    "const {} = await {}({});",
    "// {} {} {}",
)


class Words:
    """The words of both languages, frequent ones first, and lines of code made of them."""

    def __init__(self, seed: int) -> None:
        chance = random.Random(seed)
        names: dict[str, None] = {}
        frequent, syllables = COMMON.split(), SYLLABLES.split()
        while len(names) < 20_000:
            made = "".join(chance.choices(syllables, k=chance.choice((2, 2, 3))))
            common = chance.choice(frequent)
            forms = (made, f"{made}_{common}", f"{common}{made.title()}", f"{common}_{len(names)}")
            names[chance.choice(forms)] = None
        self.english = [*frequent, *names]
        # The 3,755 most used characters are the first level of GB 2312.
        signs = [
            bytes((row, cell)).decode("gb2312")
            for row in range(0xB0, 0xD7)
            for cell in range(0xA1, 0xFA if row == 0xD7 else 0xFF)
        ]
        chance.shuffle(signs)
        weights = list(accumulate(1 / (place + 8) ** 0.9 for place in range(len(signs))))
        words: dict[str, None] = {}
        while len(words) < 20_000:
            length = chance.choice((1, 2, 2, 2, 2, 3, 4))
            words["".join(chance.choices(signs, cum_weights=weights, k=length))] = None
        self.chinese = list(words)
        self._weights = list(accumulate(1 / (place + 3) for place in range(len(self.english))))
        self._code = [
            "    " * chance.randint(0, 4)
            + chance.choice(CODE).format(*chance.choices(self.english, self._weights, k=3))
            for _ in range(5_000)
        ]

    def prose(self, chance: random.Random, chars: int, *, chinese: bool) -> str:
        """Return sentences of about so many characters."""
        parts: list[str] = []
        length = 0
        while length < chars:
            parts.append(self._chinese(chance) if chinese else self._english(chance))
            length += len(parts[-1])
        return ("" if chinese else " ").join(parts)

    def code(self, chance: random.Random, chars: int) -> str:
        """Return numbered lines of code of about so many characters."""
        lines = chance.choices(self._code, k=max(1, chars // 45))
        return "\n".join(f"{number:6d}\u2192{line}" for number, line in enumerate(lines, start=1))

    def _english(self, chance: random.Random) -> str:
        words = chance.choices(self.english, cum_weights=self._weights, k=chance.randint(6, 22))
        return " ".join(words).capitalize() + chance.choice("...?:")

    def _chinese(self, chance: random.Random) -> str:
        weights = self._weights[: len(self.chinese)]
        parts = [
            "".join(chance.choices(self.chinese, cum_weights=weights, k=chance.randint(3, 7)))
            for _ in range(chance.randint(1, 3))
        ]
        if chance.random() < 0.35:
            parts.append(f" {chance.choice(self.english)} ")
        return "，".join(parts) + chance.choice("。。。？：")


class Conversation:
    """One session that goes on for as long as it is asked for lines."""

    def __init__(self, words: Words, seed: int, cwd: str, chinese: float = 0.4) -> None:
        self._words = words
        self._chance = random.Random(seed)
        self._cwd = cwd
        self._chinese = chinese
        self._time = datetime(2026, 1, 1, tzinfo=UTC) + timedelta(
            minutes=self._chance.randint(0, 400_000)
        )
        self._above: str | None = None
        self.id = self._new_id()

    def lines(self, size: int) -> Iterator[bytes]:
        """Yield lines until they hold so many bytes, however far the turn has come."""
        done = 0
        while True:
            for line in self.turn():
                yield line
                done += len(line)
                if done >= size:
                    return

    def turn(self) -> Iterator[bytes]:
        """Yield the lines of a question, the work on it, and the answer."""
        for value in self._turn():
            yield json.dumps(value, ensure_ascii=False, separators=(",", ":")).encode() + b"\n"

    def image(self, size: int) -> bytes:
        """Return the line of a tool's result that holds an image of so many bytes."""
        data = "iVBORw0KGgo" + "QUJDREVGR0hJSktM" * (size // 16)
        content = [{"type": "image", "source": {"type": "base64", "data": data}}]
        result = {"tool_use_id": self._tool_id(), "type": "tool_result", "content": content}
        line = self._line("user", message={"role": "user", "content": [result]})
        return json.dumps(line, separators=(",", ":")).encode() + b"\n"

    def _turn(self) -> Iterator[dict[str, Any]]:
        chance, words = self._chance, self._words
        chinese = chance.random() < self._chinese
        asked = words.prose(chance, int(chance.lognormvariate(4.4, 0.8)), chinese=chinese)
        if self._above is None:
            yield {"type": "mode", "mode": "normal", "sessionId": self.id}
        yield self._line("user", message={"role": "user", "content": asked})
        yield self._line("attachment", attachment={"type": "date", "date": "2026-01-05"})
        if chance.random() < 0.5:
            thought = words.prose(chance, int(chance.lognormvariate(5.8, 0.8)), chinese=chinese)
            yield self._said({"type": "thinking", "thinking": thought, "signature": "x" * 344})
        for _ in range(chance.randint(3, 28)):
            yield from self._tool_use(chinese=chinese)
        reply = words.prose(chance, int(chance.lognormvariate(6.0, 0.8)), chinese=chinese)
        yield self._said({"type": "text", "text": reply})

    def _tool_use(self, *, chinese: bool) -> Iterator[dict[str, Any]]:
        chance, words = self._chance, self._words
        if chance.random() < 0.4:
            text = words.prose(chance, int(chance.lognormvariate(4.8, 0.9)), chinese=chinese)
            yield self._said({"type": "text", "text": text})
        name = chance.choice(("Bash", "Read", "Edit", "Grep", "Bash", "Read"))
        path = f"{self._cwd}/src/{chance.choice(words.english)}.py"
        given: dict[str, str] = {"file_path": path}
        if name == "Bash":
            given = {"command": f"pytest -q {path}", "description": "Run the tests"}
        elif name == "Grep":
            given = {"pattern": chance.choice(words.english), "path": self._cwd}
        elif name == "Edit":
            given |= {"old_string": words.code(chance, 350), "new_string": words.code(chance, 450)}
        tool = self._tool_id()
        yield self._said({"type": "tool_use", "id": tool, "name": name, "input": given})
        for _ in range(chance.randint(1, 8)):
            data = {"type": "hook_progress", "hookEvent": "PreToolUse", "hookName": name}
            data["command"] = "python3 ~/.claude/hooks/check.py --event PreToolUse"
            yield self._line("progress", data=data, parentToolUseID=tool, toolUseID=tool)
        output = words.code(chance, min(30_000, int(chance.lognormvariate(6.4, 1.3))))
        result = {"tool_use_id": tool, "type": "tool_result", "content": output}
        yield self._line(
            "user",
            message={"role": "user", "content": [result]},
            toolUseResult={"stdout": output, "stderr": "", "interrupted": False},
        )

    def _said(self, block: dict[str, Any]) -> dict[str, Any]:
        usage = {"input_tokens": 4, "cache_read_input_tokens": 52_340, "output_tokens": 212}
        message = {
            "model": "claude-opus-5-5",
            "id": "msg_01",
            "type": "message",
            "role": "assistant",
            "content": [block],
            "stop_reason": None,
            "usage": usage,
        }
        return self._line("assistant", message=message)

    def _line(self, kind: str, **more: object) -> dict[str, Any]:
        self._time += timedelta(seconds=self._chance.random() * 20)
        above, self._above = self._above, self._new_id()
        return {
            "parentUuid": above,
            "isSidechain": False,
            **({"type": kind, **more} if kind in ("user", "progress") else {**more, "type": kind}),
            "uuid": self._above,
            "timestamp": self._time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            "userType": "external",
            "entrypoint": "cli",
            "cwd": self._cwd,
            "sessionId": self.id,
            "version": VERSION,
            "gitBranch": "main",
        }

    def _new_id(self) -> str:
        return str(uuid.UUID(int=self._chance.getrandbits(128), version=4))

    def _tool_id(self) -> str:
        return f"toolu_{self._chance.getrandbits(96):024x}"


def write_transcripts(
    config: Path, size: int, files: int, seed: int = 1, words: Words | None = None
) -> list[Path]:
    """Write so many bytes of sessions below a configuration folder; return their files."""
    words = words or Words(seed)
    written = []
    for number in range(files):
        project = f"project-{number % 12}"
        folder = config / "projects" / f"-home-dev-{project}"
        folder.mkdir(parents=True, exist_ok=True)
        talk = Conversation(words, seed * 1_000_003 + number, f"/home/dev/{project}")
        written.append(folder / f"{talk.id}.jsonl")
        with written[-1].open("wb") as file:
            file.writelines(talk.lines(size // files))
    return written


def append_turn(paths: Sequence[Path], words: Words, seed: int = 2) -> None:
    """Let the sessions of these files go on for one more turn each."""
    for number, path in enumerate(paths):
        talk = Conversation(words, seed * 1_000_003 + number, "/home/dev/later")
        talk.id = path.stem
        with path.open("ab") as file:
            file.writelines(talk.turn())


def count_shares(paths: Sequence[Path]) -> dict[str, float]:
    """Return which share of the bytes each kind of line has, the largest first."""
    sizes: dict[str, int] = {}
    for path in paths:
        for line in path.read_bytes().splitlines():
            value = json.loads(line)
            kind = value["type"]
            if kind in ("user", "assistant"):
                content = value["message"]["content"]
                kind = "prompt" if isinstance(content, str) else content[0]["type"]
            sizes[kind] = sizes.get(kind, 0) + len(line)
    total = sum(sizes.values())
    return {kind: sizes[kind] / total for kind in sorted(sizes, key=lambda kind: -sizes[kind])}


def main() -> None:
    """Write transcripts into a folder, or into none that stays, and print what they are made of."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, nargs="?")
    parser.add_argument("--mb", type=float, default=20)
    parser.add_argument("--files", type=int, default=10)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--short", action="store_true", help="one megabyte")
    given = parser.parse_args()
    size = 1_000_000 if given.short else int(given.mb * 1e6)
    with tempfile.TemporaryDirectory() as nowhere:
        paths = write_transcripts(given.folder or Path(nowhere), size, given.files, given.seed)
        shares = count_shares(paths)
        total = sum(path.stat().st_size for path in paths)
    print(f"{len(paths)} sessions, {total / 1e6:.1f} MB")
    for kind, share in shares.items():
        print(f"{kind:12}{share:7.1%}")


if __name__ == "__main__":
    main()
