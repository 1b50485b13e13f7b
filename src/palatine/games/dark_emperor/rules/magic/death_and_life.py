"""The runes of Death and Life (14.1, 14.2)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core import Action, Chance, ChooseOne, Refusal, Step, Tally, success_chance
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    IS_GREATER,
    IS_LESSER,
    NAVAL,
    NECROMANCER,
    NECROMANCER_SIDE,
    TOL_MORN,
    UNIT_TYPE,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.spells import BANISH_UNDEAD, KILL, RAISE_DEAD, RAISE_UNDEAD
from palatine.games.dark_emperor.components.world import BATTLEFIELDS, HOLY, NAVIGABLE, PARTS
from palatine.games.dark_emperor.rules.characters.deaths import LORDS_OF_DEATH, rise
from palatine.games.dark_emperor.rules.characters.devices import SAVING, hero_rating, wield
from palatine.games.dark_emperor.rules.characters.lone_leaders import kill
from palatine.games.dark_emperor.rules.common.cargo import Shore
from palatine.games.dark_emperor.rules.common.losses import GREATER_FOR_GOOD, eliminate
from palatine.games.dark_emperor.rules.common.taxation import master
from palatine.games.dark_emperor.rules.common.terrain import is_immune
from palatine.games.dark_emperor.rules.magic.casting import OWN_RUNE, Effect, Use, add_magic_strength, tools_in_use
from palatine.games.dark_emperor.state import STORED_NAMES, DarkEmperorState, is_land_unit

# Kill (14.11)


def magic_targets(s: DarkEmperorState, caster: int) -> list[int]:
    """Return the enemy leaders in a caster's hex whom magic affects (19.3)."""
    return [leader for leader in s.leaders(1 - s.side(caster), s.where[caster]) if not is_immune(leader)]


def use_kill(s: DarkEmperorState, caster: int) -> Refusal | None:
    return None if magic_targets(s, caster) else Refusal("14.11a", "why.no-leader-here", {"hex": s.where[caster]})


def cast_kill(s: DarkEmperorState, caster: int, die: int) -> None:
    found = magic_targets(s, caster)
    if len(found) == 1:
        aim_kill(s, found[0], s.side(caster))
    else:
        s.push(ChooseKillTarget(s.side(caster), caster))


def aim_kill(s: DarkEmperorState, leader: int, slayers: int) -> None:
    s.push(Save(leader, slayers))
    wield(s, s.side(leader), leader, SAVING)


class ChooseKillTarget(ChooseOne, frozen=True, tag=STORED_NAMES):
    """Choice of the enemy leader that Kill targets (14.11)."""

    seat: int
    caster: int
    clause = "14.11a"
    verbs = {"target": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return magic_targets(s, self.caster)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        aim_kill(s, choice, self.seat)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        leader = action[1]
        if leader not in s.leaders(1 - self.seat, s.where[self.caster]):
            return Refusal("14.11a", "why.no-such-leader-here", {"hex": s.where[self.caster]})
        return Refusal("19.3", "why.immune", {"piece": leader})


class Save(Step, frozen=True):
    """Step in which the target of Kill rolls to survive (14.11).

    The target survives on a roll up to its Hero Rating or Magic Strength, whichever is higher.
    """

    leader: int
    slayers: int

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        leader = self.leader
        lives, tally = saving_chance(s, leader).roll(s)
        kind = "kill.survived" if lives else "kill.killed"
        s.log(kind, "14.11b", tally=tally, leader=leader, rolled=tally.rolled, value=tally.value)
        if not lives:
            kill(s, leader, slayers=self.slayers)


def saving_chance(s: DarkEmperorState, leader: int) -> Chance[bool]:
    """Return the chance that a leader survives Kill, devices in use included (14.11b, G15).

    Uses the higher of the current Hero Rating and Magic Strength.
    """
    magic = Tally("saving roll", is_roll_under=True)
    if leader in OWN_RUNE:
        add_magic_strength(s, leader, OWN_RUNE[leader], magic, tools_in_use(s, leader, OWN_RUNE[leader]))
    return success_chance(magic) if magic.value > hero_rating(s, leader) else _rating_chance(s, leader)


def exorcism_chance(s: DarkEmperorState) -> Chance[bool]:
    """Return the chance that Tol Morn survives banishment, by his current Hero Rating (14.21e)."""
    return _rating_chance(s, TOL_MORN)


def _rating_chance(s: DarkEmperorState, leader: int) -> Chance[bool]:
    tally, own = Tally("saving roll", is_roll_under=True), s.rating(leader)
    tally.add(own, "14.11b", "own-rating")
    tally.add(hero_rating(s, leader) - own, "15.11a", "devices-in-use")
    return success_chance(tally)


# Raise Undead (14.12)

FIELDS: Final = frozenset([h for h, _ in BATTLEFIELDS])


def raisable(s: DarkEmperorState, h: int) -> list[int]:
    """Return the dead that can rise in a hex (G16).

    They died there in this segment, or are the fallen of a battlefield.
    """
    if HOLY[h]:
        return []
    dead = {u for u, where, _ in s.slain if where == h and s.where[u] < 0}
    if h in FIELDS:
        dead |= {u for u in UNITS_OF[BATTLEFIELD] if s.where[u] == h and s.power[u] == BATTLEFIELD}
    return sorted([u for u in dead if could_stand(u, h)])


def could_stand(u: int, h: int) -> bool:
    return NAVIGABLE[h] if UNIT_TYPE[u] == NAVAL else PARTS[h] > 0


def use_raising(s: DarkEmperorState, caster: int) -> Refusal | None:
    if caster in s.routed:
        return Refusal("14.12b", "why.has-retreated", {"leader": caster})
    if raisable(s, s.where[caster]):
        return None
    return Refusal("14.12c", "why.nobody-to-raise", {"hex": s.where[caster]})


def raise_undead(s: DarkEmperorState, caster: int, die: int) -> None:
    """Raise all the dead of the hex for the caster's player (14.12c, 14.12f, G16, G35)."""
    h, side = s.where[caster], s.side(caster)
    risen = raisable(s, h)
    for u in risen:
        s.power[u] = NECROMANCER if side == NECROMANCER_SIDE else master(s, caster)
    s.undead = tuple(sorted((*s.undead, *risen)))
    s.slain = tuple([entry for entry in s.slain if entry[0] not in risen])
    s.put(risen, h)
    s.log("undead.risen", "14.12c", piece=caster, units=risen, hex=h)
    if PARTS[h] > 1:
        for u in risen:
            if is_land_unit(u):
                s.push(Shore(side, u, h))


# Banish Undead (14.21)

UNDEAD_ALL, LESSER_ALL, GREATER_ONE, LORD_OF_VAMPIRES = range(4)
"""The effects of Banish Undead (14.21b to 14.21e)."""


BANISH_CLAUSES: Final = ("14.21b", "14.21c", "14.21d", "14.21e")
BANISH_ENTRIES: Final = ("banish.undead", "banish.lesser", "banish.greater", "banish.lord")


def banishable(s: DarkEmperorState, h: int, effect: int, side: int) -> list[int]:
    """Return the pieces of a side in a hex that an effect of Banish Undead would affect."""
    if effect == LORD_OF_VAMPIRES:
        return [TOL_MORN] if TOL_MORN in s.leaders(side, h) else []
    here = s.units(side, h)
    if effect == UNDEAD_ALL:
        return [u for u in here if u in s.undead]
    return [u for u in here if (IS_LESSER if effect == LESSER_ALL else IS_GREATER)[u]]


def banishments(s: DarkEmperorState, caster: int) -> list[int]:
    """Return the effects of Banish Undead with an enemy target in the caster's hex."""
    h, enemy = s.where[caster], 1 - s.side(caster)
    if h not in s.stacks[enemy] and h not in s.company[enemy]:
        return []
    return [effect for effect in range(len(BANISH_CLAUSES)) if banishable(s, h, effect, enemy)]


def use_banishment(s: DarkEmperorState, caster: int) -> Refusal | None:
    return None if banishments(s, caster) else Refusal("14.21a", "why.nobody-to-banish", {"hex": s.where[caster]})


def cast_banishment(s: DarkEmperorState, caster: int, die: int) -> None:
    found = banishments(s, caster)
    if len(found) == 1:
        banish(s, caster, found[0])
    else:
        s.push(Banish(s.side(caster), caster))


class Banish(ChooseOne, frozen=True):
    """Choice of the effect of Banish Undead (14.21)."""

    seat: int
    caster: int
    clause = "14.21a"
    verbs = {"banish": "button"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return banishments(s, self.caster)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        banish(s, self.caster, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        effect = action[1]
        if effect in banishments(s, self.caster):
            return None
        clause = BANISH_CLAUSES[effect] if 0 <= effect < len(BANISH_CLAUSES) else "14.21a"
        return Refusal(clause, "why.nobody-to-banish", {"hex": s.where[self.caster]})


def banish(s: DarkEmperorState, caster: int, effect: int) -> None:
    """Apply an effect; all undead or all Lesser Vampires includes those of both sides (G34)."""
    h, side = s.where[caster], s.side(caster)
    s.log(BANISH_ENTRIES[effect], BANISH_CLAUSES[effect], piece=caster, hex=h)
    if effect == LORD_OF_VAMPIRES:
        s.push(Exorcism(side))
        wield(s, 1 - side, TOL_MORN, SAVING)
    elif effect == GREATER_ONE:
        eliminate(s, banishable(s, h, effect, 1 - side)[0], death_flags=GREATER_FOR_GOOD, by=side)
    else:
        for u in (*banishable(s, h, effect, 1 - side), *banishable(s, h, effect, side)):
            if s.where[u] == h:
                eliminate(s, u, by_magic=True, by=side)


class Exorcism(Step, frozen=True):
    """Step in which Tol Morn stays on a roll up to his Hero Rating (14.21e, 16, G19).

    Otherwise he dies and returns later.
    """

    slayers: int

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        stays, tally = exorcism_chance(s).roll(s)
        kind = "banish.survived" if stays else "banish.banished"
        s.log(kind, "14.21e", tally=tally, leader=TOL_MORN, rolled=tally.rolled, value=tally.value)
        if not stays:
            kill(s, TOL_MORN, slayers=self.slayers)


# Raise from the Dead (14.22)


def recall_refusal(s: DarkEmperorState, caster: int, leader: int) -> Refusal | None:
    """Return why a caster cannot bring a leader back from the dead, or None (14.22, G26)."""
    death = s.death_of(leader)
    if death is None:
        return Refusal("14.22a", "why.not-dead")
    if leader in LORDS_OF_DEATH:
        return Refusal("16a", "why.lord-of-death", {"leader": leader})
    if is_immune(leader):
        return Refusal("19.3", "why.immune", {"piece": leader})
    if s.side(leader) != s.side(caster):
        return Refusal("14.22a", "why.enemy-dead", {"leader": leader})
    if leader in s.raised:
        return Refusal("14.22d", "why.raised-before", {"leader": leader})
    if death.turn < s.turn - 1:
        return Refusal("14.22b", "why.dead-too-long", {"leader": leader})
    if death.hex != s.where[caster]:
        return Refusal("14.22c", "why.died-elsewhere", {"leader": leader, "hex": death.hex})
    return None


def recallable(s: DarkEmperorState, caster: int) -> list[int]:
    return sorted([death.leader for death in s.deaths if recall_refusal(s, caster, death.leader) is None])


def use_recall(s: DarkEmperorState, caster: int) -> Refusal | None:
    if recallable(s, caster):
        return None
    return Refusal("14.22c", "why.nobody-to-recall", {"hex": s.where[caster]})


def cast_recall(s: DarkEmperorState, caster: int, die: int) -> None:
    found = recallable(s, caster)
    if len(found) == 1:
        recall(s, caster, found[0])
    else:
        s.push(Recall(s.side(caster), caster))


def recall(s: DarkEmperorState, caster: int, leader: int) -> None:
    rise(s, leader, s.where[caster])
    s.raised = tuple(sorted((*s.raised, leader)))
    s.log("recalled", "14.22a", piece=caster, leader=leader, hex=s.where[caster])


class Recall(ChooseOne, frozen=True):
    """Choice of the dead leader who returns (14.22)."""

    seat: int
    caster: int
    without_preview = "The choice names the leader who returns."
    clause = "14.22a"
    verbs = {"recall": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return recallable(s, self.caster)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        recall(s, self.caster, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return recall_refusal(s, self.caster, action[1])


USES: Final[dict[int, Use]] = {
    KILL: use_kill,
    RAISE_UNDEAD: use_raising,
    BANISH_UNDEAD: use_banishment,
    RAISE_DEAD: use_recall,
}
EFFECTS: Final[dict[int, Effect]] = {
    KILL: cast_kill,
    RAISE_UNDEAD: raise_undead,
    BANISH_UNDEAD: cast_banishment,
    RAISE_DEAD: cast_recall,
}
