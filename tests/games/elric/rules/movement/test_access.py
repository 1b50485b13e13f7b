"""Entry into an enemy's area, which must start a combat (7.3n, 10.1, 12.0)."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.board import (
    act,
    area,
    asked,
    choose,
    give_cards,
    names,
    new_state,
    operands,
    piece,
    put,
    refusal,
)
from games.elric.positions.journeys import moving
from palatine.games.elric.components.spells import SHIP_OF_LAND_AND_SEA
from palatine.games.elric.components.world import MELNIBONE
from palatine.games.elric.rules.movement.access import may_attack
from palatine.games.elric.state import Flight, Hold, pair


def in_the_air(*who: Any) -> Any:
    """Return a match with Saxif D'aan and others in the air aboard the Ship of Land and Sea."""
    s = new_state()
    put(s, 0, "Jadmar", "Saxif D'aan", *who)
    put(s, 0, "rlin", "Sealord of Vilmir")
    (ship,) = give_cards(s, "Saxif D'aan", SHIP_OF_LAND_AND_SEA)
    s.flights = {ship: Flight(0, 1)}
    s = act(moving(s), ("fly", pair(piece("Saxif D'aan"), ship)))
    for each in who:
        s = choose(s, "piece", each)
    return s


@pytest.mark.clause("12.0g", "7.3n")
def test_melniboneans_alone_do_not_come_upon_an_enemy_in_imrryr() -> None:
    """They never take part in an attack on Imrryr.

    They do attack a third player's stack there.
    """
    s = new_state()
    put(s, 0, "Jadmar", "Yyrkoon")
    put(s, 1, MELNIBONE, "Fadan")
    s.fallen = True
    s.holds = {MELNIBONE: Hold(1, 4)}
    assert not may_attack(s, 0, (piece("Yyrkoon"),), MELNIBONE)
    s.holds = {MELNIBONE: Hold(2, 4)}
    assert may_attack(s, 0, (piece("Yyrkoon"),), MELNIBONE)


@pytest.mark.clause("7.3n", "12.0c", "7.4.2b")
def test_who_attacks_nobody_there_flies_on_over_the_enemy() -> None:
    """Saxif D'aan flies over Dyvim Slorm.

    He cannot stop there or arrive with his last point.
    """
    s = in_the_air()
    put(s, 1, "vil_n", "Dyvim Slorm")
    s = choose(s, "go", "vil_n")
    assert asked(s) == ("March", 0)
    assert refusal(s, "halt").clause == "7.3n"
    assert ("halt", 0) in choose(s, "go", "Nadsokor").flow[-1].actions(choose(s, "go", "Nadsokor"))


@pytest.mark.clause("7.3n", "12.0c", "7.4.2b")
def test_with_the_last_point_nobody_comes_down_where_he_attacks_nobody() -> None:
    s = in_the_air()
    put(s, 1, "Old Hrolmar", "Dyvim Slorm")
    s = act(s, ("go", area("vil_n")), ("go", area("Jadmar")), ("go", area("vil_n")))
    assert "Old Hrolmar" not in names(s, "go")
    assert refusal(s, "go", "Old Hrolmar").clause == "7.3n"


@pytest.mark.clause("7.3k", "7.3n")
def test_nobody_is_dropped_from_the_air_upon_an_enemy_whom_he_does_not_attack() -> None:
    """Naclon can be left to fight and has finished; Yyrkoon, who abstains, cannot."""
    s = in_the_air("Yyrkoon", "Naclon")
    put(s, 1, "vil_n", "Dyvim Slorm")
    s = choose(choose(s, "go", "vil_n"), "drop")
    assert operands(s, "piece") == [piece("Naclon")]
    assert refusal(s, "piece", "Yyrkoon").clause == "7.3n"
    s = choose(s, "piece", "Naclon")
    assert s.done == (piece("Naclon"),)


@pytest.mark.clause("7.3k", "7.3n", "7.2e")
def test_no_army_is_dropped_from_the_air_upon_an_enemy_without_a_leader() -> None:
    s = new_state()
    put(s, 0, "Jadmar", "Priest of Vilmir", "Naclon", ("Vilmir", 2))
    (ship,) = give_cards(s, "Priest of Vilmir", SHIP_OF_LAND_AND_SEA)
    s.flights = {ship: Flight(0, 1)}
    put(s, 1, "vil_n", ("Ilmiora", 1))
    s = act(moving(s), ("fly", pair(piece("Priest of Vilmir"), ship)))
    army = max(operands(s, "piece"))
    s = act(s, ("piece", army), ("piece", piece("Naclon")), ("go", area("vil_n")), ("drop", 0))
    assert refusal(s, "piece", army).clause == "7.3n"
    assert operands(s, "piece") == [piece("Naclon"), piece("Priest of Vilmir")]
