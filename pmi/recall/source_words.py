"""What is said about texts that were taken in; `pmi.recall.wording` has it with all the rest."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "source_new": {
        "en": "PMI: kept as source {id}: {title}",
        "zh": "PMI：已保存为来源 {id}：{title}",
    },
    "source_version": {
        "en": "PMI: version {number} of source {id}: {title}",
        "zh": "PMI：来源 {id} 的第 {number} 版：{title}",
    },
    "source_known": {
        "en": "PMI: already known as source {id}: {title}",
        "zh": "PMI：早已保存为来源 {id}：{title}",
    },
    "source_about": {
        "en": "{count} characters, from: {trust}",
        "zh": "{count} 个字符，来自：{trust}",
    },
    "source_redacted": {
        "en": "{count} secrets were left out",
        "zh": "略去 {count} 处密钥或密码",
    },
    "source_redacted_one": {"en": "1 secret was left out", "zh": "略去 1 处密钥或密码"},
    "source_lost": {
        "en": "No longer there, but quoted by these memories:",
        "zh": "以下记忆引用的原话已不在新版本中：",
    },
    "source_lost_quote": {
        "en": "  {id} {content} — “{quote}”",
        "zh": "  {id} {content} — “{quote}”",
    },
    "import_new": {"en": "new {path}", "zh": "新增 {path}"},
    "import_version": {"en": "changed {path}", "zh": "更新 {path}"},
    "import_file": {"en": "{what} ({about})", "zh": "{what}（{about}）"},
    "import_total": {
        "en": "PMI: {new} new, {version} changed, {known} known",
        "zh": "PMI：新增 {new} 个，更新 {version} 个，已知 {known} 个",
    },
    "import_would": {
        "en": "PMI: would be taken in: {new} new, {version} changed, {known} known",
        "zh": "PMI：将会导入：新增 {new} 个，更新 {version} 个，已知 {known} 个",
    },
    "import_unknown": {
        "en": "Other formats, not read: {formats}",
        "zh": "未读取的其他格式：{formats}",
    },
    "import_problem": {"en": "Problem: {path}: {problem}", "zh": "问题：{path}：{problem}"},
    "import_problem_of": {"en": "Problem: {problem}", "zh": "问题：{problem}"},
    "import_nothing": {
        "en": "PMI: there was nothing that could be read.",
        "zh": "PMI：没有可以读取的文件。",
    },
}
"""English and Chinese by key."""
