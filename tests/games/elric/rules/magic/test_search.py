"""Search (8.0)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    VILMIR,
    asked,
    choose,
    give_cards,
    lay_star,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)
from palatine.games.elric.components.pieces import (
    ARMY,
    ELRIC,
    FLAMEBRINGERS,
    FREE_FLEET,
    KELMAIN,
    KIND,
    OLAB,
    PIECES,
)
from palatine.games.elric.components.world import AREA_BY_KEY, CAPITAL, KANELOON, MORDAGA, RLIN, STRAITS
from palatine.games.elric.rules.magic.search import (
    KEYS,
    SPELL,
    STACK,
    ChooseReceiver,
    ChooseSearch,
    ChooseSearcher,
    Search,
    find,
    is_found,
    objects,
)
from palatine.games.elric.state import NOBODY

JADMAR = CAPITAL[VILMIR]
UNHOLY = AREA_BY_KEY["unholy"]
PRIEST = "Priest of Vilmir"


def wild(where: int, *who: Any, star: str | int | None = None, **options: Any) -> Any:
    s = new_state(**options)
    put(s, 0, where, *who)
    if star is not None:
        lay_star(s, where, star)
    return s


# Who searches, and for what


@pytest.mark.clause("8.0a", "8.0b", "8.0c", "8.0d")
def test_the_phasing_player_is_asked_in_wilderness_with_something_to_find() -> None:
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    put(s, 0, JADMAR, "Naclon")
    put(s, 1, "rlin", "Olab King")
    lay_star(s, "rlin", "Arkyn")
    s = run(s, Search())
    assert asked(s) == ("ChooseSearch", 0)
    assert s.flow[-1].actions(s) == [("spell", UNHOLY), ("pass", 0)]
    assert asked(choose(s, "pass", rolls=[])) is None


@pytest.mark.clause("8.0f", "8.0b")
def test_armies_alone_search_nothing_and_nobody_searches_where_nothing_is() -> None:
    assert asked(run(wild(UNHOLY, ("Vilmir", 2), star="Elenoin"), Search(), rolls=[])) is None
    assert asked(run(wild(UNHOLY, "Smiorgan"), Search(), rolls=[])) is None


@pytest.mark.clause("8.0c", "8.0f")
def test_friends_and_enemies_are_objects_too() -> None:
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    put(s, 0, UNHOLY, ("Vilmir", 2))
    put(s, 1, UNHOLY, "Jagreen Lern", ("Pan Tang", 1))
    put(s, NOBODY, UNHOLY, "Elric")
    s = run(s, Search())
    army = s.stacks[0][UNHOLY][1]
    assert s.flow[-1].actions(s) == [
        ("spell", UNHOLY),
        ("stack", army),
        ("stack", piece("Jagreen Lern")),
        ("pass", 0),
    ]
    assert refusal(s, "stack", ELRIC).reason == "why.not-hidden-here"
    assert refusal(s, "stack", "Naclon").reason == "why.search-here"
    assert refusal(s, "spell", "rlin").reason == "why.search-here"
    assert refusal(s, "place", UNHOLY).reason == "why.no-place-to-find"


def test_why_there_is_no_spell_to_search_for() -> None:
    s = wild(UNHOLY, "Smiorgan")
    put(s, 1, UNHOLY, "Jagreen Lern")
    s = run(s, Search())
    assert refusal(s, "spell", UNHOLY).reason == "why.no-spell-here"
    assert refusal(s, "pass", 1).reason == "why.no-button"


@pytest.mark.clause("8.0e")
def test_of_several_stacks_one_searches() -> None:
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    put(s, 0, UNHOLY, "Kargan", PRIEST)
    s = run(s, Search())
    assert asked(s) == ("ChooseSearcher", 0)
    assert operands(s, "searcher") == [piece("Smiorgan"), piece("Kargan")]
    assert refusal(s, "searcher", PRIEST).reason == "why.first-of-searchers"
    assert refusal(s, "searcher", "Naclon").reason == "why.not-searching-here"
    assert refusal(s, "pass", 1).reason == "why.no-button"
    assert asked(choose(s, "pass", rolls=[])) is None
    s = choose(s, "searcher", "Kargan")
    assert s.flow[-1].actions(s) == [("spell", UNHOLY), ("stack", piece("Smiorgan")), ("pass", 0)]
    assert asked(choose(s, "spell", UNHOLY, rolls=[("search", 1)])) is None, "and only once"


@pytest.mark.clause("8.0f")
def test_only_a_personality_leads_a_search() -> None:
    s = wild(UNHOLY, "Smiorgan", ("Vilmir", 1), star="Elenoin")
    put(s, 0, UNHOLY, "Kargan")
    s = run(s, Search())
    army = next(p for p in s.stacks[0][UNHOLY] if p not in (piece("Smiorgan"), piece("Kargan")))
    assert refusal(s, "searcher", army).clause == "8.0f"


def test_area_after_area() -> None:
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    put(s, 0, MORDAGA, "Kargan")
    lay_star(s, MORDAGA, "Arkyn")
    s = run(s, Search())
    first = s.flow[-1].area
    s = choose(s, "pass")
    assert {first, s.flow[-1].area} == {UNHOLY, MORDAGA}
    assert asked(choose(s, "pass")) is None


# The die


@pytest.mark.clause("8.0g")
@pytest.mark.parametrize(("die", "found"), [(4, False), (5, True), (6, True)])
def test_at_first_a_five_finds(die: int, found: bool) -> None:
    s = choose(run(wild(UNHOLY, "Smiorgan", star="Elenoin"), Search()), "spell", UNHOLY, rolls=[("search", die)])
    assert (UNHOLY not in s.stars) is found
    assert told(s, "search.spell" if found else "search.spell-missed")[0].clauses == ("8.0g",)


@pytest.mark.clause("8.0h")
def test_on_the_turn_after_a_four_finds_and_a_pause_begins_anew() -> None:
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    s.turn = 3
    s = choose(run(s, Search()), "spell", UNHOLY, rolls=[("search", 4)])
    assert s.sought == {0 * KEYS + UNHOLY: (SPELL, 3)}
    s.turn = 4
    again = choose(run(s, Search()), "spell", UNHOLY, rolls=[("search", 4)])
    assert UNHOLY not in again.stars
    s.turn = 5
    later = choose(run(s, Search()), "spell", UNHOLY, rolls=[("search", 4)])
    assert UNHOLY in later.stars


@pytest.mark.clause("8.0h")
def test_another_object_begins_anew() -> None:
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    put(s, 1, UNHOLY, "Jagreen Lern")
    s.sought[UNHOLY] = (STACK + s.bands[piece("Jagreen Lern")], 1)
    s.turn = 2
    s = run(s, Search())
    assert UNHOLY in choose(s, "spell", UNHOLY, rolls=[("search", 4)]).stars
    assert len(choose(s, "stack", "Jagreen Lern", rolls=[("search", 4)]).found) == 1


# What is found


@pytest.mark.clause("8.0i", "9.1b", "9.0a")
def test_a_spell_belongs_to_its_finder_and_only_his_player_sees_it() -> None:
    s = choose(run(wild(UNHOLY, "Smiorgan", star="Elenoin"), Search()), "spell", UNHOLY, rolls=[("search", 5)])
    assert s.hand == {piece("Smiorgan"): (spell("Elenoin"),)}
    assert [(entry.readers, "spell" in entry.data) for entry in told(s, "card.found")] == [(None, False)]
    assert [entry.readers for entry in told(s, "card.found.secret")] == [(0,)]


@pytest.mark.clause("8.0i", "9.5a", "9.5b")
def test_the_owner_says_who_takes_it_and_those_with_room_come_first() -> None:
    s = wild(UNHOLY, "Smiorgan", "Kargan", PRIEST, ("Vilmir", 1), star="Elenoin")
    give_cards(s, "Smiorgan", "Arkyn")
    s = choose(run(s, Search()), "spell", UNHOLY, rolls=[("search", 5)])
    assert asked(s) == ("ChooseReceiver", 0)
    assert operands(s, "finder") == [piece("Kargan"), piece(PRIEST)]
    assert refusal(s, "finder", "Smiorgan").reason == "why.finder-full"
    assert refusal(s, "finder", "Naclon").reason == "why.not-of-stack"
    s = choose(s, "finder", PRIEST)
    assert s.hand[piece(PRIEST)] == (spell("Elenoin"),)


@pytest.mark.clause("8.0i", "9.5b")
def test_with_no_room_something_is_discarded() -> None:
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    give_cards(s, "Smiorgan", "Arkyn")
    s = choose(run(s, Search()), "spell", UNHOLY, rolls=[("search", 5)])
    assert asked(s) == ("Discard", 0)


@pytest.mark.clause("8.0i", "9.5f")
def test_friends_join_the_searching_stack_and_its_alignment() -> None:
    s = wild(UNHOLY, PRIEST)
    put(s, 0, UNHOLY, "Mage of Lormyr", ("Vilmir", 2))
    give_cards(s, PRIEST, "Arkyn")
    give_cards(s, "Mage of Lormyr", "Arioch")
    s = choose(run(s, Search()), "searcher", PRIEST)
    s = choose(s, "stack", "Mage of Lormyr", rolls=[("search", 6)])
    assert len(set(s.bands.values())) == 1
    assert asked(s) == ("ChooseAlignment", 0)


@pytest.mark.clause("8.0j")
def test_an_enemy_who_is_found_is_noted_for_the_combat_phase() -> None:
    s = wild(UNHOLY, "Smiorgan")
    put(s, 1, UNHOLY, "Jagreen Lern")
    put(s, 1, UNHOLY, "General of Pan Tang")
    s = choose(run(s, Search()), "stack", "Jagreen Lern", rolls=[("search", 5)])
    assert s.found == ((UNHOLY, 1, s.bands[piece("Jagreen Lern")], s.bands[piece("Smiorgan")]),)
    stack = s.stack_of(piece("Smiorgan"))
    assert objects(s, 0, UNHOLY, stack) == [("stack", piece("General of Pan Tang"))]


@pytest.mark.clause("8.0c", "7.5.5")
def test_ships_in_the_straits_of_chaos_are_searched_for() -> None:
    s = new_state()
    put(s, 0, STRAITS, "Free Fleet", "Smiorgan")
    put(s, 1, STRAITS, "Chaos Fleet", "Jagreen Lern")
    s.ship = {piece("Smiorgan"): FREE_FLEET}
    s = run(s, Search())
    assert operands(s, "stack") == [piece("Jagreen Lern")]


# The places that hordes must find


@pytest.mark.clause("11.0m", "11.0o")
@pytest.mark.parametrize(
    ("place", "who", "horde"), [(MORDAGA, "Terarn Gashtek", FLAMEBRINGERS), (KANELOON, "Umba", KELMAIN)]
)
def test_a_horde_is_free_once_it_has_found_its_place_and_takes_the_spell_there(
    place: int, who: str, horde: int
) -> None:
    s = run(wild(place, who, star="Elenoin"), Search())
    assert s.flow[-1].actions(s) == [("place", place), ("pass", 0)]
    missed = choose(s, "place", place, rolls=[("search", 4)])
    assert (missed.freed, place in missed.stars) == ((), True)
    s = choose(s, "place", place, rolls=[("search", 5)])
    assert (s.freed, s.hand) == ((horde,), {piece(who): (spell("Elenoin"),)})
    assert told(s, "horde.freed")[0].data["power"] == horde


@pytest.mark.clause("11.0m")
def test_a_place_is_found_without_a_spell_too_and_others_seek_only_the_spell() -> None:
    s = choose(run(wild(MORDAGA, "Terarn Gashtek"), Search()), "place", MORDAGA, rolls=[("search", 5)])
    assert (s.freed, s.hand) == ((FLAMEBRINGERS,), {})
    assert asked(run(s, Search(), rolls=[])) is None
    assert asked(run(wild(KANELOON, "Terarn Gashtek"), Search(), rolls=[])) is None
    s = run(wild(MORDAGA, "Umba", star="Elenoin"), Search())
    assert s.flow[-1].actions(s) == [("spell", MORDAGA), ("pass", 0)]


# The solitaire scenario


@pytest.mark.clause("14.1e", "14.1f")
def test_in_the_founding_a_monster_is_found() -> None:
    s = new_state("founding", seats=1)
    put(s, 0, RLIN, "Olab King", ("Olab", 5))
    s.ruler[OLAB] = 0
    lay_star(s, RLIN, "Checkalakh")
    s = choose(run(s, Search()), "spell", RLIN, rolls=[("search", 5)])
    assert (s.stars, s.face_up, s.hand) == ({}, {RLIN: (spell("Checkalakh"),)}, {})
    assert told(s, "monster.found")[0].clauses == ("14.1e",)


@pytest.mark.clause("8.0e", "8.0f", "8.0i")
def test_who_neither_leads_a_search_nor_takes_what_it_finds() -> None:
    s = wild(UNHOLY, "Smiorgan", "Naclon", ("Vilmir", 1), star="Elenoin")
    put(s, 0, UNHOLY, "Kargan")
    put(s, 0, JADMAR, "Jiku")
    put(s, 1, UNHOLY, "Fadan")
    who = run(s, ChooseSearcher(0, UNHOLY))
    army = next(p for p in s.pieces(0, UNHOLY) if KIND[p] == ARMY)
    rows = dict.fromkeys((-1, PIECES, 0, piece("Jiku"), piece("Fadan")), "why.not-searching-here")
    rows |= {army: "why.searcher-is-a-person", piece("Naclon"): "why.first-of-searchers"}
    first = min(piece("Smiorgan"), piece("Naclon"))
    rows = {p: reason for p, reason in rows.items() if p != first}
    assert {p: refusal(who, "searcher", p).reason for p in rows} == rows
    assert refusal(who, "pass", 1).reason == "why.no-button"
    taker = run(s, ChooseReceiver(0, UNHOLY, piece("Smiorgan")))
    for p in (-1, PIECES, army, piece("Kargan"), piece("Jiku")):
        assert refusal(taker, "finder", p).reason == "why.not-of-stack"
    give_cards(s, "Naclon", "Arkyn")
    taker = run(s, ChooseReceiver(0, UNHOLY, piece("Smiorgan")))
    assert refusal(taker, "finder", "Naclon").reason == "why.finder-full"


@pytest.mark.clause("8.0g", "8.0h")
def test_every_player_searches_for_himself() -> None:
    """A search by seat 0 in the turn before does not make seat 1's search easier."""
    s = wild(UNHOLY, "Smiorgan", star="Elenoin")
    put(s, 1, UNHOLY, "Fadan")
    s.sought, s.turn = {UNHOLY: (SPELL, 1)}, 2
    mine = choose(run(s, ChooseSearch(0, UNHOLY, piece("Smiorgan"))), "spell", UNHOLY, rolls=[("search", 1)])
    other = choose(run(s, ChooseSearch(1, UNHOLY, piece("Fadan"))), "spell", UNHOLY, rolls=[("search", 1)])
    needed = [told(each, "search.spell-missed")[0].data["needed"] for each in (mine, other)]
    assert needed == [4, 5]
    assert other.sought == {UNHOLY: (SPELL, 1), KEYS + UNHOLY: (SPELL, 2)}


@pytest.mark.clause("11.0m", "11.0o", "8.0j")
@pytest.mark.parametrize(("horde", "place", "clause"), [
    ("Flamebringers", MORDAGA, "11.0m"), ("Kelmain Host", KANELOON, "11.0o")])  # fmt: skip
def test_a_horde_that_is_freed_is_told(horde: str, place: int, clause: str) -> None:
    s = wild(place, "Smiorgan", (horde, 1))
    s = choose(run(s, ChooseSearch(0, place, piece("Smiorgan"))), "place", place, rolls=[("search", 6)])
    (entry,) = told(s, "horde.freed")
    assert (entry.clauses, entry.data["area"]) == ((clause,), place)


@pytest.mark.clause("8.0j")
def test_two_stacks_that_have_no_band_are_found_as_such() -> None:
    s = wild(UNHOLY, "Smiorgan")
    (foe,) = put(s, 1, UNHOLY, "Fadan")
    s.bands.clear()
    find(s, ChooseSearch(0, UNHOLY, piece("Smiorgan")), ("stack", foe))
    assert s.found == ((UNHOLY, 1, 0, 0),)
    assert is_found(s, 1, foe)
    assert not is_found(s, 0, piece("Smiorgan"))
