"""Limits of concurrent requests of a client, also behind a proxy."""

from __future__ import annotations

import json
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from pathlib import Path
from typing import Any

import httpx
import pytest

from palatine.config import Config, ServerSettings, SiteSettings
from palatine.web.middleware.concurrency_limits import LOCAL_CLIENT, Slot, SlotLimits, Slots
from palatine.web.thread_pools import CURRENT_CLIENT
from services.mailing import until
from web.helpers import Served

GREEDY, OTHER = "203.0.113.5", "198.51.100.7"
HELD = (
    b"POST /api/matches HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
    b"X-Forwarded-For: %b\r\nContent-Length: 1000\r\n\r\n{"
)
"""A request whose body never ends."""


class Proxied:
    """An open server that trusts some proxies, and clients of a proxy on this machine."""

    def __init__(self, place: Path, *proxies: str) -> None:
        config = Config(site=SiteSettings(access="open"), server=ServerSettings(trusted_proxies=proxies))
        self.served = Served(place, config)
        self.slots: Slots = self.served.app.state.services.slots
        self.opened = ExitStack()

    def ask(self, path: str, client: str, **more: Any) -> httpx.Response:
        headers = {"x-forwarded-for": client, **more.pop("headers", {})}
        return httpx.request(more.pop("method", "GET"), self.served.url + path, headers=headers, timeout=60, **more)

    def hold(self, number: int, client: str = GREEDY) -> list[socket.socket]:
        """Open connections, each with a pending request."""
        found = []
        for _ in range(number):
            opened = socket.create_connection(self.served.socket.getsockname(), timeout=60)
            found.append(self.opened.enter_context(opened))
            opened.sendall(HELD % client.encode())
        return found

    def until_held(self, number: int, client: str = GREEDY) -> None:
        until(lambda: self.slots.held[client] == number, lambda: str(self.slots.held))

    def limit(self, **limits: int) -> None:
        self.slots.limits = SlotLimits(**limits)


@pytest.fixture
def behind(tmp_path: Path) -> Iterator[Callable[..., Proxied]]:
    """Return a function that starts a server that trusts these proxies."""
    with ExitStack() as stack:

        def start(*proxies: str) -> Proxied:
            made = Proxied(tmp_path / "palatine.db", *proxies)
            made.served.start()
            stack.callback(made.served.stop)
            stack.enter_context(made.opened)
            return made

        yield start


def test_others_are_answered_while_one_client_has_300_requests_under_way(behind: Callable[..., Proxied]) -> None:
    proxied = behind("127.0.0.1")
    proxied.limit(each=300)
    proxied.hold(300)
    proxied.until_held(300)
    assert proxied.ask("/api/games", OTHER).status_code == 200
    guest = proxied.ask("/api/me/guest", OTHER, method="POST", json={})
    assert guest.status_code in (200, 201), guest.text
    assert proxied.ask("/healthz", GREEDY).status_code == 200
    assert proxied.ask("/api/games", GREEDY).status_code == 429
    assert proxied.slots.held[GREEDY] == 300


def test_of_1000_requests_of_one_client_100_are_under_way_and_no_other_is_refused(
    behind: Callable[..., Proxied],
) -> None:
    proxied = behind("127.0.0.1")
    held = proxied.hold(1000)
    refused = [each for each in held[100:] if each.recv(12) == b"HTTP/1.1 429"]
    assert len(refused) == 900
    assert proxied.slots.held[GREEDY] == 100
    assert proxied.ask("/api/games", OTHER).status_code == 200
    assert proxied.ask("/healthz", OTHER).status_code == 200
    assert proxied.slots.held[GREEDY] == 100
    answer = proxied.ask("/api/games", GREEDY)
    assert (answer.status_code, answer.headers["retry-after"]) == (429, "1")
    assert "only 100 requests open" in answer.json()["detail"]


def test_a_refused_request_costs_its_client_no_connection(behind: Callable[..., Proxied]) -> None:
    proxied = behind("127.0.0.1")
    proxied.limit(each=1)
    (held,) = proxied.hold(1)
    proxied.until_held(1)
    with httpx.Client(base_url=proxied.served.url, headers={"x-forwarded-for": GREEDY}, timeout=60) as client:
        assert client.post("/api/me/guest", json={}).status_code == 429
        held.close()
        proxied.until_held(0)
        answer = client.get("/api/games")
        assert answer.status_code == 200
        assert len(proxied.served.server.server_state.connections) == 1


def test_work_of_one_client_leaves_a_thread_to_others(
    behind: Callable[..., Proxied], monkeypatch: pytest.MonkeyPatch
) -> None:
    proxied = behind("127.0.0.1")
    gate, table = threading.Event(), proxied.served.services.matches.info

    def slow(match: str, **more: Any) -> Any:
        if CURRENT_CLIENT.get() == GREEDY:
            assert gate.wait(60)
        return table(match, **more)

    match = proxied.served.services.matches.create("ford", forced=False).match
    monkeypatch.setattr(proxied.served.services.matches, "info", slow)
    threads = [threading.Thread(target=proxied.ask, args=(f"/api/matches/{match}", GREEDY)) for _ in range(20)]
    for thread in threads:
        thread.start()
    try:
        proxied.until_held(20)
        assert proxied.ask(f"/api/matches/{match}", OTHER).status_code == 200
        assert proxied.slots.held[GREEDY] == 20
    finally:
        gate.set()
        for thread in threads:
            thread.join(60)


def test_an_address_that_a_stranger_claims_is_not_believed(behind: Callable[..., Proxied]) -> None:
    proxied = behind("10.0.0.1")
    proxied.limit(each=3)
    for n in range(3):
        proxied.hold(1, f"203.0.113.{n}")
    proxied.until_held(3, LOCAL_CLIENT)
    assert proxied.ask("/api/games", "203.0.113.9").status_code == 429


def test_a_client_that_hangs_up_frees_its_slot(behind: Callable[..., Proxied]) -> None:
    proxied = behind("127.0.0.1")
    held = proxied.hold(2)
    proxied.until_held(2)
    for each in held:
        each.close()
    proxied.until_held(0)
    assert proxied.slots.taken == 0


def stream(proxied: Proxied, path: str, headers: str) -> socket.socket:
    opened = proxied.opened.enter_context(socket.create_connection(proxied.served.socket.getsockname(), timeout=60))
    opened.sendall(f"GET {path} HTTP/1.1\r\nHost: localhost\r\n{headers}\r\n\r\n".encode())
    return opened


def test_streams_of_both_kinds_are_counted_by_address(behind: Callable[..., Proxied]) -> None:
    proxied = behind("127.0.0.1")
    proxied.limit(streams=2)
    match = proxied.served.services.matches.create("ford", forced=False).match
    guest = proxied.ask("/api/me/guest", GREEDY, method="POST", json={})
    cookie = guest.headers["set-cookie"].partition(";")[0]
    paths = ["/api/me/events", f"/api/matches/{match}/events"]
    headers = f"X-Forwarded-For: {GREEDY}\r\nCookie: {cookie}"
    listening = [stream(proxied, path, headers) for path in paths]
    assert [each.recv(15) for each in listening] == [b"HTTP/1.1 200 OK"] * 2
    for path in paths:
        answer = proxied.ask(path, GREEDY, headers={"cookie": cookie})
        assert answer.status_code == 429
        assert json.loads(answer.content)["detail"].startswith("Only 2 pages from one address can follow matches")
        assert int(answer.headers["retry-after"]) > 0
    other = stream(proxied, paths[1], f"X-Forwarded-For: {OTHER}")
    assert other.recv(15) == b"HTTP/1.1 200 OK"
    listening[0].close()
    until(lambda: proxied.slots.streams[GREEDY] == 1, lambda: str(proxied.slots.streams))


# Counting


@pytest.mark.parametrize(
    ("address", "client"),
    [
        ("127.0.0.1", LOCAL_CLIENT), ("::1", LOCAL_CLIENT), ("", LOCAL_CLIENT),
        ("203.0.113.5", "203.0.113.5"), ("2001:db8:1:2:3:4:5:6", "2001:db8:1:2::/64"),
        ("2001:db8:1:2::9", "2001:db8:1:2::/64"),
    ],
)  # fmt: skip
def test_behind_a_proxy_every_address_is_counted(address: str, client: str) -> None:
    assert Slots(counts_local=True).client_of(address) == client


def test_where_no_proxy_is_trusted_this_machine_is_not_limited() -> None:
    slots = Slots(SlotLimits(total=1, each=1))
    assert slots.client_of("127.0.0.1") == ""
    Slot(slots, ""), Slot(slots, "")
    assert slots.refusal("") is None


def test_the_last_slots_are_for_clients_that_hold_few() -> None:
    slots = Slots(SlotLimits(total=10, each=9, reserved=4, few=2))
    for client in ("a", "a", "a", "b", "b", "c"):
        assert slots.refusal(client) is None
        Slot(slots, client)
    assert slots.refusal("a") == 503
    assert slots.refusal("b") == 503
    for client in ("c", "d", "d", "e"):
        assert slots.refusal(client) is None
        Slot(slots, client)
    assert slots.refusal("f") == 503, "the process is full"
