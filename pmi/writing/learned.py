"""The user's word about a learning: confirmed it becomes a lesson, rejected, put in other words.

A lesson is a memory that rests on the user's words. Each of the three is a change of its own:
its rows name the entry that made them, so that `undo` takes it back.
"""

from __future__ import annotations

from typing import NamedTuple

from pmi.base.errors import Conflict, NotFound
from pmi.base.ids import new_id
from pmi.model.learning import Learning
from pmi.model.memory import Memory
from pmi.model.operation import LinkClaim, Operation
from pmi.rules.claims import check_content, clean_line
from pmi.store import journal, learnings, memories, placing, reviews
from pmi.store.database import Store
from pmi.store.rows import Effect
from pmi.writing.belonging import belonging
from pmi.writing.carrying import Change, carry_out, finish
from pmi.writing.changing import in_slot, link_effects, update_effects
from pmi.writing.citing import Checked
from pmi.writing.claiming import NewClaim, claim_effects, key_of
from pmi.writing.deciding import cover, decision
from pmi.writing.drafting import Draft
from pmi.writing.folding import LEARNING
from pmi.writing.saying import keep_texts, learned, said


class Edited(NamedTuple):
    """What became of an edit, read back.

    Attributes:
        before: The words until then.
        memory: The lesson in its new words; None where it is none (yet).
        changed: False where it said that already.
    """

    learning: Learning
    before: str
    memory: Memory | None = None
    changed: bool = True


def confirm_learning(store: Store, draft: Draft, number: int) -> str:
    """Make a learning a lesson, or confirm again the one that it is; return the memory's id.

    Two that confirm the same one at once wait for each other: the second finds it done.

    Raises:
        NotFound: There is no learning with this number.
        Conflict: It was taken back.
    """
    learning = _get(draft, number)
    word = decision(draft, f"{LEARNING}{number}", "confirm", content=learning.text)
    if not learning.memory:
        memory = _make_lesson(store, draft, learning)
        draft.write([word])
        return memory
    latest = memories.find_latest(draft.connection, learning.memory)
    found = memories.get_memory(draft.connection, latest)
    if learning.status != "confirmed":
        draft.write([word])
    if found.verification != "user_confirmed" or found.status != "active":
        draft.write(cover(draft, found.id, "confirm"))
    return found.id


def reject_learning(draft: Draft, number: int, reason: str) -> str:
    """Turn a learning down, and the lesson that it became; return its number as text.

    Raises:
        NotFound: There is no learning with this number.
        Conflict: It was taken back.
    """
    learning = _get(draft, number)
    found = None
    if learning.memory:
        latest = memories.find_latest(draft.connection, learning.memory)
        found = memories.get_memory(draft.connection, latest)
    if learning.status != "rejected":
        name = f"{LEARNING}{number}"
        draft.write([decision(draft, name, "reject", content=learning.text, reason=reason)])
    if found is not None and found.status != "archived":
        draft.write(cover(draft, found.id, "reject", reason))
    return str(number)


def edit_learning(
    store: Store,
    number: int,
    text: str,
    *,
    actor: str,
    reference: str = "",
    said_at: str = "",
    cause: str = "",
) -> Edited:
    """Put a learning in other words; a lesson gives way to the new words and becomes history.

    Args:
        text: The new words: one line, redacted here.
        reference: ``cc://…`` of the message in which they were typed; empty for a shell.
        said_at: When; empty for now.
        cause: Identity of the event behind this; the same cause changes once.

    Raises:
        UsageError: There are no words, or too many.
        NotFound: There is no learning with this number.
        Conflict: It was taken back, or it is a lesson that was rejected.
    """
    words = check_content(clean_line(text))
    evidence = said(store, words, reference, said_at)
    with store.writing("memory") as connection:
        known = journal.find_by_cause(connection, cause) if cause else None
        before = str(known.outcome["results"][0]["before"]) if known is not None else ""
        if known is None:
            draft = Draft(connection, store.clock(), actor, "edit", cause)
            learning = _get(draft, number)
            before = learning.text
            if learning.memory and learning.status == "rejected":
                raise Conflict(f"Learning {number} was rejected.", f"pmi confirm {number}")
            same = words == before
            if learning.memory and learning.status == "confirmed":
                same = not _supersede(draft, learning, words, Checked((evidence,)))
            if not same:
                _write_edit(draft, number, words)
                payload = {"number": number, "text": words}
                draft.close(payload, [{"number": number, "before": before}])
            else:
                return _read_back(store, number, before, changed=False)
    return _read_back(store, number, before)


def _get(draft: Draft, number: int) -> Learning:
    draft.settle()
    found = learnings.find_learning(draft.connection, number)
    if found is None or not found.text:
        if reviews.find_subject(draft.connection, number):
            raise Conflict(f"{number} is no learning, but waits for review.", f"pmi show {number}")
        raise NotFound(f"Nothing to decide has the number {number}.", "pmi learnings list")
    if found.status == "undone":
        raise Conflict(f"Learning {number} was taken back.", "pmi learnings list --all")
    return found


def _make_lesson(store: Store, draft: Draft, learning: Learning) -> str:
    """Write the memory that a learning becomes, with its quotes, and tie the two together.

    What says the same already is strengthened: the two are one memory, shown by the older id.
    """
    connection = draft.connection
    asked = Operation(
        "create",
        content=check_content(learning.text),
        kind=learning.kind,
        project=learning.project,
    )
    operation = in_slot(draft, belonging(store, asked), None)
    sightings = learnings.list_sightings(connection, learning.number)
    found = keep_texts(draft, learned(store, learning, sightings))
    claim = NewClaim(operation, "owner", by_user=True, found=found)
    effects = claim_effects(connection, claim, draft.at)
    memory = str(effects[0]["id"])
    draft.write([*effects, _tie(draft, learning.number, memory)])
    draft.settle()
    memory = memories.resolve_id(connection, memory)
    _link_to_contradicted(draft, learning, memory)
    return memory


def _link_to_contradicted(draft: Draft, learning: Learning, memory: str) -> None:
    """Say in a link that a lesson contradicts another one in force: neither gives way unasked."""
    other = learnings.find_learning(draft.connection, learning.contradicts)
    if other is None or other.status != "confirmed" or not other.memory:
        return
    against = memories.find_latest(draft.connection, other.memory)
    if against != memory:
        draft.write(link_effects(draft, memory, [LinkClaim("contradicts", against)]))


def _supersede(draft: Draft, learning: Learning, words: str, checked: Checked) -> bool:
    """Put a lesson's new words in its place; return False where they say the same."""
    connection = draft.connection
    latest = memories.find_latest(connection, learning.memory)
    target = memories.get_memory(connection, latest)
    if key_of(words) == key_of(target.content):
        return False
    slot = f"lesson/{learning.number}"
    if not target.slot and not placing.is_slot_used(connection, target.project, slot):
        # A slot named by the first words would keep them when these are forgotten.
        named = Operation("update", target=target.id, slot=slot)
        draft.apply(update_effects(draft, target, named, ()))
    asked = Operation("supersede", target=target.id, content=words, kind=target.kind)
    kept = Checked(tuple(keep_texts(draft, checked.found)))
    done = finish(draft, [carry_out(draft, Change(asked, kept))])[0]
    draft.write([_tie(draft, learning.number, done.memory)])
    return True


def _write_edit(draft: Draft, number: int, words: str) -> None:
    edit: Effect = {
        "row": "learning_edit",
        "id": new_id("edt"),
        "number": number,
        "text": words,
        "at": draft.at,
        "actor": draft.actor,
    }
    draft.apply([edit])


def _tie(draft: Draft, number: int, memory: str) -> Effect:
    return {
        "row": "learning_memory",
        "id": new_id("lme"),
        "number": number,
        "memory": memory,
        "at": draft.at,
    }


def _read_back(store: Store, number: int, before: str, *, changed: bool = True) -> Edited:
    connection = store.reading("memory")
    learning = learnings.find_learning(connection, number)
    if learning is None or learning.status == "undone":
        raise NotFound(f"Learning {number} was taken back.", "pmi learnings list --all")
    memory = memories.find_memory(connection, learning.memory) if learning.memory else None
    return Edited(learning, before, memory, changed)
