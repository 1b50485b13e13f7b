"""Quick fixes, which keep the meaning of a line or are not offered."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.matches.orders.quick_fixes import keeps_meaning, with_fixes

NAMES = frozenset(
    ["mogash", "drool", "ysolde", "osric", "94", "95", "96", "104", "106", "croft", "brook", "sarland"]
)


@pytest.mark.parametrize(
    ("line", "other"),
    [("char Drol: move 104", "char Drool: move 104"), ("Mogash move to 96", "char Mogash: move 96"),
     ("char Drool: recrut", "char Drool: recruit"), ("send 9 gold to Brook", "send 3 gold to Brook"),
     ("king Aldis race human align good", "king Aldis race human alignment good")],
)  # fmt: skip
def test_a_slip_is_put_right(line: str, other: str) -> None:
    assert keeps_meaning(line, other, NAMES, other)


@pytest.mark.parametrize(
    ("line", "other"),
    [("char Drol: move 104", "char Ysolde: move 104"), ("Mogash move to 96", "char Mogash: move 94"),
     ("char Drool: move 96", "char Drool: move 94"), ("char Drool: move 95 96", "char Drool: move 95"),
     ("char Drool: attack 106", "char Drool: move 106"), ("Aldo rides to Croft", "Aldo rides to Brook"),
     ("char Osric: move 94", "char Drool: move 94"), ("char Drool: move 94, tax", "char Drool: move 94"),
     ("char Drool: diplomacy 94 bribe 4", "char Drool: diplomacy bribe 4"), ("12.1-5 PR ME", "12.1 PR ME"),
     ("king Aldis race human align good", "king Aldric race human alignment good"), ("12.1 MO 304", "12.1 MO 305")],
)  # fmt: skip
def test_another_name_place_or_deed_is_no_repair(line: str, other: str) -> None:
    assert not keeps_meaning(line, other, NAMES)
    assert not keeps_meaning(line, other, NAMES, other if "," in line or "bribe" in line or "-" in line else "")


def offered(game: str, line: str) -> str:
    """Return the quick fix for a line in a game's first turn, with only the game's own names."""
    known: Any = registry.load(game)
    state = known.setup(seed=b"fixes")
    for seat in state.seats if game == "lord-and-master" else ():
        known.set_sheet(state, seat, known.empty_sheet(state, seat))
    if game == "lord-and-master":
        known.run_turn(state)
    seat = state.seats[0]
    names = known.characters(state, seat)
    text = line.replace("NAME", names[0][:-1] if names else "").replace("WHOLE", names[0] if names else "")
    try:
        problems = known.check(state, seat, known.parse_untrusted(text))
    except Exception as error:
        problems = getattr(error, "problems", [])
    return " | ".join(each.fix for each in with_fixes(known, state, seat, text, list(problems)))


def test_a_mistyped_king_stays_that_king() -> None:
    line = "king Aldis race humn align good temper brav levels TA,TA,MA,DR"
    assert (
        offered("adventurer-kings", line) == "king Aldis race human alignment good temper brave levels TA,TA,MA,DR"
    )
    assert offered("adventurer-kings", "king Aldis race human alignment qqqq temper brave levels TA,TA,MA,DR") == ""


def test_a_place_that_cannot_be_reached_is_not_another_place() -> None:
    assert offered("lord-and-master", "char WHOLE: move 9999") == ""
    assert (
        offered("lord-and-master", "char WHOLE: recrut") == offered("lord-and-master", "char WHOLE: recruitt") != ""
    )
