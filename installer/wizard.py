"""The conversation of ``pmi install`` and ``pmi uninstall``: asks, shows the plan, reports.

``install`` and ``uninstall`` print for a person unless ``quiet``, and return what happened as
plain values for ``--json``. Everything that is done is done by the steps.
"""

from __future__ import annotations

import os
import shutil
import sys
from dataclasses import dataclass, field
from typing import Any

import click

from pmi.base.errors import Locked, UsageError
from pmi.base.home import Home
from pmi.installer import selftest
from pmi.installer.doctor import installations
from pmi.installer.leaving import remove_late_rules, worker_kept_out
from pmi.installer.manifest import Manifest, manifest_path, read_text, remove_outer_folders
from pmi.installer.phrases import say
from pmi.installer.plan import Choices, Step, claude_places
from pmi.installer.progress import first_index
from pmi.installer.registration import NEEDED, claude_version, find_claude
from pmi.installer.steps import plan
from pmi.model.finding import Finding
from pmi.recall.asking import confirmed
from pmi.recall.translation import translate

_WORKER_S = 30
"""How long to wait for a running worker before its home is deleted."""


@dataclass(frozen=True, slots=True)
class Answers:
    """What the command line already says; None is asked for, or taken from the machine.

    Attributes:
        claude_config: Claude Code's folder; empty for the usual one.
        bootstrap: Get to know the user from past conversations at the end.
        yes: Ask nothing.
    """

    name: str | None = None
    language: str | None = None
    claude_config: str = ""
    mcp: bool = True
    index: bool = True
    bootstrap: bool | None = None
    yes: bool = False
    dry_run: bool = False


@dataclass(slots=True)
class Report:
    """What an installation or its removal did.

    Attributes:
        ok: Whether all that was to be done is done and the self-test passed.
        steps: What each step was to do, and whether it had anything to change.
        notes: What the user should know besides.
        bootstrap: Whether past conversations are to be listened to now.
    """

    ok: bool = True
    dry_run: bool = False
    steps: list[dict[str, Any]] = field(default_factory=list)
    findings: list[Finding] = field(default_factory=list)
    files: dict[str, str] = field(default_factory=dict)
    notes: list[str] = field(default_factory=list)
    bootstrap: bool = False


def install(home: Home, answers: Answers, *, default_language: str, quiet: bool) -> Report:
    """Set PMI up for Claude Code, or bring an installation up to date.

    Args:
        home: Where the memory lives.
        answers: From the command line; what is missing is asked, with a terminal.
        default_language: ``en`` or ``zh``, from the home or the locale.
        quiet: Print nothing and ask nothing.

    Raises:
        PmiError: A step can not be taken; raised before the first one is, where possible.
    """
    asks = not (answers.yes or quiet or answers.dry_run) and sys.stdin.isatty()
    choices = _choose(home, answers, default_language, asks=asks)
    language, report = choices.language, Report(dry_run=answers.dry_run)
    record = Manifest.load(home)
    steps = plan(choices)
    for step in steps:
        step.check(choices, record)
    _show_plan(steps, choices, quiet=quiet)
    if answers.dry_run:
        report.steps = [{"step": step.describe(choices)} for step in steps]
        _print(say("dry", language), quiet=quiet)
        return report
    if asks and not confirmed(say("ask_go", language), language, _read, otherwise=True):
        raise UsageError(say("stopped", language))
    wanted = answers.bootstrap
    if asks and wanted is None:
        wanted = confirmed(say("ask_bootstrap", language), language, _read, otherwise=True)
    for step in steps[: -1 if choices.index else None]:
        _take(step, choices, record, report, quiet=quiet)
    report.findings = _selftest(choices, quiet=quiet)
    report.ok = all(finding.severity != "error" for finding in report.findings)
    if choices.index:
        _take(steps[-1], choices, record, report, quiet=quiet)
        report.notes += first_index(choices, quiet=quiet)
    report.notes += _notes(choices)
    report.bootstrap = bool(wanted) and report.ok
    if wanted is None:
        report.notes.append(say("may_bootstrap", language))
    report.notes.append(say("next" if report.ok else "failed", language))
    for note in report.notes:
        _print(note, quiet=quiet)
    return report


def uninstall(home: Home, *, language: str, delete_memory: bool, yes: bool, quiet: bool) -> Report:
    """Put Claude Code's files back; keep the memory unless told otherwise.

    Raises:
        UsageError: The memory is to be deleted and nobody said yes.
    """
    asks = not (yes or quiet) and sys.stdin.isatty()
    report, record = Report(), Manifest.load(home)
    if delete_memory and not yes:
        question = say("ask_delete", language, path=home.root)
        if not asks:
            raise UsageError(question, "pmi uninstall --delete-memory --yes")
        if not confirmed(question, language, _read):
            raise UsageError(say("stopped", language))
    with worker_kept_out(home):
        rules: dict[str, str | None] = {}
        for choices in installations(home, record):
            for step in reversed(plan(choices)):
                for path, how in step.undo(choices, record):
                    report.files[path] = how
                    _print(say("took", language, how=path, what=say(how, language)), quiet=quiet)
            record.save(home)
            rules[choices.config_dir] = read_text(choices.rules_file)
        _forget_installation(home)
        for folder, text in rules.items():
            remove_late_rules(folder, text)
        remove_outer_folders(record)
    if delete_memory:
        _delete(home)
    key = "deleted" if delete_memory else "kept"
    report.notes += [say(key, language, path=home.root), _program(language)]
    for note in report.notes:
        _print(note, quiet=quiet)
    return report


def _read(question: str) -> str:
    text: str = click.prompt(question, default="", show_default=False)
    return text


def _choose(home: Home, answers: Answers, default_language: str, *, asks: bool) -> Choices:
    language = answers.language or default_language
    if asks and answers.language is None:
        kinds = click.Choice(["en", "zh"])
        language = click.prompt(say("ask_language", language), default=language, type=kinds)
    name = answers.name
    if asks and name is None:
        name = click.prompt(say("ask_name", language), default="", show_default=False)
    folder, state_file = claude_places(answers.claude_config)
    return Choices(
        home=home,
        name=" ".join((name or "").split()),
        language=language,
        config_dir=folder,
        state_file=state_file,
        claude=find_claude(),
        mcp=answers.mcp,
        index=answers.index,
    )


def _show_plan(steps: list[Step], choices: Choices, *, quiet: bool) -> None:
    _print(say("title", choices.language), quiet=quiet)
    for number, step in enumerate(steps, 1):
        _print(f"  {number}. {step.describe(choices)}", quiet=quiet)


def _take(step: Step, choices: Choices, record: Manifest, report: Report, *, quiet: bool) -> None:
    """Take one step, and record it at once: an interrupted installation can be undone."""
    what = step.describe(choices)
    try:
        changed = step.apply(choices, record)
    finally:
        if choices.home.exists():
            record.save(choices.home)
    report.steps.append({"step": what, "changed": changed})
    how = say("done" if changed else "same", choices.language)
    _print(say("took", choices.language, how=how, what=what), quiet=quiet)


def _selftest(choices: Choices, *, quiet: bool) -> list[Finding]:
    findings = selftest.run_hooks(choices)
    if choices.mcp:
        findings.append(selftest.run_server(choices))
    language = choices.language
    for one in findings:
        severity = say(one.severity, language)
        subject, message = (translate(text, language) for text in (one.subject, one.message))
        line = say("tested", language, severity=severity, subject=subject, message=message)
        _print(line, quiet=quiet)
    return findings


def _notes(choices: Choices) -> list[str]:
    if not choices.claude:
        return [say("no_claude", choices.language)]
    version = claude_version(choices.claude)
    if version < NEEDED:
        shown, needed = (".".join(map(str, one)) for one in (version, NEEDED))
        return [say("old_claude", choices.language, version=shown or "?", needed=needed)]
    return []


def _program(language: str) -> str:
    """Return how to remove the program itself, with the paths of this one.

    The whole environment is named only where install.sh made it, which the link shows.
    """
    local = os.environ.get("PMI_BIN_DIR") or os.path.expanduser("~/.local/bin")
    link, own = os.path.join(local, "pmi"), os.path.join(sys.prefix, "bin", "pmi")
    if os.path.islink(link) and os.path.realpath(link) == os.path.realpath(own):
        return say("program", language, env=sys.prefix, link=link)
    return say("program_shared", language, python=sys.executable)


def _forget_installation(home: Home) -> None:
    if os.path.exists(manifest_path(home)):
        os.unlink(manifest_path(home))


def _delete(home: Home) -> None:
    """Delete the home once no worker writes into it; refuse what is no home of ours."""
    from pmi.base.lock import WorkerLock

    if not home.exists():
        return
    kept = {os.path.expanduser("~"), os.path.abspath(os.sep)}
    if home.root in kept or not os.path.isdir(home.state):
        raise UsageError(f"{home.root} does not look like a PMI home. It was left as it is.")
    lock = WorkerLock(home)
    if not lock.acquire(_WORKER_S):
        raise Locked("A worker is busy with this home.", "Try again in a moment")
    try:
        shutil.rmtree(home.root)
    finally:
        lock.release()


def _print(text: str, *, quiet: bool) -> None:
    if not quiet:
        click.echo(text)
