"""Shortcuts: whole stacks, destinations by the cheapest route, passing for a phase."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from functools import lru_cache
from heapq import heappop, heappush
from operator import mul

from palatine.core import Action, AutoReply, Catalogue, Game, Shortcut, auto_replies_for, span_has_ended
from palatine.games.demonlord.components.pieces import CLASS, IS_TROOP, MODE
from palatine.games.demonlord.components.world import NEUTRAL, SITE_AT
from palatine.games.demonlord.rules.common.neutrals import unallied_home
from palatine.games.demonlord.rules.magic.casting import BATTLES, PASS, RETREATS
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell, contested
from palatine.games.demonlord.rules.movement.entry import (
    crossings,
    may_enter,
    may_mount,
    next_hexes,
    points_after,
    riders_of,
    walkers,
)
from palatine.games.demonlord.rules.movement.movement import GO, HALT, March, Movement
from palatine.games.demonlord.state import FRESH, DemonlordState

MOST = 10
"""Maximum number of destinations listed; others are offered on the map only."""
SWITCHES = 2048
"""Cache size for shortcuts that pick another stack."""
Points = tuple[int, ...]
Way = tuple[Points, tuple[int, ...]]


def plans(
    words: Catalogue, s: DemonlordState, *, without_shortcuts: bool = False
) -> tuple[list[Shortcut], tuple[int, ...]]:
    """Return the shortcuts of the seat to act, and with `without_shortcuts` the unlisted spaces."""
    step = s.flow[-1]
    if isinstance(step, AnnounceSpell):
        return [
            Shortcut(each.text, (each.answer,), duration_key=each.duration_key)
            for each in possible_replies(words, s)
        ], ()
    if not isinstance(step, March):
        return [], ()
    goals, ways = destinations(words, s, step, without_shortcuts) if step.group else (stacks(words, s, step), ())
    return [*goals, *switches(words, s, step)], ways


def possible_replies(words: Catalogue, s: DemonlordState) -> tuple[AutoReply, ...]:
    """Return automatic passes: until news, for the battle, for this phase, or for good.

    None is for the turn, because that would pass in the player's own phase what was meant for the enemy's. They are
    not applied while a character of the seat is at stake.
    """
    step = s.flow[-1]
    if not isinstance(step, AnnounceSpell):
        return ()
    quiet = AutoReply(quiet_until(s, step), PASS, words.say("plan.pass"))
    battle = [("battle", fought_at(s))] if s.battle is not None else []
    spans = [*battle, ("phase", s.phase), ("always", "")]
    return (quiet, *auto_replies_for(words, "pass", PASS, spans, {"character": is_character_at_stake(s, step)}))


def fought_at(s: DemonlordState) -> str:
    """Return a key of the current battle; "" without one."""
    return f"{s.turn}-{s.battle.hex}" if s.battle is not None else ""


def has_ended(game: Game[DemonlordState], s: DemonlordState, duration_key: str) -> bool:
    """Return whether an automatic pass was for another phase, battle or event."""
    if duration_key[:1].isdigit():
        return not duration_key.startswith(f"{s.phase}.{len(s.spent_casters)}")
    return span_has_ended(duration_key, {"turn": s.turn, "phase": s.phase, "battle": fought_at(s)})


def is_character_at_stake(s: DemonlordState, step: AnnounceSpell) -> bool:
    """Return whether the caster's player has a character in a current or possible battle."""
    fields = contested(s) if s.battle is None else {s.battle.hex}
    return any([not IS_TROOP[u] for h in fields for u in s.stack(step.seat, h)])


def quiet_until(s: DemonlordState, step: AnnounceSpell) -> str:
    """Return a key that changes when an event concerns a player who passes.

    It covers the phase, its casts and a current battle.
    """
    is_fought = step.moment in (BATTLES, RETREATS) and bool(contested(s))
    return f"{s.phase}.{len(s.spent_casters)}{'.battle' if is_fought else ''}"


def stacks(words: Catalogue, s: DemonlordState, step: March) -> list[Shortcut]:
    """Return shortcuts that pick many units of the stack."""
    picks = [action for action in step.actions(s) if action[0] == "unit"]
    mounted = [action for action in picks if MODE[action[1]] != "F"]
    found = [Shortcut(words.say("plan.all"), largest_group(s, picks))]
    if any(IS_TROOP[u] for _, u in mounted) and len(mounted) < len(picks):
        found.append(Shortcut(words.say("plan.mounted"), largest_group(s, mounted)))
    return [plan for plan in found if len(plan.actions) > 1]


def largest_group(s: DemonlordState, picks: list[Action]) -> tuple[Action, ...]:
    """Return the actions that pick as many of these units as can march in one group.

    Either in stack order, so that nothing is revealed, or troops first.
    """
    troops_first = sorted(picks, key=lambda pick: not IS_TROOP[pick[1]])
    return max(marching_together(s, picks), marching_together(s, troops_first), key=len)


def marching_together(s: DemonlordState, picks: list[Action]) -> tuple[Action, ...]:
    """Return the actions for those units that can march together with all before them."""
    group: tuple[int, ...] = ()
    order: list[Action] = []
    for action in picks:
        if not may_mount(s, (*group, action[1])):
            continue
        group = (*group, action[1], *riders_of(s, action[1]))
        order.append(action)
    return tuple(order)


def destinations(
    words: Catalogue, s: DemonlordState, step: March, without_shortcuts: bool
) -> tuple[list[Shortcut], tuple[int, ...]]:
    """Return the hexes of this march beyond the next.

    Places of note and stacks are listed, the nearest first; with `without_shortcuts`, the others are returned as hexes
    only.
    """
    far = [(h, way) for h, (_, way) in reachable(s, step).items() if len(way) > 1]
    ways = sorted([(not is_of_note(s, h), len(way), h, way) for h, way in far])
    found, left = [], []
    for place, (is_common, count, h, way) in enumerate(ways):
        is_listed = not is_common and place < MOST
        if without_shortcuts and not is_listed:
            left.append(h)
            continue
        key = "plan.against" if s.stack(1 - step.seat, h) else "plan.march"
        text, actions = words.say(key, hex=h, count=count), tuple([GO[n] for n in way])
        found.append(Shortcut(text, actions, h, is_listed))
    return found, tuple(sorted(left))


def is_of_note(s: DemonlordState, h: int) -> bool:
    """Return whether a hex has a site or a stack."""
    return h in SITE_AT or bool(s.stack(0, h) or s.stack(1, h) or s.stack(NEUTRAL, h))


def switches(words: Catalogue, s: DemonlordState, step: March) -> list[Shortcut]:
    """Return shortcuts to march another stack, which leave or halt this group."""
    below = s.flow[-2]
    assert isinstance(below, Movement)
    key = "plan.switch-moved" if step.moved else "plan.switch"
    others = [action for action in below.actions(s) if action[0] == "stack" and action[1] != step.hex]
    return [switch(words, key, action) for action in others]


@lru_cache(SWITCHES)
def switch(words: Catalogue, key: str, action: Action) -> Shortcut:
    """Return a shortcut that picks another stack; cached for all matches."""
    return Shortcut(words.say(key, hex=action[1]), (HALT, action), action[1], is_listed=False)


def reachable(s: DemonlordState, step: March) -> dict[int, Way]:
    """Return, by hex, the route that leaves the slowest units most points.

    The points left are given for every kind of walker. Routes avoid hexes with other units, and never enter the
    homeland of a neutral.
    """
    side, all_of_them = step.seat, walkers(s, step.group)
    kinds = Counter([(CLASS[u], s.movement_left[u]) for u in all_of_them])
    going = [*{(CLASS[u], s.movement_left[u]): u for u in all_of_them}.values()]
    counts = [*kinds.values()]
    start: Way = (tuple([s.movement_left[u] % FRESH for u in going]), ())
    edge: list[tuple[int, int, int, int, Way]] = [(0, 0, 0, step.hex, start)]
    best: dict[int, Way] = {}
    known: dict[int, tuple[int, int]] = {}
    while edge:
        *_, h, reached = heappop(edge)
        if h in best:
            continue
        left, way = best[h] = reached
        if way and (s.stack(1 - side, h) or not any(left)):
            continue
        prices = [crossings(s, side, u, h) for u in going]
        for n in prices[0] if way else next_hexes(s, side, h, step.group):
            after = all_points_after(s, going, left, prices, n, first=not way) if n not in best else None
            if after is None:
                continue
            spent = (-min(after), -sum(map(mul, after, counts)))
            if (n not in known or spent < known[n]) and is_open(s, step, n):
                known[n] = spent
                heappush(edge, (*spent, len(way) + 1, n, (after, (*way, n))))
    del best[step.hex]
    return best


def is_open(s: DemonlordState, step: March, n: int) -> bool:
    """Return whether a group on its march can enter a hex without provoking a neutral."""
    return unallied_home(s, n) < 0 and may_enter(s, step.seat, step.group, n) is None


def all_points_after(
    s: DemonlordState, going: list[int], left: Points, prices: list[Mapping[int, int]], n: int, first: bool
) -> Points | None:
    """Return the points left after a step into a hex, or None if a unit cannot pay."""
    after = []
    for u, points, near in zip(going, left, prices, strict=True):
        price = near.get(n)
        if price is None or (price > points and not (first and s.movement_left[u] >= FRESH)):
            return None
        after.append(points_after(points, price))
    return tuple(after)
