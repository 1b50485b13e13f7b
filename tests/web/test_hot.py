"""Past the framework or through it: the same request gets the same answer."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
import pytest

from web.test_authorization import EVERYBODY
from web.visitors import Answer, Visited

BOTH = pytest.mark.parametrize("joining", ["open", "local"])
RESTS = {"verb": "rest", "operand": 0}
NEVER_THE_SAME = {"x-request-id", "date"}
BODIES: dict[str, Any] = {
    "nothing that there is": {"seat": "North", "version": 0, "actions": [{"verb": "nothing", "operand": 0}]},
    "too late": {"seat": "North", "version": 0, "actions": [RESTS]},
    "not asked": {"seat": "South", "version": "$now", "actions": [RESTS]},
    "not allowed": {"seat": "North", "version": "$now", "actions": [{"verb": "show", "operand": 99}]},
    "no such seat": {"seat": "East", "version": "$now", "actions": [RESTS]},
    "no such plan": {"seat": "North", "version": "$now", "plan": 99},
    "neither": {"seat": "North", "version": "$now"},
    "both": {"seat": "North", "version": "$now", "plan": 0, "actions": [RESTS]},
    "another kind": {"seat": 1, "version": "$now", "actions": []},
    "more than there is": {"seat": "North", "version": "$now", "actions": [RESTS], "more": 1},
    "no object": [1, 2],
}


@pytest.fixture(scope="module")
def houses() -> Iterator[dict[str, Visited]]:
    found = {joining: Visited(joining) for joining in ("open", "local")}
    yield found
    for each in found.values():
        each.close()


def ask_both(
    house: Visited, monkeypatch: pytest.MonkeyPatch, method: str, path: str, shown: dict[str, str], body: Any = None
) -> tuple[Answer, Answer]:
    """What is answered past the framework, and by it."""
    hot = house.door.ask(method, path, shown, body)
    with monkeypatch.context() as patch:
        patch.setattr(house.app, "asgi_handler", house.app.asgi_handler.app)
        return hot, house.door.ask(method, path, shown, body)


def alike(answer: Answer) -> tuple[int, dict[str, str], bytes]:
    return answer.status, {k: v for k, v in answer.headers.items() if k not in NEVER_THE_SAME}, answer.body


def everybody(house: Visited) -> dict[str, dict[str, str]]:
    if house.app.state.people is None:
        return {"nobody": {}, "key": house.shown["key match"]}
    return {each: house.shown[each] for each in EVERYBODY}


def filled(house: Visited, body: Any) -> Any:
    now = house.house.table(house.words["match"]).version
    if isinstance(body, dict) and body.get("version") == "$now":
        return {**body, "version": now}
    return body


@BOTH
@pytest.mark.parametrize("case", BODIES)
def test_what_is_refused_is_refused_alike(
    houses: dict[str, Visited], joining: str, case: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = houses[joining]
    path = f"/api/matches/{house.words['match']}/actions?changes=true"
    for who, shown in everybody(house).items():
        hot, cold = ask_both(house, monkeypatch, "POST", path, shown, filled(house, BODIES[case]))
        assert alike(hot) == alike(cold), who
        assert hot.status >= 400, who


@BOTH
@pytest.mark.parametrize("match", ["nosuchmatch234", "$over", "$orders", "$match"])
@pytest.mark.parametrize(
    "more",
    [{"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}, {"host": "elsewhere.example"}, {}],
    ids=str,
)
def test_so_is_what_comes_from_elsewhere_or_is_of_another_match(
    houses: dict[str, Visited], joining: str, match: str, more: dict[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    house = houses[joining]
    path = f"/api/matches/{house.words.get(match[1:], match)}/actions?changes=true"
    body = {"seat": "North", "version": 0, "actions": [RESTS]}
    for who, shown in everybody(house).items():
        hot, cold = ask_both(house, monkeypatch, "POST", path, {**shown, **more}, body)
        assert alike(hot) == alike(cold), who
        assert hot.status >= 400, who


@BOTH
@pytest.mark.parametrize("seat", ["North", "South", "East"])
@pytest.mark.parametrize("match", ["$match", "$over", "$orders", "nosuchmatch234"])
def test_who_may_listen_is_the_same(
    houses: dict[str, Visited], joining: str, match: str, seat: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = houses[joining]
    path = f"/api/matches/{house.words.get(match[1:], match)}/events?seat={seat}&since=0&changes=true"
    for who, shown in everybody(house).items():
        hot, cold = ask_both(house, monkeypatch, "GET", path, shown)
        assert alike(hot)[:2] == alike(cold)[:2], who
        assert hot.status == 200 or hot.body == cold.body, who


@pytest.mark.parametrize("who", ["holder", "player"])
def test_what_is_done_is_answered_alike(
    houses: dict[str, Visited], who: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    house = houses["open"]
    answers = []
    for _ in ("past it", "through it"):
        match = house._played("ford", "link")
        path = f"/api/matches/{match}/actions?changes=true"
        body = {"seat": "North", "version": house.house.table(match).version, "actions": [RESTS]}
        answers.append(house.door.ask("POST", path, house.shown[who], body))
        monkeypatch.setattr(house.app, "asgi_handler", getattr(house.app.asgi_handler, "app", None))
    (hot, cold) = answers
    assert (hot.status, cold.status) == (200, 200)
    assert {*hot.headers} == {*cold.headers}
    assert msgspec.json.decode(hot.body).keys() == msgspec.json.decode(cold.body).keys()


def test_a_token_that_reads_does_not_act(houses: dict[str, Visited]) -> None:
    house = houses["open"]
    match = house._played("ford", "link")
    version = house.house.table(match).version
    body = {"seat": "North", "version": version, "actions": [RESTS]}
    answer = house.door.ask("POST", f"/api/matches/{match}/actions?changes=true", house.shown["reader"], body)
    assert answer.status == 403
    assert house.house.table(match).version == version
