"""Heroic escapes, and the removal of personalities who fail them (10.8, 16.5)."""

from __future__ import annotations

from msgspec.structs import replace

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import ELRIC, IS_LOVE, MOONGLUM, VALUE
from palatine.games.elric.components.spells import BALO, INVULNERABILITY
from palatine.games.elric.rules.characters.dispelling import Answering
from palatine.games.elric.rules.characters.escape_spells import (
    SAVERS,
    escape_chance,
    escape_spells,
    escape_value,
    is_balo_in_vain,
    own_value,
    use_refusal,
)
from palatine.games.elric.rules.characters.refuge import ChooseRefuge, reach_refuge, refuges
from palatine.games.elric.rules.common import balance, cup, maintained_spells
from palatine.games.elric.rules.common.deaths import perish
from palatine.games.elric.rules.common.deferred_steps import Escapes, carry_out
from palatine.games.elric.rules.common.replacements import after_deaths
from palatine.games.elric.state import NOBODY, ElricState, pair, unpair

# The eliminated


@carry_out.register(Escapes)
def begin_escapes(call: Escapes, s: ElricState) -> None:
    """Begin the escapes of those still in the area, one group after the other (10.8)."""
    here = [p for p in call.persons if s.where[p] == call.area]
    s.replace_top(Escaping(call.area, groups_of(s, here), call.at_sea, call.follow, kin=call.kin))


def groups_of(s: ElricState, persons: list[int]) -> tuple[tuple[int, ...], ...]:
    """Return the groups that roll, by seat and strength (10.8; ruling A-232).

    Parenthesised personalities share a hero's fate; those with a spell of their own precede the hero.
    """
    heroes = sorted(
        [p for p in persons if not IS_LOVE[p]], key=lambda p: (turn_of(s, s.owner[p]), p != ELRIC, -VALUE[p], p)
    )
    groups = [[hero] for hero in heroes]
    for love in [p for p in persons if IS_LOVE[p]]:
        stack = s.stack_of(love)
        leader = next((group for group in groups if group[0] in stack and not IS_LOVE[group[0]]), None)
        if leader and not can_use_magic(s, love):
            leader.append(love)
        else:
            groups.insert(groups.index(leader) if leader else len(groups), [love])
    return tuple(map(tuple, groups))


def can_use_magic(s: ElricState, person: int) -> bool:
    """Return whether a personality has a spell for an escape, and a player to use it (10.8e)."""
    return s.owner[person] != NOBODY and bool(escape_spells(s, person))


def turn_of(s: ElricState, seat: int) -> int:
    """Return the position of a seat in the order of play, counted from the phasing one."""
    if seat not in s.order:
        return len(s.order)
    return (s.order.index(seat) - s.order.index(s.phasing)) % len(s.order)


class Escaping(Step, frozen=True):
    """The escapes, one after the other; then all who failed are removed together (10.8)."""

    area: int
    groups: tuple[tuple[int, ...], ...]
    at_sea: bool
    follow: int
    lost: tuple[int, ...] = ()
    kin: tuple[int, ...] = ()

    def run(self, s: ElricState) -> None:
        if self.groups:
            s.replace_top(replace(self, groups=self.groups[1:]))
            s.push(Attempt(self.area, self.groups[0], self.at_sea, self.follow))
            return
        s.pop()
        perish(s, [p for p in self.lost if s.where[p] == self.area], self.kin)
        after_deaths(s)


# One attempt

CHOOSE, ANSWERS, EFFECT, ROLL = range(4)
"""Stages of an attempt: choice of a spell, answers by Dispel Magic, effect, roll."""


class Attempt(Step, frozen=True):
    """The attempt of a personality, and those who share its fate, to escape (10.8)."""

    area: int
    group: tuple[int, ...]
    at_sea: bool
    follow: int
    stage: int = CHOOSE
    spell: int = -1
    value: int = -1
    """The value of the spell used, or -1."""
    failed: bool = False
    """True if the roll has failed and only a spell can still help (16.5)."""

    def run(self, s: ElricState) -> None:
        if self.stage == ROLL:
            s.pop()
            self.end(s)
            return
        hero = self.group[0]
        if self.stage == CHOOSE:
            if can_use_magic(s, hero):
                s.replace_top(replace(self, stage=ANSWERS))
                s.push(EscapeSpell(s.owner[hero], self.area, hero))
            else:
                s.pop()
                self.end(s)
            return
        s.replace_top(replace(self, stage=self.stage + 1))
        if self.spell >= 0 and s.maintained.get(hero) != self.spell:
            if self.stage == ANSWERS:
                s.push(Answering(s.owner[hero], self.area, hero, self.spell))
            else:
                self.spend(s)
        elif self.spell >= 0:
            self.lean_on(s)

    def dispelled(self, s: ElricState) -> None:
        """Remove the spell; only the person's value remains (ruling A-112)."""
        s.replace_top(replace(self, spell=-1))

    def spend(self, s: ElricState) -> None:
        """Apply the spell: shift the Balance, and remove it from the hand (rulings A-43, A-156)."""
        hero, spell = self.group[0], self.spell
        if spell in SAVERS or (spell == BALO and is_balo_in_vain(s, hero)):
            cup.discard_cards(s, (spell,))
        else:
            s.replace_top(replace(self, stage=ROLL, value=escape_value(s, spell)))
            balance.spend_spell(s, hero, spell, self.area)

    def lean_on(self, s: ElricState) -> None:
        """Use the maintained spell, Balo on an odd die; it is then kept or released (13.4)."""
        hero, spell = self.group[0], self.spell
        works = spell != BALO or not is_balo_in_vain(s, hero)
        s.replace_top(replace(self, stage=ROLL, value=escape_value(s, spell) if works else -1))
        s.push(maintained_spells.Maintain(s.owner[hero], hero, spell))

    def end(self, s: ElricState) -> None:
        """Resolve the attempt: certain, by the die, or failed.

        The hero's own spell may have removed the hero (16.9).
        """
        hero, area = self.group[0], self.area
        if s.where[hero] != area:
            lose_group(s, tuple([p for p in self.group if s.where[p] == area]))
            return
        if IS_LOVE[hero] and self.value < 0 and self.spell not in SAVERS and self.shares_fate(s):
            return
        if self.spell in SAVERS:
            s.log("escape.certain", "16.5c" if self.spell == INVULNERABILITY else "16.5a", piece=hero, area=area)
            save_group(s, self)
        elif self.failed:
            lose_group(s, self.group)
        elif IS_LOVE[hero] and self.value < 0 and not own_value(s, hero):
            s.log("escape.nobody", "10.8h", piece=hero, area=area)
            lose_group(s, self.group)
        elif self.roll(s):
            save_group(s, self)
        else:
            self.fail(s)

    def shares_fate(self, s: ElricState) -> bool:
        """Join a parenthesised group without a spell to its leader's pending attempt, if any.

        Returns whether it was joined.
        """
        escaping, stack = s.flow[-1], s.stack_of(self.group[0])
        assert isinstance(escaping, Escaping)
        for at, group in enumerate(escaping.groups):
            if group[0] in stack and not IS_LOVE[group[0]]:
                joined = (*group, *self.group)
                groups = (*escaping.groups[:at], joined, *escaping.groups[at + 1 :])
                s.replace_top(replace(escaping, groups=groups))
                return True
        return False

    def fail(self, s: ElricState) -> None:
        """Handle a failed die: Invulnerability may still save (10.8f, 16.5c).

        A hero's saves all who share the fate, another's only herself.
        """
        group = self.group
        saver = next((p for p in group if s.owner[p] != NOBODY and INVULNERABILITY in escape_spells(s, p)), -1)
        saved = group if saver == group[0] else (saver,) if saver >= 0 else ()
        lose_group(s, tuple([p for p in group if p not in saved]))
        if saved:
            s.push(Survive(s.owner[saver], self.area, saved, self.at_sea, self.follow))

    def roll(self, s: ElricState) -> bool:
        """Roll; return whether the die is at most the person's value or the spell's (10.8)."""
        hero = self.group[0]
        clause = "10.8e" if self.value >= 0 else "10.8g" if IS_LOVE[hero] else "10.8b"
        is_saved, tally = escape_chance(s, hero, self.value).roll(s)
        kind = "escape.works" if is_saved else "escape.fails"
        s.log(kind, clause, tally=tally, piece=hero, area=self.area, rolled=tally.rolled, value=tally.value)
        return is_saved


class EscapeSpell(Step, frozen=True):
    """A magician's choice of a spell for the escape, before the roll (10.8)."""

    seat: int
    area: int
    person: int
    may_roll = True
    needs_decision = True
    is_private = True
    clause = "10.8f"
    verbs = {"use": "button", "roll": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("use", pair(self.person, spell)) for spell in escape_spells(s, self.person)], ("roll", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        attempt = s.flow[-1]
        assert isinstance(attempt, Attempt)
        if action[0] == "roll":
            return
        spell = unpair(action[1])[1]
        s.replace_top(replace(attempt, spell=spell))
        s.log("escape.spell", "10.8e", piece=self.person, area=self.area, spell=spell)
        if s.maintained.get(self.person) != spell:
            cup.lay_down(s, self.person, spell)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        return use_refusal(self.actions(s), action, self.person)


class Survive(Step, frozen=True):
    """A magician's choice to use Invulnerability after a failed roll (10.8, 16.5)."""

    seat: int
    area: int
    group: tuple[int, ...]
    at_sea: bool
    follow: int
    may_roll = True
    without_decision = "Everyone who can be saved is saved."
    needs_decision = True
    is_private = True
    clause = "16.5c"
    verbs = {"use": "button", "fall": "button"}
    default_refusal = Refusal("16.5c", "why.only-invulnerability")

    def actions(self, s: ElricState) -> list[Action]:
        hero = self.group[0]
        saving: list[Action] = [("use", pair(hero, INVULNERABILITY))]
        return [*(saving if INVULNERABILITY in escape_spells(s, hero) else []), ("fall", 0)]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        hero = self.group[0]
        if action[0] == "fall":
            lose_group(s, self.group)
            return
        s.push(Attempt(self.area, self.group, self.at_sea, self.follow, ANSWERS, INVULNERABILITY, failed=True))
        s.log("escape.spell", "16.5c", piece=hero, area=self.area, spell=INVULNERABILITY)
        cup.lay_down(s, hero, INVULNERABILITY)


# Destinations


def save_group(s: ElricState, attempt: Attempt) -> None:
    """Move a group to safety; it is lost if there is no refuge (10.8)."""
    hero, area, friend = attempt.group[0], attempt.area, -1
    seat = s.owner[hero]
    if attempt.follow >= 0:
        places = [attempt.follow]
    elif hero == MOONGLUM and s.joined and s.owner[ELRIC] == seat and s.where[ELRIC] >= 0:
        places, friend = [s.where[ELRIC]], ELRIC
    else:
        places = refuges(s, seat, area, attempt.group, attempt.at_sea)
    if not places:
        s.log("escape.nowhere", "10.8c", piece=hero, area=area)
        lose_group(s, attempt.group)
    elif len(places) == 1 or seat == NOBODY:
        reach_refuge(s, attempt.group, places[0], onward=attempt.follow >= 0, friend=friend)
    else:
        s.push(ChooseRefuge(seat, area, attempt.group, attempt.at_sea))


def lose_group(s: ElricState, group: tuple[int, ...]) -> None:
    """Add a group to those removed after all other attempts."""
    escaping = s.flow[-1]
    assert isinstance(escaping, Escaping)
    if group:
        s.replace_top(replace(escaping, lost=(*escaping.lost, *group)))
