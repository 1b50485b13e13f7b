"""The panel of victory conditions, and each seat's progress (5.0, 14)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palatine.core import Catalogue, Panel, Row, memoized_view
from palatine.games.elric.components.pieces import DRAGON_MASTERS, PIECE_NAME
from palatine.games.elric.components.tables import DUEL, FOUNDING, MASTERS, SUCCESSOR, TURNS
from palatine.games.elric.components.world import CITIES, CITY_AT, MELNIBONE
from palatine.games.elric.rules.common.victory import (
    ALBINO,
    HEIR,
    MELNIBONEAN,
    NEIGHBOURS,
    NEIGHBOURS_CAPITALS,
    SORCERER,
    SUCCESSORS_CAPITALS,
    UPSTART,
    capitals_taken,
)
from palatine.games.elric.state import NOBODY, ElricState


@memoized_view
def victory_panel(words: Catalogue, s: ElricState) -> Panel:
    """Return the panel of the scenario's victory conditions, with each seat's progress."""
    return Panel("victory", words.say("victory.title"), tuple(rows(words, s)))


def rows(words: Catalogue, s: ElricState) -> Iterator[Row]:
    if s.scenario == FOUNDING:
        yield tamers(words, s)
        return
    if s.scenario == MASTERS:
        yield Row(s.seats[UPSTART], "", words.say("victory.upstart", holder=gate(words, s)))
        yield Row(s.seats[MELNIBONEAN], "", words.say("victory.melnibonean"))
        return
    when = "victory.at-once" if s.options["imrryr"] == "at once" else "victory.holder"
    yield Row(words.say("victory.imrryr"), gate(words, s), words.say(when))
    if s.scenario == SUCCESSOR:
        yield held_by(words, s, NEIGHBOURS, SUCCESSORS_CAPITALS, "victory.neighbours")
        yield held_by(words, s, HEIR, NEIGHBOURS_CAPITALS, "victory.heir")
        return
    if s.scenario == DUEL:
        yield Row(s.seats[ALBINO], "", words.say("victory.albino"))
        yield Row(s.seats[SORCERER], "", words.say("victory.sorcerer"))
    if s.tipped:
        yield Row(words.say("victory.worlds-end"), "", words.say(f"victory.{'law' if s.tipped > 0 else 'chaos'}"))
    yield from counted(words, s)


def gate(words: Catalogue, s: ElricState) -> str:
    """Return the holder of Imrryr in words."""
    holder = s.city_owner(MELNIBONE)
    return words.say("victory.nobody") if holder == NOBODY else words.say("victory.held", seat=holder)


def tamers(words: Catalogue, s: ElricState) -> Row:
    """Return the row of Dragon Masters found (14.1)."""
    here = [PIECE_NAME[p] for p in DRAGON_MASTERS if s.where[p] >= 0]
    note = words.say("victory.masters", names=here) if here else words.say("victory.no-master")
    return Row(words.say("victory.you"), note, words.say("victory.founding", turns=TURNS))


def held_by(words: Catalogue, s: ElricState, seat: int, wanted: Sequence[int], condition: str) -> Row:
    """Return the row of a seat that must hold certain capitals, with those held (14.3)."""
    held = [CITIES[CITY_AT[area]].name for area in wanted if s.city_owner(area) == seat]
    names = [CITIES[CITY_AT[area]].name for area in wanted]
    note = words.say("victory.so-far", held=len(held), of=len(wanted))
    return Row(s.seats[seat], note, words.say(condition, cities=names))


def counted(words: Catalogue, s: ElricState) -> Iterator[Row]:
    """Iterate over the rows of capitals taken by each seat (5.0; ruling A-74)."""
    yield Row(words.say("victory.else"), "", words.say("victory.capitals"))
    for seat in s.order or range(len(s.seats)):
        enemy, neutral = len(capitals_taken(s, seat, True)), len(capitals_taken(s, seat, False))
        yield Row(s.seats[seat], words.say("victory.taken", enemy=enemy, neutral=neutral))
