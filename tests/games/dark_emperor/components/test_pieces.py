"""The counters: numbers, owners, strengths and starting places."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from palatine.games.dark_emperor.components import pieces as f
from palatine.games.dark_emperor.components import world
from palatine.games.dark_emperor.validation import printed

PROVENANCES = {"rulebook", "reported", "inferred", "invented"}


def piece(name: str) -> int:
    return f.PIECE_NAME.index(name)


def group(name: str) -> list[int]:
    """Return the units of a group of equal counters."""
    return [u for u in range(f.UNITS) if f.PIECE_NAME[u].rsplit(" ", 1)[0] == name]


# ------------------------------------------------------------------------------------------------ counts


def test_there_are_260_counters() -> None:
    markers = world.DATA.read_toml("devices.toml")["markers"]
    assert f.PIECES + markers["entrenchment_or_flames"] + markers["turn"] == printed.COUNTERS
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
    assert len(world.RUNES) == 10
    pairs = {frozenset((world.RUNES[rune], world.RUNES[f.OPPOSED[rune]])) for rune in range(10)}
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


# --------------------------------------------------------------------------------------------- provenance


def entries() -> Iterator[tuple[str, dict[str, Any]]]:
    for name, keys in (("units", ["unit"]), ("leaders", ["leader"]), ("devices", ["monster", "device"])):
        for key in keys:
            for row in world.DATA.read_toml(f"{name}.toml")[key]:
                yield f"{name}: {row['name']}", row
    yield "forged", world.DATA.read_toml("devices.toml")["forged"]
    yield "markers", world.DATA.read_toml("devices.toml")["markers"]


def test_every_row_says_where_it_comes_from() -> None:
    for name, row in entries():
        assert {row["provenance"], *row.get("except", {}).values()} <= PROVENANCES, name
        assert "strength" not in row or row["provenance"] != "rulebook" or _is_honest(row), name


def _is_honest(row: dict[str, Any]) -> bool:
    """Return whether a strength attributed to the rulebook is printed there."""
    is_given = row["name"] in printed.STRENGTHS or (row["name"], row["strength"]) == ("Imperial Legion", 3)
    is_fallen = row.get("of") == "Battlefield"
    return is_given or is_fallen or "strength" in row.get("except", {})


# ---------------------------------------------------------------------------------- clauses and rulings
