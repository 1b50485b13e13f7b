"""Arrival in an area: hazards, continuing, and the end of a march (7.3, 7.5)."""

from __future__ import annotations

from typing import Final

from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, ELRIC, KIND, MOONGLUM, PERSON
from palatine.games.elric.components.world import AREAS, BOILING, IS_SEA, IS_WILD, LAND_NEIGHBOURS, STRAITS, TEETH
from palatine.games.elric.rules.combat.random_attacks import RandomAttack, draws_attacks, face_up_attackers
from palatine.games.elric.rules.common.cup import fit_hands
from palatine.games.elric.rules.common.naval import castaways, fleets_of, is_fleet
from palatine.games.elric.rules.common.relocation import finish_moving
from palatine.games.elric.rules.common.special_terrain import Passage, imperils
from palatine.games.elric.rules.movement.group import MovingGroup, is_adrift, is_flying
from palatine.games.elric.rules.movement.restrictions import next_areas
from palatine.games.elric.rules.movement.sea_movement import berths
from palatine.games.elric.state import NOBODY, ElricState

IS_CALM: Final = tuple([not IS_WILD[a] and a not in (BOILING, TEETH) for a in range(AREAS)])
"""By area: whether it has no hazard of its own."""


def chaos_attacks(s: ElricState, seat: int, area: int, group: tuple[int, ...]) -> None:
    """Push the attacks of an area's face-up Chaos spells on a stack (13.4; ruling A-69)."""
    for spell in face_up_attackers(s, area):
        s.push(RandomAttack(seat, area, group, spell=spell))


def is_quiet(s: ElricState, n: int, group: tuple[int, ...]) -> bool:
    """Return whether only enemies can await a group in an area, and all of it may continue."""
    if not IS_CALM[n] or s.tipped < 0 or n in s.stacks[NOBODY] or s.where[CHAOS_FLEET] >= 0:
        return False
    if (s.controller >= 0 or s.where[MOONGLUM] >= 0) and (
        s.controller in group or ELRIC in group or MOONGLUM in group
    ):
        return False
    return not any([p in s.done for p in group])


def hazards(s: ElricState, step: MovingGroup, n: int) -> None:
    """Push the hazards of wilderness and perilous seas on entering (7.5.1, 7.5.4, 7.5.5, 7.5.8)."""
    group, flying = step.group, is_flying(step)
    if not flying and (KIND[group[-1]] == ARMY or n == STRAITS) and draws_attacks(s, n):
        s.push(RandomAttack(step.seat, n, group))
    chaos_attacks(s, step.seat, n, group)
    if imperils(step.area, n) and not (flying and n == TEETH):
        roll_hazards(s, step, n, n)


def roll_hazards(s: ElricState, step: MovingGroup, area: int, sea: int) -> None:
    """Push the rolls of a group in a perilous sea (7.5.1, 7.5.4; rulings A-16, A-17).

    Ships that move or land pieces, personalities on foot or in the air, and armies carried by magic.
    """
    group = step.group
    ships = {s.ship[p] for p in group if p in s.ship}.union(fleets_of(group))
    alone = tuple([p for p in group if not is_fleet(p) and p not in s.ship])
    s.push(Passage(area, sea, tuple(sorted(ships)), alone))


def can_go_on(s: ElricState, step: MovingGroup) -> bool:
    """Return whether a group that has arrived has any choice left."""
    area = step.area
    if not IS_SEA[area]:
        if step.points < 1 or KIND[step.group[0]] == ARMY:
            return False
        return len(LAND_NEIGHBOURS[area]) > 0 or bool(next_areas(s, step))
    return bool(next_areas(s, step) or berths(s, step))


def end_march(s: ElricState, step: MovingGroup) -> None:
    """End a group's march; groups that came to fight or by magic finish moving (ruling A-102)."""
    if not step.moved:
        return
    seat, area, group = step.seat, step.area, step.group
    if is_adrift(s, area, group):
        castaways(s, seat, area, group)
        return
    if step.spell >= 0 or s.is_hostile(seat, area):
        finish_moving(s, group)
    if step.spell >= 0 and draws_attacks(s, area):
        s.push(RandomAttack(seat, area, group))
    if KIND[group[0]] == PERSON and len(group) < len(s.stacks[seat][area]):
        fit_hands(s, seat, area)
