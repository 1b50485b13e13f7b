"""Invariants between two turns, each of which reports a position that breaks it."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from games.lord_and_master.invariants import invariants
from games.lord_and_master.positions import ARDEA, hargaar, hold, person, put
from palatine.games.lord_and_master.state import NEUTRAL, Independence, Shipment, SiegeRecord, State, TruceRecord


def sound() -> State:
    """Return three nations, of which the third has fallen.

    Nora of the second nation is a prisoner of the first.
    """
    state = hargaar(3)
    for seat, place in ((0, 65), (1, 56), (2, 90)):
        hold(state, seat, place)
        state.set_nation(seat, site=place)
    person(state, "Ralph W2", 0, 65)
    person(state, "Otto W2", 1, 56)
    person(state, "Nora W2", 1, 65, captor=0)
    put(state, "MFC 1", 0, 65)
    del state.holders[90]
    state.set_nation(2, out=True, gold=0)
    state.order = [0, 1]
    return state


def change(**fields: object) -> Callable[[State], None]:
    def apply(state: State) -> None:
        for field, value in fields.items():
            setattr(state, field, value)

    return apply


BROKEN: dict[str, Callable[[State], object]] = {
    "is the prisoner of 0 in 65, where nobody guards him": lambda s: s.remove_unit(s.units_at(65, 0)[0]),
    "has Hugo in an office, who is gone": lambda s: s.set_nation(0, heir="Hugo"),
    "has Otto in an office, who is gone": lambda s: s.set_nation(0, commanders=((65, "Otto"),)),
    "has its treasury in 0, mobile or not": lambda s: s.set_nation(0, site=0),
    "has its treasury in 65, mobile or not": lambda s: s.set_nation(0, advantages=("mobile-treasury",)),
    "has fallen and has something left": lambda s: s.set_nation(2, gold=1),
    "2 has fallen and has dealings": change(shipments=[Shipment(2, (("HFC", False),))]),
    "0 gold": lambda s: s.set_nation(0, gold=-10),
    "90 keeps -1 gold": lambda s: s.coffers.update({90: -1}),
    "belongs to 0 and keeps 7 gold": lambda s: s.coffers.update({65: 7}),
    "90 is to be free, and is held by -1": change(independence=[Independence(90, 2, 1)]),
    "the neutral places are": change(roused=[90, 90]),
    "65 is roused and held by 0": change(roused=[65]),
    "has fallen and is nobody's": change(fallen={ARDEA: 2}),
    "65 is the ally of 101": lambda s: (s.holders.update({65: 101}), s.allied.append(65)),
    "without troops": change(sieges=[SiegeRecord(ARDEA, 0)]),
    "is the prisoner of nobody in 65": lambda s: s.set_person(3, captor=NEUTRAL),
}
"""By the complaint: what brings it about."""


def test_a_sound_position_is_not_reported() -> None:
    assert invariants(sound()) == []


@pytest.mark.parametrize("complaint", BROKEN)
def test_a_broken_position_is_reported(complaint: str) -> None:
    state = sound()
    BROKEN[complaint](state)
    assert any(complaint in each for each in invariants(state)), invariants(state)


def test_a_truce_with_the_fallen_is_reported() -> None:
    state = sound()
    state.truces = [TruceRecord((0, 2), 9)]
    assert invariants(state) == ["2 has fallen and has dealings"]
