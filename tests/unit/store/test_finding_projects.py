"""One word for a project, wherever a project is asked for: key, name, end of a key, folder."""

from __future__ import annotations

import os
from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.errors import NotFound, UsageError
from pmi.store.projects import add_alias, find_project, list_project_names
from tests.support.repositories import REMOTE, repository

KEYS = ["git:h.example/acme/web", "git:h.example/other/web", "git:h.example/acme/api",
        "path:~/work/数据 库", "path:~", "path:/srv/api-docs",
        "path:~/work/報表", "path:~/work/日志", "path:~/work/日誌"]  # fmt: skip


@pytest.fixture
def several(memory: Memory) -> Memory:
    for key in KEYS:
        memory.remember(f"{key} is blue", project=key)
    return memory


@pytest.mark.proves("P1")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("", ""),
        ("  ", ""),
        ("git:h.example/acme/web", "git:h.example/acme/web"),
        ("git:never/seen", "git:never/seen"),
        ("api", "git:h.example/acme/api"),
        (" API ", "git:h.example/acme/api"),
        ("acme/web", "git:h.example/acme/web"),
        ("other/web/", "git:h.example/other/web"),
        ("h.example/acme/web", "git:h.example/acme/web"),
        ("数据 库", "path:~/work/数据 库"),
        ("work/数据 库", "path:~/work/数据 库"),
        ("~/work/数据 库", "path:~/work/数据 库"),
        ("~", "path:~"),
        ("/srv/api-docs", "path:/srv/api-docs"),
        ("/srv/api-docs/", "path:/srv/api-docs"),
        ("api-docs", "path:/srv/api-docs"),
        ("報表", "path:~/work/報表"),
        ("报表", "path:~/work/報表"),
        ("ＡＰＩ－docs", "path:/srv/api-docs"),
        ("日志", "path:~/work/日志"),
        ("日誌", "path:~/work/日誌"),
    ],
)
def test_a_project_is_found_by_what_people_call_it(
    several: Memory, text: str, expected: str
) -> None:
    assert find_project(several.store, text) == several.find_project(text) == expected


@pytest.mark.parametrize("text", ["nothing", "ap", "eb", "me/web", "web/acme", "?", "%", "数据"])
def test_a_name_that_none_has_is_told(several: Memory, text: str) -> None:
    with pytest.raises(NotFound) as refused:
        find_project(several.store, text)
    assert refused.value.hint == "pmi project list"


def test_a_name_that_several_have_names_them(several: Memory) -> None:
    with pytest.raises(UsageError) as refused:
        find_project(several.store, "web")
    assert all(key in refused.value.message for key in KEYS[:2])
    with several.store.writing("transcripts") as connection:
        add_alias(connection, KEYS[0], KEYS[1])
    assert find_project(several.store, "web") == KEYS[1]
    assert (
        find_project(several.store, "acme/web") == find_project(several.store, KEYS[0]) == KEYS[1]
    )


def test_a_folder_is_the_project_around_it(
    several: Memory, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    main = repository(Path(os.path.expanduser("~")) / "x" / "web", REMOTE)
    (main / "src").mkdir()
    monkeypatch.chdir(main / "src")
    for text in (str(main), "~/x/web/src", ".", "..", "./"):
        assert find_project(several.store, text) == "git:code.example/acme/web"


def test_every_project_has_a_name(several: Memory) -> None:
    names = list_project_names(several.store)
    assert set(names) == set(KEYS)
    assert all(names.values())
