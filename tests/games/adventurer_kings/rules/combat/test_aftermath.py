"""The aftermath of battles: who stays, quality, merit and reports (7.4, 7.5, 10.1, 12.1)."""

from __future__ import annotations

import msgspec
import pytest

from games.adventurer_kings.positions.battlefield import HERE, SURE, enemies, field, fought, general, natives
from games.adventurer_kings.positions.realm import a_turn, act, at, load, new_state, own, put_army, relate, sea
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import ENEMY, NO_LEADER
from palatine.games.adventurer_kings.rules.combat import aftermath
from palatine.games.adventurer_kings.rules.combat.aftermath import (
    chance_to_stay,
    change_quality,
    change_quality_step,
    decides_to_stay,
    settle_battle,
)
from palatine.games.adventurer_kings.rules.combat.campaigns import contest_province, fight_battles
from palatine.games.adventurer_kings.rules.combat.casualties import losses
from palatine.games.adventurer_kings.rules.combat.deployment import muster, win_chance
from palatine.games.adventurer_kings.rules.combat.retreat import retreat
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle
from palatine.games.adventurer_kings.rules.common.command import transfer

# Titles of war (12.1)


@pytest.mark.clause("AK-12.1-08")
def test_the_conquerors_armies_fight_their_first_battle_of_a_turn_the_better() -> None:
    s = new_state()
    n, other = general(s, 0, ["LE"]), general(s, 0, ["LE"])
    s.title_holders[24] = n
    b = field(s, s.led_by(n) + s.led_by(other), natives(s, "LE"))
    worth = {unit.leader: unit.worth for unit in b.forces[0].units}
    assert worth == {n: pytest.approx(8 * 1.05), other: 8}
    b.t.war.blooded.add(n)
    muster(b)
    assert {unit.worth for unit in b.forces[0].units} == {8.0}


@pytest.mark.clause("AK-12.1-06")
def test_provinces_taken_are_glory_with_a_battle_or_without() -> None:
    s = enemies()
    n = general(s, 0, ["LE"] * 4, number=504)
    load(s, **SURE, eliminated=200)
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 0
    assert s.renown[n][24] == 1
    m = general(s, 0, ["LE"] * 4, number=509, levels="ME9")
    own(s, 1, 509)
    general(s, 1, ["LE"], number=509)
    t = a_turn(s)
    contest_province(t, at(s, 509))
    assert s.renown[m][24] == 1
    assert t.war.blooded == {m, max(s.people)}


@pytest.mark.clause("AK-12.1-06")
def test_a_lost_battle_ends_a_row_of_victories() -> None:
    s = enemies()
    one, other = general(s, 0, ["LE"] * 2), general(s, 1, ["LE"] * 2)
    for n in (one, other):
        s.honour(n, 35, 4)
        s.honour(n, 28, 2)
    settle_battle(fought(s, s.led_by(one), s.led_by(other), ATTACKER, eliminated=1000, pursuit=1000))
    assert (s.renown[one][35], s.renown[other][35]) == (5, 0)
    assert s.renown[other][28] == 2


@pytest.mark.clause("AK-6.3-33", "AK-12.1-08")
def test_fallen_trolls_follow_their_master_still() -> None:
    s = enemies()
    n = general(s, 1, ["TR"], "DR4")
    s.title_holders[14] = n
    (troll,) = s.led_by(n)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), [troll], ATTACKER, eliminated=1)
    own(s, 1, 506)
    losses(b)
    assert not b.forces[1].units[0].lost
    retreat(b, b.forces[1], b.forces[1].units)
    assert (s.armies[troll].leader, s.armies[troll].quality) == (n, tables.GREEN)
    assert {s.armies[troll].place, s.people[n].place} == {at(s, 506)}


# What each side is told


@pytest.mark.clause("AK-7.5-01", "AK-7.5-02")
def test_only_the_owner_hears_how_good_his_armies_are() -> None:
    s = enemies()
    one, other = general(s, 0, ["LE"]), general(s, 1, ["LE"])
    b = fought(s, s.led_by(one), s.led_by(other), ATTACKER, quality_rises=1, quality_falls=1)
    change_quality(b)
    readers = {entry.kind: entry.readers for entry in s.journal or []}
    assert readers["battle-rise"] == (0,)
    assert readers["battle-fall"] == (1,)


def resolve(b: Battle, side: int = DEFENDING) -> float:
    """Return the score of a beaten side to stay, without chance."""
    load(b.t.s, resolve=11)
    return chance_to_stay(b, b.forces[side], b.forces[1 - side])


@pytest.mark.clause("AK-7.4-01", "AK-7.6-01")
def test_what_makes_the_beaten_stay() -> None:
    s = enemies()
    own(s, 1, 506)
    one, other = general(s, 0, ["LE"] * 3), general(s, 1, ["LE"] * 4)
    b = field(s, s.led_by(one), s.led_by(other), seats=(0, 1))
    mine = b.forces[DEFENDING]
    plain = resolve(b)
    assert plain == pytest.approx(100 * win_chance(4 * 8 * 1.25, 3 * 8) + 10), "a brave commander"
    for temper, more in ((tables.BERSERK, 20), (tables.CAUTIOUS, -10), (tables.COWARDLY, -20), (tables.BRAVE, 10)):
        s.set_person(other, temper=temper)
        assert resolve(b) - plain == pytest.approx(more - 10)
    s.set_kingdom(1, home=at(s, HERE))
    assert resolve(b) - plain == pytest.approx(15)
    s.set_kingdom(1, home=at(s, 509))
    for a in s.led_by(one):
        b.t.marching.spent[a] = 2
    assert resolve(b) - plain == pytest.approx(15)
    b.t.marching.spent.clear()
    friend = general(s, 1, ["LE"], number=506)
    b.t.pursuits.posts[friend] = at(s, 506)
    assert resolve(b) - plain == pytest.approx(10)
    transfer(b.t, s.led_by(friend), NO_LEADER)
    assert resolve(b) == plain, "without armies he is no help"
    b.t.pursuits.posts.clear()
    mine.commander = 0
    assert resolve(b) - plain == pytest.approx(-10), "the garrison commander has no courage"
    mine.commander = other
    load(s, resolve=1000)
    assert chance_to_stay(b, mine, b.forces[ATTACKER]) - plain == pytest.approx(10)
    mine.fell = True
    assert resolve(b) - plain == pytest.approx(-10)
    mine.fell = False
    mine.seats = [1, 2]
    assert resolve(b) - plain == pytest.approx(5)
    s.set_kingdom(2, home=at(s, HERE))
    assert resolve(b) - plain == pytest.approx(5 + 15), "the home of an ally who fights here"
    s.set_kingdom(2, home=at(s, 514))
    ally = general(s, 2, ["LE"], number=506)
    b.t.pursuits.posts[ally] = at(s, 506)
    assert resolve(b) - plain == pytest.approx(5 + 10), "an ally's general who Defends next door"
    mine.seats = [1]
    assert resolve(b) == plain, "of a King who has nobody in the battle"
    for unit, more in zip(mine.units, (0, 10, 10, 10), strict=True):
        unit.is_fanatic = True
        assert resolve(b) - plain == pytest.approx(more)


@pytest.mark.clause("AK-7.4-01")
def test_losses_veterans_and_attack_weigh_too() -> None:
    s = enemies()
    own(s, 1, 506)
    one, other = general(s, 0, ["LE"] * 3), general(s, 1, ["LE"] * 4)
    b = field(s, s.led_by(one), s.led_by(other), seats=(0, 1))
    for unit in b.forces[DEFENDING].units[2:]:
        unit.worth = 0.0
    plain = resolve(b)
    b.forces[DEFENDING].units[2].lost = True
    assert resolve(b) == plain
    b.forces[DEFENDING].units[3].lost = True
    assert resolve(b) - plain == pytest.approx(-15), "half of them"
    for a in s.led_by(other):
        s.set_army(a, quality=tables.VETERAN)
    veterans = field(s, s.led_by(one), s.led_by(other), seats=(0, 1))
    assert resolve(veterans) == pytest.approx(min(100, 100 * win_chance(4 * 12 * 1.25, 3 * 8)) + 10 + 5)
    for a in s.led_by(one):
        s.set_army(a, origin=at(s, 504))
    attack = 100 * win_chance(3 * 8, 4 * 12 * 1.25)
    assert resolve(veterans, ATTACKER) == pytest.approx(attack - 20 + 10)
    for a in s.led_by(one):
        veterans.t.marching.spent[a] = 2
    assert resolve(veterans, ATTACKER) == pytest.approx(attack - 30 + 10)


@pytest.mark.clause("AK-7.5-01")
@pytest.mark.parametrize(("fanatics", "veterans", "count", "more"), [
    (0, 0, 3, 0), (1, 0, 3, 0), (2, 0, 3, 10), (0, 3, 3, 0), (0, 4, 4, 5), (0, 3, 4, 0),
])  # fmt: skip
def test_half_in_fury_and_four_veterans_on_the_average(fanatics: int, veterans: int, count: int, more: int) -> None:
    s = enemies()
    own(s, 1, 506)
    b = field(s, s.led_by(general(s, 0, ["LE"])), s.led_by(general(s, 1, ["LE"] * count)), seats=(0, 1))
    units = b.forces[DEFENDING].units
    plain = resolve(b)
    for unit in units[:fanatics]:
        unit.is_fanatic = True
    for unit in units[:veterans]:
        unit.army = msgspec.structs.replace(unit.army, quality=tables.VETERAN)
    assert resolve(b) - plain == pytest.approx(more)


@pytest.mark.clause("AK-7.5-01")
@pytest.mark.parametrize(("points", "stay"), [(35, True), (34.9, False)])
def test_from_35_points_they_stay(points: float, stay: bool, monkeypatch: pytest.MonkeyPatch) -> None:
    s = enemies()
    b = field(s, s.led_by(general(s, 0, ["LE"])), s.led_by(general(s, 1, ["LE"])))
    monkeypatch.setattr(aftermath, "chance_to_stay", lambda *_: points)
    assert aftermath.decides_to_stay(b, b.forces[1], b.forces[0]) is stay


@pytest.mark.clause("AK-7.5-01", "AK-7.5-02", "AK-7.5-03")
@pytest.mark.parametrize(
    ("quality", "rise"), [(tables.GREEN, 50), (tables.AVERAGE, 30), (tables.VETERAN, 12), (tables.CRACK, 4)]
)
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
    assert s.armies[loser].quality == tables.GREEN


@pytest.mark.clause("AK-7.4-01")
def test_the_brave_stay_where_cowards_go() -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE, 506)
    one = general(s, 0, ["LE"] * 4)
    found = {}
    for temper in (tables.BERSERK, tables.COWARDLY):
        other = general(s, 1, ["LE"] * 3, temper=temper)
        b = fought(s, s.led_by(one), s.led_by(other), ATTACKER, resolve=1)
        found[temper] = decides_to_stay(b, b.forces[1], b.forces[0])
    assert found == {tables.BERSERK: True, tables.COWARDLY: False}


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
