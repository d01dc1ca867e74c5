"""Conversations as text: who said what, when."""

from __future__ import annotations

from pmi.model.conversation import Message, Session
from pmi.recall.conversation import conversation_text


def test_what_was_said_on_another_day_says_so_once() -> None:
    times = ("11-28T23:50", "11-29T00:10", "11-29T00:20", "12-01T09:00")
    said = [
        Message("m", "s1", number, "", "user", "prompt", f"2026-{at}:00.000Z", f"words {number}")
        for number, at in enumerate(times, 1)
    ]
    session = Session("s1", "", "path:/a", "/a", "", "", said[0].at, said[-1].at, 4, True)
    lines = conversation_text(session, said, "zh", today="2026-12-02").split("\n")[1:]
    assert [line.split(": ")[0] for line in lines] == [
        "[1] 你 23:50",
        "[2] 你 11月29日 00:10",
        "[3] 你 00:20",
        "[4] 你 12月1日 09:00",
    ]
    later = conversation_text(session, said[3:], "en", today="2026-12-02").split("\n")[1]
    assert later == "[4] you 1 Dec 09:00: words 4"
