"""Forged requests from other pages, links or texts: no write, redirect or header injection."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from palatine.accounts.auth import passwords
from palatine.accounts.auth.rate_limits import RATES, RateLimiter
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.web.auth.requests import local_path
from web.authorization import TABLE
from web.visitors import HOST, Visited

EVIL = "https://evil.example"
LINES = "Fine\r\nBcc: everybody@example.org\r\n\r\nMore"


@pytest.fixture(scope="module")
def visited() -> Iterator[Visited]:
    visited = Visited("open")
    yield visited
    visited.close()


WRITES = sorted(
    {row.ask for row in TABLE.rows if not row.ask.startswith("GET") and not row.ask.endswith("/u/{token}")}
)


@pytest.mark.parametrize("ask", WRITES)
def test_a_page_of_somebody_else_writes_nothing(visited: Visited, ask: str) -> None:
    method, path = ask.split(" ")
    path = path.replace("{match}", visited.words["match"]).replace("{game}", "ford").replace("{n}", "1")
    path = path.replace("{", "").replace("}", "")
    cookie = visited.shown["owner"]
    visited.remember(thoroughly=False)
    for forged, status in (
        ({"sec-fetch-site": "cross-site"}, 403), ({"sec-fetch-site": "same-site"}, 403), ({"origin": EVIL}, 403),
        ({"origin": "null"}, 403), ({"origin": f"http://{HOST}.evil.example"}, 403),
    ):  # fmt: skip
        assert visited.app_client.ask(method, path, {**cookie, **forged}, {}).status == status, forged
    assert not visited.has_changed()


@pytest.mark.parametrize(
    "wanted",
    [
        "//evil.example", "///evil.example", "/\\evil.example", "\\\\evil.example", "https://evil.example",
        "evil.example", "https:evil.example", "javascript:alert(1)", "/\t/evil.example", "/\n/evil.example",
        "/ /evil.example", " //evil.example", "/me\r\nset-cookie: a=b", "/me\\..\\..", "/%\x00", "",
        "/\u2215evil.example",
    ],
)  # fmt: skip
def test_nobody_is_led_elsewhere(wanted: str) -> None:
    assert local_path(wanted) == "/"


@pytest.mark.parametrize(
    "path", ["/", "/play/abc?seat=North", "/i/abc#x", "/%2F%2Fevil.example", "/%5Cevil.example"]
)
def test_a_path_of_this_server_is_gone_to_as_it_stands(path: str) -> None:
    assert local_path(path) == path


def test_texts_that_come_to_stand_in_headers_are_kept_in_one_line(visited: Visited) -> None:
    made = _ask(visited, "POST", "/api/matches", {"game": "ford", "title": LINES})
    assert "\n" not in made["title"]
    assert "\r" not in made["title"]
    for body in ({"name": "Ann\r\nBcc: b"}, {"name": "Ann\nBee"}):
        answer = visited.app_client.ask("PATCH", "/api/me", visited.shown["elsewhere"], body)
        assert answer.status == 400 or "\\n" not in answer.body.decode()
    made_up = {**visited.shown["elsewhere"], "user-agent": "Firefox/1 Linux <b>\\r\\nSet-Cookie: a=b"}
    secret = {"label": LINES[:60]}
    assert visited.app_client.ask("POST", "/api/me/tokens", made_up, secret).status == 201
    keys = _ask(visited, "GET", "/api/me/credentials", None)
    told = [each["label"] for each in keys["tokens"]] + [each["device"] for each in keys["sessions"]]
    assert told
    assert not [each for each in told if "\n" in each or "\r" in each]


def _ask(visited: Visited, method: str, path: str, body: Any) -> Any:
    answer = visited.app_client.ask(method, path, visited.shown["elsewhere"], body)
    assert answer.status in (200, 201), answer.body
    found = json.loads(answer.body)
    if path == "/api/matches":
        return json.loads(visited.app_client.ask("GET", f"/api/matches/{found['match']}", {}, None).body)
    return found


@pytest.mark.parametrize(
    "address", ["a@b.example\r\nBcc: c@d.example", "a@b.example,c@d.example", "a@b.example\n,"]
)
def test_nobody_is_written_to_at_an_address_with_a_line_too_many(visited: Visited, address: str) -> None:
    match, body = visited.word("new_private"), {"address": address}
    visited.remember(thoroughly=True)
    answers = [
        visited.app_client.ask("POST", f"/api/matches/{match}/invitations", visited.shown["owner"], body),
        visited.app_client.ask("POST", "/api/me/addresses", visited.shown["owner"], body),
        visited.app_client.ask("POST", "/api/session/mail", {}, body),
    ]
    assert {(each.status, json.loads(each.body)["detail"]) for each in answers} == {
        (422, "That doesn't look like a mail address.")
    }
    assert not visited.has_changed()


def test_what_stops_notices_cannot_be_made_up_nor_turned_to_another_channel(visited: Visited) -> None:
    links, channel = UnsubscribeService(visited.store.database), visited.words["channel"]
    elsewhere = visited.words["elsewhere"]
    good = links.token("somebody-else", "").rpartition("-")[2]
    forged = [
        f"{channel}--{good}",
        f"{channel}-{elsewhere}-{good}",
        f"{channel}--",
        channel,
        f"{channel}--{'a' * 26}",
    ]
    visited.remember(thoroughly=True)
    for token in forged:
        for method in ("GET", "POST"):
            assert visited.app_client.ask(method, f"/u/{token}", {}, None).status == 404, token
    assert not visited.has_changed()


WAYS_IN = [
    ("password", {"name": "Nobody", "password": "x"}, "password from"), ("code", {"code": "x"}, "code from"),
    ("code", {"token": "x"}, "code from"), ("pair", {"code": "x", "device": "x"}, "pair from"),
    ("recover", {"code": "x"}, "recover from"), ("recover", {"token": "x"}, "recover from"),
    ("mail", {"address": "a@b.example"}, "mail from"),
]  # fmt: skip


@pytest.mark.parametrize(("method", "body", "what"), WAYS_IN)
def test_every_way_in_counts_the_network_that_tries_it(method: str, body: Any, what: str) -> None:
    visited = Visited("open")
    auth = visited.app.state.services.auth
    few = RateLimiter(visited.store.attempts, {**RATES, what: (2, 900), "password": (99, 900), "mail": (99, 900)})
    for each in (auth.passwords, auth.mail, auth.pairing, auth.recovery):
        each.tries = few
    statuses = [
        visited.app_client.ask("POST", f"/api/session/{method}", {}, body, "203.0.113.7").status for _ in range(4)
    ]
    assert statuses[2:] == [429, 429]
    assert 429 not in statuses[:2]
    assert visited.app_client.ask("POST", f"/api/session/{method}", {}, body, "198.51.100.7").status != 429
    visited.close()


def test_a_password_is_checked_as_often_whether_there_is_such_an_account(
    visited: Visited, monkeypatch: pytest.MonkeyPatch
) -> None:
    visited.app.state.services.auth.passwords.set_password(
        visited.accounts["admin"].id, "nine lanterns, one moon", "The host", "2026-01-01T00:00:00.000Z"
    )
    worked: list[str] = []
    fits = passwords._matches_hash

    def counted(kept: str, password: str) -> bool:
        worked.append(password)
        return fits(kept, password)

    monkeypatch.setattr(passwords, "_matches_hash", counted)
    counts = []
    for name in ("The host", "The other", "Nobody", "nobody@example.org"):
        worked.clear()
        visited.app_client.ask("POST", "/api/session/password", {}, {"name": name, "password": "wrong password"})
        counts.append(len(worked))
    assert counts == [1, 1, 1, 1]
