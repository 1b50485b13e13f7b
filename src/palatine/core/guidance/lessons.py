"""Lessons as data: a position, texts, highlights, expected actions, replies and dice."""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Annotated, Any, Final

import msgspec

from palatine.core.data import PackageData
from palatine.core.refusal import PalatineError, Unreadable

MAX_WORDS: Final = 30
"""Maximum number of words in one text."""
KEYED_DICE_PREFIX: Final = "key:"
"""Prefix of dice that roll by the key derived from the text after it."""
TERM_PATTERN: Final = re.compile(r"\{term:([^{}|]+)(?:\|([^{}]+))?\}")
"""A link to a glossary entry in a text: `{term:melee}` or `{term:melee|hand to hand}`."""

Face = int | tuple[str, int]
"""A face, or the required purpose of the roll and the face."""
OneOrMany = str | tuple[str, ...]


class LessonError(PalatineError):
    """An invalid lesson, or a script that does not fit the game; the message names the place."""


class LessonSetup(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The setup of a lesson that begins with a scenario."""

    scenario: str = ""
    seats: tuple[str, ...] = ()
    options: dict[str, Any] = {}
    seed: str = ""


class LessonStep(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A step of a lesson: the text in its box, and what the pupil must do.

    Expected actions, answers and replies are named as a player would name them: by the text of a choice or a shortcut,
    or by a verb with a place or the face of a counter. In a game of secret orders they are `order LINE` and `hand in`.
    A step that expects nothing is only read. A step without a text is done without help.
    """

    say: str = ""
    point: tuple[str, ...] = ()
    """Highlights: a place, `choice:TEXT`, `verb:VERB`, `panel:ID`, `journal` or `board:ID`."""
    expect: OneOrMany = ()
    wrong: dict[str, str] = {}
    """Answers to legal actions that are not expected here; "*" for all those not named."""
    hint: str = ""
    after: str = ""
    """The text shown after the step."""
    reply: OneOrMany = ()
    """Actions of the other seats after the step, each like `expect`.

    In a game of secret orders each is `SEAT: LINE`.
    """

    @property
    def expects(self) -> tuple[str, ...]:
        """The expected actions, any one of which completes the step."""
        return (self.expect,) if isinstance(self.expect, str) else self.expect

    @property
    def replies(self) -> tuple[str, ...]:
        return (self.reply,) if isinstance(self.reply, str) else self.reply

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield all texts of the step, each with its place."""
        yield from (("say", self.say), ("hint", self.hint), ("after", self.after))
        yield from ((f"wrong {what!r}", text) for what, text in self.wrong.items())


class LessonEnd(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The closing text, and the facts that must hold at the end.

    A fact is `at PLACE FACE`, `gone FACE`, `control PLACE STYLE` (of a mark or counter there), `measure ID SEAT N` (a
    value of at least N), `entry KIND` (of the journal) or `outcome SEAT`.
    """

    say: str
    check: tuple[str, ...] = ()


class Lesson(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """A lesson of a game, for one seat."""

    lesson: str
    title: str
    minutes: Annotated[int, msgspec.Meta(ge=1, le=60)]
    game: str
    seat: str
    step: tuple[LessonStep, ...]
    lesson_end: LessonEnd
    next: str = ""
    """The lesson to offer afterwards."""
    teaches: tuple[str, ...] = ()
    """Keys of the glossary that the pupil knows afterwards."""
    position: str = ""
    position_file: str = ""
    """A file in the same folder that holds the position."""
    setup: LessonSetup | None = None
    before: tuple[tuple[str, ...] | dict[str, str], ...] = ()
    """Turns to play first, in a game of secret orders.

    Each has the sheets by seat or in the order of seats.
    """
    dice: str | tuple[Face, ...] = ()
    number: int = 0
    """Its position among the lessons of its game, from its file's name."""

    @property
    def faces(self) -> tuple[int, ...]:
        """The faces that the dice show, in the order rolled."""
        dice = () if isinstance(self.dice, str) else self.dice
        return tuple([face if isinstance(face, int) else face[1] for face in dice])

    @property
    def purposes(self) -> tuple[str, ...]:
        """The required purpose of each roll, "" if any."""
        dice = () if isinstance(self.dice, str) else self.dice
        return tuple(["" if isinstance(face, int) else face[0] for face in dice])

    def texts(self) -> Iterator[tuple[str, str]]:
        """Yield all texts of the lesson, each with its place."""
        for n, step in enumerate(self.step, 1):
            yield from ((f"step {n}, {where}", text) for where, text in step.texts())
        yield "lesson_end, say", self.lesson_end.say

    def terms(self) -> tuple[str, ...]:
        """Return the keys of the glossary that the lesson mentions."""
        named = [match[1] for _, text in self.texts() for match in TERM_PATTERN.finditer(text)]
        return tuple(dict.fromkeys([*self.teaches, *named]))


Lessons = tuple[Lesson, ...]


@cache
def load_lessons(package: str) -> Lessons:
    """Return the lessons of `data/lessons/<number>-<lesson>.toml` in order; () without them.

    Raises LessonError for an invalid lesson.
    """
    folder = PackageData(package).folder / "lessons"
    if not folder.is_dir():
        return ()
    names = [path.name for path in folder.iterdir() if path.name.endswith(".toml")]
    found = tuple(sorted([_read_lesson(package, name) for name in names], key=lambda each: each.number))
    known = {each.lesson for each in found}
    for each in found:
        if each.next and each.next not in known:
            raise LessonError(f"{each.lesson}: there is no next lesson {each.next!r}; there are {sorted(known)}.")
    return found


def _read_lesson(package: str, name: str) -> Lesson:
    data = PackageData(package)
    match = re.fullmatch(r"(\d+)-([a-z0-9-]+)\.toml", name)
    if match is None:
        raise LessonError(f"{name}: a lesson's file is called <number>-<lesson>.toml.")
    try:
        table = data.read_toml(f"lessons/{name}")
        lesson = msgspec.convert(table, Lesson)
    except Unreadable as error:
        raise LessonError(str(error)) from error
    except msgspec.ValidationError as error:
        raise LessonError(f"{name}: {error}") from error
    if lesson.number or lesson.lesson != match[2]:
        raise LessonError(f"{name}: its lesson is {match[2]!r}, and its number stands in the file's name alone.")
    if lesson.position_file:
        text = data.read_text(f"lessons/{lesson.position_file}")
        lesson = msgspec.structs.replace(lesson, position=text)
    _check(name, lesson, "position" in table)
    return msgspec.structs.replace(lesson, number=int(match[1]))


def _check(name: str, lesson: Lesson, has_position: bool) -> None:
    """Raise LessonError for errors that the types do not exclude."""
    begins = [has_position, bool(lesson.position_file), lesson.setup is not None]
    if begins.count(True) != 1:
        raise LessonError(f"{name}: it begins with one of position, position_file and setup.")
    if isinstance(lesson.dice, str) and not lesson.dice.startswith(KEYED_DICE_PREFIX):
        raise LessonError(f"{name}: dice are a list of faces or “{KEYED_DICE_PREFIX}TEXT”.")
    if any(not 1 <= face <= 255 for face in lesson.faces):
        raise LessonError(f"{name}: a face is 1 to 255.")
    if not lesson.step:
        raise LessonError(f"{name}: it has no step.")
    for n, step in enumerate(lesson.step, 1):
        if not step.say and not step.expects:
            raise LessonError(f"{name}: step {n} neither says nor expects anything.")
        if step.replies and not step.expects:
            raise LessonError(f"{name}: step {n} has a reply to nothing.")
    for where, text in lesson.texts():
        if (count := len(without_links(text).split())) > MAX_WORDS:
            raise LessonError(f"{name}: {where} has {count} words; {MAX_WORDS} are the most.")


def without_links(text: str) -> str:
    """Return a text without its links to the glossary."""
    return TERM_PATTERN.sub(lambda match: match[2] or match[1].replace("-", " "), text)
