"""Requests, and what handlers are given besides: bodies read to the letter, and the parts of the house."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Request, Response
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.params import FromPath, QueryParameter

from palatine.store import Store
from palatine.table import House, MatchView, TableInfo
from palatine.web.background import idle
from palatine.web.doors.limits import Limits
from palatine.web.hub import Hub, Workers
from palatine.web.seat_keys import AnyRequest, SeatKeys, keys_of
from palatine.web.wording import say


class RequestServices:
    """What the handlers work with: the house, the keys to its seats, its news, its threads."""

    def __init__(self, house: House, store: Store | None = None) -> None:
        self.house = house
        self.store = store
        self.limits = Limits(store.attempts if store else None)
        self.seat_keys = SeatKeys(house)
        self.workers = Workers()
        self.hub = Hub(house, self.workers)

    async def spend(self, request: AnyRequest, what: str) -> None:
        """Count an attempt of whoever sent the request. Raises TooMany."""
        await self.workers.write(self.limits.spend, what, address_of(request))

    def key(self, request: AnyRequest, match: str, seat: str) -> str:
        """The key to `seat` that came with the request. Raises Missing, and Forbidden when none did."""
        return self.seat_keys.key_for(match, seat, keys_of(request, match))

    def expires(self, match: str, version: int) -> str:
        """When a match at that version will be cleared away unless somebody plays; "" when it will not."""
        job = None if self.store is None else self.store.jobs.of_key(idle.key_of(match))
        return job.due if job is not None and job.data["version"] == version else ""

    def table(self, match: str) -> TableInfo:
        """The match as anybody may know it. Raises Missing."""
        info = self.house.table(match)
        return (
            info
            if info.status == "over"
            else msgspec.structs.replace(info, expires=self.expires(match, info.version))
        )

    def answer(self, seen: MatchView, seat: str | None, since: int, as_changes: bool) -> Response[Any]:
        """What a seat sees, or what of it has changed since the version that whoever asks has."""
        if not as_changes:
            return Response(seen)
        return Response(self.hub.sights.tell(seen, seat, since).data, media_type="application/json")

    def check(self, request: AnyRequest, match: str, seat: str | None) -> None:
        """Raise Forbidden unless what `seat` (None: a spectator) sees may be shown to whoever sent this request."""
        if seat is not None:
            self.key(request, match, seat)


def address_of(request: AnyRequest) -> str:
    """Where a request came from; "" when that is not known."""
    return request.client.host if request.client else ""


def is_own_machine(request: AnyRequest) -> bool:
    """Whether it came from the machine the house runs on, where its operator sits, and not by way of a proxy."""
    is_near = address_of(request) in ("127.0.0.1", "::1", "::ffff:127.0.0.1")
    return is_near and not {"x-forwarded-for", "forwarded"} & set(request.headers)


Services = NamedDependency[RequestServices]
Word = FromPath[str]
Seat = Annotated[str | None, QueryParameter(max_length=80, description="Look as this seat.")]
AsChanges = Annotated[
    bool,
    QueryParameter(
        name="changes", description="Tell what has changed since the version I have, and plans as goals."
    ),
]
Count = Annotated[int, QueryParameter(ge=0, le=2**53)]


@lru_cache(maxsize=64)
def _decoder(kind: Any) -> msgspec.json.Decoder[Any]:
    return msgspec.json.Decoder(kind)


class StrictRequest(Request[Any, Any, Any]):
    """A request whose JSON must be of the handler's type as it stands: "1" is no number here, nor is true."""

    async def json(self) -> Any:
        kind = self.route_handler.parsed_fn_signature.parameters["data"].annotation
        try:
            return _decoder(kind).decode(await self.body())
        except RecursionError as error:
            raise ClientException(say("problem.deep")) from error
        except (msgspec.MsgspecError, UnicodeError) as error:
            raise ClientException(str(error).splitlines()[0]) from error
