"""What befalls two machines and their database besides death: it is away for long, slow, or of another version."""

from __future__ import annotations

from collections.abc import Iterator
from time import monotonic

import httpx
import msgspec
import pytest

from databases import Cluster
from palatine.matches import MatchService
from palatine.store import Store
from palatine.store.engine import connect
from palatine.store.machines import NEWS
from palatine.web.workers.herald import Herald
from palatine.web.workers.roads import News, Wake
from services.machines import client_of
from services.test_machines import new_match
from web.workers.many import BEHIND, SOON, ManyProcesses
from web.workers.test_many import Ear, act, bearer


@pytest.fixture(scope="module")
def url(durable: Cluster) -> Iterator[str]:
    made = durable.make(durable.template)
    yield made
    durable.drop(made)


class Played:
    """A match on each machine, and who listens to it at the other."""

    def __init__(self, url: str, clients: list[httpx.Client]) -> None:
        self.clients = clients
        self.matches = [new_match(url, clients[0], client.base_url.host) for client in clients]
        self.versions = [act(clients[0], *each) for each in self.matches]

    def get(self) -> list[int]:
        """The status of each match at each machine."""
        return [each.get(f"/api/matches/{match}").status_code for each in self.clients for match, _ in self.matches]

    def until_it_goes_on(self) -> None:
        end = monotonic() + SOON
        while set(self.get()) != {200}:
            assert monotonic() < end, "it does not come back"

    def check(self) -> None:
        """Nothing is lost, and listeners hear at every machine of what is done now."""
        for (match, keys), before in zip(self.matches, self.versions, strict=True):
            ears = [Ear(each, match, "Hosar", **bearer(keys["Hosar"])) for each in self.clients]
            version = act(self.clients[1], match, keys)
            assert version == before + 1
            for ear in ears:
                ear.until(version, BEHIND)


@pytest.mark.parametrize("seconds", [4, 60])
def test_while_the_database_is_away_all_machines_say_so_and_then_go_on(
    durable: Cluster, url: str, clients: list[httpx.Client], seconds: int
) -> None:
    played = Played(url, clients)
    durable.stop()
    end = monotonic() + seconds
    while monotonic() < end:
        assert set(played.get()) == {503}
    durable.start()
    played.until_it_goes_on()
    played.check()


def test_when_the_database_answers_after_seconds_requests_wait_and_none_is_done_twice(
    durable: Cluster, url: str, clients: list[httpx.Client]
) -> None:
    played = Played(url, clients)
    durable.freeze()
    end = monotonic() + 4
    try:
        for each in clients:
            with pytest.raises(httpx.TimeoutException):
                each.get(f"/api/matches/{played.matches[0][0]}", timeout=1)
        while monotonic() < end:
            assert all(each.get("/healthz").status_code == 200 for each in clients)
    finally:
        durable.thaw()
    played.until_it_goes_on()
    played.check()


def test_a_server_of_an_older_version_beside_them_plays_safely(
    url: str, two: list[ManyProcesses], clients: list[httpx.Client]
) -> None:
    """It knows of no machines, as one that was begun without an inner address."""
    older = ManyProcesses(url, 1, host="127.0.0.4")
    older.start()
    try:
        with client_of(older) as client:
            for match, keys in [new_match(url, clients[0], each.base_url.host) for each in clients]:
                ears = [Ear(each, match, "Hosar", **bearer(keys["Hosar"])) for each in (*clients, client)]
                for each in (client, *clients, client):
                    version = act(each, match, keys)
                    for ear in ears:
                        ear.until(version, BEHIND)
    finally:
        older.stop()
    store = Store.open(url, check=False)
    assert [finding for finding in MatchService(store).audit() if finding.kind != "rules"] == []
    store.close()


def test_what_a_newer_version_tells_is_passed_over(url: str) -> None:
    database = connect(url)
    heard: list[object] = []
    herald = Herald(database, heard.append, lambda: heard.append("rights"))
    herald._hear(NEWS, '{"type":"dances","match":"m"}')
    herald._hear(NEWS, "no word at all")
    for word in (News("m", 3, ("North",)), Wake("m")):
        herald._hear(NEWS, msgspec.json.encode(word).decode())
    assert heard == [News("m", 3, ("North",)), Wake("m")]
    herald.close()
    database.close()
