"""What a tipped Balance keeps on the board (13.4)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    JADMAR,
    PRIEST,
    act,
    area,
    asked,
    give_cards,
    new_state,
    piece,
    put,
    refusal,
    spell,
    take_card,
)
from games.elric.positions.people import tipped
from palatine.games.elric.rules.combat.random_attacks import draws_attacks
from palatine.games.elric.rules.common.cup import needs_fit
from palatine.games.elric.rules.common.maintained_spells import maintain_if_tipped, release
from palatine.games.elric.rules.movement.flight import spend_flights
from palatine.games.elric.state import Flight


def lies(s: Any, where: str) -> tuple[int, ...]:
    return s.face_up.get(area(where), ())


def cast(s: Any, who: str, name: str, where: str) -> Any:
    """After a magician there has used a spell, up to the question whether he maintains it."""
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
    """The Jeweled Bird is of Law; after two flights it lies face up in the province of its user."""
    s = tipped(side)
    put(s, 0, "Jadmar", PRIEST)
    (bird,) = give_cards(s, PRIEST, "Jeweled Bird")
    s.flights = {bird: Flight(2, 1)}
    spend_flights(s, 0)
    assert (s.face_up, s.hand, s.flights) == ({JADMAR: (bird,)} if stays else {}, {}, {})
    assert (bird in s.discard) is not stays


@pytest.mark.clause("9.5a", "9.5e", "13.4e")
def test_a_maintained_spell_is_not_held() -> None:
    """The Priest, who may hold two spells, holds one of Law and a Neutral one, and maintains one of Chaos."""
    s = tipped(-1)
    put(s, 0, "Jadmar", PRIEST)
    give_cards(s, PRIEST, "Arkyn", "Grome")
    s.maintained = {piece(PRIEST): take_card(s, "Balan")}
    assert not needs_fit(s, 0, JADMAR)
    s.hand[piece(PRIEST)] = (spell("Arkyn"), spell("Grome"), spell("Misha"))
    assert needs_fit(s, 0, JADMAR)
