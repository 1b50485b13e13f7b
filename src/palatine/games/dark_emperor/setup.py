"""Set-up: kingdoms, magic hexes, and the gate by which the Necromancer enters (5)."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from palatine.core import Action, Dice, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    AT_START,
    ENTRANTS,
    FIRST_DEVICE,
    GROUPS,
    HERO,
    LEADER_OF,
    MAGIC_HEX_COUNTERS,
    MONSTERS,
    NECROMANCER_SIDE,
    NO_POWER,
    START,
    START_BEARER,
    UNIT_OF,
)
from palatine.games.dark_emperor.components.world import HEXES, HOLY, KINGDOMS, PARTS, PENTACLES
from palatine.games.dark_emperor.rules.characters.lone_leaders import provoke
from palatine.games.dark_emperor.rules.common.cargo import Shore
from palatine.games.dark_emperor.sequence import GameTurn
from palatine.games.dark_emperor.state import DarkEmperorState, is_land_unit

GATES = tuple([h for h in range(HEXES) if PARTS[h] and not HOLY[h]])
"""Hexes where the Necromancer can enter: land hexes except holy places (Q5)."""


def new_state(seats: tuple[str, ...], key: bytes, options: Mapping[str, Any]) -> DarkEmperorState:
    """Return the initial position, before the magic hexes are dealt (5.1 to 5.4)."""
    state = DarkEmperorState(
        seats=seats,
        flow=[SetUp()],
        dice=Dice(key),
        options=dict(options),
        where=list(START),
        power=[*UNIT_OF, *[NO_POWER for _ in MONSTERS], *LEADER_OF],
        control=list(AT_START),
        stacks=({}, {}, {}),
        company=({}, {}, {}),
        bearer=list(START_BEARER),
        hero=list(HERO),
        gold=[0] * len(KINGDOMS),
        lands=[-1] * len(KINGDOMS),
        patron=[-1] * len(GROUPS),
        markers={},
        cargo={},
        shore={},
    )
    for p in range(FIRST_DEVICE):
        if START[p] >= 0 and state.is_in_play(p):
            state.put((p,), START[p])
    return state


class SetUp(Step, frozen=True):
    """Step that deals the magic hex markers (5.2), then opens the choice of the gate."""

    def run(self, s: DarkEmperorState) -> None:
        dealt = s.dice.sample(MAGIC_HEX_COUNTERS, len(PENTACLES), "magic hex markers")
        s.markers = dict(zip(PENTACLES, dealt, strict=True))
        s.replace_top(Gate(NECROMANCER_SIDE))


class Gate(Step, frozen=True):
    """Choice of the hex where the Necromancer enters (5.5)."""

    seat: int
    needs_decision = True
    clause = "5.5b"
    verbs = {"enter": "space"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [("enter", h) for h in GATES]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        h = action[1]
        s.replace_top(GameTurn())
        s.put(ENTRANTS, h)
        s.log("gate", "5.5a", "5.5b", hex=h)
        if PARTS[h] > 1:
            for u in ENTRANTS:
                if is_land_unit(u):
                    s.push(Shore(self.seat, u, h))
        provoke(s, NECROMANCER_SIDE, h)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        h = action[1]
        if not 0 <= h < HEXES:
            return Refusal("5.5b", "why.no-hex")
        if HOLY[h]:
            return Refusal("TEC-holy", "why.holy-gate", {"hex": h})
        return None if PARTS[h] else Refusal("5.5b", "why.sea-gate", {"hex": h})
