"""The view and the board."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from palatine.core import Board, Counter, Game, Mark, Panel, Piece, Row, Space, Style, View
from palatine.core.messages import Namer
from palatine.testing.examples.tithe.components import REEVES, SEATS, VILLAGES, lord
from palatine.testing.examples.tithe.state import GONE, TitheState

NAMERS: Mapping[str, Namer] = {
    "seat": SEATS.__getitem__,
    "reeve": REEVES.__getitem__,
    "village": VILLAGES.__getitem__,
}
"""Functions that format the game's numbers in messages."""


def view(game: Game[TitheState], state: TitheState, seat: str | None) -> View:
    """Return all that a seat (None: a spectator) may see."""
    base = game.base_view(state, seat)
    key = "over" if base.outcome else "draft" if seat in base.asked else "wait"
    return replace(
        base,
        heading=f"Season {min(state.turn, state.options['seasons'])} of {state.options['seasons']}",
        prompt=game.words.say("prompt." + key, seats=list(base.asked)),
        clause="" if base.outcome else "2",
        pieces=tuple(
            Piece(f"r{r}", VILLAGES[at], face="Reeve", operand=r, style=SEATS[lord(r)], text=REEVES[r])
            for r, at in enumerate(state.place)
            if at != GONE
        ),
        panels=(Panel("gold", "Gold", tuple(_gold(state, seat))),),
        marks={VILLAGES[v]: (Mark("barn", "a barn"),) for v, barn in enumerate(state.barns) if barn},
    )


def _gold(s: TitheState, seat: str | None) -> Iterator[Row]:
    for place, name in enumerate(s.seats):
        if name == seat:
            yield Row(name, str(s.gold[place]))


def boards(state: TitheState) -> tuple[Board, ...]:
    """Return the board, the same in every match: the villages in a row."""
    spaces = tuple(
        Space(name, i, name, (i + 0.5, 0.5), ((i, 0.0), (i + 1, 0.0), (i + 1, 1.0), (i, 1.0)), ("field",))
        for i, name in enumerate(VILLAGES)
    )
    styles = {"field": Style("#9a6"), **{seat: Style("#ddd", ink="#222") for seat in SEATS}}
    return (
        Board("map", "The valley", 6.0, 1.0, spaces, (), styles, {"Reeve": Counter("Reeve", "Abbey")}, {}, 0.4),
    )
