"""The pages as sent by the server: complete, without external content."""

from __future__ import annotations

import re
from html import unescape
from importlib.metadata import entry_points
from typing import Any

import pytest

from palatine import registry
from palatine.core import RuleChange
from palatine.testing import find_game
from palatine.testing.examples.ford.referee import Ford
from palatine.web.rendering import STATIC_FOLDER, static_path
from palatine.web.wording import catalogue, client_messages


@pytest.fixture
def paths(table: Any) -> list[str]:
    match = table.match
    played = [f"/{mode}/{match}" for mode in ("play", "watch", "replay", "verify")]
    return ["/", "/new/ford", "/games/ford", "/games/ford/rules", *played]


def test_every_page(client: Any, paths: list[str]) -> None:
    for path in [*paths, "/credits"]:
        answer = client.get(path)
        assert answer.status_code == 200, path
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "<h1" in answer.text


def test_nothing_from_elsewhere_and_nothing_inline(client: Any, paths: list[str]) -> None:
    for path in paths:
        answer = client.get(path)
        policy = answer.headers["content-security-policy"]
        assert "script-src 'self'" in policy
        assert "unsafe" not in policy
        assert not re.search(r"(?:src|href)=\"(?:https?:)?//", answer.text), path
        assert not re.search(r"<script(?![^>]*(?:src=|application/json))", answer.text), path
        assert not re.search(r"\s(?:style|on\w+)=\"", answer.text), path


def test_unknown_pages_are_told_as_pages(client: Any) -> None:
    for path in ("/nothing", "/play/nonesuch", "/games/chess", "/new/chess", "/verify/nonesuch"):
        answer = client.get(path)
        assert answer.status_code == 404
        assert answer.headers["content-type"] == "text/html; charset=utf-8"
        assert "/static/" in answer.text
        assert "Not Found" not in answer.text, "a person is told in sentences"


def test_an_address_that_is_none_is_told_in_a_sentence(client: Any) -> None:
    assert "There is nothing at this address." in client.get("/nowhere").text
    assert "There is nothing at this address." in client.get("/api/nowhere").json()["detail"]
    assert client.put("/api/games", json={}).json()["detail"].startswith("That can't be done at this address")


@pytest.mark.parametrize("path", ["/play/", "/verify/", "/games/", "/new/"])
def test_a_long_name_that_is_unknown_is_said_back_shortened(client: Any, path: str) -> None:
    answer = client.get(path + "m" * 3000)
    assert answer.status_code == 404
    assert "m" * 39 + "…" in answer.text
    assert "m" * 40 not in answer.text


def test_static_files_are_kept_for_ever(client: Any) -> None:
    for path in sorted(STATIC_FOLDER.rglob("*.*")):
        answer = client.get(f"{static_path()}/{path.relative_to(STATIC_FOLDER)}")
        assert answer.status_code == 200, path
        assert "immutable" in answer.headers["cache-control"]


def test_letters_follow_the_size_set_in_the_browser() -> None:
    for path in sorted(STATIC_FOLDER.glob("*.css")):
        if path.name == "map.css":  # Its letters belong to the map, which scales as a whole.
            continue
        for line in path.read_text(encoding="utf-8").splitlines():
            fixed = re.search(r"(?<![\w-])(?:font|font-size|line-height):[^;}]*\dpx", line)
            assert fixed is None or ".chart" in line, f"{path.name}: {line}"


def test_titles_cannot_break_a_page(client: Any, make_table: Any) -> None:
    table = make_table(title='</script><script>alert("x")</script>')
    for mode in ("play", "verify"):
        assert "<script>alert" not in client.get(f"/{mode}/{table.match}").text


def test_a_what_if_is_told_from_the_real_match(client: Any, make_table: Any) -> None:
    table = make_table(title="The real one")
    assert "What if" not in client.get(f"/play/{table.match}").text.partition("</h1>")[0]
    made = client.post(
        f"{table.base}/branch", json={"at": 0, "seat": "North"}, headers=table.headers("North")
    ).json()
    assert "<h1>What if: The real one</h1>" in client.get(f"/play/{made['match']}").text
    held = f"palatine-{table.match}={table.keys['North']}; palatine-{made['match']}={made['keys']['North']}"
    lobby = client.get("/", headers={"cookie": held}).text
    assert '<strong dir="auto">The real one</strong>' in lobby
    assert '<strong dir="auto">What if: The real one</strong>' in lobby


def test_the_browsers_words_are_all_in_the_catalogue() -> None:
    said = set()
    for path in (STATIC_FOLDER / "js").rglob("*.js"):
        said |= set(re.findall(r"\bsay\(\s*\"([^\"]+)\"", path.read_text(encoding="utf-8")))
    assert said <= client_messages("auth").keys() | client_messages("notifications").keys()
    assert catalogue().messages


def test_own_matches_show_their_positions(client: Any, table: Any) -> None:
    held = f"palatine-{table.match}={table.keys['North']}"
    (source,) = re.findall(r'<img class="thumb"[^>]* src="([^"]+)"', client.get("/", headers={"cookie": held}).text)
    assert source == f"{table.base}/thumbnail?seat=North"
    drawn = client.get(source, headers={"cookie": held})
    assert drawn.headers["content-type"].startswith("image/svg+xml")
    view = table.view("North")["view"]
    assert drawn.text.count("<rect") == 1 + len({(piece["space"], piece.get("pile")) for piece in view["pieces"]})
    assert "<text" in drawn.text
    assert client.get(source).status_code == 403
    assert client.get(f"{table.base}/thumbnail").status_code == 200


def test_a_side_has_a_line_and_an_emblem(client: Any) -> None:
    for name in ("demonlord", "dark-emperor", "elric"):
        game, page = registry.load(name), unescape(client.get(f"/new/{name}").text)
        assert set(game.sides) == {seat for each in game.scenarios for table in each.tables for seat in table}
        assert all(side.line in page for side in game.sides.values())
        assert all(side.line for side in game.sides.values()) == (name != "elric"), (
            "Elric's scenarios describe sides"
        )
        assert page.count('<svg class="emblem"') == len(game.sides)
    assert registry.load("ford").sides == {}
    assert '<svg class="emblem"' not in client.get("/new/ford").text


def test_a_report_without_a_seat_says_so_and_leads_to_ones_own(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "tithe"}).json()
    for key in made["keys"].values():
        client.post(f"/api/matches/{made['match']}/seats", json={"key": key, "number": "7"})
    held = {"cookie": f"palatine-{made['match']}={made['keys']['Abbey']}"}
    page = client.get(f"/report/{made['match']}", headers=held).text
    assert "without a seat" in page
    own = f"/report/{made['match']}?turn=0&amp;seat=Abbey"
    assert f'href="{own}"' in page
    assert "without a seat" not in client.get(unescape(own), headers=held).text


def test_no_page_names_a_game() -> None:
    ours = [
        path for path in STATIC_FOLDER.parent.rglob("*") if path.suffix in (".py", ".js", ".html", ".css", ".toml")
    ]
    names = [point.name for point in entry_points(group="palatine.games")]
    assert "demonlord" in names
    for name in names:
        assert not [path for path in ours if name in path.read_text(encoding="utf-8").lower()]


def test_a_new_match_of_orders_says_what_its_scenario_is_about(client: Any) -> None:
    game = registry.load("adventurer-kings")
    page = client.get("/new/adventurer-kings").text
    assert f'id="story" >{game.scenarios[0].text}' in page
    for scenario in game.scenarios:
        assert f'data-text="{scenario.text}"' in page


def test_seats_that_are_only_numbered_are_called_kings_and_nations(client: Any) -> None:
    page = unescape(client.get("/new/adventurer-kings").text)
    assert '"K1": "King 1"' in page
    assert '"K32": "King 32"' in page
    page = unescape(client.get("/new/lord-and-master").text)
    assert '"P6": "Nation 6"' in page
    assert '"Referee": "Referee"' in page
    made = client.post("/api/matches", json={"game": "lord-and-master", "seats": ["P1", "P2"]}).json()
    listed = client.get("/", headers={"cookie": f"palatine-{made['match']}={made['keys']['P1']}"}).text
    assert ">Nation 1<" in listed
    assert ">P1<" not in listed


def test_a_game_says_how_much_of_its_data_is_invented(client: Any) -> None:
    page = client.get("/games/dark-emperor").text
    count = registry.load("dark-emperor").provenance["invented"]
    assert f"{count.entries} invented" in page
    assert f"<strong>invented</strong> ({count.entries} entries and {count.values} single values" in page


def test_a_game_tells_what_has_changed_in_its_rules(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert "Changes to these rules" not in client.get("/games/ford").text
    assert "#changes" not in client.get("/games/ford").text
    changes = (RuleChange("2", "3.4", "A ford is deep."), RuleChange("3", "2.1", "Nobody <rests>."))
    monkeypatch.setitem(registry.load("ford").__dict__, "changes", changes)
    _, _, told = client.get("/games/ford").text.partition('<details id="changes">')
    assert told.startswith("<summary>Changes to these rules</summary>")
    assert re.findall(r"Rules (\d)", told) == ["3", "2"]
    assert '<a class="clause" data-game="ford" data-clause="3.4" href="/games/ford/rules#3.4">3.4</a>' in told
    assert "Nobody &lt;rests&gt;." in told
    info = client.get("/api/games/ford").json()
    assert (info["rules"], [change["clause"] for change in info["changes"]]) == ("3", ["3.4", "2.1"])


def test_the_lobby_names_the_nations_of_a_match_of_orders(client: Any) -> None:
    made = client.post("/api/matches", json={"game": "lord-and-master", "seats": ["P1", "P2"]}).json()
    base, held = f"/api/matches/{made['match']}", f"palatine-{made['match']}={made['keys']['P1']}"
    bearer = {seat: {"authorization": f"Bearer {key}"} for seat, key in made["keys"].items()}
    for key in made["keys"].values():
        client.post(f"{base}/seats", json={"key": key, "name": "", "number": "7"})
    assert "Nation 1" in _own_matches(client, held), "they have not chosen yet"
    for seat, headers in bearer.items():
        text = client.get(f"{base}/draft?seat={seat}", headers=headers).json()["text"]
        handed = client.put(f"{base}/orders", json={"seat": seat, "turn": 0, "text": text}, headers=headers)
        assert handed.status_code == 200, handed.text
    names = client.get(f"{base}/view?seat=P1", headers=bearer["P1"]).json()["view"]["names"]
    row = _own_matches(client, held)
    assert names["P1"][0].upper() + names["P1"][1:] in row
    assert "Nation 1" not in row
    assert "against" not in row, "the other player has given no name"


def _own_matches(client: Any, cookie: str) -> str:
    """Return the rows of the sender's matches in the lobby."""
    client.cookies.clear()
    lobby = unescape(client.get("/", headers={"cookie": cookie}).text)
    return lobby.partition('<ul class="matches">')[2].partition("</ul>")[0]


def test_the_lobby_says_that_the_referee_is_stuck(client: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    made = client.post("/api/matches", json={"game": "ford"}).json()
    assert "referee stuck" not in client.get("/").text

    def broken(*_: Any) -> None:
        raise LookupError

    monkeypatch.setattr(Ford, "begin", broken)
    answers = [
        client.post(
            f"/api/matches/{made['match']}/seats",
            json={"key": key, "name": seat, "number": "7"},
        )
        for seat, key in made["keys"].items()
    ]
    assert [answer.status_code for answer in answers] == [200, 503]
    assert "LookupError" not in answers[1].text
    row = client.get("/").text
    assert f"/play/{made['match']}" in row
    assert "referee stuck" in row
    assert "waiting for players" not in row


def test_a_table_for_more_than_two_has_words_for_more(client: Any) -> None:
    """The text for two players is shown first.

    The text for more players exists only if the game can have more.
    """
    two, more = client.get("/new/ford").text, client.get("/new/elric").text
    assert "The two of you share this screen" in two
    assert 'data-many="yes"' not in two
    for words_ in (
        "a link for each other seat",
        "All of you share this screen",
        "Watch bots play",
    ):
        assert words_ not in two
        assert re.search(rf'<span data-many="yes" hidden>[^<]*{words_}', more), words_


def test_the_choices_of_an_option_are_named_with_a_capital_and_sent_as_they_are(client: Any) -> None:
    text = client.get("/new/demonlord").text
    assert '<option value="hosar" selected>Hosar</option>' in text
    assert '<option value="dice">Dice</option>' in text


def test_the_page_of_a_game_has_its_own_notice_instead_of_ours(client: Any) -> None:
    registry.register("marsh", find_game("palatine.testing.examples.marsh:GAME"))
    pages = [client.get(f"/games/{name}").text for name in ("marsh", "ford")]
    assert ["Marsh is an example of Palatine" in page for page in pages] == [True, False]
    assert ["Palatine is unofficial" in page for page in pages] == [False, True]


def test_a_new_match_says_the_times_of_each_pace(client: Any) -> None:
    page = unescape(client.get("/new/ford").text)
    assert "Each time it is your turn, you have 24 hours free. Any more time comes out of a bank of 5 days." in page
    assert page.count("Each time it is your turn, ") == 5, "four paces and the note below them"
