"""The manifest: each kind of fault that users of memory tools report, by the id that tests name.

A test says ``@pytest.mark.proves("H5")``; a benchmark that judges a time has ``PROVES = ("H4",)``
at its top. ``test_manifest.py`` compares both with this list. Sections in ``FINISHED`` must be
proven whole; the others grow with the parts that they are about.
"""

from __future__ import annotations

FINISHED = (
    "Hooks",
    "Database",
    "Search",
    "Transcripts",
    "Projects",
    "Privacy",
    "Trust",
    "Memory over time",
)

SECTIONS: dict[str, dict[str, str]] = {
    "Hooks": {
        "H1": "every registered hook has a small integer timeout in seconds",
        "H2": "a prompt is answered within a second while the database is locked",
        "H3": "hooks use no network and need neither server nor worker",
        "H4": "Stop takes as long for a huge transcript as for a small one",
        "H5": "any input at all: exit 0, soon, nothing on stdout",
        "H6": "stdout is one JSON document or nothing, stderr is empty, also in failure",
        "H7": "Stop never prints; nothing but a typed command is ever blocked",
        "H8": "homes and projects with spaces, quotes, parentheses and CJK in their paths work",
        "H9": "kill -9 of hook or worker at any moment: recovered exactly once",
        "H10": "nothing known, nothing shown; whatever injected text names exists",
        "H11": "a memory is given once per session, until compact or clear",
        "H12": "saved is said after the row was read back; a model's error is no memory",
        "H13": "nothing of ours starts a model; inside our own programs hooks do nothing",
        "H14": "our own text and other memory tools' sessions never come back",
        "H15": "after many hook runs no process of ours is left",
    },
    "Database": {
        "D1": "one way to open for writing; nobody waits long for a writer",
        "D2": "many writers and a long lock: nothing lost, no error",
        "D3": "ten servers at once start as fast as bare ones, and search",
        "D4": "a live database is never moved; backups are consistent",
        "D5": "locked is not damaged; a damaged file is kept; a damaged index is made again",
        "D6": "the write-ahead log stays bounded; many small runs equal one",
        "D7": "full disk, read-only or missing home: clear, silent in hooks, nothing lost",
    },
    "Search": {
        "S1": "CJK words of any length are found, and ASCII glued to them",
        "S2": "any text is a safe query",
        "S3": "identifiers are found as typed and in parts",
        "S4": "a long question ranks the right document first",
        "S5": "an error is an error, never an empty answer",
    },
    "Transcripts": {
        "T1": "appended lines are found, torn and bad ones cost only themselves",
        "T2": "sub-agents' text is found and points to its parent",
        "T3": "each message counts once however often it was copied",
        "T4": "huge files are read in little memory and time",
        "T5": "the folder may change, unknown lines are counted",
        "T6": "harness text is not the user's; purged originals stay searchable",
    },
    "Projects": {"P1": "one function tells projects apart, for reading and writing"},
    "Privacy": {
        "V1": "credentials reach no file of ours; look-alikes stay",
        "V2": "what is marked private is never written",
        "V3": "closed folders and files, no port, confined arguments",
        "V4": "forgotten words are in no file, and do not come back",
    },
    "Trust": {
        "R1": "injected memory is fenced data that can not close its fence",
        "R2": "what is not the user's is never standing context",
    },
    "Context": {
        "C1": "caps hold for any store, and cut at whole entries",
        "C2": "the tool list is small; nothing that Claude Code already shows",
    },
    "Memory over time": {
        "M1": "newer dated claims supersede in any order of arrival",
        "M2": "captured text is never a rule",
        "M3": "nothing is deleted without a command; all is logged",
        "M4": "edits of Markdown are taken up",
    },
    "Install": {
        "I1": "other people's settings survive installing and removing",
        "I2": "every registered command is run before success is claimed",
        "I3": "the declared dependencies are enough",
    },
    "Moving": {
        "X1": "export and import are each other's inverse",
        "X2": "verify notices what is not as it was written",
    },
}

TITLES = {line: title for section in SECTIONS.values() for line, title in section.items()}
"""All lines by their id."""
