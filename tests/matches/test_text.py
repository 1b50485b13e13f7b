"""Texts from users, without control characters, reversed lines or stacked marks."""

from __future__ import annotations

import pytest

from palatine.matches.text import (
    MAX_COMBINING_MARKS,
    clean_letter,
    clean_line,
    clean_name,
    clean_text,
    limit_combining_marks,
)

TOWER = "e" + "\u0301" * 40


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        ("Laptop\x00\x1b[2J", "Laptop [2J"), ("a\u202eb", "a b"), ("a\r\nb", "a b"), ("Zoë", "Zoë"), (None, ""),
        (TOWER, "e" + "\u0301" * MAX_COMBINING_MARKS), ("שָׁלוֹם", "שָׁלוֹם"),
    ],
)  # fmt: skip
def test_a_line_has_nothing_that_cannot_be_printed(text: str | None, kept: str) -> None:
    assert clean_line(text) == kept
    assert clean_name(text) == kept


@pytest.mark.parametrize(
    ("text", "kept"),
    [
        (" one\r\ntwo\rthree\tfour ", "one\ntwo\nthree\tfour"), ("a\x07b\u2028c\u202ed", "a b c d"),
        ("می\u200cخواهم", "می\u200cخواهم"), ("\U0001f468\u200d\U0001f469", "\U0001f468\u200d\U0001f469"),
        (f"{TOWER} {TOWER}", " ".join(["e" + "\u0301" * MAX_COMBINING_MARKS] * 2)),
    ],
)  # fmt: skip
def test_a_free_text_keeps_its_lines_and_its_letters(text: str, kept: str) -> None:
    assert clean_text(text) == kept


def test_a_letter_has_no_tower_of_marks() -> None:
    assert clean_letter(f"Dear {TOWER},") == f"Dear e{chr(0x301) * MAX_COMBINING_MARKS},"
    assert limit_combining_marks("မြို့") == "မြို့"


def test_a_joiner_between_marks_makes_room_for_no_more() -> None:
    assert limit_combining_marks("a" + ("\u0301" * 4 + "\u200d") * 20).count("\u0301") == MAX_COMBINING_MARKS
