"""Dispel Magic outside battles (16.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    CASTLE,
    HWAMGAARL,
    JADMAR,
    PRIEST,
    act,
    asked,
    choose,
    give_cards,
    new_state,
    operands,
    piece,
    put,
    refusal,
    spell,
    told,
)
from games.elric.positions.people import fleeing, lost_field
from palatine.games.elric import GAME
from palatine.games.elric.components.pieces import THELEB
from palatine.games.elric.components.spells import DISPELS, ESCAPES
from palatine.games.elric.state import LOST, pair


def answered(card: str | int) -> Any:
    s = lost_field(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    give_cards(s, PRIEST, card)
    give_cards(s, "Jagreen Lern", "Dispel Magic")
    s = act(fleeing(s, PRIEST), ("use", pair(piece(PRIEST), spell(card))), rolls=[])
    assert asked(s) == ("Answer", 1)
    return s


@pytest.mark.clause("16.3b")
def test_an_escape_can_be_dispelled_on_the_spot() -> None:
    s = answered(ESCAPES[0])
    assert refusal(s, "dispel", ("Jagreen Lern", "Arioch")).reason == "why.dispel-or-let"
    assert refusal(s, "dispel", (PRIEST, "Dispel Magic")).reason == "why.no-dispeller"
    s.balance = 4
    dispelled = choose(s, "dispel", ("Jagreen Lern", "Dispel Magic"), rolls=[("escape", 2)])
    assert dispelled.where[piece(PRIEST)] == LOST
    assert (dispelled.discard, dispelled.balance) == ([ESCAPES[0], DISPELS[0]], 1)
    assert piece("Jagreen Lern") in dispelled.casts
    assert asked(choose(s, "let", rolls=[])) == ("ChooseRefuge", 0)


@pytest.mark.clause("16.3b")
def test_a_dispelled_spell_moves_no_balance_and_leaves_him_his_own_value() -> None:
    s = choose(answered("Donblas"), "dispel", ("Jagreen Lern", "Dispel Magic"), rolls=[("escape", 1)])
    assert told(s, "escape.works")[0].tally.value == 1
    assert s.balance == 0


@pytest.mark.clause("16.3b", "16.5c")
def test_dispelled_after_the_roll_he_is_lost() -> None:
    s = lost_field(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    give_cards(s, PRIEST, "Invulnerability")
    give_cards(s, "Jagreen Lern", "Dispel Magic")
    s = choose(choose(fleeing(s, PRIEST), "roll", rolls=[6]), "use", (PRIEST, "Invulnerability"))
    s = choose(s, "dispel", ("Jagreen Lern", "Dispel Magic"), rolls=[])
    assert s.where[piece(PRIEST)] == LOST


@pytest.mark.clause("16.3b")
@pytest.mark.parametrize(("card", "choices"), [("Dispel Magic", 2), ("Arioch", 1), ("", 0)])
def test_the_question_does_not_tell_whether_a_magician_has_a_dispel(card: str, choices: int) -> None:
    """A magician with any cards is asked; one without cards is not, as everybody can see."""
    s = lost_field(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    give_cards(s, PRIEST, "Invulnerability")
    give_cards(s, "Jagreen Lern", *[card][: len(card)])
    s = choose(choose(fleeing(s, PRIEST), "roll", rolls=[6]), "use", (PRIEST, "Invulnerability"))
    assert asked(s) == (("Answer", 1) if choices else ("ChooseRefuge", 0))
    assert not choices or len(GAME.actions(s, s.seats[1])) == choices
    assert not choices or asked(choose(s, "let", rolls=[])) == ("ChooseRefuge", 0)


@pytest.mark.clause("16.3b", "9.2e", "13.4j")
def test_who_cannot_answer() -> None:
    s = lost_field(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    put(s, 1, HWAMGAARL, "Theleb K'aarna")
    give_cards(s, PRIEST, "Donblas")
    give_cards(s, "Jagreen Lern", DISPELS[0])
    give_cards(s, "Theleb K'aarna", DISPELS[1])
    s.casts = (piece("Jagreen Lern"),)
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[("escape", 1)])
    assert asked(s) == ("ChooseRefuge", 0), "one has cast, the other is elsewhere"
    s = lost_field(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern")
    give_cards(s, "Jagreen Lern", DISPELS[0])
    s.tipped, s.balance, s.maintained = 1, 6, {piece(PRIEST): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Sleep"), rolls=[])
    s = act(s, ("maintain", 0), rolls=[("escape", 1)])
    assert asked(s) == ("ChooseRefuge", 0), "maintained spells are out of reach"


@pytest.mark.clause("13.4e", "16.3b")
def test_who_maintains_a_spell_dispels_none() -> None:
    s = lost_field(PRIEST)
    put(s, 1, JADMAR, "Jagreen Lern", "Theleb K'aarna")
    give_cards(s, PRIEST, "Donblas")
    for who, dispel in (("Jagreen Lern", DISPELS[0]), ("Theleb K'aarna", DISPELS[1])):
        give_cards(s, who, dispel)
    s.tipped, s.balance, s.maintained = 1, 6, {piece("Jagreen Lern"): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[])
    assert operands(s, "dispel") == [pair(THELEB, DISPELS[1])]
    assert refusal(s, "dispel", pair(piece("Jagreen Lern"), DISPELS[0])).clause == "13.4e"


def test_in_wilderness_nobody_answers_who_has_not_been_found() -> None:
    s = new_state()
    put(s, 0, CASTLE, PRIEST)
    put(s, 1, CASTLE, "Jagreen Lern")
    give_cards(s, PRIEST, "Donblas")
    give_cards(s, "Jagreen Lern", DISPELS[0])
    assert asked(choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[("escape", 1)])) != ("Answer", 1)
    s.found = ((CASTLE, 1, 2, 1),)
    assert asked(choose(fleeing(s, PRIEST), "use", (PRIEST, "Donblas"), rolls=[])) == ("Answer", 1)
