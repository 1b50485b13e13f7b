"""Moves of characters: leaders to armies, casters to temples, others to safety."""

from __future__ import annotations

from math import ceil

from palatine.games.demonlord.bot.planner import Campaign
from palatine.games.demonlord.components.pieces import CLASS, CONJURATIONS, FOREST_SPIRIT, LEAD, MP, POWER
from palatine.games.demonlord.components.world import TEMPLES
from palatine.games.demonlord.preview.distances import FAR, Reach, journey, march_from
from palatine.games.demonlord.preview.unit_values import WORTH
from palatine.games.demonlord.rules.magic.invocation import CONJURED, FOREST
from palatine.games.demonlord.state import CAPITALS


class Retinue:
    """The characters that can move in this step."""

    def __init__(self, campaign: Campaign) -> None:
        self.campaign, self.sight = campaign, campaign.sight
        sight = self.sight
        self.at: dict[int, int] = {}
        self.reach: dict[int, Reach] = {}
        self.led: dict[int, int] = {}
        """By hex: the best leadership of characters who will certainly be there."""
        for h in sight.hexes:
            for c in sight.characters(h):
                if sight.is_locked(h) or not sight.may_move(c):
                    self.led[h] = max(LEAD[c], self.led.get(h, -1))
                else:
                    self.at[c] = h
                    self.reach[c] = sight.reach(c, h)

    def idle(self) -> list[int]:
        return [c for c in self.at if c not in self.campaign.goals]

    def mounts(self, c: int) -> dict[int, int]:
        """Return where a character can ride, with the troop; only troops of the same hex."""
        campaign, sight = self.campaign, self.sight
        if not sight.pace(c).fresh:
            return {}
        h = self.at[c]
        return {
            campaign.goals[u]: u for u in sight.troops(h) if sight.pace(u).fresh and campaign.goals.get(u, h) != h
        }

    def is_safe(self, h: int) -> bool:
        """Return whether a character can safely end in a hex.

        It has friends, or is out of the enemy's reach.
        """
        campaign = self.campaign
        if campaign.army.get(h, 0.0) > 0:
            return True
        return not self.sight.foe(h) and not campaign.danger.at(h)

    def go(self, c: int, h: int, task: str) -> bool:
        """Send a character to a hex if it can be reached now; return whether it can."""
        if h in self.reach[c].cost and self.is_safe(h):
            self.campaign.goals[c], self.campaign.tasks[c] = h, task
            return True
        mount = self.mounts(c).get(h)
        if mount is not None:
            self.campaign.goals[c], self.campaign.tasks[c] = h, task
            self.campaign.rides[c] = mount
            return True
        return False

    def approach(self, c: int, goal: int) -> None:
        """Move a character as near to a hex as is safe."""
        road = journey(CLASS[c], goal)
        able = [h for h in self.reach[c].cost if self.is_safe(h)]
        if able:
            self.campaign.tasks[c], self.campaign.destinations[c] = "approach", goal
            self.campaign.goals[c] = min(able, key=lambda h: (road[h], -self.campaign.army.get(h, 0.0), h))


def send_characters(campaign: Campaign) -> None:
    """Give every character a task."""
    retinue = Retinue(campaign)
    call(retinue)
    take_command(retinue)
    follow(retinue)


def call(retinue: Retinue) -> None:
    """Send casters to temples where something can be invoked."""
    sites = [(h, offered) for h in TEMPLES if (offered := offered_worth(retinue, h))]
    for h, offered in sites:
        found = [(calling(retinue, c, h, offered), -c) for c in retinue.idle() if POWER[c]]
        promise, c = max(found, default=(0.0, 0))
        if promise > 0 and not retinue.go(-c, h, "invoke"):
            retinue.approach(-c, h)


def offered_worth(retinue: Retinue, h: int) -> float:
    """Return the value of what can be invoked at a temple."""
    worth = {CONJURED: sum([WORTH[u] for u in CONJURATIONS]), FOREST: WORTH[FOREST_SPIRIT]}
    sight = retinue.sight
    if sight.foe(h):
        return 0.0
    return max([worth[what] if what in worth else WORTH[what] for what in sight.offers(h)], default=0.0)


def calling(retinue: Retinue, c: int, h: int, offered: float) -> float:
    """Return the expected value per turn of sending a caster to a temple, 0 if too low."""
    distance = journey(CLASS[c], h)[retinue.at[c]]
    if distance >= FAR:
        return 0.0
    turns = 1 if h in retinue.reach[c].cost else 1 + ceil(distance / max(1, MP[c]))
    promise = offered * retinue.sight.invocation_probability(c, h) / turns
    by = retinue.sight.parameters
    return promise if promise >= (by.leader_calling if is_needed(retinue, c) else by.calling) else 0.0


def is_needed(retinue: Retinue, c: int) -> bool:
    """Return whether a character is the only leader of an army in its hex."""
    sight, h = retinue.sight, retinue.at[c]
    others = [d for d in sight.characters(h) if d != c and LEAD[d] >= 0]
    return LEAD[c] >= 0 and not others and sum([WORTH[u] for u in sight.troops(h)]) >= sight.parameters.army


def take_command(retinue: Retinue) -> None:
    """Give every army the best available leader, the largest army first."""
    campaign, worthy = retinue.campaign, retinue.sight.parameters.army
    for h in sorted(campaign.army, key=lambda h: (-campaign.army[h], h)):
        if campaign.army[h] < worthy:
            continue
        for c in sorted(retinue.idle(), key=lambda c: (-LEAD[c], retinue.at[c] != h, -POWER[c], c)):
            if LEAD[c] > retinue.led.get(h, -1) and retinue.go(c, h, "command"):
                retinue.led[h] = LEAD[c]
                break


def follow(retinue: Retinue) -> None:
    """Send others to the nearest army without a leader if they can lead, or to the largest."""
    campaign, worthy = retinue.campaign, retinue.sight.parameters.army
    armies = sorted([h for h in campaign.army if campaign.army[h] >= worthy], key=lambda h: (-campaign.army[h], h))
    main = armies[0] if armies else CAPITALS[retinue.sight.side]
    for c in sorted(retinue.idle()):
        unled = [h for h in armies if retinue.led.get(h, -1) < 0] if LEAD[c] >= 0 else []
        goal = min(unled, key=lambda h: (march_from(h)[retinue.at[c]], h)) if unled else main
        if unled:
            retinue.led[goal] = LEAD[c]
        if not retinue.go(c, goal, "join"):
            retinue.approach(c, goal)
