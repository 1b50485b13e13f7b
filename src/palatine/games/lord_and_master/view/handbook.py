"""Glossary entries generated from data: troops, classes, provinces, cities, traits."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from string import ascii_uppercase

from palatine.core import Catalogue
from palatine.core.guidance.glossary import GlossaryEntry
from palatine.core.messages import join_words
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.view.boards import GROUND

TABLE_CLAUSE = {
    1: "LM-TT-01", 2: "LM-TT-02", 3: "LM-TT-03", 4: "LM-TT-04", 5: "LM-TT-05", 6: "LM-TT-06", 7: "LM-TT-07",
    8: "LM-TT-08", 9: "LM-TT-09",
}  # fmt: skip
"""Clauses that define the values of each troop table."""
CLASS_CLAUSE = {of: f"LM-CH-{number:02}" for number, of in enumerate(pieces.CLASSES, 3)}
HIGHEST = 30
"""Highest level, and highest number of units of a kind, with an entry for its badge."""


def entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Yield all entries, kind by kind."""
    for kind in pieces.KINDS:
        yield _troop(words, kind)
    for of in pieces.CLASSES:
        yield _class(words, of)
    for letter in world.PROVINCES:
        yield _province(words, letter)
    for square in world.CITIES:
        yield _city(words, square)
    for trait in tables.ADVANTAGES.values():
        yield _trait(words, trait, "advantage")
    for trait in tables.DISADVANTAGES.values():
        yield _trait(words, trait, "disadvantage")
    yield from _badges(words)


def _badges(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Yield the entries for levels of characters and numbers of troops."""
    numbers = range(1, HIGHEST + 1)
    levels = tuple(words.say("piece.level", level=level) for level in numbers)
    counts = tuple(f"×{count}" for count in numbers)
    for key, clause, badges in (("level", "LM-CH-20", levels), ("count", "LM-TT-18", counts)):
        term, text = words.say(f"handbook.{key}-term"), words.say(f"handbook.{key}")
        yield GlossaryEntry(f"badge-{key}", term, text, "mark", clause, badges=badges)


def _figures(row: pieces.Troop) -> str:
    return "/".join(map(str, row.full))


def _troop(words: Catalogue, kind: str) -> GlossaryEntry:
    """Return the entry of a kind of troops: values by grade, strike priority and cost."""
    rows = [pieces.TROOPS[code] for code in pieces.KINDS[kind]]
    figures = [words.say("handbook.figures", grade=row.grade or row.code, figures=_figures(row)) for row in rows]
    cost = next((row.cost for row in rows if row.cost), 0)
    said = [
        words.say(
            "handbook.troop",
            race=pieces.RACE_NAME[rows[0].race],
            men=pieces.men(rows[0].code),
            priority=pieces.priority(rows[0].code),
            figures=figures,
        )
    ]
    if cost:
        said.append(words.say("handbook.cost", gold=cost))
    note = f"lore.{kind.lower()}-note"
    if words.has(note):
        said.append(words.say(note))
    clause = TABLE_CLAUSE[rows[0].table]
    codes = pieces.KINDS[kind]
    return GlossaryEntry(
        f"troop-{kind.lower()}", pieces.KIND_NAME[kind], " ".join(said), "unit", clause, faces=codes, labels=(kind,)
    )


def _class(words: Catalogue, of: str) -> GlossaryEntry:
    """Return the entry of a class: the races it leads, raises and trains, and its powers."""
    known = pieces.CLASSES[of]
    said = [words.say("handbook.leads", races=_races(known.lead))]
    if known.raises:
        said.append(words.say("handbook.raises", races=_races(known.raises)))
    if known.trains:
        said.append(words.say("handbook.trains", races=_races(known.trains)))
    if known.powers:
        powers = [words.say(f"power.{each}") for each in sorted(known.powers)]
        said.append(words.say("handbook.powers", powers=powers))
    badges = tuple(of + letter for letter in ascii_uppercase)
    key = f"class-{known.name.lower().replace(' ', '-')}"
    return GlossaryEntry(
        key, known.name, " ".join(said), "character", CLASS_CLAUSE[of], faces=(of,), badges=badges,
        words=(f"{known.name}s",) if of != "J" else (),
    )  # fmt: skip


def _races(races: Iterable[str]) -> str:
    return join_words([pieces.RACE_NAME[race] for race in pieces.RACES if race in races])


def _province(words: Catalogue, letter: str) -> GlossaryEntry:
    """Return the entry of a kind of province: cost to enter, income and inhabitants."""
    known = world.PROVINCES[letter]
    text = words.say(
        "handbook.province",
        points=known.cost,
        tax=known.tax,
        tribute=known.tribute,
        gold=known.treasury,
        host=[[code, count] for code, count in known.force],
        attack=sum(pieces.TROOPS[code].full[0] * count for code, count in known.force),
        base=known.base,
        low=known.bribe[0],
        high=known.bribe[1],
    )
    ground = GROUND[letter]
    return GlossaryEntry(
        ground, known.name, text, "terrain", "LM-MAP-05", words=(known.name.lower(),), grounds=(ground,)
    )


def _city(words: Catalogue, square: int) -> GlossaryEntry:
    """Return the entry of one of the eight cities: its income and garrison."""
    city = world.CITIES[square]
    text = words.say(
        "handbook.city",
        square=square,
        race=pieces.RACE_NAME[city.race],
        tax=city.tax,
        tribute=city.tribute,
        gold=city.treasury,
        host=[[code, count] for code, count in city.force],
    )
    return GlossaryEntry(f"city-{square}", city.name, text, "city", "LM-MAP-06")


def _trait(words: Catalogue, trait: tables.Trait, kind: str) -> GlossaryEntry:
    return GlossaryEntry(f"{kind}-{trait.key}", trait.name, trait.text, kind, trait.clause, labels=(trait.key,))
