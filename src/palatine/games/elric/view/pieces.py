"""The counters and spells on the boards."""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import Any

from msgspec.structs import replace

from palatine.core import Catalogue, Observation, Piece, memoized_view
from palatine.games.elric.components.pieces import ELRIC, KIND, PERSON, PIECE_KEY, PIECE_NAME, POWER_OF
from palatine.games.elric.components.spells import DRAGONS, SPELL_TYPE, SPELL_VALUE, SPELLS
from palatine.games.elric.components.tables import DRAGONS_TIMES, FOUNDING, TURNS
from palatine.games.elric.components.world import AREA_KEY, MELNIBONE
from palatine.games.elric.state import NOBODY, TRACK, ElricState
from palatine.games.elric.view.balance_board import scale_id
from palatine.games.elric.view.faces import (
    CHAOS_MARKER,
    LAW_MARKER,
    SPELL_STYLE,
    STYLE_OF,
    TURN_MARKER,
    counters_by_key,
    spell_face,
)

FACES = 16384
"""Number of rendered counters cached for all matches."""


def pieces(words: Catalogue, s: ElricState) -> tuple[Piece, ...]:
    """Return all counters and spells on a board, the same for all seats."""
    step: Any = s.flow[-1] if s.flow else None
    return (*map_pieces(words, s, getattr(step, "group", ())), *other_pieces(words, s))


def observation(s: ElricState, seat: str | None) -> Observation:
    """Return the places and owners of all pieces, the seat's spells, and all hand sizes."""
    me = s.seats.index(seat) if seat in s.seats else NOBODY
    held, own = [0] * len(s.where), [0] * SPELLS
    for p, spells in s.hand.items():
        held[p] = len(spells)
        if s.owner[p] == me:
            for spell in spells:
                own[spell] = 1
    return Observation(
        at=s.where, backs=[*s.stars],
        figures=[s.turn, s.phasing, s.tipped or s.balance, s.controller, *s.owner, *s.ruler, *held, *own],
    )  # fmt: skip


@memoized_view
def map_pieces(words: Catalogue, s: ElricState, going: tuple[int, ...]) -> tuple[Piece, ...]:
    """Return the counters on the map; Elric and his controller come first in their area."""
    where, owner, bands, controller = s.where, s.owner, s.bands, s.controller
    special = {*going, *s.ship, *s.done, controller, *s.hand, *s.laid, *s.maintained, *s.bearer.values()}
    return tuple([
        counter_piece(p, badges(words, s, p, p in going), pile_key(owner[p], bands.get(p, 0)), AREA_KEY[area])
        if p in special else plain_piece(p, area, owner[p], bands.get(p, 0), s.seats)
        for area, _, _, p in sorted([(where[p], p != ELRIC, p != controller, p) for p in pieces_on_map(s)])
    ])  # fmt: skip


@memoized_view
def other_pieces(words: Catalogue, s: ElricState) -> tuple[Piece, ...]:
    """Return the spells on the map, and the pieces on the board of the Balance."""
    found = [
        Piece(f"star.{AREA_KEY[a]}", AREA_KEY[a], "map", "", -1, "spell", (), words.say("counter.back"))
        for a in s.stars
    ]
    found += [spell_piece(spell, AREA_KEY[a]) for a, spells in s.face_up.items() for spell in spells]
    if s.scenario == FOUNDING:
        found.append(dragons_piece(words))
    return (*found, *on_track(words, s))


def dragons_piece(words: Catalogue) -> Piece:
    """Return the Dragons in Melnibone, with twice their value (14.1)."""
    face = spell_piece(DRAGONS, AREA_KEY[MELNIBONE])
    value = SPELL_VALUE[DRAGONS] * DRAGONS_TIMES
    return replace(face, text=words.say("counter.guardians", value=value))


def pieces_on_map(s: ElricState) -> Iterator[int]:
    for shelf in s.stacks:
        for group in shelf.values():
            yield from group


def pile_key(owner: int, band: int) -> str:
    """Return the key of a stack: one for each seat, in wilderness one for each band."""
    return f"{owner}.{band}" if band else str(owner)


@lru_cache(FACES)
def plain_piece(p: int, area: int, owner: int, band: int, seats: tuple[str, ...]) -> Piece:
    """Return a piece with only its owner as a badge."""
    return counter_piece(p, (seats[owner],) if owner < NOBODY else (), pile_key(owner, band), AREA_KEY[area])


@lru_cache(FACES)
def counter_piece(p: int, badges: tuple[str, ...], pile: str, space: str, board: str = "map") -> Piece:
    key = PIECE_KEY[p]
    return Piece(f"p{p}", space, board, key, p, STYLE_OF[POWER_OF[p]], badges, counters_by_key()[key].text, pile)


def badges(words: Catalogue, s: ElricState, p: int, is_going: bool) -> tuple[str, ...]:
    """Return a piece's badges: owner, ship, status, number of spells."""
    found = [s.seats[s.owner[p]]] if s.owner[p] < NOBODY else []
    if is_going:
        found.append(words.say("badge.going"))
    if p in s.ship:
        found.append(words.say("badge.aboard", fleet=s.ship[p]))
    if p in s.done:
        found.append(words.say("badge.moved"))
    if KIND[p] == PERSON:
        found += person_badges(words, s, p)
    return tuple(found)


def person_badges(words: Catalogue, s: ElricState, p: int) -> Iterator[str]:
    if p == s.controller:
        yield words.say("badge.controls")
    held = len(s.hand.get(p, ()))
    if held:
        yield words.say("badge.spells", count=held)
    if p in s.laid:
        yield words.say("badge.casting")
    if p in s.maintained:
        yield words.say("badge.maintains", spell=s.maintained[p])
    yield from (PIECE_NAME[artifact] for artifact, bearer in s.bearer.items() if bearer == p)


def spell_piece(spell: int, space: str, board: str = "map") -> Piece:
    key = spell_face(spell)
    style = SPELL_STYLE[SPELL_TYPE[spell]]
    return Piece(f"s{spell}", space, board, key, -1, style, (), counters_by_key()[key].text)


def on_track(words: Catalogue, s: ElricState) -> list[Piece]:
    """Return the pieces on the board of the Balance and the Turn Track."""
    found = [
        Piece(
            "turn",
            f"turn.{min(s.turn, TURNS)}",
            "balance",
            TURN_MARKER,
            style="marker",
            text=words.say("heading.alone", turn=s.turn),
        )
    ]
    key = LAW_MARKER if (s.tipped or s.balance) > 0 else CHAOS_MARKER
    space = f"turn.{s.ends}" if s.tipped and s.ends <= TURNS else scale_id(-s.balance)
    found.append(Piece("balance", space, "balance", key, style="marker", text=counters_by_key()[key].text))
    found += [spell_piece(spell, space, "balance") for spell in s.sacrificed]
    if 0 < s.returns <= TURNS:
        away = [p for p, area in enumerate(s.where) if area == TRACK]
        found += [counter_piece(p, (), "", f"turn.{s.returns}", "balance") for p in away]
    return found
