"""A multi-user server over HTTP: guests, own seats, invitations, streams that end."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from litestar.testing import RequestFactory, TestClient
from sqlalchemy import select

from palatine.config import Config, MailSettings, SiteSettings
from palatine.matches import MatchServices
from palatine.matches.clock import now
from palatine.store import Store
from palatine.store.schema_people import outbox
from palatine.web.app import create_app

PLAYERS = {"Kingdoms": {"kind": "person", "me": True}, "Necromancer": {"kind": "person"}}
NAMES = ["palatine.local"]
Client = TestClient[Any]


@pytest.fixture
def app() -> Any:
    store = Store.open(":memory:")
    return create_app(MatchServices(store), store, NAMES, Config(site=SiteSettings(access="open")))


@pytest.fixture
def ann(app: Any) -> Iterator[Client]:
    with TestClient(app, base_url="http://palatine.local") as client:
        yield client


@pytest.fixture
def bea(app: Any, ann: Client) -> Client:
    return TestClient(app, base_url="http://palatine.local")


@pytest.fixture
def cid(app: Any, ann: Client) -> Client:
    return TestClient(app, base_url="http://palatine.local")


def make(client: Client, **more: Any) -> str:
    made = client.post("/api/matches", json={"game": "dark-emperor", "players": PLAYERS, **more})
    assert made.status_code == 201, made.text
    assert made.json()["keys"] == {}
    return str(made.json()["match"])


def invited(client: Client, match: str, **whom: Any) -> str:
    answer = client.post(f"/api/matches/{match}/invitations", json=whom)
    assert answer.status_code == 201, answer.text
    return str(answer.json()["link"]).rsplit("/", 1)[1]


def test_who_makes_a_match_is_a_guest_with_one_cookie_and_holds_one_seat(ann: Client) -> None:
    match = make(ann)
    assert list(ann.cookies) == ["palatine"]
    make(ann)
    assert list(ann.cookies) == ["palatine"]
    me = ann.get("/api/me").json()
    assert (me["kind"], me["joining"]) == ("guest", "open")
    assert ann.get(f"/api/matches/{match}").json()["yours"] == ["Kingdoms"]
    assert len(ann.get("/api/me/matches").json()) == 2


def test_an_invitation_makes_its_link_worthless(ann: Client, bea: Client, cid: Client) -> None:
    match = make(ann)
    token = invited(ann, match, seat="Necromancer")
    told = bea.get(f"/api/invitations/{token}").json()
    assert (told["match"], told["seat"], told["by"]) == (match, "Necromancer", ann.get("/api/me").json()["name"])
    taken = bea.post(f"/api/invitations/{token}", json={"number": "5"})
    assert (taken.status_code, taken.json()["seat"]) == (200, "Necromancer")
    assert bea.get(f"/api/matches/{match}").json()["yours"] == ["Necromancer"]
    assert cid.get(f"/api/invitations/{token}").status_code == 422
    assert cid.post(f"/api/invitations/{token}", json={}).status_code == 422
    [sent] = ann.get(f"/api/matches/{match}/invitations").json()
    assert (sent["state"], sent["taken_by"]) == ("taken", bea.get("/api/me").json()["name"])


def test_nobody_sees_or_does_what_is_another_s(ann: Client, bea: Client, cid: Client) -> None:
    match = make(ann)
    bea.post(f"/api/invitations/{invited(ann, match)}", json={})
    info = ann.get(f"/api/matches/{match}").json()
    base = f"/api/matches/{match}"
    for client, own in ((ann, "Kingdoms"), (bea, "Necromancer"), (cid, "")):
        for seat in ("Kingdoms", "Necromancer"):
            expected = 200 if seat == own else 403
            assert client.get(f"{base}/view?seat={seat}").status_code == expected
        mine = [seat for seat in info["asked"] if seat == own]
        for seat in set(info["asked"]) - set(mine):
            move = {"verb": "end", "operand": 0}
            answer = client.post(
                f"{base}/actions", json={"seat": seat, "version": info["version"], "actions": [move]}
            )
            assert answer.status_code == 403
    assert cid.get(f"{base}/invitations").status_code == 403
    assert cid.post(f"{base}/invitations", json={}).status_code == 403


def test_an_invitation_that_is_withdrawn_seats_nobody(ann: Client, bea: Client) -> None:
    match = make(ann)
    token = invited(ann, match)
    [sent] = ann.get(f"/api/matches/{match}/invitations").json()
    bea.post("/api/me/guest")
    assert bea.post(f"/api/matches/{match}/invitations/{sent['id']}/revoke").status_code == 422
    [after] = ann.post(f"/api/matches/{match}/invitations/{sent['id']}/revoke").json()
    assert after["state"] == "revoked"
    assert bea.post(f"/api/invitations/{token}", json={}).status_code == 422


def test_the_link_says_whether_others_can_follow_it(app: Any, ann: Client) -> None:
    match = make(ann)
    answer = ann.post(f"/api/matches/{match}/invitations", json={}).json()
    assert answer["link"].startswith("http://palatine.local/i/")
    assert answer["reaches_others"]
    here = TestClient(app, base_url="http://localhost")
    local = here.post("/api/matches", json={"game": "dark-emperor", "players": PLAYERS}).json()["match"]
    assert not here.post(f"/api/matches/{local}/invitations", json={}).json()["reaches_others"]


def test_who_leaves_sees_what_a_spectator_sees_and_then_not_even_that(ann: Client, bea: Client) -> None:
    match = make(ann, terms={"spectators": "nobody"})
    bea.post(f"/api/invitations/{invited(ann, match)}", json={})
    assert bea.get(f"/api/matches/{match}/view").status_code == 200
    assert bea.post(f"/api/matches/{match}/seats/leave", json={"seat": "Necromancer"}).status_code == 200
    assert bea.get(f"/api/matches/{match}/view?seat=Necromancer").status_code == 403
    assert bea.get(f"/api/matches/{match}/view").status_code == 403
    assert ann.get(f"/api/matches/{match}/view").status_code == 200


def test_a_watched_stream_ends_with_the_seat_where_others_may_not_look_on(
    app: Any, ann: Client, bea: Client
) -> None:
    match = make(ann, terms={"spectators": "nobody"})
    bea.post(f"/api/invitations/{invited(ann, match)}", json={})
    cookies = f"palatine={bea.cookies['palatine']}"
    asked = RequestFactory(app, server="palatine.local").get(headers={"cookie": cookies})
    may = app.state.services.permission_check(asked, match, None)
    assert may()
    bea.post(f"/api/matches/{match}/seats/leave", json={"seat": "Necromancer"})
    assert not may()


def test_a_name_is_changed_by_its_owner_alone(ann: Client, bea: Client) -> None:
    ann.post("/api/me/guest")
    assert ann.patch("/api/me", json={"name": "Ann of York"}).json()["name"] == "Ann of York"
    assert bea.patch("/api/me", json={"name": "Bea"}).status_code == 403
    bea.post("/api/me/guest")
    refused = bea.patch("/api/me", json={"name": "ann of  york"})
    assert (refused.status_code, "is taken" in refused.json()["detail"]) == (400, True)
    assert bea.patch("/api/me", json={"zone": "Europe/Berlin"}).json()["zone"] == "Europe/Berlin"


def test_a_token_that_looks_does_nothing(app: Any, ann: Client) -> None:
    match = make(ann)
    people = app.state.people
    me = ann.get("/api/me").json()["id"]
    secret, _ = people.tokens.create(me, "My bot", "read", "2026-03-01T12:00:00.000Z")
    program = TestClient(app, base_url="http://palatine.local")
    program.headers["authorization"] = f"Bearer {secret}"
    assert program.get(f"/api/matches/{match}/view?seat=Kingdoms").status_code == 200
    for path, body in (
        (f"/api/matches/{match}/seats/leave", {"seat": "Kingdoms"}),
        ("/api/matches", {"game": "dark-emperor", "players": PLAYERS}),
        (f"/api/matches/{match}/invitations", {}),
    ):
        assert program.post(path, json=body).status_code == 403
    assert program.patch("/api/me", json={"name": "Robot"}).status_code == 403


def test_a_local_server_asks_nobody_and_keeps_no_accounts() -> None:
    store = Store.open(":memory:")
    with TestClient(create_app(MatchServices(store), store, NAMES), base_url="http://palatine.local") as client:
        assert client.get("/api/me").json()["joining"] == "local"
        made = client.post("/api/matches", json={"game": "dark-emperor", "players": PLAYERS}).json()
        assert set(made["keys"]) == {"Kingdoms", "Necromancer"}
        assert list(client.cookies) == []
        assert client.post(f"/api/matches/{made['match']}/invitations", json={}).status_code == 422
        assert client.post("/api/me/guest").status_code == 422


def member(app: Any, client: Client, name: str) -> str:
    """Make the client a member with this name."""
    people = app.state.people
    found = people.accounts.create_member(name, "2026-03-01T12:00:00.000Z")
    secret, _ = people.sign_in(found, "A laptop", now())
    client.cookies.set("palatine", secret)
    return str(found.id)


def test_who_is_invited_by_name_finds_it_in_the_lobby_and_sits_down(
    app: Any, ann: Client, bea: Client, cid: Client
) -> None:
    member(app, bea, "Bea")
    match = make(ann)
    invited(ann, match, seat="Necromancer", name="Bea")
    [told] = bea.get("/api/me/invitations").json()
    by = ann.get("/api/me").json()["name"]
    assert (told["match"], told["seat"], told["by"], told["game"]) == (match, "Necromancer", by, "dark-emperor")
    assert f'data-invited="{told["id"]}"' in bea.get("/").text
    assert told["side"] == "Your side would be Necromancer."
    assert told["conditions"][0] == "There is no clock."
    assert told["conditions"][-1] == "The match is not rated."
    shown = bea.get("/").text
    assert f"{by} asks you to play. {told['side']}" in shown
    assert all(f"<li>{each}</li>" in shown for each in told["conditions"])
    member(app, cid, "Cid")
    assert cid.get("/api/me/invitations").json() == []
    assert "data-invited" not in cid.get("/").text
    path = f"/api/me/invitations/{told['id']}"
    assert cid.post(path, json={}).status_code == 422
    assert cid.post(f"{path}/decline").status_code == 422
    taken = bea.post(path, json={"number": "5"})
    assert (taken.status_code, taken.json()["seat"]) == (200, "Necromancer")
    assert bea.get("/api/me/invitations").json() == []


def test_who_is_invited_by_name_may_say_no(app: Any, ann: Client, bea: Client) -> None:
    member(app, bea, "Bea")
    match = make(ann)
    invited(ann, match, name="Bea")
    [told] = bea.get("/api/me/invitations").json()
    assert bea.post(f"/api/me/invitations/{told['id']}/decline").json() == []
    [sent] = ann.get(f"/api/matches/{match}/invitations").json()
    assert (sent["state"], sent["to"], sent["by_mail"]) == ("declined", "Bea", False)


@pytest.fixture
def posting() -> Any:
    """Return an application that sends mail."""
    store = Store.open(":memory:")
    mail = MailSettings(smtp_url="smtp://127.0.0.1:1", domain="club.example")
    return create_app(
        MatchServices(store),
        store,
        NAMES,
        Config(site=SiteSettings(url="http://palatine.local", access="open"), mail=mail),
    )


def test_an_invitation_by_mail_tells_its_link_to_nobody_but_whom_it_goes_to(posting: Any) -> None:
    """An answer from an address verifies it, so the link must not reach others."""
    with TestClient(posting, base_url="http://palatine.local") as ann:
        member(posting, ann, "Ann")
        match = make(ann)
        path = f"/api/matches/{match}/invitations"
        assert " data-mail" in ann.get(f"/play/{match}").text
        answer = ann.post(path, json={"seat": "Necromancer", "address": " lord@home.example "})
        assert (answer.status_code, answer.json()["link"]) == (201, "")
        [sent] = ann.get(path).json()
        assert (sent["to"], sent["by_mail"]) == ("lord@home.example", True)
        with posting.state.people.database.reading() as connection:
            [row] = connection.execute(select(outbox)).all()
        assert (row.kind, row.data["to"], row.data["by"]) == ("invitation", "lord@home.example", "Ann")
        assert ann.post(path, json={"address": "no address"}).status_code == 422
        assert ann.post(path, json={"address": "a@b.example", "name": "Ann"}).status_code == 422
        bea = TestClient(posting, base_url="http://palatine.local")
        bea.post(f"/api/invitations/{invited(ann, match, seat='Necromancer')}", json={})
        [to] = [each["to"] for each in bea.get(path).json() if each["by_mail"]]
        assert to == "", "an address is its owner's, and known to whoever wrote there"
        assert bea.post(path, json={"address": "a@b.example"}).status_code == 422


def test_nobody_is_written_to_again_and_again(posting: Any) -> None:
    with TestClient(posting, base_url="http://palatine.local") as ann:
        member(posting, ann, "Ann")
        path = f"/api/matches/{make(ann)}/invitations"
        answers = [ann.post(path, json={"address": "Lord@home.example"}).status_code for _ in range(13)]
    assert answers == [201] * 12 + [429]


def test_guests_and_servers_without_mail_invite_by_link(app: Any, posting: Any, ann: Client) -> None:
    member(app, ann, "Ann")
    match = make(ann)
    assert " data-mail" not in ann.get(f"/play/{match}").text
    refused = ann.post(f"/api/matches/{match}/invitations", json={"address": "lord@home.example"})
    assert (refused.status_code, "no mail" in refused.json()["detail"]) == (422, True)
    with TestClient(posting, base_url="http://palatine.local") as guest:
        refused = guest.post(f"/api/matches/{make(guest)}/invitations", json={"address": "lord@home.example"})
    assert (refused.status_code, "Only members" in refused.json()["detail"]) == (422, True)
