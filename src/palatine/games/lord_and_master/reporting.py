"""The four items of a turn (GI-01 to GI-04): map, status sheet, character sheet, newsletter; and the dice."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from palatine.core import Catalogue, Entry, Grid, Report, Section
from palatine.games.lord_and_master import components as c
from palatine.games.lord_and_master.places import is_square, square_of
from palatine.games.lord_and_master.state import NEUTRAL, State, Unit
from palatine.games.lord_and_master.turn import owner_name, place_name
from palatine.games.lord_and_master.victory import controlled
from palatine.games.lord_and_master.views import SPECTATOR, contents, sight, stack_codes

if TYPE_CHECKING:
    from palatine.games.lord_and_master.referee import LordAndMaster


def report(game: LordAndMaster, s: State, seat: str | None, entries: Sequence[Entry]) -> Report:
    """What a seat (None: a spectator) is sent when a turn is over: `s` as it stands now, and what it may read."""
    words = game.words
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    told = [entry for entry in entries if entry.readable_by(me if me >= 0 else None)]
    nation = s.nations[me].name if 0 <= me < len(s.nations) else words.say("report.all")
    sections = (
        Section("map", words.say("report.map"), (words.say("report.legend"),), board="map"),
        Section("status", words.say("report.status"), grids=tuple(_status(words, s, me))),
        Section("characters", words.say("report.characters"), grids=tuple(_characters(words, s, me))),
        Section("newsletter", words.say("report.newsletter"), tuple(_newsletter(game, told))),
        Section("appendix", words.say("report.appendix"), grids=tuple(_appendix(game, told))),
    )
    return Report(
        words.say("report.title", nation=nation),
        words.say("report.subtitle", turn=max(0, s.turn - 1), next=s.turn),
        max(0, s.turn - 1),
        seat,
        sections,
    )


def _status(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Sequence, treasuries, garrisons, boneyards, stacks (GI-02)."""
    rows = []
    for number, seat in enumerate(s.order, 1):
        nation = s.nations[seat]
        bearer = s.people.get(nation.leader)
        site = place_name(s, nation.site) if nation.site else bearer.name if bearer is not None else "–"
        rows.append(
            (str(number), nation.name, str(s.totals[seat]), str(nation.gold), site, str(len(controlled(s, seat))))
        )
    columns = ("number", "nation", "total", "gold", "treasury", "provinces")
    yield Grid(tuple(words.say(f"column.{name}") for name in columns), tuple(rows), (0, 2, 3, 5))
    stacks = tuple(_stacks(s, me))
    if stacks:
        yield Grid(tuple(words.say(f"column.{name}") for name in ("stack", "place", "nation", "troops")), stacks)
    if s.boneyards:
        yards = ", ".join(place_name(s, place) for place in sorted(s.boneyards))
        yield Grid((words.say("column.boneyards"),), ((yards,),))


def _stacks(s: State, me: int) -> Iterator[tuple[str, ...]]:
    """Every stack that is seen, major ones with their codes, garrisons after the square they stand in."""
    codes, seen = stack_codes(s, me), sight(s, me)
    stacks: dict[tuple[int, int], list[Unit]] = {}
    for unit in s.units.values():
        if unit.owner == me or square_of(unit.place) in seen:
            stacks.setdefault((unit.place, unit.owner), []).append(unit)
    for place, owner in sorted(stacks, key=lambda key: (square_of(key[0]), not is_square(key[0]), key[1])):
        told = contents(stacks[place, owner])
        yield codes.get((place, owner), ""), place_name(s, place), owner_name(s, owner), told


def _characters(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Names, levels, places (GI-03): one's own, then the others that are seen."""
    columns = tuple(words.say(f"column.{name}") for name in ("name", "class", "level", "place", "nation"))
    seen = sight(s, me)
    people = [each for each in s.people.values() if each.owner != NEUTRAL]
    for mine in (True, False):
        rows = tuple(
            (
                person.name + ("*" if person.captor is not None else ""),
                c.CLASSES[person.of].name,
                str(person.level),
                place_name(s, person.place),
                owner_name(s, person.owner),
            )
            for person in sorted(people, key=lambda each: (each.owner, -each.level, each.name))
            if (person.owner == me) == mine and (mine or square_of(person.place) in seen)
        )
        if rows:
            yield Grid(columns, rows, (2,))


def _newsletter(game: LordAndMaster, told: Sequence[Entry]) -> Iterator[str]:
    """What that player's people saw, in the order it happened (GI-04)."""
    paragraph: list[str] = []
    for entry in told:
        if entry.kind in HEADS and paragraph:
            yield " ".join(paragraph)
            paragraph = []
        paragraph.append(game.prose(entry))
    if paragraph:
        yield " ".join(paragraph)


HEADS = frozenset({"turn-of", "sequence", "tribute"})
"""Entries that begin a paragraph."""


def _appendix(game: LordAndMaster, told: Sequence[Entry]) -> Iterator[Grid]:
    """Every roll and modifier with its clause."""
    rows = [
        (game.prose(entry), " · ".join(game.tally_lines(entry)), " ".join(entry.clauses))
        for entry in told
        if entry.tally is not None
    ]
    if rows:
        words = game.words
        yield Grid(tuple(words.say(f"column.{name}") for name in ("event", "dice", "clause")), tuple(rows))
