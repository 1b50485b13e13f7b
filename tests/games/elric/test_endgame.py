"""Positions near the end of a player, and laws of every position."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.endgame import FEW, WAYS, mutate_to_endgame
from games.elric.invariants import invariants
from palatine.games.elric.components.pieces import ARMY, KIND, PERSON
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.state import NOBODY
from palatine.testing.soak import fuzz_endgame


def moving(scenario: str = "conflict-short", seed: int = 1, turns: int = 4) -> Any:
    """Return a position of random play at the beginning of a Movement phase."""
    random = Random(seed)
    s = GAME.setup(scenario, seed=str(seed).encode())
    while not (type(s.flow[-1]) is Movement and not s.trail and turns <= 0):
        turns -= type(s.flow[-1]) is Movement
        (seat,) = GAME.actors(s)
        GAME.take(s, seat, random.choice(GAME.actions(s, seat)))
    return s


@pytest.mark.parametrize("seed", range(6))
def test_thinned_positions_hold_what_must_hold_and_can_be_played_on(seed: int) -> None:
    random, changed = Random(seed), 0
    s = moving(seed=seed)
    for _ in range(20):
        twin = s.copy()
        mutate_to_endgame(twin, random)
        assert invariants(twin) == []
        changed += GAME.encode(twin) != GAME.encode(s)
        for _ in range(40):
            if twin.flow:
                (seat,) = GAME.actors(twin)
                GAME.take(twin, seat, random.choice(GAME.actions(twin, seat)))
    assert changed > 10


def test_a_position_in_the_middle_of_something_stays_as_it_is() -> None:
    s = GAME.setup("conflict-short", seed=b"1")
    before = GAME.encode(s)
    mutate_to_endgame(s, Random(1))
    assert GAME.encode(s) == before


def test_thinning_brings_nations_of_one_leader_and_seats_of_few_armies() -> None:
    s, random = moving(), Random(3)
    people, armies = set(), set()
    for _ in range(60):
        twin = s.copy()
        mutate_to_endgame(twin, random)
        for seat in range(3):
            people.add(len(list(twin.persons(seat))))
            armies.add(
                len(
                    [
                        p
                        for p in range(len(twin.where))
                        if twin.where[p] >= 0 and twin.owner[p] == seat and KIND[p] == ARMY
                    ]
                )
            )
    assert 1 in people
    assert min(armies) <= 2
    assert len(WAYS) > len(FEW) > 3


@pytest.mark.parametrize(("spoil", "complaint"), [
    (lambda s: s.cup.append(s.discard[0] if s.discard else s.cup[0]), "is in 2 places"),
    (lambda s: s.cup.pop(), "is nowhere"),
    (lambda s: s.ruler.__setitem__(0, 9), "is ruled by 9"),
    (lambda s: s.sieges.__setitem__(90, 0), "is besieged by 0"),
    (lambda s: setattr(s, "balance", 7), "the Balance reads 7"),
    (lambda s: s.owner.__setitem__(next(s.persons(0)), 1), "is on the shelf of 0"),
    (lambda s: s.hand.__setitem__(next(p for p in range(60) if KIND[p] == PERSON and s.where[p] < 0), (0,)), "holds"),
    (lambda s: s.stacks[NOBODY].__setitem__(3, ()), "the stack of 4"),
    (lambda s: setattr(s, "turn", 11), "turn 11"),
])  # fmt: skip
def test_what_is_broken_is_told(spoil: Any, complaint: str) -> None:
    s = moving()
    assert invariants(s) == []
    spoil(s)
    assert any([complaint in each for each in invariants(s)])


def test_the_fuzzer_finds_nothing_near_an_end() -> None:
    results = fuzz_endgame(("elric", "a day's share"))
    assert results
    assert [result.finding for result in results if result.finding] == []
