"""The position of a game of Demonlord, and the few setters that change where units lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import lru_cache
from typing import Final, TypeVar

import msgspec

from palatine.core import State, StoredNames
from palatine.games.demonlord.components.pieces import IS_TROOP, TROOPS, UNIT_NEUTRAL, UNIT_SIDE
from palatine.games.demonlord.components.tables import COST, crossing
from palatine.games.demonlord.components.world import (
    FORTRESSES,
    GRID,
    HEXES,
    HOMELANDS,
    NEIGHBOURS,
    NEUTRAL,
    NISSHAR,
    TIMUR,
)

STORED_NAMES: Final = StoredNames({
    "AnnounceSpell": "Speak",
    "AnswerOffer": "Reply",
    "AnswerVision": "Cloak",
    "AskPeaceOffer": "MayOffer",
    "AskTruceCall": "MayCall",
    "AskTruceTalks": "MayTalk",
    "AssignEscorts": "Escorts",
    "BeginPhase": "Start",
    "ChooseRainsHexes": "Area",
    "ChooseRainsShape": "Extent",
    "ChooseRaisedUnit": "Raise",
    "ChooseSiegeMethod": "Method",
    "CommitUnit": "Forward",
    "ContinueMarch": "Onward",
    "ContinueRetreat": "GoOn",
    "ExtendRetreat": "GoFurther",
    "GateBetweenMarches": "MidMarch",
    "MatchCommitment": "Answer",
    "OfferPrisoner": "Offer",
    "PlaceCharacter": "Place",
    "ReassignCharacter": "Rehouse",
    "SiegeAftermath": "Outcome",
    "SiegeLosses": "Losses",
    "SpellListener": "Hearing",
    "SpellWindow": "Window",
    "UnmatchedUnits": "Leftovers",
})  # fmt: skip
"""The names under which renamed steps are stored, by today's."""

# Where a unit is when it is on no hex.
AWAY = -1
"""Not yet come: to be invoked, or among the reinforcements."""
DEAD = -2
PRISONER = -3
LIMBO = -4
"""Of a neutral that left an alliance, on its way home."""
GONE = -5
"""Out of the game for good, or never in it."""
FREED = -6
"""Freed, and waiting for a place where it can appear."""

# What a neutral state is to the two players; 0 and 1 are the player it serves.
UNALLIED = 2
MYTH = 3

FORTRESS_SET = frozenset(FORTRESSES)
NORMAL, STRATEGIC, LONG = "normal", "strategic", "long"


class Fallen(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A unit destroyed lately: where, for which side, and in which phase."""

    unit: int
    hex: int
    side: int
    phase: int


class Flood(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """Hexes under the Rains up to and including phase number `last`."""

    last: int
    hexes: tuple[int, ...]


class Return(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Units of a neutral that come home at the end of phase number `phase`."""

    phase: int
    units: tuple[int, ...]


Stacks = tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]


class Battle(msgspec.Struct, frozen=True, array_like=True):
    """A battle being fought. `groups` are the battleline: in each, the units of Hosar and of the Demon that face
    each other; the first of a side holds the place, the others have joined it (ruling B10)."""

    hex: int
    terrain: int
    size: int
    round: int = 0
    groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    reserve: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    routed: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    posts: tuple[tuple[int, int], ...] = ()
    """(character, the troop he stands with), in order of placing."""
    casters: tuple[int, ...] = ()
    """Characters who use battle magic here."""
    aside: tuple[int, ...] = ()
    """The garrison that stays out of a relief battle."""


class DemonlordState(State, kw_only=True):
    """Everything the referee knows. Lists by unit, dicts by hex, the rest plain values."""

    turn: int
    first: int
    """The side that has the first phase of each turn."""
    phasing: int
    phase: int
    """The number of this phase, counted from 1 through the whole game."""
    where: list[int]
    """By unit: its hex, or one of AWAY, DEAD, PRISONER, LIMBO, GONE, FREED."""
    movement_left: list[int] = msgspec.field(name="mp")
    """By unit, in the movement step: points left; `FRESH` is added while it has not moved."""
    stacks: Stacks
    """By side and hex: the units there, the top one first."""
    control: dict[int, int]
    """By hex, for fortresses, homelands and Ninnghiz: who controls it, 2 while a neutral does."""
    home: tuple[int, ...]
    """By unit: the hex it belongs to, -1 for those that have none."""
    serves: tuple[int, ...]
    """By neutral state: the side it is allied to, UNALLIED or MYTH."""
    permanent: tuple[bool, ...]
    allowance: tuple[int, ...] = ()
    """By unit: movement points at the opening of the movement step."""
    riding_pairs: tuple[tuple[int, int], ...] = msgspec.field(name="ride", default=())
    """(character, troop) pairs that ride together in this movement step."""
    vacated_hexes: tuple[int, ...] = msgspec.field(name="left", default=())
    """Hexes that troops have marched out of in this movement step."""
    relieving_units: tuple[int, ...] = msgspec.field(name="relief", default=())
    """Units that have marched into the hex of their own besieged fortress in this phase."""
    reinforced: tuple[int, ...] = ()
    """Hexes that the phasing player's troops have come into in this phase."""
    tested: tuple[int, ...] = ()
    """unit * 1000 + hex for every capture test of this turn."""
    spent_casters: tuple[int, ...] = msgspec.field(name="cast", default=())
    """Characters that have used their spell of this phase."""
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """By side: the special spells it holds."""
    revealed_spells: tuple[tuple[int, ...], tuple[int, ...]] = msgspec.field(name="shown", default=((), ()))
    """By side: the special spells that have been cast, and so are known to all."""
    forcemarched: tuple[int, ...] = msgspec.field(name="forced", default=())
    """Units under a Forcemarch."""
    earthpitted: tuple[int, ...] = msgspec.field(name="pitted", default=())
    """Units halved by an Earthpit."""
    earthpits: tuple[int, ...] = ()
    """Hexes that nothing may enter in this phase."""
    floods: tuple[Flood, ...] = ()
    rained: int = 0
    """The number of the phase in which the Rains were last tried."""
    morale_shadows: tuple[tuple[int, int], ...] = msgspec.field(name="gloom", default=())
    """(hex, side whose troops lose one point of morale); both sides listed cancel out."""
    cloaks: tuple[int, ...] = ()
    """hex * 2 + side for every hex a Cloak protects in this phase."""
    fallen: tuple[Fallen, ...] = ()
    """Units destroyed in this phase and the one before."""
    captors: tuple[tuple[int, int], ...] = ()
    """(unit, side that holds it), in order of capture."""
    sieges: tuple[tuple[int, int], ...] = ()
    """(hex, siege steps held there since the siege began)."""
    ula: int = 0
    """Who rules Ula: 0 not yet known, 1 the Balron, 2 the Dwarf King."""
    spirit: int = -1
    """The spirit of the Forest Temple that came, and so the only one that can."""
    loyalty_checks_due: tuple[int, ...] = msgspec.field(name="waver", default=())
    """Semi-permanent allies to be checked at the end of this phase."""
    courted_by_spell: tuple[int, ...] = msgspec.field(name="spelled", default=())
    """Neutrals that an alliance spell has been cast on in this turn."""
    returns: tuple[Return, ...] = ()
    guests: tuple[tuple[int, int], ...] = msgspec.field(name="grace", default=())
    """(hex, side whose troops there are left in peace until its next movement step ends), ruling F29."""
    opened: bool = False
    """Whether anything has happened yet that lets reinforcements be requested."""
    requested: tuple[bool, bool] = (False, False)
    arrived: tuple[bool, bool] = (False, False)
    waiting: tuple[int, ...] = ()
    """Reinforcements freed from prison, to enter in their side's next phase."""
    points: tuple[int, int] = (0, 0)
    losses_this_turn: tuple[int, int] = msgspec.field(name="toll", default=(0, 0))
    """By side: its units killed and captured in this turn."""
    troops_lost: tuple[int, int] = (0, 0)
    """By side: its troops killed and captured in the whole game."""
    slain: tuple[tuple[int, int], ...] = ()
    """(character, the side he last fell for), also of those who have come back since."""
    truce_talks_open: bool = msgspec.field(name="talks", default=False)
    last_turn: int = 0
    """The turn that ends the game, once it is fixed."""
    battle: Battle | None = None
    seen: tuple[int, ...] = ()
    """Units under the top of a stack of which the enemy knows that they are there (H16)."""
    gated: tuple[int, ...] = ()
    """Units that have passed a Spellgate in this movement step, and so can neither ride nor be ridden anew."""
    halted_units: tuple[int, ...] = msgspec.field(name="held", default=())
    """Units stopped for this phase's movement step, even before it opens: troops by troops, characters by a draw."""
    rallied: tuple[int, ...] = ()
    """Units that routed in this battle step and are back with the winner, but do nothing until the step is over."""

    def copy(self) -> DemonlordState:
        twin = super().copy()
        hosar, demon, neutral = self.stacks
        twin.stacks = (hosar.copy(), demon.copy(), neutral.copy())
        return twin

    # Where units lie

    def stack(self, side: int, h: int) -> tuple[int, ...]:
        """The units of a side in a hex, the top one first."""
        return self.stacks[side].get(h, ())

    def has_troop(self, side: int, h: int) -> bool:
        return has_troops(self.stacks[side].get(h, ()))

    def troops(self, side: int, h: int) -> list[int]:
        return [u for u in self.stacks[side].get(h, ()) if IS_TROOP[u]]

    def characters(self, side: int, h: int) -> list[int]:
        return [u for u in self.stacks[side].get(h, ()) if not IS_TROOP[u]]

    def side_of(self, u: int) -> int:
        """The side a unit serves now: a player, or NEUTRAL."""
        neutral = UNIT_NEUTRAL[u]
        return UNIT_SIDE[u] if neutral < 0 else min(self.serves[neutral], NEUTRAL)

    def on_map(self, side: int) -> Iterator[int]:
        """All units of a side that are on the map, hex by hex."""
        for units in self.stacks[side].values():
            yield from units

    def put(self, units: Iterable[int], side: int, h: int) -> None:
        """Lay units on top of their side's stack in a hex, the first uppermost."""
        group, where, stacks = tuple(units), self.where, self.stacks[side]
        for u in group:
            where[u] = h
        stack = stacks.get(h)
        if stack is not None:
            self.reveal(stack[:1])
            group += stack
        stacks[h] = group

    def slip_under(self, units: Iterable[int], side: int, h: int) -> None:
        """Lay units beneath the top of their side's stack, so that nobody sees them come (H12)."""
        group = tuple(units)
        for u in group:
            self.where[u] = h
        stack = self.stack(side, h)
        self.stacks[side][h] = stack[:1] + group + stack[1:]

    def lift(self, units: Iterable[int], side: int, h: int, to: int) -> None:
        """Take units of a side out of a hex."""
        gone, where, stacks = tuple(units), self.where, self.stacks[side]
        for u in gone:
            where[u] = to
        rest = () if len(gone) == len(stacks[h]) else tuple([u for u in stacks[h] if u not in gone])
        if rest:
            stacks[h] = rest
        else:
            del stacks[h]
        if to < 0:
            self.lose_sight(gone)
            self.end_march(gone)
        elif len(gone) > 1 and len(rest) > 1:  # with the first of either part seen, who went is not
            self.lose_sight(gone + rest)

    def lay_on_top(self, u: int, side: int, h: int) -> None:
        """Put a unit of a stack on top of it."""
        stacks = self.stacks[side]
        self.reveal(stacks[h][:1])
        stacks[h] = (u, *[v for v in stacks[h] if v != u])

    def reveal(self, units: Iterable[int]) -> None:
        """The enemy knows from now on that these units are where they are (H16)."""
        new = [u for u in units if u not in self.seen]
        self.seen = (*self.seen, *new)

    def lose_sight(self, unsure: tuple[int, ...]) -> None:
        """The enemy no longer knows where these units are: they have left, or may have left, a stack (H16)."""
        self.seen = tuple([u for u in self.seen if u not in unsure])

    def set_aside(self, units: Iterable[int], place: int) -> None:
        """Move units that are on no hex to another place off the map."""
        for u in units:
            self.where[u] = place

    def halt(self, units: Iterable[int]) -> None:
        """Stop units for the movement step of this phase, whether it is on or still to come (MOV-20, CAP-08)."""
        stopped = tuple([u for u in units if u not in self.halted_units])
        self.halted_units = (*self.halted_units, *stopped)
        self.riding_pairs = tuple([pair for pair in self.riding_pairs if pair[0] not in stopped])
        if self.is_moving():
            for u in stopped:
                self.movement_left[u] = 0

    def end_march(self, gone: tuple[int, ...]) -> None:
        """Units have left the map: they neither ride nor carry, relieve nobody, and nothing holds them up."""
        self.riding_pairs = tuple(
            [pair for pair in self.riding_pairs if pair[0] not in gone and pair[1] not in gone]
        )
        self.relieving_units = tuple([u for u in self.relieving_units if u not in gone])
        self.gated = tuple([u for u in self.gated if u not in gone])
        self.halted_units = tuple([u for u in self.halted_units if u not in gone])
        self.rallied = tuple([u for u in self.rallied if u not in gone])

    def is_moving(self) -> bool:
        """Whether the movement step is on: units have points only then."""
        return bool(self.movement_left)

    def shows_troop(self, side: int, h: int) -> bool:
        """Whether a stack of `side` has a troop on top, for all to see."""
        units = self.stacks[side].get(h)
        return units is not None and IS_TROOP[units[0]]

    def holds_fortress(self, side: int, h: int) -> bool:
        """Whether there is a fortress in `h` and `side` controls it."""
        return self.control.get(h) == side and self.is_fortress(h)

    def siege_steps(self, h: int) -> int:
        """Siege steps held at a fortress since the siege began."""
        return dict(self.sieges).get(h, 0)

    def is_besieged(self, h: int) -> bool:
        """Whether the fortress in `h` has troops inside and besiegers outside; guests besiege nobody (F29)."""
        holder = self.control.get(h, NEUTRAL)
        return (
            holder != NEUTRAL
            and self.has_troop(1 - holder, h)
            and self.has_troop(holder, h)
            and self.is_fortress(h)
            and not self.has_guests(h)
        )

    def has_guests(self, h: int) -> bool:
        """Whether a homeland has guests, who attack nobody and are left in peace (F29)."""
        return any([home == h for home, _ in self.guests])

    def is_fortress(self, h: int) -> bool:
        """Whether `h` holds a city or castle that counts as one (a myth's is a village, ruling F17)."""
        return h in FORTRESS_SET and (h not in HOMELAND_OF or self.serves[HOMELAND_OF[h]] != MYTH)

    def flooded(self) -> frozenset[int]:
        """All hexes now under the Rains."""
        return flooded_by(self.floods) if self.floods else DRY

    def wet_around(self, h: int) -> frozenset[int]:
        """Which of `h` and the hexes next to it are now under the Rains."""
        return self.flooded() & AROUND[h]

    def exits(self, cls: int, h: int) -> Mapping[int, int]:
        """The hexes a movement class can enter from `h` and for how many points, from the north clockwise."""
        wet = self.wet_around(h) if self.floods else DRY
        return exits_under(wet, cls, h) if wet else EXITS[cls][h]

    def captor(self, u: int) -> int:
        """The side that holds a prisoner."""
        return dict(self.captors)[u]

    def prisoners(self, side: int) -> list[int]:
        """The units that a side holds."""
        return [u for u, captor in self.captors if captor == side]

    def variant(self) -> str:
        return str(self.options["ending"])


Value = TypeVar("Value")


def with_side(pair: tuple[Value, Value], side: int, value: Value) -> tuple[Value, Value]:
    """A pair by side with another value for one of them."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


def has_troops(units: Iterable[int]) -> bool:
    """Whether any of these units is a troop."""
    return not TROOPS.isdisjoint(units)


DRY: frozenset[int] = frozenset()
AROUND = tuple([GRID.disc(h, 1) for h in range(HEXES)])


@lru_cache(maxsize=1 << 14)
def exits_under(flooded: frozenset[int], cls: int, h: int) -> Mapping[int, int]:
    """`DemonlordState.exits` while the Rains lie on these hexes. Cached."""
    prices = [
        crossing(cls, h, d, flooded) if is_rained_on(h, d, flooded) else COST[cls][h * 6 + d] for d in range(6)
    ]
    return crossable(h, prices)


def crossable(h: int, prices: Sequence[int]) -> Mapping[int, int]:
    """The neighbours of `h` and what it costs to enter them, without those whose price is 0."""
    return {n: price for n, price in zip(NEIGHBOURS[h], prices, strict=True) if price}


EXITS = tuple([tuple([crossable(h, table[h * 6 : h * 6 + 6]) for h in range(HEXES)]) for table in COST])
"""By movement class and hex: `DemonlordState.exits` in dry weather."""


def is_rained_on(h: int, d: int, flooded: frozenset[int]) -> bool:
    """Whether either hex of a hexside lies under the Rains (ruling M42)."""
    return h in flooded or NEIGHBOURS[h][d] in flooded


@lru_cache(maxsize=64)
def flooded_by(floods: tuple[Flood, ...]) -> frozenset[int]:
    """The hexes of all these floods together."""
    return frozenset(h for flood in floods for h in flood.hexes)


HOMELAND_OF = {h: neutral for neutral, h in enumerate(HOMELANDS)}
FRESH = 64

CAPITALS = (TIMUR, NISSHAR)
"""By side: its capital."""
