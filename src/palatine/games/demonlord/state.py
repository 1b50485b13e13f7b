"""The state of a match of Demonlord, with the methods that move units."""

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
"""Stored names of renamed steps, by current name."""

# Places off the map
AWAY = -1
"""Not yet in play: to be invoked, or a reinforcement."""
DEAD = -2
PRISONER = -3
LIMBO = -4
"""On the way home, after a neutral left an alliance."""
GONE = -5
"""Out of the game for good, or never in it."""
FREED = -6
"""Freed, and waiting for a place to appear."""

# Allegiance of a neutral state; 0 and 1 are the player it serves.
UNALLIED = 2
MYTH = 3

FORTRESS_SET = frozenset(FORTRESSES)
NORMAL, STRATEGIC, LONG = "normal", "strategic", "long"


class Fallen(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """A recently destroyed unit: hex, side and phase."""

    unit: int
    hex: int
    side: int
    phase: int


class Flood(msgspec.Struct, frozen=True, array_like=True, gc=False, cache_hash=True):
    """Hexes under the Rains up to and including phase number `last`."""

    last: int
    hexes: tuple[int, ...]


class Return(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Units of a neutral that return home at the end of phase number `phase`."""

    phase: int
    units: tuple[int, ...]


Stacks = tuple[dict[int, tuple[int, ...]], dict[int, tuple[int, ...]], dict[int, tuple[int, ...]]]


class Battle(msgspec.Struct, frozen=True, array_like=True):
    """A battle in progress.

    `groups` are the battleline: in each, the units of Hosar and of the Demon that face each other. The first of a side
    holds the place, the others have joined it (ruling B10).
    """

    hex: int
    terrain: int
    size: int
    round: int = 0
    groups: tuple[tuple[tuple[int, ...], tuple[int, ...]], ...] = ()
    reserve: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    routed: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    posts: tuple[tuple[int, int], ...] = ()
    """Pairs (character, its troop), in order of placing."""
    casters: tuple[int, ...] = ()
    """Characters who use battle magic here."""
    aside: tuple[int, ...] = ()
    """Garrison that stays out of a relief battle."""


class DemonlordState(State, kw_only=True):
    """The complete state: lists by unit, dicts by hex, otherwise plain values."""

    turn: int
    first: int
    """Side that has the first phase of each turn."""
    phasing: int
    phase: int
    """Number of this phase, counted from 1 through the whole game."""
    where: list[int]
    """By unit: its hex, or AWAY, DEAD, PRISONER, LIMBO, GONE, FREED."""
    movement_left: list[int] = msgspec.field(name="mp")
    """By unit, during movement: points left, plus `FRESH` while it has not moved."""
    stacks: Stacks
    """By side and hex: the units there, the top one first."""
    control: dict[int, int]
    """By fortress, homeland and Ninnghiz: the side in control, 2 for a neutral."""
    home: tuple[int, ...]
    """By unit: its home hex, or -1."""
    serves: tuple[int, ...]
    """By neutral state: the side it is allied to, UNALLIED or MYTH."""
    permanent: tuple[bool, ...]
    allowance: tuple[int, ...] = ()
    """By unit: movement points at the start of the movement step."""
    riding_pairs: tuple[tuple[int, int], ...] = msgspec.field(name="ride", default=())
    """Pairs (character, troop) that ride together in this movement step."""
    vacated_hexes: tuple[int, ...] = msgspec.field(name="left", default=())
    """Hexes that troops have left by marching in this movement step."""
    relieving_units: tuple[int, ...] = msgspec.field(name="relief", default=())
    """Units that have marched into their own besieged fortress in this phase."""
    reinforced: tuple[int, ...] = ()
    """Hexes that the phasing player's troops have entered in this phase."""
    tested: tuple[int, ...] = ()
    """unit * 1000 + hex for every capture test of this turn."""
    spent_casters: tuple[int, ...] = msgspec.field(name="cast", default=())
    """Characters that have used their spell of this phase."""
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """By side: the special spells it holds."""
    revealed_spells: tuple[tuple[int, ...], tuple[int, ...]] = msgspec.field(name="shown", default=((), ()))
    """By side: the special spells that have been cast and so are public."""
    forcemarched: tuple[int, ...] = msgspec.field(name="forced", default=())
    """Units under a Forcemarch."""
    earthpitted: tuple[int, ...] = msgspec.field(name="pitted", default=())
    """Units halved by an Earthpit."""
    earthpits: tuple[int, ...] = ()
    """Hexes closed by an Earthpit in this phase."""
    floods: tuple[Flood, ...] = ()
    rained: int = 0
    """Number of the phase in which the Rains were last cast, successfully or not."""
    morale_shadows: tuple[tuple[int, int], ...] = msgspec.field(name="gloom", default=())
    """Pairs (hex, side that loses one point of morale); both sides in a hex cancel out."""
    cloaks: tuple[int, ...] = ()
    """hex * 2 + side for every hex protected by a Cloak in this phase."""
    fallen: tuple[Fallen, ...] = ()
    """Units destroyed in this phase and the previous one."""
    captors: tuple[tuple[int, int], ...] = ()
    """Pairs (unit, captor), in order of capture."""
    sieges: tuple[tuple[int, int], ...] = ()
    """Pairs (hex, siege steps since the siege began)."""
    ula: int = 0
    """Ruler of Ula: 0 unknown, 1 the Balron, 2 the Dwarf King."""
    spirit: int = -1
    """Spirit of the Forest Temple that came, the only one that can come again; or -1."""
    loyalty_checks_due: tuple[int, ...] = msgspec.field(name="waver", default=())
    """Semi-permanent allies to be checked at the end of this phase."""
    courted_by_spell: tuple[int, ...] = msgspec.field(name="spelled", default=())
    """Neutrals that an alliance spell has been cast on in this turn."""
    returns: tuple[Return, ...] = ()
    guests: tuple[tuple[int, int], ...] = msgspec.field(name="grace", default=())
    """Pairs (hex, side whose troops there are not attacked until its next movement ends) (F29)."""
    opened: bool = False
    """Whether an event has occurred that allows reinforcements to be requested."""
    requested: tuple[bool, bool] = (False, False)
    arrived: tuple[bool, bool] = (False, False)
    waiting: tuple[int, ...] = ()
    """Reinforcements freed from prison, which enter in their side's next phase."""
    points: tuple[int, int] = (0, 0)
    losses_this_turn: tuple[int, int] = msgspec.field(name="toll", default=(0, 0))
    """By side: its units killed and captured in this turn."""
    troops_lost: tuple[int, int] = (0, 0)
    """By side: its troops killed and captured in the whole game."""
    slain: tuple[tuple[int, int], ...] = ()
    """Pairs (character, side it last died for), including those who have returned since."""
    truce_talks_open: bool = msgspec.field(name="talks", default=False)
    last_turn: int = 0
    """Turn that ends the game, once it is fixed."""
    battle: Battle | None = None
    seen: tuple[int, ...] = ()
    """Units below the top of a stack that the enemy knows to be there (H16)."""
    gated: tuple[int, ...] = ()
    """Units that have passed a Spellgate in this movement step, and can neither ride nor carry."""
    halted_units: tuple[int, ...] = msgspec.field(name="held", default=())
    """Units stopped for this phase's movement, perhaps before it: by troops, or by a drawn test."""
    rallied: tuple[int, ...] = ()
    """Units that routed in this battle step and rejoined the winner; inactive until it ends."""

    def copy(self) -> DemonlordState:
        twin = super().copy()
        hosar, demon, neutral = self.stacks
        twin.stacks = (hosar.copy(), demon.copy(), neutral.copy())
        return twin

    # Places of units

    def stack(self, side: int, h: int) -> tuple[int, ...]:
        """Return the units of a side in a hex, the top one first."""
        return self.stacks[side].get(h, ())

    def has_troop(self, side: int, h: int) -> bool:
        return has_troops(self.stacks[side].get(h, ()))

    def troops(self, side: int, h: int) -> list[int]:
        return [u for u in self.stacks[side].get(h, ()) if IS_TROOP[u]]

    def characters(self, side: int, h: int) -> list[int]:
        return [u for u in self.stacks[side].get(h, ()) if not IS_TROOP[u]]

    def side_of(self, u: int) -> int:
        """Return the side a unit serves now: a player, or NEUTRAL."""
        neutral = UNIT_NEUTRAL[u]
        return UNIT_SIDE[u] if neutral < 0 else min(self.serves[neutral], NEUTRAL)

    def on_map(self, side: int) -> Iterator[int]:
        """Return the units of a side on the map, hex by hex."""
        for units in self.stacks[side].values():
            yield from units

    def put(self, units: Iterable[int], side: int, h: int) -> None:
        """Put units on top of their side's stack in a hex, the first uppermost."""
        group, where, stacks = tuple(units), self.where, self.stacks[side]
        for u in group:
            where[u] = h
        stack = stacks.get(h)
        if stack is not None:
            self.reveal(stack[:1])
            group += stack
        stacks[h] = group

    def slip_under(self, units: Iterable[int], side: int, h: int) -> None:
        """Put units below the top of their side's stack, hidden from the enemy (H12)."""
        group = tuple(units)
        for u in group:
            self.where[u] = h
        stack = self.stack(side, h)
        self.stacks[side][h] = stack[:1] + group + stack[1:]

    def lift(self, units: Iterable[int], side: int, h: int, to: int) -> None:
        """Remove units of a side from a hex."""
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
        elif len(gone) > 1 and len(rest) > 1:  # The enemy sees only the top of each part.
            self.lose_sight(gone + rest)

    def lay_on_top(self, u: int, side: int, h: int) -> None:
        """Move a unit of a stack to its top."""
        stacks = self.stacks[side]
        self.reveal(stacks[h][:1])
        stacks[h] = (u, *[v for v in stacks[h] if v != u])

    def reveal(self, units: Iterable[int]) -> None:
        """Record that the enemy knows where these units are (H16)."""
        new = [u for u in units if u not in self.seen]
        self.seen = (*self.seen, *new)

    def lose_sight(self, unsure: tuple[int, ...]) -> None:
        """Record that the enemy no longer knows where these units are (H16).

        They have left a stack, or may have.
        """
        self.seen = tuple([u for u in self.seen if u not in unsure])

    def set_aside(self, units: Iterable[int], place: int) -> None:
        """Move units that are off the map to another place off the map."""
        for u in units:
            self.where[u] = place

    def halt(self, units: Iterable[int]) -> None:
        """Stop units for this phase's movement step, current or still to come (MOV-20, CAP-08)."""
        stopped = tuple([u for u in units if u not in self.halted_units])
        self.halted_units = (*self.halted_units, *stopped)
        self.riding_pairs = tuple([pair for pair in self.riding_pairs if pair[0] not in stopped])
        if self.is_moving():
            for u in stopped:
                self.movement_left[u] = 0

    def end_march(self, gone: tuple[int, ...]) -> None:
        """Delete units that have left the map from the records of movement and battle."""
        self.riding_pairs = tuple(
            [pair for pair in self.riding_pairs if pair[0] not in gone and pair[1] not in gone]
        )
        self.relieving_units = tuple([u for u in self.relieving_units if u not in gone])
        self.gated = tuple([u for u in self.gated if u not in gone])
        self.halted_units = tuple([u for u in self.halted_units if u not in gone])
        self.rallied = tuple([u for u in self.rallied if u not in gone])

    def is_moving(self) -> bool:
        """Return whether the movement step is in progress, the only time units have points."""
        return bool(self.movement_left)

    def shows_troop(self, side: int, h: int) -> bool:
        """Return whether a stack of `side` visibly has a troop on top."""
        units = self.stacks[side].get(h)
        return units is not None and IS_TROOP[units[0]]

    def holds_fortress(self, side: int, h: int) -> bool:
        """Return whether `side` controls a fortress in `h`."""
        return self.control.get(h) == side and self.is_fortress(h)

    def siege_steps(self, h: int) -> int:
        """Return the siege steps at a fortress since the siege began."""
        return dict(self.sieges).get(h, 0)

    def is_besieged(self, h: int) -> bool:
        """Return whether a fortress has troops inside and besiegers; guests do not besiege (F29)."""
        holder = self.control.get(h, NEUTRAL)
        return (
            holder != NEUTRAL
            and self.has_troop(1 - holder, h)
            and self.has_troop(holder, h)
            and self.is_fortress(h)
            and not self.has_guests(h)
        )

    def has_guests(self, h: int) -> bool:
        """Return whether a homeland has guests, who neither attack nor are attacked (F29)."""
        return any([home == h for home, _ in self.guests])

    def is_fortress(self, h: int) -> bool:
        """Return whether `h` has a city or castle; a myth's is a village (ruling F17)."""
        return h in FORTRESS_SET and (h not in HOMELAND_OF or self.serves[HOMELAND_OF[h]] != MYTH)

    def flooded(self) -> frozenset[int]:
        """Return all hexes now under the Rains."""
        return flooded_by(self.floods) if self.floods else DRY

    def wet_around(self, h: int) -> frozenset[int]:
        """Return those of `h` and its adjacent hexes that are now under the Rains."""
        return self.flooded() & AROUND[h]

    def exits(self, cls: int, h: int) -> Mapping[int, int]:
        """Return the cost of each hex a class can enter from `h`, clockwise from the north."""
        wet = self.wet_around(h) if self.floods else DRY
        return exits_under(wet, cls, h) if wet else EXITS[cls][h]

    def captor(self, u: int) -> int:
        """Return the captor of a prisoner."""
        return dict(self.captors)[u]

    def prisoners(self, side: int) -> list[int]:
        """Return the prisoners of a side."""
        return [u for u, captor in self.captors if captor == side]

    def variant(self) -> str:
        return str(self.options["ending"])


Value = TypeVar("Value")


def with_side(pair: tuple[Value, Value], side: int, value: Value) -> tuple[Value, Value]:
    """Return a pair by side with one value replaced."""
    return (value, pair[1]) if side == 0 else (pair[0], value)


def has_troops(units: Iterable[int]) -> bool:
    """Return whether any of these units is a troop."""
    return not TROOPS.isdisjoint(units)


DRY: frozenset[int] = frozenset()
AROUND = tuple([GRID.disc(h, 1) for h in range(HEXES)])


@lru_cache(maxsize=1 << 14)
def exits_under(flooded: frozenset[int], cls: int, h: int) -> Mapping[int, int]:
    """Return `DemonlordState.exits` while the Rains affect these hexes; cached."""
    prices = [
        crossing(cls, h, d, flooded) if is_rained_on(h, d, flooded) else COST[cls][h * 6 + d] for d in range(6)
    ]
    return crossable(h, prices)


def crossable(h: int, prices: Sequence[int]) -> Mapping[int, int]:
    """Return the neighbours of `h` with the cost to enter, without those of price 0."""
    return {n: price for n, price in zip(NEIGHBOURS[h], prices, strict=True) if price}


EXITS = tuple([tuple([crossable(h, table[h * 6 : h * 6 + 6]) for h in range(HEXES)]) for table in COST])
"""By movement class and hex: `DemonlordState.exits` without Rains."""


def is_rained_on(h: int, d: int, flooded: frozenset[int]) -> bool:
    """Return whether either hex of a hexside is under the Rains (ruling M42)."""
    return h in flooded or NEIGHBOURS[h][d] in flooded


@lru_cache(maxsize=64)
def flooded_by(floods: tuple[Flood, ...]) -> frozenset[int]:
    """Return the hexes of all these floods."""
    return frozenset(h for flood in floods for h in flood.hexes)


HOMELAND_OF = {h: neutral for neutral, h in enumerate(HOMELANDS)}
FRESH = 64

CAPITALS = (TIMUR, NISSHAR)
"""By side: its capital."""
