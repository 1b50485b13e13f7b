"""Explore: features, battlefields, and what is seen of neighbours (3.2, 1.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import UNKNOWN, Feature, Known, Lore
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.belongings import place_item
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.knowledge import knows_well, learn_of
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.encounters.random_encounters import random_encounter

GLIMPSE: Final = 1
"""Exploration that a description from next door is worth, in hundredths (3.1)."""


def explore(t: Turn, n: int, action: orders.Explore) -> None:
    """Explore by the basic number of the terrain, times Explorer plus one (3.2)."""
    uncover(t, n, t.s.people[n].place, half=False)
    learn_by_doing(t, n, tables.EXPLORER, "explore")
    random_encounter(t, n)


def share(t: Turn, n: int, place: int, half: bool) -> int:
    """Return the hundredths of a province that one exploration covers.

    A Move covers half as many (3.1, 3.2).
    """
    basic = tables.TERRAIN[t.terrain(place)].explore
    percent = float(basic * (t.skill(n, tables.EXPLORER) + 1))
    if t.has_title(n, titles.PATHFINDER):
        percent *= 1.25
    if t.masters(n, tables.QUICK_FINDS):
        percent *= 1.5
    return int(percent / 2 if half else percent)


def uncover(t: Turn, n: int, place: int, half: bool) -> None:
    """Explore a province for features, hidden things and buried armies (3.2)."""
    s = t.s
    seat = s.people[n].seat
    if seat < 0:
        return
    before = s.known[seat].get(place) or Known()
    t.phase.explored.setdefault((seat, place), before.explored)
    explored = min(100, before.explored + share(t, n, place, half))
    if explored == 100 > before.explored:
        s.honour(n, titles.PATHFINDER, 1)
    land = s.lands[place]
    s.learn(
        seat, place, explored=explored, terrain=land.terrain, race=land.race, owner=s.owners[place],
        wealth=tables.wealth_class(land.tax), hero=s.ruler_of(place), seen=s.turn,
    )  # fmt: skip
    if knows_well(t, seat, place):
        s.learn(seat, place, tax=land.tax, types=land.types)
    if not half:
        t.log("explored", "AK-3.2-01", t.witnesses(n), who=n, place=place, percent=explored)
    for number, feature in s.features.items():
        if feature.place == place and is_found(s.lore[seat].get(number), feature, explored):
            discover(t, n, number)
    if not half or explored == 100 > before.explored:
        report_fallen(t, n, place)
    if not half or explored == 100:
        pick_up_items(t, n, place)
    if t.masters(n, tables.WIDE_EXPLORATION):
        for near in s.atlas.neighbours[place]:
            add_exploration(t, seat, near, 10)


def is_found(told: Lore | None, feature: Feature, explored: int) -> bool:
    """Return whether a feature is found at this stage of exploration.

    It may be unknown or a mere rumour so far (3.2, 4.2.3).
    """
    is_known = told is not None and not told.is_rumour
    return not is_known and not feature.is_hidden and feature.threshold <= explored


def add_exploration(t: Turn, seat: int, place: int, percent: int) -> None:
    before = t.s.known[seat].get(place) or Known()
    t.s.learn(seat, place, explored=min(100, before.explored + percent))


def discover(t: Turn, n: int, number: int) -> None:
    """Find a feature and report its name, legend and guardian.

    The first finder gains merit (3.2, 10.1).
    """
    s = t.s
    seat = s.people[n].seat
    is_first = not any(number in told and not told[number].is_rumour for told in s.lore)
    learn_of(t, seat, number)
    t.log("found", "AK-3.2-03", t.witnesses(n), who=n, feature=number, place=s.features[number].place)
    if is_first:
        s.praise(n, titles.CHANCELLOR, 2)


def pick_up_items(t: Turn, n: int, place: int) -> None:
    """Pick up the items of independent characters who fell here (5.9, A118)."""
    s = t.s
    items = [i for i, item in s.items.items() if item.place == place and not item.bearer and not item.feature]
    for i in items:
        place_item(t, i, bearer=t.keeper(n))
    if items:
        t.log("items-found", "AK-5.9-03", t.witnesses(n), who=n, place=place, items=items)


def report_fallen(t: Turn, n: int, place: int) -> None:
    """Report who has fallen in a province (3.2)."""
    fallen = t.s.fallen.get(place, ())
    if fallen:
        kinds = sorted({(each.race, each.type) for each in fallen})
        t.log(
            "graves", "AK-3.2-04", t.witnesses(n), who=n, place=place, count=len(fallen),
            kinds=[tables.ARMY[kind].name for _, kind in kinds],
        )  # fmt: skip


def describe_neighbours(t: Turn, seat: int, place: int) -> None:
    """Describe unexplored neighbours: terrain, race, ruler, wealth (1.1, 3.1)."""
    for near in t.s.atlas.neighbours[place]:
        known = t.s.known[seat].get(near)
        if known is None or known.explored < GLIMPSE or known.terrain == UNKNOWN:
            glimpse(t, seat, near)


def glimpse(t: Turn, seat: int, place: int) -> None:
    """Record what can be seen of a province from next door.

    An illusion is seen instead of the real terrain (4.2.3).
    """
    s = t.s
    land = s.lands[place]
    before = s.known[seat].get(place) or Known()
    s.learn(
        seat, place, explored=max(before.explored, GLIMPSE), terrain=s.illusions.get(place, land.terrain),
        race=land.race, owner=s.owners[place], wealth=tables.wealth_class(land.tax), hero=s.ruler_of(place),
        seen=s.turn,
    )  # fmt: skip
