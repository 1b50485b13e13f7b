"""Clocks and proposals over HTTP, and time added for a server outage."""

from __future__ import annotations

from typing import Any

import pytest

from matches.spies import GAME as SPIES
from palatine import registry
from palatine.matches import MatchServices
from palatine.matches.clock import add_seconds, now
from palatine.store import Store
from palatine.store.heartbeats import Heartbeat
from palatine.web.background.deadlines import DeadlineRunner
from web.helpers import OrdersTable, Table

HOUR = 3600.0
PACE = {"name": "steady"}


@pytest.fixture
def timed(client: Any) -> Table:
    return Table(client, pace=PACE)


def info(table: Table) -> Any:
    return table.client.get(table.base).json()


def propose(table: Table, seat: str, kind: str, **terms: Any) -> Any:
    return table.post("proposals", seat, seat=seat, version=info(table)["version"], kind=kind, **terms)


def test_a_pace_is_chosen_and_shown(timed: Table) -> None:
    times = info(timed)["times"]
    assert (times["pace"]["name"], times["pace"]["reply"]) == ("steady", 24 * HOUR)
    (seat,) = timed.asked()
    assert times["seats"][seat]["ends"] == info(timed)["deadline"]


def test_a_draw_is_offered_and_accepted(timed: Table) -> None:
    told = propose(timed, "North", "draw")
    assert told.status_code == 200
    assert [each["kind"] for each in told.json()["times"]["proposals"]] == ["draw"]
    assert told.json()["yours"] == ["North"]
    assert timed.post("proposals/1/yes", "North", seat="North").status_code == 422
    assert timed.post("proposals/1/yes", "South", seat="North").status_code == 403
    assert timed.post("proposals/1/maybe", "South", seat="South").status_code in (400, 404)
    assert timed.post("proposals/9/yes", "South", seat="South").status_code == 422
    over = timed.post("proposals/1/yes", "South", seat="South").json()
    assert (over["status"], over["outcome"]["margin"]) == ("over", "Draw agreed")
    assert propose(timed, "South", "rematch").status_code == 200
    assert timed.post("proposals/2/yes", "North", seat="North").status_code == 200
    again = timed.get("rematch", "South").json()["match"]
    assert timed.client.get(f"/api/matches/{again}").json()["status"] == "playing"
    assert timed.client.get(f"{timed.base}/rematch", params={"seat": "South"}).status_code == 403


def test_a_proposal_may_be_taken_back_and_wrong_ones_are_refused(timed: Table) -> None:
    propose(timed, "North", "pause", hours=72)
    assert timed.post("proposals/1/withdraw", "North", seat="North").json()["times"].get("proposals", []) == []
    assert timed.post("proposals", "North", seat="North", version=0, kind="draw").status_code == 409
    for wrong in ({"kind": "bribe"}, {"kind": "pause", "hours": 0}, {"kind": "pause", "hours": 1e9}):
        assert propose(timed, "North", **{"kind": "draw"} | wrong).status_code == 400
    assert timed.post("win", "North", seat="North").status_code == 422
    assert timed.post("resume", "North", seat="North").status_code == 422


def test_time_is_given_with_one_click(timed: Table) -> None:
    (seat,) = timed.asked()
    other = "North" if seat == "South" else "South"
    before = info(timed)["deadline"]
    assert timed.post("time", other, seat=other, to=seat, hours=24).json()["deadline"] == add_seconds(
        before, 24 * HOUR
    )
    assert timed.post("time", other, seat=other, to=other, hours=24).status_code == 422


def test_a_vacation_and_a_night(timed: Table) -> None:
    (seat,) = timed.asked()
    until = add_seconds(info(timed)["times"]["seats"][seat]["asked"], 48 * HOUR)
    told = timed.put("away", seat, seat=seat, until=until)
    assert told.json()["times"]["seats"][seat]["away"] == until
    assert timed.put("away", seat, seat=seat, until="tomorrow").status_code == 400
    assert (
        timed.put("quiet-hours", seat, seat=seat, start="23:00", end="07:00", zone="Europe/Berlin").status_code
        == 200
    )
    assert timed.put("quiet-hours", seat, seat=seat, start="20:00", end="07:00", zone="UTC").status_code == 400


def test_ready_over_http(client: Any) -> None:
    weekly = {"days": ["mon"], "at": "20:00", "zone": "Europe/Berlin", "late": "bot", "excused": 1}
    three = OrdersTable(client, game="tithe", seats=["Abbey", "Baron", "Crown"], clock=weekly)
    assert info(three)["clock"]["days"] == ["mon"]
    assert three.put("ready", "Baron", seat="Baron", ready=True).json()["asked"] == ["Abbey", "Crown"]
    assert three.put("ready", "Baron", seat="Baron", ready=False).json()["asked"] == ["Abbey", "Baron", "Crown"]


@pytest.mark.parametrize(
    "wrong",
    [{"clock": {"days": ["sunday"]}}, {"clock": {"zone": "Mars", "days": ["mon"]}}, {"clock": {"late": "x"}}],
)
def test_what_is_no_clock_makes_no_match(client: Any, wrong: dict[str, Any]) -> None:
    assert client.post("/api/matches", json={"game": "tithe", **wrong}).status_code == 400


@pytest.mark.parametrize("pace", [{"name": "hasty"}, {"reply": 60}, {"name": "slow", "reply": -1}])
def test_what_is_no_pace_makes_no_match(client: Any, pace: dict[str, Any]) -> None:
    assert client.post("/api/matches", json={"game": "ford", "pace": pace}).status_code == 400


def test_the_server_notices_that_it_was_down(services: MatchServices) -> None:
    store: Any = services.runtime.storage
    made = services.matches.create(
        "ford", pace="slow", players={each: {"number": ""} for each in ("North", "South")}
    )
    begun = services.matches.info(made.match)
    runners = [DeadlineRunner(services.clocks, Heartbeat(store.database)) for _ in range(3)]
    start = begun.updated
    assert runners[0].run_due(start) == []
    assert runners[0].run_due(add_seconds(start, 61)) == []
    assert services.matches.info(made.match).deadline == begun.deadline
    later = add_seconds(start, 61 + 5 * HOUR)
    for runner in runners[1:]:  # two workers start after five hours; one of them tells it
        runner.run_due(later)
    assert services.matches.info(made.match).deadline == add_seconds(begun.deadline, 5 * HOUR)


def test_without_a_store_nobody_notices(services: MatchServices) -> None:
    assert DeadlineRunner(services.clocks, None).run_due() == []
    assert isinstance(services.runtime.storage, Store)


def test_what_stands_is_ended_and_only_its_owner_is_told_of_it(client: Any) -> None:
    registry.register("spies", SPIES)
    table = Table(client, game="spies")
    table.act("North", "rest", 0, info(table)["version"])
    seen = table.view("South")
    plan = next(each for each in seen["view"]["shortcuts"] if each.get("duration_key"))
    goal = {"duration_key": plan["duration_key"], "text": plan["text"]}
    done = table.post("actions", "South", seat="South", shortcut=goal, version=seen["version"])
    assert (done.status_code, done.json()["auto_replies"]) == (200, [plan["text"]])
    assert table.view("North")["auto_replies"] == []
    version = info(table)["version"]
    assert table.put("auto-replies", "North", seat="South", version=version).status_code == 403
    ended = table.put("auto-replies", "South", seat="South", version=version)
    assert (ended.status_code, ended.json()["auto_replies"]) == (200, [])


def test_why_nobody_moves_is_told_without_a_pace(client: Any) -> None:
    table = Table(client)
    (seat,) = table.asked()
    told = table.get("waiting").json()
    assert (told["asked"], told["away"]) == ([seat], {})
    assert told["since"] == info(table)["updated"], "when play began"
    until = add_seconds(now(), 3 * 86400)
    assert table.put("away", seat, seat=seat, until=until).status_code == 200
    assert table.get("waiting").json() == {**told, "away": {seat: until}}
