"""Cities and siege trains (9.3)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, asked, at, bare, piece, pieces, put, run, told, wake
from palatine.games.dark_emperor.components.pieces import ALLIANCE, POOL
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import LAMMARECH, STAVROR, TAL_PLETOR, hex_id
from palatine.games.dark_emperor.rules.combat.combat import Battles, totals
from palatine.games.dark_emperor.rules.common.losses import eliminate
from palatine.games.dark_emperor.rules.common.sieges import capture_lone_trains, capture_trains

CITY, OPEN, MOUNTAIN_CITY = "1812", "2011", "2808"
TRAIN = "stavror-siege-train"


def facing(where: str, dark: str, bright: str, *, phasing: int = NECROMANCER) -> Any:
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(10))
    put(s, where, dark, LORD)
    put(s, where, bright)
    return s


# Cities


@pytest.mark.clause("9.31", "TEC-city")
@pytest.mark.parametrize(("where", "defending"), [(CITY, 6), (OPEN, 3), (MOUNTAIN_CITY, 6)])
def test_defenders_of_a_city_are_doubled(where: str, defending: int) -> None:
    s = facing(where, "greater-vampire-1", "lammarech-cavalry-1")
    assert totals(s, hex_id(where)) == (3, defending)
    assert bool(told(run(s, Battles(), rolls=[1]), "battle.walls")) is (defending == 6)


@pytest.mark.clause("9.32")
@pytest.mark.parametrize("train", [TRAIN, "necromancers-siege-train"])
def test_not_against_a_siege_train_whoever_it_belonged_to(train: str) -> None:
    s = facing(CITY, f"greater-vampire-1 {train}", "lammarech-cavalry-1")
    assert totals(s, hex_id(CITY)) == (3, 3)


@pytest.mark.clause("9.32")
def test_a_train_of_the_defenders_does_not_matter() -> None:
    s = facing(CITY, "greater-vampire-1", f"lammarech-cavalry-1 {TRAIN}")
    assert totals(s, hex_id(CITY)) == (3, 6)


@pytest.mark.clause("13.41b", "13.41d")
@pytest.mark.parametrize(
    ("where", "dug", "breached", "train", "defending"),
    [
        (OPEN, True, False, False, 6), (OPEN, True, False, True, 3), (CITY, True, False, False, 6),
        (CITY, True, True, False, 3), (CITY, False, True, False, 3), (OPEN, True, True, False, 6),
    ],
)  # fmt: skip
def test_entrenchments_and_breaches(where: str, dug: bool, breached: bool, train: bool, defending: int) -> None:
    """Entrenchments defend like a city and do not add to walls.

    Breaches are made only in cities (C3).
    """
    s = facing(where, f"greater-vampire-1 {TRAIN if train else ''}", "lammarech-cavalry-1")
    s.entrenched = (hex_id(where),) if dug else ()
    s.breached = (hex_id(where),) if breached else ()
    assert totals(s, hex_id(where))[1] == defending


# Siege trains


@pytest.mark.clause("9.33c", "9.33e")
def test_a_train_is_captured_when_all_units_with_it_are_lost() -> None:
    s = facing(OPEN, "greater-vampire-1 greater-vampire-2", f"stavror-infantry-1 {TRAIN}")
    s = run(s, Battles(), rolls=[6])
    assert asked(s) is None
    assert (s.power[piece(TRAIN)], s.fighters(NECROMANCER, hex_id(OPEN))) == (
        LORD, tuple(sorted(pieces(f"greater-vampire-1 greater-vampire-2 {TRAIN}"))))  # fmt: skip
    assert [e.data["unit"] for e in told(s, "captured.train")] == [piece(TRAIN)]


@pytest.mark.clause("9.33c")
def test_a_train_without_a_way_out_is_left_behind_and_captured() -> None:
    """Enemies hold both adjacent land hexes; the Rocriders fly over the water."""
    s = facing("0424", "greater-vampire-1 greater-vampire-2 greater-vampire-3", f"rocriders-1 rocriders-2 {TRAIN}")
    put(s, "0325", "lesser-vampire-1")
    put(s, "0324", "lesser-vampire-2")
    s = run(s, Battles(), rolls=[2])
    assert (asked(s), at(s, "rocriders-2")) == (None, "0525")
    assert (at(s, TRAIN), s.power[piece(TRAIN)]) == ("0424", LORD)


@pytest.mark.clause("9.33d")
def test_a_hex_with_nothing_but_a_train_loses_it_without_a_battle() -> None:
    s = run(facing(OPEN, "greater-vampire-1", TRAIN), Battles())
    assert (asked(s), s.side(piece(TRAIN))) == (None, NECROMANCER)
    s = run(facing(OPEN, TRAIN, "stavror-infantry-1"), Battles())
    assert s.side(piece(TRAIN)) == KINGDOMS, "so does a train that goes alone among enemies (C4b)"


@pytest.mark.clause("9.33d")
def test_of_two_lone_trains_the_phasing_sides_is_taken() -> None:
    s = facing(OPEN, "necromancers-siege-train", TRAIN)
    capture_lone_trains(s)
    assert s.fighters(KINGDOMS, hex_id(OPEN)) == tuple(sorted(pieces(f"necromancers-siege-train {TRAIN}")))


@pytest.mark.clause("9.33e")
@pytest.mark.parametrize(
    ("captors", "power", "side"),
    [
        ("tal-pletor-infantry-1", TAL_PLETOR, KINGDOMS), ("slug", LORD, NECROMANCER),
        ("lammarech-cavalry-1", LAMMARECH, KINGDOMS),
    ],
)  # fmt: skip
def test_whom_a_captured_train_serves(captors: str, power: int, side: int) -> None:
    s = bare()
    wake(s, side, TAL_PLETOR, LAMMARECH)
    wake(s, 1 - side, STAVROR)
    put(s, OPEN, captors, LORD if captors == "slug" else -1)
    put(s, OPEN, TRAIN)
    capture_trains(s, side, hex_id(OPEN))
    assert s.power[piece(TRAIN)] == power


@pytest.mark.clause("9.33e")
def test_a_monster_of_the_kingdoms_takes_a_train_for_their_first_kingdom() -> None:
    s = bare()
    wake(s, KINGDOMS, LAMMARECH, TAL_PLETOR)
    put(s, OPEN, "slug", ALLIANCE)
    put(s, OPEN, TRAIN, LORD)
    capture_lone_trains(s)
    assert s.power[piece(TRAIN)] == LAMMARECH


@pytest.mark.clause("9.33b", "9.33f", "7.36")
def test_other_ways_of_losing_a_train_send_it_home_or_for_ever_away() -> None:
    s = facing(OPEN, TRAIN, "lammarech-cavalry-1")
    eliminate(s, piece(TRAIN), by=KINGDOMS)
    assert (at(s, TRAIN), s.power[piece(TRAIN)]) == (str(POOL), STAVROR)


@pytest.mark.clause("9.33g")
def test_in_all_else_a_train_is_a_unit() -> None:
    s = facing(OPEN, f"greater-vampire-1 {TRAIN}", "lammarech-cavalry-1")
    assert s.units(NECROMANCER, hex_id(OPEN)) == sorted(pieces(f"greater-vampire-1 {TRAIN}"))
    assert totals(s, hex_id(OPEN)) == (3, 3), "of strength nothing"
