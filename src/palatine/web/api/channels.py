"""The API of notifications: channels, presence at a match, and the turn feed."""

from __future__ import annotations

from collections.abc import AsyncIterator, Callable
from datetime import UTC, datetime
from importlib.util import find_spec
from typing import Annotated

import msgspec
from litestar import Response, Router, delete, get, patch, post
from litestar.params import JSONBody
from litestar.response import Stream
from msgspec import Meta

from palatine.core import Unknown
from palatine.matches.clock import now
from palatine.notifications.channels import ChannelService, NotificationChannel
from palatine.notifications.events import CHANNEL_KINDS, DEFAULT_EVENTS, EVENT_KINDS
from palatine.notifications.reminders import record_presence
from palatine.notifications.sending.push import VapidKey
from palatine.store import Store
from palatine.web.auth.token_scopes import CLOSED, LOOKS, PLAYS
from palatine.web.identity import bearer, cookie_name
from palatine.web.live.listener import STREAM_HEADERS
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word, slot_of
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

Short = Annotated[str, Meta(max_length=80)]


class ChannelList(msgspec.Struct):
    """The notification channels of an account, and the choices for them."""

    channels: list[NotificationChannel]
    events: tuple[str, ...]
    kinds: tuple[str, ...]
    """Channel kinds that this server can use."""
    usual: dict[str, tuple[str, ...]]
    """Events of each channel kind by default."""
    push_key: str
    """Public key of the server, which a browser needs to subscribe; "" without push."""


class ChannelRequest(msgspec.Struct, forbid_unknown_fields=True):
    """A new channel and its target; for push, the browser's subscription as JSON."""

    kind: Short
    target: Annotated[str, Meta(max_length=4000)]
    label: Short = ""


class ChannelChange(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Changes to a channel; fields left out keep their values."""

    label: Short | None = None
    events: Annotated[list[Short], Meta(max_length=40)] | None = None
    always: bool | None = None
    digest: Short | None = None
    is_on: bool | None = None
    muted: Annotated[list[Short], Meta(max_length=500)] | None = None


class ChannelCode(msgspec.Struct, forbid_unknown_fields=True):
    """The verification code that was sent to a channel."""

    code: Short


def store_of(services: RequestServices) -> Store:
    """Return the store of a server with accounts. Raises Unknown without accounts."""
    services.known_people()
    if services.store is None:
        raise Unknown(say("problem.local"))
    return services.store


def channels_of(services: RequestServices, request: AnyRequest | None = None) -> ChannelService:
    """Return the channel service.

    Without `site.url`, links start with the address that the request used.
    """
    settings = services.config
    base = "" if settings.site.url or request is None else services.address(request)[0]
    return ChannelService(store_of(services).database, allow_private=settings.webhooks.allow_private, base=base)


def kinds_of(services: RequestServices) -> tuple[str, ...]:
    """Return the channel kinds that this server can use."""
    has_mail = services.config.sends_mail
    has_web = all(find_spec(library) is not None for library in ("httpx", "pywebpush"))
    return tuple(kind for kind in CHANNEL_KINDS if (has_mail if kind == "mail" else has_web))


@get("/channels", responses=answers(400, 403, 422))
async def listed(request: AnyRequest, services: Services) -> ChannelList:
    """Return the sender's notification channels."""

    def read() -> ChannelList:
        own = channels_of(services)
        account = services.identity.member(request).id
        kinds = kinds_of(services)
        key = VapidKey(own.database).public if "push" in kinds else ""
        return ChannelList(own.of_account(account), EVENT_KINDS, kinds, dict(DEFAULT_EVENTS), key)

    return await services.workers.write(read)


@post("/channels", status_code=201, responses=answers(400, 403, 413, 415, 422, 429))
async def add(data: JSONBody[ChannelRequest], request: AnyRequest, services: Services) -> NotificationChannel:
    """Add a notification channel. A webhook is sent a code that verifies it."""

    def write() -> NotificationChannel:
        own, account = channels_of(services, request), services.identity.member(request).id
        if data.kind not in kinds_of(services):
            raise Unknown(say("problem.no-sender"))
        services.limits.count("channel", account)
        return own.add(account, data.kind, data.target, data.label, datetime.now(UTC))

    return await services.workers.write(write)


@patch("/channels/{channel:str}", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def change(
    channel: Word, data: JSONBody[ChannelChange], request: AnyRequest, services: Services
) -> NotificationChannel:
    """Change the events and times of a channel."""
    given = msgspec.to_builtins(data)

    def write() -> NotificationChannel:
        account = services.identity.member(request).id
        return channels_of(services).change(account, channel, now=datetime.now(UTC), **given)

    return await services.workers.write(write)


@delete("/channels/{channel:str}", status_code=204, responses=answers(400, 403, 404, 422))
async def remove(channel: Word, request: AnyRequest, services: Services) -> None:
    """Remove a channel."""
    await services.workers.write(
        lambda: channels_of(services).remove(services.identity.member(request).id, channel)
    )


@post("/channels/{channel:str}/prove", status_code=200, responses=answers(400, 403, 404, 413, 415, 422, 429))
async def prove(
    channel: Word, data: JSONBody[ChannelCode], request: AnyRequest, services: Services
) -> NotificationChannel:
    """Verify a channel with the code that it was sent."""

    def write() -> NotificationChannel:
        account = services.identity.member(request).id
        return channels_of(services).verify(account, channel, data.code, datetime.now(UTC))

    return await services.workers.write(write)


@post("/channels/{channel:str}/test", status_code=202, responses=answers(400, 403, 404, 422, 429))
async def try_out(channel: Word, request: AnyRequest, services: Services) -> None:
    """Send a test message to a channel, or a new code if it is not verified yet."""

    def write() -> None:
        own, account = channels_of(services), services.identity.member(request).id
        services.limits.count("channel", account)
        own.resend(account, channel, datetime.now(UTC))

    await services.workers.write(write)


@get("/events", opt=LOOKS, responses=answers(400, 422, 429))
async def events(request: AnyRequest, services: Services) -> Stream | Response[None]:
    """Stream server-sent events with the sender's turn notices in all matches.

    The first event has the current ones, and each later event follows a change. Anonymous senders get 204.
    """
    if services.turn_feed is None:
        return Response(None, status_code=204)
    slot_of(request).stream()
    account = (await services.workers.run(services.identity.who, request)).id
    if not account:
        return Response(None, status_code=204)
    stream: AsyncIterator[bytes] = await services.turn_feed.listen(account, _still(services, request, account))
    return Stream(stream, media_type="text/event-stream", headers=STREAM_HEADERS)


def _still(services: RequestServices, request: AnyRequest, account: str) -> Callable[[], bool]:
    """Return a function that checks whether the sender is still authenticated."""
    secret, token = request.cookies.get(cookie_name(request), ""), bearer(request)
    return lambda: services.known_people().principal(secret, token, now()).id == account


@post("/{match:str}/seen", status_code=204, responses=answers(400, 403, 404, 422))
async def seen(match: Word, request: AnyRequest, services: Services) -> None:
    """Report that the sender has the match open in a focused window.

    For a minute they are not notified about it.
    """

    def write() -> None:
        store, account = store_of(services), services.identity.member(request).id
        services.matches.info(match)
        store.database.write(
            lambda connection: record_presence(connection, match, account, datetime.now(UTC)), exclusive=False
        )

    await services.workers.write(write)


router = Router(
    "/api/me",
    route_handlers=[listed, add, change, remove, prove, try_out, events],
    tags=["notifications"],
    opt=CLOSED,
)
presence = Router("/api/matches", route_handlers=[seen], tags=["notifications"], opt=PLAYS)
