"""The API's part on talk at a table, notes of one's own, and what was done to a match."""

from __future__ import annotations

from typing import Annotated

from litestar import Router, get, post, put
from litestar.params import JSONBody, QueryParameter

from palatine.accounts.chat import ChatMessage
from palatine.core import Refused
from palatine.matches.clock import now
from palatine.web.api.admin import told
from palatine.web.api.people import named
from palatine.web.auth.token_scopes import PLAYS
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import (
    AuditEntryView,
    HeardRequest,
    NotesText,
    Queued,
    ReportRequest,
    TalkRead,
    TalkRequest,
    Unread,
)

After = Annotated[int, QueryParameter(ge=0, le=2**31)]


@get("/{match:str}/talk", responses=answers(400, 403, 404, 422))
async def read(match: Word, request: AnyRequest, services: Services, after: After = 0) -> TalkRead:
    """What is said at a table, as far as whoever asks may hear it."""
    return await services.workers.run(_heard, services, request, match, after)


def _heard(services: RequestServices, request: AnyRequest, match: str, after: int) -> TalkRead:
    people = services.known_people()
    services.check(request, match, None)
    account = services.identity.who(request).account
    table = services.house.table(match)
    if account is None:
        return TalkRead(people.company.talk.read("", match, after), "", [], False)
    why = ""
    try:
        people.company.talk.check_may_talk(account, match, now())
    except Refused as refusal:
        why = refusal.reason
    mine = services.house.seats_of(match, account.id)
    others = [each.seat for each in table.seats if each.seat not in mine]
    is_off = bool(account.settings.get("talk-off"))
    return TalkRead(
        [] if is_off else people.company.talk.read(account.id, match, after), why,
        others if mine and len(table.seats) > 2 and not table.orders else [], is_off,
    )  # fmt: skip


@post("/{match:str}/talk", status_code=201, responses=answers(400, 403, 404, 413, 415, 422))
async def talk(match: Word, data: JSONBody[TalkRequest], request: AnyRequest, services: Services) -> ChatMessage:
    """Say something at a table."""

    def say_it() -> ChatMessage:
        account = services.identity.member(request).known
        return services.known_people().company.talk.say(account, match, data.text, data.to, now())

    return await services.workers.write(say_it)


@get("/{match:str}/talk/unread", responses=answers(400, 403, 404, 422))
async def unread(match: Word, request: AnyRequest, services: Services) -> Unread:
    """How much has been said at a table that whoever asks has not read."""
    return await services.workers.run(lambda: Unread(unread_of(services, request, match)))


def unread_of(services: RequestServices, request: AnyRequest, match: str) -> int:
    """The same as a number; 0 to who has no account."""
    services.check(request, match, None)
    account = services.identity.who(request).account
    return services.known_people().company.talk.unread(account, match) if account else 0


@post("/{match:str}/talk/heard", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def heard(match: Word, data: JSONBody[HeardRequest], request: AnyRequest, services: Services) -> Unread:
    """Keep up to where one has read."""

    def keep() -> Unread:
        talk = services.known_people().company.talk
        services.check(request, match, None)
        me = services.identity.member(request).id
        talk.hear(me, match, data.n)
        return Unread(talk.unread(services.known_people().accounts.get(me), match))

    return await services.workers.write(keep)


@get("/{match:str}/notes", responses=answers(400, 403, 404, 422))
async def notes(match: Word, request: AnyRequest, services: Services) -> NotesText:
    """One's own notes on a match."""

    def tell() -> NotesText:
        services.house.table(match)
        company = services.known_people().company
        return NotesText(company.notes.of(match, services.identity.member(request).id))

    return await services.workers.run(tell)


@put("/{match:str}/notes", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def note(match: Word, data: JSONBody[NotesText], request: AnyRequest, services: Services) -> NotesText:
    """Note something on a match instead of what stood."""

    def keep() -> NotesText:
        services.house.table(match)
        company = services.known_people().company
        company.notes.keep(match, services.identity.member(request).id, data.text, now())
        return data

    return await services.workers.write(keep)


@get("/{match:str}/moderation", responses=answers(400, 403, 404, 422))
async def moderation(match: Word, request: AnyRequest, services: Services) -> list[AuditEntryView]:
    """What those who keep order have done to a match."""

    def tell() -> list[AuditEntryView]:
        people = services.known_people()
        services.house.table(match)
        services.check(request, match, None)
        return told(people, people.company.ledger.of_match(match))

    return await services.workers.run(tell)


@post("/", status_code=201, responses=answers(400, 403, 404, 413, 415, 422))
async def report(data: JSONBody[ReportRequest], request: AnyRequest, services: Services) -> Queued:
    """Have those who keep order look at a remark, as it stands, or at somebody."""

    def make() -> Queued:
        people = services.known_people()
        by = services.identity.member(request).known
        quoted, about = "", ""
        if data.match and data.n:
            remark = people.company.talk.quoted(by.id, data.match, data.n)
            quoted, about = remark.text, remark.account
        else:
            about = named(people, data.name).id
        made = people.company.moderation.report(by, about, quoted, data.reason, now(), data.match)
        return Queued(made, by.name, people.accounts.get(about).name)

    return await services.workers.write(make)


router = Router(
    "/api/matches",
    route_handlers=[read, talk, unread, heard, notes, note, moderation],
    tags=["matches"],
    opt=PLAYS,
)
reports = Router("/api/reports", route_handlers=[report], tags=["people"])
