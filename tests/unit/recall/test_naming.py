"""Names that nothing has are told with those that they may be a misspelling of."""

from __future__ import annotations

import pytest

from pmi import Memory
from pmi.base.errors import NotFound, UsageError
from pmi.model.operation import EntityClaim, Operation
from pmi.recall.naming import choose_project, nearest, unknown_names, unknown_project


@pytest.fixture
def projects(memory: Memory) -> Memory:
    """Keep something of four projects, two of which have one name."""
    for project in ("git:host/team/billing", "path:~/数据平台", "git:host/a/web", "git:host/b/web"):
        about = (EntityClaim("Ana Lee"), EntityClaim("小林"))
        claim = Operation("create", f"something of {project}", project=project, entities=about)
        memory.propose([claim])
    return memory


@pytest.mark.parametrize(
    ("named", "key"),
    [
        ("billing", "git:host/team/billing"),
        ("Billing", "git:host/team/billing"),
        ("team/billing", "git:host/team/billing"),
        ("git:host/team/billing", "git:host/team/billing"),
        ("数据平台", "path:~/数据平台"),
        ("a/web", "git:host/a/web"),
        ("git:host/new/one", "git:host/new/one"),
        ("", ""),
    ],
)
def test_a_project_is_chosen_by_key_or_name(projects: Memory, named: str, key: str) -> None:
    assert choose_project(projects.store, named) == key


@pytest.mark.parametrize(("named", "near"), [("biling", "billing"), ("数据平", "数据平台")])
def test_a_misspelled_project_is_told_what_it_may_be(
    projects: Memory, named: str, near: str
) -> None:
    with pytest.raises(NotFound) as caught:
        choose_project(projects.store, named)
    assert near in caught.value.hint


def test_a_name_of_two_projects_names_both(projects: Memory) -> None:
    with pytest.raises(UsageError) as caught:
        choose_project(projects.store, "web")
    assert "git:host/a/web, git:host/b/web" in caught.value.message


def test_a_key_without_anything_is_told_only_where_it_is_like_another(projects: Memory) -> None:
    [(key, near)] = unknown_project(projects.store, "git:host/team/biling")
    assert (key, near) == ("git:host/team/biling", "billing")
    assert unknown_project(projects.store, "git:host/team/billing") == []
    assert unknown_project(projects.store, "path:/something-else") == []


@pytest.mark.parametrize(
    ("named", "told"),
    [
        (["Ana Lee", "小林"], []),
        (["ana lee"], []),
        (["Ana Le"], [("Ana Le", "Ana Lee")]),
        (["Zebra", " "], []),
    ],
)
def test_a_name_that_no_entity_has_is_told_with_those_it_is_like(
    projects: Memory, named: list[str], told: list[tuple[str, str]]
) -> None:
    assert unknown_names(projects.store.reading("memory"), named) == told


def test_the_likest_name_is_told_first() -> None:
    assert nearest("billing", ["web", "bill", "Billing", "biling"]) == ["Billing", "biling", "bill"]
