"""The application: everything put together."""

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
from palatine.notices.sending.sender import Sender
from palatine.store import Store
from palatine.table import House
from palatine.web import company_pages, notice_pages, pages, report_pages, way_pages
from palatine.web.acting.hot import Hot
from palatine.web.api import (
    channels,
    games,
    guidance,
    keys,
    lessons,
    matches,
    me,
    office,
    orders,
    people,
    proposals,
    seats,
    session,
    sights,
    tables,
    talk,
)
from palatine.web.assets import static_files
from palatine.web.background import company, deadlines, keeper, notifier, peers, watch
from palatine.web.background.share import ALL, Share
from palatine.web.compression import CompressionMiddleware
from palatine.web.doors.heads import HeadMiddleware
from palatine.web.doors.hosts import Hosts
from palatine.web.doors.security import SecurityMiddleware
from palatine.web.doors.tracks import TrackMiddleware
from palatine.web.operating import doors
from palatine.web.operating import page as house_page
from palatine.web.operating.operation import Operation
from palatine.web.problems import HANDLERS
from palatine.web.requests import RequestServices, StrictRequest
from palatine.web.ways import programs
from palatine.web.ways.old_keys import OldKeysMiddleware
from palatine.web.wording import say

BODY_LIMIT = 64 * 1024


def create_app(
    house: House,
    store: Store | None = None,
    names: Collection[str] = (),
    config: Config | None = None,
    senders: Mapping[str, Sender] | None = None,
    routes: Sequence[Any] = (),
    share: Share = ALL,
    group: peers.Peers | None = None,
) -> Litestar:
    """The pages and the API of a house.

    With its `store`, attempts are counted by address, matches that nobody plays are cleared away, and, unless its
    `config` says that it is local, people are known, and called when they are asked; `senders` are those of kinds of
    channels of which the web knows nothing, as the post's for mail, and `routes` pages of others. It answers to
    `names` besides localhost, this machine's own name, and addresses of its network. Where many processes serve a
    house, `share` says what of its own work falls to this one; among equal ones that is the `group`'s to say.
    """
    services = RequestServices(house, store, config)
    operation = Operation(services)
    share = share if group is None else group.share
    rule = services.config.operating
    house.keep_slow(rule.slow_seconds, rule.slow_kept)

    hosts = Hosts([*names, *_own_names(services.config)])

    watching = None
    if store is not None:
        watching = watch.Watch(house, services.hub, services.calls, store.database, services.workers)

    @asynccontextmanager
    async def living(app: Litestar) -> AsyncIterator[None]:
        calling = notifier.notifier_for(house, store, services.config, senders)
        async with (
            deadlines.running(house, services.workers, store, share),
            keeper.running(store, services.workers, share, services.config.keeping),
            company.running(services.people, services.workers, share),
            notifier.running(calling, share),
            watch.running(watching),
            peers.running(group, watching),
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
            tables.router,
            talk.router,
            talk.reports,
            office.router,
            keys.router,
            session.router,
            way_pages.router,
            channels.router,
            channels.presence,
            notice_pages.router,
            orders.router,
            proposals.router,
            sights.router,
            guidance.router,
            pages.router,
            company_pages.router,
            report_pages.router,
            static_files.handler(),
            doors.router,
            house_page.router,
            house_page.api,
            *routes,
        ],
        dependencies={
            "services": Provide(lambda: services, sync_to_thread=False, use_cache=True),
            "operating": Provide(lambda: operation, sync_to_thread=False, use_cache=True),
        },
        exception_handlers=HANDLERS,
        guards=[programs.guard],
        middleware=[
            DefineMiddleware(TrackMiddleware, access_log=rule.access_log),
            DefineMiddleware(SecurityMiddleware, hosts=hosts),
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
    plain = HeadMiddleware(app.asgi_handler)
    app.asgi_handler = Hot(plain, services, hosts, BODY_LIMIT, access_log=rule.access_log)
    app.state.hub = services.hub
    app.state.watch = watching
    app.state.operation = operation
    app.state.limits = services.limits
    app.state.services = services
    app.state.people = services.people
    return app


def _own_names(config: Config) -> list[str]:
    """The name in the address that the house is known by, and those it is called by besides."""
    host = urlsplit(config.house.url).hostname
    return [*([host] if host else []), *config.serve.names]


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
