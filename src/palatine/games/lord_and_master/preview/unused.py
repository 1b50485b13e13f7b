"""Unused options of a sheet: idle characters, gold, unequipped recruits, doubtful lines."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palatine.core import Catalogue
from palatine.core.guidance.preview import UnusedOption
from palatine.core.messages import capitalize
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_fort, is_square, space_of, square_of
from palatine.games.lord_and_master.rules.actions import revenue, troop_actions
from palatine.games.lord_and_master.rules.common.naming import place_name
from palatine.games.lord_and_master.rules.common.treasuries import site
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.sheet_help.check import Rehearsal, Rehearsed
from palatine.games.lord_and_master.state import NEUTRAL, State

NEAR = 2
"""Distance in provinces within which an enemy counts as near."""
RICH = 10
"""Minimum amount of unspent gold to report."""


def unused_options(
    words: Catalogue, known: State, rehearsal: Rehearsal, gone: Sequence[Rehearsed]
) -> Iterator[UnusedOption]:
    """Yield what could still be ordered, the most important first."""
    s, me = rehearsal.t.s, known.seats.index(rehearsal.seat)
    if not gone:
        yield _empty_sheet_warning(words, known, me)
    else:
        yield from _idle(words, known, rehearsal, me)
    yield from _holy(words, s, me)
    yield from _envoys(words, rehearsal, me)
    yield from _unequipped_recruits(words, s, me)
    doubts = sum(each.dropped is not None for each in gone)
    if doubts:
        yield UnusedOption(words.say("unused.doubts", count=doubts))


def _empty_sheet_warning(words: Catalogue, s: State, me: int) -> UnusedOption:
    """Return the warning of an empty sheet.

    With an empty sheet no character acts; without a sheet, those who can collect taxes (GI-06).
    """
    able = [order.name for order in revenue.tax_everywhere(Turn(s, is_rehearsal=True), me)]  # type: ignore[union-attr]
    text = words.say("unused.nothing-tax", names=able) if able else words.say("unused.nothing")
    return UnusedOption(text, clause="LM-GI-06", weight="warning")


def free_people(rehearsal: Rehearsal, me: int) -> list[int]:
    """Return the seat's characters who could still be given an order after the sheet."""
    t = rehearsal.t
    actions = t.of(Actions)
    return [n for n in t.s.roster(me) if t.s.people[n].captor is None and n not in actions.acted | actions.joined]


def _idle(words: Catalogue, known: State, rehearsal: Rehearsal, me: int) -> Iterator[UnusedOption]:
    people = rehearsal.t.s.people
    idle = [n for n in free_people(rehearsal, me) if n in known.people]
    if idle:
        names = [people[n].name for n in idle]
        spaces = tuple(dict.fromkeys(space_of(people[n].place) for n in idle))
        yield UnusedOption(words.say("unused.idle", names=names), spaces, clause="LM-A-01", weight="warning")


def _holy(words: Catalogue, s: State, me: int) -> Iterator[UnusedOption]:
    """Yield a holy treasury with an enemy near it (DIS-05)."""
    nation, place = s.nations[me], site(s, me)
    if "holy-treasury" not in nation.disadvantages or nation.holy_site or not place:
        return
    near = any(
        unit.captor is None
        and unit.owner != NEUTRAL
        and s.is_hostile(me, unit.owner)
        and world.distance(square_of(place), square_of(unit.place)) <= NEAR
        for unit in s.units.values()
    )
    if near:
        text = capitalize(words.say("unused.holy", place=place_name(s, place)))
        yield UnusedOption(text, (space_of(place),), clause="LM-DIS-05", weight="warning")


def _envoys(words: Catalogue, rehearsal: Rehearsal, me: int) -> Iterator[UnusedOption]:
    """Yield idle characters who could negotiate in a neutral place (NEU-08)."""
    s = rehearsal.t.s
    for n in free_people(rehearsal, me):
        person = s.people[n]
        if s.holder(person.place) == NEUTRAL and not is_fort(person.place) and person.since < s.turn:
            text = words.say("unused.envoy", name=person.name, place=place_name(s, person.place))
            yield UnusedOption(text, (space_of(person.place),), clause="LM-NEU-08")


def _unequipped_recruits(words: Catalogue, s: State, me: int) -> Iterator[UnusedOption]:
    """Yield recruits that could be equipped with the remaining gold (B-06)."""
    nation = s.nations[me]
    recruits: dict[int, int] = {}
    for unit in s.units.values():
        troop = pieces.TROOPS[unit.code]
        if unit.owner != me or unit.captor is not None or troop.table != 1 or not is_square(square_of(unit.place)):
            continue
        known = (*nation.kinds, *troop_actions.native_kinds(s, me, unit.place))
        prices = [
            pieces.TROOPS[code].cost or 0
            for kind in known
            if kind in pieces.KINDS and (code := pieces.equipped(kind)) and code.endswith("D")
            and pieces.TROOPS[code].race == troop.race
        ]  # fmt: skip
        if prices and min(prices) <= nation.gold:
            recruits[unit.place] = recruits.get(unit.place, 0) + 1
    if recruits:
        spaces = tuple(space_of(place) for place in recruits)
        text = words.say("unused.recruits", count=sum(recruits.values()), gold=nation.gold)
        yield UnusedOption(text, spaces, clause="LM-B-06")
    elif nation.gold >= RICH and not nation.holy_site:
        yield UnusedOption(words.say("unused.gold", gold=nation.gold), clause="LM-B-06")
