"""A character's actual action in a phase and the resulting path (3.0, 3.1, 3.15, 3.16).

A chase replaces orders, a continued march replaces practice, and a Hero just hired does nothing. All queries for a
character's action or destination use this module.
"""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Person
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.pathfinding import (
    can_go,
    can_leap,
    most_welcome,
    nearer,
    pursuit_step,
    ways_toward,
)
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn, need

LEAVES_POST: Final = orders.Move | orders.Pursue | orders.Trail | orders.Defend
"""Orders that end a Defence or begin another (3.15)."""


def current_action(t: Turn, n: int) -> orders.Action | None:
    """Return a character's action in this phase, started, continued or ordered, or None."""
    person = t.s.people.get(n)
    if person is None or person.died or person.seat < 0 or t.dealings.hired_in.get(n, 0) == t.phase.number:
        return None
    return t.phase.actions.get(n) or goes_on(t, n) or t.action_of(n)


def goes_on(t: Turn, n: int) -> orders.Action | None:
    """Return the action continued from an earlier phase instead of this phase's order.

    It is a chase in any case, a sally of a Defence unless an order sends the general away, and a march instead of
    practice (3.1, 3.15, 3.16).
    """
    action = t.action_of(n)
    is_sally = n in t.pursuits.posts
    if n in t.pursuits.chases and not (is_sally and (isinstance(action, LEAVES_POST) or not can_sally(t, n))):
        return t.pursuits.chases[n]
    if n in t.pursuits.marches and (action is None or isinstance(action, orders.Practise)):
        return orders.Move(t.s.atlas.numbers[t.pursuits.marches[n]])
    return None


def set_about(t: Turn, n: int) -> orders.Action | None:
    """Begin a character's action of this phase, ending what is not continued, and return it."""
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
    """End a character's post, chase or march, and without `patrol` leave a patrol (3.15, 3.16)."""
    for book in (t.pursuits.posts, t.pursuits.chases, t.pursuits.marches):
        book.drop(n)
    if patrol:
        t.pursuits.patrols.drop(n)


def call_off(t: Turn, n: int) -> None:
    """Cancel a character's action of this phase, done with another's action."""
    set_about(t, n)
    t.pursuits.chases.pop(n, None)
    t.ordered.acts[n][t.phase.number - 1] = None


def check_chase(t: Turn, n: int, chase: orders.Chase) -> Person:
    """Return the living quarry of a chase; fail if armies are not allowed to follow.

    Trailing requires a tracker without armies. Armies pursue only characters with armies (3.16, 3.17).
    """
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
    """Return whether a Defending general can still pursue the invader (A78).

    This requires friendly land and points left.
    """
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
    """Return the character whom another chases or trails this phase; 0 for none."""
    action = current_action(t, n)
    return action.character if isinstance(action, orders.Chase) else 0


def course_of(t: Turn, n: int, chasing: frozenset[int] = frozenset()) -> list[int]:
    """Return the provinces a character enters this phase, in order, as far as predictable.

    See A67, A243.
    """
    if n in t.phase.actions:
        return t.phase.entered.get(n, [])
    action = current_action(t, n)
    if isinstance(action, orders.Move):
        return course_of_march(t, n, t.s.atlas.place(action.to))
    if not isinstance(action, orders.Chase) or action.character in chasing or is_idle(t, n, action):
        return []
    return course_of_chase(t, n, action.character, chasing | {n})


def is_idle(t: Turn, n: int, chase: orders.Chase) -> bool:
    """Return whether a chase is ignored or is a patrol (3.16)."""
    try:
        check_chase(t, n, chase)
    except Failed:
        return True
    return False


def course_of_march(t: Turn, n: int, to: int) -> list[int]:
    """Return the one or two steps of a Move; obstacles of the second are not checked."""
    here = t.s.people[n].place
    if to < 0 or to == here:
        return []
    if to in t.s.atlas.neighbours[here]:
        return [to]
    first = most_welcome(t, n, ways_toward(t, n, to) or nearer(t, here, to))
    return [first, most_welcome(t, n, nearer(t, first, to))] if can_leap(t, n) else [first]


def course_of_chase(t: Turn, n: int, quarry: int, chasing: frozenset[int]) -> list[int]:
    """Return the step toward the quarry's place or destination (3.0)."""
    s = t.s
    goals = [s.people[quarry].place, *course_of(t, quarry, chasing)[-1:]]
    steps = [pursuit_step(t, n, goal) for goal in goals if goal != s.people[n].place]
    return list(dict.fromkeys(place for place in steps if place >= 0))


def comes_to(t: Turn, n: int, where: int) -> bool:
    """Return whether a character's action this phase leads to a province (A67)."""
    return where in course_of(t, n)


def travels_with_army(t: Turn, n: int, to: int) -> bool:
    """Return whether a character began the phase with armies that have come or are coming here.

    The armies can be anyone's. See 5.10.
    """
    s = t.s
    began = t.phase.began.get(n, -1)
    with_him = [a for a, army in t.phase.armies.items() if army.place == began and army.leader != NO_LEADER]
    if any(a in s.armies and s.armies[a].place == to for a in with_him):
        return True
    leaders = [m for m, place in t.phase.began.items() if place == began and m != n and s.led_by(m)]
    return any(comes_to(t, m, to) and (m in t.phase.actions or can_go(t, m, course_of(t, m)[0])) for m in leaders)
