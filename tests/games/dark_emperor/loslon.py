"""What the tests of Dark Emperor's chapters share: small positions, steps played out, and looking around."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from palatine.core import Action, Refusal
from palatine.games.dark_emperor.components.pieces import (
    DEVICES,
    KINGDOMS_SIDE,
    LEADERS,
    LEADERS_OF,
    NECROMANCER_SIDE,
    PIECE_BY_KEY,
    PIECES,
    UNITS,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.world import hex_id, hex_name
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.setup import new_state as set_up
from palatine.games.dark_emperor.state import BOX, POOL, DarkEmperorState
from palatine.testing import scripted

NECROMANCER, KINGDOMS = NECROMANCER_SIDE, KINGDOMS_SIDE
SEATS = ("Necromancer", "Kingdoms")
DEFAULTS = {
    "envoys": "as printed", "host": "now", "boxes": "count", "zero": "one", "cargo": "count", "hounds": "cavalry",
    "coast": "pays",
}  # fmt: skip


def new_state(**options: Any) -> Any:
    """The kingdoms as set up, nobody awake and nothing going on; the journal is kept."""
    s = set_up(SEATS, b"loslon", {**DEFAULTS, **options})
    s.flow.clear()
    s.journal = []  # type: ignore[misc]
    return s


def bare(*, phasing: int = NECROMANCER, **options: Any) -> Any:
    """The empty map: units in their pools, leaders and devices out of play."""
    s = new_state(**options)
    on_map = [p for p in range(DEVICES[0]) if s.where[p] >= 0 and in_a_stack(s, p)]
    s.lift(on_map, POOL)
    for p in range(PIECES):
        if p >= UNITS or s.where[p] >= 0:
            s.where[p] = POOL
    s.bearer = [-1 for _ in DEVICES]
    s.phasing = phasing
    return s


def in_a_stack(s: DarkEmperorState, p: int) -> bool:
    """Face-down battlefield units are in none."""
    shelf = (s.company if p in LEADERS else s.stacks)[s.side(p)]
    return p in shelf.get(s.where[p], ())


def piece(key: str) -> int:
    return PIECE_BY_KEY[key]


def pieces(keys: str) -> list[int]:
    """The pieces of keys with blanks between."""
    return [PIECE_BY_KEY[key] for key in keys.split()]


def wake(s: Any, side: int, *powers: int) -> None:
    """Kingdoms and mercenary groups come to a side."""
    for power in powers:
        s.turn_coat(power, side)


def put(s: Any, where: str, keys: str, power: int = -1) -> list[int]:
    """Bring units, monsters and leaders into a hex, from wherever they are; `power` is whom they serve there."""
    found = pieces(keys)
    for p in found:
        if s.where[p] >= 0 and in_a_stack(s, p):
            s.lift((p,), POOL)
        if power >= 0:
            s.power[p] = power
        s.put((p,), hex_id(where))
    return found


def raise_undead(s: Any, where: str, keys: str, power: int) -> list[int]:
    """Bring units in on their undead side, in the service of a power."""
    found = pieces(keys)
    s.undead = tuple(sorted({*s.undead, *found}))
    return put(s, where, keys, power)


def in_the_box(s: Any, *groups: int) -> None:
    """Mercenary groups wait in their Holding Box, as at the start."""
    for p in [p for group in groups for p in (*UNITS_OF[group], *LEADERS_OF[group])]:
        s.where[p] = BOX


def arm(s: Any, leader: str, keys: str) -> list[int]:
    """Give devices to a leader on the map."""
    found = pieces(keys)
    for d in found:
        s.bearer[d - DEVICES[0]] = piece(leader)
        s.where[d] = s.where[piece(leader)]
    return found


def lay(s: Any, where: str, keys: str) -> list[int]:
    """Lay devices down in a hex."""
    found = pieces(keys)
    for d in found:
        s.bearer[d - DEVICES[0]] = -1
        s.where[d] = hex_id(where)
    return found


# Playing


def run(s: Any, *steps: Any, rolls: Iterable[Any] = ()) -> Any:
    """A copy of the state after these steps, the first of them first, up to the next question, with these dice."""
    with scripted(s, rolls) as after:
        after.journal = list(s.journal or [])
        after.flow.extend(reversed(steps))
        advance(after)
    return after


def act(s: Any, *actions: Action, rolls: Iterable[Any] = ()) -> Any:
    """A copy of the state after these actions of whoever is asked; fails when one is not among what is offered."""
    with scripted(s, rolls) as after:
        after.journal = list(s.journal or [])
        for action in actions:
            top = after.flow[-1]
            assert action in top.actions(after), f"{action} is none of {top.actions(after)}"
            top.take(after, action)
            advance(after)
    return after


def advance(s: Any) -> None:
    while s.flow and not s.flow[-1].asks:
        s.flow[-1].run(s)


def asked(s: Any) -> tuple[str, int] | None:
    """The step that asks and the seat that is asked; None when nothing is left to do."""
    return (type(s.flow[-1]).__name__, s.flow[-1].seat) if s.flow else None


def operands(s: Any, verb: str) -> list[int]:
    return [operand for each, operand in s.flow[-1].actions(s) if each == verb]


def hexes(s: Any, verb: str) -> list[str]:
    """The numbers of the hexes a verb is offered with."""
    return [hex_name(h) for h in operands(s, verb)]


def refusal(s: Any, action: Action) -> Refusal:
    """Why whoever is asked may not do this; fails when he may."""
    assert action not in s.flow[-1].actions(s), f"{action} is legal"
    found: Refusal | None = s.flow[-1].refuse(s, action)
    assert found is not None, f"no reason is given against {action}"
    return found


# Looking around


def told(s: Any, kind: str) -> list[Any]:
    """The journal's entries of a kind."""
    return [entry for entry in s.journal if entry.kind == kind]


def at(s: Any, key: str) -> str:
    """The number of the hex a piece is in, or its place off the map as a number."""
    h = s.where[piece(key)]
    return hex_name(h) if h >= 0 else str(h)


# Moving


def march(s: Any, keys: str, *way: str, halt: bool = True) -> Any:
    """A copy of a state with `Movement` on top after these pieces have gone this way together, and halted."""
    group = pieces(keys)
    if not isinstance(s.flow[-1], March):
        s = act(s, ("stack", s.where[group[0]]))
    s = act(s, *[("piece", p) for p in group], *[("go", hex_id(h)) for h in way])
    return act(s, ("halt", 0)) if halt and isinstance(s.flow[-1], March) else s
