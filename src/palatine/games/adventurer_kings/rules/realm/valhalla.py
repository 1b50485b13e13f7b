"""Valhalla: who enters it, and its visits to the worlds of later games (10.3)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import Item, Legend, Person
from palatine.games.adventurer_kings.components.tables import DATA
from palatine.games.adventurer_kings.rules.common.belongings import hand_on
from palatine.games.adventurer_kings.rules.common.deaths import aptitudes_of, hand_over_armies
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm.offices import reduction, title_points
from palatine.games.adventurer_kings.state import State

PERIOD: Final = 5
ENTRY: Final = 20
VISITED: Final = (tables.GOOD, tables.DRUIDIC, tables.NEUTRAL, tables.PAGAN, tables.EVIL)
LEGENDS: Final = tuple(
    Legend(
        row["name"], tables.RACES.index(row["race"]), tables.ALIGNMENTS.index(row["alignment"]),
        tables.TEMPERS.index(row["temper"]),
        tuple(row["levels"].get(code, 0) for code in tables.ABILITIES),
        tuple(number for number, item in enumerate(tables.ITEMS) if item.name in row["items"]), row["speech"],
    )
    for row in DATA.read_toml("legends.toml")["legend"]
)  # fmt: skip


def visits_begin(t: Turn) -> None:
    """Draw the turns of the visits.

    Each alignment from Good to Evil is visited once in every five turns (10.3).
    """
    s = t.s
    if s.turn % PERIOD == 0:
        s.visits = {alignment: s.turn + t.die(PERIOD, "visit from Valhalla") for alignment in VISITED}
    for alignment, turn in sorted(s.visits.items()):
        hosts = [seat for seat, each in enumerate(s.kingdoms) if each.alignment == alignment]
        if turn == s.turn + 1 and hosts:
            arrive(t, alignment, hosts[t.die(len(hosts), "whom they visit") - 1])


def arrive(t: Turn, alignment: int, seat: int) -> None:
    """Bring a legend of the alignment to a King's side for the coming turn (10.3)."""
    s = t.s
    fit = [number for number, legend in enumerate(s.hall) if enters_as(legend.alignment) == alignment]
    if not fit:
        return
    number = fit[t.die(len(fit), "who visits") - 1]
    legend = s.hall[number]
    n = s.new_person(
        Person(
            name=legend.name, race=legend.race, alignment=legend.alignment, temper=legend.temper,
            place=s.king(seat).place, seat=seat, levels=legend.levels,
            aptitudes=aptitudes_of(legend.alignment, legend.levels), visitor=number + 1,
        )
    )  # fmt: skip
    for kind in legend.items:
        s.new_item(Item(kind, tables.ITEMS[kind].charges, bearer=n))
    t.log("visitor", "AK-10.3-04", [seat], who=n, speech=legend.speech, count=actions_of_visitor(s.turn + 1))


def enters_as(alignment: int) -> int:
    """Return the alignment in the hall: Divine counts as Good, Undead as Evil (10.3)."""
    return {tables.DIVINE: tables.GOOD, tables.UNDEAD: tables.EVIL}.get(alignment, alignment)


def actions_of_visitor(turn: int) -> int:
    """Return a visitor's number of actions (10.3).

    It is one in turns 1 and 2, one more every two turns, at most five.
    """
    return min(5, (turn + 1) // 2)


def visits_end(t: Turn) -> None:
    """Remove visitors at the end of their turn, with all they have.

    Bargains with them are void (10.3, A151).
    """
    s = t.s
    for n in [number for number, person in s.people.items() if person.visitor]:
        hand_over_armies(t, n)
        leave_world(t, n)


def leave_world(t: Turn, n: int) -> None:
    """Remove a guest from the world and all its lists, with all possessions (10.3, A151)."""
    s = t.s
    hand_on(t, n, 0)
    t.forget_dead(n)
    s.proposals = [each for each in s.proposals if each.person != n]
    s.people.pop(n)
    for points in (s.merit, s.renown):
        points.pop(n, None)
    for seen in s.seen:
        seen.pop(n, None)


def admit(t: Turn, emperor: int, shares: list[float], holders: list[int]) -> None:
    """Admit the winning King, or anyone who brought the kingdom twenty points.

    One character of each kingdom can enter (10.3).
    """
    s = t.s
    best = max(shares)
    for seat, share in enumerate(shares):
        if share == best and share > 0:
            enter_valhalla(t, s.kingdoms[seat].king)
            continue
        left = 1 - reduction(s, seat, emperor)
        worth = {n: points_of(s, n, holders, left) for n, _ in s.at_home(seat)}
        fit = [n for n in worth if worth[n] >= ENTRY]
        if fit:
            enter_valhalla(t, max(fit, key=lambda n: (worth[n], -n)))


def points_of(s: State, n: int, holders: list[int], left: float = 1.0) -> float:
    """Return the points that a character brings the kingdom (A150, A258).

    Offices and titles count for the fraction `left`, artifacts in full.
    """
    shares = sum([titles.OFFICE_SHARE[office] for office, holder in enumerate(holders) if holder == n])
    shares += title_points(s, {n})
    return shares * left + sum([s.items[i].kind in tables.ARTIFACTS for i in s.items_of(n)])


def enter_valhalla(t: Turn, n: int) -> None:
    s = t.s
    person = s.people[n]
    kinds = tuple(s.items[i].kind for i in s.items_of(n))
    s.hall.append(Legend(person.name, person.race, person.alignment, person.temper, person.levels, kinds))
    t.log("valhalla", "AK-10.3-01", range(len(s.kingdoms)), who=n)
