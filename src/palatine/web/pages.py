"""The HTML pages rendered on the server; scripts add moving parts from the API."""

from __future__ import annotations

from typing import Any

from litestar import Response, Router, get
from litestar.response import Redirect

from palatine import registry
from palatine.accounts.paces import conditions
from palatine.core import Clause, Game, RuleChange
from palatine.core.data import PackageData
from palatine.core.scenario import REFEREE
from palatine.matches import MatchInfo, strengths
from palatine.web import board_cache, credits, social_pages
from palatine.web.api.games import first_of, game_of
from palatine.web.api.seats import look_at
from palatine.web.auth.requests import kept_by, shown
from palatine.web.rendering import page
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.rules_pages import by_kind, rules_of, with_terms
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

Html = Response[str]


LISTED = 200
"""Maximum number of the sender's own matches in the lobby."""


def html(text: str, cache: str = "no-store") -> Html:
    return Response(text, media_type="text/html", headers={"cache-control": cache})


@get("/")
async def lobby(request: AnyRequest, services: Services) -> Html:
    """Return the lobby: the games and the sender's matches."""

    def make() -> str:
        games = sorted([_card(name) for name in registry.games()], key=lambda card: card["first"].weight)
        matches = services.matches_of(request)[:LISTED]
        found = social_pages.in_lobby(services, request, matches)
        known = is_known(services, request)
        return page("lobby.html", games=games, matches=matches, people=known, **found, **shown(services, request))

    return html(await services.workers.run(make))


def is_known(services: RequestServices, request: AnyRequest) -> bool:
    """Return whether the sender has an account and can therefore be notified."""
    return services.identity.who(request).account is not None


def _card(name: str) -> dict[str, Any]:
    game = registry.load(name)
    bots = [each for each in registry.opponents(game) if each != "recruit"] or ["recruit"]
    seats = [seat for seat in game.scenarios[0].tables[0] if seat != REFEREE]
    tables = [table for scenario in game.scenarios for table in scenario.tables]
    counts = {len([seat for seat in table if seat != REFEREE]) for table in tables}
    return {
        "name": name, "game": game, "seats": seats, "counts": counts, "bots": bots, "lessons": _lessons(name),
        "first": first_of(game),
    }  # fmt: skip


def _lessons(name: str) -> list[dict[str, Any]]:
    """Return the data with which the page offers the next lesson of a game."""
    lessons = registry.load(name).lessons
    return [{"game": name, "lesson": each.lesson, "minutes": each.minutes} for each in lessons]


@get("/new/{game:str}", sync_to_thread=True)
def new(game: Word, request: AnyRequest, services: Services) -> Html:
    """Return the page on which a match of a game is set up."""
    found = game_of(game)
    if found.orders:
        return html(
            page(
                "new-orders.html",
                name=game,
                game=found,
                bots=registry.opponents(found),
                strengths=strengths(found),
                referee=REFEREE,
                names={
                    seat: found.seat_title(seat) for each in found.scenarios for row in each.tables for seat in row
                },
                **shown(services, request),
            )
        )
    most = max(len(seats) for scenario in found.scenarios for seats in scenario.tables)
    return html(
        page(
            "new.html",
            name=game,
            game=found,
            usual=registry.bots(found)[0],
            emblems=_emblems(found),
            all_seats=list(dict.fromkeys(seat for each in found.scenarios for row in each.tables for seat in row)),
            strengths=strengths(found),
            most=most,
            **shown(services, request),
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
def about(game: Word, request: AnyRequest, services: Services) -> Html:
    """Return the page of a game: how to play it, its options and the sources of its data."""
    found = game_of(game)
    texts = {key: text for key, text in found.pages.items() if key != "rules"}
    changes = _changes(found)
    counts = [
        say("game.data-count", word=word, entries=count.entries)
        for word, count in found.provenance.items()
        if count.entries
    ]
    return html(
        page(
            "game.html",
            name=game,
            game=found,
            texts=texts,
            provenance=counts,
            first=first_of(found),
            changes=changes,
            lessons=_lessons(game),
            **shown(services, request),
        )
    )


def _changes(game: Game[Any]) -> dict[str, list[RuleChange]]:
    """Return the rule changes by version, the newest version first."""
    found: dict[str, list[RuleChange]] = {}
    for change in reversed(game.changes):
        found.setdefault(change.version, []).insert(0, change)
    return found


@get("/games/{game:str}/rules", sync_to_thread=True)
def rules(game: Word, request: AnyRequest, services: Services) -> Html:
    """Return the rules of a game: the readable text, every clause by number, and our rulings."""
    found = game_of(game)
    return html(
        page(
            "rules.html",
            name=game,
            game=found,
            chapters=_chapters(found),
            reading=rules_of(game, found),
            **shown(services, request),
        )
    )


@get("/games/{game:str}/glossary", sync_to_thread=True)
def glossary(game: Word, request: AnyRequest, services: Services) -> Html:
    """Return the glossary of a game."""
    found = game_of(game)
    return html(
        page(
            "glossary.html",
            name=game,
            game=found,
            kinds=by_kind(found),
            with_terms=with_terms,
            **shown(services, request),
        )
    )


def _chapters(game: Game[Any]) -> dict[str, list[Clause]]:
    chapters: dict[str, list[Clause]] = {}
    for clause in game.clauses.values():
        chapters.setdefault(clause.chapter, []).append(clause)
    return chapters


@get(["/play/{match:str}", "/watch/{match:str}", "/replay/{match:str}"])
async def table(match: Word, request: AnyRequest, services: Services) -> Html:
    """Return the page of a match: to play, to watch or to replay."""
    mode = request.url.path.split("/")[1]

    def make() -> str:
        info = services.table_for(request, match)
        game = registry.load(info.game)
        return page(
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
            unread=_unread(services, request, info),
            keep_ways=kept_by(services, request),
            **shown(services, request),
        )

    return html(await services.workers.run(make))


def _unread(services: RequestServices, request: AnyRequest, info: MatchInfo) -> int | None:
    """Return the number of unread messages of the sender; None without an account."""
    account = services.identity.who(request).account
    if account is None or services.people is None or info.lesson:
        return None
    may = services.people.match_terms.may_watch(account.id, info.match)
    return services.people.social.chat.unread_count(account, info.match) if may else 0


@get("/i/{token:str}")
async def invitation(token: Word, request: AnyRequest, services: Services) -> Html | Redirect:
    """Return the page of an invitation, or redirect to the match the player who accepted it.

    Opening the page does not take a seat.
    """

    def make() -> Html | Redirect:
        taken = services.known_people().invitations.find_used(token)
        account = services.identity.who(request).account
        if taken is not None and account is not None and account.id == taken.taken_by:
            return Redirect(f"/play/{taken.match}", status_code=303)
        told = look_at(services, token)
        info = told.info
        game = registry.load(info.game)
        return html(page(
            "invitation.html", token=token, told=told, info=info, game=game, game_name=info.game,
            **shown(services, request),
        ))  # fmt: skip

    return await services.workers.run(make)


@get("/story/{match:str}")
async def story(match: Word, request: AnyRequest, services: Services) -> Html:
    """Return the page that recounts a finished match."""

    def make() -> str:
        info = services.table_for(request, match)
        return page("story.html", info=info, game=registry.load(info.game), **shown(services, request))

    return html(await services.workers.run(make))


@get("/verify/{match:str}")
async def verify(match: Word, request: AnyRequest, services: Services) -> Html:
    """Return the page on which the browser verifies the dice of a match."""

    def make() -> str:
        info: MatchInfo = services.table_for(request, match)
        names = services.matches.titles(match)
        return page(
            "verify.html",
            info=info,
            order=services.archive.numbers_in_order(match),
            names=names,
            numbered=[names[seat] for seat in info.numbers],
            **shown(services, request),
        )

    return html(await services.workers.run(make))


MOVED = {"/office": "/admin", "/office/house": "/admin/status", "/me/notices": "/me/notifications"}
"""Current paths of pages by their former ones, which bookmarks and sent emails may contain."""


@get([*MOVED])
async def moved(request: AnyRequest) -> Redirect:
    """Redirect a former path of a page."""
    return Redirect(MOVED[request.url.path], status_code=301)


@get("/credits", sync_to_thread=True)
def credits_(request: AnyRequest, services: Services) -> Html:
    """Return the credits of drawings, fonts and libraries."""
    found = {"drawings": credits.drawings(), "fonts": credits.fonts(), "libraries": credits.libraries()}
    return html(page("credits.html", **found, **shown(services, request)))


router = Router(
    "/",
    route_handlers=[lobby, new, about, rules, glossary, table, invitation, story, verify, credits_, moved],
    include_in_schema=False,
)
