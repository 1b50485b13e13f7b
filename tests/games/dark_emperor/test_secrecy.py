"""Facts hidden from every seat: the faces of the magic hex markers (5.2b, 18)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from palatine.games.dark_emperor.referee import GAME

SEATS = ("Necromancer", "Kingdoms", None)


def played(seed: int, decisions: int) -> Any:
    dice = random.Random(seed)
    s = GAME.setup(seed=bytes([seed]))
    for _ in range(decisions):
        if not s.flow:
            break
        seat = GAME.actors(s)[0]
        GAME.take(s, seat, dice.choice(GAME.actions(s, seat)))
    return s


@pytest.mark.clause("5.2b", "18")
@pytest.mark.parametrize("seed", range(4))
def test_no_seat_can_tell_a_redealt_state_from_the_true_one(seed: int) -> None:
    s = played(seed, 300 * seed)
    for seat in SEATS:
        twin = GAME.determinize(s, seat, b"seed")
        assert GAME.view(twin, seat) == GAME.view(s, seat)
        assert sorted(twin.markers.values()) == sorted(s.markers.values())
        assert set(twin.markers) == set(s.markers)


@pytest.mark.clause("5.2b")
def test_every_deal_is_possible() -> None:
    s = played(0, 1)
    deals = {tuple(sorted(GAME.determinize(s, "Kingdoms", bytes([n])).markers.items())) for n in range(40)}
    assert len(deals) > 30
    assert all([len({deal[k][1] for deal in deals}) > 4 for k in range(7)]), "any counter may lie anywhere"


def test_its_dice_are_its_own_and_the_true_state_is_untouched() -> None:
    s = played(1, 5)
    before = GAME.encode(s)
    twin = GAME.determinize(s, "Necromancer", b"x")
    assert twin.dice.key != s.dice.key
    assert GAME.determinize(s, "Necromancer", b"x") == twin
    assert GAME.encode(s) == before
