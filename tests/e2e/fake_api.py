"""A scripted stand-in for the Anthropic Messages API, for end-to-end tests.

The Claude Code CLI, started with ANTHROPIC_BASE_URL pointing here, takes the
scripted replies for the model's. Every request is kept, so that a test can assert on
what really reached the model. Standard library only; it listens on loopback.

The script is a JSON list of turns, or ``{"turns": [...], "default": "text"}``.
A turn is one reply of the model, used once, and holds any of:

    {"text": "Hello"}                                   a text reply
    {"tool": "mcp__mem__search", "input": {"q": "x"}}   a tool call
    {"thinking": "Let me see"}                          a thinking block
    {"blocks": [{...}, {...}]}                          several blocks of these kinds
    {"error": 529, "message": "Overloaded"}             an API error
    {"delay": 1.5, ...}                                 seconds to wait first
    {"usage": {"input_tokens": 190000}, ...}            token counts to report
    {"when": "regex", ...}                              only for a request in whose
                                                        newest messages it is found

A request takes the first unused turn that fits it. The newest messages are those
after the last assistant message: a subagent's first request holds the task given
to it there, a compaction its instruction. A turn without ``when`` fits only
requests that offer tools, which is how a conversation differs from the CLI's
side requests. A request that no turn fits gets the default text.

    with FakeApi([{"text": "Hi"}]) as api:
        ...run the CLI with ANTHROPIC_BASE_URL=api.url...
        assert "fact" in request_text(api.requests[0])
"""

from __future__ import annotations

import contextlib
import json
import re
import threading
import time
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from typing import Self

Json = dict[str, Any]
Script = list[Json] | Json


def text_blocks(content: str | list[Json] | None) -> Iterator[str]:
    """Yield each text in a message's content, tool results included."""
    if isinstance(content, str):
        yield content
        return
    for block in content or []:
        if block.get("type") == "text":
            yield block["text"]
        elif block.get("type") == "tool_result":
            yield from text_blocks(block.get("content"))


def request_text(body: Json) -> str:
    """Return all text that a request shows the model: system prompt, then messages."""
    parts = list(text_blocks(body.get("system")))
    for message in body.get("messages", []):
        parts.extend(text_blocks(message.get("content")))
    return "\n".join(parts)


def newest_text(body: Json) -> str:
    """Return the text of the messages after the last assistant message."""
    newest: list[str] = []
    for message in body.get("messages", []):
        if message.get("role") == "assistant":
            newest.clear()
        else:
            newest.extend(text_blocks(message.get("content")))
    return "\n".join(newest)


def tool_names(body: Json) -> list[str]:
    """Return the names of the tools whose definitions a request holds."""
    return [tool.get("name", "") for tool in body.get("tools") or []]


class FakeApi:
    """The server, as a context manager; ``url`` is its address."""

    def __init__(self, script: Script) -> None:
        plan: Json = script if isinstance(script, dict) else {"turns": script}
        self.default: str = plan.get("default", "OK.")
        self.unused_turns: list[Json] = list(plan.get("turns", []))
        self.records: list[Json] = []
        self._lock = threading.Lock()
        self._server = ThreadingHTTPServer(("127.0.0.1", 0), _handler(self))
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def __enter__(self) -> Self:
        threading.Thread(target=self._server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_: object) -> None:
        self._server.shutdown()
        self._server.server_close()

    @property
    def requests(self) -> list[Json]:
        """Bodies of all requests for a message so far, oldest first."""
        return [record["body"] for record in self.records if record["path"] == "/v1/messages"]

    def take(self, method: str, path: str, headers: Json, body: Json) -> Json:
        """Log a request and return the turn that answers it."""
        with self._lock:
            self.records.append(
                {
                    "time": time.time(),
                    "method": method,
                    "path": path,
                    "headers": headers,
                    "body": body,
                }
            )
            return self._pick(body) if path == "/v1/messages" else {}

    def _pick(self, body: Json) -> Json:
        newest = newest_text(body)
        for position, turn in enumerate(self.unused_turns):
            pattern = turn.get("when")
            if re.search(pattern, newest) if pattern else body.get("tools"):
                return self.unused_turns.pop(position)
        return {"text": self.default}


def make_message(turn: Json, body: Json, serial: int) -> Json:
    """Build the complete reply message for a turn."""
    content: list[Json] = []
    for number, block in enumerate(turn.get("blocks") or [turn]):
        if "tool" in block:
            call_id = f"toolu_{serial:04d}_{number}"
            arguments = block.get("input", {})
            content.append(
                {"type": "tool_use", "id": call_id, "name": block["tool"], "input": arguments}
            )
        elif "thinking" in block:
            content.append({"type": "thinking", "thinking": block["thinking"], "signature": "c2ln"})
        else:
            content.append({"type": "text", "text": block.get("text", "")})
    usage = {
        "input_tokens": max(1, len(json.dumps(body)) // 4),
        "cache_creation_input_tokens": 0,
        "cache_read_input_tokens": 0,
        "output_tokens": max(1, len(json.dumps(content)) // 4),
    }
    return {
        "id": f"msg_{serial:04d}",
        "type": "message",
        "role": "assistant",
        "model": body.get("model", "fake-model"),
        "content": content,
        "stop_reason": "tool_use" if any(b["type"] == "tool_use" for b in content) else "end_turn",
        "stop_sequence": None,
        "usage": usage | turn.get("usage", {}),
    }


def stream_events(message: Json) -> Iterator[Json]:
    """Yield the server-sent events that stream a message."""
    yield {"type": "message_start", "message": message | {"content": [], "stop_reason": None}}
    for index, block in enumerate(message["content"]):
        if block["type"] == "text":
            start = block | {"text": ""}
            deltas = [{"type": "text_delta", "text": block["text"]}]
        elif block["type"] == "thinking":
            start = block | {"thinking": "", "signature": ""}
            deltas = [
                {"type": "thinking_delta", "thinking": block["thinking"]},
                {"type": "signature_delta", "signature": block["signature"]},
            ]
        else:
            start = block | {"input": {}}
            deltas = [{"type": "input_json_delta", "partial_json": json.dumps(block["input"])}]
        yield {"type": "content_block_start", "index": index, "content_block": start}
        for delta in deltas:
            yield {"type": "content_block_delta", "index": index, "delta": delta}
        yield {"type": "content_block_stop", "index": index}
    stop = {"stop_reason": message["stop_reason"], "stop_sequence": None}
    usage = {"output_tokens": message["usage"]["output_tokens"]}
    yield {"type": "message_delta", "delta": stop, "usage": usage}
    yield {"type": "message_stop"}


def _handler(api: FakeApi) -> type[BaseHTTPRequestHandler]:
    class Handler(BaseHTTPRequestHandler):
        protocol_version = "HTTP/1.1"

        def do_GET(self) -> None:
            self._answer(b"")

        def do_POST(self) -> None:
            self._answer(self.rfile.read(int(self.headers.get("Content-Length") or 0)))

        def _answer(self, raw: bytes) -> None:
            try:
                body = json.loads(raw or b"{}")
            except ValueError:
                body = {}
            path = self.path.split("?")[0]
            secret = ("x-api-key", "authorization")
            headers = {k.lower(): v for k, v in self.headers.items() if k.lower() not in secret}
            turn = api.take(self.command, path, headers, body)
            time.sleep(turn.get("delay", 0))
            if path == "/v1/messages/count_tokens":
                self._json(200, {"input_tokens": max(1, len(raw) // 4)})
            elif path != "/v1/messages":
                self._error(404, "not_found_error", "This stand-in has only /v1/messages.")
            elif "error" in turn:
                self._error(turn["error"], "api_error", turn.get("message", "Scripted error"))
            else:
                message = make_message(turn, body, len(api.records))
                if body.get("stream"):
                    self._stream(message)
                else:
                    self._json(200, message)

        def _stream(self, message: Json) -> None:
            events = (
                f"event: {e['type']}\ndata: {json.dumps(e)}\n\n" for e in stream_events(message)
            )
            self._send(200, "text/event-stream", "".join(events))

        def _error(self, status: int, kind: str, text: str) -> None:
            self._json(status, {"type": "error", "error": {"type": kind, "message": text}})

        def _json(self, status: int, value: Json) -> None:
            self._send(status, "application/json", json.dumps(value))

        def _send(self, status: int, mime: str, text: str) -> None:
            data = text.encode()
            with contextlib.suppress(ConnectionError):  # the CLI may have been killed meanwhile
                self.send_response(status)
                self.send_header("Content-Type", mime)
                self.send_header("Content-Length", str(len(data)))
                self.end_headers()
                self.wfile.write(data)

        def log_message(self, format: str, *_: object) -> None:  # noqa: A002 - its name upstream
            """Keep the terminal quiet; the request log tells all."""

    return Handler
