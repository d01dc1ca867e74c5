"""What an installation will do, decided before anything is done.

``Choices`` are the user's answers and what was found out about the machine; ``plan`` turns
them into steps in the order in which they are taken. Each step can say what it will do,
check that it can, do it, and take it back. Nothing here touches a file.
"""

from __future__ import annotations

import os
import sys
from dataclasses import dataclass

import pmi
from pmi.base.home import Home
from pmi.installer.manifest import Manifest

SERVER = "pmi"
"""Name of our MCP server in Claude Code's configuration."""


@dataclass(frozen=True, slots=True)
class Choices:
    """The answers of the wizard and the facts that steps need.

    Attributes:
        config_dir: Claude Code's configuration folder, absolute.
        state_file: Claude Code's ``.claude.json`` that goes with that folder.
        claude: The ``claude`` program, empty where it is not installed.
    """

    home: Home
    name: str
    language: str
    config_dir: str
    state_file: str
    claude: str = ""
    mcp: bool = True
    index: bool = True
    interpreter: str = sys.executable

    @property
    def package(self) -> str:
        """Return the folder of the installed ``pmi`` package."""
        return os.path.abspath(next(iter(pmi.__path__)))

    @property
    def run_file(self) -> str:
        """Return the one program that Claude Code starts for every hook."""
        return os.path.join(self.package, "hooks", "run.py")

    @property
    def settings_file(self) -> str:
        """Return the settings file that gets the hooks."""
        return os.path.join(self.config_dir, "settings.json")

    @property
    def rules_file(self) -> str:
        """Return the rules file that Claude Code loads in every session."""
        return os.path.join(self.config_dir, "rules", "pmi.md")

    @property
    def other_home(self) -> str:
        """Return the home's folder where it must be named, empty where it is the usual one."""
        return self.home.root if self.home.root != default_home() else ""

    def command_file(self, name: str) -> str:
        """Return the file of one typed command."""
        return os.path.join(self.config_dir, "commands", "pmi", f"{name}.md")

    @property
    def skills_folder(self) -> str:
        """Return the folder that holds the user's skills, ours among them."""
        return os.path.join(self.config_dir, "skills")

    def skill_file(self, name: str) -> str:
        """Return the file of one skill."""
        return os.path.join(self.skills_folder, name, "SKILL.md")

    def template(self, *parts: str, language: str = "") -> str:
        """Return the path of a template, in the chosen language: ``("rules", "pmi")``."""
        ending = f".{language or self.language}.md"
        return os.path.join(self.package, "templates", *parts) + ending

    def server_entry(self) -> dict[str, object]:
        """Return the MCP server as Claude Code's configuration holds it."""
        entry: dict[str, object] = {
            "type": "stdio",
            "command": self.interpreter,
            "args": ["-I", "-m", "pmi.memory_server"],
        }
        if self.other_home:
            entry["env"] = {"PMI_HOME": self.other_home}
        return entry


class Step:
    """One thing that an installation does; by itself it stops nothing and leaves all behind."""

    def describe(self, choices: Choices) -> str:
        """Return one line that says what will be done."""
        raise NotImplementedError

    def check(self, choices: Choices, manifest: Manifest) -> None:
        """Raise what would stop the step, before any step has changed anything."""

    def apply(self, choices: Choices, manifest: Manifest) -> bool:
        """Do it; return whether anything had to be changed."""
        raise NotImplementedError

    def undo(self, choices: Choices, manifest: Manifest) -> list[tuple[str, str]]:
        """Take it back; return each file with what became of it (a key of phrases)."""
        return []


def default_home() -> str:
    """Return the home that is used where nothing names another."""
    return os.path.abspath(os.path.join(os.path.expanduser("~"), ".pmi"))


def claude_places(named: str = "") -> tuple[str, str]:
    """Return Claude Code's configuration folder and its state file.

    Args:
        named: The folder that the user named; else ``CLAUDE_CONFIG_DIR``, else ``~/.claude``.
    """
    user = os.path.expanduser("~")
    standard = os.path.join(user, ".claude")
    variable = os.environ.get("CLAUDE_CONFIG_DIR", "")
    folder = os.path.abspath(os.path.expanduser(named or variable or standard))
    if not variable and folder == os.path.abspath(standard):
        return folder, os.path.join(user, ".claude.json")
    return folder, os.path.join(folder, ".claude.json")
