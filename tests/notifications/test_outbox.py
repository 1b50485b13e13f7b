"""The outbox: unique keys, receipts first, retries with growing delays, no loss after a crash."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import timedelta
from random import Random
from typing import Any

import pytest

from notifications.helpers import NOON, Kept, World, after, of_state
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.outbox import LEASE, RETRY_DELAYS, Outbox
from palatine.notifications.sending.sender import Deliver, DeliveryFailed, MessageRejected, Payload
from palatine.store import Store


@pytest.fixture
def outbox(store: Store) -> Outbox:
    return Outbox(store.database)


def test_a_key_is_put_there_once(outbox: Outbox) -> None:
    assert outbox.add("a", "asked", NOON)
    assert not outbox.add("a", "asked", NOON)
    [message] = outbox.claim(NOON, ("mail",), 10)
    outbox.settle(message, "sent")
    assert not outbox.add("a", "asked", after(NOON, days=3)), "what was sent is not sent again"


def test_receipts_go_first_then_what_was_due_first(outbox: Outbox) -> None:
    for key, minutes, first in (("late", 3, False), ("early", 1, False), ("receipt", 4, True), ("later", 9, False)):
        outbox.add(key, "kind", NOON, due=f"2026-03-10T12:0{minutes}:00.000Z", first=first)
    found = [message.key for message in outbox.claim(after(NOON, minutes=5), ("mail",), 2)]
    found += [message.key for message in outbox.claim(after(NOON, minutes=5), ("mail",), 2)]
    assert found == ["receipt", "early", "late"]


def test_each_kind_of_channel_is_claimed_by_who_can_send_it(outbox: Outbox) -> None:
    outbox.add("a", "kind", NOON, via="push")
    outbox.add("b", "kind", NOON)
    assert outbox.claim(NOON, (), 10) == []
    assert [message.key for message in outbox.claim(NOON, ("push", "ntfy"), 10)] == ["a"]


def test_who_was_too_slow_writes_nothing(outbox: Outbox) -> None:
    outbox.add("a", "kind", NOON)
    [slow] = outbox.claim(NOON, ("mail",), 10)
    assert outbox.claim(after(NOON, minutes=5), ("mail",), 10) == []
    later = after(NOON, minutes=5, seconds=1)
    [quick] = outbox.claim(later, ("mail",), 10)
    assert quick.id == slow.id
    assert not outbox.settle(slow, "failed", "too late")
    assert not outbox.retry_later(slow, NOON)
    assert outbox.settle(quick, "sent")


class Running:
    """A monotonic clock, independent of the system time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.mark.parametrize(
    "jump", [timedelta(hours=3), timedelta(days=-2), timedelta(hours=-3), timedelta(minutes=6)]
)
def test_no_clock_that_is_set_takes_a_message_from_whoever_is_sending_it(store: Store, jump: timedelta) -> None:
    clock = Running()
    first, second = Outbox(store.database, clock), Outbox(store.database, clock)
    first.add("a", "kind", NOON)
    [message] = first.claim(NOON, ("mail",), 10)
    for seconds in range(0, 300, 20):
        clock.seconds = seconds
        at = after(NOON, seconds=seconds) + jump
        assert second.claim(at, ("mail",), 10) == []
        assert first.claim(at, ("mail",), 10) == []
    assert first.settle(message, "sent")


@pytest.mark.parametrize("jump", [timedelta(days=-2), timedelta(hours=-3), timedelta(0), timedelta(hours=3)])
def test_what_a_dead_worker_had_is_taken_up_after_the_same_time_wherever_the_clock_is(
    store: Store, jump: timedelta
) -> None:
    clock = Running()
    outbox = Outbox(store.database, clock)
    outbox.add("a", "kind", after(NOON, days=-3))
    [lost] = outbox.claim(NOON, ("mail",), 10)
    after_restart = Outbox(store.database, clock)
    assert after_restart.claim(NOON + jump, ("mail",), 10) == []
    clock.seconds = LEASE.total_seconds() + 1
    [found] = after_restart.claim(NOON + jump + LEASE, ("mail",), 10)
    assert found.id == lost.id
    assert not outbox.settle(lost, "sent"), "whoever comes back from the dead writes nothing"
    assert after_restart.settle(found, "sent")


class Slow:
    """A sender that needs two minutes for each message while another worker looks."""

    def __init__(self, clock: Running) -> None:
        self.clock = clock
        self.sent: list[str] = []
        self.other: DeliveryService | None = None

    @contextmanager
    def open(self) -> Iterator[Deliver]:
        yield self.send

    def send(self, load: Payload) -> None:
        self.sent.append(load.message.key)
        if self.other is not None:
            self.clock.seconds += 120
            self.other.send_due(NOON)


def test_what_takes_longer_than_a_lease_is_sent_once(store: Store) -> None:
    clock = Running()
    first, second = Slow(clock), Slow(clock)
    mine, other = (
        DeliveryService(store.database, {"json": each}, "https://play.example.org", threads=1, clock=clock)
        for each in (first, second)
    )
    first.other = other
    keys = [f"mail {n}" for n in range(8)]
    for key in keys:
        data = {"to": "ann@example.org", "for": "signin", "code": "abcd", "link": "x"}
        mine.outbox.add(key, "code", NOON, via="json", data=data)
    assert mine.send_due(NOON) == len(keys)
    assert sorted(first.sent + second.sent) == keys
    assert of_state(mine.outbox, "waiting") == []


def test_what_a_fast_clock_put_there_is_due_when_the_clock_is_right_again(store: Store) -> None:
    outbox = Outbox(store.database, Running())
    outbox.add("a", "kind", after(NOON, days=1))
    outbox.add("b", "kind", after(NOON, minutes=-1), due="2026-03-12T12:00:00.000Z")
    [found] = outbox.claim(NOON, ("mail",), 10)
    assert (found.key, found.made) == ("a", "2026-03-10T12:00:00.000Z")
    outbox.retry_later(found, after(NOON, minutes=5))
    assert outbox.claim(after(NOON, minutes=1), ("mail",), 10) == [], "it is not tried over and over"


def test_what_fails_is_tried_after_each_pause_and_then_has_failed(world: World) -> None:
    world.channel("ann")
    outbox = world.delivery.outbox
    outbox.add("a", "receipt", NOON, data={"to": "x@example.org"})
    world.sent.fails = [DeliveryFailed("no")] * 20
    at = NOON
    world.delivery.send_due(at)
    for pause in RETRY_DELAYS:
        left = len(world.sent.fails)
        world.delivery.send_due(at + pause - timedelta(seconds=1))
        assert len(world.sent.fails) == left, pause
        at += pause
        world.delivery.send_due(at)
        assert len(world.sent.fails) == left - 1, pause
    assert not world.rows("waiting")
    [message] = world.rows("failed")
    assert message.trouble == "no"


def test_what_cannot_be_sent_at_all_is_not_tried_again(world: World) -> None:
    world.delivery.outbox.add("a", "receipt", NOON, data={"to": "x@example.org"})
    world.sent.fails = [MessageRejected("too big")]
    world.delivery.send_due(NOON)
    assert [message.trouble for message in world.rows("failed")] == ["too big"]


class Killed(BaseException):
    """The simulated death of the worker."""


class Killing(Kept):
    """A sender in which the worker dies before or after sending."""

    def __init__(self, random: Random) -> None:
        super().__init__()
        self.random = random
        self.kills = 0

    def deliver(self, load: Payload) -> None:
        when = self.random.random()
        if when < 0.8:
            self.kills += 1
            raise Killed
        self.loads.append(load)
        if when < 0.9:
            self.kills += 1
            raise Killed


def test_nothing_is_lost_when_the_worker_is_killed_a_thousand_times(store: Store, parts: int) -> None:
    sender = Killing(Random(3))
    delivery = DeliveryService(store.database, {"ntfy": sender}, "https://play.example.org", threads=1)
    messages = 120 // parts
    for i in range(messages):
        delivery.outbox.add(f"key {i}", "receipt", NOON, via="ntfy")
    at = NOON
    while of_state(delivery.outbox, "waiting"):
        try:
            delivery.send_due(at, limit=3)
        except Killed:
            at += LEASE + timedelta(seconds=1)
    assert sender.kills > 900 // parts
    assert {load.message.key for load in sender.loads} == {f"key {i}" for i in range(messages)}
    assert len(of_state(delivery.outbox, "sent")) == messages
    ids: dict[str, set[int]] = {}
    for load in sender.loads:
        ids.setdefault(load.message.key, set()).add(load.message.id)
    assert len(sender.loads) > messages, "some were sent twice"
    assert {len(each) for each in ids.values()} == {1}, "but under one number"


WORKER = """
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from datetime import datetime, UTC
from palatine.notifications.outbox import Outbox
from palatine.store import Store
outbox, at, done = Outbox(Store.open(sys.argv[1]).database), datetime(2026, 3, 10, 12, tzinfo=UTC), []
while found := outbox.claim(at, ("mail",), 3):
    done += [message.key for message in found if outbox.settle(message, "sent")]
print(" ".join(done))
"""


def test_of_many_workers_each_message_is_one_s(database: str) -> None:
    outbox = Outbox(Store.open(database).database)
    for i in range(45):
        outbox.add(str(i), "kind", NOON)
    command = [sys.executable, "-c", WORKER, database]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    done = [worker.communicate(timeout=60)[0].split() for worker in workers]
    assert sorted(int(key) for keys in done for key in keys) == list(range(45))


def test_mails_go_one_a_second_and_twenty_a_minute_to_a_domain(world: World) -> None:
    for i in range(50):
        world.delivery.outbox.add(f"a{i}", "report", NOON, data={"to": f"p{i}@big.example"})
    world.delivery.outbox.add("b", "report", NOON, data={"to": "one@small.example"})
    world.delivery.outbox.add(
        "receipt", "receipt", after(NOON, seconds=30), data={"to": "x@small.example"}, first=True
    )
    by_second = []
    for second in range(180):
        before = len(world.sent.loads)
        world.delivery.send_due(after(NOON, seconds=second), ("mail",), 2)
        by_second.append([load.message for load in world.sent.loads[before:]])
    assert max(map(len, by_second)) == 1
    for minute in range(3):
        sent = [message for second in by_second[minute * 60 : minute * 60 + 60] for message in second]
        assert sum(message.data["to"].endswith("big.example") for message in sent) <= 20
    assert [message.key for message in by_second[30]] == ["receipt"]
    assert len(world.sent.loads) == 52
    assert {message.tries for message in world.rows()} == {0}, "to wait is no failure"


class Broken(Kept):
    """A sender whose relay is unavailable."""

    def open(self) -> Any:
        raise OSError


def test_a_relay_that_is_away_does_not_stop_the_others(world: World) -> None:
    world.delivery.senders["mail"] = Broken()
    world.delivery.outbox.add("a", "report", NOON, data={"to": "a@b.example"})
    world.delivery.outbox.add("b", "report", NOON, via="ntfy")
    world.delivery.send_due(NOON)
    assert [load.message.key for load in world.sent.loads] == ["b"]
    assert [(message.key, message.tries) for message in world.rows("waiting")] == [("a", 1)]


def test_what_was_settled_long_ago_is_forgotten(outbox: Outbox) -> None:
    for key in ("old", "waiting"):
        outbox.add(key, "kind", NOON)
    message = next(each for each in outbox.claim(NOON, ("mail",), 10) if each.key == "old")
    outbox.settle(message, "sent")
    assert outbox.delete_old(after(NOON, days=59)) == 0
    assert outbox.delete_old(after(NOON, days=61)) == 1
    assert [message.key for message in of_state(outbox, "waiting")] == ["waiting"]
