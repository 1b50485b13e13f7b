"""Lessons as matches: steps done, answered, shown, repeated; and differences from matches."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.core import Refused, Unknown
from palatine.core.guidance.lesson_dice import is_lesson_dice
from palatine.matches import MatchServices, MatchView


@pytest.fixture(autouse=True)
def _examples(ford: Any, tithe: Any, monkeypatch: Any) -> None:
    monkeypatch.setitem(registry._registered, "ford", ford)
    monkeypatch.setitem(registry._registered, "tithe", tithe)


class Pupil:
    """A player with a lesson."""

    def __init__(self, services: MatchServices, game: str, lesson: str, step: int = 0) -> None:
        made = services.matches.start_lesson(game, lesson, step)
        self.services, self.match = services, made.match
        [(self.seat, self.key)] = made.keys.items()
        self.seen: MatchView = services.matches.view(made.match, self.seat)

    @property
    def box(self) -> Any:
        assert self.seen.lesson is not None
        return self.seen.lesson

    def act(self, *actions: Any) -> Any:
        self.seen = self.services.matches.act_all(self.match, self.key, actions, self.seen.version)
        return self.box

    def move(self, do: Any) -> Any:
        self.seen = self.services.matches.move_lesson(self.match, self.key, do, self.seen.version)
        return self.box

    def places(self) -> dict[str, str]:
        return {piece.id: piece.space for piece in self.seen.view.pieces}

    def texts(self) -> list[str]:
        return [line.text for line in self.services.matches.view(self.match, self.seat).entries]


@pytest.fixture
def pupil(services: MatchServices) -> Pupil:
    return Pupil(services, "ford", "the-ford")


def to_end(pupil: Pupil) -> None:
    pupil.act(("piece", 1))
    pupil.act(("go", 4))
    pupil.move("on")
    pupil.act(("rest", 0))


def test_a_lesson_is_done_step_by_step(pupil: Pupil) -> None:
    assert (pupil.seat, pupil.box.step, pupil.box.steps, pupil.box.title) == ("North", 0, 4, "Across the ford")
    assert [(way.verb, way.operand) for way in pupil.box.expects] == [("piece", 1)]
    assert pupil.box.point[0].name == "s1"
    assert pupil.act(("piece", 1)).step == 1
    box = pupil.act(("go", 4))
    assert (box.step, box.after, box.goes_on) == (2, "A 6: the Knight wins, and takes the ford.", True)
    assert pupil.places()["p5"] == "s7", "South has replied"
    assert pupil.move("on").say == ""
    box = pupil.act(("rest", 0))
    assert (box.done, box.say, box.again) == (True, "You hold the ford.", False)
    with pytest.raises(Refused, match="over"):
        pupil.act(*[(c.verb, c.operand) for c in pupil.seen.view.choices[:1]] or [("rest", 0)])


def test_what_is_wrong_here_is_answered_and_not_played(pupil: Pupil) -> None:
    before, version = pupil.places(), pupil.seen.version
    box = pupil.act(("rest", 0))
    assert (box.answer, box.tries, box.step) == ("If you rest, the day is lost.", 1, 0)
    assert pupil.places() == before
    assert pupil.seen.version > version, "so that whoever listens hears of it"
    assert pupil.act(("show", 1)).answer == "Let the Knight go first."
    assert pupil.act(("piece", 1)).answer == ""


def test_what_is_not_legal_is_refused_as_ever(pupil: Pupil) -> None:
    with pytest.raises(Refused):
        pupil.act(("piece", 4))
    assert pupil.box.tries == 0


def test_a_plan_may_go_on_past_what_is_expected_only_by_itself(pupil: Pupil) -> None:
    """The plan that also marches is not what the first step asks for."""
    assert pupil.act(("piece", 1), ("go", 4)).answer == "Let the Knight go first."


def test_nothing_can_be_done_before_what_is_said_is_read(pupil: Pupil) -> None:
    pupil.act(("piece", 1))
    pupil.act(("go", 4))
    assert pupil.act(("rest", 0)).answer == "Read this first, then go on."
    pupil.move("on")
    with pytest.raises(Refused, match="on the board"):
        pupil.move("on")


def test_steps_that_were_answered_wrongly_come_again_after_the_last(pupil: Pupil) -> None:
    pupil.act(("rest", 0))
    to_end(pupil)
    assert (pupil.box.done, pupil.box.again, pupil.box.step) == (False, True, 0)
    assert pupil.places()["p1"] == "s1"
    assert pupil.box.can_back is False
    box = pupil.act(("piece", 1))
    assert (box.done, box.again) == (True, False)
    assert pupil.places()["p1"] == "s4", "the rest is played as it was"
    assert sum("South" in text and "Yarrow" in text for text in pupil.texts()) == 1


def test_two_steps_that_come_again_come_in_their_order(services: MatchServices) -> None:
    pupil = Pupil(services, "ford", "the-ford")
    pupil.act(("rest", 0))
    pupil.act(("piece", 1))
    pupil.act(("go", 4))
    pupil.move("on")
    pupil.act(("piece", 2))
    pupil.act(("rest", 0))
    assert (pupil.box.again, pupil.box.step) == (True, 0)
    assert (pupil.act(("piece", 1)).again, pupil.box.step) == (True, 3)
    assert pupil.act(("rest", 0)).done


def test_a_step_back_dice_and_all(pupil: Pupil) -> None:
    pupil.act(("piece", 1))
    pupil.act(("go", 4))
    assert pupil.move("back").step == 1
    assert pupil.places()["p1"] == "s1"
    assert not any("clash" in text.casefold() for text in pupil.texts())
    box = pupil.act(("go", 4))
    assert (box.step, pupil.places()["p1"]) == (2, "s4"), "the die falls as before"
    pupil.move("back")
    assert pupil.move("back").step == 0
    with pytest.raises(Refused, match="begins"):
        pupil.move("back")


def test_back_from_the_end(pupil: Pupil) -> None:
    to_end(pupil)
    assert (pupil.move("back").step, pupil.box.done) == (3, False)
    assert pupil.act(("rest", 0)).done


def test_the_step_can_be_shown(pupil: Pupil) -> None:
    assert [pupil.move("show").step for _ in range(3)] == [1, 2, 3]
    assert pupil.move("show").done
    with pytest.raises(Refused, match="over"):
        pupil.move("show")


def test_whoever_comes_back_goes_on_where_he_was(services: MatchServices) -> None:
    pupil = Pupil(services, "ford", "the-ford", 2)
    assert pupil.box.step == 2
    assert pupil.places()["p1"] == "s4"
    assert pupil.move("back").step == 1
    assert Pupil(services, "ford", "the-ford", 99).box.step == 3


def test_a_plan_click_by_click(services: MatchServices, ford: Any, monkeypatch: Any) -> None:
    import msgspec

    lesson = ford.lessons[0]
    step = msgspec.structs.replace(lesson.step[1], expect="Piece 1 to Ford")
    monkeypatch.setattr(ford, "lessons", (msgspec.structs.replace(lesson, step=(step, *lesson.step[2:])),))
    pupil = Pupil(services, "ford", "the-ford")
    assert [(way.text, way.space) for way in pupil.box.expects] == [("Piece 1 to Ford", 4)]
    box = pupil.act(("piece", 1))
    assert (box.step, [(way.verb, way.operand) for way in box.expects], box.can_back) == (0, [("go", 4)], True)
    assert pupil.move("back").step == 0
    assert [(way.text, way.space) for way in pupil.box.expects] == [("Piece 1 to Ford", 4)]
    pupil.act(("piece", 1))
    assert pupil.act(("go", 4)).step == 1


def test_a_lesson_is_kept_by_the_database(services: MatchServices, store: Any) -> None:
    pupil = Pupil(services, "ford", "the-ford")
    pupil.act(("piece", 1))
    other = MatchServices(store)
    seen = other.matches.view(pupil.match, "North")
    assert seen.lesson is not None
    assert seen.lesson.step == 1
    seen = other.matches.act(pupil.match, pupil.key, ("go", 4), seen.version)
    assert seen.lesson is not None
    assert seen.lesson.after.startswith("A 6")


def test_only_its_pupil_is_told(pupil: Pupil) -> None:
    assert pupil.services.matches.view(pupil.match, None).lesson is None
    assert pupil.services.matches.info(pupil.match).lesson == "the-ford"


def test_a_lesson_is_no_match(pupil: Pupil) -> None:
    services, match, key = pupil.services, pupil.match, pupil.key
    assert services.matches.find([key]) == []
    for refused in (
        lambda: services.archive.export(match, key),
        lambda: services.archive.branch(match, key, 0),
        lambda: services.matches.resign(match, key, pupil.seen.version),
        lambda: services.seats.lend_to_bot(match, key),
        lambda: services.archive.verify(match),
    ):
        with pytest.raises(Refused, match="lesson"):
            refused()
    with pytest.raises(Refused, match="go back a step"):
        services.matches.undo(match, key, pupil.seen.version)
    assert services.archive.audit() == []
    assert match not in [each.match for each in services.archive.rules_of_matches()]


def test_lessons_are_told_of(services: MatchServices) -> None:
    told = {(each.game, each.lesson): each for each in services.matches.lessons()}
    assert told["ford", "the-ford"].steps == 4
    for game, lesson in (("ford", "nothing"), ("nothing", "the-ford")):
        with pytest.raises(Unknown):
            services.matches.start_lesson(game, lesson)


def test_the_dice_of_a_lesson_are_for_lessons_alone(pupil: Pupil, ford: Any) -> None:
    row, _ = pupil.services.runtime.storage.load(pupil.match) or (None, ())
    assert row is not None
    assert is_lesson_dice(ford.decode(row.state).dice)
    made = pupil.services.matches.create("ford", players={"North": {"number": ""}, "South": {"number": ""}})
    row, _ = pupil.services.runtime.storage.load(made.match) or (None, ())
    assert row is not None
    assert not is_lesson_dice(ford.decode(row.state).dice)


# Secret orders


@pytest.fixture
def writer(services: MatchServices) -> Pupil:
    return Pupil(services, "tithe", "a-season")


def write(pupil: Pupil, text: str, turn: int = 1) -> Any:
    pupil.services.orders.save_draft(pupil.match, pupil.key, text, turn)
    pupil.seen = pupil.services.matches.view(pupil.match, pupil.seat)
    return pupil.box


def hand_in(pupil: Pupil, text: str) -> Any:
    pupil.seen = pupil.services.orders.hand_in(pupil.match, pupil.key, text, 1)
    return pupil.box


def test_a_sheet_is_written_line_by_line_and_handed_in(writer: Pupil) -> None:
    assert writer.box.orders == ("Aldo collects",)
    assert write(writer, "Aldo coll").step == 0
    assert write(writer, "Aldo builds\n").answer == "A barn pays later. You need gold first."
    assert write(writer, "Aldo collects\n").step == 1
    assert hand_in(writer, "Aldo collects\n").answer == "Not yet: the sheet is not finished."
    box = write(writer, "Aldo collects\nAnna builds\n")
    assert (box.step, box.hands_in) == (2, True)
    assert "not part of this lesson" in hand_in(writer, "Aldo collects\nAnna collects\n").answer
    assert writer.services.matches.info(writer.match).turn == 1
    box = hand_in(writer, "Aldo collects\nAnna builds\n")
    assert (box.step, writer.services.matches.info(writer.match).turn) == (3, 2)
    assert writer.services.orders.report(writer.match, "Abbey", 1).sections
    assert not any("No orders" in text for text in writer.texts())


def test_a_step_back_over_a_turn(writer: Pupil) -> None:
    for _ in range(3):
        writer.move("show")
    assert writer.services.matches.info(writer.match).turn == 2
    assert writer.move("back").step == 2
    assert writer.services.matches.info(writer.match).turn == 1
    assert writer.services.orders.draft(writer.match, writer.key).text == "Aldo collects\nAnna builds\n"
    assert writer.move("back").step == 1
    assert writer.services.orders.draft(writer.match, writer.key).text == "Aldo collects\n"
    writer.move("show")
    assert hand_in(writer, "Aldo collects\nAnna builds\n").step == 3


def test_a_sheet_that_may_not_be_handed_in_is_refused_as_ever(writer: Pupil) -> None:
    from palatine.core import SyntaxProblem

    with pytest.raises(SyntaxProblem):
        hand_in(writer, "Aldo dances\n")
