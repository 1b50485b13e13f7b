"""Turn reports: results of the seat's orders, the items of GI-01 to GI-04, and the dice.

The items are newsletter, map, status sheet and character sheet.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby

from palatine.core import Catalogue, Entry, Game, Grid, Report, Section
from palatine.core.messages import capitalize
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.rules.common.naming import owner_name, place_name
from palatine.games.lord_and_master.rules.victory import controlled_places
from palatine.games.lord_and_master.secrecy import SPECTATOR, sight
from palatine.games.lord_and_master.state import NEUTRAL, State, Unit
from palatine.games.lord_and_master.view.view import counted_units, function_text, stack_codes


def report(game: Game[State], s: State, seat: str | None, entries: Sequence[Entry]) -> Report:
    """Return the report for a seat (None: a spectator) after a turn, from what it may read."""
    words = game.words
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    told = [
        entry for entry in entries if entry.is_readable_by(me if me >= 0 else None) and not is_uninformative(entry)
    ]
    nation = s.nations[me].name if 0 <= me < len(s.nations) else words.say("report.all")
    sections = (
        *_orders(game, s, me, told),
        Section("newsletter", words.say("report.newsletter"), tuple(_newsletter(game, s, me, told))),
        Section("map", words.say("report.map"), (words.say("report.legend"),), board="map"),
        Section("status", words.say("report.status"), grids=tuple(_status(words, s, me))),
        Section("characters", words.say("report.characters"), grids=tuple(_characters(words, s, me))),
        Section("appendix", words.say("report.appendix"), grids=tuple(_appendix(game, told))),
    )
    return Report(
        words.say("report.title", nation=nation),
        words.say(_subtitle(s), turn=reported_turn(s), next=s.turn),
        reported_turn(s),
        seat,
        sections,
    )


def _subtitle(s: State) -> str:
    """Return the key of the subtitle: before the set-up, after it, or after a turn."""
    if not s.turn:
        return "report.before"
    return "report.subtitle" if reported_turn(s) else "report.set-up"


def reported_turn(s: State) -> int:
    """Return the turn of a report: the previous one, or the current one if the game is over."""
    return max(0, s.turn - (s.outcome is None))


def _orders(game: Game[State], s: State, me: int, told: Sequence[Entry]) -> Iterator[Section]:
    """Yield the results of the seat's orders: failures with reasons, then actions by character."""
    if not 0 <= me < len(s.nations) or s.turn < 2:
        return
    words, nation = game.words, s.nations[me]
    failed = [game.prose(entry) for entry in told if entry.kind == "dropped"]
    if nation.missed:
        first = words.say("report.no-orders")
    elif failed:
        first = words.say("report.failed", count=len(failed))
    else:
        first = words.say("report.none-failed")
    rows = [
        (s.people[who].name, " ".join(done))
        for who in s.roster(me)
        if (done := [game.prose(entry) for entry in told if entry.data.get("name") == s.people[who].name])
    ]
    columns = (words.say("column.name"), words.say("column.done"))
    yield Section(
        "orders", words.say("report.orders"), (first, *failed), (Grid(columns, tuple(rows)),) if rows else ()
    )


def is_uninformative(entry: Entry) -> bool:
    """Return whether an entry has no content: a retreat without survivors or losses."""
    lots = ("escaped", "captured", "dead")
    return entry.kind in ("retreat", "taken") and not any(entry.data.get(lot) for lot in lots)


def _status(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield the status sheet: sequence, treasuries, garrisons, boneyards, stacks (GI-02)."""
    rows = []
    for number, seat in enumerate(s.order, 1):
        nation = s.nations[seat]
        bearer = s.people.get(nation.leader)
        site = place_name(s, nation.site) if nation.site else bearer.name if bearer is not None else "–"
        held = str(len(controlled_places(s, seat)))
        rows.append((str(number), nation.name, str(s.totals[seat]), str(nation.gold), site, held, s.seats[seat]))
    columns = ("number", "nation", "total", "gold", "treasury", "provinces", "player")
    yield Grid(tuple(words.say(f"column.{name}") for name in columns), tuple(rows), (0, 2, 3, 5))
    stacks = tuple(_stacks(s, me))
    if stacks:
        yield Grid(tuple(words.say(f"column.{name}") for name in ("nation", "troops", "stacks")), stacks)
    if s.boneyards:
        yards = ", ".join(place_name(s, place) for place in sorted(s.boneyards))
        yield Grid((words.say("column.boneyards"),), ((yards,),))


def _stacks(s: State, me: int) -> Iterator[tuple[str, ...]]:
    """Yield all visible stacks by nation, the seat's own first.

    Equal ones share a line; major ones have their codes.
    """
    codes, seen = stack_codes(s, me), sight(s, me)
    stacks: dict[tuple[int, int], list[Unit]] = {}
    for unit in s.units.values():
        if unit.owner == me or square_of(unit.place) in seen:
            stacks.setdefault((unit.owner, unit.place), []).append(unit)
    alike: dict[tuple[int, str], list[str]] = {}
    order = sorted(stacks, key=lambda key: (key[0] != me, key[0] == NEUTRAL, key[0], square_of(key[1]), key[1]))
    for owner, place in order:
        where = f"{codes.get((place, owner), '')} {place_name(s, place)}".strip()
        alike.setdefault((owner, counted_units(stacks[owner, place])), []).append(where)
    for (owner, told), places in alike.items():
        yield owner_name(s, owner), told, ", ".join(places)


def _characters(words: Catalogue, s: State, me: int) -> Iterator[Grid]:
    """Yield the character sheet (GI-03): the seat's own, then the other visible ones."""
    columns = tuple(words.say(f"column.{name}") for name in ("name", "class", "level", "place", "nation"))
    seen = sight(s, me)
    people = [each for each in s.people.values() if each.owner != NEUTRAL]
    for mine in (True, False):
        rows = tuple(
            (
                person.name + ("*" if person.captor is not None else ""),
                pieces.CLASSES[person.of].name + function_text(words, person, me),
                str(person.level),
                place_name(s, person.place),
                owner_name(s, person.owner),
            )
            for person in sorted(people, key=lambda each: (each.owner, -each.level, each.name))
            if (person.owner == me) == mine and (mine or square_of(person.place) in seen)
        )
        if rows:
            yield Grid(columns, rows, (2,))


def _newsletter(game: Game[State], s: State, me: int, told: Sequence[Entry]) -> Iterator[str]:
    """Yield the newsletter (GI-04) in order of events, a paragraph for each acting nation."""
    paragraph: list[str] = []
    author = ""
    nations = _nations_of(s, me)
    for kind, entries in _runs(nations, told):
        acting = _author(nations, entries[0]) or author
        if paragraph and (kind in HEADS or acting != author):
            yield " ".join(paragraph)
            paragraph = []
        author = acting
        paragraph += _sentences(game, kind, entries)
    if paragraph:
        yield " ".join(paragraph)


HEADS = frozenset({"founded", "tribute", "sequence-tie", "sequence"})
"""Kinds of entries that begin a paragraph."""
GATHERED = frozenset({"tax", "moved", "truce", "sequence-tie", "sequence"})
"""Kinds of entries that are combined if they follow each other."""


def _nations_of(s: State, me: int) -> Mapping[str, str]:
    """Return the nations of the characters that a reader sees at the end of the turn, by name."""
    seen = sight(s, me)
    people = [each for each in s.people.values() if each.owner == me or square_of(each.place) in seen]
    return {each.name: owner_name(s, each.owner) for each in people}


def _runs(nations: Mapping[str, str], told: Sequence[Entry]) -> Iterator[tuple[str, list[Entry]]]:
    """Yield the entries, with consecutive ones of a combined kind and one nation as a run."""
    for (kind, _), run in groupby(told, key=lambda entry: (entry.kind, _author(nations, entry))):
        entries = list(run)
        yield from [(kind, entries)] if kind in GATHERED else [(kind, [entry]) for entry in entries]


def _author(nations: Mapping[str, str], entry: Entry) -> str:
    """Return the acting nation of an entry as far as it is visible; "" if there is none."""
    if entry.kind in BEFALLEN:
        return ""
    found = nations.get(str(entry.data.get("name", "")))
    if found is not None:
        return found
    return str(entry.data.get("attacker") or (entry.data["seat"] if entry.kind == "tax" else ""))


BEFALLEN = frozenset(
    {"level", "winner-lives", "winner-falls", "death", "captured", "freed", "successor", "escape", "caught", "joined",
     "magnate", "magnate-assistant", "magnate-troops"}
)  # fmt: skip
"""Kinds of entries about characters that are affected by another's action."""


def _sentences(game: Game[State], kind: str, entries: list[Entry]) -> list[str]:
    """Return entries as sentences; taxes, moves, truces and the sequence as one sentence each."""
    words = game.words
    if kind == "sequence":
        return [words.say("report.sequence", names=[entry.data["seat"] for entry in entries])]
    if kind == "sequence-tie":
        return [words.say("report.ties", names=list(dict.fromkeys(entry.data["seat"] for entry in entries)))]
    if kind == "moved" and len(entries) > 1:
        journeys = [words.say("report.journey", **entry.data) for entry in entries]
        return [words.say("report.journeys", journeys=journeys)]
    if kind == "tax" and len(entries) > 1:
        parts = [words.say("report.tax", **entry.data) for entry in entries]
        return [words.say("report.taxes", amount=sum(entry.data["amount"] for entry in entries), parts=parts)]
    if kind == "truce":
        return [capitalize(each) for each in _truces(words, entries)]
    return [game.prose(entry) for entry in entries]


def _truces(words: Catalogue, entries: list[Entry]) -> Iterator[str]:
    """Yield the truces of each nation and length as one sentence."""
    sworn: dict[tuple[str, int], list[str]] = {}
    for entry in entries:
        sworn.setdefault((entry.data["seat"], entry.data["turns"]), []).append(entry.data["owner"])
    for (seat, turns), owners in sworn.items():
        yield words.say("report.truces", seat=seat, turns=turns, owners=owners)


def unbroken(clause: str) -> str:
    """Return a clause id with non-breaking hyphens."""
    return clause.replace("-", "\N{NON-BREAKING HYPHEN}")


def _appendix(game: Game[State], told: Sequence[Entry]) -> Iterator[Grid]:
    """Yield every roll and modifier with its clause."""
    rows = [
        (game.prose(entry), " · ".join(game.tally_lines(entry)), " ".join(map(unbroken, entry.clauses)))
        for entry in told
        if entry.tally is not None
    ]
    if rows:
        words = game.words
        yield Grid(tuple(words.say(f"column.{name}") for name in ("event", "dice", "clause")), tuple(rows))
