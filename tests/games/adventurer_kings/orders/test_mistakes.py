"""What is said of a line that cannot be read: what was most likely meant."""

from __future__ import annotations

import pytest

from palatine.core import SyntaxProblem
from palatine.games.adventurer_kings.referee import GAME


@pytest.mark.parametrize(("line", "said"), [
    ("12.1 EXPLOR", "“EXPLOR” is no order. Did you mean EX?"),
    ("12.1 XX", "“XX” is no order. The lists under Status have them all."),
    ("12.1 PR Melle", "“Melle” is no ability. Did you mean ME?"),
    ("12.1 RE Legions", "“LEGIONS” is no army type. Did you mean LE?"),
    ("12.1 CA Blest", "“Blest” is no spell."),
    ("12.special FLE", "“FLE” is no tactic. Did you mean"),
    ("12 MO 304", "Say in which phase: 12.1 MO 304"),
    ("12.6 MO 304", "A year has phases 1 to 5, not 6."),
    ("12.1 MO", "add a province"),
    ("12.1 MO Corelle", "write a province by its number"),
    ("12.special TA FL", "Put a comma between tactics"),
])  # fmt: skip
def test_a_mistake_is_answered_with_what_was_meant(line: str, said: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        GAME.read(line)
    assert said in str(caught.value)
    assert len(str(caught.value)) < 110, "one or two likely mistakes, not the whole list"
