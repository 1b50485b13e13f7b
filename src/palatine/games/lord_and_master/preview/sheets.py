"""Preview of a sheet: line-by-line rehearsal, simulated battles and unused options."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from palatine.core import Catalogue, Game
from palatine.core.game import REFEREE
from palatine.core.guidance.preview import Consequence, Odds, Preview
from palatine.core.sheet import Sheet
from palatine.games.lord_and_master import secrecy
from palatine.games.lord_and_master.orders import kinds as o
from palatine.games.lord_and_master.preview import actions, battles, marches, unused
from palatine.games.lord_and_master.preview.battles import Fight
from palatine.games.lord_and_master.preview.context import LineContext
from palatine.games.lord_and_master.sheet_help.check import Rehearsal, Rehearsed
from palatine.games.lord_and_master.state import NO_PERSON, State

PER_LINE = 4
"""Maximum number of consequences per line, the most important first."""


def preview_sheet(game: Game[State], s: State, seat: str, sheet: Sheet) -> Preview:
    """Return the consequences of a sheet if no other seat acts, and its unused options.

    The preview is empty for a set-up and for a referee's sheet.
    """
    if s.turn == 0 or seat == REFEREE or s.outcome is not None:
        return Preview()
    return preview_known(game.words, secrecy.determinize(s, seat, battles.DEAL), seat, sheet)


def preview_known(words: Catalogue, known: State, seat: str, sheet: Sheet) -> Preview:
    """Return the preview in a state that is already reduced to the seat's knowledge."""
    me = known.seats.index(seat)
    rehearsal = Rehearsal(known, seat, sheet)
    tried = [_line(words, rehearsal, me, number, order) for number, order in rehearsal.lines]
    gone = [rehearsed for _, rehearsed in tried]
    share = max(1, sum(len(line.fights) for line, _ in tried))
    lines: list[Consequence] = []
    found: list[Odds] = []
    for line, rehearsed in tried:
        if rehearsed.dropped is None or line.fights:
            told, chances = _line_preview(line, share)
            lines += told[:PER_LINE]
            found += chances
    lines.sort(key=lambda each: (each.weight != "warning", each.line))
    return Preview(
        tuple(lines), odds=tuple(found), unused_options=tuple(unused.unused_options(words, known, rehearsal, gone))
    )


def _line(
    words: Catalogue, rehearsal: Rehearsal, me: int, number: int, order: Any
) -> tuple[LineContext, Rehearsed]:
    """Rehearse a line and return its context, with its battles, and the result."""
    t = rehearsal.t
    before = t.s.copy()
    fights: list[Fight] = []
    t.watch = lambda b: fights.append(Fight(b))
    try:
        rehearsed = rehearsal.carry_out(number, order)
    finally:
        t.watch = None
    who = before.person_named(order.name, me) if isinstance(order, o.Character) else NO_PERSON
    after = t.s.copy()
    line = LineContext(words, number, order, me, before, after, rehearsed.notes, rehearsed.chances, fights, who)
    return line, rehearsed


def _line_preview(line: LineContext, share: int) -> tuple[list[Consequence], list[Odds]]:
    """Return a line's consequences, warnings first, and the odds of its battles.

    `share` is the number of battles of the whole sheet.
    """
    told: list[Consequence] = []
    chances: list[Odds] = []
    for fight in line.fights:
        tallied = fight.fought(share)
        chances.append(battles.odds(line.words, fight, tallied))
        told += marches.of_battle(line, fight, tallied)
    told += _order_consequences(line)
    told += marches.of_leaving(line)
    return sorted(told, key=lambda each: each.weight != "warning"), chances


def _order_consequences(line: LineContext) -> Iterator[Consequence]:
    order = line.order
    if isinstance(order, o.Character | o.Demon):
        act = order.action if isinstance(order, o.Character) else order.service
        steps = act.steps if isinstance(act, o.Lead) else ()
        yield from marches.of_steps(line, steps)
        yield from actions.of_way(line)
        if isinstance(order, o.Character) or isinstance(act, o.Rain):
            yield from actions.of_deed(line, act)
    else:
        yield from actions.of_realm(line)
