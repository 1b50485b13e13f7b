"""Tables of a report (1.4).

They are lands, people, armies, gold, discoveries, the world, adventures, Kings and offices.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from palatine.core import Catalogue, Entry, Grid
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.components.pieces import (
    FREE,
    NATIVE,
    NO_LEADER,
    RELATIONS,
    UNKNOWN,
    Known,
    Proposal,
)
from palatine.games.adventurer_kings.rules.common.naming import army_kind, place_name, realm_as_known, with_names
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.encounters.negotiating import NAMES, target_of
from palatine.games.adventurer_kings.rules.realm.finance import payroll, tax_base
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.final_reveal import shares
from palatine.games.adventurer_kings.view.seats import acquaintances

Cells = tuple[str, ...]


def grid(words: Catalogue, columns: Sequence[str], rows: Sequence[Cells], *numeric: int) -> Iterator[Grid]:
    """Yield a table unless it is empty."""
    if rows:
        yield Grid(tuple(words.say(f"column.{name}") for name in columns), tuple(rows), numeric)


# The kingdom


def lands(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield the King's provinces: income, exploration, garrison."""
    rows: list[Cells] = []
    for place in s.provinces(me):
        land = s.lands[place]
        known = s.known[me].get(place, Known())
        lairs = [number for number, told in s.lore[me].items() if told.place == place and not told.is_rumour]
        guard = sum([s.armies[a].owner == me for a in s.armies_at(place)])
        rows.append((place_name(s, place), tables.TERRAINS[land.terrain].capitalize(), people_name(words, land.race),
                     type_names(land.types), str(land.tax), f"{known.explored}%", str(guard),
                     ", ".join(map(str, sorted(lairs)))))  # fmt: skip
    columns = ("province", "terrain", "race", "types", "tax", "explored-now", "armies", "features")
    yield from grid(words, columns, rows, 4, 5, 6)


def people_name(words: Catalogue, race: int) -> str:
    return tables.PEOPLE[race] if race >= 0 else words.say("report.unknown")


def type_names(types: Sequence[int]) -> str:
    return ", ".join([tables.ARMY[kind].name for kind in types])


def people_table(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield characters with skills, aptitudes and possessions; then their items."""
    rows: list[Cells] = []
    for n, person in s.at_home(me):
        kind = (tables.RACES[person.race], tables.ALIGNMENTS[person.alignment], tables.TEMPERS[person.temper])
        rows.append((str(n), person.name, place_name(s, person.place), ", ".join(kind), str(person.pay),
                     str(len(s.led_by(n))), abilities(s, n)))  # fmt: skip
    yield from grid(words, ("number", "character", "place", "nature", "pay", "armies", "skills"), rows, 0, 4, 5)
    yield from grid(words, ("number", "item", "bearer", "charges", "does"), list(item_table(s, me)), 0, 3)


def abilities(s: State, n: int) -> str:
    """Return skill and aptitude: `Tactical 2/4` for level two that may reach four."""
    fit = s.people[n].aptitudes
    levels = [effective(s, n, ability) for ability in range(len(tables.ABILITIES))]
    return ", ".join(
        [f"{name} {levels[at]}/{fit[at]}" for at, name in enumerate(tables.ABILITY_NAME) if levels[at]]
    )


def item_table(s: State, me: int) -> Iterator[Cells]:
    for i, item in sorted(s.items.items()):
        if item.bearer in s.people and s.people[item.bearer].seat == me:
            kind = tables.ITEMS[item.kind]
            charges = str(item.charges) if kind.charges else ""
            yield str(i), kind.name, s.people[item.bearer].name, charges, kind.effect


def army_table(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    rows: list[Cells] = []
    for a, army in sorted(s.armies.items()):
        if army.owner == me:
            leader = s.people[army.leader].name if army.leader != NO_LEADER else words.say("report.garrison")
            rows.append((str(a), army_kind(army), tables.quality_name(army.quality), place_name(s, army.place), leader,
                         str(s.pay_of(army.type))))  # fmt: skip
    yield from grid(words, ("number", "army", "quality", "place", "leader", "pay"), rows, 0, 5)


def finance(words: Catalogue, told: Sequence[Entry]) -> Iterator[Grid]:
    """Yield the accounts, from the treasury at the start of the year to its end (9.0)."""
    books = next((entry.data for entry in told if entry.kind == "books"), None)
    if books is None:
        return
    taxes, heroes, troops = (
        sum([int(entry.data["gold"]) for entry in told if entry.kind == kind])
        for kind in ("taxes", "paid-heroes", "paid-armies")
    )
    opening, closing = int(books["opening"]), int(books["gold"])
    accounts = (
        ("opening", str(opening)), ("taxes", f"{taxes:+d}"), ("pay-heroes", f"{-heroes:+d}"),
        ("pay-armies", f"{-troops:+d}"), ("other-gold", f"{closing - opening - taxes + heroes + troops:+d}"),
        ("closing", str(closing)),
    )  # fmt: skip
    yield from grid(words, ("entry", "gold"), [(words.say(f"report.{key}"), gold) for key, gold in accounts], 1)


def upkeep_text(words: Catalogue, s: State, me: int) -> str:
    """Return next year's income and costs as things stand (9.1, 9.2)."""
    return words.say("report.base", tax=tax_base(s, me), pay=payroll(s, me), gold=s.kingdoms[me].gold)


def discovery_table(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield discoveries in the order of exchange, the most military first (8.4)."""
    known = sorted(s.kingdoms[me].discoveries)
    rows = [(str(at), tables.DISCOVERIES[d].name, tables.DISCOVERIES[d].effect) for at, d in enumerate(known, 1)]
    yield from grid(words, ("number", "discovery", "effect"), rows, 0)


# The world


def atlas_table(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield every known foreign province, correct or not, for players without a map."""
    rows: list[Cells] = []
    for place, known in sorted(s.known[me].items(), key=lambda each: s.atlas.numbers[each[0]]):
        if known.terrain == UNKNOWN or s.owners[place] == me:
            continue
        worth = str(known.tax) if known.tax != UNKNOWN else tables.WEALTHS[known_wealth(known)]
        race = people_name(words, known.race) if known.race != UNKNOWN else ""
        rows.append((place_name(s, place), tables.TERRAINS[known.terrain].capitalize(), worth, race,
                     holder(words, s, known), f"{known.explored}%", known.forces))  # fmt: skip
    columns = ("province", "terrain", "wealth", "race", "held", "explored-now", "forces")
    yield from grid(words, columns, rows, 5)


def known_wealth(known: Known) -> int:
    return known.wealth if known.wealth != UNKNOWN else tables.likely_wealth(known.terrain)


def holder(words: Catalogue, s: State, known: Known) -> str:
    """Return the owner of a province as a King knows it."""
    if known.owner == UNKNOWN:
        return ""
    if known.owner == NATIVE:
        if known.hero in s.people:
            return s.people[known.hero].name
        return words.say("report.natives" if known.race >= 0 else "report.nobody")
    return s.kingdoms[known.owner].name


def adventure(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield features, their guardians' proposals, and Heroes who might be hired (1.4)."""
    rows: list[Cells] = []
    for number, told in sorted(s.lore[me].items()):
        guardian = words.say("report.empty") if told.is_empty else guardian_words(told.monster, told.word)
        legend = [words.say("report.gold")] * told.gold + ([tables.ITEMS[told.item].name] if told.item >= 0 else [])
        source = words.say("report.rumour") if told.is_rumour else ""
        rows.append((str(number), tables.FEATURES[told.kind].name, place_name(s, told.place), guardian,
                     ", ".join(legend),
                     source, proposals(words, s, me, number)))  # fmt: skip
    yield from grid(words, ("number", "feature", "place", "guardian", "legend", "source", "proposal"), rows, 0)
    heroes: list[Cells] = [
        (str(n), s.people[n].name, place_name(s, place), str(turn))
        for n, place, turn, service in s.sightings(me)
        if service == FREE and not s.resides(me, n, place)
    ]
    yield from grid(words, ("number", "hero", "place", "seen"), heroes, 0, 3)


def guardian_words(monster: int, word: int) -> str:
    return f"{tables.WORDS[word]} {tables.MONSTERS[monster].name}".strip() if monster >= 0 else ""


def proposals(words: Catalogue, s: State, me: int, feature: int) -> str:
    """Return the guardian's proposals to the King's people."""
    mine = [each for each in s.proposals_to(me) if each.feature == feature]
    return "; ".join([proposal(words, s, each) for each in mine])


def proposal(words: Catalogue, s: State, asked: Proposal) -> str:
    place = s.features[asked.feature].place
    told = with_names(s, {"who": asked.person, "place": place, "gold": asked.amount, **target_of(s, asked)})
    return words.say(f"asks.{NAMES[asked.kind]}", **told)


# Kings and offices


def prizes(words: Catalogue, s: State) -> Iterator[Grid]:
    """Yield the prizes of every kingdom (10.2)."""
    rows = [(realm, king, f"{share}%") for realm, king, share in shares(s)]
    yield from grid(words, ("kingdom", "king", "prize"), rows, 2)


def relations(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    rows: list[Cells] = []
    for other in acquaintances(s, me):
        kingdom = s.kingdoms[other]
        told = (s.people[kingdom.king].name, kingdom.contact) if other in s.kingdoms[me].met else ("", "")
        rows.append((str(other + 1), realm_as_known(s, me, other), told[0],
                     words.say(f"relation.{RELATIONS[s.relations[me][other]]}"), told[1]))  # fmt: skip
    yield from grid(words, ("number", "kingdom", "king", "relation", "contact"), rows, 0)


def offices(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield the King's best character for each office, and the titles in reach (10.1, 12.1).

    The points are a percentage of the leader's.
    """
    rows: list[Cells] = [
        (titles.OFFICES[each.race], s.people[each.person].name, f"#{each.rank}", f"{each.share}%",
         f"{titles.OFFICE_SHARE[each.race]}%")
        for each in (s.standings[me] if s.standings else ())
    ]  # fmt: skip
    yield from grid(words, ("office", "candidate", "rank", "share", "prize"), rows, 3, 4)
    honours: list[Cells] = [
        (titles.TITLES[each.race].name, s.people[each.person].name, str(each.points), f"{each.share}%",
         titles.TITLES[each.race].power if each.rank == 1 else "")
        for each in (s.honours[me] if s.honours else ())
    ]  # fmt: skip
    yield from grid(words, ("title", "candidate", "points", "share", "power"), honours, 2, 3)
