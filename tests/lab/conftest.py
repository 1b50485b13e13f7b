"""Fixture that registers the example games for every test of the laboratory."""

from __future__ import annotations

from typing import Any

import pytest

from palatine import registry


@pytest.fixture(autouse=True)
def _examples(ford: Any, tithe: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(registry, "_registered", {"ford": ford, "tithe": tithe})
