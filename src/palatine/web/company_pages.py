"""The pages on company: what waits in the lobby, somebody's page, the office."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any, get_args

from litestar import Response, Router, get

from palatine import registry
from palatine.people.tables import Kind
from palatine.table import TableInfo
from palatine.web.api import me as me_api
from palatine.web.api import office as office_api
from palatine.web.api import people as people_api
from palatine.web.api import tables as tables_api
from palatine.web.rendering import page
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.seat_keys import AnyRequest

Html = Response[str]
KINDS: tuple[Kind, ...] = get_args(Kind)


def titles() -> dict[str, str]:
    """The games by their names."""
    return {name: registry.load(name).title for name in registry.games()}


def in_lobby(services: RequestServices, request: AnyRequest, matches: Sequence[TableInfo]) -> dict[str, Any]:
    """What the lobby shows where people are known: one's matches by who is waited for, and open tables."""
    if services.people is None:
        return {"company": False}
    asked = request.query_params.get("tables", "all")
    kind: Kind = next((each for each in KINDS if each == asked), "all")
    waiting = [each for each in matches if each.status == "playing" and set(each.asked) & set(each.yours)]
    return {
        "company": True,
        "kind": kind,
        "titles": titles(),
        "invited": me_api.invited(services, request),
        "tables": tables_api.found(services, request, kind),
        "waiting": waiting,
        "others": [each for each in matches if each.status != "over" and each not in waiting],
        "over": [each for each in matches if each.status == "over"],
    }


def _html(text: str) -> Html:
    return Response(text, media_type="text/html", headers={"cache-control": "no-store"})


@get("/people/{name:str}")
async def person(name: Word, request: AnyRequest, services: Services) -> Html:
    """Somebody: how they play, and what one has to do with them."""

    def make() -> str:
        who = people_api.profile(services, request, name)
        account = services.identity.who(request).account
        is_mine = account is not None and account.name == who.name
        return page("person.html", who=who, titles=titles(), mine=is_mine, signed_in=account is not None)

    return _html(await services.workers.run(make))


@get("/office")
async def office(request: AnyRequest, services: Services) -> Html:
    """What those who keep order see."""

    def make() -> str:
        people = services.known_people()
        office_api.moderator(services, request)
        deeds = office_api.told(people, people.company.ledger.latest())
        return page("office.html", reports=office_api.queue(services, request), deeds=deeds)

    return _html(await services.workers.run(make))


router = Router("/", route_handlers=[person, office], include_in_schema=False)
