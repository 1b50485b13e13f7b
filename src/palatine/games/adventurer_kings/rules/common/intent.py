"""What a character really does in a phase, and where it brings them (3.0, 3.1, 3.15, 3.16).

Orders are lost on a chase, practice gives way to a march that goes on, and a Hero just hired does nothing. Whoever
asks what somebody is about, or whither bound, asks here.
"""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Person
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need
from palatine.games.adventurer_kings.rules.common.ways import (
    can_go,
    can_leap,
    most_welcome,
    nearer,
    pursuit_step,
    ways_toward,
)

LEAVES_POST: Final = orders.Move | orders.Pursue | orders.Trail | orders.Defend
"""What ends a Defence, or begins another (3.15)."""


def current_action(t: Turn, n: int) -> orders.Action | None:
    """Return what a character does in this phase: has set about, goes on with, or is ordered to; None for nothing."""
    person = t.s.people.get(n)
    if person is None or person.died or person.seat < 0 or t.dealings.hired_in.get(n, 0) == t.phase.number:
        return None
    return t.phase.actions.get(n) or goes_on(t, n) or t.action_of(n)


def goes_on(t: Turn, n: int) -> orders.Action | None:
    """Return what somebody has begun in an earlier phase, and goes on with in place of what is ordered for this: a
    chase in any case, a sally out of a Defence unless he is sent away, a march in place of practice (3.1, 3.15, 3.16).
    """
    action = t.action_of(n)
    is_sally = n in t.pursuits.posts
    if n in t.pursuits.chases and not (is_sally and (isinstance(action, LEAVES_POST) or not can_sally(t, n))):
        return t.pursuits.chases[n]
    if n in t.pursuits.marches and (action is None or isinstance(action, orders.Practise)):
        return orders.Move(t.s.atlas.numbers[t.pursuits.marches[n]])
    return None


def set_about(t: Turn, n: int) -> orders.Action | None:
    """Return what a character does in this phase, and end what they do not go on with."""
    if n in t.phase.actions:
        return None
    action, going_on = current_action(t, n), goes_on(t, n)
    if not isinstance(going_on, orders.Chase):
        t.pursuits.chases.pop(n, None)
    if not isinstance(going_on, orders.Move):
        t.pursuits.marches.pop(n, None)
    if action is not None:
        t.phase.actions[n] = action
    return action


def set_out(t: Turn, n: int, *, patrol: bool = True) -> None:
    """End what a character had begun, be it a post, a chase or a march, and but for a Defence a patrol (3.15, 3.16)."""
    for book in (t.pursuits.posts, t.pursuits.chases, t.pursuits.marches):
        book.drop(n)
    if patrol:
        t.pursuits.patrols.drop(n)


def call_off(t: Turn, n: int) -> None:
    """End what a character does in this phase: it has been done with another's action."""
    set_about(t, n)
    t.pursuits.chases.pop(n, None)
    t.ordered.acts[n][t.phase.number - 1] = None


def check_chase(t: Turn, n: int, chase: orders.Chase) -> Person:
    """Return the quarry, somebody alive: trailed by one without armies, pursued by armies only if with armies (3.16,
    3.17)."""
    clause = "AK-3.17-01" if isinstance(chase, orders.Trail) else "AK-3.16-01"
    other = t.s.people.get(chase.character)
    if other is None or other.died or chase.character == n:
        raise Failed(clause, "fail.no-such-character", number=chase.character)
    if isinstance(chase, orders.Trail):
        need(not t.s.led_by(n), "AK-3.17-03", "fail.leads-himself")
    else:
        alike = bool(t.s.led_by(n)) == bool(t.s.led_by(chase.character))
        need(alike, "AK-3.16-06", "fail.mixed-pursuit", other=chase.character)
    return other


def can_sally(t: Turn, n: int) -> bool:
    """Whether a Defending general can still go after the invader, in own or allied land and with points left (A78)."""
    s = t.s
    person, action = s.people[n], t.pursuits.chases[n]
    quarry = s.people.get(action.character)
    if quarry is None or quarry.died or not s.led_by(n) or not s.led_by(action.character):
        return False
    if not s.is_friendly(person.seat, quarry.place):
        return False
    return quarry.place == person.place or any(
        s.is_friendly(person.seat, p) for p in ways_toward(t, n, quarry.place)
    )


def quarry_of(t: Turn, n: int) -> int:
    """Whom somebody chases or trails in this phase; 0 for nobody."""
    action = current_action(t, n)
    return action.character if isinstance(action, orders.Chase) else 0


def course_of(t: Turn, n: int, chasing: frozenset[int] = frozenset()) -> list[int]:
    """Return the provinces that a character enters in this phase, in order, as far as can be foreseen (A67, A243)."""
    if n in t.phase.actions:
        return t.phase.entered.get(n, [])
    action = current_action(t, n)
    if isinstance(action, orders.Move):
        return course_of_march(t, n, t.s.atlas.place(action.to))
    if not isinstance(action, orders.Chase) or action.character in chasing or is_idle(t, n, action):
        return []
    return course_of_chase(t, n, action.character, chasing | {n})


def is_idle(t: Turn, n: int, chase: orders.Chase) -> bool:
    """Return whether a chase is ignored, or is a patrol (3.16)."""
    try:
        check_chase(t, n, chase)
    except Failed:
        return True
    return False


def course_of_march(t: Turn, n: int, to: int) -> list[int]:
    """Return the one or two steps of a Move; the second is foreseen without a look at what would forbid it."""
    here = t.s.people[n].place
    if to < 0 or to == here:
        return []
    if to in t.s.atlas.neighbours[here]:
        return [to]
    first = most_welcome(t, n, ways_toward(t, n, to) or nearer(t, here, to))
    return [first, most_welcome(t, n, nearer(t, first, to))] if can_leap(t, n) else [first]


def course_of_chase(t: Turn, n: int, quarry: int, chasing: frozenset[int]) -> list[int]:
    """Return the step toward where the quarry is, or is bound for, of who acts right after a quarry beside (3.0)."""
    s = t.s
    goals = [s.people[quarry].place, *course_of(t, quarry, chasing)[-1:]]
    steps = [pursuit_step(t, n, goal) for goal in goals if goal != s.people[n].place]
    return list(dict.fromkeys(place for place in steps if place >= 0))


def comes_to(t: Turn, n: int, where: int) -> bool:
    """Whether somebody's action of this phase should bring him to a province (A67)."""
    return where in course_of(t, n)


def travels_with_army(t: Turn, n: int, to: int) -> bool:
    """Whether he began the phase with armies, whosever, that have come here too, or whose leader is about to (5.10)."""
    s = t.s
    began = t.phase.began.get(n, -1)
    with_him = [a for a, army in t.phase.armies.items() if army.place == began and army.leader != NO_LEADER]
    if any(a in s.armies and s.armies[a].place == to for a in with_him):
        return True
    leaders = [m for m, place in t.phase.began.items() if place == began and m != n and s.led_by(m)]
    return any(comes_to(t, m, to) and (m in t.phase.actions or can_go(t, m, course_of(t, m)[0])) for m in leaders)
