"""Tithe: a game of secret orders with three villages' worth of rules, small enough to test the desk on.

Two or three lords each lead two reeves round a ring of six villages. Every season all lords write secretly what
their reeves do: ride, collect, or build a barn; and what gold they send each other. Then all is carried out at once:
gold is sent, reeves ride, barns are built, the tithe of a village is a die, more by a barn, and goes whole to the
reeve who wins it with a die. Gold is secret, reeves and barns are not. Most gold after the last season wins.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import get_close_matches
from functools import cached_property
from random import Random
from typing import Any

import msgspec
from lark import Lark, Token, Transformer
from lark.exceptions import UnexpectedInput

from palatine.core import (
    Board,
    Catalogue,
    Clause,
    Counter,
    Dice,
    Entry,
    Forecast,
    Frame,
    Grid,
    Mark,
    Option,
    Order,
    OrdersGame,
    Panel,
    Piece,
    Problem,
    Report,
    Row,
    Ruling,
    Scenario,
    Section,
    Sheet,
    Space,
    State,
    Style,
    Suggestion,
    SyntaxProblem,
    Unreadable,
    View,
    key_of,
)

SEATS = ("Abbey", "Baron", "Crown")
REEVES = ("Aldo", "Anna", "Bela", "Bryn", "Cade", "Cora")
"""Two of each seat, in the seats' order."""
VILLAGES = ("Ashby", "Brook", "Croft", "Delph", "Elmet", "Firth")
BARN = 2
GONE = -1
MISSED = 1
"""What a lord who sends no orders loses (5.2)."""


class Ride(Order, frozen=True):
    reeve: int
    village: int


class Collect(Order, frozen=True):
    reeve: int


class Build(Order, frozen=True):
    reeve: int


class Send(Order, frozen=True):
    gold: int
    seat: int


class Orders(Sheet, frozen=True):
    orders: tuple[Ride | Collect | Build | Send, ...] = ()


class TitheState(State):
    """`place` is by reeve, `barns` by village, `gold` and `idle` by seat."""

    turn: int = 1
    sheets: list[Orders | None] = msgspec.field(default_factory=list)
    place: list[int] = msgspec.field(default_factory=list)
    gold: list[int] = msgspec.field(default_factory=list)
    barns: list[int] = msgspec.field(default_factory=lambda: [0] * 6)
    out: list[int] = msgspec.field(default_factory=list)


def lord(reeve: int) -> int:
    return reeve // 2


def reeves_of(s: TitheState, seat: int) -> list[int]:
    return [reeve for reeve in (seat * 2, seat * 2 + 1) if s.place[reeve] != GONE]


def beside(village: int) -> tuple[int, int]:
    return (village - 1) % 6, (village + 1) % 6


# The text of a sheet

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
    """A line's tree as an order. Raises Unreadable for a name that nothing has."""

    def ride(self, words: list[Token]) -> Order:
        return Ride(_named(words[0], REEVES, "reeve"), _named(words[1], VILLAGES, "village"))

    def collect(self, words: list[Token]) -> Order:
        return Collect(_named(words[0], REEVES, "reeve"))

    def build(self, words: list[Token]) -> Order:
        return Build(_named(words[0], REEVES, "reeve"))

    def send(self, words: list[Token]) -> Order:
        if len(words[0]) > 6:
            raise Unreadable("There is not so much gold in the world.")
        return Send(int(words[0]), _named(words[1], SEATS, "lord"))


class _Nameless(Unreadable):
    """A name that nothing has, and one that might be meant."""

    def __init__(self, name: str, kind: str, near: str) -> None:
        super().__init__(f"There is no {kind} {name!r}.")
        self.near = near


def _named(word: Token, names: Sequence[str], kind: str) -> int:
    for number, name in enumerate(names):
        if name.casefold() == word.casefold():
            return number
    near = get_close_matches(word.capitalize(), names, 1)
    raise _Nameless(str(word), kind, near[0] if near else "")


_parser = Lark(GRAMMAR, start="order", parser="lalr")
_reader = _Reader(visit_tokens=False)


def _read_line(line: str) -> Order:
    """The order of a line. Raises Unreadable."""
    tree = _parser.parse(line)
    handler: Callable[[list[Any]], Order] = getattr(_reader, tree.data)
    return handler(tree.children)


def _problem(number: int, line: str, error: Exception) -> Problem:
    if isinstance(error, _Nameless):
        return Problem(number, "2", str(error), error.near and f"{error.near}?")
    if isinstance(error, Unreadable):
        return Problem(number, "2", str(error))
    return Problem(number, "2", f"{line.strip()!r} is no order.", "REEVE rides to VILLAGE")


def _write(order: Ride | Collect | Build | Send) -> str:
    if isinstance(order, Ride):
        return f"{REEVES[order.reeve]} rides to {VILLAGES[order.village]}"
    if isinstance(order, Collect):
        return f"{REEVES[order.reeve]} collects"
    if isinstance(order, Build):
        return f"{REEVES[order.reeve]} builds"
    return f"send {order.gold} gold to {SEATS[order.seat]}"


# The rules


def problems(s: TitheState, seat: int, sheet: Orders) -> Iterator[Problem]:
    """What is wrong, line by line, from nothing that the seat may not know."""
    busy: set[int] = set()
    purse = s.gold[seat]
    for line, order in enumerate(sheet.orders, 1):
        if isinstance(order, Send):
            purse -= order.gold
            yield from _send_problems(s, seat, line, order, purse)
        elif order.reeve not in reeves_of(s, seat):
            yield Problem(line, "2.1", f"{REEVES[order.reeve]} is no reeve of yours.")
        elif order.reeve in busy:
            yield Problem(line, "2.2", f"{REEVES[order.reeve]} has an order already.")
        else:
            busy.add(order.reeve)
            yield from _reeve_problems(s, seat, line, order)


def _send_problems(s: TitheState, seat: int, line: int, order: Send, purse: int) -> Iterator[Problem]:
    if order.seat == seat or order.seat >= len(s.seats):
        yield Problem(line, "3.1", "Gold is sent to another lord of this match.")
    elif purse < 0:
        yield Problem(line, "3.1", "You have not so much gold.", f"at most {purse + order.gold}")


def _reeve_problems(s: TitheState, seat: int, line: int, order: Ride | Collect | Build) -> Iterator[Problem]:
    here = s.place[order.reeve]
    if isinstance(order, Ride) and order.village not in beside(here):
        near = " or ".join(VILLAGES[village] for village in beside(here))
        yield Problem(line, "3.2", f"{VILLAGES[order.village]} is not beside {VILLAGES[here]}.", near)
    if isinstance(order, Build) and s.barns[here]:
        yield Problem(line, "3.3", f"{VILLAGES[here]} has a barn.")
    rivals = [r for r in range(len(s.place)) if s.place[r] == here and lord(r) != seat]
    if isinstance(order, Collect) and rivals:
        yield Problem(line, "3.4", f"{REEVES[rivals[0]]} may contest the tithe.", uncertain=True)


def run_season(s: TitheState) -> None:
    """Gold, rides, barns, tithes, in this order (3)."""
    for seat, sheet in enumerate(s.sheets):
        if sheet is None and not s.out[seat]:
            lost = min(MISSED, s.gold[seat])
            s.gold[seat] -= lost
            s.note("missed", "5.2", seat=seat, gold=lost)
    told: list[tuple[int, Any]] = [
        (i, order) for i, sheet in enumerate(s.sheets) if sheet for order in sheet.orders
    ]
    for seat, order in told:
        if isinstance(order, Send):
            _send(s, seat, order)
    for _, order in told:
        if isinstance(order, Ride):
            s.note("rides", "3.2", reeve=order.reeve, origin=s.place[order.reeve], village=order.village)
            s.place[order.reeve] = order.village
    for _, order in told:
        if isinstance(order, Build):
            s.barns[s.place[order.reeve]] = BARN
            s.note("builds", "3.3", reeve=order.reeve, village=s.place[order.reeve])
    _tithes(s, [order.reeve for _, order in told if isinstance(order, Collect)])
    s.sheets = [None] * len(s.seats)
    s.turn += 1
    if s.turn > s.options["seasons"]:
        _judge(s)


def _send(s: TitheState, seat: int, order: Send) -> None:
    s.gold[seat] -= order.gold
    s.gold[order.seat] += order.gold
    s.note("sends", "3.1", readers=(seat, order.seat), seat=seat, gold=order.gold, to=order.seat)


def _tithes(s: TitheState, collecting: list[int]) -> None:
    """Each village's tithe goes to one of those who collect there (3.4)."""
    for village in range(6):
        there = [reeve for reeve in collecting if s.place[reeve] == village]
        if not there:
            continue
        winner = s.dice.pick(there, "contest") if len(there) > 1 else there[0]
        t = s.roll("tithe")
        t.add(s.barns[village], "3.3", "barn")
        s.gold[lord(winner)] += t.total
        s.note("collects", "3.4", reeve=winner, village=village)
        s.note("earns", "3.4", readers=(lord(winner),), tally=t, gold=t.total)


def _judge(s: TitheState) -> None:
    """The most gold wins; equal gold shares (4)."""
    best = max(gold for seat, gold in enumerate(s.gold) if not s.out[seat])
    winners = tuple(seat for i, seat in enumerate(s.seats) if s.gold[i] == best and not s.out[i])
    s.finish(winners, "gold", "4", gold=best)


MESSAGES = {
    "journal.begins": "The reeves ride out.",
    "journal.missed": "{seat:seat} sends no orders and loses {gold} gold.",
    "journal.sends": "{seat:seat} sends {gold} gold to {to:seat}.",
    "journal.rides": "{reeve} rides from {origin:village} to {village}.",
    "journal.builds": "{reeve} builds a barn in {village}.",
    "journal.collects": "{reeve} collects the tithe of {village}.",
    "journal.earns": "It comes to {gold} gold.",
    "journal.ejected": "{seat:seat}'s reeves go home for good.",
    "journal.outcome": "The match is over.",
    "outcome.gold": "{gold} gold after the last season",
    "outcome.left": "nobody else is left",
    "tally.dice": "Dice {dice:list}: {total}",
    "tally.part": "{amount:signed}, {reason}, {clause}",
    "tally.barn": "barn",
    "prompt.draft": "Write your orders.",
    "prompt.wait": "Waiting for {seats:list}.",
    "prompt.over": "The match is over.",
    "why.orders": "In this game you write orders; nothing is done by a click.",
}
GISTS = {
    "1": "Each lord has two reeves.",
    "2": "Orders are written secretly.",
    "2.1": "Only one's own reeves are ordered.",
    "2.2": "A reeve has one order a season.",
    "3.1": "Gold may be sent to another lord.",
    "3.2": "A reeve rides to a village beside.",
    "3.3": "A barn adds two to a tithe.",
    "3.4": "A tithe is a die; one reeve wins it.",
    "4": "Most gold wins.",
    "5.2": "A lord without orders loses a piece of gold.",
    "5.3": "A lord who is gone takes his reeves along.",
}


class Tithe(OrdersGame[TitheState]):
    """The ruleset. See the module."""

    name = "tithe"
    title = "Tithe"
    year = 2026
    package = "palatine.testing"
    scenarios = (Scenario("standard", "The valley", (SEATS[:2], SEATS)),)
    options = (Option("seasons", "Seasons", 4, "How many seasons are played", "4", least=1, most=30),)
    state_type = TitheState
    steps = Frame

    def begin(self, scenario: Scenario, seats: tuple[str, ...], key: bytes, options: dict[str, Any]) -> TitheState:
        count = len(seats)
        place = [0, 1, 2, 3, 4, 5][: 2 * count]
        s = TitheState(seats, [], Dice(key), options, None, 1, [None] * count, place, [3] * count, out=[0] * count)
        return s

    def advance(self, state: TitheState) -> None:
        state.note("begins", "1")

    # The desk

    def blank(self, state: TitheState, seat: str) -> Orders:
        return Orders()

    def parse(self, text: str) -> Orders:
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

    def write(self, sheet: Sheet) -> str:
        return "".join(f"{_write(order)}\n" for order in sheet.orders)

    def check(self, state: TitheState, seat: str, sheet: Sheet) -> list[Problem]:
        assert isinstance(sheet, Orders)
        return list(problems(state, state.seats.index(seat), sheet))

    def characters(self, state: TitheState, seat: str) -> list[str]:
        return [REEVES[reeve] for reeve in reeves_of(state, state.seats.index(seat))]

    def suggest(
        self, state: TitheState, seat: str, character: str | None = None, sheet: Sheet | None = None
    ) -> list[Suggestion]:
        place = state.seats.index(seat)
        if character is None:
            given = sum([order.gold for order in sheet.orders if isinstance(order, Send)]) if sheet else 0
            others = [other for other in range(len(state.seats)) if other != place and state.gold[place] > given]
            return [Suggestion(_write(Send(1, other)), f"A gift to {SEATS[other]}", "1 gold") for other in others]
        if character not in self.characters(state, seat):
            return []
        reeve = REEVES.index(character)
        here = state.place[reeve]
        text = VILLAGES[here]
        found = [Suggestion(_write(Collect(reeve)), f"Collect the tithe of {text}", chance="1-6", spaces=(text,))]
        if not state.barns[here]:
            found.append(Suggestion(_write(Build(reeve)), f"Build a barn in {text}", spaces=(text,)))
        rides = [(VILLAGES[village], _write(Ride(reeve, village))) for village in beside(here)]
        return [*found, *[Suggestion(order, f"Ride to {name}", spaces=(name,)) for name, order in rides]]

    def forecast(self, state: TitheState, seat: str, sheet: Sheet) -> list[Forecast]:
        told = [(line, order) for line, order in enumerate(sheet.orders, 1) if isinstance(order, Collect)]
        extra = [
            (line, state.barns[state.place[order.reeve]]) for line, order in told if state.place[order.reeve] >= 0
        ]
        return [Forecast(line, f"{1 + barn} to {6 + barn} gold") for line, barn in extra]

    def run_turn(self, state: TitheState) -> None:
        run_season(state)

    def drafting(self, state: TitheState) -> tuple[str, ...]:
        return tuple(seat for seat, out in zip(state.seats, state.out, strict=True) if not out)

    def eject(self, state: TitheState, seat: str) -> None:
        place = state.seats.index(seat)
        state.out[place] = 1
        state.sheets[place] = None
        for reeve in (2 * place, 2 * place + 1):
            state.place[reeve] = GONE
        state.note("ejected", "5.3", seat=place)
        left = self.drafting(state)
        if len(left) == 1:
            state.finish(left, "left", "5.3")

    def report(self, state: TitheState, seat: str | None, entries: Sequence[Entry]) -> Report:
        told = tuple(self.prose(entry) for entry in entries)
        place = state.seats.index(seat) if seat is not None else -1
        rows = tuple(
            (name, REEVES[reeve], VILLAGES[state.place[reeve]], str(state.gold[i]) if i == place else "?")
            for i, name in enumerate(state.seats)
            for reeve in reeves_of(state, i)
        )
        grid = Grid(("Lord", "Reeve", "Village", "Gold"), rows, (3,))
        return Report(
            title="Tithe",
            subtitle=f"Season {state.turn - 1}",
            turn=state.turn - 1,
            seat=seat,
            sections=(
                Section("news", "What happened", told),
                Section("lords", "The lords", (), (grid,), "map"),
            ),
        )

    # Seeing

    def view(self, state: TitheState, seat: str | None) -> View:
        asked = self.actors(state)
        over = self.outcome(state)
        key = "over" if over else "draft" if seat in asked else "wait"
        return View(
            game=self.name,
            seat=seat,
            heading=f"Season {min(state.turn, state.options['seasons'])} of {state.options['seasons']}",
            prompt=self.words.say("prompt." + key, seats=list(asked)),
            clause="" if over else "2",
            asked=asked,
            pieces=tuple(
                Piece(f"r{r}", VILLAGES[at], face="Reeve", operand=r, style=SEATS[lord(r)], text=REEVES[r])
                for r, at in enumerate(state.place)
                if at != GONE
            ),
            panels=(Panel("gold", "Gold", tuple(self._gold(state, seat))),),
            marks={VILLAGES[v]: (Mark("barn", "a barn"),) for v, barn in enumerate(state.barns) if barn},
            outcome=None if over is None else {"winners": list(over.winners), "margin": over.margin},
        )

    def _gold(self, s: TitheState, seat: str | None) -> Iterator[Row]:
        for place, name in enumerate(s.seats):
            if name == seat:
                yield Row(name, str(s.gold[place]))

    def boards(self, state: TitheState) -> tuple[Board, ...]:
        spaces = tuple(
            Space(name, i, name, (i + 0.5, 0.5), ((i, 0.0), (i + 1, 0.0), (i + 1, 1.0), (i, 1.0)), ("field",))
            for i, name in enumerate(VILLAGES)
        )
        styles = {"field": Style("#9a6"), **{seat: Style("#ddd", ink="#222") for seat in SEATS}}
        return (
            Board("map", "The valley", 6.0, 1.0, spaces, (), styles, {"Reeve": Counter("Reeve", "Abbey")}, {}, 0.4),
        )

    def determinize(self, state: TitheState, seat: str | None, seed: bytes) -> TitheState:
        random = Random(seed)
        twin = state.copy()
        twin.dice = Dice(key_of(seed))
        for place, other in enumerate(state.seats):
            if other != seat:
                twin.gold[place] = random.randrange(20)
                twin.sheets[place] = None if state.sheets[place] is None else Orders()
        return twin

    # Words

    @cached_property
    def words(self) -> Catalogue:
        namers = {"seat": SEATS.__getitem__, "reeve": REEVES.__getitem__, "village": VILLAGES.__getitem__}
        return Catalogue(MESSAGES, namers)

    @cached_property
    def clauses(self) -> dict[str, Clause]:
        return {key: Clause(key, gist, key[0], "palatine.testing.tithe") for key, gist in GISTS.items()}

    @cached_property
    def rulings(self) -> dict[str, Ruling]:
        return {}


GAME = Tithe()
