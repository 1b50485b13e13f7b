"""The Stacking Judgment Segment (10)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    bare,
    operands,
    piece,
    pieces,
    put,
    refusal,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.world import hex_id
from palatine.games.dark_emperor.rules.movement.stacking import StackingJudgment

SETTLED, MOUNTAIN, SEA, CITY, CAPITAL = "2011", "1104", "1020", "1812", "2414"
LOSE = "lose"


def foot(count: int) -> str:
    return " ".join(f"stavror-infantry-{n}" for n in range(1, count + 1))


def judged(where: str, keys: str, *, phasing: int = KINGDOMS, **options: Any) -> Any:
    s = bare(phasing=phasing, **options)
    wake(s, KINGDOMS, *range(10))
    put(s, where, keys)
    return run(s, StackingJudgment())


def left(s: Any, where: str, side: int = KINGDOMS) -> int:
    return len(s.fighters(side, hex_id(where)))


@pytest.mark.clause("10a", "10b", "10c", "10.1b")
@pytest.mark.parametrize(("where", "limit"), [(SETTLED, 4), (MOUNTAIN, 2), (CITY, 6), (CAPITAL, 8)])
def test_what_is_above_the_limit_is_lost(where: str, limit: int) -> None:
    s = judged(where, foot(limit + 3))
    assert (left(s, where), asked(s)) == (limit, None)
    assert told(s, "overstacked")[0].data == {"hex": hex_id(where), "owed": 3, "limit": limit}
    assert told(judged(where, foot(limit)), "overstacked") == []


@pytest.mark.clause("10a")
def test_the_sea_holds_four_and_cargo_counts() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, *range(10))
    put(s, SEA, "ferlarie-fleet-1 ferlarie-fleet-2 ferlarie-fleet-3 stavror-infantry-1 lammarech-cavalry-1")
    s.cargo = dict(zip(pieces("ferlarie-fleet-1 ferlarie-fleet-2"), pieces("stavror-infantry-1 lammarech-cavalry-1"),
                       strict=True))  # fmt: skip
    s = run(s, StackingJudgment())
    assert asked(s) == ("ChooseExcess", KINGDOMS)
    assert left(act(s, (LOSE, piece("ferlarie-fleet-1"))), SEA) == 3
    assert left(act(s, (LOSE, piece("lammarech-cavalry-1"))), SEA) == 4


@pytest.mark.clause("10.1b")
def test_the_phasing_player_chooses_among_all_kingdoms_of_his_side() -> None:
    s = judged(SETTLED, f"{foot(3)} lammarech-cavalry-1 ferlarie-infantry-1 stavror-siege-train")
    assert operands(s, LOSE) == pieces(
        "ferlarie-infantry-1 lammarech-cavalry-1 stavror-infantry-1 stavror-siege-train"
    )
    assert refusal(s, (LOSE, piece("stavror-infantry-2"))).reason == "why.alike"
    assert refusal(s, (LOSE, piece("stavror-infantry-9"))).clause == "10.1b"
    s = act(s, (LOSE, piece("stavror-siege-train")), (LOSE, piece("ferlarie-infantry-1")))
    assert (left(s, SETTLED), asked(s)) == (4, None)


@pytest.mark.clause("10.1a", "10.1c")
def test_the_other_player_is_left_alone() -> None:
    assert left(judged(SETTLED, foot(9), phasing=NECROMANCER), SETTLED) == 9


@pytest.mark.clause("10a")
def test_leaders_and_monsters_do_not_count() -> None:
    s = judged(SETTLED, " ".join(f"greater-vampire-{n}" for n in range(1, 5)), phasing=NECROMANCER)
    put(s, SETTLED, "mezal tol-morn")
    put(s, SETTLED, "slug the-dragon-sirax", 16)
    assert left(run(s, StackingJudgment()), SETTLED, NECROMANCER) == 6


@pytest.mark.clause("10a", "8.4a")
@pytest.mark.parametrize(
    ("options", "count"), [({}, 4), ({"boxes": "escape stacking"}, 7), ({"cargo": "free"}, 4)], ids=str
)
def test_options_of_what_counts(options: dict[str, str], count: int) -> None:
    s = judged(SETTLED, f"{foot(7)} stav-farren", **options)
    assert left(s, SETTLED) == count


@pytest.mark.clause("10a", "10.1b")
def test_cargo_that_is_free_is_not_lost_for_the_ships() -> None:
    s = bare(phasing=KINGDOMS, cargo="free")
    wake(s, KINGDOMS, *range(10))
    put(s, SEA, " ".join(f"stavror-fleet-{n}" for n in range(1, 6)) + " stavror-infantry-1")
    s.cargo = {piece("stavror-fleet-1"): piece("stavror-infantry-1")}
    s = run(s, StackingJudgment())
    assert operands(s, LOSE) == pieces("stavror-fleet-1 stavror-fleet-2")
    assert refusal(s, (LOSE, piece("stavror-infantry-1"))).clause == "10.1b"


@pytest.mark.clause("10a")
@pytest.mark.parametrize(("options", "count"), [({}, 4), ({"cargo": "free"}, 6)], ids=str)
def test_cargo_may_be_free(options: dict[str, str], count: int) -> None:
    s = bare(phasing=KINGDOMS, **options)
    wake(s, KINGDOMS, *range(10))
    fleets, loads = pieces("stavror-fleet-1 stavror-fleet-2 stavror-fleet-3"), pieces(foot(3))
    put(s, SEA, f"stavror-fleet-1 stavror-fleet-2 stavror-fleet-3 {foot(3)}")
    s.cargo = dict(zip(fleets, loads, strict=True))
    s = run(s, StackingJudgment())
    while asked(s):
        s = act(s, (LOSE, operands(s, LOSE)[-1]))
    assert left(s, SEA) == count


@pytest.mark.clause("10.1b", "9.33c")
def test_siege_trains_that_only_the_excess_was_with_are_captured() -> None:
    s = judged(MOUNTAIN, f"{foot(1)} stavror-siege-train lammarech-cavalry-1 greater-vampire-1 nikon-v")
    s = act(s, (LOSE, piece("lammarech-cavalry-1")))
    assert s.side(piece("stavror-siege-train")) == KINGDOMS
    s = judged(MOUNTAIN, f"{foot(1)} stavror-siege-train tal-pletor-siege-train greater-vampire-1 nikon-v")
    s = act(s, (LOSE, piece("stavror-infantry-1")), rolls=[("escape", 6)])
    assert left(s, MOUNTAIN) == 0
    assert left(s, MOUNTAIN, NECROMANCER) == 3
    assert told(s, "alone.falls")
