"""Says what became of texts that were taken in: one note, or a whole import.

Example: ``intake_text(intake, "zh")``.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from pmi.base.ids import short_id
from pmi.model.source import Intake, LostQuote
from pmi.recall.render import shown_line
from pmi.recall.translation import translate
from pmi.recall.wording import say


@dataclass(frozen=True, slots=True)
class ImportedFile:
    """A file that was read, as its path was found, and what became of its text."""

    path: str
    intake: Intake


@dataclass(frozen=True, slots=True)
class ImportReport:
    """What an import did.

    Attributes:
        problems: Pairs of path and sentence, in English.
        unknown: How many files of each other format were met.
        rehearsed: Whether nothing was written.
    """

    files: Sequence[ImportedFile]
    problems: Sequence[tuple[str, str]]
    unknown: Mapping[str, int]
    rehearsed: bool = False

    @property
    def counts(self) -> dict[str, int]:
        """Return how many files were new, changed and known."""
        results = [item.intake.result for item in self.files]
        return {name: results.count(name) for name in ("new", "version", "known")}


def intake_text(intake: Intake, language: str) -> str:
    """Return what is told after a text was taken in, with the quotes that it lost."""
    source = intake.source
    head = say(
        f"source_{intake.result}",
        language,
        id=short_id(source.id),
        title=shown_line(source.title, 120),
        number=len(source.versions),
    )
    about = [
        say(
            "source_about",
            language,
            count=source.versions[-1].chars,
            trust=_trust(intake, language),
        )
    ]
    about += _redacted(intake, language)
    return "\n".join([head, *(f"  {line}" for line in about), *lost_lines(intake.lost, language)])


def import_text(report: ImportReport, language: str) -> str:
    """Return what is told after an import: what is new or changed, totals, problems."""
    lines: list[str] = []
    for item in report.files:
        lines += _file_lines(item, language)
    total = "import_would" if report.rehearsed else "import_total"
    lines.append(
        say(total, language, **report.counts) if report.files else say("import_nothing", language)
    )
    if report.unknown:
        formats = say("between", language).join(
            f"{name} {count}" for name, count in sorted(report.unknown.items())
        )
        lines.append(say("import_unknown", language, formats=shown_line(formats, 400)))
    for path, problem in report.problems:
        told = shown_line(translate(problem, language), 300)
        key = "import_problem_of" if problem.startswith(path) else "import_problem"
        lines.append(say(key, language, path=shown_line(path), problem=told))
    return "\n".join(lines)


def lost_lines(lost: Iterable[LostQuote], language: str) -> list[str]:
    """Return the quotes that a new version no longer has, with the memories that they carry."""
    lines = [
        say(
            "source_lost_quote",
            language,
            id=short_id(each.memory),
            content=shown_line(each.content, 200),
            quote=shown_line(each.quote, 200),
        )
        for each in lost
    ]
    return [say("source_lost", language), *lines] if lines else []


def _file_lines(item: ImportedFile, language: str) -> list[str]:
    if item.intake.result == "known":
        return []
    line = say(f"import_{item.intake.result}", language, path=shown_line(item.path))
    about = [short_id(item.intake.source.id)] if item.intake.source.id else []
    about += _redacted(item.intake, language)
    if about:
        line = say("import_file", language, what=line, about=say("comma", language).join(about))
    return [line, *lost_lines(item.intake.lost, language)]


def _redacted(intake: Intake, language: str) -> list[str]:
    if not intake.redactions:
        return []
    return [say("source_redacted", language, count=intake.redactions)]


def _trust(intake: Intake, language: str) -> str:
    return say(f"trust_{intake.source.trust}", language)
