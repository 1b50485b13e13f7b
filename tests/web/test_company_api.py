"""Open tables, talk, profiles and the office over HTTP: who may do what to whom."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from litestar.testing import TestClient

from palatine.config import Config, HouseSettings
from palatine.people.people import People
from palatine.store import Store
from palatine.table import House
from palatine.table.clock import now
from palatine.web.app import create_app

PLAYERS = {"Kingdoms": {"kind": "person", "me": True}, "Necromancer": {"kind": "person"}}
Client = TestClient[Any]
SignIn = Callable[..., Client]


@pytest.fixture
def house() -> Any:
    store = Store.open(":memory:")
    config = Config(house=HouseSettings(joining="open"))
    app = create_app(House(store), store, ["palatine.local"], config)
    return app, People(House(store), store.database, config)


@pytest.fixture
def sign_in(house: Any) -> Iterator[SignIn]:
    app, people = house
    with TestClient(app, base_url="http://palatine.local"):

        def come(name: str, role: Any = "") -> Client:
            account = people.accounts.member(name, now(), role)
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
def guest(house: Any, sign_in: SignIn) -> Client:
    return TestClient(house[0], base_url="http://palatine.local")


def offered(client: Client, **terms: Any) -> str:
    asked = {"game": "dark-emperor", "players": PLAYERS, "terms": {"visibility": "listed", **terms}}
    made = client.post("/api/matches", json=asked)
    assert made.status_code == 201, made.text
    return str(made.json()["match"])


def test_a_table_is_found_and_sat_down_at_and_gone(ann: Client, bea: Client) -> None:
    match = offered(ann)
    [found] = bea.get("/api/tables").json()
    assert (found["table"]["match"], found["by"], found["why"]) == (match, "Ann", "")
    assert ann.get("/api/tables").json() == []
    sat = bea.post(f"/api/tables/{match}/sit", json={"number": "7"})
    assert (sat.status_code, sat.json()["seat"]) == (200, "Necromancer")
    assert bea.get(f"/api/matches/{match}/sight?seat=Necromancer").status_code == 200
    assert ann.get("/api/tables").json() == []


def test_the_fourth_table_is_refused_before_it_is_made(ann: Client) -> None:
    for _ in range(3):
        offered(ann)
    asked = {"game": "dark-emperor", "players": PLAYERS, "terms": {"visibility": "listed"}}
    assert ann.post("/api/matches", json=asked).status_code == 422
    assert len(ann.get("/api/me/matches").json()) == 3


def test_guests_sit_down_but_neither_list_nor_talk_there(ann: Client, guest: Client) -> None:
    asked = {"game": "dark-emperor", "players": PLAYERS, "terms": {"visibility": "listed"}}
    assert "guests cannot" in guest.post("/api/matches", json=asked).json()["detail"]
    match = offered(ann)
    assert guest.post(f"/api/tables/{match}/sit", json={}).status_code == 200
    assert guest.post(f"/api/matches/{match}/talk", json={"text": "Hello"}).status_code == 422


def test_a_block_is_silent_and_shuts_both_out(ann: Client, bea: Client) -> None:
    match = offered(ann)
    assert ann.put("/api/people/Bea/block").json() == ["block"]
    assert bea.get("/api/people/Ann").json()["yours"] == []
    assert bea.get("/api/tables").json() == []
    refused = bea.post(f"/api/tables/{match}/sit", json={})
    assert refused.json()["detail"] == "This table has no free seat any more."
    assert ann.delete("/api/people/Bea/block").json() == []
    assert len(bea.get("/api/tables").json()) == 1


def test_talk_and_notes(ann: Client, bea: Client, sign_in: SignIn) -> None:
    match = offered(ann)
    bea.post(f"/api/tables/{match}/sit", json={})
    said = ann.post(f"/api/matches/{match}/talk", json={"text": "<b>Hello</b>"})
    assert (said.status_code, said.json()["text"]) == (201, "<b>Hello</b>")
    heard = bea.get(f"/api/matches/{match}/talk").json()
    assert [each["text"] for each in heard["remarks"]] == ["<b>Hello</b>"]
    assert heard["why"] == ""
    assert sign_in("Eve").get(f"/api/matches/{match}/talk").json()["remarks"] == []
    ann.put(f"/api/matches/{match}/notes", json={"text": "Mine"})
    assert ann.get(f"/api/matches/{match}/notes").json() == {"text": "Mine"}
    assert bea.get(f"/api/matches/{match}/notes").json() == {"text": ""}
    bea.patch("/api/me", json={"settings": {"talk-off": True}})
    assert bea.get(f"/api/matches/{match}/talk").json()["remarks"] == []


def test_a_remark_is_reported_looked_at_and_hidden(ann: Client, bea: Client, sign_in: SignIn) -> None:
    match = offered(ann)
    bea.post(f"/api/tables/{match}/sit", json={})
    ann.post(f"/api/matches/{match}/talk", json={"text": "You fool"})
    told = bea.post("/api/reports", json={"match": match, "n": 1, "reason": "Insult"})
    assert (told.status_code, told.json()["about"]) == (201, "Ann")
    office = sign_in("Vic", "moderator")
    [queued] = office.get("/api/office/reports").json()
    assert (queued["report"]["quoted"], queued["by"]) == ("You fool", "Bea")
    hidden = office.post("/api/office/deeds", json={"deed": "hide", "match": match, "n": 1, "reason": "Insult"})
    assert hidden.status_code == 200, hidden.text
    office.post(
        "/api/office/deeds", json={"deed": "mute", "name": "Ann", "until": "2999-01-01", "reason": "Insult"}
    )
    assert bea.get(f"/api/matches/{match}/talk").json()["remarks"][0]["text"] == ""
    assert "Insult" in ann.post(f"/api/matches/{match}/talk", json={"text": "Me?"}).json()["detail"]
    settled = office.post(
        f"/api/office/reports/{queued['report']['id']}", json={"state": "done", "reason": "Muted"}
    )
    assert settled.json() == []
    assert [each["deed"]["deed"] for each in bea.get(f"/api/matches/{match}/deeds").json()] == ["settle", "hide"]


@pytest.mark.parametrize("path", ["reports", "ledger"])
def test_the_office_is_for_those_who_keep_order(ann: Client, guest: Client, path: str) -> None:
    assert ann.get(f"/api/office/{path}").status_code == 422
    assert guest.get(f"/api/office/{path}").status_code == 403
    deed = {"deed": "close", "name": "Ann", "reason": "x"}
    assert ann.post("/api/office/deeds", json=deed).status_code == 422
    assert guest.post("/api/office/deeds", json=deed).status_code == 403


def test_a_profile_tells_how_somebody_plays(ann: Client, bea: Client, house: Any) -> None:
    match = offered(ann, rated=True)
    bea.post(f"/api/tables/{match}/sit", json={})
    version = bea.get(f"/api/matches/{match}").json()["version"]
    bea.post(f"/api/matches/{match}/resign", json={"seat": "Necromancer", "version": version})
    house[1].company.results.keep_all()
    told = bea.get("/api/people/Ann").json()
    assert told["record"] == [{"game": "dark-emperor", "played": 1, "won": 1}]
    assert [(each["number"], each["n"]) for each in told["ratings"]] == [(None, 1)]
    assert (told["percent"], told["latest"][0]["rank"]) == (None, 1)
    assert bea.get("/api/people/Nobody").status_code == 422
    again = bea.post(f"/api/tables/{match}/rematch", json={"swap": True})
    assert again.status_code == 201
    assert [each["name"] for each in ann.get("/api/people?name=be").json()] == ["Bea"]


def test_a_copy_of_ones_own_and_leaving(ann: Client, guest: Client) -> None:
    offered(ann)
    copied = ann.get("/api/me/export")
    assert "account.json" in zipfile.ZipFile(io.BytesIO(copied.content)).namelist()
    assert guest.get("/api/me/export").status_code == 403
    assert ann.post("/api/me/leave").json()["erase_at"] > now()
    assert ann.post("/api/me/stay").json()["erase_at"] == ""
