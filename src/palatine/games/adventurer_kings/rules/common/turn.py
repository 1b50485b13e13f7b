"""A turn while it is carried out: the phase, what has been done and cast, and what it is told with.

Nobody is asked anything during a turn, so this is no part of the saved state: `sequence.run_turn` makes a `Turn`,
carries everything out on its state and drops it.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, Final

from palatine.core import Tally
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.rules.common.naming import named, veiled
from palatine.games.adventurer_kings.state import Person, State

PHASES: Final = 5
Part = tuple[int, str, str]
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
        self.phase = 0
        """1 to 5; 0 before the first phase and after the last."""
        self.acts: dict[int, list[o.Action | None]] = {}
        """By character: what is ordered for each phase."""
        self.plans: dict[int, o.Plan] = {}
        """By character: the Special Encounter Plan."""
        self.offers: dict[tuple[int, int], list[o.Action | None]] = {}
        """By seat and free character: what he is to do once he is hired (3.5)."""
        self.offered_plans: dict[tuple[int, int], o.Plan] = {}
        """By seat and free character: his Special Encounter Plan from then on."""
        self.deeds: dict[int, o.Action] = {}
        """By character: what he has set about in this phase."""
        # Movement
        self.spent: dict[int, int] = {}
        """By army: movement points used."""
        self.marched: set[int] = set()
        self.carried: set[int] = set()
        """Armies that have marched overland, and armies that have been carried (6.2)."""
        self.came_from: dict[int, int] = {}
        """By army: the province it entered its present one from, in this phase or an earlier one."""
        self.began: dict[int, int] = {}
        """By character: where the present phase began."""
        self.held_back: set[int] = set()
        """Leaders kept by an invasion (3.1)."""
        self.invasions: list[tuple[int, int]] = []
        """(place, leader) of armies that came into a province of Enemies in this phase, in order."""
        self.posts: dict[int, int] = {}
        """By Defending general: the centre of what he defends (3.15)."""
        self.reacted: set[tuple[int, int]] = set()
        self.sallied: set[tuple[int, int]] = set()
        """(general, place) where he stands since a reaction (3.15)."""
        self.unhurried: set[int] = set()
        """Masters of the march whom a conquest in this turn has cost no point."""
        self.leapt: set[int] = set()
        """Characters who have gone two provinces in a phase of this turn."""
        self.reacted_fleets: set[int] = set()
        """Masters of the sea whose fleets have gone from land to land in this turn."""
        self.patrols: dict[int, o.Plan] = {}
        """By character on patrol: his plan (3.16)."""
        self.chases: dict[int, o.Chase] = {}
        """By character: the pursuit, or the trailing, that goes on (3.16, 3.17)."""
        self.marches: dict[int, int] = {}
        """By character: the far province that he keeps moving to (3.1)."""
        # Magic
        self.casts: dict[tuple[int, int], int] = {}
        """Action spells tried, by character and ability (4.2)."""
        self.parted: set[int] = set()
        self.flooded: set[int] = set()
        self.blessed: set[int] = set()
        self.quaked: set[int] = set()
        self.plagues: dict[int, int] = {}
        """By afflicted province: the level of the plague (4.2.5)."""
        self.fresh_plagues: set[int] = set()
        self.hearts: set[int] = set()
        """Characters whose armies are heartened by Oratory (4.2.2)."""
        self.phantoms: dict[int, int] = {}
        """By character: the level of the Phantasmal Armies with him (4.2.3)."""
        self.zealous: set[int] = set()
        """Characters whose armies a master's Oratory makes more often fanatic."""
        self.crowds: set[tuple[int, int]] = set()
        """(seat, place) where a master's Oratory heartens armies without a leader too."""
        self.watched: dict[int, tuple[int, ...]] = {}
        """By caster: the characters whom his Clairvoyance shows (4.2.2)."""
        self.plague_masters: dict[int, int] = {}
        """By afflicted province: the master of Necromancy who spares his own."""
        self.lucky: set[int] = set()
        """Characters whose luck has turned in this turn."""
        # Recruiting, gifts, treaties
        self.levied: dict[int, list[int]] = {}
        """By place: the types levied there this turn."""
        self.gifts: dict[int, int] = {}
        """By seat: gold given away."""
        self.treats: set[tuple[int, int]] = set()
        self.breaks: set[tuple[int, int]] = set()
        self.sworn: set[frozenset[int]] = set()
        """Pairs who became Allies before the turn began (8.2)."""
        self.scholars: list[tuple[int, int]] = []
        """Pairs who exchange discoveries at its end (8.4)."""
        self.deserters: list[int] = []
        """Heroes who leave unpaid once everybody else has his pay (9.2, A143)."""
        self.runaways: list[int] = []
        """Armies who do."""
        self.hired_in: dict[int, int] = {}
        """By character: the phase in which he was hired."""
        # Seeing
        self.furtive: dict[int, set[int]] = {}
        """By character who spies, trails or steals at some point of this turn: the skills that hide him."""
        self.events: list[tuple[int, int, str, dict[str, Any]]] = []
        """(place, actor's seat, kind, data) of what may be noticed in this phase."""
        self.spied: set[tuple[int, int]] = set()
        """(seat, place) where forces have been reported in this turn (3.14)."""
        self.shown: dict[tuple[int, int], int] = {}
        """By seat and character: the spying or trailing that shows events, as its percentage."""
        self.trailing: list[tuple[int, int]] = []
        """(tracker, quarry) of those found in this phase (3.17)."""
        # Battle
        self.blooded: set[int] = set()
        """Leaders who have fought a battle in this turn."""
        self.fought: set[int] = set()
        """Places where there has been a battle in this phase."""
        self.turning: dict[int, int] = {}
        """By army bitten in battle: the army of Werebeasts (6.3)."""
        self.busy: set[int] = set()
        """Features that have been used in this phase."""
        self.explored: dict[tuple[int, int], int] = {}
        """By seat and place: how well it was known when the phase began (A11)."""
        self._skills: dict[tuple[int, int], int] = {}

    def known_before(self, seat: int, place: int) -> int:
        """How much of a province a side had explored before this phase, in hundredths; natives know all of it."""
        if seat < 0:
            return 100
        known = self.s.known[seat].get(place)
        return self.explored.get((seat, place), known.explored if known is not None else 0)

    # Skill

    def skill(self, n: int, ability: int) -> int:
        """A character's effective level: his own, the royal one, items, discoveries, offices and titles (A8)."""
        found = self._skills.get((n, ability))
        if found is None:
            found = self._skills[n, ability] = effective(self.s, n, ability)
        return found

    def note_stealth(self, n: int) -> None:
        """Spy skill hides all turn long who is to spy or trail in it, Thief skill who is to steal (4.3.3, 4.3.5)."""
        acts = self.acts[n]
        hides = {c.SP: any(map(o.is_spying, acts)), c.TH: any(map(o.is_theft, acts))}
        if any(hides.values()):
            self.furtive[n] = {ability for ability, is_used in hides.items() if is_used}

    def forget_skills(self) -> None:
        """Levels, items or discoveries have changed."""
        self._skills.clear()

    def melee_with(self, n: int, weapon: int) -> int:
        """A character's Melee with this weapon in hand, 0 for none (5.1)."""
        return effective(self.s, n, c.ME, weapon)

    def level(self, n: int, ability: int) -> int:
        """The level by which percentages go."""
        return c.PERCENT_LEVEL[self.skill(n, ability)]

    def masters(self, n: int, power: int) -> bool:
        """Whether a character has one of the powers that come with levels five to nine (2.0)."""
        ability, which = divmod(power, c.POWERS_EACH)
        level = self.s.people[n].levels[ability]
        return level > 4 and which in self.s.mastery[ability][: level - 4]

    def has_master(self, seat: int, power: int) -> bool:
        """Whether anybody in a seat's service has such a power."""
        return seat >= 0 and any(self.masters(n, power) for n, _ in self.s.at_home(seat))

    def power(self, seat: int, name: str) -> Any:
        """What a seat's discoveries say of something; None for nothing. No two discoveries speak of the same."""
        if seat < 0:
            return None
        known = [c.DISCOVERIES[d].powers for d in self.s.kingdoms[seat].discoveries]
        return next((powers[name] for powers in known if name in powers), None)

    def gear(self, n: int, name: str) -> list[Any]:
        """What a character's items say of something."""
        kinds = [c.ITEMS[self.s.items[i].kind] for i in self.s.items_of(n)]
        return [kind.powers[name] for kind in kinds if name in kind.powers]

    def has_title(self, n: int, title: int) -> bool:
        return n > 0 and bool(self.s.title_holders) and self.s.title_holders[title] == n

    def has_office(self, n: int, office: int) -> bool:
        return n > 0 and bool(self.s.holders) and self.s.holders[office] == n

    # Dice

    def die(self, sides: int, purpose: str) -> int:
        return self.s.dice.die(purpose, sides)

    def attempt(self, purpose: str, *parts: Part) -> Tally:
        """A roll of 100 sides against the parts; `within` says whether it succeeds."""
        tally = self.s.roll(purpose, 1, 100)
        tally.versus = True
        for amount, clause, reason in parts:
            tally.add(amount, clause, reason)
        return tally

    def keeper(self, n: int) -> int:
        """Who keeps what a character wins: himself; the King for a guest from Valhalla, who takes nothing along."""
        person = self.s.people[n]
        return self.s.kingdoms[person.seat].king if person.visitor else n

    def second_try(self, n: int) -> bool:
        """Whether luck gives a character who has failed another roll; once a turn."""
        if n in self.lucky or not any(self.gear(n, "luck")):
            return False
        self.lucky.add(n)
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
                self.s.note(kind, clause, readers=readers, tally=tally, phase=self.phase, **named(self.s, data))

    def witnesses(self, *people: int) -> list[int]:
        """The seats of characters, and of those who watch them by Clairvoyance."""
        return [self.s.people[n].seat for n in people if n in self.s.people] + self.watchers(*people)

    def watchers(self, *people: int | None) -> list[int]:
        """The seats of those who watch one of these by Clairvoyance (4.2.2); a guest who has left watches no more."""
        casters = [caster for caster, seen in self.watched.items() if {*seen} & {*people}]
        return [self.s.people[caster].seat for caster in casters if caster in self.s.people]

    def happen(self, place: int, n: int, kind: str, /, **data: Any) -> None:
        """Something that others may notice, by spies and neighbours, has been done by a character (4.3.3)."""
        self.events.append((place, n, kind, data))

    def fail(self, n: int, action: o.Action, failure: Failed) -> None:
        """An order is not carried out: its King is told which, and why."""
        seat = self.s.people[n].seat
        self.tell(
            "failed", failure.clause, [seat], who=n, code=o.CODES[type(action)],
            reason=failure.reason, why=named(self.s, veiled(self.s, seat, failure.data)),
        )  # fmt: skip


TITLED: Final = {c.ME: (c.ARBITER, c.SLAYER), c.TH: (c.LORD_OF_MALICE,), c.SP: (c.SPYMASTER,)}
"""By ability: the titles that raise it by one (12.1)."""


def effective(s: State, n: int, ability: int, weapon: int = -1) -> int:
    """A character's level with everything that raises it; at most 9, never below his own.

    With a `weapon`, 0 for none, other weapons do not count.
    """
    person = s.people[n]
    level = person.levels[ability]
    bonus = 0
    if person.is_king:
        bonus += royal(person, ability)
    bonus += raised_by_items(s, n, ability, weapon)
    if person.seat >= 0:
        bonus += learned(s, person, ability)
    bonus += sum([s.title_holders[title] == n for title in TITLED.get(ability, ()) if s.title_holders])
    return max(0, min(c.TOP, level + bonus))


def raised_by_items(s: State, n: int, ability: int, weapon: int = -1) -> int:
    """What the best of a character's items adds; two do not add up, and some serve only certain alignments."""
    best = 0
    for i in s.items_of(n):
        kind = c.ITEMS[s.items[i].kind]
        only = kind.powers.get("only")
        if only and c.ALIGNMENTS[s.people[n].alignment] not in only:
            continue
        if weapon < 0 or i == weapon or "weapon" not in kind.kinds:
            best = max(best, kind.raises.get(ability, 0))
    return best


def royal(person: Person, ability: int) -> int:
    """What royal training and an alignment bring a King (2.1)."""
    if ability in (c.ME, c.AR, c.SA):
        return 1
    if ability == c.WH and person.alignment == c.DIVINE:
        return 1
    return int(ability == c.NE and person.alignment == c.UNDEAD)


def learned(s: State, person: Person, ability: int) -> int:
    """What a kingdom's discoveries add to a skill (4.3.1)."""
    bonus = 0
    for d in s.kingdoms[person.seat].discoveries:
        powers: Mapping[str, Any] = c.DISCOVERIES[d].powers
        code = c.ABILITIES[ability]
        bonus += powers.get("raises", {}).get(code, 0)
        if not person.is_king:
            bonus += powers.get("heroes", {}).get(code, 0)
        if person.levels[ability]:
            bonus += powers.get("skilled", {}).get(code, 0)
    return bonus
