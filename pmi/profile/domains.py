"""Says which domain a project belongs to: the folder below ``domains/`` that claims it.

A domain claims projects in the front matter of its ``CLAUDE.md`` (``projects:`` with keys,
names or folders) or by an entry in its folder ``projects/``. Domains nest; the deepest counts.

Example: ``domain_of(home, "git:code.example/team/app")`` is ``"Product/Billing"``.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator

from pmi.base.home import Home, is_text, read_file
from pmi.base.project import path_key, short_name
from pmi.profile.front_matter import read_front_matter

PAGE = "CLAUDE.md"
PROJECTS = "projects"
MAX_DEPTH = 6
MAX_DOMAINS = 1000
PAGE_MAX_CHARS = 200_000


def domain_of(home: Home, project: str) -> str:
    """Return the domain that claims a project, as ``Product/PRD``; empty for none.

    Args:
        project: Its key. Of several domains the deepest counts, then the first by name.
    """
    return domains_of(home, [project]).get(project, "")


def domains_of(home: Home, projects: list[str]) -> dict[str, str]:
    """Return the domains of some projects, by key; those that none claims are missing."""
    wanted = {key: _spellings(key) for key in projects if key}
    found: dict[str, str] = {}
    if not wanted:
        return found
    for domain in sorted(list_domains(home), key=lambda name: (-name.count("/"), name)):
        claimed = list_claimed(home, domain)
        for key, spellings in wanted.items():
            if key not in found and spellings & claimed:
                found[key] = domain
    return found


def list_domains(home: Home) -> list[str]:
    """Return all domains: folders that have a ``CLAUDE.md``, by their path below ``domains/``."""
    return list(_below(home.path("domains"), "", 0))[:MAX_DOMAINS]


def domain_page(home: Home, domain: str) -> str:
    """Return the path of a domain's page."""
    return home.path("domains", *domain.split("/"), PAGE)


def list_claimed(home: Home, domain: str) -> set[str]:
    """Return what a domain says its projects are, in the spelling in which it is compared."""
    folder = os.path.dirname(domain_page(home, domain))
    named = _named_in_front_matter(read_file(os.path.join(folder, PAGE), PAGE_MAX_CHARS) or "")
    try:
        entries = os.listdir(os.path.join(folder, PROJECTS))
    except OSError:
        entries = []
    named += [name.removesuffix(".md") for name in entries if not name.startswith(".")]
    claimed = {_compared(name) for name in named}
    claimed |= {
        _compared(path_key(os.path.expanduser(name))) for name in named if name[:1] in ("/", "~")
    }
    return claimed - {""}


def _below(folder: str, name: str, depth: int) -> Iterator[str]:
    try:
        with os.scandir(folder) as entries:
            inner = sorted(
                entry.name
                for entry in entries
                if os.path.isdir(entry.path)  # False for a link to itself
                and not entry.name.startswith(".")
                and entry.name != PROJECTS
                and is_text(entry.name)
            )
    except OSError:
        return
    if name and os.path.isfile(os.path.join(folder, PAGE)):
        yield name
    if depth < MAX_DEPTH:
        for child in inner:
            below = f"{name}/{child}" if name else child
            yield from _below(os.path.join(folder, child), below, depth + 1)


def _named_in_front_matter(text: str) -> list[str]:
    named = read_front_matter(text)[0].get(PROJECTS)
    if isinstance(named, str):
        named = named.split(",")
    if not isinstance(named, list):
        return []
    # YAML knows no wide comma: a list written with some is one item to it
    return [part.strip() for item in named for part in re.split("[，、]", str(item))]


def _spellings(key: str) -> set[str]:
    return {_compared(key), _compared(key.split(":", 1)[-1]), _compared(short_name(key))}


def _compared(text: str) -> str:
    return text.strip().rstrip("/").casefold()
