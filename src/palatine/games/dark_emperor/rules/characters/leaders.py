"""Return of the Lords of Death (16)."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    KINGDOM_POWERS,
    KINGDOMS_SIDE,
    NECROMANCER,
    NECROMANCER_SIDE,
)
from palatine.games.dark_emperor.components.world import CITY_AT, HEXES, HOLY, PARTS
from palatine.games.dark_emperor.rules.characters.deaths import LORDS_OF_DEATH, rise
from palatine.games.dark_emperor.rules.common.taxation import survey
from palatine.games.dark_emperor.state import DarkEmperorState, Death

ABSENCE = 2
"""Number of game-turns from the death of a Lord of Death to the return (16)."""


class Returns(Step, frozen=True):
    """Step that returns Padrech and Tol Morn two game-turns after their death (16, D3)."""

    def run(self, s: DarkEmperorState) -> None:
        due = [death.leader for death in s.deaths if is_due(s, death)]
        if not due:
            s.pop()
            return
        leader = min(due)
        places = return_hexes(s)
        if len(places) == 1:
            come_back(s, leader, places[0])
        else:
            s.push(ChooseReturn(NECROMANCER_SIDE, leader))


def is_due(s: DarkEmperorState, death: Death) -> bool:
    return death.leader in LORDS_OF_DEATH and not death.final and s.turn >= death.turn + ABSENCE


def return_hexes(s: DarkEmperorState) -> list[int]:
    """Return the hexes where a Lord of Death can return (D2, D8).

    These are the hexes of vampires or undead. Without any, they are cities, and otherwise any land hexes.
    """
    closed = {*s.stacks[KINGDOMS_SIDE], *[h for h, _ in s.flames]}
    for places in (haunts, his_cities, darkened_land):
        found = sorted([h for h in places(s) if h not in closed])
        if found:
            return found
    return darkened_land(s)


def haunts(s: DarkEmperorState) -> list[int]:
    """Return the hexes of the Necromancer's vampires and undead."""
    stacks = s.stacks[NECROMANCER_SIDE]
    return [h for h, group in stacks.items() if any([s.is_dark(u) for u in group])]


def his_cities(s: DarkEmperorState) -> list[int]:
    """Return the cities of the Necromancer and his kingdoms."""
    held = survey(s)
    his = {NECROMANCER, *[k for k in KINGDOM_POWERS if s.control[k] == NECROMANCER_SIDE]}
    return [h for h in CITY_AT if held[h] in his]


def darkened_land(s: DarkEmperorState) -> list[int]:
    """Return all land hexes except holy places."""
    return [h for h in range(HEXES) if PARTS[h] and not HOLY[h]]


def come_back(s: DarkEmperorState, leader: int, h: int) -> None:
    rise(s, leader, h)
    s.log("returns", "16a", leader=leader, hex=h)


class ChooseReturn(ChooseOne, frozen=True):
    """Choice of the hex where a Lord of Death returns (16, D2)."""

    seat: int
    leader: int
    without_preview = "The choice names the hex."
    clause = "16a"
    verbs = {"return": "space"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return return_hexes(s)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        come_back(s, self.leader, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[1] in return_hexes(s):
            return None
        return Refusal("16a", "why.no-return", {"leader": self.leader})
