"""What lies in a place for a thief to take: treasuries of provinces, cities, nations and magnates (E-07)."""

from __future__ import annotations

from fractions import Fraction
from typing import NamedTuple

import msgspec

from palatine.games.lord_and_master.components import tables
from palatine.games.lord_and_master.rules.common.money import gain
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State


class Hoard(NamedTuple):
    gold: int
    owner: int
    kind: str
    """ "place", "nation" or "magnate"."""


def found_at(t: Turn, thief: int, place: int) -> list[Hoard]:
    """The treasuries in a place that are not his own side's."""
    s = t.s
    hoards = [Hoard(s.coffers.get(place, 0), s.holder(place), "place")]
    hoards += [
        Hoard(nation.gold, seat, "nation") for seat, nation in enumerate(s.nations) if site(s, seat) == place
    ]
    hoards += [Hoard(m.gold, number, "magnate") for number, m in s.magnates.items() if m.home == place]
    return [hoard for hoard in hoards if hoard.gold and s.is_hostile(thief, hoard.owner)]


def richest(t: Turn, thief: int, place: int) -> Hoard | None:
    """The richest treasury in a place; of equal ones the place's own comes first."""
    return max(found_at(t, thief, place), key=lambda hoard: hoard.gold, default=None)


def site(s: State, seat: int) -> int:
    """Where a nation's treasury lies; a mobile one is with the leader (ADV-06)."""
    nation = s.nations[seat]
    leader = s.people.get(nation.leader)
    if nation.site or leader is None:
        return nation.site
    return leader.place


def empty(t: Turn, hoard: Hoard, thief: int, place: int, tenths: int) -> int:
    """So many tenths of a treasury go to the thief's nation; what was taken (E-11, R32)."""
    s = t.s
    taken = tables.half_even(Fraction(hoard.gold * tenths, 10))
    if hoard.kind == "place":
        s.coffers[place] -= taken
    elif hoard.kind == "nation":
        s.set_nation(hoard.owner, gold=hoard.gold - taken)
    else:
        magnate = s.magnates[hoard.owner]
        s.magnates[hoard.owner] = msgspec.structs.replace(magnate, gold=magnate.gold - taken)
    gain(t, thief, taken, "loot", place)
    return taken
