"""Jobs: each done by one worker at a time, in the transaction that writes its result."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from datetime import timedelta

import pytest
from sqlalchemy import Connection, insert, select

from palatine.matches.clock import parse_time
from palatine.store import Store, schema
from palatine.store.jobs import LEASE, MAX_TRIES, Jobs
from palatine.store.schema import server_keys

NOON = "2026-01-01T12:00:00.000Z"
EVENING = "2026-01-01T20:00:00.000Z"
AT_NOON = parse_time(NOON)


class Running:
    """A monotonic clock, independent of the system time."""

    def __init__(self) -> None:
        self.seconds = 0.0

    def __call__(self) -> float:
        return self.seconds


@pytest.fixture
def clock() -> Running:
    return Running()


@pytest.fixture
def jobs(database: str, clock: Running) -> Iterator[Jobs]:
    store = Store.open(database)
    yield Jobs(store.database, clock)
    store.close()


def test_there_is_one_job_of_a_key(jobs: Jobs) -> None:
    assert jobs.add("expire", "expire m", NOON, {"version": 3})
    assert not jobs.add("expire", "expire m", EVENING)
    found = jobs.find("expire m")
    assert found is not None
    assert (found.kind, found.due, found.data, found.tries) == ("expire", NOON, {"version": 3}, 0)


def test_what_is_due_is_claimed_once_and_the_first_due_first(jobs: Jobs, clock: Running) -> None:
    for key, due in (("b", NOON), ("a", "2026-01-01T11:00:00.000Z"), ("c", EVENING)):
        jobs.add("kind", key, due)
    assert [job.key for job in jobs.claim(AT_NOON)] == ["a", "b"]
    clock.seconds = LEASE.total_seconds()
    assert jobs.claim(AT_NOON) == []
    clock.seconds += 1
    again = jobs.claim(AT_NOON)
    assert [(job.key, job.tries) for job in again] == [("a", 2), ("b", 2)], "the lease of a dead worker has run out"


def test_no_more_are_claimed_than_asked_for(jobs: Jobs) -> None:
    for i in range(5):
        jobs.add("kind", str(i), NOON)
    assert [len(jobs.claim(AT_NOON, 2)) for _ in range(4)] == [2, 2, 1, 0]


def keep(connection: Connection) -> None:
    connection.execute(insert(server_keys), {"name": "done", "value": b"1"})


def is_kept(jobs: Jobs) -> bool:
    with jobs.database.reading() as connection:
        return (
            connection.execute(select(server_keys.c.value).where(server_keys.c.name == "done")).first() is not None
        )


def test_a_job_goes_in_the_transaction_that_writes_its_result(jobs: Jobs) -> None:
    jobs.add("kind", "a", NOON)
    (job,) = jobs.claim(AT_NOON)

    def fail(connection: Connection) -> None:
        keep(connection)
        raise ZeroDivisionError

    with pytest.raises(ZeroDivisionError):
        jobs.finish(job, fail)
    assert jobs.find("a") is not None
    assert not is_kept(jobs)
    assert jobs.finish(job, keep)
    assert jobs.find("a") is None
    assert is_kept(jobs)


def test_who_was_too_slow_writes_nothing(jobs: Jobs, clock: Running) -> None:
    jobs.add("kind", "a", NOON)
    (slow,) = jobs.claim(AT_NOON)
    clock.seconds = LEASE.total_seconds() + 1
    (quick,) = jobs.claim(AT_NOON)
    assert not jobs.finish(slow, keep)
    assert not is_kept(jobs)
    assert not jobs.retry_later(slow, parse_time(EVENING), "too late")
    assert jobs.find("a") == quick
    assert jobs.finish(quick)


def test_after_eight_failures_a_job_is_parked_until_somebody_revives_it(jobs: Jobs) -> None:
    jobs.add("kind", "a", NOON)
    for n in range(1, MAX_TRIES + 1):
        assert jobs.parked() == []
        (job,) = jobs.claim(AT_NOON)
        assert job.tries == n
        assert jobs.retry_later(job, AT_NOON, f"failure {n}")
    assert jobs.claim(parse_time(EVENING)) == []
    assert [(job.key, job.trouble) for job in jobs.parked()] == [("a", "failure 8")]
    assert jobs.retry("a", NOON)
    assert jobs.parked() == []
    assert [job.tries for job in jobs.claim(AT_NOON)] == [1]


CLAIMER = """
import sys
from datetime import UTC, datetime
from palatine.store import Store
jobs = Store.open(sys.argv[1]).jobs
done = []
while found := jobs.claim(datetime(2026, 1, 2, tzinfo=UTC), 3):
    done += [job.key for job in found if jobs.finish(job)]
print(" ".join(done))
"""


def test_of_many_workers_each_job_is_one_s(database: str, jobs: Jobs) -> None:
    for i in range(60):
        jobs.add("kind", str(i), NOON)
    command = [sys.executable, "-c", CLAIMER, database]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(3)]
    done = [worker.communicate(timeout=60)[0].split() for worker in workers]
    assert sorted(int(key) for keys in done for key in keys) == list(range(60))


MANY = """
import sys
from datetime import UTC, datetime
from palatine.store import Store
jobs = Store.open(sys.argv[1]).jobs
while found := jobs.claim(datetime(2026, 1, 2, tzinfo=UTC), 50):
    print(*[job.key for job in found], flush=True)
"""


def test_two_processes_claim_two_thousand_jobs_and_none_twice(database: str, jobs: Jobs) -> None:
    rows = [{"kind": "kind", "key": str(i), "due": NOON, "data": {}} for i in range(2000)]
    jobs.database.write(lambda connection: connection.execute(insert(schema.jobs), rows))
    command = [sys.executable, "-c", MANY, database]
    workers = [subprocess.Popen(command, stdout=subprocess.PIPE, text=True) for _ in range(2)]
    claimed = [worker.communicate(timeout=60)[0].split() for worker in workers]
    assert sorted(int(key) for keys in claimed for key in keys) == list(range(2000))


@pytest.mark.parametrize(
    "wall", ["2026-01-01T18:00:00.000Z", "2026-03-01T12:00:00.000Z", "2026-01-01T12:06:00.000Z"]
)
def test_no_clock_that_is_set_takes_a_job_from_whoever_does_it(jobs: Jobs, clock: Running, wall: str) -> None:
    other = Jobs(jobs.database, clock)
    jobs.add("kind", "a", NOON)
    (mine,) = jobs.claim(AT_NOON)
    for clock.seconds in range(0, 300, 20):
        assert other.claim(parse_time(wall)) == []
        assert jobs.claim(parse_time(wall)) == []
    assert jobs.finish(mine)


def test_a_clock_that_is_set_back_keeps_nothing_of_a_dead_worker_waiting(jobs: Jobs, clock: Running) -> None:
    jobs.add("kind", "a", NOON)
    assert len(jobs.claim(AT_NOON + timedelta(days=8))) == 1, "a week ahead"
    after_restart = Jobs(jobs.database, clock)
    assert after_restart.claim(AT_NOON) == []
    clock.seconds = LEASE.total_seconds() + 1
    assert [job.key for job in after_restart.claim(AT_NOON)] == ["a"]


def test_what_waits_behind_a_long_job_is_kept_or_left_to_whoever_took_it(jobs: Jobs, clock: Running) -> None:
    for key in "abc":
        jobs.add("kind", key, NOON)
    _, second, third = jobs.claim(AT_NOON)
    other = Jobs(jobs.database, clock)
    assert other.claim(AT_NOON) == []
    clock.seconds = 200
    held = jobs.renew(second, AT_NOON)
    assert held is not None
    clock.seconds = 310
    assert [job.key for job in other.claim(AT_NOON)] == ["a", "c"]
    assert jobs.renew(third, AT_NOON) is None
    assert jobs.finish(held)
