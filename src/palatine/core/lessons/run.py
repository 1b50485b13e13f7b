"""Lessons of single actions in progress: start, expected actions, answers and replies."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from palatine.core.dice import dice_key
from palatine.core.game import Game
from palatine.core.guidance.lesson_dice import lesson_dice
from palatine.core.guidance.lessons import KEYED_DICE_PREFIX, Lesson, LessonError, LessonStep
from palatine.core.lessons.named import Path, named_paths, offered_texts
from palatine.core.lessons.sheets import play_turns
from palatine.core.refusal import PalatineError
from palatine.core.state import Action, State

MAX_FORCED_ANSWERS = 200
"""Maximum number of consecutive forced answers."""
ALL_OTHERS = "*"

PlayAction = Callable[[str, Action], Any]
"""A function that carries out an action of a seat and returns the state after it."""


def initial_state(game: Game[Any], lesson: Lesson) -> Any:
    """Return the initial state of a lesson, with its dice. Raises LessonError."""
    try:
        if lesson.setup is None:
            state = game.read_position(lesson.position)
        else:
            given = lesson.setup
            seats, seed = given.seats or None, given.seed.encode()
            state = game.setup(given.scenario or None, seats, seed, given.options)
        if lesson.before:
            state = play_turns(game, state, lesson.before)
    except PalatineError as error:
        raise LessonError(f"{lesson.lesson}: {error}") from error
    if lesson.game != game.name:
        raise LessonError(f"{lesson.lesson}: it is a lesson of {lesson.game!r}, and this game is {game.name!r}.")
    if lesson.seat not in state.seats:
        raise LessonError(f"{lesson.lesson}: {lesson.game} has no seat {lesson.seat!r} at this table.")
    text = lesson.dice.removeprefix(KEYED_DICE_PREFIX) if isinstance(lesson.dice, str) else lesson.lesson
    state.dice = lesson_dice(lesson.faces, dice_key(text.encode()))
    return state


class LessonRun:
    """The rules by which a lesson of single actions proceeds.

    It is stateless: callers pass the state of the match and the number of the step, from 0.
    """

    def __init__(self, game: Game[Any], lesson: Lesson) -> None:
        self.game, self.lesson = game, lesson

    def step(self, step_index: int) -> LessonStep:
        return self.lesson.step[step_index]

    # The pupil

    def paths(self, state: State, step_index: int) -> list[Path]:
        """Return the expected paths of a step, the script's own first.

        Raises LessonError if one of them is not offered or is ambiguous.
        """
        found: list[Path] = []
        for what in self.step(step_index).expects:
            named = self.named_paths(state, what)
            if len(named) != 1:
                raise self.script_error(state, step_index, what)
            found += named
        return found

    def remaining(self, state: State, paths: Sequence[Path], done: Sequence[Action]) -> Path | None:
        """Return the rest of the first path that begins with `done`; () if it is complete.

        Return None if no path contains `done`. The actions of a plan may come in any order that leads to the same
        position.
        """
        doing = tuple(done)
        for path in paths:
            if path[: len(doing)] == doing:
                return path[len(doing) :]
        for path in paths:
            if len(doing) == 1 and doing[0] in path:
                left = tuple([action for action in path if action != doing[0]])
                if self._leads_alike(state, path, (*doing, *left)):
                    return left
        if len(doing) > 1 and any(self._leads_alike(state, path, doing) for path in paths):
            return ()
        return None

    def _leads_alike(self, state: State, one: Path, other: Path) -> bool:
        first, second = self._state_after(state, one), self._state_after(state, other)
        return first is not None and first == second

    def _state_after(self, state: State, path: Path) -> Any:
        """Return the state after some actions of the pupil; None if one of them is illegal."""
        after = state.copy()
        for action in path:
            if action not in self.game.actions(after, self.lesson.seat):
                return None
            self.game.take(after, self.lesson.seat, action)
        return after

    def answer_to_actions(self, state: State, step_index: int, done: Sequence[Action]) -> str:
        """Return the lesson's answer to legal actions that are not expected; "" if it has none."""
        wrong = self.step(step_index).wrong
        for what, text in wrong.items():
            if what != ALL_OTHERS and any(
                path[: len(done)] == tuple(done) for path in self.named_paths(state, what)
            ):
                return text
        return wrong.get(ALL_OTHERS, "")

    # The other seats

    def play_replies(self, state: Any, step_index: int, play: PlayAction) -> Any:
        """Play the replies to step `step_index` (-1: the start) and forced answers.

        Return the state after them. After the last step no answers are forced. Raises LessonError if a seat must decide
        and the script has no reply for it.
        """
        for what in self.step(step_index).replies if step_index >= 0 else ():
            state = self._reply(state, step_index, what, play)
        if step_index + 1 < len(self.lesson.step):
            state = self._play_forced(state, step_index + 1, play)
        return state

    def _reply(self, state: Any, step_index: int, what: str, play: PlayAction) -> Any:
        for _ in range(MAX_FORCED_ANSWERS):
            for seat in self.game.actors(state):
                named = self._named(state, seat, what)
                if len(named) == 1:
                    for action in named[0]:
                        state = play(seat, action)
                    return state
            forced = self._only_action(state)
            if forced is None:
                break
            state = play(*forced)
        seat = next(iter(self.game.actors(state)), self.lesson.seat)
        raise self._script_error(state, seat, step_index, what, len(self._named(state, seat, what)))

    def _play_forced(self, state: Any, next_step: int, play: PlayAction) -> Any:
        upcoming = next((step.expects for step in self.lesson.step[next_step:] if step.expects), ())
        for _ in range(MAX_FORCED_ANSWERS):
            forced = self._only_action(state)
            if forced is None:
                break
            is_awaited = forced[0] == self.lesson.seat and any(self.named_paths(state, what) for what in upcoming)
            if is_awaited:
                break
            state = play(*forced)
        others = [seat for seat in self.game.actors(state) if seat != self.lesson.seat]
        if others and upcoming:
            told = "; ".join(offered_texts(self.game.view(state, others[0])))
            raise LessonError(
                f"{self.lesson.lesson}: before step {next_step + 1} {others[0]} must decide, and no reply says what:"
                f" {told}"
            )
        return state

    def _only_action(self, state: State) -> tuple[str, Action] | None:
        for seat in self.game.actors(state):
            actions = self.game.actions(state, seat)
            if len(actions) == 1:
                return seat, actions[0]
        return None

    def named_paths(self, state: State, name: str) -> list[Path]:
        """Return the pupil's paths with this name."""
        return self._named(state, self.lesson.seat, name)

    def script_error(self, state: State, step_index: int, name: str) -> LessonError:
        """Return the error for a step that names nothing offered, or something ambiguous.

        It lists what is offered.
        """
        return self._script_error(state, self.lesson.seat, step_index, name, len(self.named_paths(state, name)))

    def _named(self, state: State, seat: str, what: str) -> list[Path]:
        return named_paths(self.game.boards(state), self.game.view(state, seat), what)

    def _script_error(self, state: State, seat: str, step_index: int, what: str, count: int) -> LessonError:
        told = "; ".join(offered_texts(self.game.view(state, seat))) or "nothing"
        why = "is not offered" if not count else f"may be {count} things"
        return LessonError(
            f"{self.lesson.lesson}: at step {step_index + 1} {what!r} {why}. {seat} is offered: {told}"
        )
