"""The captain's marches: gather armies, attack the weak, occupy undefended places."""

from __future__ import annotations

from math import inf
from typing import Any

from palatine.games.lord_and_master.bot.outlook import Outlook
from palatine.games.lord_and_master.bot.parameters import USUAL, CaptainParameters
from palatine.games.lord_and_master.bot.unit_values import Defence, might, strength
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import city_in, fort_in, is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions import troop_actions
from palatine.games.lord_and_master.rules.actions.leading import allowance
from palatine.games.lord_and_master.rules.common import treasuries
from palatine.games.lord_and_master.rules.common.march import POINTS, capacity, loaded, races_led
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import grouped, place_ref
from palatine.games.lord_and_master.rules.movement import reach
from palatine.games.lord_and_master.state import State

Way = tuple[float, tuple[int, ...]]
"""Value of a march and the places on it."""


class War:
    """Plans of all armies of a nation for one turn."""

    def __init__(self, s: State, me: int, parameters: CaptainParameters = USUAL) -> None:
        self.s = s
        self.me = me
        self.parameters = parameters
        self.t = Turn(s, is_rehearsal=True)
        self.defence = Defence(s, me, parameters)
        self.used: set[int] = set()
        """Units already assigned to a leader."""
        self.outlook = Outlook(s, me, parameters)
        self.values = self.outlook.values
        """Worth of squares for the nation's own victory and against those of others."""
        self.aims: set[int] = set()
        """Squares already chosen as targets of an attack."""
        self.stacks: dict[int, list[int]] = {}
        for n, unit in s.units.items():
            if unit.owner == me and unit.captor is None and pieces.TROOPS[unit.code].table != 1:
                self.stacks.setdefault(unit.place, []).append(n)

    def army(self, who: int, place: int | None = None, room: int | None = None) -> list[int]:
        """Return the best units that a leader could take in a place, leaving guards behind."""
        s = self.s
        place = s.people[who].place if place is None else place
        leads = races_led(self.t, who)
        units = [
            n
            for n in self.stacks.get(place, ())
            if n not in self.used and pieces.TROOPS[s.units[n].code].race in leads
        ]
        units.sort(key=lambda n: (-might(self.t, n), n))
        spare = len(units) - self.defence.guard(place, units)
        most = len(loaded(s, units, self.t.level(who))) if room is None else room
        return units[: max(0, min(spare, most))]

    # Attacks

    def raid(self, who: int) -> o.Lead | None:
        """Return the most valuable march: over undefended land, to a winnable battle, to a city."""
        units = self.army(who)
        if not units:
            return None
        power = strength(self.t, units)
        points = min([POINTS, *(allowance(self.t, n) for n in units)])
        best: tuple[float, tuple[int, ...], Any] = (self.parameters.worthwhile, (), None)
        for gain, path in self._marches(self.s.people[who].place, points, power):
            end = square_of(path[-1]) if path else square_of(self.s.people[who].place)
            more, step = self._walls(end, power)
            worth = gain + more - self._exposure(end, power) - len(path) / 4
            if worth > best[0] and (path or step is not None):
                best = (worth, path, step)
        worth, path, step = best
        if not path and step is None:
            return None
        self.used.update(units)
        self.aims.update(path[-1:])
        go = (o.Go(tuple(place_ref(place) for place in path)),) if path else ()
        return o.Lead((o.Take(grouped(self.s, units)), *go, *((step,) if step is not None else ())))

    def _marches(self, start: int, points: int, power: float) -> list[Way]:
        """Return the promising marches, the best for each square and number of points spent."""
        s = self.s
        here = square_of(start)
        best: dict[tuple[int, int], Way] = {(here, 0): (0.0, ())}
        found: list[Way] = [(0.0, ())]
        for spent in range(points + 1):
            for at in [square for square, used in best if used == spent]:
                gain, path = best[at, spent]
                for square in world.NEIGHBOURS[at]:
                    total = spent + world.PROVINCES[s.terrain[square]].cost
                    if total > points or square in path or square == here or square in self.aims:
                        continue
                    against = self.defence.resistance(square)
                    way = (gain + self._prize(square, against), (*path, square))
                    if against and (self.outlook.is_near_elimination or power < self.parameters.sure * against):
                        continue
                    found.append(way)
                    if not against and way[0] > best.get((square, total), (-1.0, ()))[0]:
                        best[square, total] = way
        return found

    def _prize(self, square: int, against: float) -> float:
        """Return the value of taking a square; 0 for a square of its own without enemies."""
        s = self.s
        holder = s.holder(square)
        if not self.defence.is_prey(square):
            return 6.0 if against else 0.0
        province = world.PROVINCES[s.terrain[square]]
        prize = 12 + 2 * province.tribute + province.tax + s.coffers.get(square, 0) / 5
        prize += self.values.get(square, 0.0)
        prize += 4 * (holder >= 0) + 30 * (s.nations[self.me].holy_site == square)
        for seat, nation in enumerate(s.nations):
            if treasuries.site(s, seat) == square and s.is_hostile(self.me, seat):
                prize += 20 + nation.gold / 5
        return prize - against / 20

    def _exposure(self, square: int, power: float) -> float:
        if self.outlook.is_near_elimination and self.defence.threat(square) > power:
            return inf
        near = sum(self.defence.enemies_at(each) for each in world.NEIGHBOURS[square])
        return self.parameters.exposed if near > 1.3 * power else 0.0

    def _walls(self, square: int, power: float) -> tuple[float, Any]:
        """Return the value of a hostile city or fort in the last square, and the step that takes it."""
        s = self.s
        for place in (city_in(square), fort_in(square)):
            if not s.exists(place) or not self.defence.is_prey(place):
                continue
            inside = self.defence.resistance(place)
            worth = 20.0 if place == city_in(square) else 5.0
            if not inside:
                return worth, o.Go((place_ref(place),))
            if self.outlook.is_near_elimination:
                continue
            if power >= self.parameters.storm * inside:
                return worth, o.Assault(place_ref(place))
            if power >= self.parameters.besiege * inside and s.holder(place) >= 0:
                return worth / 2, o.Siege(place_ref(place))
        return 0.0, None

    # The last characters

    def safety(self, place: int) -> float:
        """Return by how much the nation's troops in a place exceed the strongest enemies near it."""
        return strength(self.t, self.stacks.get(place, [])) - self.defence.threat(place)

    def shelter(self, who: int) -> o.Move | None:
        """Move a character that enemies threaten to the safest place of its own in reach (IPR-11)."""
        s = self.s
        here = s.people[who].place
        best: tuple[float, tuple[int, ...]] = (self.safety(here), ())
        for square, path in reach(s, here, POINTS).items() if best[0] < 0 else ():
            if any(self.defence.enemies_at(each) for each in path):
                continue
            for place in (square, city_in(square)):
                if s.is_friend(self.me, s.holder(place)) and self.safety(place) > best[0]:
                    best = (self.safety(place), (*path, place) if place != square else path)
        return o.Move(tuple(place_ref(place) for place in best[1])) if best[1] else None

    # Between attacks

    def muster(self, who: int) -> o.Lead | None:
        """Lead the troops at hand to the largest idle stack that the leader can command."""
        s = self.s
        mine = self.army(who)
        room = capacity(self.t.level(who), {pieces.TROOPS[s.units[n].code].race for n in mine}) - len(mine)
        here = s.people[who].place
        best: tuple[float, tuple[int, ...], list[int]] = (8.0, (), [])
        for square, path in reach(s, here, self._points(mine)).items():
            if any(self.defence.resistance(each) for each in path):
                continue
            for place in (square, city_in(square)):
                found = self.army(who, place, room) if place in self.stacks else []
                worth = strength(self.t, found) - 3 * len(path)
                if worth > best[0] and s.is_friend(self.me, s.holder(place)):
                    best = (worth, (*path, place) if place != square else path, found)
        _, path, found = best
        if not found:
            return None
        self.used.update(mine, found)
        take = (o.Take(grouped(s, mine)),) if mine else ()
        return o.Lead((*take, o.Go(tuple(place_ref(place) for place in path)), o.Take(grouped(s, found))))

    def advance(self, who: int) -> o.Lead | None:
        """Advance towards the nearest beatable target, as far as the way is free of enemies."""
        s = self.s
        units = self.army(who)
        power = strength(self.t, units)
        if len(units) < 3:
            return None
        here = square_of(s.people[who].place)
        prey = [
            square
            for square in self.defence.prey()
            if power >= self.parameters.sure * self.defence.resistance(square)
        ]
        if not prey:
            return None
        goal = min(
            prey,
            key=lambda square: (
                world.distance(here, square) - self.values.get(square, 0.0) / self.parameters.detour,
                -self._prize(square, 0),
                square,
            ),
        )
        ways = {
            square: path
            for square, path in reach(s, here, self._points(units)).items()
            if not any(self.defence.resistance(each) for each in path)
        }
        step = min(ways, key=lambda square: (world.distance(square, goal), len(ways[square]), square), default=0)
        if not step or world.distance(step, goal) >= world.distance(here, goal):
            return None
        self.used.update(units)
        return o.Lead((o.Take(grouped(s, units)), o.Go(tuple(place_ref(place) for place in ways[step]))))

    def _points(self, units: list[int]) -> int:
        return min([POINTS, *(allowance(self.t, n) for n in units)])

    # At home

    def drill(self, who: int) -> o.Train | None:
        """Train as many units in the leader's place as possible, of the most numerous kind."""
        s = self.s
        person = s.people[who]
        trains = troop_actions.races_trained(self.t, who)
        counts: dict[str, int] = {}
        for n in self.stacks.get(person.place, ()):
            unit = s.units[n]
            if (
                n not in self.used
                and not unit.wounded
                and pieces.trained(unit.code)
                and pieces.TROOPS[unit.code].race in trains
            ):
                counts[unit.code] = counts.get(unit.code, 0) + 1
        if not counts or not is_square(person.place):
            return None
        most = troop_actions.trains_at_once(self.t, who)
        code = max(counts, key=lambda each: (min(counts[each], most), pieces.TROOPS[each].full[0], each))
        into = pieces.trained(code)
        return o.Train(code, min(counts[code], most), into) if into is not None else None
