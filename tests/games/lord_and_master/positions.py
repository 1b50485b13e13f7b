"""Helpers that build and play positions, turns and battles of Lord and Master Triumphant."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from typing import Any

import pytest

from palatine.core import Dice, Entry, dice_key
from palatine.games.lord_and_master import sequence
from palatine.games.lord_and_master.components import pieces, world
from palatine.games.lord_and_master.components.places import square_of
from palatine.games.lord_and_master.orders.grammar import parse, parse_line
from palatine.games.lord_and_master.rules.actions import dispatch
from palatine.games.lord_and_master.rules.combat import battle, forts, modifiers, rounds
from palatine.games.lord_and_master.rules.combat.battlefield import Battle
from palatine.games.lord_and_master.rules.common.march import ALL_RACES, March
from palatine.games.lord_and_master.rules.common.turn import OrderFailed, Turn
from palatine.games.lord_and_master.state import NO_PERSON, Nation, Person, State
from palatine.testing import scripted


def hargaar(seats: int = 2, **nation: Any) -> State:
    """Return the map with `seats` nations that own only 100 gold each.

    Start squares are wasteland.
    """
    terrain = [letter.replace("x", "w") for letter in world.TERRAIN]
    state = State(
        seats=tuple(f"P{n + 1}" for n in range(seats)),
        flow=[],
        dice=Dice(dice_key(b"hargaar")),
        options={},
        turn=3,
        sheets=[None] * seats,
        order=list(range(seats)),
        totals=[0] * seats,
        terrain=terrain,
    )
    state.nations = [Nation(f"N{n + 1}", **{"gold": 100, "god": "Mars", **nation}) for n in range(seats)]
    state.coffers = {square: world.PROVINCES[terrain[square]].treasury for square in range(1, world.SQUARES + 1)}
    state.coffers.update({square + 200: city.treasury for square, city in world.CITIES.items()})
    state.journal = []  # type: ignore[misc]
    return state


def hold(state: State, owner: int, *places: int, allied: bool = False) -> None:
    """Make an owner hold places, as possessions or as allies."""
    for place in places:
        state.holders[place] = owner
        if allied:
            state.allied.append(place)
        else:
            state.coffers.pop(place, None)


def person(state: State, name: str, owner: int, place: int, race: str = "", **changes: Any) -> int:
    """Add a character, written as "Ralph W2", and return its number.

    The first character of a nation becomes its leader.
    """
    called, what = name.split()
    of, level = what[0], int(what[1:])
    race = race or pieces.CLASSES[of].races[0]
    who = state.new_person(Person(called, of, level, race, owner, place, **changes))
    if 0 <= owner < len(state.nations) and state.nations[owner].leader < 0:
        state.set_nation(owner, leader=who)
    return who


def put(state: State, units: str, owner: int, place: int) -> list[int]:
    """Add units, written as "HFC 3 MFD 2w", and return their numbers."""
    words = units.split()
    made: list[int] = []
    for code, count in zip(words[::2], words[1::2], strict=True):
        made += state.new_units(code, int(count.rstrip("w")), owner, place, count.endswith("w"))
    return made


def field() -> State:
    """Return two neighbouring nations, the first with Hugo, a level 2 Thief.

    Hugo and the first treasury are in 65. The second treasury is in 56, next to it.
    """
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    s.set_nation(0, site=65)
    s.set_nation(1, site=56)
    person(s, "Hugo T2", 0, 65)
    return s


def codes(state: State, owner: int, place: int) -> list[str]:
    """Return an owner's units in a place as sorted codes, such as "HFC" or "HFCw"."""
    units = [state.units[n] for n in state.units_at(place, owner)]
    return sorted(unit.code + "w" * unit.wounded for unit in units)


DICE = {
    **dict.fromkeys(
        ("annexation", "bolts", "corruption", "feaster", "magnate troops", "rain", "retreat", "siege"), "d6"
    ),
    **dict.fromkeys(("leader's fate", "magnate"), "d12"),
    **dict.fromkeys(
        ("assassination", "diplomacy", "escape", "exorcism", "hit", "raise-dead", "recruit", "rescue"), "d20"
    ),
    **dict.fromkeys(("sequence", "summoning", "theft", "treachery", "magnate's assistant"), "d20"),
    "feaster-step": "d4",
    "loot": "d8",
    "sod-busters": "d10",
}
"""Die that the rulebook requires, by purpose of the roll.

The charts and the chances of 1 in 12, 1 in 6, 10 to 80%, 5 to 30% and 50% determine it (R32, R34, R56). "Or less"
means a d20, sod-busters roll a d10, and the Feaster has four directions (DI-17).
"""


@contextmanager
def dice(state: State, rolls: Sequence[Any]) -> Iterator[None]:
    """Script the next rolls of this state; raise if rolls run out or remain."""
    true = state.dice
    with scripted(state, rolls) as twin:
        state.dice = twin.dice
        try:
            yield
        finally:
            state.dice = true
        for roll in twin.dice.script.used:  # type: ignore[attr-defined]
            purpose, _, die = roll.partition(":")[0].rpartition(" ")
            assert DICE.get(purpose, die) == die, roll


def order(turn: Turn, seat: int, text: str, rolls: Sequence[Any] = ()) -> list[Entry]:
    """Run one line of a seat's sheet with exactly these rolls and return the journal.

    Raises OrderFailed.
    """
    state = turn.s
    state.journal = []  # type: ignore[misc]
    turn.actor = seat
    with dice(state, rolls):
        dispatch.carry_out(turn, parse_line(text))
    return list(state.journal or [])


CERTAIN = """
cannot-raise cannot-train cannot-train-race magnates-do-not-talk no-function no-such-power not-his-class not-his-race
mobile-treasury no-dead no-god not-picked other-god
feaster-asks-place heal-wounded jove-asks-nothing life-for-life mars-asks-units needs-training never-wounded no-city
no-elite no-gate no-place no-recruits no-square no-such-class no-such-code no-such-magnate-type no-such-player no-walls
not-by-equipping not-one-grade odin-asks-player oneself other-race set-up-line too-few too-many-promoted too-many-types
no-nation not-for-magnates only-magnates
assaulted-already besieging has-served newcomer no-assault settled settled-already
allied-already cursed
"""
"""Failure reasons that are certain, so that a sheet with one is rejected (GI-05).

No action of another player in the turn can remove them. They depend only on facts that do not change: a character's
class, a nation's god, picks and bargain, the text and owner of the line, earlier lines of the same sheet, alliances,
which are permanent (IPR-01), and curses, which players know when they write their sheets (R51).
"""
OPEN = """
called-before has-acted needs-units no-choice no-neighbour no-such-character no-such-demon no-such-place
not-among-picks not-unseen only-dwarves
"""
"""Failure reasons that are certain in some positions only."""


def dropped(turn: Turn, seat: int, text: str) -> OrderFailed:
    """Return why a line of a seat's sheet fails, and check its certainty."""
    with pytest.raises(OrderFailed) as raised:
        order(turn, seat, text)
    reason = raised.value.reason.removeprefix("drop.")
    assert reason in OPEN.split() or raised.value.uncertain == (reason not in CERTAIN.split()), reason
    return raised.value


def refused(turn: Turn, seat: int, text: str) -> str:
    """Return the rule clause under which a line of a seat's sheet fails."""
    return dropped(turn, seat, text).clause


def play(state: State, *sheets: str, rolls: Sequence[Any] = ()) -> list[Entry]:
    """Run a turn with one sheet for each seat and exactly these rolls; return the journal."""
    state.sheets = [parse(text) for text in sheets] + [None] * (len(state.seats) - len(sheets))
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        sequence.run_turn(state)
    return list(state.journal or [])


def told(entries: Sequence[Entry], kind: str) -> list[Entry]:
    return [entry for entry in entries if entry.kind == kind]


def value(entries: list[Entry], kind: str) -> int:
    """Return the highest d20 roll that succeeds, from the first entry of a kind."""
    tally = told(entries, kind)[0].tally
    assert tally is not None
    return tally.value


# Battles

CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE = 65, 43, 51, 61, 52, 63, 57
"""One square number for each terrain."""
ARDEA = 259

LIVES = ("leader's fate", 12)
"""The roll with which the winners' leader survives unhurt."""


def line(*numbers: int) -> list[tuple[str, int]]:
    """Return rolls that keep the units of each army in order: one fewer than its size."""
    return [("line", 1)] * sum(number - 1 for number in numbers)


def hits(*faces: int) -> list[tuple[str, int]]:
    return [("hit", face) for face in faces]


def lots(*faces: int) -> list[tuple[str, int]]:
    """Return rolls for the retreat chart."""
    return [("retreat", face) for face in faces]


def army(
    state: State, units: str, leader: str = "W1", owner: int = 0, place: int = WASTE, origin: int = 56
) -> March:
    """Return an army's march that has arrived from another square.

    `leader` is a class and level, or "" for a demon's host.
    """
    who = person(state, f"Ours{owner} {leader}", owner, square_of(place)) if leader else NO_PERSON

    m = March(Turn(state), owner, square_of(place), who, ALL_RACES)
    m.units = put(state, units, owner, square_of(place))
    m.origin = origin
    m.trail = [origin]
    return m


def facing(
    ours: str, theirs: str, place: int = WASTE, leaders: tuple[str, str] = ("W1", "W1"), is_rehearsal: bool = False
) -> Battle:
    """Return a battle in which our army attacks theirs.

    `leaders` are classes and levels, "" for none.
    """
    state = hargaar()
    if place > 200:
        hold(state, 1, place)
    m = army(state, ours, leaders[0], place=place)
    if leaders[1]:
        person(state, "Theirs " + leaders[1], 1, place)
    m.t.is_rehearsal = is_rehearsal
    return Battle(m.t, m, place, put(state, theirs, 1, place))


def fought(b: Battle, rolls: Sequence[Any]) -> list[Any]:
    """Fight one round and return its strikes."""
    state = b.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        rounds.fight_round(b)
    return list((state.journal or [])[-1].data["blows"])


def strikes(b: Battle, rolls: Sequence[Any]) -> list[str]:
    """Return the strikes of one round as text.

    For example "HAC>SJD 13 destroyed", or "MFD lost" for a lost strike.
    """
    return [
        f"{blow['by']}>{blow['at']} {blow['need']} {blow['result']}" if "at" in blow else f"{blow['by']} lost"
        for blow in fought(b, rolls)
    ]


def to_the_end(b: Battle, rolls: Sequence[Any]) -> tuple[str, list[Entry]]:
    """Fight the whole battle; return its result and its journal."""
    state = b.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        result = battle.fight_battle(b)
    return result, list(state.journal or [])


def need(b: Battle, round_: int = 2) -> int:
    """Return the highest roll with which our first unit hits their first unit in a round."""
    b.round = round_
    return sum(part[0] for part in modifiers.to_hit(b, b.attackers.units[0], b.defenders.units[0]))


def need_back(b: Battle, round_: int = 2) -> int:
    """Return the highest roll with which their first unit hits our first unit in a round."""
    b.round = round_
    return sum(part[0] for part in modifiers.to_hit(b, b.defenders.units[0], b.attackers.units[0]))


def reasons(b: Battle, round_: int = 2) -> list[str]:
    """Return the clauses that modify our first strike, except the clause of the roll itself."""
    b.round = round_
    parts = modifiers.to_hit(b, b.attackers.units[0], b.defenders.units[0])
    return [clause for _, clause, _ in parts if clause != "LM-BAT-21"]


def storming(ours: str, theirs: str, place: int = ARDEA, leaders: tuple[str, str] = ("W3", "W1")) -> March:
    """Return the march of our army in front of their city."""
    b = facing(ours, theirs, place, leaders)
    return b.m


def assault(m: March, rolls: Sequence[Any], place: int = ARDEA) -> list[Entry]:
    state = m.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        forts.assault(m.t, m, place)
    return list(state.journal or [])
