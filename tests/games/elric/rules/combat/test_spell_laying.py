"""Spells in battle: laid, revealed, drawn, dispelled; what they add, and what becomes of them (9.2 to 9.4, 16)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.battlefield import FIELD, cast, city, fight, go_on, laying, meeting, reasons, sail, totals
from games.elric.kingdoms import (
    act,
    area,
    arm,
    armies_of,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    operand,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC, FLAMEBRINGERS
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    CHAOS,
    DEAD_GODS_BOOK,
    DISPELS,
    HORN_OF_FATE,
    IS_BARE,
    LAW,
    NEUTRAL,
    OONAI,
    SPELL_BY_KEY,
    SPELL_NAME,
    SPELL_TYPE,
    SPELL_VALUE,
    SPELLS,
)
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.combat.spell_laying import ACTS, ADDS, in_use, open_cards
from palatine.games.elric.state import DRAWN, Flight, pair

DONE = ("done", 0)
DRAW = "spell drawn in battle"


def from_cup(s: Any, name: str) -> tuple[str, int]:
    """The roll that draws a spell."""
    return DRAW, s.cup.index(spell(name)) + 1


def after(s: Any, *rolls: Any) -> dict[str, int]:
    """Both totals of the battle when it has been fought with these dice."""
    s = fight(s, *rolls)
    return {each: told(s, f"battle.{each}")[0].data["total"] for each in ("attack", "defence")}


def sorcerers(*more: Any) -> Any:
    """Four magicians with Nikorn against Dharmit with armies."""
    ours = ["Nikorn", "Magician of Bakshaan", "Ohada", "Priest of Vilmir", "Alchemist of Ilmiora", *more]
    return meeting(FIELD, ours, ["Dharmit", ("Jharkor", 2)])


# Laying (9.2, 10.3)


@pytest.mark.clause("9.2a", "9.2b", "9.0a")
def test_attacker_then_defender_lay_face_down() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor"])
    give_cards(s, "Ohada", "Arkyn")
    give_cards(s, "Wizard of Jharkor", "Misha")
    s = laying(s)
    assert asked(s) == ("Lay", 0)
    s = choose(s, "lay", ("Ohada", "Arkyn"))
    assert s.laid == {piece("Ohada"): spell("Arkyn")}
    assert s.hand[piece("Ohada")] == ()
    assert asked(s) == ("Lay", 1)
    assert choose(s, "lay", ("Wizard of Jharkor", "Misha")).casts == (piece("Ohada"), piece("Wizard of Jharkor"))
    (open_entry,), (secret,) = told(s, "laid"), told(s, "laid.spell")
    assert "spell" not in open_entry.data
    assert secret.readers == (0,)
    assert secret.data["spell"] == spell("Arkyn")
    assert asked(choose(s, "done")) == ("Withhold", 0)


@pytest.mark.clause("9.2a")
def test_all_players_with_battles_lay_in_the_order_of_play() -> None:
    s = meeting(FIELD, ["Fadan", "Ohada"], ["Dharmit"])
    put(s, 0, "Sequa", "Hilran")
    put(s, 2, "Sequa", "Karnaal", "Sorcerer of Dharijor")
    put(s, 1, FIELD, "Wizard of Jharkor")
    s.order = (2, 1, 0)
    for who, name in (("Ohada", "Arkyn"), ("Wizard of Jharkor", "Misha"), ("Sorcerer of Dharijor", "Balan")):
        give_cards(s, who, name)
    s = laying(s)
    seats = []
    while asked(s) and asked(s)[0] == "Lay":  # type: ignore[index]
        seats.append(asked(s)[1])  # type: ignore[index]
        s = choose(s, "done")
    assert seats == [0, 2, 1]


@pytest.mark.clause("9.2c", "9.2d", "9.2g")
def test_three_spells_at_most_each_from_its_own_magician() -> None:
    s = sorcerers()
    casters = ("Magician of Bakshaan", "Ohada", "Priest of Vilmir", "Alchemist of Ilmiora")
    for who, name in zip(casters, ("Aubec", "Roofdrak", "Sleep", "Misha"), strict=True):
        give_cards(s, who, name)
    give_cards(s, "Ohada", "Fileet")
    give_cards(s, "Nikorn", "Meerclar")
    s = laying(s)
    s = choose(s, "lay", ("Ohada", "Fileet"))
    assert refusal(s, "lay", ("Ohada", "Fileet")).reason == "why.has-cast"
    assert refusal(s, "lay", ("Nikorn", "Meerclar")).reason == "why.no-magician"
    assert refusal(s, "lay", ("Dharmit", "Meerclar")).reason == "why.not-in-battle"
    s = choose(s, "lay", ("Magician of Bakshaan", "Aubec"))
    s = choose(s, "lay", ("Priest of Vilmir", "Sleep"))
    assert len(s.laid) == 3
    assert asked(s) == ("Withhold", 0)


def between_two_enemies() -> Any:
    """Fadan and two magicians of seat 0, each with a spell laid for one of two battles in an area."""
    s = meeting(FIELD, ["Fadan", "Ohada", "Magician of Bakshaan"], ["Dharmit"])
    put(s, 2, FIELD, "Karnaal")
    give_cards(s, "Ohada", "Arkyn")
    give_cards(s, "Magician of Bakshaan", "Aubec")
    s = choose(choose(laying(s), "lay", ("Ohada", "Arkyn")), "done")
    return choose(s, "lay", ("Magician of Bakshaan", "Aubec"))


@pytest.mark.clause("9.2c", "9.2f", "10.3")
def test_spells_serve_in_the_battle_they_were_laid_for_and_in_no_other_of_the_area() -> None:
    s = choose(between_two_enemies(), "against", 2)
    s = go_on(s, 1, 4)
    assert s.laid == {piece("Ohada"): spell("Arkyn")}, "it is still face down"
    s = go_on(choose(s, "stay"), 1, 4)
    totals_of = [each.data["total"] for each in told(s, "battle.attack")]
    assert totals_of == [3 + 3 + 1, 3 + 3 + 3 + 1], "no magician fights; the Balance adds 3 to Arkyn"
    assert [(each.data["spell"], each.data["person"]) for each in told(s, "revealed")] == [
        (spell("Aubec"), piece("Magician of Bakshaan")),
        (spell("Arkyn"), piece("Ohada")),
    ]
    assert s.laid == {}


@pytest.mark.clause("9.2c")
def test_three_spells_are_laid_for_each_battle_in_an_area() -> None:
    s = between_two_enemies()
    first, second = pending(s)
    ours = [piece(who) for who in ("Ohada", "Magician of Bakshaan")]
    assert [in_use(s, battle, ours) for battle in (first, second)] == [1, 1]


@pytest.mark.clause("9.2c")
def test_a_fourth_spell_is_refused() -> None:
    s = sorcerers()
    s = cast(s, Magician_of_Bakshaan="Aubec", Ohada="Roofdrak")
    for who in ("Priest of Vilmir", "Alchemist of Ilmiora"):
        give_cards(s, who, "Sleep" if who == "Priest of Vilmir" else "Misha")
    s = laying(s)
    s.laid[piece("Priest of Vilmir")] = s.hand.pop(piece("Priest of Vilmir"))[0]
    assert refusal(s, "lay", ("Alchemist of Ilmiora", "Misha")).reason == "why.three-spells"


@pytest.mark.clause("9.2e")
def test_who_has_cast_in_this_player_turn_casts_no_more() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit"])
    give_cards(s, "Ohada", "Arkyn")
    s.casts = (piece("Ohada"),)
    assert asked(laying(s)) == ("Withhold", 0)


@pytest.mark.clause("9.2d", "9.5b")
def test_only_the_hands_of_magicians_are_played() -> None:
    s = meeting(FIELD, ["Fadan"], ["Dharmit"])
    give_cards(s, "Fadan", "Arkyn")
    assert asked(laying(s)) == ("Withhold", 1)


@pytest.mark.clause("9.3b", "9.3a")
def test_what_is_of_no_use_in_battle_cannot_be_laid() -> None:
    s = meeting(FIELD, ["Elric", "White Mage", "Fadan"], ["Dharmit"])
    give_cards(
        s, "White Mage", "Dead Gods Book", "Jeweled Bird", "Escape", "Dragons", "h'Haarshanns", "Dispel Magic"
    )
    give_cards(s, "Elric", "Horn of Fate", "Arioch")
    s = laying(s)
    reasons_of = {
        name: refusal(s, "lay", (who, name)).reason
        for who, name in (
            ("White Mage", "Dead Gods Book"), ("White Mage", "Jeweled Bird"), ("White Mage", "Escape"),
            ("White Mage", "Dragons"), ("White Mage", "h'Haarshanns"), ("White Mage", "Dispel Magic"),
            ("Elric", "Horn of Fate"), ("Elric", "Misha"),
        )
    }  # fmt: skip
    assert reasons_of == {
        "Dead Gods Book": "why.no-battle-spell", "Jeweled Bird": "why.no-battle-spell",
        "Escape": "why.no-battle-spell", "Dragons": "why.dragon-masters", "h'Haarshanns": "why.nothing-to-eat",
        "Dispel Magic": "why.nothing-to-dispel", "Horn of Fate": "why.no-battle-spell", "Misha": "why.not-held",
    }  # fmt: skip
    assert s.flow[-1].actions(s) == [("lay", operand(("Elric", "Arioch"))), ("draw", ELRIC), DONE]


@pytest.mark.clause("9.3a", "9.2h", "16.0", "9.3.5", "16.2k", "16.7d")
def test_which_spells_add_their_value() -> None:
    adding = {each for each in range(SPELLS) if ADDS[each]}
    assert all([ALIGNMENT[each] in (LAW, CHAOS, NEUTRAL) and not IS_BARE[each] for each in adding])
    assert not adding & {DEAD_GODS_BOOK, HORN_OF_FATE, SPELL_BY_KEY["battle-barge"]}
    assert not ACTS[DEAD_GODS_BOOK]
    assert not ACTS[HORN_OF_FATE]
    assert len({SPELL_TYPE[each] for each in range(SPELLS)}) == 7
    assert sum([SPELL_VALUE[each] for each in adding if ALIGNMENT[each] == LAW]) == 34


@pytest.mark.clause("16.2p")
def test_oonai_fights_or_flies() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit"])
    give_cards(s, "Ohada", "Oonai")
    assert asked(laying(s)) == ("Lay", 0)
    s.flights[OONAI] = Flight(1, 1)
    give_cards(s, "Ohada", "Misha")
    assert refusal(laying(s), "lay", ("Ohada", "Oonai")).reason == "why.oonai-flies"


@pytest.mark.clause("9.2b")
def test_of_two_dispels_either_may_be_laid_for_they_muster_others() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor"])
    first, second = give_cards(s, "Ohada", "Dispel Magic", "Dispel Magic")
    s = laying(s)
    assert s.flow[-1].actions(s) == [
        ("lay", pair(piece("Ohada"), first)),
        ("lay", pair(piece("Ohada"), second)),
        DONE,
    ]
    assert refusal(s, "done", 3).reason == "why.no-button"


@pytest.mark.clause("10.3", "9.6")
def test_spells_are_revealed_before_the_totals_and_discarded_after() -> None:
    s = cast(meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit"]), Ohada="Arkyn")
    s = fight(s, 1, 1)
    kinds = [entry.kind for entry in s.journal]
    assert kinds.index("revealed") < kinds.index("battle.attack")
    assert s.laid == {}
    assert s.discard == [spell("Arkyn")]


@pytest.mark.clause("10.2b", "9.2e")
def test_a_withheld_magician_takes_his_card_back_and_has_not_cast() -> None:
    s = cast(meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit"]), Ohada="Arkyn")
    s = act(fight_asked(s), ("withhold", piece("Ohada")))
    s = go_on(s, 1, 1)
    assert s.hand[piece("Ohada")] == (spell("Arkyn"),)
    assert s.casts == ()
    assert s.laid == {}


def fight_asked(s: Any) -> Any:
    """The battle, at its first question."""
    return run(s, Battles())


@pytest.mark.clause("10.2c", "9.2e")
def test_without_a_battle_cards_go_back_but_their_magicians_have_cast() -> None:
    s = cast(meeting(FIELD, ["Ohada"], ["Dharmit"]), Ohada="Arkyn")
    s = choose(act(fight_asked(s), ("withhold", piece("Dharmit"))), "back", "Dhakos")
    assert s.hand[piece("Ohada")] == (spell("Arkyn"),)
    assert s.casts == (piece("Ohada"),)
    assert not told(s, "revealed")


@pytest.mark.clause("10.3")
def test_laid_spells_are_open_once_they_are_revealed() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor", "Priest of Vilmir", "Dharmit"])
    cast(s, Ohada="Dispel Magic", Wizard_of_Jharkor="Misha", Priest_of_Vilmir="Grome")
    assert open_cards(s) == frozenset()
    s = fight(s)
    assert asked(s) == ("Aim", 0)
    assert open_cards(s) == {piece("Ohada"), piece("Wizard of Jharkor"), piece("Priest of Vilmir")}


# What they add (10.4, 13.2)


@pytest.mark.clause("10.4b", "9.2f", "9.2h")
def test_a_spell_adds_its_value_and_its_caster_nothing() -> None:
    s = meeting(FIELD, ["Jagreen Lern", "Fadan"], ["Yishana"])
    assert totals(s) == (7, 5)
    assert after(cast(s, Jagreen_Lern="Arioch"), 1, 1) == {"attack": 9, "defence": 6}


@pytest.mark.clause("13.2a", "3.3b", "3.3c")
@pytest.mark.parametrize(("balance", "total"), [(0, 9), (-2, 11), (3, 9)])
def test_the_balance_adds_to_spells_of_the_dominant_alignment(balance: int, total: int) -> None:
    s = cast(meeting(FIELD, ["Jagreen Lern", "Fadan"], ["Yishana"]), Jagreen_Lern="Arioch")
    s.balance = balance
    assert after(s, 1, 1)["attack"] == total


@pytest.mark.clause("10.5c", "9.4a", "9.4c", "13.2b")
def test_the_balance_shifts_after_the_battle_by_all_used_spells() -> None:
    """Law 4 and Chaos 1 are Law 3, and Neutral 2 brings that down to Law 1."""
    s = meeting(FIELD, ["Ohada", "Priest of Vilmir", "Fadan"], ["Wizard of Jharkor", "Dharmit"])
    s = fight(cast(s, Ohada="Donblas", Priest_of_Vilmir="Fileet", Wizard_of_Jharkor="Slortar the Old"), 1, 1)
    assert s.balance == 1


@pytest.mark.clause("9.2i", "9.2h", "16.1j")
def test_a_parenthesised_value_moves_the_balance_and_adds_nothing() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit", ("Jharkor", 2)])
    s = fight(cast(s, Ohada="Noose of Flesh"), 1, 1, ("escape", 1))
    assert told(s, "battle.attack")[0].data["total"] == 4
    assert s.balance == 3


@pytest.mark.clause("9.2g", "9.2c", "9.2f", "10.6d", "10.7e", "10.7j")
def test_the_example_of_bakshaan_against_pan_tang() -> None:
    """63 and 8 against 55 and 5 are 71 against 60: eleven, a retreat into port and one ship."""
    s = new_state()
    sail(
        s, 0, "n_dragon", "Free Fleet", "Yishana", "Magician of Bakshaan", "Ohada", "Priest of Vilmir",
        "Alchemist of Ilmiora",
    )  # fmt: skip
    put(
        s, 0, "n_dragon", "Bakshaan warship 1", "Bakshaan warship 2", "Argimiliar galley", "Argimiliar transport",
        "Dharijor transport", "Dharijor galley", "Filkhar transport", "Ilmiora transport", "Ilmiora galley",
        "Isle of Purple Towns galley", "Isle of Purple Towns transport", "Jharkor galley", "Jharkor transport",
        "Lormyr galley", "Lormyr transport", "Shazaar transport", "Tarkesh galley", "Tarkesh transport",
        "Vilmir galley", "Vilmir transport",
    )  # fmt: skip
    sail(
        s, 1, "n_dragon", "Pan Tang warship", "Jagreen Lern", "Theleb K'aarna", "King Hozel", "Karnaal", "Sarosto",
        "Kargan", "Avan Astram", "Terarn Gashtek", "Rackhir", "Moonglum", "Urish",
    )  # fmt: skip
    sail(s, 1, "n_dragon", "Chaos Fleet", "Pyaray")
    put(s, 1, "n_dragon", "Pikarayd warship")
    for other in ("Hilran", "Voashoon", "Jiku", "Smiorgan", "Yaris", "Leader of Eshmir", "Hilran"):
        put(s, 1 if other == "Yaris" else 0, "Kaneloon", other)
    s.freed = (FLAMEBRINGERS,)
    cast(s, Magician_of_Bakshaan="Aubec", Ohada="Roofdrak", Priest_of_Vilmir="Sleep")
    cast(s, Jagreen_Lern="Balan")
    s.laid[piece("Theleb K'aarna")] = give_cards(s, "Theleb K'aarna", "Vulture Lions")[0]
    del s.hand[piece("Theleb K'aarna")]
    s = fight(s, ("attack", 3), ("defence", 3))
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [74, 63]
    assert told(s, "battle.won")[0].data["margin"] == 11
    assert asked(s) == ("ChooseLoss", 1)
    s = choose(s, "lose", "Pan Tang warship")
    assert asked(s) == ("RetreatTo", 1)
    s = choose(s, "retreat", "Hwamgaarl")
    assert at(s, "Jagreen Lern") == "Hwamgaarl (Pan Tang)"
    assert s.balance == 0


# Drawing (!)


@pytest.mark.clause("9.2j", "9.2k", "12.1.3d")
@pytest.mark.parametrize("who", ["Elric", "Yyrkoon", "Theleb K'aarna"])
def test_three_may_draw_instead_of_using_what_they_hold(who: str) -> None:
    s = laying(meeting(FIELD, [who, "Fadan"], ["Dharmit", "Yishana"]))
    s = choose(s, "draw", who)
    assert s.laid == {piece(who): DRAWN}
    s = go_on(s, from_cup(s, "Arioch"), 1, 1)
    assert told(s, "battle.attack")[0].data["total"] == 9
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
    s = meeting(FIELD, ["Theleb K'aarna", "Fadan"], ["Dharmit"])
    s.laid[piece("Theleb K'aarna")] = DRAWN
    s = fight(s, from_cup(s, "h'Haarshanns"), 1, 1)
    assert told(s, "inapplicable")
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
    """Elric's Nightmare slays Yyrkoon, who was to draw after him: 4 for Fadan's 3 and a die of 1."""
    s = meeting(FIELD, ["Elric", "Yyrkoon", "Fadan"], ["Dharmit"])
    s.controller = piece("Yyrkoon")
    s.laid = {ELRIC: DRAWN, piece("Yyrkoon"): DRAWN}
    appears = ("Elric's appearance", 1), ("which nation", 1)
    s = fight(s, from_cup(s, "Elric Nightmare"), ("nightmare", 6), *appears, 1, 1)
    assert len(told(s, "battle.draws")) == 1
    assert told(s, "battle.attack")[0].data["total"] == 4
    assert s.laid == {}


# Eaters (10.4c)


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
    """The battle, at the question to the defender."""
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


# Single spells


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
    assert asked(s) == ("Aim", 0)
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
    """The defender's Dispel, named later, cancels the attacker's, whose target then works."""
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
    assert asked(s) == ("SetOn", 0)
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


# Maintained spells (13.4)


@pytest.mark.clause("13.4f", "13.4e", "13.4h")
def test_a_maintained_spell_works_in_every_battle_and_its_magician_adds_nothing() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Yishana"])
    s.balance, s.tipped, s.ends = 6, 1, 9
    s.maintained[piece("Ohada")] = spell("Donblas")
    s.cup.remove(spell("Donblas"))
    give_cards(s, "Ohada", "Misha")
    assert asked(laying(s)) == ("Withhold", 0)
    assert after(s, 1, 1) == {"attack": 14, "defence": 6}
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


# Abstaining


@pytest.mark.clause("12.0d")
def test_an_abstaining_melnibonean_casts_nothing() -> None:
    s = meeting(FIELD, ["Yyrkoon", "Ohada", "Fadan"], ["Dyvim Slorm", "Dharmit"])
    give_cards(s, "Yyrkoon", "Arioch")
    give_cards(s, "Ohada", "Grome")
    assert refusal(laying(s), "lay", ("Yyrkoon", "Arioch")).reason == "why.abstains"


@pytest.mark.clause("9.3.2")
def test_special_spells_are_for_every_magician_and_not_for_battle() -> None:
    assert [SPELL_NAME[each] for each in range(SPELLS) if SPELL_TYPE[each] == 4] == [
        "Escape", "Escape", "Invulnerability",
    ]  # fmt: skip
    assert not any([ACTS[each] for each in range(SPELLS) if SPELL_TYPE[each] == 4])


@pytest.mark.clause("9.2h")
def test_odds_count_what_is_open_only() -> None:
    s = cast(meeting(FIELD, ["Jagreen Lern", "Fadan"], ["Dharmit"]), Jagreen_Lern="Arioch")
    assert totals(s) == (3, 3)
    assert reasons(s) == {"people": 3}
    assert pending(s)[0].area == area(FIELD)


@pytest.mark.clause("10.4b", "7.5.7d")
def test_magic_helps_against_a_city_too() -> None:
    s = cast(city("Vilmir", "Jadmar", ["Yishana", "Ohada"]), Ohada="Donblas")
    assert after(s, 1, 1) == {"attack": 10, "defence": 6}


@pytest.mark.clause("9.2l", "12.2b")
def test_an_eater_that_turns_eats_nobody_and_shifts() -> None:
    s = meeting(FIELD, ["Theleb K'aarna", "Fadan"], ["Dharmit", ("Jharkor", 2)])
    give_cards(s, "Theleb K'aarna", "Arioch")
    s.laid[piece("Theleb K'aarna")] = DRAWN
    s = fight(s, from_cup(s, "Noose of Flesh"), 1, 1)
    assert told(s, "turned")
    assert not told(s, "eaten")
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [4, 6]
    assert s.balance == 3
