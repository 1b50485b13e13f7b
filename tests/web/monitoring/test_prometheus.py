"""The Prometheus text, parsed by Prometheus's own client."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from palatine.metrics import Counter, Histogram
from palatine.web.monitoring.prometheus import as_text, counter, histogram


def test_counts_and_times_are_read_as_they_were_counted() -> None:
    count, times = Counter(), Histogram()
    count.add('a "b"\\\n', "done", by=3)
    for seconds in (0.0005, 0.001, 0.3, 100):
        times.add(seconds, "elric")
    text = as_text(
        [counter("n", "How \\ many\n", ("game", "result"), count), histogram("t", "x", ("game",), times)]
    ).decode()
    counted, timed = text_string_to_metric_families(text)
    assert [(sample.labels, sample.value) for sample in counted.samples] == [
        ({"game": 'a "b"\\\n', "result": "done"}, 3.0)
    ]
    buckets = {sample.labels["le"]: sample.value for sample in timed.samples if sample.name.endswith("bucket")}
    assert (buckets["0.001"], buckets["0.25"], buckets["0.5"], buckets["60"], buckets["+Inf"]) == (2, 2, 3, 3, 4)
    sums = {sample.name: sample.value for sample in timed.samples if "le" not in sample.labels}
    assert sums == {"palatine_t_seconds_count": 4, "palatine_t_seconds_sum": 100.3015}
