"""Retreats: where a stack may go, by land or by ship, and going there (10.2, 10.7; rulings A-38, A-149)."""

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
from palatine.games.elric.rules.common.bounds import is_horde_bound, may_enter, out_of_bounds
from palatine.games.elric.rules.common.deaths import eliminate
from palatine.games.elric.rules.common.naval import disembark, fleets_at, stow, total_room
from palatine.games.elric.rules.common.relocation import relocate
from palatine.games.elric.rules.common.special_terrain import Passage, holds_back, imperils
from palatine.games.elric.state import NOBODY, OTHERS, STORED_NAMES, ElricState, Group

STAY: Action = ("stay", 0)
NEAR: Final = tuple((*LAND_NEIGHBOURS[a], *COASTS[a], *SEA_NEIGHBOURS[a]) for a in range(AREAS))
"""By area: all that touch it, lands first."""

# Where


def why_no_refuge(s: ElricState, seat: int, area: int) -> Refusal | None:
    """Why a seat's pieces cannot retreat into an area, however they go: enemies, or an enemy's city (10.7c)."""
    stacks = s.stacks
    for other in OTHERS[seat]:
        if area in stacks[other]:
            return Refusal("10.7c", "why.enemies-there", {"area": area})
    if CITY_NATION[area] >= 0 and s.city_owner(area) not in (seat, NOBODY):
        return Refusal("10.7c", "why.enemy-city", {"area": area})
    return None


def is_refuge(s: ElricState, seat: int, area: int) -> bool:
    """Whether a seat's pieces may retreat into a land or sea: no enemies there, no enemy's city (10.7c)."""
    return why_no_refuge(s, seat, area) is None


def retreat_ways(s: ElricState, seat: int, area: int, group: Group, barred: Container[int] = ()) -> list[int]:
    """The areas that at least one of a group may retreat to."""
    return [n for n in retreat_areas(s, seat, area, barred) if goers(s, seat, area, group, n)]


def has_way(s: ElricState, seat: int, area: int, group: Group, near: Iterable[int]) -> bool:
    """Whether at least one of a group may retreat to one of these refuges."""
    return any(goers(s, seat, area, group, n) for n in near)


def retreat_areas(s: ElricState, seat: int, area: int, barred: Container[int] = ()) -> list[int]:
    """The areas next to one that a seat's pieces may retreat to, if they can get there."""
    return [n for n in NEAR[area] if n not in barred and is_refuge(s, seat, n)]


def goers(s: ElricState, seat: int, area: int, group: Group, to: int) -> Group:
    """Those of a group who can retreat from one area to another: by land who walks, else ships and who fits aboard.

    Elric and Moonglum go together or not at all (12.1.6b); hordes stay within their bounds (11.0).
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
    """The ships of a group that can go: nobody is aboard who does not go along."""
    return [p for p in group if KIND[p] == FLEET and all([each in group for each in s.aboard(p)])]


def _sailing(s: ElricState, group: Group, to: int) -> list[int]:
    """Fleets and all aboard: to another sea, or into a friendly port that opens on this one (10.7e)."""
    ships = free_ships(s, group)
    if not ships or (not IS_SEA[to] and PORT_SEA[to] != s.where[ships[0]]):
        return []
    if not IS_SEA[to] and s.city_owner(to) != s.owner[ships[0]]:
        return []
    return [*ships, *[p for p in group if s.ship.get(p) in ships]]


def _embarking(s: ElricState, seat: int, area: int, group: Group, to: int) -> list[int]:
    """The ships in the port, and whoever fits aboard them and those that lie off it already; elsewhere nobody retreats
    to sea but those who have landed from there in this player-turn (10.7c, 10.7d; ruling A-38)."""
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
    """The areas that the attackers came through in this player-turn (10.2e), those included who have since fallen."""
    if battle.passed:
        return {*battle.passed}
    here = s.stacks[battle.attacker].get(battle.area, ())
    return {area for p in here for area in s.trail.get(p, ())}


# Going


def carry_out_retreat(s: ElricState, seat: int, area: int, group: Group, to: int, clause: str) -> None:
    """A group retreats; people and armies on shore go aboard, or ashore in port; wilderness attacks at once, and so
    do Chaos spells that lie open there (10.7f, 13.4n; ruling A-69)."""
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
    """The losers leave, all to one area as far as they can; who is left over goes elsewhere, or is lost (10.7b, g)."""

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
    """Who cannot retreat is eliminated; people roll for themselves (10.7g)."""
    s.log("retreat.cut-off", "10.7g", seat=seat, group=list(group), area=area)
    eliminate(s, [p for p in group if KIND[p] != PERSON])
    lose_pieces(s, [p for p in group if KIND[p] == PERSON])


class RetreatTo(ChooseOne, frozen=True):
    """Where the losers of a battle go (10.7b)."""

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
    """Where the losers cannot go: defenders to where the attackers came through (10.2e); who has fought ships in a
    port from the sea goes back to sea (ruling A-120)."""
    battle = the_battle(s)
    if seat != battle.attacker:
        return entry_areas(s, battle)
    return LANDS if battle.kind == PORT else ()


def why_no_way(s: ElricState, seat: int, area: int, group: Group, to: int) -> Refusal | None:
    """Why a group cannot retreat to an area; None when some of it can."""
    if not 0 <= to < AREAS:
        return Refusal("10.7b", "why.no-area")
    if to not in NEIGHBOURS[area]:
        return Refusal("10.7b", "why.not-adjacent", {"area": to, "steps": MAP.distances(area)[to]})
    if found := why_no_refuge(s, seat, to):
        return found
    return None if goers(s, seat, area, group, to) else Refusal("10.7c", "why.no-way", {"area": to})


# Before the battle


class RetreatWithheld(Step, frozen=True, tag=STORED_NAMES):
    """Withheld defenders may leave before the battle, in as many parts as they like (10.2c; ruling A-149)."""

    seat: int
    area: int
    group: Group
    kept: Group = ()
    """Those of the group who do not go along this time."""
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
    """Some have gone: those who are still there may go as well, elsewhere."""

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
    """Ask where withheld defenders step back to, if they can go anywhere."""
    if group and has_way(s, seat, area, group, retreat_areas(s, seat, area, entry_areas(s, the_battle(s)))):
        s.push(RetreatWithheld(seat, area, group))


# Staying or going after an attack


class Withdraw(Step, frozen=True):
    """Attackers who may stay before a city, or face an unbeaten enemy, may go as well (rulings A-30, A-37)."""

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
    """Ask whether attackers go away, if they can."""
    if group and has_way(s, seat, area, group, retreat_areas(s, seat, area)):
        s.push(Withdraw(seat, area, group))


def distinct(pieces: Iterable[int]) -> list[int]:
    """Of armies of one nation the first only."""
    found: list[int] = []
    seen: set[int] = set()
    for p in pieces:
        if KIND[p] != ARMY:
            found.append(p)
        elif POWER_OF[p] not in seen:
            seen.add(POWER_OF[p])
            found.append(p)
    return found
