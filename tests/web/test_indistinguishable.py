"""Refusals, which disclose nothing: existence, ownership, blocks."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from web.visitors import Visited


@pytest.fixture(scope="module")
def open_services() -> Iterator[Visited]:
    visited = Visited("open")
    yield visited
    visited.close()


UNKNOWN = "a" * 14


@pytest.mark.parametrize(
    ("ask", "body", "theirs"),
    [
        ("POST /api/lobby/{}/sit", {}, "$new_private"),
        ("POST /api/lobby/{}/terms", {}, "$new_private"),
        ("POST /api/me/invitations/{}", {}, "$new_named"),
        ("POST /api/me/invitations/{}/decline", None, "$new_named"),
        ("POST /api/matches/$elsewhere/invitations/{}/revoke", None, "$new_sent"),
        ("DELETE /api/session/{}", None, "$session"),
        ("DELETE /api/me/tokens/{}", None, "$token"),
        ("DELETE /api/me/channels/{}", None, "$channel"),
        ("PATCH /api/me/channels/{}", {"is_on": False}, "$channel"),
        ("POST /api/me/channels/{}/test", None, "$channel"),
        ("POST /api/admin/reports/{}", {"state": "done", "reason": "None."}, "$new_report"),
    ],
)
def test_what_is_another_s_is_answered_as_what_is_not_there(
    open_services: Visited, ask: str, body: Any, theirs: str
) -> None:
    headers = open_services.shown["elsewhere"]
    known = open_services.word(theirs.removeprefix("$"))
    method, path = ask.replace("$elsewhere", open_services.words["elsewhere"]).split(" ")
    answers = []
    for each in (known, UNKNOWN):
        open_services.remember(thoroughly=True)
        answer = open_services.app_client.ask(method, path.format(each), headers, body)
        answers.append((answer.status, answer.body.replace(each.encode(), b"-")))
        assert not open_services.has_changed()
    assert answers[0] == answers[1]


def test_who_is_blocked_is_told_what_all_are_told_where_no_seat_is_free(open_services: Visited) -> None:
    full = open_services.words["match"]
    told = [
        open_services.app_client.ask("POST", f"/api/lobby/{match}/sit", open_services.shown["blocked"], {}).body
        for match in (open_services.word("new_table"), full)
    ]
    assert told[0] == told[1]
