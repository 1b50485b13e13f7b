"""Positions with a general, gold and armies or Heroes for hire."""

from __future__ import annotations

from games.adventurer_kings.positions.realm import FREE, a_turn, load, new_state, put_person
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.rules.common.hiring import price
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import State

HUMANS = {"race": tables.HUMAN, "types": (tables.LEGION, tables.HEAVY), "tax": 10}


def rich(levels: str = "") -> tuple[State, int, Turn]:
    """Return a general of the first King, at home with 99 gold, and the turn."""
    s = new_state()
    s.set_kingdom(0, gold=99)
    load(s, **{"experience:_recruit": 1000, "experience:_army": 1000, "experience:_fleet": 1000})
    general = put_person(s, "Marius", 0, 504, levels)
    return s, general, a_turn(s)


def spent(s: State) -> int:
    return 99 - s.kingdoms[0].gold


def types(s: State) -> list[str]:
    return [tables.ARMY_CODES[s.armies[a].type] for a in sorted(s.armies)]


def for_hire(s: State, **changes: object) -> int:
    return put_person(s, "Hawk", FREE, 504, **changes)


def asked(steps: int, race: int, temper: int, whim: int, levels: str = "", king: int = tables.GOOD) -> int:
    """Return the pay asked by a Hero `steps` in alignment from a Good, human, brave King."""
    s = new_state()
    s.set_kingdom(0, alignment=king)
    return price(a_turn(s), 0, put_person(s, "Hawk", FREE, 504, levels, race=race, temper=temper, whim=whim,
                                          alignment=tables.GOOD + steps))  # fmt: skip
