"""Set-up sheets, and the states that they are submitted to."""

from __future__ import annotations

from palatine.core import Problem
from palatine.games.lord_and_master.components import world
from palatine.games.lord_and_master.referee import GAME
from palatine.games.lord_and_master.state import State

PLAIN = """\
nation "Nowhere"
about "A plain people."
provinces 27c 36g 45f
treasury 75 at 36
classes W T P M H
char Ann W 2 at 36 leader
char Ben T 1 at 27
char Cid P 1 at 45
types RED LC MC MA HA SA LF MF HF
troops HFC 5 at 36
recruits RED 5 at 45
god Jupiter
"""
SKULLTOWN = """\
nation "The Glorious State of Skulltown"
about "Argh."
provinces 27o
city Skulltown at 27 race O
treasury 150 at Skulltown
classes O B L N C J
char Bluto O 2 at 27 leader
char Hubert J 1 at 27
char Sam N 1 at Skulltown
types ORD TRD JRD TH JH TT OF OH OA OW OD
troops OHC 3 at 27
troops OHC 2 at Skulltown
recruits ORD 3 JRD 2 at 27
god Feaster
advantage city-state six-classes eleven-types gold-150
disadvantage corruption perfidious holy-treasury sod-busters
"""


def lands(*groups: tuple[int, int, int]) -> State:
    """Return the state before the first turn, with these start groups dealt."""
    dealt = groups or ((27, 36, 45), (10, 19, 28))
    state = GAME.setup(seats=tuple(f"P{n + 1}" for n in range(len(dealt))), seed=b"hargaar")
    state.groups = list(dealt)
    return state


def wrong(text: str, *changes: tuple[str, str]) -> list[Problem]:
    """Return the problems of a set-up after replacing parts of its text."""
    for old, new in changes:
        assert old in text
        text = text.replace(old, new)
    return GAME.check(lands(), "P1", GAME.parse(text))


def clauses(text: str, *changes: tuple[str, str]) -> list[str]:
    return [problem.clause for problem in wrong(text, *changes) if not problem.uncertain]


def founded(*texts: str | None) -> State:
    """Return the state of turn 1 after these set-ups."""
    state = lands(
        *world.START_GROUPS[2:3], *[group for group in world.START_GROUPS if 27 not in group][: len(texts) - 1]
    )
    for seat, text in zip(state.seats, texts, strict=True):
        if text is not None:
            state = GAME.hand_in(state, seat, GAME.parse(text))
    return GAME.resolve(state)
