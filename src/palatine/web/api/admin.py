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
from palatine.web.api.people import find_account
from palatine.web.auth.requests import auth_service
from palatine.web.auth.token_scopes import NO_TOKENS
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter
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

NamePrefix = Annotated[str, QueryParameter(max_length=80)]
MAX_ENTRIES = 200


def require_moderator(services: RequestServices, request: AnyRequest) -> Account:
    """Return the sender, who must be a moderator.

    Raises Forbidden without an account and Refused without that role.
    """
    account = services.identity.require_account(request).known
    check_moderator(account)
    return account


@get("/reports", responses=problem_responses(400, 403, 422))
async def reports(request: AnyRequest, services: Services) -> list[Queued]:
    """Return the open reports, the oldest first."""
    return await services.workers.run(unsettled_reports, services, request)


def unsettled_reports(services: RequestServices, request: AnyRequest) -> list[Queued]:
    """Return the open reports with account names."""
    people = services.require_accounts()
    require_moderator(services, request)
    found = people.social.moderation.queue()
    names = people.accounts.names_of({each.by for each in found} | {each.about for each in found})
    return [Queued(each, names.get(each.by, ""), names.get(each.about, "")) for each in found]


@post("/reports/{report:str}", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def settle_report(
    report: WordParameter, data: JSONBody[SettleRequest], request: AnyRequest, services: Services
) -> list[Queued]:
    """Settle a report, and return the open ones."""

    def write() -> list[Queued]:
        people = services.require_accounts()
        by = require_moderator(services, request)
        people.social.moderation.settle_report(by, report, data.state, data.reason, now())
        return unsettled_reports(services, request)

    return await services.workers.write(write)


@get("/audit-log", responses=problem_responses(400, 403, 422))
async def audit_log(request: AnyRequest, services: Services) -> list[AuditEntryView]:
    """Return the latest entries of the audit log."""

    def load() -> list[AuditEntryView]:
        people = services.require_accounts()
        require_moderator(services, request)
        return audit_entry_views(people, people.social.audit_log.latest_entries())

    return await services.workers.run(load)


def audit_entry_views(accounts: AccountService, entries: Sequence[AuditEntry]) -> list[AuditEntryView]:
    """Return audit entries with account names."""
    names = accounts.accounts.names_of({each.account for each in entries} | {each.by for each in entries})
    return [AuditEntryView(each, names.get(each.by, ""), names.get(each.account, "")) for each in entries]


@post("/actions", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def moderate(
    data: JSONBody[ModerationRequest], request: AnyRequest, services: Services
) -> list[AuditEntryView]:
    """Take a moderation measure, and return the latest entries of the audit log.

    Moderators can warn an account, restrict it until a time, remove a player from a seat and hide a message.
    """

    def write() -> list[AuditEntryView]:
        people = services.require_accounts()
        by = require_moderator(services, request)
        _carry_out(people, by, data)
        return audit_entry_views(people, people.social.audit_log.latest_entries())

    return await services.workers.write(write)


def _carry_out(people: AccountService, by: Account, data: ModerationRequest) -> None:
    moderation, time = people.social.moderation, now()
    if data.action == "remove":
        moderation.remove_player(by, data.match, data.seat, data.reason, time)
    elif data.action == "hide":
        moderation.hide_message(by, data.match, data.n, data.reason, time)
    elif data.action == "warn":
        moderation.warn(by, find_account(people, data.name).id, data.reason, time)
    elif data.action == "lift":
        lifted: RestrictionKind = data.lifted or "suspend"
        moderation.unrestrict(by, find_account(people, data.name).id, lifted, data.reason, time)
    else:
        moderation.restrict(by, find_account(people, data.name).id, data.action, data.reason, data.until, time)


# Administrators only


def require_admin(services: RequestServices, request: AnyRequest) -> Account:
    """Return the sender, who must be an administrator.

    Raises Forbidden without an account and Refused without that role.
    """
    account = services.identity.require_account(request).known
    check_admin(account)
    return account


@get("/health", responses=problem_responses(400, 403, 422))
async def health(request: AnyRequest, services: Services) -> ServerHealth:
    """Return failing channels, messages waiting to be sent, and parked jobs."""

    def load() -> ServerHealth:
        require_admin(services, request)
        return services.require_accounts().social.health.read()

    return await services.workers.run(load)


@get("/accounts", responses=problem_responses(400, 403, 422))
async def accounts(request: AnyRequest, services: Services, name: NamePrefix = "") -> list[Resident]:
    """Return the accounts, the last seen first, optionally those whose names start with `name`."""
    return await services.workers.run(account_views, services, request, name)


def account_views(services: RequestServices, request: AnyRequest, name: str = "") -> list[Resident]:
    """Return the accounts as administrators see them."""
    require_admin(services, request)
    time = now()
    found = services.require_accounts().accounts.recent_accounts(name, MAX_ENTRIES)
    return [
        Resident(each.name, each.kind, each.role, each.created[:10], each.seen[:10],
                 [what for what in each.restrictions if each.restrictions[what].get("until", "") > time])
        for each in found
    ]  # fmt: skip


@post("/links", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def create_sign_in_link(data: JSONBody[LinkRequest], request: AnyRequest, services: Services) -> LinkMade:
    """Create a link that signs in once, within three days.

    It is for an owner who has lost all credentials or, without a name, for a new player.
    """

    def make() -> LinkMade:
        people, time = services.require_accounts(), now()
        by = require_admin(services, request)
        account = find_account(people, data.name) if data.name else people.accounts.create_guest(time)
        token = auth_service(services).recovery.create_link(account.id, time)
        action = AuditEntry(time, by.id, "recover" if data.name else "invite", account.id)
        people.social.audit_log.add(action)
        base, reaches_others = services.site_address(request)
        return LinkMade(f"{base}/signin/{token}", account.name, reaches_others)

    return await services.workers.write(make)


router = Router(
    "/api/admin",
    route_handlers=[reports, settle_report, audit_log, moderate, health, accounts, create_sign_in_link],
    tags=["people"],
    opt=NO_TOKENS,
)
