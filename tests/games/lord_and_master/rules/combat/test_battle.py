"""Battles: opponents, overruns, the results of a victory, and reports (BAT)."""

from __future__ import annotations

import pytest

from games.lord_and_master.positions import (
    ARDEA,
    CROPLAND,
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
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import FORT
from palatine.games.lord_and_master.rules.combat import battle, rounds
from palatine.games.lord_and_master.rules.combat.battle import Attacks
from palatine.games.lord_and_master.rules.combat.battlefield import Battle, army_of, commander_of
from palatine.games.lord_and_master.rules.common.control import Conquests
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import NEUTRAL, NO_PERSON, TruceRecord

MISS = 20


# Who fights whom


@pytest.mark.clause("LM-BAT-01", "LM-BAT-02", "LM-MV-06")
def test_troops_that_enter_a_province_with_enemy_troops_attack_them() -> None:
    state = hargaar()
    person(state, "Ralph W1", 0, 58)
    put(state, "MFC 2", 0, 58)
    hold(state, 1, WASTE)
    put(state, "MFC 2", 1, WASTE)
    entries = order(
        Turn(state),
        0,
        "char Ralph: lead take MFC 2, go 57",
        [*line(2, 2), *hits(1, 1, MISS, MISS), *line(2, 2), *hits(1, 1), LIVES],
    )
    start = told(entries, "battle")[0].data
    assert (start["attacker"], start["defender"], start["place"]) == ("N1", "N2", "wasteland 57")
    assert start["units"] == [["MFC", 2]]
    assert state.holder(WASTE) == 0


@pytest.mark.clause("LM-BAT-01")
def test_partners_and_truce_partners_do_not_fight() -> None:
    state = hargaar(seats=3)
    person(state, "Ralph W1", 0, 58)
    put(state, "MFC 1", 0, 58)
    hold(state, 1, WASTE)
    put(state, "MFC 1", 1, WASTE)
    put(state, "MFC 1", 2, WASTE)
    state.alliances = [(0, 1)]
    state.truces = [TruceRecord((0, 2), 5)]
    assert not told(order(Turn(state), 0, "char Ralph: lead take MFC 1, go 57"), "battle")


@pytest.mark.clause("LM-BAT-01")
def test_of_two_armies_the_larger_fights_first_and_partners_fight_as_one() -> None:
    state = hargaar(seats=4)
    a, b, c = (put(state, "MFC 2", owner, WASTE) for owner in (1, 2, 3))
    more = put(state, "MFC 1", 3, WASTE)
    mine = put(state, "MFC 1", 0, WASTE)
    turn = Turn(state)
    assert army_of(turn.s, mine, [*a, *b, *c, *more]) == [*c, *more]
    state.alliances = [(1, 2)]
    assert army_of(turn.s, mine, [*a, *b, *c, *more]) == [*a, *b]


FOUR_ROUNDS = [*line(1, 1), *hits(MISS, MISS)] * 4


# What victory brings


@pytest.mark.clause("LM-CH-22", "LM-BAT-35")
@pytest.mark.parametrize(("face", "lives"), [(1, False), (2, True), (12, True)])
def test_the_winning_leader_gains_a_level_and_may_be_killed(face: int, lives: bool) -> None:
    b = facing("HFC 1", "LFD 1", leaders=("W1", ""))
    person(b.t.s, "Pius P1", 0, 56)
    _, entries = to_the_end(b, [*line(1, 1), *hits(1), ("leader's fate", face)])
    assert [entry.data["level"] for entry in told(entries, "level")] == [2]
    assert (b.m.who in b.t.s.people) is lives


@pytest.mark.clause("LM-CH-22")
def test_defenders_who_drive_attackers_off_have_won() -> None:
    b = facing("HFC 1", "HFC 1")
    to_the_end(b, [*FOUR_ROUNDS, *lots(3, 3), LIVES])
    assert sorted(each.level for each in b.t.s.people.values()) == [1, 2]
    assert next(each for each in b.t.s.people.values() if each.owner == 1).level == 2


@pytest.mark.clause("LM-CH-22")
def test_the_defender_commander_is_who_is_named_else_the_highest_else_the_first() -> None:
    state = hargaar(seats=3)
    turn = Turn(state)
    assert commander_of(turn, 1, WASTE) == NO_PERSON
    first, second = person(state, "Abel W2", 1, WASTE), person(state, "Bors W2", 1, WASTE)
    low = person(state, "Cade W1", 1, WASTE)
    assert commander_of(turn, 1, WASTE) == first != second
    state.set_nation(1, commanders=((WASTE, "Cade"), (66, "Abel")))
    assert commander_of(turn, 1, WASTE) == low
    state.alliances = [(1, 2)]
    state.set_nation(1, commanders=())
    ally = person(state, "Dirk W3", 2, WASTE)
    assert commander_of(turn, 1, WASTE) == ally


@pytest.mark.clause("LM-CH-24", "LM-CH-23")
def test_a_summoning_and_two_attacks_driven_back_are_three_levels() -> None:
    state = hargaar(seats=3)
    hold(state, 1, WASTE)
    who = person(state, "Zed M2", 1, WASTE)
    foes = put(state, "HFC 1", 1, WASTE)
    turn = Turn(state)
    order(turn, 1, "char Zed: summon", [13])
    for owner in (0, 2):
        m = army(state, "LFD 1", "W1", owner=owner)
        m.t = turn
        person(state, f"Other{owner} P1", owner, 56)
        to_the_end(Battle(turn, m, WASTE, foes), [*line(1, 1), *hits(1), *lots(6), LIVES])
    assert state.people[who].level == 5


@pytest.mark.clause("LM-CH-24", "LM-CH-22")
def test_two_attacks_driven_back_in_one_turn_are_two_levels() -> None:
    state = hargaar(seats=3)
    who = person(state, "Zed M2", 1, WASTE)
    foes = put(state, "HFC 1", 1, WASTE)
    turn = Turn(state)
    for owner in (0, 2):
        m = army(state, "LFD 1", "W1", owner=owner)
        m.t = turn
        person(state, f"Other{owner} P1", owner, 56)
        to_the_end(Battle(turn, m, WASTE, foes), [*line(1, 1), *hits(1), *lots(6), LIVES])
    assert state.people[who].level == 4


@pytest.mark.clause("LM-BAT-26")
def test_a_beaten_leader_whose_units_are_dead_takes_his_chance_too() -> None:
    b = facing("LFD 1", "HFC 1")
    to_the_end(b, [*line(1, 1), *hits(MISS, 1), *lots(2), LIVES])
    assert b.t.s.people[b.m.who].captor == 1


@pytest.mark.clause("LM-BAT-26")
def test_a_neutral_leader_is_gone_with_his_force() -> None:
    state = hargaar()
    m = army(state, "ELA 5", "W1")
    state.roused.append(WASTE)
    leader = person(state, "Grub O1", NEUTRAL, WASTE)
    b = Battle(m.t, m, WASTE, put(state, "LFD 1", NEUTRAL, WASTE))
    assert b.defenders.level == 1
    to_the_end(b, [*line(1, 5), *hits(1), LIVES])
    assert leader not in state.people


@pytest.mark.clause("LM-ADV-06", "LM-BAT-26")
@pytest.mark.parametrize(("face", "gold"), [(1, (0, 160)), (2, (0, 160)), (3, (60, 100))])
def test_a_mobile_treasury_shares_the_lot_of_its_leader(face: int, gold: tuple[int, int]) -> None:
    b = facing("LFD 1", "HFC 1")
    b.t.s.set_nation(0, advantages=("mobile-treasury",), site=0, gold=60)
    person(b.t.s, "Pius P1", 0, 56)
    to_the_end(b, [*line(1, 1), *hits(MISS, 1), *lots(face), LIVES])
    assert (b.t.s.nations[0].gold, b.t.s.nations[1].gold) == gold


@pytest.mark.clause("LM-ADV-06")
def test_what_neutral_people_take_with_a_leader_lies_with_them_for_whoever_beats_them() -> None:
    b = facing("LFD 1", "HFC 1")
    state = b.t.s
    state.set_nation(0, advantages=("mobile-treasury",), site=0, gold=60)
    person(state, "Pius P1", 0, 56)
    for n in b.defenders.units:
        state.set_unit(n, owner=NEUTRAL)
    state.roused.append(WASTE)
    to_the_end(Battle(b.t, b.m, WASTE, state.units_at(WASTE, NEUTRAL)), [*line(1, 1), *hits(MISS, 1), *lots(2)])
    assert (state.nations[0].gold, state.coffers[WASTE]) == (0, 15 + 60)


@pytest.mark.clause("LM-C-19")
def test_a_battle_makes_a_boneyard_of_its_place() -> None:
    b = facing("HFC 1", "LFD 1")
    to_the_end(b, [*line(1, 1), *hits(1, MISS), *lots(6), LIVES])
    assert b.t.s.boneyards == [WASTE]
    b = facing("HFC 1", "LFD 1", ARDEA)
    to_the_end(b, [*line(1, 1), *hits(1, MISS), *lots(6), LIVES])
    assert b.t.s.boneyards == [ARDEA]


# Overruns


@pytest.mark.clause("LM-BAT-36", "LM-CH-22")
def test_eight_times_the_defence_overruns_and_the_stack_may_go_on() -> None:
    state = hargaar()
    who = person(state, "Ralph W1", 0, 58)
    put(state, "HFC 1", 0, 58)
    hold(state, 1, WASTE, 66)
    put(state, "RED 1", 1, WASTE)
    turn = Turn(state)
    entries = order(turn, 0, "char Ralph: lead take HFC 1, go 57 66")
    assert [entry.data["attack"] for entry in told(entries, "overrun")] == [8]
    assert state.people[who].place == 66
    assert state.people[who].level == 1
    assert (state.holder(WASTE), state.holder(66)) == (0, 0)
    assert state.boneyards == []
    assert turn.of(Attacks).places == {WASTE}
    assert turn.of(Conquests).by_force == [(0, WASTE, 1)]


@pytest.mark.clause("LM-BAT-36")
def test_less_than_eight_times_is_a_battle() -> None:
    m = army(hargaar(), "HFC 1")
    assert battle.is_overrun(m.t, m, put(m.t.s, "RED 1", 1, WASTE))
    assert not battle.is_overrun(m.t, m, put(m.t.s, "RED 2", 1, WASTE))
    m = army(hargaar(), "MFB 1")
    assert not battle.is_overrun(m.t, m, put(m.t.s, "RED 1", 1, WASTE))


@pytest.mark.clause("LM-BAT-36")
def test_wounded_values_count_for_an_overrun() -> None:
    m = army(hargaar(), "ELA 1")
    foes = put(m.t.s, "MFC 1", 1, WASTE)
    assert not battle.is_overrun(m.t, m, foes)
    m.t.s.set_unit(foes[0], wounded=True)
    assert battle.is_overrun(m.t, m, foes)


@pytest.mark.clause("LM-BAT-36")
def test_characters_of_an_overrun_army_roll_on_the_chart() -> None:
    b = facing("ELA 3", "RED 2")
    with dice(b.t.s, lots(2)):
        assert battle.engage(b.t, b.m, b.defenders.units) == "overrun"
    assert [each.captor for each in b.t.s.people.values()] == [None, 0]
    assert len(b.t.s.units) == 3


@pytest.mark.clause("LM-BAT-37")
@pytest.mark.parametrize("place", [ARDEA, FORT + WASTE])
def test_a_garrison_is_not_overrun(place: int) -> None:
    b = facing("ELA 5", "RED 1", place)
    with dice(b.t.s, [*line(1, 5), *hits(1), *lots(6), LIVES]):
        assert battle.storm(b.t, b) == "won"


def _pairs(b: Battle) -> list[tuple[int, int]]:
    """Return the pairs of attacker and target: their unit at ours, our unit at theirs."""
    ours, theirs = b.attackers.units[0], b.defenders.units[0]
    return [(theirs, ours), (ours, theirs)]


# What is told, and rehearsals


@pytest.mark.clause("LM-BAT-04", "LM-BAT-21")
def test_every_round_is_told_with_its_line_up_and_every_roll() -> None:
    b = facing("HAC 1", "MFC 1 HFC 1")
    _, entries = to_the_end(b, [*line(1, 2), *hits(11, MISS, 1), *lots(6), LIVES])
    data = told(entries, "round")[0].data
    assert data["columns"] == [["HAC", ["MFC", "HFC"]]]
    assert (data["heads"], data["hits"], data["hits_back"], data["lost"]) == ("attacker", 0, 1, 1)
    assert data["blows"][0]["parts"] == [
        [10, "LM-BAT-21", "hit-base"],
        [4, "LM-BAT-21", "attack"],
        [-1, "LM-MOD-14", "horse-archers-on-foot"],
        [-6, "LM-BAT-21", "defence"],
    ]


def test_in_a_rehearsal_the_battle_is_won_without_dice_or_loss() -> None:
    b = facing("HFC 1", "HFC 5", is_rehearsal=True)
    with dice(b.t.s, []):
        assert battle.engage(b.t, b.m, b.defenders.units) == "won"
    assert codes(b.t.s, 1, WASTE) == []
    assert codes(b.t.s, 0, WASTE) == ["HFC"]
    kind, data = b.t.notes[0]
    assert (kind, data["attack"], data["their_defence"], data["against"]) == ("battle", 8, 40, "N2")


def test_every_troop_can_fight_every_other_in_every_place() -> None:
    for code in pieces.TROOPS:
        for place in (CROPLAND, ARDEA):
            b = facing("HFC 1", f"{code} 1", place)
            b.round = 1
            for pair in _pairs(b):
                assert rounds.modifiers.to_hit(b, *pair)


# What is easily missed


@pytest.mark.clause("LM-BAT-24", "LM-FC-06")
def test_the_outmatched_behind_walls_are_counted_as_what_they_fight_as() -> None:
    b = facing("HFC 2", "KTC 1", ARDEA)
    hold(b.t.s, 1, 60)
    fought(b, [*line(2, 1), *hits(*[MISS] * 3)])
    with dice(b.t.s, lots(6, 6)):
        assert battle.after_round(b) == "won"  # 16 against the 8 of heavy foot, not the 10 of knights
    assert codes(b.t.s, 1, 60) == ["KTC"]


@pytest.mark.clause("LM-BAT-30")
def test_whoever_teleported_an_army_that_is_destroyed_is_captured_and_a_trickster_goes_home() -> None:
    for leader, place, captor in (("M2", WASTE, 1), ("X2", 56, None)):
        b = facing("RED 1", "HFC 1", leaders=(leader, "W1"))
        b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported=True)
        result, _ = to_the_end(b, [*line(1, 1), *hits(1), LIVES])
        who = b.t.s.people[b.m.who]
        assert (result, who.place, who.captor) == ("lost", place, captor)


@pytest.mark.clause("LM-BAT-30", "LM-ADV-06")
def test_a_trickster_who_goes_home_from_a_lost_field_keeps_the_treasury_that_he_carries() -> None:
    b = facing("HFC 1", "HFC 1", leaders=("X1", "W1"))
    b.t.s.set_nation(0, advantages=("mobile-treasury",))
    b = Battle(b.t, b.m, WASTE, b.defenders.units, teleported=True)
    to_the_end(b, [*FOUR_ROUNDS, LIVES])
    assert [nation.gold for nation in b.t.s.nations] == [100, 100]


@pytest.mark.clause("LM-BAT-04", "LM-BAT-22", "LM-GI-04")
def test_the_end_is_told_with_what_each_army_was_and_lost_and_landed_and_what_helped_it() -> None:
    """Skirmishers strike first, then the charging knights."""
    b = facing("KTC 1", "SJC 1 MXC 1", CROPLAND)
    _, entries = to_the_end(b, [*line(1, 2), *hits(1, MISS, 1), *line(1, 1), *hits(MISS, 1), *lots(6), LIVES])
    (entry,) = told(entries, "battle-won")
    assert (entry.clauses, entry.data["rounds"], entry.data["assault"]) == (("LM-BAT-23",), 2, False)
    ours, theirs = entry.data["shown"]["attacking"], entry.data["shown"]["defending"]
    assert (ours["host"], ours["lost"], ours["hits"]) == ([["KTC", 1]], [], 2)
    assert (theirs["host"], theirs["lost"], theirs["hits"]) == (
        [["SJC", 1], ["MXC", 1]], [["SJC", 1], ["MXC", 1]], 1,
    )  # fmt: skip
    assert theirs["helped"] == []


@pytest.mark.clause("LM-BAT-21", "LM-MOD-01", "LM-MOD-02", "LM-MOD-03")
def test_what_helped_an_army_is_told_once_in_the_order_of_the_rules() -> None:
    b = facing("KTC 1", "SJC 1", CROPLAND)
    b.helped["attacker"] = {
        (4, "LM-MOD-02", "ridden-down"), (2, "LM-MOD-03", "cavalry-on-bows"), (4, "LM-MOD-01", "cavalry-charge"),
        (-1, "LM-MOD-04", "z"), (2, "LM-MOD-04", "a"),
    }  # fmt: skip
    shown = battle._army_statistics(b, b.attackers, "attacker")
    assert [part[:2] for part in shown["helped"]] == [
        (4, "LM-MOD-01"), (4, "LM-MOD-02"), (2, "LM-MOD-03"), (-1, "LM-MOD-04"), (2, "LM-MOD-04"),
    ]  # fmt: skip


@pytest.mark.clause("LM-BAT-35", "LM-GI-04")
@pytest.mark.parametrize(("face", "kind"), [(1, "winner-falls"), (2, "winner-lives")])
def test_the_risk_of_the_winning_leader_is_told_to_his_nation(face: int, kind: str) -> None:
    b = facing("HFC 1", "LFD 1", leaders=("W1", ""))
    person(b.t.s, "Pius P1", 0, 56)
    hold(b.t.s, 1, 56)
    _, entries = to_the_end(b, [*line(1, 1), *hits(1), ("leader's fate", face)])
    (entry,) = told(entries, kind)
    assert (entry.clauses, entry.data["name"], entry.readers) == (("LM-BAT-35",), "Ours0", (0, 1))
    assert len(told(entries, "winner-falls")) + len(told(entries, "winner-lives")) == 1


@pytest.mark.clause("LM-BAT-19", "LM-C-10")
def test_a_demon_that_leads_lends_the_attackers_its_level_and_nobody_else() -> None:
    b = facing("HFC 1", "HFC 1", leaders=("", ""))
    march = March(b.t, 0, WASTE, NO_PERSON, ALL_RACES, level=3)
    march.units = b.attackers.units
    b = Battle(b.t, march, WASTE, b.defenders.units)
    assert (b.attackers.level, b.defenders.level) == (3, 0)


# Rehearsed battles


def test_a_rehearsed_overrun_is_noted_and_sweeps_the_place() -> None:
    state = hargaar()
    m = army(state, "ELA 5", "W1")
    m.t.is_rehearsal = True
    state.roused.append(WASTE)
    leader = person(state, "Grub O1", NEUTRAL, WASTE)
    foes = put(state, "OFD 2", NEUTRAL, WASTE)
    assert battle.engage(m.t, m, foes) == "overrun"
    ((kind, data),) = m.t.notes
    assert (kind, data["place"], data["attack"], data["defence"]) == ("overrun", "wasteland 57", 80, 6)
    assert (codes(state, NEUTRAL, WASTE), leader in state.people) == ([], False)


def test_a_rehearsed_battle_shows_both_armies_by_all_their_figures() -> None:
    b = facing("DHC 2", "MPC 3", is_rehearsal=True)
    seen: list[Battle] = []
    b.t.watch = seen.append
    assert battle.engage(b.t, b.m, b.defenders.units) == "won"
    ((kind, data),) = b.t.notes
    assert (kind, data["units"], data["enemies"]) == ("battle", 2, 3)
    assert (data["attack"], data["defence"]) == (2 * 7, 2 * 9)
    assert (data["their_attack"], data["their_defence"]) == (3 * 6, 3 * 4)
    assert [each.place for each in seen] == [WASTE]
