"""The page of the checklist and the request for a test mail.

Both are for administrators, in local mode for users of this machine.
"""

from __future__ import annotations

from typing import Annotated

from litestar import Response, Router, get, post
from litestar.params import QueryParameter
from msgspec.structs import replace

from palatine.matches import Forbidden
from palatine.matches.clock import now
from palatine.notifications.test_mail import ProbeMail, record_reading, send_test_mail
from palatine.web.auth.requests import auth_service, sender_data
from palatine.web.auth.token_scopes import NO_TOKENS
from palatine.web.monitoring.checklist import Facts, checklist
from palatine.web.monitoring.diagnostics import Operations
from palatine.web.monitoring.page import Html, check_operator
from palatine.web.problems import problem_responses
from palatine.web.rendering import render_page
from palatine.web.requests import RequestServices, Services
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

Token = Annotated[str, QueryParameter(max_length=80)]


@get("/admin/checklist")
async def checklist_page(request: AnyRequest, services: Services, operating: Operations, read: Token = "") -> Html:
    """Return the checklist. With the token of a test mail's link, record that the mail was read."""
    await services.workers.run(check_operator, services, request)
    trouble, reached = await operating.readiness.trouble(), await operating.url_check.result()

    def make() -> str:
        if services.store is None:
            raise Forbidden(say("status.nothing-kept"))
        if read:
            record_reading(services.store.database, read, now())
        opened = str(request.base_url).rstrip("/")
        facts = Facts(services.config, services.store, now(), trouble, reached, opened)
        address = _own_address(services, request)
        return render_page(
            "checklist.html", checks=checklist(facts), address=address, **sender_data(services, request)
        )

    text = await services.workers.write(make)
    return Response(text, media_type="text/html", headers={"cache-control": "no-store"})


def _own_address(services: RequestServices, request: AnyRequest) -> str:
    """Return the sender's verified address; "" without one or if no mail is sent."""
    if services.people is None or not services.config.sends_mail:
        return ""
    own = auth_service(services).addresses.of_account(services.identity.require_account(request).known.id)
    return next((each.address for each in own if each.state != "dead"), "")


@post("/mail", status_code=200, responses=problem_responses(400, 403, 422))
async def send_mail(request: AnyRequest, services: Services) -> ProbeMail:
    """Send a test mail to the sender's own address, at most once a minute."""

    def write() -> ProbeMail:
        database = services.require_accounts().accounts.database
        check_operator(services, request)
        address = _own_address(services, request)
        if not address:
            raise Forbidden(say("checklist.no-address"))
        note = send_test_mail(database, address, services.config.site.url.rstrip("/"), now())
        return replace(note, digest="")

    return await services.workers.write(write)


router = Router("/", route_handlers=[checklist_page], include_in_schema=False, opt=NO_TOKENS)
api = Router("/api/admin/checklist", route_handlers=[send_mail], tags=["people"], opt=NO_TOKENS)
