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
from palatine.web.auth.token_scopes import NO_TOKENS, PLAY_TOKENS, READ_TOKENS
from palatine.web.identity import bearer_token, cookie_name
from palatine.web.live.listener import STREAM_HEADERS
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter, request_slot
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

ShortText = Annotated[str, Meta(max_length=80)]


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

    kind: ShortText
    target: Annotated[str, Meta(max_length=4000)]
    label: ShortText = ""


class ChannelChange(msgspec.Struct, forbid_unknown_fields=True, omit_defaults=True):
    """Changes to a channel; fields left out keep their values."""

    label: ShortText | None = None
    events: Annotated[list[ShortText], Meta(max_length=40)] | None = None
    always: bool | None = None
    digest: ShortText | None = None
    is_on: bool | None = None
    muted: Annotated[list[ShortText], Meta(max_length=500)] | None = None


class ChannelCode(msgspec.Struct, forbid_unknown_fields=True):
    """The verification code that was sent to a channel."""

    code: ShortText


def store_of(services: RequestServices) -> Store:
    """Return the store of a server with accounts. Raises Unknown without accounts."""
    services.require_accounts()
    if services.store is None:
        raise Unknown(say("problem.local"))
    return services.store


def channel_service(services: RequestServices, request: AnyRequest | None = None) -> ChannelService:
    """Return the channel service.

    Without `site.url`, links start with the address that the request used.
    """
    settings = services.config
    base = "" if settings.site.url or request is None else services.site_address(request)[0]
    return ChannelService(store_of(services).database, allow_private=settings.webhooks.allow_private, base=base)


def channel_kinds(services: RequestServices) -> tuple[str, ...]:
    """Return the channel kinds that this server can use."""
    has_mail = services.config.sends_mail
    has_web = all(find_spec(library) is not None for library in ("httpx", "pywebpush"))
    return tuple(kind for kind in CHANNEL_KINDS if (has_mail if kind == "mail" else has_web))


@get("/channels", responses=problem_responses(400, 403, 422))
async def list_channels(request: AnyRequest, services: Services) -> ChannelList:
    """Return the sender's notification channels."""

    def read() -> ChannelList:
        own = channel_service(services)
        account = services.identity.require_account(request).id
        kinds = channel_kinds(services)
        key = VapidKey(own.database).public if "push" in kinds else ""
        return ChannelList(own.of_account(account), EVENT_KINDS, kinds, dict(DEFAULT_EVENTS), key)

    return await services.workers.write(read)


@post("/channels", status_code=201, responses=problem_responses(400, 403, 413, 415, 422, 429))
async def add_channel(
    data: JSONBody[ChannelRequest], request: AnyRequest, services: Services
) -> NotificationChannel:
    """Add a notification channel. A webhook is sent a code that verifies it."""

    def write() -> NotificationChannel:
        own, account = channel_service(services, request), services.identity.require_account(request).id
        if data.kind not in channel_kinds(services):
            raise Unknown(say("problem.no-sender"))
        services.limits.count("channel", account)
        return own.add(account, data.kind, data.target, data.label, datetime.now(UTC))

    return await services.workers.write(write)


@patch("/channels/{channel:str}", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def change_channel(
    channel: WordParameter, data: JSONBody[ChannelChange], request: AnyRequest, services: Services
) -> NotificationChannel:
    """Change the events and times of a channel."""
    given = msgspec.to_builtins(data)

    def write() -> NotificationChannel:
        account = services.identity.require_account(request).id
        return channel_service(services).change(account, channel, now=datetime.now(UTC), **given)

    return await services.workers.write(write)


@delete("/channels/{channel:str}", status_code=204, responses=problem_responses(400, 403, 404, 422))
async def remove_channel(channel: WordParameter, request: AnyRequest, services: Services) -> None:
    """Remove a channel."""
    await services.workers.write(
        lambda: channel_service(services).remove(services.identity.require_account(request).id, channel)
    )


@post(
    "/channels/{channel:str}/prove", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422, 429)
)
async def verify_channel(
    channel: WordParameter, data: JSONBody[ChannelCode], request: AnyRequest, services: Services
) -> NotificationChannel:
    """Verify a channel with the code that it was sent."""

    def write() -> NotificationChannel:
        account = services.identity.require_account(request).id
        return channel_service(services).verify(account, channel, data.code, datetime.now(UTC))

    return await services.workers.write(write)


@post("/channels/{channel:str}/test", status_code=202, responses=problem_responses(400, 403, 404, 422, 429))
async def test_channel(channel: WordParameter, request: AnyRequest, services: Services) -> None:
    """Send a test message to a channel, or a new code if it is not verified yet."""

    def write() -> None:
        own, account = channel_service(services), services.identity.require_account(request).id
        services.limits.count("channel", account)
        own.resend(account, channel, datetime.now(UTC))

    await services.workers.write(write)


@get("/events", opt=READ_TOKENS, responses=problem_responses(400, 422, 429))
async def stream_turns(request: AnyRequest, services: Services) -> Stream | Response[None]:
    """Stream server-sent events with the sender's turn notices in all matches.

    The first event has the current ones, and each later event follows a change. Anonymous senders get 204.
    """
    if services.turn_feed is None:
        return Response(None, status_code=204)
    request_slot(request).count_as_stream()
    account = (await services.workers.run(services.identity.principal, request)).id
    if not account:
        return Response(None, status_code=204)
    stream: AsyncIterator[bytes] = await services.turn_feed.listen(
        account, _still_signed_in(services, request, account)
    )
    return Stream(stream, media_type="text/event-stream", headers=STREAM_HEADERS)


def _still_signed_in(services: RequestServices, request: AnyRequest, account: str) -> Callable[[], bool]:
    """Return a function that checks whether the sender is still authenticated."""
    secret, token = request.cookies.get(cookie_name(request), ""), bearer_token(request)
    return lambda: services.require_accounts().principal(secret, token, now()).id == account


@post("/{match:str}/seen", status_code=204, responses=problem_responses(400, 403, 404, 422))
async def report_presence(match: WordParameter, request: AnyRequest, services: Services) -> None:
    """Report that the sender has the match open in a focused window.

    For a minute they are not notified about it.
    """

    def write() -> None:
        store, account = store_of(services), services.identity.require_account(request).id
        services.matches.info(match)
        store.database.write(
            lambda connection: record_presence(connection, match, account, datetime.now(UTC)), exclusive=False
        )

    await services.workers.write(write)


router = Router(
    "/api/me",
    route_handlers=[
        list_channels,
        add_channel,
        change_channel,
        remove_channel,
        verify_channel,
        test_channel,
        stream_turns,
    ],
    tags=["notifications"],
    opt=NO_TOKENS,
)
presence = Router("/api/matches", route_handlers=[report_presence], tags=["notifications"], opt=PLAY_TOKENS)
