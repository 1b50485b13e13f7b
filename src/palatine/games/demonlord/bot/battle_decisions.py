"""The captain's decisions around a battle: whether to fight, terrain, withdrawal, retreat."""

from __future__ import annotations

from palatine.core import Action
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.components.pieces import MORALE, MP, POWER
from palatine.games.demonlord.components.tables import BATTLE_SIZE
from palatine.games.demonlord.decisions import decides
from palatine.games.demonlord.preview.distances import march_from
from palatine.games.demonlord.preview.field_battles import force_in_battle
from palatine.games.demonlord.preview.odds import estimate_battle, fight_out, force_of, usual_force
from palatine.games.demonlord.preview.perception import strength
from palatine.games.demonlord.preview.unit_values import WORTH, combat_value
from palatine.games.demonlord.rules.characters.capture import CLOSE, DEMAND, SILENT, Demand, Parties, Show
from palatine.games.demonlord.rules.combat.attacks import hit_probability
from palatine.games.demonlord.rules.combat.battles import (
    BATTLE,
    JOIN,
    SIEGE,
    STAY,
    BattleOrSiege,
    ChooseBattle,
    ChooseTerrain,
    Garrison,
)
from palatine.games.demonlord.rules.combat.lines import unrouted_troops
from palatine.games.demonlord.rules.combat.morale import MAGIC, fall_probability
from palatine.games.demonlord.rules.combat.retreats import (
    INTO,
    STOP,
    ChooseEscort,
    ChooseWay,
    ExtendRetreat,
    IntoFortress,
)
from palatine.games.demonlord.rules.combat.withdrawal import FIGHT, WITHDRAW, MayWithdraw

# Before a battle


@decides(ChooseBattle)
def decide_battle(sight: CaptainPerception, step: ChooseBattle, actions: list[Action]) -> Action:
    """Choose the battle with the best ratio of strengths."""
    return max(actions, key=lambda action: sight.strength(action[1]) / (sight.foe_strength(action[1]) or 1))


@decides(BattleOrSiege)
def decide_battle_or_siege(sight: CaptainPerception, step: BattleOrSiege, actions: list[Action]) -> Action:
    """Fight in the open only if stronger."""
    return BATTLE if sight.strength(step.hex) >= sight.parameters.sally * sight.foe_strength(step.hex) else SIEGE


@decides(Garrison)
def decide_garrison(sight: CaptainPerception, step: Garrison, actions: list[Action]) -> Action:
    """Join the relief if it has a fair chance to win."""
    if sight.strength(step.hex) < sight.parameters.join_relief * sight.foe_strength(step.hex):
        return STAY
    return JOIN if JOIN in actions else max(actions[:-1], key=lambda action: WORTH[action[1]])


@decides(ChooseTerrain)
def decide_terrain(sight: CaptainPerception, step: ChooseTerrain, actions: list[Action]) -> Action:
    """Choose the terrain with the best ratio of expected survivors."""
    return max(actions, key=lambda action: ground_value(sight, action[1]))


def ground_value(sight: CaptainPerception, terrain: int) -> float:
    h = sight.battle.hex
    mine = force_of(
        [combat_value(u, 0, terrain, 0, sight.is_phasing) for u in sight.troops(h)], magic_of(sight.characters(h))
    )
    foe = sight.foe(h)
    theirs = usual_force(sight.backs, foe.size if foe else 1, terrain, not sight.is_phasing)
    left, right = fight_out(mine, theirs, BATTLE_SIZE[terrain])
    return left / max(mine.size, 1) - right / max(theirs.size, 1)


def magic_of(characters: list[int]) -> float:
    """Return the expected number of magic missile hits in a round."""
    return sum([hit_probability(POWER[c], MAGIC) for c in characters])


# Withdrawal


@decides(MayWithdraw)
def decide_withdraw(sight: CaptainPerception, step: MayWithdraw, actions: list[Action]) -> Action:
    """Withdraw if that saves more than fighting on."""
    return WITHDRAW if value_of_going(sight) > value_of_fighting(sight) else FIGHT


def value_of_fighting(sight: CaptainPerception) -> float:
    """Return the expected value of survivors, own minus enemy, if the battle is fought out."""
    battle, side, enemy = sight.battle, sight.side, sight.enemy
    found = estimate_battle(force_in_battle(sight, side), force_in_battle(sight, enemy), battle.size)
    own, other = strength(unrouted_troops(battle, side)), strength(unrouted_troops(battle, enemy))
    kept = found.left if found.left > found.right else sight.parameters.undecided
    spared = found.right if found.right > found.left else sight.parameters.undecided
    won = own * kept + strength(battle.routed[side])
    lost = -other * spared - strength(battle.routed[enemy]) - lost_with_battle(sight)
    return found.chance * won + (1 - found.chance) * lost


def lost_with_battle(sight: CaptainPerception) -> float:
    """Return the value of the fortress that falls with its last defender here."""
    h = sight.battle.hex
    holds = sight.holder(h) == sight.side and sight.is_fortress(h)
    return prize(sight, h) if holds and not sight.battle.aside else 0.0


def value_of_going(sight: CaptainPerception) -> float:
    """Return the expected value of survivors, own minus enemy, after a withdrawal now.

    Every troop checks its morale, and the routed are lost.
    """
    battle, side, enemy = sight.battle, sight.side, sight.enemy
    own = sum([WORTH[u] * (1 - fall_probability(MORALE[u])) for u in unrouted_troops(battle, side)])
    other = strength(unrouted_troops(battle, enemy)) + strength(battle.routed[enemy])
    return own - other - lost_with_battle(sight) * sight.parameters.abandoned


# Retreat


@decides(IntoFortress)
def decide_into_fortress(sight: CaptainPerception, step: IntoFortress, actions: list[Action]) -> Action:
    """Retreat into the fortress."""
    return INTO


@decides(ChooseEscort)
def decide_escort(sight: CaptainPerception, step: ChooseEscort, actions: list[Action]) -> Action:
    """Choose the fastest troop."""
    return max(actions, key=lambda action: MP[action[1]])


@decides(ChooseWay)
def decide_way(sight: CaptainPerception, step: ChooseWay, actions: list[Action]) -> Action:
    """Choose the route away from the enemy."""
    return max(actions, key=lambda action: distance_from_foes(sight, action[1]))


def distance_from_foes(sight: CaptainPerception, h: int) -> int:
    road = march_from(h)
    return min([road[foe.hex] for foe in sight.foes if foe.may_fight], default=0)


@decides(ExtendRetreat)
def decide_extend_retreat(sight: CaptainPerception, step: ExtendRetreat, actions: list[Action]) -> Action:
    """Go on to the end: the nearest fortress is safer than an open hex."""
    ahead = [action for action in actions if action != STOP]
    return max(ahead, key=lambda action: distance_from_foes(sight, action[1]))


# Capture


@decides(Show)
def decide_show(sight: CaptainPerception, step: Show, actions: list[Action]) -> Action:
    """Show the least valuable troop, as it blocks, protects and captures."""
    able = [action for action in actions if action != SILENT]
    return min(able, key=lambda action: WORTH[action[1]]) if able else SILENT


@decides(Demand)
def decide_demand(sight: CaptainPerception, step: Demand, actions: list[Action]) -> Action:
    return DEMAND


@decides(Parties)
def decide_parties(sight: CaptainPerception, step: Parties, actions: list[Action]) -> Action:
    """Make every character a party, so that one bad roll costs one character."""
    return CLOSE
