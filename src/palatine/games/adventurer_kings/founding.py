"""Before the first turn: who the Kings are, and the world they wake in (1.1, 2.1, 2.2, 11.0)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings import orders as o
from palatine.games.adventurer_kings import worlds
from palatine.games.adventurer_kings.deaths import aptitudes_of
from palatine.games.adventurer_kings.exploring import glimpse
from palatine.games.adventurer_kings.state import FREE, GARRISON, NATIVE, PEACE, Army, Kingdom, Land, Person
from palatine.games.adventurer_kings.turn import Turn
from palatine.games.adventurer_kings.valhalla import LEGENDS, visits_begin
from palatine.games.adventurer_kings.worlds import World

OPENING_GOLD: Final = 10
APART: Final = 3
"""Provinces between the homes of Kings (1.1)."""
SAME_TEMPER: Final = 60
TEMPER_OF: Final = (c.BRAVE,) * 35 + (c.CAUTIOUS,) * 30 + (c.COWARDLY,) * 20 + (c.BERSERK,) * 15
LEVELS_OF: Final = (1,) * 15 + (2,) * 35 + (3,) * 35 + (4,) * 15
UNSKILLED: Final = (0, 0, 1, 1, 2)
SKILLED: Final = (0, 1, 1, 2)
LOYAL: Final = 25
FAVOURED_WEIGHT: Final = 3
HERO_MOST: Final = 3
RESIDENT: Final = 75
DEFENDERS: Final = {c.RICH: (2, 3, 3, 3, 3, 4), c.PROSPEROUS: (1, 2, 2, 2, 2, 3), c.POOR: (1, 1, 1, 1, 1, 1)}
"""By wealth and a die: the armies that defend a province of natives (1.1)."""
PEOPLE: Final = {"standard": 90, "europe": 90, "super": 250, "earth": 250}
RADIUS: Final = {"europe": 3}
"""How far a King knows the land about his home at the start, 1 where nothing is said (12.2)."""


def found(t: Turn) -> None:
    """All Kings are known: the world is made, and every one of them gets his place in it."""
    s = t.s
    kings = [king_line(t, seat) for seat in range(len(s.seats))]
    alignments = settle_alignments(t, kings)
    world = worlds.make(t, [worlds.Claim(king.race, c.ABILITIES[c.NA] in king.levels) for king in kings])
    s.lands, s.owners = world.lands, [NATIVE] * len(world.lands)
    s.mastery = [shuffled(t, 5) for _ in c.ABILITIES]
    s.hall = list(LEGENDS)
    prepare(t)
    for seat, king in enumerate(kings):
        crown(t, seat, king, alignments[seat], world.homes[seat])
    for seat in range(len(kings)):
        retinue(t, seat, kings[seat])
    settle_natives(t, world)
    worlds.place_features(t, world)
    for seat in range(len(kings)):
        open_eyes(t, seat)
    visits_begin(t)
    s.holders, s.title_holders = [0] * len(c.OFFICES), [0] * len(c.TITLES)


def prepare(t: Turn) -> None:
    s = t.s
    count = len(s.seats)
    s.kingdoms = []
    s.relations = [tuple(PEACE for _ in range(count)) for _ in range(count)]
    s.known = [{} for _ in range(count)]
    s.lore = [{} for _ in range(count)]
    s.seen = [{} for _ in range(count)]


def shuffled(t: Turn, count: int) -> tuple[int, ...]:
    return tuple(t.s.dice.sample(range(count), count, "powers of mastery"))


def king_line(t: Turn, seat: int) -> o.KingLine:
    """What a seat asked for, or a King drawn by lot (2.1)."""
    sheet = t.s.sheets[seat]
    for order in sheet.orders if sheet is not None else ():
        if isinstance(order, o.KingLine):
            return order
    return ready_made(t, seat)


NAMES: Final = (
    "Aldric", "Berengar", "Cadoc", "Drusus", "Eudora", "Falk", "Gisela", "Hadrian", "Ingund", "Jarek", "Kyron",
    "Leofric", "Melisende", "Nestor", "Otho", "Petronel", "Quirin", "Rohese", "Sigrun", "Theudis", "Urraca", "Volkmar",
    "Wulfric", "Xanthe", "Yvain", "Zenobia", "Ansgar", "Brunhild", "Corvin", "Dagny", "Emeric", "Fulvia",
)  # fmt: skip


def ready_made(t: Turn, seat: int) -> o.KingLine:
    """A King ready to rule, for a seat that has chosen none."""
    alignment = c.ALIGNMENTS[1 + (seat + t.die(5, "alignment")) % 5]
    race = c.RACES[t.die(4, "race") - 1]
    temper = c.TEMPERS[t.die(4, "temper") - 1]
    picks = (("TA", "TA", "MA", "DR"), ("MA", "MA", "TA", "ME"), ("TA", "DR", "SA", "ME"), ("NA", "TA", "TA", "DR"))
    return o.KingLine(NAMES[seat % len(NAMES)], race, alignment, temper, picks[t.die(4, "levels") - 1])


def settle_alignments(t: Turn, kings: list[o.KingLine]) -> list[int]:
    """One Divine and one Undead King at most, four of each alignment in the greater game; others get their second
    choice, or are Neutral (2.1, 12.1)."""
    s = t.s
    great = s.scenario in ("super", "earth")
    found: list[int] = []
    for king in kings:
        alignment = c.ALIGNMENTS.index(king.alignment)
        most = -(-len(kings) // 7) if great else 1 if alignment in (c.DIVINE, c.UNDEAD) else len(kings)
        if found.count(alignment) >= most:
            second = c.ALIGNMENTS.index(king.instead) if king.instead else c.NEUTRAL
            alignment = second if found.count(second) < most or second not in (c.DIVINE, c.UNDEAD) else c.NEUTRAL
        found.append(alignment)
    return found


# Kings and their people (2.1, 2.2)


def crown(t: Turn, seat: int, line: o.KingLine, alignment: int, home: int) -> None:
    """A King with four levels, his home, his first armies and ten gold (1.2, 2.1)."""
    s = t.s
    levels = [0] * len(c.ABILITIES)
    for code in line.levels:
        levels[c.ability(code)] += 1
    race = c.RACES.index(line.race)
    king = s.new_person(
        Person(
            line.name, race, alignment, c.TEMPERS.index(line.temper), home, seat, tuple(levels),
            aptitudes_of(alignment, tuple(levels)), is_king=True,
        )
    )  # fmt: skip
    realm = realm_name_of(t, seat, home)
    s.kingdoms.append(Kingdom(realm, king, alignment, home, OPENING_GOLD, OPENING_GOLD))
    s.owners[home] = seat
    land = s.lands[home]
    for number, kind in enumerate((land.types[0], land.types[0], land.types[-1])):
        bones = alignment == c.UNDEAD and number == 0
        s.new_army(Army(kind, race, c.AVERAGE, home, seat, king, is_skeletal=bones))


def realm_name_of(t: Turn, seat: int, home: int) -> str:
    sheet = t.s.sheets[seat]
    asked = next((order.name for order in sheet.orders if isinstance(order, o.Realm)), "") if sheet else ""
    return asked or t.s.lands[home].name


def retinue(t: Turn, seat: int, line: o.KingLine) -> None:
    """Two Heroes: one of the King's alignment, one of the next (2.2)."""
    s = t.s
    king = s.king(seat)
    for alignment in companions(t, king.alignment):
        temper = king.temper if t.chance(SAME_TEMPER, "temper of a Hero") else beside(t, king.temper)
        n = new_hero(t, king.place, king.race, alignment, temper)
        s.set_person(n, seat=seat, pay=1)


def companions(t: Turn, alignment: int) -> tuple[int, int]:
    if alignment == c.DIVINE:
        return c.GOOD, c.GOOD
    if alignment == c.UNDEAD:
        return c.UNDEAD, c.EVIL
    steps = [each for each in (alignment - 1, alignment + 1) if c.GOOD <= each <= c.EVIL]
    return alignment, steps[t.die(len(steps), "alignment of a Hero") - 1]


def beside(t: Turn, temper: int) -> int:
    near = [each for each in (temper - 1, temper + 1) if c.BERSERK <= each <= c.COWARDLY]
    return near[t.die(len(near), "temper of a Hero") - 1]


def new_hero(t: Turn, place: int, race: int, alignment: int = -1, temper: int = -1) -> int:
    """A Hero of two or three levels, with what he is fit for (2.2)."""
    s = t.s
    if alignment < 0:
        alignment = c.GOOD + t.die(5, "alignment of a Hero") - 1
    if temper < 0:
        temper = TEMPER_OF[t.die(100, "temper of a Hero") - 1]
    row = c.ALIGNMENT[alignment]
    favoured = [each for each in (row.magic, row.special) if each >= 0]
    pool = list(range(len(c.ABILITIES))) + favoured * (FAVOURED_WEIGHT - 1)
    levels = [0] * len(c.ABILITIES)
    for _ in range(LEVELS_OF[t.die(100, "levels of a Hero") - 1]):
        open_to = [ability for ability in pool if levels[ability] < HERO_MOST]
        levels[open_to[t.die(len(open_to), "ability of a Hero") - 1]] += 1
    aptitudes = []
    for ability, level in enumerate(levels):
        table = SKILLED if level else UNSKILLED
        fit = level + table[t.die(len(table), "aptitude") - 1]
        aptitudes.append(min(c.APTITUDE_MOST, fit * 2) if ability in favoured else fit)
    return s.new_person(
        Person(
            hero_name(t), race, alignment, temper, place, FREE, tuple(levels), tuple(aptitudes),
            is_loyal=t.chance(LOYAL, "loyalty"), whim=t.die(2**30, "whim"),
        )
    )  # fmt: skip


FIRST: Final = (
    "Ald", "Ber", "Cor", "Dag", "El", "Fen", "Gar", "Hal", "Is", "Jor", "Kel", "Lan", "Mor", "Nim", "Os", "Per", "Ron",
    "Sig", "Til", "Ul", "Var", "Wen", "Yor", "Zan",
)  # fmt: skip
LAST: Final = (
    "a",
    "an",
    "bert",
    "da",
    "den",
    "dis",
    "gar",
    "ien",
    "ik",
    "mund",
    "na",
    "or",
    "ric",
    "san",
    "ulf",
    "win",
)


def hero_name(t: Turn) -> str:
    """A name that nobody has yet."""
    taken = {person.name for person in t.s.people.values()}
    while True:
        name = FIRST[t.die(len(FIRST), "name") - 1] + LAST[t.die(len(LAST), "name") - 1]
        if name not in taken:
            return name
        name = f"{name} {FIRST[t.die(len(FIRST), 'name') - 1]}{LAST[t.die(len(LAST), 'name') - 1]}"
        if name not in taken:
            return name


# Natives (1.1)


def settle_natives(t: Turn, world: World) -> None:
    """Armies and a resident Hero in the lands of natives; the others wander (1.1, 2.2)."""
    s = t.s
    for place, land in enumerate(s.lands):
        if s.owners[place] != NATIVE or land.race < 0:
            continue
        count = DEFENDERS[c.wealth(land.tax)][t.die(6, "defenders") - 1]
        for number in range(count):
            kind = land.types[number % len(land.types)]
            s.new_army(Army(kind, land.race, c.AVERAGE, place, NATIVE, GARRISON))
        if land.terrain != c.SEA and land.race in c.HUMANOID and t.chance(RESIDENT, "a resident Hero"):
            n = new_hero(t, place, land.race)
            s.set_person(n, rules=place)
    wanderers = max(len(s.kingdoms), PEOPLE[s.scenario] - len(s.people))
    lands = [place for place, land in enumerate(s.lands) if land.terrain != c.SEA and land.race >= 0]
    for _ in range(wanderers):
        place = lands[t.die(len(lands), "where a Hero is") - 1]
        race = s.lands[place].race
        new_hero(t, place, race if race in c.HUMANOID else c.HUMAN)


def open_eyes(t: Turn, seat: int) -> None:
    """A King knows his home, and his neighbours in general terms (1.1, 12.2)."""
    s = t.s
    home = s.kingdoms[seat].home
    land: Land = s.lands[home]
    s.learn(
        seat, home, explored=100, terrain=land.terrain, race=land.race, owner=seat, wealth=c.wealth(land.tax),
        tax=land.tax, types=land.types, is_capital=True, seen=1,
    )  # fmt: skip
    for place in s.atlas.within(home, RADIUS.get(s.scenario, 1)):
        if place != home:
            glimpse(t, seat, place)


def rename(t: Turn, seat: int, order: o.Rename) -> None:
    """In the first turn Heroes and the home province may be renamed."""
    s = t.s
    if s.turn != 1:
        return
    if order.is_province:
        place = s.atlas.place(order.number)
        if place >= 0 and s.owners[place] == seat:
            land = s.lands[place]
            s.lands = (*s.lands[:place], Land(order.name, land.terrain, land.race, land.types, land.tax, land.coast),
                       *s.lands[place + 1 :])  # fmt: skip
    elif order.number in s.people and s.people[order.number].seat == seat:
        s.set_person(order.number, name=order.name)
