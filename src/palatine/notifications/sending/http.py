"""HTTPS requests to URLs given by users, protected against SSRF.

The host name is resolved once. If any address is not public, nothing is sent; otherwise the connection goes to the
address that was checked, so that a change of the name has no effect. Redirects are not followed, proxies of the
environment are not used, and the response body is not read.
"""

from __future__ import annotations

import ipaddress
import socket
import ssl
import time
from collections.abc import Callable, Iterable
from typing import TYPE_CHECKING, Any

from palatine.core import PalatineError
from palatine.notifications.sending.targets import check_target, is_public
from palatine.notifications.wording import say

if TYPE_CHECKING:
    import httpcore  # From the optional dependencies `server`.

TIMEOUT_SECONDS = 5.0
"""Time limit of a whole exchange in seconds."""

Resolver = Callable[[str, int], list[str]]


class PostFailed(PalatineError):
    """The request failed temporarily."""


class TargetNotAllowed(PalatineError):
    """The target address is not allowed."""


def resolve(host: str, port: int) -> list[str]:
    """Return the addresses of a host name."""
    found = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)
    return list(dict.fromkeys(str(each[4][0]) for each in found))


class HttpPoster:
    """A client for POST requests. With `private`, private network addresses are allowed."""

    def __init__(
        self,
        *,
        allow_private: bool = False,
        resolve: Resolver = resolve,
        seconds: float = TIMEOUT_SECONDS,
        context: ssl.SSLContext | None = None,
    ) -> None:
        self.private = allow_private
        self.resolve = resolve
        self.seconds = seconds
        self.context = context

    def post(self, url: str, body: bytes, headers: dict[str, str]) -> int:
        """Send a POST request and return the response status.

        Raises `PostFailed` and `TargetNotAllowed`.
        """
        # From the optional dependencies `server`.
        import httpcore

        check_target(url, allow_private=self.private)
        until = time.monotonic() + self.seconds
        within = {"timeout": dict.fromkeys(("connect", "read", "write", "pool"), self.seconds)}
        sent = {**headers, "content-length": str(len(body)), "user-agent": "Palatine"}
        backend = _backend(self._address_of, until)
        try:
            with (
                httpcore.ConnectionPool(
                    ssl_context=self.context or ssl.create_default_context(), network_backend=backend
                ) as pool,
                pool.stream("POST", url, headers=list(sent.items()), content=body, extensions=within) as answer,
            ):
                return int(answer.status)
        except (httpcore.NetworkError, httpcore.TimeoutException, httpcore.ProtocolError, OSError) as error:
            raise PostFailed(say("trouble.unreachable", why=type(error).__name__)) from error

    def _address_of(self, host: str, port: int) -> str:
        """Return the address of a host name.

        Raises `TargetNotAllowed` if any of its addresses is not public.
        """
        try:
            found = self.resolve(host, port)
        except (OSError, UnicodeError) as error:
            raise PostFailed(say("trouble.no-name")) from error
        if not found:
            raise PostFailed(say("trouble.no-name"))
        if not self.private and not all(is_public(ipaddress.ip_address(each.split("%")[0])) for each in found):
            # The same message as for an unknown name, so that names of the internal network are not disclosed.
            raise TargetNotAllowed(say("trouble.no-name"))
        return found[0]


def _backend(address_of: Callable[[str, int], str], until: float) -> Any:
    """Return a network backend that connects to the result of `address_of` with a deadline."""
    import httpcore  # From the optional dependencies `server`.

    class Guarded(httpcore.NetworkBackend):
        def connect_tcp(
            self,
            host: str,
            port: int,
            timeout: float | None = None,
            local_address: str | None = None,
            socket_options: Iterable[Any] | None = None,
        ) -> httpcore.NetworkStream:
            address = address_of(host, port)
            stream = httpcore.SyncBackend().connect_tcp(
                address, port, _seconds_left(until), local_address, socket_options
            )
            return Timed(stream)

    class Timed(httpcore.NetworkStream):
        def __init__(self, stream: httpcore.NetworkStream) -> None:
            self.stream = stream

        def read(self, max_bytes: int, timeout: float | None = None) -> bytes:
            return self.stream.read(max_bytes, _seconds_left(until))

        def write(self, buffer: bytes, timeout: float | None = None) -> None:
            self.stream.write(buffer, _seconds_left(until))

        def close(self) -> None:
            self.stream.close()

        def start_tls(
            self, ssl_context: ssl.SSLContext, server_hostname: str | None = None, timeout: float | None = None
        ) -> httpcore.NetworkStream:
            return Timed(self.stream.start_tls(ssl_context, server_hostname, _seconds_left(until)))

        def get_extra_info(self, info: str) -> Any:
            return self.stream.get_extra_info(info)

    return Guarded()


def _seconds_left(until: float) -> float:
    """Return the seconds left. Raises `httpcore.ReadTimeout` if there are none."""
    import httpcore  # From the optional dependencies `server`.

    left = until - time.monotonic()
    if left <= 0:
        raise httpcore.ReadTimeout
    return left
