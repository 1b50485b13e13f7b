"""Measures of the state of a match; all are public (20.3)."""

from __future__ import annotations

from collections.abc import Callable

from palatine.core import Game, Measure
from palatine.games.dark_emperor.components.pieces import (
    FIRST_DEVICE,
    GROUP_POWERS,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
)
from palatine.games.dark_emperor.components.tables import VICTORIES, victory_level
from palatine.games.dark_emperor.components.world import CITY_AT, CITY_HEXES, ZOLAHAURESLOR
from palatine.games.dark_emperor.rules.combat.combat import LORD_SLAYERS
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
    yielded = production(s)
    of_both: tuple[tuple[str, Count], ...] = (
        ("served", served), ("cities", count_cities), ("strength", strength), ("gold", gold),
        ("leaders", count_leaders),
    )  # fmt: skip
    return (
        Measure("production", words.say("measure.production"), {lord: yielded}),
        Measure(
            "missing",
            words.say("measure.missing"),
            {s.seats[side]: production_missing(s.seats[side], yielded) for side in PLAYERS},
            more_is_better=False,
        ),
        *[
            Measure(id_, words.say(f"measure.{id_}"), {s.seats[side]: count(s, side) for side in PLAYERS})
            for id_, count in of_both
        ],
        Measure("vampires", words.say("measure.vampires"), {lord: in_play(s)}),
        Measure("empire", words.say("measure.empire"), {lord: empire_cities_missing(s)}, more_is_better=False),
        Measure("slayers", words.say("measure.slayers"), {s.seats[KINGDOMS_SIDE]: count_slayers(s)}),
    )


def production_missing(seat: str, yielded: int) -> int:
    """Return by how much the Necromancer's production must change for a seat to win by it (20.3)."""
    if victory_level(yielded).winner == seat:
        return 0
    own = [k for k, level in enumerate(VICTORIES) if level.winner == seat]
    if VICTORIES[own[0]].least > yielded:
        return VICTORIES[own[0]].least - yielded
    return yielded - VICTORIES[own[-1] + 1].least + 1


def empire_cities_missing(s: DarkEmperorState) -> int:
    """Return how many cities of Zolahaureslor the Necromancer does not occupy alone (6.3, 20.2)."""
    lord, foe = NECROMANCER_SIDE, KINGDOMS_SIDE
    return sum([not s.has_units(lord, h) or s.has_units(foe, h) for h in CITY_HEXES[ZOLAHAURESLOR]])


def count_slayers(s: DarkEmperorState) -> int:
    """Return how many swords that kill Padrech for good the Kingdoms carry (15.21, 20.1)."""
    bearers = [s.bearer[d - FIRST_DEVICE] for d in LORD_SLAYERS]
    return sum([p >= 0 and s.side(p) == KINGDOMS_SIDE for p in bearers])


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
