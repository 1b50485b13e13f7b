"""Heroic escapes (10.8, 16.5)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    BAY,
    CASTLE,
    JADMAR,
    act,
    asked,
    at,
    choose,
    give_cards,
    new_state,
    piece,
    put,
    rule,
    spell,
    told,
)
from games.elric.positions.people import fleeing, lost_field
from palatine.games.elric.components.pieces import ELRIC, MOONGLUM, THELEB
from palatine.games.elric.components.spells import ESCAPES
from palatine.games.elric.components.world import (
    AREA_BY_KEY,
)
from palatine.games.elric.rules.common.deaths import eliminate, perish
from palatine.games.elric.state import LOST, NOBODY, OFF, TRACK, pair

# The roll


@pytest.mark.clause("10.8a", "10.8b")
@pytest.mark.parametrize(("who", "value", "die", "saved"), [
    ("Naclon", 3, 3, True), ("Naclon", 3, 4, False), ("Avan Astram", 4, 4, True), ("Sealord of Vilmir", 2, 3, False),
])  # fmt: skip
def test_a_die_up_to_his_value_saves_him(who: str, value: int, die: int, saved: bool) -> None:
    s = fleeing(lost_field(who), who, rolls=[("escape", die)])
    assert (s.where[piece(who)] == LOST) is not saved
    kind = "escape.works" if saved else "escape.fails"
    assert [(entry.clauses, entry.tally.value) for entry in told(s, kind)] == [(("10.8b",), value)]


@pytest.mark.clause("10.8a")
def test_those_who_fail_are_lost_with_their_spells() -> None:
    s = lost_field("Naclon", "Avan Astram")
    give_cards(s, "Naclon", "Arkyn")
    s = fleeing(s, "Naclon", "Avan Astram", rolls=[("escape", 6), ("escape", 4)])
    assert s.owner[piece("Naclon")] == 0, "his ruler may replace him"
    assert s.discard == [spell("Arkyn")]


@pytest.mark.clause("10.8a", "9.6")
def test_an_independent_who_fails_can_be_mustered_again() -> None:
    s = fleeing(lost_field("Rackhir", "Naclon"), "Rackhir", rolls=[5])
    assert (s.where[piece("Rackhir")], s.owner[piece("Rackhir")]) == (OFF, NOBODY)


def test_who_is_there_no_more_does_not_roll() -> None:
    s = lost_field("Naclon", "Avan Astram")
    s.shift((piece("Naclon"),), CASTLE)
    assert at(fleeing(s, "Avan Astram", "Naclon", rolls=[6]), "Naclon") == "Mordaga's Castle"


@pytest.mark.clause("6.0l")
def test_a_nation_without_people_is_lost_after_the_last_escape() -> None:
    s = lost_field("Naclon", ("Vilmir", 2), spares=False)
    s = fleeing(s, "Naclon", rolls=[6])
    assert 0 not in {s.owner[p] for p in range(len(s.where)) if s.where[p] >= 0}


# The parenthesised


@pytest.mark.clause("10.8g")
@pytest.mark.parametrize(("die", "saved"), [(4, True), (5, False)])
def test_a_love_shares_the_fate_of_the_strongest(die: int, saved: bool) -> None:
    s = lost_field("Sharilla", "Smiorgan", "Naclon", "Fadan")
    s = fleeing(s, "Sharilla", "Naclon", "Smiorgan", rolls=[("escape", die)] + [("escape", 6)] * (not saved))
    if saved:
        s = choose(s, "to", "vil_n", rolls=[("escape", 6)])
    assert (s.where[piece("Sharilla")] == AREA_BY_KEY["vil_n"]) is saved
    assert s.where[piece("Naclon")] == LOST


@pytest.mark.clause("10.8h")
def test_a_love_without_a_hero_is_lost() -> None:
    s = fleeing(lost_field("Sharilla", "Zarozinia", ("Vilmir", 2)), "Sharilla", "Zarozinia", rolls=[])
    assert (s.where[piece("Sharilla")], s.where[piece("Zarozinia")]) == (LOST, LOST)
    assert len(told(s, "escape.nobody")) == 2


@pytest.mark.clause("10.8g")
def test_a_love_whose_hero_is_unharmed_rolls_against_his_value() -> None:
    s = fleeing(lost_field("Sharilla", "Avan Astram"), "Sharilla", rolls=[("escape", 4)])
    assert asked(s) == ("ChooseRefuge", 0)
    assert told(s, "escape.works")[0].clauses == ("10.8g",)


@pytest.mark.clause("10.8g", "10.8e")
def test_a_spell_of_the_strongest_saves_her_too() -> None:
    s = lost_field("Theleb K'aarna", "Sharilla")
    give_cards(s, THELEB, ESCAPES[0])
    s = fleeing(s, "Theleb K'aarna", "Sharilla")
    s = act(s, ("use", pair(THELEB, ESCAPES[0])), ("to", AREA_BY_KEY["vil_n"]), rolls=[])
    assert s.where[piece("Sharilla")] == s.where[THELEB] == AREA_BY_KEY["vil_n"]


# Elric and his friend


@pytest.mark.clause("10.8b")
def test_elric_always_escapes_and_moonglum_is_put_with_him() -> None:
    s = lost_field("Elric", "Moonglum", "Naclon")
    s.controller, s.joined = piece("Naclon"), True
    s = fleeing(s, "Elric", "Moonglum", "Naclon", rolls=[("escape", 6)])
    s = choose(s, "to", "vil_n", rolls=[("escape", 4), ("escape", 3)])
    assert s.where[MOONGLUM] == s.where[ELRIC] == AREA_BY_KEY["vil_n"]
    s = choose(s, "to", "vil_n")
    assert (s.controller, s.owner[ELRIC]) == (piece("Naclon"), 0)


@pytest.mark.clause("10.8a")
def test_elric_whose_controller_is_lost_stands_alone() -> None:
    s = lost_field("Elric", "Naclon", "Avan Astram")
    s.controller = piece("Naclon")
    put(s, 0, CASTLE, "Smiorgan")
    s = fleeing(s, "Elric", "Naclon", "Avan Astram", rolls=[("escape", 6)])
    s = choose(s, "to", "vil_n", rolls=[("escape", 6), ("escape", 5)])
    assert (s.controller, s.owner[ELRIC], s.where[ELRIC]) == (-1, NOBODY, AREA_BY_KEY["vil_n"])


@pytest.mark.clause("16.4j")
def test_elric_never_perishes() -> None:
    s = lost_field("Elric", "Naclon")
    s.controller = piece("Naclon")
    give_cards(s, "Elric", "Arioch")
    perish(s, (ELRIC,))
    assert (s.controller, s.owner[ELRIC], s.hand[ELRIC]) == (-1, NOBODY, (spell("Arioch"),))
    assert type(s.flow[-1]).__name__ == "RandomAppearance"
    assert s.where[ELRIC] != TRACK


# The end of armies and fleets


@pytest.mark.clause("6.0a")
def test_where_armies_and_fleets_go() -> None:
    s = new_state()
    mine = put(s, 0, JADMAR, ("Vilmir", 2))
    fleet = put(s, 0, BAY, "Free Fleet")
    stray = put(s, 0, CASTLE, ("Olab", 1))
    s.ruler[18 + 2] = NOBODY
    eliminate(s, mine)
    eliminate(s, fleet)
    eliminate(s, stray)
    assert [s.where[p] for p in (*mine, *fleet, *stray)] == [LOST, LOST, OFF, OFF]
    assert [s.owner[p] for p in (*mine, *fleet, *stray)] == [0, 0, NOBODY, NOBODY]


def test_escapes_of_two_sides_go_in_turn_order() -> None:
    s = lost_field("Naclon", "Avan Astram")
    put(s, 1, JADMAR, "General of Pan Tang")
    rule(s, 1, "Pan Tang")
    s.phasing = 1
    s = fleeing(s, "Naclon", "General of Pan Tang", rolls=[("escape", 6), ("escape", 6)])
    assert [entry.data["piece"] for entry in told(s, "escape.fails")] == [
        piece("General of Pan Tang"),
        piece("Naclon"),
    ]


# Magicians in parentheses


def sorceress(*cards: str, hero: str = "Naclon") -> Any:
    """Return a position with Cymoril, (7)/1, lost together with a hero; Cymoril has a spell."""
    s = lost_field("Cymoril", hero)
    give_cards(s, "Cymoril", *cards)
    return s


@pytest.mark.clause("10.8e", "10.8g", "16.5a")
def test_a_parenthesised_magician_saves_herself_by_magic_while_her_hero_fails() -> None:
    s = fleeing(sorceress("Escape"), "Cymoril", "Naclon")
    assert s.flow[-1].person == piece("Cymoril")
    s = act(s, ("use", pair(piece("Cymoril"), spell("Escape"))))
    s = choose(s, "to", "vil_n", rolls=[("escape", 6)])
    assert (at(s, "Cymoril"), s.where[piece("Naclon")]) == ("Northern Vilmir", LOST)
    assert s.discard == [spell("Escape")]


@pytest.mark.clause("10.8e")
@pytest.mark.parametrize(("die", "saved"), [(3, True), (4, False)])
def test_the_value_of_her_spell_is_used_instead_of_her_own(die: int, saved: bool) -> None:
    """Grome is worth 3; her own (7) does not count."""
    s = fleeing(sorceress("Grome"), "Cymoril", "Naclon")
    s = choose(s, "use", ("Cymoril", "Grome"), rolls=[("escape", die), *([] if saved else [("escape", 6)])])
    assert (s.where[piece("Cymoril")] >= 0) is saved
    assert told(s, "escape.works" if saved else "escape.fails")[0].tally.value == 3


@pytest.mark.clause("10.8g", "10.8f")
@pytest.mark.parametrize(("die", "saved"), [(3, True), (4, False)])
def test_who_keeps_her_spell_shares_the_roll_of_the_strongest(die: int, saved: bool) -> None:
    s = choose(fleeing(sorceress("Grome"), "Cymoril", "Naclon"), "roll", rolls=[("escape", die)])
    if saved:
        s = choose(s, "to", "vil_n")
        assert at(s, "Cymoril") == at(s, "Naclon") == "Northern Vilmir"
    else:
        assert {s.where[piece("Cymoril")] >= 0, s.where[piece("Naclon")] >= 0} == {False}


@pytest.mark.clause("16.5c", "10.8f")
def test_after_the_roll_of_the_strongest_has_failed_she_may_use_invulnerability() -> None:
    s = choose(fleeing(sorceress("Invulnerability"), "Cymoril", "Naclon"), "roll", rolls=[("escape", 5)])
    assert asked(s) == ("Survive", 0)
    s = act(s, s.flow[-1].actions(s)[0])
    s = choose(s, "to", "vil_n")
    assert (at(s, "Cymoril"), s.where[piece("Naclon")]) == ("Northern Vilmir", LOST)


@pytest.mark.clause("10.8h", "10.8e")
def test_alone_nothing_but_her_magic_saves_her() -> None:
    s = lost_field("Myshella")
    give_cards(s, "Myshella", "Sepriz and the Ten")
    s = fleeing(s, "Myshella")
    assert at(choose(s, "use", ("Myshella", "Sepriz and the Ten"), rolls=[("escape", 4)]), "Myshella") != str(OFF)
    assert s.where[piece("Myshella")] >= 0
    assert choose(s, "roll", rolls=[]).where[piece("Myshella")] == OFF
