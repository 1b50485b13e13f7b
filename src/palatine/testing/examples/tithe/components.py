"""What came in the box: the ring of villages, the lords and their reeves, read once from `data/`."""

from __future__ import annotations

from palatine.core.data import PackageData

_VALLEY = PackageData("palatine.testing.examples.tithe").read_toml("valley.toml")

SEATS: tuple[str, ...] = tuple(lord["name"] for lord in _VALLEY["lord"])
REEVES: tuple[str, ...] = tuple(reeve for lord in _VALLEY["lord"] for reeve in lord["reeves"])
"""Two of each seat, in the seats' order."""
VILLAGES: tuple[str, ...] = tuple(_VALLEY["villages"])
BARN: int = _VALLEY["barn"]
"""What a barn adds to a tithe (3.3)."""
MISSED: int = _VALLEY["missed"]
"""What a lord who sends no orders loses (5.2)."""
GOLD: int = _VALLEY["gold"]
"""What every lord begins with."""


def lord(reeve: int) -> int:
    """The seat, by number, whose reeve it is."""
    return reeve // 2


def beside(village: int) -> tuple[int, int]:
    """The two villages beside one."""
    return (village - 1) % len(VILLAGES), (village + 1) % len(VILLAGES)
