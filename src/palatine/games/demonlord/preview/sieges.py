"""Assault, investment, and siege magic."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core.guidance.preview import Odds, PreviewItem, Result
from palatine.games.demonlord.components.pieces import POWER
from palatine.games.demonlord.components.spells import SIEGE_MAGIC_LIMIT
from palatine.games.demonlord.components.tables import SURRENDER
from palatine.games.demonlord.preview.context import PreviewContext
from palatine.games.demonlord.preview.odds import results
from palatine.games.demonlord.rules.combat.sieges import besieger_shift, known_shifts, winged_inside


def preview_siege_method(f: PreviewContext) -> Iterator[PreviewItem]:
    yield siege_odds(f, f.step.hex, f.verb == "assault")


def siege_odds(f: PreviewContext, h: int, assault: bool) -> Odds:
    """What both columns of the table may bring; leaders as far as they lie open, and no siege magic (H8, F26)."""
    _, inside = winged_inside(f.s, h)
    shift = besieger_shift(f.s, h, inside)
    attack, defence = known_shifts(f.s, h, inside)
    ours = results(assault, True, attack)
    lost = sum([count * chance for count, chance in results(assault, False, defence)])
    enemy = f.s.seats[f.enemy]
    outside = len(f.s.troops(f.side, h))
    told = [
        Result(told_as(f, killed), chance, {f.seat: min(lost, outside), enemy: float(max(0, killed))})
        for killed, chance in ours
    ]
    parts = []
    if shift:
        parts.append((f.words.say("odds.amount", amount=shift), f.say("odds.siege-shift"), "SIEGE-12"))
    if attack > shift:
        parts.append(
            (f.words.say("odds.amount", amount=attack - shift), f.words.say("tally.best-leader"), "SIEGE-18")
        )
    return f.odds("assault" if assault else "invest", told, "SIEGE-12", parts, hex=h)


def told_as(f: PreviewContext, killed: int) -> str:
    if killed == SURRENDER:
        return f.say("odds.surrenders")
    return f.say("odds.kills" if killed else "odds.kills-none", count=killed)


def preview_raise_magic(f: PreviewContext) -> Iterator[PreviewItem]:
    """Another magician adds power, or nobody more."""
    able = [action for action in f.step.actions(f.s) if action[0] == "siege magic"]
    if f.verb == "pass":
        for action in able:
            yield f.unused("siege-magic", "MAG-20", [f.s.where[action[1]]], action, unit=action[1])
        return
    yield f.note("siege-magic", "MAG-21", unit=f.x, power=POWER[f.x])
    yield f.one_die("siege-magic", SIEGE_MAGIC_LIMIT, "MAG-20", unit=f.x)
