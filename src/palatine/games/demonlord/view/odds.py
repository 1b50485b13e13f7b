"""What a throw needs or may bring, told before it is chosen. Made from what lies open to both players alone."""

from __future__ import annotations

from itertools import product

from palatine.core import Action, Catalogue, Step
from palatine.games.demonlord.components.pieces import POWER
from palatine.games.demonlord.components.spells import SIEGE_MAGIC_LIMIT, SPELL_LIMIT
from palatine.games.demonlord.components.tables import SURRENDER, siege_column, siege_total
from palatine.games.demonlord.rules.combat.sieges import (
    Method,
    RaiseMagic,
    castle_bonus,
    first_step_penalty,
    long_siege_bonus,
)
from palatine.games.demonlord.rules.magic.invocation import Invoke
from palatine.games.demonlord.rules.magic.procedure import Speak
from palatine.games.demonlord.rules.realm.alliances import RESULTS, Court
from palatine.games.demonlord.state import DemonlordState

THROWS = tuple([a + b for a, b in product(range(1, 7), repeat=2)])


def odds(words: Catalogue, s: DemonlordState, step: Step, action: Action) -> str:
    """The odds of an action in words; "" when it throws no dice, or they depend on a further choice."""
    verb, operand = action
    if isinstance(step, Speak) and verb == "cast":
        return words.say("cost.works", limit=SPELL_LIMIT[step.seat][operand])
    if isinstance(step, Invoke) and verb == "invoke":
        return words.say("cost.works", limit=POWER[operand])
    if isinstance(step, RaiseMagic) and verb == "siege magic":
        return words.say("cost.works", limit=SIEGE_MAGIC_LIMIT)
    if isinstance(step, Court) and verb in ("envoy", "charm"):
        won = RESULTS.count("permanent") + RESULTS.count("semi")
        return words.say("cost.court", won=won, lost=RESULTS.count("offended"))
    return siege(words, s, step.hex, verb == "assault") if isinstance(step, Method) else ""


def siege(words: Catalogue, s: DemonlordState, h: int, assault: bool) -> str:
    """What assault or investment brings on average, without leaders and magic, which may be hidden (SIEGE-12)."""
    steps = s.siege_steps(h)
    shift = castle_bonus(h) + long_siege_bonus(steps) + first_step_penalty(steps)
    defender, besieger = siege_column(assault, False), siege_column(assault, True)
    results = [besieger[siege_total(throw + shift)] for throw in THROWS]
    lost = [defender[throw] for throw in THROWS]
    return words.say(
        "cost.siege", kills=mean(results), losses=mean(lost), surrenders=sum([r == SURRENDER for r in results])
    )


def mean(results: list[int]) -> str:
    """The troops destroyed on average, to one place."""
    return f"{sum([max(0, result) for result in results]) / len(results):.1f}"
