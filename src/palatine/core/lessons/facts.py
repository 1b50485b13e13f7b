"""Checks of the facts that must hold at the end of a lesson."""

from __future__ import annotations

from collections.abc import Collection, Sequence
from typing import Any

from palatine.core.game import Game
from palatine.core.guidance.lessons import Lesson, LessonError
from palatine.core.refusal import Unknown
from palatine.core.state import State
from palatine.core.text.lookup import find_space, normalize
from palatine.core.view import Board, Mark, View


def unmet_facts(game: Game[Any], lesson: Lesson, state: State, entries: Collection[str]) -> list[str]:
    """Return the facts of a lesson's end that do not hold.

    `entries` are the kinds of all entries of the journal. Raises LessonError for an invalid fact.
    """
    boards = game.boards(state)
    views = [game.view(state, seat) for seat in state.seats]
    return [fact for fact in lesson.lesson_end.check if not _is_true(game, state, boards, views, fact, entries)]


def _is_true(
    game: Game[Any],
    state: State,
    boards: Sequence[Board],
    views: Sequence[View],
    fact: str,
    entries: Collection[str],
) -> bool:
    kind, _, rest = fact.partition(" ")
    if kind == "entry":
        return rest in entries
    if kind == "outcome":
        outcome = game.outcome(state)
        return outcome is not None and rest in outcome.winners
    if kind == "measure":
        return _is_reached(game, state, fact, rest.split())
    maps = {board.id for board in boards if board.kind == "map"}
    if kind == "gone":
        return not any(piece.face == rest and piece.board in maps for view in views for piece in view.pieces)
    place, _, last = rest.rpartition(" ")
    if kind == "at":
        spaces = _spaces(boards, place)
        return any(piece.face == last and piece.space in spaces for view in views for piece in view.pieces)
    if kind == "control":
        return any(_is_held(boards, view, _spaces(boards, place), last) for view in views)
    raise LessonError(f"There is no fact {fact!r}; there are at, gone, control, measure, entry and outcome.")


def _is_reached(game: Game[Any], state: State, fact: str, words: Sequence[str]) -> bool:
    """Return whether a seat's measure has reached a value: `ID SEAT NUMBER`."""
    values = {measure.id: measure.values for measure in game.measures(state)}
    if len(words) != 3 or words[1] not in values.get(words[0], {}) or not words[2].isdecimal():
        raise LessonError(f"There is no fact {fact!r}: a measure is told as ID SEAT NUMBER.")
    return values[words[0]][words[1]] >= int(words[2])


def _spaces(boards: Sequence[Board], place: str) -> set[str]:
    exact = {space.id for board in boards for space in board.spaces if space.id == place}
    try:
        return exact or {find_space(boards, place)[1].id}
    except Unknown as error:
        raise LessonError(f"There is no place {place!r}.") from error


def _is_held(boards: Sequence[Board], view: View, spaces: set[str], seat: str) -> bool:
    """Return whether a piece or mark in one of the spaces shows that the seat holds it."""
    styles = seat_styles(boards, seat)
    if any(is_mark_of(seat, styles, mark) for space in spaces for mark in view.marks.get(space, ())):
        return True
    return any(piece.style in styles and piece.space in spaces for piece in view.pieces)


def seat_styles(boards: Sequence[Board], seat: str) -> set[str]:
    """Return the styles in which the things of a seat are drawn."""
    named = {
        name for board in boards for name, style in board.styles.items() if normalize(style.name) == normalize(seat)
    }
    return named | {normalize(seat), seat}


def is_mark_of(seat: str, styles: Collection[str], mark: Mark) -> bool:
    """Return whether a mark has one of a seat's styles, or a name that mentions the seat."""
    return mark.style in styles or f" {normalize(seat)}" in f" {normalize(mark.name)}"
