"""Seats in notifications: called by nation or King, without names that the match hides."""

from __future__ import annotations

from datetime import timedelta

import msgspec
import pytest

from notifications.helpers import World, after
from palatine import registry
from palatine.core import View
from palatine.matches import MatchStuck
from palatine.notifications import digest
from palatine.notifications.dispatch import queue_event
from palatine.notifications.events import Event
from palatine.notifications.sending.sender import Payload
from palatine.testing.examples.ford.referee import Ford
from palatine.testing.examples.ford.state import FordState


class Dukes(Ford):
    """Ford with names of seats, of which each player knows only their own."""

    name = "dukes"
    title = "Dukes"

    def view(self, state: FordState, seat: str | None) -> View:
        names = {each: f"Duke of {each}shire" if each == seat else f"Somebody from {each}" for each in state.seats}
        return msgspec.structs.replace(super().view(state, seat), names=names)


GAME = Dukes()


@pytest.fixture
def match(world: World) -> str:
    """Return a match of Ann and Bea on a server that sends notifications."""
    registry.register("dukes", GAME)
    world.delivery.services = world.services
    for who in ("ann", "bea"):
        world.channel(who)
    return world.match("dukes", North="ann", South="bea")


def letter_to(world: World, account: str, match: str, seat: str) -> Payload:
    """Return the notification of an account about a letter to a seat."""
    at = world.newest(seconds=0) - timedelta(seconds=1)
    with world.store.database.writing() as connection:
        assert queue_event(connection, Event("letter", account, f"letter {account} {seat}", match, seat), at)
    world.delivery.send_due(at)
    return world.sent.loads[-1]


def test_a_seat_is_called_by_its_name_as_its_own_player_alone_knows_it(world: World, match: str) -> None:
    mine = letter_to(world, "ann", match, "North").notice
    assert "there is a letter for Duke of Northshire." in mine.text
    assert mine.short == "A letter for Duke of Northshire."
    assert "Somebody from North" in mine.shared, "others read that, too"
    assert "Duke of" not in mine.shared
    another = letter_to(world, "bea", match, "North").notice
    assert "there is a letter for Somebody from North." in another.text


def test_whoever_is_asked_is_called_by_their_name(world: World, match: str) -> None:
    world.channel("ann", "discord", "https://discord.com/api/webhooks/1/x")
    loads = world.remind(after(world.asked_at(match), seconds=90))
    seat = world.services.matches.info(match).asked[0]
    notices = {load.message.via: load.notice for load in loads if load.message.kind == "asked"}
    assert f"Duke of {seat}shire" in notices["ntfy"].text
    assert notices["ntfy"].seats == (seat,), "programs are told ids"
    assert all(f"Somebody from {seat}" in notice.shared for notice in notices.values())


def test_where_seats_have_no_names_they_are_called_by_their_ids(world: World, match: str) -> None:
    plain = world.match("ford", North="ann", South="bea")
    assert letter_to(world, "ann", plain, "North").notice.short == "A letter for North."


def test_a_notice_goes_though_its_match_cannot_be_looked_at(
    world: World, match: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    def stuck(*_: object, **__: object) -> None:
        raise MatchStuck("x")

    monkeypatch.setattr(world.services.matches, "view", stuck)
    assert letter_to(world, "ann", match, "North").notice.short == "A letter for North."


def test_a_digest_calls_the_seats_of_its_owner_by_name(world: World, match: str) -> None:
    channel = world.channel("ann", "json", "https://hooks.example.org/", digest="07:00")
    world.match("ford", North="ann", South="ann")
    at = world.newest(seconds=0)
    with world.store.database.writing() as connection:
        assert digest.queue_digest(connection, channel, at)
    world.delivery.send_due(at)
    [told] = [load.notice.text for load in world.sent.loads if load.message.kind == "digest"]
    asked = {
        seat
        for seat in world.services.matches.info(match).asked
        if world.services.seats.owners(match)[seat] == "ann"
    }
    assert {seat for seat in ("North", "South") if f"Duke of {seat}shire" in told} == asked
    assert "(Ford), North." in told, "there seats have no names"
