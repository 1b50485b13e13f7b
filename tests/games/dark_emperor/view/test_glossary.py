"""The glossary, which has an entry for all that players can meet and for nothing else."""

from __future__ import annotations

from collections import Counter
from random import Random
from typing import Any

import pytest

from palatine.games.dark_emperor.components.pieces import DEVICES, PIECE_NAME, POWER_NAME
from palatine.games.dark_emperor.components.spells import SPELLS
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.view.boards import boards
from palatine.testing.fuzzer import FuzzPlayer

ENTRIES = GAME.glossary.values()


def carried(field: str) -> set[str]:
    """Return all values of a field by which entries are found."""
    return {each for entry in ENTRIES for each in getattr(entry, field)}


def test_every_face_of_a_counter_has_one_entry_and_there_are_no_others() -> None:
    faces = {key for board in boards() for key in board.counters}
    assert carried("faces") == faces
    assert [face for face, n in Counter(f for entry in ENTRIES for f in entry.faces).items() if n > 1] == []


def test_every_ground_mark_and_line_of_the_boards_has_an_entry() -> None:
    spaces = [space for board in boards() for space in board.spaces]
    assert carried("grounds") == {ground for space in spaces for ground in space.ground}
    assert carried("lines") == {line.style for board in boards() for line in board.lines}
    assert {mark.kind for space in spaces for mark in space.marks} <= carried("marks")


def test_every_figure_in_a_corner_has_an_entry() -> None:
    corners = {corner for board in boards() for counter in board.counters.values() for corner in counter.figures}
    assert corners == carried("figures")


def test_every_badge_and_mark_of_a_random_game_has_an_entry() -> None:
    random = Random(5)
    s: Any = GAME.setup(seed=b"glossary")
    player = FuzzPlayer(GAME, random, boldness=0.9)
    badges, marks = set(), set()
    for n in range(900):
        if not s.flow:
            break
        s = GAME.play(s, *player.choose(s))
        if n % 10 == 0:
            view = GAME.view(s, None)
            badges |= {badge for piece in view.pieces for badge in piece.badges}
            marks |= {mark.kind for there in view.marks.values() for mark in there}
    assert badges
    assert badges <= carried("badges")
    assert marks <= carried("marks")


@pytest.mark.parametrize("name", [spell.name for spell in SPELLS])
def test_every_spell_has_an_entry_with_its_clause(name: str) -> None:
    (entry,) = [entry for entry in ENTRIES if entry.term == name]
    assert entry.clause == next(spell.clause for spell in SPELLS if spell.name == name)
    assert entry.kind == "spell"


def test_every_device_kingdom_and_group_is_found_by_its_name() -> None:
    names = {entry.term for entry in ENTRIES} | carried("badges") | carried("labels")
    assert {PIECE_NAME[d] for d in DEVICES} - names == set()
    assert set(POWER_NAME[:16]) - names == set()


def test_every_clause_and_every_reference_is_there() -> None:
    clauses = set(GAME.clauses)
    assert [entry.key for entry in ENTRIES if entry.clause not in clauses] == []
    assert [(entry.key, key) for entry in ENTRIES for key in entry.see if key not in GAME.glossary] == []


def test_no_two_entries_have_one_word() -> None:
    words = Counter(word for entry in ENTRIES for word in {w.lower() for w in (entry.term, *entry.words)})
    assert [word for word, n in words.items() if n > 1] == []


def test_every_row_of_the_score_is_found_by_its_label() -> None:
    s = GAME.setup(seed=b"labels")
    labels = {entry.term for entry in ENTRIES} | carried("labels")
    rows = {
        row.label for panel in GAME.view(s, None).panels if panel.id in ("score", "powers") for row in panel.rows
    }
    assert rows - labels == set()
