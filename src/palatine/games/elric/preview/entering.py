"""Previews of entering an area: wilderness, perilous seas, enemies (7.3, 7.5, 7.6, 10.7)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from palatine.core.guidance.preview import PreviewItem, Weight
from palatine.games.elric.components.pieces import ARMY, ELRIC, FLEET, KIND, PERSON, VALUE
from palatine.games.elric.components.spells import IMMEDIATE, SPELL_TYPE
from palatine.games.elric.components.world import BOILING, CITY_AT, DEFENCE, IS_SEA, STRAITS, WALL
from palatine.games.elric.preview.context import PreviewContext
from palatine.games.elric.preview.departing import last_leader_lines
from palatine.games.elric.preview.fights import POOR, BattleEstimate, sword_lines
from palatine.games.elric.preview.sorcery import CastableSpells
from palatine.games.elric.rules.characters.escape_spells import escape_chance, own_value
from palatine.games.elric.rules.combat.battles import is_locked_out
from palatine.games.elric.rules.combat.participants import CITY, Battle, pending
from palatine.games.elric.rules.combat.random_attacks import (
    draws_attacks,
    eats,
    face_up_attackers,
    is_idle,
    provokes,
    strikes,
)
from palatine.games.elric.rules.common.control import can_control, may_bid
from palatine.games.elric.rules.common.naval import is_fleet
from palatine.games.elric.rules.common.special_terrain import holds_back, imperils, passage_chance, peril_clause
from palatine.games.elric.secrecy import unseen
from palatine.games.elric.state import NOBODY, ElricState, Group, strength

# Wilderness


def wilds(context: PreviewContext, group: Group, area: int, is_sure: bool = False) -> Iterator[PreviewItem]:
    """Warn of a random attack, with the number of unseen spells that would harm the stack (7.6)."""
    s = context.s
    pool = unseen(s, context.place)
    harmful = [spell for spell in pool if harms(s, spell, group, area)]
    eaters = [spell for spell in harmful if eats(spell)]
    army = any([KIND[p] in (ARMY, FLEET) for p in group])
    key = "wilds-armies" if eaters and army else "wilds"
    event = "attack.draw" if is_sure and not face_up_attackers(s, area) else ""
    clause = "7.5.5" if area == STRAITS else "7.5.8a" if army else "7.5.8b"
    yield context.warning(
        key, clause, event=event, area=area, harmful=len(harmful), pool=len(pool), eaters=len(eaters),
        immediate=len([spell for spell in pool if SPELL_TYPE[spell] == IMMEDIATE]),
    )  # fmt: skip
    yield from lying_chaos(context, area)


def lying_chaos(context: PreviewContext, area: int) -> Iterator[PreviewItem]:
    """Warn of face-up Chaos spells, which attack all comers (13.4n)."""
    if lying := face_up_attackers(context.s, area):
        yield context.warning("lying-chaos", "13.4n", area=area, spells=list(lying))


def harms(s: ElricState, spell: int, group: Iterable[int], area: int) -> bool:
    """Return whether a drawn spell would fight or devour a stack, or attack one of it (7.6)."""
    if SPELL_TYPE[spell] == IMMEDIATE or not provokes(s, spell, group) or is_idle(spell, area):
        return False
    return eats(spell) or strikes(spell)


# Perilous seas, and no ship


def straits(context: PreviewContext, group: Group, a: int, n: int) -> Iterator[PreviewItem]:
    """Warn of rolls in the Boiling Sea and the Serpents Teeth (7.5.1, 7.5.4)."""
    if not (imperils(a, n) or holds_back(a, n)):
        return
    s = context.s
    sea = n if imperils(a, n) else BOILING
    ships = {s.ship[p] for p in group if p in s.ship}.union([p for p in group if is_fleet(p)])
    rolling = sorted(ships) or [p for p in group if p not in s.ship]
    key = "passage-out" if holds_back(a, n) and not imperils(a, n) else "passage"
    for p in rolling[:2]:
        if KIND[p] == PERSON:
            yield escape_line(context, key, peril_clause(sea), p, piece=p, area=sea)
            yield escape_odds_of(context, p, peril_clause(sea))
            continue
        chance = passage_chance(p, sea)
        yield context.roll_line(key, peril_clause(sea), chance, weight="warning", piece=p, area=sea, value=VALUE[p])
        yield context.success_odds("passage", chance, peril_clause(sea), piece=p, area=sea)


def escape_line(
    context: PreviewContext, key: str, clause: str, person: int, weight: Weight = "warning", **data: Any
) -> PreviewItem:
    """Return a line about an escape by a personality's own value, which the text names (10.8b)."""
    chance, value = escape_chance(context.s, person), own_value(context.s, person)
    return context.roll_line(key, clause, chance, weight=weight, person=person, value=value, **data)


def escape_odds_of(context: PreviewContext, person: int, clause: str) -> PreviewItem:
    """Return the odds of an escape by a personality's own value (10.8b)."""
    return context.success_odds("escape", escape_chance(context.s, person), clause, person=person)


def afoot(context: PreviewContext, group: Group, n: int) -> Iterator[PreviewItem]:
    """Describe personalities at sea without a ship, who must not stay there (7.3d)."""
    s = context.s
    if not IS_SEA[n] or context.rolls:
        return
    after = context.after
    wet = [p for p in group if after.where[p] == n and not is_fleet(p) and p not in after.ship and p not in s.ship]
    people = [p for p in wet if KIND[p] == PERSON]
    if people:
        yield escape_line(context, "afoot", "7.3d", people[0], "note", area=n)


# Enemies


def encounters(context: PreviewContext, group: Group, n: int) -> Iterator[PreviewItem]:
    """Describe the fights ahead of a group: with enemies, or optionally for a city."""
    s, seat = context.s, context.place
    if len(group) == 1 and may_bid(s, group[0], n):
        yield context.note("bid", "12.1.2e", person=group[0], foe=s.owner[ELRIC])
    elif s.is_hostile(seat, n):
        if not context.rolls:
            yield from coming_battle(context, group, n)
    elif n in CITY_AT and s.city_owner(n) != seat and not is_locked_out(context.after, seat, n):
        yield from near_city(context, group, n)
    if s.where[ELRIC] == n and s.owner[ELRIC] == NOBODY and any([can_control(p) for p in group]):
        yield context.note("elric-won", "12.1.2a", area=n)


def near_city(context: PreviewContext, group: Group, n: int) -> Iterator[PreviewItem]:
    """Describe a city without enemies, which can be attacked this turn (10.9.3, 10.9.4)."""
    s = context.s
    owner = s.city_owner(n)
    guard = DEFENCE[n] if owner == NOBODY else 0
    own = strength([*group, *[p for p in s.pieces(context.place, n) if p not in group]], at_sea=False)
    key = "neutral-city" if owner == NOBODY else "empty-city"
    yield context.note(key, "10.9.3b" if owner == NOBODY else "7.5.7d", area=n, guard=guard, wall=WALL[n], own=own,
                    foe=owner)  # fmt: skip


def battles_at(s: ElricState, area: int) -> list[Battle]:
    """Return the phasing player's battles in an area, in the current position."""
    return [battle for battle in pending(s) if battle.area == area]


def coming_battle(context: PreviewContext, group: Group, n: int) -> Iterator[PreviewItem]:
    """Describe the battle forced by entering an area with enemies (7.3n, 10.1a)."""
    worst = 1.0
    for battle in battles_at(context.after, n):
        fight = BattleEstimate(context, battle, context.after)
        if not fight.is_fought:
            continue
        worst = min(worst, fight.chance)
        yield fight.odds()
        yield fight_line(context, fight, "must-fight")
        yield from sword_lines(context, fight)
    yield from last_leader_lines(context, group, grave=worst < POOR)


def fight_line(
    context: PreviewContext, fight: BattleEstimate, key: str, is_begun: bool = True, is_last: bool = False
) -> PreviewItem:
    """Describe a battle in a line: totals, and the chance to win.

    It is a warning if the battle is risky, follows from the action, and the seat's own spells could not turn it.
    `is_last` if the seat casts no further spells.
    """
    own, their = fight.totals if fight.is_mine else fight.totals[::-1]
    battle = fight.battle
    castable = CastableSpells() if is_last else fight.castable_spells()
    can_turn = castable.eater >= 0 or (castable.gain > 0 and own.total + castable.gain > their.total)
    takes, falls = "", fight.falls
    if fight.is_mine and battle.kind == CITY:
        takes = context.say("odds.takes", area=battle.area, odds=(falls.count(), falls.throws))
    return context.roll_line(
        key, "10.1a", fight.margins, fight.wins,
        weight="warning" if is_begun and fight.is_risky and not can_turn else "note", area=battle.area,
        own=own.total, their=their.total, foe=fight.name(battle.foe(context.place)), takes=takes,
        more=spells_to_come(context, fight, castable),
    )  # fmt: skip


def spells_to_come(context: PreviewContext, fight: BattleEstimate, castable: CastableSpells) -> str:
    """Return text on spells outside the odds: other players' hidden ones, and castable ones."""
    told = []
    if hidden := fight.hidden_spells(fight.battle.foe(context.place)):
        told.append(context.say("odds.unseen", count=hidden))
    if castable.eater >= 0:
        told.append(context.say("odds.eater", spell=castable.eater))
    elif castable.gain:
        told.append(context.say("odds.castable", amount=castable.gain))
    return "".join(told)


# Retreats


def retreats(context: PreviewContext, seat: int, group: Group, gone: Group, to: int) -> Iterator[PreviewItem]:
    """Describe a retreat: wilderness, perilous seas, pieces left behind (10.7)."""
    s = context.s
    area = context.step.area
    if draws_attacks(s, to):
        yield from wilds(context, gone, to)
    fleets = tuple([p for p in gone if KIND[p] == FLEET])
    if fleets:
        yield from straits(context, fleets, area, to)
    left = [p for p in group if p not in gone]
    if left:
        yield context.warning("left-behind", "10.7g", area=to, group=left)
