"""Errors in a character's action, found only with the King's knowledge (3)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Any

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.grid import COMPASS
from palatine.games.adventurer_kings.components.pieces import PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.hiring import MOST_OFFER
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.rules.movement.defending import FARTHEST
from palatine.games.adventurer_kings.rules.realm.recruiting import GARRISONS_A_TURN, fits_race
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.sheet_help.known_ground import KnownGround
from palatine.games.adventurer_kings.sheet_help.levies import price_of_levies
from palatine.games.adventurer_kings.sheet_help.plan_checks import Fault, doubtful, owns, plan_faults, wrong
from palatine.games.adventurer_kings.state import State


def act_faults(s: State, seat: int, course: PlannedPositions, order: orders.Act) -> Iterator[Fault]:
    if not 1 <= order.phase <= PHASES:
        yield wrong("AK-3.0-01", "no-phase", number=order.phase)
        return
    kind = type(order.action)
    found = CHECKS[kind](s, seat, course, order, order.action) if kind in CHECKS else ()
    yield from found


def check_move(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Move
) -> Iterator[Fault]:
    here, to = course.place(order.character, order.phase), s.atlas.place(action.to)
    if to < 0:
        yield wrong("AK-3.1-01", "no-province", number=action.to)
        return
    if to == here:
        yield doubtful("AK-3.1-01", "there-already", place=to)
        return
    if to not in s.atlas.neighbours[here]:
        yield doubtful("AK-3.1-06", "far", place=to)
    elif action.compass and s.atlas.six_around[here][COMPASS.index(action.compass)] != to:
        yield doubtful("AK-3.1-01", "compass", place=to)
    led = course.leads(order.character, order.phase)
    if led:
        known = s.known[seat].get(to)
        sea = known is not None and known.terrain == tables.SEA
        if sea and not any(s.armies[a].type in tables.SEA_ARMIES | tables.AIR_ARMIES for a in led if a in s.armies):
            yield doubtful("AK-6.2-05", "no-ships", place=to)
        elif (why := KnownGround(s, seat).why_not(led, here, to)) is not None:
            yield doubtful(why.clause, why.reason, **why.data)
        if known is not None and known.owner >= 0 and s.relation(seat, known.owner) == PEACE:
            yield doubtful("AK-8.1-02", "neutral-king", place=to)


def check_here(s: State, seat: int, course: PlannedPositions, order: orders.Act, action: Any) -> Iterator[Fault]:
    """Check Explore and Spy, which are done on the spot.

    The number of the province is only a reminder (3.2, 3.14).
    """
    if action.province and s.atlas.place(action.province) != course.place(order.character, order.phase):
        yield doubtful("AK-3.14-07", "not-there", number=action.province)


def check_search(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Search
) -> Iterator[Fault]:
    told = s.lore[seat].get(action.feature)
    if told is None:
        yield doubtful("AK-3.3-01", "unknown-feature", number=action.feature)
    elif told.place != course.place(order.character, order.phase):
        yield doubtful("AK-3.3-01", "feature-elsewhere", place=told.place)
    yield from plan_faults(s, order.character, action.plan)


def check_recruit(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Recruit
) -> Iterator[Fault]:
    place = course.place(order.character, order.phase)
    known = s.known[seat].get(place)
    if action.leader and (action.leader not in s.people or s.people[action.leader].seat != seat):
        if course.hires.get(action.leader, PHASES) < order.phase:
            yield doubtful("AK-3.5-06", "if-hired", number=action.leader)
        else:
            yield wrong("AK-3.4-01", "not-your-character", number=action.leader)
    if action.types.count("GA") > GARRISONS_A_TURN:
        yield wrong("AK-3.4-07", "garrisons", most=GARRISONS_A_TURN)
    if known is None or known.owner != seat:
        yield doubtful("AK-3.4-02", "not-your-land", place=place)
    elif s.owners[place] == seat:
        yield from unfit_levies(s, place, action.types)
    price = price_of_levies(s, seat, course, order, action)
    if price > s.kingdoms[seat].gold:
        yield doubtful("AK-3.4-13", "too-dear", gold=price)


def unfit_levies(s: State, place: int, types: Sequence[str]) -> Iterator[Fault]:
    """Yield types that the people cannot be levied as, unless mercenaries come (3.4)."""
    race = s.lands[place].race
    kinds = [tables.ARMY_CODES.index(code) for code in dict.fromkeys(types)]
    unfit = [kind for kind in kinds if race < 0 or not fits_race(kind, race)]
    if race < 0:
        yield doubtful("AK-3.4-05", "fail.nobody-lives", place=place)
    elif tables.GARRISON in unfit:
        yield doubtful("AK-3.4-07", "fail.no-humanoids", place=place)
    elif unfit:
        yield doubtful("AK-3.4-12", "fail.wrong-race", race=race, kind=tables.ARMY[unfit[0]].name)


def check_hire(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Hire
) -> Iterator[Fault]:
    if not 1 <= action.offer <= MOST_OFFER:
        yield wrong("AK-3.5-01", "offer", most=MOST_OFFER)
    yield from check_person(s, seat, course, order, action.hero)


def check_person(s: State, seat: int, course: PlannedPositions, order: orders.Act, number: int) -> Iterator[Fault]:
    """Check whether a character is known to be at the meeting place."""
    place = course.place(order.character, order.phase)
    person = s.people.get(number)
    if person is not None and person.seat == seat:
        if number in course.acts and course.place(number, order.phase) != place:
            yield doubtful("AK-3.12-01", "elsewhere", other=number)
        return
    seen = s.seen[seat].get(number)
    if seen is None:
        yield doubtful("AK-3.12-01", "unknown-character", number=number)
    elif seen[0] != place:
        yield doubtful("AK-3.12-01", "seen-elsewhere", number=number, place=seen[0])


def check_army_numbers(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: Any
) -> Iterator[Fault]:
    """Check that armies are the player's; a King may disband from afar (3.6, 3.8, 3.9)."""
    place = course.place(order.character, order.phase)
    for a in action.armies:
        army = s.armies.get(a)
        if army is None or army.owner != seat:
            yield wrong("AK-3.8-03", "not-your-army", number=a)
        else:
            is_here = army.place == place or a in course.leads(order.character, order.phase)
            from_afar = isinstance(action, orders.Disband) and s.people[order.character].is_king
            if not is_here and not from_afar:
                yield doubtful("AK-3.8-03", "army-elsewhere", army=a)


def check_leave(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Leave
) -> Iterator[Fault]:
    yield from check_army_numbers(s, seat, course, order, action)
    if action.to:
        yield from check_person(s, seat, course, order, action.to)


def check_dismiss(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Dismiss
) -> Iterator[Fault]:
    hero = s.people.get(action.hero)
    if hero is None or hero.seat != seat or hero.is_king or hero.died:
        yield wrong("AK-3.7-01", "not-your-character", number=action.hero)


def check_cast(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.CastSpell
) -> Iterator[Fault]:
    number = tables.SPELL_BY_CODE[action.spell]
    spell = tables.SPELLS[number]
    ability = tables.magic_of(number, s.people[order.character].alignment)
    if not spell.action:
        yield wrong("AK-3.10-01", "no-action-spell", spell=number)
    elif not effective(s, order.character, ability):
        yield wrong("AK-4.0-01", "no-skill", ability=ability)
    if number == tables.ILLUSION and not action.terrain:
        yield wrong("AK-4.2.3-01", "no-terrain")


def check_use(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Use
) -> Iterator[Fault]:
    if not owns(s, seat, action.item):
        yield doubtful("AK-3.11-01", "no-item", number=action.item)
        return
    item = s.items[action.item]
    kind = tables.ITEMS[item.kind]
    if kind.spell < 0 or not tables.SPELLS[kind.spell].action:
        yield wrong("AK-3.11-01", "item-casts-nothing", item=action.item)
    elif item.bearer != order.character:
        yield doubtful("AK-3.11-01", "not-carried", item=action.item)


def check_encounter(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Encounter
) -> Iterator[Fault]:
    yield from check_person(s, seat, course, order, action.character)
    yield from plan_faults(s, order.character, action.plan)


def check_defend(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Defend
) -> Iterator[Fault]:
    if not action.province:
        return
    place = s.atlas.place(action.province)
    if place < 0:
        yield wrong("AK-3.15-07", "no-province", number=action.province)
    elif s.atlas.distance(course.place(order.character, order.phase), place) > FARTHEST:
        yield doubtful("AK-3.15-07", "too-far", place=place)


def check_pursue(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Pursue
) -> Iterator[Fault]:
    patrols = action.character == order.character
    if patrols and course.leads(order.character, order.phase):
        yield doubtful("AK-3.16-09", "leads-himself")
    has_plan = action.plan or (patrols and order.character in course.planned)
    if not has_plan and not course.leads(order.character, order.phase):
        yield doubtful("AK-3.16-05", "no-plan")
    yield from plan_faults(s, order.character, action.plan)


def check_trail(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Trail
) -> Iterator[Fault]:
    if course.leads(order.character, order.phase):
        yield doubtful("AK-3.17-03", "leads-himself")


def check_give(
    s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Give
) -> Iterator[Fault]:
    yield from check_person(s, seat, course, order, action.to)
    is_king = s.people[order.character].is_king
    means_gold = is_king and not action.in_return and not owns(s, seat, action.item)
    gold = action.gold or (action.item if means_gold else 0)
    if gold:
        if not is_king:
            yield wrong("AK-3.18-03", "only-kings")
        most = max(s.kingdoms[seat].opening_gold // 10, 10)
        if gold > most:
            yield wrong("AK-3.18-04", "too-much-gold", gold=most)
    elif not owns(s, seat, action.item):
        yield doubtful("AK-3.18-01", "no-item", number=action.item)
    elif s.items[action.item].bearer != order.character:
        yield doubtful("AK-3.18-01", "not-carried", item=action.item)


CHECKS: dict[type, Any] = {
    orders.Move: check_move, orders.Explore: check_here, orders.Spy: check_here, orders.Search: check_search,
    orders.Recruit: check_recruit,
    orders.Hire: check_hire, orders.Disband: check_army_numbers, orders.PickUp: check_army_numbers,
    orders.Leave: check_leave,
    orders.Dismiss: check_dismiss, orders.CastSpell: check_cast, orders.Use: check_use,
    orders.Encounter: check_encounter,
    orders.Defend: check_defend, orders.Pursue: check_pursue, orders.Trail: check_trail, orders.Give: check_give,
}  # fmt: skip
"""Check of each action."""
