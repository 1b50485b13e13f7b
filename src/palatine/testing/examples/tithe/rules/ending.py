"""The end of the match (4), and the removal of a lord who leaves before it (5.3)."""

from __future__ import annotations

from palatine.core import OrdersGame
from palatine.testing.examples.tithe.state import GONE, TitheState


def judge(s: TitheState) -> None:
    """End the match: the most gold wins, and equal gold shares the victory (4)."""
    best = max(gold for seat, gold in enumerate(s.gold) if not s.out[seat])
    winners = tuple(seat for i, seat in enumerate(s.seats) if s.gold[i] == best and not s.out[i])
    s.finish(winners, "gold", "4", gold=best)


def ranking_keys(state: TitheState) -> dict[str, tuple[bool, int]]:
    """Return ranking keys: lords who have left come last, the others are ranked by gold (4)."""
    return {seat: (not state.out[i], state.gold[i]) for i, seat in enumerate(state.seats)}


def seats_due(state: TitheState) -> tuple[str, ...]:
    """Return the seats that write orders: all but those that have left."""
    return tuple(seat for seat, out in zip(state.seats, state.out, strict=True) if not out)


def remove_player(game: OrdersGame[TitheState], state: TitheState, seat: str) -> None:
    """Remove a lord who has left for good, with both reeves (5.3)."""
    place = state.seats.index(seat)
    state.out[place] = 1
    state.sheets[place] = None
    for reeve in (2 * place, 2 * place + 1):
        state.place[reeve] = GONE
    state.log("ejected", "5.3", seat=place)
    left = game.seats_due(state)
    if len(left) == 1:
        state.finish(left, "left", "5.3")
