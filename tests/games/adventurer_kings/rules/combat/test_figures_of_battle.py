"""Figures of battles, from the lines of battle to the aftermath (6.3, 7.1 to 7.5, 10.1, 12.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import master
from games.adventurer_kings.positions.battlefield import HERE, enemies, field, fought, general, natives
from games.adventurer_kings.positions.realm import (
    MERCENARY,
    NATIVE,
    a_turn,
    at,
    dice,
    load,
    new_state,
    own,
    put_army,
    put_feature,
    put_person,
    relate,
    sea,
    set_land,
    told,
)
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ALLIED
from palatine.games.adventurer_kings.rules.combat.aftermath import (
    change_quality,
    change_quality_step,
    is_spent,
    settle_battle,
)
from palatine.games.adventurer_kings.rules.combat.casualties import (
    attempts,
    bury,
    credit,
    destroy,
    pursue_losers,
    run_down,
)
from palatine.games.adventurer_kings.rules.combat.contests import (
    applies,
    column_factor,
    contest,
    defence_factor,
    draw_events,
    fight_battle,
    total,
)
from palatine.games.adventurer_kings.rules.combat.deployment import win_chance
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle
from palatine.games.adventurer_kings.state import State


def discovery(name: str) -> int:
    return [each.name for each in tables.DISCOVERIES].index(name)


def duelling(s: State, mine: int = 1, theirs: int = 1) -> Battle:
    """Return a battle between Legions of the first two Kings, each side under a general."""
    return field(s, s.led_by(general(s, 0, ["LE"] * mine)), s.led_by(general(s, 1, ["LE"] * theirs)), seats=(0, 1))


# The whole of it (7.2)


@pytest.mark.clause("AK-7.2-01", "AK-7.2-04", "AK-7.2-08", "AK-7.2-10", "AK-6.3-22", "AK-6.3-27")
def test_a_battle_is_lined_up_switched_flown_over_helped_and_decided() -> None:
    s = new_state()
    set_land(s, HERE, terrain=tables.MOUNTAIN)
    s.set_kingdom(0, alignment=tables.DRUIDIC)
    put_feature(s, "Sacred Grove", HERE, "Old Treant")
    n = general(s, 0, [], "TA3 DR4")
    phalanx = put_army(s, "PH", 0, HERE, n)
    horse = put_army(s, "HC", 0, HERE, n, quality=tables.CRACK)
    eagles = put_army(s, "EA", 0, HERE, n, quality=tables.SUB_DEPLETED)
    foe, rear = natives(s, "WE")[0], natives(s, "WE", quality=tables.GREEN)[0]
    t = a_turn(s)
    b = field(s, s.led_by(n), [foe, rear])
    b.t = t
    load(s, battle_line=1, switch=1, battle_event=1, whom_the_event_favours=1, which_event=1, column_event=1000,
         **{"a_monster's_help": 1, "where_the_monster_fights": 1, "contest": 1})  # fmt: skip
    fight_battle(b)
    units = {unit.number: unit for force in b.forces for unit in force.units}
    assert b.width == 1
    assert units[horse].worth > units[phalanx].worth > units[horse].worth * 2 / 3, "horses shy at beasts"
    assert [units[a].rank for a in (phalanx, horse, eagles)] == [0, 1, 2]
    assert units[eagles].facing is units[rear]
    assert units[phalanx].opponent is units[foe]
    assert b.forces[ATTACKER].ally == pytest.approx(34 / 6 + 2)
    assert b.forces[ATTACKER].event == 1.1
    assert (b.winner, b.forces[ATTACKER].columns_won, len(b.outcomes)) == (ATTACKER, 1, 1)


# Events (6.3)


@pytest.mark.clause("AK-6.3-27")
@pytest.mark.parametrize(("face", "side", "factor"), [
    (1, 0, 1.1), (2, 1, 1.1), (3, 0, 1.15), (3, 1, 1.0), (9, 1, 1.25), (9, 0, 1.0), (16, 1, 1.5), (20, 0, 2.0),
    (20, 1, 1.0),
])  # fmt: skip
def test_the_event_of_a_battle_befalls_the_side_it_fits(face: int, side: int, factor: float) -> None:
    s = enemies()
    b = duelling(s)
    b.readers = [0, 1]
    load(s, battle_event=600, whom_the_event_favours=side + 1, which_event=face, column_event=1000)
    s.journal = []  # type: ignore[misc]
    draw_events(b)
    assert (b.forces[side].event, b.forces[1 - side].event) == (factor, 1.0)
    kinds = [each.kind for each in s.journal or []]
    assert kinds == [f"battle-event-{side}"] * (factor != 1.0)
    b = duelling(s)
    load(s, battle_event=601, which_event=1, column_event=1000)
    draw_events(b)
    assert b.forces[0].event == b.forces[1].event == 1.0


@pytest.mark.clause("AK-6.3-27")
def test_events_are_drawn_with_the_dice_of_their_tables() -> None:
    s = enemies()
    b = duelling(s, 2, 2)
    rolls = [("battle event", 1), ("whom the event favours", 2), ("which event", 20), ("column event", 350),
             ("which column event", 30), ("whom it favours", 2), ("column event", 351)]  # fmt: skip
    with dice(s, rolls):
        draw_events(b)
    assert [column_factor(b, column, side) for column in (0, 1) for side in (0, 1)] == [1.0, 2.0, 1.0, 1.0]
    drawn: list[tuple[str, int]] = []
    b.t.die = lambda sides, purpose: drawn.append((purpose, sides)) or 1  # type: ignore[method-assign,func-returns-value]
    b.t.chance = lambda percent, purpose: not drawn.append((purpose, percent))  # type: ignore[method-assign,assignment]
    b.width = 1
    draw_events(b)
    assert drawn == [
        ("battle event", 60), ("whom the event favours", 2), ("which event", 20), ("column event", 35),
        ("which column event", 30), ("whom it favours", 2),
    ]  # fmt: skip


@pytest.mark.clause("AK-6.3-27")
def test_when_an_event_makes_sense() -> None:
    s = enemies()
    b = duelling(s, 2, 3)
    plain = {when: (applies(b, when, 0), applies(b, when, 1)) for when in (
        "any", "attacker", "defender", "not Sea", "Sea", "has a leader", "enemy has a leader", "enemy has >= 3 units",
        "humanoid enemy", "Mountain/Jungle/Sea", "enemy not fanatic")}  # fmt: skip
    assert plain == {
        "any": (True, True), "attacker": (True, False), "defender": (False, True), "not Sea": (True, True),
        "Sea": (False, False), "has a leader": (True, True), "enemy has a leader": (True, True),
        "enemy has >= 3 units": (True, False), "humanoid enemy": (True, True), "Mountain/Jungle/Sea": (False, False),
        "enemy not fanatic": (True, True),
    }  # fmt: skip
    b.forces[DEFENDING].units[0].is_fanatic = True
    b.forces[DEFENDING].commander = 0
    assert [applies(b, when, 0) for when in ("enemy not fanatic", "enemy has a leader", "has a leader")] == [
        False, False, True]  # fmt: skip
    assert [applies(b, when, 1) for when in ("enemy not fanatic", "enemy has a leader", "has a leader")] == [
        True, True, False]  # fmt: skip
    for terrain in range(6):
        set_land(s, HERE, terrain=terrain)
        is_sea, is_close = terrain == tables.SEA, terrain in (tables.MOUNTAIN, tables.JUNGLE, tables.SEA)
        assert [applies(b, when, 0) for when in ("Sea", "not Sea", "Mountain/Jungle/Sea")] == [
            is_sea, not is_sea, is_close]  # fmt: skip
    beasts = field(s, s.led_by(general(s, 0, ["EA"])), natives(s, "LE"))
    assert [applies(beasts, "humanoid enemy", side) for side in (0, 1)] == [True, False]


# Contests (7.2, 6.3)


@pytest.mark.clause("AK-7.2-11")
def test_as_many_columns_won_and_the_whole_lines_are_compared() -> None:
    s = enemies()
    b = duelling(s, 2, 2)
    even = ("contest", round(1000 * win_chance(8, 10)))
    with dice(s, [("contest", 1), ("contest", 1000), even]):
        contest(b)
    assert (b.winner, b.forces[0].columns_won, b.forces[1].columns_won) == (ATTACKER, 1, 1)
    b = duelling(s, 2, 2)
    with dice(s, [("contest", 1), ("contest", 1000), ("contest", even[1] + 1)]):
        contest(b)
    assert b.winner == DEFENDING


@pytest.mark.clause("AK-6.3-16", "AK-4.3.1-01", "AK-12.1-08")
@pytest.mark.parametrize(("towers", "held", "factor"), [
    (False, (), 1.25), (True, (), 1.30), (False, (titles.RANGER,), 1.30), (False, (titles.ROCK,), 1.30),
    (True, (titles.RANGER, titles.ROCK), 1.40), (False, (titles.WARDEN,), 1.25),
])  # fmt: skip
def test_what_defence_is_worth(towers: bool, held: tuple[int, ...], factor: float) -> None:
    s = enemies()
    b = duelling(s)
    if towers:
        s.set_kingdom(1, discoveries=(discovery("Watch Towers"),))
    for title in held:
        s.title_holders[title] = b.forces[DEFENDING].commander
    assert defence_factor(b, b.forces[DEFENDING], 1) == pytest.approx(factor)
    assert total(b, 0, DEFENDING) == pytest.approx(8 * factor)
    assert total(b, 0, ATTACKER) == 8
    b.forces[DEFENDING].commander = 0
    assert defence_factor(b, b.forces[DEFENDING], 1) == (1.30 if towers else 1.25)


# Losses (7.2, 6.3)


@pytest.mark.clause("AK-7.2-12")
def test_whose_kill_it_was_is_drawn_among_those_who_are_left() -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["LE"] * 3)), s.led_by(general(s, 1, ["LE"])), width=1)
    first, second, third = b.columns[0][ATTACKER]
    for face, killer in ((1, first), (2, second), (3, third)):
        with dice(s, [("whose kill", face)]):
            assert credit(b, 0, ATTACKER) is killer
    first.lost = second.lost = True
    with dice(s, [("whose kill", 1)]):
        assert credit(b, 0, ATTACKER) is third
    third.lost = True
    with dice(s, []):
        assert credit(b, 0, ATTACKER) is None


def lost(code: str, killer: str = "", at_sea: bool = False, **changes: object) -> tuple[Battle, int]:
    """Return a battle in which the defender's only army is destroyed.

    `killer` is the type of unit that destroys it; without one, nobody is credited.
    """
    s = enemies()
    if at_sea:
        sea(s, HERE)
    hunter = s.led_by(general(s, 0, [killer or "LE"], "DR4"))
    (victim,) = s.led_by(general(s, 1, [code], "DR4"))
    s.set_army(victim, **changes)
    b = field(s, hunter, [victim], seats=(0, 1))
    b.readers = [0, 1]
    b.winner = ATTACKER
    load(s, bitten=400, surgeons=100)
    s.journal = []  # type: ignore[misc]
    destroy(b, b.forces[1].units[0], b.forces[0].units[0] if killer else None)
    return b, victim


@pytest.mark.clause("AK-7.2-12", "AK-7.2-13")
@pytest.mark.parametrize(("code", "killer", "at_sea", "kind", "is_lost"), [
    ("LE", "LE", False, "battle-destroyed", True), ("LE", "", False, "battle-destroyed-alone", True),
    ("FL", "LE", False, "battle-battered", False), ("FL", "FL", True, "battle-destroyed", True),
    ("LE", "WE", False, "battle-bitten", True),
])  # fmt: skip
def test_what_is_told_of_an_army_that_is_lost(
    code: str, killer: str, at_sea: bool, kind: str, is_lost: bool
) -> None:
    b, victim = lost(code, killer, at_sea)
    s = b.t.s
    (entry,) = [each for each in s.journal or [] if each.kind.startswith("battle-")]
    assert (entry.kind, entry.readers) == (kind, (0, 1))
    assert entry.data["army"].startswith(f"the {victim}")
    assert b.forces[1].units[0].lost is is_lost
    assert (victim in s.armies) is (kind in ("battle-battered", "battle-bitten"))
    if kind in ("battle-destroyed", "battle-bitten"):
        assert entry.data["enemy"].startswith("the 1st")


@pytest.mark.clause("AK-6.3-32", "AK-12.1-08")
@pytest.mark.parametrize(("is_lord", "percent"), [(False, 40), (True, 60)])
def test_werebeasts_bite_two_in_five_and_three_under_their_lord(is_lord: bool, percent: int) -> None:
    for face, bitten in ((percent * 10, True), (percent * 10 + 1, False)):
        s = enemies()
        n = general(s, 0, ["WE"], "DR4")
        if is_lord:
            s.title_holders[titles.WERE_LORD] = n
        (victim,) = s.led_by(general(s, 1, ["LE"]))
        b = field(s, s.led_by(n), [victim])
        load(s, bitten=face)
        destroy(b, b.forces[1].units[0], b.forces[0].units[0])
        assert (victim in b.t.war.turning) is bitten


@pytest.mark.clause("AK-4.3.1-01")
@pytest.mark.parametrize(("face", "saved"), [(100, True), (101, False)])
def test_surgeons_save_one_in_ten_and_only_their_king_hears_of_it(face: int, saved: bool) -> None:
    s = enemies()
    s.set_kingdom(1, discoveries=(discovery("Field Surgeons"),))
    (victim,) = s.led_by(general(s, 1, ["LE"]))
    b = field(s, s.led_by(general(s, 0, ["LE"])), [victim], seats=(0, 1))
    load(s, surgeons=face)
    s.journal = []  # type: ignore[misc]
    destroy(b, b.forces[1].units[0], b.forces[0].units[0])
    assert [each.readers for each in told(s.journal or [], "battle-saved")] == [(1,)] * saved
    assert (b.forces[1].units[0].lost, victim in s.armies) == (not saved, saved)


@pytest.mark.clause("AK-6.3-33")
def test_trolls_that_have_grown_together_cannot_be_hired_in_this_year() -> None:
    b, troll = lost("TR", "LE")
    army = b.t.s.armies[troll]
    assert (army.owner, army.leader, army.quality, army.barred) == (MERCENARY, 0, tables.GREEN, b.t.s.turn)
    b, troll = lost("TR", "LE", quality=tables.SUB_DEPLETED)
    assert b.t.s.armies[troll].quality == tables.SUB_DEPLETED


@pytest.mark.clause("AK-4.2.5-09", "AK-2.0-01")
@pytest.mark.parametrize(("bones", "power", "quality"), [
    (False, 0, tables.AVERAGE), (True, 0, tables.GREEN), (True, tables.LASTING_SKELETONS, tables.AVERAGE),
    (True, tables.MORE_SKELETONS, tables.GREEN),
])  # fmt: skip
def test_skeletons_are_a_level_lower_when_they_fall_but_under_a_master(
    bones: bool, power: int, quality: int
) -> None:
    s = new_state()
    n = master(s, power) if power else 0
    army = put_army(s, "LE", 0, HERE, n, is_skeletal=bones)
    bury(a_turn(s), army)
    (fallen,) = s.fallen[at(s, HERE)]
    assert (fallen.type, fallen.race, fallen.quality, fallen.turn) == (tables.LEGION, tables.HUMAN, quality, s.turn)
    low = put_army(s, "LE", 0, HERE, n, is_skeletal=True, quality=tables.SUB_DEPLETED)
    bury(a_turn(s), low)
    assert s.fallen[at(s, HERE)][1].quality == tables.SUB_DEPLETED


# Pursuit (7.3)


@pytest.mark.clause("AK-7.3-01", "AK-7.3-03")
@pytest.mark.parametrize(
    ("code", "times"), [("BO", 1), ("HC", 1), ("LC", 2), ("WH", 2), ("EA", 3), ("DR", 3), ("EN", 1)]
)
def test_how_often_an_army_pursues(code: str, times: int) -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, [code], "DR4")), s.led_by(general(s, 1, ["LE"])))
    assert attempts(b.forces[0].units[0]) == times


@pytest.mark.clause("AK-7.3-01", "AK-4.3.1-01")
@pytest.mark.parametrize(("code", "caltrops", "percent"), [
    ("LE", False, 25), ("HC", False, 75), ("WR", False, 75), ("WE", False, 25), ("HC", True, 37.5), ("LE", True, 25),
])  # fmt: skip
def test_a_quarter_of_the_foot_pursues_and_three_quarters_of_the_horse(
    code: str, caltrops: bool, percent: float
) -> None:
    for face, tried in ((round(percent * 10), 1), (round(percent * 10) + 1, 0)):
        s = enemies()
        if caltrops:
            s.set_kingdom(1, discoveries=(discovery("Caltrops"),))
        b = field(s, s.led_by(general(s, 0, [code], "DR4")), s.led_by(general(s, 1, ["LE"])), seats=(0, 1))
        b.winner = ATTACKER
        load(s, pursuit=face, caught=1, pursuit_fight=1000)
        assert sum(pursue_losers(b, *b.forces).values()) == tried


@pytest.mark.clause("AK-7.3-01")
def test_whom_they_pursue_is_drawn_among_those_who_are_left() -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["LE"])), s.led_by(general(s, 1, ["LE"] * 3)), seats=(0, 1))
    b.winner = ATTACKER
    first, second, third = b.forces[1].units
    load(s, pursuit=1, whom_they_pursue=2, caught=1, pursuit_fight=1000)
    assert pursue_losers(b, *b.forces) == {second.number: 1}
    second.lost = True
    assert pursue_losers(b, *b.forces) == {third.number: 1}
    load(s, pursuit=1, whom_they_pursue=1, caught=1, pursuit_fight=1000)
    assert pursue_losers(b, *b.forces) == {first.number: 1}


@pytest.mark.clause("AK-7.3-02", "AK-7.3-04")
def test_a_pursued_armys_leader_helps_it_and_its_end_is_told() -> None:
    permille = round(1000 * win_chance(8, 4 * 2 * 1.4 * 0.75 * 1.25))
    for face, is_lost in ((permille, True), (permille + 1, False)):
        s = enemies()
        theirs = s.led_by(general(s, 1, ["LE"], "TA2"))
        s.set_army(theirs[0], quality=tables.VETERAN)
        b = field(s, s.led_by(general(s, 0, ["LE"])), theirs, seats=(0, 1))
        b.readers = [0, 1]
        b.forces[1].units[0].extra = 0.75
        load(s, caught=1, pursuit_fight=face)
        s.journal = []  # type: ignore[misc]
        run_down(b, b.forces[0].units[0], b.forces[1].units[0], {})
        entries = told(s.journal or [], "battle-run-down", 1)
        assert [(each.data["army"][:7], each.data["enemy"][:7]) for each in entries] == [
            ("the 1st", "the 2nd")
        ] * is_lost


# What comes of it (7.4, 7.5)


@pytest.mark.clause("AK-7.3-01", "AK-7.5-01", "AK-7.4-01")
def test_after_a_battle_some_are_run_down_and_some_rise() -> None:
    s = enemies()
    own(s, 1, 506)
    b = fought(s, s.led_by(general(s, 0, ["LE"] * 2)), s.led_by(general(s, 1, ["LE"] * 2)), ATTACKER, eliminated=1000,
               pursuit=1, whom_they_pursue=1, caught=1, pursuit_fight=1, quality_rises=1, resolve=1)  # fmt: skip
    b.readers = [0, 1]
    settle_battle(b)
    assert [unit.lost for unit in b.forces[1].units] == [True, True]
    assert {s.armies[unit.number].quality for unit in b.forces[0].units} == {tables.VETERAN}
    (won,) = told(s.journal or [], "battle-won-whole", 0)
    assert (won.data["side"], won.data["columns"], won.data["of"]) == (0, 2, 2)


@pytest.mark.clause("AK-7.5-01", "AK-7.5-02")
@pytest.mark.parametrize(("won", "column_won", "stays", "rise", "fall"), [
    (True, True, False, 30, 0), (True, False, False, 15, 12.5), (False, True, False, 15, 12.5),
    (False, False, False, 0, 25), (False, False, True, 15, 12.5), (False, True, True, 15, 12.5),
    (True, True, True, 30, 0),
])  # fmt: skip
def test_quality_goes_by_the_battle_by_the_column_and_by_staying(
    won: bool, column_won: bool, stays: bool, rise: float, fall: float
) -> None:
    s = enemies()
    b = duelling(s)
    b.stays = stays
    (unit,) = b.forces[0].units
    asked: list[tuple[str, float]] = []
    b.t.chance = lambda percent, purpose: bool(asked.append((purpose, percent)))  # type: ignore[method-assign,func-returns-value]
    change_quality_step(b, unit, won, column_won)
    assert asked == [("quality rises", rise), ("quality falls", fall)]


@pytest.mark.clause("AK-7.5-01", "AK-7.5-02")
@pytest.mark.parametrize(("quality", "rise", "fall"), [
    (tables.SUB_DEPLETED, 60, 0), (tables.DEPLETED, 60, 0), (tables.GREEN, 50, 25), (tables.AVERAGE, 30, 25),
    (tables.VETERAN, 12, 18),
    (tables.CRACK, 4, 12), (tables.ELITE, 0, 8),
])  # fmt: skip
def test_the_better_an_army_the_more_seldom_it_rises_or_falls(quality: int, rise: float, fall: float) -> None:
    s = enemies()
    b = duelling(s)
    (unit,) = b.forces[0].units
    for won, purpose, percent in ((True, "quality_rises", rise), (False, "quality_falls", fall)):
        for face, change in ((max(1, round(percent * 10)), percent > 0), (round(percent * 10) + 1, 0)):
            s.set_army(unit.number, quality=quality)
            load(s, **{purpose: face})
            change_quality_step(b, unit, won, won)
            assert s.armies[unit.number].quality == quality + (change if won else -change)


@pytest.mark.clause("AK-7.5-03")
@pytest.mark.parametrize(("shortfall", "level", "percent"), [
    (0, tables.GREEN, 30), (1, tables.AVERAGE, 30), (1, tables.GREEN, 18), (2, tables.DEPLETED, 6),
    (2, tables.SUB_DEPLETED, 6),
])  # fmt: skip
def test_ill_led_armies_rise_less_often(shortfall: int, level: int, percent: float) -> None:
    for face, risen in ((round(percent * 10), 1), (round(percent * 10) + 1, 0)):
        s = enemies()
        (army,) = s.led_by(general(s, 0, ["WH"], f"DR{2 - shortfall}"))
        b = field(s, [army], s.led_by(general(s, 1, ["LE"])))
        (unit,) = b.forces[0].units
        unit.level = level
        load(s, quality_rises=face)
        change_quality_step(b, unit, True, True)
        assert s.armies[army].quality == tables.AVERAGE + risen


@pytest.mark.clause("AK-7.5-01", "AK-12.1-06", "AK-6.3-32")
def test_a_rise_is_the_drillmasters_glory_and_the_bitten_do_not_rise() -> None:
    s = enemies()
    n = general(s, 0, ["LE"] * 2)
    led, bitten = s.led_by(n)
    alone = put_army(s, "LE", 0, HERE)
    b = fought(s, [led, bitten, alone], s.led_by(general(s, 1, ["LE"])), ATTACKER, quality_rises=1)
    b.t.war.turning[bitten] = led
    change_quality(b)
    assert [s.armies[a].quality for a in (led, bitten, alone)] == [tables.VETERAN, tables.AVERAGE, tables.VETERAN]
    assert s.renown[n][titles.DRILLMASTER] == 1
    assert 0 not in s.renown


@pytest.mark.clause("AK-7.5-01")
def test_who_has_won_a_column_rises_more_easily() -> None:
    s = enemies()
    b = fought(s, s.led_by(general(s, 0, ["LE"] * 2)), s.led_by(general(s, 1, ["LE"] * 2)), ATTACKER)
    b.outcomes[0] = (DEFENDING, 1.0)
    asked: list[tuple[int, float]] = []
    b.t.chance = lambda percent, purpose: bool(asked.append((purpose == "quality rises", percent)))  # type: ignore[method-assign,func-returns-value]
    for unit in b.forces[1].units:
        unit.lost = True
    change_quality(b)
    assert asked == [(True, 15), (False, 12.5), (True, 30), (False, 0)]


@pytest.mark.clause("AK-7.5-01")
@pytest.mark.parametrize(("spent", "is_over"), [((2, 2), True), ((1, 2), False), ((2, 3), True), ((0, 0), False)])
def test_a_force_is_spent_when_no_army_of_it_can_move(spent: tuple[int, int], is_over: bool) -> None:
    s = enemies()
    b = duelling(s, 2)
    for unit, points in zip(b.forces[0].units, spent, strict=True):
        b.t.marching.spent[unit.number] = points
    assert is_spent(b, b.forces[0]) is is_over


@pytest.mark.clause("AK-3.19-07", "AK-10.1-04", "AK-10.1-05", "AK-12.1-06")
@pytest.mark.parametrize("at_sea", [False, True])
def test_what_battles_teach_and_what_they_are_worth(at_sea: bool) -> None:
    s = enemies()
    if at_sea:
        sea(s, HERE)
    code, ability = ("FL", tables.NAVAL) if at_sea else ("LE", tables.TACTICAL)
    for face, commander, leader in ((100, 1, 1), (101, 1, 0), (150, 1, 0), (151, 0, 0)):
        first, mate, dead = general(s, 0, [code] * 3), general(s, 0, [code]), general(s, 0, [code])
        other = general(s, 1, [code] * 2)
        b = fought(s, [a for n in (first, mate, dead) for a in s.led_by(n)], s.led_by(other), DEFENDING,
                   eliminated=1000, pursuit=1000)  # fmt: skip
        s.set_person(dead, died=s.turn)
        load(
            s,
            eliminated=1000,
            pursuit=1000,
            resolve=21,
            **{"experience:_commander": face, "experience:_leader": face},
        )
        settle_battle(b)
        assert [s.people[n].levels[ability] for n in (first, mate, dead, other)] == [
            commander,
            leader,
            0,
            commander,
        ]
        terrain = titles.KEEPER_OF_THE_SEA_LANES if at_sea else titles.RANGER
        assert [s.renown[other][each] for each in (titles.UNDEFEATED, titles.ROCK, terrain)] == [1, 1, 1]
        for a in list(s.armies):
            del s.armies[a]


@pytest.mark.clause("AK-12.1-06")
def test_only_who_wins_in_defence_earns_the_titles_of_the_land() -> None:
    s = enemies()
    one, other = general(s, 0, ["LE"] * 2), general(s, 1, ["LE"] * 2)
    settle_battle(fought(s, s.led_by(one), s.led_by(other), ATTACKER, eliminated=1000, pursuit=1000))
    assert s.renown[one][titles.UNDEFEATED] == 1
    assert s.renown[one][titles.ROCK] == s.renown[one][titles.RANGER] == 0


@pytest.mark.clause("AK-7.4-05", "AK-8.1-05")
@pytest.mark.parametrize(("host", "stays"), [(1, True), (2, False)])
def test_who_has_lost_his_leader_stays_in_an_allys_land_alone(host: int, stays: bool) -> None:
    s = enemies()
    relate(s, 1, 2, ALLIED)
    own(s, host, HERE)
    own(s, 2, 506)
    n = general(s, 2 if host == 1 else 1, ["LE"] * 2)
    mine = s.led_by(n)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), mine, DEFENDING, eliminated=1000, pursuit=1000, resolve=1)
    for a in mine:
        s.set_army(a, leader=0)
    if not stays:
        relate(s, 1, 2, 0)
    settle_battle(b)
    assert {s.armies[a].owner for a in mine} == ({2} if stays else {MERCENARY})
    assert NATIVE not in {army.owner for army in s.armies.values()}
    assert put_person(s, "Last", 0, HERE) in s.people
