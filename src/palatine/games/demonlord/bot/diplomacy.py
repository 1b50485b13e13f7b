"""The captain's decisions on set-up, reinforcements, alliances, prisoners and truce."""

from __future__ import annotations

from typing import Final

from palatine.core import Action
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.components.pieces import IS_TROOP, LEAD, POWER, UNIT_BY_KEY
from palatine.games.demonlord.components.spells import (
    CLOAK,
    DARKNESS,
    EARTHPIT,
    FORCEMARCH,
    LIGHT,
    NECROMON,
    RAINS,
    SPELLGATE,
    VISION,
)
from palatine.games.demonlord.components.world import HOMELANDS, HOSAR_TEMPLES, TIMUR
from palatine.games.demonlord.decisions import decides
from palatine.games.demonlord.preview.distances import march_from
from palatine.games.demonlord.preview.perception import strength
from palatine.games.demonlord.preview.threats import danger_of
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.rules.characters.prisoners import (
    EXCHANGE,
    REFUSE,
    AnswerOffer,
    ChooseHome,
    OfferPrisoner,
    RequestExchange,
)
from palatine.games.demonlord.rules.common.neutrals import MEMBERS
from palatine.games.demonlord.rules.magic.casting import PASS
from palatine.games.demonlord.rules.magic.invocation import ChooseSpirit, Invoke
from palatine.games.demonlord.rules.realm.alliances import Charm, Court
from palatine.games.demonlord.rules.realm.reinforcements import (
    REPLACE_NONE,
    REQUEST,
    WAIT,
    AskRequest,
    Enter,
    Replace,
)
from palatine.games.demonlord.rules.victory import (
    ABSTAIN,
    BREAK,
    CALL,
    PEACE,
    TALK,
    WAR,
    AskPeaceOffer,
    AskTruceCall,
    AskTruceTalks,
)
from palatine.games.demonlord.setup import AT_RANDOM, ChooseTown, ChooseTownsman, Devotees, Spells
from palatine.games.demonlord.state import CAPITALS, NORMAL, STRATEGIC

# Set-up

COMPANIES: Final = (
    ("HO-high-priest", "HO-temple-knights"),
    ("HO-bishop", "HO-sky-riders"),
    ("HO-priest", "HO-fanatics"),
    ("HO-monks", "HO-pilgrim-archers"),
)
"""Devotees in pairs: leaders with the troops they help.

The best invoker is in the first pair, nearest to the capital.
"""
SPELLS_IN_ORDER: Final = (LIGHT, DARKNESS, FORCEMARCH, SPELLGATE, NECROMON, EARTHPIT, RAINS, CLOAK, VISION)
"""Spells by their usefulness to the captain."""


@decides(Devotees)
def decide_devotees(sight: CaptainPerception, step: Devotees, actions: list[Action]) -> Action:
    """Place each pair on a temple, the first one nearest to the capital."""
    temples = sorted(HOSAR_TEMPLES, key=lambda h: (march_from(TIMUR)[h], h))
    for company, h in zip(COMPANIES, temples, strict=True):
        if step.units[0] in [UNIT_BY_KEY[key] for key in company] and ("at", h) in actions:
            return "at", h
    return actions[0]


@decides(ChooseTownsman)
def decide_townsman(sight: CaptainPerception, step: ChooseTownsman, actions: list[Action]) -> Action:
    """Choose the best unit first, as it has most towns to try."""
    return max(actions, key=lambda action: WORTH[action[1]])


@decides(ChooseTown)
def decide_town(sight: CaptainPerception, step: ChooseTown, actions: list[Action]) -> Action:
    """Choose the town nearest to the capital."""
    return min(actions, key=lambda action: march_from(TIMUR)[action[1]])


@decides(Spells)
def decide_spells(sight: CaptainPerception, step: Spells, actions: list[Action]) -> Action:
    """Choose the most useful spell, and draw the others at random."""
    able = [action for action in actions if action != AT_RANDOM]
    return min(able, key=lambda action: SPELLS_IN_ORDER.index(action[1]))


# Reinforcements


@decides(AskRequest)
def decide_request(sight: CaptainPerception, step: AskRequest, actions: list[Action]) -> Action:
    """Request reinforcements if they are needed, or if points do not count turn by turn."""
    if sight.ending == STRATEGIC:
        return WAIT
    if sight.ending != NORMAL:
        return REQUEST
    return REQUEST if needs_help(sight) else WAIT


OUTMATCHED: Final = 0.9
"""Ratio of own to enemy army below which reinforcements are requested."""


def needs_help(sight: CaptainPerception) -> bool:
    """Return whether the enemy is superior, on the map or near the capital."""
    capital = CAPITALS[sight.side]
    return balance(sight) < OUTMATCHED or danger_of(sight).at(capital) > strength(sight.troops(capital))


def balance(sight: CaptainPerception) -> float:
    """Return the ratio of own to enemy units on the map by value."""
    own = sum([sight.strength(h) for h in sight.hexes])
    return own / max(1.0, sum([foe.strength for foe in sight.foes]))


@decides(Enter)
def decide_enter(sight: CaptainPerception, step: Enter, actions: list[Action]) -> Action:
    """Choose the entrance nearest to the capital, for all units, without enemies if possible."""
    return min(actions, key=lambda action: (held(sight, action[1]), march_from(CAPITALS[sight.side])[action[1]]))


def held(sight: CaptainPerception, h: int) -> bool:
    """Return whether enemy troops may be in a hex."""
    foe = sight.foe(h)
    return foe is not None and foe.may_fight


@decides(Replace)
def decide_replace(sight: CaptainPerception, step: Replace, actions: list[Action]) -> Action:
    """Choose the best of the lost units."""
    able = [action for action in actions if action != REPLACE_NONE]
    return max(able, key=lambda action: WORTH[action[1]])


# Alliances


@decides(Court)
def decide_court(sight: CaptainPerception, step: Court, actions: list[Action]) -> Action:
    """Court the most valuable neutral, preferably by an envoy, which uses no spell."""
    able = [action for action in actions if action != PASS and not costs_point(sight, action[1])]
    if sight.ending == STRATEGIC or not able:
        return PASS
    return max(able, key=lambda action: (neutral_worth(action[1]), action[0] == "envoy"))


def costs_point(sight: CaptainPerception, neutral: int) -> bool:
    """Return whether an alliance only costs or gives the point for fewer allies (VIC-03).

    That is so in the last turn, as its troops cannot march any more. A homeland that is a fortress would count.
    """
    is_last = sight.ending == NORMAL and 0 < sight.phases_left <= 2
    return is_last and sight.lead_in_allies() in (-1, 0) and not sight.is_fortress(HOMELANDS[neutral])


def neutral_worth(neutral: int) -> float:
    return sum([WORTH[u] for u in MEMBERS[neutral]])


@decides(Charm)
def decide_charm(sight: CaptainPerception, step: Charm, actions: list[Action]) -> Action:
    """Choose the weakest caster."""
    return min(actions, key=lambda action: POWER[action[1]])


# Invocation


@decides(Invoke)
def decide_invoke(sight: CaptainPerception, step: Invoke, actions: list[Action]) -> Action:
    """Invoke with the character most likely to succeed, as it costs nothing."""
    able = [action for action in actions if action != PASS]
    return max(able, key=lambda action: sight.invocation_probability(action[1], sight.where(action[1])))


@decides(ChooseSpirit)
def decide_spirit(sight: CaptainPerception, step: ChooseSpirit, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: POWER[action[1]])


# Prisoners


@decides(RequestExchange)
def decide_request_exchange(sight: CaptainPerception, step: RequestExchange, actions: list[Action]) -> Action:
    """Request an exchange, as a poor offer can be refused."""
    return EXCHANGE


@decides(OfferPrisoner)
def decide_offer_prisoner(sight: CaptainPerception, step: OfferPrisoner, actions: list[Action]) -> Action:
    """Offer the least valuable prisoner."""
    return min(actions, key=lambda action: ransom(action[1]))


@decides(AnswerOffer)
def decide_answer_offer(sight: CaptainPerception, step: AnswerOffer, actions: list[Action]) -> Action:
    """Give the least valuable prisoner unless worth more than the one offered."""
    able = [action for action in actions if action != REFUSE]
    least = min(able, key=lambda action: ransom(action[1]))
    return least if ransom(least[1]) <= ransom(step.offered) else REFUSE


def ransom(u: int) -> float:
    """Return the value of a prisoner to the owner; leaders and casters have extra value."""
    return WORTH[u] if IS_TROOP[u] else WORTH[u] + LEADER_RANSOM * (LEAD[u] >= 0) + CASTER_RANSOM * bool(POWER[u])


LEADER_RANSOM: Final = 0.6
CASTER_RANSOM: Final = 0.4


@decides(ChooseHome)
def decide_home(sight: CaptainPerception, step: ChooseHome, actions: list[Action]) -> Action:
    """Choose the most valuable place, because the others are near it."""
    return max(actions, key=lambda action: prize(sight, action[1]))


# Truce


@decides(AskTruceCall)
def decide_truce_call(sight: CaptainPerception, step: AskTruceCall, actions: list[Action]) -> Action:
    """Call for a truce while ahead."""
    return CALL if is_winning(sight) else ABSTAIN


@decides(AskTruceTalks)
def decide_truce_talks(sight: CaptainPerception, step: AskTruceTalks, actions: list[Action]) -> Action:
    return TALK if is_winning(sight) else BREAK


def is_winning(sight: CaptainPerception) -> bool:
    """Return whether the side is ahead in points."""
    return sight.wins_on_points(sight.lead_in_points())


HOPELESS: Final = 0.6
"""Ratio of values below which the captain offers peace in the Long game."""
EVEN: Final = 1.2
"""Ratio of values below which the captain accepts peace."""
WEARY: Final = 50
"""Turn from which the captain offers and accepts peace in any case."""


@decides(AskPeaceOffer)
def decide_peace_offer(sight: CaptainPerception, step: AskPeaceOffer, actions: list[Action]) -> Action:
    """Offer or accept a draw if outmatched, or late in the match."""
    limit = EVEN if step.offered else HOPELESS
    return PEACE if sight.turn >= WEARY or balance(sight) < limit else WAR
