"""The API of moderators and administrators."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Annotated

from litestar import Router, get, post
from litestar.params import JSONBody, QueryParameter

from palatine.accounts.accounts import Account
from palatine.accounts.admin.audit_log import AuditEntry
from palatine.accounts.admin.health import ServerHealth
from palatine.accounts.admin.moderation import RestrictionKind, check_admin, check_moderator
from palatine.accounts.principals import AccountService
from palatine.matches.clock import now
from palatine.web.api.people import named
from palatine.web.auth.requests import auth_of
from palatine.web.auth.token_scopes import CLOSED
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import (
    AuditEntryView,
    LinkMade,
    LinkRequest,
    ModerationRequest,
    Queued,
    Resident,
    SettleRequest,
)

Beginning = Annotated[str, QueryParameter(max_length=80)]
SHOWN = 200


def moderator(services: RequestServices, request: AnyRequest) -> Account:
    """Return the sender, who must be a moderator.

    Raises Forbidden without an account and Refused without that role.
    """
    account = services.identity.member(request).known
    check_moderator(account)
    return account


@get("/reports", responses=answers(400, 403, 422))
async def reports(request: AnyRequest, services: Services) -> list[Queued]:
    """Return the open reports, the oldest first."""
    return await services.workers.run(queue, services, request)


def queue(services: RequestServices, request: AnyRequest) -> list[Queued]:
    """Return the open reports with account names."""
    people = services.known_people()
    moderator(services, request)
    found = people.social.moderation.queue()
    names = people.accounts.names_of({each.by for each in found} | {each.about for each in found})
    return [Queued(each, names.get(each.by, ""), names.get(each.about, "")) for each in found]


@post("/reports/{report:str}", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def settle(
    report: Word, data: JSONBody[SettleRequest], request: AnyRequest, services: Services
) -> list[Queued]:
    """Settle a report, and return the open ones."""

    def write() -> list[Queued]:
        people = services.known_people()
        by = moderator(services, request)
        people.social.moderation.settle_report(by, report, data.state, data.reason, now())
        return queue(services, request)

    return await services.workers.write(write)


@get("/audit-log", responses=answers(400, 403, 422))
async def audit_log(request: AnyRequest, services: Services) -> list[AuditEntryView]:
    """Return the latest entries of the audit log."""

    def tell() -> list[AuditEntryView]:
        people = services.known_people()
        moderator(services, request)
        return told(people, people.social.audit_log.latest_entries())

    return await services.workers.run(tell)


def told(people: AccountService, found: Sequence[AuditEntry]) -> list[AuditEntryView]:
    """Return audit entries with account names."""
    names = people.accounts.names_of({each.account for each in found} | {each.by for each in found})
    return [AuditEntryView(each, names.get(each.by, ""), names.get(each.account, "")) for each in found]


@post("/actions", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def do(data: JSONBody[ModerationRequest], request: AnyRequest, services: Services) -> list[AuditEntryView]:
    """Take a moderation measure, and return the latest entries of the audit log.

    Moderators can warn an account, restrict it until a time, remove a player from a seat and hide a message.
    """

    def write() -> list[AuditEntryView]:
        people = services.known_people()
        by = moderator(services, request)
        _carry_out(people, by, data)
        return told(people, people.social.audit_log.latest_entries())

    return await services.workers.write(write)


def _carry_out(people: AccountService, by: Account, data: ModerationRequest) -> None:
    moderation, time = people.social.moderation, now()
    if data.action == "remove":
        moderation.remove_player(by, data.match, data.seat, data.reason, time)
    elif data.action == "hide":
        moderation.hide_message(by, data.match, data.n, data.reason, time)
    elif data.action == "warn":
        moderation.warn(by, named(people, data.name).id, data.reason, time)
    elif data.action == "lift":
        lifted: RestrictionKind = data.lifted or "suspend"
        moderation.unrestrict(by, named(people, data.name).id, lifted, data.reason, time)
    else:
        moderation.restrict(by, named(people, data.name).id, data.action, data.reason, data.until, time)


# Administrators only


def host(services: RequestServices, request: AnyRequest) -> Account:
    """Return the sender, who must be an administrator.

    Raises Forbidden without an account and Refused without that role.
    """
    account = services.identity.member(request).known
    check_admin(account)
    return account


@get("/health", responses=answers(400, 403, 422))
async def health(request: AnyRequest, services: Services) -> ServerHealth:
    """Return failing channels, messages waiting to be sent, and parked jobs."""

    def look() -> ServerHealth:
        host(services, request)
        return services.known_people().social.health.read()

    return await services.workers.run(look)


@get("/accounts", responses=answers(400, 403, 422))
async def accounts(request: AnyRequest, services: Services, name: Beginning = "") -> list[Resident]:
    """Return the accounts, the last seen first, optionally those whose names start with `name`."""
    return await services.workers.run(residents, services, request, name)


def residents(services: RequestServices, request: AnyRequest, name: str = "") -> list[Resident]:
    """Return the accounts as administrators see them."""
    host(services, request)
    time = now()
    found = services.known_people().accounts.recent_accounts(name, SHOWN)
    return [
        Resident(each.name, each.kind, each.role, each.created[:10], each.seen[:10],
                 [what for what in each.restrictions if each.restrictions[what].get("until", "") > time])
        for each in found
    ]  # fmt: skip


@post("/links", status_code=201, responses=answers(400, 403, 404, 413, 415, 422))
async def link(data: JSONBody[LinkRequest], request: AnyRequest, services: Services) -> LinkMade:
    """Create a link that signs in once, within three days.

    It is for an owner who has lost all credentials or, without a name, for a new player.
    """

    def make() -> LinkMade:
        people, time = services.known_people(), now()
        by = host(services, request)
        account = named(people, data.name) if data.name else people.accounts.create_guest(time)
        token = auth_of(services).recovery.create_link(account.id, time)
        action = AuditEntry(time, by.id, "recover" if data.name else "invite", account.id)
        people.social.audit_log.add(action)
        base, reaches_others = services.address(request)
        return LinkMade(f"{base}/signin/{token}", account.name, reaches_others)

    return await services.workers.write(make)


router = Router(
    "/api/admin",
    route_handlers=[reports, settle, audit_log, do, health, accounts, link],
    tags=["people"],
    opt=CLOSED,
)
