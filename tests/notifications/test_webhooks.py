"""Webhooks: their content, and addresses that they must never reach."""

from __future__ import annotations

import hmac
import json
import socket
from collections.abc import Iterator
from email.header import decode_header
from hashlib import sha256
from typing import Any

import httpcore
import pytest

from notifications.helpers import NOON, URL, World, after
from notifications.servers import Receiver, receiving
from palatine.core import Unreadable
from palatine.notifications.channels import ChannelService
from palatine.notifications.delivery import DeliveryService
from palatine.notifications.events import WEBHOOK_KINDS
from palatine.notifications.sending.http import HttpPoster, PostFailed, TargetNotAllowed
from palatine.notifications.sending.targets import check_target
from palatine.notifications.sending.webhooks import WebhookSender

PRIVATE = [
    "127.0.0.1", "10.0.0.1", "192.168.1.1", "172.16.5.5", "169.254.169.254", "100.64.0.1", "0.0.0.0", "224.0.0.1",
    "255.255.255.255", "::1", "::", "fe80::1", "fc00::1", "fec0::1", "ff02::1", "::ffff:127.0.0.1", "::ffff:10.0.0.1",
    "2002:7f00:1::", "64:ff9b::7f00:1", "2001:db8::1",
]  # fmt: skip


@pytest.fixture
def receiver() -> Iterator[Receiver]:
    with receiving() as started:
        yield started


# Where they may lead


@pytest.mark.parametrize("address", PRIVATE)
def test_no_name_leads_into_a_private_network(address: str, receiver: Receiver) -> None:
    asked = []

    def resolve(host: str, port: int) -> list[str]:
        asked.append(host)
        return [address]

    with pytest.raises(TargetNotAllowed):
        HttpPoster(resolve=resolve).post("https://innocent.example.org/hook", b"{}", {})
    with pytest.raises(TargetNotAllowed):
        HttpPoster(resolve=lambda host, port: ["93.184.216.34", address]).post(
            "https://two.example.org/", b"{}", {}
        )
    assert asked == ["innocent.example.org"]
    literal = f"[{address}]" if ":" in address else address
    with pytest.raises(Unreadable):
        check_target(f"https://{literal}/hook")
    assert receiver.got == []


def unknown(host: str, port: int) -> list[str]:
    raise socket.gaierror(socket.EAI_NONAME, "Name or service not known")


@pytest.mark.parametrize("found", [[], ["10.0.0.5"], ["127.0.0.1"], ["93.184.216.34", "10.0.0.5"], ["fd00::1"]])
def test_a_private_name_fails_in_the_words_of_an_unknown_one(world: World, found: list[str]) -> None:
    told = set()
    for number, resolve in enumerate((unknown, lambda host, port: found)):
        sender = WebhookSender(HttpPoster(resolve=resolve))
        delivery = DeliveryService(world.store.database, dict.fromkeys(WEBHOOK_KINDS, sender), URL, threads=1)
        own = ChannelService(world.store.database)
        made = own.add("ann", "json", f"https://printer{number}.example.org/", "", NOON)
        delivery.send_due(NOON)
        [shown] = [each for each in own.of_account("ann") if each.id == made.id]
        told.add((shown.state, shown.trouble))
    assert told == {("unproved", "No server on the internet has this name.")}


def test_a_name_that_changes_its_mind_is_asked_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """The server connects to the address that it checked; a second look-up gives this machine."""
    answers = iter([["93.184.216.34"], ["127.0.0.1"], ["127.0.0.1"]])
    connected = []

    def connect(backend: Any, host: str, *given: Any, **more: Any) -> Any:
        connected.append(host)
        raise httpcore.ConnectError

    monkeypatch.setattr(httpcore.SyncBackend, "connect_tcp", connect)
    with pytest.raises(PostFailed):
        HttpPoster(resolve=lambda host, port: next(answers)).post("https://rebinding.example.org/", b"{}", {})
    assert connected == ["93.184.216.34"]


def test_it_connects_to_the_address_that_was_looked_at_under_the_name_that_was_given(receiver: Receiver) -> None:
    port = receiver.url.rpartition(":")[2]
    poster = HttpPoster(allow_private=True, resolve=lambda host, port: ["127.0.0.1"])
    assert poster.post(f"http://elsewhere.example.org:{port}/a?b=c", b"x", {"content-type": "text/plain"}) == 201
    [got] = receiver.got
    assert (got.path, got.headers["host"], got.body) == ("/a?b=c", f"elsewhere.example.org:{port}", b"x")


@pytest.mark.parametrize(
    "url",
    [
        "", "http://example.org/", "ftp://example.org/", "https://", "https:///x", "https://user@example.org/",
        "https://user:pass@example.org/", "https://example.org/#x", "https://exa mple.org/", "javascript:alert(1)",
        "https://example.org/\r\nX: y", "https://example.org:99999/", "https://[::1/", "https://exämple.org/",
        "https://example.org\\@evil.org/", "//example.org/", "https://2130706433/" + "x" * 1000, "file:///etc/passwd",
    ],
)  # fmt: skip
def test_what_is_no_address_of_a_hook_is_refused(url: str) -> None:
    with pytest.raises(Unreadable):
        check_target(url)


@pytest.mark.parametrize("odd", ["https://2130706433/", "https://0x7f.1/", "https://127.1/", "https://localhost/"])
def test_odd_spellings_of_this_machine_lead_nowhere_either(odd: str) -> None:
    with pytest.raises((TargetNotAllowed, PostFailed)):
        HttpPoster(seconds=1).post(odd, b"", {})


def test_redirects_are_not_followed(receiver: Receiver) -> None:
    with receiving() as inside:
        receiver.status, receiver.location = 307, inside.url
        assert HttpPoster(allow_private=True).post(receiver.url, b"x", {}) == 307
        assert inside.got == []


def test_the_proxies_of_the_environment_are_not_used(receiver: Receiver, monkeypatch: pytest.MonkeyPatch) -> None:
    with receiving() as proxy:
        for name in ("http_proxy", "HTTP_PROXY", "all_proxy", "https_proxy"):
            monkeypatch.setenv(name, proxy.url)
        assert HttpPoster(allow_private=True).post(receiver.url, b"x", {}) == 201
        assert proxy.got == []


def test_an_answer_that_never_ends_is_not_waited_for(receiver: Receiver) -> None:
    receiver.drip = 0.05
    with pytest.raises(PostFailed):
        HttpPoster(allow_private=True, seconds=0.6).post(receiver.url, b"x", {})


def test_an_address_where_nobody_is_fails_politely() -> None:
    with pytest.raises(PostFailed):
        HttpPoster(allow_private=True, seconds=1).post("http://127.0.0.1:9/", b"", {})
    with pytest.raises(PostFailed):
        HttpPoster(resolve=lambda host, port: []).post("https://nowhere.example.org/", b"", {})


# What they are sent


@pytest.fixture
def match(world: World, receiver: Receiver) -> str:
    """Return a match of Ford between Ann and Bea with special characters in its title.

    Its delivery really posts.
    """
    players = {
        seat: {"kind": "person", "name": who, "owner": who}
        for seat, who in {"North": "ann", "South": "bea"}.items()
    }
    world.delivery = DeliveryService(
        world.store.database,
        dict.fromkeys(WEBHOOK_KINDS, WebhookSender(HttpPoster(allow_private=True))),
        URL,
        threads=1,
    )
    title = "@everyone <!channel> **Fürth** & “co”"
    return world.services.matches.create("ford", players=players, with_keys=False, forced=False, title=title).match


def rung(world: World, match: str, receiver: Receiver, kind: str) -> Any:
    """Return what a webhook of this kind receives when the seat asked is notified."""
    asked = world.owner(match)
    world.channel(asked.account, kind, f"{receiver.url}/{kind}", secret={"key": "k"})
    world.ends(match, after(world.asked_at(match), days=3))
    world.remind(after(world.asked_at(match), seconds=90))
    [got] = receiver.got
    return got


def test_discord_is_told_and_nobody_is_pinged(world: World, match: str, receiver: Receiver) -> None:
    body = json.loads(rung(world, match, receiver, "discord").body)
    assert body["allowed_mentions"] == {"parse": []}
    assert f"<{URL}/play/{match}>" in body["content"]
    assert "\\@everyone" in body["content"]
    assert "\\*\\*Fürth" in body["content"]


def test_slack_is_told_and_nobody_is_pinged(world: World, match: str, receiver: Receiver) -> None:
    body = json.loads(rung(world, match, receiver, "slack").body)
    assert "<!channel>" not in body["text"]
    assert "&lt;!channel&gt; **Fürth** &amp; “co”" in body["text"]
    assert f"<{URL}/play/{match}>" in body["text"]


def test_ntfy_is_told_in_body_and_headers(world: World, match: str, receiver: Receiver) -> None:
    got = rung(world, match, receiver, "ntfy")
    assert "Your turn to play" in got.body.decode()
    assert got.headers["click"] == f"{URL}/play/{match}"
    [(title, charset)] = decode_header(got.headers["title"])
    assert "Fürth" in (title.decode(charset or "ascii") if isinstance(title, bytes) else title)


def test_a_program_is_told_all_and_can_tell_that_it_is_the_server(
    world: World, match: str, receiver: Receiver
) -> None:
    got = rung(world, match, receiver, "json")
    body = json.loads(got.body)
    assert (body["kind"], body["match"], body["link"], body["game"]) == (
        "asked",
        match,
        f"{URL}/play/{match}",
        "ford",
    )
    assert body["seats"] == [world.owner(match).seat]
    assert body["deadline"]
    assert got.headers["palatine-signature"] == "sha256=" + hmac.new(b"k", got.body, sha256).hexdigest()


@pytest.mark.parametrize("kind", WEBHOOK_KINDS)
def test_hooks_say_that_one_is_asked_and_never_what(
    kind: str, world: World, match: str, receiver: Receiver
) -> None:
    got = rung(world, match, receiver, kind)
    asked = world.services.matches.view(match, world.owner(match).seat).view
    told = (got.body.decode() + json.dumps(got.headers)).casefold()
    assert asked.choices
    for choice in asked.choices:
        assert choice.text.casefold() not in told


@pytest.mark.parametrize(
    ("status", "state"),
    [
        (200, "ok"), (204, "ok"), (302, "failing"), (429, "failing"), (500, "failing"),
        (401, "dead"), (403, "dead"), (404, "dead"), (410, "dead"),
    ],
)  # fmt: skip
def test_what_the_answer_means_for_the_channel(
    status: int, state: str, world: World, match: str, receiver: Receiver
) -> None:
    receiver.status = status
    rung(world, match, receiver, "json")
    asked = world.owner(match)
    assert [each.state for each in world.delivery.channels.of_account(asked.account)] == [state]


def test_a_code_goes_where_the_hook_leads(world: World, match: str, receiver: Receiver) -> None:
    from palatine.notifications.channels import ChannelService

    own = ChannelService(world.store.database, allow_private=True)
    made = own.add("ann", "ntfy", f"{receiver.url}/topic", "", NOON)
    world.remind(NOON)
    code = receiver.got[0].body.decode().split("Your code is ")[1].split(".")[0]
    assert own.verify("ann", made.id, code, NOON).state == "ok"
