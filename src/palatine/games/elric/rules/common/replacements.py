"""Replacements of lost armies, fleets and leaders; collapse of nations without leaders (6)."""

from __future__ import annotations

from collections.abc import Sequence
from operator import itemgetter
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import (
    ARMY,
    CARRIES,
    ELRIC,
    FLEET,
    HORDES,
    IS_LOVE,
    KIND,
    MOVES,
    PERSON,
    PIECES,
    PIECES_OF,
    POWER_OF,
    VALUE,
)
from palatine.games.elric.components.world import CAPITAL, CITIES_OF, IS_SEA, NATIONS, PORT_SEA
from palatine.games.elric.rules.common import naval
from palatine.games.elric.rules.common.control import leave_ships
from palatine.games.elric.rules.common.placement import bring
from palatine.games.elric.rules.common.relocation import go_off, lay_aside, settle_elric
from palatine.games.elric.state import LOST, NOBODY, OFF, ElricState

HORDE_RANGE: Final = range(len(NATIONS), len(NATIONS) + len(HORDES))
LEADERS_OF: Final = tuple(
    tuple(p for p in PIECES_OF[power] if KIND[p] == PERSON and p != ELRIC) for power in range(HORDE_RANGE.stop)
)
"""By power: its personalities except Elric, who is no nation's leader (rulings A-09, A-124)."""
PLACES_OF: Final = tuple([itemgetter(*PIECES_OF[nation]) for nation in range(len(NATIONS))])
"""By nation: a getter of its counters' places from `where`."""


# Losses and replacements


def lost_pieces(s: ElricState, nation: int) -> list[int]:
    """Return the counters of a nation that its ruler has lost (6.0)."""
    where = s.where
    return [p for p in PIECES_OF[nation] if where[p] == LOST]


def has_losses(s: ElricState, nation: int) -> bool:
    return LOST in PLACES_OF[nation](s.where)


def replaceable(s: ElricState, nation: int, area: int, special: bool = False) -> list[int]:
    """Return the counters that a city can give back (6.0; rulings A-05, A-07).

    An army; in a port, any fleet; with `special` (a muster spell), in the capital, the least of the leaders. Only the
    first of identical counters is listed.
    """
    found: dict[tuple[int, ...], int] = {}
    gone = lost_pieces(s, nation)
    for p in gone:
        if KIND[p] == ARMY or (KIND[p] == FLEET and PORT_SEA[area] >= 0):
            found.setdefault((KIND[p], VALUE[p], MOVES[p], CARRIES[p]), p)
    armies_first = sorted(found.values(), key=lambda p: KIND[p] != ARMY)
    if special and area == CAPITAL[nation]:
        return armies_first + least_leaders(gone)
    return armies_first


def least_leaders(gone: Sequence[int]) -> list[int]:
    """Return the lost leaders of lowest value; parenthesised ones count as 0 (6.0; A-07)."""
    leaders = [p for p in gone if KIND[p] == PERSON]
    least = min([leader_rank(p) for p in leaders], default=0)
    return [p for p in leaders if leader_rank(p) == least]


def leader_rank(p: int) -> int:
    return 0 if IS_LOVE[p] else VALUE[p]


def can_replace(s: ElricState, seat: int, nation: int, area: int) -> bool:
    """Return whether a seat owns nation and city, for replacements there (6.0, 10.9.1)."""
    return s.ruler[nation] == seat and nation not in s.coming and s.city_owner(area) == seat


def replace_unit(s: ElricState, p: int, area: int, clause: str) -> None:
    """Put a lost counter into a city; a magician brings no spells (6.0)."""
    seat = s.ruler[POWER_OF[p]]
    s.log("replaced", clause, seat=seat, piece=p, area=area)
    bring(s, (p,), area, seat)


# Step B


class Replacements(Step, frozen=True):
    """Step B: each capital of the phasing player replaces one lost army or fleet (6.0; A-05)."""

    nation: int = 0

    def run(self, s: ElricState) -> None:
        seat = s.phasing
        for nation in range(self.nation, len(NATIONS)):
            found = replaceable(s, nation, CAPITAL[nation]) if can_replace(s, seat, nation, CAPITAL[nation]) else []
            if found:
                s.replace_top(Replacements(nation + 1))
                offer(s, found, Replace(s.phasing, nation, CAPITAL[nation]))
                return
        s.pop()


def offer(s: ElricState, found: list[int], step: Replace) -> None:
    """Replace the only candidate (ruling A-202), or push a choice among several."""
    if len(found) == 1 and not step.may_skip:
        step.give_back(s, found[0])
    else:
        s.push(step)


class Replace(Step, frozen=True):
    """The choice of what a city gives back (6.0)."""

    seat: int
    nation: int
    area: int
    special: bool = False
    may_skip: bool = False
    may_roll = True
    needs_decision = True
    clause = "6.0c"
    verbs = {"replace": "button", "skip": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        found: list[Action] = [("replace", p) for p in replaceable(s, self.nation, self.area, self.special)]
        return [*found, ("skip", 0)] if self.may_skip else found

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        verb, p = action
        if verb == "replace":
            self.give_back(s, p)

    def give_back(self, s: ElricState, p: int) -> None:
        """Bring a counter back under the clause for its kind."""
        kind = "6.0d" if KIND[p] == FLEET else "6.0c"
        replace_unit(s, p, self.area, "6.0i" if KIND[p] == PERSON else "6.0h" if self.special else kind)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, p = action
        if verb == "skip":
            return None if self.may_skip and not p else Refusal("6.0c", "why.no-skip")
        if not 0 <= p < PIECES or POWER_OF[p] != self.nation:
            return Refusal("6.0e", "why.other-nation", {"power": self.nation})
        if s.where[p] != LOST:
            return Refusal("6.0a", "why.not-lost")
        if p in replaceable(s, self.nation, self.area, self.special):
            return None
        if KIND[p] == FLEET and PORT_SEA[self.area] < 0:
            return Refusal("6.0d", "why.no-port", {"area": self.area})
        if KIND[p] == PERSON:
            return Refusal("6.0i", "why.no-leader" if not self.special else "why.not-least", {"piece": p})
        return Refusal("6.0c", "why.alike")


# The special replacement


def special_cities(s: ElricState, seat: int, nation: int) -> tuple[int, ...]:
    """Return a nation's cities that give replacements to a seat, the capital first (6.0; A-07)."""
    cities = sorted(CITIES_OF[nation], key=lambda area: area != CAPITAL[nation])
    return tuple([area for area in cities if can_replace(s, seat, nation, area)])


def can_special(s: ElricState, seat: int, nation: int) -> bool:
    """Return whether a special replacement would bring back any counter."""
    if not has_losses(s, nation):
        return False
    return any([replaceable(s, nation, area, special=True) for area in special_cities(s, seat, nation)])


def special_replacements(s: ElricState, seat: int, nation: int) -> None:
    """Push replacements in every city of a nation, for a muster spell (6.0; ruling A-07)."""
    s.push(SpecialReplacement(seat, nation, special_cities(s, seat, nation)))


class SpecialReplacement(Step, frozen=True):
    """Special replacements city by city, the capital first (6.0; ruling A-07).

    A city can be skipped if fewer counters than cities are left.
    """

    seat: int
    nation: int
    cities: tuple[int, ...]

    def run(self, s: ElricState) -> None:
        if not self.cities:
            s.pop()
            return
        area, rest = self.cities[0], self.cities[1:]
        s.replace_top(SpecialReplacement(self.seat, self.nation, rest))
        found = replaceable(s, self.nation, area, special=True)
        if found:
            spare = bool(rest) and len(lost_pieces(s, self.nation)) <= len(rest)
            offer(s, found, Replace(self.seat, self.nation, area, special=True, may_skip=spare))


# Nations without leaders


def check_nations(s: ElricState) -> None:
    """Make neutral the nations without personalities, and hordes without pieces.

    The nations lose their armies and fleets. See 6.0, 11.0; rulings A-09, A-203.
    """
    check_hordes(s)
    for nation, seat in enumerate(s.ruler[: len(NATIONS)]):
        if seat != NOBODY and nation not in s.coming and not has_leaders_left(s, nation, seat):
            collapse(s, nation)


def check_hordes(s: ElricState) -> None:
    """Make hordes without pieces on the board independent (11.0; ruling A-203)."""
    for power in HORDE_RANGE:
        if s.ruler[power] != NOBODY and not any([s.where[p] >= 0 for p in PIECES_OF[power]]):
            dissolve(s, power)


def has_leaders_left(s: ElricState, nation: int, seat: int) -> bool:
    where, owner = s.where, s.owner
    for p in LEADERS_OF[nation]:  # noqa: SIM110 - called after every battle, and the first leader is usually in place
        if where[p] >= 0 and owner[p] == seat:
            return True
    return False


def collapse(s: ElricState, nation: int) -> None:
    """Remove the armies and fleets of a nation without personalities; Elric stays (6.0; A-230)."""
    seat = s.ruler[nation]
    s.log("collapses", "6.0l", "6.0m", seat=seat, power=nation)
    remove_pieces(s, [p for p in PIECES_OF[nation] if KIND[p] != PERSON and s.where[p] >= 0 and s.owner[p] == seat])
    dissolve(s, nation)


def dissolve(s: ElricState, power: int) -> None:
    """Free a power, which can be mustered again; other players keep counters of it."""
    s.ruler[power] = NOBODY
    s.freed = tuple([each for each in s.freed if each != power])
    s.fresh = tuple([each for each in s.fresh if each != power])
    lay_aside(s, [p for p in PIECES_OF[power] if s.where[p] == LOST], OFF, NOBODY)


def remove_pieces(s: ElricState, pieces: Sequence[int]) -> None:
    """Take counters of a nation off the map; others aboard its ships become castaways (7.3)."""
    seas = {(s.owner[p], s.where[p]) for p in pieces if KIND[p] == FLEET and IS_SEA[s.where[p]]}
    others = sorted([p for p, ship in s.ship.items() if ship in pieces and p not in pieces])
    leave_ships(s, others)
    go_off(s, pieces, OFF)
    lay_aside(s, pieces, OFF, NOBODY)
    for seat, area in sorted(seas):
        left = [p for p in others if s.owner[p] == seat and s.where[p] == area]
        naval.take_in(s, left, naval.fleets_at(s, seat, area))
        naval.castaways(s, seat, area)


def after_deaths(s: ElricState) -> None:
    """Settle deaths: nations without leaders, Elric without a controller (6.0, 12.1.2)."""
    check_nations(s)
    settle_elric(s)
