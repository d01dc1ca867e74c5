"""Writes the command that goes on with a conversation in Claude Code (pure)."""

from __future__ import annotations

import shlex


def resume_command(session: str, folder: str = "") -> str:
    """Return the command that resumes a session in a folder, quoted for the shell.

    Args:
        session: Its id; of a sub-agent's run the id of the session that started it.
        folder: Where it is resumed; empty for wherever the command is typed.

    >>> resume_command("3f9a1c2b", "/home/ana/my work")
    "cd '/home/ana/my work' && claude --resume 3f9a1c2b"
    """
    command = f"claude --resume {shlex.quote(session)}"
    return f"cd {shlex.quote(folder)} && {command}" if folder else command
