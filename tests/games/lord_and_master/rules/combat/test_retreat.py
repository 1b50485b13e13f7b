"""The end of a battle: retreats, captures, berserkers (BAT-23 to BAT-34)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    LIVES,
    WASTE,
    army,
    codes,
    dice,
    facing,
    fought,
    hargaar,
    hits,
    hold,
    line,
    lots,
    order,
    person,
    put,
    to_the_end,
    told,
)
from palatine.games.lord_and_master.rules.combat import battle, retreat
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import TruceRecord

MISS = 20


@pytest.mark.clause("LM-BAT-23")
def test_a_battle_ends_when_one_side_is_destroyed() -> None:
    result, _ = to_the_end(facing("HFC 1", "LFD 1"), [*line(1, 1), *hits(1, MISS), *lots(6), LIVES])
    assert result == "won"
    result, _ = to_the_end(facing("LFD 1", "HFC 1"), [*line(1, 1), *hits(MISS, 1), *lots(6), LIVES])
    assert result == "lost"


@pytest.mark.clause("LM-BAT-23")
def test_when_both_are_destroyed_nobody_wins() -> None:
    b = facing("LFC 1", "LFC 1")
    hold(b.t.s, 1, WASTE)
    result, _ = to_the_end(b, [*line(1, 1), *hits(1, 1)])
    assert result == "drawn"
    assert [each.level for each in b.t.s.people.values()] == [1, 1]


@pytest.mark.clause("LM-BAT-24")
def test_a_defender_with_half_the_attack_retreats_after_the_round() -> None:
    b = facing("MFC 2", "MFC 1")
    hold(b.t.s, 1, 66)
    result, entries = to_the_end(b, [*line(1, 2), *hits(MISS, MISS, MISS), *lots(3, 3), LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 1)
    assert codes(b.t.s, 1, 66) == ["MFC"]


@pytest.mark.clause("LM-BAT-24")
def test_a_little_more_than_half_is_enough_to_stay() -> None:
    b = facing("MFC 2", "MFB 1")
    hold(b.t.s, 1, 66)
    fought(b, [*line(1, 2), *hits(MISS, MISS, MISS)])
    assert battle.after_round(b) == ""


@pytest.mark.clause("LM-BAT-24")
def test_attack_without_strength_outmatches_nobody() -> None:
    b = facing("RED 2", "RED 1")
    hold(b.t.s, 1, 66)
    fought(b, [*line(1, 2), *hits(MISS, MISS, MISS)])
    assert battle.after_round(b) == ""


@pytest.mark.clause("LM-BAT-24")
def test_modifiers_and_walls_do_not_count_in_the_comparison() -> None:
    b = facing("KTC 1", "MFB 1")
    hold(b.t.s, 1, 66)
    fought(b, [*line(1, 1), *hits(MISS, MISS)])
    assert battle.after_round(b) == ""


FOUR_ROUNDS = [*line(1, 1), *hits(MISS, MISS)] * 4


@pytest.mark.clause("LM-BAT-25", "LM-BAT-29")
def test_attackers_who_have_not_won_after_four_rounds_go_back_whence_they_came() -> None:
    b = facing("HFC 1", "HFC 1")
    result, entries = to_the_end(b, [*FOUR_ROUNDS, *lots(3, 4), LIVES])
    assert (result, len(told(entries, "round"))) == ("retreated", 4)
    assert codes(b.t.s, 0, 56) == ["HFC"]
    assert b.m.place == 56 == b.t.s.people[b.m.who].place


@pytest.mark.clause("LM-BAT-29")
def test_the_way_back_avoids_enemies_who_were_passed_unseen() -> None:
    b = facing("HFC 1", "HFC 1")
    hold(b.t.s, 0, 55)
    put(b.t.s, "RED 1", 1, 56)
    b.m.trail = [55, 56]
    to_the_end(b, [*FOUR_ROUNDS, *lots(3, 4), LIVES])
    assert codes(b.t.s, 0, 55) == ["HFC"]


@pytest.mark.clause("LM-BAT-25", "LM-BAT-24")
def test_after_round_four_the_defender_is_looked_at_first() -> None:
    b = facing("HFC 2", "HFC 2")
    hold(b.t.s, 1, 66)
    miss = [*line(2, 2), *hits(MISS, MISS, MISS, MISS)]
    last = [*line(2, 2), *hits(1, 1, MISS, MISS)]
    result, _ = to_the_end(b, [*miss * 3, *last, *lots(6, 6, 6), LIVES])
    assert result == "won"


@pytest.mark.clause("LM-BAT-26")
@pytest.mark.parametrize(("face", "lot"), [(1, "dead"), (2, "captured"), (3, "escaped"), (6, "escaped")])
def test_the_chart_of_retreats(face: int, lot: str) -> None:
    b = facing("HFC 1", "HFC 1")
    s = b.t.s
    _, entries = to_the_end(b, [*FOUR_ROUNDS, *lots(face, face), LIVES])
    assert [each[2] for each in told(entries, "retreat")[0].data["rolls"]] == [lot, lot]
    leader = s.people.get(b.m.who)
    unit = next((unit for unit in s.units.values() if unit.owner == 0), None)
    if lot == "dead":
        assert (leader, unit) == (None, None)
    elif lot == "captured":
        assert leader is not None
        assert unit is not None
        assert (leader.captor, leader.place, unit.captor, unit.place) == (1, WASTE, 1, WASTE)
    else:
        assert leader is not None
        assert (leader.captor, leader.place) == (None, 56)


@pytest.mark.clause("LM-BAT-27")
@pytest.mark.parametrize("of", ["G1", "X1"])
def test_gnome_characters_always_escape(of: str) -> None:
    b = facing("GFC 1", "HFC 1", leaders=(of, "W1"))
    to_the_end(b, [*line(1, 1), *hits(MISS, 1), LIVES])
    assert b.t.s.people[b.m.who].place == 56


@pytest.mark.clause("LM-BAT-28")
def test_defenders_go_to_the_city_there_then_the_fort_then_a_friendly_square_beside() -> None:
    def loser() -> tuple[Battle, list[tuple[str, int]]]:
        b = facing("HFC 4", "HFC 1", place=59)
        hold(b.t.s, 1, 68, 60)
        return b, [*line(1, 4), *hits(MISS, MISS, MISS, MISS, MISS), *lots(6, 6), LIVES]

    b, rolls = loser()
    b.t.s.forts[59] = "F1"
    hold(b.t.s, 1, ARDEA, 459)
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, ARDEA) == ["HFC"]
    b, rolls = loser()
    b.t.s.forts[59] = "F1"
    hold(b.t.s, 1, 459)
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 459) == ["HFC"]
    b, rolls = loser()
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 60) == ["HFC"]
    b, rolls = loser()
    b.t.s.set_nation(1, retreats=((59, 68),))
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 68) == ["HFC"]
    b, rolls = loser()
    put(b.t.s, "RED 1", 0, 60)
    to_the_end(b, rolls)
    assert codes(b.t.s, 1, 68) == ["HFC"]


@pytest.mark.clause("LM-BAT-28")
def test_of_a_beaten_army_each_nation_goes_where_it_has_no_enemies_itself() -> None:
    """Partners hold 57 and 66 beside the battle.

    A fourth nation there has a truce with only one of them.
    """
    s = hargaar(seats=4)
    s.alliances = [(1, 2)]
    s.truces = [TruceRecord((2, 3), 9)]
    m = army(s, "HFC 4", place=WASTE)
    hold(s, 1, WASTE, 66, 58)
    s.set_nation(1, retreats=((WASTE, 66),))
    s.set_nation(2, retreats=((WASTE, 66),))
    put(s, "RED 1", 3, 66)
    bob, cob = person(s, "Bob W1", 1, WASTE), person(s, "Cob W1", 2, WASTE)
    foes = [*put(s, "LFD 1", 1, WASTE), *put(s, "LFD 1", 2, WASTE)]
    result, _ = to_the_end(Battle(m.t, m, WASTE, foes), [*line(2, 4), *hits(*[MISS] * 6), *lots(6, 6, 6, 6), LIVES])
    assert result == "won"
    assert (codes(s, 1, 58), codes(s, 1, 66)) == (["LFD"], [])
    assert (codes(s, 2, 58), codes(s, 2, 66)) == ([], ["LFD"])
    assert [s.people[n].place for n in (bob, cob)] == [58, 66]


@pytest.mark.clause("LM-BAT-28", "LM-BAT-26")
def test_who_alone_of_a_beaten_army_has_nowhere_to_go_is_captured_though_his_partners_escape() -> None:
    s = hargaar(seats=4)
    s.alliances = [(1, 2)]
    s.truces = [TruceRecord((2, 3), 9)]
    m = army(s, "HFC 4", place=WASTE)
    hold(s, 1, WASTE, 66)
    put(s, "RED 1", 3, 66)
    foes = [*put(s, "LFD 1", 1, WASTE), *put(s, "LFD 1", 2, WASTE)]
    to_the_end(Battle(m.t, m, WASTE, foes), [*line(2, 4), *hits(*[MISS] * 6), *lots(6, 6), LIVES])
    assert [(s.units[n].place, s.units[n].captor) for n in foes] == [(WASTE, 0), (66, None)]


@pytest.mark.clause("LM-BAT-28", "LM-FC-09")
def test_a_full_fort_takes_no_more_and_the_others_go_on_to_the_next_place() -> None:
    b = facing("HFC 4", "MFC 2", place=59)
    b.t.s.forts[59] = "F1"
    hold(b.t.s, 1, 459, 60)
    put(b.t.s, "RED 11", 1, 459)
    to_the_end(b, [*line(2, 4), *hits(*[MISS] * 6), *lots(6, 6, 6), LIVES])
    assert codes(b.t.s, 1, 459).count("MFC") == 1
    assert codes(b.t.s, 1, 60) == ["MFC"]


@pytest.mark.clause("LM-BAT-30")
@pytest.mark.parametrize(("of", "place"), [("M1", WASTE), ("X1", 56)])
def test_teleported_attackers_who_must_retreat_are_all_captured(of: str, place: int) -> None:
    b = facing("HFC 1", "HFC 1", leaders=(of, "W1"))
    b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported=True)
    result, _ = to_the_end(b, [*FOUR_ROUNDS, LIVES])
    assert result == "retreated"
    assert [unit.captor for unit in b.t.s.units.values()] == [1, None]
    assert (b.t.s.people[b.m.who].captor, b.t.s.people[b.m.who].place) == (1 if of == "M1" else None, place)


@pytest.mark.clause("LM-BAT-30")
def test_only_who_came_along_by_teleport_shares_the_lot_of_the_army() -> None:
    """Zed teleports two units and a warrior to a province where a compatriot is hidden.

    Another compatriot stays at home. Only those who were teleported are captured.
    """
    s = hargaar()
    hold(s, 0, 65)
    hold(s, 1, WASTE)
    zed, abe = person(s, "Zed M4", 0, 65), person(s, "Abe W1", 0, 65)
    put(s, "MFC 2", 0, 65)
    spy, friend = person(s, "Sly T3", 0, WASTE), person(s, "Fay T1", 0, 65)
    person(s, "Cob W1", 1, WASTE)
    put(s, "HFC 2", 1, WASTE)
    missed = [*line(2, 2), *hits(*[MISS] * 4)]
    entries = order(Turn(s), 0, "char Zed: teleport 57 with Abe MFC 2", [*missed * 4, LIVES])
    assert told(entries, "battle-retreated")
    assert [s.people[n].captor for n in (zed, abe, spy, friend)] == [1, 1, None, None]
    assert (s.people[spy].place, s.people[friend].place) == (WASTE, 65)
    assert [unit.captor for unit in s.units.values() if unit.owner == 0] == [1, 1]
    assert {each[0] for each in told(entries, "taken")[0].data["rolls"]} == {"MFC", "Zed", "Abe"}


@pytest.mark.clause("LM-BAT-31")
def test_defenders_with_nowhere_to_go_fight_two_more_rounds_and_are_captured() -> None:
    b = facing("HFC 2", "HFC 1")
    result, entries = to_the_end(b, [*[*line(1, 2), *hits(MISS, MISS, MISS)] * 3, LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 3)
    assert [entry.data["army"] for entry in told(entries, "cornered")] == ["N2"]
    assert [unit.captor for unit in b.t.s.units.values()] == [None, None, 0]
    assert [each.captor for each in b.t.s.people.values()] == [None, 0]


@pytest.mark.clause("LM-BAT-32")
def test_the_two_extra_rounds_are_fought_beyond_the_fourth() -> None:
    b = facing("HFC 2", "HFC 2")
    miss = [*line(2, 2), *hits(MISS, MISS, MISS, MISS)]
    wounding = [*line(2, 2), *hits(1, 1, MISS, MISS)]
    result, entries = to_the_end(b, [*miss * 3, *wounding, *miss * 2, LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 6)


@pytest.mark.clause("LM-BAT-33", "LM-BAT-34", "LM-TT-17", "LM-BAT-19")
def test_berserkers_stay_when_the_others_retreat_and_fight_to_the_end() -> None:
    b = facing("HFC 4", "BEC 1 MFC 1")
    hold(b.t.s, 1, 66)
    miss = [*line(2, 4), *hits(*[MISS] * 6)]
    alone = [*line(1, 4), *hits(*[MISS] * 5)]
    last = [*line(1, 4), *hits(1, 1)]  # their leader is gone: ours decides the tie, and none is left to strike back
    result, entries = to_the_end(b, [*miss, *lots(6, 6), *alone * 4, *last, LIVES])
    assert (result, len(told(entries, "round"))) == ("won", 6)
    assert codes(b.t.s, 1, 66) == ["MFC"]


@pytest.mark.clause("LM-BAT-33")
def test_attacking_berserkers_fight_on_when_the_others_go_back() -> None:
    b = facing("BEC 1 HFC 1", "HFC 2")
    miss = [*line(2, 2), *hits(*[MISS] * 4)]
    alone = [*line(1, 2), *hits(*[MISS] * 3)]
    last = [*line(1, 2), *hits(1, 1)]  # our leader has gone back: theirs decides the tie
    result, entries = to_the_end(b, [*miss * 4, *lots(6, 6), *alone, *last, LIVES])
    assert (result, len(told(entries, "round"))) == ("lost", 6)
    assert codes(b.t.s, 0, 56) == ["HFC"]


@pytest.mark.clause("LM-TT-17", "LM-BAT-33")
def test_uninitiated_berserkers_retreat_with_the_others() -> None:
    b = facing("HFC 4", "uBEC 2")
    hold(b.t.s, 1, 66)
    result, _ = to_the_end(b, [*line(2, 4), *hits(*[MISS] * 6), *lots(6, 6, 6), LIVES])
    assert (result, codes(b.t.s, 1, 66)) == ("won", ["uBEC", "uBEC"])


@pytest.mark.clause("LM-TT-17", "LM-BAT-33")
def test_captured_berserkers_are_eliminated_but_uninitiated_ones_are_prisoners() -> None:
    b = facing("HFA 4", "BEC 1 uBEC 1")
    state = b.t.s
    miss = [*line(2, 4), *hits(*[MISS] * 6)]
    to_the_end(b, [*miss * 3, LIVES])
    assert [(unit.code, unit.captor) for unit in state.units.values() if unit.owner == 1] == [("uBEC", 0)]


@pytest.mark.clause("LM-BAT-33")
def test_a_fight_that_nobody_can_end_is_broken_off() -> None:
    b = facing("HFC 1", "HFC 1")
    b.is_to_the_end = True
    b.round = battle.LONGEST - 1
    result, _ = to_the_end(b, [*line(1, 1), *hits(MISS, MISS)])
    assert result == "broken-off"
    assert codes(b.t.s, 0, 56) == ["HFC"]
    assert b.t.s.people[b.m.who].place == 56


@pytest.mark.clause("LM-BAT-28", "LM-BAT-31", "LM-FC-09")
@pytest.mark.parametrize(("inside", "kind"), [(12, "cornered"), (11, "retreat")])
def test_a_haven_without_room_is_none(inside: int, kind: str) -> None:
    b = facing("HFC 4", "MFC 1")
    b.t.s.forts[WASTE] = "Deepgate"
    hold(b.t.s, 1, 457)
    put(b.t.s, f"RED {inside}", 1, 457)
    b.t.s.journal = []  # type: ignore[misc]
    with dice(b.t.s, lots(6, 6) if kind == "retreat" else []):
        assert battle.after_round(b) == ("won" if kind == "retreat" else "")
    assert [entry.kind for entry in b.t.s.journal or []] == [kind]
    assert b.deadline == (2 if kind == "cornered" else 0)


@pytest.mark.clause("LM-BAT-33", "LM-BAT-34")
@pytest.mark.parametrize("units", ["BEC 1", "BEC 1 MFC 1"])
def test_it_is_told_that_berserkers_stay(units: str) -> None:
    b = facing("HFC 9", units)
    hold(b.t.s, 1, 66)
    b.t.s.journal = []  # type: ignore[misc]
    with dice(b.t.s, lots(6, 6) if "MFC" in units else []):
        assert battle.after_round(b) == ""
    (entry,) = told(list(b.t.s.journal or []), "berserkers")
    assert (entry.clauses, entry.data["army"], b.is_to_the_end) == (("LM-BAT-33",), "N2", True)


@pytest.mark.clause("LM-BAT-30", "LM-BAT-31")
@pytest.mark.parametrize("teleported", [True, False])
def test_where_a_taken_army_goes_is_told(teleported: bool) -> None:
    b = facing("HFC 1", "HFC 1", leaders=("X1", "W1"))
    b.m.origin = 66
    b.t.s.journal = []  # type: ignore[misc]
    retreat.all_taken(b, b.attackers if teleported else b.defenders, 66 if teleported else 0)
    (entry,) = told(list(b.t.s.journal or []), "taken")
    assert entry.data["to_place"] == (66 if teleported else 0)
    assert entry.data["rolls"] == (
        [["HFC", 0, "captured"], ["Ours0", 0, "escaped"]] if teleported else
        [["HFC", 0, "captured"], ["Theirs", 0, "captured"]]
    )  # fmt: skip
    assert (entry.data["escaped"], entry.data["captured"], entry.data["dead"]) == (
        (1, 1, 0) if teleported else (0, 2, 0)
    )


@pytest.mark.clause("LM-BAT-26", "LM-BAT-28")
def test_a_retreat_is_told_with_every_die_and_where_it_goes() -> None:
    b = facing("HFC 9", "MFC 3", leaders=("W1", "W1"))
    hold(b.t.s, 1, 66, 56)
    b.t.s.journal = []  # type: ignore[misc]
    with dice(b.t.s, lots(1, 2, 3, 6)):
        retreat.flee(b, b.defenders, list(b.defenders.units))
    (entry,) = told(list(b.t.s.journal or []), "retreat")
    assert (entry.clauses, entry.data["to_place"], entry.data["army"]) == (("LM-BAT-26",), 56, "N2")
    assert entry.data["rolls"] == [
        ["MFC", 1, "dead"], ["MFC", 2, "captured"], ["MFC", 3, "escaped"], ["Theirs", 6, "escaped"],
    ]  # fmt: skip
    assert (entry.data["escaped"], entry.data["captured"], entry.data["dead"]) == (2, 1, 1)
    assert entry.tally is not None


@pytest.mark.clause("LM-BAT-24")
@pytest.mark.parametrize(
    ("ours", "theirs", "leave"),
    [
        ("KTB 1", "MPC 1", False),
        ("OHC 1 HLC 1", "OHB 1", True),
        ("HFC 2", "DHC 1", True),
        ("DHC 1", "MFD 1", False),
    ],
)
def test_attack_is_compared_with_attack_and_not_with_defence(ours: str, theirs: str, leave: bool) -> None:
    assert retreat.is_outmatched(facing(ours, theirs)) == leave


@pytest.mark.clause("LM-BAT-26", "LM-FC-01")
def test_a_leader_taken_before_the_walls_is_kept_behind_them() -> None:
    b = facing("HFC 1", "HFC 1", ARDEA)
    retreat.take_person(b, b.m.who, 1)
    assert (b.t.s.people[b.m.who].place, b.t.s.people[b.m.who].captor) == (ARDEA, 1)
