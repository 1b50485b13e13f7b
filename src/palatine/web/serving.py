"""Serving a house from this process."""

from __future__ import annotations

import gc
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import uvicorn

from palatine import registry
from palatine.config import Config
from palatine.notices.sending.sender import Sender
from palatine.people.accounts import Accounts
from palatine.processes import Pool
from palatine.store import Store
from palatine.table import House
from palatine.web.app import create_app
from palatine.web.background.bot_worker import BotWorker
from palatine.web.doors.connections import GuardedProtocol
from palatine.web.wording import say

GRACE = 3
"""Seconds that requests have to finish when the server is told to stop."""


SWITCH = 0.001
"""Seconds after which a thinking thread lets another in: with Python's own 5 ms a bot holds up everybody."""


class Beside(Protocol):
    """What runs beside the server for the same house, and of which the web knows nothing: its post."""

    @property
    def senders(self) -> Mapping[str, Sender]:
        """What sends by its kinds of channels."""

    @property
    def routes(self) -> Sequence[Any]:
        """Pages of its own."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class Server(uvicorn.Server):
    """Lets the listeners go as soon as it is told to stop, and says where it is to be found once it is."""

    address = ""
    open_browser = False

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        hub = self.config.app.state.hub  # type: ignore[union-attr]
        if hub.loop is not None:
            hub.loop.call_soon_threadsafe(hub.close)
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        await super().startup(sockets)
        if not self.should_exit:
            print(say("serving.at", address=self.address), flush=True)
            if self.open_browser:
                threading.Thread(target=webbrowser.open, args=(self.address,), daemon=True).start()


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    store_url: str | Path = ":memory:",
    open_browser: bool = False,
    names: Sequence[str] = (),
    config: Config | None = None,
    beside: Callable[[House, Store], Beside] | None = None,
) -> None:
    """Serve the matches of a database until told to stop; bots think in processes of their own.

    By its `config` it is open to others or not; `names` are those it is called by besides localhost and addresses of
    its network; `beside` makes what runs beside it. Port 0 takes any that is free; a port that is taken is an OSError,
    before anything is begun.
    """
    settings = config or Config()
    listening = _listen(host, port)
    pool = Pool()
    worker = BotWorker(lambda match: house.step_bots(match), lambda match: house.has_person(match))
    store = Store.open(store_url)
    house = House(store, bots="background", wake=worker.wake, wake_later=worker.wake_later, executor=pool)
    post = beside(house, store) if beside else None
    served = uvicorn.Config(
        create_app(house, store, names, settings, post.senders if post else None, post.routes if post else ()),
        http=GuardedProtocol,
        ws="none",
        log_level="warning",
        access_log=False,
        lifespan="on",
        timeout_graceful_shutdown=GRACE,
        timeout_keep_alive=30,
        server_header=False,
    )
    server = Server(served)
    shown = "localhost" if host in ("127.0.0.1", "::1", "0.0.0.0", "::", "") else host
    server.address = settings.house.url or f"http://{shown}:{listening.getsockname()[1]}/"
    server.open_browser = open_browser
    if not settings.is_local and not Accounts(store.database).hosts():
        print(say("serving.no-host"), flush=True)
    sys.setswitchinterval(SWITCH)
    for name in registry.games():
        registry.load(name)
    gc.freeze()  # what is loaded by now stays: no full collection, which holds everybody up, need walk it
    threading.Thread(target=pool.warm, daemon=True).start()
    worker.start()
    threading.Thread(target=house.resume, name="resume", daemon=True).start()  # what is stuck may take its time
    try:
        if post is not None:
            post.start()
        server.run(sockets=[listening])
    finally:
        if post is not None:
            post.stop()
        worker.close()
        pool.close()


def _listen(host: str, port: int) -> socket.socket:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError:
        listening.close()
        raise
    return listening
