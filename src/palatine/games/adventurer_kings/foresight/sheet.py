"""A sheet as a whole: its warnings line by line, the odds of its battles and searches, what it leaves undone."""

from __future__ import annotations

from collections.abc import Iterator

from palatine.core import OrdersGame, Sheet
from palatine.core.guidance.foresight import MOST_LINES, Foreseen, Foresight, Odds, Undone
from palatine.games.adventurer_kings.foresight import battles, deeds, fights, realm
from palatine.games.adventurer_kings.foresight.outlook import Outlook
from palatine.games.adventurer_kings.foresight.undone import undone
from palatine.games.adventurer_kings.orders import kinds as o
from palatine.games.adventurer_kings.state import State


def foresee_sheet(game: OrdersGame[State], state: State, /, seat: str, sheet: Sheet) -> Foresight:
    """What will come of handing in a sheet, from what its King has been told and owns.

    Battles are fought beforehand in a few worlds he cannot tell from the true one; dealing them costs about a turn.
    """
    if state.outcome is not None:
        return Foresight()
    if state.turn == 0:
        return foresee_king(game, sheet)
    look = Outlook(game, state, seat, sheet.orders)
    lines = [*realm.warnings(look)]
    for line, order in look.acts():
        lines += deeds.warnings(look, line, order)
    odds: list[Odds] = []
    for more, told in (*foreseen_battles(look), *foreseen_searches(look)):
        odds += more
        lines += told
    return Foresight(tuple(gravest(lines)), odds=tuple(odds), undone=tuple(undone(look)))


Part = tuple[list[Odds], list[Foreseen]]


def foreseen_battles(look: Outlook) -> Iterator[Part]:
    """The odds of each battle, and a warning where they are poor."""
    found = battles.clashes(look)
    dealt = battles.worlds(look) if found else []
    for clash in found:
        plays = battles.fight_often(look, clash, dealt, battles.times_each(len(found)))
        yield [battles.odds_of(look, clash, plays)], list(battles.warnings(look, clash, plays))


def foreseen_searches(look: Outlook) -> Iterator[Part]:
    """The odds of each talk and fight with a guardian that the King has heard of, and a warning of death."""
    for line, order in look.acts():
        if isinstance(order.action, o.Search):
            odds = list(fights.odds_of(look, order, order.action))
            told = [each for one in odds for each in fights.warnings(look, line, order, order.action, one)]
            yield odds, told


def gravest(lines: list[Foreseen]) -> list[Foreseen]:
    """Warnings first, then notes, at most four of each line."""
    ordered = sorted(lines, key=lambda each: (each.weight != "warning", each.line))
    count: dict[int, int] = {}
    found = []
    for each in ordered:
        count[each.line] = count.get(each.line, 0) + 1
        if count[each.line] <= MOST_LINES:
            found.append(each)
    return found


# Before the first year


def foresee_king(game: OrdersGame[State], sheet: Sheet) -> Foresight:
    """Who is King is said once; whoever says nothing gets one by lot (2.1)."""
    words = game.words
    kings = [(line, order) for line, order in enumerate(sheet.orders, 1) if isinstance(order, o.KingLine)]
    lines = tuple(
        Foreseen("note", words.say(f"foresee.{key}", alignment=order.alignment), clause, {"kind": key}, line=line)
        for line, order in kings for key, clause in realm.of_a_king(order)
    )  # fmt: skip
    left = () if kings else (Undone(words.say("undone.no-king"), clause="AK-2.1-03", weight="warning"),)
    return Foresight(lines, undone=left)
