"""Losses: as close as possible to the number due, chosen by the loser (10.7; A-31, A-39)."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import FIELD, fight, meeting, sail
from games.elric.positions.board import (
    area,
    armies_of,
    asked,
    at,
    choose,
    embark,
    new_state,
    operands,
    piece,
    put,
    refusal,
    told,
)
from palatine.games.elric.rules.combat.losses import best, fitting
from palatine.games.elric.rules.common.naval import lose_ship
from palatine.games.elric.state import LOST


@pytest.mark.clause("10.7i")
def test_the_nearest_value_without_going_beyond() -> None:
    army, other = armies_of("Vilmir")[:2]
    naclon, avan = piece("Naclon"), piece("Avan Astram")
    assert best([naclon, avan], 5) == 4
    assert best([naclon, avan, army], 5) == 5
    assert fitting([naclon, avan], 5) == [avan]
    assert fitting([naclon, avan, army], 5) == [avan, army]
    assert fitting([naclon, avan, army, other], 5) == [naclon, avan, army]
    assert fitting([avan], 3) == []


@pytest.mark.clause("10.7i", "10.6e")
def test_the_loser_picks_until_what_is_owed_is_lost() -> None:
    """The loss is 3 of Naclon (3), Avan Astram (4) and three armies: Naclon or all armies."""
    s = fight(meeting(FIELD, ["Elric", "Yishana", "Sarosto"], ["Naclon", "Avan Astram", ("Vilmir", 3)]), 3, 3)
    assert asked(s) == ("ChooseLoss", 1)
    first, second, third = armies_of("Vilmir")[:3]
    assert operands(s, "lose") == [piece("Naclon"), first]
    assert refusal(s, "lose", second).reason == "why.alike"
    assert refusal(s, "lose", "Avan Astram").reason == "why.no-fit"
    assert refusal(s, "lose", "Elric").reason == "why.lose-your-own"
    s = choose(s, "lose", first)
    assert [s.where[p] for p in (first, second, third)] == [LOST, LOST, LOST]
    assert (at(s, "Naclon"), at(s, "Avan Astram")) == ("Western Dharijor", "Western Dharijor")


@pytest.mark.clause("10.7i")
def test_a_single_leader_worth_more_than_is_owed_is_safe() -> None:
    s = fight(meeting(FIELD, ["Elric", "Yishana"], ["Avan Astram"]), 1, 1)
    assert told(s, "battle.won")[0].data["losses"] == 3
    assert not told(s, "struck-down")
    assert asked(s) == ("RetreatTo", 1)


@pytest.mark.clause("10.7i", "10.8a")
def test_a_person_who_is_lost_rolls_when_the_battle_is_over() -> None:
    s = fight(meeting(FIELD, ["Elric", "Jiku"], ["Naclon", ("Vilmir", 1)]), 1, 1)
    assert [e.data["person"] for e in told(s, "struck-down")] == [piece("Naclon")]
    assert at(s, "Naclon") == FIELD
    assert asked(s) == ("RetreatTo", 1)
    s = choose(s, "retreat", "Sequa", rolls=[("escape", 2)])
    assert asked(s) == ("ChooseRefuge", 1)
    s = choose(s, "to", "Sequa")
    assert told(s, "escape.saved")
    assert at(s, "Naclon") != FIELD


@pytest.mark.clause("10.7i")
def test_parenthesised_people_are_no_losses() -> None:
    s = fight(meeting(FIELD, ["Elric", "Jiku"], ["Sharilla", ("Ilmiora", 2)]), 1, 1)
    assert [s.where[p] for p in armies_of("Ilmiora")[:2]] == [LOST, LOST]
    assert at(s, "Sharilla") == FIELD
    assert asked(s) == ("RetreatTo", 1)


@pytest.mark.clause("10.7j", "7.3c", "10.7i")
def test_at_sea_ships_and_people_are_lost_and_armies_without_room() -> None:
    """5 of a galley (4), a transport (2) and Hilran (3) are lost: Hilran and the transport.

    The galley has room for one army.
    """
    s = new_state()
    sail(s, 0, "pale", "Golden Battle Barge", "Elric", "Yishana", ("Pan Tang", 2))
    sail(s, 1, "pale", "Tarkesh galley")
    sail(s, 1, "pale", "Tarkesh transport", "Hilran", ("Tarkesh", 2))
    s = fight(s, 2, 2)
    assert asked(s) == ("ChooseLoss", 1)
    assert operands(s, "lose") == [piece("Hilran"), piece("Tarkesh transport")]
    assert refusal(s, "lose", armies_of("Tarkesh")[0]).reason == "why.no-loss"
    s = choose(s, "lose", "Tarkesh transport")
    assert [s.where[p] for p in armies_of("Tarkesh")[:2]] == [area("pale"), LOST]
    assert s.ship[armies_of("Tarkesh")[0]] == piece("Tarkesh galley")
    assert [e.data["person"] for e in told(s, "struck-down")] == [piece("Hilran")]


@pytest.mark.clause("10.7j", "10.8d")
def test_people_of_a_lost_ship_without_another_roll_too() -> None:
    s = new_state()
    sail(s, 0, "pale", "Golden Battle Barge", "Elric")
    sail(s, 1, "pale", "Tarkesh galley", "Hilran", "Sharilla")
    s = fight(s, ("attack", 4), ("defence", 1), ("escape", 3))
    assert told(s, "battle.won")[0].data["losses"] == 5
    assert s.where[piece("Tarkesh galley")] == LOST
    assert [e.data["person"] for e in told(s, "struck-down")] == [piece("Sharilla"), piece("Hilran")]


@pytest.mark.clause("10.7a")
def test_the_winner_loses_nothing() -> None:
    s = meeting(FIELD, ["Yaris", ("Pikarayd", 3)], [("Jharkor", 1)])
    put(s, 1, FIELD, "Dharmit")
    s = fight(s, 6, 1)
    assert [s.where[p] for p in armies_of("Pikarayd")[:3]] == [area(FIELD)] * 3


@pytest.mark.clause("7.3c", "10.7j")
def test_from_a_lost_ship_they_go_over_to_the_others_as_far_as_there_is_room() -> None:
    s = new_state()
    put(s, 0, "st_vilmir", "Vilmir galley", "Vilmir transport", "Naclon", ("Vilmir", 4))
    first, *rest = armies_of("Vilmir")[:4]
    embark(s, "Vilmir galley", "Naclon", first)
    embark(s, "Vilmir transport", *rest)
    lose_ship(s, piece("Vilmir transport"))
    assert (at(s, "Naclon"), {s.where[p] for p in rest}) == ("Straits of Vilmir", {LOST})
    assert s.ship == {piece("Naclon"): piece("Vilmir galley"), first: piece("Vilmir galley")}


@pytest.mark.clause("7.3d", "10.7j")
def test_from_the_last_ship_people_escape_and_armies_drown() -> None:
    s = new_state()
    sail(s, 0, "eshm_sea", "Golden Battle Barge", "Elric", "Yishana")
    sail(s, 1, "eshm_sea", "Vilmir galley", "Naclon", ("Vilmir", 1))
    put(s, 1, "Jadmar", "Avan Astram")
    s = fight(s, ("attack", 6), ("defence", 1), ("escape", 6))
    assert {s.where[p] for p in (piece("Vilmir galley"), piece("Naclon"), armies_of("Vilmir")[0])} == {LOST}
    assert [e.data["piece"] for e in told(s, "escape.fails")] == [piece("Naclon")]


@pytest.mark.clause("10.7j", "10.8a")
def test_people_of_a_ship_lost_in_battle_go_aboard_another_without_a_roll() -> None:
    """2 of a galley (4) and a transport (2) are lost: the transport.

    Neither Hilran, aboard it, nor Sharilla rolls.
    """
    s = new_state()
    sail(s, 0, "pale", "Golden Battle Barge", "Yishana")
    sail(s, 1, "pale", "Tarkesh galley")
    sail(s, 1, "pale", "Tarkesh transport", "Hilran", "Sharilla")
    s = fight(s, ("attack", 3), ("defence", 3))
    assert told(s, "battle.won")[0].data["losses"] == 2
    assert s.where[piece("Tarkesh transport")] == LOST
    assert {s.ship[piece(who)] for who in ("Hilran", "Sharilla")} == {piece("Tarkesh galley")}
    assert not told(s, "struck-down")


@pytest.mark.clause("16.8c", "16.8d", "10.8d")
def test_nobody_steps_over_from_a_lost_chaos_fleet() -> None:
    """Both ships of seat 1 are in one sea.

    6 and 5 fight 2 and 1, and the Chaos Fleet is lost.
    """
    s = new_state()
    sail(s, 1, "eshm_sea", "Chaos Fleet", "Sarosto")
    sail(s, 1, "eshm_sea", "Dharijor transport", "Karnaal")
    drowned = put(s, 1, "eshm_sea", ("Dharijor", 2))
    embark(s, "Chaos Fleet", *drowned)
    people = lose_ship(s, piece("Chaos Fleet"))
    assert people == (piece("Sarosto"),)
    assert {s.where[p] for p in drowned} == {LOST}
    assert s.ship == {piece("Karnaal"): piece("Dharijor transport")}


@pytest.mark.clause("16.8c", "16.8d")
@pytest.mark.parametrize(("die", "saved"), [(4, True), (5, False)])
def test_who_is_aboard_the_chaos_fleet_when_it_is_lost_in_battle_must_escape(die: int, saved: bool) -> None:
    """33 against 17: the Chaos Fleet (6) and the galley (4) are lost.

    The transport could carry three armies.
    """
    s = new_state()
    sail(s, 0, "eshm_sea", "Golden Battle Barge", "Elric", "Yishana", "Dharmit", "Smiorgan", "Kargan")
    sail(s, 1, "eshm_sea", "Chaos Fleet", "Sarosto", ("Dharijor", 2))
    put(s, 1, "eshm_sea", "Dharijor transport", "Dharijor galley")
    put(s, 1, "Gromoorva", "Admiral of Dharijor")
    s = choose(fight(s, ("attack", 3), ("defence", 1)), "lose", "Chaos Fleet", rolls=[("escape", die)])
    assert {s.where[p] for p in armies_of("Dharijor")[:2]} == {LOST}
    assert not s.ship.keys() & {piece("Sarosto")}
    assert (s.where[piece("Sarosto")] >= 0 or asked(s) == ("ChooseRefuge", 1)) is saved


@pytest.mark.clause("10.8a", "10.7i")
def test_who_is_lost_with_a_ship_falls_once() -> None:
    """The galley and Naclon, aboard it, are both lost, and no other ship is there."""
    s = new_state()
    sail(s, 0, "eshm_sea", "Golden Battle Barge", "Elric", "Yishana", "Sarosto")
    sail(s, 1, "eshm_sea", "Vilmir galley", "Naclon")
    put(s, 1, "Jadmar", "Avan Astram")
    s = fight(s, ("attack", 6), ("defence", 1), ("escape", 6))
    assert [entry.data["person"] for entry in told(s, "struck-down")] == [piece("Naclon")]
