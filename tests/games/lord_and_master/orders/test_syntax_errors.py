"""Messages about lines that cannot be read, with the most likely correction."""

from __future__ import annotations

import pytest

from palatine.core import SyntaxProblem, Unreadable
from palatine.games.lord_and_master.orders.grammar import parse, parse_line


def reason(line: str) -> str:
    with pytest.raises(Unreadable) as found:
        parse_line(line)
    return str(found.value)


@pytest.mark.parametrize(
    ("line", "said"),
    [
        ("char Bob: move", "is not complete. Continue with a place"),
        ("char Bob: lead take", "is not complete. Continue with a unit code and a number"),
        ("char Bob: lead take HFC", "Write a unit code and a number (HFC 3) before “HFC”."),
        ("char Bob: raise", "is not complete. Continue with a unit code (HFC)"),
        ("char Bob: lead take HFC 3 go 4", "Write a comma before “go 4”."),
        ("char Bob: lead take HFC 3, drp MFC 1", "Did you mean “drop”?"),
        ("char Bob: recruits", "Did you mean “recruit”?"),
        ("char Bob: diplomacy 10", "Write “bribe” before “10”."),
        ("char Bob: go 5", "There is no “go” here. Did you mean “move”?"),
        ("char Bob: attack 35", "There is no “attack” here. Did you mean “lead”?"),
        ("char Bob: lead HFC 5", "Write “take” before “HFC 5”."),
        ("char Bob: lead 5", "Write “go” before “5”."),
        ("char Bob: eat", "Write “move”, “lead” or “recruit” before “eat”."),
        ("Bob: tax", "“Bob: tax” is not an order. A character's order begins with “char”, as in “char NAME: tax”."),
        ("char Bob: tax 5", "The order is complete without “5”. Delete that."),
        ("char Bob tax", "a colon before “tax”."),
        ("equip RED 4 LFD at 36", "Write an arrow (->) before “LFD at 36”."),
        ("equip RED 4 -> LFD", "Continue with “at”."),
        ("prisoner Bob eat", "“kill”, “release” or “hold”"),
        ("truce P2", "Continue with “for”."),
        ("truce P2 for 5w", "This number must be at least 1"),
        ("heirBob", "Did you mean “heir”?"),
        ('heir ""', "A name is empty."),
        ('char "Bob: tax', "Write a name"),
        ("nation Huns", "a text in quotes"),
        ("provinces 27", "a square with the letter of its terrain"),
        ("char Bob: move 59citi", "“59citi” is not a square"),
        ("char Bob: move 59city fort", "“59city fort” is not a place"),
        ("char Bob: heal HFC 0", "This number must be at least 1"),
        ("char Bob: move 1234567", "is not a square"),
        ("char Bob: " + "move 1 " * 180, "A line has at most"),
        ("x" * 60, "“" + "x" * 40 + "…” is not an order. A character's order begins with “char”"),
    ],
)
def test_a_line_that_cannot_be_read_says_what_was_expected(line: str, said: str) -> None:
    assert said in reason(line)


@pytest.mark.parametrize(
    ("line", "right"),
    [
        ("Bob: tax", "char Bob: tax"),
        ("char Bob tax", "char Bob: tax"),
        ("char Bob: go 5", "char Bob: move 5"),
        ("char Bob: lead 5 HFC go 27", "char Bob: lead take HFC 5, go 27"),
        ("char Bob: recruit warrior", "char Bob: recruit"),
        ("char Bob: diplomacy 27 bribe 10", "char Bob: diplomacy bribe 10"),
        ("char Bob: build fort", "char Bob: lead fort"),
        ("char Bob: move 27, tax", "char Bob: move 27"),
        ("char Bob: equip RED 5 -> HFD at 36", "equip RED 5 -> HFD at 36"),
        ("equip RED 5 -> HF at 36", "equip RED 5 -> HFD at 36"),
        ("alliance with P2", "alliance P2"),
        ("hello", ""),
    ],
)
def test_a_newcomers_slip_is_put_right(line: str, right: str) -> None:
    with pytest.raises(SyntaxProblem) as caught:
        parse(line)
    (problem,) = caught.value.problems
    assert problem.suggestion == right
    if right:
        parse(right)
