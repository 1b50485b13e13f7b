"""Retreats: destinations and losses (7.4)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, enemies, fought, general, natives
from games.adventurer_kings.positions.realm import (
    NATIVE,
    a_turn,
    at,
    idle,
    new_state,
    order,
    own,
    put_army,
    relate,
    sea,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY
from palatine.games.adventurer_kings.rules.combat.aftermath import chance_to_stay, has_way_out, settle_battle
from palatine.games.adventurer_kings.rules.combat.campaigns import force_of
from palatine.games.adventurer_kings.rules.combat.deployment import muster
from palatine.games.adventurer_kings.rules.combat.duels import duel
from palatine.games.adventurer_kings.rules.combat.retreat import retreat
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle

# Retreat (7.4)


@pytest.mark.clause("AK-7.4-01", "AK-7.4-02", "AK-7.4-04")
def test_who_can_go_goes_and_who_cannot_is_lost() -> None:
    s = enemies()
    own(s, 1, 506)
    n = general(s, 1, ["FL", "LE", "HC"])
    fleet, *rest = s.led_by(n)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), s.led_by(n), ATTACKER, mercenaries=1000)
    assert has_way_out(b, b.forces[1])
    retreat(b, b.forces[1], b.forces[1].units)
    assert fleet not in s.armies
    assert {s.armies[a].place for a in rest} == {s.people[n].place} == {at(s, 506)}


@pytest.mark.clause("AK-7.4-04", "AK-6.2-07")
@pytest.mark.parametrize("shared", [True, False])
def test_ships_save_only_those_of_their_own_leader(shared: bool) -> None:
    s = enemies()
    sea(s, 506)
    own(s, 1, 506)
    admiral, captain = general(s, 1, ["FL"]), general(s, 1, ["LE"] * 3)
    if shared:
        for a in s.led_by(captain):
            s.set_army(a, leader=admiral)
    foot = [a for a, army in s.armies.items() if army.type == tables.LEGION]
    b = fought(s, s.led_by(general(s, 0, ["LE"])), [a for a, army in s.armies.items() if army.owner == 1], ATTACKER,
               mercenaries=1000)  # fmt: skip
    retreat(b, b.forces[1], b.forces[1].units)
    assert s.people[admiral].place == at(s, 506)
    assert len([a for a in foot if a in s.armies]) == (2 if shared else 0), "a fleet carries two"


@pytest.mark.clause("AK-4.2.5-08", "AK-7.4-02")
def test_skeletons_without_a_way_out_lie_down_again() -> None:
    s = enemies()
    n = general(s, 1, [])
    put_army(s, "LE", 1, HERE, n, is_skeletal=True)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), s.led_by(n), ATTACKER)
    retreat(b, b.forces[1], b.forces[1].units)
    assert not s.led_by(n)
    assert len(s.fallen[at(s, HERE)]) == 1


@pytest.mark.clause("AK-7.4-01")
def test_who_has_no_way_out_is_the_readier_to_stay() -> None:
    s = enemies()
    one, other = general(s, 0, ["LE"] * 2), general(s, 1, ["LE"] * 2)
    b = fought(s, s.led_by(one), s.led_by(other), ATTACKER, resolve=11)
    trapped = chance_to_stay(b, b.forces[1], b.forces[0])
    own(s, 1, 506)
    assert trapped - chance_to_stay(b, b.forces[1], b.forces[0]) == 20
    for a in s.led_by(other):
        s.set_army(a, owner=NATIVE, leader=0)
    assert has_way_out(b, b.forces[1]), "natives do not think of it"


@pytest.mark.clause("AK-7.4-05", "AK-7.1-02")
@pytest.mark.parametrize("winner", [ATTACKER, DEFENDING])
def test_attackers_whose_leader_has_fallen_do_not_camp(winner: int) -> None:
    s = enemies()
    n = general(s, 0, ["LE"] * 2)
    mine = s.led_by(n)
    other = general(s, 1, ["LE"] * 3, temper=tables.BERSERK)
    b = fought(s, mine, s.led_by(other), winner, resolve=21, eliminated=1000, pursuit=1000)
    for a in mine:
        s.set_army(a, leader=0)
        s.set_army(a, origin=at(s, 504))
    b.forces[ATTACKER].commander = 0
    for unit in b.forces[ATTACKER].units:
        unit.leader = 0
    settle_battle(b)
    assert s.owners[at(s, HERE)] == 1
    assert {s.armies[a].place for a in mine} == {at(s, 504)}


@pytest.mark.clause("AK-7.4-05")
@pytest.mark.parametrize("own_men", [True, False])
def test_the_men_of_a_slain_commander_carry_his_body_along(own_men: bool) -> None:
    s = enemies()
    own(s, 1, 506)
    champion, lad = general(s, 0, ["LE"] * 3, "ME9"), general(s, 1, ["LE"] * 2)
    if not own_men:
        general(s, 1, ["LE"], "TA1")
    order(s, champion, "special", "ME")
    idle(s)
    t = a_turn(s)
    b = Battle(t, at(s, HERE), force_of(t, at(s, HERE), ATTACKER, s.led_by(champion)),
               force_of(t, at(s, HERE), DEFENDING, [a for a, army in s.armies.items() if army.owner == 1]))  # fmt: skip
    duel(b)
    muster(b)
    assert s.people[lad].died
    units = [unit for unit in b.forces[1].units if (unit.number in b.forces[1].demoralised) is own_men]
    retreat(b, b.forces[1], units)
    assert s.people[lad].place == at(s, 506 if own_men else HERE)
    assert len(told(s.journal or [], "battle-bier", 1)) == own_men


@pytest.mark.clause("AK-7.4-01", "AK-7.4-03")
@pytest.mark.parametrize("guest", [0, 1, 2])
def test_nobody_retreats_to_where_enemies_stand(guest: int) -> None:
    s = enemies()
    own(s, 1, 506)
    general(s, guest, ["LE"], number=506)
    other = general(s, 1, ["LE"])
    b = fought(s, s.led_by(general(s, 0, ["LE"])), s.led_by(other), ATTACKER)
    assert has_way_out(b, b.forces[1]) is (guest != 0)


@pytest.mark.clause("AK-7.4-01", "AK-7.4-03", "AK-7.4-04")
@pytest.mark.parametrize("side", [ATTACKER, DEFENDING])
def test_the_beaten_go_where_friends_are(side: int) -> None:
    s = new_state()
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE, 506)
    one = general(s, 0, ["LE"])
    other = general(s, 1, ["LE"])
    b = fought(s, s.led_by(one), s.led_by(other), 1 - side)
    s.set_army(s.led_by(one)[0], origin=at(s, 504))
    retreat(b, b.forces[side], b.forces[side].units)
    loser = (one, other)[side]
    assert s.people[loser].place == at(s, (504, 506)[side])
    assert {s.armies[a].place for a in s.led_by(loser)} == {s.people[loser].place}


@pytest.mark.clause("AK-7.4-02")
def test_without_a_way_out_the_green_go_home() -> None:
    s = new_state()
    n = general(s, 0, ["LE"])
    green, good = natives(s, "LE", quality=tables.GREEN)[0], natives(s, "LE", quality=tables.AVERAGE)[0]
    b = fought(s, s.led_by(n), [green, good], ATTACKER, mercenaries=1)
    retreat(b, b.forces[1], b.forces[1].units)
    assert green not in s.armies
    assert s.armies[good].owner == MERCENARY
    assert s.armies[good].barred == s.turn


@pytest.mark.clause("AK-6.3-34")
@pytest.mark.parametrize(("friend", "led", "owner"), [
    (1, False, 1), (2, False, 1), (None, False, MERCENARY), (None, True, 1), (1, True, 1),
])  # fmt: skip
def test_whales_beaten_on_land_swim_away_unharmed(friend: int | None, led: bool, owner: int) -> None:
    """They go into friendly water first, the rest of a contingent with its leader.

    Green ones are not lost either.
    """
    s = enemies()
    relate(s, 1, 2, ALLIED)
    sea(s, 404, 605)
    if friend is not None:
        own(s, friend, 605)
    n = general(s, 1, ["WH"])
    (whale,) = s.led_by(n)
    s.set_army(whale, quality=tables.GREEN, leader=n if led else 0)
    b = fought(s, s.led_by(general(s, 0, ["LE"])), [whale], ATTACKER)
    for unit in b.forces[DEFENDING].units:
        unit.leader = s.armies[whale].leader
    retreat(b, b.forces[DEFENDING], b.forces[DEFENDING].units)
    to = at(s, 404 if friend is None else 605)
    assert s.atlas.distance(at(s, 404), at(s, HERE)) == s.atlas.distance(at(s, 605), at(s, HERE)) == 1
    assert (s.armies[whale].place, s.armies[whale].owner, s.armies[whale].quality) == (to, owner, tables.GREEN)
    assert (s.people[n].place == to) is led
