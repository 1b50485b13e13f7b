"""Withholding before a battle, and the defence of a port (10.2, 10.9.5)."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import DONE, FIELD, city, come, fight, go_on, meeting, sail
from games.elric.positions.board import (
    act,
    area,
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
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.combat.battles import FIELD as OPEN
from palatine.games.elric.rules.combat.battles import Battle, Battles
from palatine.games.elric.rules.combat.participants import the_battle
from palatine.games.elric.state import LOST, NOBODY


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
    """Yaris (3) fights five armies, of which three are withheld.

    3 + 6 against 2 + 1: 3 are lost.
    """
    s = run(meeting(FIELD, ["Yaris"], [("Jharkor", 5)]), Battles())
    armies = armies_of("Jharkor")[:5]
    s = act(s, *[("withhold", armies[n]) for n in range(3)], DONE)
    assert asked(s) == ("RetreatWithheld", 1)
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
    assert operands(s, "keep") == [piece("Dharmit"), armies_of("Jharkor")[0]], "the other can go without each"
    s = choose(s, "keep", armies_of("Jharkor")[0])
    s = choose(s, "back", "Dhakos")
    assert at(s, "Dharmit") == "Dhakos"
    assert asked(s) == ("RetreatWithheld", 1)
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


def harbour() -> object:
    """Return a match in which Pan Tang enters Banarva from the sea; a galley and armies defend it."""
    s = new_state()
    put(s, 0, "Banarva", "Pan Tang warship", "Jagreen Lern", ("Pan Tang", 2))
    put(s, 1, "Banarva", "Tarkesh galley", "Hilran", ("Tarkesh", 2))
    come(s, 0, "Banarva", "pale")
    return s


@pytest.mark.clause("10.9.5b")
def test_the_defender_of_a_port_chooses_ships_against_ships() -> None:
    """Warship and Jagreen Lern, 9, fight galley 4 and transport 2; Hilran, 3, is ashore."""
    s = harbour()
    put(s, 1, "Banarva", "Tarkesh transport")
    s = fight(s)
    assert asked(s) == ("DefendPort", 1)
    s = go_on(choose(s, "ships"), 1, 6)
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [10, 12]
    assert asked(s) is None, "they came from the sea, and go back to it"
    assert (at(s, "Pan Tang warship"), at(s, "Jagreen Lern")) == ("Pale Sea", "Pale Sea")
    assert s.ship[piece("Jagreen Lern")] == piece("Pan Tang warship")


@pytest.mark.clause("10.9.5b", "10.7d")
def test_who_has_fought_ships_in_a_port_does_not_flee_ashore() -> None:
    s = harbour()
    put(s, 1, "Banarva", "Tarkesh transport")
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
    """Return a match in which Jagreen Lern enters Banarva by land.

    A ship of Tarkesh is there, but no defender.
    """
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
    """Nikorn, who controls him, is lost with the ship; Elric escapes with any roll."""
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


@pytest.mark.clause("10.2c")
def test_who_steps_back_alone_has_nobody_to_keep() -> None:
    s = run(meeting(FIELD, ["Yaris"], ["Dharmit"]), Battles())
    s = act(s, ("withhold", piece("Dharmit")))
    assert asked(s) == ("RetreatWithheld", 1)
    assert operands(s, "keep") == []
