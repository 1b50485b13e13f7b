"""Orders and sheets as text, in the one form that `grammar` reads back."""

from __future__ import annotations

import re

from palatine.core import Sheet
from palatine.core.orders_text import OrdersText
from palatine.games.adventurer_kings.orders import kinds as o

PLAIN = re.compile(r"[^\W\d][\w'’-]*")


def write(sheet: Sheet) -> str:
    """The sheet as text, an order a line."""
    return "".join(f"{write_line(order)}\n" for order in sheet.orders)


def name(text: str) -> str:
    """A name as it is written: in quotes, unless it is one plain word."""
    return text if PLAIN.fullmatch(text) else quoted(text)


def quoted(text: str) -> str:
    return '"' + text.replace('"', "'") + '"'


def plan(tactics: o.Plan) -> str:
    return ",".join(map(write_part, tactics))


def numbers(those: tuple[int, ...]) -> str:
    return ",".join(map(str, those)) if those else "all"


write_part = OrdersText(
    {
        o.Fire: "FI", o.Strike: "ME", o.Talk: "TA", o.Fulfil: "FU", o.Steal: "ST", o.Flee: "FL", o.Scout: "SC",
        o.Cast: "CA-{spell:spell}", o.UseItem: "US-{item}", o.GiveItem: "GI-{item}", o.Say: "SA{text:quoted}",
        o.Move: "MO[ {compass}] {to}", o.Explore: "EX[ {province}]", o.Search: "SE {feature}[ plan {plan:plan}]",
        o.Recruit: "RE {types:codes}[ for {leader}]", o.Hire: "HI {hero} offer {offer}",
        o.Disband: "DI {armies:numbers}", o.Dismiss: "FI {hero}", o.Leave: "LE {armies:numbers} to {to:receiver}",
        o.PickUp: "PI {armies:numbers}", o.CastSpell: "CA {spell:spell}[ on {target}][ as {terrain}]",
        o.Use: "US {item}[ on {target}][ as {terrain}]", o.Encounter: "EN {character}[ plan {plan:plan}]",
        o.Practise: "PR {ability}", o.Spy: "SP[ {province}]", o.Defend: "DE[ {province}]",
        o.Pursue: "PU {character}[ plan {plan:plan}]", o.Trail: "TR {character}",
    },
    {"spell": lambda spell: spell[3:], "quoted": quoted, "plan": plan, "codes": ",".join, "numbers": numbers,
     "receiver": lambda to: str(to or "garrison")},
)  # fmt: skip
"""Writes a tactic or an action."""


@write_part.register(o.Give)
def _(part: o.Give) -> str:
    what = f"gold {part.gold}" if part.gold else str(part.item)
    wanted = f" if {part.in_return}" if part.in_return else ""
    return f"GI {what} to {part.to}{wanted}"


write_line = OrdersText(
    {
        o.Act: "{character}.{phase} {action:part}", o.Special: "{character}.special[ {plan:plan}]",
        o.Treat: "treat {kingdom}", o.BreakTreaty: "break {kingdom}", o.CallElection: "call election",
        o.Vote: "vote {kingdom}", o.SendMap: "map {kingdom}", o.Realm: "realm {name:name}",
        o.Rename: "rename [{is_province:province}]{number} {name:name}",
        o.Heir: "heir levels {levels:codes}[ name {name:name}][ temper {temper}]",
        o.KingLine: "king {name:name} race {race} alignment {alignment}[ or {instead}] temper {temper}"
                    " levels {levels:codes}",
        o.Contact: "contact[ {text:name}]",
    },
    {"part": write_part, "plan": plan, "name": name, "codes": ",".join, "province": lambda _: "province "},
)  # fmt: skip
"""Writes a line of a sheet."""
