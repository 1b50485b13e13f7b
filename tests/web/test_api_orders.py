"""Secret orders over HTTP: sheets, turns, reports, letters, votes, and permissions."""

from __future__ import annotations

import json
import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from web.helpers import OrdersTable

SECRET = "Aldo rides to Brook"
THREE = ["Abbey", "Baron", "Crown"]


@pytest.fixture
def two(client: Any) -> OrdersTable:
    return OrdersTable(client, game="tithe", seats=THREE[:2])


@pytest.fixture
def three(client: Any) -> OrdersTable:
    return OrdersTable(client, game="tithe", seats=THREE, clock={"hours": 24})


# Writing


def test_a_draft_is_kept_as_it_was_typed(two: OrdersTable) -> None:
    assert two.draft("Abbey") | {"saved": ""} == {
        "seat": "Abbey", "turn": 1, "text": "", "saved": "", "handed_in": None, "handed_at": "", "handed_by": "",
        "version": " ",
    }  # fmt: skip
    typed = "Aldo rid\r\n\t# half a thought \u2013"
    saved = two.put("draft", "Abbey", seat="Abbey", turn=1, text=typed).json()
    assert saved["text"] == typed
    assert saved["saved"]
    assert two.draft("Abbey")["text"] == typed
    assert two.draft("Baron")["text"] == ""


def test_what_is_wrong_is_told_by_line_with_the_clause_and_a_way_out(two: OrdersTable) -> None:
    text = "# plans\nBela collects\nAldo rides to Croft\nAnna colects\nsend 9 gold to Baron"
    problems = two.check("Abbey", text)["problems"]
    told = {problem["line"]: (problem["clause"], problem.get("fix", "")) for problem in problems}
    assert told == {
        2: ("2.1", ""),
        3: ("3.2", ""),
        4: ("2", "Anna collects"),
        5: ("3.1", "send 3 gold to Baron"),
    }
    mended = two.check("Abbey", "Aldo rides to Brook\nAnna collects\nsend 3 gold to Baron")
    assert (mended["ok"], mended["orders"]) == (True, 3)


def test_a_way_out_does_not_break_another_line(two: OrdersTable) -> None:
    (problem,) = two.check("Abbey", "Aldo collects\nAldo dances")["problems"]
    assert (problem["line"], problem.get("fix", "")) == (2, "")


def test_what_can_be_ordered_is_suggested(two: OrdersTable) -> None:
    assert two.get("characters", "Abbey").json() == ["Aldo", "Anna"]
    offered = two.get("suggestions", "Abbey", character="Aldo").json()
    assert {
        "text": "Aldo collects",
        "title": "Collect the tithe of Ashby",
        "chance": "1-6",
        "spaces": ["Ashby"],
    } in offered
    for each in offered:
        assert two.check("Abbey", each["text"])["ok"], each
    nobody = two.get("suggestions", "Abbey", character="Bela")
    assert nobody.status_code == 422
    assert "Aldo, Anna" in nobody.json()["detail"]


# Handing in


def test_a_faulty_sheet_is_refused_with_all_its_problems_and_the_text_stays(two: OrdersTable) -> None:
    text = "Aldo rides to Croft\nBela collects"
    two.put("draft", "Abbey", seat="Abbey", turn=1, text=text)
    answer = two.hand_in("Abbey", text)
    assert answer.status_code == 422
    assert [problem["line"] for problem in answer.json()["problems"]] == [1, 2]
    assert answer.json()["clause"] == "3.2"
    assert two.draft("Abbey")["text"] == text
    assert two.info()["handed_in"] == []


def test_a_sheet_handed_in_again_replaces_the_first(two: OrdersTable) -> None:
    assert two.hand_in("Abbey", "Aldo collects").status_code == 200
    assert (two.info()["handed_in"], two.info()["asked"]) == (["Abbey"], ["Baron"])
    assert two.hand_in("Abbey", SECRET).status_code == 200
    assert two.draft("Abbey")["handed_in"] == SECRET
    two.hand_in("Baron")
    assert two.info()["turn"] == 2
    pieces = {piece["id"]: piece["space"] for piece in two.view("Abbey")["view"]["pieces"]}
    assert pieces["r0"] == "Brook"


def test_handing_in_twice_at_once_is_handing_in_once(two: OrdersTable) -> None:
    version = two.hand_in("Abbey", SECRET).json()["version"]
    assert two.hand_in("Abbey", SECRET).json()["version"] == version
    two.hand_in("Baron")
    again = two.hand_in("Abbey", SECRET)
    assert again.status_code == 200
    assert two.info()["turn"] == 2


def test_what_comes_too_late_is_refused_with_how_the_match_stands(two: OrdersTable) -> None:
    two.all_hand_in()
    for answer in (
        two.hand_in("Abbey", "Aldo builds", turn=1),
        two.put("draft", "Abbey", seat="Abbey", turn=1, text="Aldo builds"),
    ):
        assert answer.status_code == 409
        assert "turn 2, not 1" in answer.json()["detail"]
        assert answer.json()["view"]["seat"] == "Abbey"


@pytest.mark.parametrize("text", ["Aldo collects\n" * 10_000, "Aldo collects\u0000", "x" * 1001])
def test_what_is_no_sheet_is_refused_by_the_line(two: OrdersTable, text: str) -> None:
    assert two.put("draft", "Abbey", seat="Abbey", turn=1, text=text).json()["text"] == text
    assert not two.check("Abbey", text)["ok"]
    answer = two.hand_in("Abbey", text)
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["reason"]


@pytest.mark.parametrize(
    "body", [b'{"seat":"Abbey","turn":1,"text":"\xff\xfe"}', b'{"seat":"Abbey","turn":1}', b"Aldo collects"]
)
def test_what_is_no_request_is_refused(two: OrdersTable, body: bytes) -> None:
    headers = {**two.headers("Abbey"), "content-type": "application/json"}
    answer = two.client.put(f"{two.base}/orders", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_a_sheet_beyond_all_bounds_is_not_read(two: OrdersTable) -> None:
    assert two.hand_in("Abbey", "x" * 3_000_000).status_code == 413


# Turns


def test_a_turn_runs_early_only_if_all_agree(two: OrdersTable) -> None:
    assert two.info()["master"] == ""
    for seat, body in (("Baron", {"seat": "Baron"}), ("Abbey", {"seat": "Abbey"}), (None, {})):
        answer = two.post("run-turn", seat, **body)
        assert answer.status_code == 422
        assert "Abbey and Baron" in answer.json()["detail"]
    assert two.info()["turn"] == 1
    asked = two.post("proposals", "Abbey", seat="Abbey", kind="run", version=two.info()["version"])
    n = asked.json()["times"]["proposals"][0]["n"]
    assert two.post(f"proposals/{n}/yes", "Baron", seat="Baron").status_code == 200
    assert two.info()["turn"] == 2


def test_who_misses_two_turns_can_be_voted_out(services: Any, three: OrdersTable) -> None:
    early = three.post("votes", "Abbey", seat="Abbey", against="Crown")
    assert early.status_code == 422
    for day in (2, 4):
        three.hand_in("Abbey", turn=three.info()["turn"])
        three.hand_in("Baron", turn=three.info()["turn"])
        assert services.clocks.claim_deadlines(f"2100-01-0{day}T00:00:00.000Z") == [three.match]
    (crown,) = [seat for seat in three.info()["seats"] if seat["seat"] == "Crown"]
    assert crown["missed"] == 2
    assert three.post("votes", "Abbey", seat="Abbey", against="Crown").status_code == 200
    assert three.info()["votes"] == {"Crown": ["Abbey"]}
    three.post("votes", "Abbey", seat="Abbey", against="Crown", out=False)
    assert three.info()["votes"].get("Crown", []) == []
    for seat in ("Abbey", "Baron"):
        three.post("votes", seat, seat=seat, against="Crown")
    assert three.info()["asked"] == ["Abbey", "Baron"]


def test_reports_of_all_turns_can_be_read(two: OrdersTable) -> None:
    two.hand_in("Abbey", "Aldo collects")
    two.hand_in("Baron")
    mine = two.get("report", "Abbey").json()
    assert (mine["turn"], mine["seat"]) == (1, "Abbey")
    assert any("It comes to" in text for text in mine["sections"][0]["paragraphs"])
    theirs = two.get("report", "Baron", turn=1).json()
    assert not any("It comes to" in text for text in theirs["sections"][0]["paragraphs"])
    assert two.get("report", None, turn=0).json()["turn"] == 0
    assert two.get("report", "Abbey", turn=7).status_code == 422
    text = two.get("report.txt", "Abbey")
    assert text.headers["content-type"].startswith("text/plain")
    assert max(map(len, text.text.splitlines())) <= 80


def test_a_report_is_a_page(two: OrdersTable) -> None:
    two.hand_in("Abbey", "Aldo collects")
    two.hand_in("Baron")
    answer = two.client.get(f"/report/{two.match}", params={"seat": "Abbey"}, headers=two.headers("Abbey"))
    assert answer.status_code == 200
    for expected in (
        "What happened",
        "It comes to",
        f"/api/matches/{two.match}/report.txt?turn=1&amp;seat=Abbey",
        'id="drawing"',
    ):
        assert expected in answer.text
    assert two.client.get(f"/report/{two.match}?turn=9").status_code == 422


# Letters


def test_letters_come_with_the_turn(two: OrdersTable) -> None:
    sent = two.post("letters", "Abbey", seat="Abbey", to=["Baron"], text="Peace?\r\nThe Abbot")
    assert sent.status_code == 201
    assert sent.json()["text"] == "Peace?\nThe Abbot"
    assert two.get("letters", "Baron").json() == []
    assert [mail["delivered"] for mail in two.get("letters", "Abbey").json()] == [False]
    two.all_hand_in()
    (mail,) = two.get("letters", "Baron").json()
    assert (mail["sender"], mail["to"], mail["turn"], mail["delivered"]) == ("Abbey", ["Baron"], 1, True)


def test_letters_can_come_at_once_and_to_several(client: Any) -> None:
    two = OrdersTable(client, game="tithe", seats=THREE, clock={"letters": "now"})
    two.post("letters", "Abbey", seat="Abbey", to=["Baron", "Crown"], text="To both")
    two.post("letters", "Crown", seat="Crown", to=["Abbey"], text="To you alone")
    texts = {seat: [mail["text"] for mail in two.get("letters", seat).json()] for seat in THREE}
    assert texts == {
        "Abbey": ["To both", "To you alone"],
        "Baron": ["To both"],
        "Crown": ["To both", "To you alone"],
    }
    for to, text in ((["Abbey"], "to oneself"), (["Nobody"], "x"), (["Baron"], " "), ([], "x")):
        assert two.post("letters", "Abbey", seat="Abbey", to=to, text=text).status_code in (400, 422)


# Secrecy

READINGS = ("draft", "characters", "suggestions", "letters", "report", "report.txt")
WRITINGS: dict[str, dict[str, Any]] = {
    "check": {"text": ""},
    "letters": {"to": ["Baron"], "text": "x"},
    "votes": {"against": "Baron"},
    "run-turn": {},
}


@pytest.mark.parametrize("other", ["Baron", None])
def test_nobody_else_gets_at_orders(two: OrdersTable, other: str | None) -> None:
    two.all_hand_in()
    headers = two.headers(other)
    for path in READINGS:
        answer = two.client.get(f"{two.base}/{path}", params={"seat": "Abbey"}, headers=headers)
        assert answer.status_code == 403, path
    for path, body in WRITINGS.items():
        answer = two.client.post(f"{two.base}/{path}", json={"seat": "Abbey", **body}, headers=headers)
        assert answer.status_code == 403, path
    for path in ("draft", "orders"):
        body = {"seat": "Abbey", "turn": 2, "text": "Aldo collects"}
        assert two.client.put(f"{two.base}/{path}", json=body, headers=headers).status_code == 403, path
    assert two.client.get(f"/report/{two.match}?seat=Abbey", headers=headers).status_code == 403
    assert two.draft("Abbey")["text"] == ""


def test_when_the_match_is_over_anybody_may_read_any_report(client: Any) -> None:
    two = OrdersTable(client, game="tithe", seats=THREE[:2], options={"seasons": 1})
    two.hand_in("Abbey", "Aldo collects")
    two.hand_in("Baron")
    assert two.info()["status"] == "over"
    answer = two.client.get(f"{two.base}/report", params={"seat": "Abbey"})
    assert answer.status_code == 200
    assert "It comes to" in answer.text
    assert two.client.get(f"/report/{two.match}?seat=Abbey").status_code == 200


def test_nothing_sent_to_others_tells_an_order(two: OrdersTable) -> None:
    two.put("draft", "Abbey", seat="Abbey", turn=1, text="send 2 gold to Baron")
    two.hand_in("Abbey", SECRET)
    two.post("letters", "Abbey", seat="Abbey", to=["Baron"], text="a promise")
    for seat in ("Baron", None):
        answers = [two.get(path, seat) for path in ("view", "text", "boards", *(["export"] if seat else []))]
        answers += [two.get("report", seat, turn=0), two.client.get(two.base), two.client.get("/")]
        for answer in answers:
            assert answer.status_code == 200
            for secret in (SECRET, "rides to", "2 gold", "a promise"):
                assert secret not in answer.text, (seat, str(answer.url))


@pytest.fixture
def far(served: Any) -> Iterator[OrdersTable]:
    with httpx.Client(base_url=served.url, timeout=30) as client:
        yield OrdersTable(client, game="tithe", seats=THREE[:2])


@pytest.mark.parametrize("seat", ["Baron", None])
def test_those_who_listen_hear_who_has_handed_in_and_not_what(far: OrdersTable, seat: str | None) -> None:
    heard: list[str] = []
    opened = threading.Event()

    def listen() -> None:
        params = {"seat": seat} if seat else {}
        with httpx.stream(
            "GET", f"{far.client.base_url}{far.base}/events", params=params, headers=far.headers(seat), timeout=30
        ) as stream:
            for line in stream.iter_lines():
                heard.append(line)
                if line.startswith("data: ") and '"seat":' in line:
                    opened.set()
                if '"handed_in":["Abbey"]' in line:
                    return

    thread = threading.Thread(target=listen)
    thread.start()
    assert opened.wait(10)
    far.hand_in("Abbey", SECRET)
    thread.join(10)
    assert not thread.is_alive()
    assert not [line for line in heard if "Brook" in line and "rides" in line]
    assert SECRET not in "".join(heard)


def test_who_has_left_hears_on_what_a_spectator_hears(served: Any) -> None:
    """The player's key is invalid, and an open stream continues as a spectator's."""
    with httpx.Client(base_url=served.url, timeout=30) as client:
        far = OrdersTable(client, game="tithe", seats=THREE)
        params = {"seat": "Crown"}
        heard: list[dict[str, Any]] = []
        with httpx.stream(
            "GET",
            f"{far.client.base_url}{far.base}/events",
            params=params,
            headers=far.headers("Crown"),
            timeout=30,
        ) as stream:
            lines = (line for line in stream.iter_lines() if line.startswith("data: ") and '"view":' in line)
            heard.append(json.loads(next(lines)[6:]))
            version = far.info()["version"]
            assert far.post("resign", "Crown", seat="Crown", version=version).status_code < 300
            heard.append(json.loads(next(lines)[6:]))
        assert [each["seat"] for each in heard] == ["Crown", None]
        assert [len(each["view"]["panels"][0].get("rows", [])) for each in heard] == [1, 0]
        assert far.client.get(far.base, params=params, headers=far.headers("Crown")).json()["yours"] == []
        assert far.get("view", "Crown").status_code in (403, 404)
        assert far.get("letters", "Crown").status_code == 403


def test_a_draft_that_is_based_on_an_older_one_is_refused_with_the_newer(two: OrdersTable) -> None:
    first = two.draft("Abbey")["version"]
    body = {"seat": "Abbey", "turn": 1}
    newer = two.put("draft", "Abbey", **body, text="Aldo builds", based_on=first)
    assert newer.status_code == 200
    for path in ("draft", "orders"):
        late = two.put(path, "Abbey", **body, text="Aldo collects", based_on=first)
        assert (late.status_code, late.json()["draft"]) == (409, newer.json())
    assert two.draft("Abbey") == newer.json()
    version = newer.json()["version"]
    assert two.put("draft", "Abbey", **body, text="Aldo collects", based_on=version).status_code == 200
    assert two.put("draft", "Abbey", **body, text="Aldo rests").status_code == 200, "who names none writes"


def test_a_draft_changes_its_version_when_orders_are_handed_in_elsewhere(two: OrdersTable) -> None:
    before = two.draft("Abbey")["version"]
    assert two.hand_in("Abbey", "Aldo builds").status_code == 200
    late = two.put("orders", "Abbey", seat="Abbey", turn=1, text="Aldo collects", based_on=before)
    assert late.status_code == 409
    assert late.json()["draft"]["handed_in"] == "Aldo builds"
