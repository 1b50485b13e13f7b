"""The notification pages: channel settings, unsubscribing, and the files of the web app."""

from __future__ import annotations

import msgspec
from litestar import Response, Router, get, post
from litestar.exceptions import NotFoundException
from litestar.params import FromPath

from palatine.notifications.channels import NotificationChannel
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.web.auth.requests import sender_data
from palatine.web.pages import Html, html_response, is_known
from palatine.web.rendering import STATIC_FOLDER, render_page, static_path
from palatine.web.requests import RequestServices, Services
from palatine.web.seat_keys import AnyRequest
from palatine.web.wording import say

SERVICE_WORKER_FILE = STATIC_FOLDER / "js" / "worker" / "sw.js"


@get("/me/notifications")
async def notification_settings(request: AnyRequest, services: Services) -> Html:
    """Return the page of notification settings: a grid of events and channels."""

    def make() -> str:
        people = services.people is not None
        known = is_known(services, request)
        return render_page(
            "notifications.html", is_local=not people, is_known=known, **sender_data(services, request)
        )

    return html_response(await services.workers.run(make))


@get("/sw.js", sync_to_thread=True)
def service_worker() -> Response[str]:
    """Return the service worker, which browsers run for a push message when no page is open."""
    headers = {"cache-control": "no-cache", "service-worker-allowed": "/"}
    return Response(SERVICE_WORKER_FILE.read_text(encoding="utf-8"), media_type="text/javascript", headers=headers)


@get("/manifest.json", sync_to_thread=True)
def manifest(services: Services) -> Response[bytes]:
    """Return the web app manifest."""
    told = {
        "name": services.config.site.name, "short_name": services.config.site.name, "id": "/", "start_url": "/",
        "scope": "/", "display": "standalone", "background_color": "#f5eedd", "theme_color": "#f5eedd",
        "description": say("notifications.manifest"),
        "icons": [{"src": f"{static_path()}/crown.svg", "sizes": "any", "type": "image/svg+xml", "purpose": "any"}],
    }  # fmt: skip
    headers = {"cache-control": "no-cache"}
    return Response(msgspec.json.encode(told), media_type="application/manifest+json", headers=headers)


def _stopping(services: RequestServices, token: str) -> tuple[UnsubscribeService, NotificationChannel, str]:
    """Return the service, the channel and the match (or "") of an unsubscribe token.

    Raises NotFoundException.
    """
    if services.store is not None:
        links = UnsubscribeService(services.store.database)
        found, channel = links.parse_token(token), links.channel_of(token)
        if found is not None and channel is not None:
            return links, channel, found[1]
    raise NotFoundException(say("notifications.no-link"))


@get("/u/{token:str}")
async def confirm_stop(token: FromPath[str], services: Services) -> Html:
    """Return a page that asks whether to stop notices.

    Opening the link stops nothing, because mail scanners open links.
    """

    def make() -> str:
        _, channel, match = _stopping(services, token)
        return render_page("stop.html", channel=channel, match=match, stopped="")

    return html_response(await services.workers.write(make))


@post("/u/{token:str}", status_code=200)
async def stop_notifications(token: FromPath[str], request: AnyRequest, services: Services) -> Html:
    """Stop the notices of the match, or of all matches with `all` in the form.

    Mail programs may send this request by themselves (one-click unsubscribe).
    """
    form = await request.form()
    everything = form.get("all") is not None

    def write() -> str:
        links, channel, match = _stopping(services, token)
        links.unsubscribe(token, everything=everything)
        return render_page(
            "stop.html", channel=channel, match=match, stopped="all" if everything or not match else "match"
        )

    return html_response(await services.workers.write(write))


router = Router(
    "/",
    route_handlers=[notification_settings, service_worker, manifest, confirm_stop, stop_notifications],
    include_in_schema=False,
)
