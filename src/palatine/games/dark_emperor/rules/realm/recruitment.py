"""Recruitment of kingdom and mercenary units, and gold from allies (7.2, 19.2)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import groupby

from palatine.core import Action, ChooseOne, MenuStep, Refusal, Step
from palatine.games.dark_emperor.components.pieces import (
    GONE,
    GROUP_POWERS,
    HOUNDS,
    INFANTRY,
    KINGDOM_POWERS,
    LEADERS_OF,
    NAVAL,
    POOL,
    PRICE,
    STRENGTH,
    UNIT_OF,
    UNIT_TYPE,
    UNITS,
    UNITS_OF,
)
from palatine.games.dark_emperor.components.tables import PRICES, TRANSFER
from palatine.games.dark_emperor.components.world import CITY_AT, CITY_HEXES, CITY_VALUE, PORT
from palatine.games.dark_emperor.rules.characters.lone_leaders import check_turned, provoke
from palatine.games.dark_emperor.rules.common.taxation import NOBODY_HOLDS, holder
from palatine.games.dark_emperor.state import END, STORED_NAMES, DarkEmperorState

CHEAPEST = min(PRICES)


PORTS_OF = tuple([tuple([h for h in cities if PORT[h]]) for cities in CITY_HEXES])
PRICE_BY = {
    "cavalry": PRICE,
    "infantry": tuple([PRICES[INFANTRY] if UNIT_OF[u] == HOUNDS else PRICE[u] for u in range(UNITS)]),
}
"""By the type Hounds march as: gold by unit (7.21, H6)."""
Kind = tuple[int, int, int]
"""Equivalent units with consecutive numbers: first number, number after the last, price."""


def _kinds(units: tuple[int, ...], prices: tuple[int, ...], is_naval: bool) -> tuple[Kind, ...]:
    mine = [u for u in units if (UNIT_TYPE[u] == NAVAL) == is_naval]
    sort_of = tuple(zip(UNIT_TYPE, STRENGTH, strict=False))
    alike = [list(group) for _, group in groupby(mine, key=sort_of.__getitem__)]
    return tuple([(members[0], members[-1] + 1, prices[members[0]]) for members in alike])


SORTS_OF = {
    hounds: tuple([(_kinds(units, prices, False), _kinds(units, prices, True)) for units in UNITS_OF])
    for hounds, prices in PRICE_BY.items()
}
"""By the type Hounds march as, and by power: kinds of units for any city, and for ports."""


def price(s: DarkEmperorState, u: int) -> int:
    """Return the price of a unit in gold (7.21, H6)."""
    return PRICE_BY[s.options["hounds"]][u]


class Recruitment(Step, frozen=True):
    """Step of the Recruitment Segment, repeated while a unit can be bought (4.A1b, 4.B1b)."""

    def run(self, s: DarkEmperorState) -> None:
        step = RecruitUnits(s.phasing)
        if step.has_choice(s):
            s.replace_top(step)
        else:
            s.pop()


class RecruitUnits(MenuStep, frozen=True, tag=STORED_NAMES):
    """Choice of the next unit to buy (7.21)."""

    seat: int
    needs_decision = True
    is_interruptible = True
    clause = "7.2a"
    verbs = {"buy": "piece", "end": "button"}

    def menu(self, s: DarkEmperorState) -> list[Action]:
        return [*[("buy", u) for u in wares(s, self.seat)], END]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.invalidate_actions()
        if action == END:
            s.pop()
            return
        s.replace_top(Recruitment())
        step = ChooseCity(self.seat, action[1])
        if step.has_choice(s):
            s.push(step)
        else:
            pay(s, self.seat, step.unit, *recruit_cities(s, self.seat, step.unit))

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        verb, u = action
        if verb == "end":
            return None if action == END else Refusal("7.2a", "why.no-button")
        if not 0 <= u < UNITS or s.where[u] != POOL or s.control[s.power[u]] != self.seat or not price(s, u):
            return Refusal("7.21a", "why.not-in-pool")
        if UNIT_OF[u] in KINGDOM_POWERS and s.is_conquered(s.power[u]):
            return Refusal("6.31a", "why.conquered", {"kingdom": s.power[u]})
        if not can_pay(s, self.seat, u):
            return Refusal("7.21b", "why.too-dear", {"unit": u, "price": price(s, u)})
        if not home_cities(s, u) and s.power[u] in GROUP_POWERS:
            return leaderless(s, s.power[u])
        if not recruit_cities(s, self.seat, u):
            return Refusal("7.23d", "why.no-city", {"unit": u})
        return None if action in self.actions(s) else Refusal("7.21a", "why.alike")


def terms(s: DarkEmperorState, u: int) -> tuple[int, int]:
    """Return the price of a unit, and how much of it allies would have to give (7.22)."""
    asked, power = price(s, u), s.power[u]
    return asked, 0 if power in GROUP_POWERS else max(0, asked - s.gold[power])


def wares(s: DarkEmperorState, side: int) -> Iterator[int]:
    """Return the units a side can buy now, one of each kind: kingdoms, then mercenaries."""
    purses = means(s, side)
    fullest = max(purses.values(), default=0)
    for kingdom, purse in purses.items():
        yield from wares_of(s, side, kingdom, purse)
    for group in GROUP_POWERS:
        if s.control[group] == side:
            yield from wares_of(s, side, group, fullest)


def wares_of(s: DarkEmperorState, side: int, power: int, purse: int) -> list[int]:
    """Return one of each kind of a power's units that a sum of gold can buy."""
    if purse < CHEAPEST:
        return []
    found: list[int] = []
    where = s.where
    for sort in SORTS_OF[s.options["hounds"]][power]:
        here = []
        for first, stop, gold in sort:
            if gold <= purse and POOL in (there := where[first:stop]):
                here.append(first + there.index(POOL))
        if here and has_place(s, side, here[0]):
            found += here
    return sorted(found)


def home_cities(s: DarkEmperorState, u: int) -> tuple[int, ...]:
    """Return the cities where a unit can be recruited; fleets only in ports (7.23a to 7.23c).

    They are the cities of its kingdom, or the city of its mercenary leader (19.2c, 19.2d).
    """
    power, is_naval = s.power[u], UNIT_TYPE[u] == NAVAL
    if power not in GROUP_POWERS:
        return PORTS_OF[power] if is_naval else CITY_HEXES[power]
    h = s.where[LEADERS_OF[power][0]]
    return (h,) if h in CITY_AT and (PORT[h] or not is_naval) else ()


def leaderless(s: DarkEmperorState, group: int) -> Refusal:
    """Return why units of a mercenary group cannot be recruited (19.2c, 19.2f).

    Its leader is dead or not in a city.
    """
    leader = LEADERS_OF[group][0]
    if s.where[leader] in (POOL, GONE):
        return Refusal("19.2f", "why.leader-dead", {"leader": leader})
    return Refusal("19.2c", "why.leader-in-no-city", {"leader": leader})


def recruit_cities(s: DarkEmperorState, side: int, u: int) -> list[int]:
    """Return the cities where a unit can appear."""
    return [h for h in home_cities(s, u) if has_room(s, h) and is_open(s, side, h)]


def has_place(s: DarkEmperorState, side: int, u: int) -> bool:
    """Return whether a unit can appear in any city; checks garrisoned ones first, for speed."""
    bare = []
    for h in home_cities(s, u):
        if has_room(s, h):
            if s.has_units(side, h):
                return True
            bare.append(h)
    return any(is_open(s, side, h) for h in bare)


def has_room(s: DarkEmperorState, h: int) -> bool:
    """Return whether a city can take another recruit in this phase (7.23, P24)."""
    return s.bought.get(h, 0) < CITY_VALUE[h]


def is_open(s: DarkEmperorState, side: int, h: int) -> bool:
    """Return whether a city is open to recruits: friendly units, or no enemy control (P11, P25)."""
    if s.has_units(side, h):
        return True
    lord = holder(s, h)
    return lord == NOBODY_HOLDS or s.control[lord] == side


# Payment


def payers(s: DarkEmperorState, side: int, u: int) -> list[int]:
    """Return the kingdoms that can pay for a mercenary unit, with gifts of allies (19.2, H10)."""
    return [k for k, gold in means(s, side).items() if gold >= price(s, u)]


def givers(s: DarkEmperorState, side: int, kingdom: int) -> list[int]:
    """Return the allies that have gold to give to a kingdom (7.22, A13)."""
    return [k for k in KINGDOM_POWERS if k != kingdom and s.control[k] == side and s.gold[k] >= TRANSFER]


def can_pay(s: DarkEmperorState, side: int, u: int) -> bool:
    """Return whether a side can pay for a unit, gifts of allies included (7.22)."""
    return most_gold(s, side, s.power[u]) >= price(s, u)


def most_gold(s: DarkEmperorState, side: int, power: int) -> int:
    """Return the most gold available for one unit of a power, gifts included (7.22, 19.2)."""
    found = means(s, side)
    return max(found.values(), default=0) if power in GROUP_POWERS else found.get(power, 0)


def means(s: DarkEmperorState, side: int) -> dict[int, int]:
    """Return the gold of each unconquered kingdom of a side, with gifts of allies (7.22)."""
    lands, control = s.lands, s.control
    gold = {k: amount for k, amount in enumerate(s.gold) if control[k] == side}
    gifts = sum([amount // TRANSFER for amount in gold.values()])
    return {k: amount + gifts - amount // TRANSFER for k, amount in gold.items() if lands[k] < 0}


class ChooseCity(MenuStep, frozen=True):
    """Choice of the city where a recruit appears (7.23)."""

    seat: int
    unit: int
    without_preview = "The choice names the city; the price is shown before."
    needs_decision = True
    clause = "7.23a"
    verbs = {"at": "space"}

    def menu(self, s: DarkEmperorState) -> list[Action]:
        return [("at", h) for h in recruit_cities(s, self.seat, self.unit)]

    def take(self, s: DarkEmperorState, action: Action) -> None:
        s.pop()
        pay(s, self.seat, self.unit, action[1])

    def refuse(self, s: DarkEmperorState, action: Action) -> Refusal | None:
        h = action[1]
        if action in self.actions(s):
            return None
        if h not in CITY_HEXES[s.power[self.unit]]:
            return Refusal("7.23b", "why.not-your-city", {"kingdom": s.power[self.unit]})
        if not has_room(s, h):
            return Refusal("7.23e", "why.city-full", {"hex": h})
        if UNIT_TYPE[self.unit] == NAVAL and not PORT[h]:
            return Refusal("7.23c", "why.no-port", {"hex": h})
        return Refusal("7.23d", "why.city-closed", {"hex": h})


def pay(s: DarkEmperorState, side: int, u: int, h: int) -> None:
    """Determine the paying kingdom, or push the choice for mercenaries (7.21, 19.2)."""
    found = payers(s, side, u) if s.power[u] in GROUP_POWERS else [s.power[u]]
    if len(found) > 1:
        s.push(ChoosePayer(side, u, h))
    else:
        collect(s, side, u, h, found[0])


def collect(s: DarkEmperorState, side: int, u: int, h: int, payer: int) -> None:
    """Take the price, or push the choice of an ally to give the rest; then place the unit."""
    missing = price(s, u) - s.gold[payer]
    while missing > 0:
        helpers = givers(s, side, payer)
        if len(helpers) > 1:
            s.push(ChooseGiver(side, u, h, payer))
            return
        give_gold(s, helpers[0], payer, missing)
        missing = price(s, u) - s.gold[payer]
    spend(s, side, u, h, payer)


def give_gold(s: DarkEmperorState, giver: int, kingdom: int, missing: int) -> None:
    """Transfer gold from an ally, up to what is missing; the ally loses twice that (7.22)."""
    gold = min(missing, s.gold[giver] // TRANSFER)
    s.gold[giver] -= TRANSFER * gold
    s.gold[kingdom] += gold
    s.log("transfer", "7.22b", kingdom=kingdom, power=giver, gold=gold, loss=TRANSFER * gold)


def spend(s: DarkEmperorState, side: int, u: int, h: int, kingdom: int) -> None:
    """Pay for a unit and place it; this counts as entering the hex (A25)."""
    s.gold[kingdom] -= price(s, u)
    s.bought[h] = s.bought.get(h, 0) + 1
    s.put((u,), h)
    s.log("recruit", "7.21b", unit=u, hex=h, kingdom=kingdom, gold=price(s, u), treasury=s.gold[kingdom])
    provoke(s, side, h)
    check_turned(s, (u,))


class ChoosePayer(ChooseOne, frozen=True):
    """Choice of the kingdom that pays for a mercenary unit (19.2)."""

    seat: int
    unit: int
    hex: int
    without_preview = "The choice names the kingdom; the price is shown before."
    clause = "19.2b"
    verbs = {"pay": "button"}
    default_refusal = Refusal("19.2b", "why.cannot-pay")

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return payers(s, self.seat, self.unit)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        collect(s, self.seat, self.unit, self.hex, choice)


class ChooseGiver(ChooseOne, frozen=True):
    """Choice of the ally that gives gold and loses twice as much (7.22)."""

    seat: int
    unit: int
    hex: int
    payer: int
    without_preview = "The prompt says what a gift costs the ally."
    clause = "7.22a"
    verbs = {"give": "button"}
    default_refusal = Refusal("7.22a", "why.cannot-give")

    def candidates(self, s: DarkEmperorState) -> Iterable[int]:
        return givers(s, self.seat, self.payer)

    def on_chosen(self, s: DarkEmperorState, choice: int) -> None:
        give_gold(s, choice, self.payer, price(s, self.unit) - s.gold[self.payer])
        collect(s, self.seat, self.unit, self.hex, self.payer)
