"""What is said when PMI gets to know a user; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "past_messages": {
        "en": "PMI listened to {messages} messages in {sessions} conversations since {since}.",
        "zh": "PMI 读了你自 {since} 以来在 {sessions} 个会话中的 {messages} 条消息。",
    },
    "past_none": {
        "en": "There are no conversations of yours to get to know you from.",
        "zh": "还没有可供了解你的会话。",
    },
    "past_not_whole": {
        "en": "The time was over before the oldest ones: run it again with more --seconds.",
        "zh": "时间到了，最早的消息还没有读：请用更大的 --seconds 再运行一次。",
    },
    "past_files": {
        "en": "Files of instructions and notes: {count}.",
        "zh": "读过的说明和笔记文件：{count} 个。",
    },
    "past_language": {"en": "You write {name}.", "zh": "你主要用{name}书写。"},
    "language_en": {"en": "English", "zh": "英文"},
    "language_zh": {"en": "Chinese", "zh": "中文"},
    "language_both": {"en": "English and Chinese", "zh": "英文和中文"},
    "past_projects": {"en": "Most of it was about {names}.", "zh": "谈得最多的是 {names}。"},
    "met_identity": {"en": "Who you seem to be:", "zh": "你大概是这样的人："},
    "met_again": {"en": "What you had to say more than once:", "zh": "你说过不止一次的："},
    "met_wishes": {"en": "What you seem to want:", "zh": "你看起来希望："},
    "met_others": {"en": "What else you said:", "zh": "你还说过："},
    "met_line": {"en": "  {number}  {text} — {about}", "zh": "  {number}  {text} — {about}"},
    "met_quote": {"en": "      “{quote}”", "zh": "      “{quote}”"},
    "met_place": {"en": "in {place}", "zh": "在 {place}"},
    "met_nothing": {
        "en": "It found nothing new to ask you about.",
        "zh": "没有新的内容需要问你。",
    },
    "met_waiting": {
        "en": "{count} more wait for your word already: pmi learnings list",
        "zh": "另有 {count} 条已在等你确认：pmi learnings list",
    },
    "met_more": {
        "en": "{count} more had no room here: run pmi bootstrap again",
        "zh": "另有 {count} 条这次没有列出：再运行一次 pmi bootstrap 即可看到",
    },
    "met_in_force": {
        "en": "Nothing of this is in force before you say so.",
        "zh": "在你确认之前，这些都不会生效。",
    },
    "met_decide": {
        "en": "Keep: pmi learnings confirm {first} … · drop: pmi learnings reject {first} …",
        "zh": "保留：pmi learnings confirm {first} … · 丢弃：pmi learnings reject {first} …",
    },
    "ask_keep": {
        "en": "Which are right? (numbers, all, or Enter to decide later)",
        "zh": "哪些是对的？（输入编号或“全部”；直接回车则以后再说）",
    },
    "ask_drop": {
        "en": "Which are wrong? (numbers, all, or Enter to decide later)",
        "zh": "哪些是错的？（输入编号或“全部”；直接回车则以后再说）",
    },
    "yes_or_no": {"en": "Please answer yes or no.", "zh": "请回答“是”或“否”。"},
    "ask_not_shown": {
        "en": "{text} is none of the numbers above.",
        "zh": "{text} 不在上面的编号里。",
    },
}
