"""Previews of marches: doubtful battles, leaders at risk, exposed places, irreversible acts."""

from __future__ import annotations

from collections.abc import Iterator
from operator import not_
from typing import Any

from palatine.core.guidance.preview import Consequence
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_city, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.preview.battles import Fight, Tallied
from palatine.games.lord_and_master.preview.context import LineContext
from palatine.games.lord_and_master.rules.actions.devastation import FERTILE, WRECKERS, sod_chance
from palatine.games.lord_and_master.rules.actions.leading import ally_leaves_chance
from palatine.games.lord_and_master.rules.combat import battle
from palatine.games.lord_and_master.rules.combat.battle import leader_fate_chance
from palatine.games.lord_and_master.rules.combat.retreat import retreat_chance
from palatine.games.lord_and_master.rules.common import neutrals
from palatine.games.lord_and_master.rules.common.control import possesses
from palatine.games.lord_and_master.rules.common.magnates import magnate_chance
from palatine.games.lord_and_master.rules.common.neutrals import printed_leader
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State

DOUBTFUL = 0.67
"""Probability of winning below which a battle is reported as doubtful."""


def of_battle(line: LineContext, fight: Fight, tallied: Tallied) -> Iterator[Consequence]:
    """Yield the risks of a battle."""
    s, place = fight.state, fight.place
    (attack, _), (_, defence) = fight.figures
    wins = tallied.won.probability
    if wins < DOUBTFUL:
        share = round(100 * wins)
        if fight.teleported:
            yield line.warn("teleport", "LM-BAT-30", place=place, share=share)
        else:
            figures: dict[str, Any] = {"attack": attack, "defence": defence * (2 if fight.walls else 1)}
            chart = retreat_chance().distribution()
            figures |= {fate: (chart.ways[fate], chart.throws) for fate in chart}
            rolls = [retreat_chance().shown(fate.__eq__) for fate in chart]
            yield line.warn("weak", "LM-BAT-25", "", *rolls, place=place, share=share, **figures)
    elif fight.teleported and wins < 1:
        yield line.warn("teleport", "LM-BAT-30", place=place, share=round(100 * wins))
    if fight.leader in s.people and s.nations[line.me].leader == fight.leader:
        name = s.people[fight.leader].name
        share = round(100 * tallied.leader_lost / tallied.fights)
        fate = leader_fate_chance().distribution()
        odds = fate.count(), fate.throws
        falls = leader_fate_chance().shown()
        yield line.warn("leader", "LM-BAT-35", "", falls, name=name, share=share, odds=odds)
    if fight.is_against_neutrals() and s.holder(place) == NEUTRAL and printed_leader(s, place) is not None:
        magnate = magnate_chance().distribution()
        odds = magnate.count(), magnate.throws
        yield line.note("magnate", "LM-MAG-01", "magnate", magnate_chance().shown(), place=place, odds=odds)


def of_steps(line: LineContext, steps: tuple[o.LeadStep, ...]) -> Iterator[Consequence]:
    """Yield the effects of other steps: sieges, devastation, plunder and annexation."""
    for step in steps:
        if isinstance(step, o.Annex):
            yield from _annexed(line)
        elif isinstance(step, o.Plunder):
            gone = [square for square in line.after.ruins if square not in line.before.ruins]
            for square in gone:
                place = next(each for each in line.before.places() if is_city(each) and square_of(each) == square)
                yield line.warn("plunder", "LM-B-29", place=place)
        elif isinstance(step, o.Devastate):
            yield from _devastated(line)
        elif isinstance(step, o.Siege):
            yield from _sally(line)
    yield from _sods(line)


def _annexed(line: LineContext) -> Iterator[Consequence]:
    """Yield the effects of an annexation on other allies and on later diplomacy.

    See NEU-17, NEU-18.
    """
    place = next((each for each in line.before.allied if each not in line.after.allied), 0)
    if place:
        yield line.warn("annex", "LM-NEU-17", place=place)
        shaken = _unguarded_allies(line.after, line.me)
        if shaken:
            leaves = ally_leaves_chance().distribution()
            odds = leaves.count(), leaves.throws
            shown = ally_leaves_chance().shown()
            yield line.warn("annex-allies", "LM-NEU-18", "", shown, count=len(shaken), odds=odds)


def _unguarded_allies(s: State, me: int) -> list[int]:
    """Return the allied places without troops or characters of the player (R56)."""
    return [p for p in s.allied if s.holder(p) == me and not s.units_at(p, me) and not s.people_at(p, me)]


def _devastated(line: LineContext) -> Iterator[Consequence]:
    for square, letter in enumerate(line.before.terrain):
        after = line.after.terrain[square]
        if after != letter and letter in FERTILE:
            what = "devastate-own" if line.before.holder(square) == line.me else "devastate"
            becomes = world.PROVINCES[after].name.lower()
            yield line.warn(what, "LM-B-43", place=square, becomes=becomes)


def _sally(line: LineContext) -> Iterator[Consequence]:
    """Yield the sally of a neutral garrison with 1.5 times the besiegers' attack (NEU-21)."""
    s = line.after
    t = Turn(s, is_rehearsal=True)
    for siege in s.sieges:
        inside = s.units_at(siege.place, NEUTRAL)
        camp = neutrals.hostile_at(t, (NEUTRAL,), square_of(siege.place))
        if siege.seat == line.me and inside and 2 * battle.attack_of(t, inside) >= 3 * battle.attack_of(t, camp):
            figures = {"attack": battle.attack_of(t, inside), "ours": battle.attack_of(t, camp)}
            yield line.warn("sally", "LM-NEU-21", "neutral-sally", place=siege.place, **figures)


def _sods(line: LineContext) -> Iterator[Consequence]:
    """Yield the risk that troops entering cropland get out of hand (DIS-06)."""
    s = line.after
    if "sod-busters" not in s.nations[line.me].disadvantages or line.who not in s.people:
        return
    person = s.people[line.who]
    here = person.place
    came = line.before.people[line.who].place != here and is_square(here) and s.terrain[here] == "c"
    chance = sod_chance(Turn(s, is_rehearsal=True).level(line.who))
    found = chance.distribution()
    if came and len(s.units_at(here, line.me)) >= WRECKERS and (count := found.count(not_)):
        yield line.warn("sods", "LM-DIS-06", "sod-busting", chance.shown(not_), name=person.name, place=here,
                        odds=(count, found.throws))  # fmt: skip


def of_leaving(line: LineContext) -> Iterator[Consequence]:
    """Yield what a line leaves unguarded: treasury, cities, prisoners."""
    before, after, me = line.before, line.after, line.me
    site = after.nations[me].site
    for place in _undefended_places(before, after, me):
        if place == site:
            gold = after.nations[me].gold
            yield line.warn("treasury", "LM-SET-16", place=place, gold=gold)
        elif is_city(place):
            yield line.warn("city", "LM-NEU-19", place=place)
    freed = [
        n
        for n, each in before.people.items()
        if each.captor == me and n in after.people and after.people[n].captor is None
    ]
    count = len(freed) + sum(
        unit.captor == me and n in after.units and after.units[n].captor is None for n, unit in before.units.items()
    )
    if count and not isinstance(line.order, o.Prisoner):
        yield line.warn("prisoners", "LM-BAT-26", count=count)


def _undefended_places(before: State, after: State, me: int) -> list[int]:
    """Return a nation's places that had friendly units before and have none now."""
    friends = after.partners(me)

    def held(s: State) -> set[int]:
        return {unit.place for unit in s.units.values() if unit.captor is None and unit.owner in friends}

    now = held(after)
    return sorted(place for place in held(before) - now if possesses(after, me, place))
