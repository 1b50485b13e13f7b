"""What there is to know of a process while it works, in one place for its doors and pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable

from litestar.di import NamedDependency
from prometheus_client import Metric

from palatine.web.monitoring.collector import collect, remembered
from palatine.web.monitoring.readiness import Readiness
from palatine.web.monitoring.runtime import Runtime
from palatine.web.requests import RequestServices


class Diagnostics:
    """The engine room of a process, whether it can work, and how its house stands."""

    def __init__(self, services: RequestServices) -> None:
        self.services = services
        self.room = Runtime()
        self.readiness = Readiness(services.store, self.room)
        self.standing = remembered(services)
        self.all_measures: Callable[[], Awaitable[list[Metric]]] = self.measures
        """Returns those of all processes of this machine."""

    async def measures(self) -> list[Metric]:
        """What there is to tell of this process."""
        return await self.services.workers.run_long(collect, self.services, self.room, self.standing)

    def close(self) -> None:
        self.readiness.close()


Operations = NamedDependency[Diagnostics]
