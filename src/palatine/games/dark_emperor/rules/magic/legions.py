"""The Staff of Empire, and the undead Legions under its command (15.7)."""

from __future__ import annotations

from palatine.core import Action, ChooseButton, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    FIRST_DEVICE,
    INACTIVE,
    IS_LEGION,
    NECROMANCER,
    NECROMANCER_SIDE,
    STAFF_OF_EMPIRE,
)
from palatine.games.dark_emperor.rules.characters.devices import take_up, use_refusal
from palatine.games.dark_emperor.rules.characters.lone_leaders import awaits_ssstoth, check_turned, release_legions
from palatine.games.dark_emperor.rules.common.taxation import master
from palatine.games.dark_emperor.state import DarkEmperorState

COMMAND: Action = ("command", 0)
LEAVE: Action = ("leave", 0)


class ClaimLegions(Step, frozen=True):
    """Step at the start of a Combat Phase: the Staff can command undead Legions (15.7a, G24)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        release_legions(s)
        wielder = s.bearer[STAFF_OF_EMPIRE - FIRST_DEVICE]
        if wielder >= 0 and claimable(s, wielder):
            s.push(Claim(s.side(wielder), wielder))


def claimable(s: DarkEmperorState, wielder: int) -> list[int]:
    """Return the enemy's undead Legions ashore in the hex of the Staff's wielder."""
    side, h = s.side(wielder), s.where[wielder]
    if h < 0 or side == INACTIVE or h not in s.stacks[1 - side]:
        return []
    if use_refusal(s, wielder, STAFF_OF_EMPIRE) or awaits_ssstoth(s, wielder):
        return []
    return s.ashore([u for u in s.fighters(1 - side, h) if u in s.undead and IS_LEGION[u]])


def command_legions(s: DarkEmperorState) -> None:
    """Put the Legions under the Staff's command until its wielder leaves them (15.7b, G24)."""
    wielder = s.bearer[STAFF_OF_EMPIRE - FIRST_DEVICE]
    side, h = s.side(wielder), s.where[wielder]
    take_up(s, wielder, STAFF_OF_EMPIRE)
    taken = claimable(s, wielder)
    for u in taken:
        s.legions[u] = s.power[u]
        s.serve(u, NECROMANCER if side == NECROMANCER_SIDE else master(s, wielder))
    s.log("legion.claimed", "15.7a", leader=wielder, units=taken, hex=h)
    check_turned(s, tuple(taken))


def command_actions(s: DarkEmperorState, seat: int) -> list[Action]:
    """Return the actions of a side's wielder of the Staff in the Movement Segment (G24)."""
    wielder = s.bearer[STAFF_OF_EMPIRE - FIRST_DEVICE]
    if wielder < 0 or s.side(wielder) != seat:
        return []
    return [COMMAND] if claimable(s, wielder) else []


class Claim(ChooseButton, frozen=True):
    """Choice to take command of the undead Legions in the hex of the Staff's wielder (15.7)."""

    seat: int
    leader: int
    without_preview = "The choice says what the Legions do."
    clause = "15.7a"
    buttons = (COMMAND, LEAVE)
    default_refusal = Refusal("15.7a", "why.no-button")

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action == COMMAND:
            command_legions(s)
