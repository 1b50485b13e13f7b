"""Duels of commanders before a battle, their successors, and forced battles (6.2, 7.1)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.arena import fighter, hero, plan
from games.adventurer_kings.positions.battlefield import HERE, field, general, natives
from games.adventurer_kings.positions.realm import (
    FREE,
    NATIVE,
    YES,
    a_turn,
    at,
    idle,
    load,
    new_state,
    order,
    own,
    put_army,
    put_item,
    put_person,
    relate,
    told,
    world,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY
from palatine.games.adventurer_kings.orders.kinds import UseItem
from palatine.games.adventurer_kings.rules.combat import duels
from palatine.games.adventurer_kings.rules.combat.campaigns import fight_battles, force_of
from palatine.games.adventurer_kings.rules.combat.deployment import muster
from palatine.games.adventurer_kings.rules.combat.duels import challenges, commander_of, duel
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING, Battle
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.encounters.combatant import CHARMED, FLED, SLAIN
from palatine.games.adventurer_kings.rules.encounters.fight import Fight
from palatine.games.adventurer_kings.state import State


def lists(s: State) -> tuple[int, int]:
    """Let a champion attack 505, which a lad of the second King holds with two legions.

    A third legion there has no leader.
    """
    relate(s, 0, 1, ENEMY)
    own(s, 1, HERE)
    champion, lad = put_person(s, "Champion", 0, HERE, "ME9"), put_person(s, "Lad", 1, HERE)
    for n, seat in ((champion, 0), (lad, 1)):
        for _ in range(2):
            put_army(s, "LE", seat, HERE, n)
    put_army(s, "LE", 1, HERE)
    return champion, lad


def meet(s: State, challenge: str = "ME", answer: str = "") -> Battle:
    """Return the commanders before the battle, after their duel if there is one."""
    champion = next(n for n, person in s.people.items() if person.name == "Champion")
    lad = next(n for n, person in s.people.items() if person.name == "Lad")
    if challenge:
        order(s, champion, "special", challenge)
    if answer:
        order(s, lad, "special", answer)
    idle(s)
    t = a_turn(s)
    attackers = s.led_by(champion)
    defenders = [a for a in s.armies_at(at(s, HERE)) if s.armies[a].owner == s.owners[at(s, HERE)]]
    b = Battle(t, at(s, HERE), force_of(t, at(s, HERE), ATTACKER, attackers),
               force_of(t, at(s, HERE), DEFENDING, defenders))  # fmt: skip
    duel(b)
    return b


def strength(b: Battle) -> dict[int, float]:
    """Return the worth of each defending army, by its number."""
    muster(b)
    return {unit.number: unit.worth for unit in b.forces[1].units}


@pytest.mark.clause("AK-7.1-04")
def test_the_armies_of_the_loser_lose_a_quarter() -> None:
    s = new_state()
    _, lad = lists(s)
    led = s.led_by(lad)
    plain = strength(meet(s, challenge=""))
    s.sheets = [None] * 3
    b = meet(s, answer="FL")
    assert told(s.journal or [], "battle-declined", 1)
    shamed = strength(b)
    assert {a: shamed[a] / plain[a] for a in plain} == {a: 0.75 if a in led else 1.0 for a in plain}


@pytest.mark.clause("AK-7.1-04")
def test_nobody_challenges_and_nobody_duels() -> None:
    s = new_state()
    champion, lad = lists(s)
    b = meet(s, challenge="")
    assert not s.journal
    assert [force.commander for force in b.forces] == [champion, lad]


@pytest.mark.clause("AK-7.1-04", "AK-5.10-04", "AK-5.10-05")
@pytest.mark.parametrize(("end", "kind"), [(FLED, "fled"), (CHARMED, "charmed"), (SLAIN, "duel")])
def test_how_a_duel_ended_is_told_and_teaches(end: str, kind: str) -> None:
    s = new_state()
    champion, lad = lists(s)
    b = meet(s, challenge="")
    fight = Fight(b.t, fighter(b.t, champion), fighter(b.t, lad), is_duel=True)
    s.set_person(champion, levels=(0,) * len(tables.ABILITIES))
    fight.sides[0].conduct.experiences.add(("melee", tables.MELEE))
    fight.finish(end, fight.sides[1])
    load(s, **{"experience:_melee": YES})
    duels.settle_duel(b, fight)
    assert [each.kind for each in s.journal or [] if each.kind.startswith("battle")] == [f"battle-{kind}"]
    assert s.people[champion].levels[tables.MELEE] == 1


@pytest.mark.clause("AK-7.1-02", "AK-7.1-04")
def test_somebody_without_armies_takes_over_from_the_slain() -> None:
    s = new_state()
    _, lad = lists(s)
    put_person(s, "Clerk", 1, HERE)
    captain = put_person(s, "Captain", 1, HERE, "TA2")
    put_person(s, "Stranger", 2, HERE, "TA4")
    b = meet(s)
    assert s.people[lad].died == s.turn
    assert b.forces[1].commander == captain
    assert len(told(s.journal or [], "battle-duel", 0)) == 1


@pytest.mark.clause("AK-7.1-02")
def test_another_leader_takes_over_before_who_leads_nothing() -> None:
    s = new_state()
    lists(s)
    put_person(s, "Captain", 1, HERE, "TA4")
    legate = put_person(s, "Legate", 1, HERE)
    put_army(s, "LE", 1, HERE, legate)
    assert meet(s).forces[1].commander == legate


@pytest.mark.clause("AK-7.1-02")
def test_who_leads_nothing_does_not_command_where_nobody_did() -> None:
    s = new_state()
    _, lad = lists(s)
    for a in s.led_by(lad):
        s.set_army(a, leader=0)
    b = meet(s)
    assert b.forces[1].commander == 0
    assert not s.people[lad].died


@pytest.mark.clause("AK-7.1-02")
def test_a_wanderer_does_not_lead_the_natives() -> None:
    s = new_state()
    _, lad = lists(s)
    s.owners[at(s, HERE)] = NATIVE
    for a in s.led_by(lad):
        s.set_army(a, leader=0, owner=NATIVE)
    s.set_person(lad, seat=FREE, rules=at(s, HERE))
    put_person(s, "Wanderer", FREE, HERE, "TA4")
    b = meet(s)
    assert s.people[lad].died
    assert b.forces[1].commander == 0


@pytest.mark.clause("AK-6.2-03")
@pytest.mark.parametrize(("spent", "fights"), [(0, True), (1, True), (2, False)])
def test_armies_in_an_enemys_province_pay_a_point_to_force_battle(spent: int, fights: bool) -> None:
    s = new_state()
    champion, _ = lists(s)
    idle(s)
    t = a_turn(s)
    armies = s.led_by(champion)
    for a in armies:
        t.marching.spent[a] = spent
    left = {a: points_left(t, a) for a in armies}
    fight_battles(t)
    assert bool(told(s.journal or [], "battle-begins", 0)) == fights
    if fights:
        left_over = [a for a in armies if a in s.armies]
        assert left_over
        assert all(t.marching.spent[a] >= spent + 1 for a in left_over)
    else:
        assert {a: points_left(t, a) for a in armies} == left


@pytest.mark.clause("AK-6.2-03")
def test_one_army_without_a_point_and_the_whole_contingent_forces_nothing() -> None:
    s = new_state()
    champion, _ = lists(s)
    idle(s)
    t = a_turn(s)
    t.marching.spent[s.led_by(champion)[0]] = 2
    fight_battles(t)
    assert not told(s.journal or [], "battle-begins")


@pytest.mark.clause("AK-6.1-04")
@pytest.mark.parametrize("scenario", ["standard", "super"])
def test_all_armies_are_average_when_the_world_begins(scenario: str) -> None:
    s = world(scenario, 4)
    assert len(s.armies) > 20
    assert {army.quality for army in s.armies.values()} == {tables.AVERAGE}


@pytest.mark.clause("AK-2.4-06", "AK-2.4-07", "AK-2.4-11")
@pytest.mark.parametrize(
    ("temper", "king", "face", "fights"),
    [
        (tables.CAUTIOUS, False, 10, False), (tables.CAUTIOUS, False, 11, True), (tables.COWARDLY, False, 500, False),
        (tables.COWARDLY, False, 501, True), (tables.COWARDLY, True, 1, True), (tables.BERSERK, False, 1, True),
    ],
)  # fmt: skip
def test_who_is_to_challenge_may_not_dare_and_loses_nothing(
    temper: int, king: bool, face: int, fights: bool
) -> None:
    s = new_state()
    champion, lad = lists(s)
    s.set_person(champion, temper=temper, is_king=king)
    for seat in (0, 1):
        s.set_kingdom(seat, alignment=tables.EVIL)  # no Duelists, who shoot and so frighten a coward
    load(s, refusal=face, arrows=1, a_coward_is_hurt=1000)
    b = meet(s)
    assert bool(s.people[lad].died) is fights
    assert not b.forces[0].demoralised


@pytest.mark.clause("AK-12.1-05")
def test_duels_won_are_the_arbiters_glory() -> None:
    s = new_state()
    champion, _ = lists(s)
    meet(s)
    assert (s.renown[champion][3], s.renown[champion][28]) == (2, 2)


def graveyard(s: State) -> tuple[int, int]:
    """Return the position of `lists`, but only the skeletons of an Undead Hero hold 505."""
    champion, lad = lists(s)
    s.set_kingdom(1, alignment=tables.UNDEAD)
    s.set_person(lad, alignment=tables.UNDEAD)
    for a in [a for a, army in s.armies.items() if army.owner == 1]:
        if s.armies[a].leader == lad:
            s.set_army(a, is_skeletal=True)
        else:
            del s.armies[a]
    order(s, champion, "special", "ME")
    idle(s)
    return champion, lad


@pytest.mark.clause("AK-7.4-06", "AK-7.1-04")
def test_a_duel_alone_may_win_the_province() -> None:
    s = new_state()
    champion, lad = graveyard(s)
    t = a_turn(s)
    left = {a: points_left(t, a) for a in s.led_by(champion)}
    fight_battles(t)
    assert s.people[lad].died
    assert s.owners[at(s, HERE)] == 0
    assert told(s.journal or [], "battle-walk-over", 1)
    assert not any(entry.kind.startswith("battle-won") for entry in s.journal or [])
    assert {a: left[a] - points_left(t, a) for a in left} == dict.fromkeys(left, 2), (
        "to force battle, and to conquer"
    )


@pytest.mark.clause("AK-5.10-02", "AK-1.1-03")
@pytest.mark.parametrize(
    ("temper", "fights"),
    [(tables.BERSERK, True), (tables.BRAVE, False), (tables.CAUTIOUS, False), (tables.COWARDLY, False)],
)
def test_of_natives_only_a_berserk_hero_challenges(temper: int, fights: bool) -> None:
    s = new_state()
    champion, lad = lists(s)
    s.owners[at(s, HERE)] = NATIVE
    for a in s.led_by(lad):
        s.set_army(a, leader=0, owner=NATIVE)
    s.set_person(lad, seat=FREE, rules=at(s, HERE), temper=temper)
    b = meet(s, challenge="")
    assert bool(s.people[lad].died or s.people[champion].died) is fights
    assert not b.forces[0].demoralised or s.people[champion].died


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


@pytest.mark.clause("AK-5.10-04", "AK-5.10-05", "AK-2.4-09", "AK-2.4-10")
@pytest.mark.parametrize(("special", "temper", "faces", "kind"), [
    ("FL", tables.BRAVE, {}, "declined"), ("CA-CH,ME", tables.BRAVE, {"combat spell": 1}, "charmed"),
    ("ME", tables.COWARDLY, {"refusal": 1, "a coward's excuse": 667}, "excuse"),
    ("ME", tables.COWARDLY, {"refusal": 1, "a coward's excuse": 668}, "declined"),
    ("ME", tables.CAUTIOUS, {"refusal": 10}, "declined"),
    ("ME", tables.BRAVE, {"combat spell": 1000, "a blow": 1, "damage": 6}, "duel"),
])  # fmt: skip
def test_a_challenged_commander_flees_finds_an_excuse_or_fights_to_the_death(special, temper, faces, kind):
    s = new_state()
    bold, other = hero(s, "ME9"), hero(s, "PS4", seat=1, temper=temper)
    armies = [put_army(s, "LE", seat, 504, n) for seat, n in ((0, bold), (1, other))]
    t = a_turn(s)
    t.ordered.plans |= {bold: plan("ME"), other: plan(special)}
    forces = [force_of(t, at(s, 504), side, [armies[side]]) for side in (ATTACKER, DEFENDING)]
    load(s, **{"who goes first": 1, **faces})
    duels.duel(Battle(t, at(s, 504), forces[0], forces[1]))
    assert (armies[1] in forces[1].demoralised) is (kind != "excuse")
    assert bool(s.people[other].died) is (kind == "duel")
    told_of = [each for each in s.journal or [] if each.kind.startswith("battle-")]
    assert [(each.kind, each.readers) for each in told_of] == [(f"battle-{kind}", (0, 1))]
    assert not forces[0].demoralised


@pytest.mark.clause("AK-5.9-04")
def test_an_heir_is_not_challenged_again_in_the_phase_of_his_crowning() -> None:
    s = new_state()
    _, lad = lists(s)
    s.set_person(lad, is_king=True)
    s.set_kingdom(1, king=lad)
    first = meet(s)
    heir = s.kingdoms[1].king
    assert s.people[lad].died
    assert first.t.phase.heirs == {heir}
    again = Battle(first.t, first.place, first.forces[0], first.forces[1])
    assert again.forces[1].commander == heir
    duel(again)
    assert not s.people[heir].died
    first.t.begin_phase(2)
    assert not first.t.phase.heirs


@pytest.mark.clause("AK-5.10-02")
def test_an_item_he_does_not_carry_is_no_challenge() -> None:
    s = new_state()
    champion, _ = lists(s)
    t = a_turn(s)
    wand = put_item(s, "Wand of Fire", s.kingdoms[0].king)
    t.ordered.plans[champion] = (UseItem(wand),)
    assert not challenges(t, champion)
    s.set_item(wand, bearer=champion)
    assert challenges(t, champion)
