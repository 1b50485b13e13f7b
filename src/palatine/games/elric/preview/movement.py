"""The Movement phase: marches, ships, flights, and what its end leaves undone (7)."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import Tally
from palatine.core.guidance.preview import PreviewItem, UnusedOption
from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, FLEET, KIND, PERSON, POWER_OF, VALUE
from palatine.games.elric.components.spells import JEWELED_BIRD
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.components.world import ASHANELOON, CITY_AT, IS_SEA, STRAITS, WALL
from palatine.games.elric.preview.balance import shifted
from palatine.games.elric.preview.context import PreviewContext, PreviewRule
from palatine.games.elric.preview.fights import ALL_THROWS, SHIFTS, Prospect
from palatine.games.elric.preview.going import afoot, encounters, fight_line, lying_chaos, straits, wilds
from palatine.games.elric.preview.leaving import (
    besiegers_near,
    is_guarded,
    is_on_loan,
    last_leader_lines,
    left_city,
    parting_from_elric,
)
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.combat.random_attacks import draws_attacks
from palatine.games.elric.rules.common.naval import Overboard, fleets_of
from palatine.games.elric.rules.common.replacements import LEADERS_OF
from palatine.games.elric.rules.common.special_terrain import holds_back, imperils
from palatine.games.elric.rules.founding import add_monster, monster_in
from palatine.games.elric.rules.magic.magic_phase import MagicMenu
from palatine.games.elric.rules.movement.detaching import Drop
from palatine.games.elric.rules.movement.flight import Takeoff
from palatine.games.elric.rules.movement.group import is_adrift, is_flying
from palatine.games.elric.rules.movement.march import Boarding, March
from palatine.games.elric.rules.movement.movement import Movement, ends_alone
from palatine.games.elric.rules.movement.movement_points import escapers
from palatine.games.elric.rules.movement.overruns import Overrun
from palatine.games.elric.state import ElricState, strength, unpair

# On the march


def go(look: PreviewContext) -> Iterator[PreviewItem]:
    """A group goes on into an area."""
    s, step, n = look.s, look.step, look.operand
    a, group = step.area, step.group
    flying = is_flying(step)
    if not step.moved:
        yield from left_city(look, a, group)
    yield from parting_from_elric(look)
    if draws_attacks(s, n) and not flying and (KIND[group[-1]] == ARMY or n == STRAITS):
        is_sure = step.spell < 0 and s.where[CHAOS_FLEET] != a and not imperils(a, n) and not holds_back(a, n)
        yield from wilds(look, group, n, is_sure)
    else:
        yield from lying_chaos(look, n)
        if draws_attacks(s, n) and step.spell < 0:
            yield look.note("wilds-alone", "7.5.8b", area=n)
    yield from straits(look, group, a, n)
    if s.where[CHAOS_FLEET] == a and (bold := escapers(s, step)):
        yield look.warning("leaves-chaos-fleet", "16.8d", person=bold[0], value=VALUE[bold[0]],
                           chance_text=look.in_six(VALUE[bold[0]]))  # fmt: skip
    yield from afoot(look, group, n)
    if not flying:
        yield from encounters(look, group, n)


def halt(look: PreviewContext) -> Iterator[PreviewItem]:
    """A group stays where it is."""
    s, step = look.s, look.step
    if not step.moved:
        return
    if is_adrift(s, step.area, step.group):
        yield from drowning(look, step.area, step.group)
    elif (
        draws_attacks(s, step.area) and KIND[step.group[-1]] == PERSON and step.spell < 0 and not IS_SEA[step.area]
    ):
        yield look.note("sleeps-in-the-wild", "7.5.8b", area=step.area)


def drowning(look: PreviewContext, area: int, group: tuple[int, ...]) -> Iterator[PreviewItem]:
    """Who is at sea without a ship: armies drown, people must escape (7.3c, 7.3d)."""
    s = look.s
    lost = [p for p in group if KIND[p] != FLEET and p not in s.ship]
    armies = [p for p in lost if KIND[p] == ARMY]
    if armies:
        yield look.warning("drown", "7.3c", area=area, count=len(armies))
    for p in [p for p in lost if KIND[p] == PERSON][:2]:
        yield look.warning("swims", "7.3d", area=area, person=p, value=VALUE[p], chance_text=look.in_six(VALUE[p]))


def aboard(look: PreviewContext) -> Iterator[PreviewItem]:
    """People and armies go aboard: a ship that carries too much sinks when movement ends (7.1e)."""
    s, ship = look.s, look.operand
    armies = [p for p in look.step.group if KIND[p] == ARMY and s.ship.get(p) != ship]
    if s.room(ship) < len(armies):
        yield look.warning("overloaded", "7.1e", fleet=ship, count=len(armies) - s.room(ship))


def drop(look: PreviewContext) -> Iterator[PreviewItem]:
    """An army that is left without a leader stays for the rest of the turn (7.3j)."""
    p = look.operand
    if KIND[p] == ARMY:
        yield look.note("dropped", "7.3k", army=p)


def overboard(look: PreviewContext) -> Iterator[PreviewItem]:
    s, step = look.s, look.step
    if look.verb == "piece":
        yield look.warning("overboard", "7.1e", army=look.operand, fleet=step.fleet)
        return
    crew = s.aboard(step.fleet)
    yield look.warning("sinks", "7.1e", fleet=step.fleet, count=len([p for p in crew if KIND[p] == ARMY]))


def overrun(look: PreviewContext) -> Iterator[PreviewItem]:
    """The group fights, or leaves some to hold the enemy and goes on (10.9.2)."""
    if look.verb == "piece":
        return
    for battle in pending(look.after) if not look.rolls else ():
        if battle.area == look.step.area:
            fight = Prospect(look, battle, look.after)
            if fight.is_fought:
                yield fight.odds()
                yield fight_line(look, fight, "must-fight")


def take_control(look: PreviewContext) -> Iterator[PreviewItem]:
    yield look.note("takes-control", "12.1.2c", person=look.operand)


# Flight


def take_off(look: PreviewContext) -> Iterator[PreviewItem]:
    """A flight by magic: the spell moves the Balance, others may dispel it, and what waits where it comes down."""
    s, step, n = look.s, look.step, look.operand
    if step.spell not in s.flights:
        yield from shifted(look, (step.spell,))
        yield look.note("may-be-dispelled", "16.3b", spell=step.spell)
    yield from left_city(look, step.area, step.group)
    if ASHANELOON in (step.area, n) and step.spell != JEWELED_BIRD:
        for p in step.group:
            yield look.warning("flies-over-boiling", "7.5.1a", person=p, value=VALUE[p],
                               chance_text=look.in_six(VALUE[p]))  # fmt: skip
    if draws_attacks(s, n):
        yield from wilds(look, step.group, n)
    if s.is_hostile(look.seat, n):
        yield from last_leader_lines(look, step.group, grave=True)
        yield look.note("flies-to-enemies", "10.1a", area=n)


def begin_flight(look: PreviewContext) -> Iterator[PreviewItem]:
    person, spell = unpair(look.operand)
    yield look.note("flight", "7.4.2a", person=person, spell=spell)


# The end


def end(look: PreviewContext) -> Iterator[PreviewItem]:
    """What the end of movement leaves undone, and the battles that come of it."""
    s, seat = look.s, look.seat
    yield from unmoved(look)
    yield from careless(look)
    for battle in pending(s):
        fight = Prospect(look, battle)
        if fight.is_fought:
            yield fight.odds()
            yield fight_line(look, fight, "battle-comes")
    yield from leaders_in_peril(look)
    yield from guardians(look)
    if bare := [a for a in CITY_AT if bare_city(s, seat, a)]:
        yield look.unused("bare-cities", bare, "7.5.7d")
    if unled := [a for a, here in s.stacks[seat].items() if is_unled(s, seat, a, here)]:
        yield look.unused("unled", unled, "10.1g")
    if alone := [a for a, here in s.stacks[seat].items() if is_exposed(s, seat, a, here)]:
        yield look.unused("exposed", alone, "10.7g")


def unmoved(look: PreviewContext) -> Iterator[UnusedOption]:
    """Who can still go, by the actions that are offered besides."""
    s, found = look.s, look.step.actions(look.s)
    still = [area for verb, area in found if verb == "stack"]
    fresh = [a for a in still if any([p not in s.trail and p not in s.done for p in s.pieces(look.seat, a)])]
    if fresh:
        yield look.unused("stacks", fresh, "7.0a", count=len(fresh))
    for verb, operand in found:
        if verb == "fly":
            person, spell = unpair(operand)
            yield look.unused("flight", (s.where[person],), "7.4.2a", person=person, spell=spell)
    if ships := [operand for verb, operand in found if verb == "home"]:
        yield look.unused("ships", [s.where[fleet] for fleet in ships], "7.3m", count=len(ships))


def careless(look: PreviewContext) -> Iterator[UnusedOption]:
    """What the end of movement, or of the turn, takes: cities without an army, who is adrift, the lone in the wild."""
    s, seat = look.s, look.seat
    if lost := [a for a in s.holds if is_on_loan(s, seat, a) and not is_guarded(s, seat, a)]:
        yield look.unused("reverts", lost, "10.9.1b", "warning", count=len(lost))
    for a, here in s.stacks[seat].items():
        if IS_SEA[a]:
            yield from at_sea(look, a, here)
        elif s.trail and draws_attacks(s, a) and (lone := [x for x in s.stacks_at(seat, a) if ends_alone(s, a, x)]):
            yield look.unused("lone", (a,), "7.5.8b", "warning", group=list(lone[0]))


def at_sea(look: PreviewContext, a: int, here: tuple[int, ...]) -> Iterator[UnusedOption]:
    s = look.s
    adrift = [p for p in here if KIND[p] != FLEET and p not in s.ship]
    if adrift:
        yield look.unused("adrift", (a,), "7.3c", "warning", group=adrift)
    for fleet in fleets_of(here):
        if s.room(fleet) < 0:
            yield look.unused("overloaded", (a,), "7.1e", "warning", fleet=fleet, count=-s.room(fleet))


def leaders_in_peril(look: PreviewContext) -> Iterator[PreviewItem]:
    """A nation whose last leaders stand in a battle (6.0l)."""
    s, seat = look.s, look.seat
    fighting = {battle.area for battle in pending(s)}
    group = [p for a in fighting for p in s.pieces(seat, a) if KIND[p] == PERSON and POWER_OF[p] < len(LEADERS_OF)]
    yield from last_leader_lines(look, group, grave=False)


def is_unled(s: ElricState, seat: int, a: int, here: tuple[int, ...]) -> bool:
    """Whether armies are without a leader where they guard no city."""
    return KIND[here[0]] == ARMY and not (a in CITY_AT and s.city_owner(a) == seat)


def is_exposed(s: ElricState, seat: int, a: int, here: tuple[int, ...]) -> bool:
    """Whether people without armies are where enemies can come in their next turn, and no wall is theirs."""
    if IS_SEA[a] or s.is_wild(a) or KIND[here[0]] != PERSON or KIND[here[-1]] == ARMY:
        return False
    is_inside = a in CITY_AT and WALL[a] > 0 and s.city_owner(a) == seat
    return not is_inside and bool(besiegers_near(s, seat, a))


def guardians(look: PreviewContext) -> Iterator[PreviewItem]:
    """Alone in the jungle lands: the monsters, and the Dragons, that stacks have come to fight (14.1)."""
    s, seat = look.s, look.seat
    if s.scenario != FOUNDING:
        return
    for area in sorted(s.stacks[seat]):
        monster = monster_in(s, area)
        for group in s.stacks_at(seat, area) if monster >= 0 else ():
            theirs = Tally("monster")
            add_monster(theirs, monster)
            own = strength(group, False)
            won = sum([times for shift, times in SHIFTS.items() if own + shift > theirs.total])
            tell = look.warning if 2 * won < ALL_THROWS else look.note
            yield tell("guardian", "14.1e", area=area, group=list(group), spell=monster, own=own, their=theirs.total,
                       percent=round(100 * won / ALL_THROWS))  # fmt: skip


def bare_city(s: ElricState, seat: int, area: int) -> bool:
    """Whether a city of a seat's own nation has neither an army in it nor enemies before it."""
    if s.city_owner(area) != seat or is_on_loan(s, seat, area) or is_guarded(s, seat, area):
        return False
    return bool(WALL[area] or s.pieces(seat, area))


PREVIEWS: dict[tuple[type, str], tuple[PreviewRule, ...]] = {
    (March, "go"): (go,),
    (March, "halt"): (halt,),
    (March, "ship"): (aboard,),
    (Boarding, "ship"): (aboard,),
    (Drop, "piece"): (drop,),
    (Overboard, "piece"): (overboard,),
    (Overboard, "sink"): (overboard,),
    (Overrun, "on"): (overrun,),
    (Overrun, "fight"): (overrun,),
    (Takeoff, "go"): (take_off,),
    (Movement, "fly"): (begin_flight,),
    (Movement, "control"): (take_control,),
    (MagicMenu, "control"): (take_control,),
    (Movement, "end"): (end,),
}
"""Who speaks of what."""
