"""Conquest and reconquest at the end of a Player-Turn, and assignment of lands (6.3)."""

from __future__ import annotations

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.components.pieces import INACTIVE, KINGDOM_POWERS, NECROMANCER, NECROMANCER_SIDE
from palatine.games.dark_emperor.components.world import CITY_HEXES, ZOLAHAURESLOR
from palatine.games.dark_emperor.rules.common.taxation import landlord
from palatine.games.dark_emperor.rules.common.victory import empire_falls
from palatine.games.dark_emperor.state import DarkEmperorState


class Conquest(Step, frozen=True):
    """Step at the end of a Player-Turn: conquests and reconquests (6.3, 6.34, A8).

    Kingdoms of the player whose turn ends can be conquered, those of the other reconquered.
    """

    at: int = 0

    def run(self, s: DarkEmperorState) -> None:
        for kingdom in KINGDOM_POWERS[self.at :]:
            winner = new_owner(s, kingdom)
            if winner >= 0:
                s.replace_top(Conquest(kingdom + 1))
                change_hands(s, kingdom, winner)
                return
        s.pop()


def new_owner(s: DarkEmperorState, kingdom: int) -> int:
    """Return the side a kingdom passes to at the end of this Player-Turn, or -1."""
    owner = s.control[kingdom]
    if owner == INACTIVE:
        return -1
    if owner == s.phasing:
        is_lost = s.control[landlord(s, kingdom)] != owner
        return 1 - owner if not is_lost and is_occupied(s, kingdom, 1 - owner) else -1
    is_open = s.is_conquered(kingdom) and kingdom not in s.retaken
    return owner if is_open and is_occupied(s, kingdom, owner) else -1


def change_hands(s: DarkEmperorState, kingdom: int, winner: int) -> None:
    if winner != s.control[kingdom]:
        conquer(s, kingdom, winner)
    else:
        s.log("reconquered", "6.34a", kingdom=kingdom, side=winner)
        s.retaken = tuple(sorted((*s.retaken, kingdom)))
        assign_lands(s, winner, kingdom)


def is_occupied(s: DarkEmperorState, kingdom: int, side: int) -> bool:
    """Return whether a side, and not the other, has units in every city of a kingdom (A9)."""
    return all(s.has_units(side, h) and not s.has_units(1 - side, h) for h in CITY_HEXES[kingdom])


def conquer(s: DarkEmperorState, kingdom: int, conqueror: int) -> None:
    s.log("conquered", "6.3", kingdom=kingdom, side=conqueror)
    s.retaken = tuple([k for k in s.retaken if k != kingdom])
    if kingdom == ZOLAHAURESLOR and conqueror == NECROMANCER_SIDE:
        empire_falls(s)
        return
    assign_lands(s, conqueror, kingdom)


def assignees(s: DarkEmperorState, side: int) -> list[int]:
    """Return the powers a side can assign lands to (A21).

    Its kingdoms, conquered ones included, and the Necromancer himself.
    """
    own = [NECROMANCER] if side == NECROMANCER_SIDE else []
    return [*own, *[k for k in KINGDOM_POWERS if s.control[k] == side]]


def assign_lands(s: DarkEmperorState, side: int, kingdom: int) -> None:
    """Assign the lands, or push the choice if there are several powers."""
    found = assignees(s, side)
    if len(found) > 1:
        s.push(AssignLands(side, kingdom))
    else:
        give_lands(s, kingdom, found[0])


def give_lands(s: DarkEmperorState, kingdom: int, power: int) -> None:
    """Give a kingdom's lands to a power; given to itself, it is restored (6.33, 6.34)."""
    if power == kingdom:
        s.lands[kingdom] = -1
        s.retaken = tuple([k for k in s.retaken if k != kingdom])
        s.log("restored", "6.34c", kingdom=kingdom)
        return
    s.lands[kingdom] = power
    conquest = "6.33b" if power == NECROMANCER else "6.33a"
    clause = "6.34b" if s.control[kingdom] == s.control[power] else conquest
    s.log("assigned", clause, kingdom=kingdom, power=power)


class AssignLands(Step, frozen=True):
    """Choice of the power that a conquered or reconquered kingdom is assigned to (6.33, 6.34)."""

    seat: int
    kingdom: int
    needs_decision = True
    clause = "6.33a"
    verbs = {"assign": "button", "restore": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        found = assignees(s, self.seat)
        return [("restore" if power == self.kingdom else "assign", power) for power in found]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        give_lands(s, self.kingdom, action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        if action[0] == "restore":
            return Refusal("6.34b", "why.not-its-own", {"kingdom": self.kingdom})
        return Refusal("6.33a", "why.not-your-power")
