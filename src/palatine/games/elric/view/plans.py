"""Shortcuts: whole stacks in one step, and distant places by the shortest safe way."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable, Iterable

from palatine.core import Action, AutoReply, Catalogue, Shortcut, auto_replies_for
from palatine.games.elric.components.pieces import ARMY, KIND, PERSON
from palatine.games.elric.components.world import COASTS, IS_SEA, LAND_NEIGHBOURS, SEA_NEIGHBOURS
from palatine.games.elric.rules.characters.dispelling import Answer
from palatine.games.elric.rules.combat.participants import side, the_battle
from palatine.games.elric.rules.combat.spell_laying import Lay
from palatine.games.elric.rules.combat.withholding import DONE, Withhold
from palatine.games.elric.rules.common.closed_areas import PERILS, anchors, may_enter
from palatine.games.elric.rules.common.naval import fleets_of, left
from palatine.games.elric.rules.movement.group import has_ships, is_flying
from palatine.games.elric.rules.movement.march import ALL, GO, PIECE, March
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.rules.movement.restrictions import next_areas
from palatine.games.elric.rules.movement.sea_movement import points_aboard
from palatine.games.elric.rules.movement.selection import everybody, gathered, has_leader, joinable
from palatine.games.elric.state import ElricState

LET: Action = ("let", 0)


def plans(words: Catalogue, s: ElricState) -> list[Shortcut]:
    """Return the shortcuts of the seat to act."""
    step = s.flow[-1]
    if answers := possible_replies(words, s):
        return [Shortcut(each.text, (each.answer,), duration_key=each.duration_key) for each in answers]
    if isinstance(step, Movement):
        return departures(words, s, step)
    if not isinstance(step, March):
        return []
    aboard = with_ships(s, step)
    ships = [Shortcut(words.say("plan.all-aboard"), aboard)] if aboard else []
    return [*ships, *(destinations(words, s, step) if step.group else [])]


def possible_replies(words: Catalogue, s: ElricState) -> tuple[AutoReply, ...]:
    """Return the automatic replies: withhold nothing, lay no spells, dispel nothing.

    Each is for this turn, or permanent.
    """
    step = s.flow[-1]
    spans = [("turn", s.turn), ("always", "")]
    if len(s.seats) == 1:
        return ()
    if isinstance(step, Withhold):
        is_led = any([KIND[p] == PERSON for p in side(s, the_battle(s), step.seat)])
        return auto_replies_for(words, "withhold", DONE, spans, {"person": is_led})
    if isinstance(step, Lay):
        return auto_replies_for(words, "lay", DONE, spans, {"attacked": step.battle.defender == step.seat})
    if isinstance(step, Answer):
        return auto_replies_for(words, "let", LET, spans)
    return ()


def departures(words: Catalogue, s: ElricState, step: Movement) -> list[Shortcut]:
    """Return shortcuts that select all pieces of each area with several pieces."""
    made = []
    for verb, area in step.actions(s):
        march = March(step.seat, area)
        if verb == "stack" and len(more := joinable(s, march)) > 1:
            if march.takes_all(s, more):
                actions: tuple[Action, ...] = ((verb, area), ALL)
                made.append(Shortcut(words.say("plan.set-out", area=area), actions, area, is_listed=False))
            aboard = with_ships(s, march)
            if aboard:
                sail = ((verb, area), *aboard)
                made.append(Shortcut(words.say("plan.set-sail", area=area), sail, area, is_listed=False))
    return made


def with_ships(s: ElricState, step: March) -> tuple[Action, ...]:
    """Return the actions that select all pieces with the manned ships of a port, or ()."""
    if step.moved or IS_SEA[step.area] or step.spell >= 0:
        return ()
    found: list[Action] = []
    while ships := fleets_of(joinable(s, step)):
        found.append(PIECE[ships[0]])
        step = step.with_all(s, gathered(s, step.group, ships[0]))
    if not found:
        return ()
    if ALL in step.actions(s):
        found.append(ALL)
        step = step.with_all(s, everybody(s, step))
    return tuple(found) if has_leader(step.group) and next_areas(s, step) else ()


def destinations(words: Catalogue, s: ElricState, step: March) -> list[Shortcut]:
    """Return shortcuts to areas beyond the adjacent ones, without fights or perils on the way."""
    if is_flying(step) or (KIND[step.group[0]] != PERSON and not has_ships(step.group)):
        return []
    if has_ships(step.group):
        found = voyages(s, step)
    elif not IS_SEA[step.area]:
        found = journeys(s, step)
    else:
        return []
    return [
        Shortcut(words.say("plan.go", area=way[-1]), tuple([GO[n] for n in way]), way[-1], is_listed=False)
        for way in found
        if len(way) > 1
    ]


def journeys(s: ElricState, step: March) -> list[list[int]]:
    """Return ways by land, avoiding enemies and, with armies, wilderness (7.2, 7.6)."""
    armed = KIND[step.group[-1]] == ARMY

    def passes(n: int) -> bool:
        return not s.is_hostile(step.seat, n) and not (armed and s.is_wild(n))

    def onward(n: int) -> Iterable[int]:
        return [m for m in LAND_NEIGHBOURS[n] if may_enter(s, step.group, m) is None]

    return spread(s, step, step.points, onward, passes)


def voyages(s: ElricState, step: March) -> list[list[int]]:
    """Return ways by sea, avoiding perils and enemies, and into ports by their anchors (7.3)."""
    harbours = anchors(s)
    points = min([left(s, fleet, *points_aboard(s, step)) for fleet in fleets_of(step.group)])

    def passes(n: int) -> bool:
        return IS_SEA[n] and n not in PERILS and not s.is_hostile(step.seat, n)

    def onward(n: int) -> Iterable[int]:
        seas = [m for m in SEA_NEIGHBOURS[n] if m not in PERILS]
        ports = [m for m in COASTS[n] if harbours[m] == n and may_enter(s, step.group, m) is None]
        return [*seas, *[m for m in ports if not s.is_hostile(step.seat, m)]]

    return spread(s, step, points, onward, passes)


def spread(
    s: ElricState, step: March, points: int, onward: Callable[[int], Iterable[int]], passes: Callable[[int], bool]
) -> list[list[int]]:
    """Return the shortest way to every area within a number of points.

    `passes` decides which areas may be passed, `onward` returns the next areas.
    """
    ways_to: dict[int, list[int]] = {n: [n] for n in next_areas(s, step) if IS_SEA[n] or not IS_SEA[step.area]}
    ahead = deque(ways_to)
    while ahead:
        here = ahead.popleft()
        way = ways_to[here]
        if len(way) < points and passes(here):
            for n in onward(here):
                if n != step.area and n not in ways_to:
                    ways_to[n] = [*way, n]
                    ahead.append(n)
    return list(ways_to.values())
