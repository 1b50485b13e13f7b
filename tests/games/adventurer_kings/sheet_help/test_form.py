"""The form of a year for a player by mail."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import FREE, at, know, put_person, run
from games.adventurer_kings.positions.treaties import GAULS, ROMANS, between
from palatine.games.adventurer_kings.components.pieces import PEACE
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER
from palatine.games.adventurer_kings.state import State


def form(s: State) -> str:
    return GAME.form(s, s.seats[ROMANS]).text


def test_a_treaty_that_the_other_left_unsigned_is_offered_again_a_year_later() -> None:
    s = between(PEACE, "treat 2")
    s.set_kingdom(ROMANS, met=(GAULS,))
    assert "#   treat 2" in form(s)
    run(s)
    assert "#   treat 2" not in form(s)
    assert "treat 2" in [each.text for each in GAME.suggest(s, s.seats[ROMANS])]
    s.sheets = [None] * len(s.seats)
    run(s)
    assert "#   treat 2" in form(s)


def test_a_treaty_that_was_signed_is_no_refusal() -> None:
    s = between(PEACE, "treat 2", "treat 1")
    s.set_kingdom(ROMANS, met=(GAULS,))
    run(s)
    assert s.kingdoms[ROMANS].refused == s.kingdoms[GAULS].refused == ()


def test_a_hero_who_would_not_come_is_not_offered_gold_again() -> None:
    s = between(PEACE)
    king = s.kingdoms[ROMANS].king
    place = s.people[king].place
    hawk = put_person(s, "Hawk", FREE, s.atlas.numbers[place])
    know(s, ROMANS, s.atlas.numbers[place])
    s.spot(ROMANS, hawk)
    line = f"HI {hawk} offer {MOST_OFFER}"
    assert at(s, s.atlas.numbers[place]) == place
    assert line in form(s)
    s.add_refused(ROMANS, line)
    assert line not in form(s)
