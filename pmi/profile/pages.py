"""Reads the Markdown pages that the user owns; never writes them."""

from __future__ import annotations

from pmi.base.home import Home, read_file
from pmi.base.redact import clean
from pmi.rules.markdown import filled_lines

PAGES = (
    "profile",
    "writing-style",
    "preferences",
    "lessons",
    "workflows",
    "response-format",
)
"""Names of the pages, as files ``profile/<name>.md``."""

PAGE_MAX_CHARS = 200_000
"""Of a longer page only the beginning is read."""


def read_page(home: Home, name: str) -> list[str]:
    """Return the lines of a page that say something, redacted; none for an untouched page."""
    text = read_file(home.path("profile", f"{name}.md"), PAGE_MAX_CHARS)
    return filled_lines(clean(text)) if text else []
