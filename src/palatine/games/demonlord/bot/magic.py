"""The captain's decisions on special spells.

Every spell has a function that yields its possible uses as `Casting`s: value, caster and target. All actions of an
announcement follow the most valuable one.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from types import MappingProxyType
from typing import Final, NamedTuple

from palatine.core import Action
from palatine.games.demonlord.bot.diplomacy import ransom
from palatine.games.demonlord.bot.perception import CaptainPerception
from palatine.games.demonlord.bot.place_values import prize
from palatine.games.demonlord.components.pieces import IS_TROOP, POWER, RANGE
from palatine.games.demonlord.components.spells import (
    DARKNESS,
    EARTHPIT,
    FORCEMARCH,
    LIGHT,
    NECROMON,
    RAINS,
    SPELL_POWER,
    SPELLGATE,
)
from palatine.games.demonlord.components.tables import CAVALRY, QUALIFIES_FOR_RAINS
from palatine.games.demonlord.components.world import GRID
from palatine.games.demonlord.decisions import decides
from palatine.games.demonlord.preview.distances import NOWHERE, Mobility, march_from, reach
from palatine.games.demonlord.preview.perception import Foe, strength
from palatine.games.demonlord.preview.threats import danger_of
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.rules.magic.casting import BATTLES, END, PASS, spell_chance
from palatine.games.demonlord.rules.magic.procedure import AnnounceSpell, ChooseCaster, Target
from palatine.games.demonlord.rules.magic.spellgate import ALONE, GateFrom, GateTo, GateUnits
from palatine.games.demonlord.rules.magic.spells import (
    DONE,
    AnswerVision,
    ChooseRainsHexes,
    ChooseRainsShape,
    ChooseRaisedUnit,
)

# Values of spells
MAY_HIDE: Final = 0.5
"""Factor where the enemy may retire into a fortress."""
BLOWS: Final = 0.12
"""Value of a caster's own missiles or siege magic, per point of power, if enemies are near."""
RIDE: Final = 5
"""Movement points of cavalry in a phase."""
SHORT: Final = 2
"""Maximum movement points left to an army in an Earthpit."""


class Casting(NamedTuple):
    """A possible use of a spell: value, caster, target, and its units."""

    promise: float
    caster: int
    target: int
    units: tuple[int, ...] = ()
    origin: int = -1


Ideas = Callable[[CaptainPerception, int, int], Iterator[Casting]]


def ideas(sight: CaptainPerception, spell: int, moment: int) -> list[Casting]:
    """Return the uses of a spell now, each with its value less what its caster gives up."""
    if spell not in IDEAS:
        return []
    found = []
    for c in ready_casters(sight, spell):
        chance = spell_chance(sight.side, spell).distribution().probability()
        price = forgone_value(sight, c)
        found += [i._replace(promise=i.promise * chance - price) for i in IDEAS[spell](sight, c, moment)]
    done = sight.announced
    return [idea for idea in found if idea.promise > 0 and (spell, idea.target) not in done]


def ready_casters(sight: CaptainPerception, spell: int) -> list[int]:
    power = SPELL_POWER[sight.side][spell]
    return [c for h in sight.hexes for c in sight.characters(h) if POWER[c] >= power and not sight.has_cast(c)]


def forgone_value(sight: CaptainPerception, c: int) -> float:
    """Return the value of what a caster gives up in this phase: attack magic, or an invocation."""
    h = sight.where(c)
    blows = BLOWS * POWER[c] if sight.foe(h) else 0.0
    calls = max([0.0, *[WORTH[u] if u >= 0 else 1.0 for u in sight.offers(h)]]) if sight.is_phasing else 0.0
    return blows + calls


def within(c: int, sight: CaptainPerception, h: int) -> bool:
    return GRID.distance(sight.where(c), h) <= RANGE[c]


def fights(sight: CaptainPerception) -> list[int]:
    """Return the hexes that may see a battle."""
    return [foe.hex for foe in sight.foes if foe.may_fight and sight.troops(foe.hex)]


# The spells


def forcemarch_ideas(sight: CaptainPerception, c: int, moment: int) -> Iterator[Casting]:
    """Yield Forcemarches for armies without enemies, in the side's own phase."""
    if not sight.is_phasing:
        return
    for h in sight.hexes:
        army = strength(sight.troops(h))
        if army >= sight.parameters.host and within(c, sight, h) and not sight.foe(h):
            yield Casting(sight.parameters.haste * army, c, h)


def shadow_ideas(sight: CaptainPerception, c: int, moment: int) -> Iterator[Casting]:
    """Yield Light or Darkness for battles."""
    for h in fights(sight):
        if within(c, sight, h) and (h, sight.enemy) not in sight.morale_shadows:
            weaker = min(sight.strength(h), sight.foe_strength(h))
            may_hide = sight.holder(h) == sight.enemy and sight.is_fortress(h)
            yield Casting(sight.parameters.shadow * weaker * (MAY_HIDE if may_hide else 1.0), c, h)


def endangered(sight: CaptainPerception) -> Iterator[tuple[int, float, list[Foe]]]:
    """Yield own hexes that the enemy can overwhelm, with the value at stake and the enemies."""
    danger = danger_of(sight)
    for h in sight.hexes:
        own = sight.strength(h)
        if danger.at(h) > sight.parameters.outmatched * own and not sight.foe(h):
            near = [foe for foe in danger.foes if danger.share[foe.hex].get(h, 0.0) >= foe.strength]
            yield h, sight.parameters.at_stake * (own + prize(sight, h)), near


def earthpit_ideas(sight: CaptainPerception, c: int, moment: int) -> Iterator[Casting]:
    """Yield Earthpits before the enemy moves: on the strongest army, or the hex it threatens."""
    if sight.is_phasing:
        return
    for h, stake, near in endangered(sight):
        if within(c, sight, h):
            yield Casting(stake * pit_chance(sight, h), c, h)
        for foe in near:
            share = foe.strength / sum([other.strength for other in near])
            if within(c, sight, foe.hex) and march_from(foe.hex)[h] > SHORT:
                yield Casting(stake * share * pit_chance(sight, foe.hex), c, foe.hex)


def pit_chance(sight: CaptainPerception, h: int) -> float:
    """Return the chance of an Earthpit in a hex, relative to one without a site."""
    here, best = [spell_chance(sight.side, EARTHPIT, target).distribution() for target in (h, -1)]
    return here.count() / best.count()


def rains_ideas(sight: CaptainPerception, c: int, moment: int) -> Iterator[Casting]:
    """Yield Rains before the enemy moves that separate enemies from threatened hexes."""
    if sight.is_phasing:
        return
    water = frozenset(GRID.within(sight.where(c), RANGE[c]))
    target = next((h for h in sorted(water) if QUALIFIES_FOR_RAINS[h]), -1)
    if target < 0:
        return
    for h, stake, near in endangered(sight):
        cut = [foe for foe in near if h not in ride_from(foe.hex, water)]
        if near and len(cut) == len(near):
            yield Casting(stake, c, target)


def ride_from(start: int, water: frozenset[int]) -> dict[int, int]:
    return reach(start, Mobility(CAVALRY, RIDE, False), NOWHERE, NOWHERE, water).cost


def spellgate_ideas(sight: CaptainPerception, c: int, moment: int) -> Iterator[Casting]:
    """Yield Spellgates before battles, from an army that can spare a unit to one that needs it."""
    if moment != BATTLES:
        return
    for h in fights(sight):
        if not within(c, sight, h):
            continue
        for origin in sight.hexes:
            spare = spare_troops(sight, origin) if within(c, sight, origin) and origin != h else []
            if spare:
                u = max(spare, key=lambda u: WORTH[u])
                yield Casting(sight.parameters.rescue * WORTH[u], c, h, (u,), origin)


def spare_troops(sight: CaptainPerception, h: int) -> list[int]:
    """Return the troops that a Spellgate may take: not from a battle, and never the last."""
    troops = sight.troops(h)
    return [] if sight.foe(h) or len(troops) < 2 else troops


def necromon_ideas(sight: CaptainPerception, c: int, moment: int) -> Iterator[Casting]:
    """Yield Necromon for the dead within range."""
    if moment == END:
        for u, h in sight.fallen:
            if within(c, sight, h):
                yield Casting(ransom(u), c, h, (u,))


IDEAS: Final[Mapping[int, Ideas]] = MappingProxyType(
    {
        FORCEMARCH: forcemarch_ideas,
        EARTHPIT: earthpit_ideas,
        SPELLGATE: spellgate_ideas,
        LIGHT: shadow_ideas,
        DARKNESS: shadow_ideas,
        RAINS: rains_ideas,
        NECROMON: necromon_ideas,
    }
)
"""By spell: the function that yields its uses.

Vision is missing, as the captain does not remember what it shows.
"""

# Actions of an announcement


@decides(AnnounceSpell)
def decide_announce_spell(sight: CaptainPerception, step: AnnounceSpell, actions: list[Action]) -> Action:
    """Cast the most valuable spell, or pass."""
    best, promise = PASS, 0.0
    for action in actions:
        if action == PASS or is_repeated(sight, action[1]):
            continue
        for idea in ideas(sight, action[1], step.moment):
            if idea.promise > promise:
                best, promise = action, idea.promise
    return best


def is_repeated(sight: CaptainPerception, spell: int) -> bool:
    """Return whether a spell has been announced in this moment and is not repeated."""
    return spell in (RAINS, NECROMON, EARTHPIT) and any(done == spell for done, _ in sight.announced)


def best_idea(sight: CaptainPerception, spell: int, moment: int, **known: int) -> Casting | None:
    """Return the most valuable use that is consistent with previous choices, or None."""
    found = [idea for idea in ideas(sight, spell, moment) if all(getattr(idea, key) == known[key] for key in known)]
    return max(found, default=None)


@decides(ChooseCaster)
def decide_caster(sight: CaptainPerception, step: ChooseCaster, actions: list[Action]) -> Action:
    idea = best_idea(sight, step.spell, step.moment)
    wanted = ("caster", idea.caster) if idea else actions[0]
    return wanted if wanted in actions else actions[0]


@decides(Target)
def decide_target(sight: CaptainPerception, step: Target, actions: list[Action]) -> Action:
    idea = best_idea(sight, step.spell, -1, caster=step.caster)
    wanted = ("target", idea.target) if idea else actions[0]
    return wanted if wanted in actions else actions[0]


@decides(ChooseRainsShape)
def decide_rains_shape(sight: CaptainPerception, step: ChooseRainsShape, actions: list[Action]) -> Action:
    """Choose the maximum radius."""
    return actions[0]


@decides(ChooseRainsHexes)
def decide_rains_hexes(sight: CaptainPerception, step: ChooseRainsHexes, actions: list[Action]) -> Action:
    """End the area; the captain never starts one, but completes one started by a player."""
    return DONE if DONE in actions else actions[0]


@decides(GateFrom)
def decide_gate_from(sight: CaptainPerception, step: GateFrom, actions: list[Action]) -> Action:
    idea = best_idea(sight, SPELLGATE, step.moment, caster=step.caster)
    wanted = ("from", idea.origin) if idea else actions[0]
    return wanted if wanted in actions else actions[0]


@decides(GateUnits)
def decide_gate_units(sight: CaptainPerception, step: GateUnits, actions: list[Action]) -> Action:
    """Choose the best spare troop, and a second one if the caster has the power."""
    spare = [u for u in spare_troops(sight, step.origin) if ("unit", u) in actions]
    if step.units and len(sight.troops(step.origin)) <= len(step.units) + 1:
        return ALONE
    return ("unit", max(spare, key=lambda u: WORTH[u])) if spare else actions[-1]


@decides(GateTo)
def decide_gate_to(sight: CaptainPerception, step: GateTo, actions: list[Action]) -> Action:
    idea = best_idea(sight, SPELLGATE, step.moment, caster=step.caster, origin=step.origin)
    wanted = ("to", idea.target) if idea else actions[0]
    return wanted if wanted in actions else actions[0]


@decides(ChooseRaisedUnit)
def decide_raised_unit(sight: CaptainPerception, step: ChooseRaisedUnit, actions: list[Action]) -> Action:
    return max(actions, key=lambda action: ransom(action[1]))


@decides(AnswerVision)
def decide_answer_vision(sight: CaptainPerception, step: AnswerVision, actions: list[Action]) -> Action:
    """Cloak with the weakest caster who has nothing better to do."""
    able = [action for action in actions if action != PASS and forgone_value(sight, action[1]) <= 0]
    return min(able, key=lambda action: POWER[action[1]]) if able else PASS


__all__ = ["IS_TROOP"]
