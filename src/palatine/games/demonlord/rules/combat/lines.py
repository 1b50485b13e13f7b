"""The battleline as it stands: who is in it, who faces whom, and which characters stand with which troop."""

from __future__ import annotations

from msgspec.structs import replace

from palatine.games.demonlord.state import Battle, DemonlordState


def unrouted_troops(battle: Battle, side: int) -> list[int]:
    """The unrouted troops of a side, the line from left to right and then the reserve."""
    return [u for group in battle.groups for u in group[side]] + list(battle.reserve[side])


def station(s: DemonlordState, c: int, troop: int, clause: str) -> None:
    """Put a character with a troop."""
    battle = s.battle
    assert battle is not None
    s.battle = replace(battle, posts=(*[p for p in battle.posts if p[0] != c], (c, troop)))
    s.log("station", clause, unit=c, troop=troop)


def line(battle: Battle, side: int) -> list[int]:
    """The troops of a side in the battleline, from left to right."""
    return [u for group in battle.groups for u in group[side]]


def facing(battle: Battle, side: int, u: int) -> tuple[int, ...]:
    """The enemies directly opposite a troop of `side`; () in reserve or unopposed (BAT-22)."""
    for group in battle.groups:
        if u in group[side]:
            return group[1 - side]
    return ()


def post_of(battle: Battle, c: int) -> int:
    """The troop a character stands with, -1 when he stands with none."""
    return next((troop for character, troop in battle.posts if character == c), -1)


def companions(battle: Battle, troop: int) -> list[int]:
    """The characters with a troop."""
    return [c for c, with_ in battle.posts if with_ == troop]


def without(units: tuple[int, ...], u: int) -> tuple[int, ...]:
    """These units but for one of them."""
    return tuple([v for v in units if v != u]) if u in units else units
