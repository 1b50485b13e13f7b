"""Every lesson of every game, played by its script, and error messages for authors."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine import registry
from palatine.core import Game
from palatine.core.guidance.lessons import Lesson, LessonEnd, LessonError, LessonStep
from palatine.core.lessons import initial_state
from palatine.testing.__main__ import main
from palatine.testing.playthroughs import missing_terms, play_lesson

EXAMPLES = ("palatine.testing.examples.ford:GAME", "palatine.testing.examples.tithe:GAME")
LESSONS = [
    pytest.param(name, lesson, id=f"{name}-{lesson.lesson}")
    for name in registry.games()
    for lesson in registry.load(name).lessons
]


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_is_played_to_its_end(name: str, lesson: Lesson) -> None:
    play_lesson(registry.load(name), lesson)


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_begins_with_a_position_that_reads_and_writes_back(name: str, lesson: Lesson) -> None:
    game: Game[Any] = registry.load(name)
    if lesson.position:
        state = game.read_position(lesson.position)
        assert game.read_position(game.write_position(state)) == state
    state = initial_state(game, lesson)
    assert game.decode(game.encode(state)) == state


@pytest.mark.parametrize(("name", "lesson"), LESSONS)
def test_a_lesson_names_what_is_in_the_glossary(name: str, lesson: Lesson) -> None:
    game = registry.load(name)
    if game.glossary:
        assert missing_terms(game, lesson) == []


@pytest.mark.parametrize("name", EXAMPLES)
def test_the_lessons_of_the_examples_are_played_from_the_command(name: str, capsys: Any) -> None:
    assert main(["lesson", name]) == 0
    assert "Good." in capsys.readouterr().out


def test_a_lesson_that_is_not_there(capsys: Any) -> None:
    assert main(["lesson", EXAMPLES[0], "nothing"]) == 1
    assert "no such lesson" in capsys.readouterr().out


def changed(ford: Any, n: int | None = None, **changes: Any) -> Lesson:
    lesson: Lesson = ford.lessons[0]
    if n is None:
        return msgspec.structs.replace(lesson, **changes)
    steps = list(lesson.step)
    steps[n] = msgspec.structs.replace(steps[n], **changes)
    return msgspec.structs.replace(lesson, step=tuple(steps))


def test_what_does_not_fit_is_told_with_the_step(ford: Any) -> None:
    wrong = [
        (changed(ford, 3, expect="go Yarrow"), "step 4: .*'go Yarrow' is not offered. North is offered: piece"),
        (changed(ford, 0, wrong={"piece Spear": "No."}), "step 1: .*'piece Spear' is not offered"),
        (changed(ford, 0, wrong={"piece Knight": "No."}), "step 1: 'piece Knight' is answered as wrong"),
        (changed(ford, 2, point=("panel:purse",)), r"step 3: It points at 'panel:purse'"),
        (changed(ford, 2, point=("Nowhere",)), "step 3: .*Nowhere"),
        (changed(ford, 3, expect=("rest", "show Scout")), "step 4"),
        (changed(ford, dice=(6, 6)), "1 of its dice were not rolled"),
        (changed(ford, dice=(7,)), "step 2: Roll 1 of the lesson is 7"),
        (changed(ford, dice=(("wind", 6),)), "'wind' was rolled for 'clash'"),
        (changed(ford, lesson_end=LessonEnd("Done.", ("gone Knight",))), "does not hold: gone Knight"),
    ]
    for lesson, why in wrong:
        with pytest.raises(LessonError, match=why):
            play_lesson(ford, lesson)


def test_every_alternative_is_played_on_from(ford: Any) -> None:
    """Showing the Scout is legal, but then the Knight cannot enter the ford."""
    lesson = changed(ford, 0, expect=("piece Knight", "show Knight"))
    with pytest.raises(LessonError, match="step 2"):
        play_lesson(ford, lesson)


def test_what_does_not_fit_in_a_sheet_is_told(tithe: Any) -> None:
    lesson = tithe.lessons[0]
    for step, why in (
        (LessonStep(expect="order Aldo dances"), "step 1"),
        (LessonStep(expect="order Aldo collects", wrong={"order Aldo": "No."}), "step 1"),
        (LessonStep(expect="hand in", reply="Bela collects"), "SEAT: LINE"),
    ):
        with pytest.raises(LessonError, match=why):
            play_lesson(tithe, msgspec.structs.replace(lesson, step=(step,)))
