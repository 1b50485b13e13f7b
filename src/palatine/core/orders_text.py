"""Orders as text: a form for each type of order, and a function for those that no form fits."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, NamedTuple, TypeVar

from palatine.core.messages import Namer

Write = TypeVar("Write", bound=Callable[[Any], str])


class _Piece(NamedTuple):
    """Some words of a form, and the field that follows them ("" for none) with the namer that writes it."""

    words: str
    field: str
    write: Namer


class OrdersText:
    """Writes orders, and parts of orders, each type in its form.

        write_part = OrdersText(
            {
                o.Tax: "tax",
                o.Raise: "raise {code}",
                o.Recruit: "RE {types:codes}[ for {leader}]",
                o.Go: "go {path:path}",
            },
            {"codes": ",".join, "path": path},
        )

    A form is the text with `{field}` or `{field:namer}` where a field of the order stands. What is in brackets is
    left out when a field in it is nothing (0, "", None, an empty tuple) or is written as nothing. A namer may be
    the writer of other orders; for orders within orders of the same writer, `namers` is added to afterwards:
    `write_part.namers["part"] = write_part`.

    What no form fits is written by a function:

        @write_part.register(o.Give)
        def _(part: o.Give) -> str: ...

    Raises ValueError for a form with a field that its order has not; a namer is looked for when it is needed.
    """

    def __init__(self, forms: Mapping[type, str], namers: Mapping[str, Namer] | None = None) -> None:
        self.namers: dict[str, Namer] = dict(namers or {})
        self._writers: dict[type, Callable[[Any], str]] = {}
        for kind, form in forms.items():
            self._writers[kind] = self._writer(kind, form)

    def __call__(self, order: Any) -> str:
        """The text of an order. Raises TypeError for what is none."""
        write = self._writers.get(type(order))
        if write is None:
            raise TypeError(f"{order!r} is no order that can be written here")
        return write(order)

    def register(self, *kinds: type) -> Callable[[Write], Write]:
        """A decorator: the function writes orders of these types."""

        def registered(write: Write) -> Write:
            self._writers.update(dict.fromkeys(kinds, write))
            return write

        return registered

    def _writer(self, kind: type, form: str) -> Callable[[Any], str]:
        parts = [
            (at % 2 == 1, [self._piece(kind, *piece) for piece in Formatter().parse(text)])
            for at, text in enumerate(re.split(r"\[(.*?)\]", form))
        ]
        return lambda order: "".join([_filled(order, pieces, is_optional) for is_optional, pieces in parts])

    def _piece(self, kind: type, words: str, field: str | None, namer: str | None, _: str | None) -> _Piece:
        if field and field not in kind.__struct_fields__:  # type: ignore[attr-defined]
            raise ValueError(f"{kind.__name__} has no field {field!r}")
        return _Piece(words, field or "", (lambda value: self.namers[namer](value)) if namer else str)


def _filled(order: Any, pieces: list[_Piece], is_optional: bool) -> str:
    found = []
    for words, field, write in pieces:
        found.append(words)
        if field:
            value = getattr(order, field)
            text = write(value) if value or not is_optional else ""
            if is_optional and not text:
                return ""
            found.append(text)
    return "".join(found)
