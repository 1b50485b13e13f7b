"""Matches played in the terminal, compared word by word."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from cli.helpers import Player
from palatine.cli import main
from palatine.cli.common import Keyring
from palatine.cli.terminal import Terminal
from palatine.core.text import situation_text
from palatine.matches import MatchServices, strength_text
from palatine.store import Store


@pytest.fixture(autouse=True)
def _one_seed(monkeypatch: Any) -> None:
    """Make the server draw the same seed every time."""
    monkeypatch.setattr("palatine.matches.play.seating.new_seed", lambda: bytes(32))


@pytest.fixture
def services() -> MatchServices:
    return MatchServices(Store.open(":memory:"), bots="background")


def sit(services: MatchServices, *bots: str, days: int = 6) -> Player:
    players = {seat: {"kind": "bot", "bot": "recruit"} for seat in bots}
    people = {seat: {"kind": "person", "number": ""} for seat in ("North", "South") if seat not in bots}
    made = services.matches.create("ford", options={"days": days}, players={**players, **people}, forced=False)
    return Player(services, made.match, made.keys)


@pytest.fixture
def player(services: MatchServices) -> Player:
    return sit(services, "South")


def test_what_is_asked_is_told_with_numbers(player: Player) -> None:
    told = player.type()
    assert told.startswith("Ford. You play North. Type a number to choose, or help for the commands.")
    assert f"South: the recruit. {strength_text(player.terminal.game, 'recruit')}\n" in told
    assert "The troops are dealt face down. (1.2)" in told
    assert situation_text(player.terminal.match_view.view) in told
    assert told.endswith(f"To continue: palatine play --match {player.terminal.match}")


def test_a_number_chooses_and_the_bot_answers(player: Player) -> None:
    before = player.type()
    rest = next(line for line in before.splitlines() if line.endswith(". Rest")).split(".")[0]
    told = player.type(rest)
    assert "North rests. (2)" in told
    assert "South" in told.split("North rests. (2)")[1]
    assert "Choose a troop to march, or rest. (2)" in told


def test_a_plan_is_a_letter_and_an_action_can_be_named(player: Player) -> None:
    view = player.terminal.match_view.view
    assert view.shortcuts
    told = player.type("a")
    assert "marches from" in told
    told = player.type("rest")
    assert "North rests." in told


def test_a_plan_is_followed_by_its_place_and_taken_back_whole(player: Player) -> None:
    plan = player.terminal.match_view.view.shortcuts[0]
    told = player.type("to ford")
    assert "marches from" in told
    player = Player(player.terminal.services, player.terminal.match, player.terminal.keys)
    assert "You can't march to Pool (s5) from here." in player.type("to pool")
    assert plan.space == 4


def test_undo_says_what_it_took_back(services: MatchServices) -> None:
    player = sit(services)
    told = player.type("a", "undo")
    assert "Undone: Piece 1 to Ford." in told
    assert player.terminal.match_view.at == 0


def test_automatic_replies_are_ended_by_a_word(services: MatchServices) -> None:
    player = sit(services)
    assert "Your answers given in advance have ended." in player.type("auto off")


def test_an_empty_line_shows_again_what_is_asked(player: Player) -> None:
    told = player.type("")
    assert told.count("Choose a troop to march, or rest. (2)") == 2


LOOKS = [
    ("hex ford", "Ford (s4)\nford\nNothing is here."),
    ("FORD", "Ford (s4)\nford\nNothing is here."),
    ("space zin", "Zinnia (s8)\nbank\n- a hidden troop of South"),
    ("stack zinnia", "Zinnia (s8)\n- a hidden troop of South"),
    ("fallen", "Fallen\nNothing."),
    ("panels", "Fallen"),
    ("layers", "Strength known"),
    ("layer strength", "Strength known: "),
    ("layer rain", "There is no layer 'rain' here."),
    ("panels fallen", "Fallen\nNothing."),
    ("clause 2.1", "2.1: A march goes to a space beside."),
    ("clause 9", "There is no rule '9'."),
    ("tally", "You have seen no dice yet."),
    ("journal 1", "The troops are dealt face down. (1.2)"),
    ("side", "Say which side: North and South."),
    ("hex", "Say which space: a name or a number."),
    ("hex 99", "There is no space '99' here."),
    ("why", "Choose a troop to march, or rest. (2)\n2: Each side marches one troop a day, or rests."),
    ("why nowhere", "That is not possible now. Possible actions: piece, show and rest. (2: "),
    ("why go ford", "That is not possible now. Possible actions: piece, show and rest. (2: "),
    ("why alder", "piece Spear of North: That troop has nowhere to go. (2.3: "),
    ("frobnicate", "'frobnicate' is not a choice, command, place or list. Type help."),
    ("0", "There is no choice 0. Type 1 to "),
    ("99", "There is no choice 99. Type 1 to "),
    ("undo", "Nothing to undo."),
    ("save", "Say which file: save FILE."),
    ("save /no/such/folder/file", "[Errno 2] No such file or directory"),
    ("help", "NUMBER        choose from the list"),
    ("piece nobody", "There is no piece 'nobody' here."),
]


@pytest.mark.parametrize(("line", "answer"), LOOKS)
def test_looking_around(player: Player, line: str, answer: str) -> None:
    assert player.answer(line).startswith(answer)


def test_a_choice_rests_on_a_clause(player: Player) -> None:
    text = player.terminal.match_view.view.choices[0].text
    assert player.answer("why 1") == f"You may: {text}.\n2: Each side marches one troop a day, or rests."


def test_why_not_cites_the_clause(player: Player) -> None:
    player.type("1")
    assert player.answer("why go cedar").endswith("(2.3: One troop of a side to a space.)")
    assert player.answer("why zinnia").startswith("go Zinnia: That space is not beside the troop. (2.1: ")
    assert player.answer("go weir") == "That space is not beside the troop. (2.1)"
    offered = len(player.terminal.match_view.view.choices)
    assert player.answer(f"why {offered + 1}") == f"There is no choice {offered + 1}. Type 1 to {offered}."
    legal = player.terminal.match_view.view.choices[0]
    name = legal.text.removeprefix("Go to ")
    assert player.answer(f"why go {name}") == f"You may: go {name}."


def test_the_board_and_the_sides_hold_every_piece(player: Player) -> None:
    lines = [line for line in player.answer("board").splitlines() if line.startswith("- ")]
    assert len(lines) == 6
    both = player.answer("side north") + "\n" + player.answer("side South")
    assert sorted(line for line in both.splitlines() if line.startswith("- ")) == sorted(lines)
    assert player.answer("board the ford") == player.answer("board")


def test_undo_takes_back_and_says_why_not(player: Player, services: MatchServices) -> None:
    show = next(n for n, c in enumerate(player.terminal.match_view.view.choices, 1) if c.verb == "piece")
    told = player.type(str(show), "undo")
    assert "North undoes the last action." in told
    player.type("rest")
    assert player.answer("undo") in ("South has acted since.", "A bot played that.")


def test_a_tally_is_opened_out(services: MatchServices) -> None:
    player = sit(services, "South", days=30)
    while not (rolled := [line for line in player.terminal.inspection_context().journal() if line.tally]):
        player.type("1")
    told = player.answer("tally")
    assert told.splitlines()[0].startswith(rolled[-1].text)
    assert all(f"    {line}" in told for line in rolled[-1].tally)


def test_a_match_can_be_played_to_its_end_and_looked_at_after(services: MatchServices) -> None:
    player = sit(services, "South", days=3)
    told = player.type(*["1"] * 40)
    assert services.matches.info(player.terminal.match).status == "over"
    assert "There is nothing to choose now." in told
    assert "has won: " in told or "share the victory: " in told
    assert player.answer("board").startswith("The ford")


def test_a_match_is_saved_as_a_file(player: Player, tmp_path: Path) -> None:
    path = tmp_path / "match.json"
    assert player.answer(f"save {path}") == f"Saved to {path}."
    assert json.loads(path.read_text())["reader"] == "North"


def test_two_at_one_screen_look_away(services: MatchServices) -> None:
    player = sit(services)
    told = player.type("rest", "rest")
    assert told.count("North's turn. Everyone else, please look away.") == 2
    assert told.count("South's turn. Everyone else, please look away.") == 1
    south = told.split("South's turn")[1].split("North's turn")[0]
    assert "a hidden troop of North" not in south
    assert "Day 1 of 6" in south
    assert "The troops are dealt face down." in south


def test_either_of_two_takes_back_what_is_his(services: MatchServices) -> None:
    player = sit(services)
    told = player.type("rest", "undo")
    assert "North undoes the last action." in told


def test_a_conflict_is_told_and_play_goes_on(player: Player, services: MatchServices, monkeypatch: Any) -> None:
    match, key = player.terminal.match, player.terminal.keys["North"]
    player.type()

    def slow(prompt: str) -> str:
        services.matches.act(match, key, ("rest", 0), services.matches.info(match).version)
        monkeypatch.setattr(player.terminal, "ask", player.ask)
        return "rest"

    monkeypatch.setattr(player.terminal, "ask", slow)
    told = player.type()
    assert "The match has moved on. Look again." in told


def test_somebody_elsewhere_is_waited_for(services: MatchServices, monkeypatch: Any) -> None:
    made = services.matches.create(
        "ford", players={seat: {"number": ""} for seat in ("North", "South")}, forced=False
    )
    player = Player(services, made.match, {"South": made.keys["South"]})

    def act(seconds: float) -> None:
        services.matches.act(made.match, made.keys["North"], ("rest", 0), services.matches.info(made.match).version)

    monkeypatch.setattr("palatine.cli.terminal.time.sleep", act)
    told = player.type()
    assert "Waiting for North" in told
    assert "North rests. (2)" in told
    assert "1. " in told


def test_an_onlooker_may_look_but_not_act(services: MatchServices) -> None:
    made = services.matches.create(
        "ford", players={seat: {"kind": "bot", "bot": "recruit"} for seat in ("North", "South")}
    )
    player = Player(services, made.match, {})
    told = player.type("board", "1", "save /dev/null")
    assert told.startswith("Ford. You have no seat in this match, so you are watching.")
    assert "There is nothing to choose now." in told


# The command


def typed(monkeypatch: Any, *lines: str) -> None:
    left = iter(lines)

    def read(prompt: str = "") -> str:
        for line in left:
            return line
        raise EOFError

    monkeypatch.setattr("builtins.input", read)
    monkeypatch.setattr(Terminal.__init__, "__defaults__", (read, print, True))


def test_a_match_is_gone_on_with_through_the_same_database(run: Any, monkeypatch: Any, tmp_path: Path) -> None:
    typed(monkeypatch, "rest", "quit")
    code, out, err = run("play", "ford", "--seat", "North", "--against", "recruit", "--seed", "my words")
    assert (code, err) == (0, "")
    match = out.split("--match ")[1].strip()
    keys = tmp_path / "data" / "palatine" / "keys.json"
    assert keys.stat().st_mode & 0o077 == 0
    code, out, _ = run("matches")
    assert out.startswith(f"{match}  Ford, you play North; ")
    assert json.loads(run("matches", "--json")[1])[0]["numbers"] == {"North": "my words"}
    typed(monkeypatch, "journal")
    code, out, _ = run("play", "--match", match)
    assert code == 0
    assert "North rests." in out


def test_keys_can_come_from_elsewhere(run: Any, monkeypatch: Any, tmp_path: Path) -> None:
    place = str(tmp_path / "club.db")
    made = MatchServices(Store.open(place)).matches.create("ford")
    complaint = f"palatine: This key opens no seat of match {made.match}.\n"
    assert run("play", "--match", made.match, "--key", "wrong", "--database", place) == (2, "", complaint)
    complaint = f"palatine: You have no key to a seat of match {made.match} here. Give one with --key.\n"
    assert run("play", "--match", made.match, "--database", place) == (2, "", complaint)
    MatchServices(Store.open(place)).seats.take_seat(made.match, made.keys["South"], "Sue")
    typed(monkeypatch)
    code, out, _ = run(
        "play", "--match", made.match, "--key", made.keys["North"], "--database", place, "--seat", "North"
    )
    assert code == 0
    assert "1. March" in out


def test_a_match_in_memory_leaves_nothing_behind(run: Any, monkeypatch: Any, tmp_path: Path) -> None:
    typed(monkeypatch, "quit")
    code, out, _ = run("play", "ford", "--database", ":memory:")
    assert code == 0
    assert "This match was kept only in memory and is now gone." in out or "To continue" in out
    assert not (tmp_path / "data" / "palatine" / "keys.json").exists()


def test_a_damaged_keyring_is_told(run: Any, tmp_path: Path) -> None:
    path = tmp_path / "data" / "palatine" / "keys.json"
    path.parent.mkdir(parents=True)
    path.write_text("{")
    code, _, err = run("matches")
    assert code == 2
    assert err.startswith(f"palatine: The keys in {path} cannot be read: ")
    assert Keyring(None).keys_of_match("x") == {}


def test_an_interrupted_prompt_ends_politely(services: MatchServices) -> None:
    player = sit(services, "South")

    def stop(prompt: str) -> str:
        raise KeyboardInterrupt

    player.terminal.ask = stop
    assert "To continue" in player.type()
    assert callable(main)
