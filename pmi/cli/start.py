"""Where the command ``pmi`` begins: what needs no command line is answered without one."""

from __future__ import annotations

import sys


def main() -> None:
    """Run ``pmi``."""
    if sys.argv[1:] == ["sync"] and _nothing_to_sync():
        return
    from pmi.cli.main import main as run

    run()


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
