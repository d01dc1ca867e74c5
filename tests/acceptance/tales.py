"""The words of the acceptance stories: the same small garden, told in English and in Chinese."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any


@dataclass(frozen=True, slots=True)
class Tale:
    """What is said in the stories in one language.

    Attributes:
        key: Origin key of the minutes.
        minutes: A note with several lines, of which the claims below quote.
        tap: Claim, its quote, a question that it answers, and a quote that is not there.
        fees: An earlier and a later decision: day, claim and quote of each.
        watering: What the user confirmed, what an agent says against it, and its quote.
        keeper: An open question, the claim that answers it, and its quote.
        bees: A claim for which nobody has a quote.
        person: A name, an alias, another spelling that is the same person, and a claim about her.
        nobody: A question about something that nobody ever said.
        insufficient: How the terminal says that there is not enough evidence.
    """

    language: str
    key: str
    minutes: str
    tap: tuple[str, str, str, str]
    fees: tuple[tuple[str, str, str], tuple[str, str, str]]
    fee_question: str
    watering: tuple[str, str, str]
    watering_question: str
    keeper: tuple[str, str, str]
    bees: tuple[str, str]
    person: tuple[str, str, str]
    about_person: tuple[str, str]
    nobody: str
    insufficient: str

    @property
    def later_minutes(self) -> str:
        """Return the minutes without the line that the claim about the tap quotes."""
        return "".join(
            line for line in self.minutes.splitlines(keepends=True) if self.tap[1] not in line
        )


ENGLISH = Tale(
    language="en",
    key="garden:minutes",
    minutes=(
        "Minutes of the garden club\n"
        "The tap is shut off on 1 November and opened again in April.\n"
        "In 2024 a plot costs 30 crowns.\n"
        "From January 2025 on a plot costs 45 crowns.\n"
        "Somebody had read that watering in the morning is better.\n"
        "The key of the shed is with Ilse Brandt now.\n"
        "Ilse brings tomato seedlings every spring.\n"
    ),
    tap=(
        "The water tap is closed from 1 November until April.",
        "The tap is shut off on 1 November",
        "When is the tap closed?",
        "The tap is shut off on 1 December",
    ),
    fees=(
        ("2024-01-01", "A plot costs 30 crowns a year.", "In 2024 a plot costs 30 crowns."),
        (
            "2025-01-01",
            "A plot costs 45 crowns a year.",
            "From January 2025 on a plot costs 45 crowns.",
        ),
    ),
    fee_question="How many crowns does a plot cost?",
    watering=(
        "We water the beds only in the evening.",
        "We water the beds only in the morning.",
        "watering in the morning is better",
    ),
    watering_question="When do we water the beds?",
    keeper=(
        "Who keeps the key of the shed?",
        "Ilse Brandt keeps the key of the shed.",
        "The key of the shed is with Ilse Brandt now.",
    ),
    bees=("The beekeeper comes in June.", "When does the beekeeper come?"),
    person=("Ilse Brandt", "Auntie Il", "I. Brandt"),
    about_person=(
        "Ilse Brandt brings tomato seedlings every spring.",
        "Ilse brings tomato seedlings every spring.",
    ),
    nobody="Which bank lends money for a greenhouse?",
    insufficient="Insufficient evidence",
)

CHINESE = Tale(
    language="zh",
    key="菜园:会议记录",
    minutes=(
        "菜园会议记录\n"
        "水龙头十一月一日关，来年四月再开。\n"
        "2024 年每块地收三十元。\n"
        "2025 年一月起每块地收四十五元。\n"
        "有人说书上写着早晨浇水更好。\n"
        "工具房的钥匙现在在孟晓岚手里。\n"
        "晓岚每年春天都带番茄苗来。\n"
    ),
    tap=(
        "水龙头从十一月一日关到来年四月。",
        "水龙头十一月一日关",
        "水龙头什么时候关？",
        "水龙头十二月一日关",
    ),
    fees=(
        ("2024-01-01", "每块地一年三十元。", "2024 年每块地收三十元。"),
        ("2025-01-01", "每块地一年四十五元。", "2025 年一月起每块地收四十五元。"),
    ),
    fee_question="每块地一年多少元？",
    watering=("菜地只在傍晚浇水。", "菜地只在早晨浇水。", "早晨浇水更好"),
    watering_question="菜地什么时候浇水？",
    keeper=(
        "工具房的钥匙归谁保管？",
        "工具房的钥匙由孟晓岚保管。",
        "工具房的钥匙现在在孟晓岚手里。",
    ),
    bees=("养蜂人六月来。", "养蜂人几月来？"),
    person=("孟晓岚", "岚姨", "孟小岚"),
    about_person=("孟晓岚每年春天带番茄苗来。", "晓岚每年春天都带番茄苗来。"),
    nobody="哪家银行肯贷款盖温室？",
    insufficient="依据不足",
)

TALES = (ENGLISH, CHINESE)


def create(tale: Tale, content: str, quote: str = "") -> dict[str, Any]:
    """Return an operation that claims something, with a quote of the minutes where one is given."""
    operation: dict[str, Any] = {"op": "create", "content": content}
    if quote:
        operation["evidence"] = [{"source": tale.key, "quote": quote}]
    return operation


def fee(tale: Tale, place: int) -> dict[str, Any]:
    """Return the operation that claims the earlier (0) or the later (1) fee."""
    day, content, quote = tale.fees[place]
    return {**create(tale, content, quote), "slot": "garden/fee", "valid_from": day}
