"""Departure from a match of three or more: the others play on or agree to end it."""

from __future__ import annotations

import secrets
from dataclasses import dataclass
from random import Random
from typing import Any

import pytest

from palatine import registry
from palatine.core import PalatineError, Refused
from palatine.matches import Forbidden, MatchServices

SEATS = ("Crimson", "Jade", "Amber")


@dataclass
class Trio:
    services: MatchServices
    match: str
    keys: dict[str, str]

    def info(self) -> Any:
        return self.services.matches.info(self.match)

    def resign(self, seat: str) -> None:
        self.services.matches.resign(self.match, self.keys[seat], self.info().version)

    def vote(self, seat: str, left: str, *, out: bool = True) -> None:
        self.services.proposals.vote(self.match, self.keys[seat], left, out=out)

    def play(self, random: Random, actions: int) -> None:
        for _ in range(actions):
            info = self.info()
            if info.status != "playing":
                return
            seat = info.asked[0]
            choice = random.choice(self.services.matches.view(self.match, seat, info.version).view.choices)
            self.services.matches.act(self.match, self.keys[seat], (choice.verb, choice.operand), info.version)


@pytest.fixture
def trio(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> Trio:
    """Return a match of Elric for three people.

    Dice and bots are the same in every run, because two bots may end a match.
    """
    monkeypatch.setattr(secrets, "token_bytes", lambda count: bytes(count))
    monkeypatch.setattr(secrets, "randbits", lambda bits: 0)
    game = registry.load("elric")
    seats = next(t for scenario in game.scenarios for t in scenario.tables if len(t) == 3)
    name = next(scenario.name for scenario in game.scenarios if seats in scenario.tables)
    made = services.matches.create("elric", name, seats)
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat, seat)
    return Trio(services, made.match, made.keys)


def test_the_others_play_on_when_one_of_three_leaves(trio: Trio) -> None:
    trio.play(Random(1), 6)
    first, *others = trio.keys
    trio.resign(first)
    info = trio.info()
    assert (info.status, [seat.left for seat in info.seats]) == ("playing", [True, False, False])
    assert info.seats[0].bot
    assert f"{first} resigns." in [line.text for line in trio.services.matches.view(trio.match).entries]
    assert trio.services.seats.seat_of(trio.match, trio.keys[first]) is None
    assert trio.services.matches.view(trio.match, first).view == trio.services.matches.view(trio.match).view
    with pytest.raises(Forbidden):
        trio.services.seats.take_back(trio.match, trio.keys[first])
    trio.play(Random(2), 6)
    assert trio.services.archive.audit() == []
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
    assert f"{first} left, and the others ended it" in trio.services.matches.view(trio.match).view.prompt
    assert trio.services.archive.verify(trio.match).ok
    assert trio.services.archive.audit() == []
    file = trio.services.archive.export(trio.match)
    other = trio.services.archive.import_(file)
    assert trio.services.archive.export(other)["log"] == file["log"]
    file["result"]["winners"] = [second]
    with pytest.raises(PalatineError, match="the others ended the match"):
        trio.services.archive.import_(file)


def test_the_last_person_to_leave_ends_it(trio: Trio, monkeypatch: pytest.MonkeyPatch) -> None:
    """Bots do not play meanwhile: Elric removes players who have left at the end of their turn."""
    monkeypatch.setattr(trio.services.runtime, "bots", "background")
    first, second, third = trio.keys
    trio.resign(first)
    trio.resign(second)
    assert trio.info().status == "playing"
    trio.resign(third)
    info = trio.info()
    assert (info.status, info.outcome["winners"]) == ("over", [first, second])
    assert info.outcome["ranks"] == [[first, second], [third]]
    assert trio.services.archive.verify(trio.match).ok


def test_who_has_left_is_behind_those_who_agree_to_a_draw(trio: Trio) -> None:
    first, second, third = trio.keys
    trio.resign(first)
    info = trio.services.proposals.propose(trio.match, trio.keys[second], "draw", trio.info().version)
    assert info.times
    (proposal,) = info.times.proposals
    trio.services.proposals.answer(trio.match, trio.keys[third], proposal.n, yes=True)
    info = trio.info()
    assert (info.status, info.outcome["winners"]) == ("over", [])
    assert info.outcome["ranks"] == [[second, third], [first]]
    assert trio.services.archive.verify(trio.match).ok
    assert trio.services.archive.audit() == []


def test_of_two_the_other_wins(services: MatchServices) -> None:
    made = services.matches.create("ford", players={seat: {"number": ""} for seat in ("North", "South")})
    services.matches.resign(made.match, made.keys["North"], services.matches.info(made.match).version)
    assert services.matches.info(made.match).outcome == {
        "winners": ["South"], "margin": "North resigned", "clause": "", "resigned": "North",
        "ranks": [["South"], ["North"]],
    }  # fmt: skip
