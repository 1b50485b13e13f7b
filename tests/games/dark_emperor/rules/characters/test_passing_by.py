"""Pieces that an unfinished march only passes (8.16, 9.27, 9.33)."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import (
    KINGDOMS,
    NECROMANCER,
    at,
    bare,
    lay,
    piece,
    put,
    raise_undead,
    run,
    told,
    wake,
)
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.pieces import POOL
from palatine.games.dark_emperor.components.world import (
    LOYMARECH,
    STAVROR,
    TAL_PLETOR,
    ZOLAHAURESLOR,
    hex_id,
)
from palatine.games.dark_emperor.rules.characters.lone_leaders import Alone, provoke, release_legions
from palatine.games.dark_emperor.rules.movement.attrition import Attrition
from palatine.games.dark_emperor.rules.realm.betrayal import betray

ESCAPE = "escape"

HERE, THERE, CITY, HOLY = "2011", "2414", "1812", "2819"


def passing_by() -> Any:
    """Return a march in which vampires pass Farnon, who is alone, when something happens.

    A siege train ahead of them is among enemies.
    """
    s = bare()
    wake(s, KINGDOMS, ZOLAHAURESLOR)
    wake(s, NECROMANCER, STAVROR, TAL_PLETOR)
    put(s, THERE, "farnon greater-vampire-1")
    put(s, CITY, "zolahaureslor-infantry-1 necromancers-siege-train")
    lay(s, THERE, "dawn-lantern")
    s.left_by = {piece("dawn-lantern"): KINGDOMS}
    return s


def is_untouched(s: Any) -> bool:
    train, lantern = piece("necromancers-siege-train"), piece("dawn-lantern")
    return not told(s, "alone.falls") and s.side(train) == NECROMANCER and s.left_by[lantern] == KINGDOMS


@pytest.mark.clause("9.33c", "8.16c", "9.27e", "6.11a")
def test_a_march_that_wakes_a_kingdom_touches_nobody_elsewhere() -> None:
    s = passing_by()
    provoke(s, NECROMANCER, hex_id("2806"))
    s = run(s)
    assert (s.control[LOYMARECH], is_untouched(s)) == (KINGDOMS, True)


@pytest.mark.clause("6.16b", "9.33c", "8.16c", "9.27e")
def test_nor_does_a_betrayal_but_those_who_turn_leave_others_alone() -> None:
    s = passing_by()
    put(s, "1118", "mezal stavror-siege-train tal-pletor-infantry-1")
    betray(s, STAVROR)
    s = run(s)
    assert is_untouched(s), "nobody of Stavror's is there"
    assert at(s, "mezal") == "1118", "with Tal Pletor's men he is not alone"
    s.flow.clear()
    put(s, HERE, "necromancers-siege-train tol-morn kings-guard-1")
    betray(s, TAL_PLETOR)
    s = run(s, rolls=[("escape", 6), ("escape", 6)])
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == [piece("tol-morn"), piece("mezal")]
    assert s.side(piece("necromancers-siege-train")) == KINGDOMS, "the King's Guard has it now"
    assert at(s, "farnon") == THERE


@pytest.mark.clause("8.16c", "15.7b")
def test_nor_do_legions_that_fall_away_from_the_staff() -> None:
    s = passing_by()
    (legion,) = raise_undead(s, HERE, "imperial-legion-iii", ZOLAHAURESLOR)
    put(s, HERE, "mezal")
    s.legions = {legion: LORD}
    release_legions(s)
    s = run(s)
    assert (s.side(legion), is_untouched(s)) == (NECROMANCER, True)


@pytest.mark.clause("8.16c")
def test_when_the_attrition_segment_ends_all_are_looked_at() -> None:
    s = run(passing_by(), Attrition(), rolls=[("escape", 6)])
    assert (at(s, "farnon"), s.side(piece("necromancers-siege-train"))) == (str(POOL), KINGDOMS)


@pytest.mark.clause("8.16c")
def test_a_match_begun_under_older_rules_goes_on_with_the_power_that_it_noted() -> None:
    s = passing_by()
    put(s, "1118", "mezal stavror-infantry-1")
    s.turn_coat(STAVROR, KINGDOMS)
    s = run(s, Alone(power=STAVROR), rolls=[("escape", 6)])
    assert [entry.data["leader"] for entry in told(s, "alone.falls")] == [piece("mezal")]
    assert at(s, "farnon") == THERE
