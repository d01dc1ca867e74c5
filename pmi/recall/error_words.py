"""What the errors of `pmi.base.errors` say and advise, sentence by sentence, in Chinese.

The English stands where it is raised; a test walks the sources and finds each message and
hint without a translation here, and each translation that nothing says any more. Values are
named in braces; the ones in `pmi.recall.translation.NESTED` are sentences themselves. Advice
that is a bare command is the same in both languages and does not stand here.
"""

from __future__ import annotations

from typing import Final

MESSAGES: Final[dict[str, str]] = {
    # home, settings, files
    "There is no PMI home at {path}.": "{path} 处没有 PMI 主目录。",
    "The home {path} can not be made: {cause}.": "无法创建主目录 {path}：{cause}。",
    "{path} is no folder.": "{path} 不是文件夹。",
    "{path} does not look like a PMI home. It was left as it is.": "{path} 看起来不是 PMI 主目录，未做任何改动。",
    "{file}: {problem}": "{file}：{problem}",
    "[{section}] {key} = {value} is not allowed": "[{section}] 中的 {key} 不能设为 {value}",
    "{path} is not UTF-8 (byte {number}). Nothing was changed.": "{path} 不是 UTF-8 编码（第 {number} 字节）。什么也没有更改。",
    "{path} can not be read: {cause}.": "无法读取 {path}：{cause}。",
    "{path} can not be written: {cause}.": "无法写入 {path}：{cause}。",
    "{path} can not be made: {cause}.": "无法创建 {path}：{cause}。",
    "{path} was changed meanwhile. It was left as it is.": "{path} 刚刚被别的程序改过，未做任何改动。",
    "{path} can not be parsed: {problem}. Nothing was changed.": "无法解析 {path}：{problem}。什么也没有更改。",
    "{path} holds no JSON object. Nothing was changed.": "{path} 的内容不是 JSON 对象。什么也没有更改。",
    "{path}, line {line}: {part} has not the shape that Claude Code reads. Nothing was changed.": "{path} 第 {line} 行：结构不是 Claude Code 能读取的（{part}）。什么也没有更改。",
    "The template {path} is missing.": "缺少模板文件 {path}。",
    "The rules can not be written: {problem}.": "无法写入规则文件：{problem}。",
    "The pause can not be noted: {cause}.": "无法暂停：{cause}。",
    "The pause can not be ended: {cause}.": "无法恢复：{cause}。",
    # databases and the worker
    "Another worker is running.": "另一个后台进程正在运行。",
    "A worker is busy with this home.": "后台进程正在使用这个主目录。",
    "The worker is still reading transcripts.": "后台进程还在读取会话记录。",
    "{name} is in use by another process.": "{name} 正被另一个进程使用。",
    "{path} is damaged: {cause}. It was left as it is.": "{path} 已损坏：{cause}。文件保持原样。",
    "{path} was written by a newer PMI ({names}).": "{path} 由更新版本的 PMI 写入（{names}）。",
    "There is no {name}.db yet.": "{name}.db 还不存在。",
    "There is no query.": "没有写查询语句。",
    "The query failed: {cause}.": "查询失败：{cause}。",
    "The database is busy: {cause}.": "数据库正忙：{cause}。",
    # what is not there
    "There is no session {name}.": "没有会话 {name}。",
    "Nothing is stored at {reference}.": "{reference} 处没有保存任何内容。",
    "There is no memory {reference}.": "没有记忆 {reference}。",
    "There is no proposal {reference}.": "没有提议 {reference}。",
    "There is no learning {number}.": "没有编号为 {number} 的经验。",
    "There is no entry {number}.": "没有编号为 {number} 的日志记录。",
    "There is nothing {reference} to confirm.": "没有可确认的 {reference}。",
    "There is nothing to undo.": "没有可撤回的更改。",
    "There is nothing to remember.": "没有写要记住的内容。",
    # what does not fit
    "{name} is no command.": "没有 {name} 这个命令。",
    "{name} is no kind.": "没有 {name} 这个类别。",
    "{name} is no operation.": "没有 {name} 这种操作。",
    "{name} is no stance.": "没有 {name} 这种立场。",
    "{text} is no day.": "{text} 不是有效的日期。",
    "{text} is no slot.": "{text} 不是有效的主题槽。",
    "{text} is no conversation reference.": "{text} 不是有效的会话引用。",
    "{reference} names several memories: {names}.": "{reference} 对应多条记忆：{names}。",
    "A memory without words can not be stored.": "没有内容的记忆无法保存。",
    "The text has {count} characters, the most is {most}.": "这段话有 {count} 个字符，最多 {most} 个。",
    "The content has {count} characters, the most is {most}.": "内容有 {count} 个字符，最多 {most} 个。",
    "The detail has {count} characters.": "细节有 {count} 个字符，太长了。",
    "{count} operations are too many.": "一次 {count} 个操作，太多了。",
    "Nothing is named to be archived.": "没有写要归档哪一条记忆。",
    "Operation {number}: {problem}": "第 {number} 个操作：{problem}",
    # who may, and what has changed meanwhile
    "An agent may not run `{command}`.": "代理不能运行 `{command}`。",
    "{actor} may not {part}.": "{actor} 无权{part}。",
    "Entry {number} is not {actor}'s own change.": "日志记录 {number} 不是 {actor} 自己做的更改。",
    "Entry {number} ({op}) can not be taken back.": "日志记录 {number}（{op}）无法撤回。",
    "Entry {number} was taken back before.": "日志记录 {number} 之前已经撤回。",
    "Later changes rest on entry {number}: {later}.": "日志记录 {number} 之后还有依赖它的更改：{later}。",
    "Learning {number} was taken back.": "经验 {number} 已被撤回。",
    "Learning {number} was taken back before.": "经验 {number} 之前已经撤回。",
    "Proposal {id} was {part} before.": "提议 {id} 之前{part}。",
    "{id} was not stored as it was said.": "{id} 保存后的内容与原话不一致。",
}
"""English message, Chinese message."""

HINTS: Final[dict[str, str]] = {
    # files and folders
    "correct that key": "请改正这个键的值",
    "correct that line": "请改正这一行",
    "Mend the file": "请修正这个文件",
    "Mend that line, then run the command again": "请修正这一行，然后重新运行",
    "Mend that entry, then run the command again": "请修正这一项，然后重新运行",
    "Run it again": "请重新运行",
    "Free space or mend the folder": "请清理磁盘空间，或检查该文件夹的权限",
    "Free space or choose another folder with PMI_HOME": "请清理磁盘空间，或用 PMI_HOME 指定别的文件夹",
    "free space, or check the folder": "请清理磁盘空间，或检查该文件夹",
    "Choose another home with PMI_HOME": "请用 PMI_HOME 指定别的主目录",
    "Install PMI again": "请重新安装 PMI",
    "install the newer version again": "请重新安装较新的版本",
    # once more
    "Try again in a moment": "请稍后再试",
    "try again in a moment": "请稍后再试",
    "try again": "请再试一次",
    "pmi sync, in a minute": "请过一分钟再运行 pmi sync",
    # what to write
    "pmi search WORDS": "pmi search 词语",
    "pmi remember TEXT": "pmi remember 内容",
    'pmi remember "TEXT"': 'pmi remember "内容"',
    'pmi sql "SELECT …", or pmi sql --schema': 'pmi sql "SELECT …"，或 pmi sql --schema',
    "only one SELECT is possible here; pmi sql --schema": "这里只能运行一条 SELECT；表结构：pmi sql --schema",
    "remember the sentence that matters": "请只记住最要紧的那句话",
    "say it in one line and put the rest into detail": "请用一句话概括，其余放进 detail",
    "give its content": "请写出内容（content）",
    "give target: mem_…": "请写明 target：mem_…",
    "create or archive": "可以是 create 或 archive",
    "claim or question": "可以是 claim 或 question",
    "one of {names}": "可以是：{names}",
    "at most {most}": "最多 {most}",
    "type more of the id": "请多输入几位编号",
    "use words, digits and . / : - as in deploy/day": "请只用文字、数字和 . / : -，例如 deploy/day",
    "write YYYY-MM-DD": "请写成 YYYY-MM-DD，例如 2026-11-30",
    "write YYYY-MM-DD, as in 2026-11-30": "请写成 YYYY-MM-DD，例如 2026-11-30",
    "write cc://SESSION, cc://SESSION#MESSAGE or cc://SESSION:3-9": "请写成 cc://会话、cc://会话#消息 或 cc://会话:3-9",
    # for the user alone
    "ask the user to type it in a shell of their own: {command}": "请用户在自己的终端里输入：{command}",
    "the user types: pmi confirm {id}": "由用户输入：pmi confirm {id}",
    "the user types: pmi review approve {id}": "由用户输入：pmi review approve {id}",
    "the user types: pmi review reject {id}": "由用户输入：pmi review reject {id}",
    "the user types: pmi forget {id}": "由用户输入：pmi forget {id}",
    "the user types: pmi undo {id}": "由用户输入：pmi undo {id}",
    "the user does this in a terminal: pmi --help": "由用户在终端里操作：pmi --help",
}
"""English hint, Chinese hint."""
