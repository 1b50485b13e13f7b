"""The counters of a view: on the map, in the Box and in the pools; face-down ones as backs."""

from __future__ import annotations

from functools import lru_cache

from palatine.core import Observation, Piece, memoized_view
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    BOX,
    DEVICES,
    FIRST_DEVICE,
    FIRST_LEADER,
    FORGED,
    HERO,
    HEROS_SWORD,
    LEADER_OF,
    LEADERS,
    LIVING_SWORD,
    PIECE_KEY,
    PIECE_NAME,
    POOL,
    UNIT_OF,
    UNITS,
)
from palatine.games.dark_emperor.components.tables import LAST_TURN
from palatine.games.dark_emperor.components.world import hex_name
from palatine.games.dark_emperor.rules.movement.march import March
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.faces import (
    BATTLE_MARKER,
    STYLE_OF,
    TURN_MARKER,
    counter_faces,
    forged_face,
    undead_face,
)

FACES, POOLS = 16384, 256
"""Cache sizes, for all matches: faces of counters, contents of the pools."""


def pieces(s: DarkEmperorState) -> tuple[Piece, ...]:
    """Return every counter."""
    going = marchers(s)
    return (*leader_pieces(s, going), *device_pieces(s), *units(s, going), *markers(s), *off_pieces(s))


def observation(s: DarkEmperorState, seat: str | None) -> Observation:
    """Return places, powers and treasuries, with the markers' backs; the same for every seat."""
    return Observation(
        at=s.where, backs=sorted(s.markers), figures=[s.turn, s.phasing, *s.power, *s.control, *s.gold, *s.bearer]
    )


def marchers(s: DarkEmperorState) -> tuple[int, ...]:
    """Return the pieces of the current march."""
    step = s.flow[-1] if s.flow else None
    return step.group if isinstance(step, March) else ()


@memoized_view
def leader_pieces(s: DarkEmperorState, going: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the leaders on the map."""
    return tuple(
        [
            face(p, hex_name(h), PIECE_KEY[p], leader_badges(s, p, p in going), pile=pile(s, p))
            for p, h in zip(LEADERS, s.where[FIRST_LEADER : LEADERS.stop], strict=True)
            if h >= 0
        ]
    )


@memoized_view
def device_pieces(s: DarkEmperorState) -> tuple[Piece, ...]:
    """Return the devices on the map."""
    return tuple([device_piece(s, d) for d in DEVICES if s.where[d] >= 0])


@memoized_view
def units(s: DarkEmperorState, going: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the units and monsters on the map."""
    control, undead, cargo = s.control, frozenset(s.undead), frozenset(s.cargo.values())
    badged = {*cargo, *s.trails, *going}
    return tuple([
        face_down(p, h) if power == BATTLEFIELD
        else unit_piece(p, h, control[power], p in undead, unit_badges(s, p, p in cargo, p in going)) if p in badged
        else unit_piece(p, h, control[power], p in undead)
        for p, h, power in zip(range(FIRST_LEADER), s.where, s.power, strict=False)
        if h >= 0
    ])  # fmt: skip


@lru_cache(FACES)
def unit_piece(p: int, h: int, side: int, is_undead: bool, badges: tuple[str, ...] = ()) -> Piece:
    """Return a unit or monster of a side on the map."""
    return face(p, hex_name(h), face_key(p, is_undead), badges, pile=str(side))


@lru_cache(FACES)
def face_down(p: int, h: int) -> Piece:
    """Return a battlefield unit that has not been raised."""
    return Piece(f"p{p}", hex_name(h), "map", BATTLE_MARKER, p, "battlefield", (), PIECE_NAME[p])


@memoized_view
def markers(s: DarkEmperorState) -> tuple[Piece, ...]:
    """Return the face-down markers on magic hexes."""
    return tuple(
        [
            Piece(f"m{hex_name(h)}", hex_name(h), "map", "", -1, "magic", (), "Magic hex marker, face down")
            for h in sorted(s.markers)
        ]
    )


def pile(s: DarkEmperorState, p: int) -> str:
    return str(s.side(p))


def face_key(p: int, is_undead: bool) -> str:
    """Return the key of the upper face."""
    return undead_face(p) if p < UNITS and is_undead else PIECE_KEY[p]


@lru_cache(FACES)
def face(p: int, space: str, key: str, badges: tuple[str, ...] = (), board: str = "map", pile: str = "") -> Piece:
    return Piece(f"p{p}", space, board, key, p, style_of(p), badges, counter_faces()[key].text, pile)


def style_of(p: int) -> str:
    if p < UNITS:
        return STYLE_OF[UNIT_OF[p]]
    return STYLE_OF[LEADER_OF[p - FIRST_LEADER]] if p in LEADERS else "magic"


def unit_badges(s: DarkEmperorState, p: int, is_aboard: bool, is_going: bool) -> tuple[str, ...]:
    found = []
    if is_aboard:
        found.append("embarked")
    if p in s.trails:
        found.append("moved")
    if is_going:
        found.append("on the march")
    return tuple(found)


def leader_badges(s: DarkEmperorState, p: int, is_going: bool = False) -> tuple[str, ...]:
    found = ["Doge"] if p == s.doge else []
    if s.rating(p) != HERO[p - FIRST_LEADER]:
        found.append(f"Hero Rating {s.rating(p)}")
    found += [PIECE_NAME[d] for d in s.carried(p)] if p in s.bearer else []
    if p in s.origin:
        found.append("moved")
    if is_going:
        found.append("on the march")
    return tuple(found)


def device_piece(s: DarkEmperorState, d: int) -> Piece:
    """Return a device, with its bearer or alone, on the map or in the Mercenary Holding Box."""
    key = forged_face(HEROS_SWORD if d in s.heros else LIVING_SWORD) if d in FORGED else PIECE_KEY[d]
    bearer = s.bearer[d - FIRST_DEVICE]
    badges = (f"carried by {PIECE_NAME[bearer]}",) if bearer >= 0 else ()
    h = s.where[d]
    space, board = ("mercenaries", "off") if h == BOX else (hex_name(h), "map")
    return face(d, space, key, badges, board, pile(s, bearer) if bearer >= 0 else "")


def off_pieces(s: DarkEmperorState) -> tuple[Piece, ...]:
    """Return the turn marker, the Mercenary Holding Box and the recruitment pools."""
    pool = [p for p, place in enumerate(s.where[:UNITS]) if place == POOL and UNIT_OF[p] != BATTLEFIELD]
    pooled = pool_pieces(tuple(pool), tuple([s.power[p] for p in pool]))
    boxed, boxed_devices = box_pieces(s) if BOX in s.where else ((), ())
    both = sorted((*pooled, *boxed), key=lambda piece: piece.operand) if boxed else pooled
    return (turn_piece(min(s.turn, LAST_TURN)), *both, *boxed_devices)


@lru_cache(FACES)
def turn_piece(turn: int) -> Piece:
    return Piece("turn", f"turn.{turn}", "off", TURN_MARKER, style="marker", text=f"Game-turn {turn}")


@lru_cache(POOLS)
def pool_pieces(units: tuple[int, ...], powers: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the units in the pools, by the power they serve."""
    return tuple(
        [face(u, f"pool.{power}", PIECE_KEY[u], (), "off") for u, power in zip(units, powers, strict=True)]
    )


def box_pieces(s: DarkEmperorState) -> tuple[tuple[Piece, ...], tuple[Piece, ...]]:
    """Return the pieces in the Mercenary Holding Box, and the devices there."""
    going, undead = marchers(s), s.undead
    those = [p for p, place in enumerate(s.where[:FIRST_DEVICE]) if place == BOX]
    found = [
        face(p, "mercenaries", face_key(p, p in undead), leader_badges(s, p, p in going) if p in LEADERS else (),
             "off", pile(s, p))
        for p in those
    ]  # fmt: skip
    return tuple(found), tuple([device_piece(s, d) for d in DEVICES if s.where[d] == BOX])
