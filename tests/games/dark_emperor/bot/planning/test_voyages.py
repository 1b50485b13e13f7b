"""The captain's voyages: useful cargo goes aboard and ashore, and ships sail only for it."""

from __future__ import annotations

from typing import Any

from games.dark_emperor.positions import KINGDOMS, NECROMANCER, bare, hex_id, piece, pieces, put, wake
from palatine.games.dark_emperor.bot.captain import Captain
from palatine.games.dark_emperor.bot.perception import Perception
from palatine.games.dark_emperor.bot.planning.campaign import Campaign
from palatine.games.dark_emperor.bot.planning.plan import MarchPlan
from palatine.games.dark_emperor.bot.planning.planner import usual_plan
from palatine.games.dark_emperor.bot.planning.voyages import passengers
from palatine.games.dark_emperor.components.world import PARTS, STAVROR, ZOLAHAURESLOR
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.movement.movement import Movement
from palatine.games.dark_emperor.rules.movement.naval import Embark

ISLAND, ACROSS = "2422", "2318"
"""A port of Stavror's on an island, and one of the empire's on the mainland."""
FLEETS = "stavror-fleet-1 stavror-fleet-2 stavror-fleet-3"
MEN = "stavror-infantry-1 stavror-infantry-2 stavror-infantry-3 stavror-infantry-4"


def islanders(foes: str = "lesser-vampire-1 lesser-vampire-2") -> Any:
    """Return the Kingdoms' movement with three fleets and four infantry of Stavror on an island.

    Vampires are in a port across the sea.
    """
    s = bare(phasing=KINGDOMS)
    wake(s, KINGDOMS, STAVROR, ZOLAHAURESLOR)
    put(s, ISLAND, f"{FLEETS} {MEN}")
    if foes:
        put(s, ACROSS, foes)
    s.flow = [Movement(KINGDOMS), Embark(KINGDOMS)]
    return s


def played(s: Any, captain: Captain) -> list[Any]:
    """Return the captain's actions up to the end of its Movement Segment."""
    done = []
    while s.flow and s.flow[0] == Movement(KINGDOMS) and len(done) < 100:
        action = captain.decide(s, "Kingdoms")
        assert action in GAME.actions(s, "Kingdoms")
        done.append(action)
        s.flow[-1].take(s, action)
        while s.flow and not s.flow[-1].needs_decision:
            s.flow[-1].run(s)
    return done


def test_men_go_aboard_where_they_are_needed_across_the_sea() -> None:
    found = passengers(Perception(islanders(), KINGDOMS))
    assert 1 <= len(found) <= 3
    assert set(found) <= set(pieces(MEN))


def test_they_are_put_ashore_where_they_were_bound_for_and_nobody_sails_in_circles() -> None:
    s = islanders()
    done = played(s, Captain(GAME))
    landed = [u for verb, u in done if verb == "land"]
    assert landed
    assert {s.where[u] for u in landed} == {hex_id(ACROSS)}
    assert s.cargo == {}
    hexes = [h for verb, h in done if verb == "go"]
    assert len(hexes) == len(set(hexes)), "one stack, and no hex twice"


def test_nobody_goes_aboard_when_there_is_nothing_to_win_by_it() -> None:
    s = islanders(foes="")
    assert passengers(Perception(s, KINGDOMS)) == ()
    assert played(s, Captain(GAME)) == [("end", 0), ("end", 0)]


def test_nobody_goes_aboard_to_certain_death() -> None:
    hosts = " ".join([f"greater-vampire-{k}" for k in range(1, 9)])
    assert passengers(Perception(islanders(hosts), KINGDOMS)) == ()


def test_a_garrison_stays_behind() -> None:
    s = islanders()
    found = passengers(Perception(s, KINGDOMS))
    assert len(s.units(KINGDOMS, hex_id(ISLAND))) - 2 * len(found) >= 1


def test_cargo_without_a_goal_is_put_ashore_where_it_lies_and_asked_for_once() -> None:
    s = islanders(foes="")
    ship, man = piece("stavror-fleet-1"), piece("stavror-infantry-1")
    s.cargo = {ship: man}
    s.flow.pop()
    captain = Captain(GAME)
    sight = captain.perceive(s, "Kingdoms")
    sight.mind.plan = MarchPlan(sight, usual_plan(sight))
    done = played(s, captain)
    assert done.count(("land", man)) == 1
    assert s.cargo == {}
    assert s.where[man] == s.where[ship] == hex_id(ISLAND)


def test_a_laden_fleet_counts_for_what_it_carries() -> None:
    s = islanders()
    ship, man = piece("stavror-fleet-1"), piece("stavror-infantry-1")
    alone = Campaign(Perception(s, KINGDOMS)).strength(ship)
    s.cargo = {ship: man}
    campaign = Campaign(Perception(s, KINGDOMS))
    assert campaign.strength(ship) == alone + s.strength(man)
    campaign.send([ship], hex_id(ACROSS))
    assert campaign.goals == {ship: hex_id(ACROSS), man: hex_id(ACROSS)}
    assert [order.pieces for order in campaign.troop_orders()] == [(ship,)], "the man is no march of his own"


def test_a_fleet_with_men_aboard_ends_no_march_at_sea() -> None:
    s = islanders()
    ship, man = piece("stavror-fleet-1"), piece("stavror-infantry-1")
    at_sea = next(
        h for h in Campaign(Perception(s, KINGDOMS)).reach_of(ship).points if s.where[ship] != h and not PARTS[h]
    )
    assert Campaign(Perception(s, KINGDOMS)).can_end(ship, at_sea)
    s.cargo = {ship: man}
    assert not Campaign(Perception(s, KINGDOMS)).can_end(ship, at_sea)


def test_whoever_takes_over_in_the_middle_of_embarking_goes_on() -> None:
    s = islanders()
    first = Captain(GAME).decide(s, "Kingdoms")
    assert first[0] == "load"
    s.cargo = {pieces(FLEETS)[0]: first[1]}
    assert Captain(GAME).decide(s, "Kingdoms") in GAME.actions(s, "Kingdoms")


def test_the_usual_plan_sends_the_laden_across() -> None:
    s = islanders()
    ships, men = pieces(FLEETS), pieces(MEN)
    s.cargo = dict(zip(ships, men, strict=False))
    plan = usual_plan(Perception(s, KINGDOMS))
    assert {plan.goals.get(ship) for ship in ships} == {hex_id(ACROSS)}


def test_the_necromancer_too() -> None:
    s = islanders(foes="")
    wake(s, NECROMANCER, STAVROR)
    put(s, ACROSS, "zolahaureslor-infantry-1")
    s.phasing = NECROMANCER
    assert passengers(Perception(s, NECROMANCER)) != ()
