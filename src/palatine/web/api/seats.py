"""The API of seats: taking, lending and leaving them, and invitations."""

from __future__ import annotations

from litestar import Response, Router, get, post
from litestar.datastructures import Cookie
from litestar.params import JSONBody

from palatine.accounts.accounts import Account
from palatine.accounts.mail_addresses import checked_address, mailbox_key
from palatine.accounts.principals import AccountService
from palatine.core import Refused, Unknown
from palatine.matches import MatchInfo
from palatine.matches.clock import now
from palatine.web.auth.token_scopes import PLAY_TOKENS
from palatine.web.models import (
    Invited,
    InviteRequest,
    LeaveRequest,
    LendRequest,
    OpenInvitation,
    Seat,
    SentInvitation,
    SitRequest,
    TakeBackRequest,
    TakeInvitation,
)
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter, is_own_machine
from palatine.web.seat_keys import AnyRequest, key_cookie
from palatine.web.wording import say


@post("/{match:str}/seats", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def take_seat(
    match: WordParameter, data: JSONBody[SitRequest], request: AnyRequest, services: Services
) -> Response[Seat]:
    """Take a seat with its key, or return to it.

    On a server with accounts the seat becomes the sender's and the key becomes invalid. In local mode the key is set in
    a cookie of the match.
    """

    def take() -> Seat:
        seat = services.seat_keys.seat_of(match, data.key)
        if seat is None:
            services.seats.take_seat(match, data.key)  # raises the error
        seated = _is_seated(services.matches.info(match), seat or "")
        if not data.look and (not seated or data.name is not None or data.number is not None):
            is_host = is_own_machine(request)
            services.seats.take_seat(match, data.key, data.name, data.number, is_host=is_host)
            seated = True
        return Seat(match, seat or "", seated)

    def load_own() -> tuple[Seat, list[Cookie]]:
        seat = take()
        if data.look:
            return seat, []
        if services.people is None:
            baked = key_cookie(request, match, data.key)
            return seat, [baked] if baked else []
        with services.identity.admit(request, invited=True) as (principal, cookies):
            services.seats.claim_seat(match, data.key, principal.id)
        return seat, cookies

    seat, cookies = await services.workers.write(load_own)
    return Response(seat, cookies=cookies)


def _is_seated(info: MatchInfo, seat: str) -> bool:
    return any(each.seated for each in info.seats if each.seat == seat)


@post("/{match:str}/seats/lend", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def lend_to_bot(
    match: WordParameter, data: JSONBody[LendRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Hand a seat to a bot until it is taken back."""

    def give() -> MatchInfo:
        return services.seats.lend_to_bot(match, services.seat_credential(request, match, data.seat), data.bot)

    return await services.workers.write(give)


@post("/{match:str}/seats/take-back", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def take_back(
    match: WordParameter, data: JSONBody[TakeBackRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Take a seat back from a bot."""

    def take() -> MatchInfo:
        return services.seats.take_back(match, services.seat_credential(request, match, data.seat))

    return await services.workers.write(take)


@post("/{match:str}/seats/leave", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422))
async def leave_seat(
    match: WordParameter, data: JSONBody[LeaveRequest], request: AnyRequest, services: Services
) -> MatchInfo:
    """Leave a seat for good. In a match in play, a bot holds it until a player takes over."""

    def go() -> MatchInfo:
        return services.seats.leave_seat(match, services.seat_credential(request, match, data.seat))

    return await services.workers.write(go)


# Invitations


@get("/{match:str}/invitations", responses=problem_responses(400, 403, 404, 422))
async def invitations(match: WordParameter, request: AnyRequest, services: Services) -> list[SentInvitation]:
    """Return the invitations of a match, for its players."""

    def load() -> list[SentInvitation]:
        people, me = services.require_accounts(), services.identity.require_account(request).id
        if not people.match_terms.is_involved(me, match):
            return []
        found = people.invitations.of_match(match)
        names = people.accounts.names_of({each.account for each in found} | {each.taken_by for each in found})
        return [
            SentInvitation(
                each.id, each.seat, names.get(each.account, each.address if each.by == me else ""), each.state,
                names.get(each.taken_by, ""), each.expires, bool(each.address),
            )
            for each in found
        ]  # fmt: skip

    return await services.workers.run(load)


@post("/{match:str}/invitations", status_code=201, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def invite(
    match: WordParameter, data: JSONBody[InviteRequest], request: AnyRequest, services: Services
) -> Invited:
    """Invite a player to a match.

    The link is returned only once. An invitation by email returns no link: only the recipient gets it, since a reply
    from there verifies the address.
    """
    await services.count_attempt(request, "invite")

    def make() -> Invited:
        people = services.require_accounts()
        by = services.identity.require_account(request).known
        asked = _account_id(people, data.name) if data.name else ""
        address = _written_to(services, by, data) if data.address else ""
        if asked or address:
            services.limits.count("invite-by", by.id)
            services.limits.count("invite-to", asked or mailbox_key(address))
        token, made = people.invitations.create(by, match, data.seat, now=now(), account=asked, address=address)
        base, reaches_others = services.site_address(request)
        return Invited("" if address else f"{base}/i/{token}", reaches_others, made)

    return await services.workers.write(make)


def _written_to(services: RequestServices, by: Account, data: InviteRequest) -> str:
    """Return the email address for an invitation.

    Raises Refused for guests, on servers without mail, and if a name is given as well.
    """
    if not by.is_member:
        raise Refused("", say("problem.mail-member"))
    if not services.config.sends_mail:
        raise Refused("", say("problem.no-mail"))
    if data.name:
        raise Refused("", say("problem.name-or-address"))
    return checked_address(data.address)


def _account_id(people: AccountService, name: str) -> str:
    found = people.accounts.find_by_name(name)
    if found is None or not found.is_member:
        raise Unknown(say("problem.nobody-named", name=name))
    return found.id


@post(
    "/{match:str}/invitations/{invitation:str}/revoke",
    status_code=200,
    responses=problem_responses(400, 403, 404, 422),
)
async def revoke_invitation(
    match: WordParameter, invitation: WordParameter, request: AnyRequest, services: Services
) -> list[SentInvitation]:
    """Withdraw an invitation."""

    def withdraw() -> None:
        services.require_accounts().invitations.revoke(services.identity.require_account(request).known, invitation)

    await services.workers.write(withdraw)
    return await invitations.fn(match, request, services)  # type: ignore[no-any-return]


@get("/{token:str}", responses=problem_responses(400, 404, 422))
async def show_invitation(token: WordParameter, services: Services) -> OpenInvitation:
    """Return the invitation of a link, without changing anything."""
    return await services.workers.run(find_invitation, services, token)


def find_invitation(services: RequestServices, token: str) -> OpenInvitation:
    """Return the invitation of a link. Raises Refused if it has been used."""
    people = services.require_accounts()
    found = people.invitations.find_open(token, now())
    terms = people.invitations.terms(found.id)
    info = services.info(found.match, watching=True)
    return OpenInvitation(found.match, found.seat, terms.by, info, terms.side, terms.conditions)


@post("/{token:str}", status_code=200, responses=problem_responses(400, 403, 404, 413, 415, 422, 429))
async def accept_invitation(
    token: WordParameter, data: JSONBody[TakeInvitation], request: AnyRequest, services: Services
) -> Response[Seat]:
    """Accept an invitation by its link, which becomes invalid.

    Anonymous senders become guests.
    """
    await services.count_attempt(request, "sit")

    def sit() -> tuple[Seat, list[Cookie]]:
        people = services.require_accounts()
        found = people.invitations.find_open(token, now())
        is_host = is_own_machine(request)
        with services.identity.admit(request, invited=True) as (principal, cookies):
            seat, _ = people.invitations.accept(token, principal.known, data.number, now=now(), is_host=is_host)
        return Seat(found.match, seat, True), cookies

    seat, cookies = await services.workers.write(sit)
    return Response(seat, cookies=cookies)


@post("/{token:str}/decline", status_code=200, responses=problem_responses(400, 403, 404, 422))
async def decline_invitation(token: WordParameter, request: AnyRequest, services: Services) -> Seat:
    """Decline an invitation."""

    def refuse() -> Seat:
        account = services.identity.principal(request).account
        found = services.require_accounts().invitations.decline(token, account, now())
        return Seat(found.match, found.seat, False)

    return await services.workers.write(refuse)


router = Router(
    "/api/matches",
    route_handlers=[take_seat, lend_to_bot, take_back, leave_seat, invitations, invite, revoke_invitation],
    tags=["matches"],
    opt=PLAY_TOKENS,
)
links = Router(
    "/api/invitations",
    route_handlers=[show_invitation, accept_invitation, decline_invitation],
    tags=["matches"],
    opt=PLAY_TOKENS,
)
