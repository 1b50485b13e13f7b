"""Positions as text: heads and values, lines of words, and errors that name the line."""

from __future__ import annotations

from copy import copy
from typing import Any

import msgspec
import pytest

from palatine.core import Dice, Ending, Game, StoredNames, Unreadable
from palatine.core.position import (
    PositionReader,
    Words,
    dice_line,
    field_lines,
    line_errors,
    numbered_lines,
    option_lines,
    stage_index,
    to_json,
)  # fmt: skip
from palatine.testing.examples.ford.components import SEATS, SPACES
from palatine.testing.examples.ford.rules.movement import Choose, March
from palatine.testing.examples.ford.sequence import Day
from palatine.testing.examples.ford.setup import Deal
from palatine.testing.examples.ford.state import GONE, FordState


def fresh() -> FordState:
    return FordState(SEATS, [Day(), Deal()], Dice(b"k"), {"days": 6})


def _gone(reader: Reader, piece: str) -> None:
    reader.state.place[int(piece)] = GONE


def _at(reader: Reader, tail: str, piece: str) -> None:
    reader.state.place[int(piece)] = SPACES.index(tail)


class Reader(PositionReader[FordState]):
    plain = {r"gone (\d)": _gone}
    headed = {r"piece (\d)": _at}

    def finish(self) -> FordState:
        if not self.has_flow:
            self.state.flow = [Day(at=stage_index((Deal, Choose), self.step or "Deal"))]
        return super().finish()


def read(text: str, game: Game[FordState]) -> FordState:
    return Reader(game, fresh()).read(text)


def test_lines_mean_what_the_game_says_and_what_all_games_say(ford: Any) -> None:
    text = """ford   # and a remark
        gone 2
        piece 0: Weir
        options: {"days": 9}
        day: 3
        shown: [1, 1, 1, 1, 1, 1]
        dice 0b 7

        flow: [["Day", 1], ["March", 0, 1]]"""
    state = read(text, ford)
    assert (state.place, state.day, state.options) == ([3, 1, GONE, 6, 7, 8], 3, {"days": 9})
    assert state.shown == [1] * 6
    assert (state.dice.key, state.dice.count) == (b"\x0b", 7)
    assert state.flow == [Day(1), March(0, 1)]


def test_a_position_is_played_on_from_a_step(ford: Any) -> None:
    assert read("ford\nstep Choose", ford).flow[-1] == Choose(1)
    with pytest.raises(Unreadable, match="There is no step 'Rest'; the steps are Deal, Choose"):
        read("ford\nstep Rest", ford)


class Wait(Choose, frozen=True, tag=StoredNames(Wait="Rest")):
    """A step whose former name is `Rest`."""


class FloodState(FordState):
    """A state with a field whose former name is `wet`."""

    floods: int = msgspec.field(name="wet", default=0)


@pytest.mark.parametrize(("step", "field"), [("Rest", "wet"), ("Wait", "floods")])
def test_names_before_and_after_a_renaming_are_read(step: str, field: str, ford: Any) -> None:
    game, usual = copy(ford), FloodState(SEATS, [], Dice(b"k"), {"days": 6})
    game.steps = Day | Deal | Wait
    state: Any = Reader(game, usual.copy()).read(f'ford\n{field}: 3\nflow: [["Day", 1], ["{step}", 1]]')
    assert (state.flow, state.floods) == ([Day(1), Wait(1)], 3)
    assert stage_index((Deal, Wait), step) == 1
    assert to_json(state.flow) == '[["Day",1],["Rest",1]]'
    assert field_lines(state, usual, {"flow"}) == ["wet: 3"]


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("", "Line 1: a position of Ford begins with the line “ford”."),
        ("ford\n\nking: 3", "Line 3 cannot be read: 'king: 3' (there is nothing called 'king')."),
        ("ford\nday: x", "Line 2 cannot be read: 'day: x' ("),
        ("ford\npiece 0: Moon", "Line 2 cannot be read: 'piece 0: Moon' ("),
        ("ford\npiece 9: Weir", "Line 2 cannot be read: 'piece 9: Weir' ("),
        ('ford\noptions: {"weeks": 3}', "Line 2 cannot be read: "),
        ('ford\nflow: [["Rest"]]', "Line 2 cannot be read: "),
    ],
)
def test_an_error_names_the_line(text: str, message: str, ford: Any) -> None:
    with pytest.raises(Unreadable) as caught:
        read(text, ford)
    assert str(caught.value).startswith(message)


def test_lines_of_what_is_not_as_usual(ford: Any) -> None:
    s, usual = fresh(), fresh()
    assert option_lines(ford, s) == field_lines(s, usual, ()) == []
    s.options, s.day, s.place[0], s.dice.count = {"days": 9}, 4, 5, 3
    s.outcome = Ending(("North",), "rout", "4.1")
    assert option_lines(ford, s) == ['options: {"days":9}']
    assert dice_line(s) == "dice 6b 3"
    assert field_lines(s, usual, {"options", "dice", "place", "outcome"}) == [
        'outcome: {"winners":["North"],"margin":"rout","clause":"4.1","data":{}}', "day: 4",
    ]  # fmt: skip
    assert to_json([Choose(1)]) == '[["Choose",1]]'


# Lines of words


def test_words_are_taken_one_by_one() -> None:
    words = Words("units LE -3 at 36 a b ; a remark")
    assert (words.next(), words.has("HC"), words.next(), words.number()) == ("units", False, "LE", -3)
    assert words.has("at")
    assert (words.number(), words.rest(), bool(words)) == (36, ["a", "b"], False)
    with pytest.raises(Unreadable, match="something is missing at its end"):
        words.next()
    with pytest.raises(Unreadable, match="“three” is not a number"):
        Words("three").number()


def test_quotes_hold_a_name_together() -> None:
    assert Words('nation P1 "The Huns" god Mars').left == ["nation", "P1", "The Huns", "god", "Mars"]
    with pytest.raises(Unreadable, match=r"^Line 2 of the position cannot be read: No closing quotation\.$"):
        numbered_lines('turn 3\nnation "The')


def test_lines_that_say_nothing_are_left_out() -> None:
    found = numbered_lines("turn 3\n\n; nothing\nheld P1 27\n")
    assert [(number, words.left) for number, words in found] == [(1, ["turn", "3"]), (4, ["held", "P1", "27"])]


@pytest.mark.parametrize("error", [ValueError("no such\nname."), KeyError("x"), Unreadable("no such name.")])
def test_what_cannot_be_read_says_in_which_line(error: Exception) -> None:
    with pytest.raises(Unreadable, match=r"^Line 7 of the position cannot be read: [^\n]*[^.]\.$"), line_errors(7):
        raise error


def test_other_errors_pass() -> None:
    with pytest.raises(ZeroDivisionError), line_errors(7):
        raise ZeroDivisionError
