"""Chances and losses displayed by games, compared with plays of the action or sheet."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.core import Chance, ShownChance, Tally
from palatine.core.guidance.preview import Odds, Result
from palatine.games.demonlord.preview import setup
from palatine.games.elric.preview import fights
from palatine.testing.chances import ChancesReport, Comparison, JudgedChance, JudgedLoss, check_chances

GAMES = ("dark-emperor", "demonlord", "elric")
"""The games that are played action by action."""
ORDERS_GAMES = ("adventurer-kings", "lord-and-master")
"""The games of secret orders."""


def checked(name: str, plays: int, kinds: int, games: int) -> ChancesReport:
    return check_chances(registry.load(name), plays, kinds, games=games)


@pytest.mark.parametrize("name", GAMES)
@pytest.mark.parametrize(
    ("plays", "kinds", "games"), [pytest.param(40, 1, 1, id="first"), pytest.param(1_000, 3, 20, id="whole")]
)
def test_what_is_shown_of_a_chance_comes_as_often(name: str, plays: int, kinds: int, games: int) -> None:
    report = checked(name, plays, kinds, games)
    assert report.chances
    assert not report.wrong, str(report)


@pytest.mark.parametrize("name", ORDERS_GAMES)
@pytest.mark.parametrize(
    ("plays", "kinds", "games"), [pytest.param(30, 1, 2, id="first"), pytest.param(300, 3, 20, id="whole")]
)
def test_what_is_shown_of_an_order_comes_as_often(name: str, plays: int, kinds: int, games: int) -> None:
    report = checked(name, plays, kinds, games)
    assert len({each.kind for each in report.chances if each.plays}) >= 3, str(report)
    assert any(each.rests_on for each in report.chances if each.plays), str(report)
    assert not report.wrong, str(report)


def test_a_wrong_chance_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A western unit is in a township on half of the throws, but 1 to 5 is displayed."""
    wrong: Any = Chance(Tally("township"), lambda thrown: thrown.rolled <= 5)
    monkeypatch.setattr(setup, "township_chance", lambda: wrong)
    report = checked("demonlord", 60, 1, 1)
    assert {each.what for each in report.wrong} == {"townsman.there"}
    assert "wrong: ChooseTown town" in str(report)


def test_a_wrong_mean_loss_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    right = fights.units_for
    monkeypatch.setattr(fights, "units_for", lambda exposed, owed: right(exposed, owed) + 4)
    wrong = [each for each in checked("elric", 40, 1, 1).wrong if isinstance(each, JudgedLoss)]
    assert wrong
    assert "losses of" in str(wrong[0])


@pytest.mark.parametrize(
    ("rests_on", "happened", "is_wrong"),
    [(0, 560, False), (0, 600, True), (400, 620, False), (400, 800, True)],
)
def test_an_estimate_has_a_tolerance(rests_on: int, happened: int, is_wrong: bool) -> None:
    judged = JudgedChance("Fight", "won", 0.5, rests_on, plays=1000, happened=happened)
    assert judged.is_wrong == is_wrong


@pytest.mark.parametrize(("decided", "judged"), [(49, 0), (50, 1)])
def test_an_estimate_that_few_plays_decide_is_not_judged(decided: int, judged: int) -> None:
    """The stronger side mostly wins battles that end early, so they are not a sample of all."""
    shown = ShownChance(("battle", 1), bool, 0.5)
    odds = Odds("Battle", (Result("You win", 0.5),), plays=300).with_chances([shown])
    compared, report = Comparison("fight", [odds]), ChancesReport("Game")
    for _, chance in compared.rolls:
        chance.plays = decided
    compared.add_to(report, 100)
    assert len(report.chances) == judged
    assert report.unjudged["fight"] == 1 - judged


def test_a_loss_that_a_seat_chooses_has_a_tolerance() -> None:
    lost = [1, 2] * 20
    assert not JudgedLoss("Fight", "won", 1.5, losses=lost).is_wrong
    assert JudgedLoss("Fight", "won", 2.4, losses=lost).is_wrong
    assert not JudgedLoss("Fight", "won", 2.4, losses=lost, is_chosen=True).is_wrong
    assert JudgedLoss("Fight", "won", 0.0, losses=lost, is_chosen=True).is_wrong
