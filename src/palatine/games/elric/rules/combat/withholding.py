"""Decisions before a battle: ships or armies in port, withheld pieces (10.2, 10.9.5)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseButton, Refusal, Step
from palatine.games.elric.components.pieces import ARMY, FLEET, IS_LOVE, KIND, PERSON
from palatine.games.elric.components.world import IS_SEA, PORT_SEA
from palatine.games.elric.rules.combat.participants import (
    CITY,
    PORT,
    Battle,
    abstaining,
    came_from,
    side,
    the_battle,
    update_battle,
)
from palatine.games.elric.rules.combat.retreats import ask_step_back, distinct
from palatine.games.elric.rules.common.naval import disembark, fleets_at
from palatine.games.elric.rules.common.relocation import relocate
from palatine.games.elric.state import FIGHTERS, NOBODY, ElricState, fights

DONE: Action = ("done", 0)
SHIPS: Action = ("ships", 0)
WALLS: Action = ("walls", 0)

# Ships or armies (10.9.5)


def ask_port_defence(s: ElricState, battle: Battle) -> None:
    """Push the owner's choice of ships or armies to defend a port from the sea (10.9.5b)."""
    if is_sea_attack(s, battle) and fleets_at(s, battle.defender, battle.area):
        s.push(DefendPort(battle.defender, battle.area))


def is_sea_attack(s: ElricState, battle: Battle) -> bool:
    """Return whether all attackers entered a port by sea, with ships near (10.9.5; A-84, A-195)."""
    area = battle.area
    if battle.kind != CITY or battle.defender == NOBODY or PORT_SEA[area] < 0:
        return False
    attackers = side(s, battle, battle.attacker)
    if not all([IS_SEA[came_from(s, p)] for p in attackers]):
        return False
    return any([KIND[p] == FLEET for p in attackers]) or bool(waiting_ships(s, battle))


def waiting_ships(s: ElricState, battle: Battle) -> list[int]:
    """Return the attackers' ships off a port, if any of them landed from there (ruling A-195)."""
    sea = PORT_SEA[battle.area]
    if not any([came_from(s, p) == sea for p in side(s, battle, battle.attacker)]):
        return []
    return fleets_at(s, battle.attacker, sea)


def come_in(s: ElricState, battle: Battle) -> None:
    """Move ships waiting off a port into it, to fight there (10.9.5b; ruling A-195)."""
    ships = waiting_ships(s, battle)
    group = sorted([*ships, *[p for ship in ships for p in s.aboard(ship)]])
    if not group:
        return
    disembark(s, group)
    relocate(s, group, battle.area, beside=side(s, battle, battle.attacker)[0])


class DefendPort(ChooseButton, frozen=True):
    """The choice of ships, or armies and wall, to defend a port (10.9.5b)."""

    seat: int
    area: int
    may_roll = True
    clause = "10.9.5b"
    buttons = (SHIPS, WALLS)
    default_refusal = Refusal("10.9.5b", "why.no-button")

    def take(self, s: ElricState, action: Action) -> None:
        s.pop()
        if action == SHIPS:
            come_in(s, update_battle(s, kind=PORT))
        s.log("port.ships" if action == SHIPS else "port.walls", "10.9.5b", seat=self.seat, area=self.area)


# Withholding (10.2)


def attacker_withholds(s: ElricState, battle: Battle) -> None:
    if can_withhold(s, battle, battle.attacker):
        s.push(Withhold(battle.attacker, battle.area))


def defender_withholds(s: ElricState, battle: Battle) -> None:
    if can_withhold(s, battle, battle.defender):
        s.push(Withhold(battle.defender, battle.area, "ships" if are_ships_only(s, battle) else ""))


def are_ships_only(s: ElricState, battle: Battle) -> bool:
    """Return whether a city attacked by land has only ships, which do not fight there (10.9.5a)."""
    return not battle.at_sea() and all([KIND[p] == FLEET for p in side(s, battle, battle.defender)])


def can_withhold(s: ElricState, battle: Battle, seat: int) -> bool:
    """Return whether a side has a piece that can still be withheld."""
    if seat == battle.attacker:
        return bool(withholdable(s, battle, seat))
    return not set(battle.held).issuperset(side(s, battle, seat))


def withholdable(s: ElricState, battle: Battle, seat: int) -> list[int]:
    """Return the pieces that can still be withheld (10.2a, 10.2b).

    Attackers must keep their last leader.
    """
    here: Iterable[int] = side(s, battle, seat)
    if battle.held:
        here = [p for p in here if p not in battle.held]
    if seat != battle.attacker:
        return distinct(here)
    aside, at_sea = abstaining(s, battle), battle.at_sea()
    leaders = [p for p in here if KIND[p] == PERSON and p not in aside]
    last, counts = leaders if len(leaders) == 1 else (), FIGHTERS[at_sea]
    return distinct([p for p in here if (counts[p] or p in s.laid) and p not in last and p not in aside])


class Withhold(Step, frozen=True):
    """A side's choice of pieces to withhold; withheld defenders may retreat (10.2b, 10.2c)."""

    seat: int
    area: int
    case: str = ""
    """"ships" if the side has only ships, which take no part in the battle."""
    may_roll = ("done",)
    needs_decision = True
    clause = "10.2b"
    verbs = {"withhold": "piece", "done": "button"}

    def message_case(self, s: ElricState) -> str:
        return self.case

    def actions(self, s: ElricState) -> list[Action]:
        return [*[("withhold", p) for p in withholdable(s, the_battle(s), self.seat)], DONE]

    def take(self, s: ElricState, action: Action) -> None:
        battle = the_battle(s)
        if action != DONE:
            battle = update_battle(s, held=(*battle.held, action[1]))
        if action == DONE or not can_withhold(s, battle, self.seat):
            s.pop()
            self.report_withheld(s, battle)

    def report_withheld(self, s: ElricState, battle: Battle) -> None:
        held = tuple([p for p in side(s, battle, self.seat) if p in battle.held])
        if not held:
            return
        s.log("withheld", "10.2b", seat=self.seat, area=self.area, group=list(held))
        if self.seat == battle.defender:
            ask_step_back(s, self.seat, self.area, held)

    def refuse(self, s: ElricState, action: Action) -> Refusal | None:
        verb, p = action
        if verb == "done":
            return None if action == DONE else Refusal("10.2b", "why.no-button")
        battle = the_battle(s)
        if p not in side(s, battle, self.seat):
            return Refusal("10.2b", "why.not-in-battle")
        if p in battle.held:
            return Refusal("10.2b", "why.withheld", {"piece": p})
        if action in self.actions(s):
            return None
        if KIND[p] == ARMY and fights(p, battle.at_sea()) and p not in abstaining(s, battle):
            return Refusal("10.2b", "why.alike")
        if KIND[p] == PERSON and not IS_LOVE[p] and p not in abstaining(s, battle):
            return Refusal("10.2a", "why.must-lead", {"piece": p})
        return Refusal("10.2b", "why.no-fighter", {"piece": p})
