"""Formatter of orders as text, by a template for each type of order or by a function."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from string import Formatter
from typing import Any, NamedTuple, TypeVar

from palatine.core.messages import Namer

OrderWriter = TypeVar("OrderWriter", bound=Callable[[Any], str])


class _Piece(NamedTuple):
    """Literal text of a template, and the next field ("" for none) with its formatter."""

    words: str
    field: str
    write: Namer


class OrdersText:
    """A formatter of orders and parts of orders, with a template for each type.

        write_part = OrdersText(
            {
                o.Tax: "tax",
                o.Raise: "raise {code}",
                o.Recruit: "RE {types:codes}[ for {leader}]",
                o.Go: "go {path:path}",
            },
            {"codes": ",".join, "path": path},
        )

    A template is text with placeholders `{field}` or `{field:namer}` for fields of the order. Text in brackets is left
    out if a field in it is falsy (0, "", None, an empty tuple) or formatted as an empty string. A namer may be the
    formatter of other orders. For orders nested in orders of the same formatter, add it to `namers` afterwards:
    `write_part.namers["part"] = write_part`.

    Types that need more than a template are written by a function:

        @write_part.register(o.Give)
        def _(part: o.Give) -> str: ...

    Raises ValueError for a template with a field that its order does not have. Namers are looked up when they are
    needed.
    """

    def __init__(self, forms: Mapping[type, str], namers: Mapping[str, Namer] | None = None) -> None:
        self.namers: dict[str, Namer] = dict(namers or {})
        self._writers: dict[type, Callable[[Any], str]] = {}
        for kind, form in forms.items():
            self._writers[kind] = self._writer(kind, form)

    def __call__(self, order: Any) -> str:
        """Return the text of an order. Raises TypeError for other objects."""
        write = self._writers.get(type(order))
        if write is None:
            raise TypeError(f"{order!r} is not an order that can be written here")
        return write(order)

    def register(self, *kinds: type) -> Callable[[OrderWriter], OrderWriter]:
        """Return a decorator that registers a function to write orders of these types."""

        def registered(write: OrderWriter) -> OrderWriter:
            self._writers.update(dict.fromkeys(kinds, write))
            return write

        return registered

    def _writer(self, kind: type, form: str) -> Callable[[Any], str]:
        parts = [
            (at % 2 == 1, [self._piece(kind, *piece) for piece in Formatter().parse(text)])
            for at, text in enumerate(re.split(r"\[(.*?)\]", form))
        ]
        return lambda order: "".join([_format_order(order, pieces, is_optional) for is_optional, pieces in parts])

    def _piece(self, kind: type, words: str, field: str | None, namer: str | None, _: str | None) -> _Piece:
        if field and field not in kind.__struct_fields__:  # type: ignore[attr-defined]
            raise ValueError(f"{kind.__name__} has no field {field!r}")
        return _Piece(words, field or "", (lambda value: self.namers[namer](value)) if namer else str)


def _format_order(order: Any, pieces: list[_Piece], is_optional: bool) -> str:
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
