"""English stems and the stop words of both languages, as `pmi.base.text` uses them.

The stemmer is light on purpose: plurals, -ing, -ed, a final e, and of the endings that make other
words -ment, -ion, -ation, -ate and -ly. It joins forms of one word; it does not have to return
words. Porter's finds no more on the sets it was measured on.
"""

from __future__ import annotations

_ENGLISH = """
a about after again all also am an and any are as at be because been before being between
both but by can cannot could did do does doing dont down during each few for from further get
had has have having he her here hers him his how i if im in into is isnt it its just let lets
like me more most my no nor not now of off on once only or other our ours out over own please
s same she should so some such t than that thats the their them then there these they this
those through to too under until up us very was we were what whats when where which while who
whom why will with would you your yours yes ok okay one want need know tell make sure
"""
_CHINESE = """
的 了 是 在 我 你 他 她 它 们 吗 呢 吧 啊 和 与 或 就 都 也 还 很 把 被 给 让 这 那 哪
有 不 没 请 我们 你们 他们 她们 它们 什么 怎么 为什 哪里 哪个 哪些 这个 那个 这些 那些 这里
那里 一个 一下 一些 可以 能不 不能 是否 是不 不是 没有 有没 的是 是的 了吗 的吗 请问 请你 请帮
帮我 怎样 如何 多少 几个 时候 我的 你的 他的 的话 还是 或者 以及 因为 所以 如果 但是 而且 然后
现在 已经 需要 应该 谁 啥 几 何时 何地 为何 哪儿 多久 多长 长时 多大 多快 多远 多高
"""
STOP_WORDS = frozenset(_ENGLISH.split())
"""English words that never help to find anything; compared before stemming."""

STOP_CJK = frozenset(_CHINESE.split())
"""Chinese characters and pairs that never help to find anything."""

PARTICLE = "的"
"""Stands between almost any two Chinese words: a pair with it tells nothing."""

PARTICLE_WORDS = frozenset({"目的", "标的", "的确", "的士"})

_VOWELS = frozenset("aeiouy")
_KEEP = frozenset({"embed", "always", "news", "lens", "kubernetes", "redis", "postgres", "https"})


def stem(word: str) -> str:
    """Return the common beginning of a word's forms; only lower-case ASCII words change.

    >>> [stem(w) for w in ("deploys", "deployments", "caching", "cache", "queries", "settings")]
    ['deploy', 'deploy', 'cach', 'cach', 'queri', 'set']
    >>> [stem(w) for w in ("migrate", "migration", "configure", "configuration", "weekly")]
    ['migr', 'migr', 'configur', 'configur', 'week']
    """
    if len(word) < 4 or not word.isascii() or not word.isalpha() or word in _KEEP:
        return word
    word = _without_suffix(_without_ending(_singular(word)))
    if len(word) >= 5 and word[-1] == "e":
        word = word[:-1]
    if len(word) >= 4 and word[-1] == "y" and word[-2] not in _VOWELS:
        word = word[:-1] + "i"
    return word


def _singular(word: str) -> str:
    if word[-1] != "s" or word[-2] in "su" or word.endswith("is"):
        return word
    if word.endswith("ies") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith(("xes", "ches", "shes", "sses", "zzes")):
        return word[:-2]
    return word[:-1]


def _without_ending(word: str) -> str:
    if word.endswith("ied") and len(word) > 4:
        return word[:-3] + "y"
    if word.endswith("ing"):
        rest = word[:-3]
    elif word.endswith("ed") and not word.endswith("eed"):
        rest = word[:-2]
    else:
        return word
    if len(rest) < 3 or _VOWELS.isdisjoint(rest):
        return word
    if len(rest) > 3 and rest[-1] == rest[-2] and rest[-1] not in "lsz":
        return rest[:-1]
    short = len(rest) == 3 and rest[0] not in _VOWELS and rest[1] in _VOWELS
    if short and rest[2] not in _VOWELS and rest[2] not in "wxy":
        return rest + "e"
    return rest


def _without_suffix(word: str) -> str:
    if len(word) < 6:
        return word
    if word.endswith(("tion", "sion")) and len(word) > 7:
        word = word[:-3]
    if word.endswith("ate") and len(word) > 6:
        word = word[:-3]
    elif word.endswith("at") and len(word) > 5:
        word = word[:-2]
    if word.endswith("ment") and len(word) > 8:
        word = word[:-4]
    return word.removesuffix("ly")


_WISHING = """
always never must please use used using instead prefer remember ensure
一律 律用 律写 律放 律不 以后 后都 后用 今后 后一 必须 须用 须先 务必 不要 要用 要再 不许 不准 禁止
永远 远不 总是 统一 一用 记得 得先 记住 都要 要先 千万 万不 别再 再用 一定 定要 我说 说了 说过 过了
还有 另外
"""
WISHING = frozenset(stem(word) for word in _WISHING.split())
"""How wishes are worded, a prompt as a lesson: that does not make them be about one thing.

As terms: stems of English words, pairs of Chinese characters.
"""
