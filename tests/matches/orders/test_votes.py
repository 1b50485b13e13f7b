"""Removal of absent players, by vote or by the referee."""

from __future__ import annotations

import pytest

from matches.valley import Valley, valley
from palatine import registry
from palatine.core import Refused, Scenario
from palatine.matches import MatchServices
from palatine.testing.examples.tithe import GAME
from palatine.testing.examples.tithe.referee import Tithe
from palatine.testing.examples.tithe.state import TitheState

DAY = {"hours": 24}


@pytest.fixture
def absent(services: MatchServices) -> Valley:
    """Return a match in which Crown has missed two turns."""
    three = valley(services, 3, clock=DAY)
    for _ in range(2):
        three.hand_in("Abbey")
        three.hand_in("Baron")
        services.clocks.claim_deadlines(three.info.deadline)
    return three


def test_who_stays_away_is_sent_away_by_more_than_half(services: MatchServices, absent: Valley) -> None:
    assert [seat.missed for seat in absent.info.seats] == [0, 0, 2]
    for _ in range(2):
        services.proposals.vote(absent.match, absent.key("Abbey"), "Crown")
    assert absent.info.votes == {"Crown": ["Abbey"]}
    assert len(absent.records("vote")) == 1
    services.proposals.vote(absent.match, absent.key("Abbey"), "Crown", out=False)
    assert absent.info.votes == {}
    services.proposals.vote(absent.match, absent.key("Abbey"), "Crown")
    services.proposals.vote(absent.match, absent.key("Baron"), "Crown")
    assert services.seats.seat_of(absent.match, absent.key("Crown")) is None
    assert absent.info.asked == ("Abbey", "Baron")
    assert "Crown missed too many turns and was voted out." in absent.texts(None)
    while absent.info.status == "playing":
        absent.all_hand_in()
    assert services.archive.verify(absent.match).ok
    assert services.archive.audit() == []
    other = services.archive.import_(services.archive.export(absent.match))
    assert [line.text for line in services.matches.view(other).entries] == absent.texts(None)


def test_who_has_left_sees_what_a_spectator_sees(services: MatchServices, absent: Valley) -> None:
    def panels(seat: str | None) -> object:
        return services.matches.view(absent.match, seat).view.panels

    assert panels("Crown") != panels(None)
    absent.hand_in("Crown")
    services.matches.resign(absent.match, absent.key("Crown"), services.matches.info(absent.match).version)
    assert [seat.left for seat in absent.info.seats] == [False, False, True]
    seen = services.matches.view(absent.match, "Crown")
    assert (seen.seat, seen.view) == (None, services.matches.view(absent.match).view)
    assert (
        services.matches.views(absent.match, {"Crown": 0, "Abbey": 0})["Crown"].entries
        == services.matches.view(absent.match).entries
    )
    for at in range(absent.info.turn):
        sights = [services.archive.replay(absent.match, reader, at) for reader in ("Crown", None)]
        assert (sights[0].view, sights[0].entries) == (sights[1].view, sights[1].entries)
        assert services.orders.report(absent.match, "Crown", at) == services.orders.report(absent.match, None, at)
    assert services.matches.layers(absent.match, "Crown") == services.matches.layers(absent.match)


def test_who_comes_back_is_forgiven(services: MatchServices, absent: Valley) -> None:
    services.proposals.vote(absent.match, absent.key("Abbey"), "Crown")
    absent.hand_in("Crown")
    assert (absent.info.votes, absent.info.seats[2].missed) == ({}, 0)


def test_nobody_is_sent_away_without_reason(services: MatchServices, absent: Valley) -> None:
    for against, said in (("Baron", "not after 0"), ("Abbey", "can't be removed")):
        with pytest.raises(Refused, match=said):
            services.proposals.vote(absent.match, absent.key("Abbey"), against)


def test_a_game_without_a_rule_for_it_leaves_the_seat_to_a_bot(
    services: MatchServices, absent: Valley, monkeypatch: pytest.MonkeyPatch
) -> None:

    monkeypatch.setattr(type(GAME), "remove_player", lambda game, state, seat: None)
    for seat in ("Abbey", "Baron"):
        services.proposals.vote(absent.match, absent.key(seat), "Crown")
    assert absent.info.seats[2].bot == "recruit"
    assert not absent.info.seats[2].lent
    assert absent.info.handed_in == ("Crown",)


REFEREED = ("Abbey", "Baron", "Referee")


class Refereed(Tithe):
    """Tithe with a person who only runs the turns."""

    scenarios = (Scenario("standard", "The valley", (REFEREED,)),)

    def seats_due(self, state: TitheState) -> tuple[str, ...]:
        return tuple(seat for seat in super().seats_due(state) if seat != "Referee")


@pytest.fixture
def refereed(services: MatchServices, monkeypatch: pytest.MonkeyPatch) -> Valley:
    monkeypatch.setitem(registry._registered, "refereed", Refereed())
    made = services.matches.create("refereed", clock=DAY)
    for seat, key in made.keys.items():
        services.seats.take_seat(made.match, key, seat)
    return Valley(services, made)


def test_the_referee_has_turns_run_and_hands_in_nothing(services: MatchServices, refereed: Valley) -> None:
    assert (refereed.info.master, refereed.info.asked) == ("Referee", ("Abbey", "Baron"))
    with pytest.raises(Refused, match="You have nothing to order this turn"):
        refereed.hand_in("Referee")
    with pytest.raises(Refused, match="No orders yet"):
        services.orders.run_turn(refereed.match, refereed.key("Abbey"))
    refereed.hand_in("Abbey")
    services.orders.run_turn(refereed.match, refereed.key("Referee"))
    assert "Referee runs turn 1." in refereed.texts(None)
    refereed.all_hand_in()
    assert refereed.info.turn == 3


def test_a_referee_who_is_asked_need_not_hand_in_to_run_the_turn(
    services: MatchServices, refereed: Valley, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(Refereed, "seats_due", lambda game, state: state.seats)
    for _ in range(3):
        refereed.hand_in("Abbey")
        services.orders.run_turn(refereed.match, refereed.key("Referee"))
    assert [seat.missed for seat in refereed.info.seats] == [0, 3, 0]
    assert not [text for text in refereed.texts(None) if "Referee" in text and "orders" in text]


def test_the_referee_alone_sends_away(services: MatchServices, refereed: Valley) -> None:
    for _ in range(2):
        refereed.hand_in("Abbey")
        services.orders.run_turn(refereed.match, refereed.key("Referee"))
    services.proposals.vote(refereed.match, refereed.key("Referee"), "Baron")
    assert "Baron missed too many turns and was removed by Referee." in refereed.texts(None)
    assert refereed.info.outcome is not None
    assert services.archive.verify(refereed.match).ok


def test_without_a_referee_nobody_hurries_the_others(services: MatchServices, refereed: Valley) -> None:
    services.seats.lend_to_bot(refereed.match, refereed.key("Referee"), "recruit")
    assert refereed.info.master == ""
