from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.model.conversation import Node
from pmi.rules.branches import list_taken_back


def tree(text: str) -> list[Node]:
    """Return nodes from lines like `p b a`: a prompt `b` below `a`; `r` a reply, `t` a tool."""
    nodes = []
    for line in text.split(","):
        kind, uuid, *parent = line.split()
        nodes.append(Node(uuid, parent[0] if parent else "", kind == "p", kind == "r"))
    return nodes


CASES = {
    "nothing": ("p a", ""),
    "one after the other": ("p a,r b a,p c b,r d c", ""),
    "taken back with Esc": ("p a,r b a,p c b,p d b,r e d", "c"),
    "sent again unchanged": ("p a,r b a,p c b,p d b", "c"),
    "a rewind leaves the answer too": ("p a,r b a,p c b,r d c,t e d,p f b,r g f", "c d e"),
    "a rewind of several turns": ("p a,r b a,p c b,r d c,p e d,r f e,p g b,r h g", "c d e f"),
    "two rewinds": ("p a,r b a,p c b,p d b,p e b,r f e", "c d"),
    "parallel tools are no branches": ("p a,t b a,t c b,t d b,t e c,r f e", ""),
    "a late result beside the answer": ("p a,t b a,t c b,r d b,t e c,p f d,r g f", ""),
    "a parent that is missing": ("p a,r b a,p c lost,r d c", ""),
    "before the gap something was taken back": ("p a,r b a,p c b,p d b,r e d,p f lost,r g f", "c"),
    "before the gap nothing was": ("p a,r b a,p c b,r d c,p f lost,r g f", ""),
    "what took its place fell into the gap": ("p a,r b a,p c b,p f lost,r g f", ""),
    "the first prompt was taken back": ("p a,p b,r c b", "a"),
    "compacted without a link": ("p a,r b a,p c,r d c", ""),
    "a circle": ("p a b,r b a,p c c,r d c", ""),
    "no prompt at all": ("r a,r b a", ""),
}


@pytest.mark.parametrize("name", CASES)
def test_what_was_taken_back(name: str) -> None:
    text, left = CASES[name]
    assert list_taken_back(tree(text)) == frozenset(left.split())


def test_no_message_is_no_branch() -> None:
    assert list_taken_back([]) == frozenset()


NODES = st.lists(
    st.builds(Node, st.sampled_from("abcdefgh"), st.sampled_from(["", *"abcdefghx"]),
              st.booleans(), st.booleans()),
    unique_by=lambda node: node.uuid,
)  # fmt: skip


@given(NODES)
def test_the_newest_message_and_all_above_it_are_always_live(nodes: list[Node]) -> None:
    left = list_taken_back(nodes)
    known = {node.uuid: node for node in nodes}
    uuid, passed = nodes[-1].uuid if nodes else "", set[str]()
    while uuid in known and uuid not in passed:
        assert uuid not in left
        passed.add(uuid)
        uuid = known[uuid].parent


def test_a_long_conversation_takes_one_pass() -> None:
    nodes = [Node(str(i), str(i - 1) if i else "", i % 1000 == 0) for i in range(100_000)]
    assert list_taken_back(nodes) == frozenset()
