"""SessionStart: puts the profile, the map and what changed before the model, and tells the user.

The worker has prepared a brief; here it is only checked against the journal, joined and fenced.
"""

from __future__ import annotations

import json
import os

from pmi.base import channel, config, lookup, project, sessions
from pmi.base.fence import fence, neutralise, new_marker
from pmi.base.home import read_file
from pmi.base.phrases import say
from pmi.base.redact import clean
from pmi.hooks.entry import MAX_OUTPUT_UNITS
from pmi.hooks.events import Event, silenced
from pmi.hooks.lines import fit, memory_line
from pmi.hooks.undistilled import find_note
from pmi.hooks.waiting import Waiting

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

    from pmi.hooks.lines import Line

    Section = tuple[str, list[Line]]

BRIEF_VERSION = 2
FENCE_UNITS = 300
COUNTS = ("memories", "rules", "reviews", "quiet")
FALLBACK_ROWS = 40
CHANGED_ROWS = 12


def handle(event: Event) -> dict[str, Any] | None:
    """Return what the start of a session shows: context for the model, lines for the user."""
    why = silenced(event)  # first of all: what fails after it, fails with the mark set
    settings = config.load_for_hook(event.home)
    language = settings["general"]["language"]
    if not why and config.excluded(settings, event.text("cwd")):
        why = "excluded"
    if why:
        return {"systemMessage": say(why, language)}
    start = Start(event, settings, language)
    answer = start.answer()
    start.remember()
    seen = answer is not None and channel.is_attended(os.environ, unknown=True)
    event.hand_over("start", shown=start.shown if seen else [])
    return answer


class Start:
    """One start: what is known, what of it this session gets, and what stays remembered."""

    def __init__(self, event: Event, settings: config.Settings, language: str) -> None:
        self.event = event
        self.home = event.home
        self.settings = settings
        self.language = language
        self.session = event.text("session_id")
        known = project.known_projects(self.home)
        self.project = project.identify(event.text("cwd"), known)["key"]
        self.keys = project.all_keys(self.project, known)
        self.state = sessions.load(self.home, self.session)
        self.resumed = event.text("source") == "resume" and bool(self.state["at"])
        if not self.resumed:
            self.state["given"] = []
        self.head = lookup.journal_head(self.home)
        self.shown: list[int] = []
        """Numbers of the learnings that the screen names."""

    def answer(self) -> dict[str, Any] | None:
        """Return the JSON to print; None where there is nothing to say."""
        brief = self._brief()
        fresh = not brief or brief["seq"] == self.head
        waiting = Waiting(self.home, brief, fresh=fresh)
        sections = self._changed_only() if self.resumed else self._sections(brief, waiting)
        body, given = join(sections, MAX_OUTPUT_UNITS - FENCE_UNITS)
        if not given and not body:
            return None
        self.state["given"] += given
        marker = self.state["marker"] = self.state["marker"] or new_marker()
        context = fence(marker, say("title_start", self.language), clean(body))
        self.shown = waiting.shown
        return {
            "systemMessage": self._screen(brief, waiting),
            "hookSpecificOutput": {
                "hookEventName": "SessionStart",
                "additionalContext": context,
            },
        }

    def remember(self) -> None:
        """Keep what the session was given, and whose process it is."""
        if not self.session:
            return
        self.state.update(
            pid=self.event.pid,
            cwd=self.event.text("cwd"),
            project=self.project,
            transcript=self.event.text("transcript_path"),
            seq=self.head,
        )
        sessions.save(self.home, self.session, self.state)

    def _brief(self) -> dict[str, Any]:
        """Return the prepared brief of the project, else of everywhere, else an empty one."""
        for key in dict.fromkeys((self.project, "")):
            name = project.brief_name(key) + ".json"
            brief = parse_brief(read_file(os.path.join(self.home.state, "brief", name)), key)
            if brief:
                return brief
        return {}

    def _sections(self, brief: dict[str, Any], waiting: Waiting) -> list[Section]:
        """Return titles and lines of the brief, brought up to date with the journal."""
        sections = [
            (
                section["title"],
                [
                    (line.get("id", ""), line["text"])
                    for line in section["lines"]
                    if "number" not in line or waiting.still_waits(line["number"])
                ],
            )
            for section in brief.get("sections", ())
        ]
        prepared = {brief.get("project"), ""} if brief else set()
        told = {memory for _, lines in sections for memory, _ in lines}
        found = [
            memory_line(row, self.language)
            for key in dict.fromkeys((self.project, ""))
            if key not in prepared
            for row in lookup.brief_rows(self.home, self.keys if key else (), FALLBACK_ROWS)
            if row["id"] not in told
        ]
        title, note, _ = find_note(brief)
        sections.append((title, [("", note)] if note else []))
        share = self.settings["inject"]["brief"]
        sections.append((say("title_map", self.language), fit(found, share)))
        if brief and brief["seq"] != self.head:
            ids = {memory for _, lines in sections for memory, _ in lines if memory}
            gone = ids - lookup.still_active(self.home, ids)
            sections = [
                (title, [line for line in lines if line[0] not in gone])
                for title, lines in sections
            ]
            sections.append(self._changed(brief["seq"], ids))
        return [section for section in sections if section[1]]

    def _changed_only(self) -> list[Section]:
        changed = self._changed(self.state["seq"], set(self.state["given"]))
        return [changed] if changed[1] and self.state["seq"] != self.head else []

    def _changed(self, seq: int, known: set[str]) -> Section:
        rows = lookup.added_since(self.home, seq, self.keys, CHANGED_ROWS + len(known))
        lines = [memory_line(row, self.language) for row in rows if row["id"] not in known]
        share = self.settings["inject"]["changed"]
        return say("title_changed", self.language), fit(lines[:CHANGED_ROWS], share)

    def _screen(self, brief: dict[str, Any], waiting: Waiting) -> str:
        """Return the user's lines: what is there, and what waits for the user's word."""
        counts = brief.get("counts", {})
        memories, rules = counts.get("memories", 0), counts.get("rules", 0)
        if not brief or brief["seq"] != self.head:
            memories, rules = lookup.counts(self.home)
        parts = [
            say(key, self.language, count=count)
            for key, count in (("memories", memories), ("rules", rules))
            if count
        ]
        parts += waiting.counted(self.language)
        to_distil = find_note(brief)[2]
        parts += [say("to_distil", self.language, count=to_distil)] if to_distil else []
        parts = parts or [say("profile_only", self.language)]
        first = say("start", self.language, parts=" · ".join(parts))
        return "\n".join([first, *waiting.lines(self.language)])


def join(sections: list[Section], limit_units: int) -> tuple[str, list[str]]:
    """Return sections as one text cut at whole lines, and the ids of memories in it."""
    lines: list[Line] = []
    for title, body in sections:
        lines.append(("", title))
        # measured as it will be printed, for taking a tag apart may lengthen a line
        lines.extend((memory, neutralise(text)) for memory, text in body)
        lines.append(("", ""))
    kept = fit(lines, limit_units)
    while kept and kept[-1][1] in ("", *(title for title, _ in sections)):
        kept.pop()
    return "\n".join(text for _, text in kept), [memory for memory, _ in kept if memory]


def parse_brief(text: str | None, key: str) -> dict[str, Any] | None:
    """Return a prepared brief; None unless it is whole, of this version and of this project."""
    try:
        brief = json.loads(text or "")
        fits = (
            brief["version"] == BRIEF_VERSION
            and brief["project"] == key
            and isinstance(brief["seq"], int)
            and all(isinstance(item, str) for item in brief["waiting"])
            and all(
                isinstance(item["number"], int) and isinstance(item["text"], str)
                for item in brief["learnings"]
            )
            and all(isinstance(brief["counts"][name], int) for name in COUNTS)
            and all(
                isinstance(section["title"], str)
                and all(
                    isinstance(line["text"], str)
                    and isinstance(line.get("id", ""), str)
                    and isinstance(line.get("number", 0), int)
                    for line in section["lines"]
                )
                for section in brief["sections"]
            )
        )
    except (ValueError, TypeError, KeyError, AttributeError, RecursionError):
        return None
    return brief if fits else None
