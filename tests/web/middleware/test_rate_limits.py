"""Rate limits of costly operations by address, with exceptions for this machine."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from palatine.matches import MatchServices
from palatine.store import Store
from palatine.web import create_app
from palatine.web.middleware import rate_limits
from palatine.web.middleware.rate_limits import RATES, network_of

BOTS = {seat: {"kind": "bot", "bot": "recruit"} for seat in ("North", "South")}


class From:
    """An application whose clients all have one address."""

    def __init__(self, app: Any, address: str) -> None:
        self.app = app
        self.address = address

    async def __call__(self, scope: Any, receive: Any, send: Any) -> None:
        if scope["type"] == "http":
            scope["client"] = (self.address, 4000)
        await self.app(scope, receive, send)


Rates = dict[str, tuple[int, int]]


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "p.db")
    yield opened
    opened.close()


@pytest.fixture
def rates() -> Rates:
    """Return limits of two for every operation."""
    return {name: (2, seconds) for name, (_, seconds) in RATES.items()}


@pytest.fixture
def abroad(store: Store, rates: Rates) -> Iterator[TestClient[Any]]:
    """Yield a client from another address."""
    app = create_app(MatchServices(store), store)
    app.state.limits.rates = rates
    with TestClient(From(app, "203.0.113.5"), base_url="http://palatine.localhost") as client:
        yield client


@pytest.mark.parametrize(
    ("address", "counted"),
    [
        ("127.0.0.1", ""), ("127.3.4.5", ""), ("::1", ""), ("::ffff:127.0.0.1", ""), ("testclient", ""), ("", ""),
        ("203.0.113.5", "203.0.113.5"), ("::ffff:203.0.113.5", "203.0.113.5"), ("192.168.1.2", "192.168.1.2"),
        ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"), ("2001:db8:1:2::9%eth0", "2001:db8:1:2::/64"),
    ],
)  # fmt: skip
def test_for_whom_an_address_is_counted(address: str, counted: str) -> None:
    assert network_of(address) == counted


def is_polite(answer: Any) -> bool:
    problem = answer.json()
    return (
        answer.status_code == 429
        and answer.headers["content-type"] == "application/problem+json"
        and 1 <= int(answer.headers["retry-after"]) <= 24 * 3600
        and problem["title"] == "Too Many Requests"
        and re.search(r"\b2 .* again in (1 minute|\d+ minutes|\d+ hours)\.$", problem["detail"]) is not None
    )


@pytest.mark.parametrize(
    ("seconds", "said"),
    [
        (1, "1 minute"), (60, "1 minute"), (61, "2 minutes"), (3600, "60 minutes"), (7140, "119 minutes"),
        (7141, "2 hours"), (7200, "2 hours"), (7201, "3 hours"), (19324, "6 hours"), (86400, "24 hours"),
    ],
)  # fmt: skip
def test_how_long_to_wait_is_said_as_people_say_it_and_never_too_short(seconds: int, said: str) -> None:
    assert rate_limits.duration_text(seconds) == said


@pytest.mark.parametrize("what", [*RATES, "listen"])
def test_what_is_limited_is_named(what: str) -> None:
    told = rate_limits.limit_message(what, 17, 19324)
    assert "17 " in told
    assert told.endswith(". Try again in 6 hours.")
    assert len({rate_limits.limit_message(each, 17, 60) for each in (*RATES, "listen")}) == len(RATES) + 1


def test_matches_made_imported_branched_and_checked(abroad: TestClient[Any]) -> None:
    made = [abroad.post("/api/matches", json={"game": "ford", "players": BOTS}) for _ in range(3)]
    assert [answer.status_code for answer in made[:2]] == [201, 201]
    assert is_polite(made[2])
    over = f"/api/matches/{made[0].json()['match']}"
    while abroad.get(over).json()["status"] != "over":
        abroad.get(f"{over}/view")
    file = abroad.get(f"{over}/export").json()
    for ask in (
        lambda: abroad.post("/api/matches/import", json=file),
        lambda: abroad.post(f"{over}/branch", json={"at": 0}),
        lambda: abroad.get(f"{over}/verify"),
    ):
        answers = [ask() for _ in range(3)]
        assert [answer.is_success for answer in answers[:2]] == [True, True]
        assert is_polite(answers[2])
    assert abroad.get(over).status_code == 200, "looking on is not counted"


def test_matches_of_bots_alone_are_counted_besides(abroad: TestClient[Any], rates: Rates) -> None:
    rates["create"] = (100, 3600)
    assert is_polite([abroad.post("/api/matches", json={"game": "ford", "players": BOTS}) for _ in range(3)][2])
    for _ in range(3):
        assert abroad.post("/api/matches", json={"game": "ford"}).status_code == 201


def test_nobody_on_this_machine_is_counted(store: Store) -> None:
    app = create_app(MatchServices(store), store)
    app.state.limits.rates = dict.fromkeys(RATES, (1, 3600))
    with TestClient(From(app, "127.0.0.1"), base_url="http://palatine.localhost") as client:
        for _ in range(4):
            assert client.post("/api/matches", json={"game": "ford"}).status_code == 201


def test_after_the_window_it_goes_on(abroad: TestClient[Any], monkeypatch: pytest.MonkeyPatch) -> None:
    def make() -> int:
        return abroad.post("/api/matches", json={"game": "ford"}).status_code

    assert [make() for _ in range(3)] == [201, 201, 429]

    class Later(datetime):
        @classmethod
        def now(cls, _zone: Any = None) -> datetime:
            return datetime.fromtimestamp(datetime.now(UTC).timestamp() + 3600, UTC)

    monkeypatch.setattr("palatine.accounts.auth.rate_limits.datetime", Later)
    assert make() == 201


def test_what_ifs_of_a_match_being_played_are_its_seats_own_and_few(abroad: TestClient[Any], rates: Rates) -> None:
    rates["branch"] = (100, 3600)
    players = {seat: {"number": "7"} for seat in ("North", "South")}
    made = abroad.post("/api/matches", json={"game": "ford", "players": players}).json()
    path = f"/api/matches/{made['match']}/branch"
    north = {"authorization": f"Bearer {made['keys']['North']}"}
    assert abroad.post(path, json={"at": 0}).status_code == 403, "no spectator's"
    assert abroad.post(path, json={"at": 0}, headers=north).status_code == 403
    assert abroad.post(path, json={"at": 0, "seat": "South"}, headers=north).status_code == 403
    answers = [abroad.post(path, json={"at": 0, "seat": "North"}, headers=north) for _ in range(3)]
    assert [answer.status_code for answer in answers] == [201, 201, 429]
    south = {"authorization": f"Bearer {made['keys']['South']}"}
    assert abroad.post(path, json={"at": 0, "seat": "South"}, headers=south).status_code == 201


def test_the_usual_rates_are_generous() -> None:
    assert all(most >= 10 for most, _ in RATES.values())
