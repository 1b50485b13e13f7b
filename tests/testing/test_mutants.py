"""Mutation testing, which finds gaps in tests."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path

import pytest

from palatine.testing.mutants import mutation_sites

RULES = '''
"""Rules."""
from functools import cache

def count(n):
    total = 0
    while total < n:
        total += 1
    return total

@cache
def is_far(distance: int = 1):
    """Whether it is far."""
    assert distance != 7
    return distance > 3 and not distance == 9

class Unit:
    @property
    def name(self):
        return self.key[:2]

def remember(kind):
    def how(key):
        return kind + key
    return how

remembered = remember("old ")

def last(keys):
    return max(keys, default=-1) if len(keys) > 2 else keys[-1]

def unseen(places):
    for place in places:
        if place < 0:
            continue
        places[place] = True

def nothing():
    return []
'''
TESTS = """
import gc
from tiny.rules.steps import count, is_far, last, remembered, Unit

gc.freeze()

def test_count():
    assert count(2) == 2

def test_far():
    assert is_far(4)
    assert not is_far(2)
    assert is_far(9) is False

def test_inner():
    assert remembered("orc") == "old orc"

def test_last():
    assert last([4, 3]) == 3
    assert last([4, 6, 5]) == 6

def test_name():
    unit = Unit()
    unit.key = "orc"
    assert unit.name == "or"
"""
RUN = """
from types import SimpleNamespace
from pathlib import Path
from palatine.testing import mutants
mutants.SECONDS = 1
game = SimpleNamespace(name="tiny", package="tiny")
for site in mutants.survivors(game, 100, "0", print, [Path("tests")]):
    print("SURVIVES", str(site.mutant()).partition("    ")[2])
"""


TABLES = """
def _square(n):
    return n * n

def _row(n):
    return [_square(each) + 1 for each in range(n)]

def _column(n):
    return n + 1

def _later(n):
    return n + 2

def _unused(n):
    return n + 3

def _dear(n):
    return n + 4

def _asked(n):
    return n + 5

def _factory(n):
    def made(m):
        return n + m
    return made

def _sorter(n):
    return sorted(range(n), key=lambda each: -each)

class Table:
    def cost(self):
        return _dear(1)

ROWS = tuple(map(_row, range(3)))
COLUMNS = [_column(n) for n in range(3)]
MADE = _factory(3)
SORTED = _sorter(3)
HOW = {"later": _later, "asked": lambda: _asked(1)}

def row(n):
    return ROWS[n]
"""


@pytest.fixture
def tiny(tmp_path: Path) -> Path:
    """Return a folder with the rules and tests of a tiny game."""
    rules = tmp_path / "tiny" / "rules"
    rules.mkdir(parents=True)
    (tmp_path / "tiny" / "__init__.py").touch()
    (rules / "__init__.py").touch()
    (rules / "steps.py").write_text(RULES)
    (tmp_path / "tests").mkdir()
    (tmp_path / "tests" / "test_steps.py").write_text(TESTS)
    (tmp_path / "pytest.ini").touch()
    return tmp_path


def test_what_can_be_changed(tiny: Path) -> None:
    mutants = [site.mutant() for site in mutation_sites(tiny / "tiny" / "rules" / "steps.py")]
    found = [(each.before, each.after) for each in mutants]
    assert ("total < n", "total <= n") in found
    assert ("total < n", "total >= n") in found
    assert ("total += 1", "total -= 1") in found
    assert ("total += 1", "pass") in found
    assert ("return total", "return None") in found
    assert ("distance > 3 and (not distance == 9)", "distance > 3 or not distance == 9") in found
    assert ("not distance == 9", "distance == 9") in found
    assert ("distance == 9", "distance != 9") in found
    assert [after for before, after in found if before == "place < 0"] == ["place >= 0"], "-1 is nowhere"
    assert ("3", "4") in found
    assert ("True", "False") in found
    assert ("continue", "pass") in found
    assert ("places[place] = True", "pass") in found
    assert found.count(("1", "2")) == 2, "of total += 1 and keys[-1]: elsewhere -1 is nothing"
    assert not [after for before, after in found if before == "return []"], "nothing is nothing"
    assert not [after for before, after in found if before == "return how"], "only its call decides"
    assert len(found) == 28
    assert not [each for each in mutants if "assert" in each.text or "Whether" in each.text or "cache" in each.text]


def test_the_lower_bound_of_a_range_from_nothing_is_only_inverted(tmp_path: Path) -> None:
    path = tmp_path / "ranges.py"
    path.write_text("def is_hex(h):\n    return 0 <= h < 9\n")
    found = [site.mutant().after for site in mutation_sites(path)]
    assert found == ["return None", "0 > h < 9", "0 <= h <= 9", "0 <= h >= 9", "10"]


def test_private_functions_that_only_make_tables_at_import_are_left_alone(tmp_path: Path) -> None:
    path = tmp_path / "tables.py"
    path.write_text(TABLES)
    assert {site.function[1] for site in mutation_sites(path)} == {
        "_later",
        "_unused",
        "_dear",
        "_asked",
        "_factory",
        "_sorter",
        "Table.cost",
        "row",
    }


def test_what_no_test_notices_survives(tiny: Path) -> None:
    """Endless mutants count as noticed.

    Properties, cached functions and frozen objects are changed too.
    """
    done = subprocess.run([sys.executable, "-c", RUN], cwd=tiny, capture_output=True, text=True, check=True)
    told = done.stdout
    assert "5 tests" in told
    survivors = {line.removeprefix("SURVIVES ") for line in told.splitlines() if line.startswith("SURVIVES")}
    assert survivors == {
        "`0` becomes `1`",
        "`1` becomes `2`",
        "`distance > 3` becomes `distance >= 3`",
        "`place < 0` becomes `place >= 0`",
        "`continue` becomes `pass`",
        "`places[place] = True` becomes `pass`",
        "`True` becomes `False`",
    }
    assert told.count("tests that run it: 0") == 4
