"""What there is to know of a process while it works, in one place for its doors and pages."""

from __future__ import annotations

from litestar.di import NamedDependency

from palatine.web.operating.engine_room import EngineRoom
from palatine.web.operating.gauges import remembered
from palatine.web.operating.readiness import Readiness
from palatine.web.requests import RequestServices


class Operation:
    """The engine room of a process, whether it can work, and how its house stands."""

    def __init__(self, services: RequestServices) -> None:
        self.room = EngineRoom()
        self.readiness = Readiness(services.store, self.room)
        self.standing = remembered(services)

    def close(self) -> None:
        self.readiness.close()


Operations = NamedDependency[Operation]
