"""Units and places in the form of orders and of the journal."""

from __future__ import annotations

from collections.abc import Iterable

from palatine.games.lord_and_master.components.places import is_city, is_fort, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.state import State


def place_ref(place: int) -> o.PlaceRef:
    """Return a place as a reference in an order."""
    return o.PlaceRef(square_of(place), "city" if is_city(place) else "fort" if is_fort(place) else "")


def grouped(s: State, units: Iterable[int]) -> o.Units:
    """Return units as batches of an order."""
    counts: dict[tuple[str, bool], int] = {}
    for n in units:
        key = (s.units[n].code, s.units[n].wounded)
        counts[key] = counts.get(key, 0) + 1
    return tuple(o.Batch(code, count, wounded) for (code, wounded), count in counts.items())


def fitting(s: State, units: Iterable[int], batch: o.Batch) -> list[int]:
    """Return the given units that match the code and condition of a batch."""
    wanted = (batch.code, batch.wounded)
    return [n for n in units if (s.units[n].code, s.units[n].wounded) == wanted]


def count_by_code(codes: Iterable[str]) -> list[list[object]]:
    """Return codes with their counts, for the journal."""
    found = list(codes)
    return [[code, found.count(code)] for code in dict.fromkeys(found)]
