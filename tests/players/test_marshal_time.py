"""Time limits of the marshal, which include its candidates, and requests to stop."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Timer
from typing import Any

import pytest

import palatine
from palatine.core import Game
from palatine.players.marshal import Marshal
from palatine.players.rollouts import captain_bot


def test_a_stop_ends_the_thinking(ford: Game[Any]) -> None:
    marshal = Marshal(ford, 1, seconds=3600)
    state = ford.setup(seed=b"stop")
    evaluate = ford.evaluate

    def once(position: Any) -> tuple[float, ...]:
        marshal.stop()
        return evaluate(position)

    ford.evaluate = once  # type: ignore[method-assign]
    try:
        for _ in range(4):
            seat = ford.actors(state)[0]
            ford.take(state, seat, marshal.decide(state, seat))
    finally:
        del ford.evaluate
    assert all(thought.samples < 10 for thought in marshal.results)


@pytest.mark.parametrize("given", [{"seconds": 0}, {"seconds": -1}, {"samples": 0}, {"processes": 0}])
def test_without_time_or_a_sample_there_is_no_marshal(given: dict[str, Any], ford: Game[Any]) -> None:
    with pytest.raises(ValueError, match="some time, a sample and a process"):
        palatine.bot("marshal", ford, **given)


def test_a_stop_before_the_first_trial_is_heard_and_nothing_is_expected(ford: Game[Any], monkeypatch: Any) -> None:
    marshal = Marshal(ford, 1, seconds=3600)
    state = ford.setup(seed=b"stop")
    (seat,) = ford.actors(state)
    actions = ford.actions(state, seat)
    monkeypatch.setattr(ford, "actions", lambda *given: [marshal.stop(), *actions][1:])
    assert marshal.decide(state, seat) in actions
    assert [thought.samples for thought in marshal.results] == [0]
    assert marshal.expectation(state, seat) is None
    monkeypatch.undo()
    quick = Marshal(ford, 1, samples=20)
    quick.stop()
    quick.decide(state, seat)
    assert quick.results[-1].samples > 0, "a stop is for the decision that is being made"


@pytest.mark.parametrize(("each", "made", "tried"), [(0.5, 8, 24), (1.0, 4, 24), (20.0, 1, 0)])
def test_the_time_to_make_what_is_tried_counts(
    ford: Game[Any], monkeypatch: pytest.MonkeyPatch, each: float, made: int, tried: int
) -> None:
    """The limit is ten seconds.

    The clock advances with every plan, and by a quarter of a second with every trial.
    """
    now, plans = [100.0], [0]
    evaluate = ford.evaluate

    def planned(*given: Any) -> Iterator[int]:
        while True:
            now[0] += each
            plans[0] += 1
            yield plans[0]

    def judged(world: Any) -> tuple[float, ...]:
        now[0] += 0.25
        return evaluate(world)

    monkeypatch.setattr(ford, "candidate_plans", planned)
    monkeypatch.setattr(ford, "evaluate", judged)
    monkeypatch.setattr(ford, "is_tactical", lambda *given: False)
    state = ford.setup(seed=b"clock")
    marshal = Marshal(ford, 1, seconds=10, clock=lambda: now[0])
    marshal.decide(state, ford.actors(state)[0])
    assert plans[0] == made
    assert marshal.results[0].samples <= tried
    assert now[0] <= 100 + max(10.5, each + 0.5)
    assert (marshal.results[0].samples > 0) == (tried > 0)


def test_an_action_that_is_weighed_in_a_plan_just_made_has_time_of_its_own(
    ford: Game[Any], monkeypatch: pytest.MonkeyPatch
) -> None:
    now = [100.0]
    evaluate = ford.evaluate

    def judged(world: Any) -> tuple[float, ...]:
        now[0] += 0.25
        return evaluate(world)

    monkeypatch.setattr(ford, "candidate_plans", lambda *given: iter([1, 2, 3]))
    monkeypatch.setattr(ford, "is_tactical", lambda *given: True)
    monkeypatch.setattr(ford, "evaluate", judged)
    state = ford.setup(seed=b"clock")
    marshal = Marshal(ford, 1, seconds=10, clock=lambda: now[0])
    marshal.decide(state, ford.actors(state)[0])
    plan, action = marshal.results
    assert min(plan.samples, action.samples) > 0
    assert now[0] <= 121


def test_several_processes_end_in_time_and_hear_a_stop() -> None:
    """A round of trials takes many seconds here, and the rest of it is abandoned."""
    game = palatine.load("demonlord")
    state, bots = game.setup(seed=b"turns"), {seat: captain_bot(game) for seat in ("Hosar", "Demon")}
    while game.planning_period(state) < 4:
        seat = game.actors(state)[0]
        game.take(state, seat, bots[seat].decide(state, seat))
    seat = game.actors(state)[0]
    marshal = Marshal(game, 2, samples=4_000, processes=2, load_game=palatine.load)
    try:
        marshal._workers.pool()  # type: ignore[union-attr]
        waiting = Timer(0.1, marshal.stop)
        waiting.start()
        marshal.decide(state, seat)
        waiting.join()
        assert marshal.results[-1].samples < 400
    finally:
        marshal.close()
