"""Magnates: their rise, command, actions and end (MAG)."""

from __future__ import annotations

import msgspec
import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    codes,
    dice,
    hargaar,
    hold,
    order,
    person,
    put,
    refused,
)
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.rules.actions import magnates_turn
from palatine.games.lord_and_master.rules.actions.troop_actions import Works
from palatine.games.lord_and_master.rules.combat import retreat
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common import casualties, control, magnates, neutrals
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, WILD, State

WASTE, DWARVES = 57, 52


def risen(place: int = CROPLAND, assistant: int = 1, troops: int = 1) -> tuple[State, int]:
    """Return a magnate risen at a place after these rolls for the assistant and the troops."""
    state = hargaar(3)
    for seat, square in enumerate((36, 90, 64)):
        person(state, f"Ann{seat} W2", seat, square)
    turn = Turn(state)
    neutrals.rouse(turn, place)
    rolls = [("magnate", 1), ("magnate's assistant", assistant), ("magnate troops", troops)]
    with dice(state, rolls):
        magnates.test_magnate(turn, place)
    return state, next(iter(state.magnates))


@pytest.mark.clause("LM-MAG-01")
@pytest.mark.parametrize("die", [2, 12])
def test_one_chance_in_twelve_once_a_turn(die: int) -> None:
    state = hargaar()
    turn = Turn(state)
    with dice(state, [("magnate", die)]):
        magnates.test_magnate(turn, CROPLAND)
        magnates.test_magnate(turn, CROPLAND)
    assert state.magnates == {}
    assert len(risen()[0].magnates) == 1, "by a 1"


@pytest.mark.clause("LM-MAG-02", "LM-CH-21")
@pytest.mark.parametrize(("place", "leader"), [(CROPLAND, "W3"), (WASTE, "O2"), (270, "D3"), (225, "P3")])
def test_he_is_one_level_higher_than_the_leader_of_the_place(place: int, leader: str) -> None:
    state, number = risen(place)
    who = state.people[state.magnates[number].leader]
    assert f"{who.of}{who.level}" == leader


@pytest.mark.clause("LM-MAG-03", "LM-MAG-12")
@pytest.mark.parametrize(("place", "die", "of"), [(CROPLAND, 8, "P"), (DWARVES, 11, "G"), (270, 1, "D")])
def test_his_assistant_is_rolled_on_the_recruitment_table(place: int, die: int, of: str) -> None:
    state, number = risen(place, die)
    assistant = [each for each in state.people.values() if each.owner == number and each.level == 1]
    assert [each.of for each in assistant] == [of]


@pytest.mark.clause("LM-MAG-04", "LM-MAG-05", "LM-MAG-06", "LM-MAG-07", "LM-MAG-08", "LM-MAG-09", "LM-GI-12")
@pytest.mark.parametrize(
    ("die", "cropland", "dwarves"),
    [
        (1, {"MCB": 1, "MFC": 5}, {"DHA": 2, "DHB": 4}),
        (2, {"MCC": 2, "MFD": 10}, {"DHB": 4, "DHC": 8}),
        (3, {"MCB": 2, "MFC": 8}, {"DHA": 3, "DHB": 6}),
        (4, {"MCA": 1, "MFA": 5}, {"DHA": 6}),
        (5, {"MCA": 2, "MFA": 8}, {"DHA": 9}),
        (6, {"MCB": 2, "MFC": 10}, {"DHA": 4, "DHB": 8}),
    ],
)
def test_his_troops_by_the_corrected_chart(die: int, cropland: dict[str, int], dwarves: dict[str, int]) -> None:
    for place, force in ((CROPLAND, cropland), (DWARVES, dwarves)):
        state, number = risen(place, troops=die)
        here = codes(state, number, place)
        assert {code: here.count(code) for code in here} == force
        assert not state.units_at(place, NEUTRAL)


@pytest.mark.clause("LM-MAG-10")
def test_once_attacked_he_does_not_return_to_neutrality() -> None:
    state, number = risen()
    neutrals.replenish(Turn(state))
    assert state.holder(CROPLAND) == number
    assert state.units_at(CROPLAND, number)
    assert state.magnates[number].gold == 50


@pytest.mark.clause("LM-MAG-11")
def test_he_attacks_the_weakest_enemy_beside_him_when_strong_enough() -> None:
    state, number = risen(troops=5)
    hold(state, 0, 64, 74)
    put(state, "LFD 3", 0, 74)
    turn = Turn(state)
    magnates_turn.act_magnates(turn)
    assert state.holder(64) == number
    assert state.holder(74) == 0


@pytest.mark.clause("LM-MAG-11")
def test_a_person_as_referee_writes_his_orders() -> None:
    state, number = risen(troops=5)
    hold(state, 0, 64)
    state.seats = (*state.seats, "Referee")
    names = [person.name for person in state.people.values() if person.owner == number]
    state.sheets = [None, None, None, parse("".join(f'char "{name}": tax\n' for name in names))]
    before = state.magnates[number].gold
    magnates_turn.act_magnates(Turn(state))
    assert state.holder(64) == 0
    assert state.magnates[number].gold > before


@pytest.mark.clause("LM-MAG-11")
def test_the_referee_is_told_what_they_may_do_and_what_they_do_by_themselves() -> None:
    state, number = risen(troops=5)
    hold(state, 0, 64)
    state.turn = 1
    state.seats = (*state.seats, "Referee")
    state.sheets = [None] * 4
    leader = state.people[state.magnates[number].leader].name
    offered = GAME.suggest(state, "Referee", leader)
    wishes = [each.text for each in offered if each.group == "Without orders"]
    assert any(text.startswith(f"char {leader}: lead") and text.endswith("go 64") for text in wishes)
    assert f"char {leader}: tax" in [each.text for each in offered]
    assert len({each.text for each in offered}) == len(offered)
    assert "act without orders" in GAME.view(state, "Referee").prompt
    state.magnates.clear()
    assert "nothing to order" in GAME.view(state, "Referee").prompt


@pytest.mark.clause("LM-MAG-13")
def test_he_uses_no_diplomacy() -> None:
    state, number = risen()
    who = state.people[state.magnates[number].leader]
    assert refused(Turn(state), number, f'char "{who.name}": diplomacy') == "LM-MAG-13"


@pytest.mark.clause("LM-MAG-14")
def test_he_raises_his_forces_types_recruits_of_his_race_and_three_more() -> None:
    state, _ = risen()
    assert magnates.kinds_of(state, CROPLAND, "M") == ("MC", "MF", "RED", "SJ", "LF", "SS")
    assert magnates.kinds_of(state, DWARVES, "D") == ("DH", "DRD", "DX", "DB", "DE")


@pytest.mark.clause("LM-MAG-15")
def test_when_he_dies_his_provinces_are_neutral() -> None:
    state, number = risen()
    hold(state, number, 64)
    casualties.kill(Turn(state), state.magnates[number].leader, 0)
    assert (state.holder(CROPLAND), state.holder(64)) == (NEUTRAL, NEUTRAL)
    assert not state.magnates
    assert not [each for each in state.people.values() if each.owner == number]
    neutrals.replenish(Turn(state))
    neutrals.rouse(Turn(state), CROPLAND)
    assert len(state.units_at(CROPLAND, NEUTRAL)) == 6


@pytest.mark.clause("LM-MAG-16")
@pytest.mark.parametrize(("besiegers", "sallies"), [("LFD 2", True), ("HFA 9", False)])
def test_besieged_he_sallies_when_strong_enough_and_else_does_something_else(besiegers: str, sallies: bool) -> None:
    state, number = risen(259, troops=4)
    person(state, "Eve W2", 0, 59)
    put(state, besiegers, 0, 59)
    hold(state, 0, 59)
    wishes = magnates_turn.wishes(Turn(state), number, state.magnates[number].leader)
    assert (isinstance(wishes[0], o.Lead) and isinstance(wishes[0].steps[-1], o.Sally)) == sallies
    assert wishes


@pytest.mark.clause("LM-MAG-15", "LM-NEU-04")
def test_whoever_kills_a_magnate_in_his_province_takes_its_treasury_there() -> None:
    state, number = risen()
    turn = Turn(state)
    casualties.kill(turn, state.magnates[number].leader, 0)
    assert state.coffers[CROPLAND] == 50
    put(state, "HFC 1", 0, CROPLAND)
    control.conquer(turn, CROPLAND, 0, force=True)
    assert state.nations[0].gold == 150
    state, number = risen()
    control.conquer(Turn(state), CROPLAND, 0, force=True)
    state.magnates[number] = msgspec.structs.replace(state.magnates[number], gold=9)
    casualties.kill(Turn(state), state.magnates[number].leader, 0)
    assert CROPLAND not in state.coffers


@pytest.mark.clause("LM-MAG-12")
def test_he_may_take_in_another_subordinate_when_he_has_none() -> None:
    state, number = risen()
    leader = state.people[state.magnates[number].leader]
    assert refused(Turn(state), number, f'char "{leader.name}": recruit') == "LM-MAG-12"
    helper = next(n for n in state.roster(number) if n != state.magnates[number].leader)
    del state.people[helper]
    assert refused(Turn(state), number, f'char "{leader.name}": recruit W') == "LM-ADV-07"
    order(Turn(state), number, f'char "{leader.name}": recruit', [("recruit", 20)])
    assert [state.people[n].of for n in state.roster(number)] == ["W", "G"]


@pytest.mark.clause("LM-MAG-11", "LM-MAG-14")
def test_he_raises_recruits_first_and_then_trains_them_with_his_gold() -> None:
    state, number = risen()
    who = state.magnates[number].leader
    assert magnates_turn.wishes(Turn(state), number, who)[0] == o.Raise("RED")
    put(state, "RED 5", number, CROPLAND)
    state.magnates[number] = msgspec.structs.replace(state.magnates[number], gold=20)
    trained = [wish for wish in magnates_turn.wishes(Turn(state), number, who) if isinstance(wish, o.Train)]
    assert trained[0] == o.Train("RED", 5, "LFC")  # medium foot would cost 25
    turn = Turn(state)
    turn.of(Works).raised_at.add(CROPLAND)
    magnates_turn.act_magnates(turn)
    assert codes(state, number, CROPLAND).count("LFC") + codes(state, number, CROPLAND).count("LFD") >= 2
    assert state.magnates[number].gold < 20


@pytest.mark.clause("LM-MAG-15", "LM-BAT-31")
def test_a_magnate_taken_by_those_who_take_no_prisoners_falls_with_all_his_people() -> None:
    state, number = risen()
    m = March(Turn(state), WILD, CROPLAND, NO_PERSON, ALL_RACES)
    m.units = put(state, "HUD 9", WILD, CROPLAND)
    b = Battle(m.t, m, CROPLAND, state.units_at(CROPLAND, number))
    assert len(b.defenders.people) == 2
    retreat.all_taken(b, b.defenders)
    assert (state.magnates, state.roster(number)) == ({}, [])


@pytest.mark.clause("LM-MAG-03", "LM-A-07", "LM-A-08")
@pytest.mark.parametrize(
    ("place", "column"),
    [(CROPLAND, "W" * 7 + "PPP" + "MMM" + "TTT" + "HCNG"), (ARDEA, "W" * 7 + "MMM" + "PPP" + "NNN" + "HGTJ")],
)
def test_the_assistant_is_who_stands_in_the_row_of_the_die(place: int, column: str) -> None:
    for die, of in enumerate(column, 1):
        state = hargaar()
        turn = Turn(state)
        with dice(state, [("magnate", 1), ("magnate's assistant", die), ("magnate troops", 1)]):
            magnates.test_magnate(turn, place)
        assert [person.of for person in state.people.values()][1] == of
