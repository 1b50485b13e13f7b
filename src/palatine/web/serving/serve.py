"""The main function that serves matches from one process."""

from __future__ import annotations

import threading
from collections.abc import Callable, Sequence
from pathlib import Path

from palatine.config import Config
from palatine.matches import MatchServices
from palatine.processes.ray_pool import check_cluster, pool_for
from palatine.store import Store
from palatine.web.app import create_app
from palatine.web.background.bot_worker import BotWorker
from palatine.web.background.peers import Peers
from palatine.web.middleware.connections import GuardedProtocol
from palatine.web.serving.server import (
    MailCompanion,
    ServeOptions,
    announce_start,
    bind_socket,
    create_server,
    prepare_process,
    warn_missing_settings,
)


def serve(
    host: str = "127.0.0.1",
    port: int = 8000,
    store_url: str | Path = ":memory:",
    open_browser: bool = False,
    allowed_hosts: Sequence[str] = (),
    config: Config | None = None,
    mail: Callable[[MatchServices, Store], MailCompanion] | None = None,
) -> None:
    """Serve the matches of a database until stopped; bots run in processes of their own.

    `config` decides who may use the server. `allowed_hosts` are accepted host names in addition to localhost and nearby
    addresses. `mail` returns the service that receives and sends mail. Port 0 selects any free port.

    Raises, before anything starts, OSError if the port is taken, MissingExtra if the settings require a package that is
    not installed, and StorageError if another process serves the SQLite file.
    """
    settings = config or Config()
    check_cluster(settings.bots.backend)
    _serve(ServeOptions(host, port, store_url, open_browser, allowed_hosts, settings, mail))


def _serve(given: ServeOptions) -> None:
    listening = bind_socket(given.host, given.port)
    store = Store.open(given.store_url)
    store.database.in_use.acquire()
    pool = pool_for(given.config.bots.backend)
    peers = None if store.database.is_sqlite else Peers(store.database)
    worker = BotWorker(
        lambda match: services.matches.step_bots(match) if peers is None else peers.step(match),
        lambda match: services.matches.has_human(match),
    )
    services = MatchServices(
        store,
        bots="background",
        announcer=None if peers is None else peers.events,
        wake=worker.wake,
        wake_later=worker.wake_later,
        executor=pool,
    )
    post = given.mail(services, store) if given.mail else None
    senders, routes = (post.senders, post.routes) if post else (None, ())
    app = create_app(services, store, given.allowed_hosts, given.config, senders, routes, group=peers)
    app.state.operation.runtime.bots, app.state.operation.runtime.pool = worker, pool
    server = create_server(app, GuardedProtocol, given.config)
    address = given.address(listening.getsockname()[1])
    server.on_started = lambda: announce_start(given, address)
    warn_missing_settings(given, store)
    prepare_process()
    threading.Thread(target=pool.start_workers, daemon=True).start()
    worker.start()
    if peers is not None:
        peers.join(services.matches, worker)
        peers.leader_work = post
    else:
        # A stuck match may take long to resume.
        threading.Thread(target=services.matches.resume, name="resume", daemon=True).start()
    try:
        if post is not None and peers is None:
            post.start()
        server.run(sockets=[listening])
    finally:
        if peers is not None:
            peers.wait()
        elif post is not None:
            post.stop()
        worker.close()
        pool.close()
