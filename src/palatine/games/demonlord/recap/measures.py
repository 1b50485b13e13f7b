"""Measures of the state of a match."""

from __future__ import annotations

from palatine.core import Game
from palatine.core.guidance.measures import Measure
from palatine.games.demonlord.components.pieces import IS_TROOP, UNITS
from palatine.games.demonlord.rules.victory import (
    cities_held,
    count_allies,
    count_fortresses,
    strategic_points,
)
from palatine.games.demonlord.state import AWAY, DEAD, GONE, LONG, STRATEGIC, DemonlordState


def measures(game: Game[DemonlordState], s: DemonlordState) -> tuple[Measure, ...]:
    """Return the measures, the decisive one first; all are public except troops."""
    decisive = cities(game, s) if s.variant() == LONG else points(game, s)
    others = [
        of(game, s, "fortresses", (count_fortresses(s, 0), count_fortresses(s, 1))),
        *([] if s.variant() == LONG else [cities(game, s)]),
        of(game, s, "allies", (count_allies(s, 0), count_allies(s, 1))),
        of(game, s, "prisoners", (len(s.prisoners(0)), len(s.prisoners(1)))),
        of(game, s, "troops-lost", s.troops_lost, more_is_better=False),
        of(game, s, "troops", (count_troops(s, 0), count_troops(s, 1)), is_hidden=True),
    ]
    return (decisive, *others)


def of(
    game: Game[DemonlordState], s: DemonlordState, name: str, pair: tuple[int, int], is_hidden: bool = False,
    more_is_better: bool = True,
) -> Measure:  # fmt: skip
    values = {seat: float(value) for seat, value in zip(s.seats, pair, strict=True)}
    return Measure(name, game.words.say(f"measure.{name}"), values, is_hidden, more_is_better=more_is_better)


def points(game: Game[DemonlordState], s: DemonlordState) -> Measure:
    """Return the victory points; in the Strategic game, those if it ended now."""
    rows = strategic_points(s) if s.variant() == STRATEGIC and s.outcome is None else []
    hosar = s.points[0] + sum([score[0] for _, _, score in rows])
    demon = s.points[1] + sum([score[1] for _, _, score in rows])
    return of(game, s, "points", (hosar, demon))


def cities(game: Game[DemonlordState], s: DemonlordState) -> Measure:
    return of(game, s, "cities", (cities_held(s, 0), cities_held(s, 1)))


def count_troops(s: DemonlordState, side: int) -> int:
    return len([u for u in s.on_map(side) if IS_TROOP[u]])


def unit_counts(s: DemonlordState) -> dict[str, int]:
    """Return the number of each seat's units not destroyed, out of the game or still to come.

    Prisoners count, as they may return.
    """
    living = [u for u in range(UNITS) if s.where[u] not in (DEAD, GONE, AWAY)]
    return {seat: len([u for u in living if s.side_of(u) == side]) for side, seat in enumerate(s.seats)}
