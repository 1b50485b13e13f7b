"""The captain's use of magic: fire, healing, raising the dead and the call to the god."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any, Final

from palatine.games.lord_and_master.bot import diplomacy
from palatine.games.lord_and_master.bot.parameters import USUAL, CaptainParameters
from palatine.games.lord_and_master.bot.setup import FEASTER
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_square, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.actions.interventions import PROMOTED
from palatine.games.lord_and_master.rules.common import class_powers
from palatine.games.lord_and_master.rules.common.class_powers import REACH
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.rules.common.unit_groups import grouped, place_ref
from palatine.games.lord_and_master.rules.victory import controlled_places
from palatine.games.lord_and_master.state import NO_SEAT, Person, State, Unit

LEADER_WORTH: Final = 0.5
"""Value of a supreme leader in addition to that of a character."""
UNIT_WORTH: Final = 0.1
OTHERS_FACTOR: Final = 3
"""Factor of the value of pieces that are not hostile, which counts against a square."""


class Powers:
    """Actions from class powers and the god, for characters without a better one."""

    def __init__(self, s: State, me: int, parameters: CaptainParameters = USUAL) -> None:
        self.s = s
        self.me = me
        self.parameters = parameters
        self.t = Turn(s, is_rehearsal=True)
        self.nation = s.nations[me]
        self.has_called = self.nation.called or bool(s.calls)

    def call(self) -> o.Intervene | None:
        """Return the call to a god that blesses or curses, once it is worthwhile; None otherwise."""
        s = self.s
        if self.has_called or s.turn < self.parameters.calling:
            return None
        found = {"Jupiter": self._jupiter, "Mars": self._call_mars, "Odin": self._odin}
        made = found[self.nation.god]() if self.nation.god in found else None
        self.has_called = made is not None
        return made

    def call_feaster(self) -> o.Intervene | None:
        """Return the call on the square with most enemies far from the nation's own lands (DI-16).

        In the first turn a nation's characters recruit in the same squares. In the next turns a rival's call of the
        first may still be pending, which leaves another unheard (A-20).
        """
        s = self.s
        if self.has_called or self.nation.god != FEASTER or s.feaster or 1 < s.turn < self.parameters.calling:
            return None
        own = [square_of(place) for place, holder in s.holders.items() if holder == self.me]
        targets = {
            place: worth
            for place, worth in self._targets().items()
            if is_square(place) and all(world.distance(place, square) >= self.parameters.afar for square in own)
        }
        best = max(targets, key=lambda place: (targets[place], -place), default=0)
        if not best or targets[best] < self.parameters.feast:
            return None
        self.has_called = True
        return o.Intervene(at=place_ref(best))

    def _jupiter(self) -> o.Intervene | None:
        return o.Intervene() if len(controlled_places(self.s, self.me)) >= self.parameters.rich else None

    def _call_mars(self) -> o.Intervene | None:
        """Return the call that promotes the units with the most to gain."""
        s = self.s
        gains: list[tuple[int, int]] = []
        for n, unit in s.units.items():
            if unit.owner == self.me and unit.captor is None and pieces.TROOPS[unit.code].grade in "BCD":
                better = pieces.TROOPS[pieces.graded(unit.code, "A")].full
                gains.append((pieces.TROOPS[unit.code].full[0] - better[0], n))
        chosen = [n for _, n in sorted(gains)[:PROMOTED]]
        if len(chosen) < PROMOTED:
            return None
        counts: dict[tuple[str, int], int] = {}
        for n in chosen:
            key = (s.units[n].code, s.units[n].place)
            counts[key] = counts.get(key, 0) + 1
        return o.Intervene(
            tuple(o.Picked(code, count, place_ref(place)) for (code, place), count in counts.items())
        )

    def _odin(self) -> o.Intervene | None:
        foe = diplomacy.enemy(self.s, self.me)
        return o.Intervene(player=self.s.seats[foe]) if foe != NO_SEAT else None

    def _targets(self) -> dict[int, float]:
        """Return the value of hostile nations' pieces in each place, less that of others.

        A character counts as 1, and a tenth for each level.
        """
        s = self.s
        leaders = {nation.leader for nation in s.nations}
        worths: list[tuple[Person | Unit, float]] = [
            *[(each, 1.0 + 0.1 * each.level + LEADER_WORTH * (n in leaders)) for n, each in s.people.items()],
            *[(each, UNIT_WORTH) for each in s.units.values()],
        ]
        found: dict[int, float] = {}
        for each, worth in worths:
            if each.captor is None and 0 <= each.owner < len(s.nations):
                share = worth if s.is_hostile(self.me, each.owner) else -OTHERS_FACTOR * worth
                found[each.place] = found.get(each.place, 0.0) + share
        return found

    def use(self, who: int) -> Any:
        """Return the first worthwhile use of a character's powers; None if there is none."""
        return next(self._uses(who, self.s.people[who]), None)

    def _uses(self, who: int, person: Person) -> Iterator[Any]:
        s = self.s
        powers = pieces.CLASSES[person.of].powers
        hurt = [n for n in s.units_at(person.place, self.me) if s.units[n].wounded]
        if "He" in powers and len(hurt) > 1:
            yield o.Heal(grouped(s, hurt[: class_powers.heals_at_once(self.t, who)]))
        target = self._most_crowded_place(person.place)
        if "Rf" in powers and target:
            yield o.Rain(place_ref(target))
        if "Pp" in powers and self.nation.god == "Jupiter" and target:
            yield o.Bolts(place_ref(target))
        if "Rld" in powers and person.place in s.boneyards:
            yield o.RaiseDead()

    def _most_crowded_place(self, here: int) -> int:
        """Return the most crowded hostile place in reach without friendly characters; 0 for none."""
        s = self.s
        counts: dict[int, int] = {}
        for unit in s.units.values():
            if world.distance(square_of(here), square_of(unit.place)) > REACH:
                continue
            foe = 0 <= unit.owner < len(s.nations) and s.is_hostile(self.me, unit.owner)
            counts[unit.place] = counts.get(unit.place, 0) + (1 if foe else -self.parameters.crowd)
        best = max(counts, key=lambda place: (counts[place], -place), default=0)
        return best if best and counts[best] >= self.parameters.crowd and not s.people_at(best, self.me) else 0
