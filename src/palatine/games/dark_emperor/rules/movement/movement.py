"""The Movement Segment: marches, and actions between marches (8)."""

from __future__ import annotations

from typing import Final

from palatine.core import Action, MenuStep, Refusal, Step
from palatine.games.dark_emperor.components.pieces import FIRST_DEVICE
from palatine.games.dark_emperor.components.world import HEXES
from palatine.games.dark_emperor.rules.characters.devices import lay_down
from palatine.games.dark_emperor.rules.characters.lone_leaders import Parted, release_legions
from palatine.games.dark_emperor.rules.characters.transfers import (
    Recipient,
    give_to_one_of,
    takers,
    transfer_refusal,
    transfers,
)
from palatine.games.dark_emperor.rules.magic.legions import command_actions, command_legions
from palatine.games.dark_emperor.rules.movement.arrival import FromBox
from palatine.games.dark_emperor.rules.movement.march import March, not_ours
from palatine.games.dark_emperor.rules.movement.restrictions import held_fast
from palatine.games.dark_emperor.state import END, DarkEmperorState

STACK: Final[tuple[Action, ...]] = tuple([("stack", h) for h in range(HEXES)])


class OpenMovement(Step, frozen=True):
    """Step at the start of the Movement Phase that resets moves and movement spells (13.31).

    Call Wind stays in effect.
    """

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        s.trails, s.origin, s.landed, s.stopped = {}, {}, (), ()


class Movement(MenuStep, frozen=True):
    """Decision of the phasing player: march a stack, transfer devices or end the segment (8)."""

    seat: int
    needs_decision = True
    is_interruptible = True
    clause = "8"
    verbs = {
        "stack": "space", "leave": "piece", "give": "piece", "take": "piece", "drop": "piece", "command": "button",
        "end": "button",
    }  # fmt: skip

    def menu(self, s: DarkEmperorState) -> tuple[Action, ...]:
        """Return the actions; a march that goes nowhere leaves the cached part valid."""
        hexes = {*s.stacks[self.seat], *s.company[self.seat]}
        hexes.difference_update(stuck(s, self.seat))
        if s.sundries is None:
            leavers = [("leave", p) for p in boxed(s, self.seat)]
            s.sundries = (*leavers, *transfers(s, self.seat), *command_actions(s, self.seat), END)  # type: ignore[misc]
        return (*map(STACK.__getitem__, sorted(hexes)), *s.sundries)

    def take(self, s: DarkEmperorState, action: Action) -> None:
        verb, operand = action
        if verb == "stack":
            s.push(March(self.seat, operand))
            return
        s.invalidate_actions()
        if verb == "end":
            s.pop()
        elif verb == "leave":
            s.push(FromBox(self.seat, operand))
        elif verb == "command":
            command_legions(s)
        else:
            hand_over(s, self.seat, action)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        verb, operand = action
        if verb == "end":
            return Refusal("8", "why.no-button")
        if verb == "stack":
            if operand not in s.stacks[self.seat] and operand not in s.company[self.seat]:
                return Refusal("8", "why.nothing-of-yours")
            return None if action in self.actions(s) else Refusal("8", "why.stays", {"hex": operand})
        if 0 <= operand < FIRST_DEVICE and s.where[operand] >= 0 and verb != "command":
            return self.refuse_click(s, operand)
        if verb == "leave":
            return None if operand in boxed(s, self.seat) else Refusal("19.1b", "why.not-in-box")
        if verb == "command":
            return None if action in command_actions(s, self.seat) else Refusal("15.7a", "why.no-legions")
        return transfer_refusal(s, self.seat, action)

    def refuse_click(self, s: DarkEmperorState, p: int) -> Refusal:
        """Return why a clicked unit or leader cannot act.

        It is not under command, has stopped, or its hex must be chosen first.
        """
        if found := not_ours(s, self.seat, p):
            return found
        if p in s.stopped:
            return Refusal("8", "why.already-moved", {"piece": p})
        return Refusal("8", "why.choose-its-hex", {"hex": s.where[p]})


def stuck(s: DarkEmperorState, side: int) -> list[int]:
    """Return the hexes from which no piece of a side can start."""
    halted = (*s.stopped, *s.landed, *held_fast(s))
    if not halted:
        return []
    idle = frozenset((*halted, *s.cargo.values()))
    where, stacks, company = s.where, s.stacks[side], s.company[side]
    hexes = {where[p] for p in halted}
    return [h for h in hexes if idle.issuperset(stacks.get(h, ())) and idle.issuperset(company.get(h, ()))]


def boxed(s: DarkEmperorState, side: int) -> list[int]:
    """Return the leaders who can leave the Mercenary Holding Box: there before this segment."""
    return [p for p in s.in_box(side) if p not in s.stopped]


def hand_over(s: DarkEmperorState, seat: int, action: Action) -> None:
    """Carry out a transfer; Legions whose commander gives up the Staff are released (15.7b)."""
    verb, device = action
    if verb == "drop":
        s.log("device.left", "15.14a", device=device, leader=s.bearer[device - FIRST_DEVICE], hex=s.where[device])
        lay_down(s, device)
    elif len(takers(s, seat, device)) > 1:
        s.push(Parted())
        s.push(Recipient(seat, device))
        return
    else:
        give_to_one_of(s, seat, device)
    release_legions(s)
