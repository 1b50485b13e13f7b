"""The counters in a seat's view: faces if visible, otherwise backs."""

from __future__ import annotations

from functools import lru_cache
from itertools import chain

from palatine.core import Observation, Piece, memoized_view
from palatine.games.demonlord.components.pieces import UNIT_KEY, UNIT_SIDE, UNITS
from palatine.games.demonlord.components.spells import SPELLS
from palatine.games.demonlord.components.world import hex_name
from palatine.games.demonlord.rules.movement.entry import is_rider
from palatine.games.demonlord.rules.movement.movement import March
from palatine.games.demonlord.secrecy import hidden_units, seen_in_battle
from palatine.games.demonlord.state import DEAD, FREED, LIMBO, DemonlordState
from palatine.games.demonlord.view.faces import style_of, unit_text
from palatine.games.demonlord.view.wording import SIDE_NAMES

SIDE_STYLES = ("hosar", "demon")
STACKS, FACES = 4096, 8192
"""Cache sizes, for all matches: stacks, counters."""
NATIVES = frozenset([u for u in range(UNITS) if UNIT_SIDE[u] == 2])
"""Units of the neutral states, whose badges show the side they serve."""


def pieces(s: DemonlordState, side: int) -> tuple[Piece, ...]:
    """Return every counter on the boards, as faces visible to this side or as backs."""
    return (*map_pieces(s, side), *(battle_pieces(s, side) if s.battle is not None else ()), *off_pieces(s))


def observation(s: DemonlordState, seat: str | None) -> Observation:
    """Return visible units with places, backs of the others on the map, and the known spells."""
    side = s.seats.index(seat) if seat in s.seats else -1
    at, backs = list(s.where), []
    for other in (0, 1):
        for u in hidden_units(s, other) if other != side else ():
            backs.append(at[u])
            at[u] = -1
    spells = [[0] * len(SPELLS) for _ in range(3)]
    for row, known in zip(spells, (*s.revealed_spells, s.hands[side] if side >= 0 else ()), strict=True):
        for spell in known:
            row[spell] += 1
    round = s.battle.round + 1 if s.battle else 0
    return Observation(
        at=at, backs=sorted(backs), figures=[s.turn, s.phase, s.phasing, round, *s.serves, *chain(*spells)]
    )


@memoized_view
def map_pieces(s: DemonlordState, side: int) -> tuple[Piece, ...]:
    """Return the counters on the map, except those in the current battle."""
    fought = s.battle.hex if s.battle else -1
    seen = seen_in_battle(s)
    signed = signed_units(s, side)
    served = signed | NATIVES
    found: list[Piece] = []
    for h, owner, units in laid_out(s):
        hidden = units[1:] if owner != side and owner < 2 else ()
        if hidden and seen:
            hidden = tuple([u for u in hidden if u not in seen])
        bearers = served if owner < 2 else signed
        signs = (
            () if bearers.isdisjoint(units) else tuple([badges(s, u, side) if u in bearers else () for u in units])
        )
        shown = stack_pieces(h, owner, units, hidden, signs)
        if h == fought and owner < 2 and s.battle is not None:
            shown = tuple([piece for u, piece in zip(units, shown, strict=True) if u in s.battle.aside])
        found += shown
    return tuple(found)


def laid_out(s: DemonlordState) -> list[tuple[int, int, tuple[int, ...]]]:
    """Return the stacks in hex order: hex, owner and units."""
    return sorted([(h, owner, units) for owner, stacks in enumerate(s.stacks) for h, units in stacks.items()])


@lru_cache(STACKS)
def stack_pieces(
    h: int, owner: int, units: tuple[int, ...], hidden: tuple[int, ...], signs: tuple[tuple[str, ...], ...]
) -> tuple[Piece, ...]:
    """Return the counters of a stack, those in `hidden` as backs.

    `signs` are the badges of each, () if none has any.
    """
    space = hex_name(h)
    return tuple(
        [
            back(h, owner, i) if u in hidden else face(u, space, signs[i] if signs else ())
            for i, u in enumerate(units)
        ]
    )


@lru_cache(FACES)
def face(u: int, space: str, badges: tuple[str, ...] = (), board: str = "map") -> Piece:
    return Piece(f"u{u}", space, board, UNIT_KEY[u], u, style_of(u), badges, unit_text(u))


@lru_cache(FACES)
def back(h: int, owner: int, i: int, space: str = "", board: str = "map") -> Piece:
    """Return a hidden counter, which shows only its owner and place in the stack."""
    name = f"Hidden counter of {SIDE_NAMES[owner]}"
    return Piece(f"b{hex_name(h)}.{owner}.{i}", space or hex_name(h), board, style=SIDE_STYLES[owner], text=name)


def signed_units(s: DemonlordState, side: int) -> set[int]:
    """Return the units that have, or may have, badges.

    Units of neutrals that serve a player have badges too and are not included.
    """
    found = {*s.spent_casters}
    if side == s.phasing and s.is_moving():
        step = s.flow[-1] if s.flow else None
        found.update([c for c, _ in s.riding_pairs], [u for u, left in enumerate(s.movement_left) if not left])
        found.update(step.group if isinstance(step, March) else ())
    return found


def badges(s: DemonlordState, u: int, side: int) -> tuple[str, ...]:
    """Return a counter's badges: side served by a neutral, has cast, moved, rides."""
    found = []
    owner = s.side_of(u)
    if UNIT_SIDE[u] == 2 and owner < 2:
        found.append(f"serves {s.seats[owner]}")
    if u in s.spent_casters:
        found.append("has cast")
    if owner == side == s.phasing and s.is_moving():
        if is_rider(s, u):
            found.append("rides")
        elif not s.movement_left[u]:
            found.append("moved")
        step = s.flow[-1] if s.flow else None
        if isinstance(step, March) and u in step.group:
            found.append("on the march")
    return tuple(found)


@memoized_view
def battle_pieces(s: DemonlordState, looker: int) -> tuple[Piece, ...]:
    """Return the counters of the current battle: in line, in reserve, routed, undeployed."""
    battle = s.battle
    assert battle is not None
    backs = {u for other in (0, 1) if other != looker for u in hidden_units(s, other)}
    found: list[Piece] = []
    for i, group in enumerate(battle.groups):
        for side in (0, 1):
            found += with_companions(s, list(group[side]), f"line.{side}.{i}")
    for side in (0, 1):
        found += with_companions(s, list(battle.reserve[side]), f"reserve.{side}")
        found += [face(u, f"routed.{side}", ("routed",), "battle") for u in battle.routed[side]]
    placed = {piece.operand for piece in found}
    for side in (0, 1):
        for i, u in enumerate(s.stack(side, battle.hex)):
            if u in placed or u in battle.aside:
                continue
            space = f"muster.{side}"
            found.append(back(battle.hex, side, i, space, "battle") if u in backs else face(u, space, (), "battle"))
    return tuple(found)


def with_companions(s: DemonlordState, troops: list[int], space: str) -> list[Piece]:
    """Return troops, each followed by its characters."""
    assert s.battle is not None
    posts = s.battle.posts
    found: list[Piece] = []
    for u in troops:
        found.append(face(u, space, (), "battle"))
        found += [face(c, space, ("with troop",), "battle") for c, troop in posts if troop == u]
    return found


OFF = {DEAD: "dead", FREED: "coming", LIMBO: "coming"}


@memoized_view
def off_pieces(s: DemonlordState) -> tuple[Piece, ...]:
    """Return prisoners, the dead, and freed units on their way, visible to both."""
    found = [face(u, f"prisoners.{holder}", (), "off") for u, holder in dict(s.captors).items()]
    for u, place in [(u, place) for u, place in enumerate(s.where) if place in OFF]:
        if s.side_of(u) < 2:
            found.append(face(u, f"{OFF[place]}.{s.side_of(u)}", (), "off"))
    return tuple(found)
