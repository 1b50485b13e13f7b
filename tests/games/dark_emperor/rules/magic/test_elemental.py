"""The elemental runes: flames, units destroyed, passages, earth moved, swords and fleets made."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    HERE,
    KINGDOMS,
    NECROMANCER,
    SILWER,
    THERE,
    act,
    arm,
    asked,
    cast,
    cast_now,
    hexes,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    wake,
    world,
)
from palatine.games.dark_emperor.components.pieces import ALLIANCE, COS
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.spells import (
    CALL_WIND,
    FLY,
    INCINERATE,
    MAELSTROM,
    OPEN_CHASM,
    PART_SEA,
    WALL_OF_FLAMES,
)
from palatine.games.dark_emperor.components.world import (
    AHAUTSIERON,
    FERLARIE,
    GROUND,
    LAMMARECH,
    NEIGHBOURS,
    PORT,
    SEA,
    ZOLAHAURESLOR,
    hex_id,
    hex_name,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.terrain import exits, is_bound
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, MovementMagic
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.rules.realm.betrayal import betray

OPEN_SEA = next(
    h for h, ground in enumerate(GROUND) if ground == SEA and all(GROUND[n] == SEA for n in NEIGHBOURS[h])
)
AT_SEA = hex_name(OPEN_SEA)
HARBOUR = hex_name(PORT.index(True))
AROUND = [hex_name(n) for n in NEIGHBOURS[hex_id(HERE)]]


def burn(*names: str) -> list[tuple[str, int]]:
    return [("burn", hex_id(name)) for name in names]


def silwer(phasing: int = KINGDOMS) -> Any:
    s = world(phasing)
    if phasing == NECROMANCER:
        wake(s, NECROMANCER, SILWER)
    put(s, HERE, "silwer-flagriel")
    return s


# Wall of Flames


@pytest.mark.clause("13.11a")
def test_any_of_the_hexes_around_the_caster_are_barred() -> None:
    s = cast_now(silwer(), "silwer-flagriel", WALL_OF_FLAMES)
    assert asked(s) == ("Flames", KINGDOMS)
    assert sorted(hexes(s, "burn")) == sorted(AROUND)
    assert refusal(s, ("done", 0)).reason == "why.one-flame"
    assert refusal(s, ("burn", hex_id(HERE))).reason == "why.not-beside-caster"
    s = act(s, *burn(*AROUND[:2]))
    assert refusal(s, ("burn", hex_id(AROUND[0]))).reason == "why.burning"
    s = act(s, ("done", 0))
    assert s.flames == tuple((hex_id(name), piece("silwer-flagriel")) for name in AROUND[:2])
    (walker,) = put(s, HERE, "lammarech-cavalry-1")
    assert set(exits(s, walker, hex_id(HERE))).isdisjoint({hex_id(name) for name in AROUND[:2]})
    assert [(entry.clauses, entry.data["hex"]) for entry in told(s, "flames.lit")] == [
        (("13.11a", "13.11c"), hex_id(name)) for name in AROUND[:2]
    ]


@pytest.mark.clause("13.11a")
def test_all_around_may_burn_and_then_there_is_nothing_left_to_light() -> None:
    s = cast_now(silwer(), "silwer-flagriel", WALL_OF_FLAMES, *burn(*AROUND))
    assert len(s.flames) == 6
    assert asked(s) is None
    s = run(silwer(), MovementMagic())
    s.flames = tuple((hex_id(name), KINGDOMS) for name in AROUND)
    s.invalidate_actions()
    assert refusal(s, cast("silwer-flagriel", WALL_OF_FLAMES)).reason == "why.all-in-flames"
    s.flames = tuple((hex_id(name), KINGDOMS) for name in AROUND[1:])
    s.invalidate_actions()
    s = act(s, cast("silwer-flagriel", WALL_OF_FLAMES), rolls=[1])
    assert len(s.flames) == 6, "the one hex left needs no choosing"


@pytest.mark.clause("13.11b")
def test_flames_go_out_with_their_casters_side_and_change_it_with_him() -> None:
    """Silwer serves Lammarech, which the Necromancer betrays.

    The next friendly segment is the Kingdoms'.
    """
    s = silwer(NECROMANCER)
    wake(s, NECROMANCER, LAMMARECH)
    s = cast_now(s, "silwer-flagriel", WALL_OF_FLAMES, *burn(AROUND[0]), ("done", 0))
    (vampire,) = put(s, AROUND[0], "lesser-vampire-1")
    assert not is_bound(s, vampire)
    s.flow.clear()
    betray(s, LAMMARECH)
    assert is_bound(s, vampire), "now they are an enemy's flames"
    s.flow.clear()
    s.phasing = KINGDOMS
    assert run(s, MovementMagic()).flames == ()


@pytest.mark.clause("13.11b")
def test_flames_last_until_the_casters_sides_next_movement_magic_whether_he_lives_or_not() -> None:
    s = world(NECROMANCER)
    s.flames = ((hex_id(HERE), KINGDOMS), (hex_id(THERE), NECROMANCER))
    s = run(s, MovementMagic())
    assert s.flames == ((hex_id(HERE), KINGDOMS),)
    assert told(s, "flames.out")[0].data["hexes"] == [hex_id(THERE)]
    s.phasing = KINGDOMS
    assert run(s, MovementMagic()).flames == ()


@pytest.mark.clause("13.11c")
def test_enemies_in_the_flames_cannot_move_but_friends_leave() -> None:
    s = cast_now(silwer(), "silwer-flagriel", WALL_OF_FLAMES, *burn(AROUND[0]), ("done", 0))
    h = hex_id(AROUND[0])
    (enemy,) = put(s, AROUND[0], "greater-vampire-1")
    (friend,) = put(s, AROUND[0], "lammarech-cavalry-1")
    assert exits(s, enemy, h) == ()
    assert exits(s, friend, h)


# Incinerate, Maelstrom, Open Chasm


@pytest.mark.clause("13.12")
def test_incinerate_destroys_one_enemy_unit_of_the_casters_choice() -> None:
    s = silwer(NECROMANCER)
    put(s, HERE, "farnon ferlarie-infantry-1 ferlarie-infantry-2 lammarech-cavalry-1 zolahaureslor-siege-train")
    s = cast_now(s, "silwer-flagriel", INCINERATE)
    assert asked(s) == ("Strike", NECROMANCER)
    wanted = pieces("ferlarie-infantry-1 lammarech-cavalry-1 zolahaureslor-siege-train")
    assert sorted(operands(s, "target")) == sorted(wanted), "one of two that are alike"
    assert refusal(s, ("target", piece("farnon"))).reason == "why.no-enemy-unit-here"
    assert refusal(s, ("target", piece("ferlarie-infantry-2"))).reason == "why.alike"
    s = act(s, ("target", piece("zolahaureslor-siege-train")))
    assert s.where[piece("zolahaureslor-siege-train")] < 0, "spells destroy siege trains (9.33b)"
    assert len(s.fighters(KINGDOMS, hex_id(HERE))) == 3


@pytest.mark.clause("13.12", "18.22c", "19.3")
def test_neither_monsters_nor_the_sons_of_the_morning_are_struck() -> None:
    s = silwer(NECROMANCER)
    put(s, HERE, "slug", ALLIANCE)
    put(s, HERE, "sons-of-the-morning-1 cos-dol-cos")
    put(s, THERE, "mezal")
    assert asked(run(s, CombatMagic())) is None, "there is nothing to burn"
    put(s, HERE, "ferlarie-infantry-1 lammarech-cavalry-1")
    s = cast_now(s, "silwer-flagriel", INCINERATE)
    assert refusal(s, ("target", piece("slug"))).clause == "18.22c"
    assert refusal(s, ("target", piece("sons-of-the-morning-1"))).clause == "19.3"


@pytest.mark.clause("13.12")
def test_incinerate_burns_cargo_or_ship() -> None:
    s = world(NECROMANCER)
    wake(s, NECROMANCER, SILWER)
    put(s, AT_SEA, "silwer-flagriel")
    ship, load = put(s, AT_SEA, "ferlarie-fleet-1 ferlarie-infantry-1")
    s.cargo = {ship: load}
    s = cast_now(s, "silwer-flagriel", INCINERATE)
    assert sorted(operands(s, "target")) == sorted([ship, load])
    alone = act(s, ("target", load))
    assert (alone.where[load] < 0, alone.where[ship] < 0, alone.cargo) == (True, False, {})
    both = act(s, ("target", ship))
    assert both.where[load] < 0


def stav(where: str, phasing: int = KINGDOMS) -> Any:
    s = world(phasing)
    put(s, where, "stav-farren")
    arm(s, "stav-farren", "staff-of-waters")
    return s


@pytest.mark.clause("13.22a", "13.22b")
def test_maelstrom_sinks_two_fleets_with_their_cargo() -> None:
    s = stav(AT_SEA)
    wake(s, NECROMANCER, FERLARIE, ZOLAHAURESLOR)
    ships = put(s, AT_SEA, "ferlarie-fleet-1 ferlarie-fleet-2 zolahaureslor-fleet-1 ferlarie-infantry-1")
    s.cargo = {ships[0]: ships[3]}
    s = cast_now(s, "stav-farren", MAELSTROM)
    assert operands(s, "target") == ships[:3], "a fleet with cargo is not like one without"
    assert GAME.clause_of(s.flow[-1]) == "13.22a"
    assert refusal(s, ("target", ships[3])).reason == "why.wrong-kind"
    s = act(s, ("target", ships[0]))
    assert operands(s, "target") == ships[1:3]
    s = act(s, ("target", ships[1]))
    assert [s.where[u] < 0 for u in ships] == [True, True, False, True]
    assert s.cargo == {}


@pytest.mark.clause("13.22b", "19.3")
@pytest.mark.parametrize(("where", "survive"), [("0224", True), (AT_SEA, False)])
def test_the_sons_of_the_morning_aboard_are_left_ashore_where_there_is_land(where: str, survive: bool) -> None:
    s = stav(where)
    wake(s, NECROMANCER, FERLARIE, COS)
    ship, sons, _ = put(s, where, "ferlarie-fleet-1 sons-of-the-morning-1 stavror-fleet-1")
    s.cargo = {ship: sons}
    s = cast_now(s, "stav-farren", MAELSTROM)
    assert (s.where[ship] < 0, s.cargo, s.where[sons] == hex_id(where)) == (True, {}, survive)


@pytest.mark.clause("13.22c")
def test_maelstrom_sinks_a_single_fleet_without_asking() -> None:
    s = stav(AT_SEA)
    wake(s, NECROMANCER, FERLARIE)
    (ship,) = put(s, AT_SEA, "ferlarie-fleet-1")
    own = put(s, AT_SEA, "stavror-fleet-1")
    s = cast_now(s, "stav-farren", MAELSTROM)
    assert s.where[ship] < 0
    assert s.where[own[0]] == OPEN_SEA
    assert len(told(s, "magic.destroys")) == 1


@pytest.mark.clause("13.22b")
def test_maelstrom_sinks_the_only_two_fleets_there_without_asking_though_they_differ() -> None:
    s = stav(AT_SEA)
    wake(s, NECROMANCER, FERLARIE, ZOLAHAURESLOR)
    ships = put(s, AT_SEA, "ferlarie-fleet-1 zolahaureslor-fleet-1")
    s = cast_now(s, "stav-farren", MAELSTROM)
    assert asked(s) != ("Strike", KINGDOMS)
    assert [entry.data["unit"] for entry in told(s, "magic.destroys")] == ships
    assert not s.fighters(NECROMANCER, OPEN_SEA)


@pytest.mark.clause("13.42")
def test_open_chasm_takes_land_units_ashore_only() -> None:
    s = world()
    wake(s, NECROMANCER, AHAUTSIERON)
    put(s, HARBOUR, "silfaren")
    aboard, ship, ashore, air = put(
        s, HARBOUR, "ferlarie-infantry-1 ferlarie-fleet-1 lammarech-cavalry-1 rocriders-1"
    )
    s.cargo = {ship: aboard}
    s = cast_now(s, "silfaren", OPEN_CHASM)
    assert s.where[ashore] < 0, "the only one it can take"
    assert [s.where[u] for u in (aboard, ship, air)] == [hex_id(HARBOUR)] * 3


@pytest.mark.clause("13.42")
def test_there_is_no_ground_to_open_at_sea() -> None:
    s = world()
    wake(s, NECROMANCER, AHAUTSIERON)
    put(s, AT_SEA, "silfaren")
    put(s, AT_SEA, "ferlarie-fleet-1 ferlarie-infantry-1")
    assert asked(run(s, CombatMagic())) is None


# Part Sea, Call Wind, Fly


@pytest.mark.clause("13.21a", "13.32a")
@pytest.mark.parametrize(("device", "spell"), [("staff-of-waters", PART_SEA), ("the-scythe", FLY)])
def test_charms_are_noted_for_the_movement_segment_and_lead_over_the_sea(device: str, spell: int) -> None:
    s = world(KINGDOMS)
    coast = hex_id(HARBOUR)
    put(s, HARBOUR, "farnon lammarech-cavalry-1 stavror-siege-train sons-of-the-morning-1")
    arm(s, "farnon", device)
    s = cast_now(s, "farnon", spell)
    assert s.charms == ((piece("farnon"), spell),)
    group = tuple(sorted(pieces("lammarech-cavalry-1 stavror-siege-train farnon")))
    s.flow.append(March(KINGDOMS, coast, group))
    at_sea = [n for n in NEIGHBOURS[coast] if GROUND[n] == SEA]
    assert at_sea
    assert set(operands(s, "go")) >= set(at_sea)
    s.flow.append(March(KINGDOMS, coast, tuple(sorted(pieces("sons-of-the-morning-1 farnon")))))
    assert not set(operands(s, "go")) & set(at_sea), "no magic helps the Sons of the Morning (19.3)"


@pytest.mark.clause("13.31", "13.21b", "13.32b")
def test_call_wind_helps_fleets_and_the_other_charms_land_units() -> None:
    s = world(KINGDOMS)
    put(s, HARBOUR, "farnon ferlarie-fleet-1")
    arm(s, "farnon", "the-scythe")
    step = run(s, MovementMagic())
    assert operands(step, "cast") == [cast("farnon", CALL_WIND)[1]]
    assert refusal(step, cast("farnon", FLY)).reason == "why.nobody-with-caster"
    put(s, HARBOUR, "zolahaureslor-siege-train")
    s = run(s, MovementMagic())
    assert operands(s, "cast") == [cast("farnon", spell)[1] for spell in (CALL_WIND, FLY)]
    s = act(s, cast("farnon", FLY), rolls=[1])
    assert refusal(s, cast("farnon", FLY)).reason == "why.in-force"
    assert [entry.data for entry in told(s, "magic.charm")] == [
        {"piece": piece("farnon"), "spell": FLY, "hex": hex_id(HARBOUR)}
    ]


# Build Fleet


@pytest.mark.clause("13.12")
def test_enemies_who_are_all_alike_are_struck_without_asking_which() -> None:
    s = silwer()
    put(s, HERE, "lesser-vampire-1 lesser-vampire-2")
    s = cast_now(s, "silwer-flagriel", INCINERATE)
    assert asked(s) != ("Strike", KINGDOMS)
    assert len(s.fighters(NECROMANCER, hex_id(HERE))) == 1


@pytest.mark.clause("13.12")
def test_a_spell_that_strikes_is_offered_where_there_is_somebody_to_strike() -> None:
    s = silwer()
    assert asked(run(s, CombatMagic())) is None
    put(s, HERE, "slug", LORD)
    assert asked(run(s, CombatMagic())) is None, "no magic touches a monster (18.22)"
    put(s, HERE, "lesser-vampire-1")
    assert cast("silwer-flagriel", INCINERATE) in run(s, CombatMagic()).flow[-1].actions(s)
