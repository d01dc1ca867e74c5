"""A small made-up memory in two languages, with questions it answers and questions it does not.

The share of a question that counts as evidence (`pmi.recall.selection`) was chosen on these:
``python -m tests.support.questions`` prints what each share would mean.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Iterator

from pmi import Memory
from pmi.base.home import Home
from pmi.model.operation import Operation

MEMORIES = (
    "We deploy the billing service only on Tuesdays, after the staging tests are green.",
    "Invoices are generated from metered usage on the first day of the month.",
    "Refunds above 500 euros need the approval of Dana Whitfield.",
    "The staging database runs on port 5433 and is reset every night.",
    "Mateo leads the mobile team since the reorganisation in March.",
    "Customers in Norway pay in kroner, everybody else in euros.",
    "The user prefers short answers with the conclusion first.",
    "Backups are kept for 35 days in the Frankfurt region.",
    "The search page may take at most 300 ms at the 95th percentile.",
    "Never push to main; every change goes through a pull request with one review.",
    "The quarterly planning meeting takes place in the first week of the quarter.",
    "Passwords of the demo accounts are rotated by a cron job on Sundays.",
    "We chose Postgres over MySQL because of its support for row level security.",
    "Dana Whitfield is allergic to peanuts.",
    "The mobile app supports Android 11 and later, and iOS 16 and later.",
    "The changelog is written by hand for every release.",
    "计费服务只在周二部署，而且要等预发布测试通过。",
    "发票在每月第一天根据用量生成。",
    "超过五百元的退款需要林晓芸批准。",
    "预发布数据库的端口是5433，每晚重置一次。",
    "三月重组以后，移动端团队由高远负责。",
    "挪威的客户用克朗付款，其他客户用欧元付款。",
    "用户喜欢简短的回答，先说结论。",
    "备份在法兰克福机房保留三十五天。",
    "搜索页面的响应时间最多三百毫秒。",
    "不要直接推送到主分支，所有改动都要提合并请求，并由一人评审。",
    "季度规划会议在每个季度的第一周举行。",
    "演示账号的密码由定时任务在周日更换。",
    "我们选了Postgres而不是MySQL，因为它支持行级安全。",
    "林晓芸对花生过敏。",
    "移动应用支持安卓十一及以上版本。",
    "每次发布的更新日志都由人工编写。",
)
ANSWERED = (
    ("When do we deploy the billing service?", 0),
    ("On which day of the week may I deploy billing?", 0),
    ("what has to be green before we deploy", 0),
    ("How are invoices generated?", 1),
    ("on what day are the invoices generated each month", 1),
    ("Who has to approve a refund of 800 euros?", 2),
    ("which port does the staging database use", 3),
    ("How often is the staging database reset?", 3),
    ("Who leads the mobile team?", 4),
    ("since when does Mateo lead the mobile team", 4),
    ("In what currency do customers in Norway pay?", 5),
    ("What kind of answers does the user prefer?", 6),
    ("How long are backups kept, and where?", 7),
    ("how fast does the search page have to be", 8),
    ("May I push directly to main?", 9),
    ("How many reviews does a pull request need?", 9),
    ("When does the quarterly planning meeting take place?", 10),
    ("who or what rotates the passwords of the demo accounts?", 11),
    ("Why did we choose Postgres instead of MySQL?", 12),
    ("What is Dana allergic to?", 13),
    ("Which Android versions does the app support?", 14),
    ("Could you please tell me how the changelog of a release is made?", 15),
    ("什么时候部署计费服务？", 16),
    ("计费服务在周几部署", 16),
    ("部署之前要等什么测试通过？", 16),
    ("发票是怎么生成的？", 17),
    ("每个月哪天生成发票", 17),
    ("八百元的退款要谁批准？", 18),
    ("预发布数据库的端口是多少？", 19),
    ("预发布数据库多久重置一次", 19),
    ("移动端团队由谁负责？", 20),
    ("现在是谁在负责移动端团队", 20),
    ("挪威的客户用什么货币付款？", 21),
    ("用户喜欢什么样的回答？", 22),
    ("备份保留多少天，放在哪里？", 23),
    ("搜索页面的响应时间最多是多少？", 24),
    ("我可以直接推送到主分支吗？", 25),
    ("改动需要几个人评审？", 25),
    ("季度规划会议什么时候举行？", 26),
    ("演示账号的密码是怎么更换的", 27),
    ("我们为什么选了Postgres？", 28),
    ("林晓芸对什么过敏？", 29),
    ("移动应用支持哪些安卓版本？", 30),
    ("请问一下，更新日志是由谁来编写的？", 31),
)
"""Questions, each with the number of the memory that answers it."""

UNANSWERED = (
    "What is the name of our office dog?",
    "How many people work in the Lisbon office?",
    "Which framework is the website built with?",
    "When was the company founded?",
    "What did the auditors say about the travel expenses?",
    "Who designed the logo of the conference?",
    "Which coffee machine should we buy for the kitchen?",
    "Does the printer on the second floor work again?",
    "What is Mateo's favourite book?",
    "How much does a licence of the design tool cost per year?",
    "Where does the summer party take place?",
    "What does the user think about tabs and spaces in Python?",
    "What salary does Dana Whitfield get?",
    "Which garden plants need water in winter?",
    "How do I bake a bread with sourdough at home?",
    "when does the train to Vienna leave tomorrow morning",
    "Which team won the football match last night?",
    "how large is the marketing budget of the next year",
    "办公室的狗叫什么名字？",
    "里斯本办公室有多少人？",
    "网站是用什么框架写的？",
    "公司是哪一年成立的？",
    "审计对差旅费用说了什么？",
    "会议的标志是谁设计的？",
    "厨房应该买哪一种咖啡机？",
    "二楼的打印机修好了吗？",
    "高远最喜欢哪本书？",
    "设计工具的许可证一年多少钱？",
    "夏天的聚会在哪里举行？",
    "用户对缩进用空格还是制表符有什么看法？",
    "林晓芸的工资是多少？",
    "花园里哪些植物冬天需要浇水？",
    "怎样在家里烤面包？",
    "明天早上去维也纳的火车几点开？",
    "昨晚哪支球队赢了比赛？",
    "明年的市场预算有多大？",
)

LONG_ANSWERED = (
    (
        (
            "I would like to know on which days of the week it is that we are allowed to "
            "deploy the billing service, because somebody complained about it in the meeting "
            "yesterday and I do not remember what was agreed"
        ),
        0,
    ),
    (
        (
            "Could you have a look at what was said about refunds, I have a customer here "
            "who wants 700 euros back and I have no idea whom I would have to ask for the "
            "approval before I can go on"
        ),
        2,
    ),
    (
        (
            "we are setting up a new laptop for a colleague who joins the project next week, "
            "so please remind me which port the staging database listens on and whether "
            "anything special happens to it during the night"
        ),
        3,
    ),
    (
        (
            "before I buy snacks for the party on Friday, is there anything that Dana can "
            "not eat or is allergic to, as far as we have ever written it down somewhere"
        ),
        13,
    ),
    (
        (
            "somebody from another company asked me why we went for Postgres when everybody "
            "else there is on MySQL, what was the reason again for choosing it back then"
        ),
        12,
    ),
    (
        (
            "我明天要给新来的同事介绍一下我们的流程，请告诉我计费服务到底是在星期几部署的，"
            "以及部署之前还需要等哪些测试通过才可以"
        ),
        16,
    ),
    (
        (
            "有个客户打电话来说想要退回七百元，我不太清楚公司的规定是什么，这种金额的退款到"
            "底需要找谁来批准才行呢"
        ),
        18,
    ),
    (
        (
            "为了写一份给外部合作伙伴看的说明文档，我想确认一下我们的备份到底会保留多少天，"
            "并且是放在哪个机房里的"
        ),
        23,
    ),
)
"""The same as people ask who tell a story around it."""

LONG_UNANSWERED = (
    (
        "my neighbour asked me yesterday whether I could recommend a good dentist in the "
        "area, do we have anything written down about a practice that I liked or that "
        "somebody else mentioned at some point"
    ),
    (
        "the accountant needs to know by Friday how many kilometres I drove with the "
        "company car during the last year and whether there were any private trips among "
        "them"
    ),
    (
        "I am writing a speech for the birthday of my brother and would like to know "
        "which funny stories from our childhood I have told you about, especially the "
        "one with the boat"
    ),
    (
        "could you find out what the landlord answered when we complained about the "
        "heating in the winter, and when exactly he promised to have it repaired"
    ),
    (
        "please look up which books about sailing I wanted to read and which of them I "
        "have finished already, I am in the library right now and do not have much time "
        "left"
    ),
    (
        "朋友下个月要来里斯本旅行，请帮我看看我以前有没有记过好吃的餐厅或者值得去的博物"
        "馆，最好是离市中心不太远的"
    ),
    (
        "我妈妈问我小时候住过的那栋房子是在哪一年卖掉的，以及当时买下它的那家人姓什么，"
        "你能不能帮我查一查"
    ),
    ("为了报税我需要知道去年一共买了几台显示器和键盘，每一台分别花了多少钱，发票又都放在哪里了"),
)


def shares(memory: Memory, ids: list[str]) -> Iterator[tuple[str, float, float]]:
    """Give each question with the share of the right memory and that of the best wrong one."""
    open_ = ((question, -1) for question in (*UNANSWERED, *LONG_UNANSWERED))
    for question, wanted in (*ANSWERED, *LONG_ANSWERED, *open_):
        items = memory.get_context(question, max_tokens=20_000).items
        right = [i.score for i in items if wanted >= 0 and i.reference == ids[wanted]]
        wrong = [i.score for i in items if wanted < 0 or i.reference != ids[wanted]]
        yield question, max(right, default=0.0), max(wrong, default=0.0)


def fill(memory: Memory) -> list[str]:
    """Store the memories and return their ids."""
    outcomes = memory.propose([Operation("create", text) for text in MEMORIES])
    return [outcome.memory.id for outcome in outcomes if outcome.memory is not None]


def main() -> None:
    """Print what is found at each share, and the questions around the present one."""
    with tempfile.TemporaryDirectory() as folder:
        home = Home(f"{folder}/.pmi")
        home.ensure()
        with Memory.open(home) as memory:
            found = list(shares(memory, fill(memory)))
    split = len(ANSWERED) + len(LONG_ANSWERED)
    known, unknown = found[:split], found[split:]
    sys.stdout.write("share  answered  answered first  nothing, rightly\n")
    for percent in range(10, 70, 5):
        share = percent / 100
        answered = sum(right >= share for _, right, _ in known)
        first = sum(right >= share and right >= wrong for _, right, wrong in known)
        silent = sum(wrong < share for _, _, wrong in unknown)
        sys.stdout.write(
            f"{share:5.2f}  {answered:3}/{len(known)}    {first:3}/{len(known)}"
            f"          {silent:3}/{len(unknown)}\n"
        )
    for question, right, wrong in sorted(known, key=lambda each: each[1])[:8]:
        sys.stdout.write(f"{right:.2f} (other {wrong:.2f}) {question}\n")
    for question, _, wrong in sorted(unknown, key=lambda each: -each[2])[:8]:
        sys.stdout.write(f"wrong {wrong:.2f} {question}\n")


if __name__ == "__main__":
    main()
