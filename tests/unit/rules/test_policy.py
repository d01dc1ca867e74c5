from __future__ import annotations

import pytest

from pmi.rules.policy import USER_ONLY, InferredCreate, Request, decide, hint_for

AGENT = "agent:claude"


@pytest.mark.parametrize(
    ("request_", "verdict", "reason"),
    [
        (Request("user", "create"), "applied", "user"),
        (Request("user", "archive", protected=True), "applied", "user"),
        (Request("user", "forget"), "applied", "user"),
        (Request("user", "undo", foreign=True), "applied", "user"),
        (Request(AGENT, "create", quoted=True), "applied", "quoted"),
        (Request(AGENT, "create"), "review", "no_evidence"),
        (
            Request(AGENT, "create", quoted=True, archived_by_user=True),
            "review",
            "archived_by_user",
        ),
        (Request(AGENT, "create", quoted=True, protected=True), "review", "protected"),
        (Request(AGENT, "create", quoted=True, future=True), "review", "future"),
        (Request(AGENT, "supersede", quoted=True, future=True), "review", "future"),
        (Request("user", "create", future=True), "applied", "user"),
        (Request(AGENT, "supersede", quoted=True), "applied", "quoted"),
        (Request(AGENT, "supersede", quoted=True, protected=True), "applied", "quoted"),
        (Request(AGENT, "supersede", protected=True), "review", "protected"),
        (Request(AGENT, "create", quoted=True, closes=True), "review", "protected"),
        (Request(AGENT, "supersede", quoted=True, closes=True), "review", "protected"),
        (Request(AGENT, "update", quoted=True, closes=True), "review", "protected"),
        (Request(AGENT, "link", quoted=True, closes=True), "review", "protected"),
        (Request(AGENT, "supersede"), "review", "no_evidence"),
        (
            Request(AGENT, "supersede", quoted=True, archived_by_user=True),
            "review",
            "archived_by_user",
        ),
        (Request(AGENT, "update", protected=True), "review", "protected"),
        (Request(AGENT, "update"), "applied", "unprotected"),
        (Request(AGENT, "link", protected=True), "review", "protected"),
        (Request(AGENT, "link"), "applied", "unprotected"),
        (Request(AGENT, "restore", archived_by_user=True), "review", "archived_by_user"),
        (Request(AGENT, "restore"), "applied", "unprotected"),
        (Request(AGENT, "archive", protected=True), "review", "protected"),
        (Request(AGENT, "archive"), "applied", "unprotected"),
        (Request(AGENT, "undo", foreign=True), "refused", "foreign"),
        (Request(AGENT, "undo"), "applied", "own"),
        (Request("hook", "create"), "review", "no_evidence"),
        (Request("hook", "confirm"), "refused", "user_only"),
        (Request(AGENT, "reticulate"), "refused", "unknown_operation"),
    ],
    ids=lambda value: value.actor + " " + value.operation if isinstance(value, Request) else None,
)
def test_the_table(request_: Request, verdict: str, reason: str) -> None:
    decision = decide(request_)
    assert (decision.verdict, decision.reason) == (verdict, reason)


@pytest.mark.parametrize("operation", USER_ONLY)
@pytest.mark.parametrize("actor", [AGENT, "agent:user", "hook", "", "User"])
def test_what_is_the_users_alone_is_refused_to_all_others(actor: str, operation: str) -> None:
    assert decide(Request(actor, operation, quoted=True)).verdict == "refused"


@pytest.mark.parametrize(
    ("setting", "verdict"), [("review", "review"), ("apply", "applied"), ("deny", "refused")]
)
def test_a_claim_without_a_quote_follows_the_setting(setting: InferredCreate, verdict: str) -> None:
    assert decide(Request(AGENT, "create"), setting).verdict == verdict


def test_a_refusal_says_what_the_user_types() -> None:
    assert hint_for("confirm", "41") == "the user types: pmi confirm 41"
    assert "pmi" in hint_for("pause", "")
