"""The one way for a test to wait: poll a condition under a generous deadline."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable
from typing import TypeVar

Value = TypeVar("Value")

_never = threading.Event()


def wait_until(condition: Callable[[], Value], timeout_s: float = 30, what: str = "it") -> Value:
    """Return the condition's first true value; fail when the deadline only catches a hang.

    Args:
        condition: Called again and again, first at once; must not block for long.
        timeout_s: How long to poll; at least ten times what is expected.
        what: What is waited for, for the failure's message.

    Raises:
        AssertionError: The condition was never true within the time.
    """
    deadline = time.monotonic() + timeout_s
    while True:
        value = condition()
        if value:
            return value
        if time.monotonic() > deadline:
            raise AssertionError(f"Not seen within {timeout_s:g} s: {what}.")
        _never.wait(0.02)
