"""Previews of the Movement phase: marches, ships, flights, unused options (7)."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from palatine.core.guidance.preview import PreviewItem, UnusedOption
from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, FLEET, KIND, PERSON, POWER_OF
from palatine.games.elric.components.spells import JEWELED_BIRD
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.components.world import ASHANELOON, CITY_AT, IS_SEA, STRAITS, TEETH, WALL
from palatine.games.elric.decisions import preview
from palatine.games.elric.preview.balance import shifted
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.preview.departing import (
    besiegers_near,
    is_guarded,
    is_on_loan,
    last_leader_lines,
    left_city,
    parting_from_elric,
)
from palatine.games.elric.preview.entering import (
    afoot,
    encounters,
    escape_line,
    escape_odds_of,
    fight_line,
    lying_chaos,
    straits,
    wilds,
)
from palatine.games.elric.preview.fights import POOR, BattleEstimate
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.combat.random_attacks import draws_attacks
from palatine.games.elric.rules.common.naval import Overboard, fleets_of
from palatine.games.elric.rules.common.replacements import LEADERS_OF
from palatine.games.elric.rules.common.special_terrain import holds_back, imperils
from palatine.games.elric.rules.founding import guardian_chance, guardian_odds, monster_in
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.rules.movement.detaching import Drop
from palatine.games.elric.rules.movement.flight import Takeoff
from palatine.games.elric.rules.movement.group import is_adrift, is_flying
from palatine.games.elric.rules.movement.march import Boarding, March
from palatine.games.elric.rules.movement.movement import Movement, ends_alone
from palatine.games.elric.rules.movement.movement_points import escapers
from palatine.games.elric.rules.movement.overruns import Overrun
from palatine.games.elric.state import ElricState, strength, unpair

# Marches


@preview(March, "go")
def preview_go(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a group's move into an area."""
    s, step, n = context.s, context.step, context.operand
    a, group = step.area, step.group
    flying = is_flying(step)
    if not step.moved:
        yield from left_city(context, a, group)
    yield from parting_from_elric(context)
    if draws_attacks(s, n) and not flying and (KIND[group[-1]] == ARMY or n == STRAITS):
        is_sure = step.spell < 0 and s.where[CHAOS_FLEET] != a and not imperils(a, n) and not holds_back(a, n)
        yield from wilds(context, group, n, is_sure)
    else:
        yield from lying_chaos(context, n)
        if draws_attacks(s, n) and step.spell < 0:
            yield context.note("wilds-alone", "7.5.8b", area=n)
    if not (flying and n == TEETH):
        yield from straits(context, group, a, n)
    if s.where[CHAOS_FLEET] == a and (bold := escapers(s, step)):
        yield escape_line(context, "leaves-chaos-fleet", "16.8d", bold[0])
        yield escape_odds_of(context, bold[0], "16.8d")
    yield from afoot(context, group, n)
    if not flying:
        yield from encounters(context, group, n)


@preview(March, "halt")
def preview_halt(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the end of a group's march."""
    s, step = context.s, context.step
    if not step.moved:
        return
    if is_adrift(s, step.area, step.group):
        yield from drowning(context, step.area, step.group)
    elif (
        draws_attacks(s, step.area) and KIND[step.group[-1]] == PERSON and step.spell < 0 and not IS_SEA[step.area]
    ):
        yield context.note("sleeps-in-the-wild", "7.5.8b", area=step.area)


def drowning(context: PreviewContext, area: int, group: tuple[int, ...]) -> Iterator[PreviewItem]:
    """Warn of pieces at sea without a ship: armies drown, personalities escape (7.3c, 7.3d)."""
    s = context.s
    lost = [p for p in group if KIND[p] != FLEET and p not in s.ship]
    armies = [p for p in lost if KIND[p] == ARMY]
    if armies:
        yield context.warning("drown", "7.3c", area=area, count=len(armies))
    for p in [p for p in lost if KIND[p] == PERSON][:2]:
        yield escape_line(context, "swims", "7.3d", p, area=area)


@preview(March, "ship")
@preview(Boarding, "ship")
def preview_aboard(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview boarding: an overloaded ship sinks at the end of movement (7.1e)."""
    s, ship = context.s, context.operand
    armies = [p for p in context.step.group if KIND[p] == ARMY and s.ship.get(p) != ship]
    if s.room(ship) < len(armies):
        yield context.warning("overloaded", "7.1e", fleet=ship, count=len(armies) - s.room(ship))


@preview(Drop, "piece")
def preview_drop(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview leaving an army behind, which stays for the rest of the turn (7.3j)."""
    p = context.operand
    if KIND[p] == ARMY:
        yield context.note("dropped", "7.3k", army=p)


@preview(Overboard, "piece", "sink")
def preview_overboard(context: PreviewContext) -> Iterator[PreviewItem]:
    s, step = context.s, context.step
    if context.verb == "piece":
        yield context.warning("overboard", "7.1e", army=context.operand, fleet=step.fleet)
        return
    crew = s.aboard(step.fleet)
    yield context.warning("sinks", "7.1e", fleet=step.fleet, count=len([p for p in crew if KIND[p] == ARMY]))


@preview(Overrun, "on", "fight")
def preview_overrun(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview an overrun: fighting, or leaving pieces to divert the enemy (10.9.2)."""
    if context.verb == "piece":
        return
    step = context.step
    gone = [p for p in step.group if p not in step.diverters] if context.verb == "on" else []
    for battle in pending(context.after) if not context.rolls else ():
        if battle.area == step.area:
            battle = replace(battle, fallen=(*battle.fallen, *gone))
            fight = BattleEstimate(context, battle, context.after)
            if fight.is_fought:
                yield fight.odds(is_settled=context.verb == "fight")
                yield fight_line(context, fight, "must-fight")


@preview(Movement, "control")
@preview(MagicMenu, "control")
def preview_take_control(context: PreviewContext) -> Iterator[PreviewItem]:
    yield context.note("takes-control", "12.1.2c", person=context.operand)


# Flight


@preview(Takeoff, "go")
def preview_take_off(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview a flight by magic: the Balance, Dispel Magic, and the landing."""
    s, step, n = context.s, context.step, context.operand
    if step.spell not in s.flights:
        yield from shifted(context, (step.spell,))
        yield context.note("may-be-dispelled", "16.3b", spell=step.spell)
    yield from left_city(context, step.area, step.group)
    if ASHANELOON in (step.area, n) and step.spell != JEWELED_BIRD:
        for p in step.group:
            yield escape_line(context, "flies-over-boiling", "7.5.1a", p)
            yield escape_odds_of(context, p, "7.5.1a")
    if draws_attacks(s, n):
        yield from wilds(context, step.group, n)
    if s.is_hostile(context.place, n):
        yield from last_leader_lines(context, step.group, grave=True)
        yield context.note("flies-to-enemies", "10.1a", area=n)


@preview(Movement, "fly")
def preview_begin_flight(context: PreviewContext) -> Iterator[PreviewItem]:
    person, spell = unpair(context.operand)
    yield context.note("flight", "7.4.2a", person=person, spell=spell)


# The end


@preview(Movement, "end")
def preview_end_of_movement(context: PreviewContext) -> Iterator[PreviewItem]:
    """Preview the end of movement: unused options, and the battles to come."""
    s, seat = context.s, context.place
    yield from unmoved(context)
    yield from careless(context)
    for battle in pending(s):
        fight = BattleEstimate(context, battle)
        if fight.is_fought:
            yield fight.odds()
            yield fight_line(context, fight, "battle-comes")
    yield from leaders_in_peril(context)
    yield from guardian_items(context)
    if bare := [a for a in CITY_AT if bare_city(s, seat, a)]:
        yield context.unused_option("bare-cities", "7.5.7d", bare)
    if unled := [a for a, here in s.stacks[seat].items() if is_unled(s, seat, a, here)]:
        yield context.unused_option("unled", "10.1g", unled)
    if alone := [a for a, here in s.stacks[seat].items() if is_exposed(s, seat, a, here)]:
        yield context.unused_option("exposed", "10.7g", alone)


def unmoved(context: PreviewContext) -> Iterator[UnusedOption]:
    """Return the pieces that can still move, by the other available actions."""
    s, found = context.s, context.step.actions(context.s)
    still = [area for verb, area in found if verb == "stack"]
    fresh = [a for a in still if any([p not in s.trail and p not in s.done for p in s.pieces(context.place, a)])]
    if fresh:
        yield context.unused_option("stacks", "7.0a", fresh)
    for verb, operand in found:
        if verb == "fly":
            person, spell = unpair(operand)
            yield context.unused_option("flight", "7.4.2a", (s.where[person],), person=person, spell=spell)
    if ships := [operand for verb, operand in found if verb == "home"]:
        yield context.unused_option("ships", "7.3m", [s.where[fleet] for fleet in ships])


def careless(context: PreviewContext) -> Iterator[UnusedOption]:
    """Warn of losses at the end of movement or turn: cities, pieces adrift or in the wild."""
    s, seat = context.s, context.place
    if lost := [a for a in s.holds if is_on_loan(s, seat, a) and not is_guarded(s, seat, a)]:
        yield context.unused_option("reverts", "10.9.1b", lost, weight="warning")
    for a, here in s.stacks[seat].items():
        if IS_SEA[a]:
            yield from at_sea(context, a, here)
        elif s.trail and draws_attacks(s, a) and (lone := [x for x in s.stacks_at(seat, a) if ends_alone(s, a, x)]):
            yield context.unused_option("lone", "7.5.8b", (a,), weight="warning", group=list(lone[0]))


def at_sea(context: PreviewContext, a: int, here: tuple[int, ...]) -> Iterator[UnusedOption]:
    s = context.s
    adrift = [p for p in here if KIND[p] != FLEET and p not in s.ship]
    if adrift:
        yield context.unused_option("adrift", "7.3c", (a,), weight="warning", group=adrift)
    for fleet in fleets_of(here):
        if s.room(fleet) < 0:
            yield context.unused_option(
                "overloaded", "7.1e", (a,), weight="warning", fleet=fleet, number=-s.room(fleet)
            )


def leaders_in_peril(context: PreviewContext) -> Iterator[PreviewItem]:
    """Describe nations whose last leaders are in a battle (6.0l)."""
    s, seat = context.s, context.place
    fighting = {battle.area for battle in pending(s)}
    group = [p for a in fighting for p in s.pieces(seat, a) if KIND[p] == PERSON and POWER_OF[p] < len(LEADERS_OF)]
    yield from last_leader_lines(context, group, grave=False)


def is_unled(s: ElricState, seat: int, a: int, here: tuple[int, ...]) -> bool:
    """Return whether armies are without a leader and guard no city."""
    return KIND[here[0]] == ARMY and not (a in CITY_AT and s.city_owner(a) == seat)


def is_exposed(s: ElricState, seat: int, a: int, here: tuple[int, ...]) -> bool:
    """Return whether personalities without armies or walls are within reach of enemies."""
    if IS_SEA[a] or s.is_wild(a) or KIND[here[0]] != PERSON or KIND[here[-1]] == ARMY:
        return False
    is_inside = a in CITY_AT and WALL[a] > 0 and s.city_owner(a) == seat
    return not is_inside and bool(besiegers_near(s, seat, a))


def guardian_items(context: PreviewContext) -> Iterator[PreviewItem]:
    """Describe the fights with monsters and Dragons in the solitaire scenario (14.1)."""
    s, seat = context.s, context.place
    if s.scenario != FOUNDING:
        return
    for area in sorted(s.stacks[seat]):
        monster = monster_in(s, area)
        for group in s.stacks_at(seat, area) if monster >= 0 else ():
            own = strength(group, False)
            beats = guardian_odds(own, monster)
            their = guardian_chance(own, monster).chances[1].tally.value
            yield context.roll_line(
                "guardian", "14.1e", beats, weight="warning" if beats.probability() < POOR else "note",
                area=area, group=list(group), spell=monster, own=own, their=their,
            )  # fmt: skip


def bare_city(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a friendly city has neither an army in it nor enemies before it."""
    if s.city_owner(area) != seat or is_on_loan(s, seat, area) or is_guarded(s, seat, area):
        return False
    return bool(WALL[area] or s.pieces(seat, area))
