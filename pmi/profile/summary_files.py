"""Reads and writes the files of session summaries, and knows those that somebody changed.

A file begins with front matter that names its session and holds a checksum of all the rest.
Where that still fits, nobody has touched the file, and we may write or remove it.
"""

from __future__ import annotations

import json
import os
import re
from collections.abc import Mapping
from typing import NamedTuple

from pmi.base.clock import format_time, now
from pmi.base.home import Home, read_file, write_file
from pmi.model.summary import FileState, SummaryFile
from pmi.profile.front_matter import read_front_matter

FOLDER = "sessions"
FILE_MAX_BYTES = 1_000_000
"""A larger file is none of ours."""

SHORT_CHARS = 8
"""So much of a session's id stands in the name of its file."""

_DONE = ("state", "summaries.json")

_FIELDS = ("transcript_ref", "title", "project", "start", "end", "text", "checksum")
_REFERENCE = re.compile(r"cc://([A-Za-z0-9][A-Za-z0-9._-]{0,127})")
_LEFT_OVER = re.compile(r".*\.md\.[0-9]+-[0-9a-f]{8}\.tmp")


class Done(NamedTuple):
    """What is known of a session that was looked at.

    Attributes:
        messages, title: As they were then; where they are otherwise now, it went on.
        name: Its file; empty where it got none.
        heading: The title of its summary.
        gist: What a later session reads of it beside that.
    """

    messages: int
    title: str
    name: str = ""
    heading: str = ""
    gist: str = ""


def read_done(home: Home) -> dict[str, Done]:
    """Return what is known of the sessions that were looked at, by their ids."""
    try:
        stored = json.loads(read_file(home.path(*_DONE)) or "{}")
        return {
            str(key): Done(int(value[0]), *(str(told) for told in value[1:5]))
            for key, value in stored.items()
        }
    except (ValueError, TypeError, AttributeError, LookupError, RecursionError):
        return {}


def write_done(home: Home, done: Mapping[str, Done]) -> None:
    """Write down what is known of the sessions that were looked at.

    Raises:
        OSError: Nothing was changed.
    """
    write_file(home.path(*_DONE), json.dumps(done, ensure_ascii=False))


def list_files(home: Home, short: str = "") -> list[SummaryFile]:
    """Return the summaries that lie in the home, by name; other files there are left out.

    Args:
        short: Only those whose name ends so.
    """
    folder = home.path(FOLDER)
    try:
        names = sorted(os.listdir(folder))
    except OSError:
        return []
    found = (_read(os.path.join(folder, name)) for name in names if name.endswith(f"{short}.md"))
    return [file for file in found if file is not None]


def find_file(home: Home, session: str) -> SummaryFile | None:
    """Return a session's summary, or None; of several the one that somebody changed."""
    found = [file for file in list_files(home, _short(session)) if file.session == session]
    return next((file for file in found if file.state != "ours"), found[0] if found else None)


def file_name(start: str, slug: str, session: str) -> str:
    """Return how the file of a session is called.

    >>> file_name("2026-11-30", "fix-login", "3f9a1c2b-77aa")
    '2026-11-30-fix-login-3f9a1c2b.md'
    """
    return "-".join(part for part in (start, slug, _short(session)) if part) + ".md"


def write_summary(home: Home, name: str, file: SummaryFile) -> str:
    """Write a summary under a name and return its path; its ``path`` does not count.

    Returns:
        Empty where somebody else's file stands there: it stays as it is.

    Raises:
        OSError: Nothing was changed.
    """
    path = home.path(FOLDER, name)
    there = _read(path)
    if os.path.lexists(path) and (there is None or there.state == "edited"):
        return ""
    write_file(path, _text_of(file))
    return path


def rewrite(file: SummaryFile) -> None:
    """Put a title and a text into a file that somebody edited; all the rest stays as it is.

    Raises:
        OSError: Nothing was changed.
    """
    whole = read_file(file.path) or ""
    end = read_front_matter(whole)[1]
    if end:
        title = f"title: {json.dumps(file.title, ensure_ascii=False)}"
        front = re.sub(r"^title: .*$", lambda _: title, whole[:end], count=1, flags=re.MULTILINE)
        write_file(file.path, f"{front}\n{file.text}")


def rename(home: Home, file: SummaryFile, name: str) -> bool:
    """Give a file another name, whoever wrote it; tell whether it has that name now."""
    path = home.path(FOLDER, name)
    if path == file.path:
        return True
    try:
        if os.path.lexists(path):
            return False
        os.rename(file.path, path)
    except OSError:
        return False
    return True


def remove(file: SummaryFile) -> bool:
    """Remove a summary that nobody edited; tell whether it is gone."""
    current = _read(file.path)  # somebody may have changed it meanwhile
    if current is None or current.state == "edited" or current.session != file.session:
        return False
    try:
        os.unlink(file.path)
    except OSError:
        return False
    return True


def sweep(home: Home) -> None:
    """Remove what a killed writer left half-written on an earlier day."""
    folder, today = home.path(FOLDER), now()[:10]
    for name in os.listdir(folder) if os.path.isdir(folder) else ():
        path = os.path.join(folder, name)
        try:
            old = format_time(os.stat(path).st_mtime)[:10] < today
            if old and _LEFT_OVER.fullmatch(name):
                os.unlink(path)
        except OSError:
            continue


def _short(session: str) -> str:
    return session[:SHORT_CHARS].strip("-._")


def _read(path: str) -> SummaryFile | None:
    try:
        if os.path.islink(path) or os.path.getsize(path) > FILE_MAX_BYTES:
            return None
    except OSError:
        return None
    whole = read_file(path) or ""
    stated, end = read_front_matter(whole)
    values = {name: str(value) for name, value in stated.items()}
    reference = _REFERENCE.fullmatch(values.get("transcript_ref", ""))
    if reference is None or not path.endswith(f"{_short(reference[1])}.md"):
        return None  # of another name: somebody's own copy
    return SummaryFile(
        path=path,
        session=reference[1],
        title=values.get("title", ""),
        project=values.get("project", ""),
        start=values.get("start", ""),
        end=values.get("end", ""),
        state=_state(whole, values),
        text=whole[end:].removeprefix("\n"),
    )


def _state(whole: str, values: Mapping[str, str]) -> FileState:
    if values.get("checksum") != _checksum(whole):
        return "edited"
    return "replaced" if values.get("text") == "replaced" else "ours"


def _text_of(file: SummaryFile) -> str:
    values = {
        "transcript_ref": f"cc://{file.session}",
        "title": file.title,
        "project": file.project,
        "start": file.start,
        "end": file.end,
        "text": "replaced" if file.state == "replaced" else "pmi",
        "checksum": "",
    }
    lines = [f"{name}: {json.dumps(values[name], ensure_ascii=False)}" for name in _FIELDS]
    text = file.text if file.text.endswith("\n") else f"{file.text}\n"
    whole = "\n".join(["---", *lines, "---", ""]) + text
    return whole.replace('checksum: ""', f'checksum: "{_checksum(whole)}"', 1)


def _checksum(whole: str) -> str:
    """Return a short hash of a file without the line that states it."""
    rest = re.sub(r"^checksum: .*\n", "", whole, count=1, flags=re.MULTILINE)
    import hashlib  # loads OpenSSL: not for those who only list

    return hashlib.sha256(rest.encode("utf-8", "surrogatepass")).hexdigest()[:16]
