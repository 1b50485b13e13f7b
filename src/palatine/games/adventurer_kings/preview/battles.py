"""Battles of a sheet, simulated in sampled worlds with likely defenders (1.1, 3.14, 6.3, 7)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import suppress
from statistics import fmean
from typing import Final, NamedTuple

import msgspec

from palatine.core import Dice, Estimate, ShownChance, dice_key
from palatine.core.guidance.preview import Consequence, Odds, Result
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, NATIVE, NO_LEADER, Fallen
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.rules.combat.campaigns import (
    battle_end,
    give_battle,
    groups,
    holders_of,
    in_random_order,
)
from palatine.games.adventurer_kings.rules.combat.contests import defence_factor
from palatine.games.adventurer_kings.rules.combat.strength import exploration_factor
from palatine.games.adventurer_kings.rules.common.battlefield import Battle
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn
from palatine.games.adventurer_kings.sequence import HANDLERS
from palatine.games.adventurer_kings.sheet_help.likely_defenders import FACES, armies_reported
from palatine.games.adventurer_kings.state import State

WORLDS: Final = 3
"""Number of worlds sampled for a sheet."""
PLAYS: Final = 36
FEWEST, MOST_PLAYS = 6, 18
"""Simulations per world for all battles of a sheet, and bounds for one battle."""
MOST: Final = 6
"""Maximum number of battles of a sheet to simulate, the first ones."""
GRAVES: Final = 6
"""Graves of each type of a province in which the dead are raised."""
SAFE: Final = 2.0
SURE: Final = 80
"""Odds, and percentage of victories, from which there is no warning."""
WON, CONTESTED, LOST = "won", "contested", "lost"


class Clash(NamedTuple):
    """A battle of a sheet: leaders, province, phase and origins."""

    lines: tuple[int, ...]
    phase: int
    place: int
    leaders: tuple[tuple[int, int], ...]
    """Leaders with the provinces they come from, at first those who are there already."""

    @property
    def camped(self) -> list[int]:
        """The leaders who besiege the province already (7.6)."""
        return [n for n, origin in self.leaders if origin == self.place]


class Fought(NamedTuple):
    """Result of one simulation: end, strengths, units and losses of both sides."""

    end: str
    strengths: tuple[float, float]
    units: tuple[int, int]
    losses: tuple[int, int]


def clashes(context: SheetContext) -> list[Clash]:
    """Return the battles in the order of the year; each province is attacked once."""
    found: dict[tuple[int, int], Clash] = {}
    for line, order in sorted(context.acts(), key=lambda each: (each[1].phase, each[0])):
        if not isinstance(order.action, orders.Move):
            continue
        n, phase = order.character, order.phase
        here, to = context.here(order), context.course.place(n, phase + 1)
        taken = {place for at, place in found if at < phase}
        if here == to or to in taken or not context.is_hostile(to):
            continue
        if context.leads(n, phase) or context.levies(n, phase) or context.raises_dead(n, phase):
            before = found.get((phase, to), Clash((), phase, to, context.camped(to, phase)))
            found[phase, to] = Clash((*before.lines, line), phase, to, (*before.leaders, (n, here)))
    return list(found.values())[:MOST]


def worlds(context: SheetContext) -> list[State]:
    """Return sampled worlds, always the same ones; items are only those carried by characters."""
    found = [context.game.determinize(context.truth, context.seat, b"%d" % number) for number in range(WORLDS)]
    for s in found:
        s.items = {i: item for i, item in s.items.items() if item.bearer}
    return found


# Simulations


def times_each(battles: int) -> int:
    """Return the number of simulations of each battle per world."""
    share = PLAYS // max(1, battles)
    return max(FEWEST, min(MOST_PLAYS, share - share % FACES))


def fight_often(context: SheetContext, clash: Clash, dealt: Sequence[State], times: int) -> list[Fought]:
    """Return all simulations of a battle, with fixed dice so that results are reproducible."""
    plays = []
    for number, world in enumerate(dealt):
        for play in range(times):
            s = world.copy()
            s.dice = Dice(dice_key(b"foresight %d %d" % (number, play)), 0)
            plays.append(fight_once(context, clash, s, play % FACES))
    return plays


def fight_once(context: SheetContext, clash: Clash, s: State, face: int) -> Fought:
    """Simulate the battle in a world, which is modified."""
    t = Turn(s)
    for order in context.orders:
        if isinstance(order, orders.Special):
            t.ordered.plans[order.character] = order.plan
    cast_before(context, clash, t)
    t.begin_phase(clash.phase)
    mine = march_in(context, clash, s)
    place_defenders(context, clash.place, s, face)
    allies = join_allies(context, clash.place, s)
    holders = holders_of(t, clash.place, context.me)
    if not holders:
        return Fought(WON, (0.0, 0.0), (len(mine), 0), (0, 0))
    fought = [*give_battles(t, clash, context.me, allies)]
    if not fought:
        return Fought(LOST, (0.0, 0.0), (len(mine), len(holders)), (0, 0))
    lost = len(mine) - sum(a in s.armies and s.armies[a].owner == context.me for a in mine)
    fell = sum(a not in s.armies for a in holders)
    attack, defence = zip(*map(strengths, fought), strict=True)
    return Fought(battle_end(fought[-1]), (sum(attack), defence[0]), (len(mine), len(holders)), (lost, fell))


def give_battles(t: Turn, clash: Clash, seat: int, allies: Sequence[int]) -> Iterator[Battle]:
    """Fight with all leaders at once, or one after the other if they do not unite (4.1.2, 7.8)."""
    s = t.s
    leaders = [*[n for n, _ in clash.leaders], *allies]
    for group in in_random_order(t, groups(t, clash.place, leaders, [*clash.camped, *allies])):
        armies, holders = [a for n in group for a in s.led_by(n)], holders_of(t, clash.place, seat)
        if armies and holders and s.owners[clash.place] != seat:
            yield give_battle(t, clash.place, armies, holders)


def cast_before(context: SheetContext, clash: Clash, t: Turn) -> None:
    """Cast the spells before the march that strengthen troops or raise them (4.2.2, 4.2.5, A66).

    There are assumed to be enough graves, because what a King knows of them is not stored.
    """
    for _, order in sorted(context.acts(), key=lambda each: each[1].phase):
        action = order.action
        spell = context.spell_of(action)
        if order.phase > clash.phase or spell not in (tables.ORATORY, tables.PHANTASM, tables.SKELETONS):
            continue
        for n in {order.character, getattr(action, "target", 0)} & context.course.acts.keys():
            t.s.set_person(n, place=context.course.place(n, order.phase))
        if spell == tables.SKELETONS:
            dig_graves(t.s, context.here(order))
        with suppress(Failed):
            HANDLERS[type(action)](t, order.character, action)


def dig_graves(s: State, place: int) -> None:
    """Bury armies of a province's people in it, which fell in an earlier year (4.2.5)."""
    land = s.lands[place]
    if land.race in tables.HUMANOID and land.types:
        fallen = [Fallen(kind, land.race, tables.AVERAGE, s.turn - 1) for kind in land.types]
        s.fallen[place] = tuple(fallen * GRAVES)


def march_in(context: SheetContext, clash: Clash, s: State) -> list[int]:
    """Put the attackers into the province and return their numbers."""
    mine: list[int] = []
    for n, origin in clash.leaders:
        s.set_person(n, place=clash.place)
        led = [a for a in context.leads(n, clash.phase) if a in s.armies]
        led += [s.new_army(army) for army in context.levies(n, clash.phase)]
        led += [a for a in s.led_by(n) if s.armies[a].is_skeletal and a not in context.s.armies]
        for a in s.led_by(n):
            s.set_army(a, leader=NO_LEADER)
        for a in led:
            s.set_army(a, place=clash.place, origin=origin, leader=n)
        mine += led
    return mine


def join_allies(context: SheetContext, place: int, s: State) -> list[int]:
    """Put reported armies of Allies in an enemy's province under leaders seen there (7.8, 8.1)."""
    joined = []
    for n, armies in context.allies(place):
        if s.relation(armies[0].owner, s.owners[place]) != ENEMY:
            continue
        s.set_person(n, place=place, seat=armies[0].owner)
        for a in s.led_by(n):
            del s.armies[a]
        for army in armies:
            s.new_army(msgspec.structs.replace(army, leader=n))
        joined.append(n)
    return joined


def place_defenders(context: SheetContext, place: int, s: State, face: int) -> None:
    """Put the likely defenders of a case into a world instead of the sampled ones."""
    cases = [force for weight, force in context.defenders(place) for _ in range(weight)]
    owner = s.owners[place]
    ruler = s.kingdoms[owner].king if owner >= 0 and s.king(owner).place == place else NO_LEADER
    for a in [a for a in s.armies_at(place) if s.armies[a].owner != context.me]:
        del s.armies[a]
    for army in cases[face]:
        s.new_army(msgspec.structs.replace(army, owner=owner, leader=ruler))


def strengths(b: Battle) -> tuple[float, float]:
    """Return the strengths of attackers and defenders before chance (6.3)."""
    a, d = b.forces
    attack = sum(unit.worth for unit in a.units) * exploration_factor(a.explored, d.explored)
    defence = sum(unit.worth for unit in d.units) * exploration_factor(d.explored, a.explored)
    return attack, defence * defence_factor(b, d, d.seat)


def win_estimate(plays: Sequence[Fought]) -> Estimate:
    """Return the estimated probability that the attackers take the province."""
    return Estimate(sum([play.end == WON for play in plays]) / len(plays), len(plays))


# Reports


def battle_odds(context: SheetContext, clash: Clash, plays: Sequence[Fought]) -> Odds:
    """Return the odds of a battle with both sides' known strengths."""
    enemy = context.words.say("report.natives")
    told = context.known(clash.place)
    if told is not None and told.owner >= 0:
        enemy = context.s.kingdoms[told.owner].name
    ends = [(end, [play for play in plays if play.end == end]) for end in (WON, CONTESTED, LOST)]
    results = tuple(
        Result(
            context.say(f"odds.{end}", place=clash.place), len(those) / len(plays),
            {context.seat: fmean(play.losses[0] for play in those), enemy: fmean(play.losses[1] for play in those)},
            of=0,
        )
        for end, those in ends if those
    )  # fmt: skip
    season = context.words.say(f"phase.{clash.phase}")
    title = context.say("odds.battle", place=clash.place, season=season)
    found = Odds(title, results, tuple(parts(context, clash, plays, enemy)), "AK-7.2-11", len(plays))
    return found.with_chances([
        ShownChance(("battle", clash.place), end.__eq__, len(those) / len(plays)) for end, those in ends if those
    ])  # fmt: skip


def parts(
    context: SheetContext, clash: Clash, plays: Sequence[Fought], enemy: str
) -> Iterator[tuple[str, str, str]]:
    """Yield armies and strengths of both sides, and modifiers."""
    say = context.words.say
    mine, theirs = mean_strengths(plays)
    least, most = min(play.units[1] for play in plays), max(play.units[1] for play in plays)
    yield f"{mine:.0f}", say("odds.attack", armies=plays[0].units[0]), "AK-6.3-23"
    key = "odds.defence" if least == most else "odds.defence-between"
    source = "AK-3.14-06" if is_reported(context, clash.place) else "AK-1.1-11"
    yield f"{theirs:.0f}", say(key, who=enemy, least=least, most=most), source
    told = context.known(clash.place)
    explored = told.explored if told is not None else 0
    if explored < 100 and told is not None and told.owner == NATIVE:
        percent = round(100 * (exploration_factor(100, explored) - 1))
        yield f"+{percent}%", say("odds.ground", percent=explored), "AK-6.3-26"
    yield "+25%", say("odds.defending"), "AK-6.3-25"


def is_reported(context: SheetContext, place: int) -> bool:
    told = context.known(place)
    return told is not None and bool(armies_reported(context.s, place, told))


def mean_strengths(plays: Sequence[Fought]) -> tuple[float, float]:
    """Return the mean strengths; the player's over the simulations with a battle."""
    mine = [play.strengths[0] for play in plays if all(play.units)]
    theirs = [play.strengths[1] for play in plays if play.units[0]]
    return fmean(mine) if mine else 0.0, fmean(theirs) if theirs else 0.0


def battle_warnings(context: SheetContext, clash: Clash, plays: Sequence[Fought]) -> Iterator[Consequence]:
    """Yield a warning for an attack at less than two to one (3.1, 6.3)."""
    mine, theirs = mean_strengths(plays)
    percent = round(100 * win_estimate(plays).probability)
    if mine >= SAFE * theirs or percent >= SURE:
        return
    grade = "even" if mine >= theirs else "weak"
    told = context.known(clash.place)
    terrain = (
        tables.TERRAINS[told.terrain]
        if told is not None and told.terrain >= 0
        else context.words.say("odds.unknown")
    )
    facts = {
        "place": clash.place, "count": plays[0].units[0], "ground": terrain, "percent": percent,
        "likely": round(fmean(play.units[1] for play in plays)), "mine": round(mine), "theirs": round(theirs),
    }  # fmt: skip
    yield context.warning(clash.lines[0], f"odds-{grade}", "AK-3.1-02", **facts)
