"""Requests, and what handlers are given besides: bodies read to the letter, and the parts of the house."""

from __future__ import annotations

from functools import lru_cache
from typing import Annotated, Any

import msgspec
from litestar import Request
from litestar.di import NamedDependency
from litestar.exceptions import ClientException
from litestar.params import FromPath, QueryParameter

from palatine.table import House
from palatine.web.doors import Doors
from palatine.web.hub import Hub, Workers

TheHouse = NamedDependency[House]
TheDoors = NamedDependency[Doors]
TheHub = NamedDependency[Hub]
TheWorkers = NamedDependency[Workers]
Word = FromPath[str]
Seat = Annotated[str | None, QueryParameter(max_length=80, description="Look as this seat.")]
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
        except (msgspec.MsgspecError, UnicodeError, RecursionError) as error:
            raise ClientException(str(error).splitlines()[0]) from error
