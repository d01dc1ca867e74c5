"""Small sessions that each hold one thing which a search over conversations may miss.

Nothing in here is anybody's text; the credential is none.
"""

from __future__ import annotations

import json
import random
import uuid
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

CREDENTIAL = "ghp_" + "n0TaReAlT0kenJustAProbe" + "0123456789abc"
LONG = "Nothing of this part of the answer matters to anybody. " * 80


@dataclass(frozen=True, slots=True)
class Probe:
    """One thing that was said, and the words by which it is looked for.

    Attributes:
        where: Who said it: user, late (the end of a long reply), after (a reply that follows a
            tool), agent (a sub-agent), fork (a prompt that a fork of the session copied).
        days: How long ago.
    """

    name: str
    said: str
    query: str
    where: str = "user"
    days: int = 1

    @property
    def session(self) -> str:
        """Return the id of the session in which it is said."""
        return str(uuid.uuid5(uuid.NAMESPACE_URL, f"probe:{self.name}"))


PROBES = (
    Probe("an English word", "the cormorant backup runs at dawn", "cormorant"),
    Probe("two words with others between", "our plover release waits for the audit",
          "plover audit"),
    Probe("Chinese, 1 character", "朱鹮的资料已经放好了", "鹮"),
    Probe("Chinese, 2 characters", "请把鸬鹚的照片移到共享盘", "鸬鹚"),
    Probe("Chinese, 5 characters", "我们先在黑颈鹤观测站试运行", "鹤观测站试"),
    Probe("Japanese", "本番環境の鍵は金庫にあります", "金庫"),
    Probe("Korean", "배포는화요일에합니다", "화요일"),
    Probe("ASCII glued to Chinese", "重跑gen-itgc后50条", "gen-itgc"),
    Probe("`pre-edit`", "the pre-edit hook is too slow", "pre-edit"),
    Probe("`src/auth.rs`", "look at src/auth.rs before the merge", "src/auth.rs"),
    Probe("`v2.1`", "we pinned the parser to v2.1 yesterday", "v2.1"),
    Probe("`max_retry_count`", "set max_retry_count to nine", "max_retry_count"),
    Probe("a part of `fetchGannetPolicy`", "rename fetchGannetPolicy please", "gannet"),
    Probe("the end of a long reply", f"{LONG} The shearwater flag is off.", "shearwater", "late"),
    Probe("a reply that follows a tool", "The dunlin table was empty.", "dunlin", "after"),
    Probe("a sub-agent's text", "The sandpiper module has no tests.", "sandpiper", "agent"),
    Probe("a conversation of last year", "the turnstone cluster is retired", "turnstone",
          days=400),
)  # fmt: skip
FORK = Probe("how often a forked prompt is shown", "compare the knot caches", "knot", "fork")
PURGED = Probe("a deleted transcript", "the whimbrel dashboard moved", "whimbrel")
SECRET = Probe("a credential in the database", f"use {CREDENTIAL} for the avocet job", "avocet")
FORKED = str(uuid.uuid5(uuid.NAMESPACE_URL, "probe:the fork"))
"""The id of the session that copied it."""
HOSTILE = ('"', "foo(", "*", "NEAR(a", "a AND", "col:x", "^", "'; --", "😀", "x" * 3000)


def write_probes(config: Path) -> dict[str, Path]:
    """Write all probes below a configuration folder and return their files by name."""
    folder = config / "projects" / "-home-dev-probes"
    folder.mkdir(parents=True, exist_ok=True)
    return {probe.name: _write(folder, probe) for probe in (*PROBES, FORK, PURGED, SECRET)}


def _write(folder: Path, probe: Probe) -> Path:
    path = folder / f"{probe.session}.jsonl"
    lines = _lines(probe)
    if probe.where == "agent":
        inside = folder / probe.session / "subagents" / "agent-a1b2c3.jsonl"
        inside.parent.mkdir(parents=True, exist_ok=True)
        agent = {"isSidechain": True, "agentId": "a1b2c3"}
        _dump(inside, [{**line, **agent} for line in lines[2:]])
        lines = lines[:2]
    if probe.where == "fork":
        copied = [{**line, "sessionId": FORKED} for line in lines]
        _dump(folder / f"{FORKED}.jsonl", copied)
    _dump(path, lines)
    return path


def _lines(probe: Probe) -> list[dict[str, Any]]:
    """Return a conversation: a question and an answer, and where it says so more."""
    talk = _Talk(probe)
    asks = probe.where in ("user", "fork")
    talk.say("user", probe.said if asks else "please look into it")
    talk.say("assistant", probe.said if probe.where == "late" else "I will.")
    if probe.where in ("after", "agent"):
        talk.say("user", "go on")
        talk.say("assistant", "Reading.")
        talk.say("assistant", probe.said)
    return talk.lines


class _Talk:
    def __init__(self, probe: Probe) -> None:
        self.lines: list[dict[str, Any]] = []
        self._session = probe.session
        self._time = datetime.now(UTC) - timedelta(days=probe.days)
        self._chance = random.Random(probe.name)

    def say(self, role: str, text: str) -> None:
        """Add a line of the user's or the assistant's."""
        above = self.lines[-1]["uuid"] if self.lines else None
        self._time += timedelta(seconds=20)
        content: object = text if role == "user" else [{"type": "text", "text": text}]
        self.lines.append(
            {
                "parentUuid": above,
                "isSidechain": False,
                "userType": "external",
                "entrypoint": "cli",
                "cwd": "/home/dev/probes",
                "sessionId": self._session,
                "version": "2.1.332",
                "gitBranch": "main",
                "type": role,
                "message": {"role": role, "content": content},
                "uuid": str(uuid.UUID(int=self._chance.getrandbits(128), version=4)),
                "timestamp": self._time.isoformat(timespec="milliseconds").replace("+00:00", "Z"),
            }
        )


def _dump(path: Path, lines: list[dict[str, Any]]) -> None:
    text = "".join(json.dumps(line, ensure_ascii=False) + "\n" for line in lines)
    path.write_text(text, encoding="utf-8")
