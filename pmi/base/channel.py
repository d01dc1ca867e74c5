"""The user's channel: which prompt is a typed command, and whether the user typed it.

A typed command acts in the user's name, so the hook that sees it must have been started by
Claude Code itself, in a session that somebody attends. What a program of the same user can
still do is said in docs/security.md.
"""

from __future__ import annotations

import os
import stat

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

COMMANDS = (
    "remember",
    "confirm",
    "edit",
    "reject",
    "learnings",
    "approve",
    "undo",
    "map",
    "search",
    "pause",
    "resume",
)
"""Typed commands that exist; each has a file in the installed commands."""

CURATION = ("remember", "")
"""Without words this one goes on to the model, which offers what of the session to remember."""

LOOK_UPS = ("map", "search", "learnings")
"""Commands that change nothing."""

SWITCHES = ("pause", "resume")
"""Commands that the hook carries out by itself; they work where PMI keeps out, too."""

IN_A_SHELL = {
    "approve": "review approve",
    "reject": "review reject",
    "edit": "learnings edit",
    "learnings": "learnings list",
}
"""What does the same in a shell, where that is called otherwise."""

_NOT_CLAUDE = frozenset(
    ("sh", "bash", "dash", "zsh", "fish", "ksh", "csh", "tcsh", "ash", "env", "busybox", "sudo")
)
_INTERPRETERS = ("python", "perl", "ruby")


def parse(prompt: str) -> tuple[str, str] | None:
    """Return (name, argument) when the whole prompt is one of our commands, else None.

    >>> parse("/pmi:remember we deploy on Tuesdays")
    ('remember', 'we deploy on Tuesdays')
    >>> parse("please /pmi:remember this") is None
    True
    """
    text = prompt.strip()
    if not text.startswith("/pmi:"):
        return None
    words = text[5:].split(maxsplit=1)
    if not words or words[0] not in COMMANDS or not text.startswith(words[0], 5):
        return None
    return words[0], words[1] if len(words) > 1 else ""


def authentic(environ: Mapping[str, str]) -> str:
    """Return '' when the user typed it into an attended session, else why that is not sure.

    Reasons: `unattended`, `agent`, `not_claude` (started by another program), `not_a_hook`
    (not wired up the way Claude Code does it).
    """
    if not is_attended(environ, unknown=False):
        return "unattended"
    if environ.get("AI_AGENT", "").endswith("_agent"):
        return "agent"
    parent = os.getppid()
    if environ.get("CLAUDE_PID") != str(parent):
        return "not_claude"
    if not is_claude(program_of(parent)):
        return "not_claude"
    if os.getsid(0) != os.getpid() or not (_is_socket(0) and _is_socket(1)):
        return "not_a_hook"
    return ""


def is_attended(environ: Mapping[str, str], *, unknown: bool) -> bool:
    """Tell whether somebody sits before the session of a hook.

    Args:
        unknown: What to say where Claude Code does not tell.
    """
    attended = environ.get("CLAUDE_CODE_SESSION_ATTENDED")
    if attended is not None:
        return attended == "1"
    entrypoint = environ.get("CLAUDE_CODE_ENTRYPOINT")
    return unknown if entrypoint is None else not entrypoint.startswith("sdk")


def is_claude(program: str) -> bool:
    """Tell whether a program's path is Claude Code's own."""
    name = os.path.basename(program).removesuffix(" (deleted)").lower()
    if name in _NOT_CLAUDE or name.startswith(_INTERPRETERS):
        return False
    # Trigger: the native installer keeps versions as `…/claude/versions/2.1.332`.
    # Why: there the file's own name is only a number. Outcome: its folders count as well.
    folders = program.lower().split("/")[-4:-1]
    return "claude" in name or ("versions" in folders and "claude" in folders)


def program_of(pid: int) -> str:
    """Return the path of the program that a process runs; empty where the system does not say."""
    try:
        return os.readlink(f"/proc/{pid}/exe")
    except OSError:
        pass
    if os.path.isdir("/proc/self"):
        return ""
    import subprocess

    try:
        done = subprocess.run(
            ["/bin/ps", "-o", "comm=", "-p", str(pid)],
            capture_output=True,
            check=False,
            timeout=2,
            stdin=subprocess.DEVNULL,
        )
    except (OSError, subprocess.SubprocessError):
        return ""
    return done.stdout.decode("utf-8", "replace").strip()


def _is_socket(descriptor: int) -> bool:
    try:
        return stat.S_ISSOCK(os.fstat(descriptor).st_mode)
    except OSError:
        return False
