"""Live updates: every seat receives every version, and only what it may see."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from palatine.testing.examples.tithe.components import SEATS
from web.helpers import Table


@pytest.fixture
def table(served: Any) -> Iterator[Table]:
    with httpx.Client(base_url=served.url, timeout=20) as client:
        yield Table(client)


class Ear:
    """A listener in a thread that records what it receives."""

    def __init__(self, table: Table, seat: str | None, since: int = 0, last: int | None = None) -> None:
        self.heard: list[dict[str, Any]] = []
        self.kinds: list[str] = []
        self.news = threading.Condition()
        self.url = f"{table.client.base_url}{table.base}/events"
        self.params: dict[str, Any] = {"since": since, **({"seat": seat} if seat else {})}
        self.headers = {**table.headers(seat), **({"last-event-id": str(last)} if last is not None else {})}
        self.closing = False
        self.opened = threading.Event()
        threading.Thread(target=self._listen, daemon=True).start()
        assert self.opened.wait(10)

    def _listen(self) -> None:
        with httpx.stream("GET", self.url, params=self.params, headers=self.headers, timeout=30) as stream:
            assert stream.headers["content-type"].startswith("text/event-stream")
            for line in stream.iter_lines():
                self.opened.set()
                if self.closing:
                    return
                if line.startswith("event: "):
                    kind = line[7:]
                if line.startswith("data: "):
                    with self.news:
                        self.kinds.append(kind)
                        self.heard.append(json.loads(line[6:]))
                        self.news.notify_all()

    def until_kind(self, kind: str, times: int = 1) -> None:
        with self.news:
            assert self.news.wait_for(lambda: self.kinds.count(kind) >= times, 10), self.kinds

    def until(self, version: int) -> dict[str, Any]:
        with self.news:
            assert self.news.wait_for(lambda: self.heard and self.heard[-1]["version"] >= version, 10)
            return self.heard[-1]


def test_both_seats_and_a_spectator_hear_of_an_action(table: Table) -> None:
    ears = {seat: Ear(table, seat) for seat in ("North", "South", None)}
    for seat, ear in ears.items():
        assert ear.until(1)["seat"] == seat
    version = table.step().json()["version"]
    for seat, ear in ears.items():
        heard = ear.until(version)
        assert heard["seat"] == seat
        assert heard["view"] == table.view(seat)["view"]


def test_a_listener_goes_on_where_it_was(table: Table) -> None:
    first = table.step().json()
    second = table.step().json()
    ear = Ear(table, "North", last=first["version"])
    heard = ear.until(second["version"])
    assert {line["version"] for line in heard["entries"]} <= {*range(first["version"] + 1, second["version"] + 1)}


def test_nothing_new_is_not_told(table: Table) -> None:
    version = table.view("North")["version"]
    ear = Ear(table, "North", since=version)
    assert not ear.heard
    told = table.step().json()["version"]
    assert ear.until(told)["version"] == told


def test_the_lines_of_many_versions_are_all_heard(table: Table) -> None:
    ear = Ear(table, "South")
    last = [table.step(pick).json()["version"] for pick in range(8)][-1]
    ear.until(last)
    heard = {(line["version"], line["n"]) for seen in ear.heard for line in seen["entries"]}
    told = {(line["version"], line["n"]) for line in table.view("South")["entries"]}
    assert heard >= told


def test_a_letter_at_once_is_told_to_those_who_wrote_and_get_it_alone(make: Any) -> None:
    """It makes no new version.

    Other seats receive the next turn, but nothing of the letter before.
    """
    table = make(seats=list(SEATS[:3]), clock={"letters": "now"})
    abbey, baron, crown = SEATS[:3]
    version = table.info()["version"]
    ears = {seat: Ear(table, seat, since=version) for seat in (abbey, baron, crown, None)}
    for times, text in enumerate(("Psst", "Well?"), 1):
        letter = table.post("letters", abbey, seat=abbey, to=[baron], text=text)
        assert letter.status_code == 201, letter.text
        for seat in (abbey, baron):
            ears[seat].until_kind("letters", times)
    assert table.info()["version"] == version
    table.all_hand_in()
    for ear in ears.values():
        ear.until_kind("view")
    assert {seat: ear.kinds.count("letters") for seat, ear in ears.items()} == {
        abbey: 2,
        baron: 2,
        crown: 0,
        None: 0,
    }
    assert not any("Psst" in json.dumps(ear.heard) for ear in ears.values())


def test_channels_are_closed_when_nobody_listens(served: Any, table: Table) -> None:
    ear = Ear(table, "North")
    ear.until(1)
    hub = served.app.state.hub
    assert table.match in hub.channels
    ear.closing = True
    table.step()
    for _ in range(100):
        if table.match not in hub.channels:
            break
        threading.Event().wait(0.05)
    assert table.match not in hub.channels
