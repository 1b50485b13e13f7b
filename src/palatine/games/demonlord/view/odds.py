"""Chances of actions in words, shown before the choice; based on public facts only."""

from __future__ import annotations

from functools import partial
from operator import eq
from typing import Any

from palatine.core import Action, Catalogue, Chance, Distribution, Step
from palatine.games.demonlord.components.spells import EARTHPIT, SPELLGATE
from palatine.games.demonlord.components.tables import SURRENDER
from palatine.games.demonlord.components.world import HAS_SITE
from palatine.games.demonlord.rules.combat.sieges import (
    ChooseSiegeMethod,
    RaiseMagic,
    known_siege_forces,
    siege_chance,
    siege_magic_chance,
    winged_inside,
)
from palatine.games.demonlord.rules.magic.casting import spell_chance
from palatine.games.demonlord.rules.magic.invocation import Invoke, best_invocation, offers
from palatine.games.demonlord.rules.magic.procedure import GATE, AnnounceSpell, Target
from palatine.games.demonlord.rules.realm.alliances import Court, alliance_chance
from palatine.games.demonlord.state import DemonlordState


def odds_text(words: Catalogue, s: DemonlordState, step: Step, action: Action, side: int) -> str:
    """Return the odds of an action of `side` in words.

    "" if it rolls no dice, or if they depend on a further choice.
    """
    verb, operand = action
    if action == GATE:
        return works(words, spell_chance(side, SPELLGATE))
    if isinstance(step, AnnounceSpell) and verb == "cast":
        return spell_odds(words, side, operand)
    if isinstance(step, Target):
        return works(words, spell_chance(side, step.spell, operand))
    if isinstance(step, Invoke) and verb == "invoke":
        return works(words, best_invocation(operand, offers(s, side, s.where[operand])))
    if isinstance(step, RaiseMagic) and verb == "siege magic":
        return works(words, siege_magic_chance())
    if isinstance(step, Court) and verb in ("envoy", "charm"):
        found = alliance_chance().distribution()
        won, lost = [found.count(results.__contains__) for results in (("permanent", "semi"), ("offended",))]
        return words.say("cost.court", won=(won, found.throws), lost=(lost, found.throws))
    return siege_odds_text(words, s, step.hex, verb == "assault") if isinstance(step, ChooseSiegeMethod) else ""


def works(words: Catalogue, chance: Chance[bool], key: str = "cost.works", **more: Any) -> str:
    """Return the chance of success in words."""
    found = chance.distribution()
    return words.say(key, odds=(found.count(), found.throws), **more)


def spell_odds(words: Catalogue, side: int, spell: int) -> str:
    """Return the odds of a spell before its target, which matters, is chosen (MAG-31)."""
    if spell != EARTHPIT:
        return works(words, spell_chance(side, spell))
    least = spell_chance(side, spell, HAS_SITE.index(True)).distribution()
    return works(words, spell_chance(side, spell), "cost.works-at-site", least=(least.count(), least.throws))


def siege_odds_text(words: Catalogue, s: DemonlordState, h: int, assault: bool) -> str:
    """Return the average results of assault or investment, by visible leaders, without magic.

    See SIEGE-12. At Lyung the garrison may hide winged troops; while that is in doubt, the odds assume that they are
    not outnumbered, and the text says how much better they could be (SIEGE-22).
    """
    defender = s.control[h]
    best, worst = [known_siege_forces(s, h, inside) for inside in winged_inside(s, h)]
    most, least = [siege_chance(s, h, 1 - defender, assault, forces) for forces in (best, worst)]
    results = least.distribution()
    lost = siege_chance(s, h, defender, assault, worst).distribution()
    better = most.tally.value - least.tally.value
    return words.say(
        "cost.siege-in-doubt" if better else "cost.siege",
        kills=mean_losses_text(results),
        losses=mean_losses_text(lost),
        surrenders=(results.count(partial(eq, SURRENDER)), results.throws),
        better=better,
    )


def mean_losses_text(results: Distribution[int]) -> str:
    """Return the average number of troops destroyed, to one decimal place."""
    return f"{results.mean(lambda killed: max(0, killed)):.1f}"
