"""Transitions: one function changes each fact about a piece, with all consequences."""

from __future__ import annotations

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    arm,
    at,
    lay,
    marching,
    piece,
    put,
    raise_undead,
    run,
    stranded,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import COS, GONE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import (
    CITY_HEXES,
    NEIGHBOURS,
    STAVROR,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.rules.characters.famir import bring_bearer
from palatine.games.dark_emperor.rules.characters.lone_leaders import Alone, check_lone_leaders, kill
from palatine.games.dark_emperor.rules.combat.combat import Aftermath
from palatine.games.dark_emperor.rules.combat.retreats import begin_retreat
from palatine.games.dark_emperor.rules.common.losses import LIVING_FOR_GOOD
from palatine.games.dark_emperor.rules.realm.betrayal import betray
from palatine.games.dark_emperor.rules.realm.conquest import Conquest
from palatine.games.dark_emperor.sequence import EndOfGameTurn
from writers import written

FIELDS = {
    "where": {  # a leader, unit or monster moves by `put`, `lift` and `shift` of the state alone; these are devices
        "characters.devices.entrust", "characters.elections.lose_torch", "combat.retreats.follow_into",
    },
    "stacks": set(),
    "company": set(),
    "control": set(),
    "power": {"common.losses.eliminate", "magic.death_and_life.raise_undead"},
    "undead": {"common.losses.eliminate", "magic.death_and_life.raise_undead"},
    "cargo": {"common.cargo.go_ashore", "common.losses.eliminate", "movement.naval.embark"},
    "bearer": {"characters.devices.entrust", "characters.devices.lay_down", "characters.elections.lose_torch"},
    "left_by": {
        "characters.devices.entrust", "characters.devices.lay_down", "characters.elections.lose_torch",
        "characters.transfers.capture_device",
    },
    "legions": {"characters.lone_leaders.release_legions", "common.losses.eliminate", "magic.legions.command_legions"},
    "deaths": {"characters.lone_leaders.kill", "characters.deaths.rise"},
    "duels": {
        "characters.lone_leaders.kill", "characters.monsters.fight_owed", "characters.monsters.slay_monster",
        "realm.magic_hexes.HeroicCombat.run",
    },
    "lands": {"realm.conquest.give_lands"},
    "patron": {"realm.mercenaries.assign_group"},
    "hero": {"realm.magic_hexes.Duel.run"},
    "outcome": set(),
}  # fmt: skip
"""By field of the state: the functions of the rules that may write it."""


@pytest.mark.parametrize("field", FIELDS)
def test_a_field_is_written_by_its_transitions_alone(field: str) -> None:
    assert written("palatine.games.dark_emperor.rules", tuple(FIELDS))[field] == FIELDS[field]


# Where two transitions meet


@pytest.mark.clause("9.26e", "15.3", "19.3")
def test_of_a_ship_cut_off_before_he_sups_the_sons_aboard_return_to_their_pool() -> None:
    sea = "1020"
    s = stranded("nikon-v", "ferlarie-fleet-1", where=sea)
    wake(s, KINGDOMS, COS)
    put(s, sea, "sons-of-the-morning-1")
    s.cargo = {piece("ferlarie-fleet-1"): piece("sons-of-the-morning-1")}
    for k, n in enumerate(NEIGHBOURS[hex_id(sea)], start=1):
        put(s, hex_name(n), f"greater-vampire-{k}")
    begin_retreat(s, KINGDOMS, hex_id(sea), LIVING_FOR_GOOD)
    s = run(s)
    assert (at(s, "ferlarie-fleet-1"), at(s, "sons-of-the-morning-1")) == (str(GONE), str(POOL))


@pytest.mark.clause("9.27e", "15.7b", "15.14b")
def test_a_device_left_with_a_train_is_captured_by_legions_that_fall_away() -> None:
    s = marching("2011", "nikon-v stavror-siege-train")
    arm(s, "nikon-v", "staff-of-empire")
    raise_undead(s, "2011", "imperial-legion-iii", LORD)
    lay(s, "2011", "the-scythe")
    s.left_by = {piece("the-scythe"): KINGDOMS}
    s = act(act(s, ("command", 0)), ("drop", piece("staff-of-empire")), rolls=[("escape", 6)])
    assert s.left_by == {piece("the-scythe"): NECROMANCER, piece("staff-of-empire"): NECROMANCER}
    assert s.side(piece("stavror-siege-train")) == NECROMANCER


@pytest.mark.clause("6.16b", "9.27e", "15.14b")
def test_a_device_whose_guards_are_betrayed_is_captured_by_them() -> None:
    s = stranded("mezal", "stavror-infantry-1")
    wake(s, NECROMANCER, STAVROR)
    lay(s, "2011", "the-scythe")
    s.left_by = {piece("the-scythe"): NECROMANCER}
    betray(s, STAVROR)
    s = run(s, rolls=[("escape", 6)])
    assert (s.left_by, bool(told(s, "alone.falls"))) == ({piece("the-scythe"): KINGDOMS}, True)


@pytest.mark.clause("9.27b", "15.21")
def test_a_second_reason_to_look_who_is_alone_is_added_to_the_first() -> None:
    s = stranded("farnon", "greater-vampire-1")
    s.flow = [Alone(5, NECROMANCER, turned=(1,))]
    check_lone_leaders(s, turned=(2, 3))
    assert s.flow == [Alone(5, NECROMANCER, turned=(1, 2, 3))], "it knows of the battle still"
    check_lone_leaders(s, turned=())
    assert s.flow == [Alone(5, NECROMANCER, turned=(1, 2, 3))]
    check_lone_leaders(s)
    assert s.flow == [Alone(5, NECROMANCER)], "everybody is looked at now"
    check_lone_leaders(s, turned=(4,))
    assert s.flow == [Alone(5, NECROMANCER)]


@pytest.mark.clause("9.26a", "15.7b")
def test_a_legion_whose_commander_retreats_to_another_hex_falls_away_after_the_battle() -> None:
    s = stranded("nikon-v", "stavror-infantry-1 " + " ".join(f"greater-vampire-{n}" for n in range(1, 6)))
    arm(s, "nikon-v", "staff-of-empire")
    (legion,) = raise_undead(s, "2011", "imperial-legion-i", STAVROR)
    s.legions = {legion: LORD}
    s.wielded = {piece("nikon-v"): (piece("staff-of-empire"),)}
    s.flow = [Aftermath(hex_id("2011"), KINGDOMS, 0, (), -1)]
    s = act(run(s), ("retreat", hex_id("2010")), ("retreat", hex_id("2111")))
    s = act(s, ("follow", hex_id("2111" if at(s, "imperial-legion-i") == "2010" else "2010")))
    assert s.power[legion] == LORD
    assert len(told(s, "legion.released")) == 1


@pytest.mark.clause("15.7b", "18.31b")
def test_legions_fall_away_from_whom_famir_brings_elsewhere() -> None:
    s = stranded("nikon-v", "stavror-infantry-1")
    arm(s, "nikon-v", "staff-of-empire sword-famir")
    (legion,) = raise_undead(s, "2011", "imperial-legion-i", STAVROR)
    s.legions = {legion: LORD}
    s.wielded = {piece("nikon-v"): (piece("staff-of-empire"),)}
    bring_bearer(s, piece("nikon-v"), hex_id("2010"))
    assert (at(s, "nikon-v"), s.power[legion], s.legions) == ("2010", LORD, {})


@pytest.mark.clause("14.32", "14.42", "9.27d")
def test_what_magic_has_given_a_negotiator_dies_with_him() -> None:
    s = stranded("farnon", "greater-vampire-1")
    s.sway = {piece("farnon"): 2, piece("paisach"): 1}
    kill(s, piece("farnon"), NECROMANCER)
    assert s.sway == {piece("paisach"): 1}


@pytest.mark.clause("18.151", "9.27d")
def test_the_dead_owe_no_monster_a_fight() -> None:
    s = stranded("farnon", "greater-vampire-1")
    s.duels = (piece("slug"), piece("farnon"))
    kill(s, piece("farnon"), NECROMANCER)
    assert s.duels == (piece("slug"),)


@pytest.mark.clause("9.27d", "15.12b", "15.14b")
def test_what_the_slain_carried_his_own_stack_does_not_guard() -> None:
    s = stranded("farnon", "mezal greater-vampire-1 ferlarie-infantry-1")
    arm(s, "farnon", "the-scythe")
    lay(s, "2011", "dawn-lantern")
    s.left_by = {piece("dawn-lantern"): KINGDOMS}
    kill(s, piece("farnon"), NECROMANCER)
    assert s.carried(piece("mezal")) == [piece("the-scythe")], "and not what the stack guards"


@pytest.mark.clause("20.1", "15.21")
def test_the_necromancers_death_is_told_before_the_end_of_the_match() -> None:
    s = stranded("padrech-dar-choim", "ferlarie-infantry-1 nikon-v")
    arm(s, "padrech-dar-choim", "the-scythe")
    kill(s, piece("padrech-dar-choim"), KINGDOMS, final=True)
    assert [entry.kind for entry in s.journal] == ["death.for-good", "device.captured", "device.taken", "outcome"]
    assert not s.flow


@pytest.mark.clause("20.2", "20.3a")
def test_the_fall_of_the_empire_in_the_last_game_turn_is_the_only_end() -> None:
    s = stranded("nikon-v", "greater-vampire-1", phasing=KINGDOMS)
    for k, h in enumerate(CITY_HEXES[ZOLAHAURESLOR], start=1):
        put(s, hex_name(h), f"greater-vampire-{k}")
    s.turn = LAST_TURN
    s = run(s, Conquest(), EndOfGameTurn())
    assert s.outcome is not None
    assert (s.outcome.clause, s.flow) == ("20.2", [])
    assert [entry.kind for entry in s.journal] == ["conquered", "outcome"]
