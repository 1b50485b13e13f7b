"""The current battleline: troops in line, opponents, and characters with their troops."""

from __future__ import annotations

from msgspec.structs import replace

from palatine.games.demonlord.state import Battle, DemonlordState


def unrouted_troops(battle: Battle, side: int) -> list[int]:
    """Return the unrouted troops of a side: the line from left to right, then the reserve."""
    return [u for group in battle.groups for u in group[side]] + list(battle.reserve[side])


def station(s: DemonlordState, c: int, troop: int, clause: str) -> None:
    """Place a character with a troop."""
    battle = s.battle
    assert battle is not None
    s.battle = replace(battle, posts=(*[p for p in battle.posts if p[0] != c], (c, troop)))
    s.log("station", clause, unit=c, troop=troop)


def line(battle: Battle, side: int) -> list[int]:
    """Return the troops of a side in the battleline, from left to right."""
    return [u for group in battle.groups for u in group[side]]


def facing(battle: Battle, side: int, u: int) -> tuple[int, ...]:
    """Return the enemies opposite a troop of `side`; () in reserve or unopposed (BAT-22)."""
    for group in battle.groups:
        if u in group[side]:
            return group[1 - side]
    return ()


def post_of(battle: Battle, c: int) -> int:
    """Return the troop a character is placed with, or -1."""
    return next((troop for character, troop in battle.posts if character == c), -1)


def companions(battle: Battle, troop: int) -> list[int]:
    """Return the characters placed with a troop."""
    return [c for c, with_ in battle.posts if with_ == troop]


def without(units: tuple[int, ...], u: int) -> tuple[int, ...]:
    """Return these units except one of them."""
    return tuple([v for v in units if v != u]) if u in units else units
