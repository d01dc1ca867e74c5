"""Puts together what one session came to, and says it in Markdown, in its user's language.

From the archive alone, without a model: nothing is judged. Every line is what the user typed, a
stored sentence, a file, or a number, and names its place in the conversation.

>>> language_of(["把登录改成 OAuth", "再跑一下测试"], "en")
'zh'
"""

from __future__ import annotations

import os
import re
from typing import TYPE_CHECKING

from pmi.base.clock import local
from pmi.base.ids import short_id
from pmi.base.text import is_cjk
from pmi.learn.keywords import Keywords
from pmi.model.conversation import Reference
from pmi.model.summary import Summary, SummaryFile
from pmi.recall.digest import KIND_ORDER, left_open
from pmi.recall.overview import get_overview
from pmi.recall.render import shown_line
from pmi.recall.wording import LANGUAGES, say, say_day, say_kind
from pmi.store import conversations, learnings

if TYPE_CHECKING:
    from collections.abc import Collection, Iterable, Sequence

    from pmi.model.conversation import Prompt, Session
    from pmi.model.learning import Learning
    from pmi.model.memory import Memory
    from pmi.model.overview import Overview
    from pmi.store.database import Store

TITLE_CHARS = 60
LINE_CHARS = 240
ASKED_FIRST, ASKED_LAST = 10, 20
"""Of many prompts the first and the last ones are told."""

DECIDED_MAX, SIGNALS_MAX, FILES_MAX, QUESTIONS_MAX, KEYWORDS = 20, 20, 40, 10, 8
LANGUAGE_CHARS = 2_000
"""So much of a prompt tells in which language it is: behind that it is pasted mostly."""

TELLING_WORDS = 2
"""A first prompt with fewer of them, a greeting, makes no title."""

_FENCED = re.compile(r"```.*?(?:```|\Z)", re.DOTALL)
_WORD = re.compile(r"[^\W\d_]+")
_SENTENCE = re.compile(r".+?(?:[.!?](?=\s)|[。！？]|$)")
_LEAD_IN = re.compile(
    r"(?:(?:please|pls|hi|hello|hey|ok|okay|so|now)\b[,\s]*"
    r"|(?:can|could|would) you (?:please )?"
    r"|(?:麻烦|请|帮我|帮忙|你好|现在|能不能|可以)[你您]?[，,\s]*)+",
    re.IGNORECASE,
)
_OURS = re.compile(r"- (?:[^\[]{1,60}[:：] ?)?(?:[0-9a-z]+ )?\[[^\]]+\]|- \? “[^”]{0,40}")
"""Begins a line of ours that can have a part of a sentence."""

_LISTED = re.compile(", |、")
_QUESTION = ("?", "？")
_GONE = frozenset({"rejected", "cancelled", "undone"})


def summarize(
    store: Store, session: Session, keywords: Keywords, *, home_language: str, ended: bool = True
) -> Summary | None:
    """Return what a session came to; None where nobody asked anything in it.

    A fork in which nobody asked anything more has only what another session has.

    Args:
        keywords: What cuts texts into words; one for many sessions.
        home_language: What other languages than English and Chinese are told in.
        ended: Whether it is over, or may still go on.
    """
    found = get_overview(store, session.id)
    prompts = [item for item in found.prompts if not item.taken_back and item.text.strip()]
    if session.parent or not prompts or not _is_own(store, session, prompts[-1]):
        return None
    texts = [_FENCED.sub(" ", item.text[:LANGUAGE_CHARS]) for item in prompts]
    title = _title(session, prompts, keywords)
    signals = _signals(store, session)
    return Summary(
        session=session,
        language=language_of(texts, home_language),
        title=title,
        slug=keywords.slug(title),
        project_name=found.project_name,
        prompts=tuple(prompts),
        decided=_decided(found, {item.memory for item in signals}),
        signals=tuple(signals),
        files=tuple(file for file in found.files if file.changed),
        questions=tuple(
            item for item in found.memories if item.stance == "question" and _holds(item)
        ),
        open=left_open(store, session, session.messages, prompts, ended=ended),
        asked_back=_asked_back(store, session),
        keywords=tuple(keywords.of(texts, KEYWORDS)),
    )


def language_of(texts: Iterable[str], otherwise: str) -> str:
    """Return the language that most words are in: ``zh`` or ``en``.

    Args:
        otherwise: What to say where most of them are neither.
    """
    chinese = latin = others = 0.0
    for text in texts:
        for run in _WORD.findall(text):
            han = sum("\u3400" <= sign <= "\u9fff" for sign in run)
            if han:
                kana = any("\u3040" <= sign <= "\u30ff" for sign in run)
                chinese, others = chinese + (0 if kana else han / 2), others + kana
            elif is_cjk(run[0]) or run[0] > "\u024f":
                others += 1
            else:
                latin += 1
    if max(chinese, latin) <= others:
        return otherwise
    return "zh" if chinese >= latin else "en"


def summary_text(summary: Summary, *, today: str = "") -> str:
    """Return a summary as Markdown, without front matter; sections with nothing in them fail."""
    language = summary.language
    opener = f"pmi show cc://{summary.session.id}:{summary.prompts[0].position}"
    places = say("summary_places", language, command=opener)
    parts = [f"# {_plain(summary.title)}", f"{_head(summary, today)}\n\n{places}"]
    for name, lines in _sections(summary):
        if lines:
            parts.append("\n".join([f"## {say(name, language)}", "", *lines]))
    return "\n\n".join(parts) + "\n"


def mended(file: SummaryFile, told: str) -> str:
    """Return the text of a file that somebody changed without what is forgotten.

    Whole sentences are overwritten as everywhere. Here go lines of ours that have only a part of
    one: a title, keywords, whatever ends with an ellipsis.

    Args:
        told: What we say of the session now.
    """
    lines, now = file.text.split("\n"), told.split("\n")
    ours = {found[0]: line for line in now if (found := _OURS.match(line))}
    kept = []
    for line in lines:
        found = _OURS.match(line)
        if line == f"# {_plain(file.title)}":
            kept.append(now[0])
        elif found is None or "…" not in line:
            kept.append(line)
        elif found[0] in ours:
            kept.append(ours[found[0]])
    at, still = _keywords_at(kept), _keywords_at(now)
    if at:
        words = _LISTED.split(now[still]) if still else []
        between = "、" if "、" in kept[at] else ", "
        kept[at] = between.join(word for word in _LISTED.split(kept[at]) if word in words)
    return "\n".join(kept)


def _keywords_at(lines: Sequence[str]) -> int:
    """Return the number of the line with the keywords; 0 where there is none."""
    headings = {f"## {say('summary_keywords', language)}" for language in LANGUAGES}
    for number, line in enumerate(lines[:-2]):
        if line in headings:
            return number + 2
    return 0


def gist_line(summary: Summary) -> str:
    """Return the one line that a later session reads of a summary, behind its title."""
    language = summary.language
    if summary.open:
        text = shown_line(summary.prompts[-1].text, 80)
        return say(f"summary_gist_{summary.open}", language, text=text)
    if summary.keywords:
        words = say("between", language).join(summary.keywords[:4])
        return say("summary_gist_about", language, words=shown_line(words, 80))
    return ""


def _sections(summary: Summary) -> list[tuple[str, list[str]]]:
    language = summary.language
    told = say("between", language).join(_plain(word) for word in summary.keywords)
    return [
        ("summary_asked", _asked(summary)),
        ("summary_decided", _decided_lines(summary)),
        ("summary_changed", _changed(summary)),
        ("summary_open", _open(summary)),
        ("summary_signals", _some([_signal(i, language) for i in summary.signals], SIGNALS_MAX,
                                  language)),
        ("summary_keywords", [told] if told else []),
    ]  # fmt: skip


def _head(summary: Summary, today: str) -> str:
    session, language = summary.session, summary.language
    start, end = local(session.started_at), local(session.ended_at)
    day = say_day(session.started_at, language, today)
    last = end[11:16]
    if end[:10] != start[:10]:
        last = f"{say_day(session.ended_at, language, today)} {last}"
    told = [
        f"cc://{session.id}",
        f"{day} {start[11:16]}–{last}",
        _plain(summary.project_name),
        _plain(session.known_branch),
        say("summary_messages", language, count=session.messages),
    ]
    return " · ".join(one for one in told if one)


def _asked(summary: Summary) -> list[str]:
    prompts = summary.prompts
    lines = [f"- [{item.position}] {_plain(item.text, LINE_CHARS)}" for item in prompts]
    rest = len(lines) - ASKED_FIRST - ASKED_LAST
    if rest <= 0:
        return lines
    more = say("summary_between", summary.language, count=rest)
    return [*lines[:ASKED_FIRST], more, *lines[-ASKED_LAST:]]


def _is_own(store: Store, session: Session, prompt: Prompt) -> bool:
    message = conversations.find_message(store, prompt.uuid)
    return message is not None and message.session == session.id


def _signals(store: Store, session: Session) -> list[Learning]:
    """Return what was learned in a session, or said once more, and was not taken back."""
    connection = store.reading("memory")
    found = learnings.list_learnings(connection, session=session.id)
    again = set(learnings.list_said_again(connection, session.id)) - {one.number for one in found}
    if again:
        found = found + learnings.list_learnings(connection, numbers=again)
    return sorted(
        (item for item in found if item.status not in _GONE), key=lambda item: item.number
    )


def _decided(found: Overview, learned: Collection[str]) -> tuple[Memory, ...]:
    """Return the memories of a session, decisions first; what was learned has its own place."""
    order = {kind: place for place, kind in enumerate(KIND_ORDER)}
    kept = [
        item
        for item in found.memories
        if item.stance == "claim"
        and _holds(item)
        and (item.kind == "decision" or item.id not in learned)
    ]
    return tuple(sorted(kept, key=lambda item: order[item.kind]))


def _decided_lines(summary: Summary) -> list[str]:
    """Return what was decided: memories first, then what the user said and nobody confirmed."""
    language = summary.language
    lines = []
    for item in summary.decided:
        doubt = "" if item.verification == "user_confirmed" else "? "
        kind = say_kind(item.kind, language)
        line = f"- {short_id(item.id)} [{kind}] {doubt}{_plain(item.content, LINE_CHARS)}"
        quote = next(
            (each.quote for each in item.evidence if summary.session.id in each.reference), ""
        )
        said = _plain(quote, LINE_CHARS)
        lines.append(f"{line} “{said}”" if said and said not in line else line)
    known = {item.id for item in summary.decided}
    lines += [
        f"- ? “{_plain(item.quote or item.text, LINE_CHARS)}” ({item.number})"
        for item in summary.signals
        if item.signal == "decision" and item.memory not in known
    ]
    return _some(lines, DECIDED_MAX, language)


def _changed(summary: Summary) -> list[str]:
    inside = summary.session.cwd.rstrip(os.sep) + os.sep
    paths = [_plain(file.path.removeprefix(inside), LINE_CHARS) for file in summary.files]
    return _some([f"- `{path.replace('`', 'ˋ')}`" for path in paths], FILES_MAX, summary.language)


def _open(summary: Summary) -> list[str]:
    language, lines = summary.language, list[str]()
    if summary.open:
        last = summary.prompts[-1]
        text = say(
            f"summary_{summary.open}",
            language,
            place=last.position,
            text=_plain(last.text, LINE_CHARS),
        )
        lines.append(f"- {text}")
    if summary.asked_back:
        text = _plain(summary.asked_back, LINE_CHARS)
        lines.append(
            f"- {say('summary_asked_back', language, place=summary.session.messages, text=text)}"
        )
    lines += [
        f"- {short_id(item.id)} {_plain(item.content, LINE_CHARS)}"
        for item in summary.questions[:QUESTIONS_MAX]
    ]
    return lines


def _signal(item: Learning, language: str) -> str:
    kind = say(f"signal_{item.signal}", language)
    return f"- {item.number} [{kind}] {_plain(item.text, LINE_CHARS)}"


def _holds(item: Memory) -> bool:
    return item.status == "active"


def _title(session: Session, prompts: Sequence[Prompt], keywords: Keywords) -> str:
    """Return the name that a session was given, else the first prompt that tells something."""
    first = shown_line(prompts[0].text)
    given = shown_line(session.title, 200)
    if given and not first.startswith(given.removesuffix("…").rstrip()):
        return keywords.cut(given, TITLE_CHARS)
    telling = (
        item
        for item in prompts[:5]
        if len(keywords.of([item.text[:LANGUAGE_CHARS]], TELLING_WORDS)) >= TELLING_WORDS
    )
    line = shown_line(next(telling, prompts[0]).text)
    polite = _LEAD_IN.match(line)
    line = line[polite.end() :] if polite else line
    sentence = _SENTENCE.match(line)
    text = (sentence[0] if sentence else line).strip().rstrip(".。!！") or first
    text = text.rstrip("?？") if polite else text
    return keywords.cut(text[:1].upper() + text[1:], TITLE_CHARS)


def _asked_back(store: Store, session: Session) -> str:
    """Return the question that the model's last words end with, where nobody spoke after it."""
    last = Reference(session.id, first=session.messages, last=session.messages)
    [message] = conversations.read_messages(store, last, 1)
    ending = message.text.rstrip("*_` \n").rpartition("\n")[2]
    if message.role != "assistant" or not ending.endswith(_QUESTION):
        return ""
    return re.split(r"(?<=[.!。！])\s*", ending)[-1]


def _plain(text: str, limit_chars: int = 0) -> str:
    """Return stored text as a piece of one line that opens no tag, comment, image or link."""
    line = shown_line(text, limit_chars)
    return line.replace("<", "‹").replace(">", "›").replace("](", "] (")


def _some(lines: list[str], most: int, language: str) -> list[str]:
    rest = len(lines) - most
    return [*lines[:most], say("summary_more", language, count=rest)] if rest > 0 else lines
