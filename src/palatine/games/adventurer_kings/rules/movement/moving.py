"""Moves: one province per phase, or on toward a distant one (3.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, MERCENARY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common import command
from palatine.games.adventurer_kings.rules.common.earth_map import sails_through
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.intent import set_out, travels_with_army
from palatine.games.adventurer_kings.rules.common.movement_points import spend
from palatine.games.adventurer_kings.rules.common.pathfinding import can_leap, check_step, next_step
from palatine.games.adventurer_kings.rules.common.transport import is_wet
from palatine.games.adventurer_kings.rules.common.turn import Turn, need
from palatine.games.adventurer_kings.rules.encounters.random_encounters import random_encounter
from palatine.games.adventurer_kings.rules.movement.exploring import describe_neighbours, uncover


def move(t: Turn, n: int, action: orders.Move) -> None:
    """Move into an adjacent province, or one step nearer to a distant one.

    A longer way continues in phases of practice (3.1).
    """
    s = t.s
    to = s.atlas.place(action.to)
    here = s.people[n].place
    set_out(t, n)
    need(to >= 0, "AK-3.1-01", "fail.no-province", number=action.to)
    need(to != here, "AK-3.1-01", "fail.already-there", place=to)
    if to in s.atlas.neighbours[here]:
        step(t, n, to)
        return
    step(t, n, next_step(t, n, to))
    if not s.people[n].died and leaps(t, n):
        step(t, n, next_step(t, n, to))
    if not s.people[n].died and s.people[n].place != to:
        t.pursuits.marches[n] = to


def leaps(t: Turn, n: int) -> bool:
    """Return whether a character moves on in the same phase.

    With an artifact this works at every move, otherwise once a turn.
    """
    goes_on = can_leap(t, n)
    if goes_on and (t.s.led_by(n) or not any(t.gear(n, "stride"))):
        t.marching.leapt.add(n)
    return goes_on


def step(t: Turn, n: int, to: int, quiet: bool = False) -> None:
    """Move into the next province with all armies led (3.1)."""
    s = t.s
    person = s.people[n]
    here = person.place
    armies, carried = check_step(t, n, to)
    for a in s.led_by(n):
        if a not in armies:
            stay_behind(t, n, a)
    origin = here if s.relation(person.seat, s.owners[to]) == ENEMY else -1
    wet = is_wet(t, here, to)
    if not wet and any(s.armies[a].type == tables.FLEET for a in armies):
        t.marching.reacted_fleets.add(n)
    for a in armies:
        if a in carried:
            t.marching.carried.add(a)
        else:
            spend(t, a)
            if not wet and s.armies[a].type not in tables.AIR_ARMIES:
                t.marching.marched.add(a)
    command.relocate(t, armies, to, origin)
    s.set_person(n, place=to)
    t.phase.entered.setdefault(n, []).append(to)
    if not quiet:
        t.log("moved", "AK-3.1-01", t.witnesses(n), who=n, place=here, to=to, armies=armies)
        t.record_observable(to, n, "seen-move", who=n, place=here, to=to, with_armies=len(armies))
    enter_province(t, n, to, armies, wet)


def enter_province(t: Turn, n: int, to: int, armies: list[int], wet: bool) -> None:
    """Carry out the effects of entry.

    They are knowledge, invasion, followers, experience and chance meetings.
    """
    s = t.s
    seat = s.people[n].seat
    if seat >= 0:
        uncover(t, n, to, half=True)
        describe_neighbours(t, seat, to)
    if armies:
        invade(t, n, to, armies)
        learn_from_way(t, n, armies, wet)
        s.honour(n, titles.SWIFT_SWORD, 1)
        recruit_followers(t, n, to)
    elif not travels_with_army(t, n, to):
        random_encounter(t, n)


def learn_from_way(t: Turn, n: int, armies: list[int], wet: bool) -> None:
    """Learn March with armies over land, Naval with fleets by sea (3.19)."""
    if not wet:
        learn_by_doing(t, n, tables.FORCED_MARCH, "march")
    elif any(t.s.armies[a].type in tables.SEA_ARMIES for a in armies):
        learn_by_doing(t, n, tables.NAVAL, "sail")


def invade(t: Turn, n: int, to: int, armies: list[int]) -> None:
    """Invade a province of Enemies with armies.

    There is a battle, or the province is taken at the end of the phase; the leaders of the armies stay (3.1).
    """
    s = t.s
    seat = s.people[n].seat
    if s.relation(seat, s.owners[to]) != ENEMY or sails_through(s, seat, armies, to):
        return
    command.note_invasion(t, armies)


FOLLOWS: Final = 25
"""Percentage of mercenaries of the general's race that follow a passing general (3.6)."""


def recruit_followers(t: Turn, n: int, place: int) -> None:
    """Let mercenaries join a general who passes through, unless they would be a hindrance.

    They have invaded from nowhere and retreat with the others (3.6, A264, A265).
    """
    s = t.s
    person = s.people[n]
    for a in s.armies_at(place):
        army = s.armies[a]
        is_free = army.owner == MERCENARY and army.race == person.race and army.barred != s.turn
        if is_free and t.chance(FOLLOWS, "mercenaries follow"):
            command.enlist(t, a, person.seat, n, follows=True)
            t.log("followed", "AK-3.6-03", t.witnesses(n), who=n, army=a, place=place)


def stay_behind(t: Turn, n: int, a: int) -> None:
    """Make an army that followed by chance a mercenary again (3.6, A264).

    This happens when it cannot go on with the others.
    """
    s = t.s
    t.log("left-behind", "AK-3.6-03", t.witnesses(n), who=n, army=a, place=s.armies[a].place)
    command.discharge(t, a)
