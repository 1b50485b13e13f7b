"""The report of a season."""

from __future__ import annotations

from collections.abc import Sequence

from palatine.core import Entry, Game, Grid, Report, Section
from palatine.testing.examples.tithe.components import REEVES, VILLAGES
from palatine.testing.examples.tithe.state import TitheState, reeves_of


def report(game: Game[TitheState], state: TitheState, seat: str | None, entries: Sequence[Entry]) -> Report:
    """Return the report of the last season for a seat."""
    told = tuple(game.prose(entry) for entry in entries)
    place = state.seats.index(seat) if seat is not None else -1
    rows = tuple(
        (name, REEVES[reeve], VILLAGES[state.place[reeve]], str(state.gold[i]) if i == place else "?")
        for i, name in enumerate(state.seats)
        for reeve in reeves_of(state, i)
    )
    grid = Grid(("Lord", "Reeve", "Village", "Gold"), rows, (3,))
    return Report(
        title="Tithe",
        subtitle=f"Season {state.turn - 1}",
        turn=state.turn - 1,
        seat=seat,
        sections=(
            Section("news", "What happened", told),
            Section("lords", "The lords", (), (grid,), "map"),
        ),
    )
