"""Local stand-ins for webhook and push servers, over plain HTTP."""

from __future__ import annotations

import threading
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any, NamedTuple


class Got(NamedTuple):
    """A recorded POST request."""

    path: str
    headers: dict[str, str]
    body: bytes


class Receiver:
    """The recorded requests of a server, and its response: `status`, and `location` if set."""

    def __init__(self) -> None:
        self.got: list[Got] = []
        self.status = 201
        self.location = ""
        self.drip = 0.0
        """Seconds between two bytes of an endless response, or 0 for a normal one."""
        self.url = ""


@contextmanager
def receiving(answer: Callable[[], Receiver] = Receiver) -> Iterator[Receiver]:
    receiver = answer()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers.get("content-length", 0)))
            receiver.got.append(Got(self.path, {k.lower(): v for k, v in self.headers.items()}, body))
            if receiver.drip:
                self._drip()
                return
            self.send_response(receiver.status)
            if receiver.location:
                self.send_header("location", receiver.location)
            self.send_header("content-length", "0")
            self.end_headers()

        def _drip(self) -> None:
            try:
                while True:
                    self.wfile.write(b"H")
                    self.wfile.flush()
                    time.sleep(receiver.drip)
            except OSError:
                pass

        def log_message(self, *given: Any) -> None:
            """Print nothing."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    receiver.url = f"http://127.0.0.1:{server.server_address[1]}"
    thread = threading.Thread(target=server.serve_forever, kwargs={"poll_interval": 0.05}, daemon=True)
    thread.start()
    try:
        yield receiver
    finally:
        server.shutdown()
        server.server_close()
