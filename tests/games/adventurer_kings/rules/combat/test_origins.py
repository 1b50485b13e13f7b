"""Origins of invaders: kept through the winter for each army, ended with the war (7.4, 7.6)."""

from __future__ import annotations

import pytest

from games.adventurer_kings.positions.battlefield import HERE, enemies, fought, general
from games.adventurer_kings.positions.realm import (
    a_turn,
    act,
    at,
    bury,
    failed,
    load,
    new_state,
    own,
    put_army,
    relate,
    run,
)
from palatine.games.adventurer_kings.components.pieces import ALLIED, ENEMY, MERCENARY, PEACE
from palatine.games.adventurer_kings.referee import GAME
from palatine.games.adventurer_kings.rules.combat.campaigns import fight_battles, origin_of, turn_back
from palatine.games.adventurer_kings.rules.combat.retreat import retreat
from palatine.games.adventurer_kings.rules.common.battlefield import ATTACKER, DEFENDING
from palatine.games.adventurer_kings.rules.realm.yearend import carry_over
from palatine.games.adventurer_kings.state import State


def camped() -> tuple[State, int]:
    """Return a general of the first King who has invaded 505 from unowned 405 and camped there."""
    s = enemies()
    own(s, 1, 504, 506, 604, 605)
    n = general(s, 0, ["LE", "LE"])
    for a in s.led_by(n):
        s.set_army(a, origin=at(s, 405))
    return s, n


@pytest.mark.clause("AK-7.4-03", "AK-7.6-02")
def test_after_a_winter_in_camp_the_beaten_go_back_whence_they_invaded() -> None:
    s, n = camped()
    general(s, 1, ["LE"] * 3)
    s = GAME.decode(GAME.encode(s))
    load(s, random_encounter=1000, contest=1000, battle_event=1000, column_event=1000, eliminated=1000, pursuit=1000,
         resolve=1, mercenaries=1000)  # fmt: skip
    run(s)
    assert (len(s.led_by(n)), s.people[n].place) == (2, at(s, 405))
    assert {s.armies[a].place for a in s.led_by(n)} == {at(s, 405)}


@pytest.mark.clause("AK-7.4-03")
def test_one_raised_on_the_spot_goes_with_the_others() -> None:
    s, n = camped()
    raised = put_army(s, "LE", 0, HERE, n, is_skeletal=True, origin=at(s, HERE))
    picked = put_army(s, "LE", 0, HERE, n)
    other = general(s, 1, ["LE"] * 3)
    armies = [raised, picked, *[a for a in s.led_by(n) if a not in (raised, picked)]]
    b = fought(s, armies, s.led_by(other), DEFENDING, mercenaries=1000)
    retreat(b, b.forces[ATTACKER], b.forces[ATTACKER].units)
    assert {s.armies[a].place for a in armies} == {at(s, 405)}


@pytest.mark.clause("AK-7.4-01", "AK-7.4-03")
def test_who_has_invaded_from_nowhere_goes_to_any_friends_next_door() -> None:
    s = enemies()
    own(s, 0, 405)
    n = general(s, 0, [])
    put_army(s, "LE", 0, HERE, n, is_skeletal=True, origin=at(s, HERE))
    other = general(s, 1, ["LE"] * 3)
    b = fought(s, s.led_by(n), s.led_by(other), DEFENDING)
    retreat(b, b.forces[ATTACKER], b.forces[ATTACKER].units)
    assert s.people[n].place == at(s, 405)


@pytest.mark.clause("AK-4.2.5-07")
def test_those_raised_in_enemy_land_have_invaded_it() -> None:
    s = enemies()
    n = general(s, 0, [], "NE1")
    bury(s, "LE", HERE)
    load(s, action_spell=1, who_rises=1)
    t = a_turn(s)
    act(t, n, "CA SK")
    assert [s.armies[a].origin for a in s.led_by(n)] == [at(s, HERE)]
    assert failed(t, n, "MO 605") == ("AK-7.6-06", "fail.contested")


@pytest.mark.clause("AK-7.6-06", "AK-8.3-02")
@pytest.mark.parametrize("invaded", [True, False])
def test_only_who_has_invaded_is_bound_and_no_guest_of_a_former_ally(invaded: bool) -> None:
    s = enemies()
    n = general(s, 0, ["LE"])
    s.set_army(s.led_by(n)[0], origin=at(s, 504) if invaded else -1)
    general(s, 1, ["LE"])
    t = a_turn(s)
    if invaded:
        assert failed(t, n, "MO 605") == ("AK-7.6-06", "fail.contested")
    else:
        load(s, random_encounter=1000)
        act(t, n, "MO 605")
        assert s.people[n].place == at(s, 605)


@pytest.mark.clause("AK-7.6-02", "AK-8.3-02")
@pytest.mark.parametrize(("relation", "kept"), [(ENEMY, True), (PEACE, False), (ALLIED, False)])
def test_an_invasion_ends_with_the_war_and_not_with_the_year(relation: int, kept: bool) -> None:
    s, n = camped()
    relate(s, 0, 1, relation)
    carry_over(a_turn(s))
    assert {s.armies[a].origin >= 0 for a in s.led_by(n)} == {kept}


@pytest.mark.clause("AK-3.6-03", "AK-7.4-03")
def test_mercenaries_who_have_followed_into_the_attack_retreat_with_the_others() -> None:
    """This includes a band that its former employer had led in from elsewhere."""
    s = enemies()
    n = general(s, 0, ["LE"], number=504)
    band = put_army(s, "LE", MERCENARY, HERE, origin=at(s, 604))
    general(s, 1, ["LE"] * 3)
    load(s, random_encounter=1000, contest=1000, battle_event=1000, column_event=1000, eliminated=1000, pursuit=1000,
         resolve=1, mercenaries=1000, mercenaries_follow=1)  # fmt: skip
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    assert (s.armies[band].leader, s.armies[band].origin) == (n, -1)
    fight_battles(t)
    assert {s.armies[a].place for a in s.led_by(n)} == {at(s, 504)}
    assert s.armies[band].leader == n


@pytest.mark.clause("AK-8.1-02")
def test_who_is_turned_back_takes_along_whoever_has_joined_him() -> None:
    s = new_state()
    n = general(s, 0, ["LE"], number=504)
    load(s, random_encounter=1000, **{"experience:_march": 1000, "mercenaries_follow": 1})
    put_army(s, "LE", MERCENARY, HERE)
    t = a_turn(s)
    act(t, n, f"MO {HERE}")
    assert len(s.led_by(n)) == 2
    assert origin_of(t, n) == at(s, 504)
    own(s, 1, HERE)
    turn_back(t, at(s, HERE), n)
    assert {s.armies[a].place for a in s.led_by(n)} == {at(s, 504)} == {s.people[n].place}
