"""Previews of departures: bare cities, leaderless nations, Elric (6.0, 10.9.1, 12.1)."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from typing import Final

from palatine.core.guidance.preview import PreviewItem
from palatine.games.elric.components.pieces import ARMY, ELRIC, KIND, MOONGLUM, PERSON, POWER_OF
from palatine.games.elric.components.tables import LAND_POINTS
from palatine.games.elric.components.world import CITIES, CITY_AT, CITY_NATION, LAND_NEIGHBOURS, NATIONS, WALL
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.rules.common.replacements import LEADERS_OF
from palatine.games.elric.setup import Placing
from palatine.games.elric.state import AWAY, LOST, NOBODY, OTHERS, ElricState

NAMED: Final = len(NATIONS)


def unit_counts(s: ElricState) -> dict[str, int]:
    """Return by seat its counters on the map and those its nations may get back.

    Including the latter, replacements at a change of turns count for nothing. Empty while nations are chosen.
    """
    if any([isinstance(frame, Placing) for frame in s.flow]):
        return {}
    found = [counters_on_map(s, seat) for seat in range(len(s.seats))]
    for p, area in enumerate(s.where):
        if area in (LOST, AWAY) and s.ruler[POWER_OF[p]] != NOBODY:
            found[s.ruler[POWER_OF[p]]] += 1
    return dict(zip(s.seats, found, strict=True))


def counters_on_map(s: ElricState, seat: int) -> int:
    return sum([len(group) for group in s.stacks[seat].values()])


def is_guarded(s: ElricState, seat: int, area: int, without: Iterable[int] = ()) -> bool:
    """Return whether a seat's army, other than `without`, is ashore in an area (10.9.1a; A-118)."""
    return any([KIND[p] == ARMY and p not in s.ship and p not in without for p in s.pieces(seat, area)])


def is_on_loan(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a seat holds a city only while its army stays there."""
    hold = s.holds.get(area)
    return hold is not None and hold.seat == seat and s.ruler[CITY_NATION[area]] != seat


def owner_without(s: ElricState, area: int) -> int:
    """Return the seat a captured city reverts to: its nation's ruler, or NOBODY (10.9.1b)."""
    return s.ruler[CITIES[CITY_AT[area]].nation]


def left_city(context: PreviewContext, area: int, group: Iterable[int]) -> Iterator[PreviewItem]:
    """Warn if the last army leaves a city: a captured one is lost, others have only their wall."""
    s, seat = context.s, context.place
    if area not in CITY_AT or s.city_owner(area) != seat or not is_guarded(s, seat, area):
        return
    if is_guarded(s, seat, area, group):
        return
    if is_on_loan(s, seat, area):
        back = owner_without(s, area)
        key = "reverts-neutral" if back == NOBODY else "reverts"
        yield context.warning(key, "10.9.1b", area=area, to=back)
    elif foes := besiegers_near(s, seat, area):
        yield context.warning("bare-city-near" if WALL[area] else "open-city-near", "7.5.7d", area=area,
                           wall=WALL[area], foe=s.owner[foes[0]], person=foes[0], there=s.where[foes[0]])  # fmt: skip
    else:
        yield context.note("bare-city" if WALL[area] else "open-city", "7.5.7d", area=area, wall=WALL[area])


def besiegers_near(s: ElricState, seat: int, area: int) -> list[int]:
    """Return enemy personalities with armies who can reach an area by land next turn.

    The nearest come first.
    """
    steps = {area: 0}
    ahead = deque([area])
    found = []
    while ahead:
        here = ahead.popleft()
        for other in OTHERS[seat]:
            there = s.pieces(other, here)
            if there and KIND[there[0]] == PERSON and KIND[there[-1]] == ARMY:
                found.append(there[0])
        for n in LAND_NEIGHBOURS[here] if steps[here] < LAND_POINTS else ():
            if n not in steps:
                steps[n] = steps[here] + 1
                ahead.append(n)
    return found


def last_leaders(s: ElricState, seat: int, group: Iterable[int]) -> list[int]:
    """Return a seat's nations with armies whose leaders are all in a group (6.0l)."""
    going = set(group)
    found = []
    for nation in range(NAMED):
        if s.ruler[nation] != seat:
            continue
        here = [p for p in LEADERS_OF[nation] if s.where[p] >= 0 and s.owner[p] == seat]
        if here and going.issuperset(here) and armies_of(s, nation):
            found.append(nation)
    return found


def armies_of(s: ElricState, nation: int) -> int:
    return sum([KIND[p] == ARMY and POWER_OF[p] == nation for group in s.stacks[s.ruler[nation]].values()
                for p in group])  # fmt: skip


def last_leader_lines(context: PreviewContext, group: Iterable[int], grave: bool) -> Iterator[PreviewItem]:
    """Describe the risk to nations whose last leaders are in a group; warn if grave (6.0l)."""
    s = context.s
    for nation in last_leaders(s, context.place, group):
        leaders = [p for p in LEADERS_OF[nation] if s.where[p] >= 0 and s.owner[p] == context.place]
        key = "last-leader" if len(leaders) == 1 else "last-leaders"
        tell = context.warning if grave else context.note
        yield tell(key, "6.0l", person=leaders[0], nation=nation, armies=armies_of(s, nation))


def parting_from_elric(context: PreviewContext) -> Iterator[PreviewItem]:
    """Describe changes of Elric's controller, and Moonglum's departure (12.1.2, 12.1.6)."""
    s, seat = context.s, context.place
    if context.rolls:
        return
    after = context.after
    if s.owner[ELRIC] == seat and after.owner[ELRIC] != seat:
        yield context.warning("elric-left", "12.1.2a", area=after.where[ELRIC])
    elif s.owner[ELRIC] == seat and s.controller != after.controller >= 0:
        yield context.note("elric-passes", "12.1.2b", person=after.controller)
    if s.owner[MOONGLUM] == seat and s.where[MOONGLUM] >= 0 and after.owner[MOONGLUM] != seat:
        key = "moonglum-goes" if after.owner[MOONGLUM] != NOBODY else "moonglum-alone"
        yield context.warning(key, "12.1.6a", to=after.owner[MOONGLUM])
