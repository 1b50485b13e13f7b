"""Writer of positions, in the form that `reader` reads."""

from __future__ import annotations

import shlex
from collections.abc import Iterator
from typing import Any, Final

import msgspec

from palatine.core import OrdersGame
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import RELATIONS, Land
from palatine.games.adventurer_kings.position.values import PLACE, SEAT, slug, write_record
from palatine.games.adventurer_kings.state import State

OPEN_SEA: Final = Land("", tables.SEA, -1, (), 0)


def write_position(game: OrdersGame[State], s: State) -> str:
    """Return a position as text; `read_position` restores all except dice and sheets."""
    return "\n".join([*_heading(game, s), *(_world(s) if s.turn else ())]) + "\n"


def _heading(game: OrdersGame[State], s: State) -> Iterator[str]:
    yield f"turn {s.turn}"
    yield f"scenario {s.scenario}"
    yield " ".join(["seats", *s.seats])
    for option in game.options:
        if s.options.get(option.name, option.default) != option.default:
            yield f"option {option.name} {int(s.options[option.name])}"


def _world(s: State) -> Iterator[str]:
    atlas = s.atlas
    for place, land in enumerate(s.lands):
        if land != OPEN_SEA:
            yield f"land {atlas.numbers[place]} {write_record(atlas, land)}"
    for seat, kingdom in enumerate(s.kingdoms):
        yield f"kingdom {seat + 1} {write_record(atlas, kingdom)}"
        yield " ".join(["held", str(seat + 1), *[str(atlas.numbers[place]) for place in s.provinces(seat)]])
        yield " ".join(["relations", str(seat + 1), *[RELATIONS[each] for each in s.relations[seat]]])
    for word, book in records_by_kind(s).items():
        for number, record in book.items():
            yield f"{word} {number} {write_record(atlas, record)}"
    for place, buried in s.fallen.items():
        yield from [f"fallen {atlas.numbers[place]} {write_record(atlas, each)}" for each in buried]
    yield from [f"proposal {write_record(atlas, each)}" for each in s.proposals]
    yield from [f"legend {write_record(atlas, each)}" for each in s.hall]
    for seat in range(len(s.seats)):
        yield from _knowledge_lines(s, seat)
    for word, points, names in (("merit", s.merit, titles.OFFICES), ("renown", s.renown, TITLE_NAMES)):
        for n, row in points.items():
            pairs = [f"{slug(names[at])} {count}" for at, count in enumerate(row) if count]
            yield " ".join([word, str(n), *pairs])
    yield from _rest(s)


TITLE_NAMES: Final = tuple(title.name for title in titles.TITLES)


def records_by_kind(s: State) -> dict[str, dict[int, Any]]:
    return {"person": s.people, "army": s.armies, "feature": s.features, "item": s.items}


def _knowledge_lines(s: State, seat: int) -> Iterator[str]:
    atlas = s.atlas
    for place, known in s.known[seat].items():
        yield f"known {seat + 1} {atlas.numbers[place]} {write_record(atlas, known)}".rstrip()
    for number, lore in s.lore[seat].items():
        yield f"lore {seat + 1} {number} {write_record(atlas, lore)}"
    for n, (place, turn, service) in s.seen[seat].items():
        yield f"seen {seat + 1} {n} {PLACE.write(atlas, place)} {turn} {SEAT.write(atlas, service)}"
    for word, rows in (("standing", s.standings), ("honour", s.honours)):
        if rows and not rows[seat]:
            yield f"{word} {seat + 1}"
        yield from [f"{word} {seat + 1} {write_record(atlas, each)}" for each in (rows[seat] if rows else ())]


TOLD_ELSEWHERE: Final = frozenset(
    ("seats", "flow", "dice", "options", "outcome", "turn", "scenario", "lands", "owners", "kingdoms", "people",
     "armies", "features", "items", "fallen", "proposals", "relations", "known", "lore", "seen", "standings",
     "honours", "merit", "renown", "hall", "sheets", "journal")
)  # fmt: skip
"""Fields of the state that have lines of their own, or none."""
REST: Final = {
    field.name: field for field in msgspec.structs.fields(State) if field.name not in TOLD_ELSEWHERE
}  # fmt: skip


def _rest(s: State) -> Iterator[str]:
    """Yield all other fields of the state by name."""
    for name in REST:
        value = getattr(s, name)
        if value:
            yield f"also {name} {shlex.quote(msgspec.json.encode(value).decode())}"
