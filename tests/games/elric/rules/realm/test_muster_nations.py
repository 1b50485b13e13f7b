"""Mustering of nations, also from other players (11)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    area,
    armies_of,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    piece,
    power,
    put,
    rule,
    run,
    spell,
    told,
)
from games.elric.positions.people import conquered, draws, holder, muster_refused, mustered, refill_cup
from palatine.games.elric.components.pieces import ARMY, ELRIC, FLEET, KIND, MOONGLUM, PIECES_OF
from palatine.games.elric.components.world import CITIES_OF
from palatine.games.elric.rules.common.sieges import besieger
from palatine.games.elric.rules.realm.muster import Musters, Newcomers
from palatine.games.elric.state import AWAY, LOST, NOBODY, Hold


@pytest.mark.clause("11.0c")
def test_a_nation_is_mustered_in_its_capital_alone() -> None:
    s = holder("King Hozel", "Kariss", "Checkalakh")
    assert muster_refused(s, "King Hozel", "Arioch")[0] == "11.0b"
    s = holder("King Hozel", "Kariss", "Beetles of Kaleef")
    assert muster_refused(s, "King Hozel", "Beetles of Kaleef") == ("11.0c", "why.not-in-capital")
    s = holder("King Hozel", "Nadsokor", "Beetles of Kaleef")
    assert asked(run(s, Musters())) == ("ChooseMuster", 0)


@pytest.mark.clause("11.0e")
@pytest.mark.clause("3.2c")
@pytest.mark.clause("11.0f")
def test_all_of_it_comes_in_set_up_positions() -> None:
    s = holder("King Hozel", "Hwamgaarl", "Xiombarg")
    s = mustered(s, "King Hozel", "Xiombarg", rolls=draws(7))
    assert s.ruler[power("Pan Tang")] == 0
    assert {s.where[p] for p in PIECES_OF[power("Pan Tang")]} == {area("Hwamgaarl")}
    assert len([p for p in s.pieces(0, area("Hwamgaarl")) if KIND[p] == ARMY]) == 5
    assert len(s.hand[piece("Theleb K'aarna")]) == 3
    assert len(s.hand[piece("Jagreen Lern")]) == 2


@pytest.mark.clause("11.0e")
def test_of_several_ports_the_musterer_chooses() -> None:
    s = holder("King Hozel", "Jadmar", "Arkyn")
    s = mustered(s, "King Hozel", "Arkyn")
    assert asked(s) == ("PlaceFleets", 0)
    s = choose(s, "port", "Old Hrolmar", rolls=draws(2))
    assert at(s, "Vilmir galley") == at(s, "Sealord of Vilmir") == "Old Hrolmar"
    assert at(s, "Naclon") == "Jadmar"


@pytest.mark.clause("11.0u")
@pytest.mark.clause("6.0g")
def test_a_nation_of_ones_own_that_has_lost_nothing() -> None:
    s = holder("Urish", "Nadsokor", "Beetles of Kaleef")
    assert muster_refused(s, "Urish", "Beetles of Kaleef") == ("6.0a", "why.nothing-lost")


@pytest.mark.clause("10.9.1e")
def test_a_captured_capital_bars_the_muster_by_others() -> None:
    s = holder("King Hozel", "Nadsokor", "Beetles of Kaleef")
    put(s, 1, "Nadsokor", ("Vilmir", 1))
    s.holds[area("Nadsokor")] = Hold(1, NOBODY)
    assert muster_refused(s, "King Hozel", "Beetles of Kaleef") == ("10.9.1e", "why.capital-barred")


@pytest.mark.clause("10.9.1e")
@pytest.mark.clause("7.5.2f")
def test_its_captor_may_muster_it() -> None:
    s = holder("King Hozel", "Nadsokor", "Beetles of Kaleef")
    s.holds[area("Nadsokor")] = Hold(0, NOBODY)
    s = mustered(s, "King Hozel", "Beetles of Kaleef")
    assert s.ruler[power("Nadsokor")] == 0
    assert s.city_owner(area("Nadsokor")) == 0


@pytest.mark.clause("11.0c")
def test_besiegers_are_not_in_the_capital() -> None:
    s = holder("King Hozel", "Jadmar", "Arkyn")
    rule(s, 1, "Vilmir")
    put(s, 1, "Jadmar", "Naclon")
    s.sieges[area("Jadmar")] = 0
    assert muster_refused(s, "King Hozel", "Arkyn") == ("11.0c", "why.not-in-capital")


@pytest.mark.clause("10.9.4e", "11.0c")
def test_besiegers_are_in_a_capital_that_has_become_neutral_and_may_muster_it() -> None:
    s = holder("King Hozel", "Jadmar", "Arkyn")
    s.sieges[area("Jadmar")] = 0
    assert besieger(s, area("Jadmar")) == NOBODY
    assert mustered(s, "King Hozel", "Arkyn").ruler[power("Vilmir")] == 0


@pytest.mark.clause("16.9a")
def test_moonglum_comes_with_eshmir() -> None:
    s = mustered(
        holder("King Hozel", "Elwher", "Meerclar"),
        "King Hozel",
        "Meerclar",
        ("power", power("Eshmir")),
        rolls=draws(2),
    )
    assert (at(s, "Moonglum"), s.owner[MOONGLUM]) == ("Elwher", 0)


@pytest.mark.clause("16.9a")
def test_unless_he_is_on_the_board() -> None:
    s = holder("King Hozel", "Elwher", "Meerclar")
    put(s, 1, "Kariss", "Moonglum")
    s = mustered(s, "King Hozel", "Meerclar", ("power", power("Eshmir")), rolls=draws(2))
    assert (at(s, "Moonglum"), s.owner[MOONGLUM]) == ("Kariss", 1)


@pytest.mark.clause("11.0h")
@pytest.mark.clause("7.5.2f")
@pytest.mark.clause("11.0i")
def test_whoever_holds_the_capital_can_muster_it_away() -> None:
    s = conquered()
    give_cards(s, "Urish", "Fileet")
    s = mustered(s, "King Hozel", "Beetles of Kaleef", rolls=[])
    assert {s.where[p] for p in PIECES_OF[power("Nadsokor")]} == {AWAY}
    assert s.coming == {power("Nadsokor"): 0}
    assert piece("Urish") not in s.hand
    assert spell("Fileet") in s.discard
    assert not s.stacks[1]


@pytest.mark.clause("11.0h", "11.0r")
def test_theleb_stays_with_a_musterer_of_pan_tang_who_has_him_already() -> None:
    s = new_state()
    put(s, 1, "Kariss", "Smiorgan", "Jagreen Lern")
    put(s, 0, "Hwamgaarl", "Naclon", ("Vilmir", 1))
    put(s, 0, "Jadmar", "Theleb K'aarna")
    s.holds[area("Hwamgaarl")] = Hold(0, 1)
    give_cards(s, "Naclon", "Arioch")
    s = mustered(s, "Naclon", "Arioch", rolls=[])
    assert (at(s, "Theleb K'aarna"), s.owner[piece("Theleb K'aarna")]) == ("Jadmar", 0)
    assert s.where[piece("Jagreen Lern")] == AWAY


@pytest.mark.clause("11.0j")
def test_it_comes_at_the_start_of_his_next_turn_in_full_strength() -> None:
    s = mustered(conquered(), "King Hozel", "Beetles of Kaleef", rolls=[])
    s.phasing = 1
    assert run(s, Newcomers()).coming == {power("Nadsokor"): 0}
    s.phasing = 0
    s = run(s, Newcomers())
    assert s.coming == {}
    assert {at(s, p) for p in PIECES_OF[power("Nadsokor")]} == {"Nadsokor"}
    assert {s.owner[p] for p in PIECES_OF[power("Nadsokor")]} == {0}


@pytest.mark.clause("11.0j", "4.0h")
def test_it_comes_in_its_first_positions_wherever_it_stood_and_whatever_it_had_lost() -> None:
    """Vilmir had only two armies and Naclon, far away; Avan Astram and four armies were lost."""
    s = new_state()
    put(s, 0, "Jadmar", "King Hozel", ("Argimiliar", 1))
    put(s, 1, "Kariss", "Naclon", "Avan Astram", ("Vilmir", 6))
    s.lift((piece("Avan Astram"), *armies_of("Vilmir")[2:6]), LOST)
    give_cards(s, "King Hozel", "Arkyn")
    refill_cup(s)
    rule(s, 1, "Vilmir")
    vilmir = PIECES_OF[power("Vilmir")]
    s.holds[area("Jadmar")] = Hold(0, 1)
    s = mustered(s, "King Hozel", "Arkyn", rolls=[])
    assert {s.where[p] for p in vilmir} == {AWAY}
    s = choose(run(s, Newcomers(), rolls=[]), "port", "Old Hrolmar", rolls=draws(2))
    armies = {
        city: sum(KIND[p] == ARMY and s.where[p] == city for p in vilmir) for city in CITIES_OF[power("Vilmir")]
    }
    assert armies == {area("Jadmar"): 3, area("Old Hrolmar"): 3, area("vil_e"): 3}
    assert {at(s, p) for p in vilmir if KIND[p] == FLEET} == {"Old Hrolmar"}
    assert at(s, "Naclon") == at(s, "Avan Astram") == "Jadmar"
    assert {s.owner[p] for p in vilmir} == {0}


@pytest.mark.clause("11.0h")
def test_not_without_holding_the_capital() -> None:
    s = conquered()
    s.holds = {}
    assert muster_refused(s, "King Hozel", "Beetles of Kaleef") == ("11.0h", "why.capital-not-yours")


@pytest.mark.clause("11.0j")
def test_a_nation_on_its_way_is_not_mustered() -> None:
    s = mustered(conquered(), "King Hozel", "Beetles of Kaleef", rolls=[])
    s.hand[piece("King Hozel")] = (spell("Vulture Lions"),)
    assert muster_refused(s, "King Hozel", "Vulture Lions") == ("11.0j", "why.on-its-way")


@pytest.mark.clause("11.0i")
@pytest.mark.clause("12.1.2a")
def test_elric_is_nobodys_when_his_controller_leaves() -> None:
    s = conquered()
    put(s, 1, "Kariss", "Elric")
    s.controller = piece("Urish")
    s = mustered(s, "King Hozel", "Beetles of Kaleef", rolls=[])
    assert (s.owner[ELRIC], s.controller) == (NOBODY, -1)


@pytest.mark.clause("11.0i")
def test_others_aboard_its_ships_are_left_to_the_sea() -> None:
    s = holder("King Hozel", "Aflitain", "Arkyn")
    put(s, 1, "shaz_gulf", "Shazaar transport", "Ohada", "Smiorgan", ("Isle of Purple Towns", 2))
    for p in s.pieces(1, area("shaz_gulf")):
        if KIND[p] != FLEET:
            s.ship[p] = piece("Shazaar transport")
    put(s, 1, "Kariss", "Kargan")
    s.holds[area("Aflitain")] = Hold(0, 1)
    s = mustered(s, "King Hozel", "Arkyn", rolls=[("escape", 5)])
    assert not s.pieces(1, area("shaz_gulf"))
    assert s.where[piece("Smiorgan")] == LOST
    assert {s.where[p] for p in PIECES_OF[power("Shazaar")]} == {AWAY}


@pytest.mark.clause("11.0s")
def test_theleb_stays_with_a_musterer_who_has_him() -> None:
    s = holder("King Hozel", "Hwamgaarl", "Xiombarg")
    put(s, 0, "Kariss", "Theleb K'aarna")
    put(s, 1, "Jadmar", "Jagreen Lern")
    s.ruler[power("Pan Tang")] = 1
    s.holds[area("Hwamgaarl")] = Hold(0, 1)
    s = mustered(s, "King Hozel", "Xiombarg", rolls=[])
    assert at(s, "Theleb K'aarna") == "Kariss"
    assert s.where[piece("Jagreen Lern")] == AWAY


@pytest.mark.clause("11.0h", "11.0s")
def test_theleb_comes_at_once_with_all_he_has_from_a_third_player() -> None:
    """Seat 0 musters Pan Tang from seat 1 while seat 2 has Theleb K'aarna, with a spell."""
    s = new_state()
    put(s, 1, "Kariss", "Smiorgan", "Jagreen Lern")
    put(s, 0, "Hwamgaarl", "Naclon", ("Vilmir", 1))
    put(s, 2, "Jadmar", "Theleb K'aarna", "Fadan")
    give_cards(s, "Theleb K'aarna", "Balan")
    s.holds[area("Hwamgaarl")] = Hold(0, 1)
    give_cards(s, "Naclon", "Arioch")
    s = mustered(s, "Naclon", "Arioch", rolls=[])
    theleb = piece("Theleb K'aarna")
    assert (at(s, theleb), s.owner[theleb], s.hand[theleb]) == ("Hwamgaarl (Pan Tang)", 0, (spell("Balan"),))
    assert s.where[piece("Jagreen Lern")] == AWAY
    refill_cup(s)
    s = run(s, Newcomers(), rolls=draws(4))
    assert (at(s, theleb), s.hand[theleb]) == ("Hwamgaarl (Pan Tang)", (spell("Balan"),))
    assert s.owner[piece("Jagreen Lern")] == 0


@pytest.mark.clause("11.0h", "11.0i")
def test_a_nation_mustered_away_is_noted_with_its_victim() -> None:
    (entry,) = told(mustered(conquered(), "King Hozel", "Beetles of Kaleef", rolls=[]), "muster.away")
    assert entry.clauses == ("11.0h", "11.0i")
    assert entry.data == {"seat": 0, "power": power("Nadsokor"), "victim": 1}
