"""PMI: a memory for Claude Code that lives on the user's own machine."""
