"""The server of one process: how it listens, starts, and ends streams when it stops."""

from __future__ import annotations

import asyncio
import errno
import faulthandler
import resource
import signal
import socket
import sys
import threading
import webbrowser
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from pathlib import Path
from types import FrameType
from typing import Any, Protocol

import msgspec
import uvicorn

from palatine import logs, registry
from palatine.accounts.accounts import Accounts
from palatine.config import Config
from palatine.matches import MatchServices
from palatine.notifications.sending.sender import Sender
from palatine.store import Store
from palatine.web.middleware.allowed_hosts import EVERYWHERE, in_network
from palatine.web.monitoring import watchdog
from palatine.web.monitoring.shutdown import force_exit_after
from palatine.web.serving import gc_policy
from palatine.web.wording import say

SWITCH_INTERVAL = 0.001
"""Thread switch interval in seconds; with the default of 5 ms a bot delays every request."""
MAX_OPEN_FILES = 8192
"""Limit of open files that a process requests; most of them are connections."""


class MailCompanion(Protocol):
    """The interface of the mail service, which runs in the server process on the same matches."""

    @property
    def senders(self) -> Mapping[str, Sender]:
        """The senders for its channel kinds."""

    @property
    def routes(self) -> Sequence[Any]:
        """Its own route handlers."""

    def start(self) -> None: ...

    def stop(self) -> None: ...


class ServeOptions(msgspec.Struct, frozen=True):
    """Options of a server; see `palatine.web.serve`."""

    host: str = "127.0.0.1"
    port: int = 8000
    store_url: str | Path = ":memory:"
    open_browser: bool = False
    allowed_hosts: Sequence[str] = ()
    config: Config = Config()
    mail: Callable[[MatchServices, Store], MailCompanion] | None = None

    def address(self, port: int) -> str:
        """Return the address to open in a browser."""
        shown = "localhost" if self.host in ("127.0.0.1", "::1", "0.0.0.0", "::", "") else self.host
        return self.config.site.url or f"http://{shown}:{port}/"


class Server(uvicorn.Server):
    """A uvicorn server that ends streams as soon as it must stop.

    `on_started` is called once it serves.
    """

    on_started: Callable[[], object] = staticmethod(lambda: None)
    loop: asyncio.AbstractEventLoop | None = None
    tasks: tuple[asyncio.Task[None], ...] = ()

    @contextmanager
    def capture_signals(self) -> Iterator[None]:
        """Handle SIGTERM without raising it again afterwards.

        uvicorn would send the signal to the process once more, and other parts of the process could not stop cleanly.
        """
        with super().capture_signals():
            yield
            self._captured_signals[:] = [each for each in self._captured_signals if each != signal.SIGTERM]

    def handle_exit(self, sig: int, frame: FrameType | None) -> None:
        state = self.config.app.state  # type: ignore[union-attr]
        if not state.operation.runtime.is_stopping:
            state.operation.runtime.is_stopping = True
            watchdog.notify(watchdog.STOPPING)
            force_exit_after()
        if self.loop is not None:
            self.loop.call_soon_threadsafe(state.services.close)
        super().handle_exit(sig, frame)

    async def startup(self, sockets: list[socket.socket] | None = None) -> None:
        self.loop = asyncio.get_running_loop()
        await super().startup(sockets)
        if not self.should_exit:
            self.tasks = tuple(map(asyncio.create_task, (gc_policy.collect_when_idle(), watchdog.notify_forever())))
            self.on_started()

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        await super().shutdown(sockets)
        for task in self.tasks:
            task.cancel()


def create_server(app: Any, protocol: Any, config: Config) -> Server:
    """Return a server for an application that uses `protocol`."""
    return Server(
        uvicorn.Config(
            app,
            http=protocol,
            ws="none",
            log_config=None,
            log_level=None,
            access_log=False,
            lifespan="on",
            timeout_graceful_shutdown=round(config.server.shutdown_timeout),
            forwarded_allow_ips=list(config.server.trusted_proxies),
            timeout_keep_alive=30,
            server_header=False,
        )
    )


def announce_start(options: ServeOptions, address: str) -> None:
    """Print the address, notify the service manager, and open a browser if requested."""
    watchdog.notify(watchdog.READY)
    logs.print_message(say("serving.at", address=address))
    network = in_network(address) if options.host in EVERYWHERE else address
    if network != address:
        logs.print_message(say("serving.in-network", address=network))
    if options.open_browser:
        threading.Thread(target=webbrowser.open, args=(address,), daemon=True).start()


def warn_missing_settings(options: ServeOptions, store: Store) -> None:
    """Print what the operator still has to configure.

    Mail needs a site URL for its links, and a public server needs an administrator.
    """
    if options.config.mail.smtp_url and not options.config.sends_mail:
        logs.print_message(say("serving.no-url"))
    if not options.config.is_local and not Accounts(store.database).admins():
        logs.print_message(say("serving.no-admin"))


def prepare_process() -> None:
    """Load all games, and configure the interpreter for serving."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    faulthandler.enable()  # The watchdog's SIGABRT then prints the stack of each thread.
    most = resource.getrlimit(resource.RLIMIT_NOFILE)[1]
    resource.setrlimit(
        resource.RLIMIT_NOFILE,
        (MAX_OPEN_FILES if most == resource.RLIM_INFINITY else min(most, MAX_OPEN_FILES), most),
    )
    for name in registry.games():
        registry.load(name)
    gc_policy.configure()


def bind_socket(host: str, port: int) -> socket.socket:
    """Return a bound socket that does not listen yet.

    Raises OSError, with the address in it, if the address is taken.
    """
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    listening = socket.socket(family, socket.SOCK_STREAM)
    try:
        listening.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        listening.bind((host, port))
    except OSError as error:
        listening.close()
        advice = ". Choose another with --port or server.port." if error.errno == errno.EADDRINUSE else ""
        raise type(error)(error.errno, f"{error.strerror}{advice}", f"{host}:{port}") from error
    return listening
