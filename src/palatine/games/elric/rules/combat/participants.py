"""The data of a battle: the two sides, and who abstains (10.1, 10.2, 12.0)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any, Final

import msgspec
from msgspec.structs import replace

from palatine.core import Step
from palatine.games.elric.components.pieces import (
    CHAOS_FLEET,
    CHAOS_SHIELD,
    ELRIC,
    FLEET,
    KIND,
    PERSON,
    PIECES,
    POWER_OF,
)
from palatine.games.elric.components.world import CITY_NATION, IS_SEA, MELNIBONE, MELNIBONE_NATION
from palatine.games.elric.rules.common.deferred_steps import carry_out
from palatine.games.elric.state import NOBODY, ElricState, Group, strength

FIELD, CITY, SEA, PORT = range(4)
"""Kinds of battle: in the open, for a city, at sea, ships against ships in port (10.9.5)."""
WORKS, VOID, TURNED = range(3)
"""Fate of a spell: works, spoilt without moving the Balance, or joins the enemy (9.2)."""


class Cast(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A spell in battle, with its side and caster (9.2, 13.4).

    `kept` if it is maintained, `drawn` if it came from the cup.
    """

    seat: int
    person: int
    spell: int
    fate: int = WORKS
    kept: bool = False
    drawn: bool = False


class Battle(msgspec.Struct, frozen=True, array_like=True):
    """A battle of the phasing player's stack against another's, or against a city.

    The city may be neutral, or without defending units.
    """

    area: int
    attacker: int
    defender: int
    """A seat; NOBODY for a neutral city (10.9.3)."""
    kind: int
    bands: tuple[int, int] = (0, 0)
    """In wilderness: the bands of attacker and defender (8.0; ruling A-147)."""
    held: Group = ()
    """Withheld pieces of both sides (10.2)."""
    aside: Group = ()
    """Abstaining Melniboneans (12.0), once determined."""
    casts: tuple[Cast, ...] = ()
    """The revealed spells, the attacker's first (10.3)."""
    aims: tuple[int, ...] = ()
    """By Dispel Magic, in order of naming: its index in `casts` and its target's, -1 for none."""
    named: tuple[int, ...] = ()
    """Quaolnargns that have been set on a victim, by index in `casts`."""
    fallen: Group = ()
    """Eliminated personalities, still in place until they escape (10.8a)."""
    margin: int = 0
    """The attacker's total minus the defender's."""
    garrison: int = 0
    """The value of the garrison in a walled city when the dice were rolled (ruling A-32)."""
    passed: tuple[int, ...] = ()
    """The areas the attackers came through, once determined (10.2e)."""
    kin: Group = ()
    """The stack of the Chaos Shield's bearer when the bearer fell (16.8b; ruling A-188)."""

    def foe(self, seat: int) -> int:
        return self.defender if seat == self.attacker else self.attacker

    def at_sea(self) -> bool:
        """Return whether ships fight instead of armies (3.2)."""
        return self.kind >= SEA

    def loser(self) -> int:
        """Return the seat with the lower total, NOBODY for a neutral city or a tie."""
        return self.defender if self.margin > 0 else self.attacker if self.margin < 0 else NOBODY


class Fight(Step, frozen=True):
    """One battle, stage by stage (10.2 to 10.8), implemented in `combat`."""

    battle: Battle
    at: int = 0

    def run(self, s: ElricState) -> None:
        carry_out(self, s)


def current(s: ElricState) -> Battle | None:
    """Return the battle in progress, or None."""
    for frame in reversed(s.flow):
        if type(frame) is Fight:
            return frame.battle
    return None


def the_battle(s: ElricState) -> Battle:
    battle = current(s)
    assert battle is not None
    return battle


def update_battle(s: ElricState, **facts: Any) -> Battle:
    """Change fields of the battle in progress, and return it.

    Raises LookupError between battles.
    """
    flow = s.flow
    for at in range(len(flow) - 1, -1, -1):
        frame = flow[at]
        if type(frame) is Fight:
            battle = replace(frame.battle, **facts)
            flow[at] = Fight(battle, frame.at)
            return battle
    raise LookupError("no battle is being fought")


def repeat_stage(s: ElricState) -> None:
    fight = s.flow[-1]
    assert isinstance(fight, Fight)
    s.replace_top(Fight(fight.battle, fight.at - 1))


def record_fallen(s: ElricState, persons: Iterable[int]) -> None:
    """Record personalities eliminated in the battle; they escape after it (10.8a)."""
    gone = tuple(persons)
    if not gone:
        return
    battle = update_battle(s, fallen=(*the_battle(s).fallen, *gone))
    bearer = s.bearer.get(CHAOS_SHIELD, -1)
    if bearer in gone:
        update_battle(s, kin=tuple([p for p in s.stack_of(bearer) if KIND[p] == PERSON and p not in battle.fallen]))


# Sides


def side(s: ElricState, battle: Battle, seat: int) -> Group:
    """Return a seat's unfallen pieces in a battle, including withheld and abstaining ones."""
    here = s.stacks[seat].get(battle.area, ()) if seat != NOBODY else ()
    if here and s.bands and s.is_wild(battle.area):
        band = battle.bands[seat != battle.attacker]
        here = tuple([p for p in here if s.bands.get(p, 0) == band])
    if battle.fallen:
        here = tuple([p for p in here if p not in battle.fallen])
    return here


def battle_number(battle: Battle) -> int:
    """Return a number that identifies a battle by area and enemy."""
    return (battle.bands[1] * (NOBODY + 1) + battle.defender) * 256 + battle.area


def is_meant(s: ElricState, person: int, battle: Battle) -> bool:
    """Return whether a magician's laid spell is for this battle, not another in the area (9.2c)."""
    return person in s.laid and (person not in s.meant or s.meant[person] == battle_number(battle))


def has_person(group: Iterable[int]) -> bool:
    return any([KIND[p] == PERSON for p in group])


IS_BOUND: Final = tuple(POWER_OF[p] == MELNIBONE_NATION and p != ELRIC for p in range(PIECES))
"""By piece: whether it avoids fights with Melniboneans, as their own do except Elric (A-124)."""
BOUND: Final = frozenset(p for p in range(PIECES) if IS_BOUND[p])


def abstaining(s: ElricState, battle: Battle) -> Group:
    """Return the abstaining Melniboneans (12.0c, d, g).

    They abstain if both sides have some, or if they would attack Imrryr.
    """
    attackers = side(s, battle, battle.attacker)
    if BOUND.isdisjoint(attackers):
        return ()
    ours = [p for p in attackers if IS_BOUND[p]]
    theirs = [p for p in side(s, battle, battle.defender) if IS_BOUND[p]]
    is_imrryr = battle.area == MELNIBONE and battle.kind in (CITY, PORT)
    return (*ours, *theirs) if is_shunned(theirs, is_imrryr) else ()


def is_shunned(theirs: Iterable[int], is_imrryr: bool) -> bool:
    """Return whether Melniboneans abstain from attacking these or Imrryr (12.0c, g; A-124)."""
    return is_imrryr or not BOUND.isdisjoint(theirs)


def is_in_reach(s: ElricState, battle: Battle, p: int) -> bool:
    """Return whether a piece can fight or be hit (10.9.5b, 16.8c, 16.8d; A-120, A-194).

    Pieces aboard the Chaos Fleet cannot on land, nor pieces ashore in a battle of ships in port.
    """
    if battle.kind == PORT:
        return s.owner[p] != battle.defender or KIND[p] == FLEET or p in s.ship
    return battle.at_sea() or s.ship.get(p) != CHAOS_FLEET


def has_part(s: ElricState, battle: Battle, p: int) -> bool:
    """Return whether a piece must be overcome before its side is gone (10.9.5; A-119, A-194).

    On land, ships and the pieces aboard need not be.
    """
    return is_in_reach(s, battle, p) and (battle.at_sea() or KIND[p] != FLEET)


def can_attack(s: ElricState, battle: Battle) -> bool:
    """Return whether a personality that does not abstain leads the attack (10.1f, 10.2a; A-124)."""
    attackers = side(s, battle, battle.attacker)
    for p in attackers:
        if KIND[p] != PERSON:
            break  # Personalities come first.
        if not IS_BOUND[p]:
            return True
    aside = abstaining(s, battle)
    return any([KIND[p] == PERSON and p not in aside for p in attackers])


# Pending battles


def is_city_of(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a seat controls an area's city, so that its pieces are inside (7.2b)."""
    return CITY_NATION[area] >= 0 and s.city_owner(area) == seat


def battle_kind(s: ElricState, area: int, defender: int) -> int:
    """Return the kind of battle in an area; a city helps only its owner (10.9.3)."""
    if IS_SEA[area]:
        return SEA
    return CITY if is_city_of(s, defender, area) else FIELD


def has_come(s: ElricState, seat: int, area: int) -> bool:
    """Return whether pieces of a seat have moved into an area in this player-turn."""
    return bool(s.trail) and any([s.trail.get(p) for p in s.stacks[seat].get(area, ())])


def came_from(s: ElricState, p: int) -> int:
    """Return the area from which a piece entered its own in this player-turn.

    Its own area if it has not moved, as an attached piece may not have.
    """
    return (s.trail.get(p) or (s.where[p],))[-1]


def may_wait(s: ElricState, seat: int, foe: int, area: int) -> bool:
    """Return whether a seat and its foe need not fight: an unchanged siege (10.9.4; A-88)."""
    sides = (seat, foe)
    return s.sieges.get(area) in sides and not has_come(s, seat, area) and s.city_owner(area) in sides


def pending(s: ElricState) -> list[Battle]:
    """Return the phasing player's battles: adjacent enemies, found stacks, cities (10.1, 8.0j)."""
    seat = s.phasing
    found = []
    contested = s.contested(seat)
    for area in s.stacks[seat] if contested or s.assaults else ():
        if area in s.assaults or (area in contested and not s.is_wild(area)):
            found += _battles_in(s, seat, area, s.enemies(seat, area))
    for area, other, band, hunters in s.found:
        battle = _hunt(s, seat, area, other, (hunters, band))
        if battle is not None:
            found.append(battle)
    return [battle for battle in found if can_attack(s, battle)] if found else found


def _battles_in(s: ElricState, seat: int, area: int, others: list[int]) -> list[Battle]:
    """Return a seat's battles in an area against enemies that need no search."""
    if s.is_wild(area):
        return _raid(s, seat, area)
    declared = area in s.assaults
    found = [
        Battle(area, seat, other, battle_kind(s, area, other))
        for other in others
        if declared or not may_wait(s, seat, other, area)
    ]
    if declared and s.city_owner(area) not in (seat, *others):
        found.append(Battle(area, seat, s.city_owner(area), CITY))
    return found


def _raid(s: ElricState, seat: int, area: int) -> list[Battle]:
    """Return the assault on a city in the wilderness whose owner has no pieces there."""
    owner = s.city_owner(area)
    if owner == seat or (owner != NOBODY and area in s.stacks[owner]):
        return []
    return [Battle(area, seat, owner, CITY, (champion_band(s, seat, area), 0))]


def _hunt(s: ElricState, seat: int, area: int, other: int, bands: tuple[int, int]) -> Battle | None:
    """Return the battle of a searching stack with a found one still there (8.0j; A-190)."""
    if area not in s.stacks[seat] or area not in s.stacks[other] or not s.is_wild(area):
        return None
    here = [p for p in s.stacks[other][area] if s.bands.get(p, 0) == bands[1]]
    if not here:
        return None
    kind = (
        battle_kind(s, area, other) if len(here) == len(s.stacks[other][area]) else SEA if IS_SEA[area] else FIELD
    )
    return Battle(area, seat, other, kind, bands)


def champion_band(s: ElricState, seat: int, area: int) -> int:
    """Return the band of a seat's strongest stack with a personality in a wilderness (A-190)."""
    led = [group for group in s.stacks_at(seat, area) if has_person(group)] or s.stacks_at(seat, area)
    best = max(led, key=lambda group: strength(group, IS_SEA[area]))
    return s.bands.get(best[0], 0)
