"""Estimates of the captain."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, bare, hex_id, loymarech_awake, piece, put, wake
from palatine.games.dark_emperor.bot.evaluation import leaders_value, position_value
from palatine.games.dark_emperor.bot.lookahead import choose
from palatine.games.dark_emperor.bot.odds import estimate_battle
from palatine.games.dark_emperor.bot.perception import RICH, Perception
from palatine.games.dark_emperor.components.pieces import POOL, UNITS_OF
from palatine.games.dark_emperor.components.world import LAMMARECH, LOYMARECH, STAVROR
from palatine.games.dark_emperor.rules.movement.attrition import attrition_results


def test_overwhelming_odds_win_without_loss() -> None:
    fate = estimate_battle(6, 4, 2)
    assert (fate.wins, fate.own, fate.routed) == (pytest.approx(1), 0, 0)


def test_hopeless_odds_end_in_a_rout() -> None:
    fate = estimate_battle(-8, 3, 3)
    assert (fate.wins, fate.routed) == (0, pytest.approx(1))


def test_a_lone_unit_is_lost_on_every_other_short_march() -> None:
    assert attrition_results(6, 1).probability() == 1 / 2


def test_the_last_blow_outweighs_everything() -> None:
    s = bare()
    s.finish(("Necromancer",), "empire-conquered", "20.2")
    assert position_value(s) == 1000


def test_an_enemy_leader_costs_most_when_he_is_the_first_who_could_wake_the_sleepers() -> None:
    s = loymarech_awake()
    bare_of_leaders = leaders_value(s)
    s.put((piece("paisach"),), hex_id("2609"))
    one = leaders_value(s)
    s.turn_coat(LAMMARECH, KINGDOMS)
    s.put((piece("lordolam"),), hex_id("2609"))
    assert bare_of_leaders - one > one - leaders_value(s) > 0


def test_plans_are_weighed_with_the_same_dice() -> None:
    asked: list[tuple[str, int]] = []

    def plan(name: str, value: float) -> Any:
        def playout(number: int) -> float:
            asked.append((name, number))
            return value

        return playout

    assert choose([plan("poor", 1.0), plan("good", 2.0), plan("bad", 0.0)]) == 1
    assert {n for name, n in asked if name == "good"} >= {n for name, n in asked if name == "bad"}


@pytest.mark.clause("7.21b")
def test_gold_that_can_replace_units_makes_their_loss_cheaper() -> None:
    s = bare()
    wake(s, KINGDOMS, STAVROR)
    put(s, "1820", "stavror-infantry-1")
    (unit,) = s.stacks[KINGDOMS][hex_id("1820")]
    lost = next(u for u in UNITS_OF[STAVROR] if u != unit)
    s.where[lost] = POOL
    poor, worth = position_value(s), Perception(s, KINGDOMS).worth(unit)
    s.gold[STAVROR] = RICH
    assert position_value(s) < poor, "the Kingdoms can buy the unit again"
    assert Perception(s, KINGDOMS).worth(unit) < worth
    s.lands[STAVROR] = LOYMARECH
    assert Perception(s, KINGDOMS).worth(unit) == worth, "a conquered kingdom buys nothing"
