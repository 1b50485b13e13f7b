"""The HTML pages rendered on the server; scripts add moving parts from the API."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

from litestar import Response, Router, get
from litestar.response import Redirect

from palatine import registry
from palatine.accounts.paces import conditions, reply_text
from palatine.core import Clause, Game, RuleChange
from palatine.core.data import PackageData
from palatine.core.scenario import REFEREE
from palatine.matches import MatchInfo, strengths
from palatine.matches.clocks.pace import named_paces
from palatine.web import board_cache, credits, social_pages
from palatine.web.api.games import find_game, recommended_first_match
from palatine.web.api.seats import find_invitation
from palatine.web.auth.requests import sender_data, upgrade_methods
from palatine.web.rendering import render_page
from palatine.web.requests import RequestServices, Services, WordParameter
from palatine.web.rules_pages import glossary_by_kind, link_terms, readable_rules
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

Html = Response[str]


MAX_LISTED_MATCHES = 200
"""Maximum number of the sender's own matches in the lobby."""
MAX_NAMED_MATCHES = 20
"""Maximum number of matches in the lobby for which the names of nations or Kings are read."""


def html_response(text: str, cache: str = "no-store") -> Html:
    return Response(text, media_type="text/html", headers={"cache-control": cache})


@get("/")
async def lobby_page(request: AnyRequest, services: Services) -> Html:
    """Return the lobby: the games and the sender's matches."""

    def make() -> str:
        games = sorted([_card(name) for name in registry.games()], key=lambda card: card["first"].weight)
        matches = services.own_matches(request)[:MAX_LISTED_MATCHES]
        found = social_pages.lobby_data(services, request, matches)
        known = is_known(services, request)
        return render_page(
            "lobby.html",
            games=games,
            matches=matches,
            seat_names=_seat_names(services, matches),
            people=known,
            **found,
            **sender_data(services, request),
        )

    return html_response(await services.workers.run(make))


def _seat_names(services: RequestServices, matches: Sequence[MatchInfo]) -> dict[str, dict[str, str]]:
    """Return the names of seats as the sender knows them, for the first matches of orders."""
    games = registry.games()
    begun = [each for each in matches if each.orders and each.status != "open" and each.yours]
    named = [each for each in begun if each.game in games][:MAX_NAMED_MATCHES]
    return {each.match: services.matches.names(each.match, each.yours[0]) for each in named}


def is_known(services: RequestServices, request: AnyRequest) -> bool:
    """Return whether the sender has an account and can therefore be notified."""
    return services.identity.principal(request).account is not None


def _card(name: str) -> dict[str, Any]:
    game = registry.load(name)
    bots = [each for each in registry.opponents(game) if each != "recruit"] or ["recruit"]
    seats = [seat for seat in game.scenarios[0].tables[0] if seat != REFEREE]
    tables = [table for scenario in game.scenarios for table in scenario.tables]
    counts = {len([seat for seat in table if seat != REFEREE]) for table in tables}
    return {
        "name": name, "game": game, "seats": seats, "counts": counts, "bots": bots, "lessons": _lessons(name),
        "first": recommended_first_match(game),
    }  # fmt: skip


def _lessons(name: str) -> list[dict[str, Any]]:
    """Return the data with which the page offers the next lesson of a game."""
    lessons = registry.load(name).lessons
    return [{"game": name, "lesson": each.lesson, "minutes": each.minutes} for each in lessons]


@get("/new/{game:str}", sync_to_thread=True)
def new_match_page(game: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the page on which a match of a game is set up."""
    found = find_game(game)
    if found.orders:
        return html_response(
            render_page(
                "new-orders.html",
                name=game,
                game=found,
                bots=registry.opponents(found),
                strengths=strengths(found),
                referee=REFEREE,
                names={
                    seat: found.seat_title(seat) for each in found.scenarios for row in each.tables for seat in row
                },
                **sender_data(services, request),
            )
        )
    most = max(len(seats) for scenario in found.scenarios for seats in scenario.tables)
    return html_response(
        render_page(
            "new.html",
            name=game,
            game=found,
            usual=registry.bots(found)[0],
            emblems=_emblems(found),
            all_seats=list(dict.fromkeys(seat for each in found.scenarios for row in each.tables for seat in row)),
            strengths=strengths(found),
            paces={name: reply_text(pace.reply, pace.bank) for name, pace in named_paces().items()},
            most=most,
            **sender_data(services, request),
        )
    )


def _emblems(game: Game[Any]) -> dict[str, dict[str, str]]:
    """Return the emblem of each side as the path of its drawing and its colours."""
    if not game.sides:
        return {}
    drawn = PackageData(game.package).read_silhouettes()
    styles = board_cache.styles_of_game(game.name)
    return {
        seat: {"path": drawn[side.emblem], "fill": styles[side.style].fill, "ink": styles[side.style].ink or "#fff"}
        for seat, side in game.sides.items()
    }


@get("/games/{game:str}", sync_to_thread=True)
def game_page(game: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the page of a game: how to play it, its options and the sources of its data."""
    found = find_game(game)
    texts = {key: text for key, text in found.pages.items() if key != "rules"}
    changes = _changes(found)
    counts = [
        say("game.data-count", word=word, entries=count.entries)
        for word, count in found.provenance.items()
        if count.entries
    ]
    return html_response(
        render_page(
            "game.html",
            name=game,
            game=found,
            texts=texts,
            provenance=counts,
            first=recommended_first_match(found),
            changes=changes,
            lessons=_lessons(game),
            **sender_data(services, request),
        )
    )


def _changes(game: Game[Any]) -> dict[str, list[RuleChange]]:
    """Return the rule changes by version, the newest version first."""
    found: dict[str, list[RuleChange]] = {}
    for change in reversed(game.changes):
        found.setdefault(change.version, []).insert(0, change)
    return found


@get("/games/{game:str}/rules", sync_to_thread=True)
def rules_page(game: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the rules of a game: the readable text, every clause by number, and our rulings."""
    found = find_game(game)
    return html_response(
        render_page(
            "rules.html",
            name=game,
            game=found,
            chapters=_chapters(found),
            reading=readable_rules(game, found),
            **sender_data(services, request),
        )
    )


@get("/games/{game:str}/glossary", sync_to_thread=True)
def glossary_page(game: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the glossary of a game."""
    found = find_game(game)
    return html_response(
        render_page(
            "glossary.html",
            name=game,
            game=found,
            kinds=glossary_by_kind(found),
            with_terms=link_terms,
            **sender_data(services, request),
        )
    )


def _chapters(game: Game[Any]) -> dict[str, list[Clause]]:
    chapters: dict[str, list[Clause]] = {}
    for clause in game.clauses.values():
        chapters.setdefault(clause.chapter, []).append(clause)
    return chapters


@get(["/play/{match:str}", "/watch/{match:str}", "/replay/{match:str}"])
async def match_page(match: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the page of a match: to play, to watch or to replay."""
    mode = request.url.path.split("/")[1]

    def make() -> str:
        info = services.match_for(request, match)
        game = registry.load(info.game)
        return render_page(
            "match.html",
            info=info,
            game=game,
            bots=registry.opponents(game),
            mode=mode,
            names={each.seat: game.seat_title(each.seat) for each in info.seats},
            conditions=conditions(info) if info.status == "open" else (),
            people=is_known(services, request),
            joining=services.config.site.access,
            mail=services.config.sends_mail,
            talk=services.people is not None and not info.lesson,
            unread=_unread_count(services, request, info),
            keep_ways=upgrade_methods(services, request),
            **sender_data(services, request),
        )

    return html_response(await services.workers.run(make))


def _unread_count(services: RequestServices, request: AnyRequest, info: MatchInfo) -> int | None:
    """Return the number of unread messages of the sender; None without an account."""
    account = services.identity.principal(request).account
    if account is None or services.people is None or info.lesson:
        return None
    may = services.people.match_terms.may_watch(account.id, info.match)
    return services.people.social.chat.unread_count(account, info.match) if may else 0


@get("/i/{token:str}")
async def invitation_page(token: WordParameter, request: AnyRequest, services: Services) -> Html | Redirect:
    """Return the page of an invitation, or redirect to the match the player who accepted it.

    Opening the page does not take a seat.
    """

    def make() -> Html | Redirect:
        taken = services.require_accounts().invitations.find_used(token)
        account = services.identity.principal(request).account
        if taken is not None and account is not None and account.id == taken.taken_by:
            return Redirect(f"/play/{taken.match}", status_code=303)
        told = find_invitation(services, token)
        info = told.info
        game = registry.load(info.game)
        return html_response(render_page(
            "invitation.html", token=token, told=told, info=info, game=game, game_name=info.game,
            **sender_data(services, request),
        ))  # fmt: skip

    return await services.workers.run(make)


@get("/story/{match:str}")
async def story_page(match: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the page that recounts a finished match."""

    def make() -> str:
        info = services.match_for(request, match)
        return render_page("story.html", info=info, game=registry.load(info.game), **sender_data(services, request))

    return html_response(await services.workers.run(make))


@get("/verify/{match:str}")
async def verification_page(match: WordParameter, request: AnyRequest, services: Services) -> Html:
    """Return the page on which the browser verifies the dice of a match."""

    def make() -> str:
        info: MatchInfo = services.match_for(request, match)
        names = services.matches.titles(match)
        return render_page(
            "verify.html",
            info=info,
            order=services.archive.numbers_in_order(match),
            names=names,
            numbered=[names[seat] for seat in info.numbers],
            **sender_data(services, request),
        )

    return html_response(await services.workers.run(make))


MOVED_PATHS = {"/office": "/admin", "/office/house": "/admin/status", "/me/notices": "/me/notifications"}
"""Current paths of pages by their former ones, which bookmarks and sent emails may contain."""


@get([*MOVED_PATHS])
async def redirect_moved(request: AnyRequest) -> Redirect:
    """Redirect a former path of a page."""
    return Redirect(MOVED_PATHS[request.url.path], status_code=301)


@get("/credits", sync_to_thread=True)
def credits_page(request: AnyRequest, services: Services) -> Html:
    """Return the credits of drawings, fonts and libraries."""
    found = {
        "drawings": credits.drawing_credits(),
        "fonts": credits.font_credits(),
        "libraries": credits.library_licences(),
    }
    return html_response(render_page("credits.html", **found, **sender_data(services, request)))


router = Router(
    "/",
    route_handlers=[
        lobby_page,
        new_match_page,
        game_page,
        rules_page,
        glossary_page,
        match_page,
        invitation_page,
        story_page,
        verification_page,
        credits_page,
        redirect_moved,
    ],
    include_in_schema=False,
)
