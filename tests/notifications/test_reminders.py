"""Notifications and reminders of turns: once, delayed, not while watching or after acting."""

from __future__ import annotations

from contextlib import suppress
from datetime import datetime
from random import Random

import pytest
from sqlalchemy import delete, update

from notifications.browser import Device
from notifications.helpers import World, after
from palatine.accounts.auth.own_addresses import VerifiedAddresses
from palatine.core import Refused
from palatine.matches import SeatOwner
from palatine.matches.clock import format_timestamp
from palatine.notifications.channels import ChannelService
from palatine.notifications.reminders import record_presence
from palatine.store.schema_people import accounts, addresses, pending_turns


def look(world: World, match: str, account: str, at: datetime) -> bool:
    return world.store.database.write(lambda connection: record_presence(connection, match, account, at))


@pytest.fixture
def match(world: World) -> str:
    """Return a match of Ford between Ann and Bea, each with a mail channel."""
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
    VerifiedAddresses(world.store.database).add(
        account, f"{account}@example.net", format_timestamp(after(since, minutes=3))
    )
    [load] = world.remind(after(since, minutes=3))
    assert (load.message.kind, load.message.via, load.target) == ("asked", "mail", f"{account}@example.net")
    VerifiedAddresses(world.store.database).add(
        account, f"{account}@example.org", format_timestamp(after(since, minutes=4))
    )
    [channel] = ChannelService(world.store.database).of_account(account)
    assert channel.place == f"{account}@example.net", "a second address opens no second channel"
    assert world.remind(after(since, days=30)) == []


def test_a_new_channel_alone_is_notified_of_turns_that_wait_already(world: World, match: str) -> None:
    since = world.asked_at(match)
    account = world.owner(match).account
    assert len(world.remind(after(since, minutes=2))) == 1
    push = Device().subscription("https://push.example.org/1")
    made = ChannelService(world.store.database).add(account, "push", push, "", after(since, minutes=3))
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
    world.reminders.send_due(after(since, seconds=91))
    assert len(world.rows("waiting")) == 1
    while world.owner(match) == first:
        world.step(match)
    world.delivery.send_due(after(since, seconds=92))
    assert world.sent.loads == []
    assert len(world.rows("withdrawn")) == 1


def rung(world: World, since: datetime, hours: int, minutes: int = 15) -> list[tuple[str, float]]:
    """Return the notifications of these hours, each with the hours since the turn began."""
    moments = [after(since, minutes=each) for each in range(2, hours * 60 + 120, minutes)]
    return [
        (load.message.kind, (at - since).total_seconds() // 900 / 4) for at in moments for load in world.remind(at)
    ]


@pytest.mark.parametrize(("hours", "reminder"), [(0.5, []), (1, [0.75]), (24, [18]), (48, [36]), (120, [96])])
def test_one_reminder_comes_in_the_last_quarter_or_a_day_before_the_end(
    hours: float, reminder: list[float], world: World, match: str
) -> None:
    since = world.asked_at(match)
    world.ends(match, after(since, hours=hours))
    kinds = rung(world, since, int(hours) + 1, 15 if hours < 100 else 60)
    assert kinds == [("asked", 0), *[("missing", each) for each in reminder]]


@pytest.mark.parametrize(
    ("hours", "ends", "comes"),
    [
        (24, "09:00", "22:00"),  # 3 at night, and too little is left after the night
        (72, "20:00", "08:00"),  # 2 at night, and enough is left
        (24, "21:00", "15:00"),
    ],
)
def test_a_reminder_comes_by_day_where_the_player_lives(
    hours: int, ends: str, comes: str, world: World, match: str
) -> None:
    since = world.asked_at(match)
    end = datetime.fromisoformat(f"{after(since, hours=hours).date()}T{ends}:00Z")
    turn = after(end, hours=-hours)
    with world.store.database.writing() as connection:
        connection.execute(update(accounts).values(zone="Africa/Abidjan"))
        connection.execute(update(pending_turns).values(since=format_timestamp(turn), due=format_timestamp(turn)))
    world.ends(match, end)
    moments = [after(turn, minutes=each) for each in range(2, hours * 60, 15)]
    found = [(at, load) for at in moments for load in world.remind(at) if load.message.kind == "missing"]
    assert [f"{after(at, minutes=-2):%H:%M}" for at, _ in found] == [comes]


def test_an_end_that_is_moved_moves_the_reminder_and_one_more_comes_after_it(world: World, match: str) -> None:
    since = world.asked_at(match)
    world.remind(after(since, minutes=2))
    world.ends(match, after(since, days=5))
    assert world.reminders.align(after(since, minutes=3)) == 1
    assert [load.message.kind for load in world.remind(after(since, hours=97))] == ["missing"]
    world.ends(match, after(since, days=9))
    assert world.reminders.align(after(since, hours=115)) == 1
    assert world.remind(after(since, days=7, hours=23)) == []
    assert [load.message.kind for load in world.remind(after(since, days=8, hours=1))] == ["missing"]
    assert world.remind(after(since, days=8, hours=23)) == []


def test_an_end_that_is_moved_nearer_is_reminded_of_at_once(world: World, match: str) -> None:
    since = world.asked_at(match)
    world.ends(match, after(since, days=5))
    world.remind(after(since, minutes=2))
    world.ends(match, after(since, hours=4))
    world.reminders.align(after(since, hours=3, minutes=30))
    assert [load.message.kind for load in world.remind(after(since, hours=3, minutes=31))] == ["missing"]


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
    world.ends(match, after(since, hours=16))
    world.remind(after(since, minutes=2))
    look(world, match, asked.account, after(since, hours=12))
    assert [load.message.kind for load in world.remind(after(since, hours=12))] == ["missing"]


def test_who_looks_on_all_the_time_is_reminded_all_the_same(world: World, match: str, parts: int) -> None:
    since, asked = world.asked_at(match), world.owner(match)
    world.ends(match, after(since, hours=8))
    found = []
    for minutes in range(0, 8 * 60, parts):
        look(world, match, asked.account, after(since, minutes=minutes))
        found += [(load.message.kind, minutes) for load in world.remind(after(since, minutes=minutes))]
    assert found == [("missing", 6 * 60)]


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
    calls: dict[tuple[str, str, str], int] = {}
    for _ in range(200 // parts):
        if world.services.matches.info(match).status != "playing":
            match = world.match("ford", North="ann", South="bea")
        undo = world.services.matches.view(match, world.owner(match).seat).can_undo
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
            calls[ask] = calls.get(ask, 0) + 1
    assert len(calls) > 50 // parts // 5
    assert set(calls.values()) == {1}


def test_several_workers_ring_once(world: World, match: str) -> None:
    at = after(world.asked_at(match), seconds=95)
    other = type(world)(world.store)
    for worker in (world, other, world):
        worker.reminders.send_due(at)
    assert len(world.rows()) == 1
