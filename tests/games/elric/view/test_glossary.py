"""The glossary, which covers everything on boards, counters and in hands, and nothing else."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import arm, give_cards, new_state, piece, put, run, take_card
from palatine.games.elric.components.spells import SPELL_NAME, SPELLS
from palatine.games.elric.components.world import AREA_NAME
from palatine.games.elric.referee import GAME
from palatine.games.elric.rules.movement.movement import Movement
from palatine.games.elric.view.glossary import spell_clause

ENTRIES = GAME.glossary
BOARDS = GAME.boards(GAME.setup("successor", seed=b"glossary"))


def explained(field: str) -> set[str]:
    return {each for entry in ENTRIES.values() for each in getattr(entry, field)}


def test_everything_on_the_boards_has_an_entry() -> None:
    faces = {face for board in BOARDS for face in board.counters}
    assert faces <= explained("faces")
    assert {ground for board in BOARDS for space in board.spaces for ground in space.ground} <= explained("grounds")
    printed = {mark.kind for board in BOARDS for space in board.spaces for mark in space.marks}
    assert printed | {"control", "siege"} <= explained("marks")
    lines = {line.style for board in BOARDS for line in board.lines}
    assert lines | {"sea-boiling", "sea-teeth", "sea-chaos"} <= explained("lines")
    figures = {corner for board in BOARDS for face in board.counters.values() for corner in face.figures}
    assert figures <= explained("figures")


def test_no_entry_speaks_of_what_is_not_there() -> None:
    assert explained("faces") <= {face for board in BOARDS for face in board.counters}
    styles = {style for board in BOARDS for style in board.styles}
    assert explained("grounds") | explained("lines") <= styles
    assert {key for entry in ENTRIES.values() for key in entry.see} <= set(ENTRIES)


def test_every_clause_exists_and_every_text_is_short() -> None:
    assert {entry.clause for entry in ENTRIES.values()} <= set(GAME.clauses)
    assert all(entry.text.endswith(".") for entry in ENTRIES.values())
    long = {entry.key: len(entry.text) for entry in ENTRIES.values() if len(entry.text) > 330}
    assert long == {}


def test_every_spell_and_every_area_is_told_of_with_its_own_clause() -> None:
    terms = {entry.term for entry in ENTRIES.values()}
    assert set(SPELL_NAME) <= terms
    assert set(AREA_NAME) <= terms
    for spell in range(SPELLS):
        gist = GAME.clauses[spell_clause(spell)].gist.lower().replace("battle barge", "battle-barge")
        first = SPELL_NAME[spell].lower().split()[0].split("-")[0].removeprefix("the ")
        assert first in gist or (first, "horn" in gist) == ("horn", True), (SPELL_NAME[spell], gist)


@pytest.mark.clause("13.4c", "12.1.2b")
def test_every_badge_on_the_board_has_an_entry() -> None:
    s: Any = new_state()
    put(s, 0, "Dhakos", "Yishana", "Elric", "Wizard of Jharkor", ("Jharkor", 2))
    put(s, 0, "bak_sea", "Vilmir galley", "Naclon")
    s.ship[piece("Naclon")] = piece("Vilmir galley")
    s.controller, s.has_hand = piece("Yishana"), True
    give_cards(s, "Elric", "Arioch", "Misha")
    arm(s, "Elric", "Mournblade")
    s.maintained[piece("Wizard of Jharkor")] = take_card(s, "Goldar")
    s.laid[piece("Wizard of Jharkor")] = take_card(s, "Sleep")
    s.done = (piece("Naclon"),)
    view = GAME.view(run(s, Movement(0)), "Amber")
    badges = {badge for each in view.pieces for badge in each.badges}
    assert {"aboard the Vilmir galley", "2 spells", "Mournblade", "maintains Goldar", "has moved"} <= badges
    assert badges <= explained("badges")


def test_every_label_is_one_that_stands_somewhere() -> None:
    said = {text for text in GAME.words.messages.values() if isinstance(text, str)}
    assert explained("labels") <= said


def test_entries_are_many_and_say_what_is_so() -> None:
    assert len(ENTRIES) > 300
    assert "adds 5 in battle" in ENTRIES["spell-arioch"].text
    assert "Army Eater" in ENTRIES["spell-noose-of-flesh"].text
    assert "wall 3" in ENTRIES["place-dha_seq"].text
    assert "(4 in 6" not in ENTRIES["spell-horn-of-fate"].text
    assert "Arioch" in ENTRIES["power-jharkor"].text
