"""First choices and refusals for players who have never seen the game."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    BEYOND,
    HERE,
    INLAND,
    KINGDOMS,
    NECROMANCER,
    bare,
    marching,
    on_the_march,
    piece,
    put,
    run,
    wake,
    world,
)
from palatine.games.dark_emperor.components.world import CAPITAL, LAMMARECH, TAL_PLETOR, hex_id, hex_name
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic
from palatine.games.dark_emperor.rules.movement.movement import Movement, OpenMovement


def why(s: Any, verb: str, operand: int) -> str:
    """Return the reason for refusing an action to the seat that is asked."""
    found = GAME.explain(s, s.seats[s.flow[-1].seat], (verb, operand))
    assert found is not None
    return found.reason


@pytest.mark.clause("5.5b")
def test_the_gate_names_the_few_capitals_that_can_be_had_at_once_and_looks_at_them() -> None:
    view = GAME.view(GAME.setup(seed=b"gate"), "Necromancer")
    first = view.shortcuts[0]
    assert first.text == "Enter at the Confluence (1109): Tal Pletor, 5 cities, 8 units, 56 gold a turn"
    assert first.actions == (("enter", CAPITAL[TAL_PLETOR]),)
    assert 3 <= len(view.shortcuts) <= 6
    assert view.focus == tuple(hex_name(plan.actions[0][1]) for plan in view.shortcuts)
    assert hex_id("2808") not in [plan.actions[0][1] for plan in view.shortcuts], "Paisach is there with Loslom"


def test_a_spell_says_what_it_does_and_how_often_it_works() -> None:
    s = world()
    put(s, HERE, "mezal")
    put(s, HERE, "ferlarie-infantry-1")
    view = GAME.view(run(s, CombatMagic()), "Necromancer")
    assert view.choices[0].cost == (
        "Drives one enemy unit out of the caster's hex before battle. Works 3 in 6 (50%)."
    )


@pytest.mark.clause("6.2")
def test_a_click_on_a_counter_that_cannot_move_is_answered_by_whose_it_is() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, TAL_PLETOR)
    put(s, INLAND, "kings-guard-1")
    put(s, hex_name(CAPITAL[LAMMARECH]), "lammarech-cavalry-1")
    put(s, BEYOND, "greater-vampire-1")
    s = run(s, OpenMovement(), Movement(KINGDOMS))
    assert (
        why(s, "give", piece("kings-guard-1")) == f"Choose {INLAND} first, then the pieces that set out from there."
    )
    assert why(s, "give", piece("greater-vampire-1")) == "That is an enemy counter."
    assert why(s, "take", piece("lammarech-cavalry-1")).startswith(
        "Lammarech is asleep, and nobody commands its units."
    )
    there = on_the_march(s, "kings-guard-1")
    assert why(there, "piece", piece("greater-vampire-1")) == "That is an enemy counter."
    put(s, BEYOND, "kings-guard-2")
    assert why(there, "piece", piece("lammarech-cavalry-1")).startswith("Lammarech is asleep")


@pytest.mark.clause("8")
def test_a_hex_too_far_is_answered_by_how_far_it_is() -> None:
    s = on_the_march(marching(INLAND, "stavror-infantry-1"), "stavror-infantry-1")
    assert why(s, "go", hex_id(BEYOND)).startswith(f"{BEYOND} is 2 hexes from {INLAND}, ")


@pytest.mark.clause("12.1b")
def test_a_click_on_ones_own_unit_in_a_step_for_spells_says_that_it_is_time_for_spells() -> None:
    s = world(NECROMANCER)
    put(s, HERE, "mezal greater-vampire-1")
    put(s, HERE, "ferlarie-infantry-1")
    s = run(s, CombatMagic())
    assert why(s, "cast", piece("greater-vampire-1")).startswith("It is time for spells")


def test_what_belongs_to_another_step_is_answered_with_what_is_asked_now() -> None:
    s = marching(INLAND, "stavror-infantry-1")
    assert why(s, "fight", 3) == "Not now. Choose a stack or leader to move, or end movement."


def test_the_prompt_of_a_march_names_who_is_chosen() -> None:
    s = on_the_march(marching(INLAND, "stavror-infantry-1 farnon"), "stavror-infantry-1 farnon")
    assert GAME.view(s, "Kingdoms").prompt == (
        "Farnon and Stavror infantry 1: choose where to go, or who else sets out."
    )


CAPITALS = {"spell", "casting", "sword"}
"""Namers whose names begin with a capital wherever they stand."""
FIGURES = {"points", "attacking", "count", "does", "group"}
"""Fields that begin with a figure, or with a sentence."""


def test_every_sentence_said_to_a_player_begins_with_a_capital() -> None:
    said = {
        k: v for k, v in GAME.words.messages.items() if k.split(".")[0] in ("prompt", "why", "preview", "unused")
    }
    assert len(said) > 200
    small = []
    for key, text in said.items():
        if text.startswith("{"):
            field, _, kind = text[1 : text.index("}")].partition(":")
            kind = (kind or field).partition(",")[0]
            if not (kind[0].isupper() or kind in CAPITALS | {"plural"} or field in FIGURES):
                small.append(key)
        elif not text[0].isupper():
            small.append(key)
    assert small == []
