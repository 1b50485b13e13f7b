"""The glossary of a game: an entry for everything on its boards and in its texts."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from functools import cache
from typing import Any

import msgspec

from palatine.core.data import PackageData


class GlossaryEntry(msgspec.Struct, frozen=True, omit_defaults=True):
    """An explanation of a thing of the game, in a few sentences of our own.

    Clients find the entry by what represents it on the page: faces of counters, kinds of ground, marks in spaces,
    styles of lines, badges on counters, figures in their corners (by the face's `figures`), verbs of choices, and
    labels of rows of panels. They also find it by its words in any text.
    """

    key: str
    term: str
    text: str
    kind: str = "word"
    """Its heading: "unit", "spell", "terrain", "mark", "word" or another of the game's."""
    clause: str = ""
    words: tuple[str, ...] = ()
    """The forms in which texts mention it, other than `term`; occurrences become links."""
    faces: tuple[str, ...] = ()
    grounds: tuple[str, ...] = ()
    marks: tuple[str, ...] = ()
    lines: tuple[str, ...] = ()
    badges: tuple[str, ...] = ()
    figures: tuple[str, ...] = ()
    labels: tuple[str, ...] = ()
    """Labels of rows of panels and texts of choices that refer to it, other than `term`."""
    see: tuple[str, ...] = ()
    """Keys of related entries."""


Glossary = Mapping[str, GlossaryEntry]


@cache
def load_glossary(package: str) -> Glossary:
    """Return the entries of `data/glossary/*.toml` by key; each file has a line `kind`.

    Return an empty glossary if there is no such folder. Raises TypeError for an entry with an unknown field.
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


def with_entries(glossary: Glossary, entries: Iterable[GlossaryEntry]) -> Glossary:
    """Return a glossary with generated entries added; entries of the glossary take precedence."""
    return {**{entry.key: entry for entry in entries}, **glossary}
