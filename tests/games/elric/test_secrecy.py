"""Facts hidden from a seat (4.0, 9.0, 9.2)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.elric.positions.board import area, give_cards, lay_star, new_state, piece, put, spell, take_card
from palatine.games.elric.components.spells import IMMEDIATE, SPELL_TYPE, SPELLS
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.common.cup import HOLDS, is_torn
from palatine.games.elric.rules.magic.magic_phase import HandOver
from palatine.games.elric.secrecy import determinize
from palatine.games.elric.state import NOBODY, Flight

AMBER, JADE = "Amber", "Jade"


def table() -> Any:
    s = new_state("conflict-long")
    put(s, 0, "Hwamgaarl", "Jagreen Lern", "Theleb K'aarna")
    put(s, 1, "Aflitain", "Ohada")
    give_cards(s, "Jagreen Lern", "Arioch", "Chardros")
    give_cards(s, "Theleb K'aarna", "Balan", "Grome", "Misha")
    give_cards(s, "Ohada", "Donblas", "Sleep")
    lay_star(s, "Tanelorn", "Reshuffle")
    return s


def played(seed: int, decisions: int) -> Any:
    dice = random.Random(seed)
    scenario = dice.choice(GAME.scenarios)
    s = GAME.setup(scenario.name, dice.choice(scenario.tables), seed=bytes([seed]))
    for _ in range(decisions):
        if not s.flow:
            break
        seat = GAME.actors(s)[0]
        GAME.take(s, seat, dice.choice(GAME.actions(s, seat)))
    return s


@pytest.mark.clause("9.0a", "4.0c")
@pytest.mark.parametrize("seed", range(8))
def test_no_seat_can_tell_a_redealt_state_from_the_true_one(seed: int) -> None:
    s = played(seed, 150 * seed)
    for seat in (*s.seats, None):
        twin = GAME.determinize(s, seat, b"seed")
        assert GAME.view(twin, seat) == GAME.view(s, seat)
        assert sorted(twin.cup) + sorted(twin.discard) != [], "nothing is lost"
        assert {p: len(hand) for p, hand in twin.hand.items()} == {p: len(hand) for p, hand in s.hand.items()}


@pytest.mark.clause("9.0a")
def test_own_spells_stay_and_those_of_others_may_be_anything_they_could_hold() -> None:
    s = table()
    seen: dict[str, set[int]] = {"Theleb K'aarna": set(), "Jagreen Lern": set()}
    for n in range(60):
        twin = determinize(s, JADE, bytes([n]))
        assert twin.hand[piece("Ohada")] == s.hand[piece("Ohada")]
        for name, found in seen.items():
            hand = twin.hand[piece(name)]
            assert len(hand) <= HOLDS[piece(name)]
            assert all([SPELL_TYPE[each] != IMMEDIATE for each in hand])
            found.update(hand)
        assert not is_torn(twin, twin.pieces(0, area("Hwamgaarl")))
    assert all([len(found) > 20 for found in seen.values()])


@pytest.mark.clause("4.0c", "9.0a")
def test_stars_and_cup_are_dealt_anew_even_for_those_who_laid_nothing_there() -> None:
    s = table()
    faces = {determinize(s, None, bytes([n])).stars[area("Tanelorn")] for n in range(60)}
    assert len(faces) > 20
    twin = determinize(s, AMBER, b"x")
    held = [each for hand in twin.hand.values() for each in hand]
    assert sorted([*twin.cup, *twin.stars.values(), *held]) == list(range(SPELLS))


@pytest.mark.clause("9.2b", "10.3")
def test_what_others_have_laid_face_down_is_another_spell_of_use() -> None:
    s = table()
    s.laid[piece("Jagreen Lern")] = s.hand[piece("Jagreen Lern")][0]
    s.hand[piece("Jagreen Lern")] = s.hand[piece("Jagreen Lern")][1:]
    laid = {determinize(s, JADE, bytes([n])).laid[piece("Jagreen Lern")] for n in range(60)}
    assert len(laid) > 10
    assert spell("Dead Gods Book") not in laid
    assert determinize(s, AMBER, b"x").laid == s.laid


@pytest.mark.clause("9.0a", "9.1d")
def test_what_another_is_about_to_hand_on_may_be_any_of_his_spells() -> None:
    s = table()
    given = s.hand[piece("Theleb K'aarna")][0]
    s.order = (0, 1, 2)
    s.flow.append(HandOver(0, piece("Theleb K'aarna"), given))
    twins = [determinize(s, JADE, bytes([n])) for n in range(60)]
    assert all([twin.flow[-1].spell in twin.hand[piece("Theleb K'aarna")] for twin in twins])
    assert len({twin.flow[-1].spell for twin in twins}) > 20
    assert determinize(s, AMBER, b"x").flow == s.flow
    assert determinize(twins[0], JADE, b"again") == determinize(twins[1], JADE, b"again")


@pytest.mark.clause("7.4.2a")
def test_a_spell_of_flight_in_use_is_open() -> None:
    s = table()
    (horses,) = give_cards(s, "Ohada", "Nihrain Horses")
    s.flights[horses] = Flight(1, 1)
    assert all([horses in determinize(s, AMBER, bytes([n])).hand[piece("Ohada")] for n in range(20)])


@pytest.mark.clause("9.0a")
def test_uncontrolled_elrics_spells_are_hidden_from_all() -> None:
    s = table()
    put(s, NOBODY, "Bakshaan", "Elric")
    give_cards(s, "Elric", "Horn of Fate", "Noose of Flesh", "Kyreenee")
    for seat in (AMBER, JADE, None):
        hands = {determinize(s, seat, bytes([n])).hand[piece("Elric")] for n in range(10)}
        assert len(hands) > 5


@pytest.mark.clause("9.0a")
def test_a_hand_that_nothing_else_fits_stays() -> None:
    s = table()
    for each in [each for each in s.cup if SPELL_TYPE[each] != IMMEDIATE]:
        s.discard.append(take_card(s, each))
    twin = determinize(s, JADE, b"x")
    assert sorted([x for hand in twin.hand.values() for x in hand]) == sorted(
        [x for hand in s.hand.values() for x in hand]
    )


def test_its_dice_are_its_own_and_the_true_state_is_untouched() -> None:
    s = played(1, 60)
    before = GAME.encode(s)
    twin = GAME.determinize(s, s.seats[0], b"x")
    assert twin.dice.key != s.dice.key
    assert GAME.determinize(s, s.seats[0], b"x") == twin
    assert GAME.encode(s) == before
