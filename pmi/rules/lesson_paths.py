"""Which files a lesson is about, where it says so: globs for a rule that waits for such a file.

Conservative: globs and extensions count where "in" stands before them or "files" behind them.
A file that is only mentioned ("see README.md") makes no lesson about certain files.

>>> paths_of("In *.tsx files use function components"), paths_of("所有 .sql 文件都用小写关键字")
(('**/*.tsx',), ('**/*.sql',))
>>> paths_of("push README.md with every release")
()
"""

from __future__ import annotations

import re
from functools import lru_cache

MAX_PATHS = 6
MAX_GLOB_CHARS = 80
TEXT_CHARS = 1000
"""Of a longer lesson only the beginning is looked at."""

_LANGUAGES = {
    "python": "py", "typescript": "ts", "javascript": "js", "sql": "sql", "yaml": "yaml",
    "markdown": "md", "rust": "rs", "go": "go", "java": "java", "css": "css", "html": "html",
    "json": "json", "toml": "toml", "ruby": "rb", "swift": "swift", "kotlin": "kt",
    "terraform": "tf",
}  # fmt: skip
"""Languages that people name instead of an extension; they count only before "files"."""

_HAN_FOLDER = r"[\u3400-\u9fff][\u3400-\u9fffA-Za-z0-9_-]*/"
_RUN = re.compile(
    rf"(?:(?<=[`「“]){_HAN_FOLDER})?[A-Za-z0-9_./*{{}}-]+"
    rf"(?:(?<=/){_HAN_FOLDER}[A-Za-z0-9_./*{{}}-]*)*"
)
"""Chinese has no spaces: only behind a slash or a quote does a folder's name begin for sure."""

_EXTENSION = re.compile(r"\.[A-Za-z][A-Za-z0-9]{0,9}")
_GLOB = re.compile(r"(?:[\w.-]*/|\*{1,2}/)*[\w-]*\*[\w*-]*(?:\.[\w*-]+)+")
_BETWEEN = re.compile(r"`?\s*(?:,|、|，|/|\bor\b|\band\b|和|或|与|以及)\s*`?")
_BEFORE = re.compile(
    r"(?:\b(?:in|for|inside|within|to|of|on|all|any|every|each)\s+"
    r"(?:(?:all|any|every|the|our|your|my)\s+)?"
    r"|(?:所有|全部|任何|每个|凡是|在|写|改|对|对于|给)(?:的)?\s*)`?\Z",
    re.IGNORECASE,
)
_BEHIND = re.compile(r"`?\s*(?:(?:source\s+)?files?\b|源?文件|脚本)", re.IGNORECASE)
_NO_EXTENSIONS = frozenset({".com", ".org", ".net", ".io", ".dev"})


@lru_cache(maxsize=2000)
def paths_of(text: str) -> tuple[str, ...]:
    """Return the globs of the files that a lesson is about; none for a lesson about all.

    Returns:
        At most six, as Claude Code understands them, in their order, each once.
    """
    text = text[:TEXT_CHARS]
    found: dict[str, None] = {}
    for group in _groups(text):
        start, end = group[0].start(), group[-1].end()
        behind = _BEHIND.match(text, end) is not None
        if behind or _BEFORE.search(text[max(0, start - 40) : start]) is not None:
            globs = (_glob(item[0], before_files=behind) for item in group)
            found.update(dict.fromkeys(glob for glob in globs if glob))
    kept = [glob for glob in found if len(glob) <= MAX_GLOB_CHARS]
    return tuple(kept[:MAX_PATHS])


def _groups(text: str) -> list[list[re.Match[str]]]:
    """Return what may be globs, those of one list together."""
    groups: list[list[re.Match[str]]] = []
    end = -1
    for item in _RUN.finditer(text):
        if not _glob(item[0], before_files=True):
            continue
        if groups and _BETWEEN.fullmatch(text, end, item.start()):
            groups[-1].append(item)
        else:
            groups.append([item])
        end = item.end()
    return groups


def _glob(item: str, *, before_files: bool) -> str:
    """Return the glob that a word stands for; empty for an ordinary word."""
    if len(item) > MAX_GLOB_CHARS:
        return ""
    if before_files and item.lower() in _LANGUAGES:
        return f"**/*.{_LANGUAGES[item.lower()]}"
    if _EXTENSION.fullmatch(item):
        return "" if item.lower() in _NO_EXTENSIONS else f"**/*{item}"
    if _GLOB.fullmatch(item):
        return item if "/" in item else f"**/{item}"
    return ""
