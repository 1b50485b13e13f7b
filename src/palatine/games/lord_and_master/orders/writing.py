"""Orders and sheets as text, in the one form that `grammar` reads back."""

from __future__ import annotations

import re
from functools import singledispatch
from typing import Any

from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets

PLAIN = re.compile(r"[^\W\d][\w'’-]*")
WORDS = frozenset(
    re.findall(
        r"\S+",
        """
        alliance advantage ambush annex about alone assassinate assault at bolts bribe buy change char city civil
        classes colonise colonize command consecrate demon devastate diplomacy disadvantage drop equip exorcise first
        for fort from go god heal heir here hold independence initiate intervene invisible kill last lead leader
        military mountain move nation pay plunder prisoner provinces race rain raise raisedead ransom recruit
        recruits release rescue retreat runes sally sell shield siege steal summon take tax teleport to train
        treachery treasury troops truce types using vheal with w
        """,
    )
)
"""The words of the grammar: a name that is one of them is written in quotes."""


def write(sheet: sheets.Sheet) -> str:
    """The sheet as text, an order a line."""
    return "".join(f"{write_order(order)}\n" for order in sheet.orders)


def name(text: str) -> str:
    """A name as it is written."""
    plain = PLAIN.fullmatch(text) and text.casefold() not in WORDS
    return text if plain else quoted(text)


def quoted(text: str) -> str:
    """A text in quotes; a quote inside it is written twice."""
    return '"' + text.replace('"', '""') + '"'


def spot(at: o.Spot) -> str:
    """A place as it is written."""
    if at.square:
        return f"{at.square}{at.part}"
    return name(at.name) if at.name else "here"


def batch(units: o.Batch) -> str:
    return f"{units.code} {units.count}{'w' if units.wounded else ''}"


def batches(units: o.Units) -> str:
    return " ".join(map(batch, units))


def path(spots: tuple[o.Spot, ...]) -> str:
    return " ".join(map(spot, spots))


def captive(order: Any) -> str:
    return batches(order.units) if order.units else name(order.name)


@singledispatch
def write_order(order: Any) -> str:
    """An order, or a part of one, as text."""
    raise TypeError(f"{order!r} is no order")


BARE: dict[type, str] = {
    o.MountainMove: "mountain",
    o.InvisibleMove: "invisible",
    o.Alone: "alone",
    o.Sally: "sally",
    o.Annex: "annex",
    o.Ambush: "ambush",
    o.Devastate: "devastate",
    o.Tax: "tax",
    o.MoveTreasury: "treasury",
    o.GrantIndependence: "independence",
    o.ChangeFunction: "change",
    o.RaiseDead: "raisedead",
    o.Exorcise: "exorcise",
    o.Consecrate: "consecrate",
    o.Colonise: "colonise",
    o.Shield: "shield",
}
PLACED: dict[type, str] = {
    o.Siege: "siege",
    o.Assault: "assault",
    o.Plunder: "plunder",
    o.Treachery: "treachery",
    o.Rain: "rain",
    o.Bolts: "bolts",
    o.Runes: "runes",
    o.DevastateAt: "devastate",
}
PLACED_OR_HERE: dict[type, str] = {o.Steal: "steal", o.Rescue: "rescue"}
for kind, word in BARE.items():
    write_order.register(kind, lambda part, word=word: word)
for kind, word in PLACED.items():
    write_order.register(kind, lambda part, word=word: f"{word} {spot(part.at)}")
for kind, word in PLACED_OR_HERE.items():
    write_order.register(kind, lambda part, word=word: word if part.at == o.HERE else f"{word} {spot(part.at)}")


# Steps and actions


@write_order.register
def _(part: o.Take) -> str:
    return f"take {batches(part.units)}"


@write_order.register
def _(part: o.Drop) -> str:
    return f"drop {batches(part.units)}"


@write_order.register
def _(part: o.Go) -> str:
    return f"go {path(part.path)}"


@write_order.register
def _(part: o.BuildFort) -> str:
    return f"fort {name(part.name)}" if part.name else "fort"


@write_order.register
def _(part: o.Lead) -> str:
    return "lead " + ", ".join(map(write_order, part.steps))


@write_order.register
def _(part: o.Move) -> str:
    moved = f"move {path(part.path)}"
    return f"{moved}, {write_order(part.deed)}" if part.deed is not None else moved


@write_order.register
def _(part: o.Assassinate) -> str:
    return f"assassinate {name(part.victim)}"


@write_order.register
def _(part: o.Recruit) -> str:
    return f"recruit {part.of}".rstrip()


@write_order.register
def _(part: o.Diplomacy) -> str:
    return f"diplomacy bribe {part.bribe}" if part.bribe else "diplomacy"


@write_order.register
def _(part: o.Intervene) -> str:
    picked = " ".join(f"{each.code} {each.count} at {spot(each.at)}" for each in part.units)
    target = picked or part.player or (spot(part.at) if part.at is not None else "")
    return f"intervene {target}".rstrip()


@write_order.register
def _(part: o.Raise) -> str:
    return f"raise {part.code}"


@write_order.register
def _(part: o.Train) -> str:
    return f"train {batch(o.Batch(part.code, part.count, part.wounded))} -> {part.into}"


@write_order.register
def _(part: o.Summon) -> str:
    return f"summon {write_order(part.service)}" if part.service is not None else "summon"


@write_order.register
def _(part: o.Teleport) -> str:
    cargo = " ".join([*map(name, part.people), *map(batch, part.units)])
    return f"teleport {spot(part.to)} with {cargo}" if cargo else f"teleport {spot(part.to)}"


@write_order.register
def _(part: o.VampireHeal) -> str:
    return f"vheal {batches(part.units)} using {batches(part.using)}"


@write_order.register
def _(part: o.Heal) -> str:
    return f"heal {batches(part.units)}"


@write_order.register
def _(part: o.Initiate) -> str:
    return f"initiate {part.count}"


# Lines of a turn


@write_order.register
def _(order: o.Equip) -> str:
    return f"equip {batch(o.Batch(order.code, order.count, order.wounded))} -> {order.into} at {spot(order.at)}"


@write_order.register
def _(order: o.Character) -> str:
    turn = f"{order.turn} " if order.turn else ""
    return f"char {name(order.name)}: {turn}{write_order(order.action)}"


@write_order.register
def _(order: o.Demon) -> str:
    return f"demon {name(order.name)}: {write_order(order.service)}"


@write_order.register
def _(order: o.Prisoner) -> str:
    return f"prisoner {captive(order)} {order.fate}"


@write_order.register
def _(order: o.Ransom) -> str:
    return f"ransom {captive(order)} to {order.to} for {order.price}"


@write_order.register
def _(order: o.Pay) -> str:
    return f"pay {order.to} {order.price} for {captive(order)}"


@write_order.register
def _(order: o.Alliance) -> str:
    return f"alliance {order.player}"


@write_order.register
def _(order: o.Truce) -> str:
    return f"truce {order.player} for {order.turns}"


@write_order.register
def _(order: o.Sell) -> str:
    return f"sell {batches(order.units)} at {spot(order.at)} to {order.to} for {order.price}"


@write_order.register
def _(order: o.Buy) -> str:
    return f"buy {batches(order.units)} from {order.player} for {order.price}"


@write_order.register
def _(order: o.Heir) -> str:
    return f"heir {name(order.name)}"


@write_order.register
def _(order: o.Commander) -> str:
    return f"command {name(order.name)} at {spot(order.at)}"


@write_order.register
def _(order: o.Retreat) -> str:
    return f"retreat {spot(order.at)} to {spot(order.to)}"


# Lines of a set-up


@write_order.register
def _(order: sheets.NationName) -> str:
    return f"nation {quoted(order.text)}"


@write_order.register
def _(order: sheets.About) -> str:
    return f"about {quoted(order.text)}"


@write_order.register
def _(order: sheets.Provinces) -> str:
    return "provinces " + " ".join(f"{square}{letter}" for square, letter in order.chosen)


@write_order.register
def _(order: sheets.CityState) -> str:
    return f"city {name(order.name)} at {order.square} race {order.race}"


@write_order.register
def _(order: sheets.Treasury) -> str:
    where = f"at {spot(order.at)}" if order.at is not None else f"with {name(order.bearer)}"
    return f"treasury {order.gold} {where}"


@write_order.register
def _(order: sheets.Classes) -> str:
    return "classes " + " ".join(order.picks)


@write_order.register
def _(order: sheets.Kinds) -> str:
    return "types " + " ".join(order.picks)


@write_order.register
def _(order: sheets.Founder) -> str:
    race = f" {order.race}" if order.race else ""
    function = f" {order.function}" if order.function else ""
    leader = " leader" if order.leader else ""
    return f"char {name(order.name)} {order.of} {order.level}{race} at {spot(order.at)}{function}{leader}"


@write_order.register
def _(order: sheets.Troops) -> str:
    return f"troops {batches(order.units)} at {spot(order.at)}"


@write_order.register
def _(order: sheets.Recruits) -> str:
    return f"recruits {batches(order.units)} at {spot(order.at)}"


@write_order.register
def _(order: sheets.God) -> str:
    return f"god {order.name}"


@write_order.register
def _(order: sheets.Advantages) -> str:
    return "advantage " + " ".join(order.keys)


@write_order.register
def _(order: sheets.Disadvantages) -> str:
    return "disadvantage " + " ".join(order.keys)
