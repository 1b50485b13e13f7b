"""A turn in progress: phase, records of what happened, dice and journal.

No decisions are made during a turn, so this is not part of the saved state: `sequence.run_turn` creates a `Turn`,
runs it on its state and drops it.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

from palatine.core import ShownChance, Tally
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
"""An amount, the clause that grants it, and the message key of its reason."""


class Failed(Exception):
    """Raised if an order cannot be carried out."""

    def __init__(self, clause: str, reason: str, **data: Any) -> None:
        super().__init__(reason)
        self.clause = clause
        self.reason = reason
        self.data = data


def need(condition: object, clause: str, reason: str, /, **data: Any) -> None:
    """Fail the current order unless `condition` holds."""
    if not condition:
        raise Failed(clause, reason, **data)


def shown_percentage(purpose: str, about: object, percent: float) -> ShownChance:
    """Return the probability of `Turn.chance`, as it is shown."""
    return ShownChance((purpose, about), bool, percent / 100)


class Turn:
    """The turn in progress on state `s`."""

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
        """Start a phase of the year and drop the records of the previous one."""
        self.skills.clear()
        began = {n: person.place for n, person in self.s.people.items() if not person.died}
        self.phase = Phase(number, began, armies=dict(self.s.armies))

    # What is ordered

    def action_of(self, n: int) -> orders.Action | None:
        """Return a character's order for this phase."""
        acts = self.ordered.acts.get(n)
        return acts[self.phase.number - 1] if acts is not None and self.phase.number else None

    # What is gone

    def remove_army(self, n: int) -> Army:
        """Remove an army from the state and the turn's records, and return it."""
        self._clear_expiring(ExpiresWithArmy, n)
        return self.s.armies.pop(n)

    def forget_servant(self, n: int) -> None:
        """Drop a character's actions for the King, and spells cast by or on the character."""
        self._clear_expiring(ExpiresWithService, n)

    def forget_dead(self, n: int) -> None:
        """Drop the same for a dead character, who does nothing more this turn even if raised."""
        self._clear_expiring(ExpiresWithService, n)
        self.ordered.acts[n] = [None] * PHASES

    def _clear_expiring(self, expiring: type[Expiring], n: int) -> None:
        records = (self.phase, self.ordered, self.marching, self.pursuits, self.spells, self.sightings, self.war)
        for record in records:
            for name in record.__slots__:
                each = getattr(record, name)
                if isinstance(each, expiring):
                    each.drop(n)

    # The ground

    def terrain(self, place: int) -> int:
        """Return a province's terrain this turn; a Parted Sea is a plain (4.2.1)."""
        terrain = self.s.lands[place].terrain
        return tables.PLAIN if terrain == tables.SEA and place in self.spells.parted else terrain

    def is_sea(self, place: int) -> bool:
        return self.terrain(place) == tables.SEA

    # What is known

    def known_before(self, seat: int, place: int) -> int:
        """Return a side's exploration of a province before this phase, in hundredths.

        Natives know all of it.
        """
        if seat < 0:
            return 100
        known = self.s.known[seat].get(place)
        return self.phase.explored.get((seat, place), known.explored if known is not None else 0)

    # Skill

    def skill(self, n: int, ability: int) -> int:
        """Return a character's effective level with all bonuses (A8)."""
        return self.skills[n, ability]

    def note_stealth(self, n: int) -> None:
        """Record abilities that hide a character all turn (4.3.3, 4.3.5).

        They are Spy for those who spy or trail, Thief for those who steal.
        """
        acts = self.ordered.acts[n]
        hides = {tables.SPY: any(map(orders.is_spying, acts)), tables.THIEF: any(map(orders.is_theft, acts))}
        if any(hides.values()):
            self.sightings.furtive[n] = {ability for ability, is_used in hides.items() if is_used}

    def forget_skills(self) -> None:
        """Clear the cached skills after a change of levels, items or discoveries."""
        self.skills.clear()

    def melee_with(self, n: int, weapon: int) -> int:
        """Return a character's Melee with a weapon, 0 for none (5.1)."""
        return effective(self.s, n, tables.MELEE, weapon)

    def level(self, n: int, ability: int) -> int:
        """Return the level used for percentages."""
        return tables.PERCENT_LEVEL[self.skill(n, ability)]

    def masters(self, n: int, power: int) -> bool:
        """Return whether a character has a power of levels five to nine; False for none (2.0)."""
        if n not in self.s.people:
            return False
        ability, which = divmod(power, tables.POWERS_EACH)
        level = self.s.people[n].levels[ability]
        return which in self.s.mastery[ability][: max(0, level - 4)]

    def has_master(self, seat: int, power: int) -> bool:
        """Return whether any character of a seat has such a power."""
        return seat >= 0 and any(self.masters(n, power) for n, _ in self.s.at_home(seat))

    def power(self, seat: int, name: str) -> Any:
        """Return the value of a power from a seat's discoveries; None if there is none.

        No two discoveries grant the same power.
        """
        if seat < 0:
            return None
        known = [tables.DISCOVERIES[d].powers for d in self.s.kingdoms[seat].discoveries]
        return next((powers[name] for powers in known if name in powers), None)

    def gear(self, n: int, name: str) -> list[Any]:
        """Return the values of a power from a character's items; [] for no character."""
        kinds = [tables.ITEMS[self.s.items[i].kind] for i in self.s.items_of(n)] if n else []
        return [kind.powers[name] for kind in kinds if name in kind.powers]

    def has_title(self, n: int, title: int) -> bool:
        return n > 0 and bool(self.s.title_holders) and self.s.title_holders[title] == n

    def has_office(self, n: int, office: int) -> bool:
        return n > 0 and bool(self.s.holders) and self.s.holders[office] == n

    def serves_in_office(self, seat: int, office: int) -> bool:
        """Return whether a living character in a seat's service holds an office (10.1)."""
        holder = self.s.people.get(self.s.holders[office]) if self.s.holders else None
        return holder is not None and holder.seat == seat and not holder.died

    # Dice

    def die(self, sides: int, purpose: str) -> int:
        return self.s.dice.die(purpose, sides)

    def attempt(self, purpose: str, *parts: TallyPart) -> Tally:
        """Roll d100 against the sum of the parts; `succeeds` of the result is the outcome."""
        tally = self.s.roll(purpose, 1, 100)
        tally.is_roll_under = True
        for amount, clause, reason in parts:
            tally.add(amount, clause, reason)
        return tally

    def keeper(self, n: int) -> int:
        """Return the receiver of a character's gains.

        It is the character, but the King for a guest from Valhalla, who takes nothing along.
        """
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

    def chance(self, percent: float, purpose: str, about: object = None) -> bool:
        """Roll a percentage, exact to a tenth; `about` distinguishes rolls of the same purpose."""
        if percent <= 0:
            return False
        came = percent >= 100 or self.s.dice.randbelow(1000, purpose) < round(percent * 10)
        self.s.dice.record_result((purpose, about), came)
        return came

    # Journal

    def log(self, kind: str, clause: str, seats: Iterable[int], tally: Tally | None = None, /, **data: Any) -> None:
        """Log an entry for some seats; those below 0 are ignored.

        Watchers by Clairvoyance also read entries about the watched character, except failed orders (4.2.2).
        """
        if self.s.journal is not None:
            watchers = self.watchers(data.get("who"), data.get("other")) if kind != "failed" else []
            readers = tuple(sorted({seat for seat in (*seats, *watchers) if seat >= 0}))
            if readers:
                self.s.log(
                    kind, clause, readers=readers, tally=tally, phase=self.phase.number, **with_names(self.s, data)
                )

    def witnesses(self, *people: int) -> list[int]:
        """Return the seats of characters and of those who watch them by Clairvoyance."""
        return [self.s.people[n].seat for n in people if n in self.s.people] + self.watchers(*people)

    def watchers(self, *people: int | None) -> list[int]:
        """Return the seats watching one of these by Clairvoyance, without departed guests (4.2.2)."""
        casters = [caster for caster, seen in self.spells.watched.items() if {*seen} & {*people}]
        return [self.s.people[caster].seat for caster in casters if caster in self.s.people]

    def record_observable(self, place: int, n: int, kind: str, /, **data: Any) -> None:
        """Record an action that others may notice, by spies or as neighbours (4.3.3)."""
        self.phase.events.append(Observable(place, n, kind, data))

    def fail(self, n: int, action: orders.Action, failure: Failed) -> None:
        """Report an order that was not carried out to its King, with the reason."""
        seat = self.s.people[n].seat
        self.log(
            "failed", failure.clause, [seat], who=n, code=orders.CODES[type(action)],
            reason=failure.reason, why=with_names(self.s, with_strangers_veiled(self.s, seat, failure.data)),
        )  # fmt: skip
