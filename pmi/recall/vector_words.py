"""What is said about vectors and their models; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "why_meaning": {"en": "means something like it", "zh": "含义相近"},
    "reindexed": {
        "en": "PMI: {count} texts are indexed anew",
        "zh": "PMI：已重新索引 {count} 段文字",
    },
    "vectors_made": {
        "en": "PMI: {done} of {count} texts can be found by their meaning ({name})",
        "zh": "PMI：{count} 段文字中有 {done} 段可以按含义查找（{name}）",
    },
    "vectors_none": {
        "en": "Texts are found by their words. To find them by their meaning too: {command}",
        "zh": "目前只按字词查找。若也要按含义查找：{command}",
    },
    "vectors_offer": {
        "en": "A small model on this machine would find other words for it too: pmi model list",
        "zh": "装上一个本机的小模型，还能找到意思相近的说法：pmi model list",
    },
    "vectors_off": {
        "en": 'Texts are found by their words: config.toml says [embedding] provider = "none".',
        "zh": '只按字词查找：config.toml 中写着 [embedding] provider = "none"。',
    },
    "vectors_missing": {
        "en": "Texts are found by their words only. {problem}",
        "zh": "目前只能按字词查找。{problem}",
    },
    "vectors_other": {
        "en": "The vectors are of another model ({other}); words answer meanwhile. "
        "To make new ones: {command}",
        "zh": "现有向量属于另一个模型（{other}），暂时只按字词查找。重新生成：{command}",
    },
    "vectors_state": {
        "en": "Found by meaning: {done} of {count} texts ({name})",
        "zh": "可按含义查找：{count} 段文字中的 {done} 段（{name}）",
    },
    "vectors_of_memory": {"en": "memories {done} of {count}", "zh": "记忆 {done}/{count}"},
    "vectors_of_past": {"en": "past ones {done} of {count}", "zh": "以往的记忆 {done}/{count}"},
    "vectors_of_source": {"en": "sources {done} of {count}", "zh": "来源 {done}/{count}"},
    "vectors_of_message": {"en": "messages {done} of {count}", "zh": "消息 {done}/{count}"},
    "vectors_rest": {
        "en": "The rest is done bit by bit while you work; all at once: {command}",
        "zh": "其余会在你工作时逐步生成；一次全部生成：{command}",
    },
    "model_line": {
        "en": "{name}  {languages}, {size} MB, {licence}, runs with {provider}: {state}",
        "zh": "{name}  {languages}，{size} MB，{licence}，由 {provider} 运行：{state}",
    },
    "model_in_use": {"en": "in use", "zh": "使用中"},
    "model_ready": {"en": "ready", "zh": "可用"},
    "model_not_fetched": {"en": "not downloaded", "zh": "未下载"},
    "model_not_installed": {"en": "{provider} is not installed", "zh": "未安装 {provider}"},
    "model_languages": {"en": "{count} languages", "zh": "{count} 种语言"},
    "model_fetched": {
        "en": "PMI: {name} is ready. Make the vectors now: {command}",
        "zh": "PMI：{name} 已可使用。现在生成向量：{command}",
    },
    "model_removed": {"en": "PMI: {name} is removed", "zh": "PMI：已删除 {name}"},
}
