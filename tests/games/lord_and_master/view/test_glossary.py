"""The glossary, which has an entry for all that a player can meet and for nothing else."""

from __future__ import annotations

import re
from random import Random

import pytest

from games.lord_and_master.positions import hargaar, hold, person, put
from palatine.core.data import PackageData
from palatine.core.view import View
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import SiegeRecord, State
from palatine.players.random_bot import random_sheet

GLOSSARY = GAME.glossary
CLAUSES = {each["id"] for each in PackageData(GAME.package).read_toml("clauses.toml")["clause"]}
CODE = re.compile(r"\b[a-z]+[._][a-z]+\b")


def carried(field: str) -> set[str]:
    """Return all values of a field by which entries are found."""
    return {each for entry in GLOSSARY.values() for each in getattr(entry, field)}


def crowded() -> State:
    """Return a position with every kind of mark and badge."""
    state = hargaar()
    hold(state, 0, 65, 66)
    hold(state, 0, 64, allied=True)
    person(state, "Ann W3", 0, 65)
    prisoner = person(state, "Cob N12", 1, 65)
    state.set_person(prisoner, captor=0)
    put(state, "HFC 3", 0, 65)
    put(state, "HFC 2w", 0, 65)
    state.set_unit(put(state, "MFC 1", 1, 65)[0], captor=0)
    state.set_nation(0, site=65)
    state.boneyards.append(65)
    state.sieges.append(SiegeRecord(259, 0))
    state.forts[65] = "Keep"
    state.feaster = 12
    return state


def shown() -> list[View]:
    """Return the views of the founding, a match and the crowded position."""
    founding = GAME.setup(seats=("P1", "P2"), seed=b"glossary")
    state = founding.copy()
    random = Random(1)
    for _ in range(6):
        for seat in GAME.actors(state):
            GAME.set_sheet(state, seat, random_sheet(GAME, state, seat, random))
        GAME.run_turn(state)
    return [GAME.view(each, "P1") for each in (founding, state, crowded())]


def test_every_face_ground_and_mark_of_the_board_has_an_entry() -> None:
    board = GAME.boards(crowded())[0]
    assert set(board.counters) <= carried("faces")
    grounds = {*[ground for space in board.spaces for ground in space.ground], "start"}
    assert grounds <= carried("grounds")
    drawn = {mark.kind for space in board.spaces for mark in space.marks}
    marks = drawn | {mark.kind for view in shown() for each in view.marks.values() for mark in each}
    assert marks <= carried("marks")
    assert {"held", "allied", "treasury", "boneyard", "siege", "feaster", "city", "fort"} <= marks
    assert {place for face in board.counters.values() for place in face.figures} <= carried("figures") | {"s"}


def test_every_badge_and_every_label_of_a_panel_has_an_entry() -> None:
    badges = {badge for view in shown() for piece in view.pieces for badge in piece.badges}
    assert badges <= carried("badges")
    assert {"supreme leader", "wounded", "prisoner", "L3", "×3", "WA"} <= badges
    titles = {panel.title for view in shown() for panel in view.panels}
    own = {row.label for view in shown() for panel in view.panels if panel.id == "picks" for row in panel.rows}
    assert titles - {"What your nation may use"} | own <= carried("labels")


def test_every_kind_class_terrain_city_trait_and_god_has_an_entry() -> None:
    terms = {entry.term for entry in GLOSSARY.values()}
    assert set(pieces.KIND_NAME.values()) | {each.name for each in pieces.CLASSES.values()} <= terms
    assert {each.name for each in (*world.PROVINCES.values(), *world.CITIES.values())} <= terms
    assert {each.name for each in (*tables.ADVANTAGES.values(), *tables.DISADVANTAGES.values())} <= terms
    assert {"Jupiter", "Mars", "Odin", "The Unholy Feaster"} <= terms
    assert len(GLOSSARY) >= 180


def test_the_figures_of_made_entries_are_those_of_the_data() -> None:
    assert "C 8/8/3" in GLOSSARY["troop-hf"].text
    assert "Tax 1, tribute 0" in GLOSSARY["wasteland"].text
    assert "attack 15" in GLOSSARY["wasteland"].text
    assert GLOSSARY["class-warrior"].text.startswith("Leads Men, Orcs and Jotuns. Raises Men.")


@pytest.mark.parametrize("key", sorted(GLOSSARY))
def test_an_entry_is_short_has_a_clause_that_there_is_and_speaks_plainly(key: str) -> None:
    entry = GLOSSARY[key]
    assert entry.clause in CLAUSES
    assert not entry.text[0].islower()
    assert entry.text.endswith(".")
    assert len(entry.text) <= 330
    assert not CODE.search(entry.text)
    assert set(entry.see) <= set(GLOSSARY)


def test_no_entry_speaks_of_what_is_not_there() -> None:
    board = GAME.boards(crowded())[0]
    assert carried("faces") <= set(board.counters)
    assert carried("grounds") <= {*board.styles}
    assert carried("marks") <= {"held", "allied", "treasury", "boneyard", "siege", "feaster", "city", "fort"}


def test_a_counter_says_in_words_what_its_figures_mean() -> None:
    face = GAME.boards(crowded())[0].counters["HFC"]
    attack, defence, movement = pieces.TROOPS["HFC"].full
    assert f"attack {attack}, defence {defence}, movement {movement}" in face.text
    assert "wounded" in face.text


def test_the_page_of_rules_cites_clauses_that_there_are_in_every_chapter() -> None:
    page = GAME.pages["rules"]
    chapters = page.split("\n## ")[1:]
    assert len(chapters) == 13
    for chapter in chapters:
        cited = re.findall(r"\[(LM-[A-Z]+-\d+)\]", chapter)
        assert cited
        assert set(cited) <= CLAUSES
    assert len(set(re.findall(r"LM-[A-Z]+-\d+", page))) > 150


def test_every_group_of_suggestions_has_an_entry() -> None:
    groups = {text for key, text in GAME.words.messages.items() if key.startswith("group.")}
    assert groups <= carried("labels")
