"""The sentences of ``pmi signals``, in English and Chinese."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "signals_line": {"en": "{kind} ({rule})", "zh": "{kind}（{rule}）"},
    "signals_quote": {"en": "  said:   {quote}", "zh": "  原话：{quote}"},
    "signals_text": {"en": "  stored: {text}", "zh": "  入库：{text}"},
    "signals_rule_model": {"en": "by its words", "zh": "按用词"},
    "signals_count": {
        "en": "{count} signals in {messages} messages",
        "zh": "{messages} 条消息中有 {count} 个信号",
    },
    "signals_count_one": {
        "en": "1 signal in {messages} messages",
        "zh": "{messages} 条消息中有 1 个信号",
    },
}
"""Sentences by key and language."""
