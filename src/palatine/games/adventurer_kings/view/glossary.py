"""Glossary of all terms, from handwritten entries and tables (2 to 6, 13)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from palatine.core import Catalogue
from palatine.core.guidance.glossary import Glossary, GlossaryEntry, load_glossary, with_entries
from palatine.core.messages import capitalize
from palatine.games.adventurer_kings.components import tables, titles
from palatine.games.adventurer_kings.rules.common.naming import strength_of

SORTS: Final = ("artifact", "weapon", "defence", "spell", "raiser")
"""Kinds of item, the most significant first."""


def glossary(package: str, words: Catalogue) -> Glossary:
    """Return the whole glossary.

    The powers of items, discoveries, titles and masters are secrets of the rulebook (2.0). The glossary names only
    their kind; the report explains a player's own.
    """
    made = (
        *army_entries(words),
        *feature_entries(words),
        *monster_entries(words),
        *item_entries(words),
        *discovery_entries(words),
        *honour_entries(words),
    )
    return with_entries(load_glossary(package), made)


def term_key(name: str) -> str:
    return "-".join("".join(letter for letter in name.lower() if letter.isalnum() or letter in " -").split())


def listed(words: Catalogue, key: str, names: Sequence[str]) -> str:
    """Return a sentence about some names, empty if there are none."""
    return words.say(f"gloss.{key}", names=list(names)) if names else ""


def army_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Yield army types, each with the figures of its counter (6.3)."""
    for number, kind in enumerate(tables.ARMY):
        parts = (
            words.say(f"gloss.army-{kind.code}"),
            words.say("gloss.figures", strength=strength_of(kind), speed=kind.speed, pay=kind.pay),
            listed(words, "home", [capitalize(tables.TERRAINS[each]) for each in sorted(kind.home)]),
            listed(words, "adverse", [capitalize(tables.TERRAINS[each]) for each in sorted(kind.adverse)]),
            listed(words, "nemesis", [tables.ARMY[each].name for each in sorted(kind.nemesis)]),
        )
        yield GlossaryEntry(
            f"army-{term_key(kind.name)}", kind.name, " ".join(filter(None, parts)), "army", f"AK-6.3-{number + 1:02}",
            faces=(f"army-{number}",), labels=(f"{kind.code} {kind.name}",), see=("quality", "army-figures"),
        )  # fmt: skip


def feature_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Yield kinds of feature: where they occur, who guards them (3.2)."""
    for number, kind in enumerate(tables.FEATURES):
        guardians = [tables.MONSTERS[each].name for each in kind.guardians]
        parts = (
            listed(words, "lies", [capitalize(tables.TERRAINS[each]) for each in sorted(kind.terrains)]),
            listed(words, "guards" if len(guardians) <= FEW else "guards-among", guardians[:FEW]),
        )
        yield GlossaryEntry(
            f"feature-{term_key(kind.name)}", kind.name, " ".join(filter(None, parts)), "feature", "AK-3.2-03",
            faces=(f"feature-{number}",), see=("feature", "guardian"),
        )  # fmt: skip


FEW: Final = 5


def monster_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Yield monsters: strength, escape, willingness to talk (4.3.2, 5.6)."""
    for number, each in enumerate(tables.MONSTERS):
        lairs = [kind.name for kind in tables.FEATURES if number in kind.guardians]
        talk = words.say("gloss.talk" if not each.talk else "gloss.talk-druid", level=each.talk)
        parts = (
            words.say("gloss.monster", hp=each.hp, flight=tables.FLIGHT[each.speed]), talk,
            listed(words, "lairs" if len(lairs) <= FEW else "lairs-among", lairs[:FEW]),
        )  # fmt: skip
        yield GlossaryEntry(
            f"monster-{term_key(each.name)}", each.name, " ".join(filter(None, parts)), "monster", "AK-5.6-01",
            see=("guardian", "plan"),
        )  # fmt: skip


def item_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Yield magic items by kind (5.9)."""
    for each in tables.ITEMS:
        sort = next((sort for sort in SORTS if sort in each.kinds), "other")
        spell = tables.SPELLS[each.spell].name if each.spell >= 0 else ""
        text = words.say(f"gloss.item-{sort}", spell=spell)
        clause = "AK-10.1-17" if sort == "artifact" else "AK-5.9-02"
        yield GlossaryEntry(f"item-{term_key(each.name)}", each.name, text, "item", clause, see=("item",))


def discovery_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    for each in tables.DISCOVERIES:
        text = words.say(f"gloss.discovery-{tables.TIERS[each.tier]}")
        yield GlossaryEntry(
            f"discovery-{term_key(each.name)}", each.name, text, "discovery", "AK-4.3.1-01", see=("discovery",)
        )


def honour_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Yield titles of the greater game (12.1)."""
    for each in titles.TITLES:
        text = words.say("gloss.title", points=each.victory_points, group=each.group)
        yield GlossaryEntry(f"title-{term_key(each.name)}", each.name, text, "title", "AK-12.1-06", see=("title",))
