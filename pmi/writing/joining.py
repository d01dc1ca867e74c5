"""Joins two projects for everything that reads, and takes them apart again.

Nothing that was stored is rewritten: the key of one leads to the other's from now on, in the
archive and in the file that hooks read. It is the user's decision alone.
"""

from __future__ import annotations

import os
from typing import TYPE_CHECKING

from pmi.base.errors import Conflict, NotFound, UsageError
from pmi.base.project import is_key, short_name
from pmi.model.project import Joined, Project
from pmi.store import projects
from pmi.store.projects_held import list_projects

if TYPE_CHECKING:
    from pmi.store.database import Store


def join(store: Store, source: str, target: str, *, rehearse: bool = False) -> Joined:
    """Have all that one project has be found under another one too, and under both.

    Args:
        source: A key, a name or a folder; also one that is gone.
        target: The same; a folder in which nothing was said yet will do.
        rehearse: Only say what would become of it; nothing is written.

    Raises:
        NotFound: Nothing is kept of one of them.
        UsageError: A name is several projects', or both are the same one.
        Conflict: The target leads to the source already.
    """
    first, last = _find_held(store, source), projects.find_project(store, target)
    held = {item.key: item for item in list_projects(store)}
    if last not in held and is_key(target.strip()):
        raise NotFound(f"There is no project {target!r}.", "pmi project list")
    if first == last:
        _refuse_circle(store, source, target, first)
        return Joined(_as_named(store, source, held[first]), held[first], changed=False)
    there = held.get(last) or Project(last, short_name(last))
    if not rehearse:
        folder = os.path.expanduser(target.strip())
        folder = os.path.realpath(folder) if last not in held and os.path.isabs(folder) else ""
        with store.writing("transcripts") as connection:
            projects.record_project(connection, last, there.name, folder)
            projects.add_alias(connection, first, last)
        projects.mirror_known(store)
    return Joined(held[first], there, changed=True)


def take_apart(store: Store, text: str, *, rehearse: bool = False) -> Joined:
    """Have a project that was joined to another one stand for itself again.

    Raises:
        NotFound: It leads to no other project.
        UsageError: Several do that have this name.
    """
    present = projects.present_keys(store.reading("transcripts"))
    found = [key for key in projects.find_keys(store, text) if present.get(key, key) != key]
    if not found:
        raise NotFound(f"{text!r} is joined to no other project.", "pmi project list")
    if len(found) > 1:
        names = ", ".join(sorted(found)[: projects.CANDIDATES_SHOWN])
        raise UsageError(f"{text!r} may be several projects: {names}.", "name one by its key")
    [key] = found
    held = {item.key: item for item in list_projects(store)}
    name = projects.list_project_names(store).get(key, short_name(key))
    if not rehearse:
        with store.writing("transcripts") as connection:
            projects.set_apart(connection, key)
        projects.mirror_known(store)
        held |= {item.key: item for item in list_projects(store)}
    there = held.get(present[key]) or Project(present[key], short_name(present[key]))
    return Joined(held.get(key) or Project(key, name), there, changed=True)


def _find_held(store: Store, text: str) -> str:
    """Return the present key of a project of which something is kept."""
    key = projects.find_project(store, text)
    if not any(item.key == key for item in list_projects(store)):
        raise NotFound(f"There is no project {text!r}.", "pmi project list")
    return key


def _refuse_circle(store: Store, source: str, target: str, present: str) -> None:
    """Let pass what was joined in this direction before: doing it again changes nothing."""
    older = [key for key in projects.find_keys(store, target) if key != present]
    if present not in projects.find_keys(store, source):
        return
    if not older:
        raise UsageError(f"{target!r} is the same project.", "name two projects")
    raise Conflict(
        f"{target!r} leads to {present!r} already.", f"pmi project move --undo {older[0]}"
    )


def _as_named(store: Store, text: str, held: Project) -> Project:
    """Return the project that a text named before it was joined, with what both have now."""
    aliases = projects.read_aliases(store.reading("transcripts"))
    older = [key for key in projects.find_keys(store, text) if key != held.key and key in aliases]
    if not older:
        return held
    name = projects.list_project_names(store).get(older[0], short_name(older[0]))
    return held._replace(key=older[0], name=name)
