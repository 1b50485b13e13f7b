"""The charts and tables at the end of the rulebook, number by number."""

from __future__ import annotations

import importlib.util

import pytest

from palatine.games.dark_emperor.components import pieces as f
from palatine.games.dark_emperor.components import tables, world
from palatine.games.dark_emperor.components import tables as c
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_results
from palatine.games.dark_emperor.validation import printed

NECROMANCER, KINGDOMS = 0, 1


def costs(ground: int) -> list[int]:
    return [c.COST[kind][ground] for kind in range(5)]


def yields_and_room(ground: int) -> tuple[set[int], set[int]]:
    """Return production without a river and unit limits without cities of hexes with a ground."""
    hexes = [h for h in range(world.HEXES) if world.GROUND[h] == ground]
    dry = {c.PRODUCTION[h] for h in hexes if not world.RIVER[h]}
    return dry, {c.LIMIT[h] - world.CITY_VALUE[h] for h in hexes}


# ------------------------------------------------------------------------------------------------ terrain


@pytest.mark.clause("TEC-settled")
def test_settled_hexes() -> None:
    assert costs(world.SETTLED) == [2, 1, 1, 2, 0]
    assert yields_and_room(world.SETTLED) == ({1}, {4})


@pytest.mark.clause("TEC-mountain")
def test_mountain_hexes() -> None:
    assert costs(world.MOUNTAIN) == [3, 4, 2, 4, 0]
    assert yields_and_room(world.MOUNTAIN) == ({0}, {2})
    assert c.MOUNTAIN_COMBAT == -2


@pytest.mark.clause("TEC-sea")
def test_all_sea_hexes() -> None:
    assert costs(world.SEA) == [0, 0, 1, 0, 2]
    assert yields_and_room(world.SEA) == ({0}, {4})


@pytest.mark.clause("8.11b", "8.11c")
def test_the_example_of_a_mixed_stack() -> None:
    mixed = (f.INFANTRY, f.CAVALRY)
    assert max(c.COST[kind][world.SETTLED] for kind in mixed) == 2
    assert max(c.COST[kind][world.MOUNTAIN] for kind in mixed) == 4


@pytest.mark.clause("TEC-coastal", "TEC-river")
def test_fleets_along_coast_and_river() -> None:
    assert (c.NAVAL_COAST, c.NAVAL_RIVER) == (1, 2)
    on_rivers = [h for h in range(world.HEXES) if world.RIVER[h]]
    assert {c.PRODUCTION[h] - (world.GROUND[h] == world.SETTLED) for h in on_rivers} == {1}


@pytest.mark.clause("TEC-city")
def test_defenders_of_a_city_are_doubled() -> None:
    assert c.CITY_DEFENCE == 2


@pytest.mark.clause("10a", "10b", "10c", "TEC-river", "TEC-city")
def test_the_map_keeps_to_the_chart() -> None:
    for h in range(world.HEXES):
        ground = world.GROUND[h]
        assert c.LIMIT[h] == (2 if ground == world.MOUNTAIN else 4) + world.CITY_VALUE[h]
        assert c.PRODUCTION[h] == (ground == world.SETTLED) + world.RIVER[h]
    assert c.LIMIT[world.hex_id("2414")] == 8


# ---------------------------------------------------------------------------------------------- attrition


@pytest.mark.clause("ATT-1", "ATT-2")
@pytest.mark.parametrize(
    ("points", "losses"),
    [
        ((1, 6), [0, 0, 0, 1, 1, 1]),
        ((7, 12), [0, 0, 1, 1, 2, 2]),
        ((13, 18), [0, 1, 1, 2, 2, 3]),
        ((19, 24), [1, 1, 2, 2, 3, 3]),
        ((25, 30), [1, 2, 2, 3, 3, 4]),
        ((31, 36), [2, 2, 3, 3, 4, 4]),
    ],
)
def test_losses_by_points_and_die(points: tuple[int, int], losses: list[int]) -> None:
    first, last = points
    for total in range(first, last + 1):
        assert [c.losses_by_attrition(total, die) for die in range(1, 7)] == losses


@pytest.mark.clause("ATT-3")
def test_from_37_points_on_the_whole_stack_is_lost() -> None:
    for points in (37, 38, 100, 1000):
        assert {c.losses_by_attrition(points, die) for die in range(1, 7)} == {c.ALL}
    assert f.UNITS < c.ALL


@pytest.mark.clause("8.12a")
def test_without_points_nothing_is_lost() -> None:
    assert {c.losses_by_attrition(0, die) for die in range(1, 7)} == {0}


@pytest.mark.clause("ATT-1", "ATT-2")
def test_the_mean_loss_grows_by_half_a_unit_a_column() -> None:
    means = [sum(row[column] for row in c.ATTRITION) / 6 for column in range(6)]
    assert means == [0.5, 1, 1.5, 2, 2.5, 3]
    for row in c.ATTRITION:
        assert list(row) == sorted(row)
    for column in zip(*c.ATTRITION, strict=True):
        assert list(column) == sorted(column)


# ------------------------------------------------------------------------------------------------- combat


def told(total: int) -> tuple[str, str]:
    """Return a row of the Combat Results Table as printed."""
    r = c.combat_result(total)
    sides = ((r.attacker_loses, r.attacker_retreats), (r.defender_loses, r.defender_retreats))
    attacker, defender = (f"{loses or '-'}{'R' if retreats else ''}" for loses, retreats in sides)
    return attacker, defender


ROWS = [
    pytest.param({-9: ("6R", "-"), -4: ("6R", "-"), -3: ("5R", "-"), -2: ("4R", "-"), -1: ("3R", "-"), 0: ("3R", "-")},
                 marks=pytest.mark.clause("CRT-a"), id="a"),
    pytest.param({1: ("2R", "-"), 2: ("2R", "-")}, marks=pytest.mark.clause("CRT-b"), id="b"),
    pytest.param({3: ("2R", "2"), 4: ("1R", "1")}, marks=pytest.mark.clause("CRT-c"), id="c"),
    pytest.param({5: ("1", "1R"), 6: ("2", "2R")}, marks=pytest.mark.clause("CRT-d"), id="d"),
    pytest.param({7: ("-", "2R"), 8: ("-", "2R"), 9: ("-", "3R"), 10: ("-", "3R")},
                 marks=pytest.mark.clause("CRT-e"), id="e"),
    pytest.param({11: ("-", "4R"), 12: ("-", "4R"), 13: ("-", "5R"), 14: ("-", "5R"), 15: ("-", "6R"), 20: ("-", "6R")},
                 marks=pytest.mark.clause("CRT-f"), id="f"),
]  # fmt: skip


@pytest.mark.parametrize("rows", ROWS)
def test_combat_results(rows: dict[int, tuple[str, str]]) -> None:
    assert {total: told(total) for total in rows} == rows


def test_exactly_one_side_retreats_in_every_row() -> None:
    assert (c.LOWEST, c.HIGHEST, len(c.RESULTS)) == (-4, 15, 20)
    for total in range(c.LOWEST, c.HIGHEST + 1):
        row = c.combat_result(total)
        assert row.attacker_retreats == (total <= 4)
        assert row.defender_retreats == (total >= 5)
        assert (row.attacker_loses > 0 and row.defender_loses > 0) == (3 <= total <= 6)


def test_the_row_of_the_worked_example() -> None:
    assert told(4 + 1 + 1 - 3) == ("2R", "2")


# ---------------------------------------------------------------------------------------------- diplomacy


def modifiers(*names: str) -> set[tuple[int, int]]:
    return {c.DIPLOMACY[c.COURTED.index(name)] for name in names}


@pytest.mark.clause("DIP-a")
def test_ten_or_more_is_needed() -> None:
    assert c.DIPLOMACY_NEEDED == 10
    saar = c.DIPLOMACY[c.COURTED.index("Saar")][NECROMANCER]
    assert [diplomacy_results(saar + spells).count() for spells in (0, 1, 8)] == [6, 10, 36]


@pytest.mark.clause("DIP-b")
def test_four_kingdoms_lean_towards_the_kingdoms() -> None:
    assert modifiers("Ahautsieron", "Lammarech", "Loymarech", "The Scythe") == {(-2, 2)}


@pytest.mark.clause("DIP-c")
def test_ferlarie_and_kelaron() -> None:
    assert modifiers("Ferlarie") == {(-3, 3)}
    assert modifiers("Kelaron Oiret") == {(-3, 4)}


@pytest.mark.clause("DIP-d")
def test_starkeep_and_zolahaureslor() -> None:
    assert modifiers("Starkeep") == {(-4, 8)}
    assert modifiers("Zolahaureslor") == {(-4, 2)}


@pytest.mark.clause("DIP-e")
def test_stavror_and_tal_pletor() -> None:
    assert modifiers("Stavror") == {(-1, 1)}
    assert modifiers("Tal Pletor") == {(1, -1)}


@pytest.mark.clause("DIP-f")
def test_monsters_can_be_courted() -> None:
    found = [c.DIPLOMACY[c.MONSTER_TARGET + k] for k in range(3)]
    assert dict(zip(f.MONSTERS, found, strict=True)) == {f.SIRAX: (-2, 3), f.SLUG: (4, -3), f.SSSTOTH: (3, -2)}


@pytest.mark.clause("DIP-g")
def test_cos_fernan_and_montoy() -> None:
    assert [c.DIPLOMACY[group] for group in (f.COS, f.FERNAN, f.MONTOY)] == [(-4, 4), (1, -1), (-2, 3)]


@pytest.mark.clause("DIP-h")
def test_hounds_saar_and_silwer() -> None:
    assert [c.DIPLOMACY[group] for group in (f.HOUNDS, f.SAAR, f.SILWER)] == [(0, 0), (0, 0), (4, -3)]


@pytest.mark.clause("11.3d")
def test_the_chances_of_diplomacy() -> None:
    rows = zip(c.COURTED, c.DIPLOMACY, strict=True)
    found = {name: tuple([diplomacy_results(added).count() for added in row]) for name, row in rows}
    assert found == printed.CHANCES


# ------------------------------------------------------------------------- elections, monsters, recruits


@pytest.mark.clause("ELE")
def test_the_doge_by_die() -> None:
    assert [f.PIECE_NAME[doge] for doge in c.ELECTION] == [
        "Padron Plety'y", "Padron Plety'y", "Grip Nud", "Grip Nud", "Zelara do Fornoy", "Zelara do Fornoy",
    ]  # fmt: skip
    assert c.PARTIES[f.PADRON] == "Grand Republicans"
    assert c.PARTIES[f.GRIP_NUD] == "Low Republicans"
    assert c.PARTIES[f.ZELARA] == "Freeman's Party"
    assert [f.PIECE_NAME[p] for p in tables.CANDIDATES] == world.DATA.read_toml("charts.toml")["election"]["doges"]


@pytest.mark.clause("HER")
def test_what_kills_a_monster() -> None:
    assert [c.heroic_target(f.SLUG, hero) for hero in range(1, 7)] == [1, 1, 2, 2, 3, 3]
    assert [c.heroic_target(f.SIRAX, hero) for hero in range(1, 7)] == [1, 2, 3, 3, 4, 4]
    assert [c.heroic_target(f.SSSTOTH, hero) for hero in range(1, 7)] == [2, 2, 3, 3, 4, 4]
    assert [c.heroic_target(monster, 9) for monster in f.MONSTERS] == [3, 4, 4]
    assert [c.heroic_target(monster, 0) for monster in f.MONSTERS] == [0, 0, 0], "without a rating nobody wins"


@pytest.mark.clause("REC")
def test_prices_by_type() -> None:
    assert c.PRICES[f.INFANTRY] == c.PRICES[f.AIR] == 10
    assert c.PRICES[f.CAVALRY] == c.PRICES[f.NAVAL] == 15
    assert c.PRICES[f.SIEGE] == 20


def test_gold_given_to_an_ally_costs_twice_as_much() -> None:
    assert c.TRANSFER == 2


def test_five_of_production_feed_a_vampire() -> None:
    assert c.FEEDING == 5


# ------------------------------------------------------------------------------------------------ victory


@pytest.mark.clause("20.3b", "20.3c", "20.3d")
@pytest.mark.parametrize(
    ("first", "last", "winner", "level"),
    [
        (0, 50, "Kingdoms", "decisive"),
        (51, 80, "Kingdoms", "substantive"),
        (81, 115, "Kingdoms", "marginal"),
        (116, 135, "", "draw"),
        (136, 160, "Necromancer", "marginal"),
        (161, 190, "Necromancer", "substantive"),
        (191, None, "Necromancer", "decisive"),
    ],
)
def test_levels_of_victory(first: int, last: int | None, winner: str, level: str) -> None:
    for production in (first, last if last is not None else 400):
        found = c.victory_level(production)
        assert (found.least, found.winner, found.level) == (first, winner, level)
    assert last is None or c.victory_level(last + 1) != found


def test_the_charts_say_where_they_come_from() -> None:
    assert world.DATA.read_toml("charts.toml")["provenance"] == "rulebook"


# ------------------------------------------------------------------------------------------- what play reads


@pytest.mark.clause("TEC-settled")
@pytest.mark.parametrize(
    ("row", "by", "table"),
    [("stacking", 1, "LIMIT"), ("production", 2, "PRODUCTION"), ("infantry", 3, "COST")],
)
def test_play_reads_the_charts_as_they_are_written(
    monkeypatch: pytest.MonkeyPatch, row: str, by: int, table: str
) -> None:
    """If a number in `charts.toml` changes, the tables used in play change."""
    charts = world.DATA.read_toml("charts.toml")
    charts["terrain"][row]["settled"] += by
    monkeypatch.setattr(type(world.DATA), "read_toml", lambda self, name: charts)
    spec = importlib.util.spec_from_file_location("other_tables", c.__file__)
    assert spec is not None
    assert spec.loader is not None
    other = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(other)
    if table == "COST":
        assert other.COST[0][world.SETTLED] == c.COST[0][world.SETTLED] + by
        return
    changed = [a - b for a, b in zip(getattr(other, table), getattr(c, table), strict=True)]
    assert changed == [by * (ground == world.SETTLED) for ground in world.GROUND]
