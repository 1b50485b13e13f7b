"""Report of a turn, in the order of its parts (1.4).

They are the King's year, battles, letters, kingdom, map, adventures, tidings and offices.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby
from typing import Final

from palatine.core import Entry, Grid, OrdersGame, Report, Section
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import Person
from palatine.games.adventurer_kings.rules.common.naming import place_name
from palatine.games.adventurer_kings.rules.common.turn import PHASES
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view import report_tables
from palatine.games.adventurer_kings.view.battle_reports import battle_sections, battlefields
from palatine.games.adventurer_kings.view.prose import flowing, once

TIDINGS: Final = ("seen-", "spied", "forces", "trail", "rumour", "invention-spied", "raid", "hero-arrives")
DIPLOMATIC: Final = (
    "relation", "exchanged", "special-neighbour", "neighbour", "kindred", "map-sent", "election-called", "votes",
    "no-emperor", "emperor", "valhalla",
)  # fmt: skip
ACCOUNTS: Final = ("books", "taxes", "paid-heroes", "paid-armies")
"""Kinds of entry in the table of finances."""
UNPAID: Final = ("unpaid-", "deserted", "army-deserts")
ELSEWHERE: Final = (*TIDINGS, *DIPLOMATIC, *ACCOUNTS, *UNPAID, "failed")
"""Kinds of entry that are in neither the King's year nor a letter."""
ACTORS: Final = ("who", "other", "victim", "leader", "by", "name", "foe")
"""Fields that determine whose letter contains an entry, the most important first."""


def report(game: OrdersGame[State], s: State, seat: str | None, entries: Sequence[Entry]) -> Report:
    """Return a King's report of a turn; for a spectator, the public events."""
    words = game.words
    me = s.seats.index(seat) if seat is not None else -1
    told = [entry for entry in entries if entry.is_readable_by(me if me >= 0 else None)]
    turn = year_told(s)
    if me < 0 or not s.kingdoms:
        news = tuple(map(game.prose, told)) or (words.say("report.quiet"),)
        return Report(words.say("report.title", realm=game.title), words.say("report.world", turn=turn), turn, seat,
                      (Section("action", words.say("report.action"), news),))  # fmt: skip
    kingdom = s.kingdoms[me]
    king = s.people[kingdom.king]
    key = "report.subtitle" if turn else "report.subtitle-founding"
    alignment = tables.ALIGNMENTS[king.alignment]
    subtitle = words.say(key, turn=turn, king=king.name, alignment=alignment, number=me + 1)
    parts = tuple(part for part in sections(game, s, me, told) if part.paragraphs or part.grids or part.board)
    return Report(words.say("report.title", realm=kingdom.name), subtitle, turn, seat, parts)


def year_told(s: State) -> int:
    """Return the year of a report: the previous one, or at the end the last one."""
    return max(0, s.turn - (s.outcome is None))


def sections(game: OrdersGame[State], s: State, me: int, told: Sequence[Entry]) -> Iterator[Section]:
    """Yield the parts of a King's report, in reading order (1.4)."""
    words = game.words
    fields = battlefields(told)
    fought = {id(entry) for entries in fields.values() for entry in entries}
    told = [entry for entry in told if id(entry) not in fought]
    entries = [entry for entry in told if not entry.kind.startswith(ELSEWHERE)]
    letters = dict(write_letters(game, s, me, entries))
    yield Section("action", words.say("report.action"), tuple(king_year(game, s, me, entries)))
    yield from battle_sections(game, fields)
    yield Section("letters", words.say("report.letters"), tuple(letters.values()))
    yield Section("failed", words.say("report.failed"), tuple(kept(game, told, ("failed",))))
    yield Section("lands", words.say("report.lands"), grids=tuple(report_tables.lands(words, s, me)))
    yield Section(
        "people",
        words.say("report.people"),
        (words.say("report.skills"),),
        grids=tuple(report_tables.people_table(words, s, me)),
    )
    yield Section("armies", words.say("report.armies"), grids=tuple(report_tables.army_table(words, s, me)))
    unpaid = (*kept(game, told, UNPAID), report_tables.upkeep_text(words, s, me))
    yield Section("finance", words.say("report.finance"), unpaid, tuple(report_tables.finance(words, told)))
    yield Section(
        "discoveries", words.say("report.discoveries"), grids=tuple(report_tables.discovery_table(words, s, me))
    )
    legend, atlas = (words.say("report.legend"),), tuple(report_tables.atlas_table(words, s, me))
    yield Section("map", words.say("report.map"), legend, atlas, board="map")
    yield Section("adventure", words.say("report.adventure"), grids=tuple(report_tables.adventure(words, s, me)))
    yield Section("intelligence", words.say("report.intelligence"), tuple(kept(game, told, TIDINGS)))
    yield Section("diplomacy", words.say("report.diplomacy"), tuple(kept(game, told, DIPLOMATIC)),
                  tuple(report_tables.relations(words, s, me)))  # fmt: skip
    yield Section("offices", words.say("report.offices"), grids=tuple(report_tables.offices(words, s, me)))
    if s.outcome is not None:
        yield Section("end", words.say("report.end"), (words.say("outcome." + s.outcome.margin, **s.outcome.data),),
                      tuple(report_tables.prizes(words, s)))  # fmt: skip
    yield Section("dice", words.say("report.dice"), grids=tuple(rolls(game, told)))
    if s.outcome is None:
        yield Section("orders", words.say("report.orders", turn=s.turn), tuple(order_form(game, s, me)),
                      typed=True)  # fmt: skip


# Prose


def heroes_of(s: State, me: int) -> dict[str, int]:
    return {person.name: n for n, person in s.people.items() if person.seat == me and not person.is_king}


def author(names: Mapping[str, int], entry: Entry) -> int:
    """Return who of these people, by name, reports an entry; 0 for none.

    It is the one who acted, or was affected.
    """
    named = [entry.data.get(field) for field in ACTORS]
    return next((names[name] for name in named if isinstance(name, str) and name in names), 0)


def authors(s: State, me: int, entries: Sequence[Entry]) -> list[int]:
    """Return who reports each entry.

    A blow without any of the King's people belongs to the author of the entry before.
    """
    found: list[int] = []
    heroes, king = heroes_of(s, me), s.people[s.kingdoms[me].king].name
    for entry in entries:
        who = author(heroes, entry)
        is_blow = entry.kind.startswith("fight-") and king not in (entry.data.get("name"), entry.data.get("foe"))
        found.append(found[-1] if is_blow and not who and found else who)
    return found


def king_year(game: OrdersGame[State], s: State, me: int, entries: Sequence[Entry]) -> Iterator[str]:
    """Yield the King's year by season: the King's actions, and what no letter contains (1.4)."""
    king = s.people[s.kingdoms[me].king].name
    yield game.words.say("report.majesty" if s.turn > 1 else "report.founding", king=king, turn=year_told(s))
    if s.kingdoms[me].missed:
        yield game.words.say("report.late")
    own = [entry for entry, who in zip(entries, authors(s, me, entries), strict=True) if not who]
    body = list(year(game, own))
    yield from body or [game.words.say("report.idle", turn=s.turn)]


def year(game: OrdersGame[State], entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a character's year by season.

    Unsuccessful studies are in one sentence at the end.
    """
    yield from by_season(game, [entry for entry in entries if entry.kind != "practised"])
    studies: dict[str, list[str]] = {}
    for entry in entries:
        if entry.kind == "practised":
            studies.setdefault(entry.data["who"], []).append(entry.data["ability"])
    for who, abilities in studies.items():
        told = {"who": who, "seasons": len(abilities), "abilities": list(dict.fromkeys(abilities))}
        yield game.words.say("report.studied", **told)


def by_season(game: OrdersGame[State], entries: Sequence[Entry]) -> Iterator[str]:
    """Yield a paragraph for each season, which names it at the beginning."""
    told: set[str] = set()
    for phase, group in groupby(entries, key=lambda entry: int(entry.data.get("phase", 0))):
        said = [(entry, game.prose(entry)) for entry in group]
        text = once(flowing(said), told)
        yield f"{game.words.say(f'season.{phase}', first=said[0][1])} {text}" if phase else text


def write_letters(
    game: OrdersGame[State], s: State, me: int, entries: Sequence[Entry]
) -> Iterator[tuple[int, str]]:
    """Yield the letter of every Hero (1.4).

    It names the place, the year by season, and a farewell that depends on temper.
    """
    words = game.words
    told: dict[int, list[Entry]] = {}
    for entry, who in zip(entries, authors(s, me, entries), strict=True):
        told.setdefault(who, []).append(entry)
    for n, person in s.people.items():
        if person.seat != me or person.is_king or (n not in told and (person.died or s.turn == 1)):
            continue
        body = list(year(game, told.get(n, []))) or [words.say("letter.idle", name=person.name)]
        yield n, once(" ".join([letter_heading(game, s, n, person), *body, *farewell(game, person)]), set())


def letter_heading(game: OrdersGame[State], s: State, n: int, person: Person) -> str:
    key = "letter.last" if person.died else "letter.from"
    return game.words.say(key, name=person.name, place=place_name(s, person.place), led=len(s.led_by(n)))


def farewell(game: OrdersGame[State], person: Person) -> Iterator[str]:
    """Yield a farewell, unless the Hero is dead."""
    if not person.died:
        yield game.words.say(f"letter.{tables.TEMPERS[person.temper]}", name=person.name)


def kept(game: OrdersGame[State], told: Sequence[Entry], kinds: tuple[str, ...]) -> Iterator[str]:
    for entry in told:
        if entry.kind.startswith(kinds):
            yield game.prose(entry)


def rolls(game: OrdersGame[State], told: Sequence[Entry]) -> Iterator[Grid]:
    """Yield every roll that a King may know of, with its factors and clause."""
    rows = [
        (game.prose(entry), " · ".join(game.tally_lines(entry)), " ".join(entry.clauses))
        for entry in told
        if entry.tally is not None
    ]
    yield from report_tables.grid(game.words, ("event", "dice", "clause"), rows)


# What to write next


def order_form(game: OrdersGame[State], s: State, me: int) -> Iterator[str]:
    """Yield a blank sheet of orders, which is valid and orders nothing (1.3)."""
    words = game.words
    yield words.say("report.order-head")
    for n, person in s.at_home(me):
        yield words.say("report.order-who", number=n, who=person.name, place=place_name(s, person.place))
        yield from [words.say("report.order-line", number=n, phase=phase) for phase in range(1, PHASES + 1)]
        yield words.say("report.order-special", number=n)
