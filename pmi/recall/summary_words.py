"""What summaries of sessions say; `pmi.recall.wording` has all sentences."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "summary_messages": {"en": "{count} messages", "zh": "{count} 条消息"},
    "summary_asked": {"en": "Asked", "zh": "要求"},
    "summary_decided": {"en": "Decided", "zh": "决定"},
    "summary_changed": {"en": "Changed", "zh": "改动"},
    "summary_open": {"en": "Left open", "zh": "未了"},
    "summary_signals": {"en": "Learned", "zh": "学到"},
    "summary_keywords": {"en": "Keywords", "zh": "关键词"},
    "summary_between": {
        "en": "- … {count} more prompts between them",
        "zh": "- …中间另有 {count} 条要求",
    },
    "summary_more": {"en": "- … {count} more", "zh": "- …另有 {count} 条"},
    "summary_unanswered": {
        "en": "Left without an answer: [{place}] {text}",
        "zh": "没有得到回答：[{place}] {text}",
    },
    "summary_interrupted": {
        "en": "Interrupted at work on: [{place}] {text}",
        "zh": "进行中被打断：[{place}] {text}",
    },
    "summary_asked_back": {
        "en": "The model asked last: [{place}] {text}",
        "zh": "模型最后的提问：[{place}] {text}",
    },
    "summary_places": {
        "en": "A number in brackets is a place in the conversation: `{command}`",
        "zh": "方括号中的数字是会话中的位置：`{command}`",
    },
    "summary_gist_unanswered": {"en": "not answered: {text}", "zh": "没有得到回答：{text}"},
    "summary_gist_interrupted": {"en": "interrupted: {text}", "zh": "被打断：{text}"},
    "summary_gist_about": {"en": "about {words}", "zh": "关于 {words}"},
    "session_summary": {"en": "summary", "zh": "摘要"},
    "summary_replaced": {
        "en": "The text of the summary is replaced: {path}",
        "zh": "摘要的正文已替换：{path}",
    },
}
