"""The program that hooks, the server and the command line start in the background."""

from __future__ import annotations

import os
import sys

if __name__ == "__main__":
    _here = os.path.dirname(os.path.abspath(__file__))
    _package = os.path.dirname(_here)
    if os.path.basename(_package) == "pmi":  # installed, or a link of an editable install
        sys.path.insert(0, os.path.dirname(_package))
    elif os.path.isdir(os.path.join(_package, "pmi", "base")):
        sys.path.insert(0, _package)
    from pmi.indexer.worker import main

    sys.exit(main(sys.argv[1:]))
