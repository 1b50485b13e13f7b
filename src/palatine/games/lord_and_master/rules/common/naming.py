"""Names of places and owners in texts, and of new characters and demons."""

from __future__ import annotations

from typing import Any, Final

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import is_city, square_of
from palatine.games.lord_and_master.components.wording import said
from palatine.games.lord_and_master.orders.kinds import Batch
from palatine.games.lord_and_master.state import NEUTRAL, WILD, State, is_nation

PLACES = frozenset({"place", "here", "site", "home", "origin", "target"})
"""Keys of facts that are places, owners, and armies (which may be neutral)."""
OWNERS = frozenset({"seat", "owner", "by", "before"})
ARMIES = frozenset({"attacker", "defender", "army", "against"})


def with_names(s: State, data: dict[str, Any]) -> dict[str, Any]:
    """Return facts with the current names of places and owners.

    Forts are built and nations end, but journal entries stay the same.
    """
    found = dict(data)
    for key in data.keys() & PLACES:
        if isinstance(data[key], int):
            found[key] = place_name(s, data[key])
    for key in data.keys() & OWNERS:
        if isinstance(data[key], int):
            found[key] = owner_name(s, data[key])
    for key in data.keys() & ARMIES:
        found[key] = said("name.standing-force") if data[key] == NEUTRAL else owner_name(s, data[key])
    return found


def numbers_in(data: dict[str, Any]) -> dict[str, int]:
    """Return the places and owners among some facts as numbers, for the map."""
    keys = data.keys() & (PLACES | OWNERS | ARMIES)
    return {key: data[key] for key in sorted(keys) if isinstance(data[key], int)}


def saved_facts(value: Any) -> Any:
    """Return facts in their form after saving, so that entries are equal before and after."""
    if isinstance(value, dict):
        return {key: saved_facts(each) for key, each in value.items()}
    if isinstance(value, Batch):
        return [value.code, value.count, value.wounded]
    return [saved_facts(each) for each in value] if isinstance(value, list | tuple) else value


def place_name(s: State, place: int) -> str:
    """Return a place's name: "Ardea", "Deepgate", "cropland 65"; "" for no place."""
    square = square_of(place)
    if not square:
        return ""
    if not place:
        return said("name.nowhere")
    if square == place:
        province = world.PROVINCES.get(s.terrain[square])
        if province is None:
            return said("name.start", square=square)
        return said("name.province", province=province.name.lower(), square=square)
    if is_city(place):
        known = square in world.CITIES or square in s.own_cities
        return s.city(square).name if known else said("name.city", square=square)
    return s.forts.get(square) or said("name.fort", square=square)


def owner_name(s: State, owner: int) -> str:
    """Return an owner's name: a nation's, a magnate's, "nobody"."""
    if is_nation(owner):
        return s.nations[owner].name
    if owner in s.magnates:
        return s.magnates[owner].name
    return said({NEUTRAL: "name.nobody", WILD: "name.wild"}.get(owner, "name.fallen-magnate"))


NAMES: Final[dict[str, list[str]]] = world.DATA.read_toml("names.toml")["names"]
"""Names by race."""


def new_name(s: State, race: str) -> str:
    """Return an unused name of a race; one with a number if all are used."""
    borne = {person.name for person in s.people.values()}
    names = NAMES[race]
    start = s.next_id % len(names)
    for name in (*names[start:], *names[:start]):
        if name not in borne:
            return name
    return f"{names[start]} {s.next_id}"


DEMON_NAMES: Final[tuple[str, ...]] = tuple(world.DATA.read_toml("demons.toml")["names"])


def new_demon_name(s: State) -> str:
    """Return a name that no demon on the map has, with a number if all are used."""
    used = {demon.name for demon in s.demons.values()}
    start = s.next_id % len(DEMON_NAMES)
    for round_ in range(len(used) + 1):
        for name in (*DEMON_NAMES[start:], *DEMON_NAMES[:start]):
            full = f"{name}-{round_ + 1}" if round_ else name
            if full not in used:
                return full
    raise AssertionError
