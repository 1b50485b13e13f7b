"""Rules of SET-UP, each a function that finds errors in a set-up (SET, ADV, DIS).

A set-up is checked without knowledge of the others; what depends on them is uncertain.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import Any, Final, NamedTuple

from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.components.tables import GODS
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.orders import sheets
from palatine.games.lord_and_master.orders.setup_sheet import SINGLE, Blueprint

LIVING = tuple(race for race in pieces.RACES if race != "dead")
FOUNDERS = 3
MOST_TROOPS, TROOPS_GOLD = 5, 50
RECRUITED = 5
LONGEST_NAME = 40
PURE, FOUL = frozenset("ED"), frozenset("OT")
"""Races, and their classes, that exclude each other (SET-05, R52)."""
PURE_CLASSES, FOUL_CLASSES = frozenset("DAES"), frozenset("OBL")
CLAUSES: dict[type, str] = {
    sheets.NationName: "LM-SET-14",
    sheets.About: "LM-SET-14",
    sheets.Provinces: "LM-SET-01",
    sheets.Treasury: "LM-SET-02",
    sheets.Classes: "LM-SET-03",
    sheets.Kinds: "LM-SET-08",
    sheets.God: "LM-SET-13",
}
"""Clause that requires each mandatory line."""
WORDS: dict[type, str] = {
    sheets.NationName: "nation",
    sheets.About: "about",
    sheets.Provinces: "provinces",
    sheets.CityState: "city",
    sheets.Treasury: "treasury",
    sheets.Classes: "classes",
    sheets.Kinds: "types",
    sheets.God: "god",
}


class Fault(NamedTuple):
    """An error in a line of a set-up (0: in the whole), with its message."""

    line: int
    clause: str
    key: str
    data: dict[str, Any] = {}
    uncertain: bool = False


FEW_CLASSES: Final = 4
FEW_TYPES: Final = 7
"""Numbers of classes and types of a nation with these disadvantages (DIS-01, DIS-02)."""


class SetupContext(NamedTuple):
    """A set-up to check: its plan, the seat's start group, and the groups not dealt."""

    plan: Blueprint
    own: tuple[int, ...]
    free: tuple[tuple[int, ...], ...]


Rule = Callable[[SetupContext], Iterator[Fault]]


def lines(context: SetupContext) -> Iterator[Fault]:
    """Find foreign, missing and repeated lines (SET-14)."""
    plan = context.plan
    for number, order in plan.lines:
        if not isinstance(order, sheets.SETUP_LINES):
            yield Fault(number, "LM-SET-14", "not-a-set-up-line")
    for number in plan.repeated:
        yield Fault(number, "LM-SET-14", "said-twice", {"word": WORDS[type(plan.lines[number - 1][1])]})
    for kind in SINGLE:
        if kind in CLAUSES and kind not in plan.single:
            yield Fault(0, CLAUSES[kind], "line-missing", {"word": WORDS[kind]})


def nation_name(context: SetupContext) -> Iterator[Fault]:
    """Find a missing or too long name of the nation (SET-14)."""
    found = context.plan.get(sheets.NationName)
    if found is not None and not 0 < len(found.text.strip()) <= LONGEST_NAME:
        yield Fault(context.plan.number(sheets.NationName), "LM-SET-14", "nation-name", {"most": LONGEST_NAME})


# Customised set-up


def traits(context: SetupContext) -> Iterator[Fault]:
    """Find unknown or repeated traits and unequal numbers of both kinds (ADV-01)."""
    plan = context.plan
    taken: set[str] = set()
    for number, key, known in [
        *((number, key, tables.ADVANTAGES) for number, key in plan.advantages),
        *((number, key, tables.DISADVANTAGES) for number, key in plan.disadvantages),
    ]:
        if key not in known:
            yield Fault(number, "LM-ADV-01", "no-such-trait", {"name": key, "known": sorted(known)})
        elif key in taken:
            yield Fault(number, "LM-ADV-01", "trait-twice", {"name": key})
        taken.add(key)
    gained, paid = len(plan.advantages), len(plan.disadvantages)
    if gained != paid:
        yield Fault(0, "LM-ADV-01", "unpaid-traits", {"count": gained, "paid": paid})


def contradictions(context: SetupContext) -> Iterator[Fault]:
    """Find contradictory traits (DIS-13, R111)."""
    taken = {key: number for number, key in (*context.plan.advantages, *context.plan.disadvantages)}
    for one, other in tables.CONTRADICTIONS:
        if one in taken and other in taken:
            names = {"one": _trait(one), "other": _trait(other)}
            yield Fault(max(taken[one], taken[other]), "LM-DIS-13", "contradiction", names)


def _trait(key: str) -> str:
    return (tables.ADVANTAGES.get(key) or tables.DISADVANTAGES[key]).name


# Provinces, city and treasury


def start_provinces(context: SetupContext) -> Iterator[Fault]:
    """Find errors in the start squares (SET-01).

    They are the three of a start group, or one with a city-state; deserts only with wasteland warriors.
    """
    plan = context.plan
    found = plan.get(sheets.Provinces)
    if found is None:
        return
    number, squares = plan.number(sheets.Provinces), plan.squares
    clause, count = ("LM-ADV-09", 1) if plan.has("city-state") else ("LM-SET-01", 3)
    if len(squares) != count or len(set(squares)) != count:
        yield Fault(number, clause, "province-count", {"count": count})
    if not set(squares) <= set(context.own):
        if any(set(squares) <= set(group) for group in context.free):
            yield Fault(number, "LM-SET-01", "free-group", {"own": list(context.own)}, uncertain=True)
        else:
            yield Fault(
                number, "LM-SET-01", "not-your-group", {"own": list(context.own), "free": _list(context.free)}
            )
    if plan.has("wasteland-warriors") and any(letter not in "gw" for _, letter in found.chosen):
        yield Fault(number, "LM-DIS-11", "only-wasteland")


def _list(groups: tuple[tuple[int, ...], ...]) -> str:
    return "; ".join(" ".join(map(str, group)) for group in groups) or "–"


def city(context: SetupContext) -> Iterator[Fault]:
    """Find errors in the city of a city-state (ADV-09, R37)."""
    plan = context.plan
    found = plan.get(sheets.CityState)
    if found is None:
        if plan.has("city-state"):
            yield Fault(0, "LM-ADV-09", "city-missing")
        return
    number = plan.number(sheets.CityState)
    if not plan.has("city-state"):
        yield Fault(number, "LM-ADV-09", "no-city-state")
    if found.square not in plan.squares:
        yield Fault(number, "LM-ADV-09", "city-elsewhere", {"name": found.name})
    if found.race not in LIVING:
        yield Fault(number, "LM-ADV-09", "no-such-race", {"name": found.race, "known": list(LIVING)})
    if found.name.casefold() in {each.name.casefold() for each in world.CITIES.values()}:
        yield Fault(number, "LM-ADV-09", "city-name", {"name": found.name})
    if not 0 < len(found.name.strip()) <= LONGEST_NAME:
        yield Fault(number, "LM-ADV-09", "long-name", {"name": found.name, "most": LONGEST_NAME})


def start_treasury(context: SetupContext) -> Iterator[Fault]:
    """Find errors in the treasury: amount, place, bearer of a mobile one (SET-02, ADV-06)."""
    plan = context.plan
    found = plan.get(sheets.Treasury)
    if found is None:
        return
    number = plan.number(sheets.Treasury)
    if found.gold != plan.gold:
        yield Fault(number, _gold_clause(plan), "wrong-gold", {"amount": plan.gold})
    if plan.has("mobile-treasury"):
        if not found.bearer or found.bearer.casefold() != plan.leader.casefold():
            yield Fault(number, "LM-ADV-06", "treasury-with-leader")
    elif found.at is None:
        yield Fault(number, "LM-SET-02", "treasury-not-mobile")
    elif not plan.place(found.at):
        yield Fault(number, "LM-SET-02", "not-own-place", {"name": _place_text(found.at)})


def _gold_clause(plan: Blueprint) -> str:
    given = {"gold-150": "LM-ADV-04", "recruits-only": "LM-DIS-03", "wasteland-warriors": "LM-DIS-11"}
    return next((clause for trait, clause in given.items() if plan.has(trait)), "LM-SET-02")


def _place_text(at: o.PlaceRef) -> str:
    return at.name or f"{at.square or 'here'}{at.part}"


# Classes and types


def picked_classes(context: SetupContext) -> Iterator[Fault]:
    """Find errors in the picked classes: number and combinations.

    See SET-03 to SET-05, ADV-02, DIS-01.
    """
    plan = context.plan
    number = plan.number(sheets.Classes)
    if not number:
        return
    counts = {"six-classes": (6, "LM-ADV-02"), "four-classes": (FEW_CLASSES, "LM-DIS-01")}
    yield from _pick_faults(
        context, number, plan.classes, pieces.CLASSES, "class", _count(plan, counts, (5, "LM-SET-03"))
    )
    if {"N", "P"} <= set(plan.classes):
        yield Fault(number, "LM-SET-04", "necromancers-and-priests")


def kinds(context: SetupContext) -> Iterator[Fault]:
    """Find errors in the picked types: nine, or eleven or seven (SET-08, ADV-03, DIS-02)."""
    plan = context.plan
    number = plan.number(sheets.Kinds)
    if number:
        counts = {"eleven-types": (11, "LM-ADV-03"), "seven-types": (FEW_TYPES, "LM-DIS-02")}
        yield from _pick_faults(
            context, number, plan.kinds, pieces.KINDS, "type", _count(plan, counts, (9, "LM-SET-08"))
        )


def _count(plan: Blueprint, counts: dict[str, tuple[int, str]], usual: tuple[int, str]) -> tuple[int, str]:
    return next((found for trait, found in counts.items() if plan.has(trait)), usual)


def _pick_faults(
    context: SetupContext, number: int, picked: tuple[str, ...], known: Any, what: str, wanted: tuple[int, str]
) -> Iterator[Fault]:
    """Find unknown and repeated picks and a wrong number of them."""
    count, clause = wanted
    if len(picked) != count:
        yield Fault(number, clause, f"{what}-count", {"count": count, "picked": len(picked)})
    for pick in dict.fromkeys(picked):
        if pick not in known:
            yield Fault(number, clause, f"no-such-{what}", {"name": pick})
        elif picked.count(pick) > 1:
            yield Fault(number, clause, f"{what}-twice", {"name": pick})


def _races(plan: Blueprint) -> dict[str, str]:
    """Return the races of the picked types, each with its first type."""
    found: dict[str, str] = {}
    for kind in plan.kinds:
        if kind in pieces.KINDS:
            found.setdefault(pieces.TROOPS[pieces.KINDS[kind][0]].race, kind)
    return found


def clashes(context: SetupContext) -> Iterator[Fault]:
    """Find elves or dwarves combined with orcs or trolls, as classes or troops (SET-05)."""
    plan = context.plan
    races = set(_races(plan))
    pure = [*(of for of in plan.classes if of in PURE_CLASSES), *(pieces.RACE_NAME[race] for race in races & PURE)]
    foul = [*(of for of in plan.classes if of in FOUL_CLASSES), *(pieces.RACE_NAME[race] for race in races & FOUL)]
    if pure and foul:
        number = max(plan.number(sheets.Classes), plan.number(sheets.Kinds))
        yield Fault(number, "LM-SET-05", "races-clash", {"pure": sorted(pure), "foul": sorted(foul)})


def races(context: SetupContext) -> Iterator[Fault]:
    """Find races of troops without recruits or without a class that raises them.

    See SET-08, SET-09, R105.
    """
    plan = context.plan
    number = plan.number(sheets.Kinds)
    raised = {race for of in plan.classes if of in pieces.CLASSES for race in pieces.CLASSES[of].raises}
    if plan.god == "Feaster" and {"P", "A"} & set(plan.classes):
        raised |= {"O", "T"}
    for race in _races(plan):
        facts = {"race": pieces.RACE_NAME[race], "name": pieces.RECRUITS.get(race, "")}
        if race != "dead" and pieces.RECRUITS[race] not in plan.kinds:
            yield Fault(number, "LM-SET-08", "recruits-missing", facts)
        if race not in raised:
            yield Fault(number, "LM-SET-09", "nobody-raises", facts)


def dead(context: SetupContext) -> Iterator[Fault]:
    """Warn of Necromancers without The Dead, which is allowed (SET-10, R36)."""
    plan = context.plan
    if "N" in plan.classes and plan.kinds and pieces.DEAD not in plan.kinds:
        yield Fault(plan.number(sheets.Kinds), "LM-SET-10", "without-the-dead", uncertain=True)


def berserkers(context: SetupContext) -> Iterator[Fault]:
    """Find berserkers of a nation that does not worship Odin (D-12)."""
    plan = context.plan
    if "BE" in plan.kinds and plan.god != "Odin":
        yield Fault(plan.number(sheets.Kinds), "LM-D-12", "berserkers-of-odin")


def god(context: SetupContext) -> Iterator[Fault]:
    """Find an unknown god (SET-13)."""
    if context.plan.god and context.plan.god not in GODS:
        yield Fault(context.plan.number(sheets.God), "LM-SET-13", "no-such-god", {"name": context.plan.god})


# Characters and troops


def founders(context: SetupContext) -> Iterator[Fault]:
    """Find errors in number, levels and leader of the three characters (SET-06, SET-07)."""
    plan = context.plan
    found = plan.founders
    if len(found) != FOUNDERS:
        yield Fault(0, "LM-SET-06", "three-characters", {"count": len(found)})
    levels = {"two-seconds": ([2, 2, 1], "LM-ADV-05"), "three-firsts": ([1, 1, 1], "LM-DIS-04")}
    wanted, clause = next((each for trait, each in levels.items() if plan.has(trait)), ([2, 1, 1], "LM-SET-06"))
    if len(found) == FOUNDERS and sorted((founder.level for _, founder in found), reverse=True) != wanted:
        yield Fault(found[0][0], clause, "levels", {"levels": wanted})
    leaders = [number for number, founder in found if founder.leader]
    if found and len(leaders) != 1:
        yield Fault(leaders[1] if leaders else found[0][0], "LM-SET-07", "one-leader")
    names: set[str] = set()
    for number, founder in found:
        yield from _founder(plan, number, founder, names)
        names.add(founder.name.casefold())


def _founder(plan: Blueprint, number: int, founder: sheets.Founder, names: set[str]) -> Iterator[Fault]:
    """Find errors in a character's name, class, race, place and function."""
    if founder.name.casefold() in names:
        yield Fault(number, "LM-SET-06", "same-name", {"name": founder.name})
    if not 0 < len(founder.name.strip()) <= LONGEST_NAME:
        yield Fault(number, "LM-SET-06", "long-name", {"name": founder.name, "most": LONGEST_NAME})
    if founder.of not in plan.classes or founder.of not in pieces.CLASSES:
        yield Fault(number, "LM-SET-06", "class-not-picked", {"name": founder.name, "kind": founder.of})
    elif founder.race and founder.race not in pieces.CLASSES[founder.of].races:
        facts = {"of": founder.of, "known": [pieces.RACE_NAME[race] for race in pieces.CLASSES[founder.of].races]}
        yield Fault(number, "LM-CH-01", "wrong-race", facts)
    if not plan.place(founder.at):
        yield Fault(number, "LM-SET-06", "not-own-place", {"name": _place_text(founder.at)})
    if founder.function and (founder.leader or not plan.has("double-hierarchy")):
        yield Fault(number, "LM-DIS-07", "no-function", {"name": founder.name})


def troops(context: SetupContext) -> Iterator[Fault]:
    """Find errors in the regular units: at most five, for 50 gold (SET-11, DIS-03, R38)."""
    plan = context.plan
    found = [(number, batch) for number, order in plan.all(sheets.Troops) for batch in order.units]
    if found and plan.has("recruits-only"):
        yield Fault(found[0][0], "LM-DIS-03", "no-troops")
    for number, batch in found:
        troop = pieces.TROOPS.get(batch.code)
        if troop is None or (troop.grade != "C" and batch.code != pieces.INITIATE) or batch.wounded:
            yield Fault(number, "LM-SET-11", "not-regular", {"name": batch.code})
        elif troop.kind == "BE" and batch.code != pieces.INITIATE:
            yield Fault(number, "LM-TT-16", "not-initiated", {"name": batch.code, "known": pieces.INITIATE})
        elif troop.kind not in plan.kinds:
            yield Fault(number, "LM-SET-11", "type-not-picked", {"name": batch.code, "kind": troop.kind})
    count = sum(batch.count for _, batch in found)
    if count > MOST_TROOPS:
        yield Fault(found[-1][0], "LM-SET-11", "too-many-troops", {"most": MOST_TROOPS, "count": count})
    cost = sum(batch.count * price_of_code(batch.code) for _, batch in found)
    if cost > TROOPS_GOLD:
        yield Fault(found[-1][0], "LM-SET-11", "too-dear", {"most": TROOPS_GOLD, "amount": cost})
    yield from _placement_faults(plan, sheets.Troops, "LM-SET-11")


def price_of_code(code: str) -> int:
    """Return the price of equipping a recruit as a code's type (R38)."""
    return pieces.price(pieces.TROOPS[code].kind) if code in pieces.TROOPS else 0


def recruits(context: SetupContext) -> Iterator[Fault]:
    """Find errors in the five recruit units (SET-12)."""
    plan = context.plan
    found = [(number, batch) for number, order in plan.all(sheets.Recruits) for batch in order.units]
    for number, batch in found:
        if batch.code not in pieces.RECRUITS.values() or batch.wounded:
            yield Fault(number, "LM-SET-12", "not-recruits", {"name": batch.code})
        elif batch.code not in plan.kinds:
            yield Fault(number, "LM-SET-12", "type-not-picked", {"name": batch.code, "kind": batch.code})
    count = sum(batch.count for _, batch in found)
    if count != RECRUITED:
        yield Fault(found[-1][0] if found else 0, "LM-SET-12", "five-recruits", {"count": count})
    yield from _placement_faults(plan, sheets.Recruits, "LM-SET-12")


def _placement_faults(plan: Blueprint, kind: type, clause: str) -> Iterator[Fault]:
    for number, order in plan.all(kind):
        if not plan.place(order.at):
            yield Fault(number, clause, "not-own-place", {"name": _place_text(order.at)})


RULES: tuple[Rule, ...] = (
    lines, nation_name, traits, contradictions, start_provinces, city, start_treasury, picked_classes, kinds,
    clashes, races, dead, berserkers, god, founders, troops, recruits,
)  # fmt: skip


def faults(context: SetupContext) -> list[Fault]:
    """Return all errors, by line."""
    return sorted((fault for rule in RULES for fault in rule(context)), key=lambda fault: fault.line)
