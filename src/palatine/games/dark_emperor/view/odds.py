"""Costs and chances of actions in words, shown before the choice."""

from __future__ import annotations

from palatine.core import Catalogue, Tally
from palatine.core.messages import capitalize
from palatine.games.dark_emperor.components.pieces import INACTIVE, OPPOSED, UNITS
from palatine.games.dark_emperor.components.spells import CASTS, MOVE_EARTH, SPELLS
from palatine.games.dark_emperor.components.tables import TRANSFER
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.decisions import cost
from palatine.games.dark_emperor.rules.characters.devices import hero_rating
from palatine.games.dark_emperor.rules.combat.combat import (
    ChooseBattle,
    ChooseHero,
    combat_chance,
    is_won,
    rehearse,
    totals,
)
from palatine.games.dark_emperor.rules.magic.casting import casting_ahead
from palatine.games.dark_emperor.rules.magic.counterspells import AskCounterspell
from palatine.games.dark_emperor.rules.magic.elemental import Forge, earthwork
from palatine.games.dark_emperor.rules.magic.procedure import Cast
from palatine.games.dark_emperor.rules.movement.attrition import points_of_trails
from palatine.games.dark_emperor.rules.movement.march import March, leg_into
from palatine.games.dark_emperor.rules.movement.restrictions import enemy_strength
from palatine.games.dark_emperor.rules.realm.betrayal import Betray
from palatine.games.dark_emperor.rules.realm.diplomacy import (
    ChooseGroup,
    ChooseMonster,
    Court,
    diplomacy_chance,
    open_monsters,
    power_at,
)
from palatine.games.dark_emperor.rules.realm.magic_hexes import ChooseFighter, Meet, duel_ahead
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits, terms
from palatine.games.dark_emperor.setup import Gate
from palatine.games.dark_emperor.state import DarkEmperorState, Leg
from palatine.games.dark_emperor.view.wording import odds_of


@cost(Betray)
def betrayal_cost(words: Catalogue, s: DarkEmperorState, interrupt: Betray, kingdom: int, seat: int) -> str:
    return words.say("cost.betray")


# Setting up, marching and recruiting


@cost(Gate, "enter")
def gate_cost(words: Catalogue, s: DarkEmperorState, step: Gate, h: int, seat: int) -> str:
    return words.say("cost.wakes", kingdom=OWNER[h]) if OWNER[h] >= 0 else ""


@cost(March, "go")
def march_cost(words: Catalogue, s: DarkEmperorState, step: March, n: int, seat: int) -> str:
    """Return the attrition points of the next hex and the whole march, enemies and activations."""
    units = [p for p in step.group if p < UNITS]
    told = []
    if units:
        before = march_points(s, units)
        passing = enemy_strength(s, step.seat, step.hex) if s.is_held(step.seat, step.hex) else 0
        after = march_points(s, units, [leg_into(s, u, step.hex, n, passing, step.group) for u in units])
        told.append(words.say("cost.attrition", points=after - before, total=after))
    if s.is_held(step.seat, n):
        told.append(words.say("cost.enemy"))
    elif (
        OWNER[n] >= 0
        and s.control[OWNER[n]] == INACTIVE
        and any([p in s.fighters(step.seat, step.hex) for p in step.group])
    ):
        told.append(words.say("cost.wakes", kingdom=OWNER[n]))
    return capitalize("; ".join(told))


def march_points(s: DarkEmperorState, units: list[int], legs: list[Leg] | None = None) -> int:
    """Return the highest attrition points of any stack in a march, with one more leg if given."""
    stacks: dict[int, list[tuple[Leg, ...]]] = {}
    for i, u in enumerate(units):
        more = (legs[i],) if legs is not None else ()
        stacks.setdefault(s.origin.get(u, s.where[u]), []).append((*s.trails.get(u, ()), *more))
    return max([points_of_trails(trails) for trails in stacks.values()])


@cost(RecruitUnits, "buy")
def recruit_cost(words: Catalogue, s: DarkEmperorState, step: RecruitUnits, u: int, seat: int) -> str:
    gold, given = terms(s, u)
    return words.say("cost.helped" if given else "cost.gold", gold=gold, given=given, loss=TRANSFER * given)


# Magic and battle


@cost(Cast, "cast")
def spell_cost(words: Catalogue, s: DarkEmperorState, step: Cast, operand: int, seat: int) -> str:
    """Return the effect of a spell here, and its chance of success."""
    caster, spell = divmod(operand, CASTS)
    odds = odds_of(casting_ahead(s, caster, SPELLS[spell].rune))
    does = f"cost.earth.{earthwork(s, caster)}" if spell == MOVE_EARTH else f"does.{spell}"
    return words.say("cost.needs", does=words.say(does), odds=odds)


@cost(Forge, "forge")
def sword_cost(words: Catalogue, s: DarkEmperorState, step: Forge, side: int, seat: int) -> str:
    return words.say(f"cost.sword.{side}")


@cost(AskCounterspell, "counter")
def counter_cost(words: Catalogue, s: DarkEmperorState, step: AskCounterspell, p: int, seat: int) -> str:
    return words.say("cost.stops", odds=odds_of(casting_ahead(s, p, OPPOSED[SPELLS[step.spell].rune])))


@cost(ChooseBattle, "fight")
def battle_odds(words: Catalogue, s: DarkEmperorState, step: ChooseBattle, h: int, seat: int) -> str:
    """Return both strengths, modifiers with each side's best leader, and chances of a win."""
    eve, heroes = rehearse(s, h)
    attacking, defending = totals(eve, h)
    chance = combat_chance(eve, h, heroes)
    parts = modifiers(words, chance.tally)
    key = "cost.battle-with" if parts else "cost.battle"
    return words.say(key, attacking=attacking, defending=defending, parts=parts, odds=odds_of(chance, is_won))


def modifiers(words: Catalogue, tally: Tally) -> str:
    return ", ".join([
        words.say("cost.part", amount=part.amount, reason=words.say(f"tally.{part.reason}")) for part in tally.parts
    ])  # fmt: skip


@cost(ChooseHero, "hero")
def hero_cost(words: Catalogue, s: DarkEmperorState, step: ChooseHero, leader: int, seat: int) -> str:
    return words.say("cost.hero", rating=hero_rating(s, leader))


# Diplomacy and Heroic Combat


def odds_of_diplomacy(words: Catalogue, s: DarkEmperorState, side: int, leader: int, target: int) -> str:
    """Return the chance that an attempt succeeds."""
    return words.say("cost.chance", odds=odds_of(diplomacy_chance(s, side, leader, target)))


@cost(Court, "envoy")
def envoy_odds(words: Catalogue, s: DarkEmperorState, step: Court, leader: int, seat: int) -> str:
    power = power_at(s.where[leader])
    odds = odds_of(diplomacy_chance(s, step.seat, leader, power))
    return words.say("cost.with-power", power=power, odds=odds)


@cost(Court, "herald")
def herald_odds(words: Catalogue, s: DarkEmperorState, step: Court, kingdom: int, seat: int) -> str:
    return odds_of_diplomacy(words, s, step.seat, -1, kingdom)


@cost(Court, "parley")
def parley_odds(words: Catalogue, s: DarkEmperorState, step: Court, leader: int, seat: int) -> str:
    """Return the chance with the monster in the hex; "" if there are several to choose from."""
    found = open_monsters(s, s.where[leader])
    if len(found) > 1:
        return ""
    odds = odds_of(diplomacy_chance(s, step.seat, leader, found[0]))
    return words.say("cost.with-monster", monster=found[0], odds=odds)


@cost(ChooseMonster, "monster")
def monster_odds(words: Catalogue, s: DarkEmperorState, step: ChooseMonster, monster: int, seat: int) -> str:
    return odds_of_diplomacy(words, s, step.seat, step.leader, monster)


@cost(ChooseGroup, "group")
def group_odds(words: Catalogue, s: DarkEmperorState, step: ChooseGroup, group: int, seat: int) -> str:
    return odds_of_diplomacy(words, s, step.seat, step.leader, group)


@cost(Meet, "parley")
def meeting_odds(words: Catalogue, s: DarkEmperorState, step: Meet, _: int, seat: int) -> str:
    return odds_of_diplomacy(words, s, step.seat, step.leader, step.monster)


@cost(Meet, "fight")
def meeting_duel(words: Catalogue, s: DarkEmperorState, step: Meet, _: int, seat: int) -> str:
    return duel_odds(words, s, step.leader, step.monster)


@cost(ChooseFighter, "fighter")
def fighter_odds(words: Catalogue, s: DarkEmperorState, step: ChooseFighter, leader: int, seat: int) -> str:
    return duel_odds(words, s, leader, step.monster)


def duel_odds(words: Catalogue, s: DarkEmperorState, leader: int, monster: int) -> str:
    """Return the chance that a leader slays a monster, with devices used without a choice."""
    odds = odds_of(duel_ahead(s, leader, monster))
    return words.say("cost.slays" if odds[0] else "cost.hopeless", odds=odds)
