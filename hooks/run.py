"""The one file that Claude Code starts: `python -I -S run.py <event>`.

It stays tiny, for a script is compiled at every start while modules are cached. Whatever
happens, it exits 0 and prints nothing but the hook's one JSON document.
"""

import os
import sys

try:
    _here = os.path.dirname(os.path.abspath(__file__))
    _above = os.path.dirname(_here)
    _installed = os.path.basename(_above) == "pmi"
    sys.path.insert(0, os.path.dirname(_above) if _installed else _above)
    import pmi

    if not _installed:  # a bare checkout has no link pmi/hooks
        pmi.__path__.append(_above)
    from pmi.hooks.entry import main

    main(sys.argv[1:])
finally:
    os._exit(0)
