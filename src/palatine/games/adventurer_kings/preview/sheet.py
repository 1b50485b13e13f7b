"""Preview of a sheet: warnings by line, odds of battles and searches, unused options."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import OrdersGame, Sheet
from palatine.core.guidance.preview import MAX_LINES, Consequence, Odds, Preview, UnusedOption
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.preview import actions, battles, fights, realm
from palatine.games.adventurer_kings.preview.context import SheetContext
from palatine.games.adventurer_kings.preview.unused import unused_options
from palatine.games.adventurer_kings.state import State


def preview_sheet(game: OrdersGame[State], state: State, /, seat: str, sheet: Sheet) -> Preview:
    """Return the consequences of a sheet, from its King's knowledge and possessions.

    Battles are simulated in a few sampled worlds; sampling them takes about as long as a turn.
    """
    if state.outcome is not None:
        return Preview()
    if state.turn == 0:
        return preview_king(game, sheet)
    context = SheetContext(game, state, seat, sheet.orders)
    lines = [*realm.realm_warnings(context)]
    for line, order in context.acts():
        lines += actions.action_warnings(context, line, order)
    odds: list[Odds] = []
    for more, told in (*battle_previews(context), *search_previews(context)):
        odds += more
        lines += told
    return Preview(tuple(gravest(lines)), odds=tuple(odds), unused_options=tuple(unused_options(context)))


PreviewPart = tuple[list[Odds], list[Consequence]]


def battle_previews(context: SheetContext) -> Iterator[PreviewPart]:
    """Yield the odds of each battle, with a warning if they are poor."""
    found = battles.clashes(context)
    dealt = battles.worlds(context) if found else []
    for clash in found:
        plays = battles.fight_often(context, clash, dealt, battles.times_each(len(found)))
        yield [battles.battle_odds(context, clash, plays)], list(battles.battle_warnings(context, clash, plays))


def search_previews(context: SheetContext) -> Iterator[PreviewPart]:
    """Yield the odds of each talk and fight with a known guardian, with a warning of death."""
    for line, order in context.acts():
        if isinstance(order.action, orders.Search):
            odds = list(fights.search_odds(context, order, order.action))
            told = [each for one in odds for each in fights.fight_warnings(context, line, order, order.action, one)]
            yield odds, told


def gravest(lines: list[Consequence]) -> list[Consequence]:
    """Return warnings, then notes, at most four of each line."""
    ordered = sorted(lines, key=lambda each: (each.weight != "warning", each.line))
    count: dict[int, int] = {}
    found = []
    for each in ordered:
        count[each.line] = count.get(each.line, 0) + 1
        if count[each.line] <= MAX_LINES:
            found.append(each)
    return found


# Before the first year


def preview_king(game: OrdersGame[State], sheet: Sheet) -> Preview:
    """Return the preview of a set-up; without a line a King is drawn by lot (2.1)."""
    words = game.words
    kings = [(line, order) for line, order in enumerate(sheet.orders, 1) if isinstance(order, orders.KingLine)]
    lines = tuple(
        Consequence("note", words.say(f"preview.{key}", alignment=order.alignment), clause, {"kind": key}, line=line)
        for line, order in kings for key, clause in realm.of_a_king(order)
    )  # fmt: skip
    left = () if kings else (UnusedOption(words.say("unused.no-king"), clause="AK-2.1-03", weight="warning"),)
    return Preview(lines, unused_options=left)
