"""The value of decisions, split into choice, hidden facts and dice."""

from __future__ import annotations

from typing import Any

import pytest

import palatine
from palatine.core import Game
from palatine.players.analysis import (
    LOOKAHEAD_ACTIONS,
    ActionLine,
    ActionLineBot,
    Decision,
    _Actions,
    analyse,
    with_new_dice,
)
from palatine.players.random_bot import Recruit


def phase(
    game: Game[Any], seed: bytes, seat: str, bot: Any, turn: int = 2, **setup: Any
) -> tuple[Any, Decision, Any]:
    """Return a phase of `bot` among recruits: position before, actions, position after."""
    state = game.setup(seed=seed, **setup)
    before, actions = None, []
    other = Recruit(game, 1)
    while game.actors(state):
        who = game.actors(state)[0]
        begun = game.planning_period(state) >= turn
        if begun and who == seat and before is None:
            before = state.copy()
        action = (bot if begun and who == seat else other).decide(state, who)
        if before is not None and who == seat:
            actions.append(action)
        game.take(state, who, action)
        if before is not None and game.planning_period(state) != game.planning_period(before):
            break
    assert before is not None
    return before, Decision(seat, tuple(actions)), state


def idle_turn(game: Any, seats: tuple[str, ...], seed: bytes, turn: int) -> tuple[Any, Decision, Any]:
    """Return a turn of captains in which the first seat ordered nothing."""
    state, captain = game.setup(seats=seats, seed=seed), palatine.bot("captain", game)
    while True:
        before, sheets = state.copy(), {}
        for who in game.actors(state):
            idle = state.turn == turn and who == seats[0]
            sheets[who] = "" if idle else game.write(captain.decide(state, who))
        for who, text in sheets.items():
            game.take(state, who, game.parse(text))
        if state.turn > turn:
            return before, Decision(seats[0], (), sheets), state


@pytest.mark.parametrize("name", ["demonlord", "elric"])
def test_what_was_known_hidden_and_diced_adds_up(name: str) -> None:
    game = palatine.load(name)
    seat = game.setup(seed=b"sum").seats[0]
    found = analyse(game, *phase(game, b"sum", seat, palatine.bot("captain", game)), samples=24)
    assert found.expected + found.hidden + found.dice == pytest.approx(found.after)
    assert 0 <= found.expected <= 1
    assert 0 <= found.after <= 1
    assert found.gain >= 0
    assert found.samples == 12 + 4 * 4


def test_the_same_is_said_every_time(ford: Game[Any]) -> None:
    asked = phase(ford, b"same", "North", Recruit(ford, 3), 0)
    assert analyse(ford, *asked, samples=40, seed=7) == analyse(ford, *asked, samples=40, seed=7)


def test_a_turn_without_orders_is_found_out() -> None:
    """The better alternative consists of orders that can be handed in."""
    game: Any = palatine.load("lord-and-master")
    before, decision, after = idle_turn(game, ("P1", "P2"), b"idle", 4)
    found = analyse(game, before, decision, after, samples=480)
    assert found.gain > 0.02
    assert found.gain >= 2 * found.error
    assert found.is_mistake
    sheet = game.parse("\n".join(found.better))
    assert sheet.orders
    assert all(problem.uncertain for problem in game.check(before, "P1", sheet))


def test_what_could_not_be_known_is_no_part_of_the_choice() -> None:
    """Two positions that look the same to the seat give the same value of the choice.

    The rest is hidden facts.
    """
    game = palatine.load("demonlord")
    before, decision, after = phase(game, b"hidden", "Hosar", palatine.bot("captain", game), turn=4)
    other = game.determinize(before, "Hosar", b"another")
    found, twin = (analyse(game, each, decision, after, samples=24, seed=1) for each in (before, other))
    assert (found.expected, found.gain, found.better) == (twin.expected, twin.gain, twin.better)
    assert found.hidden != twin.hidden


def test_a_match_that_is_over_is_certain(ford: Game[Any]) -> None:
    state, last, recruit = ford.setup(seed=b"over"), None, Recruit(ford, 5)
    while actors := ford.actors(state):
        action = recruit.decide(state, actors[0])
        last = state.copy(), Decision(actors[0], (action,))
        ford.take(state, actors[0], action)
    assert last is not None
    found = analyse(ford, *last, state, samples=20)
    winners = state.outcome.winners
    assert found.after == (last[1].seat in winners) / len(winners)


def test_a_line_is_played_as_far_as_the_world_allows(ford: Game[Any]) -> None:
    state = ford.setup(seed=b"line")
    (seat,) = ford.actors(state)
    legal = ford.actions(state, seat)
    nonsense = ("nonsense", 1)
    follower = ActionLineBot(ford, ActionLine((nonsense, legal[-1], legal[0])))
    assert follower.decide(state, seat) == legal[-1]
    assert follower.left == [legal[0]]
    lost = ActionLineBot(ford, ActionLine((nonsense,) * LOOKAHEAD_ACTIONS + (legal[0],)))
    assert lost.decide(state, seat) == lost.captain.decide(state, seat)
    assert len(lost.left) == LOOKAHEAD_ACTIONS + 1


def test_other_dice_change_nothing_but_the_dice(ford: Game[Any]) -> None:
    state = ford.setup(seed=b"dice")
    world = with_new_dice(state, bytes(16))
    assert world.dice.key != state.dice.key
    world.dice = state.dice
    assert world == state


def test_too_little_time_makes_do_with_fewer_trials(ford: Game[Any]) -> None:
    asked = phase(ford, b"time", "North", Recruit(ford, 3), 0)
    assert analyse(ford, *asked, samples=4000, seconds=0.001).samples < 400


def test_what_is_told_is_what_the_decision_did_not_do(ford: Game[Any]) -> None:
    """Two first days at the ford are described by journal lines; lines of both are left out."""
    before = ford.setup(seed=b"told")
    (seat,) = ford.actors(before)
    days = []
    for first in ford.actions(before, seat)[:2]:
        recruit, world, line = Recruit(ford, 3), ford.play(before, seat, first), [first]
        while ford.actors(world) == (seat,):
            line.append(recruit.decide(world, seat))
            ford.take(world, seat, line[-1])
        days.append(ActionLine(tuple(line)))
    analyst = _Actions(ford, before, Decision(seat, days[0].actions), before, 8, None, 0)
    done, other = (analyst.items(day) for day in days)
    assert analyst.difference(days[0]) == ((), (), done)
    found = analyst.difference(days[1])
    assert found.plan == tuple(item for item in other if item.text not in [each.text for each in done])
    assert found.decided == tuple(item for item in done if item.text not in [each.text for each in other])
    assert found.better == tuple(item.text for item in found.plan)
    assert [item for item in other if "North" in item.text]
