"""Positions for the tests of the captain bot, and helpers that read its orders."""

from __future__ import annotations

from typing import Any

from games.adventurer_kings.positions.realm import at, know, new_state, own, put_army, relate, set_land, skills
from palatine.games.adventurer_kings.bot.captain import Captain
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, NATIVE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State

CAPTAIN = Captain(GAME)
KING = 1
"""Number of the first seat's King."""


def lines(s: State, seat: int = 0) -> list[orders.Line]:
    return list(CAPTAIN.decide(s, s.seats[seat]).orders)


def year(s: State, n: int, seat: int = 0) -> list[orders.Action]:
    """Return the actions that the captain orders a character to take, by phase."""
    acts = {
        each.phase: each.action for each in lines(s, seat) if isinstance(each, orders.Act) and each.character == n
    }
    return [acts[phase] for phase in sorted(acts)]


def moves(s: State, n: int) -> list[int]:
    return [action.to for action in year(s, n) if isinstance(action, orders.Move)]


def done(s: State, n: int, kind: type) -> list[Any]:
    return [action for action in year(s, n) if isinstance(action, kind)]


def natives(s: State, number: int, count: int = 1, tax: int = 5, **changes: Any) -> None:
    """Make a province of Humans with `count` defenders, known to the first King."""
    set_land(s, number, race=tables.HUMAN, types=(tables.LEGION,), tax=tax, **changes)
    for _ in range(count):
        put_army(s, "LE", NATIVE, number)
    land = s.lands[at(s, number)]
    know(
        s,
        0,
        number,
        1,
        terrain=land.terrain,
        race=tables.HUMAN,
        owner=NATIVE,
        wealth=tables.wealth_class(tax),
        seen=1,
    )


def led(s: State, count: int, code: str = "LE", leader: int = KING, number: int = 504) -> list[int]:
    return [put_army(s, code, 0, number, leader) for _ in range(count)]


def endow(s: State, n: int, levels: str) -> None:
    s.set_person(n, levels=skills(levels), aptitudes=(5,) * len(tables.ABILITIES))


def quiet(kings: int = 2) -> State:
    """Return a King at home without gold or armies who knows nothing beyond the home province."""
    s = new_state(kings=kings)
    s.set_kingdom(0, gold=0, opening_gold=0)
    return s


def war_next_door(s: State, number: int = 506) -> None:
    """Make a rich province of an enemy King two provinces away, too strong to attack."""
    set_land(s, number, race=tables.HUMAN, types=(tables.LEGION,), tax=9)
    own(s, 1, number)
    know(s, 0, number, 1, race=tables.HUMAN, owner=1, wealth=tables.RICH, seen=1)
    relate(s, 0, 1, ENEMY)


def neighbours(kings: int = 3) -> State:
    """Return neutral Kings at peace; the first knows a province of each neighbour.

    The first King leads eight armies.
    """
    s = quiet(kings)
    for seat, number in ((1, 505), (2, 503)):
        set_land(s, number, race=tables.HUMAN, types=(tables.LEGION,), tax=6)
        own(s, seat, number)
        know(s, 0, number, 1, terrain=tables.PLAIN, race=tables.HUMAN, owner=seat, wealth=tables.PROSPEROUS, seen=1)
    led(s, 8)
    return s


def near_the_crown(share: float = 0.4) -> State:
    """Return neighbours of which the second King is known to hold a share of the world's taxes."""
    s = neighbours()
    natives(s, 404)
    natives(s, 604)
    world = sum(land.tax for land in s.lands)
    set_land(s, 506, race=tables.HUMAN, types=(tables.LEGION,), tax=round(share * world / (1 - share)))
    own(s, 1, 506)
    know(s, 0, 506, 1, terrain=tables.PLAIN, race=tables.HUMAN, owner=1, wealth=tables.RICH, seen=1,
         tax=s.lands[s.atlas.place(506)].tax)  # fmt: skip
    return s
