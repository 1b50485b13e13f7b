"""Transport of troops by sea (8.2).

A fleet with cargo is planned for like other bands, with the strength and value of its cargo. At the start of the
Movement Segment, the bot decides only whether plans are better with troops aboard.
"""

from __future__ import annotations

from palatine.core import Action
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.bot.planning.plan import turn_key
from palatine.games.dark_emperor.bot.planning.planner import usual_plan
from palatine.games.dark_emperor.decisions import decides
from palatine.games.dark_emperor.rules.movement.naval import Embark, boarders, free_ships
from palatine.games.dark_emperor.state import END


@decides(Embark)
def decide_embark(sight: Perception, step: Embark, actions: list[Action]) -> Action:
    """Embark the units that gain by it; none within a playout, for speed."""
    mind = sight.mind
    if mind.is_playout:
        return END
    key = turn_key(sight)
    if mind.loads is None or mind.loads[0] != key:
        mind.loads = key, passengers(sight)
    return next((action for action in actions if action[0] == "load" and action[1] in mind.loads[1]), END)


def passengers(sight: Perception) -> tuple[int, ...]:
    """Return the land units that should embark.

    They are those whose fleets are sent out by a plan with all idle units aboard, if that plan is better than one
    without.
    """
    usual = usual_plan(sight)
    pairs = idle_pairs(usual)
    if not pairs:
        return ()
    twin = sight.state.copy()
    twin.cargo.update(pairs)
    laden = usual_plan(Perception(twin, sight.side, sight.mind))
    sailing = [ship for ship in pairs if laden.goals.get(ship, twin.where[ship]) != twin.where[ship]]
    gain = laden.gained - usual.gained
    if gain < sight.parameters.voyage:
        sailing = [ship for ship in sailing if ship in laden.ferries]
    return tuple([pairs[ship] for ship in sailing])


def idle_pairs(campaign: Campaign) -> dict[int, int]:
    """Return pairs of a fleet without orders and a spare land unit in its port."""
    sight, found = campaign.sight, dict[int, int]()
    s = sight.state
    for h in {s.where[u] for u in boarders(s, sight.side)}:
        if sight.against(h):
            continue
        idle = [u for u in campaign.movers.get(h, ()) if u not in campaign.goals]
        ships = [u for u in free_ships(s, sight.side, h) if u in idle]
        able = sorted(
            [u for u in boarders(s, sight.side) if u in idle and s.where[u] == h], key=lambda u: (-s.strength(u), u)
        )
        staying = len(sight.own(h)) - campaign.kept.get(h, 0)
        count = min(len(ships), len(able), staying // 2)
        found.update(zip(ships[:count], able[:count], strict=True))
    return found
