"""The components: the ring of villages, the lords and their reeves, read once from `data/`."""

from __future__ import annotations

from palatine.core.data import PackageData

_VALLEY = PackageData("palatine.testing.examples.tithe").read_toml("valley.toml")

SEATS: tuple[str, ...] = tuple(lord["name"] for lord in _VALLEY["lord"])
REEVES: tuple[str, ...] = tuple(reeve for lord in _VALLEY["lord"] for reeve in lord["reeves"])
"""Two reeves of each seat, in the order of seats."""
VILLAGES: tuple[str, ...] = tuple(_VALLEY["villages"])
BARN: int = _VALLEY["barn"]
"""Gold that a barn adds to a tithe (3.3)."""
MISSED: int = _VALLEY["missed"]
"""Gold that a lord without orders loses (5.2)."""
GOLD: int = _VALLEY["gold"]
"""Gold of every lord at the start."""


def lord(reeve: int) -> int:
    """Return the index of the seat that owns a reeve."""
    return reeve // 2


def beside(village: int) -> tuple[int, int]:
    """Return the two villages adjacent to a village."""
    return (village - 1) % len(VILLAGES), (village + 1) % len(VILLAGES)
