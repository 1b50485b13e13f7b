"""Problems that `check` reports, compared with the turn."""

from __future__ import annotations

import re
from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

import palatine
from games.lord_and_master.positions import hargaar, hold, person, put, told
from pace import sampled
from palatine.core import Problem, RejectedSheet, dice_key
from palatine.core.dice import Dice
from palatine.core.sheet import MAX_LINES
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import Independence, State
from palatine.players.random_bot import random_sheet


def lands() -> State:
    """Return Ralph and Otto in 65 with recruits and troops; Nora of another nation has 66."""
    state = hargaar(
        classes=("W", "P", "T", "M", "H"), kinds=("RED", "LF", "MF", "HF", "HL", "MC", "LC", "MA", "SA")
    )
    hold(state, 0, 65, 56)
    hold(state, 1, 66)
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto T1", 0, 65)
    person(state, "Nora P1", 1, 66)
    put(state, "RED 5 MFC 6 HFD 2", 0, 65)
    put(state, "MFC 3", 1, 66)
    return state


def check(text: str, state: State | None = None) -> list[Problem]:
    return GAME.check(state or lands(), "P1", GAME.parse(text))


WRONG = [
    ("char Nora: tax", "LM-A-01", "You have no character Nora.", "Ralph and Otto"),
    ("char Zed: tax", "LM-A-01", "You have no character Zed.", "Ralph and Otto"),
    ("demon Asmo: rain 66", "LM-C-08", "No demon called Asmo", ""),
    ("char Ralph: move 67", "LM-MV-02", "Dwarf mountains 67 does not lie beside cropland 65.", "56, 66, 74 and 64"),
    ("char Ralph: move 66 67 76 77", "LM-A-02", "not enough movement points", "mountains cost 3"),
    ("char Ralph: move 109", "LM-MAP-01", "There is no square 109", ""),
    ("char Ralph: move Xanadu", "LM-MAP-03", "called Xanadu", ""),
    ("char Ralph: lead take MFC 11, go 56", "LM-B-17", "11 MFC", ""),
    ("char Ralph: lead take EFC 1", "LM-B-22", "Elf Foot", ""),
    ("char Ralph: lead take QQQ 1", "LM-TT-11", "QQQ", "troop tables"),
    ("char Otto: train MFC 2 -> MFB", "LM-B-11", "Thief", ""),
    ("char Ralph: train MFC 5 -> MFB", "LM-B-11", "can train 4 units a turn, not 5", "Train 4 at most"),
    ("char Ralph: train MFC 2 -> MFA", "LM-B-11", "MFA", "one grade"),
    ("char Ralph: train LFD 1w -> LFC", "LM-B-11", "no wounded", ""),
    ("equip RED 1 -> QQQ at 65", "LM-TT-11", "QQQ", "troop tables"),
    ("char Ralph: raise TRD", "LM-B-03", "Warrior", ""),
    ("equip RED 1 -> HLC at 65", "LM-B-09", "need training", "train"),
    ("equip RED 1 -> KTD at 65", "LM-B-07", "KT", "RED, LF, MF"),
    ("char Ralph: recruit T", "LM-ADV-07", "cannot choose", ""),
    ("char Ralph: colonise", "LM-E-01", "do not settle", ""),
    ("char Ralph: change", "LM-DIS-07", "has no function", ""),
    ('nation "Elsewhere"', "LM-SET-14", "set-up", "tax"),
]


@pytest.mark.parametrize(("line", "clause", "reason", "advice"), WRONG)
def test_a_wrong_order_is_told_with_line_clause_reason_and_advice(
    line: str, clause: str, reason: str, advice: str
) -> None:
    found = check(f"; orders\nchar Otto: tax\n{line}\n" if "Otto" not in line else f"char Ralph: tax\n{line}\n")
    assert [problem.line for problem in found] == [2]
    assert found[0].clause == clause
    assert found[0].clause in GAME.clauses
    assert reason in found[0].reason
    assert advice in found[0].suggestion
    assert bool(found[0].suggestion) >= bool(advice)


@pytest.mark.clause("LM-A-01")
def test_a_second_action_is_a_problem_of_its_own_line() -> None:
    found = check("char Ralph: tax\nchar Otto: tax\nchar RALPH: recruit\nequip RED 2 -> LFD at 65\n")
    assert [(problem.line, problem.clause, problem.uncertain) for problem in found] == [(3, "LM-A-01", False)]
    assert "has already acted" in found[0].reason


def test_each_problem_of_a_sheet_stands_by_itself() -> None:
    found = check("char Nora: tax\nchar Ralph: move 67\nchar Otto: tax\n")
    assert [(problem.line, problem.clause) for problem in found] == [(1, "LM-A-01"), (2, "LM-MV-02")]


def test_a_sheet_with_problems_is_not_taken_and_one_with_doubts_is() -> None:
    state = lands()
    with pytest.raises(RejectedSheet):
        GAME.hand_in(state, "P1", GAME.parse("char Nora: tax"))
    doubtful = GAME.parse("char Ralph: lead take MFC 6, go 66, assault 66fort")
    found = GAME.check(state, "P1", doubtful)
    assert [(problem.uncertain, problem.clause) for problem in found] == [(True, "LM-MV-04")]
    assert GAME.hand_in(state, "P1", doubtful).sheets[0] == doubtful


def test_ten_thousand_lines_are_one_problem() -> None:
    sheet = sheets.Sheet((o.Character("Ralph", o.Tax()),) * 10_000)
    found = GAME.check(lands(), "P1", sheet)
    assert [problem.line for problem in found] == [0]
    assert str(MAX_LINES) in found[0].reason
    assert len(GAME.check(lands(), "P1", sheets.Sheet(sheet.orders[:MAX_LINES]))) == MAX_LINES - 1


@pytest.mark.clause("LM-CH-25")
def test_there_may_be_no_room_for_a_second_recruit() -> None:
    state = lands()
    for number in range(3):
        person(state, f"Man{number} W1", 0, 56)
    found = check("char Ralph: recruit\nchar Otto: recruit\nchar Man0: recruit", state)
    assert [(problem.line, problem.clause, problem.uncertain) for problem in found] == [
        (2, "LM-CH-25", True), (3, "LM-CH-25", True),
    ]  # fmt: skip


@pytest.mark.clause("LM-A-01")
def test_a_captive_may_be_free_when_his_turn_comes() -> None:
    state = lands()
    state.set_person(1, captor=1)
    assert [(problem.clause, problem.uncertain) for problem in check("char Ralph: tax", state)] == [
        ("LM-A-01", True)
    ]


@pytest.mark.clause("LM-B-11", "LM-B-15", "LM-C-15", "LM-D-01")
@pytest.mark.parametrize(
    ("line", "clause"),
    [
        ("char Ralph: train MFC 5 -> MFB", "LM-B-11"),
        ("char Ralph: lead take MFC 6 HFD 2 LFD 5, go 56", "LM-B-15"),
        ("char Merl: teleport 56 with MFC 1", "LM-C-15"),
        ("char Pia: heal MFB 3w", "LM-D-01"),
        ("char Ralph: lead take MFC 6, go 66, drop MFC 1w", "LM-B-17"),
        ("char Ralph: move 67", "LM-MV-02"),
    ],
)
def test_what_a_level_gained_a_wound_or_a_retreat_would_make_possible_is_a_doubt(line: str, clause: str) -> None:
    state = lands()
    person(state, "Merl M1", 0, 65)
    person(state, "Pia P1", 0, 65)
    put(state, "LFD 5 MFB 3w", 0, 65)
    assert [(problem.clause, problem.uncertain) for problem in check(line, state)] == [(clause, True)]


def test_a_sheet_handed_in_twice_counts_once() -> None:
    state = lands()
    sheet = GAME.parse("char Ralph: tax\nequip RED 2 -> LFD at 65\n")
    once = GAME.hand_in(state, "P1", sheet)
    twice = GAME.hand_in(once, "P1", sheet)
    assert twice == once
    assert GAME.encode(GAME.resolve(twice)) == GAME.encode(GAME.resolve(once))
    assert GAME.resolve(twice).nations[0].gold == 100 + 7 - 2 * 2 + 2 + 1
    other = GAME.hand_in(twice, "P1", GAME.parse("char Otto: tax"))
    assert GAME.resolve(other).nations[0].gold == 100 + 7 + 2 + 1


def test_nothing_is_changed_or_thrown_by_checking() -> None:
    state = lands()
    before, thrown = GAME.encode(state), state.dice.count
    check("char Ralph: lead take MFC 6, go 66\nchar Otto: recruit\nequip RED 5 -> LFD at 65\n", state)
    assert (GAME.encode(state), state.dice.count) == (before, thrown)


# What a rehearsal takes into account


def test_orders_for_the_head_and_the_end_of_the_turn_are_rehearsed_there() -> None:
    state = lands()
    assert check("char Ralph: last lead take MFC 6, go 56\nchar Otto: lead take MFC 1, go 56\n", state) != []
    both = "char Ralph: last train RED 4 -> MFC\nequip RED 2 -> LFD at 65\n"
    assert [problem.clause for problem in check(both, state)] == ["LM-B-11"]
    assert check(both.replace("last ", ""), state)[0].line == 2
    assert check(both.replace("RED 4", "RED 3"), state) == []


@pytest.mark.clause("LM-DIS-06")
def test_whoever_must_devastate_can_be_ordered_nothing_else() -> None:
    state = lands()
    state.set_nation(0, sod_busting=((1, state.turn, 65),))
    found = check("char Ralph: tax\nchar Otto: lead take MFC 1, go 56\n", state)
    assert [(problem.line, problem.clause) for problem in found] == [(1, "LM-DIS-06"), (2, "LM-B-20")]
    state.set_nation(0, sod_busting=((1, state.turn + 1, 65),))
    assert check("char Ralph: tax\nchar Otto: lead take MFC 1, go 56\n", state) == []


@pytest.mark.clause("LM-A-16")
def test_what_independence_takes_away_can_be_ordered_nothing() -> None:
    state = lands()
    state.independence = [Independence(65, state.turn - 1, 1)]
    found = check("char Ralph: lead take MFC 6, go 56\nchar Otto: tax\n", state)
    assert [(problem.line, problem.clause) for problem in found] == [(1, "LM-B-17"), (2, "LM-A-01")]


# Check and turn agree


def mid_game(number: int) -> State:
    """Return a position of four seats after a few turns of captains or random sheets."""
    seed = bytes([number])
    state: State = GAME.setup(seats=("P1", "P2", "P3", "P4"), seed=seed)
    random = Random(seed)
    bots = {seat: palatine.bot("captain", GAME, n) for n, seat in enumerate(state.seats)}
    for _ in range(3 + 3 * (number % 4)):
        for seat in GAME.actors(state):
            captain = number % 2 or not state.turn
            sheet = bots[seat].decide(state, seat) if captain else random_sheet(GAME, state, seat, random)
            GAME.set_sheet(state, seat, sheet)
        GAME.run_turn(state)
    return state


def random_sheets(state: State, seat: str, random: Random) -> Iterator[sheets.Sheet]:
    """Yield a valid sheet, and two in which every character is ordered what any could do."""
    yield random_sheet(GAME, state, seat, random)  # type: ignore[misc]
    offered = [
        suggestion.text
        for other in GAME.seats_due(state)
        for name in (*GAME.characters(state, other), None)
        for suggestion in GAME.sample_suggestions(state, other, name, 4, random)
    ]
    mine = GAME.characters(state, seat)
    for _ in range(2):
        lines = random.sample(offered, min(12, len(offered)))
        given = [
            re.sub(r"^char (\"[^\"]*\"|[^:]*):", f'char "{random.choice(mine or ["Nobody"])}":', line)
            for line in lines
        ]
        yield GAME.parse("\n".join(given))


CURSED = "drop.cursed"
"""The refusal for a curse of another seat last turn, which nobody knows yet."""


def dropped(
    state: State, seat: str, sheet: sheets.Sheet, key: bytes, sure: dict[int, bool]
) -> tuple[set[int], State]:
    """Return the lines that certainly fail if only this seat has orders, and the next state."""
    after = state.copy()
    after.dice = Dice(dice_key(key))
    after.journal = []  # type: ignore[misc]
    for each in state.seats:
        GAME.set_sheet(after, each, sheet if each == seat else sheets.Sheet())
    sure.clear()
    GAME.run_turn(after)
    mine = state.seats.index(seat)
    lines = {entry.data["line"] for entry in told(after.journal or [], "dropped") if mine in (entry.readers or ())}
    return {line for line in lines if sure.get(line)}, after


def is_spared(before: State, after: State, owner: int, order: Any) -> bool:
    """Return whether neither the nation's leader nor the order's character was lost to the dice."""
    if before.nations[owner].leader != after.nations[owner].leader:
        return False
    who = after.person_named(order.name, owner) if isinstance(order, o.Character) else -1
    return not isinstance(order, o.Character) or (who >= 0 and after.people[who].captor is None)


@pytest.mark.parametrize("number", sampled(range(8)))
def test_check_and_turn_agree(number: int, monkeypatch: pytest.MonkeyPatch) -> None:
    """A line without a problem is carried out.

    Exceptions are interference of other seats, the dice, and loss of the character. A line with a certain problem
    is not carried out, whatever the dice.
    """
    sure: dict[int, bool] = {}
    line_of_turn, carry_out = dispatch.line, dispatch.carry_out
    numbers = [0]

    def numbering(t: Turn, owner: int, number: int, order: Any) -> None:
        numbers[0] = number
        line_of_turn(t, owner, number, order)
        numbers[0] = 0

    def noting(t: Turn, order: Any) -> None:
        try:
            carry_out(t, order)
        except OrderFailed as why:
            sure[numbers[0]] = not t.is_rehearsal and not why.uncertain and why.reason != CURSED
            raise

    monkeypatch.setattr(dispatch, "line", numbering)
    monkeypatch.setattr(dispatch, "carry_out", noting)
    state, random = mid_game(number), Random(number)
    for seat in GAME.seats_due(state):
        owner = state.seats.index(seat)
        for sheet in random_sheets(state, seat, random):
            problems = {problem.line: problem for problem in GAME.check(state, seat, sheet)}
            for key in (b"one", b"two", b"three"):
                lines, after = dropped(state, seat, sheet, key, sure)
                for line, order in enumerate(sheet.orders, 1):
                    if is_spared(state, after, owner, order):
                        is_hard = line in problems and not problems[line].uncertain
                        told = f"{seat}, line {line}: {GAME.write(sheet)}"
                        assert line in problems or line not in lines, told
                        assert line in lines or not is_hard, told


@pytest.mark.parametrize("number", [0, *[pytest.param(number, id=f"{number}-whole") for number in (1, 2, 3)]])
def test_check_tells_nothing_that_the_seat_does_not_know(number: int) -> None:
    """Hidden facts change no problem, forecast or suggestion."""
    state, random = mid_game(number), Random(number)
    for seat in GAME.seats_due(state):
        other = GAME.determinize(state, seat, b"another")
        for sheet in random_sheets(state, seat, random):
            assert GAME.check(other, seat, sheet) == GAME.check(state, seat, sheet)
            assert GAME.forecast(other, seat, sheet) == GAME.forecast(state, seat, sheet)
        for name in (*GAME.characters(state, seat), None):
            offered = GAME.suggest(state, seat, name)
            assert GAME.suggest(other, seat, name) == offered
            assert GAME.advised_first(other, seat, name, offered) == GAME.advised_first(state, seat, name, offered)


def test_a_forecast_knows_the_way_of_everybody_who_is_sent() -> None:
    state = hargaar()
    person(state, "Ralph W1", 0, 65)
    person(state, "Hugo T1", 0, 65)
    put(state, "LFC 3", 0, 65)
    hold(state, 0, 65, 64)
    sheet = GAME.parse("char Ralph: lead take LFC 2, go 64 55\nchar Hugo: move 66\nchar Ralph: tax")
    ways = [[(way.spaces, way.style) for way in each.routes] for each in GAME.forecast(state, "P1", sheet)]
    assert ways == [[((65, 64, 55), "P1")], [((65, 66), "P1")], []]
