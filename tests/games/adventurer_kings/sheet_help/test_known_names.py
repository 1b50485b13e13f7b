"""Names that a King knows in place of numbers in orders (11.2)."""

from __future__ import annotations

import msgspec
import pytest

from games.adventurer_kings.positions.realm import at, know
from games.adventurer_kings.sheet_help.test_check import a_realm
from palatine.core import SyntaxProblem
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State


def named_realm() -> State:
    s = a_realm()
    lands = list(s.lands)
    for number, name in ((504, "Old Harbour"), (505, "Sarland"), (604, "Old Sea"), (609, "Hidden Vale")):
        lands[at(s, number)] = msgspec.structs.replace(lands[at(s, number)], name=name)
    s.lands = tuple(lands)
    know(s, 0, 504)
    return s


def numbered(s: State, text: str) -> str:
    return GAME.with_numbers(s, s.seats[0], GAME.clean(text), {})


@pytest.mark.parametrize(("text", "meant"), [
    ("4.1 MO Sarland", "4.1 MO 505"),
    ("4.1 MO sarland", "4.1 MO 505"),
    ("4.1 MO to Sarland", "4.1 MO 505"),
    ("4.1 MO Sarland (505)", "4.1 MO 505"),
    ("4.1 MO “Old Harbour”", "4.1 MO 504"),
    ("4.1 MO Old Harbour", "4.1 MO 504"),
    ("Falk.1 MO Sarland", "4.1 MO 505"),
    ("char Falk\n1 (MO) Sarland", "char 4\n1 MO 505"),
    ("4.1 EN Rurik plan TA", "4.1 EN 5 plan TA"),
    ("4.1 SE the Dungeon plan TA", "4.1 SE 1 plan TA"),
    ("4.1 GI Excalibur to Falk", "4.1 GI 1 to 4"),
    ("4.1 MO 505 # Sarland", "4.1 MO 505 # Sarland"),
    ('contact "Old Harbour"', 'contact "Old Harbour"'),
])  # fmt: skip
def test_a_known_name_stands_for_its_number(text: str, meant: str) -> None:
    assert numbered(named_realm(), text) == meant


@pytest.mark.parametrize("name", ["Hidden Vale", "Atlantis"])
def test_a_name_that_the_king_has_not_been_told_says_nothing(name: str) -> None:
    assert numbered(named_realm(), f"4.1 MO {name}") == f"4.1 MO {name}"


def test_a_name_of_two_provinces_is_refused_with_both() -> None:
    s = named_realm()
    lands = list(s.lands)
    lands[at(s, 604)] = msgspec.structs.replace(lands[at(s, 604)], name="Sarland")
    s.lands = tuple(lands)
    with pytest.raises(SyntaxProblem) as refused:
        numbered(s, "4.1 EX\n4.2 MO Sarland")
    [problem] = refused.value.problems
    assert problem.line == 2
    assert problem.reason == "The name may mean Sarland (505) and Sarland (604). Write the number."
    assert numbered(s, "4.2 MO Sarland (604)") == "4.2 MO 604"


@pytest.mark.parametrize(("text", "meant"), [("treat Dora", "treat 2"), ("vote anna b.", "vote 1")])
def test_a_players_name_stands_for_the_kingdom(text: str, meant: str) -> None:
    s = named_realm()
    assert GAME.with_numbers(s, s.seats[0], text, {s.seats[0]: "Anna B.", s.seats[1]: "Dora"}) == meant


def test_a_kings_name_takes_precedence_over_a_players() -> None:
    s = named_realm()
    own = s.king(0).name
    assert GAME.with_numbers(s, s.seats[0], f"vote {own}", {s.seats[1]: own}) == "vote 1"
