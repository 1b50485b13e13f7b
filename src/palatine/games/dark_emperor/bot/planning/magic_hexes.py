"""Leaders who explore magic hexes, by what they can expect to find (18).

The places of markers are unknown to all; the counters not yet found are known to all.
"""

from __future__ import annotations

from math import sqrt

from palatine.core import Action
from palatine.games.dark_emperor.bot.distances import leader_way
from palatine.games.dark_emperor.bot.evaluation import envoy_worth
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.bot.planning.garrisons import threat
from palatine.games.dark_emperor.components.pieces import (
    FAMIR,
    LANTERN,
    MAGIC_HEX_COUNTERS,
    MONSTERS,
    OUT,
    PADRECH,
    TOL_MORN,
)
from palatine.games.dark_emperor.components.world import OWNER
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.rules.characters.devices import ban_refusal
from palatine.games.dark_emperor.rules.realm.diplomacy import diplomacy_odds
from palatine.games.dark_emperor.rules.realm.magic_hexes import FIGHT, PARLEY, Meet, duel_results

TREASURE = {FAMIR: (6.0, 10.0), LANTERN: (5.0, 8.0)}
"""By device and side: value of finding it; the Necromancer denies it to the Kingdoms."""
TRINKET = 2.0
"""Value of another device."""
GLORY = 1.5
"""Value of slaying a monster (18.15)."""
LEADING = 0.5
"""Value of leading an army, per point of Hero Rating."""
SEEKERS = (2, 1)
"""Maximum number of exploring leaders by side."""


def seek(campaign: Campaign) -> None:
    """Send the remaining leaders to magic hexes, the most promising first."""
    sight = campaign.sight
    open_ = [h for h in sight.state.markers if may_seek(campaign, h)]
    if not open_:
        return
    hopes = [(hope(sight, leader), leader) for leader in campaign.idle_leaders()]
    sent = 0
    for value, leader in sorted(hopes, reverse=True):
        if value < sight.parameters.seeking or sent == SEEKERS[sight.side] or not open_:
            return
        ways = {h: leader_way(sight, leader, h) for h in open_}
        found = [(len(way), h) for h, way in ways.items() if way]
        if found:
            campaign.leads[leader] = min(found)[1]
            open_.remove(min(found)[1])
            sent += 1


def may_seek(campaign: Campaign, h: int) -> bool:
    """Return whether a marker can be revealed safely.

    No other leader of the side is on the way, no enemy is near, and a monster won there would activate no kingdom for
    the enemy (18.21).
    """
    sight = campaign.sight
    return OWNER[h] not in sight.sleeping and h not in campaign.leads.values() and not threat(sight, h)


def hope(sight: Perception, leader: int) -> float:
    """Return the expected value of exploring, less that of leading an army."""
    hidden = [p for p in MAGIC_HEX_COUNTERS if sight.state.where[p] == OUT]
    finds = [prize(sight, leader, p) for p in hidden]
    return sum(finds) / max(1, len(finds)) - LEADING * sight.rating(leader)


def prize(sight: Perception, leader: int, p: int) -> float:
    """Return the value to a leader of finding a device or monster."""
    if p in MONSTERS:
        return max(parleying(sight, leader, p), fighting(sight, leader, p))
    worth = TREASURE.get(p, (TRINKET, TRINKET))[sight.side]
    return worth if sight.is_dark or ban_refusal(sight.state, leader, p) is None else worth / 2


def parleying(sight: Perception, leader: int, monster: int) -> float:
    """Return the value of negotiating with a monster, which must be fought if it fails (18.13)."""
    won = diplomacy_odds(sight.state, sight.side, leader, monster).probability()
    return won * sight.worth(monster) + (1 - won) * fighting(sight, leader, monster)


def fighting(sight: Perception, leader: int, monster: int) -> float:
    """Return the value of fighting a monster."""
    slain = duel_results(monster, sight.rating(leader)).probability()
    return slain * GLORY - (1 - slain) * loss(sight, leader)


def loss(sight: Perception, leader: int) -> float:
    """Return the cost of a leader's death (16).

    The Lords of Death return; the Kingdoms' leaders could have activated others.
    """
    if sight.is_dark:
        return 5.0 if leader in (PADRECH, TOL_MORN) else 4.0
    count = len(sight.my_leaders)
    return 3.0 + envoy_worth(sight.state) * (sqrt(count) - sqrt(max(0, count - 1)))


@decides(Meet)
def decide_meet(sight: Perception, step: Meet, actions: list[Action]) -> Action:
    """Negotiate, unless fighting is better or winning would activate a kingdom for the enemy."""
    wakes = OWNER[sight.state.where[step.monster]] in sight.sleeping
    fight = fighting(sight, step.leader, step.monster)
    return FIGHT if wakes or fight > parleying(sight, step.leader, step.monster) else PARLEY
