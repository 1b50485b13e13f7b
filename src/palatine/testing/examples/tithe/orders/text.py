"""The text of a sheet, one order a line: parser and formatter."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from difflib import get_close_matches
from typing import Any

from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from palatine.core import Order, Problem, Sheet, SyntaxProblem, Unreadable
from palatine.core.orders_text import OrdersText
from palatine.testing.examples.tithe.components import REEVES, SEATS, VILLAGES
from palatine.testing.examples.tithe.orders.kinds import Build, Collect, Orders, Ride, Send

GRAMMAR = r"""
    order: NAME "rides"i "to"i NAME   -> ride
         | NAME "collects"i           -> collect
         | NAME "builds"i             -> build
         | "send"i INT "gold"i "to"i NAME -> send
    NAME.-1: /[A-Za-z]+/
    %import common.INT
    %ignore /[ \t]+/
"""


class _Reader(Transformer[Token, Order]):
    """A transformer of a syntax tree into an order. Raises Unreadable for an unknown name."""

    def ride(self, words: list[Token]) -> Order:
        return Ride(_index_by_name(words[0], REEVES, "reeve"), _index_by_name(words[1], VILLAGES, "village"))

    def collect(self, words: list[Token]) -> Order:
        return Collect(_index_by_name(words[0], REEVES, "reeve"))

    def build(self, words: list[Token]) -> Order:
        return Build(_index_by_name(words[0], REEVES, "reeve"))

    def send(self, words: list[Token]) -> Order:
        if len(words[0]) > 6:
            raise Unreadable("There is not so much gold in the world.")
        return Send(int(words[0]), _index_by_name(words[1], SEATS, "lord"))


class _Nameless(Unreadable):
    """An unknown name, with the most similar known one."""

    def __init__(self, name: str, kind: str, near: str) -> None:
        super().__init__(f"There is no {kind} {name!r}.")
        self.near = near


def _index_by_name(word: Token, names: Sequence[str], kind: str) -> int:
    for number, name in enumerate(names):
        if name.casefold() == word.casefold():
            return number
    near = get_close_matches(word.capitalize(), names, 1)
    raise _Nameless(str(word), kind, near[0] if near else "")


_parser = Lark(GRAMMAR, start="order", parser="lalr")
_reader = _Reader(visit_tokens=False)


def _read_line(line: str) -> Order:
    tree = _parser.parse(line)
    handler: Callable[[list[Any]], Order] = getattr(_reader, tree.data)
    return handler(tree.children)


def _problem(number: int, line: str, error: Exception) -> Problem:
    if isinstance(error, _Nameless):
        return Problem(number, "2", str(error), error.near and f"{error.near}?")
    if isinstance(error, Unreadable):
        return Problem(number, "2", str(error))
    return Problem(number, "2", f"{line.strip()!r} is not an order.", "REEVE rides to VILLAGE")


write_order = OrdersText(
    {
        Ride: "{reeve:reeve} rides to {village:village}",
        Collect: "{reeve:reeve} collects",
        Build: "{reeve:reeve} builds",
        Send: "send {gold} gold to {seat:seat}",
    },
    {"reeve": REEVES.__getitem__, "village": VILLAGES.__getitem__, "seat": SEATS.__getitem__},
)
"""The formatter of an order as a line."""


def parse(text: str) -> Orders:
    """Parse a text as a sheet. Raises SyntaxProblem with a problem for each invalid line."""
    found: list[Any] = []
    wrong: list[Problem] = []
    for number, line in enumerate(text.splitlines(), 1):
        bare = line.partition("#")[0]
        if not bare.strip():
            continue
        try:
            found.append(_read_line(bare))
        except (UnexpectedInput, Unreadable) as error:
            wrong.append(_problem(number, bare, error))
    if wrong:
        raise SyntaxProblem(wrong)
    return Orders(tuple(found))


def write(sheet: Sheet) -> str:
    """Return a sheet as text; `parse` reads it back."""
    return "".join(f"{write_order(order)}\n" for order in sheet.orders)
