"""Laying of spells in battle: procedure and permission (9.2, 9.3, 10.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import (
    DONE,
    FIELD,
    cast,
    city,
    fight,
    fight_asked,
    from_cup,
    go_on,
    laying,
    meeting,
    reasons,
    sorcerers,
    totals,
    totals_after,
)
from games.elric.positions.board import (
    act,
    area,
    asked,
    choose,
    give_cards,
    operand,
    piece,
    put,
    refusal,
    spell,
    told,
)
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    CHAOS,
    DEAD_GODS_BOOK,
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
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.combat.spell_laying import ACTS, ADDS, in_use, open_cards
from palatine.games.elric.state import DRAWN, Flight, pair

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
    """Return Fadan and two magicians of seat 0 before two battles in one area.

    Each magician has laid a spell for one of them.
    """
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


@pytest.mark.clause("16.2r")
def test_quaolnargn_is_laid_against_people_only() -> None:
    for theirs, reason in ((["Dharmit", ("Jharkor", 2)], None), ([("Jharkor", 2)], "why.nobody-to-face")):
        s = meeting(FIELD, ["Ohada", "Fadan"], theirs)
        give_cards(s, "Ohada", "Quaolnargn", "Arioch")
        s = laying(s)
        assert (("lay", operand(("Ohada", "Quaolnargn"))) in s.flow[-1].actions(s)) is (reason is None)
        if reason:
            assert refusal(s, "lay", ("Ohada", "Quaolnargn")).reason == reason


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
    assert asked(s) == ("ChooseDispelTarget", 0)
    assert open_cards(s) == {piece("Ohada"), piece("Wizard of Jharkor"), piece("Priest of Vilmir")}


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
    assert totals_after(s, 1, 1) == {"attack": 10, "defence": 6}


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
