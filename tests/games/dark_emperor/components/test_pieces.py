"""The counters: how many there are, whose, how strong, and where they begin."""

from __future__ import annotations

import colorsys
from collections import Counter
from collections.abc import Iterator
from typing import Any

import pytest

from palatine.core.clauses import load_clauses, load_rulings
from palatine.games.dark_emperor.components import pieces as f
from palatine.games.dark_emperor.components import tables, world
from palatine.games.dark_emperor.validation import printed
from palatine.games.dark_emperor.view import faces

PACKAGE = "palatine.games.dark_emperor"
KINGDOMS = range(10)
PROVENANCES = {"rulebook", "reported", "inferred", "invented"}


def piece(name: str) -> int:
    return f.PIECE_NAME.index(name)


def group(name: str) -> list[int]:
    """The units of a group of equal counters."""
    return [u for u in range(f.UNITS) if f.PIECE_NAME[u].rsplit(" ", 1)[0] == name]


def units_at(number: str) -> Counter[str]:
    """The types of the units that begin in a hex."""
    h = world.hex_id(number)
    return Counter(f.TYPES[f.UNIT_TYPE[u]] for u in range(f.UNITS) if f.START[u] == h)


def leaders_at(number: str) -> set[str]:
    h = world.hex_id(number)
    return {f.PIECE_NAME[p] for p in f.LEADERS if f.START[p] == h}


def started(kingdom: int) -> list[int]:
    return [u for u in f.UNITS_OF[kingdom] if f.START[u] >= 0]


def hexes(units: list[int], kind: str) -> Counter[int]:
    """Where the units of a type begin, and how many."""
    return Counter(f.START[u] for u in units if f.TYPES[f.UNIT_TYPE[u]] == kind)


# ------------------------------------------------------------------------------------------------ counts


def test_there_are_260_counters() -> None:
    assert f.COUNTERS == printed.COUNTERS
    assert f.PIECES == f.UNITS + 3 + 24 + 14
    parts = (range(f.UNITS), f.MONSTERS, f.LEADERS, f.DEVICES)
    assert [p for part in parts for p in part] == list(range(f.PIECES)), "numbered without gaps"


def test_every_table_has_an_entry_for_every_piece() -> None:
    by_piece = (f.START, f.PIECE_NAME, f.PIECE_KEY, f.SILHOUETTE)
    assert {len(table) for table in by_piece} == {f.PIECES}
    by_unit = (
        f.UNIT_TYPE,
        f.UNIT_OF,
        f.STRENGTH,
        f.UNDEAD_STRENGTH,
        f.IS_GREATER,
        f.IS_LESSER,
        f.IS_LEGION,
        f.PRICE,
    )
    assert {len(table) for table in by_unit} == {f.UNITS}
    assert {len(table) for table in (f.LEADER_OF, f.HERO, f.RUNE, f.MAGIC)} == {24}
    assert {len(table) for table in (f.DEVICE_HERO, f.DEVICE_RUNE, f.DEVICE_MAGIC, f.IS_SWORD, f.START_BEARER)} == {
        14
    }


def test_keys_and_names_are_distinct() -> None:
    assert len(f.PIECE_BY_KEY) == f.PIECES
    assert len(set(f.PIECE_NAME)) == f.PIECES
    assert f.PIECE_KEY[f.PADRON] == "padron-pletyy"
    assert f.PIECE_BY_KEY["imperial-legion-iii"] == piece("Imperial Legion III")


def test_the_constants_name_the_pieces_they_say() -> None:
    names = {p: f.PIECE_NAME[p] for p in (*f.MONSTERS, *f.LEADERS, *f.DEVICES)}
    assert [names[p] for p in (f.SLUG, f.SIRAX, f.SSSTOTH)] == ["Slug", "The Dragon Sirax", "Ssstoth"]
    lords = (f.PADRECH, f.TOL_MORN, f.MEZAL)
    assert [names[p] for p in lords] == ["Padrech dar Choim", "Tol Morn", "Mezal"]
    kings = (f.STOMMARREN, f.STAV_FARREN, f.SKYDOR, f.NIKON, f.KEBIR, f.FARNON, f.PAISACH, f.LORDOLAM, f.KEEPER)
    assert [f.LEADER_OF[p - f.LEADERS[0]] for p in kings] == [8, 7, 5, 9, 9, 9, 4, 3, 6]
    others = (f.FERLOR, f.SILFAREN, f.NARMOREN)
    assert [names[p] for p in others] == ["Ferlor", "Silfaren", "Narmoren"]
    captains = (f.LORD_MONTOY, f.COS_DOL_COS, f.GREAT_EAGLE, f.CONNIVER, f.HOUND_MASTER, f.FLAGRIEL)
    assert [f.LEADER_OF[p - f.LEADERS[0]] for p in captains] == list(range(10, 16))
    things = (f.FAMIR, f.HE_SUPS, f.LANTERN, f.NEGATOR, f.TORCH, f.LOSLOM, f.SCEPTRE, f.SCYTHE)
    assert [names[p] for p in things] == [
        "Sword Famir", "He-Sups-on-Prana", "Dawn Lantern", "Silk Negator", "Torch of Liberty", "Sword Loslom",
        "Keeper's Sceptre", "The Scythe",
    ]  # fmt: skip
    assert [names[p] for p in (f.STAFF_OF_WATERS, f.STAFF_OF_EMPIRE)] == ["Staff of Waters", "Staff of Empire"]


# -------------------------------------------------------------------------------------- what is printed


@pytest.mark.clause("3.1a")
def test_a_unit_has_one_figure_and_units_without_strength_none() -> None:
    feeble = {f.PIECE_NAME[u] for u in range(f.UNITS) if not f.STRENGTH[u] and f.UNIT_OF[u] != f.BATTLEFIELD}
    assert len(feeble) == 5
    assert all(name.endswith("siege train") for name in feeble)


@pytest.mark.clause("3.1b")
def test_leaders_have_a_hero_rating_and_magic_only_with_a_rune() -> None:
    for hero, rune, magic in zip(f.HERO, f.RUNE, f.MAGIC, strict=True):
        assert 1 <= hero <= 5
        assert (rune >= 0) == (magic > 0)
    assert f.HERO[f.TOL_MORN - f.LEADERS[0]] in range(1, 6), "his test against banishing can go both ways"


@pytest.mark.clause("3.1c")
def test_devices_have_figures_where_the_rulebook_gives_them_some() -> None:
    k = f.HE_SUPS - f.DEVICES[0]
    assert (f.DEVICE_HERO[k], f.DEVICE_RUNE[k], f.DEVICE_MAGIC[k]) == (1, f.DEATH, 1)
    for rune, magic in zip(f.DEVICE_RUNE, f.DEVICE_MAGIC, strict=True):
        assert (rune >= 0) == (magic > 0)
    assert f.DEVICE_HERO[f.TORCH - f.DEVICES[0]] > 0


@pytest.mark.clause("3.1d")
def test_a_forged_sword_has_two_sides() -> None:
    assert f.FORGED_NAME[f.LIVING_SWORD] == "Living Sword"
    assert f.FORGED_NAME[f.HEROS_SWORD] == "Hero's Sword"
    assert f.FORGED_HERO[f.LIVING_SWORD] == 0
    assert f.FORGED_HERO[f.HEROS_SWORD] == 1
    assert set(f.FORGED) == set(f.DEVICES[10:])
    assert {f.START[p] for p in f.FORGED} == {f.OUT}


@pytest.mark.clause("3.1e")
def test_the_air_units() -> None:
    flying = {f.PIECE_NAME[u].rsplit(" ", 1)[0] for u in range(f.UNITS) if f.UNIT_TYPE[u] == f.AIR}
    assert flying == {"Greater Vampire", "Lesser Vampire", "Saarlumen", "Rocriders"}


@pytest.mark.clause("8.11a")
def test_every_unit_is_of_one_of_five_types() -> None:
    assert f.TYPES == ("infantry", "cavalry", "air", "siege", "naval")
    assert set(f.UNIT_TYPE) == set(range(5)) == {f.INFANTRY, f.CAVALRY, f.AIR, f.SIEGE, f.NAVAL}


def test_strengths_the_rulebook_gives() -> None:
    for name, strength in printed.STRENGTHS.items():
        found = group(name)
        assert found, name
        assert {f.STRENGTH[u] for u in found} == {strength}, name
    legions = [u for u in group("Imperial Legion") if f.UNIT_OF[u] == world.ZOLAHAURESLOR]
    assert {f.STRENGTH[u] for u in legions} == {3}


def test_an_undead_side_is_weaker_than_the_living_one_but_never_nothing() -> None:
    for u in range(f.UNITS):
        if f.UNIT_OF[u] < f.NECROMANCER and f.UNDEAD_STRENGTH[u]:
            assert f.UNDEAD_STRENGTH[u] == max(1, f.STRENGTH[u] - 1), f.PIECE_NAME[u]


def test_who_has_no_undead_side() -> None:
    without = {u for u in range(f.UNITS) if not f.UNDEAD_STRENGTH[u]}
    vampires = {u for u in range(f.UNITS) if f.IS_GREATER[u] or f.IS_LESSER[u]}
    trains = {u for u in range(f.UNITS) if f.UNIT_TYPE[u] == f.SIEGE}
    assert without == vampires | trains | set(f.UNITS_OF[f.COS]) | set(f.UNITS_OF[f.WHITE])


def test_lesser_vampires_are_weaker_than_greater_and_stand_the_dawn_lantern() -> None:
    lesser = {f.STRENGTH[u] for u in range(f.UNITS) if f.IS_LESSER[u]}
    assert len(lesser) == 1
    assert lesser < {2, 3}
    assert sum(f.IS_GREATER) == 10
    assert not any(a and b for a, b in zip(f.IS_GREATER, f.IS_LESSER, strict=True))


def test_the_imperial_legions_fallen_ones_included() -> None:
    legions = [u for u in range(f.UNITS) if f.IS_LEGION[u]]
    assert all(f.PIECE_NAME[u].startswith("Imperial Legion ") for u in legions)
    fallen = {f.PIECE_NAME[u].split()[-1] for u in legions if f.UNIT_OF[u] == f.BATTLEFIELD}
    assert fallen == printed.FALLEN_LEGIONS
    living = {f.PIECE_NAME[u].split()[-1] for u in legions if f.UNIT_OF[u] == world.ZOLAHAURESLOR}
    assert not living & fallen
    assert len(living) + len(fallen) == len(legions)


@pytest.mark.clause("7.21b", "REC")
def test_prices() -> None:
    of_type = (10, 15, 10, 20, 15)
    for u in range(f.UNITS):
        is_for_sale = f.UNIT_OF[u] < f.NECROMANCER
        assert f.PRICE[u] == (of_type[f.UNIT_TYPE[u]] if is_for_sale else 0), f.PIECE_NAME[u]
    assert f.PRICE[piece("Rocriders 1")] == f.PRICE[piece("Saarlumen 1")] == 10
    assert f.PRICE[piece("Hounds 1")] == 15
    assert f.PRICE[piece("Stavror siege train")] == 20


@pytest.mark.clause("15.13d")
def test_the_swords() -> None:
    swords = {f.PIECE_NAME[p] for k, p in enumerate(f.DEVICES) if f.IS_SWORD[k]}
    assert swords == printed.SWORDS | {f.PIECE_NAME[p] for p in f.FORGED}


# ------------------------------------------------------------------------------------------------- runes


@pytest.mark.clause("12b", "12.31a")
def test_ten_runes_in_five_opposed_pairs() -> None:
    assert len(f.RUNES) == 10
    pairs = {frozenset((f.RUNES[rune], f.RUNES[f.OPPOSED[rune]])) for rune in range(10)}
    assert pairs == {
        frozenset({"death", "life"}),
        frozenset({"terror", "serenity"}),
        frozenset({"earth", "air"}),
        frozenset({"fire", "water"}),
        frozenset({"metal", "wood"}),
    }
    constants = (f.DEATH, f.LIFE, f.TERROR, f.SERENITY, f.EARTH, f.AIR_RUNE, f.FIRE, f.WATER, f.METAL, f.WOOD)
    assert constants == tuple(range(10))


def test_every_rune_is_somebodys_or_somethings() -> None:
    assert {rune for rune in (*f.RUNE, *f.DEVICE_RUNE) if rune >= 0} == set(range(10))


def test_only_sirax_among_the_monsters_has_magic() -> None:
    assert dict(zip(f.MONSTERS, f.MONSTER_RUNE, strict=True)) == {f.SLUG: -1, f.SIRAX: f.FIRE, f.SSSTOTH: -1}
    assert f.MONSTER_MAGIC == (0, 3, 0)


def test_monsters_have_a_combat_strength() -> None:
    slug, sirax, ssstoth = f.MONSTER_STRENGTH
    assert slug > sirax > ssstoth > 0, "as hard to slay as the Heroic Combat Table has them"


# ---------------------------------------------------------------------------------------------- the start


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


# --------------------------------------------------------------------------------------------- provenance


def entries() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, keys in (("units", ["unit"]), ("leaders", ["leader"]), ("devices", ["monster", "device"])):
        for key in keys:
            for row in world.read_toml(f"{name}.toml")[key]:
                yield f"{name}: {row['name']}", row
    yield "forged", world.read_toml("devices.toml")["forged"]
    yield "markers", world.read_toml("devices.toml")["markers"]


def test_every_row_says_where_it_comes_from() -> None:
    for name, row in entries():
        assert {row["provenance"], *row.get("except", {}).values()} <= PROVENANCES, name
        assert "strength" not in row or row["provenance"] != "rulebook" or _is_honest(row), name


def _is_honest(row: dict[str, Any]) -> bool:
    """A strength may be the rulebook's only where it gives one."""
    is_given = row["name"] in printed.STRENGTHS or (row["name"], row["strength"]) == ("Imperial Legion", 3)
    is_fallen = row.get("of") == "Battlefield"
    return is_given or is_fallen or "strength" in row.get("except", {})


# ------------------------------------------------------------------------------------------ their drawings

HUES = {
    "red": (335, 15),
    "orange": (15, 38),
    "yellow": (38, 65),
    "green": (65, 165),
    "blue": (165, 250),
    "purple": (250, 335),
}


def hue_is(colour: str, name: str) -> bool:
    """Whether a colour is a shade of what its name says; brown is a dark orange."""
    h, light, s = colorsys.rgb_to_hls(*(int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)))
    if name in ("grey", "black", "white"):
        low, high = {"black": (0, 0.2), "grey": (0.2, 0.6), "white": (0.85, 1.01)}[name]
        return low <= light < high and s < 0.2
    low, high = HUES["orange" if name == "brown" else name]
    degrees = h * 360
    is_within = low <= degrees < high if low < high else degrees >= low or degrees < high
    return is_within and s > 0.2 and (name != "brown" or light < 0.4)


@pytest.mark.clause("App.I")
def test_the_colours_of_the_key() -> None:
    for style in faces.STYLES.values():
        if style.name not in printed.COLOURS:
            continue
        square, circle = printed.COLOURS[style.name]
        if square:
            assert hue_is(style.fill, square), style.name
            assert hue_is(style.dark, square) or square == "black", style.name
        if circle:
            assert hue_is(style.ink, circle), style.name
    assert {style.name for style in faces.STYLES.values()} >= set(printed.COLOURS)
    for power, key in enumerate(faces.STYLE_OF):
        assert faces.STYLES[key].name == f.POWER_NAME[power]


def luminance(colour: str) -> float:
    parts = [int(colour[i : i + 2], 16) / 255 for i in (1, 3, 5)]
    red, green, blue = (p / 12.92 if p <= 0.04045 else ((p + 0.055) / 1.055) ** 2.4 for p in parts)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue


def test_figures_can_be_read_on_light_and_dark_pages() -> None:
    for name, style in faces.STYLES.items():
        for ground in (style.fill, style.dark):
            low, high = sorted((luminance(ground), luminance(style.ink)))
            assert (high + 0.05) / (low + 0.05) >= 4.5, name


def test_powers_are_not_told_apart_by_colour_alone() -> None:
    assert len(set(faces.CODE_OF)) == len(faces.CODE_OF) == len(f.POWER_NAME)
    assert len({(style.fill, style.ink) for style in faces.STYLES.values()}) == len(faces.STYLES)


def test_every_piece_has_its_faces() -> None:
    known = faces.counters()
    for p in range(f.PIECES):
        is_face_down = p < f.UNITS and f.UNIT_OF[p] == f.BATTLEFIELD
        assert (f.PIECE_KEY[p] in known) != (is_face_down or p in f.FORGED), f.PIECE_NAME[p]
    for u in range(f.UNITS):
        assert (faces.undead_face(u) in known) == bool(f.UNDEAD_STRENGTH[u])
    assert {faces.forged_face(side) for side in (f.LIVING_SWORD, f.HEROS_SWORD)} < set(known)
    assert {faces.MAGIC_MARKER, faces.BATTLE_MARKER, faces.FLAMES, faces.ENTRENCHMENT} < set(known)
    assert {face.style for face in known.values()} == set(faces.STYLES)
    assert len({face.text for face in known.values()}) == len(known), "no two counters read the same"


def test_faces_show_what_is_printed() -> None:
    known = faces.counters()
    assert known["imperial-legion-i"].figures == {"nw": "ZO", "ne": "I", "s": "3"}
    assert known["imperial-legion-iii.undead"].figures == {"nw": "B", "ne": "III", "s": "3"}
    assert known["padrech-dar-choim"].figures == {"nw": "N", "sw": "4", "ne": "Death", "se": "4"}
    assert known["nikon-v"].figures == {"nw": "ZO", "sw": "1"}
    assert known["the-dragon-sirax"].figures == {"sw": "5", "ne": "Fire", "se": "3"}
    assert known["he-sups-on-prana"].figures == {"sw": "+1", "ne": "Death", "se": "1"}
    assert known["heros-sword"].figures == {"sw": "+1"}
    assert known["living-sword"].figures == {"sw": "–"}


def test_counters_in_words() -> None:
    known = faces.counters()
    assert known["lesser-vampire-1"].text == "Lesser Vampire 1, air unit of the Necromancer: strength 2"
    assert known["stavror-siege-train"].text == "Stavror siege train, siege train of Stavror: no strength"
    assert known["hounds-2.undead"].text == "Hounds 2, undead cavalry: strength 1"
    assert known["kebir-whitehand"].text.endswith("hero rating 1, Life rune, magic strength 3")
    assert known["saar"].text == "Saar, mercenary leader: hero rating 2, no magic"


def test_what_lies_face_down_says_nothing_of_what_it_is() -> None:
    known = faces.counters()
    for face in (known[faces.MAGIC_MARKER], known[faces.BATTLE_MARKER]):
        assert not face.figures


def test_everything_has_a_drawing() -> None:
    used = {face.silhouette for face in faces.counters().values()}
    used |= {*faces.MARK_SILHOUETTE.values(), *faces.RUNE_SILHOUETTE}
    assert used == set(faces.SILHOUETTES), "none missing, none too many"
    assert len(faces.RUNE_SILHOUETTE) == len(f.RUNES)
    assert all(path[0] in "Mm" for path in faces.SILHOUETTES.values())
    licence = (world.DATA / "SILHOUETTES-LICENCE.md").read_text(encoding="utf-8")
    assert all(f"- {name}\n" in licence for name in used)
    assert f"outlines of {len(used)} drawings" in licence


# ---------------------------------------------------------------------------------- clauses and rulings


def test_all_clauses_and_rulings_are_there() -> None:
    clauses, rulings = load_clauses(PACKAGE), load_rulings(PACKAGE)
    assert len(clauses) == printed.CLAUSES
    named = {ruling for clause in clauses.values() for ruling in clause.see}
    assert named == set(rulings), "every ruling settles some clause, and is there"
    for ruling in rulings.values():
        assert ruling.question.endswith((".", "?"))
        assert ruling.ruling.endswith(".")
        assert ruling.reason.endswith(".")


def test_a_clause_has_an_excuse_or_code_but_not_both() -> None:
    clauses = load_clauses(PACKAGE)
    excused = {key for key, clause in clauses.items() if clause.excuse}
    assert excused == {"1", "2", "3b", "6.11d", "8.4a", "8.4b", "8.4c", "Notes"}
    assert not [key for key in excused if clauses[key].code]
