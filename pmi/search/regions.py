"""Chinese words that are said in several ways: one finds the other.

They are words of computing that Taiwan and the mainland have differently, and days of the week.
Characters are made comparable in `pmi.base.han`; here whole words are. Only pairs that mean the
same in both places are listed: a word that is common with another sense in one of them is not.
"""

from __future__ import annotations

import re
from collections.abc import Collection
from functools import cache, lru_cache
from typing import Final

from pmi.base.text import comparable, query_terms

_PAIRS: Final = (
    "数据库 資料庫 内存 記憶體 服务器 伺服器 磁盘 磁碟 硬盘 硬碟 软件 軟體 硬件 硬體 程序 程式 "
    "接口 介面 界面 介面 文件夹 資料夾 用户 使用者 缓存 快取 线程 執行緒 函数 函式 变量 變數 "
    "数组 陣列 字符串 字串 代码 程式碼 源代码 原始碼 登录 登入 屏幕 螢幕 打印 列印 连接池 連線池 "
    "网络 網路 链接 連結 加载 載入 菜单 選單 搜索 搜尋 鼠标 滑鼠 博客 部落格 短信 簡訊 "
    "分布式 分散式 队列 佇列 异步 非同步 调试 除錯 端口 連接埠 带宽 頻寬 哈希 雜湊 字段 欄位 "
    "负载均衡 負載平衡 图标 圖示 字节 位元組 递归 遞迴 堆栈 堆疊 全局 全域 卸载 解除安裝 "
    "正则表达式 正規表示式 人工智能 人工智慧 回调 回呼 域名 網域 "
    "服务端 伺服端 客户端 用戶端 操作系统 作業系統 光标 游標 模板 範本"
)

_WEEKDAY = "(?:周|星期|礼拜)([一二三四五六日天])"
_SUNDAY: Final = {"日": "日天", "天": "日天"}


def terms_of(question: str) -> list[str]:
    """Return the terms worth looking up for a question, those of its words' counterparts last."""
    return list(dict.fromkeys([*query_terms(question), *other_terms(question)]))


def other_terms(text: str) -> list[str]:
    """Return the terms of what words of a question are called elsewhere.

    >>> other_terms("连接池多大"), other_terms("資料夾"), other_terms("deploy")
    (['连线', '线池'], ['文件', '件夹'], [])
    >>> other_terms("星期二发布")
    ['周二', '期二', '拜二']
    """
    return list(dict.fromkeys(term for _, said in _otherwise(text) for term in said))


def asked_by(question: str, matched: Collection[str]) -> set[str]:
    """Return the terms of a question's words of which another form is matched.

    >>> asked_by("连接池多大", {"连线", "线池"}) == {"连接", "接池"}
    True
    """
    known = _otherwise(question)
    return {term for asked, said in known if set(said) <= set(matched) for term in asked}


@lru_cache(maxsize=16)
def _otherwise(text: str) -> list[tuple[list[str], list[str]]]:
    """Return for words of a text their terms, and those of another form of each."""
    if text.isascii():
        return []
    rest = comparable(text)
    found: list[tuple[list[str], list[str]]] = []
    for word, others in _known().items():
        if word in rest:
            rest = rest.replace(word, " ")
            found += [(query_terms(word), query_terms(other)) for other in others]
    for day in re.finditer(_WEEKDAY, rest):
        forms = [f"{before}{sign}" for sign in _SUNDAY.get(day[1], day[1]) for before in "周期拜"]
        found += [(query_terms(day[0]), [form]) for form in forms]
    return found


@cache
def _known() -> dict[str, list[str]]:
    """Return each word with its counterparts, the longest first: a part of it does not count."""
    words = comparable(_PAIRS).split()
    known: dict[str, list[str]] = {}
    for mainland, taiwan in zip(words[::2], words[1::2], strict=True):
        known.setdefault(mainland, []).append(taiwan)
        known.setdefault(taiwan, []).append(mainland)
    return dict(sorted(known.items(), key=lambda pair: -len(pair[0])))
