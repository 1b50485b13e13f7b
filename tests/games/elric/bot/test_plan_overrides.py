"""Alternative plans of Elric's captain, and the sources of its chances."""

from __future__ import annotations

from random import Random
from typing import Any

import pytest

from games.elric.bot.test_captain import duel_of_kingdoms
from games.elric.positions.board import area, put
from palatine.core import SearchContext
from palatine.games.elric.bot.captain import Captain
from palatine.games.elric.bot.evaluation import LATE, evaluation_figures, winners_now, within_reach
from palatine.games.elric.bot.parameters import USUAL, CaptainParameters
from palatine.games.elric.bot.perception import NOWHERE, PlanOverride
from palatine.games.elric.bot.plan_overrides import candidate_plans, mutate_plan
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.state import Hold


def open_to_storm() -> Any:
    """Return a match in which seat 0 can move an army to Ilmar, which is hardly defended."""
    s = duel_of_kingdoms()
    put(s, 0, "ilm_s", "Sealord of Vilmir", "Smiorgan", "Kargan", ("Isle of Purple Towns", 5))
    put(s, 1, "ilm_rig", "Fadan", "Sharilla", ("Ilmiora", 1))
    s.phasing = 0
    s.flow.append(Movement(0))
    return s


def stormed(s: Any, override: PlanOverride | None = None, parameters: CaptainParameters = USUAL) -> bool:
    """Return whether seat 0's captain is in Ilmar at the end of its movement."""
    s = s.copy()
    captain = Captain(GAME, parameters).with_context(SearchContext(override, is_dealt=False))
    while s.flow and isinstance(s.flow[0], Movement):
        GAME.take(s, s.seats[0], captain.decide(s, s.seats[0]))
    return area("Ilmar") in s.stacks[0]


def test_an_override_is_carried_out() -> None:
    s = open_to_storm()
    assert stormed(s)
    assert not stormed(s, PlanOverride(storm=NOWHERE))
    assert stormed(s, PlanOverride(storm=area("Ilmar")))


def test_a_judgement_is_played_by() -> None:
    assert not stormed(open_to_storm(), parameters=CaptainParameters(bold=1.1, wears_down=99.0, desperate=1.1))


def test_overrides_differ_from_his_own_plan_and_are_legal() -> None:
    s = open_to_storm()
    seat = s.seats[0]
    found = list(candidate_plans(GAME, s, seat, Random(1)))
    assert PlanOverride(storm=NOWHERE) in found
    assert len(set(found)) == len(found) > 2
    assert PlanOverride() not in found
    other = mutate_plan(GAME, s, seat, found[0], Random(2))
    assert other is not None
    assert other != found[0]


def test_no_override_is_proposed_in_anothers_turn() -> None:
    s = open_to_storm()
    assert list(candidate_plans(GAME, s, s.seats[1], Random(1))) == []


def test_who_takes_a_capital_is_ahead() -> None:
    s = duel_of_kingdoms()
    assert winners_now(s) == ()
    s.holds[area("Ilmar")] = Hold(0, 1)
    assert winners_now(s) == (s.seats[0],)


def test_what_can_be_stormed_is_within_reach() -> None:
    s = open_to_storm()
    assert within_reach(s, 0) > within_reach(s, 1)


@pytest.mark.parametrize("scenario", ["successor", "dragon-masters", "duel"])
def test_every_figure_of_a_duel_has_its_weight(scenario: str) -> None:
    s = GAME.setup(scenario, ("Amber", "Jade"), b"figures")
    figures = evaluation_figures(GAME, s)
    assert set(figures) <= set(GAME.evaluation.weights)
    assert {name.rpartition("/")[2].removesuffix("-late") for name in figures if name.endswith("-late")} <= LATE
    assert sum(GAME.evaluate(s)) == pytest.approx(1)


def test_alone_there_is_a_chance_to_lose() -> None:
    s = GAME.setup("founding", ("Amber",), b"alone")
    (chance,) = GAME.evaluate(s)
    assert 0.02 < chance < 0.98
