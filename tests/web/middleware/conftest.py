"""Fixtures of connection limits and raw connections."""

from __future__ import annotations

import socket
from collections.abc import Callable, Iterator
from typing import Any

import msgspec
import pytest

from palatine.web.middleware import connections, rate_limits
from palatine.web.middleware.connections import GuardedProtocol


@pytest.fixture
def limit(monkeypatch: pytest.MonkeyPatch) -> Callable[..., None]:
    """Return a function that changes the connection limits during a test."""

    def change(**limits: Any) -> None:
        changed = msgspec.structs.replace(connections.ConnectionLimits(), **limits)
        monkeypatch.setattr(GuardedProtocol, "limits", changed)

    return change


@pytest.fixture
def connect(served: Any) -> Iterator[Callable[[], socket.socket]]:
    """Yield a function that opens raw connections to the server."""
    opened = []

    def new() -> socket.socket:
        made = socket.create_connection(served.socket.getsockname(), timeout=20)
        opened.append(made)
        return made

    yield new
    for each in opened:
        each.close()


@pytest.fixture
def from_abroad(monkeypatch: pytest.MonkeyPatch) -> None:
    """Make local clients appear to connect from another machine that is not a proxy."""
    plain = rate_limits.network_of

    def abroad(address: str) -> str:
        return plain("203.0.113.5" if address == "127.0.0.1" else address)

    monkeypatch.setattr("palatine.web.middleware.connections.network_of", abroad)
    monkeypatch.setattr(GuardedProtocol, "_is_proxy", False)
