"""Positions as text: reading what was written, and the line numbers of errors."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.realm import (
    at,
    bury,
    new_state,
    put_army,
    put_feature,
    put_item,
    put_person,
    run,
)
from pace import sampled
from palatine.core import Unreadable
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, Legend, Lore, Proposal
from palatine.games.adventurer_kings.position import write_position
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.state import State
from palatine.testing.sample import difference

SEATS = tuple(f"K{number}" for number in range(1, 9))
SMALL = """
; two Kings face each other across a river
turn 3
seats K1 K2 K3 K4 K5 K6 K7 K8
land 304 name 'The Marsh' terrain plain race human types LE,HC tax 10
kingdom 1 name Keltor king 1 alignment good home 304 gold 12
relations 1 ally ally enemy neutral neutral neutral neutral neutral
held 1 304 305
person 1 name Kyron race elf alignment good temper brave place 304 seat 1 levels TA2,MA1 aptitudes TA3,MA2 is_king
army 12 type BO race elf quality 2 place 304 owner 1 leader 1   ; his guard
"""


def again(s: State) -> State:
    text = GAME.write_position(s)
    twin = GAME.read_position(text)
    assert GAME.write_position(twin) == text
    twin.dice = s.dice.copy()
    return twin


def test_a_small_position_is_set_up_in_a_few_lines() -> None:
    s = GAME.read_position(SMALL)
    assert (s.turn, s.scenario, len(s.seats)) == (3, "standard", 8)
    land = s.lands[at(s, 304)]
    assert (land.name, land.terrain, land.types, land.tax) == (
        "The Marsh",
        tables.PLAIN,
        (tables.LEGION, tables.HEAVY),
        10,
    )
    assert s.lands[at(s, 101)].terrain == tables.SEA
    assert s.kingdoms[0].gold == 12
    assert s.provinces(0) == sorted([at(s, 304), at(s, 305)])
    assert s.relations[0][1:3] == (ALLIED, ENEMY)
    king = s.people[1]
    assert (king.is_king, king.race, king.levels[tables.TACTICAL], king.aptitudes[tables.FORCED_MARCH]) == (
        True,
        tables.ELF,
        2,
        2,
    )
    assert (s.armies[12].type, s.armies[12].leader) == (tables.BOWMEN, 1)
    assert (s.last_person, s.last_army, s.last_item) == (1, 12, 0)


@pytest.mark.parametrize("scenario", sampled(["standard", "europe", "super", "earth"]))
def test_worlds_read_back_as_they_are(scenario: str) -> None:
    kings = {"standard": 8, "europe": 12}.get(scenario, 20)
    first = GAME.setup(scenario, seats=GAME_SEATS[:kings], seed=b"position", options={})
    for s in (first, GAME.resolve(first), GAME.resolve(GAME.resolve(first))):
        assert difference(again(s), s) == ""
        assert again(s) == s


GAME_SEATS = tuple(f"K{number}" for number in range(1, 33))


def test_every_kind_of_fact_reads_back() -> None:
    s = GAME.read_position(SMALL)
    king = s.people[1]
    put_person(s, "O'Brian the Bald", -1, 305, "ME2", lost_levels=king.levels, rules=at(s, 305), grudges=(0, 2))
    put_item(s, "Excalibur", 1)
    put_item(s, "Excalibur", place=at(s, 305))
    put_feature(s, "Dungeon", 305, "Hydra", legend_item=3, friends=(0,), special=4, is_hidden=True)
    put_feature(s, "Tomb", 306, has_magic=False)
    put_army(s, "LE", -2, 305, is_skeletal=True, barred=2)
    bury(s, "LE", 304)
    bury(s, "HC", 304, race=tables.ORC)
    s.proposals.append(Proposal(1, 1, 3, amount=2, text="“Bring; me 'gold'.”"))
    s.lore[0][1] = Lore(0, at(s, 305), monster=2, word=3, gold=True, is_rumour=True)
    s.learn(0, at(s, 305), explored=12, forces="3 Human Legion; 1 Ent")
    s.learn(1, at(s, 305))
    s.spot(0, 2)
    s.hall.append(Legend("Old King", tables.DWARF, tables.EVIL, tables.BRAVE, king.levels, (1, 2), "I \\ return"))
    s.praise(1, titles.MARSHAL, 2.5)
    s.praise(2, titles.MARSHAL, 0)
    s.honour(1, 30, 4)
    s.illusions[at(s, 304)] = tables.FOREST
    s.visits[2] = 3
    s.is_voting = True
    s.mastery = [(0, 1, 2, 3, 4)] * len(tables.ABILITIES)
    assert difference(again(s), s) == ""


def test_a_played_turn_reads_back_and_plays_on_alike() -> None:
    s = GAME.resolve(GAME.resolve(GAME.setup("standard", seats=SEATS, seed=b"position", options={})))
    twin = again(s)
    assert GAME.encode(GAME.resolve(twin)) == GAME.encode(GAME.resolve(s))


def test_options_are_kept() -> None:
    s = GAME.setup("standard", seats=SEATS, seed=b"position", options={"turns": 12, "open": True})
    assert GAME.read_position(GAME.write_position(s)).options == s.options


def test_writing_changes_nothing() -> None:
    s = new_state()
    run(s)
    before = GAME.encode(s)
    write_position(GAME, s)
    assert GAME.encode(s) == before


@pytest.mark.parametrize(("line", "complaint"), [
    ("nonsense 3", "“nonsense” says nothing"),
    ("land 9999 terrain plain", "there is no province 9999"),
    ("land 304 terrain swamp", "“swamp” is none of"),
    ("land 304 terrain", "something is missing at its end"),
    ("land 304 depth 3", "“depth” says nothing of it"),
    ("army 3 type LE race human quality x place 304 owner 1", "“x” is not a number"),
    ("army 3 type LE", "its race is missing"),
    ("army 3 type LE race human quality 2 place 304 owner 0", "“0” is not a kingdom"),
    ("person 1 name X levels QQ2", "“QQ2” is not an ability"),
    ("kingdom 4 name X", "in the order of their numbers"),
    ("held 9 304", "there is no seat 9"),
    ("merit 1 grand-vizier 3", "grand-vizier"),
    ("also sheets []", "sheets"),
    ("also last_vote 'x'", "line"),
    ("person 1 name 'X", "No closing quotation"),
])  # fmt: skip
def test_what_cannot_be_read_is_told_with_its_line(line: str, complaint: str) -> None:
    with pytest.raises(Unreadable) as raised:
        GAME.read_position(f"turn 2\nseats {' '.join(SEATS)}\n{line}\n")
    assert str(raised.value).startswith("Line 3 of the position cannot be read: ")
    assert complaint.lower() in str(raised.value).lower()
    assert "\n" not in str(raised.value)


@pytest.mark.parametrize("heading", ["turn x", "scenario moon", "seats K1", "option weather 1", "option turns"])
def test_a_heading_that_cannot_be_is_told(heading: str) -> None:
    with pytest.raises(Unreadable):
        GAME.read_position(f"{heading}\n")


def test_before_the_first_turn_there_is_no_world_to_describe() -> None:
    with pytest.raises(Unreadable, match="Line 2"):
        GAME.read_position("turn 0\nland 304 terrain plain\n")
