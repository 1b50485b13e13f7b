"""Spectators: delayed by the agreed number of turns at every request, and excluded if closed."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.store import Store
from palatine.web.app import create_app
from palatine.web.live.listener import ViewRequest

SEATS = ("Abbey", "Baron")
PATHS = (
    "", "/view", "/view?changes=true&since=2", "/text", "/layers", "/boards", "/replay?at=0", "/replay?at=1",
    "/replay?at=2", "/recap", "/recap?since=0", "/chapters", "/recap-between?after=0&upto=99", "/report",
    "/report?turn=1", "/report.txt", "/export", "/story", "/verify", "/chat", "/moderation",
)  # fmt: skip
CLOSED = tuple(path for path in PATHS if path not in ("", "/boards", "/export", "/story", "/verify"))


class Gallery:
    """A match of two accounts, and a spectator."""

    def __init__(self, app: Any, people: AccountService, **terms: Any) -> None:
        self.app = app
        self.ann, self.bea, self.eve = (self._come(people, name) for name in ("Ann", "Bea", "Eve"))
        players = {"Abbey": {"kind": "person", "me": True}, "Baron": {"kind": "person"}}
        asked = {"game": "tithe", "players": players, "terms": {"visibility": "listed", **terms}}
        self.match = self.ann.post("/api/matches", json=asked).json()["match"]
        assert self.bea.post(f"/api/lobby/{self.match}/sit", json={}).status_code == 200

    def _come(self, people: AccountService, name: str) -> Any:
        client: TestClient[Any] = TestClient(self.app, base_url="http://palatine.local")
        account = people.accounts.create_member(name, now())
        client.cookies.set("palatine", people.sign_in(account, "Test", now())[0])
        return client

    def info(self) -> Any:
        return self.ann.get(f"/api/matches/{self.match}").json()

    def run_turn(self) -> None:
        turn = self.info()["turn"]
        for client, seat in ((self.ann, "Abbey"), (self.bea, "Baron")):
            sheet = {"seat": seat, "turn": turn, "text": ""}
            assert client.put(f"/api/matches/{self.match}/orders", json=sheet).status_code == 200

    def seen(self) -> dict[str, tuple[int, str]]:
        """Return all answers that a spectator gets."""
        answers = {path: self.eve.get(f"/api/matches/{self.match}{path}") for path in PATHS}
        answers["page"] = self.eve.get(f"/watch/{self.match}")
        answers["report page"] = self.eve.get(f"/report/{self.match}")
        return {path: (answer.status_code, answer.text) for path, answer in answers.items()}


@pytest.fixture
def site() -> Iterator[Any]:
    store = Store.open(":memory:")
    config = Config(site=SiteSettings(access="open"))
    app = create_app(MatchServices(store), store, ["palatine.local"], config)
    with TestClient(app, base_url="http://palatine.local"):
        yield app, AccountService(MatchServices(store), store.database, config)


def test_a_watcher_is_behind_by_every_route(site: Any) -> None:
    gallery = Gallery(*site, delay=1)
    gallery.run_turn()
    before = gallery.seen()
    assert (gallery.info()["turn"], gallery.eve.get(f"/api/matches/{gallery.match}").json()["turn"]) == (2, 1)
    sheet = {"seat": "Abbey", "turn": 2, "text": ""}
    assert gallery.ann.put(f"/api/matches/{gallery.match}/orders", json=sheet).status_code == 200
    assert gallery.seen() == before
    gallery.run_turn()
    after = gallery.seen()
    assert gallery.eve.get(f"/api/matches/{gallery.match}").json()["turn"] == 2
    assert {path for path in PATHS if after[path] != before[path]} >= {"", "/view", "/text", "/report"}


def test_a_watcher_s_stream_says_nothing_while_they_may_see_nothing_new(site: Any) -> None:
    app, _ = site
    gallery = Gallery(*site, delay=1)
    gallery.run_turn()
    hub = app.state.services.hub
    shown = gallery.eve.get(f"/api/matches/{gallery.match}/view").json()["version"]
    for _ in range(2):
        [(data, version)] = hub.messages_for(gallery.match, [ViewRequest(None, shown, True, False)]).values()
        assert version == shown
        assert b'"turn":1' in data
        sheet = {"seat": "Abbey", "turn": 2, "text": "Aldo builds"}
        gallery.ann.put(f"/api/matches/{gallery.match}/orders", json=sheet)


def test_a_closed_match_is_closed_by_every_route(site: Any) -> None:
    gallery = Gallery(*site, spectators="nobody")
    gallery.run_turn()
    seen = gallery.seen()
    assert {path: status for path, (status, _) in seen.items() if path in CLOSED} == dict.fromkeys(CLOSED, 403)
    assert seen["report page"][0] == 403
    version = gallery.info()["version"]
    gallery.bea.post(f"/api/matches/{gallery.match}/resign", json={"seat": "Baron", "version": version})
    asked = [f"/replay?at=0&seat={seat}" for seat in (*SEATS, "referee")] + ["/story", "/export"]
    assert {gallery.eve.get(f"/api/matches/{gallery.match}{path}").status_code for path in asked} == {403}
    assert gallery.ann.get(f"/api/matches/{gallery.match}/replay?at=0").status_code == 200
