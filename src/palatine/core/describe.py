"""Everything on the boards as text, for every game alike.

Made from boards and a view alone, so a text is exactly as secret as the view. The terminal, the mail and the page
use the same texts.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache
from itertools import groupby
from typing import TypeVar

from palatine.core.refusal import Unknown
from palatine.core.view import Board, Choice, Layer, Mark, Panel, Piece, Plan, Row, Space, View, as_seen
from palatine.core.words import Catalogue

T = TypeVar("T")


@cache
def words(language: str = "en") -> Catalogue:
    """The catalogue of the words used here."""
    return Catalogue.load("palatine.core", {}, language)


# What lies where


def pieces_in(board: Board, view: View, space: Space) -> list[Piece]:
    """The pieces a view shows in a space, in the view's order."""
    return [piece for piece in view.pieces if piece.board == board.id and piece.space == space.id]


def _lying(board: Board, pieces: Iterable[Piece]) -> dict[str, list[Piece]]:
    """Those of `pieces` that lie on a board, by space."""
    found: dict[str, list[Piece]] = {}
    for piece in pieces:
        if piece.board == board.id:
            found.setdefault(piece.space, []).append(piece)
    return found


def space_name(space: Space) -> str:
    """A space's name, with the id that is printed on the map where the name does not hold it."""
    if space.id.casefold() in space.name.casefold():
        return words().say("describe.space", name=space.name)
    return words().say("describe.space-with-id", name=space.name, id=space.id)


def space_text(board: Board, view: View, space: Space) -> str:
    """A space: its name, what is printed there, what lies there now besides pieces, and the pieces, a line each."""
    known = next(each for each in as_seen(board, view).spaces if each.id == space.id)
    return "\n".join([space_name(known), *_printed(board, view, known), stack_text(board, view, known)])


def _printed(board: Board, view: View, space: Space) -> Iterator[str]:
    if space.text:
        yield space.text
    elif space.ground:
        names = [board.styles[ground].name if ground in board.styles else "" for ground in space.ground]
        pairs = zip(names, space.ground, strict=True)
        yield words().say("describe.ground", ground=[name or ground for name, ground in pairs])
    told = f"{space.name} {space.text}".casefold()
    marks = [mark for mark in space.marks if _mark_name(mark).casefold() not in told]
    yield from [_mark_name(mark) for mark in (*marks, *view.marks.get(space.id, ()))]


def _mark_name(mark: Mark) -> str:
    return mark.name or mark.kind


def stack_text(board: Board, view: View, space: Space) -> str:
    """The pieces in a space, a line each."""
    lines = [piece_text(piece) for piece in pieces_in(board, view, space)]
    return "\n".join(lines) or words().say("describe.empty")


def piece_text(piece: Piece) -> str:
    """A piece as a line of a list."""
    if piece.badges:
        return words().say("describe.piece-with-badges", text=piece.text, badges=list(piece.badges))
    return words().say("describe.piece", text=piece.text)


def board_text(board: Board, view: View) -> str:
    """Every space of a board in which something lies, with all that lies there, and all that is known of others."""
    lines: list[str] = []
    lying = _lying(board, view.pieces)
    for space in as_seen(board, view).spaces:
        pieces = lying.get(space.id, [])
        marks = view.marks.get(space.id, ())
        if space.id in view.seen:
            lines += [space_name(space), *_printed(board, view, space), *map(piece_text, pieces)]
        elif pieces or marks:
            lines += [space_name(space), *map(_mark_name, marks), *map(piece_text, pieces)]
    return "\n".join([board.title, *(lines or [words().say("describe.nobody")])])


def side_text(boards: Iterable[Board], view: View, style: str) -> str:
    """Where the pieces of one side lie; a side is a style of pieces."""
    lines: list[str] = []
    total = 0
    name = style
    for board in boards:
        name = (board.styles[style].name if style in board.styles else "") or name
        lying = _lying(board, [piece for piece in view.pieces if piece.style == style])
        for space in as_seen(board, view).spaces if lying else ():
            mine = lying.get(space.id, [])
            lines += [space_name(space), *map(piece_text, mine)] if mine else []
            total += len(mine)
    return "\n".join([words().say("describe.side", side=name, count=total), *lines])


def sides(view: View) -> list[str]:
    """The sides that have pieces in a view, in the order met."""
    return list(dict.fromkeys(piece.style for piece in view.pieces if piece.style))


# Beside the boards


def panel_text(panel: Panel) -> str:
    """A panel: its title, and its rows a line each."""
    return "\n".join([panel.title, *(map(_row, panel.rows) if panel.rows else [words().say("describe.nothing")])])


def _row(row: Row) -> str:
    key = "describe.row-with-value" if row.value else "describe.row"
    text = words().say(key, label=row.label, value=row.value)
    return words().say("describe.note", row=text, note=row.note) if row.note else text


def layer_text(boards: Iterable[Board], layer: Layer) -> str:
    """A layer: its title and total, and what is written over every space of it, a line each."""
    head = words().say("describe.layer", title=layer.title, total=layer.total) if layer.total else layer.title
    spaces = [space for board in boards if board.id == layer.board for space in board.spaces]
    lines = [
        words().say("describe.row-with-value", label=space_name(space), value=layer.text[space.id])
        for space in spaces
        if space.id in layer.text
    ]
    return "\n".join([head, *(lines or [words().say("describe.nothing")])])


def view_text(boards: Iterable[Board], view: View) -> str:
    """A whole view: what is asked, every board in use, every panel."""
    known = {board.id: board for board in boards}
    used = [board_text(known[name], view) for name in view.boards]
    return "\n\n".join([situation_text(view), *used, *map(panel_text, view.panels)])


# What is asked


def situation_text(view: View, most: int | None = None) -> str:
    """Where the match stands, what is to be decided, and the choices, numbered from 1.

    With `most`, of more places than so many at which the same can be done, only that many are listed.
    """
    lines = [view.heading, prompt_text(view), *_choices(view.choices, most)]
    listed = listed_plans(view)
    lines += [
        words().say("describe.plan", letter=letter, text=plan.text)
        for letter, plan in zip(plan_letters(len(listed)), listed, strict=True)
    ]
    if more := len(view.plans) - len(listed):
        lines.append(words().say("describe.more-plans", count=more))
    return "\n".join(lines)


def _choices(choices: Sequence[Choice], most: int | None) -> Iterator[str]:
    for (verb, kind), run in groupby(enumerate(choices, 1), lambda each: (each[1].verb, each[1].on)):
        alike = list(run)
        shown = most if most is not None and kind == "space" and len(alike) > most else len(alike)
        yield from [choice_text(number, choice) for number, choice in alike[:shown]]
        if left := alike[shown:]:
            first, last = left[0][0], left[-1][0]
            yield words().say("describe.more-choices", first=first, last=last, count=len(left), verb=verb)


def listed_plans(view: View) -> list[Plan]:
    """The plans that lists show; the others are offered at their spaces."""
    return [plan for plan in view.plans if plan.is_listed]


def prompt_text(view: View) -> str:
    """One line: what is to be decided, or how the match ended."""
    if view.outcome is None:
        key = "describe.prompt-with-clause" if view.clause else "describe.prompt"
        return words().say(key, prompt=view.prompt, clause=view.clause)
    return outcome_text(view.outcome["winners"], view.outcome["margin"])


def outcome_text(winners: Sequence[str], margin: str) -> str:
    """How a match ended, as a sentence."""
    key = {0: "describe.over-nobody", 1: "describe.over"}.get(len(winners), "describe.over-shared")
    return words().say(key, winners=list(winners), margin=margin)


def choice_text(number: int, choice: Choice) -> str:
    """A choice as a line of a numbered list, with what it costs."""
    key = "describe.choice-with-cost" if choice.cost else "describe.choice"
    return words().say(key, number=number, text=choice.text, cost=choice.cost)


def plan_letters(count: int) -> list[str]:
    """Labels for so many plans: a, b, ... z, aa, ab ..."""
    letters = "abcdefghijklmnopqrstuvwxyz"
    return [(letters[n // 26 - 1] if n >= 26 else "") + letters[n % 26] for n in range(count)]


# Finding what a person means


def find_space(boards: Iterable[Board], text: str) -> tuple[Board, Space]:
    """The space a person calls by its number, its name or the name of what is printed in it, or by their beginning.

    Raises Unknown when there is none such, or several.
    """
    found = [((board, space), _names(space)) for board in boards for space in board.spaces]
    return _find(found, text, "space", lambda each: space_name(each[1]))


def find_panel(panels: Iterable[Panel], text: str) -> Panel:
    """The panel of that title or id, or of that beginning. Raises Unknown when there is none such, or several."""
    found = [(panel, [panel.id, panel.title]) for panel in panels]
    return _find(found, text, "panel", lambda panel: panel.title)


def find_layer(layers: Iterable[Layer], text: str) -> Layer:
    """The layer of that title or id, or of that beginning. Raises Unknown when there is none such, or several."""
    return _find([(layer, [layer.id, layer.title]) for layer in layers], text, "layer", lambda layer: layer.title)


def find_piece(pieces: Iterable[Piece], text: str) -> Piece:
    """The piece an action can name, by its text, id, number or their beginning. Raises Unknown."""
    known = [piece for piece in pieces if piece.operand >= 0]
    found = [(piece, [piece.text, piece.face, piece.id, str(piece.operand)]) for piece in known]
    return _find(found, text, "piece", lambda piece: piece.text)


def _names(space: Space) -> list[str]:
    return [space.id, space.name, *[mark.name for mark in space.marks if mark.name]]


def _find(known: Sequence[tuple[T, list[str]]], text: str, kind: str, name: Callable[[T], str]) -> T:
    wanted = plain(text)
    kind_name = words().say(f"lookup.{kind}")
    if not wanted:
        raise Unknown(words().say("lookup.nothing-named", kind=kind_name))
    tests: tuple[Callable[[str], bool], ...] = (
        lambda said: said == wanted,
        lambda said: said.startswith(wanted),
        lambda said: f" {wanted}" in said,
    )
    for fits in tests:
        found = [each for each, names in known if any(fits(plain(said)) for said in names)]
        if len(found) == 1:
            return found[0]
        if found:
            names = [name(each) for each in found[:6]]
            raise Unknown(words().say("lookup.several", text=text, names=names))
    raise Unknown(words().say("lookup.none", kind=kind_name, text=text))


def plain(text: str) -> str:
    """Text as compared: small letters, no accents, no punctuation, single blanks."""
    bare = unicodedata.normalize("NFKD", text.casefold())
    kept = "".join(letter if letter.isalnum() else " " for letter in bare if not unicodedata.combining(letter))
    return " ".join(kept.split())
