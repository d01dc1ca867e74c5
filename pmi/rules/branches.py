"""Tells which messages of a conversation the user took back (pure functions).

A conversation is a tree: a prompt that was taken back with Esc, or rewound, stays in the
transcript as a branch that nobody follows.

>>> asked = Node("a", "", prompt=True)
>>> list_taken_back([asked, Node("b", "a", prompt=True), Node("c", "a", prompt=True)])
frozenset({'b'})
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

from pmi.model.conversation import Node


def list_taken_back(nodes: Sequence[Node]) -> frozenset[str]:
    """Return the uuids of the messages that are not on the live branch.

    A prompt is live if it stands above the newest message of its tree, any other message if the
    nearest prompt above it is. What can not be followed begins a tree of its own: a parent that
    is missing, the time before a compaction. Of several first prompts one without any answer
    was taken back.

    Args:
        nodes: The messages in the order of the conversation.
    """
    if not nodes:
        return frozenset()
    known = {node.uuid: node for node in nodes}
    live = _chain(known, nodes[-1].uuid)
    if all(node.uuid in live for node in nodes if node.prompt):
        return frozenset()  # as in most conversations: the longer look is for the others
    top = _first_above(known, lambda _: False)
    asked = _first_above(known, lambda node: node.prompt)
    answered = {top[node.uuid] for node in nodes if node.reply}
    for newest in {top[node.uuid]: node.uuid for node in nodes}.values():
        live |= _chain(known, newest)
    last = known[top[nodes[-1].uuid]]

    def is_left(prompt: Node) -> bool:
        if prompt.uuid not in live:
            return True
        root = known[top[prompt.uuid]]
        first = root.parent == "" == last.parent and root is not last
        return first and root.uuid not in answered

    left = {node.uuid for node in nodes if node.prompt and is_left(node)}
    return frozenset(node.uuid for node in nodes if asked[node.uuid] in left)


def _chain(known: Mapping[str, Node], uuid: str) -> set[str]:
    """Return a message and all that are known above it."""
    chain: set[str] = set()
    while uuid in known and uuid not in chain:
        chain.add(uuid)
        uuid = known[uuid].parent
    return chain


def _first_above(known: Mapping[str, Node], wanted: Callable[[Node], bool]) -> dict[str, str]:
    """Return for each message the first wanted one at or above it, else the topmost one.

    Each message is passed once; a circle ends where it closes.
    """
    found: dict[str, str] = {}
    for uuid in known:
        path: dict[str, None] = {}
        while uuid not in found:
            path[uuid] = None
            node = known[uuid]
            if wanted(node) or node.parent not in known or node.parent in path:
                found[uuid] = uuid
            else:
                uuid = node.parent  # noqa: PLW2901
        for each in path:
            found[each] = found[uuid]
    return found
