"""Puzzles as data: a position in which one way is better than all else, a question, and what the referee looks for.

A puzzle is a lesson of one step, which its pupil does alone and as he likes; when the phase or turn is over, the facts
of its goal hold or they do not.
"""

from __future__ import annotations

import re
import tomllib
from functools import cache
from typing import Annotated, Final

import msgspec

from palatine.core.data import PackageData
from palatine.core.guidance.lessons import Lesson, LessonEnd, LessonError, LessonStep, spoken

FOLDER: Final = "puzzles"
MOST_WORDS: Final = 60
"""So many words a question has, and so many an explanation."""


class PuzzleLesson(Lesson, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A puzzle as it is played; the facts of its goal are those of its end."""

    solution: tuple[str, ...]
    """A way that leads there: actions named as in lessons, or the orders of a sheet."""


class Puzzle(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """What stands in a puzzle's file."""

    puzzle: str
    title: str
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    game: str
    seat: str
    question: str
    goal: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    """Facts as at the end of a lesson, all of which must hold when the phase or the turn is over."""
    solution: Annotated[tuple[str, ...], msgspec.Meta(min_length=1)]
    why: str
    """Why that is the solution, shown when it is found or requested."""
    position_file: str
    dice: str
    """`key:TEXT`: they fall by the key that the text stands for."""
    hint: str = ""

    def as_lesson(self, position: str, number: int) -> PuzzleLesson:
        """The same to be played, from a position as text."""
        return PuzzleLesson(
            lesson=self.puzzle, title=self.title, minutes=self.minutes, game=self.game, seat=self.seat,
            step=(LessonStep(say=self.question, hint=self.hint),),
            lesson_end=LessonEnd(say=self.why, check=self.goal),
            position=position, dice=self.dice, number=number, solution=self.solution,
        )  # fmt: skip


Puzzles = tuple[PuzzleLesson, ...]


@cache
def load_puzzles(package: str) -> Puzzles:
    """The puzzles of `data/puzzles/<number>-<puzzle>.toml`, in their order; none where there is no such folder.

    Raises LessonError for what is not written as puzzles are.
    """
    folder = PackageData(package).folder / FOLDER
    if not folder.is_dir():
        return ()
    names = [path.name for path in folder.iterdir() if path.name.endswith(".toml")]
    return tuple(sorted([_read(package, name) for name in names], key=lambda each: each.number))


def _read(package: str, name: str) -> PuzzleLesson:
    data = PackageData(package)
    match = re.fullmatch(r"(\d+)-([a-z0-9-]+)\.toml", name)
    if match is None:
        raise LessonError(f"{name}: a puzzle's file is called <number>-<puzzle>.toml.")
    try:
        puzzle = msgspec.convert(data.read_toml(f"{FOLDER}/{name}"), Puzzle)
    except (msgspec.ValidationError, tomllib.TOMLDecodeError) as error:
        raise LessonError(f"{name}: {error}") from error
    if puzzle.puzzle != match[2]:
        raise LessonError(f"{name}: its puzzle is {match[2]!r}.")
    if not puzzle.dice.startswith("key:"):
        raise LessonError(f"{name}: the dice of a puzzle are “key:TEXT”.")
    for what, text in (("question", puzzle.question), ("why", puzzle.why)):
        if (count := len(spoken(text).split())) > MOST_WORDS:
            raise LessonError(f"{name}: {what} has {count} words; {MOST_WORDS} are the most.")
    return puzzle.as_lesson(data.read_text(f"{FOLDER}/{puzzle.position_file}"), int(match[1]))
