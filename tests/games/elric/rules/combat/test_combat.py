"""Combat: who counts, withheld units, the dice, the table, and what follows (10.2 to 10.7)."""

from __future__ import annotations

import pytest

from games.elric.battlefield import FIELD, cast, city, come, fight, go_on, meeting, reasons, sail, totals
from games.elric.kingdoms import (
    act,
    area,
    arm,
    armies_of,
    asked,
    at,
    choose,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    told,
)
from palatine.games.elric.components.pieces import ELRIC, MOURNBLADE
from palatine.games.elric.components.tables import result_of
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.combat.battles import FIELD as OPEN
from palatine.games.elric.rules.combat.battles import Battle, Battles
from palatine.games.elric.rules.combat.combat import STAGES
from palatine.games.elric.rules.combat.participants import the_battle
from palatine.games.elric.state import LOST, NOBODY, OFF, Hold

DONE = ("done", 0)


# Withholding (10.2)


@pytest.mark.clause("10.2a")
def test_the_last_leader_of_an_attack_cannot_be_withheld() -> None:
    s = run(meeting(FIELD, ["Yaris", ("Pikarayd", 2)], [("Jharkor", 2)]), Battles())
    assert asked(s) == ("Withhold", 0)
    assert operands(s, "withhold") == [armies_of("Pikarayd")[0]]
    found = refusal(s, "withhold", "Yaris")
    assert (found.clause, found.reason) == ("10.2a", "why.must-lead")


@pytest.mark.clause("10.2a")
def test_of_two_leaders_one_can_be_withheld() -> None:
    s = run(meeting(FIELD, ["Yaris", "Hilran"], [("Jharkor", 2)]), Battles())
    assert operands(s, "withhold") == sorted([piece("Yaris"), piece("Hilran")])
    s = choose(s, "withhold", "Yaris")
    assert asked(s) == ("Withhold", 1)


@pytest.mark.clause("10.2a")
def test_who_has_nobody_to_withhold_is_not_asked() -> None:
    s = run(meeting(FIELD, ["Yaris"], [("Jharkor", 2)]), Battles())
    assert asked(s) == ("Withhold", 1)


@pytest.mark.clause("10.2b", "10.7i")
def test_withheld_units_add_nothing_and_are_lost_last() -> None:
    """Yaris (3) alone against five armies of whom three are withheld: 3 + 6 against 2 + 1, and 3 are lost."""
    s = run(meeting(FIELD, ["Yaris"], [("Jharkor", 5)]), Battles())
    armies = armies_of("Jharkor")[:5]
    s = act(s, *[("withhold", armies[n]) for n in range(3)], DONE)
    assert asked(s) == ("StepBack", 1)
    s = choose(s, "stay", rolls=[("attack", 6), ("defence", 1)])
    (entry,) = told(s, "battle.defence")
    assert entry.data["total"] == 3
    assert asked(s) == ("RetreatTo", 1)
    assert [s.where[p] for p in armies] == [LOST, area(FIELD), area(FIELD), LOST, LOST]


@pytest.mark.clause("10.2c", "10.2e")
def test_withheld_defenders_step_back_but_not_where_the_attackers_came_from() -> None:
    s = meeting(FIELD, ["Yaris"], ["Dharmit", ("Jharkor", 2)])
    come(s, 0, FIELD, "Western Dharijor")
    s = act(run(s, Battles()), *[("withhold", p) for p in (piece("Dharmit"), armies_of("Jharkor")[0])], DONE)
    assert names(s, "back") == ["Sequa", "Dhakos", "Thokora"]
    assert refusal(s, "back", "Western Dharijor").clause == "10.2e"
    assert refusal(s, "back", "Iosaz").reason == "why.not-adjacent"
    s = choose(s, "keep", armies_of("Jharkor")[0])
    s = choose(s, "back", "Dhakos")
    assert at(s, "Dharmit") == "Dhakos"
    assert asked(s) == ("StepBack", 1)
    assert refusal(s, "keep", armies_of("Jharkor")[1]).reason == "why.not-withheld"
    s = choose(s, "stay", rolls=[("attack", 1), ("defence", 6)])
    assert [entry.data["area"] for entry in told(s, "battle")] == [area(FIELD)]


@pytest.mark.clause("10.2c")
def test_there_is_no_battle_when_all_have_stepped_back() -> None:
    s = run(meeting(FIELD, ["Yaris"], ["Dharmit"]), Battles())
    s = choose(act(s, ("withhold", piece("Dharmit"))), "back", "Dhakos")
    assert asked(s) is None
    assert told(s, "called-off")
    assert not told(s, "battle")


@pytest.mark.clause("10.2d")
def test_withheld_attackers_stay() -> None:
    s = run(meeting(FIELD, ["Yaris", ("Pikarayd", 2)], ["Dharmit"]), Battles())
    s = act(s, ("withhold", armies_of("Pikarayd")[0]), DONE)
    assert asked(s) == ("Withhold", 1)


@pytest.mark.clause("10.2b")
def test_what_may_be_withheld_is_said() -> None:
    s = meeting(FIELD, ["Yaris", "Sharilla", ("Pikarayd", 2)], [("Jharkor", 1)])
    s = run(s, Battles())
    first, second = armies_of("Pikarayd")[:2]
    assert refusal(s, "withhold", second).reason == "why.alike"
    assert refusal(s, "withhold", "Sharilla").reason == "why.no-fighter"
    assert refusal(s, "withhold", armies_of("Jharkor")[0]).reason == "why.not-in-battle"
    assert refusal(s, "done", 5).reason == "why.no-button"
    s = choose(s, "withhold", first)
    assert refusal(s, "withhold", first).reason == "why.withheld"


# Totals (10.4)


@pytest.mark.clause("10.4a", "3.2d", "3.2h")
def test_on_land_armies_and_people_count() -> None:
    s = meeting(FIELD, ["Yaris", "Sharilla", ("Pikarayd", 4)], [("Jharkor", 2)])
    assert reasons(s) == {"people": 3, "armies": 4}
    assert totals(s) == (7, 2)


@pytest.mark.clause("10.4a", "10.7j")
def test_at_sea_fleets_and_people_count_and_armies_do_not() -> None:
    s = new_state()
    sail(s, 0, "pale", "Pan Tang warship", "Jagreen Lern", ("Pan Tang", 2))
    sail(s, 1, "pale", "Tarkesh galley", "Hilran")
    assert reasons(s) == {"people": 4, "fleets": 5}
    assert totals(s) == (9, 7)


@pytest.mark.clause("7.5.7c", "7.5.2c", "7.5.6", "7.2c")
@pytest.mark.parametrize(
    ("nation", "where", "wall"), [("Vilmir", "Jadmar", 5), ("Lormyr", "Trepesaz", 3), ("Nadsokor", "nadsokor", 0)]
)
def test_a_wall_adds_to_its_defenders(nation: str, where: str, wall: int) -> None:
    s = city(nation, where, ["Yaris"], [(nation, 2)])
    assert totals(s) == (3, 2 + wall)


@pytest.mark.clause("10.9.1d")
def test_the_wall_helps_whoever_holds_the_city() -> None:
    s = city("Vilmir", "Jadmar", ["Yaris"])
    s.holds[area("Jadmar")] = Hold(1, 2)
    s.ruler[17] = 2
    put(s, 1, "Jadmar", ("Jharkor", 1))
    assert totals(s) == (3, 6)


@pytest.mark.clause("10.9.3a")
def test_in_a_neutral_country_its_city_helps_nobody() -> None:
    s = meeting("Jadmar", ["Yaris"], ["Dharmit"])
    assert totals(s) == (3, 3)


@pytest.mark.clause("16.8g", "9.3.3b", "12.1.4a")
def test_mournblade_counts_for_a_melnibonean_who_fights() -> None:
    s = meeting(FIELD, ["Yyrkoon"], ["Dharmit"])
    arm(s, "Yyrkoon", MOURNBLADE)
    assert reasons(s) == {"people": 5, "mournblade": 3}
    assert fight(s, 1, 6).fought == (MOURNBLADE,)
    arm(s, "Dharmit", MOURNBLADE)
    assert reasons(s, 1) == {"people": 3}
    s = meeting(FIELD, ["Elric", "Cymoril"], ["Dharmit"])
    arm(s, ELRIC, MOURNBLADE)
    assert reasons(s) == {"people": 6}, "Elric carries no second sword"


@pytest.mark.clause("12.1.4a", "12.1.4b", "12.1.6d")
def test_stormbringer_is_drawn_only_when_elric_fights() -> None:
    s = meeting(FIELD, ["Elric", "Moonglum", "Cymoril"], ["Dharmit", ("Jharkor", 6)])
    assert fight(s, 1, 1).fought == (ELRIC,)
    assert reasons(s) == {"people": 10}
    withheld = act(run(s, Battles()), ("withhold", ELRIC), DONE)
    withheld = go_on(withheld, 6, 1)
    assert withheld.fought == ()
    cast(s, Elric="Arioch")
    assert reasons(s) == {"people": 4}
    assert fight(s, 1, 1).fought == ()


# Dice and table (10.5, 10.6)


@pytest.mark.clause("10.5a", "10.5b", "10.7a", "3.0")
def test_the_greater_total_wins() -> None:
    s = fight(meeting(FIELD, ["Dharmit"], ["Fadan"]), ("attack", 2), ("defence", 4))
    (entry,) = told(s, "battle.lost")
    assert (entry.data["margin"], entry.clauses) == (2, ("10.5b", "10.6h"))
    assert asked(s) == ("RetreatTo", 0)
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [5, 7]


@pytest.mark.clause("10.6a", "10.6b", "10.6c", "10.6d", "10.6e", "10.6f", "10.6g", "10.6h")
@pytest.mark.parametrize(
    ("armies", "lost"), [(2, 0), (3, 0), (4, 1), (5, 2), (6, 3), (10, 3), (11, 5), (16, 10), (21, 15), (26, 20)]
)
def test_what_a_margin_costs(armies: int, lost: int) -> None:
    """Armies of one nation after the other, led by a parenthesised person, against twenty armies; dice level."""
    forces = (("Vilmir", 9), ("Ilmiora", 10), ("Argimiliar", 11), ("Filkhar", 4), ("Lormyr", 11))
    ours, left = [], armies + 20 - 1
    for nation, count in forces:
        ours.append((nation, min(count, left)))
        left -= min(count, left)
    theirs = [("Jharkor", 8), ("Dharijor", 8), ("Shazaar", 4)]
    s = fight(meeting(FIELD, ["Sharilla", *ours], theirs), 3, 3)
    while asked(s) == ("ChooseLoss", 1):
        s = act(s, s.flow[-1].actions(s)[0])
    assert (
        sum([s.where[p] < 0 for p in armies_of("Jharkor") + armies_of("Dharijor") + armies_of("Shazaar")]) == lost
    )
    assert result_of(armies - 1).losses == lost or result_of(armies - 1).eliminated


@pytest.mark.clause("10.6i")
def test_a_tie_leaves_both_where_they_are_unless_the_attacker_goes() -> None:
    s = fight(meeting(FIELD, ["Dharmit"], ["Fadan"]), 3, 3)
    assert asked(s) == ("Withdraw", 0)
    stayed = choose(s, "stay")
    assert (at(stayed, "Dharmit"), at(stayed, "Fadan")) == (FIELD, FIELD)
    assert asked(stayed) is None
    assert at(choose(s, "back", "Sequa"), "Dharmit") == "Sequa"
    assert refusal(s, "back", "Iosaz").reason == "why.not-adjacent"


@pytest.mark.clause("10.0")
def test_a_battle_goes_through_its_sections_in_order() -> None:
    assert [stage.__name__ for stage in STAGES] == [
        "ask_port_defence", "attacker_withholds", "defender_withholds", "begin_battle",
        "reveal_spells", "draw", "name_targets", "apply_spells", "set_on",
        "roll_battle", "put_spells_away", "take_losses", "abstainers_join_victor", "retreat_loser", "occupy",
        "begin_fallen_escapes", "end_battle",
    ]  # fmt: skip


@pytest.mark.clause("10.7k", "10.8a")
def test_eliminated_means_everybody_withheld_or_not() -> None:
    s = new_state()
    put(s, 0, FIELD, "Elric", "Yyrkoon", "Yishana", "Smiorgan", "Kargan", ("Vilmir", 9))
    put(s, 1, FIELD, "Nikorn", "Zarozinia", ("Bakshaan", 2))
    s = act(run(s, Battles()), DONE)
    s = act(s, ("withhold", armies_of("Bakshaan")[0]), DONE)
    s = choose(s, "stay", rolls=[("attack", 3), ("defence", 1), ("escape", 6)])
    assert [s.where[p] for p in armies_of("Bakshaan")[:2]] == [OFF, OFF]
    assert (at(s, "Nikorn"), at(s, "Zarozinia")) == (str(OFF), str(OFF))


# Melniboneans (12.0)


@pytest.mark.clause("12.0c", "12.0d")
def test_melniboneans_on_both_sides_stand_aside() -> None:
    s = meeting(FIELD, ["Sarosto", "Dyvim Tvar"], ["Dharmit", "Dyvim Slorm", ("Melnibone", 2)])
    assert totals(s) == (4, 3)
    s = fight(s, 1, 1)
    assert told(s, "abstain")
    assert asked(s) == ("RetreatTo", 1)
    s = choose(s, "retreat", "Dhakos")
    assert (at(s, "Dyvim Slorm"), at(s, "Dyvim Tvar")) == ("Dhakos", FIELD)
    assert all([at(s, p) == "Dhakos" for p in armies_of("Melnibone")[:2]])


@pytest.mark.clause("12.0c")
def test_a_stack_whose_leaders_all_abstain_does_not_attack() -> None:
    s = meeting(FIELD, ["Yyrkoon", ("Jharkor", 3)], ["Cymoril", "Fadan"])
    assert asked(run(s, Battles())) is None


@pytest.mark.clause("12.0d")
def test_there_is_no_battle_with_abstainers_only() -> None:
    s = fight(meeting(FIELD, ["Yishana", "Yyrkoon"], ["Dyvim Slorm"]))
    assert asked(s) is None
    assert told(s, "called-off")


@pytest.mark.clause("12.0e")
def test_abstainers_who_alone_are_left_join_the_victor() -> None:
    s = fight(meeting(FIELD, ["Yishana", "Sarosto", "Yyrkoon"], ["Dyvim Slorm", ("Jharkor", 2)]), 6, 1)
    assert s.owner[piece("Dyvim Slorm")] == 0
    assert told(s, "change-sides")
    assert not told(s, "retreat")


@pytest.mark.clause("12.0f")
def test_elric_fights_melniboneans_and_they_fight_him() -> None:
    s = meeting(FIELD, ["Elric", "Yishana"], ["Yyrkoon"])
    assert totals(s) == (11, 5)
    assert totals(meeting(FIELD, ["Yyrkoon"], ["Elric", "Yishana"])) == (5, 11)


@pytest.mark.clause("12.0g")
def test_melniboneans_but_elric_stand_aside_before_imrryr() -> None:
    s = new_state()
    put(s, 0, "Imrryr", "Elric", "Yyrkoon", "Yishana")
    s.assaults = (area("Imrryr"),)
    assert totals(s) == (11, 25)
    alone = new_state()
    put(alone, 0, "Imrryr", "Yyrkoon")
    alone.assaults = (area("Imrryr"),)
    assert asked(run(alone, Battles())) is None


# Ports (10.9.5)


def harbour() -> object:
    """Pan Tang comes into Banarva from its anchor sea; a galley lies there, and armies man the wall."""
    s = new_state()
    put(s, 0, "Banarva", "Pan Tang warship", "Jagreen Lern", ("Pan Tang", 2))
    put(s, 1, "Banarva", "Tarkesh galley", "Hilran", ("Tarkesh", 2))
    come(s, 0, "Banarva", "pale")
    return s


@pytest.mark.clause("10.9.5b")
def test_the_defender_of_a_port_chooses_ships_against_ships() -> None:
    s = fight(harbour())
    assert asked(s) == ("DefendPort", 1)
    s = go_on(choose(s, "ships"), 1, 6)
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [10, 13]
    assert asked(s) is None, "they came from the sea, and go back to it"
    assert (at(s, "Pan Tang warship"), at(s, "Jagreen Lern")) == ("Pale Sea", "Pale Sea")
    assert s.ship[piece("Jagreen Lern")] == piece("Pan Tang warship")


@pytest.mark.clause("10.9.5b", "10.7d")
def test_who_has_fought_ships_in_a_port_does_not_flee_ashore() -> None:
    s = harbour()
    put(s, 2, "pale", "Ilmiora galley", "Fadan")
    s = go_on(choose(fight(s), "ships"), 1, 6, ("escape", 6))
    assert told(s, "retreat.cut-off")
    assert s.where[piece("Jagreen Lern")] < 0


@pytest.mark.clause("10.9.5b", "10.7h")
def test_ships_that_lose_in_their_port_stay_and_the_attackers_lie_off() -> None:
    s = go_on(choose(fight(harbour()), "ships"), 2, 1)
    assert at(s, "Tarkesh galley") == "Banarva"
    assert (at(s, "Pan Tang warship"), at(s, "Jagreen Lern")) == ("Pale Sea", "Pale Sea")
    assert s.ship[piece("Jagreen Lern")] == piece("Pan Tang warship")
    assert s.sieges == {}


@pytest.mark.clause("10.9.5b")
def test_the_defender_of_a_port_may_stand_behind_the_wall() -> None:
    s = go_on(choose(fight(harbour()), "walls"), 6, 1)
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [12, 11]
    assert asked(s) == ("Withdraw", 0)
    s = choose(s, "stay")
    assert s.sieges == {area("Banarva"): 0}
    assert (at(s, "Pan Tang warship"), at(s, "Jagreen Lern")) == ("Pale Sea", "Banarva")


@pytest.mark.clause("10.9.5a")
def test_a_port_attacked_by_land_is_defended_by_armies_and_wall() -> None:
    s = harbour()
    come(s, 0, "Banarva", "Southern Tarkesh")
    s = fight(s, 3, 3)
    assert told(s, "battle.defence")[0].data["total"] == 13
    assert not told(s, "port.walls")


def ships_alone() -> object:
    """Jagreen Lern with armies comes by land into Banarva, where a ship of Tarkesh lies and nobody defends."""
    s = city("Tarkesh", "Banarva", ["Jagreen Lern", ("Pan Tang", 5)], ["Tarkesh galley"])
    come(s, 0, "Banarva", "Southern Tarkesh")
    return s


@pytest.mark.clause("10.9.5a", "10.2b")
def test_ships_in_a_port_attacked_by_land_are_asked_whether_they_leave() -> None:
    s = run(ships_alone(), Battles())
    while asked(s) == ("Withhold", 0):
        s = choose(s, "done")
    assert asked(s) == ("Withhold", 1)
    view = GAME.view(s, "Jade")
    assert view.prompt.startswith("Your ships take no part in the battle on land at Banarva.")
    assert [each.text for each in view.choices] == [
        "Have the Tarkesh galley leave the port",
        "All others stay in port",
    ]


@pytest.mark.clause("7.5.2h")
def test_no_garrison_is_outweighed_where_there_is_none() -> None:
    assert not told(fight(ships_alone(), 3, 3), "stormed")


@pytest.mark.clause("10.9.5a", "10.9.5b")
def test_a_port_attacked_by_land_and_sea_at_once_keeps_its_ships_out_of_it() -> None:
    s = harbour()
    put(s, 0, "Banarva", "Fadan")
    s.trail[piece("Fadan")] = (area("Southern Tarkesh"),)
    s = fight(s, 3, 3)
    assert not told(s, "port.ships")
    assert told(s, "battle.attack")[0].data["total"] == 12


@pytest.mark.clause("16.8c", "16.8d")
def test_from_aboard_the_chaos_fleet_nobody_fights_on_land() -> None:
    s = harbour()
    put(s, 0, "Banarva", "Chaos Fleet")
    (army,) = put(s, 0, "Banarva", ("Dharijor", 1))
    s.ship = {army: piece("Chaos Fleet")}
    s.trail |= {p: (area("pale"),) for p in (army, piece("Chaos Fleet"))}
    s = go_on(choose(fight(s), "walls"), 1, 6)
    assert told(s, "battle.attack")[0].data["total"] == 7


@pytest.mark.clause("10.1a")
def test_the_facts_of_a_battle_lie_in_the_frame() -> None:
    s = run(meeting(FIELD, ["Yaris", ("Pikarayd", 2)], [("Jharkor", 2)]), Battles())
    assert the_battle(s) == Battle(area(FIELD), 0, 1, OPEN)
    s = choose(s, "withhold", armies_of("Pikarayd")[0])
    assert the_battle(s).held == (armies_of("Pikarayd")[0],)


@pytest.mark.clause("7.3d", "10.8d", "12.1.2a")
def test_elric_whose_people_are_lost_at_sea_comes_ashore_uncontrolled() -> None:
    """Nikorn, who controls him, is lost with the ship; Elric saves himself with any die."""
    s = new_state()
    sail(s, 0, "pale", "Golden Battle Barge", "Yyrkoon", "Smiorgan", "Kargan", "Yishana", "Sarosto", "Avan Astram")
    sail(s, 1, "pale", "Tarkesh galley", "Elric", "Nikorn")
    s.controller = piece("Nikorn")
    s = fight(s, ("attack", 6), ("defence", 1), ("escape", 6))
    assert asked(s) == ("ChooseRefuge", 1)
    s = choose(s, "to", "Banarva", rolls=[("escape", 6)])
    assert at(s, "Elric") == "Banarva"
    assert s.owner[ELRIC] == NOBODY
    assert s.controller == -1
