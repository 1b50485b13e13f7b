"""A turn in progress: acting owner, records of what happened, dice and journal.

No decisions are made during a turn, so this is not part of the saved state: `sequence.run_turn` creates a `Turn`,
runs it on its state and drops it. In the rehearsal of a sheet no dice are rolled, all chances succeed, battles are
won without loss, and chances and costs are noted instead.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable
from copy import deepcopy
from typing import Any, TypeVar

import msgspec

from palatine.core import Chance, ShownChance, Tally, success_chance
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import CITY, FORT, square_of
from palatine.games.lord_and_master.orders.kinds import PlaceRef
from palatine.games.lord_and_master.rules.common.naming import numbers_in, saved_facts, with_names
from palatine.games.lord_and_master.state import NEUTRAL, CalledIntervention, State, is_nation

Record = TypeVar("Record", bound=msgspec.Struct)
R = TypeVar("R", bound=Hashable)
TallyPart = tuple[int, str, str]
"""An amount, the clause that grants it, and the message key of its reason."""


class OrderFailed(Exception):
    """Raised if an order cannot be carried out; the rest of it is dropped (R119)."""

    def __init__(self, clause: str, reason: str, data: dict[str, Any], uncertain: bool) -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason
        self.data = data
        self.uncertain = uncertain


class Actions(msgspec.Struct):
    """Characters who have acted this turn."""

    acted: set[int] = set()
    walked: set[int] = set()
    """Characters who were ordered to move."""
    stepped: set[int] = set()
    """Characters who entered or left a city or fort before acting (MV-05)."""
    wreckers: set[int] = set()
    """Characters whose troops devastate this turn, whatever their orders (DIS-06)."""
    joined: set[int] = set()
    """Characters who joined this turn and act from the next one on (R131)."""


class Shields(msgspec.Struct):
    """Shielded places, for the rest of the turn (E-20, R104)."""

    places: set[int] = set()


class Turn:
    """The turn in progress on state `s`.

    Data that a chapter needs until the end of the turn are stored in its own record, which `of` returns.
    """

    def __init__(self, s: State, is_rehearsal: bool = False) -> None:
        self.s = s
        self.is_rehearsal = is_rehearsal
        self.actor = NEUTRAL
        """The owner whose order is carried out: a seat or a magnate."""
        self.notes: list[tuple[str, dict[str, Any]]] = []
        """In a rehearsal: costs and chances of the current line."""
        self.chances: list[tuple[str, ShownChance]] = []
        """In a rehearsal: the chances among the notes, each with the kind of its note."""
        self.ways: list[tuple[int, ...]] = []
        """In a rehearsal: paths of the pieces that the current line sends."""
        self.watch: Callable[[Any], None] | None = None
        """In a rehearsal: callback that receives each battle before it is skipped."""
        self.alliances = tuple(s.alliances)
        """Alliances at the time of the sequence roll, which take joint turns (R138)."""
        self._records: dict[type, Any] = {}

    def of(self, kind: type[Record]) -> Record:
        """Return the turn's record of a type, created empty on first use."""
        found: Record | None = self._records.get(kind)
        if found is None:
            found = self._records[kind] = kind()
        return found

    def going_on(self, s: State, is_rehearsal: bool) -> Turn:
        """Return the turn on a copy of its state, with copies of all records."""
        twin = Turn(s, is_rehearsal)
        twin.actor, twin.alliances = self.actor, self.alliances
        twin._records = deepcopy(self._records)
        return twin

    # Conditions

    def need(self, condition: Any, clause: str, reason: str, /, uncertain: bool = False, **data: Any) -> None:
        """Drop the current order unless `condition` holds.

        `uncertain` means that other actions of this turn can make it possible, so that a sheet with this order is
        valid.
        """
        if not condition:
            raise OrderFailed(clause, reason, data, uncertain)

    def place(self, ref: PlaceRef, here: int) -> int:
        """Return the place of a reference; drop the order if there is none."""
        s = self.s
        if ref.name:
            return self._place_by_name(ref)
        if not ref.square:
            return here
        place = ref.square + {"": 0, "city": CITY, "fort": FORT}[ref.part]
        self.need(1 <= ref.square < len(s.terrain), "LM-MAP-01", "drop.no-square", square=ref.square)
        may_be = (
            ref.part == "fort" or ref.square in s.ruins
        )  # A fort may still be built, and a city may escape plunder.
        self.need(s.exists(place), "LM-MV-04", "drop.no-such-place", place=place, uncertain=may_be)
        return place

    def _place_by_name(self, ref: PlaceRef) -> int:
        s = self.s
        wanted = ref.name.casefold()
        for square, fort in s.forts.items():
            if fort.casefold() == wanted:
                return square + FORT
        for square in (*world.CITIES, *s.own_cities):
            if s.has_city(square) and s.city(square).name.casefold() == wanted:
                return square + CITY
        raise OrderFailed("LM-MAP-03", "drop.no-such-name", {"name": ref.name}, uncertain=True)

    # Dice

    def attempt(self, purpose: str, parts: Iterable[TallyPart], roller: int | None = None) -> tuple[bool, Tally]:
        """Roll a d20 that must not exceed the sum of the parts; it succeeds in a rehearsal.

        `roller` is the owner who rolls, by default the acting one.
        """
        return self.decide(self.check(purpose, parts, roller))

    def check(
        self, purpose: str, parts: Iterable[TallyPart], roller: int | None = None, about: object = None
    ) -> Chance[bool]:
        """Return the chance that a d20 does not exceed the sum of the parts.

        Rolls of one purpose are distinguished by `about`, by default the owner who rolls.
        """
        tally = self._tally(purpose, parts, 20, roller)
        tally.is_roll_under = True
        owner = self.actor if roller is None else roller
        return success_chance(tally, sides=20, about=owner if about is None else about)

    def decide(self, chance: Chance[bool], kind: str = "chance", **data: Any) -> tuple[bool, Tally]:
        """Roll a chance; in a rehearsal, make a note of this kind and succeed."""
        if self.is_rehearsal:
            self.preview_odds(kind, chance, **data)
            return True, chance.tally
        return chance.roll(self.s)

    def table(self, purpose: str, parts: Iterable[TallyPart], read: Callable[[int], R]) -> Chance[R]:
        """Return the chance of results of `read` for a d20 of the acting owner plus the parts."""
        tally = self._tally(purpose, parts, 20, None)
        return Chance(tally, lambda thrown: read(thrown.total), sides=20, about=self.actor)

    def throw(
        self, purpose: str, parts: Iterable[TallyPart] = (), sides: int = 20, roller: int | None = None
    ) -> Tally:
        """Roll a die plus the parts without a preview of its chances. Not for rehearsals."""
        tally = self.s.roll(purpose, 1, sides)
        tally.parts = self._tally(purpose, parts, sides, roller).parts
        return tally

    def _tally(self, purpose: str, parts: Iterable[TallyPart], sides: int, roller: int | None) -> Tally:
        tally = Tally(purpose)
        for amount, clause, reason in parts:
            tally.add(amount, clause, reason)
        if sides == 20 and self.is_cursed(self.actor if roller is None else roller):
            tally.add(-2, "LM-DI-13", "curse")
        return tally

    # The gods

    def blessing(self, seat: int, god: str) -> CalledIntervention | None:
        """Return the intervention of `god` in effect for `seat` this turn."""
        return next((call for call in self.s.blessings if call.seat == seat and call.god == god), None)

    def is_cursed(self, owner: int) -> bool:
        """Return whether an owner is under Odin's curse this turn."""
        return any(call.god == "Odin" and call.target == owner for call in self.s.blessings)

    def level(self, who: int) -> int:
        """Return a character's level for matters of troops (DI-08, R82)."""
        person = self.s.people[who]
        return person.level + (2 if self.blessing(person.owner, "Mars") else 0)

    def strength(self, code: str, owner: int) -> str:
        """Return the code whose values a unit has this turn (DI-07)."""
        return pieces.graded(code, "A") if self.blessing(owner, "Mars") else code

    def troop(self, code: str) -> pieces.Troop:
        """Return a code's row in the troop tables in use (R6)."""
        return (pieces.TROOPS_SMOOTHED if self.s.options.get("smooth_values") else pieces.TROOPS)[code]

    def values(self, n: int) -> tuple[int, int, int]:
        """Return a unit's current attack, defence and movement, by its own code (TT-13)."""
        unit = self.s.units[n]
        troop = self.troop(self.strength(unit.code, unit.owner))
        return troop.wounded if unit.wounded and troop.wounded else troop.full

    # Journal

    def log(
        self,
        kind: str,
        *clauses: str,
        at: Iterable[int] = (),
        to: Iterable[int] = (),
        public: bool = False,
        tally: Tally | None = None,
        shown: dict[str, Any] | None = None,
        **data: Any,
    ) -> None:
        """Log an entry for the seats `to` and those with pieces near the places `at` (R166).

        `shown` has further facts for the map, beside the numbers of places and owners, that are not part of the
        sentence.
        """
        if self.s.journal is None:
            return
        readers = None if public else self.witnesses(at, to)
        facts = with_names(self.s, data) | {"shown": {**numbers_in(data), **(shown or {})}}
        self.s.log(kind, *clauses, readers=readers, tally=tally, **saved_facts(facts))

    def course(self, here: int, place: int, owner: int, at: Iterable[int]) -> dict[str, Any]:
        """Return a path and its owner as facts for witnesses at `at`.

        In fog it is {} if another seat reads the entry, which may have seen only one end.
        """
        if self.s.journal is None:
            return {}
        if self.s.options.get("fog") and set(self.witnesses(at, (owner,))) - {owner}:
            return {}
        return {"way": [here, place], "whose": owner}

    def witnesses(self, places: Iterable[int], also: Iterable[int] = ()) -> tuple[int, ...]:
        """Return the seats with pieces or places in or next to these places, and the seats `also`."""
        s = self.s
        squares = {square_of(place) for place in places}
        near = squares | {next_ for square in squares for next_ in world.NEIGHBOURS[square]}
        near |= {square + inside for square in near for inside in (CITY, FORT)}
        seen = {owner for owner in also if is_nation(owner)}
        seen |= {owner for place, owner in s.holders.items() if place in near}
        seen |= {person.owner for person in s.people.values() if person.place in near}
        seen |= {unit.owner for unit in s.units.values() if unit.place in near}
        referee = len(s.nations)
        if len(s.seats) > referee:
            seen.add(referee)
        return tuple(sorted(owner for owner in seen if is_nation(owner)))

    def goes(self, here: int, place: int) -> None:
        """In a rehearsal, note a step of the current line's piece."""
        if not self.is_rehearsal or here == place:
            return
        if self.ways and self.ways[-1][-1] == here:
            self.ways[-1] = (*self.ways[-1], place)
        else:
            self.ways.append((here, place))

    def bring(self, n: int, place: int) -> bool:
        """Move a unit and return whether it arrives; the dead cannot enter a shielded place (E-22)."""
        is_dead = pieces.TROOPS[self.s.units[n].code].race == "dead"
        if is_dead and place != self.s.units[n].place and place in self.of(Shields).places:
            self.s.remove_unit(n)
            return False
        self.s.set_unit(n, place=place)
        return True

    def preview_odds(self, kind: str, chance: Chance[R], wanted: Callable[[R], object] = bool, **data: Any) -> None:
        """In a rehearsal, note how many of all throws give a wanted result."""
        if self.is_rehearsal:
            found = chance.distribution()
            self.preview(kind, odds=(found.count(wanted), found.throws), **data)
            self.show_chance(kind, chance, wanted)

    def show_chance(self, kind: str, chance: Chance[R], wanted: Callable[[R], object] = bool) -> ShownChance:
        """In a rehearsal, add to the chances of the current line; return the chance."""
        shown = chance.shown(wanted)
        self.chances.append((kind, shown))
        return shown

    def preview(self, kind: str, **data: Any) -> None:
        """In a rehearsal, note a cost or risk of the current line."""
        if self.is_rehearsal:
            self.notes.append((kind, with_names(self.s, data)))
