"""How machines share the shards of a house, and when one is dead."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from palatine.store.machines import Found, Machine
from palatine.web.workers.registrar import Dead
from palatine.web.workers.shards import HOUSE, SHARDS
from palatine.web.workers.sharing import ORDER, held_by, quotas, to_give, to_take
from palatine.web.workers.standing import BEAT, LEASE
from web.workers.clocks import Clock

WORKERS = st.lists(st.integers(1, 8), min_size=1, max_size=12)


def house(workers: list[int]) -> tuple[Machine, ...]:
    return tuple(Machine(f"m{n:02}", f"10.0.0.{n}:1", each) for n, each in enumerate(workers))


def settle(machines: tuple[Machine, ...], shards: dict[int, str]) -> int:
    """Let all give and take until nobody does; how many shards have moved."""
    before, changed = dict(shards), True
    while changed:
        changed = False
        for each in machines:
            for shard in to_give(each.id, Found(machines, shards)):
                del shards[shard]
                changed = True
        for each in machines:
            taken = to_take(each.id, Found(machines, shards))
            shards.update(dict.fromkeys(taken, each.id))
            changed = changed or bool(taken)
    return sum(before.get(shard) != holder for shard, holder in shards.items())


@given(WORKERS)
def test_all_shards_are_held_by_each_as_many_as_its_workers_part(workers: list[int]) -> None:
    machines, shards = house(workers), dict[int, str]()
    settle(machines, shards)
    assert sorted(shards) == list(range(SHARDS))
    assert sum(quotas(machines).values()) == SHARDS
    for each in machines:
        part = SHARDS * each.workers / sum(workers)
        assert len(held_by(each.id, shards)) == quotas(machines)[each.id]
        assert abs(quotas(machines)[each.id] - part) < 1


@given(WORKERS.filter(lambda workers: len(workers) > 1), st.data())
def test_no_more_moves_than_must_when_one_comes_or_goes(workers: list[int], data: st.DataObject) -> None:
    machines, shards = house(workers), dict[int, str]()
    other = data.draw(st.sampled_from(machines))
    without = tuple(each for each in machines if each != other)
    settle(without, shards)
    slack = len(machines)  # rounding may move one more for each
    assert settle(machines, shards) <= quotas(machines)[other.id] + slack
    held = len(held_by(other.id, shards))
    assert settle(without, shards) <= held + slack


@pytest.mark.parametrize("places", [1, 2, 3, 4, 8])
def test_the_shards_of_a_machine_fall_evenly_to_its_workers(places: int) -> None:
    machines, shards = house([1, 1, 1]), dict[int, str]()
    settle(machines[:1], shards)
    settle(machines, shards)
    for each in machines:
        counts = [sum(shard % places == place for shard in held_by(each.id, shards)) for place in range(places)]
        assert max(counts) - min(counts) <= sum(counts) / places / 4


def test_what_is_done_once_in_the_house_moves_last() -> None:
    machines, shards = house([1, 1]), dict[int, str]()
    settle(machines[:1], shards)
    settle(machines, shards)
    assert ORDER[0] == HOUSE
    assert shards[HOUSE] == machines[0].id


@pytest.fixture
def clock(monkeypatch: pytest.MonkeyPatch) -> Clock:
    return Clock(monkeypatch)


def look(dead: Dead, clock: Clock, *beats: int) -> list[str]:
    """Look half a second later at machines that have beaten so often."""
    clock.now += BEAT
    found = tuple(Machine(f"m{n}", "", 1, beat) for n, beat in enumerate(beats))
    return [each.id for each in dead.among(found, clock.now)]


def test_a_machine_whose_number_stands_still_for_a_lease_is_dead(clock: Clock) -> None:
    dead = Dead()
    looks = [look(dead, clock, n, 7) for n in range(6)]
    assert looks == [[], [], [], [], ["m1"], ["m1"]]
    assert 3 * BEAT <= LEASE < 4 * BEAT


def test_one_that_moves_now_and_then_lives(clock: Clock) -> None:
    dead = Dead()
    assert [look(dead, clock, n // 3) for n in range(20)] == [[]] * 20


def test_time_in_which_nobody_could_look_counts_for_nobody(clock: Clock) -> None:
    dead = Dead()
    for _ in range(3):
        look(dead, clock, 7)
    clock.now += 60
    assert [look(dead, clock, 7) for _ in range(4)] == [[]] * 4
    assert look(dead, clock, 7) == ["m0"]


def test_it_is_known_when_the_next_would_be_dead(clock: Clock) -> None:
    dead = Dead()
    look(dead, clock, 7)
    first = clock.now
    look(dead, clock, 7)
    assert dead.next == first + LEASE
