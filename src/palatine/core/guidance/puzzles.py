"""Puzzles as data: a position with a best solution, a question, and the facts of its goal.

A puzzle is a lesson of one step, which pupils do as they like and without help. The facts of its goal are checked when
the phase or turn is over.
"""

from __future__ import annotations

import re
from functools import cache
from typing import Annotated, Final

import msgspec

from palatine.core.data import PackageData
from palatine.core.guidance.lessons import Lesson, LessonEnd, LessonError, LessonStep, without_links
from palatine.core.refusal import Unreadable

PUZZLE_FOLDER: Final = "puzzles"
MAX_WORDS: Final = 60
"""Maximum number of words in a question or an explanation."""


class PuzzleLesson(Lesson, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A puzzle as a lesson; the facts of its goal are those of its end."""

    solution: tuple[str, ...]
    """A solution: actions named as in lessons, or the orders of a sheet."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The contents of a puzzle's file."""

    puzzle: str
    title: str
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    game: str
    seat: str
    question: str
    goal: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    """Facts as in a lesson, all of which must hold when the phase or the turn is over."""
    solution: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    why: str
    """The explanation, shown when the solution is found or requested."""
    position_file: str
    dice: str
    """`key:TEXT`: dice rolled by the key derived from the text."""
    hint: str = ""
    point: tuple[str, ...] = ()
    """The spaces of the goal, ringed on the board."""

    def as_lesson(self, position: str, number: int) -> PuzzleLesson:
        """Return this puzzle as a lesson that begins with a position text."""
        return PuzzleLesson(
            lesson=self.puzzle, title=self.title, minutes=self.minutes, game=self.game, seat=self.seat,
            step=(LessonStep(say=self.question, hint=self.hint, point=self.point),),
            lesson_end=LessonEnd(say=self.why, check=self.goal),
            position=position, dice=self.dice, number=number, solution=self.solution,
        )  # fmt: skip


Puzzles = tuple[PuzzleLesson, ...]


@cache
def load_puzzles(package: str) -> Puzzles:
    """Return the puzzles of `data/puzzles/<number>-<puzzle>.toml` in order; () without them.

    Raises LessonError for an invalid puzzle.
    """
    folder = PackageData(package).folder / PUZZLE_FOLDER
    if not folder.is_dir():
        return ()
    names = [path.name for path in folder.iterdir() if path.name.endswith(".toml")]
    return tuple(sorted([_read_puzzle(package, name) for name in names], key=lambda each: each.number))


def _read_puzzle(package: str, name: str) -> PuzzleLesson:
    data = PackageData(package)
    match = re.fullmatch(r"(\d+)-([a-z0-9-]+)\.toml", name)
    if match is None:
        raise LessonError(f"{name}: a puzzle's file is called <number>-<puzzle>.toml.")
    try:
        puzzle = msgspec.convert(data.read_toml(f"{PUZZLE_FOLDER}/{name}"), Puzzle)
    except Unreadable as error:
        raise LessonError(str(error)) from error
    except msgspec.ValidationError as error:
        raise LessonError(f"{name}: {error}") from error
    if puzzle.puzzle != match[2]:
        raise LessonError(f"{name}: its puzzle is {match[2]!r}.")
    if not puzzle.dice.startswith("key:"):
        raise LessonError(f"{name}: the dice of a puzzle are “key:TEXT”.")
    for what, text in (("question", puzzle.question), ("why", puzzle.why)):
        if (count := len(without_links(text).split())) > MAX_WORDS:
            raise LessonError(f"{name}: {what} has {count} words; {MAX_WORDS} are the most.")
    return puzzle.as_lesson(data.read_text(f"{PUZZLE_FOLDER}/{puzzle.position_file}"), int(match[1]))
