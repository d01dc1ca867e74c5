"""The sentences about what is found and opened, in English and Chinese.

Hits and their marks, sessions at a glance, days and weeks; ``pmi.recall.wording`` shows them
with all others, a test compares the two languages.
"""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    # hits
    "mark_external": {"en": "external", "zh": "外部内容"},
    "mark_taken_back": {"en": "taken back", "zh": "已撤回"},
    "mark_gone": {"en": "original gone", "zh": "原件已删除"},
    "mark_subagent": {"en": "sub-agent", "zh": "子代理"},
    "mark_past": {"en": "no longer holds", "zh": "已失效"},
    "why_recent": {"en": "recent", "zh": "较新"},
    "why_here": {"en": "this project", "zh": "本项目"},
    "open_hit_doubt": {
        "en": "? = not confirmed. Open one: {command}",
        "zh": "? = 未确认。打开其中一条：{command}",
    },
    "no_sessions_days": {
        "en": "No conversations of those days are archived. All: pmi sessions",
        "zh": "这些日子没有归档的会话。查看全部：pmi sessions",
    },
    "nothing_found_filtered": {
        "en": "Try without {options}, or fewer or other words.",
        "zh": "去掉 {options} 再试，或者换几个词、少用几个词。",
    },
    "nothing_found_words": {
        "en": "Try fewer words, or other words that would have been said then.",
        "zh": "少用几个词，或者换成当时可能说过的词再试。",
    },
    "nothing_archived": {
        "en": "No conversations are archived yet. pmi sync reads Claude Code's transcripts.",
        "zh": "还没有归档的会话。pmi sync 会读取 Claude Code 的会话记录。",
    },
    "unknown_name": {
        "en": "Nothing is known by the name “{name}”; near it: {names}",
        "zh": "没有名为“{name}”的内容，相近的有：{names}",
    },
    # a conversation
    "around": {"en": "… around it: {command}", "zh": "…前后文：{command}"},
    "goes_on": {"en": "… goes on: {command}", "zh": "…后续：{command}"},
    # a session at a glance
    "session_reference": {"en": "reference", "zh": "引用"},
    "session_project": {"en": "project", "zh": "项目"},
    "session_folder": {"en": "folder", "zh": "文件夹"},
    "session_branch": {"en": "branch", "zh": "分支"},
    "session_time": {"en": "time", "zh": "时间"},
    "session_messages": {"en": "messages", "zh": "消息"},
    "session_tools": {"en": "tools used", "zh": "用过的工具"},
    "session_files": {"en": "files changed", "zh": "改过的文件"},
    "session_prompts": {"en": "asked", "zh": "提问"},
    "session_memories": {"en": "remembered", "zh": "记住的内容"},
    "session_agents": {"en": "sub-agents", "zh": "子代理"},
    "session_parent": {"en": "sub-agent of", "zh": "所属会话"},
    "session_original": {"en": "original", "zh": "原件"},
    "session_resume": {"en": "resume", "zh": "继续会话"},
    "session_has_original": {"en": "Claude Code still has it", "zh": "Claude Code 仍保留着"},
    "session_no_original": {
        "en": "Claude Code deleted it; only the archive has it, it can not be resumed",
        "zh": "Claude Code 已删除；仅存于归档，无法继续",
    },
    "session_no_folder": {
        "en": "the folder is gone; make it again to resume there",
        "zh": "文件夹已不存在；重新建好后才能继续",
    },
    "session_time_span": {"en": "{first} – {last}", "zh": "{first} 至 {last}"},
    "session_more": {"en": "    … {count} more", "zh": "    …还有 {count} 项"},
    "session_found": {"en": "{count} sessions for “{query}”", "zh": "“{query}”找到 {count} 个会话"},
    "session_found_one": {"en": "1 session for “{query}”", "zh": "“{query}”找到 1 个会话"},
    "session_next": {
        "en": "At a glance: {command}",
        "zh": "查看概况：{command}",
    },
    "session_read": {"en": "Read it: {command}", "zh": "阅读：{command}"},
    # days and weeks
    "digest_span": {"en": "{first} – {last}", "zh": "{first} 至 {last}"},
    "digest_nothing": {
        "en": "{days}: nothing was asked, decided or changed.",
        "zh": "{days}：没有提问、决定或更改。",
    },
    "digest_asked": {"en": "Asked", "zh": "提问"},
    "digest_decided": {"en": "Decided and learned", "zh": "决定与所得"},
    "digest_changed": {"en": "Changed", "zh": "更改"},
    "digest_open": {"en": "Left open", "zh": "未了"},
    "digest_session": {
        "en": "- {title} ({times}) {reference}",
        "zh": "- {title}（{times}）{reference}",
    },
    "digest_was_is": {"en": "{before} → {text}", "zh": "{before} → {text}"},
    "digest_files": {"en": "- files: {names}", "zh": "- 文件：{names}"},
    "digest_question": {"en": "- {id} question: {text}", "zh": "- {id} 未决问题：{text}"},
    "digest_review": {
        "en": "- {number} waits for your word: {text}",
        "zh": "- {number} 等待你决定：{text}",
    },
    "digest_unanswered": {
        "en": "- no answer to your last word: {text} {reference}",
        "zh": "- 最后一句没有得到回答：{text} {reference}",
    },
    "digest_interrupted": {
        "en": "- interrupted at work: {text} {reference}",
        "zh": "- 中途被打断：{text} {reference}",
    },
    "digest_more": {"en": "  … {count} more", "zh": "  …还有 {count} 项"},
}
"""English and Chinese by key."""
