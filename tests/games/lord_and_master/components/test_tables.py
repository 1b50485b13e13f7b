"""The tables for dice, traits, drawings and clauses."""

from __future__ import annotations

from fractions import Fraction

import pytest

from palatine.core.clauses import load_clauses, load_rulings
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.view.boards import silhouettes

# tables


@pytest.mark.clause("LM-GI-12")
def test_halves_go_to_the_even_number() -> None:
    assert [tables.half_even(Fraction(n, 2)) for n in (1, 3, 5, 9, 15)] == [0, 2, 2, 4, 8]
    assert [tables.half_even(Fraction(n, 3)) for n in (1, 2, 4, 5)] == [0, 1, 1, 2]
    assert tables.half_even(7) == 7


@pytest.mark.clause("LM-C-05", "LM-C-06")
def test_demons_by_total() -> None:
    found = [tables.on_levels(tables.DEMONS, total) for total in range(-1, 32)]
    lost, nothing, low = [tables.LOST] * 9, [0] * 7, [1] * 4 + [2] * 2 + [3] * 2
    assert found == lost + nothing + low + [4, 5, 6, 7, 8, 9, 10, 10, 10]


@pytest.mark.clause("LM-D-02", "LM-D-03", "LM-D-04")
def test_exorcism_by_total() -> None:
    found = [tables.on_levels(tables.EXORCISM, total) for total in range(-1, 28)]
    converging, hampered, low = [tables.LOST] * 8, [0] * 8, [1] * 2 + [2] * 2 + [3] * 2
    assert found == converging + hampered + low + [4, 5, 6, 7, 8, 10, 10]


@pytest.mark.clause("LM-C-20", "LM-C-21", "LM-C-22")
def test_living_dead_by_total() -> None:
    rows = [tables.dead_raised(total) for total in range(-1, 30)]
    assert [row.lost for row in rows] == [True] * 6 + [False] * 25
    codes = [None] * 11 + ["GHD"] * 3
    codes += [code for _ in range(2) for code in ("SKD", "ZOD", "LDD", "HUD") for _ in range(2)] + ["HUD"]
    assert [row.code for row in rows] == codes
    assert [(row.plus + 1, row.plus + row.die) for row in rows[11:]] == [(3, 6)] * 11 + [(4, 10)] * 9


@pytest.mark.clause("LM-DI-19", "LM-DI-20", "LM-DI-21", "LM-DI-22", "LM-DI-23", "LM-DI-24")
def test_what_the_feaster_does() -> None:
    assert tables.FEASTER[1:] == ("all", "units", "host", "necromancers", "wasteland", "nothing")


@pytest.mark.clause(*(f"LM-MAG-0{n}" for n in range(4, 10)))
def test_troops_of_magnates() -> None:
    found = [(Fraction(row.halves, 2), row.up) for row in tables.MAGNATE_TROOPS]
    half = Fraction(3, 2)
    assert found == [(1, 0), (1, 1), (2, 0), (half, 1), (1, 3), (half, 3), (2, 1)]


@pytest.mark.clause("LM-ADV-01", "LM-DIS-13")
def test_bargains_and_their_contradictions() -> None:
    assert [trait.clause for trait in tables.ADVANTAGES.values()] == [f"LM-ADV-{n:02}" for n in range(2, 11)]
    assert [trait.clause for trait in tables.DISADVANTAGES.values()] == [
        f"LM-DIS-{n:02}" for n in (1, 2, 3, 4, 5, 6, 7, 10, 11, 12)
    ]
    keys = {**tables.ADVANTAGES, **tables.DISADVANTAGES}
    assert {key for pair in tables.CONTRADICTIONS for key in pair} <= set(keys)
    assert ("gold-150", "recruits-only") in tables.CONTRADICTIONS


# the rest


def test_every_drawing_exists() -> None:
    named = {troop.silhouette for troop in pieces.TROOPS.values()}
    named |= {found.silhouette for found in pieces.CLASSES.values()} | {
        city.silhouette for city in world.CITIES.values()
    }
    named |= set(world.SILHOUETTE.values())
    assert named <= set(silhouettes())


def test_clauses_and_rulings_can_be_read() -> None:
    package = "palatine.games.lord_and_master"
    clauses, rulings = load_clauses(package), load_rulings(package)
    assert len(clauses) == 410
    assert list(rulings) == [f"R{n}" for n in range(1, len(rulings) + 1)]
    assert {row.option for row in rulings.values()} - {""} == {
        "smooth_values", "tax_once_per_province", "allied_count", "fog", "turns",
    }  # fmt: skip
    assert {name for clause in clauses.values() for name in clause.see} == set(rulings)
