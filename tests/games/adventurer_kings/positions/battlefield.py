"""Helpers that build battles in 505 for the tests of Adventurer Kings."""

from __future__ import annotations

from collections.abc import Sequence

from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    act,
    at,
    load,
    new_state,
    own,
    put_army,
    put_person,
    relate,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.rules.combat.campaigns import fight_battles
from palatine.games.adventurer_kings.rules.combat.contests import contest
from palatine.games.adventurer_kings.rules.combat.deployment import draw_lines, muster
from palatine.games.adventurer_kings.rules.combat.duels import commander_of
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle, Force
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.state import State

HERE = 505


def field(
    s: State, mine: Sequence[int], theirs: Sequence[int], seats: tuple[int, int] = (0, NATIVE), width: int = 0
) -> Battle:
    """Return a battle in 505 with both sides deployed; `width` sets the length of the line."""
    t = a_turn(s)
    sides = []
    for side, armies, seat in ((ATTACKER, mine, seats[0]), (DEFENDING, theirs, seats[1])):
        force = Force(side, seat, list(armies), commander_of(t, list(armies)))
        force.seats = [seat]
        sides.append(force)
    b = Battle(t, at(s, HERE), *sides)
    muster(b)
    if width:
        load(s, battle_line=width - tables.TERRAIN[s.terrain(at(s, HERE))].line[0] + 1)
    draw_lines(b)
    return b


def general(
    s: State, seat: int, codes: Sequence[str], levels: str = "", number: int = HERE, **changes: object
) -> int:
    """Add a character of a seat with armies in a province."""
    n = put_person(s, f"General {len(s.people)}", seat, number, levels, **changes)
    for code in codes:
        put_army(s, code, seat, number, n)
    return n


def natives(s: State, *codes: str, number: int = HERE, **changes: object) -> list[int]:
    return [put_army(s, code, NATIVE, number, **changes) for code in codes]


def fought(s: State, mine: Sequence[int], theirs: Sequence[int], winner: int, **faces: int) -> Battle:
    """Return a battle in which one side won all contests."""
    b = field(s, mine, theirs, width=5)
    load(s, contest=1 if winner == ATTACKER else 1000, **faces)
    contest(b)
    return b


SURE = {"contest": 1, "battle_event": 1000, "column_event": 1000}
"""Rolls with which the attacker wins every contest."""


def enemies(kings: int = 3) -> State:
    """Return a position in which 505 belongs to the second King, an Enemy of the first."""
    s = new_state(kings)
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    return s


def march(s: State, n: int, rolls: dict[str, int] | None = None) -> Turn:
    """Move a general from 504 to 505 and resolve the battles of the phase."""
    if rolls:
        load(s, **rolls)
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    s.journal = []  # type: ignore[misc]
    fight_battles(t)
    return t
