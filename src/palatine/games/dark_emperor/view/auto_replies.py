"""Automatic replies: no counter-spell, retreat towards friends, escape to the nearest army."""

from __future__ import annotations

from palatine.core import Action, AutoReply, Catalogue, auto_replies_for
from palatine.games.dark_emperor.components.spells import COMBAT, SPELLS
from palatine.games.dark_emperor.components.world import CITIES, GRID
from palatine.games.dark_emperor.rules.characters.lone_leaders import Escape
from palatine.games.dark_emperor.rules.combat.retreats import RetreatTo
from palatine.games.dark_emperor.rules.magic.counterspells import AskCounterspell
from palatine.games.dark_emperor.state import DarkEmperorState

ALLOW: Action = ("allow", 0)


def possible_replies(words: Catalogue, s: DarkEmperorState) -> tuple[AutoReply, ...]:
    """Return the automatic replies possible for the current decision, for this turn or for good."""
    step = s.flow[-1] if s.flow else None
    spans = [("turn", s.turn), ("always", "")]
    if isinstance(step, AskCounterspell):
        return auto_replies_for(words, "allow", ALLOW, spans, {"battle": SPELLS[step.spell].kind == COMBAT})
    if isinstance(step, RetreatTo):
        answer = way_home(s, step)
        is_led = bool(s.leaders(step.seat, step.hex))
        return auto_replies_for(words, "retreat", answer, spans, {"leader": is_led}) if answer else ()
    if isinstance(step, Escape):
        flight = way_to_army(s, step)
        return auto_replies_for(words, "escape", flight, spans) if flight else ()
    return ()


def way_home(s: DarkEmperorState, step: RetreatTo) -> Action | None:
    """Return the retreat that ends nearest to a friendly city, or None."""
    cities = [
        city.hex for city in CITIES if s.control[city.kingdom] == step.seat and not s.is_held(step.seat, city.hex)
    ]
    far = [(min([GRID.distance(n, city) for city in cities]), n) for n in step.ways] if cities else []
    return ("retreat", min(far)[1]) if far else None


def way_to_army(s: DarkEmperorState, step: Escape) -> Action | None:
    """Return the escape to the nearest hex with friendly units, or None."""
    own = s.stacks[step.seat]
    near = [(GRID.distance(step.hex, h), h) for h in step.candidates(s) if h in own]
    return ("escape", min(near)[1]) if near else None
