"""Chances of actions in words, shown before the choice; based on public facts only."""

from __future__ import annotations

from functools import partial
from operator import eq
from typing import Any

from palatine.core import Catalogue, Chance, Distribution
from palatine.games.demonlord.components.spells import EARTHPIT, SPELLGATE
from palatine.games.demonlord.components.tables import SURRENDER
from palatine.games.demonlord.components.world import HAS_SITE
from palatine.games.demonlord.decisions import cost
from palatine.games.demonlord.rules.combat.attacks import AimAt, Attack, attack_chance
from palatine.games.demonlord.rules.combat.sieges import (
    ChooseSiegeMethod,
    RaiseMagic,
    known_siege_forces,
    siege_chance,
    siege_magic_chance,
    winged_inside,
)
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.rules.magic.casting import spell_chance
from palatine.games.demonlord.rules.magic.invocation import Invoke, best_invocation, offers
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell, OpenGate, Target
from palatine.games.demonlord.rules.realm.alliances import Court, alliance_chance
from palatine.games.demonlord.state import DemonlordState


@cost(OpenGate)
def gate_odds(words: Catalogue, s: DemonlordState, step: OpenGate, _: int, seat: int) -> str:
    return works(words, spell_chance(seat, SPELLGATE))


@cost(Target)
def target_odds(words: Catalogue, s: DemonlordState, step: Target, operand: int, seat: int) -> str:
    return works(words, spell_chance(seat, step.spell, operand))


@cost(Invoke, "invoke")
def invocation_odds(words: Catalogue, s: DemonlordState, step: Invoke, u: int, seat: int) -> str:
    return works(words, best_invocation(u, offers(s, seat, s.where[u])))


@cost(RaiseMagic, "siege magic")
def siege_magic_odds(words: Catalogue, s: DemonlordState, step: RaiseMagic, u: int, seat: int) -> str:
    return works(words, siege_magic_chance())


@cost(Court, "envoy", "charm")
def court_odds(words: Catalogue, s: DemonlordState, step: Court, neutral: int, seat: int) -> str:
    found = alliance_chance().distribution()
    won, lost = [found.count(results.__contains__) for results in (("permanent", "semi"), ("offended",))]
    return words.say("cost.court", won=(won, found.throws), lost=(lost, found.throws))


@cost(AimAt)
def shot_odds(words: Catalogue, s: DemonlordState, step: AimAt, target: int, seat: int) -> str:
    assert s.battle is not None
    return works(words, attack_chance(s, s.battle, step.kind, Attack(step.attacker, target)), "cost.needs")


@cost(MayWithdraw, "withdraw")
def withdrawal_cost(words: Catalogue, s: DemonlordState, step: MayWithdraw, _: int, seat: int) -> str:
    routed = len(s.battle.routed[seat]) if s.battle is not None else 0
    return words.say("cost.routed", count=routed) if routed else ""


@cost(ChooseSiegeMethod, "assault")
def assault_odds(words: Catalogue, s: DemonlordState, step: ChooseSiegeMethod, _: int, seat: int) -> str:
    return siege_odds_text(words, s, step.hex, True)


@cost(ChooseSiegeMethod, "invest")
def investment_odds(words: Catalogue, s: DemonlordState, step: ChooseSiegeMethod, _: int, seat: int) -> str:
    return siege_odds_text(words, s, step.hex, False)


def works(words: Catalogue, chance: Chance[bool], key: str = "cost.works", **more: Any) -> str:
    """Return the chance of success in words."""
    found = chance.distribution()
    return words.say(key, odds=(found.count(), found.throws), **more)


@cost(AnnounceSpell, "cast")
def spell_odds(words: Catalogue, s: DemonlordState, step: AnnounceSpell, spell: int, seat: int) -> str:
    """Return the odds of a spell before its target, which matters, is chosen (MAG-31)."""
    if spell != EARTHPIT:
        return works(words, spell_chance(seat, spell))
    least = spell_chance(seat, spell, HAS_SITE.index(True)).distribution()
    return works(words, spell_chance(seat, spell), "cost.works-at-site", least=(least.count(), least.throws))


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
