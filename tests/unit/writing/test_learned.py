"""The user's word about what was learned: a lesson, turned down, or in other words."""

from __future__ import annotations

import multiprocessing
from typing import Any

import pytest

from pmi import Memory
from pmi.base.errors import Conflict, NotFound, PmiError, PolicyDenied, UsageError
from pmi.base.home import Home
from pmi.model.conversation import Reference
from pmi.model.memory import Memory as StoredMemory
from pmi.model.operation import Operation
from pmi.store.conversations import read_messages
from tests.support.learning import AT, learn, say_again

WORDS = {"en": "never push to main without asking", "zh": "提交信息一律用中文写"}
SAID = {"en": "no, never push to main without asking", "zh": "不对，提交信息一律用中文写"}
OTHER = {"en": "never push to main or to release", "zh": "提交信息和注释都用中文写"}
SHOP = "git:code.example/team/shop"

both = pytest.mark.parametrize("language", ["en", "zh"])


def statuses(memory: Memory) -> list[str]:
    return [item.status for item in memory.learnings(None)]


def lesson(memory: Memory, number: int) -> StoredMemory:
    found = memory.learning(number).memory
    assert found is not None
    return found


@both
def test_a_confirmed_learning_is_a_memory_that_rests_on_the_user_s_words(
    memory: Memory, language: str
) -> None:
    number = learn(memory.store, WORDS[language], said=SAID[language], project=SHOP)
    [stored] = memory.confirm([str(number)])
    assert (stored.content, stored.verification, stored.status) == (
        WORDS[language],
        "user_confirmed",
        "active",
    )
    assert (stored.kind, stored.project, stored.number) == ("preference", SHOP, number)
    [quote] = stored.evidence
    assert (quote.quote, quote.trust, quote.said_at) == (WORDS[language], "owner", AT)
    [message] = read_messages(memory.store, Reference.parse(quote.reference))
    assert message.text == SAID[language]
    assert message.text[quote.start : quote.end] == quote.quote
    assert statuses(memory) == ["confirmed"]
    assert len(memory.log()) == 2, "what was staged, and one entry for the user's word"


def test_each_time_that_it_was_said_is_evidence(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    say_again(memory.store, number, "I said never push to main", session="s-2")
    say_again(memory.store, number, "never push to main!", session="s-3")
    [stored] = memory.confirm([str(number)])
    assert [item.quote for item in stored.evidence] == [
        WORDS["en"],
        "I said never push to main",
        "never push to main!",
    ]
    assert memory.learning(number).learning.count == 3


def test_pasted_words_are_not_made_the_user_s_by_confirming(memory: Memory) -> None:
    number = learn(memory.store, "retry failed uploads", said="```\nretry failed uploads\n```")
    [stored] = memory.confirm([str(number)])
    assert [item.trust for item in stored.evidence] == ["external"]
    assert stored.verification == "user_confirmed"


@pytest.mark.parametrize(
    "reference", ["", "cc://gone#gone", "src_gone"], ids=["none", "conversation", "source"]
)
def test_words_whose_message_is_gone_are_kept_as_a_text(memory: Memory, reference: str) -> None:
    number = learn(memory.store, WORDS["en"], reference=reference)
    [stored] = memory.confirm([str(number)])
    [quote] = stored.evidence
    assert quote.quote == WORDS["en"]
    assert quote.reference
    assert memory.why(str(number))["words"] == WORDS["en"]


@both
def test_what_is_remembered_already_is_strengthened_not_doubled(
    memory: Memory, language: str
) -> None:
    memory.remember(WORDS[language])
    number = learn(memory.store, WORDS[language], said=SAID[language])
    [stored] = memory.confirm([str(number)])
    assert [item.id for item in memory.list_memories()] == [stored.id]
    assert len(stored.evidence) == 2


def test_what_stands_in_a_slot_is_strengthened_there(memory: Memory) -> None:
    memory.propose([Operation("create", content=WORDS["en"], kind="preference", slot="push")])
    number = learn(memory.store, WORDS["en"])
    [stored] = memory.confirm([str(number)])
    assert stored.slot == "push"
    assert len(memory.list_memories()) == 1


def test_confirming_twice_answers_the_same(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    [first] = memory.confirm([str(number)])
    [second] = memory.confirm([str(number)])
    assert first == second
    assert len(memory.log()) == 2


def test_the_same_cause_decides_once(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    for _ in range(2):
        memory.confirm([str(number)], cause="typed:s:p-1")
    for _ in range(2):
        done = memory.edit_learning(number, OTHER["en"], cause="typed:s:p-2")
        assert (done.before, done.learning.text) == (WORDS["en"], OTHER["en"])
    for _ in range(2):
        assert memory.reject([str(number)], cause="typed:s:p-3") == [str(number)]
    assert [entry.op for entry in memory.log()] == ["reject", "edit", "confirm", "stage"]


@pytest.mark.parametrize(
    ("verdicts", "status", "standing"),
    [
        ("r", "rejected", 0),
        ("rc", "confirmed", 1),
        ("cr", "rejected", 0),
        ("crc", "confirmed", 1),
        ("rcr", "rejected", 0),
        ("rr", "rejected", 0),
    ],
)
def test_the_later_word_holds(memory: Memory, verdicts: str, status: str, standing: int) -> None:
    number = learn(memory.store, WORDS["en"])
    for verdict in verdicts:
        (memory.confirm if verdict == "c" else memory.reject)([str(number)])
    assert statuses(memory) == [status]
    assert len(memory.list_memories()) == standing
    assert memory.rebuild().changed == 0


@both
def test_an_edit_of_what_waits_changes_its_words_only(memory: Memory, language: str) -> None:
    number = learn(memory.store, WORDS[language])
    done = memory.edit_learning(number, f"  {OTHER[language]}\n")
    assert (done.before, done.learning.text, done.memory) == (
        WORDS[language],
        OTHER[language],
        None,
    )
    assert statuses(memory) == ["pending"]
    assert memory.list_memories() == []
    [stored] = memory.confirm([str(number)])
    assert stored.content == OTHER[language]
    assert [item.quote for item in stored.evidence] == [WORDS[language]]


@both
def test_an_edit_of_a_lesson_replaces_it_and_keeps_the_old_words(
    memory: Memory, language: str
) -> None:
    number = learn(memory.store, WORDS[language], project=SHOP)
    [old] = memory.confirm([str(number)])
    done = memory.edit_learning(number, OTHER[language])
    assert done.memory is not None
    assert (done.memory.content, done.memory.verification) == (OTHER[language], "user_confirmed")
    assert (done.memory.project, done.memory.number) == (SHOP, number)
    assert [item.content for item in memory.list_memories()] == [OTHER[language]]
    was = memory.get(old.id)
    assert (was.status, was.successor) == ("superseded", done.memory.id)
    reason = memory.why(str(number))
    assert (reason["text"], reason["before"]) == (OTHER[language], WORDS[language])
    assert reason["words"] == WORDS[language]
    assert reason["resume"] == "claude --resume s-1"
    assert reason["reference"] == memory.learning(number).learning.reference
    [quote] = reason["evidence"]
    assert quote["reference"].startswith("src_"), "the new words can be opened, too"
    opened = memory.learning(number)
    assert (opened.first, [edit.text for edit in opened.edits]) == (
        WORDS[language],
        [OTHER[language]],
    )


def test_edits_follow_each_other(memory: Memory) -> None:
    number = learn(memory.store, "use npm")
    memory.edit_learning(number, "use yarn")
    memory.confirm([str(number)])
    memory.edit_learning(number, "use pnpm")
    memory.edit_learning(number, "use bun")
    assert lesson(memory, number).content == "use bun"
    assert memory.why(str(number))["before"] == "use npm → use yarn → use pnpm"
    assert [item.content for item in memory.list_memories()] == ["use bun"]
    assert memory.rebuild().changed == 0


def test_an_edit_back_to_the_first_words_makes_them_hold_again(memory: Memory) -> None:
    number = learn(memory.store, "use npm")
    memory.confirm([str(number)])
    memory.edit_learning(number, "use pnpm")
    memory.edit_learning(number, "use npm")
    assert [item.content for item in memory.list_memories()] == ["use npm"]
    assert lesson(memory, number).content == "use npm"


def test_a_lesson_that_was_told_is_edited_by_its_number_too(memory: Memory) -> None:
    memory.remember("use npm")
    done = memory.edit_learning(1, "use pnpm")
    assert (done.before, done.memory and done.memory.content) == ("use npm", "use pnpm")


@pytest.mark.parametrize("confirmed", [True, False])
def test_an_edit_that_says_the_same_changes_nothing(memory: Memory, confirmed: bool) -> None:
    number = learn(memory.store, WORDS["en"])
    if confirmed:
        memory.confirm([str(number)])
    entries = len(memory.log())
    done = memory.edit_learning(number, WORDS["en"])
    assert not done.changed
    assert len(memory.log()) == entries


@pytest.mark.proves("V1")
def test_a_credential_in_an_edit_is_not_stored(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    done = memory.edit_learning(number, "use the key ghp_" + "a1" * 18)
    assert done.learning.text == "use the key [redacted:github_token]"


@pytest.mark.proves("V1")
@pytest.mark.parametrize("sign", ["\x00", "\x1b[1m", "\u200b", "\u202e", "\U000e0041"])
def test_signs_that_nobody_sees_hide_no_credential(memory: Memory, sign: str) -> None:
    secret = "ghp_" + "a1B2" * 9
    hidden = f"{secret[:20]}{sign}{secret[20:]}"
    number = learn(memory.store, WORDS["en"])
    memory.edit_learning(number, f"use the key {hidden}")
    memory.remember(f"my other key is {hidden}")
    memory.propose([Operation("create", content=f"a third key is {hidden}", detail=f"or {hidden}")])
    assert secret not in everything(memory)


@pytest.mark.proves("V1")
def test_the_reason_of_a_no_is_kept_without_credentials_and_private_parts(memory: Memory) -> None:
    secret = "ghp_" + "a1B2" * 9
    number = learn(memory.store, WORDS["en"])
    reason = f"my key\ud800 is {secret} <private>it is a\x00 Lhasa terrier</private> " + "x" * 9000
    memory.reject([str(number)], reason)
    told = everything(memory)
    assert "my key� is [redacted:github_token] [private]" in told
    assert not [words for words in (secret, "Lhasa", "x" * 1000) if words in told]


def everything(memory: Memory) -> str:
    """Return every text that the database holds, the journal's included."""
    return "\n".join(memory.store.reading("memory").iterdump())


@pytest.mark.parametrize("text", ["", "   ", "<private>secret</private>", "x" * 501])
def test_an_edit_without_words_or_too_long_is_refused(memory: Memory, text: str) -> None:
    number = learn(memory.store, WORDS["en"])
    with pytest.raises(UsageError):
        memory.edit_learning(number, text)
    assert memory.learning(number).learning.text == WORDS["en"]


def review_number(memory: Memory) -> str:
    [done] = Memory(memory.store, "agent:a").propose([Operation("create", content="tea at four")])
    return str(done.number)


def test_a_lesson_is_linked_to_the_one_that_it_contradicts_and_none_gives_way(
    memory: Memory,
) -> None:
    memory.remember("use npm")
    number = learn(memory.store, "use pnpm, not npm", contradicts=1)
    [stored] = memory.confirm([str(number)])
    [link] = stored.links
    assert (link.type, link.other) == ("contradicts", memory.get("1").id)
    assert {item.status for item in memory.list_memories()} == {"active"}
    memory.undo()
    assert memory.get("1").links == ()


@pytest.mark.parametrize("other", [0, 9])
def test_what_it_contradicts_may_be_gone(memory: Memory, other: int) -> None:
    number = learn(memory.store, "use pnpm, not npm", contradicts=other)
    [stored] = memory.confirm([str(number)])
    assert stored.links == ()


def test_a_number_that_is_not_there_decides_nothing(memory: Memory) -> None:
    number = str(learn(memory.store, WORDS["en"]))
    for act in (memory.confirm, memory.reject):
        with pytest.raises(NotFound):
            act([number, "77"])
    with pytest.raises(NotFound):
        memory.edit_learning(77, "use pnpm")
    assert statuses(memory) == ["pending"]


def test_confirming_a_review_lets_it_through(memory: Memory) -> None:
    number = review_number(memory)
    [stored] = memory.confirm([number])
    assert (stored.content, stored.verification) == ("tea at four", "user_confirmed")


def test_a_review_has_no_words_to_edit(memory: Memory) -> None:
    number = review_number(memory)
    with pytest.raises(Conflict) as refused:
        memory.edit_learning(int(number), "tea at five")
    assert refused.value.hint == f"pmi show {number}"


def test_a_learning_that_was_taken_back_is_decided_about_no_more(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    memory.undo(1)
    for act in (memory.confirm, memory.reject):
        with pytest.raises(Conflict):
            act([str(number)])
    with pytest.raises(Conflict):
        memory.edit_learning(number, OTHER["en"])


def test_a_rejected_lesson_is_confirmed_before_it_is_edited(memory: Memory) -> None:
    number = learn(memory.store, WORDS["en"])
    memory.confirm([str(number)])
    memory.reject([str(number)])
    with pytest.raises(Conflict) as refused:
        memory.edit_learning(number, OTHER["en"])
    assert refused.value.hint == f"pmi confirm {number}"


@pytest.mark.parametrize("actor", ["agent:a", "hook"])
def test_nobody_but_the_user_decides(memory: Memory, actor: str) -> None:
    number = learn(memory.store, WORDS["en"])
    other = Memory(memory.store, actor)
    for act in (
        lambda: other.confirm([str(number)]),
        lambda: other.reject([str(number)]),
        lambda: other.edit_learning(number, OTHER["en"]),
    ):
        with pytest.raises(PolicyDenied) as refused:
            act()
        assert "the user types: pmi " in refused.value.hint
        assert str(number) in refused.value.hint
    assert statuses(memory) == ["pending"]
    assert len(memory.log()) == 1


def _confirm(root: str, number: int, start: Any, said: Any) -> None:
    start.wait()
    try:
        with Memory.open(Home(root)) as memory:
            said.put([(one.id, one.content) for one in memory.confirm([str(number)])])
    except PmiError as error:
        said.put(error.message)


@pytest.mark.proves("D2")
def test_two_sessions_that_confirm_at_once_make_one_memory(memory: Memory, home: Home) -> None:
    numbers = [learn(memory.store, f"{WORDS['en']} {each}") for each in range(5)]
    context = multiprocessing.get_context("spawn")
    for number in numbers:
        start, said = context.Event(), context.Queue()
        both_of_them = [
            context.Process(target=_confirm, args=(home.root, number, start, said))
            for _ in range(2)
        ]
        for process in both_of_them:
            process.start()
        start.set()
        answers = [said.get(timeout=60) for _ in both_of_them]
        for process in both_of_them:
            process.join()
        assert answers[0] == answers[1]
        assert answers[0][0][1] == f"{WORDS['en']} {number - 1}"
    assert len(memory.list_memories()) == len(numbers)
    assert [entry.op for entry in memory.log()].count("confirm") == len(numbers)
