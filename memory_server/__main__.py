"""Starts the server: ``python -I -m pmi.memory_server``."""

from __future__ import annotations

from pmi.memory_server.server import main

if __name__ == "__main__":
    main()
