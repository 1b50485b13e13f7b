"""The march of a selected group, area by area (7.0 to 7.3, 7.5)."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.elric.components.pieces import ELRIC, KIND, MOONGLUM, PERSON, PIECES
from palatine.games.elric.components.tables import LAND_POINTS, SEA_ON_FOOT
from palatine.games.elric.components.world import AREAS, BOILING, IS_SEA, IS_WILD, LAND_NEIGHBOURS
from palatine.games.elric.rules.common.cup import fit_hands
from palatine.games.elric.rules.common.deferred_steps import Escapes
from palatine.games.elric.rules.common.naval import is_fleet
from palatine.games.elric.rules.common.relocation import finish_moving, relocate
from palatine.games.elric.rules.common.special_terrain import holds_back, imperils
from palatine.games.elric.rules.movement.air_movement import can_end
from palatine.games.elric.rules.movement.arrival import can_go_on, end_march, hazards, is_quiet, roll_hazards
from palatine.games.elric.rules.movement.attachment import attach, detach
from palatine.games.elric.rules.movement.detaching import Drop, can_drop
from palatine.games.elric.rules.movement.flight import ActivateFlight, count_flight
from palatine.games.elric.rules.movement.group import (
    MovingGroup,
    has_ships,
    is_adrift,
    is_flying,
    points_of,
    points_spent,
)
from palatine.games.elric.rules.movement.movement_points import (
    embark,
    escapers,
    go_ashore,
    go_over,
    sail,
    walk,
)
from palatine.games.elric.rules.movement.overruns import Overrun, can_overrun
from palatine.games.elric.rules.movement.restrictions import entry_refusal, next_areas
from palatine.games.elric.rules.movement.sea_movement import berths, boardable
from palatine.games.elric.rules.movement.selection import (
    comes_with_others,
    everybody,
    gathered,
    joinable,
    surely_adds,
)
from palatine.games.elric.rules.movement.selection_refusals import piece_refusal
from palatine.games.elric.state import STORED_NAMES, ElricState

ALL: Action = ("all", 0)
DROP: Action = ("drop", 0)
HALT: Action = ("halt", 0)
GO: Final[tuple[Action, ...]] = tuple([("go", a) for a in range(AREAS)])
GO_BY_LAND: Final = tuple([[GO[n] for n in near] for near in LAND_NEIGHBOURS])
PIECE: Final[tuple[Action, ...]] = tuple([("piece", p) for p in range(PIECES)])


class March(MovingGroup, frozen=True):
    """The selection of a group and its march, area by area (7.0)."""

    needs_decision = True
    clause = "7.0c"
    verbs = {
        "piece": "piece", "all": "button", "go": "space", "ship": "piece", "drop": "button", "halt": "button",
    }  # fmt: skip

    def message_case(self, s: ElricState) -> str:
        return "moved" if self.moved else "picked" if self.group else ""

    def may_roll_after(self, verb: str) -> bool:
        """Return whether the action continues a flight."""
        return verb == "go" and self.spell >= 0

    def actions(self, s: ElricState) -> list[Action]:
        group, area = self.group, self.area
        found: list[Action] = []
        if not self.moved:
            more = joinable(s, self)
            found = list(map(PIECE.__getitem__, more))
            if more and self.spell < 0 and self.takes_all(s, more):
                found.append(ALL)
        if group:
            near = next_areas(s, self)
            found += GO_BY_LAND[area] if near is LAND_NEIGHBOURS[area] else map(GO.__getitem__, near)
        if IS_SEA[area] and group:
            found += [("ship", fleet) for fleet in berths(s, self)]
        may_halt = not found or self.halt_refusal(s) is None
        if not IS_SEA[area] and self.moved and len(group) > 1 and can_drop(s, self):
            found.append(DROP)
        if may_halt:
            found.append(HALT)
        return found

    def takes_all(self, s: ElricState, more: list[int]) -> bool:
        """Return whether selecting all pieces adds several and leaves a way to go.

        `more` are the pieces that can be added next.
        """
        if len(more) == 1 and not comes_with_others(s, self, more[0]):
            return False
        is_island = not (IS_SEA[self.area] or LAND_NEIGHBOURS[self.area])
        if not is_island and surely_adds(s, self, more):
            return True
        group = everybody(s, self)
        if group == self.group or not is_island:
            return group != self.group
        step = self.with_all(s, group)
        return bool(next_areas(s, step) or joinable(s, step))

    def with_all(self, s: ElricState, group: tuple[int, ...]) -> March:
        return March(self.seat, self.area, group, False, points_of(s, group), self.spell)

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        if verb == "go":
            s.invalidate_actions()
            march(s, self, operand)
        elif verb == "halt":
            s.pop()
            end_march(s, self)
        elif verb == "piece":
            if is_fleet(operand) or operand == ELRIC:
                self.pick(s, gathered(s, self.group, operand))
            else:
                points = min(self.points, LAND_POINTS - points_spent(s, operand))
                group = tuple(sorted((*self.group, operand)))
                s.replace_top(March(self.seat, self.area, group, False, points, self.spell))
        elif verb == "all":
            self.pick(s, everybody(s, self))
        elif verb == "ship":
            s.invalidate_actions()
            go_aboard(s, self, operand)
        else:
            s.push(Drop(self.seat, self.area, self.group))

    def pick(self, s: ElricState, group: tuple[int, ...]) -> None:
        s.replace_top(self.with_all(s, group))

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if action in self.actions(s):
            return None
        if verb == "piece":
            return piece_refusal(s, self, operand)
        if verb == "go":
            if not self.group:
                return Refusal("7.0c", "why.no-group")
            if not 0 <= operand < AREAS:
                return Refusal("7.0c", "why.no-area")
            return entry_refusal(s, self, operand)
        if verb == "ship":
            return Refusal("7.3v", "why.no-berth")
        if verb == "all":
            return Refusal("7.0c", "why.on-the-march" if self.moved else "why.nobody-else")
        if verb == "drop":
            return Refusal("7.3k", "why.no-drop")
        return (self.halt_refusal(s) if action == HALT else None) or Refusal("7.0c", "why.no-button")

    def halt_refusal(self, s: ElricState) -> Refusal | None:
        """Return why a group may not end its march here, or None.

        It is adrift, or over enemies it does not attack.
        """
        if not self.moved:
            return None
        if is_adrift(s, self.area, self.group):
            return Refusal("7.3d", "why.not-at-sea")
        if is_flying(self) and not IS_SEA[self.area] and not can_end(s, self, self.area):
            return Refusal("7.3n", "why.only-to-fight", {"area": self.area})
        return None


# Movement


def march(s: ElricState, step: March, n: int) -> None:
    """Move a group to the next area; leaving the Boiling Sea needs a roll first (7.5.1)."""
    if not step.moved:
        if step.spell >= 0:
            begin_flying_march(s, step, n)
            return
        if KIND[step.group[0]] == PERSON:
            attach(s, step)
            detach(s, step)
    if step.area == BOILING and holds_back(step.area, n):
        s.replace_top(Advance(step.seat, step.area, step.group, step.spell, n))
        roll_hazards(s, step, BOILING, BOILING)
    else:
        advance(s, step, n)


def advance(s: ElricState, step: March, n: int) -> None:
    """Move a group to the next area: by land, ship, on foot over the sea, or by air."""
    a, group = step.area, step.group
    if not (IS_SEA[a] or IS_SEA[n]) or is_flying(step):
        pay_and_enter(s, step, n, 1)
    elif has_ships(group):
        sail(s, group, a, n)
        enter(s, step, n, points_of(s, group))
    elif not IS_SEA[n]:
        bold = escapers(s, step)
        go_ashore(s, group)
        enter(s, step, n, points_of(s, group), bold=bold)
    elif IS_SEA[a]:
        pay_and_enter(s, step, n, SEA_ON_FOOT)
    else:
        enter_sea(s, step, n)


def pay_and_enter(s: ElricState, step: March, n: int, price: int) -> None:
    """Pay the land points and enter an area, on foot or by wing (7.2a, 7.3b, 7.4.1)."""
    bold = escapers(s, step)
    walk(s, step.group, price)
    enter(s, step, n, step.points - price, bold=bold)


def enter_sea(s: ElricState, step: March, n: int) -> None:
    """Enter a sea from the coast, aboard ships or else on foot (7.3r to 7.3v)."""
    ships = boardable(s, step, n) if n in s.stacks[step.seat] else []
    if not ships:
        pay_and_enter(s, step, n, SEA_ON_FOOT)
    elif len(ships) > 1:
        s.replace_top(Boarding(step.seat, step.area, step.group, step.moved, n))
    else:
        put_aboard(s, step, n, ships[0])


class Boarding(Step, frozen=True):
    """The choice of the ship that takes a group aboard from the coast (7.3r)."""

    seat: int
    area: int
    group: tuple[int, ...]
    moved: bool
    to: int
    needs_decision = True
    clause = "7.3r"
    verbs = {"ship": "piece"}
    default_refusal = Refusal("7.1d", "why.no-berth")

    def march(self, s: ElricState) -> March:
        return March(self.seat, self.area, self.group, self.moved, points_of(s, self.group))

    def actions(self, s: ElricState) -> list[Action]:
        return [("ship", fleet) for fleet in boardable(s, self.march(s), self.to)]

    def take(self, s: ElricState, action: Action) -> None:
        put_aboard(s, self.march(s), self.to, action[1])


def put_aboard(s: ElricState, step: March, n: int, ship: int) -> None:
    """Move a group into a sea aboard a ship there (7.3r)."""
    bold = escapers(s, step)
    embark(s, step.group, step.area, n, ship)
    enter(s, step, n, points_of(s, step.group), ship, bold)


def go_aboard(s: ElricState, step: March, ship: int) -> None:
    """Move personalities at sea to another ship and end their march (7.3v, 7.4.1d)."""
    go_over(s, step.group, ship)
    s.log("board", "7.3v", seat=step.seat, group=step.group, fleet=ship, area=step.area)
    s.pop()
    end_march(s, step)


# Entry into an area


def enter(s: ElricState, step: March, n: int, points: int, ship: int = -1, bold: tuple[int, ...] = ()) -> None:
    """Move a group into an area and push the consequences.

    Pieces in `bold` have left the Chaos Fleet and must escape (16.8d).
    """
    a, seat, group, trail = step.area, step.seat, step.group, s.trail
    for p in group:
        trail[p] = (*trail[p], a) if p in trail else (a,)
    if s.journal is not None:
        s.log("move", "7.0c", seat=seat, area=a, to=n, group=group, onward=step.moved)
    quiet, arrival = is_quiet(s, n, group), Arrival(seat, n, group, points, step.spell)
    s.replace_top(arrival)
    relocate(s, group, n, beside=ship, unsure=bold, onward=True)
    if not quiet and (IS_WILD[n] or s.tipped < 0 or imperils(a, n)):
        hazards(s, step, n)
    if bold:
        s.push(Escapes(n, bold, at_sea=IS_SEA[a], follow=n))
    if quiet and s.flow[-1] is arrival:
        proceed(s, March(seat, n, group, True, points, step.spell))


class Advance(Step, frozen=True):
    """The continued move of pieces that passed the Boiling Sea (7.5.1b)."""

    seat: int
    area: int
    group: tuple[int, ...]
    spell: int
    to: int

    def run(self, s: ElricState) -> None:
        group = s.remaining(self.seat, self.area, self.group)
        if not group:
            s.pop()
            return
        step = March(self.seat, self.area, group, True, points_of(s, group), self.spell)
        if (self.spell < 0 or is_borne(s, self.spell, group)) and self.to in next_areas(s, step):
            advance(s, step, self.to)
        else:
            s.replace_top(Arrival(self.seat, self.area, group, step.points, self.spell))


def begin_flying_march(s: ElricState, step: March, n: int) -> None:
    """Start a flight of the Ship of Land and Sea, activating its spell if needed (7.4.2; A-103)."""
    person = next(p for p in step.group if step.spell in s.hand.get(p, ()))
    s.replace_top(FlyingMarch(step.seat, step.area, step.group, step.spell, n))
    if step.spell not in s.flights:
        s.push(ActivateFlight(step.seat, step.area, person, step.spell))


def is_borne(s: ElricState, spell: int, group: Iterable[int]) -> bool:
    """Return whether the magician whose spell carries a group is still in it (7.4.2)."""
    return any([spell in s.hand.get(p, ()) for p in group])


class FlyingMarch(Step, frozen=True, tag=STORED_NAMES):
    """The flight of the Ship of Land and Sea (16.3s)."""

    seat: int
    area: int
    group: tuple[int, ...]
    spell: int
    to: int

    def run(self, s: ElricState) -> None:
        group = s.remaining(self.seat, self.area, self.group)
        if self.spell not in s.flights or not is_borne(s, self.spell, group):
            s.pop()  # The spell was dispelled, or the shifted Balance sank the Chaos Fleet under them (16.8).
            return
        count_flight(s, self.spell)
        step = March(self.seat, self.area, group, True, points_of(s, group), self.spell)
        s.replace_top(step)
        march(s, step, self.to)


# Arrival


class Arrival(Step, frozen=True):
    """The decision, after all consequences of a move, whether the group may continue."""

    seat: int
    area: int
    group: tuple[int, ...]
    points: int
    spell: int = -1
    diverted: bool = False
    """True if the group has left pieces here to divert the enemy (10.9.2)."""

    def run(self, s: ElricState) -> None:
        group = self.survivors(s)
        if not group:
            s.pop()
            fit_hands(s, self.seat, self.area)
            return
        points = self.points if group == self.group else points_of(s, group)
        step = March(self.seat, self.area, group, True, points, self.spell)
        if self.spell >= 0 and not is_borne(s, self.spell, group):
            s.pop()  # The magician and the spell are lost (9.6).
            end_march(s, step)
        else:
            proceed(s, step, self.diverted)

    def survivors(self, s: ElricState) -> tuple[int, ...]:
        """Return the pieces still there that may continue, with Elric if they have found him."""
        area, seat, where = self.area, self.seat, s.where
        group = s.remaining(seat, area, self.group)
        if group and where[ELRIC] == area and ELRIC not in group and s.controller in group:
            found = (ELRIC, MOONGLUM) if s.joined and where[MOONGLUM] == area else (ELRIC,)
            group = tuple(sorted((*group, *[p for p in found if p not in group])))
        if s.done:
            group = tuple([p for p in group if p not in s.done])
        if s.ship and has_ships(group):  # With all aboard, though they came another way
            return tuple(sorted({*group, *[p for p, ship in s.ship.items() if ship in group]}))
        return group


def proceed(s: ElricState, step: March, diverted: bool = False) -> None:
    """Let a group fight, continue, or end its march."""
    if not diverted and s.is_hostile(step.seat, step.area) and not is_flying(step):
        engage(s, step)
    elif can_go_on(s, step):
        s.replace_top(step)
    else:
        s.pop()
        end_march(s, step)


def engage(s: ElricState, step: March) -> None:
    """End the movement of a group that came to fight, except for overruns (7.3n, 10.9.2)."""
    seat, area, group = step.seat, step.area, step.group
    if not IS_SEA[area] and can_overrun(s, seat, area, group):
        s.replace_top(Arrival(seat, area, group, step.points, step.spell, diverted=True))
        s.push(Overrun(seat, area, group))
        return
    s.pop()
    finish_moving(s, group)
    if KIND[group[0]] == PERSON:
        fit_hands(s, seat, area)
