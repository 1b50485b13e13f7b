"""Slips that newcomers make when they write a line, and what each was meant to be."""

from __future__ import annotations

import re
from collections.abc import Mapping
from typing import Final

from palatine.core.text.slips import Right, slip
from palatine.games.adventurer_kings.components import tables as c
from palatine.games.adventurer_kings.orders.encounter_plans import NAMES

_ARMIES: Final = {kind.name.upper(): kind.code for kind in c.ARMY}
_ABILITIES: Final = dict(zip(map(str.upper, c.ABILITY_NAME), c.ABILITIES, strict=True))
_LIST = r"((?:[A-Z]{2}[,\s]+)*[A-Z]{2})"


def _coded(known: Mapping[str, str]) -> Right:
    """What follows, with codes in place of names, in the plural or not."""

    def right(found: re.Match[str]) -> str:
        words = re.split(r"(\s*,\s*|\s+)", found[2])
        return found[1] + "".join(
            known.get(word.upper(), known.get(word.upper().rstrip("S"), word)) for word in words
        )

    return right


def _listed(found: re.Match[str]) -> str:
    return found[1] + ",".join(re.split(r"[,\s]+", found[2]))


SLIPS: Final = (
    slip("colon", r"^(\d+)\s*[.:]\s*(\d|special)\s*[.:]\s*", r"\1.\2 "),
    slip("range", r"^(\d+\.\d)\s*-\s*[\d.]+\s+", r"\1 "),
    slip("phase", r"^(\d+)\s*:?\s+(?=[A-Z])", r"\1.1 "),
    slip("blank", r"^\d+\.\d\s+(?:do\s+)?(?:nothing|wait|rest|stay|none)$", ""),
    slip(
        "march", r"^(\d+\.\d)\s+(?:go|walk|march|travel|ride|attack|fight|conquer|invade)(?:\s+to)?\s+", r"\1 MO "
    ),
    slip("to", r"\b(MO|move)\s+to\s+", r"\1 "),
    slip("codes", r"^(\d+\.\d\s+(?:PR|practi[cs]e)\s+)(.+)$", _coded(_ABILITIES)),
    slip("codes", r"^(\d+\.\d\s+(?:RE|recruit)\s+)(.+)$", _coded(_ARMIES)),
    slip("codes", r"^(\d+\.special\s+)(.+)$", _coded(NAMES)),
    slip(
        "count",
        r"^(\d+\.\d\s+(?:RE|recruit)\s+)(\d)\s*x?\s*([A-Z]{2})\b",
        lambda found: found[1] + ",".join([found[3]] * int(found[2])),
    ),
    slip("commas", rf"^(\d+\.\d\s+(?:RE|recruit)\s+){_LIST}(?=\s+for\b|$)", _listed),
    slip("commas", rf"^(\d+\.special\s+){_LIST}$", _listed),
)
"""In this order."""
