"""The status page and its API: server status, and retries of jobs and stuck matches.

The page shows accounts present, stuck matches, jobs, notifications, storage and slow actions. With accounts, only
administrators can open it; in local mode, every user of this machine can.
"""

from __future__ import annotations

from collections.abc import Sequence

import msgspec
from litestar import Response, Router, get, post
from litestar.params import JSONBody
from prometheus_client import Metric

from palatine.matches import Forbidden
from palatine.matches.clock import now
from palatine.web.auth.requests import sender_data
from palatine.web.auth.token_scopes import NO_TOKENS
from palatine.web.monitoring.diagnostics import Diagnostics, Operations
from palatine.web.monitoring.server_status import ServerStatus
from palatine.web.problems import problem_responses
from palatine.web.rendering import render_page
from palatine.web.requests import RequestServices, Services, WordParameter, is_own_machine
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_pages import game_titles
from palatine.web.wording import say

Html = Response[str]
UNITS = ("bytes", "kilobytes", "megabytes", "gigabytes", "terabytes")


class JobRequest(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """The key of a job to retry."""

    key: str


class RetryResult(msgspec.Struct, frozen=True):
    """The result of a retry: whether the job is queued again or the match continues."""

    goes_on: bool


def check_operator(services: RequestServices, request: AnyRequest) -> None:
    """Raise Forbidden unless the sender is an administrator."""
    if services.people is None:
        if not is_own_machine(request):
            raise Forbidden(say("status.not-here"))
    elif services.identity.require_account(request).known.role != "admin":
        raise Forbidden(say("status.admins-only"))


def read_status(operating: Diagnostics) -> ServerStatus:
    """Return the status of the server. Raises Forbidden without a database."""
    if operating.status is None:
        raise Forbidden(say("status.nothing-kept"))
    return operating.status.read()


def size_text(size: int) -> str:
    """Return a size in bytes as text."""
    if size < 0:
        return say("status.size.unknown")
    amount, unit = float(size), 0
    while amount >= 1000 and unit < len(UNITS) - 1:
        amount, unit = amount / 1000, unit + 1
    return say(f"status.size.{UNITS[unit]}", n=f"{amount:.3g}" if amount < 1000 else f"{amount:.0f}")


def gauge_values(metrics: Sequence[Metric], name: str) -> dict[str, float]:
    """Return the values of a gauge with one label, by that label."""
    (found,) = (each for each in metrics if each.name == f"palatine_{name}")
    return {label: sample.value for sample in found.samples for label in sample.labels.values()}


def task_rows(metrics: Sequence[Metric]) -> list[dict[str, object]]:
    """Return the background tasks with their state and age in seconds."""
    alive, ages = gauge_values(metrics, "worker_alive"), gauge_values(metrics, "worker_age_seconds")
    return [{"name": name, "alive": alive[name] > 0, "age": round(ages[name])} for name in sorted(alive)]


@get("/admin/status")
async def status_page(request: AnyRequest, services: Services, operating: Operations) -> Html:
    """Return the status page."""
    await services.workers.run(check_operator, services, request)
    trouble = await operating.readiness.trouble()
    metrics = await operating.metrics()
    listeners = gauge_values(metrics, "listeners")

    def make() -> str:
        return render_page(
            "status.html",
            server_status=read_status(operating),
            trouble=trouble,
            listening=round(listeners.get("matches", 0)),
            turns=round(listeners.get("turns", 0)),
            workers=task_rows(metrics),
            titles=game_titles(),
            size=size_text,
            has_people=services.people is not None,
            **sender_data(services, request),
        )

    text = await services.workers.run_long(make)
    return Response(text, media_type="text/html", headers={"cache-control": "no-store"})


@get("/", responses=problem_responses(400, 403))
async def show_status(request: AnyRequest, services: Services, operating: Operations) -> ServerStatus:
    """Return the status of the server, for administrators."""

    def load() -> ServerStatus:
        check_operator(services, request)
        return read_status(operating)

    return await services.workers.run_long(load)


@post("/jobs", status_code=200, responses=problem_responses(400, 403, 413, 415, 422))
async def retry_job(
    data: JSONBody[JobRequest], request: AnyRequest, services: Services, operating: Operations
) -> RetryResult:
    """Retry a parked job."""

    def write() -> RetryResult:
        check_operator(services, request)
        known = services.store is not None and services.store.jobs.retry(data.key, now())
        _clear_cached_status(operating)
        return RetryResult(known)

    return await services.workers.write(write)


@post("/stuck/{match:str}", status_code=200, responses=problem_responses(400, 403, 404))
async def retry_match(
    match: WordParameter, request: AnyRequest, services: Services, operating: Operations
) -> RetryResult:
    """Retry the action at which the referee is stuck in a match."""

    def write() -> RetryResult:
        check_operator(services, request)
        tried = RetryResult(services.matches.retry(match))
        _clear_cached_status(operating)
        return tried

    return await services.workers.run_long(write)


def _clear_cached_status(operating: Diagnostics) -> None:
    if operating.status is not None:
        operating.status.clear()


router = Router("/", route_handlers=[status_page], include_in_schema=False, opt=NO_TOKENS)
api = Router(
    "/api/admin/status", route_handlers=[show_status, retry_job, retry_match], tags=["people"], opt=NO_TOKENS
)
