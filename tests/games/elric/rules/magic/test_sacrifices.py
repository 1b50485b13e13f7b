"""Sacrifices and the Horn of Fate in the Magic phase, which move the Balance (13.5, 16.7)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import act, area, asked, choose, give_cards, piece, put, refusal, spell, told
from games.elric.positions.people import magic_menu, stack_at, with_elric
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import HORN_OF_FATE
from palatine.games.elric.rules.common.balance import move_marker
from palatine.games.elric.rules.magic.magic_phase import casting_refusal, sacrifice_refusal
from palatine.games.elric.state import Flight, pair


def verbs(s: Any) -> set[str]:
    return {verb for verb, _ in s.flow[-1].actions(s)}


def tipped(side: int, *who: str) -> Any:
    s = stack_at(*(who or ("Priest of Vilmir",)))
    move_marker(s, 7 * side, "13.4a")
    return s


@pytest.mark.clause("13.5a")
@pytest.mark.clause("13.5c")
@pytest.mark.parametrize(("side", "card"), [(-1, "Arkyn"), (-1, "Grome"), (1, "Arioch")])
def test_opposite_and_neutral_spells_are_sacrificed(side: int, card: str) -> None:
    s = tipped(side)
    give_cards(s, "Priest of Vilmir", card)
    s = choose(magic_menu(s), "sacrifice", ("Priest of Vilmir", card))
    assert s.sacrificed == (spell(card),)
    assert told(s, "sacrifice")[0].data["needed"] == 12


@pytest.mark.clause("13.5c")
@pytest.mark.parametrize("where", ["Hwamgaarl", "Northern Vilmir", "unholy"])
def test_sacrifices_are_made_from_any_province_by_the_phasing_player(where: str) -> None:
    s = stack_at("Priest of Vilmir", where=where)
    move_marker(s, -7, "13.4a")
    put(s, 1, "Kariss", "Priest of Isle of Purple Towns")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Priest of Isle of Purple Towns", "Goldar")
    s = magic_menu(s)
    assert refusal(s, "sacrifice", ("Priest of Isle of Purple Towns", "Goldar")) is not None
    assert choose(s, "sacrifice", ("Priest of Vilmir", "Arkyn")).sacrificed == (spell("Arkyn"),)


@pytest.mark.clause("13.5a")
def test_those_of_the_tilt_and_without_alignment_are_not() -> None:
    s = tipped(1)
    give_cards(s, "Priest of Vilmir", "Arkyn", "Grome")
    s = magic_menu(s)
    assert refusal(s, "sacrifice", ("Priest of Vilmir", "Arkyn")).clause == "13.5a"
    s.hand[piece("Priest of Vilmir")] = (spell("Escape"),)
    assert refusal(s, "sacrifice", ("Priest of Vilmir", "Escape")).reason == "why.no-sacrifice"


@pytest.mark.clause("13.5a")
def test_nor_before_the_tip_nor_by_others_than_magicians() -> None:
    s = stack_at("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Grome")
    assert refusal(magic_menu(s), "sacrifice", ("Priest of Vilmir", "Grome")).reason == "why.not-tipped"
    s = tipped(1, "Priest of Vilmir", "Naclon")
    give_cards(s, "Naclon", "Grome")
    assert refusal(magic_menu(s), "sacrifice", ("Naclon", "Grome")).reason == "why.no-magician"


@pytest.mark.clause("13.5d")
@pytest.mark.clause("13.5f")
def test_the_last_one_needed_restores_the_balance() -> None:
    s = tipped(-1)
    s.sacrificed = tuple(give_cards(s, "Naclon", "Runestaff", "Donblas"))
    s.hand = {}
    give_cards(s, "Priest of Vilmir", "Grome")
    s = choose(magic_menu(s), "sacrifice", ("Priest of Vilmir", "Grome"))
    assert (s.tipped, s.balance, s.sacrificed) == (0, 0, ())


@pytest.mark.clause("13.4c")
@pytest.mark.clause("13.4k")
def test_a_maintained_spell_can_be_let_go() -> None:
    s = tipped(-1, "Jagreen Lern")
    s.maintained[piece("Jagreen Lern")] = spell("Misha")
    s.cup.remove(spell("Misha"))
    s = choose(magic_menu(s), "release", "Jagreen Lern")
    assert not s.maintained
    assert s.discard == [spell("Misha")]


@pytest.mark.clause("13.4c")
def test_only_ones_own() -> None:
    s = tipped(-1, "Jagreen Lern", "Priest of Vilmir")
    give_cards(s, "Jagreen Lern", "Grome")
    assert refusal(magic_menu(s), "release", "Priest of Vilmir").clause == "13.4c"


def horn(side: int = -1, horns: int = 0) -> Any:
    s = with_elric()
    give_cards(s, "Elric", HORN_OF_FATE)
    s.horns = horns
    if side:
        move_marker(s, 7 * side, "13.4a")
    return s


@pytest.mark.clause("16.7a")
@pytest.mark.clause("13.5e")
@pytest.mark.clause("9.3.4")
@pytest.mark.parametrize(("side", "die"), [(-1, 1), (1, 4)])
def test_it_may_restore_the_balance(side: int, die: int) -> None:
    s = act(magic_menu(horn(side)), ("horn", 0), rolls=[("horn", die)])
    assert (s.balance, s.tipped, s.horns) == (0, 0, 1)
    assert s.discard == [HORN_OF_FATE]
    assert s.outcome is None


@pytest.mark.clause("16.7b")
@pytest.mark.parametrize("die", [5, 6])
def test_or_end_the_world(die: int) -> None:
    s = act(magic_menu(horn()), ("horn", 0), rolls=[die])
    assert s.outcome is not None
    assert told(s, "horn.ends")


@pytest.mark.clause("16.7c")
def test_the_third_time_it_ends_the_world_in_any_case() -> None:
    s = act(magic_menu(horn(horns=2)), ("horn", 0), rolls=[])
    assert s.outcome is not None
    assert act(magic_menu(horn(horns=1)), ("horn", 0), rolls=[1]).outcome is None


@pytest.mark.clause("16.7d")
def test_while_the_balance_stands_it_does_nothing() -> None:
    s = horn(0)
    put(s, 0, "Jadmar", "Avan Astram")
    s = magic_menu(s)
    assert "horn" not in verbs(s)
    assert refusal(s, "horn").clause == "16.7d"


@pytest.mark.clause("16.7d")
@pytest.mark.clause("9.3.4")
def test_for_others_than_elric_it_does_nothing() -> None:
    s = tipped(-1, "Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", HORN_OF_FATE)
    assert refusal(magic_menu(s), "horn").clause == "16.7d"


@pytest.mark.clause("16.7d")
@pytest.mark.clause("9.2e")
def test_it_is_elrics_cast() -> None:
    s = horn()
    put(s, 0, "Jadmar", "Avan Astram")
    s.casts = (ELRIC,)
    assert refusal(magic_menu(s), "horn").clause == "9.2e"
    s = horn()
    put(s, 0, "Jadmar", "Avan Astram")
    s.maintained[ELRIC] = spell("Arioch")
    assert refusal(magic_menu(s), "horn").clause == "13.4e"


@pytest.mark.clause("9.1d")
def test_buttons_that_are_none() -> None:
    s = horn()
    put(s, 0, "Jadmar", "Avan Astram")
    s = magic_menu(s)
    assert refusal(s, "end", 1).reason == refusal(s, "horn", 1).reason == "why.no-button"
    assert refusal(s, "hand", pair(-1, 3)).reason == "why.not-in-hand"
    assert refusal(s, "activate", pair(ELRIC, HORN_OF_FATE)).clause == "7.4.2a"


@pytest.mark.clause("9.1d")
def test_the_phase_passes_by_when_nothing_can_be_done() -> None:
    s = stack_at("Priest of Vilmir")
    assert asked(magic_menu(s)) is None
    assert area("Jadmar") in s.stacks[0]


@pytest.mark.clause("16.7c")
def test_the_third_time_is_noted() -> None:
    (entry,) = told(act(magic_menu(horn(horns=2)), ("horn", 0), rolls=[]), "horn.third")
    assert (entry.clauses, entry.data) == (("16.7c",), {"seat": 0})


@pytest.mark.clause("7.4.2b", "9.5b")
def test_a_spell_in_flight_is_not_sacrificed_and_only_magicians_use_spells() -> None:
    s = horn()
    card = spell("Arioch")
    s.flights[card] = Flight(0, 1)
    refused = sacrifice_refusal(s, ELRIC, card)
    assert refused is not None
    assert (refused.clause, refused.reason) == ("7.4.2b", "why.in-use")
    refused = casting_refusal(s, piece("Moonglum"))
    assert refused is not None
    assert (refused.clause, refused.reason) == ("9.5b", "why.no-magician")
