"""Tests of Ford against the laws, its lessons, and its clauses' code and tests."""

from __future__ import annotations

from pathlib import Path

from palatine.testing import clause_coverage, conformance, play_lesson, unknown_marks
from palatine.testing.examples.ford import GAME

TESTS = Path(__file__).parent


def test_the_laws_hold_in_random_games() -> None:
    report = conformance(GAME, 60)
    assert {"Choose", "March", "the end"} <= set(report.positions)


def test_every_clause_has_code_and_a_test() -> None:
    assert [f"{row.id}: {row.complaint}" for row in clause_coverage(GAME, TESTS) if row.complaint] == []
    assert unknown_marks(GAME, TESTS) == {}


def test_every_lesson_is_played_to_its_end() -> None:
    assert GAME.lessons
    for lesson in GAME.lessons:
        play_lesson(GAME, lesson)
