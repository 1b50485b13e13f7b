"""The cup, hands and their limits (9.0, 9.1, 9.3, 9.5, 9.6)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    ARMIES,
    VILMIR,
    act,
    arm,
    asked,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)
from palatine.games.elric.components.pieces import CHAOS_SHIELD, ELRIC, FLEETS, MOURNBLADE
from palatine.games.elric.components.spells import CHAOS, ESCAPES, IMMEDIATE, LAW, NIGHTMARES, SPELL_TYPE, SPELLS
from palatine.games.elric.components.world import AREA_BY_KEY, CAPITAL, PAN_TANG
from palatine.games.elric.rules.common import cup
from palatine.games.elric.rules.common.cup import Draw, Fit, deal_hands, discard_cards, draw_card, needs_fit
from palatine.games.elric.rules.common.deaths import drop_hand
from palatine.games.elric.state import NOBODY, pair
from palatine.testing import scripted

JADMAR, HWAMGAARL, CASTLE = CAPITAL[VILMIR], CAPITAL[PAN_TANG], AREA_BY_KEY["mordaga"]
PRIEST, MAGE, ALCHEMIST = "Priest of Vilmir", "Mage of Lormyr", "Alchemist of Ilmiora"


def place(s: Any, name: str | int) -> tuple[str, int]:
    """Return the scripted roll that draws a spell from the cup."""
    return ("card", s.cup.index(spell(name)) + 1)


def cards_of(s: Any) -> int:
    """Return the number of spells in all places together."""
    hands = sum(map(len, s.hand.values()))
    return len(s.cup) + len(s.discard) + hands + len(s.stars) + len(s.maintained) + len(s.sacrificed)


# The cup


@pytest.mark.clause("9.0b")
def test_an_empty_cup_takes_back_the_discards() -> None:
    s = new_state()
    s.discard, s.cup = [spell("Arioch"), spell("Arkyn")], []
    drawn = draw_card(s, "card")
    assert {drawn, *s.cup} == {spell("Arioch"), spell("Arkyn")}
    assert s.discard == []
    assert [entry.clauses for entry in told(s, "cup.refilled")] == [("9.0b",)]
    assert cup.can_draw(s)
    s.cup.clear()
    assert not cup.can_draw(s)


@pytest.mark.clause("9.6")
def test_used_and_conflicting_spells_go_to_a_pile_of_their_own() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    give_cards(s, PRIEST, "Arioch", "Arkyn")
    s = act(run(s, Fit(0, JADMAR)), ("keep", LAW))
    assert s.discard == [spell("Arioch")]
    assert spell("Arioch") not in s.cup


# Hands


@pytest.mark.clause("9.1a", "9.0a")
def test_a_magician_draws_his_capacity_and_only_his_player_learns_what() -> None:
    s = new_state()
    put(s, 1, JADMAR, PRIEST, "Naclon")
    s = run(s, Draw(piece(PRIEST), 2), rolls=[place(s, "Arkyn"), ("card", spell("Sleep"))])
    assert s.hand == {piece(PRIEST): (spell("Arkyn"), spell("Sleep"))}
    assert len(s.cup) == SPELLS - 2
    assert [entry.readers for entry in told(s, "card.drawn")] == [None, None]
    assert all("spell" not in entry.data for entry in told(s, "card.drawn"))
    assert [entry.readers for entry in told(s, "card.drawn.secret")] == [(1,), (1,)]


@pytest.mark.clause("9.1c", "9.5b")
def test_the_reward_for_a_capital_comes_into_a_hand_or_something_is_discarded() -> None:
    s = new_state()
    put(s, 0, JADMAR, "Jiku")
    give_cards(s, "Jiku", "Arkyn")
    s = run(s, Draw(piece("Jiku"), 1, "9.1c"), rolls=[place(s, "Arioch")])
    assert told(s, "card.drawn")[0].clauses == ("9.1c",)
    assert asked(s) == ("Discard", 0)
    s = act(s, ("discard", pair(piece("Jiku"), spell("Arkyn"))))
    assert (s.hand, s.discard) == ({piece("Jiku"): (spell("Arioch"),)}, [spell("Arkyn")])
    assert told(s, "card.thrown")[0].clauses == ("9.5b",)


@pytest.mark.clause("9.3.1a")
def test_what_acts_at_once_is_drawn_and_not_replaced() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    draws = [place(s, NIGHTMARES[0]), ("card", 1)]
    s = run(s, Draw(piece(PRIEST), 2), rolls=draws)
    assert s.hand == {piece(PRIEST): (spell("Arkyn"),)}
    assert s.discard == [NIGHTMARES[0]]


def test_who_has_left_the_map_draws_nothing_more() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    s.lift((piece(PRIEST),), -1)
    assert run(s, Draw(piece(PRIEST), 2), rolls=[]).hand == {}


@pytest.mark.clause("12.1.3c", "12.1.5c")
def test_elric_draws_no_more_once_a_nightmare_has_taken_him_away() -> None:
    s = new_state()
    put(s, 0, JADMAR, "Elric", "Naclon", "Avan Astram")
    s.controller = piece("Naclon")
    away = [("nightmare", 6), ("Elric's appearance", 1), ("which nation", 1)]
    s = run(s, Draw(ELRIC, 2), rolls=[place(s, NIGHTMARES[0]), *away])
    assert (s.owner[ELRIC], s.hand) == (NOBODY, {})


@pytest.mark.clause("12.1.5b", "9.3.1b")
def test_at_set_up_what_acts_at_once_is_replaced() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST, "Naclon")
    s.cup = [spell("Arkyn"), NIGHTMARES[0], NIGHTMARES[1], spell("Shade Gate"), spell("Mirror of Memory")]
    with_draws = [("card", 2), ("card", 2), ("card", 2), ("card", 2), ("card", 1)]
    after = run(s, Dealing((piece(PRIEST), piece("Naclon"))), rolls=with_draws)
    assert after.hand == {piece(PRIEST): tuple(sorted((spell("Mirror of Memory"), spell("Arkyn"))))}
    assert after.discard == [NIGHTMARES[0], NIGHTMARES[1], spell("Shade Gate")]
    assert [entry.clauses for entry in told(after, "card.replaced")] == [("12.1.5b",)] * 3
    assert told(after, "nightmare.idle") == []


def test_at_set_up_nobody_draws_when_nothing_is_left_that_can_be_held() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    s.cup = [each for each in range(SPELLS) if SPELL_TYPE[each] == IMMEDIATE]
    assert run(s, Dealing((piece(PRIEST),)), rolls=[]).hand == {}


class Dealing:
    """A step that runs `deal_hands`."""

    needs_decision = False

    def __init__(self, persons: tuple[int, ...]) -> None:
        self.persons = persons

    def run(self, s: Any) -> None:
        s.pop()
        deal_hands(s, self.persons)


# What may be held


@pytest.mark.clause("9.5a")
def test_a_magician_discards_down_to_his_capacity() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    give_cards(s, PRIEST, "Arkyn", "Sleep", "Straasha")
    assert needs_fit(s, 0, JADMAR)
    s = run(s, Fit(0, JADMAR))
    assert asked(s) == ("Discard", 0)
    assert operands(s, "discard") == [pair(piece(PRIEST), each) for each in s.hand[piece(PRIEST)]]
    assert refusal(s, "discard", (PRIEST, "Arioch")).reason == "why.discard-from-hand"
    s = act(s, ("discard", pair(piece(PRIEST), spell("Sleep"))))
    assert asked(s) is None
    assert not needs_fit(s, 0, JADMAR)


@pytest.mark.clause("9.5a")
@pytest.mark.parametrize(
    ("who", "holds"), [("Jagreen Lern", 2), ("Theleb K'aarna", 3), ("Ohada", 2), ("Cymoril", 1)]
)
def test_capacities(who: str, holds: int) -> None:
    assert cup.HOLDS[piece(who)] == holds


@pytest.mark.clause("9.5b", "9.5c")
def test_others_hold_one_and_armies_and_fleets_none() -> None:
    assert cup.HOLDS[piece("Naclon")] == cup.HOLDS[piece("Sharilla")] == 1
    assert {cup.HOLDS[p] for p in (*ARMIES, *FLEETS)} == {0}


@pytest.mark.clause("9.5d", "9.5e")
def test_a_magician_with_law_and_chaos_discards_one_of_them_before_anything_else() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    give_cards(s, PRIEST, "Arkyn", "Arioch", "Straasha")
    s = run(s, Fit(0, JADMAR))
    assert asked(s) == ("ChooseAlignment", 0)
    assert refusal(s, "keep", 2).reason == "why.law-or-chaos"
    law, chaos = act(s, ("keep", LAW)), act(s, ("keep", CHAOS))
    assert law.hand[piece(PRIEST)] == (spell("Arkyn"), spell("Straasha"))
    assert chaos.hand[piece(PRIEST)] == (spell("Arioch"), spell("Straasha"))
    assert (asked(law), cards_of(law)) == (None, SPELLS), "two are within his capacity, and none is replaced"


@pytest.mark.clause("9.5d")
def test_neutral_goes_with_either() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    give_cards(s, PRIEST, "Arioch", "Straasha")
    assert not needs_fit(s, 0, JADMAR)


@pytest.mark.clause("9.5f")
def test_all_magicians_of_a_stack_are_bound_together() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST, MAGE)
    give_cards(s, PRIEST, "Arkyn", "Straasha")
    give_cards(s, MAGE, "Arioch", "Balan")
    s = act(run(s, Fit(0, JADMAR)), ("keep", LAW))
    assert s.hand == {piece(PRIEST): (spell("Arkyn"), spell("Straasha"))}


@pytest.mark.clause("9.5b", "9.5f")
def test_who_is_no_magician_keeps_his_spell_whatever_its_alignment() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST, "Naclon")
    give_cards(s, PRIEST, "Arkyn", "Arioch")
    give_cards(s, "Naclon", "Balan")
    s = act(run(s, Fit(0, JADMAR)), ("keep", LAW))
    assert s.hand == {piece(PRIEST): (spell("Arkyn"),), piece("Naclon"): (spell("Balan"),)}


@pytest.mark.clause("9.5f", "9.5g")
def test_stacks_apart_may_hold_what_they_like() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    put(s, 0, HWAMGAARL, MAGE)
    give_cards(s, PRIEST, "Arkyn")
    give_cards(s, MAGE, "Arioch")
    assert not needs_fit(s, 0, JADMAR)
    assert not needs_fit(s, 0, HWAMGAARL)


@pytest.mark.clause("9.5g")
def test_in_wilderness_those_who_came_apart_are_stacks_apart() -> None:
    s = new_state()
    put(s, 0, CASTLE, PRIEST)
    put(s, 0, CASTLE, MAGE)
    give_cards(s, PRIEST, "Arkyn")
    give_cards(s, MAGE, "Arioch")
    assert not needs_fit(s, 0, CASTLE)
    s.bands = dict.fromkeys(s.bands, 1)
    assert needs_fit(s, 0, CASTLE)


@pytest.mark.clause("9.5d", "12.1.3a")
def test_elric_and_those_who_are_no_magicians_are_not_bound() -> None:
    s = new_state()
    put(s, 0, JADMAR, "Elric", PRIEST, "Naclon")
    give_cards(s, "Elric", "Arioch", "Arkyn", "Balan")
    give_cards(s, PRIEST, "Sleep")
    give_cards(s, "Naclon", "Xiombarg")
    assert not needs_fit(s, 0, JADMAR)
    s.hand[ELRIC] = (*s.hand[ELRIC], spell("Straasha"))
    s = run(s, Fit(0, JADMAR))
    assert operands(s, "discard") == [pair(ELRIC, each) for each in s.hand[ELRIC]]


@pytest.mark.clause("9.3b", "9.3.2")
def test_anybody_may_hold_what_is_meant_for_others() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST, "Naclon")
    give_cards(s, PRIEST, "Dragons", "Horn of Fate")
    give_cards(s, "Naclon", ESCAPES[0])
    assert not needs_fit(s, 0, JADMAR)


def test_nothing_is_asked_where_all_hands_are_in_order() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST, ("Vilmir", 3))
    assert not needs_fit(s, 0, JADMAR)
    assert asked(run(s, Fit(0, JADMAR))) is None


# Hands that go


def test_what_is_discarded_flies_no_more() -> None:
    s = new_state()
    s.flights[spell("Teleport")] = None
    discard_cards(s, (spell("Teleport"),))
    assert (s.flights, s.discard) == ({}, [spell("Teleport")])


@pytest.mark.clause("9.6")
def test_whoever_is_gone_leaves_his_spells_to_the_discard_pile() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    give_cards(s, PRIEST, "Arkyn", "Sleep")
    s.laid[piece(PRIEST)] = spell("Straasha")
    drop_hand(s, piece(PRIEST))
    assert (s.hand, s.laid) == ({}, {})
    assert sorted(s.discard) == sorted(map(spell, ("Arkyn", "Sleep", "Straasha")))
    assert [entry.data["piece"] for entry in told(s, "hand.dropped")] == [piece(PRIEST)]


def test_a_spell_yet_to_be_drawn_is_no_spell_to_discard() -> None:
    s = new_state()
    put(s, 0, JADMAR, "Theleb K'aarna")
    s.laid[piece("Theleb K'aarna")] = -1
    drop_hand(s, piece("Theleb K'aarna"))
    assert (s.laid, s.discard) == ({}, [])


@pytest.mark.clause("16.8a", "16.8b")
def test_the_chaos_shield_stays_with_its_stack_while_there_is_one() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST, "Naclon", "Avan Astram", "Sharilla")
    arm(s, PRIEST, "Chaos Shield")
    drop_hand(s, piece(PRIEST))
    assert s.bearer == {CHAOS_SHIELD: piece("Avan Astram")}
    drop_hand(s, piece("Avan Astram"), lost=(piece("Naclon"), piece("Sharilla"), piece(PRIEST)))
    assert s.bearer == {}


@pytest.mark.clause("16.8g")
def test_mournblade_goes_with_whoever_has_it() -> None:
    s = new_state()
    put(s, 0, JADMAR, "Dyvim Slorm", "Dyvim Tvar")
    arm(s, "Dyvim Slorm", "Mournblade")
    drop_hand(s, piece("Dyvim Slorm"))
    assert MOURNBLADE not in s.bearer


def test_holding_chaos_counts_hands_and_maintained_spells() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST, "Naclon")
    give_cards(s, PRIEST, "Arkyn")
    group = (piece(PRIEST), piece("Naclon"))
    assert not cup.holds_chaos(s, group)
    s.maintained[piece(PRIEST)] = spell("Arioch")
    assert cup.holds_chaos(s, group)


@pytest.mark.clause("9.1a", "9.5e")
def test_after_the_deal_hands_of_law_and_chaos_are_settled_in_the_order_of_seats() -> None:
    s = new_state()
    put(s, 0, JADMAR, PRIEST)
    put(s, 1, HWAMGAARL, MAGE)
    s.cup = list(map(spell, ("Arkyn", "Arioch", "Donblas", "Slortar the Old")))
    with scripted(s, [("card", 1)] * 4) as after:
        deal_hands(after, [piece(MAGE), piece(PRIEST)])
    assert after.flow == [Fit(1, HWAMGAARL), Fit(0, JADMAR)], "seat 0 is asked first"
