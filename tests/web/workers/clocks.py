"""The clock of a registrar, which stands until it is moved."""

from __future__ import annotations

import pytest

from palatine.web.workers import registrar


class Clock:
    now = 1000.0

    def __init__(self, monkeypatch: pytest.MonkeyPatch) -> None:
        monkeypatch.setattr(registrar, "monotonic", lambda: self.now)
