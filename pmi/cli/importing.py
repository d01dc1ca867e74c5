"""``pmi note`` and ``pmi import``: texts that are kept as sources, to be quoted as evidence."""

from __future__ import annotations

import glob
import os
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

import click

from pmi.base.errors import NotFound, UsageError
from pmi.cli.door import Door, example, with_door
from pmi.cli.maintaining import progress
from pmi.model.memory import TRUST_ORDER, Trust
from pmi.model.source import SourceDraft

if TYPE_CHECKING:
    from pmi.api import Memory
    from pmi.model.source import Intake

NOTHING_READ = NotFound.exit_code

_TRUST = click.Choice(TRUST_ORDER[::-1])
_AS_AGENT = click.option("--as-agent", metavar="NAME", help="Act as this agent.")


@click.command(
    short_help="Keep a text as a source that can be quoted.",
    epilog=example(
        'pmi note "Ilse: the gate code changes on Friday" --title "Talk with Ilse"',
        "pmi note - --url https://example.com/rules --trust external < rules.txt",
    ),
)
@click.argument("words", nargs=-1, required=True, metavar="TEXT…")
@click.option("--kind", type=click.Choice(["text", "url"]), help="url where --url is given.")
@click.option("--title", default="", help="Else the text's first line.")
@click.option("--url", default="", help="Where it can be read; the same URL is one source.")
@click.option("--origin-key", default="", metavar="KEY", help="What it is known by, if not by URL.")
@click.option("--source-time", default="", metavar="TIME", help="Day or ISO time that it is from.")
@click.option("--trust", type=_TRUST, help="Whose word it is (else yours; an agent's is agent).")
@_AS_AGENT
@with_door
def note(
    door: Door,
    *,
    words: tuple[str, ...],
    kind: str | None,
    title: str,
    url: str,
    origin_key: str,
    source_time: str,
    trust: str | None,
    as_agent: str | None,
) -> None:
    """Keep a text as a source that can be quoted; - reads standard input.

    The same words are one source. Other words under the same key or URL are a new version of
    it: the old one is kept, and memories that quote what is gone are named.
    """
    with door.open(as_agent) as memory:
        draft = SourceDraft(
            text=_text_of(words),
            kind="url" if (kind or ("url" if url else "text")) == "url" else "text",
            title=title,
            url=url,
            origin_key=origin_key,
            source_time=source_time,
            trust=_trust(trust) or ("owner" if memory.actor == "user" else "agent"),
        )
        done = memory.add_source(draft)
        if done.result != "known":
            door.spread(memory)
    from pmi.recall.intake_text import intake_text

    door.answer(intake_text(done, door.language), _values(done))


@click.command(
    "import",
    short_help="Take files in as sources.",
    epilog=example("pmi import ~/notes", "pmi import decisions.md 会议纪要.txt --trust owner"),
)
@click.argument("paths", nargs=-1, required=True, metavar="PATH…")
@click.option("--trust", type=_TRUST, help="Whose words they are (else as before, first external).")
@click.option("--dry-run", is_flag=True, help="Only say what would be taken in.")
@_AS_AGENT
@with_door
def import_command(
    door: Door, *, paths: tuple[str, ...], trust: str | None, dry_run: bool, as_agent: str | None
) -> int:
    """Take Markdown and text files in as sources, folders with all that is in them.

    A file that changed is a new version of its source, and memories that quote what is gone
    are named. Of a Markdown file's front matter title, date and url are read; what else it
    says is text. Hidden files and folders are left out. What can not be read stops nothing:
    the exit code is 4 only where nothing could be read.
    """
    from pmi.base.config import load
    from pmi.documents.places import key_of
    from pmi.recall.intake_text import ImportedFile, ImportReport, import_text

    with door.open(as_agent) as memory:
        excluded = [
            *load(door.home)["capture"]["exclude"],
            glob.escape(os.path.realpath(door.home.root)),
        ]
        found = _find(paths, excluded)
        files: list[ImportedFile] = []
        seen: set[str] = set()
        with progress(door) as advance:
            for number, path in enumerate(found.files, start=1):
                try:
                    intake = _take_in(memory, path, _trust(trust), seen, found, dry_run=dry_run)
                    files.append(ImportedFile(path, intake))
                except (NotFound, UsageError) as error:
                    found.problems.append((path, error.message))
                if advance is not None:
                    advance(number, len(found.files))
        if not dry_run and any(item.intake.result != "known" for item in files):
            door.spread(memory)
    report = ImportReport(files, found.problems, found.unknown, dry_run)
    values = {
        "files": [{"path": each.path, "key": key_of(each.path), **_values(each.intake)}
                  for each in files],
        "counts": report.counts,
        "unknown": dict(found.unknown),
        "problems": [{"path": path, "problem": problem} for path, problem in found.problems],
        "dry_run": dry_run,
    }  # fmt: skip
    door.answer(import_text(report, door.language), values)
    return 0 if files else NOTHING_READ


@dataclass
class _Found:
    """What lies at the paths that were named."""

    files: list[str] = field(default_factory=list)
    unknown: Counter[str] = field(default_factory=Counter)
    problems: list[tuple[str, str]] = field(default_factory=list)


def _find(paths: Sequence[str], excluded: Sequence[str]) -> _Found:
    from pmi.documents.places import list_files
    from pmi.documents.reading import is_known, suffix_of

    found = _Found()
    files: dict[str, str] = {}
    for given in paths:
        path = os.path.expanduser(given)
        if os.path.isdir(path):
            unreadable: list[str] = []
            for file in list_files(path, excluded=excluded, unreadable=unreadable):
                if is_known(file):
                    files.setdefault(os.path.realpath(file), file)
                else:
                    found.unknown[suffix_of(file) or os.path.basename(file)] += 1
            found.problems.extend((path, problem) for problem in unreadable)
        elif is_known(path) or not suffix_of(path):
            files.setdefault(os.path.realpath(path), path)
        else:
            found.unknown[suffix_of(path)] += 1
    found.files = list(files.values())
    return found


def _take_in(
    memory: Memory,
    path: str,
    trust: Trust | None,
    seen: set[str],
    found: _Found,
    *,
    dry_run: bool,
) -> Intake:
    """Read one file and take its text in; what it says itself but can not be understood is told.

    Of several files that name the same URL the first is known by it, the others by their paths:
    else each import would make new versions of all of them.
    """
    from pmi.documents.places import key_of
    from pmi.documents.reading import read_document

    document = read_document(path)
    key = document.url if document.url and document.url not in seen else ""
    seen.add(document.url)
    draft = SourceDraft(
        text=document.text,
        kind="file",
        title=document.title or os.path.splitext(os.path.basename(path))[0],
        url=document.url,
        origin_key="" if key else key_of(path),
        source_time=document.source_time,
        trust=trust or "",
    )
    intake = memory.add_source(draft, rehearse=dry_run)
    found.problems.extend((path, problem) for problem in document.problems)
    return intake


def _text_of(words: tuple[str, ...]) -> str:
    """Return the words of a note; ``-`` alone reads standard input in any encoding."""
    if words != ("-",):
        return " ".join(words)
    from pmi.documents.decoding import decode
    from pmi.rules.sources import SOURCE_MAX_BYTES, check_size

    data = sys.stdin.buffer.read(SOURCE_MAX_BYTES + 1)
    check_size(len(data))
    return decode(data)[0].strip()


def _trust(name: str | None) -> Trust | None:
    return next((trust for trust in TRUST_ORDER if trust == name), None)


def _values(done: Intake) -> dict[str, object]:
    return {
        "result": done.result,
        "source": done.source,
        "lost": done.lost,
        "redactions": done.redactions,
    }
