"""The metrics of this process. They contain no names, matches, addresses or secrets."""

from __future__ import annotations

import gc
import platform
import resource
import sys
import threading
from collections.abc import Callable
from datetime import UTC, datetime
from time import monotonic, process_time, time

from prometheus_client import Metric

from palatine import __version__, metrics
from palatine.core import PalatineError
from palatine.matches.time_limit import resident_bytes
from palatine.metrics import HEARTBEATS, Labels
from palatine.web.monitoring.prometheus import counter, gauge, histogram
from palatine.web.monitoring.runtime import Runtime
from palatine.web.monitoring.server_status import ServerStatus, read_status
from palatine.web.requests import RequestServices

START_TIME = time()
CACHE_SECONDS = 5.0
"""Seconds for which database values are cached, so that many scrapers cost as much as one."""


class CachedStatus:
    """The status of the server, cached for `CACHE_SECONDS` seconds."""

    def __init__(self, read_status: Callable[[], ServerStatus]) -> None:
        self._ask = read_status
        self._lock = threading.Lock()
        self._known: tuple[float, ServerStatus] | None = None

    def read(self) -> ServerStatus:
        with self._lock:
            if self._known is None or monotonic() - self._known[0] > CACHE_SECONDS:
                self._known = (monotonic(), self._ask())
            return self._known[1]

    def clear(self) -> None:
        """Clear the cache after a change."""
        with self._lock:
            self._known = None


def cached_status(services: RequestServices) -> CachedStatus | None:
    """Return the cached status of a server with a store; None without a store."""
    store = services.store
    return None if store is None else CachedStatus(lambda: read_status(store, datetime.now(UTC)))


def collect(services: RequestServices, runtime: Runtime, known: CachedStatus | None) -> list[Metric]:
    """Return all metrics; without those from the database while it is unavailable."""
    found = [*_counted(), *_process(), *_gauges(services, runtime)]
    try:
        status = known.read() if known is not None else None
    except PalatineError:
        status = None
    found.append(gauge("database_up", "1 if the database can be read, otherwise 0.", float(status is not None)))
    return found if status is None else [*found, *_status_metrics(status)]


def _counted() -> list[Metric]:
    m = metrics
    return [
        counter("actions", "Actions by game and result.", ("game", "result"), m.ACTIONS),
        histogram("action", "Seconds from an action to its response.", ("game",), m.ACTION_SECONDS),
        histogram("turn", "Seconds to run a turn of secret orders.", ("game",), m.TURN_SECONDS),
        counter("slow_actions", "Actions slower than monitoring.slow_seconds.", ("game",), m.SLOW_ACTIONS),
        counter("requests", "HTTP responses by method and status.", ("method", "status"), m.REQUESTS),
        counter("errors", "Errors and refusals by kind.", ("kind",), m.ERRORS),
        counter("notices", "Notifications by channel kind and result.", ("via", "result"), m.NOTIFICATIONS),
        counter("mails", "Incoming mails by result.", ("result",), m.INCOMING_MAILS),
        histogram(
            "database_write", "Seconds from the start of a database write until it is on disk.", (), m.WRITE_SECONDS
        ),
    ]


def _process() -> list[Metric]:
    build: dict[Labels, float] = {(__version__, platform.python_version()): 1.0}
    return [
        gauge("build_info", "Versions of Palatine and Python.", build, ("version", "python")),
        gauge("process_start_time_seconds", "Start time of the process in seconds since 1970.", START_TIME),
        gauge("process_resident_memory_bytes", "Resident memory of the process in bytes.", resident_bytes()),
        gauge("process_peak_memory_bytes", "Peak resident memory of the process in bytes.", _peak()),
        gauge("process_cpu_seconds", "CPU time of the process in seconds.", process_time()),
        gauge("process_threads", "Number of threads of the process.", threading.active_count()),
        gauge("python_objects", "Objects tracked by the garbage collector.", sum(gc.get_count())),
    ]


def _peak() -> int:
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    return most if sys.platform == "darwin" else most * 1024


def _gauges(services: RequestServices, runtime: Runtime) -> list[Metric]:
    listening: dict[Labels, float] = {("matches",): services.hub.listener_count}
    if services.turn_feed is not None:
        listening[("turns",)] = services.turn_feed.listener_count
    queues: dict[Labels, float] = {(name,): n for name, n in services.workers.waiting_counts.items()}
    if services.store is not None:
        queues[("database",)] = services.store.database.waiting_writers
    if runtime.bots is not None:
        queues[("bots",)] = runtime.bots.waiting_count
    if runtime.pool is not None:
        queues[("processes",)] = runtime.pool.waiting_count
    ages: dict[Labels, float] = {(heartbeat.name,): round(heartbeat.age, 1) for heartbeat in HEARTBEATS.read()}
    alive: dict[Labels, float] = {(heartbeat.name,): float(heartbeat.is_alive) for heartbeat in HEARTBEATS.read()}
    return [
        gauge("listeners", "Open event streams by kind.", listening, ("to",)),
        gauge("open_matches", "Matches with at least one listener.", len(services.hub.channels)),
        gauge("queue_depth", "Waiting items by queue.", queues, ("queue",)),
        gauge(
            "bots_thinking",
            "Busy worker processes that compute for bots or read files.",
            runtime.pool.busy_count if runtime.pool else 0,
        ),
        gauge("worker_age_seconds", "Seconds since the last heartbeat of a background task.", ages, ("worker",)),
        gauge(
            "worker_alive",
            "1 if a background task is alive, otherwise 0.",
            alive,
            ("worker",),
        ),
    ]


def _status_metrics(status: ServerStatus) -> list[Metric]:
    matches: dict[Labels, float] = {(state,): n for state, n in status.matches.items()}
    games: dict[Labels, float] = {(game,): n for game, n in status.by_game.items()}
    accounts: dict[Labels, float] = {("member",): status.members, ("guest",): status.guests}
    jobs: dict[Labels, float] = {
        ("waiting",): status.jobs_waiting, ("due",): status.jobs_due, ("parked",): status.jobs_parked,
    }  # fmt: skip
    outbox: dict[Labels, float] = {(*key.split(" ", 1),): n for key, n in status.outbox.items()}
    inbox: dict[Labels, float] = {(state,): n for state, n in status.inbox.items()}
    sizes: dict[Labels, float] = {
        ("database",): status.storage.database, ("log",): status.storage.log,
        ("failures",): status.storage.failures, ("free",): status.storage.free,
    }  # fmt: skip
    mailbox: dict[Labels, float] = {(): float(not status.mail_trouble)} if status.has_mail else {}
    sizes = {kind: size for kind, size in sizes.items() if size >= 0}
    return [
        gauge("matches", "Matches by status.", matches, ("status",)),
        gauge("matches_playing", "Matches in play by game.", games, ("game",)),
        gauge("matches_stuck", "Matches in which the referee cannot continue.", status.stuck_count),
        gauge("accounts", "Accounts by kind.", accounts, ("kind",)),
        gauge("accounts_here", "Accounts seen in the last ten minutes.", status.here),
        gauge("jobs", "Background jobs by state.", jobs, ("state",)),
        gauge("outbox", "Waiting and failed notifications.", outbox, ("state", "via")),
        gauge("inbox", "Mails that wait for processing or for an answer.", inbox, ("state",)),
        gauge("mailbox_up", "1 if incoming mail can be read, otherwise 0.", mailbox),
        gauge("storage_bytes", "Storage sizes and free disk space in bytes.", sizes, ("of",)),
    ]
