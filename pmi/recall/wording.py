"""The sentences that people read in receipts, maps, lists and the command line.

Every key has an English and a Chinese form; a test compares the two. Hooks have their own
table in ``pmi.base.phrases``: this one is larger and never loaded by them.

Example: ``say("nothing_found", "zh", query="部署")``.
"""

from __future__ import annotations

from typing import Final

from pmi.base.clock import local
from pmi.base.phrases import fill
from pmi.recall import (
    bootstrap_words,
    context_words,
    distilling_words,
    learning_words,
    memory_words,
    project_words,
    remember_words,
    review_words,
    search_words,
    signal_words,
    source_words,
    stats_words,
    summary_words,
    vector_words,
)

TEXTS: Final[dict[str, dict[str, str]]] = (
    {
        # receipts
        "remembered": {
            "en": "PMI: remembered as {number}: {text}",
            "zh": "PMI：已记住，编号 {number}：{text}",
        },
        "already_known": {
            "en": "PMI: already known as {number}: {text}",
            "zh": "PMI：早已记住，编号 {number}：{text}",
        },
        "remembered_hint": {
            "en": "It is a rule in every session from now on. Take it back: {command}",
            "zh": "从现在起，它是每个会话中的规则。撤回：{command}",
        },
        "remembered_hint_project": {
            "en": "It is a rule in every session of its project from now on. "
            "Take it back: {command}",
            "zh": "从现在起，它是所属项目每个会话中的规则。撤回：{command}",
        },
        "undone": {"en": "PMI: taken back: {texts}", "zh": "PMI：已撤回：{texts}"},
        "undone_entry": {
            "en": "PMI: entry {entry} ({op}) taken back",
            "zh": "PMI：记录 {entry}（{op}）已撤回",
        },
        "undone_about": {
            "en": "PMI: entry {entry} ({op}) taken back: {texts}",
            "zh": "PMI：记录 {entry}（{op}）已撤回：{texts}",
        },
        "forgotten": {"en": "PMI: forgotten: {count}", "zh": "PMI：已遗忘：{count} 条"},
        "failed": {"en": "PMI: {message}", "zh": "PMI：{message}"},
        "failed_hint": {"en": "What to do: {hint}", "zh": "怎么办：{hint}"},
        # map
        "map_empty": {
            "en": "Nothing is remembered yet. Say something to remember: {command}",
            "zh": "还没有任何记忆。让它记住一句话：{command}",
        },
        "everywhere": {"en": "everywhere", "zh": "通用"},
        "everywhere_summary": {"en": "Holds in every project.", "zh": "适用于所有项目。"},
        "page_kind_project": {"en": "project", "zh": "项目"},
        "page_kind_everywhere": {"en": "all projects", "zh": "所有项目"},
        "page_rest": {"en": "… {count} more on this page", "zh": "…本页还有 {count} 条"},
        "other_pages": {"en": "Other pages: {names}", "zh": "其他页：{names}"},
        # search
        "nothing_found": {"en": "Nothing found for “{query}”.", "zh": "没有找到“{query}”。"},
        "nothing_found_hint": {
            "en": "Try fewer or other words; pmi sessions lists the conversations.",
            "zh": "换几个词或少用几个词试试；pmi sessions 列出所有会话。",
        },
        "found": {"en": "{count} found for “{query}”", "zh": "“{query}”找到 {count} 条"},
        "open_hit": {"en": "Open one: {command}", "zh": "打开其中一条：{command}"},
        "note": {"en": "Note: {text}", "zh": "说明：{text}"},
        "who_user": {"en": "you", "zh": "你"},
        "who_assistant": {"en": "assistant", "zh": "助手"},
        "who_tool": {"en": "tool", "zh": "工具"},
        # between words, and who
        "in_brackets": {"en": " ({text})", "zh": "（{text}）"},
        "bracketed": {"en": "({text}) ", "zh": "（{text}）"},
        "apart": {"en": "; ", "zh": "；"},
        "comma": {"en": ", ", "zh": "，"},
        "actor_user": {"en": "user", "zh": "你"},
        "actor_hook": {"en": "hook", "zh": "PMI 自动"},
        "actor_agent": {"en": "agent:{name}", "zh": "代理 {name}"},
        # memory
        "kind_of_episodic": {"en": "episodic", "zh": "经历"},
        "kind_of_semantic": {"en": "semantic", "zh": "知识"},
        "kind_of_project": {"en": "project", "zh": "项目"},
        "kind_of_person": {"en": "person", "zh": "人物"},
        "kind_of_decision": {"en": "decision", "zh": "决定"},
        "kind_of_procedure": {"en": "procedure", "zh": "流程"},
        "kind_of_preference": {"en": "preference", "zh": "偏好"},
        "confirmed": {"en": "confirmed by you", "zh": "已由你确认"},
        "source_backed": {"en": "backed by a quote, not confirmed", "zh": "有原文依据，未确认"},
        "inferred": {"en": "inferred, not confirmed", "zh": "推断，未确认"},
        "status_active": {"en": "active", "zh": "有效"},
        "status_superseded": {"en": "superseded", "zh": "已被取代"},
        "status_disputed": {"en": "disputed", "zh": "有争议"},
        "status_archived": {"en": "archived", "zh": "已归档"},
        "trust_owner": {"en": "you", "zh": "你"},
        "trust_agent": {"en": "agent", "zh": "代理"},
        "trust_external": {"en": "external", "zh": "外部"},
        "rule_number": {"en": "rule {number}", "zh": "规则 {number}"},
        "field": {"en": "  {name}: {value}", "zh": "  {name}：{value}"},
        "status_line": {"en": "{status}, {checked}", "zh": "{status}，{checked}"},
        "evidence_line": {
            "en": "    “{quote}” — {who}, {day}, {reference}",
            "zh": "    “{quote}” — {who}，{day}，{reference}",
        },
        "evidence_line_lost": {
            "en": "    “{quote}” — {who}, {day}, {reference} (not in its newest version)",
            "zh": "    “{quote}” — {who}，{day}，{reference}（最新版本中已没有）",
        },
        "field_id": {"en": "id", "zh": "编号"},
        "field_kind": {"en": "kind", "zh": "类别"},
        "field_status": {"en": "status", "zh": "状态"},
        "field_project": {"en": "project", "zh": "项目"},
        "field_slot": {"en": "slot", "zh": "主题槽"},
        "field_valid": {"en": "held", "zh": "有效期"},
        "field_recorded": {"en": "recorded", "zh": "记录于"},
        "field_detail": {"en": "detail", "zh": "细节"},
        "field_successor": {"en": "superseded by", "zh": "取代者"},
        "field_evidence": {"en": "evidence", "zh": "依据"},
        "field_question": {"en": "open question", "zh": "未决问题"},
        "valid_span": {"en": "{first} – {last}", "zh": "{first} 至 {last}"},
        "valid_still": {"en": "{first} – now", "zh": "{first} 至今"},
        "since_ever": {"en": "undated", "zh": "起始日期不明"},
        "history": {"en": "History", "zh": "历史"},
        # why
        "why_who": {"en": "who", "zh": "谁"},
        "why_when": {"en": "when", "zh": "何时"},
        "why_words": {"en": "words", "zh": "原话"},
        "why_session": {"en": "session", "zh": "会话"},
        "why_resume": {"en": "resume", "zh": "继续会话"},
        "why_entry": {"en": "journal entry", "zh": "日志记录"},
        "why_reference": {"en": "open", "zh": "打开"},
        # conversations
        "session_head": {
            "en": "{title} — {day}, {project}, {count} messages",
            "zh": "{title} — {day}，{project}，{count} 条消息",
        },
        "session_head_one": {
            "en": "{title} — {day}, {project}, 1 message",
            "zh": "{title} — {day}，{project}，1 条消息",
        },
        "session_untitled": {"en": "(untitled)", "zh": "（无标题）"},
        "no_project": {"en": "no project", "zh": "无项目"},
        "no_sessions": {
            "en": "No conversations are archived yet. pmi sync reads Claude Code's transcripts.",
            "zh": "还没有归档的会话。pmi sync 会读取 Claude Code 的会话记录。",
        },
        "no_sessions_project": {
            "en": "No conversations of this project are archived. All projects: pmi project list\n"
            "If its folder was moved: pmi project move OLD NEW",
            "zh": "该项目没有归档的会话。查看所有项目：pmi project list\n"
            "若移动过文件夹：pmi project move 原项目 目标项目",
        },
        "original_gone": {"en": "only the archive has it", "zh": "仅存于归档"},
        "sessions_hint": {
            "en": "One at a glance: pmi sessions show ID",
            "zh": "查看其中一个的概况：pmi sessions show 编号",
        },
        # outcomes, proposals, learnings
        "outcome_applied": {"en": "stored", "zh": "已保存"},
        "outcome_archived": {"en": "put away", "zh": "已归档"},
        "outcome_restored": {"en": "brought back", "zh": "已恢复"},
        "outcome_merged": {"en": "already known", "zh": "早已记住"},
        "outcome_review": {"en": "waits for the user's review", "zh": "等待用户审核"},
        "outcome_refused": {"en": "refused", "zh": "被拒绝"},
        "outcome_line": {
            "en": "{number}. {verdict} — {word} ({reason})",
            "zh": "{number}. {verdict} — {word}（{reason}）",
        },
        "no_memories": {"en": "No memories.", "zh": "没有符合的记忆。"},
        # command line
        "paused": {
            "en": "PMI: paused. Nothing is captured or injected until pmi resume.",
            "zh": "PMI：已暂停。在 pmi resume 之前不记录也不注入任何内容。",
        },
        "resumed": {"en": "PMI: on again.", "zh": "PMI：已恢复。"},
        "synced": {
            "en": "PMI: transcripts read: {files}, new messages: {messages}",
            "zh": "PMI：读取 {files} 个会话记录，新增 {messages} 条消息",
        },
        "rebuilt_same": {
            "en": "PMI: rebuilt from {entries} journal entries: the rows are the same.",
            "zh": "PMI：已由 {entries} 条日志重建，数据一致。",
        },
        "rebuilt_changed": {
            "en": "PMI: rebuilt from {entries} journal entries: {changed} rows differed and "
            "were written; backup: {backup}",
            "zh": "PMI：已由 {entries} 条日志重建，{changed} 行有出入，已写回；备份：{backup}",
        },
        "doctor_well": {"en": "PMI is well.", "zh": "PMI 一切正常。"},
        "doctor_wrong": {"en": "To look at: {count}.", "zh": "有 {count} 处需要处理。"},
        "finding": {"en": "{subject}: {message}", "zh": "{subject}：{message}"},
        "doctor_fixed": {"en": "mended", "zh": "已修复"},
        "would_sync": {
            "en": "PMI: {files} of {seen} transcripts would be read, {mb} MB: {new} new, {grown} "
            "changed; {gone} were deleted by Claude Code",
            "zh": "PMI：共 {seen} 个会话记录，将读取 {files} 个（{mb} MB）：新增 {new} 个，有变化 "
            "{grown} 个；{gone} 个已被 Claude Code 删除",
        },
        "sync_problem": {"en": "Not understood: {text}", "zh": "无法理解：{text}"},
        "backups_hold": {
            "en": "Backups that may still hold the words: {files}",
            "zh": "可能仍含有这些话的备份：{files}",
        },
        "error": {"en": "Error: {message}", "zh": "错误：{message}"},
        "error_hint": {"en": "What to do: {hint}", "zh": "怎么办：{hint}"},
        "bug": {
            "en": "PMI met a bug: {kind}. A report without your texts is in {path}",
            "zh": "PMI 遇到程序错误：{kind}。报告（不含你的文本）在 {path}",
        },
        "interrupted": {"en": "Stopped.", "zh": "已中断。"},
        "forget_ask": {
            "en": "Forget “{text}” for good, in every file of PMI's home?",
            "zh": "永久遗忘“{text}”，从 PMI 的所有文件中删除？",
        },
        "not_forgotten": {"en": "Nothing was forgotten.", "zh": "没有遗忘任何内容。"},
        # headings of the start
        "title_profile": {"en": "Who the user is", "zh": "用户是谁"},
        "title_style": {
            "en": "How the user writes and likes answers",
            "zh": "用户的文风与回答偏好",
        },
        "title_experience": {"en": "Lessons in force", "zh": "生效的经验"},
        "title_map": {"en": "What is remembered (map)", "zh": "已记住的内容（地图）"},
        "title_changed": {
            "en": "Changed since the last session here",
            "zh": "自这里上次会话以来的变化",
        },
        "changed_new": {"en": "new: {ids}", "zh": "新增：{ids}"},
        "changed_from": {"en": "{id} replaced: {text}", "zh": "{id} 取代了：{text}"},
        "changed_away": {"en": "put away: {text}", "zh": "已归档：{text}"},
        "title_sessions": {"en": "Last sessions here", "zh": "这里最近的会话"},
        "experience_line": {"en": "{name}: {count} lessons", "zh": "{name}：{count} 条经验"},
        "experience_line_one": {"en": "{name}: 1 lesson", "zh": "{name}：1 条经验"},
        "experience_words": {
            "en": "- {number} the user confirmed: “{text}” ({day})",
            "zh": "- {number} 用户确认过：“{text}”（{day}）",
        },
        "map_legend": {
            "en": "id [prominence] text (sources; day); ? = not confirmed; memory_get opens an id",
            "zh": "编号 [显著度] 内容（来源数；日期）；? = 未确认；memory_get 可打开编号",
        },
    }
    | source_words.TEXTS
    | summary_words.TEXTS
    | bootstrap_words.TEXTS
    | distilling_words.TEXTS
    | context_words.TEXTS
    | review_words.TEXTS
    | learning_words.TEXTS
    | memory_words.TEXTS
    | project_words.TEXTS
    | remember_words.TEXTS
    | search_words.TEXTS
    | signal_words.TEXTS
    | stats_words.TEXTS
    | vector_words.TEXTS
)

LANGUAGES: Final = ("en", "zh")


def say(key: str, language: str, **values: object) -> str:
    """Return a sentence in a language; any other language than ``zh`` gets English."""
    return fill(TEXTS, key, language, values)


def say_kind(kind: str, language: str) -> str:
    """Return a memory's kind in a language; one without a word of its own as it is."""
    key = f"kind_of_{kind}"
    return say(key, language) if key in TEXTS else kind


def say_op(op: str, language: str) -> str:
    """Return an entry's operation: in English as `pmi log --json` has it, in Chinese a word."""
    key = f"op_{op}"
    return say(key, language) if language == "zh" and key in TEXTS else op


def say_actor(actor: str, language: str) -> str:
    """Return who acted, as people read it.

    >>> say_actor("agent:reader", "zh"), say_actor("user", "en")
    ('代理 reader', 'user')
    """
    if actor.startswith("agent:"):
        return say("actor_agent", language, name=actor.removeprefix("agent:"))
    return say(f"actor_{actor}", language) if actor in {"user", "hook"} else actor


_MONTHS = ("Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec")


def say_day(day: str, language: str, today: str = "") -> str:
    """Return a stored day or time as people write it, without the year where it is this one.

    >>> say_day("2026-09-12", "en", "2026-11-30"), say_day("2025-09-12T10:00:00.000Z", "zh")
    ('12 Sep', '2025年9月12日')
    """
    day, today = local(day), local(today)
    try:
        year, month, number = (int(part) for part in day[:10].split("-"))
        name = _MONTHS[month - 1]
    except (ValueError, IndexError):
        return day[:10]
    same_year = today[:4] == day[:4]
    if language == "zh":
        return f"{month}月{number}日" if same_year else f"{year}年{month}月{number}日"
    return f"{number} {name}" if same_year else f"{number} {name} {year}"
