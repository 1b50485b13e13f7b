"""Common typos in order lines and their corrections."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from difflib import get_close_matches
from typing import Final

from palatine.core.text.typos import Replacement, typo
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.orders.encounter_plans import NAMES

_ARMIES: Final = {kind.name.upper(): kind.code for kind in tables.ARMY}
_ABILITIES: Final = dict(zip(map(str.upper, tables.ABILITY_NAME), tables.ABILITIES, strict=True))
_LIST = r"((?:[A-Z]{2}[,\s]+)*[A-Z]{2})"


def _coded(known: Mapping[str, str]) -> Replacement:
    """Return a correction that replaces names, singular or plural, by codes."""

    def right(found: re.Match[str]) -> str:
        words = re.split(r"(\s*,\s*|\s+)", found[2])
        return found[1] + "".join(
            known.get(word.upper(), known.get(word.upper().rstrip("S"), word)) for word in words
        )

    return right


def _listed(found: re.Match[str]) -> str:
    return found[1] + ",".join(re.split(r"[,\s]+", found[2]))


SLIPS: Final = (
    typo("colon", r"^(\d+)\s*[.:]\s*(\d|special)\s*[.:]\s*", r"\1.\2 "),
    typo("range", r"^(\d+\.\d)\s*-\s*[\d.]+\s+", r"\1 "),
    typo("phase", r"^(\d+)\s*:?\s+(?=[A-Z])", r"\1.1 "),
    typo("blank", r"^\d+\.\d\s+(?:do\s+)?(?:nothing|wait|rest|stay|none)$", ""),
    typo(
        "march", r"^(\d+\.\d)\s+(?:go|walk|march|travel|ride|attack|fight|conquer|invade)(?:\s+to)?\s+", r"\1 MO "
    ),
    typo("to", r"\b(MO|move)\s+to\s+", r"\1 "),
    typo("codes", r"^(\d+\.\d\s+(?:PR|practi[cs]e)\s+)(.+)$", _coded(_ABILITIES)),
    typo("codes", r"^(\d+\.\d\s+(?:RE|recruit)\s+)(.+)$", _coded(_ARMIES)),
    typo("codes", r"^(\d+\.special\s+)(.+)$", _coded(NAMES)),
    typo(
        "count",
        r"^(\d+\.\d\s+(?:RE|recruit)\s+)(\d)\s*x?\s*([A-Z]{2})\b",
        lambda found: found[1] + ",".join([found[3]] * int(found[2])),
    ),
    typo("commas", rf"^(\d+\.\d\s+(?:RE|recruit)\s+){_LIST}(?=\s+for\b|$)", _listed),
    typo("commas", rf"^(\d+\.special\s+){_LIST}$", _listed),
)
"""Corrections, applied in this order."""

KEYWORDS: Final = (
    "race", "alignment", "temper", "levels", "name", *(tables.RACES[race] for race in tables.HUMANOID),
    *tables.ALIGNMENTS, *tables.TEMPERS,
    "move", "explore", "search", "recruit", "hire", "disband", "fire", "leave", "pick", "cast", "encounter", "practise",
    "defend", "pursue", "trail", "give", "garrison", "offer", "gold", "election", "province", "special",
)  # fmt: skip
"""Whole words of orders; two-letter codes are excluded as too similar to others."""
_NAMED: Final = re.compile(
    r"^(?:king|realm|contact|rename(?:\s+province)?\s+\d+)\s+\S+|\bname\s+\S+|\"[^\"]*\"", re.IGNORECASE
)
"""Pattern of names, which are not corrected."""
SLIP: Final = 0.75
"""Minimum similarity, from 0 to 1, to a keyword."""


def respelled(line: str, reads: Callable[[str], bool]) -> str:
    """Return a line with misspelled keywords corrected; "" if it still cannot be parsed."""
    names = [found.span() for found in _NAMED.finditer(line)]

    def right(found: re.Match[str]) -> str:
        word = found[0].lower()
        if word in KEYWORDS or any(start <= found.start() < end for start, end in names):
            return found[0]
        longer = [each for each in KEYWORDS if each.startswith(word)]
        near = longer if len(longer) == 1 else get_close_matches(word, KEYWORDS, 2, SLIP)
        return near[0] if len(near) == 1 else found[0]

    better = re.sub(r"[A-Za-z]{4,}", right, line)
    return better if better != line and reads(better) else ""
