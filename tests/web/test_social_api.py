"""Lobby, chat, profiles and moderation over HTTP: permissions."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from datetime import UTC, datetime, timedelta
from typing import Any

import msgspec
import pytest
from litestar.testing import TestClient
from sqlalchemy import insert

from palatine.accounts.principals import AccountService
from palatine.config import Config, SiteSettings
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.store import Store
from palatine.store.schema_people import channels, outbox
from palatine.web.app import create_app
from palatine.web.models import Me

PLAYERS = {"Kingdoms": {"kind": "person", "me": True}, "Necromancer": {"kind": "person"}}
Client = TestClient[Any]
SignIn = Callable[..., Client]


@pytest.fixture
def site() -> Any:
    store = Store.open(":memory:")
    config = Config(site=SiteSettings(access="open"))
    app = create_app(MatchServices(store), store, ["palatine.local"], config)
    return app, AccountService(MatchServices(store), store.database, config)


@pytest.fixture
def sign_in(site: Any) -> Iterator[SignIn]:
    app, people = site
    with TestClient(app, base_url="http://palatine.local"):

        def come(name: str, role: Any = "") -> Client:
            account = people.accounts.create_member(name, now(), role)
            client: Client = TestClient(app, base_url="http://palatine.local")
            client.cookies.set("palatine", people.sign_in(account, "Test", now())[0])
            return client

        yield come


@pytest.fixture
def ann(sign_in: SignIn) -> Client:
    return sign_in("Ann")


@pytest.fixture
def bea(sign_in: SignIn) -> Client:
    return sign_in("Bea")


@pytest.fixture
def guest(site: Any, sign_in: SignIn) -> Client:
    return TestClient(site[0], base_url="http://palatine.local")


def offered(client: Client, **terms: Any) -> str:
    asked = {"game": "dark-emperor", "players": PLAYERS, "terms": {"visibility": "listed", **terms}}
    made = client.post("/api/matches", json=asked)
    assert made.status_code == 201, made.text
    return str(made.json()["match"])


def test_a_table_is_found_and_sat_down_at_and_gone(ann: Client, bea: Client) -> None:
    match = offered(ann)
    [found] = bea.get("/api/lobby").json()
    assert (found["info"]["match"], found["by"], found["why"]) == (match, "Ann", "")
    assert ann.get("/api/lobby").json() == []
    sat = bea.post(f"/api/lobby/{match}/sit", json={"number": "7"})
    assert (sat.status_code, sat.json()["seat"]) == (200, "Necromancer")
    assert bea.get(f"/api/matches/{match}/view?seat=Necromancer").status_code == 200
    assert ann.get("/api/lobby").json() == []


def test_one_begins_at_the_table_that_waits_and_a_guest_at_once(ann: Client, bea: Client, guest: Client) -> None:
    asked = {"game": "dark-emperor", "pace": "slow", "bot": False, "number": "7"}
    made = ann.post("/api/lobby/quick-match", json=asked)
    assert made.status_code == 201, made.text
    [found] = bea.get("/api/lobby?game=dark-emperor&pace=slow&seats=2").json()
    assert (found["info"]["match"], found["pace"], found["by_mail"]) == (made.json()["match"], "slow", False)
    assert bea.get("/api/lobby?pace=live").json() == bea.get("/api/lobby?friends=true").json() == []
    assert bea.get("/api/lobby?seats=x").status_code == 400
    bea.put("/api/people/Ann/friend")
    assert len(bea.get("/api/lobby?friends=true").json()) == 1
    assert bea.post("/api/lobby/quick-match", json=asked).json() == made.json()
    alone = guest.post("/api/lobby/quick-match", json=asked).json()["match"]
    assert guest.get(f"/api/matches/{alone}").json()["status"] == "playing"
    assert ann.post("/api/lobby/quick-match", json={"game": "chess"}).status_code == 422


def test_the_list_begins_with_what_is_most_urgent_to_oneself(ann: Client, bea: Client, site: Any) -> None:
    who = site[1].accounts.find_by_name("Ann")
    players = {seat: {"owner": who.id, "name": "Ann", "number": "1"} for seat in ("Kingdoms", "Necromancer")}
    made = {}
    for title, pace in (("Whenever", None), ("Tomorrow", "slow"), ("Tonight", "live")):
        made[title] = (
            site[1]
            .services.matches.create("dark-emperor", players=players, with_keys=False, title=title, pace=pace)
            .match
        )
    page = ann.get("/").text
    first = page.index("Waiting for you")
    places = [page.index(f"/play/{made[title]}") for title in ("Tonight", "Tomorrow", "Whenever")]
    assert [first, *places] == sorted([first, *places])
    assert page.count("data-left") == 2, "time left is told where there is an end"


def test_an_own_match_names_the_opponents_in_the_list(ann: Client, bea: Client, site: Any) -> None:
    owners = {name: site[1].accounts.find_by_name(name).id for name in ("Ann", "Bea")}
    seats = {"Kingdoms": "Ann", "Necromancer": "Bea"}
    players = {seat: {"owner": owners[name], "name": name, "number": "1"} for seat, name in seats.items()}
    site[1].services.matches.create("dark-emperor", players=players, with_keys=False)
    assert "Kingdoms · against Bea" in ann.get("/").text
    assert "Necromancer · against Ann" in bea.get("/").text


@pytest.mark.parametrize(
    ("clock", "said"),
    [
        ({"days": ["mon", "thu"]}, "turns end Mon, Thu, 21:00 UTC"),
        ({"days": ["sun"], "at": "20:15", "zone": "Europe/Berlin"}, "turns end Sun, 20:15 Europe/Berlin"),
        ({"hours": 48}, "a turn every 48 hours"),
        ({}, "no clock, turns run when all orders are in"),
    ],
)
def test_an_open_table_tells_its_turns_in_words(ann: Client, bea: Client, clock: Any, said: str) -> None:
    asked = {"game": "adventurer-kings", "clock": clock, "terms": {"visibility": "listed"}}
    assert ann.post("/api/matches", json=asked).status_code == 201
    page = bea.get("/")
    assert page.status_code == 200
    assert said in page.text


def test_the_fourth_table_is_refused_before_it_is_made(ann: Client) -> None:
    for _ in range(3):
        offered(ann)
    asked = {"game": "dark-emperor", "players": PLAYERS, "terms": {"visibility": "listed"}}
    assert ann.post("/api/matches", json=asked).status_code == 422
    assert len(ann.get("/api/me/matches").json()) == 3


def test_guests_sit_down_but_neither_list_nor_talk_there(ann: Client, guest: Client) -> None:
    asked = {"game": "dark-emperor", "players": PLAYERS, "terms": {"visibility": "listed"}}
    assert "Guests can't" in guest.post("/api/matches", json=asked).json()["detail"]
    match = offered(ann)
    assert guest.post(f"/api/lobby/{match}/sit", json={}).status_code == 200
    assert guest.post(f"/api/matches/{match}/chat", json={"text": "Hello"}).status_code == 422


def test_a_block_is_silent_and_shuts_both_out(ann: Client, bea: Client) -> None:
    match = offered(ann)
    assert ann.put("/api/people/Bea/block").json() == ["block"]
    assert bea.get("/api/people/Ann").json()["yours"] == []
    assert bea.get("/api/lobby").json() == []
    refused = bea.post(f"/api/lobby/{match}/sit", json={})
    assert refused.json()["detail"] == "This table has no free seats left."
    assert ann.delete("/api/people/Bea/block").json() == []
    assert len(bea.get("/api/lobby").json()) == 1


def test_talk_and_notes(ann: Client, bea: Client, sign_in: SignIn) -> None:
    match = offered(ann)
    bea.post(f"/api/lobby/{match}/sit", json={})
    said = ann.post(f"/api/matches/{match}/chat", json={"text": "<b>Hello</b>"})
    assert (said.status_code, said.json()["text"]) == (201, "<b>Hello</b>")
    heard = bea.get(f"/api/matches/{match}/chat").json()
    assert [each["text"] for each in heard["messages"]] == ["<b>Hello</b>"]
    assert heard["why"] == ""
    assert sign_in("Eve").get(f"/api/matches/{match}/chat").json()["messages"] == []
    ann.put(f"/api/matches/{match}/notes", json={"text": "Mine"})
    assert ann.get(f"/api/matches/{match}/notes").json() == {"text": "Mine"}
    assert bea.get(f"/api/matches/{match}/notes").json() == {"text": ""}
    bea.patch("/api/me", json={"settings": {"talk-off": True}})
    assert bea.get(f"/api/matches/{match}/chat").json()["messages"] == []


def test_a_message_is_reported_looked_at_and_hidden(ann: Client, bea: Client, sign_in: SignIn) -> None:
    match = offered(ann)
    bea.post(f"/api/lobby/{match}/sit", json={})
    ann.post(f"/api/matches/{match}/chat", json={"text": "You fool"})
    told = bea.post("/api/reports", json={"match": match, "n": 1, "reason": "Insult"})
    assert (told.status_code, told.json()["about"]) == (201, "Ann")
    moderator = sign_in("Vic", "moderator")
    [queued] = moderator.get("/api/admin/reports").json()
    assert (queued["report"]["quoted"], queued["by"]) == ("You fool", "Bea")
    hidden = moderator.post(
        "/api/admin/actions", json={"action": "hide", "match": match, "n": 1, "reason": "Insult"}
    )
    assert hidden.status_code == 200, hidden.text
    moderator.post(
        "/api/admin/actions", json={"action": "mute", "name": "Ann", "until": "2999-01-01", "reason": "Insult"}
    )
    assert bea.get(f"/api/matches/{match}/chat").json()["messages"][0]["text"] == ""
    assert "Insult" in ann.post(f"/api/matches/{match}/chat", json={"text": "Me?"}).json()["detail"]
    settled = moderator.post(
        f"/api/admin/reports/{queued['report']['id']}", json={"state": "done", "reason": "Muted"}
    )
    assert settled.json() == []
    assert [each["entry"]["action"] for each in bea.get(f"/api/matches/{match}/moderation").json()] == [
        "settle",
        "hide",
    ]


@pytest.mark.parametrize("path", ["reports", "audit-log"])
def test_the_office_is_for_those_who_keep_order(ann: Client, guest: Client, path: str) -> None:
    assert ann.get(f"/api/admin/{path}").status_code == 422
    assert guest.get(f"/api/admin/{path}").status_code == 403
    action = {"action": "close", "name": "Ann", "reason": "x"}
    assert ann.post("/api/admin/actions", json=action).status_code == 422
    assert guest.post("/api/admin/actions", json=action).status_code == 403


@pytest.mark.parametrize("role", ["", "moderator"])
def test_accounts_and_links_are_the_host_s_alone(sign_in: SignIn, role: str) -> None:
    some = sign_in("Some", role)
    assert [some.get(f"/api/admin/{path}").status_code for path in ("health", "accounts")] == [422, 422]
    assert some.post("/api/admin/links", json={"name": "Some"}).status_code == 422


def test_the_host_sees_how_mail_and_notices_are_doing(sign_in: SignIn, ann: Client, site: Any) -> None:
    host, database = sign_in("Hana", "admin"), site[1].database
    named = site[1].accounts.find_by_name("Ann")
    channel = {"id": "c", "account": named.id, "kind": "mail", "target": "ann@secret.example", "state": "dead",
               "trouble": "No such mailbox.", "failing_since": now(), "made": now()}  # fmt: skip
    letter = {"key": "k", "kind": "asked", "data": {"to": "ann@secret.example"}, "made": now(), "due": now()}

    def write(connection: Any) -> None:
        connection.execute(insert(channels), channel)
        connection.execute(insert(outbox), letter)

    database.write(write)
    told = host.get("/api/admin/health").json()
    assert told["counts"] == [{"kind": "mail", "state": "dead", "count": 1}]
    assert [(each["name"], each["trouble"]) for each in told["troubles"]] == [("Ann", "No such mailbox.")]
    assert [(each["via"], each["waiting"], each["failed"]) for each in told["outbox"]] == [("mail", 1, 0)]
    page = host.get("/admin", headers={"accept": "text/html"}).text
    assert "secret.example" not in page + str(told), "where a channel leads is its owner's alone"
    assert [(each["name"], each["role"]) for each in host.get("/api/admin/accounts?name=an").json()] == [
        ("Ann", "")
    ]


def test_a_link_of_the_host_lets_one_person_in_once_and_is_written_down(
    sign_in: SignIn, ann: Client, site: Any
) -> None:
    host = sign_in("Hana", "admin")
    made = host.post("/api/admin/links", json={"name": "ann"}).json()
    token = made["link"].rsplit("/", 1)[1]
    assert made["name"] == "Ann"
    stranger: Client = TestClient(site[0], base_url="http://palatine.local")
    assert stranger.post("/api/session/recover", json={"token": token}).status_code == 200
    assert stranger.get("/api/me").json()["name"] == "Ann"
    assert ann.get("/api/me").json()["id"] == "", "every other device is signed out"
    assert stranger.post("/api/session/recover", json={"token": token}).status_code == 403
    somebody = host.post("/api/admin/links", json={}).json()
    new: Client = TestClient(site[0], base_url="http://palatine.local")
    assert "invited to this server" in new.get(f"/signin/{somebody['link'].rsplit('/', 1)[1]}").text
    new.post("/api/session/recover", json={"token": somebody["link"].rsplit("/", 1)[1]})
    assert new.get("/api/me").json()["kind"] == "guest"
    assert [each["entry"]["action"] for each in host.get("/api/admin/audit-log").json()] == ["invite", "recover"]
    assert host.post("/api/admin/links", json={"name": "Nobody"}).status_code == 422


def test_the_office_is_linked_for_who_may_use_it(sign_in: SignIn, ann: Client) -> None:
    sign_in("Vera")
    for path in ("/", "/people/Vera", "/new/ford"):
        assert 'href="/admin"' in sign_in(f"Mo{len(path)}", "moderator").get(path).text, path
        assert 'href="/admin"' not in ann.get(path).text


def test_a_profile_tells_how_somebody_plays(ann: Client, bea: Client, site: Any) -> None:
    match = offered(ann, rated=True)
    bea.post(f"/api/lobby/{match}/sit", json={})
    version = bea.get(f"/api/matches/{match}").json()["version"]
    bea.post(f"/api/matches/{match}/resign", json={"seat": "Necromancer", "version": version})
    site[1].social.results.store_missing()
    told = bea.get("/api/people/Ann").json()
    assert told["record"] == [{"game": "dark-emperor", "played": 1, "won": 1}]
    assert [(each["number"], each["n"]) for each in told["ratings"]] == [(None, 1)]
    assert (told["percent"], told["latest"][0]["rank"]) == (None, 1)
    assert bea.get("/api/people/Nobody").status_code == 422
    again = bea.post(f"/api/lobby/{match}/rematch", json={"swap": True})
    assert again.status_code == 201
    assert [each["name"] for each in ann.get("/api/people?name=be").json()] == ["Bea"]


def test_a_copy_of_ones_own_and_leaving(ann: Client, guest: Client) -> None:
    offered(ann)
    copied = ann.get("/api/me/export")
    assert "account.json" in zipfile.ZipFile(io.BytesIO(copied.content)).namelist()
    assert guest.get("/api/me/export").status_code == 403
    assert ann.delete("/api/me").json()["erase_at"] > now()
    assert ann.post("/api/me/stay").json()["erase_at"] == ""


def test_a_vacation_is_planned_and_the_days_that_are_left_are_told(ann: Client) -> None:
    before = msgspec.convert(ann.get("/api/me").json(), Me)
    day = datetime.now(UTC).date() + timedelta(days=2)
    if (day + timedelta(days=21)).year > day.year:
        day = day.replace(year=day.year + 1, month=1, day=1)  # the whole vacation is in one year
    planned = [[day.isoformat(), (day + timedelta(days=4)).isoformat()]]
    after = msgspec.convert(ann.patch("/api/me", json={"vacation": planned}).json(), Me)
    assert after.vacation == (tuple(planned[0]),)
    spent = 5 if day.year == datetime.now(UTC).year else 0
    assert (before.vacation_left, after.vacation_left) == (21, 21 - spent)
    too_long = [[day.isoformat(), (day + timedelta(days=21)).isoformat()]]
    refused = ann.patch("/api/me", json={"vacation": too_long})
    assert (refused.status_code, "21 days of vacation a year" in refused.json()["detail"]) == (422, True)
