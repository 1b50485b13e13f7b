"""Conformance: the laws for every game, the bots, the lessons, and code and tests by clause."""

from __future__ import annotations

from pathlib import Path

from palatine import registry
from palatine.testing import (
    clause_coverage,
    conformance,
    play_lesson,
    previews_say_what_undo_refuses,
    unknown_marks,
)
from palatine.testing.examples.marsh import GAME

TESTS = Path(__file__).parent
MUST_JUDGE = ("secrets are dealt", "entries reveal no secret", "deals keep what was learned")


def test_the_laws_hold_in_games_of_random_players_and_of_the_captain() -> None:
    report = conformance(GAME, 150, must_judge=MUST_JUDGE)
    assert {"Hide", "Move", "March", "Fight", "the end"} <= set(report.positions)


def test_a_preview_says_whether_an_action_can_be_undone() -> None:
    conformance(GAME, 40, laws=(previews_say_what_undo_refuses,), seldom=1)


def test_the_captain_and_the_marshal_can_be_seated() -> None:
    assert registry.opponents(GAME)[:2] == ("captain", "marshal")
    state = GAME.setup(seed=b"marshal")
    assert registry.bot("marshal", GAME, samples=4).decide(state, "Amber") in GAME.actions(state, "Amber")


def test_every_clause_has_code_and_a_test() -> None:
    assert [f"{row.id}: {row.complaint}" for row in clause_coverage(GAME, TESTS) if row.complaint] == []
    assert unknown_marks(GAME, TESTS) == {}


def test_every_lesson_is_played_to_its_end() -> None:
    assert GAME.lessons
    for lesson in GAME.lessons:
        play_lesson(GAME, lesson)
