"""Names of nations and provinces in place of players and squares in orders."""

from __future__ import annotations

import msgspec
import pytest

from games.lord_and_master.sheet_help.test_check import lands
from palatine.core import SyntaxProblem
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import State


def nations(*names: str) -> State:
    state = lands()
    for at, name in enumerate(names):
        state.nations[at] = msgspec.structs.replace(state.nations[at], name=name)
    return state


@pytest.mark.parametrize(("text", "meant"), [
    ("alliance The Smoking Maw", "alliance P2"),
    ("truce smoking maw for 3", "truce P2 for 3"),
    ('pay "The Smoking Maw" 20 for Ralph', "pay P2 20 for Ralph"),
    ("sell HFD 1 at 65 to The Smoking Maw for 5", "sell HFD 1 at 65 to P2 for 5"),
    ("buy HFD 1 from The Smoking Maw for 5", "buy HFD 1 from P2 for 5"),
    ("char Ralph: move grassland 66 Dwarf mountains 67", "char Ralph: move 66 67"),
    ("char Ralph: move to 66", "char Ralph: move 66"),
    ("char Ralph: lead take HFD 1, go to grassland 66", "char Ralph: lead take HFD 1, go 66"),
    ('about "alliance The Smoking Maw"', 'about "alliance The Smoking Maw"'),
])  # fmt: skip
def test_a_name_of_the_report_stands_for_its_number(text: str, meant: str) -> None:
    assert GAME.with_numbers(nations("The Jarls", "The Smoking Maw"), "P1", text, {}) == meant


def test_a_name_of_two_nations_is_refused_with_both() -> None:
    with pytest.raises(SyntaxProblem, match="The name may mean P1 and P2"):
        GAME.with_numbers(nations("The Maw", "the maw"), "P1", "alliance The Maw", {})


@pytest.mark.parametrize(("text", "meant"), [
    ("truce Dora's for 3", "truce P2 for 3"),
    ("pay dora’s 20", "pay P2 20"),
    ("alliance the Jarls", "alliance P1"),
    ("truce P1 for 3", "truce P1 for 3"),
])  # fmt: skip
def test_a_players_name_stands_for_the_nation(text: str, meant: str) -> None:
    assert (
        GAME.with_numbers(nations("The Jarls", "P1"), "P1", GAME.clean(text), {"P1": "P2", "P2": "Dora's"}) == meant
    )


def test_a_nations_name_takes_precedence_over_a_players() -> None:
    known = nations("The Maw", "Dora")
    assert GAME.with_numbers(known, "P1", "alliance Dora", {"P1": "Dora"}) == "alliance P2"


def test_a_name_of_two_players_is_refused_with_both() -> None:
    with pytest.raises(SyntaxProblem, match="The name may mean P1 and P2"):
        GAME.with_numbers(nations("The Maw"), "P1", "alliance Dora", {"P1": "Dora", "P2": "dora"})
