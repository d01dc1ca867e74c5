"""A person's terminal: the real ``pmi`` as a process of its own, on a home of its own."""

from __future__ import annotations

import json
import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

from pmi.base.home import Home
from tests.support.isolation import environment

RUN = [sys.executable, "-m", "pmi.cli.main"]


class Shell:
    """A terminal of the user's.

    Attributes:
        root: Folder that holds everything of this person.
        variables: The whole environment of what is started here.
    """

    def __init__(self, root: Path, language: str) -> None:
        root.mkdir(parents=True, exist_ok=True)
        self.root = root
        locale = "zh_CN.UTF-8" if language == "zh" else "C.UTF-8"
        self.variables = environment(root, LANG=locale)
        home = Home(self.variables["PMI_HOME"])
        home.ensure()
        config = f'[general]\nlanguage = "{language}"\n'
        Path(home.config_file).write_text(config, encoding="utf-8")

    def run(
        self, *words: str, text: str = "", inside: bool = False
    ) -> subprocess.CompletedProcess[str]:
        """Run a command whatever becomes of it; ``inside`` an agent's own shell where asked."""
        return subprocess.run(
            [*RUN, *words],
            input=text,
            env=self.variables | ({"CLAUDECODE": "1"} if inside else {}),
            cwd=self.root,
            capture_output=True,
            text=True,
            timeout=120,
            check=False,
        )

    def says(self, *words: str, text: str = "") -> str:
        """Run a command that must succeed and return what it prints."""
        done = self.run(*words, text=text)
        assert done.returncode == 0, (words, done.stdout, done.stderr)
        return done.stdout

    def answers(self, *words: str, text: str = "") -> Any:
        """Run a command that must succeed and return its JSON."""
        return json.loads(self.says(*words, "--json", text=text))

    def fails(self, *words: str, text: str = "") -> tuple[int, dict[str, str]]:
        """Run a command that must fail and return its exit code and error."""
        done = self.run(*words, "--json", text=text)
        assert done.returncode != 0, (words, done.stdout)
        return done.returncode, json.loads(done.stdout)["error"]

    def write(self, name: str, operations: Sequence[dict[str, Any]]) -> str:
        """Write operations into a file and return its path."""
        path = self.root / name
        path.write_text(json.dumps(operations, ensure_ascii=False), encoding="utf-8")
        return str(path)

    def propose(self, *operations: dict[str, Any], agent: str = "reader") -> list[dict[str, Any]]:
        """Propose operations as an agent, or as the user where no agent is named."""
        path = self.write("ops.json", operations)
        acting = ["--as-agent", agent] if agent else []
        return list(self.answers("propose", path, *acting)["outcomes"])

    def note(self, text: str, key: str) -> dict[str, Any]:
        """Keep a text as a source under an origin key and return what became of it."""
        return dict(self.answers("note", "-", "--origin-key", key, text=text))

    def memories(self, *options: str) -> list[dict[str, Any]]:
        """List memories: the active ones, unless options say otherwise."""
        return list(self.answers("list", "memories", *options)["memories"])

    def contents(self, *options: str) -> list[str]:
        """Return what listed memories say."""
        return [row["content"] for row in self.memories(*options)]

    def ask(self, question: str, *options: str) -> Answer:
        """Ask a question and return the answer."""
        return Answer(self.answers("context", question, *options))

    def reviews(self) -> list[dict[str, Any]]:
        """Return what waits for the user."""
        return list(self.answers("review", "list")["reviews"])


class Answer:
    """What ``pmi context --json`` says."""

    def __init__(self, values: dict[str, Any]) -> None:
        self.values: dict[str, Any] = values.get("context", values)

    @property
    def insufficient(self) -> bool:
        """Tell whether it says that there is not enough evidence."""
        return bool(self.values["insufficient_evidence"])

    def items(self, section: str) -> list[dict[str, Any]]:
        """Return the items of one section."""
        return [item for item in self.values["items"] if item["section"] == section]

    def texts(self, section: str) -> list[str]:
        """Return what the items of one section say."""
        return [item["text"] for item in self.items(section)]

    def quotes(self, section: str = "current") -> list[str]:
        """Return the quotes of the items of one section."""
        return [quote["quote"] for item in self.items(section) for quote in item["quotes"]]
