"""The captain's decisions on magic: spells, targets and counter-spells (12 to 15)."""

from __future__ import annotations

from operator import not_
from typing import Any

from palatine.core import Action
from palatine.games.dark_emperor.bot.odds import success_probability
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.components.pieces import (
    BOX,
    DEATH,
    FIRST_DEVICE,
    FIRST_LEADER,
    HEROS_SWORD,
    INACTIVE,
    LOSLOM,
    MAGIC,
    OPPOSED,
    TOL_MORN,
)
from palatine.games.dark_emperor.components.spells import (
    BANISH_UNDEAD,
    BUILD_FLEET,
    CALL_WIND,
    CASTS,
    DIPLOMACY,
    FEAR,
    FLY,
    FORGE_SWORD,
    INCINERATE,
    INTIMIDATION,
    KILL,
    MAELSTROM,
    MOVE_EARTH,
    OPEN_CHASM,
    PART_SEA,
    PEACE,
    RAISE_DEAD,
    RAISE_UNDEAD,
    SPELLS,
    SWEET_REASON,
    WALL_OF_FLAMES,
)
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.rules.characters.deaths import NextBearer
from palatine.games.dark_emperor.rules.characters.devices import SAVING, Wield, ban_refusal, equipped, hero_bonus
from palatine.games.dark_emperor.rules.characters.transfers import Recipient
from palatine.games.dark_emperor.rules.combat.combat import AskLantern
from palatine.games.dark_emperor.rules.common.envoys import open_groups
from palatine.games.dark_emperor.rules.common.losses import is_train
from palatine.games.dark_emperor.rules.common.terrain import is_deaf_to_magic
from palatine.games.dark_emperor.rules.magic.casting import magic_strength
from palatine.games.dark_emperor.rules.magic.counterspells import AskCounterspell
from palatine.games.dark_emperor.rules.magic.death_and_life import (
    GREATER_ONE,
    LORD_OF_VAMPIRES,
    Banish,
    ChooseKillTarget,
    Recall,
    banishable,
    exorcism_chance,
    magic_targets,
    saving_chance,
)
from palatine.games.dark_emperor.rules.magic.elemental import DONE, Flames, Forge, Shipyard, Strike
from palatine.games.dark_emperor.rules.magic.legions import Claim
from palatine.games.dark_emperor.rules.magic.procedure import Cast, Negate
from palatine.games.dark_emperor.rules.magic.terror_and_serenity import Drive
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_odds, power_at
from palatine.games.dark_emperor.state import END, in_city

IDLE = (WALL_OF_FLAMES, CALL_WIND, FLY, PART_SEA, BUILD_FLEET)
"""Movement spells that the captain does not use."""
WORTH = {
    INCINERATE: 3.0, MAELSTROM: 3.0, OPEN_CHASM: 3.0, KILL: 4.0, RAISE_UNDEAD: 3.0, BANISH_UNDEAD: 4.0, FEAR: 2.0,
    PEACE: 2.0, MOVE_EARTH: 2.0, RAISE_DEAD: 5.0, FORGE_SWORD: 1.5, INTIMIDATION: 1.0, SWEET_REASON: 2.0,
}  # fmt: skip
"""Value of a successful spell."""


@decides(Cast)
def decide_cast(sight: Perception, step: Cast, actions: list[Action]) -> Action:
    """Choose the most promising spell, or none."""
    best = max(actions, key=lambda action: promise(sight, action))
    return best if promise(sight, best) > 0 else END


def promise(sight: Perception, action: Action) -> float:
    """Return the expected value of a spell; negative if it would do harm."""
    if action == END:
        return 0.0
    s = sight.state
    caster, spell = divmod(action[1], CASTS)
    h = s.where[caster]
    if spell in IDLE:
        return -1.0
    if SPELLS[spell].kind != DIPLOMACY and h >= 0 and OWNER[h] >= 0 and s.control[OWNER[h]] == INACTIVE:
        return -1.0
    luck = success_probability(magic_strength(s, caster, SPELLS[spell].rune))
    return luck * WORTH[spell] * use_of(sight, caster, spell)


def use_of(sight: Perception, caster: int, spell: int) -> float:
    """Return the usefulness of a spell here, as a share of its usual value."""
    s = sight.state
    if spell in (INTIMIDATION, SWEET_REASON):
        return 0.0 if is_persuaded(sight, caster) else 1.0
    if spell == KILL:
        return kill_chance(sight, caster)
    if spell == MOVE_EARTH:
        h = s.where[caster]
        attacks = s.phasing == sight.side
        useful = attacks if in_city(h) or h in s.entrenched else not attacks
        return float(useful and s.is_held(sight.side, h) and bool(sight.own(h)))
    return 1.0


def kill_chance(sight: Perception, caster: int) -> float:
    """Return the chance that the best target is killed.

    The last strength is saved to raise the dead.
    """
    s = sight.state
    best = max([deadliness(sight, leader) for leader in magic_targets(s, caster)], default=0.0)
    if magic_strength(s, caster, DEATH) <= 2 and best < 0.7:
        return 0.0
    return best


def deadliness(sight: Perception, leader: int) -> float:
    """Return the chance that Kill ends a leader, weighted by how dangerous the leader is."""
    s = sight.state
    lives = saving_chance(equipped(s, leader, SAVING), leader)
    feared = 2.0 if s.bearer[LOSLOM - FIRST_DEVICE] == leader else 1.0
    return lives.distribution().probability(not_) * feared


def is_persuaded(sight: Perception, caster: int) -> bool:
    """Return whether a leader's attempt is certain to succeed."""
    s = sight.state
    hopes = open_groups(s) if s.where[caster] == BOX else [power_at(s.where[caster])]
    odds = [diplomacy_odds(s, sight.side, caster, power) for power in hopes if not is_deaf_to_magic(power)]
    return all([found.probability() == 1 for found in odds])


@decides(AskCounterspell)
def decide_counterspell(sight: Perception, step: AskCounterspell, actions: list[Action]) -> Action:
    """Counter every spell, with the strongest leader."""
    able = [action for action in actions if action[0] == "counter"]
    rune = OPPOSED[SPELLS[step.spell].rune]
    return max(able, key=lambda action: magic_strength(sight.state, action[1], rune), default=("allow", 0))


@decides(Negate)
def decide_negate(sight: Perception, step: Negate, actions: list[Action]) -> Action:
    """Stop magic where the enemy has more of it."""
    s = sight.state
    h = s.where[step.leader]

    def magic(leaders: tuple[int, ...]) -> int:
        return sum([MAGIC[leader - FIRST_LEADER] for leader in leaders])

    mine, theirs = magic(s.leaders(sight.side, h)), magic(s.leaders(sight.foe, h))
    return ("negate", 0) if theirs > mine else ("refrain", 0)


@decides(Flames)
def decide_flames(sight: Perception, step: Flames, actions: list[Action]) -> Action:
    return DONE if DONE in actions else actions[0]


@decides(Strike, Drive)
def decide_strike(sight: Perception, step: Strike | Drive, actions: list[Action]) -> Action:
    """Choose the best unit, or a siege train if this makes one's walls count."""
    s = sight.state
    walled = s.phasing != sight.side and in_city(s.where[step.caster])
    return max(actions, key=lambda action: (walled and is_train(action[1]), sight.worth(action[1]), -action[1]))


@decides(ChooseKillTarget)
def decide_kill_target(sight: Perception, step: ChooseKillTarget, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: deadliness(sight, action[1]))


@decides(Banish)
def decide_banish(sight: Perception, step: Banish, actions: list[Action]) -> Action:
    """Choose the effect that costs the enemy most."""
    s = sight.state
    h = s.where[step.caster]

    def harm(action: Action) -> float:
        if action[1] == LORD_OF_VAMPIRES:
            return 5.0 * exorcism_chance(equipped(s, TOL_MORN, SAVING)).distribution().probability(not_)
        found = banishable(s, h, action[1], sight.foe)
        return 6.0 if action[1] == GREATER_ONE else sum([sight.worth(u) for u in found])

    return max(actions, key=harm)


@decides(Recall, NextBearer)
def decide_recall(sight: Perception, step: Recall, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: sight.rating(action[1]))


@decides(Forge)
def decide_forge(sight: Perception, step: Forge, actions: list[Action]) -> Action:
    return "forge", HEROS_SWORD


@decides(Shipyard)
def decide_shipyard(sight: Perception, step: Shipyard, actions: list[Action]) -> Action:
    return actions[0]


@decides(Wield)
def decide_wield(sight: Perception, step: Wield, actions: list[Action]) -> Action:
    """Choose the device that adds most; if equal, the sword that kills permanently."""
    able = [action for action in actions if action[0] == "use"]
    return max(able, key=lambda action: (hero_bonus(sight.state, action[1]), action[1] == LOSLOM))


@decides(AskLantern)
def decide_lantern(sight: Perception, step: Any, actions: list[Action]) -> Action:
    return "light", 0


@decides(Recipient)
def decide_recipient(sight: Perception, step: Recipient, actions: list[Action]) -> Action:
    """Choose the leader with the highest rating who can use the device."""
    s = sight.state
    return max(
        actions, key=lambda action: (ban_refusal(s, action[1], step.device) is None, sight.rating(action[1]))
    )


@decides(Claim)
def decide_claim(sight: Perception, step: Any, actions: list[Action]) -> Action:
    return "command", 0
