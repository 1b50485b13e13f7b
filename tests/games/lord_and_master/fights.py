"""Battles for the tests of Lord and Master Triumphant: two armies in a line, and what each strike came to."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from games.lord_and_master.hargaar import dice, hargaar, hold, person, put
from palatine.core import Entry
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.rules.combat import battle, forts, modifiers, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NOBODY, State

CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE = 65, 43, 51, 61, 52, 63, 57
"""A square of each terrain."""
ARDEA = 259

LIVES = ("leader's fate", 12)
"""The leader of the winners is unhurt."""


def line(*numbers: int) -> list[tuple[str, int]]:
    """The dice of a deal that leaves units in the order they were put: one less than each army has."""
    return [("line", 1)] * sum(number - 1 for number in numbers)


def hits(*faces: int) -> list[tuple[str, int]]:
    return [("hit", face) for face in faces]


def lots(*faces: int) -> list[tuple[str, int]]:
    """Dice of the chart of retreats."""
    return [("retreat", face) for face in faces]


def army(
    state: State, units: str, leader: str = "W1", owner: int = 0, place: int = WASTE, origin: int = 56
) -> March:
    """A stack that has come into a place from another; the leader without a name, or "" for a demon's host."""
    who = person(state, f"Ours{owner} {leader}", owner, square_of(place)) if leader else NOBODY
    level = state.people[who].level if leader else 0
    m = March(Turn(state), owner, square_of(place), who, level, ALL_RACES)
    m.units = put(state, units, owner, square_of(place))
    m.origin = origin
    m.trail = [origin]
    return m


def facing(
    ours: str, theirs: str, place: int = WASTE, leaders: tuple[str, str] = ("W1", "W1"), dry: bool = False
) -> Battle:
    """Our army attacking theirs, each with a leader, "" for none."""
    state = hargaar()
    if place > 200:
        hold(state, 1, place)
    m = army(state, ours, leaders[0], place=place)
    if leaders[1]:
        person(state, "Theirs " + leaders[1], 1, place)
    m.t.dry = dry
    return Battle(m.t, m, place, put(state, theirs, 1, place))


def fought(b: Battle, rolls: Sequence[Any]) -> list[Any]:
    """The strikes of one round."""
    state = b.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        rounds.fight_round(b)
    return list((state.journal or [])[-1].data["blows"])


def strikes(b: Battle, rolls: Sequence[Any]) -> list[str]:
    """The strikes of one round as "HAC>SJD 13 destroyed"; a lost chance as "MFD lost"."""
    return [
        f"{blow['by']}>{blow['at']} {blow['need']} {blow['result']}" if "at" in blow else f"{blow['by']} lost"
        for blow in fought(b, rolls)
    ]


def to_the_end(b: Battle, rolls: Sequence[Any]) -> tuple[str, list[Entry]]:
    """The whole battle: how it ended, and what was told."""
    state = b.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        result = battle.fight_battle(b)
    return result, list(state.journal or [])


def need(b: Battle, round_: int = 2) -> int:
    """What the first of our units must not exceed to hit the first of theirs, in that round."""
    b.round = round_
    return sum(part[0] for part in modifiers.to_hit(b, b.attackers.units[0], b.defenders.units[0]))


def need_back(b: Battle, round_: int = 2) -> int:
    """What the first of their units must not exceed to hit the first of ours."""
    b.round = round_
    return sum(part[0] for part in modifiers.to_hit(b, b.defenders.units[0], b.attackers.units[0]))


def reasons(b: Battle, round_: int = 2) -> list[str]:
    """The clauses that our first strike rests on, the roll's own left out."""
    b.round = round_
    parts = modifiers.to_hit(b, b.attackers.units[0], b.defenders.units[0])
    return [clause for _, clause, _ in parts if clause != "LM-BAT-21"]


def storming(ours: str, theirs: str, place: int = ARDEA, leaders: tuple[str, str] = ("W3", "W1")) -> March:
    """Our stack before their city."""
    b = facing(ours, theirs, place, leaders)
    return b.m


def assault(m: March, rolls: Sequence[Any], place: int = ARDEA) -> list[Entry]:
    state = m.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        forts.assault(m.t, m, place)
    return list(state.journal or [])
