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
from palatine.web.auth.requests import signed_in
from palatine.web.auth.token_scopes import PLAYS
from palatine.web.models import Me, MeRequest, Seat, TakeInvitation
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word, is_own_machine
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import OwnInvitation


@get("/", responses=answers(400))
async def me(request: AnyRequest, services: Services) -> Me:
    """Return the sender's account."""
    return await services.workers.run(lambda: told(services, services.identity.who(request).account))


def told(services: RequestServices, account: Account | None) -> Me:
    """Return an account as its owner sees it."""
    joining = services.config.site.access
    if account is None:
        return Me(joining)
    own = {name: getattr(account, name) for name in Me.__struct_fields__ if hasattr(account, name)}
    return Me(joining, vacation_left=vacation_days_left(account, now()), **own)


@patch("/", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def change(data: JSONBody[MeRequest], request: AnyRequest, services: Services) -> Me:
    """Change the sender's own account."""

    def write() -> Me:
        people = services.known_people()
        account = signed_in(services, request).known
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
        return told(services, account)

    return await services.workers.write(write)


@post("/guest", status_code=201, responses=answers(400, 403, 422, 429))
async def guest(request: AnyRequest, services: Services) -> Response[Me]:
    """Create a guest account unless the sender has an account."""
    services.known_people()
    await services.spend(request, "guest")

    def come() -> Response[Me]:
        principal, cookies = services.identity.somebody(request)
        return Response(told(services, principal.account), status_code=201, cookies=cookies)

    return await services.workers.write(come)


@delete("/", status_code=200, responses=answers(400, 403, 422))
async def leave(request: AnyRequest, services: Services) -> Me:
    """Schedule the erasure of the sender's account in two weeks."""

    def ask() -> Me:
        people = services.known_people()
        account = signed_in(services, request).known
        people.social.erasure.schedule(account, now())
        return told(services, people.accounts.get(account.id))

    return await services.workers.write(ask)


@get("/matches", responses=answers(400))
async def matches(request: AnyRequest, services: Services) -> list[MatchInfo]:
    """Return the sender's matches, those where they must act first."""
    return await services.workers.run(services.matches_of, request)


@get("/invitations", responses=answers(400, 422))
async def invitations(request: AnyRequest, services: Services) -> list[OwnInvitation]:
    """Return the open invitations that are for the sender only."""
    return await services.workers.run(lambda: invited(services, request))


def invited(services: RequestServices, request: AnyRequest) -> list[OwnInvitation]:
    """Return the invitations for the sender; none from accounts blocked in either direction."""
    people, account = services.known_people(), services.identity.who(request).account
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
    opt=PLAYS,
    responses=answers(400, 403, 404, 413, 415, 422, 429),
)
async def take(invitation: Word, data: JSONBody[TakeInvitation], request: AnyRequest, services: Services) -> Seat:
    """Accept an invitation that is for the sender only."""
    await services.spend(request, "sit")

    def sit() -> Seat:
        people, account = services.known_people(), services.identity.member(request).known
        is_host = is_own_machine(request)
        seat, table = people.invitations.accept_own(invitation, account, data.number, now=now(), is_host=is_host)
        return Seat(table.match, seat, True)

    return await services.workers.write(sit)


@post("/invitations/{invitation:str}/decline", status_code=200, opt=PLAYS, responses=answers(400, 403, 404, 422))
async def decline(invitation: Word, request: AnyRequest, services: Services) -> list[OwnInvitation]:
    """Decline an invitation that is for the sender only, and return the remaining ones."""

    def refuse() -> list[OwnInvitation]:
        account = services.identity.member(request).known
        services.known_people().invitations.decline_own(invitation, account, now())
        return invited(services, request)

    return await services.workers.write(refuse)


router = Router(
    "/api/me",
    route_handlers=[me, change, leave, guest, matches, invitations, take, decline],
    tags=["people"],
)
