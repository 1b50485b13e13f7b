"""A turn while it is carried out: the phase, what has been done and cast, and what it is told with.

Nobody is asked anything during a turn, so this is no part of the saved state: `sequence.run_turn` makes a `Turn`,
carries everything out on its state and drops it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from palatine.core import Tally
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Army
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.naming import with_names, with_strangers_veiled
from palatine.games.adventurer_kings.rules.common.skills import Skills, effective
from palatine.games.adventurer_kings.rules.common.turn_records import (
    BattleRecords,
    Dealings,
    ExpiresWithArmy,
    ExpiresWithService,
    Expiring,
    Marching,
    Observable,
    Ordered,
    Phase,
    Pursuits,
    Sightings,
    Spells,
)
from palatine.games.adventurer_kings.state import State

PHASES: Final = 5
TallyPart = tuple[int, str, str]
"""An amount, the clause that gives it, the message key of its reason."""


class Failed(Exception):
    """An order cannot be carried out, and why."""

    def __init__(self, clause: str, reason: str, **data: Any) -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason
        self.data = data


def need(condition: object, clause: str, reason: str, /, **data: Any) -> None:
    """Give up the present order unless `condition` holds."""
    if not condition:
        raise Failed(clause, reason, **data)


class Turn:
    """The turn being carried out on state `s`."""

    def __init__(self, s: State) -> None:
        self.s = s
        self.phase = Phase()
        self.ordered = Ordered()
        self.marching = Marching()
        self.pursuits = Pursuits()
        self.spells = Spells()
        self.dealings = Dealings()
        self.sightings = Sightings()
        self.war = BattleRecords()
        self.skills = Skills(s)

    def begin_phase(self, number: int) -> None:
        """Go on to a phase of the year; what the turn kept of the one before is gone."""
        self.skills.clear()
        began = {n: person.place for n, person in self.s.people.items() if not person.died}
        self.phase = Phase(number, began, armies=dict(self.s.armies))

    # What is ordered

    def action_of(self, n: int) -> orders.Action | None:
        """What a character is ordered to do in this phase."""
        acts = self.ordered.acts.get(n)
        return acts[self.phase.number - 1] if acts is not None and self.phase.number else None

    # What is gone

    def remove_army(self, n: int) -> Army:
        """Take an army out of the world, and out of all that the turn keeps of it; the army as it was."""
        self._drop(ExpiresWithArmy, n)
        return self.s.armies.pop(n)

    def forget_servant(self, n: int) -> None:
        """Drop what somebody had begun for his King, and was to do for him, and the spells that he has cast or that are
        on him."""
        self._drop(ExpiresWithService, n)

    def forget_dead(self, n: int) -> None:
        """Drop the same of the dead, with the spells on him; should he be raised, he does nothing more in this turn."""
        self._drop(ExpiresWithService, n)
        self.ordered.acts[n] = [None] * PHASES

    def _drop(self, expiring: type[Expiring], n: int) -> None:
        records = (self.phase, self.ordered, self.marching, self.pursuits, self.spells, self.sightings, self.war)
        for record in records:
            for name in record.__slots__:
                each = getattr(record, name)
                if isinstance(each, expiring):
                    each.drop(n)

    # The ground

    def terrain(self, place: int) -> int:
        """What a province is in this turn: a Parted Sea is a plain (4.2.1)."""
        terrain = self.s.lands[place].terrain
        return tables.PLAIN if terrain == tables.SEA and place in self.spells.parted else terrain

    def is_sea(self, place: int) -> bool:
        return self.terrain(place) == tables.SEA

    # What is known

    def known_before(self, seat: int, place: int) -> int:
        """How much of a province a side had explored before this phase, in hundredths; natives know all of it."""
        if seat < 0:
            return 100
        known = self.s.known[seat].get(place)
        return self.phase.explored.get((seat, place), known.explored if known is not None else 0)

    # Skill

    def skill(self, n: int, ability: int) -> int:
        """A character's effective level: his own, the royal one, items, discoveries, offices and titles (A8)."""
        return self.skills[n, ability]

    def note_stealth(self, n: int) -> None:
        """Keep what hides him all turn long: Spy if he is to spy or trail, Thief if to steal (4.3.3, 4.3.5)."""
        acts = self.ordered.acts[n]
        hides = {tables.SPY: any(map(orders.is_spying, acts)), tables.THIEF: any(map(orders.is_theft, acts))}
        if any(hides.values()):
            self.sightings.furtive[n] = {ability for ability, is_used in hides.items() if is_used}

    def forget_skills(self) -> None:
        """Reckon skills anew: levels, items or discoveries have changed."""
        self.skills.clear()

    def melee_with(self, n: int, weapon: int) -> int:
        """A character's Melee with this weapon in hand, 0 for none (5.1)."""
        return effective(self.s, n, tables.MELEE, weapon)

    def level(self, n: int, ability: int) -> int:
        """The level by which percentages go."""
        return tables.PERCENT_LEVEL[self.skill(n, ability)]

    def masters(self, n: int, power: int) -> bool:
        """Return whether a character, if there is one, has a power that comes with levels five to nine (2.0)."""
        if n not in self.s.people:
            return False
        ability, which = divmod(power, tables.POWERS_EACH)
        level = self.s.people[n].levels[ability]
        return which in self.s.mastery[ability][: max(0, level - 4)]

    def has_master(self, seat: int, power: int) -> bool:
        """Whether anybody in a seat's service has such a power."""
        return seat >= 0 and any(self.masters(n, power) for n, _ in self.s.at_home(seat))

    def power(self, seat: int, name: str) -> Any:
        """What a seat's discoveries say of something; None for nothing. No two discoveries speak of the same."""
        if seat < 0:
            return None
        known = [tables.DISCOVERIES[d].powers for d in self.s.kingdoms[seat].discoveries]
        return next((powers[name] for powers in known if name in powers), None)

    def gear(self, n: int, name: str) -> list[Any]:
        """Return what a character's items say of something; nothing where there is no character."""
        kinds = [tables.ITEMS[self.s.items[i].kind] for i in self.s.items_of(n)] if n else []
        return [kind.powers[name] for kind in kinds if name in kind.powers]

    def has_title(self, n: int, title: int) -> bool:
        return n > 0 and bool(self.s.title_holders) and self.s.title_holders[title] == n

    def has_office(self, n: int, office: int) -> bool:
        return n > 0 and bool(self.s.holders) and self.s.holders[office] == n

    def serves_in_office(self, seat: int, office: int) -> bool:
        """Whether somebody who lives and serves a seat holds an office (10.1)."""
        holder = self.s.people.get(self.s.holders[office]) if self.s.holders else None
        return holder is not None and holder.seat == seat and not holder.died

    # Dice

    def die(self, sides: int, purpose: str) -> int:
        return self.s.dice.die(purpose, sides)

    def attempt(self, purpose: str, *parts: TallyPart) -> Tally:
        """A roll of 100 sides against the parts; `within` says whether it succeeds."""
        tally = self.s.roll(purpose, 1, 100)
        tally.is_roll_under = True
        for amount, clause, reason in parts:
            tally.add(amount, clause, reason)
        return tally

    def keeper(self, n: int) -> int:
        """Who keeps what a character wins: himself; the King for a guest from Valhalla, who takes nothing along."""
        person = self.s.people[n]
        return self.s.kingdoms[person.seat].king if person.visitor else n

    def has_luck(self, n: int) -> bool:
        """Return whether a character who fails may roll once more, which luck allows once a turn."""
        return n not in self.spells.lucky and any(self.gear(n, "luck"))

    def second_try(self, n: int) -> bool:
        """Use the luck of a character who has failed; return whether there was any."""
        if not self.has_luck(n):
            return False
        self.spells.lucky.add(n)
        return True

    def chance(self, percent: float, purpose: str) -> bool:
        """Whether something happens that has this chance; tenths of a percent count."""
        if percent <= 0:
            return False
        return percent >= 100 or self.s.dice.below(1000, purpose) < round(percent * 10)

    # Telling

    def tell(
        self, kind: str, clause: str, seats: Iterable[int], tally: Tally | None = None, /, **data: Any
    ) -> None:
        """Write into the journal for some seats; seats below 0 read nothing. Who watches somebody by Clairvoyance
        reads all that is told of him, but not of what he could not do (4.2.2)."""
        if self.s.journal is not None:
            watchers = self.watchers(data.get("who"), data.get("other")) if kind != "failed" else []
            readers = tuple(sorted({seat for seat in (*seats, *watchers) if seat >= 0}))
            if readers:
                self.s.log(
                    kind, clause, readers=readers, tally=tally, phase=self.phase.number, **with_names(self.s, data)
                )

    def witnesses(self, *people: int) -> list[int]:
        """The seats of characters, and of those who watch them by Clairvoyance."""
        return [self.s.people[n].seat for n in people if n in self.s.people] + self.watchers(*people)

    def watchers(self, *people: int | None) -> list[int]:
        """The seats of those who watch one of these by Clairvoyance (4.2.2); a guest who has left watches no more."""
        casters = [caster for caster, seen in self.spells.watched.items() if {*seen} & {*people}]
        return [self.s.people[caster].seat for caster in casters if caster in self.s.people]

    def record_observable(self, place: int, n: int, kind: str, /, **data: Any) -> None:
        """Keep what a character has done and others may notice, by spies and as neighbours (4.3.3)."""
        self.phase.events.append(Observable(place, n, kind, data))

    def fail(self, n: int, action: orders.Action, failure: Failed) -> None:
        """Tell a King which of his orders is not carried out, and why."""
        seat = self.s.people[n].seat
        self.tell(
            "failed", failure.clause, [seat], who=n, code=orders.CODES[type(action)],
            reason=failure.reason, why=with_names(self.s, with_strangers_veiled(self.s, seat, failure.data)),
        )  # fmt: skip
