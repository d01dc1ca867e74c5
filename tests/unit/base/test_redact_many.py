"""Many texts cleaned together are exactly what each is alone."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.base import redact, shapes
from pmi.base.redact import clean, clean_many
from tests.unit.base.test_redact import INNOCENT, SECRETS

AROUND = [
    "", " ", "\n", "中", "：", "=", "\\n", '\\"', "<private>", "</private>", "＜ｐrivate＞",
    "< / Private", "\u0130", "\u212a", "\ud800", "\0", "://", "@", "password", "token for x is ",
    "密码是", "eyJ", "-", "_",
]  # fmt: skip
PIECES = st.one_of(
    st.sampled_from([*SECRETS.values(), *INNOCENT, *AROUND]),
    st.sampled_from([*SECRETS.values()]).flatmap(
        lambda secret: st.integers(0, len(secret)).map(lambda cut: secret[:cut])
    ),
    st.text(max_size=8),
)
TEXTS = st.lists(st.lists(PIECES, max_size=5).map("".join), max_size=12)


@pytest.mark.proves("V1", "V2")
@given(texts=TEXTS, batch=st.sampled_from([1, 64, 1 << 18]))
def test_many_are_cleaned_as_each_is(texts: list[str], batch: int) -> None:
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(redact, "BATCH_BYTES", batch)
        assert clean_many(texts) == [clean(text) for text in texts]


@pytest.mark.proves("V1")
@pytest.mark.parametrize("name", SECRETS)
@pytest.mark.parametrize("around", ["{}", "a {} b", "密{}码", "\\n{}\\n", "({})", "x\n{}\ny"])
def test_a_credential_among_many_texts_is_taken_out(name: str, around: str) -> None:
    planted = around.format(SECRETS[name])
    texts = ["an ordinary sentence", "普通的一句话"] * 150
    texts[77] = planted
    cleaned = clean_many(texts)
    assert cleaned[77] == clean(planted)
    assert cleaned[:77] + cleaned[78:] == texts[:77] + texts[78:]


@pytest.mark.parametrize("around", ["{}", "a {} b", "密{}码", "({})"])
@pytest.mark.parametrize("name", SECRETS)
def test_every_credential_has_a_hint_for_what_finds_it(name: str, around: str) -> None:
    text = around.format(SECRETS[name])
    [parts] = redact._hinted([text.encode()]).values()
    assert redact.redact(text, parts) == redact.redact(text)
    known = {*shapes.SHAPES, redact.HEADER_PART, redact.NAME_PART, redact.PRIVATE_PART}
    assert parts <= known


def test_no_text_and_empty_texts_stay_as_they_are() -> None:
    assert clean_many([]) == []
    assert clean_many(["", "a", ""]) == ["", "a", ""]
