"""The story of a match: measures on the way, turning points, losses, dice, a rematch."""

from __future__ import annotations

import msgspec
import pytest

from guided import FORD
from matches.helpers import Table, sit
from palatine.core import Refused, Unknown
from palatine.matches import MatchService


def test_it_is_told_when_the_match_is_over(house: MatchService) -> None:
    table = sit(house)
    with pytest.raises(Refused, match="when it is over"):
        house.story(table.match)


def test_measures_from_the_beginning_to_the_end(house: MatchService, over: Table) -> None:
    story = house.story(over.match)
    assert [each.title for each in story.measures] == ["Strength"]
    assert (story.moments[0].at, story.moments[-1].at) == (0, story.plies)
    assert story.moments[0].values["strength"] == {"North": 6.0, "South": 6.0}
    assert story.outcome["winners"]
    assert story.outcome["margin"]


def test_turning_points_are_the_actions_in_which_most_changed(house: MatchService, over: Table) -> None:
    story = house.story(over.match)
    assert story.turning_points
    for point in story.turning_points:
        assert point.after == point.before + 1
        assert any(point.change.values())
        assert "clash" in [scene.kind for scene in point.scenes]


def test_every_loss_is_told_with_where_and_when(house: MatchService, over: Table) -> None:
    story = house.story(over.match, "referee")
    clashes = [line for line in over.look().entries if line.kind == "clash"]
    assert len(story.losses) == len(clashes) > 0
    assert {loss.entry for loss in story.losses} == {f"{line.version}.{line.n}" for line in clashes}
    assert all(0 < loss.at <= story.plies for loss in story.losses)


def test_luck_counts_the_dice_that_were_told(house: MatchService, over: Table) -> None:
    story = house.story(over.match)
    clashes = [line for line in over.look().entries if line.kind == "clash"]
    assert sum(each.rolls for each in story.luck) == len(clashes)
    assert {(each.sides, each.expected) for each in story.luck} == {(6, 3.5)}
    assert all((each.mean > 3.5) == (each.deviations > 0) for each in story.luck)


def test_a_rematch_is_the_same_table(house: MatchService, over: Table) -> None:
    again = house.story(over.match).rematch
    made = house.create(
        again.game, again.scenario, again.seats, again.options, again.title, again.players, forced=again.forced
    )
    assert [seat.name for seat in house.table(made.match).seats] == ["North's player", "South's player"]


def test_it_calls_seats_by_name_as_a_view_does(
    house: MatchService, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"North": "the Clan of the Bear"}
    seen = FORD.view
    monkeypatch.setattr(
        type(FORD), "view", lambda game, s, seat: msgspec.structs.replace(seen(s, seat), names=names)
    )
    assert house.story(over.match, "referee").names == names


def test_eyes_that_are_none(house: MatchService, over: Table) -> None:
    with pytest.raises(Unknown):
        house.story(over.match, "West")
