from __future__ import annotations

import msgspec

from palatine.core import Part, Tally


def test_parts_add_to_the_dice() -> None:
    t = Tally("combat", (3, 5), [])
    t.add(2, "9.22", "ratio")
    t.add(-1, "9.24", "mountain")
    assert (t.rolled, t.value, t.total) == (8, 1, 9)
    assert t.parts == [Part(2, "9.22", "ratio"), Part(-1, "9.24", "mountain")]


def test_a_part_of_zero_is_left_out() -> None:
    t = Tally("combat", (3,), [])
    t.add(0, "9.22", "ratio")
    assert t.parts == []


def test_dice_within_the_value() -> None:
    t = Tally("morale", (4,), [])
    t.add(4, "8.1", "morale")
    assert t.succeeds
    t.add(-1, "8.2", "routed")
    assert not t.succeeds


def test_a_cap_is_a_part_with_its_clause() -> None:
    t = Tally("morale", (4,), [])
    t.add(7, "8.1", "morale")
    t.cap(5, "8.3", "at most five")
    assert (t.value, t.parts[-1]) == (5, Part(-2, "8.3", "at most five"))
    t.cap(9, "8.3", "at most nine")
    assert len(t.parts) == 2


def test_two_tallies_share_nothing() -> None:
    one, other = Tally("a"), Tally("b")
    one.add(1, "1", "x")
    assert other.parts == []


def test_a_tally_is_saved_whole() -> None:
    t = Tally("combat", (3,), [Part(1, "9.2", "hero")], is_roll_under=True)
    assert msgspec.json.decode(msgspec.json.encode(t), type=Tally) == t
