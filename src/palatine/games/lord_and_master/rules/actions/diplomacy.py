"""DIPLOMACY with neutral places: base, diplomat and bribe against a d20 (NEU-08 to NEU-15)."""

from __future__ import annotations

from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import is_city, is_fort, square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.rules.common import casualties, control, money
from palatine.games.lord_and_master.rules.common.neutrals import printed_leader, rouse
from palatine.games.lord_and_master.rules.common.turn import Actions, TallyPart, Turn
from palatine.games.lord_and_master.state import NEUTRAL, Person, State, is_magnate


def diplomacy(t: Turn, who: int, act: o.Diplomacy) -> None:
    """Carry out DIPLOMACY: d20 against base, diplomat and bribe (NEU-08 to NEU-15)."""
    s = t.s
    person = s.people[who]
    place = person.place
    t.need(not is_magnate(person.owner), "LM-MAG-13", "drop.magnates-do-not-talk")
    t.need(person.since < s.turn, "LM-NEU-08", "drop.just-arrived", name=person.name, uncertain=True)
    t.need(
        s.holder(place) == NEUTRAL and not is_fort(place),
        "LM-NEU-08",
        "drop.not-neutral",
        place=place,
        uncertain=True,
    )
    prices = bribes(s, place)
    t.need(
        act.bribe in (0, *prices), "LM-NEU-11", "drop.no-such-bribe", low=prices[0], high=prices[1], uncertain=True
    )
    bribe = act.bribe if money.purse(t, person.owner) >= act.bribe else 0
    if bribe:
        money.spend(t, person.owner, bribe, "LM-NEU-11")
    success, tally = t.attempt("diplomacy", diplomacy_parts(s, who, bribe))
    kind = "diplomacy-won" if success else "diplomacy-lost"
    t.log(
        kind, "LM-NEU-09", at=(place,), to=(person.owner,), tally=tally,
        name=person.name, place=place, bribe=bribe, seat=person.owner,
    )  # fmt: skip
    if success:
        win_over(t, place, person.owner)


def bribes(s: State, place: int) -> tuple[int, int]:
    """Return the prices of +1 and +2 (NEU-11, MAP-08)."""
    square = square_of(place)
    if not is_city(place):
        return world.PROVINCES[s.terrain[square]].bribe
    low, high = (s.city(square).tax * factor for factor in world.CITY_BRIBE)
    return low, high


def diplomacy_parts(s: State, who: int, bribe: int) -> list[TallyPart]:
    """Return the parts of the number not to exceed (NEU-09 to NEU-11, NEU-17, ADV-08, DIS-10)."""
    person = s.people[who]
    nation = s.nations[person.owner]
    place = person.place
    perfidious = "perfidious" in nation.disadvantages
    parts: list[TallyPart] = [(base(s, place), "LM-MAP-08" if is_city(place) else "LM-NEU-09", "diplomacy-base")]
    parts.append(_diplomat(s, person, place, perfidious))
    if bribe:
        parts.append((1 if bribe == bribes(s, place)[0] else 2, "LM-NEU-11", "bribe"))
    if "good-reputation" in nation.advantages:
        parts.append((3, "LM-ADV-08", "good-reputation"))
    if perfidious:
        parts.append((-3, "LM-DIS-10", "perfidious"))
    parts.append((-3 * nation.annexations, "LM-NEU-17", "annexations"))
    return parts


def base(s: State, place: int) -> int:
    return world.CITY_BASE if is_city(place) else world.PROVINCES[s.terrain[square_of(place)]].base


def _diplomat(s: State, person: Person, place: int, perfidious: bool) -> TallyPart:
    """Return the modifier for the diplomat's class, in a city for the race.

    See NEU-10, MAP-09, R12, R110.
    """
    square = square_of(place)
    if is_city(place):
        leader = printed_leader(s, place)
        same = leader is not None and pieces.usual_race(leader[0]) == person.race
        amount = world.CITY_SAME_RACE if same else world.CITY_OTHER_RACE
        return (0 if same and perfidious else amount, "LM-MAP-09", "diplomat-race")
    province = world.PROVINCES[s.terrain[square]]
    if person.of in province.favoured:
        return (0 if perfidious else 2, "LM-NEU-10", "diplomat")
    return (-2 if person.of in province.disliked else 0, "LM-NEU-10", "diplomat")


def win_over(t: Turn, place: int, seat: int) -> None:
    """Make a place an ally: force and leader join; its treasury stays (NEU-12 to NEU-14)."""
    s = t.s
    rouse(t, place)
    for n in s.units_at(place, NEUTRAL):
        s.set_unit(n, owner=seat)
    for who in s.people_at(place, NEUTRAL):
        if len(s.roster(seat)) < casualties.roster_limit(s, seat):
            function = casualties.function_of(s, seat, s.people[who].of)
            s.set_person(who, owner=seat, since=s.turn, function=function)
            t.of(Actions).joined.add(who)
            t.log("joined", "LM-NEU-12", at=(place,), to=(seat,), name=s.people[who].name, of=s.people[who].of,
                   level=s.people[who].level, seat=seat)  # fmt: skip
    control.make_ally(t, place, seat)
