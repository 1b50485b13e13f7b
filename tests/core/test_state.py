"""States as values: copying, comparison, saving, and steps on the flow."""

from __future__ import annotations

from typing import Any

import msgspec
import pytest

from palatine.core import AlreadyEnded, Dice, Ending, Entry, Refusal, State, Step, Unreadable
from palatine.testing.examples.ford.rules.movement import Choose, March
from palatine.testing.examples.ford.sequence import Day
from palatine.testing.examples.ford.setup import Deal


class Rich(State):
    """A state with every kind of field a game can have."""

    places: list[int] = msgspec.field(default_factory=lambda: [1, 2])
    control: dict[int, int] = msgspec.field(default_factory=lambda: {3: 1})
    spent: set[int] = msgspec.field(default_factory=lambda: {5})
    turn: int = 1
    pair: tuple[int, int] = (0, 0)


def rich() -> Rich:
    return Rich(("North", "South"), [Day(1), Choose(0)], Dice(b"k"), {"days": 6})


def test_a_copy_is_equal_and_shares_nothing_that_changes() -> None:
    state = rich()
    twin = state.copy()
    assert twin == state
    assert type(twin) is Rich
    twin.places[0] = 9
    twin.control[3] = 0
    twin.spent.add(6)
    twin.flow.pop()
    twin.dice.die("x")
    assert state == rich()


def test_a_copy_of_a_subclass_shares_none_of_its_own_fields() -> None:
    class Longer(Rich):
        more: list[int] = []

    rich().copy()
    longer = Longer(("North", "South"), [], Dice(b"k"), {}, more=[1])
    longer.copy().more.append(2)
    assert longer.more == [1]


@pytest.mark.parametrize(("field", "value"), [("turn", 2), ("places", [2, 1]), ("flow", []), ("pair", (0, 1))])
def test_states_that_differ_in_a_field_are_not_equal(field: str, value: Any) -> None:
    state = rich()
    setattr(state, field, value)
    assert state != rich()


def test_the_journal_stays_behind_and_is_not_saved(ford: Any) -> None:
    state = ford.setup(seed=b"1", record=True)
    assert [entry.kind for entry in state.journal] == ["dealt"]
    assert state.dice.drawn
    twin = state.copy()
    assert twin.journal is None
    assert twin.dice.drawn is None
    assert ford.encode(twin) == ford.encode(state)


def test_a_kept_menu_stays_behind_and_is_not_saved(ford: Any) -> None:
    state = ford.setup(seed=b"1")
    saved = ford.encode(state)
    state.cached_actions = (("rest", 0),)
    assert state.copy().cached_actions is None
    assert ford.encode(state) == saved
    assert ford.decode(saved) == state


def test_notes_go_to_whoever_keeps_a_journal() -> None:
    state = rich()
    state.log("rests", "2", seat=0)
    state.journal = []  # type: ignore[misc]
    state.log("rests", "2", "2.1", readers=(1,), seat=0)
    (entry,) = state.journal
    assert entry == Entry("rests", {"seat": 0}, ("2", "2.1"), (1,))
    assert [entry.is_readable_by(seat) for seat in (0, 1, None)] == [False, True, False]
    assert Entry("dusk").is_readable_by(None)


def test_a_roll_is_a_tally_of_the_state_s_dice() -> None:
    state, dice = rich(), Dice(b"k")
    assert state.roll("one").dice == (dice.die("one"),)
    assert state.roll("two", 2).dice == (dice.die("two"), dice.die("two"))
    assert state.roll("three").parts is not state.roll("four").parts


def test_finishing_clears_the_flow_and_tells() -> None:
    state = rich()
    state.journal = []  # type: ignore[misc]
    state.finish(("North",), "rout", "4.1", loser=1)
    assert (state.flow, state.outcome) == ([], Ending(("North",), "rout", "4.1", {"loser": 1}))
    assert state.journal[0].kind == "outcome"
    state.push(Choose(0))
    state.replace_top(Choose(1))
    state.pop()
    assert state.flow == []


def test_the_flow_is_a_stack() -> None:
    state = rich()
    state.push(March(0, 1))
    state.replace_top(March(0, 2))
    assert state.flow == [Day(1), Choose(0), March(0, 2)]
    state.pop()
    assert state.flow[-1] == Choose(0)


def test_saved_and_read_again(ford: Any) -> None:
    state = ford.setup(seed=b"1")
    state.push(March(0, 2))
    twin = ford.decode(ford.encode(state))
    assert twin == state
    assert [type(step) for step in twin.flow] == [Day, Choose, March]
    assert isinstance(twin.seats, tuple)
    assert ford.encode(twin) == ford.encode(state)


def test_a_match_ends_once(ford: Any) -> None:
    state = ford.setup(seed=b"s")
    state.finish(("North",), "rout", "4.1", loser=1)
    first = state.outcome
    with pytest.raises(AlreadyEnded, match=r"ended by 4\.1; it cannot end again by 4\.2"):
        state.finish(("South",), "strength", "4.2", north=0, south=3)
    assert state.outcome == first


def test_a_finished_state_is_saved_with_its_outcome(ford: Any) -> None:
    state = ford.setup(seed=b"1")
    state.finish(("North", "South"), "strength", "4.2", north=3, south=3)
    assert ford.decode(ford.encode(state)).outcome == state.outcome


@pytest.mark.parametrize("cut", [0, 1, 10, 40, -1])
def test_bytes_that_are_no_state_are_refused(ford: Any, cut: int) -> None:
    data = ford.encode(ford.setup(seed=b"1"))
    with pytest.raises(Unreadable, match="not a saved position of Ford"):
        ford.decode(data[:cut])


def test_a_step_of_another_game_is_refused(ford: Any) -> None:
    class Stranger(Step, frozen=True):
        seat: int

    state = ford.setup(seed=b"1")
    state.push(Stranger(1))
    with pytest.raises(Unreadable):
        ford.decode(ford.encode(state))


def test_steps_are_frozen_and_equal_by_value() -> None:
    assert Choose(1) == Choose(1) != Choose(0)
    assert Choose(1) != Deal()
    with pytest.raises(AttributeError):
        Choose(1).seat = 0  # type: ignore[misc]


def test_a_refusal_is_data() -> None:
    assert Refusal("2.1", "why.deep") == Refusal("2.1", "why.deep", {})
