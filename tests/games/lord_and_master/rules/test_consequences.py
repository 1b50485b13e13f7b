"""Consequences of conquest, levels, prisoners and offices when two rules meet."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
    WASTE,
    codes,
    dice,
    facing,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    play,
    put,
    refused,
    to_the_end,
    told,
)
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.rules import victory
from palatine.games.lord_and_master.rules.actions import clashes, feaster, independence
from palatine.games.lord_and_master.rules.common import captives, casualties, control
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, WILD, Independence, Shipment, State, TruceRecord

MISSES = hits(20, 20, 20)


def neutral_force(state: State, units: str, place: int) -> None:
    """Add a neutral force that is already on the map."""
    state.roused.append(place)
    put(state, units, NEUTRAL, place)


def berserkers_alone(fate: int) -> State:
    """Return a match in which Ralph's berserkers have won without him.

    He and their companion, who rolls `fate`, retreated after round 4.
    """
    state = hargaar()
    hold(state, 0, 56)
    person(state, "Ralph W2", 0, 56)
    put(state, "BEC 1 MFD 1", 0, 56)
    neutral_force(state, "HFA 1", WASTE)
    rolls = [("magnate", 5)]
    for _ in range(4):
        rolls += [*line(2), *MISSES]
    rolls += [*lots(fate, 5), *hits(1, 20), *hits(1, 20)]
    order(Turn(state), 0, "char Ralph: lead take BEC 1 MFD 1, go 57", rolls)
    return state


@pytest.mark.clause("LM-NEU-04", "LM-NEU-19", "LM-BAT-33")
@pytest.mark.parametrize("fate", [1, 5])
def test_berserkers_who_alone_defeat_the_standing_force_conquer_whatever_becomes_of_the_others(fate: int) -> None:
    state = berserkers_alone(fate)
    assert codes(state, 0, WASTE) == ["BEC"]
    assert codes(state, 0, 56) == (["MFD"] if fate == 5 else [])
    assert (state.holder(WASTE), state.nations[0].gold, state.people[1].place) == (0, 115, 56)
    assert state.people[1].level == 2


@pytest.mark.clause("LM-CH-22", "LM-B-15")
def test_a_level_won_in_battle_counts_for_the_size_of_the_stack_at_once() -> None:
    state = hargaar()
    hold(state, 0, 56, 66)
    person(state, "Ralph W1", 0, 56)
    put(state, "HFA 5", 0, 56)
    put(state, "HFA 5", 0, 57)
    neutral_force(state, "MFD 3", WASTE)
    rolls = [("magnate", 5), *line(5, 3), *hits(1, 1, 1), ("leader's fate", 12)]
    order(Turn(state), 0, "char Ralph: lead take HFA 5, go 57, take HFA 5", rolls)
    assert state.people[1].level == 2


def jail(guards: str) -> State:
    """Return a match with Nora of the second nation and a unit of hers as prisoners in 65."""
    state = hargaar()
    hold(state, 0, 65, 64, 74, 66)
    hold(state, 1, 56)
    person(state, "Ralph W2", 0, 65)
    person(state, "Nora W2", 1, 65, captor=0)
    person(state, "Olga W1", 1, 56)
    put(state, guards, 0, 65)
    for n in put(state, "HFC 1", 1, 65):
        state.set_unit(n, captor=0)
    return state


@pytest.mark.clause("LM-BAT-26", "LM-E-06")
def test_prisoners_go_free_when_their_last_guards_settle() -> None:
    state = jail("RED 5")
    state.terrain[65] = "g"
    play(state, "char Ralph: colonise", "", rolls=[("sequence", 5), ("sequence", 6)])
    assert state.terrain[65] == "c"
    assert (state.people[2].captor, state.people[2].place) == (None, 56)
    assert codes(state, 1, 56) == ["HFC"]


@pytest.mark.clause("LM-BAT-26", "LM-IPR-09")
def test_prisoners_go_free_when_their_last_guards_are_sold_and_cannot_be_killed_in_the_same_sheet() -> None:
    state = jail("MFC 1")
    entries = play(
        state,
        "sell MFC 1 at 65 to P2 for 10\nprisoner Nora kill\nprisoner HFC 1 kill",
        "buy MFC 1 from P1 for 10",
        rolls=[("sequence", 5), ("sequence", 6)],
    )
    assert (state.people[2].captor, state.people[2].place) == (None, 56)
    assert codes(state, 1, 56) == ["HFC"]
    assert len(told(entries, "dropped")) == 2


@pytest.mark.clause("LM-BAT-33", "LM-NEU-04")
def test_berserkers_who_stayed_alone_fight_the_next_army_where_they_stand() -> None:
    """A third nation at peace with the second has troops in the province as well."""
    state = hargaar(3)
    hold(state, 0, 56)
    person(state, "Ralph W2", 0, 56)
    person(state, "Olga W1", 2, 90)
    put(state, "BEC 1 MFD 1", 0, 56)
    hold(state, 1, WASTE)
    person(state, "Nora W1", 1, 91)
    put(state, "HFA 1", 1, WASTE)
    put(state, "SJD 1", 2, WASTE)
    state.truces = [TruceRecord((1, 2), 9)]
    rolls: list[tuple[str, int]] = []
    for _ in range(4):
        rolls += [*line(2), *MISSES]
    rolls += [*lots(5, 5), *hits(1, 20), *hits(1, 20)]
    entries = order(Turn(state), 0, "char Ralph: lead take BEC 1 MFD 1, go 57", rolls)
    assert told(entries, "overrun")[0].data["place"] == "wasteland 57"
    assert (codes(state, 0, WASTE), codes(state, 2, WASTE), state.holder(WASTE)) == (["BEC"], [], 0)
    assert codes(state, 0, 56) == ["MFD"]


@pytest.mark.clause("LM-BAT-33", "LM-B-27")
def test_berserkers_who_alone_win_an_assault_hold_the_city_and_the_others_stay_outside() -> None:
    state = hargaar()
    hold(state, 1, ARDEA)
    hold(state, 0, 59)
    person(state, "Ralph W2", 0, 59)
    person(state, "Nora W1", 1, 91)
    put(state, "BEC 1 MFD 1", 0, 59)
    put(state, "HFC 1", 1, ARDEA)
    rolls: list[tuple[str, int]] = []
    for _ in range(4):
        rolls += [*line(2), *MISSES]
    rolls += [*lots(5, 5), *hits(1, 20), *hits(1)]
    order(Turn(state), 0, "char Ralph: lead take BEC 1 MFD 1, assault 59city", rolls)
    assert (state.holder(ARDEA), codes(state, 0, ARDEA), codes(state, 0, 59)) == (0, ["BEC"], ["MFD"])
    assert state.people[1].place == 59


@pytest.mark.clause("LM-CH-22", "LM-DIS-06")
def test_a_level_won_on_entering_counts_for_holding_the_sod_busters_back() -> None:
    state = hargaar(disadvantages=("sod-busters",))
    hold(state, 0, 64)
    person(state, "Ralph W2", 0, 64)
    put(state, "HFC 7", 0, 64)
    neutral_force(state, "HFD 3", CROPLAND)
    rolls = [("magnate", 5), *line(7, 3), *hits(1, 1, 1), ("leader's fate", 12), ("sod-busters", 3)]
    entries = order(Turn(state), 0, "char Ralph: lead take HFC 7, go 65", rolls)
    assert told(entries, "sod-held")[0].data["level"] == 3
    assert state.nations[0].sod_busting == ()


@pytest.mark.clause("LM-A-17")
def test_the_feasters_host_in_a_province_about_to_be_free_stays_there() -> None:
    state = hargaar()
    hold(state, 0, CROPLAND, 56)
    who = person(state, "Ralph W2", 0, 56)
    put(state, "SJD 2", 0, CROPLAND)
    state.independence = [Independence(CROPLAND, state.turn - 1, who)]
    turn = Turn(state)
    with dice(state, [("feaster", 3), ("feaster host", 1)]):
        feaster.enter_province(turn, CROPLAND)
    independence.continue_independence(turn)
    assert (state.holder(CROPLAND), state.independence, codes(state, WILD, CROPLAND)) == (WILD, [], ["HUD"])


@pytest.mark.clause("LM-A-16")
def test_independence_that_falls_with_its_nation_in_the_same_step_sets_nobody_free() -> None:
    """The second nation's only character is where the first nation declares independence."""
    state = hargaar(3)
    hold(state, 0, CROPLAND, 56)
    hold(state, 1, 90)
    who = person(state, "Ralph W2", 0, 56)
    nora = person(state, "Nora W2", 1, CROPLAND)
    olga = person(state, "Olga W1", 2, 90)
    state.independence = [Independence(CROPLAND, state.turn - 1, who), Independence(90, state.turn - 1, nora)]
    independence.continue_independence(Turn(state))
    assert state.nations[1].out
    assert [each.place for each in state.independence] == [CROPLAND]
    assert olga in state.people


@pytest.mark.clause("LM-B-30")
def test_a_city_is_not_plundered_for_its_fall_to_somebody_else() -> None:
    state = hargaar()
    turn = Turn(state)
    control.conquer(turn, ARDEA, 1, force=True)
    assert state.fallen == {ARDEA: state.turn}
    control.neutralise(turn, ARDEA)
    control.make_ally(turn, ARDEA, 0)
    person(state, "Ralph W2", 0, ARDEA)
    put(state, "MFC 1", 0, ARDEA)
    order(turn, 0, "char Ralph: lead take MFC 1, annex")
    assert refused(Turn(state), 0, "char Ralph: lead take MFC 1, plunder 59city") == "LM-B-30"


@pytest.mark.clause("LM-BAT-26", "LM-B-27")
def test_prisoners_go_along_into_a_city_that_their_guards_have_stormed() -> None:
    state = jail("MFC 1")
    hold(state, 1, ARDEA)
    hold(state, 0, 59)
    for n in state.units:
        state.set_unit(n, place=59)
    for who in (1, 2):
        state.set_person(who, place=59)
    order(Turn(state), 0, "char Ralph: lead take MFC 1, assault 59city")
    assert (state.people[2].captor, state.people[2].place) == (0, ARDEA)
    assert [unit.place for unit in state.units.values()] == [ARDEA, ARDEA]


@pytest.mark.clause("LM-IPR-11", "LM-BAT-26")
def test_a_partners_prisoners_go_free_when_the_nation_that_guarded_them_is_ejected() -> None:
    state = hargaar(3)
    state.alliances = [(0, 2)]
    hold(state, 0, 65)
    hold(state, 1, 56)
    for name, owner, place in (("Ralph W2", 0, 64), ("Olga W1", 1, 56), ("Anna W1", 2, 64)):
        person(state, name, owner, place)
    nora = person(state, "Nora W2", 1, 65, captor=0)
    put(state, "MFC 1", 2, 65)
    sequence.remove_player(state, "P3")
    assert (state.people[nora].captor, state.people[nora].place) == (None, 56)


@pytest.mark.clause("LM-ADV-06", "LM-CH-26")
def test_whoever_holds_the_next_leader_prisoner_has_the_mobile_treasury() -> None:
    state = hargaar()
    state.set_nation(0, advantages=("mobile-treasury",))
    ralph = person(state, "Ralph W2", 0, 65)
    person(state, "Otto W1", 0, 56, captor=1)
    person(state, "Nora W2", 1, 56)
    put(state, "MFC 1", 1, 56)
    casualties.kill(Turn(state), ralph)
    assert [nation.gold for nation in state.nations] == [0, 200]


@pytest.mark.clause("LM-CH-26")
def test_nobody_inherits_or_commands_by_bearing_a_dead_ones_name() -> None:
    state = hargaar()
    ralph = person(state, "Ralph W2", 0, 65)
    otto = person(state, "Otto W1", 0, 65)
    anna = person(state, "Anna W3", 0, 65)
    state.set_nation(0, heir="Otto", commanders=((65, "Otto"), (56, "Anna")))
    turn = Turn(state)
    casualties.kill(turn, otto)
    assert state.nations[0].commanders == ((56, "Anna"),)
    person(state, "Otto W1", 0, 65)
    casualties.kill(turn, ralph)
    assert state.nations[0].leader == anna


@pytest.mark.clause("LM-BAT-01")
def test_guests_put_out_of_a_city_take_their_characters_along() -> None:
    state = hargaar()
    hold(state, 1, ARDEA)
    hold(state, 0, 59)
    person(state, "Ralph W2", 0, ARDEA)
    person(state, "Nora W2", 1, ARDEA)
    put(state, "MFC 1", 0, ARDEA)
    put(state, "MFC 1", 1, ARDEA)
    clashes.fight_clashes(Turn(state))
    assert (state.people[1].place, codes(state, 0, 59), codes(state, 1, ARDEA)) == (59, ["MFC"], ["MFC"])


@pytest.mark.clause("LM-IPR-10", "LM-IPR-11")
def test_units_on_their_way_to_a_nation_that_falls_are_lost_with_it() -> None:
    state = hargaar(3)
    ralph = person(state, "Ralph W2", 0, 65)
    state.shipments = [Shipment(0, (("HFC", False),)), Shipment(1, (("MFC", False),))]
    casualties.kill(Turn(state), ralph)
    assert [load.to for load in state.shipments] == [1]


# What rulings settle


@pytest.mark.clause("LM-BAT-30", "LM-BAT-33")
def test_berserkers_who_teleported_in_are_destroyed_with_the_capture_of_the_others() -> None:
    b = facing("BEC 1 MFC 1", "HFA 2")
    b.teleported = True
    b.m.origin = 90
    rolls: list[tuple[str, int]] = []
    for _ in range(4):
        rolls += [*line(2, 2), *hits(20, 20, 20, 20)]
    result, _ = to_the_end(b, [*rolls, ("leader's fate", 12)])
    assert result == "retreated"
    ours = [unit for unit in b.t.s.units.values() if unit.owner == 0]
    assert [(unit.code, unit.captor) for unit in ours] == [("MFC", 1)]


@pytest.mark.clause("LM-FC-09", "LM-BAT-26")
def test_prisoners_do_not_count_toward_the_36_units_of_a_city() -> None:
    state = hargaar()
    hold(state, 0, ARDEA)
    put(state, "MFC 36", 0, ARDEA)
    for n in put(state, "HFC 5", 1, ARDEA):
        state.set_unit(n, captor=0)
    assert captives.room(state, ARDEA) == 0
    state.remove_unit(state.units_at(ARDEA, 0)[0])
    assert captives.room(state, ARDEA) == 1


@pytest.mark.clause("LM-FC-15", "LM-BAT-24")
def test_after_the_one_round_of_a_failed_treachery_nobody_is_checked_for_a_retreat() -> None:
    b = facing("HFA 4", "MFD 1", ARDEA)
    b.is_for_one_round = True
    result, entries = to_the_end(b, [*line(4), *hits(20, 20, 20, 20, 20)])
    assert result == "halted"
    assert not told(entries, "retreat")
    assert codes(b.t.s, 1, ARDEA) == ["MFD"]


@pytest.mark.clause("LM-VIC-01", "LM-VIC-03")
def test_on_the_last_turn_allies_are_not_added_up() -> None:
    state = hargaar(3)
    state.options = {"turns": state.turn}
    state.alliances = [(0, 1)]
    hold(state, 0, 1, 2)
    hold(state, 1, 3, 4)
    hold(state, 2, 5, 6, 7)
    for seat in range(3):
        person(state, f"N{seat} W1", seat, 65)
    victory.check_victory(Turn(state))
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.margin) == (("P3",), "last-turn")


@pytest.mark.clause("LM-VIC-01", "LM-IPR-11")
def test_two_endings_in_one_turn_end_the_match_once() -> None:
    """The turn is the last, brings 40 provinces and eliminates the only rival.

    The provinces decide.
    """
    state = hargaar()
    state.options = {"turns": state.turn}
    hold(state, 0, *range(1, 41))
    person(state, "Ralph W1", 0, 1)
    nora = person(state, "Nora W1", 1, 90)
    casualties.kill(Turn(state), nora, 0)
    entries = play(state, "")
    assert state.outcome is not None
    assert (state.outcome.winners, state.outcome.margin) == (("P1",), "military")
    assert len(told(entries, "outcome")) == 1
