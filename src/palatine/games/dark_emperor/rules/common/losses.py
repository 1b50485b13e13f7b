"""Losses of units, and where lost units go (7.2, 7.34, 7.35, 9.25, 15.3).

They go to a pool, to the supply or out of the game.
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import Final

from msgspec.structs import replace

from palatine.core import Action, ChooseOne, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    GONE,
    IS_GREATER,
    IS_LEGION,
    IS_LESSER,
    MONSTERS,
    NECROMANCER,
    OUT,
    POOL,
    SIEGE,
    STRENGTH,
    UNDEAD_STRENGTH,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
    WHITE,
)
from palatine.games.dark_emperor.components.world import PARTS
from palatine.games.dark_emperor.rules.common.cargo import go_ashore
from palatine.games.dark_emperor.rules.common.terrain import is_immune
from palatine.games.dark_emperor.state import DarkEmperorState

GREATER_FOR_GOOD, LIVING_FOR_GOOD = 1, 2
"""Flags for dead that never return: Greater Vampires (15.2), living units (15.3)."""

_TRAITS: Final = tuple(
    zip(UNIT_OF, UNIT_TYPE, STRENGTH, UNDEAD_STRENGTH, IS_GREATER, IS_LESSER, IS_LEGION, strict=True)
)
_TRAITS_KNOWN: Final = sorted(set(_TRAITS))
KIND: Final = (
    *[_TRAITS_KNOWN.index(traits) for traits in _TRAITS],
    *[len(_TRAITS_KNOWN) + k for k in range(len(MONSTERS))],
)
"""By unit and monster: a number shared by counters with the same values."""


def is_train(p: int) -> bool:
    return p < UNITS and UNIT_TYPE[p] == SIEGE


def distinct(s: DarkEmperorState, units: Iterable[int]) -> list[int]:
    """Return one unit of each group of equivalent units."""
    cargo, undead, power, shore = s.cargo, s.undead, s.power, s.shore
    loads = {load: KIND[ship] for ship, load in cargo.items()}
    found: dict[tuple[int, ...], int] = {}
    for u in units:
        load = KIND[cargo[u]] if u in cargo else -1
        found.setdefault((KIND[u], power[u], u in undead, load, loads.get(u, -1), shore.get(u, 0)), u)
    return list(found.values())


# Elimination


def eliminate(
    s: DarkEmperorState,
    u: int,
    *,
    in_combat: bool = False,
    by_magic: bool = False,
    death_flags: int = 0,
    by: int = -1,
) -> None:
    """Remove a unit or monster and its cargo from the map, and log it.

    * `in_combat`: in a Combat Resolution Segment, so that it can be raised (14.12).
    * `by_magic`: eliminated by a spell (19.3).
    * `death_flags`: dead that never return, applied to the unit and its cargo separately (15.2, 15.3).
    * `by`: the side responsible, -1 for none.
    """
    if by_magic:
        spare_the_sons(s, u)
    h, power = s.where[u], s.power[u]
    load = s.cargo.get(u, -1)
    ship = s.aboard(u)
    if ship >= 0:
        del s.cargo[ship]
    if in_combat and can_be_raised(s, u):
        s.slain = (*s.slain, (u, h, power))
    place, clause = grave(s, u, is_final(u, death_flags))
    s.lift((u,), place)
    if u < UNITS:
        s.power[u] = UNIT_OF[u]
        s.legions.pop(u, None)
        if u in s.undead:
            s.undead = tuple([each for each in s.undead if each != u])
    kind = "eliminated.for-good" if place == GONE else "eliminated"
    s.log(kind, clause, unit=u, hex=h, power=power, by=by)
    if load >= 0:
        sink(s, load, in_combat, death_flags, by)


def sink(s: DarkEmperorState, load: int, in_combat: bool, death_flags: int, by: int) -> None:
    """Eliminate the cargo of a lost ship (M15).

    A siege train lost in a battle stays ashore if there is land (C32).
    """
    h = s.where[load]
    if in_combat and is_train(load) and PARTS[h]:
        go_ashore(s, load)
        return
    eliminate(s, load, in_combat=in_combat, death_flags=death_flags, by=by)


def spare_the_sons(s: DarkEmperorState, ship: int) -> None:
    """Leave Cos dol Cos's men ashore when magic destroys or drives off their ship (19.3, G51).

    Only where there is land.
    """
    load = s.cargo.get(ship, -1)
    if load >= 0 and is_immune(load) and PARTS[s.where[ship]]:
        go_ashore(s, load)


def can_be_raised(s: DarkEmperorState, u: int) -> bool:
    """Return whether Raise Undead can bring back a unit eliminated now (G16)."""
    return is_living_unit(u) and u not in s.undead


def is_living_unit(u: int) -> bool:
    """Return whether a unit has an undead side (G16, G54).

    Vampires, monsters, white fleets, siege trains and Sons have none.
    """
    return u < UNITS and UNDEAD_STRENGTH[u] > 0


def grave(s: DarkEmperorState, u: int, final: bool) -> tuple[int, str]:
    """Return where an eliminated unit or monster goes, and the clause."""
    if u >= UNITS:
        return GONE, "18.22b"
    if u in s.undead:
        return GONE, "7.2d"
    if IS_LESSER[u]:
        return POOL, "7.35c"
    if final:
        return GONE, "7.35a" if IS_GREATER[u] else "7.2e"
    if UNIT_OF[u] == WHITE:
        return OUT, "13.61b"
    if UNIT_OF[u] == NECROMANCER:
        return (GONE, "7.36") if is_train(u) else (POOL, "7.34b")
    return POOL, "9.33f" if is_train(u) else "7.2c"


# Losses in a battle


class Losses(Step, frozen=True):
    """Step in which a side loses `owed` units in a battle, chosen by the owner (9.25).

    Losses beyond the units present are ignored.
    """

    side: int
    hex: int
    owed: int
    death_flags: int = 0
    """Flags `GREATER_FOR_GOOD` and `LIVING_FOR_GOOD`: units that do not return."""

    def run(self, s: DarkEmperorState) -> None:
        open_to_loss = exposed(s, self.side, self.hex)
        if not self.owed or not open_to_loss:
            s.pop()
        elif self.owed >= len(open_to_loss):
            s.replace_top(replace(self, owed=self.owed - len(open_to_loss)))
            for u in open_to_loss:
                self.lose(s, u)
        elif len(distinct(s, open_to_loss)) == 1:
            s.pop()
            for u in open_to_loss[: self.owed]:
                self.lose(s, u)
        else:
            s.push(ChooseLoss(self.side, self.hex, self.owed))

    def lose(self, s: DarkEmperorState, u: int) -> None:
        if s.where[u] == self.hex:
            eliminate(s, u, in_combat=True, death_flags=self.death_flags, by=1 - self.side)


def exposed(s: DarkEmperorState, side: int, h: int) -> list[int]:
    """Return the units exposed to losses: no siege trains, monsters last (9.33a, 18.22, C17)."""
    here = [u for u in s.fighters(side, h) if not is_train(u)]
    return [u for u in here if u < UNITS] or here


def is_final(u: int, death_flags: int) -> bool:
    """Return whether the flags keep a unit from its pool (15.2, 15.3, G54)."""
    if u < UNITS and IS_GREATER[u]:
        return bool(death_flags & GREATER_FOR_GOOD)
    return bool(death_flags & LIVING_FOR_GOOD) and is_living_unit(u)


class ChooseLoss(ChooseOne, frozen=True):
    """Choice of the next unit lost in battle (9.25)."""

    seat: int
    hex: int
    owed: int
    clause = "9.25b"
    verbs = {"lose": "piece"}

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return distinct(s, exposed(s, self.seat, self.hex))

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        losses = s.flow[-1]
        assert isinstance(losses, Losses)
        s.replace_top(replace(losses, owed=losses.owed - 1))
        losses.lose(s, choice)

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        u = action[1]
        if u not in s.fighters(self.seat, self.hex):
            return Refusal("9.25b", "why.lose-your-own", {"hex": self.hex})
        if is_train(u):
            return Refusal("9.33a", "why.no-train-lost")
        if u not in exposed(s, self.seat, self.hex):
            return Refusal("18.22d", "why.monster-last", {"monster": u})
        return None if action in self.actions(s) else Refusal("9.25b", "why.alike")
