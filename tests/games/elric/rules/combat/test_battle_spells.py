"""Spells in battle: drawn, eating, dispelled, maintained (9.2, 10.4, 13.4, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import (
    DONE,
    FIELD,
    cast,
    fight,
    fight_asked,
    from_cup,
    go_on,
    laying,
    meeting,
    sail,
    sorcerers,
    totals_after,
)
from games.elric.positions.board import (
    act,
    arm,
    armies_of,
    asked,
    choose,
    give_cards,
    new_state,
    operand,
    piece,
    put,
    refusal,
    spell,
    told,
)
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC
from palatine.games.elric.components.spells import DISPELS
from palatine.games.elric.state import DRAWN


@pytest.mark.clause("9.2j", "9.2k", "12.1.3d")
@pytest.mark.parametrize("who", ["Elric", "Yyrkoon", "Theleb K'aarna"])
@pytest.mark.parametrize("side", ["attack", "defence"])
def test_three_may_draw_instead_of_using_what_they_hold(who: str, side: str) -> None:
    sides = [who, "Fadan"], ["Dharmit", "Yishana"]
    s = laying(meeting(FIELD, *(sides if side == "attack" else sides[::-1])))
    s = choose(s, "draw", who)
    assert s.laid == {piece(who): DRAWN}
    s = go_on(s, from_cup(s, "Arioch"), 1, 1)
    assert told(s, f"battle.{side}")[0].data["total"] == 9
    assert s.discard == [spell("Arioch")]
    assert s.balance == -5


@pytest.mark.clause("9.2j")
def test_others_do_not_draw() -> None:
    s = meeting(FIELD, ["Jagreen Lern", "Fadan"], ["Dharmit"])
    give_cards(s, "Jagreen Lern", "Arioch")
    s = laying(s)
    assert refusal(s, "draw", "Jagreen Lern").reason == "why.draws-nothing"
    assert refusal(s, "draw", "Fadan").reason == "why.no-magician"


@pytest.mark.clause("9.2j", "9.0b")
def test_nobody_draws_from_an_empty_cup() -> None:
    s = meeting(FIELD, ["Elric", "Fadan"], ["Dharmit"])
    give_cards(s, "Elric", "Arioch")
    s.cup.clear()
    assert refusal(laying(s), "draw", "Elric").reason == "why.cup-empty"


@pytest.mark.clause("9.2l", "12.2b")
@pytest.mark.parametrize("who", ["Yyrkoon", "Theleb K'aarna"])
def test_a_spell_drawn_against_those_held_joins_the_enemy(who: str) -> None:
    s = meeting(FIELD, [who, "Fadan"], ["Dharmit"])
    give_cards(s, who, "Arioch")
    s.laid[piece(who)] = DRAWN
    s = fight(s, from_cup(s, "Donblas"), 1, 1)
    assert told(s, "turned")
    assert told(s, "battle.defence")[0].data["total"] == 8
    assert s.balance == 4


@pytest.mark.clause("12.1.3e", "12.1.3a")
def test_elric_draws_whatever_it_is_to_his_own_good() -> None:
    s = meeting(FIELD, ["Elric", "Fadan"], ["Dharmit"])
    give_cards(s, "Elric", "Arioch")
    s.laid[ELRIC] = DRAWN
    s = fight(s, from_cup(s, "Donblas"), 1, 1)
    assert told(s, "battle.attack")[0].data["total"] == 8


@pytest.mark.clause("9.2m")
def test_an_inapplicable_draw_is_discarded_and_moves_no_balance() -> None:
    """The magician throws no other spell: the Chaos spell in hand stays there."""
    s = meeting(FIELD, ["Theleb K'aarna", "Fadan"], ["Dharmit"])
    (held,) = give_cards(s, "Theleb K'aarna", "Arioch")
    s.laid[piece("Theleb K'aarna")] = DRAWN
    s = fight(s, from_cup(s, "h'Haarshanns"), 1, 1)
    assert told(s, "inapplicable")
    assert (s.discard, s.hand[piece("Theleb K'aarna")]) == ([spell("h'Haarshanns")], (held,))
    assert told(s, "battle.attack")[0].data["total"] == 4
    assert s.balance == 0
    assert s.laid == {}


@pytest.mark.clause("12.1.3e", "12.1.5a")
def test_a_nightmare_drawn_in_battle_comes_before_it() -> None:
    s = meeting(FIELD, ["Elric", "Fadan"], ["Dharmit"])
    s.controller = piece("Fadan")
    s.laid[ELRIC] = DRAWN
    s = fight(s, from_cup(s, "Elric Nightmare"), ("nightmare", 1), 1, 1)
    kinds = [entry.kind for entry in s.journal]
    assert kinds.index("nightmare.passes") < kinds.index("battle.attack")
    assert told(s, "battle.attack")[0].data["total"] == 4


@pytest.mark.clause("9.2j", "12.1.5c")
def test_who_is_slain_by_a_spell_drawn_before_his_draws_none() -> None:
    """Elric's Nightmare kills Yyrkoon, who was to draw next.

    Fadan's 3 and a die of 1 make 4.
    """
    s = meeting(FIELD, ["Elric", "Yyrkoon", "Fadan"], ["Dharmit"])
    s.controller = piece("Yyrkoon")
    s.laid = {ELRIC: DRAWN, piece("Yyrkoon"): DRAWN}
    appears = ("Elric's appearance", 1), ("which nation", 1)
    s = fight(s, from_cup(s, "Elric Nightmare"), ("nightmare", 6), *appears, 1, 1)
    assert len(told(s, "battle.draws")) == 1
    assert told(s, "battle.attack")[0].data["total"] == 4
    assert s.laid == {}


@pytest.mark.clause("10.4c", "16.1j", "16.2n", "16.3m", "16.6a")
@pytest.mark.parametrize(
    ("who", "name"),
    [("Ohada", "Noose of Flesh"), ("Ohada", "Kyreenee"), ("Ohada", "Mirror of Memory"), ("Dyvim Tvar", "Dragons")],
)
def test_army_eaters_take_armies_and_people_must_escape(who: str, name: str) -> None:
    s = meeting(FIELD, [who, "Fadan"], ["Dharmit", ("Jharkor", 2)])
    put(s, 1, "Thokora", "Yishana")
    s.laid[piece(who)] = give_cards(s, who, name)[0]
    del s.hand[piece(who)]
    s = fight(s, 1, 1, ("escape", 6))
    assert [s.where[p] < 0 for p in armies_of("Jharkor")[:2]] == [True, True]
    assert told(s, "battle.defence")[0].data["total"] == 1
    assert s.where[piece("Dharmit")] < 0


@pytest.mark.clause("10.4d", "10.4c")
def test_eaters_of_both_sides_act_at_once_and_spells_of_the_eaten_work() -> None:
    s = meeting(
        FIELD, ["Ohada", "Fadan", ("Ilmiora", 3)], ["Wizard of Jharkor", "Priest of Vilmir", ("Jharkor", 3)]
    )
    cast(s, Ohada="Kyreenee", Wizard_of_Jharkor="Noose of Flesh", Priest_of_Vilmir="Donblas")
    put(s, 0, "Iosaz", "Sharilla")
    put(s, 1, "Thokora", "Yishana", "Naclon")
    s = fight(s, 1, 1, ("escape", 6), ("escape", 6), ("escape", 6), ("escape", 6))
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [1, 5]
    assert all([s.where[p] < 0 for p in (*armies_of("Ilmiora")[:3], *armies_of("Jharkor")[:3])])


@pytest.mark.clause("16.3j", "16.3m", "16.6a", "7.3c")
@pytest.mark.parametrize("name", ["h'Haarshanns", "Mirror of Memory"])
def test_fleet_eaters_take_ships_with_the_armies_aboard(name: str) -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Ohada", "Fadan")
    sail(s, 1, "pale", "Tarkesh galley", "Hilran", ("Tarkesh", 1))
    put(s, 1, "Banarva", "Yishana")
    cast(s, Ohada=name)
    s = fight(s, 1, 1, ("escape", 1))
    assert s.where[piece("Tarkesh galley")] < 0
    assert s.where[armies_of("Tarkesh")[0]] < 0
    assert told(s, "eaten")[0].data["group"] == sorted(
        [piece("Hilran"), piece("Tarkesh galley"), armies_of("Tarkesh")[0]]
    )


@pytest.mark.clause("16.1j", "16.2n")
@pytest.mark.parametrize("name", ["Noose of Flesh", "Kyreenee"])
def test_army_eaters_do_nothing_at_sea(name: str) -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Ohada")
    sail(s, 1, "pale", "Tarkesh galley", "Hilran")
    give_cards(s, "Ohada", name, "Misha")
    assert refusal(laying(s), "lay", ("Ohada", name)).reason == "why.nothing-to-eat"


@pytest.mark.clause("10.4c")
def test_an_eater_takes_withheld_units_that_did_not_step_back() -> None:
    s = cast(meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit", ("Jharkor", 2)]), Ohada="Mirror of Memory")
    put(s, 1, "Thokora", "Yishana")
    s = act(go_first(s), ("withhold", armies_of("Jharkor")[0]), DONE)
    s = choose(s, "stay", rolls=[1, 1, 6])
    assert s.where[armies_of("Jharkor")[0]] < 0


def go_first(s: Any) -> Any:
    """Return the battle at the defender's question."""
    s = fight_asked(s)
    return act(s, DONE) if asked(s) == ("Withhold", 0) else s


@pytest.mark.clause("12.3a", "9.3.3a", "12.0a")
def test_only_the_dragon_masters_use_the_dragons() -> None:
    s = meeting(FIELD, ["Elric", "Dyvim Slorm", "Yyrkoon", "Fadan"], ["Dharmit", ("Jharkor", 1)])
    (dragons,) = give_cards(s, "Yyrkoon", "Dragons")
    s = laying(s)
    assert refusal(s, "lay", ("Yyrkoon", "Dragons")).clause == "12.3a"
    for who in ("Elric", "Dyvim Slorm"):
        s.hand = {piece(who): (dragons,)}
        assert ("lay", operand((who, "Dragons"))) in s.flow[-1].actions(s)


@pytest.mark.clause("16.2c")
@pytest.mark.parametrize(("die", "total", "balance"), [(3, 7, -3), (4, 4, 0)])
def test_balo_works_on_an_odd_die(die: int, total: int, balance: int) -> None:
    s = cast(meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit"]), Ohada="Balo the Jester")
    s = fight(s, ("Balo", die), 1, 1)
    assert told(s, "battle.attack")[0].data["total"] == total
    assert s.balance == balance
    assert s.discard == [spell("Balo the Jester")]


@pytest.mark.clause("16.3b", "16.3c")
def test_dispel_magic_cancels_a_spell_named_after_revealing() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor", "Priest of Vilmir", "Dharmit"])
    cast(s, Ohada="Dispel Magic", Wizard_of_Jharkor="Arioch", Priest_of_Vilmir="Grome")
    s = fight(s)
    assert asked(s) == ("ChooseDispelTarget", 0)
    assert refusal(s, "dispel", ("Ohada", "Dispel Magic")).reason == "why.not-cast-against-you"
    s = choose(s, "dispel", ("Wizard of Jharkor", "Arioch"), rolls=[1, 1])
    assert told(s, "battle.defence")[0].data["total"] == 7
    assert s.balance == 0
    assert sorted(s.discard) == sorted([spell("Dispel Magic"), spell("Arioch"), spell("Grome")])


@pytest.mark.clause("16.3b")
def test_dispel_shifts_toward_neutral_and_the_dispelled_does_not_shift() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor", "Dharmit"])
    s.balance = -5
    s = fight(cast(s, Ohada="Dispel Magic", Wizard_of_Jharkor="Arioch"), 1, 1)
    assert told(s, "battle.dispelled")
    assert s.balance == -2


@pytest.mark.clause("16.3c")
def test_a_dispel_aimed_at_a_dispel_works_first() -> None:
    """The defender's Dispel, named later, cancels the attacker's, so its target works."""
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor", "Priest of Vilmir", "Dharmit"])
    cast(s, Ohada="Dispel Magic", Wizard_of_Jharkor="Arioch")
    other = next(each for each in DISPELS if each in s.cup)
    s.cup.remove(other)
    s.laid[piece("Priest of Vilmir")] = other
    s = choose(fight(s), "dispel", ("Wizard of Jharkor", "Arioch"), rolls=[1, 1])
    assert told(s, "battle.defence")[0].data["total"] == 9
    assert [entry.data["person"] for entry in told(s, "battle.dispelled")] == [piece("Ohada")]


@pytest.mark.clause("16.3b", "10.4c")
def test_an_eater_that_is_dispelled_eats_nobody() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor", "Dharmit", ("Jharkor", 2)])
    s = fight(cast(s, Ohada="Kyreenee", Wizard_of_Jharkor="Dispel Magic"), 3, 1)
    assert not told(s, "eaten")


@pytest.mark.clause("16.2r", "16.2q")
def test_quaolnargn_is_set_on_one_enemy_who_fights_alone() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit", "Yishana"])
    s = fight(cast(s, Ohada="Quaolnargn"))
    assert asked(s) == ("ChooseQuaolnargnTarget", 0)
    assert refusal(s, "set", "Fadan").reason == "why.not-in-battle"
    s = choose(s, "set", "Yishana", rolls=[("duel", 1), ("Quaolnargn", 6), 1, 1])
    assert s.where[piece("Yishana")] < 0
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [4, 4]
    assert s.discard == [spell("Quaolnargn")]
    assert s.balance == -3


@pytest.mark.clause("16.8a")
def test_the_chaos_shield_voids_chaos_and_nothing_else() -> None:
    s = meeting(FIELD, ["Jagreen Lern", "Ohada", "Fadan"], ["Dharmit", ("Jharkor", 2)])
    arm(s, "Dharmit", CHAOS_SHIELD)
    cast(s, Jagreen_Lern="Arioch", Ohada="Donblas")
    s = fight(s, 1, 1)
    assert told(s, "battle.attack")[0].data["total"] == 8
    assert s.balance == -1


@pytest.mark.clause("16.8a", "16.2n")
@pytest.mark.parametrize(("name", "eaten"), [("Kyreenee", False), ("Noose of Flesh", True)])
def test_the_chaos_shield_keeps_off_kyreenee_and_not_the_noose(name: str, eaten: bool) -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit", ("Jharkor", 2)])
    put(s, 1, "Thokora", "Yishana")
    arm(s, "Dharmit", CHAOS_SHIELD)
    rolls = [1, 1, 6] if eaten else [1, 1]
    s = fight(cast(s, Ohada=name), *rolls)
    assert bool(told(s, "eaten")) is eaten


@pytest.mark.clause("13.4f", "13.4e", "13.4h")
def test_a_maintained_spell_works_in_every_battle_and_its_magician_adds_nothing() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Yishana"])
    s.balance, s.tipped, s.ends = 6, 1, 9
    s.maintained[piece("Ohada")] = spell("Donblas")
    s.cup.remove(spell("Donblas"))
    give_cards(s, "Ohada", "Misha")
    assert asked(laying(s)) == ("Withhold", 0)
    assert totals_after(s, 1, 1) == {"attack": 14, "defence": 6}
    fought = fight(s, 1, 1)
    assert fought.maintained == s.maintained
    assert fought.discard == []


@pytest.mark.clause("13.4f")
def test_maintained_spells_count_toward_three() -> None:
    s = sorcerers()
    s.balance, s.tipped, s.ends = 6, 1, 9
    for who, name in (("Magician of Bakshaan", "Aubec"), ("Ohada", "Goldar"), ("Priest of Vilmir", "Sleep")):
        s.maintained[piece(who)] = spell(name)
        s.cup.remove(spell(name))
    give_cards(s, "Alchemist of Ilmiora", "Misha")
    assert asked(laying(s)) == ("Withhold", 0)


@pytest.mark.clause("13.4j")
def test_dispel_does_not_touch_a_maintained_spell() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor", "Jagreen Lern", "Priest of Vilmir"])
    s.balance, s.tipped, s.ends = 6, 1, 9
    s.maintained[piece("Jagreen Lern")] = spell("Donblas")
    s.cup.remove(spell("Donblas"))
    cast(s, Ohada="Dispel Magic", Wizard_of_Jharkor="Fileet", Priest_of_Vilmir="Grome")
    s = fight(s)
    assert refusal(s, "dispel", ("Jagreen Lern", "Donblas")).clause == "13.4j"


@pytest.mark.clause("13.4b", "13.4c")
def test_a_spell_cast_by_a_tipped_balance_may_be_maintained() -> None:
    s = cast(meeting(FIELD, ["Jagreen Lern", "Fadan"], ["Dharmit"]), Jagreen_Lern="Arioch")
    s.balance, s.tipped, s.ends = -6, -1, 9
    s = fight(s, 1, 1)
    assert asked(s) == ("Maintain", 0)
    assert s.maintained == {piece("Jagreen Lern"): spell("Arioch")}
