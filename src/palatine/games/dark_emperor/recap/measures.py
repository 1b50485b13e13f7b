"""Measures of the state of a match; all are public (20.3)."""

from __future__ import annotations

from collections.abc import Callable

from palatine.core import Game, Measure
from palatine.games.dark_emperor.components.pieces import (
    GROUP_POWERS,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
)
from palatine.games.dark_emperor.components.world import CITY_AT
from palatine.games.dark_emperor.rules.common.taxation import production
from palatine.games.dark_emperor.rules.realm.vampires import in_play
from palatine.games.dark_emperor.state import DarkEmperorState

PLAYERS = (NECROMANCER_SIDE, KINGDOMS_SIDE)
Count = Callable[[DarkEmperorState, int], int]


def measures(game: Game[DarkEmperorState], s: DarkEmperorState) -> tuple[Measure, ...]:
    """Return the Necromancer's own production, and both sides' powers, cities and strength.

    Gold and leaders are measured too.
    """
    words, lord = game.words, s.seats[NECROMANCER_SIDE]
    of_both: tuple[tuple[str, Count], ...] = (
        ("served", served), ("cities", count_cities), ("strength", strength), ("gold", gold),
        ("leaders", count_leaders),
    )  # fmt: skip
    return (
        Measure("production", words.say("measure.production"), {lord: production(s)}),
        *[
            Measure(id_, words.say(f"measure.{id_}"), {s.seats[side]: count(s, side) for side in PLAYERS})
            for id_, count in of_both
        ],
        Measure("vampires", words.say("measure.vampires"), {lord: in_play(s)}),
    )


def served(s: DarkEmperorState, side: int) -> int:
    """Return the number of kingdoms and mercenary groups of a side."""
    return len([power for power in (*KINGDOM_POWERS, *GROUP_POWERS) if s.control[power] == side])


def count_cities(s: DarkEmperorState, side: int) -> int:
    """Return the number of cities with units of only this side."""
    return len([h for h in CITY_AT if s.has_units(side, h) and not s.has_units(1 - side, h)])


def strength(s: DarkEmperorState, side: int) -> int:
    """Return the Combat Strength of all units and monsters of a side on the map."""
    return sum([s.strength(u) for group in s.stacks[side].values() for u in group])


def gold(s: DarkEmperorState, side: int) -> int:
    return sum([s.gold[k] for k in KINGDOM_POWERS if s.control[k] == side])


def count_leaders(s: DarkEmperorState, side: int) -> int:
    """Return the number of leaders of a side on the map and in the Mercenary Holding Box."""
    return sum(map(len, s.company[side].values())) + len(s.in_box(side))
