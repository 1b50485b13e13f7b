"""Treasuries: their contents and transfer (SET-16, ADV-06, ADV-10, DIS-05, DIS-12)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import ARDEA, dice, hargaar, hold, order, person, put, refused, told
from palatine.games.lord_and_master.rules.actions import revenue
from palatine.games.lord_and_master.rules.common import captives, casualties, control, money, treasuries
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State

TAX = "char Ralph: tax"


def realm(**nation: object) -> State:
    """Return a match with Ralph in 65 and Otto in 66, both held by their nation.

    Nora of another nation is beside them in 56.
    """
    state = hargaar(**{"classes": ("W", "P", "T", "M", "H"), "kinds": ("RED", "MF"), **nation})
    hold(state, 0, 65, 66)
    hold(state, 1, 56)
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto T1", 0, 66)
    person(state, "Nora W2", 1, 56)
    state.set_nation(1, advantages=(), disadvantages=(), site=0)
    return state


def raided(state: State, text: str = "char Nora: lead take HFC 1, go 65") -> Turn:
    """Let Nora enter the place of the treasury with troops; return the turn."""
    put(state, "HFC 1", 1, 56)
    turn = Turn(state)
    order(turn, 1, text, [("escape", 1)] if state.people_at(65, 0) and "65" in text else [])
    return turn


# The treasury


@pytest.mark.clause("LM-SET-16")
def test_a_sacked_treasury_goes_to_the_enemy_and_is_founded_anew_where_most_units_are() -> None:
    state = realm(site=65)
    put(state, "MFC 2", 0, 66)
    put(state, "MFC 3", 0, ARDEA)
    put(state, "MFC 9", 1, ARDEA + 1)
    raided(state)
    assert [nation.gold for nation in state.nations] == [0, 200]
    assert state.nations[0].site == ARDEA
    money.gain(Turn(state), 0, 30, "price")
    assert (state.nations[0].gold, state.nations[0].site) == (30, ARDEA)


@pytest.mark.clause("LM-SET-16")
@pytest.mark.parametrize(
    ("units", "site"),
    [({57: 2, 66: 2}, 66), ({66: 1, 57: 2}, 57), ({64: 2, 74: 2}, 64), ({}, 66), ({108: 1}, 108)],
)
def test_of_equal_stacks_the_nearest_then_the_lowest_without_any_the_leader(
    units: dict[int, int], site: int
) -> None:
    state = realm(site=65)
    state.set_person(1, place=66)
    for place, count in units.items():
        put(state, f"MFC {count}", 0, place)
    raided(state)
    assert state.nations[0].site == site


@pytest.mark.clause("LM-SET-16", "LM-SET-15")
def test_a_treasury_in_a_city_is_not_sacked_from_the_square_around_it_nor_by_friends() -> None:
    state = realm(site=259)
    hold(state, 0, 59, ARDEA)
    state.set_person(3, place=60)
    put(state, "HFC 1", 1, 60)
    order(Turn(state), 1, "char Nora: lead take HFC 1, go 59")
    assert (state.holder(59), state.nations[0].gold, state.nations[0].site) == (1, 100, 259)
    state = realm(site=65)
    state.alliances = [(0, 1)]
    put(state, "HFC 1", 1, 56)
    order(Turn(state), 1, "char Nora: lead take HFC 1, go 65")
    assert (state.nations[0].gold, state.nations[0].site) == (100, 65)


@pytest.mark.clause("LM-SET-16", "LM-A-13")
def test_a_treasury_founded_anew_stays_until_it_is_moved_or_sacked_again() -> None:
    state = realm(site=65)
    put(state, "MFC 2", 0, 66)
    raided(state)
    put(state, "MFC 8", 0, 74)
    hold(state, 0, 74)
    assert state.nations[0].site == 66
    state.set_person(2, place=74)
    order(Turn(state), 0, "char Otto: treasury")
    assert state.nations[0].site == 74


# Mobile treasury


@pytest.mark.clause("LM-ADV-06")
def test_a_mobile_treasury_is_where_the_leader_is_and_is_not_moved_otherwise() -> None:
    state = realm(advantages=("mobile-treasury",))
    order(Turn(state), 0, "char Ralph: move 74")
    assert treasuries.site(state, 0) == 74
    assert refused(Turn(state), 0, "char Otto: treasury") == "LM-ADV-06"
    put(state, "HFC 1", 1, 56)
    order(Turn(state), 1, "char Nora: lead take HFC 1, go 65")
    assert state.nations[0].gold == 100


@pytest.mark.clause("LM-ADV-06")
def test_a_mobile_treasury_is_lost_with_a_captured_leader() -> None:
    state = realm(advantages=("mobile-treasury",))
    casualties.capture(Turn(state), 1, 1)
    assert [nation.gold for nation in state.nations] == [0, 200]


@pytest.mark.clause("LM-ADV-06")
@pytest.mark.parametrize(("field", "gold"), [(None, 100), (0, 100), (1, 0), (NEUTRAL, 0)])
def test_when_the_leader_dies_it_goes_on_with_the_next_unless_enemies_hold_the_field(
    field: int | None, gold: int
) -> None:
    state = realm(advantages=("mobile-treasury",))
    casualties.kill(Turn(state), 1, 1, field)
    assert state.nations[0].gold == gold
    assert treasuries.site(state, 0) == 66


@pytest.mark.clause("LM-ADV-06")
def test_a_partner_who_holds_the_field_saves_it() -> None:
    state = realm(advantages=("mobile-treasury",))
    state.alliances = [(0, 1)]
    casualties.kill(Turn(state), 1, NEUTRAL, 1)
    assert [nation.gold for nation in state.nations] == [100, 100]


@pytest.mark.clause("LM-ADV-06")
def test_while_the_leader_is_a_prisoner_a_mobile_treasury_takes_in_taxes_and_tribute() -> None:
    """Cropland yields tax 7 and tribute 2.

    The captor gets the gold present when he takes Ralph, and again at a second capture.
    """
    state = realm(advantages=("mobile-treasury",), disadvantages=())
    state.set_person(2, place=65)
    state.holders.pop(66)
    turn = Turn(state)
    casualties.capture(turn, 1, 1)
    order(turn, 0, "char Otto: tax")
    assert [nation.gold for nation in state.nations] == [7, 200]
    revenue.tribute(turn)
    assert state.nations[0].gold == 9
    assert money.purse(turn, 0) == 9, "Ralph need not be free for it to be spent"
    captives.free_person(turn, 1)
    assert state.nations[0].gold == 9
    casualties.capture(turn, 1, 1)
    assert state.nations[0].gold == 0


# Gold


@pytest.mark.clause("LM-ADV-10")
def test_good_administration_adds_a_quarter_to_taxes_and_tribute_and_to_nothing_else() -> None:
    state = realm(advantages=("good-administration",))
    turn = Turn(state)
    order(turn, 0, TAX)
    assert state.nations[0].gold == 100 + 9
    hold(state, 0, 67)
    revenue.tribute(turn)
    assert state.nations[0].gold == 109 + 6
    control.conquer(turn, 74, 0, force=True)
    assert state.nations[0].gold == 115 + 50
    money.gain(turn, 0, 10, "price")
    assert state.nations[0].gold == 165 + 10


@pytest.mark.clause("LM-DIS-12")
@pytest.mark.parametrize(
    ("face", "tax", "loot"), [(1, 7, 48), (2, 6, 45), (3, 6, 42), (4, 6, 40), (5, 5, 38), (6, 5, 35)]
)
def test_corruption_takes_five_percent_a_pip_of_each_tax_and_each_loot(face: int, tax: int, loot: int) -> None:
    state = realm(disadvantages=("corruption",))
    turn = Turn(state)
    order(turn, 0, TAX, [("corruption", face)])
    assert state.nations[0].gold == 100 + tax
    with dice(state, [("corruption", face)]):
        control.conquer(turn, 74, 0, force=True)
    assert state.nations[0].gold == 100 + tax + loot


@pytest.mark.clause("LM-DIS-12")
def test_corruption_is_thrown_once_for_the_tribute_of_a_turn_and_not_for_sales() -> None:
    state = realm(disadvantages=("corruption",))
    hold(state, 0, 67, 76)
    turn = Turn(state)
    with dice(state, [("corruption", 6)]):
        revenue.tribute(turn)
    assert state.nations[0].gold == 100 + 6
    money.gain(turn, 0, 10, "price")
    assert state.nations[0].gold == 116


@pytest.mark.clause("LM-DIS-12", "LM-IPR-11")
def test_what_is_taken_from_a_fallen_nation_is_loot() -> None:
    state = realm()
    state.set_nation(0, disadvantages=("corruption",))
    state.set_nation(1, site=56, gold=100)
    turn = Turn(state)
    state.holders[56] = 0
    with dice(state, [("corruption", 6)]):
        casualties.kill(turn, 3, 0)
    assert state.nations[1].out
    assert state.nations[0].gold == 100 + 70


def withdraw(state: State) -> None:
    """Move Nora away from 65 and remove her troops."""
    state.set_person(3, place=56)
    for n in state.units_at(65):
        del state.units[n]


# Holy treasury


@pytest.mark.clause("LM-DIS-05")
def test_a_holy_treasury_sacked_means_no_gold_at_all_until_its_site_is_regained() -> None:
    state = realm(site=65, disadvantages=("holy-treasury",))
    put(state, "MFC 2 RED 1", 0, 66)
    turn = raided(state)
    assert (state.nations[0].holy_site, state.nations[0].site) == (65, 66)
    state.set_person(1, place=66)
    assert [entry.kind for entry in order(turn, 0, TAX)] == ["holy-lost"]
    for kind in ("tax", "tribute", "loot", "price"):
        assert money.gain(turn, 0, 50, kind) == 0
    assert (state.nations[0].gold, money.purse(turn, 0)) == (0, 0)
    state.set_nation(0, gold=40)
    assert refused(turn, 0, "equip RED 1 -> MFD at 66") == "LM-TT-15"
    withdraw(state)
    turn = Turn(state)
    entries = order(turn, 0, "char Ralph: lead take MFC 2, go 65")
    assert told(entries, "regained")
    assert (state.nations[0].holy_site, state.nations[0].site) == (0, 65)
    assert money.gain(turn, 0, 50, "loot") == 50
    order(turn, 0, "equip RED 1 -> MFD at 66")
    assert state.nations[0].gold == 40 + 50 - 5


@pytest.mark.clause("LM-DIS-05")
def test_what_lies_at_the_holy_site_comes_in_when_it_is_regained() -> None:
    state = realm(site=65, disadvantages=("holy-treasury",))
    put(state, "MFC 2", 0, 66)
    raided(state)
    withdraw(state)
    state.set_nation(1, site=65)
    state.set_person(1, place=66)
    state.coffers[65] = 50
    order(Turn(state), 0, "char Ralph: lead take MFC 2, go 65")
    assert [nation.gold for nation in state.nations] == [250, 0]


@pytest.mark.clause("LM-DIS-05")
def test_a_treasury_that_is_not_holy_can_be_used_on() -> None:
    state = realm(site=65)
    turn = raided(state)
    assert state.nations[0].holy_site == 0
    assert money.gain(turn, 0, 50, "loot") == 50
