"""The state of a match of Elric, and queries used by all chapters."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from typing import Final

import msgspec

from palatine.core import State, StoredNames
from palatine.games.elric.components.pieces import (
    ARMY,
    CAPACITY,
    CARRIES,
    FLEET,
    IS_LOVE,
    IS_MELNIBONEAN,
    KIND,
    PERSON,
    PIECES,
    VALUE,
)
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, LAW, NEUTRAL, SPELLS
from palatine.games.elric.components.world import CITY_NATION, IS_WILD

STORED_NAMES: Final = StoredNames({
    "ActivateFlight": "Spellbound",
    "BeginPlayerTurn": "Opening",
    "CheckEliminations": "Standing",
    "ChooseDispelTarget": "Aim",
    "ChooseQuaolnargnTarget": "SetOn",
    "ClaimElric": "Greeting",
    "EndFlight": "Touchdown",
    "FlyingMarch": "Borne",
    "KeepSpell": "Keep",
    "MonsterAttack": "Onslaught",
    "MonsterLosses": "Ravage",
    "MovingGroup": "Group",
    "ResolveNightmare": "Haunting",
    "RetreatWithheld": "StepBack",
    "SoloFightMagic": "Aid",
})  # fmt: skip
"""Names under which renamed steps are stored, by current name."""

SEATS: Final = ("Amber", "Jade", "Ruby", "Slate")
"""The names of the seats, after the four sets of stack markers (3.2)."""
NOBODY = 4
"""In place of a seat: uncontrolled, neutral, or not in play."""
OFF, LOST, AWAY, TRACK = -1, -2, -3, -4
"""Places off the map: not in play, LOST to a ruler who may replace the piece, AWAY, TRACK.

AWAY: until the nation comes to its new ruler (11.0; ruling A-122). TRACK: on the Turn Track (16.4).
"""
DRAWN = -1
"""In place of a laid spell: drawn from the cup when spells are revealed (9.2; ruling A-113)."""

OTHERS: Final = tuple(tuple([other for other in range(NOBODY) if other != seat]) for seat in range(NOBODY + 1))
"""By seat: the other seats; for NOBODY, all seats."""

Group = tuple[int, ...]
"""Pieces, by number."""
Shelf = dict[int, Group]


class Flight(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A spell of flight in use: flights made, and turns of its owner in use, including this one."""

    flown: int
    turns: int


class Hold(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A captured city: its captor, and the former owner, NOBODY if neutral (7.5.2, 10.9.1)."""

    seat: int
    victim: int


class ElricState(State, kw_only=True):
    """A position.

    Pieces (personalities, fleets, artifacts and armies) are numbers. Seats are 0 to 3; NOBODY means no seat. Nations
    and hordes are powers, ruled by a seat or by NOBODY. Pieces of one seat in one area form one stack; in wilderness,
    pieces of the same band do (ruling A-147).
    """

    scenario: str
    turn: int = 1
    order: tuple[int, ...] = ()
    """The seats in the order of play (4.0, 5.0)."""
    phasing: int = 0
    """The seat whose player-turn it is."""
    out: tuple[int, ...] = ()
    """Eliminated seats (ruling A-134)."""

    where: list[int]
    """By piece: its area, or OFF, LOST, AWAY, TRACK."""
    owner: list[int]
    """By piece: its owner's seat, or NOBODY."""
    stacks: tuple[Shelf, Shelf, Shelf, Shelf, Shelf]
    """By seat, NOBODY last, and area: its pieces there, by number, without artifacts."""
    bands: dict[int, int] = {}
    """By piece in wilderness: its band."""
    last_band: int = 0
    ruler: list[int]
    """By power except INDEPENDENTS: the seat that rules it, or NOBODY if neutral or not in play."""
    ship: dict[int, int] = {}
    """By personality or army at sea, or aboard the Chaos Fleet: the fleet that carries it."""
    bearer: dict[int, int] = {}
    """By artifact in play that is not a ship: its bearer (ruling A-81)."""

    controller: int = -1
    """The personality that controls Elric, or -1 (12.1.2)."""
    joined: bool = False
    """True if Moonglum is with Elric for good (12.1.6)."""
    has_hand: bool = False
    """True if Elric has drawn his first spells (12.1.3)."""
    returns: int = 0
    """The game-turn at whose start Elric returns from the Turn Track, 0 if not there (16.4)."""
    is_brut_with: bool = False
    """True if Brut returns with Elric."""

    holds: dict[int, Hold] = {}
    """By area: the capture of its city, if any (7.5.2, 10.9.1)."""
    rewarded: tuple[tuple[int, int], ...] = ()
    """(seat, area) of captures already rewarded, until an enemy takes the city (ruling A-75)."""
    fallen: bool = False
    """True if Imrryr has fallen (7.5.9)."""
    sieges: dict[int, int] = {}
    """By area of a besieged city: the seat that besieges it (10.9.4)."""
    freed: tuple[int, ...] = ()
    """Hordes that may leave where they were mustered (11.0; ruling A-154)."""
    fresh: tuple[int, ...] = ()
    """Hordes mustered in this player-turn or since their owner's last (11.0)."""
    coming: dict[int, int] = {}
    """By nation mustered while away: the seat it joins at its next player-turn (11.0)."""

    cup: list[int]
    """Spells in the cup, by number."""
    discard: list[int]
    hand: dict[int, tuple[int, ...]]
    """By personality: the spells held, by number."""
    stars: dict[int, int]
    """By area: the face-down spell on its star."""
    face_up: dict[int, tuple[int, ...]] = {}
    """By area: spells face up there (13.4); in the solitaire game, monsters found (14.1)."""
    maintained: dict[int, int] = {}
    """By personality: the spell it maintains (13.4)."""
    flights: dict[int, Flight] = {}
    """By spell of flight in use: its record; the card stays in its user's hand, face up (7.4.2)."""
    sacrificed: tuple[int, ...] = ()
    """Spells on the Law/Chaos marker (13.5)."""
    laid: dict[int, int] = {}
    """By caster: the spell laid face down for the battle in its area, or DRAWN (9.2)."""
    meant: dict[int, int] = {}
    """By caster: the battle of the laid spell, if the side fights several in the area (9.2c)."""
    casts: tuple[int, ...] = ()
    """Personalities that have cast spells in this player-turn (9.2)."""

    balance: int = 0
    """The Cosmic Balance: 1 to 6 for Law, -1 to -6 for Chaos, 0 for Neutral (13.0)."""
    tipped: int = 0
    """1 if the Balance is tipped to Law, -1 to Chaos, 0 otherwise."""
    ends: int = 0
    """The game-turn at whose end the world ends, 0 unless the Balance is tipped (13.4)."""
    horns: int = 0
    """Number of times Elric has blown the Horn of Fate (16.7)."""

    walked: dict[int, int] = {}
    """By personality and army: land movement points used in this player-turn (7.2; A-101)."""
    sailed: dict[int, int] = {}
    """By fleet: points used in this player-turn; by passenger: seas sailed (7.3)."""
    changed: tuple[int, ...] = ()
    """Armies and fleets attached or detached in this player-turn (7.3)."""
    done: tuple[int, ...] = ()
    """Pieces that have finished moving in this player-turn."""
    trail: dict[int, tuple[int, ...]] = {}
    """By piece: the areas it has left in this player-turn, in order."""
    sought: dict[int, tuple[int, int]] = {}
    """By seat * 256 + area: the object of the last search there, and its game-turn (8.0)."""
    found: tuple[tuple[int, int, int, int], ...] = ()
    """(area, seat, band) of enemy stacks found this player-turn, and the band to fight (8.0)."""
    assaults: tuple[int, ...] = ()
    """Areas whose city the phasing player assaults in this player-turn (ruling A-116)."""
    fought: tuple[int, ...] = ()
    """Swords, ELRIC or MOURNBLADE, whose value counted in this combat phase (12.1.4)."""
    to_draw: int = 0
    """The number of first spells Elric missed by losing his controller (12.1.3)."""
    leaving: tuple[int, ...] = ()
    """Seats whose players have left for good, until the end of the player-turn (ruling A-235)."""

    def copy(self) -> ElricState:
        twin = super().copy()
        a, b, c, d, e = self.stacks
        twin.stacks = (a.copy(), b.copy(), c.copy(), d.copy(), e.copy())
        return twin

    # Where things are

    def pieces(self, seat: int, area: int) -> tuple[int, ...]:
        """Return the pieces of a seat, or of NOBODY, in an area."""
        return self.stacks[seat].get(area, ())

    def remaining(self, seat: int, area: int, group: Iterable[int]) -> tuple[int, ...]:
        """Return the pieces of a group that are still a seat's and in an area."""
        where, owner = self.where, self.owner
        return tuple([p for p in group if where[p] == area and owner[p] == seat])

    def stack_of(self, p: int) -> tuple[int, ...]:
        """Return the stack of a piece on the map, including the piece."""
        area = self.where[p]
        here = self.stacks[self.owner[p]][area]
        if len(here) == 1 or not self.bands:
            return here
        if not IS_WILD[area] and (self.tipped >= 0 or not self.is_wild(area)):
            return here
        band = self.bands.get(p, 0)
        return tuple([each for each in here if self.bands.get(each, 0) == band])

    def stacks_at(self, seat: int, area: int) -> list[tuple[int, ...]]:
        """Return a seat's stacks in an area: one, or one for each band in wilderness."""
        here = self.stacks[seat].get(area, ())
        if len(here) < 2 or not self.bands or not (IS_WILD[area] or self.is_wild(area)):
            return [here] if here else []
        parted: dict[int, list[int]] = {}
        for p in here:
            parted.setdefault(self.bands.get(p, 0), []).append(p)
        return [tuple(group) for group in parted.values()]

    def enemies(self, seat: int, area: int) -> list[int]:
        """Return the other seats with pieces in an area."""
        stacks = self.stacks
        return [other for other in OTHERS[seat] if area in stacks[other]]

    def contested(self, seat: int) -> set[int]:
        """Return the areas that a seat's pieces share with those of other seats."""
        stacks, found = self.stacks, set()
        for other in OTHERS[seat]:
            if stacks[other]:
                found |= stacks[seat].keys() & stacks[other].keys()
        return found

    def is_contested(self, seat: int) -> bool:
        """Return whether a seat's pieces share any area with those of other seats."""
        stacks = self.stacks
        own = stacks[seat].keys()
        return not all([own.isdisjoint(stacks[other]) for other in OTHERS[seat]])

    def is_wild(self, area: int) -> bool:
        """Return whether an area is wilderness.

        It is on the map, or through a Chaos spell face up or maintained there (7.5.5, 13.4).
        """
        if IS_WILD[area]:
            return True
        if self.tipped >= 0:
            return False
        return any([ALIGNMENT[spell] == CHAOS for spell in self.face_up.get(area, ())]) or any(
            [ALIGNMENT[spell] == CHAOS and self.where[p] == area for p, spell in self.maintained.items()]
        )

    def is_hostile(self, seat: int, area: int) -> bool:
        """Return whether entering an area means a battle (7.3, 10.1).

        It does if enemies are there and it is not wilderness.
        """
        stacks = self.stacks
        for other in OTHERS[seat]:
            if area in stacks[other]:
                return not self.is_wild(area)
        return False

    def persons(self, seat: int) -> Iterator[int]:
        """Iterate over a seat's personalities on the map."""
        for group in self.stacks[seat].values():
            for p in group:
                if KIND[p] == PERSON:
                    yield p

    def city_owner(self, area: int) -> int:
        """Return the seat that controls an area's city.

        This is its captor, or else its nation's ruler; NOBODY if neutral.
        """
        hold = self.holds.get(area)
        return hold.seat if hold else self.ruler[CITY_NATION[area]]

    def aboard(self, fleet: int) -> list[int]:
        return [p for p, ship in self.ship.items() if ship == fleet]

    def room(self, fleet: int) -> int:
        """Return the number of armies a fleet can still take; negative if it is overloaded."""
        if fleet not in self.ship.values():
            return CARRIES[fleet]
        return CARRIES[fleet] - len([p for p, ship in self.ship.items() if ship == fleet and KIND[p] == ARMY])

    def is_first(self) -> bool:
        """Return whether the phasing player is the first of the game-turn."""
        if not self.out:
            return self.phasing == self.order[0]
        return self.phasing == next(seat for seat in self.order if seat not in self.out)

    # The Balance

    def dominant(self) -> int:
        """Return the dominant alignment, or NEUTRAL (13.2)."""
        return LAW if self.balance > 0 else CHAOS if self.balance < 0 else NEUTRAL

    # Changing places

    def put(self, pieces: Sequence[int], area: int, beside: int = -1) -> None:
        """Put pieces that are off the map into an area.

        In wilderness they form a new band, or join that of the piece `beside`.
        """
        for p in pieces:
            self.where[p] = area
            _insert(self.stacks[self.owner[p]], area, p)
        self._assign_band(pieces, area, beside)

    def lift(self, pieces: Iterable[int], to: int) -> None:
        """Move pieces off the map to OFF, LOST, AWAY or TRACK.

        The caller handles spells and artifacts.
        """
        for p in pieces:
            _remove(self.stacks[self.owner[p]], self.where[p], p)
            self.where[p] = to
            self.bands.pop(p, None)
            self.ship.pop(p, None)

    def shift(self, pieces: Sequence[int], area: int, beside: int = -1) -> None:
        """Move pieces on the map to another area.

        In wilderness they form a new band, or join that of the piece `beside`.
        """
        where, owner, group = self.where, self.owner, list(pieces)
        while group:
            seat, here = owner[group[0]], where[group[0]]
            gone = [p for p in group if where[p] == here and owner[p] == seat]
            shelf = self.stacks[seat]
            if len(shelf[here]) == len(gone):
                del shelf[here]
            else:
                shelf[here] = tuple([p for p in shelf[here] if p not in gone])
            for p in gone:
                where[p] = area
            there = shelf.get(area)
            shelf[area] = tuple(sorted(gone if there is None else (*there, *gone)))
            group = [p for p in group if p not in gone] if len(gone) < len(group) else []
        self._assign_band(pieces, area, beside)

    def _assign_band(self, pieces: Iterable[int], area: int, beside: int) -> None:
        """Assign the band of pieces after they entered an area.

        A spell they bring may make the area wilderness.
        """
        bands = self.bands
        if not IS_WILD[area] and not (self.tipped < 0 and self.is_wild(area)):
            if bands:
                for p in pieces:
                    bands.pop(p, None)
        elif beside >= 0:
            self.join_band(pieces, beside)
        else:
            self.last_band += 1
            bands.update(dict.fromkeys(pieces, self.last_band))

    def join_band(self, pieces: Iterable[int], friend: int) -> None:
        """Put pieces into the band, if any, of a friend in the same area."""
        for p in pieces:
            if friend in self.bands:
                self.bands[p] = self.bands[friend]
            else:
                self.bands.pop(p, None)

    def set_owner(self, pieces: Iterable[int], seat: int) -> None:
        """Transfer pieces on the map to another seat, or to NOBODY."""
        for p in pieces:
            _remove(self.stacks[self.owner[p]], self.where[p], p)
            self.owner[p] = seat
            _insert(self.stacks[seat], self.where[p], p)


def _insert(shelf: Shelf, area: int, piece: int) -> None:
    group = shelf.get(area)
    shelf[area] = (piece,) if group is None else tuple(sorted((*group, piece)))


def _remove(shelf: Shelf, area: int, piece: int) -> None:
    rest = tuple([p for p in shelf[area] if p != piece])
    if rest:
        shelf[area] = rest
    else:
        del shelf[area]


# What pieces can do


def is_magician(p: int) -> bool:
    """Return whether a piece is a personality with a spell capacity (3.2)."""
    return CAPACITY[p] >= 0


def walks_seas(p: int) -> bool:
    """Return whether a personality needs no ship: magicians and Melniboneans (7.3, 12.0)."""
    return KIND[p] == PERSON and (CAPACITY[p] >= 0 or IS_MELNIBONEAN[p])


FIGHTERS: Final = tuple(
    tuple([not IS_LOVE[p] if KIND[p] == PERSON else KIND[p] == kind for p in range(PIECES)])
    for kind in (ARMY, FLEET)
)
"""For land and sea, by piece: whether its combat value counts."""


def fights(p: int, at_sea: bool) -> bool:
    """Return whether a piece's value counts.

    Loves never count; ships count only at sea, armies only on land (3.2; ruling A-85).
    """
    return FIGHTERS[at_sea][p]


def strength(pieces: Iterable[int], at_sea: bool) -> int:
    """Return the sum of the combat values that count (10.4)."""
    counts = FIGHTERS[at_sea]
    return sum([VALUE[p] for p in pieces if counts[p]])


def influence(p: int) -> tuple[int, bool]:
    """Return a personality's influence over Elric.

    Of equal numbers the parenthesised one is greater (ruling A-125).
    """
    return VALUE[p], IS_LOVE[p]


CASTS: Final = SPELLS
"""Factor of the operand `person * CASTS + spell` in actions on a person and a spell."""


def pair(person: int, spell: int) -> int:
    """Return the operand for a person and a spell."""
    return person * CASTS + spell


def unpair(operand: int) -> tuple[int, int]:
    """Return the person and the spell of an operand."""
    return divmod(operand, CASTS)
