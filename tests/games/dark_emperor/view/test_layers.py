"""The map overlay: production of every hex, and its owner."""

from __future__ import annotations

from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, bare, new_state, put, wake
from palatine.core import Layer
from palatine.games.dark_emperor.components.pieces import NECROMANCER as LORD
from palatine.games.dark_emperor.components.world import LAMMARECH, LOYMARECH, STAVROR, TAXATION, hex_name
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.common.taxation import income, production


def layer(s: Any, name: str) -> Layer:
    return next(each for each in GAME.layers(s, None) if each.id == name)


def realm(s: Any, kingdom: int) -> Layer:
    return layer(s, f"realm.{kingdom}")


@pytest.mark.clause("7.14a", "7.15")
@pytest.mark.parametrize("kingdom", range(10))
def test_the_income_of_a_kingdom_hex_by_hex(kingdom: int) -> None:
    s = new_state()
    wake(s, KINGDOMS, kingdom)
    shown = realm(s, kingdom)
    paid = {name: int(text) for name, text in shown.text.items() if text != "0"}
    assert paid == {hex_name(h): gold for h, gold in income(s, kingdom).items()}
    assert shown.total == f"{TAXATION[kingdom]} gold"


@pytest.mark.clause("7.14b")
def test_hexes_that_pay_nothing_now_are_shown_as_nothing() -> None:
    s = bare()
    wake(s, KINGDOMS, LAMMARECH)
    put(s, "1609", "greater-vampire-1")
    shown = realm(s, LAMMARECH)
    assert (shown.text["1609"], shown.text["1710"], shown.text["1711"]) == ("0", "0", "1")
    assert "1808" not in shown.text, "a mountain never pays"
    assert shown.total == f"{sum(income(s, LAMMARECH).values())} gold"
    mine = layer(s, "necromancer")
    assert mine.text["1609"] == "2"


@pytest.mark.clause("7.14a", "6.2")
def test_of_a_kingdom_asleep_the_printed_value() -> None:
    shown = realm(new_state(), LOYMARECH)
    assert shown.total == f"asleep; {TAXATION[LOYMARECH]} gold, the printed value"
    assert sum(map(int, shown.text.values())) == TAXATION[LOYMARECH]
    assert realm(new_state(coast="pays nothing"), LOYMARECH).total != shown.total


@pytest.mark.clause("6.31a")
def test_a_conquered_kingdom_has_none() -> None:
    s = bare()
    wake(s, KINGDOMS, LAMMARECH)
    s.lands[LAMMARECH] = LORD
    shown = realm(s, LAMMARECH)
    assert (shown.text, shown.total) == ({}, "conquered; its lands belong to the Necromancer")


@pytest.mark.clause("7.31a", "20.3a")
def test_what_counts_for_vampires_and_victory() -> None:
    s = bare()
    wake(s, KINGDOMS, STAVROR)
    wake(s, NECROMANCER, LAMMARECH)
    s.lands[STAVROR] = LORD
    shown = layer(s, "necromancer")
    total = production(s)
    assert sum(map(int, shown.text.values())) == total
    assert "1609" not in shown.text, "an ally's hexes do not count"
    end = "a substantive Kingdoms victory" if total > 50 else "a decisive Kingdoms victory"
    assert shown.total == f"{total}: food for {total // 5} vampires; at the end, {end}"


def test_every_layer_is_the_same_for_everybody() -> None:
    s = GAME.setup(seed=b"layers")
    assert GAME.layers(s, None) == GAME.layers(s, "Necromancer") == GAME.layers(s, "Kingdoms")
    assert [each.title for each in GAME.layers(s, None)][:2] == [
        "What the Necromancer himself controls",
        "Income of Ahautsieron",
    ]
