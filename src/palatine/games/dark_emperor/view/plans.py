"""Conveniences: whole stacks at one click, any place in reach by the cheapest way."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import lru_cache
from heapq import heappop, heappush
from itertools import count as upward

from palatine.core import Action, Catalogue, Plan
from palatine.games.dark_emperor.components.pieces import (
    ENTRANTS,
    HOUNDS,
    INACTIVE,
    IS_VAMPIRE,
    KINGDOM_POWERS,
    LEADERS,
    LEADERS_OF,
    NECROMANCER_SIDE,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.tables import losses_by_attrition
from palatine.games.dark_emperor.components.world import (
    CAPITAL,
    CITY_AT,
    CITY_HEXES,
    GRID,
    HEXES,
    HOLY,
    OWNER,
    PARTS,
    RIVER,
    STARKEEP,
    TAXATION,
    WATERS,
)
from palatine.games.dark_emperor.rules.characters.alone import Escape
from palatine.games.dark_emperor.rules.combat.combat import LORD_SLAYERS
from palatine.games.dark_emperor.rules.combat.retreats import Retreat, RetreatTo, retreat_hexes
from palatine.games.dark_emperor.rules.common.terrain import (
    EXITS,
    HOLY_HEXES,
    ashore,
    cost,
    is_immune,
    march_type,
    way_of,
)
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.attrition import Sum, hex_sum, in_all, path_sum
from palatine.games.dark_emperor.rules.movement.march import GO, HALT, March, joinable, leg_into
from palatine.games.dark_emperor.rules.movement.movement import STACK, Movement, stuck
from palatine.games.dark_emperor.rules.movement.naval import Aboard, Embark, Embarkation
from palatine.games.dark_emperor.rules.movement.restrictions import (
    enemy_strength,
    is_cut_off,
    may_end,
    must_stop,
    next_hexes,
)
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState

MOST = 10
"""More destinations than these are not listed; they are offered on the map."""
Way = tuple[Action, ...]
STRAITS = tuple([h for h in range(HEXES) if PARTS[h] > 1 or WATERS[h]])
"""Hexes of two lands or two seas, at which every plan ends."""
ALWAYS_LOOKED_AT = (*STRAITS, *HOLY_HEXES, *[h for h in range(HEXES) if RIVER[h]])
"""Hexes of the map where somebody may have to stop."""
MANY = 4
"""From so many units on a stack is lost as a whole only in the last column of the Attrition Table."""


def fatal(count: int) -> int:
    """The attrition points from which on every throw costs a stack of so many units all of them (8.12)."""
    return next(p for p in upward(1) if min([losses_by_attrition(p, die) for die in range(1, 7)]) >= count)


FATAL = (0, *[fatal(count) for count in range(1, MANY + 1)])
"""By number of units, up to `MANY`: the attrition points that end them."""


def plans(words: Catalogue, s: DarkEmperorState) -> list[Plan]:
    """What can be done in one go by the seat that is asked."""
    step = s.flow[-1]
    if isinstance(step, Gate):
        return entries(words, s)
    if isinstance(step, Movement):
        return departures(words, s, step)
    if isinstance(step, Embark):
        return boarding(words, s)
    if isinstance(step, RetreatTo):
        return retreats(words, s, step)
    if isinstance(step, Escape | FromBox):
        return havens(words, s, step)
    if not isinstance(step, March):
        return []
    picks = stacks(words, s, step) if not step.moved else []
    goals = destinations(words, s, step) if step.group else []
    return [*picks, *goals, *switches(words, s, step)]


def entries(words: Catalogue, s: DarkEmperorState) -> list[Plan]:
    """Where a newcomer may come into the world: the capitals that can be had at once, the richest first."""
    found = []
    for k in weakly_held(s):
        units = len([u for u in UNITS_OF[k] if s.where[u] >= 0])
        text = words.say(
            "plan.enter", hex=CAPITAL[k], kingdom=k, cities=len(CITY_HEXES[k]), units=units, gold=TAXATION[k]
        )
        found.append(Plan(text, (("enter", CAPITAL[k]),)))
    return found


def weakly_held(s: DarkEmperorState) -> list[int]:
    """The kingdoms with fewer units than the Necromancer's host and one leader, who bears no sword that ends him for
    good (15.21); the richest first."""
    host = [p for p in ENTRANTS if p < UNITS]
    found = []
    for k in KINGDOM_POWERS:
        units = [u for u in UNITS_OF[k] if s.where[u] >= 0]
        is_easy = len(LEADERS_OF[k]) == 1 and not any([d in LORD_SLAYERS for d in s.carried(LEADERS_OF[k][0])])
        if is_easy and len(units) < len(host) and not HOLY[CAPITAL[k]]:
            found.append(k)
    return sorted(found, key=lambda k: -TAXATION[k])


def switches(words: Catalogue, s: DarkEmperorState, step: March) -> list[Plan]:
    """Another stack taken in place of this one, which stops where it is."""
    if HALT not in step.actions(s) or (step.moved and PARTS[step.hex] > 1):
        return []
    closed = {step.hex, *stuck(s, step.seat)}
    hexes = sorted({*s.stacks[step.seat], *s.company[step.seat]} - closed)
    made = []
    for h in hexes:
        picks = joinable(s, March(step.seat, h))
        actions = (HALT, STACK[h], *[("piece", p) for p in picks])
        made.append(Plan(words.say("plan.set-out", hex=h), actions, h, is_listed=False))
    return made


def departures(words: Catalogue, s: DarkEmperorState, step: Movement) -> list[Plan]:
    """Everybody of a hex taken at once, where there is more than one."""
    made = []
    for h in [action[1] for action in step.actions(s) if action[0] == "stack"]:
        picks = joinable(s, March(step.seat, h))
        if len(picks) > 1:
            actions = (STACK[h], *[("piece", p) for p in picks])
            made.append(Plan(words.say("plan.set-out", hex=h), actions, h, is_listed=False))
    return made


def boarding(words: Catalogue, s: DarkEmperorState) -> list[Plan]:
    """Fleets filled, as far as there are land units for them and ships for these; played out on a copy."""
    twin, actions = s.copy(), []
    while isinstance(step := twin.flow[-1], Embarkation | Embark | Aboard):
        if not step.asks:
            step.run(twin)
            continue
        action = step.actions(twin)[0]
        if action[0] == "end":
            break
        actions.append(action)
        step.take(twin, action)
    return [Plan(words.say("plan.embark"), tuple(actions))] if len(actions) > 1 else []


def retreats(words: Catalogue, s: DarkEmperorState, step: RetreatTo) -> list[Plan]:
    """All units still to retreat sent to one hex, as far as it is open to them."""
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
            found.append(Plan(words.say("plan.retreat", hex=n), tuple(actions), n))
    return found


def havens(words: Catalogue, s: DarkEmperorState, step: Escape | FromBox) -> list[Plan]:
    """Where a leader who may be put almost anywhere is likely to be wanted: with his own side's units, or at a city
    where negotiations are held; what is nearest to where he was comes first."""
    own = s.stacks[step.seat]
    start = step.hex if isinstance(step, Escape) else -1
    found = [
        (h not in own, GRID.distance(start, h) if start >= 0 else 0, h, (verb, h))
        for verb, h in step.actions(s)
        if verb != "stay" and (h in own or h in CAPITAL)
    ]
    found.sort()
    return [Plan(words.say("plan.haven", hex=h), (action,), h) for _, _, h, action in found[:MOST]]


def stacks(words: Catalogue, s: DarkEmperorState, step: March) -> list[Plan]:
    """All pieces of the hex picked at once, or all units, or all leaders."""
    left = joinable(s, step)
    leaders = [p for p in left if p in LEADERS]
    found = [("plan.all", left)]
    if leaders and len(leaders) < len(left):
        found += [("plan.units", [p for p in left if p not in LEADERS]), ("plan.leaders", leaders)]
    return [Plan(words.say(key), tuple([("piece", p) for p in pieces])) for key, pieces in found if len(pieces) > 1]


def destinations(words: Catalogue, s: DarkEmperorState, step: March) -> list[Plan]:
    """Every hex of this march beyond the next, by the way that costs least; listed are cities and enemies."""
    notes = hexes_of_note(s, step)
    found = [
        (h not in notes, points, len(way), h, way)
        for h, (points, way) in reachable(s, step).items()
        if len(way) > 1 and (may_end(h, step.group))
    ]
    found.sort()
    key = "plan.march" if step.group[0] < UNITS else "plan.travel"
    return [
        Plan(destination(words, key, h, points) + woken(words, s, step, way, not is_common and number < MOST),
             way, h, not is_common and number < MOST)
        for number, (is_common, points, _, h, way) in enumerate(found)
    ]  # fmt: skip


def woken(words: Catalogue, s: DarkEmperorState, step: March, way: Way, is_listed: bool) -> str:
    """Of a listed march: which sleeping kingdoms wake on its way, to be said behind it (6.11a, 6.14b)."""
    if not is_listed:
        return ""
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
    """Cities and enemies; for leaders by themselves capitals, where they negotiate, and hidden markers."""
    if step.group[0] in LEADERS:
        return {*CAPITAL, *s.markers}
    return {*CITY_AT, *s.stacks[1 - step.seat]}


def reachable(s: DarkEmperorState, step: March) -> dict[int, tuple[int, Way]]:
    """By hex: attrition points, those so far included, and the way that costs fewest, if it does not cost the stack."""
    group = step.group if s.charms else distinct_marchers(s, step.group)
    if group[0] in LEADERS and not s.flames:
        return travels(s, step.seat, step.hex, group)
    bands = bands_of(s, group)
    far = FATAL[min(MANY, len([p for p in step.group if p < UNITS and p not in s.cargo.values()]))]
    price = price_of_bands(s, bands, group) if s.charms or len(bands) > 1 else price_of_one(s, *(bands or [[]]))
    spots = {*ALWAYS_LOOKED_AT, *s.markers, *s.stacks[1 - step.seat], *s.stacks[INACTIVE]}
    begun = tuple([path_sum([s.trails.get(u, ()) for u in band]) for band in bands])
    edge: list[tuple[int, int, int, Way, Sums]] = [(total(begun), 0, step.hex, (), begun)]
    best: dict[int, tuple[int, Way]] = {}
    near: dict[int, tuple[int, int]] = {}
    while edge:
        points, length, h, way, paid = heappop(edge)
        if h in best:
            continue
        best[h] = (points, way)
        if way and h in spots and is_goal_only(s, step.seat, h, group):
            continue
        passing = enemy_strength(s, step.seat, h) if s.is_held(step.seat, h) else 0
        for n in next_hexes(s, step.seat, h, group):
            if n in best:
                continue
            then, sums = price(points, paid, h, n, passing, bool(way))
            there = (then, length + 1)
            if (then < far or not bands) and (n not in near or there < near[n]):
                near[n] = there
                heappush(edge, (then, length + 1, n, (*way, GO[n]), sums))
    del best[step.hex]
    return best


def bands_of(s: DarkEmperorState, group: tuple[int, ...]) -> list[list[int]]:
    """The units of a group, those together that began in one hex and have come one way: they pay together (M2)."""
    found: dict[tuple[int, ...], list[int]] = {}
    for u in group:
        if u < UNITS:
            came = (s.origin.get(u, s.where[u]), *[leg.hex for leg in s.trails.get(u, ())])
            found.setdefault(came, []).append(u)
    return list(found.values())


Sums = tuple[Sum, ...]
"""What each band of a march has paid."""
Price = Callable[[int, Sums, int, int, int, bool], tuple[int, Sums]]
"""What a march has paid in all, and each band, after one more hex: from what it had paid, the hex it leaves with the
enemies it passes there, and whether it came there on this march."""


def price_of_bands(s: DarkEmperorState, bands: list[list[int]], group: tuple[int, ...]) -> Price:
    """As the march itself will reckon it, leg by leg."""

    def price(points: int, paid: Sums, h: int, n: int, passing: int, is_under_way: bool) -> tuple[int, Sums]:
        found = []
        for band, (in_full, windy) in zip(bands, paid, strict=True):
            more = hex_sum([leg_into(s, u, h, n, passing, group, is_under_way) for u in band])
            found.append((in_full + more[0], windy + more[1]))
        return total(found), tuple(found)

    return price


def price_of_one(s: DarkEmperorState, band: list[int]) -> Price:
    """The same for one band without spells, which is most of them: each hex is on top of what was paid."""
    has_come = any([s.trails.get(u) for u in band])
    dearest = ashore(frozenset([march_type(s, u) for u in band]))

    def price(points: int, paid: Sums, h: int, n: int, passing: int, is_under_way: bool) -> tuple[int, Sums]:
        if passing and (is_under_way or has_come):
            points += passing
        if dearest:
            return points + dearest[n], paid
        return points + max([cost(s, u, h, n) for u in band], default=0), paid

    return price


def total(sums: Iterable[Sum]) -> int:
    """The attrition points of who pays most."""
    return max(map(in_all, sums), default=0)


def travels(s: DarkEmperorState, side: int, start: int, group: tuple[int, ...]) -> dict[int, tuple[int, Way]]:
    """`reachable` for leaders by themselves, who pay nothing and go everywhere: the shortest ways, by rings."""
    if is_cut_off(s, side, start, group):
        return {}
    enemies, friends = s.stacks[1 - side], s.stacks[side]
    near = EXITS[max([way_of(s, p) for p in group])]  # one to whom holy places are closed keeps all out
    closed = enemies.keys() - friends.keys()
    goals = {h for h in (*STRAITS, *HOLY_HEXES, *s.markers, *enemies) if is_goal_only(s, side, h, group)}
    best: dict[int, tuple[int, Way]] = {start: (0, ())}
    ring = [start]
    while ring:
        found: list[int] = []
        for h in ring:
            if h in goals and h != start:
                continue
            way = best[h][1]
            for n in near[h]:
                if n not in best and n not in closed:
                    best[n] = (0, (*way, GO[n]))
                    found.append(n)
        ring = sorted(found)
    del best[start]
    return best


def distinct_marchers(s: DarkEmperorState, group: tuple[int, ...]) -> tuple[int, ...]:
    """Of pieces that can go the same ways at the same cost, and have come one way, the first only; spells are not
    looked at."""
    found: dict[tuple[int, ...], int] = {}
    for p in group:
        kind = (UNIT_TYPE[p], UNIT_OF[p] == HOUNDS, IS_VAMPIRE[p]) if p < UNITS else (p in LEADERS,)
        came = (s.origin.get(p, -1), *[leg.hex for leg in s.trails.get(p, ())])
        found.setdefault((way_of(s, p), is_immune(p), *kind, *came), p)
    return tuple(found.values())


def is_goal_only(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> bool:
    """Whether no plan leads on from a hex: somebody stops there, or what wakes there may stop him (8.24, 6.14)."""
    if PARTS[h] > 1 or WATERS[h] or any([must_stop(s, side, p, h, group) for p in group]):
        return True
    if HOLY[h] and side == NECROMANCER_SIDE and s.control[STARKEEP] == INACTIVE:
        return True
    if s.is_held(side, h):
        return group[0] >= UNITS
    is_armed = any([p not in LEADERS for p in group])
    return is_armed and any([s.power[u] in KINGDOM_POWERS for u in s.stacks[INACTIVE].get(h, ())])
