"""Changes that a King of Earth can make with the first orders (12.3)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import founded, idle, line, told
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.real_maps import NATIONS
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.setup.first_turn_changes import nation_of
from palatine.games.adventurer_kings.state import State


def changed(s: State, text: str) -> bool:
    """Return whether an order changes the first seat's King in the first turn."""
    assert s.turn == 1
    line(s, 0, text)
    idle(s)
    problems = GAME.check(s, s.seats[0], s.sheets[0])  # type: ignore[arg-type]
    before = s.king(0)
    s.journal = []  # type: ignore[misc]
    sequence.take_orders(Turn(s))
    is_changed = s.king(0) != before
    assert bool(told(s.journal or [], "reconsidered", 0)) is is_changed
    assert is_changed is not bool(problems)
    return is_changed


@pytest.mark.clause("AK-12.3-13")
def test_one_level_may_be_moved_in_the_first_turn() -> None:
    asked = 'realm "Rome"; king "Gaius" alignment neutral levels MA,MA,DR,EX'
    s = founded("earth", asked, kings=20)
    assert s.king(0).levels[tables.TACTICAL] == 2, "Rome's own"
    assert not changed(s.copy(), 'king "Gaius" levels NA,NA,DR,EX')
    assert not changed(s.copy(), 'king "Gaius" levels MA,MA,MA,EX')
    twin = s.copy()
    assert changed(twin, 'king "Gaius" levels MA,NA,DR,EX')
    king = twin.king(0)
    assert [
        king.levels[a] for a in (tables.TACTICAL, tables.FORCED_MARCH, tables.NAVAL, tables.DRUID, tables.EXPLORER)
    ] == [2, 1, 1, 1, 1]
    assert tables.FLEET in twin.lands[twin.kingdoms[0].home].types
    assert nation_of(twin, 0) == next(nation for nation in NATIONS if nation.name == "Rome")


@pytest.mark.clause("AK-12.3-13", "AK-2.1-08", "AK-2.1-09")
@pytest.mark.parametrize(("alignment", "barred", "free"), [("divine", "NE", "WH"), ("undead", "WH", "NE")])
def test_a_level_is_not_moved_to_magic_that_the_alignment_bars(alignment: str, barred: str, free: str) -> None:
    s = founded("earth", f'realm "Rome"; king "Gaius" alignment {alignment} levels MA,MA,DR,EX', kings=20)
    assert (s.kingdoms[0].name, s.kingdoms[0].is_shifted) == ("Rome", False)
    assert not changed(s.copy(), f'king "Gaius" levels MA,MA,DR,{barred}')
    assert changed(s.copy(), f'king "Gaius" levels MA,MA,DR,{free}')


@pytest.mark.clause("AK-12.3-13")
def test_two_levels_if_the_alignment_was_changed() -> None:
    king = 'king "Gaius" alignment divine or good levels MA,MA,DR,EX'
    s = founded("earth", *[king] * 4, kings=20)
    shifted = next(seat for seat, kingdom in enumerate(s.kingdoms[:4]) if kingdom.is_shifted)
    sheet = parse('king "Gaius" levels NA,NA,DR,EX')
    assert not GAME.check(s, s.seats[shifted], sheet)
    steady = next(seat for seat, kingdom in enumerate(s.kingdoms[:4]) if not kingdom.is_shifted)
    assert [problem.clause for problem in GAME.check(s, s.seats[steady], sheet)] == ["AK-12.3-13"]


@pytest.mark.clause("AK-12.3-13")
def test_a_race_may_be_changed_with_its_people_and_armies() -> None:
    s = founded("earth", 'realm "Rome"; king "Gaius" race elf levels MA,MA,DR,EX', kings=20)
    heroes = [n for n, person in s.at_home(0) if not person.is_king and not person.visitor]
    assert changed(s, 'king "Gaius" race dwarf levels MA,MA,DR,EX')
    home = s.kingdoms[0].home
    assert (s.king(0).race, s.lands[home].race, s.known[0][home].race) == (tables.DWARF, tables.DWARF, tables.DWARF)
    mine = [(army.race, army.type) for army in s.armies.values() if army.owner == 0]
    assert mine == [(tables.DWARF, tables.AXEMEN), (tables.DWARF, tables.AXEMEN), (tables.DWARF, tables.PHALANX)]
    assert {s.people[n].race for n in heroes} == {tables.ELF}, "the Heroes stay as they are"


@pytest.mark.clause("AK-12.3-13")
def test_later_or_elsewhere_a_king_stays_what_he_is() -> None:
    s = founded("earth", 'king "Gaius" levels MA,MA,DR,EX', kings=20)
    idle(s)
    sequence.run_turn(s)
    sheet = parse('king "Gaius" levels MA,MA,DR,EX')
    assert [problem.clause for problem in GAME.check(s, s.seats[0], sheet)] == ["AK-2.1-03"]
    s = founded("europe", 'king "Gaius" levels MA,MA,DR,EX')
    assert [problem.clause for problem in GAME.check(s, s.seats[0], sheet)] == ["AK-2.1-03"]
