"""Suggestions for orders, and forecasts of their results."""

from __future__ import annotations

from palatine.core import Forecast, Sheet, Suggestion
from palatine.testing.examples.tithe.components import REEVES, SEATS, VILLAGES, beside
from palatine.testing.examples.tithe.orders.kinds import Build, Collect, Ride, Send
from palatine.testing.examples.tithe.orders.text import write_order
from palatine.testing.examples.tithe.state import TitheState, reeves_of


def characters(state: TitheState, seat: str) -> list[str]:
    """Return the names of a seat's reeves."""
    return [REEVES[reeve] for reeve in reeves_of(state, state.seats.index(seat))]


def suggest(
    state: TitheState, seat: str, character: str | None = None, sheet: Sheet | None = None
) -> list[Suggestion]:
    """Return possible orders for a reeve, or for the lord (None)."""
    place = state.seats.index(seat)
    if character is None:
        given = sum([order.gold for order in sheet.orders if isinstance(order, Send)]) if sheet else 0
        others = [other for other in range(len(state.seats)) if other != place and state.gold[place] > given]
        return [Suggestion(write_order(Send(1, other)), f"A gift to {SEATS[other]}", "1 gold") for other in others]
    if character not in characters(state, seat):
        return []
    reeve = REEVES.index(character)
    here = state.place[reeve]
    text = VILLAGES[here]
    found = [Suggestion(write_order(Collect(reeve)), f"Collect the tithe of {text}", chance="1-6", spaces=(text,))]
    if not state.barns[here]:
        found.append(Suggestion(write_order(Build(reeve)), f"Build a barn in {text}", spaces=(text,)))
    rides = [(VILLAGES[village], write_order(Ride(reeve, village))) for village in beside(here)]
    return [*found, *[Suggestion(order, f"Ride to {name}", spaces=(name,)) for name, order in rides]]


def forecast(state: TitheState, seat: str, sheet: Sheet) -> list[Forecast]:
    """Return the expected result of each order."""
    told = [(line, order) for line, order in enumerate(sheet.orders, 1) if isinstance(order, Collect)]
    extra = [(line, state.barns[state.place[order.reeve]]) for line, order in told if state.place[order.reeve] >= 0]
    return [Forecast(line, f"{1 + barn} to {6 + barn} gold") for line, barn in extra]
