"""Problems of a sheet (2, 3), line by line."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import Problem, Sheet
from palatine.testing.examples.tithe.components import REEVES, VILLAGES, beside, lord
from palatine.testing.examples.tithe.orders.kinds import Build, Collect, Ride, Send
from palatine.testing.examples.tithe.state import TitheState, reeves_of


def check(s: TitheState, seat: str, sheet: Sheet) -> list[Problem]:
    """Return the problems of a sheet line by line, from what the seat may know."""
    return list(_problems(s, s.seats.index(seat), sheet))


def _problems(s: TitheState, seat: int, sheet: Sheet) -> Iterator[Problem]:
    busy: set[int] = set()
    purse = s.gold[seat]
    for line, order in enumerate(sheet.orders, 1):
        if isinstance(order, Send):
            purse -= order.gold
            yield from _send_problems(s, seat, line, order, purse)
        elif order.reeve not in reeves_of(s, seat):
            yield Problem(line, "2.1", f"{REEVES[order.reeve]} is not a reeve of yours.")
        elif order.reeve in busy:
            yield Problem(line, "2.2", f"{REEVES[order.reeve]} has an order already.")
        else:
            busy.add(order.reeve)
            yield from _reeve_problems(s, seat, line, order)


def _send_problems(s: TitheState, seat: int, line: int, order: Send, purse: int) -> Iterator[Problem]:
    if order.seat == seat or order.seat >= len(s.seats):
        yield Problem(line, "3.1", "Gold is sent to another lord of this match.")
    elif purse < 0:
        yield Problem(line, "3.1", "You have not so much gold.", f"at most {purse + order.gold}")


def _reeve_problems(s: TitheState, seat: int, line: int, order: Ride | Collect | Build) -> Iterator[Problem]:
    here = s.place[order.reeve]
    if isinstance(order, Ride) and order.village not in beside(here):
        near = " or ".join(VILLAGES[village] for village in beside(here))
        yield Problem(line, "3.2", f"{VILLAGES[order.village]} is not beside {VILLAGES[here]}.", near)
    if isinstance(order, Build) and s.barns[here]:
        yield Problem(line, "3.3", f"{VILLAGES[here]} has a barn.")
    rivals = [r for r in range(len(s.place)) if s.place[r] == here and lord(r) != seat]
    if isinstance(order, Collect) and rivals:
        yield Problem(line, "3.4", f"{REEVES[rivals[0]]} may contest the tithe.", uncertain=True)
