"""What is said about learnings and the user's word on them; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    # one of a list
    "learning_line": {"en": "{number} {text} — {about}", "zh": "{number} {text} — {about}"},
    "no_learnings": {"en": "Nothing learned so far.", "zh": "还没有学到经验。"},
    "no_learnings_waiting": {
        "en": "Nothing learned waits for your word.",
        "zh": "没有待确认的经验。",
    },
    "learnings_waiting": {
        "en": "{count} learnings wait for your word:",
        "zh": "{count} 条经验待确认：",
    },
    "learnings_waiting_one": {
        "en": "1 learning waits for your word:",
        "zh": "1 条经验待确认：",
    },
    "learnings_more": {"en": "… {count} more: {command}", "zh": "…另有 {count} 条：{command}"},
    "learnings_hint": {
        "en": "Decide: {prefix}confirm {name} · {prefix}edit {name} … · {prefix}reject {name}",
        "zh": "决定：{prefix}confirm {name} · {prefix}edit {name} … · {prefix}reject {name}",
    },
    "learning_pending": {"en": "waits", "zh": "待确认"},
    "learning_confirmed": {"en": "confirmed", "zh": "已确认"},
    "learning_rejected": {"en": "rejected", "zh": "已否决"},
    "learning_cancelled": {"en": "you took it back in the conversation", "zh": "你在会话中收回了"},
    "learning_undone": {"en": "taken back", "zh": "已撤回"},
    # how often
    "said_2": {"en": "said twice", "zh": "说过两次"},
    "said_3": {"en": "said three times", "zh": "说过三次"},
    "said_4": {"en": "said four times", "zh": "说过四次"},
    "said_5": {"en": "said five times", "zh": "说过五次"},
    "said_many": {"en": "said {count} times", "zh": "说过 {count} 次"},
    "says_otherwise": {"en": "contradicts {number}", "zh": "与 {number} 相矛盾"},
    # what sign it was made of
    "signal_correction": {"en": "correction", "zh": "纠正"},
    "signal_insight": {"en": "insight", "zh": "领悟"},
    "signal_error": {"en": "error", "zh": "错误"},
    "signal_cognitive_shift": {"en": "change of mind", "zh": "观念转变"},
    "signal_method_discovery": {"en": "method", "zh": "方法"},
    "signal_anti_pattern": {"en": "anti-pattern", "zh": "反面做法"},
    "signal_preference": {"en": "preference", "zh": "偏好"},
    "signal_constraint": {"en": "constraint", "zh": "约束"},
    "signal_identity": {"en": "about you", "zh": "关于你"},
    "signal_decision": {"en": "decision", "zh": "决定"},
    "signal_": {"en": "told by you", "zh": "你要求记住"},
    # where it is in force, or would be
    "force_everywhere": {"en": "every project", "zh": "所有项目"},
    "force_project": {"en": "project {name}", "zh": "项目 {name}"},
    "force_domain": {"en": "{where}, domain {name}", "zh": "{where}，领域 {name}"},
    "force_paths": {"en": "{where}, files {paths}", "zh": "{where}，文件 {paths}"},
    # one of them whole
    "learning_head": {"en": "{number} {text}", "zh": "{number} {text}"},
    "field_signal": {"en": "learned from", "zh": "来自"},
    "field_holds": {"en": "holds in", "zh": "适用于"},
    "field_said": {"en": "words", "zh": "原话"},
    "field_against": {"en": "contradicts", "zh": "相矛盾"},
    "field_before": {"en": "before", "zh": "之前的说法"},
    "field_became": {"en": "memory", "zh": "记忆"},
    "learning_became": {"en": "{id} (now {status})", "zh": "{id}（现在{status}）"},
    "learning_said": {
        "en": "    “{quote}” — {day}, {reference}",
        "zh": "    “{quote}” — {day}，{reference}",
    },
    "learning_before": {"en": "    “{text}” — until {day}", "zh": "    “{text}” — 至{day}"},
    # the user's word, read back
    "learned_confirmed": {
        "en": "PMI: confirmed {number}: {text}",
        "zh": "PMI：已确认 {number}：{text}",
    },
    "learned_force": {
        "en": "  It is a rule from the next session on: {where}. Take it back: {command}",
        "zh": "  从下一个会话起，它是规则：{where}。撤回：{command}",
    },
    "learned_other": {
        "en": "  Its memory {id} is {status}: {command}",
        "zh": "  对应的记忆 {id}：{status}，查看：{command}",
    },
    "learned_against": {
        "en": "  It contradicts rule {number}: {text}. Turn that one down: {command}",
        "zh": "  它与规则 {number} 相矛盾：{text}。否决那一条：{command}",
    },
    "learned_rejected": {
        "en": "PMI: rejected {number}: {text}",
        "zh": "PMI：已否决 {number}：{text}",
    },
    "learned_not_asked": {
        "en": "  It is no rule, and is not asked about again. Take it back: {command}",
        "zh": "  它不是规则，也不会再询问。撤回：{command}",
    },
    "learned_edited": {
        "en": "PMI: changed {number}: {text}",
        "zh": "PMI：已修改 {number}：{text}",
    },
    "learned_same": {
        "en": "PMI: {number} says that already: {text}",
        "zh": "PMI：编号 {number} 说的就是这个：{text}",
    },
    "learned_before": {"en": "  before: {text}", "zh": "  之前：{text}"},
    "learned_waits": {
        "en": "  It is no rule yet. Put it in force: {command}",
        "zh": "  它还不是规则。使其生效：{command}",
    },
    "learned_before_too": {
        "en": "  It was remembered before and rests on {count} quotes now.",
        "zh": "  早已记住，现有 {count} 处原文依据。",
    },
    "op_edit": {"en": "edited", "zh": "修改"},
    "op_signals": {"en": "learned", "zh": "学到"},
    "why_before": {"en": "before", "zh": "之前的说法"},
    # before the model
    "title_learnings": {
        "en": "Said by the user, not confirmed yet: quotes, no facts",
        "zh": "用户说过、尚未确认：仅为原话，不是事实",
    },
    "learning_quote": {
        "en": "- ? {number} the user said: “{quote}” ({about})",
        "zh": "- ? {number} 用户说：“{quote}”（{about}）",
    },
}
"""English and Chinese by key."""

ERRORS: Final[dict[str, str]] = {
    "{word} is no number.": "{word} 不是编号。",
    "Nothing is named.": "没有写编号。",
    "There is no learning {number}.": "没有编号为 {number} 的经验。",
    "Learning {number} was rejected.": "经验 {number} 已被否决。",
    "{number} is no learning, but waits for review.": "{number} 不是经验，而是待审核的内容。",
    "An edit names a number and the new words.": "修改时请写上编号和新的说法。",
    "name each by its number: /pmi:learnings or pmi learnings list": "请逐个写编号，查看编号："
    "/pmi:learnings 或 pmi learnings list",
    "/pmi:edit 41 use pnpm": "/pmi:edit 41 用 pnpm",
    "the user types: pmi learnings edit {id}": "由用户输入：pmi learnings edit {id}",
}
"""What errors about learnings say and advise, in Chinese; see `pmi.recall.translation`."""
