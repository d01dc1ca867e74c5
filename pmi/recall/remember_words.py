"""What is said of a sentence that took another one's place; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "remembered_instead": {
        "en": "In the place of {name}, which is history now: {text}",
        "zh": "它取代了 {name}，原来的内容转为历史：{text}",
    },
    "remembered_hint_files": {
        "en": "It is a rule from now on where such files are opened: {paths}. "
        "Take it back: {command}",
        "zh": "从现在起，打开这类文件时它是规则：{paths}。撤回：{command}",
    },
}
"""Sentences by key and language."""
