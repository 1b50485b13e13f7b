"""Many processes are one house: whoever is asked, whatever is written elsewhere, whatever hangs."""

from __future__ import annotations

import json
import os
import re
import signal
import socket
import threading
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from time import monotonic
from typing import Any

import httpx
import pytest
from sqlalchemy import delete

from palatine.matches import MatchService
from palatine.store import Store
from palatine.store.schema_people import sessions
from palatine.web.workers.shards import shard_of
from web.workers.many import BEHIND, HOST, SOON, ManyProcesses, request

SEATS = ("Hosar", "Demon")


@pytest.fixture
def elsewhere(many: ManyProcesses) -> Iterator[MatchService]:
    """A command of the operator, at work in the same database."""
    store = Store.open(many.place, check=False)
    yield MatchService(store)
    store.close()


def new_match(client: httpx.Client, place: int, **players: Any) -> tuple[str, dict[str, str]]:
    """A match that falls to the worker at a place of two, and its keys."""
    seats = {seat: {"kind": "person", "name": seat, "number": "1"} for seat in SEATS} | players
    while True:
        made = client.post("/api/matches", json={"game": "demonlord", "players": seats}).raise_for_status().json()
        if shard_of(made["match"]) % 2 == place:
            return made["match"], made["keys"]


def sit_down(guest: httpx.Client, place: int) -> str:
    """A match of the worker at that place in which the account of `guest` holds Hosar."""
    body = {"game": "demonlord", "players": {"Hosar": {"kind": "person", "me": True}}}
    while True:
        made = guest.post("/api/matches", json=body).raise_for_status().json()
        if shard_of(made["match"]) % 2 == place:
            return str(made["match"])


def act(client: httpx.Client, match: str, keys: dict[str, str]) -> int:
    """One action of whoever is asked; the version it leads to."""
    for seat, key in keys.items():
        headers = {"authorization": f"Bearer {key}"}
        sight = client.get(f"/api/matches/{match}/sight?seat={seat}", headers=headers).raise_for_status().json()
        if seat in sight["view"]["asked"]:
            choice = sight["view"]["choices"][0]
            action = {"verb": choice["verb"], "operand": choice["operand"]}
            body = {"seat": seat, "actions": [action], "version": sight["version"]}
            done = client.post(f"/api/matches/{match}/actions", json=body, headers=headers).raise_for_status()
            return int(done.json()["version"])
    raise AssertionError("nobody is asked")


class Ear:
    """Listens in a thread: what versions it hears, and when the stream ends."""

    def __init__(self, client: httpx.Client, match: str, seat: str, **headers: str) -> None:
        self.versions: list[int] = [0]
        self.news = threading.Condition()
        self.is_open = self.is_over = False
        self.url = f"{client.base_url}/api/matches/{match}/events?seat={seat}"
        self.headers = headers
        threading.Thread(target=self._run, daemon=True).start()
        self.wait(lambda: self.is_open)

    def _run(self) -> None:
        with (
            suppress(httpx.TransportError),  # whoever held it has died
            httpx.stream("GET", self.url, headers=self.headers, timeout=SOON) as stream,
        ):
            for line in stream.raise_for_status().iter_lines():
                self._note(line)
        with self.news:
            self.is_over = True
            self.news.notify_all()

    def _note(self, line: str) -> None:
        with self.news:
            self.is_open = True
            if line.startswith("id: "):
                self.versions.append(int(line[4:]))
            self.news.notify_all()

    def wait(self, holds: Callable[[], bool], seconds: float = SOON) -> None:
        with self.news:
            assert self.news.wait_for(holds, seconds), self.versions

    def until(self, version: int, seconds: float = SOON) -> None:
        self.wait(lambda: self.versions[-1] >= version, seconds)


def bearer(key: str) -> dict[str, str]:
    return {"authorization": f"Bearer {key}"}


@contextmanager
def connected(many: ManyProcesses) -> Iterator[socket.socket]:
    with socket.create_connection((HOST, many.port), timeout=SOON) as opened:
        yield opened


def answer(connection: socket.socket) -> tuple[int, Any]:
    """The next answer on a connection: its status, and what it holds."""
    with connection.makefile("rb") as file:
        status = int(file.readline().split()[1])
        length = 0
        while (line := file.readline()) != b"\r\n":
            name, _, value = line.lower().partition(b":")
            length = int(value) if name == b"content-length" else length
        return status, json.loads(file.read(length))


def test_one_connection_asks_for_matches_of_both_workers(many: ManyProcesses, client: httpx.Client) -> None:
    found = [new_match(client, place)[0] for place in (0, 1)]
    with connected(many) as connection:
        for match in found * 4:
            connection.sendall(request("GET", f"/api/matches/{match}"))
            status, told = answer(connection)
            assert (status, told["match"]) == (200, match)


def test_a_request_that_comes_in_pieces_moves_as_well(many: ManyProcesses, client: httpx.Client) -> None:
    for match in [new_match(client, place)[0] for place in (0, 1)]:
        with connected(many) as connection:
            connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
            data = request("GET", f"/api/matches/{match}")
            for at in range(0, len(data), 7):
                connection.sendall(data[at : at + 7])
            assert answer(connection)[1]["match"] == match


def test_a_request_close_behind_another_is_sent_away(many: ManyProcesses, client: httpx.Client) -> None:
    found = [new_match(client, place)[0] for place in (0, 1)]
    with connected(many) as connection:
        connection.sendall(b"".join(request("GET", f"/api/matches/{match}") for match in found))
        with connection.makefile("rb") as file:
            answered = file.read().decode()
    assert answered.startswith("HTTP/1.1 200")
    assert answered.count("HTTP/1.1 ") == 2
    assert "HTTP/1.1 503" in answered
    assert "retry-after: 1" in answered


def test_both_hear_of_what_is_done_whichever_worker_holds_the_match(client: httpx.Client) -> None:
    for place in (0, 1):
        match, keys = new_match(client, place)
        ears = [Ear(client, match, seat, **bearer(key)) for seat, key in keys.items()]
        version = act(client, match, keys)
        for ear in ears:
            ear.until(version)


def test_what_another_program_writes_is_heard_soon(client: httpx.Client, elsewhere: MatchService) -> None:
    for place in (0, 1):
        match, keys = new_match(client, place)
        ear = Ear(client, match, "Hosar", **bearer(keys["Hosar"]))
        ear.until(elsewhere.hand_over(match, keys["Demon"]).version, BEHIND)


@pytest.mark.parametrize("by_operator", [False, True])
def test_a_session_that_ends_ends_its_streams_on_every_worker(inn: ManyProcesses, by_operator: bool) -> None:
    with httpx.Client(base_url=f"http://{HOST}:{inn.port}", timeout=10) as guest:
        cookie = guest.post("/api/me/guest").raise_for_status().cookies["palatine"]
        ears = [Ear(guest, sit_down(guest, place), "Hosar", cookie=f"palatine={cookie}") for place in (0, 1)]
        if by_operator:
            store = Store.open(inn.place, check=False)
            store.database.write(lambda connection: connection.execute(delete(sessions)).rowcount)
            store.close()
        else:
            guest.delete("/api/session").raise_for_status()
        for ear in ears:
            ear.wait(lambda ear=ear: ear.is_over, BEHIND)  # type: ignore[misc]


def test_bots_play_whichever_worker_makes_the_match(client: httpx.Client) -> None:
    for place in (0, 1):
        match, keys = new_match(client, place, Demon={"kind": "bot", "bot": "recruit"})
        until = monotonic() + SOON
        while "Hosar" not in client.get(f"/api/matches/{match}").json()["asked"]:
            assert monotonic() < until, "the bot does not play"
        assert act(client, match, keys) > 1


def test_each_worker_is_ready(many: ManyProcesses, client: httpx.Client) -> None:
    for place in (0, 1):  # a connection that asked for a match stays with its worker, whom the next question finds
        with httpx.Client(base_url=client.base_url, timeout=10) as one:
            match, _ = new_match(one, place)
            one.get(f"/api/matches/{match}").raise_for_status()
            told = one.get("/readyz")
        assert (told.status_code, told.text) == (200, "Ready.\n")


def test_whichever_worker_is_asked_tells_what_all_have_measured(client: httpx.Client) -> None:
    before = actions_done(client)
    for place in (0, 1):
        match, keys = new_match(client, place)
        act(client, match, keys)
    assert actions_done(client) == before + 2


def test_whichever_worker_shows_the_house_to_its_operator_tells_who_listens_anywhere(client: httpx.Client) -> None:
    for place in (0, 1):
        match, keys = new_match(client, place)
        Ear(client, match, "Hosar", **bearer(keys["Hosar"])).until(1)
    for place in (0, 1):
        with httpx.Client(base_url=client.base_url, timeout=10) as one:
            one.get(f"/api/matches/{new_match(one, place)[0]}").raise_for_status()
            shown = one.get("/office/house", headers={"accept": "text/html"}).raise_for_status().text
            told = one.get("/metrics").raise_for_status().text
        everywhere = re.search(r'^palatine_listeners{to="matches"} (\d+)\.0$', told, re.MULTILINE)
        here = re.search(r"Watching or playing a match.*?(\d+)", shown, re.DOTALL)
        assert everywhere is not None
        assert here is not None
        assert here[1] == everywhere[1]


def actions_done(client: httpx.Client) -> int:
    told = client.get("/metrics", headers={"connection": "close"}).raise_for_status().text
    found = re.search(r'^palatine_actions_total{game="demonlord",result="done"} (\d+)\.0$', told, re.MULTILINE)
    return int(found[1]) if found else 0


def test_a_worker_that_hangs_is_replaced(many: ManyProcesses, client: httpx.Client) -> None:
    found = [new_match(client, place)[0] for place in (0, 1)]
    before = many.children()
    hanging = before[1]
    os.kill(hanging, signal.SIGSTOP)
    until = monotonic() + SOON
    while hanging in many.children() or len(many.children()) < len(before):
        assert monotonic() < until, "it still has its place"
    for match in found:
        assert client.get(f"/api/matches/{match}").json()["match"] == match


def test_mail_that_is_tried_out_is_seen_whichever_worker_is_asked(tmp_path: Path) -> None:
    served = ManyProcesses(tmp_path / "house.db", 2, "--mail", "demo")
    served.start()
    base = f"http://{HOST}:{served.port}/post/demo"
    mail = {"sender": "bea@home.test", "to": "cai@home.test", "subject": "x", "text": "y"}
    until = monotonic() + SOON
    try:
        while httpx.post(base, json=mail, timeout=10).status_code != 200:
            assert monotonic() < until, "nobody takes mail"
        assert all("cai@home.test" in httpx.get(base, timeout=10).text for _ in range(20))
    finally:
        errors = served.stop()
    assert errors == ""
