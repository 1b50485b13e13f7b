"""The captain uses the rules instead of repeating them."""

from __future__ import annotations

from typing import Any

import pytest

from games.elric.positions.battles import city
from games.elric.positions.board import area, embark, new_state, put, rule
from palatine.games.elric.bot.distances import FAR, SHIP, routes
from palatine.games.elric.bot.odds import defence
from palatine.games.elric.components.tables import FOUNDING_PLACE, FOUNDING_PORT
from palatine.games.elric.components.world import BOILING, SEA_NEIGHBOURS, STRAITS, TEETH
from palatine.games.elric.rules.combat.aftermath import margin_needed
from palatine.games.elric.rules.combat.participants import pending
from palatine.games.elric.rules.common.closed_areas import PERILS


@pytest.mark.parametrize("walls", ["whole", "losses"])
@pytest.mark.parametrize("garrison", [
    ["Avan Astram", ("Vilmir", 2)], [("Vilmir", 6)], ["Dyvim Tvar", ("Vilmir", 2)], ["Vilmir galley", "Sharilla"],
    ["Pyaray", "Chaos Fleet", ("Vilmir", 1)],
])  # fmt: skip
def test_what_must_be_overcome_at_a_city_is_what_the_battle_asks(garrison: list[Any], walls: str) -> None:
    """Abstainers, ships, people in parentheses and people aboard the Chaos Fleet do not count."""
    s = city("Vilmir", "Jadmar", ["Yishana", "Dyvim Slorm"], garrison, walls=walls)
    if "Chaos Fleet" in garrison:
        embark(s, "Chaos Fleet", "Pyaray")
    (battle,) = pending(s)
    assert defence(s, 0, area("Jadmar"))[1] == margin_needed(s, battle)


@pytest.mark.parametrize(("ruler", "where", "least"), [(-1, "Jadmar", 5), (-1, "nadsokor", 1), (1, "Jadmar", 5)])
def test_an_empty_or_neutral_city_needs_its_wall(ruler: int, where: str, least: int) -> None:
    s = new_state()
    put(s, 0, where, "Yishana")
    if ruler >= 0:
        rule(s, ruler, "Vilmir")
    assert defence(s, 0, area(where))[1] == least


def test_in_the_founding_ships_sail_from_the_jungle_and_back_into_it() -> None:
    assert routes(FOUNDING_PLACE, SHIP, 0, frozenset(), True).cost[FOUNDING_PORT] == 1
    assert routes(FOUNDING_PORT, SHIP, 0, frozenset(), True).cost[FOUNDING_PLACE] == 1
    assert routes(FOUNDING_PLACE, SHIP, 0, frozenset(), False).cost[FOUNDING_PORT] == FAR


def test_ships_shun_the_perilous_seas() -> None:
    assert frozenset((BOILING, TEETH, STRAITS)) == PERILS
    start = next(sea for sea in SEA_NEIGHBOURS[STRAITS] if sea not in PERILS)
    assert all([routes(start, SHIP, 0, frozenset()).cost[sea] == FAR for sea in PERILS])
