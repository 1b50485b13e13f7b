"""The diagnostics of a running process, for health checks, metrics and the status page."""

from __future__ import annotations

from litestar.di import NamedDependency
from prometheus_client import Metric

from palatine.web.monitoring.collector import cached_status, collect
from palatine.web.monitoring.reachability import UrlCheck
from palatine.web.monitoring.readiness import ReadinessCheck
from palatine.web.monitoring.runtime import Runtime
from palatine.web.requests import RequestServices


class Diagnostics:
    """The background components of a process, its readiness, and the status of the server."""

    def __init__(self, services: RequestServices) -> None:
        self.services = services
        self.runtime = Runtime()
        self.readiness = ReadinessCheck(services.store, self.runtime)
        self.status = cached_status(services)
        self.url_check = UrlCheck(services.config.site.url)

    async def metrics(self) -> list[Metric]:
        """Return the metrics of this process."""
        return await self.services.workers.run_long(collect, self.services, self.runtime, self.status)

    def close(self) -> None:
        self.readiness.close()
        self.url_check.close()


Operations = NamedDependency[Diagnostics]
