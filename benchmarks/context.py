"""How long a question takes over many memories with evidence, in English and Chinese.

    python benchmarks/context.py            # 20,000 memories, 200 questions
    python benchmarks/context.py --short    # what continuous integration prints

Prints operations per second of `propose`, seconds of `rebuild`, and the times of `get_context`
in process beside a plain FTS query of the same words in the same run. Nothing is judged here.
"""

from __future__ import annotations

import argparse
import os
import random
import sys
import tempfile
import time
from collections.abc import Callable, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path.insert(0, str(ROOT))

from benchmarks.support.figures import at  # noqa: E402 - a checkout is measured, installed or not
from pmi import Memory  # noqa: E402 - a checkout is measured, installed or not
from pmi.base.home import Home  # noqa: E402
from pmi.base.text import fts_term, query_terms  # noqa: E402
from pmi.model.operation import Citation, EntityClaim, Operation  # noqa: E402
from pmi.model.source import SourceDraft  # noqa: E402
from pmi.search.index import catch_up  # noqa: E402

BATCH = 1_000
SENTENCES_PER_SOURCE = 20
ENGLISH = {
    "who": """billing mobile search storage support security payments onboarding analytics
        platform design research legal finance logistics catalogue checkout identity messaging
        reporting infrastructure localisation quality delivery hiring""",
    "did": """deploys reviews migrates tests replaces documents monitors archives rewrites audits
        schedules approves measures rotates restores imports exports throttles caches encrypts
        compresses validates translates publishes retires splits merges renames""",
    "what": """invoices refunds sessions dashboards backups certificates queues reports indexes
        templates contracts tokens receipts forecasts schemas endpoints workflows images budgets
        alerts surveys transcripts playbooks licences caches webhooks migrations snapshots
        credentials quotas""",
    "how": """nightly manually automatically quarterly weekly twice carefully slowly jointly
        externally partially temporarily incrementally silently immediately eventually""",
    "where": """Frankfurt Lisbon Oslo Toronto Osaka Nairobi Zurich Porto Austin Leeds Bergen Lyon
        Tartu Quito Dakar Perth Malmo Turin Graz Cork""",
    "why": """latency compliance cost reliability privacy simplicity customers regulators
        performance maintenance deadlines tradition security availability accuracy""",
}
CHINESE = {
    "who": """计费 移动 搜索 存储 客服 安全 支付 引导 分析 平台 设计 研究
        法务 财务 物流 目录 结账 身份 消息 报表""",
    "did": """部署 评审 迁移 测试 替换 记录 监控 归档 重写 审计 安排 批准
        测量 轮换 恢复 导入 导出 限流 加密 压缩""",
    "what": """发票 退款 会话 看板 备份 证书 队列 报告 索引 模板 合同 令牌
        收据 预测 接口 流程 图片 预算 告警 问卷""",
    "how": """每晚 手动 自动 按季度 每周 谨慎地 缓慢地 共同 部分 临时 逐步
        立即 最终""",
    "where": """法兰克福 里斯本 奥斯陆 多伦多 大阪 内罗毕 苏黎世 波尔图 利兹
        里昂 基多 珀斯 都灵 格拉茨""",
    "why": """延迟 合规 成本 可靠性 隐私 简单 客户 监管 性能 维护 期限 传统
        可用性 准确性""",
}
ASKED = {
    "en": """What do we know about the {who} team and the {what}?
Could you please tell me why the {who} team {did} the {what}, and whether that is still how it is \
done in {where} or if somebody has changed it because of {why} since then?
when did we decide that {who} {did} {what} {how}
I would like to know who it was that said the {what} in {where} should be handled {how} and which \
of the teams, {who} or another one, has to take care of it before the next release so that nobody \
complains about {why}
{who} {what} {where}?""",
    "zh": """{who}团队的{what}现在是怎么处理的？
请问一下，{who}团队为什么要{how}{did}{what}，在{where}现在还是这样做的吗，还是因为{why}已经改了？
我们什么时候决定由{who}来{did}{what}的
{where}的{what}归谁管？
我想知道当时是谁说过{where}的{what}应该{how}处理，以及在下一次发布之前由{who}还是其他团队来负责，\
这样就不会有人再抱怨{why}的问题了""",
}


def sentence(chance: random.Random, number: int) -> str:
    """Return a sentence that nobody said before; every second one is Chinese."""
    words = ENGLISH if number % 2 == 0 else CHINESE
    pick = {key: chance.choice(text.split()) for key, text in words.items()}
    about = chance.randrange(10**6)
    if number % 2 == 0:
        return (
            f"The {pick['who']} team {pick['did']} the {pick['what']} of {pick['where']} "
            f"{pick['how']} because of {pick['why']}, see ticket {about}-{number}."
        )
    return (
        f"{pick['who']}团队在{pick['where']}{pick['how']}{pick['did']}{pick['what']}，"
        f"原因是{pick['why']}，见工单{about}-{number}。"
    )


def questions(count: int) -> list[str]:
    """Return natural questions of both languages, with their stop words."""
    chance = random.Random(11)
    found = []
    for number in range(count):
        language, words = ("en", ENGLISH) if number % 2 == 0 else ("zh", CHINESE)
        pick = {key: chance.choice(text.split()) for key, text in words.items()}
        forms = ASKED[language].splitlines()
        found.append(forms[number // 2 % len(forms)].format(**pick))
    return found


def operation(chance: random.Random, number: int, text: str, source: str) -> Operation:
    """Return what makes a memory of a sentence of a source."""
    team = chance.choice((ENGLISH if number % 2 == 0 else CHINESE)["who"].split())
    return Operation(
        "create",
        text,
        slot=f"team{number % 4000}/topic" if number % 3 == 0 else "",
        valid_from=f"20{20 + number % 6}-0{1 + number % 9}-15" if number % 3 == 0 else "",
        entities=(EntityClaim(f"{team} group", "organization"),) if number % 5 == 0 else (),
        evidence=(Citation(source, text),),
    )


def fill(memory: Memory, count: int) -> tuple[float, float]:
    """Store sources and memories; returns seconds for the sources and for the memories."""
    chance = random.Random(7)
    texts = [sentence(chance, number) for number in range(count)]
    begun = time.perf_counter()
    sources = []
    for start in range(0, count, SENTENCES_PER_SOURCE):
        text = "\n".join(texts[start : start + SENTENCES_PER_SOURCE])
        intake = memory.add_source(SourceDraft(text, origin_key=f"notes:{start}", trust="agent"))
        sources.append(intake.source.id)
    between = time.perf_counter()
    for start in range(0, count, BATCH):
        batch = range(start, min(count, start + BATCH))
        memory.propose(
            [
                operation(chance, number, texts[number], sources[number // SENTENCES_PER_SOURCE])
                for number in batch
            ]
        )
    return between - begun, time.perf_counter() - between


def plain_query(memory: Memory, question: str) -> None:
    """Look the question's words up without weighing, loading or judging anything."""
    terms = " OR ".join(f'"{fts_term(word)}"' for word in query_terms(question))
    memory.store.reading("search").execute(
        "SELECT rowid FROM memory_fts WHERE memory_fts MATCH ? ORDER BY bm25(memory_fts) LIMIT 10",
        (terms,),
    ).fetchall()


def timed(asked: Sequence[str], work: Callable[[str], object]) -> list[float]:
    """Return how long each question takes, in milliseconds."""
    took = []
    for question in asked:
        begun = time.perf_counter()
        work(question)
        took.append((time.perf_counter() - begun) * 1e3)
    return took


def profile(memory: Memory, asked: Sequence[str]) -> None:
    """Print where the time of these questions goes."""
    import cProfile
    import pstats

    profiler = cProfile.Profile()
    profiler.runcall(timed, asked, memory.get_context)
    pstats.Stats(profiler).sort_stats("tottime").print_stats(30)


def main() -> None:
    """Build a home, measure and print."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("--short", action="store_true", help="2,000 memories, 40 questions")
    parser.add_argument("--memories", type=int, default=0)
    parser.add_argument("--keep", default="", help="folder of a home to make, or to use again")
    parser.add_argument("--profile", action="store_true")
    given = parser.parse_args()
    count = given.memories or (2_000 if given.short else 20_000)
    asked = questions(40 if given.short else 200)
    for name in [name for name in os.environ if name.startswith(("CLAUDE", "PMI_"))]:
        del os.environ[name]
    with tempfile.TemporaryDirectory() as folder:
        home = Home(given.keep or os.path.join(folder, ".pmi"))
        known = os.path.exists(home.memory_db)
        home.ensure()
        with Memory.open(home) as memory:
            if not known:
                sources, memories = fill(memory, count)
                print(f"add_source {count // SENTENCES_PER_SOURCE / sources:14,.0f} texts/s")
                print(f"propose    {count / memories:14,.0f} operations/s")
                begun = time.perf_counter()
                catch_up(memory.store)
                print(f"index      {time.perf_counter() - begun:14.1f} s")
                begun = time.perf_counter()
                memory.rebuild()
                print(f"rebuild    {time.perf_counter() - begun:14.1f} s")
            if given.profile:
                profile(memory, asked)
                return
            timed(asked[:5], memory.get_context)
            plain = timed(asked, lambda question: plain_query(memory, question))
            ours = timed(asked, memory.get_context)
            enough = sum(not memory.get_context(each).insufficient_evidence for each in asked)
    print(f"{'':26}{'p50':>9}{'p95':>9}   {count:,} memories, {len(asked)} questions")
    print(f"{'plain FTS query':26}{at(plain, 50):6.1f} ms{at(plain, 95):6.1f} ms")
    print(
        f"{'get_context':26}{at(ours, 50):6.1f} ms{at(ours, 95):6.1f} ms"
        f"   {at(ours, 50) / at(plain, 50):.1f}x  {at(ours, 95) / at(plain, 95):.1f}x"
        f"   {enough} with evidence"
    )


if __name__ == "__main__":
    main()
