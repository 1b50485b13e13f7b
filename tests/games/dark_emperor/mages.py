"""What the tests of magic share: the world awake, plain hexes, the actions of casters."""

from __future__ import annotations

from typing import Any

from games.dark_emperor.loslon import KINGDOMS, NECROMANCER, act, bare, piece, run, wake
from palatine.core import Action
from palatine.games.dark_emperor.components.spells import CASTS, COMBAT, MOVEMENT, SPELLS, UNDEAD
from palatine.games.dark_emperor.components.world import (
    BATTLEFIELDS,
    CITY_AT,
    COASTAL,
    GROUND,
    HEXES,
    HOLY,
    LAMMARECH,
    NEIGHBOURS,
    PENTACLES,
    RIVER,
    RUNE_OF,
    SETTLED,
    hex_name,
)
from palatine.games.dark_emperor.referee import GAME
from palatine.games.dark_emperor.rules.magic.procedure import CombatMagic, MovementMagic, UndeadMagic

FIELDS = [h for h, _ in BATTLEFIELDS]
PLAIN = [
    hex_name(h)
    for h in range(HEXES)
    if GROUND[h] == SETTLED and not (COASTAL[h] or RIVER[h] or HOLY[h] or h in CITY_AT or h in FIELDS)
    and h not in PENTACLES and RUNE_OF[h] < 0 and min(NEIGHBOURS[h]) >= 0
]  # fmt: skip
HERE, THERE = PLAIN[0], PLAIN[-1]
"""Two settled hexes without anything of note."""
SILWER = 15
"""The power of Silwer Flagriel, who casts Fire for whoever has him."""
SEGMENTS = {MOVEMENT: MovementMagic, COMBAT: CombatMagic, UNDEAD: UndeadMagic}


def world(phasing: int = NECROMANCER) -> Any:
    """The empty map, all kingdoms and mercenaries on the Kingdoms' side."""
    s = bare(phasing=phasing)
    wake(s, KINGDOMS, *range(16))
    s.patron = [LAMMARECH] * 6
    return s


def cast(leader: str, spell: int) -> Action:
    return "cast", piece(leader) * CASTS + spell


def rune_hex(rune: int) -> str:
    return hex_name(RUNE_OF.index(rune))


def cast_now(s: Any, leader: str, spell: int, *actions: Action, die: int = 1, rolls: tuple[Any, ...] = ()) -> Any:
    """The state after a spell is cast with this die in its segment, and then these actions; all is told in words."""
    s = run(s, SEGMENTS[SPELLS[spell].kind]())
    while cast(leader, spell) not in s.flow[-1].actions(s):
        s = act(s, ("end", 0))
    s = act(s, cast(leader, spell), *actions, rolls=[("spell", die), *rolls])
    for entry in s.journal:
        assert GAME.prose(entry)
        assert bool(GAME.tally_lines(entry)) == bool(entry.tally)
    return s
