"""What a throw needs or may bring, told before it is chosen. Made from what lies open to both players alone."""

from __future__ import annotations

from itertools import product

from palatine.core import Action, Catalogue, Step
from palatine.games.demonlord.components.spells import (
    EARTHPIT,
    EARTHPIT_PENALTY,
    SIEGE_MAGIC_LIMIT,
    SPELL_LIMIT,
    SPELLGATE,
)
from palatine.games.demonlord.components.tables import SURRENDER, siege_column, siege_total
from palatine.games.demonlord.rules.combat.sieges import ChooseSiegeMethod, RaiseMagic, known_shifts, winged_inside
from palatine.games.demonlord.rules.magic.casting import spell_limit
from palatine.games.demonlord.rules.magic.invocation import Invoke, calling_power, offers
from palatine.games.demonlord.rules.magic.procedure import GATE, AnnounceSpell, Target
from palatine.games.demonlord.rules.realm.alliances import RESULTS, Court
from palatine.games.demonlord.state import DemonlordState

THROWS = tuple([a + b for a, b in product(range(1, 7), repeat=2)])


def odds_text(words: Catalogue, s: DemonlordState, step: Step, action: Action, side: int) -> str:
    """The odds of an action of `side` in words; "" when it throws no dice, or they depend on a further choice."""
    verb, operand = action
    if action == GATE:
        return words.say("cost.works", odds=of_six(SPELL_LIMIT[side][SPELLGATE]))
    if isinstance(step, AnnounceSpell) and verb == "cast":
        return spell_odds(words, side, operand)
    if isinstance(step, Target):
        return words.say("cost.works", odds=of_six(spell_limit(side, step.spell, operand)))
    if isinstance(step, Invoke) and verb == "invoke":
        limits = [calling_power(operand, what) for what in offers(s, side, s.where[operand])]
        return words.say("cost.works", odds=of_six(max(limits)))
    if isinstance(step, RaiseMagic) and verb == "siege magic":
        return words.say("cost.works", odds=of_six(SIEGE_MAGIC_LIMIT))
    if isinstance(step, Court) and verb in ("envoy", "charm"):
        won = RESULTS.count("permanent") + RESULTS.count("semi")
        return words.say("cost.court", won=of_six(won), lost=of_six(RESULTS.count("offended")))
    return siege_odds_text(words, s, step.hex, verb == "assault") if isinstance(step, ChooseSiegeMethod) else ""


def of_six(limit: int) -> tuple[int, int]:
    """The chance that one die is no higher than a limit."""
    return min(max(limit, 0), 6), 6


def hit_odds(value: int) -> tuple[int, int]:
    """The chance that two dice are no higher than a value."""
    return len([throw for throw in THROWS if throw <= value]), len(THROWS)


def spell_odds(words: Catalogue, side: int, spell: int) -> str:
    """With what die a spell works before its target is named, which may make it harder (MAG-31)."""
    limit = SPELL_LIMIT[side][spell]
    if spell == EARTHPIT:
        return words.say("cost.works-at-site", odds=of_six(limit), least=of_six(limit - EARTHPIT_PENALTY))
    return words.say("cost.works", odds=of_six(limit))


def siege_odds_text(words: Catalogue, s: DemonlordState, h: int, assault: bool) -> str:
    """What assault or investment brings on average, by the leaders that lie open and without magic (SIEGE-12).

    At Lyung the garrison may hide winged troops; as long as that is in doubt the besieger is told what he has if
    they are as many as his own or more (SIEGE-22).
    """
    (best, defence), (worst, _) = [known_shifts(s, h, inside) for inside in winged_inside(s, h)]
    defender, besieger = siege_column(assault, False), siege_column(assault, True)
    results = [besieger[siege_total(throw + worst)] for throw in THROWS]
    lost = [defender[siege_total(throw + defence)] for throw in THROWS]
    surrenders = sum([result == SURRENDER for result in results])
    key = "cost.siege" if best == worst else "cost.siege-in-doubt"
    return words.say(
        key, kills=mean_kills(results), losses=mean_kills(lost), surrenders=(surrenders, 36), better=best - worst
    )


def mean_kills(results: list[int]) -> str:
    """The troops destroyed on average, to one place."""
    return f"{sum([max(0, result) for result in results]) / len(results):.1f}"
