"""Who has something to say of which action: the tables of all chapters in one."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Final

from palatine.core import Action, Game
from palatine.core.guidance.foresight import Foretold
from palatine.games.elric.foresight import battles, escapes, magic, movement, realm, spells
from palatine.games.elric.foresight.look import Look, Teller
from palatine.games.elric.state import ElricState

TELLERS: Final[dict[tuple[type, str], tuple[Teller, ...]]] = {
    **movement.TELLERS, **spells.TELLERS, **battles.TELLERS, **magic.TELLERS, **escapes.TELLERS, **realm.TELLERS,
}  # fmt: skip
"""By step and verb: who has something to say."""


def foretell(game: Game[ElricState], sight: ElricState, seat: str, action: Action) -> Iterator[Foretold]:
    """What will come of an action of a seat, may come of it, or is left undone by it.

    Nothing is told that rests on a hand, a laid spell, a star or the cup as they are only dealt in `sight`.
    """
    look = Look(game.words, sight, sight.seats.index(seat), action)
    told: list[Foretold] = []
    for teller in TELLERS.get((type(look.step), look.verb), ()):
        told += [each for each in teller(look) if each not in told]
    yield from told
