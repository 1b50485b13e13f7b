"""Helpers that build and play positions and turns of Adventurer Kings.

The world is uninhabited plains. Its Kings have their homes in 504, 509, 514, 204, 209, 214, 804, ... and own nothing
else. Tests add anything else they need. Provinces have the numbers printed on the map.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager, nullcontext
from functools import cache
from typing import Any, ClassVar

from palatine.core import Dice, Entry, dice_key
from palatine.games.adventurer_kings import sequence
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import (
    FREE,
    MERCENARY,
    NATIVE,
    PEACE,
    Army,
    Fallen,
    Feature,
    Item,
    Kingdom,
    Known,
    Land,
    Person,
)
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.grammar import parse
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.common.deaths import aptitudes_of
from palatine.games.adventurer_kings.rules.common.turn import Failed, Turn
from palatine.games.adventurer_kings.state import State
from palatine.testing import scripted

YES, NO = 1, 1000
"""Lowest and highest face of a chance: success and failure."""


HOMES = (504, 509, 514, 204, 209, 214, 804, 809, 814, 502, 507, 512)


WILD = Land("Nowhere", tables.PLAIN, -1, (), 2)


HOME = Land("Home", tables.PLAIN, tables.HUMAN, (tables.LEGION, tables.HEAVY), 10)


def bare_state(kings: int = 3, scenario: str = "standard", seed: bytes = b"realm") -> State:
    """Return a match before its world is created; `sequence.run_turn` creates it."""
    given = next(each for each in GAME.scenarios if each.name == scenario)
    seats = tuple(f"King {number + 1}" for number in range(kings))
    return GAME.begin(given, seats, dice_key(seed), {"turns": 20})


def new_state(kings: int = 3, scenario: str = "standard", turn: int = 2) -> State:
    """Return uninhabited plains with Kings at peace in their homes.

    The Kings are human, neutral and brave and have no skills.
    """
    s = bare_state(kings, scenario)
    s.turn = turn
    s.lands = tuple(WILD for _ in range(s.atlas.size))
    s.owners = [NATIVE] * s.atlas.size
    s.relations = [(PEACE,) * kings for _ in range(kings)]
    s.known = [{} for _ in range(kings)]
    s.lore = [{} for _ in range(kings)]
    s.seen = [{} for _ in range(kings)]
    s.holders, s.title_holders = [0] * len(titles.OFFICES), [0] * len(titles.TITLES)
    s.mastery = [tuple(range(5)) for _ in tables.ABILITIES]
    for seat in range(kings):
        home = at(s, HOMES[seat])
        king = put_person(s, f"King{seat + 1}", seat, HOMES[seat], is_king=True)
        s.kingdoms.append(Kingdom(f"Realm{seat + 1}", king, tables.NEUTRAL, home, 10, 10))
        set_land(s, HOMES[seat], like=HOME, name=f"Home{seat + 1}")
        own(s, seat, HOMES[seat])
    s.journal = []  # type: ignore[misc]
    return s


@cache
def world(scenario: str, kings: int, seed: bytes = b"variant") -> State:
    """Return a founded match from the cache; do not change it."""
    s = bare_state(kings, scenario, seed)
    s.journal = []  # type: ignore[misc]
    sequence.run_turn(s)
    return s


def founded(scenario: str, *sheets: str, kings: int = 0, seed: bytes = b"variant") -> State:
    """Return a match founded with these sheets, with at least as many seats."""
    s = bare_state(kings or max(len(sheets), 2), scenario, seed)
    for seat, text in enumerate(sheets):
        for each in text.split("; "):
            line(s, seat, each)
    s.journal = []  # type: ignore[misc]
    sequence.run_turn(s)
    return s


def at(s: State, number: int) -> int:
    """Return the place of a province number on the map."""
    place = s.atlas.place(number)
    assert place >= 0, f"there is no province {number}"
    return place


def set_land(s: State, number: int, like: Land | None = None, **changes: Any) -> None:
    """Change fields of a province: `terrain`, `race`, `types`, `tax` or `name`."""
    lands = list(s.lands)
    old = like or lands[at(s, number)]
    fields = {"name": old.name, "terrain": old.terrain, "race": old.race, "types": old.types, "tax": old.tax,
              "coast": old.coast, **changes}  # fmt: skip
    lands[at(s, number)] = Land(**fields)
    s.lands = tuple(lands)


def sea(s: State, *numbers: int) -> None:
    """Make provinces empty sea."""
    for number in numbers:
        set_land(s, number, terrain=tables.SEA, race=-1, types=(), tax=0)


def own(s: State, seat: int, *numbers: int) -> None:
    """Make a seat own provinces and know them fully."""
    for number in numbers:
        s.owners[at(s, number)] = seat
        if seat >= 0:
            know(s, seat, number)


def know(s: State, seat: int, number: int, explored: int = 100, **changes: Any) -> None:
    """Make a seat know the true facts of a province, except for `changes`."""
    place = at(s, number)
    land = s.lands[place]
    true = {"terrain": land.terrain, "race": land.race, "owner": s.owners[place],
            "wealth": tables.wealth_class(land.tax),
            "tax": land.tax, "types": land.types, "seen": s.turn}  # fmt: skip
    s.known[seat][place] = Known(explored=explored, **{**true, **changes})


def skills(text: str) -> tuple[int, ...]:
    """Return the levels by ability from a text such as "TA2 MA1"."""
    found = {code: int(level) for code, level in re.findall(r"([A-Z]{2})(\d)", text)}
    assert set(found) <= set(tables.ABILITIES), text
    return tuple(found.get(code, 0) for code in tables.ABILITIES)


def put_person(s: State, name: str, seat: int, number: int, levels: str = "", **changes: Any) -> int:
    """Add a character with levels such as "TA2 MA1" and return its number.

    Without `changes`, the character is human, neutral, brave and loyal, and is paid 1 in the service of a King.
    """
    alignment = changes.pop("alignment", tables.NEUTRAL)
    made = skills(levels)
    plain = {"race": tables.HUMAN, "temper": tables.BRAVE, "aptitudes": aptitudes_of(alignment, made), "is_loyal": True,
             "pay": int(seat >= 0 and not changes.get("is_king", False))}  # fmt: skip
    return s.new_person(
        Person(name=name, alignment=alignment, place=at(s, number), seat=seat, levels=made, **{**plain, **changes})
    )


def put_army(s: State, code: str, seat: int, number: int, leader: int = 0, **changes: Any) -> int:
    """Add an Average army by its code and return its number.

    It is human or of the only race that has the type.
    """
    type_ = tables.ARMY_CODES.index(code)
    race = tables.HUMAN if type_ in tables.AMONG_HUMANOIDS else tables.BEST_TYPE.index(type_)
    plain = {"race": race, "quality": tables.AVERAGE, "leader": leader}
    return s.new_army(Army(type=type_, place=at(s, number), owner=seat, **{**plain, **changes}))


def put_feature(s: State, kind: str, number: int, monster: str = "", **changes: Any) -> int:
    """Add a feature by the name of its kind and return its number.

    The first exploration finds it. A guardian monster has its usual hit points.
    """
    species = tables.MONSTER_BY_NAME[monster] if monster else -1
    plain = {"threshold": 1, "monster": species, "hp": tables.MONSTERS[species].hp if monster else 0}
    kinds = [each.name for each in tables.FEATURES]
    which = max(s.features, default=0) + 1
    s.features[which] = Feature(kind=kinds.index(kind), place=at(s, number), **{**plain, **changes})
    return which


def put_item(s: State, kind: str, bearer: int = 0, **changes: Any) -> int:
    """Add an item by the name of its kind, with all its charges, and return its number."""
    kinds = [each.name for each in tables.ITEMS]
    which = kinds.index(kind)
    return s.new_item(Item(which, **{"charges": tables.ITEMS[which].charges, "bearer": bearer, **changes}))


def bury(
    s: State, code: str, number: int, race: int = tables.HUMAN, quality: int = tables.AVERAGE, turn: int = 1
) -> None:
    """Record a destroyed army in a province."""
    fallen = Fallen(tables.ARMY_CODES.index(code), race, quality, turn)
    s.fallen[at(s, number)] = (*s.fallen.get(at(s, number), ()), fallen)


def relate(s: State, seat: int, other: int, how: int) -> None:
    """Set the relation of two Kings: ENEMY, PEACE or ALLIED."""
    for mine, theirs in ((seat, other), (other, seat)):
        row = list(s.relations[mine])
        row[theirs] = how
        s.relations[mine] = tuple(row)


# Orders and turns


def line(s: State, seat: int, text: str) -> None:
    """Add a line to a seat's sheet, such as "treat 2" or "12.1 MO 304"."""
    sheet = s.sheets[seat]
    before = sheet.orders if sheet is not None else ()
    s.sheets[seat] = orders.Sheet((*before, *parse(text).orders))


def order(s: State, n: int, phase: int | str, text: str) -> None:
    """Add an order for a character in a phase to their King's sheet.

    Phase "special" is the encounter plan.
    """
    line(s, s.people[n].seat, f"{n}.{phase} {text}")


def idle(s: State) -> None:
    """Submit an empty sheet for each seat without one, so that no one defends by default."""
    s.sheets = [sheet if sheet is not None else orders.Sheet(()) for sheet in s.sheets]


@contextmanager
def dice(s: State, rolls: Sequence[Any]) -> Iterator[None]:
    """Script the next rolls of this state; raise if rolls run out or remain."""
    true = s.dice
    with scripted(s, rolls) as twin:
        s.dice = twin.dice
        try:
            yield
        finally:
            s.dice = true


class Loaded(Dice):
    """Dice that always show a given face for some purposes and are random for others."""

    faces: ClassVar[Mapping[str, int]] = {}

    def randbelow(self, sides: int, purpose: str) -> int:
        face = super().randbelow(sides, purpose)
        return min(self.faces[purpose], sides) - 1 if purpose in self.faces else face

    def copy(self) -> Loaded:
        return loaded(self, self.faces)


def loaded(true: Dice, faces: Mapping[str, int]) -> Loaded:
    made = Loaded(true.key, true.count)
    made.faces = faces  # type: ignore[misc]
    return made


def load(s: State, **faces: int) -> None:
    """Make rolls show these faces by purpose: `load(s, a_Hero_wanders=1000)`.

    A chance has 1000 sides, and a low face means yes.
    """
    s.dice = loaded(s.dice, {purpose.replace("_", " "): face for purpose, face in faces.items()})


def run(s: State) -> list[Entry]:
    """Run a whole turn and return its journal entries."""
    idle(s)
    s.journal = []  # type: ignore[misc]
    sequence.run_turn(s)
    return list(s.journal or [])


def a_turn(s: State, phase: int = 1) -> Turn:
    """Return a turn at the start of a phase, after reading all orders."""
    t = Turn(s)
    sequence.take_orders(t)
    t.begin_phase(phase)
    return t


def act(t: Turn, n: int, text: str, rolls: Sequence[Any] | None = None) -> list[Entry]:
    """Run one order of a character now and return the journal.

    If `rolls` is given, the order must use exactly these rolls. Raises Failed.
    """
    (found,) = parse(f"{n}.{t.phase.number} {text}").orders
    assert isinstance(found, orders.Act)
    t.s.journal = []  # type: ignore[misc]
    with dice(t.s, rolls) if rolls is not None else nullcontext():
        sequence.HANDLERS[type(found.action)](t, n, found.action)
    return list(t.s.journal or [])


def failed(t: Turn, n: int, text: str, rolls: Sequence[Any] | None = None) -> tuple[str, str]:
    """Return the clause and the reason for which a character's order fails."""
    try:
        act(t, n, text, rolls)
    except Failed as failure:
        return failure.clause, failure.reason
    raise AssertionError(f"{text!r} was carried out")


def told(entries: Sequence[Entry], kind: str, seat: int | None = None) -> list[Entry]:
    """Return the entries of a kind, or those that a seat can read."""
    return [entry for entry in entries if entry.kind == kind and (seat is None or seat in (entry.readers or ()))]


__all__ = [
    "FREE",
    "HOMES",
    "MERCENARY",
    "NATIVE",
    "Failed",
    "Turn",
    "a_turn",
    "act",
    "at",
    "bare_state",
    "bury",
    "dice",
    "failed",
    "founded",
    "idle",
    "know",
    "line",
    "load",
    "new_state",
    "order",
    "own",
    "put_army",
    "put_feature",
    "put_item",
    "put_person",
    "relate",
    "run",
    "sea",
    "set_land",
    "skills",
    "told",
    "world",
]  # fmt: skip


CALM = ("random encounter", NO)
