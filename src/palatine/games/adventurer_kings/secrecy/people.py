"""Dealt Kings, Heroes, kingdoms and treaties that a King does not know.

See 1.1, 2.2, 8.0, 10.1.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

import msgspec

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import (
    ALLIED,
    ENEMY,
    FREE,
    NATIVE,
    PEACE,
    UNKNOWN,
    Person,
    RaceStanding,
)
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.exploring import GLIMPSE, glimpse
from palatine.games.adventurer_kings.rules.realm.offices import candidates
from palatine.games.adventurer_kings.rules.realm.valhalla import LEGENDS, PERIOD, VISITED, enters_as
from palatine.games.adventurer_kings.rules.setup.founding import OPENING_GOLD, PEOPLE, RESIDENT
from palatine.games.adventurer_kings.secrecy.world_templates import DealtWorld
from palatine.games.adventurer_kings.state import State

# Kingdoms


def deal_kingdoms(d: DealtWorld) -> None:
    """Deal unknown names, alignments, gold and discoveries of other kingdoms."""
    s = d.s
    taken = [kingdom.alignment for kingdom in d.told.kingdoms if kingdom.alignment != UNKNOWN]
    for seat in d.random.sample(d.others, len(d.others)):
        told = d.told.kingdoms[seat]
        alignment = told.alignment
        if alignment == UNKNOWN:
            alignment = d.random.choice(open_alignments(d, taken))
            taken.append(alignment)
        gold = OPENING_GOLD if s.turn == 1 else d.random.randint(0, OPENING_GOLD + s.turn * (s.turn + 2))
        count = min(len(tables.DISCOVERIES), d.random.randint(0, s.turn // 2))
        s.set_kingdom(
            seat, name=told.name or f"{d.template.kingdoms[seat].name} ({seat + 1})", alignment=alignment, gold=gold,
            opening_gold=gold, discoveries=tuple(sorted(d.random.sample(range(len(tables.DISCOVERIES)), count))),
            met=(d.me,) if d.me >= 0 and seat in d.told.kingdoms[d.me].met else (),
        )  # fmt: skip


def open_alignments(d: DealtWorld, taken: list[int]) -> list[int]:
    """Return the possible alignments of another King (2.1, 12.1).

    There is at most one Divine and one Undead King. In the greater game Kings of the seat's alignment are known, and
    all alignments are equally frequent.
    """
    kinds = range(len(tables.ALIGNMENTS))
    if d.s.scenario in tables.GREATER:
        own = d.told.kingdoms[d.me].alignment if d.me >= 0 else UNKNOWN
        most = -(-len(d.s.seats) // len(tables.ALIGNMENTS))
        return [a for a in kinds if a != own and taken.count(a) < most] or [a for a in kinds if a != own]
    return [a for a in kinds if a not in (tables.DIVINE, tables.UNDEAD) or a not in taken]


# People

LEVELS_OF_MARCH: Final = 2
"""Levels of Forced March that a King chooses of the first four."""


def deal_people(d: DealtWorld) -> None:
    """Deal a King for every seat, the people known to a seat, and the usual number of others."""
    numbers = d.numbers(d.known.reserved)
    for seat in d.others:
        crown(d, seat, numbers)
    for n, person in d.told.people.items():
        if person.race == UNKNOWN and not d.s.people[n].is_king:
            flesh_out(d, n, person)
    for seat in d.others:
        staff(d, seat, numbers)
    for place in range(len(d.s.lands)):
        if is_untold_wild(d, place) and d.random.randrange(100) < RESIDENT:
            add(d, numbers, place, FREE, rules=place)
    while len(d.s.people) < PEOPLE[d.s.scenario]:
        add(d, numbers, d.anywhere(), FREE)
    d.s.people = dict(sorted(d.s.people.items()))
    d.s.last_person = max([*d.s.people, *d.known.reserved])


def crown(d: DealtWorld, seat: int, numbers: Iterator[int]) -> None:
    """Deal another seat's King, under the known name if they have met."""
    told = d.told.kingdoms[seat]
    n = told.king or next(numbers)
    king = d.template.king(seat)
    place = seen_place(d, n) if told.king else -1
    name = d.known.kings.get(seat) or unused(d, king.name)
    alignment = d.s.kingdoms[seat].alignment
    d.s.people[n] = msgspec.structs.replace(
        grown(d, as_conqueror(king)), name=name, alignment=alignment, seat=seat,
        place=place if place >= 0 else d.s.kingdoms[seat].home if d.s.turn == 1 else in_the_field(d, seat),
    )  # fmt: skip
    d.s.set_kingdom(seat, king=n)


def as_conqueror(king: Person) -> Person:
    """Return a King who has learned to march instead of something else, as most do (4.1.2)."""
    levels = list(king.levels)
    others = [ability for ability in range(len(levels)) if ability != tables.FORCED_MARCH]
    for _ in range(LEVELS_OF_MARCH - levels[tables.FORCED_MARCH]):
        most = max(others, key=lambda ability: (levels[ability] > 0, ability != tables.TACTICAL, levels[ability]))
        levels[most] -= 1
        levels[tables.FORCED_MARCH] += 1
    return msgspec.structs.replace(king, levels=tuple(levels))


def seen_place(d: DealtWorld, n: int) -> int:
    """Return where a character was seen as the turn began, -1 for an older report."""
    place, turn, _ = d.told.seen[d.me].get(n, (-1, 0, FREE))
    return place if turn >= d.s.turn - 1 else -1


def flesh_out(d: DealtWorld, n: int, told: Person) -> None:
    """Complete a character of whom the seat knows little more than the name."""
    place = seen_place(d, n)
    rules = told.rules if place in (-1, told.rules) and told.rules >= 0 else -1
    rules = rules if rules >= 0 and d.s.owners[rules] == NATIVE else -1
    if place < 0:
        place = rules if rules >= 0 else somewhere(d, told.seat)
    pay = d.random.randint(1, 4) if told.seat >= 0 else 0
    d.s.people[n] = msgspec.structs.replace(
        grown(d, d.hero()), name=told.name, place=place, seat=told.seat, rules=rules, pay=pay
    )


def somewhere(d: DealtWorld, seat: int) -> int:
    """Return a random place for a character in a kingdom's service, or in none."""
    return d.random.choice(d.s.provinces(seat) or [d.s.kingdoms[seat].home]) if seat >= 0 else d.anywhere()


def in_the_field(d: DealtWorld, seat: int) -> int:
    """Return where a King leads the armies, most likely on a border of the kingdom."""
    s = d.s
    lands = [place for place in s.provinces(seat) if s.lands[place].terrain != tables.SEA]
    front = [
        place for place in lands
        if any(s.owners[near] not in (seat, NATIVE) for near in s.atlas.neighbours[place])
    ]  # fmt: skip
    return d.random.choice([*lands, *front] or [s.kingdoms[seat].home])


def staff(d: DealtWorld, seat: int, numbers: Iterator[int]) -> None:
    """Add as many Heroes as a King may have; the dead are replaced, and few more are hired."""
    told = sum([person.seat == seat and not person.is_king for person in d.s.people.values()])
    for _ in range(d.random.randint(1, 3) - told):
        add(d, numbers, somewhere(d, seat), seat)


def add(d: DealtWorld, numbers: Iterator[int], place: int, seat: int, rules: int = -1) -> None:
    hero = grown(d, d.hero())
    pay = d.random.randint(1, 4) if seat >= 0 else 0
    d.s.people[next(numbers)] = msgspec.structs.replace(
        hero, name=unused(d, hero.name), place=place, seat=seat, rules=rules, pay=pay
    )


def unused(d: DealtWorld, name: str) -> str:
    """Return a name that differs from all names a seat has heard."""
    known = {*d.known.kings.values(), *[person.name for person in d.told.people.values()]}
    return f"{name} the Other" if name in known else name


def grown(d: DealtWorld, person: Person) -> Person:
    """Return a character with abilities that could have been learned by now."""
    levels = list(person.levels)
    for _ in range(d.random.randint(0, min(10, d.s.turn))):
        at = d.random.randrange(len(levels))
        if person.is_king and d.random.randrange(2):
            at = d.random.choice((tables.TACTICAL, tables.FORCED_MARCH))
        if levels[at] < person.aptitudes[at]:
            levels[at] += 1
    return msgspec.structs.replace(person, levels=tuple(levels))


def is_untold_wild(d: DealtWorld, place: int) -> bool:
    """Return whether natives live in a province whose ruler is unknown."""
    land = d.s.lands[place]
    known = d.told.known[d.me].get(place) if d.me >= 0 else None
    is_wild = d.s.owners[place] == NATIVE and land.race >= 0 and land.terrain != tables.SEA
    return is_wild and (known is None or known.terrain == UNKNOWN)


# What is secret of the realm


STAYS_AT_PEACE: Final = 20
"""Weight of peace between two Kings, against 1 for war and 1 for an alliance per year."""


def deal_secrets(d: DealtWorld) -> None:
    """Deal others' treaties and merit, offices, mastery powers, visits from Valhalla."""
    s, random = d.s, d.random
    rows = [list(row) for row in s.relations]
    for seat in range(len(rows)):
        for other in range(seat):
            if d.me not in (seat, other):
                (found,) = random.choices((ENEMY, PEACE, ALLIED), (s.turn - 1, STAYS_AT_PEACE, s.turn - 1))
                rows[seat][other] = rows[other][seat] = found
    s.relations = [tuple(row) for row in rows]
    s.mastery = [
        (*own, *random.sample(left, len(left)))
        for own in s.mastery
        for left in [[each for each in range(tables.POWERS_EACH) if each not in own]]
    ]
    first = (s.turn - 1) // PERIOD * PERIOD
    guests = {enters_as(person.alignment) for person in s.people.values() if person.visitor}
    s.visits = {each: s.turn if each in guests else first + random.randint(1, PERIOD) for each in VISITED}
    s.hall = list(LEGENDS)
    deal_merit(d)


YEARLY_MERIT: Final = {titles.CHANCELLOR: 1.5, titles.MARSHAL: 3.4, titles.DEFENDER: 0.8, titles.PRIEST: 0.4}
"""Mean merit that a kingdom's candidate adds each year, in half points."""


def deal_merit(d: DealtWorld) -> None:
    """Deal others' merit for offices, and the holders of their offices and titles."""
    s, random = d.s, d.random
    people = [n for n, person in s.people.items() if 0 <= person.seat != d.me]
    for n in people:
        s.renown[n] = tuple([random.randint(0, 2) for _ in titles.TITLES])
    for seat in d.others if s.turn > 1 else ():
        staff = [n for n in people if s.people[n].seat == seat]
        for office, mean in YEARLY_MERIT.items():
            s.praise(random.choice(staff), office, random.expovariate(1 / (mean * (s.turn - 1))) / 2)
    for row in s.standings[d.me] if s.standings and d.me >= 0 else ():
        if row.person in s.people and s.people[row.person].seat == d.me:
            match_standing(d, row)
    for office, holder in enumerate(s.holders):
        if not holder and s.turn > 1:
            race = [n for _, seat, n in candidates(s, office) if seat != d.me]
            s.holders[office] = race[0] if race else 0
    for title, holder in enumerate(s.title_holders):
        s.title_holders[title] = holder or random.choice([*people[: len(d.others)], *[0] * len(d.others)])


def match_standing(d: DealtWorld, row: RaceStanding) -> None:
    """Give others as much merit or gold as the seat's reported share of it tells (10.1).

    The tax bases of the race for Emperor are dealt with the land.
    """
    s, office = d.s, row.race
    race = candidates(s, office) if office != titles.EMPEROR else []
    mine = next((points for points, _, n in race if n == row.person), 0.0)
    if not mine or not row.share:
        return
    most = mine if row.rank == 1 else 100 * mine / row.share
    rivals = [each for each in race if each[1] != d.me]
    for at, (points, seat, n) in enumerate(rivals):
        missing = min(0.0, most - points) if at or row.rank == 1 else most - points
        if office == titles.TREASURER:
            s.set_kingdom(seat, gold=round(points + missing), opening_gold=round(points + missing))
        elif missing:
            s.praise(n, office, missing)


def deal_knowledge(d: DealtWorld) -> None:
    """Give other kingdoms knowledge of their own land and of what lies next to it (3.1)."""
    s = d.s
    t = Turn(s)
    for seat in d.others:
        know_own_land(s, seat)
        for place in s.provinces(seat):
            for near in s.atlas.neighbours[place]:
                if near not in s.known[seat]:
                    glimpse(t, seat, near)
                    if s.turn > 1:
                        s.learn(seat, near, explored=d.random.randint(GLIMPSE, MOST_EXPLORED))


MOST_EXPLORED: Final = 40
"""Highest percentage that a King is expected to have explored of a foreign neighbour."""


def know_own_land(s: State, seat: int) -> None:
    for place in s.provinces(seat):
        land = s.lands[place]
        s.learn(
            seat, place, explored=100, terrain=land.terrain, race=land.race, owner=seat,
            wealth=tables.wealth_class(land.tax),
            tax=land.tax, types=land.types, is_capital=s.kingdoms[seat].home == place, seen=s.turn,
        )  # fmt: skip
