"""Links in mail, which start with the server's public URL; without it no mail is sent."""

from __future__ import annotations

from collections.abc import Callable

import msgspec
import pytest
from sqlalchemy import select

from palatine.config import SiteSettings
from palatine.store.schema_people import outbox
from palatine.web.serving.server import ServeOptions, warn_missing_settings
from web.auth.conftest import OPEN as MAILING
from web.auth.conftest import URL, Site
from web.auth.test_session_api import token_of


@pytest.fixture
def unnamed(make_site: Callable[..., Site]) -> Site:
    return make_site(msgspec.structs.replace(MAILING, site=SiteSettings(access="open")))


@pytest.mark.parametrize("host", ["palatine.localhost", "10.0.0.66", "192.168.1.9:8080"])
def test_no_mail_is_sent_whose_link_the_request_could_choose(unnamed: Site, host: str) -> None:
    browser = unnamed.browser(host=host)
    assert 'data-way="mail"' not in browser.get("/signin").text
    assert browser.post("/api/session/mail", json={"address": "ann@example.org"}).status_code == 422
    browser.post("/api/me/guest")
    assert browser.post("/api/me/addresses", json={"address": "ann@example.org"}).status_code == 422
    assert "mail" not in browser.get("/api/me/channels").json()["kinds"]
    with unnamed.store.database.reading() as connection:
        assert connection.execute(select(outbox)).all() == []


def test_a_link_in_a_mail_leads_to_the_server_whatever_name_it_was_called_by(site: Site) -> None:
    site.browser(host="10.0.0.66").post("/api/session/mail", json={"address": "ann@example.org"})
    assert token_of(site.mails()[-1])


@pytest.mark.parametrize(("url", "is_stated"), [("", True), (URL, False)])
def test_the_server_states_at_its_start_that_no_mail_is_sent(
    site: Site, capsys: pytest.CaptureFixture[str], url: str, is_stated: bool
) -> None:
    config = msgspec.structs.replace(MAILING, site=SiteSettings(url=url, access="open"))
    warn_missing_settings(ServeOptions(config=config), site.store)
    said = capsys.readouterr().out
    assert ("No mail is sent: `site.url` is not set." in said) is is_stated
