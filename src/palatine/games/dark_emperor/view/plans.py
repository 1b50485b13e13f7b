"""Shortcuts: whole stacks in one click, and destinations by the cheapest route."""

from __future__ import annotations

from functools import lru_cache

from palatine.core import Action, Catalogue, Shortcut
from palatine.games.dark_emperor.components.pieces import (
    ENTRANTS,
    INACTIVE,
    KINGDOM_POWERS,
    LEADERS,
    LEADERS_OF,
    NECROMANCER_SIDE,
    UNITS,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    CITY_AT,
    CITY_HEXES,
    GRID,
    HOLY,
    OWNER,
    PARTS,
    STARKEEP,
    TAXATION,
)
from palatine.games.dark_emperor.rules.characters.lone_leaders import Escape
from palatine.games.dark_emperor.rules.combat.combat import LORD_SLAYERS
from palatine.games.dark_emperor.rules.combat.retreats import Retreat, RetreatTo, retreat_hexes
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.march import HALT, March, joinable
from palatine.games.dark_emperor.rules.movement.movement import STACK, Movement, stuck
from palatine.games.dark_emperor.rules.movement.naval import Aboard, Embark, Embarkation
from palatine.games.dark_emperor.rules.movement.restrictions import may_end
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState
from palatine.games.dark_emperor.view.reach import Way, reachable

MOST = 10
"""Maximum number of destinations listed; others are offered on the map only."""


def plans(
    words: Catalogue, s: DarkEmperorState, *, without_shortcuts: bool = False
) -> tuple[list[Shortcut], tuple[int, ...]]:
    """Return the shortcuts of the seat to act, and with `without_shortcuts` the unlisted spaces."""
    step = s.flow[-1]
    if isinstance(step, March):
        return march_plans(words, s, step, without_shortcuts)
    if isinstance(step, Gate):
        return entries(words, s), ()
    if isinstance(step, Movement):
        return departures(words, s, step), ()
    if isinstance(step, Embark):
        return boarding(words, s), ()
    if isinstance(step, RetreatTo):
        return retreats(words, s, step), ()
    if isinstance(step, Escape | FromBox):
        return havens(words, s, step), ()
    return [], ()


def march_plans(
    words: Catalogue, s: DarkEmperorState, step: March, without_shortcuts: bool
) -> tuple[list[Shortcut], tuple[int, ...]]:
    """Return the shortcuts of a march: pieces to add, destinations, and other stacks."""
    picks = stacks(words, s, step) if not step.moved else []
    goals, ways = destinations(words, s, step, without_shortcuts) if step.group else ([], ())
    return [*picks, *goals, *switches(words, s, step)], ways


def entries(words: Catalogue, s: DarkEmperorState) -> list[Shortcut]:
    """Return the capitals the Necromancer could take on entering, the richest first."""
    found = []
    for k in weakly_held(s):
        units = len([u for u in UNITS_OF[k] if s.where[u] >= 0])
        text = words.say(
            "plan.enter", hex=CAPITAL[k], kingdom=k, cities=len(CITY_HEXES[k]), units=units, gold=TAXATION[k]
        )
        found.append(Shortcut(text, (("enter", CAPITAL[k]),)))
    return found


def weakly_held(s: DarkEmperorState) -> list[int]:
    """Return the kingdoms with one leader and fewer units than the Necromancer, richest first.

    The leader must not bear a sword that kills permanently (15.21).
    """
    host = [p for p in ENTRANTS if p < UNITS]
    found = []
    for k in KINGDOM_POWERS:
        units = [u for u in UNITS_OF[k] if s.where[u] >= 0]
        is_easy = len(LEADERS_OF[k]) == 1 and not any([d in LORD_SLAYERS for d in s.carried(LEADERS_OF[k][0])])
        if is_easy and len(units) < len(host) and not HOLY[CAPITAL[k]]:
            found.append(k)
    return sorted(found, key=lambda k: -TAXATION[k])


def switches(words: Catalogue, s: DarkEmperorState, step: March) -> list[Shortcut]:
    """Return shortcuts to march another stack instead; this one stops where it is."""
    if HALT not in step.actions(s) or (step.moved and PARTS[step.hex] > 1):
        return []
    closed = {step.hex, *stuck(s, step.seat)}
    hexes = sorted({*s.stacks[step.seat], *s.company[step.seat]} - closed)
    made = []
    for h in hexes:
        picks = joinable(s, March(step.seat, h))
        actions = (HALT, STACK[h], *[("piece", p) for p in picks])
        made.append(Shortcut(words.say("plan.set-out", hex=h), actions, h, is_listed=False))
    return made


def departures(words: Catalogue, s: DarkEmperorState, step: Movement) -> list[Shortcut]:
    """Return shortcuts that take all pieces of each hex with several pieces."""
    made = []
    for h in [action[1] for action in step.actions(s) if action[0] == "stack"]:
        picks = joinable(s, March(step.seat, h))
        if len(picks) > 1:
            actions = (STACK[h], *[("piece", p) for p in picks])
            made.append(Shortcut(words.say("plan.set-out", hex=h), actions, h, is_listed=False))
    return made


def boarding(words: Catalogue, s: DarkEmperorState) -> list[Shortcut]:
    """Return a shortcut that fills fleets with land units as far as possible, tried on a copy."""
    twin, actions = s.copy(), []
    while isinstance(step := twin.flow[-1], Embarkation | Embark | Aboard):
        if not step.needs_decision:
            step.run(twin)
            continue
        action = step.actions(twin)[0]
        if action[0] == "end":
            break
        actions.append(action)
        step.take(twin, action)
    return [Shortcut(words.say("plan.embark"), tuple(actions))] if len(actions) > 1 else []


def retreats(words: Catalogue, s: DarkEmperorState, step: RetreatTo) -> list[Shortcut]:
    """Return shortcuts that send all units still to retreat to one hex, as far as open to them."""
    below = s.flow[-2]
    assert isinstance(below, Retreat)
    open_to = [retreat_hexes(s, u, below.hex, below.entries) for u in below.units]
    found = []
    for n in step.ways:
        actions: list[Action] = [("retreat", n)]
        for near in open_to:
            if len(near) > 1:
                if n not in near:
                    break
                actions.append(("retreat", n))
        if len(actions) > 1:
            found.append(Shortcut(words.say("plan.retreat", hex=n), tuple(actions), n))
    return found


def havens(words: Catalogue, s: DarkEmperorState, step: Escape | FromBox) -> list[Shortcut]:
    """Return likely hexes for a leader who can be put almost anywhere, the nearest first.

    They have units of the side, or are cities for negotiations.
    """
    own = s.stacks[step.seat]
    start = step.hex if isinstance(step, Escape) else -1
    found = [
        (h not in own, GRID.distance(start, h) if start >= 0 else 0, h, (verb, h))
        for verb, h in step.actions(s)
        if verb != "stay" and (h in own or h in CAPITAL)
    ]
    found.sort()
    return [Shortcut(words.say("plan.haven", hex=h), (action,), h) for _, _, h, action in found[:MOST]]


def stacks(words: Catalogue, s: DarkEmperorState, step: March) -> list[Shortcut]:
    """Return shortcuts that pick all pieces of the hex, all units, or all leaders."""
    left = joinable(s, step)
    leaders = [p for p in left if p in LEADERS]
    found = [("plan.all", left)]
    if leaders and len(leaders) < len(left):
        found += [("plan.units", [p for p in left if p not in LEADERS]), ("plan.leaders", leaders)]
    return [
        Shortcut(words.say(key), tuple([("piece", p) for p in pieces])) for key, pieces in found if len(pieces) > 1
    ]


def destinations(
    words: Catalogue, s: DarkEmperorState, step: March, without_shortcuts: bool
) -> tuple[list[Shortcut], tuple[int, ...]]:
    """Return the hexes of this march beyond the next, by the cheapest route.

    Cities and enemies are listed; with `without_shortcuts`, the others are returned as hexes only.
    """
    notes, reach = hexes_of_note(s, step), reachable(s, step)
    far = [(points, length, h) for h, (points, length) in reach.items() if length > 1 and may_end(h, step.group)]
    noted = sorted([each for each in far if each[2] in notes])
    shown, rest = noted[:MOST], noted[MOST:] + sorted([each for each in far if each[2] not in notes])
    key = "plan.march" if step.group[0] < UNITS else "plan.travel"

    def plan(points: int, h: int, is_listed: bool) -> Shortcut:
        way = reach.way(h)
        text = destination(words, key, h, points) + (woken(words, s, step, way) if is_listed else "")
        return Shortcut(text, way, h, is_listed)

    listed = [plan(points, h, True) for points, _, h in shown]
    if without_shortcuts:
        return listed, tuple(sorted([h for _, _, h in rest]))
    return [*listed, *[plan(points, h, False) for points, _, h in rest]], ()


def woken(words: Catalogue, s: DarkEmperorState, step: March, way: Way) -> str:
    """Return a note on the kingdoms that a march activates (6.11a, 6.14b)."""
    hexes = [n for _, n in way]
    is_armed = any([p not in LEADERS for p in step.group])
    found = [OWNER[n] for n in hexes if OWNER[n] >= 0 and is_armed]
    if step.seat == NECROMANCER_SIDE and any([HOLY[n] for n in hexes]):
        found.append(STARKEEP)
    asleep = [k for k in dict.fromkeys(found) if s.control[k] == INACTIVE]
    return words.say("plan.wakes", kingdoms=asleep) if asleep else ""


@lru_cache(20_000)
def destination(words: Catalogue, key: str, h: int, points: int) -> str:
    return words.say(key, hex=h, points=points)


def hexes_of_note(s: DarkEmperorState, step: March) -> set[int]:
    """Return cities and enemies or, for leaders alone, capitals and hidden markers."""
    if step.group[0] in LEADERS:
        return {*CAPITAL, *s.markers}
    return {*CITY_AT, *s.stacks[1 - step.seat]}
