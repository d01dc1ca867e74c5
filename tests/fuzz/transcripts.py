"""Mutates transcripts and looks whether every line that was left whole is archived once.

    python tests/fuzz/transcripts.py 2000 [--seed 1]

A round takes a real sample or a made conversation, breaks some of its lines in one of the ways
that disks, crashes and other programs break them, writes it in several steps with a run of the
archive between them, and compares what is stored with what the untouched lines say. The first
round that differs is printed with its number; the exit code is 1 then.
"""

from __future__ import annotations

import argparse
import json
import random
import sys
import tempfile
from collections.abc import Callable
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

ROOT = Path(__file__).resolve().parents[2]
sys.path.insert(0, str(ROOT))

from pmi.base.home import Home  # noqa: E402 - a checkout is tried, installed or not
from pmi.indexer.capture import CaptureRules  # noqa: E402
from pmi.indexer.sync import Archive  # noqa: E402
from pmi.model.conversation import Reference  # noqa: E402
from pmi.store.conversations import read_messages  # noqa: E402
from pmi.store.database import Store  # noqa: E402
from tests.support.transcripts import SAMPLES, SESSION, encode, line  # noqa: E402

JUNK: tuple[Any, ...] = (None, 0, -1, 1e308, 10**30, True, "", "\x00", "\ud800", [], {}, [[]], "x")
NEVER_MUTATED = "whole-"


@dataclass(slots=True)
class Piece:
    """A line of a file, and the words that must come out of it: none where it was broken."""

    raw: bytes
    uuid: str = ""
    text: str = ""


@dataclass(slots=True)
class Round:
    """What happened in one round.

    Attributes:
        lost: Whole lines that are not stored, with the words expected.
        doubled: Whole lines that are stored more than once.
        disordered: True where whole lines are stored in another order.
    """

    number: int
    whole: int = 0
    lost: list[str] = field(default_factory=list)
    doubled: list[str] = field(default_factory=list)
    disordered: bool = False

    @property
    def is_good(self) -> bool:
        """Tell whether nothing was lost, doubled or put elsewhere."""
        return not (self.lost or self.doubled or self.disordered)


def made(chance: random.Random, length: int) -> list[Piece]:
    """Return a conversation of both languages, each line with an id and words of its own."""
    pieces = []
    above = None
    for number in range(length):
        uuid = f"{NEVER_MUTATED}{number}"
        kind = chance.choice(("user", "assistant"))
        text = chance.choice(("问题 %d 怎么办？", "question %d about deploys", "🐦 heron %d\n- a"))
        words = text % number
        value = line(kind, uuid, words, parentUuid=above)
        pieces.append(Piece(encode([value]), uuid, words))
        if chance.random() < 0.3:
            between = {"parentUuid": uuid, "type": "progress", "data": {"type": "user"}}
            between |= {"uuid": f"p-{number}", "sessionId": SESSION}
            pieces.append(Piece(encode([between])))
        above = uuid
    return pieces


def sampled(chance: random.Random) -> list[Piece]:
    """Return the lines of a real transcript; nothing is expected of them."""
    path = chance.choice(sorted(SAMPLES.glob("*.jsonl")))
    lines = path.read_bytes().split(b"\n")[:-1]
    return [Piece(raw + b"\n") for raw in lines]


def flip(chance: random.Random, raw: bytes) -> bytes:
    """Change some bytes, never into a newline."""
    data = bytearray(raw[:-1])
    for _ in range(chance.randint(1, 8)):
        if data:
            data[chance.randrange(len(data))] = chance.choice([*range(10), *range(11, 256)])
    return bytes(data) + b"\n"


def cut(chance: random.Random, raw: bytes) -> bytes:
    """Keep only one end of a line, or neither."""
    place = chance.randrange(len(raw))
    return chance.choice((raw[:place], raw[place:-1], raw[place : place + 9])) + b"\n"


def exchange(chance: random.Random, raw: bytes) -> bytes:
    """Give some fields values of other types, or take them away."""
    try:
        value = json.loads(raw)
    except ValueError:
        return flip(chance, raw)
    if not isinstance(value, dict) or not value:
        return b"[]\n"
    inner = [value.get("message"), value.get("attachment")]
    target = chance.choice([value, *(each for each in inner if each and isinstance(each, dict))])
    for name in chance.sample(sorted(target), k=chance.randint(1, min(4, len(target)))):
        if chance.random() < 0.3:
            del target[name]
        else:
            target[name] = chance.choice(JUNK)
    return json.dumps(value).encode() + b"\n"


def nest(chance: random.Random, raw: bytes) -> bytes:
    """Put a line into something else, deep or shallow."""
    depth = chance.choice((1, 3, 2000))
    return b'{"a":[' * depth + raw[:-1] + b"]}" * depth + b"\n"


def garbage(chance: random.Random, raw: bytes) -> bytes:
    """Put bytes of no meaning in a line's place."""
    return chance.choice(
        (
            b"\x00" * chance.randint(1, 5000),
            bytes(chance.choices([*range(10), *range(11, 256)], k=300)),
            b"\xef\xbb\xbf",
            b'"' + b"\\" * 999,
            b"9" * 6000,
            raw[:-1] + raw[:-1],
        )
    ) + b"\n"  # fmt: skip


BREAK: tuple[Callable[[random.Random, bytes], bytes], ...] = (flip, cut, exchange, nest, garbage)


def broken(chance: random.Random, pieces: list[Piece]) -> list[Piece]:
    """Return lines of which some are broken, swapped or there twice, and some are new junk.

    A broken line keeps its place but not its id: what is left of it must not pass for it.
    """
    found: list[Piece] = []
    for piece in pieces:
        fate = chance.random()
        if fate < 0.2:
            raw = piece.raw.replace(NEVER_MUTATED.encode(), b"broken-")
            found.append(Piece(chance.choice(BREAK)(chance, raw)))
        elif fate < 0.3:
            found += [piece, piece]
        elif fate < 0.4:
            found += [Piece(garbage(chance, piece.raw.replace(b"whole-", b"broken-"))), piece]
        else:
            found.append(piece)
        if chance.random() < 0.05 and len(found) > 1:
            found[-2:] = found[:-3:-1]
    return found


def write_in_steps(
    chance: random.Random, path: Path, data: bytes, sync: Callable[[], None]
) -> None:
    """Append the data in several steps that end anywhere, with a run after each."""
    ends = sorted(chance.randrange(len(data) + 1) for _ in range(chance.randint(0, 4)))
    start = 0
    for end in (*ends, len(data)):
        with path.open("ab") as file:
            file.write(data[start:end])
        start = end
        sync()
    if chance.random() < 0.2:  # a program that writes the whole file anew
        path.write_bytes(b'{"type":"mode"}\n' + data)
        sync()


def play(number: int, seed: int, folder: Path) -> Round:
    """Play one round in a folder of its own, and return what became of the whole lines."""
    chance = random.Random(f"{seed}-{number}")
    pieces = made(chance, chance.randint(3, 25))
    if chance.random() < 0.5:
        place = chance.randrange(len(pieces))
        pieces[place:place] = sampled(chance)
    pieces = broken(chance, pieces)
    path = folder / "config" / "projects" / "-made" / f"{SESSION}.jsonl"
    path.parent.mkdir(parents=True)
    home = Home(str(folder / "home"))
    home.ensure()
    rules = CaptureRules(tool_chars=chance.choice((0, 200)))
    with Store(home) as store:

        def sync() -> None:
            Archive(store, home, rules).sync_all([str(folder / "config")])

        write_in_steps(chance, path, b"".join(piece.raw for piece in pieces), sync)
        count = store.reading("transcripts").execute("SELECT count(*) FROM message").fetchone()[0]
        said = read_messages(store, Reference(SESSION)) if count else []
    return compare(number, pieces, [(each.uuid, each.text) for each in said])


def compare(number: int, pieces: list[Piece], stored: list[tuple[str, str]]) -> Round:
    """Return what is wrong with the stored messages."""
    expected = list(dict.fromkeys((piece.uuid, piece.text) for piece in pieces if piece.uuid))
    kept = [each for each in stored if each[0].startswith(NEVER_MUTATED)]
    result = Round(number, whole=len(expected))
    result.lost = [f"{uuid}: {text}" for uuid, text in expected if (uuid, text) not in kept]
    result.doubled = [uuid for uuid, _ in expected if sum(uuid == each[0] for each in kept) > 1]
    result.disordered = not result.lost and not result.doubled and kept != expected
    return result


def run(rounds: int, seed: int) -> list[Round]:
    """Play so many rounds and return them."""
    with tempfile.TemporaryDirectory() as folder:
        return [play(number, seed, Path(folder) / str(number)) for number in range(rounds)]


def main() -> int:
    """Play, print what was found, and return 1 where something was lost."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("rounds", type=int, nargs="?", default=2000)
    parser.add_argument("--seed", type=int, default=1)
    given = parser.parse_args()
    played = run(given.rounds, given.seed)
    bad = [each for each in played if not each.is_good]
    for each in bad[:10]:
        print(f"round {each.number}: lost {each.lost}, doubled {each.doubled}, "
              f"disordered {each.disordered}")  # fmt: skip
    whole = sum(each.whole for each in played)
    print(f"{len(played)} transcripts, {whole} whole lines, {len(bad)} rounds went wrong")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
