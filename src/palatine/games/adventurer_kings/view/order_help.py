"""Meanings of the codes of orders, for a new King and for every later year."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Sequence

from palatine.core import Catalogue, Panel, Row
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.orders.grammar import READERS
from palatine.games.adventurer_kings.orders.kinds import KingLine
from palatine.games.adventurer_kings.rules.common.naming import strength_of


def making_a_king(words: Catalogue) -> Iterator[Panel]:
    """Yield abilities, alignments, tempers and races, and the format of a King's line (2.1)."""
    yield Panel("king", words.say("primer.king"), (
        Row(words.say("primer.king-line"), note=words.say("primer.king-example")),
        Row(words.say("primer.contact-line"), note=words.say("primer.contact-example")),
    ))  # fmt: skip
    yield abilities_panel(words)
    yield Panel("alignments", words.say("primer.alignments"), tuple(
        Row(alignment.capitalize(), note=words.say(f"primer.alignment-{alignment}")) for alignment in tables.ALIGNMENTS
    ))  # fmt: skip
    yield Panel("tempers", words.say("primer.tempers"), tuple(
        Row(temper.capitalize(), note=words.say(f"primer.temper-{temper}")) for temper in tables.TEMPERS
    ))  # fmt: skip
    yield Panel("races", words.say("primer.races"), tuple(
        Row(tables.RACES[race].capitalize(),
            note=words.say(f"primer.race-{tables.RACES[race]}")) for race in tables.HUMANOID
    ))  # fmt: skip


def codes(words: Catalogue) -> Iterator[Panel]:
    """Yield the codes of orders, abilities, army types, tactics and spells (3, 4, 5, 6)."""
    yield Panel("orders", words.say("primer.orders"), tuple(
        Row(f"{code} {words.say(f'primer.order-{code}')}", note=words.say(f"primer.form-{code}")) for code in READERS
    ))  # fmt: skip
    yield Panel("tactics", words.say("primer.tactics"), tuple(
        Row(f"{code} {words.say(f'primer.tactic-{code}')}") for code in TACTICS
    ))  # fmt: skip
    yield abilities_panel(words)
    yield Panel("types", words.say("primer.types"), tuple(
        Row(f"{kind.code} {kind.name}",
            note=words.say("primer.type", strength=strength_of(kind), speed=kind.speed, pay=kind.pay))
        for kind in tables.ARMY
    ))  # fmt: skip
    yield Panel("spells", words.say("primer.spells"), tuple(
        Row(f"{spell.code} {spell.name}", note=words.say(f"primer.spell-{spell.action:d}{spell.combat:d}"))
        for spell in tables.SPELLS
    ))  # fmt: skip


TACTICS = ("TA", "FU", "ST", "FI", "ME", "CA", "US", "GI", "SA", "SC", "FL")


def abilities_panel(words: Catalogue) -> Panel:
    return Panel("abilities", words.say("primer.abilities"), tuple(
        Row(f"{code} {name}", note=words.say(f"primer.ability-{code}"))
        for code, name in zip(tables.ABILITIES, tables.ABILITY_NAME, strict=True)
    ))  # fmt: skip


def spelled_out(levels: Sequence[str]) -> str:
    """Return assigned levels in words: `Tactical 2, Melee 1`."""
    return ", ".join(
        [f"{tables.ABILITY_NAME[tables.ability(code)]} {count}" for code, count in Counter(levels).items()]
    )


def portrait(words: Catalogue, king: KingLine) -> str:
    """Return a description of a King from the line that creates one."""
    return words.say("suggest.king", name=king.name, race=king.race, alignment=king.alignment, temper=king.temper,
                     levels=spelled_out(king.levels))  # fmt: skip


# Rulebook secrets, for groups that play with open rules (2.0)


def secrets(words: Catalogue) -> Iterator[Panel]:
    """Yield items, discoveries, monsters, titles, and the powers of masters."""
    yield Panel("masters", words.say("primer.masters"), tuple(
        Row(row["ability"], note=words.say("primer.mastery", powers="; ".join(row["powers"].values())))
        for row in tables.MASTERY
    ))  # fmt: skip
    yield Panel("all-discoveries", words.say("primer.discoveries"), tuple(
        Row(each.name, tables.TIERS[each.tier], each.effect) for each in tables.DISCOVERIES
    ))  # fmt: skip
    yield Panel("all-items", words.say("primer.items"), tuple(
        Row(each.name, words.say("primer.charges", count=each.charges) if each.charges else "", each.effect)
        for each in tables.ITEMS
    ))  # fmt: skip
    yield Panel("all-monsters", words.say("primer.monsters"), tuple(
        Row(each.name, note=words.say("primer.monster", hp=each.hp, melee=each.melee, damage=each.damage))
        for each in tables.MONSTERS
    ))  # fmt: skip
    yield Panel("all-titles", words.say("primer.titles"), tuple(
        Row(each.name, note=words.say("primer.title", points=each.points, least=each.least, power=each.power))
        for each in titles.TITLES
    ))  # fmt: skip
