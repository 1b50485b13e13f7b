"""`palatine serve` in a process of its own: it hears of what other processes write."""

from __future__ import annotations

import threading
from collections.abc import Callable, Iterator
from contextlib import suppress

import httpx
import pytest
from sqlalchemy import delete

from palatine.matches import MatchService, SeatOwner
from palatine.store import Store
from palatine.store.schema_people import sessions
from web.serving.players import BEHIND
from web.serving.server_process import SOON, ServerProcess


@pytest.fixture(scope="module")
def served(tmp_path_factory: pytest.TempPathFactory) -> Iterator[ServerProcess]:
    """A server whose guests have accounts."""
    folder = tmp_path_factory.mktemp("served")
    (folder / "palatine.toml").write_text('[site]\naccess = "open"\n')
    made = ServerProcess(folder / "house.db", "--config", str(folder / "palatine.toml"))
    made.start()
    yield made
    assert made.stop() == ""


@pytest.fixture
def guest(served: ServerProcess) -> Iterator[httpx.Client]:
    with httpx.Client(base_url=served.url, timeout=SOON) as client:
        client.post("/api/me/guest").raise_for_status()
        yield client


@pytest.fixture
def elsewhere(served: ServerProcess) -> Iterator[Store]:
    """A command of the operator, at work in the same database."""
    store = Store.open(served.database, check=False)
    yield store
    store.close()


class Ear:
    """Listens to a match in a thread: the versions that it hears, and when the stream ends."""

    def __init__(self, client: httpx.Client, match: str) -> None:
        self.versions: list[int] = [0]
        self.news = threading.Condition()
        self.is_open = self.is_over = False
        self.url = f"{client.base_url}/api/matches/{match}/events?seat=Hosar"
        self.headers = {"cookie": f"palatine={client.cookies['palatine']}"}
        threading.Thread(target=self._run, daemon=True).start()
        self.wait(lambda: self.is_open)

    def _run(self) -> None:
        with (
            suppress(httpx.TransportError),  # the server has ended
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


def sit_down(guest: httpx.Client) -> str:
    """A match in which the guest holds Hosar."""
    body = {"game": "demonlord", "players": {"Hosar": {"kind": "person", "me": True, "number": "1"}}}
    return str(guest.post("/api/matches", json=body).raise_for_status().json()["match"])


def test_what_another_program_writes_is_heard_soon(guest: httpx.Client, elsewhere: Store) -> None:
    match = sit_down(guest)
    ear = Ear(guest, match)
    _, seats = elsewhere.load(match) or pytest.fail("there is no such match")
    (holder,) = [each.holder for each in seats if each.seat == "Hosar"]
    version = MatchService(elsewhere).hand_over(match, SeatOwner(holder, "Hosar")).version
    ear.wait(lambda: ear.versions[-1] >= version, BEHIND)


@pytest.mark.parametrize("by_operator", [False, True])
def test_a_session_that_ends_ends_its_streams(guest: httpx.Client, elsewhere: Store, by_operator: bool) -> None:
    ear = Ear(guest, sit_down(guest))
    if by_operator:
        elsewhere.database.write(lambda connection: connection.execute(delete(sessions)).rowcount)
    else:
        guest.delete("/api/session").raise_for_status()
    ear.wait(lambda: ear.is_over, BEHIND)
