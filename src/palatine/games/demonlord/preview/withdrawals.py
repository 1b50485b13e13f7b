"""Previews of withdrawal: whether to withdraw, and where to."""

from __future__ import annotations

from collections.abc import Iterator
from functools import partial
from operator import eq

from palatine.core.guidance.preview import PreviewItem
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.field_battles import line_odds
from palatine.games.demonlord.preview.fights import fought
from palatine.games.demonlord.preview.marches import LOSS_OF_CAPITAL
from palatine.games.demonlord.rules.combat.lines import unrouted_troops
from palatine.games.demonlord.rules.combat.morale import DESTROYED, MELEES, ROUTS, morale_chance
from palatine.games.demonlord.rules.combat.retreats import IntoFortress
from palatine.games.demonlord.rules.combat.withdrawal import MayWithdraw
from palatine.games.demonlord.state import CAPITALS, NORMAL


@preview(MayWithdraw)
def preview_withdraw(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the cost of withdrawing, or the odds of fighting on."""
    battle = fought(f)
    if f.verb == "fight on":
        yield line_odds(f)
        return
    troops = unrouted_troops(battle, f.side)
    checks = [morale_chance(f.s, battle, u, MELEES, led=False).distribution() for u in troops]
    taken, fallen = [sum([each.probability(partial(eq, end)) for each in checks]) for end in (ROUTS, DESTROYED)]
    event = "" if f.s.options["withdrawal"] == "secret" else "withdraws"
    yield f.warning("withdraw", "RET-02", event=event, count=len(troops), fallen=fallen, taken=taken)
    routed = battle.routed[f.side]
    if routed:
        at_once = "withdrawal.abandoned" if event else ""
        yield f.warning("abandons", "RET-03", event=at_once, units=list(routed))


@preview(IntoFortress)
def preview_into_fortress(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return a note on the siege, or a warning if leaving gives up the fortress."""
    retreat = f.step.retreat
    h = retreat.hex
    if f.verb == "into":
        yield f.note("besieged", "SIEGE-07", hex=h)
        return
    if any([u not in retreat.troops for u in f.s.troops(f.side, h)]):
        return
    if f.s.variant() == NORMAL and h == CAPITALS[f.side]:
        yield f.warning("gives-up-capital", LOSS_OF_CAPITAL[f.side], hex=h)
    else:
        yield f.warning("gives-up", "SIEGE-30", hex=h)
