"""The API of matches: its effects, and its errors for impossible requests."""

from __future__ import annotations

import json
from typing import Any

import pytest

from palatine.matches import MatchServices
from web.helpers import Table

PROBLEM = "application/problem+json"


def is_problem(answer: Any, status: int) -> dict[str, Any]:
    assert answer.status_code == status, answer.text
    assert answer.headers["content-type"].startswith(PROBLEM)
    body: dict[str, Any] = answer.json()
    assert body["status"] == status
    assert body["title"]
    assert body["detail"]
    return body


def test_games_are_listed(client: Any) -> None:
    names = [game["name"] for game in client.get("/api/games").json()]
    assert "ford" in names
    game = client.get("/api/games/ford").json()
    assert game["bots"] == ["recruit"]
    assert [each["bot"] for each in game["strengths"]] == ["recruit"]
    assert game["strengths"][0]["text"].startswith("Plays at random.")
    assert game["options"][0]["name"] == "days"
    assert {clause["id"] for clause in client.get("/api/games/ford/clauses").json()} > {"2.1", "2.2"}
    assert [ruling["id"] for ruling in client.get("/api/games/ford/rulings").json()] == ["R1"]


def test_no_such_game(client: Any) -> None:
    for path in ("/api/games/chess", "/api/games/chess/clauses", "/api/games/chess/boards"):
        is_problem(client.get(path), 404)


def test_boards_are_compressed_and_kept(client: Any, table: Any) -> None:
    answer = table.get("boards")
    assert answer.headers["content-encoding"] == "gzip"
    assert answer.json()[0]["spaces"][4]["name"] == "Ford"
    again = client.get(f"{table.base}/boards", headers={"if-none-match": answer.headers["etag"]})
    assert again.status_code == 304
    plain = client.get(f"{table.base}/boards", headers={"accept-encoding": "identity"})
    assert plain.json() == answer.json()


def test_layers_tell_a_seat_what_it_knows_and_no_more(client: Any, table: Any) -> None:
    (mine,) = table.get("layers", "North").json()
    (seen,) = table.get("layers").json()
    assert (mine["title"], len(mine["text"]), len(seen["text"])) == ("Strength known", 4, 2)
    assert set(seen["text"]) <= set(mine["text"])
    is_problem(client.get(f"{table.base}/layers", params={"seat": "North"}), 403)
    is_problem(client.get(f"{table.base}/layers", params={"seat": "West"}), 403)


def test_a_match_that_has_not_begun_has_no_layers(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "ford"}).json()
    assert client.get(f"/api/matches/{made['match']}/layers").json() == []


def test_acting(table: Any) -> None:
    assert table.asked() == ["North"]
    before = table.view("North")
    answer = table.step()
    assert answer.status_code == 200
    assert answer.json()["version"] > before["version"]
    assert answer.headers["cache-control"] == "no-store"


def test_a_plan_is_carried_out_at_once(table: Any) -> None:
    seen = table.view("North")
    plan = seen["view"]["shortcuts"][0]
    moves = [{"verb": verb, "operand": operand} for verb, operand in plan["actions"]]
    answer = table.post("actions", "North", seat="North", actions=moves, version=seen["version"])
    assert answer.json()["view"]["asked"] == ["South"]


def test_undo(table: Any) -> None:
    seen = table.view("North")
    choice = next(each for each in seen["view"]["choices"] if each["verb"] == "piece")
    after = table.act("North", "piece", choice["operand"], seen["version"]).json()
    assert after["can_undo"]
    undone = table.post("undo", "North", seat="North", version=after["version"]).json()
    assert undone["view"]["choices"] == seen["view"]["choices"]
    body = is_problem(table.post("undo", "North", seat="North", version=undone["version"]), 422)
    assert body["detail"]


def test_why(table: Any) -> None:
    seen = table.view("North")
    choice = next(each for each in seen["view"]["choices"] if each["verb"] == "piece")
    table.act("North", "piece", choice["operand"], seen["version"])
    asked = [{"verb": "go", "operand": 3}, {"verb": "go", "operand": 8}]
    refusals = table.post("why", "North", seat="North", actions=asked).json()["refusals"]
    assert {each["clause"] for each in refusals} <= {"2.1", "2.2"}
    legal = table.view("North")["view"]["choices"][0]
    nothing = table.post("why", "North", seat="North", actions=[{"verb": "go", "operand": legal["operand"]}])
    assert nothing.json() == {"refusals": []}


def test_why_prefers_the_telling_reason(table: Any) -> None:
    asked = [{"verb": "go", "operand": 0}, {"verb": "piece", "operand": 3}]
    (reason,) = table.post("why", "North", seat="North", actions=asked).json()["refusals"]
    assert reason["verb"] == "piece"


def test_texts(table: Any) -> None:
    text = table.get("text", "North").json()["text"]
    assert "Choose a troop" in text
    assert "hidden troop of South" in text


def test_replay_and_branch(table: Any) -> None:
    for pick in range(4):
        table.step(pick)
    at = table.get("replay", "North", at=0).json()
    assert at["at"] == 0
    assert at["plies"] >= 4
    is_problem(table.get("replay", "North", at=999), 422)
    is_problem(table.get("replay", at=0, seat="referee"), 403)
    body = {"at": 1, "seat": "North", "players": {"South": {"kind": "bot", "bot": "recruit"}}}
    made = table.client.post(f"{table.base}/branch", json=body, headers=table.headers("North"))
    assert made.status_code == 201
    assert list(made.json()["keys"]) == ["North"]


def test_resigning_ends_and_opens_the_seed(table: Any) -> None:
    is_problem(table.get("verify"), 422)
    version = table.view("North")["version"]
    over = table.post("resign", "North", seat="North", version=version).json()
    assert over["view"]["outcome"]["winners"] == ["South"]
    assert table.client.get(table.base).json()["seed"]
    assert table.get("verify").json()["ok"]
    assert table.client.get(f"{table.base}/replay?at=0&seat=referee").status_code == 200


def test_export_and_import(table: Any, client: Any) -> None:
    table.post("resign", "North", seat="North", version=table.view("North")["version"])
    answer = table.get("export")
    assert "attachment" in answer.headers["content-disposition"]
    kept = client.post("/api/matches/import", json=answer.json())
    assert kept.status_code == 201
    assert client.get(f"/api/matches/{kept.json()['match']}").json()["status"] == "over"


@pytest.mark.parametrize("wrong", [{}, {"format": "x"}, {"format": "palatine-match", "version": 1}])
def test_import_of_something_else(client: Any, wrong: dict[str, Any]) -> None:
    is_problem(client.post("/api/matches/import", json=wrong), 400)


def test_import_of_an_altered_file(table: Any, client: Any) -> None:
    table.step()
    table.post("resign", "North", seat="North", version=table.view("North")["version"])
    text = table.get("export").text
    file = json.loads(text)
    record = next(record for record in file["log"] if record.get("action"))
    record["seat"] = "South"
    is_problem(client.post("/api/matches/import", json=file), 400)
    cut = client.post(
        "/api/matches/import", content=text[: len(text) // 2], headers={"content-type": "application/json"}
    )
    is_problem(cut, 400)


def test_seats_are_lent_and_taken_back(table: Any) -> None:
    lent = table.post("seats/lend", "South", seat="South", bot="recruit").json()
    assert next(seat for seat in lent["seats"] if seat["seat"] == "South")["lent"]
    is_problem(table.post("seats/lend", "South", seat="South", bot="nobody"), 422)
    back = table.post("seats/take-back", "South", seat="South").json()
    assert not next(seat for seat in back["seats"] if seat["seat"] == "South")["lent"]


def test_a_browser_keeps_its_keys_in_a_cookie(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "ford"}).json()
    base = f"/api/matches/{made['match']}"
    looked = client.post(f"{base}/seats", json={"key": made["keys"]["North"], "look": True})
    assert looked.json() == {"match": made["match"], "seat": "North", "seated": False}
    assert "set-cookie" not in looked.headers
    sat = client.post(f"{base}/seats", json={"key": made["keys"]["North"], "name": "Ann", "number": ""})
    baked = sat.headers["set-cookie"].lower()
    assert "httponly" in baked
    assert "samesite=lax" in baked
    client.post(f"{base}/seats", json={"key": made["keys"]["South"], "name": "Bob", "number": ""})
    assert client.get(base).json()["yours"] == ["North", "South"]
    assert client.get(f"{base}/view?seat=South").status_code == 200
    assert [each["match"] for each in client.get("/api/matches").json()] == [made["match"]]
    client.cookies.clear()
    is_problem(client.get(f"{base}/view?seat=South"), 403)
    assert client.get("/api/matches").json() == []


# What cannot be


def test_unknown_match(client: Any) -> None:
    for path in (
        "",
        "/boards",
        "/view",
        "/view?seat=North",
        "/text",
        "/events",
        "/replay?at=0",
        "/verify",
        "/export",
    ):
        is_problem(client.get(f"/api/matches/nonesuch{path}"), 404)
    for path, body in (
        ("/actions", {"seat": "North", "actions": [{"verb": "rest", "operand": 0}], "version": 1}),
        ("/undo", {"seat": "North", "version": 1}),
        ("/resign", {"seat": "North", "version": 1}),
        ("/why", {"seat": "North", "actions": [{"verb": "rest", "operand": 0}]}),
        ("/seats", {"key": "abc"}),
        ("/seats/lend", {"seat": "North", "bot": "recruit"}),
        ("/seats/take-back", {"seat": "North"}),
        ("/branch", {"at": 0}),
    ):
        is_problem(client.post(f"/api/matches/nonesuch{path}", json=body), 404)


def test_somebody_elses_seat(table: Any) -> None:
    version = table.view("North")["version"]
    is_problem(table.client.get(f"{table.base}/view?seat=South", headers=table.headers("North")), 403)
    is_problem(table.client.get(f"{table.base}/events?seat=South", headers=table.headers("North")), 403)
    is_problem(table.client.get(f"{table.base}/text?seat=South"), 403)
    is_problem(table.client.get(f"{table.base}/replay?at=0&seat=South", headers=table.headers("North")), 403)
    is_problem(table.client.get(f"{table.base}/export?seat=South", headers=table.headers("North")), 403)
    body = {"seat": "South", "actions": [{"verb": "rest", "operand": 0}], "version": version}
    is_problem(table.client.post(f"{table.base}/actions", json=body, headers=table.headers("North")), 403)
    is_problem(table.client.post(f"{table.base}/actions", json=body), 403)
    is_problem(table.client.post(f"{table.base}/seats", json={"key": "notakey"}), 403)


def test_stale_version_gets_the_new_sight(table: Any) -> None:
    seen = table.view("North")
    choice = seen["view"]["choices"][0]
    assert table.act("North", choice["verb"], choice["operand"], seen["version"]).status_code == 200
    body = is_problem(table.act("North", choice["verb"], choice["operand"], seen["version"]), 409)
    assert body["view"]["version"] > seen["version"]
    assert body["view"]["seat"] == "North"


def test_an_illegal_action_names_the_clause(table: Any) -> None:
    seen = table.view("North")
    piece = next(each for each in seen["view"]["choices"] if each["verb"] == "piece")
    after = table.act("North", "piece", piece["operand"], seen["version"]).json()
    body = is_problem(table.act("North", "go", 3, after["version"]), 422)
    assert body["clause"] in ("2.1", "2.2")
    assert table.view("North")["version"] == after["version"]


def test_not_ones_turn(table: Any) -> None:
    body = is_problem(table.act("South", "rest", 0, table.view("South")["version"]), 422)
    assert "North" in body["detail"]


@pytest.mark.parametrize(
    "body",
    [
        {},
        [],
        None,
        "rest",
        {"seat": "North"},
        {"seat": "North", "actions": [], "version": 1},
        {"seat": "North", "actions": [["rest", 0]], "version": 1},
        {"seat": "North", "actions": [{"verb": "rest", "operand": "0"}], "version": 1},
        {"seat": "North", "actions": [{"verb": "rest", "operand": True}], "version": 1},
        {"seat": "North", "actions": [{"verb": "rest", "operand": 10**30}], "version": 1},
        {"seat": "North", "actions": [{"verb": "rest", "operand": 0.5}], "version": 1},
        {"seat": "North", "actions": [{"verb": "rest", "operand": 0}], "version": -1},
        {"seat": "North", "actions": [{"verb": "rest", "operand": 0}], "version": "1"},
        {"seat": "North", "actions": [{"verb": "rest", "operand": 0}], "version": 1, "more": 1},
        {"seat": 3, "actions": [{"verb": "rest", "operand": 0}], "version": 1},
    ],
)
def test_malformed_actions(table: Any, body: Any) -> None:
    version = table.view("North")["version"]
    answer = table.client.post(f"{table.base}/actions", json=body, headers=table.headers("North"))
    is_problem(answer, 400)
    assert table.view("North")["version"] == version


def test_a_body_that_is_no_json(table: Any) -> None:
    for content in (b"{", b"\xff\xfe", b"", b"[" * 5000):
        headers = {**table.headers("North"), "content-type": "application/json"}
        is_problem(table.client.post(f"{table.base}/actions", content=content, headers=headers), 400)


def test_a_body_of_another_type(table: Any) -> None:
    headers = {**table.headers("North"), "content-type": "application/x-www-form-urlencoded"}
    is_problem(table.client.post(f"{table.base}/actions", content=b"seat=North", headers=headers), 415)


def test_a_body_too_large(table: Any, client: Any) -> None:
    large = {"seat": "North", "actions": [], "version": 1, "x": "a" * 70_000}
    is_problem(table.post("actions", "North", **large), 413)
    is_problem(client.post("/api/matches", json={"game": "ford", "title": "a" * 70_000}), 413)
    is_problem(client.post("/api/matches/import", json={"x": "a" * (5 * 1024 * 1024)}), 413)
    is_problem(client.post("/api/matches/import", json={"x": "a" * 100_000}), 400)


@pytest.mark.parametrize(
    "body",
    [
        {"game": "chess"},
        {"game": "ford", "scenario": "none"},
        {"game": "ford", "seats": ["North"]},
        {"game": "ford", "options": {"days": "six"}},
        {"game": "ford", "options": {"days": 99}},
        {"game": "ford", "options": {"nights": 6}},
        {"game": "ford", "players": {"West": {"kind": "bot"}}},
        {"game": "ford", "players": {"North": {"kind": "bot", "bot": "nobody"}}},
    ],
)
def test_matches_that_cannot_be(client: Any, body: dict[str, Any]) -> None:
    is_problem(client.post("/api/matches", json=body), 422)


def test_other_peoples_pages_cannot_write(table: Any) -> None:
    version = table.view("North")["version"]
    body = {"seat": "North", "version": version}
    for headers in ({"origin": "https://elsewhere.example"}, {"sec-fetch-site": "cross-site"}, {"origin": "null"}):
        answer = table.client.post(f"{table.base}/resign", json=body, headers={**table.headers("North"), **headers})
        is_problem(answer, 403)
    assert table.view("North")["status"] == "playing"


def test_methods_and_paths_that_are_not(client: Any, table: Any) -> None:
    is_problem(client.get(f"{table.base}/actions"), 405)
    is_problem(client.get("/api/nothing"), 404)
    is_problem(client.get(f"{table.base}/view?since=-1"), 400)
    is_problem(client.get(f"{table.base}/view?since=soon"), 400)
    is_problem(client.get(f"{table.base}/replay"), 400)


def test_an_error_of_ours_is_told_without_its_inside(
    services: MatchServices, client: Any, monkeypatch: Any
) -> None:
    def fail(*_: Any) -> None:
        raise RuntimeError("the inside")

    monkeypatch.setattr(services.matches, "info", fail)
    body = is_problem(client.get("/api/matches/x"), 500)
    assert "inside" not in json.dumps(body)


def test_a_request_without_a_body_or_with_one_too_deep_is_told_in_a_sentence(client: Any) -> None:
    headers = {"content-type": "application/json"}
    for content in (b"", None):
        answer = client.post("/api/matches", content=content, headers=headers)
        assert (answer.status_code, answer.json()["detail"]) == (
            400,
            "The request is empty; it needs a JSON body.",
        )
    deep = b'{"format": ' + b"[" * 20_000 + b"]" * 20_000 + b"}"
    answer = client.post("/api/matches/import", content=deep, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["detail"].startswith("The JSON is nested too deeply")


@pytest.mark.parametrize("as_plan", [False, True])
def test_an_action_that_was_offered_for_an_earlier_decision_is_refused(table: Table, as_plan: bool) -> None:
    first = table.view("North")
    offered = [{"verb": each["verb"], "operand": each["operand"]} for each in first["view"]["choices"]]
    second = table.act("North", **offered[0], version=first["version"]).json()
    asked = table.asked()[0]
    choice = table.view(asked)["view"]["choices"][0]
    body: dict[str, Any] = {"seat": asked, "version": second["version"], "offered": first["version"]}
    moves = [{"verb": choice["verb"], "operand": choice["operand"]}] * (2 if as_plan else 1)
    late = table.post("actions", asked, **body, actions=moves)
    assert late.status_code == 409
    assert late.json()["view"]["version"] == second["version"]
    assert table.view(asked)["at"] == 1
    body["offered"] = second["version"]
    assert table.post("actions", asked, **body, actions=moves[:1]).status_code == 200


def test_what_decides_nothing_leaves_an_offer_open(table: Table) -> None:
    offered = table.view("North")
    choice = offered["view"]["choices"][0]
    assert (
        table.post("proposals", "South", seat="South", version=offered["version"], kind="draw").status_code == 200
    )
    now = table.view("North")["version"]
    assert now > offered["version"]
    moves = [{"verb": choice["verb"], "operand": choice["operand"]}]
    played = table.post("actions", "North", seat="North", version=now, offered=offered["version"], actions=moves)
    assert played.status_code == 200
