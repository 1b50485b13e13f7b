"""Entries on battles with their clauses, and the fate of spells in them (9.2, 10.2 to 10.9)."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest

from games.elric.positions.battles import DONE, FIELD, cast, city, fight, from_cup, go_on, laying, meeting, sail
from games.elric.positions.board import (
    act,
    area,
    arm,
    armies_of,
    asked,
    at,
    choose,
    new_state,
    piece,
    power,
    put,
    rule,
    spell,
    story,
    told,
)
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC, OLAB
from palatine.games.elric.components.world import AREAS
from palatine.games.elric.rules.combat.aftermath import falls
from palatine.games.elric.rules.combat.cities import capture
from palatine.games.elric.rules.combat.combat import call_off
from palatine.games.elric.rules.combat.participants import CITY, PORT, Battle, Fight, battle_number, pending
from palatine.games.elric.rules.combat.participants import FIELD as OPEN
from palatine.games.elric.rules.combat.withholding import come_in
from palatine.games.elric.state import DRAWN, NOBODY

TOTALS = ["battle.attack 10.5a", "battle.defence 10.5a"]


# Spells in their order


@pytest.mark.clause("9.2j", "9.2a")
def test_one_after_the_other_draws_a_spell() -> None:
    """Both draw a spell of Chaos.

    Elric's 6 and Theleb's 1 are out, Fadan's 3 stays: 3, 5, 5, the die and the Balance.
    """
    s = meeting(FIELD, ["Elric", "Theleb K'aarna", "Fadan"], ["Dharmit", ("Jharkor", 9)])
    s.controller = piece("Fadan")
    s.laid = {ELRIC: DRAWN, piece("Theleb K'aarna"): DRAWN}
    first = from_cup(s, "Arioch")
    s = fight(s, first, first, 1, 1)
    assert [entry.data["person"] for entry in told(s, "battle.draws")] == [ELRIC, piece("Theleb K'aarna")]
    assert story(s)[:5] == ["battle 10.1a", *["battle.draws 9.2j"] * 2, *TOTALS]
    reasons = [part.reason for part in told(s, "battle.attack")[0].tally.parts]
    assert (reasons.count("spell"), reasons.count("turned-spell")) == (2, 0)
    assert (s.laid, len(s.discard)) == ({}, 2)


@pytest.mark.clause("10.4c", "16.1j", "16.2n")
def test_what_one_eater_has_eaten_is_nothing_for_the_next() -> None:
    s = meeting(FIELD, ["Ohada", "Jagreen Lern", "Fadan"], ["Dharmit", ("Jharkor", 2)])
    put(s, 1, "Thokora", "Yishana")
    s = fight(cast(s, Ohada="Noose of Flesh", Jagreen_Lern="Kyreenee"), 1, 1, ("escape", 6))
    assert story(s) == [
        "battle 10.1a", *["revealed 10.3"] * 2, "eaten 10.4c", "eliminated 10.4c", "eats-nothing 10.4c", *TOTALS,
        "battle.won 10.5b 10.6g", "balance.stays 9.4a 13.1", "escape.fails 10.8b", "perished 10.8a",
    ]  # fmt: skip
    prey = [piece("Dharmit"), *armies_of("Jharkor")[:2]]
    assert told(s, "eaten")[0].data["group"] == prey
    assert told(s, "eliminated")[0].data == {"group": prey[1:], "area": area(FIELD), "seat": 1}
    assert told(s, "perished")[0].data == {"piece": prey[0], "area": area(FIELD), "seat": 1}


@pytest.mark.clause("16.2r", "16.8a")
@pytest.mark.parametrize(("shield", "rolls", "expected"), [
    (False, [("duel", 6), ("Quaolnargn", 1)],
     ["set-on 16.2r", "duel.monster 16.2q", "duel.person 16.2q", "duel.won 16.2r"]),
    (True, [], ["shielded 16.8a"]),
])  # fmt: skip
def test_quaolnargn_is_set_on_the_only_enemy_there_is(shield: bool, rolls: list[Any], expected: list[str]) -> None:
    """Armies are not prey, and the only person is not a choice."""
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit", ("Jharkor", 3)])
    if shield:
        arm(s, "Dharmit", CHAOS_SHIELD)
    s = fight(cast(s, Ohada="Quaolnargn"), *rolls, 1, 1)
    assert story(s)[: 4 + len(expected)] == ["battle 10.1a", "revealed 10.3", *expected, *TOTALS]


@pytest.mark.clause("16.2c")
@pytest.mark.parametrize(("die", "kind"), [(3, "balo.works"), (4, "balo.fails")])
def test_the_die_of_balo_is_told(die: int, kind: str) -> None:
    s = fight(cast(meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit"]), Ohada="Balo the Jester"), ("Balo", die), 1, 1)
    assert f"{kind} 16.2c" in story(s)
    assert told(s, kind)[0].data == {"person": piece("Ohada"), "rolled": die}


@pytest.mark.clause("16.3b")
def test_what_a_dispel_is_aimed_at_is_told() -> None:
    s = meeting(FIELD, ["Ohada", "Fadan"], ["Wizard of Jharkor", "Dharmit"])
    s = fight(cast(s, Ohada="Dispel Magic", Wizard_of_Jharkor="Arioch"), 1, 1)
    assert story(s)[3:5] == ["aimed 16.3b", "battle.dispelled 16.3b"]
    assert told(s, "aimed")[0].data["caster"] == piece("Wizard of Jharkor")
    idle = fight(cast(meeting(FIELD, ["Ohada", "Fadan"], ["Dharmit"]), Ohada="Dispel Magic"), 1, 1)
    assert not told(idle, "aimed")


@pytest.mark.clause("10.4c", "10.8d")
def test_people_of_an_eaten_ship_are_aboard_it_no_more() -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Ohada", "Fadan")
    sail(s, 1, "pale", "Tarkesh galley", "Hilran", ("Tarkesh", 1))
    put(s, 1, "Banarva", "Yishana")
    s = fight(cast(s, Ohada="h'Haarshanns"), 1, 1, ("escape", 1))
    assert s.ship.keys() == {piece("Ohada"), piece("Fadan")}


@pytest.mark.clause("9.2l", "10.4b")
def test_a_spell_that_has_turned_counts_by_its_own_clause() -> None:
    s = meeting(FIELD, ["Yyrkoon", "Fadan"], ["Dharmit"])
    s.hand[piece("Yyrkoon")] = (spell("Arioch"),)
    s.cup.remove(spell("Arioch"))
    s.laid[piece("Yyrkoon")] = DRAWN
    s = fight(s, from_cup(s, "Donblas"), 1, 1)
    parts = told(s, "battle.defence")[0].tally.parts
    assert [(part.clause, part.reason) for part in parts if "spell" in part.reason] == [("9.2l", "turned-spell")]


@pytest.mark.clause("9.2b", "9.2j", "10.2b")
def test_what_is_laid_and_withheld_is_told() -> None:
    """A withheld magician takes back the laid spell and has not cast."""
    s = meeting(FIELD, ["Elric", "Fadan", "Ohada"], ["Dharmit", ("Jharkor", 9)])
    s.controller = piece("Fadan")
    s.hand[piece("Ohada")] = (spell("Misha"),)
    s.cup.remove(spell("Misha"))
    s = choose(choose(laying(s), "draw", "Elric"), "lay", ("Ohada", "Misha"))
    assert story(s) == ["laid.draw 9.2j", "laid 9.2b", "laid.spell 9.2b"]
    s = act(s, ("withhold", piece("Ohada")), DONE, DONE, rolls=[("spell drawn in battle", 1), 1, 6])
    assert story(s)[3:6] == ["withheld 10.2b", "battle 10.1a", "laid.back 10.2b"]
    assert told(s, "withheld")[0].data["group"] == [piece("Ohada")]
    assert (s.hand[piece("Ohada")], s.casts) == ((spell("Misha"),), (ELRIC,))


# Battles that are not fought


def two_foes() -> Any:
    """Return Jagreen Lern and Yyrkoon in a field with stacks of two players.

    One is a Melnibonean who will not fight Yyrkoon.
    """
    s = meeting(FIELD, ["Yishana", "Yyrkoon", "Jagreen Lern"], ["Dyvim Slorm"])
    put(s, 2, FIELD, "Naclon", ("Vilmir", 9))
    return cast(s, Jagreen_Lern="Arioch")


@pytest.mark.clause("10.2c", "12.0d", "9.2e")
def test_a_spell_laid_for_a_battle_that_is_called_off_comes_back_before_the_next() -> None:
    """Jagreen Lern fights in that battle: Yishana 5, Yyrkoon 5, Jagreen Lern 4, the die 1."""
    s = two_foes()
    first = next(battle for battle in pending(s) if battle.defender == 1)
    s.meant = {piece("Jagreen Lern"): battle_number(first)}
    s = go_on(choose(fight(s), "against", 1), 1, 1)
    assert story(s)[:6] == ["abstain 12.0d", "called-off 10.2c", "laid.back 10.2b", "battle 10.1a", *TOTALS]
    assert told(s, "battle.attack")[0].data["total"] == 15
    assert (s.hand[piece("Jagreen Lern")], s.casts) == ((spell("Arioch"),), (piece("Jagreen Lern"),))


@pytest.mark.clause("9.2c", "10.2c")
def test_a_spell_laid_for_the_other_battle_stays_where_it_is() -> None:
    s = two_foes()
    second = next(battle for battle in pending(s) if battle.defender == 2)
    s.meant = {piece("Jagreen Lern"): battle_number(second)}
    s = go_on(choose(fight(s), "against", 1), 1, 1)
    assert story(s)[:4] == ["abstain 12.0d", "called-off 10.2c", "battle 10.1a", "revealed 10.3"]


@pytest.mark.clause("7.5.6", "9.2b")
def test_a_spell_laid_for_an_open_city_comes_back_before_the_next_battle() -> None:
    s = city("Nadsokor", "nadsokor", ["Jagreen Lern", "Yishana"])
    put(s, 2, "nadsokor", "Naclon", ("Vilmir", 9))
    cast(s, Jagreen_Lern="Arioch")
    taken = next(battle for battle in pending(s) if battle.defender == 1)
    s.meant = {piece("Jagreen Lern"): battle_number(taken)}
    s = go_on(choose(fight(s), "against", 1))
    assert story(s)[:3] == ["battle 10.1a", "laid.back 10.2b", "city.falls 7.5.2d"]


@pytest.mark.clause("9.2c")
def test_every_battle_has_a_number_of_its_own() -> None:
    battles = [
        Battle(where, 0, foe, OPEN, (1, band))
        for where, foe, band in product((0, 1, 9, AREAS - 1), range(NOBODY + 1), range(8))
    ]
    assert len({battle_number(each) for each in battles}) == len(battles)
    assert all([battle_number(each) >= 0 for each in battles])


# Cities


@pytest.mark.clause("10.9.3b")
def test_a_neutral_city_that_is_attacked() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Fadan", "Smiorgan", ("Ilmiora", 10))
    s.assaults = (area("Jadmar"),)
    s = fight(s, 6, 1)
    assert story(s) == ["battle.neutral 10.9.3b", *TOTALS, "battle.won 10.5b 10.6f"]
    assert told(s, "battle.neutral")[0].data == {"seat": 0, "area": area("Jadmar")}


@pytest.mark.clause("7.5.9c", "5.0e")
def test_the_fall_of_imrryr_is_told_once() -> None:
    s = new_state()
    put(s, NOBODY, "Imrryr", "Cymoril")
    put(s, 0, "Imrryr", "Elric", "Yishana", "Smiorgan", "Kargan", ("Jharkor", 8), ("Vilmir", 9))
    s.assaults = (area("Imrryr"),)
    s = go_on(fight(s, ("attack", 6), ("defence", 1)))
    assert story(s)[5:7] == ["imrryr.falls 7.5.9c", "melniboneans.leave 12.0a"]


@pytest.mark.clause("10.9.4a", "10.9.4e")
def test_a_siege_is_over_when_the_city_falls_or_its_besiegers_are_gone() -> None:
    s = city("Nadsokor", "nadsokor", ["Nikorn"])
    s.sieges[area("nadsokor")] = 0
    s = fight(s, ("card", 1))
    assert (s.sieges, story(s)[1:3]) == ({}, ["siege.over 10.9.4e", "city.falls 7.5.2d"])


@pytest.mark.clause("7.5.2d", "7.5.7e")
@pytest.mark.parametrize(("ours", "theirs", "margin", "taken"), [
    (["Yishana"], [], 5, True),
    (["Yishana"], [], 4, False),
    (["Yishana"], ["Naclon"], 9, False),
    (["Yishana"], ["Vilmir galley"], 5, True),
    (["Jharkor galley"], [], 9, False),
])  # fmt: skip
def test_when_a_walled_city_is_taken(ours: list[str], theirs: list[str], margin: int, taken: bool) -> None:
    """Jadmar's wall is worth 5.

    An attacker must be left to enter, and no defender ashore.
    """
    s = new_state()
    rule(s, 1, "Vilmir")
    attackers, defenders = put(s, 0, "Jadmar", *ours), put(s, 1, "Jadmar", *theirs)
    battle = Battle(area("Jadmar"), 0, 1, CITY, margin=margin)
    assert falls(s, battle, attackers, defenders) is taken


# Losses


@pytest.mark.clause("10.9.5b")
@pytest.mark.parametrize(("choice", "kind"), [("ships", "port.ships"), ("walls", "port.walls")])
def test_how_a_port_is_defended_is_told(choice: str, kind: str) -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Jagreen Lern")
    s.shift((piece("Pan Tang warship"), piece("Jagreen Lern")), area("Banarva"))
    s.trail = {p: (area("pale"),) for p in (piece("Pan Tang warship"), piece("Jagreen Lern"))}
    put(s, 1, "Banarva", "Tarkesh galley", "Hilran", ("Tarkesh", 2))
    s = fight(s)
    assert asked(s) == ("DefendPort", 1)
    s = go_on(choose(s, choice), 6, 1)
    assert story(s)[0] == f"{kind} 10.9.5b"
    if choice == "ships":
        assert "back-to-sea 10.9.5b" in story(s)
        assert not told(s, "put-out")
        assert at(s, "Pan Tang warship") == at(s, "Jagreen Lern") == "Pale Sea"


@pytest.mark.clause("10.7i")
def test_a_horde_is_nobodys_when_its_last_army_is_lost_in_battle() -> None:
    """3 of Avan Astram (4) and the army of Olab are lost."""
    s = meeting(FIELD, ["Yishana", "Smiorgan", "Kargan"], ["Avan Astram", ("Olab", 1)])
    assert s.ruler[OLAB] == 1
    s = choose(fight(s, 1, 1), "retreat", "Sequa")
    assert s.where[armies_of("Olab")[0]] < 0
    assert s.ruler[OLAB] == NOBODY


@pytest.mark.clause("5.0e", "7.5.9c")
@pytest.mark.parametrize("option", ["at the end", "at once"])
def test_the_fall_of_imrryr_may_decide_the_game_at_once(option: str) -> None:
    s = new_state(imrryr=option)
    group = put(s, 0, "Imrryr", "Elric", "Yishana")
    capture(s, 0, area("Imrryr"), group)
    assert (s.outcome is not None) is (option == "at once")


@pytest.mark.clause("10.9.5a", "10.2c")
def test_ships_go_out_of_a_port_for_which_there_is_no_battle() -> None:
    s = new_state()
    put(s, 0, "Banarva", "Pan Tang warship", "Jagreen Lern")
    rule(s, 1, "Tarkesh")
    s.flow = [Fight(Battle(area("Banarva"), 0, 1, CITY))]
    call_off(s, Battle(area("Banarva"), 0, 1, CITY))
    assert (at(s, "Pan Tang warship"), s.flow, s.ruler[power("Tarkesh")]) == ("Pale Sea", [], NOBODY)


@pytest.mark.clause("10.9.5b")
def test_ships_that_come_in_to_be_met_in_a_port_have_nobody_aboard() -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "General of Pan Tang")
    put(s, 0, "Banarva", "Jagreen Lern")
    s.trail = {piece("Jagreen Lern"): (area("pale"),)}
    come_in(s, Battle(area("Banarva"), 0, 1, PORT))
    assert {at(s, who) for who in ("Pan Tang warship", "General of Pan Tang")} == {"Banarva"}
    assert s.ship == {}
