"""Reports of turns to a seat, and replay of and branches from turns."""

from __future__ import annotations

from random import Random

import pytest

from matches.valley import Valley
from palatine.core import Unknown


def test_reports_tell_each_seat_its_own(two: Valley) -> None:
    two.hand_in("Abbey", "send 2 gold to Baron")
    two.hand_in("Baron")
    gift = "Abbey sends 2 gold to Baron."
    for seat, knows in (("Abbey", True), ("Baron", True), (None, False)):
        report = two.services.orders.report(two.match, seat)
        assert (report.turn, gift in report.sections[0].paragraphs) == (1, knows)
    assert two.services.orders.report(two.match, "Abbey", 0).sections[0].paragraphs == ("The reeves ride out.",)
    for turn in (2, -5, 99):
        with pytest.raises(Unknown, match="no report of turn"):
            two.services.orders.report(two.match, None, turn)
    before = two.services.orders.report(two.match, "Abbey", 1)
    two.all_hand_in()
    assert two.services.orders.report(two.match, "Abbey", 1) == before


def test_a_match_is_replayed_turn_by_turn(two: Valley) -> None:
    two.play(Random(1))
    info = two.info
    for at in range(info.at + 1):
        match_view = two.services.archive.replay(two.match, "referee", at)
        assert match_view.at == at
        assert match_view.view.heading == f"Season {min(at + 1, 4)} of 4"
    assert two.services.archive.replay(two.match, None, 1).entries[0].text == "All orders are in. Turn 1 runs."


def test_a_branch_begins_the_turn_afresh(two: Valley) -> None:
    two.all_hand_in()
    two.hand_in("Baron", "send 1 gold to Abbey")
    made = two.services.archive.branch(two.match, two.key("Abbey"), 1)
    for seat, key in made.keys.items():
        two.services.seats.take_seat(made.match, key, seat)
    what_if = Valley(two.services, made)
    assert (what_if.info.turn, what_if.info.handed_in, what_if.info.orders) == (2, (), True)
    what_if.play(Random(2))
    assert two.services.archive.verify(made.match).ok
