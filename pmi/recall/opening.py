"""Opens whatever a reference names: a memory, a review, a source or an entity, with its ties.

Example:
    >>> found = open_any(store, "12")  # doctest: +SKIP
    >>> print(opened_text(found, "en"))  # doctest: +SKIP
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING, NamedTuple, TypeAlias

from pmi.base.errors import NotFound, PmiError, UsageError
from pmi.model.conversation import Reference
from pmi.model.entity import Entity
from pmi.model.memory import Evidence, Memory
from pmi.model.source import Source
from pmi.profile.knowledge import parse_place, read_knowledge
from pmi.recall.entity_text import entity_text, source_text
from pmi.recall.lost import find_lost
from pmi.recall.memory_text import memory_text
from pmi.recall.render import shown
from pmi.recall.wording import say
from pmi.rules.claims import check_slot
from pmi.store import entities, memories, sources
from pmi.store.references import complete

if TYPE_CHECKING:
    from pmi.model.operation import Review
    from pmi.recall.learned import OpenedLearning
    from pmi.store.database import Store

LINES_BEFORE = 3
"""So many lines stand before the one of a page that is named."""

MEMORIES_SHOWN = 50
"""So many memories are listed with a source or an entity."""


class OpenedMemory(NamedTuple):
    """A memory, with what its slot held over time and what its links lead to, by id."""

    memory: Memory
    history: Sequence[Memory]
    words: dict[str, str]


class OpenedReview(NamedTuple):
    """A review, with the quotes that were found for its proposal."""

    review: Review
    evidence: Sequence[Evidence]
    words: dict[str, str]


class OpenedSource(NamedTuple):
    """A source, with lines of its text (the first has a number) and memories that quote it."""

    source: Source
    lines: Sequence[str]
    first: int
    total: int
    memories: Sequence[Memory] = ()


class OpenedEntity(NamedTuple):
    """An entity, with what it belongs to, what belongs to it, and the memories that name it."""

    entity: Entity
    parent: Entity | None = None
    children: Sequence[Entity] = ()
    memories: Sequence[Memory] = ()


class OpenedPage(NamedTuple):
    """A page that the user owns, or lines of it.

    Attributes:
        path: Where it lies in the home.
        first: Number of the first of the lines, from 1.
        total: How many lines the page has.
    """

    path: str
    lines: Sequence[str]
    first: int
    total: int


Opened: TypeAlias = (
    "OpenedMemory | OpenedLearning | OpenedReview | OpenedSource | OpenedEntity | OpenedPage"
)


class Wish(NamedTuple):
    """How much of something is wanted.

    Attributes:
        history: Also the earlier and later memories of its slot.
        lines: At most so many lines of a source's text.
        first: The first of these lines, from 1.
        version: Which version of a source; empty for the newest.
    """

    history: bool = False
    lines: int = 200
    first: int = 1
    version: str = ""


def open_any(store: Store, reference: str, wish: Wish | None = None) -> Opened:
    """Return what a reference names.

    Args:
        reference: An id or the end of one, a slug, a number, a source's key or URL, a slot, a
            name, or a page in the home, as in ``profile/preferences.md:12``.

    Raises:
        NotFound: It names nothing.
        UsageError: It names several things.
    """
    wanted, name = wish or Wish(), reference.strip()
    page = _page(store, name, wanted)
    if page is not None:
        return page
    connection = store.reading("memory")
    if not name.startswith(("src_", "ent_", "prp_")):
        memory = memories.find_memory(connection, name)
        if memory is not None:
            return _memory(store, memory, history=wanted.history)
        learning = _learning(store, name)
        if learning is not None:
            return learning
    review = find_review(store, name)
    if review is not None:
        return open_review(store, review)
    if not name.startswith("ent_") and sources.find_id(connection, name):
        return _source(store, name, wanted)
    standing = _in_slot(store, name)
    if standing is not None:
        return _memory(store, standing, history=wanted.history)
    entity = entities.find_entity(connection, name)
    if entity:
        return open_entity(store, entity)
    raise NotFound(f"There is nothing {reference[:200]!r}.", _instead(store, name))


def _instead(store: Store, name: str) -> str:
    """Return what to try where nothing has a name: a conversation whose id begins so, or words."""
    try:
        complete(store, Reference.parse(f"cc://{name}"))
    except PmiError:
        return "pmi search WORDS"
    return f"pmi show cc://{name}"


def _in_slot(store: Store, name: str) -> Memory | None:
    """Return what stands in a slot, or None.

    Raises:
        UsageError: Slots of several projects have this name.
    """
    try:
        slot = check_slot(name)
    except UsageError:
        return None
    found = memories.list_in_slot(store.reading("memory"), slot) if slot else []
    if len(found) > 1:
        names = ", ".join(memory.id for memory in found)
        raise UsageError(f"{name!r} names several memories: {names}.", "type more of the id")
    return found[0] if found else None


def _page(store: Store, name: str, wish: Wish) -> OpenedPage | None:
    """Return the page that ``profile/NAME.md``, with or without a line, names, or None."""
    path, first, last = parse_place(name)
    text = read_knowledge(store.home, path)
    if text is None:
        return None
    lines = shown(text).splitlines()
    start = max(1, first - LINES_BEFORE) if first and not last else first or wish.first
    end = last or start + wish.lines - 1
    return OpenedPage(path, lines[start - 1 : end], start, len(lines))


def _page_text(page: OpenedPage, language: str) -> str:
    told = [
        page.path,
        *(f"{number:>5} {line}" for number, line in enumerate(page.lines, page.first)),
    ]
    left = page.total - (page.first - 1) - len(page.lines)
    if left > 0:
        command = f"pmi show {page.path} --from {page.first + len(page.lines)}"
        told.append(say("text_more", language, left=left, command=command))
    return "\n".join(told)


def find_review(store: Store, reference: str) -> Review | None:
    """Return the review that a number or an id names, or None."""
    from pmi.store import reviews

    try:
        return reviews.get_review(store.reading("memory"), reference)
    except NotFound:
        return None


def open_review(store: Store, review: Review) -> OpenedReview:
    """Return a review with its quotes and what its links and sources are called."""
    connection = store.reading("memory")
    found: tuple[Evidence, ...] = ()
    if review.proposal is not None:
        from pmi.store import proposals

        cited = proposals.find_proposal_evidence(connection, review.proposal.id)
        found = tuple(_evidence(item) for item in cited)
    sides = [side for side in (review.memory, review.against) if side is not None]
    words = words_for(store, sides, found)
    if review.proposal is not None:
        for link in review.proposal.operation.links:
            other = memories.find_memory(connection, link.target)
            words[link.target] = other.content if other is not None else ""
    return OpenedReview(review, found, words)


def open_entity(store: Store, reference: str) -> OpenedEntity:
    """Return an entity with its relations and memories.

    Raises:
        NotFound: There is none.
    """
    connection = store.reading("memory")
    entity = entities.get_entity(connection, reference)
    everybody = entities.list_entities(connection)
    ids = entities.list_memories_of(connection, entities.members_of(connection, entity.id))
    return OpenedEntity(
        entity=entity,
        parent=next((item for item in everybody if item.id == entity.parent), None),
        children=[item for item in everybody if item.parent == entity.id],
        memories=memories.list_memories(connection, ids=ids, limit=MEMORIES_SHOWN),
    )


def opened_text(opened: Opened, language: str, *, today: str = "") -> str:
    """Return what was opened as text."""
    if isinstance(opened, OpenedMemory):
        return memory_text(
            opened.memory, language, history=opened.history, today=today, words=opened.words
        )
    if isinstance(opened, OpenedReview):
        from pmi.recall.review_text import review_text

        return review_text(
            opened.review, language, evidence=opened.evidence, words=opened.words, today=today
        )
    if isinstance(opened, OpenedSource):
        return source_text(
            opened.source,
            opened.lines,
            language,
            first=opened.first,
            total=opened.total,
            memories=opened.memories,
            today=today,
        )
    if isinstance(opened, OpenedPage):
        return _page_text(opened, language)
    if isinstance(opened, OpenedEntity):
        return entity_text(
            opened.entity,
            language,
            parent=opened.parent,
            children=opened.children,
            memories=opened.memories,
            today=today,
        )
    from pmi.recall.learning_text import learning_text

    return learning_text(opened, language, today=today)


def words_for(
    store: Store, shown_memories: Iterable[Memory], evidence: Iterable[Evidence] = ()
) -> dict[str, str]:
    """Return what links lead to, titles of quoted sources, and quotes lost since; all by id."""
    given = list(shown_memories)
    connection = store.reading("memory")
    ends = {link.other for memory in given for link in memory.links}
    found = {item.id: item.content for item in memories.find_many(connection, ends)}
    quoted = [*evidence, *(item for memory in given for item in memory.evidence)]
    for reference in {item.reference for item in quoted if item.reference.startswith("src_")}:
        row = sources.find_newest(connection, reference)
        if row is not None and row["title"]:
            found[reference] = row["title"]
    lost = find_lost(store, [memory.id for memory in given])
    found |= {item.id: item.quote for item in quoted if (item.reference, item.quote) in lost}
    return found


def _learning(store: Store, name: str) -> OpenedLearning | None:
    from pmi.recall.learned import find_number, open_learning
    from pmi.store.learnings import find_learning

    number = find_number(name)
    known = find_learning(store.reading("memory"), number) is not None
    return open_learning(store, number) if known else None


def _memory(store: Store, memory: Memory, *, history: bool) -> OpenedMemory:
    others = memories.list_neighbours(store.reading("memory"), memory) if history else []
    return OpenedMemory(memory, others, words_for(store, [memory]))


def _source(store: Store, reference: str, wish: Wish) -> OpenedSource:
    connection = store.reading("memory")
    source = sources.get_source(store, reference)
    lines = shown(sources.read_text(store, source.id, wish.version)).splitlines()
    start = max(0, wish.first - 1)
    ids = memories.list_quoting(connection, source.id)
    return OpenedSource(
        source=source,
        lines=lines[start : start + wish.lines],
        first=start + 1,
        total=len(lines),
        memories=memories.list_memories(connection, ids=ids, limit=MEMORIES_SHOWN),
    )


def _evidence(found: dict[str, object]) -> Evidence:
    return Evidence(
        id="",
        memory="",
        version=str(found["version"]),
        quote=str(found["quote"]),
        start=int(str(found["start"])),
        end=int(str(found["end"])),
        trust=found["trust"],  # type: ignore[arg-type]  # as it was recorded
        reference=str(found["reference"]),
        said_at=str(found["said_at"]),
    )
