"""What is said about figures; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "stats_conversations": {
        "en": "{sessions} sessions with {messages} messages",
        "zh": "{sessions} 个会话，{messages} 条消息",
    },
    "stats_memories": {"en": "Memories: {count}", "zh": "记忆：{count} 条"},
    "stats_part": {"en": "{count} {word}", "zh": "{word} {count} 条"},
    "stats_learnings": {"en": "Learnings: {parts}", "zh": "学到的：{parts}"},
    "stats_learnings_none": {"en": "Learnings: none yet", "zh": "学到的：还没有"},
    "learning_is_pending": {"en": "pending", "zh": "待确认"},
    "learning_is_confirmed": {"en": "confirmed", "zh": "已确认"},
    "learning_is_rejected": {"en": "rejected", "zh": "已否决"},
    "learning_is_cancelled": {"en": "cancelled by a later correction", "zh": "被后来的更正取消"},
    "learning_is_undone": {"en": "taken back", "zh": "已撤回"},
    "stats_lessons": {
        "en": "Lessons in force: {count}, {unused} of them unused so far",
        "zh": "生效的经验：{count} 条，其中 {unused} 条还没有用到",
    },
    "stats_used": {
        "en": "     matched in {matched} sessions, last on {day}",
        "zh": "     在 {matched} 个会话里用到，最近一次是 {day}",
    },
    "stats_used_once": {
        "en": "     matched in 1 session, on {day}",
        "zh": "     在 1 个会话里用到（{day}）",
    },
    "stats_unused": {
        "en": "     unused since {day}",
        "zh": "     自 {day} 起还没有用到",
    },
    "stats_not_matched": {
        "en": "     no prompt pointed to it yet",
        "zh": "     还没有提示词与它相关",
    },
    "stats_corrected": {
        "en": "corrections: {before} before, {after} after",
        "zh": "更正：生效前 {before} 次，生效后 {after} 次",
    },
    "stats_against": {
        "en": "lesson {number} is newer and says the opposite",
        "zh": "与较新的经验 {number} 相反",
    },
    "stats_more": {
        "en": "{count} more lessons: pmi stats --all",
        "zh": "另有 {count} 条经验：pmi stats --all",
    },
}
"""English and Chinese by key."""
