"""Matches played over HTTP, and a server in a thread."""

from __future__ import annotations

import socket
import threading
import time
from pathlib import Path
from typing import Any

import uvicorn

from palatine.config import Config
from palatine.matches import MatchCreated, MatchServices
from palatine.store import Store
from palatine.web import create_app
from palatine.web.background.bot_worker import BotWorker
from palatine.web.background.peers import Peers
from palatine.web.middleware.connections import GuardedProtocol


class Table:
    """A match of Ford with both seats taken, and methods to play it over HTTP."""

    def __init__(self, client: Any, made: MatchCreated | None = None, **more: Any) -> None:
        self.client = client
        if made is None:
            answer = client.post("/api/matches", json={"game": "ford", "forced": False, **more}).json()
            made = MatchCreated(answer["match"], answer["keys"])
        self.match = made.match
        self.keys = made.keys
        self.base = f"/api/matches/{self.match}"
        if client.get(self.base).json()["status"] == "open":
            for seat in self.keys:
                self.post("seats", seat, key=self.keys[seat], name=seat, number="7")
        client.cookies.clear()

    def headers(self, seat: str | None) -> dict[str, str]:
        return {"authorization": f"Bearer {self.keys[seat]}"} if seat else {}

    def get(self, path: str, seat: str | None = None, /, **query: Any) -> Any:
        if seat:
            query["seat"] = seat
        return self.client.get(f"{self.base}/{path}", params=query, headers=self.headers(seat))

    def post(self, path: str, seat: str | None, /, **body: Any) -> Any:
        return self.client.post(f"{self.base}/{path}", json=body, headers=self.headers(seat))

    def put(self, path: str, seat: str | None, /, **body: Any) -> Any:
        return self.client.put(f"{self.base}/{path}", json=body, headers=self.headers(seat))

    def view(self, seat: str | None) -> Any:
        return self.get("view", seat).json()

    def act(self, seat: str, verb: str, operand: int, version: int) -> Any:
        return self.post("actions", seat, seat=seat, actions=[{"verb": verb, "operand": operand}], version=version)

    def asked(self) -> list[str]:
        found: list[str] = self.client.get(self.base).json()["asked"]
        return found

    def step(self, pick: int = 0) -> Any:
        """Take a choice for the seat whose turn it is and return the response."""
        (seat,) = self.asked()
        seen = self.view(seat)
        choices = seen["view"]["choices"]
        choice = choices[pick % len(choices)]
        return self.act(seat, choice["verb"], choice["operand"], seen["version"])


class OrdersTable(Table):
    """A match of Tithe, and methods to play it over HTTP."""

    def hand_in(self, seat: str, text: str = "", turn: int = 1) -> Any:
        return self.put("orders", seat, seat=seat, turn=turn, text=text)

    def check(self, seat: str, text: str) -> Any:
        answer = self.post("check", seat, seat=seat, text=text)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def draft(self, seat: str) -> Any:
        return self.get("draft", seat).json()

    def info(self) -> Any:
        return self.client.get(self.base).json()

    def all_hand_in(self, turn: int = 1) -> None:
        for seat in self.keys:
            assert self.hand_in(seat, turn=turn).status_code == 200


class Served:
    """A server in a thread of this process."""

    def __init__(self, place: Path, config: Config | None = None, senders: Any = None) -> None:
        self.store = Store.open(place)
        self.peers = None if self.store.database.is_sqlite else Peers(self.store.database)
        self.worker = BotWorker(
            lambda match: self.services.matches.step_bots(match) if self.peers is None else self.peers.step(match),
            lambda match: self.services.matches.has_human(match),
        )
        announcer = None if self.peers is None else self.peers.events
        self.services = MatchServices(self.store, bots="background", announcer=announcer, wake=self.worker.wake)
        if self.peers is not None:
            self.peers.join(self.services.matches, self.worker)
        self.app = self.make_app(config, senders)
        settings = uvicorn.Config(
            self.app,
            http=GuardedProtocol,
            ws="none",
            log_level="warning",
            lifespan="on",
            timeout_graceful_shutdown=1,
            forwarded_allow_ips=list((config or Config()).server.trusted_proxies),
        )
        self.server = uvicorn.Server(settings)
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.url = f"http://127.0.0.1:{self.socket.getsockname()[1]}"
        self.thread = threading.Thread(target=self.server.run, kwargs={"sockets": [self.socket]}, daemon=True)

    def make_app(self, config: Config | None, senders: Any) -> Any:
        return create_app(self.services, self.store, config=config, senders=senders, group=self.peers)

    def start(self) -> None:
        self.worker.start()
        self.thread.start()
        until = time.monotonic() + 20
        while not self.server.started and time.monotonic() < until:
            time.sleep(0.02)

    def stop(self) -> None:
        self.app.state.hub.close()
        self.server.should_exit = True
        self.thread.join(10)
        self.worker.close()
