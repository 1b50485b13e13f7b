"""The glossary, which has an entry for all that players can meet and for nothing else."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random
from typing import Any

import pytest

from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import UNIT_KEY
from palatine.games.demonlord.components.spells import SPELLS
from palatine.games.demonlord.view.view import MARK_ICONS

GLOSSARY = GAME.glossary
BOARDS = GAME.boards(GAME.setup(seed=b"1"))


def named(field: str) -> set[str]:
    """Return all values of a field by which entries are found."""
    return {name for entry in GLOSSARY.values() for name in getattr(entry, field)}


def positions() -> Iterator[Any]:
    captain = GAME.bots["captain"](GAME)
    for seed in range(2):
        state = GAME.setup(seed=bytes([seed]))
        random = Random(seed)
        for ply in range(2500):
            if not state.flow:
                break
            (seat,) = GAME.actors(state)
            if ply % 50 == 0:
                yield state
            actions = GAME.actions(state, seat)
            GAME.take(state, seat, captain.decide(state, seat) if random.random() < 0.8 else random.choice(actions))


def test_every_counter_has_one_entry() -> None:
    faces = [face for entry in GLOSSARY.values() for face in entry.faces]
    assert sorted(faces) == sorted(UNIT_KEY)


def test_every_ground_line_and_printed_mark_of_the_boards_has_an_entry() -> None:
    spaces = [space for board in BOARDS for space in board.spaces]
    assert named("grounds") == {ground for space in spaces for ground in space.ground}
    assert named("lines") == {line.style for board in BOARDS for line in board.lines}
    printed = {mark.kind for space in spaces for mark in space.marks}
    assert named("marks") == printed | {"control"} | set(MARK_ICONS)


def test_every_corner_of_a_counter_has_an_entry() -> None:
    counters = [counter for board in BOARDS for counter in board.counters.values()]
    assert named("figures") == {corner for counter in counters for corner in counter.figures}


def test_every_spell_and_every_row_of_a_panel_can_be_looked_up() -> None:
    known = named("labels") | {entry.term for entry in GLOSSARY.values()}
    assert set(SPELLS) <= known
    units = {entry for key, entry in GLOSSARY.items() if key.startswith("unit-")}
    names = {name for entry in units for name in (entry.term, *entry.words)}
    for state in positions():
        for panel in GAME.view(state, "Hosar").panels:
            assert {row.label for row in panel.rows} <= known | names, panel.id


def test_every_badge_of_a_match_has_an_entry() -> None:
    badges = named("badges")
    for state in positions():
        for seat in ("Hosar", "Demon"):
            assert {badge for piece in GAME.view(state, seat).pieces for badge in piece.badges} <= badges


@pytest.mark.parametrize("key", sorted(GLOSSARY))
def test_an_entry_has_clause_short_text_and_whole_references(key: str) -> None:
    entry = GLOSSARY[key]
    assert entry.clause in GAME.clauses
    assert entry.text[0].isupper()
    assert entry.text.endswith(".")
    assert len(entry.text) <= 330
    assert set(entry.see) <= set(GLOSSARY)


def test_no_two_entries_claim_the_same_word() -> None:
    words = [word.lower() for entry in GLOSSARY.values() for word in {entry.term, *entry.words}]
    assert sorted({word for word in words if words.count(word) > 1}) == []
