"""Changes of leader, after which armies keep what they have done in the phase.

See 3.1, 3.8, 3.9, 5.9, 6.2 and 7.6.
"""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.adventurer_kings.positions.battlefield import HERE, SURE, enemies, general
from games.adventurer_kings.positions.realm import (
    NO,
    Turn,
    a_turn,
    act,
    at,
    load,
    new_state,
    own,
    put_army,
    put_person,
    relate,
    told,
)
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.combat.campaigns import contest_province, fight_battles
from palatine.games.adventurer_kings.rules.common.command import invasions, is_held, relocate
from palatine.games.adventurer_kings.rules.common.deaths import die
from palatine.games.adventurer_kings.rules.common.hiring import leave_service
from palatine.games.adventurer_kings.rules.common.movement_points import points_left
from palatine.games.adventurer_kings.rules.movement.defending import defend, invaders_of, react
from palatine.games.adventurer_kings.state import State

QUIET = {"random_encounter": NO, "experience:_march": NO, "experience:_army": NO, "eliminated": 150, "pursuit": NO,
         "quality_rises": NO, "quality_falls": NO, "mercenaries_follow": NO}  # fmt: skip


def left(t: Turn, old: int, new: int) -> None:
    act(t, old, f"LE ALL to {new}")


def picked_up(t: Turn, old: int, new: int) -> None:
    act(t, new, "PI " + ",".join(map(str, t.s.led_by(old))))


def inherited(t: Turn, old: int, new: int) -> None:
    put_army(t.s, "LE", t.s.people[new].seat, HERE, new)
    die(t, old)


def fired(t: Turn, old: int, new: int) -> None:
    put_army(t.s, "LE", t.s.people[new].seat, HERE, new)
    leave_service(t, old)


WAYS = [left, picked_up, inherited, fired]
"""Transfers of armies to a character who is there, from several chapters with one outcome."""


def invaded(codes: list[str], levels: str = "") -> tuple[State, Turn, int, int]:
    """Return an Enemy's province 505 with an invader and a comrade who was there before.

    The comrade has no armies.
    """
    s = enemies()
    general(s, 1, ["LE"])
    old = general(s, 0, codes, levels, number=504)
    new = put_person(s, "Waiting", 0, HERE)
    load(s, **SURE, **QUIET)
    t = a_turn(s)
    act(t, old, f"MO {HERE}")
    return s, t, old, new


@pytest.mark.clause("AK-7.0-01", "AK-7.6-08", "AK-3.8-01", "AK-3.9-01")
@pytest.mark.parametrize("way", WAYS)
def test_invaders_fight_under_whoever_leads_them_at_the_end_of_the_phase(
    way: Callable[[Turn, int, int], None],
) -> None:
    """This holds with their last movement point too.

    “If your Move into a province uses up your last movement point, one battle is still fought that phase.”
    """
    s, t, old, new = invaded(["LE", "LE"])
    for a in s.led_by(old):
        t.marching.spent[a] = 2
    armies = s.led_by(old)
    way(t, old, new)
    assert invasions(t) == [(at(s, HERE), new)]
    assert invaders_of(t, at(s, HERE), 1) == [new]
    fight_battles(t)
    assert told(s.journal or [], "battle-begins")
    assert {t.marching.spent[a] for a in armies} <= {2, 3}, "a point for the conquest at most, none for the battle"


@pytest.mark.clause("AK-7.0-01")
def test_invaders_who_have_gone_over_to_nobody_invade_no_more() -> None:
    s, t, old, _ = invaded(["LE"])
    (army,) = s.led_by(old)
    act(t, old, "DI ALL")
    assert (s.armies[army].owner, invasions(t), dict(t.phase.invaders)) == (MERCENARY, [], {})
    fight_battles(t)
    assert not told(s.journal or [], "battle-begins")


@pytest.mark.clause("AK-8.1-02", "AK-7.0-03")
@pytest.mark.parametrize("way", [left, picked_up, inherited, fired])
def test_the_loser_of_a_race_for_natives_goes_back_under_whoever_leads(
    way: Callable[[Turn, int, int], None],
) -> None:
    s = new_state()
    old = general(s, 0, ["LE", "LE"], number=504)
    new = put_person(s, "Waiting", 0, HERE)
    load(s, **QUIET)
    t = a_turn(s)
    act(t, old, f"MO {HERE}")
    armies = s.led_by(old)
    way(t, old, new)
    own(s, 1, HERE)
    contest_province(t, at(s, HERE))
    assert {s.armies[a].place for a in armies} == {at(s, 504)} == {s.people[new].place}


@pytest.mark.clause("AK-8.1-02")
def test_a_race_for_natives_lost_by_somebody_whose_leader_falls_in_it() -> None:
    """The armies of the slain leader go back too, because losing the race concerns them."""
    s = new_state()
    old, new = general(s, 0, ["LE"], number=504), general(s, 0, ["LE"], number=504)
    load(s, **QUIET)
    t = a_turn(s)
    for n in (old, new):
        act(t, n, f"MO {HERE}")
    own(s, 1, HERE)
    die(t, old)
    contest_province(t, at(s, HERE))
    assert {s.armies[a].place for a in s.led_by(new)} == {at(s, 504)}
    assert len(s.led_by(new)) == 2


def siege() -> tuple[State, int]:
    """Return a general of the first King who begins the phase in an Enemy's province 505."""
    s = enemies()
    general(s, 1, ["LE"])
    n = general(s, 0, ["LE", "LE"])
    load(s, **SURE, **QUIET)
    return s, n


@pytest.mark.clause("AK-6.2-03", "AK-7.6-03")
@pytest.mark.parametrize("way", [left, picked_up])
def test_besiegers_fight_under_somebody_who_has_just_come(way: Callable[[Turn, int, int], None]) -> None:
    s, old = siege()
    new = put_person(s, "Coming", 0, 504)
    t = a_turn(s)
    act(t, new, f"MO {HERE}")
    armies = s.led_by(old)
    way(t, old, new)
    before = [points_left(t, a) for a in armies]
    fight_battles(t)
    assert told(s.journal or [], "battle-begins")
    assert s.owners[at(s, HERE)] == 0
    assert [points_left(t, a) for a in armies] == [points - 2 for points in before], "the battle, and the conquest"


@pytest.mark.clause("AK-6.2-03", "AK-5.9-04")
def test_a_besieging_king_who_dies_leaves_the_siege_to_the_heir() -> None:
    s = enemies()
    general(s, 1, ["LE"])
    king = s.kingdoms[0].king
    s.set_person(king, place=at(s, HERE))
    army = put_army(s, "HC", 0, HERE, king)
    load(s, **SURE, **QUIET)
    t = a_turn(s)
    heir = die(t, king)
    fight_battles(t)
    assert told(s.journal or [], "battle-begins")
    assert (s.armies[army].leader, s.owners[at(s, HERE)]) == (heir, 0)


@pytest.mark.clause("AK-4.2.1-06", "AK-7.0-01")
@pytest.mark.parametrize("invades", [True, False])
def test_the_old_king_called_back_takes_over_the_invasion_and_the_siege(invades: bool) -> None:
    s = enemies()
    general(s, 1, ["LE"])
    first = s.kingdoms[0].king
    s.set_person(first, place=at(s, 504 if invades else HERE))
    put_army(s, "HC", 0, 504 if invades else HERE, first)
    priest = put_person(s, "Priest", 0, HERE, "WH1")
    heir = die(a_turn(s), first)
    load(s, **SURE, **QUIET, action_spell=1, experience=NO)
    t = a_turn(s)
    t.pursuits.patrols[heir] = (orders.Strike(),)
    if invades:
        act(t, heir, f"MO {HERE}")
    act(t, priest, f"CA RE {heir}")
    assert s.kingdoms[0].king == first
    assert heir not in t.pursuits.patrols, "what the heir had begun has ended"
    fight_battles(t)
    assert told(s.journal or [], "battle-begins")
    assert s.owners[at(s, HERE)] == 0


@pytest.mark.clause("AK-6.2-03", "AK-7.6-08")
def test_a_leader_of_besiegers_who_takes_over_invaders_fights_with_all() -> None:
    """The besiegers pay a point if they have it; the armies that came in pay none."""
    s, new = siege()
    old = general(s, 0, ["HC"], number=504)
    t = a_turn(s)
    act(t, old, f"MO {HERE}")
    (come,) = s.led_by(old)
    tired, fresh = s.led_by(new)
    t.marching.spent[tired] = 2
    act(t, old, f"LE ALL to {new}")
    fight_battles(t)
    assert s.owners[at(s, HERE)] == 0
    conquest = 1
    assert t.marching.spent == {come: 1 + conquest, tired: 2 + conquest, fresh: 1 + conquest}


@pytest.mark.clause("AK-6.2-03", "AK-3.4-02")
def test_mercenaries_hired_in_an_enemys_land_have_not_begun_the_phase_there_as_the_kings() -> None:
    s = enemies()
    general(s, 1, ["LE"])
    n = put_person(s, "Exile", 0, HERE)
    put_army(s, "HC", MERCENARY, HERE)
    load(s, **SURE, **QUIET)
    t = a_turn(s)
    act(t, n, f"RE for {n} HC")
    assert len(s.led_by(n)) == 1
    fight_battles(t)
    assert not told(s.journal or [], "battle-begins")
    t.begin_phase(2)
    fight_battles(t)
    assert told(s.journal or [], "battle-begins")


@pytest.mark.clause("AK-7.4-06", "AK-7.6-03")
def test_invaders_who_retreat_invade_no_more_and_hold_nobody() -> None:
    s, t, old, _ = invaded(["LE"])
    (army,) = s.led_by(old)
    relocate(t, [army], at(s, 504))
    assert (dict(t.phase.invaders), invasions(t), invaders_of(t, at(s, HERE), 1)) == ({}, [], [])
    defender = next(a for a, each in s.armies.items() if each.owner == 1)
    assert not is_held(t, defender)


# Skeletons (4.2.5)


@pytest.mark.clause("AK-4.2.5-08")
@pytest.mark.parametrize("way", WAYS)
@pytest.mark.parametrize(("alignment", "kept"), [(tables.NEUTRAL, False), (tables.UNDEAD, True)])
def test_skeletons_follow_their_raiser_and_the_undead(
    way: Callable[[Turn, int, int], None], alignment: int, kept: bool
) -> None:
    s = new_state()
    own(s, 0, HERE)
    old = general(s, 0, ["LE"])
    bones = put_army(s, "LE", 0, HERE, old, is_skeletal=True)
    new = put_person(s, "Heir", 0, HERE, alignment=alignment)
    load(s, **QUIET)
    way(a_turn(s), old, new)
    assert (bones in s.armies) is kept
    assert (at(s, HERE) in s.fallen) is not kept


@pytest.mark.clause("AK-4.2.5-08", "AK-5.9-04", "AK-4.2.1-06")
def test_skeletons_follow_the_heir_and_the_king_who_is_called_back() -> None:
    s = new_state()
    king = s.kingdoms[0].king
    bones = put_army(s, "LE", 0, 504, king, is_skeletal=True)
    priest = put_person(s, "Priest", 0, 504, "WH1")
    heir = die(a_turn(s), king)
    assert s.armies[bones].leader == heir
    load(s, action_spell=1)
    act(a_turn(s), priest, f"CA RE {heir}")
    assert s.armies[bones].leader == king


@pytest.mark.clause("AK-3.6-03")
def test_a_band_that_has_come_along_is_free_to_stay_until_an_order_takes_it_up() -> None:
    s = new_state()
    own(s, 0, HERE)
    old, new = general(s, 0, []), general(s, 0, ["LE"])
    band = put_army(s, "LE", 0, HERE, old, follows=True)
    load(s, **QUIET)
    t = a_turn(s)
    die(t, old)
    assert (s.armies[band].leader, s.armies[band].follows) == (new, True)
    act(t, new, f"PI {band}")
    assert not s.armies[band].follows


# Between Kings


@pytest.mark.clause("AK-3.8-02", "AK-7.0-01", "AK-8.1-02")
@pytest.mark.parametrize(("relation", "place"), [(ENEMY, HERE), (PEACE, 504), (ALLIED, HERE)])
def test_invaders_left_to_an_ally_do_as_his_relations_are(relation: int, place: int) -> None:
    """The ally fights an Enemy, leaves the land of a King at peace, or stays as an ally's guest."""
    s, t, old, _ = invaded(["HC", "HC"])
    ally = put_person(s, "Ally", 2, HERE)
    relate(s, 0, 2, ALLIED)
    relate(s, 1, 2, relation)
    armies = s.led_by(old)
    act(t, old, f"LE ALL to {ally}")
    fight_battles(t)
    assert {s.armies[a].owner for a in armies} == {2}
    assert {s.armies[a].place for a in armies} == {at(s, place)} == {s.people[ally].place}
    assert bool(told(s.journal or [], "battle-begins")) is (relation == ENEMY)


@pytest.mark.clause("AK-3.15-01")
def test_a_general_answers_an_invasion_whose_armies_have_changed_hands() -> None:
    s, t, old, new = invaded(["LE"])
    act(t, old, f"LE ALL to {new}")
    helper = general(s, 1, ["HC"], number=506)
    own(s, 1, 506)
    defend(t, helper, orders.Defend())
    react(t, [helper])
    assert s.people[helper].place == at(s, HERE)
