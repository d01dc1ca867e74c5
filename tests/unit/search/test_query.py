from __future__ import annotations

import sqlite3
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi import Memory
from pmi.base.errors import NotFound
from pmi.base.home import Home
from pmi.model.finding import EVERYWHERE
from pmi.search import scoring
from pmi.search.index import catch_up, rebuild
from pmi.search.query import search
from pmi.search.terms import choose_terms, inverse_frequency
from pmi.store.database import Store
from tests.unit.search.conftest import Say

CORPUS = (
    "We deploy the billing service only on Tuesdays.",
    "The invoices are generated from metered usage every month.",
    "我们只在周二部署计费服务。",
    "发票每月根据用量生成,数据库端口是4711。",
    "請求サービスは火曜日にだけデプロイします。",
    "データベースのバックアップは毎晩とります。",
    "우리는 화요일에만 결제 서비스를 배포합니다.",
    "데이터베이스 백업은 매일 밤에 합니다.",
    "重跑gen-itgc后50条",
    "the hook is called pre-edit and lives in src/auth.rs since v2.1",
    "throughput was 12 GB/s on that disk",
    "the GBs were all used up",
    "call parseUserName before get_user_name",
    "a message about nothing in particular",
)

FOUND = {
    "en one word": ("Tuesdays", 0),
    "en stem": ("deploying", 0),
    "en case": ("BILLING", 0),
    "en two words": ("metered invoices", 1),
    "zh one character": ("只", 2),
    "zh two": ("部署", 2),
    "zh three": ("计费服", 2),
    "zh sentence": ("我们什么时候部署计费服务?", 2),
    "zh full width": ("４７１１", 3),
    "zh glued number": ("端口4711", 3),
    "ja katakana": ("デプロイ", 4),
    "ja half width": ("ﾃﾞﾌﾟﾛｲ", 4),
    "ja kanji": ("火曜日", 4),
    "ja one character": ("晩", 5),
    "ko word": ("화요일", 6),
    "ko part": ("결제", 6),
    "ko one syllable": ("밤", 7),
    "glued ascii": ("gen-itgc", 8),
    "glued cjk": ("重跑", 8),
    "glued number": ("50条", 8),
    "all glued": ("重跑gen-itgc后50条", 8),
    "hyphen": ("pre-edit", 9),
    "hyphen part": ("edit", 9),
    "path": ("src/auth.rs", 9),
    "path part": ("auth", 9),
    "version": ("v2.1", 9),
    "slash": ("GB/s", 10),
    "camel": ("parseUserName", 12),
    "camel part": ("parse", 12),
    "snake": ("get_user_name", 12),
}


def references(memory: Memory, text: str, **more: object) -> list[str]:
    hits = search(memory.store, text, **more).hits  # type: ignore[arg-type]
    return [hit.reference for hit in hits]


@pytest.fixture
def corpus(memory: Memory, say: Say) -> Memory:
    say(*CORPUS, apart=True)
    return memory


@pytest.mark.proves("S1", "S3")
@pytest.mark.parametrize("name", FOUND)
def test_finds_first(corpus: Memory, name: str) -> None:
    text, expected = FOUND[name]
    assert references(corpus, text)[0].startswith(f"cc://s{expected}#")


@pytest.mark.proves("S3")
def test_a_unit_is_not_its_look_alike(corpus: Memory) -> None:
    assert references(corpus, "GB/s") == ["cc://s10#m-11"]


@pytest.mark.proves("S4")
@pytest.mark.parametrize(
    ("question", "expected"),
    [
        (
            (
                "Could you please tell me what it was that we once said about the day of the week "
                "on which one may bring the billing thing out, was it Tuesdays or some other day?"
            ),
            0,
        ),
        ("请问一下,之前我们讨论过的那个发票,它到底是根据什么东西来生成的呢?", 3),
    ],
)
def test_a_long_question_ranks_the_right_one_first(
    corpus: Memory, question: str, expected: int
) -> None:
    assert references(corpus, question)[0].startswith(f"cc://s{expected}#")


HOSTILE = (
    "", " ", "\n", '"', "'", "''", '"" ""', "*", "a*", "*a", "NEAR(a b)", "NEAR(", "a AND", "AND",
    "OR", "NOT", "a NOT b", "col:", "terms:x", "-x", "--", "x -y", "^a", "a^b", "(", ")", "((",
    "{a b}", "[a]", "a + b", "a,b", "%", "_", "\\", "\\\\", ";", "'; DROP TABLE memory_doc; --",
    "\x00", "a\x00b", "\ud800", "a\udfffb", "👩‍👩‍👧‍👧", "🤷🏽", "\u202e", "\u2028", "\ufeff",
    "ﷺ", "İ", "ẞ", "ǅ", "e\u0301" * 50, "a" * 10_000, "中" * 10_000, "a b " * 3000, "!" * 10_000,
    "https://user:pw@host/x?y=z#w", "C:\\x\\y", "../../etc/passwd", "<b>x</b>", "{{x}}", "$(x)",
)  # fmt: skip


@pytest.mark.proves("S2")
@pytest.mark.parametrize("text", HOSTILE, ids=lambda text: ascii(text)[:24])
def test_any_text_is_a_safe_query(corpus: Memory, text: str) -> None:
    assert search(corpus.store, text).query == text


@pytest.mark.proves("S2")
@given(text=st.text(max_size=60))
def test_any_generated_text_is_a_safe_query(corpus: Memory, text: str) -> None:
    assert len(search(corpus.store, text).hits) <= 10


@pytest.mark.proves("S2")
@given(
    text=st.lists(
        st.sampled_from(['"', "NEAR", "(", ")", "*", "OR", "AND", "NOT", "部署", ":", "-", "a"]),
        max_size=9,
    )
)
def test_any_arrangement_of_operators_is_a_safe_query(corpus: Memory, text: list[str]) -> None:
    assert len(search(corpus.store, " ".join(text)).hits) <= 10


@pytest.mark.parametrize("text", ["", "   ", "zzzqqq", "？"])
def test_nothing_is_found_where_nothing_is(corpus: Memory, text: str) -> None:
    assert search(corpus.store, text).hits == ()


@pytest.mark.proves("S5")
def test_an_error_is_an_error_and_not_an_empty_answer(
    corpus: Memory, monkeypatch: pytest.MonkeyPatch
) -> None:
    def failing(*_: object, **more: object) -> None:
        raise sqlite3.OperationalError("no such column")

    monkeypatch.setattr(scoring, "pool", failing)
    with pytest.raises(sqlite3.OperationalError):
        search(corpus.store, "billing")


@pytest.mark.proves("S5")
@pytest.mark.parametrize("limit", [0, 1, 3, 1000, 10**9])
def test_any_limit_works(memory: Memory, say: Say, limit: int) -> None:
    say(*(f"heron number {number}" for number in range(5)))
    assert len(search(memory.store, "heron", limit=limit).hits) == min(limit, 5)


@pytest.mark.parametrize("word", ["wid", "部"])
def test_no_hits_widen_the_question_with_a_note(memory: Memory, say: Say, word: str) -> None:
    say("the widget factory", "部署")
    answer = search(memory.store, word)
    assert len(answer.hits) == 1
    if word == "wid":
        assert answer.notes


def test_stop_words_alone_are_looked_up_after_all(memory: Memory, say: Say) -> None:
    say("what is it", "herons nest here")
    assert references(memory, "what is it") == ["cc://s1#m-1"]


UNKNOWN = ("量子纠缠", "如何量子纠缠", "what is quantum entanglement", "엔트로피", "ボイラー")


@pytest.mark.proves("S5")
@pytest.mark.parametrize("text", UNKNOWN)
def test_words_that_are_not_there_are_not_exchanged_for_common_ones(
    memory: Memory, say: Say, text: str
) -> None:
    say("孩子如何学习量词", "what is it", "엔진", "エンジン", "我在纠正子句")
    assert search(memory.store, text).hits == ()


def test_notes_are_said_in_the_homes_language(memory: Memory, say: Say) -> None:
    Path(memory.home.config_file).write_text('[general]\nlanguage = "zh"\n')
    say("the widget factory")
    assert "词" in search(memory.store, "wid").notes[0]


def test_memories_come_before_what_was_only_said(memory: Memory, say: Say) -> None:
    say("we deploy only on Tuesdays")
    memory.remember("we deploy only on Tuesdays")
    catch_up(memory.store)
    hits = search(memory.store, "when do we deploy?").hits
    assert [hit.scope for hit in hits] == ["memories", "transcripts"]
    assert hits[0].title == "preference"
    assert hits[0].why == ("deploy", "+recent")


def test_what_was_taken_back_is_not_found(memory: Memory) -> None:
    memory.remember("我们用 pnpm")
    catch_up(memory.store)
    assert search(memory.store, "pnpm").hits
    memory.undo()
    catch_up(memory.store)
    assert not search(memory.store, "pnpm").hits


def test_limits_to_project_session_scope_and_time(memory: Memory, say: Say) -> None:
    say("heron one", session="s1", project="path:/a", at="2026-01-01T10:00:00.000Z")
    say("heron two", session="s2", project="path:/b", at="2026-02-01T10:00:00.000Z")
    memory.remember("herons everywhere")
    memory.remember("herons in b", project="path:/b")

    def found(**more: object) -> list[str]:
        hits = search(memory.store, "heron", wait_s=5, **more).hits  # type: ignore[arg-type]
        return sorted(hit.snippet.replace("«", "").replace("»", "") for hit in hits)

    assert found() == ["heron one", "heron two", "herons everywhere", "herons in b"]
    assert found(project="path:/a") == ["heron one", "herons everywhere"]
    assert found(project="path:/b") == ["heron two", "herons everywhere", "herons in b"]
    assert found(within="cc://s2") == ["heron two"]
    assert found(scopes=("memories",)) == ["herons everywhere", "herons in b"]
    assert found(scopes=("transcripts",), since="2026-01-15") == ["heron two"]
    assert found(scopes=("transcripts",), until="2026-01-01") == ["heron one"]
    assert found(until="2026-01-01") == ["heron one"]
    assert found(since="2026-01-15", limit=3) == ["heron two", "herons everywhere", "herons in b"]
    assert found(since="9999-01-01") == []


def test_within_an_unknown_session_is_an_error(memory: Memory) -> None:
    with pytest.raises(NotFound):
        search(memory.store, "x", within="cc://nowhere")


def test_a_message_gains_from_its_neighbours(memory: Memory, say: Say) -> None:
    say("the port is open", session="s1")
    say("about the database", "the port is open", "yes, the database", session="s2")
    assert references(memory, "database port open")[0] == "cc://s2#m-3"


def test_new_turns_are_found_without_a_worker(memory: Memory) -> None:
    memory.remember("the heron nests in March")
    assert memory.search("heron nests").hits


@pytest.mark.proves("D5")
@pytest.mark.parametrize("damage", [b"this is no database, really" * 200, None])
def test_a_damaged_index_is_kept_aside_and_made_anew(
    memory: Memory, say: Say, damage: bytes | None
) -> None:
    say(*(f"heron number {number}" for number in range(300)))
    memory.remember("the heron nests in March")
    memory.close()
    path = Path(memory.home.search_db)
    whole = path.read_bytes()
    path.write_bytes(damage or whole[:4096] + b"\x7f" * (len(whole) - 4096))
    answer = search(memory.store, "heron nests", wait_s=30)
    assert answer.hits[0].scope == "memories"
    assert len(search(memory.store, "heron", limit=1000, wait_s=30).hits) > 100
    kept = list(path.parent.glob("search.db.damaged-*"))
    assert len([each for each in kept if not each.name.endswith(("-wal", "-shm"))]) == 1


@pytest.mark.proves("D5")
@pytest.mark.parametrize("table", ["message_doc", "memory_fts", "page_file"])
def test_an_index_that_lost_a_table_is_made_anew(memory: Memory, say: Say, table: str) -> None:
    say("the heron nests in March")
    assert memory.search("heron").hits
    with memory.store.writing("search") as connection:
        connection.execute(f"DROP TABLE {table}")
    memory.store.close("search")
    assert memory.search("heron", scopes=EVERYWHERE).hits
    assert memory.search("heron").notes == ()


@pytest.mark.proves("D5")
def test_a_lock_is_not_taken_for_damage(memory: Memory, home: Home, say: Say) -> None:
    say("heron one")
    memory.remember("heron two")
    with Store(home, wait_s=0) as other, other.writing("search"):
        impatient = Store(home, wait_s=0)
        impatient.reading("search").execute("PRAGMA busy_timeout = 0")
        answer = search(impatient, "heron", wait_s=0.01)
        impatient.close()
    assert [hit.scope for hit in answer.hits] == ["transcripts"]
    assert answer.notes
    assert not list(Path(home.root).glob("*.damaged-*"))


def test_another_token_version_makes_the_index_anew(
    memory: Memory, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    say("heron one")
    monkeypatch.setattr("pmi.search.schema.STAMP", "another")
    assert not search(memory.store, "heron").hits
    catch_up(memory.store)
    assert search(memory.store, "heron").hits


def test_indexing_in_small_steps_equals_indexing_at_once(
    memory: Memory, say: Say, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("pmi.search.index.MESSAGES_PER_BATCH", 200)
    say(*(f"heron number {number} 部署" for number in range(450)))
    steps = 0
    rebuild_all = rebuild

    def counted() -> None:
        nonlocal steps
        steps += 1

    rebuild_all(memory.store, counted)
    assert steps >= 3
    assert len(search(memory.store, "部署", limit=1000).hits) == 450
    count = memory.store.reading("search").execute("SELECT count(*) FROM message_doc")
    assert count.fetchone()[0] == 450


def test_a_limit_of_time_stops_between_steps(memory: Memory, say: Say) -> None:
    say(*(f"heron {number}" for number in range(700)))
    with memory.store.writing("search") as connection:
        connection.execute("UPDATE mark SET value = '' WHERE name = 'stamp'")
    assert not catch_up(memory.store, 0)
    assert catch_up(memory.store)


def test_the_rarest_words_are_taken_under_the_budget() -> None:
    counted = [
        ("common", "common", 900),
        ("rare", "rare", 3),
        ("some", "some", 40),
        ("none", "none", 0),
    ]
    assert [term.word for term in choose_terms(counted, 1000, 100)] == ["rare", "some"]
    assert [term.word for term in choose_terms(counted, 1000, 1)] == ["rare", "some"]
    assert [term.word for term in choose_terms(counted, 1000, 5000)] == ["rare", "some", "common"]


@given(count=st.integers(0, 10**6), documents=st.integers(0, 10**6))
def test_a_word_always_weighs_something(count: int, documents: int) -> None:
    assert inverse_frequency(count, documents) > 0


def test_a_memory_that_came_from_a_backup_is_indexed_from_its_beginning(memory: Memory) -> None:
    memory.remember("the heron nests in March")
    catch_up(memory.store)
    with memory.store.writing("search") as connection:
        connection.execute("UPDATE mark SET value = '99' WHERE name = 'journal'")
        connection.execute("DELETE FROM memory_doc")
    catch_up(memory.store)
    assert (
        memory.store.reading("search").execute("SELECT count(*) FROM memory_doc").fetchone()[0] == 1
    )
