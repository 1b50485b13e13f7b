"""Resolution of the spells of a moment: all dice, all effects, then consequences (MAG-10)."""

from __future__ import annotations

import msgspec

from palatine.core import Step
from palatine.games.demonlord.components.spells import (
    DARKNESS,
    EARTHPIT,
    FORCEMARCH,
    LIGHT,
    NECROMON,
    RAINS,
    SPELLGATE,
    VISION,
)
from palatine.games.demonlord.rules.characters.capture import halt_troops
from palatine.games.demonlord.rules.common.fortresses import settle_control
from palatine.games.demonlord.rules.magic.casting import Cast, succeeds
from palatine.games.demonlord.rules.magic.spellgate import pass_through
from palatine.games.demonlord.rules.magic.spells import earthpit, forcemarch, gloom, necromon, rains, vision
from palatine.games.demonlord.rules.movement.meeting import (
    arrive,
    leave_characters_behind,
    meets_strangers,
    provoke_neutral,
    record_entry,
    troop_first,
)
from palatine.games.demonlord.state import DemonlordState, has_troops


class Resolve(Step, frozen=True):
    """Step that rolls for all spells in order of announcement, then applies effects.

    Spells that bring units into a hex come last, all together (T2, T3). See MAG-10, T1.
    """

    casts: tuple[Cast, ...]

    def run(self, s: DemonlordState) -> None:
        works = [cast for cast in self.casts if succeeds(s, cast)]
        works.sort(key=lambda cast: cast.spell in CARRIES)
        s.replace_top(Effects(tuple(works)))


class Effects(Step, frozen=True):
    """Step that applies the successful spells of a moment."""

    casts: tuple[Cast, ...]

    def run(self, s: DemonlordState) -> None:
        if not self.casts or self.casts[0].spell in CARRIES:
            s.pop()
            set_down(s, self.casts)
            return
        s.replace_top(Effects(self.casts[1:]))
        cast = self.casts[0]
        EFFECTS[cast.spell](s, cast)


EFFECTS = {
    VISION: vision,
    FORCEMARCH: forcemarch,
    EARTHPIT: earthpit,
    LIGHT: gloom,
    DARKNESS: gloom,
    RAINS: rains,
}
CARRIES = {NECROMON: necromon, SPELLGATE: pass_through}
"""Spells that bring units into a hex, with the function that removes and returns the units."""


# Units that appear by magic


class Landing(msgspec.Struct, frozen=True, array_like=True, gc=False):
    """Units of one side that have appeared in one hex at one moment."""

    side: int
    hex: int
    units: tuple[int, ...]


def set_down(s: DemonlordState, casts: tuple[Cast, ...]) -> None:
    """Move all units of these spells, then settle the consequences (MAG-10)."""
    besieged = {cast.target for cast in casts if s.is_besieged(cast.target)}
    arrivals: dict[tuple[int, int], tuple[int, ...]] = {}
    gated: dict[tuple[int, int], tuple[int, ...]] = {}
    left: dict[tuple[int, int], bool] = {}
    for cast in casts:
        key = (cast.side, cast.target)
        units = CARRIES[cast.spell](s, cast)
        arrivals[key] = (*arrivals.get(key, ()), *units)
        if cast.spell == SPELLGATE and units:
            gated[key] = (*gated.get(key, ()), *units)
            origin = (cast.side, cast.hexes[0])
            left[origin] = left.get(origin, False) or has_troops(units)
    met = {key for key in arrivals if meets_strangers(s, *key) or arrivals.get((1 - key[0], key[1]))}
    for key, units in arrivals.items():
        if units:
            s.put(troop_first(units) if key in met else units, *key)
    landings = tuple([Landing(side, h, units) for (side, h), units in gated.items()])
    settle_landings(s, landings, frozenset(besieged), {*arrivals, *left}, tuple([key for key in left if left[key]]))


def settle_landings(
    s: DemonlordState,
    landings: tuple[Landing, ...],
    besieged: frozenset[int],
    touched: set[tuple[int, int]],
    left: tuple[tuple[int, int], ...],
) -> None:
    """Settle attacks on neutrals, then control, then meetings (T2)."""
    for landing in landings:
        if has_troops(landing.units):
            record_entry(s, landing.side, landing.hex)
            if landing.hex not in besieged:
                provoke_neutral(s, landing.side, landing.hex)
    settle_control(s, *sorted({h for _, h in touched}))
    if s.is_moving():
        hexes = [h for side, h in left if side == s.phasing and h not in s.vacated_hexes]
        s.vacated_hexes = (*s.vacated_hexes, *hexes)
        left = tuple([key for key in left if key[0] != s.phasing])
    halt_troops(s, [u for each in landings if each.hex in besieged for u in each.units])
    s.push(Meetings(tuple([each for each in landings if each.hex not in besieged]), left))


class Meetings(Step, frozen=True):
    """Step in which units that appeared meet others; then characters left behind are tested."""

    landings: tuple[Landing, ...]
    left: tuple[tuple[int, int], ...] = ()
    """Pairs (side, hex) that troops have left."""

    def run(self, s: DemonlordState) -> None:
        if self.landings:
            landing = self.landings[0]
            side, h = landing.side, landing.hex
            s.replace_top(Meetings(self.landings[1:], self.left))
            units = tuple([u for u in landing.units if s.where[u] == h and s.side_of(u) == side])
            if units:
                arrive(s, side, units, h)
        elif self.left:
            s.replace_top(Meetings((), self.left[1:]))
            leave_characters_behind(s, *self.left[0])
        else:
            s.pop()
