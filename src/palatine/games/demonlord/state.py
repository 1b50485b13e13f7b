"""The position of a game of Demonlord, and the few setters that change where units lie."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from functools import lru_cache

import msgspec

from palatine.core import State
from palatine.games.demonlord.components import (
    COST,
    FORTRESSES,
    HEXES,
    HOMELANDS,
    IS_TROOP,
    NEIGHBOURS,
    NEUTRAL,
    NISSHAR,
    TIMUR,
    UNIT_NEUTRAL,
    UNIT_SIDE,
    costs,
    crossing,
)

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
    """A unit destroyed lately: where, for which side, in which phase, and whether inside a besieged fortress."""

    unit: int
    hex: int
    side: int
    phase: int
    besieged: bool


class Flood(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Hexes under the Rains up to and including phase number `last`."""

    last: int
    hexes: tuple[int, ...]


class Return(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Units of a neutral that come home at the end of phase number `phase`."""

    phase: int
    units: tuple[int, ...]


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
    mp: list[int]
    """By unit, in the movement step: points left; `FRESH` is added while it has not moved."""
    stacks: dict[int, tuple[int, ...]]
    """By hex * 3 + side: the units there, the top one first."""
    control: dict[int, int]
    """By hex, for fortresses, homelands and Ninnghiz: who controls it, 2 while a neutral does."""
    home: tuple[int, ...]
    """By unit: the hex it belongs to, -1 for those that have none."""
    serves: tuple[int, ...]
    """By neutral state: the side it is allied to, UNALLIED or MYTH."""
    permanent: tuple[bool, ...]
    allowance: tuple[int, ...] = ()
    """By unit: movement points at the opening of the movement step."""
    ride: tuple[tuple[int, int], ...] = ()
    """(character, troop) pairs that ride together in this movement step."""
    left: tuple[int, ...] = ()
    """Hexes that troops have marched out of in this movement step."""
    relief: tuple[int, ...] = ()
    """Units that have marched into the hex of their own besieged fortress in this phase."""
    reinforced: tuple[int, ...] = ()
    """Hexes that the phasing player's troops have come into in this phase."""
    entered: tuple[int, ...] = ()
    """Reinforcements that have come on in this phase."""
    tested: tuple[int, ...] = ()
    """unit * 1000 + hex for every capture test of this turn."""
    cast: tuple[int, ...] = ()
    """Characters that have used their spell of this phase."""
    hands: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """By side: the special spells it holds."""
    shown: tuple[tuple[int, ...], tuple[int, ...]] = ((), ())
    """By side: the special spells that have been cast, and so are known to all."""
    forced: tuple[int, ...] = ()
    """Units under a Forcemarch."""
    pitted: tuple[int, ...] = ()
    """Units halved by an Earthpit."""
    earthpits: tuple[int, ...] = ()
    """Hexes that nothing may enter in this phase."""
    floods: tuple[Flood, ...] = ()
    rained: int = 0
    """The number of the phase in which the Rains were last tried."""
    gloom: tuple[tuple[int, int], ...] = ()
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
    waver: tuple[int, ...] = ()
    """Semi-permanent allies to be checked at the end of this phase."""
    spelled: tuple[int, ...] = ()
    """Neutrals that an alliance spell has been cast on in this turn."""
    returns: tuple[Return, ...] = ()
    grace: tuple[tuple[int, int], ...] = ()
    """(hex, side whose troops there are left in peace until its next movement step ends), ruling F29."""
    opened: bool = False
    """Whether anything has happened yet that lets reinforcements be requested."""
    requested: tuple[bool, bool] = (False, False)
    arrived: tuple[bool, bool] = (False, False)
    waiting: tuple[int, ...] = ()
    """Reinforcements freed from prison, to enter in their side's next phase."""
    points: tuple[int, int] = (0, 0)
    toll: tuple[int, int] = (0, 0)
    """By side: its units killed and captured in this turn."""
    troops_lost: tuple[int, int] = (0, 0)
    """By side: its troops killed and captured in the whole game."""
    slain: tuple[tuple[int, int], ...] = ()
    """(character, the side he last fell for), also of those who have come back since."""
    talks: bool = False
    last_turn: int = 0
    """The turn that ends the game, once it is fixed."""
    battle: Battle | None = None

    # Where units lie

    def stack(self, side: int, h: int) -> tuple[int, ...]:
        """The units of a side in a hex, the top one first."""
        return self.stacks.get(h * 3 + side, ())

    def has_troop(self, side: int, h: int) -> bool:
        return any([IS_TROOP[u] for u in self.stacks.get(h * 3 + side, ())])

    def troops(self, side: int, h: int) -> list[int]:
        return [u for u in self.stacks.get(h * 3 + side, ()) if IS_TROOP[u]]

    def characters(self, side: int, h: int) -> list[int]:
        return [u for u in self.stacks.get(h * 3 + side, ()) if not IS_TROOP[u]]

    def side_of(self, u: int) -> int:
        """The side a unit serves now: a player, or NEUTRAL."""
        neutral = UNIT_NEUTRAL[u]
        return UNIT_SIDE[u] if neutral < 0 else min(self.serves[neutral], NEUTRAL)

    def on_map(self, side: int) -> Iterator[int]:
        """All units of a side that are on the map, hex by hex."""
        for key, units in self.stacks.items():
            if key % 3 == side:
                yield from units

    def put(self, units: Iterable[int], side: int, h: int) -> None:
        """Lay units on top of their side's stack in a hex, the first uppermost."""
        group = tuple(units)
        for u in group:
            self.where[u] = h
        key = h * 3 + side
        self.stacks[key] = group + self.stacks.get(key, ())

    def lift(self, units: Iterable[int], side: int, h: int, to: int) -> None:
        """Take units of a side out of a hex."""
        gone = tuple(units)
        for u in gone:
            self.where[u] = to
        key = h * 3 + side
        rest = tuple([u for u in self.stacks[key] if u not in gone])
        if rest:
            self.stacks[key] = rest
        else:
            del self.stacks[key]

    def lay_on_top(self, u: int, side: int, h: int) -> None:
        """Put a unit of a stack on top of it."""
        key = h * 3 + side
        self.stacks[key] = (u, *[v for v in self.stacks[key] if v != u])

    # Facts read from all over the rules

    def is_besieged(self, h: int) -> bool:
        """Whether the controller of the fortress in `h` has enemy troops in the hex, and troops inside."""
        holder = self.control.get(h, NEUTRAL)
        return (
            holder != NEUTRAL
            and h in FORTRESS_SET
            and self.is_fortress(h)
            and self.has_troop(1 - holder, h)
            and self.has_troop(holder, h)
        )

    def is_fortress(self, h: int) -> bool:
        """Whether `h` holds a city or castle that counts as one (a myth's is a village, ruling F17)."""
        if h not in FORTRESS_SET:
            return False
        return h not in HOMELAND_OF or self.serves[HOMELAND_OF[h]] != MYTH

    def flooded(self) -> frozenset[int]:
        """All hexes now under the Rains."""
        return flooded_by(self.floods) if self.floods else DRY

    def costs(self) -> tuple[tuple[int, ...], ...]:
        """By movement class and hexside: the points a crossing takes now (see `components.COST`)."""
        return costs(self.flooded()) if self.floods else COST

    def exits(self, cls: int, h: int) -> Ways:
        """The hexes a movement class can enter from `h` and for how many points, from the north clockwise."""
        return EXITS[cls][h] if not self.floods else exits_under(self.flooded(), cls, h)

    def captor(self, u: int) -> int:
        """The side that holds a prisoner."""
        return dict(self.captors)[u]

    def prisoners(self, side: int) -> list[int]:
        """The units that a side holds."""
        return [u for u, captor in self.captors if captor == side]

    def variant(self) -> str:
        return str(self.options["ending"])


DRY: frozenset[int] = frozenset()
Ways = tuple[tuple[int, int], ...]


@lru_cache(maxsize=1 << 15)
def exits_under(flooded: frozenset[int], cls: int, h: int) -> Ways:
    """`DemonlordState.exits` while the Rains lie on these hexes."""
    prices = [
        crossing(cls, h, d, flooded) if is_rained_on(h, d, flooded) else COST[cls][h * 6 + d] for d in range(6)
    ]
    return tuple([(n, price) for n, price in zip(NEIGHBOURS[h], prices, strict=True) if price])


def is_rained_on(h: int, d: int, flooded: frozenset[int]) -> bool:
    """Whether either hex of a hexside lies under the Rains (ruling M42)."""
    return h in flooded or NEIGHBOURS[h][d] in flooded


EXITS = tuple([tuple([exits_under(DRY, cls, h) for h in range(HEXES)]) for cls in range(len(COST))])


@lru_cache(maxsize=64)
def flooded_by(floods: tuple[Flood, ...]) -> frozenset[int]:
    """The hexes of all these floods together."""
    return frozenset(h for flood in floods for h in flood.hexes)


HOMELAND_OF = {h: neutral for neutral, h in enumerate(HOMELANDS)}
FRESH = 64

CAPITALS = (TIMUR, NISSHAR)
"""By side: its capital."""
