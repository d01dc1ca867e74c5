"""Looks at an installation from all sides and says what it found; mends what it can.

``examine`` returns findings, the good ones too, so that a person sees what was looked at.
A check that itself breaks is a finding as well, never a traceback.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Iterator

from pmi.base import config, process
from pmi.base.channel import COMMANDS
from pmi.base.errors import PmiError, UsageError
from pmi.base.home import Home, read_file
from pmi.base.redact import redact
from pmi.installer import manifest as records
from pmi.installer import selftest, settings
from pmi.installer.lessons import examine_lessons
from pmi.installer.manifest import Manifest
from pmi.installer.plan import SERVER, Choices, claude_places
from pmi.installer.registration import NEEDED, claude_version, find_claude, registered
from pmi.installer.skills import examine_skills
from pmi.installer.steps import plan
from pmi.installer.transcripts import examine_transcripts
from pmi.installer.vectors import examine_vectors
from pmi.model.finding import Finding

_INSTALL = "pmi install"
_FIX = "pmi doctor --fix"
_LEFT_ALONE = re.compile(r"\S+ pages .* is left as it is: ")


def examine(home: Home, *, fix: bool = False, run: bool = True) -> list[Finding]:
    """Return everything that was looked at, in a fixed order.

    Args:
        home: The home to examine; it need not exist.
        fix: Mend what can be mended without asking, then look again.
        run: Also start the registered commands, as Claude Code would.
    """
    if not home.exists():
        return [_error("home_missing", home.root, "there is no home here", _INSTALL)]
    findings = _look(home, run=run)
    if not fix or all(one.severity == "ok" for one in findings):
        return findings
    before = {(one.code, one.subject) for one in findings if one.severity != "ok"}
    mend(home)
    after = _look(home, run=run)
    still = {(one.code, one.subject) for one in after if one.severity != "ok"}
    gone = {subject for _, subject in before - still}
    return [one._replace(fixed=one.severity == "ok" and one.subject in gone) for one in after]


def mend(home: Home) -> None:
    """Close the home to others and take the steps of the installation again, quietly."""
    for path in open_files(home):
        os.chmod(path, 0o700 if os.path.isdir(path) else 0o600)
    record = Manifest.load(home)
    for choices in installations(home, record):
        for step in plan(choices):
            try:
                step.check(choices, record)
                step.apply(choices, record)
            except PmiError:
                continue  # what could not be mended is found again by the second look
    record.save(home)
    process.start_worker(home)


def installations(home: Home, record: Manifest) -> list[Choices]:
    """Return the choices that each recorded installation was made with."""
    claude = find_claude()
    found = []
    for folder in record.config_dirs:
        place, state_file = claude_places(folder)
        found.append(
            Choices(
                home=home,
                name="",
                language=record.language,
                config_dir=place,
                state_file=state_file,
                claude=claude,
                mcp=folder in record.servers,
                index=False,
            )
        )
    return found


def open_files(home: Home) -> list[str]:
    """Return our files and folders that others than the user can read."""
    found = [home.root] if os.stat(home.root).st_mode & 0o077 else []
    for folder, names, files in os.walk(home.root):
        for name in (*names, *files):
            path = os.path.join(folder, name)
            if not os.path.islink(path) and os.lstat(path).st_mode & 0o077:
                found.append(path)
    return found


def _look(home: Home, *, run: bool) -> list[Finding]:
    record = Manifest.load(home)
    checks: list[Callable[[], Iterator[Finding]]] = [
        lambda: _home(home),
        lambda: _config(home),
        lambda: _profile(home),
        lambda: _databases(home),
        lambda: examine_lessons(home),
        lambda: examine_transcripts(home),
        lambda: examine_vectors(home, run=run),
        lambda: _spool(home),
        _claude,
    ]
    found = installations(home, record)
    for choices in found:
        checks += [
            lambda choices=choices: _settings(choices),  # type: ignore[misc]
            lambda choices=choices: _files(choices),  # type: ignore[misc]
            lambda choices=choices: examine_skills(choices),  # type: ignore[misc]
            lambda choices=choices: _server(choices, run=run),  # type: ignore[misc]
        ]
        if run:
            checks.append(lambda choices=choices: iter(selftest.run_hooks(choices)))  # type: ignore[misc]
    findings: list[Finding] = []
    for check in checks:
        try:
            findings += check()
        except PmiError as error:
            findings.append(_error(error.code, "installation", error.message, error.hint))
        except OSError as error:
            subject = str(error.filename or home.root)
            findings.append(_error("unreadable", subject, error.strerror or str(error), ""))
    if not found:
        message = "nothing is registered with Claude Code"
        findings.append(_error("not_installed", "Claude Code", message, _INSTALL))
    return findings


def _home(home: Home) -> Iterator[Finding]:
    exposed = open_files(home)
    if exposed:
        message = f"{len(exposed)} files can be read by others, {exposed[0]} for one"
        yield _error("home_open", home.root, message, _FIX)
    else:
        yield Finding("home", home.root, "ok", "readable by you alone")
    if os.path.exists(home.path("state", "paused")):
        message = "PMI is paused: nothing is captured or given"
        yield Finding("paused", home.root, "warning", message, "pmi resume")
    interpreter = (read_file(home.path("state", "interpreter")) or "").strip()
    if not os.access(interpreter, os.X_OK):
        message = f"{interpreter or 'no interpreter'} can not be started"
        yield _error("interpreter", home.path("state", "interpreter"), message, _FIX)


def _config(home: Home) -> Iterator[Finding]:
    try:
        config.load(home)
    except UsageError as error:
        yield _error("config", home.config_file, error.message, error.hint)
        return
    yield Finding("config", home.config_file, "ok", "can be read")


def _profile(home: Home) -> Iterator[Finding]:
    """Warn of credentials: profile and settings are the user's, so we do not touch them."""
    pages = [home.path("profile", name) for name in sorted(os.listdir(home.path("profile")))]
    for path in [home.config_file, *pages]:
        kinds = redact(read_file(path) or "")[1]
        if kinds:
            message = f"looks as if it held a credential ({', '.join(sorted(set(kinds)))})"
            yield Finding("credential", path, "warning", message, "Remove it from the page")


def _databases(home: Home) -> Iterator[Finding]:
    from pmi.api import Memory

    with Memory.open(home) as memory:
        for name in ("memory", "transcripts"):
            said = memory.store.reading(name).execute("PRAGMA quick_check").fetchone()[0]
            if said == "ok":
                yield Finding("database", f"{name}.db", "ok", "sound")
            else:
                yield _error("damaged", f"{name}.db", str(said), "pmi rebuild")
        counts = memory.counts()
    message = (
        f"{counts['memories']} memories, {counts['superseded']} superseded, "
        f"{counts['disputed']} disputed, {counts['archived']} archived, {counts['rules']} rules, "
        f"{counts['waiting']} waiting, {counts['entries']} journal entries"
    )
    yield Finding("contents", home.memory_db, "ok", message)


def _spool(home: Home) -> Iterator[Finding]:
    bad = home.path("spool", "bad")
    count = len(os.listdir(bad)) if os.path.isdir(bad) else 0
    if count:
        message = f"{count} events could not be read and were set aside"
        yield Finding("spool_bad", bad, "warning", message, "Look at them, then delete them")
    log = home.path("logs", "hook.log")
    # A page that is left alone is a finding of its own, for as long as it is so.
    faults = [line for line in (read_file(log) or "").splitlines() if not _LEFT_ALONE.match(line)]
    if faults:
        message = f"a hook met a fault; the last line: {faults[-1][:300]}"
        yield Finding("hook_log", log, "warning", message, "Look at it, then delete it")


def _claude() -> Iterator[Finding]:
    claude = find_claude()
    if not claude:
        message = "the claude command is not installed here"
        yield Finding("claude_missing", "Claude Code", "warning", message, "Install Claude Code")
        return
    version = claude_version(claude)
    shown = ".".join(map(str, version))
    if version < NEEDED:
        needed = ".".join(map(str, NEEDED))
        message = f"version {shown or 'unknown'} is older than {needed}"
        yield _error("claude_old", claude, message, "claude update")
        return
    yield Finding("claude", claude, "ok", f"version {shown}")


def _settings(choices: Choices) -> Iterator[Finding]:
    path = choices.settings_file
    root = settings.parse_settings(records.read_text(path) or "{}", path)
    disabled = root.member("disableAllHooks")
    if disabled is not None and disabled.value is True:
        message = "disableAllHooks is true: no hook of anybody runs"
        yield _error("hooks_disabled", path, message, "Remove disableAllHooks")
    wanted = settings.hook_entries(choices.interpreter, choices.run_file, choices.other_home)
    found = settings.list_hooks(root)
    for event, handler in wanted.items():
        if found.get(event) != [handler]:
            message = f"the hook of {event} is missing or not as it was installed"
            yield _error("hooks_missing", path, message, _FIX)
            return
    yield Finding("hooks", path, "ok", "four hooks are registered")


def _files(choices: Choices) -> Iterator[Finding]:
    for name in COMMANDS:
        path = choices.command_file(name)
        if records.read_text(path) is None:
            yield _error("command_missing", path, f"/pmi:{name} is unknown to Claude Code", _FIX)
            return
    folder = os.path.dirname(choices.command_file("x"))
    yield Finding("commands", folder, "ok", f"{len(COMMANDS)} typed commands")
    if records.read_text(choices.rules_file) is None:
        message = "the rules file is missing: no rule reaches the model"
        yield _error("rules_missing", choices.rules_file, message, _FIX)
    else:
        yield Finding("rules", choices.rules_file, "ok", "loaded by Claude Code itself")


def _server(choices: Choices, *, run: bool) -> Iterator[Finding]:
    if not choices.mcp:
        return
    if registered(choices) != choices.server_entry():
        message = f"the server {SERVER!r} is missing or not as it was installed"
        yield _error("server_missing", choices.state_file, message, _FIX)
    elif run:
        yield selftest.run_server(choices)
    else:
        yield Finding("server", choices.state_file, "ok", "registered")


def _error(code: str, subject: str, message: str, fix: str) -> Finding:
    return Finding(code, subject, "error", message, fix)
