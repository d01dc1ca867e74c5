"""What every command shares: home, actor, language, output as text or JSON, error output."""

from __future__ import annotations

import functools
import json
import os
import sys
from collections.abc import Callable
from typing import TYPE_CHECKING, Any, Concatenate, ParamSpec, TypeVar

from pmi.base.errors import PmiError, PolicyDenied, UsageError
from pmi.base.home import Home

if TYPE_CHECKING:
    from pmi.api import Memory

AGENT_NAME_MAX = 40
ERROR_CHARS = 1000
"""An error repeats what was given; nobody wants to read more of it."""

BOLD = ("\x1b[1m", "\x1b[22m")

Parameters = ParamSpec("Parameters")
Result = TypeVar("Result")


class Door:
    """One run of the command line: who acts, on which home, and how it answers."""

    def __init__(self, *, as_json: bool = False) -> None:
        self.as_json = as_json
        self.home = Home.locate()

    @property
    def actor(self) -> str:
        """Return ``user``, or ``agent:cli`` inside an agent's session or program.

        Any value but an empty one or ``0`` counts: in doubt it is an agent.
        """
        marks = (os.environ.get(name, "") for name in ("CLAUDECODE", "PMI_INSIDE"))
        inside = any(mark not in {"", "0"} for mark in marks)
        return "agent:cli" if inside else "user"

    @functools.cached_property
    def language(self) -> str:
        """Return the home's language, else the locale's."""
        if os.path.exists(self.home.config_file):
            from pmi.base.config import load

            try:
                return str(load(self.home)["general"]["language"])
            except PmiError:
                pass  # the command itself will say what is wrong with the file
        return locale_language()

    @property
    def today(self) -> str:
        """Return the time now, for days without their year."""
        from pmi.base.clock import now

        return now()

    @property
    def day(self) -> str:
        """Return which day it is where the user is."""
        from pmi.base.clock import local

        return local(self.today)[:10]

    @property
    def strong(self) -> tuple[str, str]:
        """Return what stands around words that matched: bold at a terminal that shows it."""
        plain = os.environ.get("NO_COLOR") or os.environ.get("TERM", "dumb") == "dumb"
        return BOLD if sys.stdout.isatty() and not plain else ("«", "»")

    def open(self, as_agent: str | None = None) -> Memory:
        """Return the home's memory for the acting one; use it in a ``with``.

        Args:
            as_agent: Name of the agent that acts; it may be given, never taken away.

        Raises:
            UsageError: It can be no name.
        """
        from pmi.api import Memory

        return Memory.open(self.home, actor=self.acting(as_agent))

    def acting(self, as_agent: str | None) -> str:
        """Return who acts: the agent of that name, or where none is given whoever runs this.

        Raises:
            UsageError: It can be no name.
        """
        if as_agent is None:
            return self.actor
        if not (0 < len(as_agent) <= AGENT_NAME_MAX and _can_be_a_name(as_agent)):
            raise UsageError(
                f"{as_agent[:80]!r} can be no agent's name.",
                "use 1 to 40 letters, digits and . - _",
            )
        return f"agent:{as_agent}"

    def spread(self, memory: Memory) -> None:
        """Bring the rules file up to date at once, and have the worker do the rest."""
        from pmi.learn.rules_file import write_rules

        write_rules(memory.store)
        try:
            memory.after_write()
        except OSError as error:  # stored it is; the next hook starts the worker
            from pmi.base.log import note

            note(self.home, "cli", error)

    def project(self, folder: str = "") -> str:
        """Return the key of the project that a folder, or the current one, belongs to."""
        from pmi.base.project import identify, known_projects

        found = identify(folder or _current_folder(), known_projects(self.home))
        return str(found["key"])

    def chosen_project(self, memory: Memory, named: str | None, *, here: bool) -> str | None:
        """Return the key of the project that options choose, or None for all.

        Raises:
            NotFound: Nothing is stored of a project with that name.
            UsageError: Several have it.
        """
        if here:
            return self.project()
        if named is None:
            return None
        from pmi.recall.naming import choose_project

        return choose_project(memory.store, named)

    def require_user(self, command: str) -> None:
        """Raise ``PolicyDenied`` where an agent asks for what is the user's to decide."""
        if self.actor != "user":
            raise PolicyDenied(
                f"An agent may not run `{command}`.",
                f"ask the user to type it in a shell of their own: {command}",
            )

    def answer(self, text: str, values: dict[str, Any]) -> None:
        """Print a result: the text for people, the values with ``--json``."""
        if self.as_json:
            put(json.dumps(plain(values), ensure_ascii=False, indent=2))
        elif text:
            put(text)

    def fail(self, error: PmiError) -> int:
        """Print an expected failure and return its exit code."""
        from pmi.recall.render import shown
        from pmi.recall.translation import translate

        def brief(text: str) -> str:
            return text if len(text) <= ERROR_CHARS else f"{text[:ERROR_CHARS]}…"

        if self.as_json:
            failure = {key: brief(shown(value)) for key, value in error.as_dict().items()}
            put(json.dumps({"error": failure}, ensure_ascii=False))
            return error.exit_code
        self.say_error("error", message=brief(shown(translate(error.message, self.language))))
        if error.hint:
            self.say_error("error_hint", hint=shown(translate(error.hint, self.language)))
        return error.exit_code

    def say_error(self, key: str, **values: object) -> None:
        """Print a sentence to standard error."""
        from pmi.recall.wording import say

        put(say(key, self.language, **values), err=True)

    def report_bug(self, error: Exception) -> None:
        """Write where an unexpected error happened, without any text of the user's."""
        kind = type(error).__name__
        import traceback

        frames = traceback.extract_tb(error.__traceback__)
        lines = [kind, *(f"{frame.filename}:{frame.lineno} {frame.name}" for frame in frames)]
        from pmi.base.clock import now
        from pmi.base.home import write_file

        path = self.home.path("logs", f"bug-{now().replace(':', '')}.txt")
        try:
            if not self.home.exists():
                raise OSError(self.home.root)
            write_file(path, "\n".join(lines) + "\n")
        except OSError:
            path = "-"
            put("\n".join(lines), err=True)
        if self.as_json:
            failure = {"code": "bug", "message": kind, "hint": path}
            put(json.dumps({"error": failure}))
        else:
            self.say_error("bug", kind=kind, path=path)


def put(text: str, *, err: bool = False) -> None:
    """Write a line at once; marks for a terminal only where there is one."""
    if "\x1b" in text:
        import click

        click.echo(text, err=err)
        return
    stream = sys.stderr if err else sys.stdout
    stream.write(f"{text}\n")
    stream.flush()


def plain(value: Any) -> Any:
    """Return a value as JSON has it; every text is redacted once more."""
    from pmi.base.redact import clean

    if isinstance(value, str):
        return clean(value)
    names = getattr(value, "_fields", None) or getattr(value, "__dataclass_fields__", None)
    if names:
        return {name: plain(getattr(value, name)) for name in names}
    if isinstance(value, dict):
        return {str(key): plain(item) for key, item in value.items()}
    if isinstance(value, (list, tuple)):
        return [plain(item) for item in value]
    return value


def locale_language() -> str:
    """Return ``zh`` where the environment's locale is Chinese, else ``en``."""
    for name in ("LC_ALL", "LC_MESSAGES", "LANG"):
        value = os.environ.get(name)
        if value:
            return "zh" if value.lower().startswith("zh") else "en"
    return "en"


def with_door(
    command: Callable[Concatenate[Door, Parameters], Result],
) -> Callable[Parameters, Result]:
    """Give a command the door as its first argument, and the options that all have."""
    import click

    @click.option("--json", "as_json", is_flag=True, help="Print JSON instead of text.")
    @click.option("--home", metavar="FOLDER", help="The home to use (else PMI_HOME, else ~/.pmi).")
    @functools.wraps(command)
    def wrapped(*args: Any, as_json: bool, home: str | None, **options: Any) -> Result:
        door = click.get_current_context().find_object(Door) or Door()
        door.as_json = as_json
        if home:
            door.home = Home(home)
        return command(door, *args, **options)

    return wrapped  # type: ignore[return-value]  # click fills the two options in


def example(*commands: str) -> str:
    """Return the epilog of a command's help: its examples."""
    return "\b\nExample:\n" + "\n".join(f"  {command}" for command in commands)


def read_text(words: tuple[str, ...]) -> str:
    """Return the words of a command as one text; ``-`` alone reads standard input."""
    if words == ("-",):
        return sys.stdin.buffer.read().decode("utf-8", "replace").strip()
    return " ".join(words)


def read_line(question: str) -> str:
    """Show a question on standard error and return the line that the user types."""
    import click

    text: str = click.prompt(question, default="", show_default=False, err=True)
    return text


def _current_folder() -> str:
    try:
        return os.getcwd()
    except FileNotFoundError:  # the folder was removed under the shell
        return os.environ.get("PWD", "/")


def _can_be_a_name(text: str) -> bool:
    return all(letter.isascii() and (letter.isalnum() or letter in "-_.") for letter in text)
