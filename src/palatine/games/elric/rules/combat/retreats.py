"""Retreats by land and by ship (10.2, 10.7; rulings A-38, A-149)."""

from __future__ import annotations

from collections.abc import Container, Iterable
from typing import Final

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, CHAOS_FLEET, ELRIC, FLEET, KIND, MOONGLUM, PERSON, POWER_OF
from palatine.games.elric.components.world import (
    AREAS,
    BOILING,
    CITY_NATION,
    COASTS,
    IS_SEA,
    LAND_NEIGHBOURS,
    LANDS,
    MAP,
    NEIGHBOURS,
    PORT_SEA,
    SEA_NEIGHBOURS,
    TEETH,
)
from palatine.games.elric.rules.combat.losses import lose_pieces
from palatine.games.elric.rules.combat.participants import PORT, Battle, came_from, the_battle
from palatine.games.elric.rules.combat.random_attacks import RandomAttack, draws_attacks, face_up_attackers
from palatine.games.elric.rules.common.closed_areas import is_horde_bound, may_enter, out_of_bounds
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.naval import disembark, fleets_at, stow, total_room
from palatine.games.elric.rules.common.relocation import relocate
from palatine.games.elric.rules.common.special_terrain import Passage, holds_back, imperils
from palatine.games.elric.state import NOBODY, OTHERS, STORED_NAMES, ElricState, Group

STAY: Action = ("stay", 0)
NEAR: Final = tuple((*LAND_NEIGHBOURS[a], *COASTS[a], *SEA_NEIGHBOURS[a]) for a in range(AREAS))
"""By area: all adjacent areas, lands first."""

# Destinations


def why_no_refuge(s: ElricState, seat: int, area: int) -> Refusal | None:
    """Return why a seat's pieces cannot retreat into an area: enemies, or an enemy city (10.7c)."""
    stacks = s.stacks
    for other in OTHERS[seat]:
        if area in stacks[other]:
            return Refusal("10.7c", "why.enemies-there", {"area": area})
    if CITY_NATION[area] >= 0 and s.city_owner(area) not in (seat, NOBODY):
        return Refusal("10.7c", "why.enemy-city", {"area": area})
    return None


def is_refuge(s: ElricState, seat: int, area: int) -> bool:
    """Return whether a seat's pieces may retreat into an area (10.7c)."""
    return why_no_refuge(s, seat, area) is None


def retreat_ways(s: ElricState, seat: int, area: int, group: Group, barred: Container[int] = ()) -> list[int]:
    """Return the areas that at least one piece of a group can retreat to."""
    return [n for n in retreat_areas(s, seat, area, barred) if goers(s, seat, area, group, n)]


def has_way(s: ElricState, seat: int, area: int, group: Group, near: Iterable[int]) -> bool:
    """Return whether at least one piece of a group can retreat to one of these areas."""
    return any(goers(s, seat, area, group, n) for n in near)


def retreat_areas(s: ElricState, seat: int, area: int, barred: Container[int] = ()) -> list[int]:
    """Return the adjacent areas open to a seat's retreat, whether or not they can be reached."""
    return [n for n in NEAR[area] if n not in barred and is_refuge(s, seat, n)]


def goers(s: ElricState, seat: int, area: int, group: Group, to: int) -> Group:
    """Return the pieces of a group that can retreat from one area to another.

    On foot by land, otherwise ships and those with room aboard. Elric and Moonglum stay together (12.1.6b); hordes stay
    within their bounds (11.0).
    """
    if IS_SEA[area]:
        found = _sailing(s, group, to)
    elif IS_SEA[to]:
        found = _embarking(s, seat, area, group, to)
    else:
        ship = s.ship
        found = [p for p in group if KIND[p] != FLEET and (p not in ship or ship[p] != CHAOS_FLEET)]
    if not found:
        return ()
    if is_horde_bound(s):
        found = [p for p in found if out_of_bounds(s, (p,), to) is None]
    if s.joined and (ELRIC in found) != (MOONGLUM in found):
        ships = [s.ship[p] for p in (ELRIC, MOONGLUM) if p in s.ship]
        found = [p for p in found if p not in (ELRIC, MOONGLUM, *ships) and s.ship.get(p, -1) not in ships]
    return tuple(found) if found and may_enter(s, found, to) is None else ()


def free_ships(s: ElricState, group: Group) -> list[int]:
    """Return the ships of a group that can leave: all aboard belong to the group."""
    return [p for p in group if KIND[p] == FLEET and all([each in group for each in s.aboard(p)])]


def _sailing(s: ElricState, group: Group, to: int) -> list[int]:
    """Return fleets and passengers that can sail to a sea, or into a friendly port here (10.7e)."""
    ships = free_ships(s, group)
    if not ships or (not IS_SEA[to] and PORT_SEA[to] != s.where[ships[0]]):
        return []
    if not IS_SEA[to] and s.city_owner(to) != s.owner[ships[0]]:
        return []
    return [*ships, *[p for p in group if s.ship.get(p) in ships]]


def _embarking(s: ElricState, seat: int, area: int, group: Group, to: int) -> list[int]:
    """Return the ships in port, and the pieces with room aboard these or ships off the port.

    Elsewhere only pieces that landed from that sea in this player-turn can retreat to it (10.7c, 10.7d; ruling A-38).
    """
    if PORT_SEA[area] != to:
        group = tuple([p for p in group if came_from(s, p) == to])
    ships = free_ships(s, group) if PORT_SEA[area] == to else []
    waiting = fleets_at(s, seat, to)
    if not ships and not waiting:
        return []
    bound = [p for p in group if s.ship.get(p) in ships]
    places = total_room(s, (*ships, *waiting))
    armies = [p for p in group if KIND[p] == ARMY and p not in s.ship]
    persons = [p for p in group if KIND[p] == PERSON and p not in s.ship]
    return [*ships, *bound, *persons, *armies[: max(places, 0)]]


def entry_areas(s: ElricState, battle: Battle) -> set[int]:
    """Return the areas the attackers, including fallen ones, came through this turn (10.2e)."""
    if battle.passed:
        return {*battle.passed}
    here = s.stacks[battle.attacker].get(battle.area, ())
    return {area for p in here for area in s.trail.get(p, ())}


# Execution


def carry_out_retreat(s: ElricState, seat: int, area: int, group: Group, to: int, clause: str) -> None:
    """Move a retreating group; random attacks follow (10.7f, 13.4n; ruling A-69).

    Pieces go aboard, or ashore in port. Face-up Chaos spells attack too.
    """
    s.log("retreat", clause, seat=seat, group=list(group), area=area, to=to)
    if IS_SEA[to]:
        ships = sorted([*fleets_at(s, seat, to), *[p for p in group if KIND[p] == FLEET]])
        stow(s, [p for p in group if KIND[p] != FLEET], ships)
    else:
        disembark(s, group)
    relocate(s, group, to, together=s.controller in the_battle(s).fallen)
    if draws_attacks(s, to):
        s.push(RandomAttack(seat, to, group, retreating=True))
    for spell in face_up_attackers(s, to):
        s.push(RandomAttack(seat, to, group, retreating=True, spell=spell))
    fleets = tuple([p for p in group if KIND[p] == FLEET])
    if fleets and (imperils(area, to) or holds_back(area, to)):
        s.push(Passage(to, TEETH if to == TEETH else BOILING, fleets, ()))


class Retreat(Step, frozen=True):
    """The losers' retreat, to one area as far as possible (10.7b, g).

    The rest retreats elsewhere, or is eliminated.
    """

    seat: int
    area: int
    group: Group

    def run(self, s: ElricState) -> None:
        left = s.remaining(self.seat, self.area, self.group)
        if not left:
            s.pop()
            return
        found = retreat_ways(s, self.seat, self.area, left, barred(s, self.seat))
        if not found:
            s.pop()
            cut_off(s, self.seat, self.area, left)
        elif len(found) == 1:
            self.leave(s, left, found[0])
        else:
            s.push(RetreatTo(self.seat, self.area, left))

    def leave(self, s: ElricState, left: Group, to: int) -> None:
        gone = goers(s, self.seat, self.area, left, to)
        s.replace_top(Retreat(self.seat, self.area, tuple([p for p in left if p not in gone])))
        carry_out_retreat(s, self.seat, self.area, gone, to, "10.7b")


def cut_off(s: ElricState, seat: int, area: int, group: Group) -> None:
    """Eliminate pieces that cannot retreat; personalities must escape (10.7g)."""
    s.log("retreat.cut-off", "10.7g", seat=seat, group=list(group), area=area)
    eliminate(s, [p for p in group if KIND[p] != PERSON])
    lose_pieces(s, [p for p in group if KIND[p] == PERSON])


class RetreatTo(ChooseOne, frozen=True):
    """The choice of the area that the losers of a battle retreat to (10.7b)."""

    seat: int
    area: int
    group: Group
    may_roll = True
    clause = "10.7b"
    verbs = {"retreat": "space"}

    def candidates(self, s: ElricState) -> list[int]:
        return retreat_ways(s, self.seat, self.area, self.group, barred(s, self.seat))

    def on_chosen(self, s: ElricState, area: int) -> None:
        retreat = s.flow[-1]
        assert isinstance(retreat, Retreat)
        retreat.leave(s, self.group, area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action[1] in barred(s, self.seat):
            if self.seat != the_battle(s).attacker:
                return Refusal("10.2e", "why.attackers-came", {"area": action[1]})
            return Refusal("10.7d", "why.back-to-ships")
        return why_no_way(s, self.seat, self.area, self.group, action[1])


def barred(s: ElricState, seat: int) -> Container[int]:
    """Return the areas closed to the losers (10.2e; ruling A-120).

    For defenders, those the attackers came through; for attackers of ships in port, all lands.
    """
    battle = the_battle(s)
    if seat != battle.attacker:
        return entry_areas(s, battle)
    return LANDS if battle.kind == PORT else ()


def why_no_way(s: ElricState, seat: int, area: int, group: Group, to: int) -> Refusal | None:
    """Return why a group cannot retreat to an area, or None if part of it can."""
    if not 0 <= to < AREAS:
        return Refusal("10.7b", "why.no-area")
    if to not in NEIGHBOURS[area]:
        return Refusal("10.7b", "why.not-adjacent", {"area": to, "steps": MAP.distances(area)[to]})
    if found := why_no_refuge(s, seat, to):
        return found
    return None if goers(s, seat, area, group, to) else Refusal("10.7c", "why.no-way", {"area": to})


# Retreat before battle


class RetreatWithheld(Step, frozen=True, tag=STORED_NAMES):
    """The retreat of withheld defenders before battle, in any number of parts (10.2c; A-149)."""

    seat: int
    area: int
    group: Group
    kept: Group = ()
    """Pieces of the group that stay this time."""
    may_roll = True
    needs_decision = True
    clause = "10.2c"
    verbs = {"back": "space", "keep": "piece", "stay": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        near = self._refuges(s)
        back = [("back", n) for n in near if goers(s, self.seat, self.area, self.group, n)]
        keep = [("keep", p) for p in distinct(self.group) if self._can_go(s, p, near)]
        return [*back, *keep, STAY]

    def _refuges(self, s: ElricState) -> list[int]:
        return retreat_areas(s, self.seat, self.area, entry_areas(s, the_battle(s)))

    def _can_go(self, s: ElricState, without: int, near: Iterable[int]) -> bool:
        group = tuple([p for p in self.group if p != without])
        return bool(group) and has_way(s, self.seat, self.area, group, near)

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        s.pop()
        if verb == "keep":
            rest = tuple([p for p in self.group if p != operand])
            s.push(RetreatWithheld(self.seat, self.area, rest, (*self.kept, operand)))
        elif verb == "back":
            gone = goers(s, self.seat, self.area, self.group, operand)
            rest = tuple([p for p in (*self.group, *self.kept) if p not in gone])
            s.push(Remainder(self.seat, self.area, rest, is_attacking=False))
            carry_out_retreat(s, self.seat, self.area, gone, operand, "10.2c")

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "stay":
            return None if action == STAY else Refusal("10.2c", "why.no-button")
        if verb == "keep":
            if action in self.actions(s):
                return None
            if operand not in self.group:
                return Refusal("10.2c", "why.not-withheld")
            if self._can_go(s, operand, self._refuges(s)):
                return Refusal("10.2c", "why.alike")
            return Refusal("10.2c", "why.none-would-go", {"piece": operand})
        if operand in entry_areas(s, the_battle(s)):
            return Refusal("10.2e", "why.attackers-came", {"area": operand})
        return why_no_way(s, self.seat, self.area, self.group, operand)


class Remainder(Step, frozen=True):
    """A further retreat of the pieces still there."""

    seat: int
    area: int
    group: Group
    is_attacking: bool

    def run(self, s: ElricState) -> None:
        s.pop()
        left = s.remaining(self.seat, self.area, self.group)
        if self.is_attacking:
            ask_withdrawal(s, self.seat, self.area, left)
        else:
            ask_step_back(s, self.seat, self.area, left)


def ask_step_back(s: ElricState, seat: int, area: int, group: Group) -> None:
    """Push the retreat choice of withheld defenders, if they can leave."""
    if group and has_way(s, seat, area, group, retreat_areas(s, seat, area, entry_areas(s, the_battle(s)))):
        s.push(RetreatWithheld(seat, area, group))


# Withdrawal after an attack


class Withdraw(Step, frozen=True):
    """The choice of attackers at a city or beside an unbeaten enemy to withdraw (A-30, A-37)."""

    seat: int
    area: int
    group: Group
    is_tactical = True
    may_roll = True
    needs_decision = True
    clause = "10.9.4a"
    verbs = {"back": "space", "stay": "button"}

    def actions(self, s: ElricState) -> list[Action]:
        return [STAY, *[("back", n) for n in retreat_ways(s, self.seat, self.area, self.group)]]

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action != STAY:
            gone = goers(s, self.seat, self.area, self.group, action[1])
            rest = tuple([p for p in self.group if p not in gone])
            s.push(Remainder(self.seat, self.area, rest, is_attacking=True))
            carry_out_retreat(s, self.seat, self.area, gone, action[1], "10.9.4a")

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        if action[0] == "stay":
            return None if action == STAY else Refusal("10.9.4a", "why.no-button")
        return why_no_way(s, self.seat, self.area, self.group, action[1])


def ask_withdrawal(s: ElricState, seat: int, area: int, group: Group) -> None:
    """Push the withdrawal choice of attackers, if they can leave."""
    if group and has_way(s, seat, area, group, retreat_areas(s, seat, area)):
        s.push(Withdraw(seat, area, group))


def distinct(pieces: Iterable[int]) -> list[int]:
    """Return the pieces with only the first army of each nation."""
    found: list[int] = []
    seen: set[int] = set()
    for p in pieces:
        if KIND[p] != ARMY:
            found.append(p)
        elif POWER_OF[p] not in seen:
            seen.add(POWER_OF[p])
            found.append(p)
    return found
