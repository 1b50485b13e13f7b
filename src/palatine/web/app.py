"""The ASGI application: routes, middleware, dependencies and background tasks."""

from __future__ import annotations

from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from typing import Any
from urllib.parse import urlsplit

from litestar import Litestar
from litestar.di import Provide
from litestar.middleware import DefineMiddleware
from litestar.openapi import OpenAPIConfig
from litestar.openapi.plugins import JsonRenderPlugin, YamlRenderPlugin
from litestar.openapi.spec import Components, SecurityScheme

from palatine import __version__
from palatine.config import Config
from palatine.matches import MatchServices
from palatine.matches.runtime.slow_actions import SlowLimits
from palatine.notifications.sending.sender import Sender
from palatine.store import Store
from palatine.web import auth_pages, notification_pages, pages, report_pages, social_pages
from palatine.web.api import (
    admin,
    channels,
    chat,
    credentials,
    games,
    guidance,
    lessons,
    lobby,
    matches,
    me,
    orders,
    people,
    proposals,
    seats,
    session,
    views,
)
from palatine.web.assets import static_files
from palatine.web.auth import token_scopes
from palatine.web.auth.old_keys import OldKeysMiddleware
from palatine.web.background import change_poller, deadlines, job_runner, notifier, peers, results
from palatine.web.background.work_assignment import ALL_WORK, WorkAssignment
from palatine.web.compression import CompressionMiddleware
from palatine.web.middleware.allowed_hosts import AllowedHosts
from palatine.web.middleware.concurrency_limits import SlotMiddleware
from palatine.web.middleware.head_requests import HeadRequestMiddleware
from palatine.web.middleware.request_ids import RequestIdMiddleware
from palatine.web.middleware.security import SecurityMiddleware
from palatine.web.monitoring import checklist_page, health
from palatine.web.monitoring import page as status_page
from palatine.web.monitoring.diagnostics import Diagnostics
from palatine.web.problems import EXCEPTION_HANDLERS
from palatine.web.requests import RequestServices, StrictRequest
from palatine.web.wording import say

BODY_LIMIT = 64 * 1024


def create_app(
    match_services: MatchServices,
    store: Store | None = None,
    allowed_hosts: Collection[str] = (),
    config: Config | None = None,
    senders: Mapping[str, Sender] | None = None,
    routes: Sequence[Any] = (),
    assignment: WorkAssignment = ALL_WORK,
    group: peers.Peers | None = None,
) -> Litestar:
    """Return the application with the pages and the API of a server.

    With a `store`, attempts are counted by address, idle matches are deleted and, unless `config` selects local mode,
    the server has accounts and notifies players when it is their turn.

    `senders` add channel kinds that this package does not implement, for example email. `routes` are further route
    handlers. `allowed_hosts` are accepted host names in addition to localhost, the name of this machine and its network
    addresses. Where several processes serve one database, `assignment` says which server-wide work this process does.
    Among equal processes the `group` decides that.
    """
    services = RequestServices(match_services, store, config)
    operation = Diagnostics(services)
    assignment = assignment if group is None else group.assignment
    rule = services.config.monitoring
    match_services.runtime.slow = SlowLimits(rule.slow_seconds, rule.slow_kept)

    hosts = AllowedHosts([*allowed_hosts, *_own_names(services.config)])

    watching = None
    if store is not None:
        watching = change_poller.ChangePoller(
            match_services.runtime, services.hub, services.turn_feed, store.database, services.workers
        )

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        calling = notifier.create_notifier(match_services, store, services.config, senders)
        async with (
            deadlines.processing_deadlines(match_services.clocks, services.workers, store, assignment),
            job_runner.running_jobs(store, services.workers, assignment, services.config.retention),
            results.recording_results(services.people, services.workers, assignment),
            notifier.sending_notifications(calling, assignment),
            change_poller.polling(watching),
            peers.running_as_peer(group, watching),
        ):
            yield
        services.close()
        operation.close()

    app = Litestar(
        route_handlers=[
            games.router,
            lessons.router,
            lessons.of_matches,
            matches.router,
            seats.router,
            seats.links,
            me.router,
            people.router,
            lobby.router,
            chat.router,
            chat.reports,
            admin.router,
            credentials.router,
            session.router,
            auth_pages.router,
            channels.router,
            channels.presence,
            notification_pages.router,
            orders.router,
            proposals.router,
            views.router,
            guidance.router,
            pages.router,
            social_pages.router,
            report_pages.router,
            static_files.handler(),
            health.router,
            status_page.router,
            status_page.api,
            checklist_page.router,
            checklist_page.api,
            *routes,
        ],
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False, use_cache=True),
            "operating": Provide(lambda: operation, sync_to_thread=False, use_cache=True),
        },
        exception_handlers=EXCEPTION_HANDLERS,
        guards=[token_scopes.guard],
        middleware=[
            DefineMiddleware(RequestIdMiddleware, access_log=rule.access_log),
            DefineMiddleware(SecurityMiddleware, hosts=hosts),
            DefineMiddleware(SlotMiddleware, slots=services.slots),
            DefineMiddleware(OldKeysMiddleware, services=services),
            CompressionMiddleware,
        ],
        lifespan=[living],
        openapi_config=_schema(),
        request_class=StrictRequest,
        request_max_body_size=BODY_LIMIT,
        logging_config=None,
        debug=False,
    )
    app.asgi_handler = HeadRequestMiddleware(app.asgi_handler)
    app.state.hub = services.hub
    app.state.watch = watching
    app.state.operation = operation
    app.state.limits = services.limits
    app.state.services = services
    app.state.people = services.people
    return app


def _own_names(config: Config) -> list[str]:
    """Return the host name of `site.url` and the further allowed hosts of the settings."""
    host = urlsplit(config.site.url).hostname
    return [*([host] if host else []), *config.server.allowed_hosts]


def _schema() -> OpenAPIConfig:
    key = SecurityScheme(type="http", scheme="bearer", description=say("schema.key"))
    return OpenAPIConfig(
        title="Palatine",
        version=__version__,
        description=say("schema.description"),
        path="/schema",
        render_plugins=[JsonRenderPlugin(), YamlRenderPlugin()],
        use_handler_docstrings=True,
        components=Components(security_schemes={"key": key}),
        security=[{}, {"key": []}],
    )
