"""The catalogue of messages: all wording, in one file a language."""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Mapping
from functools import cache
from importlib.resources import files
from string import Formatter
from typing import Any, NamedTuple
from zlib import crc32

from palatine.core.refusal import Unknown

Namer = Callable[[Any], str]


class Field(NamedTuple):
    """What is to be filled in at a place of a message."""

    name: str
    kind: str
    conversion: Any


class Catalogue(Formatter):
    """Messages by dotted key, with `{field}` or `{field:kind}` to be filled in.

    A kind is a namer of the game ("unit", "hex") or one of ours: `{n:plural,troop,troops}`, `{n:signed}`,
    `{items:list}`, `{x:list,unit}`. A message may be a list of wordings of the same; which one is said depends on
    what it is said about, so it stays the same wherever and whenever it is said.
    """

    def __init__(self, messages: Mapping[str, Any], namers: Mapping[str, Namer]) -> None:
        self.messages: dict[str, Any] = dict(messages)
        self.namers = dict(namers)
        self._cut: dict[str, list[tuple[str, Field | None]]] = {}

    @classmethod
    def load(cls, package: str, namers: Mapping[str, Namer], language: str = "en") -> Catalogue:
        """Read `data/messages.LANGUAGE.toml` of a package, and those of its chapters in `data/messages`, if any."""
        data = files(package) / "data"
        path = data / f"messages.{language}.toml"
        if not path.is_file():
            raise Unknown(f"There are no messages in the language {language!r}.")
        chapters = data / "messages"
        more = list(chapters.iterdir()) if chapters.is_dir() else []
        found = [path, *sorted((e for e in more if e.name.endswith(f".{language}.toml")), key=lambda e: e.name)]
        messages: dict[str, Any] = {}
        for each in found:
            messages |= flatten(tomllib.loads(each.read_text(encoding="utf-8")))
        return cls(messages, namers)

    def say(self, key: str, **data: Any) -> str:
        """The message of that key, filled in."""
        message = self.messages[key]
        if not isinstance(message, str):
            message = message[crc32(repr(sorted(data.items())).encode()) % len(message)]
        return "".join([text + self._fill(field, data) for text, field in self._parts(message)])

    def _parts(self, message: str) -> list[tuple[str, Field | None]]:
        """A message cut up, each piece of text with the field that follows it; kept."""
        found = self._cut.get(message)
        if found is None:
            found = self._cut[message] = [
                (text, Field(name, spec or (name if name in self.namers else ""), conversion) if name else None)
                for text, name, spec, conversion in self.parse(message)
            ]
        return found

    def _fill(self, field: Field | None, data: Mapping[str, Any]) -> str:
        """A field said; one without a kind is named by the namer of its own name, if there is one."""
        if field is None:
            return ""
        value = data[field.name]
        if field.conversion:
            value = self.convert_field(value, field.conversion)
        return self.format_field(value, field.kind)

    def has(self, key: str) -> bool:
        return key in self.messages

    def format_field(self, value: Any, format_spec: str) -> str:
        kind, _, rest = format_spec.partition(",")
        if kind in self.namers:
            return self.namers[kind](value)
        if kind == "plural":
            one, many = rest.split(",")
            return f"{value} {one if value == 1 else many}"
        if kind == "signed":
            return f"{value:+d}".replace("-", "−")
        if kind == "list":
            return join([self.format_field(item, rest) for item in value])
        return str(value)


@cache
def _own() -> Catalogue:
    return Catalogue.load("palatine.core", {})


def say(key: str, **data: Any) -> str:
    """A message of the core itself, filled in: the words that serve every game."""
    return _own().say(key, **data)


def join(words: list[str]) -> str:
    """Words as a list in a sentence."""
    if len(words) < 2:
        return "".join(words)
    return ", ".join(words[:-1]) + " and " + words[-1]


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Nested tables as dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = value
    return flat
