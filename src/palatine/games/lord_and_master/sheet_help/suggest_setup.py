"""Suggested set-ups: whole nations, single lines, and explanations of lines (SET)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

import msgspec

from palatine.core import Catalogue, Suggestion
from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.grammar import parse
from palatine.games.lord_and_master.orders.setup_sheet import Blueprint, move_to_group
from palatine.games.lord_and_master.orders.writing import write, write_order
from palatine.games.lord_and_master.rules.common.naming import NAMES
from palatine.games.lord_and_master.rules.setup import founding, setup_rules
from palatine.games.lord_and_master.state import State

_NATIONS = world.DATA.read_toml("nations.toml")["nation"]
BARGAINS: tuple[tuple[str, str], ...] = tuple((found["bargain"][0], found["bargain"][1]) for found in _NATIONS)
"""By start group: an advantage of its ready-made nation and the matching disadvantage."""
ABROAD: tuple[str, ...] = tuple(found["abroad"] for found in _NATIONS)
"""By start group: the name of its ready-made nation in other squares."""
ABOUT_ABROAD: tuple[str, ...] = tuple(found["about"] for found in _NATIONS)
"""By start group: a text for that name that is true of any people."""
GOOD: tuple[str, ...] = tuple(found["good"] for found in _NATIONS)
"""By start group: strengths of its ready-made nation."""
MORE: tuple[tuple[str, str], ...] = (
    ("good-reputation", "holy-treasury"),
    ("gold-150", "sod-busters"),
    ("two-seconds", "perfidious"),
    ("mobile-treasury", "corruption"),
    ("leader-choice", "double-hierarchy"),
    ("good-administration", "holy-treasury"),
)
"""Pairs of traits that any nation can take without changing its picks."""


def suggest_setup(words: Catalogue, s: State, seat: int) -> Iterator[Suggestion]:
    """Yield set-ups and lines of set-ups that are valid as they are."""
    seen = set()
    for each in (*_nations(words, s, seat), *_lines(words, s, seat)):
        if each.text not in seen:
            seen.add(each.text)
            yield each


# Whole set-ups


def _nations(words: Catalogue, s: State, seat: int) -> Iterator[Suggestion]:
    """Yield each ready-made nation in this seat's squares, basic and customised.

    The seat's own one is also offered with other pairs of traits.
    """
    own = world.START_GROUPS.index(s.groups[seat])
    ready = [parse(text) for text in founding.READY_MADE]
    nations = [
        each if n == own else move_to_group(abroad(each, n, own), s.groups[seat]) for n, each in enumerate(ready)
    ]
    order = [own, *(number for number in range(len(nations)) if number != own)]
    for number in order:
        basic = without_bargains(nations[number])
        yield from _complete_sheet(words, s, seat, "basic", basic, GOOD[number])
    for number in order:
        yield from _complete_sheet(words, s, seat, "customised", bargained(nations[number], BARGAINS[number]))
    for bargain in MORE:
        yield from _complete_sheet(words, s, seat, "bargain", bargained(nations[own], bargain))


def _complete_sheet(
    words: Catalogue, s: State, seat: int, group: str, sheet: sheets.Sheet, good: str = ""
) -> Iterator[Suggestion]:
    if not _is_good(words, s, seat, sheet):
        return
    plan = Blueprint(sheet)
    facts: dict[str, Any] = {
        "nation": plan.get(sheets.NationName).text,
        "about": plan.get(sheets.About).text,
        "god": _god(words, plan.god),
        "good": good,
        "gain": " ".join(tables.ADVANTAGES[key].text for _, key in plan.advantages),
        "price": " ".join(tables.DISADVANTAGES[key].text for _, key in plan.disadvantages),
    }
    title = words.say(f"founding.{group}", **facts)
    yield Suggestion(
        write(sheet),
        title,
        group=words.say(f"founding-group.{group}"),
        spaces=_spaces(plan.squares),
        instead="sheet",
    )


def _god(words: Catalogue, name: str) -> str:
    return words.say("founding.the-Feaster") if name == "Feaster" else name


def abroad(sheet: sheets.Sheet, number: int, own: int) -> sheets.Sheet:
    """Return a ready-made nation under other names; the one at home keeps its names (R181)."""
    found: list[Any] = []
    for order in sheet.orders:
        if isinstance(order, sheets.NationName):
            found.append(sheets.NationName(ABROAD[number]))
        elif isinstance(order, sheets.Founder):
            known = NAMES[pieces.usual_race(order.of)]
            found.append(msgspec.structs.replace(order, name=known[(3 * own + len(found)) % len(known)]))
        else:
            found.append(order)
    return sheets.Sheet(tuple(found))


def without_bargains(sheet: sheets.Sheet) -> sheets.Sheet:
    """Return the basic set-up; functions belong only to a double hierarchy."""
    rest = [order for order in sheet.orders if not isinstance(order, sheets.Advantages | sheets.Disadvantages)]
    return sheets.Sheet(tuple(_without_function(order) for order in rest))


def _without_function(order: Any) -> Any:
    return msgspec.structs.replace(order, function="") if isinstance(order, sheets.Founder) else order


def bargained(sheet: sheets.Sheet, *pairs: tuple[str, str]) -> sheets.Sheet:
    """Return the set-up with exactly these pairs of traits, with treasury and levels adjusted.

    A pair is an advantage and a disadvantage.
    """
    gains, prices = zip(*pairs, strict=True)
    basic = without_bargains(sheet)
    orders = (*basic.orders, sheets.Advantages(gains), sheets.Disadvantages(prices))
    plan = Blueprint(sheets.Sheet(orders))
    return sheets.Sheet(tuple(_fit_to_plan(plan, order) for order in orders))


def _fit_to_plan(plan: Blueprint, order: Any) -> Any:
    if isinstance(order, sheets.Treasury):
        if plan.has("mobile-treasury"):
            return sheets.Treasury(plan.gold, bearer=plan.leader)
        return msgspec.structs.replace(order, gold=plan.gold)
    if isinstance(order, sheets.Founder) and plan.has("two-seconds"):
        second = next(founder.name for _, founder in plan.founders if not founder.leader)
        return msgspec.structs.replace(order, level=2) if order.name == second else order
    return order


# Single lines


def _lines(words: Catalogue, s: State, seat: int) -> Iterator[Suggestion]:
    """Yield single lines to change in the seat's ready-made set-up: god, terrain, treasury."""
    sheet = founding.ready_made(s, seat)
    squares = s.groups[seat]
    for name in tables.GODS:
        told = words.say("founding.serve", god=_god(words, name), gift=words.say(f"founding.{name}"))
        yield from _line(words, s, seat, sheet, "god", sheets.God(name), told, ())
    for letter, province in world.PROVINCES.items():
        lands = sheets.Provinces(tuple((square, letter) for square in squares))
        told = words.say("founding.lands", name=province.name.lower(), tax=province.tax, tribute=province.tribute)
        yield from _line(words, s, seat, sheet, "lands", lands, told, squares)
    for square in squares:
        gold = Blueprint(sheet).gold
        told = words.say("founding.keep", square=square)
        yield from _line(words, s, seat, sheet, "keep", sheets.Treasury(gold, o.PlaceRef(square)), told, (square,))


def _line(
    words: Catalogue,
    s: State,
    seat: int,
    sheet: sheets.Sheet,
    group: str,
    order: Any,
    title: str,
    at: Iterable[int],
) -> Iterator[Suggestion]:
    changed = sheets.Sheet(tuple(order if type(each) is type(order) else each for each in sheet.orders))
    if _is_good(words, s, seat, changed):
        heading = words.say(f"founding-group.{group}")
        yield Suggestion(write_order(order), title, group=heading, spaces=_spaces(at), instead="lines")


def _is_good(words: Catalogue, s: State, seat: int, sheet: sheets.Sheet) -> bool:
    return all(problem.uncertain for problem in founding.problems(words, s, seat, sheet))


def _spaces(squares: Iterable[int]) -> tuple[str, ...]:
    return tuple(str(square) for square in squares)


# What a line means


def notes(words: Catalogue, sheet: sheets.Sheet) -> list[tuple[str, ...]]:
    """Return for each line of a set-up what its codes mean and what it costs."""
    return [tuple(_notes(words, order)) for order in sheet.orders]


def _notes(words: Catalogue, order: Any) -> Iterator[str]:
    if isinstance(order, sheets.Provinces):
        known = [(square, world.PROVINCES[letter]) for square, letter in order.chosen if letter in world.PROVINCES]
        for square, land in known:
            facts = {"name": land.name.lower(), "square": square, "tax": land.tax, "tribute": land.tribute}
            yield words.say("founding.land", **facts)
    elif isinstance(order, sheets.Classes):
        yield ", ".join(pieces.CLASSES[of].name for of in order.picks if of in pieces.CLASSES)
    elif isinstance(order, sheets.Kinds):
        yield ", ".join(f"{kind} {pieces.KIND_NAME[kind]}" for kind in order.picks if kind in pieces.KIND_NAME)
    elif isinstance(order, sheets.Founder) and order.of in pieces.CLASSES:
        yield words.say("founding.founder", of=order.of, level=order.level)
    elif isinstance(order, sheets.Troops):
        cost = sum(batch.count * setup_rules.price_of_code(batch.code) for batch in order.units)
        yield words.say("founding.troops", units=order.units, cost=cost, most=setup_rules.TROOPS_GOLD)
    elif isinstance(order, sheets.Recruits):
        yield words.say("founding.recruits", units=order.units)
    elif isinstance(order, sheets.God) and order.name in tables.GODS:
        yield words.say(f"founding.{order.name}")
    elif isinstance(order, sheets.Advantages | sheets.Disadvantages):
        known_traits = {**tables.ADVANTAGES, **tables.DISADVANTAGES}
        yield from (known_traits[key].text for key in order.keys if key in known_traits)
