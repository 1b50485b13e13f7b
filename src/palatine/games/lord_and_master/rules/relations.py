"""INTER-PLAYER RULES: alliances, truces, sales, ransoms, prisoners (IPR)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec

from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders.writing import write_order
from palatine.games.lord_and_master.rules.combat import forts
from palatine.games.lord_and_master.rules.common import captives, casualties, money
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.rules.common.unit_groups import count_by_code, fitting
from palatine.games.lord_and_master.state import NO_PERSON, NO_SEAT, Shipment, State, TruceRecord

MOST_ALLIES = 3
"""Maximum number of allied players (IPR-01)."""


class Dealings(msgspec.Struct):
    """Lines of this turn's sheets that were matched, with their seats."""

    matched: set[tuple[int, Any]] = set()


# Before the first player's turn


def arrivals(t: Turn) -> None:
    """Deliver units sold last turn to the buyer's leader or treasury (IPR-10, R112)."""
    s = t.s
    for shipment in s.shipments:
        nation = s.nations[shipment.to]
        if nation.out:
            continue
        leader = s.people.get(nation.leader)
        place = leader.place if leader is not None and leader.captor is None else nation.site
        place = place or captives.refuge(s, shipment.to, leader.place if leader is not None else 0)
        if not place:
            continue
        for code, wounded in shipment.units:
            s.new_units(code, 1, shipment.to, place if captives.room(s, place) > 0 else square_of(place), wounded)
        t.log("arrived", "LM-IPR-10", at=(place,), to=(shipment.to,), seat=shipment.to, place=place,
               units=count_by_code(code for code, _ in shipment.units))  # fmt: skip
    s.shipments = []


def dealings(t: Turn) -> None:
    """Carry out matching truces, alliances, sales and ransoms, in this order (R112, R138).

    Refusals of last turn are cleared.
    """
    for seat in range(len(t.s.nations)):
        t.s.set_nation(seat, refused=())
    for kind in (o.Truce, o.Alliance, o.Sell, o.Ransom):
        for seat, order in list(_lines(t.s, kind)):
            if (seat, order) not in t.of(Dealings).matched:
                with captives.guarded(t):
                    MATCH[kind](t, seat, order)


def _lines(s: State, kind: type) -> Iterator[tuple[int, Any]]:
    for seat in s.order:
        sheet = s.sheets[seat]
        for order in sheet.orders if sheet is not None and not s.nations[seat].out else ():
            if isinstance(order, kind):
                yield seat, order


def seat_of(t: Turn, name: str) -> int:
    """Return the seat named P1 to P6.

    Drops the order if the seat is unknown, fallen or the actor's own.
    """
    s = t.s
    seats = s.seats[: len(s.nations)]
    t.need(name in seats, "LM-IPR-01", "drop.no-such-player", name=name)
    seat = seats.index(name)
    t.need(seat != t.actor, "LM-IPR-01", "drop.oneself")
    t.need(not s.nations[seat].out, "LM-IPR-11", "drop.fallen", seat=seat, uncertain=True)
    return seat


def _other_seat(t: Turn, seat: int, name: str) -> int:
    """Return the seat as `seat_of` does, outside an order; NO_SEAT for none."""
    t.actor = seat
    try:
        return seat_of(t, name)
    except OrderFailed:
        return NO_SEAT


def _has_matching_line(t: Turn, seat: int, order: Any) -> bool:
    """Return whether a seat's sheet has a matching line that is not yet used."""
    sheet = t.s.sheets[seat]
    return sheet is not None and order in sheet.orders and (seat, order) not in t.of(Dealings).matched


def _match_truce(t: Turn, seat: int, order: o.Truce) -> None:
    """Make a truce if both name each other and its length, from this turn on (IPR-05, R138)."""
    s = t.s
    other = _other_seat(t, seat, order.player)
    answer = o.Truce(s.seats[seat], order.turns)
    if other == NO_SEAT or not _has_matching_line(t, other, answer):
        return
    t.of(Dealings).matched |= {(seat, order), (other, answer)}
    s.truces.append(TruceRecord((min(seat, other), max(seat, other)), s.turn + order.turns - 1))
    t.log("truce", "LM-IPR-05", public=True, seat=seat, owner=other, turns=order.turns)


def _match_alliance(t: Turn, seat: int, order: o.Alliance) -> None:
    """Make an alliance of seats that all name each other (IPR-01)."""
    s = t.s
    other = _other_seat(t, seat, order.player)
    if other == NO_SEAT:
        return
    members = sorted({*s.partners(seat), *s.partners(other)})
    if len(members) > MOST_ALLIES or s.is_friend(seat, other):
        return
    pairs = [(a, b) for a in members for b in members if a != b and not s.is_friend(a, b)]
    lines = [(a, o.Alliance(s.seats[b])) for a, b in pairs]
    if not all(_has_matching_line(t, a, line) for a, line in lines):
        return
    t.of(Dealings).matched |= set(lines)
    s.alliances = [group for group in s.alliances if not set(group) & set(members)]
    s.alliances.append(tuple(members))
    captives.free_friends(t)
    names = [s.nations[member].name for member in members]
    t.log("alliance", "LM-IPR-01", public=True, names=names)


def _match_sale(t: Turn, seat: int, order: o.Sell) -> None:
    """Carry out a sale that both sheets name and the buyer can pay (IPR-09, R112).

    The units leave the map now.
    """
    s = t.s
    other = _other_seat(t, seat, order.to)
    answer = o.Buy(order.units, s.seats[seat], order.price)
    if other == NO_SEAT or not _has_matching_line(t, other, answer) or money.purse(t, other) < order.price:
        return
    try:
        units = pick_for_sale(t, order)
    except OrderFailed:
        return
    t.of(Dealings).matched |= {(seat, order), (other, answer)}
    s.shipments.append(Shipment(other, tuple((s.units[n].code, s.units[n].wounded) for n in units)))
    for n in units:
        casualties.destroy_unit(t, n)
    t.actor = other
    money.spend(t, other, order.price, "LM-IPR-09")
    money.gain(t, seat, order.price, "price")
    told = [(batch.code, batch.count) for batch in order.units]
    t.log("sold", "LM-IPR-09", to=(seat, other), seat=seat, owner=other, units=told, price=order.price)


def pick_for_sale(t: Turn, order: o.Sell) -> list[int]:
    """Return the units of a sale; drop the order if they are absent or besieged."""
    s = t.s
    place = t.place(order.at, 0)
    t.need(place and not forts.is_besieged(s, place), "LM-IPR-10", "drop.besieged", place=place, uncertain=True)
    found: list[int] = []
    for batch in order.units:
        meant = fitting(s, [n for n in s.units_at(place, t.actor) if n not in found], batch)
        t.need(
            len(meant) >= batch.count, "LM-IPR-09", "drop.no-such-units", batch=batch, place=place, uncertain=True
        )
        found += meant[: batch.count]
    return found


def _match_ransom(t: Turn, seat: int, order: o.Ransom) -> None:
    """Free captives if captor and payer name the same price (R126)."""
    s = t.s
    other = _other_seat(t, seat, order.to)
    answer = o.Pay(s.seats[seat], order.price, order.name, order.units)
    if other == NO_SEAT or not _has_matching_line(t, other, answer) or money.purse(t, other) < order.price:
        return
    try:
        people, units = pick_captives(t, order.name, order.units)
    except OrderFailed:
        return
    t.of(Dealings).matched |= {(seat, order), (other, answer)}
    t.actor = other
    money.spend(t, other, order.price, "LM-IPR-09")
    money.gain(t, seat, order.price, "price")
    t.log("ransomed", "LM-IPR-09", to=(seat, other), seat=seat, owner=other, price=order.price)
    for who in people:
        captives.free_person(t, who)
    for n in units:
        captives.free_unit(t, n)


MATCH: dict[type, Any] = {
    o.Truce: _match_truce,
    o.Alliance: _match_alliance,
    o.Sell: _match_sale,
    o.Ransom: _match_ransom,
}


# In a player's turn


def need_match(t: Turn, order: Any) -> None:
    """Drop a line that no other sheet matched in `dealings`."""
    s = t.s
    if (t.actor, order) in t.of(Dealings).matched:
        return
    seat_of(t, order.player if hasattr(order, "player") else order.to)
    if isinstance(order, o.Sell):
        pick_for_sale(t, order)
    if isinstance(order, o.Ransom):
        pick_captives(t, order.name, order.units)
    if isinstance(order, o.Pay | o.Buy):
        t.need(money.purse(t, t.actor) >= order.price, "LM-IPR-09", "drop.no-gold", need=order.price,
               have=money.purse(t, t.actor), uncertain=True)  # fmt: skip
    if isinstance(order, o.Alliance):
        other = s.seats.index(order.player)
        t.need(not s.is_friend(t.actor, other), "LM-IPR-01", "drop.allied-already", seat=other)
        count = len({*s.partners(t.actor), *s.partners(other)})
        t.need(count <= MOST_ALLIES, "LM-IPR-01", "drop.alliance-full", most=MOST_ALLIES, uncertain=True)
    if not t.is_rehearsal:
        nation = s.nations[t.actor]
        s.set_nation(t.actor, refused=(*nation.refused, write_order(order)))
    t.need(t.is_rehearsal, "LM-IPR-01", "drop.unmatched", uncertain=True)


def pick_captives(t: Turn, name: str, batches: o.Units) -> tuple[list[int], list[int]]:
    """Return the acting player's captives that an order means; drop it if there are none."""
    s = t.s
    if name:
        who = s.person_named(name)
        mine = (
            who != NO_PERSON
            and s.people[who].captor is not None
            and s.is_friend(t.actor, s.people[who].captor or 0)
        )
        t.need(
            mine and s.people[who].captor == t.actor,
            "LM-BAT-26",
            "drop.not-your-captive",
            name=name,
            uncertain=True,
        )
        return [who], []
    found: list[int] = []
    for batch in batches:
        captured = [n for n, unit in s.units.items() if unit.captor == t.actor and n not in found]
        meant = fitting(s, captured, batch)
        t.need(len(meant) >= batch.count, "LM-BAT-26", "drop.no-such-captives", batch=batch, uncertain=True)
        found += meant[: batch.count]
    return [], found


def decide_captives(t: Turn, order: o.Prisoner) -> None:
    """Hold, kill, release or hand over captives (R126)."""
    people, units = pick_captives(t, order.name, order.units)
    if order.fate == "give":
        to = seat_of(t, order.to)
        t.need(t.s.is_friend(t.actor, to), "LM-BAT-26", "drop.no-partner", seat=to, uncertain=True)
        for who in people:
            captives.hold_person(t.s, who, to, t.s.people[who].place)
        for n in units:
            captives.hold_unit(t.s, n, to, t.s.units[n].place)
    for who in people:
        if order.fate == "kill":
            casualties.kill(t, who, t.actor)
        elif order.fate == "release":
            captives.free_person(t, who)
    for n in units:
        if order.fate == "kill":
            casualties.destroy_unit(t, n)
        elif order.fate == "release":
            captives.free_unit(t, n)


def name_heir(t: Turn, order: o.Heir) -> None:
    """Name an heir (R54)."""
    who = _own_character(t, order.name)
    t.s.set_nation(t.actor, heir=t.s.people[who].name)


def name_commander(t: Turn, order: o.Commander) -> None:
    """Appoint the commander in a place (R25)."""
    who = _own_character(t, order.name)
    place = t.place(order.at, 0)
    t.need(place, "LM-MAP-01", "drop.no-place")
    rest = tuple(each for each in t.s.nations[t.actor].commanders if each[0] != place)
    t.s.set_nation(t.actor, commanders=(*rest, (place, t.s.people[who].name)))


def _own_character(t: Turn, name: str) -> int:
    who = t.s.person_named(name, t.actor)
    t.need(
        who != NO_PERSON, "LM-A-01", "drop.no-such-character", name=name, known=t.s.names(t.actor), uncertain=True
    )
    return who


def name_retreat(t: Turn, order: o.Retreat) -> None:
    """Set the retreat of a place's defenders (R64)."""
    at, to = t.place(order.at, 0), t.place(order.to, 0)
    t.need(at and to, "LM-MAP-01", "drop.no-place")
    near = world.NEIGHBOURS[square_of(at)]
    fit = square_of(to) in (square_of(at), *near) and to != at
    t.need(fit, "LM-BAT-28", "drop.no-neighbour", here=at, place=to, near=near)
    rest = tuple(each for each in t.s.nations[t.actor].retreats if each[0] != at)
    t.s.set_nation(t.actor, retreats=(*rest, (at, to)))


# The joint turn


def join_sequence(s: State, order: list[int]) -> list[int]:
    """Move allies to the position of their best total, in order of their own totals (R50)."""
    found: list[int] = []
    for seat in order:
        found += [member for member in order if member in s.partners(seat) and member not in found]
    return found
