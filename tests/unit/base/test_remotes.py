"""Which project a remote's URL names, and that no secret of it is kept."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.remotes import chosen_remote, normalise_remote, read_remotes


@pytest.mark.parametrize(
    "url",
    [
        "https://code.example/acme/web.git",
        "https://code.example/acme/web",
        "https://code.example/acme/web/",
        "http://code.example:8080/acme/web.git",
        "https://me@code.example/acme/web.git",
        "https://me:secret@code.example:443/acme/web.git",
        "https://code.example/acme/web.git?private_token=secret#top",
        "HTTPS://Code.Example/Acme/Web.git",
        "https:/me:secret@code.example/acme/web.git",
        "ssh://git@code.example/acme/web.git",
        "ssh://git@code.example:22/acme/web",
        "git+ssh://git@code.example/acme/web",
        "git@code.example:acme/web.git",
        "git@code.example:/acme/web.git",
        "code.example:acme/web",
        "me:secret@code.example:acme/web.git",
        "git://code.example/acme/web.git",
        "  git@code.example:acme//web.git\n",
    ],
)
@pytest.mark.proves("P1", "V1")
def test_every_way_to_write_a_remote_is_one_key(url: str) -> None:
    assert normalise_remote(url) == "git:code.example/acme/web"


@pytest.mark.parametrize(
    ("url", "expected"),
    [
        ("ssh://git@[::1]:22/a/b.git", "git:[::1]/a/b"),
        ("git@ssh.github.com:acme/web.git", "git:github.com/acme/web"),
        ("ssh://git@ssh.github.com:443/acme/web.git", "git:github.com/acme/web"),
        ("git@ssh.dev.azure.com:v3/org/proj/repo", "git:dev.azure.com/org/proj/repo"),
        ("https://me@dev.azure.com/org/proj/_git/repo", "git:dev.azure.com/org/proj/repo"),
        ("git@code.example:组/项目.git", "git:code.example/组/项目"),
        ("https://code.example/acme/my web.git", "git:code.example/acme/my web"),
        ("/srv/git/Web.git", "git:/srv/git/Web"),
        ("file:///srv/git/Web.git", "git:/srv/git/Web"),
        ("file://localhost/srv/git/Web", "git:/srv/git/Web"),
        ("C:\\git\\web.git", "git:/C:/git/web"),
        ("", ""),
        ("   ", ""),
        ("https://", ""),
        ("https://code.example", ""),
        (".git", ""),
    ],
)
def test_other_remotes_have_keys_too(url: str, expected: str) -> None:
    assert normalise_remote(url) == expected


@pytest.mark.proves("V1")
@given(
    scheme=st.sampled_from(["https://", "http://", "ssh://", "https:/", "git+ssh://", ""]),
    user=st.text("abcXYZ019._-", min_size=1, max_size=8),
    secret=st.from_regex(r"s3cr3t[A-Za-z0-9_%.-]{0,12}", fullmatch=True),
    host=st.sampled_from(["code.example", "10.0.0.1", "[::1]"]),
    path=st.sampled_from(["acme/web", "a/b/c.git", "x.git?token=y"]),
)
def test_no_key_has_the_password_of_its_url(
    scheme: str, user: str, secret: str, host: str, path: str
) -> None:
    between = "/" if scheme else ":"
    assert "s3cr3t" not in normalise_remote(f"{scheme}{user}:{secret}@{host}{between}{path}")


@given(st.text())
def test_any_text_is_a_key_or_none(url: str) -> None:
    key = normalise_remote(url)
    assert key == "" or key.startswith("git:")


def test_remotes_are_read_as_git_writes_them() -> None:
    config = """
[core]
\trepositoryformatversion = 0
[Remote "upstream"]
\tfetch = +refs/heads/*:refs/remotes/upstream/*
\tURL = "https://code.example/them/web.git" ; theirs
[remote "origin"] url = git@code.example:me/web.git # mine
\turl = git@code.example:second/web.git
[branch "url"]
\turl = nothing
"""
    remotes = read_remotes(config)
    assert remotes == {
        "upstream": "https://code.example/them/web.git",
        "origin": "git@code.example:me/web.git",
    }
    assert chosen_remote(remotes) == "git@code.example:me/web.git"
    assert chosen_remote({"upstream": "u", "other": "o"}) == "u"
    assert chosen_remote(read_remotes("")) == ""
