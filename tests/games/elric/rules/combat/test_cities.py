"""Attacks on cities: walls, neutral defence, rewards, Imrryr (7.5, 10.9.1, 10.9.3)."""

from __future__ import annotations

import pytest

from games.elric.positions.battles import cast, city, fight, go_on
from games.elric.positions.board import (
    VILMIR,
    area,
    armies_of,
    asked,
    at,
    choose,
    new_state,
    operands,
    piece,
    put,
    refusal,
    rule,
    spell,
    told,
)
from palatine.games.elric.rules.combat.cities import capture
from palatine.games.elric.state import LOST, NOBODY, OFF, Hold


def jadmar(*defenders: object, **options: str) -> object:
    """Return a battle of Ilmiora, with a combat value of 17, for Jadmar."""
    ours = ["Fadan", "Admiral of Ilmiora", "Alchemist of Ilmiora", ("Ilmiora", 10)]
    return city("Vilmir", "Jadmar", ours, defenders, **options)  # type: ignore[arg-type]


@pytest.mark.clause("7.5.2h", "7.5.2d", "7.5.7e", "7.5.2c", "7.5.2e", "7.2b")
def test_the_example_of_jadmar() -> None:
    """17 fights 6 and a wall of 5.

    A margin of 10 eliminates all defenders, but the city holds out.
    """
    s = jadmar("Avan Astram", ("Vilmir", 2))
    put(s, 1, "Old Hrolmar", "Naclon")
    s = fight(s, ("attack", 6), ("defence", 2), ("escape", 6))
    assert [e.data["total"] for e in told(s, "battle.attack") + told(s, "battle.defence")] == [23, 13]
    assert told(s, "battle.won")[0].data["margin"] == 10
    assert told(s, "stormed")
    assert [s.where[p] for p in (piece("Avan Astram"), *armies_of("Vilmir")[:2])] == [LOST, LOST, LOST]
    assert s.city_owner(area("Jadmar")) == 1
    assert not told(s, "city.falls")
    assert at(s, "Fadan") == "Jadmar"


@pytest.mark.clause("7.5.2h", "10.9.5a")
def test_ships_in_the_port_are_no_part_of_a_garrison_that_is_lost() -> None:
    s = jadmar("Avan Astram", ("Vilmir", 2))
    put(s, 1, "Jadmar", "Vilmir galley")
    put(s, 1, "Old Hrolmar", "Naclon")
    s = choose(fight(s, ("attack", 6), ("defence", 2)), "stay", rolls=[("escape", 5)])
    assert told(s, "stormed")
    assert not told(s, "city.falls")
    assert at(s, "Vilmir galley") == "Jadmar"


@pytest.mark.clause("7.5.2h")
def test_with_one_more_jadmar_falls() -> None:
    s = jadmar("Avan Astram", ("Vilmir", 2))
    s = fight(s, ("attack", 6), ("defence", 1))
    assert asked(s) == ("ChooseRewarded", 0)
    assert s.holds == {area("Jadmar"): Hold(0, 1)}


@pytest.mark.clause("7.5.2h")
def test_with_the_option_the_losses_of_the_table_count() -> None:
    """A margin of 10 costs 5 of the garrison's 6."""
    s = jadmar("Avan Astram", ("Vilmir", 2), walls="losses")
    put(s, 1, "Old Hrolmar", "Naclon")
    s = fight(s, ("attack", 6), ("defence", 2))
    assert asked(s) == ("ChooseLoss", 1)
    s = go_on(choose(s, "lose", "Avan Astram"))
    assert not told(s, "stormed")
    assert sum([s.where[p] == area("Jadmar") for p in armies_of("Vilmir")]) == 1


@pytest.mark.clause("7.5.2h")
@pytest.mark.parametrize(("armies", "falls"), [(5, True), (6, False)])
def test_with_the_option_the_losses_must_outweigh_garrison_and_wall(armies: int, falls: bool) -> None:
    """A margin of 16 or 15 costs 10, enough for five armies and a wall of 5."""
    ours = ["Fadan", "Smiorgan", "Kargan", ("Ilmiora", 10)]
    s = city("Vilmir", "Jadmar", ours, [("Vilmir", armies)], walls="losses")
    put(s, 1, "Old Hrolmar", "Naclon")
    s = fight(s, ("attack", 6), ("defence", 1))
    assert all([s.where[p] == LOST for p in armies_of("Vilmir")[:armies]])
    assert bool(told(s, "city.falls")) is falls


@pytest.mark.clause("7.5.7d", "7.5.7e", "7.5.2d")
@pytest.mark.parametrize(("roll", "falls"), [(5, True), (4, False)])
def test_a_wall_defends_an_empty_city(roll: int, falls: bool) -> None:
    """Sarosto and Yishana, 9, need a margin of 5 against a wall of 5."""
    s = city("Vilmir", "Jadmar", ["Yishana", "Sarosto"])
    s = fight(s, ("attack", roll), ("defence", 4))
    assert bool(told(s, "city.falls")) is falls


@pytest.mark.clause("7.5.6", "7.5.7a")
def test_an_unwalled_city_without_defenders_falls_without_a_roll() -> None:
    s = fight(city("Nadsokor", "nadsokor", ["Nikorn"]), ("card", 1))
    assert s.holds == {area("nadsokor"): Hold(0, 1)}


@pytest.mark.clause("7.5.6", "9.2b")
def test_where_there_is_no_battle_for_a_city_a_spell_laid_for_it_comes_back() -> None:
    s = city("Nadsokor", "nadsokor", ["Jagreen Lern"])
    cast(s, Jagreen_Lern="Arioch")
    s = fight(s, ("card", 1))
    assert spell("Arioch") in s.hand[piece("Jagreen Lern")]
    assert (s.balance, s.casts) == (0, (piece("Jagreen Lern"),))


@pytest.mark.clause("7.5.6", "10.7b")
def test_the_defenders_of_an_unwalled_city_retreat_and_lose_it() -> None:
    """9 against 5: they lose 2 and retreat."""
    s = fight(city("Nadsokor", "nadsokor", ["Yishana", "Sarosto"], ["Urish", ("Nadsokor", 3)]), 3, 3)
    s = choose(s, "lose", armies_of("Nadsokor")[0])
    assert asked(s) == ("RetreatTo", 1)
    s = choose(s, "retreat", "Southern Ilmiora")
    assert told(s, "city.falls")
    assert at(s, "Urish") == "Southern Ilmiora"


@pytest.mark.clause("10.9.3b", "10.9.3c")
@pytest.mark.parametrize(("seat", "roller"), [(0, 2), (1, 0), (2, 1)])
def test_a_neutral_city_defends_with_its_number_and_the_player_to_the_right_rolls(seat: int, roller: int) -> None:
    s = new_state()
    s.phasing = seat
    put(s, seat, "Jadmar", "Yishana", "Sarosto", ("Jharkor", 8))
    s.assaults = (area("Jadmar"),)
    s = fight(s, ("attack", 6), ("defence", 1))
    (entry,) = told(s, "battle.defence")
    assert (entry.data["total"], entry.data["seat"]) == (19, roller)
    assert not told(s, "city.falls")


@pytest.mark.clause("10.9.3b", "7.5.6")
@pytest.mark.parametrize(("defence", "falls"), [(2, True), (3, False)])
def test_a_neutral_city_without_a_wall_defends_itself_too(defence: int, falls: bool) -> None:
    """Yishana and Sarosto, 9, need a margin of 1 against Nadsokor's 7."""
    s = new_state()
    put(s, 0, "nadsokor", "Yishana", "Sarosto")
    s.assaults = (area("nadsokor"),)
    s = fight(s, ("attack", 1), ("defence", defence))
    assert bool(told(s, "city.falls")) is falls


@pytest.mark.clause("10.9.4a", "7.5.7d")
def test_a_wall_that_nobody_mans_is_not_besieged() -> None:
    s = fight(city("Vilmir", "Jadmar", ["Yishana"]), ("attack", 4), ("defence", 3))
    assert told(s, "battle.won")
    assert (s.sieges, asked(s), at(s, "Yishana")) == ({}, None, "Jadmar")


@pytest.mark.clause("10.9.3b", "7.5.2g", "9.1c", "10.9.1e")
def test_a_neutral_capital_falls_when_its_wall_is_overcome() -> None:
    s = new_state()
    put(s, 0, "Aflitain", "Yishana", ("Jharkor", 8))
    s.assaults = (area("Aflitain"),)
    s = fight(s, ("attack", 5), ("defence", 3), ("card", 1))
    assert s.holds == {area("Aflitain"): Hold(0, NOBODY)}
    assert len(s.hand[piece("Yishana")]) == 1
    assert s.rewarded == ((0, area("Aflitain")),)


@pytest.mark.clause("10.9.3b", "10.7a")
def test_who_fails_before_a_neutral_city_retreats() -> None:
    s = new_state()
    put(s, 0, "Aflitain", "Yishana", ("Jharkor", 3))
    s.assaults = (area("Aflitain"),)
    s = fight(s, ("attack", 1), ("defence", 1))
    assert told(s, "battle.lost")[0].data["margin"] == 2
    assert asked(s) == ("RetreatTo", 0)


@pytest.mark.clause("7.5.2g")
def test_the_owner_chooses_who_draws_for_a_capital() -> None:
    s = new_state()
    stack = put(s, 0, "Jadmar", "Yishana", "Sarosto", ("Jharkor", 2))
    rule(s, 1, "Vilmir")
    capture(s, 0, area("Jadmar"), stack)
    assert asked(s) == ("ChooseRewarded", 0)
    assert operands(s, "reward") == [piece("Yishana"), piece("Sarosto")]
    assert refusal(s, "reward", "Naclon").clause == "7.5.2g"
    s = choose(s, "reward", "Sarosto", rolls=[("card", 1)])
    assert len(s.hand[piece("Sarosto")]) == 1


@pytest.mark.clause("7.5.2g", "9.0b")
def test_where_there_is_no_spell_left_a_capital_gives_none() -> None:
    s = new_state()
    s.cup.clear()
    capture(s, 0, area("Jadmar"), put(s, 0, "Jadmar", "Yishana", "Sarosto"))
    assert s.flow == []


@pytest.mark.clause("7.5.2g", "7.5.2a")
def test_only_capitals_reward_and_only_once_until_an_enemy_takes_them() -> None:
    s = new_state()
    rule(s, 1, "Vilmir")
    stack = put(s, 0, "Jadmar", "Yishana")
    capture(s, 0, area("Old Hrolmar"), stack)
    assert s.rewarded == ()
    assert s.flow == []
    capture(s, 0, area("Jadmar"), stack)
    assert s.rewarded == ((0, area("Jadmar")),)
    s.flow.clear()
    for _ in range(2):
        capture(s, 0, area("Jadmar"), stack)
        assert s.flow == []
    capture(s, 2, area("Jadmar"), stack)
    s.flow.clear()
    capture(s, 0, area("Jadmar"), stack)
    assert len(s.flow) == 1


@pytest.mark.clause("10.9.1b", "7.5.2g")
def test_who_retakes_a_city_of_his_own_holds_it_as_before_and_draws_nothing() -> None:
    s = new_state()
    rule(s, 1, "Vilmir")
    s.holds[area("Jadmar")] = Hold(0, 1)
    capture(s, 1, area("Jadmar"), put(s, 1, "Jadmar", "Naclon"))
    assert s.holds == {}
    assert s.flow == []
    assert s.city_owner(area("Jadmar")) == 1


@pytest.mark.clause("10.7d", "10.9.5a")
def test_ships_put_out_of_a_port_that_falls() -> None:
    s = jadmar(("Vilmir", 1))
    put(s, 1, "Jadmar", "Vilmir galley")
    put(s, 1, "Old Hrolmar", "Naclon")
    s = fight(s, ("attack", 5), ("defence", 5))
    assert told(s, "city.falls")
    assert at(s, "Vilmir galley") == "Straits of Vilmir"


@pytest.mark.clause("7.5.9c", "5.0e", "10.9.3b")
def test_imrryr_falls_and_its_neutral_melniboneans_leave() -> None:
    """25 behind a wall of 5 require 30 and a better roll."""
    s = new_state()
    put(s, NOBODY, "Imrryr", "Cymoril", "Yyrkoon", ("Melnibone", 5))
    who = ["Elric", "Yishana", "Smiorgan", "Kargan", ("Jharkor", 8), ("Vilmir", 9)]
    put(s, 0, "Imrryr", *who)  # type: ignore[arg-type]
    s.assaults = (area("Imrryr"),)
    assert not s.fallen
    s = go_on(fight(s, ("attack", 1), ("defence", 6)))
    assert told(s, "battle.won")[0].data["margin"] == 6
    assert s.fallen
    assert s.city_owner(area("Imrryr")) == 0
    assert [at(s, each) for each in ("Cymoril", "Yyrkoon")] == [str(OFF), str(OFF)]
    (entry,) = told(s, "melniboneans.leave")
    assert {piece("Cymoril"), piece("Yyrkoon")} <= {*entry.data["group"]}


@pytest.mark.clause("7.5.2e")
def test_a_wall_stands_again_whatever_it_has_suffered() -> None:
    s = city("Vilmir", "Jadmar", ["Yishana", "Sarosto"])
    put(s, 1, "Old Hrolmar", "Naclon")
    s = fight(s, ("attack", 6), ("defence", 6))
    assert told(s, "battle.defence")[0].data["total"] == 11
    s.assaults = (area("Jadmar"),)
    s = fight(s, ("attack", 1), ("defence", 6))
    assert told(s, "battle.defence")[1].data["total"] == 11
    assert s.ruler[VILMIR] == 1


@pytest.mark.clause("10.9.4a")
def test_before_a_city_that_holds_its_attackers_may_stay_and_besiege() -> None:
    s = fight(city("Vilmir", "Jadmar", ["Yishana", "Sarosto"], ["Avan Astram"]), 2, 1)
    assert asked(s) == ("Withdraw", 0)
    assert s.sieges == {area("Jadmar"): 0}
    assert [entry.data for entry in told(s, "siege")] == [{"seat": 0, "area": area("Jadmar")}]
    gone = choose(s, "back", "Northern Vilmir")
    assert gone.sieges == {}
    assert told(gone, "siege.over")
    assert choose(s, "stay").sieges == {area("Jadmar"): 0}
