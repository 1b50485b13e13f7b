"""Names for what the catalogue of messages speaks of: units, classes, places, numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from palatine.core import Catalogue
from palatine.games.lord_and_master import components as c
from palatine.games.lord_and_master import orders as o

PACKAGE = "palatine.games.lord_and_master"


def code_name(code: str) -> str:
    """A unit as it is told: "Regular Heavy Foot"."""
    return c.TROOPS[code].name if code in c.TROOPS else code


def class_name(of: str) -> str:
    return c.CLASSES[of].name if of in c.CLASSES else str(of)


def batch_name(units: Any) -> str:
    """So many units of a code, from a batch or a pair."""
    code, count, wounded = (
        (units.code, units.count, units.wounded) if isinstance(units, o.Batch) else (*units, False, False)[:3]
    )
    return f"{count} {code}{' (wounded)' if wounded is True else ''}"


def units_name(units: Any) -> str:
    """Several batches as a list."""
    if isinstance(units, Mapping):
        units = list(units.items())
    names = [batch_name(each) for each in units]
    return ", ".join(names) or "no troops"


def percent(share: Any) -> str:
    """Chances in twenty as a percentage."""
    return f"{int(share) * 5}%"


def capital(text: str) -> str:
    """A sentence, which may begin with a name, with a capital."""
    return text[:1].upper() + text[1:]


def plain(value: Any) -> str:
    return str(value)


NAMERS: dict[str, Callable[[Any], str]] = {
    "code": code_name,
    "of": class_name,
    "batch": batch_name,
    "units": units_name,
    "percent": percent,
    "place": plain,
    "owner": plain,
    "seat": plain,
}


def catalogue() -> Catalogue:
    """The catalogue of this game."""
    words = Catalogue.load(PACKAGE, NAMERS)
    words.namers["message"] = words.say
    return words
