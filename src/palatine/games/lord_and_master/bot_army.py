"""The captain's armies: who leads what, what it is worth, and where it can win."""

from __future__ import annotations

from dataclasses import dataclass

from palatine.games.lord_and_master import components as c
from palatine.games.lord_and_master import neutrals
from palatine.games.lord_and_master import orders as o
from palatine.games.lord_and_master.leading import allowance
from palatine.games.lord_and_master.march import POINTS, races_led
from palatine.games.lord_and_master.naming import batches, spot
from palatine.games.lord_and_master.reach import reach
from palatine.games.lord_and_master.state import NEUTRAL, State
from palatine.games.lord_and_master.turn import Turn

SURE = 1.7
"""How much stronger he must be to attack."""
GUARD = 2
"""Units he leaves where his treasury lies."""


@dataclass
class Army:
    """A character with the troops he could lead from where he stands."""

    s: State
    me: int
    leader: int
    units: list[int]

    @property
    def strength(self) -> float:
        return strength(self.s, self.units)

    def order(self) -> o.Lead | None:
        """The best attack within reach: the weakest worthwhile enemy or neutral place; None when there is none."""
        s = self.s
        here = s.people[self.leader].place
        take = o.Take(batches(s, self.units))
        t = Turn(s, dry=True)
        points = min([POINTS, *(allowance(t, n) for n in self.units)])
        best: tuple[float, int] | None = None
        chosen: tuple[int, ...] = ()
        for square, path in reach(s, here, points).items():
            if any(_is_manned(s, self.me, each) for each in path[:-1]):
                continue
            worth = self._worth(square)
            if worth is not None and (best is None or (worth, -square) > best):
                best, chosen = (worth, -square), path
        if best is None:
            return None
        return o.Lead((take, o.Go(tuple(spot(place) for place in chosen))))

    def _worth(self, square: int) -> float | None:
        """What taking a square would bring; None when it cannot be hoped for."""
        s = self.s
        holder = s.holder(square)
        if holder != NEUTRAL and not s.is_hostile(self.me, holder):
            return None
        against = resistance(s, self.me, square)
        if self.strength < SURE * against:
            return None
        province = c.PROVINCES[s.terrain[square]]
        prize = 10 + 2 * province.tribute + province.tax + s.coffers.get(square, 0) / 5
        prize += 30 * any(
            nation.site == square for seat, nation in enumerate(s.nations) if s.is_hostile(self.me, seat)
        )
        return prize - 8 * against / max(1.0, self.strength)


def armies(s: State, me: int) -> list[Army]:
    """Each stack under the best leader beside it, each unit in one army only."""
    found = []
    used: set[int] = set()
    t = Turn(s, dry=True)
    leaders = sorted((n for n in s.roster(me) if s.people[n].captor is None), key=lambda n: (-s.people[n].level, n))
    for who in leaders:
        person = s.people[who]
        leads = races_led(t, who)
        units = [
            n
            for n in s.units_at(person.place, me)
            if n not in used and c.TROOPS[s.units[n].code].race in leads and c.TROOPS[s.units[n].code].table != 1
        ]
        units.sort(key=lambda n: (-_values(s, n)[0], n))
        if s.nations[me].site == person.place:
            units = units[: max(0, len(units) - GUARD)]
        units = units[: 5 * t.level(who)]
        if units:
            used.update(units)
            found.append(Army(s, me, who, units))
    return found


def strength(s: State, units: list[int]) -> float:
    """What a stack is worth in a fight: its attack, half its defence, and how many hits it stands."""
    return sum(_values(s, n)[0] + _values(s, n)[1] / 2 + (0 if s.units[n].wounded else 2) for n in units)


def resistance(s: State, me: int, square: int) -> float:
    """What waits in a square, the standing force of a neutral province included."""
    foes = [n for n in s.units_at(square) if s.is_hostile(me, s.units[n].owner)]
    if s.holder(square) == NEUTRAL and square not in s.roused:
        force = neutrals.standing_force(s, square)
        return sum(
            count * (c.TROOPS[code].full[0] + c.TROOPS[code].full[1] / 2 + 2) for code, count in force
        ) + strength(s, foes)
    return strength(s, foes)


def _is_manned(s: State, me: int, square: int) -> bool:
    """Whether troops that enter a square would have to fight there."""
    return s.holder(square) == NEUTRAL or any(s.is_hostile(me, s.units[n].owner) for n in s.units_at(square))


def _values(s: State, n: int) -> tuple[int, int, int]:
    unit = s.units[n]
    troop = c.TROOPS[unit.code]
    return troop.wounded if unit.wounded and troop.wounded is not None else troop.full
