"""What lessons do in the real program: rules for certain files, matches, hand edits."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

from tests.e2e.conftest import Place
from tests.e2e.fake_api import Script
from tests.support.waiting import wait_until


@pytest.mark.parametrize(
    ("language", "lesson", "words"),
    [
        ("en", "in *.tsx files use function components", "use function components"),
        ("zh", "*.tsx 文件里只用函数组件", "只用函数组件"),
    ],
)
def test_a_lesson_about_certain_files_reaches_the_model_with_such_a_file(
    place: Place, language: str, lesson: str, words: str
) -> None:
    place.install("--language", language)
    assert place.pmi("remember", lesson).returncode == 0
    place.settle()
    source = place.project / "src" / "App.tsx"
    source.parent.mkdir()
    source.write_text("export const x = 1\n", encoding="utf-8")
    script: Script = [{"tool": "Read", "input": {"file_path": str(source)}}, {"text": "Done."}]
    first, second = (seen(body) for body in place.print_mode("open it", script).conversation)
    rule = f"{lesson} (1)"
    assert f"- {rule}" not in first, "it waits for such a file"
    assert f"- {rule}" in second
    assert words in second


def test_a_line_edited_by_hand_is_the_rule_of_the_next_session(place: Place) -> None:
    place.install("--language", "en")
    assert place.pmi("remember", "we deploy only on Tuesdays").returncode == 0
    page = Path(place.home.path("profile", "lessons.md"))
    wait_until(lambda: "Tuesdays (1)" in page.read_text(encoding="utf-8"), 60, "the page")
    place.settle()
    text = page.read_text(encoding="utf-8")
    page.write_text(text.replace("Tuesdays", "Mondays"), encoding="utf-8")
    place.print_mode("when may I deploy?", [{"text": "I see."}])
    place.settle()
    [body] = place.print_mode("hi", [{"text": "Hello."}]).conversation
    assert "- we deploy only on Mondays (1)" in seen(body)
    stats = place.pmi_json("stats")["stats"]["lessons"]
    assert [(item["number"], item["matched"]) for item in stats] == [(1, 1)]


def seen(body: object) -> str:
    """Return a request as text, with its line breaks and characters as they are."""
    return json.dumps(body, ensure_ascii=False).replace("\\n", "\n")
