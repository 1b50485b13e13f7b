"""Game checks of Elric for the tests (see `palatine.testing.GameChecks`)."""

from __future__ import annotations

from typing import Any

from games.elric.endgame import mutate_to_endgame
from games.elric.invariants import invariants
from palatine.games.elric.rules.characters.escapes import Attempt, Survive
from palatine.games.elric.rules.combat.monster_losses import MonsterLosses
from palatine.games.elric.state import ElricState
from palatine.testing import GameChecks


def losses(before: ElricState, after: ElricState, key: tuple[str, Any]) -> dict[str, int]:
    """Return the number of counters lost, by seat.

    Includes eliminated counters and personalities who were struck down but may still escape (10.7, 10.8). The journal
    has an entry for characters who must escape from a monster only when they do escape.
    """
    lost: set[int] = set()
    for entry in after.journal or ():
        if key[0] == "battle" and entry.data.get("area") != key[1][0]:
            continue
        if entry.kind == "eliminated":
            lost.update(entry.data["group"])
        elif entry.kind == "struck-down":
            lost.add(entry.data["person"])
        elif key[0] == "fight" and entry.kind.startswith("escape.") and "piece" in entry.data:
            lost.add(entry.data["piece"])
    if key[0] == "fight":
        lost.update([p for frame in after.flow if isinstance(frame, Attempt | Survive) for p in frame.group])
    return {seat: len([p for p in lost if before.owner[p] == at]) for at, seat in enumerate(before.seats)}


CHECKS = GameChecks(
    "palatine.games.elric", invariants, mutate_to_endgame, losses=losses, loss_steps=(MonsterLosses,)
)
