"""Metrics as workers send them to each other, and the sums of those of several workers."""

from __future__ import annotations

from collections.abc import Iterable, Sequence

import msgspec
from prometheus_client import Metric

SHARED = frozenset(
    f"palatine_{name}"
    for name in (
        "database_up build_info process_start_time_seconds worker_age_seconds matches matches_playing matches_stuck "
        "accounts accounts_here jobs outbox inbox mailbox_up storage_bytes"
    ).split()
)
"""What every process says the same of the server as a whole: the largest counts."""
LEAST = "palatine_worker_alive"
"""What each process must have: the least counts."""


class Family(msgspec.Struct, frozen=True):
    """A metric with its samples: name, labels, value."""

    name: str
    kind: str
    help: str
    samples: list[tuple[str, dict[str, str], float]]


def written(metrics: Iterable[Metric]) -> list[Family]:
    """Return metrics as they are sent."""
    return [
        Family(each.name, each.type, each.documentation, [(s.name, s.labels, s.value) for s in each.samples])
        for each in metrics
    ]


def add_up(processes: Iterable[Sequence[Family]]) -> list[Metric]:
    """The metrics of several processes as those of one."""
    found: dict[str, Metric] = {}
    sums: dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], float]] = {}
    for family in (family for families in processes for family in families):
        found.setdefault(family.name, Metric(family.name, family.help, family.kind))
        rows = sums.setdefault(family.name, {})
        for name, labels, value in family.samples:
            key = name, tuple(labels.items())
            rows[key] = value if key not in rows else _together(family.name, rows[key], value)
    for name, metric in found.items():
        for (sample, labels_of), value in sums[name].items():
            metric.add_sample(sample, dict(labels_of), value)
    return list(found.values())


def _together(name: str, one: float, other: float) -> float:
    return min(one, other) if name == LEAST else max(one, other) if name in SHARED else one + other
