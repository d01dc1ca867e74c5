from __future__ import annotations

from pathlib import Path

import pytest

from pmi import Memory
from pmi.base.home import Home
from pmi.indexer import lines
from pmi.indexer.capture import CaptureRules
from pmi.indexer.sync import Archive
from pmi.installer.transcripts import examine_transcripts
from pmi.recall.translation import translate
from tests.support.transcripts import SESSION, append, line, path_of, turn

CLOSED = "99999999-2222-4333-8444-555555555555"


@pytest.mark.proves("T1", "T5")
def test_doctor_names_what_was_passed_over_and_where(
    home: Home, memory: Memory, isolated: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    config = isolated / "user" / ".claude"
    monkeypatch.setattr(lines, "READ_BYTES", 1000)
    monkeypatch.setattr(lines, "MAX_LINE_BYTES", 5000)
    unknown = {"type": "hologram", "sessionId": SESSION}
    path = append(path_of(config), [*turn(1, "one", "two"), unknown, unknown])
    with path.open("ab") as file:
        file.write(b"{broken\n\xff\n")
    append(path, [line("user", "u-9", "x" * 9000)])
    closed = append(path_of(config, CLOSED), turn(2, "three", "four"))
    opened = lines.open_file

    def refusing(wanted: str) -> object:
        if wanted == str(closed):
            raise PermissionError(13, "Permission denied")
        return opened(wanted)

    monkeypatch.setattr("pmi.indexer.sync.open_file", refusing)
    Archive(memory.store, home, CaptureRules()).sync_all([str(config)])
    found = list(examine_transcripts(home))
    assert [(each.severity, each.subject, each.message) for each in found] == [
        ("ok", home.transcripts_db, "transcripts archived: 1, messages: 2"),
        ("warning", str(closed), "can not be read: Permission denied"),
        ("ok", str(path), "damaged lines that were passed over: 2"),
        ("ok", str(path), "lines too long to be read: 1"),
        (
            "ok",
            home.transcripts_db,
            "lines of types that this version does not know were passed over: hologram (2)",
        ),
    ]
    assert found[1].fix == "Make it readable for you, then run pmi sync"
    for each in found:
        assert translate(each.message, "zh") != each.message
