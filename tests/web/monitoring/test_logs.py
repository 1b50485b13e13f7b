"""Log lines with request and match, in both formats and without secrets."""

from __future__ import annotations

import io
import json
import logging
from collections.abc import Callable, Iterator
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient

from mail.relaying import relay
from palatine import logs
from palatine.config import Config, MonitoringSettings
from palatine.mail.sending import MailSender
from palatine.mail.service import mail_settings
from palatine.web.background.notifier import Notifier
from palatine.web.middleware.request_ids import loggable_path
from web.auth.conftest import OPEN, URL, Site
from web.monitoring.conftest import Operated


@pytest.fixture
def heard() -> Iterator[Callable[..., io.StringIO]]:
    """Return a function that captures log output; logging is restored afterwards."""
    root, was = logging.getLogger(), logging.getLogger().handlers[:]
    levels = {name: logging.getLogger(name).level for name in ("", *logs.OWN_LOGGERS, logs.ACCESS_LOGGER)}

    def begin(form: logs.Format = "json", *, access: bool = False) -> io.StringIO:
        text = io.StringIO()
        logs.configure("debug", form, text, access=access)
        return text

    yield begin
    root.handlers[:] = was
    for name, level in levels.items():
        logging.getLogger(name).setLevel(level)


@pytest.fixture
def broken(operated: Operated, monkeypatch: pytest.MonkeyPatch) -> Operated:
    """Return a server that fails at every request about a match."""

    def fail(*given: Any, **how: Any) -> None:
        logging.getLogger("palatine.matches").warning("in the thread")
        raise KeyError("ann@example.org")

    monkeypatch.setattr(operated.services.matches, "info", fail)
    return operated


def lines(text: io.StringIO) -> list[dict[str, Any]]:
    return [json.loads(line) for line in text.getvalue().splitlines()]


def test_an_error_is_logged_with_its_request_and_match_from_whatever_thread(
    broken: Operated, heard: Callable[..., io.StringIO]
) -> None:
    text = heard()
    match = "abcdefgh234567"
    answer = broken.ask(f"/api/matches/{match}", x_request_id="proxy-12345678")
    assert answer.status_code == 500
    assert answer.headers["x-request-id"] == "proxy-12345678"
    thread, error = lines(text)
    for line in (thread, error):
        assert (line["request"], line["match"]) == ("proxy-12345678", match)
    assert (error["level"], error["error"], error["logger"]) == ("error", "KeyError", "palatine.web.problems")
    assert "in fail" in error["trace"]
    assert "example.org" not in text.getvalue()


@pytest.mark.parametrize("given", ["short", "x" * 65, "a b c d e f g h", "log\tforging", ""])
def test_an_id_that_is_not_sane_is_not_taken(operated: Operated, given: str) -> None:
    answer = operated.ask("/healthz", x_request_id=given)
    assert answer.headers["x-request-id"] != given
    assert len(answer.headers["x-request-id"]) == 16


def test_the_same_as_text_for_people(broken: Operated, heard: Callable[..., io.StringIO]) -> None:
    text = heard("text")
    broken.ask("/api/matches/abcdefgh234567", x_request_id="proxy-12345678")
    first = text.getvalue().splitlines()[0]
    assert first.endswith("WARNING palatine.matches [request=proxy-12345678 match=abcdefgh234567]: in the thread")


def test_requests_are_logged_only_where_that_is_wanted_and_without_what_a_link_opens(
    make_operated: Callable[..., Operated], heard: Callable[..., io.StringIO]
) -> None:
    silent, told = make_operated(), make_operated(Config(monitoring=MonitoringSettings(access_log=True)), "told.db")
    text = heard(access=True)
    silent.ask("/healthz")
    assert lines(text) == []
    told.ask("/i/abcdefgh2345678923456789?key=hush", "203.0.113.9")
    (line,) = lines(text)
    assert line["message"].startswith("GET /i/*** 422 ")
    assert not any(secret in text.getvalue() for secret in ("abcdefgh", "hush", "203.0.113.9"))


@pytest.mark.parametrize(
    "text",
    [
        "smtp://me:SECRET@mail.example.org", "Bearer SECRET", "?token=SECRET&x=1", "/u/SECRET234567", "pt_SECRET",
        "palatine=k; key=SECRET;", "/signin/SECRETsecret",
    ],
)  # fmt: skip
def test_what_looks_like_a_secret_is_masked(text: str) -> None:
    assert "SECRET" not in logs.mask_secrets(text)


def test_plain_words_stay_as_they_are() -> None:
    said = (
        "Match abcdefgh234567 is stuck at version 12: /api/matches/abcdefgh234567/actions, test_a_long_name_of_ours"
    )
    assert logs.mask_secrets(said) == said
    assert len(loggable_path("/" + "x" * 5000)) == 200
    assert loggable_path("/play/x\nERROR forged") == "/play/x%0AERROR%20forged"


# A day of a server, with all its secrets


def test_who_plays_signs_in_and_gets_mail_leaves_no_secret_in_the_log(
    tmp_path: Path, heard: Callable[..., io.StringIO], monkeypatch: pytest.MonkeyPatch
) -> None:
    text = heard(access=True)
    settings = Config(OPEN.site, mail=OPEN.mail, monitoring=MonitoringSettings(access_log=True))
    site = Site(tmp_path / "open.db", settings)
    browser = site.member("ann@example.org")
    secrets = ["ann@example.org", browser.cookies["palatine"], *_mailed(site)]
    token = browser.post("/api/me/tokens", json={"label": "Bot", "scope": "play"}).json()
    secrets.append(token["secret"])
    program = site.browser(authorization=f"Bearer {token['secret']}")
    assert program.get("/api/me").json()["name"]
    local = Site(tmp_path / "local.db", Config(monitoring=MonitoringSettings(access_log=True)))
    secrets += _played(local.browser())
    with relay() as (reach, taken):
        sender = MailSender(site.services, site.store.database, mail_settings(settings), reach)
        Notifier(site.store, URL, {"mail": sender}, services=site.services).send_next_mail(datetime.now(UTC))
        assert taken.mails
    match = site.services.matches.create("ford", seats=["North", "South"], forced=False, with_keys=False).match
    monkeypatch.setattr(site.services.matches, "info", lambda match, **how: 1 / 0)
    for path in (*[f"/signin/{secret}" for secret in secrets], f"/play/{match}?key={secrets[0]}"):
        browser.get(path)
    site.store.close()
    local.store.close()
    told = text.getvalue()
    assert "ZeroDivisionError" in told
    assert len(told.splitlines()) > 10
    assert [secret for secret in secrets if secret in told] == []


def _mailed(site: Site) -> list[str]:
    """Return the code and the link of the only mail."""
    (mail,) = site.mails()
    return [mail["code"], mail["link"].rpartition("/")[2]]


def _played(browser: TestClient[Any]) -> list[str]:
    """Create a match, sit down, act and fail to act; return all secrets used."""
    players = {"South": {"kind": "bot", "bot": "recruit"}}
    made = browser.post("/api/matches", json={"game": "ford", "players": players}).json()
    keys = dict(made["keys"])
    assert keys
    for seat, key in keys.items():
        where = f"/api/matches/{made['match']}"
        bearer = {"authorization": f"Bearer {key}"}
        browser.post(f"{where}/seats", json={"key": key, "name": "Ann"}, headers=bearer)
        wrong = {"seat": seat, "actions": [{"verb": "fly", "operand": 1}], "version": 99}
        assert browser.post(f"{where}/actions", json=wrong, headers=bearer).status_code >= 400
    return [*keys.values(), *[value for value in browser.cookies.values() if value]]
