"""The takeover of Elric from another player at the end of Movement (12.1.2)."""

from __future__ import annotations

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.elric.components.pieces import CHAOS_FLEET, ELRIC
from palatine.games.elric.components.world import AREAS, IS_SEA, LANDS, MAP
from palatine.games.elric.rules.common.closed_areas import may_enter
from palatine.games.elric.rules.common.control import board, company, gain, greatest, leave_ships, may_bid
from palatine.games.elric.rules.common.naval import fleets_at
from palatine.games.elric.rules.common.relocation import finish_moving, relocate
from palatine.games.elric.state import NOBODY, ElricState


class Bids(Step, frozen=True):
    """The takeover of an enemy Elric by a greater personality that came alone (12.1.2; A-126).

    Takes place at the end of Movement.
    """

    def run(self, s: ElricState) -> None:
        s.pop()
        area = s.where[ELRIC]
        if area < 0 or s.owner[ELRIC] in (NOBODY, s.phasing):
            return
        bidder = greatest(bidders(s, area))
        if bidder < 0:
            return
        victim = s.owner[ELRIC]
        s.push(Homing(s.phasing, bidder))
        gain(s, bidder, "12.1.2e")
        s.log("elric.taken", "12.1.2e", seat=s.phasing, person=bidder, victim=victim)


class Homing(Step, frozen=True):
    """The return of Elric and his new controller to the nearest friends (12.1.2).

    Runs after Elric's company has left the Chaos Fleet.
    """

    seat: int
    person: int

    def run(self, s: ElricState) -> None:
        s.pop()
        found = havens(s, self.seat, self.person) if s.controller == self.person else []
        if len(found) > 1:
            s.push(ChooseHaven(self.seat, self.person))
        elif found:
            bring_home(s, self.person, found[0])


def bidders(s: ElricState, area: int) -> list[int]:
    """Return the phasing player's personalities alone in an area that may take Elric."""
    alone = [stack[0] for stack in s.stacks_at(s.phasing, area) if len(stack) == 1]
    return [p for p in alone if p in s.trail and may_bid(s, p, area)]


def havens(s: ElricState, seat: int, person: int) -> list[int]:
    """Return where a personality may bring Elric after a takeover (11.0, 12.1.2; ruling A-126).

    The nearest stacks of its player, otherwise the nearest provinces without enemies, within the bounds of its horde.
    """
    here, group = s.where[person], (person, ELRIC)
    steps = MAP.distances(here)
    near = [a for a in range(AREAS) if a != here and steps[a] >= 0 and may_enter(s, group, a) is None]
    friends = [a for a in near if a in s.stacks[seat] and can_harbour(s, seat, a)]
    if not friends:
        friends = [a for a in near if a in LANDS and not s.enemies(seat, a)]
    least = min([steps[a] for a in friends], default=-1)
    return sorted([a for a in friends if steps[a] == least])


def can_harbour(s: ElricState, seat: int, area: int) -> bool:
    """Return whether pieces can join a seat's stack in an area.

    At sea this needs a ship; a siege prevents it (10.9.4).
    """
    if IS_SEA[area]:
        return bool(fleets_at(s, seat, area))
    return not s.is_hostile(seat, area)


class ChooseHaven(ChooseOne, frozen=True):
    """The choice of the friendly stack to which Elric is brought (12.1.2; ruling A-126)."""

    seat: int
    person: int
    may_roll = True
    without_preview = "The choice names the stack that Elric is brought to."
    clause = "12.1.2g"
    verbs = {"to": "space"}

    def candidates(self, s: ElricState) -> list[int]:
        return havens(s, self.seat, self.person)

    def on_chosen(self, s: ElricState, area: int) -> None:
        bring_home(s, self.person, area)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        area = action[1]
        if not 0 <= area < AREAS:
            return Refusal("12.1.2g", "why.no-area")
        return None if action in self.actions(s) else Refusal("12.1.2g", "why.no-haven", {"area": area})


def bring_home(s: ElricState, person: int, area: int) -> None:
    """Move Elric and his new controller to friends and end their movement."""
    group = sorted([person, *company(s)])
    seat = s.owner[person]
    friends = s.pieces(seat, area)
    leave_ships(s, group)
    if IS_SEA[area]:
        ship = min(fleets_at(s, seat, area), key=lambda ship: ship == CHAOS_FLEET)  # It keeps its passengers.
        board(s, group, ship)
    s.log("elric.brought", "12.1.2g", seat=seat, person=person, area=area)
    finish_moving(s, group)
    relocate(s, group, area, beside=friends[0] if friends else -1)
