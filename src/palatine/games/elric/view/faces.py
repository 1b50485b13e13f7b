"""The faces of counters: personalities, fleets, armies, artifacts, spells and markers."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cache
from types import MappingProxyType
from typing import Final

from palatine.core import Counter, Style
from palatine.games.elric.components import spells
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
    POWER_NAME,
    POWER_OF,
    SILHOUETTE,
    VALUE,
)
from palatine.games.elric.components.world import DATA
from palatine.games.elric.view.wording import catalogue

# The figure's colour shows the continent, as on the counter sheet: red for the West and Pan Tang, white for the
# South and Melnibone, black for the North and the Purple Towns; the ground is the nation's (3.2).
_RED, _WHITE, _BLACK = "#8f0f16", "#ffffff", "#17120c"
STYLES: Final[Mapping[str, Style]] = MappingProxyType(
    {
        "argimiliar": Style(fill="#8a3f1c", dark="#8f4722", ink=_WHITE, name="Argimiliar"),
        "bakshaan": Style(fill="#e8a15c", dark="#d8934f", ink=_BLACK, name="Bakshaan"),
        "dharijor": Style(fill="#f0d9a0", dark="#e0c88c", ink=_RED, name="Dharijor"),
        "dhoz-kam": Style(fill="#4c5b23", dark="#55652a", ink=_WHITE, name="Dhoz-Kam"),
        "eshmir": Style(fill="#86c6ae", dark="#76b59d", ink=_BLACK, name="Eshmir"),
        "filkhar": Style(fill="#2d6b47", dark="#30704b", ink=_WHITE, name="Filkhar"),
        "ilmiora": Style(fill="#e6bf45", dark="#d6b03a", ink=_BLACK, name="Ilmiora"),
        "purple-towns": Style(fill="#bb9bdc", dark="#ac8dcc", ink=_BLACK, name="Isle of Purple Towns"),
        "jharkor": Style(fill="#cfe2ad", dark="#bfd29d", ink=_RED, name="Jharkor"),
        "lormyr": Style(fill="#2a5c93", dark="#2f649d", ink=_WHITE, name="Lormyr"),
        "melnibone": Style(fill="#5d1a4d", dark="#6d2159", ink=_WHITE, name="Melnibone"),
        "nadsokor": Style(fill="#b3a184", dark="#a59376", ink=_BLACK, name="Nadsokor"),
        "org": Style(fill="#a3adb0", dark="#949ea1", ink=_BLACK, name="Org"),
        "pan-tang": Style(fill="#f6b9a3", dark="#e7a78f", ink=_RED, name="Pan Tang"),
        "pikarayd": Style(fill="#6a4392", dark="#724a9b", ink=_WHITE, name="Pikarayd"),
        "shazaar": Style(fill="#d9d2f0", dark="#c9c2e0", ink=_RED, name="Shazaar"),
        "tarkesh": Style(fill="#cbe4f1", dark="#bbd5e2", ink=_RED, name="Tarkesh"),
        "vilmir": Style(fill="#b9c95c", dark="#aaba4f", ink=_BLACK, name="Vilmir"),
        "flamebringers": Style(fill="#b83f18", dark="#ad3d1a", ink="#fff1d6", name="Flamebringers"),
        "kelmain": Style(fill="#3f4a57", dark="#4a5664", ink="#e6eef7", name="Kelmain Host"),
        "olab": Style(fill="#3e7a6d", dark="#3f786c", ink="#f2ffe9", name="Olab"),
        "pio": Style(fill="#7d6322", dark="#7a6126", ink="#fff6da", name="People of Pio"),
        "independents": Style(fill="#f4efe2", dark="#dcd6c6", ink="#2b2a33", name="Independents"),
        "law": Style(fill="#fbf7ea", dark="#e4dfcd", ink="#7a5a08", name="Law"),
        "chaos": Style(fill="#2b1117", dark="#3a1620", ink="#ff9d86", name="Chaos"),
        "neutral": Style(fill="#cfd6d2", dark="#b6bfba", ink="#1f3b33", name="Neutral"),
        "immediate": Style(fill="#7a2e0e", dark="#853613", ink="#ffe1bf", name="Play Immediately"),
        "special": Style(fill="#1d4f6e", dark="#235a7c", ink="#e3f4ff", name="Special"),
        "melnibonean": Style(fill="#5d1a4d", dark="#6d2159", ink="#f7dcf0", name="Melnibonean Only"),
        "elric": Style(fill="#14131a", dark="#26242f", ink="#f4f1ff", name="Elric Only"),
        "spell": Style(fill="#1f2a44", dark="#2c3a5c", ink="#cfdcff", name="Spell, face down"),
        "marker": Style(fill="#b5481a", dark="#a8471f", ink="#ffffff", name="Marker"),
    }
)
STYLE_OF: Final = tuple(STYLES)[: len(POWER_NAME)]
"""By power: the style of its counters."""
SPELL_STYLE: Final = spells.TYPES
"""By type of spell: the style of its counters."""
CODE_OF: Final = (
    "Ar", "Ba", "Dh", "DK", "Es", "Fi", "IL", "Pu", "Jh", "Lo", "Me", "Na", "Or", "PT", "Pi", "Sh", "Ta", "Vi",
    "FB", "KH", "Ol", "PP", "",
)  # fmt: skip
"""By power: letters on its counters, so that colour is not the only distinction."""
TYPE_CODE: Final = ("L", "C", "N", "!", "S", "M", "E")
"""By type of spell: the letter on its counters."""

SILHOUETTES: Final[Mapping[str, str]] = MappingProxyType(DATA.read_silhouettes())
"""By name: an SVG path in a view box of 512 by 512."""
MARK_SILHOUETTE: Final[Mapping[str, str]] = MappingProxyType(
    {
        "capital": "castle",
        "city": "guarded-tower",
        "town": "village",
        "imrryr": "dragon-spiral",
        "port": "anchor",
        "star": "polar-star",
        "sea-boiling": "boiling-bubbles",
        "sea-teeth": "big-wave",
        "sea-chaos": "octopus",
    }
)
"""By printed mark: the name of its silhouette."""

SPELL_BACK, TURN_MARKER, LAW_MARKER, CHAOS_MARKER = "spell", "turn", "balance-law", "balance-chaos"


@cache
def counters_by_key() -> dict[str, Counter]:
    """Return all faces by key: a piece's key, "spell." and a spell's key, or a marker's name."""
    return dict(_faces())


def spell_face(spell: int) -> str:
    return f"spell.{spells.SPELL_KEY[spell]}"


def _faces() -> Iterator[tuple[str, Counter]]:
    say = catalogue().say
    yield from ((PIECE_KEY[p], piece(p)) for p in range(PIECES))
    yield from ((spell_face(spell), card(spell)) for spell in range(spells.SPELLS))
    yield SPELL_BACK, Counter(say("counter.spell-name"), "spell", "star-swirl", text=say("counter.back"))
    yield TURN_MARKER, Counter(say("counter.turn"), "marker", "hourglass", text=say("counter.turn"))
    yield LAW_MARKER, Counter(say("counter.balance"), "law", "scales", text=say("counter.balance-law"))
    yield CHAOS_MARKER, Counter(say("counter.balance"), "chaos", "scales", text=say("counter.balance-chaos"))


# --------------------------------------------------------------------------------------------- pieces


def piece(p: int) -> Counter:
    """Return a piece's face as printed (3.2), with its nation's letters below."""
    power = POWER_OF[p]
    return Counter(PIECE_NAME[p], STYLE_OF[power], SILHOUETTE[p], _figures(p), "solid", counter_text(p))


def _figures(p: int) -> dict[str, str]:
    code = {"s": CODE_OF[POWER_OF[p]]} if CODE_OF[POWER_OF[p]] else {}
    if KIND[p] == FLEET:
        return {"nw": str(VALUE[p]), "sw": str(MOVES[p]), "se": str(CARRIES[p])} | code
    if KIND[p] == PERSON:
        return {"nw": value_text(p)} | capacity_figure(p) | code
    if KIND[p] == ARMY:
        return {"nw": str(VALUE[p])} | code
    return {"nw": f"+{VALUE[p]}"} if VALUE[p] else {}


def value_text(p: int) -> str:
    """Return a personality's value, in parentheses if it never fights."""
    return f"({VALUE[p]})" if IS_LOVE[p] else str(VALUE[p])


def capacity_figure(p: int) -> dict[str, str]:
    """Return a magician's spell capacity, with the (!) of those who draw in combat."""
    return {"ne": f"{CAPACITY[p]}{'!' if DRAWS[p] else ''}"} if CAPACITY[p] >= 0 else {}


def counter_text(p: int) -> str:
    """Return a piece's figures in words."""
    say, name = catalogue().say, PIECE_NAME[p]
    if KIND[p] == FLEET:
        return say("counter.fleet", name=name, value=VALUE[p], moves=MOVES[p], carries=CARRIES[p])
    if KIND[p] == ARMY:
        return say("counter.army", name=name, value=VALUE[p])
    if KIND[p] == PERSON:
        office = "counter.independent" if POWER_OF[p] == INDEPENDENTS else "counter.of"
        of = say(office, people=POWER_NAME[POWER_OF[p]])
        return say("counter.person", name=name, of=of, abilities=", ".join(_abilities(p)))
    return say("counter.artifact-adds" if VALUE[p] else "counter.artifact", name=name, value=VALUE[p])


def _abilities(p: int) -> Iterator[str]:
    say = catalogue().say
    yield say("counter.love" if IS_LOVE[p] else "counter.fights", value=VALUE[p])
    if CAPACITY[p] >= 0:
        yield say("counter.magician", capacity=CAPACITY[p])
    if DRAWS[p]:
        yield say("counter.draws")
    if IS_WINGED[p]:
        yield say("counter.flies")


# --------------------------------------------------------------------------------------------- spells


def card(spell: int) -> Counter:
    """Return a spell's face: its value at the left, the letter of its type at the right (3.2)."""
    kind = spells.SPELL_TYPE[spell]
    figures = ({"nw": spell_value(spell)} if spells.HAS_VALUE[spell] else {}) | {"ne": TYPE_CODE[kind]}
    return Counter(
        spells.SPELL_NAME[spell], SPELL_STYLE[kind], spells.SILHOUETTE[spell], figures, "solid", spell_text(spell)
    )


def spell_value(spell: int) -> str:
    """Return a spell's value, in parentheses if it adds nothing in battle."""
    value = spells.SPELL_VALUE[spell]
    return f"({value})" if spells.IS_BARE[spell] else str(value)


def spell_text(spell: int) -> str:
    """Return a spell in words: name, type, value, effects, musters."""
    say = catalogue().say
    value = spell_value(spell) if spells.HAS_VALUE[spell] else ""
    kind = spells.TYPE_NAME[spells.SPELL_TYPE[spell]]
    parts = [say("counter.spell-value" if value else "counter.spell", name=spells.SPELL_NAME[spell], type=kind,
                 value=value)]  # fmt: skip
    if spells.EFFECT[spell]:
        parts.append(spells.EFFECT[spell])
    if spells.MUSTERS[spell]:
        called = [muster_name(kind, target) for kind, target in spells.MUSTERS[spell]]
        parts.append(say("counter.musters", names=" or ".join(called)))
    return "; ".join(parts)


def muster_name(kind: str, target: int) -> str:
    """Return the name of a nation, horde, personality or artifact that a spell musters."""
    return POWER_NAME[target] if kind in (spells.NATION, spells.HORDE) else PIECE_NAME[target]
