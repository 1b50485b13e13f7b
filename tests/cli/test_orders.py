"""Secret orders on the command line and in the terminal."""

from __future__ import annotations

import io
import os
import re
from pathlib import Path
from typing import Any

import pytest

from cli.conftest import Run
from cli.helpers import Player
from palatine.cli.common import Keyring
from palatine.cli.main import main
from palatine.cli.sheet_editor import OrdersTerminal
from palatine.matches import MatchCreated, MatchServices
from palatine.store import Store


@pytest.fixture
def made(tmp_path: Path) -> MatchCreated:
    """Return a match in the default database: Abbey's key is here, a bot plays Crown."""
    place = Path(os.environ["XDG_DATA_HOME"]) / "palatine" / "palatine.db"
    services = MatchServices(Store.open(place))
    person = {"kind": "person", "number": ""}
    players: dict[str, Any] = {"Abbey": person, "Baron": person, "Crown": {"kind": "bot"}}
    made = services.matches.create("tithe", seats=("Abbey", "Baron", "Crown"), players=players)
    Keyring(place.parent / "keys.json").add(made.match, {"Abbey": made.keys["Abbey"]})
    return made


@pytest.fixture
def sheet(tmp_path: Path) -> Path:
    return tmp_path / "sheet.txt"


def test_a_sheet_is_checked(run: Run, made: MatchCreated, sheet: Path) -> None:
    sheet.write_text("# season one\nAldo collects\nAnna rides to Delph\n")
    code, out, err = run("orders", "check", str(sheet))
    assert (code, err) == (1, "")
    assert out.splitlines() == [
        "Line 3: Delph is not beside Brook. (3.2) Try: Ashby or Croft",
        "Line 2: 1 to 6 gold",
        "Abbey can't hand in these orders for turn 1 yet.",
    ]
    sheet.write_text("Aldo collects\n")
    assert run("orders", "check", str(sheet))[0] == 0
    assert '"ok": true' in run("orders", "check", str(sheet), "--json")[1]


@pytest.mark.parametrize(
    "data", [b"\xff\xfe\x00", b"x\n" * 10_000, b"Aldo dances", b"Bela collects", b"\x00" * 3_000_000]
)
def test_a_bad_sheet_is_not_handed_in(run: Run, made: MatchCreated, sheet: Path, data: bytes) -> None:
    sheet.write_bytes(data)
    code, out, err = run("orders", "hand-in", str(sheet))
    assert (code, err) == (1, "Not handed in. Your earlier orders still stand.\n")
    assert out.startswith("Line ")


def test_a_sheet_is_handed_in_and_the_turn_told(run: Run, made: MatchCreated, sheet: Path) -> None:
    sheet.write_text("Aldo builds\n")
    code, out, _ = run("orders", "hand-in", str(sheet))
    assert (code, out) == (0, "Handed in for Abbey, turn 1.\nWaiting for the orders of Baron.\n")
    assert run("orders", "show")[1] == "Aldo builds\n"
    code, _, err = run("turn", "run", made.match, "--key", made.keys["Baron"])
    assert (code, err) == (2, "palatine: No orders yet from Baron.\n")
    code, out, _ = run("orders", "hand-in", str(sheet), "--match", made.match, "--key", made.keys["Baron"])
    assert code == 1
    sheet.write_text("")
    code, out, _ = run("orders", "hand-in", str(sheet), "--match", made.match, "--key", made.keys["Baron"])
    assert (code, out.splitlines()[-1]) == (0, f"Turn 1 has run: palatine turn report {made.match}")
    code, out, _ = run("turn", "report", made.match)
    assert "Aldo builds a barn in Ashby." in out
    assert "Tithe\n=====\nSeason 1\n" in out
    assert max(map(len, out.splitlines())) <= 80
    assert run("turn", "report", made.match, "--turn", "7")[0] == 2
    code, _, err = run("turn", "report", made.match, "--seat", "Baron")
    assert (code, err.startswith("palatine: You have no key to Baron")) == (2, True)
    sheet.write_text("Aldo collects\n")
    assert run("orders", "hand-in", str(sheet), "--turn", "1")[0] == 2, "an order for a turn that is over"


def test_no_one_alone_has_a_turn_run_in_which_two_people_play(run: Run, made: MatchCreated) -> None:
    code, _, err = run("turn", "run", made.match)
    assert (code, err) == (2, "palatine: No orders yet from Abbey and Baron.\n")


def test_suggestions_are_listed(run: Run, made: MatchCreated) -> None:
    _, out, _ = run("orders", "suggest", "Aldo")
    assert out.splitlines()[:2] == ["Aldo", "  Aldo collects  (Collect the tithe of Ashby; 1-6)"]
    assert "The realm" in run("orders", "suggest")[1]
    assert run("orders", "suggest", "Bela")[2] == "palatine: Abbey has no 'Bela' to order; it has Aldo, Anna.\n"
    assert '"character": "Aldo"' in run("orders", "suggest", "--json")[1]


def test_without_a_match_it_is_said_so(run: Run, sheet: Path) -> None:
    sheet.write_text("")
    code, _, err = run("orders", "check", str(sheet))
    assert (code, err.startswith("palatine: No match here is waiting for your orders")) == (2, True)
    assert run("orders", "check", str(sheet), "--match", "nonsense")[0] == 2


def test_bots_simulate_and_files_are_told_again(run: Run, made: MatchCreated, sheet: Path, tmp_path: Path) -> None:
    sheet.write_text("")
    code, out, _ = run("simulate", "tithe", "--games", "5", "--processes", "1")
    assert (code, "5 games, 40 decisions" in out) == (0, True)
    for _ in range(4):
        for key in made.keys.values():
            assert run("orders", "hand-in", str(sheet), "--match", made.match, "--key", key)[0] == 0
    file = tmp_path / "match.json"
    assert run("export", made.match, "--to", str(file))[0] == 0
    assert run("verify", str(file))[0] == 0
    assert run("audit")[0] == 0
    code, out, _ = run("replay", str(file))
    assert "Crown: hand in" in out
    assert run("replay", str(file), "--at", "2")[1].count("What ") == 3
    assert run("import", str(file))[0] == 0
    assert run("matches")[1] == f"{made.match}  Tithe, you play Abbey; turn 5, over\n"


# The terminal


def seat(*bots: str, **settings: Any) -> Player:
    services = MatchServices(Store.open(":memory:"), bots="background")
    people = {name: {"kind": "person", "number": ""} for name in ("Abbey", "Baron") if name not in bots}
    players: dict[str, Any] = {**people, **{name: {"kind": "bot"} for name in bots}}
    made = services.matches.create("tithe", seats=("Abbey", "Baron"), players=players, **settings)
    return Player(services, made.match, made.keys, OrdersTerminal)


def test_a_sheet_is_written_line_by_line() -> None:
    player = seat("Baron")
    told = player.type(
        "suggest aldo", "2", "Anna dances", "sheet", "drop 2", "add Anna collects", "set 1 Aldo collects", "check"
    )
    assert "2. Aldo builds  (Build a barn in Ashby)" in told
    assert "Line 2: 'Anna dances' is not an order. (2) Try: REEVE rides to VILLAGE\n(drop 2 deletes it" in told
    assert told.split("> check\n")[1].splitlines()[:5] == [
        "  1 Aldo collects",
        "  2 Anna collects",
        "Line 1: 1 to 6 gold",
        "Line 2: 1 to 6 gold",
        "Abbey can hand in these orders for turn 1.",
    ]
    told = player.type("hand in", "report")
    assert "Handed in for Abbey, turn 1." in told
    assert "All orders are in. Turn 1 runs." in told
    assert "Aldo collects the tithe of Ashby." in told.split("> report")[1]


def test_a_suggestion_in_place_of_the_whole_sheet_or_of_a_line() -> None:
    services = MatchServices(Store.open(":memory:"), bots="background")
    players = {"P1": {"kind": "person", "number": ""}, "P2": {"kind": "bot"}}
    made = services.matches.create("lord-and-master", seats=("P1", "P2"), players=players)
    player = Player(services, made.match, made.keys, OrdersTerminal)
    told = player.type("suggest", "2")
    assert "Say for whom" not in told
    assert "Nation 1 can hand in these orders for the set-up." in told
    assert "Nation 2: the captain" in player.type("letter Hela Peace?"), "the names to write to"
    assert "Peace?" in player.type("letter nation 2: the captain Peace?", "letters")
    number = told.partition(". god Odin")[0].split()[-1]
    written = player.type("suggest", number, "sheet").split("> sheet")[-1].splitlines()
    assert sum(" nation " in line for line in written) == 1
    assert [line.split()[1:] for line in written if line[3:].startswith(" god ")] == [["god", "Odin"]]


def test_two_at_one_screen_write_one_after_the_other() -> None:
    player = seat()
    told = player.type("Aldo collects", "hand in", "Bela builds", "hand in", "sheet")
    assert told.index("Abbey's turn. Everyone else, please look away.") < told.index("> hand in")
    middle = told.split("> hand in")[1]
    assert "Baron's turn. Everyone else, please look away." in middle
    assert "Aldo" not in middle.split("> Bela builds")[0].split("Write your orders")[1]
    assert "Turn 1 runs" in told


def test_mistakes_are_told_in_a_line(monkeypatch: Any) -> None:
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.delenv("EDITOR", raising=False)
    player = seat("Baron")
    for line, said in (
        ("3", "Ask for suggestions first"),
        ("drop 7", "There is no line '7'"),
        ("set x", "There is no line 'x'"),
        ("add", "Give the order"),
        ("edit", "Set the environment variable EDITOR"),
        ("report x", "Give the number of the turn"),
        ("report 9", "There is no"),
        ("letter Nobody hello", "Name the recipient"),
        ("run", ""),
    ):
        assert said in player.type(line), line


def test_a_sheet_with_faults_is_not_handed_in() -> None:
    told = seat("Baron").type("Bela collects", "hand in")
    assert "Line 1: Bela is not a reeve of yours. (2.1)" in told
    assert "Not handed in" in told


def test_the_editor_writes_the_sheet(tmp_path: Path, monkeypatch: Any) -> None:
    editor = tmp_path / "editor"
    editor.write_text('#!/bin/sh\necho "Anna builds" >> "$1"\n')
    editor.chmod(0o700)
    monkeypatch.delenv("VISUAL", raising=False)
    monkeypatch.setenv("EDITOR", str(editor))
    player = seat("Baron")
    assert "  2 Anna builds" in player.type("Aldo builds", "edit")


def test_letters_help_and_looking_around() -> None:
    player = seat()
    told = player.type("letter baron Peace?", "letters", "help", "Ashby", "clause 3.4", "journal")
    assert "Baron gets the letter when the turn runs." in told
    assert "Abbey to Baron, turn 1: Peace?" in told
    assert "hand in       hand in the sheet" in told
    assert "Ashby\n" in told
    assert "3.4: A tithe is a die" in told


def test_a_deadline_is_told_and_kept(monkeypatch: Any) -> None:
    assert re.search(r"The turn ends on \w{3} \d\d \w{3}, \d\d:\d\d\.", seat("Baron", clock={"hours": 24}).type())


def test_giving_up_ends_it() -> None:
    player = seat("Baron")
    assert "Baron has won" in player.type("resign")


def test_the_number_of_seats_is_chosen(run: Run, monkeypatch: Any) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO("quit\n"))
    code, out, _ = run("play", "lord-and-master", "--seat", "P3", "--seats", "3", "--against", "recruit")
    assert code == 0
    assert "You play Nation 3." in out
    assert "P4" not in out
    refused = run("play", "lord-and-master", "--seats", "9")[2]
    assert "can't be played by 9 players. Possible numbers of players: 2, 3, 4, 5, 6 and 7." in refused


@pytest.mark.parametrize("encoding", ["ascii", "cp1252", "cp437", "utf-8"])
def test_what_is_wrong_is_printed_under_any_encoding(
    made: MatchCreated, sheet: Path, encoding: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sheet.write_text("Aldo rides to “Delph’s” Żabno →\n", encoding="utf-8")
    out = io.TextIOWrapper(io.BytesIO(), encoding=encoding)
    monkeypatch.setattr("sys.stdout", out)
    assert main(["orders", "check", str(sheet)]) == 1
    told = out.buffer.getvalue().decode(encoding)  # type: ignore[attr-defined]
    assert told.startswith("Line 1: ")
    assert "Delph" in told


def test_a_sheet_in_the_letters_of_a_word_processor_is_handed_in(run: Run, made: MatchCreated, sheet: Path) -> None:
    sheet.write_bytes("\ufeffAldo\u00a0collects\r\n".encode())
    assert run("orders", "hand-in", str(sheet))[0] == 0
    services = MatchServices(Store.open(Path(os.environ["XDG_DATA_HOME"]) / "palatine" / "palatine.db"))
    assert services.orders.draft(made.match, made.keys["Abbey"]).handed_in == "Aldo collects\n"
