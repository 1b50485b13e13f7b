"""Spells with immediate effect: Nightmares, Reshuffles, the Tower, the Mirror (9.3.1, 16.4)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    CASTLE,
    JADMAR,
    PRIEST,
    act,
    arm,
    asked,
    at,
    give_cards,
    lay_star,
    new_state,
    piece,
    put,
    run,
    spell,
    take_card,
    told,
)
from games.elric.positions.people import company, drawn_by
from palatine.games.elric.components.pieces import BRUT, ELRIC, MOONGLUM, MOURNBLADE, THELEB
from palatine.games.elric.components.spells import (
    ACTS_AT_ONCE,
    FOUR_WHO_ARE_ONE,
    IMMEDIATE,
    MIRROR,
    NIGHTMARES,
    QUAOLNARGN,
    RESHUFFLES,
    SHADE_GATE,
    SPELL_TYPE,
    SPELLS,
    TOWER,
)
from palatine.games.elric.components.world import CAPITAL, SHAZAAR
from palatine.games.elric.rules.characters import immediate_spells, solo_fights
from palatine.games.elric.rules.magic.search import ChooseSearch
from palatine.games.elric.state import LOST, NOBODY, TRACK


@pytest.mark.clause("9.3.1a", "9.3.1c")
def test_what_acts_at_once() -> None:
    expected = {each for each in range(SPELLS) if SPELL_TYPE[each] == IMMEDIATE} | {MIRROR, QUAOLNARGN}
    assert {each for each in range(SPELLS) if ACTS_AT_ONCE[each]} == expected


@pytest.mark.clause("9.3.1c")
@pytest.mark.parametrize("name", [TOWER, SHADE_GATE, MIRROR, QUAOLNARGN])
def test_without_a_finder_they_do_nothing(name: int) -> None:
    s = company("Naclon")
    s.cup.remove(name)
    immediate_spells.act(s, name, -1, 0)
    assert (s.flow, s.discard) == ([], [name])


# Nightmares and Reshuffles


@pytest.mark.clause("16.4a", "9.3.1b", "12.1.5a")
@pytest.mark.parametrize(("die", "slain"), [(4, False), (5, True)])
def test_a_nightmare_works_on_whoever_controls_elric(die: int, slain: bool) -> None:
    s = company("Naclon")
    put(s, 1, CASTLE, "Elric", "Jagreen Lern")
    put(s, 1, "rlin", "General of Pan Tang")
    s.controller = piece("Jagreen Lern")
    rolls = [("nightmare", die)] + [("Elric's appearance", 1), ("which nation", 1)] * slain
    s = drawn_by(s, NIGHTMARES[1], "Naclon", rolls)
    assert (s.where[piece("Jagreen Lern")] == LOST) is slain
    assert NIGHTMARES[1] in s.discard
    assert s.balance == -int(slain)


@pytest.mark.clause("16.4a", "9.3.1b")
def test_both_swords_are_loose_by_the_same_roll() -> None:
    s = company("Naclon", "Elric", "Dyvim Slorm")
    arm(s, "Dyvim Slorm", "Mournblade")
    s.controller = piece("Naclon")
    s = drawn_by(s, NIGHTMARES[0], "Naclon", [("nightmare", 6), ("Elric's appearance", 1), ("which nation", 1)])
    assert (at(s, "Naclon"), at(s, "Dyvim Slorm"), MOURNBLADE in s.bearer) == (str(LOST), "-1", False)
    assert s.balance == -2


@pytest.mark.clause("16.4d")
@pytest.mark.parametrize("name", RESHUFFLES)
def test_a_reshuffle_brings_all_discards_back(name: int) -> None:
    s = company("Naclon")
    s.discard = [take_card(s, "Arkyn"), take_card(s, "Arioch")]
    s = drawn_by(s, name, "Naclon")
    assert (s.discard, sorted(s.cup)) == ([], list(range(SPELLS)))
    assert told(s, "cup.refilled")[0].clauses == ("16.4d",)


@pytest.mark.clause("16.4b", "16.4c")
def test_four_who_are_one_takes_elric_away_and_brings_him_back_with_brut() -> None:
    s = company("Naclon")
    put(s, 1, CASTLE, "Elric", "Jagreen Lern", "Moonglum")
    s.controller, s.joined, s.turn = piece("Jagreen Lern"), True, 3
    s = drawn_by(s, FOUR_WHO_ARE_ONE, "Naclon")
    assert (s.where[ELRIC], s.where[MOONGLUM], s.returns, s.is_brut_with) == (TRACK, TRACK, 4, True)
    assert (s.controller, at(s, "Jagreen Lern")) == (-1, "Mordaga's Castle")
    assert s.discard == [FOUR_WHO_ARE_ONE]


@pytest.mark.clause("16.4c")
def test_brut_comes_once_only() -> None:
    s = company("Naclon")
    put(s, 2, CASTLE, "Brut")
    put(s, NOBODY, JADMAR, "Elric")
    s = drawn_by(s, FOUR_WHO_ARE_ONE, "Naclon")
    assert (s.where[ELRIC], s.is_brut_with) == (TRACK, False)
    assert s.owner[BRUT] == 2


# The Tower


@pytest.mark.clause("16.4g", "9.3.1c")
@pytest.mark.parametrize("die", [1, 3])
def test_the_tower_keeps_its_finder_without_escape(die: int) -> None:
    s = company("Naclon", PRIEST)
    give_cards(s, PRIEST, "Escape")
    s = drawn_by(s, TOWER, PRIEST, [("tower", die)])
    assert (at(s, PRIEST), at(s, "Naclon")) == (str(LOST), "Jadmar")
    assert told(s, "tower.caught")[0].clauses == ("16.4g",)


@pytest.mark.clause("16.4h")
@pytest.mark.parametrize("die", [4, 5])
def test_the_tower_is_passed_by(die: int) -> None:
    s = drawn_by(company("Naclon"), TOWER, "Naclon", [("tower", die)])
    assert (at(s, "Naclon"), s.hand, s.discard) == ("Jadmar", {}, [TOWER])


@pytest.mark.clause("16.4i")
def test_the_tower_is_looted_and_elric_has_a_nightmare() -> None:
    s = company(PRIEST)
    put(s, 1, CASTLE, "Elric", "Jagreen Lern")
    s.controller = piece("Jagreen Lern")
    rolls = [("tower", 6), ("card", 1), ("card", 1), ("nightmare", 4)]
    s = drawn_by(s, TOWER, PRIEST, rolls)
    assert s.hand == {piece(PRIEST): (0, 1)}
    assert told(s, "card.drawn")[0].clauses == ("16.4i",)


@pytest.mark.clause("16.4j")
def test_elric_caught_in_the_tower_appears_elsewhere() -> None:
    s = company("Naclon", "Elric")
    s.controller = piece("Naclon")
    s = drawn_by(s, TOWER, "Elric", [("tower", 2), ("Elric's appearance", 1), ("which nation", 1)])
    assert (s.where[ELRIC], s.owner[ELRIC], s.controller) == (CAPITAL[SHAZAAR], NOBODY, -1)
    assert told(s, "tower.elric")[0].clauses == ("16.4j",)
    assert at(s, "Naclon") == "Jadmar"


# The Mirror of Memory


@pytest.mark.clause("9.3.1c", "16.3m")
@pytest.mark.parametrize(("die", "saved"), [(3, True), (4, False)])
def test_the_mirror_takes_its_finder_who_does_not_escape(die: int, saved: bool) -> None:
    s = drawn_by(company("Naclon", PRIEST, ("Vilmir", 2)), MIRROR, "Naclon", [("escape", die)])
    assert (at(s, "Naclon") == "Jadmar") is saved
    assert (s.hand, s.discard) == (({piece("Naclon"): (MIRROR,)}, []) if saved else ({}, [MIRROR]))
    assert at(s, PRIEST) == "Jadmar", "everybody else is untouched"


def test_whoever_keeps_the_mirror_may_have_to_discard() -> None:
    s = company("Naclon")
    give_cards(s, "Naclon", "Arkyn")
    assert asked(drawn_by(s, MIRROR, "Naclon", [("escape", 1)])) == ("Discard", 0)


# Found, not drawn


@pytest.mark.clause("9.3.1c", "8.0i")
def test_what_is_found_acts_as_what_is_drawn() -> None:
    s = new_state()
    put(s, 0, CASTLE, "Avan Astram")
    put(s, 0, "rlin", "Naclon")
    lay_star(s, CASTLE, TOWER)
    s = run(s, ChooseSearch(0, CASTLE, piece("Avan Astram")))
    s = act(s, ("spell", CASTLE), rolls=[("search", 6), ("tower", 1)])
    assert (at(s, "Avan Astram"), s.stars, s.discard) == (str(LOST), {}, [TOWER])


def test_theleb_is_a_magician_of_three_spells() -> None:
    s = company("Theleb K'aarna")
    give_cards(s, THELEB, "Arioch", "Balan", "Kyreenee")
    assert solo_fights.fighting_spells(s, THELEB) == [spell("Arioch"), spell("Balan")]
