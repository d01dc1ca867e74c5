"""Finds the words that tell what a text is about: for titles, names of files and keywords.

Chinese is cut into words by jieba, which is loaded for Chinese only; where it can not be
imported, pairs of characters have to do. Hooks never come here.

>>> Keywords().of(["fix the login timeout", "the login page again"], 2)
['login', 'timeout']
"""

from __future__ import annotations

import math
import os
import re
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from typing import Any

from pmi.base.home import Home, make_folder
from pmi.base.text import comparable, is_cjk
from pmi.base.words import STOP_CJK, STOP_WORDS, stem

MAX_CHARS = 40_000
"""So much of a text is looked at."""

SLUG_WORDS, SLUG_CHARS = 6, 40
CACHE_FOLDER = ("state", "jieba")
WAIT_S = 0.05

_WORD = re.compile(r"[A-Za-z][A-Za-z0-9_+#.-]*[A-Za-z0-9_+#]|[^\W\d_]+")
_LATIN = re.compile(r"[a-z0-9]+")
_ENGLISH = """
add also any back bit can cannot change check code could done dont explain file files fine
fix get give good got help hey hi hello just know let lets like line look looks make maybe
need needs new next nice now okay ok old one only open please pls put really right run
see show something still sure take tell test tests thanks then thing things think time try
update use used using want way well work works yes yet
"""
_CHINESE = """
帮我 一下 这个 那个 可以 需要 什么 怎么 为什么 没有 现在 然后 还是 或者 因为 所以 如果 就是 不是
我们 你们 他们 自己 请问 谢谢 好的 继续 看看 问题 东西 时候 一个 不要 使用 进行 已经 应该 这里 那里
这样 那样 还有 但是 不能 不用 刚才 今天 以后 之前 觉得 知道 文件 代码 改成
这么 那么 怎样 怎么样 怎么办 为何 是否 有没有 是不是 能不能 要不要 可不可以 不是 不行 不对 不错 没错
没事 没关系 没问题 不好意思 哈哈 哈哈哈 哈哈哈哈 嗯嗯 好吧 行吧 算了 多谢 感谢 辛苦 麻烦 再试一次
试试 试一下 解释一下 看一下 改一下 写一下 查一下 跑一下 一点 一些 一样 一直 一律 这次 上次 下次 最后
以前 以为 发现 明白 一份 一篇 一段 一条 一张 加个 写个 改个 来个
搞定 放在 别用 先用 昨天 明天 为啥 咋办 咋回事
"""
_DULL = frozenset((_ENGLISH + _CHINESE).split())
"""Words that users of an agent say all the time: they tell nothing of what a text is about."""


def _is_filler(word: str) -> bool:
    """Tell whether a word says little in a name: a lone Chinese character, a turn of speech."""
    if not is_cjk(word[0]):
        return False
    word = comparable(word)
    return len(word) == 1 or word in STOP_CJK or word in _DULL


class Keywords:
    """Cuts texts into words; loads jieba at the first Chinese one.

    Args:
        home: Where jieba's cache is kept: in a shared folder others could plant one.
        between: Called now and then while jieba loads, which takes seconds the first time.
    """

    def __init__(self, home: Home | None = None, between: Callable[[], None] | None = None) -> None:
        self._home = home
        self._between = between
        self._made: Any = None
        self._tried = False

    def of(self, texts: Iterable[str], count: int) -> list[str]:
        """Return at most so many words that tell what texts are about, the most telling first."""
        weights: Counter[str] = Counter()
        spelled: dict[str, str] = {}
        left = MAX_CHARS
        for text in texts:
            for word in self._telling(text[:left]):
                key = stem(word.casefold())
                spelled.setdefault(key, word.casefold() if word.istitle() else word)
                weights[key] += self._weight(word)  # type: ignore[assignment]
            left -= len(text)
            if left <= 0:
                break
        order = {key: place for place, key in enumerate(weights)}
        best = sorted(weights, key=lambda key: (-weights[key], order[key]))
        return [spelled[key] for key in best[:count]]

    def slug(self, title: str) -> str:
        """Return a title as a part of a file's name: its telling words between hyphens."""
        words: list[str] = []
        for word in self._words(title):
            plain = word.casefold()
            parts = [plain] if is_cjk(plain[0]) else _LATIN.findall(plain)
            words += [part for part in parts if part not in STOP_WORDS]
        words = [word for word in words if not _is_filler(word)] or words
        slug = ""
        for word in words[:SLUG_WORDS]:
            longer = f"{slug}-{word}" if slug else word[:SLUG_CHARS]
            if len(longer) > SLUG_CHARS:
                break
            slug = longer
        return slug

    def cut(self, line: str, limit_chars: int) -> str:
        """Return a line of at most so many characters that ends with a whole word."""
        if len(line) <= limit_chars:
            return line
        kept = line[: limit_chars - 1]
        if is_cjk(line[limit_chars - 2]) and is_cjk(line[limit_chars - 1]):
            kept = self._cut_between_words(line, limit_chars - 1)
        elif " " in kept[limit_chars // 2 :]:
            kept = kept[: kept.rindex(" ")]
        return kept.rstrip(" ,;:，、；：") + "…"

    def _cut_between_words(self, line: str, limit_chars: int) -> str:
        start = limit_chars
        while start > 0 and is_cjk(line[start - 1]) and limit_chars - start < SLUG_CHARS:
            start -= 1
        kept = line[:start]
        for word in self._han_words(line[start : limit_chars + SLUG_CHARS]):
            if len(kept) + len(word) > limit_chars:
                break
            kept += word
        return kept or line[:limit_chars]

    def _telling(self, text: str) -> Iterator[str]:
        for word in self._words(text):
            plain = word.casefold()
            if is_cjk(plain[0]):
                if not _is_filler(plain):
                    yield word
            elif len(plain) > 2 and plain not in STOP_WORDS and plain not in _DULL:
                yield word

    def _words(self, text: str) -> Iterator[str]:
        for word in _WORD.findall(text):
            if is_cjk(word[0]) or is_cjk(word[-1]):
                yield from self._han_words(word)
            else:
                yield word

    def _han_words(self, run: str) -> Iterator[str]:
        tokenizer = self._tokenizer()
        if tokenizer is not None:
            start = 0
            for word in tokenizer.cut(_simplified(run)):
                start += len(word)
                yield run[start - len(word) : start]
        elif len(run) < 3:
            yield run
        else:
            yield from (run[i : i + 2] for i in range(0, len(run) - 1, 2))

    def _weight(self, word: str) -> float:
        """Return how much one use of a word tells: of Chinese, the rarer the more."""
        if not is_cjk(word[0]) or self._made is None:
            return 10.0
        often = int(self._made.FREQ.get(_simplified(word)) or 0)
        return math.log(self._made.total / often) if often else 8.0

    def _tokenizer(self) -> Any:
        if not self._tried:
            self._tried = True
            self._made = _load(self._home, self._between)
        return self._made


def _simplified(run: str) -> str:
    """Return the characters as jieba's dictionary has them, one for one."""
    from pmi.base.han import simplify

    return simplify(run)


def _load(home: Home | None, between: Callable[[], None] | None) -> Any:
    """Return jieba's tokenizer, or None where it is not there.

    Trigger: its dictionary takes seconds at first. Why: typed commands must not wait for it.
    Outcome: a thread of its own loads it, and `between` is called meanwhile.
    """
    try:
        import logging
        import threading

        import jieba

        jieba.setLogLevel(logging.CRITICAL)
        tokenizer = jieba.Tokenizer()
        if home is not None:
            tokenizer.tmp_dir = home.path(*CACHE_FOLDER)
            tokenizer.cache_file = os.path.join(tokenizer.tmp_dir, "words.cache")
            make_folder(tokenizer.tmp_dir)
        loading = threading.Thread(target=_fill, args=(tokenizer,), daemon=True)
        loading.start()
        while loading.is_alive():
            if between is not None:
                between()
            loading.join(WAIT_S)
        return tokenizer if tokenizer.initialized else None
    except (ImportError, OSError):
        return None


def _fill(tokenizer: Any) -> None:
    """Load the dictionary, from its cache at once: jieba itself reads that in tiny pieces."""
    import marshal

    try:
        with open(tokenizer.cache_file, "rb") as file:
            words, total = marshal.loads(file.read())  # noqa: S302 - jieba wrote it, in our home
    except (OSError, TypeError, ValueError, EOFError):
        tokenizer.initialize()
        return
    tokenizer.FREQ, tokenizer.total, tokenizer.initialized = words, total, True
