"""The routes `/healthz`, `/readyz` and `/metrics` for probes and scrapers.

Only trusted networks may read the state of the server.
"""

from __future__ import annotations

import ipaddress
from collections.abc import Collection
from functools import lru_cache

from litestar import Response, Router, get
from litestar.exceptions import NotFoundException

from palatine.web.middleware.concurrency_limits import HEALTH_PATH
from palatine.web.monitoring.diagnostics import Operations
from palatine.web.monitoring.prometheus import CONTENT_TYPE, as_text
from palatine.web.requests import RequestServices, Services, client_address
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

PLAIN_TEXT = "text/plain"
NO_STORE = {"cache-control": "no-store"}
PROXY_HEADERS = frozenset(("x-forwarded-for", "x-forwarded-host", "forwarded", "via"))
"""Headers that a proxy adds to requests from outside."""


def is_direct_request(request: AnyRequest, networks: Collection[str]) -> bool:
    """Return whether a request comes directly, without a proxy, from one of these networks."""
    if PROXY_HEADERS & set(request.headers):
        return False
    try:
        address = ipaddress.ip_address(client_address(request).partition("%")[0])
    except ValueError:
        return False
    plain = getattr(address, "ipv4_mapped", None) or address
    return any(plain in network for network in _networks(tuple(networks)))


@lru_cache(maxsize=8)
def _networks(names: tuple[str, ...]) -> list[ipaddress.IPv4Network | ipaddress.IPv6Network]:
    return [ipaddress.ip_network(name, strict=False) for name in names]


def _check_near(request: AnyRequest, services: RequestServices) -> None:
    """Raise NotFoundException for clients outside the trusted networks."""
    if not is_direct_request(request, services.config.monitoring.metrics):
        raise NotFoundException(say("problem.no-page"))


@get(HEALTH_PATH)
async def healthz() -> Response[str]:
    """Report that the process is alive."""
    return Response(say("monitoring.alive") + "\n", media_type=PLAIN_TEXT, headers=NO_STORE)


@get("/readyz")
async def readyz(request: AnyRequest, services: Services, operating: Operations) -> Response[str]:
    """Report whether the process can work; trusted networks also get the reason if not."""
    trouble = await operating.readiness.trouble()
    if not trouble:
        told = say("monitoring.ready")
        if operating.status is not None and is_direct_request(request, services.config.monitoring.metrics):
            status = await services.workers.run_long(operating.status.read)
            if status.mail_trouble:
                told += " " + say("monitoring.mailbox", why=status.mail_trouble, since=status.mail_since)
        return Response(told + "\n", media_type=PLAIN_TEXT, headers=NO_STORE)
    told = (
        trouble if is_direct_request(request, services.config.monitoring.metrics) else say("monitoring.not-ready")
    )
    return Response(told + "\n", status_code=503, media_type=PLAIN_TEXT, headers=NO_STORE)


@get("/metrics")
async def metrics(request: AnyRequest, services: Services, operating: Operations) -> Response[bytes]:
    """Return all metrics in the Prometheus text format."""
    _check_near(request, services)
    return Response(as_text(await operating.metrics()), media_type=CONTENT_TYPE, headers=NO_STORE)


router = Router("/", route_handlers=[healthz, readyz, metrics], include_in_schema=False)
