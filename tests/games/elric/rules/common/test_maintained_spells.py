"""Spells that a tipped Balance keeps on the board (13.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    JADMAR,
    PRIEST,
    act,
    area,
    armies_of,
    asked,
    choose,
    give_cards,
    new_state,
    piece,
    put,
    refusal,
    spell,
    take_card,
    told,
)
from games.elric.positions.journeys import marching
from games.elric.positions.people import tipped
from palatine.games.elric.components.pieces import ELRIC
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.combat.random_attacks import draws_attacks
from palatine.games.elric.rules.common.cup import needs_fit
from palatine.games.elric.rules.common.elric_appears import depart_for_track
from palatine.games.elric.rules.common.maintained_spells import maintain_if_tipped, release
from palatine.games.elric.rules.common.relocation import relocate
from palatine.games.elric.rules.movement.flight import spend_flights
from palatine.games.elric.state import NOBODY, TRACK, Flight


def lies(s: Any, where: str) -> tuple[int, ...]:
    return s.face_up.get(area(where), ())


def cast(s: Any, who: str, name: str, where: str) -> Any:
    """Let a magician use a spell; return the state at the question whether to maintain it."""
    put(s, 0, where, who)
    stayed = maintain_if_tipped(s, piece(who), take_card(s, name), area(where))
    assert stayed == bool(s.maintained or s.face_up)
    return s


@pytest.mark.clause("13.4c")
def test_the_caster_may_maintain_a_dominant_spell() -> None:
    s = cast(tipped(-1), "Jagreen Lern", "Balan", "Jadmar")
    assert asked(s) == ("Maintain", 0)
    s = act(s, ("maintain", 0))
    assert s.maintained == {piece("Jagreen Lern"): spell("Balan")}
    assert not s.face_up


@pytest.mark.clause("13.4b")
@pytest.mark.clause("13.4d")
def test_otherwise_it_lies_open_where_it_was_cast() -> None:
    s = act(cast(tipped(-1), "Jagreen Lern", "Balan", "Jadmar"), ("release", 0))
    assert lies(s, "Jadmar") == (spell("Balan"),)
    assert not s.maintained
    assert spell("Balan") not in s.discard


@pytest.mark.clause("13.4k")
def test_a_neutral_spell_may_be_maintained_and_is_discarded_then() -> None:
    s = act(cast(tipped(-1), "Jagreen Lern", "Misha", "Jadmar"), ("maintain", 0))
    assert s.maintained == {piece("Jagreen Lern"): spell("Misha")}
    release(s, piece("Jagreen Lern"), area("Jadmar"))
    assert not s.maintained
    assert not s.face_up
    assert s.discard == [spell("Misha")]


@pytest.mark.clause("13.4b")
def test_the_opposite_alignment_does_not_stay() -> None:
    s = tipped(-1)
    put(s, 0, "Jadmar", "Jagreen Lern")
    assert not maintain_if_tipped(s, piece("Jagreen Lern"), spell("Donblas"), area("Jadmar"))
    assert s.flow == []


@pytest.mark.clause("13.4b")
def test_nothing_stays_while_the_balance_stands() -> None:
    s = new_state()
    s.balance = -6
    put(s, 0, "Jadmar", "Jagreen Lern")
    assert not maintain_if_tipped(s, piece("Jagreen Lern"), spell("Balan"), area("Jadmar"))


@pytest.mark.clause("13.4g")
def test_nobody_maintains_two() -> None:
    s = act(cast(tipped(-1), "Jagreen Lern", "Balan", "Jadmar"), ("maintain", 0))
    assert maintain_if_tipped(s, piece("Jagreen Lern"), take_card(s, "Dharzi"), area("Jadmar"))
    assert s.maintained == {piece("Jagreen Lern"): spell("Balan")}
    assert lies(s, "Jadmar") == (spell("Dharzi"),)
    assert not maintain_if_tipped(s, piece("Jagreen Lern"), take_card(s, "Grome"), area("Jadmar"))


@pytest.mark.clause("13.4d")
def test_the_spell_of_a_caster_who_is_gone_lies_open() -> None:
    s = tipped(-1)
    assert maintain_if_tipped(s, piece("Jagreen Lern"), take_card(s, "Balan"), area("Jadmar"))
    assert lies(s, "Jadmar") == (spell("Balan"),)


@pytest.mark.clause("13.4c")
def test_a_caster_who_has_retreated_takes_his_spell_along() -> None:
    s = tipped(-1)
    put(s, 0, "vil_n", "Jagreen Lern")
    assert maintain_if_tipped(s, piece("Jagreen Lern"), take_card(s, "Balan"), area("Jadmar"))
    s = act(s, ("maintain", 0))
    assert s.is_wild(area("vil_n"))
    assert not s.is_wild(area("Jadmar"))


@pytest.mark.clause("13.4c")
def test_no_other_button() -> None:
    s = cast(tipped(-1), "Jagreen Lern", "Balan", "Jadmar")
    assert refusal(s, "maintain", 3).clause == "13.4c"


@pytest.mark.clause("13.4m")
def test_open_chaos_spells_make_wilderness() -> None:
    s = act(cast(tipped(-1), "Jagreen Lern", "Balan", "Jadmar"), ("release", 0))
    assert s.is_wild(area("Jadmar"))
    assert not s.is_wild(area("Kariss"))


@pytest.mark.clause("13.4m")
def test_maintained_chaos_makes_wilderness_where_its_caster_is_and_other_spells_do_not() -> None:
    s = act(cast(tipped(-1), "Jagreen Lern", "Balan", "Jadmar"), ("maintain", 0))
    assert s.is_wild(area("Jadmar"))
    assert draws_attacks(s, area("Jadmar"))
    s.shift((piece("Jagreen Lern"),), area("Kariss"))
    assert (s.is_wild(area("Jadmar")), s.is_wild(area("Kariss"))) == (False, True)
    s = act(cast(tipped(-1), "Jagreen Lern", "Misha", "Jadmar"), ("maintain", 0))
    assert not s.is_wild(area("Jadmar"))


@pytest.mark.clause("13.4m")
def test_open_law_spells_do_not() -> None:
    s = act(cast(tipped(1), "Priest of Vilmir", "Arkyn", "Jadmar"), ("release", 0))
    assert lies(s, "Jadmar") == (spell("Arkyn"),)
    assert not s.is_wild(area("Jadmar"))


@pytest.mark.clause("13.4b", "13.4d", "7.4.2a")
@pytest.mark.parametrize(("side", "stays"), [(1, True), (-1, False)])
def test_a_spell_of_flight_of_the_dominant_side_stays_on_the_board_when_it_is_used_up(
    side: int, stays: bool
) -> None:
    """The Jeweled Bird is of Law.

    After two flights it is face up in its user's province.
    """
    s = tipped(side)
    put(s, 0, "Jadmar", PRIEST)
    (bird,) = give_cards(s, PRIEST, "Jeweled Bird")
    s.flights = {bird: Flight(2, 1)}
    spend_flights(s, 0)
    assert (s.face_up, s.hand, s.flights) == ({JADMAR: (bird,)} if stays else {}, {}, {})
    assert (bird in s.discard) is not stays


@pytest.mark.clause("9.5a", "9.5e", "13.4e")
def test_a_maintained_spell_is_not_held() -> None:
    """The Priest may hold two spells.

    He holds one of Law and a Neutral one, and maintains one of Chaos.
    """
    s = tipped(-1)
    put(s, 0, "Jadmar", PRIEST)
    give_cards(s, PRIEST, "Arkyn", "Grome")
    s.maintained = {piece(PRIEST): take_card(s, "Balan")}
    assert not needs_fit(s, 0, JADMAR)
    s.hand[piece(PRIEST)] = (spell("Arkyn"), spell("Grome"), spell("Misha"))
    assert needs_fit(s, 0, JADMAR)


# Wilderness that comes to a garrison (13.4)


def beside_garrison() -> Any:
    """Return a match with the Sorcerer of seat 0, who maintains Balan, next to Jadmar.

    Avan Astram of seat 1 is in Jadmar with two armies.
    """
    s = tipped(-1)
    put(s, 0, "vil_n", "Sorcerer of Dharijor", ("Dharijor", 1))
    put(s, 0, "dha_w", "Karnaal")
    s.maintained = {piece("Sorcerer of Dharijor"): take_card(s, "Balan")}
    put(s, 1, "Jadmar", "Avan Astram", ("Vilmir", 2))
    s.cup = [spell("Misha")] * 2
    return s


@pytest.mark.clause("13.4m", "7.3n", "7.5.8a", "8.0d")
def test_wilderness_that_comes_to_a_garrison_brings_no_battle_until_it_is_found() -> None:
    """The stack is attacked at random on entry and can go on.

    It fights the garrison only after finding it.
    """
    s = choose(
        marching(beside_garrison(), "vil_n", "Sorcerer of Dharijor", armies_of("Dharijor")[0]),
        "go",
        "Jadmar",
        rolls=[("random attack", 1)],
    )
    assert len(told(s, "attack.draw")) == 1
    assert asked(s) == ("March", 0)
    assert not s.is_hostile(0, JADMAR)
    assert pending(s) == []
    (garrison,) = s.stacks_at(1, JADMAR)
    (hunters,) = s.stacks_at(0, JADMAR)
    s.found = ((JADMAR, 1, s.bands.get(garrison[0], 0), s.bands[hunters[0]]),)
    assert [(battle.attacker, battle.defender) for battle in pending(s)] == [(0, 1)]


@pytest.mark.clause("13.4m", "7.3n", "10.1a")
def test_enemies_whom_the_wilderness_leaves_side_by_side_fight_in_the_next_combat_phase() -> None:
    s = beside_garrison()
    put(s, 0, "Jadmar", "Sorcerer of Dharijor", *armies_of("Dharijor")[:1])
    put(s, 0, "Jadmar", "Karnaal")
    assert pending(s) == []
    relocate(s, (piece("Sorcerer of Dharijor"),), area("vil_n"))
    assert len(s.stacks_at(0, JADMAR)) == 1
    assert [(battle.area, battle.attacker, battle.defender) for battle in pending(s)] == [(JADMAR, 0, 1)]


# What Elric maintains (13.4)


@pytest.mark.clause("13.4c", "13.4d", "12.1.2a")
@pytest.mark.parametrize(("card", "lies"), [("Balan", True), ("Misha", False)])
def test_what_elric_maintains_stays_behind_when_nobody_controls_him(card: str, lies: bool) -> None:
    """A Chaos spell is face up where he was; a Neutral one is discarded."""
    s = tipped(-1)
    put(s, 1, "Jadmar", "Naclon", "Elric")
    s.controller, s.has_hand = piece("Naclon"), True
    number = take_card(s, card)
    s.maintained = {ELRIC: number}
    relocate(s, (piece("Naclon"),), area("vil_n"))
    assert (s.owner[ELRIC], s.maintained) == (NOBODY, {})
    assert s.face_up == ({JADMAR: (number,)} if lies else {})
    assert (number in s.discard) is not lies


@pytest.mark.clause("13.4d", "16.4b")
def test_the_four_take_no_maintained_spell_along() -> None:
    s = tipped(-1)
    put(s, 1, "Jadmar", "Naclon", "Elric")
    s.controller, s.has_hand = piece("Naclon"), True
    s.maintained = {ELRIC: take_card(s, "Balan")}
    depart_for_track(s)
    assert (s.where[ELRIC], s.maintained, s.face_up) == (TRACK, {}, {JADMAR: (spell("Balan"),)})
