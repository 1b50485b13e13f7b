"""Estimates of a battle in a hex, from the information of one side."""

from __future__ import annotations

from palatine.core import ShownChance
from palatine.core.guidance.preview import Odds, Result
from palatine.games.demonlord.components.pieces import IS_TROOP, LEAD, POWER
from palatine.games.demonlord.components.tables import BATTLE_SIZE
from palatine.games.demonlord.components.world import NEUTRAL
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.odds import (
    DEFEAT_LOSS_SHARE,
    RALLIED,
    BattleEstimate,
    ForceEstimate,
    army_force,
    estimate_battle,
    force_of,
    usual_force,
)
from palatine.games.demonlord.preview.perception import Foe, Perception
from palatine.games.demonlord.preview.unit_values import CombatValue, combat_value
from palatine.games.demonlord.rules.combat.attacks import hit_probability
from palatine.games.demonlord.rules.combat.lines import companions, unrouted_troops
from palatine.games.demonlord.rules.combat.morale import MAGIC

POOR = 0.4
"""Chance of a win below which a battle is a warning."""


def field_odds(f: PreviewContext, h: int, units: list[int], grounds: tuple[int, ...] = ()) -> BattleEstimate:
    """Return the estimate of a battle on the terrain best for the side that chooses it."""
    phasing = f.side == f.s.phasing
    pool, number = opponents(f, h)
    found = [
        estimate_battle(army_force(units, t, phasing), usual_force(pool, number, t, not phasing), BATTLE_SIZE[t])
        for t in grounds or f.sight.grounds(h)
    ]
    return (min if phasing else max)(found, key=lambda each: each.chance)


def opponents(f: PreviewContext, h: int) -> tuple[tuple[int, ...], int]:
    """Return the possible units of the enemies in a hex, and the number of enemies."""
    foe = f.sight.foe(h)
    if foe is None:
        stack = f.s.stack(NEUTRAL, h)
        return stack, len(stack)
    known = tuple(f.known(h))
    return (known, foe.size) if len(known) == foe.size else (f.sight.backs, foe.size)


def battle_odds(f: PreviewContext, h: int, units: list[int], grounds: tuple[int, ...] = ()) -> Odds:
    """Return the odds of such a battle, with average losses of both sides."""
    found = field_odds(f, h, units, grounds)
    own = len([u for u in units if IS_TROOP[u]])
    _, number = opponents(f, h)
    return odds_of_estimate(f, h, found, own, number)


def odds_of_estimate(f: PreviewContext, h: int, found: BattleEstimate, own: float, theirs: float) -> Odds:
    """Return the odds of an estimated battle; losses are those of `BattleEstimate.gain`."""
    enemy, wins = f.s.seats[f.enemy], found.won
    won = {f.seat: (1 - RALLIED) * (1 - found.left) * own, enemy: float(theirs)}
    lost = {f.seat: DEFEAT_LOSS_SHARE * own, enemy: (1 - RALLIED) * (1 - found.right) * theirs}
    results = [
        Result(f.say("odds.won"), wins.probability, won, of=0),
        Result(f.say("odds.lost"), 1 - wins.probability, lost, of=0),
    ]
    parts = [
        (f"{own:g}", f.say("odds.own-troops"), "BAT-12"),
        (f"{theirs:g}", f.say("odds.their-counters"), "HID-01"),
    ]
    shown = ShownChance(("battle", h), f.side.__eq__, wins.probability)
    odds = f.odds("battle", results, "BAT-01", parts, wins.plays, hex=h)
    return odds.with_chances([shown, shown.complement()])


# Battles in progress


def force_in_battle(sight: Perception, side: int) -> ForceEstimate:
    """Return a side's unrouted troops in the battle, with leaders, on its terrain."""
    battle = sight.battle
    gloom = sight.morale_shadow(side, battle.hex)
    phasing = (side == sight.side) == sight.is_phasing
    values: list[CombatValue] = []
    magic = 0.0
    for u in unrouted_troops(battle, side):
        with_it = companions(battle, u)
        values.append(combat_value(u, max([LEAD[c] for c in with_it], default=0), battle.terrain, gloom, phasing))
        casters = [c for c in with_it if not sight.has_cast(c) or c in battle.casters]
        magic += sum([hit_probability(POWER[c], MAGIC) for c in casters])
    return force_of(values, magic)


def line_odds(f: PreviewContext) -> Odds:
    """Return the odds of the current battle if it is fought out."""
    sight = f.sight
    own, theirs = force_in_battle(sight, f.side), force_in_battle(sight, f.enemy)
    return odds_of_estimate(
        f, sight.battle.hex, estimate_battle(own, theirs, sight.battle.size), own.size, theirs.size
    )


def known_size(f: PreviewContext, foe: Foe) -> str:
    """Return the number of troops in an enemy stack, exact or a minimum, in words."""
    troops = f.known_troops(foe)
    return f.say("odds.exactly" if f.is_all_known(foe.hex) else "odds.at-least", count=troops)
