"""What there is to know of a process while it works, in one place for its doors and pages."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Sequence

from litestar.di import NamedDependency

from palatine.web.monitoring.collector import collect, remembered
from palatine.web.monitoring.prometheus import MetricFamily, add_up
from palatine.web.monitoring.readiness import Readiness
from palatine.web.monitoring.runtime import Runtime
from palatine.web.requests import RequestServices


async def nobody() -> Sequence[Sequence[MetricFamily]]:
    """The measures of other processes where there are none."""
    return ()


class Diagnostics:
    """The engine room of a process, whether it can work, and how its house stands."""

    def __init__(self, services: RequestServices) -> None:
        self.services = services
        self.room = Runtime()
        self.readiness = Readiness(services.store, self.room)
        self.standing = remembered(services)
        self.others: Callable[[], Awaitable[Sequence[Sequence[MetricFamily]]]] = nobody
        """Asks the other processes of this machine for their measures."""

    async def measures(self) -> list[MetricFamily]:
        """What there is to tell of this process."""
        return await self.services.workers.run_long(collect, self.services, self.room, self.standing)

    async def all_measures(self) -> list[MetricFamily]:
        """What there is to tell of all processes of this machine, those that do not answer left out."""
        return add_up([await self.measures(), *await self.others()])

    def close(self) -> None:
        self.readiness.close()


Operations = NamedDependency[Diagnostics]
