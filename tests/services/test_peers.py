"""Equal processes on one PostgreSQL database, which notify each other and divide the work."""

from __future__ import annotations

import signal
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from typing import Any

import httpx
import pytest

from databases import Cluster
from palatine import registry
from palatine.accounts.sessions import Sessions
from palatine.matches import MatchService, MatchServices
from palatine.matches.clock import now
from palatine.store import Store, engine
from palatine.store.peers.claims import Claims
from palatine.testing.examples.ford import GAME
from palatine.web.background import change_poller, database_events, deadlines
from palatine.web.background.bot_worker import BotWorker
from palatine.web.background.peers import Peers
from services.statements import OPEN, Duel
from waiting import until
from web.helpers import Served
from web.serving.server_process import ServerProcess

BOTS = {"North": {"kind": "bot", "bot": "recruit"}, "South": {"kind": "bot", "bot": "recruit"}}
LONG = "adventurer-kings"
"""A game in which bots play for more than a minute."""


@pytest.fixture(scope="module", autouse=True)
def ford_is_known() -> None:
    registry.register("ford", GAME)


@pytest.fixture
def url(cluster: Cluster) -> Iterator[str]:
    made = cluster.make(cluster.template)
    yield made
    cluster.drop(made)


@contextmanager
def serving(url: str) -> Iterator[Served]:
    made = Served(url, OPEN)  # type: ignore[arg-type]
    made.start()
    try:
        until(lambda: made.store.database.notified is not None)
        yield made
    finally:
        made.stop()
        made.store.close()


@pytest.fixture
def nobody_looks(monkeypatch: pytest.MonkeyPatch) -> None:
    """Disable polling, so that only notifications announce changes."""
    monkeypatch.setattr(change_poller, "POLL_SECONDS", 600.0)
    monkeypatch.setattr(engine, "MAX_CACHE_AGE", 600.0)


@pytest.fixture
def two(url: str) -> Iterator[tuple[Served, Served]]:
    """Yield two connected processes, as far as a database can tell."""
    with serving(url) as one, serving(url) as other:
        until(lambda: events_of(one).has_others and events_of(other).has_others)
        yield one, other


def events_of(served: Served) -> database_events.DatabaseEvents:
    assert served.peers is not None
    return served.peers.events


class Stream:
    """A listener of a match like the page, with what it was sent."""

    def __init__(self, served: Served, duel: Duel, seat: str) -> None:
        self.versions: list[int] = []
        self.has_ended = threading.Event()
        wanted = {"seat": seat, "since": "0", "changes": "true"}
        cookies = dict(duel.players[seat].client.cookies)
        self.given: Any = {"url": f"{served.url}{duel.path}/events", "params": wanted, "cookies": cookies}
        threading.Thread(target=self._listen, daemon=True).start()
        until(lambda: bool(self.versions))

    def _listen(self) -> None:
        with httpx.stream("GET", **self.given, timeout=60) as stream:
            for line in stream.iter_lines():
                if line.startswith("id: "):
                    self.versions.append(int(line[4:]))
        self.has_ended.set()

    def has(self, version: int) -> bool:
        return self.versions[-1] >= version


@pytest.mark.usefixtures("nobody_looks")
def test_who_listens_to_another_process_is_told_at_once(two: tuple[Served, Served]) -> None:
    one, other = two
    duel = Duel(one)
    stream = Stream(other, duel, "North")
    for number in range(4):
        duel.act(number)
        version = one.services.matches.info(duel.match).version
        until(lambda version=version: stream.has(version))  # type: ignore[misc]
        assert other.services.matches.info(duel.match).version == version


def test_a_lost_notification_costs_a_look(two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(database_events, "encode_payloads", lambda written: iter(()))
    one, other = two
    duel = Duel(one)
    stream = Stream(other, duel, "North")
    duel.act()
    until(lambda: stream.has(one.services.matches.info(duel.match).version))


def test_nothing_is_sent_where_nobody_listens(url: str) -> None:
    with serving(url) as one:
        threading.Event().wait(1.5 * database_events.COUNT_SECONDS)
        assert not events_of(one).has_others
        duel = Duel(one)
        duel.act()
        assert events_of(one)._written.empty()
        with serving(url):
            until(lambda: events_of(one).has_others)
        until(lambda: not events_of(one).has_others)


@pytest.mark.usefixtures("nobody_looks")
def test_a_session_that_has_ended_opens_nothing_anywhere(two: tuple[Served, Served]) -> None:
    one, _ = two
    duel = Duel(one)
    streams = [Stream(each, duel, "North") for each in two]
    account = one.services.runtime.open(duel.match).seats[0].owner
    sessions = Sessions(one.store.database)
    (session,) = sessions.of_account(account, now())
    assert sessions.end(account, session.id)
    for stream in streams:
        assert stream.has_ended.wait(20)
    for served in two:
        shown = dict(duel.players["North"].client.cookies)
        asked = httpx.get(f"{served.url}{duel.path}/view", params={"seat": "North"}, cookies=shown)
        assert asked.status_code == 403


def test_bots_of_a_match_think_in_one_process(two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    assert other.peers is not None
    thinks, may_go_on, others = threading.Event(), threading.Event(), [0]

    def think(match: str) -> bool:
        thinks.set()
        assert may_go_on.wait(20)
        return MatchService.step_bots(one.services.matches, match)

    def think_too(match: str) -> bool:
        others[0] += 1
        return MatchService.step_bots(other.services.matches, match)

    monkeypatch.setattr(one.services.matches, "step_bots", think)
    monkeypatch.setattr(other.services.matches, "step_bots", think_too)
    match = one.services.matches.create("ford", players=BOTS).match
    assert thinks.wait(20)
    for _ in range(3):
        assert not other.peers.step(match)
    assert others == [0]
    may_go_on.set()
    until(lambda: one.services.matches.info(match).status == "over")
    until(lambda: other.peers.claims.acquire(match))  # type: ignore[union-attr]


def test_bots_do_not_play_on_after_their_claim_is_lost(cluster: Cluster, url: str) -> None:
    database, other = engine.connect(url), Claims(engine.connect(url))
    peers = Peers(database)
    matches = MatchServices(Store(database), "background").matches
    match = matches.create(LONG, players=bots_of(LONG)).match
    peers.join(matches, BotWorker(lambda match: False))
    assert peers.step(match)
    assert not other.acquire(match)
    assert peers.claims._session is not None
    cluster.run(f"SELECT pg_terminate_backend({peers.claims._session.number})")
    until(lambda: other.acquire(match))
    peers.claims.renew()  # finds out that its session has ended
    stood = version(Store(database), match)
    assert not peers.step(match)
    assert version(Store(database), match) == stood
    other.close()
    until(lambda: peers.step(match))
    peers.claims.close()


def test_a_deadline_is_seen_to_by_one_process(two: tuple[Served, Served], monkeypatch: pytest.MonkeyPatch) -> None:
    one, other = two
    persons = {seat: {"kind": "person", "number": "1"} for seat in ("North", "South")}
    match = one.services.matches.create("ford", players=persons, pace="steady").match
    later = "2126-01-01T00:00:00.000Z"
    assert one.peers is not None
    assert other.peers is not None
    with one.peers.claims.claim(match) as is_mine:
        assert is_mine
        assert deadlines.DeadlineRunner(other.services.clocks, None, other.peers.assignment).run_due(later) == []
    assert deadlines.DeadlineRunner(other.services.clocks, None, other.peers.assignment).run_due(later) == [match]


class Mail:
    """A companion that only the leader runs; its port is in use at first."""

    def __init__(self) -> None:
        self.tries = 0
        self.runs = False

    def start(self) -> None:
        self.tries += 1
        if self.tries == 1:
            raise OSError("address already in use")
        assert not self.runs
        self.runs = True

    def stop(self) -> None:
        assert self.runs
        self.runs = False


def test_mail_runs_where_the_leader_is_and_nowhere_else(cluster: Cluster, url: str) -> None:
    database, other = engine.connect(url), Claims(engine.connect(url))
    peers, mail = Peers(database), Mail()
    peers.leader_work = mail
    peers.join(MatchServices(Store(database)).matches, BotWorker(lambda match: False))
    peers.start()
    until(lambda: mail.runs)
    assert mail.tries == 2
    take_over(cluster, peers.claims, other)
    until(lambda: not mail.runs)
    assert not peers.assignment.on_duty()
    other.close()
    until(lambda: mail.runs)
    assert peers.assignment.on_duty()
    peers.close()
    peers.wait()
    assert not mail.runs


def take_over(cluster: Cluster, leader: Claims, other: Claims) -> None:
    """End the leader's session repeatedly until another process has become leader."""

    def is_taken() -> bool:
        if leader._session is not None:
            cluster.run(f"SELECT pg_terminate_backend({leader._session.number})")
        return other.renew()

    until(is_taken)


@pytest.mark.parametrize("how", [signal.SIGKILL, signal.SIGSTOP])
def test_what_a_process_did_that_is_killed_or_frozen_another_does(url: str, how: signal.Signals) -> None:
    first = ServerProcess(url, PALATINE_SITE_ACCESS="open")
    first.start()
    others = Claims(engine.connect(url))
    try:
        until(lambda: has_leader(url))
        with (
            serving(url) as second,
            httpx.Client(base_url=first.url, timeout=30) as client,
        ):
            assert second.peers is not None
            made = client.post("/api/matches", json={"game": LONG, "players": bots_of(LONG)})
            assert made.status_code == 201, made.text
            match = made.json()["match"]
            until(lambda: version(second.store, match) > 3)
            until(lambda: is_claimed(others, match))
            assert not second.peers.claims.is_leader
            assert not second.peers.claims.holds(match)
            assert first.process is not None
            first.process.send_signal(how)
            until(lambda: second.peers.claims.is_leader)  # type: ignore[union-attr]
            stood = version(second.store, match)
            until(lambda: version(second.store, match) > stood + 1, seconds=60)
    finally:
        first.kill()
        others.close()


def has_leader(url: str) -> bool:
    """Return whether another process leads; if none does, none can while this asks."""
    claims = Claims(engine.connect(url))
    try:
        return not claims.renew()
    finally:
        claims.close()


def is_claimed(claims: Claims, match: str) -> bool:
    """Return whether a session other than that of `claims` has claimed a match."""
    with claims.claim(match) as is_free:
        return not is_free


def bots_of(game: str) -> dict[str, Any]:
    return {seat: {"kind": "bot", "bot": "recruit"} for seat in registry.load(game).scenarios[0].tables[0]}


def version(store: Store, match: str) -> int:
    found = store.load(match)
    assert found is not None
    return found[0].version
