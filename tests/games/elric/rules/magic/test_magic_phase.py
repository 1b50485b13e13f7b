"""The Magic phase before any casting: transfers, Elric's exchange, sacrifices, the Horn (9.1, 12.1.3, 13.5, 16.7)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.battlefield import FIELD, laying, meeting
from games.elric.kingdoms import (
    act,
    area,
    arm,
    asked,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import HORN_OF_FATE
from palatine.games.elric.rules.combat.spell_laying import conflicts
from palatine.games.elric.rules.common.balance import move_marker
from palatine.games.elric.rules.common.elric_appears import depart_for_track
from palatine.games.elric.rules.magic.magic_phase import MagicPhase
from palatine.games.elric.state import DRAWN, pair


def stack(*who: str, where: str = "Jadmar", **options: Any) -> Any:
    s = new_state(**options)
    put(s, 0, where, *who)
    return s


def menu(s: Any) -> Any:
    return run(s, MagicPhase())


def hand(s: Any, who: str) -> tuple[int, ...]:
    found: tuple[int, ...] = s.hand.get(piece(who), ())
    return found


def verbs(s: Any) -> set[str]:
    return {verb for verb, _ in s.flow[-1].actions(s)}


# From hand to hand


@pytest.mark.clause("9.1d")
def test_a_spell_passes_within_a_stack() -> None:
    s = stack("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    s = menu(s)
    assert asked(s) == ("MagicMenu", 0)
    s = choose(s, "hand", ("Priest of Vilmir", "Arkyn"))
    assert hand(s, "Naclon") == (spell("Arkyn"),)
    assert hand(s, "Priest of Vilmir") == ()


@pytest.mark.clause("9.1d")
def test_of_several_takers_one_is_chosen() -> None:
    s = stack("Priest of Vilmir", "Naclon", "Avan Astram")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    s = choose(menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert asked(s) == ("HandOver", 0)
    assert refusal(s, "to", "Priest of Vilmir").clause == "9.1d"
    assert hand(choose(s, "to", "Avan Astram"), "Avan Astram") == (spell("Arkyn"),)


@pytest.mark.clause("9.1d")
def test_not_to_other_stacks() -> None:
    s = stack("Priest of Vilmir")
    put(s, 0, "Kariss", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    assert asked(menu(s)) is None
    s = stack("Priest of Vilmir", where="wee_w")
    put(s, 0, "wee_w", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    assert asked(menu(s)) is None


@pytest.mark.clause("9.1d")
@pytest.mark.clause("9.5a")
def test_only_to_somebody_with_room() -> None:
    s = stack("Priest of Vilmir", "Naclon", "Avan Astram", "Sealord of Vilmir")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Naclon", "Grome")
    s = choose(menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert operands(s, "to") == [piece("Avan Astram"), piece("Sealord of Vilmir")]
    assert refusal(s, "to", "Naclon").clause == "9.5a"


@pytest.mark.clause("9.1d")
def test_each_spell_once() -> None:
    s = stack("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn", "Grome")
    s = choose(menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert asked(s) is None
    s = stack("Priest of Vilmir", "Naclon", "Avan Astram")
    give_cards(s, "Priest of Vilmir", "Arkyn", "Grome")
    s = choose(choose(menu(s), "hand", ("Priest of Vilmir", "Arkyn")), "to", "Naclon")
    assert refusal(s, "hand", ("Naclon", "Arkyn")).reason == "why.handed-on"


@pytest.mark.clause("9.1d")
def test_the_phase_may_be_ended() -> None:
    s = stack("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    assert asked(act(menu(s), ("end", 0))) is None


@pytest.mark.clause("9.5f")
@pytest.mark.clause("9.1d")
def test_what_does_not_go_together_is_discarded_at_once() -> None:
    s = stack("Priest of Vilmir", "Jagreen Lern", "Naclon")
    give_cards(s, "Jagreen Lern", "Arioch")
    give_cards(s, "Naclon", "Arkyn")
    s = choose(choose(menu(s), "hand", ("Naclon", "Arkyn")), "to", "Priest of Vilmir")
    assert asked(s) == ("ChooseAlignment", 0)


@pytest.mark.clause("9.1d")
def test_others_see_that_a_spell_passes_but_not_which() -> None:
    s = stack("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    s = choose(menu(s), "hand", ("Priest of Vilmir", "Arkyn"))
    assert "spell" not in told(s, "spell.passes")[0].data
    assert told(s, "spell.passes.secret")[0].readers == (0,)


@pytest.mark.clause("7.4.2b")
def test_a_spell_in_flight_stays() -> None:
    s = stack("Priest of Vilmir", "Naclon", "Wizard of Jharkor")
    give_cards(s, "Priest of Vilmir", "Teleport")
    give_cards(s, "Wizard of Jharkor", "Grome")
    s.flights[spell("Teleport")] = (0, 1)
    s = menu(s)
    assert refusal(s, "hand", ("Priest of Vilmir", "Teleport")).clause == "7.4.2b"


@pytest.mark.clause("9.1d")
@pytest.mark.parametrize(
    ("who", "card"), [("Naclon", "Arkyn"), ("Smiorgan", "Grome"), ("Hilran", "Fileet")]
)  # fmt: skip
def test_reasons(who: str, card: str) -> None:
    s = stack("Priest of Vilmir", "Naclon")
    put(s, 1, "Kariss", "Smiorgan", "Kargan")
    put(s, 0, "Menii", "Hilran")
    give_cards(s, "Priest of Vilmir", "Arkyn")
    give_cards(s, "Smiorgan", "Grome")
    give_cards(s, "Hilran", "Fileet")
    assert refusal(menu(s), "hand", (who, card)).clause == "9.1d"


# Artifacts


@pytest.mark.clause("16.8g")
@pytest.mark.clause("9.3.3b")
def test_mournblade_is_given_to_one_who_can_wield_it() -> None:
    s = stack("Naclon", "Dyvim Slorm")
    arm(s, "Naclon", "Mournblade")
    s = act(menu(s), ("arm", piece("Mournblade")))
    assert s.bearer == {piece("Mournblade"): piece("Dyvim Slorm")}
    assert asked(s) is None


@pytest.mark.clause("16.8g")
def test_nobody_hands_on_what_he_has_not() -> None:
    s = stack("Naclon", "Dyvim Slorm", "Avan Astram")
    put(s, 1, "Kariss", "Smiorgan", "Kargan")
    arm(s, "Naclon", "Mournblade")
    arm(s, "Smiorgan", "Chaos Shield")
    s = menu(s)
    assert refusal(s, "arm", piece("Chaos Shield")).reason == "why.not-borne"
    s = choose(act(s, ("arm", piece("Mournblade"))), "to", "Dyvim Slorm")
    assert asked(s) is None


# Elric's hand


def elric(*others: str) -> Any:
    s = stack("Naclon", "Elric", *others)
    s.controller, s.has_hand = piece("Naclon"), True
    return s


@pytest.mark.clause("12.1.3b")
@pytest.mark.clause("9.1d")
def test_elric_hands_on_nothing() -> None:
    s = elric("Priest of Vilmir")
    give_cards(s, "Elric", "Arkyn")
    give_cards(s, "Priest of Vilmir", "Grome")
    s = menu(s)
    assert refusal(s, "hand", ("Elric", "Arkyn")).clause == "12.1.3b"


@pytest.mark.clause("12.1.3b")
def test_but_takes_spells() -> None:
    s = elric()
    give_cards(s, "Naclon", "Arioch")
    s = choose(menu(s), "hand", ("Naclon", "Arioch"))
    assert hand(s, "Elric") == (spell("Arioch"),)


@pytest.mark.clause("12.1.3b")
def test_for_a_melnibonean_only_spell_he_gives_his_lowest() -> None:
    s = elric()
    give_cards(s, "Elric", "Arioch", "Donblas", "Silver Grimoire")
    give_cards(s, "Naclon", "Dragons")
    s = choose(menu(s), "swap", ("Naclon", "Dragons"))
    assert hand(s, "Naclon") == (spell("Silver Grimoire"),)
    assert sorted(hand(s, "Elric")) == sorted(map(spell, ("Arioch", "Donblas", "Dragons")))


@pytest.mark.clause("12.1.3b")
def test_of_two_as_low_one_is_chosen() -> None:
    s = elric()
    give_cards(s, "Elric", "Arioch", "Silver Grimoire", "Oonai")
    give_cards(s, "Naclon", "Battle Barge")
    s = choose(menu(s), "swap", ("Naclon", "Battle Barge"))
    assert asked(s) == ("Exchange", 0)
    assert refusal(s, "take", spell("Arioch")).clause == "12.1.3b"
    s = act(s, ("take", spell("Oonai")))
    assert hand(s, "Naclon") == (spell("Oonai"),)


@pytest.mark.clause("12.1.3b")
def test_other_spells_do_not_tempt_him() -> None:
    s = elric("Avan Astram")
    give_cards(s, "Elric", "Silver Grimoire")
    give_cards(s, "Naclon", "Arioch")
    s = menu(s)
    assert refusal(s, "swap", ("Naclon", "Arioch")).clause == "12.1.3b"
    put(s, 0, "Kariss", "Smiorgan")
    give_cards(s, "Smiorgan", "Dragons")
    assert refusal(s, "swap", ("Smiorgan", "Dragons")).clause == "12.1.2a"


@pytest.mark.clause("12.1.3b")
def test_with_empty_hands_he_exchanges_nothing() -> None:
    s = elric("Avan Astram")
    give_cards(s, "Naclon", "Dragons")
    assert refusal(menu(s), "swap", ("Naclon", "Dragons")).reason == "why.elric-empty"


@pytest.mark.clause("12.1.2c")
def test_a_greater_one_may_take_control_here() -> None:
    s = choose(menu(elric("Avan Astram")), "control", "Avan Astram")
    assert s.controller == piece("Avan Astram")


@pytest.mark.clause("12.1.2c")
def test_a_lesser_one_may_not() -> None:
    s = menu(elric("Avan Astram", "Sealord of Vilmir"))
    assert refusal(s, "control", "Sealord of Vilmir").clause == "12.1.2c"


# Sacrifices


def tipped(side: int, *who: str) -> Any:
    s = stack(*(who or ("Priest of Vilmir",)))
    move_marker(s, 7 * side, "13.4a")
    return s


@pytest.mark.clause("13.5a")
@pytest.mark.clause("13.5c")
@pytest.mark.parametrize(("side", "card", "may"), [(-1, "Arkyn", True), (-1, "Grome", True), (1, "Arioch", True)])
def test_opposite_and_neutral_spells_are_sacrificed(side: int, card: str, may: bool) -> None:
    s = tipped(side)
    give_cards(s, "Priest of Vilmir", card)
    s = choose(menu(s), "sacrifice", ("Priest of Vilmir", card))
    assert s.sacrificed == (spell(card),)
    assert told(s, "sacrifice")[0].data["needed"] == 12


@pytest.mark.clause("13.5a")
def test_those_of_the_tilt_and_without_alignment_are_not() -> None:
    s = tipped(1)
    give_cards(s, "Priest of Vilmir", "Arkyn", "Grome")
    s = menu(s)
    assert refusal(s, "sacrifice", ("Priest of Vilmir", "Arkyn")).clause == "13.5a"
    s.hand[piece("Priest of Vilmir")] = (spell("Escape"),)
    assert refusal(s, "sacrifice", ("Priest of Vilmir", "Escape")).reason == "why.no-sacrifice"


@pytest.mark.clause("13.5a")
def test_nor_before_the_tip_nor_by_others_than_magicians() -> None:
    s = stack("Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", "Grome")
    assert refusal(menu(s), "sacrifice", ("Priest of Vilmir", "Grome")).reason == "why.not-tipped"
    s = tipped(1, "Priest of Vilmir", "Naclon")
    give_cards(s, "Naclon", "Grome")
    assert refusal(menu(s), "sacrifice", ("Naclon", "Grome")).reason == "why.no-magician"


@pytest.mark.clause("13.5d")
@pytest.mark.clause("13.5f")
def test_the_last_one_needed_restores_the_balance() -> None:
    s = tipped(-1)
    s.sacrificed = tuple(give_cards(s, "Naclon", "Runestaff", "Donblas"))
    s.hand = {}
    give_cards(s, "Priest of Vilmir", "Grome")
    s = choose(menu(s), "sacrifice", ("Priest of Vilmir", "Grome"))
    assert (s.tipped, s.balance, s.sacrificed) == (0, 0, ())


# Maintained spells


@pytest.mark.clause("13.4c")
@pytest.mark.clause("13.4k")
def test_a_maintained_spell_can_be_let_go() -> None:
    s = tipped(-1, "Jagreen Lern")
    s.maintained[piece("Jagreen Lern")] = spell("Misha")
    s.cup.remove(spell("Misha"))
    s = choose(menu(s), "release", "Jagreen Lern")
    assert not s.maintained
    assert s.discard == [spell("Misha")]


@pytest.mark.clause("13.4c")
def test_only_ones_own() -> None:
    s = tipped(-1, "Jagreen Lern", "Priest of Vilmir")
    give_cards(s, "Jagreen Lern", "Grome")
    assert refusal(menu(s), "release", "Priest of Vilmir").clause == "13.4c"


# The Horn of Fate


def horn(side: int = -1, horns: int = 0) -> Any:
    s = elric()
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
    s = act(menu(horn(side)), ("horn", 0), rolls=[("horn", die)])
    assert (s.balance, s.tipped, s.horns) == (0, 0, 1)
    assert s.discard == [HORN_OF_FATE]
    assert s.outcome is None


@pytest.mark.clause("16.7b")
@pytest.mark.parametrize("die", [5, 6])
def test_or_end_the_world(die: int) -> None:
    s = act(menu(horn()), ("horn", 0), rolls=[die])
    assert s.outcome is not None
    assert told(s, "horn.ends")


@pytest.mark.clause("16.7c")
def test_the_third_time_it_ends_the_world_in_any_case() -> None:
    s = act(menu(horn(horns=2)), ("horn", 0), rolls=[])
    assert s.outcome is not None
    assert act(menu(horn(horns=1)), ("horn", 0), rolls=[1]).outcome is None


@pytest.mark.clause("16.7d")
def test_while_the_balance_stands_it_does_nothing() -> None:
    s = horn(0)
    put(s, 0, "Jadmar", "Avan Astram")
    s = menu(s)
    assert "horn" not in verbs(s)
    assert refusal(s, "horn").clause == "16.7d"


@pytest.mark.clause("16.7d")
@pytest.mark.clause("9.3.4")
def test_for_others_than_elric_it_does_nothing() -> None:
    s = tipped(-1, "Priest of Vilmir", "Naclon")
    give_cards(s, "Priest of Vilmir", HORN_OF_FATE)
    assert refusal(menu(s), "horn").clause == "16.7d"


@pytest.mark.clause("16.7d")
@pytest.mark.clause("9.2e")
def test_it_is_elrics_cast() -> None:
    s = horn()
    put(s, 0, "Jadmar", "Avan Astram")
    s.casts = (ELRIC,)
    assert refusal(menu(s), "horn").clause == "9.2e"
    s = horn()
    put(s, 0, "Jadmar", "Avan Astram")
    s.maintained[ELRIC] = spell("Arioch")
    assert refusal(menu(s), "horn").clause == "13.4e"


@pytest.mark.clause("9.1d")
def test_buttons_that_are_none() -> None:
    s = horn()
    put(s, 0, "Jadmar", "Avan Astram")
    s = menu(s)
    assert refusal(s, "end", 1).reason == refusal(s, "horn", 1).reason == "why.no-button"
    assert refusal(s, "hand", pair(-1, 3)).reason == "why.not-in-hand"
    assert refusal(s, "activate", pair(ELRIC, HORN_OF_FATE)).clause == "7.4.2a"


@pytest.mark.clause("9.1d")
def test_the_phase_passes_by_when_nothing_can_be_done() -> None:
    s = stack("Priest of Vilmir")
    assert asked(menu(s)) is None
    assert area("Jadmar") in s.stacks[0]


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
    assert asked(menu(s)) is None
