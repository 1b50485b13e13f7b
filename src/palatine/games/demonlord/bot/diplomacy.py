"""The captain's standing decisions: set-up, reinforcements, alliances, prisoners, truce."""

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
from palatine.games.demonlord.components.world import HOSAR_TEMPLES, TIMUR
from palatine.games.demonlord.decisions import decides
from palatine.games.demonlord.preview.distances import march_from
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
"""The devotees in pairs: leaders with those who gain by them, the one who invokes best next to the capital."""
SPELLS_IN_ORDER: Final = (LIGHT, DARKNESS, FORCEMARCH, SPELLGATE, NECROMON, EARTHPIT, RAINS, CLOAK, VISION)
"""The spells by what the captain can do with them."""


@decides(Devotees)
def decide_devotees(sight: CaptainPerception, step: Devotees, actions: list[Action]) -> Action:
    """Each company on a temple of its own, the first nearest to the capital."""
    temples = sorted(HOSAR_TEMPLES, key=lambda h: (march_from(TIMUR)[h], h))
    for company, h in zip(COMPANIES, temples, strict=True):
        if step.units[0] in [UNIT_BY_KEY[key] for key in company] and ("at", h) in actions:
            return "at", h
    return actions[0]


@decides(ChooseTownsman)
def decide_townsman(sight: CaptainPerception, step: ChooseTownsman, actions: list[Action]) -> Action:
    """The best first: he has most towns to try."""
    return max(actions, key=lambda action: WORTH[action[1]])


@decides(ChooseTown)
def decide_town(sight: CaptainPerception, step: ChooseTown, actions: list[Action]) -> Action:
    """As near to the capital as may be."""
    return min(actions, key=lambda action: march_from(TIMUR)[action[1]])


@decides(Spells)
def decide_spells(sight: CaptainPerception, step: Spells, actions: list[Action]) -> Action:
    """The spell that is most use first, the rest blind."""
    able = [action for action in actions if action != AT_RANDOM]
    return min(able, key=lambda action: SPELLS_IN_ORDER.index(action[1]))


# Reinforcements


@decides(AskRequest)
def decide_request(sight: CaptainPerception, step: AskRequest, actions: list[Action]) -> Action:
    """Ask for help when the enemy has the upper hand, or when points do not count turn by turn."""
    if sight.ending == STRATEGIC:
        return WAIT
    if sight.ending != NORMAL:
        return REQUEST
    return REQUEST if needs_help(sight) else WAIT


OUTMATCHED: Final = 0.9
"""Help is asked for when one's own army falls below this part of the enemy's."""


def needs_help(sight: CaptainPerception) -> bool:
    return balance(sight) < OUTMATCHED


def balance(sight: CaptainPerception) -> float:
    """The worth of one's own units on the map in times the enemy's."""
    own = sum([sight.strength(h) for h in sight.hexes])
    return own / max(1.0, sum([foe.strength for foe in sight.foes]))


@decides(Enter)
def decide_enter(sight: CaptainPerception, step: Enter, actions: list[Action]) -> Action:
    """By the entrance nearest to the capital, all together, and past the enemy if that can be."""
    return min(actions, key=lambda action: (held(sight, action[1]), march_from(CAPITALS[sight.side])[action[1]]))


def held(sight: CaptainPerception, h: int) -> bool:
    """Whether enemy troops may stand in a hex."""
    foe = sight.foe(h)
    return foe is not None and foe.may_fight


@decides(Replace)
def decide_replace(sight: CaptainPerception, step: Replace, actions: list[Action]) -> Action:
    """The best of the lost."""
    able = [action for action in actions if action != REPLACE_NONE]
    return max(able, key=lambda action: WORTH[action[1]])


# Alliances


@decides(Court)
def decide_court(sight: CaptainPerception, step: Court, actions: list[Action]) -> Action:
    """Win a neutral, by an envoy if one is there: that costs no spell."""
    able = [action for action in actions if action != PASS]
    if sight.ending == STRATEGIC or not able:
        return PASS
    return max(able, key=lambda action: (neutral_worth(action[1]), action[0] == "envoy"))


def neutral_worth(neutral: int) -> float:
    return sum([WORTH[u] for u in MEMBERS[neutral]])


@decides(Charm)
def decide_charm(sight: CaptainPerception, step: Charm, actions: list[Action]) -> Action:
    """By the least of the casters."""
    return min(actions, key=lambda action: POWER[action[1]])


# Invocation


@decides(Invoke)
def decide_invoke(sight: CaptainPerception, step: Invoke, actions: list[Action]) -> Action:
    """Whoever stands at a temple tries, the strongest first: what comes costs nothing."""
    able = [action for action in actions if action != PASS]
    return max(able, key=lambda action: sight.invocation_probability(action[1], sight.where(action[1])))


@decides(ChooseSpirit)
def decide_spirit(sight: CaptainPerception, step: ChooseSpirit, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: POWER[action[1]])


# Prisoners


@decides(RequestExchange)
def decide_request_exchange(sight: CaptainPerception, step: RequestExchange, actions: list[Action]) -> Action:
    """Asking costs nothing: a poor offer can be refused."""
    return EXCHANGE


@decides(OfferPrisoner)
def decide_offer_prisoner(sight: CaptainPerception, step: OfferPrisoner, actions: list[Action]) -> Action:
    """The least of the prisoners."""
    return min(actions, key=lambda action: ransom(action[1]))


@decides(AnswerOffer)
def decide_answer_offer(sight: CaptainPerception, step: AnswerOffer, actions: list[Action]) -> Action:
    """Give the least for it, if that is no more than what is offered."""
    able = [action for action in actions if action != REFUSE]
    least = min(able, key=lambda action: ransom(action[1]))
    return least if ransom(least[1]) <= ransom(step.offered) else REFUSE


def ransom(u: int) -> float:
    """What a prisoner is worth to his owner: leaders and casters do more than fight."""
    return WORTH[u] if IS_TROOP[u] else WORTH[u] + LEADER_RANSOM * (LEAD[u] >= 0) + CASTER_RANSOM * bool(POWER[u])


LEADER_RANSOM: Final = 0.6
CASTER_RANSOM: Final = 0.4


@decides(ChooseHome)
def decide_home(sight: CaptainPerception, step: ChooseHome, actions: list[Action]) -> Action:
    """The greatest place: there others are near."""
    return max(actions, key=lambda action: prize(sight, action[1]))


# Truce


@decides(AskTruceCall)
def decide_truce_call(sight: CaptainPerception, step: AskTruceCall, actions: list[Action]) -> Action:
    """End it while one is ahead."""
    return CALL if is_winning(sight) else ABSTAIN


@decides(AskTruceTalks)
def decide_truce_talks(sight: CaptainPerception, step: AskTruceTalks, actions: list[Action]) -> Action:
    return TALK if is_winning(sight) else BREAK


def is_winning(sight: CaptainPerception) -> bool:
    """Ahead on points; level points are Hosar's."""
    return sight.lead_in_points() >= (0 if sight.side == 0 else 1)


HOPELESS: Final = 0.6
"""Peace is offered in the Long game by whoever has less than this part of the enemy's worth,"""
EVEN: Final = 1.2
"""accepted by whoever has no more than this many times it,"""
WEARY: Final = 50
"""and welcome to both from this turn on."""


@decides(AskPeaceOffer)
def decide_peace_offer(sight: CaptainPerception, step: AskPeaceOffer, actions: list[Action]) -> Action:
    """A peace that nobody wins: for the hopeless, and for the weary."""
    limit = EVEN if step.offered else HOPELESS
    return PEACE if sight.turn >= WEARY or balance(sight) < limit else WAR
