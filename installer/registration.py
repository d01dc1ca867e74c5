"""The MCP server in Claude Code's own configuration, through its command where there is one.

Claude Code rewrites ``.claude.json`` all the time, so its own command is the safe way in;
without it, the file is edited as text.
"""

from __future__ import annotations

import json
import os
import shutil
import subprocess

from pmi.installer import manifest as records
from pmi.installer import settings
from pmi.installer.manifest import Manifest
from pmi.installer.phrases import say
from pmi.installer.plan import SERVER, Choices, Step

_TIMEOUT_S = 60
_QUIET = {
    "CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC": "1",
    "DISABLE_AUTOUPDATER": "1",
    "DISABLE_TELEMETRY": "1",
    "PMI_INSIDE": "1",
}
NEEDED = (2, 1, 139)
"""The first Claude Code that starts hooks without a shell (``args``)."""


def find_claude() -> str:
    """Return the ``claude`` program, empty where it is not installed."""
    usual = ("~/.local/bin/claude", "~/.claude/local/claude")
    found = shutil.which("claude")
    places = [os.path.expanduser(path) for path in usual]
    return found or next((path for path in places if os.access(path, os.X_OK)), "")


def claude_version(claude: str) -> tuple[int, ...]:
    """Return the version of a ``claude`` program; empty where it does not tell."""
    said = _run([claude, "--version"], None)
    first = said.split(maxsplit=1)[:1]
    parts = first[0].split(".") if first else []
    return tuple(int(part) for part in parts) if all(p.isdigit() for p in parts) else ()


def registered(choices: Choices) -> dict[str, object] | None:
    """Return our server's entry as Claude Code has it, or None."""
    text = records.read_text(choices.state_file)
    if not text or not text.strip():
        return None
    root = settings.parse_settings(text, choices.state_file)
    return settings.find_server(root, SERVER)


class ServerStep(Step):
    """Registers the MCP server for all projects of the user."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done, and which way."""
        language = choices.language
        by_file = say("server_file", language, path=choices.state_file)
        how = say("server_cli", language) if choices.claude else by_file
        return say("server", language, how=how)

    def check(self, choices: Choices, manifest: Manifest) -> None:
        """Raise where the file that would be edited can not be parsed."""
        registered(choices)

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Register it unless exactly this is registered."""
        if registered(choices) == choices.server_entry():
            return False
        if choices.claude and self._through_claude(choices):
            manifest.servers[choices.config_dir] = "claude"
            return True
        records.make_outer_folder(manifest, os.path.dirname(choices.state_file))
        name = choices.state_file
        entry = choices.server_entry()
        manifest.servers[choices.config_dir] = "file"
        return records.change_file(
            choices.home,
            manifest,
            name,
            lambda text: settings.insert_server(text, name, SERVER, entry),
            lambda text, traces: settings.remove_server(text, name, SERVER, traces),
        )

    def undo(self, choices: Choices, manifest: Manifest) -> list[tuple[str, str]]:
        """Take the entry out; Claude Code's other state in that file stays."""
        name = choices.state_file
        how = manifest.servers.pop(choices.config_dir, "")
        if registered(choices) is None:
            manifest.files.pop(name, None)
            return [(name, "absent")]
        if how == "claude" and choices.claude:
            _claude(choices, "mcp", "remove", SERVER, "-s", "user")
        if registered(choices) is None:
            return [(name, "cut")]
        manifest.files.setdefault(name, records.Changed(existed=True, backup="", written=""))
        result = records.restore_file(
            choices.home,
            manifest,
            name,
            lambda text, traces: settings.remove_server(text, name, SERVER, traces),
        )
        return [(name, result)]

    def _through_claude(self, choices: Choices) -> bool:
        if registered(choices) is not None:
            _claude(choices, "mcp", "remove", SERVER, "-s", "user")
        written = json.dumps(choices.server_entry(), ensure_ascii=False)
        _claude(choices, "mcp", "add-json", "--scope", "user", SERVER, written)
        return registered(choices) == choices.server_entry()


def _claude(choices: Choices, *arguments: str) -> str:
    return _run([choices.claude, *arguments], choices)


def _run(command: list[str], choices: Choices | None) -> str:
    """Run ``claude``; return what it printed, empty where it failed or hung."""
    environment = {**os.environ, **_QUIET}
    if choices is not None:
        environment["HOME"] = os.path.expanduser("~")
        if os.path.dirname(choices.state_file) == choices.config_dir:
            environment["CLAUDE_CONFIG_DIR"] = choices.config_dir
    try:
        done = subprocess.run(
            command,
            env=environment,
            stdin=subprocess.DEVNULL,
            capture_output=True,
            text=True,
            timeout=_TIMEOUT_S,
            check=False,
        )
    except (OSError, subprocess.TimeoutExpired):
        return ""
    return done.stdout if done.returncode == 0 else ""
