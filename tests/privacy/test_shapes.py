"""Credentials of the usual shapes leave a text whole; what only looks like one stays."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base.redact import clean, clean_many
from tests.privacy.credentials import Credential, make_credentials

INNOCENT = (
    (Path(__file__).parents[1] / "data" / "privacy" / "innocent.txt")
    .read_text(encoding="utf-8")
    .splitlines()
)
CREDENTIALS = make_credentials(4)
NAMES = [each.name for each in CREDENTIALS]
AROUND = {
    "alone": "{}",
    "in a sentence": "use {} please",
    "in Chinese": "请用{}，谢谢",
    "in Chinese with spaces": "请用 {} ，谢谢",
    "in brackets": "({})",
    "in quotes": '"{}"',
    "in a code block": "```\n{}\n```",
    "among lines": "first\n{}\nlast",
    "among escaped lines": "first\\n{}\\nlast",
    "in a list": "- one\n- {}\n- two",
    "in a diff": "+{}",
    "behind a number": "   12→{}",
}


@pytest.mark.proves("V1")
@pytest.mark.parametrize("around", AROUND.values(), ids=AROUND)
@pytest.mark.parametrize("credential", CREDENTIALS, ids=NAMES)
def test_nothing_of_a_credential_stays(credential: Credential, around: str) -> None:
    cleaned = clean(around.format(credential.text))
    assert "[redacted:" in cleaned
    assert [needle for needle in credential.needles if needle in cleaned] == []


@pytest.mark.proves("V1")
@given(seed=st.integers(), before=st.text(max_size=5), after=st.text(max_size=5))
def test_any_credential_of_these_shapes_is_found(seed: int, before: str, after: str) -> None:
    credentials = make_credentials(seed)
    texts = [f"{before}\n{each.text}\n{after}" for each in credentials]
    for credential, cleaned in zip(credentials, clean_many(texts), strict=True):
        assert [needle for needle in credential.needles if needle in cleaned] == [], credential.name


def test_there_are_enough_shapes_and_look_alikes() -> None:
    assert len(CREDENTIALS) >= 20
    assert len(set(NAMES)) == len(NAMES)
    assert len(set(INNOCENT)) == len(INNOCENT) >= 200
    chinese = [text for text in INNOCENT if any("\u4e00" <= sign <= "\u9fff" for sign in text)]
    assert len(chinese) >= 30


@pytest.mark.proves("V1")
@pytest.mark.parametrize("text", INNOCENT)
def test_innocent_text_stays_byte_for_byte(text: str) -> None:
    variants = [text, f"first\n{text}\nlast", f"- {text}", f"前面 {text}", f"   12→{text}"]
    assert clean_many(variants) == variants
    assert [clean(each) for each in variants] == variants


@pytest.mark.proves("V1")
def test_innocent_texts_stay_together_as_well() -> None:
    text = "\n".join(INNOCENT)
    assert clean(text) == text
