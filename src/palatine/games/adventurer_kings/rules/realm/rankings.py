"""Standings reported to each King in the races for offices and titles (10.1, 12.1).

A King learns nothing about the standings of other kingdoms.
"""

from __future__ import annotations

from collections.abc import Iterator

from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import RaceStanding
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm.offices import points_for, standings
from palatine.games.adventurer_kings.state import State


def tell_standings(t: Turn) -> None:
    """Report every King's best in each race, as a percentage of the leader's points.

    The standings are stored, because the leader's points are secret.
    """
    s = t.s
    races = standings(s)
    seats = range(len(s.kingdoms))
    s.standings = [tuple(in_offices(races, seat)) for seat in seats]
    s.honours = [tuple(in_titles(s, seat)) for seat in seats]


def in_offices(races: list[list[tuple[float, int, int]]], seat: int) -> Iterator[RaceStanding]:
    """Yield a seat's best in each race.

    A character level with the leader who loses the tie is second (10.1).
    """
    for office, race in enumerate(races):
        best = next(((rank, points, n) for rank, (points, at, n) in enumerate(race, 1) if at == seat), None)
        if best is not None:
            rank, points, n = best
            yield RaceStanding(office, n, rank, int(100 * points / race[0][0]))


def in_titles(s: State, seat: int) -> Iterator[RaceStanding]:
    """Yield the titles with enough points and at least half of the leader's (12.1)."""
    for title, row in enumerate(titles.TITLES):
        holder = s.title_holders[title]
        most = points_for(s, holder, title) if holder else 0
        for n, _ in s.at_home(seat) if holder else ():
            points = points_for(s, n, title)
            if points >= row.least and 2 * points >= most:
                yield RaceStanding(title, n, 1 if n == holder else 2, 100 * points // most, points)


def close_books(t: Turn) -> None:
    """Report each treasury at the start of the turn and now (9.0)."""
    for seat, kingdom in enumerate(t.s.kingdoms):
        t.log("books", "AK-9.1-01", [seat], opening=kingdom.opening_gold, gold=kingdom.gold)
