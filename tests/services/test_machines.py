"""Two machines are one house: whoever is asked, whatever is written elsewhere, whoever comes, goes or dies."""

from __future__ import annotations

import asyncio
import signal
from collections.abc import Iterator
from contextlib import ExitStack
from pathlib import Path
from time import monotonic

import httpx
import pytest
from sqlalchemy import delete

from databases import Cluster
from palatine.matches import MatchService
from palatine.store import Store
from palatine.store.schema_people import sessions
from palatine.web.workers.shards import shard_of
from services.machines import SECRET, client_of, found_at, is_even, machine, machines
from web.workers.conftest import OPEN
from web.workers.many import BEHIND, SOON, ManyProcesses
from web.workers.siege import until
from web.workers.test_many import SEATS, Ear, act, bearer


@pytest.fixture(scope="module")
def url(cluster: Cluster) -> Iterator[str]:
    made = cluster.make(cluster.template)
    yield made
    cluster.drop(made)


def holder_of(url: str, match: str) -> str:
    """The host of the machine that holds a match; "" while none does."""
    found = found_at(url)
    hosts = {each.id: each.address.partition(":")[0] for each in found.machines}
    return hosts.get(found.shards.get(shard_of(match), ""), "")


def new_match(url: str, client: httpx.Client, host: str, **players: object) -> tuple[str, dict[str, str]]:
    """A match that is made at one machine and falls to another, and its keys."""
    seats = {seat: {"kind": "person", "name": seat, "number": "1"} for seat in SEATS} | players
    while True:
        made = client.post("/api/matches", json={"game": "demonlord", "players": seats}).raise_for_status().json()
        if holder_of(url, made["match"]) == host:
            return made["match"], made["keys"]


def pairs(url: str, clients: list[httpx.Client]) -> Iterator[tuple[str, dict[str, str]]]:
    """A match for each machine that it is made at, and each that it falls to."""
    for client in clients:
        for other in clients:
            yield new_match(url, client, other.base_url.host)


def test_whichever_machine_is_asked_answers_as_the_other_does(url: str, clients: list[httpx.Client]) -> None:
    for match, keys in pairs(url, clients):
        for client in clients:
            version = act(client, match, keys)
            told = [each.get(f"/api/matches/{match}", headers=bearer(keys["Hosar"])) for each in clients]
            assert [each.json()["version"] for each in told] == [version, version]
            assert told[0].json() == told[1].json()
            assert [each.headers["content-type"] for each in told] == ["application/json"] * 2
        heads = [client.head(f"/play/{match}") for client in clients]
        assert {each.status_code for each in heads} == {heads[0].status_code}


def test_both_hear_at_both_machines_of_what_is_done_at_either(url: str, clients: list[httpx.Client]) -> None:
    for match, keys in pairs(url, clients):
        ears = [Ear(client, match, seat, **bearer(key)) for client in clients for seat, key in keys.items()]
        for client in clients:
            version = act(client, match, keys)
            for ear in ears:
                ear.until(version)


def test_bots_play_once_whichever_machine_makes_the_match(url: str, clients: list[httpx.Client]) -> None:
    for client in clients:
        for other in clients:
            bot = {"Demon": {"kind": "bot", "bot": "recruit"}}
            match, keys = new_match(url, client, other.base_url.host, **bot)
            end = monotonic() + SOON
            while "Hosar" not in client.get(f"/api/matches/{match}").json()["asked"]:
                assert monotonic() < end, "the bot does not play"
            assert act(client, match, keys) > 1
    store = Store.open(url, check=False)
    assert [finding for finding in MatchService(store).audit() if finding.kind != "rules"] == []
    store.close()


def test_what_another_program_writes_is_heard_soon(url: str, clients: list[httpx.Client]) -> None:
    store = Store.open(url, check=False)
    for match, keys in pairs(url, clients):
        ears = [Ear(client, match, "Hosar", **bearer(keys["Hosar"])) for client in clients]
        version = MatchService(store).hand_over(match, keys["Demon"]).version
        for ear in ears:
            ear.until(version, BEHIND)
    store.close()


def test_who_does_not_know_the_word_is_not_let_in_by_the_inner_door(two: list[ManyProcesses]) -> None:
    host, _, port = two[0].around["PALATINE_SERVER_INNER"].partition(":")
    pretence = {"palatine-client": "10.1.1.1 1", "palatine-scheme": "https", "palatine-hops": "1"}
    with httpx.Client(base_url=f"http://{host}:{port}", timeout=SOON) as stranger:
        for headers in ({}, pretence, pretence | {"palatine-word": SECRET}):
            for path in ("/", "/api/games", "/metrics", "/api/matches/abcdefgh234567"):
                assert stranger.get(path, headers=headers).status_code == 403


def test_a_second_house_at_the_same_inner_address_does_not_start(two: list[ManyProcesses], url: str) -> None:
    third = machine(url, 1)
    third.around["PALATINE_SERVER_INNER"] = two[0].around["PALATINE_SERVER_INNER"]
    with pytest.raises(AssertionError, match="ddress already in use"):
        third.start()


@pytest.mark.parametrize("by_operator", [False, True])
def test_a_session_that_ends_ends_its_streams_on_every_machine(
    cluster: Cluster, tmp_path: Path, by_operator: bool
) -> None:
    (tmp_path / "palatine.toml").write_text(OPEN)
    url = cluster.make(cluster.template)
    with machines(url, 2, 1, "--config", str(tmp_path / "palatine.toml")) as served, ExitStack() as stack:
        clients = [stack.enter_context(client_of(each)) for each in served]
        cookie = clients[0].post("/api/me/guest").raise_for_status().cookies["palatine"]
        ears = []
        for client in clients:
            body = {"game": "demonlord", "players": {"Hosar": {"kind": "person", "me": True}}}
            headers = {"cookie": f"palatine={cookie}"}
            match = client.post("/api/matches", json=body, headers=headers).raise_for_status().json()["match"]
            ears += [Ear(each, match, "Hosar", cookie=f"palatine={cookie}") for each in clients]
        if by_operator:
            store = Store.open(url, check=False)
            store.database.write(lambda connection: connection.execute(delete(sessions)).rowcount)
            store.close()
        else:
            clients[1].delete("/api/session", headers={"cookie": f"palatine={cookie}"}).raise_for_status()
        for ear in ears:
            ear.wait(lambda ear=ear: ear.is_over, BEHIND)  # type: ignore[misc]
    cluster.drop(url)


def test_who_comes_gets_its_part_and_who_goes_gives_it_back(two: list[ManyProcesses], url: str) -> None:
    before = found_at(url).shards
    third = machine(url, 3, 2)
    third.start()
    asyncio.run(until(lambda: is_even(url, 3)))
    with_three = found_at(url).shards
    moved = [shard for shard, holder in before.items() if with_three[shard] != holder]
    assert len(moved) == list(with_three.values()).count(with_three[moved[0]]), "only what the third got has moved"
    third.stop()
    asyncio.run(until(lambda: is_even(url, 2)))


def test_what_a_dead_machine_held_is_held_by_the_other(cluster: Cluster) -> None:
    own = cluster.make(cluster.template)
    with machines(own, 2, 1) as served, client_of(served[0]) as client:
        match, keys = new_match(own, client, served[1].host)
        ear = Ear(client, match, "Hosar", **bearer(keys["Hosar"]))
        served[1].cut_power()
        ear.wait(lambda: ear.is_over)
        assert act(client, match, keys) > 1
        assert holder_of(own, match) == served[0].host
    assert found_at(own) == ((), {})
    cluster.drop(own)


def test_a_machine_that_has_slept_answers_as_the_one_that_took_its_matches(cluster: Cluster) -> None:
    own = cluster.make(cluster.template)
    with machines(own, 2, 1) as served, ExitStack() as stack:
        clients = [stack.enter_context(client_of(each)) for each in served]
        match, keys = new_match(own, clients[0], served[1].host)
        act(clients[1], match, keys)
        served[1].signal(signal.SIGSTOP)
        asyncio.run(until(lambda: holder_of(own, match) == served[0].host))
        version = act(clients[0], match, keys)
        served[1].signal(signal.SIGCONT)
        assert clients[1].get(f"/api/matches/{match}").json()["version"] == version
        asyncio.run(until(lambda: is_even(own, 2)))
        assert act(clients[1], match, keys) == version + 1
    cluster.drop(own)
