"""Lessons and guidance in the terminal."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest

from cli.helpers import Player
from palatine.cli import main
from palatine.cli.learning import LessonLibrary, lesson_terminal
from palatine.cli.sheet_editor import OrdersTerminal, find_name
from palatine.core import GlossaryEntry, Unknown, Unreadable
from palatine.matches import MatchServices
from palatine.store import Store


@pytest.fixture
def services() -> MatchServices:
    return MatchServices(Store.open(":memory:"), bots="background")


@pytest.fixture
def lessons(services: MatchServices, tmp_path: Path) -> LessonLibrary:
    return LessonLibrary(services, tmp_path / "state" / "lessons.json")


class Pupil(Player):
    """A player who takes a lesson in a terminal."""

    def __init__(
        self, services: MatchServices, lessons: LessonLibrary, game: str, lesson: str | None = None
    ) -> None:
        self.told: list[str] = []
        self.lines = iter(())
        chosen = lessons.choose(game, lesson)
        self.terminal = lesson_terminal(services, lessons, chosen, read_line=self.ask, write_line=self.told.append)


def test_a_lesson_is_had_in_words(services: MatchServices, lessons: LessonLibrary) -> None:
    pupil = Pupil(services, lessons, "ford")
    told = pupil.type("rest", "piece knight", "1", "", "rest")
    steps = ["Across the ford, step 1 of 4", "! If you rest, the day is lost.", "Across the ford, step 2 of 4",
             "A 6: the Knight wins, and takes the ford.", "(Press Enter to continue.)", "Your turn: what would you do?",
             "Across the ford, step 1 of 4", "Try that again:"]  # fmt: skip
    at = -1
    for step in steps:
        at = told.index(step, at + 1)
    assert "You hold the ford." in pupil.type("piece knight")
    assert lessons.progress_of(lessons.choose("ford", "the-ford")).done


def test_hint_show_back_and_leave(services: MatchServices, lessons: LessonLibrary) -> None:
    pupil = Pupil(services, lessons, "ford")
    told = pupil.type("hint", "show", "hint", "back", "leave")
    assert "Hint: It is the troop in the middle of your row." in told
    assert "These belong to this step: go." in told
    assert told.count("step 1 of 4") == 3
    assert told.endswith("To continue: palatine learn ford the-ford")


def test_the_place_is_kept(services: MatchServices, lessons: LessonLibrary) -> None:
    Pupil(services, lessons, "ford").type("show", "show", "leave")
    again = LessonLibrary(services, lessons.path)
    assert Pupil(services, again, "ford").type().count("step 3 of 4") == 1
    assert ", at step 3 of 4" in "\n".join(again.summary_lines("ford"))


def test_a_lesson_of_secret_orders(services: MatchServices, lessons: LessonLibrary) -> None:
    pupil = Pupil(services, lessons, "tithe")
    told = pupil.type("Aldo collects", "Anna builds", "hand in", "")
    assert "step 2 of 4" in told
    assert "step 4 of 4" in told
    assert "The first season, done" in told


def test_lessons_are_listed_with_what_is_done(lessons: LessonLibrary, capsys: Any) -> None:
    assert "demonlord first-battle: A battle at the ford (5 min)" in "\n".join(lessons.summary_lines())
    assert main(["learn"]) == 0
    assert "To start one: palatine learn GAME [LESSON]" in capsys.readouterr().out
    with pytest.raises(Unknown, match="the-ford"):
        lessons.choose("ford", "nothing")
    with pytest.raises(Unknown, match="demonlord"):
        lessons.lessons_of("nothing")


def test_a_damaged_file_is_told(services: MatchServices, tmp_path: Path) -> None:
    file = tmp_path / "lessons.json"
    file.write_text("{")
    with pytest.raises(Unreadable, match="damaged"):
        LessonLibrary(services, file)


# Guidance in a match


@pytest.fixture
def player(services: MatchServices) -> Player:
    players = {"North": {"kind": "person", "number": ""}, "South": {"kind": "bot", "bot": "recruit"}}
    made = services.matches.create("ford", players=players, forced=False)
    return Player(services, made.match, made.keys)


def test_what_an_action_will_cause_is_told(player: Player, ford: Any, monkeypatch: Any) -> None:
    from palatine.core import Consequence, Irrevocable, Odds, Result, UnusedOption

    told = [
        Consequence("warning", "The day is lost.", "4"), Irrevocable(), UnusedOption("2 troops have not moved", ()),
        Odds("A clash", (Result("wins", 0.5, {"South": 1.0}),), (("+1", "ford", "3.2"),)),
    ]  # fmt: skip
    monkeypatch.setattr(ford, "consequences", lambda sight, seat, action: told)
    answer = player.answer("preview rest")
    assert answer.splitlines()[:7] == [
        "Warning: The day is lost. (4)", "A clash", "    wins: 3 in 6 (50%)", "    Average losses: South 0.5",
        "    +1 ford (3.2)", "Not done yet:", "- 2 troops have not moved",
    ]  # fmt: skip
    assert "can't be undone" in answer
    assert player.answer("preview 1")
    assert player.answer("preview a")
    assert "Name a choice or an action" in player.answer("preview nonsense")


def test_what_has_happened_is_told_again(player: Player) -> None:
    player.type("rest")
    assert player.answer("recap").startswith("Since your last move:")


def test_what_a_word_means(player: Player, ford: Any, monkeypatch: Any) -> None:
    entries = [GlossaryEntry("knight", "Knight", "A {term:troop|troop} of 3.", clause="1.1", words=("knights",))]
    monkeypatch.setattr(ford, "glossary", {each.key: each for each in entries})
    assert player.answer("explain knights") == "Knight: A troop of 3. (1.1)"
    assert "Similar entries: Knight" in player.answer("explain kni")
    assert "no entry" in player.answer("explain camel")
    assert player.answer("explain") == "Give a word: explain WORD."


# The sheet


def test_whom_to_suggest_for_is_meant_by_number_name_or_beginning() -> None:
    names = ["Aldo", "Anna"]
    assert [find_name(names, text) for text in ("", "2", "aldo", "an", "a", "9")] == [
        None, "Anna", "Aldo", "Anna", "a", "9",
    ]  # fmt: skip


@pytest.fixture
def writer(services: MatchServices) -> Player:
    made = services.matches.create(
        "tithe",
        seats=("Abbey", "Baron"),
        players={seat: {"kind": "person", "number": ""} for seat in ("Abbey", "Baron")},
    )
    return Player(services, made.match, {"Abbey": made.keys["Abbey"]}, OrdersTerminal)


def test_suggestions_are_asked_for_by_number(writer: Player) -> None:
    told = writer.type("suggest", "suggest 2", "1")
    assert "1. Aldo" in told
    assert "2. Anna" in told
    assert "  1 Anna collects" in told


def test_a_turn_is_run_after_a_question(services: MatchServices) -> None:
    players = {"Abbey": {"kind": "person", "number": ""}, "Baron": {"kind": "bot", "bot": "recruit"}}
    made = services.matches.create("tithe", seats=("Abbey", "Baron"), players=players)
    alone = Player(services, made.match, made.keys, OrdersTerminal)
    assert "Not run." in alone.type("run", "no")
    assert services.matches.info(made.match).turn == 1
    alone.type("run", "yes", "quit")
    assert services.matches.info(made.match).turn == 2
