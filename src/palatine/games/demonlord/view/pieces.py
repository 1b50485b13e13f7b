"""The counters as a seat sees them: faces where it may, backs elsewhere."""

from __future__ import annotations

from functools import cache

from palatine.core import Piece
from palatine.games.demonlord.components.pieces import UNIT_KEY, UNIT_SIDE
from palatine.games.demonlord.components.world import hex_name
from palatine.games.demonlord.hidden import hidden_units
from palatine.games.demonlord.rules.movement.entry import is_rider
from palatine.games.demonlord.rules.movement.movement import March
from palatine.games.demonlord.state import DEAD, FREED, LIMBO, DemonlordState
from palatine.games.demonlord.view.boards import style_of, unit_text
from palatine.games.demonlord.view.wording import SIDE_NAMES

SIDE_STYLES = ("hosar", "demon")


def pieces(s: DemonlordState, side: int) -> list[Piece]:
    """Every counter on the boards: faces where this side may see them, backs elsewhere."""
    backs = {u for other in (0, 1) if other != side for u in hidden_units(s, other)}
    found: list[Piece] = []
    fought = s.battle.hex if s.battle else -1
    aside = s.battle.aside if s.battle else ()
    for h, owner in sorted([(h, owner) for owner, stacks in enumerate(s.stacks) for h in stacks]):
        for i, u in enumerate(s.stacks[owner][h]):
            if h == fought and owner < 2 and u not in aside:
                continue
            found.append(back(h, owner, i) if u in backs else face(u, hex_name(h), badges(s, u, side)))
    if s.battle is not None:
        found += battle_pieces(s, backs)
    return found + off_pieces(s)


@cache
def face(u: int, space: str, badges: tuple[str, ...] = (), board: str = "map") -> Piece:
    return Piece(f"u{u}", space, board, UNIT_KEY[u], u, style_of(u), badges, unit_text(u))


@cache
def back(h: int, owner: int, i: int, space: str = "", board: str = "map") -> Piece:
    """A hidden counter: whose it is and where it lies in the stack, nothing else."""
    name = f"Hidden counter of {SIDE_NAMES[owner]}"
    return Piece(f"b{hex_name(h)}.{owner}.{i}", space or hex_name(h), board, style=SIDE_STYLES[owner], text=name)


def badges(s: DemonlordState, u: int, side: int) -> tuple[str, ...]:
    """Small signs on a counter: whom a neutral serves, who has cast, who is spent, who rides."""
    found = []
    owner = s.side_of(u)
    if UNIT_SIDE[u] == 2 and owner < 2:
        found.append(f"serves {s.seats[owner]}")
    if u in s.cast:
        found.append("has cast")
    if owner == side == s.phasing and s.mp:
        if is_rider(s, u):
            found.append("rides")
        elif not s.mp[u]:
            found.append("moved")
        step = s.flow[-1] if s.flow else None
        if isinstance(step, March) and u in step.group:
            found.append("on the march")
    return tuple(found)


def battle_pieces(s: DemonlordState, backs: set[int]) -> list[Piece]:
    """The counters of the battle at hand: in line, in reserve, routed, still to be placed."""
    battle = s.battle
    assert battle is not None
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
    return found


def with_companions(s: DemonlordState, troops: list[int], space: str) -> list[Piece]:
    """Troops, each followed by the characters who stand with it."""
    assert s.battle is not None
    posts = s.battle.posts
    found: list[Piece] = []
    for u in troops:
        found.append(face(u, space, (), "battle"))
        found += [face(c, space, ("with troop",), "battle") for c, troop in posts if troop == u]
    return found


OFF = {DEAD: "dead", FREED: "coming", LIMBO: "coming"}


def off_pieces(s: DemonlordState) -> list[Piece]:
    """Prisoners, the dead, and freed units on their way: open to both."""
    holders = dict(s.captors)
    found = [face(u, f"prisoners.{holder}", (), "off") for u, holder in holders.items()]
    for u, place in enumerate(s.where):
        if place in OFF and s.side_of(u) < 2:
            found.append(face(u, f"{OFF[place]}.{s.side_of(u)}", (), "off"))
    return found
