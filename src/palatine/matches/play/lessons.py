"""Lessons: list, start, read on, show a step, go back."""

from __future__ import annotations

from typing import Literal

import msgspec

from palatine import registry
from palatine.core.guidance.lessons import Lesson
from palatine.core.guidance.puzzles import PuzzleLesson
from palatine.core.lessons import initial_state
from palatine.matches.clock import now
from palatine.matches.clocks.calendar import clock_settings
from palatine.matches.errors import Conflict
from palatine.matches.fairness import key_hash, new_key
from palatine.matches.play.seating import MAX_ATTEMPTS, new_row
from palatine.matches.responses import LessonInfo, MatchCreated, MatchView
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.lesson_progress import LessonProgress, lesson_of
from palatine.matches.runtime.lesson_steps import LessonSteps
from palatine.matches.runtime.loaded import LoadedMatch
from palatine.matches.runtime.projection import match_view
from palatine.matches.runtime.puzzle_steps import steps_of
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.seat_owners import SeatKey
from palatine.matches.storage import SeatRow
from palatine.matches.wording import busy_error, refused_error

LessonMove = Literal["on", "show", "back"]


def all_lessons() -> list[LessonInfo]:
    """Return the lessons of all games, each game's followed by its puzzles."""
    games = [(name, registry.load(name)) for name in registry.games()]
    return [_info(name, each) for name, game in games for each in (*game.lessons, *game.puzzles)]


def _info(name: str, lesson: Lesson) -> LessonInfo:
    title = registry.load(name).title
    return LessonInfo(
        name, title, lesson.lesson, lesson.title, lesson.minutes, lesson.seat, len(lesson.step), lesson.teaches,
        lesson.next, isinstance(lesson, PuzzleLesson),
    )  # fmt: skip


def start_lesson(context: MatchRuntime, name: str, lesson: str, step: int = 0) -> MatchCreated:
    """Start a lesson. Raises `Unknown`.

    With `step`, the script plays up to that step, for a returning player.
    """
    game = registry.load(name)
    taught = lesson_of(game, lesson)
    state = initial_state(game, taught)
    clock = clock_settings({"early": False}) if game.orders else None
    scenario = taught.setup.scenario if taught.setup and taught.setup.scenario else game.scenarios[0].name
    row = new_row(
        name, game, scenario, dict(state.options), taught.title, forced=False, clock=clock, start=game.encode(state)
    )
    row = msgspec.structs.replace(row, lesson=LessonProgress(lesson).to_dict())
    key = new_key()
    seats = [SeatRow(seat, seated=True, key=key_hash(key) if seat == taught.seat else "") for seat in state.seats]
    context.storage.create(row, seats)
    loaded = context.open(row.id)
    pending = PendingWrite(loaded)
    with context.guard_rules(pending):
        pending.begin()
        steps = steps_of(context, pending)
        steps.begin()
        steps.play_to_step(min(max(step, 0), len(taught.step) - 1))
    _write(context, pending, steps)
    return MatchCreated(row.id, {taught.seat: key})


def move_lesson(context: MatchRuntime, match: str, key: SeatKey, do: LessonMove, version: int) -> MatchView:
    """Read "on", "show" the step or go "back" one, at the version that the seat saw.

    What a step expects is done with actions, plans and sheets. Raises `Refused` if the move is impossible, and
    `Conflict`.
    """
    loaded, seat = _open_lesson(context, match, key)
    if loaded.row.version != version:
        raise Conflict(match_view(context, loaded, seat, max(0, version)), version)
    pending = PendingWrite(loaded)
    with context.guard_rules(pending):
        steps = steps_of(context, pending)
        {"on": steps.continue_reading, "show": steps.carry_out, "back": steps.go_back}[do]()
    written = _write(context, pending, steps)
    return match_view(context, written, seat, version)


def hand_in(context: MatchRuntime, match: str, key: SeatKey, text: str) -> MatchView:
    """Hand in a sheet; if the lesson does not expect it, the view says why."""
    loaded, seat = _open_lesson(context, match, key)
    pending = PendingWrite(loaded)
    with context.guard_rules(pending):
        steps = steps_of(context, pending)
        steps.hand_in(seat, text)
    return match_view(context, _write(context, pending, steps, is_handed=True), seat, loaded.row.version)


def advance_by_draft(context: MatchRuntime, match: str, text: str) -> None:
    """Advance the lesson if the draft is what it expects."""
    for _ in range(MAX_ATTEMPTS):
        pending = PendingWrite(context.open(match))
        with context.guard_rules(pending):
            steps_of(context, pending).check_draft(text)
        if not pending.records or context.write(pending) is not None:
            return
    raise busy_error()


def _open_lesson(context: MatchRuntime, match: str, key: SeatKey) -> tuple[LoadedMatch, str]:
    loaded = context.open(match)
    seat = loaded.seat_of(key)
    if loaded.row.lesson is None:
        raise refused_error("no-lesson")
    return loaded, seat


def _write(
    context: MatchRuntime, pending: PendingWrite, steps: LessonSteps, *, is_handed: bool = False
) -> LoadedMatch:
    """Write the changes and, with secret orders, store the script's current sheet as the draft."""
    written = context.write(pending)
    if written is None:
        return context.open(pending.row.id)
    sheet = None if is_handed else steps.script_sheet()
    if sheet is not None:
        context.storage.save_draft(written.row.id, steps.lesson.seat, written.row.turn, sheet, now())
    return written
