"""Effects of entering a hex, choice of shores, the Mercenary Holding Box (6.11, 8.14, 19.1)."""

from __future__ import annotations

from typing import Final

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.components.pieces import BOX, FIRST_LEADER
from palatine.games.dark_emperor.components.world import HEXES, HOLY, PARTS
from palatine.games.dark_emperor.rules.characters.famir import lure
from palatine.games.dark_emperor.rules.characters.lone_leaders import profane, provoke, release_legions
from palatine.games.dark_emperor.rules.common.cargo import Shore
from palatine.games.dark_emperor.rules.common.sieges import capture_trains, has_only_trains
from palatine.games.dark_emperor.rules.common.terrain import is_shut, shut_to
from palatine.games.dark_emperor.rules.movement.restrictions import entry_refusal
from palatine.games.dark_emperor.state import DarkEmperorState, is_land_unit

TO: Final[tuple[Action, ...]] = tuple([("to", h) for h in range(HEXES)])


def arrive(s: DarkEmperorState, side: int, group: tuple[int, ...], armed: bool, n: int) -> None:
    """Apply the effects of entering a hex (6.11, 6.14, 9.33).

    Kingdoms are activated, lone siege trains are captured.
    """
    if s.legions:
        release_legions(s)
    if HOLY[n]:
        profane(s, side)
    if group[-1] >= FIRST_LEADER:
        lure(s, side, n)
    if not armed:
        return
    provoke(s, side, n)
    if has_only_trains(s, 1 - side, n):
        capture_trains(s, side, n)


def choose_shores(s: DarkEmperorState, side: int, h: int, group: tuple[int, ...]) -> None:
    """Push the choice of land for units that flew into a hex with two lands."""
    if PARTS[h] < 2:
        return
    for u in group:
        if is_land_unit(u) and u not in s.shore:
            s.push(Shore(side, u, h))


def send_to_box(s: DarkEmperorState, side: int, group: tuple[int, ...]) -> None:
    """Move leaders to the Mercenary Holding Box (19.1)."""
    s.lift(group, BOX)
    s.stopped = (*s.stopped, *group)
    for leader in group:
        s.log("to-box", "19.1b", leader=leader, side=side)
    release_legions(s)


class FromBox(Step, frozen=True):
    """Choice of the hex where a leader returns from the Mercenary Holding Box (19.1, H2)."""

    seat: int
    leader: int
    needs_decision = True
    clause = "19.1b"
    verbs = {"to": "space", "stay": "button"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        enemies, friends = s.stacks[1 - self.seat], s.stacks[self.seat]
        closed = shut_to(s, self.leader).union(enemies.keys() - friends.keys())
        found = [*TO]
        for h in sorted(closed, reverse=True):
            del found[h]
        return [*found, ("stay", 0)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        if action[0] == "stay":
            return
        s.put((self.leader,), action[1])
        s.origin[self.leader] = action[1]
        s.log("from-box", "19.1b", leader=self.leader, hex=action[1])
        if action[1] in s.markers or s.is_held(self.seat, action[1]):
            s.stopped = (*s.stopped, self.leader)
        arrive(s, self.seat, (self.leader,), armed=False, n=action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action in self.actions(s):
            return None
        if action[0] != "to":
            return Refusal("19.1b", "why.no-button")
        if not 0 <= action[1] < HEXES:
            return Refusal("19.1b", "why.no-hex")
        if is_shut(s, self.leader, action[1]):
            return entry_refusal(s, self.leader, action[1])
        return Refusal("8.16a", "why.alone-among-enemies", {"hex": action[1]})
