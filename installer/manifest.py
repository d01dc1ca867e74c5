"""What was installed where: ``state/installed.json`` and the edits of files that it records.

Every change of a file outside the home goes through ``change_file``: the file's first bytes
are kept in ``backups/``, the new text replaces the old at once, links stay links, and the
manifest remembers enough to give the same bytes back.
"""

from __future__ import annotations

import errno
import hashlib
import json
import os
from collections.abc import Callable
from dataclasses import asdict, dataclass, field
from typing import Any

from pmi.base.errors import Conflict, Unwritable, UsageError
from pmi.base.home import Home, make_folder, read_file, write_file
from pmi.installer.settings import Traces

Insert = Callable[[str], tuple[str, Traces]]
Remove = Callable[[str, Traces], str]

BACKUP_FOLDER = "claude"


@dataclass(slots=True)
class Changed:
    """One file of somebody else's that holds something of ours.

    Attributes:
        existed: Whether it was there before us.
        backup: Name in ``backups/claude`` of the bytes before us; empty where it did not exist.
        written: SHA-256 of the bytes that we wrote; while it fits, nobody changed the file.
        traces: What the insertion had to make.
    """

    existed: bool
    backup: str
    written: str
    traces: Traces = field(default_factory=Traces)


@dataclass(slots=True)
class Manifest:
    """The record of an installation; paths are absolute."""

    config_dirs: list[str] = field(default_factory=list)
    files: dict[str, Changed] = field(default_factory=dict)
    folders: list[str] = field(default_factory=list)
    servers: dict[str, str] = field(default_factory=dict)
    language: str = "en"

    @classmethod
    def load(cls, home: Home) -> Manifest:
        """Return the record of a home; an empty one where there is none."""
        try:
            data = json.loads(read_file(manifest_path(home)) or "{}")
        except ValueError:
            data = {}
        data = data if isinstance(data, dict) else {}
        files = {path: _changed(value) for path, value in data.get("files", {}).items()}
        known = {"config_dirs", "folders", "servers", "language"} & data.keys()
        return cls(files=files, **{name: data[name] for name in known})

    def save(self, home: Home) -> None:
        """Write the record into the home."""
        data = {"version": 1, **asdict(self)}
        write_file(manifest_path(home), json.dumps(data, ensure_ascii=False, indent=1) + "\n")


def manifest_path(home: Home) -> str:
    """Return where a home keeps its record."""
    return home.path("state", "installed.json")


def read_text(path: str) -> str | None:
    """Return a file's text with its line ends and byte order mark, None where there is none.

    Raises:
        UsageError: It can not be read as UTF-8.
    """
    try:
        if os.path.exists(path) and not (os.path.isfile(path) or os.path.isdir(path)):
            raise OSError(errno.EINVAL, os.strerror(errno.EINVAL))  # a pipe would be waited for
        with open(path, "rb") as file:
            return file.read().decode("utf-8")
    except FileNotFoundError:
        return None
    except UnicodeDecodeError as error:
        raise UsageError(
            f"{path} is not UTF-8 (byte {error.start}). Nothing was changed.", "Mend the file"
        ) from None
    except OSError as error:
        raise UsageError(f"{path} can not be read: {error.strerror}.", "Mend the file") from None


def planned_text(home: Home, manifest: Manifest, path: str, insert: Insert, remove: Remove) -> str:
    """Return what ``change_file`` would write, without writing."""
    base, _ = _base(home, manifest, path, remove)
    return insert(base or "")[0]


def change_file(home: Home, manifest: Manifest, path: str, insert: Insert, remove: Remove) -> bool:
    """Put something of ours into a file; return whether its bytes changed.

    Running it again on a file that nobody touched meanwhile starts from the first bytes
    again, so that an upgrade leaves no layers.

    Args:
        home: Where backups go.
        manifest: Gets the record; the caller saves it.
        path: The file; a link is followed and stays.
        insert: Makes the new text from one without us.
        remove: Takes us out of a text that holds us and was changed since.
    """
    now = read_text(path)
    base, backup = _base(home, manifest, path, remove)
    text, traces = insert(base or "")
    if base is not None and not backup:
        backup = _keep(home, path, base)
    changed = text != now
    if changed:
        _replace(path, text, now)
    manifest.files[path] = Changed(base is not None, backup, _digest(text), traces)
    return changed


def restore_file(home: Home, manifest: Manifest, path: str, remove: Remove) -> str:
    """Take what is ours out of a file; return ``restored``, ``cut``, ``removed`` or ``absent``.

    Untouched since we wrote it, it gets its first bytes back (or goes, where it was not
    there before us); changed since, only what is ours is cut out.
    """
    record = manifest.files.get(path)
    now = read_text(path)
    if now is None or record is None:
        manifest.files.pop(path, None)
        return "absent"
    if _digest(now) == record.written:
        if not record.existed:
            os.unlink(os.path.realpath(path))
            del manifest.files[path]
            return "removed"
        first = read_text(_backup_path(home, record.backup))
        if first is not None:
            _replace(path, first, now)
            del manifest.files[path]
            return "restored"
    text = remove(now, record.traces)
    if text != now:
        _replace(path, text, now)
    del manifest.files[path]
    return "cut"


def write_own(manifest: Manifest, path: str, text: str) -> bool:
    """Write a file that is ours whole, and record it; return whether its bytes changed."""
    now = read_text(path)
    if text != now:
        _replace(path, text, now)
    manifest.files[path] = Changed(existed=False, backup="", written=_digest(text))
    return text != now


def is_untouched(manifest: Manifest, path: str, text: str) -> bool:
    """Tell whether a file's text is what we wrote there."""
    record = manifest.files.get(path)
    return record is not None and record.written == _digest(text)


def adopt_file(home: Home, manifest: Manifest, path: str, before: str | None) -> None:
    """Record a file that will be ours whole and rewritten often; keep the text before us."""
    backup = _keep(home, path, before) if before is not None else ""
    manifest.files[path] = Changed(before is not None, backup, written="")


def give_back(home: Home, manifest: Manifest, path: str) -> str:
    """Remove a file that was ours whole, or put back what was there; see ``restore_file``."""
    record = manifest.files.pop(path, None)
    now = read_text(path)
    if record is None:
        return "absent"
    first = read_text(_backup_path(home, record.backup)) if record.existed else None
    if first is not None:
        _replace(path, first, now)
        return "restored"
    if now is None:
        return "absent"
    os.unlink(path)
    return "removed"


def make_outer_folder(manifest: Manifest, path: str) -> None:
    """Make a folder outside the home and remember those that were missing."""
    missing = []
    while path and not os.path.isdir(path):
        missing.append(path)
        path = os.path.dirname(path)
    for folder in reversed(missing):
        make_folder(folder)
        if folder not in manifest.folders:
            manifest.folders.append(folder)


def remove_outer_folders(manifest: Manifest) -> None:
    """Remove the folders that we made and that are empty again."""
    for folder in sorted(manifest.folders, key=len, reverse=True):
        try:
            os.rmdir(folder)
        except OSError:
            continue
    manifest.folders.clear()


def _base(home: Home, manifest: Manifest, path: str, remove: Remove) -> tuple[str | None, str]:
    """Return the text without us (None: no file) and the backup that already holds it."""
    now = read_text(path)
    record = manifest.files.get(path)
    if now is None:
        return None, ""
    if record is not None and _digest(now) == record.written:
        if not record.existed:
            return None, ""
        first = read_text(_backup_path(home, record.backup))
        if first is not None:
            return first, record.backup
    return remove(now, record.traces if record else Traces()), ""


def _keep(home: Home, path: str, text: str) -> str:
    name = f"{os.path.basename(path)}.{_digest(text)[:16]}"
    target = _backup_path(home, name)
    if not os.path.exists(target):
        write_file(target, text, durable=True)
    return name


def _backup_path(home: Home, name: str) -> str:
    return home.path("backups", BACKUP_FOLDER, name)


def _replace(path: str, text: str, expected: str | None) -> None:
    """Replace a file's bytes at once; its mode and a link to it stay."""
    target = os.path.realpath(path)
    if read_text(target) != expected:
        raise Conflict(f"{path} was changed meanwhile. It was left as it is.", "Run it again")
    try:
        mode = os.stat(target).st_mode & 0o777 if expected is not None else 0o600
        write_file(target, text, durable=True)
        os.chmod(target, mode)
    except OSError as error:
        raise Unwritable(
            f"{path} can not be written: {error.strerror}.", "Free space or mend the folder"
        ) from error


def _digest(text: str) -> str:
    return hashlib.sha256(text.encode()).hexdigest()


def _changed(value: dict[str, Any]) -> Changed:
    return Changed(**{**value, "traces": Traces(**value.get("traces", {}))})
