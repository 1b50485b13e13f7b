"""State of a match of Dark Emperor, and facts used by all the rules."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar, Final

import msgspec

from palatine.core import Action, State, StoredNames
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    BOX,
    DEVICES,
    FIRST_DEVICE,
    FIRST_LEADER,
    INACTIVE,
    IS_VAMPIRE,
    LEADERS,
    MONSTER_STRENGTH,
    NAVAL,
    SIEGE,
    SSSTOTH,
    STRENGTH,
    UNDEAD_STRENGTH,
    UNIT_TYPE,
    UNITS,
)
from palatine.games.dark_emperor.components.world import CITY_AT, WATERS

STORED_NAMES: Final = StoredNames({
    "AskCounterspell": "Counter",
    "AskLantern": "Light",
    "ChooseKillTarget": "Mark",
    "RecruitUnits": "Recruit",
    "ResolveSpell": "Answer",
})  # fmt: skip
"""Stored names of renamed steps, by current name."""

END: Action = ("end", 0)
"""Action that ends a repeated decision."""

Stacks = tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]


class Leg(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A hex that a unit has entered in this Movement Segment."""

    hex: int
    cost: int
    """Attrition points of the hex for this unit (8.11)."""
    passing: int = 0
    """Combat Strength of the enemies passed in the previous hex (8.13)."""
    windy: bool = False
    """Whether Call Wind halves the cost (13.31)."""


class Death(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Death of a leader: hex, game-turn, and whether it is permanent (15.21)."""

    leader: int
    hex: int
    turn: int
    final: bool = False


class DarkEmperorState(State, kw_only=True):
    """A position.

    Pieces are units, monsters, leaders and devices by number. Sides are the Necromancer (0), the Kingdoms player (1)
    and inactive powers (2). A piece serves a power: a kingdom (0 to 9), a mercenary group (10 to 15), the Necromancer
    himself (16), the Kingdoms player himself (`ALLIANCE`, his monsters), or none. `control` maps powers to sides.
    """

    turn: int = 1
    phasing: int = 0
    where: list[int]
    """By piece: hex, or POOL, BOX, OUT, GONE. Devices have a hex even when carried."""
    power: list[int]
    """By unit, monster and leader: the power it serves."""
    control: list[int]
    """By power: its side."""
    stacks: Stacks
    """By side and hex: units and monsters, ascending; without face-down battlefield units."""
    company: Stacks
    """By side and hex: leaders in ascending order."""
    bearer: list[int]
    """By device (from 0): the leader who carries it, or -1."""
    left_by: dict[int, int] = {}
    """By device lying on the map: its last side, from which the other can capture it (M26)."""
    heros: tuple[int, ...] = ()
    """Forged swords that are Hero's Swords; the others are Living Swords (13.51)."""
    hero: list[int]
    """By leader (from 0): Hero Rating with monsters slain, without devices (18.15)."""
    gold: list[int]
    """By kingdom: its treasury in gold."""
    lands: list[int]
    """By conquered kingdom: the power (kingdom or NECROMANCER) given its lands, otherwise -1."""
    patron: list[int]
    """By mercenary group (from 0): the kingdom or NECROMANCER it is assigned to, or -1."""
    markers: dict[int, int]
    """By hex: the counter of its face-down magic hex marker."""
    cargo: dict[int, int]
    """By fleet: the land unit aboard."""
    shore: dict[int, int]
    """By land unit in a hex with two lands: the bit of its land (8.14)."""
    waters: dict[int, int] = {}
    """By fleet, or Ssstoth, between two seas: the sea it came by, an index into `WATERS` (8.14)."""
    undead: tuple[int, ...] = ()
    """Units on their undead side, in ascending order."""
    doge: int = -1
    maximum: int = 0
    """The Vampire Army Maximum as last calculated (7.31)."""
    spent: dict[int, int] = {}
    """By leader, monster and device: casting attempts in this game-turn (12.21)."""
    attuned: tuple[int, ...] = ()
    """Leaders and devices strengthened by a rune hex in this game-turn (12.3, 15.15)."""
    wielded: dict[int, tuple[int, ...]] = {}
    """By leader: devices used in this game-turn (15.13)."""
    entrenched: tuple[int, ...] = ()
    breached: tuple[int, ...] = ()
    flames: tuple[tuple[int, int], ...] = ()
    """Pairs (hex, caster); matches under older rules have the side instead of the caster."""
    negated: tuple[int, ...] = ()
    """Hexes negated by the Silk Negator in this magic segment or Combat Phase (15.5)."""
    charms: tuple[tuple[int, int], ...] = ()
    """Pairs (caster, spell) of movement spells in effect (M34).

    They last for the Movement Segment, Call Wind for the game-turn (13.31).
    """
    trails: dict[int, tuple[Leg, ...]] = {}
    """By unit of the phasing side: hexes entered in this Player-Turn, including as landed cargo."""
    origin: dict[int, int] = {}
    """By unit that has moved in this Player-Turn: its starting hex."""
    landed: tuple[int, ...] = ()
    """Units landed in this Movement Segment, which cannot move on (8.22)."""
    stopped: tuple[int, ...] = ()
    """Pieces that had to stop in the hex they entered (8.17, 8.24, 8.32)."""
    slain: tuple[tuple[int, int, int], ...] = ()
    """Triples (unit, hex, power) of eliminations in this Combat Resolution Segment (14.12)."""
    routed: tuple[int, ...] = ()
    """Leaders who had to retreat in this Combat Resolution Segment (14.12)."""
    deaths: tuple[Death, ...] = ()
    """The last death of each dead leader."""
    raised: tuple[int, ...] = ()
    """Leaders raised from the dead, which is possible once for each (14.22)."""
    tried: tuple[int, ...] = ()
    """Powers and monsters negotiated with in this Diplomacy Phase (11.2)."""
    sway: dict[int, int] = {}
    """By leader: bonus of diplomacy spells to the next attempt in this phase (14.32, 14.42)."""
    duels: tuple[int, ...] = ()
    """Monsters owed a Heroic Combat in this segment, and leaders who owe one (18.12 to 18.15)."""
    legions: dict[int, int] = {}
    """By undead Legion under the Staff of Empire: the power it returns to (15.7)."""
    bought: dict[int, int] = {}
    """By city hex: units recruited there in this Recruitment Phase (7.23)."""
    recruits: tuple[int, ...] = ()
    """Vampires that have raised another in this segment, and the new ones (7.33)."""
    heir: int = -1
    """Leader who received Famir in this Diplomacy Phase and fights in the next (18.34), or -1."""
    retaken: tuple[int, ...] = ()
    """Conquered kingdoms whose lands were reconquered and given to a friend (6.34)."""

    sundries: ClassVar[tuple[Action, ...] | None] = None
    """Cached actions of `Movement` other than stacks.

    Kept longer than `menu`: through marches without leaders that nothing notices.
    """

    def invalidate_actions(self) -> None:
        """Discard cached actions after a change of the position."""
        self.cached_actions = self.sundries = None  # type: ignore[misc]

    def copy(self) -> DarkEmperorState:
        twin = super().copy()
        a, b, c = self.stacks
        twin.stacks = (a.copy(), b.copy(), c.copy())
        a, b, c = self.company
        twin.company = (a.copy(), b.copy(), c.copy())
        return twin

    # Pieces and places

    def side(self, piece: int) -> int:
        """Return the side of a unit, monster or leader."""
        return self.control[self.power[piece]]

    def units(self, side: int, h: int) -> list[int]:
        """Return the units of a side in a hex, without monsters."""
        return [u for u in self.stacks[side].get(h, ()) if u < UNITS]

    def has_units(self, side: int, h: int) -> bool:
        """Return whether a side has a unit in a hex; monsters do not count.

        Units come first in a stack.
        """
        group = self.stacks[side].get(h)
        return group is not None and group[0] < UNITS

    def fighters(self, side: int, h: int) -> tuple[int, ...]:
        """Return the units and monsters of a side in a hex."""
        return self.stacks[side].get(h, ())

    def leaders(self, side: int, h: int) -> tuple[int, ...]:
        return self.company[side].get(h, ())

    def is_held(self, side: int, h: int) -> bool:
        """Return whether enemy units or monsters are in a hex."""
        return h in self.stacks[1 - side]

    def strength(self, u: int) -> int:
        """Return the Combat Strength of a unit or monster, printed on the upper side of its counter."""
        if u >= UNITS:
            return MONSTER_STRENGTH[u - UNITS]
        return UNDEAD_STRENGTH[u] if u in self.undead else STRENGTH[u]

    def all_pieces(self, side: int) -> Iterator[int]:
        """Return the units, monsters and leaders of a side on the map."""
        for group in self.stacks[side].values():
            yield from group
        for group in self.company[side].values():
            yield from group

    def is_dark(self, u: int) -> bool:
        """Return whether a unit is a vampire or undead, and so barred from holy places."""
        return u < UNITS and (IS_VAMPIRE[u] or u in self.undead)

    def in_box(self, side: int) -> list[int]:
        """Return the leaders of a side in the Mercenary Holding Box."""
        first, last, where = FIRST_LEADER, LEADERS.stop, self.where
        found = []
        for _ in range(where[first:last].count(BOX)):
            leader = where.index(BOX, first)
            first = leader + 1
            if self.control[self.power[leader]] == side:
                found.append(leader)
        return found

    def carried(self, leader: int) -> list[int]:
        """Return the devices a leader carries."""
        return [DEVICES[k] for k, bearer in enumerate(self.bearer) if bearer == leader]

    def lying(self, h: int) -> list[int]:
        """Return the devices in a hex without a bearer."""
        first = FIRST_DEVICE
        return [d for d in DEVICES if self.where[d] == h and self.bearer[d - first] < 0]

    def aboard(self, u: int) -> int:
        """Return the fleet a land unit is aboard, or -1."""
        for ship, load in self.cargo.items():
            if load == u:
                return ship
        return -1

    def ashore(self, units: Iterable[int]) -> list[int]:
        """Return those of the units that are not aboard a fleet."""
        loads = self.cargo.values()
        return [u for u in units if u not in loads]

    def has_fleet(self, side: int, h: int) -> bool:
        """Return whether a side has a naval unit in a hex."""
        return any([u < UNITS and UNIT_TYPE[u] == NAVAL for u in self.stacks[side].get(h, ())])

    def is_in_play(self, piece: int) -> bool:
        """Return whether a piece on the map belongs to a stack; face-down battlefield units do not."""
        return self.power[piece] != BATTLEFIELD

    def is_conquered(self, kingdom: int) -> bool:
        return self.lands[kingdom] >= 0

    def rating(self, leader: int) -> int:
        """Return a leader's own Hero Rating, without devices."""
        return self.hero[leader - FIRST_LEADER]

    def lit_by(self, kindler: int) -> int:
        """Return the side of flames: their caster's present side (13.11)."""
        return kindler if kindler < INACTIVE else self.side(kindler)

    def death_of(self, leader: int) -> Death | None:
        return next((death for death in self.deaths if death.leader == leader), None)

    # Changes of place

    def put(self, pieces: Iterable[int], h: int) -> None:
        """Put pieces that are in no hex into one; leaders bring the devices they carry."""
        for p in pieces:
            self.where[p] = h
            _insert(self._shelf(p), h, p)
            if p in LEADERS:
                for d in self.carried(p):
                    self.where[d] = h

    def lift(self, pieces: Iterable[int], to: int) -> None:
        """Move pieces from their hexes to a place off the map, with carried devices."""
        for p in pieces:
            _remove(self._shelf(p), self.where[p], p)
            self.where[p] = to
            self.shore.pop(p, None)
            self.waters.pop(p, None)
            if p in LEADERS:
                for d in self.carried(p):
                    self.where[d] = to

    def shift(self, pieces: Iterable[int], h: int) -> None:
        """Move pieces on the map to another hex, fleets with their cargo."""
        where, sails = self.where, WATERS[h] or self.waters
        for p in pieces:
            is_leader = p >= FIRST_LEADER
            shelf = (self.company if is_leader else self.stacks)[self.control[self.power[p]]]
            _remove(shelf, where[p], p)
            if sails:
                self._sail(p, where[p], h)
            where[p] = h
            _insert(shelf, h, p)
            if is_leader:
                if p in self.bearer:
                    for d in self.carried(p):
                        where[d] = h
            elif p in self.cargo:
                self.shift((self.cargo[p],), h)
            if self.shore:
                self.shore.pop(p, None)

    def _sail(self, p: int, h: int, n: int) -> None:
        """Record the sea by which a fleet has entered a hex."""
        self.waters.pop(p, None)
        if p == SSSTOTH or (p < UNITS and UNIT_TYPE[p] == NAVAL):
            for k, sea in enumerate(WATERS[n]):
                if h in sea:
                    self.waters[p] = k

    def serve(self, piece: int, power: int) -> None:
        """Transfer a unit, monster or leader to another power."""
        h = self.where[piece]
        if h >= 0:
            _remove(self._shelf(piece), h, piece)
        self.power[piece] = power
        if h >= 0:
            _insert(self._shelf(piece), h, piece)

    def serving(self, powers: set[int]) -> tuple[int, ...]:
        """Return the units, monsters and leaders on the map that serve some powers."""
        return tuple([p for p, power in enumerate(self.power) if power in powers and self.where[p] >= 0])

    def turn_coat(self, power: int, side: int) -> None:
        """Transfer a power and all its pieces to a side."""
        mine = sorted([p for p in self.all_pieces(self.control[power]) if self.power[p] == power])
        for p in mine:
            _remove(self._shelf(p), self.where[p], p)
        self.control[power] = side
        for p in mine:
            _insert(self._shelf(p), self.where[p], p)

    def _shelf(self, piece: int) -> dict[int, tuple[int, ...]]:
        shelves = self.company if piece in LEADERS else self.stacks
        return shelves[self.control[self.power[piece]]]


def _insert(shelf: dict[int, tuple[int, ...]], h: int, piece: int) -> None:
    group = shelf.get(h)
    shelf[h] = (piece,) if group is None else tuple(sorted((*group, piece)))


def _remove(shelf: dict[int, tuple[int, ...]], h: int, piece: int) -> None:
    group = shelf[h]
    if len(group) == 1:
        del shelf[h]
    else:
        shelf[h] = tuple([p for p in group if p != piece])


def is_land_unit(u: int) -> bool:
    """Return whether a unit is infantry, cavalry or a siege train (8.14)."""
    return u < UNITS and UNIT_TYPE[u] in LAND_TYPES


def is_vampire(u: int) -> bool:
    return u < UNITS and IS_VAMPIRE[u]


LAND_TYPES = (0, 1, SIEGE)


def in_city(h: int) -> bool:
    return h in CITY_AT
