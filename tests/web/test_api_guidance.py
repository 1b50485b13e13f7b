"""Guidance over HTTP: views, refusals and invalid requests."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from guided import FORD, TITHE
from matches.helpers import FORD as MIDDLE
from palatine import registry
from web.helpers import OrdersTable, Table
from web.test_api import is_problem

REST = [{"verb": "rest", "operand": 0}]
ATTACK = [{"verb": "piece", "operand": 4}, {"verb": "go", "operand": MIDDLE}]


@pytest.fixture(autouse=True)
def _known() -> None:
    registry.register("guided", FORD)
    registry.register("guided-tithe", TITHE)


@pytest.fixture
def guided(client: Any) -> Table:
    """Return a match with North in the ford; South must decide."""
    table = Table(client, game="guided")
    for verb, operand in (("piece", 1), ("go", MIDDLE)):
        table.act("North", verb, operand, table.view("North")["version"])
    return table


def preview(table: Table, seat: str, actions: Any, version: int | None = None) -> Any:
    known = table.view(seat)["version"] if version is None else version
    return table.post("preview", seat, seat=seat, actions=actions, version=known)


def test_a_plan_has_a_preview(guided: Table) -> None:
    found = preview(guided, "South", ATTACK).json()
    assert found["is_irrevocable"]
    assert found["lines"][0]["weight"] == "warning"
    assert found["odds"][0]["parts"] == [["-1", "out of the ford", "3.2"]]
    (unused,) = preview(guided, "South", REST).json()["unused_options"]
    assert unused["spaces"] == ["s6", "s7", "s8"]


def test_wrong_requests_for_a_preview_are_refused(guided: Table) -> None:
    is_problem(guided.post("preview", None, seat="South", actions=REST, version=0), 403)
    is_problem(guided.post("preview", "North", seat="South", actions=REST, version=0), 403)
    assert is_problem(preview(guided, "South", REST, 0), 409)["view"]["seat"] == "South"
    is_problem(preview(guided, "North", REST), 422)
    is_problem(preview(guided, "South", [{"verb": "go", "operand": MIDDLE}]), 422)
    for wrong in ([], [{"verb": "rest"}], [{"verb": "rest", "operand": "0"}], [*REST * 501], "rest"):
        is_problem(preview(guided, "South", wrong), 400)


def test_what_was_played_is_recalled_for_seats_and_spectators(guided: Table) -> None:
    items = guided.get("recap", "South", since=0).json()["items"]
    assert [item["kind"] for item in items] == ["marches"]
    assert items[0]["routes"] == [{"spaces": [1, MIDDLE], "style": "North"}]
    assert [item["kind"] for item in guided.get("recap", "North", since=0).json()["items"]] == [
        "chosen",
        "marches",
    ]
    assert guided.get("recap", since=0).json()["items"] == items
    is_problem(guided.client.get(f"{guided.base}/recap", params={"seat": "North"}), 403)
    is_problem(guided.get("recap", "South", since=-1), 400)
    is_problem(guided.client.get("/api/matches/nowhere/recap"), 404)


def test_advice_over_http(guided: Table) -> None:
    advice = guided.post("advice", "South", seat="South").json()
    assert (advice["bot"], advice["actions"][0][0]) == ("captain", "show")
    is_problem(guided.post("advice", None, seat="South"), 403)
    is_problem(guided.post("advice", "North", seat="North"), 422)
    is_problem(guided.post("advice", "South", seat="South", depth=3), 400)


def test_a_match_without_advice_says_so(client: Any) -> None:
    table = Table(client, game="guided", advice=False)
    assert client.get(table.base).json()["advice"] is False
    assert "without advice" in is_problem(table.post("advice", "North", seat="North"), 422)["detail"]


def test_setting_up_over_http(guided: Table) -> None:
    seen = guided.view("South")
    assert seen["sets_up"]
    is_problem(guided.post("set-up", "South", seat="South", version=0), 409)
    is_problem(guided.post("set-up", None, seat="South", version=seen["version"]), 403)
    after = guided.post("set-up", "South", seat="South", version=seen["version"]).json()
    assert after["version"] == seen["version"] + 2
    assert not after["sets_up"]
    is_problem(guided.post("set-up", "South", seat="South", version=after["version"]), 422)


def test_who_has_left_is_guided_no_more(client: Any) -> None:
    orders = OrdersTable(client, game="guided-tithe", seats=["Abbey", "Baron", "Crown"])
    version = orders.view("Abbey")["version"]
    assert orders.post("resign", "Abbey", seat="Abbey", version=version).status_code == 200
    is_problem(orders.post("preview-sheet", "Abbey", seat="Abbey", text=""), 403)
    is_problem(orders.post("advice", "Abbey", seat="Abbey"), 403)
    is_problem(orders.get("recap", "Abbey"), 403)


def test_sheets_over_http(client: Any) -> None:
    orders = OrdersTable(client, game="guided-tithe", seats=["Abbey", "Baron"])
    empty = orders.post("preview-sheet", "Abbey", seat="Abbey", text="").json()
    assert empty["check"]["ok"]
    assert empty["preview"]["lines"] == [{"weight": "warning", "text": "Nobody does anything."}]
    garbled = orders.post("preview-sheet", "Abbey", seat="Abbey", text="Aldo dances").json()
    assert (garbled["check"]["ok"], garbled["preview"]) == (False, {})
    is_problem(orders.post("preview-sheet", None, seat="Abbey", text=""), 403)


def test_chapters_and_scenes_over_http(guided: Table) -> None:
    assert guided.get("chapters").json() == []
    assert [item["kind"] for item in guided.get("recap-between", after=0, upto=2).json()["items"]] == ["marches"]
    for path, query in (("chapters", {}), ("recap-between", {"after": 0, "upto": 2})):
        is_problem(guided.client.get(f"{guided.base}/{path}", params={"seat": "North", **query}), 403)
        is_problem(guided.client.get(f"{guided.base}/{path}", params={"seat": "referee", **query}), 403)
    is_problem(guided.get("recap-between", after=-1, upto=2), 400)


def test_the_story_when_the_match_is_over(guided: Table) -> None:
    is_problem(guided.get("story"), 422)
    random = Random(3)
    while guided.asked():
        guided.step(random.randrange(1000))
    story = guided.client.get(f"{guided.base}/story", params={"seat": "referee"}).json()
    assert story["moments"][0]["values"]["strength"]["North"] == 6
    assert story["rematch"]["players"]["North"]["kind"] == "person"
    is_problem(guided.client.get(f"{guided.base}/story", params={"seat": "West"}), 422)


def test_a_part_of_the_board_when_the_match_is_over(guided: Table) -> None:
    asked = {"at": 0, "spaces": [MIDDLE]}
    is_problem(guided.client.get(f"{guided.base}/picture", params=asked), 422)
    random = Random(3)
    while guided.asked():
        guided.step(random.randrange(1000))
    found = guided.client.get(f"{guided.base}/picture", params=asked).json()
    assert MIDDLE in {space["operand"] for space in found["board"]["spaces"]}
    assert {piece["space"] for piece in found["view"].get("pieces", [])} <= {
        s["id"] for s in found["board"]["spaces"]
    }
    is_problem(guided.client.get(f"{guided.base}/picture", params={**asked, "spaces": [999]}), 422)
    is_problem(guided.client.get(f"{guided.base}/picture", params={**asked, "at": 10_000}), 422)
    is_problem(guided.client.get(f"{guided.base}/picture", params={"at": 0}), 400)


def test_the_analysis_when_the_match_is_over(guided: Table) -> None:
    is_problem(guided.client.get(f"{guided.base}/decisions"), 422)
    is_problem(guided.client.get(f"{guided.base}/analysis", params={"before": 0, "seat": "North"}), 422)
    random = Random(3)
    while guided.asked():
        guided.step(random.randrange(1000))
    first = guided.client.get(f"{guided.base}/decisions").json()[0]
    asked = {"before": first["before"], "seat": first["seat"]}
    found = guided.client.get(f"{guided.base}/analysis", params=asked).json()
    assert found["expected"] + found["hidden"] + found["dice"] == pytest.approx(found["after"])
    problem = is_problem(guided.client.get(f"{guided.base}/analysis?before=999&seat=North"), 422)
    assert problem["detail"] == "North made no decision there."
    is_problem(guided.client.get(f"{guided.base}/analysis?before=0"), 422)
    is_problem(guided.client.get(f"{guided.base}/analysis?before=-1&seat=North"), 400)
