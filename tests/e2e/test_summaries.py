"""A session that the user leaves has its summary, and the next one begins with a word of it."""

from __future__ import annotations

import pytest

from pmi import Memory
from tests.e2e.conftest import Place
from tests.e2e.fake_api import request_text

TALKS = {
    "en": ("Please mend the turbine gate, it jams in winter.", "Mended.", "Mend the turbine gate"),
    "zh": ("帮我修一下水轮机的闸门，冬天总是卡住", "修好了。", "水轮机的闸门"),
}
ASKED = {"en": "## Asked\n\n- [1] ", "zh": "## 要求\n\n- [1] "}
GIST = {"en": " · about ", "zh": " · 关于 "}


@pytest.mark.parametrize("language", TALKS)
def test_a_session_that_is_left_is_told_at_the_next_start(place: Place, language: str) -> None:
    prompt, reply, title = TALKS[language]
    place.install("--name", "Ana Novak", "--language", language)
    with place.terminal([{"text": reply}]) as claude:
        claude.wait_for("PMI")
        claude.submit(prompt)
        claude.wait_for_reply()
        place.leave(claude)
    with Memory.open(place.home) as memory:
        [file] = memory.summaries()
    assert title in file.title
    assert f"{ASKED[language]}{prompt}" in file.text
    with place.terminal([{"text": reply}]) as claude:
        claude.wait_for("PMI")
        claude.submit("…")
        claude.wait_for_reply()
        start = request_text(claude.requests[0])
        place.leave(claude)
    [line] = [line for line in start.splitlines() if f"cc://{file.session}" in line]
    assert title in line
    assert GIST[language] in line
