"""Leaders who seek out magic hexes, and what they hope and fear to find there (18).

What lies where is known to nobody, but what has not been found yet is known to all.
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
"""By device and side: what it is worth to find; to the Necromancer, that the Kingdoms have not got it."""
TRINKET = 2.0
"""What another is."""
GLORY = 1.5
"""What it is worth to have slain a monster (18.15)."""
LEADING = 0.5
"""What a leader of Hero Rating 1 is worth to the army he might lead instead."""
SEEKERS = (2, 1)
"""By side: so many at most seek at a time; the Kingdoms miss theirs more."""


def seek(campaign: Campaign) -> None:
    """The leaders who are left go where there may be something to be found, the most promising first."""
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
    """Whether a marker can be turned in peace: nobody of mine is on his way, no enemy is near, and no kingdom would
    wake for him with a monster that is won there (18.21)."""
    sight = campaign.sight
    return OWNER[h] not in sight.sleeping and h not in campaign.leads.values() and not threat(sight, h)


def hope(sight: Perception, leader: int) -> float:
    """What a leader is likely to find, over what he would be good for else."""
    hidden = [p for p in MAGIC_HEX_COUNTERS if sight.state.where[p] == OUT]
    finds = [prize(sight, leader, p) for p in hidden]
    return sum(finds) / max(1, len(finds)) - LEADING * sight.rating(leader)


def prize(sight: Perception, leader: int, p: int) -> float:
    """What it is worth to a leader to come upon a device, or a monster."""
    if p in MONSTERS:
        return max(parleying(sight, leader, p), fighting(sight, leader, p))
    worth = TREASURE.get(p, (TRINKET, TRINKET))[sight.side]
    return worth if sight.is_dark or ban_refusal(sight.state, leader, p) is None else worth / 2


def parleying(sight: Perception, leader: int, monster: int) -> float:
    """What comes of talking with a monster, which has to be fought if that is in vain (18.13)."""
    won = diplomacy_odds(sight.state, sight.side, leader, monster).probability()
    return won * sight.worth(monster) + (1 - won) * fighting(sight, leader, monster)


def fighting(sight: Perception, leader: int, monster: int) -> float:
    """What comes of fighting it."""
    slain = duel_results(monster, sight.rating(leader)).probability()
    return slain * GLORY - (1 - slain) * loss(sight, leader)


def loss(sight: Perception, leader: int) -> float:
    """What the death of a leader costs: the Lords of Death come back, the Kingdoms' might have woken others (16)."""
    if sight.is_dark:
        return 5.0 if leader in (PADRECH, TOL_MORN) else 4.0
    count = len(sight.my_leaders)
    return 3.0 + envoy_worth(sight.state) * (sqrt(count) - sqrt(max(0, count - 1)))


@decides(Meet)
def decide_meet(sight: Perception, step: Meet, actions: list[Action]) -> Action:
    """Talk, unless a monster that is won would wake a kingdom for the enemy, or a sword is the better argument."""
    wakes = OWNER[sight.state.where[step.monster]] in sight.sleeping
    fight = fighting(sight, step.leader, step.monster)
    return FIGHT if wakes or fight > parleying(sight, step.leader, step.monster) else PARLEY
