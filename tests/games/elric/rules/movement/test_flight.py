"""Flight: winged people, spells that carry others, the Ship of Land and Sea (7.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    armies_of,
    asked,
    at,
    choose,
    give_cards,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    take_card,
    told,
)
from games.elric.positions.journeys import moving
from palatine.games.elric.rules.movement.flight import begin_flight, spend_flights
from palatine.games.elric.rules.movement.march import March
from palatine.games.elric.rules.movement.movement import Movement, Stopping
from palatine.games.elric.state import LOST, Flight, pair


def horsed(*more: Any, card: str = "Nihrain Horses") -> Any:
    """Return a match with the Priest of Vilmir in Jadmar with a spell of flight, and others."""
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir", *more)
    give_cards(s, "Priest of Vilmir", card)
    return s


def flying(s: Any, card: str = "Nihrain Horses") -> Any:
    return choose(moving(s), "fly", ("Priest of Vilmir", card))


# Those with wings


@pytest.mark.clause("7.4", "7.4.1a", "7.4.1d")
def test_the_winged_go_four_areas_over_land_and_sea() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Clackars")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("st_vilmir")), ("go", area("purple_sea")))
    assert ("halt", 0) not in s.flow[-1].actions(s)
    s = choose(s, "go", "arg_sea")
    assert sorted(names(s, "go")) == ["Cadsandria", "Eastern Argimiliar", "Northern Pikarayd"]
    assert refusal(s, "go", "pik_sea").clause == "7.4.1d"
    s = choose(s, "go", "pik_n")
    assert at(s, "Clackars") == "Northern Pikarayd"
    assert asked(s) == ("Movement", 0)


@pytest.mark.clause("7.4.1b", "7.5.3")
def test_mountains_stop_the_winged_too() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Clackars")
    s = act(moving(s), ("stack", area("Rignariom")))
    assert refusal(s, "go", "Tanelorn").clause == "7.5.3"


@pytest.mark.clause("7.4.1c")
def test_the_winged_fly_over_enemies() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Clackars")
    put(s, 1, "vil_n", "Fadan", ("Ilmiora", 3))
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("vil_n")))
    assert asked(s) == ("March", 0)
    on = choose(s, "go", "ilm_s")
    assert not on.done
    assert piece("Clackars") in choose(s, "halt").done


@pytest.mark.clause("7.4.1d")
def test_the_winged_may_end_on_a_ship() -> None:
    s = new_state()
    put(s, 0, "arg_sea", "Vilmir galley")
    put(s, 0, "Jadmar", "Clackars")
    s = act(moving(s), ("stack", area("Jadmar")), ("go", area("st_vilmir")), ("go", area("purple_sea")))
    s = act(s, ("go", area("arg_sea")), ("ship", piece("Vilmir galley")))
    assert s.ship == {piece("Clackars"): piece("Vilmir galley")}
    assert s.walked == {piece("Clackars"): 3}


@pytest.mark.clause("7.4.1d", "16.3s")
def test_with_their_last_point_the_winged_come_down_on_a_ship_and_the_ship_of_land_and_sea_does_not() -> None:
    s = new_state()
    put(s, 0, "dragon", "Clackars", "Priest of Vilmir")
    put(s, 0, "st_vilmir", "Vilmir galley")
    card, *_ = give_cards(s, "Priest of Vilmir", "Ship of Land and Sea")
    s.flights[card] = Flight(0, 0)
    s.flow.append(March(0, area("dragon"), (piece("Priest of Vilmir"),), True, 1, card))
    assert "Straits of Vilmir" not in names(s, "go")
    s.flow[-1] = March(0, area("dragon"), (piece("Clackars"),), True, 1)
    s = choose(s, "go", "st_vilmir")
    assert s.flow[-1].actions(s) == [("ship", piece("Vilmir galley"))], "and they must"
    s = choose(s, "ship", "Vilmir galley")
    assert s.ship == {piece("Clackars"): piece("Vilmir galley")}


@pytest.mark.clause("7.4.1d", "7.4.1a")
def test_the_winged_take_off_from_a_ship() -> None:
    s = new_state()
    ship, _ = put(s, 0, "st_vilmir", "Vilmir galley", "Clackars")
    s.ship = {piece("Clackars"): ship}
    s = act(moving(s), ("stack", area("st_vilmir")), ("piece", piece("Clackars")), ("go", area("Kariss")))
    assert not s.ship
    assert s.walked == {piece("Clackars"): 1}


# Spells


@pytest.mark.clause("7.4", "7.4.2b")
def test_a_spell_bears_people_to_any_province() -> None:
    s = flying(horsed("Naclon", "Avan Astram"))
    assert asked(s) == ("Takeoff", 0)
    assert operands(s, "piece") == [piece("Naclon"), piece("Avan Astram")]
    s = choose(s, "piece", "Naclon")
    assert refusal(s, "piece", "Avan Astram").clause == "7.4.2a"
    assert refusal(s, "go", "st_vilmir").clause == "7.4.2b"
    assert refusal(s, "go", "Jadmar").clause == "7.4.2b"
    s = choose(s, "go", "Dhakos")
    assert (at(s, "Naclon"), at(s, "Priest of Vilmir"), at(s, "Avan Astram")) == ("Dhakos", "Dhakos", "Jadmar")
    assert names(s, "stack") == ["Jadmar"]


@pytest.mark.clause("7.4.2a", "7.0c")
def test_the_spell_stays_with_its_user_and_shifts_the_balance_once() -> None:
    s = horsed()
    s.balance = 5
    s = choose(flying(s), "go", "Dhakos")
    assert s.hand[piece("Priest of Vilmir")] == (spell("Nihrain Horses"),)
    assert s.flights == {spell("Nihrain Horses"): Flight(1, 0)}
    assert s.balance == 3
    assert s.casts == (piece("Priest of Vilmir"),)
    s = run(choose(s, "end"), Stopping())
    assert s.flights == {spell("Nihrain Horses"): Flight(1, 1)}


@pytest.mark.clause("7.4.2a")
def test_after_two_flights_the_spell_is_gone() -> None:
    s = horsed()
    s.flights = {spell("Nihrain Horses"): Flight(1, 1)}
    s = choose(flying(s), "go", "Dhakos")
    assert s.casts == ()
    spend_flights(s, 0)
    assert (s.discard, s.flights, s.hand) == ([spell("Nihrain Horses")], {}, {})


@pytest.mark.clause("7.4.2a")
def test_after_three_turns_the_spell_is_gone() -> None:
    s = horsed()
    s.flights = {spell("Nihrain Horses"): Flight(0, 1)}
    spend_flights(s, 1)
    spend_flights(s, 0)
    assert s.flights == {spell("Nihrain Horses"): Flight(0, 2)}
    spend_flights(s, 0)
    assert s.discard == [spell("Nihrain Horses")]


@pytest.mark.clause("7.4.2c", "7.4.2d")
def test_neither_fleets_nor_armies_go_along() -> None:
    s = flying(horsed("Vilmir galley", ("Vilmir", 1)))
    assert refusal(s, "piece", "Vilmir galley").clause == "7.4.2c"
    assert refusal(s, "piece", armies_of("Vilmir")[0]).clause == "7.4.2d"


@pytest.mark.clause("7.4.2a", "9.5b")
def test_who_flies_is_a_magician_and_has_not_moved() -> None:
    s = horsed("Naclon")
    give_cards(s, "Naclon", "Teleport")
    still = moving(s)
    assert operands(still, "fly") == [pair(piece("Priest of Vilmir"), spell("Nihrain Horses"))]
    assert refusal(still, "fly", ("Naclon", "Teleport")).clause == "9.5b"
    assert refusal(still, "fly", ("Naclon", "Arkyn")).clause == "7.4.2a"
    s.trail = {piece("Priest of Vilmir"): (area("vil_n"),)}
    assert refusal(moving(s), "fly", ("Priest of Vilmir", "Nihrain Horses")).clause == "7.4.2a"


@pytest.mark.clause("9.2e")
def test_to_fly_is_the_one_spell_of_the_turn() -> None:
    s = horsed()
    s.casts = (piece("Priest of Vilmir"),)
    assert refusal(moving(s), "fly", ("Priest of Vilmir", "Nihrain Horses")).clause == "9.2e"


@pytest.mark.clause("7.4")
def test_other_spells_give_no_flight() -> None:
    s = horsed(card="Arkyn")
    assert refusal(moving(s), "fly", ("Priest of Vilmir", "Arkyn")).clause == "7.4"


@pytest.mark.clause("14.1g", "16.2p")
def test_in_the_founding_no_spell_bears_anybody() -> None:
    s = new_state("founding", 1)
    put(s, 0, "rlin", "Olab King", "Shaman")
    give_cards(s, "Shaman", "Oonai")
    s = moving(s)
    assert operands(s, "fly") == []
    assert refusal(s, "fly", ("Shaman", "Oonai")).clause == "14.1g"


@pytest.mark.clause("7.4.2a")
def test_companions_have_not_moved_either() -> None:
    s = horsed("Naclon")
    s.trail = {piece("Naclon"): (area("vil_n"),)}
    assert refusal(flying(s), "piece", "Naclon").clause == "7.4.2a"
    assert asked(choose(flying(s), "stay")) == ("Movement", 0)


@pytest.mark.clause("7.4.2a")
def test_by_the_option_spells_of_flight_are_readied_in_the_magic_phase() -> None:
    s = horsed()
    s.options = {**s.options, "flight": "magic"}
    assert refusal(moving(s), "fly", ("Priest of Vilmir", "Nihrain Horses")).clause == "9.2a"
    s.hand = {}
    begin_flight(s, piece("Priest of Vilmir"), spell("Nihrain Horses"))
    assert at(choose(flying(s), "go", "Dhakos"), "Priest of Vilmir") == "Dhakos"


@pytest.mark.clause("7.4.2b", "7.5.8b")
def test_to_come_down_in_wilderness_is_to_end_there() -> None:
    s = horsed()
    s.cup = [spell("Grome")]
    s = choose(flying(s), "go", "Tanelorn", rolls=[("random attack", 1)])
    assert told(s, "attack.draw")
    s = run(choose(s, "end"), Stopping(), rolls=[])


@pytest.mark.clause("7.4.2b", "13.4n")
def test_chaos_that_lies_open_attacks_who_comes_down_there() -> None:
    s = horsed("Avan Astram")
    s.tipped, s.ends = -1, 4
    s.face_up[area("Dhakos")] = (take_card(s, "Slortar the Old"),)
    s = act(flying(s), ("piece", piece("Avan Astram")), ("go", area("Dhakos")), rolls=[6, 1])
    assert told(s, "attack.beaten")
    assert area("Dhakos") not in s.face_up


@pytest.mark.clause("13.4e", "7.4.2a")
def test_who_maintains_a_spell_puts_none_of_flight_to_use() -> None:
    s = horsed()
    s.tipped, s.balance, s.ends = -1, -6, 4
    s.maintained = {piece("Priest of Vilmir"): take_card(s, "Arioch")}
    s = run(s, Movement(0))
    assert operands(s, "fly") == []
    assert refusal(s, "fly", ("Priest of Vilmir", "Nihrain Horses")).clause == "13.4e"


@pytest.mark.clause("16.8d", "7.4.2b")
def test_who_flies_from_the_chaos_fleet_needs_an_escape() -> None:
    s = new_state()
    put(s, 0, "dragon", "Chaos Fleet", "Pyaray", "Priest of Vilmir")
    put(s, 0, "Jadmar", "Naclon")
    s.balance = -3
    s.ship = {piece("Pyaray"): piece("Chaos Fleet"), piece("Priest of Vilmir"): piece("Chaos Fleet")}
    give_cards(s, "Priest of Vilmir", "Nihrain Horses")
    s.cup = []
    assert choose(flying(s), "go", "Dhakos", rolls=[2]).where[piece("Priest of Vilmir")] == LOST
    assert at(choose(flying(s), "go", "Dhakos", rolls=[1]), "Priest of Vilmir") == "Dhakos"


@pytest.mark.clause("7.4.2b", "7.5.9b", "10.9.4d")
def test_no_flight_into_imrryr_or_a_siege() -> None:
    s = horsed()
    put(s, 1, "Old Hrolmar", "Fadan", ("Ilmiora", 3))
    s.sieges = {area("Old Hrolmar"): 1}
    s = flying(s)
    assert refusal(s, "go", "melnib").clause == "7.5.9b"
    assert refusal(s, "go", "Old Hrolmar").clause == "10.9.4d"


@pytest.mark.clause("7.3n", "7.4.2b")
def test_to_fly_among_enemies_is_to_fight() -> None:
    s = horsed()
    put(s, 1, "Ilmar", "Fadan")
    s = choose(flying(s), "go", "Ilmar")
    assert piece("Priest of Vilmir") in s.done


@pytest.mark.clause("7.5.1a", "7.5.1b")
def test_to_ashaneloon_everybody_rolls_but_with_the_jeweled_bird() -> None:
    s = horsed("Avan Astram")
    put(s, 0, "Dhakos", "Naclon")
    s.cup = []
    s = act(flying(s), ("piece", piece("Avan Astram")), ("go", area("Ashaneloon")), rolls=[5, 1])
    assert (at(s, "Priest of Vilmir"), s.where[piece("Avan Astram")]) == ("Ashaneloon", LOST)
    bird = horsed(card="Jeweled Bird")
    bird.cup = []
    bird = choose(flying(bird, "Jeweled Bird"), "go", "Ashaneloon", rolls=[])
    assert at(bird, "Priest of Vilmir") == "Ashaneloon"


@pytest.mark.clause("16.3b", "7.4.2a")
def test_a_dispelled_flight_does_not_take_place() -> None:
    s = horsed()
    put(s, 1, "Jadmar", "Alchemist of Ilmiora")
    give_cards(s, "Alchemist of Ilmiora", "Dispel Magic")
    s = choose(flying(s), "go", "Dhakos")
    assert asked(s) == ("Answer", 1)
    s = choose(s, "dispel", ("Alchemist of Ilmiora", "Dispel Magic"))
    assert (at(s, "Priest of Vilmir"), asked(s)) == ("Jadmar", ("Movement", 0))
    assert sorted(s.discard) == sorted([spell("Nihrain Horses"), spell("Dispel Magic")])
    assert not s.flights
    assert not s.hand


@pytest.mark.clause("12.1.2d", "12.1.6b")
def test_elric_flies_with_his_controller() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Elric", "Naclon")
    s.controller = piece("Naclon")
    give_cards(s, "Elric", "Nihrain Horses", "Teleport")
    s = moving(s)
    assert refusal(s, "fly", ("Elric", "Teleport")).clause == "12.1.2d"
    s = act(s, ("fly", pair(piece("Elric"), spell("Nihrain Horses"))), ("go", area("Dhakos")))
    assert (at(s, "Naclon"), at(s, "Elric"), s.controller) == ("Dhakos", "Dhakos", piece("Naclon"))


# The Ship of Land and Sea


@pytest.mark.clause("7.4.2d", "16.3s")
def test_the_ship_of_land_and_sea_bears_people_and_two_armies() -> None:
    s = flying(horsed("Naclon", "Avan Astram", ("Vilmir", 3), card="Ship of Land and Sea"), "Ship of Land and Sea")
    one, two, three = armies_of("Vilmir")[:3]
    s = act(s, ("piece", piece("Naclon")), ("piece", one), ("piece", two))
    assert refusal(s, "piece", three).clause == "16.3s"
    s = act(s, ("go", area("st_vilmir")), ("go", area("Kariss")), ("halt", 0))
    assert [s.where[p] for p in (one, two, three)] == [area("Kariss"), area("Kariss"), area("Jadmar")]
    assert {piece("Naclon"), one, two} <= set(s.done)
    assert s.flights == {spell("Ship of Land and Sea"): Flight(1, 0)}


@pytest.mark.clause("16.3s", "7.4.1a", "7.4.1d")
def test_the_ship_of_land_and_sea_goes_like_the_winged() -> None:
    s = flying(horsed(card="Ship of Land and Sea"), "Ship of Land and Sea")
    s = act(s, ("go", area("st_vilmir")), ("go", area("purple_sea")), ("go", area("arg_sea")))
    assert ("halt", 0) not in s.flow[-1].actions(s)
    assert refusal(s, "go", "pik_sea").clause == "7.4.1d"
    s = choose(s, "go", "pik_n")
    assert asked(s) == ("Movement", 0)
    assert piece("Priest of Vilmir") in s.done


@pytest.mark.clause("16.3s", "7.5.1a")
def test_what_it_bears_rolls_in_the_boiling_sea() -> None:
    s = new_state()
    put(s, 0, "silent_s", "Priest of Vilmir", ("Vilmir", 1))
    put(s, 0, "Jadmar", "Naclon")
    give_cards(s, "Priest of Vilmir", "Ship of Land and Sea")
    own = armies_of("Vilmir")[0]
    s = act(flying(s, "Ship of Land and Sea"), ("piece", own))
    s = choose(s, "go", "boiling", rolls=[("passage", 2), ("escape", 1)])
    assert (at(s, "Priest of Vilmir"), s.where[own]) == ("Boiling Sea", LOST)


@pytest.mark.clause("16.3s", "7.5.8a")
def test_where_it_comes_down_in_wilderness_there_is_an_attack() -> None:
    s = new_state()
    put(s, 0, "Rignariom", "Priest of Vilmir", ("Vilmir", 1))
    give_cards(s, "Priest of Vilmir", "Ship of Land and Sea")
    s.cup = [spell("Grome"), spell("Misha")]
    s = act(flying(s, "Ship of Land and Sea"), ("piece", armies_of("Vilmir")[0]), ("go", area("sig_w")), rolls=[])
    s = act(s, ("go", area("Tanelorn")), ("halt", 0), rolls=[("random attack", 1)])
    assert len(told(s, "attack.draw")) == 1


@pytest.mark.clause("16.3b", "16.3s")
def test_the_ship_of_land_and_sea_too_can_be_dispelled() -> None:
    s = horsed(card="Ship of Land and Sea")
    put(s, 1, "Jadmar", "Alchemist of Ilmiora")
    give_cards(s, "Alchemist of Ilmiora", "Dispel Magic")
    s = choose(flying(s, "Ship of Land and Sea"), "go", "vil_n")
    let = choose(s, "let")
    assert at(let, "Priest of Vilmir") == "Northern Vilmir"
    s = choose(s, "dispel", ("Alchemist of Ilmiora", "Dispel Magic"))
    assert (at(s, "Priest of Vilmir"), asked(s)) == ("Jadmar", ("Movement", 0))
