"""Notifications over HTTP: channels, presence, the turn feed, pages, unsubscribing by link."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar.testing import TestClient
from sqlalchemy import insert, select

from loops import in_a_loop
from notifications.browser import Device
from notifications.helpers import Kept
from palatine.config import Config, MailSettings, SiteSettings, WebhookSettings
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.notifications.unsubscribe import UnsubscribeService
from palatine.store import Store
from palatine.store.schema_people import channels, outbox, tenures
from palatine.web.app import create_app
from palatine.web.background.turn_feed import TurnFeed
from palatine.web.live.hub import ThreadPools
from waiting import until

Client = TestClient[Any]
SITE = SiteSettings(access="open", url="http://palatine.local")
PATH = "/api/me/channels"
HOOK = "https://hooks.example.org/services/secret"


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = Store.open(tmp_path / "p.db")
    yield opened
    opened.close()


@pytest.fixture
def sent() -> Kept:
    return Kept()


@pytest.fixture
def app(store: Store, sent: Kept) -> Any:
    config = Config(site=SITE, mail=MailSettings(smtp_url="smtp://localhost"), webhooks=WebhookSettings())
    senders = dict.fromkeys(("push", "ntfy", "json", "slack", "discord", "mail"), sent)
    return create_app(MatchServices(store), store, ["palatine.local"], config, senders)


@pytest.fixture
def ann(app: Any) -> Iterator[Client]:
    with TestClient(app, base_url="http://palatine.local") as client:
        client.post("/api/me/guest")
        yield client


@pytest.fixture
def bea(app: Any, ann: Client) -> Client:
    client = TestClient(app, base_url="http://palatine.local")
    client.post("/api/me/guest")
    return client


def made(client: Client, **more: Any) -> Any:
    answer = client.post(PATH, json={"kind": "ntfy", "target": HOOK, **more})
    assert answer.status_code == 201, answer.text
    return answer.json()


def test_a_hook_is_made_proved_tried_and_removed(ann: Client, sent: Kept) -> None:
    channel = made(ann, label="Club")
    assert (channel["state"], channel["label"]) == ("unproved", "Club")
    assert "services/secret" not in json.dumps(ann.get(PATH).json())
    until(lambda: sent.loads)
    code = sent.loads[0].message.data["code"]
    assert ann.post(f"{PATH}/{channel['id']}/prove", json={"code": "x"}).status_code == 422
    assert ann.post(f"{PATH}/{channel['id']}/prove", json={"code": code}).json()["state"] == "ok"
    assert ann.post(f"{PATH}/{channel['id']}/test").status_code == 202
    until(lambda: sent.kinds == ["code", "test"])
    changed = ann.patch(f"{PATH}/{channel['id']}", json={"events": ["letter"], "digest": "07:30", "always": True})
    assert (changed.json()["events"], changed.json()["digest"], changed.json()["always"]) == (
        ["letter"],
        "07:30",
        True,
    )
    assert ann.delete(f"{PATH}/{channel['id']}").status_code == 204
    assert ann.get(PATH).json()["channels"] == []


def test_nobody_touches_another_s_channel(ann: Client, bea: Client) -> None:
    channel = made(ann)["id"]
    answers = [
        bea.patch(f"{PATH}/{channel}", json={"label": "mine"}),
        bea.delete(f"{PATH}/{channel}"),
        bea.post(f"{PATH}/{channel}/prove", json={"code": "x"}),
        bea.post(f"{PATH}/{channel}/test"),
    ]
    assert {answer.status_code for answer in answers} == {422}
    assert bea.get(PATH).json()["channels"] == []
    assert ann.get(PATH).json()["channels"][0]["label"] == ""


def test_nobody_in_particular_has_no_channels(app: Any, ann: Client) -> None:
    stranger: Client = TestClient(app, base_url="http://palatine.local")
    assert stranger.get(PATH).status_code == 403
    assert stranger.post(PATH, json={"kind": "ntfy", "target": HOOK}).status_code == 403
    assert stranger.get("/api/me/events").status_code == 204
    assert "first take a seat in a match" in stranger.get("/me/notifications").text


@pytest.mark.parametrize(
    ("kind", "target"),
    [
        ("ntfy", "http://hooks.example.org/"), ("ntfy", "https://127.0.0.1/"), ("json", "https://[::1]/"),
        ("slack", "https://169.254.169.254/latest/meta-data"), ("push", '{"endpoint": "https://10.0.0.1/"}'),
        ("mail", "somebody@example.org"), ("pigeon", "x"),
    ],
)  # fmt: skip
def test_what_is_no_target_is_refused_politely(kind: str, target: str, ann: Client) -> None:
    answer = ann.post(PATH, json={"kind": kind, "target": target})
    assert answer.status_code in (400, 422)
    assert answer.json()["detail"].endswith(".")
    assert ann.get(PATH).json()["channels"] == []


def test_a_browser_is_a_channel_at_once(ann: Client) -> None:
    key = ann.get(PATH).json()["push_key"]
    assert len(key) == 87
    target = Device().subscription("https://push.example.org/a")
    assert made(ann, kind="push", target=target)["state"] == "ok"
    assert made(ann, kind="push", target=target)["state"] == "ok"
    assert len(ann.get(PATH).json()["channels"]) == 1


def test_channels_are_not_made_by_the_dozen(ann: Client) -> None:
    channel = made(ann)["id"]
    statuses = [ann.post(f"{PATH}/{channel}/test").status_code for _ in range(31)]
    assert statuses[0] == 202
    assert statuses[-1] == 429


def match_of(client: Client) -> str:
    players = {"North": {"kind": "person", "me": True}, "South": {"kind": "bot", "bot": "recruit"}}
    answer = client.post("/api/matches", json={"game": "ford", "players": players})
    assert answer.status_code == 201, answer.text
    return str(answer.json()["match"])


def test_who_has_a_match_before_their_eyes_says_so(ann: Client, bea: Client, store: Store) -> None:
    match = match_of(ann)
    assert ann.post(f"/api/matches/{match}/seen").status_code == 204
    assert bea.post(f"/api/matches/{match}/seen").status_code == 204
    assert ann.post("/api/matches/nowhere/seen").status_code == 404
    with store.database.reading() as connection:
        rows = connection.execute(select(tenures)).all()
    assert [bool(row.looked) for row in rows] == [True]


def test_the_server_rings_by_itself(ann: Client, store: Store, sent: Kept) -> None:
    match = match_of(ann)
    account = ann.get("/api/me").json()["id"]
    with store.database.writing() as connection:
        row = {"id": "c", "account": account, "kind": "ntfy", "target": HOOK, "state": "ok", "made": now()}
        connection.execute(insert(channels), row)
        connection.exec_driver_sql("update pending_turns set due = '2026-01-01T00:00:00.000Z'")
    until(lambda: sent.loads)
    [load] = sent.loads
    assert (load.message.kind, load.notice.link) == ("asked", f"http://palatine.local/play/{match}")


def test_calls_tell_of_all_matches_and_end_with_the_right_to_them(ann: Client, store: Store) -> None:
    first = match_of(ann)
    account = ann.get("/api/me").json()["id"]
    allowed = [True]

    async def listen() -> list[str]:
        calls = TurnFeed(store.database, ThreadPools())
        stream = await calls.listen(account, lambda: allowed[0])
        told = [(await anext(stream)).decode() for _ in range(2)]
        await asyncio.to_thread(match_of, ann)
        told.append((await anext(stream)).decode())
        allowed[0] = False
        await asyncio.to_thread(match_of, ann)
        with pytest.raises(StopAsyncIteration):
            await anext(stream)
        assert calls.listeners == {}
        assert calls.task is None
        return told

    _, one, two = in_a_loop(listen())
    assert first in one
    assert one.count('"match"') == 1
    assert two.count('"match"') == 2


# Stopping by a link


@pytest.fixture
def link(ann: Client, store: Store) -> str:
    channel = made(ann)["id"]
    return "/u/" + UnsubscribeService(store.database).token(channel, "m1")


def state(client: Client) -> tuple[str, list[str]]:
    [channel] = client.get(PATH).json()["channels"]
    return channel["state"], channel["muted"]


def test_opening_the_link_stops_nothing_and_the_form_does(app: Any, ann: Client, link: str) -> None:
    stranger: Client = TestClient(app, base_url="http://palatine.local")
    page = stranger.get(link)
    assert page.status_code == 200
    assert "hooks.example.org" in page.text
    assert "services/secret" not in page.text
    assert state(ann) == ("unproved", [])
    assert stranger.post(link, data={"List-Unsubscribe": "One-Click"}).status_code == 200
    assert state(ann) == ("unproved", ["m1"])
    assert stranger.post(link, data={"all": "yes"}).status_code == 200
    assert state(ann)[0] == "off"
    assert stranger.get(link).cookies == {}


def test_a_mail_program_may_post_from_anywhere_but_to_that_page_alone(ann: Client, link: str) -> None:
    foreign = {"origin": "https://mail.example.com", "sec-fetch-site": "cross-site"}
    form = {"List-Unsubscribe": "One-Click"}
    assert ann.post(link, data=form, headers=foreign).status_code == 200
    assert ann.post(PATH, data=form, headers=foreign).status_code == 403
    assert ann.post("/u/../api/me/guest", data=form, headers=foreign).status_code in (403, 404)
    assert ann.post(link + "x", data=form, headers=foreign).status_code == 404


# Pages


def test_the_server_can_be_put_on_a_home_screen(ann: Client) -> None:
    told = ann.get("/manifest.json")
    assert told.headers["content-type"].startswith("application/manifest+json")
    assert (told.json()["display"], told.json()["start_url"]) == ("standalone", "/")
    assert ann.get(told.json()["icons"][0]["src"]).status_code == 200
    worker = ann.get("/sw.js")
    assert worker.headers["content-type"].startswith("text/javascript")
    assert 'addEventListener("push"' in worker.text
    page = ann.get("/me/notifications")
    assert "manifest-src 'self'" in page.headers["content-security-policy"]
    assert 'rel="manifest"' in page.text
    assert "Add to Home Screen" in page.text


def test_on_one_machine_nobody_is_called(store: Store) -> None:
    with TestClient(create_app(MatchServices(store), store), base_url="http://palatine.localhost") as client:
        assert "has no accounts" in client.get("/me/notifications").text
        assert client.get(PATH).status_code == 422
        assert client.get("/api/me/events").status_code == 204
    with store.database.reading() as connection:
        assert connection.execute(select(outbox)).all() == []
