"""The commands without interaction."""

from __future__ import annotations

import json
import os
import re
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import pytest

from palatine import registry
from palatine.core import Outcome, PalatineError
from palatine.lab import complete_setting, play_games
from palatine.lab.selfplay import seed_number
from palatine.matches import strengths
from palatine.store import Store
from palatine.store.jobs import MAX_TRIES
from palatine.testing import completeness

DUE = datetime(2026, 1, 2, tzinfo=UTC)


def test_changes_of_rules_are_listed_when_asked(run: Any) -> None:
    code, plain, _ = run("games")
    assert (code, "since rules" in plain) == (0, False)
    code, told, _ = run("games", "--changes")
    assert code == 0
    assert re.search(r"^  since rules 2, ", told, re.MULTILINE)


def test_games_are_listed(run: Any) -> None:
    code, out, _ = run("games")
    assert code == 0
    scenario = "scenario standard: The ford, for 2 players: North, South"
    assert f"ford: Ford (2024), rules 1\n  {scenario}\n  option days=6 (1 to 30): Days" in out
    assert "  scenario standard: Adventurer Kings, for 8 to 12 players\n" in out, "and not a list of every King"
    code, out, _ = run("games", "--json")
    ford = next(game for game in json.loads(out) if game["name"] == "ford")
    assert (ford["scenarios"][0]["tables"], ford["bots"]) == ([["North", "South"]], ["recruit"])


def test_bots_are_listed_by_strength_in_the_words_of_the_pages(run: Any) -> None:
    lines = run("games")[1].splitlines()
    elric = registry.load("elric")
    told = [f"  bot {each.bot}: {each.text}" for each in strengths(elric)]
    assert len(told) == 4
    heading = next(at for at, line in enumerate(lines) if line.startswith("elric: "))
    first = lines.index(told[0], heading)
    assert lines[first : first + 4] == told
    game = next(each for each in json.loads(run("games", "--json")[1]) if each["name"] == "elric")
    assert [each["bot"] for each in game["strengths"]] == list(registry.bots_by_strength(elric))


# Simulating


def simulate(run: Any, *more: str) -> dict[str, Any]:
    code, out, err = run("simulate", "ford", "--games", "12", "--processes", "1", "--json", *more)
    assert (code, err) == (0, "")
    found: dict[str, Any] = json.loads(out)
    return found


def test_a_simulation_counts_games_decisions_outcomes_by_seat_and_margin(run: Any) -> None:
    found = simulate(run, "--seed", "7", "--seat", "North=recruit", "--option", "days=3")
    assert (found["games"], found["options"], found["seats"]) == (
        12,
        {"days": 3},
        {"North": "recruit", "South": "recruit"},
    )
    assert sum(found["wins"].values()) + found["shared"] + found["nobody"] == 12
    for seat, margins in found["margins"].items():
        assert sum(margins.values()) == (found[seat] if seat in ("shared", "nobody") else found["wins"][seat])
    assert found["decisions"] > 12
    assert found["seconds"] >= 0


def test_a_game_nobody_won_is_not_counted_as_shared(run: Any, ford: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr(
        ford, "outcome", lambda state: None if ford.actors(state) else Outcome((), "Over.", "1", ())
    )
    found = simulate(run)
    assert (found["shared"], found["nobody"], sum(found["wins"].values())) == (0, 12, 0)
    text = run("simulate", "ford", "--games", "5", "--processes", "1")[1]
    assert "\n  shared: 0\n  nobody: 5 (" in text


def test_a_seed_is_a_simulation(run: Any) -> None:
    first, again, other = simulate(run), simulate(run), simulate(run, "--seed", "1")
    for each in (first, again, other):
        each.pop("seconds")
    assert first == again != other


def test_a_simulation_in_words(run: Any) -> None:
    code, out, _ = run("simulate", "ford", "--games", "5", "--processes", "1")
    assert code == 0
    assert out.startswith("Ford, standard: 5 games, ")
    assert "\n  North (recruit): " in out
    assert "\n  shared: " in out
    assert run("simulate", "ford", "--games", "1", "--processes", "1")[1].startswith("Ford, standard: 1 game, ")


def test_the_number_of_processes_changes_nothing() -> None:
    """The game is an installed one because the processes know no other."""
    setting = complete_setting(registry.load("demonlord"), seed="many")
    assert list(play_games(setting, 3, 2)) == list(play_games(setting, 3, 1))


def test_a_bot_that_does_what_it_may_not_ends_the_simulation(run: Any, monkeypatch: Any) -> None:
    class Cheat:
        def __init__(self, game: Any) -> None: ...

        def decide(self, state: Any, seat: str) -> Any:
            return ("go", 99)

    monkeypatch.setattr("palatine.testing.examples.ford.referee.Ford.bots", {"cheat": Cheat})
    code, out, err = run("simulate", "ford", "--games", "1", "--processes", "1", "--seat", "North=cheat")
    assert (code, out) == (2, "")
    assert err.startswith("palatine: The bot of North chose ('go', 99) in game 0, refused: ")
    assert seed_number("a") == seed_number("a") != seed_number("b")


# Complaints


@pytest.mark.parametrize(
    ("arguments", "complaint"),
    [
        (["simulate", "chess"], "There is no game 'chess'; there are "),
        (["simulate", "ford", "--seat", "West=recruit"], "The ford has no such seats; there are North, South."),
        (["simulate", "ford", "--seat", "North=captain"], "Ford has no bot 'captain'; it has recruit."),
        (["simulate", "ford", "--seat", "North"], "Who plays a seat is written NAME=VALUE, not 'North'."),
        (["simulate", "ford", "--option", "nights=1"], "Ford has no option 'nights'; it has days."),
        (["simulate", "ford", "--option", "days=six"], "The option 'days' takes a whole number, not 'six'."),
        (["simulate", "ford", "--option", "days=60"], "The option 'days' lies between 1 and 30, not at 60."),
        (["simulate", "ford", "--scenario", "siege"], "Ford has no scenario 'siege'; it has standard."),
        (["simulate", "ford", "--games", "0"], "At least one game is played, by at least one process."),
        (["simulate", "demonlord", "--option", "tournament=perhaps"], "takes true or false, not 'perhaps'."),
        (["play"], "Name a game: palatine play GAME. The games are "),
        (["play", "ford", "--seat", "West"], "Ford has no seat 'West'; it has North, South."),
        (["play", "ford", "--against", "captain"], "Ford has no bot 'captain'; it has recruit."),
        (["play", "--match", "nowhere"], "There is no match 'nowhere'."),
        (["clauses", "chess"], "There is no game 'chess'"),
        (["clauses", "--json"], "Say of which game: palatine clauses GAME --json."),
        (["verify", "no-such-file"], "no-such-file cannot be read: No such file or directory."),
        (["replay", "."], ". cannot be read: Is a directory."),
        (["import", "no-such-file"], "no-such-file cannot be read"),
        (["export", "nowhere"], "There is no match 'nowhere'."),
        (["audit", "--database", "nonsense://x"], "cannot be opened"),
        (["matches", "--database", "/dev/null/x"], "palatine: "),
    ],
)
def test_complaints_are_one_line_and_nothing_is_printed(run: Any, arguments: list[str], complaint: str) -> None:
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert complaint in err
    assert "Traceback" not in err


@pytest.mark.parametrize(
    "arguments",
    [
        [],
        ["conquer"],
        ["simulate"],
        ["simulate", "ford", "--games", "many"],
        ["serve", "--port", "high"],
        ["--huh"],
    ],
)
def test_wrong_usage_is_one_line_too(run: Any, arguments: list[str]) -> None:
    code, out, err = run(*arguments)
    assert (code, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("palatine")


def test_an_unexpected_error_is_one_line_and_debug_shows_where(run: Any, monkeypatch: Any) -> None:
    monkeypatch.setattr("palatine.registry.games", lambda: 1 / 0)
    code, out, err = run("games")
    assert (code, out) == (2, "")
    assert err == "palatine: an unexpected error, ZeroDivisionError: division by zero (--debug shows where)\n"
    with pytest.raises(ZeroDivisionError):
        run("games", "--debug")


def test_an_interruption_is_no_error(run: Any, monkeypatch: Any) -> None:
    def stop() -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr("palatine.registry.games", stop)
    assert run("games") == (130, "", "\n")


def test_a_reader_that_goes_away_is_no_error() -> None:
    command = f"{sys.executable} -m palatine games | true"
    around = {**os.environ, "PYTHONPATH": os.pathsep.join(sys.path)}
    told = subprocess.run(["bash", "-c", command], env=around, capture_output=True, text=True, check=True)
    assert told.stderr == ""


def test_help_tells_every_command(run: Any) -> None:
    code, out, _ = run("--help")
    assert code == 0
    for name in ("games", "serve", "play", "simulate", "replay", "verify", "audit", "clauses", "export", "import"):
        assert name in out
        assert run(name, "--help")[0] == 0


# Serving


def test_serve_hands_over_to_the_web(run: Any, monkeypatch: Any, tmp_path: Path) -> None:
    asked: list[Any] = []
    monkeypatch.setattr("palatine.web.serve", lambda *given: asked.append((*given[:5], given[5].site.access)))
    assert run("serve", "--port", "9999", "--no-browser", "--database", "here.db")[0] == 0
    monkeypatch.setenv("PALATINE_DATABASE", "there.db")
    assert run("serve")[0] == 0
    monkeypatch.delenv("PALATINE_DATABASE")
    assert run("serve")[0] == 0
    usual = str(tmp_path / "data" / "palatine" / "palatine.db")
    assert run("serve", "--name", "play.example.org", "--name", "games.example.org")[0] == 0
    assert run("serve", "--host", "0.0.0.0")[0] == 0
    settings = tmp_path / "club.toml"
    settings.write_text('[site]\naccess = "invite"\n')
    assert run("serve", "--config", str(settings))[0] == 0
    assert asked == [
        ("127.0.0.1", 9999, "here.db", False, [], "local"),
        ("127.0.0.1", 8080, "there.db", True, [], "local"),
        ("127.0.0.1", 8080, usual, True, [], "local"),
        ("127.0.0.1", 8080, usual, True, ["play.example.org", "games.example.org"], "local"),
        ("0.0.0.0", 8080, usual, True, [], "open"),
        ("127.0.0.1", 8080, usual, True, [], "invite"),
    ]


def test_jobs_that_failed_too_often_are_told_and_tried_again(run: Any, tmp_path: Path) -> None:
    place = str(tmp_path / "p.db")
    kept = Store.open(place).jobs
    kept.add("expire", "expire m", "2026-01-01")
    for _ in range(MAX_TRIES):
        (job,) = kept.claim(DUE)
        kept.retry_later(job, DUE, "ZeroDivisionError: of no use")
    assert run("jobs", "--database", place) == (
        0, "'expire m' failed 8 times: ZeroDivisionError: of no use\n1 parked jobs.\n", "",
    )  # fmt: skip
    assert run("jobs", "--retry", "expire m", "--database", place)[:2] == (0, "'expire m' is tried again.\n")
    assert run("jobs", "--database", place)[1] == "0 parked jobs.\n"
    assert run("jobs", "--retry", "nothing", "--database", place) == (1, "", "There is no job 'nothing'.\n")


# Clauses


def test_clauses_tell_what_is_lacking(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    code, out, _ = run("clauses", "ford")
    assert (code, out.splitlines()[-1]) == (
        0, "Ford: 12 clauses, 12 implemented and tested, 0 not applicable, 0 lacking."
    )  # fmt: skip
    monkeypatch.setattr(completeness, "find_tests_folder", lambda game: None)
    code, out, _ = run("clauses", "ford")
    assert code == 1
    assert "2.1: no test. A march goes to a space beside." in out
    assert out.splitlines()[-1] == "Ford: 12 clauses, 0 implemented and tested, 0 not applicable, 12 lacking."


def test_a_clause_and_its_parts_are_told_in_full(run: Any) -> None:
    code, out, _ = run("clauses", "ford", "2")
    assert code == 0
    assert [line.split()[0] for line in out.splitlines() if line[:1].isdigit()] == ["2", "2.1", "2.2", "2.3"]
    assert "2.2  Movement\n  Deep water cannot be entered.\n  code    rules.movement.may_enter" in out
    assert "  ruling  R1: Who wins when both sides" in run("clauses", "ford", "4.2")[1]
    assert run("clauses", "ford", "9")[2] == "palatine: Ford has no clause '9'.\n"
    assert "  test    tests/games/demonlord/" in run("clauses", "demonlord", "SET-02")[1]


def test_the_data_of_a_game_are_checked(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    assert run("validate", "elric")[:2] == (
        0,
        "Elric: Battle at the End of Time: 0 problems in the data.\n",
    )
    assert run("validate", "ford")[2] == "palatine: Ford has no checks of its data.\n"
    assert run("validate")[1].count("0 problems in the data.") == 5
    monkeypatch.setattr("palatine.games.elric.validation.validate", lambda: ["Dhakos: no sea beside it"])
    code, out, _ = run("validate", "elric")
    assert (code, out) == (
        1, "Dhakos: no sea beside it\nElric: Battle at the End of Time: 1 problems in the data.\n",
    )  # fmt: skip


def test_clauses_as_data(run: Any) -> None:
    code, out, _ = run("clauses", "ford", "--json")
    rows = json.loads(out)
    assert code == 0
    assert rows[0]["id"] == "1.2"
    assert set(rows[0]) >= {"id", "gist", "code", "tests", "ruling", "status"}


def test_errors_of_rules_are_told_politely(run: Any, monkeypatch: Any) -> None:
    def refuse() -> None:
        raise PalatineError("Two\nlines.")

    monkeypatch.setattr("palatine.registry.games", refuse)
    assert run("games") == (2, "", "palatine: Two lines.\n")


# Steps


def test_the_steps_of_a_game_are_listed(run: Any) -> None:
    code, out, _ = run("steps", "demonlord")
    lines = [line.split("  ") for line in out.splitlines()]
    assert code == 0
    assert [cell.strip() for cell in lines[0] if cell] == [
        "NAME",
        "CLAUSE",
        "MODULE",
        "PREVIEW",
        "DECISION",
        "WORDING",
    ]
    (row,) = [[cell.strip() for cell in line if cell] for line in lines if line[0] == "AskTruceCall"]
    assert row == ["AskTruceCall", "END-03", "rules.victory", "truces.preview_truce_call (call)",
                   "diplomacy.decide_truce_call", "prompt.AskTruceCall"]  # fmt: skip
    assert out.splitlines()[-1] == "Demonlord: 56 steps and interrupts, 0 lacking."
    (gate,) = [each for each in json.loads(run("steps", "demonlord", "--json")[1]) if each["name"] == "OpenGate"]
    assert (gate["preview"], gate["decision"][:6]) == (["spells.preview_gate"], "none: ")


def test_a_step_that_lacks_something_fails_the_command(run: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    decided = registry.load("demonlord").decisions.decided
    monkeypatch.delitem(decided, next(step for step in decided if step.__name__ == "Movement"))
    code, out, _ = run("steps", "demonlord")
    assert code == 1
    assert "Movement (rules.movement.movement) has no decision, and no reason for that" in out
