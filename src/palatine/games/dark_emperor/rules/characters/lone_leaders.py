"""Leaders alone among enemies, deaths of leaders, released Legions and activated kingdoms.

See 6.1, 8.16, 9.27, 15.7b. They share a module because they call each other. An escaping leader can activate a kingdom,
whose units can leave leaders alone; the death of a leader can turn Legions, which can leave leaders alone.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable
from typing import Any

from msgspec.structs import replace

from palatine.core import Action, Chance, ChooseOne, Refusal, Step, Tally, success_chance
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    FIRST_DEVICE,
    GONE,
    INACTIVE,
    KINGDOMS_SIDE,
    NECROMANCER_SIDE,
    PADRECH,
    POOL,
    SSSTOTH,
    STAFF_OF_EMPIRE,
)
from palatine.games.dark_emperor.components.tables import CANDIDATES
from palatine.games.dark_emperor.components.world import HEXES, HOLY, OWNER, STARKEEP
from palatine.games.dark_emperor.rules.characters import devices as use
from palatine.games.dark_emperor.rules.characters import transfers
from palatine.games.dark_emperor.rules.characters.deaths import LORDS_OF_DEATH, pass_famir
from palatine.games.dark_emperor.rules.characters.elections import doge_dies
from palatine.games.dark_emperor.rules.common.cargo import part_cargo
from palatine.games.dark_emperor.rules.common.sieges import capture_lone_trains
from palatine.games.dark_emperor.rules.common.terrain import is_dark_leader, is_immune
from palatine.games.dark_emperor.rules.common.victory import necromancer_falls
from palatine.games.dark_emperor.state import DarkEmperorState, Death


def awaits_ssstoth(s: DarkEmperorState, leader: int) -> bool:
    """Return whether the bearer of Famir is in Ssstoth's hex and can only fight it (18.32, N16)."""
    return s.bearer[FAMIR - FIRST_DEVICE] == leader and s.where[SSSTOTH] == s.where[leader]


def check_lone_leaders(s: DarkEmperorState, hex: int = -1, dying_side: int = -1, turned: Turned = None) -> None:
    """Schedule the test of leaders alone among enemies; arguments as in `Alone`.

    If the test is already on top of the flow, it is extended and keeps its data of the battle.
    """
    if turned is not None and not turned:
        return
    top: Any = s.flow[-1] if s.flow else None
    if not isinstance(top, Alone):
        s.push(Alone(hex, dying_side, turned=turned))
        return
    before = top.reasons(s)
    both = None if before is None or turned is None else (*before, *turned)
    s.replace_top(replace(top, power=-1, turned=both))


def check_turned(s: DarkEmperorState, turned: tuple[int, ...]) -> None:
    """Check only for pieces left alone because of `turned` or newly placed pieces.

    Siege trains, leaders and devices are checked. Others may only be passing by; they are checked when the Attrition
    Segment ends (C4b, M27, M37). See 9.33, A17, M40.
    """
    if turned:
        capture_lone_trains(s, turned)
        check_lone_leaders(s, turned=turned)


Turned = tuple[int, ...] | None
"""Pieces that changed sides, if only they are the reason for the check; None for all hexes."""


class Alone(Step, frozen=True):
    """Step that captures lone siege trains and devices, and tests leaders alone among enemies.

    Leaders of the phasing side are tested first, devices captured last. See 9.27, C21, M26.
    """

    hex: int = -1
    dying_side: int = -1
    """Side whose Lords of Death die permanently in `hex`, by Loslom or Famir (15.21)."""
    power: int = -1
    """Power that has changed sides; set only in matches started under older rules."""
    turned: Turned = None
    """Pieces that have changed sides, if only they are the reason for the check (M27)."""

    def reasons(self, s: DarkEmperorState) -> Turned:
        """Return `turned`, also for matches that store `power` instead."""
        if self.power < 0:
            return self.turned
        return tuple([p for p, power in enumerate(s.power) if power == self.power])

    def run(self, s: DarkEmperorState) -> None:
        turned = self.reasons(s)
        if turned is None:
            capture_lone_trains(s)
        leader = next_alone(s, turned)
        if leader < 0:
            s.pop()
            transfers.capture_lying(s, turned)
            return
        side = s.side(leader)
        final = leader in LORDS_OF_DEATH and side == self.dying_side and s.where[leader] == self.hex
        s.push(Fate(leader, final))
        use.wield(s, side, leader, use.HEROISM)


def next_alone(s: DarkEmperorState, turned: Collection[int] | None = None) -> int:
    """Return the next leader to be tested, because of `turned` if given, or -1."""
    for side in (s.phasing, 1 - s.phasing):
        enemies, friends = s.stacks[1 - side], s.stacks[side]
        lone = [
            leader
            for h, group in s.company[side].items()
            if h in enemies and h not in friends
            for leader in group
            if not awaits_ssstoth(s, leader)
            and (turned is None or leader in turned or any([p in turned for p in enemies[h]]))
        ]
        if lone:
            return min(lone)
    return -1


def escape_chance(s: DarkEmperorState, leader: int) -> Chance[bool]:
    """Return whether a leader alone among enemies escapes, with the devices he uses (9.27, C12)."""
    own = s.rating(leader)
    tally = Tally("escape", is_roll_under=True)
    tally.add(own, "9.27b", "own-rating")
    tally.add(use.hero_rating(s, leader) - own, "15.11a", "devices-in-use")
    return success_chance(tally, about=leader)


class Fate(Step, frozen=True):
    """Step in which a leader alone among enemies escapes or dies (9.27, C12).

    The leader escapes on a roll up to the Hero Rating, devices in use included.
    """

    leader: int
    final: bool = False

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        leader, h = self.leader, s.where[self.leader]
        side = s.side(leader)
        escapes, tally = escape_chance(s, leader).roll(s)
        kind = "alone.escapes" if escapes else "alone.falls"
        s.log(kind, "9.27b", tally=tally, leader=leader, hex=h, rolled=tally.rolled, value=tally.value)
        if escapes:
            s.push(Escape(side, leader, h))
        else:
            kill(s, leader, 1 - side, self.final)


# Deaths (9.27d, 15.12b, 15.21, 16)


def kill(s: DarkEmperorState, leader: int, slayers: int = -1, final: bool = False) -> None:
    """Kill a leader: devices go to the slayers' side, if any, and successors take over.

    `final` if a Lord of Death dies permanently (15.21). See 9.27d, 15.12b, 16.
    """
    h, side, devices = s.where[leader], s.side(leader), s.carried(leader)
    for d in devices:
        use.lay_down(s, d)
    s.deaths = (*[death for death in s.deaths if death.leader != leader], Death(leader, h, s.turn, final))
    s.lift((leader,), GONE if final else POOL)
    s.duels = tuple([each for each in s.duels if each != leader])
    s.sway.pop(leader, None)
    kind, clause = manner_of_death(leader, final)
    s.log(kind, clause, leader=leader, hex=h)
    if leader in CANDIDATES:
        doge_dies(s)
    release_legions(s)
    bequeath(s, h, side, slayers, devices)
    if final and leader == PADRECH:
        necromancer_falls(s)


def manner_of_death(leader: int, final: bool) -> tuple[str, str]:
    """Return the journal entry kind of a death, and its clause."""
    if final:
        return "death.for-good", "16b"
    return ("death.for-a-time", "16a") if leader in LORDS_OF_DEATH else ("death", "9.27d")


def bequeath(s: DarkEmperorState, h: int, side: int, slayers: int, devices: list[int]) -> None:
    """Give the devices a dead leader of `side` leaves in `h` to the slayers (15.12b, C14).

    While Ssstoth lives, a leader in the hex must take Famir, chosen by the side of its last owner (18.37).
    """
    if s.where[FAMIR] == h and s.bearer[FAMIR - FIRST_DEVICE] < 0 and s.where[SSSTOTH] != GONE:
        pass_famir(s, h, side)
    if slayers >= 0:
        transfers.capture_devices(s, h, slayers, devices)


# Escapes (9.27c)


def refuges(s: DarkEmperorState, leader: int) -> list[int]:
    """Return the hexes a leader can be put into, without enemies, flames or barred places (C13)."""
    enemies = s.stacks[1 - s.side(leader)]
    burning = [] if is_immune(leader) else [h for h, _ in s.flames]
    found = [h for h in range(HEXES) if h not in enemies and h not in burning]
    return [h for h in found if not HOLY[h]] if is_dark_leader(leader) else found


class Escape(ChooseOne, frozen=True):
    """Choice of the hex an escaped leader goes to: any without enemy units (9.27c, 8.16d)."""

    seat: int
    leader: int
    hex: int
    clause = "9.27c"
    verbs = {"escape": "space"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return refuges(s, self.leader)

    def on_chosen(self, s: DarkEmperorState, h: int) -> None:
        s.shift((self.leader,), h)
        s.log("escape", "9.27c", leader=self.leader, hex=self.hex, to=h)
        if HOLY[h]:
            profane(s, self.seat)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        h = action[1]
        if not 0 <= h < HEXES:
            return Refusal("9.27c", "why.escape-on-the-map")
        if s.is_held(self.seat, h):
            return Refusal("9.27c", "why.escape-enemies", {"hex": h})
        if HOLY[h] and is_dark_leader(self.leader):
            return Refusal("TEC-holy", "why.holy", {"hex": h, "piece": self.leader})
        return None if h in refuges(s, self.leader) else Refusal("13.11a", "why.flames", {"hex": h})


# The Staff of Empire (15.7)


def release_legions(s: DarkEmperorState) -> None:
    """Give undead Legions without their commander back to their raiser (15.7b, G24, G46).

    A commander is lost by leaving, dying or giving up the Staff. Leaders left alone are then tested.
    """
    if not s.legions:
        return
    wielder = s.bearer[STAFF_OF_EMPIRE - FIRST_DEVICE]
    released: list[int] = []
    for u, raiser in list(s.legions.items()):
        if s.where[u] >= 0 and is_commanded(s, wielder, u):
            continue
        del s.legions[u]
        if s.where[u] >= 0:
            s.serve(u, raiser)
            released.append(u)
            s.log("legion.released", "15.7b", unit=u, power=raiser, hex=s.where[u])
    part_cargo(s)
    check_turned(s, tuple(released))


class Parted(Step, frozen=True):
    """Step that releases Legions after a unit is driven off or the Staff is given away (G46)."""

    def run(self, s: DarkEmperorState) -> None:
        s.pop()
        release_legions(s)


def is_commanded(s: DarkEmperorState, wielder: int, u: int) -> bool:
    """Return whether the wielder of the Staff is on a Legion's side and in its hex."""
    if wielder < 0 or not use.wields(s, wielder, STAFF_OF_EMPIRE):
        return False
    return s.where[wielder] == s.where[u] and s.side(wielder) == s.side(u)


# Activation of kingdoms (6.1)


def activate(s: DarkEmperorState, kingdom: int, side: int, clause: str) -> None:
    """Put an inactive kingdom under the control of a side (6.1, 6.21)."""
    if s.control[kingdom] != INACTIVE:
        return
    s.turn_coat(kingdom, side)
    s.log("activate", clause, kingdom=kingdom, side=side)
    check_lone_leaders(s, turned=s.serving({kingdom}))


def provoke(s: DarkEmperorState, side: int, h: int) -> None:
    """Activate the kingdom of a hex for the other side, when units enter it (6.11, A25)."""
    if OWNER[h] >= 0:
        activate(s, OWNER[h], 1 - side, "6.11a")


def profane(s: DarkEmperorState, side: int) -> None:
    """Activate Starkeep if the Necromancer's pieces entered a holy place (6.14)."""
    if side == NECROMANCER_SIDE:
        activate(s, STARKEEP, KINGDOMS_SIDE, "6.14b")


def cast_in(s: DarkEmperorState, side: int, h: int) -> None:
    """Activate the kingdom of a hex for the other side, after a non-diplomatic spell (6.12, A4)."""
    if OWNER[h] >= 0:
        activate(s, OWNER[h], 1 - side, "6.12b")
