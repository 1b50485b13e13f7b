"""The text that is scraped, as the parser of Prometheus's own client reads it, and the sums of several processes."""

from __future__ import annotations

from prometheus_client.parser import text_string_to_metric_families

from palatine.metrics import Count, Times
from palatine.web.monitoring.prometheus import as_text, counter, gauge, histogram
from palatine.web.workers.families import Family, add_up, written


def test_counts_and_times_are_read_as_they_were_counted() -> None:
    count, times = Count(), Times()
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


def test_of_several_processes_what_each_did_is_added_and_what_they_share_is_not() -> None:
    one, other = Count(), Count()
    one.add("elric", by=2)
    other.add("elric", by=3)
    other.add("ford")

    def told(count: Count, streams: int, jobs: int) -> list[Family]:
        return written(
            [
                counter("actions", "", ("game",), count),
                gauge("listeners", "", streams),
                gauge("jobs", "", jobs),
                gauge("worker_alive", "", float(streams > 4)),
            ]
        )

    summed = add_up([told(one, 4, 9), told(other, 5, 8)])
    values = {(each.name, *each.labels.values()): each.value for metric in summed for each in metric.samples}
    assert values == {
        ("palatine_actions_total", "elric"): 5.0,
        ("palatine_actions_total", "ford"): 1.0,
        ("palatine_listeners",): 9.0,
        ("palatine_jobs",): 9.0,
        ("palatine_worker_alive",): 0.0,
    }
