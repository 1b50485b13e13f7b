"""Helpers for tests of Elric's movement and random attacks."""

from __future__ import annotations

from typing import Any

from games.elric.positions.board import WASTE, act, area, new_state, piece, put, run, spell
from palatine.games.elric.components.pieces import ARMY, KIND
from palatine.games.elric.rules.combat.random_attacks import RandomAttack
from palatine.games.elric.rules.movement.movement import Movement


def travellers(*who: Any, where: int = WASTE, **options: Any) -> Any:
    s = new_state(**options)
    put(s, 0, where, *who)
    put(s, 0, "rlin", *[name for name in ("Sealord of Vilmir", "Admiral of Ilmiora") if name not in who])
    return s


def attacked(s: Any, name: str | int, *rolls: Any, where: int = WASTE, **more: Any) -> Any:
    """Return the state after a stack draws this spell as a random attack."""
    draw = ("random attack", s.cup.index(spell(name)) + 1)
    return run(s, RandomAttack(0, where, s.stacks[0][where], **more), rolls=[draw, *rolls])


def fight_rolls(monster: int, stack: int) -> tuple[tuple[str, int], ...]:
    return (("stack", stack), ("monster", monster))


def moving(s: Any, seat: int = 0) -> Any:
    """Return the state with a player's movement in progress."""
    s.phasing = seat
    return run(s, Movement(seat))


def marching(s: Any, where: str, *who: str | int, seat: int = 0) -> Any:
    """Return the state with these pieces of an area picked for movement.

    Armies are picked by the name of their nation.
    """
    after = moving(s, seat)
    after = act(after, ("stack", area(where)))
    for each in who:
        if piece(each) not in after.flow[-1].group:
            after = act(after, ("piece", piece(each)))
    return after


def armies_at(s: Any, where: str) -> int:
    return sum([KIND[p] == ARMY for seat in range(4) for p in s.pieces(seat, area(where))])
