"""The story of a match: measures, turning points, losses, dice, rematch."""

from __future__ import annotations

from random import Random

import msgspec
import pytest

from guided import FORD
from mail.correspondence import new_account
from matches.helpers import Table, sit
from palatine.core import Refused, Unknown
from palatine.matches import MatchServices, SeatOwner
from palatine.matches.guidance.match_walk import MatchWalk
from palatine.store import Store


def test_it_is_told_when_the_match_is_over(services: MatchServices) -> None:
    table = sit(services)
    with pytest.raises(Refused, match="when it is over"):
        services.guidance.story(table.match)


def test_measures_from_the_beginning_to_the_end(services: MatchServices, over: Table) -> None:
    story = services.guidance.story(over.match)
    assert [each.title for each in story.measures] == ["Strength"]
    assert (story.moments[0].at, story.moments[-1].at) == (0, story.plies)
    assert story.moments[0].values["strength"] == {"North": 6.0, "South": 6.0}
    assert story.outcome["winners"]
    assert story.outcome["margin"]


def test_a_player_who_resigned_is_named(store: Store, services: MatchServices) -> None:
    made = services.matches.create("ford")
    for seat in made.keys:
        services.seats.sit_down(made.match, SeatOwner(new_account(store, seat), seat), f"Player of {seat}")
    services.matches.resign(made.match, SeatOwner("north", "North"), services.matches.info(made.match).version)
    assert services.guidance.story(made.match).outcome["margin"] == "Player of North (North) resigned"


def test_the_last_turn_is_that_of_the_last_action_or_of_the_resignation_after_it(
    services: MatchServices, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(MatchWalk, "turn", lambda _, at: at)  # each action begins a turn
    ended = services.guidance.story(over.match)
    assert ended.turns == ended.plies - 1
    table = sit(services)
    table.play(Random(1), 3)
    services.matches.resign(table.match, table.key("North"), table.version)
    resigned = services.guidance.story(table.match)
    assert resigned.turns == resigned.plies >= 3


def test_turning_points_are_the_actions_in_which_most_changed(services: MatchServices, over: Table) -> None:
    story = services.guidance.story(over.match)
    assert story.turning_points
    for point in story.turning_points:
        assert point.after > point.before
        assert any(point.change.values())
        assert "clash" in [item.kind for item in point.items]


def test_every_loss_is_told_with_where_and_when(services: MatchServices, over: Table) -> None:
    story = services.guidance.story(over.match, "referee")
    clashes = [line for line in over.look().entries if line.kind == "clash"]
    assert len(story.losses) == len(clashes) > 0
    assert {loss.entry for loss in story.losses} == {f"{line.version}.{line.n}" for line in clashes}
    assert all(0 < loss.at <= story.plies for loss in story.losses)


def test_luck_counts_the_dice_that_were_told(services: MatchServices, over: Table) -> None:
    story = services.guidance.story(over.match)
    clashes = [line for line in over.look().entries if line.kind == "clash"]
    assert sum(each.rolls for each in story.luck) == len(clashes)
    assert {(each.sides, each.expected) for each in story.luck} == {(6, 3.5)}
    assert all((each.mean > 3.5) == (each.deviations > 0) for each in story.luck)


def test_a_rematch_is_the_same_table(services: MatchServices, over: Table) -> None:
    again = services.guidance.story(over.match).rematch
    made = services.matches.create(
        again.game, again.scenario, again.seats, again.options, again.title, again.players, forced=again.forced
    )
    assert [seat.name for seat in services.matches.info(made.match).seats] == ["North", "South"]


def test_it_calls_seats_by_name_as_a_view_does(
    services: MatchServices, over: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    names = {"North": "the Clan of the Bear"}
    seen = FORD.view
    monkeypatch.setattr(
        type(FORD), "view", lambda game, s, seat: msgspec.structs.replace(seen(s, seat), names=names)
    )
    assert services.guidance.story(over.match, "referee").names == names | {"South": "South"}


def test_eyes_that_are_none(services: MatchServices, over: Table) -> None:
    with pytest.raises(Unknown):
        services.guidance.story(over.match, "West")
