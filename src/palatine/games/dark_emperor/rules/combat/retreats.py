"""Retreats: each unit of a side leaves for a hex of its owner's choice, then leaders (9.26)."""

from __future__ import annotations

from collections.abc import Iterable

from msgspec.structs import replace

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    AIR,
    FAMIR,
    FIRST_DEVICE,
    INACTIVE,
    LEADERS,
    SSSTOTH,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.world import GROUND, HEXES, NEIGHBOURS, OWNER, PARTS, SEA
from palatine.games.dark_emperor.rules.characters.lone_leaders import Parted, awaits_ssstoth
from palatine.games.dark_emperor.rules.characters.transfers import owner_side
from palatine.games.dark_emperor.rules.common.losses import eliminate, is_train, spare_the_sons
from palatine.games.dark_emperor.rules.common.terrain import came_from, exits, shore_of
from palatine.games.dark_emperor.state import DarkEmperorState, is_land_unit

Hexes = tuple[int, ...]


def retreat_hexes(s: DarkEmperorState, u: int, h: int, entries: Hexes = ()) -> list[int]:
    """Return the hexes a unit or monster can retreat to from `h` (9.26b to 9.26d).

    `entries` are hexes of last resort.
    """
    found = [n for n in exits(s, u, h) if why_closed(s, u, n) is None]
    return [n for n in found if n not in entries] or found if entries else found


def why_closed(s: DarkEmperorState, u: int, n: int) -> Refusal | None:
    """Return why a hex within reach is closed to a retreating unit or monster, or None."""
    if n in s.stacks[1 - s.side(u)]:
        return Refusal("9.26b", "why.retreat-enemies", {"hex": n})
    if OWNER[n] >= 0 and s.control[OWNER[n]] == INACTIVE:
        return Refusal("9.26d", "why.retreat-border", {"kingdom": OWNER[n]})
    if u < UNITS and UNIT_TYPE[u] == AIR and GROUND[n] == SEA:
        return Refusal("8.31b", "why.retreat-at-sea")
    return None


def entries_against(s: DarkEmperorState, side: int, h: int) -> Hexes:
    """Return the hexes from which enemies entered a hex (9.26c, C22).

    They restrict only the retreat of the non-phasing side.
    """
    return tuple(came_from(s, h)) if side != s.phasing else ()


def begin_retreat(s: DarkEmperorState, side: int, h: int, death_flags: int = 0, entries: Hexes = ()) -> None:
    """Start the retreat of all units of a side from a lost battle, siege trains last.

    Its leaders count as routed even if no unit is left to retreat with (14.12b). See 9.26a, C28.
    """
    s.routed = (*s.routed, *[leader for leader in s.leaders(side, h) if not awaits_ssstoth(s, leader)])
    here = s.fighters(side, h)
    loads = s.cargo.values()
    units = [u for u in here if not is_train(u) and u not in loads]
    trains = [u for u in here if is_train(u) and u not in loads]
    s.push(Retreat(side, h, (*units, *trains), entries, in_battle=True, death_flags=death_flags))


def drive_out(s: DarkEmperorState, u: int) -> None:
    """Drive one unit out of its hex by a spell, as in a retreat (14.31, 14.41, C25)."""
    ship = s.aboard(u)
    side, h = s.side(u), s.where[u]
    leaving = ship if ship >= 0 else u
    spare_the_sons(s, leaving)
    if s.legions:
        s.push(Parted())
    s.push(Retreat(side, h, (leaving,), entries_against(s, side, h)))


class Retreat(Step, frozen=True):
    """Step in which units leave a hex one after another (9.26).

    Units without a hex to go to are eliminated, except siege trains in a battle.
    """

    side: int
    hex: int
    units: tuple[int, ...]
    entries: Hexes = ()
    went: Hexes = ()
    """Destinations of the units so far, in order."""
    in_battle: bool = False
    death_flags: int = 0

    def run(self, s: DarkEmperorState) -> None:
        if not self.units:
            s.pop()
            send_followers(s, self)
            return
        u, rest = self.units[0], self.units[1:]
        s.replace_top(replace(self, units=rest))
        if is_train(u) and self.in_battle and not self.went:
            return
        ways = retreat_hexes(s, u, self.hex, self.entries)
        if len(ways) == 1:
            retreat_into(s, u, ways[0])
        elif ways:
            s.push(RetreatTo(self.side, u, self.hex, tuple(ways)))
        else:
            self.lose(s, u)

    def lose(self, s: DarkEmperorState, u: int) -> None:
        """Eliminate a unit that cannot retreat, except a siege train (9.26e, 9.33a, C15).

        The train stays to be captured.
        """
        if self.in_battle and is_train(u):
            return
        s.log("retreat.cut-off", "9.26e", unit=u, hex=self.hex)
        eliminate(s, u, in_combat=self.in_battle, death_flags=self.death_flags, by=1 - self.side)


def retreat_into(s: DarkEmperorState, u: int, n: int) -> None:
    """Move a retreating unit or monster into a hex and record it in the `Retreat` on top."""
    step = s.flow[-1]
    assert isinstance(step, Retreat)
    h = step.hex
    s.replace_top(replace(step, went=(*step.went, n)))
    s.shift((u,), n)
    if PARTS[n] > 1 and is_land_unit(u):
        s.shore[u] = shore_of(h, n)
    s.log("retreat", "9.26a", unit=u, hex=h, to=n)
    if u == SSSTOTH:
        bearer = s.bearer[FAMIR - FIRST_DEVICE]
        if bearer >= 0 and s.where[bearer] == h:
            s.shift((bearer,), n)
            s.log("retreat.follows", "18.32b", piece=bearer, hex=h, to=n)


class RetreatTo(ChooseOne, frozen=True):
    """Choice of the hex a unit or monster retreats into (9.26, C9)."""

    seat: int
    unit: int
    hex: int
    ways: Hexes
    clause = "9.26a"
    verbs = {"retreat": "space"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return self.ways

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        retreat_into(s, self.unit, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        n = action[1]
        if n in self.ways:
            return None
        if not 0 <= n < HEXES:
            return Refusal("9.26a", "why.no-hex")
        if n not in NEIGHBOURS[self.hex]:
            return Refusal("9.26a", "why.not-beside", {"hex": self.hex, "there": n})
        if n not in exits(s, self.unit, self.hex):
            return Refusal("9.26b", "why.retreat-impassable", {"piece": self.unit})
        return why_closed(s, self.unit, n) or Refusal("9.26c", "why.retreat-entry", {"hex": n})


# Leaders and devices


def send_followers(s: DarkEmperorState, retreat: Retreat) -> None:
    """If no unit stays, send the side's leaders and devices with the retreat (9.27a, C23, C34)."""
    side, h = retreat.side, retreat.hex
    went = tuple(sorted(set(retreat.went)))
    if not went or any([not is_train(u) for u in s.fighters(side, h)]):
        return
    leaders = [leader for leader in s.leaders(side, h) if not awaits_ssstoth(s, leader)]
    devices = [d for d in s.lying(h) if d != FAMIR and owner_side(s, d, 1 - s.phasing) == side]
    s.push(Following(side, h, (*leaders, *devices), went))


class Following(Step, frozen=True):
    """Step in which leaders, and devices without a bearer, leave the hex one after another."""

    side: int
    hex: int
    pieces: tuple[int, ...]
    went: Hexes

    def run(self, s: DarkEmperorState) -> None:
        if not self.pieces:
            s.pop()
            return
        p, rest = self.pieces[0], self.pieces[1:]
        s.replace_top(replace(self, pieces=rest))
        ways = tuple([n for n in self.went if n in exits(s, p, self.hex)]) if p in LEADERS else self.went
        if len(ways) == 1:
            follow_into(s, p, ways[0])
        elif ways:
            s.push(FollowTo(self.side, p, self.hex, ways))


def follow_into(s: DarkEmperorState, p: int, n: int) -> None:
    """Move a leader or device to a hex that units retreated to."""
    step = s.flow[-1]
    assert isinstance(step, Following)
    if p in LEADERS:
        s.shift((p,), n)
    else:
        s.where[p] = n
    s.log("retreat.follows", "9.27a", piece=p, hex=step.hex, to=n)


class FollowTo(ChooseOne, frozen=True):
    """Choice of the retreating units that a leader or device goes with (C23)."""

    seat: int
    piece: int
    hex: int
    ways: Hexes
    without_preview = "The choice names the hex of that part of the retreat."
    clause = "9.27a"
    verbs = {"follow": "space"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return self.ways

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        follow_into(s, self.piece, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        if action[1] in self.ways:
            return None
        return Refusal("9.27a", "why.with-the-retreat", {"piece": self.piece})
