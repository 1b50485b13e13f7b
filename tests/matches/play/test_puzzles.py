"""Puzzles as matches: tries, verdicts, restarts, solutions."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.core import Refused, Unknown
from palatine.matches import MatchServices

GAME, PUZZLE = "lord-and-master", "fifth-city"


class Pupil:
    """A player who tries a puzzle."""

    def __init__(self, services: MatchServices) -> None:
        self.services = services
        made = services.matches.start_lesson(GAME, PUZZLE)
        self.match = made.match
        [(self.seat, self.key)] = made.keys.items()
        self.turn = services.matches.info(self.match).turn

    @property
    def seen(self) -> Any:
        return self.services.matches.view(self.match, self.seat)

    @property
    def box(self) -> Any:
        return self.seen.lesson

    def hand_in(self, text: str) -> Any:
        self.services.orders.hand_in(self.match, self.key, text, self.turn)
        return self.box

    def move(self, do: Any) -> Any:
        self.services.matches.move_lesson(self.match, self.key, do, self.seen.version)
        return self.box


@pytest.fixture
def pupil(services: MatchServices) -> Pupil:
    return Pupil(services)


def test_it_asks_and_gives_nothing_away(pupil: Pupil) -> None:
    box = pupil.box
    assert (box.puzzle, box.done, box.found, box.goes_on, box.solution) == (True, False, False, False, ())
    assert "win" in box.say
    assert not box.can_back
    with pytest.raises(Refused):
        pupil.move("on")
    with pytest.raises(Refused):
        pupil.move("back")


def test_who_misses_is_told_and_begins_again(pupil: Pupil) -> None:
    box = pupil.hand_in("char Hilda: tax\n")
    assert "did not reach" in box.answer
    assert (box.done, box.tries, box.can_back) == (False, 1, True)
    with pytest.raises(Refused):
        pupil.services.orders.hand_in(pupil.match, pupil.key, "", pupil.turn + 1)
    box = pupil.move("back")
    assert (box.answer, box.can_back) == ("", False)
    assert pupil.services.matches.info(pupil.match).turn == pupil.turn


def test_who_finds_it_is_told_why(pupil: Pupil) -> None:
    puzzle = registry.load(GAME).puzzles[0]
    box = pupil.hand_in("".join(f"{line}\n" for line in puzzle.solution))
    assert (box.done, box.found) == (True, True)
    assert box.say == puzzle.lesson_end.say
    assert box.solution == puzzle.solution
    assert pupil.services.matches.info(pupil.match).status == "over"


def test_a_solution_that_is_shown_is_not_found(pupil: Pupil) -> None:
    pupil.hand_in("char Hilda: tax\n")
    box = pupil.move("show")
    assert (box.done, box.found, box.answer) == (True, False, "")
    assert "Garvin" in box.say


def test_puzzles_are_listed_after_the_lessons_of_their_game(services: MatchServices) -> None:
    listed = [each for each in services.matches.lessons() if each.game == GAME]
    assert [each.puzzle for each in listed] == sorted(each.puzzle for each in listed)
    assert PUZZLE in [each.lesson for each in listed if each.puzzle]
    with pytest.raises(Unknown, match=PUZZLE):
        services.matches.start_lesson(GAME, "nothing")
