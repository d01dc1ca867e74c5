from __future__ import annotations

import os

import pytest

from pmi.base.home import Home, write_file
from pmi.base.project import path_key
from pmi.profile.domains import domain_of, list_domains

KEY = "git:code.example/team/app"


def page(home: Home, domain: str, text: str = "# Notes\n") -> None:
    write_file(home.path("domains", *domain.split("/"), "CLAUDE.md"), text)


@pytest.mark.parametrize(
    "front",
    [
        "projects: [app]",
        "projects:\n  - App\n  - other",
        "projects: other, app",
        "projects: 别的，app、第三个",
        "projects: [别的，app]",
        f"projects:\n  - {KEY}",
        "projects:\n  - code.example/team/app",
        "title: 产品\nprojects:\n  - app/",
    ],
)
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize("mark", ["", "\ufeff"])
def test_front_matter_claims_a_project_by_key_or_name(
    home: Home, front: str, end: str, mark: str
) -> None:
    page(home, "产品", f"{mark}---\n{front}\n---\n# 产品\n".replace("\n", end))
    assert domain_of(home, KEY) == "产品"
    assert domain_of(home, "git:code.example/team/apple") == ""


def test_a_folder_whose_name_is_no_text_is_no_domain(home: Home) -> None:
    page(home, "Lab", f"---\nprojects: {KEY}\n---\n")
    page(home, os.fsdecode(b"Caf\xe9"), f"---\nprojects: {KEY}\n---\n")
    os.symlink("Loop", home.path("domains", "Loop"))
    assert list_domains(home) == ["Lab"]
    assert domain_of(home, KEY) == "Lab"


def test_a_folder_is_claimed_by_its_path(home: Home) -> None:
    page(home, "Lab", "---\nprojects:\n  - ~/work/lab\n---\n")
    assert domain_of(home, path_key(os.path.expanduser("~/work/lab"))) == "Lab"


@pytest.mark.parametrize("name", ["app", "app.md"])
def test_an_entry_in_the_projects_folder_claims_a_project(home: Home, name: str) -> None:
    page(home, "Product")
    write_file(home.path("domains", "Product", "projects", name), "")
    assert domain_of(home, KEY) == "Product"


def test_domains_nest_and_the_deepest_one_counts(home: Home) -> None:
    claim = "---\nprojects: [app]\n---\n"
    page(home, "Product", claim)
    page(home, "Product/PRD", claim)
    page(home, "Aaa", claim)
    assert domain_of(home, KEY) == "Product/PRD"
    assert list_domains(home) == ["Aaa", "Product", "Product/PRD"]


@pytest.mark.parametrize(
    "text",
    ["---\nprojects: [app\n---\n", "---\nprojects: 3\n---\n", "---\n- app\n---\n", "projects: app"],
)
def test_front_matter_that_says_nothing_claims_nothing(home: Home, text: str) -> None:
    page(home, "Product", text)
    assert domain_of(home, KEY) == ""


def test_nothing_is_claimed_where_there_are_no_domains(home: Home) -> None:
    assert domain_of(home, KEY) == ""
    assert domain_of(home, "") == ""
