"""Opens the databases of a home, the one way they are opened for writing.

``Store`` keeps one connection per database and opens it when it is first needed. A write is
one short transaction that waits for other writers; a read never leaves a transaction open.

Example:
    >>> with Store(Home("/tmp/home")) as store:  # doctest: +SKIP
    ...     with store.writing("memory") as connection:
    ...         connection.execute("INSERT …")
"""

from __future__ import annotations

import os
import sqlite3
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from types import TracebackType
from typing import Literal, Self

from pmi.base import clock
from pmi.base.errors import Damaged, PmiError, Unwritable
from pmi.base.home import Home, open_private
from pmi.store.failures import is_locked, primary_code, translate, translated
from pmi.store.migrating import Step, list_steps, migrate

Database = Literal["memory", "transcripts", "search"]

BUSY_TIMEOUT_MS = 5000
"""How long one statement waits for another process's write."""

WRITE_WAIT_S = 30.0
"""How long a whole write waits for its turn before it gives up."""

WAL_LIMIT_BYTES = 4 * 1024 * 1024
"""The size to which a write-ahead file is cut back once it was checkpointed."""

_PRAGMAS = (
    "PRAGMA foreign_keys = ON",
    "PRAGMA secure_delete = ON",
    f"PRAGMA journal_size_limit = {WAL_LIMIT_BYTES}",
    "PRAGMA wal_autocheckpoint = 500",
    "PRAGMA temp_store = MEMORY",
)
_READONLY = {sqlite3.SQLITE_READONLY, sqlite3.SQLITE_CANTOPEN}


def open_database(
    path: str, steps: list[Step], *, backups: str = "", wait_s: float = WRITE_WAIT_S
) -> sqlite3.Connection:
    """Return a connection to a database at the present schema, made when missing.

    The connection is in autocommit mode: a transaction is begun and ended in words.

    Args:
        path: The file; made 0600 under any umask.
        steps: Migrations of this database, in order; none for one without.
        backups: Folder for the copy that is made before an older one is migrated.
        wait_s: How long to wait for a process that holds the file.

    Raises:
        Locked, Unwritable, Damaged, SchemaTooNew: It can not be used; it was not changed.
    """
    with translated(path):
        if not os.path.exists(path):
            _make_file(path)
        connection = sqlite3.connect(path, timeout=BUSY_TIMEOUT_MS / 1000, isolation_level=None)
        try:
            connection.row_factory = sqlite3.Row
            for pragma in _PRAGMAS:
                connection.execute(pragma)
            deadline = time.monotonic() + wait_s
            _retrying(lambda: _use_wal(connection), deadline)
            _retrying(lambda: migrate(connection, steps, path=path, backups=backups), deadline)
        except BaseException:
            connection.close()
            raise
        return connection


class Store:
    """The databases of one home; connections are opened when they are first used.

    Args:
        home: Where the databases lie; it must exist.
        clock: What time it is, for everything that is written through this store.
        wait_s: How long a write waits for another process's.
    """

    def __init__(
        self,
        home: Home,
        clock: Callable[[], str] = clock.now,
        *,
        wait_s: float = WRITE_WAIT_S,
    ) -> None:
        self.home = home
        self.clock = clock
        self.wait_s = wait_s
        self._connections: dict[str, sqlite3.Connection] = {}

    def reading(self, name: Database) -> sqlite3.Connection:
        """Return the connection for reading; where the folder is read-only it still reads."""
        connection = self._connections.get(name)
        if connection is None:
            connection = self._open(name)
            self._connections[name] = connection
        return connection

    @contextmanager
    def writing(self, name: Database) -> Iterator[sqlite3.Connection]:
        """Give a connection inside one write transaction, committed at the end.

        Any exception rolls everything back. Waits for other writers up to ``wait_s``.

        Raises:
            Locked, Unwritable, Damaged: Nothing was written.
        """
        connection = self.reading(name)
        path = self.path(name)
        with translated(path):
            _retrying(lambda: connection.execute("BEGIN IMMEDIATE"), self._deadline())
            try:
                yield connection
                _retrying(lambda: connection.execute("COMMIT"), self._deadline())
            except BaseException:
                if connection.in_transaction:
                    connection.execute("ROLLBACK")
                raise

    def path(self, name: Database) -> str:
        """Return the file of a database."""
        return self.home.path(f"{name}.db")

    def explain(self, error: BaseException | None) -> PmiError | None:
        """Return our error for one of SQLite's, about the file that is damaged; else None.

        A read says only that some database is damaged: each that is open is looked through.
        """
        if not isinstance(error, sqlite3.Error):
            return None
        found = translate(error, self.home.root)
        if not isinstance(found, Damaged):
            return found
        for name, connection in self._connections.items():
            try:
                told = connection.execute("PRAGMA quick_check(1)").fetchone()[0]
            except sqlite3.DatabaseError as trouble:
                told = str(trouble)
            if told != "ok":
                return translate(error, self.home.path(f"{name}.db"))
        return found

    def checkpoint(self, name: Database) -> None:
        """Bring the write-ahead file into the database and cut it to nothing, if nobody reads."""
        with translated(self.path(name)):
            self.reading(name).execute("PRAGMA wal_checkpoint(TRUNCATE)").fetchall()

    def close(self, name: Database | None = None) -> None:
        """Close one connection, or all; the next use opens it again."""
        for known in (name,) if name is not None else tuple(self._connections):
            connection = self._connections.pop(known, None)
            if connection is not None:
                connection.close()

    def __enter__(self) -> Self:
        """Return the store itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close all connections."""
        self.close()

    def _deadline(self) -> float:
        return time.monotonic() + self.wait_s

    def _open(self, name: Database) -> sqlite3.Connection:
        self.home.require()
        path = self.path(name)
        steps = [] if name == "search" else list_steps(name)
        try:
            return open_database(path, steps, backups=self.home.path("backups"), wait_s=self.wait_s)
        except Unwritable as error:
            cause = error.__cause__
            read_only = isinstance(cause, sqlite3.Error) and primary_code(cause) in _READONLY
            if read_only and _is_settled(path) and not os.access(self.home.root, os.W_OK):
                return _open_immutable(path)
            raise


def _open_immutable(path: str) -> sqlite3.Connection:
    # A read-only folder has no room for the shared-memory file that WAL wants.
    from urllib.parse import quote

    connection = sqlite3.connect(
        f"file:{quote(path)}?mode=ro&immutable=1", uri=True, isolation_level=None
    )
    connection.row_factory = sqlite3.Row
    return connection


def _is_settled(path: str) -> bool:
    try:
        return os.path.isfile(path) and os.path.getsize(path) > 0 and not _size(path + "-wal")
    except OSError:
        return False


def _size(path: str) -> int:
    try:
        return os.path.getsize(path)
    except OSError:
        return 0


def _make_file(path: str) -> None:
    try:
        os.close(open_private(path, os.O_RDWR | os.O_CREAT))
    except OSError as error:
        raise Unwritable(
            f"{path} can not be made: {error.strerror}.", "free space, or check the folder"
        ) from error


def _use_wal(connection: sqlite3.Connection) -> None:
    if connection.execute("PRAGMA journal_mode").fetchone()[0] != "wal":
        connection.execute("PRAGMA journal_mode = WAL").fetchall()


def _retrying(act: Callable[[], object], deadline: float) -> None:
    """Do something again while another process holds the lock, until the deadline.

    SQLite's own waiting is bounded and, where the whole file changes its mode, absent.
    """
    pause_s = 0.002
    while True:
        try:
            act()
            return
        except sqlite3.OperationalError as error:
            if not is_locked(error) or time.monotonic() >= deadline:
                raise
        time.sleep(pause_s)
        pause_s = min(pause_s * 2, 0.1)
