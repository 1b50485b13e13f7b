"""Battles: commanders, lines, flyers, contests, what they cost, and to whom the province belongs (7)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, field, fought, general, natives
from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    act,
    at,
    failed,
    know,
    load,
    new_state,
    order,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    run,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.components import titles
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.aftermath import (
    change_quality_step,
    decides_to_stay,
    settle_battle,
)
from palatine.games.adventurer_kings.rules.combat.campaigns import (
    battles,
    besiegers,
    contest_province,
    defenders,
    in_random_order,
    unites,
)
from palatine.games.adventurer_kings.rules.combat.casualties import PURSUES, attempts, losses, pursue
from palatine.games.adventurer_kings.rules.combat.contests import BATTLE_EVENTS, COLUMN_EVENTS, contest, total
from palatine.games.adventurer_kings.rules.combat.deployment import place_flyers, summon_monster, switch, win_chance
from palatine.games.adventurer_kings.rules.combat.duels import commander_of
from palatine.games.adventurer_kings.rules.combat.retreat import retreat
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.movement_points import points_left
from palatine.games.adventurer_kings.rules.realm.yearend import improve
from palatine.games.adventurer_kings.state import State

# Contests (7.2)


@pytest.mark.clause("AK-7.2-11")
@pytest.mark.parametrize(
    ("attack", "defence", "chance"),
    [(1, 1, 0.5), (4, 1, 1.0), (1, 4, 0.0), (2, 1, 0.75), (3, 1, 0.896), (37, 32, 0.552), (9, 1, 1.0), (0, 1, 0.0)],
)
def test_the_chance_of_a_contest(attack: float, defence: float, chance: float) -> None:
    assert win_chance(attack, defence) == pytest.approx(chance, abs=0.001)


@pytest.mark.clause("AK-7.2-11")
def test_most_contests_win_the_battle() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 5)
    b = field(s, s.led_by(n), natives(s, *["LE"] * 5), width=5)
    load(s, contest=1)
    contest(b)
    assert [winner for winner, _ in b.outcomes] == [ATTACKER] * 5
    assert b.winner == ATTACKER


@pytest.mark.clause("AK-7.2-01")
def test_the_line_is_no_longer_than_terrain_and_the_smaller_force() -> None:
    s = new_state()
    set_land(s, HERE, terrain=c.MOUNTAIN)
    n = general(s, 0, ["HC", "LE", "BO", "LE"])
    b = field(s, s.led_by(n), natives(s, "LE", "LE", "LE"), width=1)
    assert b.width == 1
    assert c.ARMY_CODES[b.columns[0][ATTACKER][0].army.type] == "LE"
    assert [unit.share for unit in b.columns[0][ATTACKER]] == [1.0, 0.5, 0.25, 0.125]
    assert c.TERRAIN[c.MOUNTAIN].line == (1, 3)


@pytest.mark.clause("AK-7.2-03")
def test_the_larger_force_turns_both_flanks() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 7)
    b = field(s, s.led_by(n), natives(s, "LE", "LE", "LE"), width=5)
    assert b.width == 3
    shares = [[unit.share for unit in column[ATTACKER]] for column in b.columns]
    assert sorted(shares[0] + shares[1] + shares[2]) == [0.5, 0.5, 1, 1, 1, 1, 1]
    assert len(shares[0]) + len(shares[2]) >= 4
    assert {unit.share for column in b.columns for unit in column[DEFENDING]} == {1.0}


@pytest.mark.clause("AK-7.2-04", "AK-7.2-05")
def test_flyers_strike_the_rear() -> None:
    s = new_state()
    set_land(s, HERE, terrain=c.MOUNTAIN)
    n = general(s, 0, ["LE", "LE"], "DR3")
    eagles = put_army(s, "EA", 0, HERE, n, quality=c.GREEN)
    b = field(s, s.led_by(n), natives(s, "LE", "LE"), width=1)
    place_flyers(b)
    wing = next(unit for unit in b.forces[0].units if unit.number == eagles)
    assert wing.share == 1.0
    assert wing.facing is not None
    assert wing.facing.rank == 1
    assert wing.facing.share == 1.0


@pytest.mark.clause("AK-7.2-06")
def test_badly_led_flyers_strike_the_front() -> None:
    s = new_state()
    set_land(s, HERE, terrain=c.MOUNTAIN)
    n = general(s, 0, ["LE", "LE"])
    eagles = put_army(s, "EA", 0, HERE, n)
    b = field(s, s.led_by(n), natives(s, "LE", "LE"), width=1)
    place_flyers(b)
    wing = next(unit for unit in b.forces[0].units if unit.number == eagles)
    assert wing.facing is not None
    assert wing.facing.rank == 0


@pytest.mark.clause("AK-7.2-07")
def test_a_crowd_of_flyers_is_worth_less() -> None:
    s = new_state()
    set_land(s, HERE, terrain=c.MOUNTAIN)
    n = general(s, 0, ["EA", "EA", "EA"], "DR3")
    b = field(s, s.led_by(n), natives(s, "LE"), width=1)
    place_flyers(b)
    assert sorted(unit.share for unit in b.columns[0][ATTACKER]) == [0.25, 0.5, 1.0]


@pytest.mark.clause("AK-7.2-08", "AK-7.2-09", "AK-6.3-22")
def test_a_tactician_puts_another_in_front_of_the_nemesis() -> None:
    s = new_state()
    set_land(s, HERE, terrain=c.MOUNTAIN)
    n = general(s, 0, [], "TA3")
    phalanx = put_army(s, "PH", 0, HERE, n, quality=c.VETERAN)
    legion = put_army(s, "LE", 0, HERE, n)
    b = field(s, [phalanx, legion], natives(s, "LE"), width=1)
    before = [unit.number for unit in b.columns[0][ATTACKER]]
    load(s, switch=1)
    switch(b)
    after = [unit.number for unit in b.columns[0][ATTACKER]]
    assert before == [phalanx, legion]
    worth = {unit.number: unit.worth for unit in b.forces[0].units}
    assert (after == [legion, phalanx]) is (worth[phalanx] * 2 / 3 < worth[legion])


@pytest.mark.clause("AK-7.2-10")
def test_a_monster_helps_the_druids() -> None:
    s = new_state()
    s.set_kingdom(0, alignment=c.DRUIDIC)
    put_feature(s, "Sacred Grove", HERE, "Old Treant")
    n = general(s, 0, ["LE"])
    s.set_person(n, alignment=c.DRUIDIC)
    b = field(s, s.led_by(n), natives(s, "LE"), width=5)
    before = total(b, 0, ATTACKER)
    load(s, **{"a_monster's_help": 1})
    summon_monster(b)
    assert total(b, 0, ATTACKER) - before == pytest.approx(34 / 6 + 2)


@pytest.mark.clause("AK-6.3-27")
def test_no_event_more_than_doubles_a_side() -> None:
    factors = [row["factor"] for row in (*BATTLE_EVENTS, *COLUMN_EVENTS)]
    assert max(factors) == 2.0
    assert min(factors) > 1.0
    assert sum(factor <= 1.5 for factor in factors) > len(factors) * 0.8
    assert sorted(die for row in BATTLE_EVENTS for die in range(row["dice"][0], row["dice"][1] + 1)) == list(
        range(1, 21)
    )
    assert [row["dice"] for row in COLUMN_EVENTS] == list(range(1, 31))


# Commanders (7.1)


@pytest.mark.clause("AK-7.1-01")
def test_the_largest_contingent_commands() -> None:
    s = new_state()
    small = general(s, 0, ["LE"], "TA4")
    large = general(s, 0, ["LE", "LE"])
    skilled = general(s, 0, ["LE", "LE"], "TA1")
    t = a_turn(s)
    everybody = [a for n in (small, large, skilled) for a in s.led_by(n)]
    assert commander_of(t, everybody) == skilled
    assert commander_of(t, s.led_by(small) + s.led_by(large)) == large


@pytest.mark.clause("AK-7.1-03")
def test_without_a_leader_the_garrison_commander_has_no_skill() -> None:
    s = new_state()
    theirs = natives(s, "LE")
    n = general(s, 0, ["LE"], "TA2")
    b = field(s, s.led_by(n), theirs)
    assert b.forces[1].commander == 0
    assert [unit.skill for unit in b.forces[1].units] == [1.0]
    assert [unit.skill for unit in b.forces[0].units] == [1.4]


# A campaign (7.0, 7.4, 7.6, 7.7)


def march(s: State, n: int, rolls: dict[str, int] | None = None) -> Turn:
    """A general moves from 504 to 505, and the phase is fought out."""
    if rolls:
        load(s, **rolls)
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    s.journal = []  # type: ignore[misc]
    battles(t)
    return t


@pytest.mark.clause("AK-7.0-01", "AK-7.0-02", "AK-7.4-06", "AK-3.1-02")
def test_a_province_of_natives_is_won() -> None:
    s = new_state()
    natives(s, "BO", quality=c.GREEN)
    n = general(s, 0, ["HC"] * 6, number=504)
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    assert s.owners[at(s, HERE)] == NATIVE
    battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert told(s.journal or [], "conquered", 0)
    assert not [a for a in s.armies.values() if a.owner == NATIVE]


@pytest.mark.clause("AK-7.7-01", "AK-6.2-02")
def test_conquest_costs_a_point() -> None:
    s = new_state()
    natives(s, "BO", quality=c.GREEN)
    n = general(s, 0, ["HC"] * 6, number=504)
    t = march(s, n)
    left = {points_left(t, a) for a in s.led_by(n)}
    assert left == {3 - 1 - 1}


@pytest.mark.clause("AK-7.7-02")
def test_an_empty_sea_costs_nothing_more() -> None:
    s = new_state()
    sea(s, HERE)
    n = general(s, 0, ["FL"], number=504)
    t = march(s, n)
    assert s.owners[at(s, HERE)] == 0
    assert {points_left(t, a, by_sea=True) for a in s.led_by(n)} == {1}


@pytest.mark.clause("AK-7.7-03")
def test_a_hero_driven_out_remembers() -> None:
    s = new_state()
    natives(s, "BO", quality=c.GREEN)
    hero = put_person(s, "Oskar", -1, HERE, rules=at(s, HERE), temper=c.CAUTIOUS)
    n = general(s, 0, ["HC"] * 6, number=504)
    march(s, n)
    assert s.people[hero].rules == -1
    assert s.people[hero].grudges == (0,)


@pytest.mark.clause("AK-7.6-01", "AK-7.6-02", "AK-7.6-03", "AK-7.6-04", "AK-7.6-08")
def test_a_contested_province_is_fought_for_again() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    mine = general(s, 0, ["LE"] * 3)
    general(s, 1, ["LE"] * 3)
    t = a_turn(s)
    assert besiegers(t, t.phase.began) == [(at(s, HERE), mine)]
    assert s.owners[at(s, HERE)] == 1
    for a in s.led_by(mine):
        t.marching.spent[a] = 2
    assert besiegers(t, t.phase.began) == []


@pytest.mark.clause("AK-7.6-06", "AK-7.6-07")
def test_out_of_a_contested_province_only_to_friends() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    own(s, 0, 504)
    mine = general(s, 0, ["LE"])
    general(s, 1, ["LE"])
    t = a_turn(s)
    assert failed(t, mine, "MO 506") == ("AK-7.6-06", "fail.contested")
    act(t, mine, "MO 504")
    relate(s, 0, 1, 1)
    guest = general(s, 0, ["LE"])
    act(a_turn(s), guest, "MO 506")
    assert s.people[guest].place == at(s, 506)


@pytest.mark.clause("AK-7.0-03")
def test_rivals_come_in_an_order_drawn_by_their_armies() -> None:
    s = new_state()
    few, many = general(s, 0, ["LE"]), general(s, 1, ["LE"] * 3)
    t = a_turn(s)
    load(s, who_comes_first=1)
    assert in_random_order(t, [[few], [many]]) == [[few], [many]]
    load(s, who_comes_first=2)
    assert in_random_order(t, [[few], [many]]) == [[many], [few]]


@pytest.mark.clause("AK-7.8-01", "AK-4.1.2-04", "AK-4.1.3-03")
@pytest.mark.parametrize(
    ("levels", "origin", "percent"),
    [
        ("", 504, 80), ("MA1", 504, 90), ("MA2", 504, 100), ("", 404, 50), ("MA4", 404, 90), ("", 506, 20),
        ("MA4", 506, 60),
    ],
)  # fmt: skip
def test_contingents_unite(levels: str, origin: int, percent: int) -> None:
    s = new_state()
    one, two = general(s, 0, ["LE"], levels), general(s, 0, ["LE"])
    t = a_turn(s)
    t.marching.came_from = {s.led_by(one)[0]: at(s, 504), s.led_by(two)[0]: at(s, origin)}
    for face, united in ((percent * 10, True), (min(1000, percent * 10 + 1), percent == 100)):
        load(s, contingents_unite=face)
        assert unites(t, at(s, HERE), one, two) is united


@pytest.mark.clause("AK-7.0-03")
def test_rivals_without_armies_left_are_drawn_too() -> None:
    s = new_state()
    one, two = (put_person(s, name, seat, HERE) for seat, name in enumerate(("Odo", "Udo")))
    assert sorted(in_random_order(a_turn(s), [[one], [two]])) == [[one], [two]]


@pytest.mark.clause("AK-8.1-04")
def test_allies_share_a_conquest() -> None:
    s = new_state()
    relate(s, 0, 1, ALLIED)
    natives(s, "BO", quality=c.SUB_DEPLETED)
    one = general(s, 0, ["LE"], number=504)
    two = general(s, 1, ["HC"] * 3, number=504)
    load(s, contingents_unite=1, eliminated=1000)
    t = a_turn(s)
    act(t, one, f"MO {HERE}")
    act(t, two, f"MO {HERE}")
    battles(t)
    assert s.owners[at(s, HERE)] == 1


@pytest.mark.clause("AK-7.2-11")
@pytest.mark.parametrize(("won", "kind"), [(5, "battle-won-whole"), (3, "battle-won")])
def test_who_wins_every_contest_has_carried_the_whole_line(won: int, kind: str) -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 5, "TA4")
    b = fought(s, s.led_by(n), natives(s, *["LE"] * 5), ATTACKER)
    b.forces[ATTACKER].columns_won = won
    s.journal = []  # type: ignore[misc]
    settle_battle(b)
    (entry,) = [each for each in s.journal or [] if each.kind.startswith("battle-won")]
    assert entry.kind == kind
    assert ("of" in GAME.prose(entry).split()) is (kind == "battle-won")


# What it costs (7.2 to 7.5)


@pytest.mark.clause("AK-7.2-12", "AK-7.2-13", "AK-6.3-33")
def test_the_beaten_are_destroyed_ships_battered_trolls_grown_together() -> None:
    s = new_state()
    n = general(s, 0, ["LE"] * 3, "TA4")
    theirs = natives(s, "LE", "FL", "TR")
    b = fought(s, s.led_by(n), theirs, ATTACKER, eliminated=1)
    losses(b)
    legion, fleet, troll = theirs
    assert legion not in s.armies
    assert s.fallen[at(s, HERE)]
    assert s.armies[fleet].quality == c.DEPLETED
    assert (s.armies[troll].owner, s.armies[troll].quality) == (MERCENARY, c.GREEN)


@pytest.mark.clause("AK-6.3-32")
def test_the_bitten_turn_after_the_year() -> None:
    s = new_state()
    own(s, 0, HERE)
    n = general(s, 0, ["WE"] * 3, "DR1")
    (victim,) = natives(s, "LE")
    b = fought(s, s.led_by(n), [victim], ATTACKER, eliminated=200, bitten=1)
    losses(b)
    assert victim in s.armies
    assert victim in b.t.war.turning
    improve(b.t)
    assert (s.armies[victim].type, s.armies[victim].owner) == (c.WERE, 0)


@pytest.mark.clause("AK-7.3-01", "AK-7.3-02", "AK-7.3-03", "AK-7.3-04")
def test_the_keen_pursue() -> None:
    s = new_state()
    n = general(s, 0, ["LC", "EA"], "DR3")
    theirs = natives(s, "LE", quality=c.SUB_DEPLETED)
    b = fought(s, s.led_by(n), theirs, ATTACKER)
    assert PURSUES == (25, 75)
    by_code = {c.ARMY_CODES[unit.army.type]: attempts(unit) for unit in b.forces[0].units}
    assert by_code == {"LC": 2, "EA": 3}
    load(s, pursuit=1, caught=1, pursuit_fight=1)
    pursue(b, b.forces[0], b.forces[1])
    assert theirs[0] not in s.armies


@pytest.mark.clause("AK-7.4-01", "AK-7.4-03", "AK-7.4-04")
@pytest.mark.parametrize("side", [ATTACKER, DEFENDING])
def test_the_beaten_go_where_friends_are(side: int) -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE, 506)
    one = general(s, 0, ["LE"])
    other = general(s, 1, ["LE"])
    b = fought(s, s.led_by(one), s.led_by(other), 1 - side)
    b.t.marching.came_from[s.led_by(one)[0]] = at(s, 504)
    retreat(b, b.forces[side], b.forces[side].units)
    loser = (one, other)[side]
    assert s.people[loser].place == at(s, (504, 506)[side])
    assert {s.armies[a].place for a in s.led_by(loser)} == {s.people[loser].place}


@pytest.mark.clause("AK-7.4-02")
def test_without_a_way_out_the_green_go_home() -> None:
    s = new_state()
    n = general(s, 0, ["LE"])
    green, good = natives(s, "LE", quality=c.GREEN)[0], natives(s, "LE", quality=c.AVERAGE)[0]
    b = fought(s, s.led_by(n), [green, good], ATTACKER, mercenaries=1)
    retreat(b, b.forces[1], b.forces[1].units)
    assert green not in s.armies
    assert s.armies[good].owner == MERCENARY
    assert s.armies[good].barred == s.turn


@pytest.mark.clause("AK-7.5-01", "AK-7.5-02", "AK-7.5-03")
@pytest.mark.parametrize(("quality", "rise"), [(c.GREEN, 50), (c.AVERAGE, 30), (c.VETERAN, 12), (c.CRACK, 4)])
def test_quality_after_a_victory(quality: int, rise: float) -> None:
    s = new_state()
    n = general(s, 0, [])
    mine = put_army(s, "LE", 0, HERE, n, quality=quality)
    b = fought(s, [mine], natives(s, "LE"), ATTACKER)
    for face, better in ((int(rise * 10), 1), (int(rise * 10) + 1, 0)):
        s.set_army(mine, quality=quality)
        load(s, quality_rises=face)
        change_quality_step(b, b.forces[0].units[0], True, True)
        assert s.armies[mine].quality == quality + better


@pytest.mark.clause("AK-7.5-02")
def test_losers_may_fall() -> None:
    s = new_state()
    n = general(s, 0, ["LE"])
    (loser,) = natives(s, "LE")
    b = fought(s, s.led_by(n), [loser], ATTACKER)
    load(s, quality_falls=250)
    change_quality_step(b, b.forces[1].units[0], False, False)
    assert s.armies[loser].quality == c.GREEN


@pytest.mark.clause("AK-7.4-01")
def test_the_brave_stay_where_cowards_go() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE, 506)
    one = general(s, 0, ["LE"] * 4)
    found = {}
    for temper in (c.BERSERK, c.COWARDLY):
        other = general(s, 1, ["LE"] * 3, temper=temper)
        b = fought(s, s.led_by(one), s.led_by(other), ATTACKER, resolve=1)
        found[temper] = decides_to_stay(b, b.forces[1], b.forces[0])
    assert found == {c.BERSERK: True, c.COWARDLY: False}


@pytest.mark.clause("AK-10.1-04", "AK-10.1-05", "AK-3.19-07")
@pytest.mark.parametrize("at_sea", [False, True])
def test_merit_of_commanders(at_sea: bool) -> None:
    s = new_state()
    if at_sea:
        sea(s, HERE)
    relate(s, 0, 1, ENEMY)
    code = "FL" if at_sea else "LE"
    one, other = general(s, 0, [code] * 2), general(s, 1, [code] * 3)
    b = fought(s, s.led_by(one), s.led_by(other), ATTACKER, eliminated=1000, pursuit=1000)
    settle_battle(b)
    office = titles.ADMIRAL if at_sea else titles.MARSHAL
    assert s.merit[one][office] == 2 * 3
    assert s.merit[other][office] == 2 * -3


@pytest.mark.clause("AK-8.1-06", "AK-8.1-05")
def test_an_ally_in_the_province_fights_for_its_owner() -> None:
    s = new_state()
    own(s, 1, HERE)
    relate(s, 0, 1, ENEMY)
    relate(s, 1, 2, ALLIED)
    general(s, 1, ["LE"])
    friend = general(s, 2, ["HC"])
    t = a_turn(s)
    assert set(s.led_by(friend)) <= set(defenders(t, at(s, HERE), 0))
    relate(s, 0, 2, ALLIED)
    assert set(s.led_by(friend)) <= set(defenders(t, at(s, HERE), 0))


@pytest.mark.clause("AK-3.1-05")
def test_defenders_ordered_away_stay_for_the_battle() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE, 506)
    one = general(s, 0, ["LE"], "TA9", number=504)
    other = general(s, 1, ["LE"])
    order(s, one, 1, f"MO {HERE}")
    order(s, other, 1, "MO 506")
    entries = run(s)
    assert [entry.data["reason"] for entry in told(entries, "failed", 1)] == ["fail.held-back"]
    assert told(entries, "battle-begins", 0)


@pytest.mark.clause("AK-8.1-02")
def test_armies_stay_out_of_a_neutral_kings_land() -> None:
    s = new_state()
    own(s, 1, HERE)
    one = general(s, 0, ["LE"], number=504)
    assert failed(a_turn(s), one, f"MO {HERE}") == ("AK-8.1-02", "fail.neutral-king")


@pytest.mark.clause("AK-7.6-05")
def test_a_last_fight_for_a_contested_province_costs_two_points() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    know(s, 0, HERE)
    one = general(s, 0, ["LE"] * 5, "MA2")
    general(s, 1, ["LE"], temper=c.COWARDLY)
    for a in s.led_by(one):
        s.set_army(a, quality=c.ELITE)
    t = a_turn(s)
    for a in s.led_by(one):
        t.marching.spent[a] = 1
    load(s, contest=1, eliminated=200, resolve=1)
    contest_province(t, at(s, HERE))
    assert s.owners[at(s, HERE)] == 0
    assert {points_left(t, a) for a in s.led_by(one)} <= {0}
