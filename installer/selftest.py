"""Runs every registered command once, exactly as Claude Code would, and says what came of it.

An installation claims success only after this: each hook started from what stands in the
settings file, the server asked for its tools, and one event followed into the memory.
"""

from __future__ import annotations

import json
import os
import queue
import subprocess
import tempfile
import threading
import time
import uuid
from collections.abc import Iterator
from contextlib import contextmanager, nullcontext
from typing import Any

from pmi.base import sessions, spool
from pmi.base.home import Home
from pmi.base.lock import WorkerLock
from pmi.base.process import start_worker
from pmi.installer import manifest as records
from pmi.installer import settings
from pmi.installer.plan import Choices
from pmi.installer.registration import registered
from pmi.model.finding import Finding

DELIVERY_S = 20
"""How long an event may take from a hook into the memory."""

_SERVER_S = 60
_GRACE_S = 5
_IDLE_S = 2.0
_LAST = "SessionStart"
_ORDER = ("Stop", "UserPromptSubmit", "SessionEnd", _LAST)
_TOOLS = {
    "memory_get_context",
    "memory_map",
    "memory_search",
    "memory_get",
    "memory_list",
    "memory_add_source",
    "memory_propose",
}


def run_hooks(choices: Choices) -> list[Finding]:
    """Return a finding for each event: was its hook run, quickly, silently, with one answer."""
    text = records.read_text(choices.settings_file) or "{}"
    found = settings.list_hooks(settings.parse_settings(text, choices.settings_file))
    session = f"{sessions.SELF_TEST}{uuid.uuid4().hex[:12]}"
    findings = []
    for event in _ORDER:
        handlers = found.get(event, [])
        if len(handlers) != 1:
            count = len(handlers)
            message = f"{count} hooks of ours are registered for {event}, 1 is expected"
            findings.append(_finding("hook_count", event, message, "pmi install"))
            continue
        with _without_worker(choices.home, session) if event == _LAST else nullcontext():
            findings.append(run_hook(event, handlers[0], session))
        if event == "Stop":
            findings.append(wait_for_delivery(choices.home, session))
    _forget_session(choices.home, session)
    return findings


@contextmanager
def _without_worker(home: Home, session: str) -> Iterator[None]:
    """Let no worker act on what the self-test leaves, and take that away again.

    The line of a start makes a worker read all past conversations, which is for the user to
    begin. Where one is at work already nothing is held back: it reads them anyway.
    """
    lock = WorkerLock(home)
    if not lock.acquire(_IDLE_S):
        yield
        return
    try:
        yield
        for path in _lines_of(home, session):
            spool.done(path)
    finally:
        lock.release()
    if spool.waiting(home):
        start_worker(home)


def run_hook(event: str, handler: dict[str, Any], session: str) -> Finding:
    """Return what came of one registered hook, started without a shell as Claude Code does."""
    timeout_s = handler.get("timeout")
    if isinstance(timeout_s, bool) or not isinstance(timeout_s, int):
        message = f"its timeout {timeout_s!r} is no whole number: Claude Code never runs it"
        return _finding("hook_timeout", event, message, "pmi install")
    with tempfile.TemporaryDirectory() as folder:
        said = json.dumps(_input(event, session, folder), ensure_ascii=False) + "\n"
        started = time.monotonic()
        try:
            done = subprocess.run(
                [str(handler.get("command")), *map(str, handler.get("args", []))],
                input=said,
                cwd=folder,
                env=_environment(session, folder),
                capture_output=True,
                encoding="utf-8",
                errors="replace",
                timeout=timeout_s,
                start_new_session=True,
                check=False,
            )
        except subprocess.TimeoutExpired:
            return _finding("hook_slow", event, f"not done after {timeout_s} s", "pmi doctor")
        except OSError as error:
            message = f"{handler.get('command')} can not be started: {error.strerror}"
            return _finding("hook_broken", event, message, "pmi install")
    seconds = time.monotonic() - started
    fault = _fault(event, done)
    if fault:
        return _finding("hook_broken", event, fault, "pmi install")
    return Finding("hook", event, "ok", f"answers in {seconds:.2f} s")


def wait_for_delivery(home: Home, session: str) -> Finding:
    """Return whether the worker took in what a hook left, within ``DELIVERY_S``."""
    started = time.monotonic()
    while _lines_of(home, session):
        if time.monotonic() - started > DELIVERY_S:
            message = f"an event still lies in {home.spool} after {DELIVERY_S} s"
            return _finding("delivery", "worker", message, "pmi doctor --fix")
        time.sleep(0.05)
    seconds = time.monotonic() - started
    return Finding("delivery", "worker", "ok", f"an event was taken in after {seconds:.1f} s")


def run_server(choices: Choices) -> Finding:
    """Return whether the registered server starts and offers its tools."""
    entry = registered(choices)
    if entry is None:
        message = f"no server in {choices.state_file}"
        return _finding("server_missing", "MCP server", message, "pmi install")
    started = time.monotonic()
    try:
        names = list_tools(entry)
    except (OSError, ValueError, TimeoutError) as error:
        return _finding(
            "server_broken", "MCP server", f"it does not answer: {error}", "pmi install"
        )
    if not names >= _TOOLS:
        missing = ", ".join(sorted(_TOOLS - names))
        return _finding("server_broken", "MCP server", f"tools are missing: {missing}", "")
    seconds = time.monotonic() - started
    return Finding("server", "MCP server", "ok", f"{len(names)} tools after {seconds:.1f} s")


def list_tools(entry: dict[str, Any]) -> set[str]:
    """Return the names of a stdio server's tools.

    Raises:
        TimeoutError: It does not answer within a minute.
        ValueError: Its answer is no answer.
        OSError: It can not be started.
    """
    extra = entry.get("env")
    environment = {**os.environ, **(extra if isinstance(extra, dict) else {})}
    process = subprocess.Popen(
        [str(entry.get("command")), *map(str, entry.get("args", []))],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        env=environment,
        encoding="utf-8",
    )
    try:
        about = {"protocolVersion": "2025-06-18", "capabilities": {}}
        client = {"clientInfo": {"name": "pmi-selftest", "version": "1"}}
        lines = _Lines(process)
        lines.ask({"id": 1, "method": "initialize", "params": about | client})
        lines.say({"method": "notifications/initialized"})
        answer = lines.ask({"id": 2, "method": "tools/list", "params": {}})
        return {str(tool["name"]) for tool in answer["result"]["tools"]}
    except (KeyError, TypeError) as error:
        raise ValueError(f"unexpected answer: {error}") from error
    finally:
        _end(process)


class _Lines:
    """JSON-RPC over a process's pipes, one object per line, with a deadline."""

    def __init__(self, process: subprocess.Popen[str]) -> None:
        self._process = process
        self._lines: queue.Queue[str] = queue.Queue()
        threading.Thread(target=self._read, daemon=True).start()

    def say(self, message: dict[str, Any]) -> None:
        stdin = self._process.stdin
        if stdin is not None:
            stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
            stdin.flush()

    def ask(self, message: dict[str, Any]) -> dict[str, Any]:
        self.say(message)
        while True:
            try:
                line = self._lines.get(timeout=_SERVER_S)
            except queue.Empty:
                raise TimeoutError(f"no answer within {_SERVER_S} s") from None
            if not line:
                raise ValueError("it ended without an answer")
            answer = json.loads(line)
            if isinstance(answer, dict) and answer.get("id") == message["id"]:
                return answer

    def _read(self) -> None:
        for line in self._process.stdout or ():
            self._lines.put(line)
        self._lines.put("")


def _end(process: subprocess.Popen[str]) -> None:
    if process.stdin is not None:
        try:
            process.stdin.close()
        except OSError:
            process.kill()
    try:
        process.wait(_GRACE_S)
    except subprocess.TimeoutExpired:
        process.kill()
        process.wait()
    if process.stdout is not None:
        process.stdout.close()


def _fault(event: str, done: subprocess.CompletedProcess[str]) -> str:
    """Return what is wrong with a hook's end, empty when it is as it must be."""
    if done.returncode != 0:
        return f"it ends with {done.returncode}: {done.stderr.strip()[-300:]}"
    if done.stderr:
        return f"it writes to stderr: {done.stderr.strip()[-300:]}"
    if not done.stdout.strip():
        return ""
    if event in {"Stop", "SessionEnd"}:
        return f"it prints: {done.stdout[:100]}"
    try:
        answer = json.loads(done.stdout)
    except ValueError:
        return f"it prints something that is not JSON: {done.stdout[:100]}"
    return "" if isinstance(answer, dict) else "it prints JSON that is no object"


def _input(event: str, session: str, folder: str) -> dict[str, Any]:
    common = {
        "session_id": session,
        "transcript_path": os.path.join(folder, f"{session}.jsonl"),
        "cwd": folder,
        "hook_event_name": event,
    }
    own: dict[str, dict[str, Any]] = {
        "SessionStart": {"source": "startup"},
        "UserPromptSubmit": {"prompt": "PMI self-test 自检", "prompt_id": session},
        "Stop": {"stop_hook_active": False, "last_assistant_message": "PMI self-test"},
        "SessionEnd": {"reason": "other"},
    }
    return common | own[event]


def _environment(session: str, folder: str) -> dict[str, str]:
    """Return what Claude Code gives a hook: its own environment and its marks."""
    kept = {name: value for name, value in os.environ.items() if name != "PMI_INSIDE"}
    marks = {
        "CLAUDECODE": "1",
        "CLAUDE_PROJECT_DIR": folder,
        "CLAUDE_CODE_SESSION_ID": session,
        "CLAUDE_CODE_SESSION_ATTENDED": "0",
        "CLAUDE_PID": str(os.getpid()),
    }
    return kept | marks


def _lines_of(home: Home, session: str) -> list[str]:
    """Return the files of the spool in which a line of the session still lies."""
    try:
        names = os.listdir(home.spool)
    except OSError:
        return []
    found = []
    for name in names:
        path = os.path.join(home.spool, name)
        try:
            with open(path, encoding="utf-8", errors="replace") as file:
                if session in file.read():
                    found.append(path)
        except OSError:
            continue
    return found


def _forget_session(home: Home, session: str) -> None:
    path = home.path("state", "sessions", f"{session}.json")
    if os.path.exists(path):
        os.unlink(path)


def _finding(code: str, subject: str, message: str, fix: str) -> Finding:
    return Finding(code, subject, "error", message, fix)
