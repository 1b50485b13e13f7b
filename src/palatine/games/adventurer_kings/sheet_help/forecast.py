"""Forecast of a sheet with the King's knowledge: destinations, costs, chances."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Final

from palatine.core import Catalogue, Forecast, OrdersGame, Sheet, ShownChance
from palatine.core.guidance.recap import Route
from palatine.games.adventurer_kings.components import tables
from palatine.games.adventurer_kings.components.pieces import ENEMY, NATIVE, PEACE
from palatine.games.adventurer_kings.orders import kinds as orders
from palatine.games.adventurer_kings.orders.writing import write_line
from palatine.games.adventurer_kings.rules.characters.practice import discovery_percentage, practice_percentage
from palatine.games.adventurer_kings.rules.common.naming import label, place_as_known
from palatine.games.adventurer_kings.rules.common.skills import effective
from palatine.games.adventurer_kings.rules.common.turn import Turn, shown_percentage
from palatine.games.adventurer_kings.rules.magic.casting import cast_percentage
from palatine.games.adventurer_kings.rules.realm.finance import payroll, tax_base
from palatine.games.adventurer_kings.rules.realm.recruiting import price_of_types
from palatine.games.adventurer_kings.sheet_help.forecast_positions import PlannedPositions
from palatine.games.adventurer_kings.sheet_help.levies import price_of_levies
from palatine.games.adventurer_kings.state import State
from palatine.games.adventurer_kings.view.order_help import portrait


def forecast(game: OrdersGame[State], s: State, seat: str, sheet: Sheet) -> list[Forecast]:
    """Return the year's books, then each line with its likely result.

    Before the first turn there are only the lines.
    """
    words, me, lines = game.words, s.seats.index(seat), sheet.orders
    if s.turn == 0:
        return [Forecast(n, write_line(order), introduced(words, order)) for n, order in enumerate(lines, 1)]
    course = PlannedPositions(s, me, lines)
    gold = s.kingdoms[me].gold
    found = [Forecast(0, words.say("forecast.books"), tuple(forecast_treasury(words, s, me, course, lines)))]
    for number, order in enumerate(lines, 1):
        cost = cost_of_line(s, me, course, order)
        gold -= cost
        told = list(summary_lines(words, s, me, course, order))
        notes = [each for each in told if isinstance(each, str)]
        if cost:
            notes.append(words.say("forecast.gold", gold=cost, left=gold))
        line = Forecast(number, write_line(order), tuple(notes), planned_routes(s, course, order))
        found.append(line.with_chances([each for each in told if isinstance(each, ShownChance)]))
    return found


def planned_routes(s: State, course: PlannedPositions, order: orders.Line) -> tuple[Route, ...]:
    """Return the planned route of a move, or the route toward a pursued character."""
    if not isinstance(order, orders.Act) or order.character not in course.acts:
        return ()
    n, phase, action = order.character, order.phase, order.action
    here, to = course.place(n, phase), course.place(n, phase + 1)
    if isinstance(action, orders.Chase) and action.character != n:
        to = s.seen[course.seat].get(action.character, (here,))[0]
    if here == to or not isinstance(action, orders.Move | orders.Chase):
        return ()
    spaces = s.atlas.numbers[here], s.atlas.numbers[to]
    return (Route(spaces, "own", text=label(n, s.people[n])),)


def introduced(words: Catalogue, order: orders.Line) -> tuple[str, ...]:
    """Return a description of a King before the coronation."""
    return (portrait(words, order),) if isinstance(order, orders.KingLine) else ()


def forecast_treasury(
    words: Catalogue, s: State, seat: int, course: PlannedPositions, lines: Sequence[orders.Line]
) -> Iterator[str]:
    """Yield the gold likely to be left after all year-end payments (9.1, 9.2)."""
    gold, spent, tax, pay = books(s, seat, course, lines)
    left = gold - spent + tax - pay
    yield words.say("forecast.sum", gold=gold, spent=spent, tax=tax, pay=pay, left=left)
    if left < 0:
        yield words.say("forecast.short", gold=-left)


def books(s: State, seat: int, course: PlannedPositions, lines: Sequence[orders.Line]) -> tuple[int, int, int, int]:
    """Return treasury, expenses of these orders, and year-end taxes and pay."""
    spent = sum([cost_of_line(s, seat, course, order) for order in lines])
    pay = payroll(s, seat) + sum([upkeep(s, order) for order in lines])
    return s.kingdoms[seat].gold, spent, tax_base(s, seat), pay


def left_over(s: State, seat: int, course: PlannedPositions, lines: Sequence[orders.Line]) -> int:
    """Return the gold left after all year-end payments; negative if some is missing.

    See 9.1, 9.2.
    """
    gold, spent, tax, pay = books(s, seat, course, lines)
    return gold - spent + tax - pay


def upkeep(s: State, order: orders.Line) -> int:
    """Return the highest year-end pay of those whom a line brings into service."""
    action = order.action if isinstance(order, orders.Act) else None
    if isinstance(action, orders.Recruit):
        return price_of_types(s, action.types)
    return action.offer if isinstance(action, orders.Hire) else 0


def cost_of_line(s: State, seat: int, course: PlannedPositions, order: orders.Line) -> int:
    """Return the highest immediate cost of a line."""
    action = order.action if isinstance(order, orders.Act) else None
    if isinstance(order, orders.Act) and isinstance(action, orders.Recruit):
        return price_of_levies(s, seat, course, order, action)
    if isinstance(action, orders.Hire):
        return action.offer
    return action.gold if isinstance(action, orders.Give) else 0


Summary = Iterator[str | ShownChance]
"""The notes on a line, with their chances."""


def summary_lines(words: Catalogue, s: State, seat: int, course: PlannedPositions, order: orders.Line) -> Summary:
    """Yield a character's destination, its armies, and the chance of success."""
    if not isinstance(order, orders.Act) or order.character not in course.acts:
        return
    action = order.action
    if isinstance(action, orders.Move):
        yield from moving(words, s, seat, course, order)
    elif type(action) in TOLD:
        yield from TOLD[type(action)](words, s, seat, course, order, action)


def moving(words: Catalogue, s: State, seat: int, course: PlannedPositions, order: orders.Act) -> Summary:
    """Yield the destination, the armies, and possible obstacles."""
    to = course.place(order.character, order.phase + 1)
    n, phase = order.character, order.phase
    led = len(course.leads(n, phase)) + len(course.levies(n, phase))
    known = s.known[seat].get(to)
    if led and known is not None and known.owner >= 0 and s.relation(seat, known.owner) == PEACE:
        here = place_as_known(s, seat, course.place(order.character, order.phase))
        yield words.say("forecast.stays", place=here, realm=s.kingdoms[known.owner].name)
        return
    yield words.say("forecast.moves" if led else "forecast.walks", place=place_as_known(s, seat, to), led=led)
    if known is None:
        yield words.say("forecast.unmapped")
    elif led and known.owner == NATIVE and known.race >= 0:
        who = s.people[known.hero].name if known.hero else words.say("report.natives")
        yield words.say("forecast.fights", who=who)
    elif led and known.owner >= 0 and s.relation(seat, known.owner) == ENEMY:
        yield words.say("forecast.fights", who=s.kingdoms[known.owner].name)


def exploring(
    words: Catalogue, s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Explore
) -> Summary:
    """Yield how well the province is explored, as reported."""
    place = course.place(order.character, order.phase)
    known = s.known[seat].get(place)
    yield words.say(
        "forecast.known", place=place_as_known(s, seat, place), percent=known.explored if known is not None else 0
    )


def practising(
    words: Catalogue, s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Practise
) -> Summary:
    """Yield the chance of practice (3.13).

    It is one in twenty alone, and certain with a better partner of the same kingdom there.
    """
    ability, n = tables.ability(action.ability), order.character
    mine = s.people[n].levels[ability]
    partners = [
        s.people[other].levels[ability] for other, acts in course.acts.items()
        if other != n and acts[order.phase - 1] == action
        and course.place(other, order.phase) == course.place(n, order.phase)
    ]  # fmt: skip
    percent = practice_percentage(mine, partners)
    yield words.say("forecast.practice", ability=tables.ABILITY_NAME[ability], percent=percent)
    yield shown_percentage("practice", n, percent)
    if ability == tables.SAGE:
        percent = discovery_percentage(Turn(s), n)
        yield words.say("forecast.invents", percent=percent)
        yield shown_percentage("discovery", n, percent)


def searching(
    words: Catalogue, s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.Search
) -> Summary:
    """Yield the reported guardian of the feature."""
    told = s.lore[seat].get(action.feature)
    if told is not None:
        monster = tables.MONSTERS[told.monster].name if told.monster >= 0 and not told.is_empty else ""
        kind = tables.FEATURES[told.kind].name
        yield words.say("forecast.guarded" if monster else "forecast.unguarded", monster=monster, feature=kind)


def casting(
    words: Catalogue, s: State, seat: int, course: PlannedPositions, order: orders.Act, action: orders.CastSpell
) -> Summary:
    """Yield the chance of a spell for characters who know its magic (3.10)."""
    if effective(
        s, order.character, tables.magic_of(tables.SPELL_BY_CODE[action.spell], s.people[order.character].alignment)
    ):
        percent = cast_percentage(s, order.character, action.spell)
        yield words.say("forecast.cast", percent=percent)
        yield shown_percentage("action spell", order.character, percent)


TOLD: Final[dict[type, Callable[..., Summary]]] = {
    orders.Explore: exploring, orders.Practise: practising, orders.Search: searching, orders.CastSpell: casting,
}  # fmt: skip
"""Forecast of each action."""
