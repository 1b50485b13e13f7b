"""Secrets: positions that a King cannot distinguish from the true one (1.1, 12.2).

* `known_state`: everything a seat knows or owns, which is all a deal may depend on.
* `world_templates`: new worlds that supply what the seat does not know.
* `lands`: provinces and their owners.
* `people`: Kings, Heroes and their abilities.
* `forces`: armies, features, items, graves.
"""

from __future__ import annotations

from random import Random

from palatine.core import dice_key
from palatine.core.dice import Dice
from palatine.games.adventurer_kings.components.pieces import SPECTATOR
from palatine.games.adventurer_kings.orders.kinds import Sheet
from palatine.games.adventurer_kings.secrecy.forces import deal_armies, deal_features, deal_graves, deal_items
from palatine.games.adventurer_kings.secrecy.known_state import known_state
from palatine.games.adventurer_kings.secrecy.lands import deal_lands, deal_realms
from palatine.games.adventurer_kings.secrecy.people import deal_kingdoms, deal_knowledge, deal_people, deal_secrets
from palatine.games.adventurer_kings.secrecy.world_templates import DealtWorld
from palatine.games.adventurer_kings.state import State

STEPS = (
    deal_lands, deal_realms, deal_kingdoms, deal_people, deal_armies, deal_features, deal_items, deal_graves,
    deal_secrets, deal_knowledge,
)  # fmt: skip


def determinize(s: State, seat: str | None, seed: bytes) -> State:
    """Return a position that `seat` cannot distinguish from the true one.

    It depends only on what the seat knows and owns, so equal knowledge and equal seeds give equal deals. After the
    end of the game nothing is hidden.
    """
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    if s.turn == 0 or s.outcome is not None:
        after = s.copy()
        after.sheets = [sheet if at == me or sheet is None else Sheet() for at, sheet in enumerate(s.sheets)]
    else:
        deal = DealtWorld(known_state(s, me), Random(seed))
        for step in STEPS:
            step(deal)
        after = deal.s
    after.dice = Dice(dice_key(b"determinize" + seed), 0)
    return after
