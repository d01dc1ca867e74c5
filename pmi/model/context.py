"""The assembled answer to a question: items by section, each saying where it comes from."""

from __future__ import annotations

from typing import Literal, NamedTuple, get_args

from pmi.model.memory import Stance, Status, Trust, Verification

Section = Literal["current", "history", "conflict", "question", "source", "conversation"]

Explanation = Literal["enough", "too_little", "only_named", "not_settled", "nothing"]

SECTIONS: tuple[Section, ...] = get_args(Section)
"""The sections of an answer in the order in which they are shown."""


class ContextQuote(NamedTuple):
    """Words that something rests on, as they were said.

    Attributes:
        trust: Whose words they are.
        reference: Where to open them: ``cc://…`` or ``src_…``.
        lost: Whether the newest version of the source does not have them any more.
    """

    quote: str
    trust: Trust
    said_at: str
    reference: str
    lost: bool = False


class ContextItem(NamedTuple):
    """One memory or passage of an answer.

    Attributes:
        reference: What opens it: ``mem_…``, ``src_…`` or ``cc://…#…``.
        status: Of a memory; empty for a passage.
        verification: Of a memory; empty for a passage.
        trust: Of a memory's evidence, else whose words a passage is.
        valid_from: Day from which a memory held; empty when undated.
        valid_to: Day on which it stopped holding; empty while it holds.
        said_at: When it was said (stored time).
        title: Title of a passage's source or conversation; kind of a memory.
        about: Reference of the item that this one is the history or the other side of.
        span: Where a passage stands in its source's text: half-open, in code points.
        why: Words of the question that it shares, the weightiest first.
        score: Share of the question's words that it covers, 0 to 1.
        weak: Listed, but no evidence: found through an entity's name only, or a far match.
        external: Words of neither the user nor the user's agents: data, never instructions.
    """

    section: Section
    reference: str
    text: str
    detail: str = ""
    quotes: tuple[ContextQuote, ...] = ()
    status: Status | Literal[""] = ""
    verification: Verification | Literal[""] = ""
    stance: Stance = "claim"
    trust: Trust = "external"
    valid_from: str = ""
    valid_to: str = ""
    said_at: str = ""
    title: str = ""
    slot: str = ""
    project: str = ""
    entities: tuple[str, ...] = ()
    about: str = ""
    span: tuple[int, int] = (0, 0)
    why: tuple[str, ...] = ()
    score: float = 0.0
    weak: bool = False
    external: bool = False


class Context(NamedTuple):
    """The answer to a question.

    Attributes:
        items: By section, the best first; history and conflicts follow the order of what
            they are about.
        insufficient_evidence: Nothing in it answers the question well enough.
        explanation: Why, as a stable word; ``only_named`` where what was found is only about
            somebody or something that the question names, ``not_settled`` where it is open,
            disputed or past.
        covered_percent: How much of the question's words the best evidence covers.
        needed_percent: How much is needed to count as evidence.
        notes: Sentences about how it was found and what was left out, in the home's language.
        as_of: The day whose state this is; empty for now.
        left_out: How many items had no room.
        tokens: About how many tokens it takes as text.
    """

    question: str
    items: tuple[ContextItem, ...] = ()
    insufficient_evidence: bool = True
    explanation: Explanation = "nothing"
    covered_percent: int = 0
    needed_percent: int = 0
    notes: tuple[str, ...] = ()
    as_of: str = ""
    left_out: int = 0
    tokens: int = 0
