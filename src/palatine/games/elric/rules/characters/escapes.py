"""Heroic escapes, and the end of those who fail them (10.8, 16.5)."""

from __future__ import annotations

from typing import Final

from msgspec.structs import replace

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import (
    CAPACITY,
    DRAGON_MASTERS,
    ELRIC,
    IS_LOVE,
    KIND,
    MOONGLUM,
    PERSON,
    VALUE,
)
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    BALO,
    CHAOS,
    DEAD_GODS_BOOK,
    DRAGONS,
    ESCAPES,
    HAS_VALUE,
    HORN_OF_FATE,
    INVULNERABILITY,
    SPELL_VALUE,
    SPELLS,
)
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.components.world import AREAS, IS_SEA, MELNIBONE, MELNIBONE_NATION, NEIGHBOURS
from palatine.games.elric.rules.characters.dispelling import Answering
from palatine.games.elric.rules.common import cup
from palatine.games.elric.rules.common.deaths import after_deaths as after_deaths
from palatine.games.elric.rules.common.deaths import eliminate as eliminate
from palatine.games.elric.rules.common.deaths import perish as perish
from palatine.games.elric.state import NOBODY, ElricState, pair, unpair

SAVERS: Final = (*ESCAPES, INVULNERABILITY)
"""Spells that save without a roll (16.5)."""
HELPS: Final = tuple(
    spell in SAVERS or (HAS_VALUE[spell] and spell not in (DEAD_GODS_BOOK, HORN_OF_FATE)) for spell in range(SPELLS)
)
"""By spell: whether it can help in an escape; the Book musters only, the Horn is for a tipped Balance (16.2, 16.7)."""


# Who is eliminated


class Escapes(Step, frozen=True):
    """Eliminated personalities save themselves, or are gone (10.8).

    They are still in `area`. With `follow` those who are saved go to that area, instead of the nearest.
    """

    area: int
    persons: tuple[int, ...]
    at_sea: bool
    follow: int = -1

    def run(self, s: ElricState) -> None:
        here = [p for p in self.persons if s.where[p] == self.area]
        s.become(Escaping(self.area, groups_of(s, here), self.at_sea, self.follow))


def groups_of(s: ElricState, persons: list[int]) -> tuple[tuple[int, ...], ...]:
    """Who rolls, seat after seat and the strongest first, each with the parenthesised who share his fate (10.8)."""
    heroes = sorted(
        [p for p in persons if not IS_LOVE[p]], key=lambda p: (turn_of(s, s.owner[p]), p != ELRIC, -VALUE[p], p)
    )
    groups = [[hero] for hero in heroes]
    for love in [p for p in persons if IS_LOVE[p]]:
        stack = s.stack_of(love)
        leader = next((group for group in groups if group[0] in stack and not IS_LOVE[group[0]]), None)
        if leader:
            leader.append(love)
        else:
            groups.append([love])
    return tuple(map(tuple, groups))


def turn_of(s: ElricState, seat: int) -> int:
    """The place of a seat in the order of play, counted from the phasing one."""
    if seat not in s.order:
        return len(s.order)
    return (s.order.index(seat) - s.order.index(s.phasing)) % len(s.order)


class Escaping(Step, frozen=True):
    """Escapes are tried one after the other; then those who failed are gone together (10.8)."""

    area: int
    groups: tuple[tuple[int, ...], ...]
    at_sea: bool
    follow: int
    lost: tuple[int, ...] = ()

    def run(self, s: ElricState) -> None:
        if self.groups:
            s.become(replace(self, groups=self.groups[1:]))
            s.push(Attempt(self.area, self.groups[0], self.at_sea, self.follow))
            return
        s.pop()
        for p in [p for p in self.lost if s.where[p] == self.area]:
            perish(s, p, self.lost)
        after_deaths(s)


# One attempt

CHOOSE, ANSWERS, EFFECT, ROLL = range(4)
"""Stages of an attempt: a spell is chosen, others may dispel it, it takes effect, the die is rolled."""


class Attempt(Step, frozen=True):
    """A personality, with those who share his fate, tries to escape (10.8)."""

    area: int
    group: tuple[int, ...]
    at_sea: bool
    follow: int
    stage: int = CHOOSE
    spell: int = -1
    value: int = -1
    """What the spell is worth, -1 while none is used."""
    failed: bool = False
    """Whether he has rolled already, and only a spell can save him (16.5)."""

    def run(self, s: ElricState) -> None:
        if self.stage == ROLL:
            s.pop()
            self.end(s)
            return
        hero = self.group[0]
        if self.stage == CHOOSE:
            if not IS_LOVE[hero] and s.owner[hero] != NOBODY and escape_spells(s, hero):
                s.become(replace(self, stage=ANSWERS))
                s.push(EscapeSpell(s.owner[hero], self.area, hero))
            else:
                s.pop()
                self.end(s)
            return
        s.become(replace(self, stage=self.stage + 1))
        if self.spell >= 0 and s.maintained.get(hero) != self.spell:
            if self.stage == ANSWERS:
                s.push(Answering(s.owner[hero], self.area, hero, self.spell))
            else:
                self.spend(s)
        elif self.spell >= 0:
            self.lean_on(s)

    def dispelled(self, s: ElricState) -> None:
        """The spell is negated: he has nothing but his own value (ruling A-112)."""
        s.become(replace(self, spell=-1))

    def spend(self, s: ElricState) -> None:
        """The spell takes effect: it shifts the Balance, and leaves the hand (rulings A-43, A-156)."""
        hero, spell = self.group[0], self.spell
        if spell in SAVERS:
            cup.discard_cards(s, (spell,))
        elif spell == BALO and is_in_vain(s, hero):
            s.become(replace(self, stage=ROLL, spell=-1))
            cup.discard_cards(s, (spell,))
        else:
            s.become(replace(self, stage=ROLL, value=worth(s, spell)))
            cup.spend(s, hero, spell, self.area)

    def lean_on(self, s: ElricState) -> None:
        """What he maintains helps him, Balo on an odd die; it goes along with him, or stays behind (13.4)."""
        from palatine.games.elric.rules.common import balance  # which imports this module

        hero, spell = self.group[0], self.spell
        works = spell != BALO or not is_in_vain(s, hero)
        s.become(replace(self, stage=ROLL, value=worth(s, spell) if works else -1))
        s.push(balance.Maintain(s.owner[hero], hero, spell))

    def end(self, s: ElricState) -> None:
        """He is saved for certain, or by the die, or not at all; his own spell may have driven him away (16.9)."""
        hero, area = self.group[0], self.area
        if s.where[hero] != area:
            doom(s, tuple([p for p in self.group if s.where[p] == area]))
            return
        if self.spell in SAVERS:
            s.note("escape.certain", "16.5c" if self.spell == INVULNERABILITY else "16.5a", piece=hero, area=area)
            save(s, self)
        elif self.failed:
            doom(s, self.group)
        elif IS_LOVE[hero] and not own_value(s, hero):
            s.note("escape.nobody", "10.8h", piece=hero, area=area)
            doom(s, self.group)
        elif self.roll(s):
            save(s, self)
        elif s.owner[hero] != NOBODY and INVULNERABILITY in escape_spells(s, hero):
            s.push(Survive(s.owner[hero], area, self.group, self.at_sea, self.follow))
        else:
            doom(s, self.group)

    def roll(self, s: ElricState) -> bool:
        """Whether the die is no higher than his value, or that of the spell he uses instead (10.8)."""
        hero, by_spell = self.group[0], self.value >= 0
        clause = "10.8e" if by_spell else "10.8g" if IS_LOVE[hero] else "10.8b"
        tally = s.roll("escape")
        tally.versus = True
        tally.add(
            self.value if by_spell else own_value(s, hero), clause, "escape-spell" if by_spell else "own-strength"
        )
        kind = "escape.works" if tally.within else "escape.fails"
        s.note(kind, clause, tally=tally, piece=hero, area=self.area, rolled=tally.rolled, value=tally.value)
        return tally.within


def worth(s: ElricState, spell: int) -> int:
    """What a spell is worth in an escape: its number, with that of the Balance if it is of its alignment (A-43)."""
    from palatine.games.elric.rules.common import balance  # which imports this module

    return SPELL_VALUE[spell] + balance.bonus(s, spell)


def is_in_vain(s: ElricState, hero: int) -> bool:
    """Whether Balo the Jester does nothing: he works on an odd die only (16.2)."""
    tally = s.roll("balo")
    works = bool(tally.rolled % 2)
    s.note("balo.works" if works else "balo.fails", "16.2c", tally=tally, piece=hero, rolled=tally.rolled)
    return not works


def own_value(s: ElricState, hero: int) -> int:
    """What his die must not exceed; for one parenthesised the strongest who stands by unharmed (ruling A-180)."""
    if not IS_LOVE[hero]:
        return VALUE[hero]
    return max([VALUE[p] for p in s.stack_of(hero) if KIND[p] == PERSON and not IS_LOVE[p]], default=0)


def escape_spells(s: ElricState, hero: int) -> list[int]:
    """The spells a magician can use to escape: held, and not in flight, or maintained (10.8; rulings A-43, A-104)."""
    if CAPACITY[hero] < 0 or s.scenario == FOUNDING:
        return []
    held = [spell for spell in s.hand.get(hero, ()) if may_help(hero, spell) and spell not in s.flights]
    kept = s.maintained.get(hero, -1)
    return [*held, kept] if kept >= 0 and may_help(hero, kept) else held


def may_help(hero: int, spell: int) -> bool:
    """Whether a spell is any use to somebody who escapes; the Dragons obey their masters only (12.3)."""
    return HELPS[spell] and (spell != DRAGONS or hero in DRAGON_MASTERS)


class EscapeSpell(Step, frozen=True):
    """A magician uses a spell for his escape before the die is rolled, or trusts in himself (10.8)."""

    seat: int
    area: int
    person: int
    asks = True
    clause = "10.8f"
    verbs = {"use": "button", "roll": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("use", pair(self.person, spell)) for spell in escape_spells(s, self.person)], ("roll", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        attempt = s.flow[-1]
        assert isinstance(attempt, Attempt)
        if action[0] == "roll":
            s.become(replace(attempt, stage=ROLL))
            return
        spell = unpair(action[1])[1]
        s.become(replace(attempt, spell=spell))
        s.note("escape.spell", "10.8e", piece=self.person, area=self.area, spell=spell)
        if s.maintained.get(self.person) != spell:
            cup.lay_down(s, self.person, spell)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return use_refusal(self.actions(s), action, self.person)


def use_refusal(actions: list[Action], action: Action, person: int) -> Refusal | None:
    """Why a spell is not used for an escape."""
    if action in actions:
        return None
    caster, spell = unpair(action[1])
    if action[0] != "use":
        return Refusal("10.8f", "why.no-button")
    if caster != person:
        return Refusal("10.8e", "why.saves-himself-only", {"piece": person})
    if spell == DRAGONS:
        return Refusal("12.3a", "why.dragon-masters")
    if not HELPS[spell]:
        return Refusal("10.8e", "why.no-help-in-escape", {"spell": spell})
    return Refusal("10.8e", "why.spell-not-at-hand", {"spell": spell, "piece": person})


class Survive(Step, frozen=True):
    """After a failed roll a magician may still use Invulnerability (10.8, 16.5)."""

    seat: int
    area: int
    group: tuple[int, ...]
    at_sea: bool
    follow: int
    asks = True
    clause = "16.5c"
    verbs = {"use": "button", "fall": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        hero = self.group[0]
        saving: list[Action] = [("use", pair(hero, INVULNERABILITY))]
        return [*(saving if INVULNERABILITY in escape_spells(s, hero) else []), ("fall", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        hero = self.group[0]
        if action[0] == "fall":
            doom(s, self.group)
            return
        s.push(Attempt(self.area, self.group, self.at_sea, self.follow, ANSWERS, INVULNERABILITY, failed=True))
        s.note("escape.spell", "16.5c", piece=hero, area=self.area, spell=INVULNERABILITY)
        cup.lay_down(s, hero, INVULNERABILITY)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return None if action in self.actions(s) else Refusal("16.5c", "why.only-invulnerability")


# Where those who are saved come to


def save(s: ElricState, attempt: Attempt) -> None:
    """Bring a group to safety; with nowhere to go it is lost (10.8)."""
    hero, area = attempt.group[0], attempt.area
    seat = s.owner[hero]
    if attempt.follow >= 0:
        places = [attempt.follow]
    elif hero == MOONGLUM and s.joined and s.owner[ELRIC] == seat and s.where[ELRIC] >= 0:
        places = [s.where[ELRIC]]
    else:
        places = refuge(s, seat, area, attempt.at_sea)
    if not places:
        s.note("escape.nowhere", "10.8c", piece=hero, area=area)
        doom(s, attempt.group)
    elif len(places) == 1 or seat == NOBODY:
        arrive(s, attempt.group, places[0], onward=attempt.follow >= 0)
    else:
        s.push(ChooseRefuge(seat, area, attempt.group, attempt.at_sea))


def refuge(s: ElricState, seat: int, area: int, at_sea: bool) -> list[int]:
    """The nearest provinces without enemies, for a seat's people from an area (10.8; ruling A-158).

    On land the province itself is the nearest, when no enemy is left there.
    """
    if not at_sea and is_haven(s, seat, area):
        return [area]
    seen, ring = {area}, [area]
    while ring:
        ring = sorted({near for each in ring for near in NEIGHBOURS[each]} - seen)
        havens = [each for each in ring if is_haven(s, seat, each)]
        if havens:
            return havens
        seen.update(ring)
    return []


def is_haven(s: ElricState, seat: int, area: int) -> bool:
    """Whether somebody who escapes can appear in an area (10.8)."""
    if IS_SEA[area] or s.enemies(seat, area):
        return False
    if any([ALIGNMENT[spell] == CHAOS for spell in s.face_up.get(area, ())]):
        return False
    return area != MELNIBONE or s.fallen or s.ruler[MELNIBONE_NATION] == seat or area in s.stacks[seat]


class ChooseRefuge(Step, frozen=True):
    """To which of the nearest provinces somebody escapes (10.8)."""

    seat: int
    area: int
    group: tuple[int, ...]
    at_sea: bool
    asks = True
    clause = "10.8c"
    verbs = {"to": "space"}

    def actions(self, s: ElricState) -> list[Action]:
        return [("to", area) for area in refuge(s, self.seat, self.area, self.at_sea)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        arrive(s, self.group, action[1])

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        area = action[1]
        if action in self.actions(s):
            return None
        if not 0 <= area < AREAS:
            return Refusal("10.8c", "why.no-area")
        if IS_SEA[area]:
            return Refusal("10.8d", "why.escape-to-land")
        if not is_haven(s, self.seat, area):
            return Refusal("10.8c", "why.no-escape-there", {"area": area})
        return Refusal("10.8c", "why.nearer-haven", {"area": area})


def arrive(s: ElricState, group: tuple[int, ...], area: int, onward: bool = False) -> None:
    """Those who are saved are in a province, and have finished moving, unless they only had to pass a danger."""
    from palatine.games.elric.rules.common import elric_appears  # which imports this module

    seat = s.owner[group[0]]
    s.note("escape.saved", "10.8d" if IS_SEA[s.where[group[0]]] else "10.8c", group=list(group), area=area)
    moved = tuple([p for p in group if s.where[p] != area])
    for p in moved:
        s.ship.pop(p, None)
    s.shift(moved, area)
    if not onward:
        s.done = (*s.done, *[p for p in group if p not in s.done])
    cup.fit(s, seat, area)
    if seat != NOBODY:
        elric_appears.meet(s, seat, area, group)


def doom(s: ElricState, group: tuple[int, ...]) -> None:
    """A group is lost, as soon as all others have tried to escape."""
    escaping = s.flow[-1]
    assert isinstance(escaping, Escaping)
    s.become(replace(escaping, lost=(*escaping.lost, *group)))
