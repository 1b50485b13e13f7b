"""Values of troops for the captain: strength of stacks, resistance of places, guards needed."""

from __future__ import annotations

from palatine.games.lord_and_master.bot.parameters import USUAL, CaptainParameters
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_fort, is_square, square_of
from palatine.games.lord_and_master.rules.common import neutrals
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, State


def might(t: Turn, n: int) -> float:
    """Return the value of a unit in a fight, from attack, half its defence, and hits left."""
    attack, defence, _ = t.values(n)
    return attack + defence / 2 + (0 if t.s.units[n].wounded else 2)


def strength(t: Turn, units: list[int]) -> float:
    return sum(might(t, n) for n in units)


def force(t: Turn, place: int) -> float:
    """Return the strength of a neutral place whose force is not on the map."""
    rows = [(t.troop(code).full, count) for code, count in neutrals.standing_force(t.s, place)]
    return sum(count * (full[0] + full[1] / 2 + 2) for full, count in rows)


class Defence:
    """Resistance to a nation in each place, cached for a turn."""

    def __init__(self, s: State, me: int, parameters: CaptainParameters = USUAL) -> None:
        self.s = s
        self.parameters = parameters
        self.t = Turn(s, is_rehearsal=True)
        self.me = me
        self.enemies: dict[int, float] = {}
        """Strength of hostile nations, magnates and wild hosts, by place."""
        self.known: dict[int, float] = {}
        """Cached resistance by place."""
        self.natives: dict[int, float] = {}
        """Strength of neutral troops on the map, by place."""
        hostile = {owner for owner in {unit.owner for unit in s.units.values()} if s.is_hostile(me, owner)}
        for n, unit in s.units.items():
            if unit.captor is not None or unit.owner not in hostile:
                continue
            kept = self.natives if unit.owner == NEUTRAL else self.enemies
            kept[unit.place] = kept.get(unit.place, 0.0) + might(self.t, n)

    def enemies_at(self, place: int) -> float:
        return self.enemies.get(place, 0.0)

    def resistance(self, place: int) -> float:
        """Return the total strength of the troops that would fight the nation in a place."""
        if place not in self.known:
            self.known[place] = self._resistance(place)
        return self.known[place]

    def _resistance(self, place: int) -> float:
        s = self.s
        standing = self.enemies_at(place) + self.natives.get(place, 0.0)
        if s.holder(place) == NEUTRAL and place not in s.roused and not is_fort(place):
            standing += force(self.t, place)
        return standing

    def is_prey(self, place: int) -> bool:
        """Return whether a place is neutral or an enemy's."""
        holder = self.s.holder(place)
        return holder == NEUTRAL or self.s.is_hostile(self.me, holder)

    def prey(self) -> list[int]:
        return [square for square in range(1, len(self.s.terrain)) if self.is_prey(square)]

    def guard(self, place: int, units: list[int]) -> int:
        """Return how many of the units, counted from the weakest, must stay in a place."""
        s = self.s
        if not s.is_friend(self.me, s.holder(place)):
            return 0
        if s.nations[self.me].site != place:
            return 1 if len(units) >= self.parameters.band else 0
        threat = self.threat(place)
        kept, left = 0.0, 0
        for n in reversed(units):
            if left >= self.parameters.guard and kept >= threat:
                break
            kept += might(self.t, n)
            left += 1
        return left

    def threat(self, place: int) -> float:
        """Return the strength of the strongest enemies near a place."""
        square = square_of(place)
        return max(
            (
                power
                for each, power in self.enemies.items()
                if is_square(each) and world.distance(square, each) <= self.parameters.near
            ),
            default=0.0,
        )
