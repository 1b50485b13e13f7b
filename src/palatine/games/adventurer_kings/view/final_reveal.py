"""World fully visible to everyone at the end of the game."""

from __future__ import annotations

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Known, Lore
from palatine.games.adventurer_kings.state import State


def eyes(s: State, me: int) -> int:
    """Return the seat whose view is shown; a spectator sees the winner's."""
    winners = s.outcome.winners if s.outcome is not None else ()
    return me if me >= 0 or not winners else s.seats.index(winners[0])


def reveal_all(s: State, me: int) -> State:
    """Return a copy of the state with nothing hidden from a seat."""
    after = s.copy()
    after.known[me] = {place: all_of_land(s, place) for place in range(len(s.lands)) if place not in s.atlas.ice}
    after.lore[me] = {
        n: Lore(feature.kind, feature.place, feature.monster, is_empty=feature.monster < 0 and not feature.gold)
        for n, feature in s.features.items()
    }
    after.seen[me] = {
        n: (person.place, s.turn, person.seat) for n, person in s.people.items()
        if person.seat != me and person.place >= 0 and not person.died
    }  # fmt: skip
    return after


def all_of_land(s: State, place: int) -> Known:
    land, owner = s.lands[place], s.owners[place]
    return Known(
        explored=100, terrain=land.terrain, race=land.race, owner=owner, hero=s.ruler_of(place),
        wealth=tables.wealth_class(land.tax), tax=land.tax, types=land.types,
        is_capital=owner >= 0 and s.kingdoms[owner].home == place, seen=s.turn,
    )  # fmt: skip


def shares(s: State) -> list[tuple[str, str, float]]:
    """Return kingdoms, Kings and adjusted prize shares, the greatest first (10.2).

    There are none before the end.
    """
    told = s.outcome.data if s.outcome is not None else {}
    rows = zip(told.get("realms", ()), s.kingdoms, told.get("shares", ()), strict=False)
    found = [
        (realm, s.people[kingdom.king].name if kingdom.king in s.people else "", share)
        for realm, kingdom, share in rows
    ]
    return sorted(found, key=lambda row: -row[2])
