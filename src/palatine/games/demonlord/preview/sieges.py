"""Previews of assault, investment, and siege magic."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Odds, PreviewItem
from palatine.core.guidance.preview_context import Losses
from palatine.games.demonlord.components.pieces import IS_TROOP, POWER
from palatine.games.demonlord.components.tables import SURRENDER
from palatine.games.demonlord.decisions import preview
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.rules.combat.sieges import (
    ChooseSiegeMethod,
    RaiseMagic,
    known_siege_forces,
    siege_chance,
    siege_magic_chance,
    winged_inside,
)


@preview(ChooseSiegeMethod)
def preview_siege_method(f: PreviewContext) -> Iterator[PreviewItem]:
    yield siege_odds(f, f.step.hex, f.verb == "assault")


def siege_odds(f: PreviewContext, h: int, assault: bool, later: int = 0) -> Odds:
    """Return the odds of both columns of the siege table, `later` siege steps from now.

    Based on visible leaders, without siege magic (H8, F26).
    """
    forces = known_siege_forces(f.s, h, max(winged_inside(f.s, h)), later)
    ours, theirs = [siege_chance(f.s, h, side, assault, forces) for side in (f.side, f.enemy)]
    outside, inside = len(f.s.troops(f.side, h)), most_troops_inside(f, h)
    lost = theirs.distribution().mean(lambda killed: min(killed, outside))
    enemy = f.s.seats[f.enemy]
    title = f.say("odds.assault" if assault else "odds.invest", hex=h)

    def tell(killed: int) -> tuple[str, Losses]:
        return told_as(f, killed), {f.seat: lost, enemy: float(min(max(0, killed), inside))}

    return f.odds_of(title, ours, tell, "SIEGE-12", order=int)


def most_troops_inside(f: PreviewContext, h: int) -> int:
    """Return the number of counters in a besieged place, except known characters."""
    return len(f.s.stack(f.enemy, h)) - len([u for u in f.known(h) if not IS_TROOP[u]])


def told_as(f: PreviewContext, killed: int) -> str:
    if killed == SURRENDER:
        return f.say("odds.surrenders")
    return f.say("odds.kills" if killed else "odds.kills-none", count=killed)


@preview(RaiseMagic)
def preview_raise_magic(f: PreviewContext) -> Iterator[PreviewItem]:
    """Return the effect of another caster's siege magic, or the casters left unused."""
    able = [action for action in f.step.actions(f.s) if action[0] == "siege magic"]
    if f.verb == "pass":
        for action in able:
            yield f.unused_option("siege-magic", "MAG-20", [f.s.where[action[1]]], action=action, unit=action[1])
        return
    yield f.note("siege-magic", "MAG-21", unit=f.x, power=POWER[f.x])
    yield f.success_odds("siege-magic", siege_magic_chance(), "MAG-20", unit=f.x)
