"""Lessons of games of secret orders: the script's orders in a sheet, and others' sheets."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

from palatine.core.guidance.lessons import Lesson, LessonError, LessonStep
from palatine.core.refusal import PalatineError
from palatine.core.sheet import OrdersGame, SyntaxProblem

ORDER_PREFIX = "order "
HAND_IN_EXPECTATION = "hand in"
EMPTY_SHEET_TEXT = "#"


def play_turns(game: Any, state: Any, turns: Iterable[Sequence[str] | Mapping[str, str]]) -> Any:
    """Return the state after turns with the given sheet texts, by seat or in the order of seats."""
    for turn in turns:
        sheets = turn if isinstance(turn, Mapping) else dict(zip(state.seats, turn, strict=False))
        state = resolve_turn(game, state, sheets)
    return state


def resolve_turn(game: OrdersGame[Any], state: Any, sheets: Mapping[str, str]) -> Any:
    """Return the state after a turn with these sheets; other seats hand in nothing."""
    for seat, text in sheets.items():
        state = game.hand_in(state, seat, game.parse_untrusted(text))
    return game.resolve(state)


def normalized_orders(game: OrdersGame[Any], text: str) -> list[str]:
    """Return the orders of a text in the game's standard form; unreadable lines as they are."""
    return [
        _normalized(game, line.strip()) for line in text.splitlines() if line.partition(EMPTY_SHEET_TEXT)[0].strip()
    ]


def _normalized(game: OrdersGame[Any], line: str) -> str:
    try:
        return " ".join(game.write(game.parse(line)).split())
    except (SyntaxProblem, PalatineError):
        return " ".join(line.split())


def wanted_orders(game: OrdersGame[Any], step: LessonStep) -> list[str]:
    """Return the orders that a step expects, any one of which completes it; [] if none."""
    return [
        _normalized(game, what.removeprefix(ORDER_PREFIX))
        for what in step.expects
        if what.casefold().startswith(ORDER_PREFIX)
    ]


def expects_hand_in(step: LessonStep) -> bool:
    """Return whether a step expects the sheet to be handed in."""
    return HAND_IN_EXPECTATION in [what.casefold() for what in step.expects]


def has_expected_order(game: OrdersGame[Any], step: LessonStep, text: str) -> bool:
    """Return whether a sheet contains an order that a step expects."""
    return bool(set(wanted_orders(game, step)) & set(normalized_orders(game, text)))


def answer_to_sheet(game: OrdersGame[Any], step: LessonStep, text: str) -> str:
    """Return the lesson's answer to an order in a sheet; "" if it has none."""
    there = normalized_orders(game, text)
    for what, answer in step.wrong.items():
        if what.casefold().startswith(ORDER_PREFIX) and _normalized(game, what[len(ORDER_PREFIX) :]) in there:
            return answer
    return ""


def unexpected_orders(game: OrdersGame[Any], lesson: Lesson, step_index: int, state: Any, text: str) -> list[str]:
    """Return the orders of a sheet that neither its initial sheet nor the lesson contains.

    Only steps of this turn up to `step_index` count. With other orders, the turn would have another result.
    """
    known = set(normalized_orders(game, game.write(game.empty_sheet(state, lesson.seat))))
    for step in lesson.step[first_step_of_turn(lesson, step_index) : step_index + 1]:
        known |= set(wanted_orders(game, step))
    return [order for order in normalized_orders(game, text) if order not in known]


def first_step_of_turn(lesson: Lesson, step_index: int) -> int:
    """Return the first step of the turn to which step `step_index` belongs."""
    return max([k + 1 for k in range(step_index) if expects_hand_in(lesson.step[k])], default=0)


def script_sheet(game: OrdersGame[Any], lesson: Lesson, step_index: int, state: Any) -> str:
    """Return the sheet that the script has written by the beginning of step `step_index`."""
    lines = game.write(game.empty_sheet(state, lesson.seat)).splitlines()
    for step in lesson.step[first_step_of_turn(lesson, step_index) : step_index]:
        orders = wanted_orders(game, step)[:1]
        lines += [order for order in orders if order not in normalized_orders(game, "\n".join(lines))]
    return "".join(f"{line}\n" for line in lines)


def reply_sheets(lesson: Lesson, step: LessonStep, seats: Sequence[str]) -> dict[str, str]:
    """Return the sheets of the others when a step's sheet is handed in, from lines `SEAT: LINE`.

    Raises LessonError for a line without another seat of the match.
    """
    found: dict[str, str] = {}
    for what in step.replies:
        seat, colon, line = what.partition(":")
        if not colon or seat.strip() not in seats or seat.strip() == lesson.seat:
            raise LessonError(f"{lesson.lesson}: a reply is written SEAT: LINE, of another seat; not {what!r}.")
        found[seat.strip()] = found.get(seat.strip(), "") + line.strip() + "\n"
    return found
