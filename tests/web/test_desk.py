"""The desk of secret orders over HTTP: sheets, turns, reports, letters, votes; and who may see what of them."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from typing import Any

import httpx
import pytest

from web.helpers import Table

SECRET = "Aldo rides to Brook"
THREE = ["Abbey", "Baron", "Crown"]


class Desk(Table):
    """A match of Tithe, every seat a person's."""

    def hand_in(self, seat: str, text: str = "", turn: int = 1) -> Any:
        return self.put("orders", seat, seat=seat, turn=turn, text=text)

    def check(self, seat: str, text: str) -> Any:
        answer = self.post("check", seat, seat=seat, text=text)
        assert answer.status_code == 200, answer.text
        return answer.json()

    def draft(self, seat: str) -> Any:
        return self.get("draft", seat).json()

    def info(self) -> Any:
        return self.client.get(self.base).json()

    def all_hand_in(self, turn: int = 1) -> None:
        for seat in self.keys:
            assert self.hand_in(seat, turn=turn).status_code == 200


@pytest.fixture
def desk(client: Any) -> Desk:
    return Desk(client, game="tithe", seats=THREE[:2])


@pytest.fixture
def three(client: Any) -> Desk:
    return Desk(client, game="tithe", seats=THREE, clock={"hours": 24})


# Writing


def test_a_draft_is_kept_as_it_was_typed(desk: Desk) -> None:
    assert desk.draft("Abbey") | {"saved": ""} == {
        "seat": "Abbey", "turn": 1, "text": "", "saved": "", "handed_in": None, "handed_at": "",
    }  # fmt: skip
    typed = "Aldo rid\r\n\t# half a thought \u2013"
    saved = desk.put("draft", "Abbey", seat="Abbey", turn=1, text=typed).json()
    assert saved["text"] == typed
    assert saved["saved"]
    assert desk.draft("Abbey")["text"] == typed
    assert desk.draft("Baron")["text"] == ""


def test_what_is_wrong_is_told_by_line_with_the_clause_and_a_way_out(desk: Desk) -> None:
    text = "# plans\nBela collects\nAldo rides to Croft\nAnna colects\nsend 9 gold to Baron"
    problems = desk.check("Abbey", text)["problems"]
    told = {problem["line"]: (problem["clause"], problem.get("fix", "")) for problem in problems}
    assert told == {
        2: ("2.1", ""),
        3: ("3.2", "Aldo rides to Brook"),
        4: ("2", "Anna collects"),
        5: ("3.1", "send 3 gold to Baron"),
    }
    mended = desk.check("Abbey", "Aldo rides to Brook\nAnna collects\nsend 3 gold to Baron")
    assert (mended["ok"], mended["orders"]) == (True, 3)


def test_a_way_out_does_not_break_another_line(desk: Desk) -> None:
    (problem,) = desk.check("Abbey", "Aldo collects\nAldo dances")["problems"]
    assert (problem["line"], problem.get("fix", "")) == (2, "")


def test_what_can_be_ordered_is_suggested(desk: Desk) -> None:
    assert desk.get("characters", "Abbey").json() == ["Aldo", "Anna"]
    offered = desk.get("suggestions", "Abbey", character="Aldo").json()
    assert {
        "text": "Aldo collects",
        "title": "Collect the tithe of Ashby",
        "chance": "1-6",
        "spaces": ["Ashby"],
    } in offered
    for each in offered:
        assert desk.check("Abbey", each["text"])["ok"], each
    nobody = desk.get("suggestions", "Abbey", character="Bela")
    assert nobody.status_code == 422
    assert "Aldo, Anna" in nobody.json()["detail"]


# Handing in


def test_a_faulty_sheet_is_refused_with_all_its_problems_and_the_text_stays(desk: Desk) -> None:
    text = "Aldo rides to Croft\nBela collects"
    desk.put("draft", "Abbey", seat="Abbey", turn=1, text=text)
    answer = desk.hand_in("Abbey", text)
    assert answer.status_code == 422
    assert [problem["line"] for problem in answer.json()["problems"]] == [1, 2]
    assert answer.json()["clause"] == "3.2"
    assert desk.draft("Abbey")["text"] == text
    assert desk.info()["handed_in"] == []


def test_a_sheet_handed_in_again_replaces_the_first(desk: Desk) -> None:
    assert desk.hand_in("Abbey", "Aldo collects").status_code == 200
    assert (desk.info()["handed_in"], desk.info()["asked"]) == (["Abbey"], ["Baron"])
    assert desk.hand_in("Abbey", SECRET).status_code == 200
    assert desk.draft("Abbey")["handed_in"] == SECRET
    desk.hand_in("Baron")
    assert desk.info()["turn"] == 2
    pieces = {piece["id"]: piece["space"] for piece in desk.sight("Abbey")["view"]["pieces"]}
    assert pieces["r0"] == "Brook"


def test_handing_in_twice_at_once_is_handing_in_once(desk: Desk) -> None:
    version = desk.hand_in("Abbey", SECRET).json()["version"]
    assert desk.hand_in("Abbey", SECRET).json()["version"] == version
    desk.hand_in("Baron")
    again = desk.hand_in("Abbey", SECRET)
    assert again.status_code == 200
    assert desk.info()["turn"] == 2


def test_what_comes_too_late_is_refused_with_how_the_match_stands(desk: Desk) -> None:
    desk.all_hand_in()
    for answer in (
        desk.hand_in("Abbey", "Aldo builds", turn=1),
        desk.put("draft", "Abbey", seat="Abbey", turn=1, text="Aldo builds"),
    ):
        assert answer.status_code == 409
        assert "turn 2, not 1" in answer.json()["detail"]
        assert answer.json()["sight"]["seat"] == "Abbey"


@pytest.mark.parametrize("text", ["Aldo collects\n" * 10_000, "Aldo collects\u0000", "x" * 1001])
def test_what_is_no_sheet_is_refused_by_the_line(desk: Desk, text: str) -> None:
    assert desk.put("draft", "Abbey", seat="Abbey", turn=1, text=text).json()["text"] == text
    assert not desk.check("Abbey", text)["ok"]
    answer = desk.hand_in("Abbey", text)
    assert answer.status_code == 422
    assert answer.json()["problems"][0]["reason"]


@pytest.mark.parametrize(
    "body", [b'{"seat":"Abbey","turn":1,"text":"\xff\xfe"}', b'{"seat":"Abbey","turn":1}', b"Aldo collects"]
)
def test_what_is_no_request_is_refused(desk: Desk, body: bytes) -> None:
    headers = {**desk.headers("Abbey"), "content-type": "application/json"}
    answer = desk.client.put(f"{desk.base}/orders", content=body, headers=headers)
    assert answer.status_code == 400
    assert answer.json()["detail"]


def test_a_sheet_beyond_all_bounds_is_not_read(desk: Desk) -> None:
    assert desk.hand_in("Abbey", "x" * 3_000_000).status_code == 413


# Turns


def test_only_who_sees_to_the_turns_has_one_run_early(desk: Desk) -> None:
    assert desk.info()["master"] == "Abbey"
    for seat, body in (("Baron", {"seat": "Baron"}), (None, {})):
        answer = desk.post("run-turn", seat, **body)
        assert answer.status_code == 422
        assert "Abbey and Baron" in answer.json()["detail"]
    assert desk.info()["turn"] == 1
    assert desk.post("run-turn", "Abbey", seat="Abbey").status_code == 200
    assert desk.info()["turn"] == 2


def test_who_misses_two_turns_can_be_voted_out(house: Any, three: Desk) -> None:
    early = three.post("votes", "Abbey", seat="Abbey", against="Crown")
    assert early.status_code == 422
    for day in (2, 4):
        three.hand_in("Abbey", turn=three.info()["turn"])
        three.hand_in("Baron", turn=three.info()["turn"])
        assert house.claim_deadlines(f"2100-01-0{day}T00:00:00.000Z") == [three.match]
    (crown,) = [seat for seat in three.info()["seats"] if seat["seat"] == "Crown"]
    assert crown["missed"] == 2
    assert three.post("votes", "Abbey", seat="Abbey", against="Crown").status_code == 200
    assert three.info()["votes"] == {"Crown": ["Abbey"]}
    three.post("votes", "Abbey", seat="Abbey", against="Crown", out=False)
    assert three.info()["votes"].get("Crown", []) == []
    for seat in ("Abbey", "Baron"):
        three.post("votes", seat, seat=seat, against="Crown")
    assert three.info()["asked"] == ["Abbey", "Baron"]


def test_reports_of_all_turns_can_be_read(desk: Desk) -> None:
    desk.hand_in("Abbey", "Aldo collects")
    desk.hand_in("Baron")
    mine = desk.get("report", "Abbey").json()
    assert (mine["turn"], mine["seat"]) == (1, "Abbey")
    assert any("It comes to" in text for text in mine["sections"][0]["paragraphs"])
    theirs = desk.get("report", "Baron", turn=1).json()
    assert not any("It comes to" in text for text in theirs["sections"][0]["paragraphs"])
    assert desk.get("report", None, turn=0).json()["turn"] == 0
    assert desk.get("report", "Abbey", turn=7).status_code == 422
    text = desk.get("report.txt", "Abbey")
    assert text.headers["content-type"].startswith("text/plain")
    assert max(map(len, text.text.splitlines())) <= 80


def test_a_report_is_a_page(desk: Desk) -> None:
    desk.hand_in("Abbey", "Aldo collects")
    desk.hand_in("Baron")
    answer = desk.client.get(f"/report/{desk.match}", params={"seat": "Abbey"}, headers=desk.headers("Abbey"))
    assert answer.status_code == 200
    for expected in (
        "What happened",
        "It comes to",
        f"/api/matches/{desk.match}/report.txt?turn=1&amp;seat=Abbey",
        'id="drawing"',
    ):
        assert expected in answer.text
    assert desk.client.get(f"/report/{desk.match}?turn=9").status_code == 422


# Letters


def test_letters_come_with_the_turn(desk: Desk) -> None:
    sent = desk.post("letters", "Abbey", seat="Abbey", to=["Baron"], text="Peace?\r\nThe Abbot")
    assert sent.status_code == 201
    assert sent.json()["text"] == "Peace?\nThe Abbot"
    assert desk.get("letters", "Baron").json() == []
    assert [mail["delivered"] for mail in desk.get("letters", "Abbey").json()] == [False]
    desk.all_hand_in()
    (mail,) = desk.get("letters", "Baron").json()
    assert (mail["sender"], mail["to"], mail["turn"], mail["delivered"]) == ("Abbey", ["Baron"], 1, True)


def test_letters_can_come_at_once_and_to_several(client: Any) -> None:
    desk = Desk(client, game="tithe", seats=THREE, clock={"letters": "now"})
    desk.post("letters", "Abbey", seat="Abbey", to=["Baron", "Crown"], text="To both")
    desk.post("letters", "Crown", seat="Crown", to=["Abbey"], text="To you alone")
    texts = {seat: [mail["text"] for mail in desk.get("letters", seat).json()] for seat in THREE}
    assert texts == {
        "Abbey": ["To both", "To you alone"],
        "Baron": ["To both"],
        "Crown": ["To both", "To you alone"],
    }
    for to, text in ((["Abbey"], "to oneself"), (["Nobody"], "x"), (["Baron"], " "), ([], "x")):
        assert desk.post("letters", "Abbey", seat="Abbey", to=to, text=text).status_code in (400, 422)


# Secrecy

READINGS = ("draft", "characters", "suggestions", "letters", "report", "report.txt")
WRITINGS: dict[str, dict[str, Any]] = {
    "check": {"text": ""},
    "letters": {"to": ["Baron"], "text": "x"},
    "votes": {"against": "Baron"},
    "run-turn": {},
}


@pytest.mark.parametrize("other", ["Baron", None])
def test_nobody_else_gets_at_a_desk(desk: Desk, other: str | None) -> None:
    desk.all_hand_in()
    headers = desk.headers(other)
    for path in READINGS:
        answer = desk.client.get(f"{desk.base}/{path}", params={"seat": "Abbey"}, headers=headers)
        assert answer.status_code == 403, path
    for path, body in WRITINGS.items():
        answer = desk.client.post(f"{desk.base}/{path}", json={"seat": "Abbey", **body}, headers=headers)
        assert answer.status_code == 403, path
    for path in ("draft", "orders"):
        body = {"seat": "Abbey", "turn": 2, "text": "Aldo collects"}
        assert desk.client.put(f"{desk.base}/{path}", json=body, headers=headers).status_code == 403, path
    assert desk.client.get(f"/report/{desk.match}?seat=Abbey", headers=headers).status_code == 403
    assert desk.draft("Abbey")["text"] == ""


def test_when_the_match_is_over_anybody_may_read_any_report(client: Any) -> None:
    desk = Desk(client, game="tithe", seats=THREE[:2], options={"seasons": 1})
    desk.hand_in("Abbey", "Aldo collects")
    desk.hand_in("Baron")
    assert desk.info()["status"] == "over"
    answer = desk.client.get(f"{desk.base}/report", params={"seat": "Abbey"})
    assert answer.status_code == 200
    assert "It comes to" in answer.text
    assert desk.client.get(f"/report/{desk.match}?seat=Abbey").status_code == 200


def test_nothing_sent_to_others_tells_an_order(desk: Desk) -> None:
    desk.put("draft", "Abbey", seat="Abbey", turn=1, text="send 2 gold to Baron")
    desk.hand_in("Abbey", SECRET)
    desk.post("letters", "Abbey", seat="Abbey", to=["Baron"], text="a promise")
    for seat in ("Baron", None):
        answers = [desk.get(path, seat) for path in ("sight", "text", "boards", *(["export"] if seat else []))]
        answers += [desk.get("report", seat, turn=0), desk.client.get(desk.base), desk.client.get("/")]
        for answer in answers:
            assert answer.status_code == 200
            for secret in (SECRET, "rides to", "2 gold", "a promise"):
                assert secret not in answer.text, (seat, str(answer.url))


@pytest.fixture
def far(served: Any) -> Iterator[Desk]:
    with httpx.Client(base_url=served.url, timeout=30) as client:
        yield Desk(client, game="tithe", seats=THREE[:2])


@pytest.mark.parametrize("seat", ["Baron", None])
def test_those_who_listen_hear_who_has_handed_in_and_not_what(far: Desk, seat: str | None) -> None:
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
