"""Lines that `check` certainly refuses, which the turn cannot carry out (LM-GI-05).

A sheet that might succeed is never refused.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.lord_and_master.wild_orders import wild_positions
from pace import sampled
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import NO_PERSON, State


def refused(state: State) -> dict[tuple[int, int], str]:
    """Return the reason of each certain refusal, by seat and line."""
    return {
        (seat, problem.line): problem.reason
        for seat, sheet in enumerate(state.sheets)
        if sheet is not None
        for problem in GAME.check(state, state.seats[seat], sheet)
        if not problem.uncertain
    }


def carried_out(state: State, monkeypatch: pytest.MonkeyPatch) -> set[tuple[int, int]]:
    """Return the lines that the turn completes, by seat and line.

    The character must still be there and free.
    """
    done: set[tuple[int, int]] = set()

    def line(t: Turn, owner: int, number: int, order: Any) -> None:
        if t.s.outcome is not None or (owner < len(t.s.nations) and t.s.nations[owner].out):
            return
        t.actor = owner
        who = t.s.person_named(order.name, owner) if isinstance(order, o.Character) else NO_PERSON
        try:
            dispatch.carry_out(t, order)
        except OrderFailed:
            return
        if who == NO_PERSON or (who in t.s.people and t.s.people[who].captor is None):
            done.add((owner, number))

    with monkeypatch.context() as patch:
        patch.setattr(dispatch, "line", line)
        sequence.run_turn(state)
    return done


@pytest.mark.parametrize("seed", sampled(range(60)))
def test_what_is_refused_for_certain_is_not_carried_out(seed: int, monkeypatch: pytest.MonkeyPatch) -> None:
    for state in wild_positions(seed):
        reasons = refused(state)
        done = carried_out(state.copy(), monkeypatch)
        wrong = [
            (write_order(state.sheets[seat].orders[number - 1]), reasons[seat, number])  # type: ignore[union-attr]
            for seat, number in sorted(done & reasons.keys())
        ]
        assert not wrong
