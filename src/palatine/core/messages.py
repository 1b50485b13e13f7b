"""The catalogue of messages: all texts of a package in one language."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from functools import cache
from string import Formatter
from types import MappingProxyType
from typing import Any, Final, NamedTuple
from zlib import crc32

from palatine.core.data import PackageData
from palatine.core.refusal import Unknown

Namer = Callable[[Any], str]

CACHE_SIZE = 8192
"""Maximum number of sentences that a catalogue caches."""
_PLAIN = frozenset((int, str))


class MessageError(LookupError):
    """An error for a message that is missing or that cannot be filled in."""


class Field(NamedTuple):
    """A placeholder in a message."""

    name: str
    kind: str
    conversion: Any


class Catalogue(Formatter):
    """Messages by dotted key, with placeholders `{field}` or `{field:kind}`.

    A kind is one of the game's namers ("unit", "hex") or one of these:

        {n:plural,troop,troops}   3 troops
        {n:signed}                +2
        {items:list}              a, b and c
        {units:list,unit}         the same, each item formatted by a namer
        {units:party,unit}        one or two by name; of more, the first and the number of the others
        {dice:dice}               die 5; dice 3 and 4
        {dice:throw}              die 5; dice 3 and 4, total 7
        {row:span}                7; 5 to 6 (lowest and highest value of a table row)
        {odds:chance}             4 in 6 (67%)
        {share:percent}           67%
        {losses:mean}             1.3 (an average; whole numbers without a decimal)

    A message may be a list of alternative wordings. The wording is chosen by a hash of the data, so the same data
    always gives the same text.
    """

    def __init__(self, messages: Mapping[str, Any], namers: Mapping[str, Namer]) -> None:
        self.messages: dict[str, Any] = dict(messages)
        self.namers = dict(namers)
        self._said: dict[tuple[Any, ...], str] = {}
        self._cut: dict[str, list[tuple[str, Field | None]]] = {}
        self._fields: dict[str, frozenset[str]] = {}

    @classmethod
    def load(cls, package: str, namers: Mapping[str, Namer], language: str = "en") -> Catalogue:
        """Read `data/messages.LANGUAGE.toml` of a package, and the files of `data/messages`, if any.

        Raises Unknown if there are no messages in that language, and Unreadable for a file that is no TOML.
        """
        data = PackageData(package)
        name, chapters = f"messages.{language}.toml", data.folder / "messages"
        if not (data.folder / name).is_file():
            raise Unknown(f"There are no messages in the language {language!r}.")
        more = [each.name for each in chapters.iterdir()] if chapters.is_dir() else []
        found = [name, *[f"messages/{each}" for each in sorted(more) if each.endswith(f".{language}.toml")]]
        messages: dict[str, Any] = {}
        for each in found:
            messages |= flatten(data.read_toml(each))
        return cls(messages, namers)

    def say(self, key: str, **data: Any) -> str:
        """Return the message of that key, filled in. Results for plain ints and strings are cached.

        Raises MessageError for a key, a field or a kind of field that does not exist.
        """
        if not _PLAIN.issuperset(map(type, data.values())):
            return self._format_own(key, data)
        asked = (key, *data.items())
        said = self._said.get(asked)
        if said is None:
            said = self._said[asked] = self._format_own(key, data)
            if len(self._said) > CACHE_SIZE:
                self._said.clear()
        return said

    def _format_own(self, key: str, data: Mapping[str, Any]) -> str:
        message = self.messages.get(key)
        if message is None:
            raise MessageError(f"There is no message {key!r}.")
        if not isinstance(message, str):
            message = message[crc32(repr(sorted(data.items())).encode()) % len(message)]
        parts = self._cut.get(message) or self._parts(key, message)
        if len(parts) == 1 and parts[0][1] is None:
            return parts[0][0]
        try:
            return "".join([text if field is None else text + self._fill(field, data) for text, field in parts])
        except KeyError as error:
            if error.args and error.args[0] in {field.name for _, field in parts if field} - data.keys():
                given = ", ".join(data) or "none"
                raise MessageError(f"Message {key!r} has the field {error.args[0]!r}; given: {given}.") from None
            raise

    def _parts(self, key: str, message: str) -> list[tuple[str, Field | None]]:
        """Split a message into texts, each with the field that follows it, and cache the result."""
        found = [
            (text, Field(name, spec or (name if name in self.namers else ""), conversion) if name else None)
            for text, name, spec, conversion in self.parse(message)
        ]
        known = {*self.namers, *FORMATS, *NUMBER_FORMATS, *LIST_FORMATS, ""}
        for _, field in found:
            kind, _, rest = field.kind.partition(",") if field else ("", "", "")
            for each in (kind, rest.partition(",")[0] if kind in LIST_FORMATS else ""):
                if field and each not in known:
                    kinds = ", ".join(sorted(known - {""}))
                    raise MessageError(f"Message {key!r}: {{{field.name}}} has no kind {each!r}; kinds: {kinds}.")
        self._cut[message] = found
        return found

    def first_key(self, *keys: str) -> str:
        """Return the first of these keys that has a message. Raises MessageError if none has."""
        for key in keys:
            if key in self.messages:
                return key
        raise MessageError(f"There is no message; tried: {', '.join(keys)}.")

    def field_names(self, key: str) -> frozenset[str]:
        """Return the names of the fields of a message, in all its wordings."""
        if key not in self._fields:
            message = self.messages[self.first_key(key)]
            wordings = [message] if isinstance(message, str) else message
            parts = [part for wording in wordings for part in self._cut.get(wording) or self._parts(key, wording)]
            self._fields[key] = frozenset([field.name for _, field in parts if field])
        return self._fields[key]

    def _fill(self, field: Field, data: Mapping[str, Any]) -> str:
        """Format a field; one without a kind uses the namer of the same name, if there is one."""
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
            return join_words([self.format_field(item, rest) for item in value])
        if kind == "party":
            return _party([self.format_field(item, rest) for item in value])
        if kind and kind not in FORMATS:
            raise Unknown(
                f"There is no kind {kind!r} of fields in messages; the game's are {', '.join(self.namers)}."
            )
        return FORMATS[kind](value) if kind else str(value)


@cache
def _core_catalogue() -> Catalogue:
    return Catalogue.load("palatine.core", {})


def say(key: str, **data: Any) -> str:
    """Return a message of the core itself, which all games share, filled in."""
    return _core_catalogue().say(key, **data)


@cache
def _form(key: str) -> str:
    """Return one of the core's formats, which are used too often for the catalogue."""
    return str(_core_catalogue().messages[key])


def join_words(words: Sequence[str]) -> str:
    """Return words joined as a list in a sentence, such as "a, b and c"."""
    if len(words) < 2:
        return "".join(words)
    return _form("format.list").format(first=", ".join(words[:-1]), last=words[-1])


def _party(names: Sequence[str]) -> str:
    return (
        join_words(names) if len(names) < 3 else _form("format.party").format(first=names[0], count=len(names) - 1)
    )


def _dice(dice: Sequence[int]) -> str:
    if not dice:
        return _form("format.no-dice")
    return _form("format.die" if len(dice) == 1 else "format.dice").format(
        dice=join_words([str(die) for die in dice])
    )


def _throw(dice: Sequence[int]) -> str:
    return _dice(dice) if len(dice) < 2 else _form("format.throw").format(dice=_dice(dice), total=sum(dice))


def _span(row: Sequence[int]) -> str:
    least, most = row[:2]
    return str(least) if least == most else _form("format.span").format(least=least, most=most)


NUMBER_FORMATS: Final = frozenset({"plural", "signed"})
LIST_FORMATS: Final = frozenset({"list", "party"})


def _percent(share: float) -> str:
    return f"{share * 100:.0f}%"


def _chance(odds: tuple[int, int]) -> str:
    count, throws = odds
    return _form("format.chance").format(count=count, throws=throws, percent=_percent(count / throws))


def _mean(number: float) -> str:
    return f"{abs(number):.1f}".removesuffix(".0")


def capitalize(text: str) -> str:
    """Return a text with its first letter in upper case."""
    return text[:1].upper() + text[1:]


FORMATS: Final[Mapping[str, Namer]] = MappingProxyType({
    "capital": capitalize, "dice": _dice, "throw": _throw, "span": _span, "percent": _percent, "chance": _chance,
    "mean": _mean,
})  # fmt: skip
"""The formatting functions, by kind of field."""


def with_capitalized(namers: Mapping[str, Namer]) -> dict[str, Namer]:
    """Return the namers and, for each `name`, a capitalised one called `Name` ("The Slug").

    NAMERS = {**with_capitalized({"piece": piece_name, "side": side_name}), "hex": place_name}
    """
    return {**namers, **{capitalize(name): _capitalised(namer) for name, namer in namers.items()}}


def _capitalised(namer: Namer) -> Namer:
    return lambda value: capitalize(namer(value))


def flatten(table: Mapping[str, Any], prefix: str = "") -> dict[str, Any]:
    """Return nested tables as one dict with dotted keys."""
    flat: dict[str, Any] = {}
    for key, value in table.items():
        if isinstance(value, Mapping):
            flat.update(flatten(value, f"{prefix}{key}."))
        else:
            flat[prefix + key] = value
    return flat
