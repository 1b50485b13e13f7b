"""The captain's decisions in the battleline: places, targets, reserves."""

from __future__ import annotations

from typing import Final

from palatine.core import Action
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.components.pieces import LEAD, MORALE, POWER
from palatine.games.demonlord.decisions import decides
from palatine.games.demonlord.preview.odds import duel, kill_chance, shot_chance, usual_duel
from palatine.games.demonlord.preview.unit_values import COMBAT_VALUES, WORTH, combat_value
from palatine.games.demonlord.rules.combat.attacks import HOLD, AimAt, AimMagic, magic_missile_chance
from palatine.games.demonlord.rules.combat.battles import Deploy, PlaceCharacter
from palatine.games.demonlord.rules.combat.casualties import ReassignCharacter
from palatine.games.demonlord.rules.combat.lines import companions, facing, post_of, unrouted_troops
from palatine.games.demonlord.rules.combat.morale import MISSILES, fall_probability
from palatine.games.demonlord.rules.combat.reserves import (
    STAY,
    CommitUnit,
    JoinFight,
    MatchCommitment,
    MoveCharacter,
)
from palatine.games.demonlord.rules.magic.casting import PASS

FATE: Final = 0.4
"""Expected loss of a character whose troop falls: killed on two of six, routed on one."""
CHARACTER_WORTH: Final = 0.6
"""Value of a character other than for the battle: marches, invocations, sieges."""
RESERVE_USE: Final = 0.3
"""Value of a leader for a troop in reserve, relative to one in line."""
MISSILE_GAIN: Final = 0.6
"""Value of troops that a certain magic missile removes from an average enemy."""
WORTH_A_MOVE: Final = 0.25
"""Minimum gain for which a character changes troops between rounds."""

# Deployment


@decides(Deploy)
def decide_deploy(sight: CaptainPerception, step: Deploy, actions: list[Action]) -> Action:
    """Lead with the best troop; answer with the one that does relatively best against it."""
    if step.put < 0:
        return max(actions, key=lambda action: WORTH[action[1]])
    return max(actions, key=lambda action: matchup_score(sight, action[1], step.put))


def matchup_score(sight: CaptainPerception, u: int, foe: int) -> float:
    """Return how much better `u` does against this enemy than against an average one."""
    return duel(u, foe) - usual_duel(u, sight.enemy)


# Characters


@decides(PlaceCharacter)
def decide_place_character(sight: CaptainPerception, step: PlaceCharacter, actions: list[Action]) -> Action:
    """Place casters and leaders first, each where they are most useful."""
    if actions[0][0] == "character":
        return max(actions, key=lambda action: WORTH[action[1]])
    c = step.characters[0] if step.chosen < 0 else step.chosen
    return best_post(sight, c, actions)


@decides(ReassignCharacter)
def decide_reassign_character(sight: CaptainPerception, step: ReassignCharacter, actions: list[Action]) -> Action:
    return best_post(sight, step.character, actions)


def best_post(sight: CaptainPerception, c: int, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: post_value(sight, c, action[1]))


@decides(MoveCharacter)
def decide_move_character(sight: CaptainPerception, step: MoveCharacter, actions: list[Action]) -> Action:
    """Move the character who gains most, if the gain is large enough."""
    if step.chosen >= 0:
        return best_post(sight, step.chosen, actions)
    best, gain = PASS, WORTH_A_MOVE
    for action in actions:
        if action != PASS and (better := gain_by_moving(sight, action[1])) > gain:
            best, gain = action, better
    return best


def gain_by_moving(sight: CaptainPerception, c: int) -> float:
    here = post_of(sight.battle, c)
    values = {u: post_value(sight, c, u) for u in unrouted_troops(sight.battle, sight.side)}
    return max(values.values()) - values[here]


def post_value(sight: CaptainPerception, c: int, u: int) -> float:
    """Return the usefulness of character `c` with troop `u`, less the risk."""
    opposite = facing(sight.battle, sight.side, u)
    lead = best_lead_with(sight, u, without=c)
    ground = sight.battle.terrain
    led, unled = [combat_value(u, best, ground, 0, sight.is_phasing) for best in (max(lead, LEAD[c]), lead)]
    lift = led.worth - unled.worth
    value = lift if opposite else lift * RESERVE_USE
    if opposite and POWER[c] and may_cast(sight, c):
        value += magic_missile_chance(c).distribution().probability() * MISSILE_GAIN
    return value - risk(sight, u, opposite, max(lead, LEAD[c])) * FATE * (CHARACTER_WORTH + WORTH[c])


def best_lead_with(sight: CaptainPerception, u: int, without: int = -1) -> int:
    """Return the best leadership with a troop, except that of `without`."""
    return max([LEAD[c] for c in companions(sight.battle, u) if c != without], default=0)


def may_cast(sight: CaptainPerception, c: int) -> bool:
    return not sight.has_cast(c) or c in sight.battle.casters


def risk(sight: CaptainPerception, u: int, opposite: tuple[int, ...], lead: int) -> float:
    """Return the chance that `u` falls in a round against the troops opposite."""
    stands = 1.0
    for v in opposite:
        stands *= 1 - kill_chance(v, u, 0, lead, sight.battle.terrain, not sight.is_phasing)
    return 1 - stands


# Reserves and redeployment


@decides(CommitUnit)
def decide_commit_unit(sight: CaptainPerception, step: CommitUnit, actions: list[Action]) -> Action:
    """Commit the best troop; every troop in line attacks once more."""
    return max([action for action in actions if action != PASS], key=lambda action: WORTH[action[1]])


@decides(MatchCommitment)
def decide_match_commitment(sight: CaptainPerception, step: MatchCommitment, actions: list[Action]) -> Action:
    """Match a free enemy troop, to prevent it from joining a fight."""
    able = [action for action in actions if action != PASS]
    return max(able, key=lambda action: matchup_score(sight, action[1], step.forward))


@decides(JoinFight)
def decide_join_fight(sight: CaptainPerception, step: JoinFight, actions: list[Action]) -> Action:
    """Join the fight in which the attack counts most.

    The enemy's melee targets are ours to choose, so that joining has little risk.
    """
    able = [action for action in actions if action != STAY]
    return max(able, key=lambda action: blow_at(sight, step.unit, action[1]))


def blow_at(sight: CaptainPerception, u: int, v: int) -> float:
    """Return the expected loss that one of the side's troops causes to an enemy."""
    return kill_chance(u, v, 0, 0, sight.battle.terrain, sight.is_phasing) * WORTH[v]


# Targets


@decides(AimMagic)
def decide_aim_magic(sight: CaptainPerception, step: AimMagic, actions: list[Action]) -> Action:
    """Choose the troop whose loss to a magic missile hurts most."""
    able = [action for action in actions if action != HOLD]
    return max(able, key=lambda action: fall_probability(MORALE[action[1]] - 1) * WORTH[action[1]])


@decides(AimAt)
def decide_aim_at(sight: CaptainPerception, step: AimAt, actions: list[Action]) -> Action:
    """Direct own missiles where they hurt most, and enemy melee where it hurts least."""
    if step.kind == MISSILES:
        return max(actions, key=lambda action: shot_value(sight, step.attacker, action[1]))
    return min(actions, key=lambda action: blow_value(sight, step.attacker, action[1]))


def shot_value(sight: CaptainPerception, u: int, v: int) -> float:
    return shot_chance(u, v, sight.battle.terrain) * COMBAT_VALUES[v].fall * WORTH[v]


def blow_value(sight: CaptainPerception, v: int, u: int) -> float:
    """Return the expected loss by an enemy's melee attack on a friendly troop."""
    lead = best_lead_with(sight, u)
    at_stake = WORTH[u] + FATE * sum([CHARACTER_WORTH + WORTH[c] for c in companions(sight.battle, u)])
    return kill_chance(v, u, 0, lead, sight.battle.terrain, not sight.is_phasing) * at_stake
