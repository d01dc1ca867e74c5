"""Which commands there are: where each lives and its one sentence, so that help loads none.

A test compares the sentences with the commands' own.
"""

from __future__ import annotations

from typing import NamedTuple


class Entry(NamedTuple):
    """One command: its module below ``pmi.cli``, the object in it, its short help."""

    module: str
    attribute: str
    help: str


FAMILIES: dict[str, dict[str, Entry]] = {
    "Remember": {
        "remember": Entry("remembering", "remember", "Remember a sentence as your own word."),
        "note": Entry("importing", "note", "Keep a text as a source that can be quoted."),
        "import": Entry("importing", "import_command", "Take files in as sources."),
        "propose": Entry("proposing", "propose", "Submit operations from a file of JSON."),
        "archive": Entry("proposing", "archive", "Put memories away; nothing is deleted."),
        "restore-memory": Entry("proposing", "restore_memory", "Bring archived memories back."),
        "undo": Entry("remembering", "undo", "Take the last change back."),
        "forget": Entry("remembering", "forget", "Forget a memory for good, in every file."),
    },
    "Find": {
        "context": Entry("asking", "context", "Answer a question from what is remembered."),
        "search": Entry("finding", "search", "Search memories and conversations."),
        "show": Entry("finding", "show", "Show anything that has an id, or a conversation."),
        "why": Entry("finding", "why", "Tell who said something, when, and where."),
        "map": Entry("finding", "map_command", "Show what is remembered, as pages."),
        "sessions": Entry("sessions", "sessions", "List archived conversations."),
        "today": Entry("daily", "today", "Tell what today came to."),
        "week": Entry("daily", "week", "Tell what this week came to."),
        "list": Entry("listing", "list_command", "List memories, slots, entities, sources, …"),
        "entity": Entry("entities", "entity", "Look at entities, name them, make two of them one."),
        "log": Entry("listing", "log", "List the journal: every change, the newest first."),
    },
    "Decide": {
        "confirm": Entry("deciding", "confirm", "Confirm memories that were not your own words."),
        "review": Entry("deciding", "review", "Decide about what agents proposed."),
        "distill": Entry(
            "distilling", "distill", "Conversations and documents that wait to be distilled."
        ),
        "bootstrap": Entry("bootstrap", "bootstrap", "Get to know you from past conversations."),
        "learnings": Entry("learnings", "learnings", "Decide about what was learned."),
    },
    "Look after": {
        "install": Entry("setting_up", "install", "Set PMI up for Claude Code."),
        "uninstall": Entry("setting_up", "uninstall", "Take PMI out of Claude Code again."),
        "stats": Entry("stats", "stats", "Show figures: memories, lessons and their use."),
        "doctor": Entry("setting_up", "doctor", "Check the installation and say what to mend."),
        "signals": Entry("signals", "signals", "Try what would be learned from a text."),
        "sync": Entry("maintaining", "sync", "Read Claude Code's transcripts now."),
        "project": Entry("projects", "project", "List projects, make two of them one."),
        "reindex": Entry("indexing", "reindex", "Make the search index anew."),
        "model": Entry("indexing", "model", "Models that find texts by their meaning."),
        "rebuild": Entry("maintaining", "rebuild", "Make all rows again from the journal."),
        "pause": Entry("maintaining", "pause", "Stop capturing and injecting."),
        "resume": Entry("maintaining", "resume", "Capture and inject again."),
        "sql": Entry("querying", "sql", "Ask a database of the home, read-only."),
        "mcp": Entry("maintaining", "mcp", "Run the MCP server on standard input and output."),
    },
}

COMMANDS: dict[str, Entry] = {
    name: entry for family in FAMILIES.values() for name, entry in family.items()
}
"""All commands by name."""
