"""Glossary entries from data: spells, personalities, ships, armies, nations, places, badges."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Catalogue, GlossaryEntry
from palatine.games.elric.components.pieces import (
    ARMY,
    CAPACITY,
    CARRIES,
    DRAWS,
    FLEET,
    INDEPENDENTS,
    IS_LOVE,
    IS_WINGED,
    KIND,
    MOVES,
    PERSON,
    PIECE_KEY,
    PIECE_NAME,
    PIECES,
    PIECES_OF,
    POWER_NAME,
    POWER_OF,
    VALUE,
)
from palatine.games.elric.components.spells import (
    ALIGNMENT,
    CHAOS,
    HAS_VALUE,
    HORDE,
    IS_BARE,
    LAW,
    MUSTERS,
    NATION,
    NEUTRAL,
    SPELL_KEY,
    SPELL_NAME,
    SPELL_TYPE,
    SPELL_VALUE,
    SPELLS,
    TYPE_NAME,
)
from palatine.games.elric.components.world import (
    AREA_KEY,
    AREA_NAME,
    AREAS,
    CAPITAL,
    CITIES,
    CITIES_OF,
    CITY_AT,
    DEFENCE,
    IS_SEA,
    IS_WILD,
    NATION_OF,
    NATIONS,
    PORT_SEA,
    STARS,
    WALL,
)
from palatine.games.elric.state import SEATS
from palatine.games.elric.view.faces import SPELL_STYLE, STYLE_OF, muster_name, spell_face
from palatine.games.elric.view.wording import area_name

SPECIAL_CLAUSES: Final = {
    "elric-nightmare-1": "16.4a", "elric-nightmare-2": "16.4a", "elric-nightmare-3": "16.4a",
    "four-who-are-one": "16.4b", "reshuffle-1": "16.4d", "reshuffle-2": "16.4d", "shade-gate": "16.4e",
    "tower-of-voilodion-gagnasdiak": "16.4g", "escape-1": "16.5a", "escape-2": "16.5b", "invulnerability": "16.5c",
    "dragons": "16.6a", "battle-barge": "16.6b", "horn-of-fate": "16.7a",
    "nihrain-horses": "16.3p", "nuuurrcc": "16.3o",
}  # fmt: skip
"""By key: the clause of a spell outside the three alignments, or out of their order."""


def glossary_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Iterate over the entries for all data."""
    yield from spell_entries(words)
    yield from person_entries(words)
    yield from fleet_entries(words)
    yield from power_entries(words)
    yield from place_entries(words)
    yield from badge_entries(words)


# Spells


def spell_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Iterate over the entries of spells, one for each name, with all counters and musters."""
    for name in dict.fromkeys(SPELL_NAME):
        same = [spell for spell in range(SPELLS) if SPELL_NAME[spell] == name]
        faces = tuple([spell_face(spell) for spell in same])
        text = spell_description(words, same)
        yield GlossaryEntry(f"spell-{SPELL_KEY[same[0]]}", name, text, "spell", spell_clause(same[0]), faces=faces)


def spell_description(words: Catalogue, same: list[int]) -> str:
    """Return a spell in words: its effects, then its musters."""
    spell = same[0]
    kind = "adds" if HAS_VALUE[spell] and not IS_BARE[spell] else "bare" if HAS_VALUE[spell] else "other"
    if ALIGNMENT[spell] not in (LAW, CHAOS, NEUTRAL):
        kind = "other"
    told = [
        words.say(
            f"glossary.spell-{kind}", type=TYPE_NAME[SPELL_TYPE[spell]], value=SPELL_VALUE[spell],
            toward=words.say(f"glossary.toward-{SPELL_STYLE[SPELL_TYPE[spell]]}") if kind != "other" else "",
        )
    ]  # fmt: skip
    if words.has(f"glossary.effect.{SPELL_KEY[spell]}"):
        told.append(words.say(f"glossary.effect.{SPELL_KEY[spell]}"))
    called = dict.fromkeys([muster_name(kind, target) for each in same for kind, target in MUSTERS[each]])
    if called:
        told.append(words.say("glossary.spell-musters", names=" or ".join(called)))
    return " ".join(told)


def spell_clause(spell: int) -> str:
    """Return the clause of a spell.

    Spells of an alignment have letters in printed order; Quaolnargn has two.
    """
    side = ALIGNMENT[spell]
    if SPELL_KEY[spell] in SPECIAL_CLAUSES:
        return SPECIAL_CLAUSES[SPELL_KEY[spell]]
    order = [each for each in range(SPELLS) if ALIGNMENT[each] == side]
    at = order.index(spell)
    if side == CHAOS and SPELL_NAME[spell] > "Quaolnargn":
        at += 1
    return f"16.{({LAW: 1, CHAOS: 2, NEUTRAL: 3})[side]}{chr(ord('a') + at)}"


# Personalities, ships, armies


def whose(words: Catalogue, p: int) -> str:
    power = POWER_OF[p]
    if power == INDEPENDENTS:
        return words.say("glossary.independent")
    return words.say("glossary.of", power=power)


def person_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    for p in [p for p in range(PIECES) if KIND[p] == PERSON]:
        told = [words.say("glossary.love" if IS_LOVE[p] else "glossary.person", of=whose(words, p), value=VALUE[p])]
        if CAPACITY[p] >= 0:
            told.append(words.say("glossary.magician", capacity=CAPACITY[p]))
        if DRAWS[p]:
            told.append(words.say("glossary.draws"))
        if IS_WINGED[p]:
            told.append(words.say("glossary.winged"))
        clause = "3.2h" if IS_LOVE[p] else "3.2i" if CAPACITY[p] >= 0 else "10.8b"
        key = f"person-{PIECE_KEY[p]}"
        yield GlossaryEntry(key, PIECE_NAME[p], " ".join(told), "person", clause, faces=(PIECE_KEY[p],))


def fleet_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    for p in [p for p in range(PIECES) if KIND[p] == FLEET]:
        text = words.say("glossary.fleet", of=whose(words, p), value=VALUE[p], moves=MOVES[p], carries=CARRIES[p])
        yield GlossaryEntry(f"fleet-{PIECE_KEY[p]}", PIECE_NAME[p], text, "unit", "3.2d", faces=(PIECE_KEY[p],))


def power_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Iterate over the entries of nations and hordes, with their colours and armies."""
    for power in range(INDEPENDENTS):
        name, style = POWER_NAME[power], STYLE_OF[power]
        is_nation = power < len(NATIONS)
        ground = (f"soil-{style}",) if is_nation else ()
        line = (f"realm-{style}",) if is_nation else ()
        yield GlossaryEntry(
            f"power-{style}", name, power_text(words, power), "nation" if is_nation else "horde",
            "11.0e" if is_nation else "11.0l", grounds=ground, lines=line,
        )  # fmt: skip
        armies = [p for p in PIECES_OF[power] if KIND[p] == ARMY]
        text = words.say("glossary.army", power=power)
        term = PIECE_NAME[armies[0]].removesuffix(" 1")
        faces = tuple([PIECE_KEY[p] for p in armies])
        yield GlossaryEntry(f"army-{style}", term, text, "unit", "3.2b", faces=faces)


def power_text(words: Catalogue, power: int) -> str:
    count = {kind: len([p for p in PIECES_OF[power] if KIND[p] == kind]) for kind in (PERSON, FLEET, ARMY)}
    kind = NATION if power < len(NATIONS) else HORDE
    named = [SPELL_NAME[spell] for spell in range(SPELLS) if (kind, power) in MUSTERS[spell]]
    data = {
        "people": count[PERSON],
        "armies": count[ARMY],
        "fleets": count[FLEET],
        "spells": [*dict.fromkeys(named)],
    }
    if kind == HORDE:
        return words.say("glossary.horde", **data)
    cities = [city_name(area) for area in CITIES_OF[power]]
    key = "glossary.nation" if named else "glossary.nation-none"
    return words.say(key, cities=cities, capital=city_name(CAPITAL[power]), **data)


def city_name(area: int) -> str:
    return CITIES[CITY_AT[area]].name


# Places


def place_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    for a in range(AREAS):
        clause = "7.5.8a" if IS_WILD[a] else "3.1k" if IS_SEA[a] else "7.2f" if NATION_OF[a] >= 0 else "3.1a"
        yield GlossaryEntry(f"place-{AREA_KEY[a]}", AREA_NAME[a], " ".join(place(words, a)), "place", clause)


def place(words: Catalogue, a: int) -> Iterator[str]:
    if IS_SEA[a]:
        yield words.say("glossary.quiet-sea" if not IS_WILD[a] else "glossary.wilds")
    elif NATION_OF[a] >= 0:
        key = "glossary.wild-province" if IS_WILD[a] else "glossary.province"
        yield words.say(key, nation=NATION_OF[a])
    else:
        yield words.say("glossary.wilds")
    if a in CITY_AT:
        key = "glossary.city" if WALL[a] else "glossary.open-city"
        yield words.say(key, city=city_name(a), wall=WALL[a], defence=DEFENCE[a])
    if PORT_SEA[a] >= 0:
        yield words.say("glossary.anchor", sea=area_name(PORT_SEA[a]))
    if a in STARS:
        yield words.say("glossary.star")


# Badges


def badge_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    held = tuple([words.say("badge.spells", count=count) for count in range(1, 7)])
    ships = tuple([words.say("badge.aboard", fleet=p) for p in range(PIECES) if KIND[p] == FLEET])
    kept = tuple([words.say("badge.maintains", spell=spell) for spell in range(SPELLS)])
    borne = tuple([PIECE_NAME[p] for p in range(PIECES) if KIND[p] not in (PERSON, FLEET, ARMY)])
    for key, clause, found in (
        ("moved", "7.0a", (words.say("badge.moved"),)),
        ("going", "7.0c", (words.say("badge.going"),)),
        ("casting", "9.2f", (words.say("badge.casting"),)),
        ("controls", "12.1.2b", (words.say("badge.controls"),)),
        ("holding", "9.0a", held),
        ("aboard-ship", "7.1d", ships),
        ("maintains", "13.4c", kept),
        ("bears", "9.1d", borne),
        ("seat", "4.0e", SEATS),
    ):
        text = words.say(f"glossary.{key}-text")
        yield GlossaryEntry(f"badge-{key}", words.say(f"glossary.{key}"), text, "badge", clause, badges=found)
