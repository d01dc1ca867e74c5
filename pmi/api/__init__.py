"""``Memory``: the one entry point of business code, for every door and for Python.

Short methods that check who acts, delegate, and answer with values read back.

Example:
    >>> from pmi import Memory
    >>> with Memory.open() as memory:  # doctest: +SKIP
    ...     receipt = memory.remember("we deploy only on Tuesdays")
    ...     print(receipt.number, receipt.memory.content)
"""

from __future__ import annotations

from pmi.api.changing import Changing
from pmi.api.finding import Finding
from pmi.api.reading import Reading
from pmi.api.summarizing import Summarizing


class Memory(Changing, Finding, Reading, Summarizing):
    """The memory of one home, as one actor sees and changes it.

    Args:
        store: The home's databases; closed together with this.
        actor: ``user``, ``agent:<name>`` or ``hook``.
    """
