"""Changes allowed with the first orders: names and, on Earth, the King (2.2, 12.3)."""

from __future__ import annotations

import msgspec

from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.real_maps import Nation, nations
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.rules.common.deaths import aptitudes_of
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.setup.founding import enrich_person, levels_of
from palatine.games.adventurer_kings.rules.setup.worlds import home_types
from palatine.games.adventurer_kings.state import State


def rename(t: Turn, seat: int, order: orders.Rename) -> None:
    """Rename Heroes or the home province, in the first turn (2.2)."""
    s = t.s
    if s.turn != 1:
        return
    if order.is_province:
        place = s.atlas.place(order.number)
        if place >= 0 and s.owners[place] == seat:
            set_land(s, place, name=order.name)
    elif order.number in s.people and s.people[order.number].seat == seat:
        s.set_person(order.number, name=order.name)


def set_land(s: State, place: int, **changes: object) -> None:
    lands = list(s.lands)
    lands[place] = msgspec.structs.replace(lands[place], **changes)
    s.lands = tuple(lands)


def nation_of(s: State, seat: int) -> Nation | None:
    """Return the nation that a seat rules on a map of the real world."""
    home = s.kingdoms[seat].home
    known = {nation.home: nation for nation in nations(s.scenario)}
    return known.get(home, known.get(-1))


def chosen_levels(s: State, seat: int) -> tuple[int, ...]:
    """Return the four levels that a King chose, without the nation's bonus."""
    king, nation = s.king(seat), nation_of(s, seat)
    bonus = nation.bonus if nation is not None else {}
    barred = tables.BARRED.get(king.alignment)
    return tuple(
        level - (bonus.get(ability, 0) if ability != barred else 0) for ability, level in enumerate(king.levels)
    )


def may_reconsider(s: State, seat: int, line: orders.KingLine) -> bool:
    """Return whether a King may be changed this way (12.3, A163).

    One level may be moved, or two if the King did not get the requested alignment. Name, alignment and temper must
    stay the same.
    """
    if s.scenario != "earth" or s.turn != 1:
        return False
    before, after = chosen_levels(s, seat), levels_of(line)
    moved = sum([max(0, new - old) for old, new in zip(before, after, strict=True)])
    barred = tables.BARRED.get(s.kingdoms[seat].alignment)
    is_whole = len(line.levels) == tables.POINTS_AT_START and max(after) <= tables.MOST_AT_START
    return is_whole and moved <= 1 + s.kingdoms[seat].is_shifted and (barred is None or not after[barred])


def reconsider(t: Turn, seat: int, line: orders.KingLine) -> None:
    """Change the King's levels and race, and the race of the people and armies.

    The Heroes stay (12.3, A163).
    """
    s = t.s
    if not may_reconsider(s, seat, line):
        return
    number, home, race = s.kingdoms[seat].king, s.kingdoms[seat].home, tables.RACES.index(line.race)
    levels = levels_of(line)
    s.set_person(number, levels=levels, aptitudes=aptitudes_of(s.kingdoms[seat].alignment, levels))
    nation = nation_of(s, seat)
    if nation is not None:
        enrich_person(s, number, nation)
    types = home_types(race, bool(levels[tables.NAVAL]), s.terrain(home))
    if s.king(seat).race != race or s.lands[home].types != types:
        change_people(s, seat, race, types)
    t.forget_skills()
    t.log("reconsidered", "AK-12.3-13", [seat], who=number, race=race)


def change_people(s: State, seat: int, race: int, types: tuple[int, ...]) -> None:
    """Change the race at home, or ships for riders, and the first armies accordingly."""
    kingdom = s.kingdoms[seat]
    before = s.lands[kingdom.home].types
    for a, army in list(s.armies.items()):
        if army.owner == seat:
            s.set_army(a, race=race, type=types[before.index(army.type)])
    s.set_person(kingdom.king, race=race)
    set_land(s, kingdom.home, race=race, types=types)
    s.learn(seat, kingdom.home, race=race, types=types)
