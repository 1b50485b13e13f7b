"""Positions, turns and battles for the tests of Lord and Master Triumphant, set up in a line or two."""

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
    """The map with `seats` nations that have nothing yet but 100 gold each; start squares are wasteland."""
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
    """Places that an owner possesses, or has as allies."""
    for place in places:
        state.holders[place] = owner
        if allied:
            state.allied.append(place)
        else:
            state.coffers.pop(place, None)


def person(state: State, name: str, owner: int, place: int, race: str = "", **changes: Any) -> int:
    """A character, written as "Ralph W2"; the first of a nation is its leader."""
    called, what = name.split()
    of, level = what[0], int(what[1:])
    race = race or pieces.CLASSES[of].races[0]
    who = state.new_person(Person(called, of, level, race, owner, place, **changes))
    if 0 <= owner < len(state.nations) and state.nations[owner].leader < 0:
        state.set_nation(owner, leader=who)
    return who


def put(state: State, units: str, owner: int, place: int) -> list[int]:
    """Units, written as "HFC 3 MFD 2w"."""
    words = units.split()
    made: list[int] = []
    for code, count in zip(words[::2], words[1::2], strict=True):
        made += state.new_units(code, int(count.rstrip("w")), owner, place, count.endswith("w"))
    return made


def field() -> State:
    """Hugo the Thief (1) of the first nation in 65; the second, its treasury with it, next to it in 56."""
    s = hargaar()
    hold(s, 0, 65, 64, 74)
    hold(s, 1, 56, 55, 47)
    s.set_nation(0, site=65)
    s.set_nation(1, site=56)
    person(s, "Hugo T2", 0, 65)
    return s


def codes(state: State, owner: int, place: int) -> list[str]:
    """The units of an owner in a place, each as "HFC" or "HFCw", in order."""
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
"""By purpose: the die that the charts and chances of the rulebook ask for: 1 in 12, 1 in 6, 10 to 80%, 5 to 30%, 50%
(R32, R34, R56), a d20 for what is "or less", a d10 for sod-busters, one of four directions for the Feaster (DI-17)."""


@contextmanager
def dice(state: State, rolls: Sequence[Any]) -> Iterator[None]:
    """The next dice of this very state; running out or left over is an error."""
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
    """Carry out one line of a seat's sheet with exactly these rolls; what was told. Raises Dropped."""
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
"""Reasons that nothing other players do in the turn can remove, so a sheet with one is not accepted (GI-05).

They rest on what never changes: the class of a character, the god, the picks and the bargain of a nation; the words of
the line itself; whose line it is; what the same sheet has done before it; an alliance, which is for ever (IPR-01), and
a curse, which is known when sheets are written (R51).
"""
OPEN = """
called-before has-acted needs-units no-choice no-neighbour no-such-character no-such-demon no-such-place
not-among-picks not-unseen only-dwarves
"""
"""Reasons that are certain in some positions and not in others."""


def dropped(turn: Turn, seat: int, text: str) -> OrderFailed:
    """Why one line of a seat's sheet is dropped; also checks whether that is certain."""
    with pytest.raises(OrderFailed) as raised:
        order(turn, seat, text)
    reason = raised.value.reason.removeprefix("drop.")
    assert reason in OPEN.split() or raised.value.uncertain == (reason not in CERTAIN.split()), reason
    return raised.value


def refused(turn: Turn, seat: int, text: str) -> str:
    """The clause under which one line of a seat's sheet is dropped."""
    return dropped(turn, seat, text).clause


def play(state: State, *sheets: str, rolls: Sequence[Any] = ()) -> list[Entry]:
    """A whole turn with these sheets, a text for each seat, with exactly these rolls; what was told."""
    state.sheets = [parse(text) for text in sheets] + [None] * (len(state.seats) - len(sheets))
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        sequence.run_turn(state)
    return list(state.journal or [])


def told(entries: Sequence[Entry], kind: str) -> list[Entry]:
    return [entry for entry in entries if entry.kind == kind]


def value(entries: list[Entry], kind: str) -> int:
    """What a d20 must not exceed."""
    tally = told(entries, kind)[0].tally
    assert tally is not None
    return tally.value


# Battles: two armies in a line, and what each strike came to

CROPLAND, FOREST, GRASSLAND, ORC, DWARF, SWAMP, WASTE = 65, 43, 51, 61, 52, 63, 57
"""A square of each terrain."""
ARDEA = 259

LIVES = ("leader's fate", 12)
"""The leader of the winners is unhurt."""


def line(*numbers: int) -> list[tuple[str, int]]:
    """The dice of a deal that leaves units in the order they were put: one less than each army has."""
    return [("line", 1)] * sum(number - 1 for number in numbers)


def hits(*faces: int) -> list[tuple[str, int]]:
    return [("hit", face) for face in faces]


def lots(*faces: int) -> list[tuple[str, int]]:
    """Dice of the chart of retreats."""
    return [("retreat", face) for face in faces]


def army(
    state: State, units: str, leader: str = "W1", owner: int = 0, place: int = WASTE, origin: int = 56
) -> March:
    """A stack that has come into a place from another; the leader without a name, or "" for a demon's host."""
    who = person(state, f"Ours{owner} {leader}", owner, square_of(place)) if leader else NO_PERSON

    m = March(Turn(state), owner, square_of(place), who, ALL_RACES)
    m.units = put(state, units, owner, square_of(place))
    m.origin = origin
    m.trail = [origin]
    return m


def facing(
    ours: str, theirs: str, place: int = WASTE, leaders: tuple[str, str] = ("W1", "W1"), is_rehearsal: bool = False
) -> Battle:
    """Our army attacking theirs, each with a leader, "" for none."""
    state = hargaar()
    if place > 200:
        hold(state, 1, place)
    m = army(state, ours, leaders[0], place=place)
    if leaders[1]:
        person(state, "Theirs " + leaders[1], 1, place)
    m.t.is_rehearsal = is_rehearsal
    return Battle(m.t, m, place, put(state, theirs, 1, place))


def fought(b: Battle, rolls: Sequence[Any]) -> list[Any]:
    """The strikes of one round."""
    state = b.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        rounds.fight_round(b)
    return list((state.journal or [])[-1].data["blows"])


def strikes(b: Battle, rolls: Sequence[Any]) -> list[str]:
    """The strikes of one round as "HAC>SJD 13 destroyed"; a lost chance as "MFD lost"."""
    return [
        f"{blow['by']}>{blow['at']} {blow['need']} {blow['result']}" if "at" in blow else f"{blow['by']} lost"
        for blow in fought(b, rolls)
    ]


def to_the_end(b: Battle, rolls: Sequence[Any]) -> tuple[str, list[Entry]]:
    """The whole battle: how it ended, and what was told."""
    state = b.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        result = battle.fight_battle(b)
    return result, list(state.journal or [])


def need(b: Battle, round_: int = 2) -> int:
    """What the first of our units must not exceed to hit the first of theirs, in that round."""
    b.round = round_
    return sum(part[0] for part in modifiers.to_hit(b, b.attackers.units[0], b.defenders.units[0]))


def need_back(b: Battle, round_: int = 2) -> int:
    """What the first of their units must not exceed to hit the first of ours."""
    b.round = round_
    return sum(part[0] for part in modifiers.to_hit(b, b.defenders.units[0], b.attackers.units[0]))


def reasons(b: Battle, round_: int = 2) -> list[str]:
    """The clauses that our first strike rests on, the roll's own left out."""
    b.round = round_
    parts = modifiers.to_hit(b, b.attackers.units[0], b.defenders.units[0])
    return [clause for _, clause, _ in parts if clause != "LM-BAT-21"]


def storming(ours: str, theirs: str, place: int = ARDEA, leaders: tuple[str, str] = ("W3", "W1")) -> March:
    """Our stack before their city."""
    b = facing(ours, theirs, place, leaders)
    return b.m


def assault(m: March, rolls: Sequence[Any], place: int = ARDEA) -> list[Entry]:
    state = m.t.s
    state.journal = []  # type: ignore[misc]
    with dice(state, rolls):
        forts.assault(m.t, m, place)
    return list(state.journal or [])
