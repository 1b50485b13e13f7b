"""Recruits of mercenaries (19.2)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    act,
    asked,
    at,
    bare,
    buy,
    empty_pool,
    operands,
    piece,
    put,
    recruit,
    refusal,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import BOX, GROUP_POWERS, POOL, UNITS_OF
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import KELARON, LAMMARECH, STAVROR, TAL_PLETOR
from palatine.games.dark_emperor.rules.magic.death_and_life import recall
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits

MONTOY, COS, SAAR, FERNAN, HOUNDS, _ = GROUP_POWERS


def fallen(s: Any, group: int) -> None:
    """Move all units of a group to the pool."""
    for u in UNITS_OF[group]:
        s.where[u] = POOL


def company(group: int, leader: str, where: str, **options: Any) -> Any:
    """Return a group of the Kingdoms player that has lost all units.

    Stavror and Kelaron can pay.
    """
    s = bare(phasing=KINGDOMS, **options)
    wake(s, KINGDOMS, STAVROR, KELARON, group)
    s.patron[group - MONTOY] = KELARON
    fallen(s, group)
    for kingdom in (STAVROR, KELARON):
        s.gold[kingdom] = 20
        empty_pool(s, kingdom)
    if where:
        put(s, where, leader)
    return s


@pytest.mark.clause("19.2a", "19.2b", "19.2c", "19.2d")
def test_a_lost_mercenary_is_raised_with_his_leader_and_one_kingdom_pays() -> None:
    s = recruit(company(MONTOY, "lord-montoy", "1818"))
    assert operands(s, "buy") == [piece("montoys-rebels-1")]
    s = buy(s, "montoys-rebels-1")
    assert asked(s) == ("ChoosePayer", KINGDOMS), "there is one city, but two who could pay"
    assert operands(s, "pay") == [KELARON, STAVROR]
    assert refusal(s, ("pay", TAL_PLETOR)).clause == "19.2b"
    after = act(s, ("pay", STAVROR))
    assert at(after, "montoys-rebels-1") == "1818"
    assert (after.gold[STAVROR], after.gold[KELARON]) == (10, 20)
    assert after.side(piece("montoys-rebels-1")) == KINGDOMS


@pytest.mark.clause("19.2c", "19.2f")
@pytest.mark.parametrize("place", ["1819", "", "box"])
def test_not_while_the_leader_is_outside_a_city_dead_or_in_the_box(place: str) -> None:
    s = company(MONTOY, "lord-montoy", "" if place == "box" else place)
    if place == "box":
        s.where[piece("lord-montoy")] = BOX
    assert recruit(s).flow == []


@pytest.mark.clause("19.2f")
def test_they_can_be_had_again_when_magic_has_returned_the_leader_to_life() -> None:
    s = company(MONTOY, "lord-montoy", "")
    assert recruit(s).flow == []
    (kebir,) = put(s, "1818", "kebir-whitehand")
    recall(s, kebir, piece("lord-montoy"))
    assert operands(recruit(s), "buy") == [piece("montoys-rebels-1")]


@pytest.mark.clause("19.2e", "7.23e", "7.23d")
def test_city_value_and_enemies_bind_mercenaries_too() -> None:
    s = company(MONTOY, "lord-montoy", "1023")
    s = act(buy(recruit(s), "montoys-rebels-1"), ("pay", STAVROR))
    assert asked(s) is None, "Farrenhold has one"
    besieged = company(MONTOY, "lord-montoy", "1818")
    put(besieged, "1718", "greater-vampire-1")
    assert recruit(besieged).flow == [], "in an enemy's zone alone"


@pytest.mark.clause("19.2e", "7.22a")
def test_allies_may_help_the_payer() -> None:
    s = company(MONTOY, "lord-montoy", "1818")
    s.gold[STAVROR], s.gold[KELARON] = 6, 9
    s = buy(recruit(s), "montoys-rebels-1")
    assert operands(s, "pay") == [KELARON, STAVROR]
    after = act(s, ("pay", STAVROR))
    assert (after.gold[STAVROR], after.gold[KELARON]) == (0, 1), "four of its ten are Kelaron's, who loses eight"


@pytest.mark.clause("19.2b", "6.31a")
def test_a_conquered_kingdom_pays_for_nobody_and_may_help_another_to_pay() -> None:
    s = company(MONTOY, "lord-montoy", "3104")
    s.lands[STAVROR] = LORD
    s.gold[KELARON] = 0
    paid = buy(recruit(s), "montoys-rebels-1")
    assert (paid.gold[KELARON], paid.gold[STAVROR]) == (0, 0), "twice the price"
    s.gold[STAVROR] = 19
    assert recruit(s).flow == []


@pytest.mark.clause("19.2b")
def test_only_a_kingdom_that_can_raise_the_price_pays() -> None:
    s = company(MONTOY, "lord-montoy", "1818")
    s.gold[KELARON], s.gold[STAVROR] = 0, 12
    s = buy(recruit(s), "montoys-rebels-1")
    assert (asked(s), s.gold[STAVROR]) == (None, 2)
    alone = company(MONTOY, "lord-montoy", "1818")
    wake(alone, NECROMANCER, KELARON)
    alone.gold[STAVROR] = 9
    assert recruit(alone).flow == [], "and not one of the other side"


@pytest.mark.clause("19.2b")
def test_the_necromancer_needs_a_kingdom_to_pay() -> None:
    s = bare(phasing=NECROMANCER)
    wake(s, NECROMANCER, MONTOY, STAVROR)
    s.patron[0] = LORD
    fallen(s, MONTOY)
    put(s, "1818", "lord-montoy")
    empty_pool(s, STAVROR)
    assert recruit(s).flow == []
    s.gold[STAVROR] = 10
    s = buy(recruit(s), "montoys-rebels-1")
    assert s.gold[STAVROR] == 0


@pytest.mark.clause("19.2d", "6.11a")
def test_raised_in_a_sleeping_kingdoms_city_they_wake_it() -> None:
    s = company(MONTOY, "lord-montoy", "1610")
    s = act(buy(recruit(s), "montoys-rebels-1"), ("pay", STAVROR))
    assert s.control[LAMMARECH] == NECROMANCER


@pytest.mark.clause("19.2d", "6.11a", "8.16c")
def test_and_test_whoever_is_alone_there() -> None:
    s = company(MONTOY, "lord-montoy", "1610")
    put(s, "1610", "mezal")
    s = act(buy(recruit(s), "montoys-rebels-1"), ("pay", STAVROR), rolls=[("escape", 6)])
    assert s.control[LAMMARECH] == NECROMANCER
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == [piece("mezal")]


@pytest.mark.clause("19.2e", "REC")
@pytest.mark.parametrize(
    ("group", "leader", "key", "gold", "hounds"),
    [
        (SAAR, "saar", "saarlumen-1", 10, "cavalry"),
        (HOUNDS, "hound-master", "hounds-1", 15, "cavalry"),
        (HOUNDS, "hound-master", "hounds-1", 10, "infantry"),
        (FERNAN, "fernan-conniver", "fernans-siege-train", 20, "cavalry"),
        (COS, "cos-dol-cos", "sons-of-the-morning-1", 10, "cavalry"),
    ],
)
def test_what_mercenaries_cost(group: int, leader: str, key: str, gold: int, hounds: str) -> None:
    s = company(group, leader, "1818", hounds=hounds)
    s = act(buy(recruit(s), key), ("pay", STAVROR))
    assert s.gold[STAVROR] == 20 - gold


@pytest.mark.clause("19.2c", "19.2f")
@pytest.mark.parametrize(("place", "clause"), [("1819", "19.2c"), ("box", "19.2c"), ("", "19.2f")])
def test_they_are_refused_by_the_rule_about_their_leader(place: str, clause: str) -> None:
    s = company(MONTOY, "lord-montoy", "" if place == "box" else place)
    if place == "box":
        s.where[piece("lord-montoy")] = BOX
    found = RecruitUnits(KINGDOMS).refuse(s, ("buy", piece("montoys-rebels-1")))
    assert found is not None
    assert found.clause == clause
