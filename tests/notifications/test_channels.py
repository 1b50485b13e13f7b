"""Channels: verified before use, filtered by choice, dead after failures, stopped on request."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest
from sqlalchemy import insert, select, update

from notifications.helpers import NOON, World, after
from palatine.core import Refused, Unreadable
from palatine.matches.clock import format_timestamp
from palatine.notifications.channels import MAX_CHANNELS, MAX_CODE_TRIES, ChannelService
from palatine.notifications.dispatch import queue_event
from palatine.notifications.events import EVENT_KINDS, Event
from palatine.notifications.sending.sender import ChannelDead, DeliveryFailed
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.store.schema_people import accounts, channels, match_terms, outbox

HOOK = "https://hooks.example.org/services/T1/B2/secret"


@pytest.fixture
def own(world: World) -> ChannelService:
    return ChannelService(world.store.database)


def told(world: World, kind: str, key: str = "k", account: str = "ann", **more: Any) -> int:
    event = Event(kind, account, key, **more)
    return world.store.database.write(lambda connection: queue_event(connection, event, NOON))


# Proving


def test_a_hook_is_used_only_after_the_code_that_it_was_sent(world: World, own: ChannelService) -> None:
    made = own.add("ann", "slack", HOOK, " Club ", NOON)
    assert (made.state, made.label) == ("unproved", "Club")
    assert "secret" not in msgspec.json.encode(made).decode()
    assert told(world, "asked") == 0
    [load] = world.remind(NOON)
    code = load.message.data["code"]
    assert (load.message.kind, load.target) == ("code", HOOK)
    assert code in load.notice.text
    with pytest.raises(Refused, match="This code is wrong"):
        own.verify("ann", made.id, "WRONG", NOON)
    assert own.verify("ann", made.id, f" {code.lower()} ", NOON).state == "ok"
    assert told(world, "asked") == 1


def test_a_code_is_good_for_five_tries_a_day_and_its_owner(world: World, own: ChannelService) -> None:
    made = own.add("ann", "json", HOOK, "", NOON)
    code = world.remind(NOON)[0].message.data["code"]
    with pytest.raises(Refused, match="not one of your channels"):
        own.verify("bea", made.id, code, NOON)
    with pytest.raises(Refused, match="has expired"):
        own.verify("ann", made.id, code, after(NOON, hours=25))
    for _ in range(MAX_CODE_TRIES):
        with pytest.raises(Refused):
            own.verify("ann", made.id, "WRONG", NOON)
    with pytest.raises(Refused, match="has expired"):
        own.verify("ann", made.id, code, NOON)
    own.resend("ann", made.id, after(NOON, minutes=1))
    fresh = world.remind(after(NOON, minutes=1))[0].message.data["code"]
    assert own.verify("ann", made.id, fresh, after(NOON, minutes=2)).state == "ok"


def test_a_code_stands_nowhere_once_it_is_sent(world: World, own: ChannelService) -> None:
    own.add("ann", "ntfy", HOOK, "", NOON)
    code = world.remind(NOON)[0].message.data["code"]
    with world.store.database.reading() as connection:
        rows = [*connection.execute(select(outbox)), *connection.execute(select(channels))]
    assert code not in repr(rows)


def test_mail_goes_to_a_proved_address_of_one_s_own_alone(own: ChannelService) -> None:
    assert own.add("ann", "mail", " ANN@example.org ", "", NOON).state == "ok"
    for other in ("bea@example.org", "new@example.org", ""):
        with pytest.raises(Refused, match="Confirm this mail address"):
            own.add("ann", "mail", other, "", NOON)


def test_a_browser_that_comes_again_has_one_channel(own: ChannelService, world: World) -> None:
    from notifications.browser import Device

    device = Device()
    first = own.add("ann", "push", device.subscription("https://push.example.org/a"), "", NOON)
    with world.store.database.writing() as connection:
        connection.execute(update(channels).values(state="dead"))
    again = own.add("ann", "push", device.subscription("https://push.example.org/a"), "", NOON)
    assert (again.id, again.state) == (first.id, "ok")
    for nonsense in ("", "{}", '{"endpoint": "https://x.example"}', device.subscription("http://push.example.org")):
        with pytest.raises(Unreadable):
            own.add("ann", "push", nonsense, "", NOON)


def test_nobody_has_more_channels_than_they_need_or_one_twice(own: ChannelService, world: World) -> None:
    own.add("ann", "mail", "ann@example.org", "", NOON)
    for i in range(MAX_CHANNELS - 1):
        own.add("ann", "ntfy", f"https://ntfy.example.org/{i}", "", NOON)
    with pytest.raises(Refused, match="12"):
        own.add("ann", "ntfy", "https://ntfy.example.org/more", "", NOON)
    with world.store.database.writing() as connection:
        connection.execute(update(channels).values(state="ok"))
    with pytest.raises(Refused, match="already"):
        own.add("ann", "ntfy", "https://ntfy.example.org/0", "", NOON)


# What is told


def test_each_channel_tells_what_was_chosen_for_it(world: World, own: ChannelService) -> None:
    own_one, hook = world.channel("ann"), world.channel("ann", "discord", HOOK)
    assert told(world, "letter", "1") == 1, "a channel that others read tells no letters"
    own.change("ann", hook, events=["letter"], now=NOON)
    own.change("ann", own_one, events=[], now=NOON)
    assert own.of_account("ann")[0].events == ("none",)
    assert [told(world, kind, kind) for kind in EVENT_KINDS] == [
        1 if kind == "letter" else 0 for kind in EVENT_KINDS
    ]
    with pytest.raises(Unreadable):
        own.change("ann", hook, events=["everything"], now=NOON)
    with pytest.raises(Refused):
        own.change("bea", hook, always=True, now=NOON)


def test_an_event_is_told_once_by_each_channel(world: World) -> None:
    world.channel("ann")
    assert (told(world, "over", "same"), told(world, "over", "same")) == (1, 0)


def test_a_hook_that_several_share_rings_once_a_match(world: World) -> None:
    for name in ("ann", "bea"):
        world.channel(name, "slack", HOOK)
    match = world.match("tithe", Abbey="ann", Baron="bea")
    [load] = world.remind(after(world.asked_at(match), seconds=90))
    assert load.notice.seats == ("Abbey", "Baron")
    assert "Waiting for Abbey and Baron" in load.notice.shared


def test_a_shared_hook_rings_for_those_who_are_left(world: World) -> None:
    from palatine.matches import SeatOwner

    for name in ("ann", "bea"):
        world.channel(name, "slack", HOOK)
    match = world.match("tithe", Abbey="ann", Baron="bea")
    world.reminders.send_due(after(world.asked_at(match), seconds=90))
    world.services.orders.hand_in(match, SeatOwner("ann", "Abbey"), "", 1)
    [load] = world.remind(after(world.asked_at(match), seconds=91))
    assert load.notice.seats == ("Baron",)


def test_in_the_night_only_what_always_rings_does(world: World) -> None:
    world.channel("ann", "json", always=True)
    world.channel("ann", "ntfy", HOOK)
    with world.store.database.writing() as connection:
        connection.execute(update(accounts).values(quiet_hours="10:00-14:00", zone="Europe/Berlin"))
    told(world, "over")
    assert [load.message.via for load in world.remind(NOON)] == ["json"]
    assert world.remind(after(NOON, minutes=59)) == []
    assert [load.message.via for load in world.remind(after(NOON, minutes=60))] == ["ntfy"]


def test_a_test_is_sent_at_once_even_at_night(world: World, own: ChannelService) -> None:
    channel = world.channel("ann", "ntfy", HOOK)
    with world.store.database.writing() as connection:
        connection.execute(update(accounts).values(quiet_hours="10:00-14:00"))
    own.resend("ann", channel, NOON)
    assert [load.message.kind for load in world.remind(NOON)] == ["test"]


# The end of a channel


def test_a_channel_that_is_gone_is_dead_and_the_others_say_so(world: World, own: ChannelService) -> None:
    hook = world.channel("ann", "ntfy", HOOK)
    world.channel("ann", "json")
    told(world, "over", "1")
    told(world, "over", "2")
    world.sent.fails = [ChannelDead("It answered 410.")]
    world.delivery.send_due(NOON, ("ntfy",), 1)
    dead = next(each for each in own.of_account("ann") if each.id == hook)
    assert (dead.state, dead.trouble) == ("dead", "It answered 410.")
    assert told(world, "over", "3") == 1, "by the other alone"
    loads = world.remind(NOON)
    assert {load.message.via for load in loads} == {"json"}
    assert any("no longer arrive" in load.notice.text and "secret" not in load.notice.text for load in loads)


def test_three_days_of_failures_are_the_end_of_a_channel_and_less_is_not(world: World, own: ChannelService) -> None:
    hook = world.channel("ann", "ntfy", HOOK)
    for day, state in ((0, "failing"), (1, "failing"), (2.9, "failing"), (3, "dead")):
        at = after(NOON, days=day)
        world.delivery.outbox.add(f"day {day}", "over", at, channel=hook, via="ntfy", account="ann")
        world.sent.fails = [DeliveryFailed("no answer")] * 50
        world.delivery.send_due(at)
        assert [each.state for each in own.of_account("ann")] == [state]


def test_one_success_ends_the_count(world: World, own: ChannelService) -> None:
    hook = world.channel("ann", "ntfy", HOOK)
    for day, fails in ((0, 1), (2, 0), (4, 1)):
        at = after(NOON, days=day)
        world.delivery.outbox.add(f"day {day}", "over", at, channel=hook, via="ntfy", account="ann")
        world.sent.fails = [DeliveryFailed("no answer")] * fails * 50
        world.delivery.send_due(at)
    assert [each.state for each in own.of_account("ann")] == ["failing"]


def test_whoever_made_a_match_is_told_when_nothing_reaches_a_player_any_more(world: World) -> None:
    match = world.match("ford", North="ann", South="bea")
    hook = world.channel("bea", "ntfy", HOOK)
    world.channel("ann")
    with world.store.database.writing() as connection:
        row = {"match": match, "by": "ann", "visibility": "private", "rated": False, "spectators": "nobody"}
        connection.execute(insert(match_terms), row | {"made": format_timestamp(NOON)})
    world.delivery.mark_dead(hook, "It answered 404.", NOON)
    [load] = [load for load in world.remind(NOON) if load.message.account == "ann"]
    assert "notices no longer reach South" in load.notice.text


def test_a_channel_switched_off_says_nothing_and_a_dead_one_stays_dead(world: World, own: ChannelService) -> None:
    channel = world.channel("ann")
    told(world, "over", "1")
    own.change("ann", channel, is_on=False, now=NOON)
    assert world.remind(NOON) == []
    assert told(world, "over", "2") == 0
    assert own.change("ann", channel, is_on=True, now=NOON).state == "ok"
    world.delivery.mark_dead(channel, "dead", NOON)
    assert own.change("ann", channel, is_on=True, now=NOON).state == "dead"


def test_a_channel_that_is_removed_takes_what_waits_with_it(world: World, own: ChannelService) -> None:
    channel = world.channel("ann")
    told(world, "over")
    with pytest.raises(Refused):
        own.remove("bea", channel)
    own.remove("ann", channel)
    assert own.of_account("ann") == []
    assert world.remind(NOON) == []


# Stopping by a link


def test_a_link_stops_a_channel_for_a_match_or_for_all(world: World, own: ChannelService) -> None:
    channel = world.channel("ann")
    links = UnsubscribeService(world.store.database)
    token = links.token(channel, "m1")
    assert links.unsubscribe(token)
    assert (told(world, "over", "1", match="m1"), told(world, "over", "2", match="m2")) == (0, 1)
    assert own.of_account("ann")[0].muted == ("m1",)
    assert links.unsubscribe(token, everything=True)
    assert told(world, "over", "3", match="m2") == 0
    assert own.of_account("ann")[0].state == "off"
    assert world.remind(NOON) == [], "what waited is not sent either"


def test_nobody_makes_such_a_link_but_the_server(world: World) -> None:
    channel = world.channel("ann")
    links = UnsubscribeService(world.store.database)
    token = links.token(channel, "m1")
    other = f"{channel}-m2-{token.rpartition('-')[2]}"
    for forged in (other, token[:-1], token + "a", "", "-", "--", "ü" * 9, f"{channel}--", token.upper()):
        assert links.parse_token(forged) is None
        assert not links.unsubscribe(forged)
    assert links.channel_of(token) is not None
    assert UnsubscribeService(world.store.database).parse_token(token) == (channel, "m1"), "its key is kept"
