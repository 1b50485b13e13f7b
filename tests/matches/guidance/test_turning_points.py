"""Turning points: the events that are chosen, and their description."""

from __future__ import annotations

import json
from typing import Any

import pytest

from archive import packs
from matches.helpers import Table
from palatine.core import Card, CardSide, Flag, RecapItem, Route
from palatine.matches import MatchServices, Story
from palatine.matches.guidance.turning_points import is_event, scenes, weight

FINISHED = (
    "demonlord-finished-12-standard", "dark-emperor-finished-12-standard", "elric-finished-06-upstart",
    "lord-and-master-finished-07-hargaar", "adventurer-kings-finished-01-standard",
)  # fmt: skip
"""A finished match of each game in the archive."""
SIDES = (CardSide("North"), CardSide("South"))


def item(kind: str, space: int = -1, **more: Any) -> RecapItem:
    return RecapItem(kind, kind, spaces=(space,) if space >= 0 else (), **more)


def story_of(services: MatchServices, name: str) -> Story:
    pack = f"{name.partition('-finished')[0]}.3"
    return services.guidance.story(services.archive.import_(json.loads(packs.read(pack, name).file)), "referee")


def test_a_march_the_battle_at_its_end_and_what_changes_hands_are_one_scene() -> None:
    march = item("march", routes=(Route((1, 2, 3)),))
    begins, won = (
        item("begins", flags=(Flag(3, "battle"),)),
        item("won", card=Card("Battle", "Won", 3, sides=SIDES)),
    )
    falls, other = item("falls", flags=(Flag(3, "control"),)), item("march", routes=(Route((7, 8)),))
    found = list(scenes(enumerate((march, begins, item("hit"), won, falls, other), 1)))
    assert [(scene.first, scene.last) for scene in found] == [(1, 5), (6, 6)]
    assert found[0].lead is won
    assert found[0].shown()[0] is won


def test_what_comes_of_one_action_is_one_scene_and_a_phase_begins_another() -> None:
    told = [(1, item("one", 1)), (1, item("two", 9)), (2, item("three", 9, heading="Movement"))]
    assert [[each.kind for each in scene.items] for scene in scenes(told)] == [["one", "two"], ["three"]]


def test_scoring_headings_and_what_is_minor_are_no_events() -> None:
    assert not is_event(item("score", is_score=True))
    assert not is_event(item("phase", heading="The phase of Hosar"))
    assert not is_event(item("hit", 4, is_minor=True))
    assert is_event(item("request"))
    assert is_event(item("move", 4, heading="Movement"))


def test_battles_come_before_changes_of_control_and_these_before_marches() -> None:
    battle, control = item("battle", card=Card("", "", 1, sides=SIDES)), item("falls", flags=(Flag(1, "control"),))
    march, word = item("march", routes=(Route((1, 2)),)), item("request")
    assert sorted([word, march, control, battle], key=weight) == [battle, control, march, word]


@pytest.mark.parametrize("name", FINISHED)
def test_in_every_game_they_are_events_with_names_that_moved_the_chances(
    services: MatchServices, name: str
) -> None:
    story = story_of(services, name)
    assert story.measures[0].id == "chances"
    assert 1 <= len(story.turning_points) <= 5
    assert [point.before for point in story.turning_points] == sorted(
        point.before for point in story.turning_points
    )
    for point in story.turning_points:
        assert point.before < point.after <= story.plies
        assert max(map(abs, point.change.values())) >= 1.5
        assert point.items[0].text
        assert not any(each.is_score for each in point.items)
    drawn = [
        each for point in story.turning_points for each in point.items if each.routes or each.flags or each.card
    ]
    assert drawn, "something is drawn on the map"
    assert {seat.seat for seat in story.standing} == set(story.colours)
    assert story.standing[0].place == 1


def test_the_battle_that_moved_the_curve_is_named_and_scoring_is_not(services: MatchServices) -> None:
    """Victory points, the first measure, changed most when points were scored."""
    points = story_of(services, "demonlord-finished-12-standard").turning_points
    leads = [point.items[0] for point in points]
    assert "The Demon holds the field at Gunthoz (1007): the enemy has no troops left." in [
        each.text for each in leads
    ]
    battle = next(point for point in points if "Gunthoz" in point.items[0].text)
    assert battle.items[0].card is not None
    assert any(route.spaces[-1] == battle.items[0].card.space for each in battle.items for route in each.routes)
    assert not {"phase", "turn", "score", "points"} & {each.kind for point in points for each in point.items}


def test_the_end_of_a_match_is_no_event_of_its_last_turn(services: MatchServices) -> None:
    """The last turn made the win certain.

    Its effect is calculated as if play went on.
    """
    story = story_of(services, "lord-and-master-finished-09-hargaar")
    assert story.moments[-1].values["chances"]["P2"] == 100
    assert all(abs(by) < 50 for point in story.turning_points for by in point.change.values())


def test_who_is_eliminated_has_no_score_and_the_turn_in_which_it_happened(services: MatchServices) -> None:
    standing = {each.seat: each for each in story_of(services, "lord-and-master-finished-09-hargaar").standing}
    assert (standing["P2"].place, standing["P2"].out) == (1, 0)
    assert standing["P2"].score
    assert {(each.place, each.score) for seat, each in standing.items() if seat != "P2"} == {(2, None)}
    assert all(each.out > 0 for seat, each in standing.items() if seat != "P2")


def test_who_resigned_is_last_and_has_left(services: MatchServices) -> None:
    standing = story_of(services, "demonlord-finished-12-standard").standing
    assert [(each.seat, each.place, each.has_left) for each in standing] == [
        ("Demon", 1, False),
        ("Hosar", 2, True),
    ]


def test_of_a_draw_all_have_the_first_place(services: MatchServices) -> None:
    story = story_of(services, "elric-finished-06-upstart")
    assert {each.place for each in story.standing} == {1}
    assert story.outcome["winners"] == []
    assert sum(story.moments[-1].values["chances"].values()) == pytest.approx(100)


def test_a_match_that_is_called_off_has_a_story(services: MatchServices, table: Table) -> None:
    for seat in ("North", "South"):
        table.act(seat, "rest", 0)
    services.proposals.propose(table.match, table.key("North"), "off", table.version)
    services.proposals.answer(table.match, table.key("South"), 1, yes=True)
    story = services.guidance.story(table.match)
    assert [(each.seat, each.place) for each in story.standing] == [("North", 1), ("South", 1)]
    assert story.turning_points == ()
