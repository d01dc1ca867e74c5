"""Turns sessions, days and weeks into text: what one comes to before anybody reads it."""

from __future__ import annotations

import os
from collections.abc import Sequence

from pmi.base.clock import local
from pmi.base.ids import short_id
from pmi.model.conversation import Prompt, TouchedFile
from pmi.model.memory import Memory
from pmi.model.overview import Asked, Digest, FoundSessions, Overview, ProjectDigest, Recorded
from pmi.recall.conversation import session_line, session_marks
from pmi.recall.memory_text import memory_line
from pmi.recall.render import marked, shown_line
from pmi.recall.review_text import words_of
from pmi.recall.wording import say, say_day, say_kind

PROMPT_CHARS = 120
ITEMS_MAX = 40
"""Of one sort in an overview; all of them are in its values."""

DIGEST_PROMPTS = 3
DIGEST_ITEMS = 30
FILES_ON_A_LINE = 12


def overview_text(
    found: Overview,
    language: str,
    *,
    today: str = "",
    opener: str = "pmi show {reference}",
    most: int = ITEMS_MAX,
) -> str:
    """Return a session at a glance.

    Args:
        opener: How the reader opens what a reference names, with ``{reference}``.
        most: At most so many prompts, memories, files and sub-agents each.
    """
    session = found.session
    lines = [shown_line(session.title, 200) or say("session_untitled", language)]
    fields = [
        ("session_reference", f"cc://{session.id}"),
        ("session_parent", f"cc://{session.parent}" if session.parent else ""),
        ("session_project", _project(found, language)),
        ("session_folder", shown_line(session.cwd, 300)),
        ("session_branch", shown_line(session.known_branch, 100)),
        ("session_time", _times(session.started_at, session.ended_at, language, today)),
        ("session_messages", str(session.messages)),
        ("session_tools", _tools(found.tools, language)),
    ]
    lines += [_field(key, value, language) for key, value in fields if value]
    changed = [file for file in found.files if file.changed]
    if changed:
        lines.append(_field("session_files", "", language))
        lines += _some([f"    {path}" for path in _paths(changed, session.cwd)], most, language)
    if found.prompts:
        lines.append(_field("session_prompts", "", language))
        lines += _some([_prompt_line(item, language) for item in found.prompts], most, language)
    if found.memories:
        lines.append(_field("session_memories", "", language))
        told = [f"    {memory_line(memory, language, today)}" for memory in found.memories]
        lines += _some(told, most, language)
    if found.agents:
        lines.append(_field("session_agents", "", language))
        told = [f"    cc://{one.id} {session_line(one, language, today)}" for one in found.agents]
        lines += _some(told, most, language)
    if found.summary:
        lines.append(_field("session_summary", shown_line(found.summary), language))
    lines += _going_on(found, language)
    if session.messages and opener:
        command = opener.format(reference=f"cc://{session.id}:1-{session.messages}")
        lines.append(say("session_read", language, command=command))
    return "\n".join(lines)


def _project(found: Overview, language: str) -> str:
    if not found.session.project:
        return say("no_project", language)
    key = say("in_brackets", language, text=shown_line(found.session.project, 200))
    return f"{shown_line(found.project_name, 60)}{key}"


def _going_on(found: Overview, language: str) -> list[str]:
    """Return whether Claude Code still has it, and what resumes it or why nothing does."""
    there = "session_has_original" if found.session.original else "session_no_original"
    lines = [_field("session_original", say(there, language), language)]
    if found.session.original:
        value = found.resume or say("session_no_folder", language)
        lines.append(_field("session_resume", shown_line(value), language))
    return lines


def digest_text(digest: Digest, language: str, *, today: str = "") -> str:
    """Return what days came to, per project; plainly where there was nothing."""
    days = say_day(digest.first, language, today)
    if digest.last != digest.first:
        last = say_day(digest.last, language, today)
        days = say("digest_span", language, first=days, last=last)
    if not digest.projects:
        return say("digest_nothing", language, days=days)
    lines = [days]
    for project in digest.projects:
        name = shown_line(project.name, 80) if project.key else say("everywhere", language)
        lines.append(f"## {name}")
        many = digest.last != digest.first
        for key, told in _sections(project, language, today, many=many):
            if told:
                lines.append(say(key, language))
                lines += _some(told, DIGEST_ITEMS, language, "digest_more")
    return "\n".join(lines)


def _sections(
    project: ProjectDigest, language: str, today: str, *, many: bool
) -> list[tuple[str, list[str]]]:
    asked = [line for one in project.asked for line in _asked(one, language, today, many=many)]
    decided = [f"- {_recorded(one, language, today)}" for one in project.decided]
    changed = [_changed(memory, language, today) for memory in project.changed]
    if project.files:
        folder = next((one.session.cwd for one in project.asked), "")
        paths = _paths(project.files, folder)
        names = say("between", language).join(paths[:FILES_ON_A_LINE])
        rest = len(paths) - FILES_ON_A_LINE
        names += f" … (+{rest})" if rest > 0 else ""
        changed.insert(0, say("digest_files", language, names=names))
    return [
        ("digest_asked", asked),
        ("digest_decided", decided),
        ("digest_changed", changed),
        ("digest_open", _open(project, language)),
    ]


def _asked(one: Asked, language: str, today: str, *, many: bool) -> list[str]:
    """Return a session of the digest: its title, when, what opens it, and what was asked."""
    first = one.prompts[0].at if one.prompts else one.session.started_at
    last = one.prompts[-1].at if one.prompts else one.session.ended_at
    day = f"{say_day(first, language, today)} " if many else ""
    start, end = local(first)[11:16], local(last)[11:16]
    times = f"{day}{start}" if start == end else f"{day}{start}–{end}"
    title = shown_line(one.session.title, 80) or say("session_untitled", language)
    lines = [say("digest_session", language, title=title, times=times, reference=one.reference)]
    prompts = [item for item in one.prompts if shown_line(item.text, 80) != title]
    return lines + _some(
        [_prompt_line(item, language) for item in prompts], DIGEST_PROMPTS, language
    )


def _recorded(one: Recorded, language: str, today: str) -> str:
    """Return a memory that was recorded; where it superseded another, was → is."""
    line = memory_line(one.memory, language, today)
    if not one.before:
        if one.memory.status == "active":
            return line
        status = say(f"status_{one.memory.status}", language)
        return say("listed_status", language, line=line, status=status)
    kind = say_kind(one.memory.kind, language)
    doubt = "" if one.memory.verification == "user_confirmed" else "? "
    told = say(
        "digest_was_is",
        language,
        before=shown_line(one.before, 200),
        text=shown_line(one.memory.content, 200),
    )
    return f"{short_id(one.memory.id)} [{kind}] {doubt}{told}"


def _changed(memory: Memory, language: str, today: str) -> str:
    line = f"- {memory_line(memory, language, today)}"
    status = say(f"status_{memory.status}", language)
    return say("listed_status", language, line=line, status=status)


def _open(project: ProjectDigest, language: str) -> list[str]:
    lines = [
        say("digest_question", language, id=short_id(item.id), text=shown_line(item.content, 200))
        for item in project.questions
    ]
    lines += [
        say(
            "digest_review",
            language,
            number=item.number,
            text=shown_line(words_of(item, language), 200),
        )
        for item in project.reviews
    ]
    lines += [
        say("digest_review", language, number=item.number, text=shown_line(item.text, 200))
        for item in project.learnings
    ]
    for one in project.asked:
        if one.open:
            text = one.prompts[-1].text if one.prompts else one.session.title
            place = one.prompts[-1].position if one.prompts else one.session.messages
            lines.append(
                say(
                    f"digest_{one.open}",
                    language,
                    text=shown_line(text, PROMPT_CHARS),
                    reference=f"cc://{one.session.id}:{place}",
                )
            )
    return lines


def _prompt_line(prompt: Prompt, language: str) -> str:
    left = ""
    if prompt.taken_back:
        left = say("bracketed", language, text=say("mark_taken_back", language))
    return f"    [{prompt.position}] {left}{shown_line(prompt.text, PROMPT_CHARS)}"


def _times(first: str, last: str, language: str, today: str) -> str:
    """Return from when to when; the day once where both are of it."""
    start, end = local(first), local(last)
    begin = f"{say_day(first, language, today)} {start[11:16]}".strip()
    if start[:10] == end[:10]:
        finish = end[11:16]
    else:
        finish = f"{say_day(last, language, today)} {end[11:16]}"
    return say("session_time_span", language, first=begin, last=finish) if last else begin


def _tools(tools: dict[str, int], language: str) -> str:
    told = [f"{shown_line(name, 60)} {count}" for name, count in tools.items()]
    return say("between", language).join(told)


def _paths(files: Sequence[TouchedFile], folder: str) -> list[str]:
    """Return paths as people say them: within a folder without it."""
    inside = folder.rstrip(os.sep) + os.sep
    return [shown_line(file.path.removeprefix(inside), 300) for file in files]


def _some(lines: list[str], most: int, language: str, key: str = "session_more") -> list[str]:
    rest = len(lines) - most
    return [*lines[:most], say(key, language, count=rest)] if rest > 0 else lines


def _field(key: str, value: str, language: str) -> str:
    return say("field", language, name=say(key, language), value=value).rstrip()


def sessions_found_text(
    found: FoundSessions,
    language: str,
    *,
    today: str = "",
    strong: tuple[str, str] = ("«", "»"),
    advice: str = "",
) -> str:
    """Return the sessions in which words were said, each with the passages that matched.

    Args:
        strong: What stands around words that matched.
        advice: What to try where nothing was found.
    """
    query = shown_line(found.query, 200)
    notes = [say("note", language, text=shown_line(note)) for note in found.notes]
    if not found.sessions:
        return "\n".join([say("nothing_found", language, query=query), *notes, advice])
    key = "session_found_one" if len(found.sessions) == 1 else "session_found"
    lines = [say(key, language, count=len(found.sessions), query=query), *notes]
    for number, session in enumerate(found.sessions, 1):
        lines.append(f"{number}. cc://{session.id}")
        lines.append(
            f"   {session_line(session, language, today)}{session_marks(session, language)}"
        )
        for passage in found.passages.get(session.id, ()):
            place = f"[{passage.position}] " if passage.position else ""
            lines.append(f"   {place}{marked(shown_line(passage.snippet, 400), strong)}")
    command = f"pmi sessions show {found.sessions[0].id}"
    return "\n".join([*lines, say("session_next", language, command=command)])
