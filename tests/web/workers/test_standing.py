"""What a worker knows of who holds which shards."""

from __future__ import annotations

from time import monotonic

from palatine.web.workers.shards import shard_of
from palatine.web.workers.standing import Roll, Standing

EVEN, ODD = "7qqevcue5ffj2x", "ä"


def standing(number: int, places: tuple[int, ...], seconds: float = 60) -> Standing:
    known = Standing(number)
    known.tell(Roll(places, monotonic() + seconds))
    return known


def test_a_match_is_held_by_the_worker_at_its_place() -> None:
    assert (shard_of(EVEN) % 2, shard_of(ODD) % 2) == (0, 1)
    known = standing(7, (7, 9))
    assert known.owns(EVEN)
    assert not known.owns(ODD)
    assert known.holder(ODD) == 9
    assert known.on_duty()
    assert not standing(9, (7, 9)).on_duty()


def test_nobody_holds_what_nobody_took() -> None:
    known = standing(7, (7, 0))
    assert known.holder(ODD) == 0
    assert not known.owns(ODD)


def test_before_it_is_told_anything_it_holds_nothing() -> None:
    known = Standing(7)
    assert not known.owns(EVEN)
    assert not known.on_duty()
    assert not known.is_at_work


def test_when_its_time_has_run_out_it_holds_nothing_more() -> None:
    known = standing(7, (7, 9), seconds=-0.001)
    assert known.holder(EVEN) == known.holder(ODD) == 0
    assert not known.owns(EVEN)
    assert not known.on_duty()
    assert not known.is_at_work


def test_a_spare_has_no_place() -> None:
    assert not standing(8, (7, 9)).is_at_work


def test_who_waits_is_called_once_when_it_is_told_anew() -> None:
    known, called = Standing(7), []
    known.when_told(lambda: called.append(known.owns(EVEN)))
    for _ in range(2):
        known.tell(Roll((7,), monotonic() + 60))
    assert called == [True]
