"""Creation of matches for the sender of a request.

With accounts the match belongs to the sender from the start; in local mode its seats are opened by keys.
"""

from __future__ import annotations

from typing import Any

import msgspec
from litestar.datastructures import Cookie

from palatine.accounts.lobby import StoreOffer
from palatine.accounts.match_terms import Terms
from palatine.accounts.principals import Principal
from palatine.matches import MatchCreated, SeatKey
from palatine.matches.clock import now
from palatine.web.models import BranchRequest, CreateRequest, Player
from palatine.web.requests import RequestServices
from palatine.web.seat_keys import AnyRequest

CreatedMatch = tuple[MatchCreated, list[Cookie]]


def create_match(services: RequestServices, request: AnyRequest, data: CreateRequest) -> CreatedMatch:
    """Create a match; return it and the cookies of a guest account created for it."""
    with services.identity.admit(request) as (principal, cookies):
        return _create(services, _with_name(services, principal, data.players), data), cookies


def _create(services: RequestServices, principal: Principal, data: CreateRequest) -> MatchCreated:
    is_local = services.people is None
    terms, players = data.terms or Terms(), _players(data.players, principal)
    offering: StoreOffer | None = None
    if services.people is not None:
        mine = [seat for seat, player in players.items() if player.get("owner") == principal.id]
        if len(mine) > 1 or not principal.known.is_member:
            terms = msgspec.structs.replace(terms, rated=False)
        offering = services.people.social.lobby.offer_hook(principal.known, terms, now())
    return services.matches.create(
        data.game,
        data.scenario,
        data.seats,
        data.options,
        data.title,
        players,
        forced=data.forced,
        advice=data.advice and not terms.rated,
        clock=None if data.clock is None else msgspec.structs.asdict(data.clock),
        pace=None if data.pace is None else data.pace.plain(),
        with_keys=is_local,
        hook=offering,
    )


def create_branch(
    services: RequestServices, request: AnyRequest, match: str, key: SeatKey | None, data: BranchRequest
) -> CreatedMatch:
    """Create a what-if in which the sender holds all seats of human players."""
    with services.identity.admit(request) as (principal, cookies):
        players = _players(data.players, principal)
        if services.people is not None:
            taken = {seat: player for seat, player in players.items() if player["kind"] == "bot"}
            mine = {"kind": "person", "name": principal.known.name, "owner": principal.id}
            players = {each.seat: mine for each in services.matches.info(match).seats} | taken
        return services.archive.branch(match, key, data.at, players), cookies


def _with_name(services: RequestServices, principal: Principal, players: dict[str, Player]) -> Principal:
    """Rename a guest who gives a name for the match and return the sender.

    Other senders keep their names. Raises Unreadable if the name is taken.
    """
    said = next((player.name for player in players.values() if player.me and player.name), "")
    if services.people is None or principal.known.is_member or not said or said == principal.known.name:
        return principal
    return msgspec.structs.replace(principal, account=services.people.rename(principal.id, said))


def _players(players: dict[str, Player], principal: Principal) -> dict[str, dict[str, Any]]:
    """Return the players by seat in the form that the match service expects."""
    found = {}
    for seat, player in players.items():
        plain: dict[str, Any] = {"kind": player.kind, **msgspec.to_builtins(player)}
        is_me = plain.pop("me", False)
        if is_me and principal.account:
            plain |= {"owner": principal.id, "name": principal.known.name, "number": player.number or ""}
        elif is_me or (principal.account and player.kind == "person"):
            plain.pop("number", None)  # the number comes with the player of the seat or with its key
        found[seat] = plain
    return found
