"""The servers that the tests of this folder start are there."""

from __future__ import annotations

from services.packages import missing


def test_every_server_is_there() -> None:
    assert missing() == []
