"""Orders and sheets as text, in the one form that `grammar` reads back."""

from __future__ import annotations

import re
from functools import singledispatch
from typing import Any

from palatine.games.adventurer_kings.orders import kinds as o

PLAIN = re.compile(r"[^\W\d][\w'’-]*")


def write(sheet: o.Sheet) -> str:
    """The sheet as text, an order a line."""
    return "".join(f"{write_line(order)}\n" for order in sheet.orders)


def name(text: str) -> str:
    """A name as it is written: in quotes, unless it is one plain word."""
    return text if PLAIN.fullmatch(text) else '"' + text.replace('"', "'") + '"'


def plan(tactics: o.Plan) -> str:
    return ",".join(map(write_part, tactics))


def with_plan(head: str, tactics: o.Plan) -> str:
    return f"{head} plan {plan(tactics)}" if tactics else head


def numbers(those: tuple[int, ...]) -> str:
    return ",".join(map(str, those)) if those else "all"


def target(order: o.CastSpell | o.Use) -> str:
    on = f" on {order.target}" if order.target else ""
    return f"{on} as {order.terrain}" if order.terrain else on


@singledispatch
def write_part(part: Any) -> str:
    """A tactic or an action as text."""
    raise TypeError(f"{part!r} is no part of an order")


BARE: dict[type, str] = {
    o.Fire: "FI", o.Strike: "ME", o.Talk: "TA", o.Fulfil: "FU", o.Steal: "ST", o.Flee: "FL", o.Scout: "SC",
}  # fmt: skip
for kind, word in BARE.items():
    write_part.register(kind, lambda part, word=word: word)


@write_part.register
def _(part: o.Cast) -> str:
    return f"CA-{part.spell[3:]}"


@write_part.register
def _(part: o.UseItem) -> str:
    return f"US-{part.item}"


@write_part.register
def _(part: o.GiveItem) -> str:
    return f"GI-{part.item}"


@write_part.register
def _(part: o.Say) -> str:
    text = part.text.replace('"', "'")
    return f'SA"{text}"'


@write_part.register
def _(part: o.Move) -> str:
    return f"MO {part.compass} {part.to}" if part.compass else f"MO {part.to}"


@write_part.register
def _(part: o.Explore) -> str:
    return f"EX {part.province}" if part.province else "EX"


@write_part.register
def _(part: o.Search) -> str:
    return with_plan(f"SE {part.feature}", part.plan)


@write_part.register
def _(part: o.Recruit) -> str:
    head = f"RE {','.join(part.types)}"
    return f"{head} for {part.leader}" if part.leader else head


@write_part.register
def _(part: o.Hire) -> str:
    return f"HI {part.hero} offer {part.offer}"


@write_part.register
def _(part: o.Disband) -> str:
    return f"DI {numbers(part.armies)}"


@write_part.register
def _(part: o.Dismiss) -> str:
    return f"FI {part.hero}"


@write_part.register
def _(part: o.Leave) -> str:
    return f"LE {numbers(part.armies)} to {part.to or 'garrison'}"


@write_part.register
def _(part: o.PickUp) -> str:
    return f"PI {numbers(part.armies)}"


@write_part.register
def _(part: o.CastSpell) -> str:
    return f"CA {part.spell[3:]}{target(part)}"


@write_part.register
def _(part: o.Use) -> str:
    return f"US {part.item}{target(part)}"


@write_part.register
def _(part: o.Encounter) -> str:
    return with_plan(f"EN {part.character}", part.plan)


@write_part.register
def _(part: o.Practise) -> str:
    return f"PR {part.ability}"


@write_part.register
def _(part: o.Spy) -> str:
    return f"SP {part.province}" if part.province else "SP"


@write_part.register
def _(part: o.Defend) -> str:
    return f"DE {part.province}" if part.province else "DE"


@write_part.register
def _(part: o.Pursue) -> str:
    return with_plan(f"PU {part.character}", part.plan)


@write_part.register
def _(part: o.Trail) -> str:
    return f"TR {part.character}"


@write_part.register
def _(part: o.Give) -> str:
    what = f"gold {part.gold}" if part.gold else str(part.item)
    wanted = f" if {part.in_return}" if part.in_return else ""
    return f"GI {what} to {part.to}{wanted}"


# Lines


@singledispatch
def write_line(order: Any) -> str:
    """A line of a sheet as text."""
    raise TypeError(f"{order!r} is no line of a sheet")


@write_line.register
def _(order: o.Act) -> str:
    return f"{order.character}.{order.phase} {write_part(order.action)}"


@write_line.register
def _(order: o.Special) -> str:
    return f"{order.character}.special {plan(order.plan)}".rstrip()


@write_line.register
def _(order: o.Treat) -> str:
    return f"treat {order.kingdom}"


@write_line.register
def _(order: o.BreakTreaty) -> str:
    return f"break {order.kingdom}"


@write_line.register
def _(order: o.CallElection) -> str:
    return "call election"


@write_line.register
def _(order: o.Vote) -> str:
    return f"vote {order.kingdom}"


@write_line.register
def _(order: o.SendMap) -> str:
    return f"map {order.kingdom}"


@write_line.register
def _(order: o.Rename) -> str:
    return f"rename {'province ' if order.is_province else ''}{order.number} {name(order.name)}"


@write_line.register
def _(order: o.Heir) -> str:
    called = f" name {name(order.name)}" if order.name else ""
    temper = f" temper {order.temper}" if order.temper else ""
    return f"heir levels {','.join(order.levels)}{called}{temper}"


@write_line.register
def _(order: o.KingLine) -> str:
    instead = f" or {order.instead}" if order.instead else ""
    return (
        f"king {name(order.name)} race {order.race} alignment {order.alignment}{instead} temper {order.temper}"
        f" levels {','.join(order.levels)}"
    )


@write_line.register
def _(order: o.Realm) -> str:
    return f"realm {name(order.name)}"


@write_line.register
def _(order: o.Contact) -> str:
    return f"contact {name(order.text)}" if order.text else "contact"
