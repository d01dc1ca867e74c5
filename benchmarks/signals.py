"""Measures the detection of signals: precision, recall and kinds, in English and Chinese.

    python benchmarks/signals.py                # all of it, chats without labels, CPU time
    python benchmarks/signals.py --short        # what continuous integration prints
    python benchmarks/signals.py --wrong        # and what of the *seen* half was judged wrongly
    python benchmarks/signals.py --chats FOLDER # and the transcripts in a folder; shows each signal

The unseen half was written by somebody who had not read the rules: its items are never
printed, so that nobody is tempted to fit the rules to them. Of the ordinary messages of a
working day only those that are held back are measured. Nothing is judged here.
"""

from __future__ import annotations

import argparse
import gzip
import json
import sys
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from pmi.base.text import tokens  # noqa: E402 - a checkout is measured, installed or not
from pmi.indexer.transcripts import parse_line  # noqa: E402
from pmi.learn.signals import detect  # noqa: E402
from pmi.model.learning import SIGNAL_KINDS, Exchange, Signal  # noqa: E402

DATA = ROOT / "benchmarks" / "data"
LANGUAGES = ("en", "zh")
HALVES = ("seen", "unseen")


class Item(NamedTuple):
    """One labelled exchange; the kind is empty for an innocent one."""

    exchange: Exchange
    kind: str


class Judged(NamedTuple):
    """An item and what was found in it."""

    item: Item
    found: list[Signal]


def load(part: str, language: str, half: str = "") -> list[Item]:
    """Return the items of a part of the labelled set: `seen`, `unseen` or `ordinary`.

    Args:
        half: Of the ordinary messages `train` or `held`; the others have no such halves.
    """
    path = DATA / f"signals-{part}-{language}.jsonl"
    with path.open(encoding="utf-8") as lines:
        rows = [json.loads(line) for line in lines if line.strip()]
    return [
        Item(Exchange(row.get("before", ""), row["said"], row.get("answer", "")), row["kind"])
        for row in rows
        if row.get("half", "") == half
    ]


def judge(items: Sequence[Item]) -> list[Judged]:
    """Return what is found in each item."""
    return [Judged(item, detect(item.exchange)) for item in items]


def share(part: int, whole: int) -> float:
    """Return a share, 1 where there is nothing to share."""
    return part / whole if whole else 1.0


def summary(judged: Sequence[Judged]) -> dict[str, float]:
    """Return precision, recall and the share of the right kind among the rightly found."""
    wanted = [one for one in judged if one.item.kind]
    right = [one for one in wanted if one.found]
    wrong = [one for one in judged if one.found and not one.item.kind]
    kind = sum(one.item.kind in {signal.kind for signal in one.found} for one in right)
    first = sum(one.item.kind == one.found[0].kind for one in right)
    return {
        "items": len(judged),
        "precision": share(len(right), len(right) + len(wrong)),
        "recall": share(len(right), len(wanted)),
        "kind": share(kind, len(right)),
        "first": share(first, len(right)),
    }


def print_kinds(judged: Sequence[Judged]) -> None:
    """Print for each kind how many there are, were found, and got their kind."""
    for kind in SIGNAL_KINDS:
        of_kind = [one for one in judged if one.item.kind == kind]
        found = [one for one in of_kind if one.found]
        right = sum(kind in {signal.kind for signal in one.found} for one in found)
        print(f"    {kind:18}{len(of_kind):4} items{len(found):5} found{right:5} of the kind")


def print_wrong(judged: Sequence[Judged]) -> None:
    """Print the items that were judged wrongly."""
    for one in judged:
        kinds = [signal.kind for signal in one.found]
        if one.item.kind in kinds or (not kinds and not one.item.kind):
            continue
        label = one.item.kind or "none"
        names = " ".join(f"{signal.kind}:{signal.rule}" for signal in one.found) or "-"
        print(f"    {label:16} {names:40} {one.item.exchange.said[:150]!r}")


def print_ordinary(language: str, *, show: bool) -> None:
    """Print how often an ordinary message that was held back is taken for a signal."""
    judged = judge(load("ordinary", language, "held"))
    plain = [one for one in judged if not one.item.kind]
    wrong = sum(bool(one.found) for one in plain)
    print(
        f"ordinary {language}  {len(plain)} messages, {wrong} false"
        f" ({100 * share(wrong, len(plain)):.1f} of 100)"
        f"  recall of {len(judged) - len(plain)} lasting ones {summary(judged)['recall']:.3f}"
    )
    if show:
        print_wrong(judge(load("ordinary", language, "train")))


def chats() -> Iterator[Exchange]:
    """Yield what people said in the chats of `memaware-dev`, which nobody has labelled."""
    before = ""
    with gzip.open(DATA / "memaware-dev.jsonl.gz", "rt", encoding="utf-8") as lines:
        for line in lines:
            row = json.loads(line)
            if row["op"] != "doc":
                continue
            text = row["text"].partition(": ")[2]
            if row["speaker"] == "user":
                yield Exchange(before, text)
            before = text


def transcripts(folder: Path) -> Iterator[Exchange]:
    """Yield what users typed in the transcripts below a folder, sub-agents' aside."""
    for path in sorted(folder.rglob("*.jsonl")):
        before = ""
        if path.name.startswith("agent-"):
            continue
        with path.open("rb") as lines:
            for raw in lines:
                for said in parse_line(raw, 0).messages:
                    typed = said.origin in {"prompt", "queued"} and not said.pasted
                    if said.role == "user" and typed:
                        yield Exchange(before, said.text)
                    elif said.role == "assistant":
                        before = said.text


def print_chats(name: str, exchanges: Sequence[Exchange], *, show: bool) -> None:
    """Print how often a signal is found where hardly any is; with `show` each of them."""
    found = [(one, signal) for one in exchanges for signal in detect(one)]
    messages = len({one.said for one, _ in found})
    print(f"{name}: {len(exchanges)} messages, {messages} with a signal", end=" ")
    print(f"({100 * share(messages, len(exchanges)):.1f} of 100),", end=" ")
    print(", ".join(f"{kind} {count}" for kind, count in Counter(s.kind for _, s in found).items()))
    for _, signal in found if show else ():
        print(f"    {signal.kind:16} {signal.rule:24} {signal.text}")


def print_cost(exchanges: Sequence[Exchange]) -> None:
    """Print the CPU time of a message beside that of taking its words for the index."""
    detect(exchanges[0])
    begun = time.process_time()
    for one in exchanges:
        detect(one)
    ours = time.process_time() - begun
    begun = time.process_time()
    for one in exchanges:
        tokens(one.said)
    plain = time.process_time() - begun
    a_message = 1e3 * ours / len(exchanges)
    print(f"CPU: {a_message:.2f} ms a message, {ours / plain:.1f}x its words for the index")


def main() -> None:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument(
        "--short", action="store_true", help="the unseen half and ordinary messages only"
    )
    parser.add_argument("--wrong", action="store_true", help="print what of the seen half is wrong")
    parser.add_argument("--seen", action="store_true", help="the seen half only")
    parser.add_argument("--show", action="store_true", help="print the signals of the chats")
    parser.add_argument("--chats", type=Path, help="a folder with transcripts")
    given = parser.parse_args()
    for half in ("seen",) if given.seen else ("unseen",) if given.short else HALVES:
        for language in LANGUAGES:
            judged = judge(load(half, language))
            figures = summary(judged)
            print(
                f"{half:6} {language}  {figures['items']:.0f} items"
                f"  precision {figures['precision']:.3f}  recall {figures['recall']:.3f}"
                f"  right kind {figures['kind']:.3f} (first {figures['first']:.3f})"
            )
            if not given.short:
                print_kinds(judged)
            if given.wrong and half == "seen":
                print_wrong(judged)
    for language in LANGUAGES:
        print_ordinary(language, show=given.wrong)
    if given.short:
        return
    said = list(chats())
    print_chats("memaware-dev", said, show=given.show)
    if given.chats:
        print_chats("transcripts", list(transcripts(given.chats)), show=True)
    print_cost(said)


if __name__ == "__main__":
    main()
