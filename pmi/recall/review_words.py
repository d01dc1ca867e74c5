"""What is said about proposals, disputes and decisions; `pmi.recall.wording` has it all."""

from __future__ import annotations

from typing import Final

TEXTS: Final[dict[str, dict[str, str]]] = {
    # outcomes
    "outcome_disputed": {
        "en": "stored, but disputed: the user decides",
        "zh": "已保存，但有争议，由用户决定",
    },
    "outcome_number": {"en": "as number {number}", "zh": "编号 {number}"},
    "outcome_superseded": {
        "en": "it takes the place of {id} {text}",
        "zh": "取代 {id} {text}",
    },
    "outcome_would": {
        "en": "Nothing was written. This is what would happen:",
        "zh": "什么也没有写入，将会发生的是：",
    },
    # what waits
    "what_create": {"en": "new memory", "zh": "新记忆"},
    "what_question": {"en": "open question", "zh": "未决问题"},
    "what_supersede": {"en": "in the place of another", "zh": "取代已有记忆"},
    "what_update": {"en": "change", "zh": "修改"},
    "what_entities": {"en": "about entities", "zh": "修改实体"},
    "what_link": {"en": "link", "zh": "关联"},
    "what_archive": {"en": "put away", "zh": "归档"},
    "what_restore": {"en": "bring back", "zh": "恢复"},
    "what_disputed": {"en": "disputed", "zh": "有争议"},
    "because_no_evidence": {"en": "it has no quote", "zh": "没有原文依据"},
    "because_protected": {
        "en": "what it changes is confirmed or better backed",
        "zh": "要改动的记忆已确认或依据更可靠",
    },
    "because_archived_by_user": {
        "en": "you put the same away before",
        "zh": "你归档过同样的内容",
    },
    "because_disputed": {
        "en": "it contradicts what is confirmed, better backed or dated",
        "zh": "与已确认、更可靠或注明日期的记忆相矛盾",
    },
    "because_undated": {"en": "it has no date", "zh": "没有注明日期"},
    "because_unused": {
        "en": "this lesson matched nothing for long",
        "zh": "这条经验很久没有用到",
    },
    "because_contradicted": {
        "en": "a newer lesson says the opposite",
        "zh": "与较新的经验相反",
    },
    "because_line_removed": {
        "en": "many lines were taken out of your page at once",
        "zh": "你的页面一次删去了许多行",
    },
    "review_line": {
        "en": "{name} {what} — {who}, {day}: {why}",
        "zh": "{name} {what} — {who} 于 {day}：{why}",
    },
    "review_decided": {"en": "{line} ({status})", "zh": "{line}（{status}）"},
    "review_pending": {"en": "pending", "zh": "待审核"},
    "review_approved": {"en": "approved", "zh": "已批准"},
    "review_rejected": {"en": "rejected", "zh": "已否决"},
    "review_settled": {"en": "settled by later claims", "zh": "已由后来的记忆解决"},
    "review_undone": {"en": "taken back", "zh": "已撤回"},
    "side_new": {"en": "    new: {text}", "zh": "    新：{text}"},
    "side_now": {"en": "    now: {text} ({about})", "zh": "    现：{text}（{about}）"},
    "side_gone": {"en": "(it is no longer there)", "zh": "（已不存在）"},
    "review_none": {"en": "Nothing waits for your word.", "zh": "没有待审核的内容。"},
    "review_decide": {
        "en": "The whole: pmi review show {name}. Decide: pmi review approve {name}, "
        "pmi review reject {name}",
        "zh": "查看全文：pmi review show {name}。决定：pmi review approve {name}，"
        "pmi review reject {name}",
    },
    "review_decide_shown": {
        "en": "Decide: pmi review approve {name}, pmi review reject {name}",
        "zh": "决定：pmi review approve {name}，pmi review reject {name}",
    },
    # one of them whole
    "part_proposed": {"en": "Proposed:", "zh": "提议："},
    "part_disputed": {"en": "Disputed:", "zh": "有争议的："},
    "part_now": {"en": "What holds now:", "zh": "现有的："},
    "approving_create": {
        "en": "Approving stores it, confirmed by you.",
        "zh": "批准后保存，视为由你确认。",
    },
    "approving_slot": {
        "en": "Approving stores it, confirmed by you. Of the two the one with the later day "
        "holds, the other stays as history.",
        "zh": "批准后保存，视为由你确认。两者之中日期较晚的有效，另一条留作历史。",
    },
    "approving_supersede": {
        "en": "Approving puts it in the other one's place, confirmed by you; the other one "
        "stays as history.",
        "zh": "批准后由它取代现有的，视为由你确认；现有的留作历史。",
    },
    "approving_update": {
        "en": "Approving changes the memory as said and confirms it.",
        "zh": "批准后按上述内容修改这条记忆，并视为由你确认。",
    },
    "approving_entities": {
        "en": "Approving changes what is known about these entities.",
        "zh": "批准后按上述内容修改这些实体。",
    },
    "approving_link": {"en": "Approving adds the link.", "zh": "批准后建立关联。"},
    "approving_archive": {
        "en": "Approving puts it away; nothing is deleted.",
        "zh": "批准后归档，不会删除任何内容。",
    },
    "approving_restore": {
        "en": "Approving brings it back.",
        "zh": "批准后恢复这条记忆。",
    },
    "approving_disputed": {
        "en": "Approving makes it your own word. Of the two the one with the later day holds, "
        "the other stays as history.",
        "zh": "批准后视为你本人的话。两者之中日期较晚的有效，另一条留作历史。",
    },
    "rejecting_proposal": {
        "en": "Rejecting leaves everything as it is.",
        "zh": "否决后一切照旧。",
    },
    "rejecting_disputed": {
        "en": "Rejecting puts it away; the other one stays.",
        "zh": "否决后归档这一条，另一条不变。",
    },
    "set_field": {"en": "{field}: {value}", "zh": "{field}：{value}"},
    # decisions, read back
    "approve_line": {"en": "PMI: approved {name}: {text}", "zh": "PMI：已批准 {name}：{text}"},
    "reject_line": {"en": "PMI: rejected {name}: {text}", "zh": "PMI：已否决 {name}：{text}"},
    "confirm_line": {"en": "PMI: confirmed {name}: {text}", "zh": "PMI：已确认 {name}：{text}"},
    "decided_instead": {"en": "  in place of: {text}", "zh": "  取代了：{text}"},
    "decided_memory": {"en": "  {id} is {status}, {checked}", "zh": "  {id}：{status}，{checked}"},
    # the journal
    "log_line": {"en": "{seq} {time} {who}: {op}{about}", "zh": "{seq} {time} {who}：{op}{about}"},
    "log_texts": {"en": " “{text}”", "zh": "“{text}”"},
    "log_more": {"en": " “{text}” and {more} more", "zh": "“{text}”等，另有 {more} 条"},
    "log_entry": {"en": " entry {entry}", "zh": "记录 {entry}"},
    "log_counts": {"en": "{line} ({counts})", "zh": "{line}（{counts}）"},
    "log_empty": {"en": "The journal is empty.", "zh": "日志是空的。"},
    "op_propose": {"en": "proposed", "zh": "提议"},
    "op_write": {"en": "wrote", "zh": "写入"},
    "op_remember": {"en": "remembered", "zh": "记住"},
    "op_confirm": {"en": "confirmed", "zh": "确认"},
    "op_reject": {"en": "rejected", "zh": "否决"},
    "op_undo": {"en": "took back", "zh": "撤回"},
    "op_forget": {"en": "forgot", "zh": "遗忘"},
    "op_merge_entities": {"en": "made one of", "zh": "合并"},
    "op_add_source": {"en": "took in", "zh": "收下来源"},
    "count_applied": {"en": "{count} stored", "zh": "{count} 条已保存"},
    "count_merged": {"en": "{count} known before", "zh": "{count} 条早已记住"},
    "count_disputed": {"en": "{count} disputed", "zh": "{count} 条有争议"},
    "count_review": {"en": "{count} to review", "zh": "{count} 条待审核"},
    "count_refused": {"en": "{count} refused", "zh": "{count} 条被拒绝"},
}
"""English and Chinese by key."""
