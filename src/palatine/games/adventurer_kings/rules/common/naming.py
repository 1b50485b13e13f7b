"""Names in reports: people, provinces, armies, features, items, Kings."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Army, Person
from palatine.games.adventurer_kings.state import State


def person_name(s: State, n: int) -> str:
    return s.people[n].name if n in s.people else "the garrison commander"


def place_name(s: State, place: int) -> str:
    """Return a province with its number: `Burgundy (304)`; open sea can be unnamed."""
    return f"{s.lands[place].name or 'province'} ({s.atlas.numbers[place]})"


def army_kind(army: Army) -> str:
    """Return an army's race and type: `Elven Bowmen`, `Skeletal Human Legion`, `Whales`."""
    kind = tables.ARMY[army.type].name
    named = f"{ADJECTIVE[army.race]} {kind}" if army.race in tables.HUMANOID else kind
    return f"Skeletal {named}" if army.is_skeletal else named


ADJECTIVE: Final = ("Human", "Elven", "Dwarven", "Orcish")


def strength_of(kind: tables.ArmyType) -> str:
    """Return an army type's strength; for unpredictable types the range: `2-5`."""
    return f"{kind.strength}" if kind.most == kind.strength else f"{kind.strength}-{kind.most}"


def army_name(s: State, n: int) -> str:
    """Return an army with its number: `the 12th Elven Bowmen`."""
    return f"the {ordinal(n)} {army_kind(s.armies[n])}" if n in s.armies else f"the {ordinal(n)}"


def ordinal(n: int) -> str:
    ending = "th" if n % 100 in (11, 12, 13) else {1: "st", 2: "nd", 3: "rd"}.get(n % 10, "th")
    return f"{n}{ending}"


def feature_name(s: State, n: int) -> str:
    """Return a feature with its number: `the Dungeon (33)`."""
    return f"the {tables.FEATURES[s.features[n].kind].name} ({n})"


def item_name(s: State, n: int) -> str:
    return kind_name(s.items[n].kind) if n in s.items else f"item {n}"


def kind_name(kind: int) -> str:
    """Return a kind of item within a sentence; Excalibur has no article."""
    name = tables.ITEMS[kind].name
    return name if name == "Excalibur" else f"the {name}"


def realm_name(s: State, seat: int) -> str:
    return s.kingdoms[seat].name if seat >= 0 else "nobody"


def king_name(s: State, seat: int) -> str:
    """Return the King of a seat, or "the natives"."""
    return person_name(s, s.kingdoms[seat].king) if seat >= 0 else "the natives"


NAMED: Final[dict[str, Callable[[State, Any], str]]] = {
    "who": person_name, "other": person_name, "by": person_name, "leader": person_name, "victim": person_name,
    "place": place_name, "to": place_name, "back": place_name,
    "army": army_name, "enemy": army_name,
    "feature": feature_name, "item": item_name, "gift": item_name,
    "realm": realm_name, "rival": realm_name, "king": king_name, "other_king": king_name,
    "spell": lambda s, spell: tables.SPELLS[spell].name,
    "ability": lambda s, ability: tables.ABILITY_NAME[ability],
    "monster": lambda s, monster: f"the {tables.MONSTERS[monster].name}",
    "terrain": lambda s, terrain: tables.TERRAINS[terrain],
    "race": lambda s, race: tables.PEOPLE[race] if race >= 0 else "nobody",
    "item_kind": lambda s, kind: kind_name(kind),
    "discovery": lambda s, d: tables.DISCOVERIES[d].name,
    "office": lambda s, office: titles.OFFICES[office],
    "title": lambda s, title: titles.TITLES[title].name,
    "quality": lambda s, quality: tables.quality_name(quality),
    "was": lambda s, quality: tables.quality_name(quality),
    "temper": lambda s, temper: tables.TEMPERS[temper],
    "alignment": lambda s, alignment: tables.ALIGNMENTS[alignment].capitalize(),
}  # fmt: skip
"""Formatters of numbers in journal entries, by field."""


def with_names(s: State, data: dict[str, Any]) -> dict[str, Any]:
    """Return an entry's data with names instead of numbers, fixed at the time of writing."""
    found: dict[str, Any] = {}
    for key, value in data.items():
        namer = NAMED.get(key)
        if namer is not None and isinstance(value, int):
            found[key] = namer(s, value)
        elif key in LISTED:
            found[key] = [NAMED[LISTED[key]](s, each) for each in value]
        else:
            found[key] = value
    return found


LISTED: Final = {
    "armies": "army", "people": "who", "items": "item", "places": "place", "heroes": "who", "spells": "spell",
    "discoveries": "discovery", "realms": "realm", "features": "feature",
}  # fmt: skip
"""Formatter field for the elements of list fields in journal entries."""


def with_strangers_veiled(s: State, seat: int, data: dict[str, Any]) -> dict[str, Any]:
    """Return a failure's data without names of what a King knows only by number."""
    return {key: veil(s, seat, key, value) if isinstance(value, int) else value for key, value in data.items()}


def veil(s: State, seat: int, key: str, value: int) -> object:
    if key == "other" and not is_acquainted(s, seat, value):
        return f"character {value}"
    if key == "army" and (value not in s.armies or s.armies[value].owner != seat):
        return f"army {value}"
    if key == "item" and (value not in s.items or not is_acquainted(s, seat, s.items[value].bearer)):
        return f"item {value}"
    if key in ("place", "to") and value not in s.known[seat]:
        return place_as_known(s, seat, value)
    return value


def place_as_known(s: State, seat: int, place: int) -> str:
    """Return a province with its number, and with its name if the King knows it."""
    return place_name(s, place) if place in s.known[seat] else f"province {s.atlas.numbers[place]}"


def realm_as_known(s: State, seat: int, other: int) -> str:
    """Return a kingdom's name if a King has heard it, otherwise its number."""
    return realm_name(s, other) if has_heard_of_realm(s, seat, other) else f"kingdom {other + 1}"


def has_heard_of_realm(s: State, seat: int, other: int) -> bool:
    """Return whether a King knows a kingdom's name.

    This is so for the King's own kingdom, one met, and the known owner of a province.
    """
    known = any(told.owner == other for told in s.known[seat].values())
    return other == seat or known or other in s.kingdoms[seat].met


def is_acquainted(s: State, seat: int, n: int) -> bool:
    """Return whether a King has heard of a character.

    This is so for the King's own, those seen, residents, and those with the King's people.
    """
    person = s.people.get(n)
    if person is None:
        return False
    beside = not person.died and any(each.place == person.place for _, each in s.at_home(seat))
    return person.seat == seat or beside or n in s.seen[seat] or s.resides(seat, n, person.rules)


def label(n: int, person: Person) -> str:
    return f"{n} {person.name}"
