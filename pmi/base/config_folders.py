"""Which of Claude Code's configuration folders PMI reads."""

from __future__ import annotations

import os

from pmi.base.home import Home, read_file


def list_config_folders(home: Home, environ: dict[str, str] | None = None) -> list[str]:
    """Return Claude Code's configuration folders that PMI knows of, each once."""
    values = os.environ if environ is None else environ
    named = values.get("CLAUDE_CONFIG_DIR")
    folders = [named or os.path.join(os.path.expanduser("~"), ".claude")]
    text = read_file(home.path("state", "installed.json"))
    if text:
        import json

        try:
            installed = json.loads(text)
            folders.extend(str(folder) for folder in installed.get("config_dirs", []))
        except (ValueError, AttributeError, TypeError):
            pass
    return list(dict.fromkeys(os.path.realpath(folder) for folder in folders))
