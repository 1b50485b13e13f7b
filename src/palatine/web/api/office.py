"""The API's part for those who keep order in the house."""

from __future__ import annotations

from collections.abc import Sequence

from litestar import Router, get, post
from litestar.params import JSONBody

from palatine.people.accounts import Account
from palatine.people.ledger import Deed
from palatine.people.moderation import Bar, check_moderator
from palatine.people.people import People
from palatine.table.clock import now
from palatine.web.api.people import named
from palatine.web.company_models import DeedRequest, Queued, SettleRequest, ToldDeed
from palatine.web.problems import answers
from palatine.web.requests import RequestServices, Services, Word
from palatine.web.seat_keys import AnyRequest


def moderator(services: RequestServices, request: AnyRequest) -> Account:
    """Whoever asks, who keeps order. Raises Forbidden and Refused."""
    account = services.identity.member(request).known
    check_moderator(account)
    return account


@get("/reports", responses=answers(400, 403, 422))
async def reports(request: AnyRequest, services: Services) -> list[Queued]:
    """What waits to be looked at, the oldest first."""
    return await services.workers.run(queue, services, request)


def queue(services: RequestServices, request: AnyRequest) -> list[Queued]:
    """The reports, with names."""
    people = services.known_people()
    moderator(services, request)
    found = people.company.moderation.queue()
    names = people.accounts.names({each.by for each in found} | {each.about for each in found})
    return [Queued(each, names.get(each.by, ""), names.get(each.about, "")) for each in found]


@post("/reports/{report:str}", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def settle(
    report: Word, data: JSONBody[SettleRequest], request: AnyRequest, services: Services
) -> list[Queued]:
    """A report has been dealt with."""

    def write() -> list[Queued]:
        people = services.known_people()
        by = moderator(services, request)
        people.company.moderation.settle(by, report, data.state, data.reason, now())
        return queue(services, request)

    return await services.workers.write(write)


@get("/ledger", responses=answers(400, 403, 422))
async def ledger(request: AnyRequest, services: Services) -> list[ToldDeed]:
    """What was done last, by whomever."""

    def tell() -> list[ToldDeed]:
        people = services.known_people()
        moderator(services, request)
        return told(people, people.company.ledger.latest())

    return await services.workers.run(tell)


def told(people: People, found: Sequence[Deed]) -> list[ToldDeed]:
    """Deeds with names."""
    names = people.accounts.names({each.account for each in found} | {each.by for each in found})
    return [ToldDeed(each, names.get(each.by, ""), names.get(each.account, "")) for each in found]


@post("/deeds", status_code=200, responses=answers(400, 403, 404, 413, 415, 422))
async def do(data: JSONBody[DeedRequest], request: AnyRequest, services: Services) -> list[ToldDeed]:
    """Warn somebody, keep them from something until a time, send them away from a seat, hide a remark."""

    def write() -> list[ToldDeed]:
        people = services.known_people()
        by = moderator(services, request)
        _carry_out(people, by, data)
        return told(people, people.company.ledger.latest())

    return await services.workers.write(write)


def _carry_out(people: People, by: Account, data: DeedRequest) -> None:
    office, time = people.company.moderation, now()
    if data.deed == "remove":
        office.remove(by, data.match, data.seat, data.reason, time)
    elif data.deed == "hide":
        office.hide(by, data.match, data.n, data.reason, time)
    elif data.deed == "warn":
        office.warn(by, named(people, data.name).id, data.reason, time)
    elif data.deed == "lift":
        lifted: Bar = data.lifted or "suspend"
        office.lift(by, named(people, data.name).id, lifted, data.reason, time)
    else:
        office.bar(by, named(people, data.name).id, data.deed, data.reason, data.until, time)


router = Router("/api/office", route_handlers=[reports, settle, ledger, do], tags=["people"])
