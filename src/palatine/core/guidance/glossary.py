"""The glossary of a game: an entry for everything that a player can meet on its boards and in its words."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from palatine.core.data import PackageData


class GlossaryEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """What something is and does, in a few sentences of our own.

    It is found by what carries it on the page: faces of counters, kinds of ground, marks in spaces, styles of lines,
    badges on counters, figures in their corners (by the face's `figures`), verbs of choices and rows of panels by their
    labels; and by the words, in any of these forms, in whatever is said.
    """

    key: str
    term: str
    text: str
    kind: str = "word"
    """Under which heading it stands: "unit", "spell", "terrain", "mark", "word" and whatever else a game has."""
    clause: str = ""
    words: tuple[str, ...] = ()
    """The forms in which texts speak of it, but for `term` itself; linked where they stand."""
    faces: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Labels of rows of panels and texts of choices that speak of it, where they are not the term."""
    see: tuple[str, ...] = ()
    """Keys of other entries that belong to it."""


Glossary = Mapping[str, GlossaryEntry]


@cache
def load_glossary(package: str) -> Glossary:
    """The entries of `data/glossary/*.toml`, by key; each file is a kind, named in its line `kind`.

    Where it has none the game has an empty glossary. Raises TypeError for an entry with a field that is none.
    """
    folder = PackageData(package).folder / "glossary"
    if not folder.is_dir():
        return {}
    found: dict[str, GlossaryEntry] = {}
    for path in sorted(folder.iterdir(), key=lambda each: each.name):
        if path.name.endswith(".toml"):
            found |= _entries(PackageData(package).read_toml(f"glossary/{path.name}"))
    return found


def _entries(table: dict[str, Any]) -> dict[str, GlossaryEntry]:
    kind = table.pop("kind")
    return {
        key: msgspec.convert({"key": key, "kind": kind, **fields}, GlossaryEntry) for key, fields in table.items()
    }


def with_entries(glossary: Glossary, more: Iterable[GlossaryEntry]) -> Glossary:
    """A glossary with entries that a game makes from its data; what is written by hand stands before what is made."""
    return {**{entry.key: entry for entry in more}, **glossary}
