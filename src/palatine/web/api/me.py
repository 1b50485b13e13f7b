"""The API of the sender's own account, matches and invitations."""

from __future__ import annotations

from typing import Any

import msgspec
from litestar import Response, Router, delete, get, patch, post
from litestar.params import JSONBody

from palatine.accounts.absences import vacation_days_left
from palatine.accounts.accounts import Account
from palatine.matches import MatchInfo
from palatine.matches.clock import now
from palatine.web.auth.requests import require_signed_in
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import Me, MeRequest, Seat, TakeInvitation
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter, is_own_machine
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import OwnInvitation


@get("/", responses=problem_responses(400))
async def me(request: AnyRequest, services: Services) -> Me:
    """Return the sender's account."""
    return await services.workers.run(lambda: account_view(services, services.identity.principal(request).account))


def account_view(services: RequestServices, account: Account | None) -> Me:
    """Return an account as its owner sees it."""
    joining = services.config.site.access
    if account is None:
        return Me(joining)
    own = {name: getattr(account, name) for name in Me.__struct_fields__ if hasattr(account, name)}
    return Me(joining, vacation_left=vacation_days_left(account, now()), **own)


@patch("/", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def change_account(data: JSONBody[MeRequest], request: AnyRequest, services: Services) -> Me:
    """Change the sender's own account."""

    def write() -> Me:
        people = services.require_accounts()
        account = require_signed_in(services, request).known
        given: dict[str, Any] = msgspec.to_builtins(data)
        values = {name: value for name, value in given.items() if value is not None}
        name = values.pop("name", None)
        if name is not None:
            account = people.rename(account.id, name)
        vacation = values.pop("vacation", None)
        if values:
            account = people.accounts.update_own(account.id, **values)
        if vacation is not None:
            account = people.social.absences.plan_vacations(account, vacation, now())
        if values.keys() & {"quiet_hours", "zone"}:
            people.social.absences.apply_quiet_hours(account)
        return account_view(services, account)

    return await services.workers.write(write)


@post("/guest", status_code=201, responses=problem_responses(400, 403, 422, 429))
async def create_guest(request: AnyRequest, services: Services) -> Response[Me]:
    """Create a guest account unless the sender has an account."""
    services.require_accounts()
    await services.count_attempt(request, "guest")

    def create_account() -> Response[Me]:
        principal, cookies = services.identity.principal_or_new_guest(request)
        return Response(account_view(services, principal.account), status_code=201, cookies=cookies)

    return await services.workers.write(create_account)


@delete("/", status_code=200, responses=problem_responses(400, 403, 422))
async def schedule_erasure(request: AnyRequest, services: Services) -> Me:
    """Schedule the erasure of the sender's account in two weeks."""

    def ask() -> Me:
        people = services.require_accounts()
        account = require_signed_in(services, request).known
        people.social.erasure.schedule(account, now())
        return account_view(services, people.accounts.get(account.id))

    return await services.workers.write(ask)


@get("/matches", responses=problem_responses(400))
async def matches(request: AnyRequest, services: Services) -> list[MatchInfo]:
    """Return the sender's matches, those where they must act first."""
    return await services.workers.run(services.own_matches, request)


@get("/invitations", responses=problem_responses(400, 422))
async def invitations(request: AnyRequest, services: Services) -> list[OwnInvitation]:
    """Return the open invitations that are for the sender only."""
    return await services.workers.run(lambda: open_invitations(services, request))


def open_invitations(services: RequestServices, request: AnyRequest) -> list[OwnInvitation]:
    """Return the invitations for the sender; none from accounts blocked in either direction."""
    people, account = services.require_accounts(), services.identity.principal(request).account
    if account is None:
        return []
    found = [
        each for each in people.invitations.of_account(account.id, now())
        if not people.invitations.may_sit(account, each.match)
    ]  # fmt: skip
    terms = {each.id: people.invitations.terms(each.id) for each in found}
    tables = {each.match: services.info(each.match) for each in found}
    return [
        OwnInvitation(
            each.id, each.match, each.seat, terms[each.id].by, tables[each.match].title,
            tables[each.match].game, each.expires, terms[each.id].side, terms[each.id].conditions,
        )
        for each in found
    ]  # fmt: skip


@post(
    "/invitations/{invitation:str}",
    status_code=200,
    opt=PLAY_TOKENS,
    responses=problem_responses(400, 403, 404, 413, 415, 422, 429),
)
async def accept_invitation(
    invitation: WordParameter, data: JSONBody[TakeInvitation], request: AnyRequest, services: Services
) -> Seat:
    """Accept an invitation that is for the sender only."""
    await services.count_attempt(request, "sit")

    def sit() -> Seat:
        people, account = services.require_accounts(), services.identity.require_account(request).known
        is_host = is_own_machine(request)
        seat, table = people.invitations.accept_own(invitation, account, data.number, now=now(), is_host=is_host)
        return Seat(table.match, seat, True)

    return await services.workers.write(sit)


@post(
    "/invitations/{invitation:str}/decline",
    status_code=200,
    opt=PLAY_TOKENS,
    responses=problem_responses(400, 403, 404, 422),
)
async def decline_invitation(
    invitation: WordParameter, request: AnyRequest, services: Services
) -> list[OwnInvitation]:
    """Decline an invitation that is for the sender only, and return the remaining ones."""

    def refuse() -> list[OwnInvitation]:
        account = services.identity.require_account(request).known
        services.require_accounts().invitations.decline_own(invitation, account, now())
        return open_invitations(services, request)

    return await services.workers.write(refuse)


router = Router(
    "/api/me",
    route_handlers=[
        me,
        change_account,
        schedule_erasure,
        create_guest,
        matches,
        invitations,
        accept_invitation,
        decline_invitation,
    ],
    tags=["people"],
)
