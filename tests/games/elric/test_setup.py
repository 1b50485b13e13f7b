"""Set-up: spells, stars, order of play, nations and starting positions (4)."""

from __future__ import annotations

import random
from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    advance,
    area,
    asked,
    at,
    names,
    new_state,
    operands,
    piece,
    power,
    put,
    refusal,
    told,
)
from palatine.games.elric.components.pieces import (
    ARMY,
    ELRIC,
    KIND,
    MELNIBONE_NATION,
    PIECE_NAME,
    PIECES_OF,
)
from palatine.games.elric.components.spells import ALIGNMENT, CHAOS, IMMEDIATE, LAW, SPELL_NAME, SPELL_TYPE, SPELLS
from palatine.games.elric.components.tables import SCENARIOS
from palatine.games.elric.components.world import (
    CAPITAL,
    CITIES,
    CITIES_OF,
    FILLED_STARS,
    MELNIBONE,
    NATIONS,
    PORT_SEA,
    RLIN,
)
from palatine.games.elric.rules.common.placement import place_nation
from palatine.games.elric.sequence import GameTurn
from palatine.games.elric.setup import Choosing, PickNation, SetUp
from palatine.games.elric.state import LOST, NOBODY, OFF, SEATS, Hold, is_magician
from palatine.games.elric.view.faces import STYLE_OF
from palatine.games.elric.view.view import SEAT_STYLES
from palatine.testing import scripted

TABLES = [(each.key, each.players) for each in SCENARIOS if each.key != "founding"]


def begun(scenario: str, seats: int, seed: int = 1, **options: Any) -> Any:
    """Return a match after a random set-up, at the start of its first game-turn."""
    s = new_state(scenario, seats, **options)
    s.dice.key = bytes([seed])
    dice = random.Random(seed)
    s.flow.append(SetUp())
    while not isinstance(s.flow[-1], GameTurn):
        top = s.flow[-1]
        if top.needs_decision:
            top.take(s, dice.choice(top.actions(s)))
        else:
            top.run(s)
    return s


def choosing(scenario: str, seats: int = 3, first: int = 0) -> Any:
    """Return a match at the choice of nations, with `first` going first."""
    s = new_state(scenario, seats)
    s.order = tuple([(first + i) % seats for i in range(seats)])
    s.flow.append(Choosing())
    advance(s)
    return s


# Spells


@pytest.mark.clause("4.0a", "4.0b", "4.0c", "3.1j")
@pytest.mark.parametrize(("scenario", "seats"), TABLES)
def test_every_scenario_mixes_the_spells_and_lays_one_on_each_of_the_twelve_stars(
    scenario: str, seats: int
) -> None:
    s = begun(scenario, seats)
    assert sorted(s.stars) == sorted(FILLED_STARS)
    assert len(s.stars) == 12
    assert RLIN not in s.stars
    everywhere = [*s.cup, *s.stars.values(), *s.discard, *[spell for hand in s.hand.values() for spell in hand]]
    assert sorted(everywhere) == list(range(SPELLS))
    laid = {tuple(begun(scenario, seats, seed).stars.values()) for seed in range(6)}
    assert len(laid) == 6, "they are mixed anew for every match"


@pytest.mark.clause("4.0b", "9.5e")
def test_magicians_begin_with_spells_that_can_be_held_together() -> None:
    for seed in range(12):
        s = begun("dragon-masters", 2, seed)
        held = {p: s.hand.get(p, ()) for seat in (0, 1) for p in s.persons(seat) if is_magician(p)}
        assert all([SPELL_TYPE[spell] != IMMEDIATE for hand in held.values() for spell in hand])
        for p in held:
            beside = {ALIGNMENT[spell] for other in s.stack_of(p) for spell in held.get(other, ())}
            assert not {LAW, CHAOS} <= beside
        assert any(held.values())


@pytest.mark.clause("4.0d")
def test_the_markers_begin_on_turn_one_and_on_neutral() -> None:
    s = begun("upstart", 4)
    assert (s.turn, s.balance, s.tipped, s.ends) == (1, 0, 0, 0)


# Counters


@pytest.mark.clause("4.0f", "5.0e")
@pytest.mark.parametrize(("scenario", "owner"), [("upstart", NOBODY), ("dragon-masters", 1)])
def test_all_melniboneans_but_elric_begin_on_melnibone(scenario: str, owner: int) -> None:
    s = begun(scenario, 4 if owner == NOBODY else 2)
    for p in PIECES_OF[MELNIBONE_NATION]:
        assert (s.where[p], s.owner[p]) == ((OFF, NOBODY) if p == ELRIC else (MELNIBONE, owner)), PIECE_NAME[p]
    assert s.ruler[MELNIBONE_NATION] == owner
    assert all([not s.hand.get(p) for p in s.stacks[NOBODY].get(MELNIBONE, ())]), "whom nobody plays holds nothing"


@pytest.mark.clause("4.0h", "4.0j", "15.0b")
def test_three_armies_in_every_city_and_the_rest_in_the_capital() -> None:
    s = new_state()
    place_nation(s, power("Argimiliar"), 0)
    armies = {
        name: [p for p in s.pieces(0, area(name)) if KIND[p] == ARMY] for name in ("Andlermaign", "K'iirleem")
    }
    assert [len(found) for found in armies.values()] == [3, 3]
    assert len([p for p in s.pieces(0, area("Cadsandria")) if KIND[p] == ARMY]) == 5
    leaders = ("King Hozel", "Prince of Argimiliar", "Admiral of Argimiliar", "Necromancer of Argimiliar")
    assert {at(s, name) for name in leaders} == {"Cadsandria"}
    assert s.ruler[power("Argimiliar")] == 0


@pytest.mark.clause("4.0h", "4.0i", "4.0j")
@pytest.mark.parametrize("nation", [n for n in range(len(NATIONS)) if n != MELNIBONE_NATION])
def test_every_nation_finds_its_place(nation: int) -> None:
    s = new_state()
    place_nation(s, nation, 1)
    if s.flow:
        s = act(s, s.flow[-1].actions(s)[0])
    where = {p: s.where[p] for p in PIECES_OF[nation]}
    assert set(where.values()) <= {*CITIES_OF[nation]}
    for city in CITIES_OF[nation]:
        armies = [p for p in PIECES_OF[nation] if KIND[p] == ARMY and where[p] == city]
        assert len(armies) == 3 if city != CAPITAL[nation] else len(armies) >= 2
    ports = {where[p] for p in PIECES_OF[nation] if KIND[p] == 1}
    assert len(ports) <= 1, "all fleets lie in one port"
    assert all([PORT_SEA[port] >= 0 for port in ports])


@pytest.mark.clause("4.0j")
@pytest.mark.parametrize("name", ["Pan Tang", "Tarkesh", "Pikarayd", "Shazaar", "Nadsokor"])
def test_a_nation_of_one_city_begins_wholly_there(name: str) -> None:
    s = new_state()
    place_nation(s, power(name), 0)
    assert not s.flow, "there is nothing to choose"
    assert {s.where[p] for p in PIECES_OF[power(name)]} == {CAPITAL[power(name)]}


@pytest.mark.clause("4.0i")
def test_of_several_ports_the_owner_chooses_one_for_all_fleets_and_the_admiral() -> None:
    s = new_state()
    place_nation(s, power("Vilmir"), 2)
    assert asked(s) == ("PlaceFleets", 2)
    assert names(s, "port") == ["Jadmar", "Old Hrolmar"]
    after = act(s, ("port", area("Old Hrolmar")))
    ships = ("Vilmir galley", "Vilmir transport", "Sealord of Vilmir")
    assert {at(after, name) for name in ships} == {"Old Hrolmar"}
    assert at(after, "Naclon") == "Jadmar"
    assert refusal(s, "port", "Eastern City").reason == "why.no-port"
    assert refusal(s, "port", "Ramasaz").reason == "why.no-city-of-nation"
    assert refusal(s, "port", 999).reason == "why.no-area"


@pytest.mark.clause("4.0i")
def test_the_only_port_need_not_be_the_capital() -> None:
    s = new_state()
    place_nation(s, power("Ilmiora"), 0)
    assert not s.flow
    assert {at(s, name) for name in ("Admiral of Ilmiora", "Ilmiora galley", "Ilmiora transport")} == {"Rignariom"}
    assert {at(s, name) for name in ("Fadan", "Sharilla", "Alchemist of Ilmiora")} == {"Ilmar"}


@pytest.mark.clause("4.0i", "4.0j", "11.0j")
def test_a_city_that_somebody_else_holds_gets_nothing() -> None:
    s = new_state()
    s.holds[area("Rignariom")] = Hold(1, NOBODY)
    place_nation(s, power("Ilmiora"), 0)
    assert not s.pieces(0, area("Rignariom"))
    assert len([p for p in s.pieces(0, area("Ilmar")) if KIND[p] == ARMY]) == 7
    assert at(s, "Admiral of Ilmiora") == "Ilmar"
    assert s.where[piece("Ilmiora galley")] == LOST, "there is no port for it"
    chosen = new_state()
    chosen.holds[area("Old Hrolmar")] = Hold(1, NOBODY)
    place_nation(chosen, power("Vilmir"), 0)
    assert at(chosen, "Vilmir galley") == "Jadmar"


@pytest.mark.clause("4.0i")
def test_a_port_that_was_taken_meanwhile_is_refused() -> None:
    s = new_state()
    place_nation(s, power("Lormyr"), 0)
    s.holds[area("Ramasaz")] = Hold(1, 0)
    assert refusal(s, "port", "Ramasaz").reason == "why.port-held"


@pytest.mark.clause("15.0f", "16.9a")
def test_moonglum_comes_with_eshmir_if_he_is_not_on_the_board() -> None:
    s = new_state()
    place_nation(s, power("Eshmir"), 0)
    assert at(s, "Moonglum") == "Elwher"
    elsewhere = new_state()
    put(elsewhere, 1, "Tanelorn", "Moonglum")
    place_nation(elsewhere, power("Eshmir"), 0)
    assert at(elsewhere, "Moonglum") == "Tanelorn"
    assert elsewhere.owner[piece("Moonglum")] == 1


@pytest.mark.clause("11.0e")
def test_in_a_wild_capital_a_nation_joins_the_stack_that_called_it() -> None:
    s = new_state()
    put(s, 0, "Org", "Rackhir")
    place_nation(s, power("Org"), 0)
    assert len(s.stacks_at(0, area("Org"))) == 1
    assert piece("Gutheran") in s.stack_of(piece("Rackhir"))


# Who goes first, and chooses


@pytest.mark.clause("4.0g", "3.0")
def test_the_highest_roll_goes_first_and_ties_roll_again() -> None:
    with scripted(new_state("conflict-long"), [*[("spells on the stars", 1)] * 12, 5, 2, 5, 3, 6]) as s:
        s.journal = []
        s.flow.append(SetUp())
        s.flow[-1].run(s)
    assert s.order == (2, 0, 1)
    assert s.phasing == 2
    rolls = [(entry.data["who"], entry.data["dice"]) for entry in told(s, "first-roll")]
    assert rolls == [([0, 1, 2], [5, 2, 5]), ([0, 2], [3, 6])]


@pytest.mark.clause("4.0g", "14.5")
def test_nations_are_chosen_in_the_order_of_play() -> None:
    s = choosing("conflict-long", first=1)
    assert asked(s) == ("ChooseNation", 1)
    assert operands(s, "nation") == [power(name) for name in ("Jharkor", "Lormyr", "Vilmir")]
    s = act(s, ("nation", power("Vilmir")))
    assert asked(s) == ("ChooseNation", 2)
    assert refusal(s, "nation", power("Vilmir")).reason == "why.taken"
    assert refusal(s, "nation", power("Pan Tang")).reason == "why.not-to-choose"
    assert refusal(s, "continent", 0).reason == "why.other-choice"
    s = act(s, ("nation", power("Jharkor")))
    assert s.ruler[power("Lormyr")] == 0, "the last one gets what is left"


@pytest.mark.clause("14.7a")
def test_in_a_free_choice_players_pick_in_turn_until_they_have_enough() -> None:
    s = choosing("free", 2)
    assert asked(s) == ("PickNation", 0)
    assert len(operands(s, "nation")) == 17
    assert refusal(s, "enough").reason == "why.one-nation-first"
    assert refusal(s, "nation", power("Melnibone")).reason == "why.not-to-choose"
    s = act(s, ("nation", power("Pan Tang")), ("nation", power("Vilmir")))
    assert refusal(s, "nation", power("Vilmir")).reason == "why.taken"
    assert refusal(s, "enough", 1).reason == "why.no-button"
    s = act(s, ("enough", 0), ("nation", power("Lormyr")), ("nation", power("Jharkor")))
    assert asked(s) == ("PickNation", 1), "who has enough is asked no more"
    s = act(s, ("enough", 0))
    assert not s.flow
    assert [n for n in range(len(NATIONS)) if s.ruler[n] == 1] == [
        power(n) for n in ("Jharkor", "Lormyr", "Vilmir")
    ]


@pytest.mark.clause("14.7a")
def test_a_free_choice_ends_with_the_last_nation() -> None:
    s = choosing("free", 2)
    while s.flow:
        s = act(s, s.flow[-1].actions(s)[0])
    assert sorted(s.ruler[: len(NATIONS)]) == [0] * 9 + [1] * 8 + [NOBODY]
    assert PickNation.clause == "14.7a"


@pytest.mark.clause("4.0e", "3.2m")
def test_every_player_has_a_colour_of_his_own() -> None:
    assert len(set(SEATS)) == len(set(SEAT_STYLES)) == 4
    assert len(STYLE_OF) > 4


@pytest.mark.clause("7.2d", "7.5.2a")
def test_a_capital_is_where_its_nation_begins() -> None:
    for city in CITIES:
        assert CAPITAL[city.nation] in CITIES_OF[city.nation]
        assert not city.capital or CAPITAL[city.nation] == city.area


@pytest.mark.clause("13.6b")
@pytest.mark.parametrize(("seed", "spell", "moved"), [(1, "Goldar", 3), (8, "Checkalakh", -4)])
def test_a_first_spell_moves_the_balance_before_the_game_and_is_discarded_only_by_its_option(
    seed: int, spell: str, moved: int
) -> None:
    s = begun("conflict-short", 3, seed, **{"random-balance": "on, with a first draw"})
    (entry,) = told(s, "random-balance")
    assert (SPELL_NAME[entry.data["spell"]], s.balance) == (spell, moved)
    assert entry.data["spell"] in s.discard
    for option in ("on", "off"):
        s = begun("conflict-short", 3, seed, **{"random-balance": option})
        assert (told(s, "random-balance"), s.balance) == ([], 0)
