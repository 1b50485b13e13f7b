"""Spells in heroic escapes (10.8, 16.5)."""

from __future__ import annotations

import pytest

from games.elric.positions.board import (
    JADMAR,
    PRIEST,
    act,
    asked,
    choose,
    give_cards,
    operands,
    piece,
    refusal,
    spell,
    told,
)
from games.elric.positions.people import fleeing, lost_field
from palatine.games.elric.components.spells import ESCAPES, INVULNERABILITY
from palatine.games.elric.rules.characters.escape_spells import escape_spells
from palatine.games.elric.state import LOST, Flight, pair


@pytest.mark.clause("10.8e", "10.8f")
def test_a_spell_thrown_before_the_roll_counts_instead_of_his_value() -> None:
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, "Donblas", "Teleport")
    s = fleeing(s, PRIEST)
    assert asked(s) == ("EscapeSpell", 0)
    assert operands(s, "use") == [pair(piece(PRIEST), spell(name)) for name in ("Donblas", "Teleport")]
    used = choose(s, "use", (PRIEST, "Donblas"), rolls=[("escape", 4)])
    assert asked(used) == ("ChooseRefuge", 0)
    assert (used.balance, used.discard) == (4, [spell("Donblas")])
    assert [entry.clauses for entry in told(used, "escape.works")] == [("10.8e",)]
    lost = choose(s, "use", (PRIEST, "Teleport"), rolls=[("escape", 3)])
    assert lost.where[piece(PRIEST)] == LOST
    alone = choose(s, "roll", rolls=[("escape", 2)])
    assert (alone.where[piece(PRIEST)], alone.balance) == (LOST, 0)


@pytest.mark.clause("10.8e", "13.2a")
def test_the_balance_adds_to_a_spell_of_the_dominant_alignment() -> None:
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, "Sleep")
    s.balance = 3
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Sleep"), rolls=[("escape", 5)])
    assert (asked(s), s.balance) == (("ChooseRefuge", 0), 5)


@pytest.mark.clause("10.8e", "12.3a", "16.2k", "16.7d")
def test_what_does_not_help_in_an_escape() -> None:
    s = lost_field(PRIEST, "Naclon", "Dyvim Slorm")
    give_cards(s, PRIEST, "Dead Gods Book", "Horn of Fate", "Battle Barge", "Arkyn")
    give_cards(s, "Naclon", "Sleep")
    assert escape_spells(s, piece(PRIEST)) == [spell("Arkyn")]
    assert escape_spells(s, piece("Naclon")) == [], "he holds spells for muster only"
    asking = fleeing(s, PRIEST)
    assert refusal(asking, "use", (PRIEST, "Horn of Fate")).reason == "why.no-help-in-escape"
    assert refusal(asking, "use", (PRIEST, "Sleep")).reason == "why.spell-not-at-hand"
    assert refusal(asking, "use", ("Naclon", "Sleep")).reason == "why.saves-himself-only"
    assert refusal(asking, "use", (PRIEST, "Dragons")).clause == "12.3a"
    assert refusal(asking, "roll", 1).reason == "why.no-button"
    s.hand[piece("Dyvim Slorm")] = (spell("Dragons"),)
    assert escape_spells(s, piece("Dyvim Slorm")) == [spell("Dragons")]


def test_a_spell_in_flight_is_in_use_already() -> None:
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, "Teleport")
    s.flights[spell("Teleport")] = Flight(1, 1)
    assert escape_spells(s, piece(PRIEST)) == []


@pytest.mark.clause("16.2c")
@pytest.mark.parametrize(("die", "value", "balance"), [(3, 3, -3), (4, 1, 0)])
def test_balo_helps_on_an_odd_die_only(die: int, value: int, balance: int) -> None:
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, "Balo the Jester")
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Balo the Jester"), rolls=[("balo", die), ("escape", 1)])
    assert told(s, "escape.works")[0].tally.value == value
    assert (s.balance, s.discard) == (balance, [spell("Balo the Jester")])


@pytest.mark.clause("16.5a", "16.5b")
@pytest.mark.parametrize("card", ESCAPES)
def test_escape_saves_for_certain(card: int) -> None:
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, card)
    s = act(fleeing(s, PRIEST), ("use", pair(piece(PRIEST), card)), rolls=[])
    assert (asked(s), s.discard, s.balance) == (("ChooseRefuge", 0), [card], 0)


@pytest.mark.clause("16.5c", "10.8f")
def test_invulnerability_may_wait_for_the_roll() -> None:
    s = lost_field(PRIEST, "Avan Astram")
    give_cards(s, PRIEST, "Invulnerability")
    s = fleeing(s, PRIEST)
    before = choose(s, "use", (PRIEST, "Invulnerability"), rolls=[])
    assert asked(before) == ("ChooseRefuge", 0)
    s = choose(s, "roll", rolls=[("escape", 6)])
    assert asked(s) == ("Survive", 0)
    assert refusal(s, "use", (PRIEST, "Arkyn")).reason == "why.only-invulnerability"
    after = choose(s, "use", (PRIEST, "Invulnerability"), rolls=[])
    assert (asked(after), after.discard) == (("ChooseRefuge", 0), [INVULNERABILITY])
    assert choose(s, "fall", rolls=[]).where[piece(PRIEST)] == LOST


@pytest.mark.clause("13.4i")
def test_a_spell_that_a_tipped_balance_keeps_goes_along_or_stays_behind() -> None:
    s = lost_field(PRIEST)
    give_cards(s, PRIEST, "Arioch")
    s.tipped, s.balance, s.ends = -1, -6, 4
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Arioch"))
    assert asked(s) == ("Maintain", 0)
    saved = act(s, ("maintain", 0), rolls=[("escape", 6)])
    assert saved.maintained == {piece(PRIEST): spell("Arioch")}
    assert asked(saved) == ("ChooseRefuge", 0), "11 or less: Arioch and the Balance"
    left = act(s, ("release", 0), rolls=[("escape", 6)])
    assert left.face_up == {JADMAR: (spell("Arioch"),)}


@pytest.mark.clause("13.4i")
def test_a_maintained_spell_stays_where_its_magician_dies() -> None:
    s = lost_field(PRIEST, "Naclon")
    s.tipped, s.balance, s.ends = 1, 6, 4
    s.cup.remove(spell("Sleep"))
    s.maintained = {piece(PRIEST): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "roll", rolls=[("escape", 6)])
    assert (s.maintained, s.face_up) == ({}, {JADMAR: (spell("Sleep"),)})


@pytest.mark.clause("13.4i")
def test_a_maintained_spell_serves_again() -> None:
    s = lost_field(PRIEST, "Naclon")
    s.tipped, s.balance, s.ends = 1, 6, 4
    s.maintained = {piece(PRIEST): spell("Sleep")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Sleep"), rolls=[])
    assert asked(s) == ("Maintain", 0)
    kept = act(s, ("maintain", 0), rolls=[("escape", 6)])
    assert kept.maintained == {piece(PRIEST): spell("Sleep")}
    assert told(kept, "escape.works")[0].tally.value == 8
    left = act(s, ("release", 0), rolls=[("escape", 6)])
    assert (left.maintained, left.face_up) == ({}, {JADMAR: (spell("Sleep"),)})
    assert told(left, "escape.works")[0].tally.value == 8


@pytest.mark.clause("13.4i", "16.2c")
@pytest.mark.parametrize(("die", "value"), [(1, 9), (2, 1)])
def test_balo_who_is_maintained_helps_on_an_odd_die_only(die: int, value: int) -> None:
    s = lost_field(PRIEST, "Naclon")
    s.tipped, s.balance, s.ends = -1, -6, 4
    s.maintained = {piece(PRIEST): spell("Balo the Jester")}
    s = choose(fleeing(s, PRIEST), "use", (PRIEST, "Balo the Jester"), rolls=[("balo", die)])
    s = act(s, ("maintain", 0), rolls=[("escape", 1)])
    assert told(s, "escape.works")[0].tally.value == value
