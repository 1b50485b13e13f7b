"""Serialization of orders and sheets in the form that `grammar` parses."""

from __future__ import annotations

import re

from palatine.core import Sheet
from palatine.core.orders_text import OrdersText
from palatine.games.adventurer_kings.orders import kinds as orders

PLAIN = re.compile(r"[^\W\d][\w'’-]*")


def write(sheet: Sheet) -> str:
    """Return a sheet as text, one order per line."""
    return "".join(f"{write_line(order)}\n" for order in sheet.orders)


def name(text: str) -> str:
    """Return a name, quoted unless it is a single plain word."""
    return text if PLAIN.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def plan(tactics: orders.Plan) -> str:
    return ",".join(map(write_part, tactics))


def numbers(those: tuple[int, ...]) -> str:
    return ",".join(map(str, those)) if those else "all"


write_part = OrdersText(
    {
        orders.Fire: "FI", orders.Strike: "ME", orders.Talk: "TA", orders.Fulfil: "FU", orders.Steal: "ST",
        orders.Flee: "FL", orders.Scout: "SC",
        orders.Cast: "CA-{spell:spell}", orders.UseItem: "US-{item}", orders.GiveItem: "GI-{item}",
        orders.Say: "SA{text:quoted}",
        orders.Move: "MO[ {compass}] {to}", orders.Explore: "EX[ {province}]",
        orders.Search: "SE {feature}[ plan {plan:plan}]",
        orders.Recruit: "RE {types:codes}[ for {leader}]", orders.Hire: "HI {hero} offer {offer}",
        orders.Disband: "DI {armies:numbers}", orders.Dismiss: "FI {hero}",
        orders.Leave: "LE {armies:numbers} to {to:receiver}",
        orders.PickUp: "PI {armies:numbers}", orders.CastSpell: "CA {spell:spell}[ on {target}][ as {terrain}]",
        orders.Use: "US {item}[ on {target}][ as {terrain}]", orders.Encounter: "EN {character}[ plan {plan:plan}]",
        orders.Practise: "PR {ability}", orders.Spy: "SP[ {province}]", orders.Defend: "DE[ {province}]",
        orders.Pursue: "PU {character}[ plan {plan:plan}]", orders.Trail: "TR {character}",
    },
    {"spell": lambda spell: spell[3:], "quoted": quoted, "plan": plan, "codes": ",".join, "numbers": numbers,
     "receiver": lambda to: str(to or "garrison")},
)  # fmt: skip
"""Serializer of a tactic or action."""


@write_part.register(orders.Give)
def _(part: orders.Give) -> str:
    what = f"gold {part.gold}" if part.gold else str(part.item)
    wanted = f" if {part.in_return}" if part.in_return else ""
    return f"GI {what} to {part.to}{wanted}"


write_line = OrdersText(
    {
        orders.Act: "{character}.{phase} {action:part}", orders.Special: "{character}.special[ {plan:plan}]",
        orders.Treat: "treat {kingdom}", orders.BreakTreaty: "break {kingdom}", orders.CallElection: "call election",
        orders.Vote: "vote {kingdom}", orders.SendMap: "map {kingdom}", orders.Realm: "realm {name:name}",
        orders.Rename: "rename [{is_province:province}]{number} {name:name}",
        orders.Heir: "heir levels {levels:codes}[ name {name:name}][ temper {temper}]",
        orders.KingLine: "king {name:name} race {race} alignment {alignment}[ or {instead}] temper {temper}"
                    " levels {levels:codes}",
        orders.Contact: "contact[ {text:name}]",
    },
    {"part": write_part, "plan": plan, "name": name, "codes": ",".join, "province": lambda _: "province "},
)  # fmt: skip
"""Serializer of a line of a sheet."""
