"""Where the command ``pmi`` begins: what needs no command line is answered without one.

Loading click costs more than most answers do. A line without options has nothing to parse, and
nothing of click's is done again here: whatever begins with a dash is for `pmi.cli.main`.
"""

from __future__ import annotations

import sys

OF_WORDS = ("search", "context", "show")
"""Commands answered at once where words follow; in `pmi.cli.answering` they are called the same."""

ALONE = ("sessions",)
"""Those answered at once where nothing follows: a word may be a command of theirs."""


def main() -> None:
    """Run ``pmi``."""
    command, *words = sys.argv[1:] or [""]
    if command == "sync" and not words and _nothing_to_sync():
        return
    if needs_no_parsing(command, words):
        _answer(command, words)
    from pmi.cli.main import main as run

    run()


def needs_no_parsing(command: str, words: list[str]) -> bool:
    """Tell whether a line is one of the commands above with plain words only."""
    if command in ALONE:
        return not words
    return command in OF_WORDS and bool(words) and all(word and word[0] != "-" for word in words)


def _answer(command: str, words: list[str]) -> None:
    """Answer a line that needs no parsing, and leave."""
    from pmi.cli.boundary import decoded, leave_with
    from pmi.cli.door import Door

    door = Door()

    def work() -> None:
        from pmi.cli import answering

        getattr(answering, command)(door, tuple(decoded(word) for word in words))

    leave_with(door, work)


def _nothing_to_sync() -> bool:
    """Say that nothing is new, where that can be seen without opening anything."""
    from pmi.base.home import Home
    from pmi.cli.seal import find_sentence

    sentence = find_sentence(Home.locate())
    if sentence:
        sys.stdout.buffer.write(f"{sentence}\n".encode())
        sys.stdout.buffer.flush()
    return bool(sentence)


if __name__ == "__main__":
    main()
