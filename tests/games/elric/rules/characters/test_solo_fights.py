"""Fights of a single personality: Quaolnargn, the Shade Gate (16.2, 16.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    PRIEST,
    arm,
    asked,
    at,
    choose,
    give_cards,
    operands,
    piece,
    put,
    refusal,
    run,
    spell,
    told,
)
from games.elric.positions.people import company, drawn_by
from palatine.games.elric.components.pieces import CHAOS_SHIELD
from palatine.games.elric.components.spells import QUAOLNARGN, SHADE_GATE, TOWER
from palatine.games.elric.rules.characters import immediate_spells
from palatine.games.elric.rules.characters.immediate_spells import Duel, ShadeGate
from palatine.games.elric.state import LOST, pair


@pytest.mark.clause("16.2q", "16.2r", "9.3.1c")
@pytest.mark.parametrize(("own", "monster", "won"), [(6, 2, True), (4, 2, False)])
def test_quaolnargn_is_fought_with_spells_and_artifacts_only(own: int, monster: int, won: bool) -> None:
    s = drawn_by(company("Avan Astram"), QUAOLNARGN, "Avan Astram", [("duel", own), ("Quaolnargn", monster)])
    assert (at(s, "Avan Astram") == "Jadmar") is won, "his 4 do not count"
    assert (s.hand, s.discard) == (({piece("Avan Astram"): (QUAOLNARGN,)}, []) if won else ({}, [QUAOLNARGN]))


@pytest.mark.clause("16.2q")
def test_when_both_are_equal_they_roll_again() -> None:
    rolls = [("duel", 5), ("Quaolnargn", 2), ("duel", 1), ("Quaolnargn", 1)]
    assert at(drawn_by(company("Naclon"), QUAOLNARGN, "Naclon", rolls), "Naclon") == str(LOST)


@pytest.mark.clause("16.2q", "9.2e")
def test_a_magician_spends_a_spell_on_quaolnargn_and_it_shifts() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Donblas", "Teleport")
    s.balance = 2
    s = drawn_by(s, QUAOLNARGN, PRIEST)
    assert asked(s) == ("SoloFightMagic", 0)
    assert operands(s, "cast") == [pair(piece(PRIEST), spell("Donblas"))]
    assert refusal(s, "cast", (PRIEST, "Teleport")).clause == "9.2h"
    assert refusal(s, "cast", (PRIEST, "Arkyn")).reason == "why.spell-not-at-hand"
    assert refusal(s, "cast", ("Naclon", "Arkyn")).reason == "why.not-in-this-fight"
    s = choose(s, "cast", (PRIEST, "Donblas"), rolls=[("duel", 2), ("Quaolnargn", 4)])
    assert told(s, "duel.person")[0].tally.total == 8
    assert (s.balance, s.discard) == (6, [spell("Donblas")])
    assert set(s.hand[piece(PRIEST)]) == {spell("Teleport"), QUAOLNARGN}
    assert piece(PRIEST) in s.casts


@pytest.mark.clause("16.2q")
def test_he_may_fight_without_and_one_who_has_cast_must() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Gaaoll")
    rolls = [("duel", 6), ("Quaolnargn", 1)]
    assert choose(drawn_by(s, QUAOLNARGN, PRIEST), "fight", rolls=rolls).balance == 0
    s.casts = (piece(PRIEST),)
    assert asked(drawn_by(s, QUAOLNARGN, PRIEST, rolls)) is None


@pytest.mark.clause("16.2q", "9.3.3b")
@pytest.mark.parametrize(("who", "total"), [("Dyvim Slorm", 4), ("Naclon", 1), ("Elric", 1)])
def test_mournblade_helps_a_melnibonean_against_quaolnargn(who: str, total: int) -> None:
    s = company("Naclon", who)
    arm(s, who, "Mournblade")
    s = run(
        s,
        Duel(0, piece(who), keep=False),
        rolls=[("duel", 1), ("Quaolnargn", 6), *ELSEWHERE[: 2 * (who == "Elric")]],
    )
    assert told(s, "duel.person")[0].tally.total == total


ELSEWHERE = [("Elric's appearance", 1), ("which nation", 1)]


@pytest.mark.clause("16.2q", "16.2c")
def test_balo_may_fail_against_quaolnargn() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Balo the Jester")
    s = choose(drawn_by(s, QUAOLNARGN, PRIEST), "cast", (PRIEST, "Balo the Jester"),
               rolls=[("balo", 2), ("duel", 6), ("Quaolnargn", 1)])  # fmt: skip
    assert (told(s, "duel.person")[0].tally.total, s.balance) == (6, 0)
    assert spell("Balo the Jester") in s.discard


@pytest.mark.clause("16.8a", "16.2q")
def test_the_chaos_shield_keeps_quaolnargn_off() -> None:
    s = company("Naclon", "Avan Astram")
    arm(s, "Avan Astram", "Chaos Shield")
    s = drawn_by(s, QUAOLNARGN, "Naclon", [])
    assert (at(s, "Naclon"), s.discard, s.bearer) == ("Jadmar", [QUAOLNARGN], {CHAOS_SHIELD: piece("Avan Astram")})


@pytest.mark.clause("16.2r")
def test_set_on_another_the_spell_is_not_in_question() -> None:
    s = company("Naclon", "Avan Astram")
    s.cup.remove(QUAOLNARGN)
    won = run(s, Duel(0, piece("Naclon"), keep=False), rolls=[("duel", 6), ("Quaolnargn", 1)])
    lost = run(s, Duel(0, piece("Naclon"), keep=False), rolls=[("duel", 1), ("Quaolnargn", 1)])
    assert (won.hand, won.discard, lost.hand, lost.discard) == ({}, [], {}, [])
    assert at(lost, "Naclon") == str(LOST)


def gate(s: Any, monster: str | int, who: str, *rolls: Any) -> Any:
    left = [each for each in s.cup if each != SHADE_GATE]
    return drawn_by(s, SHADE_GATE, who, [("Shade Gate", left.index(spell(monster)) + 1), *rolls])


TWO = [("card", 1), ("card", 1)]


@pytest.mark.clause("16.4e", "16.4f")
def test_whoever_is_no_worse_than_the_monster_draws_two_spells() -> None:
    s = company("Jagreen Lern", "Naclon")
    s = gate(s, "Arioch", "Jagreen Lern", ("Shade Gate", 4), ("monster", 3), *TWO)
    assert s.hand == {piece("Jagreen Lern"): (0, 1)}
    assert (sorted(s.discard), s.balance) == (sorted([spell("Arioch"), SHADE_GATE]), 0)
    assert [entry.clauses for entry in told(s, "card.drawn")] == [("16.4f",)] * 2


@pytest.mark.clause("16.4e")
def test_a_loss_below_his_value_is_no_matter_and_one_that_reaches_it_is() -> None:
    s = company("Jagreen Lern")
    near = gate(s, "Arioch", "Jagreen Lern", ("Shade Gate", 1), ("monster", 5), *TWO)
    assert len(near.hand[piece("Jagreen Lern")]) == 2, "5 against 10: he would lose 3, and is worth 4"
    s = company(PRIEST)
    far = gate(s, "Arioch", PRIEST, ("Shade Gate", 2), ("monster", 1), ("escape", 1), *TWO)
    assert len(far.hand[piece(PRIEST)]) == 2, "3 against 6 costs 1: he is all of that, and escapes"
    lost = gate(s, "Arioch", PRIEST, ("Shade Gate", 2), ("monster", 1), ("escape", 2))
    assert (at(lost, PRIEST), lost.hand) == (str(LOST), {})


@pytest.mark.clause("16.4e")
def test_a_love_fights_with_nothing_and_any_defeat_is_her_end() -> None:
    s = company("Sharilla")
    put(s, 0, "rlin", "Fadan")
    lost = gate(s, "Dharzi", "Sharilla", ("Shade Gate", 2), ("monster", 1))
    assert at(lost, "Sharilla") == str(LOST)
    won = gate(s, "Dharzi", "Sharilla", ("Shade Gate", 3), ("monster", 1), *TWO)
    assert asked(won) == ("Discard", 0)


@pytest.mark.clause("16.4e")
def test_a_spell_of_his_own_counts_instead_of_his_value_and_shifts_nothing() -> None:
    s = company(PRIEST)
    give_cards(s, PRIEST, "Donblas")
    s = gate(s, "Arioch", PRIEST)
    assert asked(s) == ("SoloFightMagic", 0)
    s = choose(s, "cast", (PRIEST, "Donblas"), rolls=[("Shade Gate", 4), ("monster", 2)])
    assert told(s, "duel.person")[0].tally.total == 8
    assert asked(s) == ("TakePlunder", 0)
    assert (s.balance, spell("Donblas") in s.discard) == (0, True)


@pytest.mark.clause("16.4e")
@pytest.mark.parametrize("name", ["Escape", "Jeweled Bird"])
def test_nothing_to_fight_behind_the_gate(name: str) -> None:
    s = gate(company(PRIEST), name, PRIEST, *TWO)
    assert len(s.hand[piece(PRIEST)]) == 2
    assert len(told(s, "gate.empty")) == 1


@pytest.mark.clause("16.4e", "9.3.1a")
def test_what_acts_at_once_acts_behind_the_gate_too() -> None:
    s = company(PRIEST)
    lost = gate(s, TOWER, PRIEST, ("tower", 1))
    assert (at(lost, PRIEST), lost.hand) == (str(LOST), {})
    kept = gate(s, TOWER, PRIEST, ("tower", 5), *TWO)
    assert len(kept.hand[piece(PRIEST)]) == 2


@pytest.mark.clause("16.4e")
@pytest.mark.parametrize("name", ["Kyreenee", "Mirror of Memory", "h'Haarshanns"])
def test_from_an_eater_he_must_escape(name: str) -> None:
    s = company(PRIEST)
    saved = gate(s, name, PRIEST, ("escape", 1), *TWO)
    assert (len(saved.hand[piece(PRIEST)]), spell(name) in saved.discard) == (2, True)
    assert at(gate(s, name, PRIEST, ("escape", 2)), PRIEST) == str(LOST)


@pytest.mark.clause("16.4f")
@pytest.mark.parametrize(("choice", "rolls", "held"), [("draw", TWO, (0, 1)), ("leave", [], None)])
def test_the_plunder_may_be_drawn_or_left(choice: str, rolls: list[Any], held: object) -> None:
    s = company(PRIEST)
    s.push(ShadeGate(0, piece(PRIEST)))
    at_gate = [("Shade Gate", s.cup.index(spell("Dharzi")) + 1), ("Shade Gate", 6), ("monster", 1)]
    s = choose(run(s, rolls=at_gate), choice, rolls=rolls)
    assert s.hand.get(piece(PRIEST)) == held
    assert bool(told(s, "plunder.left")) is (choice == "leave")


@pytest.mark.clause("16.4e", "16.2q")
def test_quaolnargn_behind_the_gate_is_fought_and_not_kept() -> None:
    s = gate(company(PRIEST), QUAOLNARGN, PRIEST, ("duel", 6), ("Quaolnargn", 1), *TWO)
    assert QUAOLNARGN in s.discard
    assert len(s.hand[piece(PRIEST)]) == 2


@pytest.mark.clause("16.8a", "16.4e")
def test_the_shield_covers_him_behind_the_gate() -> None:
    s = company(PRIEST)
    arm(s, PRIEST, "Chaos Shield")
    assert len(gate(s, "Arioch", PRIEST, *TWO).hand[piece(PRIEST)]) == 2


@pytest.mark.clause("16.4e", "16.2c")
@pytest.mark.parametrize(("die", "rolls"), [(2, []), (1, [("Shade Gate", 6), ("monster", 1)])])
def test_balo_behind_the_gate(die: int, rolls: list[Any]) -> None:
    s = gate(company(PRIEST), "Balo the Jester", PRIEST, ("balo", die), *rolls, *TWO)
    assert len(s.hand[piece(PRIEST)]) == 2


def test_an_empty_cup_has_nothing_behind_the_gate() -> None:
    s = company(PRIEST)
    s.cup, s.discard = [], []
    immediate_spells.play_at_once(s, SHADE_GATE, piece(PRIEST), 0)
    assert run(s, rolls=[]).hand == {}


@pytest.mark.clause("16.2r", "9.3.1c")
@pytest.mark.parametrize(("kept", "clause"), [(QUAOLNARGN, "16.2r"), (TOWER, "9.3.1c")])
def test_a_card_that_is_kept_is_noted(kept: int, clause: str) -> None:
    s = company(PRIEST)
    s.cup.remove(kept)
    immediate_spells.keep_in_hand(s, piece(PRIEST), kept)
    (entry,) = told(s, "card.kept")
    assert (entry.clauses, entry.data) == ((clause,), {"piece": piece(PRIEST), "spell": kept})
    assert s.hand[piece(PRIEST)] == (kept,)
