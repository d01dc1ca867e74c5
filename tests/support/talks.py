"""Archives made-up conversations: who said what, a minute after each other."""

from __future__ import annotations

from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pmi.indexer.capture import CaptureRules
from pmi.indexer.projects import Projects
from pmi.indexer.sync import Archive
from pmi.store.database import Store
from tests.support.transcripts import append, line, path_of

FOLDER = "/tmp/demo/billing"

Talk = Sequence[tuple[str, str]]
"""``("user" | "assistant" | "wrote", what was said or the path that was written)``."""

ENGLISH = "3f9a1c2b-1111-4222-8333-444444444444"
CHINESE = "77777777-1111-4222-8333-555555555555"

BILLED: Talk = (
    ("user", "hi"),
    ("assistant", "Hello!"),
    ("user", "Can you please fix the invoice queue? Invoices arrive late since the retry logic."),
    ("wrote", f"{FOLDER}/src/queue.py"),
    ("assistant", "Fixed."),
    ("user", "we send invoices at noon, not at night"),
    ("assistant", "Noted. Shall I also migrate the old retry jobs?"),
)
LOGGED_IN: Talk = (
    ("user", "帮我把登录改成手机号，数据库连接池也太小"),
    ("assistant", "好的。"),
    ("wrote", f"{FOLDER}/src/login.ts"),
    ("user", "我们决定用 pnpm"),
    ("assistant", "明白。"),
    ("user", "验证码为什么收不到？"),
)


def lines_of(session: str, talk: Talk, day: str = "2026-01-05", cwd: str = FOLDER) -> list[Any]:
    """Return the lines of a transcript; the first is said at ten o'clock."""
    lines: list[dict[str, Any]] = []
    for number, (who, text) in enumerate(talk):
        uuid = f"{session[:8]}-{number}"
        parent = lines[-1]["uuid"] if lines else None
        at = f"{day}T{10 + number // 3600:02d}:{number // 60 % 60:02d}:{number % 60:02d}.000Z"
        kind = "assistant" if who == "wrote" else who
        made = line(kind, uuid, text, timestamp=at, parentUuid=parent, sessionId=session, cwd=cwd)
        if who == "wrote":
            use = {"type": "tool_use", "id": f"t-{uuid}", "name": "Write",
                   "input": {"file_path": text}}  # fmt: skip
            made["message"] = {"role": "assistant", "content": [use]}
        lines.append(made)
    return lines


def write_talk(config: Path, session: str, talk: Talk, **more: str) -> Path:
    """Write a conversation where Claude Code would, and return its transcript."""
    return append(path_of(config, session), lines_of(session, talk, **more))


def text_of(path: str) -> str:
    """Return what stands in a file."""
    return Path(path).read_text(encoding="utf-8")


def archive(store: Store, config: Path) -> None:
    """Archive all conversations below a Claude Code folder."""
    home = store.home
    rules = CaptureRules.from_config({}, home.root)
    Archive(store, home, rules, Projects(home, store), lambda: None).sync_all([str(config)])
