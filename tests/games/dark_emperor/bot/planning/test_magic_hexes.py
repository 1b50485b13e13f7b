"""The captain and the magic hexes: seekers, destinations, and the use of finds."""

from __future__ import annotations

from itertools import islice, permutations
from typing import Any

import pytest

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, bare, hex_id, piece, put, wake
from palatine.games.dark_emperor.bot.captain import Captain
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.bot.planning.magic_hexes import decide_meet, fighting, hope, parleying, prize, seek
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    GONE,
    HE_SUPS,
    KINGDOM_POWERS,
    LANTERN,
    MAGIC_HEX_COUNTERS,
    MONSTERS,
    OUT,
    SLUG,
)
from palatine.games.dark_emperor.components.world import PENTACLES, STAVROR
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.realm.magic_hexes import FIGHT, PARLEY, Meet

NEAR, CAPITAL, OWN = "2114", "1820", "2626"
"""The magic hex that is nearest to Stavror's capital; its capital; a magic hex of its own."""


def seekers(side: int = KINGDOMS) -> Any:
    """Return a match with every power awake on one side and all markers hidden.

    Stav Farren is in his capital with two infantry.
    """
    s = bare(phasing=side)
    wake(s, side, *KINGDOM_POWERS)
    put(s, CAPITAL, "stav-farren stavror-infantry-1 stavror-infantry-2")
    for p in MAGIC_HEX_COUNTERS:
        s.where[p] = OUT
    s.markers = dict(zip(PENTACLES, MAGIC_HEX_COUNTERS, strict=True))
    s.flow = [Movement(side)]
    return s


def sought(s: Any, side: int = KINGDOMS) -> dict[int, int]:
    campaign = Campaign(Perception(s, side))
    seek(campaign)
    return campaign.leads


def test_an_idle_leader_goes_to_the_nearest_magic_hex() -> None:
    assert sought(seekers()) == {piece("stav-farren"): hex_id(NEAR)}


def test_the_necromancer_s_too() -> None:
    s = seekers(NECROMANCER)
    assert piece("stav-farren") in sought(s, NECROMANCER)


def test_nobody_goes_where_an_enemy_is_near() -> None:
    s = seekers()
    put(s, OWN, "greater-vampire-1")
    s.markers = {hex_id(OWN): FAMIR}
    assert hex_id(OWN) not in sought(s).values()


def test_nobody_goes_where_a_monster_won_would_wake_a_kingdom() -> None:
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR)
    put(s, CAPITAL, "stav-farren stavror-infantry-1")
    s.markers = {hex_id("4008"): MAGIC_HEX_COUNTERS[0]}
    s.where[MAGIC_HEX_COUNTERS[0]] = OUT
    assert sought(s) == {}


def test_nobody_goes_for_monsters_who_would_eat_him() -> None:
    s = seekers()
    for p in MAGIC_HEX_COUNTERS:
        if p not in MONSTERS:
            s.where[p] = GONE
    s.hero = [0] * len(s.hero)
    assert sought(s) == {}


@pytest.mark.parametrize(("side", "count"), [(NECROMANCER, 2), (KINGDOMS, 1)])
def test_few_go_at_a_time_and_no_two_to_one_hex(side: int, count: int) -> None:
    s = seekers(side)
    put(s, CAPITAL, "zelara-do-fornoy grip-nud")
    found = sought(s, side)
    assert len(found) == count
    assert len({*found.values()}) == count


def test_the_swords_that_end_the_necromancer_are_worth_most_to_the_kingdoms() -> None:
    sight, leader = Perception(seekers(), KINGDOMS), piece("stav-farren")
    assert prize(sight, leader, FAMIR) > prize(sight, leader, LANTERN) > prize(sight, leader, HE_SUPS)


def test_fewer_hopes_when_the_best_has_been_found() -> None:
    s, leader = seekers(), piece("stav-farren")
    before = hope(Perception(s, KINGDOMS), leader)
    s.where[FAMIR] = GONE
    assert hope(Perception(s, KINGDOMS), leader) < before


def test_one_talks_to_the_slug_unless_it_would_wake_a_kingdom_for_the_enemy() -> None:
    s, lord = seekers(NECROMANCER), piece("stav-farren")
    s.put((SLUG,), hex_id(OWN))
    sight = Perception(s, NECROMANCER)
    assert parleying(sight, lord, SLUG) > fighting(sight, lord, SLUG)
    assert decide_meet(sight, Meet(NECROMANCER, lord, SLUG), [PARLEY, FIGHT]) == PARLEY
    s.turn_coat(STAVROR, 2)
    assert decide_meet(Perception(s, NECROMANCER), Meet(NECROMANCER, lord, SLUG), [PARLEY, FIGHT]) == FIGHT


@pytest.mark.parametrize("deal", [*islice(permutations(MAGIC_HEX_COUNTERS), 0, 5040, 1000)])
def test_what_lies_where_is_nothing_to_him(deal: tuple[int, ...]) -> None:
    s, twin = seekers(), seekers()
    twin.markers = dict(zip(PENTACLES, deal, strict=True))
    assert Captain(GAME).decide(twin, "Kingdoms") == Captain(GAME).decide(s, "Kingdoms")
