"""Knowledge and possessions of a seat, which are all that a deal may depend on (1.1).

The state keeps the turn, the scenario, the seats, the options and a pending vote, which are public. It also keeps the
seat's own people, armies, items, lands, kingdom, treaties, merit, orders and standings, and its reports of provinces,
features and people.

Of others it keeps the names of Kings and realms the seat has met, the alignments it knows, and whom people served and
where they were when seen.

Everything else is dealt: unknown parts of lands, other owners, kingdoms, people, armies, features, items, graves and
illusions, the treaties and merit of others, offices, visits from Valhalla, mastery powers that none of its characters
has, future numbers, and dice.
"""

from __future__ import annotations

from dataclasses import dataclass

from palatine.core import dice_key
from palatine.core.dice import Dice
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import (
    FREE,
    PEACE,
    SPECTATOR,
    UNKNOWN,
    Feature,
    Kingdom,
    Known,
    Land,
    Person,
)
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.rules.common.naming import has_heard_of_realm
from palatine.games.adventurer_kings.rules.encounters.negotiating import MAKE_PEACE, SLAY
from palatine.games.adventurer_kings.state import State

NOBODY_TOLD = Land("", UNKNOWN, UNKNOWN, (), UNKNOWN)
"""Province of which a seat knows nothing."""


@dataclass(frozen=True, slots=True)
class KnownState:
    """State that holds only what a seat knows, and the names it knows.

    Everything else is `UNKNOWN`.
    """

    me: int
    s: State
    kings: dict[int, str]
    """By seat: names of the other Kings it has met."""
    reserved: frozenset[int]
    """Numbers of people it has heard of, including some who are gone."""


def known_state(s: State, me: int) -> KnownState:
    """Return everything that a seat knows and owns; SPECTATOR means no seat."""
    mine = {n for n, person in s.people.items() if person.seat == me}
    known = s.known[me] if me >= 0 else {}
    seats = range(len(s.seats))
    told = State(
        seats=s.seats, flow=[], options=s.options, dice=Dice(dice_key(b""), 0), turn=s.turn, scenario=s.scenario,
        lands=told_lands(s, me, mine, known),
        owners=[me if owner == me else told_owner(known, place, me) for place, owner in enumerate(s.owners)],
        kingdoms=[s.kingdoms[seat] if seat == me else told_kingdom(s, me, seat, known) for seat in seats],
        people={n: s.people[n] if n in mine else told_person(s, me, n) for n in acquainted(s, me, mine, known)},
        armies={a: army for a, army in s.armies.items() if army.owner == me},
        features=bargains(s, me),
        items={i: item for i, item in s.items.items() if item.bearer in mine},
        fallen={}, proposals=s.proposals_to(me), relations=[told_relations(s, me, seat) for seat in seats],
        known=[dict(known) if seat == me else {} for seat in seats],
        lore=[dict(s.lore[me]) if seat == me else {} for seat in seats],
        seen=[dict(s.seen[me]) if seat == me else {} for seat in seats],
        standings=[s.standings[me] if seat == me and s.standings else () for seat in seats],
        honours=[s.honours[me] if seat == me and s.honours else () for seat in seats],
        illusions={},
        merit={n: row for n, row in s.merit.items() if n in mine},
        renown={n: row for n, row in s.renown.items() if n in mine},
        holders=[n if n in mine else 0 for n in s.holders], title_holders=[n if n in mine else 0 for n in
                                                                           s.title_holders],
        hall=[], visits={}, is_voting=s.is_voting, last_vote=s.last_vote, mastery=own_powers(s, mine),
        sheets=[sheet if seat == me or sheet is None else Sheet() for seat, sheet in enumerate(s.sheets)],
    )  # fmt: skip
    met = s.kingdoms[me].met if me >= 0 else ()
    heard = s.seen[me] if me >= 0 else {}
    reserved = {*told.people, *heard, *[each.hero for each in known.values() if each.hero]}
    return KnownState(me, told, {seat: s.people[s.kingdoms[seat].king].name for seat in met}, frozenset(reserved))


# Land


def told_lands(s: State, me: int, mine: set[int], known: dict[int, Known]) -> tuple[Land, ...]:
    """Return the seat's lands as they are, others as reported, correct or not.

    Of some lands only the name is known.
    """
    named = named_places(s, me, mine)
    return tuple(
        land if s.owners[place] == me or place in s.atlas.ice
        else told_land(land, known[place]) if place in known
        else Land(land.name, UNKNOWN, UNKNOWN, (), UNKNOWN) if place in named
        else NOBODY_TOLD
        for place, land in enumerate(s.lands)
    )  # fmt: skip


def told_land(land: Land, told: Known) -> Land:
    """Return a province as reported.

    Its taxes and types are certain only if it is fully explored.
    """
    coast = land.coast if told.terrain != UNKNOWN else -1
    if told.explored == 100:
        return Land(land.name, told.terrain, told.race, told.types, told.tax, coast)
    return Land(land.name, told.terrain, told.race, (), UNKNOWN, coast)


def named_places(s: State, me: int, mine: set[int]) -> set[int]:
    """Return the provinces whose names a seat has learned in any way."""
    if me < 0:
        return set()
    heard = {place for place, _, _ in s.seen[me].values()} | {told.place for told in s.lore[me].values()}
    stand = {s.people[n].place for n in mine} | {army.place for army in s.armies.values() if army.owner == me}
    return heard | stand | {feature.place for feature in bargains(s, me).values()}


def told_owner(known: dict[int, Known], place: int, me: int) -> int:
    """Return a province's owner as the seat knows it.

    The new owner of a lost province is unknown.
    """
    owner = known[place].owner if place in known else UNKNOWN
    return UNKNOWN if owner == me else owner


# Kingdoms


def told_kingdom(s: State, me: int, seat: int, known: dict[int, Known]) -> Kingdom:
    """Return another kingdom: its known name, King, alignment and capital."""
    kingdom = s.kingdoms[seat]
    own = s.kingdoms[me] if me >= 0 else None
    met = own is not None and seat in own.met
    is_named = own is not None and (has_heard_of_realm(s, me, seat) or seat in treaty_wishes(s, me))
    is_kin = own is not None and s.scenario in tables.GREATER and kingdom.alignment == own.alignment
    knows_alignment = own is not None and (is_kin or seat in own.neighbours_told)
    capitals = [place for place, told in known.items() if told.is_capital and told.owner == seat]
    return Kingdom(
        name=kingdom.name if is_named else "",
        king=kingdom.king if met and kingdom.king in s.seen[me] else 0,
        alignment=kingdom.alignment if knows_alignment else UNKNOWN,
        home=min(capitals, default=-1),
        gold=0,
        contact=kingdom.contact if met else "",
    )


def treaty_wishes(s: State, me: int) -> set[int]:
    """Return the Kings with whom a guardian wants a seat to make peace.

    In other bargains the number has another meaning.
    """
    return {each.target for each in s.proposals_to(me) if each.kind == MAKE_PEACE}


def told_relations(s: State, me: int, seat: int) -> tuple[int, ...]:
    """Return a seat's relations; those of others among themselves are unknown."""
    if seat == me:
        return s.relations[me]
    return tuple(s.relations[seat][other] if other == me else PEACE for other in range(len(s.seats)))


# People


def acquainted(s: State, me: int, mine: set[int], known: dict[int, Known]) -> list[int]:
    """Return the seat's people, those seen, and known rulers of provinces, by number."""
    if me == SPECTATOR:
        return []
    seen = {n for n in s.seen[me] if n in s.people}
    rulers = {told.hero for told in known.values() if told.hero in s.people}
    return sorted(mine | seen | rulers | known_candidates(s, me))


def known_candidates(s: State, me: int) -> set[int]:
    """Return the leaders reported to a seat in the races."""
    races = [rows[me] for rows in (s.standings, s.honours) if rows]
    return {each.person for rows in races for each in rows if each.person in s.people}


def told_person(s: State, me: int, n: int) -> Person:
    """Return another character: only name, last known place and service are known."""
    place, _, service = s.seen[me].get(n, (-1, 0, FREE))
    rules = next((p for p, told in sorted(s.known[me].items()) if told.hero == n), -1)
    seat = FREE if service == me or rules >= 0 else service
    return Person(s.people[n].name, UNKNOWN, UNKNOWN, UNKNOWN, place, seat, (), (), rules=rules)


def own_powers(s: State, mine: set[int]) -> list[tuple[int, ...]]:
    """Return by ability the powers that masters among the seat's people have (2.0)."""
    found = []
    for ability, powers in enumerate(s.mastery):
        most = max([s.people[n].levels[ability] for n in mine if not s.people[n].died], default=0)
        found.append(powers[: max(0, most - 4)])
    return found


# What guardians ask (5.4)


def bargains(s: State, me: int) -> dict[int, Feature]:
    """Return the features that bargains with a seat's people name.

    Each has its kind and its place, and its guardian if it has to be emptied.
    """
    found: dict[int, Feature] = {}
    for made in s.proposals_to(me):
        lair = s.features[made.feature]
        found.setdefault(made.feature, Feature(lair.kind, lair.place, 1))
        if made.kind == SLAY:
            quarry = s.features[made.target]
            seen = quarry.monster if made.quarry < 0 else -1
            found[made.target] = Feature(quarry.kind, quarry.place, 1, monster=seen)
    return found
