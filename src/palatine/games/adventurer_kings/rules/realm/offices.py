"""Imperial Offices and titles: merit, rank, prize shares (10.1, 12.1)."""

from __future__ import annotations

from typing import Final

from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import NO_LEADER, Person
from palatine.games.adventurer_kings.rules.common.turn import Turn
from palatine.games.adventurer_kings.rules.realm.finance import tax_bases
from palatine.games.adventurer_kings.state import State

RICH_SEA: Final = 2


def merit(s: State, n: int, office: int) -> float:
    """Return a character's points for an office, from merit and current state (10.1)."""
    person = s.people[n]
    deeds = s.merit.get(n, (0,) * len(titles.OFFICES))[office] / 2
    if office == titles.CHANCELLOR:
        return deeds + sum([person.levels[ability] for ability in (tables.EXPLORER, tables.SPY, tables.SAGE)])
    if office == titles.ADMIRAL:
        return deeds + person.levels[tables.NAVAL] + rich_seas(s, person.seat)
    if office == titles.PRIEST:
        return deeds + 2 * (person.levels[tables.DRUID] + person.levels[tables.WHITE_MAGIC])
    if office == titles.ARCHMAGE:
        wands = [i for i in s.items_of(n) if tables.ITEMS[s.items[i].kind].spell >= 0]
        return deeds + sum([person.levels[magic] for magic in tables.MAGICS]) + len(wands)
    return deeds


def rich_seas(s: State, seat: int) -> int:
    """Return the number of a kingdom's sea provinces with a tax of 2 or more (10.1)."""
    return sum([s.is_sea(p) and s.lands[p].tax >= RICH_SEA for p in s.provinces(seat)])


def candidates(s: State, office: int) -> list[tuple[float, int, int]]:
    """Return (points, seat, character) of all candidates for an office, best first.

    For two offices only Kings compete (10.1).
    """
    found: list[tuple[float, int, int]] = []
    bases = tax_bases(s)
    for seat, kingdom in enumerate(s.kingdoms):
        if office == titles.EMPEROR:
            found.append((bases[seat], seat, kingdom.king))
        elif office == titles.TREASURER:
            found.append((kingdom.gold, seat, kingdom.king))
        else:
            found += [(merit(s, n, office), seat, n) for n, person in s.at_home(seat) if not person.visitor]
    found = [each for each in found if each[0] > 0]
    return sorted(found, key=lambda each: (-each[0], -s.kingdoms[each[1]].gold, -bases[each[1]], each[2]))


def standings(s: State) -> list[list[tuple[float, int, int]]]:
    return [candidates(s, office) for office in range(len(titles.OFFICES))]


def settle_offices(t: Turn) -> None:
    """Determine the first in each office and title (10.1, 12.1).

    That character has its power in the coming turn.
    """
    s = t.s
    lead_armies(t)
    s.holders = [race[0][2] if race else 0 for race in standings(s)]
    s.title_holders = [title_leader(s, title) for title in range(len(titles.TITLES))]
    t.forget_skills()


def lead_armies(t: Turn) -> None:
    """Add a point for each turn and army led, by race (12.1).

    Titles of alignments count lands instead.
    """
    s = t.s
    for army in s.armies.values():
        if army.leader != NO_LEADER:
            s.honour(army.leader, titles.title_of_race(army.race), 1)


def points_for(s: State, n: int, title: int) -> int:
    """Return the points for a title (12.1).

    Titles of alignments also count the lands held by Kings of that alignment.
    """
    found = s.renown.get(n, (0,) * len(titles.TITLES))[title]
    person = s.people[n]
    if title < len(tables.ALIGNMENTS):
        if person.alignment != title or not person.is_king:
            return 0
        found += len(s.provinces(person.seat))
    return found


def may_lead(person: Person) -> bool:
    """Return whether a character competes for titles: in service, alive, not a guest."""
    return person.seat >= 0 and not person.died and not person.visitor


def title_leader(s: State, title: int) -> int:
    """Return the leader among those with enough points; 0 for none."""
    if titles.TITLES[title].optional and s.scenario not in tables.GREATER:
        return 0
    people = [n for n, person in s.people.items() if (n in s.renown or person.is_king) and may_lead(person)]
    best = max(people, key=lambda n: (points_for(s, n, title), -n))
    return best if points_for(s, best, title) >= titles.TITLES[title].least else 0


def prize_share(s: State, seat: int, emperor: int, holders: list[int]) -> float:
    """Return a kingdom's share of the prizes (10.1, 10.2, 12.1, A149, A258).

    It counts offices, and in the greater game titles, reduced by the distance of its alignment from the Emperor's.
    Artifacts count in full.
    """
    total = float(title_points(s, {n for n, _ in s.at_home(seat)}))
    for office, holder in enumerate(holders):
        if holder and s.people[holder].seat == seat:
            total += titles.OFFICE_SHARE[office]
    return total * (1 - reduction(s, seat, emperor)) + titles.ARTIFACT_SHARE * artifacts(s, seat)


def title_points(s: State, people: set[int]) -> int:
    """Return the victory points of the titles that these characters hold (10.1, 12.1, A181).

    Outside the greater game titles have no points.
    """
    if s.scenario not in tables.GREATER:
        return 0
    return sum(
        [titles.TITLES[title].victory_points for title, holder in enumerate(s.title_holders) if holder in people]
    )


def reduction(s: State, seat: int, emperor: int) -> float:
    """Return what a King loses for each step of alignment from the Emperor (10.2)."""
    alignment = s.kingdoms[seat].alignment
    steps = abs(alignment - s.kingdoms[emperor].alignment)
    return min(1.0, steps * tables.ALIGNMENT[alignment].loss / 100)


def artifacts(s: State, seat: int) -> int:
    people = {n for n, _ in s.at_home(seat)}
    return sum([item.kind in tables.ARTIFACTS and item.bearer in people for item in s.items.values()])
