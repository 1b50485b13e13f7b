"""Conversion of metrics to `prometheus_client` and to its text format.

Events are counted in plain numbers (`palatine.metrics`), which takes a quarter of the time of a `prometheus_client`
counter.
"""

from __future__ import annotations

from collections.abc import Iterable
from itertools import accumulate
from typing import NamedTuple

from prometheus_client import Metric, generate_latest
from prometheus_client.core import CounterMetricFamily, GaugeMetricFamily, HistogramMetricFamily
from prometheus_client.exposition import CONTENT_TYPE_PLAIN_0_0_4

from palatine.metrics import BUCKET_BOUNDS, Counter, Histogram, Labels

CONTENT_TYPE = CONTENT_TYPE_PLAIN_0_0_4
_BUCKETS = (*(f"{bound:g}" for bound in BUCKET_BOUNDS), "+Inf")


def counter(name: str, description: str, labels: tuple[str, ...], count: Counter) -> Metric:
    family = CounterMetricFamily(f"palatine_{name}", description, labels=labels)
    for key, n in count.read().items():
        family.add_metric(key, n)
    return family


def histogram(name: str, description: str, labels: tuple[str, ...], times: Histogram) -> Metric:
    family = HistogramMetricFamily(f"palatine_{name}_seconds", description, labels=labels)
    for key, (*counts, seconds) in times.read().items():
        family.add_metric(key, list(zip(_BUCKETS, accumulate(counts), strict=True)), seconds)
    return family


def gauge(name: str, description: str, value: float | dict[Labels, float], labels: tuple[str, ...] = ()) -> Metric:
    family = GaugeMetricFamily(f"palatine_{name}", description, labels=labels)
    for key, n in (value if isinstance(value, dict) else {(): value}).items():
        family.add_metric(key, n)
    return family


class _Collected(NamedTuple):
    """Metrics in the form of a `prometheus_client` collector."""

    metrics: Iterable[Metric]

    def collect(self) -> Iterable[Metric]:
        return self.metrics


def as_text(metrics: Iterable[Metric]) -> bytes:
    """Return metrics in the Prometheus text format."""
    return generate_latest(_Collected(sorted(metrics, key=lambda each: each.name)))
