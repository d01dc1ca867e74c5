"""Trains the model of signals from the seen half of the labelled set, and writes it.

    python benchmarks/train_signals.py               # cross-validation, then both models
    python benchmarks/train_signals.py --only zh     # one language
    python benchmarks/train_signals.py --check       # cross-validation only
    python benchmarks/train_signals.py --short       # trains nothing: what the models weigh

Multinomial logistic regression over the features of `pmi.learn.signals.features`. Of a message
with several sentences the one that looks most like its label carries it; the others are left
out. Many items have no words before them, which a model would take for a sign: some get made-up
ones. Needs numpy; the same data gives the same model.
"""

from __future__ import annotations

import argparse
import random
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.signals import LANGUAGES, Item, chats, load, share  # noqa: E402
from pmi.learn.signals.detecting import language_of  # noqa: E402
from pmi.learn.signals.features import features  # noqa: E402
from pmi.learn.signals.model import CLASSES  # noqa: E402
from pmi.learn.signals.model import load as load_model  # noqa: E402
from pmi.learn.signals.own_words import own_sentences  # noqa: E402

Floats = NDArray[np.float64]

MODELS = ROOT / "pmi" / "learn" / "signals"
THRESHOLDS = {"en": 0.6, "zh": 0.66}
ROUNDS = 120
FOLDS = 5
SCALE = 0.01
SEEN_AT_LEAST = 2
KEPT_FROM = 12
"""A feature whose numbers are all smaller is not shipped."""

ONCE_MORE = 0.5
"""How much a wish counts that is repeated among other sentences."""


class Setting(NamedTuple):
    """How a model is trained.

    Attributes:
        quiet: How much a chat that nobody labelled counts beside a labelled message.
        ridge: How much large weights cost.
        gram: How much a run of words counts beside a rule; what is rare must not decide alone.
        ordinary: How much an ordinary message of a working day counts beside another one.
    """

    quiet: float
    ridge: float
    gram: float
    ordinary: float


SETTINGS = {"en": Setting(1.0, 1.5, 1.0, 3.0), "zh": Setting(0.2, 1.0, 0.8, 3.0)}

BEFORE = {
    "en": (
        "I've updated the {a}.",
        "Done, the {a} is in place.",
        "I'd go with {a}, but {b} would work too.",
        "I looked into {a} and made the change.",
        "Here is a first version with {a} and {b}.",
        "The {a} is finished, the tests pass.",
        "I added {a} to the project.",
        "OK, I've set up {a}.",
        "How should I handle {a}?",
        "Do you want {a} or {b}?",
        "Shall I go on with {a}?",
        "What about {a}?",
    ),
    "zh": (
        "已经更新了{a}。",
        "{a}做好了。",
        "我看了一下{a}，改好了。",
        "这是第一版，包含{a}和{b}。",
        "我建议用{a}，{b}也可以。",
        "{a}完成了，测试通过。",
        "我在项目里加了{a}。",
        "好的，{a}配置好了。",
        "{a}怎么处理？",
        "要{a}还是{b}？",
        "继续做{a}吗？",
        "{a}呢？",
    ),
}
ASKS_FROM = 8
"""Where in each of them the questions begin."""

GENERAL = {
    "en": ("config", "test", "draft", "report", "page", "script", "function", "list", "plan"),
    "zh": ("配置", "测试", "草稿", "报告", "页面", "脚本", "函数", "列表", "计划"),
}

AROUND = {
    "en": (
        ("Thanks.", "Looks good.", "Nice work, tests are green.", "Ok.", "Still not right."),
        ("Now fix the header.", "Then go on with step two.", "Can you also update the readme?"),
    ),
    "zh": (
        ("谢谢。", "不错，测试都绿了。", "可以。", "嗯。", "还是不对。"),
        ("现在改一下标题。", "然后继续第二步。", "另外把说明也更新一下？"),
    ),
}
"""What may stand before and behind a wish: in life it is one sentence of several."""


class Example(NamedTuple):
    """A labelled message: its label as a number, and the features of each sentence."""

    label: int
    sentences: list[list[str]]
    weight: float = 1.0


class Fitted(NamedTuple):
    """A model while it is in the making: the place of each feature, and the weights."""

    places: dict[str, int]
    weights: Floats

    def probabilities(self, sentences: Sequence[Sequence[str]]) -> Floats:
        """Return for each sentence how probable each class is."""
        rows = [
            self.weights[[self.places[one] for one in told if one in self.places]].sum(0)
            for told in sentences
        ]
        return softmax(np.array(rows))


class Table:
    """Which features the rows of a training set have, for sums by row and by feature."""

    def __init__(self, rows: Sequence[Sequence[str]], places: dict[str, int]) -> None:
        kept = [[places[one] for one in row if one in places] for row in rows]
        self._columns = np.array([one for row in kept for one in row])
        self._starts = np.cumsum([0, *map(len, kept)])[:-1]
        of_row = np.repeat(np.arange(len(kept)), [len(row) for row in kept])
        order = np.argsort(self._columns, kind="stable")
        self._rows = of_row[order]
        self._found, self._bounds = np.unique(self._columns[order], return_index=True)

    def by_row(self, weights: Floats) -> Floats:
        """Return the sum of the weights of each row's features."""
        return np.add.reduceat(weights[self._columns], self._starts, axis=0)

    def by_feature(self, values: Floats, count: int) -> Floats:
        """Return the sum of the rows' values for each feature."""
        sums = np.zeros((count, values.shape[1]))
        sums[self._found] = np.add.reduceat(values[self._rows], self._bounds, axis=0)
        return sums


def softmax(values: Floats) -> Floats:
    """Return probabilities of each row's values."""
    powers = np.exp(values - values.max(1, keepdims=True))
    found: Floats = powers / powers.sum(1, keepdims=True)
    return found


def made_up_before(said: str, language: str, chance: random.Random) -> str:
    """Return words that an assistant could have said before, some of them from what was said."""
    words: list[str] = re.findall(r"[A-Za-z][\w.+#-]{2,}", said)
    if language == "zh":
        for run in re.findall(r"[\u4e00-\u9fff]{4,}", said):
            at = chance.randrange(len(run) - 1)
            words.append(run[at : at + 2])

    def pick() -> str:
        from_said = words and chance.random() < 0.55
        return chance.choice(words) if from_said else chance.choice(GENERAL[language])

    return chance.choice(BEFORE[language]).format(a=pick(), b=pick())


def unlike_correction(kind: str, language: str, chance: random.Random) -> str:
    """Return words before a wish of another kind: what was done is not what the wish is about.

    Who wishes for what was just done otherwise corrects; that must not be made up for the others.
    """
    general = GENERAL[language]
    texts = BEFORE[language][ASKS_FROM:] if kind == "decision" else BEFORE[language]
    return chance.choice(texts).format(a=chance.choice(general), b=chance.choice(general))


def examples(items: Iterable[Item], language: str) -> list[Example]:
    """Return what the model is told about labelled messages."""
    chance = random.Random(3)
    found = []
    for item in items:
        before, said = item.exchange.before, item.exchange.said
        if not before and chance.random() < 0.6:
            if language == "en" and item.kind not in {"", "correction"}:
                before = unlike_correction(item.kind, language, chance)
            else:
                before = made_up_before(said, language, chance)
        sentences = own_sentences(said)
        told = []
        for number, sentence in enumerate(sentences):
            known = language_of(sentence.text)
            if known is not None and known.name == language:
                told.append(features(sentences, number, before, known))
        found.append(Example(CLASSES.index(item.kind), told))
        if item.kind and len(sentences) == 1 and told:
            found += among_others(found[-1].label, said, before, language, chance)
    return found


def among_others(
    label: int, said: str, before: str, language: str, chance: random.Random
) -> list[Example]:
    """Return a wish once more, now as one sentence of a message with others."""
    first, last = (chance.choice(ones) for ones in AROUND[language])
    place = chance.randrange(3)
    parts = [[first, said, last], [first, said], [said, last]][place]
    sentences = own_sentences("\n".join(parts))
    known = language_of(said)
    at = parts.index(said)
    if known is None or known.name != language or at >= len(sentences):
        return []
    return [Example(label, [features(sentences, at, before, known)], ONCE_MORE)]


def fit(
    rows: Sequence[Sequence[str]],
    labels: Sequence[int],
    counts: Sequence[float],
    places: dict[str, int],
    setting: Setting,
) -> Floats:
    """Return weights that fit the labels of the rows: full steps of Adam, with a ridge."""
    table = Table(rows, places)
    scale = np.ones((len(places), 1))
    for name, at in places.items():
        scale[at] = setting.gram if name.startswith(("w:", "c:")) else 1.0
    wanted = np.eye(len(CLASSES))[list(labels)]
    much = np.array(counts)[:, None]
    weights = np.zeros((len(places), len(CLASSES)))
    mean, spread = np.zeros_like(weights), np.zeros_like(weights)
    for turn in range(1, ROUNDS + 1):
        off = (softmax(table.by_row(weights * scale)) - wanted) * much
        slope = (table.by_feature(off, len(places)) * scale + setting.ridge * weights) / len(rows)
        mean = 0.9 * mean + 0.1 * slope
        spread = 0.99 * spread + 0.01 * slope * slope
        step = 0.1 * (1 - turn / (ROUNDS + 1)) * mean / (1 - 0.9**turn)
        weights -= step / (np.sqrt(spread / (1 - 0.99**turn)) + 1e-7)
    found: Floats = weights * scale
    return found


def train(data: Sequence[Example], quiet: Sequence[Example], setting: Setting) -> Fitted:
    """Return a model: first of the messages of one sentence, then of all."""
    data = [*data, *quiet]
    once = [one for one in data if one.weight != ONCE_MORE]
    counts = Counter(name for one in once for told in one.sentences for name in told)
    kept = [name for name, count in counts.items() if count >= SEEN_AT_LEAST]
    places = {name: at for at, name in enumerate(sorted(kept))}
    model: Fitted | None = None
    for _ in range(2):
        rows, labels, much = [], [], []
        for one in data:
            if one.label == 0 or len(one.sentences) == 1:
                rows += one.sentences
                labels += [one.label] * len(one.sentences)
                much += [one.weight] * len(one.sentences)
            elif model is not None and one.sentences:
                chances = model.probabilities(one.sentences)
                best = int(np.argmax(chances[:, one.label] + 0.3 * (1 - chances[:, 0])))
                rows.append(one.sentences[best])
                labels.append(one.label)
                much.append(one.weight)
        model = Fitted(places, fit(rows, labels, much, places, setting))
    assert model is not None
    return model


class Judged(NamedTuple):
    """A label, and what a model thinks of each sentence of its message."""

    label: int
    chances: Floats


def judge(model: Fitted, one: Example) -> Judged:
    """Return what a model thinks of a message."""
    if not one.sentences:
        return Judged(one.label, np.zeros((0, len(CLASSES))))
    return Judged(one.label, model.probabilities(one.sentences))


def figures(judged: Sequence[Judged], threshold: float) -> str:
    """Return precision, recall and right kinds of what models think of labelled messages."""
    right = wrong = missed = kind = 0
    for label, chances in judged:
        hits = np.flatnonzero(1 - chances[:, 0] >= threshold)
        right += bool(hits.size and label)
        wrong += bool(hits.size and not label)
        missed += bool(label and not hits.size)
        kinds = {int(np.argmax(chances[at, 1:])) + 1 for at in hits}
        kind += bool(label and label in kinds)
    return (
        f"precision {share(right, right + wrong):.3f}  recall {share(right, right + missed):.3f}"
        f"  right kind {share(kind, right):.3f}"
    )


def is_copy(data: Sequence[Example], at: int) -> bool:
    """Tell whether an example is the one before it once more, among other sentences."""
    return at < len(data) and data[at].weight == ONCE_MORE


def cross_validate(
    data: Sequence[Example], quiet: Sequence[Example], language: str
) -> list[Judged]:
    """Return what models think of messages that they were not trained with."""
    order = [at for at, one in enumerate(data) if one.weight != ONCE_MORE]
    random.Random(1).shuffle(order)
    judged = []
    for fold in range(FOLDS):
        held_out = set(order[fold::FOLDS])
        copies = {at + 1 for at in held_out if is_copy(data, at + 1)}
        known = [one for at, one in enumerate(data) if at not in held_out | copies]
        model = train(known, quiet, SETTINGS[language])
        judged += [judge(model, data[at]) for at in order[fold::FOLDS]]
    return judged


def write(model: Fitted, language: str) -> int:
    """Write a model as lines of text; returns how many features it keeps."""
    numbers = np.rint(model.weights / SCALE)
    lines = [f"# made by benchmarks/train_signals.py\t{SCALE}\t{THRESHOLDS[language]}"]
    for name, at in sorted(model.places.items()):
        if np.abs(numbers[at]).max() >= KEPT_FROM:
            lines.append(f"{name}\t{' '.join(map(str, numbers[at].astype(int)))}")
    path = MODELS / f"model-{language}.txt"
    path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    return len(lines) - 1


def quiet_chats(half: int) -> list[Item]:
    """Return every second chat message as one without a signal.

    Those in which somebody looked and saw one are left out: `signals-chats.txt` has their places.
    """
    path = ROOT / "benchmarks" / "data" / "signals-chats.txt"
    signals = set(path.read_text(encoding="utf-8").split())
    return [
        Item(one, "") for at, one in enumerate(chats()) if at % 2 == half and f"{at}" not in signals
    ]


def extras(language: str) -> list[Example]:
    """Return what is trained with beside the labelled messages, and never held out of a fold."""
    setting = SETTINGS[language]
    found = examples(load("ordinary", language, "train"), language)
    found = [one._replace(weight=one.weight * setting.ordinary) for one in found]
    chats = examples(quiet_chats(0), language) if language == "en" else []
    return [*found, *(one._replace(weight=setting.quiet) for one in chats)]


def main() -> None:
    """Cross-validate, train and write."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--only", choices=LANGUAGES)
    parser.add_argument("--check", action="store_true", help="write nothing")
    parser.add_argument("--write", action="store_true", help="without cross-validation")
    parser.add_argument("--short", action="store_true", help="train nothing")
    given = parser.parse_args()
    if given.short:
        for language in LANGUAGES:
            print(f"{language}: {len(load_model(language).weights)} features are weighed")
        return
    for language in [given.only] if given.only else LANGUAGES:
        data = examples(load("seen", language), language)
        more = extras(language)
        if not given.write:
            judged = cross_validate(data, more, language)
            for threshold in (0.5, 0.6, THRESHOLDS[language], 0.8):
                print(f"{language} cross-validated at {threshold}: {figures(judged, threshold)}")
        if not given.check:
            print(f"{language}: {write(train(data, more, SETTINGS[language]), language)} features")


if __name__ == "__main__":
    main()
