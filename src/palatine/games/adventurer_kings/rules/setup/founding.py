"""Before the first turn: the Kings and their world (1.1, 1.2, 2.1, 2.2, 11.0, 12.0)."""

from __future__ import annotations

from typing import Final

from palatine.core.messages import capitalize
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import (
    FREE,
    NATIVE,
    NO_LEADER,
    PEACE,
    Army,
    Kingdom,
    Land,
    Person,
)
from palatine.games.adventurer_kings.components.real_maps import Nation, nations
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.deaths import aptitudes_of
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.movement.exploring import glimpse
from palatine.games.adventurer_kings.rules.realm.valhalla import LEGENDS, visits_begin
from palatine.games.adventurer_kings.rules.setup import worlds
from palatine.games.adventurer_kings.rules.setup.features import place_features
from palatine.games.adventurer_kings.rules.setup.heroes import SAME_TEMPER, beside, companions, new_hero
from palatine.games.adventurer_kings.rules.setup.homes import Claim, next_door
from palatine.games.adventurer_kings.state import State

OPENING_GOLD: Final = 10
RESIDENT: Final = 75
DEFENDERS: Final = {
    tables.RICH: (2, 3, 3, 3, 3, 4),
    tables.PROSPEROUS: (1, 2, 2, 2, 2, 3),
    tables.POOR: (1, 1, 1, 1, 1, 1),
}
"""Armies that defend a province of natives, by wealth and a die (1.1)."""
PEOPLE: Final = {"standard": 90, "europe": 90, "super": 250, "earth": 250}
RADIUS: Final = {"europe": 3}
"""Radius of known land about a King's home at the start, 1 by default (12.2)."""
NATIONAL_MOST: Final = 4
"""Highest skill that a nation's bonus can reach (12.3)."""
GIFT: Final = 67
"""Percentage of a nation's discoveries that the gods give it (12.3)."""


def found(t: Turn) -> None:
    """Make the world when all Kings are known, and place every King in it."""
    s = t.s
    kings = [king_line(t, seat) for seat in range(len(s.seats))]
    alignments = settle_alignments(t, kings)
    world = worlds.make(t, [home_claim(t, seat, kings[seat], alignments[seat]) for seat in range(len(kings))])
    s.lands, s.owners = world.lands, [NATIVE] * len(world.lands)
    s.mastery = [shuffled(t, tables.POWERS_EACH) for _ in tables.ABILITIES]
    s.hall = list(LEGENDS)
    s.holders, s.title_holders = [0] * len(titles.OFFICES), [0] * len(titles.TITLES)
    prepare(t)
    for seat, king in enumerate(kings):
        create_king(t, seat, king, alignments[seat], world.homes[seat])
    for seat in range(len(kings)):
        retinue(t, seat)
        enrich(t, seat, world.nations[seat])
    settle_natives(t)
    place_features(t, world.homes)
    for seat in range(len(kings)):
        open_eyes(t, seat)
    introduce(t)
    visits_begin(t)


def prepare(t: Turn) -> None:
    s = t.s
    count = len(s.seats)
    s.relations = [tuple(PEACE for _ in range(count)) for _ in range(count)]
    s.known = [{} for _ in range(count)]
    s.lore = [{} for _ in range(count)]
    s.seen = [{} for _ in range(count)]


def shuffled(t: Turn, count: int) -> tuple[int, ...]:
    return tuple(t.s.dice.sample(range(count), count, "powers of mastery"))


def lines_of(t: Turn, seat: int) -> tuple[orders.Line, ...]:
    sheet = t.s.sheets[seat]
    return sheet.orders if sheet is not None else ()


def king_line(t: Turn, seat: int) -> orders.KingLine:
    """Return the King that a seat requested, or a random one (2.1)."""
    asked = [order for order in lines_of(t, seat) if isinstance(order, orders.KingLine)]
    return asked[0] if asked else ready_made(t, seat)


def home_claim(t: Turn, seat: int, king: orders.KingLine, alignment: int) -> Claim:
    """Return the requirements for a King's home (2.1, 12.2)."""
    wishes = tuple(order.name for order in lines_of(t, seat) if isinstance(order, orders.Realm))
    return Claim(tables.RACES.index(king.race), tables.ABILITIES[tables.NAVAL] in king.levels, alignment, wishes)


NAMES: Final = (
    "Aldric", "Berengar", "Cadoc", "Drusus", "Eudora", "Falk", "Gisela", "Hadrian", "Ingund", "Jarek", "Kyron",
    "Leofric", "Melisende", "Nestor", "Otho", "Petronel", "Quirin", "Rohese", "Sigrun", "Theudis", "Urraca", "Volkmar",
    "Wulfric", "Xanthe", "Yvain", "Zenobia", "Ansgar", "Brunhild", "Corvin", "Dagny", "Emeric", "Fulvia",
)  # fmt: skip


def ready_made(t: Turn, seat: int) -> orders.KingLine:
    """Return a ready-made King for a seat that has chosen none."""
    alignment = tables.ALIGNMENTS[1 + (seat + t.die(5, "alignment")) % 5]
    race = tables.RACES[t.die(4, "race") - 1]
    temper = tables.TEMPERS[t.die(4, "temper") - 1]
    picks = (("TA", "TA", "MA", "DR"), ("MA", "MA", "TA", "ME"), ("TA", "DR", "SA", "ME"), ("NA", "TA", "TA", "DR"))
    return orders.KingLine(NAMES[seat % len(NAMES)], race, alignment, temper, picks[t.die(4, "levels") - 1])


def settle_alignments(t: Turn, kings: list[orders.KingLine]) -> list[int]:
    """Return the Kings' alignments (2.1, 12.1).

    There is at most one Divine and one Undead King; in the greater game all alignments have the same limit. A King
    whose choice is full gets the second choice, or the nearest one with room. The order is random.
    """
    found: dict[int, int] = {}
    for seat in t.s.dice.sample(range(len(kings)), len(kings), "whose alignment is settled first"):
        king = kings[seat]
        first = tables.ALIGNMENTS.index(king.alignment)
        second = tables.ALIGNMENTS.index(king.instead) if king.instead else first
        taken = list(found.values())
        wanted = [
            first,
            second,
            *sorted(range(len(tables.ALIGNMENTS)), key=lambda a: (abs(a - second), abs(a - tables.NEUTRAL))),
        ]
        found[seat] = next((a for a in wanted if has_room(t, a, taken) and suits(king, a)), tables.NEUTRAL)
    return [found[seat] for seat in range(len(kings))]


def has_room(t: Turn, alignment: int, taken: list[int]) -> bool:
    """Return whether one more King may have an alignment (2.1, 12.1, A152)."""
    if t.s.scenario in tables.GREATER:
        return taken.count(alignment) < -(-len(t.s.seats) // len(tables.ALIGNMENTS))
    return alignment not in (tables.DIVINE, tables.UNDEAD) or alignment not in taken


def suits(king: orders.KingLine, alignment: int) -> bool:
    """Return whether none of a King's levels is barred by the alignment (2.1)."""
    return alignment not in tables.BARRED or tables.ABILITIES[tables.BARRED[alignment]] not in king.levels


# Kings and their people (2.1, 2.2)


def create_king(t: Turn, seat: int, line: orders.KingLine, alignment: int, home: int) -> None:
    """Create a King with four levels, a home, first armies and ten gold (1.2, 2.1)."""
    s = t.s
    race, levels = tables.RACES.index(line.race), levels_of(line)
    king = s.new_person(
        Person(
            line.name, race, alignment, tables.TEMPERS.index(line.temper), home, seat, levels,
            aptitudes_of(alignment, levels), is_king=True,
        )
    )  # fmt: skip
    s.kingdoms.append(
        Kingdom(
            realm_name_of(t, seat, home), king, alignment, home, OPENING_GOLD, OPENING_GOLD,
            contact=next((order.text for order in lines_of(t, seat) if isinstance(order, orders.Contact)), ""),
            is_shifted=tables.ALIGNMENTS[alignment] != line.alignment,
        )
    )  # fmt: skip
    s.owners[home] = seat
    land = s.lands[home]
    for number, kind in enumerate((land.types[0], land.types[0], land.types[-1])):
        bones = alignment == tables.UNDEAD and number == 0
        s.new_army(Army(kind, race, tables.AVERAGE, home, seat, king, is_skeletal=bones))


def levels_of(line: orders.KingLine) -> tuple[int, ...]:
    return tuple(line.levels.count(code) for code in tables.ABILITIES)


def realm_name_of(t: Turn, seat: int, home: int) -> str:
    """Return the kingdom's name: its nation's, the requested one, or its home's."""
    known = {nation.home: nation.name for nation in nations(t.s.scenario)}
    if known:
        return capitalize(known.get(home, known.get(-1, "")))
    asked = next((order.name for order in lines_of(t, seat) if isinstance(order, orders.Realm)), "")
    return asked or t.s.lands[home].name


def retinue(t: Turn, seat: int) -> None:
    """Create two Heroes: one of the King's alignment, one of the next (2.2)."""
    s = t.s
    king = s.king(seat)
    for alignment in companions(t, king.alignment):
        temper = king.temper if t.chance(SAME_TEMPER, "temper of a Hero") else beside(t, king.temper)
        n = new_hero(t, king.place, king.race, alignment, temper)
        s.set_person(n, seat=seat, pay=1)


def enrich(t: Turn, seat: int, number: int) -> None:
    """Apply a nation's history (12.2, 12.3).

    It gives levels and aptitudes to the King and the Heroes, and discoveries.
    """
    if number < 0:
        return
    s = t.s
    nation = nations(s.scenario)[number]
    for n, _ in list(s.at_home(seat)):
        enrich_person(s, n, nation)
    given = tuple(sorted(d for d in nation.discoveries if t.chance(GIFT, "a gift of the gods")))
    s.set_kingdom(seat, discoveries=given)


def enrich_person(s: State, n: int, nation: Nation) -> None:
    """Apply a nation's bonus to a character (12.3, A157).

    The level never exceeds four, and an ability that the alignment bars gets no bonus.
    """
    person = s.people[n]
    levels, aptitudes = list(person.levels), list(person.aptitudes)
    for ability, bonus in nation.bonus.items():
        if tables.BARRED.get(person.alignment) != ability:
            levels[ability] = max(levels[ability], min(NATIONAL_MOST, levels[ability] + bonus))
            aptitudes[ability] = max(aptitudes[ability], min(tables.APTITUDE_MOST, aptitudes[ability] + bonus))
    s.set_person(n, levels=tuple(levels), aptitudes=tuple(aptitudes))


# Natives (1.1)


def settle_natives(t: Turn) -> None:
    """Put armies and a resident Hero into the lands of natives (1.1, 2.2).

    The other Heroes wander.
    """
    s = t.s
    for place, land in enumerate(s.lands):
        if s.owners[place] != NATIVE or land.race < 0:
            continue
        for number in range(DEFENDERS[tables.wealth_class(land.tax)][t.die(6, "defenders") - 1]):
            kind = land.types[number % len(land.types)]
            s.new_army(Army(kind, land.race, tables.AVERAGE, place, NATIVE, NO_LEADER))
        if land.terrain != tables.SEA and t.chance(RESIDENT, "a resident Hero"):
            s.set_person(native_hero(t, place), rules=place)
    lands = [place for place, land in enumerate(s.lands) if land.terrain != tables.SEA]
    for _ in range(max(len(s.kingdoms), PEOPLE[s.scenario] - len(s.people))):
        native_hero(t, lands[t.die(len(lands), "where a Hero is") - 1])


def native_hero(t: Turn, place: int) -> int:
    """Return a Hero of a province's people; a Human if the people are no humanoids (2.2)."""
    race = t.s.lands[place].race
    return new_hero(t, place, race if race in tables.HUMANOID else tables.HUMAN)


# Knowledge at the start


def open_eyes(t: Turn, seat: int) -> None:
    """Give a King knowledge of the home, and general knowledge of its neighbours (1.1, 12.2)."""
    s = t.s
    home = s.kingdoms[seat].home
    land: Land = s.lands[home]
    s.learn(
        seat, home, explored=100, terrain=land.terrain, race=land.race, owner=seat,
        wealth=tables.wealth_class(land.tax),
        tax=land.tax, types=land.types, is_capital=True, seen=1,
    )  # fmt: skip
    for place in s.atlas.within(home, RADIUS.get(s.scenario, 1)):
        if place != home:
            glimpse(t, seat, place)
    for n in s.people_at(home):
        if s.people[n].seat == FREE:
            s.seen[seat][n] = (home, 1, FREE)
    heroes = [n for n, person in s.at_home(seat) if not person.is_king]
    t.log(
        "awoken", "AK-1.2-01", [seat], who=s.kingdoms[seat].king, realm=seat, place=home, people=heroes,
        armies=[a for a, army in s.armies.items() if army.owner == seat], gold=s.kingdoms[seat].gold,
        alignment=s.kingdoms[seat].alignment, discoveries=list(s.kingdoms[seat].discoveries),
    )  # fmt: skip


def introduce(t: Turn) -> None:
    """Introduce Kings to each other at the start (12.1, 12.2).

    In the greater game Kings of one alignment know each other; in Europe neighbours know how to contact each other.
    """
    s = t.s
    if s.scenario in tables.GREATER:
        for seat, kingdom in enumerate(s.kingdoms):
            kin = [each.king for each in s.kingdoms if each.alignment == kingdom.alignment and each is not kingdom]
            if kin:
                t.log("kindred", "AK-12.1-12", [seat], people=kin, alignment=kingdom.alignment)
    if s.scenario == "europe":
        for one, two in next_door(s.atlas, [kingdom.home for kingdom in s.kingdoms]):
            tell_of(t, one, two)
            tell_of(t, two, one)


def tell_of(t: Turn, seat: int, other: int) -> None:
    """Tell a King who a neighbour is, and the neighbour's contact."""
    contact = t.s.kingdoms[other].contact
    kind = "neighbour" if contact else "neighbour-silent"
    t.log(kind, "AK-12.2-05", [seat], king=other, rival=other, contact=contact)
