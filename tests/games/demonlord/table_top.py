"""What the tests of Demonlord's chapters share: positions, moves, and looking around."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

from palatine.core import Action, Refusal
from palatine.games.demonlord import GAME
from palatine.games.demonlord.components.pieces import UNIT_BY_KEY
from palatine.games.demonlord.components.world import hex_id, hex_name
from palatine.games.demonlord.state import FRESH
from palatine.testing import scripted

HOSAR, DEMON, NEUTRAL = 0, 1, 2
CAPITALS = "0610 Hosar: TI-city-militia\n1812 Demon: NI-goblins\n"


def place(text: str) -> Any:
    """The position of a text, without its first line; the journal is kept."""
    state = GAME.position("demonlord\n" + text)
    state.journal = []
    return state


def moment(at_step: str, text: str, side: str = "Hosar", hosar: str = "", demon: str = "", more: str = "") -> Any:
    """The position of turn 2 at a step of that side's phase, with these special spells in the two hands."""
    hands = (f"spells of Hosar: {hosar}\n" if hosar else "") + (f"spells of Demon: {demon}\n" if demon else "")
    return place(f"turn 2\nphase {side}\nstep {at_step}\n" + hands + more + text + CAPITALS)


def cast(spell: int) -> Action:
    return "cast", spell


def target(name: str) -> Action:
    return "target", hex_id(name)


def units(*keys: str) -> list[int]:
    return [UNIT_BY_KEY[key] for key in keys]


def unit(key: str) -> int:
    return UNIT_BY_KEY[key]


def seat(state: Any) -> str:
    """The seat that is asked."""
    (found,) = GAME.actors(state)
    return found


def actions(state: Any) -> list[Action]:
    return GAME.actions(state, seat(state))


def verbs(state: Any) -> set[str]:
    return {verb for verb, _ in actions(state)}


def operands(state: Any, verb: str) -> list[int]:
    return [operand for each, operand in actions(state) if each == verb]


def hexes(state: Any, verb: str) -> list[str]:
    """The numbers of the hexes a verb is offered with."""
    return [hex_name(h) for h in operands(state, verb)]


def do(state: Any, *moves: Action | str, rolls: Iterable[int] = ()) -> Any:
    """Play moves for whoever is asked, with these dice; a word alone is a button. The journal runs on."""
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after = do_on(after, journal, moves)
    after.journal = journal
    return after


def pass_windows(state: Any) -> Any:
    """Let everybody pass while special spells may be announced."""
    while state.flow and type(state.flow[-1]).__name__ == "Speak":
        state = do(state, "pass")
    return state


def cast_and_pass(state: Any, *moves: Action | str, rolls: Iterable[int] = ()) -> Any:
    """Announce special spells, then let both pass until the dice of this moment have fallen."""
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after = do_on(after, journal, moves)
        while after.flow and getattr(after.flow[-1], "casts", ()):
            after = do_on(after, journal, ["pass"])
    after.journal = journal
    return after


def do_on(state: Any, journal: list[Any], moves: Iterable[Action | str]) -> Any:
    for move in moves:
        state.journal = []
        state = GAME.play(state, seat(state), (move, 0) if isinstance(move, str) else move)
        journal += state.journal
    return state


def refusal(state: Any, move: Action) -> Refusal:
    """Why whoever is asked may not do this; fails when he may."""
    found = GAME.explain(state, seat(state), move)
    assert found is not None, f"{move} is legal"
    return found


def told(state: Any, kind: str) -> list[Any]:
    """The journal's entries of a kind."""
    return [entry for entry in state.journal if entry.kind == kind]


def at(state: Any, key: str) -> str:
    """The number of the hex a unit is in, or its place off the map as a number."""
    h = state.where[unit(key)]
    return hex_name(h) if h >= 0 else str(h)


def go(name: str) -> Action:
    return "go", hex_id(name)


def step(state: Any) -> str:
    """The name of the step on top."""
    return type(state.flow[-1]).__name__


def march(state: Any, start: str, keys: str, *path: str, rolls: Iterable[int] = ()) -> Any:
    """Take units, their names divided by spaces, from a stack along a path, and stop as they are asked next."""
    picks = [("unit", unit(key)) for key in keys.split()]
    return do(state, ("stack", hex_id(start)), *picks, *[go(name) for name in path], rolls=rolls)


def points(state: Any, key: str) -> int:
    """The movement points a unit has left in this step."""
    return int(state.mp[unit(key)]) % FRESH


IDLE = ("end", "halt", "pass", "wait", "abstain", "no exchange", "none", "siege", "invest", "silent", "leave",
        "break off", "war", "stay")  # fmt: skip


def who_is_asked(state: Any, until: str = "Movement") -> list[tuple[str, str]]:
    """Every seat that is asked and by which step, while all do as little as possible, until that step asks."""
    asked = [(seat(state), step(state))]
    while step(state) != until:
        button = next(verb for verb in IDLE if (verb, 0) in actions(state))
        state = do(state, button)
        asked.append((seat(state), step(state)))
    return asked


def idle(state: Any, *until: str, rolls: Iterable[int] = ()) -> Any:
    """Let everybody do as little as possible until one of these steps asks."""
    journal = list(state.journal or [])
    with scripted(state, rolls) as after:
        after.journal = []
        while step(after) not in until:
            button = next(verb for verb in IDLE if (verb, 0) in actions(after))
            after = GAME.play(after, seat(after), (button, 0))
            journal += after.journal
    after.journal = journal
    return after
