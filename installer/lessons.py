"""Says in ``doctor`` whether lessons stand where they should: pages, rules files, each other."""

from __future__ import annotations

import os
from collections.abc import Iterator

from pmi.base.home import Home
from pmi.model.finding import Finding

_FIX = "pmi doctor --fix"

_PAGES = (
    Finding(
        "page_end_missing",
        "",
        "error",
        "the line <!-- /pmi:lessons --> is missing; the page is left as it is",
        "Put the two marks back as they were, or remove both",
    ),
    Finding(
        "page_begin_missing",
        "",
        "error",
        "the line <!-- pmi:lessons: --> is missing; the page is left as it is",
        "Put the two marks back as they were, or remove both",
    ),
    Finding(
        "page_doubled",
        "",
        "error",
        "the marks of PMI's lines stand there twice; the page is left as it is",
        "Put the two marks back as they were, or remove both",
    ),
    Finding(
        "page_nested",
        "",
        "error",
        "a mark of PMI's lines stands inside others; the page is left as it is",
        "Put the two marks back as they were, or remove both",
    ),
    Finding(
        "page_no_text",
        "",
        "error",
        "it is no text in UTF-8; the page is left as it is",
        "Save it as UTF-8",
    ),
    Finding(
        "page_unwritable",
        "",
        "error",
        "it can not be written; its lessons are not up to date",
        "Free space or mend the folder",
    ),
    Finding(
        "page_block_removed",
        "",
        "warning",
        "PMI's lines were taken out; the lessons hold, the page is left as it is",
        "To have them again, add <!-- pmi:lessons: --> and, below it, <!-- /pmi:lessons -->",
    ),
)
"""What is said of a page that is left as it is, by why."""


def examine_lessons(home: Home) -> Iterator[Finding]:
    """Find pages that are left as they are, rules files that do not fit, and contradictions."""
    from pmi.api import Memory
    from pmi.learn.lesson_pages import check_pages
    from pmi.learn.lessons import get_lessons
    from pmi.learn.rules_file import plan_rules

    with Memory.open(home) as memory:
        problems = check_pages(memory.store)
        lessons = get_lessons(memory.store)
        planned = plan_rules(memory.store)
    for name, why in problems.items():
        found = next(one for one in _PAGES if one.code == f"page_{why}")
        yield found._replace(subject=home.path(*name.split("/")))
    for lesson in lessons:
        if lesson.against:
            message = (
                f"lesson {lesson.against} says the opposite of {lesson.number}; the newer counts"
            )
            fix = f"pmi learnings reject {lesson.number}"
            yield Finding("lessons_contradict", str(lesson.number), "warning", message, fix)
    for path, text in planned.items():
        if os.path.basename(path) != "pmi.md" and bool(text) != os.path.exists(path):
            message = "this rules file for certain files is not up to date"
            yield Finding("path_rules", path, "warning", message, _FIX)
