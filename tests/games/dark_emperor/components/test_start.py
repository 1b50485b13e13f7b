"""The starting places of the pieces (5)."""

from __future__ import annotations

from collections import Counter

import pytest

from palatine.games.dark_emperor.components import pieces as f
from palatine.games.dark_emperor.components import tables, world
from palatine.games.dark_emperor.validation import printed

KINGDOMS = range(10)


def units_at(number: str) -> Counter[str]:
    """Return the types of the units that start in a hex, counted."""
    h = world.hex_id(number)
    return Counter(f.TYPES[f.UNIT_TYPE[u]] for u in range(f.UNITS) if f.START[u] == h)


def leaders_at(number: str) -> set[str]:
    h = world.hex_id(number)
    return {f.PIECE_NAME[p] for p in f.LEADERS if f.START[p] == h}


def started(kingdom: int) -> list[int]:
    return [u for u in f.UNITS_OF[kingdom] if f.START[u] >= 0]


def hexes(units: list[int], kind: str) -> Counter[int]:
    """Return the starting hexes of a type of units, counted."""
    return Counter(f.START[u] for u in units if f.TYPES[f.UNIT_TYPE[u]] == kind)


@pytest.mark.clause("5.3")
def test_the_units_of_the_kingdoms_at_the_start() -> None:
    for k in KINGDOMS:
        found = Counter(f.TYPES[f.UNIT_TYPE[u]] for u in started(k))
        assert found == printed.START[world.KINGDOMS[k]], world.KINGDOMS[k]
    assert sum(len(started(k)) for k in KINGDOMS) == 84
    for k in KINGDOMS:
        home = set(world.CITY_HEXES[k])
        assert {f.START[u] for u in started(k)} == home, "somebody in every city, nobody elsewhere"


@pytest.mark.clause("5.31a", "5.32", "5.33a", "5.37", "5.38a", "5.3.10a")
def test_one_infantry_in_every_city_and_one_fleet_in_every_port() -> None:
    more = {world.AHAUTSIERON: 1, world.STAVROR: 3, world.ZOLAHAURESLOR: 4}
    for name in ("Ahautsieron", "Ferlarie", "Kelaron Oiret", "Starkeep", "Stavror", "Zolahaureslor"):
        k = world.KINGDOMS.index(name)
        expected = Counter(world.CITY_HEXES[k]) + Counter({world.CAPITAL[k]: more.get(k, 0)})
        assert hexes(started(k), "infantry") == expected, name
        ports = [h for h in world.CITY_HEXES[k] if world.PORT[h]]
        assert hexes(started(k), "naval") == Counter(ports), name


@pytest.mark.clause("5.31b", "5.33b", "5.33c", "5.32", "5.39b", "5.3.10b")
def test_where_leaders_begin() -> None:
    assert leaders_at("3519") == {"Silfaren"}
    assert leaders_at("3325") == {"Narmoren"}
    assert leaders_at("0224") == {"Ferlor"}
    assert leaders_at("3104") == {"Zelara do Fornoy", "Padron Plety'y"}
    assert leaders_at("3602") == {"Grip Nud"}
    assert leaders_at("1109") == {"Stommarren"}
    assert leaders_at("2414") == {"Nikon V", "Kebir Whitehand", "Farnon"}
    assert f.START[f.TORCH] == world.hex_id("3104")
    for p, of in zip(f.LEADERS, f.LEADER_OF, strict=True):
        owner, start = printed.LEADERS[f.PIECE_NAME[p]]
        assert f.POWER_NAME[of] == owner
        assert f.START[p] == {"box": f.BOX, "gate": f.OUT}.get(start, world.hex_id(start) if start.isdigit() else 0)


@pytest.mark.clause("5.31b")
def test_sier_lor_has_a_second_infantry() -> None:
    assert units_at("3519")["infantry"] == 2


@pytest.mark.clause("5.34")
def test_lammarech() -> None:
    k = world.LAMMARECH
    other = next(h for h in world.CITY_HEXES[k] if h != world.CAPITAL[k])
    assert hexes(started(k), "cavalry") == {world.hex_id("1610"): 2, other: 1}
    assert leaders_at("1610") == {"Lordolam"}


@pytest.mark.clause("5.35")
def test_loymarech() -> None:
    k = world.LOYMARECH
    assert hexes(started(k), "infantry") == Counter(world.CITY_HEXES[k])
    assert hexes(started(k), "cavalry") == {world.hex_id("2808"): 1}
    assert leaders_at("2808") == {"Paisach"}
    assert f.START_BEARER[f.LOSLOM - f.DEVICES[0]] == f.PAISACH


@pytest.mark.clause("5.36")
def test_the_scythe() -> None:
    k = world.SCYTHE
    capital = world.hex_id("0304")
    assert hexes(started(k), "air") == Counter(world.CITY_HEXES[k]) + Counter({capital: 1})
    assert leaders_at("0304") == {"Skydor"}
    assert f.START_BEARER[f.SCYTHE - f.DEVICES[0]] == f.SKYDOR


@pytest.mark.clause("5.37")
def test_the_keeper_has_his_sceptre() -> None:
    assert leaders_at("3020") == {"The Keeper"}
    assert f.START_BEARER[f.SCEPTRE - f.DEVICES[0]] == f.KEEPER
    assert f.START[f.SCEPTRE] == world.hex_id("3020")


@pytest.mark.clause("5.38b")
def test_what_stav_farren_has_with_him() -> None:
    assert units_at("1820") - Counter({"naval": 1}) == {"infantry": 4, "cavalry": 1, "siege": 1}
    assert f.START_BEARER[f.STAFF_OF_WATERS - f.DEVICES[0]] == f.STAV_FARREN


@pytest.mark.clause("5.39a", "5.39b", "5.39c")
def test_tal_pletor() -> None:
    k = world.TAL_PLETOR
    assert units_at("1109") == {"infantry": 1, "naval": 1, "siege": 1}
    assert units_at("1204") == {"infantry": 1, "naval": 1}
    guards = [u for u in started(k) if f.PIECE_NAME[u].startswith("King's Guard")]
    assert {f.START[u] for u in guards} == set(world.CITY_HEXES[k]) - {world.CAPITAL[k]}
    assert len(guards) == 4
    assert {f.STRENGTH[u] for u in guards} == {1}
    (regulars,) = (u for u in started(k) if f.PIECE_NAME[u].startswith("Tal Pletor infantry"))
    assert f.STRENGTH[regulars] == 2


@pytest.mark.clause("5.3.10c")
def test_what_nikon_has_with_him() -> None:
    capital = world.hex_id("2414")
    with_him = [u for u in started(world.ZOLAHAURESLOR) if f.START[u] == capital]
    legions = [u for u in with_him if f.IS_LEGION[u]]
    (horse,) = (u for u in with_him if f.UNIT_TYPE[u] == f.CAVALRY)
    assert len(legions) == 4
    assert {f.STRENGTH[u] for u in (*legions, horse)} == {3}
    assert units_at("2414")["siege"] == 1
    assert f.START_BEARER[f.STAFF_OF_EMPIRE - f.DEVICES[0]] == f.NIKON


def test_the_stacks_at_the_start_are_within_their_limits() -> None:
    for name, capital in printed.CAPITALS.items():
        for number, count in capital.items():
            found = units_at(number)
            assert found.total() - found["naval"] == count, name
            assert found.total() <= tables.LIMIT[world.hex_id(number)], name


@pytest.mark.clause("5.4")
def test_the_mercenaries_begin_in_their_box() -> None:
    for group_power in range(10, 16):
        pieces = (*f.UNITS_OF[group_power], *f.LEADERS_OF[group_power])
        assert {f.START[p] for p in pieces} == {f.BOX}
    assert [p for p in range(f.PIECES) if f.START[p] == f.BOX][-1] == f.FLAGRIEL


@pytest.mark.clause("19a", "19b")
def test_six_groups_each_with_a_leader_and_units_but_for_silwer() -> None:
    assert len(f.GROUPS) == 6
    groups = (f.MONTOY, f.COS, f.SAAR, f.FERNAN, f.HOUNDS, f.SILWER)
    assert [len(f.LEADERS_OF[of]) for of in groups] == [1] * 6
    assert [bool(f.UNITS_OF[of]) for of in groups] == [True] * 5 + [False]
    assert f.GROUPS[f.SILWER - 10] == "Silwer Flagriel"


@pytest.mark.clause("5.5a")
def test_what_comes_through_the_gate() -> None:
    units = [p for p in f.ENTRANTS if p < f.UNITS]
    assert len(units) == 11
    assert [u for u in units if f.IS_GREATER[u]] == [u for u in range(f.UNITS) if f.IS_GREATER[u]]
    assert sum(f.STRENGTH[u] for u in units) == 30
    assert Counter(f.TYPES[f.UNIT_TYPE[u]] for u in units) == {"air": 10, "siege": 1}
    assert set(f.ENTRANTS) - set(units) == {f.PADRECH, f.TOL_MORN, f.MEZAL}
    assert {f.START[p] for p in f.ENTRANTS} == {f.OUT}


@pytest.mark.clause("5.6b", "7.2b", "7.34a")
def test_what_is_not_on_the_map_is_in_the_pools() -> None:
    pooled = [u for u in range(f.UNITS) if f.START[u] == f.POOL]
    assert {u for u in pooled if f.UNIT_OF[u] == f.NECROMANCER} == {u for u in range(f.UNITS) if f.IS_LESSER[u]}
    for k in KINGDOMS:
        assert {f.START[u] for u in f.UNITS_OF[k]} == {f.POOL, *world.CITY_HEXES[k]}
    assert {f.UNIT_OF[u] for u in pooled} == {*KINGDOMS, f.NECROMANCER}
    assert not [u for u in pooled if f.UNIT_TYPE[u] == f.SIEGE]


@pytest.mark.clause("5.1")
def test_battlefield_units_begin_on_the_battlefields() -> None:
    fallen = Counter(f.START[u] for u in f.UNITS_OF[f.BATTLEFIELD])
    assert set(fallen) == {h for h, _ in world.BATTLEFIELDS}
    assert len(fallen) == 8
    assert {f.STRENGTH[u] for u in f.UNITS_OF[f.BATTLEFIELD]} == {0}
    assert min(f.UNDEAD_STRENGTH[u] for u in f.UNITS_OF[f.BATTLEFIELD]) > 0


@pytest.mark.clause("5.2a")
def test_seven_counters_for_seven_pentacles() -> None:
    assert len(f.MAGIC_HEX_COUNTERS) == len(world.PENTACLES) == 7
    assert set(f.MAGIC_HEX_COUNTERS) == {*f.MONSTERS, f.FAMIR, f.HE_SUPS, f.LANTERN, f.NEGATOR}
    assert {f.START[p] for p in f.MAGIC_HEX_COUNTERS} == {f.OUT}


@pytest.mark.clause("15")
def test_where_devices_begin() -> None:
    for k, p in enumerate(f.DEVICES[:10]):
        start = printed.DEVICES[f.PIECE_NAME[p]]
        bearer = f.START_BEARER[k]
        assert (f.PIECE_NAME[bearer] if bearer >= 0 else start) == start
        assert f.START[p] == (f.START[bearer] if bearer >= 0 else world.hex_id(start) if start.isdigit() else f.OUT)
    assert f.START_BEARER[f.TORCH - f.DEVICES[0]] == -1, "the Torch waits for the first Doge"


@pytest.mark.clause("App.II")
def test_the_leaders_of_the_index() -> None:
    assert {f.PIECE_NAME[p] for p in f.LEADERS} == set(printed.LEADERS)
    assert Counter(f.LEADER_OF)[world.ZOLAHAURESLOR] == Counter(f.LEADER_OF)[f.NECROMANCER] == 3
    assert f.LEADERS_OF[world.KELARON] == tables.CANDIDATES
