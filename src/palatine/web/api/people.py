"""The API of players: profiles, relations, ratings, data export and cancelled deletion."""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router, delete, get, post, put
from litestar.params import QueryParameter

from palatine import registry
from palatine.accounts.accounts import Account
from palatine.accounts.principals import AccountService
from palatine.accounts.relations import Kind
from palatine.core import Unknown
from palatine.matches.clock import now
from palatine.web.api.me import account_view
from palatine.web.auth.requests import require_signed_in
from palatine.web.auth.token_scopes import NO_TOKENS
from palatine.web.models import Me
from palatine.web.problems import problem_responses
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.seat_keys import AnyRequest
from palatine.web.social_models import GameRecord, Named, Numbers, Played, Profile, RatedPlayer
from palatine.web.wording import say

NamePrefix = Annotated[str, QueryParameter(max_length=80)]
MAX_LATEST_RESULTS = 20


@get("/people", responses=problem_responses(400, 403, 422))
async def search_members(request: AnyRequest, services: Services, name: NamePrefix = "") -> list[Named]:
    """Return members whose names start with `name`; for signed-in accounts."""

    def find() -> list[Named]:
        people = services.require_accounts()
        mine = services.identity.require_account(request).id
        apart = people.social.relations.blocked_either_way(mine)
        return [Named(each.name) for each in people.accounts.find_members(name) if each.id not in {mine, *apart}]

    return await services.workers.run(find)


@get("/people/{name:str}", responses=problem_responses(400, 404, 422))
async def show_profile(name: WordParameter, request: AnyRequest, services: Services) -> Profile:
    """Return the public profile of a player: record, ratings and punctuality."""
    return await services.workers.run(public_profile, services, request, name)


def public_profile(services: RequestServices, request: AnyRequest, name: str) -> Profile:
    """Return the public profile of the account of that name. Raises Unknown."""
    people = services.require_accounts()
    account = find_account(people, name)
    social, mine = people.social, services.identity.principal(request).id
    kept = social.reliabilities.of_account(account.id, now())
    latest = social.results.of_account(account.id, MAX_LATEST_RESULTS)
    return Profile(
        account.name, account.kind, account.created[:10],
        [Numbers(each.game, each.kind, each.number, each.n) for each in social.ratings.of_player(account.id)],
        [GameRecord(game, *counts) for game, counts in social.results.record_of(account.id).items()],
        [Played(r.match, r.game, r.rank, r.of, r.how, r.rated, r.time) for r in latest
         if people.match_terms.may_watch(mine, r.match)],
        kept.percent, kept.turns, sorted(social.relations.of_account(mine).get(account.id, ())) if mine else [],
    )  # fmt: skip


def find_account(accounts: AccountService, name: str) -> Account:
    """Return the account of that name, ignoring differences that are easily overlooked.

    Raises Unknown.
    """
    account = accounts.accounts.find_by_name(name)
    if account is None or account.kind == "tombstone":
        raise Unknown(say("problem.nobody-named", name=name))
    return account


@put("/people/{name:str}/{kind:str}", status_code=200, responses=problem_responses(400, 403, 404, 422))
async def add_relation(
    name: WordParameter, kind: WordParameter, request: AnyRequest, services: Services
) -> list[str]:
    """Befriend, mute or block an account, which is not notified."""
    return await services.workers.write(_set_relation, services, request, name, kind, True)


@delete("/people/{name:str}/{kind:str}", status_code=200, responses=problem_responses(400, 403, 404, 422))
async def remove_relation(
    name: WordParameter, kind: WordParameter, request: AnyRequest, services: Services
) -> list[str]:
    """Remove a friend, mute or block relation."""
    return await services.workers.write(_set_relation, services, request, name, kind, False)


def _set_relation(services: RequestServices, request: AnyRequest, name: str, kind: str, on: bool) -> list[str]:
    people = services.require_accounts()
    mine, other = services.identity.require_account(request).id, find_account(people, name).id
    meant: Kind | None = next((each for each in RELATION_KINDS if each == kind), None)
    if meant is None:
        raise Unknown(say("problem.no-relation", kind=kind))
    if on:
        people.social.relations.add(mine, other, meant, now())
    else:
        people.social.relations.remove(mine, other, meant)
    return sorted(people.social.relations.of_account(mine).get(other, ()))


RELATION_KINDS: tuple[Kind, ...] = ("friend", "mute", "block")


@get("/ratings/{game:str}", responses=problem_responses(400, 404, 422))
async def ratings(game: WordParameter, services: Services, kind: NamePrefix = "two") -> list[RatedPlayer]:
    """Return the top-rated players of a game, in matches of two or of several."""

    def load() -> list[RatedPlayer]:
        people = services.require_accounts()
        registry.load(game)
        found = people.social.ratings.leaderboard(game, kind)
        names = people.accounts.names_of([each.player for each in found])
        return [
            RatedPlayer(names.get(each.player, each.player.removeprefix("bot ")), each.player not in names,
                        each.number or 0, each.n)
            for each in found
        ]  # fmt: skip

    return await services.workers.run(load)


# The sender's own account


@get("/me/export", media_type="application/zip", opt=NO_TOKENS, responses=problem_responses(400, 403, 422))
async def export_account(request: AnyRequest, services: Services) -> Response[bytes]:
    """Return a ZIP archive of all data about the sender."""

    def make() -> bytes:
        people = services.require_accounts()
        return people.social.export.archive_of(require_signed_in(services, request).known)

    made = await services.workers.run_long(make)
    headers = {"content-disposition": 'attachment; filename="palatine.zip"', "cache-control": "no-store"}
    return Response(made, media_type="application/zip", headers=headers)


@post("/me/stay", status_code=200, responses=problem_responses(400, 403, 422))
async def cancel_erasure(request: AnyRequest, services: Services) -> Me:
    """Cancel the scheduled erasure of the sender's account."""

    def cancel() -> Me:
        people = services.require_accounts()
        account = require_signed_in(services, request).known
        people.social.erasure.cancel(account.id)
        return account_view(services, people.accounts.get(account.id))

    return await services.workers.write(cancel)


router = Router(
    "/api",
    route_handlers=[
        search_members,
        show_profile,
        add_relation,
        remove_relation,
        ratings,
        export_account,
        cancel_erasure,
    ],
    tags=["people"],
)
