"""Whoever is asked is called once, a little later, and reminded; not while they look on, and not after they acted."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from random import Random

import pytest
from sqlalchemy import delete

from notifications.browser import Device
from notifications.helpers import World, after
from palatine.accounts.auth.own_addresses import OwnAddresses
from palatine.core import Refused
from palatine.matches import SeatOwner
from palatine.matches.clock import stamp
from palatine.notifications.channels import Channels
from palatine.notifications.reminders import look_at
from palatine.store.schema_people import addresses


def look(world: World, match: str, account: str, at: datetime) -> bool:
    return world.store.database.write(lambda connection: look_at(connection, match, account, at))


@pytest.fixture
def match(world: World) -> str:
    """Ford between Ann and Bea, each with a mail channel."""
    world.channel("ann")
    world.channel("bea")
    return world.match("ford", North="ann", South="bea")


def test_it_rings_once_and_not_before_ninety_seconds(world: World, match: str) -> None:
    since = world.asked_at(match)
    assert world.remind(after(since, seconds=89)) == []
    [load] = world.remind(after(since, seconds=90))
    asked = world.owner(match)
    assert (load.message.kind, load.message.account, load.message.seat) == ("asked", asked.account, asked.seat)
    assert load.notice.link == f"https://play.example.org/play/{match}"
    assert world.remind(after(since, days=30)) == []


def test_a_proved_address_is_a_mail_channel_that_is_notified_of_turns_that_wait_already(world: World) -> None:
    match = world.match("ford", North="ann", South="bea")
    since = world.asked_at(match)
    account = world.owner(match).account
    assert world.remind(after(since, minutes=2)) == [], "no channel yet"
    with world.store.database.writing() as connection:
        connection.execute(delete(addresses))
    OwnAddresses(world.store.database).add(account, f"{account}@example.net", stamp(after(since, minutes=3)))
    [load] = world.remind(after(since, minutes=3))
    assert (load.message.kind, load.message.via, load.target) == ("asked", "mail", f"{account}@example.net")
    OwnAddresses(world.store.database).add(account, f"{account}@example.org", stamp(after(since, minutes=4)))
    [channel] = Channels(world.store.database).of(account)
    assert channel.place == f"{account}@example.net", "a second address opens no second channel"
    assert world.remind(after(since, days=30)) == []


def test_a_new_channel_alone_is_notified_of_turns_that_wait_already(world: World, match: str) -> None:
    since = world.asked_at(match)
    account = world.owner(match).account
    assert len(world.remind(after(since, minutes=2))) == 1
    push = Device().subscription("https://push.example.org/1")
    made = Channels(world.store.database).add(account, "push", push, "", after(since, minutes=3))
    [load] = world.remind(after(since, minutes=3))
    assert (load.message.kind, load.message.channel) == ("asked", made.id)
    assert world.remind(after(since, days=30)) == []


def test_who_has_acted_is_not_called_and_the_next_is(world: World, match: str) -> None:
    since, first = world.asked_at(match), world.owner(match)
    while world.owner(match) == first:
        world.step(match)
    loads = world.remind(after(since, minutes=5))
    assert [load.message.account for load in loads] == [world.owner(match).account]


def test_what_waits_in_the_outbox_is_withdrawn_when_somebody_acts(world: World, match: str) -> None:
    since, first = world.asked_at(match), world.owner(match)
    world.reminders.look(after(since, seconds=91))
    assert len(world.rows("waiting")) == 1
    while world.owner(match) == first:
        world.step(match)
    world.delivery.look(after(since, seconds=92))
    assert world.sent.loads == []
    assert len(world.rows("withdrawn")) == 1


def test_reminders_come_a_day_and_six_hours_before_the_end_and_no_more(world: World, match: str) -> None:
    since = world.asked_at(match)
    world.ends(match, after(since, days=5))
    rung = []
    for minutes in range(2, 6 * 24 * 60, 60):
        rung += [(load.message.kind, minutes // 60) for load in world.remind(after(since, minutes=minutes))]
    assert rung == [("asked", 0), ("missing", 96), ("missing", 114)]


@pytest.mark.parametrize(("hours", "reminders"), [(11, []), (13, [7]), (47, [41]), (49, [25, 43])])
def test_no_reminder_where_the_time_is_shorter_than_twice_the_step(
    hours: int, reminders: list[int], world: World, match: str
) -> None:
    since = world.asked_at(match)
    world.ends(match, after(since, hours=hours))
    rung = [
        minutes / 60
        for minutes in range(0, hours * 60 + 120, 15)
        for load in world.remind(after(since, minutes=minutes))
        if load.message.kind == "missing"
    ]
    assert rung == reminders


def test_an_end_that_is_moved_moves_the_reminders(world: World, match: str) -> None:
    since = world.asked_at(match)
    world.remind(after(since, minutes=2))
    world.ends(match, after(since, days=5))
    assert world.reminders.align(after(since, minutes=3)) == 1
    assert [load.message.kind for load in world.remind(after(since, hours=97))] == ["missing"]
    world.ends(match, after(since, days=9))
    assert world.remind(after(since, hours=115)) == [], "six hours before an end that is none any more"
    world.reminders.align(after(since, hours=115))
    assert world.remind(after(since, days=8, hours=17)) == []
    assert [load.message.kind for load in world.remind(after(since, days=8, hours=19))] == ["missing"]
    assert world.remind(after(since, days=8, hours=23)) == []


def test_whoever_looks_on_is_not_called_until_they_are_gone(world: World, match: str) -> None:
    since, asked = world.asked_at(match), world.owner(match)
    assert look(world, match, asked.account, after(since, seconds=60))
    assert world.remind(after(since, seconds=90)) == []
    assert world.remind(after(since, seconds=350)) == [], "five minutes are not over"
    assert [load.message.kind for load in world.remind(after(since, seconds=391))] == ["asked"]
    assert not look(world, match, "nobody", since)


def test_a_channel_that_always_rings_does_so_while_one_looks_on_but_once(world: World, match: str) -> None:
    since, asked = world.asked_at(match), world.owner(match)
    world.channel(asked.account, "json", "https://hooks.example.org/t", always=True)
    look(world, match, asked.account, after(since, seconds=60))
    assert [load.message.via for load in world.remind(after(since, seconds=90))] == ["json"]
    assert [load.message.via for load in world.remind(after(since, seconds=400))] == ["ntfy"]


def test_looking_on_holds_back_no_reminder(world: World, match: str) -> None:
    since, asked = world.asked_at(match), world.owner(match)
    world.ends(match, after(since, hours=14))
    world.remind(after(since, minutes=2))
    look(world, match, asked.account, after(since, hours=8))
    assert [load.message.kind for load in world.remind(after(since, hours=8))] == ["missing"]


def test_who_looks_on_all_the_time_is_reminded_all_the_same(world: World, match: str, parts: int) -> None:
    since, asked = world.asked_at(match), world.owner(match)
    world.ends(match, after(since, hours=14))
    rung = []
    for minutes in range(0, 14 * 60, parts):
        look(world, match, asked.account, after(since, minutes=minutes))
        rung += [(load.message.kind, minutes) for load in world.remind(after(since, minutes=minutes))]
    assert rung == [("missing", 8 * 60)]


def test_a_turn_of_secret_orders_calls_everybody_who_has_not_handed_in(world: World) -> None:
    world.channel("ann")
    world.channel("bea")
    match = world.match("tithe", Abbey="ann", Baron="bea")
    world.services.orders.hand_in(match, SeatOwner("ann", "Abbey"), "", 1)
    [load] = world.remind(after(world.asked_at(match), seconds=90))
    assert (load.message.kind, load.message.account) == ("turn", "bea")
    assert "turn 1 is open" in load.notice.text


def test_in_random_play_with_undo_an_ask_rings_at_most_once_and_never_after_acting(
    world: World, match: str, parts: int
) -> None:
    random = Random(7)
    rung: dict[tuple[str, str, str], int] = {}
    for _ in range(200 // parts):
        if world.services.matches.info(match).status != "playing":
            match = world.match("ford", North="ann", South="bea")
        undo = world.services.matches.look(match, world.owner(match).seat).can_undo
        if undo and random.random() < 0.25:
            with suppress(Refused):  # something was revealed
                world.services.matches.undo(match, world.owner(match), world.services.matches.info(match).version)
        else:
            world.step(match, random)
        there = {(ask.match, ask.seat, ask.since) for ask in world.asks()}
        loads = world.remind(world.newest(random.choice([30, 95])))
        for load in [load for load in loads if load.message.kind != "over"]:
            ask = (load.message.match, load.message.seat, load.message.data["since"])
            assert ask in there, "who has acted was called"
            rung[ask] = rung.get(ask, 0) + 1
    assert len(rung) > 50 // parts // 5
    assert set(rung.values()) == {1}


def test_several_workers_ring_once(world: World, match: str) -> None:
    at = after(world.asked_at(match), seconds=95)
    other = type(world)(world.store)
    for worker in (world, other, world):
        worker.reminders.look(at)
    assert len(world.rows()) == 1
