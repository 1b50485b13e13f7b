"""A service manager in the process of the tests.

It manages a server as systemd does according to `deploy/systemd/palatine@.service`.
"""

from __future__ import annotations

import asyncio
import os
import signal
import socket
from collections.abc import Callable

from web.serving.server_process import ServerProcess

WATCHDOG = 3.0
"""Seconds without a notification after which a server is killed (WatchdogSec)."""
RESTART = 0.5
"""Seconds after which a server that has ended is started again (RestartSec)."""


class Unit:
    """A server that is restarted whenever it ends, and killed when its event loop hangs."""

    def __init__(self, server: ServerProcess) -> None:
        self.server = server
        self.silences = 0
        """Number of times that the server was killed because it sent no notification."""
        self.on_open: Callable[[], object] = lambda: None
        self.on_end: Callable[[], object] = lambda: None
        self._stops = False
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM | socket.SOCK_NONBLOCK)
        name = f"palatine-test-{os.getpid()}-{server.port}"
        self._socket.bind(f"\0{name}")
        server.around |= {"NOTIFY_SOCKET": f"@{name}", "WATCHDOG_USEC": str(round(WATCHDOG * 1_000_000))}

    async def run(self) -> None:
        """Keep the server running until `stop`."""
        while not self._stops:
            if await asyncio.to_thread(self.server.opens):
                self.on_open()
                await self._until_ended()
                self.on_end()
            self.server.reap()
            if not self._stops:
                await asyncio.sleep(RESTART)
        self._socket.close()

    def stop(self) -> None:
        """Stop the server permanently. `run` returns when it has ended."""
        self._stops = True
        self._send(signal.SIGTERM)

    def kill(self) -> None:
        self._send(signal.SIGKILL)

    def freeze(self) -> None:
        self._send(signal.SIGSTOP)

    def _send(self, number: int) -> None:
        if self.server.process is not None:
            self.server.process.send_signal(number)

    async def _until_ended(self) -> None:
        """Wait until the server ends. Kill it after `WATCHDOG` seconds without a notification."""
        assert self.server.process is not None
        ended = asyncio.create_task(asyncio.to_thread(self.server.process.wait))
        while not ended.done():
            heard = asyncio.create_task(asyncio.get_running_loop().sock_recv(self._socket, 4096))
            await asyncio.wait({ended, heard}, timeout=WATCHDOG, return_when=asyncio.FIRST_COMPLETED)
            if not heard.done():
                heard.cancel()
                if not ended.done() and not self._stops:
                    self.silences += 1
                    self.kill()
                    await ended
