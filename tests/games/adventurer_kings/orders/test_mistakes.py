"""Problems of lines that cannot be read, with the most likely correction."""

from __future__ import annotations

import pytest

from palatine.core import SyntaxProblem
from palatine.games.adventurer_kings.referee import GAME


@pytest.mark.parametrize(("line", "said"), [
    ("12.1 EXPLOR", "“EXPLOR” is not an order. Did you mean EX?"),
    ("12.1 XX", "“XX” is not an order. The lists under Status have them all."),
    ("12.1 PR Melle", "“Melle” is not an ability. Did you mean ME?"),
    ("12.1 RE Legins", "“LEGINS” is not an army type. Did you mean LE or EN?"),
    ("12.1 CA Blest", "“Blest” is not a spell."),
    ("12.special FLE", "“FLE” is not a tactic. Did you mean"),
    ("12 MO 304", "Give the phase after a full stop."),
    ("12.6 MO 304", "A year has phases 1 to 5, not 6."),
    ("12.1 MO", "add a province"),
    ("12.1 MO Corelle", "write a province by its number"),
    ("12.special TA FL", "Put commas between army types and between tactics."),
])  # fmt: skip
def test_a_mistake_is_answered_with_what_was_meant(line: str, said: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        GAME.parse_untrusted(line)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 110, "one or two likely mistakes, not the whole list"


@pytest.mark.parametrize(("line", "right"), [
    ("12 MO 304", "12.1 MO 304"),
    ("12.1: MO 304", "12.1 MO 304"),
    ("12.1 attack 304", "12.1 MO 304"),
    ("12.2 RE LE HC for 1", "12.2 RE LE,HC for 1"),
    ("12.2 RE 2 LE", "12.2 RE LE,LE"),
    ("12.2 recruit Legions", "12.2 recruit LE"),
    ("12.3 PR melee", "12.3 PR ME"),
    ("12.special flee", "12.special FL"),
    ("12.1-5 PR ME", "12.1 PR ME"),
    ("12.1 nothing", ""),
    ("12.1 XX", ""),
])  # fmt: skip
def test_a_newcomers_slip_is_put_right(line: str, right: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        GAME.parse(line)
    (problem,) = caught.value.problems
    assert problem.suggestion == right
    if right:
        GAME.parse(right)
