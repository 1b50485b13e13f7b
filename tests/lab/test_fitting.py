"""Chances learnt from games: of which figures, whether seats differ, how cautiously."""

from __future__ import annotations

import palatine
from palatine.lab.fitting import Learning, Sample, fit, written

GAME = palatine.load("lord-and-master")
WON = [
    [
        Sample(
            {"provinces": {"P1": 9.0 - at, "P2": 3.0 + at}, "gold": {"P1": 1.0, "P2": 5.0}}, {"P1": 1.0, "P2": 0.0}
        )
    ]
    for at in range(5)
]
"""The first seat wins with more provinces and less gold."""


def test_only_the_figures_that_are_named_are_weighed() -> None:
    found = fit(GAME, WON, 3, Learning(only=("provinces",)))
    assert list(found.evaluation.weights) == ["provinces"]
    assert found.evaluation.weights["provinces"].weight > 0
    assert set(fit(GAME, WON, 3).evaluation.weights) == {"provinces", "gold"}


def test_seats_are_worth_nothing_where_they_are_alike() -> None:
    assert fit(GAME, WON, 3).evaluation.seats["P1"] > 0
    alike = fit(GAME, WON, 3, Learning(alike=True)).evaluation
    assert alike.seats == {}
    assert "[seats]" not in written(alike, "")


def test_who_is_cautious_learns_smaller_weights() -> None:
    bold, cautious = (fit(GAME, WON, 3, Learning(tension=each)).evaluation for each in (0.01, 0.5))
    assert 0 < cautious.weights["provinces"].weight < bold.weights["provinces"].weight
