"""Fixtures of a server with mail, and of browsers with separate cookies."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar
from litestar.testing import TestClient
from sqlalchemy import select

from accounts.auth.provider import Provider
from palatine.config import Config, MailSettings, SiteSettings
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.store.schema_people import outbox
from palatine.web import create_app

URL = "http://palatine.localhost"
OPEN = Config(
    SiteSettings(url=URL, access="open"), mail=MailSettings(smtp_url="smtp://127.0.0.1:1", domain="p.example")
)
CLOSED = Config(SiteSettings(url=URL, access="invite"), mail=OPEN.mail)


class Site:
    """A server with browsers that use it."""

    def __init__(self, place: Path, config: Config) -> None:
        self.store = Store.open(place)
        self.services = MatchServices(self.store)
        self.app: Litestar = create_app(self.services, self.store, config=config)

    def browser(self, **headers: str) -> TestClient[Any]:
        client: TestClient[Any] = TestClient(self.app, base_url=URL, raise_server_exceptions=False)
        client.headers.update(headers)
        return client

    def mails(self, what: str = "signin") -> list[dict[str, Any]]:
        """Return the data of the mails sent for this purpose, the newest last."""
        with self.store.database.reading() as connection:
            rows = connection.execute(select(outbox.c.data).order_by(outbox.c.id))
            return [dict(each) for each in rows.scalars() if each.get("for") == what]

    def member(self, address: str) -> TestClient[Any]:
        """Return a browser that has signed in by mail."""
        browser = self.browser()
        assert browser.post("/api/session/mail", json={"address": address}).status_code == 202
        entered = browser.post("/api/session/code", json={"code": self.mails()[-1]["code"]})
        assert entered.status_code == 200, entered.text
        return browser


@pytest.fixture
def make_site(tmp_path: Path) -> Iterator[Callable[..., Site]]:
    made: list[Site] = []

    def make(config: Config = OPEN) -> Site:
        made.append(Site(tmp_path / f"{config.site.access}.db", config))
        return made[-1]

    yield make
    for each in made:
        each.store.close()


@pytest.fixture
def site(make_site: Callable[..., Site]) -> Site:
    return make_site()


@pytest.fixture
def provider() -> Iterator[Provider]:
    provider = Provider()
    yield provider
    provider.close()
