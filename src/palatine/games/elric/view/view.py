"""The view of Elric for a seat: pieces, panels, prompt and choices."""

from __future__ import annotations

from typing import Any, Final

from msgspec.structs import replace

from palatine.core import AutoReply, Catalogue, Game, Mark, View, memoized_view
from palatine.games.elric.components.world import AREA_KEY, CITIES, CITY_AT, SITE
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.sequence import PlayerTurn
from palatine.games.elric.setup import ChooseNation
from palatine.games.elric.state import NOBODY, ElricState
from palatine.games.elric.view.choices import area_of
from palatine.games.elric.view.panels import panels
from palatine.games.elric.view.pieces import pieces
from palatine.games.elric.view.plans import plans, possible_replies

SEAT_STYLES: Final = ("amber", "jade", "ruby", "slate")
"""By seat: the colour of its control marks."""
FLAG: Final = (-0.5, -0.42)
"""Offset of a control flag from a city's symbol."""
SIEGE: Final = "siege-tower"
"""The silhouette over a besieged city."""


def view(game: Game[ElricState], s: ElricState, seat: str | None) -> View:
    """Return the view of `seat`: all counters, its own spells, and others' hand sizes (A-108)."""
    words = game.words
    base = game.base_view(s, seat)
    step: Any = s.flow[-1] if s.flow else None
    mine = seat in base.asked
    me = s.seats.index(seat) if seat in s.seats else NOBODY
    return replace(
        base,
        heading=heading(words, s),
        prompt=base.prompt or game.prompt(s, seat),
        pieces=pieces(words, s),
        choices=tuple(game.choices(s, seat)) if seat is not None and base.verbs else (),
        shortcuts=tuple(plans(words, s)) if mine else (),
        panels=panels(words, s, me),
        focus=focus(step),
        marks=marks(words, s),
        boards=("map", "balance"),
    )


def auto_replies(game: Game[ElricState], s: ElricState, seat: str) -> tuple[AutoReply, ...]:
    """Return the automatic replies a seat may set for the current decision."""
    return possible_replies(game.words, s) if seat in game.actors(s) else ()


# Headings


def heading(words: Catalogue, s: ElricState) -> str:
    if s.outcome is not None:
        return words.say("heading.over")
    turn = next((step for step in s.flow if isinstance(step, PlayerTurn)), None)
    if turn is None:
        return words.say("heading.setup")
    where = words.say("heading.turn" if len(s.seats) > 1 else "heading.alone", turn=s.turn, seat=s.phasing)
    names = [type(step).__name__ for step in reversed(s.flow)] + [turn.current_step(s).__name__]
    segment = next((f"segment.{name}" for name in names if words.has(f"segment.{name}")), "")
    return words.say("heading.segment", where=where, segment=words.say(segment)) if segment else where


def focus(step: Any) -> tuple[str, ...]:
    area = area_of(step)
    return (AREA_KEY[area],) if area >= 0 else ()


# Panels and marks


def marks(words: Catalogue, s: ElricState) -> dict[str, tuple[Mark, ...]]:
    """Return the marks of controlled and besieged cities; none while nations are chosen."""
    return {} if any([isinstance(step, ChooseNation) for step in s.flow]) else signs_of_cities(words, s)


@memoized_view
def signs_of_cities(words: Catalogue, s: ElricState) -> dict[str, tuple[Mark, ...]]:
    """Return the marks of controlled and besieged cities."""
    found: dict[str, list[Mark]] = {}
    for a in CITY_AT:
        seat = s.city_owner(a)
        if seat < NOBODY:
            held = words.say("mark.held", seat=seat, city=CITIES[CITY_AT[a]].name)
            x, y = SITE[a]
            found.setdefault(AREA_KEY[a], []).append(
                Mark("control", held, style=SEAT_STYLES[seat], at=(x + FLAG[0], y + FLAG[1]))
            )
    for a in s.sieges:
        seat = besieger(s, a)
        if seat != NOBODY:
            besieged = words.say("mark.besieged", seat=seat)
            found.setdefault(AREA_KEY[a], []).append(Mark("siege", besieged, SIEGE, "marker"))
    return {key: tuple(those) for key, those in found.items()}
