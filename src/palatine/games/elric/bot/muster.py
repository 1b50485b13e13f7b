"""The captain's musters, replacements, hands and set-up (4, 6, 8, 9.5, 11)."""

from __future__ import annotations

from typing import Any, Final

from palatine.core import Action
from palatine.games.elric.bot.balance import is_kept
from palatine.games.elric.bot.odds import hand_worth
from palatine.games.elric.bot.perception import Perception
from palatine.games.elric.components.pieces import (
    ARMY,
    CAPACITY,
    DRAGON_MASTERS,
    FLEET,
    IS_LOVE,
    IS_WINGED,
    KIND,
    NATIONS,
    PERSON,
    PIECES_OF,
    VALUE,
)
from palatine.games.elric.components.spells import ALIGNMENT, MUSTERS, NATION, PERSONALITY, RUNESTAFF
from palatine.games.elric.components.world import CAPITAL, CITIES_OF
from palatine.games.elric.decisions import decides
from palatine.games.elric.rules.combat.cities import ChooseRewarded
from palatine.games.elric.rules.combat.random_attacks import ChooseFinder
from palatine.games.elric.rules.common.cup import HOLDS, ChooseAlignment, Discard
from palatine.games.elric.rules.common.placement import PlaceFleets
from palatine.games.elric.rules.common.replacements import Replace
from palatine.games.elric.rules.founding import TakeMonster
from palatine.games.elric.rules.magic.search import ChooseReceiver, ChooseSearch
from palatine.games.elric.rules.movement.group import FOOTED
from palatine.games.elric.rules.realm.muster import ChooseMuster, ChooseTarget
from palatine.games.elric.rules.realm.muster import muster_targets as targets_of
from palatine.games.elric.setup import ChooseNation, PickNation
from palatine.games.elric.state import LOST, NOBODY, ElricState, unpair

ARMY_WORTH: Final = 1.5
FLEET_WORTH: Final = 1.5
SPELL_WORTH: Final = 1.5
CONTINENTS: Final = (1, 0, 2)
"""The continents in order of preference."""
DRAGON_WORTH: Final = 50
"""Value of a Dragon Master in the solitaire scenario."""


@decides(ChooseMuster)
def decide_muster(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the muster with the highest value, less its spell's value in battle."""
    free = [action for action in actions[:-1] if not is_kept(sight, unpair(action[1])[1])]
    if not free:
        return actions[-1]
    best = max(free, key=lambda action: (profit(sight, action), -action[1]))
    return best if profit(sight, best) >= sight.parameters.least_muster else actions[-1]


def profit(sight: Perception, action: Action) -> float:
    person, spell = unpair(action[1])
    if sight.is_founding:
        return sight.parameters.least_muster + max(
            [value(sight, each) for each in targets_of(sight.s, person, spell)]
        )
    found = targets_of(sight.s, person, spell)
    best = max([value(sight, each) for each in found])
    return best - hand_worth(sight.s, spell) / 2 - (2 if spell == RUNESTAFF else 0)


@decides(ChooseTarget)
def decide_muster_target(sight: Perception, step: Any, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: (value(sight, action), -action[1]))


def value(sight: Perception, action: Action) -> float:
    """Return the value of mustering a nation, horde or piece."""
    s, (verb, target) = sight.s, action
    if verb == "unit":
        if sight.is_founding:
            return VALUE[target] + (target in FOOTED) + DRAGON_WORTH * (target in DRAGON_MASTERS)
        return piece_value(target)
    if target < len(NATIONS) and s.ruler[target] == sight.seat:
        lost = sum([s.where[p] == LOST for p in PIECES_OF[target]])
        return ARMY_WORTH * min(lost, len(CITIES_OF[target]))
    whole = sum([piece_value(p) for p in PIECES_OF[target]])
    return whole * (2 if target < len(NATIONS) and s.ruler[target] != NOBODY else 1)


def piece_value(p: int) -> float:
    if KIND[p] == ARMY:
        return ARMY_WORTH
    if KIND[p] == FLEET:
        return FLEET_WORTH
    if KIND[p] != PERSON:
        return 3.0
    own = 1.0 if IS_LOVE[p] else float(VALUE[p])
    return own + SPELL_WORTH * max(CAPACITY[p], 0) + IS_WINGED[p]


@decides(Replace)
def decide_replacement(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose a leader before an army, an army before a fleet."""
    found = [action for action in actions if action[0] == "replace"]
    return max(found, key=lambda action: (KIND[action[1]] == PERSON, KIND[action[1]] == ARMY, VALUE[action[1]]))


# Hands


def keep_value(s: ElricState, spell: int) -> float:
    """Return the value of holding a spell, for battle and muster."""
    nations = [target for kind, target in MUSTERS[spell] if kind == NATION and s.ruler[target] == NOBODY]
    return hand_worth(s, spell) + len(nations) + 0.5 * len(MUSTERS[spell]) + 3 * (spell == RUNESTAFF)


@decides(Discard)
def decide_discard(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Discard the least valuable spell; in the solitaire scenario, one that musters no one."""
    if sight.is_founding:
        return min(actions, key=lambda action: (muster_worth(sight, unpair(action[1])[1]), action[1]))
    return min(actions, key=lambda action: (keep_value(sight.s, unpair(action[1])[1]), action[1]))


def muster_worth(sight: Perception, spell: int) -> float:
    """Return the value of the best personality that a spell musters."""
    s = sight.s
    found = [target for kind, target in MUSTERS[spell] if kind == PERSONALITY and s.where[target] < 0]
    return max([value(sight, ("unit", target)) for target in found], default=0.0)


@decides(ChooseAlignment)
def decide_alignment(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Keep the alignment whose spells are worth more."""
    s = sight.s
    held = [spell for p in s.stack_of(step.piece) for spell in s.hand.get(p, ())]
    return max(
        actions,
        key=lambda action: sum([keep_value(s, spell) for spell in held if ALIGNMENT[spell] == action[1]]),
    )


@decides(ChooseReceiver, ChooseRewarded, TakeMonster)
def decide_receiver(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Give a spell to a personality with room, a magician if possible."""
    s = sight.s
    return max(
        actions,
        key=lambda action: (len(s.hand.get(action[1], ())) < HOLDS[action[1]], CAPACITY[action[1]], -action[1]),
    )


@decides(ChooseFinder)
def decide_victim(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the least valuable personality for an immediate spell."""
    return min(actions, key=lambda action: (VALUE[action[1]], action[1]))


@decides(ChooseSearch)
def decide_search(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Search for the place or the spell, not for other stacks."""
    for verb in ("place", "spell"):
        for action in actions:
            if action[0] == verb:
                return action
    return actions[-1]


# Set-up


@decides(ChooseNation, PickNation)
def decide_nation(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Choose the strongest nation, or the preferred continent."""
    if actions[0][0] == "continent":
        return min(actions, key=lambda action: CONTINENTS.index(action[1]))
    nations = [action for action in actions if action[0] == "nation"]
    return max(
        nations, key=lambda action: (sum(map(piece_value, PIECES_OF[action[1]])), -action[1]), default=actions[-1]
    )


@decides(PlaceFleets)
def decide_fleet_ports(sight: Perception, step: Any, actions: list[Action]) -> Action:
    """Place fleets in the capital if it is a port."""
    home = ("port", CAPITAL[step.nation])
    return home if home in actions else actions[0]
