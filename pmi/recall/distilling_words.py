"""What is said about distilling; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "op_distill": {"en": "distilled", "zh": "提炼"},
    "title_undistilled": {"en": "Not distilled yet", "zh": "尚未提炼"},
    "wait_sessions": {
        "en": "{count} ended conversations here",
        "zh": "这里有 {count} 个已结束的会话",
    },
    "wait_sessions_one": {"en": "1 ended conversation here", "zh": "这里有 1 个已结束的会话"},
    "wait_documents": {"en": "{count} documents", "zh": "{count} 份文档"},
    "wait_documents_one": {"en": "1 document", "zh": "1 份文档"},
    "undistilled_note": {
        "en": "{what}; skill pmi-distill does it when the user asks",
        "zh": "{what}；用户要求时用技能 pmi-distill 提炼",
    },
    "undistilled_session": {
        "en": "{reference} — {title} ({day}; {project}; {messages} messages, "
        "{prompts} of the user)",
        "zh": "{reference} — {title}（{day}；{project}；{messages} 条消息，其中用户 {prompts} 条）",
    },
    "undistilled_document": {
        "en": "{reference} — {title} ({day}; a document of {chars} characters)",
        "zh": "{reference} — {title}（{day}；文档，{chars} 个字符）",
    },
    "undistilled_none": {"en": "Nothing waits to be distilled.", "zh": "没有待提炼的内容。"},
    "undistilled_untitled": {"en": "without a title", "zh": "无标题"},
    "undistilled_hint": {
        "en": "An agent distils them: in Claude Code, ask for it. "
        "Not worth it: pmi distill done {reference}",
        "zh": "由代理提炼：在 Claude Code 中提出要求即可。"
        "不值得提炼的：pmi distill done {reference}",
    },
    "distilled_marked": {"en": "distilled: {names}", "zh": "已提炼：{names}"},
    "distilled_done": {
        "en": "PMI: {names} waits no longer. To take it back: pmi undo",
        "zh": "PMI：{names} 不再等待提炼。撤回：pmi undo",
    },
    "distilled_same": {
        "en": "PMI: {names} did not wait; nothing was changed.",
        "zh": "PMI：{names} 本来就没有在等待；没有更改任何内容。",
    },
    "before_title": {
        "en": "Before this part (context, not to be proposed again):",
        "zh": "在这一部分之前（背景，不要再次提出）：",
    },
    "before_upto": {
        "en": "distilled up to message {upto}",
        "zh": "已提炼到第 {upto} 条消息",
    },
    "before_asked": {"en": "The user said:", "zh": "用户说过："},
    "before_left_out": {"en": "- … {count} more", "zh": "- …还有 {count} 条"},
    "before_kept": {"en": "Remembered from it:", "zh": "已从中记住："},
}  # fmt: skip
"""Sentences by key and language."""
