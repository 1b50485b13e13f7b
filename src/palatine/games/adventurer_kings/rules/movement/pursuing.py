"""Pursue, patrol and trail: actions that follow another character (3.16, 3.17, 4.3.3)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.characters.spying import escapes, show, show_another
from palatine.games.adventurer_kings.rules.common.command import hold_armies, note_invasion
from palatine.games.adventurer_kings.rules.common.experience import learn_by_doing
from palatine.games.adventurer_kings.rules.common.intent import check_chase, set_out, travels_with_army
from palatine.games.adventurer_kings.rules.common.pathfinding import can_go, pursuit_step
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need
from palatine.games.adventurer_kings.rules.encounters.encounters import meet
from palatine.games.adventurer_kings.rules.encounters.random_encounters import random_encounter
from palatine.games.adventurer_kings.rules.movement.moving import step

STRAYS: Final = 50


def pursue(t: Turn, n: int, action: orders.Pursue) -> None:
    """Chase a character for the rest of the turn.

    The pursuer's own number means a patrol (3.16).
    """
    if action.character == n:
        start_patrol(t, n, action)
        return
    set_out(t, n)
    other = check_chase(t, n, action)
    is_armed = bool(t.s.led_by(n)) or other.seat == t.s.people[n].seat
    need(action.plan or is_armed, "AK-3.16-05", "fail.no-plan")
    t.pursuits.chases[n] = action
    chase(t, n)


def chase(t: Turn, n: int) -> None:
    """Carry out one phase of a chase: a step nearer, and the meeting (3.16, A80)."""
    action = t.pursuits.chases[n]
    s = t.s
    try:
        other = check_chase(t, n, action)
    except Failed:
        t.pursuits.chases.pop(n, None)
        raise
    if n not in t.pursuits.posts:
        learn_by_doing(t, n, tables.SPY, "spy")
    here = s.people[n].place
    if other.place != here:
        follow_trail(t, n, action.character)
    if s.people[n].place == here and not s.led_by(n) and not travels_with_army(t, n, here):
        random_encounter(t, n)
    if s.people[n].died or s.people[action.character].place != s.people[n].place:
        return
    t.pursuits.chases.pop(n, None)
    if isinstance(action, orders.Trail):
        watch_quarry(t, n, action.character)
        return
    t.log("caught-up", "AK-3.16-01", t.witnesses(n), who=n, other=action.character, place=s.people[n].place)
    if s.led_by(n):
        bring_to_battle(t, n, action.character)
    elif action.plan:
        meet(t, n, action.character, action.plan)


def bring_to_battle(t: Turn, n: int, quarry: int) -> None:
    """Force Enemy armies that were overtaken in land not their own to fight (3.16).

    At home they fight anyway.
    """
    s = t.s
    place = s.people[n].place
    seat, other = s.people[n].seat, s.people[quarry].seat
    is_intruder = s.is_friendly(seat, place) and s.relation(other, s.owners[place]) == ENEMY
    if is_intruder and s.relation(seat, other) == ENEMY:
        note_invasion(t, s.led_by(quarry))
        hold_armies(t, s.led_by(quarry), s.led_by(n))


def follow_trail(t: Turn, n: int, quarry: int) -> None:
    """Take a step on the shortest way if the trail is found (3.16, 4.3.3, A26, A78).

    Otherwise the pursuer stays or strays, but never strays out of a Defence.
    """
    s = t.s
    here = s.people[n].place
    if t.chance(percent_to_find(t, n, quarry), "on the trail"):
        to = pursuit_step(t, n, s.people[quarry].place)
        need(to >= 0, "AK-3.16-01", "fail.no-way", place=s.people[quarry].place)
        step(t, n, to)
        return
    t.log("trail-lost", "AK-4.3.3-03", t.witnesses(n), who=n, other=quarry)
    if n not in t.pursuits.posts and t.chance(STRAYS, "stray"):
        ways = [p for p in s.atlas.neighbours[here] if can_go(t, n, p)]
        if ways:
            step(t, n, ways[t.die(len(ways), "where he strays") - 1])


def percent_to_find(t: Turn, n: int, quarry: int) -> float:
    """Return the percentage to find the trail (4.3.3).

    It is 50 and another 50 for each level, doubled against a leader of armies, divided by the distance. Characters of
    the same kingdom are always found.
    """
    s = t.s
    mine, other = s.people[n], s.people[quarry]
    if mine.seat == other.seat:
        return 100
    percent = 50 + 50 * t.skill(n, tables.SPY)
    if s.led_by(quarry):
        percent *= 2
    return percent / max(1, s.atlas.distance(mine.place, other.place))


def trail(t: Turn, n: int, action: orders.Trail) -> None:
    """Follow a character unseen until found, and learn everything about the character.

    Leaders of armies cannot do this (3.17).
    """
    set_out(t, n)
    check_chase(t, n, action)
    t.pursuits.chases[n] = action
    chase(t, n)


def watch_quarry(t: Turn, n: int, quarry: int) -> None:
    """Report a quarry; its actions in this phase are reported at the end (3.17, A83)."""
    t.phase.trailed.append((n, quarry))
    show(t, n, quarry)
    show_another(t, n, quarry)


# Patrol (3.16)


def start_patrol(t: Turn, n: int, action: orders.Pursue) -> None:
    """Start a patrol here and in adjacent provinces, until the next move.

    Without a plan of its own the order uses the Special Plan (3.16, A256).
    """
    need(not t.s.led_by(n), "AK-3.16-09", "fail.leads-himself")
    plan = action.plan or t.ordered.plans.get(n, ())
    need(plan, "AK-3.16-05", "fail.no-plan")
    set_out(t, n)
    t.pursuits.patrols[n] = plan
    learn_by_doing(t, n, tables.SPY, "spy")
    t.log("patrol", "AK-3.16-08", t.witnesses(n), who=n, place=t.s.people[n].place)


def patrol_all(t: Turn) -> None:
    """Let every patrol look for Enemies without armies, after the actions of a phase.

    A patrol that leads armies does nothing (3.16, A84).
    """
    for n in sorted(t.pursuits.patrols):
        person = t.s.people[n]
        intruder = 0 if person.died or t.s.led_by(n) else worst_intruder(t, n)
        if intruder:
            intercept(t, n, intruder)


def best_arms(t: Turn, n: int) -> int:
    """Return the best of Archery, Melee and Magic (3.16)."""
    return max([t.skill(n, ability) for ability in (tables.ARCHERY, tables.MELEE, *tables.MAGICS)])


def worst_intruder(t: Turn, n: int) -> int:
    """Return the most skilled Enemy in reach who is not better than the patrol (3.16).

    The result is 0 if there is no such Enemy.
    """
    s = t.s
    person = s.people[n]
    beat = [
        p for p in (person.place, *s.atlas.neighbours[person.place]) if s.is_friendly(person.seat, p)
    ]  # fmt: skip
    found = [
        m for p in beat for m in s.people_at(p)
        if s.relation(person.seat, s.people[m].seat) == ENEMY and s.people[m].seat >= 0 and not s.led_by(m)
        and best_arms(t, m) <= best_arms(t, n)
    ]  # fmt: skip
    seen = [m for m in found if not escapes(t, m)]
    return max(seen, key=lambda m: (best_arms(t, m), -m), default=0)


def intercept(t: Turn, n: int, intruder: int) -> None:
    """Go there, unless the patrol strays, and meet the intruder with its plan (3.16)."""
    s = t.s
    to = s.people[intruder].place
    if to != s.people[n].place:
        if not t.skill(n, tables.SPY) and t.chance(STRAYS, "a patrol strays"):
            ways = s.atlas.neighbours[s.people[n].place]
            step(t, n, ways[t.die(len(ways), "where he strays") - 1], quiet=True)
            return
        step(t, n, to, quiet=True)
    if s.people[n].died or s.people[intruder].died:
        return
    t.log("intercepts", "AK-3.16-14", t.witnesses(n, intruder), who=n, other=intruder, place=to)
    meet(t, n, intruder, t.pursuits.patrols.get(n, ()))
