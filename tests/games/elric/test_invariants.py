"""Invariants, each broken once and reported (12.1.2, 12.1.6, 13.4, 6.0)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.invariants import invariants
from games.elric.positions.board import BAY, WASTE, new_state, piece, put
from palatine.core.state import Ending
from palatine.games.elric.components.pieces import ELRIC, FLEETS, KIND, MOONGLUM, PERSON
from palatine.games.elric.components.world import IS_SEA
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.state import LOST, NOBODY, OFF, ElricState


def at_rest() -> Any:
    """Return a match at its first Movement decision; Elric and Moonglum are out of play."""
    s = GAME.setup("conflict-short", seed=b"laws")
    while len(s.flow) != 3 or type(s.flow[-1]).__name__ != "Movement":
        (seat,) = GAME.actors(s)
        GAME.take(s, seat, GAME.actions(s, seat)[-1])
    for p in (ELRIC, MOONGLUM):
        if s.where[p] >= 0:
            s.lift((p,), OFF)
        s.owner[p] = NOBODY
    s.controller, s.joined = -1, False
    return s


def led() -> Any:
    """Return a match in which a personality of the first seat controls Elric and Moonglum."""
    s = at_rest()
    person = next(s.persons(0))
    for p in (ELRIC, MOONGLUM):
        s.owner[p] = 0
    s.put((ELRIC, MOONGLUM), s.where[person])
    s.controller, s.joined, s.has_hand = person, True, True
    return s


def part(s: Any, p: int) -> None:
    s.shift((p,), next(a for a in s.stacks[0] if a != s.where[p]))


def give_up(s: Any) -> int:
    """Remove an army of the first seat from the map and return it."""
    army = next(p for group in s.stacks[0].values() for p in group if KIND[p] != PERSON)
    s.lift((army,), OFF)
    return int(army)


def march_apart(s: Any, area: int) -> None:
    """Move Elric and his controller into an area as one stack, and Moonglum separately.

    In a sea, they are aboard a ship.
    """
    group = (s.controller, ELRIC)
    s.shift(group, area)
    s.shift((MOONGLUM,), area)
    if IS_SEA[area]:
        s.ship.update(dict.fromkeys(group, FLEETS[0]))


@pytest.mark.parametrize(("spoil", "complaint"), [
    (lambda s: march_apart(s, WASTE), "Moonglum is of another stack"),
    (lambda s: march_apart(s, BAY), "Moonglum is not aboard"),
    (lambda s: part(s, s.controller), "Elric is a player's without a controller"),
    (lambda s: part(s, MOONGLUM), "Moonglum is parted from Elric"),
    (lambda s: s.set_owner((MOONGLUM,), 1), "Moonglum is parted from Elric"),
    (lambda s: s.set_owner((ELRIC, MOONGLUM), NOBODY), "controls nobody's Elric"),
    (lambda s: (s.set_owner((ELRIC,), NOBODY), s.maintained.update({ELRIC: 0})), "nobody's Elric maintains"),
    (lambda s: s.bands.__setitem__(s.controller, 9), "which is no wilderness"),
    (lambda s: s.owner.__setitem__(give_up(s), 0), "is out of play, and belongs to 0"),
    (lambda s: s.meant.__setitem__(next(p for p in range(60) if s.where[p] < 0), 3), "has laid or bears something"),
    (lambda s: setattr(s, "outcome", Ending((), "draw", "5.0k", {})), "the match is over, and"),
])  # fmt: skip
def test_what_a_transition_must_settle_is_told_when_it_has_not(spoil: Any, complaint: str) -> None:
    s = led()
    assert invariants(s) == []
    spoil(s)
    assert any([complaint in each for each in invariants(s)]), invariants(s)


def test_who_is_lost_is_lost_to_the_ruler_of_his_nation() -> None:
    s = led()
    army = give_up(s)
    s.where[army], s.owner[army] = LOST, 0
    assert invariants(s) == []
    s.owner[army] = 1
    assert any(["is lost to 1, who does not rule its nation" in each for each in invariants(s)])


def test_nobodys_elric_swims_in_no_sea() -> None:
    s = at_rest()
    s.put((ELRIC,), 87)
    assert "Elric is adrift" in invariants(s)


def test_while_several_escape_nobody_is_told_that_they_are_parted() -> None:
    """Control of Elric is settled after the last escape (10.8a)."""
    s: ElricState = new_state()
    put(s, 0, "Jadmar", "Elric", "Naclon")
    s.controller = piece("Naclon")
    s.shift((ELRIC,), 3)
    s.flow.append(Escapes(3, (ELRIC,), at_sea=False))
    assert not [each for each in invariants(s) if "Elric" in each]
    s.flow.pop()
    assert [each for each in invariants(s) if "Elric is a player's" in each]
