"""One action a turn, and lines that are not actions (A-01, MV-05)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import dropped, hargaar, hold, order, person, play, put, refused, told
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders.grammar import parse_line
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.common.turn import Actions, Turn
from palatine.games.lord_and_master.state import NEUTRAL, DemonRecord, MagnateRecord, State

CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE = 65, 43, 51, 61, 52, 63, 57
ARDEA, STUMPIUM, GROG, BLORG = 259, 270, 212, 242
SEQUENCE = [("sequence", 10), ("sequence", 12)]


def court(*places: int, leader: str = "Ralph W2") -> State:
    """Return a nation with all classes and these places, its leader in the first of them.

    Another nation is far away.
    """
    state = hargaar(classes=tuple(pieces.CLASSES), kinds=tuple(pieces.KINDS))
    hold(state, 0, *places)
    person(state, leader, 0, places[0])
    person(state, "Otto W2", 1, 1)
    hold(state, 1, 1)
    return state


# One action


@pytest.mark.clause("LM-A-01")
def test_a_character_acts_once_a_turn() -> None:
    state = court(CROPLAND)
    entries = play(state, "char Ralph: tax\nchar Ralph: tax\nchar Ralph: move 66", rolls=SEQUENCE)
    assert state.nations[0].gold == 100 + 7 + 2
    assert state.people[1].place == CROPLAND
    dropped = told(entries, "dropped")
    assert [(entry.data["line"], entry.clauses) for entry in dropped] == [(2, ("LM-A-01",)), (3, ("LM-A-01",))]
    assert GAME.prose(dropped[0]).startswith("Line 2 was not carried out")
    assert not told(play(state, "char Ralph: tax", rolls=SEQUENCE), "dropped")


@pytest.mark.clause("LM-A-01")
def test_an_order_that_comes_to_nothing_is_an_action_too() -> None:
    turn = Turn(court(CROPLAND))
    assert refused(turn, 0, "char Ralph: colonise") == "LM-E-01"
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"


@pytest.mark.clause("LM-A-01")
def test_equipping_and_a_demons_service_are_nobodys_action_and_a_deed_may_follow_a_move() -> None:
    state = court(CROPLAND, 74, leader="Zed M2")
    put(state, "RED 2", 0, CROPLAND)
    state.demons[99] = DemonRecord("Asmo", 1, 1, 3)
    turn = Turn(state)
    order(turn, 0, "char Zed: tax")
    order(turn, 0, f"equip RED 2 -> LFD at {CROPLAND}")
    order(turn, 0, "demon Asmo: devastate 74")
    assert refused(turn, 0, "demon Asmo: devastate 65") == "LM-C-08"
    thief = court(CROPLAND, leader="Hugo T2")
    order(Turn(thief), 0, "char Hugo: move 66, steal", rolls=[("theft", 1), ("loot", 5)])
    assert thief.people[1].place == 66
    assert thief.nations[0].gold == 100 + 5


@pytest.mark.clause("LM-A-01")
def test_captives_strangers_and_the_dead_do_not_act() -> None:
    state = court(CROPLAND)
    person(state, "Anna T1", 0, 66, captor=1)
    for name in ("Anna", "Otto", "Nobody"):
        assert refused(Turn(state), 0, f"char {name}: tax") == "LM-A-01"


# In and out of cities and forts


@pytest.mark.clause("LM-MV-05", "LM-A-05")
def test_going_between_a_city_and_its_square_is_no_action() -> None:
    state = court(59, ARDEA)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city")
    order(turn, 0, "char Ralph: tax")
    assert state.nations[0].gold == 117
    assert refused(turn, 0, "char Ralph: move 59") == "LM-A-01"
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59 60 59")
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"


@pytest.mark.clause("LM-MV-05", "LM-A-06", "LM-NEU-08")
def test_whoever_has_just_gone_into_a_city_neither_recruits_nor_negotiates_there() -> None:
    state = court(59)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city")
    assert refused(turn, 0, "char Ralph: diplomacy") == "LM-NEU-08"
    state = court(59)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city")
    assert refused(turn, 0, "char Ralph: recruit") == "LM-A-06"


@pytest.mark.clause("LM-MV-05", "LM-ESC-01")
def test_going_into_an_enemys_city_takes_an_escape_roll_though_no_action() -> None:
    state = court(59)
    hold(state, 1, ARDEA)
    put(state, "HFC 4", 1, ARDEA)
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 59city", [("escape", 12)])
    assert refused(turn, 0, "char Ralph: tax") == "LM-A-01"
    assert state.people[1].captor == 1


# What the dispatcher refuses, and for how long


@pytest.mark.clause("LM-A-01")
def test_nothing_is_carried_out_when_the_game_is_over_or_the_nation_out() -> None:
    for change in ("over", "out"):
        state = court(CROPLAND)
        if change == "over":
            state.finish(("P1",), "alone", "LM-IPR-11", held=1, names=["N1"])
        else:
            state.set_nation(0, out=True)
        dispatch.line(Turn(state), 0, 1, parse_line("char Ralph: tax"))
        assert state.nations[0].gold == 100


@pytest.mark.clause("LM-A-01")
def test_nobody_acts_any_more_when_a_line_is_done() -> None:
    turn = Turn(court(CROPLAND))
    for text in ("char Ralph: tax", "char Ralph: tax"):
        dispatch.line(turn, 0, 1, parse_line(text))
        assert turn.actor == NEUTRAL


@pytest.mark.clause("LM-A-01", "LM-MAG-11")
def test_who_may_yet_be_there_or_act_is_not_refused_for_certain() -> None:
    state = court(CROPLAND)
    state.magnates[107] = MagnateRecord("Gor", 99, 63, "L", ("TRD",), 0)
    assert not dropped(Turn(state), 0, "char Nobody: tax").uncertain
    assert dropped(Turn(state), 107, "char Nobody: tax").uncertain
    turn = Turn(state)
    order(turn, 0, "char Ralph: tax")
    assert not dropped(turn, 0, "char Ralph: tax").uncertain
    turn = Turn(state)
    order(turn, 0, "char Ralph: move 74")
    assert dropped(turn, 0, "char Ralph: tax").uncertain, "from elsewhere it would have been no action"
    turn = Turn(state)
    turn.of(Actions).wreckers.add(1)
    assert dropped(turn, 0, "char Ralph: tax").reason == "drop.must-devastate"


@pytest.mark.clause("LM-MAG-11", "LM-MAG-14")
@pytest.mark.parametrize(
    "text", ["heir Gor", "command Gor at 63", "retreat 63 to 54", "alliance P1", "truce P1 for 3"]
)
def test_magnates_have_no_heirs_offices_or_treaties(text: str) -> None:
    state = court(CROPLAND)
    leader = person(state, "Gor L3", 107, 63)
    state.magnates[107] = MagnateRecord("Gor", leader, 63, "L", ("TRD",), 0)
    assert dropped(Turn(state), 107, text).reason == "drop.no-nation"
    assert dropped(Turn(state), NEUTRAL, text).reason == "drop.no-nation"
    assert dropped(Turn(state), len(state.nations), text).reason == "drop.no-nation", "a Referee's number"


@pytest.mark.clause("LM-SET-14")
@pytest.mark.parametrize("text", ["god Mars", 'nation "Huns"', "classes W T P M H"])
def test_lines_of_a_set_up_are_for_the_first_turn(text: str) -> None:
    assert dropped(Turn(court(CROPLAND)), 0, text).reason == "drop.set-up-line"
