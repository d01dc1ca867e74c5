"""Prepares what SessionStart gives to the model: one JSON file per project, shares applied.

Whoever writes memory calls this afterwards; the hook only joins, checks and fences. A brief
that is behind is no fault: the hook sees it from the journal's number and corrects it.

Example: ``write_briefs(store, ["git:host/team/app"])``.
"""

from __future__ import annotations

import json
import os
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from pmi.base.config import load
from pmi.base.home import Home, write_file
from pmi.base.ids import short_id
from pmi.base.project import brief_name
from pmi.base.text import utf16_len
from pmi.learn.distilling import list_documents, list_unread
from pmi.model.conversation import Session
from pmi.model.distilling import Undistilled
from pmi.model.learning import Learning
from pmi.model.operation import Review
from pmi.profile.pages import read_page
from pmi.profile.summary_files import Done, read_done
from pmi.recall import render
from pmi.recall.changes import list_changes
from pmi.recall.conversation import session_line
from pmi.recall.experience import Experience, experience_lines, gather_experience
from pmi.recall.learned import list_learned
from pmi.recall.learning_text import quote_line
from pmi.recall.map import Shelves, arrange, draw, is_standing
from pmi.recall.review_text import name_of, words_of
from pmi.recall.undistilled import notes
from pmi.recall.wording import say
from pmi.store import journal, reviews
from pmi.store import memories as rows
from pmi.store.conversations import list_sessions
from pmi.store.database import Store
from pmi.store.projects import as_joined, list_project_names, present_keys

if TYPE_CHECKING:
    import sqlite3

BRIEF_VERSION = 2
RECENT_PROJECTS = 30
"""Projects of the latest sessions whose briefs are kept ready; the hook makes the others."""

SESSIONS_SHOWN = 3
WAITING_SHOWN = 4
LEARNINGS_KEPT = 50
"""So many learnings that wait are kept ready: the hook drops those that were decided since."""

STARTS_SHOWN = 3
"""In so many starts a learning is shown; then it waits quietly in the list."""

CHANGES_SHOWN = 5

_SECTIONS = ("profile", "style", "experience", "map", "learnings", "sessions", "changed")
_PAGES = {
    "profile": ("profile",),
    "style": ("writing-style", "preferences", "response-format"),
}

Line = dict[str, Any]


@dataclass(frozen=True, slots=True)
class Material:
    """What the briefs of all projects are made from, read once.

    Attributes:
        head: The journal's number before anything was read.
        total: Active memories, those included that may not stand in a brief.
        shelves: The memories that may.
        names: Names of projects by key.
        present: The present key of each older one.
        unread: Conversations that wait to be distilled, or will when nothing more is said.
        documents: How many documents wait for it.
    """

    home: Home
    connection: sqlite3.Connection
    head: int
    today: str
    settings: Mapping[str, Mapping[str, Any]]
    total: int
    shelves: Shelves
    experience: Experience
    learnings: Sequence[Learning]
    reviews: Sequence[Review]
    names: Mapping[str, str]
    present: Mapping[str, str]
    unread: Sequence[Undistilled]
    documents: int

    @property
    def language(self) -> str:
        """Return the language of headings and days."""
        return str(self.settings["general"]["language"])


def write_briefs(store: Store, projects: Iterable[str] = ()) -> list[str]:
    """Write the briefs of some projects, of everywhere and of the recently used ones.

    Returns:
        The names of the briefs that are now up to date; older ones are gone.
    """
    material = gather(store)
    recent = list_sessions(store, limit=RECENT_PROJECTS * 4)
    wanted = ["", *projects, *(session.project for session in recent)]
    keys = dict.fromkeys(material.present.get(key, key) for key in wanted)
    written = []
    for key in list(keys)[: RECENT_PROJECTS + 1]:
        here = list_sessions(store, project=key, limit=SESSIONS_SHOWN) if key else []
        brief = json.dumps(compose(material, key, here), ensure_ascii=False)
        name = brief_name(key)
        write_file(store.home.path("state", "brief", f"{name}.json"), brief)
        written.append(name)
    _drop_others(store.home, written)
    return written


def gather(store: Store) -> Material:
    """Return what briefs are made from, as the databases are now."""
    connection = store.reading("memory")
    head = journal.head(connection)  # before the rows: what comes later is the hook's to add
    memories = as_joined(store, rows.list_memories(connection))
    today = store.clock()
    return Material(
        home=store.home,
        connection=connection,
        head=head,
        today=today,
        settings=load(store.home),
        total=len(memories),
        shelves=arrange((item for item in memories if is_standing(item)), today),
        experience=gather_experience(store),
        learnings=list_learned(store, "pending"),
        reviews=reviews.list_reviews(connection, "pending"),
        names=list_project_names(store),
        present=present_keys(store.reading("transcripts")),
        unread=list_unread(store, counting=False),
        documents=len(list_documents(store)),
    )


def compose(material: Material, project: str, sessions: Sequence[Session]) -> dict[str, Any]:
    """Return the brief of one project, as the hook reads it.

    What a section does not use of its share is the next one's.
    """
    language, shares = material.language, material.settings["inject"]
    sections = []
    left_over = 0
    for name in _SECTIONS:
        share = int(shares["brief" if name == "map" else name])
        left_over += share
        title = say(f"title_{name}", language)
        # What nobody confirmed is not to fill what others left.
        room = (share if name == "learnings" else left_over) - utf16_len(title) - 1
        lines = cut_lines(_lines(material, name, project, sessions, room), room)
        if lines:
            sections.append({"name": name, "title": title, "lines": lines})
            left_over -= utf16_len(title) + 1 + _units(lines)
    fresh = fresh_learnings(material, project)
    waiting = _waiting(material)
    return {
        "version": BRIEF_VERSION,
        "seq": material.head,
        "project": project,
        "language": language,
        "counts": {
            "memories": material.total,
            "rules": len(material.experience.lessons),
            "reviews": len(waiting),
            "quiet": len(material.learnings) - len(fresh),
        },
        "sections": sections,
        "learnings": [
            {"number": item.number, "text": render.shown_line(item.text, 80)} for item in fresh
        ],
        "waiting": waiting[:WAITING_SHOWN],
        "undistilled": notes(
            [item for item in material.unread if item.project == project],
            material.documents,
            language,
            today=material.today,
            limit_units=int(shares["undistilled"]),
        ),
    }


def fresh_learnings(material: Material, project: str) -> list[Learning]:
    """Return the learnings that are shown at a start here: most often said first, then newest.

    What was said in another project is shown there, and what three starts showed is not again.
    """
    here = [
        item
        for item in material.learnings
        if item.shown < STARTS_SHOWN
        and material.present.get(item.project, item.project) in {"", project}
    ]
    here.sort(key=lambda item: (item.count, item.said_at or item.at, item.number), reverse=True)
    return here[:LEARNINGS_KEPT]


def _waiting(material: Material) -> list[str]:
    """Return the reviews that wait as ``12 text``, by number; older ones come last."""
    found = sorted(material.reviews, key=lambda item: (item.number == 0, item.number))
    return [
        f"{name_of(item)} {render.shown_line(words_of(item, material.language), 80)}"
        for item in found
    ]


def cut_lines(lines: Sequence[Line], limit_units: int) -> list[Line]:
    """Return the first lines that fit into a number of UTF-16 units, whole lines only."""
    kept: list[Line] = []
    left = limit_units
    for line in lines:
        left -= utf16_len(line["text"]) + 1
        if left < 0:
            break
        kept.append(line)
    return kept


def _units(lines: Iterable[Line]) -> int:
    return sum(utf16_len(line["text"]) + 1 for line in lines)


def _lines(
    material: Material, section: str, project: str, sessions: Sequence[Session], room: int
) -> list[Line]:
    if section == "map":
        return _map_lines(material, project, room)
    if section == "experience":
        return experience_lines(
            material.experience, project, material.language, material.today, material.names
        )
    if section == "learnings":
        return _learning_lines(material, project)
    if section == "changed":
        return _changed_lines(material, project, sessions)
    if section == "sessions":
        return _session_lines(material, sessions)
    filled = [line for page in _PAGES[section] for line in read_page(material.home, page)]
    return [{"text": render.shown_line(line)} for line in filled]


def _map_lines(material: Material, project: str, limit_units: int) -> list[Line]:
    """Return the map's lines for a budget in units, the directory of other pages included."""
    language, today = material.language, material.today
    if not material.shelves.shorts:
        return []
    budget_tokens = limit_units // 2
    lines: list[Line] = []
    for _ in range(12):
        pages = draw(material.shelves, project, material.names, budget_tokens)
        lines = [{"text": say("map_legend", language)}]
        for page in (page for page in pages if page.observations):
            lines.append({"text": render.page_heading(page, language)})
            lines += [
                {"id": item.memory, "text": render.observation_line(item, language, today)}
                for item in page.observations
            ]
        directory = render.page_directory(pages, language)
        lines += [{"text": directory}] if directory else []
        units = _units(lines)
        if units <= limit_units:
            break
        budget_tokens = int(budget_tokens * min(0.9, limit_units / units))
    return lines


def _session_lines(material: Material, sessions: Sequence[Session]) -> list[Line]:
    """Return the last sessions, with what their summaries say in a few words."""
    told = read_done(material.home)
    lines: list[Line] = []
    for item in sessions:
        known = told.get(item.id, Done(0, ""))
        named = item._replace(title=known.heading or item.title)
        line = f"- {session_line(named, material.language)} cc://{item.id}"
        lines.append({"text": f"{line} · {known.gist}" if known.gist else line})
    return lines


def _changed_lines(material: Material, project: str, sessions: Sequence[Session]) -> list[Line]:
    """Return what changed since the last session here ended.

    Memories go by their ids, for the map has their words; what gave way has no other place.
    """
    last = sessions[0].ended_at if sessions else ""
    language, fresh, lines = material.language, [], []
    keys = [project, *(older for older, key in material.present.items() if key == project)]
    for item in list_changes(material.connection, last, keys, CHANGES_SHOWN):
        name = material.shelves.shorts.get(item.memory.id, short_id(item.memory.id))
        if item.memory.status == "archived":
            text = render.shown_line(item.memory.content, 160)
            lines.append(say("changed_away", language, text=text))
        elif item.before:
            text = render.shown_line(item.before, 160)
            lines.append(say("changed_from", language, id=name, text=text))
        else:
            fresh.append(name)
    if fresh:
        lines.append(say("changed_new", language, ids=" ".join(fresh)))
    return [{"text": f"- {line}"} for line in lines]


def _learning_lines(material: Material, project: str) -> list[Line]:
    return [
        {"number": item.number, "text": quote_line(item, material.language, material.today)}
        for item in fresh_learnings(material, project)
    ]


def _drop_others(home: Home, names: Sequence[str]) -> None:
    """Remove briefs that are no longer kept ready, so that nothing old is said."""
    folder = home.path("state", "brief")
    kept = {f"{name}.json" for name in names}
    for file in os.listdir(folder):
        if file.endswith(".json") and file not in kept:
            try:
                os.unlink(os.path.join(folder, file))
            except FileNotFoundError:
                continue
