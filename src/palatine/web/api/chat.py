"""The API of chat in a match, private notes and moderation."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post, put
from litestar.params import JSONBody, QueryParameter

from palatine.accounts.chat import ChatMessage
from palatine.core import Refused
from palatine.matches.clock import now
from palatine.web.api.admin import audit_entry_views
from palatine.web.api.people import find_account
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import (
    AuditEntryView,
    ChatRequest,
    ChatView,
    NotesText,
    Queued,
    ReadRequest,
    ReportRequest,
    Unread,
)

AfterNumber = Annotated[int, QueryParameter(ge=0, le=2**31)]


@get("/{match:str}/chat", responses=problem_responses(400, 403, 404, 422))
async def read_chat(
    match: WordParameter, request: AnyRequest, services: Services, after: AfterNumber = 0
) -> ChatView:
    """Return the chat of a match as far as the sender may read it."""
    return await services.workers.run(_load_chat, services, request, match, after)


def _load_chat(services: RequestServices, request: AnyRequest, match: str, after: int) -> ChatView:
    people = services.require_accounts()
    services.check_can_view(request, match, None)
    account = services.identity.principal(request).account
    table = services.matches.info(match)
    if account is None:
        return ChatView(people.social.chat.messages("", match, after), "", [], False)
    why = ""
    try:
        people.social.chat.check_may_talk(account, match, now())
    except Refused as refusal:
        why = refusal.reason
    mine = services.seats.seats_of(match, account.id)
    others = [each.seat for each in table.seats if each.seat not in mine]
    is_off = bool(account.settings.get("talk-off"))
    return ChatView(
        [] if is_off else people.social.chat.messages(account.id, match, after), why,
        others if mine and len(table.seats) > 2 and not table.orders else [], is_off,
    )  # fmt: skip


@post("/{match:str}/chat", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def send_message(
    match: WordParameter, data: JSONBody[ChatRequest], request: AnyRequest, services: Services
) -> ChatMessage:
    """Send a chat message in a match."""

    def send() -> ChatMessage:
        account = services.identity.require_account(request).known
        return services.require_accounts().social.chat.send(account, match, data.text, data.to, now())

    return await services.workers.write(send)


@get("/{match:str}/chat/unread", responses=problem_responses(400, 403, 404, 422))
async def show_unread(match: WordParameter, request: AnyRequest, services: Services) -> Unread:
    """Return the number of messages in a match that the sender has not read."""
    return await services.workers.run(lambda: Unread(unread_count(services, request, match)))


def unread_count(services: RequestServices, request: AnyRequest, match: str) -> int:
    """Return the number of unread messages; 0 without an account."""
    services.check_can_view(request, match, None)
    account = services.identity.principal(request).account
    return services.require_accounts().social.chat.unread_count(account, match) if account else 0


@post("/{match:str}/chat/read", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def mark_read(
    match: WordParameter, data: JSONBody[ReadRequest], request: AnyRequest, services: Services
) -> Unread:
    """Mark messages as read up to a number."""

    def save() -> Unread:
        chat = services.require_accounts().social.chat
        services.check_can_view(request, match, None)
        me = services.identity.require_account(request).id
        chat.mark_read(me, match, data.n)
        return Unread(chat.unread_count(services.require_accounts().accounts.get(me), match))

    return await services.workers.write(save)


@get("/{match:str}/notes", responses=problem_responses(400, 403, 404, 422))
async def show_notes(match: WordParameter, request: AnyRequest, services: Services) -> NotesText:
    """Return the sender's private notes on a match."""

    def load() -> NotesText:
        services.matches.info(match)
        social = services.require_accounts().social
        return NotesText(social.notes.read(match, services.identity.require_account(request).id))

    return await services.workers.run(load)


@put("/{match:str}/notes", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def save_notes(
    match: WordParameter, data: JSONBody[NotesText], request: AnyRequest, services: Services
) -> NotesText:
    """Replace the sender's private notes on a match."""

    def save() -> NotesText:
        services.matches.info(match)
        social = services.require_accounts().social
        social.notes.save(match, services.identity.require_account(request).id, data.text, now())
        return data

    return await services.workers.write(save)


@get("/{match:str}/moderation", responses=problem_responses(400, 403, 404, 422))
async def moderation(match: WordParameter, request: AnyRequest, services: Services) -> list[AuditEntryView]:
    """Return the moderation measures in a match."""

    def load() -> list[AuditEntryView]:
        people = services.require_accounts()
        services.matches.info(match)
        services.check_can_view(request, match, None)
        return audit_entry_views(people, people.social.audit_log.of_match(match))

    return await services.workers.run(load)


@post("/", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def report(data: JSONBody[ReportRequest], request: AnyRequest, services: Services) -> Queued:
    """Report a message, with its text, or an account to the moderators."""

    def make() -> Queued:
        people = services.require_accounts()
        by = services.identity.require_account(request).known
        quoted, about = "", ""
        if data.match and data.n:
            message = people.social.chat.original_message(by.id, data.match, data.n)
            quoted, about = message.text, message.account
        else:
            about = find_account(people, data.name).id
        made = people.social.moderation.report(by, about, quoted, data.reason, now(), data.match)
        return Queued(made, by.name, people.accounts.get(about).name)

    return await services.workers.write(make)


router = Router(
    "/api/matches",
    route_handlers=[read_chat, send_message, show_unread, mark_read, show_notes, save_notes, moderation],
    tags=["matches"],
    opt=PLAY_TOKENS,
)
reports = Router("/api/reports", route_handlers=[report], tags=["people"])
