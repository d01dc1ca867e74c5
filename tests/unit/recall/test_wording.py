from __future__ import annotations

import re
import string

import pytest

from pmi.recall import wording

CJK = re.compile(r"[\u4e00-\u9fff]")
NO_WORDS = {  # only what is said elsewhere, and the punctuation between
    "apart",
    "between",
    "bracketed",
    "comma",
    "decided_memory",
    "digest_session",
    "digest_was_is",
    "entity_is",
    "evidence_line",
    "failed",
    "field",
    "finding",
    "history_line",
    "import_file",
    "in_brackets",
    "learning_head",
    "learning_line",
    "learning_said",
    "link_line",
    "met_line",
    "met_quote",
    "listed_status",
    "log_counts",
    "log_line",
    "log_texts",
    "name_and_kind",
    "outcome_line",
    "review_decided",
    "set_field",
    "signals_line",
    "slot_line",
    "source_lost_quote",
    "status_line",
    "titled",
}


def fields(text: str) -> set[str]:
    return {name for _, name, _, _ in string.Formatter().parse(text) if name}


@pytest.mark.parametrize("key", sorted(wording.TEXTS))
def test_every_sentence_exists_in_both_languages_with_the_same_values(key: str) -> None:
    texts = wording.TEXTS[key]
    assert set(texts) == set(wording.LANGUAGES)
    assert fields(texts["en"]) == fields(texts["zh"])
    assert not CJK.search(texts["en"])
    assert CJK.search(texts["zh"]) or key in NO_WORDS


def test_an_unknown_language_gets_english() -> None:
    assert wording.say("resumed", "fr") == wording.say("resumed", "en")


@pytest.mark.parametrize(
    ("day", "language", "today", "shown"),
    [
        ("2026-09-12", "en", "2026-11-30", "12 Sep"),
        ("2026-09-12T23:59:00.000Z", "zh", "2026-11-30", "9月12日"),
        ("2025-09-12", "en", "2026-11-30", "12 Sep 2025"),
        ("2025-09-12", "zh", "2026-11-30", "2025年9月12日"),
        ("", "en", "2026-11-30", ""),
        ("soon", "en", "2026-11-30", "soon"),
        ("2026-13-99", "en", "2026-11-30", "2026-13-99"),
    ],
)
def test_days_are_written_as_people_write_them(
    day: str, language: str, today: str, shown: str
) -> None:
    assert wording.say_day(day, language, today) == shown
