"""The reports of a turn: the King's year, letters, his kingdom, map, adventure, intelligence, offices (1.4)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from itertools import groupby
from typing import TYPE_CHECKING, Final

from palatine.core import Catalogue, Entry, Grid, Report, Section
from palatine.games.adventurer_kings import components as c
from palatine.games.adventurer_kings.naming import army_kind, place_name
from palatine.games.adventurer_kings.offices import points_for, standings
from palatine.games.adventurer_kings.state import FREE, GARRISON, NATIVE, UNKNOWN, State
from palatine.games.adventurer_kings.turn import effective

if TYPE_CHECKING:
    from palatine.games.adventurer_kings.referee import AdventurerKings

RELATION: Final = ("enemy", "neutral", "ally")
BARS: Final = "||||"
WIDE: Final = 13
"""Characters to a column in the drawing of a battle."""
INTELLIGENCE: Final = (
    "seen-",
    "spied",
    "forces",
    "trail",
    "rumour",
    "invention-spied",
    "plague",
    "raid",
    "hero-arrives",
)
DIPLOMATIC: Final = ("relation", "exchanged", "special-neighbour", "map-sent", "election-called", "votes", "no-emperor",
                     "emperor", "valhalla")  # fmt: skip
FINANCIAL: Final = ("taxes", "paid-heroes", "paid-armies", "unpaid-hero", "unpaid-army", "deserted", "army-deserts")


def report(game: AdventurerKings, s: State, seat: str | None, entries: Sequence[Entry]) -> Report:
    """What a King is sent when a turn is over; a spectator is told what everybody may know."""
    words = game.words
    me = s.seats.index(seat) if seat is not None else -1
    told = [entry for entry in entries if entry.readable_by(me if me >= 0 else None)]
    turn = max(0, s.turn - 1)
    if me < 0 or not s.kingdoms:
        return Report(words.say("report.title", realm=game.title), words.say("report.world", turn=turn), turn, seat,
                      (Section("action", words.say("report.action"), tuple(map(game.prose, told))),))  # fmt: skip
    kingdom = s.kingdoms[me]
    sections = (
        Section("action", words.say("report.action"), tuple(king_year(game, s, me, told))),
        Section("letters", words.say("report.letters"), tuple(letters(game, s, me, told))),
        Section("failed", words.say("report.failed"), tuple(failures(game, told))),
        Section("state", words.say("report.state"), grids=tuple(state_of(words, s, me, told, game))),
        Section("map", words.say("report.map"), (words.say("report.legend"),), board="map"),
        Section("adventure", words.say("report.adventure"), grids=tuple(adventure(words, s, me))),
        Section("intelligence", words.say("report.intelligence"), tuple(kept(game, told, INTELLIGENCE))),
        Section("diplomacy", words.say("report.diplomacy"), tuple(kept(game, told, DIPLOMATIC)),
                grids=tuple(relations(words, s, me))),
        Section("offices", words.say("report.offices"), grids=tuple(offices(words, s, me))),
    )  # fmt: skip
    heading = words.say("report.title", realm=kingdom.name)
    king = s.people[kingdom.king]
    subtitle = words.say("report.subtitle", turn=turn, king=king.name, alignment=c.ALIGNMENTS[king.alignment])
    told_of = tuple(each for each in sections if each.paragraphs or each.grids or each.board)
    return Report(heading, subtitle, turn, seat, told_of)


# Prose


def king_year(game: AdventurerKings, s: State, me: int, told: Sequence[Entry]) -> Iterator[str]:
    """The King's year, season by season, and the battles (1.4)."""
    king = s.people[s.kingdoms[me].king].name
    yield game.words.say("report.majesty", king=king, turn=max(1, s.turn - 1))
    for phase, group in groupby(narrated(told), key=lambda entry: entry.data.get("phase", 0)):
        sentences = [sentence for entry in group for sentence in tell(game, entry, king)]
        if sentences:
            season = game.words.say(f"season.{phase}") if phase else ""
            yield " ".join([season, *sentences]).strip()


def narrated(told: Sequence[Entry]) -> list[Entry]:
    """The entries of prose; what belongs to other sections is told there."""
    elsewhere = (*INTELLIGENCE, *DIPLOMATIC, *FINANCIAL, "failed", "level", "aptitude", "trained")
    return [entry for entry in told if not entry.kind.startswith(elsewhere)]


def tell(game: AdventurerKings, entry: Entry, king: str) -> Iterator[str]:
    """An entry of the King's own, or of a battle."""
    if entry.kind == "battle-line":
        yield ""
    elif entry.kind.startswith(("battle", "conquered", "death", "heir")) or entry.data.get("who") == king:
        yield game.prose(entry)


def letters(game: AdventurerKings, s: State, me: int, told: Sequence[Entry]) -> Iterator[str]:
    """Every Hero writes: where he is, what he has done, season by season, how he stands (1.4)."""
    words = game.words
    for _, person in s.at_home(me):
        if person.is_king:
            continue
        mine = [entry for entry in narrated(told) if person.name in (entry.data.get("who"), entry.data.get("name"))]
        deeds = [game.prose(entry) for entry in mine if not entry.kind.startswith("battle")]
        body = " ".join(deeds) or words.say("letter.idle")
        farewell = words.say(f"letter.{c.TEMPERS[person.temper]}", name=person.name)
        yield " ".join([words.say("letter.from", place=place_name(s, person.place)), body, farewell])


def failures(game: AdventurerKings, told: Sequence[Entry]) -> Iterator[str]:
    """Orders not carried out, with the phase and the cause (5.1)."""
    for entry in told:
        if entry.kind == "failed":
            yield game.prose(entry)


def kept(game: AdventurerKings, told: Sequence[Entry], kinds: tuple[str, ...]) -> Iterator[str]:
    for entry in told:
        if entry.kind.startswith(kinds):
            yield game.prose(entry)


# The state of the kingdom


def state_of(words: Catalogue, s: State, me: int, told: Sequence[Entry], game: AdventurerKings) -> Iterator[Grid]:
    """Provinces, characters, armies, finances, discoveries (1.4)."""
    yield grid(words, ("province", "terrain", "race", "types", "tax", "explored"), provinces(s, me), (4, 5))
    yield grid(words, ("number", "character", "place", "race", "alignment", "temper", "pay", "skills", "items"),
               people(s, me), (0, 6))  # fmt: skip
    yield grid(words, ("number", "army", "quality", "place", "leader", "pay"), armies(words, s, me), (0, 5))
    finance = [(game.prose(entry),) for entry in told if entry.kind.startswith(FINANCIAL)]
    finance.append((words.say("report.treasury", gold=s.kingdoms[me].gold),))
    yield grid(words, ("finance",), finance)
    known = s.kingdoms[me].discoveries
    if known:
        yield grid(
            words, ("discovery", "effect"), [(c.DISCOVERIES[d].name, c.DISCOVERIES[d].effect) for d in known]
        )


def grid(
    words: Catalogue, columns: Sequence[str], rows: Sequence[tuple[str, ...]], numeric: tuple[int, ...] = ()
) -> Grid:
    return Grid(tuple(words.say(f"column.{name}") for name in columns), tuple(rows), numeric)


def provinces(s: State, me: int) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for place in s.provinces(me):
        land, told = s.lands[place], s.known[me][place]
        types = ", ".join(c.ARMY[kind].name for kind in land.types)
        race = c.PEOPLE[land.race] if land.race >= 0 else "–"
        rows.append((place_name(s, place), c.TERRAINS[land.terrain].capitalize(), race, types, str(land.tax),
                     f"{told.explored}%"))  # fmt: skip
    return rows


def people(s: State, me: int) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for n, person in s.at_home(me):
        skills = ", ".join(
            f"{code} {effective(s, n, ability)}/{person.aptitudes[ability]}"
            for ability, code in enumerate(c.ABILITIES)
            if effective(s, n, ability)
        )
        items = ", ".join(f"{c.ITEMS[s.items[i].kind].name} ({i})" for i in s.items_of(n))
        rows.append((str(n), person.name, place_name(s, person.place), c.RACES[person.race].capitalize(),
                     c.ALIGNMENTS[person.alignment].capitalize(), c.TEMPERS[person.temper].capitalize(),
                     str(person.pay), skills, items))  # fmt: skip
    return rows


def armies(words: Catalogue, s: State, me: int) -> list[tuple[str, ...]]:
    rows: list[tuple[str, ...]] = []
    for a, army in sorted(s.armies.items()):
        if army.owner == me:
            leader = s.people[army.leader].name if army.leader != GARRISON else words.say("report.garrison")
            rows.append((str(a), army_kind(army), c.quality_name(army.quality), place_name(s, army.place), leader,
                         str(s.pay_of(army.type))))  # fmt: skip
    return rows


# Adventure, diplomacy, offices


def adventure(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Features known or rumoured, and Heroes who might be hired (1.4)."""
    rows: list[tuple[str, ...]] = []
    for number, told in sorted(s.lore[me].items()):
        guardian = words.say("report.empty") if told.is_empty else guardian_words(told.monster, told.word)
        treasure = [words.say("report.gold")] if told.gold else []
        treasure += [c.ITEMS[told.item].name] if told.item >= 0 else []
        source = words.say("report.rumour") if told.is_rumour else ""
        rows.append((str(number), c.FEATURES[told.kind].name, place_name(s, told.place), guardian,
                     ", ".join(treasure), source))  # fmt: skip
    if rows:
        yield grid(words, ("number", "feature", "place", "guardian", "legend", "source"), rows, (0,))
    heroes: list[tuple[str, ...]] = [
        (str(n), s.people[n].name, place_name(s, place), str(turn))
        for n, (place, turn) in sorted(s.seen[me].items())
        if n in s.people and s.people[n].seat == FREE and not s.people[n].died
    ]
    if heroes:
        yield grid(words, ("number", "hero", "place", "seen"), heroes, (0, 3))


def guardian_words(monster: int, word: int) -> str:
    return f"{c.WORDS[word]} {c.MONSTERS[monster].name}".strip()


def relations(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    rows: list[tuple[str, ...]] = [
        (str(other + 1), s.kingdoms[other].name, words.say(f"relation.{RELATION[s.relations[me][other]]}"))
        for other in s.kingdoms[me].met
    ]
    if rows:
        yield grid(words, ("number", "kingdom", "relation"), rows, (0,))


def offices(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """One's best in the race for each office, as a percentage of the leader; titles in reach (10.1, 12.1)."""
    rows: list[tuple[str, ...]] = []
    for office, race in enumerate(standings(s)):
        mine = next(((at, points, n) for at, (points, seat, n) in enumerate(race, 1) if seat == me), None)
        if mine is not None:
            rank, points, n = mine
            share = round(100 * points / race[0][0]) if race[0][0] else 0
            rows.append((c.OFFICES[office], s.people[n].name, f"#{rank}", f"{share}%"))
    yield grid(words, ("office", "candidate", "rank", "share"), rows, (3,))
    if s.scenario in ("super", "earth"):
        found = list(titles(s, me))
        if found:
            yield grid(words, ("title", "candidate", "points"), found, (2,))


def titles(s: State, me: int) -> Iterator[tuple[str, ...]]:
    """Titles for which somebody qualifies and has at least half of the leader's points (12.1)."""
    for title, row in enumerate(c.TITLES):
        holder = s.title_holders[title] if s.title_holders else 0
        best = points_for(s, holder, title) if holder in s.people else 0
        for n, _ in s.at_home(me):
            points = points_for(s, n, title)
            if points >= row.least and 2 * points >= best:
                yield row.name, s.people[n].name, str(points)


def known_owner(s: State, me: int, place: int) -> str:
    """Whose a province is, as a King knows it."""
    known = s.known[me].get(place)
    if known is None or known.owner == UNKNOWN:
        return ""
    return "natives" if known.owner == NATIVE else s.kingdoms[known.owner].name
