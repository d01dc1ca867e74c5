"""Which conversations wait to be distilled, and from when on. Pure.

One waits when it has ended, when the user said something in it worth a look, and when nobody
has distilled it to its present length.
"""

from __future__ import annotations

import calendar
import time
from typing import TYPE_CHECKING

from pmi.base.clock import format_time
from pmi.model.distilling import Undistilled

if TYPE_CHECKING:
    from pmi.model.distilling import Unread

PROMPTS_MIN = 3
"""A conversation with fewer prompts of the user is not worth an agent's reading."""

DAYS = 30
"""Older conversations do not wait: what comes with an installation is not a debt."""


def place(unread: Unread, settled_s: int) -> Undistilled | None:
    """Return what of a session waits, and from when on; None where nothing does.

    Args:
        settled_s: When so long nothing was said, a conversation has ended.

    >>> from pmi.model.distilling import Unread
    >>> said = Unread("s1", "Deploys", "", "2026-11-30T10:00:00.000Z", 12, 13, 42, 5)
    >>> place(said, 1800).reference, place(said, 1800).settled_at
    ('cc://s1:13-42', '2026-11-30T10:30:00.000Z')
    >>> place(said._replace(prompts=2), 1800) is None
    True
    """
    if not unread.first or unread.prompts < PROMPTS_MIN:
        return None
    return Undistilled(
        reference=f"cc://{unread.session}:{unread.first}-{unread.messages}",
        kind="session",
        title=unread.title,
        project=unread.project,
        at=unread.ended_at,
        size=unread.messages - unread.first + 1,
        prompts=unread.prompts,
        settled_at=later(unread.ended_at, settled_s),
    )


def is_settled(item: Undistilled, now: str) -> bool:
    """Tell whether what waits has waited long enough to be read."""
    return item.settled_at <= now


def later(moment: str, seconds: int) -> str:
    """Return a stored time so many seconds later, or earlier; what is no time stays.

    >>> later("2026-11-30T23:59:30.250Z", 60)
    '2026-12-01T00:00:30.250Z'
    """
    try:
        whole = calendar.timegm(time.strptime(moment[:19], "%Y-%m-%dT%H:%M:%S"))
    except ValueError:
        return moment
    return f"{format_time(whole + seconds)[:19]}{moment[19:]}"
