"""Personal Memory Infrastructure: a memory for Claude Code and any other agent.

`Memory` is the one entry point of business code; it is loaded when it is first asked for, so
that ``import pmi.base`` stays free of everything else.

Example:
    >>> from pmi import Memory
    >>> with Memory.open() as memory:  # doctest: +SKIP
    ...     memory.remember("we deploy only on Tuesdays")
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from pmi.api import Memory as Memory

__version__ = "0.1.0"
__all__ = ["Memory", "__version__"]


def __getattr__(name: str) -> object:
    """Return ``Memory`` on first use (PEP 562)."""
    if name == "Memory":
        from pmi.api import Memory

        return Memory
    raise AttributeError(f"module 'pmi' has no attribute {name!r}")


def __dir__() -> list[str]:
    """Return the public names."""
    return sorted(__all__)
