"""The captain buys what pays for itself: money has no other use (7.2, 19.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, bare, put, wake
from games.dark_emperor.preview.looking import in_its_turn
from palatine.games.dark_emperor.bot.captain import Captain
from palatine.games.dark_emperor.bot.exploits import QuickCaptain
from palatine.games.dark_emperor.components.pieces import (
    GONE,
    GROUP_POWERS,
    KINGDOM_POWERS,
    POOL,
    TYPES,
    UNIT_TYPE,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.world import LOYMARECH, STAVROR
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.realm.recruitment import ChooseCity, ChooseGiver, RecruitUnits
from palatine.games.dark_emperor.state import END

PRICES = {"infantry": 10, "cavalry": 15, "naval": 15, "siege": 20, "air": 10}
"""Gold for a unit, by type: the rulebook's Recruitment Table (7.21).

The Rocridgers are the units of the air.
"""


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
@pytest.mark.parametrize(
    ("own", "rich", "pool", "is_bought"),
    [
        (0, 20, 0, True),  # The unit costs 10, and 10 cost the ally 20.
        (1, 18, 0, True),
        (8, 4, 0, True),
        (0, 29, 1, False),  # The ally's own infantry costs 10, so that it can spare 19.
        (0, 30, 1, True),
        (8, 13, 1, False),
        (8, 14, 1, True),
        (8, 9, 1, False),
        (0, 49, 3, False),
        (0, 50, 3, True),
    ],
)
def test_an_ally_gives_what_its_own_units_leave(own: int, rich: int, pool: int, is_bought: bool) -> None:
    s = allies(rich, pool)
    s.gold[LOYMARECH] = own
    (unit,) = [u for u in UNITS_OF[LOYMARECH] if s.where[u] == POOL]
    assert ("buy", unit) in GAME.actions(s, "Kingdoms"), "all gold of the ally would do"
    captain = Captain(GAME)
    while s.flow and isinstance(s.flow[-1], RecruitUnits | ChooseCity | ChooseGiver):
        GAME.take(s, "Kingdoms", captain.decide(s, "Kingdoms"))
    assert is_bought == (s.where[unit] != POOL)


def test_advice_to_buy_nothing_says_that_allies_can_spare_too_little() -> None:
    s = allies(rich=9, pool=1)
    s.gold[LOYMARECH] = 8
    found = Captain(GAME).advise(in_its_turn(s), "Kingdoms")
    assert found.actions == (END,)
    assert "have too little to spare" in found.reasons[0].text


TREASURIES = (6, 8, 9, 10, 12, 40)
"""Limits of the gold of each kingdom; with less than 10, no kingdom can pay alone."""


def spare(s: Any, kingdom: int) -> int:
    """Return the gold that a kingdom does not need for its own pool.

    A conquered kingdom buys nothing (6.31).
    """
    pool = [] if s.is_conquered(kingdom) else [u for u in UNITS_OF[kingdom] if s.where[u] == POOL]
    return max(0, s.gold[kingdom] - sum([PRICES[TYPES[UNIT_TYPE[u]]] for u in pool]))


def can_be_bought(s: Any, side: int, u: int) -> bool:
    """Return whether a kingdom's gold pays for a unit, with what its allies can spare.

    An ally pays twice what it gives (7.22). Any one kingdom pays for a mercenary unit (19.2).
    """
    allies = [k for k in KINGDOM_POWERS if s.control[k] == side]
    buyers = [k for k in allies if not s.is_conquered(k) and s.power[u] in (k, *GROUP_POWERS)]
    gifts = {k: sum([spare(s, other) // 2 for other in allies if other != k]) for k in buyers}
    return any([s.gold[k] + gifts[k] >= PRICES[TYPES[UNIT_TYPE[u]]] for k in buyers])


def decisions(seed: str) -> Iterator[tuple[bool, list[bool]]]:
    """Yield at purchases of a match whether the captain buys, and which offers can be bought.

    The treasuries are varied, because those of the match leave nothing to refuse.
    """
    s = GAME.setup(seed=seed.encode())
    captains = {seat: QuickCaptain(GAME) for seat in s.seats}
    while s.flow:
        (seat,) = GAME.actors(s)
        side = s.seats.index(seat)
        for most in TREASURIES if isinstance(s.flow[-1], RecruitUnits) else ():
            varied = s.copy()
            varied.gold = [(s.turn + 11 * k) % most for k in KINGDOM_POWERS]
            offers = [u for verb, u in GAME.actions(varied, seat) if verb == "buy"]
            if offers:
                action = QuickCaptain(GAME).decide(varied, seat)
                yield action != END, [can_be_bought(varied, side, u) for u in offers]
        GAME.take(s, seat, captains[seat].decide(s, seat))


def test_no_unit_is_refused_that_spare_gold_can_buy() -> None:
    found = [each for number in range(9) for each in decisions(f"chest-{number}")]
    refused = [can_be_bought for is_bought, can_be_bought in found if not is_bought]
    assert len(found) >= 500
    assert len(refused) >= 20
    assert not any(can_buy for offers in refused for can_buy in offers)
