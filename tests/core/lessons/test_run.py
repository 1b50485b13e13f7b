"""Lessons played on Ford and Tithe: accepted actions, replies, and the actions of other seats."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine.core.guidance.lessons import LessonEnd, LessonError, LessonStep
from palatine.core.lessons import (
    LessonRun,
    answer_to_sheet,
    initial_state,
    named_paths,
    reply_sheets,
    script_sheet,
    unexpected_orders,
    unmet_facts,
)


class Walk:
    """A lesson with its current state."""

    def __init__(self, game: Any, **changes: Any) -> None:
        self.lesson = msgspec.structs.replace(game.lessons[0], **changes)
        self.lesson_run = LessonRun(game, self.lesson)
        self.game = game
        self.state = initial_state(game, self.lesson)
        self.played: list[Any] = []

    def play(self, seat: str, action: Any) -> Any:
        self.played.append((seat, action))
        self.state = self.game.play(self.state, seat, action)
        return self.state

    def do(self, n: int) -> None:
        for action in self.lesson_run.paths(self.state, n)[0]:
            self.play(self.lesson.seat, action)
        self.lesson_run.play_replies(self.state, n, self.play)


@pytest.fixture
def walk(ford: Any) -> Walk:
    return Walk(ford)


def test_what_is_expected_is_named_by_verb_and_counter_by_verb_and_place_or_by_text(walk: Walk) -> None:
    view, boards = walk.game.view(walk.state, "North"), walk.game.boards(walk.state)
    knight = (("piece", 1),)
    assert named_paths(boards, view, "piece Knight") == [knight]
    assert named_paths(boards, view, "March with the Knight in Birch") == [knight]
    assert named_paths(boards, view, "Piece 1 to Ford") == [(("piece", 1), ("go", 4))]
    assert named_paths(boards, view, "rest") == [(("rest", 0),)]
    assert named_paths(boards, view, "piece Spear") == []
    walk.do(0)
    assert named_paths(boards, walk.game.view(walk.state, "North"), "go Ford") == [(("go", 4),)]


def test_the_others_reply_and_nothing_more(walk: Walk) -> None:
    walk.do(0)
    walk.do(1)
    assert walk.played == [
        ("North", ("piece", 1)), ("North", ("go", 4)), ("South", ("piece", 5)), ("South", ("go", 7)),
    ]  # fmt: skip
    assert walk.game.actors(walk.state) == ("North",)


def test_a_reply_may_follow_an_answer_that_is_forced(ford: Any) -> None:
    """The Spear has only one route, so the script can omit it."""
    step = msgspec.structs.replace(ford.lessons[0].step[1], reply=("piece Spear",))
    walk = Walk(ford, step=(ford.lessons[0].step[0], step, *ford.lessons[0].step[2:]))
    walk.do(0)
    walk.do(1)
    assert walk.played[-1] == ("South", ("go", 7))


def test_after_the_last_step_nothing_is_forced(ford: Any) -> None:
    step = msgspec.structs.replace(ford.lessons[0].step[1], reply=("piece Spear",))
    walk = Walk(ford, step=(ford.lessons[0].step[0], step))
    walk.do(0)
    walk.do(1)
    assert walk.played[-1] == ("South", ("piece", 5))


def test_a_decision_of_another_seat_that_no_reply_tells_is_an_error(ford: Any) -> None:
    step = msgspec.structs.replace(ford.lessons[0].step[1], reply=())
    walk = Walk(ford, step=(ford.lessons[0].step[0], step, *ford.lessons[0].step[2:]))
    walk.do(0)
    with pytest.raises(LessonError, match=r"before step 3 South must decide, .* rest"):
        walk.do(1)


@pytest.mark.parametrize("reply", ["piece Knight", "nonsense"])
def test_a_reply_that_is_not_offered_is_told(ford: Any, reply: str) -> None:
    step = msgspec.structs.replace(ford.lessons[0].step[1], reply=reply)
    walk = Walk(ford, step=(ford.lessons[0].step[0], step, *ford.lessons[0].step[2:]))
    walk.do(0)
    with pytest.raises(LessonError, match=f"at step 2 {reply!r} is not offered. South is offered: piece Scout"):
        walk.do(1)


def test_what_is_not_offered_or_not_plain_is_told_with_what_is_offered(ford: Any) -> None:
    for expect, why in (("piece Scout", "is not offered"), ("go Ford", "is not offered"), ("show", "")):
        walk = Walk(ford, step=(LessonStep(expect=expect), ford.lessons[0].step[1]))
        if why:
            with pytest.raises(LessonError, match=f"at step 1 {expect!r} {why}. North is offered: piece Knight"):
                walk.lesson_run.paths(walk.state, 0)
    walk = Walk(ford, position=ford.lessons[0].position.replace("4 Knight Ford", "4 Knight Yarrow"))
    walk.lesson = msgspec.structs.replace(walk.lesson, step=(LessonStep(expect="piece"),))
    ways = walk.lesson_run.paths(walk.state, 0)
    assert ways == [(("piece", 1),)]


def test_a_plan_may_be_done_click_by_click(ford: Any) -> None:
    walk = Walk(ford, step=(LessonStep(expect="Piece 1 to Ford"), LessonStep(say="Done.")))
    ways = walk.lesson_run.paths(walk.state, 0)
    assert walk.lesson_run.remaining(walk.state, ways, [("piece", 1)]) == (("go", 4),)
    assert walk.lesson_run.remaining(walk.state, ways, [("piece", 1), ("go", 4)]) == ()
    assert walk.lesson_run.remaining(walk.state, ways, [("rest", 0)]) is None


def test_what_is_wrong_here_is_answered(walk: Walk) -> None:
    assert walk.lesson_run.answer_to_actions(walk.state, 0, [("rest", 0)]) == "If you rest, the day is lost."
    assert walk.lesson_run.answer_to_actions(walk.state, 0, [("show", 1)]) == "Let the Knight go first."
    assert walk.lesson_run.answer_to_actions(walk.state, 1, [("rest", 0)]) == ""


@pytest.mark.parametrize(
    ("fact", "holds"),
    [
        ("at Birch Knight", True), ("at Ford Knight", True), ("at Birch Spear", False),
        ("gone Knight", False), ("gone Lancer", True),
        ("control Ford South", True), ("control Ford North", False),
        ("entry clash", True), ("entry dusk", False), ("outcome North", False),
    ],
)  # fmt: skip
def test_the_facts_of_an_end(walk: Walk, fact: str, holds: bool) -> None:
    lesson = msgspec.structs.replace(walk.lesson, lesson_end=LessonEnd("Done.", (fact,)))
    assert unmet_facts(walk.game, lesson, walk.state, {"clash"}) == ([] if holds else [fact])


def test_a_fact_that_is_none_is_told(walk: Walk) -> None:
    for fact, why in (("near Ford Knight", "no fact"), ("at Nowhere Knight", "no place")):
        lesson = msgspec.structs.replace(walk.lesson, lesson_end=LessonEnd("Done.", (fact,)))
        with pytest.raises(LessonError, match=why):
            unmet_facts(walk.game, lesson, walk.state, ())


@pytest.mark.parametrize("changes", [{"seat": "East"}, {"game": "tithe"}, {"position": "day"}])
def test_a_beginning_that_the_game_has_not_is_told(ford: Any, changes: Any) -> None:
    with pytest.raises(LessonError, match="the-ford"):
        initial_state(ford, msgspec.structs.replace(ford.lessons[0], **changes))


# Secret orders


def test_the_sheet_of_the_script_grows_step_by_step_and_anew_each_turn(tithe: Any) -> None:
    lesson = tithe.lessons[0]
    state = initial_state(tithe, lesson)
    assert script_sheet(tithe, lesson, 1, state) == "Aldo collects\n"
    assert script_sheet(tithe, lesson, 2, state) == "Aldo collects\nAnna builds\n"
    assert script_sheet(tithe, lesson, 3, state) == script_sheet(tithe, lesson, 0, state) == ""


def test_orders_of_a_sheet_are_told_apart(tithe: Any) -> None:
    lesson = tithe.lessons[0]
    state = initial_state(tithe, lesson)
    assert unexpected_orders(tithe, lesson, 2, state, "  Aldo   collects\n# a remark\nAnna builds") == []
    assert unexpected_orders(tithe, lesson, 1, state, "Aldo collects\nAnna collects\n?") == ["Anna collects", "?"]
    assert answer_to_sheet(tithe, lesson.step[0], "Aldo builds\n").startswith("A barn pays later")
    assert answer_to_sheet(tithe, lesson.step[0], "Anna builds\n") == ""


def test_the_sheets_of_the_others(tithe: Any) -> None:
    lesson = tithe.lessons[0]
    step = LessonStep(expect="hand in", reply=("Baron: Bela collects", "Baron: Bryn builds"))
    assert reply_sheets(lesson, step, ("Abbey", "Baron")) == {"Baron": "Bela collects\nBryn builds\n"}
    for reply in ("Bela collects", "Abbey: Aldo collects", "King: Bela collects"):
        with pytest.raises(LessonError, match="SEAT: LINE"):
            reply_sheets(lesson, LessonStep(expect="hand in", reply=reply), ("Abbey", "Baron"))


def test_turns_that_are_played_first(tithe: Any) -> None:
    lesson = tithe.lessons[0]
    later = initial_state(tithe, msgspec.structs.replace(lesson, before=(("Aldo collects", "Bela collects"),)))
    assert later.turn == 2
    assert later.dice.count == 0
    assert initial_state(tithe, msgspec.structs.replace(lesson, before=({"Abbey": "Aldo collects"},))).turn == 2
