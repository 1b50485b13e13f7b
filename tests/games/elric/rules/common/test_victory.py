"""The end of the game, and its winners (5.0, 14)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    VILMIR,
    area,
    arm,
    give_cards,
    new_state,
    piece,
    power,
    put,
    rule,
    run,
    take_card,
    told,
)
from palatine.games.elric import GAME
from palatine.games.elric.components.pieces import PIECES_OF
from palatine.games.elric.rules.common import victory
from palatine.games.elric.rules.common.relocation import lay_aside
from palatine.games.elric.rules.common.victory import CheckEliminations, FinalCount, settle_duel
from palatine.games.elric.state import AWAY, NOBODY, OFF, TRACK, Hold

CAPITALS = ("Banarva", "Gromoorva", "Dhakos", "Aflitain", "Iosaz", "Jadmar", "Hwamgaarl")


def three() -> Any:
    """Return a match of three kingdoms, each with a leader at home."""
    s = new_state("conflict-long")
    put(s, 0, "Dhakos", "Dharmit", ("Jharkor", 3))
    put(s, 1, "Iosaz", "Voashoon", ("Lormyr", 3))
    put(s, 2, "Jadmar", "Naclon", ("Vilmir", 3))
    return s


def hold(s: Any, seat: int, city: str, victim: int = NOBODY) -> None:
    s.holds[area(city)] = Hold(seat, victim)


def ended(s: Any, how: int = 0) -> Any:
    """Return the outcome after ten turns (0), or as the world ends in Law (1) or Chaos (-1)."""
    s.flow.append(FinalCount())
    s.tipped = how
    if how:
        victory.world_ended(s)
        return s.outcome
    return run(s).outcome


# Imrryr


@pytest.mark.clause("5.0e")
@pytest.mark.parametrize("how", [0, 1, -1])
def test_who_holds_imrryr_at_the_end_wins_before_every_other_test(how: int) -> None:
    s = three()
    hold(s, 1, "Imrryr")
    for city in ("Iosaz", "Jadmar"):
        hold(s, 0, city, 1)
    give_cards(s, "Naclon", "Runestaff")
    arm(s, "Naclon", "Mournblade")
    outcome = ended(s, how)
    assert (outcome.winners, outcome.margin, outcome.clause) == (("Jade",), "imrryr", "5.0e")


@pytest.mark.clause("5.0e")
def test_taking_imrryr_decides_at_once_only_by_choice() -> None:
    s = three()
    victory.imrryr(s, 1)
    assert s.outcome is None
    now = three()
    now.options = {**now.options, "imrryr": "at once"}
    victory.imrryr(now, 1)
    assert (now.outcome.winners, now.flow) == (("Jade",), [])


# The end of the world


@pytest.mark.clause("5.0g")
def test_at_a_worlds_end_in_law_the_runestaff_wins() -> None:
    s = three()
    give_cards(s, "Naclon", "Runestaff")
    give_cards(s, "Dharmit", "Donblas", "Arrows of Law")
    outcome = ended(s, 1)
    assert (outcome.winners, outcome.margin, outcome.clause) == (("Ruby",), "runestaff", "5.0g")
    assert told(s, "world-ended")[0].data == {"alignment": 0}


@pytest.mark.clause("5.0h")
def test_without_the_runestaff_the_greatest_total_of_law_wins() -> None:
    s = three()
    give_cards(s, "Naclon", "Sleep", "Arioch")
    give_cards(s, "Dharmit", "Jeweled Bird")
    outcome = ended(s, 1)
    assert (outcome.winners, outcome.clause) == (("Amber",), "5.0h"), "a value in parentheses counts"
    assert outcome.data["total"] == 4


@pytest.mark.clause("5.0g", "13.4c")
def test_a_runestaff_that_is_maintained_wins_too() -> None:
    s = three()
    put(s, 1, "Iosaz", "Mage of Lormyr")
    s.maintained[piece("Mage of Lormyr")] = take_card(s, "Runestaff")
    give_cards(s, "Naclon", "Donblas")
    outcome = ended(s, 1)
    assert (outcome.winners, outcome.margin, outcome.clause) == (("Jade",), "runestaff", "5.0g")


@pytest.mark.clause("5.0h")
def test_a_runestaff_with_nobodys_elric_is_nobodys() -> None:
    s = three()
    put(s, NOBODY, "Bakshaan", "Elric")
    give_cards(s, "Elric", "Runestaff")
    give_cards(s, "Naclon", "Sleep")
    outcome = ended(s, 1)
    assert (outcome.winners, outcome.clause, outcome.data["total"]) == (("Ruby",), "5.0h", 2)


@pytest.mark.clause("5.0i")
def test_at_a_worlds_end_in_chaos_mournblade_wins() -> None:
    s = three()
    put(s, 2, "Jadmar", "Dyvim Tvar")
    arm(s, "Dyvim Tvar", "Mournblade")
    give_cards(s, "Dharmit", "Arioch")
    outcome = ended(s, -1)
    assert (outcome.winners, outcome.margin, outcome.clause) == (("Ruby",), "mournblade", "5.0i")


@pytest.mark.clause("5.0j")
def test_without_mournblade_the_greatest_total_of_chaos_wins() -> None:
    s = three()
    give_cards(s, "Dharmit", "Arioch")
    give_cards(s, "Naclon", "Chardros", "Xiombarg", "Donblas")
    s.maintained[piece("Voashoon")] = give_cards(s, "Voashoon", "Balan")[0]
    s.hand = {p: spells for p, spells in s.hand.items() if p != piece("Voashoon")}
    outcome = ended(s, -1)
    assert (outcome.winners, outcome.clause, outcome.data["total"]) == (("Ruby",), "5.0j", 8)
    assert victory.spell_total(s, 1, victory.CHAOS) == 3, "what is maintained is held"


@pytest.mark.clause("5.0j")
def test_equal_totals_share_and_all_equal_draw() -> None:
    s = three()
    give_cards(s, "Dharmit", "Chardros")
    give_cards(s, "Naclon", "Xiombarg")
    outcome = ended(s, -1)
    assert (outcome.winners, outcome.margin) == (("Amber", "Ruby"), "shared")
    outcome = ended(three(), -1)
    assert (outcome.winners, outcome.margin) == ((), "draw")


# Capitals


@pytest.mark.clause("5.0k", "5.0d")
def test_most_capitals_of_enemies_win_when_ten_turns_are_over() -> None:
    s = three()
    hold(s, 0, "Iosaz", 1)
    hold(s, 1, "Banarva")
    hold(s, 1, "Gromoorva")
    hold(s, 2, "Ramasaz", 1)
    outcome = ended(s)
    assert (outcome.winners, outcome.margin, outcome.clause) == (("Amber",), "capitals", "5.0k")
    assert (outcome.data["enemy"], outcome.data["neutral"]) == (1, 0), "a city is no capital"


@pytest.mark.clause("5.0k")
def test_at_equality_captured_neutral_capitals_are_added() -> None:
    s = three()
    hold(s, 0, "Iosaz", 1)
    hold(s, 1, "Jadmar", 2)
    hold(s, 1, "Banarva")
    assert ended(s).winners == ("Jade",)
    hold(s, 0, "Aflitain")
    outcome = ended(s)
    assert (outcome.winners, outcome.margin) == (("Amber", "Jade"), "shared")


@pytest.mark.clause("5.0k")
def test_main_cities_of_wild_nations_are_no_capitals_and_without_any_it_is_a_draw() -> None:
    s = three()
    hold(s, 0, "Dhoz-Kam")
    hold(s, 1, "Org", 2)
    outcome = ended(s)
    assert (outcome.winners, outcome.margin) == ((), "draw")


# Who is left


@pytest.mark.clause("5.0f")
def test_who_has_neither_people_nor_nation_is_out() -> None:
    s = three()
    rule(s, NOBODY, "Jharkor")
    s.lift(s.pieces(0, area("Dhakos"))[:1], OFF)
    hold(s, 0, "Banarva")
    after = run(s, CheckEliminations())
    assert after.out == (0,)
    assert area("Banarva") not in after.holds
    assert not after.stacks[0], "what is left without a leader goes too"
    assert after.outcome is None
    assert told(after, "player-out")[0].data == {"seat": 0}


@pytest.mark.clause("5.0f")
def test_a_nation_a_nation_to_come_or_one_person_keeps_a_player_in() -> None:
    s = three()
    s.lift(s.pieces(0, area("Dhakos")), OFF)
    assert run(s, CheckEliminations()).out == (), "Jharkor is still his"
    rule(s, NOBODY, "Jharkor")
    s.coming[power("Tarkesh")] = 0
    assert run(s, CheckEliminations()).out == ()
    s.coming.clear()
    put(s, 0, "Tanelorn", "Rackhir")
    assert run(s, CheckEliminations()).out == ()


@pytest.mark.clause("5.0f")
def test_the_last_one_wins() -> None:
    s = three()
    rule(s, NOBODY, "Jharkor", "Vilmir")
    for seat, city in ((0, "Dhakos"), (2, "Jadmar")):
        s.lift(s.pieces(seat, area(city)), OFF)
    after = run(s, CheckEliminations())
    assert after.outcome.winners == ("Jade",)
    assert after.outcome.margin == "last"


# The scenarios that name their winner


@pytest.mark.clause("14.2b", "5.0f")
@pytest.mark.parametrize(("seat", "winner", "margin"), [
    (0, "Amber", "masters.upstart"), (1, "Jade", "masters.melnibone"), (NOBODY, "Jade", "masters.melnibone"),
])  # fmt: skip
@pytest.mark.parametrize("how", [0, 1, -1])
def test_dragon_masters(seat: int, winner: str, margin: str, how: int) -> None:
    s = new_state("dragon-masters", 2)
    put(s, 0, "Hwamgaarl", "Jagreen Lern")
    put(s, 1, "Imrryr", "Cymoril")
    give_cards(s, "Jagreen Lern", "Runestaff")
    rule(s, seat, "Melnibone")
    outcome = ended(s, how)
    assert (outcome.winners, outcome.margin, outcome.clause) == ((winner,), margin, "14.2b")


@pytest.mark.clause("14.2b")
def test_pan_tang_alone_must_still_take_imrryr() -> None:
    s = new_state("dragon-masters", 2)
    put(s, 0, "Hwamgaarl", "Jagreen Lern")
    after = run(s, CheckEliminations())
    assert after.out == (1,)
    assert after.outcome is None
    s = new_state("dragon-masters", 2)
    put(s, 1, "Imrryr", "Cymoril")
    assert run(s, CheckEliminations()).outcome.winners == ("Jade",), "nobody is left to take it"


@pytest.mark.clause("14.3b", "14.3c", "14.3d", "5.0f")
@pytest.mark.parametrize(("taken", "winners", "margin", "clause"), [
    ({}, ("Amber",), "successor.marginal", "14.3d"),
    ({"Hwamgaarl": 0}, ("Amber",), "successor.marginal", "14.3d"),
    ({"Hwamgaarl": 0, "Gromoorva": 0}, ("Amber",), "successor.jharkor", "14.3c"),
    ({"Aflitain": 1, "Dhakos": 1}, ("Amber",), "successor.marginal", "14.3d"),
    ({"Aflitain": 1, "Dhakos": 1, "Banarva": 1}, ("Jade",), "successor.pan-tang", "14.3b"),
    ({"Aflitain": 1, "Dhakos": 1, "Banarva": 1, "Hwamgaarl": 0, "Gromoorva": 0}, (), "draw", "14.3b"),
])  # fmt: skip
@pytest.mark.parametrize("how", [0, -1])
def test_successor(taken: dict[str, int], winners: tuple[str, ...], margin: str, clause: str, how: int) -> None:
    s = new_state("successor", 2)
    rule(s, 0, "Shazaar", "Jharkor", "Tarkesh")
    rule(s, 1, "Pan Tang", "Dharijor")
    for city, seat in taken.items():
        hold(s, seat, city, 1 - seat)
    outcome = ended(s, how)
    assert (outcome.winners, outcome.margin, outcome.clause) == (winners, margin, clause)


@pytest.mark.clause("14.7b")
def test_the_duel_is_over_when_one_has_the_other() -> None:
    s = new_state("duel", 2)
    put(s, 0, "Bakshaan", "Elric")
    put(s, 1, "Hwamgaarl", "Theleb K'aarna")
    assert run(s, CheckEliminations()).outcome is None
    gone = s.copy()
    gone.lift((piece("Theleb K'aarna"),), OFF)
    assert run(gone, CheckEliminations()).outcome.margin == "duel.elric"
    caught = s.copy()
    caught.set_owner((piece("Elric"),), 1)
    assert run(caught, CheckEliminations()).outcome.winners == ("Jade",)
    away = s.copy()
    away.lift((piece("Elric"),), TRACK)
    assert run(away, CheckEliminations()).outcome is None, "he will be back"
    turned = s.copy()
    turned.set_owner((piece("Theleb K'aarna"),), 0)
    assert run(turned, CheckEliminations()).outcome.margin == "duel.elric", "with Pan Tang he has come over"


@pytest.mark.clause("14.7b", "5.0f")
def test_in_the_duel_elrics_player_is_in_the_game_while_nobody_controls_elric() -> None:
    s = new_state("duel", 2)
    put(s, NOBODY, "Bakshaan", "Elric")
    put(s, 1, "Hwamgaarl", "Theleb K'aarna")
    after = run(s, CheckEliminations())
    assert (after.out, after.outcome) == ((), None)


@pytest.mark.clause("5.0k")
def test_those_behind_the_winner_are_ranked_by_the_capitals_they_have_taken_and_who_is_out_comes_last() -> None:
    s = three()
    for city in ("Iosaz", "Jadmar"):
        hold(s, 0, city, 1)
    hold(s, 2, "Banarva")
    s.flow.append(FinalCount())
    over = run(s)
    assert GAME.outcome(over).ranks == (("Amber",), ("Ruby",), ("Jade",))  # type: ignore[union-attr]
    over.out = (2,)
    assert GAME.outcome(over).ranks == (("Amber",), ("Jade",), ("Ruby",))  # type: ignore[union-attr]


@pytest.mark.clause("5.0e")
def test_the_successor_wars_too_are_won_by_who_holds_imrryr() -> None:
    s = new_state("successor", 2)
    hold(s, 1, "Imrryr")
    outcome = ended(s)
    assert (outcome.winners, outcome.margin, outcome.clause) == (("Jade",), "imrryr", "5.0e")


@pytest.mark.clause("14.7b")
def test_the_duel_is_drawn_when_both_are_lost() -> None:
    s = new_state("duel", 2)
    put(s, 0, "Bakshaan", "Elric")
    put(s, 1, "Hwamgaarl", "Theleb K'aarna")
    s.lift((piece("Elric"), piece("Theleb K'aarna")), OFF)
    assert settle_duel(s)
    assert (s.outcome.winners, s.outcome.margin) == ((), "draw")


@pytest.mark.clause("5.0f")
def test_a_nation_that_was_to_come_to_a_player_who_leaves_can_be_mustered() -> None:
    s = new_state()
    rule(s, 0, "Vilmir")
    s.coming[VILMIR] = 2
    lay_aside(s, PIECES_OF[VILMIR], AWAY, 0)
    victory.depart(s, 0)
    assert {(s.where[p], s.owner[p]) for p in PIECES_OF[VILMIR]} == {(OFF, NOBODY)}
    assert s.coming == {}


@pytest.mark.clause("14.7b")
@pytest.mark.parametrize("lost", ["Elric", "Theleb K'aarna"])
def test_the_duel_is_settled_when_either_is_lost(lost: str) -> None:
    s = new_state("duel", 2)
    put(s, 0, "Bakshaan", "Elric")
    put(s, 1, "Hwamgaarl", "Theleb K'aarna")
    assert not settle_duel(s)
    s.lift((piece(lost),), OFF)
    assert settle_duel(s)
