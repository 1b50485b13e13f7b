"""Tests of the rules by clause, with positions as text and scripted dice."""

from __future__ import annotations

import pytest

from palatine.core import Refused
from palatine.testing import scripted
from palatine.testing.examples.ford import GAME
from palatine.testing.examples.ford.state import GONE, FordState

BEGINNING = """day 1 of 6
asked North
0 Spear Alder shown
1 Knight Birch hidden
2 Scout Cedar hidden
3 Scout Xenia shown
4 Knight Yarrow hidden
5 Spear Zinnia hidden"""
YARROW, FORD, BIRCH, WEIR = 7, 4, 1, 3


def position(*lines: str) -> FordState:
    """Return the initial position with some lines replaced, matched by their first word."""
    given = {line.split()[0]: line for line in lines}
    return GAME.read_position("\n".join(given.get(line.split()[0], line) for line in BEGINNING.splitlines()))


def clause(s: FordState, seat: str, verb: str, operand: int) -> str:
    """Return the clause that forbids an action; "legal" if none does."""
    refusal = GAME.explain(s, seat, (verb, operand))
    return refusal.clause if refusal else "legal"


@pytest.mark.clause("1.2")
def test_troops_are_dealt_face_down_the_first_face_up() -> None:
    s = GAME.setup(seed=b"a deal")
    assert sorted(s.face[:3]) == sorted(s.face[3:]) == [1, 2, 3]
    assert s.shown == [1, 0, 0, 1, 0, 0]
    backs = [piece.id for piece in GAME.view(s, "South").pieces if not piece.face]
    assert backs == ["p1", "p2"]


@pytest.mark.clause("1.3")
def test_a_troop_may_be_shown_before_one_marches() -> None:
    s = GAME.play(position(), "North", ("show", 1))
    assert s.shown[1]
    assert GAME.actors(s) == ("North",)
    assert clause(s, "North", "show", 1) == "1.3"


@pytest.mark.clause("2", "4")
def test_each_side_marches_one_troop_or_rests_and_dusk_ends_the_day() -> None:
    s = GAME.play(GAME.play(position(), "North", ("piece", 1)), "North", ("go", FORD))
    assert GAME.actors(s) == ("South",)
    s = GAME.play(s, "South", ("rest", 0))
    assert (s.day, GAME.actors(s)) == (2, ("North",))


@pytest.mark.clause("2.1", "2.2", "2.3")
def test_a_march_goes_beside_not_into_deep_water_nor_onto_ones_own() -> None:
    s = position("asked North march 1")
    assert GAME.actions(s, "North") == [("go", FORD)]
    assert clause(s, "North", "go", YARROW) == "2.1"
    assert clause(s, "North", "go", 0) == "2.3"
    assert clause(position("asked North march 0"), "North", "go", WEIR) == "2.2"
    with pytest.raises(Refused, match="The water there is deep"):
        GAME.play(position("asked North march 0"), "North", ("go", WEIR))


@pytest.mark.clause("3", "3.1")
@pytest.mark.parametrize(("die", "fallen"), [(4, 4), (3, 1)])
def test_a_clash_is_a_die_and_the_strengths_and_shows_both(die: int, fallen: int) -> None:
    with scripted(position("asked North march 1", "4 Knight Ford hidden"), [("clash", die)]) as s:
        after = GAME.play(s, "North", ("go", FORD))
    assert [p for p in range(6) if after.place[p] == GONE] == [fallen]
    assert after.shown[1]
    assert after.shown[4]
    assert after.place[1] == (FORD if fallen == 4 else GONE)


@pytest.mark.clause("3.2")
@pytest.mark.parametrize(("die", "fallen"), [(5, 4), (4, 1)])
def test_out_of_the_ford_one_less(die: int, fallen: int) -> None:
    with scripted(position("asked North march 1", "1 Knight Ford hidden"), [die]) as s:
        after = GAME.play(s, "North", ("go", YARROW))
    assert after.place[fallen] == GONE


@pytest.mark.clause("4.1")
def test_a_side_without_troops_has_lost() -> None:
    last = position("asked North march 1", "3 Scout gone shown", "4 Knight Ford shown", "5 Spear gone shown")
    with scripted(last, [6]) as s:
        outcome = GAME.outcome(GAME.play(s, "North", ("go", FORD)))
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (("North",), "4.1")


@pytest.mark.clause("4.2")
@pytest.mark.parametrize(("knight", "winners"), [("Birch", ("North", "South")), ("gone", ("South",))])
def test_after_the_last_day_the_greater_strength_wins_and_equal_strength_shares(
    knight: str, winners: tuple[str, ...]
) -> None:
    s = position("day 6 of 6", "asked South", f"1 Knight {knight} shown")
    outcome = GAME.outcome(GAME.play(s, "South", ("rest", 0)))
    assert outcome is not None
    assert (outcome.winners, outcome.clause) == (winners, "4.2")
