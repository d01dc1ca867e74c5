"""What several test packages need: waiting, isolation, Claude Code's settings."""
