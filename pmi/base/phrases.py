"""The sentences that hooks show to the user or put before the model, in both languages.

Receipts, maps and lists have their own table in `pmi.recall.wording`; a test compares the
languages of both. Every command named here exists.

>>> say("rules", "en", count=1)
'1 rule'
"""

from __future__ import annotations

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping

PHRASES: dict[str, dict[str, str]] = {
    # at the start
    "start": {"en": "PMI: {parts}", "zh": "PMI：{parts}"},
    "memories": {"en": "{count} memories", "zh": "{count} 条记忆"},
    "memories_one": {"en": "1 memory", "zh": "1 条记忆"},
    "rules": {"en": "{count} rules", "zh": "{count} 条规则"},
    "rules_one": {"en": "1 rule", "zh": "1 条规则"},
    "to_distil": {"en": "{count} to distil", "zh": "{count} 项待提炼"},
    "profile_only": {"en": "your profile", "zh": "你的个人资料"},
    "waiting": {"en": "{count} to confirm", "zh": "{count} 条待确认"},
    "more_waiting": {"en": "{count} more wait: /pmi:learnings", "zh": "另有 {count} 条：/pmi:learnings"},
    "more_waiting_one": {"en": "1 more waits: /pmi:learnings", "zh": "另有 1 条：/pmi:learnings"},
    "quiet_waiting": {"en": "{count} wait: /pmi:learnings", "zh": "{count} 条待确认：/pmi:learnings"},
    "quiet_waiting_one": {"en": "1 waits: /pmi:learnings", "zh": "1 条待确认：/pmi:learnings"},
    "how_to_learn": {
        "en": "type /pmi:confirm {name}, /pmi:edit {name} … or /pmi:reject {name}",
        "zh": "输入 /pmi:confirm {name}、/pmi:edit {name} … 或 /pmi:reject {name}",
    },
    "how_to_confirm": {
        "en": "type /pmi:approve {name} or /pmi:reject {name}; all that waits: pmi review list",
        "zh": "输入 /pmi:approve {name} 或 /pmi:reject {name}；查看全部：pmi review list",
    },
    "title_start": {"en": "What is known about the user and this project", "zh": "关于用户和本项目的已知信息"},
    "title_changed": {"en": "Changed since", "zh": "此后的变化"},
    "title_map": {"en": "Remembered", "zh": "已记住"},
    "title_prompt": {"en": "What fits this prompt", "zh": "与此提问相关的记忆"},
    "unconfirmed": {"en": "not confirmed", "zh": "未确认"},
    "paused": {
        "en": "PMI is paused: nothing is captured or shown. To go on: /pmi:resume or pmi resume",
        "zh": "PMI 已暂停：不记录也不显示任何内容。恢复：/pmi:resume 或 pmi resume",
    },
    "resumed": {
        "en": "PMI is on again: what is said from now on is captured.",
        "zh": "PMI 已恢复：从现在起的内容会被记录。",
    },
    "disabled": {
        "en": "PMI is off in this session (PMI_DISABLE=1): nothing is captured or shown.",
        "zh": "PMI 在本会话中已关闭（PMI_DISABLE=1）：不记录也不显示任何内容。",
    },
    "excluded": {
        "en": "PMI leaves this folder alone ([capture] exclude in config.toml).",
        "zh": "PMI 不处理此文件夹（config.toml 中的 [capture] exclude）。",
    },
    # typed commands
    "taken_not_stored": {
        "en": "PMI: taken, not stored yet; the result is shown at your next prompt",
        "zh": "PMI：已收到，尚未保存；结果会在你下次输入时显示",
    },
    "busy_ask_again": {"en": "PMI is busy, ask again", "zh": "PMI 正忙，请再试一次"},
    "not_taken": {
        "en": "PMI could not take this, nothing is stored; pmi doctor says why",
        "zh": "PMI 未能收下，没有保存任何内容；运行 pmi doctor 查看原因",
    },
    "usage_search": {
        "en": "PMI: write what to look for behind it: /pmi:search deploy",
        "zh": "PMI：请在后面写上要查找的内容：/pmi:search 部署",
    },
    "usage_approve": {
        "en": "PMI: write behind it what you approve, by number: /pmi:approve 12 13",
        "zh": "PMI：请在后面写上要批准的编号：/pmi:approve 12 13",
    },
    "usage_reject": {
        "en": "PMI: write behind it what you reject, by number, and why if you like: /pmi:reject 12 out of date",
        "zh": "PMI：请在后面写上要否决的编号，也可以写明原因：/pmi:reject 12 已过时",
    },
    "usage_confirm": {
        "en": "PMI: write behind it what you confirm, by number: /pmi:confirm 41 42. What waits: /pmi:learnings",
        "zh": "PMI：请在后面写上要确认的编号：/pmi:confirm 41 42。查看待确认的：/pmi:learnings",
    },
    "usage_edit": {
        "en": "PMI: write behind it which one, by number, and its new words: /pmi:edit 41 use pnpm",
        "zh": "PMI：请在后面写上编号和新的说法：/pmi:edit 41 用 pnpm",
    },
    "refused_unattended": {
        "en": "PMI: nobody attends this session, so this does not count as your word. In a shell: {command}",
        "zh": "PMI：本会话无人值守，不能算作你本人的话。请在终端运行：{command}",
    },
    "refused_agent": {
        "en": "PMI: an agent sent this, so it does not count as your word. In a shell: {command}",
        "zh": "PMI：这是代理发出的，不能算作你本人的话。请在终端运行：{command}",
    },
    "refused_not_claude": {
        "en": "PMI: this did not come from Claude Code, so it does not count as your word. In a shell: {command}",
        "zh": "PMI：这不是来自 Claude Code，不能算作你本人的话。请在终端运行：{command}",
    },
    "refused_not_a_hook": {
        "en": "PMI: this did not come from Claude Code's hook, so it does not count as your word. In a shell: {command}",
        "zh": "PMI：这不是来自 Claude Code 的钩子，不能算作你本人的话。请在终端运行：{command}",
    },
    # search: how the hits were found
    "search_wider_prefix": {
        "en": "nothing had these words, these have longer ones that begin so",
        "zh": "没有匹配到这些词，以下含有以其开头的更长的词",
    },
    "search_only_messages": {
        "en": "a role or a tool is one of messages: only conversations were searched",
        "zh": "角色和工具只属于消息：只搜索了会话",
    },
    "search_only_memories": {
        "en": "kind, status and entity are those of memories: only memories were searched",
        "zh": "类别、状态和实体只属于记忆：只搜索了记忆",
    },
    "search_unknown_project": {
        "en": "nothing is stored of the project {name}; known ones: {near}; if its "
        "folder was moved: pmi project move OLD NEW",
        "zh": "项目 {name} 还没有保存任何内容；已知的项目：{near}；"
        "若移动过文件夹：pmi project move 原项目 目标项目",
    },
    "search_index_rebuilt": {
        "en": "the search index was damaged and is made anew; the old file was kept aside",
        "zh": "搜索索引已损坏，正在重建；旧文件已另存",
    },
    "search_index_behind": {
        "en": "the index is not up to date yet; the newest may be missing",
        "zh": "索引尚未更新完毕，可能缺少最新内容",
    },
    "search_vectors_not_ready": {
        "en": "only words were looked for: the model that knows meanings is not ready; pmi doctor says why",
        "zh": "只按字词查找：语义模型尚未就绪；运行 pmi doctor 查看原因",
    },
    "search_vectors_other_model": {
        "en": "only words were looked for: the vectors are of another model; make new ones: pmi reindex --vectors",
        "zh": "只按字词查找：现有向量属于另一个模型；重新生成：pmi reindex --vectors",
    },
    "search_vectors_under_way": {
        "en": "most texts can be found by their words only so far; all at once: pmi reindex --vectors",
        "zh": "目前大部分内容只能按字词查找；一次生成全部向量：pmi reindex --vectors",
    },
}  # fmt: skip
"""Sentences by key and language."""


def say(key: str, language: str, **values: object) -> str:
    """Return a sentence in a language, English where that is unknown, its values filled in.

    With `count=1` the form `<key>_one` is taken where there is one.

    Raises:
        KeyError: There is no such sentence, or a value is missing.
    """
    return fill(PHRASES, key, language, values)


def fill(
    table: Mapping[str, Mapping[str, str]], key: str, language: str, values: Mapping[str, object]
) -> str:
    """Return a sentence of any such table; see `say`, which looks into this one."""
    if values.get("count") == 1 and f"{key}_one" in table:
        key = f"{key}_one"
    forms = table[key]
    return forms.get(language, forms["en"]).format(**values)
