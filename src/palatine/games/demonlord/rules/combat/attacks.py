"""Missile, melee and battle magic attacks: targets and hits."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from typing import Final

import msgspec
from msgspec.structs import replace

from palatine.core import Action, Chance, ChooseOne, Refusal, Step, Tally, success_chance
from palatine.games.demonlord.components.pieces import ARMOUR, CLASS, MELEE, MISSILE, POWER
from palatine.games.demonlord.components.tables import (
    CAVALRY,
    MELEE_CAVALRY,
    MELEE_PHASING,
    MELEE_PHASING_CAVALRY,
    MISSILE_EFFECT,
)
from palatine.games.demonlord.rules.combat.casualties import remove_losses
from palatine.games.demonlord.rules.combat.lines import facing, line, post_of
from palatine.games.demonlord.rules.combat.morale import (
    MAGIC,
    MELEES,
    MISSILES,
    STANDS,
    ancients_loss,
    check_morale,
    leader_bonus,
)
from palatine.games.demonlord.rules.magic.casting import spend_cast
from palatine.games.demonlord.state import Battle, DemonlordState

HOLD: Action = ("hold", 0)
HEAVY, NO_ARMOUR = 2, 0
ValuePart = tuple[int, str, str]
"""Part of a value: amount, clause and reason."""


class Attack(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """An attacker (a troop, or a character with battle magic) and its target."""

    attacker: int
    target: int


# The three steps of a round with attacks


class BattleMagic(Step, frozen=True):
    """Step of magic missiles: all choices, then all dice (MAG-17 to MAG-19, B31).

    The phasing player chooses first.
    """

    side: int
    asked: tuple[int, ...] = ()
    attacks: tuple[Attack, ...] = ()

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        assert battle is not None
        for side in (s.phasing, 1 - s.phasing):
            for c, troop in battle.posts:
                if c in self.asked or s.side_of(c) != side or not may_use_magic(s, battle, c):
                    continue
                s.replace_top(replace(self, asked=(*self.asked, c)))
                s.push(AimMagic(side, c, facing(battle, side, troop)))
                return
        s.replace_top(Volley(MAGIC, self.attacks))


def may_use_magic(s: DemonlordState, battle: Battle, c: int) -> bool:
    """Return whether a character can use battle magic (B15).

    It needs magic power, an enemy opposite, and the spell of the phase unspent or spent on this battle.
    """
    side = s.side_of(c)
    unspent = c not in s.spent_casters or c in battle.casters
    return POWER[c] > 0 and unspent and bool(facing(battle, side, post_of(battle, c)))


class AimMagic(Step, frozen=True):
    """Decision to attack an opposite enemy with a magic missile, or to hold it (MAG-17)."""

    seat: int
    caster: int
    targets: tuple[int, ...]
    needs_decision = True
    clause = "MAG-17"
    verbs = {"fire": "piece", "hold": "button"}
    default_refusal = Refusal("BAT-22", "why.not-opposite")

    def actions(self, s: DemonlordState) -> list[Action]:
        return [*[("fire", u) for u in self.targets], HOLD]

    def take(self, s: DemonlordState, action: Action) -> None:
        s.pop()
        if action == HOLD:
            return
        battle = s.battle
        assert battle is not None
        if self.caster not in battle.casters:
            spend_cast(s, self.caster)
            s.battle = replace(battle, casters=(*battle.casters, self.caster))
            s.log("magic.announced", "MAG-05", unit=self.caster)
        step = s.flow[-1]
        assert isinstance(step, BattleMagic)
        s.replace_top(replace(step, attacks=(*step.attacks, Attack(self.caster, action[1]))))


class MissileFire(Step, frozen=True):
    """Step of missile fire; outnumbered troops choose their targets (BAT-20, BAT-24)."""

    def run(self, s: DemonlordState) -> None:
        s.replace_top(Aim(MISSILES))


class Melee(Step, frozen=True):
    """Step of melee; the enemy chooses the targets of outnumbered troops (BAT-21, BAT-25)."""

    def run(self, s: DemonlordState) -> None:
        s.replace_top(Aim(MELEES))


class Aim(Step, frozen=True):
    """Step that collects all targets before any roll, the phasing player first (B31, B49)."""

    kind: str
    chosen: tuple[Attack, ...] = ()

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        assert battle is not None
        named = {attack.attacker for attack in self.chosen}
        for asker in (s.phasing, 1 - s.phasing):
            shooter_side = asker if self.kind == MISSILES else 1 - asker
            for u in line(battle, shooter_side):
                targets = facing(battle, shooter_side, u)
                if len(targets) > 1 and u not in named and self.can_attack(u):
                    s.push(AimAt(asker, self.kind, u, targets))
                    return
        s.replace_top(Volley(self.kind, tuple(self.order(s, battle))))

    def can_attack(self, u: int) -> bool:
        """Return whether a troop attacks; without a missile value it never shoots (BAT-20, B3)."""
        return self.kind == MELEES or bool(MISSILE[u])

    def order(self, s: DemonlordState, battle: Battle) -> list[Attack]:
        """Return all attacks: missiles by side, melee by fight.

        The order affects only that of the dice.
        """
        chosen = {attack.attacker: attack.target for attack in self.chosen}
        first = 1 - s.phasing if self.kind == MISSILES else s.phasing
        sides = (first, 1 - first)
        row = [(side, group) for side in sides for group in battle.groups]
        if self.kind == MELEES:
            row = [(side, group) for group in battle.groups for side in sides]
        return [
            Attack(u, chosen.get(u, group[1 - side][0]))
            for side, group in row
            for u in group[side]
            if group[1 - side] and self.can_attack(u)
        ]


class AimAt(ChooseOne, frozen=True):
    """Choice of the target of `attacker` among several enemies opposite."""

    seat: int
    kind: str
    attacker: int
    targets: tuple[int, ...]
    clause = "BAT-24"
    verbs = {"target": "piece"}
    default_refusal = Refusal("BAT-22", "why.not-opposite")

    def candidates(self, s: DemonlordState) -> Iterable[int]:
        return self.targets

    def on_chosen(self, s: DemonlordState, target: int) -> None:
        step = s.flow[-1]
        assert isinstance(step, Aim)
        s.replace_top(replace(step, chosen=(*step.chosen, Attack(self.attacker, target))))


# Attack Procedure


class Volley(Step, frozen=True):
    """Step that rolls all hits, then all morale; then removals, then fates (BAT-26, B31)."""

    kind: str
    attacks: tuple[Attack, ...]

    def run(self, s: DemonlordState) -> None:
        battle = s.battle
        assert battle is not None
        hits = [attack for attack in self.attacks if attack_hits(s, battle, self.kind, attack)]
        worst: dict[int, int] = {}
        for attack in hits:
            result = check_morale(s, battle, attack.target, self.kind)
            worst[attack.target] = max(worst.get(attack.target, STANDS), result)
        s.pop()
        lost = [(u, result) for u, result in worst.items() if result != STANDS]
        if lost:
            remove_losses(s, lost)


def attack_chance(s: DemonlordState, battle: Battle, kind: str, attack: Attack) -> Chance[bool]:
    """Return the chance that an attack hits: dice no higher than its value (BAT-27, MAG-18)."""
    tally = Tally(kind)
    VALUE_OF[kind](s, battle, attack, tally)
    return hit_roll(tally)


def magic_missile_chance(c: int) -> Chance[bool]:
    """Return the chance that a character's magic missile hits (MAG-18)."""
    tally = Tally(MAGIC)
    tally.add(POWER[c], "MAG-18", "power")
    return hit_roll(tally)


def hit_roll(tally: Tally) -> Chance[bool]:
    """Return the roll of an attack: one die for a magic missile, two otherwise."""
    return success_chance(tally, 1 if tally.purpose == MAGIC else 2)


@cache
def hit_probability(value: int, kind: str = MELEES) -> float:
    """Return the probability that an attack of a given value hits."""
    tally = Tally(kind)
    tally.add(value, "BAT-27", "value")
    return hit_roll(tally).distribution().probability()


def attack_hits(s: DemonlordState, battle: Battle, kind: str, attack: Attack) -> bool:
    """Roll an attack, log it, and return whether it hits (BAT-27, MAG-18)."""
    hit, tally = attack_chance(s, battle, kind, attack).roll(s)
    s.log("hit" if hit else "miss", "MAG-18" if kind == MAGIC else "BAT-27", tally=tally, unit=attack.attacker,
           target=attack.target, attack=kind, value=tally.value)  # fmt: skip
    return hit


def magic_value(s: DemonlordState, battle: Battle, attack: Attack, tally: Tally) -> None:
    tally.add(POWER[attack.attacker], "MAG-18", "power")


def missile_value(s: DemonlordState, battle: Battle, attack: Attack, tally: Tally) -> None:
    """Add up a missile value: printed value, ground, target's armour (BAT-28 to BAT-30)."""
    for part in missile_parts(attack.attacker, attack.target, battle.terrain):
        tally.add(*part)


def missile_parts(u: int, target: int, terrain: int) -> list[ValuePart]:
    """Return the parts of a troop's missile value against a target.

    Without a known terrain, the ground has no effect.
    """
    clause = "BAT-29" if ARMOUR[target] == NO_ARMOUR else "BAT-30"
    return [
        (MISSILE[u], "BAT-20", "missile"),
        (MISSILE_EFFECT.get(terrain, 0), "BAT-28", "ground"),
        (armour_effect(target), clause, "armour"),
    ]


def armour_effect(target: int) -> int:
    """Return the armour's effect on missiles: none helps, heavy hinders (BAT-29, BAT-30)."""
    return (ARMOUR[target] == NO_ARMOUR) - (ARMOUR[target] == HEAVY)


def armour_bonus(u: int, target: int) -> int:
    """Return the melee bonus for better armour than the target's (BAT-32)."""
    return int(ARMOUR[u] > ARMOUR[target])


def melee_value(s: DemonlordState, battle: Battle, attack: Attack, tally: Tally) -> None:
    """Add up a melee value: printed, ground, best leader, armour (BAT-28, BAT-31, BAT-32)."""
    u = attack.attacker
    for part in melee_parts(u, battle.terrain, s.side_of(u) == s.phasing, leader_bonus(battle, u)):
        tally.add(*part)
    tally.add(armour_bonus(u, attack.target), "BAT-32", "better-armour")


def melee_parts(u: int, terrain: int, phasing: bool, lead: int) -> list[ValuePart]:
    """Return the parts of a troop's melee value, except armour.

    Without a known terrain, the ground has no effect.
    """
    return [
        (MELEE[u], "BAT-21", "melee"),
        (melee_ground(u, terrain, phasing), "BAT-28", "ground"),
        (ancients_loss(u, terrain, 2), "NEU-08", "ancients"),
        (lead, "BAT-31", "leader"),
    ]


def melee_ground(u: int, terrain: int, phasing: bool) -> int:
    """Return the effect of the battle terrain on a melee value, by mode and side."""
    mounted = CLASS[u] == CAVALRY
    return (
        (MELEE_CAVALRY.get(terrain, 0) if mounted else 0)
        + (MELEE_PHASING.get(terrain, 0) if phasing else 0)
        + (MELEE_PHASING_CAVALRY.get(terrain, 0) if mounted and phasing else 0)
    )


VALUE_OF: Final = {MAGIC: magic_value, MISSILES: missile_value, MELEES: melee_value}
"""By kind of attack: function that adds up the value its dice must not exceed."""
