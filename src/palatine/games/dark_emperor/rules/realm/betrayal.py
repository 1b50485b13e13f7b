"""Betrayal of kingdoms by the Necromancer (6.16)."""

from __future__ import annotations

from palatine.core import Action, Interrupt, Step
from palatine.games.dark_emperor.components.pieces import (
    GROUP_POWERS,
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
)
from palatine.games.dark_emperor.rules.characters.lone_leaders import check_turned, release_legions
from palatine.games.dark_emperor.rules.combat.combat import ChooseBattle
from palatine.games.dark_emperor.rules.common.cargo import part_cargo
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.state import END, DarkEmperorState


class Betray(Interrupt, frozen=True):
    """Betrayal of a kingdom by the Necromancer (6.16, A7, A19).

    It is legal in either player's decisions, but not during a resolution.
    """

    without_decision = "The captain betrays a kingdom when it plans its movement."
    verb = "betray"
    clause = "6.16a"

    def actions(self, s: DarkEmperorState, seat: int) -> list[Action]:
        if seat != NECROMANCER_SIDE:
            return []
        return [("betray", k) for k in KINGDOM_POWERS if s.control[k] == NECROMANCER_SIDE]

    def take(self, s: DarkEmperorState, seat: int, action: Action) -> None:
        s.push(Reconsider())
        betray(s, action[1])


def betray(s: DarkEmperorState, kingdom: int) -> None:
    """Pass a kingdom of the Necromancer with its mercenaries to the Kingdoms player (6.16, A7)."""
    s.invalidate_actions()
    powers = {kingdom, *[group for group in GROUP_POWERS if s.patron[group - GROUP_POWERS[0]] == kingdom]}
    for power in sorted(powers):
        s.turn_coat(power, KINGDOMS_SIDE)
    s.log("betray", "6.16a", "6.16b", kingdom=kingdom)
    part_cargo(s)
    release_legions(s)
    check_turned(s, s.serving(powers))


class Reconsider(Step, frozen=True):
    """Step after a betrayal that skips decisions without a real choice.

    Battles that no longer exist are dropped, and decisions that can only be ended are ended, except movement.
    """

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        step = s.flow[-1]
        assert isinstance(step, Step)
        if isinstance(step, ChooseBattle):
            s.pop()
        elif step.actions(s) == [END] and not isinstance(step, Movement):
            step.take(s, END)
