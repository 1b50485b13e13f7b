"""The glossary: entries of `data/glossary`, and others generated from counters and kingdoms."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from palatine.core import Catalogue, GlossaryEntry, with_entries
from palatine.core.guidance.glossary import Glossary, load_glossary
from palatine.games.dark_emperor.components.pieces import (
    BATTLEFIELD,
    FIRST_LEADER,
    GROUP_POWERS,
    HERO,
    KINGDOM_POWERS,
    LEADER_OF,
    LEADERS,
    MAGIC,
    NECROMANCER,
    PIECE_KEY,
    PIECE_NAME,
    POWER_NAME,
    RUNE,
    SIEGE,
    START,
    STRENGTH,
    UNDEAD_STRENGTH,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
    UNITS_OF,
    WHITE,
)
from palatine.games.dark_emperor.components.tables import DIPLOMACY, DIPLOMACY_NEEDED
from palatine.games.dark_emperor.components.world import CAPITAL, CITY_HEXES, TAXATION
from palatine.games.dark_emperor.view.faces import undead_face
from palatine.games.dark_emperor.view.wording import counted, kind_name

MOST_RATED = 12
"""Highest Hero Rating for which a badge shows a changed rating."""
PACKAGE = "palatine.games.dark_emperor"


def glossary(words: Catalogue) -> Glossary:
    """Return the glossary: counters, spells, devices, terrain, marks, figures and terms."""
    made = [*kingdoms(words), *groups(words), *leader_entries(words), *troops(words)]
    return with_badges(with_entries(load_glossary(PACKAGE), made))


def with_badges(found: Glossary) -> Glossary:
    """Return the glossary with badges and faces that contain names or numbers."""
    rated = tuple([f"Hero Rating {n}" for n in range(MOST_RATED + 1)])
    borne = tuple([f"carried by {PIECE_NAME[p]}" for p in LEADERS])
    undead = tuple([undead_face(u) for u in range(UNITS) if UNDEAD_STRENGTH[u]])
    return {
        **found,
        "hero-rating": replace(found["hero-rating"], badges=rated),
        "carried": replace(found["carried"], badges=borne),
        "undead": replace(found["undead"], faces=undead),
    }


def text_of(words: Catalogue, key: str, text: str) -> str:
    """Return a generated text, followed by the catalogue's addition for this key."""
    more = f"gloss.more.{key}"
    return f"{text} {words.say(more)}" if words.has(more) else text


def needed(power: int, side: int) -> str:
    """Return the total of two dice at which an offer is accepted (11.3)."""
    return str(max(2, DIPLOMACY_NEEDED - DIPLOMACY[power][side]))


def slug(name: str) -> str:
    return "-".join("".join(c for c in name.lower() if c.isalnum() or c in " -").split())


def kingdoms(words: Catalogue) -> Iterator[GlossaryEntry]:
    for k in KINGDOM_POWERS:
        key = slug(POWER_NAME[k])
        units = sum([START[u] >= 0 for u in UNITS_OF[k]])
        text = words.say(
            "gloss.kingdom", capital=CAPITAL[k], cities=len(CITY_HEXES[k]), units=units, tax=TAXATION[k],
            kingdoms=needed(k, 1), necromancer=needed(k, 0),
        )  # fmt: skip
        yield GlossaryEntry(key, POWER_NAME[k], text_of(words, key, text), "kingdom", "11.3a")


def groups(words: Catalogue) -> Iterator[GlossaryEntry]:
    for group in GROUP_POWERS:
        kinds = dict.fromkeys([kind_name(u) for u in UNITS_OF[group]])
        troops_ = [counted(kind, sum([kind_name(u) == kind for u in UNITS_OF[group]])) for kind in kinds]
        text = words.say(
            "gloss.group", units=", ".join(troops_) or words.say("gloss.no-troops"), kingdoms=needed(group, 1),
            necromancer=needed(group, 0),
        )  # fmt: skip
        name = POWER_NAME[group]
        term = words.say("gloss.group-term", group=group)
        yield GlossaryEntry(f"group-{slug(name)}", term, text, "mercenaries", "19.11b", labels=(name,))


def leader_entries(words: Catalogue) -> Iterator[GlossaryEntry]:
    for p in LEADERS:
        k, key = p - FIRST_LEADER, PIECE_KEY[p]
        power = LEADER_OF[k]
        office = "lord" if power == NECROMANCER else "mercenary-leader" if power in GROUP_POWERS else "leader-of"
        data = {"office": words.say(f"gloss.{office}", power=power), "hero": HERO[k], "magic": MAGIC[k]}
        text = words.say("gloss.mage", rune=RUNE[k], **data) if RUNE[k] >= 0 else words.say("gloss.leader", **data)
        yield GlossaryEntry(key, PIECE_NAME[p], text_of(words, key, text), "leader", "3.1b", faces=(key,))


def troops(words: Catalogue) -> Iterator[GlossaryEntry]:
    """Return an entry for each kind of unit, with the faces of its living side."""
    kinds: dict[str, list[int]] = {}
    for u in range(UNITS):
        if UNIT_OF[u] != BATTLEFIELD:
            kinds.setdefault(kind_name(u), []).append(u)
    for name, units in kinds.items():
        key, u = slug(name), units[0]
        data = {"kind": words.say(f"gloss.kind.{UNIT_TYPE[u]}"), "power": UNIT_OF[u], "strength": STRENGTH[u]}
        text = words.say(f"gloss.{form_of(u)}", undead=UNDEAD_STRENGTH[u], **data)
        faces = tuple([PIECE_KEY[each] for each in units])
        many = counted(name, 2).removeprefix("2 ")
        forms = (many,) if many != name else ()
        yield GlossaryEntry(key, name, text_of(words, key, text), "unit", "3.1a", words=forms, faces=faces)


def form_of(u: int) -> str:
    """Return which of the sentence patterns describes a unit."""
    if UNIT_TYPE[u] == SIEGE:
        return "train"
    if UNIT_OF[u] == WHITE:
        return "unit-white"
    return "unit-undead" if UNDEAD_STRENGTH[u] else "unit"
