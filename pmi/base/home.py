"""Where things live: the paths of one PMI home, and how files are written there.

The home is ``PMI_HOME``, else ``~/.pmi``. Folders are 0700 and files 0600 whatever the
umask says. Strings and ``os.path`` only: hooks start through this module.
"""

from __future__ import annotations

import os

from pmi.base.errors import NoHome, Unwritable

FOLDERS = ("profile", "domains", "originals", "sessions", "spool", "state", "logs", "backups")


class Home:
    """The paths of one home; making one touches nothing on disk."""

    def __init__(self, root: str) -> None:
        self.root = os.path.abspath(root)

    @classmethod
    def locate(cls, environ: os._Environ[str] | dict[str, str] | None = None) -> Home:
        """Return the home that the environment names, whether or not it exists."""
        values = os.environ if environ is None else environ
        named = values.get("PMI_HOME")
        return cls(named or os.path.join(os.path.expanduser("~"), ".pmi"))

    def path(self, *parts: str) -> str:
        """Return a path inside the home."""
        return os.path.join(self.root, *parts)

    @property
    def memory_db(self) -> str:
        """Return the path of the precious database: journal, memories, sources."""
        return self.path("memory.db")

    @property
    def transcripts_db(self) -> str:
        """Return the path of the precious database of archived conversations."""
        return self.path("transcripts.db")

    @property
    def search_db(self) -> str:
        """Return the path of the disposable search index."""
        return self.path("search.db")

    @property
    def spool(self) -> str:
        """Return the folder in which hooks leave their lines for the worker."""
        return self.path("spool")

    @property
    def state(self) -> str:
        """Return the folder of what can be made again: sessions, answers, briefs, locks."""
        return self.path("state")

    @property
    def config_file(self) -> str:
        """Return the path of the user's configuration."""
        return self.path("config.toml")

    def exists(self) -> bool:
        """Tell whether the home is there."""
        return os.path.isdir(self.root)

    def require(self) -> None:
        """Raise ``NoHome`` unless the home is there."""
        if not self.exists():
            raise NoHome(f"There is no PMI home at {self.root}.", "pmi install")

    def ensure(self) -> None:
        """Make the home and its folders, all 0700; existing ones stay as they are."""
        try:
            for folder in (self.root, *(self.path(name) for name in FOLDERS)):
                make_folder(folder)
        except OSError as error:
            raise Unwritable(
                f"The home {self.root} can not be made: {error.strerror}.",
                "Free space or choose another folder with PMI_HOME",
            ) from error


def make_folder(path: str) -> None:
    """Make a folder 0700, and its parents, under any umask; an existing one is kept."""
    if os.path.isdir(path):
        return
    parent = os.path.dirname(path)
    if parent and not os.path.isdir(parent):
        make_folder(parent)
    try:
        os.mkdir(path, 0o700)
        os.chmod(path, 0o700)
    except FileExistsError:
        return


def write_file(path: str, text: str, *, durable: bool = False) -> None:
    """Replace a file's content at once (0600): readers see the old text or the new one.

    Args:
        path: The file; its folder is made when missing.
        text: The new content, written as UTF-8.
        durable: Also wait until it would survive a power loss.

    Raises:
        OSError: Nothing was changed; the temporary file is gone.
    """
    make_folder(os.path.dirname(path))
    temporary = f"{path}.{os.getpid()}-{os.urandom(4).hex()}.tmp"  # threads share the process
    try:
        handle = open_private(temporary, os.O_WRONLY | os.O_CREAT | os.O_TRUNC)
        try:
            write_all(handle, text.encode("utf-8", "surrogatepass"))
            if durable:
                os.fsync(handle)
        finally:
            os.close(handle)
        os.replace(temporary, path)
    except OSError:
        try:
            os.unlink(temporary)
        except OSError:
            pass
        raise


def open_private(path: str, flags: int) -> int:
    """Return a descriptor of a file that is 0600 under any umask, one that forbids more too.

    Raises:
        OSError: It can not be opened, or is another user's.
    """
    handle = os.open(path, flags, 0o600)
    try:
        if os.fstat(handle).st_mode & 0o777 != 0o600:
            os.fchmod(handle, 0o600)
    except OSError:
        os.close(handle)
        raise
    return handle


def write_all(handle: int, data: bytes) -> None:
    """Write all bytes to a descriptor; a short write goes on or raises."""
    view = memoryview(data)
    while view:
        view = view[os.write(handle, view) :]


def read_file(path: str, limit_chars: int = -1) -> str | None:
    """Return a file's text, or None where it can not be read, or is a pipe or a device.

    Some are not ours: a repository's own files must not hold up who looks at them.

    Args:
        limit_chars: Of a longer one only the beginning is read; -1 for all.
    """
    try:
        with open(path, encoding="utf-8", errors="replace", opener=_open_at_once) as file:
            is_plain = os.fstat(file.fileno()).st_mode & 0o170000 == 0o100000
            return file.read(limit_chars) if is_plain else None
    except OSError:
        return None


def is_text(name: str) -> bool:
    """Tell whether a file's name is text: it can be any bytes, which nothing can store then."""
    return not any("\ud800" <= sign <= "\udfff" for sign in name)


def _open_at_once(path: str, flags: int) -> int:
    # Without O_NONBLOCK the opening of a named pipe waits for somebody who writes into it.
    return os.open(path, flags | os.O_NONBLOCK)
