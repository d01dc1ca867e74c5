"""``pmi install``, ``uninstall`` and ``doctor``: the connection with Claude Code."""

from __future__ import annotations

import os

import click

from pmi.cli.door import Door, example, with_door
from pmi.model.finding import Finding
from pmi.recall.render import shown_line
from pmi.recall.translation import translate
from pmi.recall.wording import say

FAILED_EXIT = 1
"""Exit code where something was examined and is not as it should be."""


@click.command(
    short_help="Set PMI up for Claude Code.",
    epilog=example(
        'pmi install --name "Ada"', "pmi install --language zh --yes", "pmi install --dry-run"
    ),
)
@click.option("--name", help="How the profile calls you.")
@click.option("--language", type=click.Choice(["en", "zh"]), help="Language of everything.")
@click.option("--claude-config", metavar="FOLDER", default="", help="Claude Code's own folder.")
@click.option("--no-mcp", is_flag=True, help="Do not register the MCP server.")
@click.option("--no-index", is_flag=True, help="Do not read earlier conversations now.")
@click.option(
    "--bootstrap/--no-bootstrap",
    default=None,
    help="Get to know you from past conversations at the end, or do not; else it is asked.",
)
@click.option("--yes", is_flag=True, help="Ask nothing.")
@click.option("--dry-run", is_flag=True, help="Only say what would be done.")
@with_door
def install(
    door: Door,
    *,
    name: str | None,
    language: str | None,
    claude_config: str,
    no_mcp: bool,
    no_index: bool,
    bootstrap: bool | None,
    yes: bool,
    dry_run: bool,
) -> int:
    """Set PMI up for Claude Code, or bring an installation up to date.

    Makes the home, adds the hooks, the MCP server, the typed commands and the rules file, and
    runs each registered command once as Claude Code would. It may be run again at any time.
    """
    from pmi.installer import wizard

    if language:
        door.language = language  # failures too are in the language that is being set up
    answers = wizard.Answers(
        name=name,
        language=language,
        claude_config=claude_config,
        mcp=not no_mcp,
        index=not no_index,
        bootstrap=bootstrap,
        yes=yes,
        dry_run=dry_run,
    )
    report = wizard.install(door.home, answers, default_language=door.language, quiet=door.as_json)
    found = None
    if report.bootstrap:
        from pmi.cli.bootstrap import introduce

        found = introduce(door)
    door.answer("", {"report": report, "introduction": found})
    return 0 if report.ok else FAILED_EXIT


@click.command(
    short_help="Take PMI out of Claude Code again.",
    epilog=example("pmi uninstall", "pmi uninstall --delete-memory --yes"),
)
@click.option("--delete-memory", is_flag=True, help="Delete the home too, for good.")
@click.option("--yes", is_flag=True, help="Ask nothing.")
@with_door
def uninstall(door: Door, *, delete_memory: bool, yes: bool) -> int:
    """Put Claude Code's files back as they were; the memory stays unless told otherwise."""
    door.require_user("pmi uninstall --delete-memory" if delete_memory else "pmi uninstall")
    from pmi.installer import wizard

    report = wizard.uninstall(
        door.home,
        language=door.language,
        delete_memory=delete_memory,
        yes=yes,
        quiet=door.as_json,
    )
    door.answer("", {"report": report})
    return 0 if report.ok else FAILED_EXIT


@click.command(
    short_help="Check the installation and say what to mend.",
    epilog=example("pmi doctor", "pmi doctor --fix"),
)
@click.option("--fix", is_flag=True, help="Mend what can be mended.")
@with_door
def doctor(door: Door, *, fix: bool) -> int:
    """Check home, databases, hooks, server and worker; say what is wrong and what mends it.

    The exit code is 1 where something is wrong.
    """
    from pmi.installer.doctor import examine

    findings = examine(door.home, fix=fix)
    wrong = [item for item in findings if item.severity != "ok"]
    lines = [_finding_line(door, item) for item in findings]
    lines.append(say("doctor_wrong" if wrong else "doctor_well", door.language, count=len(wrong)))
    door.answer("\n".join(lines), {"findings": findings})
    return FAILED_EXIT if any(item.severity == "error" for item in findings) else 0


def _finding_line(door: Door, item: Finding) -> str:
    mark = {"ok": "✓", "warning": "!", "error": "✗"}[item.severity]
    subject, message, fix = (
        translate(text, door.language) for text in (item.subject, item.message, item.fix)
    )
    subject = subject.replace(os.path.expanduser("~") + os.sep, "~/", 1)
    fixed = f" ({say('doctor_fixed', door.language)})" if item.fixed else ""
    line = say("finding", door.language, subject=shown_line(subject), message=shown_line(message))
    advice = f"\n    {say('error_hint', door.language, hint=fix)}" if fix else ""
    return f"{mark} {line}{fixed}{advice}"
