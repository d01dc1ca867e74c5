"""What is said about single memories, entities and sources; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    "field_slug": {"en": "slug", "zh": "短名"},
    "field_entities": {"en": "about", "zh": "涉及"},
    "field_links": {"en": "links", "zh": "关联"},
    "field_summary": {"en": "summary", "zh": "简介"},
    "field_parent": {"en": "belongs to", "zh": "属于"},
    "field_children": {"en": "has", "zh": "包含"},
    "field_aliases": {"en": "also called", "zh": "别名"},
    "field_memories": {"en": "memories", "zh": "记忆"},
    "field_url": {"en": "URL", "zh": "网址"},
    "field_key": {"en": "known by", "zh": "来源键"},
    "field_trust": {"en": "from", "zh": "来自"},
    "field_versions": {"en": "versions", "zh": "版本"},
    "field_target": {"en": "target", "zh": "目标"},
    "field_from": {"en": "holds from", "zh": "起始日期"},
    "field_to": {"en": "holds until", "zh": "截止日期"},
    "between": {"en": ", ", "zh": "、"},
    "name_and_kind": {"en": "{name} ({kind})", "zh": "{name}（{kind}）"},
    "link_line": {"en": "    {type} {id} {text}", "zh": "    {type} {id} {text}"},
    "link_contradicts": {"en": "contradicts", "zh": "矛盾于"},
    "link_contradicts_back": {"en": "contradicts", "zh": "矛盾于"},
    "link_answers": {"en": "answers", "zh": "回答"},
    "link_answers_back": {"en": "answered by", "zh": "答案是"},
    "link_supports": {"en": "supports", "zh": "支持"},
    "link_supports_back": {"en": "supported by", "zh": "支持来自"},
    "link_part_of": {"en": "part of", "zh": "属于"},
    "link_part_of_back": {"en": "has part", "zh": "包含"},
    "link_relates_to": {"en": "relates to", "zh": "相关"},
    "link_relates_to_back": {"en": "relates to", "zh": "相关"},
    "link_caused_by": {"en": "caused by", "zh": "起因"},
    "link_caused_by_back": {"en": "causes", "zh": "导致"},
    "history_line": {
        "en": "    {id} {when} ({status}) {text}",
        "zh": "    {id} {when}（{status}）{text}",
    },
    "titled": {"en": "{reference} “{title}”", "zh": "{reference}《{title}》"},
    # entities
    "kind_person": {"en": "person", "zh": "人"},
    "kind_organization": {"en": "organization", "zh": "组织"},
    "kind_project": {"en": "project", "zh": "项目"},
    "kind_artifact": {"en": "artifact", "zh": "制品"},
    "kind_place": {"en": "place", "zh": "地点"},
    "kind_topic": {"en": "topic", "zh": "主题"},
    "kind_thing": {"en": "thing", "zh": "事物"},
    "entity_line": {
        "en": "{id} {name} ({kind}){summary} · {count} memories",
        "zh": "{id} {name}（{kind}）{summary} · {count} 条记忆",
    },
    "entity_line_one": {
        "en": "{id} {name} ({kind}){summary} · 1 memory",
        "zh": "{id} {name}（{kind}）{summary} · 1 条记忆",
    },
    "no_entities": {"en": "No entities.", "zh": "还没有实体。"},
    "entity_known_as": {
        "en": "PMI: {name} is also called {aliases}",
        "zh": "PMI：{name}，又名 {aliases}",
    },
    "entity_is": {"en": "PMI: {line}", "zh": "PMI：{line}"},
    "entity_merged": {
        "en": "PMI: {gone} is now {name} ({count} memories)",
        "zh": "PMI：{gone} 已并入 {name}（{count} 条记忆）",
    },
    "entity_merged_one": {
        "en": "PMI: {gone} is now {name} (1 memory)",
        "zh": "PMI：{gone} 已并入 {name}（1 条记忆）",
    },
    # sources
    "source_line": {
        "en": "{id} {title} — {trust}, {day}, versions: {versions}, memories: {memories}",
        "zh": "{id} {title} — {trust}，{day}，版本 {versions} 个，记忆 {memories} 条",
    },
    "version_line": {
        "en": "    {number} {id} {day} {count} characters",
        "zh": "    {number} {id} {day} {count} 个字符",
    },
    "no_sources": {
        "en": "No sources. pmi import and pmi note take texts in.",
        "zh": "还没有来源。pmi import 和 pmi note 可以收下文字。",
    },
    "text_more": {
        "en": "… {left} more lines: {command}",
        "zh": "…还有 {left} 行：{command}",
    },
    "slot_line": {"en": "{slot}: {line}", "zh": "{slot}：{line}"},
    "no_slots": {"en": "No slots.", "zh": "还没有主题槽。"},
    "listed_status": {"en": "{line} ({status})", "zh": "{line}（{status}）"},
}
"""English and Chinese by key."""
