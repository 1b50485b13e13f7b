"""Transitions of states by the rules, with the rolls drawn and the journal entries written.

The given state is not modified.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator
from contextlib import contextmanager
from typing import Any

import msgspec

from palatine.core import (
    Action,
    Dice,
    Entry,
    Game,
    OrdersGame,
    Outcome,
    PalatineError,
    Roll,
    Sheet,
    State,
    dice_key,
    rank_last,
)
from palatine.core.guidance.lesson_dice import is_lesson_dice
from palatine.matches.fairness import mix_seed
from palatine.matches.storage import MatchRow, SeatRow

LEAVING_KINDS, SITTING_KINDS = ("eject", "leave"), ("sit", "claim", "take_over")
"""Kinds of records by which a player leaves for good, and by which a player takes a seat."""


class RulesFailed(Exception):
    """The rules raised an error for an action that they had allowed."""


Rolls = tuple[Roll, ...]
Entries = tuple[Entry, ...]
Transition = tuple[Any, Rolls, Entries]
"""A state, the rolls that led to it and its journal entries."""


class Genesis(msgspec.Struct, frozen=True):
    """The initial data of a match.

    `start` is the encoded position of a branched match; `numbers` are the players' additions to the dice seed.
    """

    scenario: str
    seats: tuple[str, ...]
    options: dict[str, Any]
    start: bytes | None
    seed: bytes
    numbers: dict[str, str]

    @classmethod
    def of_match(cls, row: MatchRow, seats: tuple[SeatRow, ...]) -> Genesis:
        names = tuple(seat.seat for seat in seats)
        numbers = {seat.seat: seat.number for seat in seats}
        return cls(row.scenario, names, row.options, row.start, row.seed, numbers)


def initial_state(game: Game[Any], genesis: Genesis) -> Transition:
    """Return the initial state, from the scenario or the start position.

    Its dice depend on the numbers of all seats, unless they are those of a lesson.
    """
    seed = mix_seed(genesis.seed, [(seat, genesis.numbers.get(seat, "")) for seat in genesis.seats])
    if genesis.start is None:
        return _take_journal(game.setup(genesis.scenario, genesis.seats, seed, genesis.options, record=True))
    state = game.decode(genesis.start)
    if not is_lesson_dice(state.dice):
        state.dice = Dice(dice_key(seed))
    return _take_journal(_recording(state))


def apply_action(game: Game[Any], state: State, seat: str, action: Action) -> Transition:
    """Return the state after a legal action."""
    after = _recording(state.copy())
    with _rules_errors_as_failures():
        game.take(after, seat, action)
    return _take_journal(after)


def with_sheet(game: OrdersGame[Any], state: State, seat: str, sheet: Sheet) -> State:
    """Return the state with a seat's sheet, in place of an earlier one."""
    after = state.copy()
    game.set_sheet(after, seat, sheet)
    return after


def resolve_turn(game: OrdersGame[Any], state: State) -> Transition:
    """Return the state after a turn of secret orders."""
    after = _recording(state.copy())
    with _rules_errors_as_failures():
        game.run_turn(after)
    return _take_journal(after)


def eject_player(game: Game[Any], state: State, seat: str) -> Transition:
    """Return the state without the player of a seat.

    A sheet that the player has handed in is void.
    """
    after = _recording(state.copy())
    with _rules_errors_as_failures():
        if game.orders:
            as_orders_game(game).clear_sheet(after, seat)
        game.remove_player(after, seat)
        if not game.orders:
            game.advance(after)
    return _take_journal(after)


@contextmanager
def _rules_errors_as_failures() -> Iterator[None]:
    try:
        yield
    except PalatineError as error:
        raise RulesFailed(str(error)) from error


def _recording(state: Any) -> Any:
    """Start recording rolls and journal entries in the state, and return it."""
    state.journal = []
    state.dice.drawn = []
    return state


def _take_journal(state: Any) -> Transition:
    """Stop recording and return the state with the recorded rolls and entries."""
    rolls, entries = tuple(state.dice.drawn or ()), tuple(state.journal or ())
    state.journal = None
    state.dice.drawn = None
    return state, rolls, entries


def as_orders_game(game: Any) -> OrdersGame[Any]:
    """Return a game, known to be one of secret orders, with that type."""
    assert game.orders
    found: OrdersGame[Any] = game
    return found


def outcome_data(outcome: Outcome, departed: Collection[str] = ()) -> dict[str, Any]:
    """Return an outcome as stored and exported; seats that have `departed` are ranked last."""
    ranks = [list(group) for group in rank_last(outcome.ranks, departed)]
    return {"winners": list(outcome.winners), "margin": outcome.margin, "clause": outcome.clause, "ranks": ranks}


def is_outcome(stored: dict[str, Any], outcome: Outcome | None, departed: Collection[str]) -> bool:
    """Return whether a stored outcome is equal to this one. Old ones are stored without ranks."""
    if outcome is None:
        return False
    told = outcome_data(outcome, departed)
    return stored == (told if "ranks" in stored else {name: told[name] for name in told if name != "ranks"})


def departed_seats(log: Iterable[tuple[str, str]]) -> set[str]:
    """Return the seats whose players have left for good, from the kinds and seats of a log."""
    left: set[str] = set()
    for kind, seat in log:
        if kind in LEAVING_KINDS:
            left.add(seat)
        elif kind in SITTING_KINDS:
            left.discard(seat)
    return left
