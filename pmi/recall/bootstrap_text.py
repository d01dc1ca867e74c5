"""Says what PMI found out about a user: a first screen to keep or drop."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from pmi.recall.learning_text import about_text
from pmi.recall.render import shown_line
from pmi.recall.wording import say, say_day

if TYPE_CHECKING:
    from pmi.learn.bootstrap import Introduction, Past
    from pmi.model.learning import Learning

TEXT_CHARS = 200
MOSTLY = 0.85
"""From this share of messages on one language is the user's."""

WISHES = frozenset({"preference", "constraint", "correction", "anti_pattern"})


def introduction_text(
    found: Introduction, language: str, *, today: str = "", names: Mapping[str, str] | None = None
) -> str:
    """Return who the user seems to be and to want, each with quote and date, and how to decide.

    Args:
        names: What people call projects, by key.
    """
    lines = [_past_text(found.past, language, today)]
    for key, group in _groups(found.learnings):
        if group:
            lines += ["", say(key, language)]
        for item in group:
            lines += _item_lines(item, language, today, names)
    lines.append("")
    if found.waiting:
        lines.append(say("met_waiting", language, count=len(found.waiting)))
    if found.more:
        lines.append(say("met_more", language, count=found.more))
    if found.learnings:
        first = found.learnings[0].number
        lines += [say("met_in_force", language), say("met_decide", language, first=first)]
    elif not found.waiting:
        lines.append(say("met_nothing", language))
    return "\n".join(lines)


def _past_text(past: Past, language: str, today: str) -> str:
    if not past.messages:
        told = [say("past_none", language)]
    else:
        since = say_day(past.since, language, today)
        told = [
            say(
                "past_messages",
                language,
                messages=past.messages,
                sessions=past.sessions,
                since=since,
            ),
            say("past_language", language, name=say(_language_key(past.chinese), language)),
        ]
    if past.projects:
        names = say("between", language).join(shown_line(name, 60) for name, _ in past.projects)
        told.append(say("past_projects", language, names=names))
    if past.files:
        told.append(say("past_files", language, count=len(past.files)))
    if not past.whole:
        told.append(say("past_not_whole", language))
    return "\n".join(told)


def _language_key(chinese: float) -> str:
    if chinese >= MOSTLY:
        return "language_zh"
    return "language_en" if chinese <= 1 - MOSTLY else "language_both"


def _groups(learnings: Sequence[Learning]) -> list[tuple[str, list[Learning]]]:
    groups: dict[str, list[Learning]] = {
        key: [] for key in ("met_identity", "met_again", "met_wishes", "met_others")
    }
    for item in learnings:
        if item.signal == "identity":
            groups["met_identity"].append(item)
        elif item.count > 1:
            groups["met_again"].append(item)
        else:
            groups["met_wishes" if item.signal in WISHES else "met_others"].append(item)
    return list(groups.items())


def _item_lines(
    item: Learning, language: str, today: str, names: Mapping[str, str] | None
) -> list[str]:
    text = shown_line(item.text, TEXT_CHARS)
    about = about_text(item, language, today, names, status=False)
    if item.reference and not item.reference.startswith("cc://"):
        place = say("met_place", language, place=shown_line(item.reference, 120))
        about = say("comma", language).join((about, place))
    lines = [say("met_line", language, number=item.number, text=text, about=about)]
    quote = shown_line(item.quote, TEXT_CHARS)
    if quote and quote != text:
        lines.append(say("met_quote", language, quote=quote))
    return lines
