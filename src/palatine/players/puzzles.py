"""Play of a puzzle: a pupil plays one seat, captains the others; then the goal is checked.

The puzzle is over with the phase or turn in which it began, by `Game.planning_period`, or with the match.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any

from palatine.core import Action, Game, OrdersGame, Sheet, State
from palatine.core.guidance.lessons import LessonError
from palatine.core.guidance.puzzles import PuzzleLesson
from palatine.core.lessons import initial_state, named_paths, unmet_facts
from palatine.core.lessons.run import PlayAction
from palatine.players.rollouts import MAX_DECISIONS, captain_bot

PuzzlePlayer = Callable[[State, str], Any]
"""A function that returns an action, or a sheet, for a seat to act."""


class PuzzlePlay:
    """Rules of play of a puzzle; positions are passed to each call, not stored."""

    def __init__(self, game: Game[Any], puzzle: PuzzleLesson) -> None:
        self.game = game
        self.puzzle = puzzle

    @cached_property
    def first_period(self) -> int:
        """The planning period in which the puzzle begins."""
        return self.game.planning_period(initial_state(self.game, self.puzzle))

    def is_over(self, state: State) -> bool:
        """Return whether the puzzle's phase or turn is over."""
        return not self.game.actors(state) or self.game.planning_period(state) > self.first_period

    def is_solved(self, state: State) -> bool:
        """Return whether all facts of the goal hold."""
        return not unmet_facts(self.game, self.puzzle, state, ())

    def play_others(self, state: Any, play: PlayAction) -> Any:
        """Play the other seats with captains until the pupil must act or the puzzle is over.

        Returns the state then.
        """
        captains: dict[str, Any] = {}
        for _ in range(MAX_DECISIONS):
            actors = self.game.actors(state)
            if self.is_over(state) or actors[0] == self.puzzle.seat:
                break
            bot = captains.setdefault(actors[0], captain_bot(self.game))
            state = play(actors[0], bot.decide(state, actors[0]))
        return state

    def sheets_of_others(self, state: Any) -> dict[str, Sheet]:
        """Return the captains' sheets for the other seats."""
        actors = self.game.actors(state)
        return {seat: captain_bot(self.game).decide(state, seat) for seat in actors if seat != self.puzzle.seat}

    def play_out(self, decide: PuzzlePlayer, state: Any = None) -> Any:
        """Return the final state after `decide` has played the puzzle.

        Play starts at the puzzle's beginning, or at `state`.
        """
        state = initial_state(self.game, self.puzzle) if state is None else state.copy()
        if isinstance(self.game, OrdersGame):
            for seat, sheet in {
                self.puzzle.seat: decide(state, self.puzzle.seat),
                **self.sheets_of_others(state),
            }.items():
                self.game.set_sheet(state, seat, sheet)
            self.game.run_turn(state)
            return state
        for _ in range(MAX_DECISIONS):
            self.play_others(state, lambda seat, action: self._carried_out(state, seat, action))
            if self.is_over(state):
                break
            self._carried_out(state, self.puzzle.seat, decide(state, self.puzzle.seat))
        return state

    def _carried_out(self, state: Any, seat: str, action: Action) -> Any:
        self.game.take(state, seat, action)
        return state

    # The solution

    def find_action(self, state: State, name: str) -> Action:
        """Return an action of the solution, named as in a lesson.

        Raises LessonError if it is not offered.
        """
        ways = named_paths(self.game.boards(state), self.game.view(state, self.puzzle.seat), name)
        single = [way[0] for way in ways if len(way) == 1]
        if not single:
            raise LessonError(f"{self.puzzle.lesson}: {name!r} is not offered.")
        return single[0]

    def solution_sheet(self) -> str:
        """Return the solution as a sheet, for games of secret orders."""
        return "".join(f"{line}\n" for line in self.puzzle.solution)

    def solution_player(self) -> PuzzlePlayer:
        """Return a player of the solution.

        It raises LessonError if an action is not offered or the solution ends before the puzzle.
        """
        game = self.game
        if isinstance(game, OrdersGame):
            return lambda state, seat: game.parse(self.solution_sheet())
        left = iter(self.puzzle.solution)

        def decide(state: State, seat: str) -> Action:
            what = next(left, None)
            if what is None:
                raise LessonError(f"{self.puzzle.lesson}: the solution is at its end before the phase is.")
            return self.find_action(state, what)

        return decide


def script_names(game: Game[Any], state: State, seat: str, actions: Iterable[Action]) -> list[str]:
    """Return a script name for each of these actions, which must be legal in one position."""
    view, boards = game.view(state, seat), game.boards(state)
    faces = {piece.operand: piece.face for piece in view.pieces if piece.operand >= 0}
    spaces = {(board.id, space.operand): space.id for board in boards for space in board.spaces}
    shown = [board.id for board in boards]
    found = []
    for verb, operand in actions:
        choice = next(each for each in view.choices if (each.verb, each.operand) == (verb, operand))
        places = [
            spaces[board, operand] for board in (choice.board or shown[0], *shown) if (board, operand) in spaces
        ]
        ways = [
            *[f"{verb} {place}" for place in places if choice.on == "space"],
            *[f"{verb} {faces[operand]}" for _ in (0,) if choice.on == "piece" and operand in faces],
            choice.text, f"{verb} {choice.text}",
        ]  # fmt: skip
        meant = [(way, named_paths(boards, view, way)) for way in ways]
        exact = [way for way, named in meant if named == [((verb, operand),)]]
        near = [way for way, named in meant if named and named[0] == ((verb, operand),)]
        found.append((exact or near or [""])[0])
    return found
