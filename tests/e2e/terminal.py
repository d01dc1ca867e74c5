"""Drive the real Claude Code CLI in a terminal, against the fake Messages API.

Some things exist only where a person sits at a terminal: slash commands typed into
the prompt, lines that hooks show on the screen, CLAUDE_CODE_SESSION_ATTENDED=1.

    with ClaudeTerminal(project, config, [{"text": "Hello."}]) as claude:
        claude.submit("hi")
        claude.wait_for("Hello.")
        claude.exit()

The CLI runs in a pseudo-terminal that pyte renders, in the environment of ``claude_cli``:
the test's HOME, nothing of the caller's settings, no network. Nothing here sleeps for a
fixed time: each step waits for what it needs to see, and fails with the screen.
"""

from __future__ import annotations

import contextlib
import json
import os
import re
import select
import signal
import tempfile
import threading
import time
import uuid
import warnings
from collections.abc import Callable, Mapping, Sequence
from functools import partial
from pathlib import Path
from typing import TYPE_CHECKING, Any

from ptyprocess import PtyProcess

from tests.e2e.claude_cli import child_environment, get_cli
from tests.e2e.fake_api import FakeApi, Script
from tests.e2e.preparing import kill_marked, seed, settings
from tests.e2e.screen import Screen, Stream, shows, squeeze

if TYPE_CHECKING:
    from typing import Self

Json = dict[str, Any]

KEYS = {
    # As the kitty protocol writes it: a bare ESC byte could merge with the next key.
    "esc": "\x1b[27u",
    "enter": "\r",
    "tab": "\t",
    "shift-tab": "\x1b[Z",
    "backspace": "\x7f",
    "up": "\x1b[A",
    "down": "\x1b[B",
    "right": "\x1b[C",
    "left": "\x1b[D",
}
"""Keys by name; ``ctrl-c`` and the like are computed."""

TURN_ENDED = re.compile(r"^✻ \S+ for \d", re.MULTILINE)
"""The line that closes a turn, "✻ Worked for 3s". Neither title nor footer would do: a
turn may be over before the CLI has drawn that it is busy.
"""


class ClaudeTerminal:
    """One interactive session of the CLI, as a context manager.

    ``script`` are the fake model's replies (see ``fake_api``), ``args`` more
    arguments for the CLI. Onboarding and trust are seeded in ``config/.claude.json``;
    ``config/settings.json`` stays as it is. Unless that names a permission mode of its
    own, no tool call opens a dialog: built-in tools, configured MCP servers and what
    ``allow`` names (``mcp__plugin_NAME_SERVER``) run, everything else is denied.
    """

    def __init__(
        self,
        project: Path,
        config: Path,
        script: Script | None = None,
        *,
        args: Sequence[str] = (),
        env: Mapping[str, str] | None = None,
        allow: Sequence[str] = (),
        columns: int = 120,
        rows: int = 40,
    ) -> None:
        self.project, self.config = project.resolve(), config.resolve()
        self.exit_code: int | None = None  # negative: the signal that ended the CLI
        self._script, self._args, self._allow = script or [], args, allow
        self._env = {"TERM": "xterm-256color", **(env or {})}
        self._mark = str(uuid.uuid4())
        self._screen = Screen(columns, rows, self._send)
        self._drawn = threading.Condition(threading.RLock())
        self._closed = False  # nothing more will be drawn
        self._turns_before = 0

    def __enter__(self) -> Self:
        cli = get_cli()
        with contextlib.ExitStack() as stack:
            scratch = stack.enter_context(tempfile.TemporaryDirectory())
            self.api = stack.enter_context(FakeApi(self._script))
            own = {"TMPDIR": scratch, "CLAUDE_TERMINAL_MARK": self._mark}
            env = child_environment(self.config, self.api.url, self._env | own)
            seed(self.config / ".claude.json", self.project, env["ANTHROPIC_API_KEY"])
            flags = json.dumps(settings(self.project, self.config, self._allow))
            stack.callback(kill_marked, self._mark)
            with warnings.catch_warnings():
                # Python warns of a fork beside threads; here the child execs at once.
                warnings.simplefilter("ignore", DeprecationWarning)
                self._child = PtyProcess.spawn(
                    [cli, "--settings", flags, *self._args],
                    cwd=str(self.project),
                    env=env,
                    dimensions=(self._screen.lines, self._screen.columns),
                )
            self._reader = threading.Thread(target=self._read, daemon=True)
            self._reader.start()
            stack.callback(self._close)
            self._stack = stack.pop_all()
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    # What there is to see

    def screen(self) -> str:
        """Return the visible screen, without blanks at line ends."""
        with self._drawn:
            return "\n".join(line.rstrip() for line in self._screen.display).rstrip()

    def history(self) -> str:
        """Return all that was shown: what has scrolled off the screen, then the screen."""
        with self._drawn:
            return "\n".join([*self._screen.scrolled_off(), self.screen()])

    def prompt_box(self) -> str | None:
        """Return what is typed into the prompt, or None where a dialog hides it."""
        lines = self.screen().splitlines()
        rules = [number for number, line in enumerate(lines) if line.startswith("───")]
        box = "\n".join(lines[rules[-2] + 1 : rules[-1]]) if len(rules) > 1 else ""
        return box.removeprefix("❯").strip() if box.startswith(("❯", "!")) else None

    @property
    def requests(self) -> list[Json]:
        """Bodies of the requests that reached the model, oldest first."""
        return self.api.requests

    def transcript(self, timeout: float = 10) -> Path:
        """Return the session's transcript (after ``/clear``, that of the new session)."""
        folder = self.config / "projects"
        self.wait_until(lambda: any(folder.glob("*/*.jsonl")), timeout, "a transcript")
        return max(folder.glob("*/*.jsonl"), key=lambda path: path.stat().st_mtime_ns)

    def alive(self) -> bool:
        """Tell whether the CLI runs."""
        if self.exit_code is None and not self._child.isalive():
            signalled = self._child.signalstatus
            self.exit_code = -signalled if signalled else self._child.exitstatus
        return self.exit_code is None

    # Waiting

    def wait_for(self, wanted: str | re.Pattern[str], timeout: float = 30) -> str:
        """Wait until text is on the screen or has scrolled off it; return ``history()``.

        A string is compared without white space, because the CLI wraps long lines; a
        compiled pattern is searched in the text as it is shown.
        """
        self.wait_until(lambda: shows(self.history(), wanted), timeout, repr(wanted))
        return self.history()

    def wait_for_reply(self, timeout: float = 30) -> str:
        """Wait until the turn that the last submit began is over, its Stop hooks too.

        A turn that a hook blocks or the user interrupts has no reply: wait for its text.
        """
        before = self._turns_before
        self.wait_until(lambda: self._turns_ended() > before, timeout, "the turn's end")
        return self.history()

    def wait_for_exit(self, timeout: float = 30) -> int:
        """Wait until the CLI has ended; return its exit code."""
        self.wait_until(lambda: not self.alive(), timeout, "the CLI's end")
        assert self.exit_code is not None
        return self.exit_code

    def wait_until(self, reached: Callable[[], object], timeout: float, what: str) -> None:
        """Wait until ``reached()`` is true; fail after ``timeout`` seconds or the CLI's end."""
        started = time.monotonic()
        while True:
            waited = time.monotonic() - started
            over = waited > timeout or (self._closed and not self.alive())
            if reached():
                return
            if over:
                state = "runs" if self.alive() else f"has ended ({self.exit_code})"
                why = f"Not seen in {waited:.1f} s: {what}. The CLI {state}, its screen:"
                raise TimeoutError(f"{why}\n{self.history()}")
            with self._drawn:
                self._drawn.wait(0.05)  # or until something is drawn

    # What a person does

    def type(self, text: str, timeout: float = 30) -> None:
        """Type text into the prompt, and wait until it is shown there."""
        self.wait_until(lambda: self.prompt_box() is not None, timeout, "the prompt")
        shown = ""
        for piece in re.findall(r".{1,80}\n?|\n", text):  # much at once counts as a paste
            self._send(piece)
            shown += piece
            self.wait_until(partial(self._typed, shown), timeout, f"the prompt {shown!r}")

    def paste(self, text: str, timeout: float = 30) -> None:
        """Paste text into the prompt: above 3 lines or 800 characters only a note is shown."""
        before = self.prompt_box()
        self._send(f"\x1b[200~{text}\x1b[201~")
        self.wait_until(lambda: self.prompt_box() != before, timeout, "the pasted text")

    def press(self, key: str) -> None:
        """Press a key: one of ``KEYS``, or ``ctrl-`` and a letter."""
        control = re.fullmatch("ctrl-([a-z])", key)
        self._send(chr(ord(control[1]) - 96) if control else KEYS[key])

    def submit(self, prompt: str = "", timeout: float = 30) -> None:
        """Type a prompt or a slash command, press Enter, and wait until it was taken.

        The prompt must have been empty: what Esc gave back, ``press("ctrl-u")`` removes.
        Without text, what was typed and pasted before is submitted.
        """
        self.type(prompt, timeout)
        typed = prompt or self.prompt_box() or ""
        self.wait_until(partial(self._starts, typed), timeout, f"the prompt {typed!r} alone")
        self._turns_before = self._turns_ended()
        self.press("enter")
        taken = lambda: not (self.alive() and self._starts(typed))
        self.wait_until(taken, timeout, f"{typed!r} submitted")

    def exit(self, timeout: float = 30) -> int:
        """End the session with ``/exit`` as a user does; return the exit code."""
        self.submit("/exit", timeout)
        return self.wait_for_exit(timeout)

    def hang_up(self, timeout: float = 30) -> int:
        """Close the terminal's window (the CLI gets SIGHUP); return the exit code."""
        self._closed = True
        self._reader.join()
        self._child.fileobj.close()
        return self.wait_for_exit(timeout)

    def kill(self, timeout: float = 30) -> int:
        """End the CLI alone with SIGKILL; return the exit code."""
        os.kill(self._child.pid, signal.SIGKILL)
        return self.wait_for_exit(timeout)

    # Within

    def _turns_ended(self) -> int:
        return len(TURN_ENDED.findall(self.history()))

    def _typed(self, text: str) -> bool:
        return squeeze(text) in squeeze(self.prompt_box() or "")

    def _starts(self, text: str) -> bool:
        return squeeze(self.prompt_box() or "").startswith(squeeze(text))

    def _send(self, text: str) -> None:
        os.write(self._child.fd, text.encode())

    def _read(self) -> None:
        """Render at once what the CLI prints, so that it never waits for the test."""
        stream = Stream(self._screen)
        poll = select.poll()
        poll.register(self._child.fd, select.POLLIN)
        while not self._closed:
            if not poll.poll(100):
                continue
            try:
                data = os.read(self._child.fd, 65536)
            except OSError:  # Linux's way to say that the CLI has closed its side
                data = b""
            with self._drawn:
                if not data:
                    self._closed = True
                stream.feed(data)
                self._drawn.notify_all()

    def _close(self) -> None:
        kill_marked(self._mark)
        self._closed = True
        self._reader.join()
        self._child.close(force=True)
        self.alive()  # notes the exit code
