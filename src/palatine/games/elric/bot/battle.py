"""The captain's decisions in battle: attacks, withholding, losses, retreats (10)."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Action
from palatine.games.elric.bot.objectives import duellist, is_late, only_personality, targets
from palatine.games.elric.bot.odds import battle_worth, chance, defence, odds_of, power
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.components.pieces import (
    ARMY,
    DRAGON_MASTERS,
    ELRIC,
    FLEET,
    KIND,
    PERSON,
    POWER_OF,
    THELEB,
    VALUE,
)
from palatine.games.elric.components.spells import MUSTERS, NATION
from palatine.games.elric.components.tables import FOUNDING
from palatine.games.elric.components.world import CITY_AT, IS_SEA, IS_WILD, NATION_OF, WALL
from palatine.games.elric.decisions import decides
from palatine.games.elric.rules.characters.escape_spells import SAVERS, escape_chance, escape_odds
from palatine.games.elric.rules.characters.escapes import EscapeSpell
from palatine.games.elric.rules.characters.refuge import ChooseRefuge
from palatine.games.elric.rules.characters.solo_fights import SoloFightMagic
from palatine.games.elric.rules.combat.aftermath import margin_needed
from palatine.games.elric.rules.combat.battle_spells import ChooseDispelTarget, ChooseQuaolnargnTarget
from palatine.games.elric.rules.combat.battles import Assault, ChooseBattle, ChooseFoe, is_locked_out
from palatine.games.elric.rules.combat.combat import odds
from palatine.games.elric.rules.combat.losses import ChooseLoss
from palatine.games.elric.rules.combat.monster_losses import PickLoss
from palatine.games.elric.rules.combat.participants import CITY, Battle, the_battle
from palatine.games.elric.rules.combat.random_attacks import AttackMagic
from palatine.games.elric.rules.combat.retreats import RetreatTo, RetreatWithheld, Withdraw
from palatine.games.elric.rules.combat.withholding import DefendPort, Withhold
from palatine.games.elric.rules.common.maintained_spells import Maintain
from palatine.games.elric.rules.common.replacements import LEADERS_OF
from palatine.games.elric.rules.common.takeover import ChooseHaven
from palatine.games.elric.rules.founding import ChooseWithdrawal
from palatine.games.elric.rules.realm.muster import nation_refusal
from palatine.games.elric.state import NOBODY, ElricState, strength, unpair

PLENTY: Final = 1.5
SCARCE: Final = 3.5
"""Value of an army when several, or few, are left; cities cannot be held without one."""
DECISIVE: Final = 100.0
"""Additional value of a personality whose loss loses the game (14.7; ruling A-134)."""
WORTH_A_SPELL: Final = 0.3
"""Least increase of the chance of an escape that justifies a spell."""


@decides(Assault)
def decide_assault(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Storm promising cities; otherwise only stay before them."""
    for action in actions[:-1]:
        if is_promising(sight, action[1]):
            return action
    return actions[-1]


def is_promising(sight: Perception, area: int) -> bool:
    s, seat = sight.s, sight.seat
    if is_to_be_mustered(sight, area) or is_locked_out(s, seat, area):
        return False
    total = power(s, seat, s.stacks[seat][area], area)
    falls = odds_of(s, seat, area, total)
    if area not in targets(sight):
        return falls >= sight.parameters.certain and s.city_owner(area) != NOBODY
    their, least = defence(s, seat, area)
    loses = 1 - chance(total - their)
    if falls >= sight.parameters.likely or (is_late(s) and falls > 0 and loses < sight.parameters.likely):
        return True
    return loses <= sight.parameters.harmless and total - their >= min(least, 3)


def is_to_be_mustered(sight: Perception, area: int) -> bool:
    """Return whether a personality can muster the nation of this capital now."""
    s, nation = sight.s, NATION_OF[area]
    if s.city_owner(area) != NOBODY:
        return False
    holders = [
        p for p in s.stacks[sight.seat][area] for spell in s.hand.get(p, ()) if (NATION, nation) in MUSTERS[spell]
    ]
    return any([nation_refusal(s, p, nation) is None for p in holders])


def edge(s: ElricState, battle: Battle) -> float:
    """Return the attacker's surplus over the margin needed, without dice."""
    attack, theirs = odds(s, battle)
    return attack.total - theirs.total - margin_needed(s, battle)


@decides(Withhold)
def decide_withholding(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Withhold Elric where not needed; as defender, evade superior attackers."""
    s = sight.s
    battle = the_battle(s)
    if sight.seat == battle.attacker:
        spare = ("withhold", ELRIC)
        if spare in actions and chance(edge(s, battle) - VALUE[ELRIC]) >= sight.parameters.certain:
            return spare
        return actions[-1]
    attack, their = odds(s, battle)
    if battle.kind == CITY and WALL[battle.area]:
        if chance(edge(s, battle)) < sight.parameters.certain:
            return actions[-1]
        people = [action for action in actions[:-1] if KIND[action[1]] == PERSON]
        return people[0] if people else actions[-1]
    if attack.total - their.total >= sight.parameters.evades and not IS_SEA[battle.area]:
        return actions[0]
    return actions[-1]


@decides(DefendPort)
def decide_port_defence(sight: Perception, step: Any, actions: list[Action]) -> Action:
    return actions[-1]


@decides(ChooseLoss, PickLoss)
def decide_loss(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Lose the least valuable piece."""
    return min(actions, key=lambda action: (price(sight.s, action[1]), action[1]))


def price(s: ElricState, p: int) -> float:
    """Return the value of a piece to the captain."""
    if KIND[p] == ARMY:
        left = sum([KIND[q] == ARMY for q in s.stacks[s.owner[p]].get(s.where[p], ())])
        return SCARCE if left <= 2 and s.where[p] not in s.holds else PLENTY
    if KIND[p] == FLEET:
        return 2.0 + VALUE[p] / 10
    own = VALUE[p] + sum([battle_worth(s, spell) for spell in s.hand.get(p, ())]) / 2
    if POWER_OF[p] < len(LEADERS_OF):
        others = [q for q in LEADERS_OF[POWER_OF[p]] if q != p and s.where[q] >= 0 and s.owner[q] == s.owner[p]]
        own += 0 if others else 6
    if s.scenario == FOUNDING and p in DRAGON_MASTERS:
        own += 20
    if p in (ELRIC, THELEB) and p == duellist(s, s.owner[p]):
        own += DECISIVE
    if p == only_personality(s, s.owner[p]):
        own += DECISIVE
    return own + (10 if p == ELRIC else 2)


def refuge_rank(sight: Perception, area: int) -> tuple[int, int, int, int]:
    """Return the ranking key of a refuge: land, no wilderness, friendly city, friends."""
    s, seat = sight.s, sight.seat
    own = area in CITY_AT and s.city_owner(area) == seat
    friends = strength(s.stacks[seat].get(area, ()), False)
    return (not IS_SEA[area], not IS_WILD[area], own, friends)


@decides(RetreatTo, ChooseWithdrawal, ChooseRefuge, ChooseHaven)
def decide_retreat(sight: Perception, step: Any, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: (refuge_rank(sight, action[1]), -action[1]))


@decides(RetreatWithheld)
def decide_retreat_of_withheld(sight: Perception, step: Any, actions: list[Action]) -> Action:
    back = [action for action in actions if action[0] == "back" and not IS_SEA[action[1]]]
    return decide_retreat(sight, step, back) if back else actions[-1]


@decides(Withdraw)
def decide_withdrawal(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Continue a siege that can succeed; otherwise retreat to safety."""
    s, seat = sight.s, sight.seat
    total = strength(s.stacks[seat].get(step.area, ()), False)
    their, _ = defence(s, seat, step.area)
    back = [
        action for action in actions if action[0] == "back" and not IS_SEA[action[1]] and not IS_WILD[action[1]]
    ]
    if not back or total >= their or odds_of(s, seat, step.area, total) >= sight.parameters.slim:
        return ("stay", 0)
    return decide_retreat(sight, step, back)


# Escapes and monsters


@decides(EscapeSpell)
def decide_escape_spell(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Use a spell that saves a personality unlikely to escape otherwise."""
    s, hero = sight.s, step.person
    spells = [action for action in actions if action[0] == "use"]
    sure = [action for action in spells if unpair(action[1])[1] in SAVERS]
    own = escape_chance(s, hero).distribution().probability()
    if sure and own < 1:
        return sure[0]
    odds = {action: escape_odds(s, hero, unpair(action[1])[1]).probability() for action in spells}
    best = max(spells, key=odds.__getitem__)
    return best if odds[best] >= own + WORTH_A_SPELL else actions[-1]


@decides(AttackMagic, SoloFightMagic)
def decide_spell_against_monster(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Use the strongest spell against a monster that is likely to win."""
    s = sight.s
    group = getattr(step, "group", ())
    spells = [action for action in actions if action[0] == "cast"]
    if not spells or strength(group, False) > battle_worth(s, step.monster) + 2:
        return actions[-1]
    return max(spells, key=lambda action: battle_worth(s, unpair(action[1])[1]))


@decides(ChooseQuaolnargnTarget)
def decide_quaolnargn_target(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the most valuable enemy."""
    return max(actions, key=lambda action: (VALUE[action[1]], -action[1]))


@decides(ChooseDispelTarget)
def decide_dispel_target(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the enemy's strongest spell."""
    return max(actions, key=lambda action: battle_worth(sight.s, unpair(action[1])[1]))


@decides(ChooseBattle, ChooseFoe)
def decide_battle(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the battle with the best odds."""
    best = max(step.battles, key=lambda battle: edge(sight.s, battle))
    return ("fight", best.area) if ("fight", best.area) in actions else ("against", best.defender)


@decides(Maintain)
def decide_maintenance(sight: Perception, step: Any, actions: list[Action]) -> Action:
    spell = sight.s.maintained[step.person]
    return actions[0] if battle_worth(sight.s, spell) > VALUE[step.person] else actions[-1]
