"""Parser of order sheets: reads the output of `writing` and reports errors line by line."""

from __future__ import annotations

import re
from functools import cache
from importlib.resources import files
from typing import Any

from lark import Lark, Token, UnexpectedInput
from lark.exceptions import VisitError

from palatine.core import Problem, SyntaxProblem, Unreadable
from palatine.core.sheet import MAX_LINE_LENGTH, MAX_LINES
from palatine.core.text.typos import correct
from palatine.games.lord_and_master.components.wording import said
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets, tokens
from palatine.games.lord_and_master.orders.setup_grammar import SetupReader
from palatine.games.lord_and_master.orders.syntax_errors import complaint, terminal
from palatine.games.lord_and_master.orders.typo_table import SLIPS

TOLD = 2
"""Maximum number of typos to report per line."""


def parse(text: str) -> sheets.Sheet:
    """Return the sheet of a text.

    Blank lines, lines that begin with "#" and text after ";" are ignored. Raises SyntaxProblem with a problem for
    each line that cannot be parsed.
    """
    lines = text.splitlines()
    if len(lines) > MAX_LINES:
        raise SyntaxProblem([Problem(0, "", said("syntax.too-long", most=MAX_LINES, count=len(lines)))])
    read, problems = [], []
    for number, line in enumerate(lines, 1):
        if _without_comment(line):
            try:
                read.append(parse_line(line))
            except Unreadable as error:
                slips, right = correct(_without_comment(line), SLIPS, _reads)
                reason = " ".join(said(f"slip.{each}") for each in slips[:TOLD])
                problems.append(Problem(number, "", reason or str(error), right))
    if problems:
        raise SyntaxProblem(problems)
    return sheets.Sheet(tuple(read))


def _reads(line: str) -> bool:
    try:
        parse_line(line)
    except Unreadable:
        return False
    return True


def numbered(text: str) -> list[int]:
    """Return the line numbers of a sheet's orders in its text."""
    return [number for number, line in enumerate(text.splitlines(), 1) if _without_comment(line)]


def parse_line(line: str) -> sheets.TurnLine | sheets.SetupLine:
    """Return the order of a line. Raises Unreadable."""
    if len(line) > MAX_LINE_LENGTH:
        raise Unreadable(said("syntax.too-wide", most=MAX_LINE_LENGTH))
    line = _without_comment(line)
    try:
        tree = _parser().parse(line)
    except UnexpectedInput as error:
        raise Unreadable(complaint(line, error)) from None
    try:
        order: sheets.TurnLine | sheets.SetupLine = _Reader().transform(tree)
    except VisitError as error:
        raise Unreadable(str(error.orig_exc)) from None
    return order


def _without_comment(line: str) -> str:
    """Return a line without its comment and with "3 w" as "3w"; quoted text is unchanged."""
    kept = []
    for at, part in enumerate(re.split(r'("[^"]*")', line)):
        inside = at % 2 == 1
        kept.append(part if inside else re.sub(r"(\d)\s+w\b", r"\1w", part.partition(";")[0]))
        if not inside and ";" in part:
            break
    bare = "".join(kept).strip()
    return "" if bare.startswith("#") else bare


@cache
def _parser() -> Lark:
    """Return the parser.

    Each keyword of the grammar has its own terminal, which matches whole words only.
    """
    text = (files("palatine.games.lord_and_master") / "data" / "orders.lark").read_text(encoding="utf-8")
    words = sorted(set(re.findall(r'"([a-z]+)"i', text)))
    text = re.sub(r'"([a-z]+)"i', lambda found: terminal(found[1]), text)
    text += "".join(f"{terminal(word)}.1: /{word}(?![\\w'’-])/i\n" for word in words)
    return Lark(text, parser="lalr", start="line", lexer="contextual", maybe_placeholders=True)


class _Reader(SetupReader):
    """Transformer of parse trees to orders; each method is named after its rule."""

    # Parts

    def word(self, items: list[Any]) -> str:
        return str(items[0])

    def number(self, items: list[Any]) -> int:
        return tokens.whole(items[0])

    def name(self, items: list[Any]) -> str:
        found = self.text(items)
        if not found.strip():
            raise Unreadable(said("syntax.no-name"))
        return found

    def text(self, items: list[Any]) -> str:
        word = str(items[0])
        return word[1:-1].replace('""', '"') if word.startswith('"') else word

    def player(self, items: list[Any]) -> str:
        return str(items[0]).upper()

    def place(self, items: list[Any]) -> o.PlaceRef:
        first, *rest = items
        if isinstance(first, str) and not isinstance(first, Token):
            return o.PlaceRef(name=first)
        if first.type == "HERE":
            return o.HERE
        found = re.fullmatch(r"(\d{1,6})(city|fort|[cfgodswx])?", first, re.IGNORECASE | re.ASCII)
        if found is None:
            raise Unreadable(said("syntax.no-square", text=first))
        glued = found[2].lower() if found[2] and len(found[2]) > 1 else ""
        loose = tokens.one_of(rest[0], "city", "fort") if rest and rest[0] is not None else ""
        if glued and loose:
            raise Unreadable(said("syntax.no-place", text=f"{first} {loose}"))
        return o.PlaceRef(int(found[1]), glued or loose)

    def places(self, items: list[Any]) -> tuple[o.PlaceRef, ...]:
        return tuple(items)

    def unit(self, items: list[Any]) -> o.Batch:
        code, count = items
        plain = str(code)[:-1] if str(code)[-1] in "wW" else str(code)
        return o.Batch(tokens.code(plain), tokens.positive(abs(count)), count < 0 or plain != str(code))

    def units(self, items: list[Any]) -> o.Units:
        return tuple(items)

    def picks(self, items: list[Any]) -> tuple[o.Picked, ...]:
        return tuple(
            o.Picked(tokens.code(code), tokens.positive(count), at)
            for code, count, at in zip(items[::3], items[1::3], items[2::3], strict=True)
        )

    def cargo(self, items: list[Any]) -> tuple[tuple[str, ...], o.Units]:
        people = tuple(item for item in items if isinstance(item, str))
        return people, tuple(item for item in items if isinstance(item, o.Batch))

    # A turn

    def equip(self, items: list[Any]) -> o.Equip:
        batch, into, at = items
        return o.Equip(batch.code, batch.count, tokens.code(into), at, batch.wounded)

    def character(self, items: list[Any]) -> o.Character:
        return o.Character(items[0], items[2], tokens.one_of(items[1], "first", "last"))

    def demon(self, items: list[Any]) -> o.Demon:
        return o.Demon(*items)

    def prisoner(self, items: list[Any]) -> o.Prisoner:
        held, fate = items
        if not isinstance(fate, Token):
            return o.Prisoner("give", to=fate, **tokens.captive(held))
        return o.Prisoner(tokens.one_of(fate, "kill", "release", "hold"), **tokens.captive(held))

    def magnate(self, items: list[Any]) -> o.MagnateTypes:
        return o.MagnateTypes(items[0], tuple(str(kind).upper() for kind in items[1:]))

    def ransom(self, items: list[Any]) -> o.Ransom:
        return o.Ransom(items[1], tokens.positive(items[2], least=0), **tokens.captive(items[0]))

    def pay(self, items: list[Any]) -> o.Pay:
        return o.Pay(items[0], tokens.positive(items[1], least=0), **tokens.captive(items[2]))

    def alliance(self, items: list[Any]) -> o.Alliance:
        return o.Alliance(*items)

    def truce(self, items: list[Any]) -> o.Truce:
        return o.Truce(items[0], tokens.positive(items[1]))

    def sell(self, items: list[Any]) -> o.Sell:
        return o.Sell(items[0], items[1], items[2], tokens.positive(items[3], least=0))

    def buy(self, items: list[Any]) -> o.Buy:
        return o.Buy(items[0], items[1], tokens.positive(items[2], least=0))

    def heir(self, items: list[Any]) -> o.Heir:
        return o.Heir(*items)

    def commander(self, items: list[Any]) -> o.Commander:
        return o.Commander(*items)

    def retreat(self, items: list[Any]) -> o.Retreat:
        return o.Retreat(*items)

    # Actions

    def move(self, items: list[Any]) -> o.Move:
        return o.Move(items[0], items[1])

    def lead(self, items: list[Any]) -> o.Lead:
        return o.Lead(tuple(items))

    def take(self, items: list[Any]) -> o.Take:
        return o.Take(*items)

    def drop(self, items: list[Any]) -> o.Drop:
        return o.Drop(*items)

    def go(self, items: list[Any]) -> o.Go:
        return o.Go(*items)

    def mountain(self, items: list[Any]) -> o.MountainMove:
        return o.MountainMove()

    def invisible(self, items: list[Any]) -> o.InvisibleMove:
        return o.InvisibleMove()

    def alone(self, items: list[Any]) -> o.Alone:
        return o.Alone()

    def siege(self, items: list[Any]) -> o.Siege:
        return o.Siege(*items)

    def assault(self, items: list[Any]) -> o.Assault:
        return o.Assault(*items)

    def plunder(self, items: list[Any]) -> o.Plunder:
        return o.Plunder(*items)

    def sally(self, items: list[Any]) -> o.Sally:
        return o.Sally()

    def annex(self, items: list[Any]) -> o.Annex:
        return o.Annex()

    def fort(self, items: list[Any]) -> o.BuildFort:
        return o.BuildFort(items[0] or "")

    def ambush(self, items: list[Any]) -> o.Ambush:
        return o.Ambush()

    def devastate(self, items: list[Any]) -> o.Devastate:
        return o.Devastate()

    def recruit(self, items: list[Any]) -> o.Recruit:
        return o.Recruit(str(items[0] or "").upper())

    def tax(self, items: list[Any]) -> o.Tax:
        return o.Tax()

    def diplomacy(self, items: list[Any]) -> o.Diplomacy:
        return o.Diplomacy(tokens.positive(items[0] or 0, least=0))

    def movetreasury(self, items: list[Any]) -> o.MoveTreasury:
        return o.MoveTreasury()

    def independence(self, items: list[Any]) -> o.GrantIndependence:
        return o.GrantIndependence()

    def intervene(self, items: list[Any]) -> o.Intervene:
        target = items[0]
        if isinstance(target, tuple):
            return o.Intervene(units=target)
        if isinstance(target, o.PlaceRef) and re.fullmatch(r"P\d", target.name, re.IGNORECASE):
            return o.Intervene(player=target.name.upper())
        return o.Intervene(at=target)

    def raise_(self, items: list[Any]) -> o.Raise:
        return o.Raise(tokens.code(items[0]))

    def train(self, items: list[Any]) -> o.Train:
        first, second, into = items
        if second is None:
            return o.Train(first.code, first.count, tokens.code(into), first.wounded)
        if first.code != second.code or first.wounded == second.wounded:
            raise Unreadable(said("syntax.mixed-training"))
        whole, hurt = (second, first) if first.wounded else (first, second)
        return o.Train(whole.code, whole.count, tokens.code(into), hurt=hurt.count)

    def change(self, items: list[Any]) -> o.ChangeFunction:
        return o.ChangeFunction()

    def rain(self, items: list[Any]) -> o.Rain:
        return o.Rain(*items)

    def bolts(self, items: list[Any]) -> o.Bolts:
        return o.Bolts(*items)

    def runes(self, items: list[Any]) -> o.Runes:
        return o.Runes(*items)

    def summon(self, items: list[Any]) -> o.Summon:
        return o.Summon(*items)

    def teleport(self, items: list[Any]) -> o.Teleport:
        return o.Teleport(items[0], *(items[1] or ((), ())))

    def raisedead(self, items: list[Any]) -> o.RaiseDead:
        return o.RaiseDead()

    def vheal(self, items: list[Any]) -> o.VampireHeal:
        return o.VampireHeal(*items)

    def heal(self, items: list[Any]) -> o.Heal:
        return o.Heal(*items)

    def exorcise(self, items: list[Any]) -> o.Exorcise:
        return o.Exorcise()

    def consecrate(self, items: list[Any]) -> o.Consecrate:
        return o.Consecrate()

    def initiate(self, items: list[Any]) -> o.Initiate:
        return o.Initiate(tokens.positive(items[0]))

    def colonise(self, items: list[Any]) -> o.Colonise:
        return o.Colonise()

    def shield(self, items: list[Any]) -> o.Shield:
        return o.Shield()

    def steal(self, items: list[Any]) -> o.Steal:
        return o.Steal(items[0] or o.HERE)

    def assassinate(self, items: list[Any]) -> o.Assassinate:
        return o.Assassinate(*items)

    def rescue(self, items: list[Any]) -> o.Rescue:
        return o.Rescue(items[0] or o.HERE)

    def treachery(self, items: list[Any]) -> o.Treachery:
        return o.Treachery(*items)

    def devastate_at(self, items: list[Any]) -> o.DevastateAt:
        return o.DevastateAt(*items)
