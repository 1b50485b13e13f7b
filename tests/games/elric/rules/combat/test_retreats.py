"""Retreats: destinations, and units that cannot retreat (10.7; A-38, A-149, A-192)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import DONE, FIELD, city, come, fight, fight_asked, meeting, sail
from games.elric.positions.board import (
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    names,
    new_state,
    piece,
    put,
    refusal,
    rule,
    run,
    take_card,
    told,
)
from palatine.core import Refusal
from palatine.games.elric.components.pieces import ELRIC, KELMAIN
from palatine.games.elric.components.world import AREA_BY_KEY, AREA_NAME, AREAS, LAND_NEIGHBOURS
from palatine.games.elric.rules.combat.battles import Battles
from palatine.games.elric.rules.combat.participants import PORT, Battle, Fight
from palatine.games.elric.rules.combat.retreats import RetreatTo, goers, why_no_way
from palatine.games.elric.state import LOST


@pytest.mark.clause("10.7b", "7.0a")
def test_the_loser_chooses_the_province() -> None:
    s = fight(meeting(FIELD, ["Fadan", "Hilran"], ["Dharmit", ("Jharkor", 1)]), 1, 1)
    assert asked(s) == ("RetreatTo", 1)
    assert names(s, "retreat") == ["Sequa", "Western Dharijor", "Dhakos", "Thokora"]
    s = choose(s, "retreat", "Dhakos")
    assert (at(s, "Dharmit"), at(s, armies_of("Jharkor")[0])) == ("Dhakos", "Dhakos")


@pytest.mark.clause("10.7c", "7.5.3")
def test_no_retreat_over_mountains_to_enemies_or_to_their_cities() -> None:
    """Gromoorva has an enemy city, Sequa has enemies, and mountains bar Myrrhyn.

    The retreat starts in Western Dharijor.
    """
    s = meeting("Western Dharijor", ["Fadan", "Hilran"], ["Dharmit", ("Jharkor", 1)])
    rule(s, 2, "Dharijor")
    put(s, 0, "Sequa", ("Ilmiora", 1))
    s = fight(s, 1, 1)
    assert names(s, "retreat") == ["Southern Tarkesh", "Northern Jharkor", "Nihrain"]
    assert refusal(s, "retreat", "Gromoorva").reason == "why.enemy-city"
    assert refusal(s, "retreat", "Sequa").reason == "why.enemies-there"
    assert refusal(s, "retreat", "myr_n").reason == "why.not-adjacent"


@pytest.mark.clause("10.7c")
def test_on_foot_nobody_retreats_over_sea_not_even_magicians() -> None:
    s = meeting("Unholy Fortress", ["Fadan"], ["Ohada"])
    s.found = ((area("Unholy Fortress"), 1, s.bands[piece("Ohada")], s.bands[piece("Fadan")]),)
    s = fight(s, 1, 2, ("escape", 6))
    assert told(s, "retreat.cut-off")
    assert s.where[piece("Ohada")] < 0


@pytest.mark.clause("10.7d")
def test_a_retreat_by_ship_leaves_behind_whom_the_ships_cannot_take() -> None:
    s = new_state()
    put(s, 1, "Dhakos", "Dharmit", ("Jharkor", 2))
    put(s, 0, "Dhakos", "Yaris", "Hilran", ("Pikarayd", 2))
    put(s, 0, "jhark_sea", "Argimiliar galley")
    put(s, 0, "Cadsandria", "King Hozel")
    come(s, 0, "Dhakos", "jhark_sea")
    s = fight(s, 1, 1)
    assert asked(s) == ("RetreatTo", 0)
    assert "Sea of Jharkor" in names(s, "retreat")
    s = choose(s, "retreat", "Sea of Jharkor")
    first, second = armies_of("Pikarayd")[:2]
    assert (at(s, "Yaris"), at(s, first), at(s, second)) == ("Sea of Jharkor", "Sea of Jharkor", "Dhakos")
    assert s.ship[first] == s.ship[piece("Yaris")] == piece("Argimiliar galley")
    assert "Sea of Jharkor" not in names(s, "retreat")
    assert at(choose(s, "retreat", "Sequa"), second) == "Sequa"


@pytest.mark.clause("10.7e", "7.5.9a")
def test_fleets_retreat_into_seas_and_into_ports_of_their_own() -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Jagreen Lern")
    sail(s, 1, "pale", "Tarkesh galley", "Hilran", ("Tarkesh", 1))
    rule(s, 2, "Ilmiora")
    put(s, 2, "g_dhar", "Dharijor galley")
    s = fight(s, 1, 1)
    assert names(s, "retreat") == ["Banarva", "Northern Pale Sea", "Sea of Bakshaan"]
    assert refusal(s, "retreat", "Rignariom").reason == "why.enemy-city"
    assert refusal(s, "retreat", "g_dhar").reason == "why.enemies-there"
    assert refusal(s, "retreat", "sig_w").reason == "why.no-way"
    s = choose(s, "retreat", "Banarva")
    assert [at(s, each) for each in ("Tarkesh galley", "Hilran", armies_of("Tarkesh")[0])] == ["Banarva"] * 3
    assert not s.ship.keys() & {piece("Hilran"), armies_of("Tarkesh")[0]}


@pytest.mark.clause("10.7f", "7.6b")
def test_a_retreat_into_wilderness_draws_an_attack_at_once() -> None:
    s = meeting("Western Dharijor", ["Fadan", "Hilran"], ["Dharmit", ("Jharkor", 1)])
    s = fight(s, 1, 1)
    s = choose(s, "retreat", "Nihrain", rolls=[("random attack", s.cup.index(52) + 1)])
    assert at(s, "Dharmit") == "Nihrain"


@pytest.mark.clause("13.4n", "10.7f")
def test_a_retreat_among_open_chaos_spells_is_attacked_by_them_too() -> None:
    s = meeting(FIELD, ["Fadan", "Hilran"], ["Dharmit", ("Jharkor", 1)])
    s.tipped, s.balance, s.ends = -1, -6, 4
    s.face_up[area("Dhakos")] = (take_card(s, "Arioch"),)
    s.cup = [take_card(s, "Grome")]
    s = fight(s, 1, 1)
    s = choose(s, "retreat", "Dhakos", rolls=[("stack", 6), ("monster", 1)])
    assert told(s, "attack.beaten")
    assert area("Dhakos") not in s.face_up


@pytest.mark.clause("16.8c", "16.8d", "10.7d")
def test_nobody_retreats_from_aboard_the_chaos_fleet_but_with_it() -> None:
    s = new_state()
    put(s, 0, "Banarva", "Chaos Fleet", "Sarosto", "Yishana")
    put(s, 1, "Banarva", "Hilran", ("Tarkesh", 4))
    s.ship = {piece("Sarosto"): piece("Chaos Fleet")}
    s = fight(s, ("attack", 6), ("defence", 1))
    s = choose(s, "retreat", "Southern Tarkesh")
    assert (at(s, "Yishana"), at(s, "Sarosto")) == ("Southern Tarkesh", "Pale Sea")


@pytest.mark.clause("10.7g")
def test_who_cannot_retreat_is_lost_and_people_roll() -> None:
    s = city("Pan Tang", "Hwamgaarl", ["Fadan", ("Ilmiora", 2)], ["Jagreen Lern", "General of Pan Tang"])
    s = fight(s, ("attack", 1), ("defence", 1), ("escape", 3))
    assert [s.where[p] for p in armies_of("Ilmiora")[:2]] == [LOST, LOST]
    assert told(s, "retreat.cut-off")


@pytest.mark.clause("10.7h", "10.9.4e")
def test_of_a_sally_only_those_who_came_from_outside_retreat() -> None:
    s = new_state()
    rule(s, 0, "Vilmir")
    put(s, 0, "Jadmar", "Naclon", "Avan Astram", ("Vilmir", 2))
    put(s, 1, "Jadmar", "Elric", "Yishana")
    s.sieges[area("Jadmar")] = 1
    s.trail[piece("Avan Astram")] = (area("Northern Vilmir"),)
    s.trail[piece("Naclon")] = ()
    s = fight(s, 1, 1)
    assert asked(s) == ("RetreatTo", 0)
    s = choose(s, "retreat", "Northern Vilmir")
    assert [at(s, each) for each in ("Naclon", "Avan Astram")] == ["Jadmar", "Northern Vilmir"]
    assert s.sieges == {area("Jadmar"): 1}


@pytest.mark.clause("10.1g")
def test_leaderless_armies_defend_and_retreat_but_never_attack() -> None:
    s = meeting(FIELD, ["Fadan", "Hilran"], [("Jharkor", 4)])
    put(s, 1, "Thokora", "Dharmit")
    s = fight(s, 1, 1)
    assert at(choose(s, "retreat", "Dhakos"), armies_of("Jharkor")[0]) == "Dhakos"
    idle = meeting(FIELD, [("Ilmiora", 9)], ["Dharmit"])
    assert asked(fight(idle)) is None
    assert not told(idle, "battle")


@pytest.mark.clause("12.1.6b", "10.2c")
def test_elric_and_moonglum_step_back_together_or_not_at_all() -> None:
    s = meeting(FIELD, ["Fadan"], ["Elric", "Moonglum", "Yishana"])
    s.joined = True
    s = act(run(s, Battles()), ("withhold", ELRIC), ("withhold", piece("Yishana")), ("done", 0))
    s = choose(s, "back", "Dhakos")
    assert (at(s, "Yishana"), at(s, "Elric")) == ("Dhakos", FIELD)


@pytest.mark.clause("10.7e", "7.5.1b", "7.5.4a")
@pytest.mark.parametrize(("die", "saved"), [(4, True), (5, False)])
def test_a_retreat_over_the_teeth_is_as_perilous_as_any_passage(die: int, saved: bool) -> None:
    s = new_state()
    sail(s, 0, "w_dragon", "Pan Tang warship", "Jagreen Lern")
    sail(s, 1, "w_dragon", "Tarkesh galley", "Hilran")
    put(s, 1, "Banarva", "Yishana")
    s = fight(s, 1, 1)
    rolls = [("passage", die)] if saved else [("passage", die), ("escape", 6)]
    s = choose(s, "retreat", "teeth", rolls=rolls)
    assert (s.where[piece("Tarkesh galley")] == area("teeth")) is saved
    assert told(s, "passage.saved" if saved else "passage.lost")[0].clauses == ("7.5.4a",)


@pytest.mark.clause("10.7d")
@pytest.mark.parametrize("ships", [True, False])
def test_who_came_by_land_is_forced_out_of_a_port_by_ship_or_by_land(ships: bool) -> None:
    """Yaris has marched into Dhakos, with or without a ship off it: 10 against 12."""
    s = meeting("Dhakos", ["Yaris", ("Pikarayd", 2)], ["Dharmit", ("Jharkor", 2)])
    come(s, 0, "Dhakos", "Sequa")
    put(s, 0, "Cadsandria", "King Hozel")
    if ships:
        put(s, 0, "jhark_sea", "Argimiliar galley")
    s = fight(s, ("attack", 5), ("defence", 1))
    assert asked(s) == ("RetreatTo", 0)
    assert ("Sea of Jharkor" in names(s, "retreat")) is ships
    assert "Sequa" in names(s, "retreat")
    if ships:
        s = choose(s, "retreat", "Sea of Jharkor")
        assert s.ship[piece("Yaris")] == piece("Argimiliar galley")


@pytest.mark.clause("10.7b")
def test_no_retreat_leads_off_the_map() -> None:
    refused = why_no_way(new_state(), 0, area("Jadmar"), (), AREAS)
    assert refused is not None
    assert (refused.clause, refused.reason) == ("10.7b", "why.no-area")


# Stepping back and withdrawing


def stepping_back() -> Any:
    """Return a match in which Dharmit and an army of three are withheld in Northern Jharkor.

    They can leave before the battle.
    """
    s = fight_asked(meeting(FIELD, ["Fadan", "Hilran"], ["Dharmit", "Yishana", ("Jharkor", 4)]))
    s = act(s, DONE)
    first, second = armies_of("Jharkor")[:2]
    s = act(s, *[("withhold", p) for p in (piece("Dharmit"), first, second)], DONE)
    assert asked(s) == ("RetreatWithheld", 1)
    return s


@pytest.mark.clause("10.2c")
def test_who_steps_back_and_who_is_kept() -> None:
    s = stepping_back()
    first, second = armies_of("Jharkor")[:2]
    gone = act(s, s.flow[-1].actions(s)[0], rolls=[1, 6])
    assert told(gone, "retreat")[0].clauses == ("10.2c",)
    assert [p for p in (piece("Dharmit"), first, second) if at(gone, p) == FIELD] == []
    kept = choose(s, "keep", first)
    assert (kept.flow[-1].group, kept.flow[-1].kept) == ((piece("Dharmit"), second), (first,))
    left = act(kept, kept.flow[-1].actions(kept)[0])
    assert asked(left) == ("RetreatWithheld", 1), "the one who was kept may go elsewhere"
    assert left.flow[-1].group == (first,)
    rows = {("stay", 1): "why.no-button", ("keep", second): "why.alike", ("keep", piece("Yishana")): "why.not-withheld",
            ("back", -1): "why.no-area", ("back", 0): "why.not-adjacent"}  # fmt: skip
    assert {row: refusal(s, *row).reason for row in rows} == rows
    assert refusal(left, "keep", first).reason == "why.none-would-go"


@pytest.mark.clause("10.9.4a")
def test_attackers_withdraw_from_a_city_in_parts_or_stay() -> None:
    """Fadan boards with as many armies as the galley carries; the others can go by land."""
    s = city("Vilmir", "Jadmar", ["Fadan", ("Ilmiora", 10)], ["Naclon", ("Vilmir", 3)])
    put(s, 0, "st_vilmir", "Ilmiora galley")
    s = fight(s, 3, 1)
    assert asked(s) == ("Withdraw", 0)
    ways = s.flow[-1].actions(s)
    gone = act(s, ways[-1])
    assert told(gone, "retreat")[0].clauses == ("10.9.4a",)
    assert at(gone, "Fadan") == AREA_NAME[ways[-1][1]]
    assert refusal(s, "stay", 1).reason == "why.no-button"
    assert refusal(s, "back", -1).reason == "why.no-area"
    stays = act(s, ("stay", 0))
    assert at(stays, "Fadan") == "Jadmar"
    assert stays.sieges == {area("Jadmar"): 0}


@pytest.mark.clause("10.9.4a", "10.7c")
def test_those_of_the_attackers_who_are_left_may_withdraw_as_well() -> None:
    """Units that came by sea go aboard; the armies without room are asked again."""
    s = city("Vilmir", "Jadmar", ["Fadan", "Admiral of Ilmiora", ("Ilmiora", 8)], ["Naclon", ("Vilmir", 3)])
    put(s, 0, "st_vilmir", "Ilmiora galley")
    come(s, 0, "Jadmar", "st_vilmir")
    s = fight(s, 1, 1)
    while asked(s) == ("ChooseLoss", 1):
        s = act(s, s.flow[-1].actions(s)[-1])
    s = choose(s, "back", "st_vilmir")
    assert asked(s) == ("Withdraw", 0)
    assert all([at(s, p) == "Jadmar" for p in s.flow[-1].group])
    assert {piece("Fadan"), piece("Admiral of Ilmiora")}.isdisjoint(s.flow[-1].group)


@pytest.mark.clause("10.7f", "7.6c")
def test_who_is_attacked_in_retreat_is_not_finished_by_it() -> None:
    """Nikorn retreats to a face-up Chaos spell and loses to it.

    A retreat is not his own movement, so he has not finished.
    """
    s = meeting("Karlaak", ["Fadan", "Hilran"], ["Nikorn", ("Vilmir", 3)])
    s.face_up[area("wee_w")] = (take_card(s, "Arioch"),)
    s.cup = [take_card(s, "Grome")]
    s = fight(s, 1, 1)
    assert asked(s) == ("RetreatTo", 1)
    assert "wee_w" in [key for key, where in AREA_BY_KEY.items() if ("retreat", where) in s.flow[-1].actions(s)]
    s.tipped, s.balance, s.ends = -1, -6, 9
    s = choose(s, "retreat", "wee_w", rolls=[("stack", 1), ("monster", 6)])
    assert s.done == ()


@pytest.mark.clause("10.7c", "11.0o")
def test_who_is_of_a_horde_retreats_within_its_bounds() -> None:
    """Umba and his army stay within the southern wilds; Smiorgan can go anywhere."""
    s = new_state()
    group = put(s, 1, "dor_e", "Umba", "Smiorgan", ("Kelmain Host", 1))
    inside, outside = area("dor_c"), area("pik_s")
    assert goers(s, 1, area("dor_e"), group, inside) == group
    assert goers(s, 1, area("dor_e"), group, outside) == (piece("Smiorgan"),)
    s.freed = (KELMAIN,)
    assert goers(s, 1, area("dor_e"), group, outside) == group


@pytest.mark.clause("10.7d", "10.7b")
def test_who_has_fought_ships_in_a_port_goes_back_to_sea() -> None:
    battle = Battle(area("Banarva"), 0, 1, PORT)
    s = new_state()
    put(s, 0, "Banarva", "Jagreen Lern")
    s.flow = [Fight(battle), RetreatTo(0, area("Banarva"), (piece("Jagreen Lern"),))]
    near = next(n for n in LAND_NEIGHBOURS[area("Banarva")])
    assert refusal(s, "retreat", near) == Refusal("10.7d", "why.back-to-ships")
    assert refusal(s, "retreat", -1).reason == "why.no-area"
    assert refusal(s, "retreat", AREAS).reason == "why.no-area"
