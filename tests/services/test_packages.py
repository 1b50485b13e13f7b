"""The programs of the servers that tests of this folder start, which must be installed."""

from __future__ import annotations

from services.packages import missing


def test_every_server_is_there() -> None:
    assert missing() == []
