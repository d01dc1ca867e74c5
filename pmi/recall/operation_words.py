"""What is said about operations, their quotes, links and entities, sentence by sentence in Chinese.

A part of the catalogue of `pmi.recall.error_words`, under the same rules.
"""

from __future__ import annotations

from typing import Final

OPERATION_MESSAGES: Final[dict[str, str]] = {
    # shape
    "Operations are a list.": "操作应当是一个列表。",
    "{value} is no object.": "{value} 不是对象。",
    "There is no field {name}.": "没有字段 {name}。",
    "{name} is {value}, not a text.": "{name} 是 {value}，不是文字。",
    "{name} is {value}, not a list.": "{name} 是 {value}，不是列表。",
    "{value} can not be its {name}.": "{value} 不能作为 {name}。",
    "{operation} needs a target.": "{operation} 需要写明目标。",
    "link needs links.": "link 需要写明 links。",
    "update changes nothing.": "update 没有改变任何内容。",
    "update needs a target or entities.": "update 需要写明 target 或 entities。",
    "It can not end on {end} before it begins on {begin}.": "不能在 {begin} 开始之前就于 {end} 结束。",
    "{count} {name} are too many.": "{count} 个 {name} 太多了。",
    "{count} aliases are too many.": "{count} 个别名太多了。",
    "{slug} is no slug.": "{slug} 不能作为短名。",
    "The slug {slug} is taken.": "短名 {slug} 已被占用。",
    "The slug {slug} is taken by {memory}.": "短名 {slug} 已被 {memory} 占用。",
    "No memory has the slug {slug}.": "没有短名为 {slug} 的记忆。",
    "The memory {slug} was put away.": "记忆 {slug} 已归档。",
    "The memory {slug} holds from a later day on and was not replaced.": "记忆 {slug} 从更晚的日期起才成立，没有被取代。",
    "What replaces a memory holds where that one holds.": "取代一条记忆的话，适用范围与原来的相同。",
    "There is nothing to propose.": "没有可提议的内容。",
    "{reference} is one message.": "{reference} 只是一条消息。",
    "What stands before message {number} was not distilled.": "第 {number} 条消息之前的部分还没有提炼。",
    # quotes
    "The quote {quote} is too short.": "引文 {quote} 太短。",
    "The quote crosses a redaction.": "引文跨越了已隐去的内容。",
    "The quote is a model's error message.": "引文是模型的报错信息。",
    "The quote {quote} does not stand there.": "那里没有引文 {quote}。",
    "The quote {quote} is not in this conversation.": "本次会话中没有引文 {quote}。",
    "No conversation is running.": "没有正在进行的会话。",
    "What it quotes was forgotten since.": "它引用的内容后来已被遗忘。",
    "What it says was forgotten since.": "它所说的内容后来已被遗忘。",
    "What entry {number} brought was forgotten.": "日志记录 {number} 带来的内容已被遗忘。",
    # links and entities
    "{type} is no link.": "没有 {type} 这种关联。",
    "A link needs a target.": "关联需要写明目标。",
    "{memory} can not be linked to itself.": "{memory} 不能与自身关联。",
    "{memory} is no question.": "{memory} 不是问题。",
    "{type} to {memory} would close a circle.": "{type} 到 {memory} 会形成循环。",
    "{kind} is no kind of entity.": "没有 {kind} 这种实体类别。",
    "{name} is no name of an entity.": "{name} 不能作为实体的名称。",
    "The summary has {count} characters.": "摘要有 {count} 个字符。",
    "There is no entity {name}.": "没有实体 {name}。",
    "{ending} names several entities: {names}.": "{ending} 对应多个实体：{names}。",
    "{name} names another entity, {entity}.": "{name} 是另一个实体 {entity} 的名称。",
    "{name} can not be the parent: a circle.": "{name} 不能作为上级：会形成循环。",
    "{kept} and {gone} are the same already.": "{kept} 和 {gone} 本来就是同一个。",
    "{gone} lies above {kept}.": "{gone} 是 {kept} 的上级。",
    # reviews
    "There is no review {number}.": "没有待审核项 {number}。",
}

OPERATION_HINTS: Final[dict[str, str]] = {
    'write [{{"op": "create", "content": "…"}}]': '请写成 [{{"op": "create", "content": "…"}}]',
    "leave --here out": "请去掉 --here 或 --project",
    "operations, or distilled": "请给出 operations 或 distilled",
    "name all: cc://{session}": "请写整个会话：cc://{session}",
    "name it too: cc://{session}:{first}-{last}": "请把它也写上：cc://{session}:{first}-{last}",
    "write {{…}}": "请写成 {{…}}",
    "write […]": "请写成 […]",
    'write "…"': '请写成 "…"',
    "give one of {names}": "请写明其中之一：{names}",
    'give target: "mem_…"': '请写明 target: "mem_…"',
    'give links: [{{"type": …, "target": …}}]': '请写明 links: [{{"type": …, "target": …}}]',
    "give valid_to after valid_from": "valid_to 应晚于 valid_from",
    "use a to z, 0 to 9, Chinese characters and -, 1 to 64": "请用小写字母 a 到 z、数字 0 到 9、汉字和 -，共 1 到 64 个",
    "1 to {count} characters": "1 到 {count} 个字符",
    "quote words that are stored as they were": "请引用原样保存的文字",
    "cite conversation, a cc:// reference, or a source's id or origin key": "请引用 conversation、cc:// 引用，或来源的编号或 origin key",
    "older than what it was to replace; give valid_from": "早于它要取代的内容；请写明 valid_from",
    "name another target": "请写明另一个目标",
    "answers leads to a question": "answers 应指向一个问题",
    "pmi review reject ID": "pmi review reject 编号",
    "pmi signals test FILE": "pmi signals test 文件",
    "the user types: pmi project move {subject}": "由用户输入：pmi project move {subject}",
    "the user types: pmi entity merge {subject}": "由用户输入：pmi entity merge {subject}",
}

OPERATION_OUTCOMES: Final[dict[str, str]] = {
    "future": "从将来的某天起才成立",
    "not_archived": "本来就没有归档",
    "answered": "已有答案",
}
"""Reasons of outcomes, beside those of `pmi.recall.finding_words`."""
