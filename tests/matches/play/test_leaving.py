"""A player who leaves a match of three or more: the others play on, or end it together."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from palatine import registry
from palatine.core import PalatineError, Refused
from palatine.matches import Forbidden, MatchService

SEATS = ("Crimson", "Jade", "Amber")


@dataclass
class Trio:
    house: MatchService
    match: str
    keys: dict[str, str]

    def info(self) -> Any:
        return self.house.table(self.match)

    def resign(self, seat: str) -> None:
        self.house.resign(self.match, self.keys[seat], self.info().version)

    def vote(self, seat: str, left: str, *, out: bool = True) -> None:
        self.house.vote(self.match, self.keys[seat], left, out=out)

    def play(self, random: Random, actions: int) -> None:
        for _ in range(actions):
            info = self.info()
            if info.status != "playing":
                return
            seat = info.asked[0]
            choice = random.choice(self.house.look(self.match, seat, info.version).view.choices)
            self.house.act(self.match, self.keys[seat], (choice.verb, choice.operand), info.version)


@pytest.fixture
def trio(house: MatchService, monkeypatch: pytest.MonkeyPatch) -> Trio:
    """Three persons at Elric's table; dice and bots do the same in every run, for two bots may well end a match."""
    monkeypatch.setattr(secrets, "token_bytes", lambda count: bytes(count))
    monkeypatch.setattr(secrets, "randbits", lambda bits: 0)
    game = registry.load("elric")
    seats = next(t for scenario in game.scenarios for t in scenario.tables if len(t) == 3)
    name = next(scenario.name for scenario in game.scenarios if seats in scenario.tables)
    made = house.create("elric", name, seats)
    for seat, key in made.keys.items():
        house.take_seat(made.match, key, seat, seat)
    return Trio(house, made.match, made.keys)


def test_the_others_play_on_when_one_of_three_leaves(trio: Trio) -> None:
    trio.play(Random(1), 6)
    first, *others = trio.keys
    trio.resign(first)
    info = trio.info()
    assert (info.status, [seat.left for seat in info.seats]) == ("playing", [True, False, False])
    assert info.seats[0].bot
    assert f"{first} resigns." in [line.text for line in trio.house.look(trio.match).entries]
    assert trio.house.seat_of(trio.match, trio.keys[first]) is None
    assert trio.house.look(trio.match, first).view == trio.house.look(trio.match).view
    with pytest.raises(Forbidden):
        trio.house.take_back(trio.match, trio.keys[first])
    trio.play(Random(2), 6)
    assert trio.house.audit() == []
    assert first not in trio.info().asked
    assert others


def test_they_may_end_it_when_all_are_of_one_mind(trio: Trio) -> None:
    first, second, third = trio.keys
    with pytest.raises(Refused, match="has not left"):
        trio.vote(second, first)
    trio.resign(first)
    trio.vote(second, first)
    trio.vote(second, first)
    assert (trio.info().status, trio.info().votes) == ("playing", {first: [second]})
    trio.vote(second, first, out=False)
    assert trio.info().votes == {}
    trio.vote(third, first)
    trio.vote(second, first)
    info = trio.info()
    assert (info.status, info.outcome["winners"]) == ("over", [second, third])
    assert info.outcome["ranks"] == [[second, third], [first]]
    assert info.outcome["margin"] == f"{first} left, and the others ended the match"
    assert f"{first} left, and the others ended it" in trio.house.look(trio.match).view.prompt
    assert trio.house.verify(trio.match).ok
    assert trio.house.audit() == []
    file = trio.house.export(trio.match)
    other = trio.house.import_(file)
    assert trio.house.export(other)["log"] == file["log"]
    file["result"]["winners"] = [second]
    with pytest.raises(PalatineError, match="the others ended the match"):
        trio.house.import_(file)


def test_the_last_person_to_leave_ends_it(trio: Trio) -> None:
    first, second, third = trio.keys
    trio.resign(first)
    trio.resign(second)
    assert trio.info().status == "playing"
    trio.resign(third)
    info = trio.info()
    assert (info.status, info.outcome["winners"]) == ("over", [first, second])
    assert info.outcome["ranks"] == [[first, second], [third]]
    assert trio.house.verify(trio.match).ok


def test_who_has_left_is_behind_those_who_agree_to_a_draw(trio: Trio) -> None:
    first, second, third = trio.keys
    trio.resign(first)
    info = trio.house.propose(trio.match, trio.keys[second], "draw", trio.info().version)
    assert info.times
    (proposal,) = info.times.proposals
    trio.house.answer(trio.match, trio.keys[third], proposal.n, yes=True)
    info = trio.info()
    assert (info.status, info.outcome["winners"]) == ("over", [])
    assert info.outcome["ranks"] == [[second, third], [first]]
    assert trio.house.verify(trio.match).ok
    assert trio.house.audit() == []


def test_of_two_the_other_wins(house: MatchService) -> None:
    made = house.create("ford", players={seat: {"number": ""} for seat in ("North", "South")})
    house.resign(made.match, made.keys["North"], house.table(made.match).version)
    assert house.table(made.match).outcome == {
        "winners": ["South"], "margin": "North resigned", "clause": "", "resigned": "North",
        "ranks": [["South"], ["North"]],
    }  # fmt: skip
