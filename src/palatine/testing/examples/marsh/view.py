"""The view of a seat: the map, the units on it, its choices, and their texts."""

from __future__ import annotations

from collections.abc import Mapping

from palatine.core import (
    Board,
    Counter,
    Game,
    Line,
    Mark,
    Measure,
    Panel,
    Piece,
    Row,
    Shortcut,
    Space,
    Step,
    Style,
    View,
)
from palatine.core.messages import Namer
from palatine.testing.examples.marsh.components import (
    DATA,
    GRID,
    GROUND,
    GROUNDS,
    MOVEMENT,
    RIVER,
    SEATS,
    SIDE,
    STRENGTH,
    TURNS,
    UNITS,
)
from palatine.testing.examples.marsh.rules.movement import Move, reach
from palatine.testing.examples.marsh.rules.victory import towns
from palatine.testing.examples.marsh.state import GONE, MarshState, possible_woods, units_of

NAMERS: Mapping[str, Namer] = {
    "seat": SEATS.__getitem__,
    "unit": UNITS.__getitem__,
    "foe": UNITS.__getitem__,
    "loser": SEATS.__getitem__,
    "hex": GRID.name,
    "origin": GRID.name,
    "text": str,
}
"""Functions that format the game's numbers in messages, by kind of field."""


def view(game: Game[MarshState], s: MarshState, seat: str | None) -> View:
    """Return all that `seat` (None: a spectator) may see.

    The view is built field by field, not filtered from the state, so that no secret slips in.
    """
    asked = game.actors(s)
    over = game.outcome(s)
    top = s.flow[-1] if s.flow else None
    is_mine = isinstance(top, Step) and seat in asked
    key = type(top).__name__ if is_mine else "wait" if asked else "over"
    return View(
        game=game.name,
        seat=seat,
        heading=game.words.say("heading", turn=s.turn, turns=TURNS),
        prompt=game.words.say("prompt." + key, seat=s.seats.index(asked[0]) if asked else 0),
        clause=game.clause_of(top) if isinstance(top, Step) else "",
        asked=asked,
        pieces=(*[_piece(u, at) for u, at in enumerate(s.where) if at != GONE], *_rangers(s, seat)),
        choices=tuple(game.choices(s, seat)) if is_mine and seat else (),
        shortcuts=_shortcuts(game, s, top) if is_mine and isinstance(top, Move) else (),
        verbs=dict(top.verbs) if is_mine and isinstance(top, Step) else {},
        panels=_panels(game, s),
        marks={GRID.name(at): (Mark("empty"),) for at in s.empty_woods},
        outcome=None if over is None else {"winners": list(over.winners), "margin": over.margin},
    )


def _piece(u: int, at: int) -> Piece:
    return Piece(f"u{u}", GRID.name(at), face=UNITS[u], operand=u, style=SEATS[SIDE[u]], text=UNITS[u])


def _rangers(s: MarshState, seat: str | None) -> list[Piece]:
    """Return the rangers that a seat may see: its own, while they hide."""
    hidden = [(side, at) for side, at in enumerate(s.rangers) if at != GONE and s.seats[side] == seat]
    return [
        Piece(f"r{side}", GRID.name(at), face="rangers", style=SEATS[side], text=f"hidden rangers of {SEATS[side]}")
        for side, at in hidden
    ]


def _panels(game: Game[MarshState], s: MarshState) -> tuple[Panel, ...]:
    """Return the panels: towns held by each side, and number of woods in which rangers may hide."""
    words = game.words
    hidden = [len(possible_woods(s, side)) if at != GONE else 0 for side, at in enumerate(s.rangers)]
    held = [Row(seat, str(count)) for seat, count in zip(SEATS, towns(s), strict=True)]
    rangers = [
        Row(seat, words.say("panel.hidden" if woods else "panel.not-hidden", woods=woods))
        for seat, woods in zip(SEATS, hidden, strict=True)
    ]
    return (
        Panel("towns", words.say("panel.towns"), tuple(held)),
        Panel("rangers", words.say("panel.rangers"), tuple(rangers)),
    )


def _shortcuts(game: Game[MarshState], s: MarshState, step: Move) -> tuple[Shortcut, ...]:
    """Return shortcuts that choose a unit and its destination at the same time."""
    return tuple([
        Shortcut(game.words.say("shortcut.march", unit=u, hex=at), (("unit", u), ("go", at)), at, is_listed=False)
        for verb, u in step.actions(s) if verb == "unit"
        for at in reach(s, u)
    ])  # fmt: skip


def measures(s: MarshState) -> tuple[Measure, ...]:
    """Return the measures of success for each seat: towns, then units."""
    held = {seat: float(n) for seat, n in zip(s.seats, towns(s), strict=True)}
    units = {seat: float(len(units_of(s, side))) for side, seat in enumerate(s.seats)}
    return (Measure("towns", "Towns", held), Measure("units", "Units", units))


def unit_counts(s: MarshState) -> dict[str, int]:
    """Return the number of units that each seat commands."""
    return {seat: len(units_of(s, side)) for side, seat in enumerate(s.seats)}


def boards(s: MarshState) -> tuple[Board, ...]:
    """Return the only board, the map, which is the same in every match."""
    return (BOARD,)


def _board() -> Board:
    spaces = tuple([
        Space(GRID.name(i), i, GRID.name(i), GRID.centre(i), GRID.outline(i), (GROUND[i],), text=GROUND[i])
        for i in range(GRID.size)
    ])  # fmt: skip
    river = tuple(
        [Line("river", GRID.hexside(a, GRID.direction(a, b)), "river") for a, b in sorted(RIVER) if a < b]
    )
    patterns = {"clear": "open", "wood": "forest", "hill": "hills", "town": "open"}
    styles = {ground: Style("#9a6", pattern=patterns[ground], name=ground) for ground in GROUNDS.values()}
    styles |= {"river": Style("#37a", pattern="river", width=0.2, name="river")}
    styles |= {"Amber": Style("#d90", ink="#222"), "Slate": Style("#456", ink="#fff")}
    counters = {
        UNITS[u]: Counter(UNITS[u], SEATS[SIDE[u]], "infantry", {"sw": str(STRENGTH[u]), "se": str(MOVEMENT[u])})
        for u in range(len(UNITS))
    }
    counters["rangers"] = Counter("rangers", "Amber", "rangers")
    return Board(
        "map", "The marsh", *GRID.extent, spaces, river, styles, counters, DATA.read_silhouettes(), piece=1.0
    )  # fmt: skip


BOARD = _board()
