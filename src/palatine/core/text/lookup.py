"""Lookup of the space, panel, layer or piece that a player names."""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Sequence
from typing import TypeVar

from palatine.core.messages import say
from palatine.core.refusal import Unknown
from palatine.core.text.spaces import space_name
from palatine.core.view import Board, Layer, Panel, Piece, Space

T = TypeVar("T")


def find_space(boards: Iterable[Board], text: str) -> tuple[Board, Space]:
    """Return the board and space with this number, name or printed name, or this beginning.

    Raises Unknown unless exactly one space matches.
    """
    found = [((board, space), _names(space)) for board in boards for space in board.spaces]
    return _find(found, text, "space", lambda each: space_name(each[1]))


def find_panel(panels: Iterable[Panel], text: str) -> Panel:
    """Return the panel with this title or id, or this beginning. Raises Unknown."""
    found = [(panel, [panel.id, panel.title]) for panel in panels]
    return _find(found, text, "panel", lambda panel: panel.title)


def find_layer(layers: Iterable[Layer], text: str) -> Layer:
    """Return the layer with this title or id, or this beginning. Raises Unknown."""
    return _find([(layer, [layer.id, layer.title]) for layer in layers], text, "layer", lambda layer: layer.title)


def find_piece(pieces: Iterable[Piece], text: str) -> Piece:
    """Return the piece with this text, face, id or number, or with this beginning.

    Only pieces that actions can name are searched. Raises Unknown as `find_space`.
    """
    known = [piece for piece in pieces if piece.operand >= 0]
    found = [(piece, [piece.text, piece.face, piece.id, str(piece.operand)]) for piece in known]
    return _find(found, text, "piece", lambda piece: piece.text)


def _names(space: Space) -> list[str]:
    return [space.id, space.name, *[mark.name for mark in space.marks if mark.name]]


def _find(known: Sequence[tuple[T, list[str]]], text: str, kind: str, name: Callable[[T], str]) -> T:
    wanted = normalize(text)
    kind_name = say(f"lookup.{kind}")
    if not wanted:
        raise Unknown(say("lookup.nothing-named", kind=kind_name))
    tests: tuple[Callable[[str], bool], ...] = (
        lambda said: said == wanted,
        lambda said: said.startswith(wanted),
        lambda said: f" {wanted}" in said,
    )
    for fits in tests:
        found = [each for each, names in known if any(fits(normalize(said)) for said in names)]
        if len(found) == 1:
            return found[0]
        if found:
            names = [name(each) for each in found[:6]]
            raise Unknown(say("lookup.several", text=text, names=names))
    raise Unknown(say("lookup.none", kind=kind_name, text=text))


def normalize(text: str) -> str:
    """Normalise a text for comparison: lower case, no accents, no punctuation, single spaces."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter if letter.isalnum() else " " for letter in bare if not unicodedata.combining(letter))
    return " ".join(kept.split())
