"""The captain buys what pays for itself: money has no other use (7.2, 19.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, bare, put, wake
from palatine.games.dark_emperor.bot.captain import Captain
from palatine.games.dark_emperor.bot.exploits import QuickCaptain
from palatine.games.dark_emperor.bot.recruitment import spare_gold
from palatine.games.dark_emperor.components.pieces import GONE, POOL, UNITS_OF
from palatine.games.dark_emperor.components.tables import TRANSFER
from palatine.games.dark_emperor.components.world import LOYMARECH, STAVROR
from palatine.games.dark_emperor.recap.measures import gold
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.realm.recruitment import RecruitUnits, givers, means, terms, wares
from palatine.games.dark_emperor.state import END

FULL_CHEST = 100
"""Gold for ten units of infantry, more than two turns' purchases of most kingdoms."""


def allies(rich: int, pool: int) -> Any:
    """Return a poor kingdom with a unit to buy, and an ally with gold and units in its pool."""
    s = bare()
    wake(s, KINGDOMS, LOYMARECH)
    wake(s, KINGDOMS, STAVROR)
    put(s, "2808", "loymarech-infantry-1")
    put(s, "1820", "stavror-infantry-1")
    for kingdom, count in ((LOYMARECH, 1), (STAVROR, pool)):
        pool = [u for u in UNITS_OF[kingdom] if s.where[u] < 0]
        for u in pool:
            s.where[u] = POOL if u in pool[:count] else GONE
    s.gold[LOYMARECH], s.gold[STAVROR] = 0, rich
    s.phasing = KINGDOMS
    s.flow = [RecruitUnits(KINGDOMS)]
    return s


@pytest.mark.clause("7.22a", "7.22b")
def test_an_ally_with_nothing_to_buy_pays_for_a_poor_kingdom() -> None:
    s = allies(rich=40, pool=0)
    (unit,) = [u for u in UNITS_OF[LOYMARECH] if s.where[u] == POOL]
    assert Captain(GAME).decide(s, "Kingdoms") == ("buy", unit)


def test_an_ally_keeps_the_gold_for_its_own_units() -> None:
    s = allies(rich=9, pool=1)
    s.gold[LOYMARECH] = 8
    assert len(GAME.actions(s, "Kingdoms")) > 1
    assert Captain(GAME).decide(s, "Kingdoms") == END


def chests(seed: str) -> Iterator[tuple[bool, bool]]:
    """Yield at each decision whether the chest is full, and a purchase that pays is refused."""
    s = GAME.setup(seed=seed.encode())
    captains = {seat: QuickCaptain(GAME) for seat in s.seats}
    while s.flow:
        (seat,) = GAME.actors(s)
        side, step = s.seats.index(seat), s.flow[-1]
        action = captains[seat].decide(s, seat)
        is_end = isinstance(step, RecruitUnits) and action == END
        yield gold(s, side) > FULL_CHEST, is_end and any(pays(s, side, u) for u in wares(s, side))
        GAME.take(s, seat, action)


def pays(s: Any, side: int, u: int) -> bool:
    """Return whether the kingdom's gold, and what its allies do not need, buy a unit."""
    spare = sum([spare_gold(s, k) // TRANSFER for k in givers(s, side, s.power[u])])
    return bool(means(s, side)) and terms(s, u)[1] <= spare


def test_no_chest_is_kept_while_spare_gold_can_buy_a_unit() -> None:
    found = [each for seed in ("chest-1", "chest-2", "chest-3") for each in chests(seed)]
    assert any(is_full for is_full, _ in found), "full chests are those of sides whose pools are empty"
    assert not any(is_kept for _, is_kept in found)
