"""Provinces closed to armies that an invasion holds or that contest a province (3.1, 7.6)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, SURE, enemies, general, natives
from games.adventurer_kings.positions.realm import (
    NO,
    a_turn,
    act,
    at,
    failed,
    load,
    new_state,
    own,
    put_army,
    put_person,
    relate,
)
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, NO_LEADER, PEACE
from palatine.games.adventurer_kings.rules.combat.campaigns import fight_battles
from palatine.games.adventurer_kings.rules.common.command import transfer
from palatine.games.adventurer_kings.rules.realm.yearend import carry_over

QUIET = {"random_encounter": NO, "experience:_march": NO, "experience:_army": NO, "eliminated": 150, "pursuit": NO,
         "quality_rises": NO, "quality_falls": NO, "mercenaries_follow": NO}  # fmt: skip


@pytest.mark.clause("AK-3.1-05")
@pytest.mark.parametrize("led", [True, False])
def test_armies_kept_by_an_invasion_do_not_get_away_under_another(led: bool) -> None:
    """The armies stay for the battle.

    “any enemy armies in that province who had been ordered to move away … stay for the battle instead”
    """
    s = enemies()
    old = general(s, 1, ["LE"])
    if not led:
        transfer(a_turn(s), s.led_by(old), NO_LEADER)
    army = next(a for a, each in s.armies.items() if each.owner == 1)
    new = put_person(s, "Rescuer", 1, HERE)
    invader = general(s, 0, ["LE"], number=504)
    load(s, **QUIET)
    t = a_turn(s)
    act(t, invader, f"MO {HERE}")
    act(t, new, f"PI {army}")
    assert failed(t, new, "MO 506") == ("AK-3.1-05", "fail.held-back")


@pytest.mark.clause("AK-3.1-05")
def test_who_has_nothing_that_is_kept_may_go() -> None:
    s = enemies()
    old = general(s, 1, ["LE"])
    own(s, 1, 506)
    mate = put_person(s, "Mate", 1, HERE)
    invader = general(s, 0, ["LE"], number=504)
    load(s, **QUIET)
    t = a_turn(s)
    act(t, invader, f"MO {HERE}")
    act(t, old, f"LE ALL to {mate}")
    put_army(s, "HC", 1, HERE, old)
    act(t, old, "MO 506")
    assert s.people[old].place == at(s, 506)
    assert failed(t, mate, "MO 506") == ("AK-3.1-05", "fail.held-back")


@pytest.mark.clause("AK-3.1-05")
@pytest.mark.parametrize("how", ["lost", "DI ALL", "LE ALL to {}"])
def test_an_invasion_keeps_nobody_when_the_invaders_are_gone(how: str) -> None:
    """There is no battle to “stay for”. Skeletons left to a comrade collapse."""
    s = enemies()
    own(s, 1, 506)
    mine, mate = general(s, 1, ["LE"]), put_person(s, "Mate", 0, HERE)
    invader = general(s, 0, [], number=504)
    army = put_army(s, "LE", 0, 504, invader, is_skeletal=how.startswith("LE"))
    load(s, **QUIET)
    t = a_turn(s)
    act(t, invader, f"MO {HERE}")
    assert failed(t, mine, "MO 506") == ("AK-3.1-05", "fail.held-back")
    if how == "lost":
        t.remove_army(army)
    else:
        act(t, invader, how.format(mate))
    act(t, mine, "MO 506")
    assert s.people[mine].place == at(s, 506)


@pytest.mark.clause("AK-3.1-05", "AK-3.8-02")
@pytest.mark.parametrize("relation", [ENEMY, PEACE, ALLIED])
def test_armies_given_to_somebody_who_is_no_enemy_of_the_invaders_are_not_kept(relation: int) -> None:
    s = enemies()
    own(s, 2, 506)
    relate(s, 1, 2, ALLIED)
    relate(s, 0, 2, relation)
    mine, ally = general(s, 1, ["LE"]), put_person(s, "Ally", 2, HERE)
    invader = general(s, 0, ["LE"], number=504)
    load(s, **QUIET)
    t = a_turn(s)
    act(t, invader, f"MO {HERE}")
    act(t, mine, f"LE ALL to {ally}")
    if relation == ENEMY:
        assert failed(t, ally, "MO 506") == ("AK-3.1-05", "fail.held-back")
    else:
        act(t, ally, "MO 506")
        assert s.people[ally].place == at(s, 506)


@pytest.mark.clause("AK-3.16-01", "AK-3.1-05")
def test_who_was_run_down_may_go_when_the_pursuer_has_no_armies_left() -> None:
    s = enemies()
    own(s, 0, 504, HERE)
    own(s, 1, 506)
    quarry, hunter = general(s, 1, ["HC"]), general(s, 0, ["HC"], number=504)
    load(s, **QUIET, on_the_trail=1)
    t = a_turn(s)
    act(t, hunter, f"PU {quarry}")
    assert failed(t, quarry, "MO 506") == ("AK-3.1-05", "fail.held-back")
    act(t, hunter, "DI ALL")
    act(t, quarry, "MO 506")
    assert s.people[quarry].place == at(s, 506)


@pytest.mark.clause("AK-7.6-06", "AK-8.3-02")
def test_a_province_conquered_for_an_ally_is_not_contested_when_he_becomes_an_enemy() -> None:
    """A province is contested if it is invaded without a decision.

    “an attacker invades … but fails to destroy the defenders or make them retreat”
    """
    s = new_state()
    relate(s, 0, 2, ALLIED)
    helper, ally = general(s, 0, ["LE"], number=504), general(s, 2, ["LE", "LE"], number=504)
    natives(s, "LE")
    load(s, **SURE, **QUIET, contingents_unite=1)
    t = a_turn(s)
    for n in (helper, ally):
        act(t, n, f"MO {HERE}")
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 2
    relate(s, 0, 2, ENEMY)
    carry_over(t)
    act(a_turn(s), helper, "MO 506")
    assert s.people[helper].place == at(s, 506)
