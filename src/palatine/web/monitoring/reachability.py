"""The connection that a server makes to its own URL, to test address and certificate.

The URL comes from the settings, and the answer's text is compared but never shown. No visitor can use the test to probe
the network.
"""

from __future__ import annotations

import asyncio
import ssl
from concurrent.futures import ThreadPoolExecutor
from contextlib import closing
from http.client import HTTPConnection, HTTPException, HTTPSConnection
from ipaddress import ip_address
from time import monotonic
from urllib.parse import urlsplit

import msgspec

from palatine.config import is_loopback_host
from palatine.web.middleware.concurrency_limits import HEALTH_PATH
from palatine.web.wording import say

SECONDS = 5.0
"""Timeout of the connection and of each read."""
BOUND = 8.0
"""Seconds after which the page no longer waits for the check."""
FRESH = 20.0
"""Seconds for which a result is cached, so that reloading the page does not connect again."""


class Reachability(msgspec.Struct, frozen=True):
    """The result of a connection to the URL of the site."""

    trouble: str = ""
    """Reason why it is not reachable; "" if this server answers there."""
    expires: float = 0.0
    """Time at which the certificate expires, in seconds since 1970; 0 without one."""


class UrlCheck:
    """The check of the site's URL, one at a time in its own thread, with a cached result."""

    def __init__(self, url: str) -> None:
        self.url = url
        self._thread = ThreadPoolExecutor(1, "url-check")
        self._asking: asyncio.Future[Reachability] | None = None
        self._known: tuple[float, Reachability] | None = None

    async def result(self) -> Reachability | None:
        """Return the result of the check; None without a URL."""
        if not self.url:
            return None
        if self._known is not None and monotonic() - self._known[0] < FRESH:
            return self._known[1]
        if self._asking is None or self._asking.done():
            self._asking = asyncio.get_running_loop().run_in_executor(self._thread, check_url, self.url)
        try:
            found = await asyncio.wait_for(asyncio.shield(self._asking), BOUND)
        except TimeoutError:
            return Reachability(say("checklist.url-slow", seconds=round(BOUND)))
        self._known = (monotonic(), found)
        return found

    def close(self) -> None:
        self._thread.shutdown(wait=False, cancel_futures=True)


def check_url(url: str) -> Reachability:
    """Connect to a URL and return whether Palatine answers there. Blocks for some seconds at most."""
    try:
        parts = urlsplit(url)
        host, port = parts.hostname or "", parts.port
    except ValueError:
        return Reachability(say("checklist.url-invalid"))
    if parts.scheme not in ("http", "https") or not host:
        return Reachability(say("checklist.url-invalid"))
    context = ssl.create_default_context()
    made: HTTPConnection = (
        HTTPSConnection(host, port, timeout=SECONDS, context=context)
        if parts.scheme == "https"
        else HTTPConnection(host, port, timeout=SECONDS)
    )
    with closing(made) as connection:
        try:
            return _answer(connection)
        except ssl.SSLCertVerificationError as error:
            return Reachability(say("checklist.url-certificate", why=error.verify_message))
        except (OSError, HTTPException) as error:
            return Reachability(say("checklist.url-silent", why=_reason(error)))


def _answer(connection: HTTPConnection) -> Reachability:
    connection.request("GET", HEALTH_PATH, headers={"accept": "text/plain", "connection": "close"})
    certificate = connection.sock.getpeercert() if isinstance(connection.sock, ssl.SSLSocket) else None
    ends = str(certificate["notAfter"]) if certificate else ""
    expires = float(ssl.cert_time_to_seconds(ends)) if ends else 0.0
    response = connection.getresponse()
    if response.status in (301, 302, 303, 307, 308):
        return Reachability(say("checklist.url-redirects", to=response.getheader("location", "")[:200]), expires)
    expected = (say("monitoring.alive") + "\n").encode()
    if response.status != 200 or response.read(len(expected) + 1) != expected:
        return Reachability(say("checklist.url-other", status=response.status), expires)
    return Reachability("", expires)


def _reason(error: Exception) -> str:
    return getattr(error, "strerror", None) or str(error) or type(error).__name__


def is_private_host(host: str) -> bool:
    """Return whether a host is reachable only in the server's own network."""
    try:
        return ip_address(host).is_private
    except ValueError:
        return is_loopback_host(host) or host.endswith(".local") or "." not in host
