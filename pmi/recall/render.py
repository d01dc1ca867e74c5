"""Turns what the core returns into text for people and agents: receipts, lists, maps.

Used by the command line, the MCP server and the worker's answers to typed commands. All
stored text is redacted once more and freed of control characters on its way out.

Example: ``render.receipt(remembered, "zh")``.
"""

from __future__ import annotations

import re
from collections.abc import Collection, Mapping, Sequence

from pmi.base.clock import local
from pmi.base.errors import PmiError
from pmi.base.project import short_name
from pmi.base.redact import clean
from pmi.base.text import is_cjk, one_line, strip_control, tokens
from pmi.model.finding import HERE, MEANING, RECENT, Hit, SearchAnswer
from pmi.model.memory import Remembered, Undone
from pmi.model.page import Observation, Page
from pmi.recall.wording import say, say_day, say_kind, say_op

_MATCHED = re.compile("«([^«»]*)»")
_ID = re.compile(r"(?:mem|prp|ent|src)_[0-9a-z]{26}")


def shown(text: str) -> str:
    """Return stored text as it may be shown: redacted again, without control characters."""
    return strip_control(clean(text))


def shown_line(text: str, limit_chars: int = 0) -> str:
    """Return stored text as one line, cut with an ellipsis where a limit is given."""
    line = one_line(shown(text))
    if limit_chars and len(line) > limit_chars:
        return line[: limit_chars - 1].rstrip() + "…"
    return line


def receipt(done: Remembered, language: str, *, undo: str = "/pmi:undo") -> str:
    """Return what a user is told after ``remember``, once the row was read back.

    Args:
        undo: The command that takes it back where the receipt is shown.
    """
    key = "already_known" if done.already_known else "remembered"
    lines = [say(key, language, number=done.number, text=shown_line(done.memory.content, 500))]
    if done.replaced is not None:
        text = shown_line(done.replaced.content, 500)
        name = str(done.replaced.number or done.replaced.slug)
        lines.append(say("remembered_instead", language, name=name, text=text))
    if not done.already_known:
        from pmi.rules.lesson_paths import paths_of  # looks that print hits need no patterns of it

        paths = say("between", language).join(paths_of(done.memory.content))
        key = "remembered_hint_project" if done.memory.project else "remembered_hint"
        key = "remembered_hint_files" if paths else key
        lines.append(say(key, language, command=undo, paths=paths))
    return "\n".join(lines)


def undone(done: Undone, language: str) -> str:
    """Return what a user is told after ``undo``."""
    words = [text for text in done.texts or done.about if text and not _ID.fullmatch(text)]
    # a lesson and its memory say the same, the lesson with its number
    words = [text for text in words if not any(other.endswith(f" {text}") for other in words)]
    texts = say("apart", language).join(shown_line(text, 300) for text in words)
    if not done.texts:
        key = "undone_about" if words else "undone_entry"
        op = say_op(done.op, language)
        return say(key, language, entry=done.entry, op=op, texts=texts)
    numbers = " ".join(str(number) for number in done.numbers)
    return say("undone", language, texts=f"{numbers} {texts}".strip())


def failure(error: PmiError, language: str) -> str:
    """Return an error as the answer to a typed command."""
    from pmi.recall.translation import translate

    lines = [say("failed", language, message=shown_line(translate(error.message, language)))]
    if error.hint:
        hint = shown_line(translate(error.hint, language))
        lines.append(say("failed_hint", language, hint=hint))
    return "\n".join(lines)


def map_text(
    pages: Sequence[Page], language: str, *, today: str = "", remember: str = "/pmi:remember TEXT"
) -> str:
    """Return the map: a heading per page, one line per observation, the other pages' names."""
    if not any(page.total for page in pages):
        return say("map_empty", language, command=remember)
    lines: list[str] = []
    for page in pages:
        if page.observations:
            lines.extend((page_heading(page, language), *page_lines(page, language, today)))
            rest = page.total - len(page.observations)
            if rest > 0:
                lines.append(say("page_rest", language, count=rest))
    directory = page_directory(pages, language)
    return "\n".join([*lines, directory] if directory else lines)


def page_heading(page: Page, language: str) -> str:
    """Return the heading line of a page of the map."""
    name = shown_line(page.name, 80) if page.key else say("everywhere", language)
    kind = say(f"page_kind_{page.kind}", language)
    summary = shown_line(page.summary, 200) or (
        "" if page.key else say("everywhere_summary", language)
    )
    about = say("in_brackets", language, text=kind) + (f" — {summary}" if summary else "")
    return f"## {name}{about}{say('in_brackets', language, text=page.total)}"


def page_lines(page: Page, language: str, today: str = "") -> list[str]:
    """Return one line per observation of a page."""
    return [observation_line(item, language, today) for item in page.observations]


def observation_line(item: Observation, language: str, today: str = "") -> str:
    """Return an observation as ``- 3f9a1c [3+] text (4; 12 Sep)``; ``?``: not confirmed."""
    detail = "+" if item.has_detail else ""
    doubt = "" if item.confirmed else "? "
    day = say_day(item.day, language, today)
    sources = f"{item.sources}{say('apart', language)}" if item.sources else ""
    head = f"- {item.short} [{item.prominence}{detail}]"
    about = say("in_brackets", language, text=f"{sources}{day}")
    return f"{head} {doubt}{shown_line(item.text)}{about}"


def page_directory(pages: Sequence[Page], language: str, limit: int = 20) -> str:
    """Return one line that names the pages without room, or an empty string."""
    closed = [page for page in pages if page.total and not page.observations]
    names = [shown_line(page.name, 60) if page.key else say("everywhere", language)
             for page in closed[:limit]]  # fmt: skip
    counts = [page.total for page in closed[:limit]]
    if len(closed) > limit:
        names.append("…")
        counts.append(len(closed) - limit)
    told = say("between", language).join(
        f"{name}{say('in_brackets', language, text=count)}"
        for name, count in zip(names, counts, strict=True)
    )
    return say("other_pages", language, names=told) if closed else ""


def hits_text(
    answer: SearchAnswer,
    language: str,
    *,
    today: str = "",
    opener: str = "pmi show {reference}",
    names: Mapping[str, str] | None = None,
    strong: tuple[str, str] = ("«", "»"),
    advice: str = "",
) -> str:
    """Return search hits, best first, each with the reference that opens it.

    Args:
        opener: How the reader opens a hit, with ``{reference}``; empty to say nothing.
        names: What people call projects, by key.
        strong: What stands around words that matched.
        advice: What to try where nothing was found; empty for what is always good advice.
    """
    query = shown_line(answer.query, 200)
    notes = [say("note", language, text=shown_line(note)) for note in answer.notes]
    if not answer.hits:
        lines = [say("nothing_found", language, query=query), *notes]
        return "\n".join([*lines, advice or say("nothing_found_hint", language)])
    lines = [say("found", language, count=len(answer.hits), query=query), *notes]
    for number, hit in enumerate(answer.hits, 1):
        lines.extend(
            _hit_lines(
                number, hit, language=language, today=today, names=names or {}, strong=strong
            )
        )
    if opener:
        command = opener.format(reference=answer.hits[0].reference)
        doubt = any("unconfirmed" in hit.marks for hit in answer.hits)
        lines.append(say("open_hit_doubt" if doubt else "open_hit", language, command=command))
    return "\n".join(lines)


def _hit_lines(
    number: int,
    hit: Hit,
    *,
    language: str,
    today: str,
    names: Mapping[str, str],
    strong: tuple[str, str],
) -> list[str]:
    title = say_kind(hit.title, language) if hit.scope == "memories" else hit.title
    said = [shown_line(title, 80)] if title else []
    if hit.role:
        said.append(say(f"who_{hit.role}", language))
    said.append(say_day(hit.at, language, today))
    if hit.project:
        said.append(shown_line(names.get(hit.project) or short_name(hit.project), 60))
    said += [say(f"mark_{mark}", language) for mark in hit.marks if mark != "unconfirmed"]
    doubt = "? " if "unconfirmed" in hit.marks else ""
    about = " · ".join(part for part in said if part)
    lines = [f"{number}. {shown_line(hit.reference)} — {doubt}{about}"]
    lines.append(f"   {marked(shown_line(hit.snippet, 400), strong, hit.why)}")
    terms = " ".join(shown_line(term, 40) for term in _spelled(hit) if not term.startswith("+"))
    told = (MEANING, RECENT, HERE)
    lifted = [say(f"why_{term[1:]}", language) for term in hit.why if term in told]
    why = " · ".join(part for part in (terms, *lifted) if part)
    return [*lines, f"   = {why}"] if why else lines


def _spelled(hit: Hit) -> list[str]:
    """Return what matched as it is written in the snippet, for a term may be a word's stem."""
    found = {word.casefold(): set(tokens(word)) for word in _MATCHED.findall(hit.snippet)}
    spelled = (next((word for word in found if term in found[word]), term) for term in hit.why)
    return _joined(list(dict.fromkeys(spelled)), found)


def _joined(words: list[str], found: Collection[str]) -> list[str]:
    """Return words, with pairs of CJK characters that do not stand in the snippet put together.

    They matched in a line beside it, where pairs across two words can not be seen as such.
    """
    loose = [word for word in words if word not in found and is_cjk(word[0]) and word[1:]]
    joined = [word for word in words if word not in loose]
    while loose:
        word = loose.pop(0)
        for other in loose:
            if other[0] == word[-1] or other[-1] == word[0]:
                loose.remove(other)
                first, second = (word, other) if other[0] == word[-1] else (other, word)
                loose.insert(0, first + second[1:])
                break
        else:
            joined.append(word)
    return joined


def marked(snippet: str, strong: tuple[str, str], why: Sequence[str] | None = None) -> str:
    """Return a snippet with other marks around what matched.

    Args:
        why: The terms that matched, so that «quotes» of the text's own stay; None to take all.
    """
    if strong == ("«", "»"):
        return snippet

    def mark(found: re.Match[str]) -> str:
        matched = why is None or not set(why).isdisjoint(tokens(found[1]))
        return f"{strong[0]}{found[1]}{strong[1]}" if matched else found[0]

    return _MATCHED.sub(mark, snippet)


def why_text(reason: Mapping[str, object], language: str) -> str:
    """Return who said something, when, in which words and session, and what resumes it."""
    from pmi.recall.translation import translate

    lines = [shown(str(reason.get("text", "")))] if reason.get("text") else []
    for key in ("who", "when", "words", "before", "session", "reference", "resume", "entry"):
        value = str(reason.get(key) or "")
        if key == "who":
            value = translate(value, language)
        if key == "when":
            value = local(value)[:19].replace("T", " ")
        if value:
            lines.append(
                say(
                    "field",
                    language,
                    name=say(f"why_{key}", language),
                    value=shown_line(value, 500),
                )
            )
    return "\n".join(lines)
