"""Formatters of names in messages: units, classes, places, numbers."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

from palatine.core.messages import join_words
from palatine.games.lord_and_master.components import pieces
from palatine.games.lord_and_master.orders import kinds as o


def code_name(code: str) -> str:
    """Return the name of a unit code: "Regular Heavy Foot"."""
    return pieces.TROOPS[code].name if code in pieces.TROOPS else code


def class_name(of: str) -> str:
    return pieces.CLASSES[of].name if of in pieces.CLASSES else str(of)


def batch_name(units: Any) -> str:
    """Return a batch, or a pair of code and number, as text."""
    code, count, wounded = (
        (units.code, units.count, units.wounded) if isinstance(units, o.Batch) else (*units, False, False)[:3]
    )
    return f"{count} {code}{' (wounded)' if wounded is True else ''}"


def host_name(units: Any) -> str:
    """Return several batches in words: "3 Regular Heavy Foot and 1 wounded Green Archers"."""
    found = []
    for each in list(units.items()) if isinstance(units, Mapping) else units:
        batch = (each.code, each.count, each.wounded) if isinstance(each, o.Batch) else (*each, False)[:3]
        code, count, wounded = batch
        found.append(f"{count} {'wounded ' if wounded is True else ''}{code_name(code)}")
    return join_words(found) or "no troops"


def a_class(of: str) -> str:
    """Return a class with its article: "an Elf Warrior"."""
    name = class_name(of)
    return f"{'an' if name[0] in 'AEIOU' else 'a'} {name}"


def realm(name: Any) -> str:
    """Return an owner within a sentence: "the Jarls of Ravenfell"."""
    text = str(name)
    return f"the {text[4:]}" if text.startswith("The ") else text


def units_name(units: Any) -> str:
    """Return several batches as a list."""
    if isinstance(units, Mapping):
        units = list(units.items())
    names = [batch_name(each) for each in units]
    return ", ".join(names) or "no troops"


def hits_name(count: int) -> str:
    return f"{none_name(count, 'no')} {'hit' if count == 1 else 'hits'}"


def losses_name(count: int) -> str:
    return f"{none_name(count, 'no')} {'unit' if count == 1 else 'units'}"


def none_name(count: int, none: str = "none") -> str:
    """Return a number, or the given word for 0."""
    return str(count) if count else none


def god_name(god: str) -> str:
    """Return a god's name within a sentence."""
    return "the Feaster" if god == "Feaster" else god


def as_text(value: Any) -> str:
    return str(value)


NAMERS: dict[str, Callable[[Any], str]] = {
    "code": code_name,
    "of": class_name,
    "batch": batch_name,
    "units": units_name,
    "place": as_text,
    "owner": realm,
    "seat": realm,
    "by": realm,
    "attacker": realm,
    "defender": realm,
    "army": realm,
    "host": host_name,
    "a-class": a_class,
    "realm": realm,
    "the-god": god_name,
    "hits": hits_name,
    "losses": losses_name,
    "none": none_name,
}
