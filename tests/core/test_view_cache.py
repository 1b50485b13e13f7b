"""The view cache, valid exactly while all values that were read are unchanged."""

from __future__ import annotations

from typing import Any, ClassVar

import pytest

from palatine.core import Dice, State, ViewCache, memoized_view
from palatine.core.view_cache import MAX_RESULTS


class Field(State, kw_only=True):
    """A state with only what these tests read."""

    corn: int = 3
    names: tuple[str, ...] = ("a", "b")
    heaps: dict[int, tuple[int, ...]] = {}
    sides: tuple[dict[int, int], ...] = ()
    reckoned: ClassVar[int | None] = None
    """A value cached beside the fields by its calculation."""

    def copy(self) -> Field:
        twin = super().copy()
        twin.sides = tuple([side.copy() for side in self.sides])
        return twin

    @property
    def doubled(self) -> int:
        return self.corn * 2

    def first(self) -> str:
        return self.names[0]

    def sum(self) -> int:
        if self.reckoned is None:
            self.reckoned = self.corn + sum(map(sum, self.heaps.values()))  # type: ignore[misc]
        return self.reckoned


made: list[str] = []


@memoized_view
def told(word: str, s: Field, more: int = 0) -> tuple[str, int]:
    made.append(word)
    return f"{word} {s.first()}", s.doubled + more


@memoized_view
def list_of(s: Field) -> tuple[Any, ...]:
    made.append("list")
    return (*s.heaps, *[key for side in s.sides for key in side])


@memoized_view
def total(s: Field) -> int:
    made.append("total")
    return s.sum()


@memoized_view
def outer(s: Field) -> tuple[str, int]:
    made.append("outer")
    return told("inner", s)


@pytest.fixture
def s() -> Field:
    made.clear()
    state = Field(seats=("N",), flow=[], dice=Dice(b"k"), options={})
    state.view_cache = ViewCache()  # type: ignore[misc]
    return state


def then(s: Field, **changed: Any) -> Field:
    """Return the next position, with the cache of this one."""
    after = s.copy()
    assert after.view_cache is None
    for name, value in changed.items():
        setattr(after, name, value)
    after.view_cache = s.view_cache  # type: ignore[misc]
    return after


def test_what_is_read_of_nothing_that_changed_is_made_once(s: Field) -> None:
    first = told("corn", s)
    assert told("corn", then(s, heaps={1: (1,)}, outcome=None)) is first
    assert made == ["corn"]


def test_each_thing_read_counts_by_itself_also_through_methods(s: Field) -> None:
    assert told("corn", s) == ("corn a", 6)
    assert told("corn", then(s, corn=4)) == ("corn a", 8)
    assert told("corn", then(s, names=("z",))) == ("corn z", 6)
    assert made == ["corn"] * 3


def test_what_else_is_given_is_told_apart(s: Field) -> None:
    assert told("corn", s) == ("corn a", 6)
    assert told("rye", s) == ("rye a", 6)
    assert told("corn", s, 1) == ("corn a", 7)
    assert made == ["corn", "rye", "corn"]


def test_the_order_of_keys_counts(s: Field) -> None:
    for name, one, other in (
        ("heaps", {1: (1,), 2: ()}, {2: (), 1: (1,)}),
        ("sides", ({}, {1: 1, 2: 2}), ({}, {2: 2, 1: 1})),
    ):
        assert list_of(then(s, **{name: one})) == (1, 2)
        assert list_of(then(s, **{name: other})) == (2, 1)


def test_what_a_state_keeps_beside_its_fields_is_reckoned_anew(s: Field) -> None:
    assert total(s) == 3
    later = then(s, heaps={1: (5,)})
    later.reckoned = 99  # type: ignore[misc]
    assert total(later) == 8
    assert s.reckoned is None


def test_within_another_it_is_read_for_both(s: Field) -> None:
    outer(s)
    assert outer(then(s, corn=1)) == ("inner a", 2)
    assert outer(then(s, corn=1)) == ("inner a", 2)
    assert made == ["outer", "inner"] * 2


def test_what_comes_out_the_same_is_the_very_same(s: Field) -> None:
    first = list_of(then(s, heaps={1: (1,)}))
    assert list_of(then(s, heaps={1: (2,)})) is first


def test_without_a_memory_all_is_made_anew(s: Field) -> None:
    s.view_cache = None  # type: ignore[misc]
    assert told("corn", s) == told("corn", s)
    assert made == ["corn", "corn"]


def test_it_forgets_rather_than_grow(s: Field) -> None:
    assert s.view_cache is not None
    for number in range(3 * MAX_RESULTS):
        told("corn", s, number)
        assert len(s.view_cache._kept[told.__wrapped__]) <= MAX_RESULTS
    told("corn", s, 3 * MAX_RESULTS - 1)
    assert len(made) == 3 * MAX_RESULTS
    told("corn", s, 0)
    assert len(made) == 3 * MAX_RESULTS + 1


def test_nothing_of_it_is_saved_or_compared(s: Field) -> None:
    told("corn", s)
    assert s == s.copy()
    assert "memory" not in s.__struct_fields__
