"""Push messages: signed by the server, readable only by the browser, closed after an action."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest
from http_ece import ECEException
from py_vapid import Vapid

from notifications.browser import Device
from notifications.helpers import NOON, URL, World, after
from notifications.servers import Receiver, receiving
from palatine.notifications.channels import ChannelService
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.sending.http import HttpPoster
from palatine.notifications.sending.push import MAX_PAYLOAD_BYTES, PushSender, VapidKey, push_payload
from palatine.notifications.sending.sender import Payload
from palatine.notifications.texts import NotificationText
from palatine.store import Store


@pytest.fixture
def service() -> Iterator[Receiver]:
    with receiving() as started:
        yield started


@pytest.fixture
def device() -> Device:
    return Device()


@pytest.fixture
def match(world: World, service: Receiver, device: Device) -> str:
    """Return a match of Ford in which the seat asked has a browser with push messages."""
    database = world.store.database
    world.delivery = DeliveryService(
        database, {"push": PushSender(database, HttpPoster(allow_private=True), URL)}, URL, threads=1
    )
    match = world.match("ford", North="ann", South="bea")
    own = ChannelService(database, allow_private=True)
    own.add(world.owner(match).account, "push", device.subscription(f"{service.url}/device"), "Phone", NOON)
    return match


def claims(authorization: str) -> Any:
    import base64

    token = authorization.split("t=")[1].split(",")[0]
    middle = token.split(".")[1]
    return json.loads(base64.urlsafe_b64decode(middle + "=" * (-len(middle) % 4)))


def test_a_push_is_signed_by_the_server_and_opened_by_the_browser(
    world: World, match: str, service: Receiver, device: Device
) -> None:
    since = world.asked_at(match)
    world.ends(match, after(since, hours=5))
    world.remind(after(since, seconds=90))
    [got] = service.got
    assert Vapid.verify(got.headers["authorization"])
    assert f"k={VapidKey(world.store.database).public}" in got.headers["authorization"]
    said = claims(got.headers["authorization"])
    assert (said["aud"], said["sub"]) == (service.url, URL)
    assert 0 < said["exp"] - after(since, seconds=90).timestamp() <= 24 * 3600
    assert got.headers["content-encoding"] == "aes128gcm"
    assert int(got.headers["ttl"]) == 5 * 3600 - 90
    assert got.headers["topic"] == match
    told = device.open(got.body)
    assert (told["kind"], told["tag"], told["link"]) == ("asked", match, f"/play/{match}")
    assert "Your turn to play" in told["body"]
    assert match.encode() not in got.body


def test_nobody_else_can_open_it(world: World, match: str, service: Receiver) -> None:
    world.remind(after(world.asked_at(match), seconds=90))
    with pytest.raises(ECEException):
        Device().open(service.got[0].body)


def test_when_somebody_has_acted_their_device_is_told_to_take_it_away(
    world: World, match: str, service: Receiver, device: Device
) -> None:
    since, asked = world.asked_at(match), world.owner(match)
    world.remind(after(since, seconds=90))
    world.remind(after(since, seconds=95))
    assert len(service.got) == 1, "nothing is closed while they are asked"
    while world.owner(match) == asked:
        world.step(match)
    world.remind(after(since, seconds=100))
    world.remind(after(since, seconds=101))
    assert [device.open(got.body)["kind"] for got in service.got] == ["asked", "closed"]
    assert device.open(service.got[1].body) == {"kind": "closed", "tag": match}
    assert service.got[1].headers["topic"] == match, "a device that is off gets neither"


@pytest.mark.parametrize(
    ("status", "state"),
    [(201, "ok"), (404, "dead"), (410, "dead"), (403, "failing"), (429, "failing"), (413, "ok")],
)
def test_what_the_service_answers_is_what_becomes_of_the_channel(
    status: int, state: str, world: World, match: str, service: Receiver
) -> None:
    service.status = status
    asked = world.owner(match).account
    world.remind(after(world.asked_at(match), seconds=90))
    assert [each.state for each in world.delivery.channels.of_account(asked)] == [state]


def test_the_server_s_key_is_made_once_and_kept(tmp_path: Any) -> None:
    keys = []
    for _ in range(2):
        store = Store.open(tmp_path / "p.db")
        keys.append(VapidKey(store.database).public)
        store.close()
    assert keys[0] == keys[1]
    assert len(keys[0]) == 87


def test_a_push_is_three_kilobytes_at_most(world: World, match: str) -> None:
    world.reminders.send_due(after(world.asked_at(match), seconds=90))
    [message] = world.rows()
    notice = NotificationText("asked", "ü" * 4000, "", URL, match, "ford", ("North",), "", "“" * 4000)
    assert len(push_payload(Payload(message, notice, "", {}, NOON))) <= MAX_PAYLOAD_BYTES
    awkward = NotificationText("asked", "\0" * 4000, "", URL, match, "ford", ("North",), "", "\0" * 4000)
    assert len(push_payload(Payload(message, awkward, "", {}, NOON))) <= MAX_PAYLOAD_BYTES
