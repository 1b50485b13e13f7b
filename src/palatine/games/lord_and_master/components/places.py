"""Places: a square, its city or its fort, each a province of its own (MV).

A place is an int: the square's number, plus `CITY` for its city or `FORT` for its fort.
"""

from __future__ import annotations

CITY = 200
FORT = 400


def square_of(place: int) -> int:
    return place % CITY


def is_square(place: int) -> bool:
    return place < CITY


def is_city(place: int) -> bool:
    return CITY <= place < FORT


def is_fort(place: int) -> bool:
    return place >= FORT


def city_in(square: int) -> int:
    return square + CITY


def fort_in(square: int) -> int:
    return square + FORT


def space_of(place: int) -> str:
    """Return the id of a place on the board."""
    square = square_of(place)
    return str(square) if is_square(place) else f"{square}{'city' if is_city(place) else 'fort'}"
