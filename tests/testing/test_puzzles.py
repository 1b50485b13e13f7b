"""Puzzles: the solution reaches the goal, but neither the captain nor random play does."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine import registry
from palatine.core import PalatineError
from palatine.core.guidance.puzzles import PuzzleLesson
from palatine.core.lessons import initial_state
from palatine.lab.puzzles import PuzzleFinder
from palatine.players.puzzles import PuzzlePlay, script_names
from palatine.players.random_bot import Recruit
from palatine.players.rollouts import captain_bot

PUZZLES = [
    pytest.param(registry.load(name), puzzle, id=f"{name}-{puzzle.lesson}")
    for name in registry.games()
    for puzzle in registry.load(name).puzzles
]
AT_RANDOM = 10


def test_there_are_puzzles() -> None:
    assert {game.values[0].name for game in PUZZLES} >= {"dark-emperor", "demonlord", "elric", "lord-and-master"}  # type: ignore[attr-defined]


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_the_solution_reaches_the_goal_and_the_captain_does_not(game: Any, puzzle: PuzzleLesson) -> None:
    play = PuzzlePlay(game, puzzle)
    assert not play.is_over(initial_state(game, puzzle))
    assert not play.is_solved(initial_state(game, puzzle))
    end = play.play_out(play.solution_player())
    assert play.is_over(end)
    assert play.is_solved(end)
    assert not play.is_solved(play.play_out(captain_bot(game).decide))


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_a_solution_does_not_rest_on_the_luck_of_its_dice(game: Any, puzzle: PuzzleLesson) -> None:
    play, state = PuzzlePlay(game, puzzle), initial_state(game, puzzle)
    whole: list[Any] = list(puzzle.solution) if game.orders else []
    solve = play.solution_player()

    def noting(now: Any, seat: str) -> Any:
        whole.append(solve(now, seat))
        return whole[-1]

    if not game.orders:
        play.play_out(noting)
    assert PuzzleFinder(game, state, puzzle.seat, 0).solution_share(play, whole, 8) >= 0.75


def test_the_miner_sees_what_each_side_holds_whatever_its_marks_are_called(parts: int) -> None:
    game: Any = registry.load("dark-emperor")
    state = game.setup(seed=b"marks")
    bot = {seat: captain_bot(game) for seat in state.seats}
    until = 12 if parts == 1 else 4
    while game.planning_period(state) < until:
        (seat,) = game.actors(state)
        game.take(state, seat, bot[seat].decide(state, seat))
    held = {seat: PuzzleFinder(game, state, seat, 0).facts(state) for seat in state.seats}
    assert all(held.values())
    assert not {fact.split()[1] for fact in held["Necromancer"]} & {fact.split()[1] for fact in held["Kingdoms"]}


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_nobody_stumbles_upon_it(game: Any, puzzle: PuzzleLesson, parts: int) -> None:
    play = PuzzlePlay(game, puzzle)
    ends = [play.play_out(Recruit(game, seed).decide) for seed in range(AT_RANDOM // parts)]
    assert sum(map(play.is_solved, ends)) <= len(ends) // 5


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_a_puzzle_reads_and_writes_back(game: Any, puzzle: PuzzleLesson) -> None:
    state = game.read_position(puzzle.position)
    assert game.read_position(game.write_position(state)) == state
    names = [each.lesson for each in (*game.lessons, *game.puzzles)]
    assert names.count(puzzle.lesson) == 1


@pytest.mark.parametrize(("game", "puzzle"), PUZZLES)
def test_a_solution_that_does_not_fit_says_so(game: Any, puzzle: PuzzleLesson) -> None:
    play = PuzzlePlay(game, msgspec.structs.replace(puzzle, solution=("fly to the moon",)))
    with pytest.raises(PalatineError):
        play.play_out(play.solution_player())


@pytest.mark.parametrize("name", ["demonlord", "elric"])
def test_what_is_offered_has_names(name: str) -> None:
    game: Any = registry.load(name)
    state = game.setup(seed=b"names")
    seat = game.actors(state)[0]
    for action in game.actions(state, seat):
        [told] = script_names(game, state, seat, [action])
        assert told
