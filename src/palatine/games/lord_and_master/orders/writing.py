"""Serialization of orders and sheets in the form that `grammar` parses."""

from __future__ import annotations

import re

from palatine.core import Sheet
from palatine.core.orders_text import OrdersText
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
        magnate military mountain move nation pay plunder prisoner provinces race rain raise raisedead ransom recruit
        recruits release rescue retreat runes sally sell shield siege steal summon take tax teleport to train
        treachery treasury troops truce types using vheal with w
        """,
    )
)
"""Keywords of the grammar; names equal to one of them are quoted."""


def write(sheet: Sheet) -> str:
    """Return a sheet as text, one order per line."""
    return "".join(f"{write_order(order)}\n" for order in sheet.orders)


MANY = ("equip", "troops", "recruits", "sell", "buy", "pay", "ransom", "prisoner")
"""Keywords of orders that a sheet can contain any number of times."""


def slot(order: sheets.TurnLine | sheets.SetupLine) -> str:
    """Return the slot of an order, which a sheet can fill once.

    For example a character's action, a treaty or a line of a set-up.
    """
    text = write_order(order).casefold()
    word, *rest = text.split()
    if isinstance(order, o.Character | o.Demon | o.MagnateTypes):
        return text.partition(":")[0]
    if word in MANY:
        return text
    return (
        " ".join([word, *rest[:1]])
        if isinstance(order, sheets.TurnLine | sheets.Founder | sheets.CityState)
        else word
    )


def name_text(text: str) -> str:
    """Return a name, quoted if necessary."""
    plain = PLAIN.fullmatch(text) and text.casefold() not in WORDS
    return text if plain else quoted(text)


def quoted(text: str) -> str:
    """Return a quoted text; quotes inside are doubled."""
    return '"' + text.replace('"', '""') + '"'


def place_text(at: o.PlaceRef) -> str:
    """Return a place as written in orders."""
    if at.square:
        return f"{at.square}{at.part}"
    return name_text(at.name) if at.name else "here"


def batch_text(units: o.Batch) -> str:
    return f"{units.code} {units.count}{'w' if units.wounded else ''}"


def units_text(units: o.Units) -> str:
    return " ".join(map(batch_text, units))


def path_text(refs: tuple[o.PlaceRef, ...]) -> str:
    return " ".join(map(place_text, refs))


def provinces_text(chosen: tuple[tuple[int, str], ...]) -> str:
    return " ".join(f"{square}{letter}" for square, letter in chosen)


write_order = OrdersText(
    {
        # Steps and actions
        o.MountainMove: "mountain",
        o.InvisibleMove: "invisible",
        o.Alone: "alone",
        o.Sally: "sally",
        o.Annex: "annex",
        o.Ambush: "ambush",
        o.Devastate: "devastate",
        o.DevastateAt: "devastate {at:spot}",
        o.Take: "take {units:units}",
        o.Drop: "drop {units:units}",
        o.Go: "go {path:path}",
        o.BuildFort: "fort[ {name:name}]",
        o.Siege: "siege {at:spot}",
        o.Assault: "assault {at:spot}",
        o.Plunder: "plunder {at:spot}",
        o.Treachery: "treachery {at:spot}",
        o.Steal: "steal[ {at:elsewhere}]",
        o.Rescue: "rescue[ {at:elsewhere}]",
        o.Lead: "lead {steps:steps}",
        o.Move: "move {path:path}[, {deed:order}]",
        o.Assassinate: "assassinate {victim:name}",
        o.Recruit: "recruit[ {of}]",
        o.Diplomacy: "diplomacy[ bribe {bribe}]",
        o.Tax: "tax",
        o.MoveTreasury: "treasury",
        o.GrantIndependence: "independence",
        o.ChangeFunction: "change",
        o.Colonise: "colonise",
        o.Exorcise: "exorcise",
        o.Consecrate: "consecrate",
        o.Initiate: "initiate {count}",
        o.Heal: "heal {units:units}",
        o.VampireHeal: "vheal {units:units} using {using:units}",
        o.Raise: "raise {code}",
        o.RaiseDead: "raisedead",
        o.Summon: "summon[ {service:order}]",
        o.Shield: "shield",
        o.Rain: "rain {at:spot}",
        o.Bolts: "bolts {at:spot}",
        o.Runes: "runes {at:spot}",
        # Lines of a turn
        o.Equip: "equip {code} {count}[{wounded:wounded}] -> {into} at {at:spot}",
        o.Character: "char {name:name}: [{turn} ]{action:order}",
        o.Demon: "demon {name:name}: {service:order}",
        o.Prisoner: "prisoner [{units:units}][{name:name}] {fate:fate}[{to:recipient}]",
        o.Ransom: "ransom [{units:units}][{name:name}] to {to} for {price}",
        o.Pay: "pay {to} {price} for [{units:units}][{name:name}]",
        o.Alliance: "alliance {player}",
        o.Truce: "truce {player} for {turns}",
        o.Sell: "sell {units:units} at {at:spot} to {to} for {price}",
        o.Buy: "buy {units:units} from {player} for {price}",
        o.MagnateTypes: "magnate {name:name}: {kinds:words}",
        o.Heir: "heir {name:name}",
        o.Commander: "command {name:name} at {at:spot}",
        o.Retreat: "retreat {at:spot} to {to:spot}",
        # Lines of a set-up
        sheets.NationName: "nation {text:quoted}",
        sheets.About: "about {text:quoted}",
        sheets.Provinces: "provinces {chosen:provinces}",
        sheets.CityState: "city {name:name} at {square} race {race}",
        sheets.Classes: "classes {picks:words}",
        sheets.Kinds: "types {picks:words}",
        sheets.Founder: "char {name:name} {of} {level}[ {race}] at {at:spot}[ {function}][{leader:leader}]",
        sheets.Troops: "troops {units:units} at {at:spot}",
        sheets.Recruits: "recruits {units:units} at {at:spot}",
        sheets.God: "god {name}",
        sheets.Advantages: "advantage {keys:words}",
        sheets.Disadvantages: "disadvantage {keys:words}",
    },
    {
        "name": name_text,
        "quoted": quoted,
        "spot": place_text,
        "elsewhere": lambda at: "" if at == o.HERE else place_text(at),
        "units": units_text,
        "wounded": lambda wounded: "w",
        "path": path_text,
        "fate": lambda fate: "" if fate == "give" else fate,
        "recipient": lambda player: f"to {player}",
        "words": " ".join,
        "provinces": provinces_text,
        "leader": lambda leader: " leader",
    },
)
"""Serializer of an order or a part of one."""
write_order.namers |= {"order": write_order, "steps": lambda steps: ", ".join(map(write_order, steps))}


@write_order.register(o.Intervene)
def _intervention(part: o.Intervene) -> str:
    picked = " ".join(f"{each.code} {each.count} at {place_text(each.at)}" for each in part.units)
    target = picked or part.player or (place_text(part.at) if part.at is not None else "")
    return f"intervene {target}".rstrip()


@write_order.register(o.Train)
def _training(part: o.Train) -> str:
    return f"train {units_text(part.units)} -> {part.into}"


@write_order.register(o.Teleport)
def _teleport(part: o.Teleport) -> str:
    cargo = " ".join([*map(name_text, part.people), *map(batch_text, part.units)])
    return f"teleport {place_text(part.to)} with {cargo}" if cargo else f"teleport {place_text(part.to)}"


@write_order.register(sheets.Treasury)
def _treasury(order: sheets.Treasury) -> str:
    where = f"at {place_text(order.at)}" if order.at is not None else f"with {name_text(order.bearer)}"
    return f"treasury {order.gold} {where}"
