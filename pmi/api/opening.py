"""One home's databases and who acts on them: what both halves of ``Memory`` stand on."""

from __future__ import annotations

from types import TracebackType
from typing import TYPE_CHECKING, Self

from pmi.base import clock
from pmi.base.home import Home
from pmi.store.database import Store

if TYPE_CHECKING:
    from collections.abc import Callable


class Opened:
    """An open home, as one actor sees and changes it.

    Args:
        store: The home's databases; closed together with this.
        actor: ``user``, ``agent:<name>`` or ``hook``.
    """

    def __init__(self, store: Store, actor: str) -> None:
        self.store = store
        self.actor = actor

    @classmethod
    def open(
        cls,
        home: Home | str | None = None,
        *,
        actor: str = "user",
        clock: Callable[[], str] = clock.now,
    ) -> Self:
        """Return the memory of a home; use it in a ``with``, which closes it.

        Args:
            home: The home or its path; None for the one that the environment names.

        Raises:
            NoHome: There is none.
        """
        place = Home(home) if isinstance(home, str) else home or Home.locate()
        place.require()
        return cls(Store(place, clock), actor)

    @property
    def home(self) -> Home:
        """Return the home."""
        return self.store.home

    def close(self) -> None:
        """Close the databases."""
        self.store.close()

    def __enter__(self) -> Self:
        """Return the memory itself."""
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close the databases; what SQLite says of a file becomes an error of ours."""
        ours = self.store.explain(error)
        self.close()
        if ours is not None:
            raise ours from error
