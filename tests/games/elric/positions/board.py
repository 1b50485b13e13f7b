"""Helpers that build, play and inspect small positions of Elric."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from palatine.core import Action, Refusal
from palatine.games.elric.components.pieces import (
    ARMY,
    INDEPENDENTS,
    KIND,
    MELNIBONE_NATION,
    PIECE_NAME,
    PIECES,
    POWER_NAME,
    POWER_OF,
)
from palatine.games.elric.components.spells import SPELL_NAME
from palatine.games.elric.components.world import AREA_BY_KEY, AREA_NAME, CAPITAL, CITIES, PAN_TANG, PORT_SEA
from palatine.games.elric.rules.common.placement import empty_board
from palatine.games.elric.state import NOBODY, OFF, SEATS, pair
from palatine.testing import scripted

DEFAULTS = {
    "elric-starts": "random", "eaters": "by alignment", "flight": "movement", "walls": "whole",
    "imrryr": "at the end", "melniboneans": "fallen", "siege-port": "closed", "random-balance": "off",
}  # fmt: skip
ARMIES = tuple(p for p in range(PIECES) if KIND[p] == ARMY)
Name = int | str | tuple[str, str]
Group = str | int | tuple[str, int]


def new_state(scenario: str = "conflict-long", seats: int = 3, **options: Any) -> Any:
    """Return an empty board with all spells in the cup, no steps and a journal.

    Seat 0 is phasing.
    """
    s = empty_board(scenario, SEATS[:seats], b"kingdoms", {**DEFAULTS, **options})
    s.journal = []  # type: ignore[misc]
    return s


# Names


def area(name: str | int) -> int:
    """Return an area by its name, its key or the name of a city in it; numbers are unchanged."""
    if isinstance(name, int):
        return name
    if name in AREA_BY_KEY:
        return AREA_BY_KEY[name]
    if name in AREA_NAME:
        return AREA_NAME.index(name)
    return next(city.area for city in CITIES if name in city.names)


def piece(name: str | int) -> int:
    return name if isinstance(name, int) else PIECE_NAME.index(name)


def spell(name: str | int) -> int:
    """Return the first counter of a spell by name; numbers are unchanged."""
    return name if isinstance(name, int) else SPELL_NAME.index(name)


def power(name: str | int) -> int:
    return name if isinstance(name, int) else POWER_NAME.index(name)


def armies_of(name: str | int) -> list[int]:
    return [p for p in ARMIES if POWER_OF[p] == power(name)]


def operand(name: Name) -> int:
    """Return the operand for a number, a piece, a spell, an area, or a person and a spell."""
    if isinstance(name, int):
        return name
    if isinstance(name, tuple):
        return pair(piece(name[0]), spell(name[1]))
    if name in PIECE_NAME:
        return PIECE_NAME.index(name)
    return SPELL_NAME.index(name) if name in SPELL_NAME else area(name)


VILMIR = POWER_NAME.index("Vilmir")
JADMAR, HWAMGAARL = CAPITAL[VILMIR], CAPITAL[PAN_TANG]
CASTLE, WASTE = AREA_BY_KEY["mordaga"], AREA_BY_KEY["wee_w"]
BAY = PORT_SEA[JADMAR]
PRIEST, MAGE = "Priest of Vilmir", "Mage of Lormyr"

# Placing pieces


def put(s: Any, seat: int, where: str | int, *who: Group) -> tuple[int, ...]:
    """Move pieces of a seat, or of NOBODY, into an area; in wilderness they form one band.

    Pieces are names or numbers, and armies are written as ("Vilmir", 4). A nation or horde without a ruler comes
    under the rule of the seat that gets its piece. Melnibone does not.
    """
    found: list[int] = []
    for each in who:
        if isinstance(each, tuple):
            found += [p for p in armies_of(each[0]) if s.where[p] == OFF][: each[1]]
        else:
            found.append(piece(each))
    for p in found:
        if s.where[p] >= 0:
            s.lift((p,), OFF)
        s.owner[p] = seat
        if seat != NOBODY and POWER_OF[p] not in (INDEPENDENTS, MELNIBONE_NATION):
            rule(s, seat, POWER_OF[p], replaces=False)
    s.put(found, area(where))
    return tuple(found)


def rule(s: Any, seat: int, *nations: str | int, replaces: bool = True) -> None:
    """Make a seat rule nations or hordes; with `replaces` false, only those without a ruler."""
    for each in map(power, nations):
        if replaces or s.ruler[each] == NOBODY:
            s.ruler[each] = seat


def give_cards(s: Any, who: str | int, *names: str | int) -> tuple[int, ...]:
    """Move spells from the cup to a personality's hand; a name given twice moves two."""
    taken = tuple(take_card(s, name) for name in names)
    s.hand[piece(who)] = (*s.hand.get(piece(who), ()), *taken)
    return taken


def take_card(s: Any, name: str | int) -> int:
    """Remove a spell from the cup and return its number."""
    found: int = next(each for each in s.cup if each == name or SPELL_NAME[each] == name)
    s.cup.remove(found)
    return found


def lay_star(s: Any, where: str | int, name: str | int) -> int:
    """Place a spell from the cup face down on a star."""
    s.stars[area(where)] = take_card(s, name)
    return s.stars[area(where)]


def arm(s: Any, who: str | int, artifact: str | int) -> None:
    """Give the Chaos Shield or Mournblade to a personality."""
    s.bearer[piece(artifact)] = piece(who)


def embark(s: Any, ship: str, *who: str | int) -> None:
    """Put people and armies in a ship's sea area aboard it."""
    for each in who:
        s.ship[piece(each)] = piece(ship)


# Playing


def run(s: Any, *steps: Any, rolls: Iterable[Any] = ()) -> Any:
    """Return a copy of the state at the next decision after these steps, with these dice."""
    with scripted(s, rolls) as after:
        after.journal = list(s.journal or [])
        after.flow.extend(reversed(steps))
        advance(after)
    return after


def act(s: Any, *actions: Action, rolls: Iterable[Any] = ()) -> Any:
    """Return a copy of the state after these actions of the seat to act; fail if one is illegal."""
    with scripted(s, rolls) as after:
        after.journal = list(s.journal or [])
        for action in actions:
            top = after.flow[-1]
            assert action in top.actions(after), f"{action} is none of {top.actions(after)}"
            top.take(after, action)
            advance(after)
    return after


def choose(s: Any, verb: str, name: Name = 0, rolls: Iterable[Any] = ()) -> Any:
    """Return a copy of the state after one action with a named operand."""
    return act(s, (verb, operand(name)), rolls=rolls)


def advance(s: Any) -> None:
    while s.flow and not s.flow[-1].needs_decision:
        s.flow[-1].run(s)


def asked(s: Any) -> tuple[str, int] | None:
    """Return the step and the seat to act; None if no step is left."""
    return (type(s.flow[-1]).__name__, s.flow[-1].seat) if s.flow else None


def operands(s: Any, verb: str) -> list[int]:
    return [number for each, number in s.flow[-1].actions(s) if each == verb]


def names(s: Any, verb: str) -> list[str]:
    """Return the names of the areas that a verb is offered for."""
    return [AREA_NAME[number] for number in operands(s, verb)]


def refusal(s: Any, verb: str, name: Name = 0) -> Refusal:
    """Return why the seat to act may not take this action; fail if it may."""
    action = (verb, operand(name))
    assert action not in s.flow[-1].actions(s), f"{action} is legal"
    found: Refusal | None = s.flow[-1].refuse(s, action)
    assert found is not None, f"no reason is given against {action}"
    return found


# Inspecting the state


def told(s: Any, kind: str) -> list[Any]:
    """Return the journal entries of a kind."""
    return [entry for entry in s.journal if entry.kind == kind]


def at(s: Any, who: str | int) -> str:
    """Return the name of a piece's area, or its off-map location as a number."""
    place: int = s.where[piece(who)]
    return AREA_NAME[place] if place >= 0 else str(place)


def story(s: Any) -> list[str]:
    """Return the kind and clauses of each journal entry, in order."""
    return [" ".join((entry.kind, *entry.clauses)) for entry in s.journal]
