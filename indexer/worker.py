"""The worker: short-lived, one at a time, does whatever hooks left in the spool.

Typed commands first, and again between any two batches of other work; then archive, index,
briefs and rules. Killed at any point, the next one finishes the same work exactly once. It
never prints; what went wrong stands in the log.
"""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Mapping
from typing import TYPE_CHECKING, Any

from pmi.base import log, spool
from pmi.base.config import load
from pmi.base.errors import Locked, PmiError, Unwritable
from pmi.base.home import Home
from pmi.base.lock import WorkerLock
from pmi.base.lookup import journal_head
from pmi.store.database import Database, Store

if TYPE_CHECKING:
    from pmi.indexer.projects import Projects
    from pmi.indexer.sync import Archive, SyncReport

START_WAIT_S = 1.0
PATIENCE_S = 60.0
"""How long a worker tries again when the databases are locked, before the line must wait."""

WRITE_WAIT_S = 10.0
RETRY_S = 0.5

TAIL_BYTES = 512 * 1024
"""A longer unread tail of a transcript is archived after the answer to a typed command."""

FRESH_S = 2.0
"""While everything is read for the first time, turns that end wait about so long."""

DATABASES: tuple[Database, ...] = ("memory", "transcripts", "search")

Line = tuple[str, dict[str, Any]]


def main(arguments: list[str]) -> int:
    """Run one worker for `--home PATH` and return 0, whatever happened."""
    named = arguments[arguments.index("--home") + 1 :] if "--home" in arguments else []
    home = Home(named[0]) if named else Home.locate()
    try:
        run(home)
    except Exception as error:  # noqa: BLE001 - nobody is there to see it but the log
        log.note(home, "worker", error)
    return 0


def run(home: Home, patience_s: float = PATIENCE_S) -> None:
    """Work until the spool is empty, unless another worker is at it.

    A line that is put while the lock is released is seen by the look after it; a hook that
    put it earlier saw the lock taken. So no line waits for the next event. A change that
    came without a line, from a shell or the server, shows in the journal.
    """
    if not home.exists():
        return
    give_up = time.monotonic() + patience_s
    wait_s = START_WAIT_S
    while True:
        lock = WorkerLock(home)
        if not lock.acquire(wait_s):
            return
        try:
            refreshed = _work(home, give_up)
        finally:
            lock.release()
        if refreshed is None or not (spool.waiting(home) or journal_head(home) > refreshed):
            return
        wait_s = 0.0


def _work(home: Home, give_up: float) -> int | None:
    """Do all there is to do, and return the journal's number up to which it was made.

    None where the databases stayed locked: lines remain for the next worker.
    """
    while True:
        with Store(home, wait_s=WRITE_WAIT_S) as store:
            try:
                return Turn(store).run()
            except (Locked, Unwritable) as error:
                log.note(home, "worker waits", error)
                if isinstance(error, Unwritable) or time.monotonic() > give_up:
                    return None
        time.sleep(RETRY_S)


class Turn:
    """One pass over the spool and everything that follows from it."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._home = store.home
        self._settings, self._knows_what_is_private = self._load_settings()
        self._archive_made: Archive | None = None
        self._projects_made: Projects | None = None
        self._serving = False
        self._touched: dict[str, None] = {}
        """Projects that something happened in: their briefs are prepared."""

        self._heard: dict[str, str] = {}
        """Sessions of which a hook told something, with the last event: those that are over get
        their summaries now, the others go on."""

        self._fresh_since: float | None = None
        """While everything is read: when turns that ended meanwhile were brought in last."""

    def run(self) -> int | None:
        """Serve, archive, index and prepare, until no line is left.

        Trigger: `config.toml` can not be read. Why: it says which folders are kept out.
        Outcome: nothing is archived; the lines wait until the file is mended.

        Returns:
            The journal's number up to which everything was prepared; None where lines wait.
        """
        self.serve_commands()
        if not self._knows_what_is_private:
            self._refresh()
            return None
        while True:
            self._archive_lines(self._other_lines())
            self.learn()
            head = self._refresh()
            if not spool.waiting(self._home):
                break
        self._summarize()
        self._make_vectors(head)
        self._keep_house()
        return head

    def serve_commands(self) -> None:
        """Answer every typed command that waits, oldest first; not while one is answered."""
        if self._serving:
            return
        self._serving = True
        try:
            for path, line in spool.take(self._home):
                if line["event"] == "command":
                    self._guarded(path, line, self._serve)
        finally:
            self._serving = False

    def _serve(self, line: dict[str, Any]) -> None:
        from pmi.indexer.commands import Typed, serve

        typed = Typed.from_line(self._store, line)
        self._archive_before(typed.at, line)
        place = self._projects.place_of(typed.cwd)
        self._touched[place.present] = None
        serve(self._store, typed, place, str(self._settings["general"]["language"]))

    def _archive_before(self, moment: str, line: Mapping[str, Any]) -> None:
        """Archive what was said before a command, so that it stands at its place.

        Trigger: the turn before it is not archived yet. Why: positions in a conversation
        never move. Outcome: the tail of the transcript first, unless it is long.
        """
        path = line.get("transcript")
        if not isinstance(path, str) or not os.path.isfile(path) or not self._knows_what_is_private:
            return
        from pmi.indexer.discover import find_transcript
        from pmi.indexer.sync import SyncReport
        from pmi.store.files_read import find_file

        found = find_transcript(path, "", [])
        state = find_file(self._store.reading("transcripts"), path)
        done = state.offset if state is not None else 0
        if found is not None and 0 < found.size - done <= TAIL_BYTES:
            self._archive.sync_transcript(found, SyncReport(), until=moment)

    def _other_lines(self) -> list[Line]:
        return [item for item in spool.take(self._home) if item[1]["event"] != "command"]

    def _archive_lines(self, lines: list[Line]) -> None:
        for path, line in lines:
            self._guarded(path, line, self._archive_line)
            self.serve_commands()

    def _archive_line(self, line: dict[str, Any]) -> None:
        from pmi.indexer.discover import find_transcript, list_config_folders

        folders = list_config_folders(self._home)
        session = line.get("session")
        path = line.get("transcript")
        found = find_transcript(
            path if isinstance(path, str) else "",
            session if isinstance(session, str) else "",
            folders,
        )
        if found is not None:
            self._archive.sync_session(found)
        cwd = line.get("cwd")
        if isinstance(cwd, str):
            self._touched[self._projects.place_of(cwd).present] = None
        if isinstance(session, str):
            self._heard[session] = str(line["event"])
            self._note_matched(session, line.get("at"))
        if line["event"] == "start":
            self._note_shown(line)
            for problem in self.archive_everything(folders).problems[:20]:
                log.note(self._home, "sync", problem)

    def archive_everything(
        self, folders: list[str], progress: Callable[[int, int], None] | None = None
    ) -> SyncReport:
        """Archive all that changed below some folders; commands and turns are served meanwhile.

        Args:
            progress: Called with bytes done and bytes in all.
        """
        self._fresh_since = time.monotonic()
        try:
            report = self._archive.sync_all(folders, progress)
        finally:
            self._fresh_since = None
        self.learn()
        return report

    def learn(self) -> None:
        """Make learnings of what was archived; what can not be looked through waits."""
        from pmi.api import Memory

        try:
            Memory(self._store, "hook").stage(between=self.serve_commands)
        except (Locked, Unwritable):
            raise
        except PmiError as error:
            log.note(self._home, "learn", error)

    def _note_shown(self, line: Mapping[str, Any]) -> None:
        """Note which learnings a start has shown, as its hook says."""
        from pmi.store.uses import Use, add_uses

        session, at, shown = line.get("session"), line.get("at"), line.get("shown")
        if not (isinstance(session, str) and isinstance(at, str) and isinstance(shown, list)):
            return
        numbers = [one for one in shown if type(one) is int and 0 < one < 2**31]
        if numbers and session:
            with self._store.writing("transcripts") as connection:
                add_uses(connection, [Use("shown", one, session, at) for one in numbers])

    def _note_matched(self, session: str, at: object) -> None:
        """Count the lessons that the session's prompts pointed to."""
        from pmi.learn.matched import note_matched

        if isinstance(at, str):
            note_matched(self._store, session, at)

    def _between_batches(self) -> None:
        """Answer typed commands; now and then bring in the turns that ended meanwhile.

        Trigger: a first index goes on for minutes. Why: a turn is to be found seconds after
        its end, and what is archived already can be searched. Outcome: the lines of other
        sessions are served, and the index follows, while everything else waits.
        """
        self.serve_commands()
        since = self._fresh_since
        if since is None or time.monotonic() - since < FRESH_S:
            return
        from pmi.search.index import catch_up

        self._fresh_since = None  # what follows has batches of its own
        self._archive_lines([item for item in self._other_lines() if item[1]["event"] != "start"])
        self.learn()
        catch_up(self._store, None, self.serve_commands)
        self._fresh_since = time.monotonic()

    def _guarded(
        self, path: str, line: dict[str, Any], act: Callable[[dict[str, Any]], None]
    ) -> None:
        """Act on a line and remove it; one that can not be acted on is set aside, not lost."""
        try:
            act(line)
        except (Locked, Unwritable):
            raise
        except Exception as error:  # noqa: BLE001 - one bad line must not stop the others
            log.note(self._home, f"line {line.get('event')}", error)
            spool.set_aside(path)
        else:
            spool.done(path)

    def _refresh(self) -> int:
        from pmi.api import Memory
        from pmi.search.index import catch_up

        head = journal_head(self._home)
        try:
            catch_up(self._store, None, self.serve_commands)
            Memory(self._store, "hook").refresh([key for key in self._touched if key])
        except (Locked, Unwritable):
            raise
        except PmiError as error:
            log.note(self._home, "refresh", error)
        self.serve_commands()
        return head

    def _summarize(self) -> None:
        """Write the summaries of sessions that are over; what can not be written stays due."""
        from pmi.api import Memory

        memory = Memory(self._store, "hook")
        ended = {session for session, event in self._heard.items() if event == "end"}
        busy = self._heard.keys() - ended
        try:
            written = memory.write_summaries(ended, busy=busy, between=self.serve_commands)
            if written:
                memory.refresh([key for key in written if key])
        except Locked:
            raise
        except PmiError as error:
            log.note(self._home, "summaries", error)
        self.serve_commands()

    def _make_vectors(self, head: int) -> None:
        from pmi.indexer.meaning import make_vectors

        limit_s = float(self._settings["embedding"]["seconds_per_run"])
        make_vectors(self._store, self.serve_commands, head=head, limit_s=limit_s)

    def _keep_house(self) -> None:
        """Leave small files behind: write-ahead logs cut, old session states removed."""
        from pmi.base import sessions

        sessions.prune(self._home)
        for name in DATABASES:
            try:
                self._store.checkpoint(name)
            except PmiError as error:
                log.note(self._home, "checkpoint", error)

    def _load_settings(self) -> tuple[dict[str, dict[str, Any]], bool]:
        """Return the settings, and whether they are the user's: a broken file says nothing."""
        from pmi.base.config import defaults, write_prepared

        try:
            write_prepared(self._home)
            return load(self._home), True
        except (PmiError, OSError) as error:
            log.note(self._home, "config", error)
            return defaults(), False

    @property
    def _archive(self) -> Archive:
        if self._archive_made is None:
            from pmi.indexer.capture import CaptureRules
            from pmi.indexer.sync import Archive

            rules = CaptureRules.from_config(self._settings, self._home.root)
            self._archive_made = Archive(
                self._store, self._home, rules, self._projects, self._between_batches
            )
        return self._archive_made

    @property
    def _projects(self) -> Projects:
        if self._projects_made is None:
            from pmi.indexer.projects import Projects

            self._projects_made = Projects(self._home, self._store)
        return self._projects_made
