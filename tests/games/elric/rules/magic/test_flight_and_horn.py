"""Flight and the Horn of Fate in the Magic phase, and limits of transfers.

See 7.4.2, 9.1, 13.5 and 16.7.
"""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    PRIEST,
    arm,
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
    story,
    told,
)
from games.elric.positions.people import magic_menu, with_elric
from palatine.core import Refusal
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC, MOURNBLADE, PIECES
from palatine.games.elric.components.spells import TOWER
from palatine.games.elric.components.world import AREA_BY_KEY
from palatine.games.elric.rules.magic.magic_phase import horn_refusal, lowest_spells
from palatine.games.elric.rules.magic.search import ChooseSearch
from palatine.games.elric.state import Flight, pair

CASTLE = AREA_BY_KEY["mordaga"]


def flyer(**options: str) -> Any:
    """Return the Priest in Jadmar with a spell of flight and another spell, beside Naclon."""
    s = new_state(**options)
    put(s, 0, "Jadmar", PRIEST, "Naclon")
    give_cards(s, PRIEST, "Teleport", "Arkyn")
    return s


@pytest.mark.clause("7.4.2a", "7.4.2b", "9.2e")
def test_by_choice_spells_of_flight_are_put_to_use_in_the_magic_phase() -> None:
    s = magic_menu(flyer(flight="magic"))
    assert operands(s, "activate") == [pair(piece(PRIEST), spell("Teleport"))]
    assert refusal(s, "activate", (PRIEST, "Arkyn")) == Refusal(
        "7.4.2a", "why.does-not-fly", {"spell": spell("Arkyn")}
    )
    after = choose(s, "activate", (PRIEST, "Teleport"))
    assert spell("Teleport") in after.flights
    assert refusal(after, "activate", (PRIEST, "Teleport")).clause == "7.4.2b"
    s.casts = (piece(PRIEST),)
    assert refusal(s, "activate", (PRIEST, "Teleport")).reason == "why.has-cast"
    s.casts, s.maintained = (), {piece(PRIEST): spell("Sleep")}
    assert refusal(s, "activate", (PRIEST, "Teleport")).reason == "why.maintains"


@pytest.mark.clause("7.4.2a")
def test_otherwise_they_wait_for_movement() -> None:
    s = magic_menu(flyer())
    assert operands(s, "activate") == []
    assert refusal(s, "activate", (PRIEST, "Teleport")) == Refusal("7.4.2a", "why.flight-in-movement")


@pytest.mark.clause("16.7a", "16.7b", "16.7c", "16.7d", "9.2e")
@pytest.mark.parametrize(("die", "kind", "clause", "ends"), [
    (1, "horn.restores", "16.7a", False), (4, "horn.restores", "16.7a", False), (5, "horn.ends", "16.7b", True),
])  # fmt: skip
def test_the_horn_restores_the_balance_or_ends_the_world(die: int, kind: str, clause: str, ends: bool) -> None:
    s = with_elric(PRIEST)
    give_cards(s, "Elric", "Horn of Fate")
    give_cards(s, PRIEST, "Arkyn")
    s.tipped, s.balance, s.ends = 1, 6, 9
    s = choose(magic_menu(s), "horn", rolls=[("horn", die)])
    (entry,) = told(s, kind)
    assert (entry.clauses, entry.data) == ((clause,), {"seat": 0, "rolled": die})
    assert (s.outcome is not None, s.tipped != 0) == (ends, ends)
    assert ELRIC in s.casts


@pytest.mark.clause("16.7d", "16.7a")
def test_who_does_not_blow_the_horn() -> None:
    s = with_elric(PRIEST)
    assert horn_refusal(s, 0) == Refusal("16.7d", "why.no-horn")
    give_cards(s, "Elric", "Horn of Fate")
    assert horn_refusal(s, 0) == Refusal("16.7d", "why.not-tipped")
    s.tipped, s.balance = 1, 6
    assert horn_refusal(s, 0) is None
    assert horn_refusal(s, 1) == Refusal("16.7d", "why.no-horn")
    menu = magic_menu(s)
    assert refusal(menu, "horn", 1).reason == "why.no-button"
    assert refusal(menu, "end", 1).reason == "why.no-button"
    s.casts = (ELRIC,)
    assert getattr(horn_refusal(s, 0), "clause", "") == "9.2e"


@pytest.mark.clause("9.1d", "13.4c")
def test_which_artifact_is_not_handed_on_and_what_is_not_released() -> None:
    s = with_elric("Dyvim Slorm", "Smiorgan", PRIEST)
    put(s, 1, "Jadmar", "Fadan")
    arm(s, "Dyvim Slorm", MOURNBLADE)
    arm(s, "Fadan", CHAOS_SHIELD)
    s.maintained = {piece(PRIEST): spell("Sleep")}
    menu = magic_menu(s)
    assert operands(menu, "arm") == [MOURNBLADE]
    assert refusal(menu, "arm", CHAOS_SHIELD).reason == "why.not-borne"
    assert operands(menu, "release") == [piece(PRIEST)]
    for nobody in (-1, PIECES, piece("Naclon")):
        assert refusal(menu, "release", nobody).reason == "why.maintains-nothing"
    passed = choose(choose(menu, "arm", MOURNBLADE), "to", "Smiorgan")
    assert (passed.bearer[MOURNBLADE], told(passed, "artifact.passes")[0].clauses) == (piece("Smiorgan"), ("9.1d",))
    assert refusal(passed, "arm", MOURNBLADE).reason == "why.handed-on"
    alone = new_state()
    put(alone, 0, "Jadmar", "Dyvim Slorm", ("Vilmir", 1))
    put(alone, 0, "rlin", PRIEST, "Smiorgan")
    give_cards(alone, PRIEST, "Arkyn")
    arm(alone, "Dyvim Slorm", MOURNBLADE)
    assert refusal(magic_menu(alone), "arm", MOURNBLADE).reason == "why.nobody-takes"
    free = choose(menu, "release", piece(PRIEST))
    assert free.maintained == {}


@pytest.mark.clause("13.4c")
def test_nobody_releases_what_another_player_maintains() -> None:
    s = with_elric(PRIEST)
    give_cards(s, PRIEST, "Arkyn")
    put(s, 1, "rlin", "Jagreen Lern")
    s.maintained = {piece("Jagreen Lern"): spell("Sleep")}
    menu = magic_menu(s)
    assert operands(menu, "release") == []
    assert refusal(menu, "release", "Jagreen Lern").clause == "13.4c"


@pytest.mark.clause("9.1d")
def test_what_is_not_in_a_hand_of_the_players_is_not_handed_on() -> None:
    s = with_elric(PRIEST)
    give_cards(s, PRIEST, "Arkyn")
    put(s, 1, "rlin", "Jagreen Lern")
    give_cards(s, "Jagreen Lern", "Arioch")
    menu = magic_menu(s)
    for operand in (("Jagreen Lern", "Arioch"), (PRIEST, "Arioch"), pair(PIECES, spell("Arkyn"))):
        assert refusal(menu, "hand", operand).reason == "why.not-in-hand"


@pytest.mark.clause("12.1.3b")
def test_a_spell_without_a_value_is_elrics_lowest() -> None:
    s = with_elric()
    assert lowest_spells(s) == []
    give_cards(s, "Elric", "Arioch", "Escape", "Teleport")
    assert lowest_spells(s) == [spell("Escape")]
    s.flights[spell("Escape")] = Flight(1, 1)
    assert lowest_spells(s) == [spell("Teleport")]


# Searches


@pytest.mark.clause("8.0i", "9.3.1a", "9.1b")
@pytest.mark.parametrize(("card", "rolls", "expected"), [
    (TOWER, [("tower", 4)], ["search.spell 8.0g", "card.acts 9.3.1a", "tower.passed 16.4h"]),
    ("Arkyn", [], ["search.spell 8.0g", "card.found 9.1b", "card.found.secret 9.1b"]),
])  # fmt: skip
def test_what_a_search_finds_is_told(card: Any, rolls: list[Any], expected: list[str]) -> None:
    s = new_state()
    put(s, 0, CASTLE, "Avan Astram")
    lay_star(s, CASTLE, card)
    s = run(s, ChooseSearch(0, CASTLE, piece("Avan Astram")))
    assert story(choose(s, "spell", CASTLE, rolls=[("search", 6), *rolls])) == expected


@pytest.mark.clause("8.0c", "8.0d")
def test_for_what_nobody_searches() -> None:
    s = new_state()
    put(s, 0, CASTLE, "Avan Astram", ("Vilmir", 1))
    put(s, 1, CASTLE, "Fadan")
    put(s, 1, "Jadmar", "Jiku")
    lay_star(s, CASTLE, "Arkyn")
    s = run(s, ChooseSearch(0, CASTLE, piece("Avan Astram")))
    rows = {-1: "why.search-here", PIECES: "why.search-here", 0: "why.search-here", piece("Jiku"): "why.search-here",
            piece("Avan Astram"): "why.not-hidden-here"}  # fmt: skip
    assert {p: refusal(s, "stack", p).reason for p in rows} == rows
    assert refusal(s, "spell", "Jadmar").reason == "why.search-here"
    assert refusal(s, "pass", 1).reason == "why.no-button"


@pytest.mark.clause("12.1.3b", "9.5e")
def test_what_elric_gives_in_exchange_must_go_with_what_others_hold() -> None:
    """His only spell is of Chaos.

    The priest, in one stack with the Melnibonean, holds one of Law.
    """
    s = with_elric("Dyvim Tvar", PRIEST)
    give_cards(s, "Dyvim Tvar", "Dragons")
    give_cards(s, PRIEST, "Arkyn")
    give_cards(s, "Elric", "Arioch")
    s = choose(magic_menu(s), "swap", ("Dyvim Tvar", "Dragons"))
    assert spell("Dragons") in s.hand[ELRIC]
    assert asked(s) == ("ChooseAlignment", 0)
