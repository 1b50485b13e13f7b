"""What is wrong with a sheet, line by line, from nothing that its King may not know (3, 5, 11.2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine.core import Catalogue, Problem
from palatine.core.sheet import LONGEST
from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings.charts import nation_named, nations
from palatine.games.adventurer_kings.courses import Course
from palatine.games.adventurer_kings.deaths import why_not_heir
from palatine.games.adventurer_kings.defending import FARTHEST
from palatine.games.adventurer_kings.encounters import SAYS
from palatine.games.adventurer_kings.naming import named
from palatine.games.adventurer_kings.recruiting import GARRISONS_A_TURN, MOST_OFFER
from palatine.games.adventurer_kings.second_thoughts import may_reconsider
from palatine.games.adventurer_kings.state import ENEMY, State
from palatine.games.adventurer_kings.turn import PHASES, effective

Fault = tuple[str, str, bool, dict[str, Any]]
"""A clause; the key of the reason (of `check` unless it has a dot); whether it is but a doubt; what it names."""


def check(words: Catalogue, s: State, seat: int, sheet: o.Sheet) -> list[Problem]:
    """All problems of a sheet, in the order of its lines."""
    if len(sheet.orders) > LONGEST:
        return [Problem(0, "", words.say("check.too-long", most=LONGEST))]
    if s.turn == 0:
        return [_problem(words, s, line, fault) for line, fault in setup_faults(s, sheet)]
    course = Course(s, seat, sheet.orders)
    found = [
        (line, fault) for line, order in enumerate(sheet.orders, 1) for fault in faults(s, seat, course, order)
    ]
    found += doubles(sheet)
    return [_problem(words, s, line, fault) for line, fault in sorted(found, key=lambda each: each[0])]


def _problem(words: Catalogue, s: State, line: int, fault: Fault) -> Problem:
    clause, reason, doubt, data = fault
    key = reason if "." in reason else f"check.{reason}"
    return Problem(line, clause, words.say(key, **named(s, data)), doubt=doubt)


def wrong(clause: str, reason: str, /, **data: Any) -> Fault:
    return clause, reason, False, data


def doubtful(clause: str, reason: str, /, **data: Any) -> Fault:
    return clause, reason, True, data


def doubles(sheet: o.Sheet) -> list[tuple[int, Fault]]:
    """Two orders for one phase, two plans, two heirs: one is too much (1.3)."""
    seen: set[tuple[Any, ...]] = set()
    found = []
    for line, order in enumerate(sheet.orders, 1):
        key: tuple[Any, ...] = ()
        if isinstance(order, o.Act):
            key = ("act", order.character, order.phase)
        elif isinstance(order, o.Special):
            key = ("special", order.character)
        elif isinstance(order, o.Realm):
            key = ("realm", order.name.casefold())
        elif isinstance(order, o.Heir | o.Vote | o.CallElection | o.KingLine):
            key = (type(order).__name__,)
        elif isinstance(order, o.Treat | o.BreakTreaty):
            key = ("treaty", order.kingdom)
        if key and key in seen:
            found.append((line, wrong("AK-1.3-01", "twice")))
        seen.add(key)
    return found


# Before the first turn


def setup_faults(s: State, sheet: o.Sheet) -> Iterator[tuple[int, Fault]]:
    """Only a King, his realm and a line of contact can be written (2.1, 11.0)."""
    for line, order in enumerate(sheet.orders, 1):
        if not isinstance(order, o.SETUP_LINES):
            yield line, wrong("AK-1.2-02", "not-yet")
        elif isinstance(order, o.KingLine):
            for fault in king_faults(order):
                yield line, fault
        elif isinstance(order, o.Realm) and nations(s.scenario) and nation_named(s.scenario, order.name) < 0:
            yield line, wrong("AK-12.2-03", "no-nation", names=[nation.name for nation in nations(s.scenario)])
    yield from doubles(sheet)


def king_faults(order: o.KingLine) -> Iterator[Fault]:
    """Four levels, two at most in one ability, none in what is barred (2.1)."""
    yield from level_faults(order.levels, "AK-2.1-03")
    for alignment in filter(None, (order.alignment, order.instead)):
        barred = c.BARRED.get(c.ALIGNMENTS.index(alignment))
        if barred is not None and c.ABILITIES[barred] in order.levels:
            yield wrong("AK-2.1-08" if barred == c.NE else "AK-2.1-09", "barred", ability=barred)


def level_faults(levels: tuple[str, ...], clause: str) -> Iterator[Fault]:
    if len(levels) != 4:
        yield wrong(clause, "four-levels", count=len(levels))
    for code in dict.fromkeys(levels):
        if levels.count(code) > 2:
            yield wrong(clause, "two-at-most", ability=c.ability(code))


# Lines of a turn


def faults(s: State, seat: int, course: Course, order: o.Line) -> Iterator[Fault]:
    """What is wrong with one line."""
    if isinstance(order, o.Act | o.Special):
        person = s.people.get(order.character)
        is_mine = person is not None and person.seat == seat and not person.died
        if not is_mine and may_be_hired(course, order):
            yield doubtful("AK-3.5-06", "if-hired", number=order.character)
            if isinstance(order, o.Special):
                yield from parley_faults(order)
        elif not is_mine:
            yield wrong("AK-1.3-01", "not-your-character", number=order.character)
        elif isinstance(order, o.Special):
            yield from special_faults(s, order)
        else:
            yield from act_faults(s, seat, course, order)
    elif isinstance(order, o.KingLine) and s.scenario == "earth" and s.turn == 1:
        if not may_reconsider(s, seat, order):
            yield wrong("AK-12.3-13", "changes-too-much", most=1 + s.kingdoms[seat].is_shifted)
    elif isinstance(order, o.SETUP_LINES) and not isinstance(order, o.Contact):
        yield wrong("AK-2.1-03", "too-late")
    else:
        yield from realm_faults(s, seat, order)


def may_be_hired(course: Course, order: o.Act | o.Special) -> bool:
    """Whether an order may be for a Hero who is hired before it, a plan for what is left of the turn (3.5, 5.10)."""
    last = order.phase if isinstance(order, o.Act) else PHASES
    return course.hires.get(order.character, PHASES) < last


def realm_faults(s: State, seat: int, order: o.Line) -> Iterator[Fault]:
    """Treaties, votes, maps, names, heirs."""
    if isinstance(order, o.Treat | o.BreakTreaty | o.Vote | o.SendMap):
        other = order.kingdom - 1
        if not 0 <= other < len(s.kingdoms) or s.kingdoms[other].out:
            yield wrong("AK-8.0-01", "no-kingdom", number=order.kingdom)
        elif other == seat and not isinstance(order, o.Vote):
            yield wrong("AK-8.0-01", "yourself")
        elif isinstance(order, o.Vote) and not s.is_voting:
            yield wrong("AK-10.2-02", "no-vote")
        elif isinstance(order, o.SendMap) and s.scenario not in ("super", "earth"):
            yield wrong("AK-12.1-13", "no-maps")
        elif isinstance(order, o.BreakTreaty) and s.relations[seat][other] == ENEMY:
            yield wrong("AK-8.3-01", "enemies-already")
    elif isinstance(order, o.Heir):
        yield from heir_faults(s, seat, order)
    elif isinstance(order, o.Rename) and s.turn != 1:
        yield wrong("AK-2.2-02", "rename-late")


def heir_faults(s: State, seat: int, order: o.Heir) -> Iterator[Fault]:
    """Three of the heir's levels lie within the old King's skill, two at most in one ability (5.9, A126)."""
    if not s.kingdoms[seat].awaits_levels:
        yield wrong("AK-5.9-04", "no-heir")
        return
    why = why_not_heir(s, seat, order.levels)
    if why is not None:
        yield wrong(*why)


# Plans (5)


AGGRESSIVE = o.Fire | o.Strike | o.Cast


def special_faults(s: State, order: o.Special) -> Iterator[Fault]:
    """What is wrong with a Special Plan, also as with any plan (5.10)."""
    yield from parley_faults(order)
    yield from plan_faults(s, order.character, order.plan)


def parley_faults(order: o.Special) -> Iterator[Fault]:
    """No talk, fulfilment or theft in a Special Plan (5.10)."""
    for tactic in order.plan:
        if isinstance(tactic, o.Talk | o.Fulfil | o.Steal):
            yield wrong("AK-5.10-01", "not-in-special")


def plan_faults(s: State, n: int, plan: o.Plan) -> Iterator[Fault]:
    """One of talk, theft and fulfilment, before anything hostile; spells that can be cast (5.1, 5.4, 5.5)."""
    parleys = [each for each in plan if isinstance(each, o.Talk | o.Fulfil | o.Steal)]
    if len({type(each) for each in parleys}) > 1:
        yield wrong("AK-5.5-08", "one-parley")
    hostile = False
    cast: set[str] = set()
    for at, tactic in enumerate(plan):
        if isinstance(tactic, o.Talk | o.Steal) and hostile:
            yield wrong("AK-5.0-03", "parley-after-blows")
        vanishes = isinstance(tactic, o.Cast) and tactic.spell == "IL-IN" and any(
            isinstance(each, o.Steal) for each in plan[at + 1 :]
        )  # fmt: skip
        hostile = hostile or (isinstance(tactic, AGGRESSIVE) and not vanishes)
        yield from tactic_faults(s, n, tactic, cast)


def owns(s: State, seat: int, item: int) -> bool:
    """Whether an item is with one of a seat's people; of others' items a King knows nothing for sure."""
    found = s.items.get(item)
    return found is not None and found.bearer in s.people and s.people[found.bearer].seat == seat


def tactic_faults(s: State, n: int, tactic: o.Tactic, cast: set[str]) -> Iterator[Fault]:
    if isinstance(tactic, o.Cast):
        spell = c.SPELLS[c.SPELL_BY_CODE[tactic.spell]]
        if not spell.combat:
            yield wrong("AK-5.1-01", "no-combat-spell", spell=c.SPELL_BY_CODE[tactic.spell])
        elif tactic.spell in cast:
            yield wrong("AK-4.2-05", "same-spell", spell=c.SPELL_BY_CODE[tactic.spell])
        elif not effective(s, n, ability := c.magic_of(c.SPELL_BY_CODE[tactic.spell], s.people[n].alignment)):
            yield wrong("AK-4.0-01", "no-skill", ability=ability)
        cast.add(tactic.spell)
    elif isinstance(tactic, o.Fire) and not effective(s, n, c.AR):
        yield wrong("AK-4.0-01", "no-skill", ability=c.AR)
    elif isinstance(tactic, o.UseItem | o.GiveItem) and not owns(s, s.people[n].seat, tactic.item):
        yield doubtful("AK-5.7-01", "no-item", number=tactic.item)
    elif isinstance(tactic, o.Say) and len(tactic.text) > SAYS:
        yield wrong("AK-5.4-04", "too-many-words", most=SAYS)


# Actions (3)


def act_faults(s: State, seat: int, course: Course, order: o.Act) -> Iterator[Fault]:
    if not 1 <= order.phase <= PHASES:
        yield wrong("AK-3.0-01", "no-phase", number=order.phase)
        return
    kind = type(order.action)
    found = CHECKS[kind](s, seat, course, order, order.action) if kind in CHECKS else ()
    yield from found


def check_move(s: State, seat: int, course: Course, order: o.Act, action: o.Move) -> Iterator[Fault]:
    here, to = course.place(order.character, order.phase), s.atlas.place(action.to)
    if to < 0:
        yield wrong("AK-3.1-01", "no-province", number=action.to)
        return
    if to == here:
        yield doubtful("AK-3.1-01", "there-already", place=to)
        return
    if to not in s.atlas.neighbours[here]:
        yield doubtful("AK-3.1-06", "far", place=to)
    elif action.compass and s.atlas.ways[here][COMPASS.index(action.compass)] != to:
        yield doubtful("AK-3.1-01", "compass", place=to)
    if course.leads(order.character, order.phase):
        known = s.known[seat].get(to)
        sea = known is not None and known.terrain == c.SEA
        ships = any(s.armies[a].type in c.NAVAL | c.AIR for a in course.leads(order.character, order.phase)
                    if a in s.armies)  # fmt: skip
        if sea and not ships:
            yield doubtful("AK-6.2-05", "no-ships", place=to)
        if known is not None and known.owner >= 0 and welcome_of(s, seat, to) == 3:
            yield doubtful("AK-8.1-02", "neutral-king", place=to)


def welcome_of(s: State, seat: int, place: int) -> int:
    """How welcome a seat is in a province, as far as it knows (3.1)."""
    known = s.known[seat].get(place)
    if known is None or known.owner < 0:
        return 2
    relation = s.relation(seat, known.owner)
    return 0 if relation == 2 else 1 if relation == ENEMY else 3


COMPASS = ("N", "NE", "SE", "S", "SW", "NW")


def check_here(s: State, seat: int, course: Course, order: o.Act, action: Any) -> Iterator[Fault]:
    """Explore and Spy are done where one is; the number is a reminder (3.2, 3.14)."""
    if action.province and s.atlas.place(action.province) != course.place(order.character, order.phase):
        yield doubtful("AK-3.14-07", "not-there", number=action.province)


def check_search(s: State, seat: int, course: Course, order: o.Act, action: o.Search) -> Iterator[Fault]:
    told = s.lore[seat].get(action.feature)
    if told is None:
        yield doubtful("AK-3.3-01", "unknown-feature", number=action.feature)
    elif told.place != course.place(order.character, order.phase):
        yield doubtful("AK-3.3-01", "feature-elsewhere", place=told.place)
    yield from plan_faults(s, order.character, action.plan)


def check_recruit(s: State, seat: int, course: Course, order: o.Act, action: o.Recruit) -> Iterator[Fault]:
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
    price = sum([s.pay_of(c.ARMY_CODES.index(code)) for code in action.types])
    if price > s.kingdoms[seat].gold:
        yield doubtful("AK-3.4-13", "too-dear", gold=price)


def check_hire(s: State, seat: int, course: Course, order: o.Act, action: o.Hire) -> Iterator[Fault]:
    if not 1 <= action.offer <= MOST_OFFER:
        yield wrong("AK-3.5-01", "offer", most=MOST_OFFER)
    yield from check_person(s, seat, course, order, action.hero)


def check_person(s: State, seat: int, course: Course, order: o.Act, number: int) -> Iterator[Fault]:
    """Whether somebody is known to be where he should be met."""
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


def check_armies(s: State, seat: int, course: Course, order: o.Act, action: Any) -> Iterator[Fault]:
    """Armies of one's own; a King may disband from afar (3.6, 3.8, 3.9)."""
    place = course.place(order.character, order.phase)
    for a in action.armies:
        army = s.armies.get(a)
        if army is None or army.owner != seat:
            yield wrong("AK-3.8-03", "not-your-army", number=a)
        else:
            is_here = army.place == place or a in course.leads(order.character, order.phase)
            from_afar = isinstance(action, o.Disband) and s.people[order.character].is_king
            if not is_here and not from_afar:
                yield doubtful("AK-3.8-03", "army-elsewhere", army=a)


def check_leave(s: State, seat: int, course: Course, order: o.Act, action: o.Leave) -> Iterator[Fault]:
    yield from check_armies(s, seat, course, order, action)
    if action.to:
        yield from check_person(s, seat, course, order, action.to)


def check_dismiss(s: State, seat: int, course: Course, order: o.Act, action: o.Dismiss) -> Iterator[Fault]:
    hero = s.people.get(action.hero)
    if hero is None or hero.seat != seat or hero.is_king or hero.died:
        yield wrong("AK-3.7-01", "not-your-character", number=action.hero)


def check_cast(s: State, seat: int, course: Course, order: o.Act, action: o.CastSpell) -> Iterator[Fault]:
    number = c.SPELL_BY_CODE[action.spell]
    spell = c.SPELLS[number]
    ability = c.magic_of(number, s.people[order.character].alignment)
    if not spell.action:
        yield wrong("AK-3.10-01", "no-action-spell", spell=number)
    elif not effective(s, order.character, ability):
        yield wrong("AK-4.0-01", "no-skill", ability=ability)
    if number == c.ILLUSION and not action.terrain:
        yield wrong("AK-4.2.3-01", "no-terrain")


def check_use(s: State, seat: int, course: Course, order: o.Act, action: o.Use) -> Iterator[Fault]:
    if not owns(s, seat, action.item):
        yield doubtful("AK-3.11-01", "no-item", number=action.item)
        return
    item = s.items[action.item]
    kind = c.ITEMS[item.kind]
    if kind.spell < 0 or not c.SPELLS[kind.spell].action:
        yield wrong("AK-3.11-01", "item-casts-nothing", item=action.item)
    elif item.bearer != order.character:
        yield doubtful("AK-3.11-01", "not-carried", item=action.item)


def check_encounter(s: State, seat: int, course: Course, order: o.Act, action: o.Encounter) -> Iterator[Fault]:
    yield from check_person(s, seat, course, order, action.character)
    yield from plan_faults(s, order.character, action.plan)


def check_defend(s: State, seat: int, course: Course, order: o.Act, action: o.Defend) -> Iterator[Fault]:
    if not action.province:
        return
    place = s.atlas.place(action.province)
    if place < 0:
        yield wrong("AK-3.15-07", "no-province", number=action.province)
    elif s.atlas.distance(course.place(order.character, order.phase), place) > FARTHEST:
        yield doubtful("AK-3.15-07", "too-far", place=place)


def check_pursue(s: State, seat: int, course: Course, order: o.Act, action: o.Pursue) -> Iterator[Fault]:
    if action.character == order.character and course.leads(order.character, order.phase):
        yield doubtful("AK-3.16-09", "leads-himself")
    if not action.plan and action.character != order.character and not course.leads(order.character, order.phase):
        yield doubtful("AK-3.16-05", "no-plan")
    yield from plan_faults(s, order.character, action.plan)


def check_trail(s: State, seat: int, course: Course, order: o.Act, action: o.Trail) -> Iterator[Fault]:
    if course.leads(order.character, order.phase):
        yield doubtful("AK-3.17-03", "leads-himself")


def check_give(s: State, seat: int, course: Course, order: o.Act, action: o.Give) -> Iterator[Fault]:
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
    o.Move: check_move, o.Explore: check_here, o.Spy: check_here, o.Search: check_search, o.Recruit: check_recruit,
    o.Hire: check_hire, o.Disband: check_armies, o.PickUp: check_armies, o.Leave: check_leave,
    o.Dismiss: check_dismiss, o.CastSpell: check_cast, o.Use: check_use, o.Encounter: check_encounter,
    o.Defend: check_defend, o.Pursue: check_pursue, o.Trail: check_trail, o.Give: check_give,
}  # fmt: skip
"""By action: what there is to check."""
