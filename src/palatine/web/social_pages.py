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
from palatine.web.auth.requests import sender_data
from palatine.web.auth.token_scopes import NO_TOKENS
from palatine.web.rendering import render_page
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.seat_keys import AnyRequest

Html = Response[str]
LOBBY_FILTERS: tuple[LobbyFilter, ...] = get_args(LobbyFilter)


def game_titles() -> dict[str, str]:
    """Return the titles of the games, by name."""
    return {name: registry.load(name).title for name in registry.games()}


def lobby_data(services: RequestServices, request: AnyRequest, matches: Sequence[MatchInfo]) -> dict[str, Any]:
    """Return the lobby's data on a server with accounts: own matches by urgency and open tables."""
    if services.people is None:
        return {"social": False}
    asked = request.query_params.get("tables", "")
    kind: LobbyFilter = next((each for each in LOBBY_FILTERS if each == asked), "all")
    waiting = sorted([each for each in matches if waits_for_viewer(each)], key=_urgency)
    return {
        "social": True,
        "kind": kind,
        "asked": bool(asked),
        "speeds": SPEEDS,
        "clock_of": parse_clock,
        "titles": game_titles(),
        "games_by_name": {name: registry.load(name) for name in registry.games()},
        "invited": me_api.open_invitations(services, request),
        "tables": tables_api.find_open_matches(services, request),
        "waiting": waiting,
        "time_up": own_deadline,
        "others": [each for each in matches if each.status != "over" and each not in waiting],
        "over": [each for each in matches if each.status == "over"],
    }


def waits_for_viewer(match: MatchInfo) -> bool:
    """Return whether a match waits for its viewer to act or to answer a proposal."""
    if match.status != "playing":
        return False
    mine = set(match.yours)
    proposed = match.times.proposals if match.times else ()
    return bool(mine & set(match.asked) or [each for each in proposed if mine & (set(each.of) - set(each.yes))])


def own_deadline(match: MatchInfo) -> str:
    """Return when the viewer's time is up in a match where they must act, or "" for never."""
    seats = match.times.seats if match.times else {}
    asked = [seat for seat in match.yours if seat in match.asked]
    ends = [seats[seat].ends for seat in asked if seat in seats and seats[seat].ends]
    return min(ends, default=match.deadline if asked and match.orders else "")


def _urgency(match: MatchInfo) -> tuple[bool, str, str]:
    """Return the sort key: the most urgent first, then those that have waited longest."""
    up = own_deadline(match)
    return not up, up, match.updated


def _html(text: str) -> Html:
    return Response(text, media_type="text/html", headers={"cache-control": "no-store"})


@get("/people/{name:str}")
async def profile_page(name: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the profile of a player, with the sender's relations to them."""

    def make() -> str:
        who = people_api.public_profile(services, request, name)
        account = services.identity.principal(request).account
        is_mine = account is not None and account.name == who.name
        return render_page(
            "person.html",
            who=who,
            titles=game_titles(),
            mine=is_mine,
            signed_in=account is not None,
            **sender_data(services, request),
        )

    return _html(await services.workers.run(make))


@get("/admin", opt=NO_TOKENS)
async def admin_page(request: AnyRequest, services: Services) -> Html:
    """Return the page for moderators and administrators."""

    def make() -> str:
        people = services.require_accounts()
        account = admin_api.require_moderator(services, request)
        entries = admin_api.audit_entry_views(people, people.social.audit_log.latest_entries())
        found = {
            "reports": admin_api.unsettled_reports(services, request),
            "entries": entries,
            "health": None,
            "residents": [],
        }
        if account.role == "admin":
            found |= {
                "health": people.social.health.read(),
                "residents": admin_api.account_views(services, request),
            }
        return render_page("admin.html", **found, **sender_data(services, request))

    return _html(await services.workers.run(make))


router = Router("/", route_handlers=[profile_page, admin_page], include_in_schema=False)
