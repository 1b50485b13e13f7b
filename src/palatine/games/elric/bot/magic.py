"""The captain's spells in battle: as many as needed, where they can change its result (9.2)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from palatine.core import Action
from palatine.games.elric.bot.balance import CAUTION, fears_end, laid_shift, seeks_end, tipping_side
from palatine.games.elric.bot.odds import HIDDEN_SPELL, MOST_CASTERS, battle_worth, chance, magicians
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.components.pieces import ELRIC, FLEET, IS_LOVE, KIND, VALUE
from palatine.games.elric.components.spells import DISPELS, EATS_ARMIES, EATS_FLEETS, SPELL_VALUE
from palatine.games.elric.components.tables import BALANCE_ARM, TURNS, WORLD_ENDS_AFTER
from palatine.games.elric.decisions import decides
from palatine.games.elric.rules.combat.aftermath import margin_needed
from palatine.games.elric.rules.combat.combat import odds
from palatine.games.elric.rules.combat.participants import CITY, Battle, side
from palatine.games.elric.rules.combat.spell_laying import Lay
from palatine.games.elric.state import DRAWN, NOBODY, ElricState, strength, unpair

DRAW_WORTH: Final = 1.7
"""Average value in battle of a spell drawn from the cup."""


@decides(Lay)
def decide_lay(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Lay the most valuable spell, if spells can still change the result."""
    s, battle, likes = sight.s, step.battle, sight.parameters
    bringing = [action for action in actions[:-1] if hastens_end(sight, action)]
    if bringing:
        return min(bringing, key=lambda action: (SPELL_VALUE[unpair(action[1])[1]], action))
    safe = [action for action in actions[:-1] if not brings_end(sight, action, fears_end)]
    options = sorted([(gain_of(s, battle, sight.seat, action), action) for action in safe], reverse=True)
    useful = [each for each in options if each[0] > 0]
    if not useful:
        return actions[-1]
    here = surplus(s, battle, sight.seat)
    if sight.seat == battle.attacker:
        now = chance(here)
        most = chance(here + reserve(useful))
        is_wanted = now < likes.enough and most >= likes.hope and most > now + likes.matters
        return useful[0][1] if is_wanted else actions[-1]
    danger = chance(here)
    least = chance(here - reserve(useful))
    is_wanted = danger > 1 - likes.enough and danger > least + likes.matters
    return useful[0][1] if is_wanted else actions[-1]


def brings_end(
    sight: Perception, action: Action, is_such: Callable[[Perception, int, int], bool], caution: int = CAUTION
) -> bool:
    """Return whether a spell would tip the Balance to such an end: feared, or sought."""
    if action[0] != "lay":
        return False
    _, spell = unpair(action[1])
    side = tipping_side(sight.s, sight.seat, spell, caution)
    return bool(side) and is_such(sight, side, spell)


def hastens_end(sight: Perception, action: Action) -> bool:
    """Return whether a spell tips a Balance that still stands to an end that wins sooner (13.4).

    An end after the last turn hastens nothing (ruling A-66).
    """
    s = sight.s
    stands = abs(s.balance + laid_shift(s, sight.seat)) <= BALANCE_ARM
    return stands and s.turn + WORLD_ENDS_AFTER < TURNS and brings_end(sight, action, seeks_end, 0)


def reserve(useful: list[tuple[float, Action]]) -> float:
    """Return the total of the best spells, one by each caster."""
    best: dict[int, float] = {}
    for value, action in useful:
        p = unpair(action[1])[0] if action[0] == "lay" else action[1]
        best.setdefault(p, value)
    return sum(sorted(best.values(), reverse=True)[:MOST_CASTERS])


def surplus(s: ElricState, battle: Battle, seat: int) -> float:
    """Return the attacker's surplus, with the seat's laid spells and the enemy's expected ones."""
    attack, defence = odds(s, battle)
    total = float(attack.total - defence.total - margin_needed(s, battle))
    for who, sign in ((battle.attacker, 1), (battle.defender, -1)):
        if who == NOBODY:
            continue
        if who == seat:
            total += sign * laid(s, battle, seat)
        else:
            total += sign * HIDDEN_SPELL * min(MOST_CASTERS, magicians(s, who, battle.area)) / 2
    return total


def laid(s: ElricState, battle: Battle, seat: int) -> float:
    spells = [s.laid[p] for p in side(s, battle, seat) if p in s.laid]
    return sum([DRAW_WORTH if spell == DRAWN else value_of(s, battle, seat, spell) for spell in spells])


def value_of(s: ElricState, battle: Battle, seat: int, spell: int) -> float:
    foe = battle.foe(seat)
    enemies = side(s, battle, foe) if foe != NOBODY else ()
    if spell in DISPELS:
        return float(min(magicians(s, foe, battle.area), 1) * HIDDEN_SPELL) if foe != NOBODY else 0.0
    if EATS_ARMIES[spell] and not battle.at_sea():
        prey = sum([VALUE[p] for p in enemies if KIND[p] != FLEET and not IS_LOVE[p]])
        return float(prey * (2 if battle.kind == CITY and seat == battle.attacker else 1))
    if EATS_FLEETS[spell] and battle.at_sea():
        return float(sum([VALUE[p] for p in enemies]))
    return float(battle_worth(s, spell)) if not (EATS_ARMIES[spell] or EATS_FLEETS[spell]) else 0.0


def gain_of(s: ElricState, battle: Battle, seat: int, action: Action) -> float:
    """Return a side's gain by an action: the spell's value less the caster's."""
    verb, operand = action
    if verb == "draw":
        return -1.0 if operand == ELRIC else DRAW_WORTH - VALUE[operand]
    person, spell = unpair(operand)
    return value_of(s, battle, seat, spell) - strength((person,), False)
