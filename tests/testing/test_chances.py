"""The chances that games show, each held against plays of its action."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry
from palatine.core import Chance, Tally
from palatine.games.demonlord.preview import settings
from palatine.testing.chances import ChancesReport, check_chances

GAMES = ("dark-emperor", "demonlord", "elric")
"""The games that are played action by action."""


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


def test_a_wrong_chance_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A western unit is in a township on half of the throws; here 1 to 5 is shown."""
    wrong: Any = Chance(Tally("township"), lambda thrown: thrown.rolled <= 5)
    monkeypatch.setattr(settings, "township_chance", lambda: wrong)
    report = checked("demonlord", 60, 1, 1)
    assert {each.what for each in report.wrong} == {"townsman.there"}
    assert "wrong: ChooseTown town" in str(report)
