"""The progress of a lesson, stored with its match, and its view for the player."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import msgspec

from palatine.core import Action, Board, Game, Unknown, View
from palatine.core.guidance.lessons import Lesson, LessonStep
from palatine.core.guidance.puzzles import PuzzleLesson
from palatine.core.lessons import expects_hand_in, named_paths, wanted_orders
from palatine.core.text import find_space, space_name
from palatine.matches.responses import LessonPoint, LessonView, LessonWay

UNNAMED_TARGETS = ("journal", "sheet", "report")
"""Targets that a step can point at without a name."""


class LessonProgress(msgspec.Struct, frozen=True, omit_defaults=True):
    """The progress of a lesson. Steps are counted from 0."""

    lesson: str
    step: int = 0
    plies: tuple[int, ...] = (0,)
    """The ply at which each step up to this one began."""
    rest: tuple[Action, ...] = ()
    """The remaining actions of a shortcut that is carried out one by one."""
    missed: tuple[int, ...] = ()
    """Steps with mistakes, to be repeated after the last one."""
    again: tuple[int, ...] = ()
    """The steps being repeated, the current one first."""
    answer: str = ""
    """The reply to the last mistake."""
    after: str = ""
    """The comment on the previous step."""
    tries: int = 0
    """Number of mistakes in this step."""
    done: bool = False
    found: bool = False
    """For a finished puzzle: True if the player reached the goal without help."""

    @classmethod
    def from_dict(cls, stored: dict[str, Any] | None) -> LessonProgress:
        return msgspec.convert(stored, cls)

    def to_dict(self) -> dict[str, Any]:
        kept: dict[str, Any] = msgspec.to_builtins(self)
        return kept


def lesson_of(game: Game[Any], name: str) -> Lesson:
    """Return the lesson or puzzle of that name. Raises `Unknown`."""
    known = (*game.lessons, *game.puzzles)
    for lesson in known:
        if lesson.lesson == name:
            return lesson
    names = ", ".join(each.lesson for each in known) or "none"
    raise Unknown(f"{game.title} has no lesson {name!r}; it has {names}.")


def lesson_view(
    game: Game[Any], lesson: Lesson, progress: LessonProgress, boards: Sequence[Board], view: View, at: int
) -> LessonView:
    """Return the view of a lesson; `at` is the current ply of the match."""
    step = LessonStep() if progress.done else lesson.step[progress.step]
    is_puzzle = isinstance(lesson, PuzzleLesson)
    ways = tuple(
        _next_of_shortcut(view, progress.rest) if progress.rest else _lesson_ways(game, boards, view, step)
    )
    return LessonView(
        game=game.name,
        lesson=lesson.lesson,
        title=lesson.title,
        minutes=lesson.minutes,
        step=progress.step,
        steps=len(lesson.step),
        say=lesson.lesson_end.say if progress.done else step.say,
        point=tuple([_point(boards, view, each) for each in step.point]),
        expects=ways,
        orders=tuple(wanted_orders(game, step)) if game.orders else (),  # type: ignore[arg-type]
        goes_on=not progress.done and not step.expects and not is_puzzle,
        hands_in=expects_hand_in(step),
        hint=step.hint,
        answer=progress.answer,
        after=progress.after,
        tries=progress.tries,
        again=bool(progress.again),
        can_back=not progress.again and (progress.step > 0 or at > progress.plies[-1]),
        done=progress.done,
        next=lesson.next if progress.done else "",
        teaches=lesson.teaches if progress.done else (),
        puzzle=is_puzzle,
        found=progress.found,
        solution=lesson.solution if isinstance(lesson, PuzzleLesson) and game.orders and progress.done else (),
    )


def _next_of_shortcut(view: View, rest: Sequence[Action]) -> list[LessonWay]:
    """Return the next steps of a started shortcut.

    They are a shortcut for all the rest if there is one, otherwise the next action.
    """
    verb, operand = rest[0]
    all_at_once = [
        shortcut for shortcut in view.shortcuts if len(rest) > 1 and sorted(shortcut.actions) == sorted(rest)
    ]
    return [LessonWay(verb, operand, shortcut.text, shortcut.space) for shortcut in all_at_once] or [
        LessonWay(verb, operand)
    ]


def _lesson_ways(game: Game[Any], boards: Sequence[Board], view: View, step: LessonStep) -> list[LessonWay]:
    """Return the accepted next steps as offered: choices by action, shortcuts by text."""
    shortcuts = {shortcut.actions: shortcut for shortcut in view.shortcuts}
    found = []
    for what in () if game.orders else step.expects:
        for way in named_paths(boards, view, what):
            shortcut = shortcuts.get(way)
            is_shortcut = shortcut is not None and len(way) > 1
            found.append(
                LessonWay(
                    way[0][0],
                    way[0][1],
                    shortcut.text if shortcut and is_shortcut else "",
                    shortcut.space if shortcut else -1,
                )
            )
    return found


def _point(boards: Sequence[Board], view: View, point: str) -> LessonPoint:
    """Return the target of a step, resolved to a space, a choice or a panel."""
    kind, colon, name = point.partition(":")
    if point in UNNAMED_TARGETS:
        return LessonPoint(point)
    if kind == "choice":
        way = next(iter(named_paths(boards, view, name)), ())
        verb, operand = way[0] if way else ("", -1)
        return LessonPoint("choice", name, verb=verb, operand=operand)
    if colon and kind in ("verb", "panel", "board"):
        panel = next((each.id for each in view.panels if name in (each.id, each.title)), name)
        return LessonPoint(kind, panel if kind == "panel" else name)
    used = [board for each in view.boards for board in boards if board.id == each]
    try:
        board, space = find_space([*used, *[each for each in boards if each not in used]], point)
    except Unknown:
        return LessonPoint("none", point)
    return LessonPoint(
        "space", space.id, board.id, text=space_name(space) if any(map(str.isdigit, space.id)) else space.name
    )
