"""Leaders left alone among enemies, their deaths, and the Lords of Death, who come back (8.16, 9.27, 15.12, 16)."""

from __future__ import annotations

from typing import Any

from msgspec.structs import replace

from palatine.core import Action, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    CANDIDATES,
    DEVICES,
    FAMIR,
    NECROMANCER,
    PADRECH,
    SSSTOTH,
    TOL_MORN,
)
from palatine.games.dark_emperor.components.sides import KINGDOM_POWERS, KINGDOMS_SIDE, NECROMANCER_SIDE
from palatine.games.dark_emperor.components.world import CITY_AT, HEXES, HOLY, PARTS, STARKEEP
from palatine.games.dark_emperor.rules.characters import devices as use
from palatine.games.dark_emperor.rules.characters.elections import doge_dies
from palatine.games.dark_emperor.rules.common.sieges import capture_lone_trains
from palatine.games.dark_emperor.rules.common.taxation import survey
from palatine.games.dark_emperor.rules.common.terrain import ignores_flames, is_dark_leader
from palatine.games.dark_emperor.rules.common.victory import necromancer_falls
from palatine.games.dark_emperor.state import GONE, POOL, DarkEmperorState, Death

LORDS_OF_DEATH = (PADRECH, TOL_MORN)
ABSENCE = 2
"""Game-turns from the death of a Lord of Death to his return (16)."""


def awaits_ssstoth(s: DarkEmperorState, leader: int) -> bool:
    """Whether a leader has come with Famir to Ssstoth's hex, and takes no part in anything else (18.32, N16)."""
    return s.bearer[FAMIR - DEVICES[0]] == leader and s.where[SSSTOTH] == s.where[leader]


# Alone among enemies


def alone(s: DarkEmperorState, hex: int = -1, doomed: int = -1, power: int = -1) -> None:
    """See to everybody who is left alone among enemies; `hex`, `doomed` and `power` as in `Alone`.

    When that is going on already, it goes on with what it knows of the battle.
    """
    top: Any = s.flow[-1] if s.flow else None
    if not isinstance(top, Alone):
        s.push(Alone(hex, doomed, power))
    elif top.power != power:
        s.become(replace(top, power=-1))


def beset(s: DarkEmperorState, side: int, h: int) -> None:
    """Units of a side have appeared in a hex without moving: enemy leaders alone there are tested (8.16, M40)."""
    if h in s.company[1 - side]:
        alone(s)


class Alone(Step, frozen=True):
    """Siege trains among enemies are captured, leaders among enemies tested, phasing side's first, then devices that
    lie there captured (9.27, C21, M26)."""

    hex: int = -1
    doomed: int = -1
    """In this hex, the side whose Lords of Death die for good, for the enemy's hero used Loslom or Famir (15.21)."""
    power: int = -1
    """The power that has changed sides, when that alone is the reason: others may only be passing by (A17, M27)."""

    def run(self, s: DarkEmperorState) -> None:
        capture_lone_trains(s)
        leader = next_alone(s, self.power)
        if leader < 0:
            s.pop()
            use.capture_lying(s, self.power)
            return
        side = s.side(leader)
        final = leader in LORDS_OF_DEATH and side == self.doomed and s.where[leader] == self.hex
        s.push(Fate(leader, final))
        use.wield(s, side, leader, use.HEROISM)


def next_alone(s: DarkEmperorState, power: int = -1) -> int:
    """The next leader to be tested, -1 when nobody is alone among enemies, or on account of a `power`."""
    for side in (s.phasing, 1 - s.phasing):
        enemies, friends = s.stacks[1 - side], s.stacks[side]
        lone = [
            leader
            for h, group in s.company[side].items()
            if h in enemies and h not in friends
            for leader in group
            if not awaits_ssstoth(s, leader)
            and (power < 0 or power in (s.power[leader], *[s.power[p] for p in enemies[h]]))
        ]
        if lone:
            return min(lone)
    return -1


class Fate(Step, frozen=True):
    """A leader alone among enemies escapes with a die up to his Hero Rating, devices in use included (9.27, C12)."""

    leader: int
    final: bool = False

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        leader, h = self.leader, s.where[self.leader]
        side, own = s.side(leader), s.rating(self.leader)
        tally = s.roll("escape")
        tally.versus = True
        tally.add(own, "9.27b", "own-rating")
        tally.add(use.hero_rating(s, leader) - own, "15.11a", "devices-in-use")
        kind = "alone.escapes" if tally.within else "alone.falls"
        s.note(kind, "9.27b", tally=tally, leader=leader, hex=h, rolled=tally.rolled, value=tally.value)
        if tally.within:
            s.push(Escape(side, leader, h))
        else:
            kill(s, leader, 1 - side, self.final)


def refuges(s: DarkEmperorState, leader: int) -> list[int]:
    """Where a leader can be who is put into a hex: not among enemies, not in flames; holy places bar some (C13)."""
    enemies = s.stacks[1 - s.side(leader)]
    burning = [] if ignores_flames(leader) else [h for h, _ in s.flames]
    found = [h for h in range(HEXES) if h not in enemies and h not in burning]
    return [h for h in found if not HOLY[h]] if is_dark_leader(leader) else found


class Escape(Step, frozen=True):
    """Where a leader who has escaped goes: any hex without enemy units (9.27c, 8.16d)."""

    seat: int
    leader: int
    hex: int
    asks = True
    clause = "9.27c"
    verbs = {"escape": "space"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [("escape", h) for h in refuges(s, self.leader)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        h = action[1]
        s.shift((self.leader,), h)
        s.note("escape", "9.27c", leader=self.leader, hex=self.hex, to=h)
        if HOLY[h] and self.seat == NECROMANCER_SIDE:
            from palatine.games.dark_emperor.rules.realm.activation import activate

            activate(s, STARKEEP, KINGDOMS_SIDE, "6.14b")

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        h = action[1]
        if not 0 <= h < HEXES:
            return Refusal("9.27c", "why.escape-on-the-map")
        if s.is_held(self.seat, h):
            return Refusal("9.27c", "why.escape-enemies", {"hex": h})
        if HOLY[h] and is_dark_leader(self.leader):
            return Refusal("TEC-holy", "why.holy", {"hex": h, "piece": self.leader})
        return None if h in refuges(s, self.leader) else Refusal("13.11a", "why.flames", {"hex": h})


# Death


def kill(s: DarkEmperorState, leader: int, slayers: int = -1, final: bool = False) -> None:
    """A leader dies: his devices go to the slayers' side, if any, and others take his place (9.27d, 15.12b, 16).

    `final` when a Lord of Death dies for good (15.21).
    """
    h, side, devices = s.where[leader], s.side(leader), s.carried(leader)
    for d in devices:
        s.bearer[d - DEVICES[0]] = -1
        s.left_by[d] = side
    s.deaths = (*[death for death in s.deaths if death.leader != leader], Death(leader, h, s.turn, final))
    s.lift((leader,), GONE if final else POOL)
    s.duels = tuple([each for each in s.duels if each != leader])
    s.sway.pop(leader, None)
    kind, clause = manner_of_death(leader, final)
    s.note(kind, clause, leader=leader, hex=h)
    if leader in CANDIDATES:
        doge_dies(s)
    bequeath(s, h, side, slayers, devices)
    if s.legions:
        use.release_legions(s)
    if final and leader == PADRECH:
        necromancer_falls(s)


def manner_of_death(leader: int, final: bool) -> tuple[str, str]:
    """How the journal tells a death, and the clause."""
    if final:
        return "death.for-good", "16b"
    return ("death.for-a-time", "16a") if leader in LORDS_OF_DEATH else ("death", "9.27d")


def bequeath(s: DarkEmperorState, h: int, side: int, slayers: int, devices: list[int]) -> None:
    """Of the devices a dead leader of a side carried, those that lie where he fell go to his slayers (15.12b, C14).

    Famir, while Ssstoth lives, must be taken by whatever leader is there, as its last owner says (18.37).
    """
    if s.where[FAMIR] == h and s.bearer[FAMIR - DEVICES[0]] < 0 and s.where[SSSTOTH] != GONE:
        pass_famir(s, h, side)
    if slayers >= 0:
        use.captured(s, h, slayers, devices)


def pass_famir(s: DarkEmperorState, h: int, chooser: int) -> None:
    """A leader of either side, if any is in its hex, takes up the sword and its quest (18.37b to 18.37d, B11)."""
    heirs = (*s.leaders(NECROMANCER_SIDE, h), *s.leaders(KINGDOMS_SIDE, h))
    if len(heirs) > 1:
        s.push(NextBearer(chooser, heirs, h))
    elif heirs:
        take_famir(s, heirs[0])


def take_famir(s: DarkEmperorState, leader: int) -> None:
    s.bearer[FAMIR - DEVICES[0]] = leader
    s.left_by.pop(FAMIR, None)
    s.note("famir.passes", "18.37b", device=FAMIR, leader=leader, hex=s.where[leader])


class NextBearer(Step, frozen=True):
    """Which of several leaders must take up Famir (18.37c)."""

    seat: int
    heirs: tuple[int, ...]
    hex: int
    asks = True
    clause = "18.37c"
    verbs = {"bearer": "piece"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [("bearer", leader) for leader in self.heirs]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        take_famir(s, action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        return None if action[1] in self.heirs else Refusal("18.37c", "why.no-heir", {"hex": self.hex})


# The return of the Lords of Death


class Returns(Step, frozen=True):
    """In the Necromancer's Recruitment Phase Padrech and Tol Morn come back, two game-turns after death (16, D3)."""

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
    """Where a Lord of Death comes back: to vampires or undead, else to a city, else to any land (D2, D8)."""
    closed = {*s.stacks[KINGDOMS_SIDE], *[h for h, _ in s.flames]}
    for places in (haunts, his_cities, darkened_land):
        found = sorted([h for h in places(s) if h not in closed])
        if found:
            return found
    return darkened_land(s)


def haunts(s: DarkEmperorState) -> list[int]:
    """The hexes of the Necromancer's vampires and undead."""
    stacks = s.stacks[NECROMANCER_SIDE]
    return [h for h, group in stacks.items() if any([s.is_dark(u) for u in group])]


def his_cities(s: DarkEmperorState) -> list[int]:
    """The cities of the Necromancer and of his kingdoms."""
    held = survey(s)
    his = {NECROMANCER, *[k for k in KINGDOM_POWERS if s.control[k] == NECROMANCER_SIDE]}
    return [h for h in CITY_AT if held[h] in his]


def darkened_land(s: DarkEmperorState) -> list[int]:
    """All land but the holy places."""
    return [h for h in range(HEXES) if PARTS[h] and not HOLY[h]]


def come_back(s: DarkEmperorState, leader: int, h: int) -> None:
    s.deaths = tuple([death for death in s.deaths if death.leader != leader])
    s.put((leader,), h)
    s.note("returns", "16a", leader=leader, hex=h)


class ChooseReturn(Step, frozen=True):
    """Where a Lord of Death comes back (16, D2)."""

    seat: int
    leader: int
    asks = True
    clause = "16a"
    verbs = {"return": "space"}

    def actions(self, s: DarkEmperorState) -> list[Action]:
        return [("return", h) for h in return_hexes(s)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        come_back(s, self.leader, action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[1] in return_hexes(s):
            return None
        return Refusal("16a", "why.no-return", {"leader": self.leader})
