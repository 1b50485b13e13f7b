"""The Movement phase: the phasing player moves stacks and personalities (7.0 to 7.3)."""

from __future__ import annotations

from typing import Final

from palatine.core import Action, MenuStep, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, KIND, PERSON
from palatine.games.elric.components.spells import SHIP_OF_LAND_AND_SEA
from palatine.games.elric.components.tables import LAND_POINTS
from palatine.games.elric.components.world import AREAS, IS_SEA, IS_WILD
from palatine.games.elric.rules.combat.random_attacks import RandomAttack, draws_attacks
from palatine.games.elric.rules.common import control
from palatine.games.elric.rules.common.cup import fit_hands
from palatine.games.elric.rules.common.naval import castaways, overload
from palatine.games.elric.rules.movement.arrival import chaos_attacks
from palatine.games.elric.rules.movement.flight import Takeoff, fliers, flight_refusal, flying_party, spend_flights
from palatine.games.elric.rules.movement.group import WINGED, points_of
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.sailing_home import Homeward, leaderless
from palatine.games.elric.rules.movement.selection import leavable
from palatine.games.elric.state import ElricState, unpair

END: Action = ("end", 0)
STACK: Final[tuple[Action, ...]] = tuple([("stack", a) for a in range(AREAS)])


class OpenMovement(Step, frozen=True):
    """The start of Movement: face-up Chaos spells attack stacks in their area (13.4; A-69)."""

    def run(self, s: ElricState) -> None:
        s.pop()
        if s.tipped < 0:
            for area in sorted(set(s.face_up) & set(s.stacks[s.phasing])):
                for stack in s.stacks_at(s.phasing, area):
                    chaos_attacks(s, s.phasing, area, stack)


class Movement(MenuStep, frozen=True):
    """The phasing player's choice to move a stack, use a spell of flight, or end (7.0)."""

    seat: int
    may_roll = ("end",)
    needs_decision = True
    is_interruptible = True
    clause = "7.0a"
    verbs = {"stack": "space", "fly": "button", "home": "piece", "control": "button", "end": "button"}

    def menu(self, s: ElricState) -> list[Action]:
        """Return the available actions; a march that goes nowhere leaves them unchanged."""
        seat = self.seat
        found = list(map(STACK.__getitem__, leavable(s, seat)))
        if s.hand:
            found += fliers(s, seat)
        found += [("home", fleet) for fleet in leaderless(s, seat)]
        found += control.control_actions(s, seat)
        found.append(END)
        return found

    def take(self, s: ElricState, action: Action) -> None:
        verb, operand = action
        if verb == "stack":
            begin_march(s, self.seat, operand)
            return
        s.invalidate_actions()
        if verb == "fly":
            person, spell = unpair(operand)
            area = s.where[person]
            if spell == SHIP_OF_LAND_AND_SEA:
                s.push(March(self.seat, area, flying_party(s, person), False, LAND_POINTS, spell))
            else:
                s.push(Takeoff(self.seat, area, spell, flying_party(s, person)))
        elif verb == "home":
            s.push(Homeward(self.seat, operand))
        elif verb == "control":
            control.take_control(s, operand)
        else:
            s.pop()

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, operand = action
        if action in self.actions(s):
            return None
        if verb == "stack":
            if operand not in s.stacks[self.seat]:
                return Refusal("7.0b", "why.nothing-of-yours")
            return Refusal("7.2e", "why.stays", {"area": operand})
        if verb == "fly":
            return flight_refusal(s, self.seat, operand)
        if verb == "home":
            return Refusal("7.3m", "why.no-way-home")
        if verb == "control":
            return control.control_refusal(s, self.seat, operand)
        return Refusal("7.0a", "why.no-button")


def begin_march(s: ElricState, seat: int, area: int) -> None:
    """Begin a march; a single piece is already selected."""
    here = s.stacks[seat][area]
    group = here if len(here) == 1 else ()
    s.push(March(seat, area, group, False, points_of(s, group)))


# The end of movement


class Stopping(Step, frozen=True):
    """The end of Movement: attacks, overloaded ships, castaways and spells of flight.

    Personalities without armies in wilderness face random attacks (7.5.8b). Overloaded ships sink (7.1e). Pieces adrift
    must escape (7.3d). Spells of flight expire (7.4.2).
    """

    def run(self, s: ElricState) -> None:
        s.pop()
        seat, owner, where = s.phasing, s.owner, s.where
        held = {where[p] for p in s.hand if owner[p] == seat}
        for area in sorted(s.stacks[seat], reverse=True):
            if area in held:
                fit_hands(s, seat, area)
            if IS_SEA[area]:
                castaways(s, seat, area)
                overload(s, seat, area)
            if (IS_WILD[area] or s.tipped < 0) and s.trail and draws_attacks(s, area):
                for stack in s.stacks_at(seat, area):
                    if ends_alone(s, area, stack):
                        s.push(RandomAttack(seat, area, stack))
        spend_flights(s, seat)


def ends_alone(s: ElricState, area: int, stack: tuple[int, ...]) -> bool:
    """Return whether a stack without armies ended its movement in wilderness.

    In the Straits of Chaos only winged pieces have not drawn yet. See 7.5.8b; A-18, A-20.
    """
    if KIND[stack[-1]] == ARMY:
        return False
    late = [p for p in stack if p in s.trail and p not in s.done and (not IS_SEA[area] or p in WINGED)]
    return bool(late) and KIND[late[0]] == PERSON
