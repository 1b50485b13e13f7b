"""The state of a match of Elric, and the facts that are read from all over the rules."""

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
"""The names under which renamed steps are stored, by today's."""

SEATS: Final = ("Amber", "Jade", "Ruby", "Slate")
"""The names of the seats, after the four sets of stack markers (3.2)."""
NOBODY = 4
"""In place of a seat: uncontrolled, neutral, or not in play."""
OFF, LOST, AWAY, TRACK = -1, -2, -3, -4
"""Places off the map: not in play, lost to a ruler who may replace it, away until its nation comes to its new ruler
(11.0; ruling A-122), and on the Turn Track (16.4)."""
DRAWN = -1
"""In place of a laid spell: one to be drawn from the cup when spells are revealed (9.2; ruling A-113)."""

OTHERS: Final = tuple(tuple([other for other in range(NOBODY) if other != seat]) for seat in range(NOBODY + 1))
"""By seat: the other seats; those of NOBODY are all."""

Group = tuple[int, ...]
"""Some pieces, by number."""
Shelf = dict[int, Group]


class Flight(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A spell of flight in use: flights flown, and its owner's turns that it has been in use, this one included."""

    flown: int
    turns: int


class Hold(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A captured city: who holds it, and from which seat it was taken, NOBODY for a neutral one (7.5.2, 10.9.1)."""

    seat: int
    victim: int


class ElricState(State, kw_only=True):
    """A position.

    Pieces are personalities, fleets, artifacts and armies by number; seats are 0 to 3, NOBODY stands for none of
    them. Nations and hordes are powers, ruled by a seat or by NOBODY. Pieces of one seat in one area are one stack;
    in wilderness those are that have the same band (ruling A-147).
    """

    scenario: str
    turn: int = 1
    order: tuple[int, ...] = ()
    """The seats in the order of play (4.0, 5.0)."""
    phasing: int = 0
    """The seat whose player-turn it is."""
    out: tuple[int, ...] = ()
    """Seats that are out of the game (ruling A-134)."""

    where: list[int]
    """By piece: its area, or OFF, LOST, AWAY, TRACK."""
    owner: list[int]
    """By piece: the seat it belongs to, or NOBODY."""
    stacks: tuple[Shelf, Shelf, Shelf, Shelf, Shelf]
    """By seat, NOBODY last, and area: its pieces there, by number; artifacts are in none."""
    bands: dict[int, int] = {}
    """By piece in wilderness: its band."""
    last_band: int = 0
    ruler: list[int]
    """By power, INDEPENDENTS excepted: the seat that rules it, or NOBODY while it is neutral or not in play."""
    ship: dict[int, int] = {}
    """By personality or army at sea, or aboard the Chaos Fleet: the fleet it is aboard."""
    bearer: dict[int, int] = {}
    """By artifact in play that is no ship: the personality that has it (ruling A-81)."""

    controller: int = -1
    """The personality in control of Elric, -1 for none (12.1.2)."""
    joined: bool = False
    """Whether Moonglum is with Elric for good (12.1.6)."""
    has_hand: bool = False
    """Whether Elric has drawn his first spells (12.1.3)."""
    returns: int = 0
    """The game-turn at whose start Elric comes back from the Turn Track, 0 while he is not there (16.4)."""
    is_brut_with: bool = False
    """Whether Brut is to come back with him."""

    holds: dict[int, Hold] = {}
    """By area: its city, if captured (7.5.2, 10.9.1)."""
    rewarded: tuple[tuple[int, int], ...] = ()
    """(seat, area) of captures that have given their spell, until an enemy takes the city (ruling A-75)."""
    fallen: bool = False
    """Whether Imrryr has fallen (7.5.9)."""
    sieges: dict[int, int] = {}
    """By area of a besieged city: the seat that besieges it (10.9.4)."""
    freed: tuple[int, ...] = ()
    """Hordes that may leave where they were mustered (11.0; ruling A-154)."""
    fresh: tuple[int, ...] = ()
    """Hordes mustered in this player-turn or since their owner's last (11.0)."""
    coming: dict[int, int] = {}
    """By nation mustered away: the seat to which it comes at the start of its next player-turn (11.0)."""

    cup: list[int]
    """Spells in the cup, by number."""
    discard: list[int]
    hand: dict[int, tuple[int, ...]]
    """By personality: the spells held, by number."""
    stars: dict[int, int]
    """By area: the face-down spell on its star."""
    face_up: dict[int, tuple[int, ...]] = {}
    """By area: spells that lie there face up (13.4), or, in the solitaire game, monsters found (14.1)."""
    maintained: dict[int, int] = {}
    """By personality: the spell maintained (13.4)."""
    flights: dict[int, Flight] = {}
    """By spell of flight in use: how far; the card is in its user's hand, and open (7.4.2)."""
    sacrificed: tuple[int, ...] = ()
    """Spells on the Law/Chaos marker (13.5)."""
    laid: dict[int, int] = {}
    """By casting personality: the spell laid face down for the battle where he is, or DRAWN (9.2)."""
    meant: dict[int, int] = {}
    """By casting personality: the battle his spell is laid for, where his side fights several in his area (9.2c)."""
    casts: tuple[int, ...] = ()
    """Personalities that have cast in this player-turn (9.2)."""

    balance: int = 0
    """The Cosmic Balance: 1 to 6 for Law, -1 to -6 for Chaos, 0 for Neutral (13.0)."""
    tipped: int = 0
    """1 when it is tipped to Law, -1 to Chaos, 0 while it stands."""
    ends: int = 0
    """The game-turn at whose end the tipped world ends, 0 while the Balance stands (13.4)."""
    horns: int = 0
    """Times Elric has blown the Horn of Fate (16.7)."""

    walked: dict[int, int] = {}
    """By personality and army: land points used in this player-turn (7.2; ruling A-101)."""
    sailed: dict[int, int] = {}
    """By fleet: points used in this player-turn; by passenger: seas sailed (7.3)."""
    changed: tuple[int, ...] = ()
    """Armies and fleets attached or detached in this player-turn (7.3)."""
    done: tuple[int, ...] = ()
    """Pieces that have finished moving in this player-turn."""
    trail: dict[int, tuple[int, ...]] = {}
    """By piece: the areas it has left in this player-turn, in order."""
    sought: dict[int, tuple[int, int]] = {}
    """By seat * 256 + area: the object of the last search there and its game-turn (8.0)."""
    found: tuple[tuple[int, int, int, int], ...] = ()
    """(area, seat, band) of enemy stacks found in this player-turn, and the band that has found each and is to fight
    it (8.0)."""
    assaults: tuple[int, ...] = ()
    """Areas whose city the phasing player assaults in this player-turn (ruling A-116)."""
    fought: tuple[int, ...] = ()
    """Swords, ELRIC or MOURNBLADE, whose value counted in this combat phase (12.1.4)."""
    to_draw: int = 0
    """Of Elric's first spells those that he has not drawn, for he was parted from his controller (12.1.3)."""
    leaving: tuple[int, ...] = ()
    """Seats whose players have left for good, until the player-turn ends (ruling A-235)."""

    def copy(self) -> ElricState:
        twin = super().copy()
        a, b, c, d, e = self.stacks
        twin.stacks = (a.copy(), b.copy(), c.copy(), d.copy(), e.copy())
        return twin

    # Where things are

    def pieces(self, seat: int, area: int) -> tuple[int, ...]:
        """The pieces of a seat, or of NOBODY, in an area."""
        return self.stacks[seat].get(area, ())

    def remaining(self, seat: int, area: int, group: Iterable[int]) -> tuple[int, ...]:
        """Return those of a group who are still a seat's and in an area."""
        where, owner = self.where, self.owner
        return tuple([p for p in group if where[p] == area and owner[p] == seat])

    def stack_of(self, p: int) -> tuple[int, ...]:
        """The stack a piece on the map is in, itself included."""
        area = self.where[p]
        here = self.stacks[self.owner[p]][area]
        if len(here) == 1 or not self.bands:
            return here
        if not IS_WILD[area] and (self.tipped >= 0 or not self.is_wild(area)):
            return here
        band = self.bands.get(p, 0)
        return tuple([each for each in here if self.bands.get(each, 0) == band])

    def stacks_at(self, seat: int, area: int) -> list[tuple[int, ...]]:
        """The stacks of a seat in an area: one, but in wilderness one for each band."""
        here = self.stacks[seat].get(area, ())
        if len(here) < 2 or not self.bands or not (IS_WILD[area] or self.is_wild(area)):
            return [here] if here else []
        parted: dict[int, list[int]] = {}
        for p in here:
            parted.setdefault(self.bands.get(p, 0), []).append(p)
        return [tuple(group) for group in parted.values()]

    def enemies(self, seat: int, area: int) -> list[int]:
        """The other seats with pieces in an area."""
        stacks = self.stacks
        return [other for other in OTHERS[seat] if area in stacks[other]]

    def contested(self, seat: int) -> set[int]:
        """The areas where a seat has pieces beside those of others."""
        stacks, found = self.stacks, set()
        for other in OTHERS[seat]:
            if stacks[other]:
                found |= stacks[seat].keys() & stacks[other].keys()
        return found

    def is_contested(self, seat: int) -> bool:
        """Whether a seat has pieces beside those of others anywhere."""
        stacks = self.stacks
        own = stacks[seat].keys()
        return not all([own.isdisjoint(stacks[other]) for other in OTHERS[seat]])

    def is_wild(self, area: int) -> bool:
        """Whether an area is wilderness: by the map, or by Chaos face up or maintained there (7.5.5, 13.4)."""
        if IS_WILD[area]:
            return True
        if self.tipped >= 0:
            return False
        return any([ALIGNMENT[spell] == CHAOS for spell in self.face_up.get(area, ())]) or any(
            [ALIGNMENT[spell] == CHAOS and self.where[p] == area for p, spell in self.maintained.items()]
        )

    def is_hostile(self, seat: int, area: int) -> bool:
        """Whether to enter an area is to fight there: enemies stand in it, and it is no wilderness (7.3, 10.1)."""
        stacks = self.stacks
        for other in OTHERS[seat]:
            if area in stacks[other]:
                return not self.is_wild(area)
        return False

    def persons(self, seat: int) -> Iterator[int]:
        """A seat's personalities on the map."""
        for group in self.stacks[seat].values():
            for p in group:
                if KIND[p] == PERSON:
                    yield p

    def city_owner(self, area: int) -> int:
        """The seat that controls the city of an area: its captor, else its nation's ruler; NOBODY if neutral."""
        hold = self.holds.get(area)
        return hold.seat if hold else self.ruler[CITY_NATION[area]]

    def aboard(self, fleet: int) -> list[int]:
        """Who is aboard a fleet."""
        return [p for p, ship in self.ship.items() if ship == fleet]

    def room(self, fleet: int) -> int:
        """The armies a fleet can still take."""
        if fleet not in self.ship.values():
            return CARRIES[fleet]
        return CARRIES[fleet] - len([p for p, ship in self.ship.items() if ship == fleet and KIND[p] == ARMY])

    def is_first(self) -> bool:
        """Whether the phasing player is the first of the game-turn."""
        if not self.out:
            return self.phasing == self.order[0]
        return self.phasing == next(seat for seat in self.order if seat not in self.out)

    # The Balance

    def dominant(self) -> int:
        """The alignment that is dominant, NEUTRAL for none (13.2)."""
        return LAW if self.balance > 0 else CHAOS if self.balance < 0 else NEUTRAL

    # Changing places

    def put(self, pieces: Sequence[int], area: int, beside: int = -1) -> None:
        """Put pieces that are on no area into one, in wilderness as one band, or in that of a piece there."""
        for p in pieces:
            self.where[p] = area
            _insert(self.stacks[self.owner[p]], area, p)
        self._band(pieces, area, beside)

    def lift(self, pieces: Iterable[int], to: int) -> None:
        """Take pieces off the map to OFF, LOST, AWAY or TRACK; cards and artifacts are the caller's business."""
        for p in pieces:
            _remove(self.stacks[self.owner[p]], self.where[p], p)
            self.where[p] = to
            self.bands.pop(p, None)
            self.ship.pop(p, None)

    def shift(self, pieces: Sequence[int], area: int, beside: int = -1) -> None:
        """Bring pieces on the map into another area, in wilderness as one band, or in that of a piece there."""
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
        self._band(pieces, area, beside)

    def _band(self, pieces: Iterable[int], area: int, beside: int) -> None:
        """Give pieces that are in an area by now their band; what makes it wilderness has come with them."""
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
        """Pieces come into the band of a friend in the same area, which may have none."""
        for p in pieces:
            if friend in self.bands:
                self.bands[p] = self.bands[friend]
            else:
                self.bands.pop(p, None)

    def set_owner(self, pieces: Iterable[int], seat: int) -> None:
        """Pieces on the map come to another seat, or to NOBODY, where they stand."""
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
    """Whether a piece is a personality with a spell capacity (3.2)."""
    return CAPACITY[p] >= 0


def walks_seas(p: int) -> bool:
    """Whether a personality crosses seas without a ship: magicians and Melniboneans (7.3, 12.0)."""
    return KIND[p] == PERSON and (CAPACITY[p] >= 0 or IS_MELNIBONEAN[p])


FIGHTERS: Final = tuple(
    tuple([not IS_LOVE[p] if KIND[p] == PERSON else KIND[p] == kind for p in range(PIECES)])
    for kind in (ARMY, FLEET)
)
"""On land and at sea, by piece: whether its value counts."""


def fights(p: int, at_sea: bool) -> bool:
    """Whether a piece's value counts: loves never, ships only at sea, armies only on land (3.2; ruling A-85)."""
    return FIGHTERS[at_sea][p]


def strength(pieces: Iterable[int], at_sea: bool) -> int:
    """The combat values of all who count, added up (10.4)."""
    counts = FIGHTERS[at_sea]
    return sum([VALUE[p] for p in pieces if counts[p]])


def influence(p: int) -> tuple[int, bool]:
    """A personality's number for the control of Elric; at equality a parenthesised one is greater (ruling A-125)."""
    return VALUE[p], IS_LOVE[p]


CASTS: Final = SPELLS
"""Actions on a person and a spell have the operand `person * CASTS + spell`."""


def pair(person: int, spell: int) -> int:
    """One operand for a person and a spell."""
    return person * CASTS + spell


def unpair(operand: int) -> tuple[int, int]:
    """The person and the spell of an operand."""
    return divmod(operand, CASTS)
