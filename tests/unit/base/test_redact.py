"""Credentials and private parts leave a text; innocent look-alikes stay."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.redact import clean, redact, strip_private

TAIL = "a1B2c3D4e5F6g7H8i9J0" * 4

SECRETS = {
    "aws": "AKIAIOSFODNN7EXAMPLE",
    "aws_secret": "AWS_SECRET_ACCESS_KEY=wJalrXUtnFEMI/K7MDENG/bPxRfiCYEXAMPLEKEY",
    "google": "AIza" + TAIL[:35],
    "github": "ghp_" + TAIL[:36],
    "github_fine": "github_pat_" + TAIL[:40],
    "gitlab": "glpat-" + TAIL[:20],
    "slack": "xoxb-123456789012-" + TAIL[:24],
    "slack_hook": "https://hooks.slack.com/services/T000/B000/" + TAIL[:24],
    "stripe": "sk_live_" + TAIL[:24],
    "openai": "sk-proj-" + TAIL[:40],
    "anthropic": "sk-ant-api03-" + TAIL[:60],
    "npm": "npm_" + TAIL[:36],
    "pypi": "pypi-AgEIcHlwaS5vcmc" + TAIL[:40],
    "jwt": "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxMjM0In0.abc_def-123456",
    "pem": "-----BEGIN RSA PRIVATE KEY-----\nMIIEow\nq1w2\n-----END RSA PRIVATE KEY-----",
    "pem_open": "-----BEGIN OPENSSH PRIVATE KEY-----\nb3BlbnNzaC1r\nq1w2",
    "bearer": "Authorization: Bearer " + TAIL[:32],
    "basic": "Authorization: Basic dXNlcjpwYXNzd29yZA==",
    "postgres": "postgres://bob:hunter2@db.example:5432/app",
    "redis": "redis://:hunter2@cache:6379",
    "url_token": f"https://{TAIL[:30]}@github.com/acme/web",
    "assigned": "password=hunter22",
    "quoted": "PASSWORD: 'correct horse 7'",
    "env": "export DB_PASSWORD=s3cr3t!x",
    "json": '{"api_key": "abcd1234efgh5678"}',
    "camel": 'dbPassword = "hunter22"',
    "dsn": "Server=db;User=sa;Password=hunter22;",
    "said": "my password is Hunter2!x",
    "chinese": "密码：hunter22",
    "chinese_said": "数据库密码是 hunter22",
    "chinese_key": "密钥=" + TAIL[:20],
    "sendgrid": f"SG.{TAIL[:22]}.{TAIL[:43]}",
    "azure": "AccountKey=" + TAIL[:60] + "==",
}
PARTS = (
    "hunter2", "IOSFODNN7", "wJalrX", "MIIEow", "q1w2", "correct horse", "s3cr3t", "abcd1234",
    "Hunter2!", "dXNlcjpw", "eyJzdWIi", TAIL[:12],
)  # fmt: skip

INNOCENT = [
    "commit 3f9a1c0d5e6b7a8c9d0e1f2a3b4c5d6e7f8091a2",
    "550e8400-e29b-41d4-a716-446655440000",
    "sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08",
    "the token budget is small",
    "the token budget: 4000 tokens for each page",
    "password policy: change it monthly",
    "reset your password: see the wiki",
    "def check(token: str, password: str) -> bool:",
    "password = os.environ['DB_PASSWORD']",
    "api_key=${API_KEY}",
    "password=<your password>",
    "max_tokens=4096",
    "tokens = tokenize(text)",
    "primary_key: integer, keyboard: qwerty, monkey=banana",
    "The secret: never push on Fridays",
    "basic authentication and the bearer of bad news",
    "https://github.com/acme/web and git@github.com:acme/web.git",
    "https://host.example:8080/path@x",
    "QmFzZTY0IHRleHQgaW4gcHJvc2U= is base64",
    "sk-learn, task-force-alpha-and-many-other-words",
    "密码策略是每月更换一次",
    "密码由用户自己设置",
]


@pytest.mark.proves("V1")
@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize(
    "around", ["{}", "before {} after", "前面 {} 后面", "```\n{}\n```", "({})"]
)
def test_credentials_are_taken_out(name: str, around: str) -> None:
    cleaned, kinds = redact(around.format(SECRETS[name]))
    assert "[redacted:" in cleaned
    assert kinds
    assert not [part for part in PARTS if part in cleaned]


@pytest.mark.proves("V1")
@pytest.mark.parametrize("text", INNOCENT)
def test_innocent_text_stays(text: str) -> None:
    assert redact(text) == (text, [])


@pytest.mark.proves("V2")
@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("a <private>b</private> c", "a [private] c"),
        ("a <PRIVATE>b</Private> c", "a [private] c"),
        ('a <private reason="x>y">b</private> c', "a [private] c"),
        ("a < private >b</ private > c", "a [private] c"),
        ("a <private>b", "a [private]"),
        ("a <private", "a [private]"),
        ("a <private>b<private>c</private>d</private>e", "a [private]e"),
        ("a <private>b<private>c</private>d", "a [private]"),
        ("a <private>b</private> c <private>d", "a [private] c [private]"),
        ("a ＜private＞b＜/private＞ c", "a [private] c"),
        ("<private>多行\n内容</private>结束", "[private]结束"),
        ("a </private> b", "a </private> b"),
        ("a <privateer> b", "a <privateer> b"),
        ("a private matter", "a private matter"),
    ],
)
def test_private_parts_are_taken_out(text: str, expected: str) -> None:
    assert strip_private(text) == expected


PIECES = [*SECRETS.values(), *INNOCENT, "<private>", "</private>", " ", "\n", "中", "=", ":", "'"]


@given(st.lists(st.one_of(st.sampled_from(PIECES), st.text(max_size=8)), max_size=8))
def test_cleaning_twice_is_cleaning_once(pieces: list[str]) -> None:
    once = clean("".join(pieces))
    assert clean(once) == once


@pytest.mark.proves("V2")
@given(st.text(max_size=30), st.text(max_size=30))
def test_what_follows_an_unclosed_mark_is_never_kept(before: str, after: str) -> None:
    cleaned = clean(f"{before}<private>{after}zebra-secret")
    assert "zebra-secret" not in cleaned


@given(st.text(st.characters()))
def test_any_text_is_safe(text: str) -> None:
    assert isinstance(clean(text), str)


@pytest.mark.parametrize(
    "unit",
    ["a_", "://", "eyJ", "eyJ-", "sk-ant-", "sk-a_", "SG.", "xoxb-", "<private", "://a:", "bearer ",
     "-----BEGIN PRIVATE KEY-----", "token is ", "password ", "password=", "a.b-c_", "sk-", "< ",
     "key\n"],
)  # fmt: skip
def test_long_texts_of_one_kind_end(unit: str) -> None:
    # quadratic work would run into the time limit of the test
    assert clean(unit * (1_000_000 // len(unit)) + " key token") is not None
