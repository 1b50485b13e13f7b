"""Secrets: a position that a King cannot tell from the true one (1.1, 12.2).

known_state      all that a seat has been told or owns, and nothing else: what a deal may depend on
world_templates  worlds made as at a founding, from which whatever nobody has told is dealt
lands            provinces, and whose they are
people           Kings, Heroes, what they can do
forces           armies, features, items, graves
"""

from __future__ import annotations

from random import Random

from palatine.core import key_of
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
    """A position that `seat` cannot tell from the true one: it is made of what the seat has been told and owns, and of
    nothing else, so that equal memories with equal seeds give equal deals. At the end nothing is hidden."""
    me = s.seats.index(seat) if seat is not None else SPECTATOR
    if s.turn == 0 or s.outcome is not None:
        after = s.copy()
        after.sheets = [sheet if at == me or sheet is None else Sheet() for at, sheet in enumerate(s.sheets)]
    else:
        deal = DealtWorld(known_state(s, me), Random(seed))
        for step in STEPS:
            step(deal)
        after = deal.s
    after.dice = Dice(key_of(b"determinize" + seed), 0)
    return after
