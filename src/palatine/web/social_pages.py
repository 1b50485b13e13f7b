"""The social pages: lobby sections, profiles and the admin page."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from litestar import Response, Router, get

from palatine import registry
from palatine.accounts.lobby import LobbyFilter
from palatine.accounts.paces import SPEEDS
from palatine.matches import MatchInfo
from palatine.matches.clocks.calendar import parse_clock
from palatine.web.api import admin as admin_api
from palatine.web.api import lobby as tables_api
from palatine.web.api import me as me_api
from palatine.web.api import people as people_api
from palatine.web.auth.requests import shown
from palatine.web.auth.token_scopes import CLOSED
from palatine.web.rendering import page
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.seat_keys import AnyRequest

Html = Response[str]
KINDS: tuple[LobbyFilter, ...] = get_args(LobbyFilter)


def titles() -> dict[str, str]:
    """Return the titles of the games, by name."""
    return {name: registry.load(name).title for name in registry.games()}


def in_lobby(services: RequestServices, request: AnyRequest, matches: Sequence[MatchInfo]) -> dict[str, Any]:
    """Return the lobby's data on a server with accounts: own matches by urgency and open tables."""
    if services.people is None:
        return {"social": False}
    asked = request.query_params.get("tables", "")
    kind: LobbyFilter = next((each for each in KINDS if each == asked), "all")
    waiting = sorted([each for each in matches if waits_for(each)], key=_urgency)
    return {
        "social": True,
        "kind": kind,
        "asked": bool(asked),
        "speeds": SPEEDS,
        "clock_of": parse_clock,
        "titles": titles(),
        "games_by_name": {name: registry.load(name) for name in registry.games()},
        "invited": me_api.invited(services, request),
        "tables": tables_api.found(services, request),
        "waiting": waiting,
        "time_up": time_up,
        "others": [each for each in matches if each.status != "over" and each not in waiting],
        "over": [each for each in matches if each.status == "over"],
    }


def waits_for(table: MatchInfo) -> bool:
    """Return whether a match waits for its viewer to act or to answer a proposal."""
    if table.status != "playing":
        return False
    mine = set(table.yours)
    proposed = table.times.proposals if table.times else ()
    return bool(mine & set(table.asked) or [each for each in proposed if mine & (set(each.of) - set(each.yes))])


def time_up(table: MatchInfo) -> str:
    """Return when the viewer's time is up in a match where they must act, or "" for never."""
    seats = table.times.seats if table.times else {}
    asked = [seat for seat in table.yours if seat in table.asked]
    ends = [seats[seat].ends for seat in asked if seat in seats and seats[seat].ends]
    return min(ends, default=table.deadline if asked and table.orders else "")


def _urgency(table: MatchInfo) -> tuple[bool, str, str]:
    """Return the sort key: the most urgent first, then those that have waited longest."""
    up = time_up(table)
    return not up, up, table.updated


def _html(text: str) -> Html:
    return Response(text, media_type="text/html", headers={"cache-control": "no-store"})


@get("/people/{name:str}")
async def person(name: Word, request: AnyRequest, services: Services) -> Html:
    """Return the profile of a player, with the sender's relations to them."""

    def make() -> str:
        who = people_api.profile(services, request, name)
        account = services.identity.who(request).account
        is_mine = account is not None and account.name == who.name
        return page(
            "person.html",
            who=who,
            titles=titles(),
            mine=is_mine,
            signed_in=account is not None,
            **shown(services, request),
        )

    return _html(await services.workers.run(make))


@get("/admin", opt=CLOSED)
async def admin(request: AnyRequest, services: Services) -> Html:
    """Return the page for moderators and administrators."""

    def make() -> str:
        people = services.known_people()
        account = admin_api.moderator(services, request)
        entries = admin_api.told(people, people.social.audit_log.latest_entries())
        found = {
            "reports": admin_api.queue(services, request),
            "entries": entries,
            "health": None,
            "residents": [],
        }
        if account.role == "admin":
            found |= {"health": people.social.health.read(), "residents": admin_api.residents(services, request)}
        return page("admin.html", **found, **shown(services, request))

    return _html(await services.workers.run(make))


router = Router("/", route_handlers=[person, admin], include_in_schema=False)
