"""What is said about projects; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "project_line": {
        "en": "{name} — conversations: {sessions}, memories: {memories}, last used: {day}",
        "zh": "{name} — {sessions} 个会话，{memories} 条记忆，最近使用：{day}",
    },
    "project_key_line": {"en": "    key: {name}", "zh": "    键：{name}"},
    "project_alias_line": {"en": "    also: {name}", "zh": "    也叫：{name}"},
    "project_folder_gone": {"en": "    {path} (gone)", "zh": "    {path}（已不存在）"},
    "projects_more_folders": {
        "en": "    … {count} more folders (--json lists all)",
        "zh": "    …还有 {count} 个文件夹（--json 列出全部）",
    },
    "no_projects": {
        "en": "No projects yet. pmi sync reads Claude Code's conversations.",
        "zh": "还没有项目。pmi sync 读取 Claude Code 的会话。",
    },
    "project_joined": {
        "en": "PMI: {source} is part of {target} now, and found under both names "
        "(conversations: {sessions}, memories: {memories})",
        "zh": "PMI：{source} 已并入 {target}：{sessions} 个会话和 {memories} 条记忆，"
        "用两个名称都能找到",
    },
    "project_would_join": {
        "en": "PMI: {source} would become part of {target} "
        "(conversations: {sessions}, memories: {memories}). Nothing was changed.",
        "zh": "PMI：{source} 将并入 {target}：{sessions} 个会话和 {memories} 条记忆。"
        "什么也没有更改。",
    },
    "project_joined_before": {
        "en": "PMI: {source} and {target} are one project already",
        "zh": "PMI：{source} 和 {target} 早已是同一个项目",
    },
    "project_join_undo": {"en": "Take it back: {command}", "zh": "撤回：{command}"},
    "project_apart": {
        "en": "PMI: {source} stands for itself again, apart from {target}",
        "zh": "PMI：{source} 重新成为独立的项目，不再属于 {target}",
    },
    "project_would_part": {
        "en": "PMI: {source} would stand for itself again, apart from {target}. "
        "Nothing was changed.",
        "zh": "PMI：{source} 将重新成为独立的项目，不再属于 {target}。什么也没有更改。",
    },
    "never": {"en": "never", "zh": "从未"},
}
"""English and Chinese by key."""
