"""``pmi reindex`` and ``pmi model``: what is found by words, and what by its meaning."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

import click

from pmi.base.errors import Locked
from pmi.base.home import Home
from pmi.cli.door import Door, example, plain, with_door
from pmi.cli.maintaining import LOCK_WAIT_S, progress
from pmi.recall import vector_text
from pmi.recall.render import shown_line
from pmi.recall.wording import say


@click.command(
    short_help="Make the search index anew.",
    epilog=example("pmi reindex", "pmi reindex --vectors"),
)
@click.option("--vectors", is_flag=True, help="Make all vectors that are missing, now.")
@with_door
def reindex(door: Door, *, vectors: bool) -> None:
    """Make the index of words anew from what is stored; nothing else is touched.

    With --vectors, give every text the vector by which it is found by its meaning: those of
    another model go, those that are there stay. It may be interrupted and goes on later.
    """
    if vectors:
        _make_vectors(door)
    else:
        _index_words(door)


def _index_words(door: Door) -> None:
    from pmi.search.index import rebuild
    from pmi.search.vectors import read_state

    with door.open() as memory, _alone(door.home, "pmi reindex"), progress(door) as advance:
        total = memory.store.reading("transcripts").execute("SELECT count(*) FROM message")
        messages = int(total.fetchone()[0])

        def between() -> None:
            if advance is not None:
                done = read_state(memory.store).coverage
                count = sum(one.documents for one in done if one.table == "message")
                advance(min(count, messages), messages or 1)

        rebuild(memory.store, between)
        count = read_state(memory.store).documents
    door.answer(say("reindexed", door.language, count=count), {"indexed": count})


def _make_vectors(door: Door) -> None:
    from pmi.search.index import catch_up
    from pmi.search.vector_filling import Progress, fill
    from pmi.search.vectors import read_state

    with door.open() as memory, _alone(door.home, "pmi reindex --vectors"):
        catch_up(memory.store)
        with progress(door) as advance:

            def between(made: Progress) -> bool:
                if advance is not None:
                    advance(made.done, made.documents)
                return True

            fill(memory.store, between=between, switch=True)
        state = read_state(memory.store)
    name = shown_line(vector_text.model_name(state.choice.name))
    text = say("vectors_made", door.language, done=state.done, count=state.documents, name=name)
    door.answer(text, {"vectors": {"model": name, "done": state.done, "texts": state.documents}})


@contextmanager
def _alone(home: Home, command: str) -> Iterator[None]:
    """Keep the worker from doing the same at the same time."""
    from pmi.base.lock import WorkerLock

    lock = WorkerLock(home)
    if not lock.acquire(LOCK_WAIT_S):
        raise Locked("The worker is still busy.", f"{command}, in a minute")
    try:
        yield
    finally:
        lock.release()


@click.group(
    short_help="Models that find texts by their meaning.",
    epilog=example("pmi model list", "pmi model download paraphrase-multilingual-MiniLM-L12-v2"),
)
def model() -> None:
    """Look at the models that find texts by their meaning, get one, remove one.

    They run on this machine. Nothing is downloaded but by pmi model download; a folder of your
    own, or [embedding] provider = "none", can be named in config.toml.
    """


@model.command("list", short_help="List models.", epilog=example("pmi model list"))
@with_door
def model_list(door: Door) -> None:
    """List known models with size and licence, and how many texts have their vectors."""
    from pmi.search.embedding import list_fetched
    from pmi.search.vectors import read_state

    with door.open() as memory:
        state = read_state(memory.store)
    fetched = list_fetched(door.home)
    vectors = {
        "model": vector_text.model_name(state.choice.name),
        "problem": state.choice.problem,
        "hint": state.choice.hint,
        "done": state.done,
        "texts": state.documents,
        "coverage": plain(state.coverage),
    }
    text = vector_text.models_text(state, fetched, door.language)
    door.answer(text, {"models": vector_text.list_models(state, fetched), "vectors": vectors})


@model.command(
    "download",
    short_help="Download a model.",
    epilog=example("pmi model download paraphrase-multilingual-MiniLM-L12-v2"),
)
@click.argument("name")
@with_door
def model_download(door: Door, *, name: str) -> None:
    """Download a model into the home and try it; the last part of its NAME will do."""
    from pmi.search.fetching import fetch_model

    door.require_user(f"pmi model download {name}")
    door.home.require()
    fetched = fetch_model(door.home, name)
    text = say("model_fetched", door.language, name=fetched.name, command=vector_text.MAKE)
    door.answer(text, {"model": fetched})


@model.command("remove", short_help="Remove a model.", epilog=example("pmi model remove NAME"))
@click.argument("name")
@with_door
def model_remove(door: Door, *, name: str) -> None:
    """Remove a downloaded model; vectors that it made stay until others are made."""
    from pmi.search.fetching import remove_model

    door.require_user(f"pmi model remove {name}")
    door.home.require()
    removed = remove_model(door.home, name)
    door.answer(say("model_removed", door.language, name=removed), {"removed": removed})
