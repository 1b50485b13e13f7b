"""The world laid open when the game is over: all lands, peoples, armies and features, for everybody to look at."""

from __future__ import annotations

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Known, Lore
from palatine.games.adventurer_kings.state import State


def eyes(s: State, me: int) -> int:
    """With whose eyes the world is looked at: one's own, a spectator with those of the winner."""
    winners = s.outcome.winners if s.outcome is not None else ()
    return me if me >= 0 or not winners else s.seats.index(winners[0])


def reveal_all(s: State, me: int) -> State:
    """The same, with nothing hidden from a seat any more."""
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
    """At the end: every kingdom with its King and its adjusted share of the prizes, the greatest first (10.2)."""
    told = s.outcome.data if s.outcome is not None else {}
    rows = zip(told.get("realms", ()), s.kingdoms, told.get("shares", ()), strict=False)
    found = [
        (realm, s.people[kingdom.king].name if kingdom.king in s.people else "", share)
        for realm, kingdom, share in rows
    ]
    return sorted(found, key=lambda row: -row[2])
