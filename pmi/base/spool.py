"""The spool: one small file per event that a hook leaves for the worker.

A line is written beside and renamed, so the worker sees it whole or not at all; names sort by
time. Lines that carry a typed command are signed with `state/key`, so that a line written by
anybody else is never taken for the user's word. Texts in a line are cleaned by who puts them.
"""

from __future__ import annotations

import json
import os
import time

from pmi.base.clock import now
from pmi.base.home import Home, make_folder, open_private, read_file, write_all, write_file
from pmi.base.ids import new_id

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

VERSION = 1
KEY_BYTES = 32
LEFT_OVER_S = 3600


def put(home: Home, line: dict[str, Any]) -> str:
    """Write one line and return its id; `v`, `id` and `at` are filled in when missing.

    A line with a `command` gets its `mac` here.

    Raises:
        OSError: The line is not in the spool.
    """
    full = {"v": VERSION, "id": new_id("spl"), "at": now(), **line}
    if full.get("command"):
        full["mac"] = sign(home, full)
    write_file(os.path.join(home.spool, f"{full['id']}.json"), json.dumps(full) + "\n")
    return str(full["id"])


def take(home: Home) -> list[tuple[str, dict[str, Any]]]:
    """Return all waiting lines as (path, line), oldest first; they stay until `done`.

    A file that can not be read as a line is moved to `spool/bad/` and not returned; what a
    killed hook left half-written goes after an hour.
    """
    try:
        everything = sorted(os.listdir(home.spool))
    except OSError:
        return []
    _sweep(home, [name for name in everything if name.endswith(".tmp")])
    names = [name for name in everything if name.endswith(".json")]
    lines: list[tuple[str, dict[str, Any]]] = []
    for name in names:
        path = os.path.join(home.spool, name)
        line = _read(path)
        if line is not None:
            lines.append((path, line))
        elif os.path.exists(path):
            set_aside(path)
    return lines


def done(path: str) -> None:
    """Remove a line whose work is finished; one that is gone already is fine."""
    try:
        os.unlink(path)
    except FileNotFoundError:
        return


def waiting(home: Home) -> int:
    """Return how many lines wait."""
    try:
        return sum(1 for name in os.listdir(home.spool) if name.endswith(".json"))
    except OSError:
        return 0


def sign(home: Home, line: dict[str, Any]) -> str:
    """Return the MAC of a line (without its own `mac`); makes the key where there is none."""
    return _mac(ensure_key(home), line)


def verify(home: Home, line: dict[str, Any]) -> bool:
    """Tell whether a line was signed with our key and not changed since."""
    import hmac

    given = line.get("mac")
    key = _read_key(home)
    if not isinstance(given, str) or key is None:
        return False
    return hmac.compare_digest(given.encode("utf-8", "replace"), _mac(key, line).encode())


def ensure_key(home: Home) -> bytes:
    """Return the signing key; it is made at the first call (0600, never replaced)."""
    key = _read_key(home)
    if key is not None:
        return key
    path = home.path("state", "key")
    make_folder(home.state)
    temporary = f"{path}.{os.getpid()}-{os.urandom(4).hex()}.tmp"
    handle = open_private(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
    try:
        write_all(handle, os.urandom(KEY_BYTES).hex().encode())
    finally:
        os.close(handle)
    try:
        os.link(temporary, path)  # unlike a rename, a link never replaces the key of another
    except FileExistsError:
        pass
    finally:
        os.unlink(temporary)
    key = _read_key(home)
    if key is None:
        raise OSError(f"{path} is not a key")
    return key


def _read(path: str) -> dict[str, Any] | None:
    text = read_file(path)
    if text is None:
        return None
    try:
        line = json.loads(text)
    except (ValueError, RecursionError):
        return None
    return line if isinstance(line, dict) and isinstance(line.get("event"), str) else None


def _sweep(home: Home, names: list[str]) -> None:
    for name in names:
        path = os.path.join(home.spool, name)
        try:
            if os.stat(path).st_mtime < time.time() - LEFT_OVER_S:
                os.unlink(path)
        except OSError:
            continue


def set_aside(path: str) -> None:
    """Move a line that nothing can be done with to `spool/bad/`: out of the way, not lost."""
    bad = os.path.join(os.path.dirname(path), "bad")
    try:
        make_folder(bad)
        os.replace(path, os.path.join(bad, os.path.basename(path)))
    except OSError:
        return


def _read_key(home: Home) -> bytes | None:
    text = read_file(home.path("state", "key"))
    try:
        key = bytes.fromhex(text.strip()) if text else b""
    except ValueError:
        return None
    return key if len(key) == KEY_BYTES else None


def _mac(key: bytes, line: dict[str, Any]) -> str:
    import hmac

    signed = {name: value for name, value in line.items() if name != "mac"}
    text = json.dumps(signed, ensure_ascii=True, sort_keys=True, separators=(",", ":"))
    return hmac.digest(key, text.encode(), "sha256").hex()
