"""Treasuries of nations and magnates: place, loss and moves (SET-16, ADV-06, DIS-05)."""

from __future__ import annotations

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import city_in, square_of
from palatine.games.lord_and_master.rules.common import captives, money
from palatine.games.lord_and_master.rules.common.turn import Turn
from palatine.games.lord_and_master.state import State, is_nation


def site(s: State, seat: int) -> int:
    """Return the place of a nation's treasury; a mobile one is with the leader (ADV-06)."""
    nation = s.nations[seat]
    leader = s.people.get(nation.leader)
    if nation.site or leader is None:
        return nation.site
    return leader.place


def relocate(t: Turn, seat: int, place: int, holy_site: int | None = None) -> None:
    """Move a nation's treasury; `holy_site` is the place a holy one must regain (DIS-05)."""
    holy = t.s.nations[seat].holy_site if holy_site is None else holy_site
    t.s.set_nation(seat, site=place, holy_site=holy)


def sack(t: Turn, seat: int, owner: int) -> None:
    """Let an enemy take a national treasury, which moves to most of its units (SET-16, R106)."""
    s = t.s
    nation = s.nations[seat]
    gold, lost = nation.gold, site(s, seat)
    money.lose(t, seat, gold)
    if nation.site:
        is_holy = "holy-treasury" in nation.disadvantages and not nation.holy_site
        relocate(t, seat, _new_site(s, seat), lost if is_holy else None)
    t.log("sacked", "LM-SET-16", public=True, seat=seat, by=owner, gold=gold, site=s.nations[seat].site)
    _hand_over(t, owner, gold, lost)


def sack_at(t: Turn, place: int) -> None:
    """Give a place's holder the unguarded enemy treasuries in it."""
    s = t.s
    owner = s.holder(place)
    for seat, nation in enumerate(s.nations):
        if nation.site == place and not nation.out and s.is_hostile(seat, owner) and not is_guarded(s, seat):
            sack(t, seat, owner)
    for number, magnate in list(s.magnates.items()):
        if magnate.home == place and number != owner and magnate.gold:
            money.lose(t, number, magnate.gold)
            _hand_over(t, owner, magnate.gold, place)


def sack_among_enemies(t: Turn) -> None:
    """Sack treasuries whose place became an enemy's without being taken (R211)."""
    for nation in t.s.nations:
        if nation.site:
            sack_at(t, nation.site)


def is_guarded(s: State, seat: int) -> bool:
    """Return whether troops of a nation's side guard its treasury."""
    place = s.nations[seat].site
    return any(s.units_at(place, partner) for partner in s.partners(seat))


def leave_ruins(t: Turn, city: int) -> None:
    """Move treasuries out of a destroyed city (SET-16, R106).

    They move to its square; a nation's that does not own the square moves to most of its units.
    """
    s = t.s
    square = square_of(city)
    for seat, nation in enumerate(s.nations):
        if nation.site == city and not nation.out:
            relocate(t, seat, square if s.holder(square) == seat else _new_site(s, seat))
    for number, magnate in s.magnates.items():
        if magnate.home == city:
            s.set_magnate(number, home=square)


def regain(t: Turn, place: int) -> None:
    """Restore a holy treasury whose place, or destroyed city's square, is regained (DIS-05)."""
    s = t.s
    seat = s.holder(place)
    if not is_nation(seat) or not (holy := s.nations[seat].holy_site):
        return
    if place == holy or (not s.exists(holy) and place == square_of(holy)):
        relocate(t, seat, place, 0)
        t.log("regained", "LM-DIS-05", to=(seat,), place=place, seat=seat)


def _hand_over(t: Turn, owner: int, gold: int, place: int) -> None:
    """Give sacked gold to its taker; neutral takers leave it in the place (R106, R205)."""
    s = t.s
    if owner >= 0 and gold:
        money.gain(t, owner, gold, "loot", place)
        return
    home = next((each for each in (place, city_in(square_of(place))) if s.holder(each) < 0 and s.exists(each)), 0)
    if home and gold:
        deposit(s, home, gold)


def deposit(s: State, place: int, gold: int) -> None:
    """Add gold to a place's own treasury; a negative amount removes it."""
    s.coffers[place] = s.coffers.get(place, 0) + gold


def _new_site(s: State, seat: int) -> int:
    """Return where most of a nation's units are; ties by distance, then number (R106)."""
    counts: dict[int, int] = {}
    for unit in s.units.values():
        if unit.owner == seat and unit.captor is None:
            counts[unit.place] = counts.get(unit.place, 0) + 1
    old = square_of(s.nations[seat].site)
    if counts:
        return min(counts, key=lambda place: (-counts[place], world.distance(old, square_of(place)), place))
    leader = s.people.get(s.nations[seat].leader)
    place = leader.place if leader is not None else s.nations[seat].site
    return place if not s.is_hostile(seat, s.holder(place)) else captives.refuge(s, seat, place) or place
