"""Hidden information: the others' sheets, their set-up picks and, in fog, their stacks.

See R146.
"""

from __future__ import annotations

from random import Random

import msgspec

from palatine.core import dice_key
from palatine.core.dice import Dice
from palatine.core.game import REFEREE
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.components.tables import GODS
from palatine.games.lord_and_master.orders.sheets import Sheet
from palatine.games.lord_and_master.state import DemonRecord, Person, State

ALL = frozenset(range(world.SQUARES + 1))
SPECTATOR = -9
"""Number of a spectator, which no owner has."""
MANIFEST = ("city-state", "mobile-treasury")
"""Advantages that the map and the status sheet reveal."""


# Visibility


def sees(s: State, me: int, place: int) -> bool:
    """Return whether a seat sees the stacks in a place."""
    return square_of(place) in sight(s, me)


def sight(s: State, me: int) -> frozenset[int]:
    """Return the squares whose stacks a seat sees: all, or in fog those near its own (R146)."""
    if not s.options.get("fog") or s.outcome is not None or me >= len(s.nations):
        return ALL
    if me < 0:
        return frozenset()
    own = own_squares(s, me)
    return frozenset(own.union(*[world.NEIGHBOURS[square] for square in own]))


def is_known(s: State, me: int, demon: DemonRecord) -> bool:
    """Return whether a seat knows of a demon: its own, or one whose master it sees."""
    master = s.people.get(demon.master)
    return master is not None and (master.owner == me or sees(s, me, master.place))


def own_squares(s: State, me: int) -> set[int]:
    """Return the squares with pieces or possessions of a seat or its partners."""
    friends = s.partners(me)
    found = {square_of(person.place) for person in s.people.values() if person.owner in friends}
    found |= {square_of(unit.place) for unit in s.units.values() if unit.owner in friends}
    return found | {square_of(place) for place, holder in s.holders.items() if holder in friends}


# Sampling of hidden information


def determinize(s: State, seat: str | None, seed: bytes) -> State:
    """Return a state that `seat` cannot distinguish from the true one.

    Sheets of the others are blank and their hidden picks are drawn at random.
    """
    after = s.copy()
    after.dice = Dice(dice_key(seed), s.dice.count)
    if seat == REFEREE:
        return after
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    random = Random(seed)
    after.sheets = [sheet if index == me or sheet is None else Sheet() for index, sheet in enumerate(after.sheets)]
    if s.options.get("fog"):
        _clear_fog(after, me, random)
    for other in range(len(s.nations)):
        if other != me:
            _deal_picks(after, other, random)
            _forget_traits(after, other)
            _forget_call(after, other, random)
    after.calls = [call for call in s.calls if call.seat == me]
    after.shipments = [load for load in s.shipments if load.to == me]
    return after


def _deal_picks(s: State, seat: int, random: Random) -> None:
    """Replace a nation's picks by random ones that include all those seen (SET-03, SET-08)."""
    nation = s.nations[seat]
    classes = {person.of for person in s.people.values() if person.owner == seat}
    kinds = {pieces.TROOPS[unit.code].kind for unit in s.units.values() if unit.owner == seat}
    s.set_nation(
        seat,
        classes=_fill_up(sorted(classes), list(pieces.CLASSES), 5 if nation.classes else 0, random),
        kinds=_fill_up(sorted(kinds), list(pieces.KINDS), 9 if nation.kinds else 0, random),
        commanders=(),
        refused=(),
        retreats=(),
        heir="",
    )


def _forget_traits(s: State, seat: int) -> None:
    """Remove the traits that the map does not reveal, and the characters' functions."""
    shown = tuple(each for each in s.nations[seat].advantages if each in MANIFEST)
    s.set_nation(seat, advantages=shown, disadvantages=(), holy_site=0, annexations=0, sod_busting=())
    for who in s.roster(seat):
        s.set_person(who, function="")


def _forget_call(s: State, seat: int, random: Random) -> None:
    """Replace a nation's god by a random one unless it has already come (A-18, A-21).

    A call made this turn is hidden, too.
    """
    nation = s.nations[seat]
    is_pending = any(call.seat == seat for call in s.calls)
    if nation.god and (is_pending or not nation.called):
        s.set_nation(seat, god=random.choice(GODS), called=False)


def _fill_up(seen: list[str], known: list[str], count: int, random: Random) -> tuple[str, ...]:
    rest = [each for each in known if each not in seen]
    random.shuffle(rest)
    return tuple(seen + rest[: max(0, count - len(seen))])


def _clear_fog(s: State, me: int, random: Random) -> None:
    """Remove unseen stacks in fog; place unseen rulers and magnates at random."""
    seen = sight(s, me)
    dark = sorted(ALL - seen - {0})
    people = {n: person for n, person in s.people.items() if person.owner == me or square_of(person.place) in seen}
    for nation in s.nations:
        if nation.leader in s.people and nation.leader not in people:
            people[nation.leader] = _redraw_ruler(s.people[nation.leader], random.choice(dark), random)
    for magnate in s.magnates.values():
        if magnate.leader in s.people and magnate.leader not in people:
            place = magnate.home if square_of(magnate.home) in dark else random.choice(dark)
            people[magnate.leader] = msgspec.structs.replace(s.people[magnate.leader], place=place, captor=None)
    s.people = dict(sorted(people.items()))
    s.units = {n: unit for n, unit in s.units.items() if unit.owner == me or square_of(unit.place) in seen}
    s.demons = {n: demon for n, demon in s.demons.items() if is_known(s, me, demon)}


def _redraw_ruler(person: Person, place: int, random: Random) -> Person:
    """Return a ruler with random class and place; name and level are known from the sequence."""
    of = random.choice(list(pieces.CLASSES))
    return msgspec.structs.replace(person, of=of, race=pieces.usual_race(of), place=place, captor=None, since=0)
