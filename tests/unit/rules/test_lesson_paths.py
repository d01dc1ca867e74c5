from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pmi.rules.lesson_paths import MAX_PATHS, paths_of


@pytest.mark.parametrize(
    ("text", "paths"),
    [
        ("in *.tsx files use function components", ["**/*.tsx"]),
        ("In all *.ts and *.tsx files, no default exports", ["**/*.ts", "**/*.tsx"]),
        ("use named exports in .ts files", ["**/*.ts"]),
        (".sql files: keywords in lower case", ["**/*.sql"]),
        ("for `src/api/**/*.py` validate input first", ["src/api/**/*.py"]),
        ("in tests/**/*.py never sleep", ["tests/**/*.py"]),
        ("in Python files put the imports first", ["**/*.py"]),
        ("every .yml, .yaml file starts with ---", ["**/*.yml", "**/*.yaml"]),
        ("所有 .sql 文件都用小写关键字", ["**/*.sql"]),
        ("所有.sql文件都用小写关键字", ["**/*.sql"]),
        ("*.tsx 文件里只用函数组件", ["**/*.tsx"]),
        ("在 .ts 和 .tsx 文件里不要默认导出", ["**/*.ts", "**/*.tsx"]),
        ("写 Python 脚本先加类型", ["**/*.py"]),
        ("对 `src/**/*.go` 先跑 gofmt", ["src/**/*.go"]),
        ("改 src/接口/*.ts 的时候写中文注释", ["src/接口/*.ts"]),
        ("在docs/需求/v2/*.md 里用全角标点", ["docs/需求/v2/*.md"]),
        ("改 `文档/**/*.md` 时用全角标点", ["文档/**/*.md"]),
        ("凡是 src/订单/支付/*.go 文件都要限流", ["src/订单/支付/*.go"]),
        # not about certain files
        ("看一下 src/接口/index.ts", []),
        ("在src/接口里写中文注释", []),
        ("push README.md with every release", []),
        ("see docs/architecture.md for the layers", []),
        ("use Python 3.11", []),
        ("use python for scripts", []),
        ("in Python prefer dataclasses", []),
        ("look at index.ts first", []),
        ("keep files small, e.g. under 400 lines", []),
        ("mail ops@code.example in all cases", []),
        ("never use import * in modules", []),
        ("answer in German", []),
        ("改完 main.py 要跑测试", []),
        ("用 pnpm 不用 npm", []),
        ("写代码前先写测试", []),
        ("所有文件都要有类型", []),
        ("2 * 3 * 4 files", []),
    ],
)
def test_a_lesson_is_about_certain_files_only_where_it_says_so(text: str, paths: list[str]) -> None:
    assert list(paths_of(text)) == paths


@given(st.text(alphabet="*.,/{}`in files所有文件 tsx-py()[]", max_size=300))
def test_any_text_gives_few_globs_that_fit_one_quoted_line(text: str) -> None:
    found = paths_of(text)
    assert len(found) <= MAX_PATHS
    assert all('"' not in glob and "\n" not in glob and " " not in glob for glob in found)


def test_a_long_text_takes_no_long_time() -> None:
    """Nested repeats in a pattern would never come back from this."""
    assert paths_of("in " + "a/" * 3000 + "*") == ()
    assert paths_of("*." * 3000) == ()
    assert paths_of("在 " + "a/接口/" * 3000 + "*") == ()
    assert paths_of("在 `" + "接口" * 3000) == ()
    assert paths_of("in " + ".a, " * 3000) == ("**/*.a",)
