"""The Feaster: its movement and its effect on provinces (DI-16 to DI-24, R42, R85, R86)."""

from __future__ import annotations

from collections.abc import Callable
from fractions import Fraction

from palatine.games.lord_and_master.components import pieces, tables, world
from palatine.games.lord_and_master.rules.actions import leading
from palatine.games.lord_and_master.rules.common import casualties, control, escape, neutrals
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.turn import TallyPart, Turn
from palatine.games.lord_and_master.state import MAGNATES, NO_PERSON, WILD, MagnateRecord, Person, still

MAGNATE_LEVEL = 3
"""Level of a magnate (CH-21)."""
WASTE = "w"


def move_feaster(t: Turn) -> None:
    """Move the Feaster at random: 1 north, 2 east, 3 south, 4 west; off the map it leaves.

    See DI-17.
    """
    s = t.s
    here = s.feaster
    tally = t.throw("feaster-step", sides=4)
    place = world.STEPS[here][tally.rolled - 1]
    if place:
        t.log("feaster-moves", "LM-DI-17", public=True, tally=tally, origin=here, place=place)
        enter_province(t, place)
    else:
        s.feaster = 0
        t.log("feaster-leaves", "LM-DI-17", public=True, tally=tally, place=here)


def enter_province(t: Turn, square: int) -> None:
    """Place the Feaster in a province and roll for the province's fate (DI-19 to DI-24)."""
    t.s.feaster = square
    tally = t.throw("feaster", sides=6)
    fate = tables.FEASTER[tally.rolled]
    t.log("feaster", _CLAUSES[fate], public=True, tally=tally, place=square, fate=f"feast.{fate}")
    if fate in FATES:
        neutrals.rouse(t, square)
        FATES[fate](t, square)


_CLAUSES = {
    "all": "LM-DI-19",
    "units": "LM-DI-20",
    "host": "LM-DI-21",
    "necromancers": "LM-DI-22",
    "wasteland": "LM-DI-23",
    "nothing": "LM-DI-24",
}


def _units(t: Turn, square: int) -> list[int]:
    """Return all units in a square, including prisoners."""
    return [n for n, unit in t.s.units.items() if unit.place == square]


def _characters_in(t: Turn, square: int) -> list[int]:
    """Return all characters in a square, including prisoners."""
    return [n for n, person in t.s.people.items() if person.place == square]


def _eat_units(t: Turn, square: int) -> None:
    for n in _units(t, square):
        casualties.destroy_unit(t, n)


def _all(t: Turn, square: int) -> None:
    """Kill all characters and units (DI-19)."""
    _eat_units(t, square)
    for who in still(t.s.people, _characters_in(t, square)):
        casualties.kill(t, who, WILD)


def _only_units(t: Turn, square: int) -> None:
    """Kill all units, and the characters who do not escape (DI-20, R86)."""
    _eat_units(t, square)
    for who in still(t.s.people, _characters_in(t, square)):
        if not _escapes(t, who):
            casualties.kill(t, who, WILD)


def _escapes(t: Turn, who: int) -> bool:
    """Roll an escape at -4, ignoring enemies; gnomes and tricksters are safe."""
    person = t.s.people[who]
    if person.of in escape.GNOMES:
        return True
    parts: list[TallyPart] = [(15, "LM-ESC-02", "escape"), (-4, "LM-DI-20", "feaster")]
    if person.of in escape.NIMBLE:
        parts.append((person.level, "LM-ESC-03", "nimble"))
    success, tally = t.attempt("escape", parts, person.owner)
    kind = "escape" if success else "eaten"
    t.log(
        kind, "LM-DI-20", at=(person.place,), to=(person.owner,), tally=tally, name=person.name, place=person.place,
        free=success,
    )  # fmt: skip
    return success


def _host(t: Turn, square: int) -> None:
    """Turn half of the units, by lot, into a host of the unforgiven dead, which attacks (DI-21)."""
    s = t.s
    units = _units(t, square)
    count = tables.half_even(Fraction(len(units), 2))
    for n in s.dice.sample(units, count, "feaster host"):
        casualties.destroy_unit(t, n)
    host = s.new_units("HUD", count, WILD, square)
    t.log("feaster-host", "LM-DI-21", at=(square,), place=square, count=count)
    _fall_upon(t, host, square)


def _fall_upon(t: Turn, host: list[int], square: int) -> None:
    """Let a host attack all remaining pieces; unopposed, it holds the province (R175).

    The treasury then waits for the victor over the host.
    """
    s = t.s
    m = March(t, WILD, square, NO_PERSON, ALL_RACES)
    m.units = host
    leading.meet(t, m, teleported=True)
    for n in still(s.units, host):
        if s.units[n].captor is not None:
            casualties.destroy_unit(t, n)


def _necromancers(t: Turn, square: int) -> None:
    """Turn characters into Necromancers and units into ghouls (DI-22).

    The highest character becomes a magnate, whom the others and the ghouls serve; without characters the ghouls have
    no master.
    """
    s = t.s
    people = sorted(_characters_in(t, square), key=lambda n: (-s.people[n].level, n))
    was = [s.people[n] for n in people]
    number = s.new_id()
    owner = MAGNATES + number if people else WILD
    count = len(_units(t, square))
    _eat_units(t, square)
    ghouls = s.new_units("GHD", count, owner, square)
    for who in still(s.people, people):
        casualties.kill(t, who, WILD)
    if was:
        _enthrone(t, owner, square, was)
    else:
        _fall_upon(t, ghouls, square)


def _enthrone(t: Turn, owner: int, square: int, was: list[Person]) -> None:
    s = t.s
    made = [
        s.new_person(
            Person(old.name, "N", MAGNATE_LEVEL, "O" if old.race == "O" else "M", owner, square, since=s.turn)
        )
        for old in was
    ]
    s.magnates[owner] = MagnateRecord(was[0].name, made[0], square, s.people[made[0]].race, (pieces.DEAD,), 0)
    t.log("necromancers", "LM-DI-22", public=True, place=square, people=[old.name for old in was])
    control.conquer(t, square, owner)


def _wasteland(t: Turn, square: int) -> None:
    """Turn the province into wasteland without harm to pieces (DI-23)."""
    t.s.terrain[square] = WASTE


FATES: dict[str, Callable[[Turn, int], None]] = {
    "all": _all,
    "units": _only_units,
    "host": _host,
    "necromancers": _necromancers,
    "wasteland": _wasteland,
}
"""Effects on a province; "nothing" has none."""
