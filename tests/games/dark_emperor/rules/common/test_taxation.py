"""Taxation: zones of control, ownership of hexes, and production.

See 7.1, 7.31 and the Terrain Effects Chart.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, bare, new_state, put, raise_undead, run, told, wake
from palatine.games.dark_emperor.components.pieces import ALLIANCE, GROUP_POWERS, KINGDOM_POWERS
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.tables import PRODUCTION
from palatine.games.dark_emperor.components.world import (
    AHAUTSIERON,
    CITY_VALUE,
    COASTAL,
    FERLARIE,
    HEXES,
    KELARON,
    LAMMARECH,
    LANDS_OF,
    LOYMARECH,
    SCYTHE,
    STARKEEP,
    STAVROR,
    TAL_PLETOR,
    TAXATION,
    ZOLAHAURESLOR,
    hex_id,
)
from palatine.games.dark_emperor.components.world import KINGDOMS as NAMES
from palatine.games.dark_emperor.rules.common.taxation import (
    NOBODY_HOLDS,
    Taxation,
    full_value,
    ground_value,
    holder,
    income,
    production,
    survey,
    value,
    yields,
)
from palatine.games.dark_emperor.rules.movement.movement import Movement

INLAND, CITY, NEXT, SHARED = "1609", "1610", "1709", "1710"
"""Hexes of Lammarech: settled on a river, its capital, a neighbour, and one beside both."""
AROUND = ("1608", "1709", "1710", "1610", "1510", "1509")
"""The neighbours of INLAND."""


def at_war(*mine: int, theirs: tuple[int, ...] = (), **options: Any) -> Any:
    """Return an empty map; `mine` belong to the Kingdoms player, `theirs` to the Necromancer."""
    s = bare(phasing=KINGDOMS, **options)
    wake(s, KINGDOMS, *mine)
    wake(s, NECROMANCER, *theirs)
    return s


def holds(s: Any, name: str) -> int:
    found = holder(s, hex_id(name))
    assert survey(s)[hex_id(name)] == found, "both ways of asking agree"
    return found


# Zones of control


@pytest.mark.clause("7.11a", "7.11d")
def test_a_unit_controls_its_hex_and_the_six_around_it() -> None:
    s = at_war(LAMMARECH)
    put(s, INLAND, "greater-vampire-1")
    zone = (INLAND, *AROUND)
    assert {name: holds(s, name) for name in zone} == dict.fromkeys(zone, LORD)
    assert holds(s, "1808") == LAMMARECH, "two hexes away"


@pytest.mark.clause("7.11b")
def test_a_fleet_has_no_zone_inland() -> None:
    s = at_war(LOYMARECH, theirs=(FERLARIE,))
    put(s, "2906", "ferlarie-fleet-1")
    assert holds(s, "2907") == FERLARIE, "a coast"
    put(s, "2907", "ferlarie-fleet-1")
    assert not COASTAL[hex_id("2908")]
    assert holds(s, "2908") == LOYMARECH, "all land, no river"


@pytest.mark.clause("7.11b")
def test_land_units_have_no_zone_at_sea_and_it_is_nobodys_anyway() -> None:
    s = at_war(LAMMARECH)
    put(s, CITY, "lammarech-cavalry-1")
    put(s, "1510", "greater-vampire-1")
    assert holds(s, "1511") == NOBODY_HOLDS


@pytest.mark.clause("7.11b", "TEC-holy")
def test_vampires_and_undead_have_no_zone_in_holy_places() -> None:
    s = at_war(STARKEEP)
    put(s, "2820", "greater-vampire-1")
    assert holds(s, "2820") == LORD
    assert holds(s, "2819") == STARKEEP
    wake(s, NECROMANCER, STAVROR)
    put(s, "2820", "stavror-infantry-1")
    assert holds(s, "2819") == STAVROR, "living men do"


@pytest.mark.clause("7.11a")
@pytest.mark.parametrize("key", ["slug", "mezal"])
def test_leaders_and_monsters_have_no_zone(key: str) -> None:
    s = at_war(LAMMARECH)
    put(s, INLAND, key, LORD)
    assert holds(s, INLAND) == LAMMARECH


@pytest.mark.clause("7.11a")
def test_cargo_has_none_apart_from_its_ship() -> None:
    s = at_war(LAMMARECH, theirs=(FERLARIE, TAL_PLETOR))
    fleet, guard = put(s, "1606", "ferlarie-fleet-1 kings-guard-1")
    assert holds(s, "1607") == TAL_PLETOR
    s.cargo[fleet] = guard
    assert holds(s, "1607") == LAMMARECH
    assert holds(s, "1606") == FERLARIE
    s.cargo.clear()
    wake(s, NECROMANCER, STARKEEP)
    (fleet,) = put(s, "1606", "ferlarie-fleet-1", STARKEEP)
    put(s, "1606", "kings-guard-1", FERLARIE)
    assert holds(s, "1606") == FERLARIE, "the first in the table"
    s.cargo[fleet] = guard
    assert holds(s, "1606") == STARKEEP, "and not aboard"


@pytest.mark.clause("7.11c")
def test_zones_hinder_nobody() -> None:
    s = at_war(LAMMARECH)
    put(s, INLAND, "greater-vampire-1")
    put(s, "1611", "lammarech-cavalry-1")
    moving = run(s, Movement(KINGDOMS))
    assert ("stack", hex_id("1611")) in moving.flow[-1].actions(moving)


@pytest.mark.clause("7.11e")
def test_units_control_nothing_of_allies_or_of_who_sleeps() -> None:
    s = at_war(LAMMARECH, TAL_PLETOR)
    put(s, INLAND, "kings-guard-1")
    assert holds(s, INLAND) == LAMMARECH
    put(s, "0809", "lammarech-cavalry-1")
    s.turn_coat(TAL_PLETOR, 2)
    assert holds(s, "0809") == NOBODY_HOLDS
    assert holds(s, "0808") == NOBODY_HOLDS


@pytest.mark.clause("7.12a")
def test_a_unit_holds_the_hex_it_is_in_among_enemy_zones() -> None:
    s = at_war(LAMMARECH)
    put(s, INLAND, "lammarech-cavalry-1")
    put(s, NEXT, "greater-vampire-1")
    assert holds(s, INLAND) == LAMMARECH
    assert holds(s, NEXT) == LORD


@pytest.mark.clause("7.12b")
def test_where_zones_of_both_meet_nobody_taxes() -> None:
    s = at_war(LAMMARECH)
    put(s, INLAND, "lammarech-cavalry-1")
    put(s, NEXT, "greater-vampire-1")
    assert holds(s, SHARED) == NOBODY_HOLDS
    assert hex_id(SHARED) not in income(s, LAMMARECH)


@pytest.mark.clause("7.12b", "7.11d")
def test_an_allys_zone_contests_and_an_allys_unit_holds() -> None:
    s = at_war(LAMMARECH, TAL_PLETOR)
    put(s, NEXT, "greater-vampire-1")
    put(s, INLAND, "kings-guard-1")
    assert holds(s, SHARED) == NOBODY_HOLDS
    assert holds(s, INLAND) == LAMMARECH, "for the kingdom, not for itself"


@pytest.mark.clause("7.11d")
def test_of_two_allies_over_one_enemy_hex_the_one_who_stands_there_taxes() -> None:
    s = at_war(KELARON, STAVROR, theirs=(LAMMARECH,))
    put(s, INLAND, "stavror-infantry-1")
    put(s, "1708", "kelaron-infantry-1")
    assert holds(s, INLAND) == STAVROR
    assert holds(s, "1709") == KELARON, "in both zones: the first in the table"
    s.lands[KELARON] = LORD
    assert holds(s, "1709") == STAVROR, "but none that is conquered"


@pytest.mark.clause("7.11d", "7.31a")
def test_before_his_allies_the_necromancer_himself_holds_what_they_hold_together() -> None:
    s = at_war(LAMMARECH, theirs=(KELARON,))
    put(s, INLAND, "greater-vampire-1 kelaron-infantry-1")
    assert holds(s, INLAND) == holds(s, NEXT) == LORD
    assert hex_id(INLAND) not in income(s, KELARON)


@pytest.mark.clause("7.11d")
def test_what_serves_the_kingdoms_player_himself_denies_a_hex_and_taxes_nothing() -> None:
    s = at_war(KELARON, theirs=(LAMMARECH,))
    put(s, INLAND, "necromancers-siege-train", ALLIANCE)
    assert holds(s, INLAND) == ALLIANCE
    assert hex_id(INLAND) not in income(s, LAMMARECH)
    put(s, "1608", "kelaron-infantry-1")
    assert holds(s, NEXT) == KELARON, "before him"


@pytest.mark.clause("7.11d", "6.33c")
def test_assigned_lands_are_as_ones_own() -> None:
    s = at_war(LAMMARECH, theirs=(TAL_PLETOR,))
    s.lands[LAMMARECH] = TAL_PLETOR
    assert holds(s, INLAND) == TAL_PLETOR
    put(s, NEXT, "lammarech-cavalry-1")
    assert holds(s, INLAND) == LAMMARECH, "under an enemy's zone alone"
    put(s, "1608", "greater-vampire-1")
    assert holds(s, INLAND) == NOBODY_HOLDS


# What hexes yield


@pytest.mark.clause("7.13a", "7.1b", "TEC-settled", "TEC-mountain", "TEC-river", "TEC-coastal")
@pytest.mark.parametrize(
    ("name", "gold"),
    [("1709", 1), ("0303", 1), ("1808", 0), ("0403", 0), ("1609", 2)],
    ids=["settled", "settled coast", "mountain", "mountain coast", "settled river"],
)
def test_ground(name: str, gold: int) -> None:
    s = at_war(LAMMARECH, SCYTHE)
    assert value(s, hex_id(name), LAMMARECH) == PRODUCTION[hex_id(name)] == gold


@pytest.mark.clause("7.13a", "TEC-river")
def test_rivers_add_one_in_settled_land_and_mountains() -> None:
    s = at_war(*range(10))
    assert value(s, hex_id("1109"), TAL_PLETOR) == 1, "the Confluence, in the mountains: its river only"
    assert value(s, hex_id("1204"), TAL_PLETOR) == 2, "Pletrech, settled, on a river"


@pytest.mark.clause("7.13b", "7.13c", "TEC-city")
def test_a_city_pays_its_value_while_friendly_units_are_in_it() -> None:
    s = at_war(LAMMARECH, TAL_PLETOR)
    h = hex_id(CITY)
    bare_ground = PRODUCTION[h]
    assert income(s, LAMMARECH)[h] == bare_ground
    put(s, CITY, "lordolam")
    assert income(s, LAMMARECH)[h] == bare_ground, "a leader is no unit"
    put(s, CITY, "kings-guard-1")
    assert income(s, LAMMARECH)[h] == bare_ground + CITY_VALUE[h] == bare_ground + 3, "an ally's unit is friendly"


@pytest.mark.clause("7.13c")
def test_a_city_taken_from_an_enemy_pays_him_who_is_in_it() -> None:
    s = at_war(LAMMARECH, theirs=(TAL_PLETOR,))
    put(s, CITY, "kings-guard-1")
    assert income(s, TAL_PLETOR)[hex_id(CITY)] == PRODUCTION[hex_id(CITY)] + 3
    assert hex_id(CITY) not in income(s, LAMMARECH)


@pytest.mark.clause("7.14a")
@pytest.mark.parametrize("kingdom", range(10))
def test_undisturbed_a_kingdom_collects_its_printed_value(kingdom: int) -> None:
    s = new_state()
    wake(s, KINGDOMS, kingdom)
    assert sum(income(s, kingdom).values()) == TAXATION[kingdom], NAMES[kingdom]


@pytest.mark.clause("7.14b")
def test_what_enemies_hold_or_dispute_is_deducted() -> None:
    s = new_state()
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    whole = income(s, ZOLAHAURESLOR)
    put(s, "2513", "greater-vampire-1")
    s.lift(s.units(KINGDOMS, hex_id("2513")), -1)
    left = income(s, ZOLAHAURESLOR)
    gone = {h: gold - left.get(h, 0) for h, gold in whole.items() if left.get(h, 0) != gold}
    near = {hex_id(name) for name in ("2513", "2512", "2612", "2613", "2514", "2413", "2412")}
    assert gone
    assert set(gone) <= near
    assert sum(left.values()) == TAXATION[ZOLAHAURESLOR] - sum(gone.values())


@pytest.mark.clause("7.1a", "7.15")
def test_every_kingdom_of_the_phasing_player_collects_into_its_own_treasury() -> None:
    s = new_state()
    wake(s, KINGDOMS, LAMMARECH, STARKEEP)
    wake(s, NECROMANCER, STAVROR)
    s.phasing = KINGDOMS
    s.gold[LAMMARECH] = 5
    after = run(s, Taxation())
    assert after.gold[LAMMARECH] == 5 + TAXATION[LAMMARECH], "gold not spent is kept"
    assert after.gold[STARKEEP] == TAXATION[STARKEEP]
    assert sum(after.gold) == after.gold[LAMMARECH] + after.gold[STARKEEP], "nobody else does"
    assert [entry.data["kingdom"] for entry in told(after, "tax")] == [LAMMARECH, STARKEEP]
    s.phasing = NECROMANCER
    assert run(s, Taxation()).gold[STAVROR] == TAXATION[STAVROR]


@pytest.mark.clause("7.16", "7.31a")
def test_lands_of_the_necromancer_himself_pay_no_gold_but_feed_vampires() -> None:
    s = bare()
    wake(s, KINGDOMS, LAMMARECH)
    s.lands[LAMMARECH] = LORD
    before = production(s)
    assert before == sum([PRODUCTION[h] for h in LANDS_OF[LAMMARECH]])
    assert sum(run(s, Taxation()).gold) == 0
    put(s, CITY, "greater-vampire-1")
    assert production(s) == before + 3, "his city, held"


@pytest.mark.clause("7.31a", "20.3a")
def test_what_allies_of_the_necromancer_hold_does_not_count_for_him() -> None:
    s = new_state()
    wake(s, NECROMANCER, LAMMARECH, STAVROR)
    assert production(s) == 0
    assert sum(income(s, LAMMARECH).values()) == TAXATION[LAMMARECH]


@pytest.mark.clause("7.31a")
@pytest.mark.parametrize("kind", ["vampire", "undead", "siege train", "mercenaries"])
def test_what_his_own_units_hold_counts(kind: str) -> None:
    s = at_war(LAMMARECH)
    if kind == "vampire":
        put(s, INLAND, "lesser-vampire-1")
    elif kind == "undead":
        raise_undead(s, INLAND, "stavror-infantry-1", LORD)
    elif kind == "siege train":
        put(s, INLAND, "necromancers-siege-train")
    else:
        wake(s, NECROMANCER, GROUP_POWERS[0])
        s.patron[0] = LORD
        put(s, INLAND, "montoys-rebels-1")
    assert production(s) == sum([PRODUCTION[hex_id(name)] for name in (INLAND, *AROUND)])
    assert sum(income(s, LAMMARECH).values()) > 0


@pytest.mark.clause("7.31a")
def test_mercenaries_assigned_to_a_kingdom_hold_for_it() -> None:
    s = at_war(LAMMARECH, theirs=(STAVROR, GROUP_POWERS[0]))
    s.patron[0] = STAVROR
    put(s, INLAND, "montoys-rebels-1")
    assert holds(s, INLAND) == STAVROR
    assert production(s) == 0


@pytest.mark.clause("TEC-coastal")
def test_the_settled_coast_may_be_played_as_paying_nothing() -> None:
    s = at_war(*range(10), coast="pays nothing")
    assert value(s, hex_id("0303"), FERLARIE) == 0
    assert value(s, hex_id(INLAND), LAMMARECH) == 2
    assert value(s, hex_id("1204"), TAL_PLETOR) == 2
    put(s, "0224", "ferlarie-infantry-1")
    assert income(s, FERLARIE)[hex_id("0224")] == 3, "a city's value is no matter of coast"


@pytest.mark.clause("7.12a", "7.12b", "7.11d")
def test_both_ways_of_asking_agree_everywhere() -> None:
    s = new_state()
    wake(s, KINGDOMS, LAMMARECH, ZOLAHAURESLOR, STAVROR)
    wake(s, NECROMANCER, TAL_PLETOR)
    s.lands[STAVROR] = LORD
    for n, name in enumerate(["2513", "1609", "1719", "2318", "0809"], 1):
        put(s, name, f"greater-vampire-{n}")
    held = survey(s)
    assert held == [holder(s, h) for h in range(HEXES)]
    for power in (*KINGDOM_POWERS, LORD):
        assert yields(s)[power] == sum([value(s, h, power) for h in range(HEXES) if held[h] == power])


@pytest.mark.clause("7.11d", "6.33c")
def test_the_first_kingdom_of_the_table_is_a_kingdom_like_the_others() -> None:
    s = at_war(AHAUTSIERON, STARKEEP)
    assert holds(s, "3519") == AHAUTSIERON
    put(s, "3519", "greater-vampire-1")
    assert holds(s, "3519") == LORD
    s.lands[STARKEEP] = AHAUTSIERON
    assert holds(s, "3020") == AHAUTSIERON


@pytest.mark.clause("7.14b")
def test_what_a_hex_adds_to_its_kingdoms_value_is_its_ground_and_its_city() -> None:
    s = bare()
    for kingdom in range(10):
        assert sum(full_value(s, h) for h in LANDS_OF[kingdom]) == TAXATION[kingdom], NAMES[kingdom]
        for h in LANDS_OF[kingdom]:
            assert full_value(s, h) == ground_value(s, h) + CITY_VALUE[h]
