"""Advice of the captain, with its reasons."""

from __future__ import annotations

import re

import pytest

from games.adventurer_kings.positions.captains import near_the_crown
from games.adventurer_kings.positions.realm import (
    NATIVE,
    bare_state,
    know,
    new_state,
    own,
    put_army,
    set_land,
)
from games.adventurer_kings.positions.worlds import sample_world
from pace import sampled
from palatine.core.guidance.advice import Advice
from palatine.games.adventurer_kings.bot import Captain
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def advice(s: State) -> Advice:
    return Captain(GAME).advise(s, s.seats[0])


def borderland(count: int) -> State:
    """Return a King with this number of Legions beside a Prosperous plain of Orcs."""
    s = new_state()
    own(s, 0, 504)
    for _ in range(count):
        put_army(s, "LE", 0, 504, leader=1)
    set_land(s, 505, race=tables.ORC, types=(tables.PHALANX,), tax=5)
    know(s, 0, 505, owner=NATIVE)
    s.set_kingdom(0, gold=0)
    return s


@pytest.mark.parametrize("number", sampled(range(3)))
def test_it_is_the_captains_own_sheet_and_the_same_wherever_a_seat_knows_the_same(number: int) -> None:
    s = sample_world(number)
    for seat in s.seats[:4]:
        told = Captain(GAME).advise(s, seat)
        assert GAME.parse(told.sheet) == Captain(GAME).decide(s, seat)
        assert Captain(GAME).advise(GAME.determinize(s, seat, b"twin"), seat) == told
        assert told.reasons
        assert all(reason.clause in GAME.clauses for reason in (*told.reasons, *told.alternatives))
        assert not any(text[0].islower() for text in (told.text, *(each.text for each in told.reasons)))


def test_a_march_is_told_with_its_chance() -> None:
    told = advice(borderland(8))
    assert told.text == "The captain would send King1 against Nowhere (505)."
    assert told.reasons[1].text.startswith("King1 attacks Nowhere (505): ")
    assert told.sure > 0.72


def test_the_chance_of_a_battle_is_that_of_the_preview() -> None:
    s = borderland(4)
    told = advice(s)
    odds = GAME.preview_sheet(s, s.seats[0], GAME.parse(told.sheet)).odds[0]
    won = odds.results[0].chance
    assert 0 < won < 1
    assert told.sure == round(won, 2)
    assert f": {round(100 * won)}% to take it" in told.reasons[1].text


def test_what_is_too_strong_is_told_as_left_alone() -> None:
    told = advice(borderland(1))
    assert "march nowhere" in told.text
    assert told.alternatives[0].text == "March on Nowhere (505)"
    assert told.alternatives[0].reason.startswith("Only ")
    assert told.sure == 0


def test_the_aim_of_the_year_comes_first_with_the_distances_to_the_crown() -> None:
    told = advice(borderland(1))
    assert re.fullmatch(
        r"The aim is growth: you hold about \d+% of the world's taxes; an Emperor needs 50%\.",
        told.reasons[0].text,
    )
    assert told.alternatives[-1].text == "Attack all neighbours at low odds"
    assert told.alternatives[-1].reason.startswith("The reign does not close yet")


def test_a_rival_near_the_crown_is_named_as_the_reason_of_the_aim() -> None:
    far, near = advice(near_the_crown(0.2)), advice(near_the_crown(0.4))
    assert "Keep the crown from" in " ".join(each.text for each in far.alternatives)
    assert near.reasons[0].text.startswith("The aim is to keep the crown from")
    assert "holds about 34% of the world's taxes" in near.reasons[0].text
    assert not any("Keep the crown" in each.text for each in near.alternatives)


def test_before_the_first_year_it_is_a_king() -> None:
    s = bare_state(8)
    told = advice(s)
    assert told.text.startswith("The captain would rule as Aldric")
    assert GAME.check(s, s.seats[0], GAME.parse(told.sheet)) == []
    assert GAME.is_setting_up(s, s.seats[0])
    assert not GAME.is_setting_up(new_state(), "King 1")
