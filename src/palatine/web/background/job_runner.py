"""Runner of jobs: claimed when due, retried after failures, parked after eight."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Callable, Mapping
from contextlib import asynccontextmanager, suppress
from datetime import UTC, datetime, timedelta
from functools import partial

from sqlalchemy import Connection

from palatine.config import RetentionSettings
from palatine.core import PalatineError
from palatine.metrics import HEARTBEATS, TaskHeartbeat
from palatine.notifications import digest, event_handlers, maintenance
from palatine.store import Store
from palatine.store.jobs import LEASE, MAX_TRIES, Job
from palatine.web.background import archiving, retention
from palatine.web.background.work_assignment import ALL_WORK, WorkAssignment
from palatine.web.thread_pools import ThreadPools

log = logging.getLogger(__name__)

CHECK_SECONDS = 1.0
"""Seconds between two checks for due jobs."""
RETRY_DELAY = timedelta(seconds=30)
"""Delay after a job's first failure; it doubles with each further one."""

JobHandler = Callable[[Store, Job, datetime], Callable[[Connection], object] | None]
"""Function that does a job and returns what to write in the transaction that deletes it."""
JobHandlers = Mapping[str, JobHandler]


def job_handlers(settings: RetentionSettings) -> dict[str, JobHandler]:
    """Return the handlers by kind of job."""
    return {
        "sweep": partial(retention.sweep, settings=settings),
        "expire": partial(retention.delete_if_idle, settings=settings),
        archiving.JOB_KIND: partial(archiving.compress_some, settings=settings),
        event_handlers.JOB_KIND: event_handlers.handle_event_job, digest.JOB_KIND: digest.handle_digest_job,
        maintenance.JOB_KIND: maintenance.handle_maintenance_job,
    }  # fmt: skip


DEFAULT_HANDLERS = job_handlers(RetentionSettings())


def run_due_jobs(store: Store, now: datetime | None = None, handlers: JobHandlers = DEFAULT_HANDLERS) -> int:
    """Run the due jobs; return how many were claimed."""
    at = now or datetime.now(UTC)
    claimed = store.jobs.claim(at)
    for each in claimed:
        job = store.jobs.renew(each, at)
        if job is None:  # Earlier jobs took too long, and another worker has claimed this one.
            continue
        try:
            store.jobs.finish(job, handlers[job.kind](store, job, at))
        except Exception as error:  # A failing job must not stop the others.
            log.exception("Job failed: key=%r attempt=%d", job.key, job.tries)
            if job.tries >= MAX_TRIES:
                log.error("Job parked: key=%r. `palatine jobs` lists parked jobs.", job.key)
            store.jobs.retry_later(job, at + RETRY_DELAY * 2 ** (job.tries - 1), f"{type(error).__name__}: {error}")
    return len(claimed)


async def run_forever(
    store: Store,
    thread_pools: ThreadPools,
    heartbeat: TaskHeartbeat,
    assignment: WorkAssignment = ALL_WORK,
    handlers: JobHandlers = DEFAULT_HANDLERS,
) -> None:
    """Run due jobs until cancelled."""
    while True:
        heartbeat.beat()
        try:
            await thread_pools.run_long(retention.schedule_sweep, store)
            await thread_pools.run_long(maintenance.schedule_maintenance, store)
            await thread_pools.run_long(archiving.schedule_compression, store)
            while True:
                heartbeat.beat()
                if assignment.on_duty():
                    await thread_pools.run_long(run_due_jobs, store, None, handlers)
                await asyncio.sleep(CHECK_SECONDS)
        except PalatineError as error:  # The database is unavailable; the next check may succeed.
            log.warning("Jobs could not be processed: %s", error)
        await asyncio.sleep(CHECK_SECONDS)


@asynccontextmanager
async def running_jobs(
    store: Store | None,
    thread_pools: ThreadPools,
    assignment: WorkAssignment = ALL_WORK,
    settings: RetentionSettings | None = None,
) -> AsyncIterator[None]:
    """Run jobs within this context; without a store there are none."""
    if store is None:
        yield
        return
    doing = DEFAULT_HANDLERS if settings is None else job_handlers(settings)
    heartbeat = HEARTBEATS.begin("jobs", 2 * LEASE.total_seconds())
    task = HEARTBEATS.watch(heartbeat, run_forever(store, thread_pools, heartbeat, assignment, doing))
    try:
        yield
    finally:
        task.cancel()
        with suppress(asyncio.CancelledError):
            await task
