"""The Magic phase before any casting: transfers and Elric's exchange (9.1, 12.1.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import FIELD, laying, meeting
from games.elric.positions.board import (
    act,
    arm,
    asked,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    refusal,
    spell,
    told,
)
from games.elric.positions.people import magic_menu, stack_at, with_elric
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.rules.combat.spell_laying import conflicts
from palatine.games.elric.rules.common.elric_appears import depart_for_track
from palatine.games.elric.state import DRAWN, pair


def hand(s: Any, who: str) -> tuple[int, ...]:
    found: tuple[int, ...] = s.hand.get(piece(who), ())
    return found


# From hand to hand


@pytest.mark.clause("9.1d")
def test_a_spell_passes_within_a_stack() -> None:
    s = stack_at("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    s = magic_menu(s)
    assert asked(s) == ("MagicMenu", 0)
    s = choose(s, "hand", ("Priest of Vilmir", "Arkyn"))
    assert hand(s, "Naclon") == (spell("Arkyn"),)
    assert hand(s, "Priest of Vilmir") == ()


@pytest.mark.clause("9.1d")
def test_of_several_takers_one_is_chosen() -> None:
    s = stack_at("Priest of Vilmir", "Naclon", "Avan Astram")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    s = choose(magic_menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert asked(s) == ("HandOver", 0)
    assert refusal(s, "to", "Priest of Vilmir").clause == "9.1d"
    assert hand(choose(s, "to", "Avan Astram"), "Avan Astram") == (spell("Arkyn"),)


@pytest.mark.clause("9.1d")
def test_not_to_other_stacks() -> None:
    s = stack_at("Priest of Vilmir")
    put(s, 0, "Kariss", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    assert asked(magic_menu(s)) is None
    s = stack_at("Priest of Vilmir", where="wee_w")
    put(s, 0, "wee_w", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    assert asked(magic_menu(s)) is None


@pytest.mark.clause("9.1d")
@pytest.mark.clause("9.5a")
def test_only_to_somebody_with_room() -> None:
    s = stack_at("Priest of Vilmir", "Naclon", "Avan Astram", "Sealord of Vilmir")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Naclon", "Grome")
    s = choose(magic_menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert operands(s, "to") == [piece("Avan Astram"), piece("Sealord of Vilmir")]
    assert refusal(s, "to", "Naclon").clause == "9.5a"


@pytest.mark.clause("9.1d")
def test_each_spell_once() -> None:
    s = stack_at("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn", "Grome")
    s = choose(magic_menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert asked(s) is None
    s = stack_at("Priest of Vilmir", "Naclon", "Avan Astram")
    give_cards(s, "Priest of Vilmir", "Arkyn", "Grome")
    s = choose(choose(magic_menu(s), "hand", ("Priest of Vilmir", "Arkyn")), "to", "Naclon")
    assert refusal(s, "hand", ("Naclon", "Arkyn")).reason == "why.handed-on"


@pytest.mark.clause("9.1d")
def test_the_phase_may_be_ended() -> None:
    s = stack_at("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    assert asked(act(magic_menu(s), ("end", 0))) is None


@pytest.mark.clause("9.5f")
@pytest.mark.clause("9.1d")
def test_what_does_not_go_together_is_discarded_at_once() -> None:
    s = stack_at("Priest of Vilmir", "Jagreen Lern", "Naclon")
    give_cards(s, "Jagreen Lern", "Arioch")
    give_cards(s, "Naclon", "Arkyn")
    s = choose(choose(magic_menu(s), "hand", ("Naclon", "Arkyn")), "to", "Priest of Vilmir")
    assert asked(s) == ("ChooseAlignment", 0)


@pytest.mark.clause("9.1d")
def test_others_see_that_a_spell_passes_but_not_which() -> None:
    s = stack_at("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    s = choose(magic_menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert "spell" not in told(s, "spell.passes")[0].data
    assert told(s, "spell.passes.secret")[0].readers == (0,)


@pytest.mark.clause("7.4.2b")
def test_a_spell_in_flight_stays() -> None:
    s = stack_at("Priest of Vilmir", "Naclon", "Wizard of Jharkor")
    give_cards(s, "Priest of Vilmir", "Teleport")
    give_cards(s, "Wizard of Jharkor", "Grome")
    s.flights[spell("Teleport")] = (0, 1)
    s = magic_menu(s)
    assert refusal(s, "hand", ("Priest of Vilmir", "Teleport")).clause == "7.4.2b"


@pytest.mark.clause("9.1d")
@pytest.mark.parametrize(
    ("who", "card"), [("Naclon", "Arkyn"), ("Smiorgan", "Grome"), ("Hilran", "Fileet")]
)  # fmt: skip
def test_reasons(who: str, card: str) -> None:
    s = stack_at("Priest of Vilmir", "Naclon")
    put(s, 1, "Kariss", "Smiorgan", "Kargan")
    put(s, 0, "Menii", "Hilran")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Smiorgan", "Grome")
    give_cards(s, "Hilran", "Fileet")
    assert refusal(magic_menu(s), "hand", (who, card)).clause == "9.1d"


# Artifacts


@pytest.mark.clause("16.8g")
@pytest.mark.clause("9.3.3b")
def test_mournblade_is_given_to_one_who_can_wield_it() -> None:
    s = stack_at("Naclon", "Dyvim Slorm")
    arm(s, "Naclon", "Mournblade")
    s = act(magic_menu(s), ("arm", piece("Mournblade")))
    assert s.bearer == {piece("Mournblade"): piece("Dyvim Slorm")}
    assert asked(s) is None


@pytest.mark.clause("16.8g")
def test_nobody_hands_on_what_he_has_not() -> None:
    s = stack_at("Naclon", "Dyvim Slorm", "Avan Astram")
    put(s, 1, "Kariss", "Smiorgan", "Kargan")
    arm(s, "Naclon", "Mournblade")
    arm(s, "Smiorgan", "Chaos Shield")
    s = magic_menu(s)
    assert refusal(s, "arm", piece("Chaos Shield")).reason == "why.not-borne"
    s = choose(act(s, ("arm", piece("Mournblade"))), "to", "Dyvim Slorm")
    assert asked(s) is None


# Elric's hand


@pytest.mark.clause("12.1.3b")
@pytest.mark.clause("9.1d")
def test_elric_hands_on_nothing() -> None:
    s = with_elric("Priest of Vilmir")
    give_cards(s, "Elric", "Arkyn")
    give_cards(s, "Priest of Vilmir", "Grome")
    s = magic_menu(s)
    assert refusal(s, "hand", ("Elric", "Arkyn")).clause == "12.1.3b"


@pytest.mark.clause("12.1.3b")
def test_but_takes_spells() -> None:
    s = with_elric()
    give_cards(s, "Naclon", "Arioch")
    s = choose(magic_menu(s), "hand", ("Naclon", "Arioch"))
    assert hand(s, "Elric") == (spell("Arioch"),)


@pytest.mark.clause("12.1.3b")
def test_for_a_melnibonean_only_spell_he_gives_his_lowest() -> None:
    s = with_elric()
    give_cards(s, "Elric", "Arioch", "Donblas", "Silver Grimoire")
    give_cards(s, "Naclon", "Dragons")
    s = choose(magic_menu(s), "swap", ("Naclon", "Dragons"))
    assert hand(s, "Naclon") == (spell("Silver Grimoire"),)
    assert sorted(hand(s, "Elric")) == sorted(map(spell, ("Arioch", "Donblas", "Dragons")))


@pytest.mark.clause("12.1.3b")
def test_of_two_as_low_one_is_chosen() -> None:
    s = with_elric()
    give_cards(s, "Elric", "Arioch", "Silver Grimoire", "Oonai")
    give_cards(s, "Naclon", "Battle Barge")
    s = choose(magic_menu(s), "swap", ("Naclon", "Battle Barge"))
    assert asked(s) == ("Exchange", 0)
    assert refusal(s, "take", spell("Arioch")).clause == "12.1.3b"
    s = act(s, ("take", spell("Oonai")))
    assert hand(s, "Naclon") == (spell("Oonai"),)


@pytest.mark.clause("12.1.3b")
def test_other_spells_do_not_tempt_him() -> None:
    s = with_elric("Avan Astram")
    give_cards(s, "Elric", "Silver Grimoire")
    give_cards(s, "Naclon", "Arioch")
    s = magic_menu(s)
    assert refusal(s, "swap", ("Naclon", "Arioch")).clause == "12.1.3b"
    put(s, 0, "Kariss", "Smiorgan")
    give_cards(s, "Smiorgan", "Dragons")
    assert refusal(s, "swap", ("Smiorgan", "Dragons")).clause == "12.1.2a"


@pytest.mark.clause("12.1.3b")
def test_with_empty_hands_he_exchanges_nothing() -> None:
    s = with_elric("Avan Astram")
    give_cards(s, "Naclon", "Dragons")
    assert refusal(magic_menu(s), "swap", ("Naclon", "Dragons")).reason == "why.elric-empty"


@pytest.mark.clause("12.1.2c")
def test_a_greater_one_may_take_control_here() -> None:
    s = choose(magic_menu(with_elric("Avan Astram")), "control", "Avan Astram")
    assert s.controller == piece("Avan Astram")


@pytest.mark.clause("12.1.2c")
def test_a_lesser_one_may_not() -> None:
    s = magic_menu(with_elric("Avan Astram", "Sealord of Vilmir"))
    assert refusal(s, "control", "Sealord of Vilmir").clause == "12.1.2c"


# Yyrkoon


@pytest.mark.clause("12.2a")
@pytest.mark.clause("12.1.3d")
@pytest.mark.parametrize("who", ["Yyrkoon", "Elric"])
def test_he_may_draw_instead_of_using_his_hand(who: str) -> None:
    s = meeting(FIELD, [who, "Hilran"], ["Dharmit", ("Jharkor", 2)])
    give_cards(s, who, "Arioch")
    s = laying(s)
    assert s.flow[-1].actions(s) == [("lay", pair(piece(who), spell("Arioch"))), ("draw", piece(who)), ("done", 0)]
    s = act(s, ("draw", piece(who)))
    assert s.laid == {piece(who): DRAWN}
    assert hand(s, who) == (spell("Arioch"),)


@pytest.mark.clause("12.2b")
def test_a_spell_against_his_own_turns_on_him() -> None:
    s = meeting(FIELD, ["Yyrkoon", "Hilran"], ["Dharmit", ("Jharkor", 2)])
    give_cards(s, "Yyrkoon", "Arioch")
    assert conflicts(s, piece("Yyrkoon"), spell("Donblas"))
    assert not conflicts(s, piece("Yyrkoon"), spell("Chardros"))
    assert not conflicts(s, piece("Yyrkoon"), spell("Grome"))
    give_cards(s, "Elric", "Chardros")
    assert not conflicts(s, ELRIC, spell("Donblas"))


@pytest.mark.clause("16.4b")
@pytest.mark.clause("16.8g")
def test_what_elric_has_with_him_on_the_turn_track_is_out_of_reach() -> None:
    s = new_state("duel", 2)
    put(s, 0, "Jadmar", "Elric", "Rackhir")
    arm(s, "Elric", "Mournblade")
    give_cards(s, "Elric", "Grome")
    give_cards(s, "Rackhir", "Misha")
    depart_for_track(s)
    s.owner[ELRIC] = 0
    assert asked(magic_menu(s)) is None
