"""What the wizard, doctor and uninstall say, in English and Chinese."""

from __future__ import annotations

from collections.abc import Iterable

from pmi.base.phrases import fill

PHRASES: dict[str, dict[str, str]] = {
    "title": {"en": "PMI is going to do this:", "zh": "PMI 将执行以下步骤："},
    "dry": {"en": "Nothing was changed (--dry-run).", "zh": "什么也没有更改（--dry-run）。"},
    "ask_name": {"en": "How are you called? (empty: skip)", "zh": "怎么称呼你？（留空则跳过）"},
    "ask_language": {"en": "Language of PMI's messages", "zh": "PMI 使用的语言"},
    "ask_go": {"en": "Go on?", "zh": "继续吗？"},
    "ask_bootstrap": {
        "en": "Get to know you from past conversations afterwards? You are asked about each thing.",
        "zh": "安装后要从以往的会话里了解你吗？每一条都会先问你。",
    },
    "may_bootstrap": {
        "en": "pmi bootstrap gets to know you from past conversations; it asks about each thing.",
        "zh": "pmi bootstrap 会从以往的会话里了解你，每一条都会先问你。",
    },
    "stopped": {"en": "Stopped. Nothing was changed.", "zh": "已停止，什么也没有更改。"},
    "home": {
        "en": "home {path}: folders, databases, key",
        "zh": "主目录 {path}：文件夹、数据库、密钥",
    },
    "config": {"en": "{path}: language {language}", "zh": "{path}：语言 {language}"},
    "profile": {"en": "profile pages in {path}: {pages}", "zh": "{path} 中的个人页面：{pages}"},
    "profile_kept": {
        "en": "profile pages in {path}: all there",
        "zh": "{path} 中的个人页面：已齐全",
    },
    "commands": {"en": "typed commands in {path}: {names}", "zh": "{path} 中的命令：{names}"},
    "rules": {"en": "rules file {path}", "zh": "规则文件 {path}"},
    "skills": {"en": "skills in {path}: {names}", "zh": "{path} 中的技能：{names}"},
    "skills_none": {"en": "skills in {path}", "zh": "{path} 中的技能"},
    "skills_edited": {
        "en": "; edited by you and left as they are: {names}",
        "zh": "；你修改过、保持原样：{names}",
    },
    "skills_foreign": {
        "en": "; not ours and left alone: {names}",
        "zh": "；不属于 PMI、不会改动：{names}",
    },
    "skill_kept": {
        "en": "edited by you, so it stays",
        "zh": "你修改过，因此保留",
    },
    "server": {"en": "MCP server pmi ({how})", "zh": "MCP 服务器 pmi（{how}）"},
    "server_cli": {"en": "through the claude command", "zh": "通过 claude 命令"},
    "server_file": {"en": "in {path}", "zh": "写入 {path}"},
    "hooks": {"en": "four hooks in {path}", "zh": "{path} 中的四个钩子"},
    "index": {
        "en": "index past conversations in the background",
        "zh": "在后台为以往的会话建立索引",
    },
    "same": {"en": "nothing to change", "zh": "无需更改"},
    "done": {"en": "done", "zh": "已完成"},
    "no_claude": {
        "en": "Claude Code is not installed here yet (no `claude` command). All is ready for it: "
        "install it, then run `pmi doctor`.",
        "zh": "这里还没有安装 Claude Code（找不到 `claude` 命令）。一切已准备好：安装之后运行 `pmi doctor`。",
    },
    "old_claude": {
        "en": "Claude Code {version} is older than {needed}: update it, or the hooks stay silent.",
        "zh": "Claude Code {version} 低于 {needed}：请更新，否则钩子不会工作。",
    },
    "took": {"en": "{how}: {what}", "zh": "{how}：{what}"},
    "tested": {
        "en": "self-test: {severity} {subject}: {message}",
        "zh": "自检：{severity} {subject}：{message}",
    },
    "ok": {"en": "ok", "zh": "正常"},
    "warning": {"en": "warning", "zh": "注意"},
    "error": {"en": "error", "zh": "有误"},
    "indexing": {
        "en": "indexing in the background: {done} of {all} conversations so far",
        "zh": "正在后台建立索引：目前 {done} / {all} 个会话",
    },
    "indexed": {
        "en": "{done} of {all} conversations are searchable",
        "zh": "{all} 个会话中已有 {done} 个可以搜索",
    },
    "next": {
        "en": "Start Claude Code and type:\n  /pmi:remember we deploy only on Tuesdays\n"
        "It answers at once. Later sessions know it. `pmi doctor` checks everything; "
        "INSTALL.md says what was changed.",
        "zh": "启动 Claude Code，然后输入：\n  /pmi:remember 我们只在星期二部署\n"
        "它会立刻回答，以后的会话都会知道。`pmi doctor` 检查一切；INSTALL.md 说明改动了什么。",
    },
    "failed": {
        "en": "The self-test failed; `pmi doctor` says more.",
        "zh": "自检失败；`pmi doctor` 会说明原因。",
    },
    "restored": {"en": "as it was before", "zh": "恢复原样"},
    "cut": {"en": "our entries are out, the rest stays", "zh": "已移除 PMI 的条目，其余保留"},
    "removed": {"en": "removed", "zh": "已删除"},
    "absent": {"en": "nothing of ours there", "zh": "没有 PMI 的内容"},
    "kept": {"en": "Your memory stays in {path}.", "zh": "你的记忆保留在 {path}。"},
    "deleted": {"en": "{path} is deleted.", "zh": "{path} 已删除。"},
    "ask_delete": {
        "en": "Delete {path} with everything in it? There is no way back.",
        "zh": "要删除 {path} 及其中的一切吗？无法恢复。",
    },
    "program": {
        "en": "To remove the program too:\n  rm -r {env}\n  rm {link}",
        "zh": "如果连程序也要删除：\n  rm -r {env}\n  rm {link}",
    },
    "program_shared": {
        "en": "To remove the program too:\n  {python} -m pip uninstall personal-memory",
        "zh": "如果连程序也要删除：\n  {python} -m pip uninstall personal-memory",
    },
}


def say(key: str, language: str, /, **values: object) -> str:
    """Return a sentence in a language; an unknown language counts as English."""
    return fill(PHRASES, key, language, values)


def listed(names: Iterable[str], language: str) -> str:
    """Return several names as a sentence lists them."""
    return ("、" if language == "zh" else ", ").join(names)
