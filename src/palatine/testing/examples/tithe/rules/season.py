"""A season (3): gold, rides, barns, tithes, each for all lords together."""

from __future__ import annotations

from typing import Any

from palatine.testing.examples.tithe.components import BARN, MISSED, VILLAGES, lord
from palatine.testing.examples.tithe.orders.kinds import Build, Collect, Ride, Send
from palatine.testing.examples.tithe.rules.ending import judge
from palatine.testing.examples.tithe.state import TitheState


def run_season(s: TitheState) -> None:
    """Carry out gold, rides, barns and tithes, in this order (3)."""
    for seat, sheet in enumerate(s.sheets):
        if sheet is None and not s.out[seat]:
            lost = min(MISSED, s.gold[seat])
            s.gold[seat] -= lost
            s.log("missed", "5.2", seat=seat, gold=lost)
    told: list[tuple[int, Any]] = [
        (i, order) for i, sheet in enumerate(s.sheets) if sheet for order in sheet.orders
    ]
    for seat, order in told:
        if isinstance(order, Send):
            _send(s, seat, order)
    for _, order in told:
        if isinstance(order, Ride):
            s.log("rides", "3.2", reeve=order.reeve, origin=s.place[order.reeve], village=order.village)
            s.place[order.reeve] = order.village
    for _, order in told:
        if isinstance(order, Build):
            s.barns[s.place[order.reeve]] = BARN
            s.log("builds", "3.3", reeve=order.reeve, village=s.place[order.reeve])
    _tithes(s, [order.reeve for _, order in told if isinstance(order, Collect)])
    s.sheets = [None] * len(s.seats)
    s.turn += 1
    if s.turn > s.options["seasons"]:
        judge(s)


def _send(s: TitheState, seat: int, order: Send) -> None:
    s.gold[seat] -= order.gold
    s.gold[order.seat] += order.gold
    s.log("sends", "3.1", readers=(seat, order.seat), seat=seat, gold=order.gold, to=order.seat)


def _tithes(s: TitheState, collecting: list[int]) -> None:
    """Give each village's tithe to one of the reeves who collect there (3.4)."""
    for village in range(len(VILLAGES)):
        there = [reeve for reeve in collecting if s.place[reeve] == village]
        if not there:
            continue
        winner = s.dice.pick(there, "contest") if len(there) > 1 else there[0]
        t = s.roll("tithe")
        t.add(s.barns[village], "3.3", "barn")
        s.gold[lord(winner)] += t.total
        s.log("collects", "3.4", reeve=winner, village=village)
        s.log("earns", "3.4", readers=(lord(winner),), tally=t, gold=t.total)
