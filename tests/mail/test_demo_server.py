"""The page of the mailboxes."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from mail.correspondence import Correspondence
from palatine import web
from palatine.cli.main import main
from palatine.config import Config
from palatine.mail.demo import DEMO_DOMAIN, DemoServer
from palatine.mail.demo_server import DemoMailService, mailbox_page
from palatine.matches import MatchServices
from palatine.store import Store
from palatine.web import create_app
from palatine.web.rendering import render_page
from palatine.web.requests import RequestServices


@pytest.fixture
def mail_service(valley: Correspondence) -> Iterator[DemoMailService]:
    server = DemoServer()
    found = DemoMailService(valley.services, valley.store, server.config(Config()), server, render_page)
    found.start()
    yield found
    found.stop()


@pytest.fixture
def client(valley: Correspondence, mail_service: DemoMailService) -> Iterator[Any]:
    app = create_app(valley.services, valley.store, (), Config(), mail_service.senders, mail_service.routes)
    with TestClient(app, base_url="http://localhost") as found:
        yield found


def test_a_mail_is_written_and_answered_on_the_page(
    valley: Correspondence, mail_service: DemoMailService, client: Any
) -> None:
    home = valley.home("Abbey")
    to = f"{valley.secret('Abbey').partition('@')[0]}@{DEMO_DOMAIN}"
    mail = {"sender": home, "to": to, "subject": "x", "text": "#orders turn 1\nAldo builds\n#end"}
    assert client.post("/post/demo", json=mail).status_code == 200
    end = time.monotonic() + 20
    while valley.handed_in("Abbey") is None:
        assert time.monotonic() < end
        time.sleep(0.02)
    mail_service.server.boxes.deliver(home, b"From: a@b.org\r\nSubject: <b>Taken</b>\r\n\r\n<script>\r\n")
    shown = client.get("/post/demo", params={"box": home}).text
    assert "&lt;b&gt;Taken&lt;/b&gt;" in shown
    assert "&lt;script&gt;" in shown
    mail_service.server.boxes.deliver(home, b"From: The referee <r@b.org>\r\n\r\nx")
    assert mail_service.server.boxes.mails_of(home)[0].reply == "r@b.org", "an address alone, as its field wants it"
    assert "mail.css" in shown
    assert "base.css" in shown
    sheet = b"From: a@b.org\r\nSubject: Turn 1\r\n\r\nHere:\r\n\r\n#orders turn 2\r\nAldo builds\r\n#end\r\nmore"
    mail_service.server.boxes.deliver(home, sheet)
    form = client.get("/post/demo", params={"box": home}).text.partition("<textarea")[2].partition("</textarea>")[0]
    assert form.endswith(">#orders turn 2\nAldo builds\n#end"), "an answer begins with the form"
    assert home in mailbox_page(mail_service.server.boxes, "", render_page)


@pytest.mark.parametrize("to", ["nobody@palatine.test", "", "a\r\nBcc: b@c.d"])
def test_what_cannot_be_sent_is_said(client: Any, to: str) -> None:
    mail = {"sender": "a@home.test", "to": to, "subject": "x", "text": "x"}
    answer = client.post("/post/demo", json=mail)
    assert 400 <= answer.status_code < 500
    assert answer.json()["detail"]


def test_a_server_that_tries_mail_out_is_for_this_machine_alone(capsys: Any) -> None:
    assert main(["serve", "--mail", "demo", "--host", "0.0.0.0", "--no-browser", "--database", ":memory:"]) == 2
    assert "only on this machine" in capsys.readouterr().err


def test_such_a_server_lets_people_in_by_mail(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Sign-in by mail is available, not only play by mail."""
    served: list[Config] = []
    monkeypatch.setattr(web, "serve", lambda *given: served.append(given[5]))
    file, database = tmp_path / "palatine.toml", str(tmp_path / "palatine.db")
    file.write_text('[site]\naccess = "open"\n')
    assert main(["serve", "--mail", "demo", "--config", str(file), "--no-browser", "--database", database]) == 0
    store = Store.open(database)
    auth = RequestServices(MatchServices(store), store, served[0]).auth
    assert auth is not None
    assert "mail" in auth.available_methods(None)
