"""The samples keep their word: they load as ``examples/README.md`` says, and answer questions."""

from __future__ import annotations

import json
from dataclasses import dataclass, fields
from pathlib import Path
from typing import Any

import pytest

from pmi.model.entity import ENTITY_KINDS
from pmi.model.memory import KINDS, LINK_TYPES
from pmi.model.operation import OPERATIONS, Citation, EntityClaim, LinkClaim, Operation
from tests.support.repository import ROOT
from tests.support.shell import Shell

EXAMPLES = ROOT / "examples"


@dataclass(frozen=True, slots=True)
class Asked:
    """What is asked of a sample, and what must come of it.

    Attributes:
        now: A question and the slug of the memory that answers it now.
        then: The day of the past that the same question is asked for, and what answered it.
        answered: A question that was open, and what answered it.
        absent: A question about something that is not there.
        crowded: A question that much is far from, but little answers.
        lost: What a later text no longer says: slug and quote.
        disputed: What contradicts the user, and the user's own word.
        unquoted: What nobody has a quote for.
        person: Two names of one person, and a memory about them.
    """

    now: tuple[str, str]
    then: tuple[str, str]
    answered: tuple[str, str]
    absent: str
    crowded: str
    lost: tuple[str, str]
    disputed: tuple[str, str]
    unquoted: str
    person: tuple[str, str, str]


ASKED = {
    "en": Asked(
        now=("Until when can a ticket be given back?", "refund-two-hours"),
        then=("2025-03-01", "refund-24-hours"),
        answered=("How does the crew check a ticket without a network?", "signed-tickets"),
        absent="Which bank lends money for a greenhouse?",
        crowded="Which database does Tidemark use?",
        lost=(
            "release-day",
            "We release on Tuesdays after the last sailing, never in the morning.",
        ),
        disputed=("Children under four sail free.", "Children under six sail free."),
        unquoted="The harbour office prefers mail to telephone calls.",
        person=("Mira Okafor", "Mo", "who-decides-fares"),
    ),
    "zh": Asked(
        now=("预约后多久不到会放出座位？", "十五分钟放座"),
        then=("2025-03-01", "三十分钟放座"),
        answered=("断网的时候闸机怎么开门？", "按名单开门"),
        absent="哪家银行肯贷款盖温室？",
        crowded="拾光的座位数据用什么数据库？",
        lost=("周三发版", "小程序只在周三闭店以后发新版，周末绝对不动。"),
        disputed=("学生会员打七折。", "学生会员打八折。"),
        unquoted="何苗喜欢用电话沟通。",
        person=("林澜", "澜姐", "谁定会员价"),
    ),
}
INSUFFICIENT = {"en": "Insufficient evidence", "zh": "依据不足"}
LANGUAGES = pytest.mark.parametrize("language", list(ASKED))


def load(root: Path, language: str) -> Shell:
    """Load a sample as its README says and check that everything went as it says."""
    shell = Shell(root, language)
    sample = EXAMPLES / language
    shell.says("import", str(sample / "sources"), "--trust", "owner")
    own = shell.answers("propose", str(sample / "user-ops.json"))["outcomes"]
    assert [item["verdict"] for item in own] == ["applied"]
    path = str(sample / "agent-ops.json")
    outcomes = shell.answers("propose", path, "--as-agent", "reader")["outcomes"]
    assert [item["verdict"] for item in outcomes] == ["applied"] * 10 + ["disputed", "review"]
    return shell


@pytest.fixture(scope="module")
def loaded(tmp_path_factory: pytest.TempPathFactory) -> dict[str, Shell]:
    """Return a terminal per language with its sample loaded; tests only read there."""
    root = tmp_path_factory.mktemp("samples")
    return {language: load(root / language, language) for language in ASKED}


def slug_of(shell: Shell, reference: str) -> str:
    return str(shell.answers("show", reference)["memory"]["slug"])


@LANGUAGES
def test_what_holds_now_comes_first_with_its_quote(loaded: dict[str, Shell], language: str) -> None:
    shell, (question, slug) = loaded[language], ASKED[language].now
    answer = shell.ask(question)
    assert not answer.insufficient
    [first, *_] = answer.items("current")
    assert slug_of(shell, first["reference"]) == slug
    cited = [quote["quote"] for quote in first["quotes"]]
    operations = json.loads((EXAMPLES / language / "agent-ops.json").read_text(encoding="utf-8"))
    [operation] = [item for item in operations if item["slug"] == slug]
    assert cited == [item["quote"] for item in operation["evidence"]]


@LANGUAGES
def test_asked_for_a_day_of_the_past_it_says_what_held_then(
    loaded: dict[str, Shell], language: str
) -> None:
    shell, asked = loaded[language], ASKED[language]
    day, slug = asked.then
    answer = shell.ask(asked.now[0], "--as-of", day)
    assert not answer.insufficient
    slugs = [slug_of(shell, item["reference"]) for item in answer.items("current")]
    assert slugs[0] == slug
    assert asked.now[1] not in slugs


@LANGUAGES
def test_what_is_not_there_is_not_made_up(loaded: dict[str, Shell], language: str) -> None:
    shell, question = loaded[language], ASKED[language].absent
    assert shell.ask(question).insufficient
    assert INSUFFICIENT[language] in shell.says("context", question)


@LANGUAGES
def test_with_little_room_nothing_weak_stands_where_evidence_was_left_out(
    loaded: dict[str, Shell], language: str
) -> None:
    for question in (ASKED[language].now[0], ASKED[language].crowded):
        items = loaded[language].ask(question, "--max-tokens", "100").values["items"]
        assert [item["text"] for item in items if item["weak"]] == []


@LANGUAGES
def test_an_open_question_is_answered_by_a_later_claim(
    loaded: dict[str, Shell], language: str
) -> None:
    shell, (question, slug) = loaded[language], ASKED[language].answered
    answer = shell.ask(question)
    assert slug_of(shell, answer.items("current")[0]["reference"]) == slug
    assert answer.items("question") == []


@LANGUAGES
def test_two_things_wait_for_the_user(loaded: dict[str, Shell], language: str) -> None:
    shell, asked = loaded[language], ASKED[language]
    unquoted, disputed = shell.reviews()
    against = (disputed["memory"]["content"], disputed["against"]["content"])
    assert against == asked.disputed
    assert unquoted["proposal"]["operation"]["content"] == asked.unquoted
    assert unquoted["reason"] == "no_evidence"


@LANGUAGES
def test_a_person_is_found_by_an_alias(loaded: dict[str, Shell], language: str) -> None:
    shell, (name, alias, slug) = loaded[language], ASKED[language].person
    by_name, by_alias = shell.memories("--entity", name), shell.memories("--entity", alias)
    assert by_name == by_alias
    assert slug in [row["slug"] for row in by_alias]


@LANGUAGES
def test_what_two_agents_propose_alike_is_stored_once(isolated: Path, language: str) -> None:
    shell = load(isolated / "person", language)
    path = str(EXAMPLES / language / "agent-ops.json")
    before = [row["id"] for row in shell.memories("--status", "all")]
    outcomes = shell.answers("propose", path, "--as-agent", "second")["outcomes"]
    assert [item["verdict"] for item in outcomes] == ["merged"] * 11 + ["review"]
    assert [row["id"] for row in shell.memories("--status", "all")] == before
    assert [review["number"] for review in shell.reviews()] == [1, 2]
    shell.says("review", "approve", "1")
    assert [shell.answers("propose", path)["outcomes"][-1]["verdict"]] == ["merged"]


@LANGUAGES
def test_the_later_text_names_the_memory_whose_words_are_gone(
    isolated: Path, language: str
) -> None:
    shell = load(isolated / "person", language)
    slug, quote = ASKED[language].lost
    shown = shell.says("import", str(EXAMPLES / language / "sources-later"))
    assert quote in shown
    assert slug in [row["slug"] for row in shell.memories()]
    sources = shell.answers("list", "sources")["sources"]
    assert sorted(len(source["versions"]) for source in sources) == [1] * 5 + [2]


@LANGUAGES
def test_each_quote_of_a_sample_stands_in_its_source(language: str) -> None:
    texts = {}
    for path in sorted((EXAMPLES / language / "sources").iterdir()):
        text = path.read_text(encoding="utf-8")
        [url] = [line[5:] for line in text.splitlines() if line.startswith("url: ")]
        texts[url] = text
    operations = json.loads((EXAMPLES / language / "agent-ops.json").read_text(encoding="utf-8"))
    cited = [quote for item in operations for quote in item.get("evidence", ())]
    assert [quote for quote in cited if quote["quote"] not in texts[quote["source"]]] == []
    assert len(cited) > 10


def shape() -> list[dict[str, Any]]:
    text = (EXAMPLES / "agent-ops.json").read_text(encoding="utf-8")
    return list(json.loads(text)["operations"])


def test_the_shape_uses_every_operation_and_every_field() -> None:
    operations = shape()
    assert {item["op"] for item in operations} == set(OPERATIONS)
    assert {name for item in operations for name in item} == {
        field.name for field in fields(Operation)
    }
    for part, model in (("entities", EntityClaim), ("links", LinkClaim), ("evidence", Citation)):
        parts = [each for item in operations for each in item.get(part, ())]
        used = {name for each in parts if isinstance(each, dict) for name in each}
        assert used == {field.name for field in fields(model)}


def test_the_shape_is_explained_in_full() -> None:
    text = (EXAMPLES / "README.md").read_text(encoding="utf-8")
    names = [field.name for field in fields(Operation)]
    words = [*OPERATIONS, *KINDS, *LINK_TYPES, *ENTITY_KINDS, *names]
    assert [word for word in words if f"`{word}`" not in text] == []


def test_the_shape_is_accepted_as_it_stands(isolated: Path) -> None:
    shell = Shell(isolated / "person", "en")
    shell.says("import", str(EXAMPLES / "en" / "sources"))
    path = str(EXAMPLES / "agent-ops.json")
    outcomes = shell.answers("propose", path, "--as-agent", "reader")["outcomes"]
    assert {item["verdict"] for item in outcomes} == {"applied"}
    assert len(outcomes) == len(shape())
    [phone] = [row for row in shell.memories() if row["slug"] == "ticket-on-a-phone"]
    assert phone["slot"] == "shape/ticket-sale"
    assert shell.answers("show", "ticket-window")["memory"]["status"] == "superseded"
    shell.says("undo")
    assert shell.memories("--status", "all") == []
