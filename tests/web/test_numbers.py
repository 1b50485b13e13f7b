"""Numbers for the dice: their order, and that the host's is not last."""

from __future__ import annotations

from typing import Any

import pytest
from litestar.testing import TestClient

from palatine.matches import MatchServices
from palatine.web import create_app
from web.middleware.test_rate_limits import From


def sat_down(client: Any, made: Any, seat: str, number: str, **headers: str) -> Any:
    body = {"key": made["keys"][seat], "name": seat, "number": number}
    return client.post(f"/api/matches/{made['match']}/seats", json=body, headers=headers)


def numbers(client: Any, made: Any) -> dict[str, str]:
    found: dict[str, str] = client.get(f"/api/matches/{made['match']}").json()["numbers"]
    return found


@pytest.mark.parametrize(
    ("address", "headers", "counts"),
    [
        ("127.0.0.1", {}, False),
        ("::1", {}, False),
        ("127.0.0.1", {"x-forwarded-for": "203.0.113.5"}, True),
        ("127.0.0.1", {"forwarded": "for=203.0.113.5"}, True),
        ("203.0.113.5", {}, True),
        ("192.168.1.9", {}, True),
    ],
)
def test_who_sits_down_at_the_server_s_own_machine_adds_nothing_after_others(
    services: MatchServices, address: str, headers: dict[str, str], counts: bool
) -> None:
    app = create_app(services)
    with (
        TestClient(From(app, "203.0.113.9"), base_url="http://palatine.localhost") as guest,
        TestClient(From(app, address), base_url="http://palatine.localhost") as other,
    ):
        made = guest.post("/api/matches", json={"game": "ford"}).json()
        assert sat_down(guest, made, "North", "guest").status_code == 200
        assert sat_down(other, made, "South", "chosen", **headers).status_code == 200
        assert numbers(guest, made) == {"North": "guest"} | ({"South": "chosen"} if counts else {})
        assert sat_down(other, made, "South", "chosen", **headers).status_code == 200, "he comes back as he came"
        assert guest.get(f"/api/matches/{made['match']}").json()["status"] == "playing"


def test_the_host_s_number_counts_before_others(services: MatchServices) -> None:
    app = create_app(services)
    with (
        TestClient(From(app, "127.0.0.1"), base_url="http://palatine.localhost") as host,
        TestClient(From(app, "203.0.113.9"), base_url="http://palatine.localhost") as guest,
    ):
        made = host.post("/api/matches", json={"game": "ford"}).json()
        sat_down(host, made, "South", "host")
        sat_down(guest, made, "North", "guest")
        assert numbers(host, made) == {"North": "guest", "South": "host"}
        key = made["keys"]["North"]
        services.matches.resign(made["match"], key, services.matches.info(made["match"]).version)
        notes = host.get(f"/api/matches/{made['match']}/verify").json()["notes"]
        assert "The numbers came in this order: South, North." in notes


def test_numbers_given_as_the_match_was_made_came_first(client: Any, services: MatchServices) -> None:
    made = client.post("/api/matches", json={"game": "ford", "players": {"South": {"number": "first"}}}).json()
    sat_down(client, made, "North", "then")
    services.matches.resign(made["match"], made["keys"]["North"], services.matches.info(made["match"]).version)
    notes = services.archive.verify(made["match"]).notes
    assert "The numbers came in this order: South (as the match was made), North." in notes


def test_the_page_of_the_dice_says_what_they_prove_and_what_not(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "ford"}).json()
    text = client.get(f"/verify/{made['match']}").text
    assert "Nobody changed a roll afterwards" in text
    assert "can read the seed in the database" in text
    assert "adds no number after other people" in text


@pytest.mark.parametrize(
    ("given", "lead", "mean"),
    [
        ({}, "No player added a number.", "could have drawn several seeds and picked one"),
        ({"South": "7"}, "Only South added a number.", "Only South added a number"),
        ({"North": "7", "South": "9"}, "North and South added numbers.", ""),
    ],
)
def test_the_page_of_the_dice_says_whose_numbers_they_rest_on(
    client: Any, given: dict[str, str], lead: str, mean: str
) -> None:
    players = {seat: {"number": given.get(seat, "")} for seat in ("North", "South")}
    made = client.post("/api/matches", json={"game": "ford", "players": players}).json()
    text = client.get(f"/verify/{made['match']}").text
    assert lead in text
    assert ("numbers-mean" in text, mean in text) == (bool(mean), True)
    assert "Each person" not in text


def test_before_play_numbers_can_still_be_added(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "ford"}).json()
    text = client.get(f"/verify/{made['match']}").text
    assert "Each player who takes a seat can add a number" in text
    assert "numbers-mean" not in text


def test_the_page_of_a_match_under_way_tells_the_numbers_in_the_order_they_came(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "ford"}).json()
    assert "Nobody gave a number." in client.get(f"/verify/{made['match']}").text
    sat_down(client, made, "South", "<b>")
    sat_down(client, made, "North", "later")
    text = client.get(f"/verify/{made['match']}").text
    assert "<li>South: &lt;b&gt;</li><li>North: later</li>" in text
    assert "still in progress" in text


def test_whoever_is_asked_for_a_number_can_read_what_the_dice_prove(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "ford"}).json()
    joining = client.get(f"/play/{made['match']}").text.partition('id="join-dialog"')[2]
    assert "could foresee rolls" in joining
    assert f'href="/verify/{made["match"]}"' in joining
