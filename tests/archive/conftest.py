"""Which of the archive is replayed: a sample in every run, all of it with PALATINE_SOAK=1."""

from __future__ import annotations

import os
from pathlib import Path

import pytest


def pytest_configure(config: pytest.Config) -> None:
    config.addinivalue_line("markers", "soak: what takes long; for the long run")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    if os.environ.get("PALATINE_SOAK") == "1":
        return
    here = Path(__file__).parent
    left = [item for item in items if here in item.path.parents and item.get_closest_marker("soak")]
    if left:
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in set(left)]
