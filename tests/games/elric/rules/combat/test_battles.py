"""Battles that take place, assaults declared, and the order of battles (10.1, 10.9.3, 10.9.4)."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import FIELD, besieged, city, come, fight, go_on, meeting, sail
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
    rule,
    run,
    told,
)
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.combat.battles import CITY, SEA, Battles, Declare
from palatine.games.elric.rules.combat.battles import FIELD as OPEN
from palatine.games.elric.rules.combat.participants import _raid, pending
from palatine.games.elric.rules.magic.search import Search
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.state import NOBODY

DONE = ("done", 0)


def found(s: object) -> list[tuple[int, int, int]]:
    return [(battle.area, battle.defender, battle.kind) for battle in pending(s)]  # type: ignore[arg-type]


@pytest.mark.clause("10.1a")
def test_enemy_stacks_in_one_area_fight() -> None:
    s = meeting(FIELD, ["Fadan"], ["Dharmit"])
    sail(s, 0, "pale", "Pan Tang warship", "Jagreen Lern")
    sail(s, 2, "pale", "Tarkesh galley", "Hilran")
    assert found(s) == [(area(FIELD), 1, OPEN), (area("pale"), 2, SEA)]


@pytest.mark.clause("10.1b", "8.0j", "7.3p")
def test_in_wilderness_only_those_who_were_found_fight() -> None:
    s = meeting("Forest of Troos", ["Fadan"], ["Dharmit"])
    other = put(s, 1, "Forest of Troos", "Yishana")
    assert found(s) == []
    s.found = ((area("Forest of Troos"), 1, s.bands[other[0]], s.bands[piece("Fadan")]),)
    assert found(s) == [(area("Forest of Troos"), 1, OPEN)]
    s = fight(s, 1, 1)
    assert told(s, "battle.defence")[0].data["total"] == 6


@pytest.mark.clause("10.1b", "8.0j")
def test_the_stack_that_has_searched_fights_and_no_other() -> None:
    s = meeting("Forest of Troos", ["Fadan"], ["Dharmit"])
    put(s, 0, "Forest of Troos", "Smiorgan")
    s = choose(run(s, Search()), "searcher", "Fadan")
    s = choose(s, "stack", "Dharmit", rolls=[("search", 5)])
    assert [battle.bands for battle in pending(s)] == [(s.bands[piece("Fadan")], s.bands[piece("Dharmit")])]


@pytest.mark.clause("10.1b", "10.9.3b")
def test_the_strongest_stack_attacks_a_city_of_the_wilderness() -> None:
    s = new_state()
    put(s, 0, "org", "Fadan")
    put(s, 0, "org", "Smiorgan")
    put(s, 0, "org", ("Ilmiora", 5))
    s.assaults = (area("org"),)
    assert [battle.bands for battle in pending(s)] == [(s.bands[piece("Smiorgan")], 0)]


@pytest.mark.clause("10.1d")
def test_attackers_from_several_provinces_fight_one_battle() -> None:
    s = meeting(FIELD, ["Fadan"], ["Dharmit"])
    put(s, 0, FIELD, "Hilran")
    s.trail = {piece("Fadan"): (area("Sequa"),), piece("Hilran"): (area("Thokora"),)}
    s = fight(s, 1, 1)
    assert [entry.data["total"] for entry in told(s, "battle.attack")] == [7]


@pytest.mark.clause("10.1e")
def test_the_attacker_chooses_the_order() -> None:
    s = meeting(FIELD, ["Fadan"], ["Dharmit"])
    put(s, 0, "Sequa", "Hilran")
    put(s, 2, "Sequa", "Umba")
    s = run(s, Battles())
    assert asked(s) == ("ChooseBattle", 0)
    assert names(s, "fight") == [FIELD, "Sequa"]
    assert refusal(s, "fight", "Iosaz").clause == "10.1a"
    s = choose(s, "fight", "Sequa")
    assert asked(s) == ("Withhold", 2)


@pytest.mark.clause("10.1e")
def test_of_two_enemies_in_one_area_the_attacker_picks() -> None:
    s = meeting(FIELD, ["Fadan"], ["Dharmit"])
    put(s, 2, FIELD, "Umba")
    put(s, 0, "Sequa", "Hilran")
    put(s, 2, "Sequa", "Karnaal")
    s = choose(run(s, Battles()), "fight", FIELD)
    assert asked(s) == ("ChooseFoe", 0)
    assert operands(s, "against") == [1, 2]
    assert GAME.action_text(s, ("against", 2)) == "Fight Ruby first"
    assert refusal(s, "against", 3).reason == "why.no-battle-there"
    assert asked(choose(s, "against", 2)) == ("Withhold", 2)


@pytest.mark.clause("10.1e", "10.9.3b")
def test_an_enemy_and_the_neutral_city_he_stands_by_are_two_battles() -> None:
    s = meeting("Jadmar", ["Yishana"], ["Dharmit"])
    s.assaults = (area("Jadmar"),)
    s = run(s, Battles())
    assert operands(s, "against") == [1, NOBODY]
    assert GAME.action_text(s, ("against", NOBODY)) == "Attack the neutral city first"


@pytest.mark.clause("10.1f")
def test_an_attack_needs_a_personality() -> None:
    s = meeting(FIELD, [("Ilmiora", 4)], ["Dharmit"])
    assert found(s) == []
    put(s, 0, FIELD, "Sharilla")
    assert found(s) == [(area(FIELD), 1, OPEN)]


@pytest.mark.clause("10.1a", "10.9.4a")
def test_a_tie_is_fought_out_in_the_next_combat_phase_of_either() -> None:
    s = choose(fight(meeting(FIELD, ["Fadan"], ["Dharmit"]), 3, 3), "stay")
    s.phasing = 1
    assert found(s) == [(area(FIELD), 0, OPEN)]


@pytest.mark.clause("10.9.3b", "7.3n")
def test_a_city_without_enemies_is_attacked_only_if_its_guest_says_so() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Yaris")
    put(s, 0, "Ilmar", "Hilran")
    rule(s, 1, "Vilmir")
    assert found(s) == []
    s = run(s, Declare())
    assert asked(s) == ("Assault", 0)
    assert set(names(s, "assault")) == {"Jadmar", "Ilmar"}
    assert refusal(s, "assault", "Old Hrolmar").reason == "why.none-of-yours"
    assert refusal(s, "assault", FIELD).reason == "why.no-city"
    s = choose(s, "assault", "Ilmar")
    assert refusal(s, "assault", "Ilmar").reason == "why.assaulted"
    assert asked(choose(s, "assault", "Jadmar")) is None, "no other city is left to declare"
    s = act(s, DONE)
    assert asked(s) is None
    assert found(s) == [(area("Ilmar"), NOBODY, CITY)]


@pytest.mark.clause("10.1f")
def test_no_city_is_assaulted_without_a_leader_nor_ones_own() -> None:
    s = new_state()
    rule(s, 0, "Ilmiora")
    put(s, 0, "Ilmar", "Fadan", ("Ilmiora", 2))
    put(s, 0, "Jadmar", ("Ilmiora", 2))
    assert asked(run(s, Declare())) is None
    put(s, 0, "Sequa", "Hilran")
    s = run(s, Declare())
    assert refusal(s, "assault", "Jadmar").reason == "why.cannot-lead"
    assert refusal(s, "assault", "Ilmar").reason == "why.no-choice"


@pytest.mark.clause("10.9.4a", "10.9.4e")
def test_besiegers_and_besieged_attack_again_only_if_they_say_so() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"])
    besieged(s, "Jadmar")
    assert found(s) == []
    declared = choose(run(s, Declare()), "assault", "Jadmar")
    assert found(declared) == [(area("Jadmar"), 1, CITY)]
    s.phasing = 1
    sally = choose(run(s, Declare()), "assault", "Jadmar")
    assert found(sally) == [(area("Jadmar"), 0, OPEN)]


@pytest.mark.clause("10.9.4e")
def test_who_comes_to_relieve_a_city_fights_the_besiegers() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana"], ["Naclon"])
    besieged(s, "Jadmar")
    s.phasing = 1
    put(s, 1, "Jadmar", "Avan Astram")
    s.trail[piece("Avan Astram")] = (area("Northern Vilmir"),)
    assert found(s) == [(area("Jadmar"), 0, OPEN)]
    assert asked(run(s, Declare())) is None, "there is nothing to decide"


@pytest.mark.clause("10.9.3a")
def test_a_city_in_the_wilderness_is_assaulted_when_nobody_of_its_owner_is_there() -> None:
    s = new_state()
    put(s, 0, "Org", "Fadan", ("Ilmiora", 5))
    s = choose(run(s, Declare()), "assault", "Org")
    assert found(s) == [(area("Org"), NOBODY, CITY)]
    s.ruler[12] = 1
    put(s, 1, "Org", "Gutheran")
    assert found(s) == []


@pytest.mark.clause("10.1e")
def test_each_battle_is_fought_once() -> None:
    s = go_on(choose(fight(meeting(FIELD, ["Fadan"], ["Dharmit"]), 3, 3), "stay"))
    assert asked(s) is None
    assert len(told(s, "battle")) == 1
    assert at(s, "Fadan") == FIELD


@pytest.mark.clause("10.9.3b")
def test_attackers_come_from_the_turn() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana"], [("Vilmir", 1)])
    come(s, 0, "Jadmar", "Northern Vilmir")
    assert found(s) == [(area("Jadmar"), 1, CITY)]
    assert armies_of("Vilmir")[0] in s.pieces(1, area("Jadmar"))


@pytest.mark.clause("6.0m", "10.1e")
def test_a_city_whose_nation_is_lost_in_the_battle_is_not_attacked_again() -> None:
    """Without Naclon, Vilmir has no leader and becomes neutral.

    Jadmar is not attacked again as a neutral city.
    """
    s = city("Vilmir", "Jadmar", ["Yishana", "Sarosto"], ["Naclon"])
    besieged(s, "Jadmar")
    s.assaults = (area("Jadmar"),)
    s = fight(s, ("attack", 3), ("defence", 1), ("escape", 6))
    assert told(s, "collapses")
    assert len(told(s, "battle")) == 1
    assert asked(s) is None


@pytest.mark.clause("10.1c", "7.2a")
@pytest.mark.parametrize(("walked", "fights"), [(3, True), (4, False)])
def test_an_attacker_needs_the_points_to_come(walked: int, fights: bool) -> None:
    s = new_state()
    put(s, 0, "Sequa", "Fadan")
    put(s, 1, FIELD, "Dharmit")
    s.walked[piece("Fadan")] = walked
    s = run(s, Movement(0))
    if not fights:
        assert ("stack", area("Sequa")) not in s.flow[-1].actions(s)
        return
    s = choose(choose(s, "stack", "Sequa"), "go", FIELD)
    assert found(s) == [(area(FIELD), 1, OPEN)]


@pytest.mark.clause("7.5.7d", "8.0j")
@pytest.mark.parametrize(("guard", "raided"), [(None, True), ("Jiku", False)])
def test_a_city_of_the_wilderness_is_raided_only_while_nobody_of_its_owner_is_there(
    guard: str | None, raided: bool
) -> None:
    s = new_state()
    put(s, 0, "nadsokor", "Fadan")
    rule(s, 1, "Nadsokor")
    if guard:
        put(s, 1, "nadsokor", guard)
    s.face_up[area("nadsokor")], s.tipped = (0,), -1
    battles = _raid(s, 0, area("nadsokor"))
    assert [(each.defender, each.kind) for each in battles] == [(1, CITY)] * raided
