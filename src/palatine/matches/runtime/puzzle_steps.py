"""Progress through a puzzle: free play against bots, and a check of the goal at the end."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from palatine.core import Action
from palatine.core.guidance.puzzles import PuzzleLesson
from palatine.matches.runtime import secret_orders
from palatine.matches.runtime.context import MatchRuntime
from palatine.matches.runtime.lesson_progress import LessonProgress, lesson_of
from palatine.matches.runtime.lesson_steps import LessonSteps
from palatine.matches.runtime.unit_of_work import PendingWrite
from palatine.matches.wording import catalogue, refused_error
from palatine.players.puzzles import PuzzlePlay


class PuzzleSteps(LessonSteps):
    """The single step of a puzzle, which begins at the first ply stored in its progress."""

    lesson: PuzzleLesson

    def __init__(self, context: MatchRuntime, pending: PendingWrite) -> None:
        super().__init__(context, pending)
        self.puzzle = PuzzlePlay(self.game, self.lesson)

    def begin(self) -> None:
        """Let other seats make the decisions that come before the player's."""
        if not self.game.orders:
            self._let_others_play()
        self._update_progress(plies=(self.pending.row.ply,))

    def act(self, actions: Sequence[Action]) -> None:
        """Carry out legal actions. Raises `Refused` for illegal ones."""
        self._check_goes_on()
        self._check_legal(actions)
        for action in actions:
            if action not in self.game.actions(self.pending.state, self.lesson.seat):
                break
            self._play(self.lesson.seat, action)
            self._let_others_play()
        self._update_progress(answer="")
        self._check_goal()

    def continue_reading(self) -> None:
        """Raise `Refused`: a puzzle has nothing to read."""
        raise refused_error("lesson-step")

    def carry_out(self) -> None:
        """Play the solution from the start position."""
        self._restart()
        if self.game.orders:
            self._hand_in(self.lesson.seat, self.puzzle.solution_sheet())
        for what in () if self.game.orders else self.lesson.solution:
            self._play(self.lesson.seat, self.puzzle.find_action(self.pending.state, what))
            self._let_others_play()
        self._update_progress(done=True, found=False, answer="")

    def go_back(self) -> None:
        """Start again. Raises `Refused` at the start."""
        if self.pending.row.ply == self.progress.plies[0]:
            raise refused_error("lesson-first")
        self._restart()

    def _restart(self) -> None:
        self._rewind(self.progress.plies[0])
        self._update_progress(done=False, found=False, answer="")

    def play_to_step(self, stop: int) -> None:
        """Do nothing, because a puzzle has only one step."""

    # Secret orders

    def check_draft(self, text: str) -> None:
        """Ignore the draft, because a puzzle expects no particular orders."""

    def hand_in(self, seat: str, text: str) -> None:
        """Hand in for all seats and run the turn."""
        self._check_goes_on()
        self._hand_in(seat, text)
        self._check_goal()

    def _hand_in(self, seat: str, text: str) -> None:
        others = self.puzzle.sheets_of_others(self.pending.state)
        sheets = {seat: text, **{each: self.game.write(sheet) for each, sheet in others.items()}}
        for each, sheet in sheets.items():
            secret_orders.hand_in(self.pending, each, sheet, self.game.parse_untrusted(sheet))
        secret_orders.run_turn(self.pending, "all")

    def script_sheet(self) -> str | None:
        """Return None, because a puzzle has no script."""
        return None

    # Advancing

    def _let_others_play(self) -> None:
        self.puzzle.play_others(self.pending.state, self._play)

    def _check_goes_on(self) -> None:
        """Raise `Refused` if the puzzle is over."""
        if self.progress.done or self.puzzle.is_over(self.pending.state):
            raise refused_error("puzzle-over")

    def _check_goal(self) -> None:
        """If the puzzle is over, record whether its goal was reached."""
        state: Any = self.pending.state
        if not self.puzzle.is_over(state):
            return
        found = self.puzzle.is_solved(state)
        told = "" if found else catalogue().say("puzzle.missed")
        self._update_progress(done=found, found=found, answer=told, tries=self.progress.tries + (not found))


def steps_of(context: MatchRuntime, pending: PendingWrite) -> LessonSteps:
    """Return the steps of a lesson or of a puzzle."""
    lesson = lesson_of(pending.game, LessonProgress.from_dict(pending.row.lesson).lesson)
    kind = PuzzleSteps if isinstance(lesson, PuzzleLesson) else LessonSteps
    return kind(context, pending)
